"""Deleting revisions where a list has too many: those that stay read as before, and keep their words.

It happens within the transaction of a change, while the list's row is locked.
"""

import logging
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import NamedTuple

from django.conf import settings
from django.db.models import Count, Max, Min, OuterRef, Subquery

from builder.models import CompanyList, EditSession, Revision
from builder.points.deltas import Lines
from builder.revisions import DamagedHistoryError, check_lines, pack_chains, read_chains
from builder.services.editing.words import write_words

_EXCESS_FRACTION = 50

logger = logging.getLogger(__name__)


def delete_excess_revisions(row: CompanyList, session: EditSession) -> None:
    """Delete revisions where the list has too many: a few more than needed, so that it is seldom done.

    Those between the first and the last of an edit session go first, from the oldest on; then whole sessions,
    from the oldest on, but neither this one nor the one before it, which it is compared with. Where what has
    to be read for that is damaged, nothing is deleted: the change is kept, and the log says so.
    """
    mine = Revision.objects.filter(company_list=row)
    most = settings.MUSTERBOOK_KEPT_REVISIONS
    excess = mine.count() - most
    if excess <= 0:
        return
    excess += most // _EXCESS_FRACTION
    ends = Revision.objects.filter(sitting=OuterRef("sitting")).order_by().values("sitting")
    between = mine.exclude(number=Subquery(ends.annotate(end=Min("number")).values("end")))
    between = between.exclude(number=Subquery(ends.annotate(end=Max("number")).values("end")))
    gone = set(between.order_by("number").values_list("number", flat=True)[:excess])
    excess -= len(gone)
    old: list[int] = []
    if excess > 0:
        sessions = EditSession.objects.filter(company_list=row).annotate(count=Count("revisions"))
        staying = {session.pk, *sessions.order_by("-pk").values_list("pk", flat=True)[:2]}
        for pk, count in sessions.order_by("pk").values_list("pk", "count"):
            if excess <= 0 or pk in staying:
                break
            old.append(pk)
            excess -= count
        gone.update(mine.filter(sitting__in=old).values_list("number", flat=True))
    if not gone:
        return
    try:
        _delete_revisions(row, gone, old)
    except DamagedHistoryError:
        logger.exception("Revisions beyond the limit are kept, for the history of their list is damaged.")
        return
    EditSession.objects.filter(pk__in=old).delete()


class _Place(NamedTuple):
    """Where a revision stands; ``start`` is the number of the one that its chain begins with."""

    number: int
    start: int


def _delete_revisions(row: CompanyList, gone: Collection[int], old_sessions: Collection[int]) -> None:
    """Delete revisions of these numbers, and pack those anew that build on them.

    DamagedHistoryError, and nothing deleted, where one of them cannot be read.
    """
    mine = Revision.objects.filter(company_list=row)
    pairs = mine.order_by("number").values_list("number", "since")
    places = [_Place(number, number if since is None else since) for number, since in pairs]
    start, end = _range_to_pack(places, gone)
    kept: list[tuple[Revision, Lines]] = []
    for revision, lines in read_chains(mine.filter(number__range=(start, end)).order_by("number")):
        check_lines(revision, lines)
        if revision.number not in gone:
            kept.append((revision, lines))
    _write_words_before(row, places, gone, old_sessions)
    mine.filter(number__in=gone).delete()
    pack_chains(kept)
    Revision.objects.bulk_update(
        [revision for revision, _ in kept], ("since", "digest", "document"), batch_size=50
    )


def _range_to_pack(places: Sequence[_Place], gone: Collection[int]) -> tuple[int, int]:
    """The numbers of the first and the last revision of the chains that something goes from.

    With the chain before them, so that short ones are joined.
    """
    first, last = (next(place for place in places if place.number == end) for end in (min(gone), max(gone)))
    earlier = [place.start for place in places if place.number < first.start]
    start = earlier[-1] if earlier else first.start
    return start, max(place.number for place in places if place.start == last.start)


def _write_words_before(
    row: CompanyList, places: Sequence[_Place], gone: Collection[int], old_sessions: Collection[int]
) -> None:
    """Write the words of what stays and was told by comparing it with what goes."""
    behind = [
        place.number
        for before, place in pairwise(places)
        if before.number in gone and place.number not in gone
    ]
    mine = Revision.objects.filter(company_list=row, number__in=behind, words=None).defer("document")
    sessions = EditSession.objects.filter(company_list=row).exclude(pk__in=old_sessions).order_by("pk")
    oldest = [session for session in sessions[: 1 if old_sessions else 0] if session.words is None]
    write_words(row, list(mine), oldest)
