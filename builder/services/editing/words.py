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
    """Give these revisions and edit sessions of a list the words that they have not, and store them."""
    wanted = [revision for revision in revisions if revision.words is None]
    wanted_sessions = [session for session in sessions if session.words is None]
    if not wanted and not wanted_sessions:
        return
    places = _Places(company_list)
    pairs: list[tuple[Revision | EditSession, _Pair]] = [
        *((revision, places.of_revision(revision)) for revision in wanted),
        *((session, places.of_session(session)) for session in wanted_sessions),
    ]
    numbers = {number for _, pair in pairs for number in pair if number is not None}
    try:
        documents = past_documents(company_list.pk, numbers)
    except DamagedHistoryError:
        logger.exception("The history of a list cannot be told.")
        return
    stored = StoredList(company_list)
    for row, pair in pairs:
        lines = _lines_of(pair, documents, stored)
        if lines is not None:
            row.words = "\n".join(filter(None, (row.told, *lines)))
    # They were made for whoever reads them: that a database takes no writes now stops nobody.
    with suppress(Error), transaction.atomic():
        _store(wanted, wanted_sessions)


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
    Revision.objects.bulk_update(revisions, ("words",), batch_size=_BATCH)
    for session in sessions:
        # Not where a change came since: they would be those of before it.
        rows = EditSession.objects.filter(pk=session.pk, changes=session.changes)
        rows.update(words=session.words)
