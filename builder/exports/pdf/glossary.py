"""What a paper's words mean: the stat line's headings, and every property and spell that it uses."""

from collections.abc import Iterable, Iterator
from typing import Any

from builder.exports.pdf.profiles import page_reference
from builder.exports.pdf.text import with_minus_signs
from builder.points.catalogue import Catalogue, Property
from builder.points.catalogue_index import index_of
from builder.points.document import Profile

JsonData = dict[str, Any]


def glossary(catalogue: Catalogue, profiles: Iterable[Profile]) -> list[JsonData]:
    """The stat line and the entries that these profiles use, by group, with their pages in the book."""
    used = used_entries(catalogue, profiles)
    found = [{"name": "The stat line", "entries": list(_columns(catalogue))}]
    for group in catalogue.groups:
        entries = [e for e in index_of(catalogue).entries[group.code].values() if (e.group, e.code) in used]
        if entries:
            found.append({"name": group.name, "entries": [_entry(entry) for entry in entries]})
    return found


def used_entries(catalogue: Catalogue, profiles: Iterable[Profile]) -> set[tuple[str, str]]:
    """Group and code of every property and spell that these profiles have, defaults of weapons with them."""
    used: set[tuple[str, str]] = set()
    for profile in profiles:
        for slot in catalogue.weapon_slots:
            weapons = profile.design.weapons.get(slot.code, ())
            used.update((slot.group, code) for weapon in weapons for code in weapon.properties)
            if not slot.many and not any(weapon.properties for weapon in weapons):
                used.update((slot.group, code) for code in slot.default)
        for pick_slot in catalogue.pick_slots:
            used.update((pick_slot.group, p.code) for p in profile.design.picks.get(pick_slot.code, ()))
    return used


def play_tables(catalogue: Catalogue, codes: Iterable[str]) -> list[JsonData]:
    """The tables of these codes, to look things up in during play."""
    known = {table.code: table for table in catalogue.tables}
    return [
        {
            "name": table.name,
            "page": page_reference(table.page),
            "columns": list(table.columns),
            "rows": [[with_minus_signs(cell) for cell in row] for row in table.rows],
        }
        for table in (known[code] for code in codes)
    ]


def _entry(entry: Property) -> list[str]:
    name = f"{entry.label} {entry.name}" if entry.label else entry.name
    return [name, with_minus_signs(entry.summary), page_reference(entry.page)]


def _columns(catalogue: Catalogue) -> Iterator[list[str]]:
    catalogue_index = index_of(catalogue)
    for column in catalogue.sheet:
        code = column.of[0]
        part = catalogue_index.parts[code]
        yield [f"{column.label} {part.name}", with_minus_signs(part.summary), page_reference(part.page)]
