"""Who handed in what for an event, as a table for spreadsheets: a row for everybody."""

import csv
import io
from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from builder.exports.csv import BYTE_ORDER_MARK, escape_formula
from builder.points.sheet import list_name, roster_name


class HandInRow(NamedTuple):
    """One person of an event, and what was handed in; ``handed_in`` is None where that is nothing yet."""

    who: str
    member: bool
    roster: str = ""
    list: str = ""
    points: int | None = None
    limit: int | None = None
    models: int | None = None
    errors: int = 0
    handed_in: datetime | None = None
    fingerprint: str = ""


_HEAD = (
    "Who", "In the club", "Roster", "List", "Points", "Game size", "Models", "Legal", "Errors", "Handed in",
    "Fingerprint",
)  # fmt: skip


def hand_ins_csv(rows: Iterable[HandInRow]) -> str:
    """The table with its header row, after RFC 4180 in UTF-8 with a byte order mark.

    Times are told as ISO 8601 with the offset that they come with.
    """
    stream = io.StringIO(newline="")
    writer = csv.writer(stream)
    writer.writerow(_HEAD)
    for row in rows:
        writer.writerow([escape_formula(cell) if isinstance(cell, str) else cell for cell in _cells(row)])
    return BYTE_ORDER_MARK + stream.getvalue()


def _cells(row: HandInRow) -> list[str | int | None]:
    member = "yes" if row.member else "no"
    if row.handed_in is None:
        return [row.who, member, "nothing", *[None] * (len(_HEAD) - 3)]
    return [
        row.who,
        member,
        roster_name(row.roster),
        list_name(row.list),
        row.points,
        row.limit,
        row.models,
        "no" if row.errors else "yes",
        row.errors,
        row.handed_in.isoformat(timespec="seconds"),
        row.fingerprint,
    ]
