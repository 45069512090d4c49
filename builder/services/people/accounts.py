"""Guests and accounts: create them, turn guests into accounts, record visits, and delete people.

Code that takes several locks takes the locks of people first, in the order of their keys, then the locks of
clubs, then the locks of lists.
"""

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
    """Store today as the day of the last visit of these users."""
    today = timezone.localdate()
    User.objects.filter(pk__in=people, seen__lt=today).update(seen=today)


def account_from_guest(guest: User) -> User | None:
    """Return the locked row of a guest, changed to an account but not saved.

    None if the guest became an account in the meantime, was suspended or was deleted. Call this within the
    transaction that saves the row.
    """
    row = User.objects.select_for_update().filter(pk=guest.pk, is_guest=True, is_active=True).first()
    if row is not None:
        row.is_guest = False
        row.date_joined = timezone.now()
        record_event(SecurityEvent.GUEST_BECAME_ACCOUNT, by=guest)
    return row


def has_lists(guest: User) -> bool:
    """Return whether a guest has lists to move to an account, including deleted lists."""
    return CompanyList.objects.filter(owner=guest).exists()


@transaction.atomic
def move_guest_lists(guest: User, account: User) -> int:
    """Move a guest's lists to an account, with versions, links and histories, and delete the guest.

    Tags and print setups are moved too. Return the number of moved lists, without deleted lists. Raises
    LimitReached, and moves nothing, if the account would have too many lists.
    """
    # Without their keys, for the reason in ``lock_user``.
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=(guest.pk, account.pk)).order_by("pk")
    locked = {row.pk: row for row in rows}
    guest_row, account_row = locked.get(guest.pk), locked.get(account.pk)
    if guest_row is None or not (guest_row.is_guest and guest_row.is_active):
        raise NotFound("These lists are already in an account, or deleted.")
    if account_row is None or account_row.is_guest:
        raise NotFound("This account is deleted.")
    moved, present = _count_live_lists(guest), _count_live_lists(account)
    limit = settings.MUSTERBOOK_MAX_LISTS_PER_USER
    if moved and moved + present > limit:
        raise LimitReached(
            f"You have {present:,} lists and would add {moved:,}; the limit is {limit:,}. Delete some first"
        )
    guest_lists = CompanyList.objects.filter(owner=guest)
    # in the same order as ``lock_lists``
    list(guest_lists.order_by("pk").select_for_update(no_key=True).values_list("pk"))
    guest_lists.update(owner=account)
    move_tags(guest, account)
    move_setups(guest, account)
    Revision.objects.filter(by=guest).update(by=account)
    open_reports = Report.objects.filter(by=account, settled_at=None).values("target")
    Report.objects.filter(by=guest).exclude(settled_at=None, target__in=open_reports).update(by=account)
    Report.objects.filter(person=guest).update(person=account)
    ModerationEntry.objects.filter(person=guest).update(person=account)
    guest_row.delete()
    record_event(SecurityEvent.GUEST_LISTS_MOVED, by=account, guest_id=guest.pk, lists=moved)
    return moved


def _count_live_lists(owner: User) -> int:
    return CompanyList.objects.filter(owner=owner, deleted_at=None).count()


@transaction.atomic
def delete_person(user: User) -> None:
    """Delete an account with its lists, histories, links, shares, hand-ins, reports and memberships.

    A club that they own gets another owner; without other members, it is deleted too. Copies by others stay.
    """
    leave_all_clubs(user)
    end_sessions(user)
    _delete_lists(CompanyList.objects.filter(owner=user))
    Report.objects.filter(by=user).delete()
    # Reports of a club stay if it gets another owner.
    Report.objects.filter(Q(club__isnull=False) | Q(event__isnull=False), person=user).update(person=None)
    User.objects.filter(pk=user.pk).delete()
    record_event(SecurityEvent.ACCOUNT_DELETED, person=user)


def _delete_lists(rows: QuerySet[CompanyList]) -> None:
    """Delete lists; first their histories, without loading them, because histories are the largest part."""
    ids = lock_lists(rows)
    Revision.objects.filter(company_list__in=ids).delete()
    remove_listings(ids)
    for start in range(0, len(ids), _BATCH):
        CompanyList.objects.filter(pk__in=ids[start : start + _BATCH]).delete()


# ------------------------------------------------------------------ inactive guests


class InactiveGuests(NamedTuple):
    """The numbers of guests whose last visit was before a day, and of their lists.

    ``by_link`` is the number of lists with a link to the list or a roster, and ``published`` the number of
    public lists.
    """

    before: date
    guests: int
    lists: int
    by_link: int
    published: int


def find_inactive_guests(days: int) -> InactiveGuests:
    """Return the numbers of guests and lists that ``clear_guests`` would delete now."""
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
    """Delete guests whose last visit was before a day; return their number."""
    return _clear(_inactive_guests(before))


def _inactive_guests(before: date) -> QuerySet[User]:
    return User.objects.filter(is_guest=True, seen__lt=before)


# ------------------------------------------------------------------ guests without changes

_IDLE_AFTER = timedelta(days=1)


def count_idle_guests() -> int:
    """Return the number of guests that ``clear_idle_guests`` would delete now."""
    return _idle_guests().count()


def clear_idle_guests() -> int:
    """Delete guests older than a day whose lists are unchanged since their creation; return their number."""
    return _clear(_idle_guests())


def _clear(guests: QuerySet[User]) -> int:
    """Delete guests with their lists, a batch per transaction; return their number."""
    cleared = 0
    while batch := _clear_batch(guests):
        cleared += batch
    return cleared


@transaction.atomic
def _clear_batch(guests: QuerySet[User]) -> int:
    batch = list(guests.order_by("pk").values_list("pk", flat=True)[:_BATCH])
    locked = User.objects.select_for_update(no_key=True).filter(pk__in=batch, is_guest=True)
    batch = list(locked.order_by("pk").values_list("pk", flat=True))
    lock_lists(CompanyList.objects.filter(owner__in=batch))
    # Queried again under the locks, so that guests who just came back, signed up or changed a list stay.
    cleared = list(guests.filter(pk__in=batch).values_list("pk", flat=True))
    _delete_lists(CompanyList.objects.filter(owner__in=cleared))
    User.objects.filter(pk__in=cleared).delete()
    if cleared:
        record_event(SecurityEvent.GUESTS_DELETED, count=len(cleared))
    return len(cleared)


def _idle_guests() -> QuerySet[User]:
    """Return the guests of at least a day who have neither changed a list nor saved a print setup."""
    lists = CompanyList.objects.filter(owner=OuterRef("pk"))
    used = lists.filter(
        Q(version__gt=1)
        | Exists(Profile.objects.filter(company_list=OuterRef("pk")))
        | Q(link__isnull=False)
        | Q(published_at__isnull=False)
    )
    guests = User.objects.filter(is_guest=True, date_joined__lt=timezone.now() - _IDLE_AFTER)
    return guests.filter(~Exists(used), ~Exists(PrintSetup.objects.filter(owner=OuterRef("pk"))))


@transaction.atomic
def create_guest() -> User:
    """Create a guest: an account without a password, which can only be used by its logged-in session."""
    guest = User(username=f"guest-{get_random_string(20).lower()}", is_guest=True)
    guest.set_unusable_password()
    guest.save()
    return guest


def end_sessions(user: User) -> None:
    """End all sessions of an account.

    After a password change, Django already rejects older sessions. Deleting them also removes them from the
    pages that list sessions.
    """
    for row in UserSession.objects.filter(user=user):
        row.end()
