"""All rosters of an event as one PDF. It begins with a table of hand-ins, and each roster begins a page.

A hand-in is the roster that a player submitted to the event, in the state of that moment.
"""

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
from builder.exports.pdf.payload import JsonData
from builder.exports.pdf.profiles import PrintContext
from builder.exports.pdf.rosters import roster_data
from builder.exports.pdf.text import long_date, printable_line, shorten
from builder.exports.pdf.typesetter import order_of
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import event_status
from builder.points.sheets.roster import ListSheet
from builder.points.sheets.weapons import armour_names, band_names
from builder.typesetting.orders import Order

MOST_ROSTERS = 200
MOST_KINDS = 1600
"""The maximum number of rosters in one PDF, and the maximum number of kinds of models in them.

Models of the same profile are a kind. A roster with more kinds than the maximum is a PDF by itself.
"""
ROSTERS_AT_ONCE = 50
KINDS_AT_ONCE = 400
"""The maximum number of rosters and the maximum number of kinds of models that are typeset at once.

Typst takes more than three megabytes of memory for each roster.
"""

EVENT_PAPERS: tuple[PaperKind, ...] = ("roster", "battle", "cards", "sheets")
"""The kinds of paper that can be printed for the rosters of an event."""
AS_ROSTERS = PaperOptions(paper="roster", roster=0)

_MAX_WORD = 16
_MAX_NAME_LENGTH = 80
_MAX_SHORT_NAME = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedHandIn:
    """A hand-in.

    ``who`` is the name of the player. ``when`` is the time of the hand-in as text. ``sheet`` is the list with
    only this roster. Each of the ``fingerprints`` is a label and a code.
    """

    who: str
    when: str
    sheet: ListSheet
    fingerprints: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class EventCover:
    """The data of an event for the first page.

    ``limit`` is the points limit of the event. ``deadline`` is a time with its time zone, as text.
    ``missing`` are the names of the players without a hand-in. ``part`` is the number of this PDF, from 1 to
    ``parts``.
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
    """Return the order of a PDF with these rosters.

    There must not be more rosters than ``split_into_pdfs`` puts in one PDF. ``options`` are the options of
    each roster's paper.

    If the paper is "roster", the rosters are typeset at once, or in several parts if there are too many. If
    it is another paper, each roster is a part. A PDF of several parts has no tags for screen readers.
    """
    common = _common(cover, catalogue, options, today)
    rows = [_table_row(cover, hand_in, number, options) for number, hand_in in enumerate(rosters)]
    if options.paper != "roster":
        front = {**common, "front": True, "numbered": True, "page_name": "PDF page", "rows": rows}
        share = budget_per_paper(MOST_LETTERS, min(len(rosters), ROSTERS_AT_ONCE))
        papers = [_paper_part(cover, _with_notes(hand_in, share), options, today) for hand_in in rosters]
        return order_of("event", "bound", {"parts": papers, "front": {**front, "foot": True}}, today)
    table_parts = _split([_kind_count(hand_in) for hand_in in rosters], ROSTERS_AT_ONCE, KINDS_AT_ONCE)
    if len(table_parts) > 1:
        rows_per_table = max(map(len, table_parts))
        parts = [_rosters_part(common, rosters, options, part, rows_per_table) for part in table_parts]
        front = {**common, "front": True, "numbered": True, "rows": rows}
        plan = {"parts": parts, "front": front, "feet": {**common, "foot": True}}
        return order_of("event", "bound", plan, today)
    everything = {
        **common,
        "front": True,
        "foot": True,
        "rows": rows,
        "rosters": _rosters_data(rosters, options, len(rosters)),
    }
    return order_of("event", "pdf", everything, today)


def _with_notes(hand_in: PrintedHandIn, max_letters: int) -> PrintedHandIn:
    """Return a hand-in with shortened notes. The notes of all its profiles have at most ``max_letters``."""
    document = hand_in.sheet.document
    profiles = document.profiles
    share = fair_share([len(profile.notes) for profile in profiles], max_letters)
    notes = (
        profile
        if len(profile.notes) <= share
        else replace(profile, notes=f"{cut_text(profile.notes, share)}\n\n{SHORTENED}")
        for profile in profiles
    )
    shortened = replace(document, profiles=tuple(notes))
    return replace(hand_in, sheet=replace(hand_in.sheet, document=shortened))


def _paper_part(cover: EventCover, hand_in: PrintedHandIn, options: PaperOptions, today: date) -> JsonData:
    """Return the data of a part with the paper of one roster. Each of its pages has the player's name."""
    data = paper_data(hand_in.sheet, options, today, "", hand_in.fingerprints)
    whose = printable_line(shorten(hand_in.who, _MAX_SHORT_NAME), _MAX_WORD)
    names = {
        "whose": whose,
        "event": shorten(cover.name, _MAX_SHORT_NAME),
        "short": f"{whose} · {data['short']}",
    }
    return {"template": options.paper, "data": {**data, **names}, "title": hand_in.who}


def _rosters_part(
    common: JsonData,
    rosters: Sequence[PrintedHandIn],
    options: PaperOptions,
    part: range,
    papers: int,
) -> JsonData:
    """Return the data of a part with several rosters.

    ``part`` is the range of the rosters' indexes. In the result, "places" are the anchors of the rosters, to
    which the table on the first page refers.
    """
    part_rosters = _rosters_data(rosters[part.start : part.stop], options, papers, part.start)
    return {"data": {**common, "rosters": part_rosters}, "places": [f"roster-{number}" for number in part]}


def split_into_pdfs(kinds: Sequence[int]) -> list[range]:
    """Return a range for each PDF: the indexes of the rosters in it.

    ``kinds`` has the number of kinds of models of each roster, in the order of the rosters.
    """
    return _split(kinds, MOST_ROSTERS, MOST_KINDS)


def _kind_count(hand_in: PrintedHandIn) -> int:
    """Return the number of kinds of models that a roster prints, including summoned models."""
    roster = hand_in.sheet.rosters[0]
    return sum(len(row.members) for row in roster.rows) + len(roster.summoned)


def _split(kinds: Sequence[int], max_rosters: int, max_kinds: int) -> list[range]:
    ranges = [range(0)]
    for index, number in enumerate(kinds):
        last_range = ranges[-1]
        if (
            len(last_range) < max_rosters
            and sum(kinds[last_range.start : last_range.stop]) + number <= max_kinds
        ):
            ranges[-1] = range(last_range.start, index + 1)
        else:
            ranges.append(range(index, index + 1))
    return [part for part in ranges if part]


def _common(cover: EventCover, catalogue: Catalogue, options: PaperOptions, today: date) -> JsonData:
    """Return the data for an event's template, without rosters."""
    play = play_sheet(catalogue)
    return {
        **common_data(cover.name, catalogue, options, today, ""),
        "kind": "Rosters" if options.paper == "roster" else PAPER_NAMES[options.paper],
        "page_name": "Page",
        "facts": _event_facts(cover, catalogue, options),
        "bands": band_names(play),
        "armour": armour_names(catalogue, play),
        "missing": [printable_line(name, _MAX_WORD) for name in cover.missing],
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


def _table_row(cover: EventCover, hand_in: PrintedHandIn, number: int, options: PaperOptions) -> JsonData:
    """Return the row of a roster in the table on the first page."""
    roster = hand_in.sheet.rosters[0]
    status = event_status(
        roster.status._replace(text=roster.status.word), roster.limit, cover.limit, roster.appraisal.points
    )
    return {
        **_hand_in_head(hand_in, number),
        "name": printable_line(shorten(roster.name, _MAX_NAME_LENGTH), _MAX_WORD),
        "of_list": printable_line(shorten(hand_in.sheet.name, _MAX_NAME_LENGTH), _MAX_WORD),
        "sum": roster.points if options.points else "",
        "limit": roster.limit if options.points else None,
        "models": roster.appraisal.models,
        "legal": roster.status.code == "legal" and roster.limit == cover.limit,
        "verdict": status.text.lower(),
    }


def _hand_in_head(hand_in: PrintedHandIn, number: int) -> JsonData:
    return {
        "number": number,
        "who": printable_line(shorten(hand_in.who, _MAX_NAME_LENGTH), _MAX_WORD),
        "when": hand_in.when,
        "fingerprints": hand_in.fingerprints,
    }


def _rosters_data(
    rosters: Sequence[PrintedHandIn],
    options: PaperOptions,
    papers: int,
    first: int = 0,
) -> list[JsonData]:
    """Return the data of rosters that are typeset at once.

    ``papers`` is the number of papers that share the budget of texts. ``first`` is the number of the first
    roster.
    """
    return [
        {**_hand_in_head(hand_in, number), **_roster_with_name(hand_in, options, papers)}
        for number, hand_in in enumerate(rosters, first)
    ]


def _roster_with_name(hand_in: PrintedHandIn, options: PaperOptions, papers: int) -> JsonData:
    profiles = [member.profile for member in hand_in.sheet.rosters[0].in_play]
    texts = [profile.notes if options.background else "" for profile in profiles]
    notes = fit_texts(texts, TEXT_WORD, papers=papers)
    by_key = {profile.key: note for profile, note in zip(profiles, notes, strict=True)}
    context = PrintContext(hand_in.sheet, options.points, by_key)
    return {**roster_data(context, 0, papers), "short_who": shorten(hand_in.who, _MAX_SHORT_NAME)}
