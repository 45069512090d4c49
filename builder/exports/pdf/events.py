"""All rosters of an event as one paper: a table of who handed in what, then each on pages of its own."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from builder.catalogue.play import play_sheet
from builder.exports.pdf.budget import fit
from builder.exports.pdf.join import Paper, join
from builder.exports.pdf.markdown import TEXT_WORD
from builder.exports.pdf.options import Options
from builder.exports.pdf.papers import frame
from builder.exports.pdf.profiles import Data, Sheet
from builder.exports.pdf.rosters import (
    armour_names,
    band_names,
    brought_profiles,
    roster_data,
    roster_profiles,
)
from builder.exports.pdf.text import line, long_date, shorten
from builder.exports.pdf.typesetter import set_pdf
from builder.points.catalogue import Catalogue
from builder.points.document import Document
from builder.points.play import PlaySheet
from builder.points.results import Appraisal
from builder.points.sheet import list_name, points_text, roster_name

MOST_ROSTERS = 200
MOST_KINDS = 1600
"""So many rosters, and so many kinds of models in all of them, are one PDF; of more there are several.

A roster of more kinds is a PDF by itself.
"""
AT_ONCE = 50
KINDS_AT_ONCE = 400
"""So many of them are set at once, for Typst takes more than three megabytes for each roster."""

_NAME = 16
_LONGEST = 80
_SHORT = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedIn:
    """One roster: whose it is, when it was handed in as it is printed, and what was computed of it then.

    ``document`` is the list cut to it.
    """

    who: str
    when: str
    document: Document
    appraisal: Appraisal
    fingerprint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EventHead:
    """What the first page says of the event; ``deadline`` is a time as it is printed, with its zone.

    ``missing`` are those who have handed in nothing. ``part`` and ``parts`` count the papers of one event.
    """

    name: str
    club: str
    day: date
    limit: int
    deadline: str
    missing: Sequence[str] = ()
    part: int = 1
    parts: int = 1


def make_event_pdf(
    head: EventHead,
    rosters: Sequence[HandedIn],
    catalogue: Catalogue,
    *,
    size: Literal["a4", "letter"] = "a4",
    today: date,
) -> bytes:
    """The PDF of rosters of one edition, no more than ``parts`` puts into one.

    Where they are more than are set at once, the file has no tags.
    """
    common = _common(head, catalogue, size, today)
    found = _parted([_kinds(one) for one in rosters], AT_ONCE, KINDS_AT_ONCE)
    if len(found) > 1:
        return _joined(common, rosters, found, catalogue, today)
    everything = {
        **common,
        "front": True,
        "foot": True,
        "rows": [_row(one, number) for number, one in enumerate(rosters)],
        "rosters": _rosters(rosters, catalogue, len(rosters)),
    }
    return set_pdf("event", everything, today)


def parts(kinds: Sequence[int]) -> list[range]:
    """The places of the rosters in each PDF, in their order; ``kinds`` is how many models each prints."""
    return _parted(kinds, MOST_ROSTERS, MOST_KINDS)


def _kinds(one: HandedIn) -> int:
    """How many kinds of models a roster prints: those that it fields, and those that come along."""
    entries = one.document.rosters[0].entries
    along = {profile.key for profile in one.document.profiles} - {entry.profile for entry in entries}
    return len(entries) + len(along)


def _parted(kinds: Sequence[int], most: int, most_kinds: int) -> list[range]:
    found = [range(0)]
    for place, number in enumerate(kinds):
        here = found[-1]
        if len(here) < most and sum(kinds[here.start : here.stop]) + number <= most_kinds:
            found[-1] = range(here.start, place + 1)
        else:
            found.append(range(place, place + 1))
    return [part for part in found if part]


def _joined(
    common: Data, rosters: Sequence[HandedIn], found: Sequence[range], catalogue: Catalogue, today: date
) -> bytes:
    """Some rosters set at a time, then the front, which tells where each begins, then all feet."""
    papers, begins = [], []
    before, most = 0, max(map(len, found))
    for part in found:
        here = _rosters(rosters[part.start : part.stop], catalogue, most, part.start)
        made = Paper(set_pdf("event", {**common, "rosters": here}, today))
        begins += [before + made.page_of(f"roster-{number}") for number in part]
        before += made.pages
        papers.append(made)
    length = _front(common, rosters, begins, today).pages  # the same whatever the numbers in it are
    front = _front(common, rosters, [length + page + 1 for page in begins], today)
    feet = set_pdf("feet", {**common, "foot": True, "pages": length + before}, today)
    return join([front, *papers], feet)


def _front(common: Data, rosters: Sequence[HandedIn], begins: Sequence[int], today: date) -> Paper:
    rows = [
        {**_row(one, number), "page": page}
        for number, (one, page) in enumerate(zip(rosters, begins, strict=True))
    ]
    return Paper(set_pdf("event", {**common, "front": True, "numbered": True, "rows": rows}, today))


def _common(head: EventHead, catalogue: Catalogue, size: Literal["a4", "letter"], today: date) -> Data:
    """What the template is given of an event, without its rosters."""
    play = play_sheet(catalogue)
    options = Options(paper="roster", roster=0, size=size, glossary=False)
    return {
        **frame(head.name, catalogue, options, today, ""),
        "kind": "Rosters",
        "facts": _facts(head, catalogue),
        "bands": band_names(play),
        "armour": armour_names(catalogue, play),
        "missing": [line(name, _NAME) for name in head.missing],
        "front": False,
        "foot": False,
        "numbered": False,
        "rows": [],
        "rosters": [],
    }


def _facts(head: EventHead, catalogue: Catalogue) -> list[str]:
    facts = [
        line(head.club),
        long_date(head.day),
        f"{head.limit} {catalogue.points_unit}",
        f"handed in until {head.deadline}",
    ]
    return [*facts, f"part {head.part} of {head.parts}"] if head.parts > 1 else facts


def _row(one: HandedIn, number: int) -> Data:
    """What the table tells of a roster."""
    sums = one.appraisal.rosters[0]
    return {
        **_head(one, number),
        "name": line(shorten(roster_name(one.document.rosters[0].name), _LONGEST), _NAME),
        "of-list": line(shorten(list_name(one.document.name), _LONGEST), _NAME),
        "sum": points_text(sums.points),
        "limit": sums.limit,
        "models": sums.models,
        "legal": one.appraisal.is_legal(sums),
    }


def _head(one: HandedIn, number: int) -> Data:
    return {
        "number": number,
        "who": line(shorten(one.who, _LONGEST), _NAME),
        "when": one.when,
        "fingerprint": one.fingerprint,
    }


def _rosters(rosters: Sequence[HandedIn], catalogue: Catalogue, papers: int, first: int = 0) -> list[Data]:
    """Rosters that are set at once, the first with this number, sharing out what so many would hold."""
    play = play_sheet(catalogue)
    return [
        {**_head(one, number), **_roster(one, catalogue, play, papers)}
        for number, one in enumerate(rosters, first)
    ]


def _roster(one: HandedIn, catalogue: Catalogue, play: PlaySheet, papers: int) -> Data:
    fielded = roster_profiles(one.document, 0)
    profiles = [*fielded, *brought_profiles(one.document, catalogue, play, fielded)]
    notes = fit([profile.notes for profile in profiles], TEXT_WORD, papers=papers)
    by_key = {profile.key: found for profile, found in zip(profiles, notes, strict=True)}
    sheet = Sheet(one.document, catalogue, one.appraisal, notes=by_key)
    return {**roster_data(sheet, play, 0, papers), "short-who": shorten(one.who, _SHORT)}
