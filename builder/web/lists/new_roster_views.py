"""The view for the form on a list's page that adds a roster."""

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from builder.documents import StoredList, load_stored_list
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import RosterEntry
from builder.points.document.json_reader import DocumentError
from builder.points.document.salvage import plain_line
from builder.points.document.units import NewUnit, new_unit
from builder.queries.access import list_for_owner, own_list_query
from builder.services import rosters as services
from builder.services.editing.edited_list import edit_list
from builder.services.errors import LimitReached
from builder.web.lists.views import list_context
from builder.web.rosters.draft import parse_limit
from builder.web.rosters.messages import limit_fault_text
from builder.web.rosters.section import NewRosterInput
from builder.web.shared.decorators import never_store_or_index


@never_store_or_index
@require_POST
def add(request: HttpRequest, public_id: str) -> HttpResponse:
    """Add a roster with one model or one unit of each selected profile.

    If the user entered a limit in the field ``other``, it is used instead of the selected limit. If the
    roster can't be added, show the list's page with the submitted texts.
    """
    post = request.POST
    name = plain_line(post.get("name", ""))
    selected_limit, entered_limit = (post.get(field, "").strip() for field in ("limit", "other"))
    submitted = NewRosterInput(name, selected_limit, entered_limit)
    try:
        with edit_list(own_list_query(request.user, public_id)) as edited:
            limit = parse_limit(entered_limit or selected_limit, edited.catalogue)
            entries = _first_entries(edited, dict.fromkeys(post.getlist("pick")))
            added = services.add_roster(edited, name=name, limit=limit, entries=entries)
    except (DocumentError, LimitReached) as error:
        return _not_added(request, public_id, submitted, error)
    return redirect("roster", public_id, added.public_id)


def _not_added(
    request: HttpRequest, public_id: str, submitted: NewRosterInput, error: DocumentError | LimitReached
) -> HttpResponse:
    stored = load_stored_list(list_for_owner(request.user, public_id))
    if isinstance(error, DocumentError) and error.path == "limit":
        submitted = submitted._replace(limit_problem=limit_fault_text(error, stored.catalogue))
    else:
        problem = str(error) if isinstance(error, LimitReached) else f"{error}."
        submitted = submitted._replace(problem=problem)
    context = list_context(request, stored, list_url="../", new_roster=submitted)
    return render(request, "lists/page.html", context, status=400)


def _first_entries(stored: StoredList, keys: Iterable[str]) -> list[RosterEntry]:
    """Return the entries of a new roster: one model or one unit of each profile."""
    if not stored.catalogue.unit_kinds:
        return [RosterEntry(profile=key, count=1) for key in keys]
    loaded = stored.to_loaded()
    profiles = appraise(loaded.document, loaded.catalogue).profiles
    units = {
        profile.key: new_unit(loaded.catalogue, profile.design, appraisal.calculated_values)
        for profile, appraisal in zip(loaded.document.profiles, profiles, strict=True)
    }
    new_units = ((key, units.get(key) or NewUnit("", 1)) for key in keys)
    return [RosterEntry(profile=key, count=unit.size, unit=unit.kind) for key, unit in new_units]
