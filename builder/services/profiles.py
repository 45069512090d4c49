"""The profiles of a list: added, saved, moved, removed and restored."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from builder.catalogue.limits import limits
from builder.models import Profile
from builder.points import document as core
from builder.points.catalogue import Catalogue, Property
from builder.points.catalogue_index import index_of
from builder.points.design import Design, ParameterValue, Pick, new_design
from builder.points.document import DocumentError, parse_profile
from builder.points.json_reader import JsonReader
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
from builder.services.errors import NotFound, require_version
from builder.services.naming import new_key, new_name
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
    edited: EditedList, key: str, version: int | None, value: object, *, unless_same: bool = False
) -> Profile:
    """All of one profile, from its JSON value as the document has it; its row as it is then.

    DocumentError for what cannot be read; StaleVersion when the profile was saved after ``version``, None
    saves over whatever stands. ``unless_same`` leaves alone what is stored just so, whatever its version.
    """
    row = require_profile(edited, key)
    if isinstance(value, dict) and value.get("key") != key:
        raise DocumentError("key", "cannot be changed, for rosters name it", f'leave it as "{key}"')
    made = parse_profile(JsonReader(limits()), "", value, edited.catalogue)
    if unless_same and made == edited.profile(row):
        return row
    require_version(row, version)
    row.name, row.notes, row.max, row.version = made.name, made.notes, made.max, row.version + 1
    row.design = edited.dump_design(made.design)
    row.save(update_fields=("name", "notes", "max", "design", "version"))
    edited.mark_changed()
    return row


@changes_list
def add_profile(edited: EditedList, name: str = "") -> Profile:
    """A new profile at the end: an average model with nothing taken."""
    check_profile_count(len(edited.profiles))
    away = _removed_profiles(edited)
    position = next_position((*edited.profiles, *away))
    profile = Profile(design=edited.dump_design(new_design(edited.catalogue)), position=position)
    return _insert_profile(edited, name, profile, away)


@changes_list
def duplicate_profile(edited: EditedList, key: str) -> Profile:
    """A copy right behind its original."""
    source, away = require_profile(edited, key), _removed_profiles(edited)
    check_profile_count(len(edited.profiles))
    position = source.position + 1
    shift_positions(edited, edited.profiles, Profile, position)
    name = new_name(source.name, {row.name for row in (*edited.profiles, *away)})
    copy = Profile(notes=source.notes, max=source.max, design=source.design, position=position)
    return _insert_profile(edited, name, copy, away)


def _insert_profile(edited: EditedList, name: str, profile: Profile, away: Iterable[Profile]) -> Profile:
    profile.company_list = edited.row
    profile.name = check_line("name", name)
    profile.key = new_key(name, {row.key for row in (*edited.profiles, *away)})
    profile.save(force_insert=True)
    edited.profiles.append(profile)
    _sort_profiles(edited)
    edited.mark_changed()
    return profile


@changes_list
def move_profile(edited: EditedList, key: str, destination: Destination) -> bool:
    """Up or down by one, to an end, or to a place counted from 0; beyond an end means the end.

    Whether it stands elsewhere now.
    """
    row, rows = require_profile(edited, key), edited.profiles
    here = rows.index(row)
    places = {"up": here - 1, "down": here + 1, "first": 0, "last": len(rows) - 1}
    there = min(max(places[destination] if isinstance(destination, str) else destination, 0), len(rows) - 1)
    move_row(edited, rows, Profile, row, there)
    _sort_profiles(edited)
    return there != here


@changes_list
def remove_profile(edited: EditedList, key: str, version: int | None = None) -> Profile:
    """Take a profile out. Key and place stay its own while it is among the last that are kept.

    StaleVersion when a ``version`` is told and the profile was saved after it.
    """
    row = require_profile(edited, key)
    remove_row(edited, row, version)
    edited.profiles.remove(row)
    return row


@changes_list
def restore_profile(edited: EditedList, key: str) -> Profile:
    """Put a removed profile back at its place; one that was not removed stays as it is."""
    if (present := edited.profile_row(key)) is not None:
        return present
    # PostgreSQL refuses to look for a NUL character, which no key holds.
    row = None if "\0" in key else removed_rows(edited, Profile).filter(key=key).first()
    if row is None:
        raise NotFound("This profile is not in the list any more.")
    check_profile_count(len(edited.profiles))
    restore_row(edited, row)
    edited.profiles.append(row)
    _sort_profiles(edited)
    return row


def _removed_profiles(edited: EditedList) -> list[Profile]:
    """Whose keys, names and places are still taken."""
    return list(removed_rows(edited, Profile).only("key", "name", "position"))


def _sort_profiles(edited: EditedList) -> None:
    edited.profiles.sort(key=lambda row: (row.position, row.pk))


@changes_list
def add_profiles(edited: EditedList, profiles: Sequence[core.Profile]) -> list[Profile]:
    """These profiles at the end of a list, each under a key of its own.

    Their keys differ from each other and from those of the list's profiles. Where one of them refers to
    another, it refers to the same under its new key.
    """
    if not profiles:
        return []
    check_profile_count(len(edited.profiles) + len(profiles) - 1)
    taken = (*edited.profiles, *removed_rows(edited, Profile).only("key", "position"))
    keys = _new_keys(profiles, {row.key for row in taken})
    start = next_position(taken)
    designs = [_rekeyed(profile.design, keys, edited.catalogue) for profile in profiles]
    made = [
        Profile(
            company_list=edited.row,
            key=keys[profile.key],
            name=check_line("name", profile.name),
            notes=check_text("notes", profile.notes),
            max=check_count("Max", profile.max),
            design=checked_design(design, edited.catalogue),
            position=start + place,
        )
        for place, (profile, design) in enumerate(zip(profiles, designs, strict=True))
    ]
    for row, design in zip(made, designs, strict=True):
        edited.cache_design(row.design, design)
    edited.profiles += Profile.objects.bulk_create(made)
    edited.mark_changed()
    return made


def _new_keys(profiles: Sequence[core.Profile], taken: set[str]) -> dict[str, str]:
    keys: dict[str, str] = {}
    for profile in profiles:
        keys[profile.key] = new_key(profile.name, taken)
        taken.add(keys[profile.key])
    return keys


def _rekeyed(design: Design, keys: Mapping[str, str], catalogue: Catalogue) -> Design:
    """The design with the new keys where it names profiles that come with it."""
    book = index_of(catalogue)
    picks = {
        slot: tuple(
            _rekeyed_pick(pick, book.entries[book.pick_slots[slot].group][pick.code], keys) for pick in found
        )
        for slot, found in design.picks.items()
    }
    return replace(design, picks=picks)


def _rekeyed_pick(pick: Pick, entry: Property, keys: Mapping[str, str]) -> Pick:
    naming = {p.code for p in entry.parameters if p.kind in ("profile", "profiles")}
    told = {
        code: _rekeyed_value(value, keys) if code in naming else value
        for code, value in pick.parameters.items()
    }
    return replace(pick, parameters=told)


def _rekeyed_value(value: ParameterValue, keys: Mapping[str, str]) -> ParameterValue:
    if isinstance(value, tuple):
        return tuple(keys.get(key, key) for key in value)
    return keys.get(value, value) if isinstance(value, str) else value
