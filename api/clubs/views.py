"""Views of the user's clubs, of listed clubs, and of a single club with its members and its owner."""

from typing import Any

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from api.clubs.serializers import (
    ClubCreateSerializer,
    ClubSerializer,
    ClubUpdateSerializer,
    ListedClubQuerySerializer,
    ListedClubSerializer,
    MemberSerializer,
    MemberUpdateSerializer,
    MyClubSerializer,
    OwnershipTransferSerializer,
    club_for_members,
    club_for_non_members,
    current_club_details,
)
from api.shared.base import BaseView, authenticated_user
from api.shared.bodies import read_body, read_query
from api.shared.conditions import if_match_version
from api.shared.idempotency import idempotent
from api.shared.pagination import (
    PAGE_PARAMETERS,
    page_response,
    page_serializer,
    total_field,
    with_page,
)
from api.shared.permissions import AccountOrReadOnly, SignedInOrReadOnly, WithAccount
from api.shared.responses import created_response, row_serializer, serialize
from api.shared.schema import IF_MATCH_PARAMETER, operation
from builder.models import Role
from builder.models.clubs import ClubAction
from builder.queries import clubs as queries
from builder.queries.clubs import ClubAccess, club_access_or_none, require_club_access
from builder.services.clubs import clubs
from builder.services.clubs.clubs import ClubDetails


class ClubListView(BaseView):
    """The user's clubs."""

    permission_classes = (WithAccount,)

    @operation(
        "clubs", "Your clubs, by name", tag="clubs",
        responses={200: page_serializer(MyClubSerializer, total=total_field())}, parameters=PAGE_PARAMETERS,
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        """Return a page of your clubs, with your role in each."""
        rows = queries.own_memberships(authenticated_user(request))
        ordering = ("club__name", "club__public_id")
        serialize_row = row_serializer(MyClubSerializer, request)
        return page_response(request, rows, ordering, serialize_row, total=rows.count())

    @operation(
        "clubs_create",
        "Start a club",
        tag="clubs",
        request=ClubCreateSerializer,
        responses={201: ClubSerializer},
        etag=True,
        problems=("too-much", "conflict"),
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Create a club. You become its owner."""
        user = authenticated_user(request)
        club = clubs.create_club(user, ClubDetails(**read_body(ClubCreateSerializer, request)))
        access = require_club_access(user, club.public_id, ClubAction.SEE)
        return created_response(_club_value(request, access))


class ListedClubListView(BaseView):
    """The listed clubs."""

    permission_classes = (SignedInOrReadOnly,)

    @operation(
        "clubs_listed",
        "Find clubs to join",
        tag="clubs",
        responses={200: page_serializer(ListedClubSerializer, total=total_field())},
        parameters=with_page(ListedClubQuerySerializer),
    )
    def get(self, request: Request) -> Response:
        """Return a page of listed clubs that you aren't in, by name."""
        query = read_query(ListedClubQuerySerializer, request)
        rows = queries.listed_clubs(request.user, query.get("q", ""))
        serialize_row = row_serializer(ListedClubSerializer, request)
        return page_response(
            request,
            rows,
            ("name", "public_id"),
            lambda row: serialize_row(club_for_non_members(row)),
            total=rows.count(),
        )


class ClubDetailView(BaseView):
    """A club. Members can always see it. Other people can only see it if it is listed."""

    permission_classes = (AccountOrReadOnly,)

    @operation("club", "A club", tag="clubs", responses={200: ClubSerializer}, etag=True)
    def get(self, request: Request, club: str) -> Response:
        """Return a club. Non-members only see listed clubs, with fewer fields."""
        access = club_access_or_none(request.user, club)
        if access is not None:
            return Response(_club_value(request, access))
        try:
            shown = club_for_non_members(queries.listed_club(request.user, club))
            return Response(serialize(ClubSerializer, request, shown))
        except Http404:
            self._require_account(request)
            raise

    def _require_account(self, request: Request) -> None:
        """Refuse people without an account. They get the same error for unlisted and for unknown clubs."""
        if not WithAccount().has_permission(request, self):
            self.permission_denied(request)

    @operation(
        "club_change",
        "Change the settings of a club",
        tag="clubs",
        request=ClubUpdateSerializer,
        responses={200: ClubSerializer},
        etag=True,
        parameters=[IF_MATCH_PARAMETER],
        problems=("rank", "too-much", "conflict"),
    )
    def patch(self, request: Request, club: str) -> Response:
        """Change the fields that you send. For organisers."""
        user = authenticated_user(request)
        access = require_club_access(user, club, ClubAction.EDIT)
        version = if_match_version(request, access.club.version)
        body = read_body(ClubUpdateSerializer, request)
        clubs.update_club(
            access.club, user, version, lambda stored: current_club_details(stored)._replace(**body)
        )
        return Response(_club_value(request, require_club_access(user, club, ClubAction.SEE)))

    @operation(
        "club_dissolve", "Dissolve a club", tag="clubs", parameters=[IF_MATCH_PARAMETER], problems=("rank",)
    )
    def delete(self, request: Request, club: str) -> Response:
        """Delete a club for good, with its invites, shares and events. For the owner.

        The lists that are shared with the club are not deleted.
        """
        user = authenticated_user(request)
        access = require_club_access(user, club, ClubAction.DISSOLVE)
        clubs.dissolve_club(access.club, user, if_match_version(request, access.club.version))
        return Response(status=204)


def _club_value(request: Request, access: ClubAccess) -> dict[str, Any]:
    """Return a club as its members see it."""
    return serialize(ClubSerializer, request, club_for_members(access, queries.member_count(access.club)))


class MemberListView(BaseView):
    """The members of a club."""

    permission_classes = (WithAccount,)

    @operation(
        "club_members",
        "Members of a club",
        tag="clubs",
        responses={200: page_serializer(MemberSerializer, total=total_field())},
        parameters=PAGE_PARAMETERS,
    )
    def get(self, request: Request, club: str) -> Response:
        """Return a page of members.

        The owner is first, then the organisers, then the other members. Each group is sorted by the time of
        joining.
        """
        access = require_club_access(request.user, club, ClubAction.SEE)
        rows = queries.memberships_of(access.club)
        return page_response(
            request,
            rows,
            ("-role", "joined", "public_id"),
            row_serializer(MemberSerializer, request),
            total=rows.count(),
        )


class MemberDetailView(BaseView):
    """A member of a club."""

    permission_classes = (WithAccount,)

    @operation(
        "club_member_change", "Change the role of a member", tag="clubs", request=MemberUpdateSerializer,
        responses={200: MemberSerializer}, problems=("rank", "conflict"),
    )  # fmt: skip
    def patch(self, request: Request, club: str, member: str) -> Response:
        """Make a member an organiser, or an organiser a member. For the owner."""
        user = authenticated_user(request)
        access = require_club_access(user, club, ClubAction.PROMOTE)
        wanted = Role[read_body(MemberUpdateSerializer, request)["role"].upper()]
        row = clubs.set_role(access.club, user, member, wanted)
        return Response(serialize(MemberSerializer, request, row))

    @operation("club_member_remove", "Remove a member", tag="clubs", problems=("rank", "conflict"))
    def delete(self, request: Request, club: str, member: str) -> Response:
        """Remove a member and their shares.

        Organisers can remove members. Only the owner can also remove organisers.
        """
        user = authenticated_user(request)
        clubs.remove_member(require_club_access(user, club, ClubAction.REMOVE).club, user, member)
        return Response(status=204)


class OwnershipView(BaseView):
    """The owner of a club."""

    permission_classes = (WithAccount,)

    @operation(
        "club_hand_over", "Hand a club over to another member", tag="clubs",
        request=OwnershipTransferSerializer, responses={200: MemberSerializer}, problems=("rank", "conflict"),
    )  # fmt: skip
    def post(self, request: Request, club: str) -> Response:
        """Make another member the owner. You become an organiser, and only the new owner can undo this."""
        user = authenticated_user(request)
        access = require_club_access(user, club, ClubAction.HAND_OVER)
        new_owner = clubs.hand_over_club(
            access.club, user, read_body(OwnershipTransferSerializer, request)["member"]
        )
        return Response(serialize(MemberSerializer, request, new_owner))


class OwnMembershipView(BaseView):
    """The user's membership of a club."""

    permission_classes = (WithAccount,)

    @operation("club_leave", "Leave a club", tag="clubs", problems=("conflict",))
    def delete(self, request: Request, club: str) -> Response:
        """Leave a club and stop sharing with it. The owner must hand the club over or dissolve it instead."""
        user = authenticated_user(request)
        clubs.leave_club(require_club_access(user, club, ClubAction.LEAVE).club, user)
        return Response(status=204)
