"""The pages of hand-ins: rosters to choose from, a preview of one, and what was handed in."""

from collections.abc import Sequence
from typing import NamedTuple

from builder.catalogue.play import play_sheet
from builder.catalogue.store import catalogue_of
from builder.documents import LoadedList
from builder.models import Event, HandIn, Roster
from builder.points.appraisal.appraisal import appraise
from builder.points.document.brought import brought_to_roster
from builder.points.document.cut import cut_to_roster
from builder.points.document.document import Document, dump_unit
from builder.points.document.units import row_text
from builder.points.legality.totals import counted_texts
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import SHOWN, Appraisal, Finding, Status
from builder.points.rules.wording import waiting
from builder.queries.events import UnpackedHandIn
from builder.web.profiles.rows import profile_rows
from builder.web.rosters.brought import brought_rows
from builder.web.shared.glossary import glossary
from builder.web.shared.options import FormOption, FormOptionGroup
from builder.web.shared.presentation import (
    FindingCount,
    Remark,
    count_findings,
    list_name,
    remarks,
    roster_name,
    total_text,
)


class RosterEntryRow(NamedTuple):
    """One row of a roster, priced; ``key`` is "" where the list has no such profile.

    ``unit`` is the whole row in words where it is a unit.
    """

    models: int
    name: str
    key: str
    each: str
    points: str
    unit: str = ""


class NamedRemark(NamedTuple):
    """A finding, with the name of its profile; "" where it is the roster's own."""

    profile_name: str
    remark: Remark


class RosterTotals(NamedTuple):
    """A roster's points, models and findings. ``other_size`` says that the event is for another game size."""

    points: str
    limit: int | None
    models: str
    most_models: int | None
    status: Status
    counts: list[FindingCount]
    remarks: list[NamedRemark]
    entries: list[RosterEntryRow]
    other_size: bool


class HandInPreview(NamedTuple):
    """What would be handed in now, from this version of the list."""

    roster_name: str
    list_name: str
    list_id: str
    roster_id: str
    list_version: int
    totals: RosterTotals


def default_roster(rosters: Sequence[Roster], event: Event, own: HandIn | None) -> Roster | None:
    """The roster that is previewed first: the one handed in before, else one of the event's game size."""
    if own is not None:
        for roster in rosters:
            if roster.pk == own.roster_id:
                return roster
    fitting = [roster for roster in rosters if roster.limit == event.limit]
    return next(iter([*fitting, *rosters]), None)


def roster_option_groups(rosters: Sequence[Roster], event: Event) -> list[FormOptionGroup]:
    """The rosters list by list; one for a game of another size says so."""
    groups: dict[int, FormOptionGroup] = {}
    limit = catalogue_of(event.edition).words.limit
    for roster in rosters:
        name = list_name(roster.company_list.name)
        group = groups.setdefault(roster.company_list_id, FormOptionGroup(name, []))
        other = "" if event.limit in (None, roster.limit) else f", other {limit}"
        size = f"no {limit}" if roster.limit is None and other else roster.limit
        words = roster_name(roster.name) if size is None else f"{roster_name(roster.name)} ({size}{other})"
        group.options.append(FormOption(roster.public_id, words))
    return list(groups.values())


def preview_hand_in(loaded: LoadedList, place: int, event: Event) -> HandInPreview:
    """One roster of a list as it would be handed in now; ``place`` is its index."""
    document = cut_to_roster(loaded.document, place, loaded.catalogue)
    appraisal = appraise(document, loaded.catalogue)
    return HandInPreview(
        roster_name=roster_name(document.rosters[0].name),
        list_name=list_name(document.name),
        list_id=loaded.row.public_id,
        roster_id=loaded.roster_ids[place],
        list_version=loaded.row.version,
        totals=roster_totals(document, loaded.catalogue, appraisal, event),
    )


def roster_totals(
    document: Document, catalogue: Catalogue, appraisal: Appraisal, event: Event
) -> RosterTotals:
    """The totals of the one roster of a document, with the errors of the profiles that it fields."""
    roster = appraisal.rosters[0]
    names = document.profile_names()
    findings = [("", finding) for finding in roster.findings]
    for profile in appraisal.fielded_profiles(roster):
        errors = (finding for finding in profile.findings if finding.level == "error")
        findings += [(names[profile.key], finding) for finding in errors]
    findings.sort(key=lambda named: SHOWN.index(named[1].shown))
    total = appraisal.roster_total(roster, names, catalogue.words.price)
    return RosterTotals(
        points=total_text(total),
        limit=roster.limit,
        models=", ".join(filter(None, (waiting(total), *counted_texts(catalogue, roster)))),
        most_models=roster.most_models,
        status=appraisal.status(roster),
        counts=count_findings(finding for _, finding in findings),
        remarks=_named_remarks(catalogue, findings),
        entries=[
            RosterEntryRow(
                models=entry.models,
                name=names.get(entry.profile, entry.profile),
                key=entry.profile if entry.profile in names else "",
                each=total_text(appraisal.each(entry)),
                points=total_text(appraisal.row_total(entry)),
                unit=row_text(row, names) if dump_unit(row) else "",
            )
            for row, entry in zip(document.rosters[0].entries, roster.entries, strict=True)
            if entry.models
        ],
        other_size=roster.limit != event.limit,
    )


def _named_remarks(catalogue: Catalogue, findings: Sequence[tuple[str, Finding]]) -> list[NamedRemark]:
    texts = remarks(catalogue, (finding for _, finding in findings))
    return [NamedRemark(name, remark) for (name, _), remark in zip(findings, texts, strict=True)]


def hand_in_context(hand_in: UnpackedHandIn, open_key: str, find: str) -> dict[str, object]:
    """The context of a hand-in's page; ``open_key`` is the profile whose receipt is open, "" for none, and
    ``find`` what is looked for in a long list.
    """
    then, now = hand_in.appraisal, hand_in.recomputed
    document, catalogue = hand_in.document, hand_in.catalogue
    shown = profile_rows(document, catalogue, then, "", open_key, find=find)
    brought = brought_to_roster(document, catalogue, play_sheet(catalogue), document.rosters[0])
    links = {profile.key: f"#p-{profile.key}" for profile in document.profiles}
    return {
        "totals": roster_totals(document, catalogue, then, hand_in.row.event),
        **shown._asdict(),
        "brought": brought_rows(brought, document, then, catalogue, links),
        "glossary": glossary(catalogue, document.profiles),
        "agrees": hand_in.agrees,
        "now": None if hand_in.agrees else roster_totals(document, catalogue, now, hand_in.row.event),
    }
