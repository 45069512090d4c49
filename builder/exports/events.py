"""What leaves the site of an event: its table, all its rosters as one paper or several, and one hand-in."""

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from builder.catalogue.store import catalogue_of
from builder.exports.club_time import moment_text, today_of, zone_of, zone_text
from builder.exports.hand_ins_csv import HandInRow, hand_ins_csv
from builder.exports.json import text_of
from builder.exports.pdf import Options, make_pdf
from builder.exports.pdf.events import EventHead, HandedIn, make_event_pdf, parts
from builder.exports.pdf.options import Size
from builder.models import Event, User
from builder.points.sheet import list_name, roster_name
from builder.queries.club_access import Inside
from builder.queries.events import Frozen, Handed, Table, whole_hand_ins
from builder.services.events import Summary

# ------------------------------------------------------------------ the table


def table_csv(inside: Inside, table: Table) -> str:
    """The table for spreadsheets, its times those of the club."""
    zone = zone_of(inside.club)
    return hand_ins_csv(_csv_row(row, zone) for row in table.rows)


def _csv_row(row: Handed, zone: ZoneInfo) -> HandInRow:
    who, member = row.user.username, not row.left
    if row.hand_in is None:
        return HandInRow(who, member)
    found: Summary = row.hand_in.summary
    return HandInRow(
        who=who,
        member=member,
        roster=found["roster"],
        list=found["list"],
        points=found["points"],
        limit=found["limit"],
        models=found["models"],
        errors=found["errors"],
        handed_in=row.hand_in.made.astimezone(zone),
        fingerprint=row.hand_in.fingerprint,
    )


# ------------------------------------------------------------------ all rosters


def papers_of(table: Table) -> list[range]:
    """Which of the table's rosters stand in each of its papers; where there is none, one paper says so."""
    return parts([row.summary["kinds"] for row in table.hand_ins]) or [range(0)]


def event_paper(inside: Inside, event: Event, table: Table, part: int, size: Size) -> bytes:
    """The PDF of the table's rosters; ``part`` counts its papers from 1."""
    found, zone = papers_of(table), zone_of(inside.club)
    chosen = [table.hand_ins[place] for place in found[part - 1]]
    return make_event_pdf(
        _head(inside, event, table.missing, part, len(found)),
        [_handed_in(one, zone) for one in whole_hand_ins(chosen, event)],
        catalogue_of(event.edition),
        size=size,
        today=today_of(inside.club),
    )


def event_paper_names(event: Event, table: Table, part: int) -> tuple[str, ...]:
    """What that file is called."""
    return (event.name, f"{part}") if len(papers_of(table)) > 1 else (event.name,)


def _head(inside: Inside, event: Event, missing: Sequence[User], part: int, of: int) -> EventHead:
    """What the first page says; who is missing stands on the first part alone."""
    zone = zone_of(inside.club)
    return EventHead(
        name=event.name,
        club=inside.club.name,
        day=event.date,
        limit=event.limit,
        deadline=" ".join(filter(None, (moment_text(event.deadline, zone), zone_text(event.deadline, zone)))),
        missing=[user.username for user in missing] if part == 1 else [],
        part=part,
        parts=of,
    )


def _handed_in(found: Frozen, zone: ZoneInfo) -> HandedIn:
    return HandedIn(
        who=found.row.user.username,
        when=moment_text(found.row.made, zone),
        document=found.document,
        appraisal=found.appraisal,
        fingerprint=found.row.fingerprint,
    )


# ------------------------------------------------------------------ one of them


def hand_in_paper(inside: Inside, found: Frozen, size: Size) -> bytes:
    """The roster for play as it was handed in, dated with that day."""
    return make_pdf(
        found.document,
        found.catalogue,
        Options(paper="roster", roster=0, size=size),
        today=found.row.made.astimezone(zone_of(inside.club)).date(),
        fingerprint=found.row.fingerprint,
        appraisal=found.appraisal,
    )


def hand_in_document(found: Frozen) -> str:
    """What was handed in as an interchange document, which can be brought in again."""
    return text_of(found.document, found.catalogue)


def hand_in_names(found: Frozen) -> tuple[str, ...]:
    """What files of a hand-in are called: whose it is, the list, the roster."""
    summary: Summary = found.row.summary
    return found.row.user.username, list_name(summary["list"]), roster_name(summary["roster"])
