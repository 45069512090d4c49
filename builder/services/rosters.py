"""The rosters of a list: add, save, duplicate, remove and restore them."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from django.utils import timezone

from builder.catalogue.limits import limits
from builder.documents import StoredRoster, with_entries
from builder.models import Roster, RosterEntry
from builder.models.ids import find_by_public_id
from builder.points.document import document as core
from builder.services.editing.contents import entry_rows
from builder.services.editing.edited_list import EditedList, changes_list, require_roster
from builder.services.editing.positions import (
    next_position,
    remove_row,
    removed_rows,
    restore_row,
    shift_positions,
)
from builder.services.errors import require_found, require_version
from builder.services.naming import numbered_name, unused_name
from builder.services.validation import check_roster, check_roster_count

_NO_FIELDS: Mapping[str, int | str] = MappingProxyType({})


@changes_list
def add_roster(
    edited: EditedList,
    *,
    name: str,
    limit: int | None,
    entries: Sequence[core.RosterEntry] = (),
    fields: Mapping[str, int | str] = _NO_FIELDS,
) -> Roster:
    """Add a new roster at the end of a list, and return its row. ``limit`` is in points.

    ``fields`` are the values of the extra fields that the game adds. Raises DocumentError if the site
    couldn't read the roster again, for example if its limit is below 0.
    """
    wanted = core.Roster(name=name, limit=limit, entries=tuple(entries), fields=fields)
    wanted = check_roster(wanted, edited.catalogue)
    check_roster_count(len(edited.rosters) + 1)
    return _insert_roster(edited, wanted, next_position((*_rows(edited), *_removed_rosters(edited))))


@changes_list
def save_roster(
    edited: EditedList,
    roster_id: str,
    version: int | None,
    *,
    name: str,
    limit: int | None,
    entries: Sequence[core.RosterEntry],
    fields: Mapping[str, int | str] | None = None,
    skip_if_same: bool = False,
) -> Roster:
    """Save a complete roster, and return its row. If ``fields`` is None, the stored fields don't change.

    Raises DocumentError if the site couldn't read the roster again, for example if its limit is below 0.
    Raises StaleVersion if ``version`` is not None and the roster was saved after it. If ``skip_if_same`` is
    True and the stored roster is equal to the wanted one, do nothing, even if the versions differ.
    """
    stored_roster = require_roster(edited, roster_id)
    row = stored_roster.row
    wanted_fields = row.fields if fields is None else fields
    wanted = core.Roster(name=name, limit=limit, entries=tuple(entries), fields=wanted_fields)
    wanted = check_roster(wanted, edited.catalogue)
    if skip_if_same and wanted == stored_roster.roster:
        return row
    require_version(row, version)
    has_other_entries = wanted.entries != stored_roster.entries
    row.name, row.limit, row.version = wanted.name, wanted.limit, row.version + 1
    row.fields = dict(wanted.fields)
    row.updated = timezone.now()
    row.save(update_fields=("name", "limit", "fields", "version", "updated"))
    if has_other_entries:
        stored_roster.entries = wanted.entries
        RosterEntry.objects.filter(roster=row).delete()
        RosterEntry.objects.bulk_create(entry_rows(row, wanted.entries))
    edited.mark_changed()
    return row


@changes_list
def duplicate_roster(edited: EditedList, roster_id: str, *, limit: int | None = None) -> Roster:
    """Add a copy of a roster directly after the original, and return the row of the copy.

    If ``limit`` is None, the copy gets the limit of the original.
    """
    source, removed = require_roster(edited, roster_id), _removed_rosters(edited)
    limit = source.row.limit if limit is None else limit
    taken = {row.name for row in (*_rows(edited), *removed)}
    wanted = replace(source.roster, name=_copy_name(source.row, limit, taken), limit=limit)
    wanted = check_roster(wanted, edited.catalogue)
    position = source.row.position + 1
    check_roster_count(len(edited.rosters) + 1)
    shift_positions(edited, _rows(edited), Roster, position)
    return _insert_roster(edited, wanted, position)


def _copy_name(source: Roster, limit: int | None, taken: Collection[str]) -> str:
    """Return a name for a copy of a roster that is not in ``taken``.

    A copy of "Friday" is named "Friday 2". If the name ends with the original's limit, the copy's limit
    replaces it: a copy of "Friday 750" can be "Friday 1000".
    """
    with_limit = re.fullmatch(rf"(?:(.*) )?{source.limit}(?: \d{{1,4}})?", source.name)
    if with_limit is None or limit is None:
        return source.name and unused_name(source.name, taken)
    stem = (with_limit[1] or "")[: limits().name - len(f" {limit}")]
    name = f"{stem} {limit}".strip()
    # Add a number for ``numbered_name`` to replace. Otherwise it would replace the limit.
    return numbered_name(f"{name} 1", taken) if name in taken else name


def _insert_roster(edited: EditedList, wanted: core.Roster, position: int) -> Roster:
    row = Roster(
        company_list=edited.row,
        name=wanted.name,
        limit=wanted.limit,
        fields=dict(wanted.fields),
        position=position,
    )
    row.save(force_insert=True)
    RosterEntry.objects.bulk_create(entry_rows(row, wanted.entries))
    _add_in_order(edited, StoredRoster(row=row, entries=wanted.entries))
    edited.mark_changed()
    return row


@changes_list
def remove_roster(edited: EditedList, roster_id: str, version: int | None = None) -> Roster:
    """Remove a roster from its list, and return its row.

    It can be restored with its position and entries, until many other rosters are removed after it. Raises
    StaleVersion if ``version`` is not None and the roster was saved after it.
    """
    stored_roster = require_roster(edited, roster_id)
    remove_row(edited, stored_roster.row, version)
    edited.rosters.remove(stored_roster)
    return stored_roster.row


@changes_list
def restore_roster(edited: EditedList, roster_id: str) -> Roster:
    """Restore a removed roster at its position, and return its row. Do nothing if it is not removed."""
    if (present := edited.stored_roster(roster_id)) is not None:
        return present.row
    removed = find_by_public_id(removed_rows(edited, Roster), roster_id)
    row = require_found(removed, "This roster is no longer in the list.")
    check_roster_count(len(edited.rosters) + 1)
    restore_row(edited, row)
    (restored,) = with_entries([row])
    _add_in_order(edited, restored)
    return row


def _rows(edited: EditedList) -> list[Roster]:
    return [stored_roster.row for stored_roster in edited.rosters]


def _removed_rosters(edited: EditedList) -> list[Roster]:
    """Return the removed rosters with the names and positions that new ones must not get."""
    return list(removed_rows(edited, Roster).only("name", "position"))


def _add_in_order(edited: EditedList, stored_roster: StoredRoster) -> None:
    edited.rosters.append(stored_roster)
    edited.rosters.sort(key=lambda other: (other.row.position, other.row.pk))
