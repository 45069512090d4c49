"""A roster between its document and the fields of one HTML form.

A row's field is named ``count[3].captain``: the number of the row, and the key of its profile. Rows are
numbered when the page is made: first the entries in the document's order, then the profiles that are not
fielded, in the list's order. A number stays its row's own as long as the page is open, so entries keep
their order and what is set to 0 and back again finds its place.

Where the rows of rosters are units, there are rows for what is fielded alone, and all of them are saved,
those that count 0 too. The main profile of a unit has such a field; its other profiles have rows of their
own, called ``others[4:3].banner`` and ``attached[5:3].wizard``: the number of the row, and that of the unit.
``name[3]`` and ``unit[3]`` are the unit's name and kind, ``field[code]`` the further facts of a roster.

A draft holds what was typed, as it was typed, so that nothing is lost when it cannot be saved.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from django.http import QueryDict

from builder.points.document.document import Document, Member, Roster, RosterEntry
from builder.points.document.json_reader import MAX_NUMBER, MAX_VALUE, DocumentError, JsonReader, Limits
from builder.points.rules.catalogue import Attribute, Catalogue

# What the form carries beside the roster itself.
CONTROL_FIELDS = frozenset({"csrfmiddlewaretoken", "version", "do", "sent"})

RowPart = Literal["count", "others", "attached"]
"""What a row is of its unit: its main profile, another that belongs to it, one that stands with it."""

PARTS: Mapping[str, RowPart] = {"count": "count", "others": "others", "attached": "attached"}
_FIELD = re.compile(r"(count|others|attached)\[(\d{1,4})(?::(\d{1,4}))?\]\.([A-Za-z0-9_-]+)", re.ASCII)
_OF_UNIT = re.compile(r"(name|unit|join|attach)\[(\d{1,4})\]", re.ASCII)
_FACT = re.compile(r"field\[([a-z0-9_]+)\]", re.ASCII)
_WHOLE = re.compile(r"-?\d+", re.ASCII)
_MOST_DIGITS = 12


@dataclass(slots=True)
class DraftRow:
    """One row of the form; ``count`` is what stands in its field.

    ``unit`` is the number of the unit that a row of another ``part`` belongs to.
    """

    number: int
    profile: str
    count: str
    part: RowPart = "count"
    unit: int | None = None

    @property
    def field(self) -> str:
        """The name of its field."""
        place = f"{self.number}" if self.unit is None else f"{self.number}:{self.unit}"
        return f"{self.part}[{place}].{self.profile}"


@dataclass(slots=True, kw_only=True)
class RosterDraft:
    """A roster as it stands in the form.

    ``zeros`` are the numbers of the rows that the document fields 0 times: they stay in it.
    ``missing_profiles`` are the profiles that the form knows to be in the list no more. ``unknown_field`` is
    the name of a field that no such form has. ``unit_names`` and ``unit_kinds`` are by the number of a row,
    ``picked`` are the profiles chosen to be added to a unit, ``facts`` the further facts by their codes.
    """

    name: str = ""
    limit: str = ""
    rows: list[DraftRow] = field(default_factory=list)
    zeros: frozenset[int] = frozenset()
    missing_profiles: frozenset[str] = frozenset()
    unknown_field: str = ""
    unit_names: dict[int, str] = field(default_factory=dict)
    unit_kinds: dict[int, str] = field(default_factory=dict)
    picked: dict[tuple[str, int], str] = field(default_factory=dict)
    facts: dict[str, str] = field(default_factory=dict)

    def row(self, number: int) -> DraftRow:
        """The row of this number; LookupError when there is none."""
        for row in self.rows:
            if row.number == number:
                return row
        raise LookupError(number)

    def units(self) -> list[DraftRow]:
        """The rows of main profiles, in their order."""
        return [row for row in self.rows if row.part == "count"]

    def members(self, unit: int, part: RowPart) -> list[DraftRow]:
        """The rows of a part of a unit, in their order."""
        return [row for row in self.rows if row.unit == unit and row.part == part]

    def to_json(self) -> dict[str, object]:
        """Limit and units as a document has them, with counts as they were typed."""
        units = [
            {
                **_member_json(main),
                "name": self.unit_names.get(main.number, ""),
                "unit": self.unit_kinds.get(main.number, ""),
                "others": [_member_json(row) for row in self.members(main.number, "others")],
                "attached": [_member_json(row) for row in self.members(main.number, "attached")],
            }
            for main in self.units()
        ]
        return {"limit": self.limit or None, "entries": units}

    def add_row(self, profile: str, count: str, part: RowPart = "count", unit: int | None = None) -> DraftRow:
        """Add a row behind all others, which are in the order of their numbers."""
        number = self.rows[-1].number + 1 if self.rows else 0
        self.rows.append(DraftRow(number, profile, count, part, unit))
        return self.rows[-1]

    def drop_row(self, number: int) -> None:
        """Take a row out, with all that belongs to it; LookupError when there is none."""
        gone = self.row(number)
        self.rows = [row for row in self.rows if row is not gone and row.unit != number]

    def take_out(self, number: int) -> None:
        """Take a row out of its unit; the first of the others that has models takes a main profile's place.

        A unit of which nobody is left goes. LookupError when there is no such row.
        """
        row = self.row(number)
        members = (*self.members(number, "others"), *self.members(number, "attached"))
        heir = next((member for member in members if parse_count(member.count)), None)
        if heir is None:
            self.drop_row(number)
        else:
            row.profile, row.count = heir.profile, heir.count
            self.drop_row(heir.number)


def _member_json(row: DraftRow) -> dict[str, object]:
    return {"profile": row.profile, "count": row.count}


@dataclass(frozen=True, slots=True)
class ParsedRoster:
    """The roster that a draft describes, and for each of its entries the number of its row."""

    roster: Roster
    row_numbers: tuple[int | None, ...]


def draft_from_roster(roster: Roster, document: Document, catalogue: Catalogue) -> RosterDraft:
    """A stored roster as the form shows it."""
    entries = roster.entries
    fielded = {member.profile for member in roster.members()}
    missing = frozenset(fielded - document.profiles_by_key().keys())
    draft = RosterDraft(
        name=roster.name,
        limit="" if roster.limit is None else str(roster.limit),
        missing_profiles=missing,
        facts={code: fact_text(value) for code, value in roster.fields.items()},
    )
    if catalogue.unit_kinds:
        for entry in entries:
            _add_unit(draft, entry)
        return draft
    absent = [profile.key for profile in document.profiles if profile.key not in fielded]
    draft.rows = [DraftRow(number, entry.profile, str(entry.count)) for number, entry in enumerate(entries)]
    draft.rows += [DraftRow(number, key, "0") for number, key in enumerate(absent, len(entries))]
    draft.zeros = frozenset(number for number, entry in enumerate(entries) if not entry.count)
    return draft


def fact_text(value: object) -> str:
    """A further fact of a roster as its field shows it; "" where it is blank."""
    return "" if value in (None, False) else str(int(value) if value is True else value)


def _add_unit(draft: RosterDraft, entry: RosterEntry) -> None:
    number = draft.add_row(entry.profile, str(entry.count)).number
    draft.unit_names[number], draft.unit_kinds[number] = entry.name, entry.unit
    for member in entry.others:
        draft.add_row(member.profile, str(member.count), "others", number)
    for member in entry.attached:
        draft.add_row(member.profile, str(member.count), "attached", number)


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
        elif _read_of_unit(draft, name, typed):
            continue
        elif found is None or int(found[2]) in rows or (found[1] == "count") != (found[3] is None):
            draft.unknown_field = name
        else:
            unit = None if found[3] is None else int(found[3])
            rows[int(found[2])] = DraftRow(int(found[2]), found[4], typed, PARTS[found[1]], unit)
    draft.rows = [rows[number] for number in sorted(rows)]
    return draft


def _read_of_unit(draft: RosterDraft, name: str, typed: str) -> bool:
    """Whether it is a field of a unit as a whole, or a further fact of the roster: then it is kept."""
    if fact := _FACT.fullmatch(name):
        draft.facts[fact[1]] = typed
    elif found := _OF_UNIT.fullmatch(name):
        number = int(found[2])
        if found[1] == "name":
            draft.unit_names[number] = typed
        elif found[1] == "unit":
            draft.unit_kinds[number] = typed
        else:
            draft.picked[found[1], number] = typed
    else:
        return False
    return True


def require_all_fields(post: QueryDict, stored: Roster, catalogue: Catalogue) -> None:
    """DocumentError for a form that lacks a field: saving it would take out what it does not name."""
    draft = draft_from_post(post)
    rows = match_rows(stored.entries, draft.units())
    typed = catalogue.roster.limit in ("required", "optional")
    missing = [name for name in ("name", *(("limit",) if typed else ())) if name not in post]
    missing += [entry.profile for entry, row in zip(stored.entries, rows, strict=True) if row is None]
    members = [member.profile for entry in stored.entries for member in entry.members()[1:]]
    if len(draft.rows) - len(draft.units()) < len(members):
        missing += members
    if missing:
        raise DocumentError("", f"{missing[0]!r} is missing from it", "load the page again")


def parse_draft(draft: RosterDraft, limits: Limits, catalogue: Catalogue) -> ParsedRoster:
    """The roster that a draft says; DocumentError names the field of what cannot be read.

    A row with a count of 0 is no entry, unless the document had it so or rows are units.
    """
    reader = JsonReader(limits)
    if draft.unknown_field:
        problem = f"{draft.unknown_field[:60]!r} is no field of this form"
        raise DocumentError("", problem, "load the page again")
    name = reader.line("name", draft.name)
    limit = _parse_limit(draft.limit, catalogue)
    if catalogue.unit_kinds:
        units = draft.units()
        entries = [_parse_unit(reader, draft, row, catalogue) for row in units]
        _require_units(draft)
        numbers = [row.number for row in units]
    else:
        entries, numbers = _parse_rows(reader, draft)
    fields = dict(_parse_facts(reader, draft.facts, catalogue.roster.fields))
    return ParsedRoster(Roster(name=name, limit=limit, entries=tuple(entries), fields=fields), tuple(numbers))


def _parse_rows(reader: JsonReader, draft: RosterDraft) -> tuple[list[RosterEntry], list[int]]:
    entries, numbers = [], []
    for row in draft.rows:
        count = _parse_whole_number(row.field, row.count or "0", reader.limits.count)
        if row.part != "count":
            raise DocumentError("", f"{row.field[:60]!r} is no field of this form", "load the page again")
        if count or row.number in draft.zeros:
            entries.append(RosterEntry(profile=reader.key(row.field, row.profile), count=count))
            numbers.append(row.number)
    return entries, numbers


def _parse_unit(reader: JsonReader, draft: RosterDraft, row: DraftRow, catalogue: Catalogue) -> RosterEntry:
    kind = draft.unit_kinds.get(row.number, "")
    if kind and kind not in [known.code for known in catalogue.unit_kinds]:
        raise DocumentError("", f"{kind[:60]!r} is no kind of unit", "load the page again")
    main, others, attached = (
        tuple(
            Member(
                profile=reader.key(member.field, member.profile),
                count=_parse_whole_number(member.field, member.count or "0", reader.limits.count),
            )
            for member in members
        )
        for members in ([row], draft.members(row.number, "others"), draft.members(row.number, "attached"))
    )
    return RosterEntry(
        profile=main[0].profile,
        count=main[0].count,
        name=reader.line(f"name[{row.number}]", draft.unit_names.get(row.number, "")),
        unit=kind,
        others=others,
        attached=attached,
    )


def _require_units(draft: RosterDraft) -> None:
    """DocumentError for a row of a unit that the form does not have."""
    known = {row.number for row in draft.units()}
    for row in draft.rows:
        if row.part != "count" and row.unit not in known:
            raise DocumentError("", f"{row.field[:60]!r} belongs to no unit", "load the page again")


def _parse_limit(typed: str, catalogue: Catalogue) -> int | None:
    terms = catalogue.roster
    if terms.limit == "fixed":
        return terms.points
    if terms.limit == "none" or (terms.limit == "optional" and not typed):
        return None
    return _parse_whole_number("limit", typed, MAX_NUMBER)


def _parse_facts(
    reader: JsonReader, typed: Mapping[str, str], facts: Iterable[Attribute]
) -> Iterator[tuple[str, int | str]]:
    """The further facts of a roster that were filled in."""
    for fact in facts:
        text, place = typed.get(fact.code, ""), f"field[{fact.code}]"
        if not text:
            continue
        if fact.kind == "number":
            bounds = f"{fact.low or 0} to {fact.high or MAX_VALUE:,}"
            yield fact.code, _parse_whole_number(place, text, MAX_VALUE, bounds)
        elif fact.kind == "flag":
            yield fact.code, True
        elif fact.kind == "choice" and fact.option(text) is None:
            raise DocumentError(place, "is none of those offered", "choose one of them")
        else:
            yield fact.code, reader.line(place, text)


def parse_count(text: str) -> int | None:
    """The number in a field, 0 for a blank; None for anything else."""
    text = (text or "0").replace("\N{MINUS SIGN}", "-")
    if not _WHOLE.fullmatch(text):
        return None
    return int(text) if len(text) <= _MOST_DIGITS else 10**_MOST_DIGITS


def _parse_whole_number(place: str, text: str, most: int, bounds: str = "") -> int:
    """The number in a field; ``bounds`` are what it should lie in, where that is less than may be typed."""
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
    raise DocumentError(place, problem, f"write a whole number from {bounds or f'0 to {most:,}'}")


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
