"""The next steps of a profile: what each possible change of a number, option or pick would cost.

A step changes one number to the next higher or lower number, or to a blank. A candidate is a property or
weapon that the profile could have.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from builder.points.advice.what_if import PriceChange, Slot, WhatIf
from builder.points.document.design import Pick, Weapon
from builder.points.document.document import Document, Profile
from builder.points.legality.constraints import missing_picks
from builder.points.legality.standalone import StandaloneProfile
from builder.points.pricing.pricing import PricedList
from builder.points.pricing.profile_context import ProfileContext
from builder.points.rules.aliases import CommonWeapon
from builder.points.rules.catalogue import Attribute, Catalogue, PickSlot, Property, WeaponSlot
from builder.points.rules.results import Finding, ItemNumber, errors_in

CACHE_SIZE = 256
"""The maximum number of designs whose steps are cached in a process: 1 to 2 MB."""


class Step(NamedTuple):
    """A step to another number, or to a blank (None), and the change of the profile's price."""

    value: int | None
    change: PriceChange


def first_number(attribute: Attribute) -> int:
    """Return the first number for a blank attribute without a price table: the one nearest to 0."""
    return max(attribute.low, min(0, attribute.high))


class StepPair(NamedTuple):
    """The steps down and up from a number. Each is None if there is no further number."""

    down: Step | None
    up: Step | None


class Candidate(NamedTuple):
    """A property that a profile could have, and the effects of adding it.

    ``change`` has no points if the price depends on a parameter that isn't chosen yet. ``new_errors`` are
    those of the function `new_errors`. ``numbers`` are the property's calculated numbers, by column.
    """

    entry: Property
    change: PriceChange
    new_errors: tuple[Finding, ...]
    numbers: Mapping[str, ItemNumber] = MappingProxyType({})


class WeaponCandidate(NamedTuple):
    """A common weapon of the game that a slot could have, with the changes and errors that it would cause."""

    weapon: CommonWeapon
    change: PriceChange
    new_errors: tuple[Finding, ...]


class NextSteps(NamedTuple):
    """All next steps of one profile.

    ``values`` are the steps of attributes that are numbers, and ``options`` the price changes of other
    attributes, by the codes of the attribute and the option ("" for a blank, "1" for yes). ``fields`` are the
    steps of weapons' numbers, by place, such as ``shooting_weapons[0].range``. ``picks`` are the price
    changes of slots for one pick, by the codes of the slot and the entry ("" for no pick).
    """

    values: Mapping[str, StepPair]
    options: Mapping[str, Mapping[str, PriceChange]]
    fields: Mapping[str, StepPair]
    picks: Mapping[str, Mapping[str, PriceChange]]


def find_next_steps(what_if: WhatIf) -> NextSteps:
    """Return every step and option of a profile, cached if the design names no other profile."""
    standalone = what_if.standalone
    return _find_steps(what_if) if standalone is None else _standalone_steps(standalone, what_if.catalogue)


@lru_cache(maxsize=CACHE_SIZE)
def _standalone_steps(standalone: StandaloneProfile, catalogue: Catalogue) -> NextSteps:
    profile = Profile(key="", name="", design=standalone.context.design)
    document = Document(system=catalogue.system, edition=catalogue.edition, name="", profiles=(profile,))
    prices = PricedList.of_profiles(document.profiles, {profile.key: standalone.context.lines}, {})
    return _find_steps(WhatIf(document, profile.key, catalogue, prices))


def _find_steps(what_if: WhatIf) -> NextSteps:
    catalogue = what_if.catalogue_index.catalogue
    values: dict[str, StepPair] = {}
    options: dict[str, dict[str, PriceChange]] = {}
    for attribute in catalogue.attributes:
        if attribute.kind == "number":
            values[attribute.code] = _value_steps(what_if, attribute)
        elif attribute.kind != "text":
            options[attribute.code] = _option_changes(what_if, attribute)
    return NextSteps(
        values=values,
        options=options,
        fields={
            f"{slot.place(index)}.{part.code}": steps
            for slot in catalogue.weapon_slots
            for index in range(len(what_if.design.weapons.get(slot.code, ())))
            for part in slot.fields
            if part.table
            for steps in (_field_steps(what_if, slot, index, part),)
        },
        picks={slot.code: _pick_changes(what_if, slot) for slot in catalogue.pick_slots if not slot.many},
    )


def candidates_at(what_if: WhatIf, place: str, codes: Collection[str] | None = None) -> tuple[Candidate, ...]:
    """Return the properties that a profile could have at a place, with the changes that they would cause.

    ``place`` is one of ``WhatIf.pick_places``, such as "properties" or "shooting_weapons[0]"; others raise
    KeyError. ``codes`` limits the result to entries with these codes.
    """
    slot, index = what_if.slot_at(place)
    errors_before = set(what_if.errors(what_if.design))
    entries = what_if.catalogue_index.entries[slot.group].values()
    wanted = (e for e in entries if codes is None or e.code in codes)
    offered = (e for e in wanted if _is_offered(slot, e) and not what_if.is_taken(slot, index, e))
    return tuple(_candidate(what_if, slot, index, entry, errors_before) for entry in offered)


def weapon_candidates(
    what_if: WhatIf, slot: WeaponSlot, weapons: Iterable[CommonWeapon]
) -> tuple[WeaponCandidate, ...]:
    """Return the common weapons as candidates for a slot; in a slot for one weapon, as replacements."""
    errors_before = set(what_if.errors(what_if.design))
    candidates = []
    for weapon in weapons:
        base = Weapon(name=weapon.name, properties=weapon.properties, fields=weapon.fields)
        context = what_if.context_of(what_if.design_with_weapon(slot, base))
        errors = tuple(f for f in errors_in(what_if.findings_of(context)) if f not in errors_before)
        candidates.append(WeaponCandidate(weapon, what_if.price_change_of(context), errors))
    return tuple(candidates)


def _is_offered(slot: Slot, entry: Property) -> bool:
    """Return whether forms offer a property in a slot."""
    is_for_other_slots = isinstance(slot, WeaponSlot) and any(
        c.kind == "only_on" and c.level == "error" and slot.code not in c.slots for c in entry.constraints
    )
    return not entry.derived and not is_for_other_slots


def _candidate(
    what_if: WhatIf, slot: Slot, index: int, entry: Property, errors_before: set[Finding]
) -> Candidate:
    design = what_if.design_with_entry(slot, index, entry.code, Pick(code=entry.code).parameters)
    context = what_if.context_of(design)
    is_undecided = entry.cost.kind != "fixed" and any(p.rule and not p.default for p in entry.parameters)
    change = what_if.price_change_of(context)
    stats = what_if.stat_changes(context) if entry.gives or entry.sets else ()
    return Candidate(
        entry,
        PriceChange(None if is_undecided else change.points, change.spent, stats),
        tuple(new_errors(what_if, context, entry, errors_before)),
        what_if.numbers_of_pick(context, slot, -1),
    )


def new_errors(
    what_if: WhatIf, context: ProfileContext, entry: Property, errors_before: Collection[Finding]
) -> Iterator[Finding]:
    """Yield the errors of a changed design that are not in ``errors_before``.

    Errors about slots that need more picks, or about parameters of ``entry``, the added property, are left
    out.
    """
    accepted = {*errors_before, *missing_picks(context)}
    for finding in errors_in(what_if.findings_of(context)):
        if finding not in accepted and not _is_about_parameter(finding, entry):
            yield finding


def _is_about_parameter(finding: Finding, entry: Property) -> bool:
    return any(
        finding.code == parameter.rule and finding.where.endswith(f".{parameter.code}")
        for parameter in entry.parameters
    )


def _option_changes(what_if: WhatIf, attribute: Attribute) -> dict[str, PriceChange]:
    if attribute.kind == "flag":
        design, blank = (what_if.design_with_value(attribute.code, value) for value in (1, None))
        return {"1": what_if.price_change(design), "": what_if.price_change(blank)}
    offered = [option.code for option in attribute.options if option.offered]
    return {code: what_if.change_with_option(attribute, code or None) for code in (*offered, "")}


def _pick_changes(what_if: WhatIf, slot: PickSlot) -> dict[str, PriceChange]:
    entries = what_if.catalogue_index.entries[slot.group].values()
    offered = [entry.code for entry in entries if not entry.derived]
    return {code: what_if.price_change(what_if.design_with_pick(slot, code)) for code in ("", *offered)}


def _value_steps(what_if: WhatIf, attribute: Attribute) -> StepPair:
    values = what_if.design.values
    value = values.get(attribute.code, attribute.default)
    offered = what_if.catalogue_index.offered_numbers(attribute, values)
    down, up = _neighbours(offered, value, attribute)
    # The step after the worst number leaves an optional attribute blank.
    can_be_blank = attribute.default is None and not attribute.required_rule and value is not None
    steps = []
    for number, is_worse in ((down, attribute.better != "lower"), (up, attribute.better == "lower")):
        step = None
        if number is not None or (can_be_blank and is_worse):
            design = what_if.design_with_value(attribute.code, number)
            step = Step(number, what_if.price_change(design))
        steps.append(step)
    return StepPair(*steps)


def _field_steps(what_if: WhatIf, slot: WeaponSlot, index: int, part: Attribute) -> StepPair:
    value = what_if.weapon(slot, index).fields.get(part.code)
    steps = []
    for number in _neighbours(what_if.catalogue_index.offered_numbers(part, {}), value, part):
        step = None
        if number is not None:
            design = what_if.design_with_field(slot, index, part.code, number)
            step = Step(number, what_if.price_change(design))
        steps.append(step)
    return StepPair(*steps)


def _neighbours(
    offered: Sequence[int], value: int | str | None, attribute: Attribute
) -> tuple[int | None, int | None]:
    """Return the next lower and the next higher number, or None.

    A blank value has one neighbour: the worst number with a price, or `first_number` without a price table.
    """
    if isinstance(value, int):
        return next_numbers(offered, value)
    if not offered:
        return None, None
    if not attribute.is_table_priced:
        return None, first_number(attribute)
    return (offered[-1], None) if attribute.better == "lower" else (None, offered[0])


def next_numbers(offered: Sequence[int], number: int) -> tuple[int | None, int | None]:
    """Return the next lower and the next higher of the offered numbers, which are in ascending order.

    Each is None if there is no such number.
    """
    lower, higher = bisect_left(offered, number) - 1, bisect_right(offered, number)
    return offered[lower] if lower >= 0 else None, offered[higher] if higher < len(offered) else None
