"""Checks that roster rules and remedies are complete and name existing things."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date

from builder.catalogue.consistency_of_values import condition_faults
from builder.catalogue.known_codes import KnownCodes, placeholder_faults, unknown_codes
from builder.points.legality.roster_rules import POINTS
from builder.points.rules.catalogue import Attribute, Catalogue, RosterCheck, RosterCheckKind
from builder.points.rules.remedies import steps_of

_PLACEHOLDERS: Mapping[RosterCheckKind, tuple[str, ...]] = {
    "count": ("count", "most", "room", "over", "models", "points", "advice", "names"),
    "needs": ("missing",),
    "remind": ("names",),
}


def remedy_faults(
    names: KnownCodes, where: str, remedies: Iterable[str], owner: Attribute | None = None
) -> Iterator[str]:
    """Yield a fault for each remedy that is not in the vocabulary or refers to an unknown code.

    ``owner`` is the attribute that the remedies belong to, if any: a step without a known target is about it.
    """
    for remedy in remedies:
        try:
            steps = [*steps_of(remedy)]
        except ValueError as error:
            yield f'{where}: "{error}" is no remedy: write a step that builder/points/rules/remedies.py has'
            continue
        for step in steps:
            if step.verb in ("remove", "swap", "add"):
                codes = [step.target] if step.target != "other" else []
                yield from unknown_codes(where, "property", codes, names.properties)
            else:
                yield from unknown_codes(where, "attribute or slot", [step.target], names.parts)
            attribute = names.attributes.get(step.target, owner)
            if step.verb == "set" and attribute and attribute.kind == "choice":
                options = [option.code for option in attribute.options]
                yield from unknown_codes(where, f"option of {attribute.code}", [step.value], options)


def rule_faults(catalogue: Catalogue, names: KnownCodes) -> Iterator[str]:
    """Yield the faults in rules, roster checks and changes of rulings, one line each."""
    for index, change in enumerate(catalogue.changes):
        if not _is_date(change.date):
            yield f'changes[{index}].date "{change.date}" is no date: write it as 2026-11-26'
        yield from names.unknown_rules(f"changes[{index}].rules", change.rules)
    for rule in catalogue.rules:
        where = f'rules "{rule.code}"'
        if rule.checks and rule.checked_by not in ("data", "partly"):
            yield f'{where}: it has checks, and is checked by {rule.checked_by}: write "data", or "partly"'
        for index, check in enumerate(rule.checks):
            yield from _check_faults(catalogue, names, f"{where}: checks[{index}]", check)
            if check.page and check.page not in rule.pages:
                yield f"{where}: checks[{index}].page {check.page} is not a page of the rule: add it there"


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _check_faults(catalogue: Catalogue, names: KnownCodes, where: str, check: RosterCheck) -> Iterator[str]:
    for key in ("of", "unless", "room", "beside", "without"):
        yield from condition_faults(f"{where}.{key}", getattr(check, key), names)
    yield from remedy_faults(names, f"{where}.remedies", check.remedies)
    for message in (check.message, check.one):
        yield from placeholder_faults(f"{where}.message", message, _PLACEHOLDERS[check.kind])
    if check.kind == "count":
        yield from _count_faults(catalogue, names, where, check)
    elif not check.of:
        yield f'{where}.of is missing: a check of kind "{check.kind}" needs it'


def _count_faults(catalogue: Catalogue, names: KnownCodes, where: str, check: RosterCheck) -> Iterator[str]:
    bounds = [check.most is not None, check.most_by, check.least_by, check.exactly is not None]
    if sum(map(bool, bounds)) != 1:
        yield f"{where} must have one bound: write one of most, most_by, least_by and exactly"
    if (check.value == POINTS) != bool(check.least_by):
        yield f'{where}: least_by compares points with the limit: write it and value = "points", or neither'
    if check.most_by and not check.per:
        yield f"{where}.per is missing: write a code from the table numbers"
    yield from unknown_codes(f"{where}.per", "number", [check.per], catalogue.numbers)
    yield from unknown_codes(
        f"{where}.value", "value", [check.value], {POINTS, *names.values, *names.attributes}
    )
    flags = {fact.code for fact in catalogue.roster.fields if fact.kind == "flag"}
    yield from unknown_codes(f"{where}.most_with", "fact of the roster", check.most_with, flags)
