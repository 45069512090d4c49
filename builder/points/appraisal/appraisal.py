"""Where a company list is appraised: the list goes in, everything that is computed about it comes out.

Order of steps: price the profiles that name no others; find which of the rest price which others, and price
each after those it refers to (members of a ring stay unpriced); check every profile against the whole list;
add up the rosters.
Pure: no I/O, no clock, and the document is not changed.
"""

from collections.abc import Iterable
from dataclasses import replace

from builder.points.document.design import Design
from builder.points.document.document import Document
from builder.points.document.references import order_and_rings, priced_references, references
from builder.points.legality.roster_fixes import add_roster_fixes
from builder.points.legality.roster_rules import most_models
from builder.points.legality.roster_trials import RosterTrials, check_roster
from builder.points.legality.standalone import appraise_profile, profile_contexts, standalone_profile
from builder.points.legality.totals import count_totals, roster_values, unit_values
from builder.points.pricing.prices import further_values, price_totals
from builder.points.pricing.pricing import PricedList
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.system import RosterContext, System
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import CatalogueIndex, index_of
from builder.points.rules.results import (
    Appraisal,
    EntryAppraisal,
    Finding,
    Line,
    MemberAppraisal,
    PriceTotal,
    ProfileAppraisal,
    RosterAppraisal,
)
from builder.points.rules.wording import join_and
from builder.points.systems import SYSTEMS

_MOST_NAMED = 5


def appraise(document: Document, catalogue: Catalogue, prices: PricedList | None = None) -> Appraisal:
    """Points, lines and findings of every profile, and the sums of every roster.

    ``prices`` are those of the same profiles, and perhaps of others, where they are at hand already.
    """
    catalogue_index, system = index_of(catalogue), SYSTEMS[catalogue.system]
    priced_list = prices or price_document(document, catalogue_index, system)
    contexts = profile_contexts(document, catalogue_index, priced_list, system)
    profiles = tuple(_appraise_profile(context, catalogue_index, system) for context in contexts.values())
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
    lines: dict[str, tuple[Line, ...]] = {}
    naming: dict[str, Design] = {}
    for profile in document.profiles:
        if alone := standalone_profile(catalogue_index, profile.design, system):
            lines[profile.key] = alone.context.lines
        else:
            naming[profile.key] = profile.design
    order, rings = order_and_rings(
        {key: priced_references(catalogue_index, design) for key, design in naming.items()}
    )
    ring_of = {key: ring for ring in rings for key in ring}
    priced_list = PricedList.of_profiles(document.profiles, lines, ring_of)

    def price(key: str) -> tuple[Line, ...]:
        return system.price(catalogue_index.for_kind(naming[key].values), naming[key], priced_list)

    for key in order:
        if key not in ring_of:
            lines[key] = price(key)
    # All of them before any is stored: members of a ring have no price for each other.
    lines.update({key: price(key) for key in ring_of})
    return priced_list


def _appraise_profile(
    context: ProfileContext, catalogue_index: CatalogueIndex, system: System
) -> ProfileAppraisal:
    if alone := standalone_profile(catalogue_index, context.design, system):
        return alone.appraisal(context.key)
    ring = context.priced_list.rings.get(context.key)
    return appraise_profile(context, system, [_ring_finding(context, ring, system.ring_rule)] if ring else [])


def _ring_finding(context: ProfileContext, ring: tuple[str, ...], rule: str) -> Finding:
    names = [context.priced_list.name_of(key) for key in ring[:_MOST_NAMED]]
    if len(ring) > _MOST_NAMED:
        names.append(f"{len(ring) - _MOST_NAMED} more")
    word = context.catalogue_index.catalogue.words.price
    if len(ring) == 1:
        message = f"{join_and(names)} is part of its own {word}, so it has none: choose another profile."
    elif len(ring) == 2:
        message = f"{join_and(names)} are each part of the other's {word}, so neither has one: "
        message += "remove one of the links."
    else:
        message = f"{join_and(names)} are part of each other's {word} in a circle, so none has one: "
        message += "remove one of the links."
    members = set(ring)
    for reference in references(context.catalogue_index, context.design):
        if reference.is_priced and not members.isdisjoint(reference.keys):
            return Finding("error", rule, reference.place, message, reference.entry.page)
    raise AssertionError("every member of a ring refers to one")


def _appraise_roster(context: RosterContext, system: System, path: str) -> RosterAppraisal:
    found = add_roster_fixes(context, system, check_roster(context, system))
    findings = tuple(
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


def roster_trials(
    document: Document, place: int, catalogue: Catalogue, appraisal: Appraisal | None = None
) -> RosterTrials:
    """Return the trials of a roster, by its place; ``appraisal`` is the document's, if there is one."""
    catalogue_index, system = index_of(catalogue), SYSTEMS[catalogue.system]
    appraisal = appraisal or appraise(replace(document, rosters=()), catalogue)
    lines = {profile.key: profile.lines for profile in appraisal.profiles}
    # Without the rings, which only findings on profiles name.
    prices = PricedList.of_profiles(document.profiles, lines, {})
    contexts = profile_contexts(document, catalogue_index, prices, system)
    totals = {key: context.points for key, context in contexts.items()}
    limits = {profile.key: profile.max for profile in document.profiles}
    illegal = {profile.key for profile in appraisal.profiles if profile.errors}
    roster = document.rosters[place]
    context = RosterContext.build(catalogue_index, roster, totals, contexts, limits, illegal)
    return RosterTrials(context, system)


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
