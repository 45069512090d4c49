"""Suspending a person, and taking that back.

A suspended person can't log in, and what they share is hidden: public lists, links, embeds, and the lists and
rosters that clubs see. None of it is changed, so it is all there again when the suspension ends.

These stay visible, because they belong to others: copies that others made, rosters that the person handed in
(they are the organisers'), clubs that the person owns, and their name among the members of a club.
"""

from contextlib import suppress

from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from builder.documents import UnreadableDesignError
from builder.models import CompanyList, ModerationAction, ReportOutcome, User
from builder.models.people import MODERATE, moderate_permissions
from builder.services.errors import NotFound, RankTooLow
from builder.services.gallery import discard_dump, remove_listings, restore_listing
from builder.services.moderation.journal import record_action
from builder.services.moderation.reports import NAME_TARGET, settle_reports
from builder.services.people.sessions import end_sessions
from builder.services.questions import TextQuestion

MODERATORS = "Moderators"
SUSPENSION_NOTE = TextQuestion(
    label="note",
    lines=True,
    help="The person reads this when they try to log in.",
    needed="Write a note: it tells the person why they are suspended.",
)


def allowed_measures(person: User, by: User) -> tuple[ModerationAction, ...]:
    """Return what somebody who may moderate may do to a person: suspend them, end their suspension, or both.

    Nobody suspends staff, superusers and moderators, and only superusers reactivate them.
    """
    if not (person.is_staff or person.is_superuser or moderate_permissions(person).exists()):
        return ModerationAction.SUSPEND, ModerationAction.UNSUSPEND
    return (ModerationAction.UNSUSPEND,) if by.is_superuser else ()


@transaction.atomic
def suspend_person(person: User, by: User, note: str) -> None:
    """Suspend a person with a note. Suspending them again replaces the note.

    Open reports of their lists and of their name are upheld; those of their clubs stay open, as the clubs do.
    RankTooLow for staff, superusers and moderators: a superuser takes their rights away first.
    """
    note = SUSPENSION_NOTE.checked(note.strip())
    row = _lock_person(person)
    if ModerationAction.SUSPEND not in allowed_measures(row, by):
        raise RankTooLow(
            "Staff and moderators can't be suspended. A superuser has to take their rights away first."
        )
    suspended_at = row.suspended_at or timezone.now()
    User.objects.filter(pk=row.pk).update(is_active=False, suspended_at=suspended_at, suspended_note=note)
    if not row.is_guest:  # a guest's session is the only way to their lists; it opens nothing meanwhile
        end_sessions(row)
    remove_listings(_lock_lists(row))
    discard_dump()
    settle_reports(
        Q(person=row) & (Q(company_list__owner=row) | Q(target__startswith=NAME_TARGET)),
        by,
        ReportOutcome.UPHELD,
    )
    record_action(ModerationAction.SUSPEND, by, person=row, note=note)


@transaction.atomic
def unsuspend_person(person: User, by: User) -> None:
    """End a suspension: the person can log in, and what they shared is shared as before.

    RankTooLow for staff, superusers and moderators, unless a superuser does it.
    """
    row = _lock_person(person)
    if ModerationAction.UNSUSPEND not in allowed_measures(row, by):
        raise RankTooLow("Only superusers can reactivate staff and moderators.")
    if row.is_active:
        return
    User.objects.filter(pk=row.pk).update(is_active=True, suspended_at=None, suspended_note="")
    locked = CompanyList.objects.filter(pk__in=_lock_lists(row), published_at__isnull=False)
    for company_list in locked.select_related("edition__system", "owner"):
        with suppress(UnreadableDesignError):  # its page says so, as before
            restore_listing(company_list)
    record_action(ModerationAction.UNSUSPEND, by, person=row)


def create_moderators_group() -> None:
    """Create the group whose members moderate, or give it its permission back; it needs no other permission.

    Not by a migration: Django creates permissions after all migrations. And a group that somebody deleted
    comes back.
    """
    app, _, codename = MODERATE.partition(".")
    group, _created = Group.objects.get_or_create(name=MODERATORS)
    group.permissions.add(Permission.objects.get(codename=codename, content_type__app_label=app))


def _lock_person(person: User) -> User:
    row = User.objects.select_for_update(no_key=True).filter(pk=person.pk).first()
    if row is None:
        raise NotFound("This account is deleted.")
    return row


def _lock_lists(owner: User) -> list[int]:
    """Lock all lists of a person, after the person, and return their keys.

    Private ones too: another transaction may be publishing one, which this one doesn't see before the lock.
    """
    rows = CompanyList.objects.filter(owner=owner).order_by("pk")
    return list(rows.select_for_update(no_key=True).values_list("pk", flat=True))
