"""The documents of a history, as its rows hold them, read and packed.

A revision holds what changed since the one before it. A chain is a whole document and the changes that
follow it; ``since`` is the number of the revision that a chain begins with. A whole document is stored as
the change from nothing. Rows from before there were chains have no ``since``: each holds its whole document.
"""

import zlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from builder.documents import Json, unpack_json
from builder.models import Revision
from builder.points.deltas import (
    Lines,
    apply_delta,
    digest_of_lines,
    document_lines,
    document_of_lines,
    make_delta,
)

MAX_CHAIN = 40
"""So many revisions a chain has at most: all before one of them are read with it."""


class DamagedHistoryError(Exception):
    """A stored revision is not what was written."""


class PackedDocument(NamedTuple):
    """The columns of a revision that hold its document."""

    since: int
    digest: bytes
    document: bytes


def pack_revision(
    number: int, lines: Lines, last: Revision | None = None, before: Lines | None = None
) -> PackedDocument:
    """Pack a document: as its change from ``before`` where the ``last`` revision holds that, else whole."""
    digest = digest_of_lines(lines)
    if last is not None and before is not None and last.since is not None and last.digest is not None:
        has_room = number - last.since < MAX_CHAIN
        if has_room and digest_of_lines(before) == bytes(last.digest):
            return PackedDocument(last.since, digest, make_delta(before, lines))
    return PackedDocument(number, digest, make_delta((), lines))


def pack_chains(revisions: Iterable[tuple[Revision, Lines]]) -> None:
    """Pack successive revisions anew, as chains of their own; the rows are not saved."""
    since = 0
    before: Lines = ()
    for place, (row, lines) in enumerate(revisions):
        if place % MAX_CHAIN == 0:
            since, before = row.number, ()
        row.since, row.digest, row.document = since, digest_of_lines(lines), make_delta(before, lines)
        before = lines


def read_chains(rows: Iterable[Revision]) -> Iterator[tuple[Revision, Lines]]:
    """Successive revisions with their documents as lines; the first is one that a chain begins with."""
    lines: Lines = ()
    for row in rows:
        try:
            if row.since is None:
                lines = document_lines(unpack_json(row.document))
            else:
                lines = apply_delta(() if row.since == row.number else lines, bytes(row.document))
        except (ValueError, LookupError, TypeError, zlib.error) as error:  # not what this program writes
            raise DamagedHistoryError(_place_of(row, str(error))) from error
        yield row, lines


def check_lines(row: Revision, lines: Sequence[bytes]) -> None:
    """DamagedHistoryError where a document is not the one that was written."""
    if row.digest is not None and digest_of_lines(lines) != bytes(row.digest):
        raise DamagedHistoryError(_place_of(row, "it is not what was written"))


def _place_of(row: Revision, fault: str) -> str:
    return f"list {row.company_list_id}, revision {row.number}: {fault}"


class PastDocument(NamedTuple):
    """A revision, without its words, and the document that it holds."""

    revision: Revision
    value: Json


def past_documents(company_list: int, numbers: Collection[int]) -> dict[int, PastDocument]:
    """The documents of these revisions of a list, in one query; those that are gone are left out."""
    if not numbers:
        return {}
    wanted = Revision.objects.filter(company_list=company_list, number__in=numbers)
    starts = wanted.annotate(start=Coalesce("since", "number")).order_by("start").values("start")
    builds_on = Q(since__lte=OuterRef("number"), number__gte=OuterRef("number")) | Q(pk=OuterRef("pk"))
    rows = Revision.objects.filter(company_list=company_list, number__lte=max(numbers))
    rows = rows.filter(Exists(wanted.filter(builds_on)), number__gte=Subquery(starts[:1])).order_by("number")
    found: dict[int, PastDocument] = {}
    values: dict[bytes, Json] = {}
    for row, lines in read_chains(rows.defer("words")):
        if row.number in numbers:
            check_lines(row, lines)
            found[row.number] = PastDocument(row, document_of_lines(lines, values))
    return found
