"""A profile as it is written: its stat line, and what it has besides.

Everything loops over the catalogue's shape, so nothing here knows a particular game.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from builder.points.document.design import Design, Pick, Weapon, profile_keys
from builder.points.document.document import Profile
from builder.points.pricing.pricing import pick_text
from builder.points.rules.catalogue import (
    Attribute,
    Catalogue,
    DesignPart,
    ItemColumn,
    Parameter,
    PickSlot,
    Property,
    Value,
    WeaponSlot,
)
from builder.points.rules.catalogue_index import KIND, CatalogueIndex, index_of
from builder.points.rules.numbers import MINUS, fill_in, number_text, signed_text
from builder.points.rules.results import UNKNOWN, ItemNumber, Line, ProfileAppraisal, Total
from builder.points.rules.wording import in_sentence, join_and

WorkedNumbers = Mapping[str, ItemNumber]
"""The numbers of an entry that come to something of their own for a profile, by column."""

NONE = "\N{EN DASH}"
_MOST_IN_A_BOX = 6
YES, NO = "yes", "no"
VALUES = "Also"
"""The heading of the values that no column shows."""
_AS_PRINTED: WorkedNumbers = MappingProxyType({})
_NOWHERE: Mapping[str, str] = MappingProxyType({})
_BRACES = re.compile(r"{(\w+)}")
_PLACE_END = re.compile(r"[\[].*")


class StatCell(NamedTuple):
    """A box of the stat line. ``points`` is None where nothing in it is paid for, or something has no price.

    ``code`` is its first part; ``priced`` is False where something in it has no price.
    """

    label: str
    value: str
    points: int | None
    code: str
    wide: bool
    priced: bool


class TraitItem(NamedTuple):
    """One thing that a profile has, as it is written; with its name, what it does, and its page or place.

    ``profiles`` are those that it names, by key and name; ``numbers`` are its own ("range 24″, AP 2").
    """

    text: str
    name: str = ""
    summary: str = ""
    page: int = 0
    profiles: tuple[tuple[str, str], ...] = ()
    place: str = ""
    numbers: str = ""


class Trait(NamedTuple):
    """What a profile has under one heading: a weapon with what it can do, its properties, its spells."""

    heading: str
    items: tuple[TraitItem, ...]


# ------------------------------------------------------------------ numbers


def points_text(points: int | None) -> str:
    """Points, or a dash where there is no price."""
    return NONE if points is None else number_text(points)


def total_text(total: Total | None) -> str:
    """A total: "118", "118 + ?" where a part of it waits for a price, "?" where all does; a dash for none."""
    if total is None:
        return NONE
    if total.unpriced:
        return UNKNOWN
    return f"{number_text(total.points)} + ?" if total.waits_for else number_text(total.points)


def may_cost(catalogue: Catalogue, profile: Profile, appraisal: ProfileAppraisal) -> bool:
    """Whether anything that a profile of its kind has may have a price: a captain is not hired."""
    if appraisal.total.points != 0 or appraisal.total.waits_for or not catalogue.kinds:
        return True
    index = index_of(catalogue).for_kind(profile.design.values)
    slots: list[PickSlot | WeaponSlot] = [*index.catalogue.pick_slots, *index.catalogue.weapon_slots]
    return bool(index.priced_attributes) or any(slot.group not in index.free_groups for slot in slots)


# ------------------------------------------------------------------ the stat line


def stat_line(catalogue: Catalogue, profile: Profile, appraisal: ProfileAppraisal) -> list[StatCell]:
    """The boxes of the printed profile of its kind: each value, and the points of the lines behind it."""
    points = points_by_place(appraisal)
    catalogue_index = index_of(catalogue).for_kind(profile.design.values)
    columns = _columns(catalogue_index.catalogue)
    return [_cell(catalogue_index, column, profile, appraisal, points) for column in columns]


def points_by_place(appraisal: ProfileAppraisal) -> dict[str, int | None]:
    """The lines' points added up by where they stand (see ``line_places``); None where one has no price."""
    points: dict[str, int | None] = {}
    for line in appraisal.lines:
        place = _part_place(line.where)
        before = points.get(place, 0)
        points[place] = None if before is None or line.points is None else before + line.points
    return points


class _ColumnPart(NamedTuple):
    """An attribute, slot or value of a column, with the places in the design that its lines stand at."""

    part: DesignPart | Value
    places: tuple[str, ...]


class _Column(NamedTuple):
    label: str
    parts: tuple[_ColumnPart, ...]
    wide: bool


@lru_cache(maxsize=32)
def _columns(catalogue: Catalogue) -> tuple[_Column, ...]:
    catalogue_index = index_of(catalogue)
    parts: Mapping[str, DesignPart | Value] = {**catalogue_index.parts, **catalogue_index.values}
    return tuple(
        _Column(
            column.label,
            tuple(_ColumnPart(parts[code], line_places(parts[code])) for code in column.of),
            any(_is_wide(parts[code]) for code in column.of),
        )
        for column in catalogue.sheet
    )


def _is_wide(part: DesignPart | Value) -> bool:
    """Whether what it shows is too long for a box of numbers: weapons, and options with long names."""
    if isinstance(part, Attribute):
        return any(len(option.name) > _MOST_IN_A_BOX for option in part.options)
    return isinstance(part, WeaponSlot)


def line_places(part: DesignPart | Value) -> tuple[str, ...]:
    """Where in a design the priced lines of an attribute or slot stand; nowhere for a value."""
    if isinstance(part, Value):
        return ()
    if isinstance(part, WeaponSlot):
        return (part.at, *(f"{part.at}.{f.code}" for f in part.fields))
    return (part.at,)


@lru_cache(maxsize=4096)
def _part_place(where: str) -> str:
    """The part that a line's place lies in: ``shooting_weapons[0].range`` is in ``shooting_weapons``."""
    head = _PLACE_END.sub("", where)
    return head.removesuffix(".properties")


def _cell(
    catalogue_index: CatalogueIndex,
    column: _Column,
    profile: Profile,
    appraisal: ProfileAppraisal,
    points: Mapping[str, int | None],
) -> StatCell:
    values: list[str] = []
    summed: int | None = None
    priced = True
    for part, at in column.parts:
        if isinstance(part, Value):
            found = appraisal.value(part.code)
            text = found.text if found else ""
        else:
            text = _part_text(catalogue_index, part, profile)
        if text not in ("", NONE):
            values.append(text)
        for place in at:
            if place in points:
                paid = points[place]
                priced = priced and paid is not None
                summed = (summed or 0) + (paid or 0)
    shown = summed if priced else None
    return StatCell(
        column.label, " ".join(values) or NONE, shown, column.parts[0].part.code, column.wide, priced
    )


def code_text(
    catalogue_index: CatalogueIndex, code: str, profile: Profile, appraisal: ProfileAppraisal
) -> str:
    """A part of a profile or a value of it as it is written; "" where it has none."""
    if code in catalogue_index.values:
        found = appraisal.value(code)
        return found.text if found else ""
    part = catalogue_index.parts.get(code)
    return _part_text(catalogue_index, part, profile) if part else ""


def _part_text(catalogue_index: CatalogueIndex, part: DesignPart, profile: Profile) -> str:
    if isinstance(part, Attribute):
        return _attribute_text(catalogue_index, part, profile.design)
    if isinstance(part, WeaponSlot):
        weapons = profile.design.weapons.get(part.code) or (() if part.many else (Weapon(),))
        return "; ".join(_weapon_text(catalogue_index, part, weapon) for weapon in weapons)
    entries = catalogue_index.entries[part.group]
    return " ".join(entries[pick.code].short_name for pick in profile.design.picks.get(part.code, ()))


def attribute_text(catalogue: Catalogue, attribute: Attribute, profile: Profile) -> str:
    """An attribute's value as it is written on a profile; "" when it is blank."""
    return _attribute_text(index_of(catalogue), attribute, profile.design)


def _attribute_text(catalogue_index: CatalogueIndex, attribute: Attribute, design: Design) -> str:
    value = design.values.get(attribute.code, attribute.default)
    if value is None:
        return ""
    if attribute.kind == "flag":
        return YES
    text = number_text(value) if isinstance(value, int) else attribute.option_name(value)
    if attribute.table_by and (chosen := design.values.get(attribute.table_by)) is not None:
        text += f" {catalogue_index.attributes[attribute.table_by].option_name(str(chosen))}"
    return text


def weapon_text(catalogue: Catalogue, slot: WeaponSlot, weapon: Weapon) -> str:
    """A weapon in the book's codes and order: "R4 FF8 AP8"; its default where nothing is written."""
    return _weapon_text(index_of(catalogue), slot, weapon)


def _weapon_text(catalogue_index: CatalogueIndex, slot: WeaponSlot, weapon: Weapon) -> str:
    entries = catalogue_index.entries[slot.group]
    fields = [f"{f.label}{weapon.fields[f.code]}" for f in slot.fields if f.code in weapon.fields]
    codes = weapon.properties or (() if fields else slot.default)
    return " ".join([*fields, *(entries[code].short_name for code in codes)])


# ------------------------------------------------------------------ what no column shows


class OutsidePart(NamedTuple):
    """An attribute or a value that the stat line does not show, as it is written."""

    part: Attribute | Value
    text: str


def outside_attributes(catalogue: Catalogue, profile: Profile) -> list[OutsidePart]:
    """The attributes that no column shows, as far as they are given and say something of the model.

    A number that is no better high or low, and of which nothing is made, says nothing. The kind is never
    blank.
    """
    catalogue_index = index_of(catalogue).for_kind(profile.design.values)
    values = {**profile.design.values, **({KIND: catalogue_index.kind} if catalogue_index.kind else {})}
    return [
        OutsidePart(part, _attribute_text(catalogue_index, part, replace(profile.design, values=values)))
        for part in attributes_outside(catalogue_index.catalogue)
        if values.get(part.code) is not None
    ]


def slots_outside(catalogue: Catalogue) -> list[PickSlot]:
    """The slots that no column of the stat line shows."""
    shown = _shown_codes(catalogue)
    return [slot for slot in catalogue.pick_slots if slot.code not in shown]


def _shown_codes(catalogue: Catalogue) -> set[str]:
    return {code for column in catalogue.sheet for code in column.of}


@lru_cache(maxsize=32)
def attributes_outside(catalogue: Catalogue) -> tuple[Attribute, ...]:
    """The attributes that no column shows and that say something of the model.

    What only chooses another's table is told with that one.
    """
    shown = _shown_codes(catalogue)
    choosers = {attribute.table_by for attribute in catalogue.attributes}
    numbers = {multiplier.by for multiplier in catalogue.multipliers}
    numbers |= {code for value in catalogue.values for code in value.of}
    numbers |= {entry.cost.by for entry in catalogue.entries()}
    return tuple(
        attribute
        for attribute in catalogue.attributes
        if attribute.code not in shown | choosers
        if attribute.kind != "number"
        or attribute.table
        or attribute.better
        or attribute.gives
        or attribute.code in numbers
    )


def outside_values(catalogue: Catalogue, profile: Profile, appraisal: ProfileAppraisal) -> list[OutsidePart]:
    """The values besides prices and counts that no column shows and that the profile has."""
    view = index_of(catalogue).for_kind(profile.design.values).catalogue
    shown = _shown_codes(view)
    told = (value for value in view.values if value.role in ("spent", "stat"))
    pairs = ((value, appraisal.value(value.code)) for value in told)
    return [
        OutsidePart(value, found.text)
        for value, found in pairs
        if found and found.number is not None and found.says_something and value.code not in shown
    ]


def price_values(catalogue: Catalogue, appraisal: ProfileAppraisal) -> list[tuple[Value, str]]:
    """The prices of a profile beside the first, as they are written."""
    pairs = ((value, appraisal.value(value.code)) for value in catalogue.values if value.role == "price")
    return [(value, found.text) for value, found in pairs if found]


def further_prices(catalogue: Catalogue, appraisal: ProfileAppraisal) -> list[str]:
    """What a profile costs by the reckonings beside the first, and how rough it is: "Formula 85", "±50 %"."""
    found = price_values(catalogue, appraisal)
    rough = dict.fromkeys((catalogue.price_estimate, *(value.estimate for value, _ in found)))
    return [*(f"{value.name} {text}" for value, text in found), *filter(None, rough)]


# ------------------------------------------------------------------ everything with its meaning


def traits(
    catalogue: Catalogue,
    profile: Profile,
    names: Mapping[str, str],
    appraisal: ProfileAppraisal | None = None,
) -> list[Trait]:
    """What no column shows, weapons by name, properties and spells.

    ``names`` are those of the list's profiles by key; values are told where the ``appraisal`` is given. A
    weapon without a name that is what every model has is left out.
    """
    catalogue_index = index_of(catalogue).for_kind(profile.design.values)
    entries, view = catalogue_index.entries, catalogue_index.catalogue
    columns = {group.code: group.columns for group in catalogue.groups}
    shown = [
        Trait(one.part.name, (_part_item(one, one.text),)) for one in outside_attributes(catalogue, profile)
    ]
    if appraisal and (values := outside_values(catalogue, profile, appraisal)):
        items = (_part_item(one, f"{one.part.label} {one.text}") for one in values)
        shown.append(Trait(VALUES, tuple(items)))
    shown += [
        Trait(
            weapon.name or slot.noun.capitalize(),
            tuple(_weapon_items(entries[slot.group], columns[slot.group], slot, weapon)),
        )
        for slot in view.weapon_slots
        for weapon in profile.design.weapons.get(slot.code, ())
        if weapon.name or weapon.fields or weapon.properties not in ((), slot.default)
    ]
    for pick_slot in view.pick_slots:
        if picks := profile.design.picks.get(pick_slot.code, ()):
            found = entries[pick_slot.group]
            taken = []
            for place, pick in enumerate(picks):
                worked = appraisal.numbers_at(pick_slot.place(place), pick.code) if appraisal else _AS_PRINTED
                taken.append(_pick_item(found[pick.code], pick, names, columns[pick_slot.group], worked))
            shown.append(Trait(pick_slot.name, tuple(taken)))
    return shown


def _part_item(one: OutsidePart, text: str) -> TraitItem:
    return TraitItem(text, one.part.name, one.part.summary, one.part.page, place=one.part.place)


def _weapon_items(
    entries: Mapping[str, Property], columns: tuple[ItemColumn, ...], slot: WeaponSlot, weapon: Weapon
) -> Iterator[TraitItem]:
    for field in slot.fields:
        if (value := weapon.fields.get(field.code)) is not None:
            yield TraitItem(f"{field.label}{value}", field.name, field.summary, field.page, place=field.place)
    for code in weapon.properties or (() if weapon.fields else slot.default):
        yield _entry_item(entries[code], entries[code].name, numbers_text(columns, entries[code]))


def _pick_item(
    entry: Property,
    pick: Pick,
    names: Mapping[str, str],
    columns: tuple[ItemColumn, ...],
    worked: WorkedNumbers,
) -> TraitItem:
    own = item_numbers((column for column in columns if column.code in worked), entry, pick, worked)
    text = pick_text(entry, pick, names) + (f" ({', '.join(own)})" if own else "")
    item = _entry_item(entry, text, numbers_text(columns, entry, pick, worked))
    named = [
        (key, names.get(key) or key)
        for parameter in entry.parameters
        if pick.parameters and parameter.names_profiles
        for key in profile_keys(pick.parameters.get(parameter.code))
    ]
    return item._replace(profiles=tuple(named)) if named else item


def _entry_item(entry: Property, text: str, numbers: str) -> TraitItem:
    return TraitItem(
        f"{entry.label} {text}".strip(),
        entry.name,
        entry.summary,
        entry.page,
        place=entry.place,
        numbers=numbers,
    )


def item_numbers(
    columns: Iterable[ItemColumn],
    entry: Property,
    pick: Pick | None = None,
    worked: WorkedNumbers = _AS_PRINTED,
) -> list[str]:
    """An entry's own numbers by column, with units; "" where it has none, a dash for a blank parameter.

    A choice is told by its option, before it is made by all of them: "carbine or shotgun". ``worked`` are
    those that come to something of their own for the profile that has it.
    """
    told = ((one.code, _parameter_text(one, pick)) for one in entry.parameters)
    given = {code: value for code, value in told if value not in (None, "")}
    printed = {**entry.stats, **{code: str(item.number) for code, item in worked.items()}}
    return [_item_number(column, printed.get(column.code, ""), given) for column in columns]


def _parameter_text(parameter: Parameter, pick: Pick | None) -> object:
    value = pick.parameters.get(parameter.code, parameter.default) if pick else None
    if parameter.kind != "choice":
        return value
    offered = [option.name for option in parameter.options if value in (None, option.code)]
    return join_and(map(in_sentence, offered), "or") if offered else value


class WorkedOutNumber(NamedTuple):
    """A number of an item that is worked out, as it is written, with what it is the sum of."""

    column: ItemColumn
    text: str
    lines: tuple[Line, ...]


class WorkedOutItem(NamedTuple):
    """An entry at a place with the numbers that are worked out for who has it."""

    where: str
    entry: Property
    numbers: tuple[WorkedOutNumber, ...]

    @property
    def headings(self) -> list[tuple[str, str]]:
        """The numbers under each heading, side by side: "To hit", "Ir: 6+, Rg: 7+"."""
        found: dict[str, list[str]] = {}
        for number in self.numbers:
            text = f"{number.column.label}: {number.text}".replace(" ", "\N{NO-BREAK SPACE}")
            found.setdefault(number.column.heading, []).append(text)
        return [(heading, ", ".join(texts)) for heading, texts in found.items()]

    @property
    def told(self) -> str:
        """All numbers in a line."""
        return "; ".join(f"{heading} {texts}".strip() for heading, texts in self.headings)


def worked_out_items(catalogue: Catalogue, items: Iterable[ItemNumber]) -> list[WorkedOutItem]:
    """What a profile has with numbers that are only worked out, in the order of their columns."""
    index = index_of(catalogue)
    columns = {(group.code, column.code): column for group in catalogue.groups for column in group.worked_out}
    groups = {slot.at: slot.group for slot in catalogue.pick_slots}
    found: dict[tuple[str, str], list[WorkedOutNumber]] = {}
    for item in items:
        group = groups.get(_PLACE_END.sub("", item.where), "")
        if column := columns.get((group, item.column)):
            text = _item_number(column, str(item.number), {})
            number = WorkedOutNumber(column, text, item.lines)
            found.setdefault((item.where, item.entry), []).append(number)
    return [
        WorkedOutItem(where, index.entries[groups[_PLACE_END.sub("", where)]][code], tuple(numbers))
        for (where, code), numbers in found.items()
    ]


def _item_number(column: ItemColumn, printed: str, given: Mapping[str, object]) -> str:
    """A number as it is set: with its unit behind it, and with its sign where it is a change."""
    try:
        text = fill_in(printed, given)
    except KeyError:
        return NONE
    text = MINUS + text[1:] if text.startswith("-") else text
    number = text.removeprefix(MINUS).removeprefix("+")
    if column.signed and number.isdecimal():
        text = signed_text(-int(number) if text.startswith(MINUS) else int(number))
    return f"{text}{column.unit}" if text[-1:].isdigit() else text


def numbers_beside(
    catalogue_index: CatalogueIndex,
    patterns: Mapping[str, str],
    entry: Property,
    pick: Pick | None = None,
    worked: WorkedNumbers = _AS_PRINTED,
    *,
    short: bool = False,
) -> str:
    """An entry's own numbers as they stand behind its name: " 14/0", " (range 24″)"; "" where it has none.

    ``patterns`` are by group; what stands between two commas is left out where it lacks a number. A
    ``short`` text has only numbers without words.
    """
    pattern = patterns.get(entry.group, "")
    has_words = any(letter.isalpha() for letter in _BRACES.sub("", pattern))
    if not pattern or (short and has_words):
        return ""
    columns = catalogue_index.columns[entry.group]
    texts = item_numbers(columns, entry, pick, worked)
    given = {one.code: text for one, text in zip(columns, texts, strict=True) if text not in ("", NONE)}
    told = [part for part in pattern.split(", ") if given.keys() >= set(_BRACES.findall(part))]
    text = fill_in(", ".join(told), given)
    return "" if not text else f" ({text})" if has_words else f" {text}"


def with_numbers(
    catalogue: Catalogue,
    entry: Property,
    pick: Pick | None = None,
    worked: WorkedNumbers = _AS_PRINTED,
    apart: Mapping[str, str] = _NOWHERE,
) -> str:
    """What an entry does, behind its own numbers: "Range 24″, AP 2. Loud and slow.".

    Those that stand ``apart`` by a pattern of its group (see ``numbers_beside``) are left out.
    """
    told = _BRACES.findall(apart.get(entry.group, ""))
    columns = tuple(column for column in index_of(catalogue).columns[entry.group] if column.code not in told)
    numbers = numbers_text(columns, entry, pick, worked)
    return f"{numbers}. {entry.summary}" if numbers else entry.summary


def numbers_text(
    columns: tuple[ItemColumn, ...],
    entry: Property,
    pick: Pick | None = None,
    worked: WorkedNumbers = _AS_PRINTED,
) -> str:
    """An entry's own numbers in a line: "range 24″, AP 2"; what is worked out with its sum: "12 (10 + 2)"."""
    pairs = zip(columns, item_numbers(columns, entry, pick, worked), strict=True)
    return ", ".join(
        f"{column.label} {text}{_sum_text(worked.get(column.code))}".lstrip()
        for column, text in pairs
        if text not in ("", NONE)
    )


def _sum_text(item: ItemNumber | None) -> str:
    """How a number was worked out; "" where it is as it is printed."""
    if item is None or len(item.lines) < 2:
        return ""
    first, *others = (line.points or 0 for line in item.lines)
    added = "".join(f" {MINUS if number < 0 else '+'} {abs(number)}" for number in others)
    return f" ({number_text(first)}{added})"
