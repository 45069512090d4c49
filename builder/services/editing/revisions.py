"""The history of a list: one revision for each edit session, with the complete document.

All functions run within the transaction of a change, while the list's row is locked. A revision has the
list's version as its number; as the version counts every save, the numbers have gaps.
"""

from contextlib import suppress
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from builder.documents import Json, StoredList, json_size, load_stored_list, pack_json
from builder.models import CompanyList, Revision
from builder.models.lists import lists_with_edition
from builder.points.rules.wording import list_contents
from builder.services import gallery
from builder.services.budgets import ROW_BYTES, count_written
from builder.services.errors import NotFound
from builder.services.locks import lock_list

_BATCH = 100


def record_first_revision(stored: StoredList, description: str) -> None:
    """Start the history of a list that was created in this transaction."""
    document = stored.document_json()
    _create_revision(stored.row, document, description)
    count_written(json_size(document))  # the list's own rows, which are not packed
    gallery.update_listing(stored)


def record_change(
    stored: StoredList, document: Json, last: Revision, description: str, *, begins_session: bool
) -> None:
    """Record a change of a list, after it and within its transaction.

    ``document`` is the document after the change, ``last`` the last revision. ``description`` is the name of
    a change that comparing the documents would not show, such as "Deleted"; such a change has a revision of
    its own.
    """
    if description or begins_session or not _is_open(last, stored.row, timezone.now()):
        _create_revision(stored.row, document, description)
        _delete_excess_revisions(stored.row)
    else:
        last.number, last.ended, last.changes = stored.row.version, timezone.now(), last.changes + 1
        last.document = pack_json(document)
        last.save(update_fields=("number", "ended", "changes", "document"))
        count_written(ROW_BYTES)
    gallery.update_listing(stored)


def _is_open(last: Revision, row: CompanyList, now: datetime) -> bool:
    """Return whether a change by the list's owner belongs to the edit session of the last revision."""
    max_age = timedelta(minutes=settings.MUSTERBOOK_EDIT_SESSION_MINUTES)
    return not last.is_closed and last.by_id == row.owner_id and now - last.began < max_age


def _create_revision(row: CompanyList, document: Json, description: str) -> None:
    now, packed = timezone.now(), pack_json(document)
    Revision.objects.create(
        company_list=row, number=row.version, by_id=row.owner_id, began=now, ended=now,
        is_closed=bool(description), description=description, document=packed,
    )  # fmt: skip
    count_written(len(packed) + ROW_BYTES)


def _delete_excess_revisions(row: CompanyList) -> None:
    """Delete the oldest revisions beyond the maximum number."""
    limit = settings.MUSTERBOOK_KEPT_REVISIONS
    if row.version <= limit:  # each revision has its own version, so there can't be too many yet
        return
    revisions = Revision.objects.filter(company_list=row)
    excess = revisions.order_by("-number").values_list("number", flat=True)[limit : limit + 1]
    for number in excess:
        revisions.filter(number__lte=number).delete()


def last_revision(company_list: CompanyList) -> Revision | None:
    """Return the last revision without its document; None if the list has no history yet."""
    return Revision.objects.filter(company_list=company_list).defer("document").order_by("-number").first()


def start_history(row: CompanyList, document: Json) -> Revision:
    """Start the history of a list that has none, with its document before a change."""
    counts = list_contents(len(document["profiles"]), len(document["rosters"]))
    return Revision.objects.create(
        company_list=row, number=row.version, by_id=row.owner_id, began=row.updated, ended=row.updated,
        description=f"The history begins with {counts}",
        document=pack_json(document), is_closed=True,
    )  # fmt: skip


def start_missing_histories() -> int:
    """Start a history for each list without one, except samples; return the number of these lists.

    Each history has a transaction, so that nobody waits long and an interrupted run can be repeated.
    """
    count, after = 0, 0
    while batch := _lists_without_history(after):
        for pk in batch:
            with suppress(NotFound):  # the list was deleted in the meantime
                count += _start_history_if_missing(pk)
        after = batch[-1]
    return count


def _lists_without_history(after: int) -> list[int]:
    """Return the primary keys of the next lists, with keys above ``after``."""
    has_none = ~Exists(Revision.objects.filter(company_list=OuterRef("pk")))
    lists = CompanyList.objects.filter(has_none, pk__gt=after, owner__isnull=False).order_by("pk")
    return list(lists.values_list("pk", flat=True)[:_BATCH])


@transaction.atomic
def _start_history_if_missing(pk: int) -> bool:
    row = lock_list(lists_with_edition().filter(pk=pk))
    if last_revision(row) is not None:
        return False
    start_history(row, load_stored_list(row).document_json())
    return True
