"""The profiles of a list: add, save, move, remove and restore them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from django.utils import timezone

from builder.catalogue.limits import limits
from builder.models import Profile
from builder.points.document import document as core
from builder.points.document.design import Design, ParameterValue, Pick, new_design
from builder.points.document.document import DocumentError, parse_profile
from builder.points.document.json_reader import read_all
from builder.points.rules.catalogue import Catalogue, Property
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.names import new_key, new_keys
from builder.services.editing.edited_list import (
    EditedList,
    changes_list,
    require_profile,
)
from builder.services.editing.positions import (
    move_row,
    next_position,
    remove_row,
    removed_rows,
    restore_row,
    shift_positions,
)
from builder.services.errors import require_found, require_version
from builder.services.naming import unused_name
from builder.services.validation import (
    check_count,
    check_line,
    check_profile_count,
    check_text,
    checked_design,
)

Destination = Literal["up", "down", "first", "last"] | int


@changes_list
def save_profile(
    edited: EditedList, key: str, version: int | None, value: object, *, skip_if_same: bool = False
) -> Profile:
    """Save a complete profile, and return its row. ``value`` is its JSON value in a document.

    Raises DocumentError if ``value`` can't be read. Raises StaleVersion if ``version`` is not None and the
    profile was saved after it. If ``skip_if_same`` is True and the stored profile is equal to ``value``, do
    nothing, even if the versions differ.
    """
    row = require_profile(edited, key)
    if isinstance(value, dict) and value.get("key") != key:
        raise DocumentError("key", "can't be changed, because rosters use it", f'leave it as "{key}"')
    wanted = read_all(lambda reader: parse_profile(reader, "", value, edited.catalogue), limits())
    if skip_if_same and wanted == edited.profile(row):
        return row
    require_version(row, version)
    row.name, row.notes, row.max, row.version = wanted.name, wanted.notes, wanted.max, row.version + 1
    row.design = edited.dump_design(wanted.design)
    row.updated = timezone.now()
    row.save(update_fields=("name", "notes", "max", "design", "version", "updated"))
    edited.mark_changed()
    return row


@changes_list
def add_profile(edited: EditedList, name: str = "", kind: str = "") -> Profile:
    """Add an average model without properties or spells at the end of a list, and return its row.

    If ``kind`` is blank or unknown, it is of the game's first kind of models.
    """
    check_profile_count(len(edited.profiles) + 1)
    removed, known_kind = _removed_profiles(edited), edited.catalogue.kind(kind)
    position = next_position((*edited.profiles, *removed))
    profile = Profile(
        design=edited.dump_design(new_design(edited.catalogue, known_kind.code if known_kind else "")),
        position=position,
    )
    return _insert_profile(edited, name, profile, removed)


@changes_list
def duplicate_profile(edited: EditedList, key: str) -> Profile:
    """Add a copy of a profile directly after the original, and return the row of the copy."""
    source, removed = require_profile(edited, key), _removed_profiles(edited)
    check_profile_count(len(edited.profiles) + 1)
    position = source.position + 1
    shift_positions(edited, edited.profiles, Profile, position)
    name = unused_name(source.name, {row.name for row in (*edited.profiles, *removed)})
    copy = Profile(notes=source.notes, max=source.max, design=source.design, position=position)
    return _insert_profile(edited, name, copy, removed)


def _insert_profile(edited: EditedList, name: str, profile: Profile, removed: Iterable[Profile]) -> Profile:
    profile.company_list = edited.row
    profile.name = check_line("name", name)
    profile.key = new_key(name, {row.key for row in (*edited.profiles, *removed)})
    profile.save(force_insert=True)
    edited.profiles.append(profile)
    _sort_profiles(edited)
    edited.mark_changed()
    return profile


@changes_list
def add_profiles(edited: EditedList, profiles: Sequence[core.Profile]) -> list[Profile]:
    """Add profiles at the end of a list, and return their rows in the same order.

    The profiles get new keys. References between them are changed to the new keys.
    """
    if not profiles:
        return []
    check_profile_count(len(edited.profiles) + len(profiles))
    existing = (*edited.profiles, *removed_rows(edited, Profile).only("key", "position"))
    new_profile_keys = new_keys([profile.name for profile in profiles], {row.key for row in existing})
    key_changes = {profile.key: key for profile, key in zip(profiles, new_profile_keys, strict=True)}
    start = next_position(existing)
    designs = [_rekeyed(profile.design, key_changes, edited.catalogue) for profile in profiles]
    rows = [
        Profile(
            company_list=edited.row,
            key=key_changes[profile.key],
            name=check_line("name", profile.name),
            notes=check_text("notes", profile.notes),
            max=check_count("Max", profile.max),
            design=checked_design(design, edited.catalogue),
            position=start + index,
        )
        for index, (profile, design) in enumerate(zip(profiles, designs, strict=True))
    ]
    for row, design in zip(rows, designs, strict=True):
        edited.cache_design(row.design, design)
    edited.profiles += Profile.objects.bulk_create(rows)
    edited.mark_changed()
    return rows


def _rekeyed(design: Design, key_changes: Mapping[str, str], catalogue: Catalogue) -> Design:
    """Return a design in which new keys replace the old keys of profiles."""
    catalogue_index = index_of(catalogue)
    picks = {
        slot: tuple(
            _rekeyed_pick(
                pick, catalogue_index.entries[catalogue_index.pick_slots[slot].group][pick.code], key_changes
            )
            for pick in slot_picks
        )
        for slot, slot_picks in design.picks.items()
    }
    return replace(design, picks=picks)


def _rekeyed_pick(pick: Pick, entry: Property, key_changes: Mapping[str, str]) -> Pick:
    references = {parameter.code for parameter in entry.parameters if parameter.names_profiles}
    parameters = {
        code: _rekeyed_value(value, key_changes) if code in references else value
        for code, value in pick.parameters.items()
    }
    return replace(pick, parameters=parameters)


def _rekeyed_value(value: ParameterValue, key_changes: Mapping[str, str]) -> ParameterValue:
    if isinstance(value, tuple):
        return tuple(key_changes.get(key, key) for key in value)
    return key_changes.get(value, value) if isinstance(value, str) else value


@changes_list
def move_profile(edited: EditedList, key: str, destination: Destination) -> bool:
    """Move a profile within its list, and return whether its position changed.

    An integer is the new index. An index that is too low or too high moves the profile to the start or end.
    """
    row, rows = require_profile(edited, key), edited.profiles
    old = rows.index(row)
    named_indexes = {"up": old - 1, "down": old + 1, "first": 0, "last": len(rows) - 1}
    wanted = named_indexes[destination] if isinstance(destination, str) else destination
    new = min(max(wanted, 0), len(rows) - 1)
    move_row(edited, rows, Profile, row, new)
    _sort_profiles(edited)
    return new != old


@changes_list
def remove_profile(edited: EditedList, key: str, version: int | None = None) -> Profile:
    """Remove a profile from its list, and return its row.

    It can be restored with its key and position, until many other profiles are removed after it. Raises
    StaleVersion if ``version`` is not None and the profile was saved after it.
    """
    row = require_profile(edited, key)
    remove_row(edited, row, version)
    edited.profiles.remove(row)
    return row


@changes_list
def restore_profile(edited: EditedList, key: str) -> Profile:
    """Restore a removed profile at its position, and return its row. Do nothing if it is not removed."""
    if (present := edited.profile_row(key)) is not None:
        return present
    # No key contains a NUL character, and PostgreSQL rejects queries that contain one.
    removed = None if "\0" in key else removed_rows(edited, Profile).filter(key=key).first()
    row = require_found(removed, "This profile is no longer in the list.")
    check_profile_count(len(edited.profiles) + 1)
    restore_row(edited, row)
    edited.profiles.append(row)
    _sort_profiles(edited)
    return row


def _removed_profiles(edited: EditedList) -> list[Profile]:
    """Return the removed profiles with the keys, names and positions that new ones must not get."""
    return list(removed_rows(edited, Profile).only("key", "name", "position"))


def _sort_profiles(edited: EditedList) -> None:
    edited.profiles.sort(key=lambda row: (row.position, row.pk))
