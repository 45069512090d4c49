"""The one front door: a company list in, everything computed about it out.

Order of steps: find which profiles price which others; price them, each after those it refers to
(members of a ring stay unpriced); check every profile against the whole list; add up the rosters.
Pure: no I/O, no clock, and the document is not changed.
"""

from collections.abc import Iterable, Sequence

from builder.points.catalogue import Catalogue
from builder.points.catalogue_index import CatalogueIndex, index_of
from builder.points.constraints import check_catalogue_roster_rules, check_catalogue_rules
from builder.points.design import Design
from builder.points.document import Document
from builder.points.pricing import PricedList, profile_keys
from builder.points.profile_context import ProfileContext
from builder.points.references import order_and_rings, priced_references, referenced_keys
from builder.points.results import (
    LEVELS,
    Appraisal,
    Finding,
    Line,
    ProfileAppraisal,
    RosterAppraisal,
)
from builder.points.system import RosterContext, System
from builder.points.systems import SYSTEMS

_MOST_NAMED = 5
_LEVEL_RANK = {level: rank for rank, level in enumerate(LEVELS)}


def appraise(document: Document, catalogue: Catalogue, prices: PricedList | None = None) -> Appraisal:
    """Points, lines and findings of every profile, and the sums of every roster.

    ``prices`` are those of the same profiles, and perhaps of others, where they are at hand already.
    """
    book, system = index_of(catalogue), SYSTEMS[catalogue.system]
    context = prices or price_document(document, book, system)
    facts = {
        p.key: ProfileContext(book, p.key, p.design, context.lines[p.key], context) for p in document.profiles
    }
    profiles = tuple(_appraise_profile(facts[p.key], system) for p in document.profiles)
    points = {profile.key: profile.points for profile in profiles}
    limits = {profile.key: profile.max for profile in document.profiles}
    rosters = tuple(
        _appraise_roster(RosterContext.build(book, roster, points, facts, limits), system)
        for roster in document.rosters
    )
    return Appraisal(document.name, document.system, document.edition, profiles, rosters)


def price_document(document: Document, catalogue_index: CatalogueIndex, system: System) -> PricedList:
    """The lines of every profile, and the rings."""
    return price_versions((document,), catalogue_index, system)[0]


def price_versions(
    documents: Sequence[Document], catalogue_index: CatalogueIndex, system: System
) -> tuple[PricedList, ...]:
    """The same for several versions of a list, in one pass: what stays the same is priced once."""
    contexts: list[PricedList] = []
    for document in documents:
        contexts.append(_price_version(document, catalogue_index, system, contexts))
    return tuple(contexts)


def _price_version(
    document: Document, catalogue_index: CatalogueIndex, system: System, priced: Sequence[PricedList]
) -> PricedList:
    """The prices of one version; ``priced`` are those of others."""
    designs = {profile.key: profile.design for profile in document.profiles}
    names = {profile.key: profile.name for profile in document.profiles}
    order, found = order_and_rings(
        {key: priced_references(catalogue_index, design) for key, design in designs.items()}
    )
    rings = {key: ring for ring in found for key in ring}
    lines: dict[str, tuple[Line, ...]] = {}
    context = PricedList(names, designs, lines, rings, {})
    for key in order:
        if key not in rings:
            same = _unchanged_lines(catalogue_index, key, designs[key], priced)
            lines[key] = system.price(catalogue_index, designs[key], context) if same is None else same
    ringed = {key: system.price(catalogue_index, designs[key], context) for key in rings}
    lines.update(ringed)
    return context


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
    return ProfileAppraisal(context.key, context.points, context.lines, _sort_findings(findings))


def _ring_finding(context: ProfileContext, ring: tuple[str, ...], rule: str) -> Finding:
    names = ", ".join(context.priced_list.names[key] or key for key in ring[:_MOST_NAMED])
    if len(ring) > _MOST_NAMED:
        names += f" and {len(ring) - _MOST_NAMED} more"
    message = f"{names}: their prices are made of each other in a ring without an end; break it in one place."
    members = set(ring)
    for slot in context.catalogue_index.catalogue.pick_slots:
        entries = context.catalogue_index.entries[slot.group]
        for index, pick in enumerate(context.picks(slot.code)):
            cost = entries[pick.code].cost
            if cost.kind == "profiles" and set(profile_keys(pick.parameters.get(cost.parameter))) & members:
                where = f"{slot.at}[{index}].{cost.parameter}"
                return Finding("error", rule, where, message, entries[pick.code].page)
    raise AssertionError("every member of a ring refers to one")


def _sort_findings(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda f: (_LEVEL_RANK[f.level], f.code, f.where)))


def _appraise_roster(context: RosterContext, system: System) -> RosterAppraisal:
    findings = _sort_findings((*check_catalogue_roster_rules(context), *system.check_roster(context)))
    return RosterAppraisal(
        name=context.roster.name,
        limit=context.roster.limit,
        points=context.points,
        models=context.models,
        entries=context.entries,
        findings=findings,
        most_models=system.most_models(context),
    )
