"""The ways to make a roster legal and to keep an agreed limit: the changes that fixes make, one by one.

Models whose profile has errors of its own, or is not in the list, are removed; there is no plan while one is
unfinished. Each change is tried on the real checks. Where one brings a new error, the row that
the finding is about goes, and at last only the rows stay that are legal together. Bounded by ``ROUNDS``
changes of each way.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from builder.points.advice.cheaper_options import CheaperOption, cheaper_option
from builder.points.appraisal.appraisal import appraise, roster_trials
from builder.points.document.document import Document, Member, Profile, Roster
from builder.points.legality.roster_changes import (
    agreed_sizes,
    has_odd_size,
    larger_games,
    roster_patch,
    with_counts,
    with_models,
)
from builder.points.legality.roster_fixes import (
    changes,
    is_players_choice,
    listed_keys,
    loses_leader,
    successes,
)
from builder.points.legality.roster_terms import kinds_too_few
from builder.points.legality.roster_trials import RosterTrials, RosterVerdict
from builder.points.pricing.system import points_limit
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import KIND
from builder.points.rules.results import Appraisal, Finding, PatchOperation, errors_in

MOST_WAYS = 3
"""So many ways are offered at most."""

ROUNDS = 40
"""So many changes one after another make a roster legal at most."""

_MOST_TRIED = 3  # errors for which a change is looked for in a round
_ENTRY = re.compile(r"entries\[(\d+)\]", re.ASCII)


class RosterPlan(NamedTuple):
    """The changes that make a roster legal: models to remove and add, and the game size.

    ``removed`` and ``added`` are by the key of the profile; ``points`` and ``models`` are what the roster
    comes to then, ``known_points`` as far as there are prices. ``exact`` says that the plan is a single
    change, the smallest that was found. The paths of ``patch`` begin at the roster. ``warnings`` are the
    messages of those that it brings, where every plan brings some. ``option`` is the change of a profile
    that is made instead of one of the roster.
    """

    removed: Mapping[str, int]
    limit: int | None
    points: int | None
    models: int
    exact: bool
    patch: tuple[PatchOperation, ...]
    added: Mapping[str, int] = {}
    warnings: tuple[str, ...] = ()
    option: CheaperOption | None = None
    known_points: int = 0

    @property
    def removed_members(self) -> tuple[Member, ...]:
        """The removed models, in the order of the rows."""
        return tuple(Member(profile=key, count=count) for key, count in self.removed.items())

    @property
    def added_members(self) -> tuple[Member, ...]:
        """The added models, in the order of the rows."""
        return tuple(Member(profile=key, count=count) for key, count in self.added.items())

    def moved_below(self, path: str) -> "RosterPlan":
        """Return the plan for a document with the roster at ``path``, and the change of a profile."""
        patch = tuple(operation.moved_below(path) for operation in self.patch)
        return self._replace(patch=(*patch, *(self.option.patch if self.option else ())))


def plans_for_roster(
    document: Document,
    roster: int,
    catalogue: Catalogue,
    appraisal: Appraisal | None = None,
    *,
    full_list: Document | None = None,
    sent: object = None,
) -> tuple[RosterPlan, ...]:
    """Return up to ``MOST_WAYS`` plans, the best first, and one with a cheaper option in a profile.

    ``appraisal`` is the document's, if there is one. ``full_list`` has all rosters, and
    ``sent`` is the JSON value that it was read from: a change of a profile harms none of them. There is no
    plan where the roster is legal and within its limit, fields nobody, or fields an unfinished profile that
    is not one too many.
    """
    trials = roster_trials(document, roster, catalogue)
    fielded = fielded_keys(trials.context.roster)
    is_legal = not to_end(trials.now) and fielded.isdisjoint(trials.context.illegal_keys)
    if is_legal or not trials.context.models:
        return ()
    planner = _Planner(trials)
    waiting = unfinished_profiles(document, roster, catalogue, appraisal)
    if not all(planner.is_surplus(profile.key) for profile in waiting):
        return ()
    plans = [planner.plan(verdict) for verdict in planner.ways()]
    if over := planner.points_over():
        option = cheaper_option(document, catalogue, appraisal, trials, over, full_list, sent)
        plans += [planner.plan_with(option)] if option else []
    return tuple(plans)


def unfinished_profiles(
    document: Document, roster: int, catalogue: Catalogue, appraisal: Appraisal | None = None
) -> list[Profile]:
    """Return the unfinished profiles that a roster fields: their only errors are what is not given yet."""
    appraisal = appraisal or appraise(document, catalogue)
    fielded = fielded_keys(document.rosters[roster])
    return [
        profile
        for profile, profile_appraisal in zip(document.profiles, appraisal.profiles, strict=True)
        if profile.key in fielded
        and profile_appraisal.errors
        and all(error.missing for error in errors_in(profile_appraisal.findings))
    ]


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
        roster = replace(context.roster, entries=tuple(entries))
        games = [roster]
        if has_odd_size(context):
            left = context.with_roster(roster)
            sizes = agreed_sizes(left)
            if not points_limit(left, left.counts).over(left.counts):
                sizes = sizes[:1]  # all that is too much is the size itself
            games = [replace(roster, limit=size) for size in sizes]
        self.starts = [trials.verdict(game) for game in games]

    def ways(self) -> list[RosterVerdict]:
        """Return the legal rosters that changes lead to, the one that costs the least first.

        Those with a new warning are left out where there is one without.
        """
        verdicts: dict[object, RosterVerdict] = {}
        for start in self.starts:
            for begun in self._first_steps(start):
                if end := self._settled(begun):
                    verdicts.setdefault((end.context.roster.limit, end.context.roster.entries), end)
                if len(verdicts) == MOST_WAYS:
                    break
            if len(verdicts) == MOST_WAYS:
                break
        if not verdicts and (part := self._legal_rows()):
            return [part]
        ends = list(verdicts.values())
        return [end for end in ends if not end.new_warnings(self.trials.now)] or ends

    def is_surplus(self, key: str) -> bool:
        """Return whether the roster has too many of a role, and enough without a profile that has errors."""
        context, left = self.trials.context, self.starts[0].context.counts
        linear_limits = (
            linear_limit
            for linear_limit in self.trials.roster_limits(context)
            if linear_limit.level == "error"
        )
        return any(
            linear_limit.weights.get(key, 0) > 0
            and linear_limit.over(context.counts)
            and linear_limit.used(left) >= linear_limit.maximum
            for linear_limit in linear_limits
            if not (linear_limit.is_points or linear_limit.of_all)
        )

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
            known_points=end.context.known_points,
        )

    def plan_with(self, option: CheaperOption) -> RosterPlan:
        """Return the plan that changes a profile, and no row."""
        roster, context = self.trials.context.roster, option.verdict.context
        return RosterPlan(
            {}, roster.limit, context.points, context.models, exact=False, patch=(), option=option,
            known_points=context.known_points,
        )  # fmt: skip

    def points_over(self) -> int:
        """Return how many points are too many, where nothing else has to change; else 0."""
        (start, *others), context = self.starts, self.trials.context
        if others or start.context.roster != context.roster or len(to_end(start)) != 1:
            return 0
        return points_limit(context, context.counts).over(context.counts)

    def _fewest_removed(self) -> int:
        """Return how many models have to go at least."""
        start = self.starts[0].context
        forced = self.trials.context.roster.counts().total() - start.models
        needed = (
            -(-over // max(1, *(linear_limit.weights.get(key, 0) for key in start.counts)))
            for linear_limit in self.trials.roster_limits(start)
            if linear_limit.level == "error" or linear_limit.is_points
            if (over := linear_limit.over(start.counts))
        )
        return forced + max(needed, default=0)

    def _first_steps(self, start: RosterVerdict) -> Iterator[RosterVerdict]:
        """Return the ways to begin: a player's choice, else what the last finding can be changed to.

        There is one of each way, then others that remove models.
        """
        last: RosterVerdict | None = start
        open_ = (
            finding for finding in to_end(start) if is_players_choice(self.trials, finding, start.context)
        )
        finding = next(open_, None)
        if finding is None:
            last = self._settled(start, left=1)
            finding = next(iter(to_end(last)), None) if last else None
        if last is None or finding is None:
            yield last or start
            return
        steps = [step for step in successes(self.trials, finding, last, 1) if self._is_sound(step.roster)]
        first = {change.way: change for change in reversed(steps)}
        ordered = sorted(first.values(), key=steps.index)
        if len(ordered) < MOST_WAYS:
            more = successes(self.trials, finding, last, MOST_WAYS)
            ordered += [
                change
                for change in more
                if change.way == "remove" and change not in ordered
                if not loses_leader(self.trials.verdict(change.roster), last)
            ]
        for change in ordered[:MOST_WAYS]:
            roster = change.roster
            if change.way == "game":  # a larger game may need none of the changes before
                sizes = [*larger_games(start.context), roster.limit]
                roster = replace(start.context.roster, limit=sizes[0])
            yield self.trials.verdict(roster)
        if not ordered:
            yield last

    def _settled(self, verdict: RosterVerdict, left: int = 0) -> RosterVerdict | None:
        """Return the roster after the changes that leave so few findings; None if they leave more."""
        for _ in range(ROUNDS):
            if not verdict.context.models:
                return None
            if len(to_end(verdict)) <= left:
                return verdict
            after = next(filter(self._is_sound, self._next_steps(verdict)), None)
            if after is None:
                return None
            verdict = self.trials.verdict(after)
        return None

    def _is_sound(self, roster: Roster) -> bool:
        """Return whether no fielded profile has errors; a profile that a rule's fix adds could have some."""
        return fielded_keys(roster).isdisjoint(self.trials.context.illegal_keys)

    def _next_steps(self, verdict: RosterVerdict) -> Iterator[Roster]:
        """Return changes that end an error: without harm, with a new warning, and at last without the row."""
        errors = to_end(verdict)[:_MOST_TRIED]
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
        """Return the rows that are legal together, with as many models as limits allow; None without any."""
        roster = self.starts[0].context.roster
        best = self.trials.verdict(replace(roster, entries=()))
        linear_limits = self.trials.roster_limits(best.context)
        nobody = {kind for kind in best.kinds if kind[0] == "error"}
        for entry in sorted(roster.entries, key=lambda entry: entry.count, reverse=True):
            for count in _smaller(entry.count):
                left = [count, *(member.count for member in entry.members()[1:])]
                row = with_counts(entry, left)
                part = replace(roster, entries=(*best.context.roster.entries, *row))
                counts = part.counts()
                bounds = (
                    linear_limit
                    for linear_limit in linear_limits
                    if linear_limit.level == "error" or linear_limit.is_points
                )
                if any(linear_limit.over(counts) for linear_limit in bounds):
                    continue
                after = self.trials.verdict(part)
                if {kind for kind in after.kinds if kind[0] == "error"} <= nobody:
                    best = after
                    break
        if to_end(best) and best.context.models:
            return self._settled(best)
        return best if best.context.models else None


def _smaller(count: int) -> Iterator[int]:
    """Return so many, half as many, and so on."""
    while count:
        yield count
        count //= 2


def to_end(verdict: RosterVerdict) -> list[Finding]:
    """Return what a plan ends, in this order: all errors and an agreed limit, whose points are last."""
    rule = verdict.context.catalogue_index.catalogue.roster.limit_rule

    def is_limit(finding: Finding) -> bool:
        return finding.code == rule and finding.where == "entries"

    def rank(finding: Finding) -> tuple[bool, bool, str, str]:
        return finding.where != "limit", is_limit(finding), finding.code, finding.where

    agreed = (finding for finding in verdict.findings if finding.level == "warning" and is_limit(finding))
    return sorted((*verdict.errors, *agreed), key=rank)
