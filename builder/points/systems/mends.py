"""The smallest change that ends an error of a roster, said as a clause: which models to take away."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from builder.points.diagram import Item, Limit
from builder.points.filling import Picks, Task, search
from builder.points.systems.system import Quota, RosterFacts

NAMED = 3
"""A clause names no more kinds of models than this."""


def remove(roster: RosterFacts, models: Mapping[str, int]) -> str:
    """The clause that takes so many models of these profiles away."""
    named = [f"{count} × {roster.name(key)}" for key, count in models.items()]
    return f"remove {' and '.join([', '.join(named[:-1]), named[-1]] if len(named) > 1 else named)}"


def remove_any(roster: RosterFacts, models: Mapping[str, int]) -> str:
    """The clause for models of which others would do as well: many kinds are not named."""
    if len(models) > NAMED:
        return f"remove {sum(models.values())} models"
    return remove(roster, models)


def least(roster: RosterFacts, quota: Quota) -> dict[str, int]:
    """The cheapest models whose removal brings a quota of whole models within its limit, in list order."""
    over = quota.over(roster.counts)
    fielded = _fielded(roster)
    each = {key: roster.each(key) for key in fielded}
    order = sorted(fielded, key=lambda key: (each[key] is None, each[key] or 0))
    removed = {}
    for key in order:
        weight = quota.weights.get(key, 0)
        if weight > 0 and over > 0:
            removed[key] = min(roster.counts[key], -(-over // weight))
            over -= removed[key] * weight
    return {key: removed[key] for key in fielded if key in removed}


def least_points(roster: RosterFacts, over: int, quotas: Iterable[Quota]) -> dict[str, int]:
    """The models of the fewest points whose removal saves ``over`` or more, in list order; {} if none do.

    One model at least stays, and no other quota is broken by it. Of removals of the same points that of
    fewer models is taken, then of fewer kinds; of ``NAMED`` kinds at most.
    """
    counts = roster.counts
    prices = {key: each for key in _fielded(roster) if (each := roster.each(key))}
    keys = [key for key, each in prices.items() if each > 0]
    if not keys or not 0 < over <= sum(prices[key] * counts[key] for key in keys):
        return {}
    broken = [(quota, quota.over(counts)) for quota in quotas]

    def accept(picks: Picks) -> bool:
        left = {**counts}
        for index, count in picks:
            left[keys[index]] -= count
        return all(quota.over(left) <= before for quota, before in broken)

    items = [Item(prices[key], counts[key]) for key in keys]
    sums = range(over, over + max(item.price for item in items))
    limits = _limits(keys, [quota for quota, _ in broken], counts)
    found = search(Task(items, limits, sums, roster.models - 1, accept, wanted=1, kinds=NAMED))
    picks = found.picks[0] if found.picks else _one_kind(items, over, roster.models - 1, accept)
    return {keys[index]: count for index, count in picks}


def _fielded(roster: RosterFacts) -> list[str]:
    """The profiles fielded, in list order, whatever the order of the rows."""
    return [key for key in roster.facts if roster.counts.get(key)]


def _limits(keys: Sequence[str], quotas: Iterable[Quota], counts: Mapping[str, int]) -> list[Limit]:
    """What may be taken away of models that make room for others."""
    limits = []
    for quota in quotas:
        weights = tuple(-quota.weights.get(key, 0) for key in keys)
        if not quota.only_with and max(weights) > 0:
            limits.append(Limit(max(0, quota.most - quota.used(counts)), weights))
    return limits


def _one_kind(items: Sequence[Item], over: int, models: int, accept: Callable[[Picks], bool]) -> Picks:
    """Models of one kind alone, where a search for the best would take too long."""
    counts = [-(-over // item.price) for item in items]
    ways = sorted(
        (count * item.price, count, index)
        for index, (item, count) in enumerate(zip(items, counts, strict=True))
        if count <= min(item.most, models)
    )
    return next((picks for _, count, index in ways if accept(picks := ((index, count),))), ())
