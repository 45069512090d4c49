"""Guests and accounts: created, turned into one another, noted as seen, and deleted with all that is theirs.

Whatever takes several locks takes those of people first, in the order of their keys, then those of clubs,
then those of lists.
"""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.crypto import get_random_string

from builder.models import (
    CompanyList,
    FrozenLink,
    ModerationEntry,
    PrintSetup,
    Profile,
    Report,
    Revision,
    Roster,
    User,
)
from builder.security_log import SecurityEvent, record_event
from builder.services.clubs.clubs import leave_all_clubs
from builder.services.errors import LimitReached, NotFound
from builder.services.gallery import remove_listings
from builder.services.locks import lock_lists
from builder.services.papers import move_setups
from builder.services.tags import move_tags

_BATCH = 100


def note_visits(*people: int) -> None:
    """Record that these users were here today; users recorded today need no query."""
    today = timezone.localdate()
    User.objects.filter(pk__in=people, seen__lt=today).update(seen=today)


def account_from_guest(guest: User) -> User | None:
    """Return the row of a guest as the account that it is about to become, locked and not stored yet.

    None if it became one in the meantime, or went. Call it inside the transaction that stores it.
    """
    row = User.objects.select_for_update().filter(pk=guest.pk, is_guest=True, is_active=True).first()
    if row is not None:
        row.is_guest = False
        row.date_joined = timezone.now()
        record_event(SecurityEvent.GUEST_BECAME_ACCOUNT, by=guest)
    return row


def has_lists(guest: User) -> bool:
    """Return whether a guest has anything to bring along, deleted lists included."""
    return CompanyList.objects.filter(owner=guest).exists()


@transaction.atomic
def move_guest_lists(guest: User, account: User) -> int:
    """Make a guest's lists those of an account, with their versions, links and histories; the guest goes.

    Tags and print setups come along. How many lists came, not counting deleted ones. LimitReached, and
    nothing moved, where there is no room.
    """
    # Not their keys, for the reason that ``lock_user`` gives.
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=(guest.pk, account.pk)).order_by("pk")
    locked = {row.pk: row for row in rows}
    coming_guest = locked.get(guest.pk)
    if (
        guest.pk == account.pk
        or coming_guest is None
        or not (coming_guest.is_guest and coming_guest.is_active)
    ):
        raise NotFound("These lists are already in an account, or deleted.")
    if account.pk not in locked or locked[account.pk].is_guest:
        raise NotFound("This account is deleted.")
    coming = _count_live_lists(guest)
    limit = settings.MUSTERBOOK_MAX_LISTS_PER_USER
    if coming and coming + _count_live_lists(account) > limit:
        raise LimitReached(
            f"You have {_count_live_lists(account):,} lists and would add {coming:,}; the limit is "
            f"{limit:,}. Delete some first"
        )
    mine = CompanyList.objects.filter(owner=guest)
    list(mine.order_by("pk").select_for_update(no_key=True).values_list("pk"))  # as ``lock_lists`` does
    mine.update(owner=account)
    move_tags(guest, account)
    move_setups(guest, account)
    Revision.objects.filter(by=guest).update(by=account)
    open_reports = Report.objects.filter(by=account, settled_at=None).values("target")
    Report.objects.filter(by=guest).exclude(settled_at=None, target__in=open_reports).update(by=account)
    Report.objects.filter(person=guest).update(person=account)
    ModerationEntry.objects.filter(person=guest).update(person=account)
    locked[guest.pk].delete()
    record_event(SecurityEvent.GUEST_LISTS_MOVED, by=account, guest_id=guest.pk, lists=coming)
    return coming


def _count_live_lists(owner: User) -> int:
    return CompanyList.objects.filter(owner=owner, deleted_at=None).count()


@transaction.atomic
def delete_person(user: User) -> None:
    """Delete an account with its lists and their histories, links, shares, hand-ins, reports and memberships.

    A club of theirs gets another owner; one that nobody else is in goes too. Copies that others made stay.
    """
    leave_all_clubs(user)
    end_sessions(user)
    _delete_lists(CompanyList.objects.filter(owner=user))
    Report.objects.filter(by=user).delete()
    # Reports of a club stay with the club when it gets another owner.
    Report.objects.filter(Q(club__isnull=False) | Q(event__isnull=False), person=user).update(person=None)
    User.objects.filter(pk=user.pk).delete()
    record_event(SecurityEvent.ACCOUNT_DELETED, person=user)


def _delete_lists(rows: QuerySet[CompanyList]) -> None:
    """Delete lists; their histories first and without loading them, for these are the largest part."""
    ids = lock_lists(rows)
    Revision.objects.filter(company_list__in=ids).delete()
    remove_listings(ids)
    for start in range(0, len(ids), _BATCH):
        CompanyList.objects.filter(pk__in=ids[start : start + _BATCH]).delete()


# ------------------------------------------------------------------ guests who stay away


class InactiveGuests(NamedTuple):
    """Guests who were not here since ``before``, and what goes with them."""

    before: date
    guests: int
    lists: int
    by_link: int
    published: int


def find_inactive_guests(days: int) -> InactiveGuests:
    """Return the guests that ``clear_guests`` would delete now, and the number of their objects."""
    before = timezone.localdate() - timedelta(days=days)
    lists = CompanyList.objects.filter(owner__in=_inactive_guests(before), deleted_at=None)
    return InactiveGuests(
        before=before,
        guests=_inactive_guests(before).count(),
        lists=lists.count(),
        by_link=lists.filter(Q(link__isnull=False) | _HAS_ROSTER_LINKS).count(),
        published=lists.filter(published_at__isnull=False).count(),
    )


_HAS_ROSTER_LINKS = Q(Exists(Roster.objects.filter(company_list=OuterRef("pk"), link__isnull=False))) | Q(
    Exists(FrozenLink.objects.filter(company_list=OuterRef("pk")))
)


def clear_guests(before: date) -> int:
    """Delete the guests who were not here since that day, a batch in each transaction; how many went."""
    cleared = 0
    while batch := _clear_batch(before):
        cleared += batch
    return cleared


@transaction.atomic
def _clear_batch(before: date) -> int:
    # Looked up anew under the lock: one who comes back or signs up at this moment stays.
    guests = list(_inactive_guests(before).order_by("pk").values_list("pk", flat=True)[:_BATCH])
    locked = _inactive_guests(before).select_for_update(no_key=True).filter(pk__in=guests)
    going = list(locked.order_by("pk").values_list("pk", flat=True))
    _delete_lists(CompanyList.objects.filter(owner__in=going))
    _delete_guests(going)
    return len(going)


def _inactive_guests(before: date) -> QuerySet[User]:
    return User.objects.filter(is_guest=True, seen__lt=before)


# ------------------------------------------------------------------ guests who began and did nothing

_UNTOUCHED_AFTER = timedelta(days=1)


def count_idle_guests() -> int:
    """Return the number of guests that ``clear_idle_guests`` would delete now."""
    return _idle_guests().count()


def clear_idle_guests() -> int:
    """Delete the guests of more than a day who have nothing but lists as they began; how many went."""
    cleared = 0
    while batch := _clear_idle_batch():
        cleared += batch
    return cleared


@transaction.atomic
def _clear_idle_batch() -> int:
    guests = list(_idle_guests().order_by("pk").values_list("pk", flat=True)[:_BATCH])
    locked = User.objects.select_for_update(no_key=True).filter(pk__in=guests, is_guest=True)
    going = list(locked.order_by("pk").values_list("pk", flat=True))
    lock_lists(CompanyList.objects.filter(owner__in=going))
    # Looked up anew under the locks: one who comes back at this moment and begins stays.
    going = list(_idle_guests().filter(pk__in=going).values_list("pk", flat=True))
    _delete_lists(CompanyList.objects.filter(owner__in=going))
    _delete_guests(going)
    return len(going)


def _delete_guests(ids: Sequence[int]) -> None:
    User.objects.filter(pk__in=ids).delete()
    if ids:
        record_event(SecurityEvent.GUESTS_DELETED, count=len(ids))


def _idle_guests() -> QuerySet[User]:
    lists = CompanyList.objects.filter(owner=OuterRef("pk"))
    used = lists.filter(
        Q(version__gt=1)
        | Exists(Profile.objects.filter(company_list=OuterRef("pk")))
        | Q(link__isnull=False)
        | Q(published_at__isnull=False)
    )
    guests = User.objects.filter(is_guest=True, date_joined__lt=timezone.now() - _UNTOUCHED_AFTER)
    return guests.filter(~Exists(used), ~Exists(PrintSetup.objects.filter(owner=OuterRef("pk"))))


@transaction.atomic
def create_guest() -> User:
    """Create a guest, whose account has no password: only the session that is logged in opens it."""
    guest = User(username=f"guest-{get_random_string(20).lower()}", is_guest=True)
    guest.set_unusable_password()
    guest.save()
    return guest


def end_sessions(user: User) -> None:
    """End every session of an account.

    Django refuses the sessions from before a new password by itself. Deleting them also removes them from the
    pages that list sessions.
    """
    for row in UserSession.objects.filter(user=user):
        row.end()
