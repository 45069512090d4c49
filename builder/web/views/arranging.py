"""The profiles of a list as a list: add, duplicate, move, remove, put back.

Each answers htmx with the profiles as they stand now, and everybody else with the way back to them.
"""

from collections.abc import Callable
from functools import wraps
from typing import Literal, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from builder.models import CompanyList, Profile
from builder.queries.access import list_for_owner
from builder.queries.lists import removed_profiles
from builder.services import lists as services
from builder.services.errors import NotFound
from builder.web.presenting import profile_name
from builder.web.views.errors import answers_refusals, problem
from builder.web.views.lists import list_context, private

Move = Literal["up", "down", "first", "last"]
_MOVES = ("up", "down", "first", "last")
_View = Callable[[HttpRequest, str, str], HttpResponse]
_Gone = Callable[[HttpRequest, CompanyList, str, str], HttpResponse]


def says_what_is_gone(gone: _Gone) -> Callable[[_View], _View]:
    """A view of one part of a list; ``gone`` answers where that was removed elsewhere, and is told why."""

    def decorate(view: _View) -> _View:
        @wraps(view)
        def answer(request: HttpRequest, public_id: str, *args: str, **kwargs: str) -> HttpResponse:
            try:
                return view(request, public_id, *args, **kwargs)
            except NotFound as error:
                part = next(iter((*args, *kwargs.values())))
                return gone(request, list_for_owner(request.user, public_id), part, str(error))

        return answer

    return decorate


def _gone(request: HttpRequest, row: CompanyList, key: str, why: str) -> HttpResponse:
    if "HX-Request" in request.headers:
        context = list_context(request, row, arranged=key, gone=why)
        return render(request, "lists/_changed.html", {**context, "notice": why}, status=404)
    if any(profile.key == key for profile in removed_profiles(row)):
        messages.error(request, why)
        return redirect(f"{reverse('list', args=(row.public_id,))}?removed={key}")
    return problem(request, 404, "Not in the list", why, "Nothing was changed.")


@private
@require_POST
@answers_refusals
def add(request: HttpRequest, public_id: str) -> HttpResponse:
    """A new profile at the end of the list, opened in the editor."""
    row = list_for_owner(request.user, public_id)
    profile = services.add_profile(row, request.POST.get("name", "").strip())
    return redirect("profile", public_id, profile.key)


@private
@require_POST
@answers_refusals
@says_what_is_gone(_gone)
def duplicate(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    """A copy right behind its original."""
    row = list_for_owner(request.user, public_id)
    made = services.duplicate_profile(row, key)
    return _arranged(
        request,
        row,
        made.key,
        notice=f"“{profile_name(made.name)}” is a copy, right behind its original.",
    )


@private
@require_POST
@answers_refusals
@says_what_is_gone(_gone)
def move(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    """Up, down, first or last."""
    row = list_for_owner(request.user, public_id)
    to = request.POST.get("to", "")
    if to not in _MOVES:
        return problem(
            request, 400, "Not moved", "A profile moves up, down, first or last.", "Nothing was changed."
        )
    there = Profile.objects.filter(company_list=row, removed_at=None).order_by("position")
    before = list(there.values_list("key", flat=True))
    services.move_profile(row, key, cast(Move, to))
    return _arranged(request, row, key, notice=_moved(before, key, to), focus=False)


def _moved(before: list[str], key: str, to: str) -> str:
    """What a move did; pressed at an end it did nothing."""
    if to in ("up", "first") and before[:1] == [key]:
        return "It is first already."
    if to in ("down", "last") and before[-1:] == [key]:
        return "It is last already."
    return f"Moved {to}." if to in ("up", "down") else f"Moved to the {to} place."


@private
@require_POST
@answers_refusals
@says_what_is_gone(_gone)
def remove(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    """Take a profile out, with a way back."""
    row = list_for_owner(request.user, public_id)
    services.remove_profile(row, key)
    if "HX-Request" in request.headers:
        return _arranged(request, row, key)
    return redirect(f"{reverse('list', args=(public_id,))}?removed={key}")


@private
@require_POST
@answers_refusals
@says_what_is_gone(_gone)
def restore(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    """Undo of removing."""
    row = list_for_owner(request.user, public_id)
    profile = services.restore_profile(row, key)
    return _arranged(request, row, key, notice=f"“{profile_name(profile.name)}” is back.")


def _arranged(
    request: HttpRequest, row: CompanyList, key: str, notice: str = "", *, focus: bool = True
) -> HttpResponse:
    """The profiles as they are now. Without ``focus`` it stays with the button that was pressed."""
    if "HX-Request" not in request.headers:
        messages.success(request, notice)
        return redirect(f"{reverse('list', args=(row.public_id,))}#p-{key}")
    context = list_context(request, row, arranged=key if focus else "")
    return render(request, "lists/_changed.html", {**context, "notice": notice})
