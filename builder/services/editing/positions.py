"""What profiles and rosters of a list have in common: a place in its order, which they keep while removed.

Each function writes the rows and keeps those in hand the same; the list is held meanwhile.
"""

from collections.abc import Iterable
from typing import TypeVar

from django.conf import settings
from django.db.models import F, QuerySet
from django.utils import timezone

from builder.models import Profile, Roster
from builder.services.editing.edited_list import EditedList
from builder.services.errors import StaleVersion

R = TypeVar("R", Profile, Roster)


def removed_rows(edited: EditedList, table: type[R]) -> QuerySet[R]:
    """What was removed from the list and can be put back, the last removed first."""
    rows = table._default_manager.filter(company_list=edited.row, removed_at__isnull=False)
    return rows.order_by("-removed_at", "-pk")


def next_position(rows: Iterable[R]) -> int:
    """The place behind all of these."""
    return max((row.position + 1 for row in rows), default=0)


def shift_positions(
    edited: EditedList, rows: Iterable[R], table: type[R], first: int, last: int | None = None
) -> None:
    """Move what stands from one place on, up to another or to the end, one place back.

    What was removed keeps its place between its neighbours, so it is moved along with them.
    """
    _shift_positions(edited, rows, table, first, last, 1)


def move_row(edited: EditedList, rows: list[R], table: type[R], row: R, index: int) -> None:
    """Let a row of these stand where another stands, counted from 0."""
    old, new = row.position, rows[index].position
    if new == old:
        return
    if new < old:
        _shift_positions(edited, rows, table, new, old - 1, 1)
    else:
        _shift_positions(edited, rows, table, old + 1, new, -1)
    row.position = new
    row.save(update_fields=("position",))
    edited.mark_changed()


def _shift_positions(
    edited: EditedList, rows: Iterable[R], table: type[R], first: int, last: int | None, by: int
) -> None:
    stored = table._default_manager.filter(company_list=edited.row, position__gte=first)
    stored = stored if last is None else stored.filter(position__lte=last)
    stored.update(position=F("position") + by)
    for row in rows:
        if first <= row.position and (last is None or row.position <= last):
            row.position += by


def remove_row(edited: EditedList, row: R, version: int | None) -> None:
    """Remove a row. It rests while it is among the last that are kept.

    StaleVersion when a ``version`` is told and the row was saved after it.
    """
    if version not in (None, row.version):
        raise StaleVersion(row)
    row.removed_at = timezone.now()
    row.save(update_fields=("removed_at",))
    away = removed_rows(edited, type(row))
    oldest = away.values_list("pk", flat=True)[settings.MUSTERBOOK_KEPT_REMOVED :]
    away.filter(pk__in=list(oldest)).delete()
    edited.mark_changed()


def restore_row(edited: EditedList, row: R) -> None:
    """Put a removed row back at its place."""
    row.removed_at = None
    row.save(update_fields=("removed_at",))
    edited.mark_changed()
