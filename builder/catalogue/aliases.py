"""The aliases of each edition, which are players' words for the things in it."""

from collections.abc import Iterator

from builder.catalogue.files import edition_file_reader
from builder.catalogue.known_codes import repeat_faults, unknown_codes
from builder.points.rules.aliases import Aliases, CommonWeapon
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.search_text import normalize_text


def alias_faults(aliases: Aliases, catalogue: Catalogue) -> Iterator[str]:
    """Yield a fault for each unknown or repeated code and each repeated word in the aliases."""
    known_codes = _known_codes(aliases, catalogue)
    for index, alias in enumerate(aliases.aliases):
        where = f'aliases "{alias.words[0]}"' if alias.words else f"aliases[{index}]"
        yield from unknown_codes(where, "code", alias.means, known_codes, required=True)
        if not alias.words:
            yield f"{where} has no words: write at least one"
    words = [word for alias in aliases.aliases for word in alias.words]
    yield from repeat_faults("aliases", map(normalize_text, (*words, *aliases.nothing)))
    for category in aliases.categories:
        codes = index_of(catalogue).entries.get(category.group, ())
        kind = f'entry of group "{category.group}"'
        yield from unknown_codes(
            f'categories "{category.name}"', kind, category.entries, codes, required=True
        )
    entries = [f"{category.group}.{code}" for category in aliases.categories for code in category.entries]
    yield from repeat_faults("categories", entries)
    for weapon in aliases.weapons:
        yield from _weapon_faults(weapon, catalogue)
    yield from repeat_faults("weapons", [f"{weapon.slot}.{weapon.code}" for weapon in aliases.weapons])


def _known_codes(aliases: Aliases, catalogue: Catalogue) -> set[str]:
    entries = {f"{entry.group}.{entry.code}" for entry in catalogue.entries() if not entry.derived}
    parts = {part.code for part in catalogue.attributes}
    options = {f"{part.code}.{option.code}" for part in catalogue.attributes for option in part.options}
    return entries | parts | options | {f"{weapon.slot}.{weapon.code}" for weapon in aliases.weapons}


def _weapon_faults(weapon: CommonWeapon, catalogue: Catalogue) -> Iterator[str]:
    where, index = f'weapons "{weapon.code}"', index_of(catalogue)
    yield from unknown_codes(where, "weapon slot", [weapon.slot], index.weapon_slots, required=True)
    if slot := index.weapon_slots.get(weapon.slot):
        yield from unknown_codes(
            where, "property", weapon.properties, index.entries[slot.group], required=True
        )
        yield from unknown_codes(
            where, "field", weapon.fields, [part.code for part in slot.fields], required=True
        )


aliases_of = edition_file_reader("aliases", Aliases, alias_faults)
"""Return the aliases of an edition. There are none if the edition has no alias file."""
