"""Trials of changed rosters against all rules: which findings end, and which are new."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from builder.points.document.document import Roster
from builder.points.legality.constraints import all_limits, check_catalogue_roster_rules
from builder.points.legality.roster_terms import check_row_terms
from builder.points.pricing.system import LinearLimit, RosterContext, System
from builder.points.rules.results import Finding, errors_in

_INDEX = re.compile(r"\[\d+\]")
_NUMBER = re.compile(r"\b\d+\b", re.ASCII)
_ADVISED = re.compile(r"\b(?:add|remove|save at least) (\d+)\b", re.ASCII | re.IGNORECASE)

FindingKind = tuple[str, str, str]
"""Level, rule and place of a finding; the place is without the indexes of rows and items."""


def kind_of(finding: Finding) -> FindingKind:
    """Return the kind of a finding, which findings of one rule in different rows share."""
    return finding.level, finding.code, _INDEX.sub("", finding.where)


def amount_of(message: str) -> int:
    """Return the number that a message says to add, remove or save, else its largest number, else 0."""
    if advised := _ADVISED.search(message):
        return int(advised[1])
    return max(map(int, _NUMBER.findall(message)), default=0)


class RosterVerdict(NamedTuple):
    """The result of the checks on a roster: its findings, and their number by kind."""

    context: RosterContext
    findings: tuple[Finding, ...]
    kinds: Counter[FindingKind]

    @property
    def errors(self) -> list[Finding]:
        """The findings that are errors."""
        return errors_in(self.findings)

    def adds_to(
        self, before: "RosterVerdict", levels: Iterable[str] = ("error", "warning")
    ) -> list[FindingKind]:
        """Return the kinds of finding, of these levels, that are more frequent than in another roster."""
        more = self.kinds - before.kinds
        return [kind for kind in more if kind[0] in levels]

    def worsens(
        self, before: "RosterVerdict", levels: Iterable[str], ended: Finding | None = None
    ) -> set[FindingKind]:
        """Return the kinds of finding, of these levels, whose amounts are larger than in another roster.

        ``ended`` is a finding of the other roster that is left out of the comparison.
        """
        now, was = _messages_by_kind(self.findings), _messages_by_kind(before.findings)
        new, ended_or_changed = now - was, was - now
        if ended:
            ended_or_changed[kind_of(ended), ended.message] -= 1
        kinds = {kind for kind, _ in new if kind[0] in levels}
        amounts = ((kind, _amounts(new, kind), _amounts(ended_or_changed, kind)) for kind in kinds)
        # Findings without a counterpart among the earlier ones are new: ``adds_to`` returns their kinds.
        return {
            kind for kind, here, there in amounts if any(a > b for a, b in zip(here, there, strict=False))
        }

    def harms(
        self, before: "RosterVerdict", levels: Iterable[str] = ("error", "warning")
    ) -> set[FindingKind]:
        """Return the kinds of finding, of these levels, that are new or worse than in another roster."""
        return {*self.adds_to(before, levels), *self.worsens(before, levels)}

    def new_warnings(self, before: "RosterVerdict") -> tuple[str, ...]:
        """Return the messages of new or worse warnings, compared with another roster."""
        kinds = self.harms(before, ("warning",))
        new = _messages_by_kind(self.findings) - _messages_by_kind(before.findings)
        return tuple(message for kind, message in new if kind in kinds)

    def ends(self, before: "RosterVerdict", finding: Finding) -> bool:
        """Return whether a finding of another roster has ended.

        The finding has not ended if a similar finding replaces it, or if only its amount is smaller.
        """
        kind = kind_of(finding)
        if self.kinds[kind] >= before.kinds[kind]:
            return False
        now, was = (
            [other.message for other in findings if kind_of(other) == kind]
            for findings in (self.findings, before.findings)
        )
        words = _NUMBER.sub("", finding.message)
        now_alike, was_alike = (
            sum(_NUMBER.sub("", message) == words for message in messages) for messages in (now, was)
        )
        return now.count(finding.message) < was.count(finding.message) and now_alike < was_alike


def _messages_by_kind(findings: Iterable[Finding]) -> Counter[tuple[FindingKind, str]]:
    return Counter((kind_of(finding), finding.message) for finding in findings)


def _amounts(messages: Counter[tuple[FindingKind, str]], kind: FindingKind) -> list[int]:
    """Return the amounts in the messages of a kind, the largest first."""
    return sorted((amount_of(message) for of, message in messages.elements() if of == kind), reverse=True)


def check_roster(context: RosterContext, system: System) -> tuple[Finding, ...]:
    """Return the findings on a roster, without those on its profiles; their fixes are not tested."""
    rows = _row_findings(context, system)
    return (*check_catalogue_roster_rules(context), *rows, *system.check_roster(context))


def _row_findings(context: RosterContext, system: System) -> Iterator[Finding]:
    """Yield the findings on each row, from the cache: most rosters that are tried share most rows."""
    for index, entry in enumerate(context.roster.entries):
        findings = context.row_findings.get(entry)
        if findings is None:
            findings = (*check_row_terms(context, entry), *system.check_row(context, entry))
            context.row_findings[entry] = findings
        for finding in findings:
            fix = finding.fix and finding.fix.moved_below(f"/entries/{index}")
            yield finding._replace(where=f"entries[{index}]", fix=fix)


_MAX_CACHED = 200
"""The maximum number of cached verdicts of one list."""


def _checked_parts(roster: Roster) -> object:
    """Return the parts of a roster that its checks depend on."""
    return roster.limit, tuple(roster.fields.items()), roster.entries


class RosterTrials:
    """A roster, and cached verdicts on other rosters of the same list."""

    def __init__(self, context: RosterContext, system: System) -> None:
        self.context, self.system = context, system
        self._limits: dict[object, list[LinearLimit]] = {}
        self._verdicts: dict[object, RosterVerdict] = {}
        self.now = self.verdict_on(context)
        self._verdicts[_checked_parts(context.roster)] = self.now

    def verdict(self, roster: Roster) -> RosterVerdict:
        """Return the cached or new result of all checks of a roster."""
        key = _checked_parts(roster)
        verdict = self._verdicts.get(key)
        if verdict is None:
            verdict = self.verdict_on(self.context.with_roster(roster))
            if len(self._verdicts) < _MAX_CACHED:
                self._verdicts[key] = verdict
        return verdict

    def verdict_on(self, context: RosterContext) -> RosterVerdict:
        """Return the result of all checks of the roster of a context."""
        findings = check_roster(context, self.system)
        return RosterVerdict(context, findings, Counter(map(kind_of, findings)))

    def roster_limits(self, context: RosterContext) -> list[LinearLimit]:
        """Return the limits of a roster with the weights of all profiles.

        They depend on the roster's limit and facts, not on its rows.
        """
        game = context.roster.limit, tuple(context.roster.fields.items())
        if game not in self._limits:
            limits = all_limits(context, self.system.roster_limits, context.profile_contexts)
            self._limits[game] = list(limits)
        return self._limits[game]

    def after(
        self,
        roster: Roster,
        before: RosterVerdict,
        finding: Finding,
        levels: Iterable[str] = ("error", "warning"),
    ) -> RosterVerdict | None:
        """Return the verdict on a changed roster if the change ends a finding and does no harm, else None.

        A change does harm if it causes a new finding of these levels, makes a finding worse in the same game,
        exceeds a limit further, or removes the last model. The limits are checked first because they take
        less time.
        """
        if self._exceeds_more(roster, before):
            return None
        after = self.verdict(roster)
        leaves_nobody = before.context.models and not after.context.models
        if leaves_nobody or not after.ends(before, finding) or after.adds_to(before, levels):
            return None
        is_same_game = roster.limit == before.context.roster.limit
        return None if is_same_game and after.worsens(before, levels, finding) else after

    def _exceeds_more(self, roster: Roster, before: RosterVerdict) -> bool:
        """Return whether a roster exceeds a rule's limits by more than another roster of the same game."""
        earlier = before.context
        if roster.limit != earlier.roster.limit:
            return False
        counts = {key: count for key, count in roster.counts().items() if key in earlier.profile_contexts}
        changed = [key for key, _ in counts.items() ^ earlier.counts.items()]
        excess = Counter[str]()
        for limit in self.roster_limits(earlier):
            if limit.only_with in changed or not limit.weights.keys().isdisjoint(changed):
                excess[limit.rule] += limit.over(counts) - limit.over(earlier.counts)
        return any(more > 0 for more in excess.values())
