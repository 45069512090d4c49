"""Checks that kinds, values, units and terms refer to existing things of their catalogue."""

from collections.abc import Iterator, Mapping

from builder.catalogue.known_codes import KnownCodes, placeholder_faults, repeat_faults, unknown_codes
from builder.points.rules.catalogue import Attribute, Catalogue, Constraint, Option, Property, Value
from builder.points.rules.catalogue_index import KIND
from builder.points.rules.dice import Dice

_SHOWN_WITH = ("value", "most")
_LIMIT_WORDS = ("used", "unit", "over", "limit", "advice")


def kind_and_value_faults(catalogue: Catalogue, names: KnownCodes) -> Iterator[str]:
    """Yield the faults of the parts that only some games have, one line each."""
    yield from _kind_faults(catalogue, names)
    yield from _unit_and_term_faults(catalogue, names)
    for index, value in enumerate(catalogue.values):
        yield from _value_faults(catalogue, names, index, value)
    for attribute in catalogue.attributes:
        where = f'attributes "{attribute.code}"'
        yield from unknown_codes(f"{where}: gives", "value", attribute.gives, names.values)
        for option in attribute.options:
            yield from _effect_faults(f'{where}: option "{option.code}"', option, names)
    for entry in catalogue.entries():
        where = f'properties and spells "{entry.code}"'
        yield from _effect_faults(where, entry, names)
        yield from _entry_faults(catalogue, where, entry, names)


def _kind_faults(catalogue: Catalogue, names: KnownCodes) -> Iterator[str]:
    codes = [kind.code for kind in catalogue.kinds]
    yield from repeat_faults("kinds: code", codes)
    chooser = names.attributes.get(KIND)
    offered = [option.code for option in chooser.options] if chooser else []
    if catalogue.kinds and offered != codes:
        yield f'kinds: the attribute "{KIND}" offers {offered}: let it offer {codes}, in this order'
    for kind in catalogue.kinds:
        where = f'kinds "{kind.code}"'
        yield from unknown_codes(f"{where}: parts", "attribute or slot", kind.parts, names.parts)
        yield from names.unknown_rules(f"{where}: rule", [kind.rule])
        if (kind.least or kind.most is not None) and not kind.rule:
            yield f"{where}: rule is missing: name the one that says how many a roster has"


def _unit_and_term_faults(catalogue: Catalogue, names: KnownCodes) -> Iterator[str]:
    kinds = {kind.code for kind in catalogue.kinds}
    yield from repeat_faults("unit_kinds: code", [unit.code for unit in catalogue.unit_kinds])
    for unit in catalogue.unit_kinds:
        where = f'unit_kinds "{unit.code}"'
        yield from unknown_codes(f"{where}: kinds", "kind", unit.kinds, kinds)
        yield from unknown_codes(f"{where}: attached", "kind", unit.attached, kinds)
        yield from unknown_codes(f"{where}: made_by", "property", unit.made_by, names.properties)
        yield from names.unknown_rules(f"{where}: rule", [unit.rule])
        yield from names.unknown_rules(f"{where}: members_rule", [unit.members_rule])
        yield from repeat_faults(f"{where}: fields: code", [field.code for field in unit.fields])
    unit_kinds = {unit.code for unit in catalogue.unit_kinds}
    for part, values in (("unit_values", catalogue.unit_values), ("roster: values", catalogue.roster.values)):
        yield from repeat_faults(f"{part}: code", [value.code for value in values])
        for value in values:
            where = f'{part} "{value.code}"'
            yield from unknown_codes(f"{where}: kinds", "kind of unit", value.kinds, unit_kinds)
            yield from placeholder_faults(f"{where}: show", value.show, _SHOWN_WITH)
    yield from names.unknown_rules("floor_rule", [catalogue.floor_rule])
    yield from names.unknown_rules("kept_rule", [catalogue.kept_rule])
    terms = catalogue.roster
    rules = {terms.limit_rule, terms.max_rule, terms.profile_rule, terms.empty_rule, terms.size_rule}
    yield from names.unknown_rules("roster: rules", sorted(rules - {"limit", "max", "profile", "empty"}))
    yield from placeholder_faults("roster: limit_message", terms.limit_message, _LIMIT_WORDS)
    yield from placeholder_faults("roster: profile_message", terms.profile_message, ("profile",))
    if terms.limit == "fixed" and terms.points is None:
        yield "roster: points is missing: a fixed limit needs it"
    yield from repeat_faults("roster: fields: code", [field.code for field in terms.fields])
    flags = {part.code for part in catalogue.attributes if part.kind == "flag"}
    yield from unknown_codes("roster: additions", "yes-or-no part of a profile", terms.additions, flags)
    if terms.additions and catalogue.unit_kinds:
        yield "roster: additions: rows that are units have none: give the kinds of unit fields"
    codes = [value.code for value in terms.values]
    for field in terms.fields:
        where = f'roster: fields "{field.code}"'
        givers: tuple[Attribute | Option, ...] = (field, *field.options)
        for giver in givers:
            yield from unknown_codes(f"{where}: gives", "value of the roster", giver.gives, codes)
        yield from names.unknown_rules(f"{where}: rule", [field.rule])
        yield from dice_faults(where, field)


def dice_faults(where: str, attribute: Attribute) -> Iterator[str]:
    """Yield a fault for dice of a part that isn't a number, unreadable dice, or results not on offer.

    Each number of the die of a choice gives one option.
    """
    numbers = sorted(number for option in attribute.options for number in option.rolled)
    if numbers != [*range(1, len(numbers) + 1)]:
        yield f"{where}: rolled: give each number from 1 to {max(numbers)} to one option"
    if not attribute.dice:
        return
    try:
        dice = Dice.read(attribute.dice)
    except ValueError as error:
        yield f"{where}: dice: {error}"
        return
    if attribute.kind != "number" or (attribute.low, attribute.high) != (dice.lowest, dice.highest):
        yield f"{where}: dice give {dice.lowest} to {dice.highest}: write a number with this low and high"


def _value_faults(catalogue: Catalogue, names: KnownCodes, index: int, value: Value) -> Iterator[str]:
    where = f'values[{index}] "{value.code}"'
    before = {other.code for other in catalogue.values[:index]} | set(names.attributes)
    yield from unknown_codes(f"{where}: of", "attribute, or value before it,", value.of, before)
    yield from unknown_codes(f"{where}: most_by", "attribute, or value before it,", [value.most_by], before)
    yield from unknown_codes(f"{where}: kinds", "kind", value.kinds, {kind.code for kind in catalogue.kinds})
    yield from names.unknown_rules(f"{where}: most_rule", [value.most_rule])
    yield from placeholder_faults(f"{where}: show", value.show, _SHOWN_WITH)
    for key in value.texts:
        if not key.removeprefix("-").isdecimal():
            yield f'{where}: texts has the key "{key}": every key is a whole number'
    if (value.most is not None or value.most_by) and not value.most_rule:
        yield f"{where}: most_rule is missing: name the rule of its limit"


def _effect_faults(where: str, source: Option | Property, names: KnownCodes) -> Iterator[str]:
    yield from unknown_codes(f"{where}: gives", "value", source.gives, names.values)
    yield from unknown_codes(f"{where}: sets", "value", source.sets, names.values)


def _entry_faults(catalogue: Catalogue, where: str, entry: Property, names: KnownCodes) -> Iterator[str]:
    parameters = {parameter.code for parameter in entry.parameters}
    yield from unknown_codes(f"{where}: sets_from", "value", entry.sets_from, names.values)
    yield from unknown_codes(f"{where}: sets_from", "parameter", entry.sets_from.values(), parameters)
    group = next((group for group in catalogue.groups if group.code == entry.group), None)
    columns = {column.code for column in group.columns} if group else set()
    yield from unknown_codes(f"{where}: stats", f'column of group "{entry.group}"', entry.stats, columns)
    for code, text in entry.stats.items():
        yield from placeholder_faults(f"{where}: stats.{code}", text, parameters)
    yield from unknown_codes(f"{where}: unused", "group", entry.unused, names.defined_groups)
    for code, texts in entry.includes.items():
        yield from unknown_codes(f"{where}: includes", "group", [code], names.defined_groups)
        printed = [text for text in texts if "{" not in text]
        yield from unknown_codes(
            f"{where}: includes.{code}", "property", printed, names.codes_by_group.get(code, ())
        )
        for text in texts:
            yield from placeholder_faults(f"{where}: includes.{code}", text, parameters)


def condition_faults(where: str, conditions: tuple[str, ...], names: KnownCodes) -> Iterator[str]:
    """Yield a fault for each condition that is neither a known property nor an option of a choice."""
    for condition in conditions:
        code, chosen, option = condition.partition("=")
        if not chosen:
            yield from unknown_codes(where, "property", [code], names.properties)
            continue
        attribute = names.attributes.get(code)
        options = {row.code for row in attribute.options} if attribute else set()
        yield from unknown_codes(where, "attribute", [code], names.attributes)
        yield from unknown_codes(
            where, f"option of {code}", [option], {"*", *options} if options else {option}
        )


def comparison_faults(where: str, constraint: Constraint, known: Mapping[str, object]) -> Iterator[str]:
    """Yield a fault for a comparison with a side that is neither a number of the design nor a value."""
    yield from unknown_codes(f"{where}.attribute", "attribute or value", [constraint.attribute], known)
    yield from unknown_codes(f"{where}.by", "attribute or value", [constraint.by], known)
    if not constraint.by and constraint.high is None:
        yield f'{where} has neither by nor high: a constraint of kind "compare" needs one of them'
