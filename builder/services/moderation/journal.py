"""The journal of moderation: each action is stored for the moderators and written to the security log."""

from collections.abc import Mapping

from builder.models import ModerationAction, ModerationEntry, Report, User
from builder.security_log import SecurityEvent, record_event

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
    """Record what a moderator did: about what is reported, or else to a person."""
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
