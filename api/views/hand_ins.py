"""What is handed in for an event of a club: one's own roster, the table, and each as it was then."""

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.answers import file_answer
from api.base import Resource, account_of
from api.bodies import read_body, read_query
from api.permissions import WithAccount
from api.schema import BINARY, DOCUMENT, Answer, describes
from api.serializers import events as shapes
from builder.exports.events import hand_in_document, hand_in_names, hand_in_paper
from builder.models import Event, HandIn, User
from builder.models.ranks import Act
from builder.queries.access import list_for_owner
from builder.queries.club_access import Inside, club_for
from builder.queries.events import Frozen, event_of, frozen, hand_in_of, own_hand_in, table_of
from builder.services import events as services

_SEEN = ("not-found", "rank", "broken-list")


class HandIns(Resource):
    """Who handed in what."""

    permission_classes = (WithAccount,)

    @describes(
        "hand_ins", "Who handed in what, as far as you may see it", tag="events",
        answers={200: Answer(shapes.HandInsShape)}, problems=("not-found",),
    )  # fmt: skip
    def get(self, request: Request, club: str, event: str) -> Response:
        """Organisers see everybody, members themselves, and after the deadline everybody too."""
        inside, me = club_for(request.user, club, Act.SEE), account_of(request)
        row = event_of(inside, event)
        table = table_of(inside, row, me, timezone.now())
        return Response(shapes.HandInsShape(shapes.table_value(table, row, me)).data)


class Own(Resource):
    """One's own roster for an event."""

    permission_classes = (WithAccount,)

    @describes(
        "hand_in", "What you have handed in", tag="events",
        answers={200: Answer(shapes.OwnHandIn)}, problems=("not-found", "broken-list"),
    )  # fmt: skip
    def get(self, request: Request, club: str, event: str) -> Response:
        """Not found where that is nothing."""
        inside, me = club_for(request.user, club, Act.SEE), account_of(request)
        row = event_of(inside, event)
        mine = own_hand_in(row, me)
        if mine is None:
            raise Http404("Nothing of yours is handed in.")
        return _own(mine, row, me)

    @describes(
        "hand_in_put", "Hand in a roster of your own, or another in its place", tag="events",
        request=shapes.HandInSent,
        answers={
            200: Answer(shapes.OwnHandIn, words="It took the place of another."),
            201: Answer(shapes.OwnHandIn, words="It is the first.", headers=("Location",)),
        },
        problems=("not-found", "rank", "conflict", "stale", "broken-list"),
    )  # fmt: skip
    def put(self, request: Request, club: str, event: str) -> Response:
        """A frozen copy, legal or not, until the deadline; the last one counts.

        One for a game of another size is taken, and marked. ``seen`` guards against handing in what you
        have not looked at.
        """
        inside, me = club_for(request.user, club, Act.HAND_IN), account_of(request)
        row = event_of(inside, event)
        sent = read_body(shapes.HandInSent, request)
        company_list = list_for_owner(me, sent["list"])
        made = services.hand_in(row, me, company_list, sent["roster"], seen=sent.get("seen"))
        if made.version > 1:
            return _own(made, row, me)
        answer = _own(made, row, me, 201)
        answer["Location"] = reverse("api_hand_in", args=(club, event))
        return answer

    @describes(
        "hand_in_take_back", "Take back what you have handed in", tag="events",
        answers={204: Answer(None)}, problems=("not-found", "rank", "conflict"),
    )  # fmt: skip
    def delete(self, request: Request, club: str, event: str) -> Response:
        """Until the deadline."""
        inside = club_for(request.user, club, Act.HAND_IN)
        services.take_back(event_of(inside, event), account_of(request))
        return Response(status=204)


class OneHandIn(Resource):
    """A roster as it was handed in."""

    permission_classes = (WithAccount,)
    kind = "appraisals"

    @describes(
        "one_hand_in", "A roster as it was handed in, with its appraisal then", tag="events",
        answers={200: Answer(shapes.OneHandIn)}, problems=_SEEN,
    )  # fmt: skip
    def get(self, request: Request, club: str, event: str, hand_in: str) -> Response:
        """One's own; organisers see all, and after the deadline members too. ``agrees`` tells of today."""
        _, found = _found(request, club, event, hand_in)
        return Response(shapes.one_value(found, found.row.event, account_of(request), timezone.now()))


class Document(Resource):
    """What was handed in, to be brought in again."""

    permission_classes = (WithAccount,)

    @describes(
        "hand_in_document", "A roster as it was handed in, as its document", tag="events",
        answers={200: Answer(DOCUMENT)}, problems=_SEEN,
    )  # fmt: skip
    def get(self, request: Request, club: str, event: str, hand_in: str) -> HttpResponse:
        """The list cut to the one roster; the same bytes as the download of its page."""
        _, found = _found(request, club, event, hand_in)
        return file_answer(
            hand_in_document(found), "application/json", "attachment", "json", *hand_in_names(found)
        )


class Paper(Resource):
    """What was handed in, as the paper for play."""

    permission_classes = (WithAccount,)
    kind = "papers"

    @describes(
        "hand_in_paper", "A roster as it was handed in, as PDF for play", tag="events",
        answers={200: Answer(BINARY, "application/pdf")}, parameters=[shapes.PaperQuery], problems=_SEEN,
    )  # fmt: skip
    def get(self, request: Request, club: str, event: str, hand_in: str) -> HttpResponse:
        """The same as its page prints."""
        inside, found = _found(request, club, event, hand_in)
        made = hand_in_paper(inside, found, read_query(shapes.PaperQuery, request)["size"])
        return file_answer(made, "application/pdf", "inline", "pdf", *hand_in_names(found))


def _found(request: Request, club: str, event: str, hand_in: str) -> tuple[Inside, Frozen]:
    inside = club_for(request.user, club, Act.SEE)
    row = event_of(inside, event)
    return inside, frozen(hand_in_of(inside, row, account_of(request), hand_in, timezone.now()), row)


def _own(mine: HandIn, event: Event, me: User, status: int = 200) -> Response:
    return Response(shapes.OwnHandIn(shapes.own_value(mine, event, me, timezone.now())).data, status)
