"""The effects of a changed design on a profile's price and values, which advice to players shows."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple

from builder.points.appraisal.appraisal import price_document
from builder.points.document.design import Design, ParameterValue, Pick, Weapon
from builder.points.document.document import Document
from builder.points.document.items import Item
from builder.points.legality.constraints import check_profile
from builder.points.legality.standalone import StandaloneProfile, standalone_profile
from builder.points.pricing.item_numbers import numbers_of_item
from builder.points.pricing.pricing import PricedList
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.values import set_calculated_values
from builder.points.rules.catalogue import Attribute, Catalogue, PickSlot, Property, Value, WeaponSlot
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.numbers import signed_text
from builder.points.rules.results import DASH, Finding, ItemNumber, Line, ValueAppraisal, errors_in
from builder.points.rules.wording import ARROW
from builder.points.systems import SYSTEMS

Slot = WeaponSlot | PickSlot

_UNIT_SIGNS = ("°", "″", " %", "D6")
"""The texts after the numbers of measured or rolled values."""

_NO_VALUE = ValueAppraisal("", None, DASH)
_PLACE = re.compile(r"(.+)\[([0-9]{1,4})\]")


class ValueChange(NamedTuple):
    """The change of a spent value, which is a number that grows with picks, such as the slots used."""

    value: Value
    change: int


class StatChange(NamedTuple):
    """The change of a stat line value, as text: "+1", "– → 6+", "none → highest"."""

    value: Value
    text: str


class PriceChange(NamedTuple):
    """The changes that a changed design makes to the total, to spent values and to the stat line.

    ``points`` is None if the changed design has more parts without a price than before. ``stats`` is empty
    for changes that are not known to affect the stat line.
    """

    points: int | None
    spent: tuple[ValueChange, ...] = ()
    stats: tuple[StatChange, ...] = ()


class WhatIf:
    """A profile of a list, and the effects of changes of its design.

    Lines without a price are left out of the sums before and after a change. If the changed design has more
    of them than before, the change of points is None.
    """

    def __init__(
        self, document: Document, key: str, catalogue: Catalogue, prices: PricedList | None = None
    ) -> None:
        self.key = key
        self.catalogue = catalogue
        self._full_index = index_of(catalogue)
        self.system = SYSTEMS[catalogue.system]
        self.prices = prices or price_document(document, self._full_index, self.system)
        self.design = self.prices.designs[key]
        self.catalogue_index = self._full_index.for_kind(self.design.values)
        self._unpriced_now, self._points_now = _unpriced_and_points(self.prices.lines[key])
        self._has_spent_values = any(value.role == "spent" for value in self.catalogue_index.catalogue.values)

    def _price(self, design: Design) -> tuple[Line, ...]:
        return self.system.price(self._full_index.for_kind(design.values), design, self.prices)

    def _points_change(self, lines: Iterable[Line]) -> int | None:
        unpriced, points = _unpriced_and_points(lines)
        return None if unpriced > self._unpriced_now else points - self._points_now

    def price_change(self, design: Design) -> PriceChange:
        """Return how another design changes the total and the spent values."""
        if not self._has_spent_values:
            return PriceChange(self._points_change(self._price(design)))
        return self.price_change_of(self.context_of(design))

    def price_change_of(self, context: ProfileContext) -> PriceChange:
        """Return how the design of a context changes the total and the spent values."""
        spent = []
        for value in context.catalogue_index.catalogue.values if self._has_spent_values else ():
            if value.role != "spent":
                continue
            if change := _number_or_0(context, value.code) - _number_or_0(self.context, value.code):
                spent.append(ValueChange(value, change))
        return PriceChange(self._points_change(context.lines), tuple(spent))

    def stat_changes(self, context: ProfileContext) -> tuple[StatChange, ...]:
        """Return how the design of a context changes the stat line, without spent values."""
        index, changes = context.catalogue_index, []
        for code in dict.fromkeys(code for column in index.catalogue.sheet for code in column.of):
            value = index.values.get(code)
            if value is None or value.role == "spent":
                continue
            if text := _stat_change_text(self.context, context, value):
                changes.append(StatChange(value, text))
        return tuple(changes)

    @property
    def standalone(self) -> StandaloneProfile | None:
        """The profile without its list, or None if it names other profiles."""
        return standalone_profile(self._full_index, self.design, self.system)

    @cached_property
    def context(self) -> ProfileContext:
        """The context of the unchanged profile."""
        return self.context_of(self.design)

    def findings(self, design: Design) -> list[Finding]:
        """Return the findings on a changed design of this profile."""
        return self.findings_of(self.context_of(design))

    def findings_of(self, context: ProfileContext) -> list[Finding]:
        """Return the findings on a priced design."""
        return list(check_profile(context, self.system))

    def context_of(self, design: Design) -> ProfileContext:
        """Return the context of a changed design, with its prices and values."""
        index = self._full_index.for_kind(design.values)
        context = ProfileContext(index, self.key, design, self._price(design), self.prices)
        set_calculated_values(context, self.system.derivations)
        return context

    def errors(self, design: Design) -> list[Finding]:
        """Return the errors of a changed design."""
        return errors_in(self.findings(design))

    def change_with_option(self, attribute: Attribute, value: str | None) -> PriceChange:
        """Return what another option of an attribute changes. None leaves the attribute blank.

        If the options affect calculated values, the result includes the changes on the stat line.
        """
        design = self.design_with_value(attribute.code, value)
        if not any(option.gives or option.sets for option in attribute.options):
            return self.price_change(design)
        context = self.context_of(design)
        return self.price_change_of(context)._replace(stats=self.stat_changes(context))

    def design_with_value(self, code: str, value: int | str | None) -> Design:
        """Return the design with another value of an attribute. None leaves the attribute blank."""
        values = {name: old for name, old in self.design.values.items() if name != code}
        return replace(self.design, values=values if value is None else {**values, code: value})

    def design_with_parameter(self, slot: str, index: int, parameter: str, value: ParameterValue) -> Design:
        """Return the design with another parameter of the pick with this index in a slot."""
        picks = list(self.design.picks[slot])
        old = picks[index]
        picks[index] = replace(old, parameters={**old.parameters, parameter: value})
        return replace(self.design, picks={**self.design.picks, slot: tuple(picks)})

    def design_with_field(self, slot: WeaponSlot, index: int, field: str, value: int | None) -> Design:
        """Return the design with another number of the weapon with this index in a slot."""
        old = self.weapon(slot, index)
        return self._design_with_weapon(slot, index, replace(old, fields={**old.fields, field: value}))

    def design_with_pick(
        self, slot: PickSlot, code: str, parameters: Mapping[str, ParameterValue] = MappingProxyType({})
    ) -> Design:
        """Return the design with a further pick.

        In a slot for one pick, the pick is replaced, or removed if ``code`` is "".
        """
        old = self.design.picks.get(slot.code, ()) if slot.many else ()
        picks = (*old, Pick(code=code, parameters=parameters)) if code else old
        return replace(self.design, picks={**self.design.picks, slot.code: picks})

    def design_with_property(self, slot: WeaponSlot, index: int, code: str) -> Design:
        """Return the design with a further property on a weapon."""
        old = self.weapon(slot, index)
        return self._design_with_weapon(slot, index, replace(old, properties=(*old.properties, code)))

    def design_with_entry(
        self, slot: Slot, index: int, code: str, parameters: Mapping[str, ParameterValue]
    ) -> Design:
        """Return the design with a further entry in a slot, or on the slot's weapon with this index."""
        if isinstance(slot, WeaponSlot):
            return self.design_with_property(slot, index, code)
        return self.design_with_pick(slot, code, parameters)

    def numbers_of_pick(self, context: ProfileContext, slot: Slot, index: int) -> dict[str, ItemNumber]:
        """Return the calculated numbers of the pick with this index in a slot (-1: the last), by column."""
        if isinstance(slot, WeaponSlot) or not self.system.item_derivations:
            return {}
        picks = context.picks(slot.code)
        index = range(len(picks))[index]
        pick = picks[index]
        item = Item(slot.place(index), context.catalogue_index.entries[slot.group][pick.code], pick)
        return {number.column: number for number in numbers_of_item(context, self.system, item)}

    def weapon(self, slot: WeaponSlot, index: int) -> Weapon:
        """Return the weapon with this index in a slot, or the default weapon if the slot is empty."""
        weapons = self.design.weapons.get(slot.code, ())
        return weapons[index] if index < len(weapons) else Weapon(properties=slot.default)

    def _design_with_weapon(self, slot: WeaponSlot, index: int, weapon: Weapon) -> Design:
        weapons = list(self.design.weapons.get(slot.code, ()))
        weapons[index : index + 1] = [weapon]
        return replace(self.design, weapons={**self.design.weapons, slot.code: tuple(weapons)})

    def design_with_weapon(self, slot: WeaponSlot, weapon: Weapon) -> Design:
        """Return the design with a further weapon. In a slot for one weapon, it replaces the old weapon."""
        index = len(self.design.weapons.get(slot.code, ())) if slot.many else 0
        return self._design_with_weapon(slot, index, weapon)

    @property
    def pick_places(self) -> tuple[str, ...]:
        """All places for picks, as ``slot_at`` reads them."""
        catalogue = self.catalogue_index.catalogue
        weapons = (
            slot.place(index)
            for slot in catalogue.weapon_slots
            for index in range(len(self.design.weapons.get(slot.code, ())) if slot.many else 1)
        )
        return (*weapons, *(slot.at for slot in catalogue.pick_slots))

    @property
    def property_count(self) -> int:
        """The number of picks and weapon properties of the profile."""
        weapons = chain.from_iterable(self.design.weapons.values())
        picks = self.design.picks.values()
        return sum(len(weapon.properties) for weapon in weapons) + sum(map(len, picks))

    def slot_at(self, place: str) -> tuple[Slot, int]:
        """Return the slot of a place, and the index of its weapon (0 for picks). May raise KeyError."""
        head, index = place, 0
        if match := _PLACE.fullmatch(place):
            head, index = match[1], int(match[2])
        for slot in self.catalogue_index.catalogue.weapon_slots:
            weapons = self.design.weapons.get(slot.code, ())
            if slot.at == head and (index < len(weapons) if slot.many else not match):
                return slot, index
        for pick_slot in self.catalogue_index.catalogue.pick_slots:
            if pick_slot.at == place:
                return pick_slot, index
        raise KeyError(place)

    def is_taken(self, slot: Slot, index: int, entry: Property) -> bool:
        """Return whether a property is already taken in a place that allows it only once."""
        if isinstance(slot, WeaponSlot):
            return entry.code in self.weapon(slot, index).properties
        picks = self.design.picks.get(slot.code, ())
        once = not (entry.repeatable or (entry.once_a_kind and not entry.repeat_rule))
        return once and any(pick.code == entry.code for pick in picks)


def _stat_change_text(before: ProfileContext, after: ProfileContext, value: Value) -> str:
    """Return how a value changes: the difference of two plain numbers, or both texts.

    Return "" if the value doesn't change.
    """
    old = before.calculated_values.get(value.code, _NO_VALUE)
    new = after.calculated_values.get(value.code, _NO_VALUE)
    if old.text == new.text:
        return ""
    if old.number is None or new.number is None or value.word_for(old.number) or value.word_for(new.number):
        return f"{old.text} {ARROW} {new.text}"
    unit_sign = value.show.removeprefix("{value}")
    return signed_text(new.number - old.number) + (unit_sign if unit_sign in _UNIT_SIGNS else "")


def _number_or_0(context: ProfileContext, code: str) -> int:
    """Return the number of a value, or 0 if it is unknown or missing."""
    return context.calculated_values[code].number or 0 if code in context.calculated_values else 0


def _unpriced_and_points(lines: Iterable[Line]) -> tuple[int, int]:
    """Return the number of lines without a price, and the points of the others."""
    unpriced = points = 0
    for line in lines:
        if line.points is None:
            unpriced += 1
        else:
            points += line.points
    return unpriced, points
