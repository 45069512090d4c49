"""Trials: checks of changed rosters, which show the findings that a change resolves and causes.

A verdict is all findings on a roster. A trial compares the verdict on the changed roster with the verdict on
the roster before the change.
"""

import re
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from builder.points.document.document import Roster
from builder.points.legality.constraints import all_limits, check_catalogue_roster_rules
from builder.points.legality.roster_terms import check_row_terms
from builder.points.pricing.system import LinearLimit, RosterContext, System
from builder.points.rules.results import Finding, errors_in

_INDEX = re.compile(r"\[\d+\]")


class FindingKind(NamedTuple):
    """What similar findings have in common. ``place`` is without the indexes of rows and items."""

    level: str
    code: str
    place: str
    subject: str


def finding_kind(finding: Finding) -> FindingKind:
    """Return the kind of a finding. Equal findings on different rows have the same kind."""
    return FindingKind(finding.level, finding.code, _INDEX.sub("", finding.where), finding.subject)


@dataclass(frozen=True)
class RosterVerdict:
    """The findings of all checks of a roster."""

    context: RosterContext
    findings: tuple[Finding, ...]

    @cached_property
    def amounts(self) -> Mapping[FindingKind, list[int]]:
        """The amounts of the findings by kind, the smallest first."""
        amounts: dict[FindingKind, list[int]] = {}
        for finding in self.findings:
            insort(amounts.setdefault(finding_kind(finding), []), finding.amount)
        return amounts

    @property
    def errors(self) -> list[Finding]:
        """The findings that are errors."""
        return errors_in(self.findings)

    def more_frequent_kinds(
        self, before: "RosterVerdict", levels: Iterable[str] = ("error", "warning")
    ) -> list[FindingKind]:
        """Return the kinds of finding of these levels that are more frequent here than in ``before``."""
        return [
            kind
            for kind, amounts in self.amounts.items()
            if kind.level in levels and len(amounts) > len(before.amounts.get(kind, ()))
        ]

    def new_or_worse(
        self,
        before: "RosterVerdict",
        levels: Iterable[str] = ("error", "warning"),
        resolved_finding: Finding | None = None,
    ) -> list[Finding]:
        """Return the findings of these levels that are new, or have larger amounts than in ``before``.

        Each finding is paired with a finding of ``before`` that has the same kind and at least the same
        amount, but not with ``resolved_finding``. Findings without a partner are returned.
        """
        unpaired_amounts = {kind: list(amounts) for kind, amounts in before.amounts.items()}
        if resolved_finding:
            unpaired_amounts[finding_kind(resolved_finding)].remove(resolved_finding.amount)
        findings = []
        for finding in sorted(self.findings, key=lambda each: each.amount, reverse=True):
            if finding.level in levels:
                amounts = unpaired_amounts.get(finding_kind(finding), [])
                index = bisect_left(amounts, finding.amount)
                if index == len(amounts):
                    findings.append(finding)
                else:
                    del amounts[index]
        return findings

    def new_warnings(self, before: "RosterVerdict") -> tuple[str, ...]:
        """Return the messages of the warnings that are new or have larger amounts than in ``before``."""
        return tuple(dict.fromkeys(finding.message for finding in self.new_or_worse(before, ("warning",))))

    def resolves(self, before: "RosterVerdict", finding: Finding) -> bool:
        """Return whether a finding of ``before`` is resolved in this verdict.

        It isn't if a finding of the same kind replaces it, or if only its amount has become smaller.
        """
        kind = finding_kind(finding)
        new_amounts, old_amounts = (verdict.amounts.get(kind, []) for verdict in (self, before))
        is_rarer = len(new_amounts) < len(old_amounts)
        return is_rarer and new_amounts.count(finding.amount) < old_amounts.count(finding.amount)


def check_roster(context: RosterContext, system: System) -> Iterator[Finding]:
    """Yield the findings on a roster, without the findings on its profiles. Their fixes are not tested."""
    yield from check_catalogue_roster_rules(context)
    yield from _row_findings(context, system)
    for check in system.roster_checks:
        yield from check(context)


def _row_findings(context: RosterContext, system: System) -> Iterator[Finding]:
    """Yield the findings on each row. They are cached, because the rosters of trials share most rows."""
    for index, entry in enumerate(context.roster.entries):
        findings = context.row_findings.get(entry)
        if findings is None:
            findings = tuple(check_row_terms(context, entry))
            for check in system.row_checks:
                findings += tuple(check(context, entry))
            context.row_findings[entry] = findings
        for finding in findings:
            fix = finding.fix and finding.fix.moved_below(f"/entries/{index}")
            yield finding._replace(where=f"entries[{index}]", fix=fix)


_MAX_CACHED = 200
"""The maximum number of cached verdicts of one list."""


def _checked_parts(roster: Roster) -> object:
    """Return the parts of a roster that its findings depend on, as a cache key."""
    return roster.limit, tuple(roster.fields.items()), roster.entries


class RosterTrials:
    """A roster with the verdict on it, and cached verdicts on changed rosters of the same list."""

    def __init__(self, context: RosterContext, system: System) -> None:
        self.context, self.system = context, system
        self._limits: dict[object, list[LinearLimit]] = {}
        self._verdicts: dict[object, RosterVerdict] = {}
        self.present_verdict = self.uncached_verdict(context)
        self._verdicts[_checked_parts(context.roster)] = self.present_verdict

    def verdict(self, roster: Roster) -> RosterVerdict:
        """Return the verdict on a roster, from the cache if possible."""
        key = _checked_parts(roster)
        verdict = self._verdicts.get(key)
        if verdict is None:
            verdict = self.uncached_verdict(self.context.with_roster(roster))
            if len(self._verdicts) < _MAX_CACHED:
                self._verdicts[key] = verdict
        return verdict

    def uncached_verdict(self, context: RosterContext) -> RosterVerdict:
        """Return the verdict on the roster of a context, without the cache."""
        return RosterVerdict(context, tuple(check_roster(context, self.system)))

    def roster_limits(self, context: RosterContext) -> list[LinearLimit]:
        """Return the linear limits of a roster, with weights for all profiles of the list.

        They are cached by the roster's limit and facts, because its rows don't change them.
        """
        key = context.roster.limit, tuple(context.roster.fields.items())
        if key not in self._limits:
            limits = all_limits(context, self.system.roster_limits, context.profile_contexts)
            self._limits[key] = list(limits)
        return self._limits[key]

    def verdict_if_helpful(
        self,
        roster: Roster,
        before: RosterVerdict,
        finding: Finding,
        levels: Iterable[str] = ("error", "warning"),
    ) -> RosterVerdict | None:
        """Return the verdict on a changed roster, or None if the change doesn't help or does harm.

        It helps if it resolves ``finding``, a finding of ``before``. It does harm if it removes the last
        model, or causes findings of these levels. If the points limit stays the same, it must not exceed
        another limit further or make a finding worse either. Limits are checked first, because that is fast.
        """
        if self._exceeds_limits_further(roster, before):
            return None
        after = self.verdict(roster)
        leaves_nobody = before.context.model_count and not after.context.model_count
        if leaves_nobody or not after.resolves(before, finding):
            return None
        is_same_game = roster.limit == before.context.roster.limit
        does_harm = (
            after.new_or_worse(before, levels, finding)
            if is_same_game
            else after.more_frequent_kinds(before, levels)
        )
        return None if does_harm else after

    def _exceeds_limits_further(self, roster: Roster, before: RosterVerdict) -> bool:
        """Return whether a roster exceeds a rule's limits by more than before, at an equal points limit."""
        earlier = before.context
        if roster.limit != earlier.roster.limit:
            return False
        counts = {key: count for key, count in roster.counts().items() if key in earlier.profile_contexts}
        changed = [key for key, _ in counts.items() ^ earlier.counts.items()]
        excess = Counter[str]()
        for limit in self.roster_limits(earlier):
            if limit.only_if_fielded in changed or not limit.weights.keys().isdisjoint(changed):
                excess[limit.rule] += limit.excess(counts) - limit.excess(earlier.counts)
        return any(more > 0 for more in excess.values())
