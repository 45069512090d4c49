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
from builder.points.wording import several
from builder.queries.events import Frozen
from builder.web.list_page import profile_rows
from builder.web.option import Option, OptionGroup
from builder.web.presenting import (
    Count,
    Remark,
    count_findings,
    list_name,
    points_text,
    profile_name,
    remarks,
    roster_name,
)


class Entry(NamedTuple):
    """One row of a roster: how many of whom, at what price each and in all; ``key`` is "" for nobody's."""

    models: int
    name: str
    key: str
    each: str
    points: str


class Said(NamedTuple):
    """A finding with whose it is; "" for the roster's own."""

    who: str
    remark: Remark


class Sums(NamedTuple):
    """What a roster comes to, and all that is found in it. ``other_size`` is the game size it is made for."""

    points: str
    limit: int
    models: str
    most: int | None
    legal: bool
    counts: list[Count]
    said: list[Said]
    entries: list[Entry]
    other_size: bool


class WouldBe(NamedTuple):
    """What would be handed in. ``seen`` is the version of the list that this is about."""

    roster: str
    list: str
    list_id: str
    roster_id: str
    seen: int
    sums: Sums


def usual_roster(rosters: Sequence[Roster], event: Event, mine: HandIn | None) -> Roster | None:
    """The one that is looked at first: what was handed in before, else one of the event's game size."""
    if mine is not None:
        for roster in rosters:
            if roster.pk == mine.roster_id:
                return roster
    fitting = [roster for roster in rosters if roster.limit == event.limit]
    return next(iter([*fitting, *rosters]), None)


def offers(rosters: Sequence[Roster], event: Event) -> list[OptionGroup]:
    """The rosters list by list; one for a game of another size says so."""
    found: dict[int, OptionGroup] = {}
    for roster in rosters:
        name = list_name(roster.company_list.name)
        offer = found.setdefault(roster.company_list_id, OptionGroup(name, []))
        other = "" if roster.limit == event.limit else ", another game size"
        words = f"{roster_name(roster.name)} ({roster.limit}{other})"
        offer.options.append(Option(roster.public_id, words))
    return list(found.values())


def would_be(loaded: LoadedList, place: int, event: Event) -> WouldBe:
    """What one roster of a list would be when it is handed in now."""
    document = cut_to_roster(loaded.document, place, loaded.catalogue)
    appraisal = appraise(document, loaded.catalogue)
    return WouldBe(
        roster=roster_name(document.rosters[0].name),
        list=list_name(document.name),
        list_id=loaded.row.public_id,
        roster_id=loaded.roster_ids[place],
        seen=loaded.row.version,
        sums=sums(document, loaded.catalogue, appraisal, event),
    )


def sums(document: Document, catalogue: Catalogue, appraisal: Appraisal, event: Event) -> Sums:
    """What the one roster of a document comes to."""
    found = appraisal.rosters[0]
    names = {profile.key: profile_name(profile.name) for profile in document.profiles}
    said = [("", finding) for finding in found.findings]
    for profile in appraisal.fielded(found):
        wrong = (finding for finding in profile.findings if finding.level == "error")
        said += [(names[profile.key], finding) for finding in wrong]
    return Sums(
        points=points_text(found.points),
        limit=found.limit,
        models=several(found.models, "model"),
        most=found.most_models,
        legal=appraisal.is_legal(found),
        counts=count_findings(finding for _, finding in said),
        said=_said(catalogue, said),
        entries=[
            Entry(
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


def _said(catalogue: Catalogue, said: Sequence[tuple[str, Finding]]) -> list[Said]:
    found = remarks(catalogue, (finding for _, finding in said))
    return [Said(who, remark) for (who, _), remark in zip(said, found, strict=True)]


def frozen_context(found: Frozen, opened: str) -> dict[str, object]:
    """What the page of a hand-in shows of it; ``opened`` is the key of the profile whose sum is open."""
    then, now = found.appraisal, found.now
    rows, counts = profile_rows(found.document, found.catalogue, then, "", opened)
    return {
        "sums": sums(found.document, found.catalogue, then, found.row.event),
        "rows": rows,
        "counts": counts,
        "agrees": found.agrees,
        "now": None if found.agrees else sums(found.document, found.catalogue, now, found.row.event),
    }
