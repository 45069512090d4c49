"""Tests of the catalogue's constraints: one small function for each kind of constraint."""

import operator
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import NamedTuple

from builder.points.pricing.pricing import is_in_bounds, total_points
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.values import limit_of, number_or_none
from builder.points.rules.catalogue import Comparison, Constraint, ConstraintKind
from builder.points.rules.remedies import DEFAULT_REMEDIES, Remedies
from builder.points.rules.results import Finding
from builder.points.rules.wording import join_and, price


class Violation(NamedTuple):
    """A violation of a constraint, with the words for its message.

    ``where`` is empty if it is the place of the constraint's owner: the attribute, slot or property that has
    the constraint. ``other`` are the names of the conflicting entries, or the number that ``value`` was
    compared with. ``points`` are the owner's and ``other_points`` the conflicting entries', as texts without
    a minus sign.
    """

    where: str = ""
    other: str = ""
    value: int | str = ""
    points: str = ""
    other_points: str = ""


def check_constraint(
    context: ProfileContext,
    constraint: Constraint,
    name: str,
    where: str,
    label: str,
    present_codes: Collection[str],
    code: str = "",
) -> Iterator[Finding]:
    """Yield the finding of a constraint if the profile breaks the constraint.

    ``name``, ``where`` and ``label`` belong to the constraint's owner. The constraint may require or exclude
    some of ``present_codes``: ``context.places_by_code``, or the codes of a weapon's properties if the owner
    is the one with the code ``code``.
    """
    other_codes = None
    if constraint.included:
        other_codes = context.codes_with_included(where)
        present_codes = (
            other_codes if present_codes is context.places_by_code else {*present_codes, *other_codes}
        )
    if not constraint_applies(context, constraint, other_codes):
        return
    violation = _TESTS[constraint.kind](context, constraint, present_codes)
    if violation is None:
        return
    if "points}" in constraint.message:
        points = _points_at(context, (where,), (label,))
        other_points = _points_at(context, _conflict_places(context, constraint, violation), constraint.any)
        violation = violation._replace(points=points, other_points=other_points)
    yield constraint_finding(constraint, violation, name, where, label, code)


def _conflict_places(
    context: ProfileContext, constraint: Constraint, violation: Violation
) -> tuple[str, ...]:
    if violation.where:
        return (violation.where,)
    return tuple(context.places_by_code[code] for code in constraint.any if code in context.places_by_code)


def _points_at(context: ProfileContext, places: tuple[str, ...], codes: Collection[str]) -> str:
    """Return the points of the lines at these places, or only those with ``codes`` if any have, as text."""
    inside = tuple(place + sign for place in places for sign in ".[")
    lines = [line for line in context.lines if line.where in places or line.where.startswith(inside)]
    total = total_points([line for line in lines if line.code in codes] or lines)
    return price(None if total is None else abs(total), context.catalogue_index.catalogue)


def constraint_applies(
    context: ProfileContext, constraint: Constraint, codes: Collection[str] | None = None
) -> bool:
    """Return whether a constraint applies: all conditions in ``when`` are met, and none in ``unless``.

    ``codes`` is as in ``ProfileContext.meets``.
    """
    if codes is None:
        return not context.meets_any(constraint.unless) and all(map(context.meets, constraint.when))
    return not any(context.meets(condition, codes) for condition in constraint.unless) and all(
        context.meets(condition, codes) for condition in constraint.when
    )


def constraint_finding(
    constraint: Constraint, violation: Violation, name: str, where: str, label: str, code: str = ""
) -> Finding:
    """Return the finding of a violated constraint, with parameters as in `check_constraint`."""
    message = constraint.message
    if "{" in message:
        words = {"name": name, "label": label, **violation._asdict()}
        message = message.format_map(words)
    texts = constraint.remedies or DEFAULT_REMEDIES[constraint.kind]
    remedies = Remedies(texts, where, code, constraint)
    return Finding(
        constraint.level, constraint.rule, violation.where or where, message, constraint.page, None, remedies
    )


def _flag(
    context: ProfileContext, constraint: Constraint, present_codes: Collection[str]
) -> Violation | None:
    return Violation()


def _checked_elsewhere(
    context: ProfileContext, constraint: Constraint, present_codes: Collection[str]
) -> Violation | None:
    return None


def _requires(
    context: ProfileContext, constraint: Constraint, present_codes: Collection[str]
) -> Violation | None:
    return None if any(code in present_codes for code in constraint.any) else Violation()


def _excludes(
    context: ProfileContext, constraint: Constraint, present_codes: Collection[str]
) -> Violation | None:
    others = [code for code in constraint.any if code in present_codes]
    return (
        Violation(other=join_and(context.catalogue_index.name_of(code) for code in others))
        if others
        else None
    )


def _value(
    context: ProfileContext, constraint: Constraint, present_codes: Collection[str]
) -> Violation | None:
    if constraint.attribute not in context.catalogue_index.parts:
        return None
    value = context.number_of(constraint.attribute)
    if is_in_bounds(value, constraint.low, constraint.high) or (value == 0 and constraint.zero_allowed):
        return None
    return Violation(where=context.place_of(constraint.attribute), value=value)


def _needs_slot(
    context: ProfileContext, constraint: Constraint, present_codes: Collection[str]
) -> Violation | None:
    return None if _is_filled(context, constraint) else Violation()


def _forbids_slot(
    context: ProfileContext, constraint: Constraint, present_codes: Collection[str]
) -> Violation | None:
    return Violation(where=context.place_of(constraint.slot)) if _is_filled(context, constraint) else None


def _is_filled(context: ProfileContext, constraint: Constraint) -> bool:
    return context.is_filled(constraint.slot) or (
        constraint.included and context.includes_any(constraint.slot)
    )


def _forbids_on(
    context: ProfileContext, constraint: Constraint, present_codes: Collection[str]
) -> Violation | None:
    carried_codes = {code for weapon in context.weapons(constraint.slot) for code in weapon.properties}
    if carried_codes.intersection(constraint.any) or (
        constraint.included and context.includes_any(constraint.slot, constraint.any)
    ):
        return Violation(where=context.place_of(constraint.slot))
    return None


def _band(
    context: ProfileContext, constraint: Constraint, present_codes: Collection[str]
) -> Violation | None:
    value = context.number_of(constraint.attribute)
    band = constraint.bands.get(str(context.number_of(constraint.by)))
    if not band or is_in_bounds(value, band[0], band[1] if len(band) > 1 else None):
        return None
    return Violation(value=value)


def _compare(
    context: ProfileContext, constraint: Constraint, present_codes: Collection[str]
) -> Violation | None:
    value = number_or_none(context, constraint.attribute)
    other = limit_of(context, constraint.high, constraint.by)
    if value is None or other is None or _COMPARISONS[constraint.op](value, other):
        return None
    return Violation(value=value, other=str(other))


_COMPARISONS: Mapping[Comparison, Callable[[int, int], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "==": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
}

_TESTS: Mapping[ConstraintKind, Callable[[ProfileContext, Constraint, Collection[str]], Violation | None]] = {
    "flag": _flag,
    "requires": _requires,
    "excludes": _excludes,
    "value": _value,
    "needs_slot": _needs_slot,
    "forbids_slot": _forbids_slot,
    "forbids_on": _forbids_on,
    "band": _band,
    "compare": _compare,
    "only_on": _checked_elsewhere,  # checked with the weapon, in builder/points/legality/constraints.py
    "roster_max": _checked_elsewhere,  # checked with the roster
    "other_kind": _checked_elsewhere,  # checked with the parts that the kind doesn't have
}
