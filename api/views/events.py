"""Events of a club: found, made, changed and deleted, and all their rosters as a table or as papers."""

from functools import partial

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.answers import file_response
from api.base import BaseView, authenticated_user
from api.bodies import read_body, read_query
from api.conditions import etag_of, if_match_version
from api.errors import Problem
from api.idempotency import idempotent
from api.parts import PageQuerySerializer, serialize_numbered_page
from api.permissions import WithAccount
from api.schema import BINARY, IDEMPOTENCY_KEY_PARAMETER, IF_MATCH_PARAMETER, TEXT, ResponseSpec, describes
from api.serializers.events import (
    DeletedEventSerializer,
    EventCreateSerializer,
    EventRostersQuerySerializer,
    EventSerializer,
    EventsSerializer,
    EventUpdateSerializer,
    SavedEventSerializer,
    event_details,
    serialize_event,
    serialize_event_item,
)
from builder.exports.club_time import today_of
from builder.exports.events import event_csv, event_paper, event_paper_file_names, roster_ranges
from builder.models import Event, User
from builder.models.ranks import ClubAction
from builder.queries.club_access import ClubAccess, require_club_access
from builder.queries.events import event_of, events_of, hand_in_table, own_hand_in, require_sees_all
from builder.services import events as services


class EventListView(BaseView):
    """The events of a club."""

    permission_classes = (WithAccount,)

    @describes(
        "events",
        "A club's events: those to come, and a page of the past",
        tag="events",
        answers={200: ResponseSpec(EventsSerializer)},
        parameters=[PageQuerySerializer],
        problems=("not-found",),
    )
    def get(self, request: Request, club: str) -> Response:
        """For its members; today is the day of the club's clock. ``page`` is one of the past."""
        inside, me = require_club_access(request.user, club, ClubAction.SEE), authenticated_user(request)
        page = read_query(PageQuerySerializer, request)["page"]
        found, now = events_of(inside.club, me, today_of(inside.club), page), timezone.now()
        past = serialize_numbered_page(
            request, found.past, [serialize_event_item(row, now) for row in found.past.object_list]
        )
        coming = [serialize_event_item(row, now) for row in found.upcoming]
        return Response(EventsSerializer({"coming": coming, "past": past}).data)

    @describes(
        "events_create",
        "Announce an event",
        tag="events",
        request=EventCreateSerializer,
        answers={201: ResponseSpec(EventSerializer, headers=("ETag", "Location"))},
        parameters=[IDEMPOTENCY_KEY_PARAMETER],
        problems=("not-found", "rank", "conflict", "too-much", "key-reused"),
    )
    @idempotent
    def post(self, request: Request, club: str) -> Response:
        """For organisers; its deadline must be to come."""
        inside, me = (
            require_club_access(request.user, club, ClubAction.MAKE_EVENTS),
            authenticated_user(request),
        )
        event = services.create_event(
            inside.club, me, event_details(read_body(EventCreateSerializer, request))
        )
        made = _event_response(inside, event_of(inside, event.public_id), me, 201)
        made["Location"] = reverse("api_event", args=(club, event.public_id))
        return made


class EventDetailView(BaseView):
    """An event of a club."""

    permission_classes = (WithAccount,)

    @describes(
        "event", "An event", tag="events",
        answers={200: ResponseSpec(EventSerializer, headers=("ETag",))}, problems=("not-found",),
    )  # fmt: skip
    def get(self, request: Request, club: str, event: str) -> Response:
        """For members of its club."""
        inside = require_club_access(request.user, club, ClubAction.SEE)
        return _event_response(inside, event_of(inside, event), authenticated_user(request))

    @describes(
        "event_change",
        "Change an event",
        tag="events",
        request=EventUpdateSerializer,
        answers={200: ResponseSpec(SavedEventSerializer, headers=("ETag",))},
        parameters=[IF_MATCH_PARAMETER],
        problems=("not-found", "rank", "conflict", "too-much", "stale", "no-version"),
    )
    def patch(self, request: Request, club: str, event: str) -> Response:
        """For organisers. What is left out stays as it is; ``consequences`` says what the change does."""
        inside, me = (
            require_club_access(request.user, club, ClubAction.MAKE_EVENTS),
            authenticated_user(request),
        )
        row = event_of(inside, event)
        version = if_match_version(request, row.version)
        sent = read_body(EventUpdateSerializer, request)
        saved = services.update_event(row, me, version, partial(event_details, sent))
        return _event_response(inside, event_of(inside, event), me, consequences=saved.notices)

    @describes(
        "event_delete", "Delete an event for good, with all that was handed in", tag="events",
        answers={200: ResponseSpec(DeletedEventSerializer)}, parameters=[IF_MATCH_PARAMETER],
        problems=("not-found", "rank", "stale", "no-version"),
    )  # fmt: skip
    def delete(self, request: Request, club: str, event: str) -> Response:
        """For organisers; the answer says how many rosters went with it."""
        inside = require_club_access(request.user, club, ClubAction.MAKE_EVENTS)
        row = event_of(inside, event)
        gone = services.delete_event(row, authenticated_user(request), if_match_version(request, row.version))
        return Response({"hand_ins": gone})


class EventRostersView(BaseView):
    """All rosters of an event as papers."""

    permission_classes = (WithAccount,)
    throttle_kind = "papers"

    @describes(
        "event_rosters", "All rosters of an event as PDF", tag="events",
        answers={200: ResponseSpec(BINARY, "application/pdf")}, parameters=[EventRostersQuerySerializer],
        problems=("not-found", "rank", "broken-list"),
    )  # fmt: skip
    def get(self, request: Request, club: str, event: str) -> HttpResponse:
        """For organisers, and for members after the deadline."""
        inside = require_club_access(request.user, club, ClubAction.SEE)
        row, now = event_of(inside, event), timezone.now()
        require_sees_all(inside, row, now)
        asked = read_query(EventRostersQuerySerializer, request)
        table = hand_in_table(inside, row, authenticated_user(request), now)
        part, most = asked["part"], len(roster_ranges(table))
        if part > most:
            said = f"write a number from 1 to {most}."
            raise Problem("not-understood", f"part: {said}", [("part", said)])
        made = event_paper(inside, row, table, part, asked["size"])
        return file_response(
            made, "application/pdf", "inline", "pdf", *event_paper_file_names(row, table, part)
        )


class EventCsvView(BaseView):
    """The table of an event, for spreadsheets."""

    permission_classes = (WithAccount,)

    @describes(
        "event_csv", "Who handed in what, as CSV", tag="events",
        answers={200: ResponseSpec(TEXT, "text/csv")}, problems=("not-found", "rank"),
    )  # fmt: skip
    def get(self, request: Request, club: str, event: str) -> HttpResponse:
        """For organisers."""
        inside = require_club_access(request.user, club, ClubAction.SEE_HAND_INS)
        row = event_of(inside, event)
        table = hand_in_table(inside, row, authenticated_user(request), timezone.now())
        return file_response(
            event_csv(inside, table), "text/csv; charset=utf-8", "attachment", "csv", row.name
        )


def _event_response(
    inside: ClubAccess, event: Event, me: User, status: int = 200, consequences: tuple[str, ...] | None = None
) -> Response:
    """All of an event, with its version; ``consequences`` where it was changed."""
    value = serialize_event(inside, event, own_hand_in(event, me), timezone.now())
    shape = (
        EventSerializer(value)
        if consequences is None
        else SavedEventSerializer({**value, "told": consequences})
    )
    made = Response(shape.data, status)
    made["ETag"] = etag_of(event.version)
    return made
