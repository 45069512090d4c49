"""Events of a club: found, made, changed and deleted, and all their rosters as a table or as papers."""

from functools import partial

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.answers import file_answer
from api.base import Resource, account_of
from api.bodies import read_body, read_query
from api.conditions import etag_of, seen_version
from api.errors import Problem
from api.idempotency import once_a_key
from api.parts import PageNumber, part_value
from api.permissions import WithAccount
from api.schema import BINARY, IDEMPOTENCY_KEY, IF_MATCH, TEXT, Answer, describes
from api.serializers.events import (
    DeletedEvent,
    EventChange,
    EventFields,
    EventShape,
    EventsShape,
    RostersQuery,
    SavedEvent,
    details_of,
    event_value,
    row_of,
)
from builder.exports.club_time import today_of
from builder.exports.events import event_paper, event_paper_names, papers_of, table_csv
from builder.models import Event, User
from builder.models.ranks import Act
from builder.queries.club_access import Inside, club_for
from builder.queries.events import check_sees_all, event_of, events_of, own_hand_in, table_of
from builder.services import events as services


class Events(Resource):
    """The events of a club."""

    permission_classes = (WithAccount,)

    @describes(
        "events", "A club's events: those to come, and a page of the past", tag="events",
        answers={200: Answer(EventsShape)}, parameters=[PageNumber], problems=("not-found",),
    )  # fmt: skip
    def get(self, request: Request, club: str) -> Response:
        """For its members; today is the day of the club's clock. ``page`` is one of the past."""
        inside, me = club_for(request.user, club, Act.SEE), account_of(request)
        page = read_query(PageNumber, request)["page"]
        found, now = events_of(inside.club, me, today_of(inside.club), page), timezone.now()
        past = part_value(request, found.past, [row_of(row, now) for row in found.past.rows])
        coming = [row_of(row, now) for row in found.coming]
        return Response(EventsShape({"coming": coming, "past": past}).data)

    @describes(
        "events_create", "Announce an event", tag="events",
        request=EventFields, answers={201: Answer(EventShape, headers=("ETag", "Location"))},
        parameters=[IDEMPOTENCY_KEY],
        problems=("not-found", "rank", "conflict", "too-much", "key-reused"),
    )  # fmt: skip
    @once_a_key
    def post(self, request: Request, club: str) -> Response:
        """For organisers; its deadline must be to come."""
        inside, me = club_for(request.user, club, Act.MAKE_EVENTS), account_of(request)
        event = services.make_event(inside.club, me, details_of(read_body(EventFields, request)))
        made = _told(inside, event_of(inside, event.public_id), me, 201)
        made["Location"] = reverse("api_event", args=(club, event.public_id))
        return made


class OneEvent(Resource):
    """An event of a club."""

    permission_classes = (WithAccount,)

    @describes(
        "event", "An event", tag="events",
        answers={200: Answer(EventShape, headers=("ETag",))}, problems=("not-found",),
    )  # fmt: skip
    def get(self, request: Request, club: str, event: str) -> Response:
        """For members of its club."""
        inside = club_for(request.user, club, Act.SEE)
        return _told(inside, event_of(inside, event), account_of(request))

    @describes(
        "event_change", "Change an event", tag="events",
        request=EventChange, answers={200: Answer(SavedEvent, headers=("ETag",))}, parameters=[IF_MATCH],
        problems=("not-found", "rank", "conflict", "too-much", "stale", "no-version"),
    )  # fmt: skip
    def patch(self, request: Request, club: str, event: str) -> Response:
        """For organisers. What is left out stays as it is; ``told`` says what the change does."""
        inside, me = club_for(request.user, club, Act.MAKE_EVENTS), account_of(request)
        row = event_of(inside, event)
        version = seen_version(request, row.version)
        sent = read_body(EventChange, request)
        saved = services.save_event(row, me, version, partial(details_of, sent))
        return _told(inside, event_of(inside, event), me, told=saved.told)

    @describes(
        "event_delete", "Delete an event for good, with all that was handed in", tag="events",
        answers={200: Answer(DeletedEvent)}, parameters=[IF_MATCH],
        problems=("not-found", "rank", "stale", "no-version"),
    )  # fmt: skip
    def delete(self, request: Request, club: str, event: str) -> Response:
        """For organisers; the answer says how many rosters went with it."""
        inside = club_for(request.user, club, Act.MAKE_EVENTS)
        row = event_of(inside, event)
        gone = services.delete_event(row, account_of(request), seen_version(request, row.version))
        return Response({"hand_ins": gone})


class Rosters(Resource):
    """All rosters of an event as papers."""

    permission_classes = (WithAccount,)
    kind = "papers"

    @describes(
        "event_rosters", "All rosters of an event as PDF", tag="events",
        answers={200: Answer(BINARY, "application/pdf")}, parameters=[RostersQuery],
        problems=("not-found", "rank", "broken-list"),
    )  # fmt: skip
    def get(self, request: Request, club: str, event: str) -> HttpResponse:
        """For organisers, and for members after the deadline."""
        inside = club_for(request.user, club, Act.SEE)
        row, now = event_of(inside, event), timezone.now()
        check_sees_all(inside, row, now)
        asked = read_query(RostersQuery, request)
        table = table_of(inside, row, account_of(request), now)
        part, most = asked["part"], len(papers_of(table))
        if part > most:
            said = f"write a number from 1 to {most}."
            raise Problem("not-understood", f"part: {said}", [("part", said)])
        made = event_paper(inside, row, table, part, asked["size"])
        return file_answer(made, "application/pdf", "inline", "pdf", *event_paper_names(row, table, part))


class Csv(Resource):
    """The table of an event, for spreadsheets."""

    permission_classes = (WithAccount,)

    @describes(
        "event_csv", "Who handed in what, as CSV", tag="events",
        answers={200: Answer(TEXT, "text/csv")}, problems=("not-found", "rank"),
    )  # fmt: skip
    def get(self, request: Request, club: str, event: str) -> HttpResponse:
        """For organisers."""
        inside = club_for(request.user, club, Act.SEE_HAND_INS)
        row = event_of(inside, event)
        table = table_of(inside, row, account_of(request), timezone.now())
        return file_answer(table_csv(inside, table), "text/csv; charset=utf-8", "attachment", "csv", row.name)


def _told(
    inside: Inside, event: Event, me: User, status: int = 200, told: tuple[str, ...] | None = None
) -> Response:
    """All of an event, with its version; ``told`` where it was changed."""
    value = event_value(inside, event, own_hand_in(event, me), timezone.now())
    shape = EventShape(value) if told is None else SavedEvent({**value, "told": told})
    made = Response(shape.data, status)
    made["ETag"] = etag_of(event.version)
    return made
