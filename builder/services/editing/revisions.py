"""The history of a list: every change appends the document as it left it, with a summary in words.

All of it happens within the transaction of the change, while the list's row is locked, so that no two
revisions of a list can claim one version. The version counts every save; a save that changes nothing in
the document appends nothing, and leaves a gap in the numbers.
"""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, TypedDict

from django.conf import settings
from django.db import transaction
from django.db.models import BinaryField, Count, Exists, Max, Min, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from builder.documents import Json, StoredList, json_size, load_stored_list, pack_json, unpack_json
from builder.models import CompanyList, EditSession, Revision
from builder.points.changes import summary_lines
from builder.points.pricing import PricedList
from builder.points.wording import contents
from builder.services import gallery
from builder.services.budgets import ROW_BYTES, count_written
from builder.services.editing.comparing import compare_stored
from builder.services.locks import lock_list

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

_EXCESS_FRACTION = 50
_BATCH = 100


def record_revision(
    stored: StoredList,
    before: Json | None,
    last: "LastRevision | None",
    description: str = "",
    also_priced: Iterable[str] = (),
) -> PricedList | None:
    """Append a revision of the current document, after a change and within its transaction.

    ``before`` is the document before the change, ``last`` the last revision (by ``last_revision`` or
    ``start_history``); both are None where the list was created just now. ``description`` is what the change
    is called where comparing the documents would not say, such as "Started": it begins an edit session, and
    is appended even where the document is the same. Returned are the prices of the profiles that changed, and
    of those in ``also_priced``; None where nothing was appended.
    """
    now, row = stored.document_json(), stored.row
    if before == now and not description:
        return None
    session = _edit_session_for(row, last, description)
    earlier = [] if before is None else [before]
    is_continued = last is not None and session is last.sitting
    if last is not None and is_continued:
        earlier.append(unpack_json(last.base))
    found = compare_stored(earlier, now, stored, also_priced)
    lines = [summary_lines(changes) for changes in found.changes] or [()]
    words = _summary(description, lines[0])
    session.words = _summary(session.told, lines[-1]) if is_continued else words
    session.changes += 1
    session.ended = timezone.now()
    session.save(update_fields=("words", "changes", "ended") if is_continued else None)
    document = pack_json(now)
    Revision.objects.create(
        company_list=row,
        sitting=session,
        number=row.version,
        made=session.ended,
        words=words,
        document=document,
    )
    # A list that was created just now stands in its own rows besides, and those are not packed.
    count_written(len(document) + ROW_BYTES + (json_size(now) if before is None else 0))
    gallery.sync_listing(stored)
    if row.version > settings.MUSTERBOOK_KEPT_REVISIONS:  # else there cannot be more
        _delete_excess_revisions(row, session)
    return found.prices


def _summary(description: str, lines: Sequence[str]) -> str:
    return "\n".join((description, *lines)) if description else "\n".join(lines)


class BaseDocument(TypedDict):
    """What a last revision has besides its columns: the packed document from before its edit session."""

    base: bytes


if TYPE_CHECKING:
    LastRevision = WithAnnotations[Revision, BaseDocument]
else:
    LastRevision = Revision


def last_revision(company_list: CompanyList) -> "LastRevision | None":
    """The last revision with its edit session, and without its document; None before a history has begun.

    Its ``base`` is the document before its session, or the session's first one where there was none before.
    """
    mine = Revision.objects.filter(company_list=OuterRef("company_list")).values("document")
    earlier = mine.filter(sitting__lt=OuterRef("sitting")).order_by("-number")
    base = Coalesce(Subquery(earlier[:1]), Subquery(mine.order_by("number")[:1]), output_field=BinaryField())
    rows = Revision.objects.filter(company_list=company_list).select_related("sitting").defer("document")
    return rows.annotate(base=base).order_by("-number").first()


def start_history(row: CompanyList, document: Json) -> "LastRevision":
    """Begin the history of a list that has none, with the document that it has."""
    description = f"The history begins with {contents(len(document['profiles']), len(document['rosters']))}"
    session = EditSession.objects.create(
        company_list=row, by_id=row.owner_id, began=row.updated, ended=row.updated, changes=1,
        told=description, words=description,
    )  # fmt: skip
    Revision.objects.create(
        company_list=row, sitting=session, number=row.version, made=row.updated, words=description,
        document=pack_json(document),
    )  # fmt: skip
    revision = last_revision(row)
    assert revision is not None  # noqa: S101 - it was created two lines above
    return revision


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


def _delete_excess_revisions(row: CompanyList, session: EditSession) -> None:
    """Delete revisions where the list has too many: a few more than needed, so that it is seldom done.

    Those between the first and the last of an edit session go first, from the oldest on; then whole sessions,
    from the oldest on, but neither this one nor the one before it, which it is compared with.
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
    gone = list(between.order_by("number").values_list("pk", flat=True)[:excess])
    mine.filter(pk__in=gone).delete()
    excess -= len(gone)
    if excess > 0:
        sessions = EditSession.objects.filter(company_list=row).annotate(count=Count("revisions"))
        staying = {session.pk, *sessions.order_by("-pk").values_list("pk", flat=True)[:2]}
        for pk, count in sessions.order_by("pk").values_list("pk", "count"):
            if excess <= 0 or pk in staying:
                break
            EditSession.objects.filter(pk=pk).delete()
            excess -= count
