"""The tables of what a roster uses: weapons, spells and whatever else has numbers of its own."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from builder.exports.pdf.profiles import JsonData, PrintContext, item_name
from builder.exports.pdf.text import printable_line, shorten
from builder.exports.pdf.units import all_columns
from builder.points.document.document import Profile
from builder.points.document.items import items_of
from builder.points.document.play import LookupTable, PlaySheet
from builder.points.pricing.stat_line import NONE, item_numbers
from builder.points.rules.catalogue import ItemColumn

_MOST_ITEMS = 200
_LONGEST_NAMES = 160
_LONGEST_NUMBER = 12


def item_tables(context: PrintContext, play: PlaySheet, profiles: Iterable[Profile]) -> list[JsonData]:
    """What the roster uses of some groups, with their own numbers and who has it."""
    shown = list(profiles)
    tables = [table for table in play.item_tables if table.columns or play.rows != "table"]
    made = (_item_table(context, table, shown) for table in tables)
    return [table for table in made if table["rows"]]


def _item_table(context: PrintContext, table: LookupTable, profiles: Sequence[Profile]) -> JsonData:
    groups = {group.code: group for group in context.catalogue.groups}
    columns: dict[str, ItemColumn] = {}
    for code in table.of:
        known = all_columns(context, code)
        for column in [known[one] for one in table.columns] or groups[code].columns:
            columns.setdefault(column.code, column)
    rows: dict[tuple[str, ...], dict[str, None]] = {}
    names = context.names()
    for code in table.of:
        for profile in profiles:
            found = context.appraisal.profile(profile.key)
            for item in items_of(context.index(profile), profile.design):
                if item.entry.group != code:
                    continue
                worked = found.numbers_at(item.where, item.entry.code)
                numbers = item_numbers(columns.values(), item.entry, item.pick, worked)
                cells = tuple(printable_line(text, _LONGEST_NUMBER) for text in numbers)
                rows.setdefault((item_name(item), *cells), {})[names[profile.key]] = None
    used = [
        place for place in range(1, len(columns) + 1) if any(cells[place] not in ("", NONE) for cells in rows)
    ]
    headings = [column.label for column in columns.values()]
    return {
        "name": table.name,
        "columns": [headings[place - 1] for place in used],
        "headings": _runs_of([list(columns.values())[place - 1].heading for place in used]),
        "who": not table.columns,
        "rows": [
            [
                cells[0],
                *(cells[place] for place in used),
                *(() if table.columns else (shorten(", ".join(who), _LONGEST_NAMES),)),
            ]
            for cells, who in list(rows.items())[:_MOST_ITEMS]
        ],
        "more": max(0, len(rows) - _MOST_ITEMS),
    }


def _runs_of(headings: Sequence[str]) -> list[list[str | int]]:
    """Headings with how many columns follow each other under each; nothing where no column has one."""
    if not any(headings):
        return []
    return [[heading, len(list(run))] for heading, run in groupby(headings)]
