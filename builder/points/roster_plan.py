"""The smallest set of changes to a roster's own rows after which it is legal, held against the real checks.

Rows whose profile has errors of its own, or is not in the list, go whole. Of the others the fewest models
go; of as many, those of the fewest points, so that the roster keeps the most. A game of no agreed size
becomes one: that which needs the fewest models removed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from builder.points.catalogue import Catalogue
from builder.points.constraints import all_quotas
from builder.points.document import Document, Member, Roster, RosterEntry
from builder.points.fixes import Removal, reduced_entries, removal_patch, smallest_removal
from builder.points.results import Appraisal, PatchOperation
from builder.points.roster_state import RosterState, roster_errors
from builder.points.system import Quota, RosterContext

_MOST_ROWS_CHECKED, _FEWEST_CHECKS = 2_500, 25
"""How many rows of rosters are held against all checks in search of a plan, and how many rosters at least."""


class RosterPlan(NamedTuple):
    """What makes a roster legal: how many models of which profiles go, and the size of the game.

    ``removed`` is by the key of the profile, in the order of the rows; ``points`` and ``models`` are what is
    left. ``exact`` is False where a bound ended the search: there may be a smaller plan. The paths of
    ``patch`` begin at the roster.
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
    kept = {key: count for key, count in state.counts.items() if count and key not in state.illegal_keys}
    removal = _removal(state, kept, limit)
    if removal is None:
        return None
    left = {key: count - removal.models.get(key, 0) for key, count in kept.items()}
    removed = _removed(roster, left)
    resized = (PatchOperation("replace", "/limit", limit),) if limit != roster.limit else ()
    context = _context(state, left, limit)
    patch = (*resized, *removal_patch(roster.entries, removed))
    return RosterPlan(removed, limit, context.points, context.models, removal.exact, patch)


def _removal(state: RosterState, kept: Mapping[str, int], limit: int | None) -> Removal | None:
    """The models that go besides those whose rows go whole; None where none can be left."""
    context = _context(state, kept, limit)
    if not kept:
        return None
    quotas = list(all_quotas(context, state.system.quotas, kept))
    checks_left = max(_FEWEST_CHECKS, _MOST_ROWS_CHECKED // len(context.roster.entries))

    def is_legal(left: Mapping[str, int]) -> bool:
        if any(quota.over(left) for quota in quotas):  # a quick look, before all the checks
            return False
        return not roster_errors(_context(state, left, limit), state.system)

    def is_found_legal(left: Mapping[str, int]) -> bool:
        nonlocal checks_left
        checks_left -= 1
        return checks_left >= 0 and is_legal(left)

    if is_legal(kept):
        return Removal({}, exact=True)
    found = smallest_removal(context, kept, [(quota, 0) for quota in quotas], is_found_legal)
    if found.models or (found.exact and checks_left >= 0):
        return found._replace(exact=found.exact and checks_left >= 0) if found.models else None
    models = _greedy_removal(context, kept, quotas)
    left = {key: count - models.get(key, 0) for key, count in kept.items()}
    if any(left.values()) and is_legal(left):
        return Removal(models, exact=False)
    alone = sorted(kept, key=lambda key: context.points_each(key) or 0, reverse=True)
    one = next((key for key in alone if is_legal({key: 1})), None)
    if one is None:
        return None
    return Removal({key: count - (key == one) for key, count in kept.items()}, exact=False)


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


def _removed(roster: Roster, left: Mapping[str, int]) -> dict[str, int]:
    """How many models of each profile go where so many are left."""
    removed = {key: count - left.get(key, 0) for key, count in roster.counts().items()}
    return {key: count for key, count in removed.items() if count}


def _context(state: RosterState, counts: Mapping[str, int], limit: int | None) -> RosterContext:
    """The roster with so many of these profiles: its units, or one row for each."""
    if state.catalogue_index.catalogue.unit_kinds:
        roster = state.context.roster
        entries = reduced_entries(roster.entries, _removed(roster, counts))
    else:
        entries = tuple(RosterEntry(profile=key, count=count) for key, count in counts.items() if count)
    return state.context_of(replace(state.context.roster, limit=limit, entries=entries))
