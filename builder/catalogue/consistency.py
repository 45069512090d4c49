"""Checks that everything a catalogue refers to exists in it exactly once.

The dataclasses define the shape of a catalogue; these checks test its contents: codes are unique in their
kind, every table, group, property, slot, attribute and rule that is referred to exists, every offered option
has a price, and every message has only allowed placeholders. Codes of rules are only checked if the catalogue
has rules.
"""

from collections.abc import Iterable, Iterator, Mapping

from builder.catalogue.consistency_of_rules import remedy_faults, rule_faults
from builder.catalogue.consistency_of_values import (
    comparison_faults,
    condition_faults,
    dice_faults,
    kind_and_value_faults,
)
from builder.catalogue.known_codes import KnownCodes, placeholder_faults, repeat_faults, unknown_codes
from builder.points.rules.catalogue import (
    Attribute,
    Catalogue,
    Constraint,
    Cost,
    Option,
    Parameter,
    PickSlot,
    Property,
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
    "flag": ("points",),
    "requires": ("points",),
    "excludes": ("other", "points", "other_points"),
    "value": ("value", "points", "other_points"),
    "needs_slot": ("points",),
    "forbids_slot": ("points", "other_points"),
    "forbids_on": ("points", "other_points"),
    "band": ("value",),
    "roster_max": ("value",),
    "compare": ("value", "other"),
}
_ATTRIBUTE_PLACEHOLDERS = ("label", "name", "value")
_SLOT_PLACEHOLDERS = ("count", "most")


def catalogue_faults(catalogue: Catalogue) -> Iterator[str]:
    """Yield each fault of a catalogue as a line: the key, what is wrong, and how to fix it."""
    names = KnownCodes(catalogue)
    yield from _duplicate_faults(catalogue)
    yield from _table_faults(catalogue, names)
    for index, attribute in enumerate(catalogue.attributes):
        yield from _attribute_faults(names, f'attributes[{index}] "{attribute.code}"', attribute)
    for kind, entries in (("properties", catalogue.properties), ("spells", catalogue.spells)):
        for index, entry in enumerate(entries):
            yield from _property_faults(names, f'{kind}[{index}] "{entry.code}"', entry)
    for index, slot in enumerate(catalogue.weapon_slots):
        yield from _weapon_slot_faults(names, f'weapon_slots[{index}] "{slot.code}"', slot)
    for index, pick in enumerate(catalogue.pick_slots):
        yield from _pick_slot_faults(names, f'pick_slots[{index}] "{pick.code}"', pick)
    yield from _layout_faults(catalogue, names)
    yield from kind_and_value_faults(catalogue, names)
    yield from rule_faults(catalogue, names)


def _duplicate_faults(catalogue: Catalogue) -> Iterator[str]:
    for kind in ("cost_tables", "multipliers", "groups", "sections", "receipt", "rules", "tables", "terms"):
        yield from repeat_faults(f"{kind}: code", [entry.code for entry in getattr(catalogue, kind)])
    entries = catalogue.entries()
    for group in dict.fromkeys(entry.group for entry in entries):
        yield from repeat_faults(
            f'properties and spells of group "{group}": code', [e.code for e in entries if e.group == group]
        )
    places: tuple[Attribute | WeaponSlot | PickSlot, ...] = (
        *catalogue.attributes,
        *catalogue.weapon_slots,
        *catalogue.pick_slots,
    )
    codes = [*(place.code for place in places), *(value.code for value in catalogue.values)]
    yield from repeat_faults("attributes, slots and values: code", codes)
    yield from repeat_faults("attributes and slots: at", [place.at for place in places])
    yield from repeat_faults("game_sizes: name", [size.name for size in catalogue.game_sizes])


def _table_faults(catalogue: Catalogue, names: KnownCodes) -> Iterator[str]:
    for index, table in enumerate(catalogue.cost_tables):
        yield from names.unknown_rules(f'cost_tables[{index}] "{table.code}": rules', table.rules)
    for index, multiplier in enumerate(catalogue.multipliers):
        where = f'multipliers[{index}] "{multiplier.code}"'
        yield from unknown_codes(f"{where}: by", "attribute", [multiplier.by], names.attributes)
        yield from _key_faults(names, f"{where}: factors", multiplier.by, multiplier.factors)
        yield from names.unknown_rules(f"{where}: rules", multiplier.rules)


def _key_faults(names: KnownCodes, where: str, code: str, keys: Iterable[str]) -> Iterator[str]:
    """Yield a fault for each key that isn't a value of the attribute: an option, or an integer."""
    attribute = names.attributes.get(code)
    if attribute and attribute.kind == "choice":
        yield from unknown_codes(where, f"option of {code}", keys, {o.code for o in attribute.options})
    elif attribute:
        yield from _integer_key_faults(where, keys)


def _integer_key_faults(where: str, keys: Iterable[str]) -> Iterator[str]:
    for key in keys:
        if not key.isdecimal():
            yield f'{where} has the key "{key}": for a number every key is a whole number'


def _attribute_faults(names: KnownCodes, where: str, attribute: Attribute) -> Iterator[str]:
    tables = [attribute.table, *attribute.tables.values()]
    yield from unknown_codes(f"{where}: table", "cost table", tables, names.costs)
    yield from unknown_codes(f"{where}: table_by", "attribute", [attribute.table_by], names.attributes)
    yield from _key_faults(names, f"{where}: tables", attribute.table_by, attribute.tables)
    yield from unknown_codes(f"{where}: multiplier", "multiplier", [attribute.multiplier], names.multipliers)
    yield from unknown_codes(f"{where}: group", "receipt section", [attribute.group], names.receipt)
    yield from condition_faults(f"{where}: required_unless", attribute.required_unless, names)
    yield from remedy_faults(names, f"{where}: required_remedies", attribute.required_remedies, attribute)
    yield from names.unknown_rules(f"{where}: rule", [attribute.rule, attribute.required_rule])
    yield from placeholder_faults(f"{where}: rule_message", attribute.rule_message, _ATTRIBUTE_PLACEHOLDERS)
    for table in filter(None, tables):
        if attribute.kind == "number":
            yield from _integer_key_faults(f'{where}: costs of "{table}"', names.costs.get(table, ()))
        else:
            yield from _option_price_faults(names, f"{where}: options", attribute.options, table)
    if attribute.kind == "number" and attribute.is_table_priced and not attribute.rule:
        yield f"{where}: rule is missing: name the rule that a number without a price breaks"
    yield from _choice_faults(where, attribute)
    yield from dice_faults(where, attribute)
    if attribute.entered and (attribute.kind != "number" or tables != [""]):
        yield f"{where}: entered is for a number without a table: leave it out, or the table"
    yield from _among_faults(names, where, attribute)
    if attribute.kind == "number" and attribute.low > attribute.high and attribute.table:
        yield f"{where}: low {attribute.low} is above high {attribute.high}: swap them"
    yield from _constraint_faults(names, where, attribute.constraints)


def _among_faults(names: KnownCodes, where: str, attribute: Attribute) -> Iterator[str]:
    yield from unknown_codes(f"{where}: among", "pick slot", [attribute.among], names.pick_slots)
    if attribute.among in names.pick_slots:
        group = names.pick_slots[attribute.among]
        codes = [option.code for option in attribute.options]
        yield from unknown_codes(
            f"{where}: options", f'property of group "{group}"', codes, names.codes_by_group[group]
        )


def _choice_faults(where: str, entry: Attribute | Parameter) -> Iterator[str]:
    if entry.kind == "choice" and not entry.options:
        yield f"{where}: options is empty: a choice needs at least one"
    yield from repeat_faults(f"{where}: options: code", [option.code for option in entry.options])


def _option_price_faults(
    names: KnownCodes, where: str, options: tuple[Option, ...], table: str
) -> Iterator[str]:
    costs = names.costs.get(table)
    for option in options:
        if costs is not None and option.offered and option.code not in costs:
            yield f'{where}: "{option.code}" has no price in "{table}": add one or write offered = false'


def _property_faults(names: KnownCodes, where: str, entry: Property) -> Iterator[str]:
    yield from unknown_codes(f"{where}: group", "group", [entry.group], names.defined_groups)
    yield from names.unknown_rules(f"{where}: repeat_rule", [entry.repeat_rule])
    yield from names.unknown_rules(f"{where}: rulings", entry.rulings)
    parameters = {parameter.code: parameter for parameter in entry.parameters}
    yield from repeat_faults(f"{where}: parameters: code", [parameter.code for parameter in entry.parameters])
    yield from placeholder_faults(f"{where}: text", entry.text, parameters)
    for parameter in entry.parameters:
        inner = f"{where}: parameters.{parameter.code}"
        yield from names.unknown_rules(f"{inner}.rule", [parameter.rule])
        yield from unknown_codes(f"{inner}.kinds", "kind", parameter.kinds, names.kinds)
        yield from _choice_faults(inner, parameter)
        if parameter.default and parameter.kind == "choice":
            yield from unknown_codes(
                f"{inner}.default", "option", [parameter.default], {o.code for o in parameter.options}
            )
    yield from _cost_faults(names, f"{where}: cost", entry, entry.cost, parameters)
    yield from _constraint_faults(names, where, entry.constraints)
    if any(constraint.kind == "other_kind" for constraint in entry.constraints):
        yield f'{where}: a constraint of kind "other_kind" is for attributes and slots: put it on its slot'


def _cost_faults(
    names: KnownCodes, where: str, entry: Property, cost: Cost, parameters: Mapping[str, Parameter]
) -> Iterator[str]:
    needed = {
        "table": ("table", "by" if cost.by else "parameter"),
        "entered": ("parameter",),
        "product": ("parameters",),
        "profiles": ("parameter",),
        "beside": ("rows",),
    }
    for key in needed.get(cost.kind, ()):
        if not getattr(cost, key):
            yield f'{where}.{key} is missing: a cost of kind "{cost.kind}" needs it'
    yield from unknown_codes(f"{where}.table", "cost table", [cost.table], names.costs)
    yield from unknown_codes(f"{where}.without", "attribute", [cost.without], names.attributes)
    yield from unknown_codes(f"{where}.by", "attribute", [cost.by], names.attributes)
    if cost.by:
        yield from _key_faults(names, f"{where}.table", cost.by, names.costs.get(cost.table, ()))
    yield from unknown_codes(
        f"{where}.rows",
        f'property of group "{entry.group}"',
        [*cost.rows, *cost.rows.values()],
        names.codes_by_group[entry.group],
    )
    for key, codes in (
        ("parameter", [cost.parameter]),
        ("parameters", cost.parameters),
        ("factor_by", [cost.factor_by]),
    ):
        yield from unknown_codes(f"{where}.{key}", "parameter", codes, parameters)
    chosen = parameters.get(cost.parameter)
    if chosen and cost.kind == "table":
        if chosen.kind == "choice":
            yield from _option_price_faults(
                names, f"{where}: options of {chosen.code}", chosen.options, cost.table
            )
        else:
            yield from _integer_key_faults(
                f'{where}: costs of "{cost.table}"', names.costs.get(cost.table, ())
            )
    for code in (cost.parameter, *cost.parameters):
        if code in parameters and not parameters[code].rule:
            yield f"{where}: {code} has no rule: name the rule that a value without a price breaks"
    by = parameters.get(cost.factor_by)
    if by and {o.code for o in by.options} != set(cost.factors):
        yield f'{where}.factors do not match the options of "{by.code}": give each option one factor'


def _constraint_faults(names: KnownCodes, where: str, constraints: tuple[Constraint, ...]) -> Iterator[str]:
    for index, constraint in enumerate(constraints):
        inner = f"{where}: constraints[{index}]"
        for key in _REQUIRED_FIELDS.get(constraint.kind, ()):
            if not getattr(constraint, key):
                yield f'{inner}.{key} is missing: a constraint of kind "{constraint.kind}" needs it'
        if constraint.kind == "value" and constraint.low is None and constraint.high is None:
            yield f'{inner} has neither low nor high: a constraint of kind "value" needs one of them'
        yield from _constraint_code_faults(names, inner, constraint)
        yield from names.unknown_rules(f"{inner}.rule", [constraint.rule])
        yield from remedy_faults(names, f"{inner}.remedies", constraint.remedies)
        words = (*_COMMON_PLACEHOLDERS, *_EXTRA_PLACEHOLDERS.get(constraint.kind, ()))
        yield from placeholder_faults(f"{inner}.message", constraint.message, words)


def _constraint_code_faults(names: KnownCodes, where: str, constraint: Constraint) -> Iterator[str]:
    for key in ("any", "only"):
        yield from unknown_codes(f"{where}.{key}", "property", getattr(constraint, key), names.properties)
    for key in ("when", "unless"):
        yield from condition_faults(f"{where}.{key}", getattr(constraint, key), names)
    if constraint.kind == "compare":
        yield from comparison_faults(where, constraint, {**names.attributes, **dict.fromkeys(names.values)})
    else:
        for key in ("attribute", "by"):
            yield from unknown_codes(
                f"{where}.{key}", "attribute", [getattr(constraint, key)], names.attributes
            )
    yield from unknown_codes(f"{where}.slot", "slot", [constraint.slot], names.slots)
    yield from unknown_codes(f"{where}.slots", "weapon slot", constraint.slots, names.weapon_slots)
    if constraint.kind == "forbids_on":
        yield from unknown_codes(f"{where}.slot", "weapon slot", [constraint.slot], names.weapon_slots)
    yield from _key_faults(names, f"{where}.bands", constraint.by, constraint.bands)
    for key, band in constraint.bands.items():
        if len(band) not in (1, 2) or list(band) != sorted(band):
            yield f"{where}.bands.{key} is not a band: write [low, high], or [low] when it is open above"


def _weapon_slot_faults(names: KnownCodes, where: str, slot: WeaponSlot) -> Iterator[str]:
    yield from unknown_codes(f"{where}: group", "group", [slot.group], names.defined_groups)
    yield from unknown_codes(
        f"{where}: default",
        f'property of group "{slot.group}"',
        slot.default,
        names.codes_by_group.get(slot.group, ()),
    )
    yield from unknown_codes(f"{where}: most_with", "property", slot.most_with, names.properties)
    yield from unknown_codes(f"{where}: family_rules", "family", slot.family_rules, names.families)
    yield from names.unknown_rules(f"{where}: most_rule", [slot.most_rule])
    yield from names.unknown_rules(f"{where}: family_rules", slot.family_rules.values())
    yield from placeholder_faults(f"{where}: most_message", slot.most_message, _SLOT_PLACEHOLDERS)
    yield from repeat_faults(f"{where}: fields: code", [part.code for part in slot.fields])
    yield from repeat_faults(f"{where}: fields: at", [part.at for part in slot.fields])
    for part in slot.fields:
        yield from _attribute_faults(names, f"{where}: fields.{part.code}", part)
    yield from _constraint_faults(names, where, slot.constraints)


def _pick_slot_faults(names: KnownCodes, where: str, slot: PickSlot) -> Iterator[str]:
    yield from unknown_codes(f"{where}: group", "group", [slot.group], names.defined_groups)
    rules = [slot.repeat_rule, slot.least_rule, slot.most_rule]
    yield from names.unknown_rules(f"{where}: repeat_rule", rules)
    known = {**names.attributes, **dict.fromkeys(names.values)}
    for key, code in (("least_by", slot.least_by), ("most_by", slot.most_by)):
        yield from unknown_codes(f"{where}: {key}", "attribute or value", [code], known)
    if (slot.least or slot.least_by) and not slot.least_rule:
        yield f"{where}: least_rule is missing: name the rule that asks for so many"
    if (slot.most is not None or slot.most_by) and not slot.most_rule:
        yield f"{where}: most_rule is missing: name the rule that allows no more"
    yield from _constraint_faults(names, where, slot.constraints)


def _layout_faults(catalogue: Catalogue, names: KnownCodes) -> Iterator[str]:
    """Yield faults of groups, sections and columns: unknown codes, and parts that the form leaves out."""
    for index, group in enumerate(catalogue.groups):
        yield from unknown_codes(
            f'groups[{index}] "{group.code}": receipt', "receipt section", [group.receipt], names.receipt
        )
    places, kinds = names.parts, {kind.code for kind in catalogue.kinds}
    shown: list[str] = []
    for index, section in enumerate(catalogue.sections):
        yield from unknown_codes(
            f'sections[{index}] "{section.code}": fields', "attribute or slot", section.fields, places
        )
        shown += section.fields
    yield from repeat_faults("sections: fields", shown)
    if catalogue.sections:
        for code in sorted(places.difference(shown)):
            yield f'sections: "{code}" is in none of them: add it to the fields of one'
    if not catalogue.sheet:
        yield "sheet is empty: give profiles an attribute or a slot, and the sheet a box for it"
    for index, column in enumerate(catalogue.sheet):
        where, shown_parts = f'sheet[{index}] "{column.label}"', places | names.values
        yield from unknown_codes(f"{where}: of", "attribute, slot or value", column.of, shown_parts)
        yield from unknown_codes(f"{where}: kinds", "kind", column.kinds, kinds)
