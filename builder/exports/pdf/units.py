"""The data of a roster's units on a paper, and of the tables to look up during a game.

Members, combined tables and boxes are explained in ``payload.py``.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, islice

from builder.exports.pdf.payload import (
    BoxKindData,
    MemberData,
    TableData,
    TableItemData,
    TrackData,
    TurnRowData,
    UnitData,
)
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
_MAX_ITEMS = 60  # of a profile in a table


def unit_data(
    context: PrintContext, row: SheetRow | None, members: Sequence[MemberData], headings: list[str]
) -> UnitData:
    """Return the data of a row of the roster. If ``row`` is None, the only member is a summoned profile."""
    catalogue = context.catalogue
    models = sum(member["count"] for member in members)
    details = [
        row.kind if row and len(catalogue.unit_kinds) > 1 else "",
        members[0]["kind"] if len(members) == 1 else "",
        catalogue.words.count(models) if row else "",
        members[0]["price_each"] if len(members) == 1 else "",
    ]
    total = row.total if row else None
    numbers = (
        [(with_minus_signs(name), printed_number(text)) for name, text in row.facts_and_values] if row else []
    )
    return {
        "name": printable_line(row.name, context.max_word) if row else members[0]["name"],
        "description": ", ".join(filter(None, details)),
        "total_price": context.total(total) if total else "",
        "prices": all_prices(context, total, row.appraisal.prices) if row and total else [],
        "values": numbers,
        "members": list(members),
        "may_break": any(member["may_break"] for member in members) or models > 40,
        "headings": headings,
    }


# ------------------------------------------------------------------ numbers and boxes


def printed_numbers(numbers: Mapping[str, str]) -> Mapping[str, str]:
    """Return the numbers of a profile, by heading, as they are printed."""
    return {heading: printed_number(text) for heading, text in numbers.items()}


def items_by_table(context: PrintContext, sheet: ProfileSheet) -> list[list[TableItemData]]:
    """Return a list of the profile's items for each table of items.

    Tables with columns of their own are left out, because they are printed separately.
    """
    return [
        [
            {
                "name": item_name(item),
                "numbers": after_name(context, item).strip(" ()"),
                "is_ticked": item.entry.group in context.play_sheet.ticked,
            }
            for item in islice((item for item in sheet.items if item.entry.group in table.of), _MAX_ITEMS)
        ]
        for table in context.play_sheet.item_tables
        if not table.columns
    ]


def model_lines(play: PlaySheet, sheet: ProfileSheet) -> list[tuple[str, dict[str, str]]]:
    """Return the lines below a model, as a name and numbers by heading.

    A line of the play sheet with a name is one line with numbers of the model. One without a name becomes a
    line for each item of its group, with numbers of the item.
    """
    lines = []
    for line in play.lines:
        items = [item for item in sheet.items if item.entry.group == line.of]
        if line.name:
            times_picked = Counter(item_name(item) for item in items)
            names = ", ".join(
                f"{times} × {name}" if times > 1 else name for name, times in times_picked.items()
            )
            texts = {heading: printed_number(sheet.part_text(code)) for heading, code in line.columns.items()}
            if any(texts.values()):
                lines.append((names or line.name, texts))
        else:
            for item in items[:_MAX_ITEMS]:
                numbers = item.numbers(item.columns[code] for code in line.columns.values())
                lines.append((item_name(item), dict(zip(line.columns, numbers, strict=True))))
    return lines


def line_headings(rows: Sequence[Mapping[str, str]]) -> list[str]:
    """Return the headings of all lines. Headings above short texts, such as numbers, come first."""
    headings = used_headings(rows)
    return sorted(
        headings, key=lambda heading: any(len(row.get(heading, "")) > _MAX_NUMBER_LENGTH for row in rows)
    )


def used_headings(rows: Iterable[Mapping[str, str]]) -> list[str]:
    """Return the headings of these rows in their order, without headings that have no number in any row."""
    headings: dict[str, bool] = {}
    for row in rows:
        for heading, text in row.items():
            headings[heading] = headings.get(heading, False) or text not in ("", NONE, DASH)
    return [heading for heading, has_number in headings.items() if has_number]


def track_data(track: Track, max_word: int) -> TrackData:
    """Return the data of a track. Words in its name wider than ``max_word`` letters may be broken."""
    return {"name": printable_line(track.name, max_word), "shape": track.shape, "signs": list(track.signs)}


def model_boxes(play: PlaySheet) -> Boxes | None:
    """Return the box that every model has, or None if the game has no such box."""
    return next((boxes for boxes in play.boxes if not boxes.of), None)


def legend(play: PlaySheet, members: Iterable[MemberData]) -> list[BoxKindData]:
    """Return the name, shape and meaning of each kind of box that these members have."""
    names = {track["name"] for member in members for track in member["tracks"]}
    return [
        {"name": boxes.name, "shape": boxes.shape, "meaning": boxes.marks}
        for boxes in play.boxes
        if not boxes.of or boxes.name in names
    ]


def turn_row(context: PrintContext) -> TurnRowData | None:
    """Return the texts below the numbers of the turns, such as the rolls for reserves, or None."""
    play = context.play_sheet
    for table in context.catalogue.tables:
        if table.code == play.turn_table:
            cells = [with_minus_signs(row[1]) for row in table.rows[: play.turns]]
            return {"name": play.turn_table_name or table.columns[1], "cells": cells}
    return None


# ------------------------------------------------------------------ tables of values


def value_tables(context: PrintContext, sheets: Sequence[ProfileSheet]) -> list[TableData]:
    """Return the tables of all profiles' numbers that the play sheet lists, without empty tables."""
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


def profile_values(context: PrintContext, sheet: ProfileSheet) -> list[tuple[str, str]]:
    """Return the numbers of a profile in the tables of values, each after its heading."""
    cells = (
        (heading_of(context.catalogue, code), _value_cell(code, sheet))
        for table in context.play_sheet.value_tables
        for code in table.of
    )
    return [(heading, cell) for heading, cell in cells if cell not in (NONE, DASH)]


def printed_number(number: str) -> str:
    """Return a number, or a short text such as "2D6", as it is printed."""
    return printable_line(with_minus_signs(number), _MAX_NUMBER_LENGTH)


def is_used(code: str, sheets: Iterable[ProfileSheet]) -> bool:
    """Return whether any of these profiles has a text or number for the part or value with this code."""
    return any(_value_cell(code, sheet) not in (NONE, DASH) for sheet in sheets)


# ------------------------------------------------------------------ tables of items


_MAX_TABLE_ROWS = 200
_MAX_OWNERS_LENGTH = 160
_MAX_CELL_LENGTH = 12


def item_tables(context: PrintContext, sheets: Sequence[ProfileSheet]) -> list[TableData]:
    """Return the tables of items that the play sheet lists, without empty tables.

    In a combined table, each model has its items. So only tables with columns of their own remain.
    """
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
    owners_by_row: dict[tuple[str, ...], dict[str, None]] = {}
    for code in table.of:
        for sheet in sheets:
            for item in sheet.items:
                if item.entry.group == code:
                    numbers = item.numbers(columns.values())
                    cells = tuple(printable_line(text, _MAX_CELL_LENGTH) for text in numbers)
                    owners_by_row.setdefault((item_name(item), *cells), {})[context.name(sheet)] = None
    used_columns = [  # each with its index in a row, whose first cell is the name
        (index, column)
        for index, column in enumerate(columns.values(), 1)
        if any(cells[index] not in ("", NONE) for cells in owners_by_row)
    ]
    return {
        "name": table.name,
        "columns": [column.label for _, column in used_columns],
        "upper_headings": _grouped_headings([column.heading for _, column in used_columns]),
        "has_owners": not table.columns,
        "rows": [
            [
                cells[0],
                *(cells[index] for index, _ in used_columns),
                *(() if table.columns else (shorten(", ".join(owners), _MAX_OWNERS_LENGTH),)),
            ]
            for cells, owners in list(owners_by_row.items())[:_MAX_TABLE_ROWS]
        ],
        "omitted_rows": max(0, len(owners_by_row) - _MAX_TABLE_ROWS),
    }


def _grouped_headings(headings: Sequence[str]) -> list[list[str | int]]:
    """Return each heading with the number of columns below it. If all are empty, return an empty list."""
    if not any(headings):
        return []
    return [[heading, len(list(run))] for heading, run in groupby(headings)]
