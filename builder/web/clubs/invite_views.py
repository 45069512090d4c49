"""Views to join a club, with an invite or with a request. Organisers accept or decline requests."""

from datetime import timedelta
from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from builder.models import Invite
from builder.models.clubs import ClubAction
from builder.points.rules.wording import pluralize
from builder.queries import clubs as queries
from builder.queries.clubs import ClubAccess, club_access_or_none, require_club_access
from builder.services.clubs import invites as services
from builder.services.errors import LimitReached, NotFound
from builder.web.clubs.forms import InviteForm
from builder.web.clubs.page import club_context
from builder.web.shared.decorators import never_store_or_index
from builder.web.shared.markdown import render_markdown
from builder.web.shared.users import account_required, has_account, require_account


class InviteRow(NamedTuple):
    """An open invite, with its absolute address."""

    invite: Invite
    url: str
    uses_left: str
    time_left: str


# ------------------------------------------------------------------ invites


@never_store_or_index
@account_required
@require_http_methods(["GET", "HEAD", "POST"])
def invites(request: HttpRequest, club: str) -> HttpResponse:
    """Show the open invites of a club, and the form for a new invite."""
    access = require_club_access(request.user, club, ClubAction.INVITE)
    form = InviteForm(request.POST) if request.method == "POST" else InviteForm()
    if request.method == "POST" and form.is_valid():
        days, uses = form.cleaned_data["days"], form.cleaned_data["uses"]
        try:
            services.create_invite(access.club, require_account(request), days, uses)
        except LimitReached as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, "The invite is ready. Send its address to the people you want.")
            return redirect("club_invites", club)
    context = {**club_context(access), "form": form, "invites": _invite_rows(request, access)}
    return render(request, "clubs/invites.html", context, status=400 if form.errors else 200)


def _invite_rows(request: HttpRequest, access: ClubAccess) -> list[InviteRow]:
    return [
        InviteRow(
            row,
            request.build_absolute_uri(reverse("join", args=(row.secret,))),
            f"{row.uses_left} of {pluralize(row.most_uses, 'use')} left",
            _time_left(row.expires - timezone.now()),
        )
        for row in queries.invites_of(access.club)
    ]


def _time_left(duration: timedelta) -> str:
    """Return the remaining time, rounded up: on its first day, an invite for 14 days shows "14 days"."""
    if duration < timedelta(days=1):
        return "less than a day"
    return pluralize(-(-duration // timedelta(days=1)), "day")


@never_store_or_index
@account_required
@require_POST
def revoke(request: HttpRequest, club: str, invite: str) -> HttpResponse:
    """Revoke an invite. Nobody can use it any more."""
    access = require_club_access(request.user, club, ClubAction.INVITE)
    services.revoke_invite(access.club, require_account(request), invite)
    messages.success(request, "The invite is revoked.")
    return redirect("club_invites", club)


@never_store_or_index
@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, secret: str) -> HttpResponse:
    """Show the club that an invite is for. POST joins the club."""
    invite = queries.invite_by_secret(secret)
    if invite is None:
        return _ended_invite_response(request, secret)
    if request.method == "POST":
        return _join(request, secret)
    context = {
        "nav": "clubs",
        "invite": invite,
        "club": invite.club,
        "about": render_markdown(invite.club.about),
        "has_account": has_account(request.user),
        "is_member": club_access_or_none(request.user, invite.club.public_id) is not None,
        "back": reverse("join", args=(secret,)),
    }
    return render(request, "clubs/join.html", context)


@account_required
def _join(request: HttpRequest, secret: str) -> HttpResponse:
    try:
        joined = services.join_by_invite(require_account(request), secret)
    except NotFound:  # the invite ended after ``join`` had found it
        return _ended_invite_response(request, secret)
    name = joined.club.name
    message = f"You're already in “{name}”." if joined.was_member else f"Welcome to “{name}”."
    messages.success(request, message)
    return redirect("club", joined.club.public_id)


def _ended_invite_response(request: HttpRequest, secret: str) -> HttpResponse:
    """Return the response to an invite that has ended or never existed.

    Members of the club are redirected to the club. All others get the same page for 404.
    """
    if club := queries.joined_club_of_invite(request.user, secret):
        messages.success(request, f"You're already in “{club.name}”.")
        return redirect("club", club.public_id)
    return render(request, "clubs/no_invite.html", {"nav": "clubs"}, status=404)


# ------------------------------------------------------------------ requests


@never_store_or_index
@account_required
@require_POST
def request_to_join(request: HttpRequest, club: str) -> HttpResponse:
    """Request to join a listed club."""
    listed = queries.listed_club(request.user, club)
    text = request.POST.get("words", "").replace("\r\n", "\n").strip()
    services.request_to_join(listed, require_account(request), text)
    messages.success(request, f"Your request is sent to the organisers of “{listed.name}”.")
    return redirect("club", club)


@never_store_or_index
@account_required
@require_safe
def join_requests(request: HttpRequest, club: str) -> HttpResponse:
    """Show the open requests to join a club."""
    access = require_club_access(request.user, club, ClubAction.ADMIT)
    context = {**club_context(access), "requests": queries.join_requests_of(access.club)}
    return render(request, "clubs/requests.html", context)


@never_store_or_index
@account_required
@require_POST
def accept_request(request: HttpRequest, club: str, join_request: str) -> HttpResponse:
    """Accept a request to join. Its sender becomes a member."""
    access = require_club_access(request.user, club, ClubAction.ADMIT)
    user = services.accept_request(access.club, require_account(request), join_request)
    messages.success(request, f"{user.username} is a member now.")
    return redirect("club_requests", club)


@never_store_or_index
@account_required
@require_POST
def decline_request(request: HttpRequest, club: str, join_request: str) -> HttpResponse:
    """Decline a request to join. The sender isn't notified and can send another request."""
    access = require_club_access(request.user, club, ClubAction.ADMIT)
    user = services.decline_request(access.club, require_account(request), join_request)
    messages.success(request, f"Request declined. {user.username} isn't notified.")
    return redirect("club_requests", club)
