"""Files of an event: the table of hand-ins, PDFs with all rosters, and single hand-ins.

A hand-in is the roster that a player submitted to the event, in the state of that moment.
"""

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from builder.catalogue.store import catalogue_of
from builder.exports.club_time import moment_text, time_zone_of, today_of, zone_text
from builder.exports.csv import CellValue, TableFormat, csv_text, encode_table
from builder.exports.json import to_json_text
from builder.exports.paper_requests import PaperSource, PreparedPaper
from builder.exports.pdf.cards import MAX_CARDS
from builder.exports.pdf.events import AS_ROSTERS, EventCover, PrintedHandIn, event_order, split_into_pdfs
from builder.exports.pdf.options import PAPER_NAMES, PaperOptions, PaperSize
from builder.exports.pdf.papers import paper_order
from builder.frozen import FrozenSummary, UnpackedRoster, summary_status
from builder.models import Event, HandIn, User
from builder.points.rules.names import list_name, roster_name
from builder.points.rules.results import event_status
from builder.points.rules.wording import with_capital
from builder.queries.clubs import ClubAccess
from builder.queries.events import HandInTable, HandInTableRow, unpack_hand_ins

# ------------------------------------------------------------------ the table


_COLUMNS = (
    "Who", "In the club", "Roster", "List", "{sum}", "{limit}", "{models}", "Legal", "Errors", "Handed in",
    "Force", "Words", "Verdict",
)  # fmt: skip


def event_csv(access: ClubAccess, event: Event, table: HandInTable, table_format: TableFormat) -> bytes:
    """Return the table of hand-ins for spreadsheets, with times in ISO 8601 and the club's time zone.

    Raise UnwritableError if characters are missing in the encoding. The error names these characters.
    """
    zone, catalogue = time_zone_of(access.club), catalogue_of(event.edition)
    words = {
        "sum": with_capital(catalogue.points_unit),
        "limit": with_capital(catalogue.words.limit),
        "models": with_capital(catalogue.words.models),
    }
    head = [column.format_map(words) for column in _COLUMNS]
    text = csv_text([head, *(_csv_row(row, event, zone) for row in table.rows)], table_format.separator)
    return encode_table(text, table_format)


def _csv_row(row: HandInTableRow, event: Event, zone: ZoneInfo) -> list[CellValue]:
    player, is_member = row.user.username, "no" if row.has_left else "yes"
    if row.hand_in is None:
        return [player, is_member, "nothing", *[None] * (len(_COLUMNS) - 3)]
    summary: FrozenSummary = row.hand_in.summary
    return [
        player,
        is_member,
        roster_name(summary["roster"]),
        list_name(summary["list"]),
        summary["points"],
        summary["limit"],
        summary["models"],
        "no" if summary["errors"] else "yes",
        summary["errors"],
        row.hand_in.made.astimezone(zone).isoformat(timespec="seconds"),
        *_csv_fingerprints(row.hand_in),
        event_status(summary_status(summary), summary["limit"], event.limit, summary["points"]).text,
    ]


def _csv_fingerprints(hand_in: HandIn) -> tuple[str, str]:
    if hand_in.older_fingerprint:
        return f"{hand_in.older_fingerprint} (old kind)", ""
    return hand_in.force, hand_in.words


# ------------------------------------------------------------------ all rosters


def roster_ranges(table: HandInTable, options: PaperOptions = AS_ROSTERS) -> list[range]:
    """Return the indexes of the rosters in each PDF. A table without rosters has one PDF without rosters."""
    has_card_per_model = options.paper == "cards" and options.per == "model"
    summaries: list[FrozenSummary] = [row.summary for row in table.hand_ins]
    counts = [
        min(summary["models"], MAX_CARDS) if has_card_per_model else summary["kinds"] for summary in summaries
    ]
    return split_into_pdfs(counts) or [range(0)]


def event_paper(
    access: ClubAccess, event: Event, table: HandInTable, part: int, options: PaperOptions
) -> PaperSource:
    """Return the source of a PDF with a paper for each roster. ``part`` is the number of the PDF, from 1."""
    ranges, zone, today = roster_ranges(table, options), time_zone_of(access.club), today_of(access.club)
    hand_ins = [table.hand_ins[index] for index in ranges[part - 1]]
    cover = _event_cover(access, event, table.people_without_hand_in, part, len(ranges))
    names = event_paper_file_names(event, len(ranges), part, options)

    def prepare() -> PreparedPaper:
        rosters = [_printed_hand_in(hand_in, zone) for hand_in in unpack_hand_ins(hand_ins, event)]
        order = event_order(cover, rosters, catalogue_of(event.edition), options, today=today)
        return PreparedPaper(order, names)

    rows = (
        f"{hand_in.public_id} {hand_in.version} {hand_in.user.username} {hand_in.made.isoformat()}"
        for hand_in in hand_ins
    )
    cache_parts = (
        "event",
        repr(cover),
        *names,
        event.edition.content,
        str(zone),
        today.isoformat(),
        repr(options),
    )
    return PaperSource(prepare, (*cache_parts, *rows))


def event_paper_file_names(
    event: Event, part_count: int, part: int, options: PaperOptions
) -> tuple[str, ...]:
    """Return the words of a PDF's file name. The PDF has the number ``part`` of ``part_count``."""
    names = (event.name,) if options.paper == "roster" else (event.name, PAPER_NAMES[options.paper])
    return (*names, f"{part}") if part_count > 1 else names


def _event_cover(
    access: ClubAccess, event: Event, missing: Sequence[User], part: int, part_count: int
) -> EventCover:
    """Return the data of a PDF's first page. Only the first PDF lists players without a hand-in."""
    zone = time_zone_of(access.club)
    return EventCover(
        name=event.name,
        club=access.club.name,
        day=event.date,
        limit=event.limit,
        deadline=" ".join(filter(None, (moment_text(event.deadline, zone), zone_text(event.deadline, zone)))),
        missing_players=[user.username for user in missing] if part == 1 else [],
        part=part,
        part_count=part_count,
    )


def _printed_hand_in(hand_in: UnpackedRoster[HandIn], zone: ZoneInfo) -> PrintedHandIn:
    return PrintedHandIn(
        player=hand_in.row.user.username,
        handed_in=moment_text(hand_in.row.made, zone),
        sheet=hand_in.sheet(),
        fingerprints=hand_in.row.fingerprints,
    )


# ------------------------------------------------------------------ one hand-in


def hand_in_paper(access: ClubAccess, hand_in: UnpackedRoster[HandIn], size: PaperSize) -> PaperSource:
    """Return the source of the roster for play, with the date of the hand-in."""

    def prepare() -> PreparedPaper:
        order = paper_order(
            hand_in.sheet(),
            PaperOptions(paper="roster", roster=0, size=size),
            output="pdf",
            today=hand_in.row.made.astimezone(time_zone_of(access.club)).date(),
            fingerprints=hand_in.row.fingerprints,
        )
        return PreparedPaper(order, hand_in_file_names(hand_in))

    return PaperSource(prepare)


def hand_in_document(hand_in: UnpackedRoster[HandIn]) -> str:
    """Return a hand-in as an interchange document, which can be imported."""
    return to_json_text(hand_in.document, hand_in.catalogue)


def hand_in_file_names(hand_in: UnpackedRoster[HandIn]) -> tuple[str, ...]:
    """Return the words for the names of a hand-in's files: the player, the list and the roster."""
    summary: FrozenSummary = hand_in.row.summary
    return hand_in.row.user.username, list_name(summary["list"]), roster_name(summary["roster"])
