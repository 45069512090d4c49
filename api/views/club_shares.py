"""What is shared with a club: all of it, more of one's own, or something no longer."""

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Resource, account_of
from api.bodies import read_body, read_query
from api.idempotency import once_a_key
from api.parts import PageNumber, part_answer, part_shape
from api.permissions import WithAccount
from api.schema import IDEMPOTENCY_KEY, Answer, describes
from api.serializers.clubs import NewShare, Shared, share_told
from builder.queries import clubs as queries
from builder.queries.club_access import Act, club_for
from builder.services.shares import share_with, stop_sharing


class ClubShares(Resource):
    """The lists and rosters that a club is shown."""

    permission_classes = (WithAccount,)

    @describes(
        "club_shares", "What is shared with a club", tag="clubs",
        answers={200: Answer(part_shape(Shared))}, parameters=[PageNumber],
        problems=("account-needed", "not-found"),
    )  # fmt: skip
    def get(self, request: Request, club: str) -> Response:
        """A page of the lists and rosters, the last shared first."""
        inside = club_for(request.user, club, Act.SEE)
        part = queries.shares_with(inside.club, read_query(PageNumber, request)["page"])
        return part_answer(request, part, [share_told(request, row) for row in part.rows])

    @describes(
        "club_shares_create", "Share a list of yours with a club, or a roster of it", tag="clubs",
        request=NewShare, answers={201: Answer(Shared, headers=("Location",))}, parameters=[IDEMPOTENCY_KEY],
        problems=("account-needed", "not-found", "too-much", "key-reused"),
    )  # fmt: skip
    @once_a_key
    def post(self, request: Request, club: str) -> Response:
        """Its members read it from then on. What is shared already stays so."""
        user = account_of(request)
        inside = club_for(user, club, Act.SHARE)
        sent = read_body(NewShare, request)
        row = share_with(inside.club, *queries.own_share_target(user, sent["list"], sent["roster"] or ""))
        made = Response(share_told(request, row), 201)
        made["Location"] = reverse("api_club_share", args=(club, row.pk))
        return made


class OneClubShare(Resource):
    """Something that a club is shown."""

    permission_classes = (WithAccount,)

    @describes(
        "club_share_stop", "Stop sharing something with a club", tag="clubs", answers={204: Answer(None)},
        problems=("account-needed", "not-found", "rank"),
    )  # fmt: skip
    def delete(self, request: Request, club: str, share: int) -> Response:
        """What is your own; as an organiser, what others share."""
        user = account_of(request)
        stop_sharing(queries.share_in(club_for(user, club, Act.SHARE).club, share), user)
        return Response(status=204)
