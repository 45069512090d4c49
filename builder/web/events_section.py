"""What the page of a club shows of its events."""

from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from builder.exports.club_time import moment_text, today_of, zone_of
from builder.models import User
from builder.models.ranks import Act
from builder.queries.club_access import Inside
from builder.queries.clubs import MOST_PAGES
from builder.queries.events import Listed, events_of, is_open
from builder.web.asked import whole_number


class EventLine(NamedTuple):
    """An event in the page of its club. ``open`` while rosters are handed in, until ``deadline``."""

    row: Listed
    name: str
    url: str
    system: str
    deadline: str
    open: bool


class EventsSection(NamedTuple):
    """The events of a club; ``before`` and ``after`` are pages of the past, 0 where there is none.

    ``new`` is where one is made, "" for those who may not.
    """

    coming: list[EventLine]
    past: list[EventLine]
    before: int
    after: int
    new: str


def events_section(inside: Inside, user: User, request: HttpRequest) -> EventsSection:
    """The events to come and a page of the past; which page, the address says."""
    page = whole_number(request.GET.get("past", ""), MOST_PAGES) or 1
    found = events_of(inside.club, user, today_of(inside.club), page)
    return EventsSection(
        coming=[_line(inside, row) for row in found.coming],
        past=[_line(inside, row) for row in found.past.rows],
        before=found.past.before,
        after=found.past.after,
        new=reverse("new_event", args=(inside.club.public_id,)) if inside.may(Act.MAKE_EVENTS) else "",
    )


def _line(inside: Inside, row: Listed) -> EventLine:
    event = row.event
    return EventLine(
        row=row,
        name=event.name,
        url=reverse("event", args=(inside.club.public_id, event.public_id)),
        system=str(event.edition),
        deadline=moment_text(event.deadline, zone_of(inside.club)),
        open=is_open(event, timezone.now()),
    )
