"""The profiles of a list as a list: add, duplicate, move, remove, restore."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from builder.documents import StoredList
from builder.points.json_reader import MAX_VALUE
from builder.points.pricing import PricedList
from builder.queries.access import own_list_query
from builder.queries.lists import removed_profiles
from builder.services.editing.edited_list import edit_list
from builder.services.profiles import (
    Destination,
    add_profile,
    duplicate_profile,
    move_profile,
    remove_profile,
    restore_profile,
)
from builder.web.lists.views import list_context
from builder.web.shared.arranging import (
    ListPageSection,
    changed_response,
    edit_own_list,
    handles_removed_items,
    removed_response,
)
from builder.web.shared.decorators import private
from builder.web.shared.errors import problem_response, refusals_as_responses
from builder.web.shared.presentation import profile_name
from builder.web.shared.query_options import parse_whole_number

_MOVES: tuple[Destination, ...] = ("up", "down", "first", "last")


def _render_profiles(
    request: HttpRequest,
    stored: StoredList,
    key: str,
    *,
    notice: str = "",
    gone: str = "",
    focus: bool = True,
    prices: PricedList | None = None,
) -> HttpResponse:
    context = list_context(request, stored, arranged_key=key if focus else "", gone=gone, prices=prices)
    return render(request, "lists/_changed.html", {**context, "notice": notice})


PROFILES_SECTION = ListPageSection(
    anchor="p",
    query="removed",
    removed_keys=lambda row: (profile.key for profile in removed_profiles(row)),
    render=_render_profiles,
)


@private
@require_POST
@refusals_as_responses
def add(request: HttpRequest, public_id: str) -> HttpResponse:
    """A new profile at the end of the list, opened in the editor."""
    with edit_list(own_list_query(request.user, public_id)) as edited:
        profile = add_profile(edited, request.POST.get("name", "").strip(), request.POST.get("kind", ""))
    return redirect("profile", public_id, profile.key)


@private
@require_POST
@refusals_as_responses
@handles_removed_items(PROFILES_SECTION)
def duplicate(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    """A copy right behind its original."""
    with edit_own_list(request, public_id) as edited:
        copy = duplicate_profile(edited, key)
    notice = f"“{profile_name(copy.name)}” is a copy, right behind its original."
    return changed_response(request, PROFILES_SECTION, edited, copy.key, notice)


@private
@require_POST
@refusals_as_responses
@handles_removed_items(PROFILES_SECTION)
def move(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    """Move a profile up, down, first or last in its list, or to a place that is counted from 0."""
    to = _parse_destination(request.POST.get("to", ""))
    with edit_own_list(request, public_id) as edited:
        if to is None:
            return problem_response(
                request, 400, "Not moved", "A profile moves up, down, first or last.", "Nothing was changed."
            )
        moved = move_profile(edited, key, to)
    notice = _move_notice(to, len(edited.profiles), moved=moved)
    return changed_response(request, PROFILES_SECTION, edited, key, notice, focus=False)


def _parse_destination(text: str) -> Destination | None:
    """Where a profile goes; None for what is no place."""
    named = next((to for to in _MOVES if to == text), None)
    return parse_whole_number(text, MAX_VALUE) if named is None else named


def _move_notice(to: Destination, places: int, *, moved: bool) -> str:
    """What a move did; pressed at an end it did nothing."""
    if isinstance(to, int):
        return f"Moved to place {min(to + 1, places)} of {places}." if moved else "It is there already."
    if not moved:
        return "It is first already." if to in ("up", "first") else "It is last already."
    return f"Moved {to}." if to in ("up", "down") else f"Moved to the {to} place."


@private
@require_POST
@refusals_as_responses
@handles_removed_items(PROFILES_SECTION)
def remove(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    """Remove a profile; Undo is offered."""
    with edit_own_list(request, public_id) as edited:
        remove_profile(edited, key)
    return removed_response(request, PROFILES_SECTION, edited, key)


@private
@require_POST
@refusals_as_responses
@handles_removed_items(PROFILES_SECTION)
def restore(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    """Restore a removed profile."""
    with edit_own_list(request, public_id) as edited:
        profile = restore_profile(edited, key)
    return changed_response(
        request, PROFILES_SECTION, edited, key, f"“{profile_name(profile.name)}” is back."
    )
