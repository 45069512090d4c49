"""What the pages of handing in show: rosters to choose from, what one comes to, what was handed in."""

from collections.abc import Sequence
from typing import NamedTuple

from builder.documents import LoadedList
from builder.models import Event, HandIn, Roster
from builder.points.appraisal import appraise
from builder.points.catalogue import Catalogue
from builder.points.cut import cut_to_roster
from builder.points.document import Document
from builder.points.results import Appraisal, Finding
from builder.points.wording import pluralize
from builder.queries.events import UnpackedHandIn
from builder.web.profiles.rows import profile_rows
from builder.web.shared.options import FormOption, FormOptionGroup
from builder.web.shared.presentation import (
    FindingCount,
    Remark,
    count_findings,
    list_name,
    points_text,
    profile_name,
    remarks,
    roster_name,
)


class RosterEntryRow(NamedTuple):
    """One row of a roster: how many of whom, at what price each and in all; ``key`` is "" for nobody's."""

    models: int
    name: str
    key: str
    each: str
    points: str


class NamedRemark(NamedTuple):
    """A finding with whose it is; "" for the roster's own."""

    profile_name: str
    remark: Remark


class RosterTotals(NamedTuple):
    """What a roster comes to, and all that is found in it. ``other_size`` is the game size it is made for."""

    points: str
    limit: int
    models: str
    most_models: int | None
    legal: bool
    counts: list[FindingCount]
    remarks: list[NamedRemark]
    entries: list[RosterEntryRow]
    other_size: bool


class HandInPreview(NamedTuple):
    """What would be handed in. ``list_version`` is the version of the list that this is about."""

    roster_name: str
    list_name: str
    list_id: str
    roster_id: str
    list_version: int
    totals: RosterTotals


def default_roster(rosters: Sequence[Roster], event: Event, mine: HandIn | None) -> Roster | None:
    """The one that is looked at first: what was handed in before, else one of the event's game size."""
    if mine is not None:
        for roster in rosters:
            if roster.pk == mine.roster_id:
                return roster
    fitting = [roster for roster in rosters if roster.limit == event.limit]
    return next(iter([*fitting, *rosters]), None)


def roster_option_groups(rosters: Sequence[Roster], event: Event) -> list[FormOptionGroup]:
    """The rosters list by list; one for a game of another size says so."""
    found: dict[int, FormOptionGroup] = {}
    for roster in rosters:
        name = list_name(roster.company_list.name)
        offer = found.setdefault(roster.company_list_id, FormOptionGroup(name, []))
        other = "" if roster.limit == event.limit else ", another game size"
        words = f"{roster_name(roster.name)} ({roster.limit}{other})"
        offer.options.append(FormOption(roster.public_id, words))
    return list(found.values())


def preview_hand_in(loaded: LoadedList, place: int, event: Event) -> HandInPreview:
    """What one roster of a list would be when it is handed in now."""
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
    """What the one roster of a document comes to."""
    found = appraisal.rosters[0]
    names = {profile.key: profile_name(profile.name) for profile in document.profiles}
    said = [("", finding) for finding in found.findings]
    for profile in appraisal.fielded_profiles(found):
        wrong = (finding for finding in profile.findings if finding.level == "error")
        said += [(names[profile.key], finding) for finding in wrong]
    return RosterTotals(
        points=points_text(found.points),
        limit=found.limit,
        models=pluralize(found.models, "model"),
        most_models=found.most_models,
        legal=appraisal.is_legal(found),
        counts=count_findings(finding for _, finding in said),
        remarks=_named_remarks(catalogue, said),
        entries=[
            RosterEntryRow(
                models=entry.count,
                name=names.get(entry.profile, entry.profile),
                key=entry.profile if entry.profile in names else "",
                each=points_text(entry.each),
                points=points_text(entry.points),
            )
            for entry in found.entries
            if entry.count
        ],
        other_size=found.limit != event.limit,
    )


def _named_remarks(catalogue: Catalogue, findings: Sequence[tuple[str, Finding]]) -> list[NamedRemark]:
    found = remarks(catalogue, (finding for _, finding in findings))
    return [NamedRemark(who, remark) for (who, _), remark in zip(findings, found, strict=True)]


def hand_in_context(hand_in: UnpackedHandIn, open_key: str) -> dict[str, object]:
    """What the page of a hand-in shows of it; ``open_key`` is the key of the profile whose sum is open."""
    then, now = hand_in.appraisal, hand_in.recomputed
    rows, counts = profile_rows(hand_in.document, hand_in.catalogue, then, "", open_key)
    return {
        "sums": roster_totals(hand_in.document, hand_in.catalogue, then, hand_in.row.event),
        "rows": rows,
        "counts": counts,
        "agrees": hand_in.agrees,
        "now": None
        if hand_in.agrees
        else roster_totals(hand_in.document, hand_in.catalogue, now, hand_in.row.event),
    }
