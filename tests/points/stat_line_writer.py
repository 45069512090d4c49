"""Complete stat lines, as a careful player writes them: each part has its label, and names are in quotes."""

from collections.abc import Iterator, Mapping

from builder.points.document.design import Design, ParameterValue, Pick, Weapon
from builder.points.document.document import Profile
from builder.points.rules.catalogue import Catalogue, Parameter, Property, WeaponSlot
from builder.points.rules.catalogue_index import CatalogueIndex, index_of


def write_stat_line(profile: Profile, catalogue: Catalogue, names: Mapping[str, str]) -> str:
    """Return the stat line of a profile. ``names`` has the names of profiles by key."""
    limit = f" (Max {profile.max})" if profile.max is not None else ""
    return f'"{profile.name}"{limit} ' + ", ".join(
        _stat_line_parts(profile.design, index_of(catalogue), names)
    )


def _stat_line_parts(design: Design, book: CatalogueIndex, names: Mapping[str, str]) -> Iterator[str]:
    for attribute in book.catalogue.attributes:
        value = design.values.get(attribute.code)
        yield f"{attribute.label} {'-' if value is None else value}"
    for slot in book.catalogue.weapon_slots:
        for weapon in design.weapons.get(slot.code, ()):
            yield f"{slot.label} {' '.join(_weapon_parts(weapon, slot, book.entries[slot.group]))}"
    for pick_slot in book.catalogue.pick_slots:
        entries = book.entries[pick_slot.group]
        picks = design.picks.get(pick_slot.code, ())
        if pick_slot.many:
            result = ", ".join(_pick_text(entries[pick.code], pick, names) for pick in picks)
            yield f"; {pick_slot.name}: {result or 'none'}"
        elif picks:
            yield f"{pick_slot.name}: {entries[picks[0].code].name}"


def _weapon_parts(weapon: Weapon, slot: WeaponSlot, entries: Mapping[str, Property]) -> Iterator[str]:
    yield f'"{weapon.name}"'
    for part in slot.fields:
        if weapon.fields.get(part.code) is not None:
            yield f"{part.label}{weapon.fields[part.code]}"
    yield from (entries[code].label or entries[code].code for code in weapon.properties)


def _pick_text(entry: Property, pick: Pick, names: Mapping[str, str]) -> str:
    listed = [
        f"{parameter.name} {_value_text(parameter, pick.parameters[parameter.code], names)}"
        for parameter in entry.parameters
        if pick.parameters.get(parameter.code) not in (None, ())
    ]
    return f"{entry.name} ({', '.join(listed)})" if listed else entry.name


def _value_text(parameter: Parameter, value: ParameterValue, names: Mapping[str, str]) -> str:
    if parameter.kind == "text":
        return f'"{value}"'
    if isinstance(value, tuple):
        return " and ".join(names[key] for key in value)
    return names.get(str(value), str(value))
