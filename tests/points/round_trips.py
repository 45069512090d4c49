"""Lists are exported in each of our formats and read again, and compared."""

import io
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from itertools import chain, cycle
from typing import Any
from zipfile import ZipFile

from builder.catalogue.play import list_sheet
from builder.exports.csv import profiles_csv
from builder.exports.markup import TextFormat
from builder.exports.text import TextOptions, TextStyle, list_text
from builder.imports.limits import file_limits
from builder.imports.tables import read_workbook
from builder.points.appraisal.appraisal import appraise
from builder.points.document.design import Design, ParameterValue, Pick
from builder.points.document.document import Document, Profile, Roster, RosterEntry
from builder.points.rules.catalogue import Catalogue, Property
from builder.points.rules.catalogue_index import KIND, index_of
from builder.points.rules.names import UNNAMED_PROFILE
from builder.points.shorthand import (
    FILLER,
    ParsedPiece,
    ParsedText,
    Unparsed,
    find_header,
    read_rows,
    read_shorthand,
)
from tests.support.designs import catalogue_for
from tests.support.tables import csv_rows, xlsx_bytes

FORMATS: tuple[TextFormat, ...] = ("plain", "markdown", "bbcode")
STYLES: tuple[TextStyle, ...] = ("compact", "full")


def readings(
    document: Document, catalogue: Catalogue, *, roster: int | None = None
) -> Iterator[tuple[str, ParsedText]]:
    """Return what is read from each text of a list, or of one of its rosters, by format."""
    for style in STYLES:
        for form in FORMATS:
            text = list_text(
                list_sheet(document, catalogue), TextOptions(style=style, format=form, roster=roster)
            )
            yield f"{style} {form}", read_shorthand(text, catalogue)


def table_reading(document: Document, catalogue: Catalogue) -> ParsedText:
    """Return what is read from the CSV of a list."""
    return _read_table(csv_rows(profiles_csv(list_sheet(document, catalogue))), catalogue)


def workbook_reading(document: Document, catalogue: Catalogue) -> ParsedText:
    """Return what is read from the CSV of a list after a spreadsheet saved it as XLSX."""
    data = xlsx_bytes(csv_rows(profiles_csv(list_sheet(document, catalogue))))
    (sheet,) = read_workbook(data, ZipFile(io.BytesIO(data)), file_limits())
    return _read_table(sheet.rows, catalogue)


def _read_table(rows: Sequence[Sequence[str]], catalogue: Catalogue) -> ParsedText:
    header = find_header(rows, catalogue)
    return read_rows(rows[1:], [part or "" for part in header.parts], catalogue)


def plain_profiles(profiles: tuple[Profile, ...], catalogue: Catalogue) -> list[Any]:
    """Return profiles with names instead of keys. A default value counts as blank."""
    names = {profile.key: f"{at} {profile.name}" for at, profile in enumerate(profiles)}
    return [
        (profile.name, profile.max, plain_design(profile.design, catalogue, names)) for profile in profiles
    ]


def plain_design(design: Design, catalogue: Catalogue, names: Mapping[str, str]) -> tuple[object, ...]:
    """Return the contents of a design, by its kind."""
    index = index_of(catalogue).for_kind(design.values)
    view = index.catalogue
    values = {a.code: design.values.get(a.code, a.default) for a in view.attributes if a.code != KIND}
    usual = {a.code: a.blank_option.code for a in view.attributes if a.blank_option}
    values = {code: usual.get(code) if value is None else value for code, value in values.items()}
    values = {
        code: value
        for code, value in values.items()
        if not any(a.table_by == code and values.get(a.code) is None for a in view.attributes)
    }
    derived = {
        (others, row): entry.code
        for entry in catalogue.entries()
        if entry.cost.kind == "beside"
        for others, row in entry.cost.rows.items()
    }
    weapons = {}
    for slot in view.weapon_slots:
        said = []
        for weapon in design.weapons.get(slot.code, ()):
            fields = {code: number for code, number in weapon.fields.items() if number is not None}
            codes = weapon.properties or (() if fields else slot.default)
            created = {row: base for (others, row), base in derived.items() if others in codes}
            said.append((weapon.name, tuple(created.get(code, code) for code in codes), fields))
        weapons[slot.code] = (
            []
            if said == [("", slot.default, {})] and not slot.many
            else [item for item in said if item != ("", (), {})]
        )
    picks = {
        slot.code: [
            (
                pick.code,
                {
                    p.code: value_or_default(
                        pick.parameters.get(p.code), p.default, names if p.names_profiles else {}
                    )
                    for p in entry.parameters
                },
            )
            for pick in design.picks.get(slot.code, ())
            for entry in [index.entries[slot.group][pick.code]]
        ]
        for slot in view.pick_slots
    }
    return index.kind, values, weapons, picks


def value_or_default(value: ParameterValue | None, default: str, names: Mapping[str, str]) -> object:
    """Return a parameter's value: names for keys, and the default for a blank."""
    if isinstance(value, tuple):
        return [names.get(key, key) for key in value] or None
    if value in (None, ""):
        return default or None
    return names.get(str(value), str(value))


def renamed(document: Document, catalogue: Catalogue, names: Sequence[str]) -> Document:
    """Return the document with these names for its list, roster, profiles, weapons and invented items.

    A parameter without a value before one with a value can't be expressed as text, so it gets none.
    """
    more = cycle(names)
    index = index_of(catalogue)
    profiles = []
    for at, profile in enumerate(document.profiles):
        weapons = {
            slot: tuple(replace(weapon, name=next(more) if weapon.name else "") for weapon in item)
            for slot, item in profile.design.weapons.items()
        }
        picks = {
            slot: tuple(
                sayable_pick(index.entries[index.pick_slots[slot].group][pick.code], pick, more)
                for pick in item
            )
            for slot, item in profile.design.picks.items()
        }
        values = {
            code: next(more) if index.attributes[code].kind == "text" and value else value
            for code, value in profile.design.values.items()
        }
        design = replace(profile.design, values=values, weapons=weapons, picks=picks)
        profiles.append(replace(profile, name=f"{next(more)} {at}" if at else next(more), design=design))
    rosters = tuple(
        replace(
            roster, name=next(more), entries=tuple(with_new_texts(entry, more) for entry in roster.entries)
        )
        for roster in document.rosters
    )
    return replace(document, name=next(more), profiles=tuple(profiles), rosters=rosters)


def with_new_texts(entry: RosterEntry, more: Iterator[str]) -> RosterEntry:
    """Return the row with new texts in its unit's facts."""
    facts = {
        code: next(more) if isinstance(value, str) and value else value
        for code, value in entry.fields.items()
    }
    return replace(entry, fields={code: value for code, value in facts.items() if value != ""})


def sayable_pick(entry: Property, pick: Pick, more: Iterator[str]) -> Pick:
    """Return the pick with new texts, and without parameters after a missing one."""
    texts = {part.code: next(more) or "Old Nick" for part in entry.parameters if part.kind == "text"}
    given = {code: value for code, value in pick.parameters.items() if code not in texts}
    if entry.name_parameter:
        return replace(pick, parameters={**given, **texts})
    if any(part.code not in given and not part.default and part.kind != "text" for part in entry.parameters):
        return replace(pick, parameters={})
    return replace(pick, parameters={**given, **texts})


def check_list(document: Document, catalogue: Catalogue) -> None:
    """Check that the list is the same in each format, with the same prices."""
    prices = points(document)
    for form, reading in readings(document, catalogue):
        check_reading(document, reading, catalogue, form)
        check_signs(reading)
        claims = [{*profile.claims} for profile in reading.profiles]
        assert all(said <= {price} for said, price in zip(claims, prices, strict=True)), form
    check_reading(document, table_reading(document, catalogue), catalogue, "table")
    # Files from spreadsheets often have spaces around a cell, which aren't part of a name.
    profiles = tuple(replace(profile, name=profile.name.strip()) for profile in document.profiles)
    stripped = replace(document, profiles=profiles)
    check_reading(stripped, workbook_reading(stripped, catalogue), catalogue, "workbook")


def check_reading(document: Document, reading: ParsedText, catalogue: Catalogue, form: str) -> None:
    """Check that all of a format was read, as the profiles of the list, with the same prices."""
    items = tuple(profile.profile for profile in reading.profiles)
    assert ([rest.text for rest in reading.all_unparsed], reading.questions) == ([], ()), form
    assert plain_profiles(items, catalogue) == plain_profiles(document.profiles, catalogue), form
    assert points(replace(document, profiles=items)) == points(document), form


def check_rosters(document: Document, catalogue: Catalogue) -> None:
    """Check that each roster with models is the same in each of its texts."""
    names = {profile.key: f"{at} {profile.name}" for at, profile in enumerate(document.profiles)}
    for at, roster in enumerate(document.rosters):
        fielded = [entry for entry in map(bought, roster.entries) if entry]
        known = all(member.profile in names for entry in fielded for member in entry.members())
        # A unit that has only attached models has no main profile that a text could name.
        lost = any(
            not bought(entry) and any(item.count for item in entry.attached) for entry in roster.entries
        )
        if not (fielded and known) or lost:
            continue
        members = {member.profile for entry in fielded for member in entry.members()}
        # A property may name a profile that the roster doesn't field: its name is reported as not read.
        named = mentioned(document, members) - members
        absent = [profile.name or UNNAMED_PROFILE for profile in document.profiles if profile.key in named]
        for form, reading in readings(document, catalogue, roster=at):
            back = reading.roster
            unread = [rest.text.replace('""', '"') for rest in reading.all_unparsed]
            assert [text for text in unread if not any(name in text for name in absent)] == [], form
            assert reading.questions == (), form
            assert back is not None, form
            assert (back.name, back.limit) == (roster.name, roster.limit), form
            assert rows(back, {p.profile.key: p.profile.name for p in reading.profiles}) == rows(
                replace(roster, entries=tuple(fielded)),
                {profile.key: profile.name for profile in document.profiles},
            ), form
            if form.startswith("full"):
                assert [entry.fields for entry in back.entries] == [entry.fields for entry in fielded], form


def mentioned(document: Document, members: Set[str]) -> set[str]:
    """Return the keys of the profiles that properties of these members name."""
    keys = {profile.key for profile in document.profiles}
    picks = (
        p
        for profile in document.profiles
        if profile.key in members
        for p in chain(*profile.design.picks.values())
    )
    values = (value for pick in picks for value in pick.parameters.values())
    return keys & {str(key) for value in values for key in (value if isinstance(value, tuple) else (value,))}


def bought(entry: RosterEntry) -> RosterEntry | None:
    """Return a row without members of count 0."""
    members = [member for member in (entry, *entry.others) if member.count]
    attached = tuple(member for member in entry.attached if member.count)
    if not members:
        return None
    main, *others = members
    return replace(entry, profile=main.profile, count=main.count, others=tuple(others), attached=attached)


def rows(roster: Roster, names: Mapping[str, str]) -> list[Any]:
    """Return the members of each row with their counts."""
    return [
        (
            [(names[m.profile], m.count) for m in (entry, *entry.others)],
            [(names[m.profile], m.count) for m in entry.attached],
        )
        for entry in roster.entries
    ]


def signs(reading: ParsedText) -> dict[str, list[tuple[int, int]]]:
    """Return the positions of characters that were read, and of those that weren't."""
    pieces = [*reading.pieces, *(piece for profile in reading.profiles for piece in profile.pieces)]
    return {
        "read": [
            *((piece.start, piece.end) for piece in pieces if piece.meaning),
            *((total.start, total.end) for total in reading.totals),
        ],
        "marks": [(piece.start, piece.end) for piece in pieces if not piece.meaning],
        "rest": [(rest.start, rest.end) for rest in reading.all_unparsed],
    }


def check_signs(reading: ParsedText) -> None:
    """Check that each character is either read, or reported as not read, or punctuation."""
    places = signs(reading)
    seen = {place for result in places.values() for start, end in result for place in range(start, end)}
    skipped = [sign for place, sign in enumerate(reading.text) if place not in seen]
    assert [sign for sign in skipped if sign not in FILLER and not sign.isspace()] == []
    words = {
        kind: {p for start, end in item for p in range(start, end) if reading.text[p].isalnum()}
        for kind, item in places.items()
    }
    assert [reading.text[place] for place in sorted(words["read"] & words["rest"])] == []
    for question in reading.questions:
        assert reading.text[question.start : question.end] == question.text
        query = any(rest.has_question and rest.start < question.end for rest in reading.all_unparsed)
        assert query or question.is_read
    for profile in reading.profiles:
        signed: list[ParsedPiece | Unparsed] = [*profile.pieces, *profile.unparsed]
        for piece in signed:
            assert piece.text == reading.text[piece.start : piece.end]
            assert reading.text.count("\n", 0, piece.start) + 1 == piece.line


def mentions_nobody(document: Document) -> bool:
    """Return whether a property names a profile that the list doesn't have."""
    picks = (p for profile in document.profiles for p in chain(*profile.design.picks.values()))
    values = (value for pick in picks for value in pick.parameters.values())
    return any(value == "nobody" or (isinstance(value, tuple) and "nobody" in value) for value in values)


def points(document: Document) -> list[int | None]:
    """Return the points of each profile."""
    return [item.points for item in appraise(document, catalogue_for(document)).profiles]
