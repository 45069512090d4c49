"""A roster as the fields of an HTML form, between the form and the document.

A row's field is named ``count[3].captain``: the number of the row, and the key of its profile. Rows are
numbered when the page is rendered: first the entries in the document's order, then the profiles that are not
fielded, in the list's order. A row keeps its number while the page is open, so entries keep their order, and
a count that is set to 0 and back is the same row.

If the rows of rosters are units, only fielded profiles have rows, and all rows are saved, also with a count
of 0. The main profile of a unit has a ``count`` field; its other profiles have rows of their own, named
``others[4:3].banner`` and ``attached[5:3].wizard``: the number of the row, and the number of the unit.
``name[3]`` and ``unit[3]`` are the unit's name and kind, ``fact[3].code`` its facts, and
``field[code]`` those of the roster.

A draft contains the submitted texts unchanged, so that nothing is lost if they can't be saved.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from django.http import QueryDict

from builder.points.document.document import Document, Member, Roster, RosterEntry
from builder.points.document.json_reader import MAX_NUMBER, MAX_VALUE, DocumentError, JsonReader, Limits
from builder.points.document.units import unit_kind
from builder.points.rules.catalogue import Attribute, Catalogue

# Fields of the form that aren't part of the roster.
CONTROL_FIELDS = frozenset({"csrfmiddlewaretoken", "version", "do", "sent"})

RowPart = Literal["count", "others", "attached"]
"""The role of a row in its unit: the main profile, another member, or an attached profile."""
MEMBER_PARTS: tuple[RowPart, ...] = ("others", "attached")
MENU_ACTIONS = ("join", "attach")
_FIELD = re.compile(r"(count|others|attached)\[(\d{1,4})(?::(\d{1,4}))?\]\.([A-Za-z0-9_-]+)", re.ASCII)
_UNIT_FIELD = re.compile(r"(name|unit|join|attach)\[(\d{1,4})\]", re.ASCII)
_UNIT_FACT = re.compile(r"fact\[(\d{1,4})\]\.([a-z0-9_]+)", re.ASCII)
_FACT = re.compile(r"field\[([a-z0-9_]+)\]", re.ASCII)
_INTEGER = re.compile(r"-?\d+", re.ASCII)
_MAX_DIGITS = 12
MAX_ROWS = 2_000  # the limit for added rows, because a request could name a million


@dataclass(slots=True)
class DraftRow:
    """One row of the form; ``count`` is the text of its field.

    ``unit`` is the number of the unit that a row of another ``part`` belongs to. The row of a main profile
    also has the ``name``, ``kind`` and further ``facts`` of its unit, by code.
    """

    number: int
    profile: str
    count: str
    part: RowPart = "count"
    unit: int | None = None
    name: str = ""
    kind: str = ""
    facts: dict[str, str] = field(default_factory=dict)

    @property
    def field(self) -> str:
        """The name of its field."""
        place = f"{self.number}" if self.unit is None else f"{self.number}:{self.unit}"
        return f"{self.part}[{place}].{self.profile}"

    @property
    def entry(self) -> RosterEntry:
        """The row as an entry with a count of 0; its ``fields`` are what the row adds to its profile."""
        return RosterEntry(profile=self.profile, count=0, fields=dict.fromkeys(_filled_in(self.facts), True))


@dataclass(slots=True, kw_only=True)
class RosterDraft:
    """A roster in the form.

    ``zeros`` are the numbers of the rows that have a count of 0 in the document, where they stay.
    ``missing_profiles`` are the profiles of rows that are no longer in the list. ``unknown_field`` is the
    name of an invalid field. ``facts`` are the facts of the roster by code, and ``picked`` are the
    chosen profiles in the open menus of units, by action and unit number.
    """

    name: str = ""
    limit: str = ""
    rows: list[DraftRow] = field(default_factory=list)
    zeros: frozenset[int] = frozenset()
    missing_profiles: frozenset[str] = frozenset()
    unknown_field: str = ""
    picked: dict[tuple[str, int], str] = field(default_factory=dict)
    facts: dict[str, str] = field(default_factory=dict)

    def row(self, number: int) -> DraftRow:
        """Return the row with this number; raise LookupError if there is none."""
        for row in self.rows:
            if row.number == number:
                return row
        raise LookupError(number)

    def add_to_one(self, row: DraftRow, code: str) -> None:
        """Add an addition to one model of a row, or remove it if the row has it.

        The model moves to the row of its profile with the same additions. Raises LookupError for a row
        without models.
        """
        count, wanted = parse_count(row.count) or 0, row.entry.fields.keys() ^ {code}
        others = (other for other in self.rows if other is not row and other.profile == row.profile)
        same = next((other for other in others if other.entry.fields.keys() == wanted), None)
        if count < 1:
            raise LookupError(code)
        if same is None and count == 1:
            same = row
        elif same is None:
            same = self.add_row(row.profile, "0")
        if same is not row:
            row.count = str(count - 1)
            same.count = str((parse_count(same.count) or 0) + 1)
        same.facts = dict.fromkeys(wanted, "1")

    def open_menu(self, action: str, unit: int) -> None:
        """Open the menu of the profiles that can join a unit or attach to it."""
        if action not in MENU_ACTIONS:
            raise LookupError(action)
        self.picked.setdefault((action, unit), "")

    def units(self) -> list[DraftRow]:
        """Return the rows of main profiles, in their order."""
        return [row for row in self.rows if row.part == "count"]

    def members(self, unit: int, part: RowPart) -> list[DraftRow]:
        """Return the rows of a unit with this role, in their order."""
        return [row for row in self.rows if row.unit == unit and row.part == part]

    def row_ids(self) -> dict[int, str]:
        """Return the ids of the rows on the page by their numbers.

        Links to a profile lead to its first row.
        """
        first: dict[str, int] = {}
        for row in self.rows:
            first.setdefault(row.profile, row.number)
        return {
            row.number: f"p-{row.profile}"
            if row.number == first[row.profile]
            else f"p-{row.profile}.{row.number}"
            for row in self.rows
        }

    def sheet_ids(self) -> frozenset[str]:
        """Return the ids of the rows that show a sheet: all whose profiles are in the list."""
        ids = self.row_ids()
        return frozenset(ids[row.number] for row in self.rows if row.profile not in self.missing_profiles)

    def sync_profiles(self, keys: Collection[str], *, has_units: bool) -> None:
        """Add rows for profiles without a row, and note which rows' profiles are no longer in the list.

        Rows with additions but without models are removed.
        """
        self.missing_profiles = frozenset({row.profile for row in self.rows}.difference(keys))
        if has_units:
            return
        self.rows = [row for row in self.rows if self._is_entry(row) or not row.entry.fields]
        known = {row.profile for row in self.rows if not row.entry.fields}
        for key in keys:
            if key not in known:
                self.add_row(key, "0")

    def to_json(self, *, has_units: bool) -> dict[str, Any]:
        """Return the roster as JSON without its name, with the submitted counts and facts."""
        mains = self.units() if has_units else [row for row in self.units() if self._is_entry(row)]
        units = [
            {
                **_member_json(main),
                "name": main.name,
                "unit": main.kind,
                "others": [_member_json(row) for row in self.members(main.number, "others")],
                "attached": [_member_json(row) for row in self.members(main.number, "attached")],
                "fields": _filled_in(main.facts),
            }
            for main in mains
        ]
        return {"limit": self.limit or None, "entries": units, "fields": _filled_in(self.facts)}

    def _is_entry(self, row: DraftRow) -> bool:
        return parse_count(row.count) != 0 or row.number in self.zeros

    def replace_roster(self, value: Any, *, has_units: bool) -> None:  # noqa: ANN401 - any JSON value
        """Replace the roster in the form, except its name; rows that remain get their numbers back.

        The JSON is checked when the draft is parsed, like any form. Raise LookupError if its shape is not a
        roster's.
        """
        before, self.rows = self.rows, []
        numbers: dict[tuple[str, str], list[int]] = {}
        for row in before:
            numbers.setdefault((row.profile, row.part), []).append(row.number)
        try:
            self.limit = "" if value.get("limit") is None else str(value["limit"])
            self.facts = fact_texts(value.get("fields", {}))
            for entry in value["entries"]:
                main = self._add_row_as_before(numbers, entry, "count", None)
                main.name, main.kind = str(entry.get("name", "")), str(entry.get("unit", ""))
                main.facts = fact_texts(entry.get("fields", {}))
                for part in MEMBER_PARTS:
                    for member in entry.get(part, []):
                        self._add_row_as_before(numbers, member, part, main.number)
        except (TypeError, AttributeError, KeyError) as error:
            raise LookupError(value) from error
        self.zeros = frozenset(row.number for row in self.rows if row.count == "0")
        if not has_units:
            used = {row.number for row in self.rows} | {row.profile for row in self.rows}
            others = [row for row in before if row.number not in used and row.profile not in used]
            for row in others:
                row.count, row.facts = "0", {}
            self.rows = sorted([*self.rows, *others], key=lambda row: row.number)

    def _add_row_as_before(
        self,
        before: Mapping[tuple[str, str], Sequence[int]],
        member: Mapping[str, object],
        part: RowPart,
        unit: int | None,
    ) -> DraftRow:
        """Add a row after all others, with its number in ``before`` if numbers still increase."""
        if len(self.rows) >= MAX_ROWS:
            raise LookupError(part)
        row = self.add_row(str(member["profile"]), str(member["count"]), part, unit)
        same = (number for number in before.get((row.profile, part), ()) if number >= row.number)
        row.number = next(same, row.number)
        return row

    def add_row(self, profile: str, count: str, part: RowPart = "count", unit: int | None = None) -> DraftRow:
        """Add a row after all others with the next number."""
        number = self.rows[-1].number + 1 if self.rows else 0
        self.rows.append(DraftRow(number, profile, count, part, unit))
        return self.rows[-1]

    def drop_row(self, number: int) -> None:
        """Remove a row, and the rows of its unit if it is the main row; raise LookupError without a row."""
        removed = self.row(number)
        self.rows = [row for row in self.rows if row is not removed and row.unit != number]

    def take_out(self, number: int) -> None:
        """Remove a row from its unit; the next row with models takes the place of a main row."""
        row = self.row(number)
        members = [member for part in MEMBER_PARTS for member in self.members(number, part)]
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
    """The roster of a draft, and the number of each entry's row."""

    roster: Roster
    row_numbers: tuple[int | None, ...]


def draft_from_roster(roster: Roster, document: Document, catalogue: Catalogue) -> RosterDraft:
    """Return a stored roster as the form shows it."""
    entries = roster.entries
    fielded = {member.profile for member in roster.members()}
    missing = frozenset(fielded - document.profiles_by_key().keys())
    draft = RosterDraft(
        name=roster.name,
        limit="" if roster.limit is None else str(roster.limit),
        missing_profiles=missing,
        facts=fact_texts(roster.fields),
    )
    if catalogue.unit_kinds:
        for entry in entries:
            _add_unit(draft, entry)
        return draft
    plain = {entry.profile for entry in entries if not entry.fields}
    absent = [profile.key for profile in document.profiles if profile.key not in plain]
    draft.rows = [
        DraftRow(number, entry.profile, str(entry.count), facts=fact_texts(entry.fields))
        for number, entry in enumerate(entries)
    ]
    draft.rows += [DraftRow(number, key, "0") for number, key in enumerate(absent, len(entries))]
    draft.zeros = frozenset(number for number, entry in enumerate(entries) if not entry.count)
    return draft


def fact_texts(facts: Mapping[str, object]) -> dict[str, str]:
    """Return facts as their fields show them; "" for a blank fact."""
    return {
        code: "" if value in (None, False) else str(int(value) if value is True else value)
        for code, value in facts.items()
    }


def _filled_in(facts: Mapping[str, str]) -> dict[str, str]:
    return {code: text for code, text in facts.items() if text}


def _add_unit(draft: RosterDraft, entry: RosterEntry) -> None:
    main = draft.add_row(entry.profile, str(entry.count))
    main.name, main.kind, main.facts = entry.name, entry.unit, fact_texts(entry.fields)
    for member in entry.others:
        draft.add_row(member.profile, str(member.count), "others", main.number)
    for member in entry.attached:
        draft.add_row(member.profile, str(member.count), "attached", main.number)


def draft_from_post(post: QueryDict) -> RosterDraft:
    """Return the draft of a submitted form.

    The name of an invalid field is stored, and ``parse_draft`` refuses it.
    """
    rows: dict[int, DraftRow] = {}
    unit_fields: dict[tuple[str, int], str] = {}
    unit_facts: dict[int, dict[str, str]] = {}
    draft = RosterDraft(name=post.get("name", "").strip(), limit=post.get("limit", "").strip())
    for name in post:
        if name in CONTROL_FIELDS or name in ("name", "limit"):
            continue
        typed = post.get(name, "").strip()
        if name == "zeros" and all(text.isascii() and text.isdecimal() for text in typed.split()):
            draft.zeros = frozenset(int(text[:5]) for text in typed.split())
        elif name == "away":
            draft.missing_profiles = frozenset(typed.split())
        elif fact := _FACT.fullmatch(name):
            draft.facts[fact[1]] = typed
        elif fact := _UNIT_FACT.fullmatch(name):
            unit_facts.setdefault(int(fact[1]), {})[fact[2]] = typed
        elif field := _UNIT_FIELD.fullmatch(name):
            unit_fields[field[1], int(field[2])] = typed
        elif (
            (field := _FIELD.fullmatch(name)) is None
            or int(field[2]) in rows
            or (field[1] == "count") != (field[3] is None)
        ):
            draft.unknown_field = name
        else:
            unit = None if field[3] is None else int(field[3])
            rows[int(field[2])] = DraftRow(int(field[2]), field[4], typed, cast("RowPart", field[1]), unit)
    draft.rows = [rows[number] for number in sorted(rows)]
    for row in draft.rows:
        row.name = unit_fields.get(("name", row.number), "")
        row.kind = unit_fields.get(("unit", row.number), "")
        row.facts = unit_facts.get(row.number, {})
    draft.picked = {place: text for place, text in unit_fields.items() if place[0] in MENU_ACTIONS}
    return draft


def require_all_fields(post: QueryDict, stored: Roster, catalogue: Catalogue) -> None:
    """Raise DocumentError for a form without all fields: saving it would remove what is missing."""
    draft = draft_from_post(post)
    rows = match_rows(stored.entries, draft)
    has_limit_field = catalogue.roster.limit in ("required", "optional")
    missing = [name for name in ("name", *(("limit",) if has_limit_field else ())) if name not in post]
    missing += [entry.profile for entry, row in zip(stored.entries, rows, strict=True) if row is None]
    members = [member.profile for entry in stored.entries for member in entry.members()[1:]]
    if len(draft.rows) - len(draft.units()) < len(members):
        missing += members
    for entry, number in zip(stored.entries, rows, strict=True):
        facts = {} if number is None else draft.row(number).facts
        missing += [code for code in entry.fields if code not in facts]
    if missing:
        raise DocumentError("", f"{missing[0]!r} is missing from it", "load the page again")


def parse_draft(draft: RosterDraft, limits: Limits, catalogue: Catalogue) -> ParsedRoster:
    """Return the roster of a draft; raise DocumentError with the name of a faulty field."""
    reader = JsonReader(limits)
    if draft.unknown_field:
        problem = f"{draft.unknown_field[:60]!r} is not a field of this form"
        raise DocumentError("", problem, "load the page again")
    name = reader.line("name", draft.name)
    limit = parse_limit(draft.limit, catalogue)
    if catalogue.unit_kinds:
        units = draft.units()
        entries = [_parse_unit(reader, draft, row, catalogue) for row in units]
        _require_units(draft)
        numbers = [row.number for row in units]
    else:
        entries, numbers = _parse_rows(reader, draft, catalogue)
    fields = dict(_parse_facts(reader, draft.facts, catalogue.roster.fields, "field[{code}]"))
    return ParsedRoster(Roster(name=name, limit=limit, entries=tuple(entries), fields=fields), tuple(numbers))


def _parse_rows(
    reader: JsonReader, draft: RosterDraft, catalogue: Catalogue
) -> tuple[list[RosterEntry], list[int]]:
    entries, numbers = [], []
    for row in draft.rows:
        count = _parse_integer(row.field, row.count or "0", reader.limits.count)
        if row.part != "count":
            raise DocumentError("", f"{row.field[:60]!r} is not a field of this form", "load the page again")
        if count or row.number in draft.zeros:
            facts = _parse_facts(reader, row.facts, catalogue.additions, f"fact[{row.number}].{{code}}")
            profile = reader.key(row.field, row.profile)
            entries.append(RosterEntry(profile=profile, count=count, fields=dict(facts)))
            numbers.append(row.number)
    return entries, numbers


def _parse_unit(reader: JsonReader, draft: RosterDraft, row: DraftRow, catalogue: Catalogue) -> RosterEntry:
    if row.kind and row.kind not in [known.code for known in catalogue.unit_kinds]:
        raise DocumentError("", f"{row.kind[:60]!r} is not a kind of unit", "load the page again")
    main, others, attached = (
        tuple(
            Member(
                profile=reader.key(member.field, member.profile),
                count=_parse_integer(member.field, member.count or "0", reader.limits.count),
            )
            for member in members
        )
        for members in ([row], draft.members(row.number, "others"), draft.members(row.number, "attached"))
    )
    unit = unit_kind(catalogue, row.kind)
    facts = _parse_facts(reader, row.facts, unit.fields if unit else (), f"fact[{row.number}].{{code}}")
    return RosterEntry(
        profile=main[0].profile,
        count=main[0].count,
        name=reader.line(f"name[{row.number}]", row.name),
        unit=row.kind,
        others=others,
        attached=attached,
        fields=dict(facts),
    )


def _require_units(draft: RosterDraft) -> None:
    """Raise DocumentError for a row of a unit that is not in the form."""
    known = {row.number for row in draft.units()}
    for row in draft.rows:
        if row.part != "count" and row.unit not in known:
            raise DocumentError("", f"{row.field[:60]!r} doesn't belong to a unit", "load the page again")


def parse_limit(typed: str, catalogue: Catalogue) -> int | None:
    """Return the typed limit in points, or the game's fixed limit; None without a limit.

    Raises DocumentError for an invalid limit.
    """
    terms = catalogue.roster
    if terms.limit == "fixed":
        return terms.points
    if terms.limit == "none" or (terms.limit == "optional" and not typed):
        return None
    return _parse_integer("limit", typed, MAX_NUMBER)


def _parse_facts(
    reader: JsonReader, typed: Mapping[str, str], facts: Iterable[Attribute], name: str
) -> Iterator[tuple[str, int | str]]:
    """Return the facts that are filled in; ``name`` is the name of a field, with {code}."""
    for fact in facts:
        text, place = typed.get(fact.code, ""), name.format(code=fact.code)
        if not text:
            continue
        if fact.kind == "number":
            bounds = f"{fact.low or 0} to {fact.high or MAX_VALUE:,}"
            yield fact.code, _parse_integer(place, text, MAX_VALUE, bounds)
        elif fact.kind == "flag":
            yield fact.code, True
        elif fact.kind == "choice" and fact.option(text) is None:
            raise DocumentError(place, "is not one of the options", "choose an option")
        else:
            yield fact.code, reader.line(place, text)


def parse_count(text: str) -> int | None:
    """Return the number in a field, 0 for a blank; None for other texts."""
    text = (text or "0").replace("\N{MINUS SIGN}", "-")
    if not _INTEGER.fullmatch(text):
        return None
    return int(text) if len(text) <= _MAX_DIGITS else 10**_MAX_DIGITS


def _parse_integer(place: str, text: str, maximum: int, bounds: str = "") -> int:
    """Return the number in a field.

    ``bounds`` are the valid range for the message, if it is smaller than the numbers that can be entered.
    """
    value = parse_count(text)
    if not text:
        problem = "is blank"
    elif value is None:
        problem = "is not a whole number"
    elif value < 0:
        problem = "is below 0"
    elif value > maximum:
        problem = "is too large"
    else:
        return value
    raise DocumentError(place, problem, f"write a whole number from {bounds or f'0 to {maximum:,}'}")


def match_rows(entries: Sequence[RosterEntry], draft: RosterDraft) -> tuple[int | None, ...]:
    """Return the row number of each stored entry; None for an entry without a row in the form.

    An entry's row has the same profile. Rows with the same facts and count match first, then rows with the
    same facts, then all other rows.
    """
    free = draft.units()
    numbers: list[int | None] = [None] * len(entries)

    def likeness(row: DraftRow, entry: RosterEntry) -> int:
        if fact_texts(entry.fields) != _filled_in(row.facts):
            return 0
        return 2 if parse_count(row.count) == entry.count else 1

    for least_likeness in (2, 1, 0):
        for index, entry in enumerate(entries):
            same_profile = (row for row in free if row.profile == entry.profile)
            matches = (row for row in same_profile if likeness(row, entry) >= least_likeness)
            if numbers[index] is None and (match := next(matches, None)) is not None:
                numbers[index] = match.number
                free.remove(match)
    return tuple(numbers)
