"""Tables for spreadsheets: the table of a list, with a row for each profile, and the table of a roster.

The files follow RFC 4180. By default their encoding is UTF-8, and they begin with a byte order mark, which
shows the encoding to spreadsheets.

Each part of a profile has a column for its value, and a second column if it costs points. The columns of
points add up to the total. If a price is unknown, its cell and the total are empty.

The table of a roster has a row for each profile with models in the roster, and for each summoned profile,
whose number of models is 0. It has more columns, such as the number of models. If the game groups models in
units, only the first row of each unit has the unit's prices, fields and values.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Literal, NamedTuple

from builder.documents import LoadedList
from builder.encodings import UTF_8, encode
from builder.points.document.columns import (
    includes_entries,
    is_paid,
    parts_in_order,
    table_columns,
    value_heading,
    values_by_name,
)
from builder.points.document.summoned import bringers_text
from builder.points.document.units import unit_name
from builder.points.pricing.prices import further_prices
from builder.points.pricing.pricing import agreed_price_text
from builder.points.pricing.texts import attribute_text
from builder.points.rules.catalogue import (
    Attribute,
    Catalogue,
    DesignPart,
    Value,
    WeaponSlot,
    published_word,
)
from builder.points.rules.catalogue_index import KIND, index_of
from builder.points.rules.results import ValueAppraisal
from builder.points.rules.wording import with_capital
from builder.points.sheets.items import SheetItem
from builder.points.sheets.profile import ProfileSheet, line_places
from builder.points.sheets.roster import ListSheet, RosterSheet
from builder.points.shorthand import quoted_pick, write_name, written_names

SEPARATORS: Mapping["Separator", str] = {"comma": ",", "semicolon": ";"}
Separator = Literal["comma", "semicolon"]
BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
# Some spreadsheets treat the full-width signs of East Asian keyboards like the ASCII ones.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")

SUMMONED_BY_HEADING = "Also brought by"

CellValue = str | int | None


class TableFormat(NamedTuple):
    """The separator of cells, and Python's name of the encoding."""

    separator: Separator = "comma"
    encoding: str = UTF_8

    @property
    def media_type(self) -> str:
        """The media type of a table of this format."""
        charset = self.encoding.replace("cp", "windows-")
        return f"text/csv; charset={charset}; header=present"


DEFAULT_FORMAT = TableFormat()


def encoded_csv(
    loaded: LoadedList, roster: int | None = None, table_format: TableFormat = DEFAULT_FORMAT
) -> bytes:
    """Return the table of a list, or of its roster with this index, as a file.

    Raise UnwritableError if characters are missing in the encoding. The error names these characters.
    """
    return encode_table(profiles_csv(loaded.sheet(), roster, table_format.separator), table_format)


def encode_table(text: str, table_format: TableFormat) -> bytes:
    """Return a table in the encoding of the format. Other encodings than UTF-8 lose the byte order mark.

    Raise UnwritableError as ``encode`` does.
    """
    if table_format.encoding != UTF_8:
        text = text.removeprefix(BYTE_ORDER_MARK)
    return encode(text, table_format.encoding)


def profiles_csv(sheet: ListSheet, roster: int | None = None, separator: Separator = "comma") -> str:
    """Return the table of a list, or of its roster with this index, as text with a header row."""
    catalogue = sheet.catalogue
    sheet = replace(sheet, names=written_names(sheet.document, catalogue))
    cells_by_key = {
        key: list(_profile_row(profile_sheet)) for key, profile_sheet in sheet.sheets_by_key.items()
    }
    head = _headings(catalogue)
    if roster is None:
        return csv_text(
            [head, *(cells_by_key[profile_sheet.profile.key] for profile_sheet in sheet.profiles)], separator
        )
    count_headings = [f"{published_word(value, 'name')} in all" for value in _counted_values(catalogue)]
    head = _to_roster_row([*head, *count_headings], with_capital(catalogue.words.models), SUMMONED_BY_HEADING)
    if catalogue.unit_kinds:
        unit = with_capital(catalogue.words.unit)
        prices = _price_headings(catalogue)
        head = [
            head[0],
            unit,
            *head[1:],
            *(f"{text} in all" for text in prices),
            *(f"{unit}: {text}" for text in prices),
            *(f"{unit}: {published_word(field, 'name')}" for field in _unit_fields(catalogue)),
            *(f"{unit}: {published_word(value, 'name')}" for value in catalogue.unit_values),
        ]
    return csv_text([head, *_roster_rows(sheet, sheet.rosters[roster], cells_by_key)], separator)


def _roster_rows(
    sheet: ListSheet, roster: RosterSheet, cells_by_key: Mapping[str, list[CellValue]]
) -> Iterator[list[CellValue]]:
    """Yield the rows of a roster's table. ``cells_by_key`` are the rows of profiles in the list's table."""
    catalogue, names = sheet.catalogue, sheet.document.profile_names()
    unit_cells, table_rows = list[CellValue](), list[list[CellValue]]()
    price_cells = list(_price_cells(roster))
    for unit, key, count in _models_by_unit(roster, names):
        row = cells_by_key.get(key) or [
            f"{key} (not in this list)",
            *[None] * (len(_headings(catalogue)) - 1),
        ]
        table_rows.append(
            _to_roster_row([*row, *_counted_cells(catalogue, sheet.sheets_by_key.get(key), count)], count, "")
        )
        unit_cells.append(unit)
    for summoned in roster.summoned:
        row = [*cells_by_key[summoned.profile.profile.key], *_counted_cells(catalogue, None, 0)]
        table_rows.append(_to_roster_row(row, 0, bringers_text(summoned.bringers, names)))
        unit_cells.append("")
    if catalogue.unit_kinds:
        unit_columns = len(_unit_fields(catalogue)) + len(catalogue.unit_values)
        blanks: list[CellValue] = [None] * (2 * len(_price_headings(catalogue)) + unit_columns)
        price_cells += [blanks] * len(roster.summoned)
        table_rows = [
            [row[0], unit, *row[1:], *prices]
            for row, unit, prices in zip(table_rows, unit_cells, price_cells, strict=True)
        ]
    yield from table_rows


def _price_headings(catalogue: Catalogue) -> list[str]:
    unit = catalogue.points_unit
    return [
        f"Total {unit}",
        *(
            value_heading(published_word(value, "name"), value, unit, ())
            for value in further_prices(catalogue)
        ),
    ]


def _price_cells(roster: RosterSheet) -> Iterator[list[CellValue]]:
    """Yield the prices of each profile in each unit. The first cells of a unit also have its own numbers."""
    catalogue = roster.list_sheet.catalogue
    blanks = [None for _ in further_prices(catalogue)]
    for row in roster.rows:
        values, facts = {value.code: value.number for value in row.appraisal.values}, dict(row.facts)
        unit_cells: list[CellValue] = [
            row.appraisal.total,
            *(price.number for price in row.appraisal.prices),
            *(facts.get(field.name) for field in _unit_fields(catalogue)),
            *(values.get(value.code) for value in catalogue.unit_values),
        ]
        for member in row.members:
            sheet = member.profile
            numbers = [price.number for price in sheet.price_totals(member.count)] if sheet else blanks
            yield [member.points, *numbers, *unit_cells]
            unit_cells = [None] * len(unit_cells)


def _unit_fields(catalogue: Catalogue) -> list[Attribute]:
    return [field for kind in catalogue.unit_kinds for field in kind.fields]


def _counted_values(catalogue: Catalogue) -> list[Value]:
    """Return the values that the game counts."""
    return [value for value in catalogue.values if value.role == "count"]


def _counted_cells(catalogue: Catalogue, sheet: ProfileSheet | None, models: int) -> Iterator[int | None]:
    """Yield each value that the game counts, multiplied by the number of models, or None if it is missing."""
    for value in _counted_values(catalogue):
        number = total.number if sheet and (total := sheet.appraisal.value(value.code)) else None
        yield None if number is None else number * models


def _models_by_unit(roster: RosterSheet, names: Mapping[str, str]) -> Iterator[tuple[str, str, int]]:
    """Yield the unit's name, the profile's key and the number of models, for each profile in each unit.

    If the game has no units, the name is empty, and each profile appears once.
    """
    if not roster.list_sheet.catalogue.unit_kinds:
        yield from (("", key, count) for key, count in roster.roster.counts().items() if count)
        return
    for row in roster.rows:
        name = unit_name(row.entry, names)
        for member in row.members:
            yield f"{name} (attached)" if member.is_attached else name, member.key, member.count


def _to_roster_row(row: list[CellValue], models: CellValue, summoned_by: CellValue) -> list[CellValue]:
    """Return a row of the list's table with the number of models and the profiles that summon this one."""
    return [row[0], models, *row[1:], summoned_by]


def csv_text(rows: Iterable[Iterable[CellValue]], separator: Separator = "comma") -> str:
    """Return rows as CSV with a byte order mark and escaped formulas."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, delimiter=SEPARATORS[separator])
    for row in rows:
        writer.writerow([escape_formula(cell) if isinstance(cell, str) else cell for cell in row])
    return BYTE_ORDER_MARK + stream.getvalue()


def escape_formula(text: str) -> str:
    """Return the text with an apostrophe in front if a spreadsheet would run it as a formula.

    A text that has apostrophes before the formula gets one more. So removing one apostrophe always restores
    the text.
    """
    return f"'{text}" if text.lstrip("'").startswith(FORMULA_STARTS) else text


def _headings(catalogue: Catalogue) -> list[CellValue]:
    return [column.heading for column in table_columns(catalogue)]


def _profile_row(sheet: ProfileSheet) -> Iterator[CellValue]:
    catalogue, points = sheet.catalogue, sheet.points_by_place
    yield sheet.profile.name
    yield sheet.profile.max
    for part in parts_in_order(catalogue):
        yield _part_cell(sheet, part) if part.code in sheet.index.parts else None
        if is_paid(index_of(catalogue), part):
            yield _sum_points([points.get(place, 0) for place in line_places(part)])
    if includes_entries(catalogue):
        yield "; ".join(_item_text(item) + item.unused_note for item in sheet.included)
    for values in values_by_name(catalogue).values():
        pairs = ((value, sheet.appraisal.value(value.code)) for value in values)
        yield next((_value_cell(value, appraisal) for value, appraisal in pairs if appraisal), None)
    yield sheet.appraisal.points


def _value_cell(value: Value, appraisal: ValueAppraisal) -> CellValue:
    """Return a calculated number, or the game's word for it, such as "never"."""
    if str(appraisal.number) in value.texts or (
        appraisal.number is None and appraisal.text == value.none_text
    ):
        return appraisal.text
    return appraisal.number


def _sum_points(points: list[int | None]) -> int | None:
    """Return the sum of the points, or None if any points are unknown."""
    known_points = [value for value in points if value is not None]
    return sum(known_points) if len(known_points) == len(points) else None


def _part_cell(sheet: ProfileSheet, part: DesignPart) -> CellValue:
    catalogue, design = sheet.catalogue, sheet.profile.design
    if isinstance(part, Attribute):
        value = design.values.get(part.code, part.default)
        if isinstance(value, int) and not part.table_by and part.kind != "flag":
            return value
        if value is None and part.code == KIND and (kind := catalogue.kind(None)):
            return kind.name
        if value is None and part.blank_option:
            return part.blank_option.name
        return attribute_text(catalogue, part, sheet.profile)
    if isinstance(part, WeaponSlot):
        entered_weapons = design.weapons.get(part.code)
        weapons = [weapon for weapon in sheet.weapons if entered_weapons and weapon.slot.code == part.code]
        named_weapons = [(write_name(w.weapon.name, catalogue) if w.weapon.name else "", w) for w in weapons]
        return "; ".join(f"{name} {weapon.text}".strip() for name, weapon in named_weapons)
    items = (
        item for sheet_slot in sheet.slots if sheet_slot.slot.code == part.code for item in sheet_slot.items
    )
    return "; ".join(map(_item_text, items))


def _item_text(item: SheetItem) -> str:
    """Return an item with its numbers: in the pattern of its group, or else in brackets with their labels."""
    text = item.text
    if item.pick:
        quoted = replace(item, pick=quoted_pick(item.entry, item.pick)).text
        text = quoted + agreed_price_text(item.entry, item.pick)
        if item.entry.name_parameter:  # the text contains the numbers that players entered
            return text
    has_pattern = item.entry.group in item.number_patterns
    return text + (item.numbers_after_name() if has_pattern else item.numbers_in_brackets)
