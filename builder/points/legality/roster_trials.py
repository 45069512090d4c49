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

Kind = tuple[str, str, str]
"""Level, rule and place of a finding, without the numbers of rows."""


def kind_of(finding: Finding) -> Kind:
    """Return what a finding is, wherever in its roster it is."""
    return finding.level, finding.code, _INDEX.sub("", finding.where)


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

        It brings no finding of these levels that was not there before, passes no quota further, and leaves a
        model. The quotas are asked first, which takes less time than the checks.
        """
        if self._passes_more(roster, before):
            return None
        after = self.verdict(roster)
        kind = kind_of(finding)
        is_good = after.kinds[kind] < before.kinds[kind] and not after.adds_to(before, levels)
        return after if is_good and after.context.models else None

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
