"""A roster between its document and the fields of one HTML form.

A row's field is named ``count[3].captain``: the number of the row, and the key of its profile. Rows are
numbered when the page is made: first the entries in the document's order, then the profiles that are not
fielded, in the list's order. A number stays its row's own as long as the page is open, so entries keep
their order and what is set to 0 and back again finds its place.

A draft holds what was typed, as it was typed, so that nothing is lost when it cannot be saved.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.http import QueryDict

from builder.points.document import Document, Roster, RosterEntry
from builder.points.json_reader import MAX_NUMBER, DocumentError, JsonReader, Limits

# What the form carries beside the roster itself.
CONTROL_FIELDS = frozenset({"csrfmiddlewaretoken", "version", "do", "sent"})

_FIELD = re.compile(r"count\[(\d{1,4})\]\.([A-Za-z0-9_-]+)", re.ASCII)
_WHOLE = re.compile(r"-?\d+", re.ASCII)
_MOST_DIGITS = 12


@dataclass(slots=True)
class DraftRow:
    """One row of the form; ``count`` is what stands in its field."""

    number: int
    profile: str
    count: str

    @property
    def field(self) -> str:
        """The name of its field."""
        return f"count[{self.number}].{self.profile}"


@dataclass(slots=True, kw_only=True)
class RosterDraft:
    """A roster as it stands in the form.

    ``zeros`` are the numbers of the rows that the document fields 0 times: they stay in it.
    ``missing_profiles`` are the profiles that the form knows to be in the list no more. ``unknown_field`` is
    the name of a field that no such form has.
    """

    name: str = ""
    limit: str = ""
    rows: list[DraftRow] = field(default_factory=list)
    zeros: frozenset[int] = frozenset()
    missing_profiles: frozenset[str] = frozenset()
    unknown_field: str = ""

    def row(self, number: int) -> DraftRow:
        """The row of this number; LookupError when there is none."""
        for row in self.rows:
            if row.number == number:
                return row
        raise LookupError(number)


@dataclass(frozen=True, slots=True)
class ParsedRoster:
    """The roster that a draft describes, and for each of its entries the number of its row."""

    roster: Roster
    row_numbers: tuple[int | None, ...]


def draft_from_roster(roster: Roster, document: Document) -> RosterDraft:
    """A stored roster as the form shows it."""
    entries = roster.entries
    fielded = {entry.profile for entry in entries}
    absent = [profile.key for profile in document.profiles if profile.key not in fielded]
    rows = [DraftRow(number, entry.profile, str(entry.count)) for number, entry in enumerate(entries)]
    rows += [DraftRow(number, key, "0") for number, key in enumerate(absent, len(entries))]
    zeros = frozenset(number for number, entry in enumerate(entries) if not entry.count)
    missing = frozenset(fielded - document.profiles_by_key().keys())
    return RosterDraft(
        name=roster.name, limit=str(roster.limit), rows=rows, zeros=zeros, missing_profiles=missing
    )


def draft_from_post(post: QueryDict) -> RosterDraft:
    """What a form says. A field that no such form has is kept by its name, for ``parse_draft`` to refuse."""
    rows: dict[int, DraftRow] = {}
    draft = RosterDraft(name=post.get("name", "").strip(), limit=post.get("limit", "").strip())
    for name in post:
        if name in CONTROL_FIELDS or name in ("name", "limit"):
            continue
        typed = post.get(name, "").strip()
        found = _FIELD.fullmatch(name)
        if name == "zeros" and all(text.isascii() and text.isdecimal() for text in typed.split()):
            draft.zeros = frozenset(int(text[:5]) for text in typed.split())
        elif name == "away":
            draft.missing_profiles = frozenset(typed.split())
        elif found is None or int(found[1]) in rows:
            draft.unknown_field = name
        else:
            rows[int(found[1])] = DraftRow(int(found[1]), found[2], typed)
    draft.rows = [rows[number] for number in sorted(rows)]
    return draft


def require_all_fields(post: QueryDict, stored: Roster) -> None:
    """DocumentError for a form that lacks a field: saving it would take out what it does not name."""
    rows = match_rows(stored.entries, draft_from_post(post).rows)
    missing = [name for name in ("name", "limit") if name not in post]
    missing += [entry.profile for entry, row in zip(stored.entries, rows, strict=True) if row is None]
    if missing:
        raise DocumentError("", f"{missing[0]!r} is missing from it", "load the page again")


def parse_draft(draft: RosterDraft, limits: Limits) -> ParsedRoster:
    """The roster that a draft says; DocumentError names the field of what cannot be read.

    A row with a count of 0 is no entry, unless the document had it so.
    """
    reader = JsonReader(limits)
    if draft.unknown_field:
        problem = f"{draft.unknown_field[:60]!r} is no field of this form"
        raise DocumentError("", problem, "load the page again")
    name = reader.line("name", draft.name)
    limit = _parse_whole_number("limit", draft.limit, MAX_NUMBER)
    entries, numbers = [], []
    for row in draft.rows:
        count = _parse_whole_number(row.field, row.count or "0", limits.count)
        if count or row.number in draft.zeros:
            entries.append(RosterEntry(profile=reader.key(row.field, row.profile), count=count))
            numbers.append(row.number)
    return ParsedRoster(Roster(name=name, limit=limit, entries=tuple(entries)), tuple(numbers))


def parse_count(text: str) -> int | None:
    """The number in a field, 0 for a blank; None for anything else."""
    text = (text or "0").replace("\N{MINUS SIGN}", "-")
    if not _WHOLE.fullmatch(text):
        return None
    return int(text) if len(text) <= _MOST_DIGITS else 10**_MOST_DIGITS


def _parse_whole_number(place: str, text: str, most: int) -> int:
    value = parse_count(text)
    if not text:
        problem = "is blank"
    elif value is None:
        problem = "is not a whole number"
    elif value < 0:
        problem = "is below 0"
    elif value > most:
        problem = "is too large"
    else:
        return value
    raise DocumentError(place, problem, f"write a whole number from 0 to {most:,}")


def match_rows(entries: Sequence[RosterEntry], rows: Iterable[DraftRow]) -> tuple[int | None, ...]:
    """The rows that stored entries stand in, by number; None where the form has no row for one.

    A profile may have several entries: those of the same count belong together, the others by their order.
    """
    free = list(rows)
    numbers: list[int | None] = [None] * len(entries)
    for exact in (True, False):
        for place, entry in enumerate(entries):
            same = (r for r in free if r.profile == entry.profile)
            fitting = (r for r in same if not exact or parse_count(r.count) == entry.count)
            if numbers[place] is None and (row := next(fitting, None)) is not None:
                numbers[place] = row.number
                free.remove(row)
    return tuple(numbers)
