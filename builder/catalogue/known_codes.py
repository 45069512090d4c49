"""The codes that a catalogue defines, and checks for unknown codes, repeated codes and wrong placeholders.

A fault is one line of text that says what is wrong and how to fix it.
"""

import difflib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from string import Formatter

from builder.points.rules.catalogue import (
    Attribute,
    Catalogue,
    Parameter,
    Property,
    RosterTerms,
    UnitKind,
    WeaponSlot,
)

_MAX_NAMES_SHOWN = 12
# Rules that every game has, even if its catalogue doesn't describe them.
_SHARED_RULES = {"limit", "max", "profile", "empty"}


@dataclass(frozen=True)
class KnownCodes:
    """The codes that a part of a catalogue may name.

    Attributes:
        by_kind: The name in messages and the known codes of each kind of things (``consistency.py``).
        attributes: The attributes by code.
        costs: The costs in each cost table, by its code.
        codes_by_group: The codes of the entries in each group, even if the catalogue doesn't define it.
        parameters: The parameters, by code, of the entry that is checked.
    """

    catalogue: Catalogue
    by_kind: Mapping[str, tuple[str, Collection[str]]]
    attributes: Mapping[str, Attribute]
    costs: Mapping[str, Mapping[str, int]]
    codes_by_group: Mapping[str, set[str]]
    parameters: Mapping[str, Parameter] = field(default_factory=dict)

    @classmethod
    def of(cls, catalogue: Catalogue) -> "KnownCodes":
        """Return the codes that a catalogue defines."""
        attributes = {attribute.code: attribute for attribute in catalogue.attributes}
        values = {value.code for value in catalogue.values}
        weapon_slots = {slot.code for slot in catalogue.weapon_slots}
        pick_slots = {slot.code for slot in catalogue.pick_slots}
        codes_by_group: dict[str, set[str]] = {group.code: set() for group in catalogue.groups}
        for entry in catalogue.entries():
            codes_by_group.setdefault(entry.group, set()).add(entry.code)
        costs = {table.code: table.costs for table in catalogue.cost_tables}
        parts = {*attributes, *weapon_slots, *pick_slots}
        codes: dict[str, Collection[str]] = {
            "attribute": attributes,
            "attribute or slot": parts,
            "attribute or value": {*attributes, *values},
            "attribute, slot or value": parts | values,
            "cost table": costs,
            "fact of the roster": {fact.code for fact in catalogue.roster.fields if fact.kind == "flag"},
            "family": {entry.family for entry in catalogue.properties},
            "group": {group.code for group in catalogue.groups},
            "kind": {kind.code for kind in catalogue.kinds},
            "multiplier": {multiplier.code for multiplier in catalogue.multipliers},
            "number": catalogue.numbers,
            "pick slot": pick_slots,
            "property": {
                *(entry.code for entry in catalogue.entries()),
                *(f"spell:{spell.code}" for spell in catalogue.spells),
            },
            "receipt section": {section.code for section in catalogue.receipt},
            "rule": {rule.code for rule in catalogue.rules},
            "slot": weapon_slots | pick_slots,
            "value": values,
            "weapon slot": weapon_slots,
            "yes-or-no part of a profile": {code for code, a in attributes.items() if a.kind == "flag"},
        }
        by_kind = {kind: (kind, known) for kind, known in codes.items()}
        return cls(catalogue, by_kind, attributes, costs, codes_by_group)

    def inside(self, name: str, record: object) -> "KnownCodes":
        """Return the codes that may be named in a record, which is in the field ``name``."""
        own: dict[str, tuple[str, Collection[str]]] = {}
        parameters = self.parameters
        if isinstance(record, RosterTerms):
            own["value"] = ("value of the roster", {value.code for value in record.values})
            own["rule"] = ("rule", self.codes("rule") and {*self.codes("rule"), *_SHARED_RULES})
        elif isinstance(record, UnitKind):
            own["value"] = ("value of units", {value.code for value in self.catalogue.unit_values})
        elif isinstance(record, Property):
            parameters = {parameter.code: parameter for parameter in record.parameters}
            columns = (group.columns for group in self.catalogue.groups if group.code == record.group)
            own["parameter"] = ("parameter", parameters)
            own["column"] = (
                f'column of group "{record.group}"',
                {column.code for column in chain.from_iterable(columns)},
            )
        if isinstance(record, RosterTerms | UnitKind):
            # The fields of rosters and units have no lines on a receipt, so their ``group`` may be anything.
            own["receipt section"] = ("receipt section", {fact.group for fact in record.fields})
        if isinstance(record, Property | WeaponSlot):
            codes_of_group = self.codes_by_group.get(record.group, ())
            own["property of the group"] = (f'property of group "{record.group}"', codes_of_group)
        if name in ("roster", "unit_values"):
            own["kind"] = ("kind of unit", {kind.code for kind in self.catalogue.unit_kinds})
        return replace(self, by_kind={**self.by_kind, **own}, parameters=parameters) if own else self

    def codes(self, kind: str) -> Collection[str]:
        """Return the known codes of a kind of things."""
        return self.by_kind[kind][1]

    def unknown(self, where: str, kind: str, codes: Iterable[str]) -> Iterator[str]:
        """Yield a fault for each unknown code. Skip codes of rules if the catalogue has no rules."""
        words, known = self.by_kind[kind]
        if kind != "rule" or known:
            yield from unknown_codes(where, words, codes, known)


def unknown_codes(
    where: str, kind: str, codes: Iterable[str], known: Collection[str], *, required: bool = False
) -> Iterator[str]:
    """Yield a fault for each code that isn't known. Empty codes are faults only if codes are required."""
    for code in codes:
        if (code or required) and code not in known:
            yield f'{where} names {kind} "{code}", which is not defined: {_suggest_fix(code, known)}'


def _suggest_fix(code: str, known: Collection[str]) -> str:
    if near := difflib.get_close_matches(code, known, n=1):
        return f'did you mean "{near[0]}"?'
    if len(known) > _MAX_NAMES_SHOWN:
        return "define it or correct the name"
    return f"define it or write one of {', '.join(sorted(filter(None, known)))}" if known else "define it"


def repeat_faults(where: str, values: Iterable[str]) -> Iterator[str]:
    """Yield a fault for each value that appears more than once."""
    for value, count in Counter(values).items():
        if count > 1:
            yield f'{where} has "{value}" {count} times: keep one or rename the others'


def placeholder_faults(where: str, message: str, allowed: Collection[str]) -> Iterator[str]:
    """Yield the faults of placeholders such as {value}: wrong braces, and names that aren't allowed."""
    try:
        placeholders = [word for _, word, _, _ in Formatter().parse(message) if word is not None]
    except ValueError as error:
        yield f"{where} cannot be filled in ({error}): write {{{{ for a brace"
        return
    for word in placeholders:
        if word not in allowed:
            words = ", ".join(f"{{{name}}}" for name in allowed) or "no braces"
            yield f"{where} has {{{word}}}: it may use {words}"
