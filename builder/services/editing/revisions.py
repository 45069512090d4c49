"""The history of a list: every change appends the document as it left it.

All of it happens within the transaction of the change, while the list's row is locked, so that no two
revisions of a list can claim one version. The version counts every save; a save that changes nothing in
the document appends nothing, and leaves a gap in the numbers.
"""

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from builder.documents import Json, StoredList, json_size, load_stored_list
from builder.models import CompanyList, EditSession, Revision
from builder.points.deltas import Lines, document_lines
from builder.points.wording import contents
from builder.revisions import pack_revision
from builder.services import gallery
from builder.services.budgets import ROW_BYTES, count_written
from builder.services.editing.thinning import delete_excess_revisions
from builder.services.locks import lock_list

_BATCH = 100


def record_revision(
    stored: StoredList, before: Json | None, last: Revision | None, description: str = ""
) -> None:
    """Append a revision of the current document, after a change and within its transaction.

    ``before`` is the document before the change, ``last`` the last revision (by ``last_revision`` or
    ``start_history``); both are None where the list was created just now. ``description`` is what the change
    is called where comparing the documents would not say, such as "Started": it begins an edit session, and
    is appended even where the document is the same.
    """
    now, row = stored.document_json(), stored.row
    if before == now and not description:
        return
    session = _edit_session_for(row, last, description)
    is_continued = last is not None and session is last.sitting
    words = description if before is None else None
    session.words = words
    session.changes += 1
    session.ended = timezone.now()
    session.save(update_fields=("words", "changes", "ended") if is_continued else None)
    former: Lines | None = None
    if before is not None:
        former = document_lines(before)
    lines = document_lines(now, None if before is None or former is None else (before, former))
    packed = pack_revision(row.version, lines, last, former)
    Revision.objects.create(
        company_list=row,
        sitting=session,
        number=row.version,
        made=session.ended,
        told=description,
        words=words,
        **packed._asdict(),
    )
    # A list that was created just now stands in its own rows besides, and those are not packed.
    count_written(len(packed.document) + ROW_BYTES + (json_size(now) if before is None else 0))
    gallery.sync_listing(stored)
    if row.version > settings.MUSTERBOOK_KEPT_REVISIONS:  # else there cannot be more
        delete_excess_revisions(row, session)


def last_revision(company_list: CompanyList) -> Revision | None:
    """The last revision with its edit session, and without its document; None before a history has begun."""
    rows = Revision.objects.filter(company_list=company_list).select_related("sitting")
    return rows.defer("document", "words").order_by("-number").first()


def start_history(row: CompanyList, document: Json) -> Revision:
    """Begin the history of a list that has none, with the document that it has."""
    description = f"The history begins with {contents(len(document['profiles']), len(document['rosters']))}"
    session = EditSession.objects.create(
        company_list=row, by_id=row.owner_id, began=row.updated, ended=row.updated, changes=1,
        told=description, words=description,
    )  # fmt: skip
    return Revision.objects.create(
        company_list=row, sitting=session, number=row.version, made=row.updated, told=description,
        words=description, **pack_revision(row.version, document_lines(document))._asdict(),
    )  # fmt: skip


def start_missing_histories() -> int:
    """Begin a history for every list with an owner that has none; how many there were.

    Each in a transaction of its own, so that nobody waits long and an interrupted run can be repeated.
    """
    count, after = 0, 0
    while batch := _without_history(after):
        for pk in batch:
            count += _start_history_if_missing(pk)
        after = batch[-1]
    return count


def _without_history(after: int) -> list[int]:
    has_none = ~Exists(Revision.objects.filter(company_list=OuterRef("pk")))
    lists = CompanyList.objects.filter(has_none, pk__gt=after, owner__isnull=False).order_by("pk")
    return list(lists.values_list("pk", flat=True)[:_BATCH])


@transaction.atomic
def _start_history_if_missing(pk: int) -> bool:
    rows = CompanyList.objects.select_related("edition__system").defer("edition__layout").filter(pk=pk)
    row = lock_list(rows)
    if row is None or last_revision(row) is not None:
        return False
    start_history(row, load_stored_list(row).document_json())
    return True


def _edit_session_for(row: CompanyList, last: Revision | None, description: str) -> EditSession:
    """The edit session of a change: the last one, or a new one where that is too old or somebody else's."""
    now = timezone.now()
    if last is not None and not description:
        most = timedelta(minutes=settings.MUSTERBOOK_SITTING_MINUTES)
        if last.sitting.by_id == row.owner_id and now - last.sitting.ended < most:
            return last.sitting
    return EditSession(company_list=row, by_id=row.owner_id, began=now, told=description)
