"""Whether everything that a catalogue names exists in it, once.

The dataclasses say what shape a catalogue has; this says that it hangs together: codes unique in
their kind, every table, group, property, slot, attribute and rule that is named there, every offered
option priced, every message fit to be filled in. Rules are looked up only where the catalogue has any.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from string import Formatter

from builder.points.catalogue import (
    Attribute,
    Catalogue,
    Constraint,
    Cost,
    Option,
    Parameter,
    PickSlot,
    Property,
    RosterTerms,
    WeaponSlot,
)

_REQUIRED_FIELDS: Mapping[str, tuple[str, ...]] = {
    "requires": ("any",),
    "excludes": ("any",),
    "value": ("attribute",),
    "needs_slot": ("slot",),
    "forbids_slot": ("slot",),
    "forbids_on": ("slot", "any"),
    "only_on": ("slots",),
    "roster_max": ("count",),
    "band": ("attribute", "by", "bands"),
    "compare": ("attribute",),
}
_COMMON_PLACEHOLDERS = ("name", "label")
_EXTRA_PLACEHOLDERS: Mapping[str, tuple[str, ...]] = {
    "excludes": ("other",),
    "value": ("value",),
    "band": ("value",),
    "roster_max": ("value",),
    "compare": ("value", "other"),
}
_ATTRIBUTE_PLACEHOLDERS = ("label", "name", "value")
_SLOT_PLACEHOLDERS = ("count", "most")


_KINDS_OF_ENTRIES = (
    "cost_tables", "multipliers", "groups", "sections", "receipt", "rules", "tables", "terms", "kinds",
    "values", "unit_kinds",
)  # fmt: skip


def catalogue_faults(catalogue: Catalogue) -> Iterator[str]:
    """Every fault as one line: the key, what is wrong, and how to fix it."""
    names = _KnownCodes(catalogue)
    yield from _duplicates(catalogue)
    yield from _tables(catalogue, names)
    for index, attribute in enumerate(catalogue.attributes):
        yield from _attribute(names, f'attributes[{index}] "{attribute.code}"', attribute)
    for kind, entries in (("properties", catalogue.properties), ("spells", catalogue.spells)):
        for index, entry in enumerate(entries):
            yield from _property(names, f'{kind}[{index}] "{entry.code}"', entry)
    for index, slot in enumerate(catalogue.weapon_slots):
        yield from _weapon_slot(names, f'weapon_slots[{index}] "{slot.code}"', slot)
    for index, pick in enumerate(catalogue.pick_slots):
        yield from _pick_slot(names, f'pick_slots[{index}] "{pick.code}"', pick)
    yield from _kinds(catalogue, names)
    yield from _values(catalogue, names)
    yield from _terms(catalogue, names)
    yield from _layout(catalogue, names)


class _KnownCodes:
    """The codes that a catalogue defines, by kind."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.attributes = {a.code: a for a in catalogue.attributes}
        self.costs = {t.code: t.costs for t in catalogue.cost_tables}
        self.multipliers = {m.code for m in catalogue.multipliers}
        self.groups: dict[str, set[str]] = {g.code: set() for g in catalogue.groups}
        for entry in catalogue.entries():
            self.groups.setdefault(entry.group, set()).add(entry.code)
        self.known_groups = {g.code for g in catalogue.groups}
        self.families = {p.family for p in catalogue.properties} | {""}
        self.properties = {p.code for p in catalogue.properties}
        self.properties |= {code for s in catalogue.spells for code in (s.code, f"spell:{s.code}")}
        self.weapon_slots = {s.code for s in catalogue.weapon_slots}
        self.slots = self.weapon_slots | {s.code for s in catalogue.pick_slots}
        self.receipt = {s.code for s in catalogue.receipt}
        self.rules = {r.code for r in catalogue.rules}
        self.kinds = {k.code for k in catalogue.kinds}
        self.values = {v.code for v in catalogue.values}
        self.numbers = {*self.attributes, *self.values}
        self.columns = {g.code: {c.code for c in g.columns} for g in catalogue.groups}

    def missing_rules(self, where: str, codes: Iterable[str]) -> Iterator[str]:
        """The rules among ``codes`` that the catalogue does not describe, where it describes any."""
        if self.rules:
            yield from _unknown(where, "rule", codes, self.rules)


def _conditions(names: _KnownCodes, where: str, conditions: Iterable[str]) -> Iterator[str]:
    """Conditions that can never hold: a property that there is not, or a choice without such an option."""
    for condition in conditions:
        code, chosen, option = condition.partition("=")
        if not chosen:
            yield from _unknown(where, "property", [condition], names.properties)
        elif attribute := names.attributes.get(code):
            known = {o.code for o in attribute.options}
            yield from _unknown(where, f"option of {code}", [option], known)
        else:
            yield from _unknown(where, "attribute", [code], names.attributes)


def _unknown(where: str, kind: str, codes: Iterable[str], known: Collection[str]) -> Iterator[str]:
    for code in codes:
        if code and code not in known:
            yield f'{where} names {kind} "{code}", which is not defined: define it or mend the name'


def _repeated(where: str, values: Iterable[str]) -> Iterator[str]:
    for value, count in Counter(values).items():
        if count > 1:
            yield f'{where} has "{value}" {count} times: keep one or rename the others'


def _duplicates(catalogue: Catalogue) -> Iterator[str]:
    for kind in _KINDS_OF_ENTRIES:
        yield from _repeated(f"{kind}: code", [entry.code for entry in getattr(catalogue, kind)])
    entries = catalogue.entries()
    for group in dict.fromkeys(entry.group for entry in entries):
        yield from _repeated(
            f'properties and spells of group "{group}": code', [e.code for e in entries if e.group == group]
        )
    places: tuple[Attribute | WeaponSlot | PickSlot, ...] = (
        *catalogue.attributes,
        *catalogue.weapon_slots,
        *catalogue.pick_slots,
    )
    yield from _repeated("attributes and slots: code", [place.code for place in places])
    yield from _repeated("attributes and slots: at", [place.at for place in places])
    yield from _repeated("game_sizes: name", [size.name for size in catalogue.game_sizes])


def _tables(catalogue: Catalogue, names: _KnownCodes) -> Iterator[str]:
    for index, table in enumerate(catalogue.cost_tables):
        yield from names.missing_rules(f'cost_tables[{index}] "{table.code}": rules', table.rules)
    for index, multiplier in enumerate(catalogue.multipliers):
        where = f'multipliers[{index}] "{multiplier.code}"'
        yield from _unknown(f"{where}: by", "attribute", [multiplier.by], names.attributes)
        yield from _keys_of_attribute(names, f"{where}: factors", multiplier.by, multiplier.factors)
        yield from names.missing_rules(f"{where}: rules", multiplier.rules)


def _keys_of_attribute(names: _KnownCodes, where: str, code: str, keys: Iterable[str]) -> Iterator[str]:
    """Keys that stand for an attribute's values: its options, or whole numbers."""
    attribute = names.attributes.get(code)
    if attribute and attribute.kind == "choice":
        yield from _unknown(where, f"option of {code}", keys, {o.code for o in attribute.options})
    elif attribute:
        yield from _whole_numbers(where, keys)


def _whole_numbers(where: str, keys: Iterable[str]) -> Iterator[str]:
    for key in keys:
        if not key.isdecimal():
            yield f'{where} has the key "{key}": for a number every key is a whole number'


def _attribute(names: _KnownCodes, where: str, attribute: Attribute) -> Iterator[str]:
    tables = [attribute.table, *attribute.tables.values()]
    yield from _unknown(f"{where}: table", "cost table", tables, names.costs)
    yield from _unknown(f"{where}: table_by", "attribute", [attribute.table_by], names.attributes)
    yield from _keys_of_attribute(names, f"{where}: tables", attribute.table_by, attribute.tables)
    yield from _unknown(f"{where}: multiplier", "multiplier", [attribute.multiplier], names.multipliers)
    yield from _unknown(f"{where}: group", "receipt section", [attribute.group], names.receipt)
    yield from _conditions(names, f"{where}: required_unless", attribute.required_unless)
    for fed in (
        attribute.gives,
        *(fed for option in attribute.options for fed in (option.gives, option.sets)),
    ):
        yield from _unknown(f"{where}: gives and sets", "value", fed, names.values)
    yield from names.missing_rules(f"{where}: rule", [attribute.rule, attribute.required_rule])
    yield from _placeholder_faults(f"{where}: rule_message", attribute.rule_message, _ATTRIBUTE_PLACEHOLDERS)
    for table in filter(None, tables):
        if attribute.kind == "number":
            yield from _whole_numbers(f'{where}: costs of "{table}"', names.costs.get(table, ()))
        else:
            yield from _priced(names, f"{where}: options", attribute.options, table)
    yield from _choice(where, attribute)
    if attribute.kind == "number" and attribute.low > attribute.high and attribute.table:
        yield f"{where}: low {attribute.low} is above high {attribute.high}: swap them"
    yield from _constraints(names, where, attribute.constraints)


def _choice(where: str, entry: Attribute | Parameter) -> Iterator[str]:
    if entry.kind == "choice" and not entry.options:
        yield f"{where}: options is empty: a choice needs at least one"
    yield from _repeated(f"{where}: options: code", [option.code for option in entry.options])


def _priced(names: _KnownCodes, where: str, options: tuple[Option, ...], table: str) -> Iterator[str]:
    costs = names.costs.get(table)
    for option in options:
        if costs is not None and option.offered and option.code not in costs:
            yield f'{where}: "{option.code}" has no price in "{table}": add one or write offered = false'


def _property(names: _KnownCodes, where: str, entry: Property) -> Iterator[str]:
    yield from _unknown(f"{where}: group", "group", [entry.group], names.known_groups)
    yield from names.missing_rules(f"{where}: repeat_rule", [entry.repeat_rule])
    yield from names.missing_rules(f"{where}: rulings", entry.rulings)
    parameters = {parameter.code: parameter for parameter in entry.parameters}
    for fed in (entry.gives, entry.sets, entry.sets_from):
        yield from _unknown(f"{where}: gives and sets", "value", fed, names.values)
    yield from _unknown(f"{where}: sets_from", "parameter", entry.sets_from.values(), parameters)
    yield from _unknown(
        f"{where}: stats", f'column of group "{entry.group}"', entry.stats, names.columns.get(entry.group, ())
    )
    for text in entry.stats.values():
        yield from _placeholder_faults(f"{where}: stats", text, parameters)
    yield from _repeated(f"{where}: parameters: code", [parameter.code for parameter in entry.parameters])
    yield from _placeholder_faults(f"{where}: text", entry.text, parameters)
    for parameter in entry.parameters:
        inner = f"{where}: parameters.{parameter.code}"
        yield from names.missing_rules(f"{inner}.rule", [parameter.rule])
        yield from _choice(inner, parameter)
        if parameter.default and parameter.kind == "choice":
            yield from _unknown(
                f"{inner}.default", "option", [parameter.default], {o.code for o in parameter.options}
            )
    yield from _cost(names, f"{where}: cost", entry, entry.cost, parameters)
    yield from _constraints(names, where, entry.constraints)


def _cost(
    names: _KnownCodes, where: str, entry: Property, cost: Cost, parameters: Mapping[str, Parameter]
) -> Iterator[str]:
    needed = {
        "table": ("table",) if cost.by else ("table", "parameter"),
        "product": ("parameters",),
        "profiles": ("parameter",),
        "beside": ("rows",),
        "entered": ("parameter",),
    }
    for key in needed.get(cost.kind, ()):
        if not getattr(cost, key):
            yield f'{where}.{key} is missing: a cost of kind "{cost.kind}" needs it'
    yield from _unknown(f"{where}.table", "cost table", [cost.table], names.costs)
    yield from _unknown(f"{where}.without", "attribute", [cost.without], names.attributes)
    yield from _unknown(f"{where}.by", "attribute", [cost.by], names.attributes)
    yield from _unknown(
        f"{where}.rows",
        f'property of group "{entry.group}"',
        _keys_and_values(cost.rows),
        names.groups[entry.group],
    )
    for key, codes in (
        ("parameter", [cost.parameter]),
        ("parameters", cost.parameters),
        ("factor_by", [cost.factor_by]),
    ):
        yield from _unknown(f"{where}.{key}", "parameter", codes, parameters)
    chosen = parameters.get(cost.parameter)
    if chosen and cost.kind == "table":
        if chosen.kind == "choice":
            yield from _priced(names, f"{where}: options of {chosen.code}", chosen.options, cost.table)
        else:
            yield from _whole_numbers(f'{where}: costs of "{cost.table}"', names.costs.get(cost.table, ()))
    by = parameters.get(cost.factor_by)
    if by and {o.code for o in by.options} != set(cost.factors):
        yield f'{where}.factors do not match the options of "{by.code}": give each option one factor'


def _keys_and_values(rows: Mapping[str, str]) -> list[str]:
    return [*rows, *rows.values()]


def _constraints(names: _KnownCodes, where: str, constraints: tuple[Constraint, ...]) -> Iterator[str]:
    for index, constraint in enumerate(constraints):
        inner = f"{where}: constraints[{index}]"
        for key in _REQUIRED_FIELDS.get(constraint.kind, ()):
            if not getattr(constraint, key):
                yield f'{inner}.{key} is missing: a constraint of kind "{constraint.kind}" needs it'
        if constraint.kind == "compare" and not constraint.by and constraint.high is None:
            yield f'{inner} has neither by nor high: a constraint of kind "compare" needs one of them'
        if constraint.kind == "value" and constraint.low is None and constraint.high is None:
            yield f'{inner} has neither low nor high: a constraint of kind "value" needs one of them'
        yield from _constraint_names(names, inner, constraint)
        yield from names.missing_rules(f"{inner}.rule", [constraint.rule])
        words = (*_COMMON_PLACEHOLDERS, *_EXTRA_PLACEHOLDERS.get(constraint.kind, ()))
        yield from _placeholder_faults(f"{inner}.message", constraint.message, words)


def _constraint_names(names: _KnownCodes, where: str, constraint: Constraint) -> Iterator[str]:
    for key in ("any", "only"):
        yield from _unknown(f"{where}.{key}", "property", getattr(constraint, key), names.properties)
    for key in ("when", "unless"):
        yield from _conditions(names, f"{where}.{key}", getattr(constraint, key))
    numbers = names.numbers if constraint.kind == "compare" else names.attributes
    for key in ("attribute", "by"):
        yield from _unknown(f"{where}.{key}", "attribute", [getattr(constraint, key)], numbers)
    yield from _unknown(f"{where}.slot", "slot", [constraint.slot], names.slots)
    yield from _unknown(f"{where}.slots", "weapon slot", constraint.slots, names.weapon_slots)
    if constraint.kind == "forbids_on":
        yield from _unknown(f"{where}.slot", "weapon slot", [constraint.slot], names.weapon_slots)
    yield from _keys_of_attribute(names, f"{where}.bands", constraint.by, constraint.bands)
    for key, band in constraint.bands.items():
        if len(band) not in (1, 2) or list(band) != sorted(band):
            yield f"{where}.bands.{key} is not a band: write [low, high], or [low] when it is open above"


def _placeholder_faults(where: str, message: str, allowed: Collection[str]) -> Iterator[str]:
    """Faults of a text with {words} to be filled in."""
    try:
        placeholders = [word for _, word, _, _ in Formatter().parse(message) if word is not None]
    except ValueError as error:
        yield f"{where} cannot be filled in ({error}): write {{{{ for a brace"
        return
    for word in placeholders:
        if word not in allowed:
            words = ", ".join(f"{{{name}}}" for name in allowed) or "no braces"
            yield f"{where} has {{{word}}}: it may use {words}"


def _weapon_slot(names: _KnownCodes, where: str, slot: WeaponSlot) -> Iterator[str]:
    yield from _unknown(f"{where}: group", "group", [slot.group], names.known_groups)
    yield from _unknown(
        f"{where}: default",
        f'property of group "{slot.group}"',
        slot.default,
        names.groups.get(slot.group, ()),
    )
    yield from _unknown(f"{where}: most_with", "property", slot.most_with, names.properties)
    yield from _unknown(f"{where}: family_rules", "family", slot.family_rules, names.families)
    yield from names.missing_rules(f"{where}: most_rule", [slot.most_rule])
    yield from names.missing_rules(f"{where}: family_rules", slot.family_rules.values())
    yield from _placeholder_faults(f"{where}: most_message", slot.most_message, _SLOT_PLACEHOLDERS)
    yield from _repeated(f"{where}: fields: code", [part.code for part in slot.fields])
    yield from _repeated(f"{where}: fields: at", [part.at for part in slot.fields])
    for part in slot.fields:
        yield from _attribute(names, f"{where}: fields.{part.code}", part)
    yield from _constraints(names, where, slot.constraints)


def _pick_slot(names: _KnownCodes, where: str, slot: PickSlot) -> Iterator[str]:
    yield from _unknown(f"{where}: group", "group", [slot.group], names.known_groups)
    yield from names.missing_rules(f"{where}: repeat_rule", [slot.repeat_rule])
    yield from names.missing_rules(f"{where}: least_rule and most_rule", [slot.least_rule, slot.most_rule])
    yield from _unknown(f"{where}: most_by", "value or attribute", [slot.most_by], names.numbers)
    yield from _constraints(names, where, slot.constraints)


def _kinds(catalogue: Catalogue, names: _KnownCodes) -> Iterator[str]:
    """Kinds of profile match the choice "kind" and name parts that exist; kinds of unit are made of them."""
    chosen = names.attributes.get("kind")
    options = {option.code for option in chosen.options} if chosen else set()
    if catalogue.kinds and options != names.kinds:
        yield 'kinds: the attribute "kind" needs these options, one a kind: add it or mend them'
    parts = {*names.attributes, *names.slots}
    for index, kind in enumerate(catalogue.kinds):
        where = f'kinds[{index}] "{kind.code}"'
        yield from _unknown(f"{where}: parts", "attribute or slot", kind.parts, parts)
        yield from names.missing_rules(f"{where}: rule", [kind.rule])
    for index, unit in enumerate(catalogue.unit_kinds):
        where = f'unit_kinds[{index}] "{unit.code}"'
        yield from _unknown(
            f"{where}: kinds and attached", "kind", (*unit.kinds, *unit.attached), names.kinds
        )
        yield from names.missing_rules(f"{where}: rule", [unit.rule])


def _values(catalogue: Catalogue, names: _KnownCodes) -> Iterator[str]:
    """Values are made of values before them, and limited by numbers that exist."""
    before: set[str] = set()
    for index, value in enumerate(catalogue.values):
        where = f'values[{index}] "{value.code}"'
        yield from _unknown(f"{where}: of", "value before it", value.of, before)
        yield from _unknown(f"{where}: most_by", "value or attribute", [value.most_by], names.numbers)
        yield from _unknown(f"{where}: kinds", "kind", value.kinds, names.kinds)
        yield from names.missing_rules(f"{where}: most_rule", [value.most_rule])
        yield from _placeholder_faults(f"{where}: show", value.show, ("value", "most"))
        before.add(value.code)


def _terms(catalogue: Catalogue, names: _KnownCodes) -> Iterator[str]:
    """The verdicts that the core gives every roster cite rules that exist, where a system takes them."""
    terms, standard = catalogue.roster, RosterTerms()
    for key in ("limit_rule", "max_rule", "profile_rule"):
        code = getattr(terms, key)
        if terms != standard:
            yield from names.missing_rules(f"roster.{key}", [code])


def _layout(catalogue: Catalogue, names: _KnownCodes) -> Iterator[str]:
    """Groups, sections and columns name places that exist, and the form leaves none out."""
    for index, group in enumerate(catalogue.groups):
        yield from _unknown(
            f'groups[{index}] "{group.code}": receipt', "receipt section", [group.receipt], names.receipt
        )
    places = {*names.attributes, *names.slots}
    shown: list[str] = []
    for index, section in enumerate(catalogue.sections):
        yield from _unknown(
            f'sections[{index}] "{section.code}": fields', "attribute or slot", section.fields, places
        )
        shown += section.fields
    yield from _repeated("sections: fields", shown)
    if catalogue.sections:
        for code in sorted(places.difference(shown)):
            yield f'sections: "{code}" is in none of them: add it to the fields of one'
    for index, column in enumerate(catalogue.sheet):
        where = f'sheet[{index}] "{column.label}"'
        yield from _unknown(f"{where}: of", "attribute, slot or value", column.of, {*places, *names.values})
        yield from _unknown(f"{where}: kinds", "kind", column.kinds, names.kinds)
