"""The models that can be added to a roster without a new error, and the fills of its limit.

Order of steps: each profile is tried alone, as often as the limits leave room; what a roster lacks is taken
first; then the sums that come closest to the limit are made of the profiles of the list, and each is tried
on the real checks. An error that is there already is no obstacle, but nothing may make it worse. Bounded by
``TRIALS``. Pure: no I/O, no clock, and the document is not changed.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import NamedTuple

from builder.points.appraisal.appraisal import roster_trials
from builder.points.document.document import Document, Member, Roster
from builder.points.document.json_reader import MAX_VALUE
from builder.points.document.units import NewUnit, new_unit
from builder.points.legality.roster_changes import playable_limit, with_counts, with_models
from builder.points.legality.roster_fixes import listed_keys
from builder.points.legality.roster_rules import leading_conditions
from builder.points.legality.roster_terms import kinds_too_few
from builder.points.legality.roster_trials import RosterTrials, RosterVerdict
from builder.points.legality.sums import SumItem, SumLimit, SumSearch
from builder.points.pricing.system import LinearLimit, points_limit
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import KIND

FILLS = 3

MOST_GROWTHS = 6
"""So many units are tried with one more model."""

TRIALS = 16
"""So many fills are tried on the real checks."""

_MOST_OF_A_SUM = 40  # fills that are ranked for one sum
_MOST_POINTS = 5_000  # points that sums are looked for; before that the most expensive models are taken
_MOST_ROWS = 99


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
    points afterwards. ``warnings`` are the messages of those that it brings, where every fill brings some.
    """

    entries: tuple[tuple[str, int], ...]
    points: int
    models: int
    points_left: int
    warnings: tuple[str, ...] = ()

    @property
    def members(self) -> tuple[Member, ...]:
        """Its entries by their names."""
        return tuple(Member(profile=key, count=count) for key, count in self.entries)


class Growth(NamedTuple):
    """One more model that fits into a unit: the place of its row, its profile, and its points.

    ``member`` is its place among the profiles of the unit, the main one first.
    """

    entry: int
    member: int
    profile: str
    each: int


class Stop(NamedTuple):
    """A profile that does not fit, and the code of the rule that stops it."""

    profile: str
    rule: str


@dataclass(frozen=True, slots=True)
class RemainingCapacity:
    """What fits, in list order with profiles that have errors last, and at most three fills without such.

    The fill closest to the limit is the first.

    Of fills with the same points those of fewer models come first, then of fewer kinds, then those with more
    of the earlier profiles. Fills of a roster that lacks a kind of which it needs some bring it; those of an
    empty one bring a leader, too. They bring no new warning and make none worse, unless all do. ``exact`` is
    False where better ones may exist: the search was ended by its bounds, or a profile that costs nothing,
    which no fill contains, could make room for others.
    ``blocking_rules`` are the priced profiles that do not fit, each with the code of the rule that stops it,
    "" for the points of the game. Profiles that no unit is made of are in neither.
    ``units`` are the units that the others make, by profile; none where rows are no units. ``points_left``
    are those of the game that is filled, below 0 where it is passed; None without a limit or a sum.
    ``growths`` are single models that fit into the first units.
    """

    fits: tuple[Fit, ...]
    fills: tuple[Fill, ...]
    exact: bool
    blocking_rules: Mapping[str, str] = field(default_factory=dict)
    units: Mapping[str, NewUnit] = field(default_factory=dict)
    points_left: int | None = None
    growths: tuple[Growth, ...] = ()

    @property
    def stops(self) -> tuple[Stop, ...]:
        """The profiles that do not fit, in list order."""
        return tuple(Stop(*row) for row in self.blocking_rules.items())


def remaining_capacity(document: Document, roster: int, catalogue: Catalogue) -> RemainingCapacity:
    """Return what can be added to the ``roster``-th roster.

    Models whose profile has no price cannot be added. A roster that fields some has no sum and so no
    fills; the points of its other models are kept within the limit all the same. Where rows are units, whole
    new ones are added. Where the limit is no agreed size of game, no more is filled than the size that plans
    change it to. A roster without a limit has no fills.
    """
    trials = roster_trials(document, roster, catalogue)
    now = trials.verdict(replace(trials.context.roster, limit=playable_limit(trials.context)))
    units = ready_units(document, trials, catalogue)
    room = _Room(trials, now, units)
    fits, blocking_rules = [], {}
    for key in room.priced_keys():
        if count := room.most_addable(key):
            fits.append(Fit(key, room.price(key), count, key in trials.context.illegal_keys))
        else:
            blocking_rules[key] = room.blocking_rule(key)
    fits.sort(key=lambda fit: fit.has_errors)
    limit, points = now.context.roster.limit, now.context.points
    points_left = None if limit is None or points is None else limit - points
    fills, exact = ((), True) if points_left is None else _fills(room)
    return RemainingCapacity(
        tuple(fits),
        fills,
        exact and not room.has_free_relief(),
        blocking_rules,
        units,
        points_left,
        tuple(islice(room.growths(), MOST_GROWTHS)),
    )


def ready_units(document: Document, trials: RosterTrials, catalogue: Catalogue) -> dict[str, NewUnit]:
    """Return the units that profiles make.

    One that a rule speaks against by itself, as it does of gunners without a crew, is left out where another
    profile makes a unit of its kind that its profile can join.
    """
    known, roster = trials.context.profile_contexts, trials.context.roster
    units = {
        profile.key: unit
        for profile in document.profiles
        if (unit := new_unit(catalogue, profile.design, known[profile.key].worked_out)) is not None
    }

    def is_sound(key: str) -> bool:
        alone = with_models(replace(roster, entries=()), {key: 1}, units)
        findings = trials.verdict(alone).findings
        return not any(each.where.startswith("entries[0]") and each.level != "note" for each in findings)

    sound = {key for key in units if is_sound(key)}
    kinds = {units[key].kind for key in sound}
    return {key: unit for key, unit in units.items() if key in sound or unit.kind not in kinds}


class _Bound(NamedTuple):
    """A limit of whole units on a roster: what is used of it, and how much may be."""

    linear_limit: LinearLimit
    weights: Mapping[str, int]
    used: int
    maximum: int
    is_active: bool

    def room(self, key: str, taken: Mapping[str, int]) -> int:
        """Return how many of a profile the limit leaves room for beside what is taken."""
        weight = self.weights.get(key, 0)
        left = self.maximum - self.used - sum(n * self.weights.get(other, 0) for other, n in taken.items())
        if not self.is_active and key != self.linear_limit.only_with:
            return MAX_VALUE
        if not self.is_active and left < weight:
            return 0  # its own model makes the limit count
        return MAX_VALUE if weight <= 0 else left // weight

    def permits(self, more: Mapping[str, int]) -> bool:
        """Return whether so many more don't exceed the limit further."""
        if not self.is_active and not more.get(self.linear_limit.only_with):
            return True
        return self.used + sum(n * self.weights.get(key, 0) for key, n in more.items()) <= self.maximum


class _Room:
    """What can be added to one roster: its bounds, and trials of it with more models, or with more units."""

    def __init__(self, trials: RosterTrials, now: RosterVerdict, units: Mapping[str, NewUnit]) -> None:
        self.trials, self.now, self.context = trials, now, now.context
        self.warning_keys: set[str] = set()
        self.has_units = bool(self.context.catalogue_index.catalogue.unit_kinds)
        self.units = units
        self.spending = self._bound(points_limit(self.context, self.context.profile_contexts))
        self.points_left = self.spending.maximum - self.spending.used
        linear_limits = (
            linear_limit
            for linear_limit in trials.roster_limits(self.context)
            if linear_limit.level == "error"
        )
        self.bounds = [self.spending, *map(self._bound, linear_limits)]
        self.by_profile: dict[str, list[_Bound]] = {key: [] for key in self.context.profile_contexts}
        for bound in self.bounds:
            for key in {*bound.weights, bound.linear_limit.only_with} - {""}:
                self.by_profile[key].append(bound)

    def _bound(self, linear_limit: LinearLimit) -> _Bound:
        counts, sizes = self.context.counts, {key: unit.size for key, unit in self.units.items()}
        weights = {key: weight * sizes.get(key, 1) for key, weight in linear_limit.weights.items()}
        is_active = not linear_limit.only_with or bool(counts.get(linear_limit.only_with))
        over = linear_limit.over(counts if is_active else {**counts, linear_limit.only_with: 1})
        return _Bound(
            linear_limit, weights, linear_limit.used(counts), linear_limit.maximum + over, is_active
        )

    def price(self, key: str) -> int:
        """Return what one more of a profile costs."""
        return (self.context.points_each(key) or 0) * (self.units[key].size if self.has_units else 1)

    def points_of(self, more: Mapping[str, int]) -> int:
        """Return what so many more cost."""
        return sum(self.price(key) * count for key, count in more.items())

    def priced_keys(self) -> list[str]:
        """Return the profiles that can be added as far as prices and units go."""
        known = self.context.profile_contexts
        return [
            key
            for key in known
            if self.context.points_each(key) is not None and (not self.has_units or key in self.units)
        ]

    def row_room(self, key: str) -> int:
        """Return how many more the row of a profile can have; units have rows of their own."""
        rows = [] if self.has_units else [e for e in self.context.roster.entries if e.profile == key]
        return MAX_VALUE - next((row.count for row in rows if row.count), 0)

    def room_within_limits(self, key: str, taken: Mapping[str, int] | None = None) -> int:
        """Return how many of a profile the limits and its row leave room for."""
        bounds = self.by_profile[key]
        return max(0, min([self.row_room(key), *(bound.room(key, taken or {}) for bound in bounds)]))

    def most_addable(self, key: str) -> int:
        """Return how many of a profile can be added without a new error."""
        room_left = self.room_within_limits(key)
        if not room_left or self.is_no_error({key: room_left}):
            if room_left > 1 and key in self.warning_keys:
                self.is_no_error({key: 1})  # many of them may warn where one does not
            return room_left
        if not self.is_no_error({key: 1}):
            return 0
        return bisect_left(range(1, room_left), True, key=lambda count: not self.is_no_error({key: count}))

    def with_more(self, more: Mapping[str, int]) -> Roster:
        """Return the roster with so many more."""
        if not self.has_units:
            return with_models(self.context.roster, more)
        # Beyond the first few, one unit is like the other but for the limits.
        few = {key: min(count, _MOST_ROWS) for key, count in more.items()}
        return with_models(self.context.roster, few, self.units)

    def after(self, more: Mapping[str, int]) -> "_Room":
        """Return what can still be added after so many more."""
        if not any(more.values()):
            return self
        room = _Room(self.trials, self.trials.verdict(self.with_more(more)), self.units)
        room.warning_keys = self.warning_keys
        return room

    def is_no_error(self, more: Mapping[str, int]) -> bool:
        """Return whether so many more bring no new error; limits show how much cumulative errors grow.

        Those of one profile alone that bring a warning are remembered.
        """
        after = self.trials.verdict(self.with_more(more))
        if len(more) == 1:
            warns = after.harms(self.now, ("warning",))
            self.warning_keys = self.warning_keys | more.keys() if warns else self.warning_keys - more.keys()
        return not self._new_errors(after)

    def _new_errors(self, after: RosterVerdict) -> list[str]:
        return [code for _, code, _ in after.adds_to(self.now, ("error",))]

    def permits(self, more: Mapping[str, int]) -> bool:
        """Return whether so many more don't exceed any limit further."""
        return all(bound.permits(more) for bound in self.bounds if not bound.weights.keys().isdisjoint(more))

    def allows(self, more: Mapping[str, int]) -> bool:
        """Return whether so many more bring no new or worse error or warning."""
        return not self.trials.verdict(self.with_more(more)).harms(self.now)

    def growths(self) -> Iterator[Growth]:
        """Return the models of which a unit that has some can have one more without a new error."""
        roster, known = self.context.roster, self.context.profile_contexts
        for index, entry in enumerate(roster.entries[:MOST_GROWTHS] if self.has_units else ()):
            counts = [member.count for member in entry.members()]
            for place, member in enumerate((entry, *entry.others)):
                each = self.context.points_each(member.profile) if member.profile in known else None
                unit = self.units.get(member.profile)
                is_single = unit is not None and unit.size == 1  # its new unit is one more model already
                if not member.count or is_single or each is None or each > self.points_left:
                    continue
                grown = with_counts(entry, [*counts[:place], member.count + 1, *counts[place + 1 :]])
                entries = (*roster.entries[:index], *grown, *roster.entries[index + 1 :])
                after = self.trials.verdict(replace(roster, entries=entries))
                if not (self._new_errors(after) or self._is_passed(after)):
                    yield Growth(index, place, member.profile, each)

    def _is_passed(self, after: RosterVerdict) -> bool:
        """Return whether a roster exceeds a limit further than now."""
        linear_limits = (bound.linear_limit for bound in self.bounds)
        return any(
            linear_limit.over(after.context.counts) > linear_limit.over(self.context.counts)
            for linear_limit in linear_limits
        )

    def blocking_rule(self, key: str) -> str:
        """Return the narrowest rule that lets none of a profile be added; "" for the points of the game."""
        full = [bound for bound in self.by_profile[key] if bound.room(key, {}) < 1]
        for bound in sorted(full, key=lambda bound: len(bound.weights)):
            if not bound.linear_limit.is_points:
                return bound.linear_limit.rule
        if full:
            return ""
        return next(iter(self._new_errors(self.trials.verdict(self.with_more({key: 1})))), "")

    def has_free_relief(self) -> bool:
        """Return whether a free profile, which no fill contains, could make room for another."""
        keys = [key for key in listed_keys(self.context) if key in self.priced_keys()]
        free, others = [k for k in keys if not self.price(k)], [k for k in keys if self.price(k)]
        return any(
            bound.weights.get(key, 0) < 0 and any(bound.weights.get(other, 0) > 0 for other in others)
            for key in free
            for bound in self.by_profile[key]
        )

    def new_rows(self, more: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
        """Return profiles and models of what is added: so many of each, or a row for each unit."""
        if not self.has_units:
            return tuple(more.items())
        return tuple((key, self.units[key].size) for key, count in more.items() for _ in range(count))


# ------------------------------------------------------------------ fills


def _fills(room: _Room) -> tuple[tuple[Fill, ...], bool]:
    """Return the best fills, and whether there are none better."""
    start = _lacking(room)
    onward, exact = room.after(start), True
    if onward.points_left > _MOST_POINTS:
        begun = _most_expensive(onward, onward.points_left - _MOST_POINTS)
        start = {key: start.get(key, 0) + begun.get(key, 0) for key in {**start, **begun}}
        onward, exact = room.after(start), False
    best_fills, is_best = _search_fills(onward)
    if not best_fills and not is_best:
        best_fills = [more for more in [_most_expensive(onward, onward.points_left)] if more]
    if not best_fills and start:
        best_fills = [{}]
    fills = [
        _fill(room, {key: start.get(key, 0) + more.get(key, 0) for key in {**start, **more}})
        for more in best_fills
    ]
    keys = list(room.context.profile_contexts)
    return tuple(sorted(fills, key=lambda fill: _rank(fill, keys))), exact and is_best


def _search_fills(room: _Room) -> tuple[list[dict[str, int]], bool]:
    """Return the fills that come closest to the limit without a new or worse warning, or else with some.

    Profiles that bring a warning by themselves are left out at first.
    """
    quiet = [key for key in _fill_keys(room) if key not in room.warning_keys]
    fills, is_best = _try_fills(room, quiet, ("error", "warning"))
    if not fills and room.warning_keys:
        fills, is_best = _try_fills(room, _fill_keys(room), ("error", "warning"))
    if not fills:
        fills, is_best = _try_fills(room, _fill_keys(room), ("error",))
    return fills, is_best


def _try_fills(room: _Room, keys: list[str], levels: tuple[str, ...]) -> tuple[list[dict[str, int]], bool]:
    """Return the best fills without a new or worse finding of these levels, and whether none are better."""
    search, trials = _FillSearch(room, keys), TRIALS
    fills: list[dict[str, int]] = []
    for more in search.candidates():
        if not trials or len(fills) == FILLS:
            break
        trials -= 1
        if not room.trials.verdict(room.with_more(more)).harms(room.now, levels):
            fills.append(more)
    enough = len(fills) == FILLS
    worst = room.points_of(fills[-1]) if enough else 0
    return fills, (enough or trials > 0) and not any(total > worst for total in search.cut_short)


def _fill(room: _Room, more: Mapping[str, int]) -> Fill:
    ordered = {key: more[key] for key in room.context.profile_contexts if more.get(key)}
    points = room.points_of(ordered)
    rows = room.new_rows(ordered)
    new = room.trials.verdict(room.with_more(ordered))
    warnings = new.new_warnings(room.now)
    return Fill(rows, points, sum(count for _, count in rows), room.points_left - points, warnings)


def _rank(fill: Fill, keys: list[str]) -> tuple[int, int, int, list[tuple[int, int]]]:
    order = [(keys.index(key), -count) for key, count in fill.entries]
    return -fill.points, fill.models, len({key for key, _ in fill.entries}), order


def _lacking(room: _Room) -> dict[str, int]:
    """Return what a roster needs first: enough of each kind, and in an empty one a leader."""
    context, start = room.context, dict[str, int]()
    wanted = [(f"{KIND}={kind.code}", missing) for kind, missing in kinds_too_few(context)]
    if not context.models:
        wanted += [
            (condition, 1) for condition in leading_conditions(context.catalogue_index.catalogue).values()
        ]
    fillers = [key for key in listed_keys(context) if not room.has_units or key in room.units]
    for condition, count in wanted:
        holders = [key for key in fillers if context.profile_contexts[key].meets(condition)]
        if not any(key in start for key in holders):
            for key in holders:
                more = {**start, key: count}
                if room.permits(more) and room.allows(more):
                    start = more
                    break
    return start


def _most_expensive(room: _Room, points: int) -> dict[str, int]:
    """Return as many of the most expensive profiles as come to so many points at most."""
    taken: dict[str, int] = {}
    for key in sorted(_fill_keys(room), key=room.price, reverse=True):
        count = min(points // room.price(key), room.room_within_limits(key, taken))
        if count > 0 and room.permits({**taken, key: count}) and room.allows({**taken, key: count}):
            taken[key] = count
            points -= count * room.price(key)
    return taken


def _fill_keys(room: _Room) -> list[str]:
    """Return the profiles that fills are made of: with a price, and without errors."""
    listed = set(listed_keys(room.context))
    return [key for key in room.priced_keys() if key in listed and 0 < room.price(key) <= room.points_left]


class _FillSearch:
    """The fills of a roster that its limits permit, those that come closest to its limit first.

    They are made of single models or units, and of pairs of one that makes room for the other.
    ``cut_short`` are the sums of which a bound left out fills.
    """

    def __init__(self, room: _Room, keys: list[str]) -> None:
        self.room = room
        self.cut_short: list[int] = []
        parts = [(key,) for key in keys] + [pair for key in keys for pair in self._pairs(key, keys)]
        caps = {part: self._cap(part) for part in parts}
        self.parts = [part for part, cap in caps.items() if cap > 0]
        items = [SumItem(sum(map(room.price, part)), caps[part]) for part in self.parts]
        limits = [
            SumLimit(bound.maximum - bound.used, [self._weight(bound, part) for part in self.parts])
            for bound in room.bounds
            if bound.is_active and not bound.linear_limit.is_points
        ]
        self._search = SumSearch(items, limits, max(room.points_left, 0))

    def _pairs(self, key: str, keys: list[str]) -> Iterator[tuple[str, str]]:
        """Return a profile for which there is no room with the cheapest that makes some, and the dearest."""
        full = [b for b in self.room.by_profile[key] if b.is_active and b.weights.get(key, 0) > 0]
        full = [bound for bound in full if min(bound.weights.values()) < 0]
        makers = [
            other
            for other in keys
            if full and all(bound.weights[key] + bound.weights.get(other, 0) <= 0 for bound in full)
        ]
        makers.sort(key=self.room.price)
        yield from dict.fromkeys((key, other) for other in (*makers[:1], *makers[-1:]))

    def _weight(self, bound: _Bound, part: tuple[str, ...]) -> int:
        """Return what a part takes of a limit at least: room that it makes is not counted."""
        return max(0, sum(bound.weights.get(key, 0) for key in part))

    def _cap(self, part: tuple[str, ...]) -> int:
        """Return how many of a part there can be, whatever else is added."""
        bounds = {id(bound): bound for key in part for bound in self.room.by_profile[key] if bound.is_active}
        rooms = (
            (bound.maximum - bound.used) // weight
            for bound in bounds.values()
            if (weight := self._weight(bound, part))
        )
        return min([*map(self.room.row_room, part), *rooms])

    def candidates(self) -> Iterator[dict[str, int]]:
        """Return the fills to try, each once."""
        seen: list[dict[str, int]] = []
        for total in self._search.sums(range(self.room.points_left, 0, -1)):
            places = list(islice(self._search.multisets(total), _MOST_OF_A_SUM))
            if self._search.steps_ran_out or len(places) == _MOST_OF_A_SUM:
                self.cut_short.append(total)
            for more in sorted(map(self._models, places), key=self._rank):
                if more not in seen and self.room.permits(more):
                    seen.append(more)
                    yield more

    def _models(self, places: Mapping[int, int]) -> dict[str, int]:
        models: dict[str, int] = {}
        for place, count in places.items():
            for key in self.parts[place]:
                models[key] = models.get(key, 0) + count
        return {key: models[key] for key in self.room.context.profile_contexts if key in models}

    def _rank(self, more: Mapping[str, int]) -> tuple[int, int, list[tuple[int, int]]]:
        """Return the order of fills of one sum: fewer models, fewer kinds, earlier profiles first."""
        keys = list(self.room.context.profile_contexts)
        return sum(more.values()), len(more), [(keys.index(key), -count) for key, count in more.items()]
