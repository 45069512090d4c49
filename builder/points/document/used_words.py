"""The words that profiles use: the stat line's headings, properties and spells."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from builder.points.document.document import Profile
from builder.points.document.items import items_of
from builder.points.rules.catalogue import Catalogue, DesignPart, Property, Value
from builder.points.rules.catalogue_index import index_of

STAT_LINE = "The stat line"


class UsedWords(NamedTuple):
    """A group of words under the heading ``name``, in the catalogue's order.

    Each word is a pair: its label, which may be empty, and the attribute, slot, value or entry that it means.
    """

    name: str
    words: tuple[tuple[str, DesignPart | Value | Property], ...]


def used_words(catalogue: Catalogue, profiles: Iterable[Profile]) -> list[UsedWords]:
    """Return the stat line's headings, then the entries that these profiles use, by group."""
    catalogue_index, used = index_of(catalogue), used_entries(catalogue, profiles)
    parts: Mapping[str, DesignPart | Value] = {**catalogue_index.parts, **catalogue_index.values}
    columns = tuple((column.label, parts[column.of[0]]) for column in catalogue.sheet)
    by_group = [UsedWords(STAT_LINE, columns)]
    for group in catalogue.groups:
        entries = catalogue_index.entries[group.code].values()
        words = tuple((entry.label, entry) for entry in entries if (group.code, entry.code) in used)
        if words:
            by_group.append(UsedWords(group.name, words))
    return by_group


def used_entries(catalogue: Catalogue, profiles: Iterable[Profile]) -> set[tuple[str, str]]:
    """Return the group and code of each property and spell that these profiles or their weapons have.

    Default weapons, and entries that are included with picks, count too.
    """
    used: set[tuple[str, str]] = set()
    for profile in profiles:
        for slot in catalogue.weapon_slots:
            weapons = profile.design.weapons.get(slot.code, ())
            used.update((slot.group, code) for weapon in weapons for code in weapon.properties)
            if not slot.many and not any(weapon.properties for weapon in weapons):
                used.update((slot.group, code) for code in slot.default)
        for pick_slot in catalogue.pick_slots:
            used.update((pick_slot.group, p.code) for p in profile.design.picks.get(pick_slot.code, ()))
        index = index_of(catalogue).for_kind(profile.design.values)
        used.update((item.entry.group, item.entry.code) for item in items_of(index, profile.design))
    return used
