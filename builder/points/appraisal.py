"""Where a company list is appraised: the list goes in, everything that is computed about it comes out.

Order of steps: find which profiles price which others; price them, each after those it refers to
(members of a ring stay unpriced); check every profile against the whole list; add up the rosters.
Pure: no I/O, no clock, and the document is not changed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from builder.points.catalogue import Catalogue
from builder.points.catalogue_index import CatalogueIndex, index_of
from builder.points.constraints import check_catalogue_roster_rules, check_catalogue_rules
from builder.points.design import Design
from builder.points.document import Document
from builder.points.item_numbers import item_numbers
from builder.points.prices import further_values, price_totals
from builder.points.pricing import PricedList
from builder.points.profile_context import ProfileContext
from builder.points.references import order_and_rings, priced_references, referenced_keys, references
from builder.points.results import (
    LEVELS,
    Appraisal,
    EntryAppraisal,
    Finding,
    Line,
    MemberAppraisal,
    PriceTotal,
    ProfileAppraisal,
    RosterAppraisal,
)
from builder.points.roster_rules import most_models
from builder.points.system import RosterContext, System
from builder.points.systems import SYSTEMS
from builder.points.totals import count_totals, roster_values, unit_values, unpriced_names
from builder.points.values import profile_contexts

_MOST_NAMED = 5
_LEVEL_RANK = {level: rank for rank, level in enumerate(LEVELS)}


def appraise(document: Document, catalogue: Catalogue, prices: PricedList | None = None) -> Appraisal:
    """Points, lines and findings of every profile, and the sums of every roster.

    ``prices`` are those of the same profiles, and perhaps of others, where they are at hand already.
    """
    catalogue_index, system = index_of(catalogue), SYSTEMS[catalogue.system]
    priced_list = prices or price_document(document, catalogue_index, system)
    contexts = profile_contexts(document, catalogue_index, priced_list, system.derive)
    profiles = tuple(_appraise_profile(context, system) for context in contexts.values())
    points = {profile.key: profile.points for profile in profiles}
    limits = {profile.key: profile.max for profile in document.profiles}
    illegal = {profile.key for profile in profiles if profile.errors}
    roster_contexts = (
        RosterContext.build(catalogue_index, roster, points, contexts, limits, illegal)
        for roster in document.rosters
    )
    rosters = tuple(
        _appraise_roster(context, system, f"/rosters/{index}")
        for index, context in enumerate(roster_contexts)
    )
    return Appraisal(document.name, document.system, document.edition, profiles, rosters)


def price_document(document: Document, catalogue_index: CatalogueIndex, system: System) -> PricedList:
    """The lines of every profile of a list, and the rings in which profiles price each other."""
    return price_versions((document,), catalogue_index, system)[0]


def price_versions(
    documents: Sequence[Document], catalogue_index: CatalogueIndex, system: System
) -> tuple[PricedList, ...]:
    """The prices of several versions of a list: a profile that is the same in two of them is priced once."""
    priced: list[PricedList] = []
    for document in documents:
        priced.append(_price_version(document, catalogue_index, system, priced))
    return tuple(priced)


def reprice(document: Document, catalogue: Catalogue, known: PricedList) -> PricedList:
    """The prices of a changed list; ``known`` are those of the list before, for what did not change."""
    return _price_version(document, index_of(catalogue), SYSTEMS[catalogue.system], [known])


def _price_version(
    document: Document, catalogue_index: CatalogueIndex, system: System, priced: Sequence[PricedList]
) -> PricedList:
    """The prices of one version; ``priced`` are those of others."""
    order, rings = order_and_rings(
        {profile.key: priced_references(catalogue_index, profile.design) for profile in document.profiles}
    )
    ring_of = {key: ring for ring in rings for key in ring}
    lines: dict[str, tuple[Line, ...]] = {}
    priced_list = PricedList.of_profiles(document.profiles, lines, ring_of)
    kinds = bool(catalogue_index.catalogue.kinds)
    for key in order:
        if key not in ring_of:
            design = priced_list.designs[key]
            same = _unchanged_lines(catalogue_index, key, design, priced)
            index = catalogue_index.for_kind(design.values) if kinds else catalogue_index
            lines[key] = system.price(index, design, priced_list) if same is None else same
    # All of them before any is stored: members of a ring have no price for each other.
    designs = priced_list.designs
    ringed = {
        key: system.price(catalogue_index.for_kind(designs[key].values), designs[key], priced_list)
        for key in ring_of
    }
    lines.update(ringed)
    return priced_list


def _unchanged_lines(
    catalogue_index: CatalogueIndex, key: str, design: Design, priced: Iterable[PricedList]
) -> tuple[Line, ...] | None:
    """The lines that a profile has in another version too; those of one that names others may differ."""
    for other in priced:
        if other.designs.get(key) == design and next(referenced_keys(catalogue_index, design), None) is None:
            return other.lines[key]
    return None


def _appraise_profile(context: ProfileContext, system: System) -> ProfileAppraisal:
    findings = [*check_catalogue_rules(context), *system.check_profile(context)]
    if ring := context.priced_list.rings.get(context.key):
        findings.append(_ring_finding(context, ring, system.ring_rule))
    waits_for = (
        ()
        if context.points is not None
        else unpriced_names(context.catalogue_index, context.design, context.lines, context.priced_list)
    )
    return ProfileAppraisal(
        context.key,
        context.points,
        context.lines,
        _sort_findings(findings),
        waits_for,
        context.worked_out,
        item_numbers(context, system),
    )


def _ring_finding(context: ProfileContext, ring: tuple[str, ...], rule: str) -> Finding:
    names = ", ".join(context.priced_list.name_of(key) for key in ring[:_MOST_NAMED])
    if len(ring) > _MOST_NAMED:
        names += f" and {len(ring) - _MOST_NAMED} more"
    message = f"{names}: their prices are made of each other in a ring without an end; break it in one place."
    members = set(ring)
    for reference in references(context.catalogue_index, context.design):
        if reference.is_priced and not members.isdisjoint(reference.keys):
            return Finding("error", rule, reference.place, message, reference.entry.page)
    raise AssertionError("every member of a ring refers to one")


def _sort_findings(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda f: (_LEVEL_RANK[f.level], f.code, f.where)))


def _appraise_roster(context: RosterContext, system: System, path: str) -> RosterAppraisal:
    found = (*check_catalogue_roster_rules(context, system), *system.check_roster(context))
    findings = _sort_findings(
        finding._replace(fix=finding.fix.moved_below(path)) if finding.fix else finding for finding in found
    )
    return RosterAppraisal(
        name=context.roster.name,
        limit=context.roster.limit,
        points=context.points,
        models=context.models,
        entries=_whole_entries(context, system),
        findings=findings,
        most_models=most_models(context),
        counted=tuple(count_totals(context, system)) if context.catalogue_index.catalogue.values else (),
        prices=_prices(context, [member for entry in context.entries for member in entry.members()]),
        values=roster_values(context, system),
    )


def _whole_entries(context: RosterContext, system: System) -> tuple[EntryAppraisal, ...]:
    """The rows with what they cost by further reckonings, and with their values, where the game has any."""
    catalogue = context.catalogue_index.catalogue
    if not further_values(catalogue) and not catalogue.unit_values:
        return context.entries
    return tuple(
        replace(entry, prices=_prices(context, entry.members()), values=unit_values(context, system, row))
        for row, entry in zip(context.roster.entries, context.entries, strict=True)
    )


def _prices(context: RosterContext, members: Iterable[MemberAppraisal]) -> tuple[PriceTotal, ...]:
    known = context.profile_contexts
    fielded = [(known[m.profile].worked_out, m.count) for m in members if m.count and m.profile in known]
    return price_totals(context.catalogue_index.catalogue, fielded)
