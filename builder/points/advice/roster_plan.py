"""Plans that make a roster legal within its agreed limit.

A plan is a series of at most ``MAX_ROUNDS`` changes. Most of them are also fixes of single findings. Each
change is tested with the real checks, which are the functions that check every roster.

First, models whose profile has errors or is not in the list are removed. There is no plan if the roster needs
a profile that is unfinished, which means that values are missing. Then the plan ends errors, and after that
findings about a limit that the players agreed on. If every change would cause a new error, the plan removes
the row of the first error. It removes the rows of all errors for which it tried changes if the roster would
still be above the points limit without them. If all this fails, the plan leaves only rows that are legal
together.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from builder.points.advice.cheaper_options import CheaperOption, cheaper_option
from builder.points.appraisal.appraisal import appraise, roster_trials
from builder.points.document.document import Document, Member, Profile, Roster
from builder.points.legality.roster_changes import (
    agreed_sizes,
    has_unlisted_size,
    large_enough_sizes,
    roster_patch,
    row_with_counts,
    with_models,
)
from builder.points.legality.roster_fixes import (
    addable_keys,
    changes_to_try,
    is_players_choice,
    loses_leader,
    working_changes,
)
from builder.points.legality.roster_terms import missing_kinds
from builder.points.legality.roster_trials import RosterTrials, RosterVerdict
from builder.points.pricing.system import points_limit
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import KIND
from builder.points.rules.results import Appraisal, Finding, PatchOperation, errors_in

MAX_PLANS = 3
"""The maximum number of plans."""

MAX_ROUNDS = 40
"""The maximum number of successive changes in a plan."""

_MAX_TRIED_ERRORS = 5  # the number of errors for which changes are tried in a round
_ENTRY = re.compile(r"entries\[(\d+)\]", re.ASCII)


class RosterPlan(NamedTuple):
    """The changes that make a roster legal: models to remove and add, and the game size.

    ``removed`` and ``added`` are numbers of models by profile key. ``limit``, ``points`` and ``models`` are
    the roster's after the changes. ``known_points`` leaves out parts that have no price. ``exact`` is true if
    it is certain that no plan removes fewer models. The paths of ``patch`` are relative to the roster.
    ``warnings`` are the messages of new warnings; they are empty unless every plan has some. ``option`` is
    the change of a profile, if the plan changes a profile instead of the roster.
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
        """Return the plan with a patch for a document that contains the roster at ``path``.

        The patch includes the change of a profile (``option``).
        """
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
    """Return up to ``MAX_PLANS`` plans that change a roster, and perhaps a plan that changes a profile.

    ``roster`` is the index of the roster, and ``appraisal`` the document's if it is already calculated. A
    change of a profile must not harm the rosters of ``full_list``, the list with all its rosters. ``sent`` is
    the JSON value that the list was read from.

    There is no plan if the roster is legal and within its limit, has no models, or needs a profile that is
    unfinished.
    """
    trials = roster_trials(document, roster, catalogue)
    fielded = fielded_keys(trials.context.roster)
    is_legal = not findings_to_resolve(trials.present_verdict) and fielded.isdisjoint(
        trials.context.illegal_keys
    )
    if is_legal or not trials.context.model_count:
        return ()
    planner = _Planner(trials)
    waiting = unfinished_profiles(document, roster, catalogue, appraisal)
    if not all(planner.is_surplus(profile.key) for profile in waiting):
        return ()
    plans = [planner.plan_to(verdict) for verdict in planner.legal_rosters()]
    if excess := planner.points_over():
        option = cheaper_option(document, catalogue, appraisal, trials, excess, full_list, sent)
        plans += [planner.plan_with_option(option)] if option else []
    return tuple(plans)


def unfinished_profiles(
    document: Document, roster: int, catalogue: Catalogue, appraisal: Appraisal | None = None
) -> list[Profile]:
    """Return the unfinished profiles that a roster fields. All their errors are about missing values."""
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
    """Return the keys of the profiles that have at least one model in a roster."""
    return {member.profile for member in roster.members() if member.count}


class _Planner:
    """The search for legal rosters that differ little from one roster.

    ``start_verdicts`` are the verdicts on the roster without models that have errors. If the size of the game
    is wrong, there is a verdict for each agreed size that the plan may choose.
    """

    def __init__(self, trials: RosterTrials) -> None:
        self.trials = trials
        context = trials.context
        legal_keys = context.profile_contexts.keys() - context.illegal_keys
        entries = (
            left
            for entry in context.roster.entries
            for left in row_with_counts(
                entry, [member.count if member.profile in legal_keys else 0 for member in entry.members()]
            )
        )
        roster = replace(context.roster, entries=tuple(entries))
        games = [roster]
        if has_unlisted_size(context):
            left = context.with_roster(roster)
            sizes = agreed_sizes(left)
            if not points_limit(left, left.counts).excess(left.counts):
                sizes = sizes[:1]  # if only the size is wrong, the first size is enough
            games = [replace(roster, limit=size) for size in sizes]
        self.start_verdicts = [trials.verdict(game) for game in games]

    def legal_rosters(self) -> list[RosterVerdict]:
        """Return the legal rosters that changes lead to, in the order in which they are found.

        Rosters with a new warning are left out if there are legal rosters without one.
        """
        verdicts: dict[object, RosterVerdict] = {}
        for first_verdict in chain.from_iterable(map(self._first_verdicts, self.start_verdicts)):
            if verdict := self._resolve_findings(first_verdict):
                roster = verdict.context.roster
                verdicts.setdefault((roster.limit, roster.entries), verdict)
            if len(verdicts) == MAX_PLANS:
                break
        if not verdicts and (part := self._legal_rows()):
            return [part]
        legal = list(verdicts.values())
        return [
            verdict for verdict in legal if not verdict.new_warnings(self.trials.present_verdict)
        ] or legal

    def is_surplus(self, key: str) -> bool:
        """Return whether the roster has enough models without a profile.

        It has if it exceeds a limit that the profile counts towards, and still reaches the limit without the
        models that are removed first. Limits of points and of all models don't count.
        """
        context, counts_left = self.trials.context, self.start_verdicts[0].context.counts
        linear_limits = (
            linear_limit
            for linear_limit in self.trials.roster_limits(context)
            if linear_limit.level == "error"
        )
        return any(
            linear_limit.weights.get(key, 0) > 0
            and linear_limit.excess(context.counts)
            and linear_limit.total_weight(counts_left) >= linear_limit.maximum
            for linear_limit in linear_limits
            if not (linear_limit.is_points or linear_limit.counts_all_models)
        )

    def plan_to(self, verdict: RosterVerdict) -> RosterPlan:
        """Return the plan that leads to the legal roster of a verdict."""
        before, after = self.trials.context.roster, verdict.context.roster
        removed, added = before.counts(), after.counts()
        removed, added = removed - added, added - before.counts()
        return RosterPlan(
            removed,
            after.limit,
            verdict.context.points,
            verdict.context.model_count,
            removed.total() <= self._fewest_removed(),
            roster_patch(before, after),
            added,
            verdict.new_warnings(self.trials.present_verdict),
            known_points=verdict.context.known_points,
        )

    def plan_with_option(self, option: CheaperOption) -> RosterPlan:
        """Return the plan that changes a profile, and no row of the roster."""
        roster, context = self.trials.context.roster, option.verdict.context
        return RosterPlan(
            {}, roster.limit, context.points, context.model_count, exact=False, patch=(), option=option,
            known_points=context.known_points,
        )  # fmt: skip

    def points_over(self) -> int:
        """Return the points above the limit. Return 0 if anything else is wrong with the roster."""
        (start, *others), context = self.start_verdicts, self.trials.context
        if others or start.context.roster != context.roster or len(findings_to_resolve(start)) != 1:
            return 0
        return points_limit(context, context.counts).excess(context.counts)

    def _fewest_removed(self) -> int:
        """Return a lower bound of the number of models to remove."""
        start = self.start_verdicts[0].context
        forced = self.trials.context.roster.counts().total() - start.model_count
        needed = (
            -(-excess // max(1, *(linear_limit.weights.get(key, 0) for key in start.counts)))
            for linear_limit in self.trials.roster_limits(start)
            if linear_limit.level == "error" or linear_limit.is_points
            if (excess := linear_limit.excess(start.counts))
        )
        return forced + max(needed, default=0)

    def _first_verdicts(self, start: RosterVerdict) -> Iterator[RosterVerdict]:
        """Yield the rosters after the first changes, from which the plans begin.

        The first changes resolve a finding that leaves a choice to the player. If there is none, all findings
        but one are resolved in the usual way, and the first changes resolve the last. They are the first
        change of each way, such as a removal or a swap, and then further removals.
        """
        last: RosterVerdict | None = start
        players_choices = (
            finding
            for finding in findings_to_resolve(start)
            if is_players_choice(self.trials, finding, start.context)
        )
        finding = next(players_choices, None)
        if finding is None:
            last = self._resolve_findings(start, max_left=1)
            finding = next(iter(findings_to_resolve(last)), None) if last else None
        if last is None or finding is None:
            yield last or start
            return
        steps = [
            step
            for step in working_changes(self.trials, finding, last, 1)
            if self._has_only_legal_profiles(step.roster)
        ]
        first = {change.way: change for change in reversed(steps)}
        ordered = sorted(first.values(), key=steps.index)
        if len(ordered) < MAX_PLANS:
            more = working_changes(self.trials, finding, last, MAX_PLANS)
            ordered += [
                change
                for change in more
                if change.way == "remove" and change not in ordered
                if not loses_leader(self.trials.verdict(change.roster), last)
            ]
        for change in ordered[:MAX_PLANS]:
            roster = change.roster
            if change.way == "game" and start.context.catalogue_index.catalogue.game_sizes:
                # A larger game may make the earlier changes unnecessary.
                sizes = [*large_enough_sizes(start.context), roster.limit]
                roster = replace(start.context.roster, limit=sizes[0])
            yield self.trials.verdict(roster)
        if not ordered:
            yield last

    def _resolve_findings(self, verdict: RosterVerdict, max_left: int = 0) -> RosterVerdict | None:
        """Change the roster until at most ``max_left`` findings remain.

        Return its verdict, or None if that's impossible.
        """
        for _ in range(MAX_ROUNDS):
            if not verdict.context.model_count:
                return None
            if len(findings_to_resolve(verdict)) <= max_left:
                return verdict
            after = next(filter(self._has_only_legal_profiles, self._next_rosters(verdict)), None)
            if after is None:
                return None
            verdict = self.trials.verdict(after)
        return None

    def _has_only_legal_profiles(self, roster: Roster) -> bool:
        """Return whether no fielded profile has errors. Fixes can add profiles with errors."""
        return fielded_keys(roster).isdisjoint(self.trials.context.illegal_keys)

    def _next_rosters(self, verdict: RosterVerdict) -> Iterator[Roster]:
        """Yield the roster after each change that resolves an error.

        Harmless changes are first, then changes that cause a new warning. The last change removes the row of
        the first error, or the rows of all errors for which changes were tried.
        """
        findings = findings_to_resolve(verdict)
        errors = [finding for finding in findings if finding.level == "error"] or findings
        errors = errors[:_MAX_TRIED_ERRORS]
        for error in errors:
            yield from (change.roster for change in working_changes(self.trials, error, verdict))
        for error in errors:
            others = (change.roster for change in changes_to_try(self.trials, error, verdict.context))
            for roster in (*self._with_missing_kinds(verdict), *others):
                if self.trials.verdict_if_helpful(roster, verdict, error, ("error",)):
                    yield roster
        rows = [int(entry[1]) for error in errors if (entry := _ENTRY.match(error.where))]
        if rows:
            context = verdict.context
            shorter = _without_rows(context.roster, rows)
            # Above the points limit nothing can be added, so the removal of one row can't help the others.
            is_over = points_limit(context, context.counts).excess(shorter.counts()) > 0
            yield shorter if is_over else _without_rows(context.roster, rows[:1])

    def _with_missing_kinds(self, verdict: RosterVerdict) -> Iterator[Roster]:
        """Yield the roster with the models of a missing kind, once for each profile of the kind."""
        context = verdict.context
        for kind, missing in missing_kinds(context):
            for key in addable_keys(context):
                if context.profile_contexts[key].chosen_option(KIND) == kind.code:
                    yield with_models(context.roster, {key: missing})

    def _legal_rows(self) -> RosterVerdict | None:
        """Return the verdict on a roster of rows that are legal together.

        The rows with the most models are tried first. Each row gets its number of models, or a half, a
        quarter and so on, as the limits allow. Return None if no rows are legal.
        """
        roster = self.start_verdicts[0].context.roster
        best = self.trials.verdict(replace(roster, entries=()))
        linear_limits = self.trials.roster_limits(best.context)
        errors_if_empty = {kind for kind in best.amounts if kind.level == "error"}
        for entry in sorted(roster.entries, key=lambda entry: entry.count, reverse=True):
            for count in _halved_counts(entry.count):
                left = [count, *(member.count for member in entry.members()[1:])]
                row = row_with_counts(entry, left)
                part = replace(roster, entries=(*best.context.roster.entries, *row))
                counts = part.counts()
                bounds = (
                    linear_limit
                    for linear_limit in linear_limits
                    if linear_limit.level == "error" or linear_limit.is_points
                )
                if any(linear_limit.excess(counts) for linear_limit in bounds):
                    continue
                after = self.trials.verdict(part)
                if {kind for kind in after.amounts if kind.level == "error"} <= errors_if_empty:
                    best = after
                    break
        if findings_to_resolve(best) and best.context.model_count:
            return self._resolve_findings(best)
        return best if best.context.model_count else None


def _without_rows(roster: Roster, rows: Collection[int]) -> Roster:
    """Return the roster without the rows with these indexes."""
    entries = (entry for index, entry in enumerate(roster.entries) if index not in rows)
    return replace(roster, entries=tuple(entries))


def _halved_counts(count: int) -> Iterator[int]:
    """Yield a count, half of it, and so on down to 1."""
    while count:
        yield count
        count //= 2


def findings_to_resolve(verdict: RosterVerdict) -> list[Finding]:
    """Return the findings that a plan must resolve: all errors, and warnings about an agreed limit.

    Findings about the game size come first, findings about its points last.
    """
    rule = verdict.context.catalogue_index.catalogue.roster.limit_rule

    def is_limit(finding: Finding) -> bool:
        return finding.code == rule and finding.where == "entries"

    def rank(finding: Finding) -> tuple[bool, bool, str, str]:
        return finding.where != "limit", is_limit(finding), finding.code, finding.where

    agreed = (finding for finding in verdict.findings if finding.level == "warning" and is_limit(finding))
    return sorted((*verdict.errors, *agreed), key=rank)
