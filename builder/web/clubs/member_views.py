"""The members of a club: who they are, promoted, removed, and the club handed over."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from builder.models import Role
from builder.queries.clubs import clubs as queries
from builder.queries.clubs.access import ClubAction, require_club_access
from builder.services.clubs import clubs as services
from builder.web.clubs.page import club_context, member_rows, page_number
from builder.web.shared.decorators import private
from builder.web.shared.errors import problem_response, refusals_as_responses
from builder.web.shared.users import account_required, require_account


@private
@account_required
@require_safe
def members(request: HttpRequest, club: str) -> HttpResponse:
    """The members of a club, a page at a time."""
    access = require_club_access(request.user, club, ClubAction.SEE)
    page = queries.members_of(access.club, page_number(request))
    context = {
        **club_context(access),
        "page": page,
        "members": member_rows(access, page, require_account(request)),
    }
    return render(request, "clubs/members.html", context)


@private
@account_required
@require_POST
@refusals_as_responses
def role(request: HttpRequest, club: str, member: str) -> HttpResponse:
    """Make a member an organiser, or an organiser a member."""
    access = require_club_access(request.user, club, ClubAction.PROMOTE)
    known = {"organiser": Role.ORGANISER, "member": Role.MEMBER}
    wanted = known.get(request.POST.get("role", ""))
    if wanted is None:
        return problem_response(
            request,
            400,
            "Not understood",
            "Somebody is made an organiser or a member.",
            "Nothing was changed.",
        )
    row = services.set_role(access.club, require_account(request), member, wanted)
    now = "an organiser" if wanted == Role.ORGANISER else "a member"
    messages.success(request, f"{row.user.username} is {now} now.")
    return redirect("club_members", club)


@private
@account_required
@require_http_methods(["GET", "HEAD", "POST"])
@refusals_as_responses
def remove(request: HttpRequest, club: str, member: str) -> HttpResponse:
    """Remove a member, after a page that asks whether one is sure."""
    access = require_club_access(request.user, club, ClubAction.REMOVE)
    if request.method == "POST":
        gone = services.remove_member(access.club, require_account(request), member)
        messages.success(request, f"{gone.user.username} is not in the club any more.")
        return redirect("club_members", club)
    name = queries.member_of(access.club, member).user.username
    context = {
        **club_context(access),
        "question": f"Remove {name}?",
        "explanation": f"{name} sees the club no more, and what they share with it is shared no more. "
        "What they handed in for events stays. An open invite would let them in again: revoke those first.",
        "act": f"Remove {name}",
        "back": reverse("club_members", args=(club,)),
    }
    return render(request, "clubs/confirm.html", context)


@private
@account_required
@require_http_methods(["GET", "HEAD", "POST"])
@refusals_as_responses
def hand_over(request: HttpRequest, club: str, member: str) -> HttpResponse:
    """Make another member the owner, after a page that asks whether one is sure."""
    access = require_club_access(request.user, club, ClubAction.HAND_OVER)
    if request.method == "POST":
        new_owner = services.hand_over_club(access.club, require_account(request), member)
        messages.success(request, f"{new_owner.user.username} owns the club now; you are an organiser.")
        return redirect("club_members", club)
    name = queries.member_of(access.club, member).user.username
    context = {
        **club_context(access),
        "question": f"Hand the club over to {name}?",
        "explanation": f"{name} becomes its owner, and you an organiser. Only {name} can hand it back.",
        "act": f"Make {name} the owner",
        "back": reverse("club_members", args=(club,)),
    }
    return render(request, "clubs/confirm.html", context)
