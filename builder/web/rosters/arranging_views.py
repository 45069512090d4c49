"""Views that duplicate, remove and restore the rosters of a list."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from builder.documents import StoredList
from builder.points.appraisal.appraisal import appraise
from builder.points.document.json_reader import DocumentError
from builder.points.rules.names import roster_name
from builder.queries.lists import removed_rosters
from builder.services import rosters as services
from builder.web.rosters.draft import parse_limit
from builder.web.rosters.section import rosters_section, undo_removal
from builder.web.rosters.views import copy_problem_response
from builder.web.shared.arranging import (
    ListPageSection,
    changed_response,
    edit_own_list,
    handles_removed_items,
    removed_response,
)
from builder.web.shared.decorators import never_store_or_index
from builder.web.shared.htmx import is_htmx


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
    section = rosters_section(loaded, appraisal, removed_rosters(stored.row), focused_id=key if focus else "")
    context = {
        "base": reverse("list", args=(stored.row.public_id,)),
        "editable": True,
        "catalogue": loaded.catalogue,
        "unit": loaded.catalogue.points_unit,
        "words": loaded.catalogue.words,
        "rosters": section,
        "undo": undo_removal(section, key, failure),
        "notice": notice,
    }
    return render(request, "rosters/_section_changed.html", context)


ROSTERS_SECTION = ListPageSection(
    row_id_prefix="r",
    removed_parameter="removed_roster",
    removed_keys=lambda row: (roster.public_id for roster in removed_rosters(row)),
    render=_render_rosters,
)


@never_store_or_index
@require_POST
@handles_removed_items(ROSTERS_SECTION)
def duplicate(request: HttpRequest, public_id: str, roster: str) -> HttpResponse:
    """Insert a copy of a roster after the original.

    The copy opens if the request says so, or if it sets another limit for the copy. If that limit is invalid,
    show the page of the original with the problem.
    """
    typed = request.POST.get("limit")
    try:
        with edit_own_list(request, public_id) as edited:
            limit = None if typed is None else parse_limit(typed.strip(), edited.catalogue)
            copy = services.duplicate_roster(edited, roster, limit=limit)
    except DocumentError as error:
        if error.path != "limit":
            raise
        return copy_problem_response(request, public_id, roster, error)
    notice = f"“{roster_name(copy.name)}” is a copy. It is below the original."
    opens_copy = limit is not None or "open" in request.POST
    if not opens_copy or is_htmx(request):
        return changed_response(request, ROSTERS_SECTION, edited, copy.public_id, notice)
    messages.success(request, notice)
    return redirect("roster", public_id, copy.public_id)


@never_store_or_index
@require_POST
@handles_removed_items(ROSTERS_SECTION)
def remove(request: HttpRequest, public_id: str, roster: str) -> HttpResponse:
    """Remove a roster, and offer Undo."""
    with edit_own_list(request, public_id) as edited:
        services.remove_roster(edited, roster)
    return removed_response(request, ROSTERS_SECTION, edited, roster)


@never_store_or_index
@require_POST
@handles_removed_items(ROSTERS_SECTION)
def restore(request: HttpRequest, public_id: str, roster: str) -> HttpResponse:
    """Restore a removed roster."""
    with edit_own_list(request, public_id) as edited:
        restored = services.restore_roster(edited, roster)
    return changed_response(
        request, ROSTERS_SECTION, edited, roster, f"“{roster_name(restored.name)}” is back."
    )
