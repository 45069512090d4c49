"""Fits and fills, compared with trying all possibilities and checking each roster completely.

The comparison shares nothing with the search: it fields each combination of profiles, appraises it, and reads
from the rules' wording how large each error is.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from builder.points.advice.capacity import remaining_capacity
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Roster, RosterEntry
from builder.points.legality.sums import SumItem, SumLimit, SumSearch
from tests.support.designs import FURY, Json, document, read_document
from tests.support.roster_cases import PROFILES

Additions = dict[str, int]
BrokenLimits = dict[tuple[str, str], int]

CAST = (
    "captain", "sprout", "plain", "archer", "page", "rabble", "flag", "banner", "drum", "mage", "adept",
    "cat", "owl", "toad", "caller", "centaur", "rider", "wrong", "junk", "knight",
)  # fmt: skip


@st.composite
def small_lists(draw: st.DrawFn) -> Json:
    """Return up to five profiles, some with a Max, and a roster for a game small enough to try everything."""
    keys = draw(st.lists(st.sampled_from(CAST), min_size=1, max_size=5, unique=True))
    rows = draw(st.lists(st.tuples(st.sampled_from([*keys, "gone"]), st.integers(0, 3)), max_size=4))
    limit = draw(st.sampled_from([0, 24, 60, 99, 125, 150, 190, 200]))
    list_document = document({key: PROFILES[key] for key in keys})
    drawn_limit = draw(st.dictionaries(st.sampled_from(keys), st.integers(0, 3), max_size=2))
    list_document["profiles"] = [
        {**row, "max": drawn_limit.get(row["key"])} for row in list_document["profiles"]
    ]
    entries = [{"profile": key, "count": count} for key, count in rows]
    return {**list_document, "rosters": [{"name": "Friday", "limit": limit, "entries": entries}]}


class ExhaustiveSearch:
    """All combinations that can be added, as rosters."""

    def __init__(self, drawn: Json) -> None:
        self.document = read_document(drawn)
        self.designs: Json = {row["key"]: row["design"] for row in drawn["profiles"]}
        self.roster = self.document.rosters[0]
        self.limit = self.roster.limit or 0
        profiles = appraise(self.document, FURY).profiles
        self.each = {p.key: max(0, p.points) for p in profiles if p.points is not None}
        self.known_cost = {p.key: max(0, p.total.points or 0) for p in profiles}  # includes unpriced profiles
        self.unpriced = {p.key for p in profiles if p.points is None}
        self.keys = [p.key for p in profiles]
        self.broken_before = self.broken_limits({})
        self.errors_before = self.errors_of([{}])[0]
        self.warnings_before = self.errors_of([{}], ("warning",))[0]

    def counts(self, more: Additions) -> Counter[str]:
        """Return the models of each profile after the addition."""
        counts = Counter(more)
        for entry in self.roster.entries:
            if entry.profile in self.designs:
                counts[entry.profile] += entry.count
        return +counts

    def broken_limits(self, more: Additions) -> BrokenLimits:
        """Return by how much each summing rule is broken."""
        counts = self.counts(more)
        limit = {profile.key: profile.max for profile in self.document.profiles}
        taken = {key: self.properties(key) for key in counts}

        def number(*codes: str) -> int:
            return sum(count for key, count in counts.items() if set(codes) & taken[key].keys())

        mages = sum(n for key, n in counts.items() if self.designs[key]["attributes"].get("mgc"))
        named: Counter[str] = Counter()
        for key, count in counts.items():
            named[taken[key].get("familiar") or ""] += count
        result = {
            ("R-01", ""): sum(self.known_cost[key] * n for key, n in counts.items()) - self.limit,
            ("R-02", ""): counts.total() + -self.limit // 25,  # 25 points a model, rounded up
            ("R-04", ""): sum(n for key, n in counts.items() if self.designs[key].get("command_die")) - 1,
            ("R-05", ""): number("ensign") - 1,
            ("R-06", ""): number("musician") - 1,
            ("R-07", ""): number("familiar") - mages,
        }
        for key, count in counts.items():
            if (own := limit[key]) is not None:
                result["R-08", key] = count - own
            result["R-07", key] = named[key] - count
        return {which: max(0, how) for which, how in result.items()}

    def properties(self, key: str) -> dict[str, str | None]:
        """Return the properties of a profile, with the profile that each names."""
        return {pick["code"]: pick.get("profile") for pick in self.designs[key].get("properties") or []}

    def roster_with(self, more: Additions) -> Roster:
        """Return the roster with the addition: in a row of the profile, else in the first row, else in a new
        row.
        """
        rows = list(self.roster.entries)
        for key, count in more.items():
            own = [n for n, row in enumerate(rows) if row.profile == key]
            if not own:
                rows.append(RosterEntry(profile=key, count=count))
                continue
            place = next((n for n in own if rows[n].count), own[0])
            rows[place] = replace(rows[place], count=rows[place].count + count)
        return replace(self.roster, entries=tuple(rows))

    def errors_of(
        self, trials: list[Additions], levels: tuple[str, ...] = ("error",)
    ) -> list[set[tuple[str, str]]]:
        """Return rule and place of the errors of each trial, from the full checks."""
        rosters = tuple(self.roster_with(more) for more in trials)
        judged = appraise(replace(self.document, rosters=rosters), FURY).rosters
        return [{(f.code, f.where) for f in roster.findings if f.level in levels} for roster in judged]

    def allowed(self, trials: list[Additions]) -> Iterator[Additions]:
        """Return the trials without a new or larger error."""
        for more, places in zip(trials, self.errors_of(trials), strict=True):
            worse = any(
                how > self.broken_before.get(which, 0) for which, how in self.broken_limits(more).items()
            )
            if places <= self.errors_before and not worse:
                yield more

    def fits(self) -> list[tuple[str, int, int]]:
        """Return the fits of each profile alone, one model at a time."""
        outcome = []
        for key, each in self.each.items():
            maximum = 0
            while any(self.allowed([{key: maximum + 1}])):
                maximum += 1
            if maximum:
                outcome.append((key, each, maximum))
        return outcome

    def models_above_spent(self, more: Additions) -> int:
        """Return how many models exceed one for each 25 points spent, rounded up (R-02)."""
        counts = self.counts(more)
        return counts.total() + -self.points_of(counts) // 25

    def warn(self, trials: list[Additions]) -> list[bool]:
        """Return whether each trial has a new or larger warning. Only R-02 has an amount."""
        return [
            not places <= self.warnings_before
            or (("R-02", "entries") in places and self.models_above_spent(more) > self.models_above_spent({}))
            for more, places in zip(trials, self.errors_of(trials, ("warning",)), strict=True)
        ]

    def best_fill(self) -> int:
        """Return the maximum points that can be added without a new or larger error or warning."""
        left = self.limit - sum(self.each.get(key, 0) * n for key, n in self.counts({}).items())
        priced = [key for key in self.keys if self.each.get(key)]
        ranges = [range(max(left, 0) // self.each[key] + 1) for key in priced]
        trials = []
        for numbers in product(*ranges):
            more = {key: n for key, n in zip(priced, numbers, strict=True) if n}
            if more and self.points_of(more) <= left and sum(numbers) <= 12:
                trials.append(more)
        items = list(self.allowed(trials))
        points = (
            self.points_of(more) for more, warns in zip(items, self.warn(items), strict=True) if not warns
        )
        return max(points, default=0)

    def points_of(self, more: Mapping[str, int]) -> int:
        """Return the points of these models with a price."""
        return sum(self.each.get(key, 0) * count for key, count in more.items())


@given(small_lists())
def test_the_search_agrees_with_trying_everything(drawn: Json) -> None:
    """The fits are equal, no fill is closer to the limit, and the sums of fills are right."""
    trial = ExhaustiveSearch(drawn)
    room = remaining_capacity(trial.document, 0, FURY)
    fits = [(fit.profile, fit.points_each, fit.max_count) for fit in room.fits]
    assert sorted(fits) == sorted(trial.fits())  # profiles with errors come last
    for fill in room.fills:
        more = dict(fill.entries)
        assert (fill.points, fill.models) == (trial.points_of(more), sum(more.values()))
        assert fill.points_left == trial.limit - trial.points_of({**trial.counts(more)})
        assert any(trial.allowed([more]))
        assert trial.warn([more]) == [bool(fill.warnings)]
    is_priced = trial.counts({}) and not trial.unpriced & trial.counts({}).keys()
    if is_priced:  # an empty roster needs a leader first
        best = max((fill.points for fill in room.fills if not fill.warnings), default=0)
        assert best == trial.best_fill() or (best < trial.best_fill() and not room.exact)


# ---------------------------------------------------------------------- the search alone


@st.composite
def searches(draw: st.DrawFn) -> tuple[list[SumItem], list[SumLimit], int]:
    """Return a few items with limits, and the highest sum to search."""
    item = st.builds(SumItem, st.integers(1, 20), st.sampled_from([1, 2, 3, 9]))
    items = draw(st.lists(item, min_size=1, max_size=4))
    weights = st.tuples(*[st.sampled_from([0, 0, 1, 2]) for _ in items])
    limits = draw(st.lists(st.builds(SumLimit, st.integers(0, 3), weights), max_size=3))
    return items, limits, draw(st.integers(1, 40))


@given(searches())
def test_the_search_finds_every_combination_of_a_sum(
    drawn: tuple[list[SumItem], list[SumLimit], int],
) -> None:
    """It finds no combination that the limits forbid."""
    items, limits, top = drawn
    expected: dict[int, set[tuple[int, ...]]] = {}
    for numbers in product(*(range(item.max_count + 1) for item in items)):
        total = sum(item.price * count for item, count in zip(items, numbers, strict=True))
        used = (sum(map(int.__mul__, limit.weights, numbers)) <= limit.max_weight for limit in limits)
        if 0 < total <= top and all(used):
            expected.setdefault(total, set()).add(numbers)
    search = SumSearch(items, limits, top)
    result = {}
    for total in search.reachable_sums(range(top, 0, -1)):
        multisets = {tuple(each.get(n, 0) for n in range(len(items))) for each in search.multisets(total)}
        assert not search.steps_ran_out
        if multisets:
            result[total] = multisets
    assert result == expected
