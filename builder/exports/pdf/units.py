"""The units of a roster, and the tables to look up during a game, as data of a paper."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from builder.exports.pdf.payload import JsonData, MemberData, TableData, TrackData, UnitData
from builder.exports.pdf.profiles import PrintContext, after_name, all_prices, item_name
from builder.exports.pdf.text import printable_line, shorten, with_minus_signs
from builder.points.document.play import Boxes, LookupTable, PlaySheet
from builder.points.pricing.texts import NONE
from builder.points.rules.catalogue import ItemColumn
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.results import DASH
from builder.points.sheets.items import group_columns
from builder.points.sheets.profile import ProfileSheet, Track, heading_of
from builder.points.sheets.roster import SheetRow

_MAX_NUMBER_LENGTH = 8
_MOST_CARRIED = 60


def unit_data(
    context: PrintContext, row: SheetRow | None, members: Sequence[MemberData], headings: list[str]
) -> UnitData:
    """Return the data of a row as a unit: name, words about it, cost, values, and a line for each profile.

    Without a ``row``, the unit is a summoned profile.
    """
    catalogue = context.catalogue
    models = sum(member["count"] for member in members)
    words = [
        row.kind if row and len(catalogue.unit_kinds) > 1 else "",
        members[0]["kind"] if len(members) == 1 else "",
        catalogue.words.count(models) if row else "",
        members[0]["apiece"] if len(members) == 1 else "",
    ]
    total = row.total if row else None
    numbers = [(with_minus_signs(name), printed_number(text)) for name, text in row.numbers] if row else []
    return {
        "name": printable_line(row.name, context.max_word) if row else members[0]["name"],
        "words": ", ".join(filter(None, words)),
        "paid": context.total(total) if total else "",
        "prices": all_prices(context, total, row.appraisal.prices) if row and total else [],
        "values": [f"{name} {number}" for name, number in numbers],
        "pairs": numbers,
        "members": list(members),
        "long": any(member["long"] for member in members) or models > 40,
        "columns": headings,
    }


# ------------------------------------------------------------------ numbers and boxes


def printed_numbers(numbers: Mapping[str, str]) -> Mapping[str, str]:
    """Return the numbers of a profile as they are printed, by their headings."""
    return {heading: printed_number(text) for heading, text in numbers.items()}


def carried(context: PrintContext, sheet: ProfileSheet) -> list[list[JsonData]]:
    """Return for each item table without columns a list of the profile's items in it."""
    return [
        [
            {
                "name": item_name(item),
                "numbers": after_name(context, item).strip(" ()"),
                "ticked": item.entry.group in context.play_sheet.ticked,
            }
            for item in sheet.items
            if item.entry.group in table.of
        ][:_MOST_CARRIED]
        for table in context.play_sheet.item_tables
        if not table.columns
    ]


def model_lines(play: PlaySheet, sheet: ProfileSheet) -> list[tuple[str, dict[str, str]]]:
    """Return the lines below a model, each a name and the numbers by heading.

    A line is for an item of a group, or for the model.
    """
    lines = []
    for line in play.lines:
        picked = [item for item in sheet.items if item.entry.group == line.of]
        if line.name:
            times_picked = Counter(item_name(item) for item in picked)
            names = ", ".join(
                f"{times} × {name}" if times > 1 else name for name, times in times_picked.items()
            )
            texts = {heading: printed_number(sheet.part_text(code)) for heading, code in line.columns.items()}
            if any(texts.values()):
                lines.append((names or line.name, texts))
        else:
            for item in picked[:_MOST_CARRIED]:
                numbers = item.numbers(item.columns[code] for code in line.columns.values())
                lines.append((item_name(item), dict(zip(line.columns, numbers, strict=True))))
    return lines


def line_columns(rows: Sequence[Mapping[str, str]]) -> list[str]:
    """Return the headings of all lines: first the headings of numbers, then the headings of words."""
    headings = used_headings(rows)
    return sorted(
        headings, key=lambda heading: any(len(row.get(heading, "")) > _MAX_NUMBER_LENGTH for row in rows)
    )


def used_headings(rows: Iterable[Mapping[str, str]]) -> list[str]:
    """Return the headings of these rows in their order, without headings that have no numbers."""
    headings: dict[str, bool] = {}
    for row in rows:
        for heading, text in row.items():
            headings[heading] = headings.get(heading, False) or text not in ("", NONE, DASH)
    return [heading for heading, used in headings.items() if used]


def track_data(track: Track, max_word: int) -> TrackData:
    """Return boxes to tick. Words of their name that are wider than ``max_word`` letters may be broken."""
    return {"name": printable_line(track.name, max_word), "shape": track.shape, "signs": list(track.signs)}


def model_boxes(play: PlaySheet) -> Boxes | None:
    """Return the box that every model has; None if the game has none."""
    return next((boxes for boxes in play.boxes if not boxes.of), None)


def legend(play: PlaySheet, members: Iterable[MemberData]) -> list[JsonData]:
    """Return the meanings of the boxes in use."""
    names = {track["name"] for member in members for track in member["tracks"]}
    return [
        {"name": boxes.name, "shape": boxes.shape, "marks": boxes.marks}
        for boxes in play.boxes
        if not boxes.of or boxes.name in names
    ]


def turn_row(context: PrintContext) -> JsonData | None:
    """Return the row below the turns, such as when reserves arrive; None if the game has no such row."""
    play = context.play_sheet
    for table in context.catalogue.tables:
        if table.code == play.turn_table:
            cells = [with_minus_signs(row[1]) for row in table.rows[: play.turns]]
            return {"name": play.turn_table_name or table.columns[1], "cells": cells}
    return None


# ------------------------------------------------------------------ tables of values


def value_tables(context: PrintContext, sheets: Sequence[ProfileSheet]) -> list[TableData]:
    """Return tables with the numbers of all profiles, grouped as on the play sheet."""
    tables_data = (_value_table(context, table, sheets) for table in context.play_sheet.value_tables)
    return [table for table in tables_data if table["columns"]]


def _value_table(context: PrintContext, table: LookupTable, sheets: Sequence[ProfileSheet]) -> TableData:
    codes = [code for code in table.of if is_used(code, sheets)]
    return {
        "name": table.name,
        "columns": [heading_of(context.catalogue, code) for code in codes],
        "rows": [[context.name(sheet), *(_value_cell(code, sheet) for code in codes)] for sheet in sheets],
    }


def _value_cell(code: str, sheet: ProfileSheet) -> str:
    return printed_number(sheet.part_text(code) or NONE)


def value_pairs(context: PrintContext, sheet: ProfileSheet) -> list[tuple[str, str]]:
    """Return the numbers of a profile that are in tables of values, with their headings.

    Values that it lacks are left out.
    """
    cells = (
        (heading_of(context.catalogue, code), _value_cell(code, sheet))
        for table in context.play_sheet.value_tables
        for code in table.of
    )
    return [(heading, cell) for heading, cell in cells if cell not in (NONE, DASH)]


def printed_number(number: str) -> str:
    """Return a number, or a short text in its place, as it is printed."""
    return printable_line(with_minus_signs(number), _MAX_NUMBER_LENGTH)


def is_used(code: str, sheets: Iterable[ProfileSheet]) -> bool:
    """Return whether one of these profiles has something for the part or value with this code."""
    return any(_value_cell(code, sheet) not in (NONE, DASH) for sheet in sheets)


# ------------------------------------------------------------------ tables of items


_MOST_ITEMS = 200
_MAX_OWNERS_LENGTH = 160
_MAX_CELL_LENGTH = 12


def item_tables(context: PrintContext, sheets: Sequence[ProfileSheet]) -> list[TableData]:
    """Return the play sheet's tables of a roster's items, with the items' numbers and owners."""
    play = context.play_sheet
    tables = [table for table in play.item_tables if table.columns or play.rows != "table"]
    tables_data = (_item_table(context, table, sheets) for table in tables)
    return [table for table in tables_data if table["rows"]]


def _item_table(context: PrintContext, table: LookupTable, sheets: Sequence[ProfileSheet]) -> TableData:
    all_columns = index_of(context.catalogue).columns
    columns: dict[str, ItemColumn] = {}
    for code in table.of:
        columns_by_code = group_columns(context.catalogue, code)
        for column in [columns_by_code[column_code] for column_code in table.columns] or all_columns[code]:
            columns.setdefault(column.code, column)
    rows: dict[tuple[str, ...], dict[str, None]] = {}
    for code in table.of:
        for sheet in sheets:
            for item in sheet.items:
                if item.entry.group == code:
                    numbers = item.numbers(columns.values())
                    cells = tuple(printable_line(text, _MAX_CELL_LENGTH) for text in numbers)
                    rows.setdefault((item_name(item), *cells), {})[context.name(sheet)] = None
    used_places = [
        place for place in range(1, len(columns) + 1) if any(cells[place] not in ("", NONE) for cells in rows)
    ]
    headings = [column.label for column in columns.values()]
    return {
        "name": table.name,
        "columns": [headings[place - 1] for place in used_places],
        "headings": _runs_of([list(columns.values())[place - 1].heading for place in used_places]),
        "who": not table.columns,
        "rows": [
            [
                cells[0],
                *(cells[place] for place in used_places),
                *(() if table.columns else (shorten(", ".join(who), _MAX_OWNERS_LENGTH),)),
            ]
            for cells, who in list(rows.items())[:_MOST_ITEMS]
        ],
        "more": max(0, len(rows) - _MOST_ITEMS),
    }


def _runs_of(headings: Sequence[str]) -> list[list[str | int]]:
    """Return headings with the number of columns under each. If no column has a heading, return none."""
    if not any(headings):
        return []
    return [[heading, len(list(run))] for heading, run in groupby(headings)]
