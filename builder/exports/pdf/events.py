"""All rosters of an event as one PDF, after a table of the hand-ins.

A hand-in is the roster that a player submitted to the event, in the state of that moment.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from builder.catalogue.play import play_sheet
from builder.exports.pdf.budget import (
    MAX_LETTERS,
    SHORTENED,
    budget_per_paper,
    cut_text,
    fair_share,
    fit_texts,
)
from builder.exports.pdf.markdown import MAX_TEXT_WORD
from builder.exports.pdf.options import PAPER_NAMES, PaperKind, PaperOptions
from builder.exports.pdf.papers import common_data, paper_data
from builder.exports.pdf.payload import EventData, HandInData, HandInRosterData, HandInRowData, RosterData
from builder.exports.pdf.profiles import PrintContext
from builder.exports.pdf.rosters import roster_data
from builder.exports.pdf.text import long_date, printable_line, shorten
from builder.exports.pdf.typesetter import order_of
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import event_status
from builder.points.sheets.roster import ListSheet
from builder.points.sheets.weapons import armour_names, band_names
from builder.typesetting.orders import Order

MAX_ROSTERS_PER_PDF = 200
MAX_KINDS_PER_PDF = 1600
"""The maximum number of kinds of models in a PDF with several rosters.

Models of the same profile are a kind.
"""
MAX_ROSTERS_AT_ONCE = 50
MAX_KINDS_AT_ONCE = 400
"""The maximum number of kinds of models in several rosters that are typeset at once.

Typst takes more than three megabytes of memory for each roster.
"""

EVENT_PAPERS: tuple[PaperKind, ...] = ("roster", "battle", "cards", "sheets")
AS_ROSTERS = PaperOptions(paper="roster", roster=0)

_MAX_WORD = 16
_MAX_NAME_LENGTH = 80
_MAX_SHORT_NAME = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedHandIn:
    """A hand-in with its time as text. ``sheet`` is the list with only this roster."""

    player: str
    handed_in: str
    sheet: ListSheet
    fingerprints: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class EventCover:
    """The data of an event for the first page of a PDF, which is ``part`` 1 to ``part_count``.

    ``deadline`` is a time with its time zone. ``missing_players`` have not handed in a roster.
    """

    name: str
    club: str
    day: date
    limit: int | None
    deadline: str
    missing_players: Sequence[str] = ()
    part: int = 1
    part_count: int = 1


def event_order(
    cover: EventCover,
    rosters: Sequence[PrintedHandIn],
    catalogue: Catalogue,
    options: PaperOptions = AS_ROSTERS,
    *,
    today: date,
) -> Order:
    """Return the order of a PDF with these rosters, at most as many as ``split_into_pdfs`` allows.

    Rosters for play are typeset at once, or in several parts if there are too many. Of other papers, each
    roster is a part. A PDF of several parts has no tags for screen readers.
    """
    common = _common(cover, catalogue, options, today)
    rows = [_table_row(cover, hand_in, number, options) for number, hand_in in enumerate(rosters)]
    if options.paper != "roster":
        front = {**common, "has_table": True, "has_page_numbers": True, "page_name": "PDF page", "rows": rows}
        share = budget_per_paper(MAX_LETTERS, min(len(rosters), MAX_ROSTERS_AT_ONCE))
        papers = [_paper_part(cover, _with_notes(hand_in, share), options, today) for hand_in in rosters]
        return order_of("event", "bound", {"parts": papers, "front": {**front, "has_footer": True}}, today)
    kind_counts = [_kind_count(hand_in) for hand_in in rosters]
    ranges = _split(kind_counts, MAX_ROSTERS_AT_ONCE, MAX_KINDS_AT_ONCE)
    if len(ranges) > 1:
        papers_at_once = max(map(len, ranges))
        parts = [_rosters_part(common, rosters, options, indexes, papers_at_once) for indexes in ranges]
        front = {**common, "has_table": True, "has_page_numbers": True, "rows": rows}
        plan = {"parts": parts, "front": front, "footers": {**common, "has_footer": True}}
        return order_of("event", "bound", plan, today)
    data = {
        **common,
        "has_table": True,
        "has_footer": True,
        "rows": rows,
        "rosters": _rosters_data(rosters, options, len(rosters)),
    }
    return order_of("event", "pdf", data, today)


def _with_notes(hand_in: PrintedHandIn, max_letters: int) -> PrintedHandIn:
    """Return a hand-in whose notes are cut to at most ``max_letters`` together."""
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


def _paper_part(
    cover: EventCover, hand_in: PrintedHandIn, options: PaperOptions, today: date
) -> Mapping[str, object]:
    """Return the data of a part with the paper of one roster. Each of its pages has the player's name.

    A part has the data of any template, which ``binding.py`` doesn't read.
    """
    data = paper_data(hand_in.sheet, options, today, "", hand_in.fingerprints)
    player = printable_line(shorten(hand_in.player, _MAX_SHORT_NAME), _MAX_WORD)
    names = {
        "player": player,
        "event": shorten(cover.name, _MAX_SHORT_NAME),
        "short_title": f"{player} · {data['short_title']}",
    }
    return {"template": options.paper, "data": {**data, **names}, "title": hand_in.player}


def _rosters_part(
    common: EventData,
    rosters: Sequence[PrintedHandIn],
    options: PaperOptions,
    indexes: range,
    papers: int,
) -> Mapping[str, object]:
    """Return the data of a part with the rosters that have these indexes.

    The table on the first page refers to the "anchors".
    """
    part_rosters = _rosters_data(rosters[indexes.start : indexes.stop], options, papers, indexes.start)
    return {
        "data": {**common, "rosters": part_rosters},
        "anchors": [f"roster-{number}" for number in indexes],
    }


def split_into_pdfs(kind_counts: Sequence[int]) -> list[range]:
    """Return the indexes of the rosters in each PDF.

    ``kind_counts`` are the numbers of kinds of models in the rosters. A roster with more kinds than the
    maximum gets its own PDF.
    """
    return _split(kind_counts, MAX_ROSTERS_PER_PDF, MAX_KINDS_PER_PDF)


def _kind_count(hand_in: PrintedHandIn) -> int:
    """Return the number of kinds of models that a roster prints, including summoned models."""
    roster = hand_in.sheet.rosters[0]
    return sum(len(row.members) for row in roster.rows) + len(roster.summoned)


def _split(kind_counts: Sequence[int], max_rosters: int, max_kinds: int) -> list[range]:
    ranges = [range(0)]
    for index, count in enumerate(kind_counts):
        last_range = ranges[-1]
        kinds_before = sum(kind_counts[last_range.start : last_range.stop])
        if len(last_range) < max_rosters and kinds_before + count <= max_kinds:
            ranges[-1] = range(last_range.start, index + 1)
        else:
            ranges.append(range(index, index + 1))
    return [indexes for indexes in ranges if indexes]


def _common(cover: EventCover, catalogue: Catalogue, options: PaperOptions, today: date) -> EventData:
    """Return the data for an event's template, without rosters."""
    play = play_sheet(catalogue)
    kind = "Rosters" if options.paper == "roster" else PAPER_NAMES[options.paper]
    return {
        **common_data(kind, cover.name, catalogue, options, today, ""),
        "page_name": "Page",
        "facts": _event_facts(cover, catalogue, options),
        "band_names": band_names(play),
        "armour_names": armour_names(catalogue, play),
        "missing": [printable_line(name, _MAX_WORD) for name in cover.missing_players],
        "has_table": False,
        "has_footer": False,
        "has_page_numbers": False,
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
    return [*facts, f"part {cover.part} of {cover.part_count}"] if cover.part_count > 1 else facts


def _table_row(
    cover: EventCover, hand_in: PrintedHandIn, number: int, options: PaperOptions
) -> HandInRowData:
    """Return the row of a roster in the table on the first page."""
    roster = hand_in.sheet.rosters[0]
    status = event_status(
        roster.status._replace(text=roster.status.word), roster.limit, cover.limit, roster.appraisal.points
    )
    return {
        **_hand_in_head(hand_in, number),
        "name": printable_line(shorten(roster.name, _MAX_NAME_LENGTH), _MAX_WORD),
        "list_name": printable_line(shorten(hand_in.sheet.name, _MAX_NAME_LENGTH), _MAX_WORD),
        "points": roster.points if options.points else "",
        "limit": roster.limit if options.points else None,
        "models": roster.appraisal.models,
        "is_legal": roster.status.code == "legal" and roster.limit == cover.limit,
        "verdict": status.text.lower(),
    }


def _hand_in_head(hand_in: PrintedHandIn, number: int) -> HandInData:
    return {
        "number": number,
        "player": printable_line(shorten(hand_in.player, _MAX_NAME_LENGTH), _MAX_WORD),
        "handed_in": hand_in.handed_in,
        "fingerprints": hand_in.fingerprints,
    }


def _rosters_data(
    rosters: Sequence[PrintedHandIn],
    options: PaperOptions,
    papers: int,
    first_number: int = 0,
) -> list[HandInRosterData]:
    """Return the data of rosters that are typeset at once, numbered from ``first_number``.

    ``papers`` is the number of papers that share the budget of texts.
    """
    return [
        {
            **_hand_in_head(hand_in, number),
            **_roster_data(hand_in, options, papers),
            "short_player": shorten(hand_in.player, _MAX_SHORT_NAME),
        }
        for number, hand_in in enumerate(rosters, first_number)
    ]


def _roster_data(hand_in: PrintedHandIn, options: PaperOptions, papers: int) -> RosterData:
    profiles = [member.profile for member in hand_in.sheet.rosters[0].profiles_in_play]
    texts = [profile.notes if options.background else "" for profile in profiles]
    notes = fit_texts(texts, MAX_TEXT_WORD, papers=papers)
    by_key = {profile.key: note for profile, note in zip(profiles, notes, strict=True)}
    context = PrintContext(hand_in.sheet, options.points, by_key)
    return roster_data(context, 0, papers)
