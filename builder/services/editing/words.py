"""The words of revisions and edit sessions: made when somebody first reads them, and kept from then on.

What a change did can be told at any time, for its documents and its edition never change. A list is saved at
every tap, and few of these are ever read.
"""

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from django.db import Error, transaction

from builder.documents import StoredList
from builder.models import CompanyList, EditSession, Revision
from builder.points.changes import summary_lines
from builder.revisions import DamagedHistoryError, PastDocument, past_documents
from builder.services.editing.comparing import compare_stored

_BATCH = 100

logger = logging.getLogger(__name__)


def write_missing_words(
    company_list: CompanyList, revisions: Sequence[Revision], sessions: Sequence[EditSession] = ()
) -> None:
    """Give these revisions and edit sessions of a list the words that they have not, and store them.

    They were made for whoever reads them: that a database takes no writes now, or that a document is damaged,
    stops nobody.
    """
    wanted = [revision for revision in revisions if revision.words is None]
    wanted_sessions = [session for session in sessions if session.words is None]
    if not wanted and not wanted_sessions:
        return
    try:
        _tell(company_list, wanted, wanted_sessions)
    except DamagedHistoryError:
        logger.exception("The history of a list cannot be told.")
        return
    for rows in (wanted, wanted_sessions):
        _take_stored(rows)
    with suppress(Error), transaction.atomic():
        _store(wanted, wanted_sessions)


def write_words(
    company_list: CompanyList, revisions: Sequence[Revision], sessions: Sequence[EditSession]
) -> None:
    """The same within the transaction of a change: DamagedHistoryError where a document cannot be read."""
    _tell(company_list, revisions, sessions)
    _store(revisions, sessions)


def _tell(company_list: CompanyList, revisions: Sequence[Revision], sessions: Sequence[EditSession]) -> None:
    """Find the words; of one whose document was deleted at this moment they stay None."""
    places = _Places(company_list)
    pairs: list[tuple[Revision | EditSession, _Pair]] = [
        *((revision, places.of_revision(revision)) for revision in revisions),
        *((session, places.of_session(session)) for session in sessions),
    ]
    numbers = {number for _, pair in pairs for number in pair if number is not None}
    documents = past_documents(company_list.pk, numbers)
    stored = StoredList(company_list)
    for row, pair in pairs:
        lines = _lines_of(pair, documents, stored)
        if lines is not None:
            row.words = "\n".join(filter(None, (row.told, *lines)))


def _take_stored(rows: Sequence[Revision] | Sequence[EditSession]) -> None:
    """Take words that were stored meanwhile. So they are where the revision before one was deleted since it
    was read: what was found by comparing with an earlier one would be wrong.
    """
    if rows:
        told = type(rows[0]).objects.filter(pk__in=[row.pk for row in rows], words__isnull=False)
        stored = dict(told.values_list("pk", "words"))
        for row in rows:
            row.words = stored.get(row.pk, row.words)


class _Pair(NamedTuple):
    """The numbers of the revisions that are compared; None where there is nothing to compare."""

    before: int | None
    after: int | None


class _Places:
    """The numbers of a list's revisions, in order, and the edit sessions that they belong to."""

    def __init__(self, company_list: CompanyList) -> None:
        rows = Revision.objects.filter(company_list=company_list).order_by("number")
        self.pairs = list(rows.values_list("number", "sitting"))

    def of_revision(self, revision: Revision) -> "_Pair":
        """What a revision is compared with, and itself; None where it is the first."""
        before = [number for number, _ in self.pairs if number < revision.number]
        return _Pair(before[-1] if before else None, revision.number)

    def of_session(self, session: EditSession) -> "_Pair":
        """What stood before a session, or its first revision where nothing did; and its last one."""
        own = [number for number, sitting in self.pairs if sitting == session.pk]
        if not own:
            return _Pair(None, None)
        before = [number for number, sitting in self.pairs if sitting < session.pk]
        return _Pair(before[-1] if before else own[0], own[-1])


def _lines_of(pair: _Pair, documents: Mapping[int, PastDocument], stored: StoredList) -> Sequence[str] | None:
    """What comparing a pair of revisions tells; None where one was deleted at this moment."""
    if None in pair:
        return ()
    before, after = (documents.get(number or 0) for number in pair)
    if before is None or after is None:
        return None
    return summary_lines(compare_stored(before.value, after.value, stored))


def _store(revisions: Sequence[Revision], sessions: Sequence[EditSession]) -> None:
    # Never over words that are there, and not where a change came since: they would be those of before it.
    Revision.objects.filter(words=None).bulk_update(revisions, ("words",), batch_size=_BATCH)
    for session in sessions:
        rows = EditSession.objects.filter(pk=session.pk, changes=session.changes, words=None)
        rows.update(words=session.words)
