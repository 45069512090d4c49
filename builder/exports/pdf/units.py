"""The units of a roster, and the tables that are looked up in a game, as data of a paper."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from builder.exports.pdf.profiles import JsonData, PrintContext, all_prices, beside_text, item_name
from builder.exports.pdf.text import printable_line, shorten, with_minus_signs
from builder.points.document.document import Profile, Roster, RosterEntry
from builder.points.document.items import Item, items_of
from builder.points.document.play import Boxes, LookupTable, PlaySheet
from builder.points.document.units import unit_kind, unit_name
from builder.points.pricing.stat_line import NONE, code_text, item_numbers, stat_line
from builder.points.rules.catalogue import Catalogue, ItemColumn
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.results import DASH, EntryAppraisal, MemberAppraisal, ProfileAppraisal

MOST_BOXES = 25  # of one kind, beside one model
_NUMBER = 8
_MOST_CARRIED = 60


class UnitRow(NamedTuple):
    """A row of a roster with those of its members that the list has, or a profile that comes along."""

    entry: RosterEntry | None
    found: EntryAppraisal | None
    members: Sequence[MemberAppraisal]


def unit_data(context: PrintContext, row: UnitRow, members: Sequence[JsonData]) -> JsonData:
    """A row as a unit: its name, how many it is, what it costs, and a line for each of its profiles."""
    names, catalogue = context.document.profile_names(), context.catalogue
    name = unit_name(row.entry, names) if row.entry else names[row.members[0].profile]
    kind = unit_kind(catalogue, row.entry.unit) if row.entry and len(catalogue.unit_kinds) > 1 else None
    models = sum(member.count for member in row.members)
    alone = members[0]["apiece"] if len(members) == 1 else ""
    words = [
        kind.name if kind else "",
        members[0]["kind"] if len(members) == 1 else "",
        catalogue.words.count(models) if row.found else "",
        alone,
    ]
    total = context.appraisal.row_total(row.found) if row.found else None
    numbers = _unit_values(context, row.found) if row.found else []
    return {
        "name": printable_line(name, context.word),
        "words": ", ".join(filter(None, words)),
        "paid": context.total(total) if total else "",
        "prices": all_prices(
            context, total, [(context.appraisal.profile(one.profile), one.count) for one in row.members]
        )
        if total
        else [],
        "values": [f"{name} {number}" for name, number in numbers],
        "pairs": numbers,
        "members": list(members),
        "long": any(member["long"] for member in members) or models > 40,
    }


def _unit_values(context: PrintContext, found: EntryAppraisal) -> list[tuple[str, str]]:
    """The numbers of a row with their names: "Skill" and "5+"."""
    known = {value.code: value for value in context.catalogue.unit_values}
    return [
        (with_minus_signs(known[one.code].label or known[one.code].name), _printed(one.text))
        for one in found.values
    ]


# ------------------------------------------------------------------ numbers and boxes


def row_numbers(context: PrintContext, play: PlaySheet, profile: Profile) -> Mapping[str, str]:
    """The numbers that stand in a row of a roster, by their headings."""
    found, index = context.appraisal.profile(profile.key), context.index(profile)
    cells = stat_line(context.catalogue, profile, found)
    if not play.numbers:
        return {cell.label: _printed(cell.value) for cell in cells if not cell.wide}
    # A number that begins a column of the stat line stands with all that the column has: both ranges.
    shared = {
        column.of[0]: cell
        for column, cell in zip(index.catalogue.sheet, cells, strict=True)
        if len(column.of) > 1
    }
    return {
        shared[code].label if code in shared else _heading(context, code): _printed(
            shared[code].value if code in shared else code_text(index, code, profile, found) or NONE
        )
        for code in play.numbers
        if code in index.parts or code in index.values
    }


def bare_numbers(context: PrintContext, play: PlaySheet, profile: Profile) -> Mapping[str, str]:
    """What numbers of a row are without what changes them, by heading, where that is different."""
    found, index = context.appraisal.profile(profile.key), context.index(profile)
    texts = {
        code: tuple(code_text(index, one, profile, found) for one in (code, bare))
        for code, bare in play.bare.items()
    }
    return {
        _heading(context, code): _printed(bare)
        for code, (worn, bare) in texts.items()
        if bare and bare != worn
    }


def carried(context: PrintContext, play: PlaySheet, profile: Profile) -> list[list[JsonData]]:
    """What a profile has of the groups of each item table, with its numbers; ticked or not."""
    found = context.appraisal.profile(profile.key)
    index = context.index(profile)
    items = list(items_of(index, profile.design))
    return [
        [
            {
                "name": item_name(item),
                "numbers": beside_text(context, item, found).strip(" ()"),
                "ticked": item.entry.group in play.ticked,
            }
            for item in items
            if item.entry.group in table.of
        ][:_MOST_CARRIED]
        for table in play.item_tables
        if not table.columns
    ]


def model_lines(context: PrintContext, play: PlaySheet, profile: Profile) -> list[JsonData]:
    """The lines below a model: its numbers by heading, of each item of a group or of the model itself."""
    found, index = context.appraisal.profile(profile.key), context.index(profile)
    items = list(items_of(index, profile.design))
    made: list[JsonData] = []
    for line in play.lines:
        had = [item for item in items if item.entry.group == line.of]
        if line.name:
            counted = Counter(item_name(item) for item in had)
            names = ", ".join(f"{times} × {name}" if times > 1 else name for name, times in counted.items())
            texts = {
                heading: _printed(code_text(index, code, profile, found))
                for heading, code in line.columns.items()
            }
            if any(texts.values()):
                made.append({"name": names or line.name, "cells": texts})
        else:
            made += [
                {"name": item_name(item), "cells": _item_cells(context, line.columns, item, found)}
                for item in had[:_MOST_CARRIED]
            ]
    return made


def line_columns(rows: Sequence[Mapping[str, str]]) -> list[str]:
    """The headings of all lines, those with words last."""
    headings = used_headings(rows)
    return sorted(headings, key=lambda heading: any(len(row.get(heading, "")) > _NUMBER for row in rows))


def _item_cells(
    context: PrintContext, columns: Mapping[str, str], item: Item, found: ProfileAppraisal
) -> Mapping[str, str]:
    known = all_columns(context, item.entry.group)
    worked = found.numbers_at(item.where, item.entry.code)
    texts = item_numbers([known[code] for code in columns.values()], item.entry, item.pick, worked)
    return dict(zip(columns, texts, strict=True))


def all_columns(context: PrintContext, code: str) -> Mapping[str, ItemColumn]:
    """The columns of a group by code, printed and worked out."""
    group = next(group for group in context.catalogue.groups if group.code == code)
    return {column.code: column for column in (*group.columns, *group.worked_out)}


def used_headings(rows: Iterable[Mapping[str, str]]) -> list[str]:
    """The headings of these rows in their order, but for those under which nobody has anything."""
    headings: dict[str, bool] = {}
    for row in rows:
        for heading, text in row.items():
            headings[heading] = headings.get(heading, False) or text not in ("", NONE, DASH)
    return [heading for heading, used in headings.items() if used]


def tracks(context: PrintContext, play: PlaySheet, profile: Profile) -> list[JsonData]:
    """The boxes that one model of a profile has by a number of its own, such as its Hero Points."""
    counted = ((boxes, _number(context, boxes.of, profile)) for boxes in play.boxes if boxes.of)
    return [
        _track(boxes.name, boxes.shape, -(-number // boxes.per), _signs(context, boxes, number, profile))
        for boxes, number in counted
        if number >= max(boxes.least, 1)
    ]


def ticked_picks(context: PrintContext, play: PlaySheet, profile: Profile) -> list[JsonData]:
    """A circle for each pick of what is ticked."""
    index = context.index(profile)
    slots = [slot for slot in index.catalogue.pick_slots if slot.group in play.ticked]
    return [
        _track(printable_line(index.entries[slot.group][code].short_name, context.word), "circle", times, {})
        for slot in slots
        for code, times in Counter(pick.code for pick in profile.design.picks.get(slot.code, ())).items()
    ]


def side_tracks(play: PlaySheet, catalogue: Catalogue, roster: Roster) -> list[JsonData]:
    """The boxes of a whole side; as many as there can be, until the roster says how many there are."""
    facts = {part.code: part for part in catalogue.roster.fields}
    numbers = {boxes.of: roster.fields.get(boxes.of, facts[boxes.of].high) for boxes in play.side_boxes}
    return [
        _track(boxes.name, boxes.shape, int(numbers[boxes.of]), {})
        for boxes in play.side_boxes
        if int(numbers[boxes.of]) > 0
    ]


def _track(name: str, shape: str, number: int, signs: Mapping[int, str]) -> JsonData:
    times = min(number, MOST_BOXES)
    return {"name": name, "shape": shape, "signs": [signs.get(place, "") for place in range(1, times + 1)]}


def _signs(context: PrintContext, boxes: Boxes, number: int, profile: Profile) -> Mapping[int, str]:
    """Where signs stand: in the box with whose loss the number falls to a value; what each box ends."""
    if boxes.per > 1:
        places = range(1, min(-(-number // boxes.per), MOST_BOXES) + 1)
        return {place: str(min(place * boxes.per, number)) for place in places}
    falls = {code: _number(context, code, profile) for code in boxes.at}
    return {number - value: boxes.at[code] for code, value in falls.items() if value > 0}


def model_boxes(play: PlaySheet) -> Boxes | None:
    """The box that every model has; None where the game names none."""
    return next((boxes for boxes in play.boxes if not boxes.of), None)


def legend(play: PlaySheet, members: Iterable[JsonData]) -> list[JsonData]:
    """What the boxes that occur are for."""
    names = {track["name"] for member in members for track in member["tracks"]}
    return [
        {"name": boxes.name, "shape": boxes.shape, "marks": boxes.marks}
        for boxes in play.boxes
        if not boxes.of or boxes.name in names
    ]


def _number(context: PrintContext, code: str, profile: Profile) -> int:
    index = context.index(profile)
    if code in index.values:
        value = context.appraisal.profile(profile.key).value(code)
        return value.number or 0 if value else 0
    attribute = index.attributes.get(code)
    number = profile.design.values.get(code, attribute.default) if attribute else None
    return number if isinstance(number, int) else 0


def _heading(context: PrintContext, code: str) -> str:
    index = index_of(context.catalogue)
    part = index.values.get(code) or index.parts[code]
    return part.label or part.name


def turn_row(context: PrintContext, play: PlaySheet) -> JsonData | None:
    """What stands below each turn: when reserves arrive."""
    for table in context.catalogue.tables:
        if table.code == play.turn_table:
            cells = [with_minus_signs(row[1]) for row in table.rows[: play.turns]]
            return {"name": play.turn_table_name or table.columns[1], "cells": cells}
    return None


# ------------------------------------------------------------------ tables of what is used


def value_tables(context: PrintContext, play: PlaySheet, profiles: Iterable[Profile]) -> list[JsonData]:
    """Numbers of every profile side by side, as the play sheet puts them together."""
    shown = list(profiles)
    made = (_value_table(context, table, shown) for table in play.value_tables)
    return [table for table in made if table["columns"]]


def _value_table(context: PrintContext, table: LookupTable, profiles: Sequence[Profile]) -> JsonData:
    names = context.names()
    codes = [code for code in table.of if is_used(context, code, profiles)]
    return {
        "name": table.name,
        "columns": [_heading(context, code) for code in codes],
        "rows": [
            [names[profile.key], *(_value_cell(context, code, profile) for code in codes)]
            for profile in profiles
        ],
    }


def _value_cell(context: PrintContext, code: str, profile: Profile) -> str:
    found = context.appraisal.profile(profile.key)
    return _printed(code_text(context.index(profile), code, profile, found) or NONE)


def value_pairs(context: PrintContext, play: PlaySheet, profile: Profile) -> list[tuple[str, str]]:
    """The numbers of a profile that stand in tables of values, with their headings; none that it lacks."""
    cells = (
        (_heading(context, code), _value_cell(context, code, profile))
        for table in play.value_tables
        for code in table.of
    )
    return [(heading, cell) for heading, cell in cells if cell not in (NONE, DASH)]


def _printed(number: str) -> str:
    return printable_line(with_minus_signs(number), _NUMBER)


def is_used(context: PrintContext, code: str, profiles: Iterable[Profile]) -> bool:
    """Whether one of these profiles has something of a part, or a number of a value."""
    return any(_value_cell(context, code, profile) not in (NONE, DASH) for profile in profiles)


# ------------------------------------------------------------------ tables of what a roster uses


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
