"""What the next step would cost: every choice priced before it is taken, for this profile now."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from builder.points.appraisal import price_all
from builder.points.book import open_book
from builder.points.catalogue import Attribute, Catalogue, PickSlot, Property, WeaponSlot
from builder.points.constraints import check_data
from builder.points.design import Design, Pick, Weapon
from builder.points.document import Document
from builder.points.facts import Facts
from builder.points.pricing import total
from builder.points.results import Finding
from builder.points.systems import SYSTEMS


class Step(NamedTuple):
    """One value further: what it would be and what the profile's total would change by.

    ``change`` is None where the old or the new total has no price.
    """

    value: int | str | None
    change: int | None


class Steps(NamedTuple):
    """The steps from one number: down and up, None at the end of its table."""

    down: Step | None
    up: Step | None


class Candidate(NamedTuple):
    """A property that could be picked now, what it adds to the total, and the errors that it would bring.

    ``change`` is None while a parameter that is not chosen yet decides it.
    """

    entry: Property
    change: int | None
    breaks: tuple[Finding, ...]


class NextSteps(NamedTuple):
    """All next steps of one profile.

    ``values`` by attribute code; ``options`` by attribute code, then option code ("" is blank);
    ``fields`` by place of a weapon's field (``shooting_weapons[0].range``).
    """

    values: Mapping[str, Steps]
    options: Mapping[str, Mapping[str, int | None]]
    fields: Mapping[str, Steps]


def next_steps(document: Document, key: str, catalogue: Catalogue) -> NextSteps:
    """Every step and option of one profile with the change of its total, in points."""
    trial = _Trial(document, key, catalogue)
    values, options = {}, {}
    for attribute in catalogue.attributes:
        if attribute.kind == "choice":
            options[attribute.code] = {
                o.code: trial.with_value(attribute.code, o.code) for o in attribute.options if o.offered
            }
            options[attribute.code][""] = trial.with_value(attribute.code, None)
        else:
            values[attribute.code] = trial.value_steps(attribute)
    fields = {
        f"{trial.place(slot, index)}.{part.code}": trial.field_steps(slot, index, part)
        for slot in catalogue.weapon_slots
        for index in range(len(trial.design.weapons.get(slot.code, ())))
        for part in slot.fields
        if part.table
    }
    return NextSteps(values=values, options=options, fields=fields)


def candidates(document: Document, key: str, place: str, catalogue: Catalogue) -> tuple[Candidate, ...]:
    """Every property that ``place`` could take now: its change of the total and the errors it would bring.

    ``place`` is a slot ("properties", "armour_property") or a weapon ("shooting_weapons[0]"); KeyError
    when the catalogue or the design has no such place.
    """
    trial = _Trial(document, key, catalogue)
    now = set(trial.errors(trial.design))
    found = []
    slot, index = trial.slot_at(place)
    for entry in trial.book.entries[slot.group].values():
        if entry.derived or trial.taken(slot, index, entry):
            continue
        if isinstance(slot, WeaponSlot) and any(
            c.kind == "only_on" and c.level == "error" and slot.code not in c.slots for c in entry.constraints
        ):
            continue
        design = trial.with_entry(slot, index, entry)
        new = tuple(f for f in trial.errors(design) if f not in now and not _about_parameter(f, entry))
        change = (
            None
            if any(p.rule and not p.default for p in entry.parameters) and entry.cost.kind != "fixed"
            else trial.change(design)
        )
        found.append(Candidate(entry, change, new))
    return tuple(found)


def _about_parameter(finding: Finding, entry: Property) -> bool:
    return any(
        finding.code == parameter.rule and finding.where.endswith(f".{parameter.code}")
        for parameter in entry.parameters
    )


_PLACE = re.compile(r"(.+)\[([0-9]{1,4})\]")


class _Trial:
    """One profile, and what its total would be after one change."""

    def __init__(self, document: Document, key: str, catalogue: Catalogue) -> None:
        self.book = open_book(catalogue)
        self.system = SYSTEMS[catalogue.system]
        self.context = price_all(document, self.book, self.system)
        self.key = key
        self.design = self.context.designs[key]
        self.total = total(self.context.lines[key])

    def change(self, design: Design) -> int | None:
        points = total(self.system.price(self.book, design, self.context))
        return None if points is None or self.total is None else points - self.total

    def errors(self, design: Design) -> Iterator[Finding]:
        lines = self.system.price(self.book, design, self.context)
        facts = Facts(self.book, self.key, design, lines, self.context)
        return (f for f in (*check_data(facts), *self.system.check_profile(facts)) if f.level == "error")

    def with_value(self, code: str, value: int | str | None) -> int | None:
        values = {k: v for k, v in self.design.values.items() if k != code}
        if value is not None:
            values[code] = value
        return self.change(replace(self.design, values=values))

    def value_steps(self, attribute: Attribute) -> Steps:
        offered = self.book.steps_of(attribute, self.design.values)
        value = self.design.values.get(attribute.code, attribute.default)
        down, up = _neighbours(offered, value, attribute)
        optional = attribute.default is None and not attribute.required_rule and value is not None
        return Steps(
            self._step(attribute, down, optional and down is None and attribute.better != "lower"),
            self._step(attribute, up, optional and up is None and attribute.better == "lower"),
        )

    def _step(self, attribute: Attribute, value: int | None, to_blank: bool) -> Step | None:
        return Step(value, self.with_value(attribute.code, value)) if value is not None or to_blank else None

    def place(self, slot: WeaponSlot, index: int) -> str:
        return f"{slot.at}[{index}]" if slot.many else slot.at

    def field_steps(self, slot: WeaponSlot, index: int, part: Attribute) -> Steps:
        weapon = self.design.weapons[slot.code][index]
        lower, upper = _neighbours(self.book.steps_of(part, {}), weapon.fields.get(part.code), part)
        steps = []
        for number in (lower, upper):
            changed = replace(weapon, fields={**weapon.fields, part.code: number})
            steps.append(
                None if number is None else Step(number, self.change(self.with_weapon(slot, index, changed)))
            )
        return Steps(*steps)

    def with_weapon(self, slot: WeaponSlot, index: int, weapon: Weapon) -> Design:
        weapons = list(self.design.weapons.get(slot.code, ()))
        weapons[index : index + 1] = [weapon]
        return replace(self.design, weapons={**self.design.weapons, slot.code: tuple(weapons)})

    def slot_at(self, place: str) -> tuple[WeaponSlot | PickSlot, int]:
        head, index = place, 0
        if found := _PLACE.fullmatch(place):
            head, index = found[1], int(found[2])
        for slot in self.book.catalogue.weapon_slots:
            weapons = self.design.weapons.get(slot.code, ())
            if slot.at == head and (index < len(weapons) if slot.many else not found):
                return slot, index
        for pick_slot in self.book.catalogue.pick_slots:
            if pick_slot.at == place:
                return pick_slot, index
        raise KeyError(place)

    def taken(self, slot: WeaponSlot | PickSlot, index: int, entry: Property) -> bool:
        if isinstance(slot, WeaponSlot):
            return entry.code in self.weapon(slot, index).properties
        return not (entry.repeatable or entry.once_a_kind) and any(
            pick.code == entry.code for pick in self.design.picks.get(slot.code, ())
        )

    def weapon(self, slot: WeaponSlot, index: int) -> Weapon:
        weapons = self.design.weapons.get(slot.code, ())
        return weapons[index] if index < len(weapons) else Weapon(properties=slot.default)

    def with_entry(self, slot: WeaponSlot | PickSlot, index: int, entry: Property) -> Design:
        if isinstance(slot, WeaponSlot):
            weapon = self.weapon(slot, index)
            return self.with_weapon(slot, index, replace(weapon, properties=(*weapon.properties, entry.code)))
        old = self.design.picks.get(slot.code, ()) if slot.many else ()
        return replace(self.design, picks={**self.design.picks, slot.code: (*old, Pick(code=entry.code))})


def _neighbours(
    offered: tuple[int, ...], value: int | str | None, attribute: Attribute
) -> tuple[int | None, int | None]:
    if not isinstance(value, int):
        if not offered:
            return None, None
        return (offered[-1], None) if attribute.better == "lower" else (None, offered[0])
    return max((n for n in offered if n < value), default=None), min(
        (n for n in offered if n > value), default=None
    )
