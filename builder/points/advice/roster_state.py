"""A roster with more models: which errors that makes, and how many of each profile its quotas allow.

An error that is there already is no obstacle, but nothing may make it worse. Quotas say how bad the
errors are that add up; every other error counts as one that is there or not.
"""

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document, Roster, RosterEntry
from builder.points.document.json_reader import MAX_VALUE
from builder.points.document.units import new_unit
from builder.points.legality.constraints import all_quotas, check_catalogue_roster_rules
from builder.points.legality.standalone import profile_contexts
from builder.points.pricing.pricing import PricedList
from builder.points.pricing.system import Quota, RosterContext, System, spending_quota
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.results import Appraisal, Finding, errors_in
from builder.points.systems import SYSTEMS

_MOST_ROWS = 99


class QuotaState:
    """A quota on this roster: how far past its limit it is (below 0: within), and how far it may be."""

    __slots__ = ("allowed_excess", "excess", "quota")

    def __init__(self, quota: Quota, counts: Mapping[str, int], sizes: Mapping[str, int]) -> None:
        self.quota = _for_units(quota, sizes) if sizes else quota
        self.excess = quota.used(counts) - quota.most
        self.allowed_excess = quota.over(counts)

    def permits(self, more: Mapping[str, int], counts: Mapping[str, int]) -> bool:
        """Whether the limit is kept, or passed no further, with so many more."""
        return self.is_inactive(more, counts) or self.excess + self.quota.used(more) <= self.allowed_excess

    def is_inactive(self, more: Mapping[str, int], counts: Mapping[str, int]) -> bool:
        """Whether the profile that it waits for is not fielded."""
        only = self.quota.only_with
        return bool(only) and not counts.get(only) and not more.get(only)

    def most_addable(self, key: str, counts: Mapping[str, int]) -> int:
        """How many of a profile can be added, one by one."""
        weight = self.quota.weights.get(key, 0)
        if not self.permits({key: 1}, counts):
            return 0
        if weight <= 0 or self.is_inactive({key: 1}, counts):
            return MAX_VALUE
        return (self.allowed_excess - self.excess) // weight


def _for_units(quota: Quota, sizes: Mapping[str, int]) -> Quota:
    """The quota with the weights of whole units."""
    weights = {key: weight * sizes.get(key, 1) for key, weight in quota.weights.items()}
    return replace(quota, weights=weights)


class RosterState:
    """A roster as it is, with its quotas and errors, and what becomes of them with more models.

    ``points_left`` are the points that may still be spent, ``illegal_keys`` the profiles of the list with
    errors of their own. Where rows are units, whole ones are added: ``new_units`` are by the key of their
    profile, and everything that says how many more counts units, of ``sizes`` models each.
    """

    def __init__(
        self, document: Document, roster: int, catalogue: Catalogue, appraisal: Appraisal | None
    ) -> None:
        self.system = SYSTEMS[catalogue.system]
        self.catalogue_index = index_of(catalogue)
        appraisal = appraisal or appraise(document, catalogue)
        prices = _priced_list(document, appraisal)
        self.illegal_keys = {profile.key for profile in appraisal.profiles if profile.errors}
        self.profile_contexts = profile_contexts(document, self.catalogue_index, prices, self.system)
        self.totals = {key: context.points for key, context in self.profile_contexts.items()}
        self.own_limits = {profile.key: profile.max for profile in document.profiles}
        self._made_of_entries: dict[RosterEntry, Any] = {}
        self.context = self.context_of(document.rosters[roster])
        self.counts = self.context.counts
        self.has_units = bool(catalogue.unit_kinds)
        self.new_units = {
            profile.key: unit
            for profile in document.profiles
            if (unit := new_unit(catalogue, profile.design)) is not None
        }
        self.sizes = {key: unit.size for key, unit in self.new_units.items()}
        spending = spending_quota(self.context, self.profile_contexts)
        self.points_quota = QuotaState(spending, self.counts, self.sizes)
        self.points_left = self.points_quota.allowed_excess - self.points_quota.excess
        quotas = all_quotas(self.context, self.system.quotas, self.profile_contexts)
        self.quotas = [self.points_quota, *(QuotaState(quota, self.counts, self.sizes) for quota in quotas)]
        self.quotas_by_profile: dict[str, list[QuotaState]] = {key: [] for key in self.profile_contexts}
        for bound in self.quotas:
            for key in {*bound.quota.weights, bound.quota.only_with} - {""}:
                self.quotas_by_profile[key].append(bound)
        self.quota_rules = {bound.quota.rule for bound in self.quotas}
        self._known_errors = set(roster_errors(self.context, self.system))
        self._known_error_places = {(finding.code, finding.where) for finding in self._known_errors}

    def has_errors(self) -> bool:
        """Whether the roster breaks a rule as it is."""
        return bool(self._known_errors)

    def quota_capacity(self, key: str) -> int:
        """How many of a profile the quotas and its row in the roster leave room for."""
        return min(
            [
                self.entry_capacity(key),
                *(bound.most_addable(key, self.counts) for bound in self.quotas_by_profile[key]),
            ]
        )

    def most_addable(self, key: str) -> int:
        """How many of a profile can be added without a new error."""
        most = self.quota_capacity(key)
        if not most or self.allows({key: most}):
            return most
        if not self.allows({key: 1}):
            return 0
        return bisect_left(range(1, most), True, key=lambda count: not self.allows({key: count}))

    def allows(self, more: Mapping[str, int]) -> bool:
        """Whether so many more make no new error and none worse, by the quotas and the real checks."""
        touched = {id(bound): bound for key in more for bound in self.quotas_by_profile[key]}
        return all(bound.permits(more, self.counts) for bound in touched.values()) and not self._new_errors(
            more
        )

    def price(self, key: str) -> int | None:
        """What one more of a profile costs; None where it has no price, or makes no unit."""
        each = self.context.points_each(key)
        if each is None or not self.has_units:
            return each
        return each * self.sizes[key] if key in self.sizes else None

    def new_rows(self, more: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
        """Profiles and models of what is added: so many of each profile, or a row for each unit."""
        if not self.has_units:
            return tuple(more.items())
        return tuple((key, self.sizes[key]) for key, count in more.items() for _ in range(count))

    def blocking_rule(self, key: str) -> str:
        """The narrowest rule that lets none of a profile be added; "" for the points of the game."""
        full = [bound for bound in self.quotas_by_profile[key] if not bound.permits({key: 1}, self.counts)]
        for bound in sorted(full, key=lambda bound: len(bound.quota.weights)):
            if bound.quota.weights != self.points_quota.quota.weights:
                return bound.quota.rule
        return "" if full else next((finding.code for finding in self._new_errors({key: 1})), "")

    def may_fit_with_others(self, key: str) -> bool:
        """Whether only quotas speak against a profile: with others beside it, it may fit."""
        return all(finding.code in self.quota_rules for finding in self._new_errors({key: 1}))

    def entry_capacity(self, key: str) -> int:
        """How many more the row of a profile can hold; units have rows of their own."""
        if self.has_units:
            return MAX_VALUE
        place = self._entry_index(key)
        return MAX_VALUE if place is None else MAX_VALUE - self.context.roster.entries[place].count

    def _new_errors(self, more: Mapping[str, int]) -> list[Finding]:
        """Errors that are not there now. How bad those that add up are, is for their quotas to say."""
        return [
            finding
            for finding in roster_errors(self._with_added(more), self.system)
            if finding not in self._known_errors
            and not (
                finding.code in self.quota_rules and (finding.code, finding.where) in self._known_error_places
            )
        ]

    def _with_added(self, more: Mapping[str, int]) -> RosterContext:
        rows = list(self.context.roster.entries)
        if self.has_units:
            # Beyond the first few, one unit is like the other but for the quotas.
            few = {key: min(count, _MOST_ROWS) for key, count in more.items()}
            rows += [
                RosterEntry(profile=key, count=size, unit=self.new_units[key].kind)
                for key, size in self.new_rows(few)
            ]
            return self.context_of(replace(self.context.roster, entries=tuple(rows)))
        for key, count in more.items():
            place = self._entry_index(key)
            if place is None:
                rows.append(RosterEntry(profile=key, count=count))
            else:
                rows[place] = replace(rows[place], count=rows[place].count + count)
        return self.context_of(replace(self.context.roster, entries=tuple(rows)))

    def _entry_index(self, key: str) -> int | None:
        """The row that more of a profile are added to: the first that fields some, or the first of it."""
        rows = self.context.roster.entries
        places = [place for place, entry in enumerate(rows) if entry.profile == key]
        return next((place for place in places if rows[place].count), places[0] if places else None)

    def context_of(self, roster: Roster) -> RosterContext:
        """Another roster of the same list, added up; its findings advise nothing."""
        return RosterContext.build(
            self.catalogue_index,
            roster,
            self.totals,
            self.profile_contexts,
            self.own_limits,
            self.illegal_keys,
            has_advice=False,
            made_of_entries=self._made_of_entries,
        )


def _priced_list(document: Document, appraisal: Appraisal) -> PricedList:
    """The prices of a list, from its appraisal; rings are left out: the profiles' findings name them."""
    return PricedList.of_profiles(document.profiles, {p.key: p.lines for p in appraisal.profiles}, {})


def roster_errors(context: RosterContext, system: System) -> list[Finding]:
    """The hard errors of a roster by all its checks, those of its profiles left out."""
    return errors_in((*check_catalogue_roster_rules(context, system), *system.check_roster(context)))
