"""Packing the histories of before there were chains, the way back, and checking that all can be read.

Each batch is a transaction of its own in which its list's row is locked: a site serves meanwhile, and a run
that was interrupted is begun again where it stopped.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from builder.documents import pack_json
from builder.models import CompanyList, EditSession, Revision
from builder.points.deltas import Lines, document_of_lines
from builder.revisions import MAX_CHAIN, DamagedHistoryError, check_lines, pack_chains, read_chains
from builder.services.editing.words import write_missing_words
from builder.services.locks import lock_list

_LISTS = 100
_WHOLE = Q(since=None)
_PACKED = Q(since__isnull=False)


@dataclass(slots=True)
class PackingReport:
    """How many revisions of how many lists, their bytes before and after; and those that cannot be read."""

    lists: int = 0
    revisions: int = 0
    whole: int = 0
    bytes_before: int = 0
    bytes_after: int = 0
    damaged: list[str] = field(default_factory=list)


def pack_histories() -> PackingReport:
    """Pack all whole documents of before; what cannot be read is named, and stays as it is."""
    return _each_list(_WHOLE, _pack_next)


def make_histories_whole() -> PackingReport:
    """The way back: every revision holds its whole document, and has its words."""
    for pk in _lists_with(Q(words=None) | Q(sitting__words=None)):
        _write_all_words(pk)
    return _each_list(_PACKED, _make_next_whole)


def check_histories() -> PackingReport:
    """Read every revision there is."""
    report = PackingReport()
    for pk in _lists_with(Q()):
        report.lists += 1
        rows = Revision.objects.filter(company_list=pk).order_by("number").defer("words")
        for chain in _chains(rows.iterator(chunk_size=MAX_CHAIN)):
            report.revisions += len(chain)
            report.whole += sum(row.since is None for row in chain)
            report.bytes_before += sum(len(row.document) for row in chain)
            try:
                for row, lines in read_chains(chain):
                    check_lines(row, lines)
            except DamagedHistoryError as error:
                report.damaged.append(str(error))
    report.bytes_after = report.bytes_before
    return report


def _chains(rows: Iterator[Revision]) -> Iterator[list[Revision]]:
    """Successive revisions, each chain by itself."""
    found: list[Revision] = []
    for row in rows:
        if found and row.since in (None, row.number):
            yield found
            found = []
        found.append(row)
    if found:
        yield found


# ------------------------------------------------------------------ batches

Batch = Callable[[CompanyList, int, PackingReport], int | None]
"""Does the next batch of a list behind a number; the number that it ended with, None where there was none."""


def _each_list(wanted: Q, batch: Batch) -> PackingReport:
    report = PackingReport()
    for pk in _lists_with(wanted):
        report.lists += 1
        after: int | None = 0
        while after is not None:
            try:
                with transaction.atomic():
                    row = lock_list(CompanyList.objects.select_related("edition__system").filter(pk=pk))
                    after = None if row is None else batch(row, after, report)
            except DamagedHistoryError as error:
                report.damaged.append(str(error))
                break
    return report


def _lists_with(wanted: Q) -> Iterator[int]:
    """The lists that have such revisions, by primary key, some at a time."""
    after = 0
    has_some = Exists(Revision.objects.filter(wanted, company_list=OuterRef("pk")))
    lists = CompanyList.objects.filter(has_some).order_by("pk").values_list("pk", flat=True)
    while found := list(lists.filter(pk__gt=after)[:_LISTS]):
        yield from found
        after = found[-1]


def _pack_next(row: CompanyList, after: int, report: PackingReport) -> int | None:
    """Pack the next successive whole documents as a chain, and read them again."""
    mine = Revision.objects.filter(company_list=row, number__gt=after).order_by("number")
    first = mine.filter(_WHOLE).only("number").first()
    if first is None:
        return None
    behind = mine.filter(_PACKED, number__gt=first.number).only("number").first()
    rows = mine.filter(number__gte=first.number)
    if behind is not None:
        rows = rows.filter(number__lt=behind.number)
    found, fault = _read_until_damaged(rows[:MAX_CHAIN])
    if not found:
        report.damaged.append(fault)
        return first.number
    before = sum(len(revision.document) for revision, _ in found)
    pack_chains(found)
    _store(found)
    report.revisions += len(found)
    report.bytes_before += before
    report.bytes_after += sum(len(revision.document) for revision, _ in found)
    return found[-1][0].number


def _make_next_whole(row: CompanyList, after: int, report: PackingReport) -> int | None:
    """Write the whole documents of the next chain."""
    mine = Revision.objects.filter(company_list=row, number__gt=after).order_by("number")
    first = mine.filter(_PACKED).first()
    if first is None:
        return None
    found, fault = _read_until_damaged(mine.filter(since=first.since))
    if fault:
        report.damaged.append(fault)
    for revision, lines in found:
        report.bytes_before += len(revision.document)
        revision.since, revision.digest = None, None
        revision.document = pack_json(document_of_lines(lines))
        report.bytes_after += len(revision.document)
    _store(found)
    report.revisions += len(found)
    last = mine.filter(since=first.since).last()
    return max(found[-1][0].number if found else first.number, last.number if last else 0)


def _read_until_damaged(rows: Iterable[Revision]) -> tuple[list[tuple[Revision, Lines]], str]:
    """The documents up to the first that cannot be read, and what is wrong with that."""
    found: list[tuple[Revision, Lines]] = []
    try:
        for row, lines in read_chains(rows):
            check_lines(row, lines)
            found.append((row, lines))
    except DamagedHistoryError as error:
        return found, str(error)
    return found, ""


def _store(found: Sequence[tuple[Revision, Lines]]) -> None:
    """Save what was packed, and read it again: DamagedHistoryError, and nothing saved, where it differs."""
    Revision.objects.bulk_update([row for row, _ in found], ("since", "digest", "document"), batch_size=50)
    stored = Revision.objects.filter(pk__in=[row.pk for row, _ in found]).order_by("number")
    for (row, lines), (_, now) in zip(found, read_chains(stored), strict=True):
        if lines != now:
            raise DamagedHistoryError(f"list {row.company_list_id}, revision {row.number}: not as before")


def _write_all_words(pk: int) -> None:
    """Write the words of all revisions and edit sessions of a list; where it is damaged, what was told."""
    row = CompanyList.objects.select_related("edition__system").filter(pk=pk).first()
    if row is None:  # deleted meanwhile
        return
    revisions = list(Revision.objects.filter(company_list=row, words=None).defer("document"))
    sessions = list(EditSession.objects.filter(company_list=row, words=None))
    write_missing_words(row, revisions, sessions)
    untold: list[Revision | EditSession] = [*revisions, *sessions]
    for one in untold:
        if one.words is None:
            type(one).objects.filter(pk=one.pk, words=None).update(words=one.told)
