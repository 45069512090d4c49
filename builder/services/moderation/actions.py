"""The actions of moderators: hide a list, remove a text, dismiss a report, suspend a person.

Each action is stored in a journal that moderators can read, and is written to the security log.

A suspended person can't log in, and their shared content is hidden: public lists, links, embeds, and shares
with clubs. The content isn't changed, so it is visible again when the suspension ends. What also belongs to
other people stays visible: copies that they made, handed-in rosters, clubs that the person owns, and the
person's name among the members of a club.
"""

from collections.abc import Mapping

from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from builder.models import (
    Club,
    CompanyList,
    Event,
    ModerationAction,
    ModerationEntry,
    Report,
    ReportOutcome,
    User,
)
from builder.models.people import MODERATE, moderate_permissions
from builder.security_log import SecurityEvent, record_event
from builder.services import gallery
from builder.services.clubs.clubs import lock_club
from builder.services.errors import InsufficientRights, NotPossible, require_found
from builder.services.gallery import discard_dump, rebuild_listing, remove_listings
from builder.services.input_specs import TextSpec
from builder.services.moderation.reports import NAME_TARGET, settle_reports
from builder.services.people.accounts import end_sessions

HIDING_NOTE = TextSpec(
    label="note",
    is_multiline=True,
    help_text="The owner reads this.",
    required_error="Write a note that tells the owner why.",
)
DISMISSAL_NOTE = TextSpec(label="note", is_multiline=True, help_text="Optional. Only moderators read it.")
UNNAMED_CLUB, UNNAMED_EVENT = "Unnamed club", "Unnamed event"


@transaction.atomic
def hide_reported(report: Report, by: User, note: str) -> None:
    """Hide the reported content, and settle all open reports about this content as upheld.

    A list is hidden from everybody except its owner. A club or an event loses its name and its texts, which
    are still in the report. The owner of the list, or the organisers of the club, can read ``note``. Raises
    NotPossible for a report about a user name.
    """
    note = HIDING_NOTE.clean(note.strip())
    if report.company_list is not None:
        gallery.hide_list(report.company_list, note)
        action = ModerationAction.HIDE
    elif report.club is not None:
        _clear_club(report.club, note)
        action = ModerationAction.CLEAR
    elif report.event is not None:
        _clear_event(report.event, note)
        action = ModerationAction.CLEAR
    else:
        raise NotPossible("A user name can't be hidden. Suspend the person, or dismiss the report.")
    settle_reports(Q(target=report.target), by, ReportOutcome.UPHELD)
    record_action(action, by, report=report, note=note)


@transaction.atomic
def unhide_reported(report: Report, by: User) -> None:
    """Show a hidden list again. Raises NotPossible if the report is not about a list."""
    if report.company_list is None:
        raise NotPossible("You can only show lists again. The organisers have to write a new name and text.")
    gallery.unhide_list(report.company_list)
    record_action(ModerationAction.SHOW, by, report=report)


@transaction.atomic
def dismiss_reports(report: Report, by: User, note: str = "") -> None:
    """Dismiss all open reports with the same target as ``report``. Only moderators can read ``note``."""
    note = DISMISSAL_NOTE.clean(note.strip())
    settle_reports(Q(target=report.target), by, ReportOutcome.DISMISSED)
    record_action(ModerationAction.DISMISS, by, report=report, note=note)


def _clear_club(club: Club, note: str) -> None:
    """Remove a club's name and texts, and unlist it. Its organisers can write new texts and list it again."""
    current = lock_club(club.pk)
    Club.objects.filter(pk=current.pk).update(
        name=UNNAMED_CLUB,
        place="",
        about="",
        listed=False,
        moderators_note=note,
        version=current.version + 1,
    )


def _clear_event(event: Event, note: str) -> None:
    lock_club(event.club_id)
    current = require_found(Event.objects.filter(pk=event.pk).first(), "This event is deleted.")
    Event.objects.filter(pk=current.pk).update(
        name=UNNAMED_EVENT, notes="", moderators_note=note, version=current.version + 1
    )


# ------------------------------------------------------------------ people


MODERATORS = "Moderators"
SUSPENSION_NOTE = TextSpec(
    label="note",
    is_multiline=True,
    help_text="The person reads this when they try to log in.",
    required_error="Write a note that tells the person why.",
)


def allowed_measures(person: User, by: User) -> tuple[ModerationAction, ...]:
    """Return which of SUSPEND and UNSUSPEND the moderator ``by`` can do to a person.

    Nobody can suspend staff, superusers or moderators. Only superusers can end a suspension of such a person.
    """
    if not (person.is_staff or person.is_superuser or moderate_permissions(person).exists()):
        return ModerationAction.SUSPEND, ModerationAction.UNSUSPEND
    return (ModerationAction.UNSUSPEND,) if by.is_superuser else ()


@transaction.atomic
def suspend_person(person: User, by: User, note: str) -> None:
    """Suspend a person, who can read ``note``. If they are already suspended, replace the note.

    Open reports about the person's lists and name are settled as upheld, but not those about their clubs.
    Raises InsufficientRights for staff, superusers and moderators.
    """
    note = SUSPENSION_NOTE.clean(note.strip())
    row = _lock_person(person)
    if ModerationAction.SUSPEND not in allowed_measures(row, by):
        raise InsufficientRights(
            "You can't suspend staff and moderators. A superuser has to remove their rights first."
        )
    suspended_at = row.suspended_at or timezone.now()
    User.objects.filter(pk=row.pk).update(is_active=False, suspended_at=suspended_at, suspended_note=note)
    # A guest can only reach their lists through their session, so the session of a guest isn't ended. The
    # session gives no access while the guest is suspended.
    if not row.is_guest:
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
    """End a suspension. The person can log in, and what they share is visible again.

    Raises InsufficientRights for staff, superusers and moderators, unless ``by`` is a superuser.
    """
    row = _lock_person(person)
    if ModerationAction.UNSUSPEND not in allowed_measures(row, by):
        raise InsufficientRights("Only superusers can reactivate staff and moderators.")
    if row.is_active:
        return
    User.objects.filter(pk=row.pk).update(is_active=True, suspended_at=None, suspended_note="")
    for company_list in CompanyList.objects.filter(pk__in=_lock_lists(row), published_at__isnull=False):
        rebuild_listing(company_list)
    record_action(ModerationAction.UNSUSPEND, by, person=row)


def create_moderators_group() -> None:
    """Create the group of moderators, with the permission to moderate, if it is missing.

    This is not in a migration, because Django creates permissions after all migrations.
    """
    app, _, codename = MODERATE.partition(".")
    group, _created = Group.objects.get_or_create(name=MODERATORS)
    group.permissions.add(Permission.objects.get(codename=codename, content_type__app_label=app))


def _lock_person(person: User) -> User:
    rows = User.objects.select_for_update(no_key=True)
    return require_found(rows.filter(pk=person.pk).first(), "This account is deleted.")


def _lock_lists(owner: User) -> list[int]:
    """Lock all lists of a locked person, and return the lists' primary keys.

    Private lists are locked too, because another transaction may be publishing one at the moment.
    """
    rows = CompanyList.objects.filter(owner=owner).order_by("pk")
    return list(rows.select_for_update(no_key=True).values_list("pk", flat=True))


# ------------------------------------------------------------------ the journal


_EVENTS: Mapping[ModerationAction, SecurityEvent] = {
    ModerationAction.HIDE: SecurityEvent.CONTENT_HIDDEN,
    ModerationAction.SHOW: SecurityEvent.CONTENT_SHOWN_AGAIN,
    ModerationAction.CLEAR: SecurityEvent.TEXT_REMOVED,
    ModerationAction.DISMISS: SecurityEvent.REPORT_DISMISSED,
    ModerationAction.SUSPEND: SecurityEvent.PERSON_SUSPENDED,
    ModerationAction.UNSUSPEND: SecurityEvent.PERSON_UNSUSPENDED,
}


def record_action(
    action: ModerationAction,
    by: User,
    *,
    report: Report | None = None,
    person: User | None = None,
    note: str = "",
) -> None:
    """Record an action on reported content, or on a person, in the journal and in the security log."""
    affected = report.person if report else person
    ModerationEntry.objects.create(
        target=report.target if report else "",
        person=affected,
        subject=report.subject if report else "",
        action=action,
        note=note,
        by=by,
    )
    record_event(
        _EVENTS[action],
        by=by,
        person=affected,
        target=report.target if report else None,
        report=report.pk if report else None,
    )
