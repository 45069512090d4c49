"""Views of invites to a club, and of requests to join a club."""

from typing import TYPE_CHECKING

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from api.clubs.serializers import (
    InviteCreateSerializer,
    InvitePreviewSerializer,
    InviteSerializer,
    JoinRequestCreateSerializer,
    JoinRequestSerializer,
    JoinResultSerializer,
    club_for_members,
)
from api.shared.base import BaseView, authenticated_user
from api.shared.bodies import read_body
from api.shared.pagination import PAGE_PARAMETERS, page_response, page_serializer
from api.shared.permissions import AccountOrReadOnly, WithAccount
from api.shared.responses import created_response, row_serializer, serialize
from api.shared.schema import ResponseSpec, operation
from builder.models.clubs import ClubAction
from builder.queries import clubs as queries
from builder.queries.clubs import club_access_or_none, require_club_access
from builder.queries.lookup import get_by_public_id
from builder.services.clubs import invites as services

if TYPE_CHECKING:
    from builder.queries.clubs import CountedInvite

# ------------------------------------------------------------------ invites


class InviteListView(BaseView):
    """The invites of a club."""

    permission_classes = (WithAccount,)

    @operation(
        "club_invites",
        "Open invites of a club",
        tag="clubs",
        responses={200: page_serializer(InviteSerializer)},
        parameters=PAGE_PARAMETERS,
        problems=("rank",),
    )
    def get(self, request: Request, club: str) -> Response:
        """Return a page of invites, newest first. For organisers."""
        access = require_club_access(request.user, club, ClubAction.INVITE)
        rows = queries.invites_of(access.club)
        return page_response(
            request, rows, ("-made", "-public_id"), row_serializer(InviteSerializer, request)
        )

    @operation(
        "club_invites_create", "Invite people to a club", tag="clubs", request=InviteCreateSerializer,
        responses={201: InviteSerializer}, problems=("rank", "too-much"),
    )  # fmt: skip
    def post(self, request: Request, club: str) -> Response:
        """Create an invite for a number of people and days. For organisers."""
        user = authenticated_user(request)
        access = require_club_access(user, club, ClubAction.INVITE)
        body = read_body(InviteCreateSerializer, request)
        row = services.create_invite(access.club, user, body["days"], body["uses"])
        return created_response(serialize(InviteSerializer, request, row))


class InviteDetailView(BaseView):
    """An invite, for organisers."""

    permission_classes = (WithAccount,)

    @operation(
        "club_invite", "An open invite of a club", tag="clubs", responses={200: InviteSerializer},
        problems=("rank",),
    )  # fmt: skip
    def get(self, request: Request, club: str, invite: str) -> Response:
        """Return an invite that people can still use. For organisers."""
        invites = queries.invites_of(require_club_access(request.user, club, ClubAction.INVITE).club)
        row = get_by_public_id(invites, invite, "This invite doesn't work.")
        return Response(serialize(InviteSerializer, request, row))

    @operation("club_invite_revoke", "Revoke an invite", tag="clubs", problems=("rank",))
    def delete(self, request: Request, club: str, invite: str) -> Response:
        """Revoke an invite. For organisers."""
        user = authenticated_user(request)
        services.revoke_invite(require_club_access(user, club, ClubAction.INVITE).club, user, invite)
        return Response(status=204)


class JoinView(BaseView):
    """An invite. Anyone who has its secret can see and use it."""

    permission_classes = (AccountOrReadOnly,)

    @operation("invite", "Club of an invite", tag="clubs", responses={200: InvitePreviewSerializer})
    def get(self, request: Request, secret: str) -> Response:
        """Return the club of an open invite. Anyone who has the secret of the invite can read it."""
        invite = _get_open_invite(secret)
        access = club_access_or_none(request.user, invite.club.public_id)
        return Response(serialize(InvitePreviewSerializer, request, invite, is_member=access is not None))

    @operation(
        "invite_follow",
        "Join a club with an invite",
        tag="clubs",
        responses={200: JoinResultSerializer},
        problems=("too-much", "conflict"),
    )
    def post(self, request: Request, secret: str) -> Response:
        """Join the club. A member who follows the invite again doesn't use it."""
        user = authenticated_user(request)
        joined = services.join_by_invite(user, _get_open_invite(secret).secret)
        access = require_club_access(user, joined.club.public_id, ClubAction.SEE)
        club = club_for_members(access, queries.member_count(access.club))
        value = {"before": joined.was_member, "club": club}
        return Response(serialize(JoinResultSerializer, request, value))


def _get_open_invite(secret: str) -> "CountedInvite":
    """Return the open invite with this secret. Raises Http404 if it has ended or doesn't exist."""
    invite = queries.invite_by_secret(secret)
    if invite is None:
        raise Http404("This invite doesn't work.")
    return invite


# ------------------------------------------------------------------ requests


class JoinRequestListView(BaseView):
    """Requests to join."""

    permission_classes = (WithAccount,)

    @operation(
        "club_requests",
        "Requests to join",
        tag="clubs",
        responses={200: page_serializer(JoinRequestSerializer)},
        parameters=PAGE_PARAMETERS,
        problems=("rank",),
    )
    def get(self, request: Request, club: str) -> Response:
        """Return a page of requests, oldest first. For organisers."""
        access = require_club_access(request.user, club, ClubAction.ADMIT)
        rows = queries.join_requests_of(access.club)
        return page_response(
            request, rows, ("made", "public_id"), row_serializer(JoinRequestSerializer, request)
        )

    @operation(
        "club_requests_create",
        "Ask to join a listed club",
        tag="clubs",
        request=JoinRequestCreateSerializer,
        responses={
            201: ResponseSpec(
                JoinRequestSerializer, description="The request was sent.", headers=("Location",)
            ),
            200: ResponseSpec(JoinRequestSerializer, description="The message of your request was replaced."),
        },
        problems=("too-much", "conflict"),
    )
    def post(self, request: Request, club: str) -> Response:
        """Send a request to the organisers. If you have already sent one, only its message is replaced."""
        user = authenticated_user(request)
        listed_club = queries.listed_club(user, club)
        row = services.request_to_join(
            listed_club, user, read_body(JoinRequestCreateSerializer, request)["words"]
        )
        value = serialize(JoinRequestSerializer, request, row)
        return Response(value) if listed_club.has_requested else created_response(value)


class JoinRequestDetailView(BaseView):
    """A request to join."""

    permission_classes = (WithAccount,)

    @operation(
        "club_request_grant", "Accept a request to join", tag="clubs",
        problems=("rank", "too-much", "conflict"),
    )  # fmt: skip
    def put(self, request: Request, club: str, join_request: str) -> Response:
        """Accept the request. For organisers."""
        user = authenticated_user(request)
        services.accept_request(require_club_access(user, club, ClubAction.ADMIT).club, user, join_request)
        return Response(status=204)

    @operation("club_request_refuse", "Decline a request to join", tag="clubs", problems=("rank",))
    def delete(self, request: Request, club: str, join_request: str) -> Response:
        """Decline the request. The person isn't notified and can ask again. For organisers."""
        user = authenticated_user(request)
        services.decline_request(require_club_access(user, club, ClubAction.ADMIT).club, user, join_request)
        return Response(status=204)
