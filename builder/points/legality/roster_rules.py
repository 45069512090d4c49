"""The roster rules that the catalogue's data contains, with a function for each kind of check.

A check of the kind "count" counts models, or adds up a value of the models. If the check has an upper bound,
it is also a linear limit. When a program looks for changes of a roster, it tests the linear limits first,
because that takes less time than all checks.
"""

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from builder.points.legality.roster_changes import advice_with_larger_game, playable_limit
from builder.points.pricing.findings import make_finding
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.system import LinearLimit, RosterContext
from builder.points.pricing.values import number_or_none
from builder.points.rules.catalogue import Catalogue, RosterCheck
from builder.points.rules.names import is_variant, own_key
from builder.points.rules.results import Finding
from builder.points.rules.wording import join_and

POINTS = "points"
"""The code in ``RosterCheck.value`` of a count that adds up points."""


class RuledCheck(NamedTuple):
    """A check with the code of its rule.

    ``codes`` are the properties in the check's ``of``, and ``choices`` its other conditions ("kind=captain").
    """

    rule: str
    check: RosterCheck
    codes: frozenset[str]
    choices: tuple[str, ...]


class _Checks(NamedTuple):
    """The checks of a catalogue by kind. The counts are grouped by rule.

    ``model_limit_by_game`` is the count whose upper bound depends on the size of the game, or None. A profile
    without any of the ``reminded_codes`` needs no reminder, unless ``has_other_reminders``: reminders about
    options, or about entries that come with picks.
    """

    counts: tuple[tuple[RuledCheck, ...], ...]
    model_limit_by_game: RosterCheck | None
    needs: tuple[RuledCheck, ...]
    reminders: tuple[RuledCheck, ...]
    reminded_codes: frozenset[str]
    has_other_reminders: bool


@lru_cache(maxsize=32)
def _checks(catalogue: Catalogue) -> _Checks:
    by_rule = [tuple(_ruled_check(rule.code, check) for check in rule.checks) for rule in catalogue.rules]
    all_checks = [ruled for checks in by_rule for ruled in checks]
    reminders = tuple(ruled for ruled in all_checks if ruled.check.kind == "remind")
    counts = (tuple(ruled for ruled in checks if ruled.check.kind == "count") for checks in by_rule)
    return _Checks(
        tuple(filter(None, counts)),
        next((ruled.check for ruled in all_checks if ruled.check.most_by == "game"), None),
        tuple(ruled for ruled in all_checks if ruled.check.kind == "needs"),
        reminders,
        frozenset(code for ruled in reminders for code in ruled.codes),
        any(ruled.choices or ruled.check.included for ruled in reminders),
    )


def _ruled_check(rule: str, check: RosterCheck) -> RuledCheck:
    choices = tuple(condition for condition in check.of if "=" in condition)
    return RuledCheck(rule, check, frozenset(check.of).difference(choices), choices)


def check_rules(context: RosterContext) -> Iterator[Finding]:
    """Yield the findings of the roster rules in the catalogue's data.

    Of the counts of one rule, only the first finding is yielded.
    """
    checks = _checks(context.catalogue_index.catalogue)
    for counts in checks.counts:
        for ruled in counts:
            if finding := _check_count(context, ruled):
                yield finding
                break
    for ruled in checks.needs:
        yield from _check_needs(context, ruled)
    if checks.reminders:
        yield from _check_reminders(context, checks)


def rule_limits(context: RosterContext, keys: Collection[str]) -> Iterator[LinearLimit]:
    """Yield the linear limits of the counts, with weights for the profiles with these keys.

    Counts whose findings are notes limit nothing. A count that depends on the points spent is not a linear
    limit, because its bound changes with every model.
    """
    for counts in _checks(context.catalogue_index.catalogue).counts:
        for ruled in counts:
            is_bound = ruled.check.level != "note" and ruled.check.most_by != "spent"
            if is_bound and (linear_limit := _linear_limit(context, ruled, keys)):
                yield linear_limit


def max_models(context: RosterContext) -> int | None:
    """Return the maximum number of models in the roster's game, or None if no rule sets a maximum."""
    catalogue, limit = context.catalogue_index.catalogue, context.roster.limit
    model_limit_by_game, size = _checks(catalogue).model_limit_by_game, catalogue.game_size(limit)
    if size or model_limit_by_game is None:
        return size.models if size else None
    return None if limit is None else _models_for(limit, catalogue.numbers[model_limit_by_game.per])


def _profile_matches(profile: ProfileContext, ruled: RuledCheck) -> bool:
    if ruled.codes:
        codes: Collection[str] = (
            profile.codes_with_included() if ruled.check.included else profile.places_by_code
        )
        if not ruled.codes.isdisjoint(codes):
            return True
    return bool(ruled.choices) and any(map(profile.meets, ruled.choices))


# ------------------------------------------------------------------ counts


def _linear_limit(context: RosterContext, ruled: RuledCheck, keys: Collection[str]) -> LinearLimit | None:
    limit = _upper_bound(context, ruled.check)
    if limit is None:
        return None
    weights = _weights(context, ruled, keys)
    check = ruled.check
    return LinearLimit(
        rule=ruled.rule,
        weights=weights,
        maximum=limit,
        value_code=check.value,
        level=check.level,
        counts_all_models=not (check.of or check.value),
    )


def _upper_bound(context: RosterContext, check: RosterCheck) -> int | None:
    """Return the upper bound of a count, or None if there is none or the roster's points are unknown."""
    if check.most_by == "game":
        return max_models(context)
    if check.most_by == "spent":
        points_per_model = context.catalogue_index.numbers[check.per]
        return None if context.points is None else _models_for(context.points, points_per_model)
    facts = context.roster.fields
    return next((fact_limit for fact, fact_limit in check.most_with.items() if facts.get(fact)), check.most)


def _models_for(points: int, points_per_model: int) -> int:
    """Return how many models these points allow, rounded up."""
    return -(-points // points_per_model)


def _weights(context: RosterContext, ruled: RuledCheck, keys: Collection[str]) -> dict[str, int]:
    check, contexts = ruled.check, context.profile_contexts
    if check.value:
        return {key: weight for key in keys if (weight := number_or_none(contexts[key], check.value))}
    if not check.of:
        return dict.fromkeys(keys, 1)
    weights = {key: 1 for key in keys if _profile_matches(contexts[key], ruled)}
    for key in keys if check.room else ():
        if contexts[key].meets_any(check.room):
            weights[key] = weights.get(key, 0) - 1
    return weights


def _check_count(context: RosterContext, ruled: RuledCheck) -> Finding | None:
    check = ruled.check
    if not context.model_count:
        return None
    if check.least_by:
        return _check_unspent(context, ruled)
    limit = _upper_bound(context, check) if check.exactly is None else None
    if limit is None and check.exactly is None:
        return None
    linear_limit = LinearLimit(
        rule=ruled.rule, weights=_weights(context, ruled, context.counts), maximum=limit or 0
    )
    used_weight = (
        linear_limit.total_weight(context.counts) if check.of or check.value else context.model_count
    )
    if limit is not None:
        return _too_many_finding(context, ruled, linear_limit) if used_weight > limit else None
    if used_weight != check.exactly:
        return None
    where = context.first_row_place(linear_limit.weights) if check.where == "row" else "entries"
    return make_finding(context, check.level, ruled.rule, where, check.message, page=check.page)


def _check_unspent(context: RosterContext, ruled: RuledCheck) -> Finding | None:
    limit, check = playable_limit(context), ruled.check
    if context.points is None or limit is None or context.points >= limit:
        return None
    unspent = limit - context.points
    template = check.one if unspent == 1 and check.one else check.message
    message = template.format_map({"over": unspent, "count": context.points, "most": limit})
    return make_finding(context, check.level, ruled.rule, "entries", message, page=check.page, amount=unspent)


def _too_many_finding(context: RosterContext, ruled: RuledCheck, linear_limit: LinearLimit) -> Finding:
    check, counts = ruled.check, context.counts
    excess = linear_limit.excess(counts)
    advice = f"remove {excess}"
    if check.most_by == "game":
        advice = advice_with_larger_game(context, advice)
    contexts, words = context.profile_contexts, context.catalogue_index.catalogue.words
    room_makers = sum(n for key, n in counts.items() if check.room and contexts[key].meets_any(check.room))
    counted_keys = [key for key, n in counts.items() if n and linear_limit.weights.get(key, 0) > 0]
    names = dict.fromkeys(map(context.name_of, counted_keys))
    template = check.one if check.one and len(names) == 1 else check.message
    message = template.format_map(
        {
            "count": linear_limit.total_weight(counts) + room_makers,
            "most": linear_limit.maximum,
            "room": room_makers,
            "over": excess,
            "models": _count_text(context.model_count, words.model, words.models),
            "points": _count_text(context.points or 0, "point", "points"),
            "advice": advice,
            "names": join_and(names),
        }
    )
    control = ""
    if check.of and counted_keys:
        key = counted_keys[-1]
        is_in_row = "{advice}" in template or len(names) == 1 or is_variant(key)
        control = f"rows/{key}" if is_in_row else f"profiles/{key}{_part_of(context, check.of[0])}"
    return make_finding(
        context, check.level, ruled.rule, "entries", message,
        page=check.page,
        remedies=check.remedies,
        profile=own_key(counted_keys[0]) if len(counted_keys) == 1 else "",
        control=control,
        amount=excess,
    )  # fmt: skip


def _count_text(number: int, singular: str, many: str) -> str:
    return f"{number} {singular if number == 1 else many}"


# ------------------------------------------------------------------ needed models


def _check_needs(context: RosterContext, ruled: RuledCheck) -> Iterator[Finding]:
    check = ruled.check
    missing = [each for each in check.of if not _is_met_by_a_model(context, (each,), included=check.included)]
    if context.model_count and missing:
        names = [_condition_name(context, condition) for condition in missing]
        message = check.message.replace("{missing}", join_and(names, "or"))
        first_key = next(key for key in context.counts if key not in context.late_joiner_keys)
        yield make_finding(
            context, check.level, ruled.rule, "entries", message,
            page=check.page,
            control=f"profiles/{own_key(first_key)}{_part_of(context, missing[0])}",
            amount=len(missing),
        )  # fmt: skip


def _part_of(context: RosterContext, condition: str) -> str:
    """Return the end of a finding's ``control``: "#" and the attribute's place, or "" for a property."""
    code, is_choice, _ = condition.partition("=")
    return f"#{context.catalogue_index.attributes[code].at}" if is_choice else ""


def leader_conditions(catalogue: Catalogue) -> dict[str, str]:
    """Return the condition that at least one model should meet as a leader, by the code of the rule."""
    needs = _checks(catalogue).needs
    return {ruled.rule: ruled.check.of[0] for ruled in needs if len(ruled.check.of) == 1}


def _is_met_by_a_model(context: RosterContext, conditions: Iterable[str], *, included: bool = False) -> bool:
    """Return whether a fielded model meets one of these conditions."""
    for key, count in context.counts.items():
        if count:
            profile = context.profile_contexts[key]
            codes = profile.usable_codes() if included else None
            for condition in conditions:
                if profile.meets(condition, codes):
                    return True
    return False


def _condition_name(context: RosterContext, condition: str) -> str:
    """Return the name of a condition's attribute or entry in lower case, for a sentence."""
    code, chosen, _ = condition.partition("=")
    name = context.catalogue_index.attributes[code].name if chosen else context.catalogue_index.name_of(code)
    return name.lower()


# ------------------------------------------------------------------ reminders


def _check_reminders(context: RosterContext, checks: _Checks) -> Iterator[Finding]:
    """Yield a finding for each reminder that applies. The finding names all profiles that it is about."""
    results: dict[tuple[str, ...], bool] = {}

    def is_met(conditions: tuple[str, ...]) -> bool:
        if conditions not in results:
            results[conditions] = _is_met_by_a_model(context, conditions)
        return results[conditions]

    # For each reminder's index: the profiles that it is about, each with its name and the index of its row
    reminded_profiles: dict[int, dict[str, tuple[str, int]]] = {}
    for row, entry in enumerate(context.roster.entries):
        for profile, _ in context.fielded_members(entry):
            if not checks.has_other_reminders and checks.reminded_codes.isdisjoint(profile.places_by_code):
                continue
            for index, ruled in enumerate(checks.reminders):
                check = ruled.check
                if not _profile_matches(profile, ruled) or profile.meets_any(check.unless):
                    continue
                if (check.beside and not is_met(check.beside)) or is_met(check.without):
                    continue
                key = profile.key if check.where == "row" else profile.name
                reminded_profiles.setdefault(index, {}).setdefault(key, (profile.name, row))
    for index, rows in reminded_profiles.items():
        yield _reminder(context, checks.reminders[index], list(rows.values()), subject=f"reminder {index}")


def _reminder(
    context: RosterContext, ruled: RuledCheck, rows: list[tuple[str, int]], subject: str
) -> Finding:
    """Return the finding of a reminder. ``rows`` contains each profile's name and the index of its row."""
    check, is_single = ruled.check, len(rows) == 1
    where = f"entries[{rows[0][1]}]" if is_single and check.where == "row" else "entries"
    template = check.one if is_single and check.one else check.message
    message = template.replace("{names}", join_and(name for name, _ in rows), 1)
    return make_finding(
        context, check.level, ruled.rule, where, message,
        page=check.page,
        amount=len(rows),
        subject=subject,
    )  # fmt: skip
