"""All rosters of an event as one paper: a table of who handed in what, then each on pages of its own."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from builder.catalogue.play import play_sheet
from builder.exports.pdf.budget import (
    MOST_LETTERS,
    SHORTENED,
    budget_per_paper,
    cut_text,
    fair_share,
    fit_texts,
)
from builder.exports.pdf.markdown import TEXT_WORD
from builder.exports.pdf.options import PAPER_NAMES, PaperKind, PaperOptions
from builder.exports.pdf.papers import common_data, paper_data
from builder.exports.pdf.profiles import JsonData, PrintContext
from builder.exports.pdf.rosters import (
    armour_names,
    band_names,
    brought_along,
    roster_data,
    roster_profiles,
)
from builder.exports.pdf.text import long_date, printable_line, shorten
from builder.exports.pdf.typesetter import order_of
from builder.points.document.document import Document
from builder.points.document.play import PlaySheet
from builder.points.pricing.stat_line import total_text
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.names import list_name, roster_name
from builder.points.rules.results import Appraisal
from builder.typesetting.orders import Order

MOST_ROSTERS = 200
MOST_KINDS = 1600
"""So many rosters, and so many kinds of models in all of them, fit into one PDF; more take several.

A roster of more kinds is a PDF by itself.
"""
ROSTERS_AT_ONCE = 50
KINDS_AT_ONCE = 400
"""So many of them are typeset at once, for Typst takes more than three megabytes for each roster."""

EVENT_PAPERS: tuple[PaperKind, ...] = ("roster", "battle", "cards", "sheets")
"""What rosters of an event can be printed as: any other paper of one roster is offered by its name here."""
AS_ROSTERS = PaperOptions(paper="roster", roster=0)

_NAME = 16
_LONGEST = 80
_SHORT = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedHandIn:
    """A roster that was handed in: by whom, when (as text), and the appraisal of that time.

    ``document`` is the list cut to the roster, ``fingerprints`` are with their labels.
    """

    who: str
    when: str
    document: Document
    appraisal: Appraisal
    fingerprints: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class EventCover:
    """What the first page says of the event; ``deadline`` is the text of a time with its zone.

    ``missing`` are those who have handed in nothing. ``part`` is the number of this paper from 1, of as many
    ``parts`` as the event has.
    """

    name: str
    club: str
    day: date
    limit: int | None
    deadline: str
    missing: Sequence[str] = ()
    part: int = 1
    parts: int = 1


def event_order(
    cover: EventCover,
    rosters: Sequence[PrintedHandIn],
    catalogue: Catalogue,
    options: PaperOptions = AS_ROSTERS,
    *,
    today: date,
) -> Order:
    """Return the order of rosters of one edition, no more than ``split_into_pdfs`` puts into one.

    ``options`` are of a paper of each roster. Rosters for play are set together, where they are more than are
    set at once bound of several parts; of any other paper each roster is a part. What is bound has no tags.
    """
    common = _common(cover, catalogue, options, today)
    rows = [_table_row(one, number, options) for number, one in enumerate(rosters)]
    if options.paper != "roster":
        front = {**common, "front": True, "numbered": True, "page-name": "PDF page", "rows": rows}
        share = budget_per_paper(MOST_LETTERS, min(len(rosters), ROSTERS_AT_ONCE))
        papers = [_paper_part(cover, _with_notes(one, share), catalogue, options, today) for one in rosters]
        return order_of("event", "bound", {"parts": papers, "front": {**front, "foot": True}}, today)
    found = _split([_kind_count(one) for one in rosters], ROSTERS_AT_ONCE, KINDS_AT_ONCE)
    if len(found) > 1:
        most = max(map(len, found))
        parts = [_part(common, rosters, catalogue, options, part, most) for part in found]
        front = {**common, "front": True, "numbered": True, "rows": rows}
        plan = {"parts": parts, "front": front, "feet": {**common, "foot": True}}
        return order_of("event", "bound", plan, today)
    everything = {
        **common,
        "front": True,
        "foot": True,
        "rows": rows,
        "rosters": _rosters_data(rosters, catalogue, options, len(rosters)),
    }
    return order_of("event", "pdf", everything, today)


def _with_notes(hand_in: PrintedHandIn, most: int) -> PrintedHandIn:
    """A hand-in with so many letters of notes, shared out fairly among its profiles."""
    profiles = hand_in.document.profiles
    share = fair_share([len(profile.notes) for profile in profiles], most)
    kept = (
        profile
        if len(profile.notes) <= share
        else replace(profile, notes=f"{cut_text(profile.notes, share)}\n\n{SHORTENED}")
        for profile in profiles
    )
    return replace(hand_in, document=replace(hand_in.document, profiles=tuple(kept)))


def _paper_part(
    cover: EventCover, hand_in: PrintedHandIn, catalogue: Catalogue, options: PaperOptions, today: date
) -> JsonData:
    """The paper of one roster, as it is alone, with whose it is on every page."""
    data = paper_data(
        hand_in.document, catalogue, options, today, "", hand_in.fingerprints, hand_in.appraisal
    )
    whose = printable_line(shorten(hand_in.who, _SHORT), _NAME)
    named = {"whose": whose, "event": shorten(cover.name, _SHORT), "short": f"{whose} · {data['short']}"}
    return {"template": options.paper, "data": {**data, **named}, "title": hand_in.who}


def _part(
    common: JsonData,
    rosters: Sequence[PrintedHandIn],
    catalogue: Catalogue,
    options: PaperOptions,
    part: range,
    papers: int,
) -> JsonData:
    """Rosters that are set at once, and the names of the places where they begin."""
    here = _rosters_data(rosters[part.start : part.stop], catalogue, options, papers, part.start)
    return {"data": {**common, "rosters": here}, "places": [f"roster-{number}" for number in part]}


def split_into_pdfs(kinds: Sequence[int]) -> list[range]:
    """The places of the rosters in each PDF, in their order; ``kinds`` is how many models each prints."""
    return _split(kinds, MOST_ROSTERS, MOST_KINDS)


def _kind_count(hand_in: PrintedHandIn) -> int:
    """How many kinds of models a roster prints: those that it fields, and those that come along."""
    fielded = [member.profile for member in hand_in.document.rosters[0].members()]
    along = {profile.key for profile in hand_in.document.profiles} - set(fielded)
    return len(fielded) + len(along)


def _split(kinds: Sequence[int], most: int, most_kinds: int) -> list[range]:
    found = [range(0)]
    for place, number in enumerate(kinds):
        here = found[-1]
        if len(here) < most and sum(kinds[here.start : here.stop]) + number <= most_kinds:
            found[-1] = range(here.start, place + 1)
        else:
            found.append(range(place, place + 1))
    return [part for part in found if part]


def _common(cover: EventCover, catalogue: Catalogue, options: PaperOptions, today: date) -> JsonData:
    """The data of an event's template, without its rosters."""
    play = play_sheet(catalogue)
    return {
        **common_data(cover.name, catalogue, options, today, ""),
        "kind": "Rosters" if options.paper == "roster" else PAPER_NAMES[options.paper],
        "page-name": "Page",
        "facts": _event_facts(cover, catalogue, options),
        "bands": band_names(play),
        "armour": armour_names(catalogue, play),
        "missing": [printable_line(name, _NAME) for name in cover.missing],
        "front": False,
        "foot": False,
        "numbered": False,
        "rows": [],
        "rosters": [],
    }


def _event_facts(cover: EventCover, catalogue: Catalogue, options: PaperOptions) -> list[str]:
    facts = [
        *(() if options.paper == "roster" else (PAPER_NAMES[options.paper],)),
        printable_line(cover.club),
        long_date(cover.day),
        *(() if cover.limit is None else (f"{cover.limit} {catalogue.points_unit}",)),
        f"handed in until {cover.deadline}",
    ]
    return [*facts, f"part {cover.part} of {cover.parts}"] if cover.parts > 1 else facts


def _table_row(hand_in: PrintedHandIn, number: int, options: PaperOptions) -> JsonData:
    """The row of a roster in the table on the front."""
    sums = hand_in.appraisal.rosters[0]
    total = total_text(hand_in.appraisal.roster_total(sums, hand_in.document.profile_names()))
    status = hand_in.appraisal.status(sums)
    return {
        **_hand_in_head(hand_in, number),
        "name": printable_line(shorten(roster_name(hand_in.document.rosters[0].name), _LONGEST), _NAME),
        "of-list": printable_line(shorten(list_name(hand_in.document.name), _LONGEST), _NAME),
        "sum": total if options.points else "",
        "limit": sums.limit if options.points else None,
        "models": sums.models,
        "legal": status.code == "legal",
        "verdict": status.word.lower(),
    }


def _hand_in_head(hand_in: PrintedHandIn, number: int) -> JsonData:
    return {
        "number": number,
        "who": printable_line(shorten(hand_in.who, _LONGEST), _NAME),
        "when": hand_in.when,
        "fingerprints": hand_in.fingerprints,
    }


def _rosters_data(
    rosters: Sequence[PrintedHandIn],
    catalogue: Catalogue,
    options: PaperOptions,
    papers: int,
    first: int = 0,
) -> list[JsonData]:
    """The data of rosters that are typeset at once, numbered from ``first``; ``papers`` share the budget."""
    play = play_sheet(catalogue)
    return [
        {**_hand_in_head(one, number), **_roster_with_name(one, catalogue, play, options, papers)}
        for number, one in enumerate(rosters, first)
    ]


def _roster_with_name(
    hand_in: PrintedHandIn, catalogue: Catalogue, play: PlaySheet, options: PaperOptions, papers: int
) -> JsonData:
    fielded = roster_profiles(hand_in.document, 0)
    profiles = [*fielded, *brought_along(hand_in.document, catalogue, play, fielded)]
    texts = [profile.notes if options.background else "" for profile in profiles]
    notes = fit_texts(texts, TEXT_WORD, papers=papers)
    by_key = {profile.key: found for profile, found in zip(profiles, notes, strict=True)}
    sheet = PrintContext(hand_in.document, catalogue, hand_in.appraisal, options.points, by_key)
    return {**roster_data(sheet, play, 0, papers), "short-who": shorten(hand_in.who, _SHORT)}
