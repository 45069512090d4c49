"""The data for the pages of an event, and for the part of a club's page with its events."""

from datetime import datetime
from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timeuntil

from builder.catalogue.store import catalogue_of
from builder.exports.club_time import moment_text, time_zone_of, today_of, zone_text
from builder.exports.events import roster_ranges
from builder.exports.pdf.events import AS_ROSTERS, MAX_ROSTERS_AT_ONCE
from builder.exports.pdf.options import PaperOptions
from builder.frozen import FrozenSummary, summary_status
from builder.models import Event, HandIn, User
from builder.models.clubs import ClubAction
from builder.points.pricing.texts import points_text
from builder.points.rules.names import list_name, roster_name
from builder.points.rules.results import ILLEGAL, Status, event_status
from builder.points.rules.wording import pluralize
from builder.queries.clubs import ClubAccess
from builder.queries.events import HandInTable, events_of, is_event_open
from builder.web.shared.markdown import render_markdown
from builder.web.shared.query_options import page_number

_QUICK_PAPERS = 20
"""The number of rosters whose papers take a second or two if each paper is made separately."""


class HandInDisplay(NamedTuple):
    """A hand-in, and the texts that pages show about it.

    ``status`` also depends on the game size of the event. ``errors`` is the number of errors as text, or an
    empty string if the roster isn't illegal.
    ``handed_in_text`` is the time in the club's time zone.
    """

    hand_in: HandIn
    url: str
    roster_name: str
    list_name: str
    points: str
    models: str
    status: Status
    errors: str
    handed_in_text: str


def event_context(access: ClubAccess, event: Event, now: datetime) -> dict[str, object]:
    """Return the context that all pages of an event need."""
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
        "time_left": timeuntil(event.deadline, now) if is_event_open(event, now) else "",
        "organises": access.may(ClubAction.MAKE_EVENTS),
    }


def hand_in_display(row: HandIn, event: Event) -> HandInDisplay:
    """Return a hand-in of an event, and the texts that pages show about it."""
    summary: FrozenSummary = row.summary
    words = catalogue_of(event.edition).words
    status = summary_status(summary)
    return HandInDisplay(
        hand_in=row,
        url=reverse("hand_in_page", args=(event.club.public_id, event.public_id, row.public_id)),
        roster_name=roster_name(summary["roster"], words.roster),
        list_name=list_name(summary["list"]),
        points=points_text(summary["points"]),
        models=words.count(summary["models"]),
        status=event_status(status, summary["limit"], event.limit, summary["points"]),
        errors=pluralize(summary["errors"], "error") if status == ILLEGAL else "",
        handed_in_text=moment_text(row.made, time_zone_of(event.club)),
    )


def event_papers(table: HandInTable, options: PaperOptions = AS_ROSTERS) -> list[str]:
    """Return the names of the PDFs with all rosters, such as "Rosters 1 to 50 (PDF)", or an empty list."""
    if not table.hand_in_count:
        return []
    ranges = roster_ranges(table, options)
    if len(ranges) == 1:
        return ["All rosters (PDF)"]
    return [
        f"Roster {part.stop} (PDF)" if len(part) == 1 else f"Rosters {part.start + 1} to {part.stop} (PDF)"
        for part in ranges
    ]


def is_first_paper_slow(table: HandInTable, options: PaperOptions = AS_ROSTERS) -> bool:
    """Return whether making the first PDF of ``event_papers`` takes some seconds."""
    max_quick = MAX_ROSTERS_AT_ONCE if options.paper == "roster" else _QUICK_PAPERS
    return table.hand_in_count > max_quick


# ------------------------------------------------------------------ events on the club's page


class EventSummary(NamedTuple):
    """An event on the club's page, with its deadline as text."""

    event: Event
    deadline: str
    is_open: bool


def events_section(
    access: ClubAccess, user: User, request: HttpRequest, system: str = ""
) -> dict[str, object]:
    """Return the context of ``events/_events.html``: the upcoming events, and a page of the past events.

    With ``system``, only events of this game are included.
    """
    number = page_number(request.GET, "past")
    events = events_of(access.club, user, today_of(access.club), number, system)
    return {
        "upcoming_events": [_event_summary(row) for row in events.upcoming],
        "past_events": [_event_summary(row) for row in events.past],
        "past_page": events.past,
    }


def _event_summary(row: Event) -> EventSummary:
    deadline = moment_text(row.deadline, time_zone_of(row.club))
    return EventSummary(row, deadline, is_event_open(row, timezone.now()))
