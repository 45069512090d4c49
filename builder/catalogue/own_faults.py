"""Checks of single records in a catalogue, for what the types of their fields can't express.

A fault is one line of text: the name of a field, what is wrong, and how to fix it.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from functools import singledispatch

from builder.catalogue.known_codes import KnownCodes, placeholder_faults, repeat_faults, unknown_codes
from builder.points.legality.roster_rules import POINTS
from builder.points.rules.catalogue import (
    Attribute,
    Catalogue,
    Constraint,
    Cost,
    DesignPart,
    Kind,
    Multiplier,
    Option,
    Parameter,
    PickSlot,
    Property,
    RosterCheck,
    RosterTerms,
    Rule,
    RulingsChange,
    Value,
    WeaponSlot,
)
from builder.points.rules.catalogue_index import KIND
from builder.points.rules.dice import Dice

# The fields that each kind of constraint requires.
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
# The placeholders that the messages of all constraints may contain, and those for some kinds of constraints.
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
# The placeholders that the messages of roster checks may contain, by the kind of check.
_CHECK_PLACEHOLDERS: Mapping[str, tuple[str, ...]] = {
    "count": ("count", "most", "room", "over", "models", "points", "advice", "names"),
    "needs": ("missing",),
    "remind": ("names",),
}


@singledispatch
def own_faults(record: object, known: KnownCodes) -> Iterator[str]:
    """Yield the faults of a record. A class without a registered function has no faults."""
    yield from ()


@own_faults.register
def _catalogue_faults(catalogue: Catalogue, known: KnownCodes) -> Iterator[str]:
    entries = catalogue.entries()
    for group in dict.fromkeys(entry.group for entry in entries):
        yield from repeat_faults(
            f'properties and spells of group "{group}": code', [e.code for e in entries if e.group == group]
        )
    parts: tuple[DesignPart, ...] = (
        *catalogue.attributes, *catalogue.weapon_slots, *catalogue.pick_slots
    )  # fmt: skip
    codes = [*(part.code for part in parts), *(value.code for value in catalogue.values)]
    yield from repeat_faults("attributes, slots and values: code", codes)
    yield from repeat_faults("attributes and slots: at", [part.at for part in parts])
    yield from repeat_faults("game_sizes: name", [size.name for size in catalogue.game_sizes])
    codes_in_sections = [code for section in catalogue.sections for code in section.fields]
    yield from repeat_faults("sections: fields", codes_in_sections)
    if catalogue.sections:
        for code in sorted({part.code for part in parts}.difference(codes_in_sections)):
            yield f'sections: "{code}" is in no section: add it to the fields of a section'
    if not catalogue.sheet:
        yield "sheet is empty: give profiles an attribute or a slot, and the sheet a box for it"
    kinds = [kind.code for kind in catalogue.kinds]
    kind_attribute = known.attributes.get(KIND)
    options = [option.code for option in kind_attribute.options] if kind_attribute else []
    if kinds and options != kinds:
        yield f'kinds: the attribute "{KIND}" offers {options}: change its options to {kinds}, in this order'
    earlier_codes = set(known.attributes)
    for index, value in enumerate(catalogue.values):
        where = f'values[{index}] "{value.code}"'
        yield from unknown_codes(f"{where}: of", "attribute, or value before it,", value.of, earlier_codes)
        yield from unknown_codes(
            f"{where}: most_by", "attribute, or value before it,", [value.most_by], earlier_codes
        )
        earlier_codes.add(value.code)


@own_faults.register
def _multiplier_faults(multiplier: Multiplier, known: KnownCodes) -> Iterator[str]:
    yield from _key_faults(known, "factors", multiplier.by, multiplier.factors)


def _key_faults(known: KnownCodes, where: str, code: str, keys: Iterable[str]) -> Iterator[str]:
    """Yield a fault for each key that can't be a value of the attribute: an option's code, or an integer."""
    attribute = known.attributes.get(code)
    if attribute and attribute.kind == "choice":
        yield from unknown_codes(where, f"option of {code}", keys, {o.code for o in attribute.options})
    elif attribute:
        yield from _integer_key_faults(where, keys)


def _integer_key_faults(where: str, keys: Iterable[str]) -> Iterator[str]:
    for key in keys:
        if not key.removeprefix("-").isdecimal():
            yield f'{where} has the key "{key}": for a number every key is a whole number'


@own_faults.register
def _attribute_faults(attribute: Attribute, known: KnownCodes) -> Iterator[str]:
    tables = [attribute.table, *attribute.tables.values()]
    yield from _key_faults(known, "tables", attribute.table_by, attribute.tables)
    yield from known.unknown("tables", "cost table", attribute.tables.values())
    yield from placeholder_faults("rule_message", attribute.rule_message, ("label", "name", "value"))
    for table in filter(None, tables):
        if attribute.kind == "number":
            yield from _integer_key_faults(f'costs of "{table}"', known.costs.get(table, ()))
        else:
            yield from _option_price_faults(known, "options", attribute.options, table)
    if attribute.kind == "number" and attribute.is_table_priced and not attribute.rule:
        yield "rule is missing: name the rule that a number without a price breaks"
    if attribute.kind == "choice" and not attribute.options:
        yield "options is empty: a choice needs at least one"
    yield from _dice_faults(attribute)
    if attribute.entered and (attribute.kind != "number" or tables != [""]):
        yield "entered is for a number without a table: leave out entered or the table"
    group = {slot.code: slot.group for slot in known.catalogue.pick_slots}.get(attribute.among)
    if group is not None:
        codes = [option.code for option in attribute.options]
        yield from unknown_codes(
            "options", f'property of group "{group}"', codes, known.codes_by_group[group]
        )
    if attribute.kind == "number" and attribute.low > attribute.high and attribute.table:
        yield f"low {attribute.low} is above high {attribute.high}: swap them"


def _dice_faults(attribute: Attribute) -> Iterator[str]:
    """Yield the faults of an attribute that players may roll.

    The bounds of a number with dice must be those of the dice. Each number of a die (``rolled``) must belong
    to exactly one option of a choice.
    """
    numbers = sorted(number for option in attribute.options for number in option.rolled)
    if numbers != [*range(1, len(numbers) + 1)]:
        yield f"rolled: give each number from 1 to {max(numbers)} to one option"
    if not attribute.dice:
        return
    try:
        dice = Dice.read(attribute.dice)
    except ValueError as error:
        yield f"dice: {error}"
        return
    if attribute.kind != "number" or (attribute.low, attribute.high) != (dice.lowest, dice.highest):
        yield f"dice give {dice.lowest} to {dice.highest}: write a number with this low and high"


def _option_price_faults(
    known: KnownCodes, where: str, options: tuple[Option, ...], table: str
) -> Iterator[str]:
    costs = known.costs.get(table)
    for option in options:
        if costs is not None and option.offered and option.code not in costs:
            yield f'{where}: "{option.code}" has no price in "{table}": add one or write offered = false'


@own_faults.register
def _property_faults(entry: Property, known: KnownCodes) -> Iterator[str]:
    yield from placeholder_faults("text", entry.text, known.parameters)
    yield from known.unknown("sets_from", "parameter", entry.sets_from.values())
    if any(constraint.kind == "other_kind" for constraint in entry.constraints):
        yield 'a constraint of kind "other_kind" is for attributes and slots: put it on its slot'
    for code, text in entry.stats.items():
        yield from placeholder_faults(f"stats.{code}", text, known.parameters)
    for code, texts in entry.includes.items():
        fixed_codes = [text for text in texts if "{" not in text]
        known_codes = known.codes_by_group.get(code, ())
        yield from unknown_codes(f"includes.{code}", "property", fixed_codes, known_codes)
        for text in texts:
            yield from placeholder_faults(f"includes.{code}", text, known.parameters)


@own_faults.register
def _parameter_faults(parameter: Parameter, known: KnownCodes) -> Iterator[str]:
    if parameter.kind == "choice":
        if not parameter.options:
            yield "options is empty: a choice needs at least one"
        codes = {option.code for option in parameter.options}
        yield from unknown_codes("default", "option", [parameter.default], codes)


@own_faults.register
def _cost_faults(cost: Cost, known: KnownCodes) -> Iterator[str]:
    required_fields = {
        "table": ("table", "by" if cost.by else "parameter"),
        "entered": ("parameter",),
        "product": ("parameters",),
        "profiles": ("parameter",),
        "beside": ("rows",),
    }
    for key in required_fields.get(cost.kind, ()):
        if not getattr(cost, key):
            yield f'{key} is missing: a cost of kind "{cost.kind}" needs it'
    yield from known.unknown("rows", "property of the group", cost.rows.values())
    costs = known.costs.get(cost.table, ())
    yield from _key_faults(known, "table", cost.by, costs)
    parameter = known.parameters.get(cost.parameter)
    if parameter and cost.kind == "table":
        if parameter.kind == "choice":
            where = f"options of {parameter.code}"
            yield from _option_price_faults(known, where, parameter.options, cost.table)
        else:
            yield from _integer_key_faults(f'costs of "{cost.table}"', costs)
    for code in (cost.parameter, *cost.parameters):
        if code in known.parameters and not known.parameters[code].rule:
            yield f'parameter "{code}" has no rule: name the rule that a value without a price breaks'
    factor_parameter = known.parameters.get(cost.factor_by)
    if factor_parameter and {option.code for option in factor_parameter.options} != set(cost.factors):
        yield f'factors do not match the options of "{factor_parameter.code}": give each option one factor'


@own_faults.register
def _constraint_faults(constraint: Constraint, known: KnownCodes) -> Iterator[str]:
    for key in _REQUIRED_FIELDS.get(constraint.kind, ()):
        if not getattr(constraint, key):
            yield f'{key} is missing: a constraint of kind "{constraint.kind}" needs it'
    if constraint.kind == "value" and constraint.low is None and constraint.high is None:
        yield 'low and high are missing: a constraint of kind "value" needs one of them'
    if constraint.kind == "compare" and not constraint.by and constraint.high is None:
        yield 'by and high are missing: a constraint of kind "compare" needs one of them'
    number_kind = "attribute or value" if constraint.kind == "compare" else "attribute"
    yield from known.unknown("attribute", number_kind, [constraint.attribute])
    yield from known.unknown("by", number_kind, [constraint.by])
    slot_kind = "weapon slot" if constraint.kind == "forbids_on" else "slot"
    yield from known.unknown("slot", slot_kind, [constraint.slot])
    placeholders = (*_COMMON_PLACEHOLDERS, *_EXTRA_PLACEHOLDERS.get(constraint.kind, ()))
    yield from placeholder_faults("message", constraint.message, placeholders)
    yield from _key_faults(known, "bands", constraint.by, constraint.bands)
    for key, band in constraint.bands.items():
        if len(band) not in (1, 2) or list(band) != sorted(band):
            yield f"bands.{key} is not a band: write [low, high], or [low] without an upper bound"


@own_faults.register
def _weapon_slot_faults(slot: WeaponSlot, known: KnownCodes) -> Iterator[str]:
    yield from known.unknown("family_rules", "rule", slot.family_rules.values())
    yield from placeholder_faults("most_message", slot.most_message, ("count", "most"))
    yield from repeat_faults("fields: at", [part.at for part in slot.fields])


@own_faults.register
def _pick_slot_faults(slot: PickSlot, known: KnownCodes) -> Iterator[str]:
    if (slot.least or slot.least_by) and not slot.least_rule:
        yield "least_rule is missing: name the rule that requires so many"
    if (slot.most is not None or slot.most_by) and not slot.most_rule:
        yield "most_rule is missing: name the rule that allows no more"


@own_faults.register
def _kind_faults(kind: Kind, known: KnownCodes) -> Iterator[str]:
    if (kind.least or kind.most is not None) and not kind.rule:
        yield "rule is missing: name the rule that says how many a roster may have"


@own_faults.register
def _value_faults(value: Value, known: KnownCodes) -> Iterator[str]:
    yield from placeholder_faults("show", value.show, ("value", "most"))
    yield from _integer_key_faults("texts", value.texts)
    if (value.most is not None or value.most_by) and not value.most_rule:
        yield "most_rule is missing: name the rule of its limit"


@own_faults.register
def _roster_faults(terms: RosterTerms, known: KnownCodes) -> Iterator[str]:
    placeholders = ("used", "unit", "over", "limit", "advice")
    yield from placeholder_faults("limit_message", terms.limit_message, placeholders)
    yield from placeholder_faults("profile_message", terms.profile_message, ("profile",))
    if terms.limit == "fixed" and terms.points is None:
        yield "points is missing: a fixed limit needs it"
    if terms.additions and known.catalogue.unit_kinds:
        yield "additions: a game with units has none: write fields of a kind of unit instead"


@own_faults.register
def _change_faults(change: RulingsChange, known: KnownCodes) -> Iterator[str]:
    try:
        date.fromisoformat(change.date)
    except ValueError:
        yield f'date "{change.date}" is no date: write it as 2026-11-26'


@own_faults.register
def _rule_faults(rule: Rule, known: KnownCodes) -> Iterator[str]:
    if rule.checks and rule.checked_by not in ("data", "partly"):
        yield f'checked_by is "{rule.checked_by}", but the rule has checks: write "data" or "partly"'
    for index, check in enumerate(rule.checks):
        if check.page and check.page not in rule.pages:
            yield f"checks[{index}].page {check.page} is not a page of the rule: add it there"


@own_faults.register
def _check_faults(check: RosterCheck, known: KnownCodes) -> Iterator[str]:
    for message in (check.message, check.one):
        yield from placeholder_faults("message", message, _CHECK_PLACEHOLDERS[check.kind])
    if check.kind != "count":
        if not check.of:
            yield f'of is missing: a check of kind "{check.kind}" needs it'
        return
    bounds = [check.most is not None, check.most_by, check.least_by, check.exactly is not None]
    if sum(map(bool, bounds)) != 1:
        yield "most must be the only bound: write one of most, most_by, least_by and exactly"
    if (check.value == POINTS) != bool(check.least_by):
        yield 'least_by compares points with the limit: write it and value = "points", or neither'
    if check.most_by and not check.per:
        yield "per is missing: write a code from the table numbers"
    numbers = {POINTS, *known.codes("attribute or value")}
    yield from unknown_codes("value", "value", [check.value], numbers)
