"""What moderators do about what is reported: hide a list, remove a text, dismiss the report."""

from django.db import transaction
from django.db.models import Q

from builder.models import Club, Event, ModerationAction, Report, ReportOutcome, User
from builder.services import gallery
from builder.services.clubs.access import lock_club
from builder.services.errors import NotFound, NotPossible
from builder.services.moderation.journal import record_action
from builder.services.moderation.reports import settle_reports
from builder.services.questions import TextQuestion

HIDING_NOTE = TextQuestion(
    label="note",
    lines=True,
    help="The owner reads this.",
    needed="Write a note: it tells the owner why.",
)
UNNAMED_CLUB, UNNAMED_EVENT = "Unnamed club", "Unnamed event"


@transaction.atomic
def hide_reported(report: Report, by: User, note: str) -> None:
    """Hide what is reported, with a note for its owner or organisers, and uphold all open reports of it.

    A list is hidden from everybody but its owner. The name and texts of a club or an event are removed; the
    report has them as they were reported. NotPossible for a user name: suspend the person.
    """
    note = HIDING_NOTE.checked(note.strip())
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
def show_reported(report: Report, by: User) -> None:
    """Show a hidden list again; if it was public, it is in the gallery again."""
    if report.company_list is None:
        raise NotPossible(
            "Only lists can be shown again. The organisers write a new name and text themselves."
        )
    gallery.unhide_list(report.company_list)
    record_action(ModerationAction.SHOW, by, report=report)


@transaction.atomic
def dismiss_reports(report: Report, by: User, note: str = "") -> None:
    """Dismiss all open reports of what is reported: nothing needs to be done. The note is for moderators."""
    note = DISMISSAL_NOTE.checked(note.strip())
    settle_reports(Q(target=report.target), by, ReportOutcome.DISMISSED)
    record_action(ModerationAction.DISMISS, by, report=report, note=note)


DISMISSAL_NOTE = TextQuestion(label="note", lines=True, help="Optional. Only moderators read it.")


def _clear_club(club: Club, note: str) -> None:
    """Remove a club's name and texts; strangers don't find it until an organiser lists it again."""
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
    current = Event.objects.filter(pk=event.pk).first()
    if current is None:
        raise NotFound("This event is deleted.")
    Event.objects.filter(pk=current.pk).update(
        name=UNNAMED_EVENT, notes="", moderators_note=note, version=current.version + 1
    )
