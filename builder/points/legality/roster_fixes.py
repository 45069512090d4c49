"""The changes that end a finding on a roster, each tried on the real checks.

What adds up ends with fewer models, others instead, more of those that make room, or a larger game; another
finding ends with the change that its rule proposes. A change counts only if it ends its finding and brings
no new error or warning. Bounded by ``MOST_OF_A_WAY`` trials for each way and finding.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Literal, NamedTuple

from builder.points.document.document import Roster
from builder.points.legality.roster_changes import (
    Counts,
    change_fix,
    larger_games,
    models_text,
    patched,
    with_models,
    without_models,
)
from builder.points.legality.roster_rules import leading_conditions
from builder.points.legality.roster_trials import RosterTrials, RosterVerdict
from builder.points.legality.sums import SumItem, SumLimit, SumSearch
from builder.points.pricing.system import Quota, RosterContext, System
from builder.points.rules.results import Finding, sort_findings

MOST_OF_A_WAY = 4
"""So many changes of one way are tried for a finding."""

MOST_FIXED = 10
"""So many findings of a roster get fixes."""

MOST_NAMED = 3
"""A label names no more kinds of models than this."""

_ENTRY = re.compile(r"entries\[(\d+)\]", re.ASCII)

Way = Literal["rule", "remove", "swap", "add", "game"]


class RosterChange(NamedTuple):
    """A change of a roster: the way in which it ends a finding, what it does, and the roster afterwards."""

    way: Way
    label: str
    roster: Roster


def add_roster_fixes(
    context: RosterContext, system: System, findings: Iterable[Finding]
) -> Iterator[Finding]:
    """Return the findings of a roster with their fixes; a finding that no change ends has none.

    After ``MOST_FIXED`` findings no fixes are looked for, errors first.
    """
    findings = sort_findings(findings)
    if all(finding.level == "note" for finding in findings):
        yield from findings
        return
    trials = RosterTrials(context, system, findings)
    for number, finding in enumerate(findings):
        fix = None
        if finding.level != "note" and number < MOST_FIXED:
            change = next(successes(trials, finding), None)
            is_own = change is not None and change.way == "rule"
            fix = finding.fix if is_own else change and change_fix(context, change.label, change.roster)
        yield finding._replace(fix=fix)


def successes(
    trials: RosterTrials, finding: Finding, before: RosterVerdict | None = None, most: int | None = None
) -> Iterator[RosterChange]:
    """Return the changes that end a finding and do no harm, those that cost the fewest points first.

    Those that leave nobody to lead come last; a swap never does that. There are at most ``most`` of each way.
    """
    before = before or trials.now
    leading = leading_conditions(before.context.catalogue_index.catalogue).keys()
    last, found = [], Counter[Way]()
    for change in changes(trials, finding, before.context):
        if found[change.way] == most:
            continue
        if after := trials.after(change.roster, before, finding):
            if leading.isdisjoint(rule for _, rule, _ in after.adds_to(before, ("note",))):
                found[change.way] += 1
                yield change
            elif change.way != "swap":
                last.append(change)
    yield from last


def changes(trials: RosterTrials, finding: Finding, context: RosterContext) -> Iterator[RosterChange]:
    """Return the changes to try for a finding."""
    if finding.fix:
        roster = patched(context.roster, finding.fix.patch, context.catalogue_index.catalogue)
        yield RosterChange("rule", finding.fix.label, roster)
    if finding.where == "limit":
        yield from _agreed_sizes(context)
    costs = [found for quota in broken_quotas(trials, finding, context) for found in _within(context, quota)]
    yield from (change for _, change in sorted(costs, key=lambda found: found[0]))
    if costs and not finding.where.startswith("entries["):
        yield from (_game(context, size) for size in larger_games(context)[:1])


def broken_quotas(trials: RosterTrials, finding: Finding, context: RosterContext) -> list[Quota]:
    """Return the quotas that a finding speaks of: all that its rule has, or those of its row."""
    entry = _ENTRY.match(finding.where)
    quotas = (quota for quota in trials.quotas(context) if quota.rule == finding.code)
    broken = [quota for quota in quotas if quota.over(context.counts)]
    if entry:
        keys = {member.profile for member in context.roster.entries[int(entry[1])].members()}
        broken = [quota for quota in broken if len(quota.weights) == 1 and not keys.isdisjoint(quota.weights)]
    return broken


def _within(context: RosterContext, quota: Quota) -> Iterator[tuple[tuple[int, int], RosterChange]]:
    """Return changes that bring a quota within its limit, with the points and models that they cost."""
    ways = [_removals(context, quota), _additions(context, quota)]
    if quota.is_points and not context.catalogue_index.catalogue.unit_kinds:
        ways.append(_swaps(context, quota))
    for changes_of_way in ways:
        yield from islice(changes_of_way, MOST_OF_A_WAY)


def _removals(context: RosterContext, quota: Quota) -> Iterator[tuple[tuple[int, int], RosterChange]]:
    found = _cheapest_savings(context, quota) if quota.is_points else _fewest_carriers(context, quota)
    prices = context.points_each
    for models in found:
        cost = sum(count * (prices(key) or 0) for key, count in models.items()), sum(models.values())
        yield (
            cost,
            RosterChange("remove", _removal_label(context, models), without_models(context.roster, models)),
        )
    for index, entry in enumerate(
        context.roster.entries if context.catalogue_index.catalogue.unit_kinds else ()
    ):
        members = {member.profile: member.count for member in entry.members() if member.count}
        if not members.keys().isdisjoint(quota.weights):
            entries = context.roster.entries
            left = replace(context.roster, entries=(*entries[:index], *entries[index + 1 :]))
            known = {key: count for key, count in members.items() if key in context.profile_contexts}
            cost = sum(count * (prices(key) or 0) for key, count in known.items()), sum(members.values())
            yield cost, RosterChange("remove", _removal_label(context, members), left)


def _removal_label(context: RosterContext, models: Counts) -> str:
    """Return what is removed; many kinds are not named."""
    if len(models) <= MOST_NAMED:
        return f"Remove {models_text(context, models)}"
    return f"Remove {context.catalogue_index.catalogue.words.count(sum(models.values()))}"


def _cheapest_savings(context: RosterContext, quota: Quota) -> Iterator[dict[str, int]]:
    """Return models of a few kinds that save enough points, the fewest points first."""
    over, prices = quota.over(context.counts), quota.weights
    keys = [key for key in context.profile_contexts if context.counts.get(key) and prices.get(key)]
    if not keys:
        return
    top = over + max(prices[key] for key in keys)
    items = [SumItem(prices[key], context.counts[key]) for key in keys]
    search = SumSearch(items, [SumLimit(context.models - 1, [1] * len(keys))], top)
    for total in islice(search.sums(range(over, top + 1)), MOST_OF_A_WAY):
        for places in sorted(islice(search.multisets(total), MOST_OF_A_WAY), key=len)[:2]:
            one_less = total - min(items[place].price for place in places)
            if len(places) <= MOST_NAMED and one_less < over:
                yield {keys[place]: count for place, count in places.items()}
    for key in sorted(keys, key=lambda key: -(-over // prices[key]) * prices[key]):
        if (count := -(-over // prices[key])) <= context.counts[key]:
            yield {key: count}


def _fewest_carriers(context: RosterContext, quota: Quota) -> Iterator[dict[str, int]]:
    """Return models of one kind that are enough for a quota, and the cheapest of several kinds."""
    counts, over = context.counts, quota.over(context.counts)
    keys = [key for key in context.profile_contexts if counts.get(key) and quota.weights.get(key, 0) > 0]
    keys.sort(key=lambda key: context.points_each(key) or 0)
    removed: dict[str, int] = {}
    for key in keys:
        if over > 0:
            removed[key] = min(counts[key], -(-over // quota.weights[key]))
            over -= removed[key] * quota.weights[key]
    if over <= 0:
        yield {key: removed[key] for key in context.profile_contexts if key in removed}
    over = quota.over(counts)
    for key in keys:
        if (count := -(-over // quota.weights[key])) <= counts[key] and {key: count} != removed:
            yield {key: count}


def _additions(context: RosterContext, quota: Quota) -> Iterator[tuple[tuple[int, int], RosterChange]]:
    """Return the models that make enough room in a quota."""
    over, units = quota.over(context.counts), context.catalogue_index.catalogue.unit_kinds
    makers = [key for key in listed_keys(context) if quota.weights.get(key, 0) < 0 and not units]
    for key in sorted(makers, key=lambda key: context.points_each(key) or 0):
        more = {key: -(-over // -quota.weights[key])}
        label = f"Add {models_text(context, more)}"
        yield (0, sum(more.values())), RosterChange("add", label, with_models(context.roster, more))


def _swaps(context: RosterContext, quota: Quota) -> Iterator[tuple[tuple[int, int], RosterChange]]:
    """Return swaps of models for others of the list that save enough points, the smallest saving first."""
    over, counts = quota.over(context.counts), context.counts
    prices = {key: price for key in listed_keys(context) if (price := context.points_each(key))}
    pairs = []
    for key, own in quota.weights.items():
        for other, price in prices.items() if counts.get(key) else ():
            if own > price and (count := -(-over // (own - price))) <= counts[key]:
                pairs.append((count * (own - price), count, key, other))
    for saved, count, key, other in sorted(pairs):
        out, into = models_text(context, {key: count}), models_text(context, {other: count})
        roster = with_models(without_models(context.roster, {key: count}), {other: count})
        yield (saved, count), RosterChange("swap", f"Swap {out} for {into}", roster)


def _agreed_sizes(context: RosterContext) -> Iterator[RosterChange]:
    """Return the agreed sizes of game, the nearest first and of two as near the larger one."""
    sizes = [size.points for size in context.catalogue_index.catalogue.game_sizes]
    limit = context.roster.limit or 0
    for size in sorted(sizes, key=lambda size: (abs(size - limit), -size)):
        yield _game(context, size)


def _game(context: RosterContext, size: int) -> RosterChange:
    return RosterChange("game", f"Play {size}", replace(context.roster, limit=size))


def listed_keys(context: RosterContext) -> list[str]:
    """Return the profiles of the list that can be added: with a price, without errors, not to join later."""
    return [
        key
        for key in context.profile_contexts
        if key not in context.illegal_keys
        and key not in context.later_keys
        and context.points_each(key) is not None
    ]
