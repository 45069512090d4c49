"""The legality rules that the catalogue's data contains, and the functions that check them.

A profile's attributes are checked first, then its calculated values, its weapons and its picks. The system's
own checks are last.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import groupby

from builder.points.document.design import ParameterValue, Pick, Weapon, profile_keys
from builder.points.legality.roster_rules import check_rules, rule_limits
from builder.points.legality.roster_terms import check_terms, model_limits
from builder.points.pricing.evaluation import (
    Violation,
    check_constraint,
    constraint_applies,
    constraint_finding,
)
from builder.points.pricing.findings import make_finding
from builder.points.pricing.pricing import is_in_bounds, parameters_with_defaults, total_points
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.system import (
    LinearLimit,
    RosterContext,
    RosterLimits,
    System,
    counted_points,
    points_limit,
)
from builder.points.pricing.values import limit_of, max_picks, value_place
from builder.points.rules.catalogue import (
    Attribute,
    Catalogue,
    Constraint,
    CostTable,
    DesignPart,
    Parameter,
    PickSlot,
    Property,
    Value,
    WeaponSlot,
)
from builder.points.rules.catalogue_index import KIND, applies_to_value
from builder.points.rules.numbers import number_text
from builder.points.rules.remedies import DEFAULT_REMEDIES, Remedies
from builder.points.rules.results import Finding
from builder.points.rules.wording import in_sentence, join_and, price, unit_for


def check_profile(context: ProfileContext, system: System) -> Iterator[Finding]:
    """Yield the findings on a profile: those of the catalogue's rules, then those of the system's checks."""
    for attribute in context.catalogue_index.catalogue.attributes:
        if not context.catalogue_index.cannot_fail(attribute, context.values):
            yield from _check_attribute(context, attribute)
    for value in context.catalogue_index.catalogue.values:
        if value.most is not None or value.most_by:
            yield from _check_value_limit(context, value)
    for slot in context.catalogue_index.catalogue.weapon_slots:
        yield from _check_weapon_slot(context, slot)
    for pick_slot in context.catalogue_index.catalogue.pick_slots:
        yield from _check_pick_slot(context, pick_slot)
    yield from _check_parts_of_other_kinds(context)
    yield from _check_floor(context)
    for check in system.profile_checks:
        yield from check(context)


def _check_parts_of_other_kinds(context: ProfileContext) -> Iterator[Finding]:
    """Yield findings for values in parts that profiles of this kind don't have.

    A single note names all parts that no rule forbids.
    """
    ignored_parts: list[DesignPart] = []
    for part in context.catalogue_index.other_parts:
        design = context.design
        value = design.values.get(part.code) or design.weapons.get(part.code) or design.picks.get(part.code)
        if not value or _equals_blank(part, value):
            continue
        forbidden = [
            constraint_finding(constraint, Violation(), part.name, part.at, part.label)
            for constraint in part.constraints
            if constraint.kind == "other_kind"
            if not isinstance(value, (int, str)) or applies_to_value(constraint, value)
            if constraint_applies(context, constraint)
        ]
        yield from forbidden
        if not forbidden:
            ignored_parts.append(part)
    rule = context.catalogue_index.catalogue.kept_rule
    if ignored_parts and rule:
        index = context.catalogue_index
        kind = index.attributes[KIND].option_name(index.kind)
        names = join_and((part.name for part in ignored_parts), "or")
        message = f"This kind ({kind}) has no {names}. Your input stays saved but doesn't count: "
        message += "remove it, or change the kind."
        yield make_finding(context, "note", rule, ignored_parts[0].at, message)


def _equals_blank(part: DesignPart, value: object) -> bool:
    """Return whether a value of an attribute counts as blank: it is the default or the blank option."""
    if not isinstance(part, Attribute):
        return False
    blank = part.blank_option
    return value == part.default or (blank is not None and value == blank.code)


def _check_floor(context: ProfileContext) -> Iterator[Finding]:
    """Yield a finding if the profile costs less than the minimum that it counts in rosters."""
    catalogue, points = context.catalogue_index.catalogue, context.points
    if catalogue.floor_rule and points is not None and points != counted_points(points, catalogue.floor):
        message = f"{number_text(points)} {catalogue.points_unit}: rosters count it as {catalogue.floor}."
        yield make_finding(context, "warning", catalogue.floor_rule, "", message)


def check_catalogue_roster_rules(context: RosterContext) -> Iterator[Finding]:
    """Yield the findings on a roster of all rules that are in the catalogue's data."""
    yield from check_terms(context)
    yield from check_rules(context)
    for entry, constraint, linear_limit in _constraint_limits(context, context.counts):
        if excess := linear_limit.excess(context.counts):
            violation = Violation(value=linear_limit.total_weight(context.counts))
            finding = constraint_finding(constraint, violation, entry.name, "entries", entry.name)
            message = f"{finding.message.rstrip('.')}; remove {excess}."
            last_key = [key for key in linear_limit.weights if context.counts.get(key)][-1]
            yield finding._replace(
                message=message,
                remedies=Remedies(control=f"rows/{last_key}"),
                amount=excess,
                subject=entry.code,
            )


def all_limits(
    context: RosterContext, system_limits: RosterLimits, keys: Collection[str]
) -> Iterator[LinearLimit]:
    """Yield all linear limits of a roster, with weights for the profiles with these keys.

    ``system_limits`` is the function of the game's module.
    """
    if context.roster.limit is not None:
        yield points_limit(context, keys)
    yield from rule_limits(context, keys)
    yield from system_limits(context, keys)
    yield from model_limits(context, keys)
    for _, _, linear_limit in _constraint_limits(context, keys):
        yield linear_limit


def _constraint_limits(
    context: RosterContext, keys: Collection[str]
) -> Iterator[tuple[Property, Constraint, LinearLimit]]:
    for entry, constraint, code, limit in _roster_constraints(context.catalogue_index.catalogue):
        weights = {
            key: 1
            for key in keys
            for profile in (context.profile_contexts[key],)
            if code in (profile.codes_with_included() if constraint.included else profile.places_by_code)
        }
        yield (
            entry,
            constraint,
            LinearLimit(rule=constraint.rule, weights=weights, maximum=limit, level=constraint.level),
        )


@lru_cache(maxsize=32)
def _roster_constraints(catalogue: Catalogue) -> tuple[tuple[Property, Constraint, str, int], ...]:
    """Return the constraints on how many models of a roster may have an entry.

    The entry, the constraint, the entry's code with its slot's prefix, and the maximum number of each.
    """
    prefixes = {slot.group: slot.prefix for slot in catalogue.pick_slots if slot.many}
    return tuple(
        (entry, constraint, prefixes.get(entry.group, "") + entry.code, constraint.count)
        for entry in catalogue.entries()
        for constraint in entry.constraints
        if constraint.kind == "roster_max" and constraint.count is not None
    )


def _check_attribute(context: ProfileContext, attribute: Attribute) -> Iterator[Finding]:
    value = context.values.get(attribute.code)
    if value is None and attribute.required_rule and not context.meets_any(attribute.required_unless):
        message = attribute.required_message or f"{attribute.label} has no value yet: choose one."
        remedies = attribute.required_remedies or DEFAULT_REMEDIES["not given"]
        yield make_finding(
            context, "error", attribute.required_rule, attribute.at, message,
            page=context.catalogue_index.page_of(attribute.required_rule, attribute.page),
            remedies=remedies,
        )  # fmt: skip
    if (
        attribute.rule
        and value is not None
        and not context.catalogue_index.has_price(attribute, context.values)
    ):
        table = context.catalogue_index.table_of(attribute, context.values)
        page = context.catalogue_index.page_of(
            attribute.rule, table.page if table else attribute.page, attribute.page
        )
        message = _no_price_message(context, attribute, value)
        remedies = _no_price_remedies(context, attribute, value, table)
        yield make_finding(
            context, attribute.rule_level, attribute.rule, attribute.at, message, page=page, remedies=remedies
        )
    if value is None:
        return
    for constraint in attribute.constraints:
        if applies_to_value(constraint, value):
            yield from check_constraint(
                context, constraint, attribute.name, attribute.at, attribute.label, context.places_by_code
            )


def _check_value_limit(context: ProfileContext, value: Value) -> Iterator[Finding]:
    """Yield a finding if a value is above its limit."""
    value_appraisal = context.calculated_values.get(value.code)
    if (
        value_appraisal
        and value_appraisal.number is not None
        and value_appraisal.most is not None
        and value_appraisal.number > value_appraisal.most
    ):
        excess = value_appraisal.number - value_appraisal.most
        unit = "" if value.unit in value.name.lower() else f" {unit_for(value_appraisal.number, value.unit)}"
        advice = (
            _how_to_spend_less(context, value, excess) if value.role == "spent" else f"lower it by {excess}"
        )
        message = f"{value.name}: {value_appraisal.number}{unit}, at most {value_appraisal.most}: {advice}."
        yield make_finding(
            context, value.most_level, value.most_rule, value_place(context, value), message,
            page=context.catalogue_index.page_of(value.most_rule, value.page),
            remedies=DEFAULT_REMEDIES["too many"],
            code=value.code,
            amount=excess,
        )  # fmt: skip


def _how_to_spend_less(context: ProfileContext, value: Value, excess: int) -> str:
    """Return the advice about a value that is ``excess`` above its limit: "free up 2 slots", "replace 1"."""
    lines = [line for line in context.calculated_values[value.code].lines if line.where.endswith("]")]
    places = {line.where.partition("[")[0] for line in lines}
    slots = [slot for slot in context.catalogue_index.pick_slots.values() if slot.at in places]
    if verb := next(filter(None, (_number_verb(context, slot, value.code) for slot in slots)), ""):
        return f"{verb} {excess} fewer"
    if any((line.points or 0) > 1 for line in lines):
        return f"free up {excess} {unit_for(excess, value.unit)}" if value.unit else f"{excess} too many"
    return (
        f"{'replace' if any(_leaves_too_few(context, slot, excess) for slot in slots) else 'remove'} {excess}"
    )


def _number_verb(context: ProfileContext, slot: PickSlot, code: str) -> str:
    """Return the verb of the picks' parameter with this code ("lower" for "lower 2 fewer"), or ""."""
    entries = context.catalogue_index.entries[slot.group]
    parameters = (
        parameter for pick in context.picks(slot.code) for parameter in entries[pick.code].parameters
    )
    return next((parameter.verb for parameter in parameters if parameter.code == code), "")


def _leaves_too_few(context: ProfileContext, slot: PickSlot, removed: int) -> bool:
    """Return whether a slot would have too few picks if ``removed`` picks were removed."""
    min_picks = limit_of(context, slot.least, slot.least_by) or 0
    return len(context.picks(slot.code)) - removed < min_picks


def _price_word(context: ProfileContext) -> str:
    return context.catalogue_index.catalogue.words.price


def _no_price_message(context: ProfileContext, attribute: Attribute, value: int | str) -> str:
    if attribute.rule_message:
        return attribute.rule_message.format_map(
            {"label": attribute.label, "name": attribute.name, "value": value}
        )
    if attribute.kind == "choice":
        offered = ", ".join(o.name for o in attribute.options if o.offered)
        return f"{attribute.name} {value} cannot be bought: take {offered} or none."
    return _no_number_message(context, attribute.label, value, attribute)


def _no_number_message(context: ProfileContext, label: str, value: int | str, attribute: Attribute) -> str:
    """Return the message that a number has no price, with the numbers of the attribute that have a price."""
    message = f"{label} {value} has no {_price_word(context)}"
    offered = context.catalogue_index.offered_numbers(attribute, context.values)
    return f"{message}: take {_ranges_text(offered)}." if offered else f"{message}."


def _ranges_text(numbers: Iterable[int]) -> str:
    """Return sorted numbers as text: "1, 2 or 4 to 8". Three or more consecutive numbers become a range."""
    texts: list[str] = []
    for _, group in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        run = [number for _, number in group]
        texts += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run)
    return join_and(texts, "or")


def _no_price_remedies(
    context: ProfileContext, attribute: Attribute, value: int | str, table: CostTable | None
) -> tuple[str, ...]:
    """Return the remedies for a value without a price, in the order to try.

    For a number below 0, they are 0 if it has a price, the nearest number with a price, and the lowest number
    above 0, because 0 may break another rule. For other values, only the nearest number is tried.
    """
    nearest = DEFAULT_REMEDIES["no price"]
    if not isinstance(value, int) or value >= 0:
        return nearest
    offered = context.catalogue_index.offered_numbers(attribute, context.values)
    free = ("set 0",) if table and "0" in table.costs else ()
    return (*free, *nearest, *[f"set {number}" for number in offered if number > 0][:1])


def _check_weapon_slot(context: ProfileContext, slot: WeaponSlot) -> Iterator[Finding]:
    weapons = context.weapons(slot.code)
    if not weapons:
        return
    limit = max([slot.most, *(n for code, n in slot.most_with.items() if code in context.places_by_code)])
    if slot.many and len(weapons) > limit:
        message = (
            slot.most_message
            or f"{len(weapons)} of the {slot.name.lower()}, at most {limit}: remove {len(weapons) - limit}."
        )
        pages = (*_pages_allowing_more(context, slot), slot.page)
        yield make_finding(
            context, "error", slot.most_rule, slot.at,
            message.format_map({"count": len(weapons), "most": limit}),
            page=context.catalogue_index.page_of(slot.most_rule, *pages),
            remedies=DEFAULT_REMEDIES["too many"],
            amount=len(weapons) - limit,
        )  # fmt: skip
    for index, weapon in enumerate(weapons):
        yield from _check_weapon(context, slot, slot.place(index), weapon)
    for constraint in slot.constraints:
        yield from check_constraint(
            context, constraint, slot.name, slot.at, slot.label, context.places_by_code
        )


def _pages_allowing_more(context: ProfileContext, slot: WeaponSlot) -> Iterator[int]:
    """Yield the pages of the profile's properties that allow more weapons."""
    for pick_slot in context.catalogue_index.catalogue.pick_slots:
        for pick in context.picks(pick_slot.code):
            if pick_slot.prefix + pick.code in slot.most_with:
                yield context.catalogue_index.entries[pick_slot.group][pick.code].page


def _check_weapon(context: ProfileContext, slot: WeaponSlot, where: str, weapon: Weapon) -> Iterator[Finding]:
    for part in slot.fields:
        yield from _check_weapon_field(
            context, slot, f"{where}.{part.code}", part, weapon.fields.get(part.code)
        )
    if not weapon.properties:
        return
    yield from _check_families(context, slot, where, weapon.properties)
    entries = context.catalogue_index.entries[slot.group]
    present_codes = dict.fromkeys(weapon.properties, where)
    for code in present_codes:
        for constraint in entries[code].constraints:
            if constraint.kind == "only_on":
                if slot.code not in constraint.slots:
                    name = entries[code].name
                    yield constraint_finding(constraint, Violation(), name, where, slot.name, code)
            elif not constraint.slots or slot.code in constraint.slots:
                name = entries[code].name
                yield from check_constraint(context, constraint, name, where, code, present_codes, code)


def _check_weapon_field(
    context: ProfileContext, slot: WeaponSlot, where: str, part: Attribute, value: int | None
) -> Iterator[Finding]:
    if not part.table:
        if value is not None:
            message = part.rule_message or f"A {slot.name.lower()} has no {part.name.lower()}: remove it."
            yield make_finding(
                context, part.rule_level, part.rule, where, message, page=part.page, remedies=("clear",)
            )
        return
    table = context.catalogue_index.tables[part.table]
    if value is None:
        rule = part.required_rule or part.rule
        message = f"This weapon has no {part.name.lower()}: enter {part.low} to {part.high}."
        yield make_finding(
            context, "error", rule, where, message,
            page=context.catalogue_index.page_of(rule, part.page),
            remedies=DEFAULT_REMEDIES["not given"],
        )  # fmt: skip
    elif str(value) not in table.costs:
        message = _no_number_message(context, part.name, value, part)
        yield make_finding(
            context, part.rule_level, part.rule, where, message,
            page=context.catalogue_index.page_of(part.rule, table.page, part.page),
            remedies=DEFAULT_REMEDIES["no price"],
        )  # fmt: skip


def _check_families(
    context: ProfileContext, slot: WeaponSlot, where: str, codes: tuple[str, ...]
) -> Iterator[Finding]:
    """Yield findings for a weapon with two properties of one family, or with the same property twice.

    In ``slot.family_rules``, the rule against the same property twice has an empty key.
    """
    entries = context.catalogue_index.entries[slot.group]
    pages_by_family: dict[str, dict[str, int]] = {}
    for code in codes:
        if family := entries[code].family:
            pages_by_family.setdefault(family, {})[code] = entries[code].page
    for family, pages in pages_by_family.items():
        if len(pages) > 1 and family in slot.family_rules:
            first, *others = pages
            message = f"{' and '.join(pages)} on one weapon: remove one of them."
            yield make_finding(
                context, "error", slot.family_rules[family], where, message,
                page=pages[first],
                remedies=(" + ".join(f"remove {code}" for code in others),),
            )  # fmt: skip
    for code, count in Counter(codes if "" in slot.family_rules else ()).items():
        if count > 1:
            message = f"{code} appears {count} times on one weapon: remove {count - 1}."
            yield make_finding(
                context, "error", slot.family_rules[""], where, message,
                page=entries[code].page,
                remedies=DEFAULT_REMEDIES["too many"],
                code=code,
                amount=count - 1,
            )  # fmt: skip


def _check_pick_slot(context: ProfileContext, slot: PickSlot) -> Iterator[Finding]:
    picks = context.picks(slot.code)
    if slot.least or slot.least_by or slot.most is not None or slot.most_by:
        yield from _check_number_of_picks(context, slot, len(picks))
    if not picks:
        return
    entries = context.catalogue_index.entries[slot.group]
    codes = {pick.code for pick in picks}
    if len(codes) < len(picks):
        yield from _check_repeats(context, slot, picks, entries)
    yield from _check_picks(context, slot, picks)
    for constraint in slot.constraints:
        if not constraint.only or not codes.isdisjoint(constraint.only):
            yield from check_constraint(
                context, constraint, slot.name, slot.at, slot.label, context.places_by_code
            )


def missing_picks(context: ProfileContext) -> Iterator[Finding]:
    """Yield the findings on slots with too few picks."""
    for slot in context.catalogue_index.catalogue.pick_slots:
        yield from _check_least_picks(context, slot, len(context.picks(slot.code)))


def _check_least_picks(context: ProfileContext, slot: PickSlot, count: int) -> Iterator[Finding]:
    min_picks = limit_of(context, slot.least, slot.least_by) or 0
    if count < min_picks:
        yield make_finding(
            context, slot.least_level, slot.least_rule, slot.at,
            f"{slot.name}: choose {min_picks - count} more.",
            page=slot.page,
            remedies=DEFAULT_REMEDIES["too few"],
            amount=min_picks - count,
        )  # fmt: skip


def _check_number_of_picks(context: ProfileContext, slot: PickSlot, count: int) -> Iterator[Finding]:
    """Yield findings for too few or too many picks in a slot with limits."""
    yield from _check_least_picks(context, slot, count)
    limit = max_picks(context, slot)
    if limit is not None and count > limit:
        yield make_finding(
            context, slot.most_level, slot.most_rule, slot.at,
            f"{slot.name}: {count} of at most {limit}; remove {count - limit}.",
            page=slot.page,
            remedies=DEFAULT_REMEDIES["too many"],
            amount=count - limit,
        )  # fmt: skip


def _check_picks(context: ProfileContext, slot: PickSlot, picks: tuple[Pick, ...]) -> Iterator[Finding]:
    entries = context.catalogue_index.entries[slot.group]
    seen: set[str] = set()
    reported: list[tuple[str, Constraint]] = []  # codes of picks, with the constraint that they break
    for index, pick in enumerate(picks):
        entry = entries[pick.code]
        if not entry.constraints and not entry.parameters:
            continue
        where = slot.place(index)
        for parameter in entry.parameters:
            if parameter.rule:
                yield from _check_parameter(context, f"{where}.{parameter.code}", entry, parameter, pick)
        if pick.code not in seen:
            seen.add(pick.code)
            for constraint in entry.constraints:
                if constraint.kind == "excludes" and _is_reported(pick.code, constraint, reported):
                    continue
                for finding in check_constraint(
                    context, constraint, entry.name, where, slot.label, context.places_by_code
                ):
                    reported.append((pick.code, constraint))
                    yield finding


def _is_reported(code: str, constraint: Constraint, reported: Collection[tuple[str, Constraint]]) -> bool:
    """Return whether the conflict of a pick with another was already reported, as the other's finding.

    Two picks may exclude each other under one rule. Only the first of them gets a finding.
    """
    return any(
        constraint.rule == other.rule and code in other.any and other_code in constraint.any
        for other_code, other in reported
    )


def _check_repeats(
    context: ProfileContext, slot: PickSlot, picks: tuple[Pick, ...], entries: dict[str, Property]
) -> Iterator[Finding]:
    """Yield findings for properties that are picked more than once.

    With other parameters, a property may be repeated if it is ``once_a_kind`` and no rule forbids it.
    """
    seen: dict[str, list[Mapping[str, ParameterValue]]] = {}
    for index, pick in enumerate(picks):
        entry = entries[pick.code]
        earlier = seen.setdefault(pick.code, [])
        parameters = parameters_with_defaults(entry, pick)
        is_conflict = parameters in earlier or entry.repeat_rule or not entry.once_a_kind
        if earlier and not entry.repeatable and is_conflict:
            where = f"{slot.at}[{index}]"
            if parameters in earlier or not entry.repeat_rule:
                why = f"you can take each {slot.noun} once" if entry.gives else "this one does nothing"
                points = total_points(line for line in context.lines if line.where == where)
                if points and not entry.gives:
                    why += f" ({price(points, context.catalogue_index.catalogue)})"
                is_needed = _leaves_too_few(context, slot, 1)
                advice = f"choose another {slot.noun}" if is_needed else "remove it"
                message = f"{entry.name} is repeated: {why}; {advice}."
                rule, remedy_kind = slot.repeat_rule, "repeated, needed" if is_needed else "repeated"
            else:
                message = (
                    entry.repeat_message
                    or f"{entry.name}: you can only choose one kind of this {slot.noun}, so keep one."
                )
                rule, remedy_kind = entry.repeat_rule, "other kind"
            yield make_finding(
                context, slot.repeat_level, rule, where, message,
                page=entry.page,
                remedies=DEFAULT_REMEDIES[remedy_kind],
            )  # fmt: skip
        earlier.append(parameters)


def _check_parameter(
    context: ProfileContext, where: str, entry: Property, parameter: Parameter, pick: Pick
) -> Iterator[Finding]:
    value = pick.parameters.get(parameter.code, None if parameter.needs_choice else parameter.default or None)
    page = entry.page
    if value in (None, ()) or (isinstance(value, str) and not value.strip()):
        if parameter.optional:
            return
        message = parameter.rule_message or f"{entry.name}: {in_sentence(parameter.name)} is missing."
        remedy_kind = "not given"
    elif problem := _parameter_problem(context, entry, parameter, value):
        message, remedy_kind = f"{entry.name}: {problem}.", "no price"
        if not parameter.names_profiles:  # a value without a price: cite the page of the prices if possible
            page = context.catalogue_index.page_of(parameter.rule, entry.price_page, entry.page)
    else:
        return
    yield make_finding(
        context, parameter.rule_level, parameter.rule, where, message,
        page=page,
        remedies=DEFAULT_REMEDIES[remedy_kind],
    )  # fmt: skip


def _parameter_problem(
    context: ProfileContext, entry: Property, parameter: Parameter, value: ParameterValue | None
) -> str:
    """Return what is wrong with a parameter's value, or ""."""
    if isinstance(value, int):
        table = (
            context.catalogue_index.tables.get(entry.cost.table)
            if entry.cost.parameter == parameter.code
            else None
        )
        if not is_in_bounds(value, parameter.low, parameter.high):
            bounds = f"at least {number_text(parameter.low or 0)}"
            if parameter.high is not None:
                bounds = f"{number_text(parameter.low or 0)} to {number_text(parameter.high)}"
            return f"“{parameter.name}” must be {bounds}, not {number_text(value)}"
        if table is None or str(value) in table.costs:
            return ""
        return f"“{parameter.name}” {value} has no {_price_word(context)}: enter another number"
    if parameter.kind == "choice":
        names = {option.code: option.name for option in parameter.options}
        offered = [option.name for option in parameter.options if option.offered]
        if any(option.code == value and option.offered for option in parameter.options):
            return ""
        chosen = names.get(str(value), value)
        return f"“{chosen}” has no {_price_word(context)}: choose {join_and(offered or ['another'], 'or')}"
    if parameter.names_profiles:
        return _reference_problem(context, profile_keys(value), entry)
    return ""


def _reference_problem(context: ProfileContext, keys: tuple[str, ...], entry: Property) -> str:
    """Return what is wrong with the profiles that an entry names, or "".

    A profile may be missing in the list, or have no price although the entry's price depends on it.
    """
    missing = [key for key in keys if key not in context.priced_list.names]
    if missing:
        are, it = ("is", "it") if len(missing) == 1 else ("are", "them")
        names = join_and(f"“{key}”" for key in missing)
        return f"{names} {are} not in this list: add {it}, or choose another profile"
    if entry.cost.kind == "profiles":
        cycle = context.priced_list.cycles.get(context.key, ())
        others = [key for key in keys if key not in cycle]
        unpriced = [
            context.priced_list.name_of(key)
            for key in others
            if context.priced_list.points(key, entry.cost.without) is None
        ]
        if unpriced:
            have, it = ("has", "that profile") if len(unpriced) == 1 else ("have", "those profiles")
            return f"{join_and(unpriced)} {have} no {_price_word(context)}: fix {it} first"
    return ""
