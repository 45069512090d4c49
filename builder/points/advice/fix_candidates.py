"""What could end a finding on a profile: designs that differ from it by one change.

They are made from what the catalogue says of the finding's place and of its rule: another value, a property
less or more, an empty slot. Whether one ends the finding is for the real checks to say.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, TypeVar

from builder.points.advice.what_if import WhatIf
from builder.points.document.design import Design, Pick, Weapon
from builder.points.pricing.values import limit_of, value_place
from builder.points.rules.catalogue import (
    Attribute,
    Catalogue,
    Constraint,
    Parameter,
    PickSlot,
    Property,
    WeaponSlot,
)
from builder.points.rules.numbers import number_text
from builder.points.rules.results import Finding
from builder.points.rules.wording import join_and, with_capital

_MOST_PICKS = 12  # of one slot, that are tried one by one

_TAKE_OFF = re.compile(r": (?:take [\w-]+ off|leave it out|remove it)\b")
_PLACE = re.compile(r"(?P<slot>[^\[]+?)(\[(?P<index>\d+)\])?(\.(?P<part>[a-z_]+))?")

T = TypeVar("T")
Owner = Attribute | WeaponSlot | PickSlot | Property


class DesignChange(NamedTuple):
    """A design that may end a finding.

    Of those that do, one of the lowest ``rank`` is the smallest fix; among these the one that takes off what
    the message says is to be taken off, by one of its ``names``; then that of the least ``distance``, or
    where that is None that which saves the fewest points. One that ``begins`` chooses what must be chosen:
    that there is still more to choose then is no error that it adds.
    """

    label: str
    design: Design
    rank: int
    distance: int | None = None
    names: tuple[str, ...] = ()
    begins: bool = False

    def mention_in(self, message: str) -> int:
        """Where a message names it, if it says that what it names last is to be taken off; else -1."""
        if not _TAKE_OFF.search(message):
            return -1
        return max((message.rfind(name) for name in self.names), default=-1)


_VALUE, _OPTION, _STRUCTURE = range(3)


class Candidates:
    """The designs that may end a finding, by its place and by the constraints of its rule."""

    def __init__(self, what_if: WhatIf, finding: Finding) -> None:
        self.what_if = what_if
        self.design = what_if.design
        self.catalogue_index = what_if.catalogue_index
        self.finding = finding

    def __iter__(self) -> Iterator[DesignChange]:
        yield from self._at_place()
        yield from self._of_values()
        yield from self._of_other_kinds()
        for owner, constraint in _constraints(self.catalogue_index.catalogue).get(self.finding.code, ()):
            yield from self._by_constraint(owner, constraint)

    def _at_place(self) -> Iterator[DesignChange]:
        where = self.finding.where
        for attribute in self.catalogue_index.catalogue.attributes:
            if attribute.at == where:
                yield from self._values(attribute)
        match = _PLACE.fullmatch(where)
        if match is None:
            return
        index, part = int(match["index"] or 0), match["part"] or ""
        for slot in self.catalogue_index.catalogue.weapon_slots:
            if slot.at == match["slot"]:
                if slot.many and match["index"] is None:
                    yield from self._without_weapon(slot)
                elif index < len(self.design.weapons.get(slot.code, ())):
                    yield from self._weapon(slot, index, part)
        for pick_slot in self.catalogue_index.catalogue.pick_slots:
            if pick_slot.at == match["slot"]:
                yield from self._picks(pick_slot, int(match["index"]) if match["index"] else None, part)

    def _of_values(self) -> Iterator[DesignChange]:
        """The design with less of what feeds a value that is past its limit, the last of it first."""
        context = self.what_if.context
        for value in self.catalogue_index.catalogue.values:
            rule, where = self.finding.code, self.finding.where
            if value.most_rule == rule and value_place(context, value) == where:
                places: dict[str, int] = {}
                for line in (line for line in context.worked_out[value.code].lines if line.where):
                    places[line.where] = places.get(line.where, 0) + (line.points or 0)
                differ = len(set(places.values())) > 1
                for place in list(reversed(places))[:_MOST_PICKS]:
                    yield from self._less_at(place, places[place] if differ else None)

    def _less_at(self, place: str, fed: int | None) -> Iterator[DesignChange]:
        """The design with lower numbers of a pick, or without it; it ``fed`` so much, where others do not."""
        match = _PLACE.fullmatch(place)
        for slot in self.catalogue_index.catalogue.pick_slots if match and match["index"] else ():
            if match and slot.many and slot.at == match["slot"]:
                index = int(match["index"])
                pick = self.design.picks[slot.code][index]
                for parameter in self.catalogue_index.entries[slot.group][pick.code].parameters:
                    yield from self._lower_parameter(slot, index, parameter)
                yield self._without_pick(slot, index, pick)._replace(distance=fed)

    def _of_other_kinds(self) -> Iterator[DesignChange]:
        """The design without what profiles of its kind do not have."""
        for part in self.catalogue_index.others:
            if part.at == self.finding.where:
                design = Design(
                    values=_without(self.design.values, part.code),
                    weapons=_without(self.design.weapons, part.code),
                    picks=_without(self.design.picks, part.code),
                )
                yield DesignChange(f"Remove {part.name}", design, _STRUCTURE)

    def _by_constraint(self, owner: Owner, constraint: Constraint) -> Iterator[DesignChange]:
        attributes = self.catalogue_index.attributes
        if constraint.attribute in attributes:
            yield from self._values(attributes[constraint.attribute])
        if isinstance(owner, Attribute):
            yield from self._values(owner)
        elif isinstance(owner, Property):
            yield from self._without_code(owner.code, owner.group)
        elif isinstance(owner, PickSlot) and not owner.many:
            yield from self._cleared(owner.code)
        for code in constraint.any:
            if constraint.kind == "requires":
                yield from self._with_code(code)
            else:
                yield from self._without_code(code)
        if constraint.kind == "forbids_slot":
            yield from self._cleared(constraint.slot)

    # -------------------------------------------------------------- attributes

    def _values(self, attribute: Attribute) -> Iterator[DesignChange]:
        """Another value of an attribute; a price agreed on, or a number that is missing, is not guessed.

        The nearest is the smallest change, but 0 may stand for "none": from there the cheapest is.
        """
        values = self.design.values
        now = values.get(attribute.code, attribute.default)
        if attribute.entered:
            return
        if attribute.required_rule and attribute.code not in values:
            yield from self._first_choices(attribute)
            return
        if attribute.kind == "flag":
            label = f"{'Untick' if now else 'Tick'} {attribute.name}"
            yield self._valued(attribute, None if now else 1, label, _VALUE)
            return
        if attribute.kind == "choice":
            for option in attribute.options:
                if option.offered and option.code != now:
                    label = f"Set {attribute.name} to {option.name}"
                    yield self._valued(attribute, option.code, label, _OPTION)
        elif isinstance(now, int):
            yield from self._other_numbers(attribute, now)
        if now and not attribute.required_rule:
            yield self._valued(attribute, None, f"Leave {attribute.label} blank", _STRUCTURE)

    def _first_choices(self, attribute: Attribute) -> Iterator[DesignChange]:
        """An option of a choice that must be made, the usual one first."""
        offered = [] if attribute.among else [option for option in attribute.options if option.offered]
        for option in sorted(offered, key=lambda option: option.code != attribute.usual):
            label = f"Set {attribute.name} to {option.name}"
            yield self._valued(attribute, option.code, label, _OPTION)._replace(begins=True)

    def _other_numbers(self, attribute: Attribute, now: int) -> Iterator[DesignChange]:
        if not now and not attribute.required_rule and attribute.default is None:
            yield self._valued(attribute, None, f"Leave {attribute.label} blank", _VALUE)
        offered, is_none = self._numbers_for(attribute), self._may_mean_none(attribute, now)
        # From 0, which means none, the end of the table is nearest to nothing.
        for number in reversed(offered) if is_none else offered:
            if number != now:
                distance = None if is_none else abs(number - now)
                label = _step_label(attribute.label, now, number)
                yield self._valued(attribute, number, label, _VALUE, distance)

    def _numbers_for(self, attribute: Attribute) -> tuple[int, ...]:
        """The numbers that the form offers, and 0 where the table has it."""
        offered = self.catalogue_index.offered_numbers(attribute, self.design.values)
        table = self.catalogue_index.table_of(attribute, self.design.values)
        return (0, *offered) if table and "0" in table.costs and 0 not in offered else offered

    def _may_mean_none(self, attribute: Attribute, now: int) -> bool:
        """Whether a number is 0 and may stand for "none": not where a blank is 1 or more at no price."""
        return not now and (not attribute.default or attribute in self.catalogue_index.priced_attributes)

    def _valued(
        self,
        attribute: Attribute,
        value: int | str | None,
        label: str,
        rank: int,
        distance: int | None = None,
    ) -> DesignChange:
        values = {code: old for code, old in self.design.values.items() if code != attribute.code}
        if value is not None:
            values[attribute.code] = value
        return DesignChange(label, replace(self.design, values=values), rank, distance)

    # -------------------------------------------------------------- weapons

    def _weapon(self, slot: WeaponSlot, index: int, part: str) -> Iterator[DesignChange]:
        weapon = self.design.weapons[slot.code][index]
        for field in slot.fields:
            now = weapon.fields.get(field.code)
            if field.code == part and now is not None:
                yield from self._field_values(slot, index, field, now)
        for place, code in list(enumerate(weapon.properties))[:_MOST_PICKS]:
            yield self._without_property(slot, index, place, code)

    def _without_property(self, slot: WeaponSlot, index: int, place: int, code: str) -> DesignChange:
        weapon = self.design.weapons[slot.code][index]
        entry = self.catalogue_index.entries[slot.group][code]
        rest = weapon.properties[:place] + weapon.properties[place + 1 :]
        label = f"Remove {entry.name} from {weapon.name or f'the {slot.noun}'}"
        change = self._armed(slot, index, replace(weapon, properties=rest), label, _STRUCTURE)
        return change._replace(names=_names(entry))

    def _field_values(
        self, slot: WeaponSlot, index: int, field: Attribute, now: int
    ) -> Iterator[DesignChange]:
        weapon = self.design.weapons[slot.code][index]
        name = weapon.name or f"the {slot.noun}"
        offered = self.catalogue_index.offered_numbers(field, {}) if field.table else ()
        for number in offered:
            changed = replace(weapon, fields={**weapon.fields, field.code: number})
            label = _step_label(f"the {field.name} of {name}", now, number)
            yield self._armed(slot, index, changed, label, _VALUE, abs(number - now))
        if not field.table:
            bare = {code: value for code, value in weapon.fields.items() if code != field.code}
            label = f"Remove the {field.name} of {name}"
            yield self._armed(slot, index, replace(weapon, fields=bare), label, _STRUCTURE)

    def _without_weapon(self, slot: WeaponSlot) -> Iterator[DesignChange]:
        """The design without each of the weapons of a slot that holds many."""
        for index, weapon in list(enumerate(self.design.weapons.get(slot.code, ())))[:_MOST_PICKS]:
            yield self._armed(slot, index, None, f"Remove {weapon.name or f'the {slot.noun}'}", _STRUCTURE)

    def _armed(
        self,
        slot: WeaponSlot,
        index: int,
        weapon: Weapon | None,
        label: str,
        rank: int,
        distance: int | None = None,
    ) -> DesignChange:
        """The design with another weapon in a place, or with none there."""
        weapons = list(self.design.weapons[slot.code])
        weapons[index : index + 1] = [weapon] if weapon else []
        design = replace(self.design, weapons={**self.design.weapons, slot.code: tuple(weapons)})
        return DesignChange(label, design, rank, distance)

    # -------------------------------------------------------------- picks

    def _picks(self, slot: PickSlot, index: int | None, part: str) -> Iterator[DesignChange]:
        picks = self.design.picks.get(slot.code, ())
        if not slot.many:
            yield from self._choices(slot, picks)
            return
        for place, pick in list(enumerate(picks))[:_MOST_PICKS] if index is None else ():
            yield self._without_pick(slot, place, pick)
        if index is None:
            yield from self._more_picks(slot)
            yield from self._more_of_verbs(slot, picks)
        if index is not None and index < len(picks):
            entry = self.catalogue_index.entries[slot.group][picks[index].code]
            told = next((parameter for parameter in entry.parameters if parameter.code == part), None)
            if told is not None:
                yield from self._parameters(slot, index, entry, told)
            else:
                yield self._without_pick(slot, index, picks[index])

    def _more_picks(self, slot: PickSlot) -> Iterator[DesignChange]:
        """The design with more in a slot that needs more: of what is offered the first that break nothing."""
        design, added = self.design, list[str]()
        least = limit_of(self.what_if.context, slot.least, slot.least_by) or 0
        missing = least - len(design.picks.get(slot.code, ()))
        errors = _errors_by_kind(self.what_if, design)
        for entry in self.catalogue_index.entries[slot.group].values() if 0 < missing <= _MOST_PICKS else ():
            picks = design.picks.get(slot.code, ())
            if entry.derived or any(pick.code == entry.code for pick in picks):
                continue
            tried = replace(design, picks={**design.picks, slot.code: (*picks, Pick(code=entry.code))})
            found = _errors_by_kind(self.what_if, tried)
            if found <= errors:
                design, errors = tried, found
                added.append(entry.name)
                yield DesignChange(f"Add {join_and(added)}", design, _STRUCTURE)
            if len(added) == missing:
                break

    def _more_of_verbs(self, slot: PickSlot, picks: tuple[Pick, ...]) -> Iterator[DesignChange]:
        """The design with 1 for the first of the picks whose number does something: "Lower Heal by 1"."""
        names: dict[str, list[str]] = {}
        changed: dict[str, tuple[Pick, ...]] = {}
        for index, pick in list(enumerate(picks))[:_MOST_PICKS]:
            entry = self.catalogue_index.entries[slot.group][pick.code]
            for parameter in (one for one in entry.parameters if one.verb):
                if pick.parameters.get(parameter.code):
                    continue
                made = list(changed.get(parameter.verb, picks))
                made[index] = replace(pick, parameters={**pick.parameters, parameter.code: 1})
                changed[parameter.verb] = tuple(made)
                named = names.setdefault(parameter.verb, [])
                named.append(entry.name)
                label = f"{with_capital(parameter.verb)} {join_and(named)} by 1"
                yield DesignChange(label, self._picked(slot, tuple(made)), _VALUE, len(named))

    def _choices(self, slot: PickSlot, picks: tuple[Pick, ...]) -> Iterator[DesignChange]:
        """Another property in a slot of one, or none."""
        taken = picks[0].code if picks else ""
        for code, entry in self.catalogue_index.entries[slot.group].items():
            if code != taken and not entry.derived:
                design = self.what_if.design_with_pick(slot, code, {})
                yield DesignChange(f"Set {slot.name} to {entry.name}", design, _OPTION)
        if picks:
            name = self.catalogue_index.entries[slot.group][taken].name
            design = self.what_if.design_with_pick(slot, "", {})
            yield DesignChange(
                f"Remove {name}", replace(design, picks={**design.picks, slot.code: ()}), _STRUCTURE
            )

    def _without_pick(self, slot: PickSlot, index: int, pick: Pick) -> DesignChange:
        picks = self.design.picks[slot.code]
        design = self._picked(slot, picks[:index] + picks[index + 1 :])
        entry = self.catalogue_index.entries[slot.group][pick.code]
        return DesignChange(f"Remove {entry.name}", design, _STRUCTURE, names=_names(entry))

    def _parameters(
        self, slot: PickSlot, index: int, entry: Property, parameter: Parameter
    ) -> Iterator[DesignChange]:
        """Another number or option of a pick; a text, or which profile is meant, is for the player to say.

        So is a price that players agree on, and a missing number of what they agree on it for.
        """
        picks = self.design.picks[slot.code]
        now = picks[index].parameters.get(parameter.code)
        values: list[tuple[int | str, str, int | None]] = []
        if entry.cost.kind == "entered" and (now is None or parameter.code == entry.cost.parameter):
            return
        if parameter.kind == "number":
            known = now if isinstance(now, int) else None
            values = [
                (n, _number_label(entry, parameter, known, n), n if known is None else abs(n - known))
                for n in self._numbers(entry, parameter, known or 0)
            ]
        elif parameter.kind == "choice":
            options = (option for option in parameter.options if option.offered and option.code != now)
            values = [(option.code, f"Set {entry.name} to {option.name}", None) for option in options]
        for value, label, distance in values:
            yield DesignChange(label, self._told(slot, index, parameter, value), _VALUE, distance)

    def _lower_parameter(self, slot: PickSlot, index: int, parameter: Parameter) -> Iterator[DesignChange]:
        """Every lower number of a pick, the highest first."""
        pick = self.design.picks[slot.code][index]
        entry, now = self.catalogue_index.entries[slot.group][pick.code], pick.parameters.get(parameter.code)
        if parameter.kind == "number" and isinstance(now, int) and entry.cost.kind != "entered":
            for number in (n for n in self._numbers(entry, parameter, now) if n < now):
                label = _number_label(entry, parameter, now, number)
                yield DesignChange(
                    label, self._told(slot, index, parameter, number), _VALUE, distance=now - number
                )

    def _told(self, slot: PickSlot, index: int, parameter: Parameter, value: int | str) -> Design:
        """The design with another number or option of a pick; what it is by default is left out."""
        picks = self.design.picks[slot.code]
        rest = _without(picks[index].parameters, parameter.code)
        given = {**rest, parameter.code: value} if str(value) != parameter.default else rest
        pick = replace(picks[index], parameters=given)
        return self._picked(slot, (*picks[:index], pick, *picks[index + 1 :]))

    def _numbers(self, entry: Property, parameter: Parameter, now: int) -> list[int]:
        """The numbers that a parameter may have, the nearest first, a few of them."""
        if entry.cost.parameter == parameter.code and entry.cost.table in self.catalogue_index.tables:
            numbers = [int(n) for n in self.catalogue_index.tables[entry.cost.table].costs if n.isdecimal()]
        else:
            low = parameter.low if parameter.low is not None else 0
            high = parameter.high if parameter.high is not None else max(now, low)
            nearest = min(max(now, low), high)
            numbers = list(range(max(low, nearest - _MOST_PICKS), min(high, nearest + _MOST_PICKS) + 1))
        return sorted((n for n in numbers if n != now), key=lambda n: abs(n - now))[:_MOST_PICKS]

    def _picked(self, slot: PickSlot, picks: tuple[Pick, ...]) -> Design:
        return replace(self.design, picks={**self.design.picks, slot.code: picks})

    # -------------------------------------------------------------- codes, wherever they are taken

    def _without_code(self, code: str, group: str = "") -> Iterator[DesignChange]:
        """The design without each thing of this code, which constraints write behind its slot's prefix."""
        for slot in self.catalogue_index.catalogue.weapon_slots:
            for index, weapon in enumerate(self.design.weapons.get(slot.code, ())):
                if code in weapon.properties and group in ("", slot.group):
                    yield self._without_property(slot, index, weapon.properties.index(code), code)
        for pick_slot in self.catalogue_index.catalogue.pick_slots:
            bare = code if group else code.removeprefix(pick_slot.prefix)
            for index, pick in enumerate(self.design.picks.get(pick_slot.code, ())):
                if pick.code == bare and group in ("", pick_slot.group):
                    yield self._without_pick(pick_slot, index, pick)

    def _with_code(self, code: str) -> Iterator[DesignChange]:
        """The design with one thing of this code more, where it can stand."""
        match = _PLACE.fullmatch(self.finding.where)
        for slot in self.catalogue_index.catalogue.weapon_slots:
            index = int(match["index"] or 0) if match and match["slot"] == slot.at else -1
            if 0 <= index < len(self.design.weapons.get(slot.code, ())):
                entry = self.catalogue_index.entries[slot.group].get(code)
                if entry is not None:
                    weapon = self.design.weapons[slot.code][index]
                    more = replace(weapon, properties=(*weapon.properties, code))
                    label = f"Add {entry.name} to {weapon.name or f'the {slot.noun}'}"
                    yield self._armed(slot, index, more, label, _STRUCTURE)
        for pick_slot in self.catalogue_index.catalogue.pick_slots:
            entry = self.catalogue_index.entries[pick_slot.group].get(code.removeprefix(pick_slot.prefix))
            if pick_slot.many and code.startswith(pick_slot.prefix) and entry is not None:
                design = self.what_if.design_with_pick(pick_slot, entry.code, {})
                yield DesignChange(f"Add {entry.name}", design, _STRUCTURE)

    def _cleared(self, code: str) -> Iterator[DesignChange]:
        """The design with a slot emptied."""
        if code in self.catalogue_index.weapon_slots:
            weapons = {**self.design.weapons, code: ()}
            name = self.catalogue_index.weapon_slots[code].name
            yield DesignChange(
                f"Remove the {name.lower()}", replace(self.design, weapons=weapons), _STRUCTURE
            )
        elif code in self.catalogue_index.pick_slots:
            picks = {**self.design.picks, code: ()}
            name = self.catalogue_index.pick_slots[code].name
            yield DesignChange(f"Remove the {name.lower()}", replace(self.design, picks=picks), _STRUCTURE)


def _errors_by_kind(what_if: WhatIf, design: Design) -> Counter[tuple[str, str]]:
    """How many errors of each rule a design has at each place."""
    return Counter((finding.code, finding.where) for finding in what_if.errors(design))


def _without(held: Mapping[str, T], code: str) -> dict[str, T]:
    return {other: value for other, value in held.items() if other != code}


def _names(entry: Property) -> tuple[str, ...]:
    """What messages call a property."""
    return entry.name, entry.short_name, entry.code


def _step_label(name: str, now: int | None, number: int) -> str:
    verb = "Set" if now is None else "Lower" if number < now else "Raise"
    return f"{verb} {name} to {number_text(number)}"


def _number_label(entry: Property, parameter: Parameter, now: int | None, number: int) -> str:
    """What another number of a pick does: "Raise Aim to 2", or by a verb "Lower Heal by 1"."""
    if not parameter.verb:
        return _step_label(entry.name, now, number)
    if not number:
        return f"Do not {parameter.verb} {entry.name}"
    only = " only" if now is not None and number < now else ""
    return f"{with_capital(parameter.verb)} {entry.name} by {number}{only}"


@lru_cache(maxsize=32)
def _constraints(catalogue: Catalogue) -> Mapping[str, tuple[tuple[Owner, Constraint], ...]]:
    """By rule: the constraints that find it, each with what it belongs to."""
    owners: chain[Owner] = chain(
        catalogue.attributes, catalogue.weapon_slots, catalogue.pick_slots, catalogue.entries()
    )
    found: dict[str, list[tuple[Owner, Constraint]]] = {}
    for owner in owners:
        for constraint in owner.constraints:
            found.setdefault(constraint.rule, []).append((owner, constraint))
    return {rule: tuple(pairs) for rule, pairs in found.items()}
