"""Queries for the pages of moderators: the queue of reports, reported content, and earlier actions.

A target is what a report is about: a list, a club, an event or a user name. Settled reports are those that a
moderator has upheld or dismissed. All others are open.

If a report is about a single roster of a list, the target is the list. ``Report.roster`` is then the public
id of the roster, or of the frozen link that shows a stored copy of the roster.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.core.paginator import Page
from django.db.models import Count, Min, Q, QuerySet
from django.http import Http404

from builder.models import FrozenLink, ModerationEntry, Report, ReportOutcome, Roster, Share, User
from builder.queries.access import AccessKind, ListAccess
from builder.queries.pagination import paginate

TARGETS_PER_PAGE = 20
PEOPLE_PER_PAGE = 50
ENTRIES_SHOWN = 50


class ReportedTarget(NamedTuple):
    """A target with open reports: the oldest of them, and their number."""

    report: Report
    report_count: int


class ReportCounts(NamedTuple):
    """The numbers of upheld, dismissed and open reports."""

    upheld: int
    dismissed: int
    open: int


def count_open_targets() -> int:
    """Return the number of targets with open reports."""
    return Report.objects.filter(settled_at=None).order_by().values("target").distinct().count()


def open_targets_page(number: int) -> Page[Any]:
    """Return a page of ``ReportedTarget``. The target with the oldest open report is first."""
    open_reports = Report.objects.filter(settled_at=None).order_by()
    targets = open_reports.values("target").annotate(first=Min("pk"), count=Count("pk")).order_by("first")
    page = paginate(targets, number, TARGETS_PER_PAGE)
    counts = {row["first"]: row["count"] for row in page.object_list}
    reports = _joined_reports().filter(pk__in=list(counts)).order_by("pk")
    page.object_list = [ReportedTarget(report, counts[report.pk]) for report in reports]
    return page


def settled_reports_page(number: int) -> Page[Any]:
    """Return a page of the settled reports, the last settled first."""
    settled = _joined_reports().filter(settled_at__isnull=False).order_by("-settled_at", "-pk")
    return paginate(settled, number, TARGETS_PER_PAGE)


def report_for_moderator(pk: int) -> Report:
    """Return a report with all data for its page. Raises Http404 if there is none with this key."""
    report = _joined_reports().filter(pk=pk).first()
    if report is None:
        raise Http404("This report doesn't exist.")
    return report


def _joined_reports() -> QuerySet[Report]:
    rows = Report.objects.select_related(
        "by", "person", "settled_by", "company_list__edition__system", "company_list__owner", "club",
        "event__club", "event__edition__system",
    )  # fmt: skip
    return rows.defer("company_list__edition__layout", "event__edition__layout")


def open_reports_of(report: Report) -> Sequence[Report]:
    """Return all open reports with the same target as ``report``, the oldest first."""
    rows = Report.objects.select_related("by").filter(target=report.target, settled_at=None)
    return list(rows.order_by("pk"))


def count_reports_about(person: User) -> ReportCounts:
    """Return the numbers of reports about a user or their content."""
    return _count_reports(Report.objects.filter(person=person))


def count_reports_by(person: User) -> ReportCounts:
    """Return the numbers of reports that a user has sent."""
    return _count_reports(Report.objects.filter(by=person))


def _count_reports(rows: QuerySet[Report]) -> ReportCounts:
    counts = dict(rows.order_by().values_list("outcome").annotate(Count("pk")))
    return ReportCounts(
        counts.get(ReportOutcome.UPHELD, 0), counts.get(ReportOutcome.DISMISSED, 0), counts.get("", 0)
    )


def reports_about(person: User) -> Sequence[Report]:
    """Return the newest reports about a person or their content, both open and settled."""
    return list(Report.objects.filter(person=person).order_by("-pk")[:ENTRIES_SHOWN])


def entries_of_target(target: str) -> Sequence[ModerationEntry]:
    """Return the last actions of moderators on a target, the last action first."""
    return list(ModerationEntry.objects.select_related("by").filter(target=target)[:ENTRIES_SHOWN])


def entries_about(person: User) -> Sequence[ModerationEntry]:
    """Return the last actions of moderators on a person or their content, the last action first."""
    return list(ModerationEntry.objects.select_related("by").filter(person=person)[:ENTRIES_SHOWN])


def reported_list(report: Report) -> ListAccess:
    """Return moderators' access to the reported list or roster. Raises Http404 if they may not read it."""
    row = report.company_list
    if row is None or not may_read_reported_list(report):
        raise Http404("This list is deleted, or it is private and has no open reports.")
    frozen = _reported_frozen_links(report).select_related("edition__system").first()
    # A moderator who reads a full list has the same rights as a person who has the list's secret link.
    kind: AccessKind = "roster" if report.roster else "link"
    return ListAccess(row=row, kind=kind, roster_id=report.roster, frozen=frozen)


def _reported_frozen_links(report: Report) -> QuerySet[FrozenLink]:
    """Return a query for the reported link to a frozen roster. It finds nothing for other reports."""
    return FrozenLink.objects.filter(company_list=report.company_list, public_id=report.roster)


def may_read_reported_list(report: Report) -> bool:
    """Return whether moderators may read the reported list or roster.

    They may while the list is hidden, other people can read the reported content, or a report about it is
    open. So if the owner makes the list private and all reports are settled, moderators may no longer read
    it.
    """
    row = report.company_list
    if row is None or row.deleted_at is not None:
        return False
    if row.hidden_at or row.published_at or row.link:
        return True
    # If a report about the full list is open, moderators may read each roster of the list. If only a report
    # about one roster is open, they may not read the other rosters.
    rosters = {"", report.roster}
    return (
        Report.objects.filter(target=report.target, settled_at=None, roster__in=rosters).exists()
        or Share.objects.filter(
            Q(roster=None) | Q(roster__public_id=report.roster), company_list=row
        ).exists()
        or Roster.objects.filter(company_list=row, public_id=report.roster, link__isnull=False).exists()
        or _reported_frozen_links(report).exists()
    )


def suspended_people_page(number: int) -> Page[Any]:
    """Return a page of the suspended people, the last suspended first."""
    rows = User.objects.filter(is_active=False).order_by("-suspended_at", "-pk")
    return paginate(rows, number, PEOPLE_PER_PAGE)


def person_for_moderator(pk: int) -> User:
    """Return the person with this primary key. Raises Http404 if there is none."""
    person = User.objects.filter(pk=pk).first()
    if person is None:
        raise Http404("This account doesn't exist.")
    return person


def person_by_name(name: str) -> User | None:
    """Return the person with this user name, or None. Upper and lower case don't matter."""
    return User.objects.filter(username__iexact=name).first() if name and name.isprintable() else None
