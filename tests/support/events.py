"""Events for tests: open events, closed events, and events with many hand-ins."""

from datetime import date, datetime, timedelta
from typing import Any

from django.utils import timezone

from builder.models import Club, CompanyList, Edition, Event, HandIn, Membership, Roster, User
from builder.models.ids import new_public_id
from builder.services.events import EventDetails, create_event, hand_in_roster

DAY = date(2030, 5, 9)


def in_days(days: float) -> datetime:
    """Return the moment after this number of days."""
    return timezone.now() + timedelta(days=days)


def fury_edition() -> Edition:
    """Return the edition of the test lists, Unbridled Fury 0.9.0."""
    return Edition.objects.select_related("system").get(system__code="unbridled-fury", version="0.9.0")


def event_details(**changes: Any) -> EventDetails:
    """Return the details of an event as an organiser fills them in, with changes."""
    usual = EventDetails("Spring muster", DAY, fury_edition(), 750, in_days(3), "Bring *dice*.")
    return usual._replace(**changes)


def add_event(club: Club, by: User, **changes: Any) -> Event:
    """Create an event of a club that is open for three days."""
    return create_event(club, by, event_details(**changes))


def roster_of(company_list: CompanyList, place: int = 0) -> Roster:
    """Return the roster at a place in a list, counted from 0."""
    return Roster.objects.filter(company_list=company_list, removed_at=None).order_by("position")[place]


def submit_roster(event: Event, user: User, company_list: CompanyList, place: int = 0) -> HandIn:
    """Hand in the roster at a place in a list, counted from 0."""
    return hand_in_roster(event, user, company_list, roster_of(company_list, place).public_id)


def close_event(event: Event) -> None:
    """Move the deadline of an event to a second ago."""
    Event.objects.filter(pk=event.pk).update(deadline=timezone.now() - timedelta(seconds=1))


def add_hand_ins(event: Event, hand_in_to_copy: HandIn, members: int) -> list[User]:
    """Add this number of members to the club, each with a copy of a hand-in."""
    hand_in_to_copy = HandIn.objects.get(pk=hand_in_to_copy.pk)
    users = User.objects.bulk_create(User(username=f"member-{n:03}") for n in range(members))
    Membership.objects.bulk_create(Membership(club_id=event.club_id, user=user) for user in users)
    copies = []
    for user in users:
        copy = HandIn.objects.get(pk=hand_in_to_copy.pk)
        copy.pk, copy.public_id, copy.user, copy.roster = None, new_public_id(), user, None
        copies.append(copy)
    HandIn.objects.bulk_create(copies)
    return users
