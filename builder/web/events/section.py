"""The events on the page of their club."""

from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from builder.exports.club_time import moment_text, time_zone_of, today_of
from builder.models import User
from builder.models.clubs import ClubAction
from builder.queries.clubs import ClubAccess
from builder.queries.events import ListedEvent, events_of, is_event_open
from builder.queries.pagination import MAX_PAGE_NUMBER
from builder.web.shared.query_options import parse_whole_number


class EventSummary(NamedTuple):
    """An event on the page of its club; it is open until its ``deadline``, which is in words."""

    listed: ListedEvent
    deadline: str
    is_open: bool


class EventsSection(NamedTuple):
    """The events of a club; ``previous_page`` and ``next_page`` are of the past ones, 0 for none.

    ``new_url`` is the form of a new event, "" for those who may make none.
    """

    upcoming: list[EventSummary]
    past: list[EventSummary]
    previous_page: int
    next_page: int
    new_url: str


def events_section(access: ClubAccess, user: User, request: HttpRequest, system: str = "") -> EventsSection:
    """The events to come, and the page of past events that the address names; of a system, or of all."""
    page = parse_whole_number(request.GET.get("past", ""), MAX_PAGE_NUMBER) or 1
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
