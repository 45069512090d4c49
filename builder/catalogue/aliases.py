"""The players' words that come with the program: one file for each edition that has one."""

import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from builder.catalogue.files import ALIAS_FOLDER
from builder.catalogue.parsing import CatalogueError, structure
from builder.catalogue.rulings import DATA_FOLDER
from builder.points.rules.aliases import Aliases, CommonWeapon
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.search_text import normalize_text


@lru_cache(maxsize=32)
def aliases_of(catalogue: Catalogue) -> Aliases:
    """The players' words of an edition; none where it has no file.

    Raises CatalogueError where the file cannot be read, or speaks of what the edition does not have.
    """
    path = DATA_FOLDER / catalogue.system / ALIAS_FOLDER / f"{catalogue.edition}.toml"
    if not path.exists():
        return Aliases()
    name = f"{ALIAS_FOLDER}/{path.name}"
    try:
        plain = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise CatalogueError([f"{name}: not TOML: {error}: mend the text there"]) from error
    aliases = structure(plain, Aliases, name)
    if problems := [f"{name}: {fault}" for fault in alias_faults(aliases, catalogue)]:
        raise CatalogueError(problems)
    return aliases


def alias_faults(aliases: Aliases, catalogue: Catalogue) -> Iterator[str]:
    """One line for each thing that the edition does not have, and each that is said twice."""
    known = _known(aliases, catalogue)
    for alias in aliases.aliases:
        for meant in alias.means:
            if meant not in known:
                yield f'aliases "{alias.words[0]}": "{meant}" is not known to this edition: correct it'
    said = Counter(normalize_text(word) for alias in aliases.aliases for word in alias.words)
    said.update(map(normalize_text, aliases.nothing))
    for word, times in said.items():
        if times > 1:
            yield f'aliases: "{word}" is said {times} times: say it once, with all that it means'
    yield from _shelf_faults(aliases, catalogue)
    for weapon in aliases.weapons:
        yield from _weapon_faults(weapon, catalogue)
    for place, times in Counter(f"{weapon.slot}.{weapon.code}" for weapon in aliases.weapons).items():
        if times > 1:
            yield f'weapons: "{place}" stands there {times} times: give each a code of its own'


def _known(aliases: Aliases, catalogue: Catalogue) -> set[str]:
    entries = {f"{entry.group}.{entry.code}" for entry in catalogue.entries() if not entry.derived}
    parts = {part.code for part in catalogue.attributes}
    options = {f"{part.code}.{option.code}" for part in catalogue.attributes for option in part.options}
    return entries | parts | options | {f"{weapon.slot}.{weapon.code}" for weapon in aliases.weapons}


def _shelf_faults(aliases: Aliases, catalogue: Catalogue) -> Iterator[str]:
    entries = index_of(catalogue).entries
    for shelf in aliases.shelves:
        for code in shelf.entries:
            if code not in entries.get(shelf.group, {}):
                named = f"{shelf.group}.{code}"
                yield f'shelves "{shelf.name}": "{named}" is not known to this edition: correct it'
    shelved = Counter((shelf.group, code) for shelf in aliases.shelves for code in shelf.entries)
    for (group, code), times in shelved.items():
        if times > 1:
            yield f'shelves: "{group}.{code}" stands on {times} of them: leave it on one'


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
