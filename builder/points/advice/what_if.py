"""One profile, and what it would come to after one change, by the formula of its system."""

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
from builder.points.legality.constraints import check_catalogue_rules
from builder.points.legality.standalone import StandaloneProfile, standalone_profile
from builder.points.pricing.item_numbers import numbers_of_item
from builder.points.pricing.pricing import PricedList
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.values import work_out
from builder.points.rules.catalogue import Attribute, Catalogue, PickSlot, Property, Value, WeaponSlot
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.numbers import signed_text
from builder.points.rules.results import DASH, Finding, ItemNumber, Line, errors_in
from builder.points.rules.wording import ARROW
from builder.points.systems import SYSTEMS

Slot = WeaponSlot | PickSlot

_PLACE = re.compile(r"(.+)\[([0-9]{1,4})\]")


class ValueChange(NamedTuple):
    """By how much a change makes a value that is spent more."""

    value: Value
    change: int


class StatChange(NamedTuple):
    """What a change does to a value of the stat line, as it is written: "+1", "– → 6+", "none → highest"."""

    value: Value
    text: str


class PriceChange(NamedTuple):
    """What a change would do to the total, None where it would have no price, and to what is spent.

    ``stats`` is what it would do to the stat line, where that was asked for.
    """

    points: int | None
    spent: tuple[ValueChange, ...] = ()
    stats: tuple[StatChange, ...] = ()


class WhatIf:
    """A profile of a list, and its changes priced, in points.

    Lines without a price are left out of both sums, so that one of them does not hide every change;
    a change that would leave more of the design without a price than now is None. ``prices`` are those of
    the document, where they are at hand already.
    """

    def __init__(
        self, document: Document, key: str, catalogue: Catalogue, prices: PricedList | None = None
    ) -> None:
        self.key = key
        self.catalogue = catalogue
        self._whole = index_of(catalogue)
        self.system = SYSTEMS[catalogue.system]
        self.prices = prices or price_document(document, self._whole, self.system)
        self.design = self.prices.designs[key]
        self.catalogue_index = self._whole.for_kind(self.design.values)
        self._current = _unpriced_and_points(self.prices.lines[key])
        self._spendable = any(value.role == "spent" for value in self.catalogue_index.catalogue.values)

    def change(self, design: Design) -> int | None:
        """How many points more another design is."""
        return self._points_change(self._price(design))

    def _price(self, design: Design) -> tuple[Line, ...]:
        return self.system.price(self._whole.for_kind(design.values), design, self.prices)

    def _points_change(self, lines: Iterable[Line]) -> int | None:
        unpriced, points = _unpriced_and_points(lines)
        return None if unpriced > self._current[0] else points - self._current[1]

    def price_change(self, design: Design) -> PriceChange:
        """What another design does to the total and to what is spent."""
        if not self._spendable:
            return PriceChange(self.change(design))
        return self.change_to(self.context_of(design))

    def change_to(self, context: ProfileContext) -> PriceChange:
        """What another design, which is priced already, does to the total and to what is spent."""
        values = context.catalogue_index.catalogue.values if self._spendable else ()
        spent = self._value_changes(context, (value for value in values if value.role == "spent"))
        return PriceChange(self._points_change(context.lines), spent)

    def stat_changes(self, context: ProfileContext) -> tuple[StatChange, ...]:
        """What another design does to the values of the stat line, what is spent left out."""
        index = context.catalogue_index
        codes = [code for column in index.catalogue.sheet for code in column.of if code in index.values]
        shown = (index.values[code] for code in dict.fromkeys(codes))
        told = (value for value in shown if value.role != "spent")
        changes = (StatChange(value, _stat_change_text(self.context, context, value)) for value in told)
        return tuple(change for change in changes if change.text)

    def _value_changes(self, context: ProfileContext, values: Iterable[Value]) -> tuple[ValueChange, ...]:
        changes = (
            ValueChange(value, _number(context, value.code) - _number(self.context, value.code))
            for value in values
        )
        return tuple(one for one in changes if one.change)

    @property
    def standalone(self) -> StandaloneProfile | None:
        """The profile by itself; None where it names others."""
        return standalone_profile(self._whole, self.design, self.system)

    @cached_property
    def context(self) -> ProfileContext:
        """The profile as it is."""
        return self.context_of(self.design)

    def findings(self, design: Design) -> list[Finding]:
        """Every finding on another design of this profile."""
        return self.findings_of(self.context_of(design))

    def findings_of(self, context: ProfileContext) -> list[Finding]:
        """Every finding on a design that is priced already."""
        return [*check_catalogue_rules(context), *self.system.check_profile(context)]

    def context_of(self, design: Design) -> ProfileContext:
        """Another design of this profile with its prices and its values."""
        index = self._whole.for_kind(design.values)
        context = ProfileContext(index, self.key, design, self._price(design), self.prices)
        work_out(context, self.system.derive)
        return context

    def errors(self, design: Design) -> list[Finding]:
        """The hard errors of another design of this profile."""
        return errors_in(self.findings(design))

    def change_with_value(self, code: str, value: int | str | None) -> PriceChange:
        """The change of an attribute; None leaves it blank."""
        return self.price_change(self._design_with_value(code, value))

    def change_with_option(self, attribute: Attribute, value: str | None) -> PriceChange:
        """The change of a choice; with what it does to the stat line where its options feed values."""
        design = self._design_with_value(attribute.code, value)
        if not any(option.gives or option.sets for option in attribute.options):
            return self.price_change(design)
        context = self.context_of(design)
        return self.change_to(context)._replace(stats=self.stat_changes(context))

    def _design_with_value(self, code: str, value: int | str | None) -> Design:
        values = {name: old for name, old in self.design.values.items() if name != code}
        return replace(self.design, values=values if value is None else {**values, code: value})

    def change_with_pick(
        self, slot: PickSlot, code: str, parameters: Mapping[str, ParameterValue] = MappingProxyType({})
    ) -> PriceChange:
        """The change of one pick more; in a pick-one slot of another instead, "" for none."""
        return self.price_change(self.design_with_pick(slot, code, parameters))

    def change_with_parameter(
        self, slot: str, index: int, parameter: str, value: ParameterValue
    ) -> PriceChange:
        """The change of a parameter of the ``index``-th pick of a slot."""
        picks = list(self.design.picks[slot])
        old = picks[index]
        picks[index] = replace(old, parameters={**old.parameters, parameter: value})
        return self.price_change(replace(self.design, picks={**self.design.picks, slot: tuple(picks)}))

    def change_with_property(self, slot: WeaponSlot, index: int, code: str) -> PriceChange:
        """The change of a property more on the ``index``-th weapon of a slot."""
        return self.price_change(self.design_with_property(slot, index, code))

    def change_with_field(self, slot: WeaponSlot, index: int, field: str, value: int | None) -> PriceChange:
        """The change of a number of the ``index``-th weapon of a slot."""
        old = self.weapon(slot, index)
        return self.price_change(
            self._design_with_weapon(slot, index, replace(old, fields={**old.fields, field: value}))
        )

    def design_with_pick(self, slot: PickSlot, code: str, parameters: Mapping[str, ParameterValue]) -> Design:
        """The design with one pick more, or another one in a pick-one slot."""
        old = self.design.picks.get(slot.code, ()) if slot.many else ()
        picks = (*old, Pick(code=code, parameters=parameters)) if code else old
        return replace(self.design, picks={**self.design.picks, slot.code: picks})

    def design_with_property(self, slot: WeaponSlot, index: int, code: str) -> Design:
        """The design with one property more on a weapon."""
        old = self.weapon(slot, index)
        return self._design_with_weapon(slot, index, replace(old, properties=(*old.properties, code)))

    def numbers_of_pick(self, context: ProfileContext, slot: Slot, index: int) -> dict[str, ItemNumber]:
        """The numbers that the ``index``-th pick of a slot, -1 for the last, has for a profile, by column."""
        if isinstance(slot, WeaponSlot) or not self.system.item_numbers:
            return {}
        picks = context.picks(slot.code)
        index = range(len(picks))[index]
        pick = picks[index]
        item = Item(slot.place(index), context.catalogue_index.entries[slot.group][pick.code], pick)
        return {one.column: one for one in numbers_of_item(context, self.system, item)}

    def weapon(self, slot: WeaponSlot, index: int) -> Weapon:
        """The ``index``-th weapon of a slot; the one that every model has where none is written."""
        weapons = self.design.weapons.get(slot.code, ())
        return weapons[index] if index < len(weapons) else Weapon(properties=slot.default)

    def _design_with_weapon(self, slot: WeaponSlot, index: int, weapon: Weapon) -> Design:
        weapons = list(self.design.weapons.get(slot.code, ()))
        weapons[index : index + 1] = [weapon]
        return replace(self.design, weapons={**self.design.weapons, slot.code: tuple(weapons)})

    def design_with_weapon(self, slot: WeaponSlot, weapon: Weapon) -> Design:
        """The design with one weapon more, or another one in a slot that holds one."""
        index = len(self.design.weapons.get(slot.code, ())) if slot.many else 0
        return self._design_with_weapon(slot, index, weapon)

    @property
    def pick_places(self) -> tuple[str, ...]:
        """Every place where something can be picked: those that ``slot_at`` reads."""
        catalogue = self.catalogue_index.catalogue
        weapons = (
            slot.place(index)
            for slot in catalogue.weapon_slots
            for index in range(len(self.design.weapons.get(slot.code, ())) if slot.many else 1)
        )
        return (*weapons, *(slot.at for slot in catalogue.pick_slots))

    @property
    def property_count(self) -> int:
        """How many properties the profile has in all of them."""
        weapons = chain.from_iterable(self.design.weapons.values())
        picks = self.design.picks.values()
        return sum(len(weapon.properties) for weapon in weapons) + sum(map(len, picks))

    def slot_at(self, place: str) -> tuple[Slot, int]:
        """The slot that a place names, and the number of its weapon; KeyError when there is no such place."""
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
        """Whether a property is taken in a place that holds it only once."""
        if isinstance(slot, WeaponSlot):
            return entry.code in self.weapon(slot, index).properties
        picks = self.design.picks.get(slot.code, ())
        once = not (entry.repeatable or (entry.once_a_kind and not entry.repeat_rule))
        return once and any(pick.code == entry.code for pick in picks)


def _stat_change_text(before: ProfileContext, after: ProfileContext, value: Value) -> str:
    """How a value changes; by so much only where both are numbers that are written as such."""
    old, new = (one.worked_out.get(value.code) for one in (before, after))
    texts = [one.text if one else DASH for one in (old, new)]
    if texts[0] == texts[1]:
        return ""
    numbers = [one.number if one else None for one in (old, new)]
    if None in numbers or any(map(value.word_for, numbers)):
        return f"{texts[0]} {ARROW} {texts[1]}"
    return signed_text((numbers[1] or 0) - (numbers[0] or 0))


def _number(context: ProfileContext, code: str) -> int:
    """How much of a value is spent; nothing where profiles of this kind have no such value."""
    return context.worked_out[code].number or 0 if code in context.worked_out else 0


def _unpriced_and_points(lines: Iterable[Line]) -> tuple[int, int]:
    """How many lines have no price, and what the others come to."""
    unpriced = points = 0
    for line in lines:
        if line.points is None:
            unpriced += 1
        else:
            points += line.points
    return unpriced, points
