"""The rosters of a list as a list: add, duplicate, remove, put back.

Each answers htmx with the rosters as they stand now, and everybody else with the way back to them.
"""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from builder.documents import load
from builder.models import CompanyList
from builder.points.appraisal import appraise
from builder.points.document import Entry
from builder.points.reading import MAX_NUMBER
from builder.queries.access import list_for_owner
from builder.queries.lists import removed_rosters
from builder.services import rosters as services
from builder.web.asked import whole_number
from builder.web.presenting import roster_name
from builder.web.rosters_section import rosters_section, undo_removal
from builder.web.views.arranging import says_what_is_gone
from builder.web.views.errors import answers_refusals, problem
from builder.web.views.lists import private

_MOST_SHOWN = 9


def _gone(request: HttpRequest, row: CompanyList, roster: str, why: str) -> HttpResponse:
    if "HX-Request" in request.headers:
        return _arranged(request, row, roster, why, gone=why)
    if any(away.public_id == roster for away in removed_rosters(row)):
        messages.error(request, why)
        return redirect(f"{reverse('list', args=(row.public_id,))}?removed_roster={roster}")
    return problem(request, 404, "Not in the list", why, "Nothing was changed.")


@private
@require_POST
@answers_refusals
def add(request: HttpRequest, public_id: str) -> HttpResponse:
    """A new roster at the end, with one model of each profile that was ticked.

    A size of one's own goes before those that are offered.
    """
    row = list_for_owner(request.user, public_id)
    typed = request.POST.get("other", "").strip() or request.POST.get("limit", "").strip()
    limit = whole_number(typed, MAX_NUMBER)
    if limit is None:
        return _no_size(request, typed)
    name = request.POST.get("name", "").strip()
    picked = [Entry(profile=key, count=1) for key in dict.fromkeys(request.POST.getlist("pick"))]
    made = services.add_roster(row, name=name, limit=limit, entries=picked)
    return redirect("roster", public_id, made.public_id)


def _no_size(request: HttpRequest, typed: str) -> HttpResponse:
    said = f"“{typed}”" if len(typed) <= _MOST_SHOWN and typed.isprintable() else "What was sent"
    return problem(
        request,
        400,
        "Not saved",
        f"{said} is no game size." if typed else "The game size is missing.",
        f"Write a whole number of points from 0 to {MAX_NUMBER:,}. Nothing was changed.",
    )


@private
@require_POST
@answers_refusals
@says_what_is_gone(_gone)
def duplicate(request: HttpRequest, public_id: str, roster: str) -> HttpResponse:
    """A copy right behind its original, opened at once where that or a size of its own was asked for."""
    row = list_for_owner(request.user, public_id)
    typed = request.POST.get("limit")
    limit = None if typed is None else whole_number(typed.strip(), MAX_NUMBER)
    if typed is not None and limit is None:
        return _no_size(request, typed.strip())
    made = services.duplicate_roster(row, roster, limit=limit)
    notice = f"“{roster_name(made.name)}” is a copy, right behind its original."
    opened = limit is not None or "open" in request.POST
    if not opened or "HX-Request" in request.headers:
        return _arranged(request, row, made.public_id, notice)
    messages.success(request, notice)
    return redirect("roster", public_id, made.public_id)


@private
@require_POST
@answers_refusals
@says_what_is_gone(_gone)
def remove(request: HttpRequest, public_id: str, roster: str) -> HttpResponse:
    """Take a roster out, with a way back."""
    row = list_for_owner(request.user, public_id)
    services.remove_roster(row, roster)
    if "HX-Request" in request.headers:
        return _arranged(request, row, roster)
    return redirect(f"{reverse('list', args=(public_id,))}?removed_roster={roster}")


@private
@require_POST
@answers_refusals
@says_what_is_gone(_gone)
def restore(request: HttpRequest, public_id: str, roster: str) -> HttpResponse:
    """Undo of removing."""
    row = list_for_owner(request.user, public_id)
    back = services.restore_roster(row, roster)
    return _arranged(request, row, roster, f"“{roster_name(back.name)}” is back.")


def _arranged(
    request: HttpRequest, row: CompanyList, roster: str, notice: str = "", *, gone: str = ""
) -> HttpResponse:
    """The rosters as they are now. ``gone`` says why the one that was meant could not be arranged."""
    if "HX-Request" not in request.headers:
        messages.success(request, notice)
        return redirect(f"{reverse('list', args=(row.public_id,))}#r-{roster}")
    loaded = load(row)
    appraisal = appraise(loaded.document, loaded.catalogue)
    section = rosters_section(loaded, appraisal, removed_rosters(row), focus=roster)
    context = {
        "base": reverse("list", args=(row.public_id,)),
        "editable": True,
        "unit": loaded.catalogue.points_unit,
        "rosters": section,
        "undo": undo_removal(section, roster, gone),
        "notice": notice,
    }
    return render(request, "lists/_rosters_changed.html", context, status=404 if gone else 200)
