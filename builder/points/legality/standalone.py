"""Profiles that name no other profiles.

The appraisal of such a profile depends only on its design and on the edition. These appraisals are cached,
because a player changes one design of a list at a time, and the other designs stay the same.
"""

from collections.abc import Iterable
from functools import cached_property, lru_cache
from types import MappingProxyType

from builder.points.document.design import Design
from builder.points.document.document import Document
from builder.points.document.references import referenced_keys
from builder.points.legality.constraints import check_profile
from builder.points.legality.missing import cite_places, mark_missing
from builder.points.legality.totals import unpriced_names
from builder.points.pricing.item_numbers import ItemNumbers
from builder.points.pricing.pricing import PricedList
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.system import System
from builder.points.pricing.values import set_calculated_values
from builder.points.rules.catalogue_index import CatalogueIndex
from builder.points.rules.results import Finding, ProfileAppraisal, sort_findings

CACHE_SIZE = 1_024
"""The maximum number of cached designs in a process: 2 to 17 MB, depending on the game."""

_NO_LIST = PricedList(*(MappingProxyType({}),) * 4, {})


class StandaloneProfile:
    """A design that names no other profile, with its price. Its appraisal is calculated at first use.

    Its ``context`` belongs to no list.
    """

    def __init__(self, catalogue_index: CatalogueIndex, design: Design, system: System) -> None:
        self._system = system
        index = catalogue_index.for_kind(design.values)
        self.context = ProfileContext(index, "", design, system.price(index, design, _NO_LIST), _NO_LIST)
        set_calculated_values(self.context, system.derivations)

    @cached_property
    def appraisal(self) -> ProfileAppraisal:
        """The appraisal of a profile with this design. Its key is an empty string."""
        return appraise_profile(self.context, self._system, ())


def appraise_profile(
    context: ProfileContext, system: System, other_findings: Iterable[Finding]
) -> ProfileAppraisal:
    """Return the points, findings and numbers of a profile.

    ``other_findings`` are findings that need the complete list, such as findings on cycles.
    """
    all_findings = (*check_profile(context, system), *other_findings)
    findings = sort_findings(cite_places(context, mark_missing(context, all_findings)))
    waits_for = (
        ()
        if context.points is not None
        else unpriced_names(context.catalogue_index, context.design, context.lines, context.priced_list)
    )
    return ProfileAppraisal(
        context.key,
        context.points,
        context.lines,
        findings,
        waits_for,
        context.calculated_values,
        ItemNumbers(context, system) if system.item_derivations else (),
    )


@lru_cache(maxsize=CACHE_SIZE)
def standalone_profile(
    catalogue_index: CatalogueIndex, design: Design, system: System
) -> StandaloneProfile | None:
    """Return the standalone profile of a design (cached), or None if the design names other profiles."""
    if next(referenced_keys(catalogue_index, design), None) is not None:
        return None
    return StandaloneProfile(catalogue_index, design, system)


def profile_contexts(
    document: Document, catalogue_index: CatalogueIndex, prices: PricedList, system: System
) -> dict[str, ProfileContext]:
    """Return the contexts of a list's profiles by key, in the list's order, with prices and values."""
    contexts: dict[str, ProfileContext] = {}
    for profile in document.profiles:
        standalone = standalone_profile(catalogue_index, profile.design, system)
        if standalone is not None:
            contexts[profile.key] = standalone.context.copy_for(profile.key, prices)
            continue
        index = catalogue_index.for_kind(profile.design.values)
        context = ProfileContext(index, profile.key, profile.design, prices.lines[profile.key], prices)
        set_calculated_values(context, system.derivations)
        contexts[profile.key] = context
    return contexts
