"""The profiles of a list as a list: add, duplicate, move, remove, put back.

Each answers htmx with the profiles as they stand now, and everybody else with the way back to them.
"""

from typing import Literal, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from builder.models import CompanyList
from builder.queries.access import list_for_owner
from builder.services import lists as services
from builder.web.list_page import UNNAMED_PROFILE
from builder.web.views.errors import answers_refusals, problem
from builder.web.views.lists import list_context

Move = Literal["up", "down", "first", "last"]
_MOVES = ("up", "down", "first", "last")


@require_POST
@answers_refusals
def add(request: HttpRequest, public_id: str) -> HttpResponse:
    """A new profile at the end of the list, opened in the editor."""
    row = list_for_owner(request.user, public_id)
    profile = services.add_profile(row, request.POST.get("name", "").strip())
    return redirect("profile", public_id, profile.key)


@require_POST
@answers_refusals
def duplicate(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    """A copy right behind its original."""
    row = list_for_owner(request.user, public_id)
    made = services.duplicate_profile(row, key)
    return _arranged(
        request,
        row,
        made.key,
        notice=f"“{made.name or UNNAMED_PROFILE}” is a copy, right behind its original.",
    )


@require_POST
@answers_refusals
def move(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    """Up, down, first or last."""
    row = list_for_owner(request.user, public_id)
    to = request.POST.get("to", "")
    if to not in _MOVES:
        return problem(
            request, 400, "Not moved", "A profile moves up, down, first or last.", "Nothing was changed."
        )
    services.move_profile(row, key, cast(Move, to))
    return _arranged(request, row, key, notice=f"Moved {to}.")


@require_POST
@answers_refusals
def remove(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    """Take a profile out, with a way back."""
    row = list_for_owner(request.user, public_id)
    services.remove_profile(row, key)
    if "HX-Request" in request.headers:
        return _arranged(request, row, key)
    return redirect(f"{reverse('list', args=(public_id,))}?removed={key}")


@require_POST
@answers_refusals
def restore(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    """Undo of removing."""
    row = list_for_owner(request.user, public_id)
    profile = services.restore_profile(row, key)
    return _arranged(request, row, key, notice=f"“{profile.name or UNNAMED_PROFILE}” is back.")


def _arranged(request: HttpRequest, row: CompanyList, key: str, notice: str = "") -> HttpResponse:
    if "HX-Request" not in request.headers:
        messages.success(request, notice)
        return redirect(f"{reverse('list', args=(row.public_id,))}#p-{key}")
    context = list_context(request, row, removed=key)
    return render(request, "lists/_changed.html", {**context, "notice": notice})
