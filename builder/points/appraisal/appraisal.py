"""The appraisal of a company list: everything that is calculated about the list.

Other packages call `appraise`. It makes these steps:

1. Price the profiles that name no other profiles.
2. Price each other profile after the profiles that its price depends on. Profiles in a cycle have no price:
   the price of each depends on the others.
3. Check every profile.
4. Add up and check the rosters. A trial is a check of a changed roster, which shows what a change would do.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property, lru_cache

from builder.points.document.design import Design
from builder.points.document.document import Document
from builder.points.document.references import order_and_cycles, priced_references, references
from builder.points.document.variants import with_variants
from builder.points.legality.roster_fixes import findings_with_fixes
from builder.points.legality.roster_rules import max_models
from builder.points.legality.roster_trials import RosterTrials
from builder.points.legality.standalone import (
    appraise_profile,
    profile_contexts,
    standalone_profile,
)
from builder.points.legality.totals import count_totals, roster_values, unit_values
from builder.points.pricing.findings import make_finding
from builder.points.pricing.prices import further_prices, price_totals
from builder.points.pricing.pricing import PricedList, total_points
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.system import RosterContext, System
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import CatalogueIndex, index_of
from builder.points.rules.names import is_variant
from builder.points.rules.results import (
    Appraisal,
    EntryAppraisal,
    Finding,
    Line,
    MemberAppraisal,
    PriceTotal,
    ProfileAppraisal,
    RosterAppraisal,
    sort_findings,
)
from builder.points.rules.wording import join_and
from builder.points.systems import SYSTEMS

_MAX_NAMES = 5
"""The maximum number of names in a finding on a cycle."""

_CACHE_SIZE = 4
"""The maximum number of cached lists. The package ``advice`` uses the cached trials of their rosters."""


def appraise(document: Document, catalogue: Catalogue) -> Appraisal:
    """Return the appraisal of a list: the points and findings of its profiles and of its rosters."""
    return _appraised_list(document, catalogue).appraisal


def appraise_one_profile(
    document: Document, key: str, catalogue: Catalogue, prices: PricedList
) -> ProfileAppraisal:
    """Return the appraisal of one profile of a list, calculated with these prices."""
    catalogue_index, system = index_of(catalogue), SYSTEMS[catalogue.system]
    context = profile_contexts(document, catalogue_index, prices, system)[key]
    return _appraise_profile(context, catalogue_index, system)


def list_findings(document: Document, catalogue: Catalogue) -> Iterator[Finding]:
    """Yield the findings on all profiles and rosters of a list, faster than `appraise` and without fixes."""
    appraised = _appraised_list(document, catalogue)
    for profile in appraised.profiles:
        yield from () if is_variant(profile.key) else profile.findings
    for index in range(len(document.rosters)):
        yield from appraised.trials(index).present_verdict.findings


def roster_trials(document: Document, index: int, catalogue: Catalogue) -> RosterTrials:
    """Return the trials of the roster at an index. `appraise` uses the same trials for this document."""
    return _appraised_list(document, catalogue).trials(index)


class _AppraisedList:
    """A priced list. Its appraisal and the trials of its rosters are calculated at first use."""

    def __init__(self, document: Document, catalogue: Catalogue) -> None:
        self.document = with_variants(document, catalogue)
        self._catalogue_index, self._system = index_of(catalogue), SYSTEMS[catalogue.system]
        prices = price_document(self.document, self._catalogue_index, self._system)
        self._contexts = profile_contexts(self.document, self._catalogue_index, prices, self._system)
        self.profiles = tuple(
            _appraise_profile(context, self._catalogue_index, self._system)
            for context in self._contexts.values()
        )
        self._trials: dict[int, RosterTrials] = {}

    @cached_property
    def appraisal(self) -> Appraisal:
        """The appraisal of the list. Variants are separate from the list's own profiles."""
        rosters = tuple(
            _appraise_roster(self.trials(index), f"/rosters/{index}")
            for index in range(len(self.document.rosters))
        )
        document = self.document
        own_profiles = tuple(profile for profile in self.profiles if not is_variant(profile.key))
        variants = tuple(profile for profile in self.profiles if is_variant(profile.key))
        return Appraisal(document.name, document.system, document.edition, own_profiles, rosters, variants)

    def trials(self, index: int) -> RosterTrials:
        """Return the trials of the roster at an index."""
        if index not in self._trials:
            context = RosterContext.build(
                self._catalogue_index,
                self.document.rosters[index],
                self._contexts,
                {profile.key: profile.max for profile in self.document.profiles},
                {profile.key for profile in self.profiles if profile.errors},
            )
            self._trials[index] = RosterTrials(context, self._system)
        return self._trials[index]


@lru_cache(maxsize=_CACHE_SIZE)
def _appraised_list(document: Document, catalogue: Catalogue) -> _AppraisedList:
    return _AppraisedList(document, catalogue)


def design_points(design: Design, catalogue: Catalogue) -> int | None:
    """Return the points of a design outside of a list, or None if a price or another profile is missing."""
    index, empty_list = index_of(catalogue).for_kind(design.values), PricedList.of_profiles((), {}, {})
    return total_points(SYSTEMS[catalogue.system].price(index, design, empty_list))


def price_document(document: Document, catalogue_index: CatalogueIndex, system: System) -> PricedList:
    """Return the prices of every profile of a list, and the cycles: profiles that price each other."""
    lines: dict[str, tuple[Line, ...]] = {}
    designs_naming_others: dict[str, Design] = {}
    for profile in document.profiles:
        if standalone := standalone_profile(catalogue_index, profile.design, system):
            lines[profile.key] = standalone.context.lines
        else:
            designs_naming_others[profile.key] = profile.design
    order, cycles = order_and_cycles(
        {key: priced_references(catalogue_index, design) for key, design in designs_naming_others.items()}
    )
    cycle_by_key = {key: cycle for cycle in cycles for key in cycle}
    priced_list = PricedList.of_profiles(document.profiles, lines, cycle_by_key)

    def price(key: str) -> tuple[Line, ...]:
        design = designs_naming_others[key]
        return system.price(catalogue_index.for_kind(design.values), design, priced_list)

    for key in order:
        if key not in cycle_by_key:
            lines[key] = price(key)
    # The members of a cycle are priced before any of their lines are stored. So none of them has a price
    # when the others look it up.
    lines.update({key: price(key) for key in cycle_by_key})
    return priced_list


def _appraise_profile(
    context: ProfileContext, catalogue_index: CatalogueIndex, system: System
) -> ProfileAppraisal:
    if standalone := standalone_profile(catalogue_index, context.design, system):
        return standalone.appraisal._replace(key=context.key)
    cycle = context.priced_list.cycles.get(context.key)
    return appraise_profile(
        context, system, [_cycle_finding(context, cycle, system.cycle_rule)] if cycle else []
    )


def _cycle_finding(context: ProfileContext, cycle: tuple[str, ...], rule: str) -> Finding:
    names = [context.priced_list.name_of(key) for key in cycle[:_MAX_NAMES]]
    if len(cycle) > _MAX_NAMES:
        names.append(f"{len(cycle) - _MAX_NAMES} more")
    word = context.catalogue_index.catalogue.words.price
    if len(cycle) == 1:
        message = f"{join_and(names)} is part of its own {word}, so it has none: choose another profile."
    elif len(cycle) == 2:
        message = f"{join_and(names)} are each part of the other's {word}, so neither has one: "
        message += "remove one of the links."
    else:
        message = f"{join_and(names)} are part of each other's {word} in a circle, so none has one: "
        message += "remove one of the links."
    members = set(cycle)
    for reference in references(context.catalogue_index, context.design):
        if reference.is_priced and not members.isdisjoint(reference.keys):
            return make_finding(context, "error", rule, reference.place, message, page=reference.entry.page)
    raise AssertionError("every member of a cycle refers to a member")


def _appraise_roster(trials: RosterTrials, path: str) -> RosterAppraisal:
    context, system = trials.context, trials.system
    findings = sort_findings(trials.present_verdict.findings)
    return RosterAppraisal(
        name=context.roster.name,
        limit=context.roster.limit,
        points=context.points,
        models=context.model_count,
        entries=_priced_entries(context, system),
        plain_findings=tuple(finding._replace(fix=None) if finding.fix else finding for finding in findings),
        most_models=max_models(context),
        counted=tuple(count_totals(context, system)) if context.catalogue_index.catalogue.values else (),
        prices=_prices(context, [member for entry in context.entries for member in entry.members()]),
        values=roster_values(context, system),
        find_fixes=lambda: _findings_with_fixes(trials, path),
    )


def _findings_with_fixes(trials: RosterTrials, path: str) -> tuple[Finding, ...]:
    return tuple(
        finding._replace(fix=finding.fix.moved_below(path)) if finding.fix else finding
        for finding in findings_with_fixes(trials)
    )


def _priced_entries(context: RosterContext, system: System) -> tuple[EntryAppraisal, ...]:
    """Return the rows of the roster, with the further prices and the values that the game has for rows."""
    catalogue = context.catalogue_index.catalogue
    if not further_prices(catalogue) and not catalogue.unit_values:
        return context.entries
    return tuple(
        replace(entry, prices=_prices(context, entry.members()), values=unit_values(context, system, row))
        for row, entry in zip(context.roster.entries, context.entries, strict=True)
    )


def _prices(context: RosterContext, members: Iterable[MemberAppraisal]) -> tuple[PriceTotal, ...]:
    contexts = context.profile_contexts
    fielded = [
        (contexts[m.profile].calculated_values, m.count) for m in members if m.count and m.profile in contexts
    ]
    return price_totals(context.catalogue_index.catalogue, fielded)
