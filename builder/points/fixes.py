"""The smallest change that ends an error of a roster, said as a clause: which models to take away."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from builder.points.item_search import ItemCounts, SearchTask, search
from builder.points.search_diagram import PricedItem, WeightLimit
from builder.points.system import Quota, RosterContext

MOST_NAMED = 3
"""A clause names no more kinds of models than this."""


def describe_removal(context: RosterContext, models: Mapping[str, int]) -> str:
    """The clause that takes so many models of these profiles away."""
    named = [f"{count} × {context.name(key)}" for key, count in models.items()]
    return f"remove {' and '.join([', '.join(named[:-1]), named[-1]] if len(named) > 1 else named)}"


def describe_any_removal(context: RosterContext, models: Mapping[str, int]) -> str:
    """The clause for models of which others would do as well: many kinds are not named."""
    if len(models) > MOST_NAMED:
        return f"remove {sum(models.values())} models"
    return describe_removal(context, models)


def cheapest_removal(context: RosterContext, quota: Quota) -> dict[str, int]:
    """The cheapest models whose removal brings a quota of whole models within its limit, in list order."""
    over = quota.over(context.counts)
    fielded = _fielded_keys(context)
    each = {key: context.points_each(key) for key in fielded}
    order = sorted(fielded, key=lambda key: (each[key] is None, each[key] or 0))
    removed = {}
    for key in order:
        weight = quota.weights.get(key, 0)
        if weight > 0 and over > 0:
            removed[key] = min(context.counts[key], -(-over // weight))
            over -= removed[key] * weight
    return {key: removed[key] for key in fielded if key in removed}


def cheapest_saving(context: RosterContext, over: int, quotas: Iterable[Quota]) -> dict[str, int]:
    """The models of the fewest points whose removal saves ``over`` or more, in list order; {} if none do.

    One model at least stays, and no other quota is broken by it. Of removals of the same points that of
    fewer models is taken, then of fewer kinds; of ``MOST_NAMED`` kinds at most.
    """
    counts = context.counts
    prices = {key: each for key in _fielded_keys(context) if (each := context.points_each(key))}
    keys = [key for key, each in prices.items() if each > 0]
    if not keys or not 0 < over <= sum(prices[key] * counts[key] for key in keys):
        return {}
    broken = [(quota, quota.over(counts)) for quota in quotas]

    def accept(picks: ItemCounts) -> bool:
        left = {**counts}
        for index, count in picks:
            left[keys[index]] -= count
        return all(quota.over(left) <= before for quota, before in broken)

    items = [PricedItem(prices[key], counts[key]) for key in keys]
    sums = range(over, over + max(item.price for item in items))
    limits = _weight_limits(keys, [quota for quota, _ in broken], counts)
    result = search(SearchTask(items, limits, sums, context.models - 1, accept, wanted=1, kinds=MOST_NAMED))
    picks = result.selections[0] if result.selections else _one_kind(items, over, context.models - 1, accept)
    return {keys[index]: count for index, count in picks}


def _fielded_keys(context: RosterContext) -> list[str]:
    """The profiles fielded, in list order, whatever the order of the rows."""
    return [key for key in context.profile_contexts if context.counts.get(key)]


def _weight_limits(
    keys: Sequence[str], quotas: Iterable[Quota], counts: Mapping[str, int]
) -> list[WeightLimit]:
    """What may be taken away of models that make room for others."""
    limits = []
    for quota in quotas:
        weights = tuple(-quota.weights.get(key, 0) for key in keys)
        if not quota.only_with and max(weights) > 0:
            limits.append(WeightLimit(max(0, quota.most - quota.used(counts)), weights))
    return limits


def _one_kind(
    items: Sequence[PricedItem], over: int, models: int, accept: Callable[[ItemCounts], bool]
) -> ItemCounts:
    """Models of one kind alone, where a search for the best would take too long."""
    counts = [-(-over // item.price) for item in items]
    removals = sorted(
        (count * item.price, count, index)
        for index, (item, count) in enumerate(zip(items, counts, strict=True))
        if count <= min(item.most, models)
    )
    return next((picks for _, count, index in removals if accept(picks := ((index, count),))), ())
