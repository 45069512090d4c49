"""Views that add, duplicate, remove and restore the rosters of a list."""

from collections.abc import Iterable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from builder.documents import StoredList
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import RosterEntry
from builder.points.document.json_reader import MAX_NUMBER
from builder.points.document.units import NewUnit, new_unit
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.wording import with_capital
from builder.queries.access import own_list_query
from builder.queries.lists import removed_rosters
from builder.services import rosters as services
from builder.services.editing.edited_list import edit_list
from builder.web.rosters.section import rosters_section, undo_removal
from builder.web.shared.arranging import (
    ListPageSection,
    changed_response,
    edit_own_list,
    handles_removed_items,
    removed_response,
)
from builder.web.shared.autosave import is_htmx
from builder.web.shared.decorators import private
from builder.web.shared.errors import problem_response, refusals_as_responses
from builder.web.shared.presentation import roster_name
from builder.web.shared.query_options import parse_integer

_MAX_SHOWN_LENGTH = 9


def _render_rosters(
    request: HttpRequest,
    stored: StoredList,
    key: str,
    *,
    notice: str = "",
    failure: str = "",
    focus: bool = True,
) -> HttpResponse:
    loaded = stored.to_loaded()
    appraisal = appraise(loaded.document, loaded.catalogue)
    section = rosters_section(loaded, appraisal, removed_rosters(stored.row), focus=key if focus else "")
    context = {
        "base": reverse("list", args=(stored.row.public_id,)),
        "editable": True,
        "unit": loaded.catalogue.points_unit,
        "words": loaded.catalogue.words,
        "rosters": section,
        "undo": undo_removal(section, key, failure),
        "notice": notice,
    }
    return render(request, "rosters/_section_changed.html", context)


ROSTERS_SECTION = ListPageSection(
    anchor="r",
    query="removed_roster",
    removed_keys=lambda row: (roster.public_id for roster in removed_rosters(row)),
    render=_render_rosters,
)


@private
@require_POST
@refusals_as_responses
def add(request: HttpRequest, public_id: str) -> HttpResponse:
    """Add a roster with one model or one unit of each selected profile.

    A typed limit ("other") takes precedence over a selected one ("limit").
    """
    with edit_list(own_list_query(request.user, public_id)) as edited:
        typed = request.POST.get("other", "").strip() or request.POST.get("limit", "").strip()
        terms = edited.catalogue.roster
        limit = parse_integer(typed, MAX_NUMBER)
        if limit is None and (typed or terms.limit == "required") and terms.limit in ("required", "optional"):
            return _invalid_size_response(request, typed, edited.catalogue)
        name = request.POST.get("name", "").strip()
        entries = _first_rows(edited, dict.fromkeys(request.POST.getlist("pick")))
        limit = None if terms.limit == "none" else limit
        added = services.add_roster(edited, name=name, limit=limit, entries=entries)
    return redirect("roster", public_id, added.public_id)


def _first_rows(stored: StoredList, keys: Iterable[str]) -> list[RosterEntry]:
    """Return the first rows of a roster: one for each selected profile."""
    if not stored.catalogue.unit_kinds:
        return [RosterEntry(profile=key, count=1) for key in keys]
    loaded = stored.to_loaded()
    profiles = appraise(loaded.document, loaded.catalogue).profiles
    units = {
        profile.key: new_unit(loaded.catalogue, profile.design, appraisal.worked_out)
        for profile, appraisal in zip(loaded.document.profiles, profiles, strict=True)
    }
    new_units = ((key, units.get(key) or NewUnit("", 1)) for key in keys)
    return [RosterEntry(profile=key, count=unit.size, unit=unit.kind) for key, unit in new_units]


def _invalid_size_response(request: HttpRequest, typed: str, catalogue: Catalogue) -> HttpResponse:
    size = f"“{typed}”" if len(typed) <= _MAX_SHOWN_LENGTH and typed.isprintable() else "the value"
    problem = f"{size} is not possible" if typed else "enter a number"
    return problem_response(
        request,
        400,
        "Not saved",
        f"{with_capital(catalogue.words.limit)}: {problem}.",
        f"Write a whole number of {catalogue.points_unit} from 0 to {MAX_NUMBER:,}. Nothing was changed.",
    )


@private
@require_POST
@refusals_as_responses
@handles_removed_items(ROSTERS_SECTION)
def duplicate(request: HttpRequest, public_id: str, roster: str) -> HttpResponse:
    """Insert a copy after the original, and open the copy if the user requested that or another limit."""
    typed = request.POST.get("limit")
    limit = None if typed is None else parse_integer(typed.strip(), MAX_NUMBER)
    with edit_own_list(request, public_id) as edited:
        if typed is not None and limit is None:
            return _invalid_size_response(request, typed.strip(), edited.catalogue)
        copy = services.duplicate_roster(edited, roster, limit=limit)
    notice = f"“{roster_name(copy.name)}” is a copy. It is below the original."
    opens_copy = limit is not None or "open" in request.POST
    if not opens_copy or is_htmx(request):
        return changed_response(request, ROSTERS_SECTION, edited, copy.public_id, notice)
    messages.success(request, notice)
    return redirect("roster", public_id, copy.public_id)


@private
@require_POST
@refusals_as_responses
@handles_removed_items(ROSTERS_SECTION)
def remove(request: HttpRequest, public_id: str, roster: str) -> HttpResponse:
    """Remove a roster and offer to undo it."""
    with edit_own_list(request, public_id) as edited:
        services.remove_roster(edited, roster)
    return removed_response(request, ROSTERS_SECTION, edited, roster)


@private
@require_POST
@refusals_as_responses
@handles_removed_items(ROSTERS_SECTION)
def restore(request: HttpRequest, public_id: str, roster: str) -> HttpResponse:
    """Restore a removed roster."""
    with edit_own_list(request, public_id) as edited:
        restored = services.restore_roster(edited, roster)
    return changed_response(
        request, ROSTERS_SECTION, edited, roster, f"“{roster_name(restored.name)}” is back."
    )
