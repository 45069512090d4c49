"""Changes to the events of a club and to their hand-ins.

A hand-in is a frozen copy of a roster that a member hands in for an event. Locks are taken in the order of
``builder.services.locks``: first the user, then the club, then the list. The lock on a club also protects its
events, so an event and its deadline can't change while a member hands in a roster.
"""

from collections.abc import Callable
from datetime import date, datetime
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from builder.catalogue.store import catalogue_of
from builder.documents import load_list
from builder.models import Club, CompanyList, Edition, Event, HandIn, User
from builder.models.clubs import ClubAction
from builder.models.lists import lists_with_edition
from builder.points.document.json_reader import MAX_NUMBER
from builder.points.rules.wording import with_capital
from builder.services.clubs.clubs import lock_club_for, lock_member_account
from builder.services.edit_sessions import end_edit_session
from builder.services.errors import LimitReached, NotFound, NotPossible, require_found, require_version
from builder.services.frozen import Columns, frozen_columns
from builder.services.input_specs import MARKDOWN, NumberSpec, TextSpec
from builder.services.locks import lock_list

EVENT_NAME = TextSpec(label="name", required_error="Enter a name.")
EVENT_YEAR = NumberSpec(min_value=2000, max_value=2200)
EVENT_LIMIT = NumberSpec(min_value=0, max_value=MAX_NUMBER)
EVENT_NOTES = TextSpec(label="notes", is_multiline=True, help_text=MARKDOWN)


class EventDetails(NamedTuple):
    """The details of an event before they are checked.

    ``limit`` is the limit of the rosters in points, or None. ``deadline`` has a time zone.
    """

    name: str
    date: date
    edition: Edition
    limit: int | None
    deadline: datetime
    notes: str = ""


class EventUpdate(NamedTuple):
    """The result of changing an event.

    ``notices`` are sentences about the effects of the change, for the organiser who made it.
    """

    version: int
    notices: tuple[str, ...]


class DeadlinePassed(NotPossible):
    """The deadline of the event has passed."""


# ------------------------------------------------------------------ events


@transaction.atomic
def create_event(club: Club, by: User, details: EventDetails) -> Event:
    """Create an event. Raises NotPossible if its deadline is not in the future."""
    fields = _checked_details(details)._asdict()
    current = lock_club_for(club.pk, by, ClubAction.MAKE_EVENTS)
    if details.deadline <= timezone.now():
        raise NotPossible("The deadline has passed. Choose a later one.")
    limit = settings.MUSTERBOOK_MAX_EVENTS
    if Event.objects.filter(club=current).count() >= limit:
        raise LimitReached(f"This club has {limit:,} events, which is the limit. Delete one first.")
    return Event.objects.create(club=current, **fields)


@transaction.atomic
def update_event(
    event: Event, by: User, version: int | None, wanted: EventDetails | Callable[[Event], EventDetails]
) -> EventUpdate:
    """Change an event to the ``wanted`` details.

    A function ``wanted`` gets the current event after the club is locked, and returns the details. Raises
    StaleVersion if ``version`` is not None and the event was saved after it. Raises NotPossible if the
    edition would change and there are hand-ins, because these are of the old edition.
    """
    current = _lock_event(event, by, ClubAction.MAKE_EVENTS)
    require_version(current, version)
    details = wanted(current) if callable(wanted) else wanted
    fields = _checked_details(details)._asdict()
    if all(getattr(current, name) == value for name, value in fields.items()):
        return EventUpdate(current.version, ())
    hand_in_count = HandIn.objects.filter(event=current).count()
    if hand_in_count and details.edition.pk != current.edition_id:
        raise NotPossible(
            f"{_rosters_are(hand_in_count)} handed in, so you can't change the game. "
            "Announce another event instead."
        )
    Event.objects.filter(pk=current.pk).update(**fields, moderators_note="", version=current.version + 1)
    return EventUpdate(current.version + 1, tuple(_change_notices(current, details, hand_in_count)))


def _change_notices(before: Event, details: EventDetails, hand_in_count: int) -> list[str]:
    now, notices = timezone.now(), []
    if hand_in_count and details.limit != before.limit:
        unit = catalogue_of(before.edition).points_unit
        old_limit = "no limit" if before.limit is None else f"a limit of {before.limit} {unit}"
        notices.append(
            f"{_rosters_are(hand_in_count)} handed in with {old_limit}. "
            "The table marks rosters with another limit."
        )
    if hand_in_count and before.deadline <= now < details.deadline:
        notices.append(
            "Members can hand in again. They have seen the other rosters, and now see only their own."
        )
    if details.deadline <= now < before.deadline:
        notices.append("The deadline has passed now, so members can't hand in and can see all rosters.")
    return notices


def _rosters_are(number: int) -> str:
    return "One roster is" if number == 1 else f"{number} rosters are"


@transaction.atomic
def delete_event(event: Event, by: User, version: int | None = None) -> int:
    """Delete an event with all its hand-ins, and return the number of the hand-ins."""
    current = _lock_event(event, by, ClubAction.MAKE_EVENTS)
    require_version(current, version)
    hand_in_count = HandIn.objects.filter(event=current).count()
    current.delete()
    return hand_in_count


def _lock_event(event: Event, by: User, action: ClubAction) -> Event:
    """Lock the club of an event, and return the current event.

    Raises NotFound if the event was deleted, or the errors of ``lock_club_for``.
    """
    lock_club_for(event.club_id, by, action)
    joined = Event.objects.select_related("edition__system").defer("edition__layout")
    return require_found(joined.filter(pk=event.pk).first(), "This event is deleted.")


def _checked_details(details: EventDetails) -> EventDetails:
    """Return the details as they will be stored. Raises an error if a value is invalid."""
    for what, year in (("date", details.date.year), ("deadline", details.deadline.year)):
        if year not in EVENT_YEAR:
            raise NotPossible(f"The {what} is in {year}. Choose a year {EVENT_YEAR.range_text}.")
    return details._replace(
        name=EVENT_NAME.clean(details.name),
        limit=_checked_limit(details),
        notes=EVENT_NOTES.clean(details.notes),
    )


def _checked_limit(details: EventDetails) -> int | None:
    """Return the limit of an event, which depends on its game.

    If the game has a fixed limit, return this limit. If it has no limits, return None. Raises NotPossible if
    the game needs a limit and it is missing or invalid.
    """
    catalogue = catalogue_of(details.edition)
    terms = catalogue.roster
    if terms.limit == "fixed":
        return terms.points
    if terms.limit == "none" or (terms.limit == "optional" and details.limit is None):
        return None
    if details.limit is None or details.limit not in EVENT_LIMIT:
        name = with_capital(catalogue.words.limit)
        raise NotPossible(f"{name} must be a whole number from 0 to {EVENT_LIMIT.max_value:,}.")
    return details.limit


# ------------------------------------------------------------------ hand-ins


@transaction.atomic
def hand_in_roster(
    event: Event, user: User, company_list: CompanyList, roster_id: str, *, seen_version: int | None = None
) -> HandIn:
    """Hand in a frozen copy of the user's roster, which replaces the user's earlier hand-in.

    Raises StaleVersion if ``seen_version`` is not None and the list was changed after it. Raises
    DeadlinePassed if the deadline has passed by the time when all locks are taken.
    """
    lock_member_account(user)
    current = _lock_event(event, user, ClubAction.HAND_IN)
    loaded = load_list(_lock_own_list(user, company_list))
    if loaded.row.edition_id != current.edition_id:
        raise NotPossible("The event is for another game or edition than this list.")
    frozen = frozen_columns(loaded, roster_id)
    require_version(loaded.row, seen_version)
    hand_in_time = _check_deadline(current.deadline)
    end_edit_session(loaded.row)
    return _store_hand_in(current, user, frozen, hand_in_time)


def _lock_own_list(user: User, company_list: CompanyList) -> CompanyList:
    """Lock a list of this user, so that it doesn't change while it is read.

    Raises NotPossible if moderators have hidden it.
    """
    row = lock_list(lists_with_edition().filter(pk=company_list.pk, owner=user, deleted_at=None))
    if row.hidden_at is not None:
        raise NotPossible("Moderators have hidden this list, so you can't hand it in.")
    return row


def _check_deadline(deadline: datetime) -> datetime:
    """Return the current time. Raises DeadlinePassed if it is after the deadline."""
    now = timezone.now()
    if now > deadline:
        raise DeadlinePassed("The deadline has passed.")
    return now


def _store_hand_in(event: Event, user: User, frozen: Columns, hand_in_time: datetime) -> HandIn:
    columns = {**frozen, "made": hand_in_time, "older_fingerprint": ""}
    row, is_new = HandIn.objects.get_or_create(event=event, user=user, defaults=columns)
    if not is_new:
        for name, value in columns.items():
            setattr(row, name, value)
        row.version += 1
        row.save(update_fields=[*columns, "version"])
    return row


@transaction.atomic
def withdraw_hand_in(event: Event, user: User) -> None:
    """Delete the user's hand-in before the deadline. Raises NotFound if there is none."""
    lock_member_account(user)
    current = _lock_event(event, user, ClubAction.HAND_IN)
    _check_deadline(current.deadline)
    deleted, _ = HandIn.objects.filter(event=current, user=user).delete()
    if not deleted:
        raise NotFound("You haven't handed in a roster.")
