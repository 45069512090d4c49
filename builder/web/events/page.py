"""The data for an event's pages: the event, its row on the club's page, the hand-ins, and PDFs."""

from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timeuntil

from builder.catalogue.store import catalogue_of
from builder.exports.club_time import moment_text, time_zone_of, today_of, zone_text
from builder.exports.events import roster_ranges
from builder.exports.pdf.events import AS_ROSTERS, ROSTERS_AT_ONCE
from builder.exports.pdf.options import PaperOptions
from builder.frozen import FrozenSummary, summary_status
from builder.models import Event, HandIn, User
from builder.models.clubs import ClubAction
from builder.points.pricing.texts import points_text
from builder.points.rules.names import list_name, roster_name
from builder.points.rules.results import ILLEGAL, Status, event_status
from builder.points.rules.wording import pluralize
from builder.queries.clubs import ClubAccess
from builder.queries.events import (
    HandInTable,
    ListedEvent,
    events_of,
    is_event_open,
)
from builder.web.shared.markdown import render_markdown
from builder.web.shared.query_options import page_number

_QUICK_PAPERS = 20
"""The number of papers that are typeset within a second or two, if each is typeset separately."""


class HandInDisplay(NamedTuple):
    """A hand-in in the form for pages.

    ``status`` is the roster's status for this event, and ``errors`` the number of errors of an illegal roster
    as text. ``is_replacement`` says that the hand-in replaced an earlier hand-in.
    """

    hand_in: HandIn
    url: str
    roster_name: str
    list_name: str
    points: str
    limit: int | None
    models: str
    status: Status
    errors: str
    made_text: str
    is_replacement: bool


class EventPaper(NamedTuple):
    """A PDF with some of the event's rosters: its number, and a text that says which rosters."""

    number: int
    words: str


def event_context(access: ClubAccess, event: Event, now: datetime) -> dict[str, object]:
    """Return the common context of an event's pages."""
    zone = time_zone_of(access.club)
    catalogue = catalogue_of(event.edition)
    return {
        "nav": "clubs",
        "club": access.club,
        "event": event,
        "base": reverse("event", args=(access.club.public_id, event.public_id)),
        "catalogue": catalogue,
        "unit": catalogue.points_unit,
        "limit_name": catalogue.words.limit,
        "words": catalogue.words,
        "size": catalogue.game_size_name(event.limit),
        "notes": render_markdown(event.notes),
        "open": is_event_open(event, now),
        "deadline": moment_text(event.deadline, zone),
        "zone": zone_text(event.deadline, zone),
        "left": timeuntil(event.deadline, now) if is_event_open(event, now) else "",
        "organises": access.may(ClubAction.MAKE_EVENTS),
    }


class TableRow(NamedTuple):
    """A person in the table of hand-ins; ``hand_in`` is None if they haven't handed in a roster."""

    name: str
    is_reader: bool
    has_left: bool
    hand_in: HandInDisplay | None


def table_rows(table: HandInTable, event: Event, base: str, me: User, zone: ZoneInfo) -> list[TableRow]:
    """Return the rows of the table."""
    return [
        TableRow(
            name=row.user.username,
            is_reader=row.user.pk == me.pk,
            has_left=row.has_left,
            hand_in=hand_in_display(row.hand_in, event, base, zone) if row.hand_in else None,
        )
        for row in table.rows
    ]


def hand_in_display(row: HandIn, event: Event, base: str, zone: ZoneInfo) -> HandInDisplay:
    """Return a hand-in in the form for pages; ``base`` is the address of the event."""
    summary: FrozenSummary = row.summary
    words = catalogue_of(event.edition).words
    status = summary_status(summary)
    return HandInDisplay(
        hand_in=row,
        url=f"{base}hand-ins/{row.public_id}/",
        roster_name=roster_name(summary["roster"], words.roster),
        list_name=list_name(summary["list"]),
        points=points_text(summary["points"]),
        limit=summary["limit"],
        models=words.count(summary["models"]),
        status=event_status(status, summary["limit"], event.limit, summary["points"]),
        errors=pluralize(summary["errors"], "error") if status == ILLEGAL else "",
        made_text=moment_text(row.made, zone),
        is_replacement=row.version > 1,
    )


def event_papers(table: HandInTable, options: PaperOptions = AS_ROSTERS) -> list[EventPaper]:
    """Return the PDFs with the papers of a table's rosters."""
    if not table.hand_in_count:
        return []
    ranges = roster_ranges(table, options)
    if len(ranges) == 1:
        return [EventPaper(1, "All rosters (PDF)")]
    papers = []
    for number, part in enumerate(ranges, 1):
        words = f"Roster {part.stop}" if len(part) == 1 else f"Rosters {part.start + 1} to {part.stop}"
        papers.append(EventPaper(number, f"{words} (PDF)"))
    return papers


def is_first_paper_slow(table: HandInTable, options: PaperOptions = AS_ROSTERS) -> bool:
    """Return whether making the first PDF of ``event_papers`` takes some seconds."""
    quick = ROSTERS_AT_ONCE if options.paper == "roster" else _QUICK_PAPERS
    return table.hand_in_count > quick


# ------------------------------------------------------------------ events on the club's page


class EventSummary(NamedTuple):
    """An event on the club's page, with its deadline as text."""

    listed: ListedEvent
    deadline: str
    is_open: bool


class EventsSection(NamedTuple):
    """The events of a club; ``previous_page`` and ``next_page`` are pages of past events, 0 for none.

    ``new_url`` is the address of the form for a new event, "" for users who can't create one.
    """

    upcoming: list[EventSummary]
    past: list[EventSummary]
    previous_page: int
    next_page: int
    new_url: str


def events_section(access: ClubAccess, user: User, request: HttpRequest, system: str = "") -> EventsSection:
    """Return the upcoming events and the requested page of past events, of one system or all."""
    page = page_number(request.GET, "past")
    events = events_of(access.club, user, today_of(access.club), page, system)
    return EventsSection(
        upcoming=[_event_summary(access, row) for row in events.upcoming],
        past=[_event_summary(access, row) for row in events.past.object_list],
        previous_page=events.past.number - 1,
        next_page=events.past.number + 1 if events.past.has_next() else 0,
        new_url=reverse("new_event", args=(access.club.public_id,))
        if access.may(ClubAction.MAKE_EVENTS)
        else "",
    )


def _event_summary(access: ClubAccess, row: ListedEvent) -> EventSummary:
    return EventSummary(
        listed=row,
        deadline=moment_text(row.event.deadline, time_zone_of(access.club)),
        is_open=is_event_open(row.event, timezone.now()),
    )
