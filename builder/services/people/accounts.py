"""Guests and accounts: create guests, turn guests into accounts, record visits, and delete people.

A guest is a user without a password. Only the browser session in which the guest was created gives access to
the guest's lists. Code that takes several locks locks users first, in the order of their primary keys, then
clubs, and then lists.
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
from builder.services.print_setups import move_setups
from builder.services.tags import move_tags

_BATCH = 100


def record_visits(*people: int) -> None:
    """Store today as the day of the last visit for the users with these primary keys."""
    today = timezone.localdate()
    User.objects.filter(pk__in=people, seen__lt=today).update(seen=today)


def convert_guest(guest: User) -> User | None:
    """Lock a guest's row, turn the loaded row into an account, and return it. The caller saves it.

    Return None if the guest already has an account, is suspended or was deleted.
    """
    row = User.objects.select_for_update().filter(pk=guest.pk, is_guest=True, is_active=True).first()
    if row is not None:
        row.is_guest = False
        row.date_joined = timezone.now()
        record_event(SecurityEvent.GUEST_BECAME_ACCOUNT, by=guest)
    return row


def has_lists(guest: User) -> bool:
    """Return whether a guest has lists that can be moved to an account. Deleted lists count too."""
    return CompanyList.objects.filter(owner=guest).exists()


@transaction.atomic
def move_guest_lists(guest: User, account: User) -> int:
    """Move a guest's lists, tags, print setups and reports to an account, and delete the guest.

    Return the number of moved lists. Deleted lists are also moved, but not counted. Raises LimitReached if
    the account would have too many lists. Raises NotFound if the guest was deleted, is suspended or has an
    account by now, or if the account was deleted.
    """
    # Lock the rows without their keys, for the reason in ``lock_user``.
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=(guest.pk, account.pk)).order_by("pk")
    locked = {row.pk: row for row in rows}
    guest_row, account_row = locked.get(guest.pk), locked.get(account.pk)
    if guest_row is None or not (guest_row.is_guest and guest_row.is_active):
        raise NotFound("These lists are already in an account, or deleted.")
    if account_row is None or account_row.is_guest:
        raise NotFound("This account is deleted.")
    moved, present = _count_lists(guest), _count_lists(account)
    limit = settings.MUSTERBOOK_MAX_LISTS_PER_USER
    if moved and moved + present > limit:
        raise LimitReached(
            f"You have {present:,} lists and would add {moved:,}; the limit is {limit:,}. Delete some first"
        )
    guest_lists = CompanyList.objects.filter(owner=guest)
    # Lock the lists in the same order as ``lock_lists``, to avoid deadlocks.
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


def _count_lists(owner: User) -> int:
    return CompanyList.objects.filter(owner=owner, deleted_at=None).count()


@transaction.atomic
def delete_person(user: User) -> None:
    """Delete a user with their lists, histories, links, shares, hand-ins, reports and memberships.

    A club that the user owns gets another owner, or is deleted if it has no other members. Other people's
    copies of the user's lists are not deleted.
    """
    leave_all_clubs(user)
    end_sessions(user)
    _delete_lists(CompanyList.objects.filter(owner=user))
    Report.objects.filter(by=user).delete()
    # Reports about a club or an event must not be deleted together with the club's former owner.
    Report.objects.filter(Q(club__isnull=False) | Q(event__isnull=False), person=user).update(person=None)
    User.objects.filter(pk=user.pk).delete()
    record_event(SecurityEvent.ACCOUNT_DELETED, person=user)


def _delete_lists(rows: QuerySet[CompanyList]) -> None:
    """Delete lists permanently.

    A query deletes the histories first. Otherwise, deleting a list would load its complete history.
    """
    ids = lock_lists(rows)
    Revision.objects.filter(company_list__in=ids).delete()
    remove_listings(ids)
    for start in range(0, len(ids), _BATCH):
        CompanyList.objects.filter(pk__in=ids[start : start + _BATCH]).delete()


# ------------------------------------------------------------------ inactive guests


class InactiveGuests(NamedTuple):
    """The number of guests without a visit since the day ``before``, and the numbers of their lists.

    ``by_link`` is the number of lists that have a link themselves or a roster with a link. Deleted lists
    don't count.
    """

    before: date
    guests: int
    lists: int
    by_link: int
    published: int


def find_inactive_guests(days: int) -> InactiveGuests:
    """Count the guests who haven't visited the site for ``days`` days, and their lists."""
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
    """Delete the guests whose last visit was before a day, and return their number."""
    return _delete_guests(_inactive_guests(before))


def _inactive_guests(before: date) -> QuerySet[User]:
    return User.objects.filter(is_guest=True, seen__lt=before)


# ------------------------------------------------------------------ idle guests: those without any content

_IDLE_AFTER = timedelta(days=1)


def count_idle_guests() -> int:
    """Return the number of guests that ``clear_idle_guests`` would delete now."""
    return _idle_guests().count()


def clear_idle_guests() -> int:
    """Delete idle guests, and return their number.

    A guest is idle if they were created more than a day ago, and have neither a print setup nor a list that
    was changed after its creation, has a profile, has a link, or is public.
    """
    return _delete_guests(_idle_guests())


def _delete_guests(guests: QuerySet[User]) -> int:
    """Delete guests with their lists, each batch in its own transaction. Return the number of guests."""
    deleted = 0
    while batch_size := _delete_batch(guests):
        deleted += batch_size
    return deleted


@transaction.atomic
def _delete_batch(guests: QuerySet[User]) -> int:
    batch = list(guests.order_by("pk").values_list("pk", flat=True)[:_BATCH])
    locked = User.objects.select_for_update(no_key=True).filter(pk__in=batch, is_guest=True)
    batch = list(locked.order_by("pk").values_list("pk", flat=True))
    lock_lists(CompanyList.objects.filter(owner__in=batch))
    # Query the locked guests again, because some of them may have visited the site, signed up or changed a
    # list in the meantime.
    cleared = list(guests.filter(pk__in=batch).values_list("pk", flat=True))
    _delete_lists(CompanyList.objects.filter(owner__in=cleared))
    User.objects.filter(pk__in=cleared).delete()
    if cleared:
        record_event(SecurityEvent.GUESTS_DELETED, count=len(cleared))
    return len(cleared)


def _idle_guests() -> QuerySet[User]:
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
    """Create a guest. The caller must log the guest in."""
    guest = User(username=f"guest-{get_random_string(20).lower()}", is_guest=True)
    guest.set_unusable_password()
    guest.save()
    return guest


def end_sessions(user: User) -> None:
    """End all sessions of an account.

    After a password change, Django already rejects older sessions. Deleting their rows also removes them from
    the page with the user's sessions.
    """
    for row in UserSession.objects.filter(user=user):
        row.end()
