"""A roster with more models: which errors that makes, and how many of each profile its quotas allow.

An error that is there already is no obstacle, but nothing may make it worse. Quotas say how bad the
errors are that add up; every other error counts as one that is there or not.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import replace

from builder.points.appraisal import price_all
from builder.points.book import open_book
from builder.points.catalogue import Catalogue
from builder.points.constraints import check_roster_data, error_quotas
from builder.points.document import Document, Entry, Roster
from builder.points.facts import Facts
from builder.points.pricing import Context
from builder.points.reading import MAX_VALUE
from builder.points.results import Appraisal, Finding
from builder.points.systems import SYSTEMS
from builder.points.systems.system import Quota, RosterFacts, System, spending


class Live:
    """A quota on this roster: how far past its limit it is (below 0: within), and how far it may be."""

    __slots__ = ("allowed", "now", "quota")

    def __init__(self, quota: Quota, counts: Mapping[str, int]) -> None:
        self.quota = quota
        self.now = quota.used(counts) - quota.most
        self.allowed = quota.over(counts)

    def holds(self, more: Mapping[str, int], counts: Mapping[str, int]) -> bool:
        """Whether the limit is kept, or passed no further, with so many more."""
        return self.asleep(more, counts) or self.now + self.quota.used(more) <= self.allowed

    def asleep(self, more: Mapping[str, int], counts: Mapping[str, int]) -> bool:
        """Whether the profile that it waits for is not fielded."""
        only = self.quota.only_with
        return bool(only) and not counts.get(only) and not more.get(only)

    def bound(self, key: str, counts: Mapping[str, int]) -> int:
        """How many of a profile can be added, one by one."""
        weight = self.quota.weights.get(key, 0)
        if not self.holds({key: 1}, counts):
            return 0
        if weight <= 0 or self.asleep({key: 1}, counts):
            return MAX_VALUE
        return (self.allowed - self.now) // weight


class Ground:
    """A roster as it is, with its quotas and errors, and what becomes of them with more models.

    ``left`` are the points that may still be spent.
    """

    def __init__(
        self, document: Document, roster: int, catalogue: Catalogue, appraisal: Appraisal | None
    ) -> None:
        self.system = SYSTEMS[catalogue.system]
        self.book = open_book(catalogue)
        context = _context(document, appraisal) if appraisal else price_all(document, self.book, self.system)
        self.facts = {
            p.key: Facts(self.book, p.key, p.design, context.lines[p.key], context) for p in document.profiles
        }
        self.totals = {key: facts.points for key, facts in self.facts.items()}
        self.limits = {profile.key: profile.max for profile in document.profiles}
        self.before = self._facts_of(document.rosters[roster])
        self.counts = self.before.counts
        self.spent = Live(spending(self.before, self.facts), self.counts)
        self.left = self.spent.allowed - self.spent.now
        self.quotas = [self.spent, *(Live(quota, self.counts) for quota in self._quotas())]
        self.touching: dict[str, list[Live]] = {key: [] for key in self.facts}
        for live in self.quotas:
            for key in {*live.quota.weights, live.quota.only_with} - {""}:
                self.touching[key].append(live)
        self._added_up = {live.quota.rule for live in self.quotas}
        self._known = set(_errors(self.before, self.system))
        self._places = {(finding.code, finding.where) for finding in self._known}

    def bound(self, key: str) -> int:
        """How many of a profile the quotas and its row in the roster leave room for."""
        return min([self.row_room(key), *(live.bound(key, self.counts) for live in self.touching[key])])

    def most(self, key: str) -> int:
        """How many of a profile can be added without a new error."""
        bound = self.bound(key)
        if not bound or self.allows({key: bound}):
            return bound
        if not self.allows({key: 1}):
            return 0
        return bisect_left(range(1, bound), True, key=lambda count: not self.allows({key: count}))

    def allows(self, more: Mapping[str, int]) -> bool:
        """Whether so many more make no new error and none worse, by the quotas and the real checks."""
        touched = {id(live): live for key in more for live in self.touching[key]}
        return all(live.holds(more, self.counts) for live in touched.values()) and not self._new_errors(more)

    def stop(self, key: str) -> str:
        """The narrowest rule that lets none of a profile be added; "" for the points of the game."""
        full = [live for live in self.touching[key] if not live.holds({key: 1}, self.counts)]
        for live in sorted(full, key=lambda live: len(live.quota.weights)):
            if live.quota.weights != self.spent.quota.weights:
                return live.quota.rule
        return "" if full else next((finding.code for finding in self._new_errors({key: 1})), "")

    def may_fill(self, key: str) -> bool:
        """Whether only quotas speak against a profile: with others beside it, it may fit."""
        return all(finding.code in self._added_up for finding in self._new_errors({key: 1}))

    def row_room(self, key: str) -> int:
        """How many more the row of a profile can hold."""
        place = self._row_of(key)
        return MAX_VALUE if place is None else MAX_VALUE - self.before.roster.entries[place].count

    def _new_errors(self, more: Mapping[str, int]) -> list[Finding]:
        """Errors that are not there now. How bad those that add up are, is for their quotas to say."""
        return [
            finding
            for finding in _errors(self._with(more), self.system)
            if finding not in self._known
            and not (finding.code in self._added_up and (finding.code, finding.where) in self._places)
        ]

    def _quotas(self) -> Iterator[Quota]:
        yield from self.system.quotas(self.before, self.facts)
        yield from error_quotas(self.before, self.facts)

    def _with(self, more: Mapping[str, int]) -> RosterFacts:
        rows = list(self.before.roster.entries)
        for key, count in more.items():
            place = self._row_of(key)
            if place is None:
                rows.append(Entry(profile=key, count=count))
            else:
                rows[place] = Entry(profile=key, count=rows[place].count + count)
        return self._facts_of(replace(self.before.roster, entries=tuple(rows)))

    def _row_of(self, key: str) -> int | None:
        """The row that more of a profile are added to: the first that fields some, or the first of it."""
        rows = self.before.roster.entries
        places = [place for place, entry in enumerate(rows) if entry.profile == key]
        return next((place for place in places if rows[place].count), places[0] if places else None)

    def _facts_of(self, roster: Roster) -> RosterFacts:
        return RosterFacts.of(self.book, roster, self.totals, self.facts, self.limits)


def _context(document: Document, appraisal: Appraisal) -> Context:
    """The priced list, from its appraisal; what it says of rings stands in the profiles' findings."""
    names = {profile.key: profile.name for profile in document.profiles}
    designs = {profile.key: profile.design for profile in document.profiles}
    return Context(names, designs, {p.key: p.lines for p in appraisal.profiles}, {}, {})


def _errors(facts: RosterFacts, system: System) -> Iterator[Finding]:
    findings = (*check_roster_data(facts), *system.check_roster(facts))
    return (finding for finding in findings if finding.level == "error")
