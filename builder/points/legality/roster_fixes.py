"""The changes that fix a finding on a roster. Each change is tested by checking the changed roster.

There are four ways to fix an exceeded limit: remove models, swap them, add models that make room, or play a
larger game. At most ``MAX_CHANGES_PER_WAY`` changes of each way are tried. Other findings are fixed by the
change that their rule proposes. A change works if it resolves its finding and causes no new error or warning.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Literal, NamedTuple

from builder.points.document.document import Roster
from builder.points.legality.roster_changes import (
    Counts,
    agreed_sizes,
    apply_patch,
    has_unlisted_size,
    large_enough_sizes,
    models_text,
    roster_fix,
    with_models,
    without_models,
)
from builder.points.legality.roster_rules import leader_conditions
from builder.points.legality.roster_trials import RosterTrials, RosterVerdict
from builder.points.legality.sums import SumItem, SumLimit, SumSearch
from builder.points.pricing.system import LinearLimit, RosterContext
from builder.points.rules.catalogue_index import KIND
from builder.points.rules.names import is_variant, own_key
from builder.points.rules.results import Finding, sort_findings

MAX_CHANGES_PER_WAY = 4
"""The maximum number of changes of one way that are tried for an exceeded limit."""

MAX_UNIT_REMOVALS = 2
"""The maximum number of unit removals that are tried for an exceeded limit."""

MAX_FIXED = 10
"""The maximum number of findings of a roster that get fixes."""

MAX_NAMED = 3
"""The maximum number of profiles in a label."""

_ENTRY = re.compile(r"entries\[(\d+)\]", re.ASCII)

Way = Literal["rule", "remove", "swap", "add", "game"]


class RosterChange(NamedTuple):
    """A change that may resolve a finding, with the label of its button and the roster after it.

    The way "rule" is the change that the finding's rule proposes, and "game" is another size of game.
    """

    way: Way
    label: str
    roster: Roster


def findings_with_fixes(trials: RosterTrials) -> Iterator[Finding]:
    """Yield each finding of a roster with its fix, or with ``fix=None`` if no change resolves it.

    A fix doesn't remove models if players must choose the profile, for example one of two leaders, or if the
    finding's rule names other remedies. Only the first ``MAX_FIXED`` findings get fixes, errors first.
    """
    context = trials.context
    for number, finding in enumerate(sort_findings(trials.present_verdict.findings)):
        fix = None
        if finding.level != "note" and number < MAX_FIXED:
            excludes_removal = finding.remedies.texts or is_players_choice(trials, finding, context)
            offered = (
                change
                for change in working_changes(trials, finding)
                if not (excludes_removal and change.way == "remove")
            )
            change = next(offered, None)
            is_rule_fix = change is not None and change.way == "rule"
            fix = finding.fix if is_rule_fix else change and roster_fix(context, change.label, change.roster)
        yield finding._replace(fix=fix)


def working_changes(
    trials: RosterTrials,
    finding: Finding,
    before: RosterVerdict | None = None,
    max_changes: int | None = None,
) -> Iterator[RosterChange]:
    """Yield the changes that resolve a finding of ``before`` and do no harm, the cheapest first.

    Of changes after which the roster has no leader, swaps are skipped, and the others come last. At most
    ``max_changes`` other changes of each way are yielded.
    """
    before = before or trials.present_verdict
    leaderless, counts = [], Counter[Way]()
    for change in changes_to_try(trials, finding, before.context):
        if counts[change.way] == max_changes:
            continue
        if after := trials.verdict_if_helpful(change.roster, before, finding):
            if not loses_leader(after, before):
                counts[change.way] += 1
                yield change
            elif change.way != "swap":
                leaderless.append(change)
    yield from leaderless


def loses_leader(after: RosterVerdict, before: RosterVerdict) -> bool:
    """Return whether a roster had a leader before a change and has none after it."""
    leading = leader_conditions(before.context.catalogue_index.catalogue).keys()
    return not leading.isdisjoint(kind.code for kind in after.more_frequent_kinds(before, ("note",)))


def changes_to_try(trials: RosterTrials, finding: Finding, context: RosterContext) -> Sequence[RosterChange]:
    """Return the changes to try for a finding. They are cached in the context.

    If the roster's limit isn't an agreed game size, a change to an agreed size comes first, because any other
    change would still need an agreed size.
    """
    # Two findings of one row may have the same message and different fixes, so the key includes the fix.
    key = finding.level, finding.code, finding.where, finding.message, repr(finding.fix)
    if key not in context.changes_to_try_cache:
        context.changes_to_try_cache[key] = list(_changes(trials, finding, context))
    cached: Sequence[RosterChange] = context.changes_to_try_cache[key]
    return cached


def _changes(trials: RosterTrials, finding: Finding, context: RosterContext) -> Iterator[RosterChange]:
    if finding.fix:
        roster = apply_patch(context.roster, finding.fix.patch, context.catalogue_index.catalogue)
        yield RosterChange("rule", finding.fix.label, roster)
    if finding.where == "limit":
        yield from (game_change(context, size) for size in agreed_sizes(context))
    limits = broken_limits(trials, finding, context)
    # A larger game comes before the changes that cost more than half of the points. If the roster's limit
    # isn't an agreed game size, the larger game comes before all other changes.
    max_points = -1 if has_unlisted_size(context) else (context.points or 0) // 2
    larger = [
        ((max_points, context.model_count), game_change(context, size))
        for size in _larger_sizes(context, limits)[:1]
    ]
    costed = [*larger, *(pair for limit in limits for pair in _changes_within_limit(context, limit))]
    costed.sort(key=lambda pair: (_breaks_units(context, pair[1]), pair[0]))
    yield from (change for _, change in costed)


def _breaks_units(context: RosterContext, change: RosterChange) -> bool:
    """Return whether a change takes some models from several units."""
    has_units = bool(context.catalogue_index.catalogue.unit_kinds)
    return has_units and len(set(change.roster.entries) - set(context.roster.entries)) > 1


def is_players_choice(trials: RosterTrials, finding: Finding, context: RosterContext) -> bool:
    """Return whether only the player can decide which fielded profile gives up a role, such as leader."""
    broken = broken_limits(trials, finding, context)
    roles = (limit.weights for limit in broken if limit.maximum == 1 and not limit.counts_all_models)
    fielded = [key for key, count in context.counts.items() if count]
    return any(sum(weights.get(key, 0) > 0 for key in fielded) > 1 for weights in roles)


def _larger_sizes(context: RosterContext, limits: list[LinearLimit]) -> list[int]:
    """Return the game sizes, or without agreed sizes the points, that would resolve the exceeded limits."""
    if context.catalogue_index.catalogue.game_sizes:
        return (
            large_enough_sizes(context)
            if any(limit.is_points or limit.counts_all_models for limit in limits)
            else []
        )
    is_over = any(limit.is_points for limit in limits)
    return [context.points] if is_over and context.points is not None else []


def broken_limits(trials: RosterTrials, finding: Finding, context: RosterContext) -> list[LinearLimit]:
    """Return the exceeded limits of a finding's rule; for a row's finding, those on a profile in the row."""
    entry = _ENTRY.match(finding.where)
    limits = (limit for limit in trials.roster_limits(context) if limit.rule == finding.code)
    broken = [limit for limit in limits if limit.excess(context.counts)]
    if entry:
        keys = {member.profile for member in context.roster.entries[int(entry[1])].members()}
        of_row = (limit for limit in broken if len({own_key(key) for key in limit.weights}) == 1)
        broken = [limit for limit in of_row if not keys.isdisjoint(limit.weights)]
    return broken


def _changes_within_limit(
    context: RosterContext, limit: LinearLimit
) -> Iterator[tuple[tuple[int, int], RosterChange]]:
    """Yield changes that bring a roster within a limit, each after its cost in points and models."""
    ways = [_removals(context, limit), _additions(context, limit)]
    if limit.is_points:
        has_units = bool(context.catalogue_index.catalogue.unit_kinds)
        ways.append(_row_swaps(context, limit) if has_units else _swaps(context, limit))
    for changes_of_way in ways:
        yield from islice(changes_of_way, MAX_CHANGES_PER_WAY)


def _removals(context: RosterContext, limit: LinearLimit) -> Iterator[tuple[tuple[int, int], RosterChange]]:
    removals = _cheapest_savings(context, limit) if limit.is_points else _fewest_removals(context, limit)
    prices = context.points_per_model
    unit_removals = sorted(_unit_removals(context, limit), key=lambda removal: removal[0])
    yield from unit_removals[:MAX_UNIT_REMOVALS]
    for models in removals:
        cost = sum(count * (prices[key] or 0) for key, count in models.items()), sum(models.values())
        yield (
            cost,
            RosterChange("remove", _removal_label(context, models), without_models(context.roster, models)),
        )


def _unit_removals(
    context: RosterContext, limit: LinearLimit
) -> Iterator[tuple[tuple[int, int], RosterChange]]:
    """Yield removals of a complete unit that bring the roster within a limit, each after its cost."""
    entries, prices, excess = context.roster.entries, context.points_per_model, limit.excess(context.counts)
    for index, entry in enumerate(entries if context.catalogue_index.catalogue.unit_kinds else ()):
        members = {member.profile: member.count for member in entry.members() if member.count}
        if 0 < excess <= limit.total_weight(members):
            left = replace(context.roster, entries=(*entries[:index], *entries[index + 1 :]))
            listed = {key: count for key, count in members.items() if key in context.profile_contexts}
            cost = sum(count * (prices[key] or 0) for key, count in listed.items()), sum(members.values())
            yield cost, RosterChange("remove", _removal_label(context, members), left)


def _removal_label(context: RosterContext, models: Counts) -> str:
    """Return the label of a removal, with names of at most ``MAX_NAMED`` profiles."""
    if len(models) <= MAX_NAMED:
        return f"Remove {models_text(context, models)}"
    return f"Remove {context.catalogue_index.catalogue.words.count(sum(models.values()))}"


def _cheapest_savings(context: RosterContext, limit: LinearLimit) -> Iterator[dict[str, int]]:
    """Yield models whose removal saves enough points, as counts by profile.

    Models of at most ``MAX_NAMED`` profiles come first, then models of one. In both groups, those that save
    the fewest points come first.
    """
    excess, prices = limit.excess(context.counts), limit.weights
    keys = [key for key in context.profile_contexts if context.counts.get(key) and prices.get(key)]
    if sum(sorted(prices[key] * context.counts[key] for key in keys)[-MAX_NAMED:]) < excess:
        return
    top = excess + max(prices[key] for key in keys)
    items = [SumItem(prices[key], context.counts[key]) for key in keys]
    search = SumSearch(items, [SumLimit(context.model_count - 1, [1] * len(keys))], top)
    for total in islice(search.reachable_sums(range(excess, top + 1)), MAX_CHANGES_PER_WAY):
        for multiset in sorted(islice(search.multisets(total), MAX_CHANGES_PER_WAY), key=len)[:2]:
            total_without_cheapest = total - min(items[index].price for index in multiset)
            if len(multiset) <= MAX_NAMED and total_without_cheapest < excess:
                yield {keys[index]: count for index, count in multiset.items()}
    for key in sorted(keys, key=lambda key: -(-excess // prices[key]) * prices[key]):
        if (count := -(-excess // prices[key])) <= context.counts[key]:
            yield {key: count}


def _fewest_removals(context: RosterContext, limit: LinearLimit) -> Iterator[dict[str, int]]:
    """Yield models whose removal brings the roster within a limit, as counts by profile.

    The cheapest models of as many profiles as necessary come first, then models of one profile.
    """
    counts, excess = context.counts, limit.excess(context.counts)
    keys = [key for key in context.profile_contexts if counts.get(key) and limit.weights.get(key, 0) > 0]
    keys.sort(key=lambda key: context.points_per_model[key] or 0)
    removed: dict[str, int] = {}
    for key in keys:
        if excess > 0:
            removed[key] = min(counts[key], -(-excess // limit.weights[key]))
            excess -= removed[key] * limit.weights[key]
    if excess <= 0:
        yield {key: removed[key] for key in context.profile_contexts if key in removed}
    excess = limit.excess(counts)
    for key in keys:
        if (count := -(-excess // limit.weights[key])) <= counts[key] and {key: count} != removed:
            yield {key: count}


def _additions(context: RosterContext, limit: LinearLimit) -> Iterator[tuple[tuple[int, int], RosterChange]]:
    """Yield additions of models that make enough room within a limit, each after its cost."""
    excess, units = limit.excess(context.counts), context.catalogue_index.catalogue.unit_kinds
    room_making_keys = [key for key in addable_keys(context) if limit.weights.get(key, 0) < 0 and not units]
    for key in sorted(room_making_keys, key=lambda key: context.points_per_model[key] or 0):
        more = {key: -(-excess // -limit.weights[key])}
        label = f"Add {models_text(context, more)}"
        yield (0, sum(more.values())), RosterChange("add", label, with_models(context.roster, more))


def _swaps(context: RosterContext, limit: LinearLimit) -> Iterator[tuple[tuple[int, int], RosterChange]]:
    """Yield swaps for cheaper models that save enough points, each after its cost, the cheapest first."""
    excess, counts = limit.excess(context.counts), context.counts
    prices = {key: price for key in addable_keys(context) if (price := context.points_per_model[key])}
    pairs = []
    for key, own_price in limit.weights.items():
        for other, price in prices.items() if counts.get(key) else ():
            if own_price > price and (count := -(-excess // (own_price - price))) <= counts[key]:
                pairs.append((count * (own_price - price), count, key, other))
    for saved, count, key, other in sorted(pairs):
        if _removes_all_leaders(context, key, count, other):
            continue
        out, into = models_text(context, {key: count}), models_text(context, {other: count})
        roster = with_models(without_models(context.roster, {key: count}), {other: count})
        yield (saved, count), RosterChange("swap", f"Swap {out} for {into}", roster)


def _row_swaps(context: RosterContext, limit: LinearLimit) -> Iterator[tuple[tuple[int, int], RosterChange]]:
    """Yield swaps of all models of a row's main profile for a cheaper profile of the same kind.

    Each saves enough points and follows its cost, the cheapest first.
    """
    excess, roster, contexts = limit.excess(context.counts), context.roster, context.profile_contexts
    prices = {key: price for key in addable_keys(context) if (price := context.points_per_model[key])}
    kinds = {key: profile.chosen_option(KIND) for key, profile in contexts.items()}
    swaps = []
    for index, entry in enumerate(roster.entries):
        own_price = limit.weights.get(entry.profile, 0)
        for other, price in prices.items() if entry.count * own_price > excess else ():
            saved = entry.count * (own_price - price)
            if saved >= excess and kinds[other] == kinds[entry.profile]:
                swaps.append((saved, entry.count, index, other))
    for saved, count, index, other in sorted(swaps):
        entry = roster.entries[index]
        if _removes_all_leaders(context, entry.profile, count, other):
            continue
        out, into = models_text(context, {entry.profile: count}), models_text(context, {other: count})
        rows = (*roster.entries[:index], replace(entry, profile=other), *roster.entries[index + 1 :])
        change = RosterChange("swap", f"Swap {out} for {into}", replace(roster, entries=rows))
        yield (saved, count), change


def _removes_all_leaders(context: RosterContext, key: str, count: int, other: str) -> bool:
    """Return whether a swap replaces all models that can lead with models that can't."""
    contexts, counts = context.profile_contexts, context.counts
    for condition in leader_conditions(context.catalogue_index.catalogue).values():
        if contexts[key].meets(condition) and not contexts[other].meets(condition):
            leaders = sum(n for fielded, n in counts.items() if n and contexts[fielded].meets(condition))
            if leaders <= count:
                return True
    return False


def game_change(context: RosterContext, size: int) -> RosterChange:
    """Return the change to another game size, or to a higher limit in games without agreed sizes."""
    verb = "Play" if context.catalogue_index.catalogue.game_sizes else "Raise the limit to"
    return RosterChange("game", f"{verb} {size}", replace(context.roster, limit=size))


def addable_keys(context: RosterContext) -> list[str]:
    """Return the keys of the profiles with a price and without errors, which can be added to the roster.

    Variants, and profiles that join only during the game, are left out.
    """
    return [
        key
        for key in context.profile_contexts
        if not is_variant(key)
        and key not in context.illegal_keys
        and key not in context.late_joiner_keys
        and context.points_per_model[key] is not None
    ]
