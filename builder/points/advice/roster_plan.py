"""The ways to make a roster legal: each ends its errors one after another, by the changes that fixes make.

Models whose profile has errors of its own, or is not in the list, are removed; a profile that only waits for
an agreed price is not. Each change is tried on the real checks. Where one brings a new error, the row that
the finding is about goes, and at last only the rows stay that are legal together. Bounded by ``ROUNDS``
changes of each way.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from builder.points.appraisal.appraisal import appraise, roster_trials
from builder.points.document.document import Document, Member, Profile, Roster
from builder.points.legality.roster_changes import roster_patch, with_counts, with_models
from builder.points.legality.roster_fixes import changes, listed_keys, successes
from builder.points.legality.roster_terms import kinds_too_few
from builder.points.legality.roster_trials import RosterTrials, RosterVerdict
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import KIND, CatalogueIndex, index_of
from builder.points.rules.results import Appraisal, Finding, PatchOperation, ProfileAppraisal, errors_in

MOST_WAYS = 3
"""So many ways are offered at most."""

ROUNDS = 40
"""So many changes one after another make a roster legal at most."""

_MOST_TRIED = 3  # errors for which a change is looked for in a round
_ENTRY = re.compile(r"entries\[(\d+)\]", re.ASCII)


class RosterPlan(NamedTuple):
    """What makes a roster legal: how many models of which profiles go or come, and the size of the game.

    ``removed`` and ``added`` are by the key of the profile; ``points`` and ``models`` are what the roster
    comes to then. ``exact`` says that the plan is a single change, the smallest that was found. The paths of
    ``patch`` begin at the roster. ``warnings`` are the messages of those that it brings, where every plan
    brings some.
    """

    removed: Mapping[str, int]
    limit: int | None
    points: int | None
    models: int
    exact: bool
    patch: tuple[PatchOperation, ...]
    added: Mapping[str, int] = {}
    warnings: tuple[str, ...] = ()

    @property
    def removed_members(self) -> tuple[Member, ...]:
        """What goes, in the order of the rows."""
        return tuple(Member(profile=key, count=count) for key, count in self.removed.items())

    @property
    def added_members(self) -> tuple[Member, ...]:
        """What comes, in the order of the rows."""
        return tuple(Member(profile=key, count=count) for key, count in self.added.items())

    def moved_below(self, path: str) -> "RosterPlan":
        """The same plan for a document in which the roster is at ``path``."""
        return self._replace(patch=tuple(operation.moved_below(path) for operation in self.patch))


def plan_roster(
    document: Document, roster: int, catalogue: Catalogue, appraisal: Appraisal | None = None
) -> RosterPlan | None:
    """Return the best plan for the ``roster``-th roster; None where it is legal or no way is found."""
    return next(iter(plans_for_roster(document, roster, catalogue, appraisal)), None)


def plans_for_roster(
    document: Document, roster: int, catalogue: Catalogue, appraisal: Appraisal | None = None
) -> tuple[RosterPlan, ...]:
    """Return up to ``MOST_WAYS`` plans, the best first; ``appraisal`` is the document's, if there is one.

    There is none where the roster is legal, fields nobody, or waits for an agreed price.
    """
    trials = roster_trials(document, roster, catalogue, appraisal)
    fielded = fielded_keys(trials.context.roster)
    is_legal = not trials.now.errors and fielded.isdisjoint(trials.context.illegal_keys)
    if is_legal or not trials.context.models:
        return ()
    if waiting_profiles(document, roster, catalogue, appraisal):
        return ()
    planner = _Planner(trials)
    return tuple(planner.plan(found) for found in planner.ways())


def waiting_profiles(
    document: Document, roster: int, catalogue: Catalogue, appraisal: Appraisal | None = None
) -> list[Profile]:
    """Return the profiles that a roster fields and that lack an agreed price and nothing else."""
    appraisal = appraisal or appraise(replace(document, rosters=()), catalogue)
    fielded = fielded_keys(document.rosters[roster])
    return [
        profile
        for profile, found in zip(document.profiles, appraisal.profiles, strict=True)
        if profile.key in fielded and _lacks_only_prices(index_of(catalogue), profile, found)
    ]


def _lacks_only_prices(index: CatalogueIndex, profile: Profile, found: ProfileAppraisal) -> bool:
    prices = {
        f"{slot.place(place)}.{cost.parameter}"
        for slot in index.catalogue.pick_slots
        for place, pick in enumerate(profile.design.picks.get(slot.code, ()))
        if (cost := index.entries[slot.group][pick.code].cost).kind == "entered"
    }
    return bool(found.errors) and all(error.where in prices for error in errors_in(found.findings))


def fielded_keys(roster: Roster) -> set[str]:
    """Return the profiles of which a roster has models, by key."""
    return {member.profile for member in roster.members() if member.count}


class _Planner:
    """The search for the ways to make one roster legal."""

    def __init__(self, trials: RosterTrials) -> None:
        self.trials = trials
        context = trials.context
        sound = context.profile_contexts.keys() - context.illegal_keys
        entries = (
            left
            for entry in context.roster.entries
            for left in with_counts(
                entry, [member.count if member.profile in sound else 0 for member in entry.members()]
            )
        )
        self.start = trials.verdict(replace(context.roster, entries=tuple(entries)))

    def ways(self) -> list[RosterVerdict]:
        """Return the legal rosters that changes lead to, the one that costs the least first.

        Those with a new warning are left out where there is one without.
        """
        found = [end for begun in self._first_steps() if (end := self._settled(begun))]
        if not found and (part := self._legal_rows()):
            found = [part]
        found = [end for end in found if not end.new_warnings(self.trials.now)] or found
        return list({(end.context.roster.limit, end.context.roster.entries): end for end in found}.values())[
            :MOST_WAYS
        ]

    def plan(self, end: RosterVerdict) -> RosterPlan:
        """Return the plan that leads to a legal roster."""
        before, after = self.trials.context.roster, end.context.roster
        removed, added = before.counts(), after.counts()
        removed, added = removed - added, added - before.counts()
        return RosterPlan(
            removed,
            after.limit,
            end.context.points,
            end.context.models,
            removed.total() <= self._fewest_removed(),
            roster_patch(before, after),
            added,
            end.new_warnings(self.trials.now),
        )

    def _fewest_removed(self) -> int:
        """Return how many models have to go at least."""
        counts = self.start.context.counts
        forced = self.trials.context.roster.counts().total() - self.start.context.models
        needed = (
            -(-over // max(1, *(quota.weights.get(key, 0) for key in counts)))
            for quota in self.trials.quotas(self.start.context)
            if (over := quota.over(counts))
        )
        return forced + max(needed, default=0)

    def _first_steps(self) -> Iterator[RosterVerdict]:
        """Return what the last error can be changed to: one for each way, then others that remove models."""
        last = self._settled(self.start, errors_left=1)
        if last is None or not last.errors:
            yield last or self.start
            return
        found = []
        for change in successes(self.trials, sorted_errors(last)[0], last, MOST_WAYS):
            found.append(change)
            if len({change.way for change in found}) == MOST_WAYS:
                break
        first = {change.way: change for change in reversed(found)}
        others = [change for change in found if change.way == "remove" and change is not first["remove"]]
        ordered = sorted(first.values(), key=found.index)
        for change in [*ordered, *others][:MOST_WAYS]:
            yield self.trials.verdict(change.roster)
        if not found:
            yield last

    def _settled(self, verdict: RosterVerdict, errors_left: int = 0) -> RosterVerdict | None:
        """Return the roster after as many changes as leave so few errors; None where they do not."""
        for _ in range(ROUNDS):
            if not verdict.context.models:
                return None
            if len(verdict.errors) <= errors_left:
                return verdict
            after = next(self._next_steps(verdict), None)
            if after is None:
                return None
            verdict = self.trials.verdict(after)
        return None

    def _next_steps(self, verdict: RosterVerdict) -> Iterator[Roster]:
        """Return changes that end an error: without harm, with a new warning, and at last without the row."""
        errors = sorted_errors(verdict)[:_MOST_TRIED]
        for error in errors:
            yield from (change.roster for change in successes(self.trials, error, verdict))
        for error in errors:
            others = (change.roster for change in changes(self.trials, error, verdict.context))
            for roster in (*self._of_kinds(verdict), *others):
                if self.trials.after(roster, verdict, error, ("error",)):
                    yield roster
        roster = verdict.context.roster
        for error in errors:
            if entry := _ENTRY.match(error.where):
                rows = roster.entries[: int(entry[1])], roster.entries[int(entry[1]) + 1 :]
                yield replace(roster, entries=(*rows[0], *rows[1]))

    def _of_kinds(self, verdict: RosterVerdict) -> Iterator[Roster]:
        """Return the roster with what it lacks of a kind: of any profile, which the plan names."""
        context = verdict.context
        for kind, missing in kinds_too_few(context):
            for key in listed_keys(context):
                if context.profile_contexts[key].chosen(KIND) == kind.code:
                    yield with_models(context.roster, {key: missing})

    def _legal_rows(self) -> RosterVerdict | None:
        """Return the rows that are legal together, with as many models as quotas allow; None without any."""
        roster = self.start.context.roster
        best = self.trials.verdict(replace(roster, entries=()))
        quotas = self.trials.quotas(best.context)
        nobody = {kind for kind in best.kinds if kind[0] == "error"}
        for entry in sorted(roster.entries, key=lambda entry: entry.count, reverse=True):
            for count in _smaller(entry.count):
                left = [count, *(member.count for member in entry.members()[1:])]
                row = with_counts(entry, left)
                part = replace(roster, entries=(*best.context.roster.entries, *row))
                counts = part.counts()
                if any(quota.level == "error" and quota.over(counts) for quota in quotas):
                    continue
                after = self.trials.verdict(part)
                if {kind for kind in after.kinds if kind[0] == "error"} <= nobody:
                    best = after
                    break
        if best.errors and best.context.models:
            return self._settled(best)
        return best if best.context.models else None


def _smaller(count: int) -> Iterator[int]:
    """Return so many, half as many, and so on."""
    while count:
        yield count
        count //= 2


def sorted_errors(verdict: RosterVerdict) -> list[Finding]:
    """Return the errors in the order in which they are ended: the size of the game first, its points last."""
    rule = verdict.context.catalogue_index.catalogue.roster.limit_rule

    def rank(error: Finding) -> tuple[bool, bool, str, str]:
        is_points = error.code == rule and error.where == "entries"
        return error.where != "limit", is_points, error.code, error.where

    return sorted(verdict.errors, key=rank)
