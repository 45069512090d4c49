"""The one front door: a company list in, everything computed about it out.

Order of steps: find which profiles price which others; price them, each after those it refers to
(members of a ring stay unpriced); check every profile against the whole list; add up the rosters.
Pure: no I/O, no clock, and the document is not changed.
"""

from collections.abc import Iterable, Sequence

from builder.points.book import Book, open_book
from builder.points.catalogue import Catalogue
from builder.points.constraints import check_data, check_roster_data
from builder.points.design import Design
from builder.points.document import Document
from builder.points.facts import Facts
from builder.points.pricing import Context, keys_of
from builder.points.references import named_by, order_and_rings, priced_references
from builder.points.results import (
    LEVELS,
    Appraisal,
    Finding,
    Line,
    ProfileAppraisal,
    RosterAppraisal,
)
from builder.points.systems import SYSTEMS
from builder.points.systems.system import RosterFacts, System

_NAMED = 5
_RANK = {level: rank for rank, level in enumerate(LEVELS)}


def appraise(document: Document, catalogue: Catalogue, prices: Context | None = None) -> Appraisal:
    """Points, lines and findings of every profile, and the sums of every roster.

    ``prices`` are those of the same profiles, and perhaps of others, where they are at hand already.
    """
    book, system = open_book(catalogue), SYSTEMS[catalogue.system]
    context = prices or price_all(document, book, system)
    facts = {p.key: Facts(book, p.key, p.design, context.lines[p.key], context) for p in document.profiles}
    profiles = tuple(_profile(facts[p.key], system) for p in document.profiles)
    points = {profile.key: profile.points for profile in profiles}
    limits = {profile.key: profile.max for profile in document.profiles}
    rosters = tuple(
        _roster(RosterFacts.of(book, roster, points, facts, limits), system) for roster in document.rosters
    )
    return Appraisal(document.name, document.system, document.edition, profiles, rosters)


def price_all(document: Document, book: Book, system: System) -> Context:
    """The lines of every profile, and the rings."""
    return price_versions((document,), book, system)[0]


def price_versions(documents: Sequence[Document], book: Book, system: System) -> tuple[Context, ...]:
    """The same for several versions of a list, in one pass: what stays the same is priced once."""
    contexts: list[Context] = []
    for document in documents:
        contexts.append(_price_version(document, book, system, contexts))
    return tuple(contexts)


def _price_version(document: Document, book: Book, system: System, priced: Sequence[Context]) -> Context:
    """The prices of one version; ``priced`` are those of others."""
    designs = {profile.key: profile.design for profile in document.profiles}
    names = {profile.key: profile.name for profile in document.profiles}
    order, found = order_and_rings({key: priced_references(book, design) for key, design in designs.items()})
    rings = {key: ring for ring in found for key in ring}
    lines: dict[str, tuple[Line, ...]] = {}
    context = Context(names, designs, lines, rings, {})
    for key in order:
        if key not in rings:
            same = _same_lines(book, key, designs[key], priced)
            lines[key] = system.price(book, designs[key], context) if same is None else same
    ringed = {key: system.price(book, designs[key], context) for key in rings}
    lines.update(ringed)
    return context


def _same_lines(book: Book, key: str, design: Design, priced: Iterable[Context]) -> tuple[Line, ...] | None:
    """The lines that a profile has in another version too; those of one that names others may differ."""
    for other in priced:
        if other.designs.get(key) == design and next(named_by(book, design), None) is None:
            return other.lines[key]
    return None


def _profile(facts: Facts, system: System) -> ProfileAppraisal:
    findings = [*check_data(facts), *system.check_profile(facts)]
    if ring := facts.context.rings.get(facts.key):
        findings.append(_ring(facts, ring, system.ring_rule))
    return ProfileAppraisal(facts.key, facts.points, facts.lines, _sorted(findings))


def _ring(facts: Facts, ring: tuple[str, ...], rule: str) -> Finding:
    names = ", ".join(facts.context.names[key] or key for key in ring[:_NAMED])
    if len(ring) > _NAMED:
        names += f" and {len(ring) - _NAMED} more"
    message = f"{names}: their prices are made of each other in a ring without an end; break it in one place."
    members = set(ring)
    for slot in facts.book.catalogue.pick_slots:
        entries = facts.book.entries[slot.group]
        for index, pick in enumerate(facts.picks(slot.code)):
            cost = entries[pick.code].cost
            if cost.kind == "profiles" and set(keys_of(pick.parameters.get(cost.parameter))) & members:
                where = f"{slot.at}[{index}].{cost.parameter}"
                return Finding("error", rule, where, message, entries[pick.code].page)
    raise AssertionError("every member of a ring refers to one")


def _sorted(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda f: (_RANK[f.level], f.code, f.where)))


def _roster(facts: RosterFacts, system: System) -> RosterAppraisal:
    findings = _sorted((*check_roster_data(facts), *system.check_roster(facts)))
    return RosterAppraisal(
        name=facts.roster.name,
        limit=facts.roster.limit,
        points=facts.points,
        models=facts.models,
        entries=facts.entries,
        findings=findings,
        most_models=system.most_models(facts),
    )
