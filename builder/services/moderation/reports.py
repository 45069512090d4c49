"""Reports to the moderators about a list, a club, an event or a user name.

A report stores the reason, and who the reporter is if they are logged in or a guest with lists. If the
reporter has read a list by a secret link, the report doesn't store the secret, but is about the list.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from builder.models import Club, CompanyList, Event, FrozenLink, Membership, Report, ReportOutcome, Role, User
from builder.points.rules.names import list_name
from builder.points.rules.wording import pluralize
from builder.security_log import SecurityEvent, record_event
from builder.services.budgets import address_spender, person_spender, spend_report
from builder.services.errors import LimitReached, NotFound, TooManyRequests
from builder.services.locks import lock_user
from builder.services.questions import TextQuestion

REPORT_REASON = TextQuestion(
    label="reason",
    lines=True,
    help="In your own words. Only moderators read it.",
    needed="Say what is wrong with it.",
)
NAME_TARGET = "name:"
"""The beginning of the target of a report about a user name."""


class Subject(NamedTuple):
    """The subject of a report.

    ``target`` identifies the subject. ``target``, ``name``, ``text`` and the other ``columns`` are stored in
    the ``Report``. The function ``lock`` locks the subject and returns whether it still exists.
    """

    target: str
    name: str
    text: str
    columns: Mapping[str, object]
    lock: Callable[[], bool]


def list_subject(row: CompanyList, roster: str = "", frozen: FrozenLink | None = None) -> Subject:
    """Return the subject for a report about a list, or about the single roster that the reporter sees.

    ``roster`` is the public id of the roster, or an empty string. If the reporter sees a frozen roster, the
    subject has the list's name at the time of freezing, because the reporter must not learn its current name.
    """
    visible = CompanyList.objects.filter(pk=row.pk, deleted_at=None, hidden_at=None)
    return Subject(
        f"list:{row.pk}",
        list_name(frozen.summary["list"] if frozen else row.name),
        "",
        {"company_list": row, "roster": roster, "person": row.owner},
        lambda: _lock(visible),
    )


def club_subject(club: Club) -> Subject:
    """Return the subject for a report about a club's name and texts. The club's owner is responsible."""
    text = "\n\n".join(part for part in (club.place, club.about) if part)
    columns = {"club": club, "person": _owner_of(club)}
    rows = Club.objects.filter(pk=club.pk)
    return Subject(f"club:{club.pk}", club.name, text, columns, lambda: _lock(rows))


def event_subject(event: Event) -> Subject:
    """Return the subject for a report about an event's name and notes. The club's owner is responsible."""
    columns = {"event": event, "person": _owner_of(event.club)}
    rows = Event.objects.filter(pk=event.pk)
    return Subject(f"event:{event.pk}", event.name, event.notes, columns, lambda: _lock(rows))


def name_subject(person: User) -> Subject:
    """Return the subject for a report about a person's user name."""
    columns = {"person": person}
    return Subject(f"{NAME_TARGET}{person.pk}", person.username, "", columns, lambda: lock_user(person.pk))


def _owner_of(club: Club) -> User | None:
    row = Membership.objects.select_related("user").filter(club=club, role=Role.OWNER).first()
    return row.user if row else None


def _lock(rows: QuerySet[CompanyList] | QuerySet[Club] | QuerySet[Event]) -> bool:
    return rows.select_for_update(no_key=True).first() is not None


def require_report_budget(user: User | AnonymousUser, meta: Mapping[str, object]) -> None:
    """Spend a report from the budgets of the address and the person.

    Raises TooManyRequests if one of them has sent too many reports within an hour.
    """
    spenders = [address_spender(meta)]
    if isinstance(user, User) and not user.is_guest:
        spenders.append(person_spender(user.pk))
    # Spend from both budgets, even if the first refuses.
    spendings = [spend_report(spender) for spender in spenders]
    if not all(spending.allowed for spending in spendings):
        seconds = max(spending.wait for spending in spendings)
        raise TooManyRequests(
            f"You sent too many reports. Try again in {pluralize(seconds, 'second')}.", seconds
        )


@transaction.atomic
def send_report(subject: Subject, by: User | None, reason: str) -> None:
    """Send a report to the moderators. ``by`` is None if the reporter isn't logged in.

    If the person has an open report about the same subject, only replace its reason. Raises LimitReached if
    the person has too many open reports, and NotFound if the subject was deleted.

    People without an account share a limit for each subject. If they have too many open reports about the
    subject, the report is dropped without an error. People with an account can still send theirs.
    """
    reason = REPORT_REASON.checked(reason.strip())
    if by is not None and not lock_user(by.pk):
        by = None
    if not subject.lock():
        raise NotFound("This is deleted, or no longer shared.")
    open_reports = Report.objects.filter(settled_at=None)
    if by is not None and open_reports.filter(target=subject.target, by=by).update(reason=reason):
        return
    if by is not None and open_reports.filter(by=by).count() >= settings.MUSTERBOOK_MAX_REPORTS:
        raise LimitReached("The moderators haven't read your other reports yet. Try again in a few days.")
    if by is None or by.is_guest:
        without_account = open_reports.filter(Q(by=None) | Q(by__is_guest=True), target=subject.target)
        if without_account.count() >= settings.MUSTERBOOK_MAX_REPORTS_OF_A_LIST:
            record_event(SecurityEvent.REPORT_DROPPED, by=by, target=subject.target)
            return
    report = Report.objects.create(
        target=subject.target,
        subject=subject.name,
        text=subject.text,
        by=by,
        reason=reason,
        made=timezone.now(),
        **subject.columns,
    )
    record_event(
        SecurityEvent.REPORT_SENT, by=by, person=report.person, target=report.target, report=report.pk
    )


def settle_reports(which: Q, by: User, outcome: ReportOutcome) -> None:
    """Settle the open reports that match ``which``. Reports that are already settled don't change."""
    rows = Report.objects.filter(which, settled_at=None)
    rows.update(settled_at=timezone.now(), settled_by=by, outcome=outcome)
