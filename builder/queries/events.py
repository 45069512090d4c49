"""Queries for the events of a club and their hand-ins.

A hand-in is a frozen copy of a roster that a member hands in for an event. The number of queries for a page
doesn't depend on the number of hand-ins.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from django.core.exceptions import PermissionDenied
from django.core.paginator import Page
from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from builder.documents import LoadedList, load_list
from builder.frozen import UnpackedRoster, unpack_roster
from builder.models import Club, Event, HandIn, Membership, Roster, User
from builder.models.clubs import ClubAction
from builder.models.lists import lists_with_edition
from builder.points.document.fingerprint import FingerprintMaker
from builder.queries.clubs import ClubAccess
from builder.queries.lookup import get_by_public_id
from builder.queries.pagination import paginate

MAX_UPCOMING = 50
PAST_PER_PAGE = 20
MAX_OFFERED_ROSTERS = 300

_HAND_IN_COLUMNS = (
    "public_id", "event", "user", "made", "version", "roster", "summary", "force", "words",
    "older_fingerprint",
)  # fmt: skip

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    AnnotatedEvent = WithAnnotations[Event, "EventAnnotations"]


class EventAnnotations(TypedDict):
    """The annotations of an event: the number of hand-ins, and whether the reader has handed in a roster."""

    hand_in_count: int
    has_own_hand_in: bool


class ClubEvents(NamedTuple):
    """A club's upcoming events, sorted by date, and a page of its past events, the last event first."""

    upcoming: "list[AnnotatedEvent]"
    past: "Page[AnnotatedEvent]"


def events_of(club: Club, user: User, today: date, page: int = 1, system: str = "") -> ClubEvents:
    """Return a club's upcoming events and a page of past events, in three queries.

    ``today`` is the date in the club's time zone. If the number of the page is too high, the last page is
    returned. ``system`` is the code of a game to filter by.
    """
    upcoming = events_by_day(club, user, today, is_upcoming=True, system=system).order_by("date", "pk")
    past = events_by_day(club, user, today, is_upcoming=False, system=system).order_by("-date", "-pk")
    return ClubEvents(list(upcoming[:MAX_UPCOMING]), paginate(past, page, PAST_PER_PAGE))


def events_by_day(
    club: Club, user: User, today: date, *, is_upcoming: bool, system: str = ""
) -> "QuerySet[AnnotatedEvent]":
    """Return a query for the events from ``today`` on, or before ``today``, without their notes."""
    rows = annotated_events(user).filter(club=club, **{"date__gte" if is_upcoming else "date__lt": today})
    if system:
        rows = rows.filter(edition__system__code=system)
    return rows.defer("notes", "edition__layout")


def annotated_events(user: User) -> "QuerySet[AnnotatedEvent]":
    """Return a query for all events with ``EventAnnotations`` for this user."""
    counts = HandIn.objects.filter(event=OuterRef("pk")).order_by().values("event")
    count = Coalesce(Subquery(counts.annotate(count=Count("pk")).values("count")), 0)
    has_own_hand_in = Exists(HandIn.objects.filter(event=OuterRef("pk"), user=user))
    rows = Event.objects.select_related("club", "edition__system").defer("edition__layout")
    return rows.annotate(hand_in_count=count, has_own_hand_in=has_own_hand_in)


def event_of(access: ClubAccess, public_id: str) -> Event:
    """Return an event of the reader's club with its edition. Raises Http404 if there is none with this id."""
    rows = Event.objects.select_related("edition__system").defer("edition__layout").filter(club=access.club)
    event = get_by_public_id(rows, public_id, "This club has no such event.")
    event.club = access.club
    return event


# ------------------------------------------------------------------ table of hand-ins


class HandInTableRow(NamedTuple):
    """A member of a club, or a person who has left after handing in, in an event's table of hand-ins.

    ``hand_in`` is None if the member hasn't handed in a roster.
    """

    user: User
    hand_in: HandIn | None
    has_left: bool


@dataclass(frozen=True)
class HandInTable:
    """The part of an event's table of hand-ins that the reader may see.

    If ``shows_everybody`` is False, the only row is that of the reader. ``member_count`` is the number of all
    members. ``hand_in_count`` is the number of all hand-ins, including those of people who left the club.
    """

    rows: list[HandInTableRow]
    shows_everybody: bool
    member_count: int
    hand_in_count: int

    def hand_in_of(self, user: User) -> HandIn | None:
        """Return the hand-in of a user, or None if the table has none."""
        return next((row.hand_in for row in self.rows if row.user.pk == user.pk), None)

    @property
    def hand_ins(self) -> list[HandIn]:
        """The hand-ins in the rows."""
        return [row.hand_in for row in self.rows if row.hand_in is not None]

    @property
    def people_without_hand_in(self) -> list[User]:
        """The people without a hand-in."""
        return [row.user for row in self.rows if row.hand_in is None]


def is_event_open(event: Event, now: datetime) -> bool:
    """Return whether members can still hand in rosters."""
    return now <= event.deadline


def may_see_all(access: ClubAccess, event: Event, now: datetime) -> bool:
    """Return whether the reader may see all hand-ins of an event.

    Organisers and the owner of the club always may. Other members may after the deadline.
    """
    return access.may(ClubAction.SEE_HAND_INS) or not is_event_open(event, now)


def require_may_see_all(access: ClubAccess, event: Event, now: datetime) -> None:
    """Raise PermissionDenied if the reader may not see all hand-ins yet (see ``may_see_all``)."""
    if not may_see_all(access, event, now):
        raise PermissionDenied("Members can see other rosters after the deadline.")


def hand_in_table(access: ClubAccess, event: Event, user: User, now: datetime) -> HandInTable:
    """Return the part of an event's table of hand-ins that the reader may see, in two to four queries.

    Documents are only loaded for old hand-ins, for which the site didn't store whether they are unfinished.
    """
    if not may_see_all(access, event, now):
        return _table_of_reader(event, user)
    hand_in_rows = list(_hand_ins(event).select_related("user").only(*_HAND_IN_COLUMNS, "user__username"))
    _fill_in_unfinished(hand_in_rows, event)
    hand_ins = {row.user_id: row for row in hand_in_rows}
    rows = Membership.objects.filter(club=event.club_id).select_related("user")
    members = [row.user for row in rows.only("club", "user__username")]
    members.sort(key=_name_sort_key)
    present = {member.pk for member in members}
    departed = sorted((row.user for pk, row in hand_ins.items() if pk not in present), key=_name_sort_key)
    people = [HandInTableRow(member, hand_ins.get(member.pk), has_left=False) for member in members]
    people += [HandInTableRow(user, hand_ins[user.pk], has_left=True) for user in departed]
    # Put people with a hand-in first. The sort is stable, so people stay in the order of their names.
    people.sort(key=lambda row: row.hand_in is None)
    return HandInTable(people, shows_everybody=True, member_count=len(members), hand_in_count=len(hand_ins))


def has_other_limit(row: HandIn, event: Event) -> bool:
    """Return whether the points limit of a handed-in roster differs from the limit of the event."""
    limit: int | None = row.summary["limit"]
    return limit != event.limit


def own_hand_in(event: Event, user: User) -> HandIn | None:
    """Return a user's hand-in for an event without its document, or None."""
    row = _hand_ins(event).filter(user=user).first()
    if row is not None:
        _fill_in_unfinished([row], event)
    return row


def _fill_in_unfinished(rows: Sequence[HandIn], event: Event) -> None:
    """Add ``unfinished`` to summaries that were stored without this key (see ``FrozenSummary``)."""
    incomplete = [row for row in rows if row.summary["errors"] and "unfinished" not in row.summary]
    packed = HandIn.objects.filter(pk__in=[row.pk for row in incomplete]).in_bulk() if incomplete else {}
    for row in incomplete:
        if row.pk in packed:
            appraisal = unpack_hand_in(packed[row.pk], event).appraisal
            row.summary["unfinished"] = appraisal.status(appraisal.rosters[0]).open_text


def count_hand_ins(event: Event) -> int:
    """Return the number of an event's hand-ins."""
    return HandIn.objects.filter(event=event).count()


def _table_of_reader(event: Event, user: User) -> HandInTable:
    return HandInTable(
        [HandInTableRow(user, own_hand_in(event, user), has_left=False)],
        shows_everybody=False,
        member_count=Membership.objects.filter(club=event.club_id).count(),
        hand_in_count=count_hand_ins(event),
    )


def _name_sort_key(user: User) -> tuple[str, int]:
    return user.username.casefold(), user.pk


def _hand_ins(event: Event) -> QuerySet[HandIn]:
    return HandIn.objects.filter(event=event).only(*_HAND_IN_COLUMNS)


# ------------------------------------------------------------------ one hand-in


def hand_in_of(access: ClubAccess, event: Event, user: User, public_id: str, now: datetime) -> HandIn:
    """Return the hand-in of an event with this id.

    Raises Http404 if there is none. Raises PermissionDenied if it belongs to another person and the user may
    not see all hand-ins yet (see ``may_see_all``).
    """
    rows = HandIn.objects.select_related("user").filter(event=event)
    row = get_by_public_id(rows, public_id, "This hand-in doesn't exist.")
    if row.user_id != user.pk:
        require_may_see_all(access, event, now)
    row.event = event
    return row


def unpack_hand_in(row: HandIn, event: Event) -> UnpackedRoster[HandIn]:
    """Unpack a hand-in of an event, without a query for the event's edition."""
    row.edition = event.edition
    return unpack_roster(row)


def unpack_hand_ins(rows: Sequence[HandIn], event: Event) -> Iterator[UnpackedRoster[HandIn]]:
    """Yield the unpacked hand-ins in the same order, in one query.

    Skip hand-ins that were withdrawn in the meantime.
    """
    packed = HandIn.objects.filter(pk__in=[row.pk for row in rows]).in_bulk()
    for row in rows:
        if row.pk in packed:
            hand_in = packed[row.pk]
            hand_in.user = row.user
            yield unpack_hand_in(hand_in, event)


# ------------------------------------------------------------------ the user's rosters


def rosters_to_hand_in(event: Event, user: User) -> list[Roster]:
    """Return the user's rosters of the event's edition, those of the last changed list first.

    Rosters of hidden lists are left out. If there are more than ``MAX_OFFERED_ROSTERS``, return one more than
    that, so that the caller knows.
    """
    not_hidden = _own_rosters(user).filter(company_list__hidden_at=None).select_related("company_list")
    rows = not_hidden.filter(company_list__edition=event.edition_id)
    columns = ("public_id", "name", "limit", "company_list__public_id", "company_list__name")
    ordered = rows.order_by("-company_list__updated", "-company_list__pk", "position", "pk")
    return list(ordered.only(*columns)[: MAX_OFFERED_ROSTERS + 1])


def load_list_of_roster(roster: Roster) -> LoadedList:
    """Return the complete list that contains a roster, for a check before the hand-in."""
    return load_list(lists_with_edition().get(pk=roster.company_list_id))


def is_outdated(row: HandIn, event: Event, user: User, now: datetime) -> bool:
    """Return whether a hand-in is the user's, can still be replaced, and differs from the current roster."""
    return row.user_id == user.pk and is_event_open(event, now) and has_roster_changed(row, user)


def has_roster_changed(row: HandIn, user: User) -> bool:
    """Return whether the roster of the user's hand-in was changed or deleted after the hand-in.

    This compares fingerprints: short codes that are calculated from a roster, and change with it.
    """
    if row.roster_id is None:
        return True
    own_rosters = _own_rosters(user).select_related("company_list__edition__system")
    roster = own_rosters.filter(pk=row.roster_id).defer("company_list__edition__layout").first()
    if roster is None:
        return True
    loaded = load_list(roster.company_list)
    if roster.public_id not in loaded.roster_ids:  # somebody removed it between the two queries
        return True
    document = loaded.cut_to(roster.public_id).document
    maker = FingerprintMaker(loaded.catalogue, loaded.row.edition.digest)
    if row.older_fingerprint:
        return maker.older_of_list(document) != row.older_fingerprint
    return maker.of_roster(document, 0) != (row.force, row.words)


def _own_rosters(user: User) -> QuerySet[Roster]:
    return Roster.objects.filter(company_list__owner=user, company_list__deleted_at=None, removed_at=None)
