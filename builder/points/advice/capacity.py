"""The models that can be added to a roster without a new error, and fills of the roster.

A fill is a set of models that uses the points under the limit as fully as possible. First each profile is
tried alone, as often as the limits leave room. Then fills are searched for. The search adds what the roster
lacks, such as a leader. It finds the sets of models whose points come closest to the limit. It tests each set
with the real checks, which are the functions that check every roster. At most ``TRIALS`` fills are tested.

An error that the roster already has doesn't prevent an addition, but no addition may make the error worse.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Annotated, NamedTuple

from builder.points.appraisal.appraisal import roster_trials
from builder.points.document.document import Document, Member, Roster
from builder.points.document.json_reader import MAX_VALUE
from builder.points.document.units import NewUnit, new_unit
from builder.points.legality.roster_changes import playable_limit, with_models
from builder.points.legality.roster_fixes import addable_keys
from builder.points.legality.roster_rules import leader_conditions
from builder.points.legality.roster_terms import missing_kinds
from builder.points.legality.roster_trials import RosterTrials, RosterVerdict
from builder.points.legality.sums import SumItem, SumLimit, SumSearch
from builder.points.pricing.system import LinearLimit, points_limit
from builder.points.rules.catalogue import Catalogue, MemberProfile
from builder.points.rules.catalogue_index import KIND
from builder.points.rules.names import is_variant

_MAX_FILLS = 3

TRIALS = 16
"""The maximum number of fills that are tested with the real checks."""

_MAX_OF_A_SUM = 40  # the maximum number of fills with the same sum of points
_MAX_SEARCHED_POINTS = 5_000  # if more are left, the most expensive models are added first
_MAX_NEW_ROWS = 99


@dataclass(frozen=True, slots=True)
class Fit:
    """A profile that can be added to a roster without a new error.

    In games with units, ``max_count`` complete units can be added, for ``points_each`` points a unit; in
    other games, models. ``has_errors`` means that the profile itself has errors, which make any roster with
    it illegal.
    """

    profile: str
    points_each: int
    max_count: int
    has_errors: bool = False


@dataclass(frozen=True, slots=True)
class Fill:
    """Models to add to a roster, as profile keys with numbers of models, in list order.

    In games with units, each of ``entries`` is a new unit. ``points_left`` is the points under the limit
    after the fill. ``warnings`` are the messages of new warnings; they are empty unless every fill has some.
    """

    entries: tuple[tuple[str, int], ...]
    points: int
    models: int
    points_left: int
    warnings: tuple[str, ...] = ()

    @property
    def members(self) -> tuple[Member, ...]:
        """The entries as members."""
        return tuple(Member(profile=key, count=count) for key, count in self.entries)


class BlockedProfile(NamedTuple):
    """A profile that doesn't fit."""

    profile: MemberProfile
    rule: Annotated[
        str, 'Code of the rule that the profile would break; "" if the points would exceed the limit.'
    ]


@dataclass(frozen=True, slots=True)
class RemainingCapacity:
    """The profiles that can be added to a roster, and at most three fills of its limit.

    ``fits`` are in list order, with profiles that have errors last.

    ``fills`` contain no profiles with errors, and no free profiles. The fill closest to the limit is first.
    At equal points, fills with fewer models are first, then fills with fewer profiles, then fills with more
    of the earlier profiles. ``exact`` is False if better fills may exist, because the search reached its
    bounds or a free profile could make room for others.

    ``blocking_rules`` maps each priced profile that can't be added to the code of the rule that prevents it,
    or to "" for the points limit. Profiles that can't make a unit in a game with units are left out.

    ``units`` are the units that profiles make, by profile. ``points_left`` is negative above the limit, and
    None if there is no limit or a fielded profile has no price.
    """

    fits: tuple[Fit, ...]
    fills: tuple[Fill, ...]
    exact: bool
    blocking_rules: Mapping[str, str] = field(default_factory=dict)
    units: Mapping[str, NewUnit] = field(default_factory=dict)
    points_left: int | None = None

    @property
    def blocked_profiles(self) -> tuple[BlockedProfile, ...]:
        """The profiles that can't be added, in list order."""
        return tuple(BlockedProfile(*row) for row in self.blocking_rules.items())


def remaining_capacity(document: Document, roster: int, catalogue: Catalogue) -> RemainingCapacity:
    """Return what can be added to the roster with the index ``roster``.

    Profiles without a price can't be added. If the roster has models of such a profile, there are no fills,
    but the known points must stay within the limit. If the limit is not an agreed game size, fills go up to
    the agreed size that plans would choose. A roster without a limit has no fills. In games with units,
    complete units are added.
    """
    trials = roster_trials(document, roster, catalogue)
    present_verdict = trials.verdict(replace(trials.context.roster, limit=playable_limit(trials.context)))
    units = ready_units(document, trials, catalogue)
    room = _Room(trials, present_verdict, units)
    fits, blocking_rules = [], {}
    for key in room.priced_keys():
        if count := room.max_addable(key):
            fits.append(Fit(key, room.price(key), count, key in trials.context.illegal_keys))
        else:
            blocking_rules[key] = room.find_blocking_rule(key)
    fits.sort(key=lambda fit: fit.has_errors)
    limit, points = present_verdict.context.roster.limit, present_verdict.context.points
    points_left = None if limit is None or points is None else limit - points
    fills, exact = ((), True) if points_left is None else _fills(room)
    return RemainingCapacity(
        tuple(fits),
        fills,
        exact and not room.has_free_room_maker(),
        blocking_rules,
        units,
        points_left,
    )


def ready_units(document: Document, trials: RosterTrials, catalogue: Catalogue) -> dict[str, NewUnit]:
    """Return the unit that each profile makes, by the profile's key.

    A unit can break a rule by itself, such as gunners without a crew. It is left out if another profile makes
    a legal unit of the same kind, because its models can join that unit.
    """
    contexts, roster = trials.context.profile_contexts, trials.context.roster
    units = {
        profile.key: unit
        for profile in document.profiles
        if (unit := new_unit(catalogue, profile.design, contexts[profile.key].calculated_values)) is not None
    }

    def is_legal_alone(key: str) -> bool:
        alone = with_models(replace(roster, entries=()), {key: 1}, units)
        findings = trials.verdict(alone).findings
        return not any(each.where.startswith("entries[0]") and each.level != "note" for each in findings)

    legal_keys = {key for key in units if is_legal_alone(key)}
    kinds = {units[key].kind for key in legal_keys}
    return {key: unit for key, unit in units.items() if key in legal_keys or unit.kind not in kinds}


class _Bound(NamedTuple):
    """A limit on a roster, with weights for models or complete units.

    ``maximum`` is at least ``used_weight``, the weight of the roster: an exceeded limit must not be exceeded
    further. If ``is_active`` is false, the limit only applies after its profile ``only_if_fielded`` has been
    added.
    """

    linear_limit: LinearLimit
    weights: Mapping[str, int]
    used_weight: int
    maximum: int
    is_active: bool

    def room_for(self, key: str, taken_counts: Mapping[str, int]) -> int:
        """Return how many models or units of a profile the limit allows next to those in ``taken_counts``."""
        weight = self.weights.get(key, 0)
        taken_weight = sum(n * self.weights.get(other, 0) for other, n in taken_counts.items())
        left = self.maximum - self.used_weight - taken_weight
        if not self.is_active and key != self.linear_limit.only_if_fielded:
            return MAX_VALUE
        if not self.is_active and left < weight:
            return 0  # The first model of this profile would activate the limit and exceed it.
        return MAX_VALUE if weight <= 0 else left // weight

    def stays_within_limits(self, additions: Mapping[str, int]) -> bool:
        """Return whether the roster stays within ``maximum`` with these additions."""
        if not self.is_active and not additions.get(self.linear_limit.only_if_fielded):
            return True
        added_weight = sum(n * self.weights.get(key, 0) for key, n in additions.items())
        return self.used_weight + added_weight <= self.maximum


class _Room:
    """The room for more models in a roster: its limits, and tests of the roster with more models or units.

    Additions map profile keys to numbers of models, or of complete units in games with units.
    """

    def __init__(
        self, trials: RosterTrials, present_verdict: RosterVerdict, units: Mapping[str, NewUnit]
    ) -> None:
        self.trials, self.present_verdict, self.context = trials, present_verdict, present_verdict.context
        self.warning_keys: set[str] = set()
        self.has_units = bool(self.context.catalogue_index.catalogue.unit_kinds)
        self.units = units
        self.points_bound = self._bound(points_limit(self.context, self.context.profile_contexts))
        self.points_left = self.points_bound.maximum - self.points_bound.used_weight
        linear_limits = (
            linear_limit
            for linear_limit in trials.roster_limits(self.context)
            if linear_limit.level == "error"
        )
        self.bounds = [self.points_bound, *map(self._bound, linear_limits)]
        self.bounds_by_profile: dict[str, list[_Bound]] = {key: [] for key in self.context.profile_contexts}
        for bound in self.bounds:
            for key in {*bound.weights, bound.linear_limit.only_if_fielded} - {""}:
                self.bounds_by_profile[key].append(bound)

    def _bound(self, linear_limit: LinearLimit) -> _Bound:
        counts, sizes = self.context.counts, {key: unit.size for key, unit in self.units.items()}
        weights = {key: weight * sizes.get(key, 1) for key, weight in linear_limit.weights.items()}
        is_active = not linear_limit.only_if_fielded or bool(counts.get(linear_limit.only_if_fielded))
        excess = linear_limit.excess(counts if is_active else {**counts, linear_limit.only_if_fielded: 1})
        return _Bound(
            linear_limit, weights, linear_limit.total_weight(counts), linear_limit.maximum + excess, is_active
        )

    def price(self, key: str) -> int:
        """Return the points of one more model or unit of a profile."""
        return (self.context.points_per_model[key] or 0) * (self.units[key].size if self.has_units else 1)

    def points_of(self, additions: Mapping[str, int]) -> int:
        """Return the points of these additions."""
        return sum(self.price(key) * count for key, count in additions.items())

    def priced_keys(self) -> list[str]:
        """Return the keys of the profiles that have a price and, in games with units, make a unit."""
        contexts = self.context.profile_contexts
        return [
            key
            for key in contexts
            if not is_variant(key)
            and self.context.points_per_model[key] is not None
            and (not self.has_units or key in self.units)
        ]

    def row_room(self, key: str) -> int:
        """Return how many more models the row of a profile can have. Each unit has a row of its own."""
        rows = [] if self.has_units else [e for e in self.context.roster.entries if e.profile == key]
        return MAX_VALUE - next((row.count for row in rows if row.count), 0)

    def room_within_limits(self, key: str, taken_counts: Mapping[str, int] | None = None) -> int:
        """Return how many more models or units of a profile the limits and its row allow."""
        bounds = self.bounds_by_profile[key]
        return max(
            0, min([self.row_room(key), *(bound.room_for(key, taken_counts or {}) for bound in bounds)])
        )

    def max_addable(self, key: str) -> int:
        """Return how many models or units of a profile can be added without a new error."""
        room_left = self.room_within_limits(key)
        if not room_left or self.adds_no_error({key: room_left}):
            if room_left > 1 and key in self.warning_keys:
                # Only many models may cause the warning. Testing a single model corrects ``warning_keys``.
                self.adds_no_error({key: 1})
            return room_left
        if not self.adds_no_error({key: 1}):
            return 0
        return bisect_left(range(1, room_left), True, key=lambda count: not self.adds_no_error({key: count}))

    def roster_with(self, additions: Mapping[str, int]) -> Roster:
        """Return the roster with these additions."""
        if not self.has_units:
            return with_models(self.context.roster, additions)
        # The checks need only some of the new rows. Further equal units only count towards the limits.
        few = {key: min(count, _MAX_NEW_ROWS) for key, count in additions.items()}
        return with_models(self.context.roster, few, self.units)

    def room_after(self, additions: Mapping[str, int]) -> "_Room":
        """Return the room that is left after these additions."""
        if not any(additions.values()):
            return self
        room = _Room(self.trials, self.trials.verdict(self.roster_with(additions)), self.units)
        room.warning_keys = self.warning_keys
        return room

    def adds_no_error(self, additions: Mapping[str, int]) -> bool:
        """Return whether these additions cause no new error.

        A profile that causes a warning by itself is added to ``warning_keys``.
        """
        verdict_after = self.trials.verdict(self.roster_with(additions))
        if len(additions) == 1:
            warns = verdict_after.new_or_worse(self.present_verdict, ("warning",))
            self.warning_keys = (
                self.warning_keys | additions.keys() if warns else self.warning_keys - additions.keys()
            )
        return not self._new_errors(verdict_after)

    def _new_errors(self, verdict_after: RosterVerdict) -> list[str]:
        return [kind.code for kind in verdict_after.more_frequent_kinds(self.present_verdict, ("error",))]

    def stays_within_limits(self, additions: Mapping[str, int]) -> bool:
        """Return whether the roster stays within the maximum of each limit with these additions."""
        return all(
            bound.stays_within_limits(additions)
            for bound in self.bounds
            if not bound.weights.keys().isdisjoint(additions)
        )

    def adds_no_problem(self, additions: Mapping[str, int]) -> bool:
        """Return whether these additions cause no new or worse error or warning."""
        return not self.trials.verdict(self.roster_with(additions)).new_or_worse(self.present_verdict)

    def find_blocking_rule(self, key: str) -> str:
        """Return the code of the rule that prevents a profile, or "" for the points limit.

        If several limits are full, return the rule of the most specific limit.
        """
        full = [bound for bound in self.bounds_by_profile[key] if bound.room_for(key, {}) < 1]
        for bound in sorted(full, key=lambda bound: len(bound.weights)):
            if not bound.linear_limit.is_points:
                return bound.linear_limit.rule
        if full:
            return ""
        return next(iter(self._new_errors(self.trials.verdict(self.roster_with({key: 1})))), "")

    def has_free_room_maker(self) -> bool:
        """Return whether a free profile, which fills leave out, could make room for another profile."""
        priced = set(self.priced_keys())
        keys = [key for key in addable_keys(self.context) if key in priced]
        free, others = [k for k in keys if not self.price(k)], [k for k in keys if self.price(k)]
        return any(
            bound.weights.get(key, 0) < 0 and any(bound.weights.get(other, 0) > 0 for other in others)
            for key in free
            for bound in self.bounds_by_profile[key]
        )

    def rows_of(self, additions: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
        """Return the rows, in games with units of each unit, as pairs of a profile and a number of models."""
        if not self.has_units:
            return tuple(additions.items())
        return tuple((key, self.units[key].size) for key, count in additions.items() for _ in range(count))


# ------------------------------------------------------------------ fills


def _fills(room: _Room) -> tuple[tuple[Fill, ...], bool]:
    """Return the best fills, and whether no better fills can exist."""
    required = _required_additions(room)
    room_left, exact = room.room_after(required), True
    if room_left.points_left > _MAX_SEARCHED_POINTS:
        additions = _most_expensive(room_left, room_left.points_left - _MAX_SEARCHED_POINTS)
        required = _add_counts(required, additions)
        room_left, exact = room.room_after(required), False
    best_fills, is_best = _search_fills(room_left)
    if not best_fills and not is_best:
        best_fills = [*filter(None, [_most_expensive(room_left, room_left.points_left)])]
    if not best_fills and required:
        best_fills = [{}]
    fills = [_make_fill(room, _add_counts(required, additions)) for additions in best_fills]
    keys = list(room.context.profile_contexts)
    return tuple(sorted(fills, key=lambda fill: _fill_order(fill, keys))), exact and is_best


def _add_counts(counts: Mapping[str, int], others: Mapping[str, int]) -> dict[str, int]:
    return {key: counts.get(key, 0) + others.get(key, 0) for key in {**counts, **others}}


def _search_fills(room: _Room) -> tuple[list[dict[str, int]], bool]:
    """Return the fills closest to the limit, and whether no better fills can exist.

    First, profiles that cause a warning by themselves are left out. Fills with a new or worse warning are
    only returned if there are no other fills.
    """
    without_warning = [key for key in _fill_keys(room) if key not in room.warning_keys]
    fills, is_best = _try_fills(room, without_warning, ("error", "warning"))
    if not fills and room.warning_keys:
        fills, is_best = _try_fills(room, _fill_keys(room), ("error", "warning"))
    if not fills:
        fills, is_best = _try_fills(room, _fill_keys(room), ("error",))
    return fills, is_best


def _try_fills(room: _Room, keys: list[str], levels: tuple[str, ...]) -> tuple[list[dict[str, int]], bool]:
    """Return the best fills without new or worse findings of these levels, and whether they are the best."""
    search, trials_left = _FillSearch(room, keys), TRIALS
    fills: list[dict[str, int]] = []
    for additions in search.fills_to_test():
        if not trials_left or len(fills) == _MAX_FILLS:
            break
        trials_left -= 1
        if not room.trials.verdict(room.roster_with(additions)).new_or_worse(room.present_verdict, levels):
            fills.append(additions)
    enough = len(fills) == _MAX_FILLS
    worst = room.points_of(fills[-1]) if enough else 0
    return fills, (enough or trials_left > 0) and not any(total > worst for total in search.incomplete_sums)


def _make_fill(room: _Room, additions: Mapping[str, int]) -> Fill:
    ordered = {key: additions[key] for key in room.context.profile_contexts if additions.get(key)}
    points = room.points_of(ordered)
    rows = room.rows_of(ordered)
    new = room.trials.verdict(room.roster_with(ordered))
    warnings = new.new_warnings(room.present_verdict)
    return Fill(rows, points, sum(count for _, count in rows), room.points_left - points, warnings)


def _fill_order(fill: Fill, keys: list[str]) -> tuple[int, int, int, list[tuple[int, int]]]:
    order = [(keys.index(key), -count) for key, count in fill.entries]
    return -fill.points, fill.models, len({key for key, _ in fill.entries}), order


def _required_additions(room: _Room) -> dict[str, int]:
    """Return the models that a roster needs first: models of missing kinds, and a leader if it is empty."""
    context, required = room.context, dict[str, int]()
    wanted = [(f"{KIND}={kind.code}", missing) for kind, missing in missing_kinds(context)]
    if not context.model_count:
        wanted += [
            (condition, 1) for condition in leader_conditions(context.catalogue_index.catalogue).values()
        ]
    fillers = [key for key in addable_keys(context) if not room.has_units or key in room.units]
    for condition, count in wanted:
        able_keys = [key for key in fillers if context.profile_contexts[key].meets(condition)]
        if not any(key in required for key in able_keys):
            for key in able_keys:
                additions = {**required, key: count}
                if room.stays_within_limits(additions) and room.adds_no_problem(additions):
                    required = additions
                    break
    return required


def _most_expensive(room: _Room, points: int) -> dict[str, int]:
    """Return how many models of the most expensive profiles can be added for these points."""
    taken_counts: dict[str, int] = {}
    for key in sorted(_fill_keys(room), key=room.price, reverse=True):
        count = min(points // room.price(key), room.room_within_limits(key, taken_counts))
        if (
            count > 0
            and room.stays_within_limits({**taken_counts, key: count})
            and room.adds_no_problem({**taken_counts, key: count})
        ):
            taken_counts[key] = count
            points -= count * room.price(key)
    return taken_counts


def _fill_keys(room: _Room) -> list[str]:
    """Return the keys of the profiles without errors whose price is from 1 to the points left."""
    listed = set(addable_keys(room.context))
    return [key for key in room.priced_keys() if key in listed and 0 < room.price(key) <= room.points_left]


class _FillSearch:
    """A search for fills within the limits of a roster, closest to its limit first.

    A part of a fill is a model, a unit, or a pair of profiles in which one profile makes room for the other.
    ``incomplete_sums`` are the sums of points for which the search stopped before it had found all fills.
    """

    def __init__(self, room: _Room, keys: list[str]) -> None:
        self.room = room
        self.incomplete_sums: list[int] = []
        parts = [(key,) for key in keys] + [pair for key in keys for pair in self._pairs(key, keys)]
        caps = {part: self._max_count(part) for part in parts}
        self.parts = [part for part, cap in caps.items() if cap > 0]
        items = [SumItem(sum(map(room.price, part)), caps[part]) for part in self.parts]
        limits = [
            SumLimit(bound.maximum - bound.used_weight, [self._weight(bound, part) for part in self.parts])
            for bound in room.bounds
            if bound.is_active and not bound.linear_limit.is_points
        ]
        self._search = SumSearch(items, limits, max(room.points_left, 0))

    def _pairs(self, key: str, keys: list[str]) -> Iterator[tuple[str, str]]:
        """Yield pairs of this profile and another profile that makes room for it in a limit.

        The other profile is the cheapest or the most expensive profile that makes room.
        """
        full = [b for b in self.room.bounds_by_profile[key] if b.is_active and b.weights.get(key, 0) > 0]
        full = [bound for bound in full if min(bound.weights.values()) < 0]
        makers = [
            other
            for other in keys
            if full and all(bound.weights[key] + bound.weights.get(other, 0) <= 0 for bound in full)
        ]
        makers.sort(key=self.room.price)
        yield from dict.fromkeys((key, other) for other in (*makers[:1], *makers[-1:]))

    def _weight(self, bound: _Bound, part: tuple[str, ...]) -> int:
        """Return the weight of a part in a limit, or 0 if the part makes room."""
        return max(0, sum(bound.weights.get(key, 0) for key in part))

    def _max_count(self, part: tuple[str, ...]) -> int:
        bounds = {
            id(bound): bound for key in part for bound in self.room.bounds_by_profile[key] if bound.is_active
        }
        rooms = (
            (bound.maximum - bound.used_weight) // weight
            for bound in bounds.values()
            if (weight := self._weight(bound, part))
        )
        return min([*map(self.room.row_room, part), *rooms])

    def fills_to_test(self) -> Iterator[dict[str, int]]:
        """Yield the fills to test, without duplicates."""
        seen: list[dict[str, int]] = []
        for total in self._search.reachable_sums(range(self.room.points_left, 0, -1)):
            multisets = list(islice(self._search.multisets(total), _MAX_OF_A_SUM))
            if self._search.steps_ran_out or len(multisets) == _MAX_OF_A_SUM:
                self.incomplete_sums.append(total)
            for additions in sorted(map(self._models, multisets), key=self._order):
                if additions not in seen and self.room.stays_within_limits(additions):
                    seen.append(additions)
                    yield additions

    def _models(self, counts_by_part: Mapping[int, int]) -> dict[str, int]:
        models: dict[str, int] = {}
        for part, count in counts_by_part.items():
            for key in self.parts[part]:
                models[key] = models.get(key, 0) + count
        return {key: models[key] for key in self.room.context.profile_contexts if key in models}

    def _order(self, additions: Mapping[str, int]) -> tuple[int, int, list[tuple[int, int]]]:
        """Return the sort key of a fill among fills of equal sum."""
        keys = list(self.room.context.profile_contexts)
        return (
            sum(additions.values()),
            len(additions),
            [(keys.index(key), -count) for key, count in additions.items()],
        )
