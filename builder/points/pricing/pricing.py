"""The pricing of a design. Each price that the design uses becomes a receipt line.

The lines are in the order of the rulebook (Unbridled Fury, page 53):

1. attributes and choices; each is multiplied by its factor and rounded up separately (rules C-01 and C-02)
2. weapons: for each weapon its numbers, then its properties
3. armour and shield
4. model properties
5. spells

The price of a property may depend on other profiles. They must already be priced. If one of them has no
price, the property's line has no price either.
"""

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from builder.points.document.design import Design, ParameterValue, Pick, Weapon, profile_keys
from builder.points.document.document import Profile
from builder.points.rules.catalogue import Attribute, PickSlot, Property, WeaponSlot
from builder.points.rules.catalogue_index import ONE, CatalogueIndex, round_up
from builder.points.rules.names import profile_name
from builder.points.rules.numbers import fill_in
from builder.points.rules.results import Line

MAX_CACHED_PLACES = 20
"""The maximum number of places in a slot whose lines are cached.

Without a maximum, a request with many picks could fill the memory.
"""


class PricedList(NamedTuple):
    """The names, designs and receipt lines of a list's profiles, by key.

    While the list is being priced, some profiles have no lines yet. ``cycles`` contains, for each profile in
    a cycle, the profiles of the cycle: their prices depend on each other.
    """

    names: Mapping[str, str]
    designs: Mapping[str, Design]
    lines: Mapping[str, tuple[Line, ...]]
    cycles: Mapping[str, tuple[str, ...]]
    points_cache: dict[tuple[str, str], int | None]

    @classmethod
    def of_profiles(
        cls,
        profiles: Collection[Profile],
        lines: Mapping[str, tuple[Line, ...]],
        cycles: Mapping[str, tuple[str, ...]],
    ) -> "PricedList":
        """Return the priced list of these profiles. The caller may add to ``lines`` later."""
        names = {profile.key: profile.name for profile in profiles}
        designs = {profile.key: profile.design for profile in profiles}
        return cls(names, designs, lines, cycles, {})

    def name_of(self, key: str) -> str:
        """Return the name of the profile with this key for use in a sentence."""
        return profile_name(self.names[key])

    def points(self, key: str, excluded_code: str = "") -> int | None:
        """Return a profile's points without lines of ``excluded_code``, or None if it has no price."""
        if key not in self.lines:
            return None
        if (key, excluded_code) not in self.points_cache:
            counted = (line for line in self.lines[key] if not excluded_code or line.code != excluded_code)
            self.points_cache[key, excluded_code] = total_points(counted)
        return self.points_cache[key, excluded_code]


def total_points(lines: Iterable[Line]) -> int | None:
    """Return the points of all lines, or None if a line has no price."""
    result = 0
    for line in lines:
        if line.points is None:
            return None
        result += line.points
    return result


def price_design(
    catalogue_index: CatalogueIndex, design: Design, priced_list: PricedList
) -> tuple[Line, ...]:
    """Return all lines of a design in the order of the receipt."""
    lines = [
        line
        for a in catalogue_index.priced_attributes
        if (line := _attribute_line(catalogue_index, a, design.values)) is not None
    ]
    for slot in catalogue_index.catalogue.weapon_slots:
        for index, weapon in enumerate(design.weapons.get(slot.code, ())):
            lines += _weapon_lines(catalogue_index, slot, slot.place(index), weapon)
    for pick_slot in catalogue_index.catalogue.pick_slots:
        entries = catalogue_index.entries[pick_slot.group]
        for index, pick in enumerate(design.picks.get(pick_slot.code, ())):
            entry = entries[pick.code]
            lines.append(_pick_line(catalogue_index, pick_slot, index, entry, pick, design, priced_list))
    return tuple(lines)


def _attribute_line(
    catalogue_index: CatalogueIndex, attribute: Attribute, values: Mapping[str, int | str]
) -> Line | None:
    value = values.get(attribute.code, attribute.default)
    if value is None:
        return _entered_line(attribute, None) if attribute.entered else None
    key = (
        attribute.code,
        value,
        values.get(catalogue_index.factor_attributes[attribute.code]),
        values.get(attribute.table_by),
    )
    line = catalogue_index.line_cache.get(key)
    if line is None:
        line = _make_attribute_line(
            catalogue_index, attribute, value, catalogue_index.factor_of(attribute, values), values
        )
        if line.points is not None:
            catalogue_index.line_cache[key] = line
    return line


def _make_attribute_line(
    catalogue_index: CatalogueIndex,
    attribute: Attribute,
    value: int | str,
    factor: Fraction | None,
    values: Mapping[str, int | str],
) -> Line:
    if attribute.entered:
        return _entered_line(attribute, value)
    table = catalogue_index.table_of(attribute, values)
    base = table.costs.get(str(value)) if table else 0 if value == 0 else None
    chosen = values.get(attribute.table_by, "") if attribute.table_by else ""
    label = attribute.label
    if attribute.kind != "flag":
        label += f" {attribute.option_name(str(value))}"
    if chosen:
        label += f" ({catalogue_index.attributes[attribute.table_by].option_name(str(chosen))})"
    points = round_up(base * factor) if base is not None and factor is not None else None
    return Line(
        code=attribute.code, label=label, base=base, factor=factor or ONE, points=points,
        page=table.page if table else attribute.page, table=table.name if table else attribute.name,
        group=attribute.group, where=attribute.at, place=(table and table.place) or attribute.place,
    )  # fmt: skip


def _entered_line(attribute: Attribute, value: int | str | None) -> Line:
    """Return the line of a price that the players agreed on, without points if blank or out of bounds."""
    price = value if isinstance(value, int) and attribute.low <= value <= attribute.high else None
    return attribute_line(attribute, attribute.name, price)


def attribute_line(attribute: Attribute, label: str, points: int | None) -> Line:
    """Return the line of an attribute without a price table. ``points`` is None if it has no price yet."""
    return Line(
        attribute.code, label, points, ONE, points, attribute.page, attribute.name, attribute.group,
        attribute.at, attribute.place,
    )  # fmt: skip


def _weapon_lines(
    catalogue_index: CatalogueIndex, slot: WeaponSlot, where: str, weapon: Weapon
) -> list[Line]:
    lines = []
    for part in slot.fields:
        if part.table:
            lines.append(_field_line(catalogue_index, slot, where, part, weapon.fields.get(part.code)))
    for index, code in enumerate(weapon.properties):
        entry = _priced_property(catalogue_index, slot, code, weapon)
        key = (where, index, code, entry.code)
        line = catalogue_index.line_cache.get(key)
        if line is None:
            label = f"{entry.label} {entry.name}" if entry.label else entry.name
            line = _property_line(
                catalogue_index, f"{where}.properties[{index}]", entry, label, entry.cost.points
            )
            if index < MAX_CACHED_PLACES:
                catalogue_index.line_cache[key] = line
        lines.append(line)
    return lines


def _field_line(
    catalogue_index: CatalogueIndex, slot: WeaponSlot, where: str, part: Attribute, value: int | None
) -> Line:
    key = (where, part.code, value)
    line = catalogue_index.line_cache.get(key)
    if line is None:
        table = catalogue_index.tables[part.table]
        base = table.costs.get(str(value))
        label = f"{part.label}{value}" if value is not None else f"{part.label}?"
        line = Line(
            code=label,
            label=f"{label} {part.name.lower()}",
            base=base,
            factor=ONE,
            points=base,
            page=table.page,
            table=table.name,
            group=catalogue_index.receipt_sections[slot.group][1],
            where=f"{where}.{part.code}",
            place=table.place,
        )
        if base is not None:
            catalogue_index.line_cache[key] = line
    return line


def _priced_property(
    catalogue_index: CatalogueIndex, slot: WeaponSlot, code: str, weapon: Weapon
) -> Property:
    """Return the property whose cost the weapon pays for its property ``code``.

    With certain other properties on the weapon, it is another property.
    """
    entries = catalogue_index.entries[slot.group]
    for other, priced in entries[code].cost.rows.items():
        if other in weapon.properties:
            return entries[priced]
    return entries[code]


def _property_line(
    catalogue_index: CatalogueIndex,
    where: str,
    entry: Property,
    label: str,
    base: int | None,
    factor: Fraction = ONE,
) -> Line:
    table, receipt = catalogue_index.receipt_sections[entry.group]
    return Line(
        code=entry.code,
        label=label,
        base=base,
        factor=factor,
        points=round_up(base * factor) if base is not None else None,
        page=entry.price_page or entry.page,
        table=table,
        group=receipt,
        where=where,
        place=entry.place,
    )


def _pick_line(
    catalogue_index: CatalogueIndex,
    slot: PickSlot,
    index: int,
    entry: Property,
    pick: Pick,
    design: Design,
    priced_list: PricedList,
) -> Line:
    if entry.cost.kind == "fixed" and not pick.parameters:
        key = (slot.code, index, entry.code)
        line = catalogue_index.line_cache.get(key)
        if line is None:
            where = slot.place(index)
            label = entry.name if slot.many else f"{entry.name} ({slot.name.lower()})"
            line = _property_line(catalogue_index, where, entry, label, entry.cost.points)
            if index < MAX_CACHED_PLACES:
                catalogue_index.line_cache[key] = line
        return line
    base, factor = cost_of(catalogue_index, entry, pick, priced_list, design.values)
    label = pick_text(entry, pick, priced_list.names)
    return _property_line(catalogue_index, f"{slot.at}[{index}]", entry, label, base, factor)


def cost_of(
    catalogue_index: CatalogueIndex,
    entry: Property,
    pick: Pick,
    priced_list: PricedList,
    values: Mapping[str, int | str],
) -> tuple[int | None, Fraction]:
    """Return the base in points (None for no price) and the factor of a property's price.

    ``values`` are the attributes of the profile that has the property.
    """
    cost = entry.cost
    if cost.kind == "entered":
        parameter = next(p for p in entry.parameters if p.code == cost.parameter)
        entered = pick.parameters.get(parameter.code)
        if type(entered) is not int or not is_in_bounds(entered, parameter.low, parameter.high):
            return None, ONE
        return entered, ONE
    if cost.kind == "table" and cost.by:
        return catalogue_index.tables[cost.table].costs.get(str(values.get(cost.by))), cost.factor
    if cost.kind == "table":
        parameter = next(p for p in entry.parameters if p.code == cost.parameter)
        value = pick.parameters.get(parameter.code, parameter.default)
        if isinstance(value, int) and not is_in_bounds(value, parameter.low, parameter.high):
            return None, cost.factor
        return catalogue_index.tables[cost.table].costs.get(str(value)), cost.factor
    if cost.kind == "product":
        return _product(entry, pick), cost.factor
    if cost.kind == "profiles":
        factor = cost.factors.get(str(pick.parameters.get(cost.factor_by))) if cost.factor_by else cost.factor
        if factor is None:
            return None, ONE
        keys = profile_keys(pick.parameters.get(cost.parameter))
        return _sum_of_profiles(keys, priced_list, cost.without, catalogue_index.catalogue.floor), factor
    return cost.points, ONE


def _product(entry: Property, pick: Pick) -> int | None:
    result = 1
    for parameter in entry.parameters:
        value = pick.parameters.get(parameter.code)
        if parameter.code not in entry.cost.parameters:
            continue
        if type(value) is not int or not is_in_bounds(value, parameter.low, parameter.high):
            return None
        result *= value
    return result


def parameters_with_defaults(entry: Property, pick: Pick) -> Mapping[str, ParameterValue]:
    """Return a pick's parameters, with the defaults of missing parameters."""
    defaults = {p.code: p.default for p in entry.parameters if p.default}
    return {**defaults, **pick.parameters} if defaults else pick.parameters


def is_in_bounds(value: int, low: int | None, high: int | None) -> bool:
    """Return whether a number is at least ``low`` and at most ``high``. None means that there is no bound."""
    return (low is None or value >= low) and (high is None or value <= high)


def _sum_of_profiles(
    keys: tuple[str, ...], priced_list: PricedList, excluded_code: str, floor: int | None
) -> int | None:
    """Return the sum of the points of other profiles, or None if there are none or one has no price.

    Each profile counts once, with at least ``floor`` points.
    """
    if not keys:
        return None
    result = 0
    for key in dict.fromkeys(keys):
        points = priced_list.points(key, excluded_code)
        if points is None:
            return None
        result += points if floor is None else max(points, floor)
    return result


def _has_only_defaults(entry: Property, pick: Pick) -> bool:
    """Return whether a pick has parameters and each of them has its default."""
    are_default = (p.default and str(pick.parameters.get(p.code)) == p.default for p in entry.parameters)
    return bool(entry.parameters) and all(are_default)


def _player_made_text(entry: Property, pick: Pick) -> str:
    """Return the text of a player-made item with its numbers: "Bow (Range 10, P 2)"."""
    entered = {code: value for code, value in pick.parameters.items() if value not in (None, "")}
    name = entered.get(entry.name_parameter, entry.name)
    others = [p for p in entry.parameters if p.code in entered and p.code != entry.name_parameter]
    numbers = ", ".join(fill_in(f"{p.name} {{{p.code}}}", entered) for p in others)
    return f"{name} ({numbers})" if numbers else str(name)


def agreed_price_text(entry: Property, pick: Pick) -> str:
    """Return the price that players agreed on for an item, such as " (price 5)", or ""."""
    name = next((p.name for p in entry.parameters if p.code == entry.cost.parameter), "")
    price = pick.parameters.get(entry.cost.parameter) if entry.cost.kind == "entered" else None
    return "" if price is None else f" ({name.lower()} {price})"


def pick_text(entry: Property, pick: Pick, names: Mapping[str, str]) -> str:
    """Return a picked property as text, as printed profiles show it: "Flier 8", "Capacity 4[2]"."""
    if entry.text and entry.cost.kind == "entered":
        blanks = {p.code: entry.name if p.kind == "text" else p.default or "–" for p in entry.parameters}
        return fill_in(
            entry.text, blanks | {code: value for code, value in pick.parameters.items() if value != ""}
        )
    if entry.name_parameter:
        return _player_made_text(entry, pick)
    if entry.text and all(p.code in pick.parameters for p in entry.parameters):
        return entry.name if _has_only_defaults(entry, pick) else fill_in(entry.text, pick.parameters)
    name, chosen, profiles = entry.name, [], []
    for parameter in entry.parameters:
        value = pick.parameters.get(parameter.code)
        option = parameter.option_name(str(value))
        if parameter.names_profiles:
            profiles += [profile_name(names[key]) if key in names else key for key in profile_keys(value)]
        elif value in (None, "", parameter.default):
            continue
        elif entry.name in option:
            name = option
        else:
            chosen.append(option)
    several = f"({', '.join(chosen)})" if len(chosen) > 1 else "".join(chosen)
    text = f"{name} {several}".strip()
    return f"{text}: {', '.join(profiles)}" if profiles else text
