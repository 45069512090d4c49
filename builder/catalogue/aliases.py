"""The players' words that come with the program: at most one file for each edition."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from builder.catalogue.files import read_edition_file
from builder.points.rules.aliases import Aliases, CommonWeapon
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.search_text import normalize_text


@lru_cache(maxsize=32)
def aliases_of(catalogue: Catalogue) -> Aliases:
    """Return the aliases of an edition; empty if it has no alias file."""
    return read_edition_file("aliases", catalogue, Aliases, alias_faults)


def alias_faults(aliases: Aliases, catalogue: Catalogue) -> Iterator[str]:
    """Yield the faults of aliases, categories and common weapons: unknown or repeated things and words."""
    known_codes = _known_codes(aliases, catalogue)
    for alias in aliases.aliases:
        for target in alias.means:
            if target not in known_codes:
                yield f'aliases "{alias.words[0]}": "{target}" is not known to this edition: correct it'
    counts = Counter(normalize_text(word) for alias in aliases.aliases for word in alias.words)
    counts.update(map(normalize_text, aliases.nothing))
    for word, times in counts.items():
        if times > 1:
            yield f'aliases: "{word}" is defined {times} times: define it once, with all its meanings'
    yield from _category_faults(aliases, catalogue)
    for weapon in aliases.weapons:
        yield from _weapon_faults(weapon, catalogue)
    for place, times in Counter(f"{weapon.slot}.{weapon.code}" for weapon in aliases.weapons).items():
        if times > 1:
            yield f'weapons: "{place}" is in the list {times} times: give each a code of its own'


def _known_codes(aliases: Aliases, catalogue: Catalogue) -> set[str]:
    entries = {f"{entry.group}.{entry.code}" for entry in catalogue.entries() if not entry.derived}
    parts = {part.code for part in catalogue.attributes}
    options = {f"{part.code}.{option.code}" for part in catalogue.attributes for option in part.options}
    return entries | parts | options | {f"{weapon.slot}.{weapon.code}" for weapon in aliases.weapons}


def _category_faults(aliases: Aliases, catalogue: Catalogue) -> Iterator[str]:
    entries = index_of(catalogue).entries
    for category in aliases.categories:
        for code in category.entries:
            if code not in entries.get(category.group, {}):
                named = f"{category.group}.{code}"
                yield f'categories "{category.name}": "{named}" is not known to this edition: correct it'
    placed = Counter((category.group, code) for category in aliases.categories for code in category.entries)
    for (group, code), times in placed.items():
        if times > 1:
            yield f'categories: "{group}.{code}" is in {times} of them: list it in one'


def _weapon_faults(weapon: CommonWeapon, catalogue: Catalogue) -> Iterator[str]:
    index = index_of(catalogue)
    slot = index.weapon_slots.get(weapon.slot)
    if slot is None:
        yield f'weapons "{weapon.code}": there is no slot "{weapon.slot}": correct it'
        return
    for code in weapon.properties:
        if code not in index.entries[slot.group]:
            yield f'weapons "{weapon.code}": there is no property "{code}": correct it'
    for code in weapon.fields:
        if code not in [part.code for part in slot.fields]:
            yield f'weapons "{weapon.code}": there is no field "{code}": correct it'
