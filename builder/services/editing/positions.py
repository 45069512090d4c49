"""The positions of profiles and rosters in their list, and removing and restoring them.

A removed profile or roster is only marked as removed. Its row is still stored with its position, so that it
can be restored there. Functions that change positions also update the loaded rows. The caller has locked the
list's row.
"""

from collections.abc import Iterable
from typing import TypeVar

from django.conf import settings
from django.db.models import F, QuerySet
from django.utils import timezone

from builder.models import Profile, Roster
from builder.services.editing.edited_list import EditedList
from builder.services.errors import require_version

R = TypeVar("R", Profile, Roster)


def removed_rows(edited: EditedList, table: type[R]) -> QuerySet[R]:
    """Return the removed rows of a list that can be restored, the last removed first."""
    rows = table._default_manager.filter(company_list=edited.row, removed_at__isnull=False)
    return rows.order_by("-removed_at", "-pk")


def next_position(rows: Iterable[R]) -> int:
    """Return the first position after all of these rows."""
    return max((row.position + 1 for row in rows), default=0)


def shift_positions(
    edited: EditedList,
    rows: Iterable[R],
    table: type[R],
    first: int,
    last: int | None = None,
    offset: int = 1,
) -> None:
    """Add ``offset`` to the positions from ``first`` to ``last``, or to all from ``first`` on.

    ``rows`` are the loaded rows. Removed rows are shifted too, so that they stay between the same rows.
    """
    stored = table._default_manager.filter(company_list=edited.row, position__gte=first)
    stored = stored if last is None else stored.filter(position__lte=last)
    stored.update(position=F("position") + offset)
    for row in rows:
        if first <= row.position and (last is None or row.position <= last):
            row.position += offset


def move_row(edited: EditedList, rows: list[R], table: type[R], row: R, index: int) -> None:
    """Move ``row`` to the position of the row that is now at ``index`` in the loaded ``rows``."""
    old, new = row.position, rows[index].position
    if new == old:
        return
    if new < old:
        shift_positions(edited, rows, table, new, old - 1)
    else:
        shift_positions(edited, rows, table, old + 1, new, offset=-1)
    row.position = new
    row.save(update_fields=("position",))
    edited.mark_changed()


def remove_row(edited: EditedList, row: R, version: int | None) -> None:
    """Mark a row as removed. If the list then has too many removed rows, delete those removed first.

    Raises StaleVersion if ``version`` is not None and the row was saved after it.
    """
    require_version(row, version)
    row.removed_at = timezone.now()
    row.save(update_fields=("removed_at",))
    removed = removed_rows(edited, type(row))
    oldest = removed.values_list("pk", flat=True)[settings.MUSTERBOOK_KEPT_REMOVED :]
    removed.filter(pk__in=list(oldest)).delete()
    edited.begins_session = True
    edited.mark_changed()


def restore_row(edited: EditedList, row: R) -> None:
    """Restore a removed row at its position."""
    row.removed_at = None
    row.save(update_fields=("removed_at",))
    edited.mark_changed()
