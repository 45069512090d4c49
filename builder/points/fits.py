"""What could still be added to a roster without a new error, and what would fill it.

Order of steps: the roster's rules that add up are asked for as quotas; each profile is tried alone
against them; the fills are searched within them; and whatever is given has been through the real
checks of a roster first. An error that is there already is no obstacle, but nothing may make it worse.
Pure: no I/O, no clock, and the document is not changed.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from builder.points.adding import Ground, Live
from builder.points.catalogue import Catalogue
from builder.points.diagram import Item, Limit
from builder.points.document import Document
from builder.points.filling import Picks, Task, search, within_reach
from builder.points.results import Appraisal

FILLS = 3


@dataclass(frozen=True, slots=True)
class Fit:
    """A profile that can be added: its points as rosters count them, and how many without a new error.

    Any number from 1 to ``most`` can be added.
    """

    profile: str
    each: int
    most: int


@dataclass(frozen=True, slots=True)
class Fill:
    """So many more of some profiles, in list order; ``points`` and ``models`` are what they add.

    ``rest`` is what is left of the game's points afterwards.
    """

    entries: tuple[tuple[str, int], ...]
    points: int
    models: int
    rest: int


@dataclass(frozen=True, slots=True)
class Room:
    """What fits, in list order, and at most three fills, the closest to the limit first.

    Of fills with the same points those of fewer models come first, then of fewer kinds, then those with
    more of the earlier profiles. ``exact`` is False where better ones may exist: the search was ended by
    its bounds, or a profile that costs nothing, which no fill holds, could make room for others.
    ``stops`` are the priced profiles that do not fit, each with the code of the rule that stops it, "" for
    the points of the game.
    """

    fits: tuple[Fit, ...]
    fills: tuple[Fill, ...]
    exact: bool
    stops: Mapping[str, str] = field(default_factory=dict)


def room_in(
    document: Document, roster: int, catalogue: Catalogue, appraisal: Appraisal | None = None
) -> Room:
    """What could be added to the ``roster``-th roster; ``appraisal`` is the document's, if there is one.

    Models whose profile has no price cannot be added. A roster that fields some has no sum and so no
    fills; the points of its other models are kept within the limit all the same.
    """
    ground = Ground(document, roster, catalogue, appraisal)
    fits, stops = [], {}
    each = {}
    for profile in document.profiles:
        key, price = profile.key, ground.before.each(profile.key)
        if price is None:
            continue
        if most := ground.most(key):
            fits.append(Fit(key, price, most))
        else:
            stops[key] = ground.stop(key)
        if 0 < price <= ground.left and (most or ground.may_fill(key)):
            each[key] = price
    fills, exact = _fills(ground, each) if ground.before.points is not None else ((), True)
    return Room(tuple(fits), fills, exact and not _is_helped(ground, each), stops)


def _is_helped(ground: Ground, each: Mapping[str, int]) -> bool:
    """Whether a profile that costs nothing could make room for one of these: no fill holds such a one."""
    free = [key for key in ground.facts if ground.before.each(key) == 0]
    return any(
        live.quota.weights.get(key, 0) < 0 and any(live.quota.weights.get(other, 0) > 0 for other in each)
        for key in free
        for live in ground.touching[key]
    )


def _fills(ground: Ground, each: Mapping[str, int]) -> tuple[tuple[Fill, ...], bool]:
    """The best fills of these profiles, and whether there are none better.

    Where far more points are left than a search can be made for, the dearest are taken first.
    """
    filling = _Filling(ground, each, {})
    reach = filling.reach()
    if reach < ground.left:
        start = filling.dearest(ground.left - reach)
        fills, _ = _Filling(ground, each, start).search()
        return fills or filling.only(start), False
    fills, exact = filling.search()
    return fills if fills or exact else filling.only(filling.dearest(ground.left)), exact


class _Filling:
    """The search for fills of some profiles, on top of a start that is taken for granted."""

    def __init__(self, ground: Ground, each: Mapping[str, int], start: Mapping[str, int]) -> None:
        self.ground = ground
        self.each = each
        self.start = start
        self.left = ground.left - sum(each[key] * count for key, count in start.items())
        caps = {key: self._cap(key) for key in each}
        self.keys = self._needed([key for key, cap in caps.items() if cap > 0], caps)
        self.items = [Item(each[key], caps[key]) for key in self.keys]
        self.models = self.left // min((item.price for item in self.items), default=1)
        self.limits: list[Limit] = []
        if self.keys:
            self._limit()

    def search(self) -> tuple[tuple[Fill, ...], bool]:
        """The best fills, and whether there are none better."""
        sums = range(self.left, 0, -1)
        found = search(Task(self.items, self.limits, sums, self.models, self._accept, FILLS))
        return tuple(self._fill(picks) for picks in found.picks), found.exact

    def reach(self) -> int:
        """How many points a search can be made for."""
        return within_reach(self.items, self.models, self.left) if self.items else self.left

    def dearest(self, points: int) -> dict[str, int]:
        """As many of the dearest profiles as come to so many points at most, within the quotas."""
        taken: dict[str, int] = {}
        models = self.models
        for index in sorted(range(len(self.items)), key=lambda index: -self.items[index].price):
            key, item = self.keys[index], self.items[index]
            rooms = [
                (live.allowed - live.now - live.quota.used(taken)) // weight
                for live in self.ground.touching[key]
                if (weight := live.quota.weights.get(key, 0)) > 0
            ]
            count = min([item.most, points // item.price, models, *rooms])
            if count > 0 and self.ground.allows({**taken, key: count}):
                taken[key] = count
                points -= count * item.price
                models -= count
        return taken

    def only(self, start: Mapping[str, int]) -> tuple[Fill, ...]:
        """The fill of a start alone."""
        return (_Filling(self.ground, self.each, start)._fill(()),) if start else ()

    def _fill(self, picks: Picks) -> Fill:
        more = self._whole(picks)
        points = sum(self.each[key] * count for key, count in more.items())
        return Fill(tuple(more.items()), points, sum(more.values()), self.ground.left - points)

    def _accept(self, picks: Picks) -> bool:
        return self.ground.allows(self._whole(picks))

    def _whole(self, picks: Picks) -> dict[str, int]:
        """How many of each profile are added: the start and the picks, in list order."""
        more = {**self.start}
        for index, count in picks:
            more[self.keys[index]] = more.get(self.keys[index], 0) + count
        return {key: more[key] for key in self.each if key in more}

    def _cap(self, key: str) -> int:
        """How many of a profile there can be, whatever else is added."""
        rooms = [
            self._left_of(live) // weight
            for live in self.ground.touching[key]
            if len(live.quota.weights) == 1
            and not live.quota.only_with
            and (weight := live.quota.weights.get(key, 0)) > 0
        ]
        row = self.ground.row_room(key) - self.start.get(key, 0)
        return min([row, self.left // self.each[key], *rooms])

    def _needed(self, keys: Sequence[str], caps: Mapping[str, int]) -> list[str]:
        """The profiles without those that are like ``FILLS`` earlier ones, in price and for every quota.

        A fill with one of these has as many better ones, each with one of the earlier.
        """
        seen: Counter[object] = Counter()
        needed = []
        for key in keys:
            ample = caps[key] == self.left // self.each[key]
            like = frozenset(
                (id(live), live.quota.weights.get(key, 0), live.quota.only_with == key)
                for live in self.ground.touching[key]
                if live is not self.ground.spent and not (ample and len(live.quota.weights) == 1)
            )
            kind = (self.each[key], like)
            seen[kind] += 1
            if seen[kind] <= FILLS:
                needed.append(key)
        return needed

    def _limit(self) -> None:
        """Each quota as a bound on all models, or as a limit of the search; sleeping ones wait."""
        for live in self.ground.quotas:
            quota = live.quota
            weights = [quota.weights.get(key, 0) for key in self.keys]
            highest = max(weights)
            if live is self.ground.spent or highest <= 0 or live.asleep(self.start, self.ground.counts):
                continue
            if min(weights) == highest:
                self.models = min(self.models, self._left_of(live) // highest)
            elif any(weight != item.price for weight, item in zip(weights, self.items, strict=True)):
                self.limits.append(Limit(self._left_of(live), weights))

    def _left_of(self, live: Live) -> int:
        return live.allowed - live.now - live.quota.used(self.start)
