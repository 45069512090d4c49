"""A roster as the fields of an HTML form, between the form and the document.

A row is the field with the number of models of one profile. Its name is ``count[3].captain``: the row's
number and the profile's key. Rows are numbered when the page is rendered: first the entries in the document's
order, then the profiles that are not fielded, in the list's order. A row keeps its number while the page is
open. So the row stays in its place if the user sets its count to 0 and back.

In games with units, only fielded profiles have rows, and every row is saved, even if its count is 0. The main
profile of a unit has a ``count`` field. The unit's other members have fields such as ``others[4:3].banner``,
and attached profiles have fields such as ``attached[5:3].wizard``. These names contain the row's number, the
unit's number and the profile's key. A unit has the number of its main row. ``name[3]`` is the name of unit 3,
and ``unit[3]`` is its kind.

Facts are further fields that a game defines: ``fact[3].code`` for unit 3, and ``field[code]`` for the roster.
In games without units, ``fact[3].code`` is an addition to the models of row 3.

A draft contains the submitted texts without the spaces around them. So no text is lost if the draft can't be
saved.
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

RowRole = Literal["count", "others", "attached"]
"""The role of a row in its unit: the main profile ("count"), another member, or an attached profile."""
MEMBER_ROLES: tuple[RowRole, ...] = ("others", "attached")
MENU_ACTIONS = ("join", "attach")
_COUNT_FIELD = re.compile(r"(count|others|attached)\[(\d{1,4})(?::(\d{1,4}))?\]\.([A-Za-z0-9_-]+)", re.ASCII)
_UNIT_FIELD = re.compile(r"(name|unit|join|attach)\[(\d{1,4})\]", re.ASCII)
_ROW_FACT = re.compile(r"fact\[(\d{1,4})\]\.([a-z0-9_]+)", re.ASCII)
_FACT = re.compile(r"field\[([a-z0-9_]+)\]", re.ASCII)
_INTEGER = re.compile(r"-?\d+", re.ASCII)
_MAX_DIGITS = 12
MAX_ROWS = 2_000
"""The maximum number of rows after a button has added rows. It prevents requests that add a million rows."""


@dataclass(slots=True)
class DraftRow:
    """One row of the form.

    ``profile`` is the key of the profile, and ``raw_count`` is the text of the field.
    ``role`` is the role of the row in its unit, and ``unit_number`` is None for a main row.
    Only main rows have ``unit_name``, ``unit_kind`` and ``facts``, which describe the unit. In games without
    units, ``facts`` are the additions to the models of the row.
    """

    number: int
    profile: str
    raw_count: str
    role: RowRole = "count"
    unit_number: int | None = None
    unit_name: str = ""
    unit_kind: str = ""
    facts: dict[str, str] = field(default_factory=dict)

    @property
    def field_name(self) -> str:
        """The name of the row's field, such as "others[4:3].banner"."""
        numbers = f"{self.number}" if self.unit_number is None else f"{self.number}:{self.unit_number}"
        return f"{self.role}[{numbers}].{self.profile}"

    @property
    def entry(self) -> RosterEntry:
        """The row as a roster entry with a count of 0. Its ``fields`` are the facts that are filled in."""
        return RosterEntry(
            profile=self.profile, count=0, fields=dict.fromkeys(_filled_facts(self.facts), True)
        )


@dataclass(slots=True, kw_only=True)
class RosterDraft:
    """A roster in the form.

    ``saved_zero_rows`` are the numbers of the rows whose count of 0 is saved, because the stored roster has
    these entries with a count of 0. Other rows with a count of 0 aren't saved.
    ``missing_profiles`` are the keys of profiles that have a row but are no longer in the list.
    ``unknown_field`` is the name of an invalid field, or an empty string.
    ``menu_choices`` are the selected options of the open menus, by the menu's action and the unit's number.
    ``facts`` are the facts of the roster by code.
    """

    name: str = ""
    limit: str = ""
    rows: list[DraftRow] = field(default_factory=list)
    saved_zero_rows: frozenset[int] = frozenset()
    missing_profiles: frozenset[str] = frozenset()
    unknown_field: str = ""
    menu_choices: dict[tuple[str, int], str] = field(default_factory=dict)
    facts: dict[str, str] = field(default_factory=dict)

    def row(self, number: int) -> DraftRow:
        """Return the row with this number. Raise LookupError if there is no such row."""
        for row in self.rows:
            if row.number == number:
                return row
        raise LookupError(number)

    def toggle_addition(self, row: DraftRow, code: str) -> None:
        """Give an addition to one model of a row. If the row has the addition, remove it from one model.

        The model moves to the row of its profile that has its new additions. Raise LookupError for a row
        without models.
        """
        count, additions = parse_count(row.raw_count) or 0, row.entry.fields.keys() ^ {code}
        other_rows = (other for other in self.rows if other is not row and other.profile == row.profile)
        target = next((other for other in other_rows if other.entry.fields.keys() == additions), None)
        if count < 1:
            raise LookupError(code)
        if target is None and count == 1:
            target = row
        elif target is None:
            target = self.add_row(row.profile, "0")
        if target is not row:
            row.raw_count = str(count - 1)
            target.raw_count = str((parse_count(target.raw_count) or 0) + 1)
        target.facts = dict.fromkeys(additions, "1")

    def open_menu(self, action: str, unit_number: int) -> None:
        """Open the menu of the profiles that can join a unit ("join") or attach to it ("attach").

        Raise LookupError for another action.
        """
        if action not in MENU_ACTIONS:
            raise LookupError(action)
        self.menu_choices.setdefault((action, unit_number), "")

    def main_rows(self) -> list[DraftRow]:
        """Return the rows of main profiles: one of each unit or, in games without units, all rows."""
        return [row for row in self.rows if row.role == "count"]

    def member_rows(self, unit_number: int, role: RowRole) -> list[DraftRow]:
        """Return the rows of a unit that have a role."""
        return [row for row in self.rows if row.unit_number == unit_number and row.role == role]

    def row_ids(self) -> dict[int, str]:
        """Return the HTML ids of the rows by number.

        Links to a profile lead to "p-" and the profile's key, so this is the id of the profile's first row.
        """
        first_numbers: dict[str, int] = {}
        for row in self.rows:
            first_numbers.setdefault(row.profile, row.number)
        return {
            row.number: f"p-{row.profile}"
            if row.number == first_numbers[row.profile]
            else f"p-{row.profile}.{row.number}"
            for row in self.rows
        }

    def sheet_ids(self) -> frozenset[str]:
        """Return the ids of the rows that show a sheet of their profile: all except missing profiles."""
        ids = self.row_ids()
        return frozenset(ids[row.number] for row in self.rows if row.profile not in self.missing_profiles)

    def sync_profiles(self, keys: Collection[str], *, has_units: bool) -> None:
        """Update the rows for the profiles of the list, whose keys are ``keys``.

        In games without units, each of them gets a row, and rows with additions but without models are
        removed.
        """
        self.missing_profiles = frozenset({row.profile for row in self.rows}.difference(keys))
        if has_units:
            return
        self.rows = [row for row in self.rows if self._is_saved(row) or not row.entry.fields]
        profiles_with_row = {row.profile for row in self.rows if not row.entry.fields}
        for key in keys:
            if key not in profiles_with_row:
                self.add_row(key, "0")

    def to_json(self, *, has_units: bool) -> dict[str, Any]:
        """Return the roster as JSON without its name. Counts and facts are the submitted texts."""
        main_rows = [row for row in self.main_rows() if has_units or self._is_saved(row)]
        entries = [
            {
                **_member_json(main),
                "name": main.unit_name,
                "unit": main.unit_kind,
                "others": [_member_json(row) for row in self.member_rows(main.number, "others")],
                "attached": [_member_json(row) for row in self.member_rows(main.number, "attached")],
                "fields": _filled_facts(main.facts),
            }
            for main in main_rows
        ]
        return {"limit": self.limit or None, "entries": entries, "fields": _filled_facts(self.facts)}

    def _is_saved(self, row: DraftRow) -> bool:
        return parse_count(row.raw_count) != 0 or row.number in self.saved_zero_rows

    def replace_roster(self, value: Any, *, has_units: bool) -> None:  # noqa: ANN401 - any JSON value
        """Replace the roster in the form, except its name, by a roster as JSON.

        Rows that remain keep their numbers. Counts and texts aren't checked. Raise LookupError if the JSON
        doesn't have the shape of a roster.
        """
        old_rows, self.rows = self.rows, []
        old_numbers: dict[tuple[str, str], list[int]] = {}
        for row in old_rows:
            old_numbers.setdefault((row.profile, row.role), []).append(row.number)
        try:
            self.limit = "" if value.get("limit") is None else str(value["limit"])
            self.facts = fact_texts(value.get("fields", {}))
            for entry in value["entries"]:
                main = self._add_numbered_row(old_numbers, entry, "count", None)
                main.unit_name, main.unit_kind = str(entry.get("name", "")), str(entry.get("unit", ""))
                main.facts = fact_texts(entry.get("fields", {}))
                for role in MEMBER_ROLES:
                    for member in entry.get(role, []):
                        self._add_numbered_row(old_numbers, member, role, main.number)
        except (TypeError, AttributeError, KeyError) as error:
            raise LookupError(value) from error
        self.saved_zero_rows = frozenset(row.number for row in self.rows if row.raw_count == "0")
        if not has_units:
            used = {row.number for row in self.rows} | {row.profile for row in self.rows}
            unused_rows = [row for row in old_rows if row.number not in used and row.profile not in used]
            for row in unused_rows:
                row.raw_count, row.facts = "0", {}
            self.rows = sorted([*self.rows, *unused_rows], key=lambda row: row.number)

    def _add_numbered_row(
        self,
        old_numbers: Mapping[tuple[str, str], Sequence[int]],
        member: Mapping[str, object],
        role: RowRole,
        unit_number: int | None,
    ) -> DraftRow:
        """Add a row after all others, and give it an old number of its profile and role.

        Numbers must increase from row to row. If no old number is high enough, the row gets the next number.
        """
        if len(self.rows) >= MAX_ROWS:
            raise LookupError(role)
        row = self.add_row(str(member["profile"]), str(member["count"]), role, unit_number)
        high_enough = (number for number in old_numbers.get((row.profile, role), ()) if number >= row.number)
        row.number = next(high_enough, row.number)
        return row

    def add_row(
        self, profile: str, raw_count: str, role: RowRole = "count", unit_number: int | None = None
    ) -> DraftRow:
        """Add a row after all others, with the next number."""
        number = self.rows[-1].number + 1 if self.rows else 0
        self.rows.append(DraftRow(number, profile, raw_count, role, unit_number))
        return self.rows[-1]

    def remove_row(self, number: int) -> None:
        """Remove a row. If it is a main row, remove all rows of its unit.

        Raise LookupError if there is no such row.
        """
        removed = self.row(number)
        self.rows = [row for row in self.rows if row is not removed and row.unit_number != number]

    def remove_from_unit(self, number: int) -> None:
        """Remove a row from its unit.

        If it is the main row, the next row of the unit that has models becomes the main row. If there is no
        such row, remove the unit.
        """
        row = self.row(number)
        members = [member for role in MEMBER_ROLES for member in self.member_rows(number, role)]
        new_main = next((member for member in members if parse_count(member.raw_count)), None)
        if new_main is None:
            self.remove_row(number)
        else:
            row.profile, row.raw_count = new_main.profile, new_main.raw_count
            self.remove_row(new_main.number)


def _member_json(row: DraftRow) -> dict[str, object]:
    return {"profile": row.profile, "count": row.raw_count}


@dataclass(frozen=True, slots=True)
class ParsedRoster:
    """The roster of a draft, with the number of the row of each entry."""

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
    without_additions = {entry.profile for entry in entries if not entry.fields}
    not_fielded = [profile.key for profile in document.profiles if profile.key not in without_additions]
    draft.rows = [
        DraftRow(number, entry.profile, str(entry.count), facts=fact_texts(entry.fields))
        for number, entry in enumerate(entries)
    ]
    draft.rows += [DraftRow(number, key, "0") for number, key in enumerate(not_fielded, len(entries))]
    draft.saved_zero_rows = frozenset(number for number, entry in enumerate(entries) if not entry.count)
    return draft


def fact_texts(facts: Mapping[str, object]) -> dict[str, str]:
    """Return facts as the texts of their fields."""
    return {
        code: "" if value in (None, False) else str(int(value) if value is True else value)
        for code, value in facts.items()
    }


def _filled_facts(facts: Mapping[str, str]) -> dict[str, str]:
    return {code: text for code, text in facts.items() if text}


def _add_unit(draft: RosterDraft, entry: RosterEntry) -> None:
    main = draft.add_row(entry.profile, str(entry.count))
    main.unit_name, main.unit_kind, main.facts = entry.name, entry.unit, fact_texts(entry.fields)
    for member in entry.others:
        draft.add_row(member.profile, str(member.count), "others", main.number)
    for member in entry.attached:
        draft.add_row(member.profile, str(member.count), "attached", main.number)


def draft_from_post(post: QueryDict) -> RosterDraft:
    """Return the draft of a submitted form. ``parse_draft`` rejects it if a field has an invalid name."""
    rows: dict[int, DraftRow] = {}
    unit_fields: dict[tuple[str, int], str] = {}
    facts_by_row: dict[int, dict[str, str]] = {}
    draft = RosterDraft(name=post.get("name", "").strip(), limit=post.get("limit", "").strip())
    for name in post:
        if name in CONTROL_FIELDS or name in ("name", "limit"):
            continue
        raw_value = post.get(name, "").strip()
        if name == "zeros" and all(text.isascii() and text.isdecimal() for text in raw_value.split()):
            draft.saved_zero_rows = frozenset(int(text[:5]) for text in raw_value.split())
        elif name == "away":
            draft.missing_profiles = frozenset(raw_value.split())
        elif match := _FACT.fullmatch(name):
            draft.facts[match[1]] = raw_value
        elif match := _ROW_FACT.fullmatch(name):
            facts_by_row.setdefault(int(match[1]), {})[match[2]] = raw_value
        elif match := _UNIT_FIELD.fullmatch(name):
            unit_fields[match[1], int(match[2])] = raw_value
        elif (
            (match := _COUNT_FIELD.fullmatch(name)) is None
            or int(match[2]) in rows
            or (match[1] == "count") != (match[3] is None)
        ):
            draft.unknown_field = name
        else:
            unit_number = None if match[3] is None else int(match[3])
            role = cast("RowRole", match[1])
            rows[int(match[2])] = DraftRow(int(match[2]), match[4], raw_value, role, unit_number)
    draft.rows = [rows[number] for number in sorted(rows)]
    for row in draft.rows:
        row.unit_name = unit_fields.get(("name", row.number), "")
        row.unit_kind = unit_fields.get(("unit", row.number), "")
        row.facts = facts_by_row.get(row.number, {})
    draft.menu_choices = {menu: text for menu, text in unit_fields.items() if menu[0] in MENU_ACTIONS}
    return draft


def require_all_fields(post: QueryDict, stored: Roster, catalogue: Catalogue) -> None:
    """Raise DocumentError if the form lacks a field of the stored roster, which saving would remove."""
    draft = draft_from_post(post)
    rows = match_rows(stored.entries, draft)
    has_limit_field = catalogue.roster.limit in ("required", "optional")
    missing = [name for name in ("name", *(("limit",) if has_limit_field else ())) if name not in post]
    missing += [entry.profile for entry, row in zip(stored.entries, rows, strict=True) if row is None]
    members = [member.profile for entry in stored.entries for member in entry.members()[1:]]
    if len(draft.rows) - len(draft.main_rows()) < len(members):
        missing += members
    for entry, number in zip(stored.entries, rows, strict=True):
        facts = {} if number is None else draft.row(number).facts
        missing += [code for code in entry.fields if code not in facts]
    if missing:
        raise DocumentError("", f"{missing[0]!r} is missing from it", "load the page again")


def parse_draft(draft: RosterDraft, limits: Limits, catalogue: Catalogue) -> ParsedRoster:
    """Return the roster of a draft.

    Raise DocumentError if the roster can't be saved. The error's path is the name of the faulty field.
    """
    reader = JsonReader(limits)
    if draft.unknown_field:
        problem = f"{draft.unknown_field[:60]!r} is not a field of this form"
        raise DocumentError("", problem, "load the page again")
    name = reader.line("name", draft.name)
    limit = parse_limit(draft.limit, catalogue)
    if catalogue.unit_kinds:
        units = draft.main_rows()
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
        count = _parse_integer(row.field_name, row.raw_count or "0", reader.limits.count)
        if row.role != "count":
            raise DocumentError(
                "", f"{row.field_name[:60]!r} is not a field of this form", "load the page again"
            )
        if count or row.number in draft.saved_zero_rows:
            facts = _parse_facts(reader, row.facts, catalogue.additions, f"fact[{row.number}].{{code}}")
            profile = reader.key(row.field_name, row.profile)
            entries.append(RosterEntry(profile=profile, count=count, fields=dict(facts)))
            numbers.append(row.number)
    return entries, numbers


def _parse_unit(reader: JsonReader, draft: RosterDraft, row: DraftRow, catalogue: Catalogue) -> RosterEntry:
    if row.unit_kind and row.unit_kind not in [kind.code for kind in catalogue.unit_kinds]:
        raise DocumentError("", f"{row.unit_kind[:60]!r} is not a kind of unit", "load the page again")
    (main,), others, attached = (
        tuple(
            Member(
                profile=reader.key(member.field_name, member.profile),
                count=_parse_integer(member.field_name, member.raw_count or "0", reader.limits.count),
            )
            for member in members
        )
        for members in (
            [row],
            draft.member_rows(row.number, "others"),
            draft.member_rows(row.number, "attached"),
        )
    )
    unit = unit_kind(catalogue, row.unit_kind)
    facts = _parse_facts(reader, row.facts, unit.fields if unit else (), f"fact[{row.number}].{{code}}")
    return RosterEntry(
        profile=main.profile,
        count=main.count,
        name=reader.line(f"name[{row.number}]", row.unit_name),
        unit=row.unit_kind,
        others=others,
        attached=attached,
        fields=dict(facts),
    )


def _require_units(draft: RosterDraft) -> None:
    """Raise DocumentError if the draft lacks the unit that a row belongs to."""
    unit_numbers = {row.number for row in draft.main_rows()}
    for row in draft.rows:
        if row.role != "count" and row.unit_number not in unit_numbers:
            raise DocumentError(
                "", f"{row.field_name[:60]!r} doesn't belong to a unit", "load the page again"
            )


def parse_limit(raw_value: str, catalogue: Catalogue) -> int | None:
    """Return the points limit of a roster, or None for a roster without a limit.

    ``raw_value`` is ignored if the game has a fixed limit or none. Raise DocumentError if it is invalid.
    """
    terms = catalogue.roster
    if terms.limit == "fixed":
        return terms.points
    if terms.limit == "none" or (terms.limit == "optional" and not raw_value):
        return None
    return _parse_integer("limit", raw_value, MAX_NUMBER)


def _parse_facts(
    reader: JsonReader, raw_facts: Mapping[str, str], facts: Iterable[Attribute], field_name_format: str
) -> Iterator[tuple[str, int | str]]:
    """Yield the code and the value of each fact that is filled in.

    ``raw_facts`` are the texts of the fields by the code of the fact. ``field_name_format`` contains
    ``{code}`` where the code goes.
    """
    for fact in facts:
        text, field_name = raw_facts.get(fact.code, ""), field_name_format.format(code=fact.code)
        if not text:
            continue
        if fact.kind == "number":
            bounds = f"{fact.low or 0} to {fact.high or MAX_VALUE:,}"
            yield fact.code, _parse_integer(field_name, text, MAX_VALUE, bounds)
        elif fact.kind == "flag":
            yield fact.code, True
        elif fact.kind == "choice" and fact.option(text) is None:
            raise DocumentError(field_name, "is not one of the options", "choose an option")
        else:
            yield fact.code, reader.line(field_name, text)


def parse_count(text: str) -> int | None:
    """Return the number in a field: 0 for a blank field, and None for a text that isn't a number.

    A number with too many digits becomes 10 ** 12, which no field allows.
    """
    text = (text or "0").replace("\N{MINUS SIGN}", "-")
    if not _INTEGER.fullmatch(text):
        return None
    return int(text) if len(text) <= _MAX_DIGITS else 10**_MAX_DIGITS


def _parse_integer(field_name: str, text: str, maximum: int, bounds: str = "") -> int:
    """Return the number in a field. Raise DocumentError if it isn't an integer from 0 to ``maximum``.

    ``bounds`` is the range that the error message suggests. Its default is 0 to ``maximum``.
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
    raise DocumentError(field_name, problem, f"write a whole number from {bounds or f'0 to {maximum:,}'}")


def match_rows(entries: Sequence[RosterEntry], draft: RosterDraft) -> tuple[int | None, ...]:
    """Return the number of each stored entry's row in the form, or None if the entry has no row.

    A row only matches an entry with the same profile. Rows with the same facts and the same count are
    preferred, then rows with the same facts.
    """
    unmatched = draft.main_rows()
    numbers: list[int | None] = [None] * len(entries)

    def likeness(row: DraftRow, entry: RosterEntry) -> int:
        if fact_texts(entry.fields) != _filled_facts(row.facts):
            return 0
        return 2 if parse_count(row.raw_count) == entry.count else 1

    for min_likeness in (2, 1, 0):
        for index, entry in enumerate(entries):
            same_profile = (row for row in unmatched if row.profile == entry.profile)
            matches = (row for row in same_profile if likeness(row, entry) >= min_likeness)
            if numbers[index] is None and (match := next(matches, None)) is not None:
                numbers[index] = match.number
                unmatched.remove(match)
    return tuple(numbers)
