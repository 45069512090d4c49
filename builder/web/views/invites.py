"""The ways into a club: invites and who follows them, requests and their answers."""

from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from builder.models import Invite
from builder.queries import clubs as queries
from builder.queries.club_access import Act, Inside, club_for, club_if_member
from builder.services import invites as services
from builder.services.errors import LimitReached, NotFound
from builder.web.club_forms import InviteForm
from builder.web.club_page import about_of, club_context
from builder.web.people import account_of, has_account, needs_account
from builder.web.views.errors import answers_refusals
from builder.web.views.lists import private


class Open(NamedTuple):
    """An invite that lets people in: its whole address, how many it still lets in, whose it is."""

    row: Invite
    url: str
    left: int
    by: str


# ------------------------------------------------------------------ invites


@private
@needs_account
@require_http_methods(["GET", "HEAD", "POST"])
@answers_refusals
def invites(request: HttpRequest, club: str) -> HttpResponse:
    """The open invites of a club, and the form that makes another."""
    inside = club_for(request.user, club, Act.INVITE)
    form = InviteForm(request.POST) if request.method == "POST" else InviteForm()
    if request.method == "POST" and form.is_valid():
        days, uses = form.cleaned_data["days"], form.cleaned_data["uses"]
        try:
            services.make_invite(inside.club, account_of(request), days, uses)
        except LimitReached as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, "The invite is made. Send its address to those whom it is for.")
            return redirect("club_invites", club)
    context = {**club_context(inside), "form": form, "invites": _open(request, inside)}
    return render(request, "clubs/invites.html", context, status=400 if form.errors else 200)


def _open(request: HttpRequest, inside: Inside) -> list[Open]:
    return [
        Open(
            row,
            request.build_absolute_uri(reverse("join", args=(row.secret,))),
            row.most_uses - row.uses,
            row.by.username if row.by else "",
        )
        for row in queries.invites_of(inside.club)
    ]


@private
@needs_account
@require_POST
@answers_refusals
def revoke(request: HttpRequest, club: str, invite: int) -> HttpResponse:
    """End an invite for good."""
    inside = club_for(request.user, club, Act.INVITE)
    services.revoke_invite(inside.club, account_of(request), invite)
    messages.success(request, "The invite is revoked: nobody gets in by it any more.")
    return redirect("club_invites", club)


@private
@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, secret: str) -> HttpResponse:
    """What the invite is to, and how to follow it. Every word that is no open invite looks the same."""
    invite = queries.open_invite(secret)
    if invite is None:
        return _dead(request)
    if request.method == "POST":
        return _join(request, secret)
    context = {
        "nav": "clubs",
        "invite": invite,
        "club": invite.club,
        "about": about_of(invite.club),
        "account": has_account(request.user),
        "inside": club_if_member(request.user, invite.club.public_id),
        "back": reverse("join", args=(secret,)),
    }
    return render(request, "clubs/join.html", context)


@needs_account
@answers_refusals
def _join(request: HttpRequest, secret: str) -> HttpResponse:
    try:
        joined = services.join(account_of(request), secret)
    except NotFound:  # it ended between the two looks
        return _dead(request)
    name = joined.club.name
    said = f"You are in “{name}” already." if joined.before else f"Welcome to “{name}”. You are a member now."
    messages.success(request, said)
    return redirect("club", joined.club.public_id)


def _dead(request: HttpRequest) -> HttpResponse:
    return render(request, "clubs/no_invite.html", {"nav": "clubs"}, status=404)


# ------------------------------------------------------------------ requests


@private
@needs_account
@require_POST
@answers_refusals
def ask(request: HttpRequest, club: str) -> HttpResponse:
    """Ask a listed club to be let in."""
    asked = queries.listed_club(request.user, club)
    words = request.POST.get("words", "").replace("\r\n", "\n").strip()
    services.ask(asked, account_of(request), words)
    messages.success(request, f"Asked. The organisers of “{asked.name}” will see it on their page.")
    return redirect("club", club)


@private
@needs_account
@require_safe
def requests(request: HttpRequest, club: str) -> HttpResponse:
    """Who asks to be let in."""
    inside = club_for(request.user, club, Act.ADMIT)
    context = {**club_context(inside), "requests": queries.requests_of(inside.club)}
    return render(request, "clubs/requests.html", context)


@private
@needs_account
@require_POST
@answers_refusals
def let_in(request: HttpRequest, club: str, asked: int) -> HttpResponse:
    """Yes."""
    inside = club_for(request.user, club, Act.ADMIT)
    user = services.let_in(inside.club, account_of(request), asked)
    messages.success(request, f"{user.username} is a member now.")
    return redirect("club_requests", club)


@private
@needs_account
@require_POST
@answers_refusals
def turn_away(request: HttpRequest, club: str, asked: int) -> HttpResponse:
    """No."""
    inside = club_for(request.user, club, Act.ADMIT)
    user = services.turn_away(inside.club, account_of(request), asked)
    messages.success(request, f"{user.username} is turned away. They are not told, and may ask again.")
    return redirect("club_requests", club)
