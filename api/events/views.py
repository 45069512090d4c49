"""Views of club events and of hand-ins.

A hand-in is a copy of a roster that a participant has handed in for an event.
"""

from functools import partial
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpResponse
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.events.serializers import (
    DeletedEventSerializer,
    EventCreateSerializer,
    EventItemSerializer,
    EventRostersQuerySerializer,
    EventSerializer,
    EventsQuerySerializer,
    EventUpdateSerializer,
    HandInCreateSerializer,
    HandInDetailSerializer,
    HandInPaperQuerySerializer,
    HandInsSerializer,
    OwnHandInSerializer,
    SavedEventSerializer,
    event_details,
)
from api.papers.responses import PAPER_PROBLEMS, paper_file_response
from api.papers.serializers import hand_in_options
from api.shared.base import BaseView, authenticated_user
from api.shared.bodies import read_body, read_query
from api.shared.conditions import if_match_version
from api.shared.errors import fault_problem
from api.shared.idempotency import idempotent
from api.shared.pagination import PAGE_PARAMETERS, page_response, page_serializer, sequence_value, with_page
from api.shared.permissions import WithAccount
from api.shared.responses import created_response, row_serializer, serialize
from api.shared.schema import (
    BINARY,
    DOCUMENT,
    IF_MATCH_PARAMETER,
    TEXT,
    ResponseSpec,
    operation,
)
from api.shared.tables import TableFormatSerializer, table_file_response
from builder.exports.club_time import today_of
from builder.exports.events import (
    event_csv,
    event_paper,
    hand_in_document,
    hand_in_file_names,
    hand_in_paper,
    roster_ranges,
)
from builder.exports.file_names import file_response
from builder.frozen import UnpackedRoster
from builder.models import Event, HandIn, User
from builder.models.clubs import ClubAction
from builder.queries.access import list_for_owner
from builder.queries.clubs import ClubAccess, require_club_access
from builder.queries.events import (
    annotated_events,
    event_of,
    events_by_day,
    hand_in_of,
    hand_in_table,
    own_hand_in,
    require_may_see_all,
    unpack_hand_in,
)
from builder.queries.lookup import get_by_public_id
from builder.services import events as services


class EventListView(BaseView):
    """The events of a club."""

    permission_classes = (WithAccount,)

    @operation(
        "events",
        "Events of a club, coming or past",
        tag="events",
        responses={200: page_serializer(EventItemSerializer)},
        parameters=with_page(EventsQuerySerializer),
    )
    def get(self, request: Request, club: str) -> Response:
        """Return a page of events. Coming events include today, in the club's time zone. For members."""
        user = authenticated_user(request)
        access = require_club_access(user, club, ClubAction.SEE)
        query, now = read_query(EventsQuerySerializer, request), timezone.now()
        is_upcoming = query["when"] == "coming"
        rows = events_by_day(
            access.club, user, today_of(access.club), is_upcoming=is_upcoming, system=query["game"]
        )
        ordering = ("date", "public_id") if is_upcoming else ("-date", "-public_id")
        return page_response(request, rows, ordering, row_serializer(EventItemSerializer, request, now=now))

    @operation(
        "events_create",
        "Announce an event",
        tag="events",
        request=EventCreateSerializer,
        responses={201: EventSerializer},
        etag=True,
        problems=("rank", "conflict", "too-much"),
    )
    @idempotent
    def post(self, request: Request, club: str) -> Response:
        """Create an event. The deadline must be in the future. For organisers."""
        user = authenticated_user(request)
        access = require_club_access(user, club, ClubAction.MAKE_EVENTS)
        event = services.create_event(
            access.club, user, event_details(read_body(EventCreateSerializer, request))
        )
        return created_response(_event_value(request, event_of(access, event.public_id), user))


class EventDetailView(BaseView):
    """An event of a club."""

    permission_classes = (WithAccount,)

    @operation("event", "An event", tag="events", responses={200: EventSerializer}, etag=True)
    def get(self, request: Request, club: str, event: str) -> Response:
        """Return an event. For members of its club."""
        access = require_club_access(request.user, club, ClubAction.SEE)
        return Response(_event_value(request, event_of(access, event), authenticated_user(request)))

    @operation(
        "event_change",
        "Change an event",
        tag="events",
        request=EventUpdateSerializer,
        responses={200: SavedEventSerializer},
        etag=True,
        parameters=[IF_MATCH_PARAMETER],
        problems=("rank", "conflict", "too-much"),
    )
    def patch(self, request: Request, club: str, event: str) -> Response:
        """Change the fields that you send. For organisers.

        ``messages`` says what the change means for participants.
        """
        user = authenticated_user(request)
        access = require_club_access(user, club, ClubAction.MAKE_EVENTS)
        row = event_of(access, event)
        version = if_match_version(request, row.version)
        body = read_body(EventUpdateSerializer, request)
        saved = services.update_event(row, user, version, partial(event_details, body))
        changed = event_of(access, event)
        return Response(_event_value(request, changed, user, consequences=saved.notices))

    @operation(
        "event_delete", "Delete an event with its hand-ins for good", tag="events",
        responses={200: DeletedEventSerializer}, parameters=[IF_MATCH_PARAMETER], problems=("rank",),
    )  # fmt: skip
    def delete(self, request: Request, club: str, event: str) -> Response:
        """Delete an event, and return the number of deleted hand-ins. For organisers."""
        access = require_club_access(request.user, club, ClubAction.MAKE_EVENTS)
        row = event_of(access, event)
        deleted = services.delete_event(
            row, authenticated_user(request), if_match_version(request, row.version)
        )
        return Response({"hand_ins": deleted})


class EventRostersView(BaseView):
    """All rosters of an event as papers."""

    permission_classes = (WithAccount,)
    cost = "paper"

    @operation(
        "event_rosters", "Papers of all rosters of an event (PDF)", tag="events",
        responses={200: ResponseSpec(BINARY, "application/pdf"), 304: None},
        parameters=[EventRostersQuerySerializer], problems=("rank", "broken-list", *PAPER_PROBLEMS),
    )  # fmt: skip
    def get(self, request: Request, club: str, event: str) -> HttpResponse:
        """Return a PDF. For organisers, and for members after the deadline."""
        access = require_club_access(request.user, club, ClubAction.SEE)
        row, now = event_of(access, event), timezone.now()
        require_may_see_all(access, row, now)
        query = read_query(EventRostersQuerySerializer, request)
        table = hand_in_table(access, row, authenticated_user(request), now)
        options = hand_in_options(query)
        part, count = query["part"], len(roster_ranges(table, options))
        if part > count:
            raise fault_problem([("part", f"is not a part: write a number from 1 to {count}")])
        return paper_file_response(request, event_paper(access, row, table, part, options), "pdf")


class EventCsvView(BaseView):
    """The table of an event, for spreadsheets."""

    permission_classes = (WithAccount,)

    @operation(
        "event_csv", "Hand-ins of an event as CSV", tag="events", problems=("rank",),
        responses={200: ResponseSpec(TEXT, "text/csv")}, parameters=[TableFormatSerializer],
    )  # fmt: skip
    def get(self, request: Request, club: str, event: str) -> HttpResponse:
        """Return the table of an event. For organisers."""
        access = require_club_access(request.user, club, ClubAction.SEE_HAND_INS)
        row = event_of(access, event)
        query = read_query(TableFormatSerializer, request)
        table = hand_in_table(access, row, authenticated_user(request), timezone.now())
        return table_file_response(query, lambda chosen: event_csv(access, row, table, chosen), row.name)


def _event_value(
    request: Request, event: Event, user: User, consequences: tuple[str, ...] | None = None
) -> dict[str, Any]:
    """Return an event as JSON. ``consequences`` says what a change means for participants."""
    # Another organiser may delete the event after it was read.
    row = get_by_public_id(annotated_events(user), event.public_id, "This club has no such event.")
    serializer_class = EventSerializer if consequences is None else SavedEventSerializer
    return serialize(serializer_class, request, row, now=timezone.now(), consequences=consequences)


_HAND_IN_PROBLEMS = ("rank", "broken-list")


class HandInListView(BaseView):
    """The hand-ins of an event."""

    permission_classes = (WithAccount,)

    @operation(
        "hand_ins", "Hand-ins of an event that you can see", tag="events", responses={200: HandInsSerializer},
        parameters=PAGE_PARAMETERS,
    )  # fmt: skip
    def get(self, request: Request, club: str, event: str) -> Response:
        """Return a page of participants. Before the deadline, members see only themselves."""
        user = authenticated_user(request)
        access = require_club_access(user, club, ClubAction.SEE)
        row = event_of(access, event)
        table = hand_in_table(access, row, user, timezone.now())
        value = sequence_value(
            request,
            table.rows,
            lambda participant: participant,
            whole=table.shows_everybody,
            members=table.member_count,
            handed_in=table.hand_in_count,
        )
        return Response(serialize(HandInsSerializer, request, value, event=row))


class OwnHandInView(BaseView):
    """The user's hand-in for an event."""

    permission_classes = (WithAccount,)

    @operation(
        "hand_in",
        "Your hand-in",
        tag="events",
        responses={200: OwnHandInSerializer},
        problems=("broken-list",),
    )
    def get(self, request: Request, club: str, event: str) -> Response:
        """Return your hand-in, or 404 if there is none."""
        user = authenticated_user(request)
        access = require_club_access(user, club, ClubAction.SEE)
        row = event_of(access, event)
        mine = own_hand_in(row, user)
        if mine is None:
            raise Http404("You haven't handed in a roster.")
        return _own_hand_in_response(request, mine, row)

    @operation(
        "hand_in_put",
        "Hand in a roster, or replace it",
        tag="events",
        request=HandInCreateSerializer,
        responses={
            200: ResponseSpec(OwnHandInSerializer, description="Your earlier hand-in was replaced."),
            201: ResponseSpec(
                OwnHandInSerializer, description="This is your first hand-in.", headers=("Location",)
            ),
        },
        problems=("rank", "conflict", "stale", "broken-list"),
    )
    def put(self, request: Request, club: str, event: str) -> Response:
        """Hand in a copy of a roster until the deadline. It replaces your earlier hand-in.

        The roster may be illegal. If its limit differs from the limit of the event, ``other_size`` is true.
        With ``seen``, you can't hand in a version of the list that you haven't read.
        """
        user = authenticated_user(request)
        access = require_club_access(user, club, ClubAction.HAND_IN)
        row = event_of(access, event)
        body = read_body(HandInCreateSerializer, request)
        company_list = list_for_owner(user, body["list"])
        hand_in = services.hand_in_roster(
            row, user, company_list, body["roster"], seen_version=body.get("seen")
        )
        response = _own_hand_in_response(request, hand_in, row)
        if hand_in.version == 1:
            response.status_code = HTTPStatus.CREATED
            response["Location"] = request.path
        return response

    @operation("hand_in_take_back", "Withdraw your hand-in", tag="events", problems=("rank", "conflict"))
    def delete(self, request: Request, club: str, event: str) -> Response:
        """Withdraw your hand-in, until the deadline."""
        access = require_club_access(request.user, club, ClubAction.HAND_IN)
        services.withdraw_hand_in(event_of(access, event), authenticated_user(request))
        return Response(status=204)


class HandInDetailView(BaseView):
    """A hand-in."""

    permission_classes = (WithAccount,)
    cost = "appraisal"

    @operation(
        "one_hand_in", "A hand-in with its appraisal", tag="events", responses={200: HandInDetailSerializer},
        problems=_HAND_IN_PROBLEMS,
    )  # fmt: skip
    def get(self, request: Request, club: str, event: str, hand_in: str) -> Response:
        """Return a hand-in that you can see.

        It has the appraisal by the rulings at the time of the hand-in. If the current rulings give another
        result, it also has the appraisal by the current rulings.
        """
        _, frozen = _get_hand_in(request, club, event, hand_in)
        row, now = frozen.row, timezone.now()
        context = {"event": row.event, "now": now, "frozen": frozen}
        return Response(serialize(HandInDetailSerializer, request, row, **context))


class HandInDocumentView(BaseView):
    """The document of a hand-in, which can be imported."""

    permission_classes = (WithAccount,)

    @operation(
        "hand_in_document",
        "Document of a hand-in",
        tag="events",
        responses={200: DOCUMENT},
        problems=_HAND_IN_PROBLEMS,
    )
    def get(self, request: Request, club: str, event: str, hand_in: str) -> HttpResponse:
        """Return the document of the roster. It is the same file as the download on the hand-in's page."""
        _, frozen = _get_hand_in(request, club, event, hand_in)
        return file_response(
            hand_in_document(frozen), "application/json", "attachment", "json", *hand_in_file_names(frozen)
        )


class HandInPaperView(BaseView):
    """The sheet of a hand-in, as a PDF."""

    permission_classes = (WithAccount,)
    cost = "paper"

    @operation(
        "hand_in_paper",
        "Sheet of a hand-in (PDF)",
        tag="events",
        responses={200: ResponseSpec(BINARY, "application/pdf"), 304: None},
        parameters=[HandInPaperQuerySerializer],
        problems=(*_HAND_IN_PROBLEMS, *PAPER_PROBLEMS),
    )
    def get(self, request: Request, club: str, event: str, hand_in: str) -> HttpResponse:
        """Return the same PDF as the page of the hand-in."""
        access, frozen = _get_hand_in(request, club, event, hand_in)
        source = hand_in_paper(access, frozen, read_query(HandInPaperQuerySerializer, request)["size"])
        return paper_file_response(request, source, "pdf")


def _get_hand_in(
    request: Request, club: str, event: str, hand_in: str
) -> tuple[ClubAccess, UnpackedRoster[HandIn]]:
    access = require_club_access(request.user, club, ClubAction.SEE)
    row = event_of(access, event)
    return access, unpack_hand_in(
        hand_in_of(access, row, authenticated_user(request), hand_in, timezone.now()), row
    )


def _own_hand_in_response(request: Request, hand_in: HandIn, event: Event) -> Response:
    return Response(serialize(OwnHandInSerializer, request, hand_in, event=event, now=timezone.now()))
