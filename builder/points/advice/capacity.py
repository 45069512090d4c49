"""What could still be added to a roster without a new error, and what would fill it.

Order of steps: the roster's rules that add up are taken as quotas; each profile is tried alone
against them; the fills are searched within them; and whatever is given has been through the real
checks of a roster first. An error that is there already is no obstacle, but nothing may make it worse.
Pure: no I/O, no clock, and the document is not changed.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from builder.points.advice.roster_state import QuotaState, RosterState
from builder.points.document.document import Document, Member
from builder.points.document.units import NewUnit
from builder.points.legality.item_search import ItemCounts, SearchTask, largest_searchable_sum, search
from builder.points.legality.search_diagram import PricedItem, WeightLimit
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import Appraisal

FILLS = 3


@dataclass(frozen=True, slots=True)
class Fit:
    """A profile that can be added: its points as rosters count them, and how many without a new error.

    Any number from 1 to ``most`` can be added. One that ``has_errors`` of its own makes the roster illegal
    all the same. In a game of units it is a whole unit of the profile, a row of its own, and ``each`` its
    price.
    """

    profile: str
    each: int
    most: int
    has_errors: bool = False


@dataclass(frozen=True, slots=True)
class Fill:
    """So many more of some profiles, in list order; ``points`` and ``models`` are what they add.

    In a game of units each of ``entries`` is one more unit. ``points_left`` is what is left of the game's
    points afterwards.
    """

    entries: tuple[tuple[str, int], ...]
    points: int
    models: int
    points_left: int

    @property
    def members(self) -> tuple[Member, ...]:
        """Its entries by their names."""
        return tuple(Member(profile=key, count=count) for key, count in self.entries)


class Stop(NamedTuple):
    """A profile that does not fit, and the code of the rule that stops it."""

    profile: str
    rule: str


@dataclass(frozen=True, slots=True)
class RemainingCapacity:
    """What fits, in list order with profiles that have errors last, and at most three fills without such.

    The fill closest to the limit is the first.

    Of fills with the same points those of fewer models come first, then of fewer kinds, then those with more
    of the earlier profiles. ``exact`` is False where better ones may exist: the search was ended by its
    bounds, or a profile that costs nothing, which no fill holds, could make room for others.
    ``blocking_rules`` are the priced profiles that do not fit, each with the code of the rule that stops it,
    "" for the points of the game. Profiles that no unit is made of are in neither.
    ``units`` are the units that the others make, by profile; none where rows are no units.
    """

    fits: tuple[Fit, ...]
    fills: tuple[Fill, ...]
    exact: bool
    blocking_rules: Mapping[str, str] = field(default_factory=dict)
    units: Mapping[str, NewUnit] = field(default_factory=dict)

    @property
    def stops(self) -> tuple[Stop, ...]:
        """The profiles that do not fit, in list order."""
        return tuple(Stop(*row) for row in self.blocking_rules.items())


def remaining_capacity(
    document: Document, roster: int, catalogue: Catalogue, appraisal: Appraisal | None = None
) -> RemainingCapacity:
    """What could be added to the ``roster``-th roster; ``appraisal`` is the document's, if there is one.

    Models whose profile has no price cannot be added. A roster that fields some has no sum and so no
    fills; the points of its other models are kept within the limit all the same. Where rows are units, whole
    new ones are added.
    """
    state = RosterState(document, roster, catalogue, appraisal)
    fits, blocking_rules = [], {}
    each = {}
    for profile in document.profiles:
        key, price = profile.key, state.price(profile.key)
        if price is None:
            continue
        if most := state.most_addable(key):
            fits.append(Fit(key, price, most, key in state.illegal_keys))
        else:
            blocking_rules[key] = state.blocking_rule(key)
        is_fill = key not in state.illegal_keys and 0 < price <= state.points_left
        if is_fill and (most or state.may_fit_with_others(key)):
            each[key] = price
    fits.sort(key=lambda fit: fit.has_errors)
    fills, exact = _fills(state, each) if state.context.points is not None else ((), True)
    return RemainingCapacity(
        tuple(fits), fills, exact and not _has_free_relief(state, each), blocking_rules, state.new_units
    )


def _has_free_relief(state: RosterState, each: Mapping[str, int]) -> bool:
    """Whether a profile that costs nothing could make room for one of these: no fill holds such a one."""
    legal = state.profile_contexts.keys() - state.illegal_keys
    free = [key for key in legal if state.context.points_each(key) == 0]
    return any(
        bound.quota.weights.get(key, 0) < 0 and any(bound.quota.weights.get(other, 0) > 0 for other in each)
        for key in free
        for bound in state.quotas_by_profile[key]
    )


def _fills(state: RosterState, each: Mapping[str, int]) -> tuple[tuple[Fill, ...], bool]:
    """The best fills of these profiles, and whether there are none better.

    Where far more points are left than a search can be made for, the dearest are taken first.
    """
    fill_search = _FillSearch(state, each, {})
    reach = fill_search.searchable_points()
    if reach < state.points_left:
        start = fill_search.dearest(state.points_left - reach)
        fills, _ = _FillSearch(state, each, start).search()
        return fills or fill_search.start_alone(start), False
    fills, exact = fill_search.search()
    return fills if fills or exact else fill_search.start_alone(fill_search.dearest(state.points_left)), exact


class _FillSearch:
    """The search for fills of some profiles, on top of a start that is taken for granted."""

    def __init__(self, state: RosterState, each: Mapping[str, int], start: Mapping[str, int]) -> None:
        self.state = state
        self.each = each
        self.start = start
        self.points_left = state.points_left - sum(each[key] * count for key, count in start.items())
        caps = {key: self._cap(key) for key in each}
        self.keys = self._without_lookalikes([key for key, cap in caps.items() if cap > 0], caps)
        self.items = [PricedItem(each[key], caps[key]) for key in self.keys]
        self.models = self.points_left // min((item.price for item in self.items), default=1)
        self.limits: list[WeightLimit] = []
        if self.keys:
            self._apply_quotas()

    def search(self) -> tuple[tuple[Fill, ...], bool]:
        """The best fills, and whether there are none better."""
        sums = range(self.points_left, 0, -1)
        result = search(SearchTask(self.items, self.limits, sums, self.models, self._accept, FILLS))
        return tuple(self._fill(picks) for picks in result.selections), result.exact

    def searchable_points(self) -> int:
        """How many points a search can be made for."""
        return (
            largest_searchable_sum(self.items, self.models, self.points_left)
            if self.items
            else self.points_left
        )

    def dearest(self, points: int) -> dict[str, int]:
        """As many of the dearest profiles as come to so many points at most, within the quotas."""
        taken: dict[str, int] = {}
        models = self.models
        for index in sorted(range(len(self.items)), key=lambda index: -self.items[index].price):
            key, item = self.keys[index], self.items[index]
            rooms = [
                (bound.allowed_excess - bound.excess - bound.quota.used(taken)) // weight
                for bound in self.state.quotas_by_profile[key]
                if (weight := bound.quota.weights.get(key, 0)) > 0
            ]
            count = min([item.most, points // item.price, models, *rooms])
            if count > 0 and self.state.allows({**taken, key: count}):
                taken[key] = count
                points -= count * item.price
                models -= count
        return taken

    def start_alone(self, start: Mapping[str, int]) -> tuple[Fill, ...]:
        """The start alone as the only fill; none where it is empty."""
        return (_FillSearch(self.state, self.each, start)._fill(()),) if start else ()

    def _fill(self, picks: ItemCounts) -> Fill:
        more = self._added_counts(picks)
        points = sum(self.each[key] * count for key, count in more.items())
        rows = self.state.new_rows(more)
        return Fill(rows, points, sum(count for _, count in rows), self.state.points_left - points)

    def _accept(self, picks: ItemCounts) -> bool:
        return self.state.allows(self._added_counts(picks))

    def _added_counts(self, picks: ItemCounts) -> dict[str, int]:
        """How many of each profile are added: the start and the picks, in list order."""
        more = {**self.start}
        for index, count in picks:
            more[self.keys[index]] = more.get(self.keys[index], 0) + count
        return {key: more[key] for key in self.each if key in more}

    def _cap(self, key: str) -> int:
        """How many of a profile there can be, whatever else is added."""
        rooms = [
            self._quota_left(bound) // weight
            for bound in self.state.quotas_by_profile[key]
            if len(bound.quota.weights) == 1
            and not bound.quota.only_with
            and (weight := bound.quota.weights.get(key, 0)) > 0
        ]
        row = self.state.entry_capacity(key) - self.start.get(key, 0)
        return min([row, self.points_left // self.each[key], *rooms])

    def _without_lookalikes(self, keys: Sequence[str], caps: Mapping[str, int]) -> list[str]:
        """The profiles without those that are like ``FILLS`` earlier ones, in price and for every quota.

        A fill with one of these has as many better ones, each with one of the earlier.
        """
        seen: Counter[object] = Counter()
        needed = []
        for key in keys:
            ample = caps[key] == self.points_left // self.each[key]
            like = frozenset(
                (id(bound), bound.quota.weights.get(key, 0), bound.quota.only_with == key)
                for bound in self.state.quotas_by_profile[key]
                if bound is not self.state.points_quota and not (ample and len(bound.quota.weights) == 1)
            )
            kind = (self.each[key], like)
            seen[kind] += 1
            if seen[kind] <= FILLS:
                needed.append(key)
        return needed

    def _apply_quotas(self) -> None:
        """Each quota as a cap on all models, or as a limit of the search; inactive ones are passed over."""
        for bound in self.state.quotas:
            quota = bound.quota
            weights = [quota.weights.get(key, 0) for key in self.keys]
            highest = max(weights)
            if (
                bound is self.state.points_quota
                or highest <= 0
                or bound.is_inactive(self.start, self.state.counts)
            ):
                continue
            if min(weights) == highest:
                self.models = min(self.models, self._quota_left(bound) // highest)
            elif any(weight != item.price for weight, item in zip(weights, self.items, strict=True)):
                self.limits.append(WeightLimit(self._quota_left(bound), weights))

    def _quota_left(self, bound: QuotaState) -> int:
        return bound.allowed_excess - bound.excess - bound.quota.used(self.start)
