"""What the page of a club shows of its events."""

from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from builder.exports.club_time import moment_text, time_zone_of, today_of
from builder.models import User
from builder.models.clubs import ClubAction
from builder.queries.clubs.access import ClubAccess
from builder.queries.events import ListedEvent, events_of, is_event_open
from builder.queries.pagination import MAX_PAGE_NUMBER
from builder.web.shared.query_options import parse_whole_number


class EventSummary(NamedTuple):
    """An event in the page of its club. ``is_event_open`` while rosters are handed in, until ``deadline``."""

    listed: ListedEvent
    name: str
    url: str
    system: str
    deadline: str
    is_open: bool


class EventsSection(NamedTuple):
    """The events of a club; ``previous_page`` and ``next_page`` are pages of the past, 0 where there is none.

    ``new_url`` is where one is made, "" for those who may not.
    """

    upcoming: list[EventSummary]
    past: list[EventSummary]
    previous_page: int
    next_page: int
    new_url: str


def events_section(club_access: ClubAccess, user: User, request: HttpRequest) -> EventsSection:
    """The events to come and a page of the past; which page, the address says."""
    page = parse_whole_number(request.GET.get("past", ""), MAX_PAGE_NUMBER) or 1
    found = events_of(club_access.club, user, today_of(club_access.club), page)
    return EventsSection(
        upcoming=[_event_summary(club_access, row) for row in found.upcoming],
        past=[_event_summary(club_access, row) for row in found.past.object_list],
        previous_page=found.past.number - 1,
        next_page=found.past.number + 1 if found.past.has_next() else 0,
        new_url=reverse("new_event", args=(club_access.club.public_id,))
        if club_access.may(ClubAction.MAKE_EVENTS)
        else "",
    )


def _event_summary(club_access: ClubAccess, row: ListedEvent) -> EventSummary:
    event = row.event
    return EventSummary(
        listed=row,
        name=event.name,
        url=reverse("event", args=(club_access.club.public_id, event.public_id)),
        system=str(event.edition),
        deadline=moment_text(event.deadline, time_zone_of(club_access.club)),
        is_open=is_event_open(event, timezone.now()),
    )
