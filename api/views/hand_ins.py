"""What is handed in for an event of a club: one's own roster, the table, and each as it was then."""

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.answers import file_response
from api.base import BaseView, authenticated_user
from api.bodies import read_body, read_query
from api.permissions import WithAccount
from api.schema import BINARY, DOCUMENT, ResponseSpec, describes
from api.serializers import events as shapes
from builder.exports.events import hand_in_document, hand_in_file_names, hand_in_paper
from builder.models import Event, HandIn, User
from builder.models.ranks import ClubAction
from builder.queries.access import list_for_owner
from builder.queries.club_access import ClubAccess, require_club_access
from builder.queries.events import (
    UnpackedHandIn,
    event_of,
    hand_in_of,
    hand_in_table,
    own_hand_in,
    unpack_hand_in,
)
from builder.services import events as services

_PROBLEMS = ("not-found", "rank", "broken-list")


class HandInListView(BaseView):
    """Who handed in what."""

    permission_classes = (WithAccount,)

    @describes(
        "hand_ins", "Who handed in what, as far as you may see it", tag="events",
        answers={200: ResponseSpec(shapes.HandInsSerializer)}, problems=("not-found",),
    )  # fmt: skip
    def get(self, request: Request, club: str, event: str) -> Response:
        """Organisers see everybody, members themselves, and after the deadline everybody too."""
        inside, me = require_club_access(request.user, club, ClubAction.SEE), authenticated_user(request)
        row = event_of(inside, event)
        table = hand_in_table(inside, row, me, timezone.now())
        return Response(shapes.HandInsSerializer(shapes.serialize_hand_ins(table, row, me)).data)


class OwnHandInView(BaseView):
    """One's own roster for an event."""

    permission_classes = (WithAccount,)

    @describes(
        "hand_in", "What you have handed in", tag="events",
        answers={200: ResponseSpec(shapes.OwnHandInSerializer)}, problems=("not-found", "broken-list"),
    )  # fmt: skip
    def get(self, request: Request, club: str, event: str) -> Response:
        """Not found where that is nothing."""
        inside, me = require_club_access(request.user, club, ClubAction.SEE), authenticated_user(request)
        row = event_of(inside, event)
        mine = own_hand_in(row, me)
        if mine is None:
            raise Http404("Nothing of yours is handed in.")
        return _own_hand_in_response(mine, row, me)

    @describes(
        "hand_in_put",
        "Hand in a roster of your own, or another in its place",
        tag="events",
        request=shapes.HandInCreateSerializer,
        answers={
            200: ResponseSpec(shapes.OwnHandInSerializer, description="It took the place of another."),
            201: ResponseSpec(
                shapes.OwnHandInSerializer, description="It is the first.", headers=("Location",)
            ),
        },
        problems=("not-found", "rank", "conflict", "stale", "broken-list"),
    )
    def put(self, request: Request, club: str, event: str) -> Response:
        """A frozen copy, legal or not, until the deadline; the last one counts.

        One for a game of another size is taken, and marked. ``seen`` guards against handing in what you
        have not looked at.
        """
        inside, me = require_club_access(request.user, club, ClubAction.HAND_IN), authenticated_user(request)
        row = event_of(inside, event)
        sent = read_body(shapes.HandInCreateSerializer, request)
        company_list = list_for_owner(me, sent["list"])
        made = services.hand_in_roster(row, me, company_list, sent["roster"], seen_version=sent.get("seen"))
        if made.version > 1:
            return _own_hand_in_response(made, row, me)
        answer = _own_hand_in_response(made, row, me, 201)
        answer["Location"] = reverse("api_hand_in", args=(club, event))
        return answer

    @describes(
        "hand_in_take_back", "Take back what you have handed in", tag="events",
        answers={204: ResponseSpec(None)}, problems=("not-found", "rank", "conflict"),
    )  # fmt: skip
    def delete(self, request: Request, club: str, event: str) -> Response:
        """Until the deadline."""
        inside = require_club_access(request.user, club, ClubAction.HAND_IN)
        services.withdraw_hand_in(event_of(inside, event), authenticated_user(request))
        return Response(status=204)


class HandInDetailView(BaseView):
    """A roster as it was handed in."""

    permission_classes = (WithAccount,)
    throttle_kind = "appraisals"

    @describes(
        "one_hand_in", "A roster as it was handed in, with its appraisal then", tag="events",
        answers={200: ResponseSpec(shapes.HandInDetailSerializer)}, problems=_PROBLEMS,
    )  # fmt: skip
    def get(self, request: Request, club: str, event: str, hand_in: str) -> Response:
        """One's own; organisers see all, and after the deadline members too. ``agrees`` tells of today."""
        _, found = _get_hand_in(request, club, event, hand_in)
        return Response(
            shapes.serialize_hand_in_detail(
                found, found.row.event, authenticated_user(request), timezone.now()
            )
        )


class HandInDocumentView(BaseView):
    """What was handed in, to be brought in again."""

    permission_classes = (WithAccount,)

    @describes(
        "hand_in_document", "A roster as it was handed in, as its document", tag="events",
        answers={200: ResponseSpec(DOCUMENT)}, problems=_PROBLEMS,
    )  # fmt: skip
    def get(self, request: Request, club: str, event: str, hand_in: str) -> HttpResponse:
        """The list cut to the one roster; the same bytes as the download of its page."""
        _, found = _get_hand_in(request, club, event, hand_in)
        return file_response(
            hand_in_document(found), "application/json", "attachment", "json", *hand_in_file_names(found)
        )


class HandInPaperView(BaseView):
    """What was handed in, as the paper for play."""

    permission_classes = (WithAccount,)
    throttle_kind = "papers"

    @describes(
        "hand_in_paper",
        "A roster as it was handed in, as PDF for play",
        tag="events",
        answers={200: ResponseSpec(BINARY, "application/pdf")},
        parameters=[shapes.HandInPaperQuerySerializer],
        problems=_PROBLEMS,
    )
    def get(self, request: Request, club: str, event: str, hand_in: str) -> HttpResponse:
        """The same as its page prints."""
        inside, found = _get_hand_in(request, club, event, hand_in)
        made = hand_in_paper(inside, found, read_query(shapes.HandInPaperQuerySerializer, request)["size"])
        return file_response(made, "application/pdf", "inline", "pdf", *hand_in_file_names(found))


def _get_hand_in(request: Request, club: str, event: str, hand_in: str) -> tuple[ClubAccess, UnpackedHandIn]:
    inside = require_club_access(request.user, club, ClubAction.SEE)
    row = event_of(inside, event)
    return inside, unpack_hand_in(
        hand_in_of(inside, row, authenticated_user(request), hand_in, timezone.now()), row
    )


def _own_hand_in_response(mine: HandIn, event: Event, me: User, status: int = 200) -> Response:
    return Response(
        shapes.OwnHandInSerializer(shapes.serialize_own_hand_in(mine, event, me, timezone.now())).data, status
    )
