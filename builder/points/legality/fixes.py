"""The smallest changes that end an error of a roster: which models to take away, in words and as a change.

Nothing is advised that would break another rule which adds up: every removal is held against all quotas.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from builder.points.document.document import Member, RosterEntry
from builder.points.legality.item_search import ItemCounts, SearchTask, search
from builder.points.legality.search_diagram import PricedItem, WeightLimit
from builder.points.pricing.system import Quota, RosterContext
from builder.points.rules.catalogue import Words
from builder.points.rules.results import Fix, PatchOperation
from builder.points.rules.wording import join_and

MOST_NAMED = 3
"""A clause names no more kinds of models than this."""

FACTS = "/fields/"
"""Where the typed facts of a roster stand in its document."""

Counts = Mapping[str, int]
"""So many models of each profile, by its key."""

Rows = Sequence[Sequence[int]]
"""So many of each member of each row, in the order of ``RosterEntry.members``."""


# ------------------------------------------------------------------ in words, and as a change


def describe_removal(context: RosterContext, models: Counts) -> str:
    """The clause that takes so many models of these profiles away."""
    return f"remove {join_and(f'{count} × {context.name(key)}' for key, count in models.items())}"


def describe_any_removal(context: RosterContext, models: Counts) -> str:
    """The clause for models of which others would do as well: many kinds are not named."""
    if not models:
        return f"field other {_words(context).models}"
    if len(models) > MOST_NAMED:
        return f"remove {sum(models.values())} {_words(context).models}"
    return describe_removal(context, models)


def _words(context: RosterContext) -> Words:
    return context.catalogue_index.catalogue.words


def removal_fix(context: RosterContext, models: Counts) -> Fix | None:
    """The fix that takes these models away; None where there are none. Its paths begin at the roster."""
    if not models:
        return None
    clause = describe_removal(context, models)
    return Fix(clause[:1].upper() + clause[1:], removal_patch(context.roster.entries, models))


def fact_fix(label: str, values: Mapping[str, int | str | None]) -> Fix:
    """The fix that gives typed facts of a roster other values, by their codes; None leaves one blank."""
    patch = (
        PatchOperation("remove" if value is None else "replace", f"{FACTS}{code}", value)
        for code, value in values.items()
    )
    return Fix(label, tuple(patch))


def removal_patch(entries: Sequence[RosterEntry], models: Counts) -> tuple[PatchOperation, ...]:
    """Take so many models away, from a profile's last rows first; a row that fields none is removed.

    The operations go from the last row to the first, so that each finds its row where it was.
    """
    return rows_patch(entries, rows_without(entries, rows_of(entries), models))


def rows_patch(entries: Sequence[RosterEntry], rows: Rows) -> tuple[PatchOperation, ...]:
    """Leave so many of each member in each row; the operations go from the last row to the first."""
    return tuple(
        operation
        for index in range(len(entries) - 1, -1, -1)
        for operation in row_patch(index, entries[index], rows[index])
    )


def row_patch(index: int, entry: RosterEntry, counts: Sequence[int]) -> Iterator[PatchOperation]:
    """Leave so many of each member in a row. A row in which nobody is left is removed.

    Where the main profile of a unit goes, the first of the others that stay takes its place.
    """
    row, members = f"/entries/{index}", entry.members()
    if not any(counts):
        if any(member.count for member in members):
            yield PatchOperation("remove", row)
        return
    place = _main_place(entry, counts)
    for at in range(len(members) - 1, 0, -1):
        path = f"{row}/{_member_path(entry, at)}"
        if at == place or (members[at].count and not counts[at]):
            yield PatchOperation("remove", path)
        elif members[at].count != counts[at]:
            yield PatchOperation("replace", f"{path}/count", counts[at])
    if place:
        yield PatchOperation("replace", f"{row}/profile", members[place].profile)
    if place or entry.count != counts[0]:
        yield PatchOperation("replace", f"{row}/count", counts[place])


def entries_left(entries: Sequence[RosterEntry], rows: Rows) -> tuple[RosterEntry, ...]:
    """The rows as ``rows_patch`` leaves them, without members that count 0."""
    return tuple(_reduced(entry, counts) for entry, counts in zip(entries, rows, strict=True) if any(counts))


def _reduced(entry: RosterEntry, counts: Sequence[int]) -> RosterEntry:
    if all(counts) and all(m.count == count for m, count in zip(entry.members(), counts, strict=True)):
        return entry
    members = [Member(profile=m.profile, count=n) for m, n in zip(entry.members(), counts, strict=True)]
    place, attached = _main_place(entry, counts), len(entry.others) + 1
    stay = [(at, member) for at, member in enumerate(members) if at and at != place and member.count]
    return replace(
        entry,
        profile=members[place].profile,
        count=members[place].count,
        others=tuple(member for at, member in stay if at < attached),
        attached=tuple(member for at, member in stay if at >= attached),
    )


def rows_of(entries: Sequence[RosterEntry]) -> Rows:
    """The rows as they are."""
    return [[member.count for member in entry.members()] for entry in entries]


def rows_without(entries: Sequence[RosterEntry], rows: Rows, models: Counts) -> Rows:
    """So many models less, from a profile's last rows first; ``entries`` name the members."""
    gone = {key: count for key, count in models.items() if count}
    left = list(rows)
    for index in range(len(entries) - 1, -1, -1):
        if not gone:
            break
        keys = [member.profile for member in entries[index].members()]
        if not gone.keys().isdisjoint(keys):
            left[index] = _row_without(keys, rows[index], gone)
    return left


def _row_without(keys: Sequence[str], row: Sequence[int], gone: dict[str, int]) -> list[int]:
    """A row without models of ``gone``, its last members first; what it gives is taken off ``gone``."""
    counts = list(row)
    for place in range(len(keys) - 1, -1, -1):
        less = min(counts[place], gone.get(keys[place], 0))
        if less:
            counts[place] -= less
            gone[keys[place]] -= less
            if not gone[keys[place]]:
                del gone[keys[place]]
    return counts


def _main_place(entry: RosterEntry, counts: Sequence[int]) -> int:
    """The place among a row's members of the one that is its main profile when so many are left."""
    if counts[0] or not entry.count:
        return 0
    return next(place for place, count in enumerate(counts) if count)


def _member_path(entry: RosterEntry, place: int) -> str:
    """Where a member of a unit stands in its row; its place among all members is known."""
    others = len(entry.others)
    return f"others/{place - 1}" if place <= others else f"attached/{place - 1 - others}"


def addition_fix(context: RosterContext, key: str, quotas: Iterable[Quota]) -> Fix | None:
    """The fix that fields one model of a profile that is not fielded; None where that breaks a rule.

    A profile with errors of its own would make the roster illegal.
    """
    counts = context.counts
    if context.points_each(key) is None or key in context.illegal_keys:
        return None
    if any(quota.over({**counts, key: 1}) > quota.over(counts) for quota in quotas):
        return None
    rows = [index for index, entry in enumerate(context.roster.entries) if entry.profile == key]
    added = (
        PatchOperation("replace", f"/entries/{rows[0]}/count", 1)
        if rows
        else PatchOperation("add", "/entries/-", {"profile": key, "count": 1})
    )
    return Fix(f"Add 1 × {context.name(key)}", (added,))


def _larger_game(context: RosterContext) -> int | None:
    """The fix that needs no other models: the next agreed size of game that holds these."""
    fitting = (
        size.points
        for size in context.catalogue_index.catalogue.game_sizes
        if context.points is not None and size.points >= context.points and size.models >= context.models
    )
    return min(fitting, default=None)


def larger_game_fix(context: RosterContext) -> Fix | None:
    """The fix that plays a larger game; None where no agreed size holds these models."""
    size = _larger_game(context)
    return None if size is None else Fix(f"Play {size}", (PatchOperation("replace", "/limit", size),))


def removal_or_larger_game(context: RosterContext, removal: str, otherwise: str) -> str:
    """The clause that takes models away, or plays a game that holds them; ``otherwise`` where none does."""
    size = _larger_game(context)
    return ", or ".join(filter(None, (removal, f"play {size}" if size else ""))) or otherwise


# ------------------------------------------------------------------ which models


def cheapest_removal(context: RosterContext, quota: Quota, quotas: Collection[Quota]) -> dict[str, int]:
    """The cheapest models whose removal brings a quota of whole models within its limit, in list order.

    Where that would break another of ``quotas``, the fewest models that break none; {} if none do, and where
    the context is without advice.
    """
    if not context.has_advice:
        return {}
    over = quota.over(context.counts)
    fielded = [key for key in _fielded_keys(context) if quota.weights.get(key, 0) > 0]
    each = {key: context.points_each(key) for key in fielded}
    order = sorted(fielded, key=lambda key: (each[key] is None, each[key] or 0))
    removed = {}
    for key in order:
        weight = quota.weights[key]
        if over > 0:
            removed[key] = min(context.counts[key], -(-over // weight))
            over -= removed[key] * weight
    left = _without(context.counts, removed)
    if any(left.values()) and not any(
        other.over(left) > other.over(context.counts) for other in quotas if other.may_suffer(removed)
    ):
        return {key: removed[key] for key in fielded if key in removed}
    limits = [(quota, 0), *((other, other.over(context.counts)) for other in quotas)]
    return smallest_removal(context, context.counts, limits).models


def cheapest_saving(context: RosterContext, over: int, quotas: Iterable[Quota]) -> dict[str, int]:
    """The models of the fewest points whose removal saves ``over`` or more, in list order; {} if none do.

    {} too where the context is without advice. One model at least stays, and no other quota is broken by it.
    Of removals of the same points that of fewer models is taken, then of fewer kinds; of ``MOST_NAMED`` kinds
    at most.
    """
    if not context.has_advice:
        return {}
    counts = context.counts
    prices = {key: each for key in _fielded_keys(context) if (each := context.points_each(key))}
    keys = [key for key, each in prices.items() if each > 0]
    if not 0 < over <= sum(sorted(prices[key] * counts[key] for key in keys)[-MOST_NAMED:]):
        return {}  # so few kinds do not save so much
    broken = [(quota, quota.over(counts)) for quota in quotas]

    def accept(picks: ItemCounts) -> bool:
        left = _without(counts, {keys[index]: count for index, count in picks})
        return all(quota.over(left) <= before for quota, before in broken)

    items = [PricedItem(prices[key], counts[key]) for key in keys]
    sums = range(over, over + max(item.price for item in items))
    limits = _weight_limits(keys, [quota for quota, _ in broken], counts)
    result = search(SearchTask(items, limits, sums, context.models - 1, accept, wanted=1, kinds=MOST_NAMED))
    picks = result.selections[0] if result.selections else _one_kind(items, over, context.models - 1, accept)
    return {keys[index]: count for index, count in picks}


class Removal(NamedTuple):
    """Models to take away, by profile; ``exact`` is False where a bound ended the search for fewer."""

    models: dict[str, int]
    exact: bool


def smallest_removal(
    context: RosterContext,
    counts: Counts,
    limits: Collection[tuple[Quota, int]],
    is_allowed: Callable[[Counts], bool] = lambda left: True,
) -> Removal:
    """The fewest models of ``counts`` whose removal leaves every quota at most so far over its limit.

    Of as many models those of the fewest points, then of the fewest kinds, then the last of the list. One
    model at least stays. ``is_allowed`` has the last word on what is left; without any, {} is found.
    """
    forced = _forced_removal(counts, limits)
    if forced:
        left = _without(counts, forced)
        if (
            any(left.values())
            and all(quota.over(left) <= most for quota, most in limits)
            and is_allowed(left)
        ):
            return Removal(forced, exact=True)
        rest = _search_removal(context, left, limits, is_allowed)
        models = {key: forced.get(key, 0) + rest.models.get(key, 0) for key in {**forced, **rest.models}}
        return Removal(models if rest.models else {}, rest.exact)
    return _search_removal(context, counts, limits, is_allowed)


def _forced_removal(counts: Counts, limits: Iterable[tuple[Quota, int]]) -> dict[str, int]:
    """What goes in any case: the models of a profile that passes a limit of its own."""
    forced: dict[str, int] = {}
    for quota, most in limits:
        if len(quota.weights) == 1 and not quota.only_with:
            ((key, weight),) = quota.weights.items()
            if weight > 0 and (over := quota.over(counts) - most) > 0:
                forced[key] = max(forced.get(key, 0), -(-over // weight))
    return forced


def _search_removal(
    context: RosterContext,
    counts: Counts,
    limits: Collection[tuple[Quota, int]],
    is_allowed: Callable[[Counts], bool],
) -> Removal:
    keys = [key for key in [*context.profile_contexts][::-1] if counts.get(key)]
    # A model of no points has a price here too, so that every sum tells how many models there are.
    items = [PricedItem((context.points_each(key) or 0) + 1, counts[key]) for key in keys]
    total = sum(item.price * item.most for item in items)
    saving = max((quota.over(counts) - most for quota, most in limits if quota.is_points), default=0)
    least = max(saving, 0)

    def accept(picks: ItemCounts) -> bool:
        left = _without(counts, {keys[index]: count for index, count in picks})
        return all(quota.over(left) <= most for quota, most in limits) and is_allowed(left)

    task = SearchTask(
        items,
        _removal_limits(keys, limits, counts),
        range(least + 1, total + 1),
        sum(counts[key] for key in keys) - 1,
        accept,
        wanted=1,
        least_sum=lambda models: least + models,
    )
    result = search(task)
    picks = result.selections[0] if result.selections else ()
    return Removal({keys[index]: count for index, count in picks}, result.exact)


def _without(counts: Counts, removed: Counts) -> dict[str, int]:
    return {key: count - removed.get(key, 0) for key, count in counts.items()}


def _fielded_keys(context: RosterContext) -> list[str]:
    """The profiles fielded, in list order, whatever the order of the rows."""
    return [key for key in context.profile_contexts if context.counts.get(key)]


def _weight_limits(keys: Sequence[str], quotas: Iterable[Quota], counts: Counts) -> list[WeightLimit]:
    """What may be taken away of models that make room for others."""
    limits = []
    for quota in quotas:
        weights = tuple(-quota.weights.get(key, 0) for key in keys)
        if not quota.only_with and max(weights) > 0:
            limits.append(WeightLimit(max(0, quota.most - quota.used(counts)), weights))
    return limits


def _removal_limits(
    keys: Sequence[str], limits: Iterable[tuple[Quota, int]], counts: Counts
) -> list[WeightLimit]:
    """Each quota as a limit on what is taken away, but for the points, which the sums keep.

    One that waits for a profile is left to the last check, and one that is kept whatever goes is none.
    """
    found = []
    for quota, most in limits:
        weights = tuple(-quota.weights.get(key, 0) for key in keys)
        left = quota.most + most - quota.used(counts)
        if not quota.is_points and not quota.only_with and (left < 0 or max(weights, default=0) > 0):
            found.append(WeightLimit(left, weights))
    return found


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
