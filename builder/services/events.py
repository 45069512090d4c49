"""Every change to events of a club and to what is handed in for them. A refusal has changed nothing.

Locks are taken in the order of ``builder.services.locks``: the person, the club, the list. The club's row
is the lock of its events, so no event changes, and no deadline is moved, while somebody hands in.
"""

from collections.abc import Callable
from datetime import date, datetime
from typing import NamedTuple, TypedDict

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from builder.catalogue.store import catalogue_of
from builder.documents import LoadedList, load_list, pack_document, pack_json
from builder.models import Club, CompanyList, Edition, Event, HandIn, Roster, User
from builder.models.clubs import ClubAction
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document
from builder.points.document.fingerprint import FingerprintMaker
from builder.points.document.json_reader import MAX_NUMBER
from builder.points.rules.results import Appraisal, to_json
from builder.points.rules.wording import with_capital
from builder.services.clubs.clubs import lock_club, lock_member_account, require_rank
from builder.services.edit_sessions import end_session
from builder.services.errors import LimitReached, NotFound, NotPossible, require_version
from builder.services.locks import lock_list
from builder.services.questions import MARKDOWN, NumberQuestion, TextQuestion

EVENT_NAME = TextQuestion(label="name", needed="An event needs a name.")
EVENT_YEAR = NumberQuestion(least=2000, most=2200)
EVENT_LIMIT = NumberQuestion(least=0, most=MAX_NUMBER)
EVENT_NOTES = TextQuestion(label="notes", lines=True, help=MARKDOWN)


class EventDetails(NamedTuple):
    """The details of an event, unchecked. ``limit`` is the game size in points, or None; ``deadline`` has a
    zone.
    """

    name: str
    date: date
    edition: Edition
    limit: int | None
    deadline: datetime
    notes: str = ""


class EventUpdate(NamedTuple):
    """An event's new version, and what its organiser should know of what the change does, a sentence each."""

    version: int
    notices: tuple[str, ...]


class HandInSummary(TypedDict):
    """What tables show of a hand-in.

    ``errors`` are the roster's and those of the profiles that it fields. ``kinds`` is how many profiles it
    has members of, and how many come along with them.
    """

    roster: str
    list: str
    limit: int | None
    points: int | None
    models: int
    kinds: int
    errors: int


class DeadlinePassed(NotPossible):
    """It came after the deadline of the event."""


# ------------------------------------------------------------------ events


@transaction.atomic
def create_event(club: Club, by: User, details: EventDetails) -> Event:
    """Create an event; its deadline must not have passed."""
    fields = _checked_columns(details)
    current = lock_club(club.pk)
    require_rank(current, by, ClubAction.MAKE_EVENTS)
    if details.deadline <= timezone.now():
        raise NotPossible("The deadline has passed already: nobody could hand in a roster.")
    most = settings.MUSTERBOOK_MAX_EVENTS
    if Event.objects.filter(club=current).count() >= most:
        raise LimitReached(f"This club has {most:,} events, as many as are kept: delete one first.")
    return Event.objects.create(club=current, **fields)


@transaction.atomic
def update_event(
    event: Event, by: User, version: int | None, wanted: EventDetails | Callable[[Event], EventDetails]
) -> EventUpdate:
    """Update an event, from values or from a function of the event as it is now, under its club's lock.

    StaleVersion when it was saved after ``version``, None saves over any version. The edition is fixed
    once somebody has handed in: their rosters would not be rosters of the event any more.
    """
    current = _lock_event(event, by, ClubAction.MAKE_EVENTS)
    require_version(current, version)
    details = wanted(current) if callable(wanted) else wanted
    fields = _checked_columns(details)
    if all(getattr(current, name) == value for name, value in fields.items()):
        return EventUpdate(current.version, ())
    hand_in_count = HandIn.objects.filter(event=current).count()
    if hand_in_count and details.edition.pk != current.edition_id:
        raise NotPossible(
            f"{_rosters_are(hand_in_count)} handed in, so system and edition stay: "
            "make another event for others."
        )
    Event.objects.filter(pk=current.pk).update(**fields, moderators_note="", version=current.version + 1)
    return EventUpdate(current.version + 1, tuple(_change_notices(current, details, hand_in_count)))


def _change_notices(before: Event, details: EventDetails, hand_in_count: int) -> list[str]:
    """What the organiser should know of what the change does to hand-ins, a sentence each."""
    now, notices = timezone.now(), []
    if hand_in_count and details.limit != before.limit:
        unit = catalogue_of(before.edition).points_unit
        was = "nothing was agreed on" if before.limit is None else f"{before.limit} {unit} were agreed on"
        notices.append(
            f"{_rosters_are(hand_in_count)} handed in while {was}: the table "
            "marks those for another number than now."
        )
    if hand_in_count and before.deadline <= now < details.deadline:
        notices.append(
            "It can be handed in again. Members have seen the rosters of the others, and now only their own."
        )
    if details.deadline <= now < before.deadline:
        notices.append("The deadline has passed now: nothing more is handed in, and members see all rosters.")
    return notices


def _rosters_are(number: int) -> str:
    return "One roster is" if number == 1 else f"{number} rosters are"


@transaction.atomic
def delete_event(event: Event, by: User, version: int | None = None) -> int:
    """Delete an event with all its hand-ins; how many there were.

    StaleVersion when it was saved after ``version``, None deletes any version.
    """
    current = _lock_event(event, by, ClubAction.MAKE_EVENTS)
    require_version(current, version)
    hand_in_count = HandIn.objects.filter(event=current).count()
    current.delete()
    return hand_in_count


def _lock_event(event: Event, by: User, action: ClubAction) -> Event:
    """Lock the event's club, and reload the event, for somebody who may do this."""
    club = lock_club(event.club_id)
    require_rank(club, by, action)
    return _reload_event(event)


def _reload_event(event: Event) -> Event:
    joined = Event.objects.select_related("edition__system").defer("edition__layout")
    row = joined.filter(pk=event.pk).first()
    if row is None:
        raise NotFound("This event is deleted.")
    return row


class _EventColumns(TypedDict):
    name: str
    date: date
    edition: Edition
    limit: int | None
    deadline: datetime
    notes: str


def _checked_columns(details: EventDetails) -> _EventColumns:
    """The columns; a refusal that names what cannot be stored."""
    for what, year in (("date", details.date.year), ("deadline", details.deadline.year)):
        if year not in EVENT_YEAR:
            raise NotPossible(f"The {what} lies in {year}: choose a year {EVENT_YEAR.range_text}.")
    return {
        "name": EVENT_NAME.checked(details.name),
        "date": details.date,
        "edition": details.edition,
        "limit": _checked_limit(details),
        "deadline": details.deadline,
        "notes": EVENT_NOTES.checked(details.notes),
    }


def _checked_limit(details: EventDetails) -> int | None:
    """The game size by the terms of the game: games without one have none."""
    catalogue = catalogue_of(details.edition)
    terms = catalogue.roster
    if terms.limit == "fixed":
        return terms.points
    if terms.limit == "none" or (terms.limit == "optional" and details.limit is None):
        return None
    if details.limit is None or details.limit not in EVENT_LIMIT:
        name = with_capital(catalogue.words.limit)
        raise NotPossible(f"{name}: a whole number from 0 to {EVENT_LIMIT.most:,}.")
    return details.limit


# ------------------------------------------------------------------ what is handed in


@transaction.atomic
def hand_in_roster(
    event: Event, user: User, company_list: CompanyList, roster: str, *, seen_version: int | None = None
) -> HandIn:
    """Hand in a frozen copy of one's own roster; it replaces what one had handed in before.

    DeadlinePassed when it comes too late: that is checked last, when nothing can make it wait any more.
    ``seen_version`` is the list's version that was looked at; StaleVersion when it has changed since.
    """
    lock_member_account(user)
    club = lock_club(event.club_id)
    require_rank(club, user, ClubAction.HAND_IN)
    current = _reload_event(event)
    loaded = load_list(_lock_own_list(user, company_list))
    if loaded.row.edition_id != current.edition_id:
        raise NotPossible("The event is played with another system or edition than this list is made for.")
    if roster not in loaded.roster_ids:
        raise NotFound("This roster is not in the list any more.")
    require_version(loaded.row, seen_version)
    frozen = _hand_in_columns(loaded, roster)
    frozen["made"] = _now_before(current.deadline)
    end_session(loaded.row)
    return _store_hand_in(current, user, frozen)


def _lock_own_list(user: User, company_list: CompanyList) -> CompanyList:
    """Lock a list of this user's until the transaction ends, so that all of it is read at one moment."""
    rows = CompanyList.objects.select_related("edition__system")
    row = lock_list(rows.filter(pk=company_list.pk, owner=user, deleted_at=None))
    if row is None:
        raise NotFound("This list is deleted.")
    if row.hidden_at is not None:
        raise NotPossible("Moderators have hidden this list: only you see it until they take that back.")
    return row


class _HandInColumns(TypedDict, total=False):
    made: datetime
    roster: Roster
    document: bytes
    appraisal: bytes
    summary: HandInSummary
    force: str
    words: str
    older_fingerprint: str


def _hand_in_columns(loaded: LoadedList, roster: str) -> _HandInColumns:
    catalogue, document = loaded.catalogue, loaded.cut_to(roster).document
    appraisal = appraise(document, catalogue)
    found = FingerprintMaker(catalogue, loaded.row.edition.digest).of_roster(document, 0)
    return {
        "roster": Roster.objects.get(public_id=roster),
        "document": pack_document(document, catalogue),
        "appraisal": pack_json(to_json(appraisal)),
        "summary": summarise_hand_in(document, appraisal),
        "force": found.force,
        "words": found.words,
        "older_fingerprint": "",
    }


def summarise_hand_in(document: Document, appraisal: Appraisal) -> HandInSummary:
    """What tables show of a hand-in; ``document`` is a list that is cut to one roster."""
    found = appraisal.rosters[0]
    fielded = {member.profile for entry in found.entries for member in entry.members()}
    rows = sum(len(entry.members()) for entry in found.entries)
    return {
        "roster": found.name,
        "list": document.name,
        "limit": found.limit,
        "points": found.points,
        "models": found.models,
        "kinds": rows + len({profile.key for profile in document.profiles} - fielded),
        "errors": found.errors + sum(profile.errors for profile in appraisal.fielded_profiles(found)),
    }


def _now_before(deadline: datetime) -> datetime:
    """This moment; DeadlinePassed where it is after the deadline."""
    now = timezone.now()
    if now > deadline:
        raise DeadlinePassed("The deadline has passed.")
    return now


def _store_hand_in(event: Event, user: User, frozen: _HandInColumns) -> HandIn:
    row = HandIn.objects.filter(event=event, user=user).first()
    if row is None:
        return HandIn.objects.create(event=event, user=user, **frozen)
    for name, value in frozen.items():
        setattr(row, name, value)
    row.version += 1
    row.save(update_fields=[*frozen, "version"])
    return row


@transaction.atomic
def withdraw_hand_in(event: Event, user: User) -> None:
    """Delete what one has handed in, until the deadline; NotFound where there is nothing."""
    lock_member_account(user)
    club = lock_club(event.club_id)
    require_rank(club, user, ClubAction.HAND_IN)
    current = _reload_event(event)
    _now_before(current.deadline)
    deleted, _ = HandIn.objects.filter(event=current, user=user).delete()
    if not deleted:
        raise NotFound("Nothing of yours is handed in.")
