"""The members of a club: who they are, what they are, and how they go."""

from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Resource, account_of
from api.bodies import read_body, read_query
from api.parts import PageNumber, part_answer, part_shape
from api.permissions import WithAccount
from api.schema import Answer, describes
from api.serializers.clubs import Heir, Member, RoleChange, member_told
from builder.models import Role
from builder.queries import clubs as queries
from builder.queries.club_access import Act, club_for
from builder.services import members as services


class Members(Resource):
    """Everybody in a club."""

    permission_classes = (WithAccount,)

    @describes(
        "club_members", "The members of a club", tag="clubs",
        answers={200: Answer(part_shape(Member))}, parameters=[PageNumber],
        problems=("account-needed", "not-found"),
    )  # fmt: skip
    def get(self, request: Request, club: str) -> Response:
        """A page of them: the owner, the organisers, then the members as they came."""
        user = account_of(request)
        inside = club_for(user, club, Act.SEE)
        part = queries.members_of(inside.club, read_query(PageNumber, request)["page"])
        return part_answer(request, part, [member_told(row, user) for row in part.rows])


class OneMember(Resource):
    """Somebody in a club."""

    permission_classes = (WithAccount,)

    @describes(
        "club_member_change", "Make a member an organiser, or an organiser a member", tag="clubs",
        request=RoleChange, answers={200: Answer(Member)},
        problems=("account-needed", "not-found", "rank", "conflict"),
    )  # fmt: skip
    def patch(self, request: Request, club: str, member: int) -> Response:
        """For the owner of the club."""
        user = account_of(request)
        inside = club_for(user, club, Act.PROMOTE)
        wanted = Role[read_body(RoleChange, request)["role"].upper()]
        return Response(member_told(services.set_role(inside.club, user, member, wanted), user))

    @describes(
        "club_member_remove", "Take somebody out of a club", tag="clubs", answers={204: Answer(None)},
        problems=("account-needed", "not-found", "rank", "conflict"),
    )  # fmt: skip
    def delete(self, request: Request, club: str, member: int) -> Response:
        """With what they share with it. Organisers take out members, the owner organisers too."""
        user = account_of(request)
        services.remove_member(club_for(user, club, Act.REMOVE).club, user, member)
        return Response(status=204)


class Owner(Resource):
    """Who owns a club."""

    permission_classes = (WithAccount,)

    @describes(
        "club_hand_over", "Hand a club over to another member", tag="clubs",
        request=Heir, answers={200: Answer(Member)},
        problems=("account-needed", "not-found", "rank", "conflict"),
    )  # fmt: skip
    def post(self, request: Request, club: str) -> Response:
        """They own it then, and you stay as an organiser: only they can hand it back."""
        user = account_of(request)
        inside = club_for(user, club, Act.HAND_OVER)
        heir = services.hand_over(inside.club, user, read_body(Heir, request)["member"])
        return Response(member_told(heir, user))


class OwnMembership(Resource):
    """That one is in a club."""

    permission_classes = (WithAccount,)

    @describes(
        "club_leave", "Leave a club", tag="clubs", answers={204: Answer(None)},
        problems=("account-needed", "not-found", "conflict"),
    )  # fmt: skip
    def delete(self, request: Request, club: str) -> Response:
        """Nothing of yours is shared with it any more. Its owner hands it over or dissolves it instead."""
        user = account_of(request)
        services.leave(club_for(user, club, Act.LEAVE).club, user)
        return Response(status=204)
