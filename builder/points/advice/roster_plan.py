"""The smallest set of changes to a roster's own rows after which it is legal, held against the real checks.

Models whose profile has errors of its own, or is not in the list, go. Of a unit that is illegal by itself
the fewest go that make it legal, or all of it. Of the rest the fewest models go that keep every limit; of as
many, those of the fewest points, so that the roster keeps the most. A game of no agreed size becomes one:
that which needs the fewest models removed.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import product
from math import prod
from typing import NamedTuple

from builder.points.advice.roster_state import RosterState, roster_errors
from builder.points.document.document import Document, Member, RosterEntry
from builder.points.legality.constraints import all_quotas
from builder.points.legality.fixes import (
    Removal,
    Rows,
    entries_left,
    rows_patch,
    rows_without,
    smallest_removal,
)
from builder.points.pricing.system import Quota, RosterContext
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import Appraisal, Finding, PatchOperation

_MOST_ROWS_CHECKED, _FEWEST_CHECKS = 1_000, 25
"""How many rows of rosters are held against all checks in search of a plan, and how many rosters at least."""

_MOST_PARTS_TRIED = 32
"""How many smaller ones of a single row are tried."""


class RosterPlan(NamedTuple):
    """What makes a roster legal: how many models of which profiles go, and the size of the game.

    ``removed`` is by the key of the profile, in the order of the rows; ``points`` and ``models`` are what is
    left. ``exact`` is False where not every part of the roster was tried: there may be a smaller plan. The
    paths of ``patch`` begin at the roster.
    """

    removed: Mapping[str, int]
    limit: int | None
    points: int | None
    models: int
    exact: bool
    patch: tuple[PatchOperation, ...]

    @property
    def removed_members(self) -> tuple[Member, ...]:
        """What goes, in the order of the rows."""
        return tuple(Member(profile=key, count=count) for key, count in self.removed.items())

    def moved_below(self, path: str) -> "RosterPlan":
        """The same plan for a document in which the roster stands at ``path``."""
        return self._replace(patch=tuple(operation.moved_below(path) for operation in self.patch))


def plan_roster(
    document: Document, roster: int, catalogue: Catalogue, appraisal: Appraisal | None = None
) -> RosterPlan | None:
    """The plan for the ``roster``-th roster; None where it is legal, or where none of its models can stay.

    ``appraisal`` is the document's, if there is one.
    """
    state = RosterState(document, roster, catalogue, appraisal)
    if state.illegal_keys.isdisjoint(state.counts) and not state.has_errors():
        return None
    plans = [plan for limit in _limits(state) if (plan := _plan(state, limit))]
    now = state.context.roster.limit or 0
    return min(
        plans, key=lambda plan: (sum(plan.removed.values()), abs((plan.limit or 0) - now)), default=None
    )


def _limits(state: RosterState) -> tuple[int | None, ...]:
    """The sizes of the game to plan for: its own, unless that is an error."""
    sizes = tuple(size.points for size in state.catalogue_index.catalogue.game_sizes)
    wrong = any(finding.where == "limit" for finding in roster_errors(state.context, state.system))
    return sizes if wrong and sizes else (state.context.roster.limit,)


def _plan(state: RosterState, limit: int | None) -> RosterPlan | None:
    roster = state.context.roster
    found = _legal_part(_Part(state, limit, tuple(_sound_members(state, entry) for entry in roster.entries)))
    if found is None:
        return None
    part, exact = found
    left = part.counts
    removed = {key: gone for key, count in roster.counts().items() if (gone := count - left[key])}
    resized = (PatchOperation("replace", "/limit", limit),) if limit != roster.limit else ()
    patch = (*resized, *rows_patch(roster.entries, part.rows))
    return RosterPlan(removed, limit, part.context.points, part.context.models, exact, patch)


def _sound_members(state: RosterState, entry: RosterEntry) -> list[int]:
    """So many of each member of a row, none of those that are illegal or not in the list."""
    known = state.profile_contexts.keys() - state.illegal_keys
    return [member.count if member.profile in known else 0 for member in entry.members()]


class _Part:
    """A part of a roster: so many of each member of its rows, in a game of this size."""

    def __init__(self, state: RosterState, limit: int | None, rows: Rows) -> None:
        self.state, self.limit, self.rows = state, limit, rows

    @cached_property
    def counts(self) -> Counter[str]:
        """How many models of each profile are left; none is not named."""
        counts: Counter[str] = Counter()
        for entry, row in zip(self.state.context.roster.entries, self.rows, strict=True):
            for member, count in zip(entry.members(), row, strict=True):
                if count:
                    counts[member.profile] += count
        return counts

    @cached_property
    def context(self) -> RosterContext:
        """The part as a roster of its own: its units, or one row for each profile."""
        roster = self.state.context.roster
        if self.state.has_units:
            entries = entries_left(roster.entries, self.rows)
        else:
            entries = tuple(RosterEntry(profile=key, count=count) for key, count in self.counts.items())
        return self.state.context_of(replace(roster, limit=self.limit, entries=entries))

    @cached_property
    def _errors(self) -> list[Finding]:
        return roster_errors(self.context, self.state.system)

    @cached_property
    def quotas(self) -> list[Quota]:
        """The quotas of its rules that add up."""
        return list(all_quotas(self.context, self.state.system.quotas, self.counts))

    @property
    def is_legal(self) -> bool:
        """Whether it has a model, and breaks no rule."""
        return bool(self.counts) and not self._errors

    @property
    def illegal_rows(self) -> list[int]:
        """The places of units that break rules by themselves; what adds up is for the quotas to say."""
        if not self.state.has_units:
            return []
        wrong = {error.where for error in self._errors if error.code not in self.state.quota_rules}
        left = (place for place, row in enumerate(self.rows) if any(row))
        return [place for index, place in enumerate(left) if f"entries[{index}]" in wrong]

    def without(self, models: Mapping[str, int]) -> "_Part":
        """The part with so many models less, from the last rows first."""
        entries = self.state.context.roster.entries
        return _Part(self.state, self.limit, rows_without(entries, self.rows, models))

    def with_row(self, place: int, row: Sequence[int]) -> "_Part":
        """The part with so many of each member in one of its rows."""
        return _Part(self.state, self.limit, (*self.rows[:place], row, *self.rows[place + 1 :]))

    def only(self, place: int, row: Sequence[int]) -> "_Part":
        """One row alone, with so many of each member."""
        nobody = [[0] * len(other) for other in self.rows]
        return _Part(self.state, self.limit, (*nobody[:place], row, *nobody[place + 1 :]))

    def removed_from(self, place: int, row: Sequence[int]) -> tuple[int, int]:
        """How many models, of how many points, go where so many are left in a row."""
        members = self.state.context.roster.entries[place].members()
        gone = [
            (count - left, self.state.context.points_each(member.profile) or 0)
            for member, count, left in zip(members, self.rows[place], row, strict=True)
            if count > left
        ]
        return sum(count for count, _ in gone), sum(count * each for count, each in gone)


def _legal_part(part: _Part) -> tuple[_Part, bool] | None:
    """The largest legal part of a part, and whether it is surely the largest; None where there is none."""
    if not part.counts:
        return None
    if part.is_legal:
        return part, True
    mended, is_forced, is_smallest = _with_rows_mended(part)
    if mended.is_legal:
        return mended, is_smallest
    if not mended.counts:
        return None
    found = _removal(mended)
    if found.models:
        return mended.without(found.models), found.exact and is_forced
    if found.exact and not part.state.has_units:
        return None
    return next(((smaller, False) for smaller in _smaller_parts(mended) if smaller.is_legal), None)


def _smaller_parts(part: _Part) -> Iterator[_Part]:
    """Parts that may be legal, where no search found the largest: of all rows, of one row, and one model."""
    yield _within_quotas(part)
    if part.state.has_units:
        for place, row in enumerate(part.rows):
            yield _within_quotas(part.only(place, row))
    for key in sorted(part.counts, key=lambda key: part.context.points_each(key) or 0, reverse=True):
        yield part.without({other: count - (other == key) for other, count in part.counts.items()})


def _within_quotas(part: _Part) -> _Part:
    """The part without what weighs most for each quota, and without what that makes of its rows."""
    removed = _greedy_removal(part.context, part.counts, part.quotas)
    return _with_rows_mended(part.without(removed))[0]


def _with_rows_mended(part: _Part) -> tuple[_Part, bool, bool]:
    """The part without what breaks rules of single rows; whether that has to go, and is the least that does.

    A row has to go where none of its smaller ones is legal. Of one that does not, other models could go.
    """
    is_forced = is_smallest = True
    for place in part.illegal_rows:
        row = part.rows[place]
        is_tried = prod(count + 1 for count in row) <= _MOST_PARTS_TRIED
        rows = sorted(
            _all_parts(row) if is_tried else _some_parts(row), key=partial(part.removed_from, place)
        )
        part = part.with_row(place, next(left for left in rows if not part.only(place, left).illegal_rows))
        is_forced = is_forced and is_tried and not any(part.rows[place])
        is_smallest = is_smallest and is_tried
    return part, is_forced, is_smallest


def _all_parts(row: Sequence[int]) -> Iterator[Sequence[int]]:
    return product(*(range(count + 1) for count in row))


def _some_parts(row: Sequence[int]) -> Iterator[Sequence[int]]:
    """Parts of a long row: a few models less from its end, any one of its members less, and none."""
    yield [0] * len(row)
    for place in range(len(row)):
        yield [*row[:place], 0, *row[place + 1 :]]
    left = list(row)
    for _ in range(_MOST_PARTS_TRIED):
        place = max(place for place, count in enumerate(left) if count)
        left[place] -= 1
        yield tuple(left)
        if not any(left):
            return


def _removal(part: _Part) -> Removal:
    """The fewest models whose removal leaves a legal part; none where the search did not find them.

    Of units only those of the last rows are tried: once one such part is illegal, another row might do.
    """
    most_checks = max(_FEWEST_CHECKS, _MOST_ROWS_CHECKED // len(part.context.roster.entries))
    checks = 0

    def is_legal(left: Mapping[str, int]) -> bool:
        nonlocal checks
        if checks == most_checks or any(quota.over(left) for quota in part.quotas):
            return False  # the quotas are a quick look, before all the checks
        checks += 1
        return part.without({key: count - left[key] for key, count in part.counts.items()}).is_legal

    found = smallest_removal(part.context, part.counts, [(quota, 0) for quota in part.quotas], is_legal)
    is_exact = checks <= 1 if part.state.has_units else checks < most_checks
    return found._replace(exact=found.exact and is_exact)


def _greedy_removal(
    context: RosterContext, kept: Mapping[str, int], quotas: Sequence[Quota]
) -> dict[str, int]:
    """Models to remove where a search would take too long: for each quota those that weigh most.

    What mends one quota may break another; as many rounds as there are quotas end every chain of that.
    """
    left = dict(kept)
    by_weight = [
        (quota, sorted((key for key in kept if quota.weights.get(key, 0) > 0), key=quota.weights.__getitem__))
        for quota in sorted(quotas, key=lambda quota: quota.is_points)
    ]
    for _ in quotas:
        broken = [(quota, keys) for quota, keys in by_weight if quota.over(left)]
        if not broken:
            break
        for quota, keys in broken:
            over = quota.over(left)
            for key in reversed(keys):
                gone = min(left[key], -(-over // quota.weights[key]))
                left[key] -= gone
                over -= gone * quota.weights[key]
                if over <= 0:
                    break
    for key in sorted(kept, key=lambda key: context.points_each(key) or 0):
        left[key] += _room(key, left, kept[key] - left[key], quotas)
    return {key: count - left[key] for key, count in kept.items()}


def _room(key: str, left: Mapping[str, int], most: int, quotas: Sequence[Quota]) -> int:
    """How many models of a profile can stay after all: ``most`` at most, within all quotas."""
    rooms = (
        (quota.most - quota.used(left)) // weight
        for quota in quotas
        if (weight := quota.weights.get(key, 0)) > 0
    )
    more = max(0, min([most, *rooms]))
    return more if not any(quota.over({**left, key: left[key] + more}) for quota in quotas) else 0
