"""What the pages of an event show: the event itself, and the table of who handed in what."""

from datetime import datetime
from html import escape
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.timesince import timeuntil

from builder.catalogue.store import catalogue_of
from builder.exports.club_time import moment_text, zone_of, zone_text
from builder.exports.events import papers_of
from builder.exports.pdf.events import AT_ONCE
from builder.models import Event, HandIn, User
from builder.models.ranks import Act
from builder.points.wording import several
from builder.queries.club_access import Inside
from builder.queries.events import Handed, Table, is_open, is_other_size, may_see_all
from builder.services.events import Summary
from builder.web.markdown import render_markdown
from builder.web.presenting import list_name, points_text, roster_name


class Shown(NamedTuple):
    """A hand-in as tables show it. ``legal`` says so in words, ``errors`` is their number.

    ``other_size`` says that it is for a game of another size than the event's, ``again`` that it took the
    place of an earlier one.
    """

    row: HandIn
    url: str
    roster: str
    list: str
    points: str
    limit: int
    models: str
    errors: int
    legal: str
    other_size: bool
    made: str
    again: bool


class Paper(NamedTuple):
    """A PDF of the event's rosters: its number, and which of them it has, in words."""

    number: int
    words: str


def event_context(inside: Inside, event: Event, now: datetime) -> dict[str, object]:
    """What every page of an event says of it."""
    zone = zone_of(inside.club)
    catalogue = catalogue_of(event.edition)
    size = next((size.name for size in catalogue.game_sizes if size.points == event.limit), "")
    return {
        "nav": "clubs",
        "club": inside.club,
        "event": event,
        "base": reverse("event", args=(inside.club.public_id, event.public_id)),
        "catalogue": catalogue,
        "unit": catalogue.points_unit,
        "size": size,
        "notes": render_markdown(event.notes) if event.notes else "",
        "open": is_open(event, now),
        "deadline": moment_text(event.deadline, zone),
        "zone": zone_text(event.deadline, zone),
        "left": timeuntil(event.deadline, now) if is_open(event, now) else "",
        "organises": inside.may(Act.MAKE_EVENTS),
        "sees_all": may_see_all(inside, event, now),
    }


def table_rows(table: Table, event: Event, base: str, me: User, zone: ZoneInfo) -> SafeString:
    """The rows of the table; joined here because a page may hold hundreds."""
    rows = (_table_row(row, event, base, me, zone) for row in table.rows)
    return mark_safe("\n".join(rows))  # noqa: S308 - every text in them is escaped


def _table_row(row: Handed, event: Event, base: str, me: User, zone: ZoneInfo) -> str:
    name = escape(row.user.username)
    you = ' <small class="soft">you</small>' if row.user.pk == me.pk else ""
    left = ' <small class="soft">has left the club</small>' if row.left else ""
    cells = _cells(shown(row.hand_in, event, base, zone), name) if row.hand_in else _NO_CELLS
    return f'<tr role="row"><th role="rowheader" scope="row" class="who">{name}{you}{left}</th>{cells}</tr>'


_NO_CELLS = (
    '<td role="cell" class="what soft">nothing</td><td role="cell" class="sum"></td>'
    '<td role="cell" class="is-legal"></td><td role="cell" class="when"></td>'
)


def _cells(found: Shown, who: str) -> str:
    other = '<small class="over">another size</small>' if found.other_size else ""
    legal = f'<span data-level="error">Not legal</span><small class="soft">{found.legal}</small>'
    again = ", again" if found.again else ""
    return (
        f'<td role="cell" class="what"><a href="{found.url}">{escape(found.roster)}'
        f'<span class="vh"> of {who}</span></a><small class="soft">{escape(found.list)}</small></td>'
        f'<td role="cell" class="num sum"><b>{found.points}</b> of {found.limit}{other}'
        f'<small class="soft">{found.models}</small></td>'
        f'<td role="cell" class="is-legal">{legal if found.errors else "Legal"}</td>'
        f'<td role="cell" class="when"><time datetime="{found.row.made.isoformat()}">{found.made}</time>'
        f'{again}<small class="soft">{found.row.fingerprint}</small></td>'
    )


def shown(row: HandIn, event: Event, base: str, zone: ZoneInfo) -> Shown:
    """One hand-in as tables show it."""
    found: Summary = row.summary
    errors = found["errors"]
    return Shown(
        row=row,
        url=f"{base}hand-ins/{row.public_id}/",
        roster=roster_name(found["roster"]),
        list=list_name(found["list"]),
        points=points_text(found["points"]),
        limit=found["limit"],
        models=several(found["models"], "model"),
        errors=errors,
        legal="Legal" if not errors else "1 error" if errors == 1 else f"{errors} errors",
        other_size=is_other_size(row, event),
        made=moment_text(row.made, zone),
        again=row.version > 1,
    )


def papers(table: Table) -> list[Paper]:
    """The PDFs that the rosters of a table are parted into."""
    if not table.handed_in:
        return []
    found = papers_of(table)
    if len(found) == 1:
        return [Paper(1, "All rosters as one PDF")]
    made = []
    for number, part in enumerate(found, 1):
        one = len(part) == 1
        words = f"Roster {part.stop}" if one else f"Rosters {part.start + 1} to {part.stop}"
        made.append(Paper(number, f"{words} as PDF"))
    return made


def is_slow(table: Table) -> bool:
    """Whether one has to wait for the first of those PDFs."""
    return table.handed_in > AT_ONCE
