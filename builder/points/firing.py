"""When a constraint of the catalogue fires: one small test for each kind of the vocabulary."""

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from builder.points.catalogue import Constraint, ConstraintKind
from builder.points.facts import Facts
from builder.points.pricing import in_bounds
from builder.points.results import Finding


class Hit(NamedTuple):
    """That a constraint fires: at which place ("" is its owner's), because of what, at which value."""

    where: str = ""
    other: str = ""
    value: int | str = ""


def fire(
    facts: Facts, constraint: Constraint, name: str, where: str, label: str, beside: Collection[str]
) -> Finding | None:
    """The finding that a constraint makes; ``beside`` are the codes taken in the same place."""
    if constraint.unless and any(code in facts.taken for code in constraint.unless):
        return None
    if constraint.when and not all(code in facts.taken for code in constraint.when):
        return None
    hit = _TESTS[constraint.kind](facts, constraint, beside)
    return make(constraint, hit, name, where, label) if hit is not None else None


def make(constraint: Constraint, hit: Hit, name: str, where: str, label: str) -> Finding:
    """The finding of a constraint that fired for the owner called ``name`` at ``where``."""
    message = constraint.message
    if "{" in message:
        words = {"name": name, "other": hit.other, "label": label, "value": hit.value}
        message = message.format_map(words)
    return Finding(constraint.level, constraint.rule, hit.where or where, message, constraint.page)


def _flag(facts: Facts, constraint: Constraint, beside: Collection[str]) -> Hit | None:
    return Hit()


def _never(facts: Facts, constraint: Constraint, beside: Collection[str]) -> Hit | None:
    return None


def _requires(facts: Facts, constraint: Constraint, beside: Collection[str]) -> Hit | None:
    return None if any(code in beside for code in constraint.any) else Hit()


def _excludes(facts: Facts, constraint: Constraint, beside: Collection[str]) -> Hit | None:
    others = [code for code in constraint.any if code in beside]
    return Hit(other=" and ".join(facts.book.name_of(code) for code in others)) if others else None


def _value(facts: Facts, constraint: Constraint, beside: Collection[str]) -> Hit | None:
    value = facts.number(constraint.attribute)
    if in_bounds(value, constraint.low, constraint.high) or (value == 0 and constraint.zero_allowed):
        return None
    return Hit(where=facts.at(constraint.attribute), value=value)


def _needs_slot(facts: Facts, constraint: Constraint, beside: Collection[str]) -> Hit | None:
    return None if facts.filled(constraint.slot) else Hit()


def _forbids_slot(facts: Facts, constraint: Constraint, beside: Collection[str]) -> Hit | None:
    return Hit(where=facts.at(constraint.slot)) if facts.filled(constraint.slot) else None


def _forbids_on(facts: Facts, constraint: Constraint, beside: Collection[str]) -> Hit | None:
    carried = {code for weapon in facts.weapons(constraint.slot) for code in weapon.properties}
    return Hit(where=facts.at(constraint.slot)) if carried.intersection(constraint.any) else None


def _band(facts: Facts, constraint: Constraint, beside: Collection[str]) -> Hit | None:
    value = facts.number(constraint.attribute)
    band = constraint.bands.get(str(facts.number(constraint.by)))
    if not band or in_bounds(value, band[0], band[1] if len(band) > 1 else None):
        return None
    return Hit(value=value)


_TESTS: Mapping[ConstraintKind, Callable[[Facts, Constraint, Collection[str]], Hit | None]] = {
    "flag": _flag,
    "requires": _requires,
    "excludes": _excludes,
    "value": _value,
    "needs_slot": _needs_slot,
    "forbids_slot": _forbids_slot,
    "forbids_on": _forbids_on,
    "band": _band,
    "only_on": _never,  # asked of a weapon's property where it stands
    "roster_max": _never,  # asked of a roster
}
