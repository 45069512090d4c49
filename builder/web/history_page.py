"""What the pages of a history show: entries, a list as it stood, and two of them beside each other."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from html import escape
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe

from builder.models import User
from builder.points.appraisal import appraise
from builder.points.catalogue import Catalogue
from builder.points.changes import Change, changes
from builder.points.document import Document, Profile
from builder.points.results import Appraisal, RosterAppraisal
from builder.points.sheet import Cell, traits
from builder.points.wording import several
from builder.queries.history import Choice, Entry
from builder.services.lists import told_name
from builder.web.presenting import (
    NONE,
    Remark,
    grave,
    number,
    points_text,
    profile_name,
    remarks,
    roster_name,
    signed,
    stat_line,
)

NOW = "now"
_NOTHING = "No difference in the end"


class Single(NamedTuple):
    """One change: its revision's number, when, and a line for each thing."""

    number: int
    made: datetime
    words: list[str]


class Row(NamedTuple):
    """An entry of the history. ``last`` is the number of the revision that the sitting left.

    ``took_time`` says that it did not end in the minute in which it began.
    ``cleared`` are single changes that are not kept any more, ``more`` says that not all are shown here.
    """

    id: int
    by: str
    began: datetime
    ended: datetime
    took_time: bool
    same_day: bool
    changes: str
    words: list[str]
    last: int | None
    singles: list[Single]
    more: bool
    cleared: bool


def entry_row(entry: Entry, reader: int) -> Row:
    """An entry as its reader sees it."""
    sitting, revisions = entry.sitting, entry.revisions
    kept = [Single(r.number, r.made, r.words.splitlines() or [_NOTHING]) for r in revisions]
    return Row(
        id=sitting.pk,
        by=who(entry.by, reader),
        began=sitting.began,
        ended=sitting.ended,
        took_time=f"{sitting.began:%H:%M}" != f"{sitting.ended:%H:%M}",
        same_day=sitting.began.date() == sitting.ended.date(),
        changes=several(sitting.changes, "change"),
        words=sitting.words.splitlines() or [_NOTHING],
        last=revisions[0].number if revisions else None,
        singles=kept,
        more=entry.more,
        cleared=not entry.more and len(kept) < sitting.changes,
    )


def compared_first(rows: Sequence[Row], later: bool) -> int | None:
    """The revision that what stands now is compared with unasked; None where there is no other.

    What the sitting before the newest one came to, or the oldest shown of the only one. ``rows`` are the
    newest entries, or with ``later`` those of a further page.
    """
    if later or len(rows) > 1:
        return next((row.last for row in rows[0 if later else 1 :] if row.last), None)
    singles = [single.number for row in rows for single in row.singles]
    return singles[-1] if len(singles) > 1 else None


def who(by: User | None, reader: int) -> str:
    """Who made a change, as the owner of the list is told."""
    if by is None:
        return "an owner before"
    if by.pk == reader:
        return "you"
    return told_name(by)


# ------------------------------------------------------------------ a list as it stood


class Fielded(NamedTuple):
    """So many models of a profile in a roster."""

    models: int
    name: str
    points: str


class RosterThen(NamedTuple):
    """A roster as it stood, with its models and its errors and warnings."""

    name: str
    points: str
    limit: int
    models: str
    legal: bool
    entries: list[Fielded]
    remarks: list[Remark]


def rosters_then(document: Document, appraisal: Appraisal, catalogue: Catalogue) -> list[RosterThen]:
    """The rosters in order."""
    names = {profile.key: profile_name(profile.name) for profile in document.profiles}
    return [_roster(found, appraisal, names, catalogue) for found in appraisal.rosters]


def _roster(
    found: RosterAppraisal, appraisal: Appraisal, names: dict[str, str], catalogue: Catalogue
) -> RosterThen:
    fielded = (entry for entry in found.entries if entry.count)
    return RosterThen(
        name=roster_name(found.name),
        points=points_text(found.points),
        limit=found.limit,
        models=several(found.models, "model"),
        legal=appraisal.is_legal(found),
        entries=[Fielded(e.count, names.get(e.profile, e.profile), points_text(e.points)) for e in fielded],
        remarks=remarks(catalogue, grave(found.findings)),
    )


# ------------------------------------------------------------------ two of them


class Side(NamedTuple):
    """A profile on one side: what it comes to, its stat line and traits with what differs marked."""

    points: str
    line: SafeString
    traits: SafeString


class Compared(NamedTuple):
    """A profile that changed; ``before`` or ``after`` is None where it was not in the list."""

    key: str
    name: str
    change: str
    before: Side | None
    after: Side | None


class Comparison(NamedTuple):
    """All that changed, in words, and each profile whose stat line or traits did on both sides."""

    changes: tuple[Change, ...]
    profiles: list[Compared]


def compare(before: Document, after: Document, catalogue: Catalogue) -> Comparison:
    """Everything that differs between two states of a list."""
    found = changes(before, after, catalogue)
    sides = tuple(_Whole(side, catalogue) for side in (before, after))
    told = [c for c in found if c.profile and c.kind != "profile moved"]
    both = [_compared(change, sides[0], sides[1]) for change in told]
    return Comparison(found, [profile for profile in both if profile.before != profile.after])


class _Whole:
    """One side, appraised."""

    def __init__(self, document: Document, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.appraisal = {profile.key: profile for profile in appraise(document, catalogue).profiles}
        self.profiles = {profile.key: profile for profile in document.profiles}
        self.names = {profile.key: profile_name(profile.name) for profile in document.profiles}

    def cells(self, key: str) -> list[Cell] | None:
        profile = self.profiles.get(key)
        return None if profile is None else stat_line(self.catalogue, profile, self.appraisal[key])

    def items(self, key: str) -> list[tuple[str, tuple[str, ...]]]:
        """What stands beside the stat line, notes and Max among it."""
        profile = self.profiles.get(key)
        return [] if profile is None else [*traits(self.catalogue, profile, self.names), *_more(profile)]


def _more(profile: Profile) -> list[tuple[str, tuple[str, ...]]]:
    found = [("Max", str(profile.max))] if profile.max is not None else []
    return [(heading, (text,)) for heading, text in found]


def _compared(change: Change, before: _Whole, after: _Whole) -> Compared:
    key = change.profile
    old, new = before.cells(key), after.cells(key)
    items = before.items(key), after.items(key)
    return Compared(
        key=key,
        name=change.name,
        change=_change(change, old, new),
        before=_side(old, new, items[0], items[1], before.appraisal[key].points) if old else None,
        after=_side(new, old, items[1], items[0], after.appraisal[key].points) if new else None,
    )


def _change(change: Change, old: Sequence[Cell] | None, new: Sequence[Cell] | None) -> str:
    """By how much its points changed, where it is on both sides."""
    if old is None or new is None or change.before is None or change.after is None:
        return ""
    return signed(change.after - change.before)


def _side(
    cells: Sequence[Cell],
    others: Sequence[Cell] | None,
    items: Sequence[tuple[str, tuple[str, ...]]],
    other_items: Sequence[tuple[str, tuple[str, ...]]],
    points: int | None,
) -> Side:
    return Side(points_text(points), _marked_line(cells, others), _marked_traits(items, other_items, others))


def _marked_line(cells: Sequence[Cell], others: Sequence[Cell] | None) -> SafeString:
    """A stat line with a mark in each cell that is not the same on the other side."""
    parts = ['<dl class="statline">']
    for place, cell in enumerate(cells):
        other = cell if others is None else others[place]
        points = NONE if not cell.priced else "" if cell.points is None else number(cell.points)
        is_same = (cell.value, cell.points, cell.priced) == (other.value, other.points, other.priced)
        classes = " ".join(name for name, on in (("w", cell.wide), ("differs", not is_same)) if on)
        start = f'<div class="{classes}">' if classes else "<div>"
        value = escape(cell.value) if cell.value == other.value else _mark(cell.value)
        parts.append(f"{start}<dt>{escape(cell.label)}<dd>{value}<dd>{points}</div>")
    parts.append("</dl>")
    return mark_safe("".join(parts))  # noqa: S308 - every text in it is escaped above


def _marked_traits(
    items: Iterable[tuple[str, tuple[str, ...]]],
    others: Iterable[tuple[str, tuple[str, ...]]],
    compared: object,
) -> SafeString:
    known = {heading: set(texts) for heading, texts in others}
    shown = []
    for heading, texts in items:
        same = set(texts) if compared is None else known.get(heading, set())
        words = ", ".join(escape(text) if text in same else _mark(text) for text in texts)
        shown.append(f"<b>{escape(heading)}</b> {words}")
    if not shown:
        return SafeString("")
    return mark_safe(f'<p class="traits">{". ".join(shown)}</p>')  # noqa: S308 - escaped above


def _mark(text: str) -> str:
    return f"<mark>{escape(text)}</mark>"


# ------------------------------------------------------------------ what can be compared


class Option(NamedTuple):
    """A state that can be chosen: "now", or the number of a revision."""

    value: str
    label: str
    chosen: bool


def options(offered: Sequence[Choice], chosen: str) -> list[Option]:
    """What stands now, and the revisions that are offered."""
    found = [Option(NOW, "Now", chosen == NOW)]
    for choice in offered:
        words = (choice.words.splitlines() or [_NOTHING])[0]
        label = f"{choice.made:%-d %b %Y, %H:%M} · {choice.number} · {words[:60]}"
        found.append(Option(str(choice.number), label, chosen == str(choice.number)))
    return found
