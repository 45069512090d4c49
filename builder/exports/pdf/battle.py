"""The data of the battle sheet, which is a paper with everything to look up and mark during a game.

Its boxes are printed squares and circles that players tick by pen.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from builder.exports.pdf.payload import JsonData, MemberData, RosterData, UnitData
from builder.exports.pdf.profiles import PrintContext, after_name, item_name
from builder.exports.pdf.rosters import roster_data
from builder.exports.pdf.text import BREAK, printable_line, shorten
from builder.exports.pdf.units import turn_row, used_headings, value_pairs
from builder.points.document.items import INCLUDED
from builder.points.pricing.texts import NONE
from builder.points.rules.catalogue import ItemColumn
from builder.points.rules.catalogue_index import index_of
from builder.points.sheets.items import group_columns
from builder.points.sheets.profile import MAX_BOXES, ProfileSheet

_MAX_SHORT_TITLE = 40
_MOST_WEAPONS = 200
_MAX_OWNERS_LENGTH = 600
_MAX_CELL_LENGTH = 24
_IN_BRACKETS = re.compile(r" \([^()]*\)$")
_MAX_UNBROKEN_ROWS = 40
_EMPTY_CELLS = ("", NONE, "–", "±0 –")
# The data of rosters and members that the battle sheet has in common with the roster for play.
_ROSTER_FIELDS = (
    "title", "list", "game", "totals", "leads", "leader_word", "leader", "stamp", "remember", "side",
    "bare_name",
)  # fmt: skip
_MEMBER_FIELDS = (
    "name", "count", "leads", "rows", "more", "wounds", "shield", "each", "wound_notes", "shortened", "waits",
)  # fmt: skip


class _OwnedWeapon(NamedTuple):
    """A weapon of a profile.

    ``cells`` maps each heading to the weapon's number. ``who`` is the name of the profile.
    """

    name: str
    cells: Mapping[str, str]
    who: str


def battle_data(context: PrintContext, index: int, glossary_groups: Sequence[JsonData]) -> JsonData:
    """Return the data of a roster for the template.

    ``glossary_groups`` are the groups of the glossary in the same PDF. Words on the sheet link to its
    entries.
    """
    sheet, play = roster_data(context, index), context.play_sheet
    targets = _targets(glossary_groups)
    units = [*sheet["entries"], *sheet["summoned"]]
    rows = _with_first_links(
        _row(context, member, unit, targets) for unit in units for member in unit["members"]
    )
    fielded = sum(len(unit["members"]) for unit in sheet["entries"])
    # A member is a profile in a unit. If several units have models of the same profile, the tables and notes
    # need only one of the members.
    members = list({member["key"]: member for unit in units for member in unit["members"]}.values())
    sheets = [context.sheet.by_key[member["key"]] for member in members]
    return {
        **{key: value for key, value in sheet.items() if key in _ROSTER_FIELDS},
        "short_title": shorten(sheet["title"], _MAX_SHORT_TITLE),
        "short_list": shorten(sheet["list"], _MAX_SHORT_TITLE),
        "force": rows[:fielded],
        "along": rows[fielded:],
        "marks": [*_marks(sheet), *_ticked_number_headings(context, sheets)],
        "weapons": _weapon_table(context, sheets, members, sheet),
        "turns": play.turns,
        "turn_row": turn_row(context),
        "noted": [
            {"name": member["name"], "notes": member["notes"]} for member in members if member["notes"]
        ],
    }


def _targets(glossary_groups: Sequence[JsonData]) -> Mapping[str, str]:
    """Map the name of each glossary entry to its anchor in the PDF."""
    targets: dict[str, str] = {}
    for number, group in enumerate(glossary_groups):
        for index, (name, _, _) in enumerate(group["entries"]):
            targets.setdefault(name, f"word-{number}-{index}")
    return targets


# ------------------------------------------------------------------ rows


def _row(context: PrintContext, member: MemberData, unit: UnitData, targets: Mapping[str, str]) -> JsonData:
    """Return the row of a member, which is a profile in a unit: name, numbers, boxes and other items.

    The row of a unit's first member also has the heading of the unit.
    """
    sheet = context.sheet.by_key[member["key"]]
    is_first = unit["members"][0] is member
    has_unit_heading = len(unit["members"]) > 1 or unit["members"][0]["name"] != unit["name"]
    boxes = {box.name for box in context.play_sheet.boxes}
    return {
        **{key: value for key, value in member.items() if key in _MEMBER_FIELDS},
        "unit": {"name": unit["name"], "words": unit["words"], "paid": unit["paid"]}
        if is_first and has_unit_heading
        else None,
        "unit_pairs": unit["pairs"] if is_first else [],
        "attached": member["attached"],
        "role": member["kind"] or member["role"],
        "paid": "" if has_unit_heading else unit["paid"],
        "apiece": "" if has_unit_heading else member["apiece"],
        "columns": member["headings"],
        "numbers": [text.replace(BREAK, "") for text in member["numbers"]],
        "bare": member["bare"],
        "pairs": value_pairs(context, sheet),
        "words": [
            [word, targets.get(_glossary_word_of(word, targets), "")] for word in _words(context, member)
        ],
        "ticks": _ticks(context, sheet, targets),
        "tracks": [track for track in member["tracks"] if track["name"] in boxes],
        "uses": member["uses"],
        "states": states_data(sheet, "row") if is_first else [],
        "each_states": states_data(sheet, "model"),
        "long": member["long"] or member["rows"] > _MAX_UNBROKEN_ROWS,
    }


def _with_first_links(rows: Iterable[JsonData]) -> list[JsonData]:
    """Return the rows. Of several links to an entry of the glossary, only the first one remains.

    Links take long to typeset.
    """
    linked: set[str] = set()

    def first_link(to: str) -> str:
        """Return the anchor ``to``, or an empty string if there is already a link to it."""
        if to in linked:
            return ""
        linked.add(to)
        return to

    return [
        {
            **row,
            "words": [[word, first_link(to)] for word, to in row["words"]],
            "ticks": [{**tick, "to": first_link(tick["to"])} for tick in row["ticks"]],
        }
        for row in rows
    ]


def _words(context: PrintContext, member: MemberData) -> Iterator[str]:
    """Yield the texts of a member's weapons, then the texts of its picks.

    Items with tick boxes are left out, because the sheet has them elsewhere (``_ticks``).
    """
    play = context.play_sheet
    slots = {slot.name: slot.group for slot in context.catalogue.pick_slots}
    in_tables = {code for table in play.item_tables for code in table.of} | {line.of for line in play.lines}
    yield from (arm["name"] for arm in member["arms"] if not arm["plain"])
    model_lines = {line.name for line in play.lines if line.name}
    yield from dict.fromkeys(line["name"] for line in member["lines"] if line["name"] not in model_lines)
    for things in member["carried"]:
        yield from (thing["name"] for thing in things if not thing["ticked"])
    for trait in member["traits"]:
        group = slots.get(trait["name"], "")
        if group in (*play.ticked, *play.summed) or (trait["name"] == INCLUDED and member["carried"]):
            continue
        texts = [text for text, _ in trait["items"]]
        if group in in_tables:
            texts = [_IN_BRACKETS.sub("", text) for text in texts]
        if trait.get("named"):
            yield f"{trait['name']} {', '.join(texts)}"
        else:
            yield from texts


def _glossary_word_of(text: str, targets: Mapping[str, str]) -> str:
    """Return the longest beginning of a text that is the name of a glossary entry, or an empty string."""
    text = text.replace(BREAK, "")[:_MAX_OWNERS_LENGTH]
    while text and text not in targets:
        text = text.rpartition(" ")[0]
    return text


def _ticks(context: PrintContext, sheet: ProfileSheet, targets: Mapping[str, str]) -> list[JsonData]:
    """Return the items with tick boxes or a total, such as spells.

    ``to`` is the anchor of the item's glossary entry. ``times`` is the number of circles to tick. It is 0 for
    an item with a total.
    """
    ticked, summed = context.play_sheet.ticked, context.play_sheet.summed
    times_by_item: dict[tuple[str, str, bool], int] = Counter()
    for item in sheet.items:
        if item.entry.group not in (*ticked, *summed) or item.pick is None:
            continue
        numbers = after_name(context, item).strip(" ()")
        if item.entry.group not in item.patterns:
            texts = item.numbers(item.columns.values())
            numbers = ", ".join(text for text in texts if text not in _EMPTY_CELLS)
        name, numbers = printable_line(item_name(item)), printable_line(numbers, _MAX_CELL_LENGTH)
        times_by_item[name, numbers, item.entry.group in summed] += 1
    return [
        {
            "name": name,
            "to": targets.get(name.replace(BREAK, ""), ""),
            "numbers": numbers,
            "times": 0 if has_total else min(times, MAX_BOXES),
            "has_total": has_total,
        }
        for (name, numbers, has_total), times in times_by_item.items()
    ]


def states_data(sheet: ProfileSheet, each: str) -> list[str]:
    """Return the names of the states that have a box, such as "Stunned".

    If ``each`` is "row", return the states with one box for the row. If it is "model", return the states with
    a box for each model of the row.
    """
    return [printable_line(name, 24) for name in sheet.states(each)]


def _marks(sheet: RosterData) -> list[JsonData]:
    """Return the shape, name and meaning of each kind of box that the sheet uses.

    Boxes without a meaning are left out, because their names say enough.
    """
    marks = [
        {"shape": boxes["shape"], "name": boxes["name"], "marks": boxes["marks"]}
        for boxes in sheet["legend"]
        if boxes["marks"]
    ]
    if sheet["has"]["wounds"]:
        marks.append({"shape": "square", "name": "wounds", "marks": "thick box: dead"})
    if sheet["has"]["shield"]:
        marks.append({"shape": "shield", "name": "the shield", "marks": "broken"})
    return marks


def _ticked_number_headings(context: PrintContext, profiles: Iterable[ProfileSheet]) -> Iterator[JsonData]:
    """Yield an explanation of the numbers that are printed after the names of ticked items.

    For example, the numbers after the names of powers are "Act/Strain".
    """
    used_groups = {item.entry.group for sheet in profiles for item in sheet.items}
    for group in context.catalogue.groups:
        pattern = context.play_sheet.beside.get(group.code, "")
        if group.code in context.play_sheet.ticked and group.code in used_groups and pattern:
            labels = {column.code: column.label for column in group.columns}
            yield {"shape": "circle", "name": group.name, "marks": pattern.format_map(labels)}


# ------------------------------------------------------------------ weapons


def _weapon_table(
    context: PrintContext, profiles: Sequence[ProfileSheet], members: Sequence[MemberData], sheet: RosterData
) -> JsonData | None:
    """Return a table of a force's weapons, with the owners of each weapon. Return None without weapons."""
    owned = [
        *_designed_weapons(members, sheet),
        *_line_weapons(members),
        *(() if context.play_sheet.lines else _weapons_with_numbers(context, profiles)),
    ]
    headings = used_headings([weapon.cells for weapon in owned])
    if not headings:
        return None
    everyone = list(dict.fromkeys(member["name"] for member in members))
    rows = _rows_of(owned, headings)
    by_owner = _distinguishing_heading(rows, headings)
    rows = _with_numbers_after_owners(rows, headings.index(by_owner)) if by_owner else rows
    headings = [heading for heading in headings if heading != by_owner]
    names = list(dict.fromkeys(name for name, _ in rows))
    # Weapons without a number under the first heading are of another kind, such as blades. They come last.
    sorted_rows = sorted(rows.items(), key=lambda row: (not row[0][1][0], names.index(row[0][0])))
    return {
        "columns": headings,
        "groups": _heading_groups(headings, sheet),
        "apart": by_owner,
        "rows": [
            [
                name,
                *cells,
                "all"
                if list(who) == everyone and len(everyone) > 1
                else shorten(", ".join(who), _MAX_OWNERS_LENGTH),
            ]
            for (name, cells), who in sorted_rows[:_MOST_WEAPONS]
        ],
        "more": max(0, len(sorted_rows) - _MOST_WEAPONS),
    }


_Rows = dict[tuple[str, tuple[str, ...]], dict[str, None]]
"""A map from the name and the numbers of a weapon to its owners.

The keys of the inner dict are the owners.
"""


def _rows_of(owned: Iterable[_OwnedWeapon], headings: Sequence[str]) -> _Rows:
    rows: _Rows = {}
    for weapon in owned:
        cells = tuple(
            "" if (text := weapon.cells.get(heading, "")) in _EMPTY_CELLS else text for heading in headings
        )
        if any(cells):
            rows.setdefault((weapon.name, cells), {})[weapon.who] = None
    return rows


def _distinguishing_heading(rows: _Rows, headings: Sequence[str]) -> str:
    """Return the one heading under which weapons of the same name have different numbers.

    If there is no such heading, or if there are several, return an empty string.
    """
    differing = {
        heading
        for _, group in groupby(sorted(rows, key=lambda row: row[0]), key=lambda row: row[0])
        for heading, texts in zip(headings, zip(*(cells for _, cells in group), strict=True), strict=True)
        if len(set(texts)) > 1
    }
    return differing.pop() if len(differing) == 1 else ""


def _with_numbers_after_owners(rows: _Rows, column: int) -> _Rows:
    """Return the rows without the column, and with its numbers after the names of the owners."""
    merged: _Rows = {}
    for (name, cells), who in rows.items():
        key = name, (*cells[:column], *cells[column + 1 :])
        merged.setdefault(key, {}).update(dict.fromkeys(f"{owner} {cells[column]}".strip() for owner in who))
    return merged


def _heading_groups(headings: Sequence[str], sheet: RosterData) -> list[list[str | int]]:
    """Return the upper headings, which are above the headings of range bands and of kinds of armour.

    Each is a text and the number of columns below it. The text above other columns is empty.
    """
    above = dict.fromkeys(sheet["bands"], "Range bands") | dict.fromkeys(sheet["armour"], "Takes off armour")
    runs: list[list[str | int]] = [
        [name, len(list(run))] for name, run in groupby(above.get(heading, "") for heading in headings)
    ]
    return runs if any(name for name, _ in runs) else []


def _designed_weapons(members: Sequence[MemberData], sheet: RosterData) -> Iterator[_OwnedWeapon]:
    """Yield the weapons that players designed, with their range bands and the armour that they ignore."""
    for member in members:
        for arm in member["arms"]:
            if arm["plain"]:
                continue
            cells = {
                "Properties": arm["code"],
                **dict(zip(sheet["bands"], arm["bands"], strict=False)),
                **dict(zip(sheet["armour"], arm["pierces"], strict=False)),
            }
            yield _OwnedWeapon(arm["name"], cells, member["name"])


def _line_weapons(members: Sequence[MemberData]) -> Iterator[_OwnedWeapon]:
    """Yield the weapons of games that print weapons as lines below a model."""
    for member in members:
        for line in member["lines"]:
            yield _OwnedWeapon(
                line["name"], dict(zip(member["line_columns"], line["cells"], strict=True)), member["name"]
            )


def _weapons_with_numbers(context: PrintContext, profiles: Sequence[ProfileSheet]) -> Iterator[_OwnedWeapon]:
    """Yield the weapons of games in which weapons are picks with numbers.

    Picks with tick boxes are left out.
    """
    for table in context.play_sheet.item_tables:
        for code in table.of:
            if table.columns or code in context.play_sheet.ticked:
                continue
            columns = _played_columns(context, code)
            for sheet in profiles:
                for item in sheet.items:
                    if item.entry.group == code:
                        texts = [printable_line(text, _MAX_CELL_LENGTH) for text in item.numbers(columns)]
                        cells = dict(zip((column.label for column in columns), texts, strict=True))
                        yield _OwnedWeapon(item_name(item), cells, context.name(sheet))


def _played_columns(context: PrintContext, code: str) -> list[ItemColumn]:
    """Return the columns whose numbers are printed after the names of a group's items.

    If the group has no such columns, return all its columns.
    """
    columns_by_code = group_columns(context.catalogue, code)
    named_codes = re.findall(r"{(\w+)}", context.play_sheet.beside.get(code, ""))
    if named_codes:
        return [columns_by_code[column_code] for column_code in named_codes]
    return list(index_of(context.catalogue).columns[code])
