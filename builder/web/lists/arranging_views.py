"""Views that add, duplicate, move, remove and restore the profiles of a list."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from builder.catalogue.limits import limits
from builder.documents import StoredList, load_stored_list
from builder.points.document.json_reader import MAX_VALUE
from builder.points.document.salvage import plain_line
from builder.points.rules.names import list_name, profile_name
from builder.queries.access import list_for_owner, own_list_query
from builder.queries.lists import profiles_to_copy, removed_profiles
from builder.services.editing.edited_list import edit_list
from builder.services.editing.list_names import name_after_first_profile
from builder.services.profiles import (
    Destination,
    add_profile,
    duplicate_profile,
    move_profile,
    remove_profile,
    restore_profile,
)
from builder.web.lists.starts import (
    OTHER_LIST,
    copy_from_other_list,
    copy_from_start,
    profile_of_other_list,
    profiles_of_list,
    profiles_of_other_lists,
    template_groups,
)
from builder.web.lists.views import list_context
from builder.web.shared.arranging import (
    ListPageSection,
    changed_response,
    edit_own_list,
    handles_removed_items,
    removed_response,
)
from builder.web.shared.decorators import never_store_or_index
from builder.web.shared.errors import problem_response
from builder.web.shared.query_options import parse_integer

MAX_QUERY_LENGTH = 100
_MOVES: tuple[Destination, ...] = ("up", "down", "first", "last")


def _render_profiles(
    request: HttpRequest,
    stored: StoredList,
    key: str,
    *,
    notice: str = "",
    failure: str = "",
    focus: bool = True,
) -> HttpResponse:
    context = list_context(request, stored, changed_key=key if focus else "", failure=failure)
    return render(request, "lists/_changed.html", {**context, "notice": notice})


PROFILES_SECTION = ListPageSection(
    row_id_prefix="p",
    removed_parameter="removed",
    removed_keys=lambda row: (profile.key for profile in removed_profiles(row)),
    render=_render_profiles,
)


@never_store_or_index
@require_safe
def new_profile(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show what a new profile can begin as: a blank profile, a template, or a copy of another profile."""
    stored = load_stored_list(list_for_owner(request.user, public_id))
    row, search = stored.row, request.GET.get("q", "")[:MAX_QUERY_LENGTH]
    context = {
        "nav": "lists",
        "row": row,
        "list_name": list_name(row.name),
        "base": reverse("list", args=(public_id,)),
        "catalogue": stored.catalogue,
        "q": search,
        "templates": template_groups(stored.catalogue),
        "profiles_of_list": profiles_of_list(stored, search),
        "profiles_of_other_lists": profiles_of_other_lists(profiles_to_copy(request.user, row), search),
        "max_name": limits().name,
    }
    return render(request, "lists/new_profile.html", context)


@never_store_or_index
@require_POST
def add(request: HttpRequest, public_id: str) -> HttpResponse:
    """Add a profile and open its editor.

    The new profile is a copy of what the field ``from`` names, or else blank.
    """
    name, source = plain_line(request.POST.get("name", "")), request.POST.get("from", "")
    # The other list is read before this list is locked, so that the lock is short.
    other_profile = (
        profile_of_other_list(request.user, source) if source.startswith(f"{OTHER_LIST}:") else None
    )
    with edit_list(own_list_query(request.user, public_id)) as edited:
        if other_profile is not None:
            profile = copy_from_other_list(edited, other_profile, name)
        elif source:
            profile = copy_from_start(edited, source, name)
        else:
            profile = add_profile(edited, name, request.POST.get("kind", ""))
        name_after_first_profile(edited)
    return redirect("profile", public_id, profile.key)


@never_store_or_index
@require_POST
@handles_removed_items(PROFILES_SECTION)
def duplicate(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    """Insert a copy of a profile below the original."""
    with edit_own_list(request, public_id) as edited:
        copy = duplicate_profile(edited, key)
    notice = f"“{profile_name(copy.name)}” is a copy. It is below the original."
    return changed_response(request, PROFILES_SECTION, edited, copy.key, notice)


@never_store_or_index
@require_POST
@handles_removed_items(PROFILES_SECTION)
def move(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    """Move a profile to another place in its list.

    The field ``to`` is "up", "down", "first", "last", or the index of the new place.
    """
    to = _parse_destination(request.POST.get("to", ""))
    with edit_own_list(request, public_id) as edited:
        if to is None:
            return problem_response(
                request, 400, "Not moved", "This place doesn't exist.", "Move it up, down, first or last."
            )
        moved = move_profile(edited, key, to)
    notice = _move_notice(to, len(edited.profiles), moved=moved)
    return changed_response(request, PROFILES_SECTION, edited, key, notice, focus=False)


def _parse_destination(text: str) -> Destination | None:
    """Return the direction or the index that a text means, or None if it is neither."""
    direction = next((to for to in _MOVES if to == text), None)
    return parse_integer(text, MAX_VALUE) if direction is None else direction


def _move_notice(to: Destination, places: int, *, moved: bool) -> str:
    """Return the notice after a move. ``moved`` is False if the profile already was at this place."""
    if isinstance(to, int):
        return (
            f"Moved to place {min(to + 1, places)} of {places}." if moved else "The profile is already there."
        )
    if not moved:
        return "The profile is already first." if to in ("up", "first") else "The profile is already last."
    return f"Moved {to}." if to in ("up", "down") else f"Moved to the {to} place."


@never_store_or_index
@require_POST
@handles_removed_items(PROFILES_SECTION)
def remove(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    """Remove a profile, and offer Undo."""
    with edit_own_list(request, public_id) as edited:
        remove_profile(edited, key)
    return removed_response(request, PROFILES_SECTION, edited, key)


@never_store_or_index
@require_POST
@handles_removed_items(PROFILES_SECTION)
def restore(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    """Restore a removed profile."""
    with edit_own_list(request, public_id) as edited:
        profile = restore_profile(edited, key)
    return changed_response(
        request, PROFILES_SECTION, edited, key, f"“{profile_name(profile.name)}” is back."
    )
