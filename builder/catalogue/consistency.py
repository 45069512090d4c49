"""Checks that the codes in a catalogue are different, and that references to codes are right.

``own_faults.py`` has other checks of single records. ``parsing.py`` checks the types of fields earlier.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import is_dataclass
from functools import cache
from typing import get_args, get_type_hints

from builder.catalogue.known_codes import KnownCodes, repeat_faults, unknown_codes
from builder.catalogue.own_faults import own_faults
from builder.points.rules.catalogue import Attribute, Catalogue
from builder.points.rules.remedies import steps_of

# The kinds of things to which codes refer, each with the fields that contain such codes. The value of such a
# field is a code, several codes, or a table whose keys are codes.
_FIELDS_BY_KIND: Mapping[str, str] = {
    "attribute": "Multiplier.by Attribute.table_by Cost.without Cost.by",
    "attribute or slot": "Section.fields Kind.parts",
    "attribute or value": "PickSlot.most_by PickSlot.least_by UnitKind.usual_by",
    "attribute, slot or value": "Column.of",
    "column": "Property.stats",
    "condition": (
        "Constraint.when Constraint.unless Attribute.required_unless "
        "RosterCheck.of RosterCheck.unless RosterCheck.room RosterCheck.beside RosterCheck.without"
    ),
    "cost table": "Attribute.table Cost.table",
    "fact of the roster": "RosterCheck.most_with",
    "family": "WeaponSlot.family_rules",
    "group": "Property.group Property.includes Property.unused WeaponSlot.group PickSlot.group",
    "kind": "Parameter.kinds Column.kinds Value.kinds UnitKind.kinds UnitKind.attached",
    "multiplier": "Attribute.multiplier",
    "number": "RosterCheck.per",
    "parameter": "Cost.parameter Cost.parameters Cost.factor_by",
    "pick slot": "Attribute.among",
    "property": "Constraint.any Constraint.only WeaponSlot.most_with UnitKind.made_by",
    "property of the group": "Cost.rows WeaponSlot.default",
    "receipt section": "Attribute.group Group.receipt",
    "remedy": "Constraint.remedies Attribute.required_remedies RosterCheck.remedies",
    "rule": (
        "CostTable.rules Multiplier.rules Constraint.rule Attribute.rule Attribute.required_rule "
        "Parameter.rule Property.repeat_rule Property.rulings WeaponSlot.most_rule PickSlot.repeat_rule "
        "PickSlot.least_rule PickSlot.most_rule Kind.rule Value.most_rule UnitKind.rule "
        "UnitKind.members_rule RosterTerms.limit_rule RosterTerms.max_rule RosterTerms.profile_rule "
        "RosterTerms.empty_rule RosterTerms.size_rule RulingsChange.rules Catalogue.floor_rule "
        "Catalogue.kept_rule"
    ),
    "value": ("Option.gives Option.sets Attribute.gives Property.gives Property.sets Property.sets_from"),
    "weapon slot": "Constraint.slots",
    "yes-or-no part of a profile": "RosterTerms.additions",
}
# Lists whose codes must also differ from the codes in other lists. ``own_faults`` checks these lists.
_PARTS_CHECKED_TOGETHER = ("attributes", "weapon_slots", "pick_slots", "values", "properties", "spells")
_NAMING_KEYS = ("code", "name", "label")


def catalogue_faults(catalogue: Catalogue) -> Iterator[str]:
    """Yield the faults of a catalogue. Each is a line with the key, what is wrong, and how to fix it."""
    yield from _record_faults("", catalogue, KnownCodes.of(catalogue))


@cache
def _kinds_by_field(record_class: type) -> Mapping[str, str]:
    """Return the kind of things to which the codes in a field refer, by the name of the field."""
    fields = ((kind, *field.split(".")) for kind, text in _FIELDS_BY_KIND.items() for field in text.split())
    owners = {owner.__name__ for owner in record_class.__mro__}
    return {field: kind for kind, owner, field in fields if owner in owners}


@cache
def _fields_with_records(record_class: type) -> tuple[str, ...]:
    """Return the names of the fields that contain records."""
    hints = get_type_hints(record_class)
    return tuple(name for name, kind in hints.items() if any(map(is_dataclass, (kind, *get_args(kind)))))


def _record_faults(where: str, record: object, known: KnownCodes) -> Iterator[str]:
    """Yield the faults of a record and of the records in it. ``where`` is the place of the record."""
    record_class: type = type(record)
    for name, kind in _kinds_by_field(record_class).items():
        if value := getattr(record, name):
            codes = [value] if isinstance(value, str) else value
            yield from _reference_faults(f"{where}{name}", kind, codes, known, record)
    for fault in own_faults(record, known):
        yield f"{where}{fault}"
    for name in _fields_with_records(record_class):
        part = getattr(record, name)
        if not isinstance(part, tuple):
            yield from _record_faults(f"{where}{name}.", part, known.inside(name, part))
            continue
        if len(part) > 1 and (where or name not in _PARTS_CHECKED_TOGETHER):
            codes = [row.code for row in part if hasattr(row, "code")]
            yield from repeat_faults(f"{where}{name}: code", codes)
        for index, row in enumerate(part):
            row_name = next((getattr(row, key) for key in _NAMING_KEYS if hasattr(row, key)), "")
            step = f'[{index}] "{row_name}": ' if row_name else f"[{index}]."
            yield from _record_faults(f"{where}{name}{step}", row, known.inside(name, row))


def _reference_faults(
    where: str, kind: str, codes: Iterable[str], known: KnownCodes, record: object
) -> Iterator[str]:
    """Yield a fault for each code in a record that doesn't refer to a thing of this kind."""
    if kind == "condition":
        yield from _condition_faults(where, codes, known)
    elif kind == "remedy":
        yield from _remedy_faults(where, codes, known, record if isinstance(record, Attribute) else None)
    else:
        yield from known.unknown(where, kind, codes)


def _condition_faults(where: str, conditions: Iterable[str], known: KnownCodes) -> Iterator[str]:
    """Yield a fault for each unknown code in a condition: a property, or "attribute=option"."""
    for condition in conditions:
        code, equals, option = condition.partition("=")
        yield from known.unknown(where, "attribute" if equals else "property", [code])
        attribute = known.attributes.get(code)
        if equals and attribute and attribute.options:
            options = {"*", *(row.code for row in attribute.options)}
            yield from unknown_codes(where, f"option of {code}", [option], options)


def _remedy_faults(
    where: str, remedies: Iterable[str], known: KnownCodes, owner: Attribute | None
) -> Iterator[str]:
    """Yield a fault for each remedy, a text with steps that fix a finding, that has an unknown code.

    ``owner`` is the attribute that has the remedies, or None. Steps may set its value without naming it.
    """
    for remedy in remedies:
        try:
            steps = [*steps_of(remedy)]
        except ValueError as error:
            yield f'{where}: "{error}" is no remedy: write a step that builder/points/rules/remedies.py has'
            continue
        for step in steps:
            if step.verb not in ("remove", "swap", "add"):
                yield from known.unknown(where, "attribute or slot", [step.target])
            elif step.target != "other":
                yield from known.unknown(where, "property", [step.target])
            attribute = known.attributes.get(step.target, owner)
            if step.verb == "set" and attribute and attribute.kind == "choice":
                options = {option.code for option in attribute.options}
                yield from unknown_codes(where, f"option of {attribute.code}", [step.value], options)
