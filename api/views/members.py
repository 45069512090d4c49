"""The members of a club: who they are, what they are, and how they go."""

from rest_framework.request import Request
from rest_framework.response import Response

from api.base import BaseView, authenticated_user
from api.bodies import read_body, read_query
from api.parts import PageQuerySerializer, numbered_page_response, numbered_page_serializer
from api.permissions import WithAccount
from api.schema import ResponseSpec, describes
from api.serializers.clubs import (
    MemberSerializer,
    MemberUpdateSerializer,
    OwnershipTransferSerializer,
    serialize_member,
)
from builder.models import Role
from builder.queries import clubs as queries
from builder.queries.club_access import ClubAction, require_club_access
from builder.services import members as services


class MemberListView(BaseView):
    """Everybody in a club."""

    permission_classes = (WithAccount,)

    @describes(
        "club_members",
        "The members of a club",
        tag="clubs",
        answers={200: ResponseSpec(numbered_page_serializer(MemberSerializer))},
        parameters=[PageQuerySerializer],
        problems=("account-needed", "not-found"),
    )
    def get(self, request: Request, club: str) -> Response:
        """A page of them: the owner, the organisers, then the members as they came."""
        user = authenticated_user(request)
        inside = require_club_access(user, club, ClubAction.SEE)
        part = queries.members_of(inside.club, read_query(PageQuerySerializer, request)["page"])
        return numbered_page_response(
            request, part, [serialize_member(row, user) for row in part.object_list]
        )


class MemberDetailView(BaseView):
    """Somebody in a club."""

    permission_classes = (WithAccount,)

    @describes(
        "club_member_change", "Make a member an organiser, or an organiser a member", tag="clubs",
        request=MemberUpdateSerializer, answers={200: ResponseSpec(MemberSerializer)},
        problems=("account-needed", "not-found", "rank", "conflict"),
    )  # fmt: skip
    def patch(self, request: Request, club: str, member: int) -> Response:
        """For the owner of the club."""
        user = authenticated_user(request)
        inside = require_club_access(user, club, ClubAction.PROMOTE)
        wanted = Role[read_body(MemberUpdateSerializer, request)["role"].upper()]
        return Response(serialize_member(services.set_role(inside.club, user, member, wanted), user))

    @describes(
        "club_member_remove", "Take somebody out of a club", tag="clubs", answers={204: ResponseSpec(None)},
        problems=("account-needed", "not-found", "rank", "conflict"),
    )  # fmt: skip
    def delete(self, request: Request, club: str, member: int) -> Response:
        """With what they share with it. Organisers take out members, the owner organisers too."""
        user = authenticated_user(request)
        services.remove_member(require_club_access(user, club, ClubAction.REMOVE).club, user, member)
        return Response(status=204)


class OwnershipView(BaseView):
    """Who owns a club."""

    permission_classes = (WithAccount,)

    @describes(
        "club_hand_over", "Hand a club over to another member", tag="clubs",
        request=OwnershipTransferSerializer, answers={200: ResponseSpec(MemberSerializer)},
        problems=("account-needed", "not-found", "rank", "conflict"),
    )  # fmt: skip
    def post(self, request: Request, club: str) -> Response:
        """They own it then, and you stay as an organiser: only they can hand it back."""
        user = authenticated_user(request)
        inside = require_club_access(user, club, ClubAction.HAND_OVER)
        heir = services.hand_over_club(
            inside.club, user, read_body(OwnershipTransferSerializer, request)["member"]
        )
        return Response(serialize_member(heir, user))


class OwnMembershipView(BaseView):
    """That one is in a club."""

    permission_classes = (WithAccount,)

    @describes(
        "club_leave", "Leave a club", tag="clubs", answers={204: ResponseSpec(None)},
        problems=("account-needed", "not-found", "conflict"),
    )  # fmt: skip
    def delete(self, request: Request, club: str) -> Response:
        """Nothing of yours is shared with it any more. Its owner hands it over or dissolves it instead."""
        user = authenticated_user(request)
        services.leave_club(require_club_access(user, club, ClubAction.LEAVE).club, user)
        return Response(status=204)
