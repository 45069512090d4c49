"""What moderators see: the queue of reports, what is reported, and what was done before."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.core.paginator import Page
from django.db.models import Count, Min, Q, QuerySet
from django.http import Http404

from builder.models import ModerationEntry, Report, ReportOutcome, Share, User
from builder.queries.access import ListAccess
from builder.queries.pagination import paginate

TARGETS_PER_PAGE = 20
PEOPLE_PER_PAGE = 50
ENTRIES_SHOWN = 50


class ReportedTarget(NamedTuple):
    """A thing with open reports: the oldest ``report`` of it, and how many ``reports`` there are."""

    report: Report
    reports: int


class ReportCounts(NamedTuple):
    """How many reports were upheld, dismissed, or are open."""

    upheld: int
    dismissed: int
    open: int


def count_open_targets() -> int:
    """How many things have open reports."""
    return Report.objects.filter(settled_at=None).order_by().values("target").distinct().count()


def open_targets_page(number: int) -> Page[Any]:
    """A page of what has open reports, the longest waiting first; its rows are ``ReportedTarget``."""
    open_reports = Report.objects.filter(settled_at=None).order_by()
    targets = open_reports.values("target").annotate(first=Min("pk"), count=Count("pk")).order_by("first")
    page = paginate(targets, number, TARGETS_PER_PAGE)
    counts = {row["first"]: row["count"] for row in page.object_list}
    reports = _joined_reports().filter(pk__in=list(counts)).order_by("pk")
    page.object_list = [ReportedTarget(report, counts[report.pk]) for report in reports]
    return page


def settled_reports_page(number: int) -> Page[Any]:
    """A page of the settled reports, the last settled first."""
    settled = _joined_reports().filter(settled_at__isnull=False).order_by("-settled_at", "-pk")
    return paginate(settled, number, TARGETS_PER_PAGE)


def report_for_moderator(pk: int) -> Report:
    """A report with all that its page shows; Http404 where there is none."""
    report = _joined_reports().filter(pk=pk).first()
    if report is None:
        raise Http404("There is no such report.")
    return report


def _joined_reports() -> QuerySet[Report]:
    rows = Report.objects.select_related(
        "by", "person", "settled_by", "company_list__edition__system", "company_list__owner", "club",
        "event__club", "event__edition__system",
    )  # fmt: skip
    return rows.defer("company_list__edition__layout", "event__edition__layout")


def open_reports_of(report: Report) -> Sequence[Report]:
    """All open reports of the thing that a report is about, the oldest first."""
    rows = Report.objects.select_related("by").filter(target=report.target, settled_at=None)
    return list(rows.order_by("pk"))


def count_reports_about(person: User) -> ReportCounts:
    """How many reports were made about somebody."""
    return _count_reports(Report.objects.filter(person=person))


def count_reports_by(person: User) -> ReportCounts:
    """How many reports somebody has made."""
    return _count_reports(Report.objects.filter(by=person))


def _count_reports(rows: QuerySet[Report]) -> ReportCounts:
    counts = dict(rows.order_by().values_list("outcome").annotate(Count("pk")))
    return ReportCounts(
        counts.get(ReportOutcome.UPHELD, 0), counts.get(ReportOutcome.DISMISSED, 0), counts.get("", 0)
    )


def reports_about(person: User) -> Sequence[Report]:
    """The last reports about somebody, open ones and settled ones."""
    return list(Report.objects.filter(person=person).order_by("-pk")[:ENTRIES_SHOWN])


def entries_of_target(target: str) -> Sequence[ModerationEntry]:
    """What moderators did with a thing, the last action first."""
    return list(ModerationEntry.objects.select_related("by").filter(target=target)[:ENTRIES_SHOWN])


def entries_about(person: User) -> Sequence[ModerationEntry]:
    """What moderators did to a person or what they made, the last action first."""
    return list(ModerationEntry.objects.select_related("by").filter(person=person)[:ENTRIES_SHOWN])


def reported_list(report: Report) -> ListAccess:
    """The reported list or roster; Http404 where moderators may not read it."""
    row = report.company_list
    if row is None or not may_read_reported_list(report):
        raise Http404("This list is deleted, or it is private again and all reports of it are settled.")
    return ListAccess(row=row, kind="roster" if report.roster else "link", roster_id=report.roster)


def may_read_reported_list(report: Report) -> bool:
    """Whether moderators may read the reported list or roster.

    They may while the list is hidden, other people can still read what was reported, or a report of that is
    open. A list that its owner has made private again after that is private for moderators too.
    """
    row = report.company_list
    if row is None or row.deleted_at is not None:
        return False
    if row.hidden_at or row.published_at or row.link:
        return True
    rosters = {"", report.roster}  # a whole list contains the roster
    return (
        Report.objects.filter(target=report.target, settled_at=None, roster__in=rosters).exists()
        or Share.objects.filter(
            Q(roster=None) | Q(roster__public_id=report.roster), company_list=row
        ).exists()
    )


def suspended_people_page(number: int) -> Page[Any]:
    """A page of the suspended people, the last one first."""
    rows = User.objects.filter(is_active=False).order_by("-suspended_at", "-pk")
    return paginate(rows, number, PEOPLE_PER_PAGE)


def person_for_moderator(pk: int) -> User:
    """A person by their key; Http404 where there is none."""
    person = User.objects.filter(pk=pk).first()
    if person is None:
        raise Http404("There is no such account.")
    return person


def person_by_name(name: str) -> User | None:
    """A person by their user name, in capital letters or not; None where nobody has it."""
    return User.objects.filter(username__iexact=name).first() if name and name.isprintable() else None
