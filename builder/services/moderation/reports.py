"""Reports to the moderators about a list, a club, an event or a user name.

A report also stores the reporter, if they have an account or are a guest. If the reporter has read a list by
a secret link, the report stores the list and not the secret.
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
from builder.services.input_specs import TextSpec
from builder.services.locks import lock_user

REPORT_REASON = TextSpec(
    label="reason",
    is_multiline=True,
    help_text="In your own words. Only moderators read it.",
    required_error="Say what is wrong with it.",
)
NAME_TARGET = "name:"
"""The beginning of the target of a report about a user name."""


class Subject(NamedTuple):
    """What a report is about.

    ``target`` identifies it, for example "list:12". ``name`` and ``text`` are its name and texts at the time
    of the report. ``columns`` are further columns of the ``Report``. ``lock`` locks the subject's row, and
    returns whether the subject still exists.
    """

    target: str
    name: str
    text: str
    columns: Mapping[str, object]
    lock: Callable[[], bool]


def list_subject(row: CompanyList, roster: str = "", frozen: FrozenLink | None = None) -> Subject:
    """Return the subject for a report about a list, or about the single roster that the reporter sees.

    ``roster`` is the public id of the single roster, or an empty string. If the reporter sees a frozen
    roster, the subject has the name that the list had then, because they must not learn the current name.
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
    """Return the subject for a report about a club's name and texts. It concerns the club's owner."""
    text = "\n\n".join(part for part in (club.place, club.about) if part)
    columns = {"club": club, "person": _owner_of(club)}
    rows = Club.objects.filter(pk=club.pk)
    return Subject(f"club:{club.pk}", club.name, text, columns, lambda: _lock(rows))


def event_subject(event: Event) -> Subject:
    """Return the subject for a report about an event's name and notes. It concerns the club's owner."""
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
    """Count a report against the hourly limits of the client's address and account.

    Raises TooManyRequests if one is exceeded. Guests have no limit other than that of the address.
    """
    spenders = [address_spender(meta)]
    if isinstance(user, User) and not user.is_guest:
        spenders.append(person_spender(user.pk))
    # Spend from both budgets, even if the first refuses.
    spendings = [spend_report(spender) for spender in spenders]
    if not all(spending.is_allowed for spending in spendings):
        seconds = max(spending.seconds_to_wait for spending in spendings)
        raise TooManyRequests(
            f"You sent too many reports. Try again in {pluralize(seconds, 'second')}.", seconds
        )


@transaction.atomic
def send_report(subject: Subject, by: User | None, reason: str) -> None:
    """Send a report to the moderators, or replace the reason of the reporter's open report on the subject.

    Raises LimitReached if the reporter has too many open reports. Raises NotFound if the subject was deleted
    or is hidden. People without an account share a limit of open reports about a subject. A report that
    exceeds it is dropped without an error.
    """
    reason = REPORT_REASON.clean(reason.strip())
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


def settle_reports(condition: Q, by: User, outcome: ReportOutcome) -> None:
    """Settle the open reports that match a condition."""
    rows = Report.objects.filter(condition, settled_at=None)
    rows.update(settled_at=timezone.now(), settled_by=by, outcome=outcome)
