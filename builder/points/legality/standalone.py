"""Profiles that name no others: what an appraisal says of one depends on its design and its edition alone.

Most designs of a list that is read again, or was changed in one place, have been appraised before: what was
found then is used again.
"""

from collections.abc import Iterable
from functools import cached_property, lru_cache
from types import MappingProxyType

from builder.points.document.design import Design
from builder.points.document.document import Document
from builder.points.document.references import referenced_keys
from builder.points.legality.constraints import check_catalogue_rules
from builder.points.legality.missing import mark_missing
from builder.points.legality.totals import unpriced_names
from builder.points.pricing.item_numbers import ItemNumbers
from builder.points.pricing.pricing import PricedList
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.system import System
from builder.points.pricing.values import work_out
from builder.points.rules.catalogue_index import CatalogueIndex
from builder.points.rules.results import Finding, ProfileAppraisal, sort_findings

MOST_KEPT = 1_024
"""So many designs a process keeps with what was found of them: 2 to 17 MB, by game."""

_NO_LIST = PricedList(*(MappingProxyType({}),) * 4, {})


class StandaloneProfile:
    """A design that names no other profile, priced; appraised when that is first asked for.

    Its ``context`` is of no list: it has no name, and no other profile is found there.
    """

    def __init__(self, catalogue_index: CatalogueIndex, design: Design, system: System) -> None:
        self._system = system
        index = catalogue_index.for_kind(design.values)
        self.context = ProfileContext(index, "", design, system.price(index, design, _NO_LIST), _NO_LIST)
        work_out(self.context, system.derive)

    def appraisal(self, key: str) -> ProfileAppraisal:
        """The appraisal of a profile of a list that has this design."""
        return ProfileAppraisal(key, *self._appraisal[1:])

    @cached_property
    def _appraisal(self) -> ProfileAppraisal:
        return appraise_profile(self.context, self._system, ())


def appraise_profile(context: ProfileContext, system: System, further: Iterable[Finding]) -> ProfileAppraisal:
    """Points, findings and numbers of a profile; ``further`` are findings that are not of its own rules."""
    found = (*check_catalogue_rules(context), *system.check_profile(context), *further)
    findings = sort_findings(mark_missing(context, found))
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
        context.worked_out,
        ItemNumbers(context, system) if system.item_numbers else (),
    )


def standalone_profile(
    catalogue_index: CatalogueIndex, design: Design, system: System
) -> StandaloneProfile | None:
    """A design by itself; None where it names other profiles. The same object is appraised once."""
    return _standalone_profile(catalogue_index, _ThisDesign(design), system)


class _ThisDesign:
    """A key that stands for this one object: to compare designs part by part takes longer than a price."""

    __slots__ = ("design",)

    def __init__(self, design: Design) -> None:
        self.design = design

    def __eq__(self, other: object) -> bool:
        """Whether both stand for one object."""
        return isinstance(other, _ThisDesign) and self.design is other.design

    def __hash__(self) -> int:
        """While the key is there, so is the design: no other has its id."""
        return id(self.design)


@lru_cache(maxsize=MOST_KEPT)
def _standalone_profile(
    catalogue_index: CatalogueIndex, key: _ThisDesign, system: System
) -> StandaloneProfile | None:
    if next(referenced_keys(catalogue_index, key.design), None) is not None:
        return None
    return StandaloneProfile(catalogue_index, key.design, system)


def profile_contexts(
    document: Document, catalogue_index: CatalogueIndex, prices: PricedList, system: System
) -> dict[str, ProfileContext]:
    """Every profile of a list with its prices and values, by key, in the list's order."""
    contexts: dict[str, ProfileContext] = {}
    for profile in document.profiles:
        alone = standalone_profile(catalogue_index, profile.design, system)
        if alone is not None:
            contexts[profile.key] = alone.context.in_list(profile.key, prices)
            continue
        index = catalogue_index.for_kind(profile.design.values)
        context = ProfileContext(index, profile.key, profile.design, prices.lines[profile.key], prices)
        work_out(context, system.derive)
        contexts[profile.key] = context
    return contexts
