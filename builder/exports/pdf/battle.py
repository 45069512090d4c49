"""The data of the battle sheet, which is a paper with everything to look up and mark during a game.

Members and boxes are explained in ``payload.py``.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from builder.exports.pdf.payload import (
    BattleData,
    BattleRowData,
    BoxKindData,
    GlossaryGroupData,
    MarkedItemData,
    MemberData,
    RosterData,
    UnitData,
    WeaponTableData,
)
from builder.exports.pdf.profiles import PrintContext, after_name, item_name
from builder.exports.pdf.rosters import roster_data
from builder.exports.pdf.text import BREAK, printable_line, shorten
from builder.exports.pdf.units import profile_values, turn_row, used_headings
from builder.points.document.items import INCLUDED
from builder.points.document.play import StateOwner
from builder.points.pricing.texts import NONE
from builder.points.rules.catalogue import ItemColumn
from builder.points.rules.catalogue_index import index_of
from builder.points.sheets.items import group_columns
from builder.points.sheets.profile import MAX_BOXES, ProfileSheet

_MAX_SHORT_TITLE = 40
_MAX_WEAPONS = 200
_MAX_OWNERS_LENGTH = 600
_MAX_CELL_LENGTH = 24
_IN_BRACKETS = re.compile(r" \([^()]*\)$")
_MAX_UNBROKEN_ROWS = 40
_EMPTY_CELLS = ("", NONE, "–", "±0 –")


class _OwnedWeapon(NamedTuple):
    """A weapon, its numbers by heading, and the name of the profile that has it."""

    name: str
    cells: Mapping[str, str]
    owner: str


def battle_data(
    context: PrintContext, index: int, glossary_groups: Sequence[GlossaryGroupData]
) -> BattleData:
    """Return the data of the roster with this index.

    ``glossary_groups`` are the groups of the glossary in the same PDF. Items on the sheet link to its
    entries.
    """
    sheet, play = roster_data(context, index), context.play_sheet
    anchors = _glossary_anchors(glossary_groups)
    units = [*sheet["entries"], *sheet["summoned"]]
    rows = _with_first_links(
        _row(context, member, unit, anchors) for unit in units for member in unit["members"]
    )
    fielded = sum(len(unit["members"]) for unit in sheet["entries"])
    # If several units have models of the same profile, the tables and notes need only one of the members.
    members = list({member["key"]: member for unit in units for member in unit["members"]}.values())
    sheets = [context.sheet.sheets_by_key[member["key"]] for member in members]
    return {
        "title": sheet["title"],
        "list_name": sheet["list_name"],
        "game_text": sheet["game_text"],
        "totals": sheet["totals"],
        "has_leaders": sheet["has_leaders"],
        "leader_word": sheet["leader_word"],
        "leaders": sheet["leaders"],
        "stamp": sheet["stamp"],
        "reminders": sheet["reminders"],
        "side_tracks": sheet["side_tracks"],
        "bare_name": sheet["bare_name"],
        "header_title": shorten(sheet["title"], _MAX_SHORT_TITLE),
        "header_list": shorten(sheet["list_name"], _MAX_SHORT_TITLE),
        "rows": rows[:fielded],
        "summoned_rows": rows[fielded:],
        "legend": [*_legend(sheet), *_ticked_number_headings(context, sheets)],
        "weapons": _weapon_table(context, sheets, members, sheet),
        "turns": play.turns,
        "turn_row": turn_row(context),
        "profile_notes": [
            {"name": member["name"], "notes": member["notes"]} for member in members if member["notes"]
        ],
    }


def _glossary_anchors(glossary_groups: Sequence[GlossaryGroupData]) -> Mapping[str, str]:
    """Map the name of each glossary entry to its anchor in the PDF."""
    anchors: dict[str, str] = {}
    for number, group in enumerate(glossary_groups):
        for index, (name, _, _) in enumerate(group["entries"]):
            anchors.setdefault(name, f"word-{number}-{index}")
    return anchors


# ------------------------------------------------------------------ rows


def _row(
    context: PrintContext, member: MemberData, unit: UnitData, anchors: Mapping[str, str]
) -> BattleRowData:
    """Return the row of a member. The row of a unit's first member also has the heading of the unit."""
    sheet = context.sheet.sheets_by_key[member["key"]]
    is_first = unit["members"][0] is member
    has_unit_heading = len(unit["members"]) > 1 or unit["members"][0]["name"] != unit["name"]
    boxes = {box.name for box in context.play_sheet.boxes}
    return {
        "name": member["name"],
        "count": member["count"],
        "is_leader": member["is_leader"],
        "models_with_boxes": member["models_with_boxes"],
        "models_without_boxes": member["models_without_boxes"],
        "wounds": member["wounds"],
        "has_shield": member["has_shield"],
        "has_model_box": member["has_model_box"],
        "wound_notes": member["wound_notes"],
        "shortened_note": member["shortened_note"],
        "missing_prices": member["missing_prices"],
        "unit": {"name": unit["name"], "description": unit["description"], "total_price": unit["total_price"]}
        if is_first and has_unit_heading
        else None,
        "unit_values": unit["values"] if is_first else [],
        "is_attached": member["is_attached"],
        "kind": member["kind"] or member["table_kind"],
        "total_price": "" if has_unit_heading else unit["total_price"],
        "price_each": "" if has_unit_heading else member["price_each"],
        "headings": member["headings"],
        "numbers": [text.replace(BREAK, "") for text in member["numbers"]],
        "bare_numbers": member["bare_numbers"],
        "values": profile_values(context, sheet),
        "items": [
            (item, anchors.get(_glossary_name(item, anchors), "")) for item in _item_texts(context, member)
        ],
        "marked_items": _marked_items(context, sheet, anchors),
        "tracks": [track for track in member["tracks"] if track["name"] in boxes],
        "uses": member["uses"],
        "row_states": state_names(sheet, "row") if is_first else [],
        "model_states": state_names(sheet, "model"),
        "may_break": member["may_break"] or member["models_with_boxes"] > _MAX_UNBROKEN_ROWS,
    }


def _with_first_links(rows: Iterable[BattleRowData]) -> list[BattleRowData]:
    """Return the rows with only the first link to each entry of the glossary: links take long to typeset."""
    linked: set[str] = set()

    def first_link(anchor: str) -> str:
        """Return the anchor, or an empty string if there is already a link to it."""
        if anchor in linked:
            return ""
        linked.add(anchor)
        return anchor

    return [
        {
            **row,
            "items": [(item, first_link(anchor)) for item, anchor in row["items"]],
            "marked_items": [{**item, "anchor": first_link(item["anchor"])} for item in row["marked_items"]],
        }
        for row in rows
    ]


def _item_texts(context: PrintContext, member: MemberData) -> Iterator[str]:
    """Yield the texts of a member's weapons, then those of its other items without tick boxes."""
    play = context.play_sheet
    slots = {slot.name: slot.group for slot in context.catalogue.pick_slots}
    in_tables = {code for table in play.item_tables for code in table.of} | {line.of for line in play.lines}
    yield from (weapon["name"] for weapon in member["weapon_rows"] if not weapon["is_default"])
    model_lines = {line.name for line in play.lines if line.name}
    yield from dict.fromkeys(line["name"] for line in member["lines"] if line["name"] not in model_lines)
    for items in member["items_by_table"]:
        yield from (item["name"] for item in items if not item["is_ticked"])
    for trait in member["traits"]:
        group = slots.get(trait["name"], "")
        if group in (*play.ticked, *play.summed) or (trait["name"] == INCLUDED and member["items_by_table"]):
            continue
        texts = [text for text, _ in trait["items"]]
        if group in in_tables:
            texts = [_IN_BRACKETS.sub("", text) for text in texts]
        if trait.get("shows_name"):
            yield f"{trait['name']} {', '.join(texts)}"
        else:
            yield from texts


def _glossary_name(text: str, anchors: Mapping[str, str]) -> str:
    """Return the name of the glossary entry with which a text begins, or an empty string."""
    text = text.replace(BREAK, "")[:_MAX_OWNERS_LENGTH]
    while text and text not in anchors:
        text = text.rpartition(" ")[0]
    return text


def _marked_items(
    context: PrintContext, sheet: ProfileSheet, anchors: Mapping[str, str]
) -> list[MarkedItemData]:
    """Return the items with circles to tick, such as spells, and the items with a line for a total."""
    ticked, summed = context.play_sheet.ticked, context.play_sheet.summed
    times_by_item: dict[tuple[str, str, bool], int] = Counter()
    for item in sheet.items:
        if item.entry.group not in (*ticked, *summed) or item.pick is None:
            continue
        numbers = after_name(context, item).strip(" ()")
        if item.entry.group not in item.number_patterns:
            texts = item.numbers(item.columns.values())
            numbers = ", ".join(text for text in texts if text not in _EMPTY_CELLS)
        name, numbers = printable_line(item_name(item)), printable_line(numbers, _MAX_CELL_LENGTH)
        times_by_item[name, numbers, item.entry.group in summed] += 1
    return [
        {
            "name": name,
            "anchor": anchors.get(name.replace(BREAK, ""), ""),
            "numbers": numbers,
            "circles": 0 if has_total else min(times, MAX_BOXES),
            "has_total": has_total,
        }
        for (name, numbers, has_total), times in times_by_item.items()
    ]


def state_names(sheet: ProfileSheet, scope: StateOwner) -> list[str]:
    """Return the states, such as "Stunned", that have a box for each row or each model (``scope``)."""
    return [printable_line(name, 24) for name in sheet.state_names(scope)]


def _legend(sheet: RosterData) -> list[BoxKindData]:
    """Return the kinds of boxes on the sheet, without those whose names say enough."""
    legend: list[BoxKindData] = [
        {"shape": boxes["shape"], "name": boxes["name"], "meaning": boxes["meaning"]}
        for boxes in sheet["legend"]
        if boxes["meaning"]
    ]
    if sheet["used_boxes"]["wounds"]:
        legend.append({"shape": "square", "name": "wounds", "meaning": "thick box: dead"})
    if sheet["used_boxes"]["shield"]:
        legend.append({"shape": "shield", "name": "the shield", "meaning": "broken"})
    return legend


def _ticked_number_headings(context: PrintContext, profiles: Iterable[ProfileSheet]) -> Iterator[BoxKindData]:
    """Yield the meaning of the numbers after the names of ticked items: "Act/Strain" for powers."""
    used_groups = {item.entry.group for sheet in profiles for item in sheet.items}
    for group in context.catalogue.groups:
        pattern = context.play_sheet.beside.get(group.code, "")
        if group.code in context.play_sheet.ticked and group.code in used_groups and pattern:
            labels = {column.code: column.label for column in group.columns}
            yield {"shape": "circle", "name": group.name, "meaning": pattern.format_map(labels)}


# ------------------------------------------------------------------ weapons


def _weapon_table(
    context: PrintContext, profiles: Sequence[ProfileSheet], members: Sequence[MemberData], sheet: RosterData
) -> WeaponTableData | None:
    """Return the table of a force's weapons with their owners, or None if no weapon has numbers."""
    owned = [
        *_designed_weapons(members, sheet),
        *_line_weapons(members),
        *(() if context.play_sheet.lines else _weapons_with_numbers(context, profiles)),
    ]
    headings = used_headings([weapon.cells for weapon in owned])
    if not headings:
        return None
    everyone = list(dict.fromkeys(member["name"] for member in members))
    rows = _owners_by_weapon(owned, headings)
    owner_heading = _distinguishing_heading(rows, headings)
    rows = _with_numbers_after_owners(rows, headings.index(owner_heading)) if owner_heading else rows
    headings = [heading for heading in headings if heading != owner_heading]
    names = list(dict.fromkeys(name for name, _ in rows))
    # Weapons without a number under the first heading are of another kind, such as blades. They come last.
    sorted_rows = sorted(rows.items(), key=lambda row: (not row[0][1][0], names.index(row[0][0])))
    return {
        "headings": headings,
        "upper_headings": _upper_headings(headings, sheet),
        "owner_heading": owner_heading,
        "rows": [
            [
                name,
                *cells,
                "all"
                if list(owners) == everyone and len(everyone) > 1
                else shorten(", ".join(owners), _MAX_OWNERS_LENGTH),
            ]
            for (name, cells), owners in sorted_rows[:_MAX_WEAPONS]
        ],
        "omitted_rows": max(0, len(sorted_rows) - _MAX_WEAPONS),
    }


_OwnersByWeapon = dict[tuple[str, tuple[str, ...]], dict[str, None]]
"""A map from the name and the numbers of a weapon to its owners, which are the keys of the inner dict."""


def _owners_by_weapon(owned: Iterable[_OwnedWeapon], headings: Sequence[str]) -> _OwnersByWeapon:
    rows: _OwnersByWeapon = {}
    for weapon in owned:
        cells = tuple(
            "" if (text := weapon.cells.get(heading, "")) in _EMPTY_CELLS else text for heading in headings
        )
        if any(cells):
            rows.setdefault((weapon.name, cells), {})[weapon.owner] = None
    return rows


def _distinguishing_heading(rows: _OwnersByWeapon, headings: Sequence[str]) -> str:
    """Return the only heading under which weapons of the same name have different numbers, or ""."""
    differing = {
        heading
        for _, group in groupby(sorted(rows, key=lambda row: row[0]), key=lambda row: row[0])
        for heading, texts in zip(headings, zip(*(cells for _, cells in group), strict=True), strict=True)
        if len(set(texts)) > 1
    }
    return differing.pop() if len(differing) == 1 else ""


def _with_numbers_after_owners(rows: _OwnersByWeapon, column: int) -> _OwnersByWeapon:
    """Return the rows with the numbers of the column after the names of the owners."""
    merged: _OwnersByWeapon = {}
    for (name, cells), owners in rows.items():
        key = name, (*cells[:column], *cells[column + 1 :])
        names = (f"{owner} {cells[column]}".strip() for owner in owners)
        merged.setdefault(key, {}).update(dict.fromkeys(names))
    return merged


def _upper_headings(headings: Sequence[str], sheet: RosterData) -> list[list[str | int]]:
    """Return the headings above range bands and kinds of armour, each with the number of columns below it.

    The text above other columns is empty.
    """
    above = dict.fromkeys(sheet["band_names"], "Range bands")
    above |= dict.fromkeys(sheet["armour_names"], "Takes off armour")
    runs: list[list[str | int]] = [
        [name, len(list(run))] for name, run in groupby(above.get(heading, "") for heading in headings)
    ]
    return runs if any(name for name, _ in runs) else []


def _designed_weapons(members: Sequence[MemberData], sheet: RosterData) -> Iterator[_OwnedWeapon]:
    """Yield the weapons that players designed, with their range bands and the armour that they ignore."""
    for member in members:
        for weapon in member["weapon_rows"]:
            if weapon["is_default"]:
                continue
            cells = {
                "Properties": weapon["codes"],
                **dict(zip(sheet["band_names"], weapon["bands"], strict=False)),
                **dict(zip(sheet["armour_names"], weapon["pierces"], strict=False)),
            }
            yield _OwnedWeapon(weapon["name"], cells, member["name"])


def _line_weapons(members: Sequence[MemberData]) -> Iterator[_OwnedWeapon]:
    """Yield the weapons that are printed as lines below a model."""
    for member in members:
        for line in member["lines"]:
            yield _OwnedWeapon(
                line["name"], dict(zip(member["line_headings"], line["cells"], strict=True)), member["name"]
            )


def _weapons_with_numbers(context: PrintContext, profiles: Sequence[ProfileSheet]) -> Iterator[_OwnedWeapon]:
    """Yield the weapons that are picks with numbers, without picks that have tick boxes."""
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
    """Return the columns that are printed after the names of a group's items, or else all its columns."""
    columns_by_code = group_columns(context.catalogue, code)
    named_codes = re.findall(r"{(\w+)}", context.play_sheet.beside.get(code, ""))
    if named_codes:
        return [columns_by_code[column_code] for column_code in named_codes]
    return list(index_of(context.catalogue).columns[code])
