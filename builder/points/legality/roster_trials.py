"""A roster held against all its rules with other rows: which findings end, and which are new."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from builder.points.document.document import Roster
from builder.points.legality.constraints import all_quotas, check_catalogue_roster_rules
from builder.points.pricing.system import Quota, RosterContext, System
from builder.points.rules.results import Finding, errors_in

_INDEX = re.compile(r"\[\d+\]")
_NUMBER = re.compile(r"\b\d+\b", re.ASCII)
_ADVISED = re.compile(r"\b(?:add|remove|save at least) (\d+)\b", re.ASCII | re.IGNORECASE)

Kind = tuple[str, str, str]
"""Level, rule and place of a finding, without the numbers of rows."""


def kind_of(finding: Finding) -> Kind:
    """Return what a finding is, wherever in its roster it is."""
    return finding.level, finding.code, _INDEX.sub("", finding.where)


def amount_of(message: str) -> int:
    """Return how much a message says to add, remove, or save, or else its largest number; 0 without any."""
    if advised := _ADVISED.search(message):
        return int(advised[1])
    return max(map(int, _NUMBER.findall(message)), default=0)


class RosterVerdict(NamedTuple):
    """What the checks say of a roster: its findings, and how many there are of each kind."""

    context: RosterContext
    findings: tuple[Finding, ...]
    kinds: Counter[Kind]

    @property
    def errors(self) -> list[Finding]:
        """The hard errors."""
        return errors_in(self.findings)

    def adds_to(self, before: "RosterVerdict", levels: Iterable[str] = ("error", "warning")) -> list[Kind]:
        """Return the kinds of finding of these levels that the roster has more of than another."""
        more = self.kinds - before.kinds
        return [kind for kind in more if kind[0] in levels]

    def worsens(
        self, before: "RosterVerdict", levels: Iterable[str], ended: Finding | None = None
    ) -> set[Kind]:
        """Return the kinds of finding of these levels that another roster has, too, but with less amiss.

        ``ended`` is one of that roster's findings that none of this one is held against.
        """
        now, was = _said(self.findings), _said(before.findings)
        new, gone = now - was, was - now
        if ended:
            gone[kind_of(ended), ended.message] -= 1
        kinds = {kind for kind, _ in new if kind[0] in levels}
        pairs = ((kind, _amounts(new, kind), _amounts(gone, kind)) for kind in kinds)
        # There may be more new ones than gone ones; those are what ``adds_to`` tells.
        return {kind for kind, more, less in pairs if any(a > b for a, b in zip(more, less, strict=False))}

    def new_warnings(self, before: "RosterVerdict") -> tuple[str, ...]:
        """Return the messages of the warnings that the roster brings, compared with another."""
        kinds = {*self.adds_to(before, ("warning",)), *self.worsens(before, ("warning",))}
        new = _said(self.findings) - _said(before.findings)
        return tuple(message for kind, message in new if kind in kinds)

    def ends(self, before: "RosterVerdict", finding: Finding) -> bool:
        """Whether a finding of another roster is no more, rather than one like it or a part of it."""
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


def _said(findings: Iterable[Finding]) -> Counter[tuple[Kind, str]]:
    return Counter((kind_of(finding), finding.message) for finding in findings)


def _amounts(said: Counter[tuple[Kind, str]], kind: Kind) -> list[int]:
    """Return what the messages of a kind say is amiss, the most first."""
    return sorted((amount_of(message) for of, message in said.elements() if of == kind), reverse=True)


def check_roster(context: RosterContext, system: System) -> tuple[Finding, ...]:
    """Return every finding on a roster, without those of its profiles; a fix is what a rule proposes."""
    return (*check_catalogue_roster_rules(context), *system.check_roster(context))


class RosterTrials:
    """A roster as it is, and the verdicts on others of the same list, each given once."""

    def __init__(
        self, context: RosterContext, system: System, findings: tuple[Finding, ...] | None = None
    ) -> None:
        self.context, self.system = context, system
        self._quotas: dict[object, list[Quota]] = {}
        self.now = self._verdict(context, check_roster(context, system) if findings is None else findings)

    def verdict(self, roster: Roster) -> RosterVerdict:
        """Return what all checks of a roster say."""
        context = self.context.with_roster(roster)
        return self._verdict(context, check_roster(context, self.system))

    def _verdict(self, context: RosterContext, findings: tuple[Finding, ...]) -> RosterVerdict:
        return RosterVerdict(context, findings, Counter(map(kind_of, findings)))

    def quotas(self, context: RosterContext) -> list[Quota]:
        """Return the quotas of a roster with the weights of all profiles."""
        game = context.roster.limit, tuple(context.roster.fields.items())
        if game not in self._quotas:
            self._quotas[game] = list(all_quotas(context, self.system.quotas, context.profile_contexts))
        return self._quotas[game]

    def after(
        self,
        roster: Roster,
        before: RosterVerdict,
        finding: Finding,
        levels: Iterable[str] = ("error", "warning"),
    ) -> RosterVerdict | None:
        """Return the verdict on a change that ends a finding and does no harm; None where it does some.

        It brings no finding of these levels that was not there before, makes none worse in the same game,
        passes no quota further, and leaves a model. The quotas are asked first, which takes less time than
        the checks.
        """
        if self._passes_more(roster, before):
            return None
        after = self.verdict(roster)
        if not after.context.models or not after.ends(before, finding) or after.adds_to(before, levels):
            return None
        is_same_game = roster.limit == before.context.roster.limit
        return None if is_same_game and after.worsens(before, levels, finding) else after

    def _passes_more(self, roster: Roster, before: RosterVerdict) -> bool:
        """Whether a roster passes a quota further than another one of the same game."""
        was = before.context
        if roster.limit != was.roster.limit:
            return False
        counts = {key: count for key, count in roster.counts().items() if key in was.profile_contexts}
        if was.counts.keys() == counts.keys() and all(counts[key] <= n for key, n in was.counts.items()):
            quotas = [quota for quota in self.quotas(was) if min(quota.weights.values(), default=0) < 0]
        else:
            quotas = self.quotas(was)
        return any(quota.over(counts) > quota.over(was.counts) for quota in quotas)
