"""The ways into a club: invites and who follows them, requests and their answers."""

from typing import TYPE_CHECKING

from django.http import Http404
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Resource, account_of
from api.bodies import read_body
from api.parts import all_answer, all_shape
from api.permissions import ReadElseAccount, WithAccount
from api.schema import Answer, describes
from api.serializers.clubs import (
    Asked,
    Asking,
    Joined,
    NewInvite,
    OpenInvite,
    WayIn,
    asked_told,
    inside_told,
    invite_told,
    way_in_told,
)
from builder.queries import clubs as queries
from builder.queries.club_access import Act, club_for, club_if_member
from builder.services import invites as services

if TYPE_CHECKING:
    from builder.queries.clubs import CountedInvite

# ------------------------------------------------------------------ invites


class Invites(Resource):
    """The invites of a club."""

    permission_classes = (WithAccount,)

    @describes(
        "club_invites", "The open invites of a club", tag="clubs",
        answers={200: Answer(all_shape(OpenInvite))}, problems=("account-needed", "not-found", "rank"),
    )  # fmt: skip
    def get(self, request: Request, club: str) -> Response:
        """All of them, the newest first. For organisers."""
        inside = club_for(request.user, club, Act.INVITE)
        return all_answer([invite_told(request, row) for row in queries.invites_of(inside.club)])

    @describes(
        "club_invites_create", "Invite people to a club", tag="clubs",
        request=NewInvite, answers={201: Answer(OpenInvite, headers=("Location",))},
        problems=("account-needed", "not-found", "rank", "too-much"),
    )  # fmt: skip
    def post(self, request: Request, club: str) -> Response:
        """A link that lets in so many people for so many days. For organisers."""
        user = account_of(request)
        inside = club_for(user, club, Act.INVITE)
        sent = read_body(NewInvite, request)
        row = services.make_invite(inside.club, user, sent["days"], sent["uses"])
        made = Response(invite_told(request, row), 201)
        made["Location"] = reverse("api_invite", args=(club, row.pk))
        return made


class OneInvite(Resource):
    """An invite, to those who made it."""

    permission_classes = (WithAccount,)

    @describes(
        "club_invite_revoke", "Revoke an invite", tag="clubs", answers={204: Answer(None)},
        problems=("account-needed", "not-found", "rank"),
    )  # fmt: skip
    def delete(self, request: Request, club: str, invite: int) -> Response:
        """Nobody gets in by it any more. For organisers."""
        user = account_of(request)
        services.revoke_invite(club_for(user, club, Act.INVITE).club, user, invite)
        return Response(status=204)


class Join(Resource):
    """An invite, to those who have its secret."""

    permission_classes = (ReadElseAccount,)

    @describes(
        "invite", "What an invite leads to", tag="clubs",
        answers={200: Answer(WayIn)}, problems=("not-found",),
    )  # fmt: skip
    def get(self, request: Request, secret: str) -> Response:
        """To everybody who has its secret, while it lets somebody in."""
        invite = _open_invite(secret)
        inside = club_if_member(request.user, invite.club.public_id)
        return Response(way_in_told(invite, inside))

    @describes(
        "invite_follow", "Join a club by an invite", tag="clubs",
        answers={200: Answer(Joined)}, problems=("account-needed", "not-found", "too-much", "conflict"),
    )  # fmt: skip
    def post(self, request: Request, secret: str) -> Response:
        """You are a member then. Who is in it already uses nothing up."""
        user = account_of(request)
        joined = services.join(user, _open_invite(secret).secret)
        inside = club_for(user, joined.club.public_id, Act.SEE)
        club = inside_told(inside, queries.member_count(inside.club))
        return Response({"before": joined.before, "club": club})


def _open_invite(secret: str) -> "CountedInvite":
    """An invite that lets somebody in; Http404 for every other word."""
    invite = queries.open_invite(secret)
    if invite is None:
        raise Http404("This invite does not let anybody in.")
    return invite


# ------------------------------------------------------------------ requests


class Requests(Resource):
    """Who asks to be let in."""

    permission_classes = (WithAccount,)

    @describes(
        "club_requests", "Who asks to be let in", tag="clubs",
        answers={200: Answer(all_shape(Asked))}, problems=("account-needed", "not-found", "rank"),
    )  # fmt: skip
    def get(self, request: Request, club: str) -> Response:
        """All of them, the first one first. For organisers."""
        inside = club_for(request.user, club, Act.ADMIT)
        return all_answer([asked_told(row) for row in queries.requests_of(inside.club)])

    @describes(
        "club_requests_create", "Ask a listed club to be let in", tag="clubs",
        request=Asking,
        answers={
            201: Answer(Asked, words="Asked."),
            200: Answer(Asked, words="Asked again: the words are replaced."),
        },
        problems=("account-needed", "not-found", "too-much", "conflict"),
    )  # fmt: skip
    def post(self, request: Request, club: str) -> Response:
        """Its organisers see it. Asking again replaces the words."""
        user = account_of(request)
        outside = queries.listed_club(user, club)
        row = services.ask(outside, user, read_body(Asking, request)["words"])
        return Response(asked_told(row), 200 if outside.asked else 201)


class OneRequest(Resource):
    """A request to be let in."""

    permission_classes = (WithAccount,)

    @describes(
        "club_request_grant", "Let somebody in", tag="clubs", answers={204: Answer(None)},
        problems=("account-needed", "not-found", "rank", "too-much", "conflict"),
    )  # fmt: skip
    def put(self, request: Request, club: str, asked: int) -> Response:
        """They are a member then. For organisers."""
        user = account_of(request)
        services.let_in(club_for(user, club, Act.ADMIT).club, user, asked)
        return Response(status=204)

    @describes(
        "club_request_refuse", "Turn somebody away", tag="clubs", answers={204: Answer(None)},
        problems=("account-needed", "not-found", "rank"),
    )  # fmt: skip
    def delete(self, request: Request, club: str, asked: int) -> Response:
        """They are not told, and may ask again. For organisers."""
        user = account_of(request)
        services.turn_away(club_for(user, club, Act.ADMIT).club, user, asked)
        return Response(status=204)
