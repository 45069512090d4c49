"""Views of the lists and rosters that are shared with a club: read, add and stop shares."""

from rest_framework.request import Request
from rest_framework.response import Response

from api.clubs.serializers import ClubShareCreateSerializer, ClubShareSerializer
from api.shared.base import BaseView, authenticated_user
from api.shared.bodies import read_body, read_query
from api.shared.idempotency import idempotent
from api.shared.pagination import GameQuerySerializer, page_response, page_serializer, with_page
from api.shared.permissions import WithAccount
from api.shared.responses import created_response, row_serializer, serialize
from api.shared.schema import operation
from builder.models.clubs import ClubAction
from builder.queries.clubs import own_share_target, require_club_access, share_in_club, shares_with_club
from builder.queries.lookup import get_by_public_id
from builder.services.clubs.shares import share_with_club, stop_sharing


class ClubShareListView(BaseView):
    """The lists and rosters shared with a club."""

    permission_classes = (WithAccount,)

    @operation(
        "club_shares",
        "Lists and rosters shared with a club",
        tag="clubs",
        responses={200: page_serializer(ClubShareSerializer)},
        parameters=with_page(GameQuerySerializer),
    )
    def get(self, request: Request, club: str) -> Response:
        """Return a page of lists and rosters, last shared first."""
        access = require_club_access(request.user, club, ClubAction.SEE)
        rows = shares_with_club(access.club, read_query(GameQuerySerializer, request)["game"])
        return page_response(
            request, rows, ("-made", "-public_id"), row_serializer(ClubShareSerializer, request)
        )

    @operation(
        "club_shares_create",
        "Share a list or a roster with a club",
        tag="clubs",
        request=ClubShareCreateSerializer,
        responses={201: ClubShareSerializer},
        problems=("too-much",),
    )
    @idempotent
    def post(self, request: Request, club: str) -> Response:
        """Share a list or a roster with the members. If it is already shared, nothing changes."""
        user = authenticated_user(request)
        access = require_club_access(user, club, ClubAction.SHARE)
        body = read_body(ClubShareCreateSerializer, request)
        row = share_with_club(access.club, *own_share_target(user, body["list"], body["roster"] or ""))
        return created_response(serialize(ClubShareSerializer, request, row))


class ClubShareDetailView(BaseView):
    """A list or roster shared with a club."""

    permission_classes = (WithAccount,)

    @operation(
        "club_share", "A list or roster shared with a club", tag="clubs", responses={200: ClubShareSerializer}
    )
    def get(self, request: Request, club: str, share: str) -> Response:
        """Return a list or roster that is shared with the club. For members."""
        shares = shares_with_club(require_club_access(request.user, club, ClubAction.SEE).club)
        row = get_by_public_id(shares, share, "This isn't shared with the club.")
        return Response(serialize(ClubShareSerializer, request, row))

    @operation("club_share_stop", "Stop sharing with a club", tag="clubs", problems=("rank",))
    def delete(self, request: Request, club: str, share: str) -> Response:
        """Stop sharing. Members can stop their own shares, and organisers can stop all shares."""
        user = authenticated_user(request)
        stop_sharing(share_in_club(require_club_access(user, club, ClubAction.SHARE).club, share), user)
        return Response(status=204)
