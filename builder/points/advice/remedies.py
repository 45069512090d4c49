"""The changes of a design that the remedies of a finding describe.

A remedy is an instruction of a rule for ending its finding. It consists of steps, which ``rules/remedies.py``
describes. The steps change the design in its JSON form, in which every place is a path. This module doesn't
test whether a change ends the finding.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from types import MappingProxyType
from typing import Any, NamedTuple

from builder.points.document.design import Design, dump_design, parse_design
from builder.points.document.json_reader import MAX_VALUE, JsonReader, Limits
from builder.points.pricing.pricing import is_in_bounds
from builder.points.pricing.profile_context import ProfileContext
from builder.points.rules.catalogue import Attribute, Catalogue, DesignPart, Option, PickSlot, WeaponSlot
from builder.points.rules.numbers import number_text
from builder.points.rules.remedies import RemedyStep, steps_of
from builder.points.rules.results import Finding
from builder.points.rules.wording import in_sentence, join_and, with_capital

Json = Any

# The design has been read with the real limits before.
_NO_LIMITS = Limits(name=MAX_VALUE, picks=MAX_VALUE, weapons=MAX_VALUE, least_price=-MAX_VALUE)


class DesignChange(NamedTuple):
    """A changed design, and a label of the change: "Set Arm to 12 and armour to Basic"."""

    label: str
    design: Design


def changes_for(context: ProfileContext, catalogue: Catalogue, finding: Finding) -> Iterator[DesignChange]:
    """Yield the changes that the remedies of a finding make, in their order.

    Remedies that can't be applied to this design are skipped.
    """
    for text in finding.remedies.texts:
        changer = _Changer(context, catalogue, finding)
        if all(_STEPS[step.verb](changer, step) for step in steps_of(text)) and changer.phrases:
            yield DesignChange(_join_phrases(changer.phrases), changer.changed_design())


def _join_phrases(phrases: Sequence[str]) -> str:
    """Return the changes as one sentence, with each verb once: "Remove Bow and Sling and set Shg to 0"."""
    by_verb: dict[str, list[str]] = {}
    for phrase in phrases:
        verb, _, rest = phrase.partition(" ")
        by_verb.setdefault(verb, []).append(rest)
    clauses = [f"{verb} {_with_shared_place(rests)}" for verb, rests in by_verb.items()]
    return join_and([clauses[0], *(f"{clause[0].lower()}{clause[1:]}" for clause in clauses[1:])])


def _with_shared_place(names: Sequence[str]) -> str:
    """Join names, and write a place that all of them share only once: "Reach and Spray from Pike"."""
    ends = {name.partition(" from ")[2] for name in names}
    if len(ends) == 1 and (end := ends.pop()):
        return f"{join_and(name.removesuffix(f' from {end}') for name in names)} from {end}"
    return join_and(names)


class _Field(NamedTuple):
    """A number or a choice that a step can change.

    ``offered`` are the possible numbers that have a price, and ``option_names`` a choice's options by code.
    ``blank`` is the name of a blank choice. ``verb`` is set for a number that is an amount: "lower" for
    "lower Heal by 1".
    """

    name: str
    offered: Sequence[int] = ()
    default: int | None = None
    option_names: Mapping[str, str] = MappingProxyType({})
    blank: str = ""
    verb: str = ""

    def phrase(self, old_value: object, value: int | str | None) -> str:
        """Return the phrase for a change from ``old_value`` to ``value``."""
        if isinstance(value, int) and self.verb:
            return _amount_phrase(self.verb, self.name, old_value, value)
        if value is None and not self.blank:
            return f"Clear {self.name}" if self.name.startswith("the ") else f"Leave {self.name} blank"
        text = number_text(value) if isinstance(value, int) else self.option_names.get(str(value), self.blank)
        return f"Set {self.name} to {f'“{text}”' if text[:1].islower() and ' ' in text else text}"


def _amount_phrase(verb: str, name: str, old_value: object, number: int) -> str:
    """Return the phrase for a number that is an amount: "Lower Heal by 1 only", "Do not lower Heal"."""
    if not number:
        return f"Do not {verb} {name}"
    is_less = isinstance(old_value, int) and number < old_value
    return f"{with_capital(verb)} {name} by {number}{' only' if is_less else ''}"


class _Changer:
    """The application of one remedy to one design. ``phrases`` describe the changes so far.

    The methods of steps return whether the step could be applied, even if it changed nothing.
    """

    def __init__(self, context: ProfileContext, catalogue: Catalogue, finding: Finding) -> None:
        self.context, self.index, self.catalogue = context, context.catalogue_index, catalogue
        self.where, self.message, self.amount = finding.where, finding.message, finding.amount
        self.code, self.constraint = finding.remedies.subject_code, finding.remedies.constraint
        self.place = finding.remedies.place or finding.where
        self.design: dict[str, Json] = deepcopy(dump_design(context.design, catalogue))
        self.phrases: list[str] = []

    def changed_design(self) -> Design:
        """Return the design with the changes so far."""
        return parse_design(JsonReader(_NO_LIMITS), "design", self.design, self.catalogue)

    # -------------------------------------------------------------- places

    def part_at(self, place: str) -> DesignPart | None:
        """Return the attribute or slot that a place belongs to, or None."""
        heads = place, place.partition("[")[0], place.rpartition(".")[0]
        parts = (*self.index.parts.values(), *self.index.other_parts)
        return next((part for head in heads for part in parts if part.at == head), None)

    def target_place(self, target: str) -> str:
        """Return the place of a step's target, a code or a place, or the finding's place for no target."""
        part = self.index.parts.get(target)
        return part.at if part else target or self.where

    def value_at(self, place: str) -> Json:
        """Return the value at a place, or None."""
        value: Json = self.design
        for step in re.findall(r"[^.\[\]]+", place):
            if isinstance(value, list):
                value = value[int(step)]
            else:
                value = value.get(step) if isinstance(value, dict) else None
        return value

    def set_value(self, place: str, value: object) -> None:
        """Set the value at a place."""
        head, _, name = place.rpartition(".")
        self.value_at(head)[name] = value

    def field_at(self, place: str) -> _Field | None:
        """Return the number or choice at a place, or None for values that only players can set."""
        part, (item_place, _, code) = self.part_at(place), place.rpartition(".")
        if isinstance(part, Attribute):
            return self._attribute_field(part)
        if isinstance(part, WeaponSlot):
            field = next((each for each in part.fields if each.code == code), None)
            name = f"the {in_sentence(field.name)} of {self._weapon_name(part, item_place)}" if field else ""
            numbers = self.index.offered_numbers(field, {}) if field and field.table else ()
            return _Field(name, numbers) if field else None
        if isinstance(part, PickSlot) and item_place.endswith("]"):
            return self._parameter_field(part, self.value_at(item_place)["code"], code)
        return None

    def _attribute_field(self, attribute: Attribute) -> _Field:
        name = f"“{attribute.name}”" if re.search(" [a-z]", attribute.name) else attribute.name
        if attribute.kind != "choice":
            if attribute.name not in self.message and self._names_label(attribute):
                name = attribute.label
            agreed = attribute.entered  # only the players can decide an agreed price
            numbers = () if agreed else self.index.offered_numbers(attribute, self.context.values)
            return _Field(name, numbers, default=attribute.default)
        blank = "" if attribute.blank_name == "-" else attribute.blank_name
        return _Field(name, option_names=_option_names(attribute.options), blank=blank)

    def _names_label(self, attribute: Attribute) -> bool:
        """Return whether the finding calls an attribute by its short name."""
        return re.search(rf"\b{re.escape(attribute.label)}\b", self.message) is not None

    def _parameter_field(self, slot: PickSlot, code: str, parameter_code: str) -> _Field | None:
        entry = self.index.entries[slot.group][code]
        parameter = next((p for p in entry.parameters if p.code == parameter_code), None)
        if parameter is None or parameter.kind not in ("number", "choice"):
            return None
        if parameter.kind == "choice":
            return _Field(entry.name, option_names=_option_names(parameter.options))
        is_only_number = sum(each.kind == "number" for each in entry.parameters) == 1
        name = f"the {in_sentence(parameter.name)} of {entry.name}"
        if is_only_number or parameter.verb:
            name = entry.name
        low = parameter.low or 0
        offered: Sequence[int] = range(low, (low if parameter.high is None else parameter.high) + 1)
        if entry.cost.parameter == parameter_code and entry.cost.kind == "entered":
            offered = ()
        elif entry.cost.parameter == parameter_code and entry.cost.table in self.index.tables:
            costs = self.index.tables[entry.cost.table].costs
            offered = [number for number in offered if str(number) in costs]
        return _Field(name, offered, verb=parameter.verb)

    def _weapon_name(self, slot: WeaponSlot, place: str) -> str:
        _, _, row = place.removesuffix("]").rpartition("[")
        is_alone = not slot.many or len(self.value_at(slot.at)) == 1
        return self.value_at(place)["name"] or (
            f"the {slot.noun}" if is_alone else f"{slot.noun} {int(row) + 1}"
        )

    # -------------------------------------------------------------- steps

    def leave_to_player(self, step: RemedyStep) -> bool:
        """Return False: only the player can decide, so there is no fix."""
        return False

    def set(self, step: RemedyStep) -> bool:
        """Set a number or an option, as the remedy says."""
        value = int(step.value) if step.value.lstrip("-").isdecimal() else step.value
        return self._change_value(self.target_place(step.target), value)

    def set_nearest(self, step: RemedyStep) -> bool:
        """Set the nearest number that has a price and is within the bounds of the rule."""
        place = self.target_place(step.target)
        field, (low, high) = self.field_at(place), self._bounds()
        old_value = self.value_at(place) if field else None
        old_value = field.default if field and old_value is None else old_value
        if field is None or not isinstance(old_value, int):
            return False
        allowed = [number for number in field.offered if is_in_bounds(number, low, high)]
        return bool(allowed) and self._change_value(
            place, min(allowed, key=lambda number: abs(number - old_value))
        )

    def _bounds(self) -> tuple[int | None, int | None]:
        rule = self.constraint
        return (rule.low, rule.high) if rule and rule.kind == "value" else (None, None)

    def _change_value(self, place: str, value: int | str | None) -> bool:
        """Set a number or a choice; return False at other places."""
        field, part, old_value = self.field_at(place), self.part_at(place), self.value_at(place)
        if field is None:
            return False
        if isinstance(part, Attribute) and part.kind == "flag":
            self.phrases += (
                [f"{'Tick' if value else 'Untick'} {part.name}"] if old_value != bool(value) else []
            )
            value = bool(value)
        elif old_value != value:
            self.phrases.append(field.phrase(old_value, value))
        self.set_value(place, value)
        return True

    def clear(self, step: RemedyStep) -> bool:
        """Clear a value or a slot."""
        place = self.target_place(step.target)
        part = self.part_at(place)
        if part is None or isinstance(part, Attribute) or place != part.at:
            return self._change_value(place, None)
        name = in_sentence(part.name)
        if self.value_at(place):
            blank = part.blank_name if isinstance(part, PickSlot) else ""
            verb = "Remove" if part.many else "Clear"
            self.phrases.append(f"Set the {name} to {blank}" if blank else f"{verb} the {name}")
            self.set_value(place, [] if part.many else None)
        return True

    def remove(self, step: RemedyStep) -> bool:
        """Remove the named item, or the item that breaks the rule."""
        target = step.target or self.code or self.place
        if target == "other":
            codes = self.constraint.any if self.constraint else ()
            return self._remove_at([place for place in self._places(codes) if place != self.place])
        if target.endswith("]"):
            return self._remove_at([target])
        if target == self.place:
            return self.clear(RemedyStep("clear", target))
        return self._remove_at(self._places((target,)))

    def trim(self, step: RemedyStep) -> bool:
        """Remove the excess over the rule's limit: parts of a calculated value, or the last items."""
        if self.code in self.index.values:
            return self._use_less(self.code, self.amount)
        items = self.value_at(self.where) or []
        places = (
            self._places((self.code,))
            if self.code
            else [f"{self.where}[{index}]" for index in range(len(items))]
        )
        return self._remove_at(places[max(0, len(places) - self.amount) :])

    def _use_less(self, value: str, excess: int) -> bool:
        """Lower a calculated value by ``excess``. Return whether that was possible.

        The attributes and picks that the value adds up are lowered or removed, in the order of
        ``_removal_order`` and the last first.
        """
        spent: dict[str, tuple[Attribute | None, int]] = {}
        for line in self.context.calculated_values[value].lines:
            attribute = self.index.attributes.get(line.code)
            place = attribute.at if attribute else line.where
            spent[place] = attribute, spent.get(place, (None, 0))[1] + (line.points or 0)
        removed: list[str] = []
        last_first = list(reversed(spent))
        for place in sorted(last_first, key=self._removal_order):
            attribute, points = spent[place]
            if excess <= 0 or points <= 0:
                continue
            number = place if attribute else self._number_in(place, value)
            if type(old_value := self.value_at(number) if number else None) is int:
                points = min(points, excess)
                self._change_value(number, old_value - points)
            elif place.endswith("]"):
                removed.append(place)
            else:
                continue
            excess -= points
        return excess <= 0 and (not removed or self._remove_at(removed))

    def _removal_order(self, place: str) -> int:
        """Return the rank in the order of removal: first included items, and last those that include others.

        A pick that is also included with another pick is not needed.
        """
        included = [item for item in self.context.items if item.pick is None]
        codes = {item.entry.code for item in included}
        picked = (item for item in self.context.items if item.where == place and item.pick is not None)
        if any(item.entry.code in codes for item in picked):
            return 0
        return 2 if any(item.where == place for item in included) else 1

    def _number_in(self, place: str, value: str) -> str:
        """Return the place of a pick's number that counts towards a value, or "" if there is none."""
        slot, pick = self.part_at(place), self.value_at(place)
        is_pick = isinstance(slot, PickSlot) and isinstance(pick, dict)
        entry = self.index.entries[slot.group][pick["code"]] if slot and is_pick else None
        is_number = entry and any(p.code == value for p in entry.parameters) and pick.get(value)
        return f"{place}.{value}" if is_number else ""

    def swap(self, step: RemedyStep) -> bool:
        """Replace the item that breaks the rule with another item. Keep the parameters that both have."""
        code = step.target
        slot = self.part_at(self.place)
        if isinstance(slot, WeaponSlot):
            properties, old = self.value_at(self.place)["properties"], self.code
            properties[properties.index(old)] = code
        elif isinstance(slot, PickSlot) and self.place.endswith("]"):
            pick = self.value_at(self.place)
            old, parameters = pick["code"], {p.code for p in self.index.entries[slot.group][code].parameters}
            same_parameters = {name: value for name, value in pick.items() if name in parameters}
            pick.clear()
            pick.update(code=code, **same_parameters)
        else:
            return False
        entries = self.index.entries[slot.group]
        self.phrases.append(f"Change {entries[old].name} to {entries[code].name}")
        return True

    def add(self, step: RemedyStep) -> bool:
        """Add the required entry. If several entries could be added, the step can't be applied."""
        wanted = [step.target] if step.target else [*(self.constraint.any if self.constraint else ())]
        slot = self.part_at(self.place)
        if len(wanted) != 1:
            return False
        (code,) = wanted
        if isinstance(slot, WeaponSlot):
            self.value_at(self.place)["properties"].append(code)
            name = self._weapon_name(slot, self.place)
            self.phrases.append(f"Add {self.index.entries[slot.group][code].name} to {name}")
            return True
        for pick_slot in (slot for slot in self.index.pick_slots.values() if slot.many):
            entry = self.index.entries[pick_slot.group].get(code.removeprefix(pick_slot.prefix))
            if entry and code.startswith(pick_slot.prefix):
                self.value_at(pick_slot.at).append({"code": entry.code})
                self.phrases.append(f"Add {entry.name}")
                return True
        return False

    # -------------------------------------------------------------- picked items

    def _places(self, codes: Collection[str]) -> list[str]:
        """Return the places of items with these codes: properties of the finding's weapon, or else picks."""
        slot, place = self.part_at(self.place), self.place
        if self.constraint and self.constraint.kind == "forbids_on":
            slot, place = self.index.weapon_slots[self.constraint.slot], self.where
        if isinstance(slot, WeaponSlot) and (place != slot.at or not slot.many):
            properties = enumerate((self.value_at(place) or {}).get("properties", ()))
            return [f"{place}.properties[{index}]" for index, code in properties if code in codes]
        return [
            pick_slot.place(index)
            for pick_slot in self.index.pick_slots.values()
            if pick_slot.many
            for index, pick in enumerate(self.value_at(pick_slot.at))
            if pick_slot.prefix + pick["code"] in codes
        ]

    def _remove_at(self, places: Sequence[str]) -> bool:
        """Remove the items at these places; return False if there are none."""
        names = Counter(map(self._name_of, places))
        rows = [place.removesuffix("]").rpartition("[") for place in places]
        for slot, _, row in sorted(rows, key=lambda row_match: int(row_match[2]), reverse=True):
            del self.value_at(slot)[int(row)]
        self.phrases += [f"Remove {name}" if n == 1 else f"Remove {n} × {name}" for name, n in names.items()]
        return bool(places)

    def _name_of(self, place: str) -> str:
        slot, design_value = self.part_at(place), self.value_at(place)
        if slot is None or isinstance(slot, Attribute):
            return place
        entries = self.index.entries[slot.group]
        if isinstance(slot, PickSlot):
            return entries[design_value["code"]].name
        if isinstance(design_value, str):
            weapon = self._weapon_name(slot, place.partition(".properties[")[0])
            return f"{entries[design_value].name} from {weapon}"
        return self._weapon_name(slot, place)


def _option_names(options: Iterable[Option]) -> dict[str, str]:
    return {option.code: option.name for option in options}


_STEPS: Mapping[str, Callable[[_Changer, RemedyStep], bool]] = {
    "ask": _Changer.leave_to_player,
    "set": _Changer.set,
    "nearest": _Changer.set_nearest,
    "clear": _Changer.clear,
    "remove": _Changer.remove,
    "swap": _Changer.swap,
    "add": _Changer.add,
    "trim": _Changer.trim,
}
