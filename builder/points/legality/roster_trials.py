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

Kind = tuple[str, str, str]
"""Level, rule and place of a finding, without the indexes of rows or items."""


def kind_of(finding: Finding) -> Kind:
    """Return the kind of a finding, which is the same in every row."""
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
    kinds: Counter[Kind]

    @property
    def errors(self) -> list[Finding]:
        """The hard errors."""
        return errors_in(self.findings)

    def adds_to(self, before: "RosterVerdict", levels: Iterable[str] = ("error", "warning")) -> list[Kind]:
        """Return the kinds of finding, of these levels, that are more frequent than in another roster."""
        more = self.kinds - before.kinds
        return [kind for kind in more if kind[0] in levels]

    def worsens(
        self, before: "RosterVerdict", levels: Iterable[str], ended: Finding | None = None
    ) -> set[Kind]:
        """Return the kinds of finding, of these levels, whose amounts are larger than in another roster.

        ``ended`` is a finding of the other roster that is left out of the comparison.
        """
        now, was = _messages_by_kind(self.findings), _messages_by_kind(before.findings)
        new, ended_or_changed = now - was, was - now
        if ended:
            ended_or_changed[kind_of(ended), ended.message] -= 1
        kinds = {kind for kind, _ in new if kind[0] in levels}
        pairs = ((kind, _amounts(new, kind), _amounts(ended_or_changed, kind)) for kind in kinds)
        # There may be more findings now than before; ``adds_to`` returns those.
        return {kind for kind, more, less in pairs if any(a > b for a, b in zip(more, less, strict=False))}

    def harms(self, before: "RosterVerdict", levels: Iterable[str] = ("error", "warning")) -> set[Kind]:
        """Return the kinds of finding, of these levels, that are new or worse than in another roster."""
        return {*self.adds_to(before, levels), *self.worsens(before, levels)}

    def new_warnings(self, before: "RosterVerdict") -> tuple[str, ...]:
        """Return the messages of new or worse warnings, compared with another roster."""
        kinds = self.harms(before, ("warning",))
        new = _messages_by_kind(self.findings) - _messages_by_kind(before.findings)
        return tuple(message for kind, message in new if kind in kinds)

    def ends(self, before: "RosterVerdict", finding: Finding) -> bool:
        """Return whether a finding of another roster has ended.

        A similar finding in its place, or a smaller amount, doesn't count as ended.
        """
        kind = kind_of(finding)
        if self.kinds[kind] >= before.kinds[kind]:
            return False
        now, was = (
            [other.message for other in findings if kind_of(other) == kind]
            for findings in (self.findings, before.findings)
        )
        words = _NUMBER.sub("", finding.message)
        now_alike, was_alike = (sum(_NUMBER.sub("", each) == words for each in all_) for all_ in (now, was))
        return now.count(finding.message) < was.count(finding.message) and now_alike < was_alike


def _messages_by_kind(findings: Iterable[Finding]) -> Counter[tuple[Kind, str]]:
    return Counter((kind_of(finding), finding.message) for finding in findings)


def _amounts(messages: Counter[tuple[Kind, str]], kind: Kind) -> list[int]:
    """Return the amounts in the messages of a kind, the largest first."""
    return sorted((amount_of(message) for of, message in messages.elements() if of == kind), reverse=True)


def check_roster(context: RosterContext, system: System) -> tuple[Finding, ...]:
    """Return the findings on a roster without those of its profiles; a fix is what a rule proposes."""
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


def _game_of(context: RosterContext) -> object:
    return context.roster.limit, tuple(context.roster.fields.items())


MOST_KNOWN = 200
"""The maximum number of cached verdicts of one list."""


def _verdict(context: RosterContext, findings: tuple[Finding, ...]) -> RosterVerdict:
    return RosterVerdict(context, findings, Counter(map(kind_of, findings)))


def _rows_of(roster: Roster) -> object:
    """Return the parts of a roster that its checks depend on."""
    return roster.limit, tuple(roster.fields.items()), roster.entries


class RosterTrials:
    """A roster, and cached verdicts on other rosters of the same list."""

    def __init__(self, context: RosterContext, system: System) -> None:
        self.context, self.system = context, system
        self._limits: dict[object, list[LinearLimit]] = {}
        self._known: dict[object, RosterVerdict] = {}
        self.now = self.verdict_on(context)
        self._known[_rows_of(context.roster)] = self.now

    def verdict(self, roster: Roster) -> RosterVerdict:
        """Return the cached or new result of all checks of a roster."""
        rows = _rows_of(roster)
        verdict = self._known.get(rows)
        if verdict is None:
            verdict = self.verdict_on(self.context.with_roster(roster))
            if len(self._known) < MOST_KNOWN:
                self._known[rows] = verdict
        return verdict

    def verdict_on(self, context: RosterContext) -> RosterVerdict:
        """Return the result of all checks of a roster whose totals are known."""
        return _verdict(context, check_roster(context, self.system))

    def roster_limits(self, context: RosterContext) -> list[LinearLimit]:
        """Return the limits of a roster with the weights of all profiles."""
        game = _game_of(context)
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
        """Return the verdict on a changed roster if it ends a finding and does no harm, else None.

        It causes no new finding of these levels, makes none worse in the same game, exceeds no limit further,
        and leaves a model if there was one. The limits are checked first because they take less time.
        """
        if self._passes_more(roster, before):
            return None
        after = self.verdict(roster)
        leaves_nobody = before.context.models and not after.context.models
        if leaves_nobody or not after.ends(before, finding) or after.adds_to(before, levels):
            return None
        is_same_game = roster.limit == before.context.roster.limit
        return None if is_same_game and after.worsens(before, levels, finding) else after

    def _passes_more(self, roster: Roster, before: RosterVerdict) -> bool:
        """Return whether a roster exceeds the limits of a rule by more than another one of the same game."""
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
