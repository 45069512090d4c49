"""Writing the history of a list.

The history consists of revisions, each with the complete document of the list at one moment. All changes that
the owner makes within a short time, an edit session, are stored in one revision. Its number is the list's
version after the last change of the session, so the numbers of successive revisions can have gaps.

Except for ``start_missing_histories``, the caller has locked the list's row, and calls the function in the
transaction of the change.
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
from builder.services.budgets import ROW_BYTES, count_stored_bytes
from builder.services.errors import NotFound
from builder.services.locks import lock_list

_BATCH = 100


def record_first_revision(stored: StoredList, description: str) -> None:
    """Start the history of a new list."""
    document = stored.document_json()
    _create_revision(stored.row, document, description)
    count_stored_bytes(json_size(document))  # the list's own rows, which are not packed
    gallery.update_listing(stored)


def record_change(
    stored: StoredList, document: Json, last: Revision, description: str, *, begins_session: bool
) -> None:
    """Store a change in the history of a list, after the change.

    ``document`` is the document after the change, and ``last`` the last revision. ``description`` says what
    changed if a comparison of documents can't show it, such as "Deleted". If the change begins a new edit
    session or has a description, it gets a new revision. Otherwise, ``last`` then also contains it.
    """
    if description or begins_session or not _is_open(last, stored.row, timezone.now()):
        _create_revision(stored.row, document, description)
        _delete_excess_revisions(stored.row)
    else:
        last.number, last.ended, last.changes = stored.row.version, timezone.now(), last.changes + 1
        last.document = pack_json(document)
        last.save(update_fields=("number", "ended", "changes", "document"))
        count_stored_bytes(ROW_BYTES)
    gallery.update_listing(stored)


def _is_open(last: Revision, row: CompanyList, now: datetime) -> bool:
    """Return whether a change that the list's owner makes now belongs to the edit session of ``last``."""
    max_age = timedelta(minutes=settings.MUSTERBOOK_EDIT_SESSION_MINUTES)
    return not last.is_closed and last.by_id == row.owner_id and now - last.began < max_age


def _create_revision(row: CompanyList, document: Json, description: str) -> None:
    now, packed = timezone.now(), pack_json(document)
    Revision.objects.create(
        company_list=row, number=row.version, by_id=row.owner_id, began=now, ended=now,
        is_closed=bool(description), description=description, document=packed,
    )  # fmt: skip
    count_stored_bytes(len(packed) + ROW_BYTES)


def _delete_excess_revisions(row: CompanyList) -> None:
    limit = settings.MUSTERBOOK_KEPT_REVISIONS
    if row.version <= limit:  # a list can't have more revisions than versions
        return
    revisions = Revision.objects.filter(company_list=row)
    excess = revisions.order_by("-number").values_list("number", flat=True)[limit : limit + 1]
    for number in excess:
        revisions.filter(number__lte=number).delete()


def last_revision(company_list: CompanyList) -> Revision | None:
    """Return the last revision of a list without its document, or None if the list has no history."""
    return Revision.objects.filter(company_list=company_list).defer("document").order_by("-number").first()


def start_history(row: CompanyList, document: Json) -> Revision:
    """Start the history of a list that has none, with the list's document before a change."""
    counts = list_contents(len(document["profiles"]), len(document["rosters"]))
    return Revision.objects.create(
        company_list=row, number=row.version, by_id=row.owner_id, began=row.updated, ended=row.updated,
        description=f"The history begins with {counts}",
        document=pack_json(document), is_closed=True,
    )  # fmt: skip


def start_missing_histories() -> int:
    """Start a history for each list that has none, except samples. Return the number of these lists.

    Each history is written in its own transaction, so that no user has to wait long for a lock, and an
    interrupted run can be repeated.
    """
    count, after = 0, 0
    while batch := _lists_without_history(after):
        for pk in batch:
            with suppress(NotFound):  # the list was deleted in the meantime
                count += _start_history_if_missing(pk)
        after = batch[-1]
    return count


def _lists_without_history(after: int) -> list[int]:
    """Return a batch of primary keys, higher than ``after``, of lists without a history."""
    has_none = ~Exists(Revision.objects.filter(company_list=OuterRef("pk")))
    lists = CompanyList.objects.filter(has_none, pk__gt=after, owner__isnull=False).order_by("pk")
    return list(lists.values_list("pk", flat=True)[:_BATCH])


@transaction.atomic
def _start_history_if_missing(pk: int) -> bool:
    """Start the history of a list, and return True. If the list has a history, return False."""
    row = lock_list(lists_with_edition().filter(pk=pk))
    if last_revision(row) is not None:
        return False
    start_history(row, load_stored_list(row).document_json())
    return True
