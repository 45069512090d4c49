"""The columns of a table of profiles. Each has a heading, and shows a part: an attribute or slot of a design.

The import recognises columns by these headings. They contain the names that the edition had when it was
published, so that tables which were exported before a correction are still recognised.
"""

from collections import Counter
from collections.abc import Collection
from typing import NamedTuple

from builder.points.document.items import FORMER_INCLUDED
from builder.points.rules.catalogue import (
    Attribute,
    Catalogue,
    DesignPart,
    PickSlot,
    Value,
    published_word,
)
from builder.points.rules.catalogue_index import CatalogueIndex, index_of

NAME_COLUMN, MAX_COLUMN, NOTES_COLUMN = "name", "max", "notes"
NAME_HEADING, MAX_HEADING, NOTES_HEADING = "Name", "Max", "Notes"
COUNT_COLUMN, COUNT_HEADING = "count", "How many"
"""The number of models, a column that tables from other programs can have. Our export doesn't write it."""


class TableColumn(NamedTuple):
    """A column. ``part`` is the code of the part in its cells, or "" if the cells are calculated."""

    heading: str
    part: str = ""


def table_columns(catalogue: Catalogue) -> list[TableColumn]:
    """Return the columns of the table of a company list, in their order."""
    catalogue_index, parts, unit = index_of(catalogue), parts_in_order(catalogue), catalogue.points_unit
    label_counts = Counter(published_word(part, "label") or published_word(part, "name") for part in parts)
    columns = [TableColumn(NAME_HEADING, NAME_COLUMN), TableColumn(MAX_HEADING, MAX_COLUMN)]
    stat_line_codes = {code for column in catalogue.sheet for code in column.of}
    for part in parts:
        # In a game with several kinds of profile, players may not know a label that isn't in the stat line.
        is_clear = part.code in stat_line_codes or not catalogue.kinds or not isinstance(part, Attribute)
        label = published_word(part, "label")
        text = label if is_clear and label_counts[label] == 1 else published_word(part, "name")
        columns.append(TableColumn(text, part.code))
        if is_paid(catalogue_index, part):
            columns.append(TableColumn(f"{text} {unit}"))
    if includes_entries(catalogue):
        columns.append(TableColumn(FORMER_INCLUDED))
    headings = {column.heading for column in columns}
    for name, values in values_by_name(catalogue).items():
        columns.append(TableColumn(value_heading(name, values[0], unit, headings)))
    return [*columns, TableColumn(f"Total {unit}")]


def parts_in_order(catalogue: Catalogue) -> list[DesignPart]:
    """Return the parts of the stat line in its order, then the others.

    Attributes that only choose the price table of another attribute are left out.
    """
    parts = index_of(catalogue).parts
    choosers = {attribute.table_by for attribute in catalogue.attributes}
    codes = dict.fromkeys([code for column in catalogue.sheet for code in column.of] + list(parts))
    return [parts[code] for code in codes if code in parts and code not in choosers]


def is_paid(catalogue_index: CatalogueIndex, part: DesignPart) -> bool:
    """Return whether a part has a price, so that the table has a column for its points."""
    if isinstance(part, PickSlot):
        return part.group not in catalogue_index.free_groups
    return not isinstance(part, Attribute) or part in catalogue_index.priced_attributes


def includes_entries(catalogue: Catalogue) -> bool:
    """Return whether any entry of the catalogue includes others."""
    return any(entry.includes for entry in catalogue.entries())


def values_by_name(catalogue: Catalogue) -> dict[str, list[Value]]:
    """Map each name to the calculated values with this name, which share a column."""
    values: dict[str, list[Value]] = {}
    for value in catalogue.values:
        values.setdefault(published_word(value, "name"), []).append(value)
    return values


def value_heading(name: str, value: Value, unit: str, headings: Collection[str]) -> str:
    """Return the column heading of a value. ``headings`` are the headings that the table already has."""
    if value.role == "price":
        return f"{name} {unit}"
    return f"{name} ({value.role})" if name in headings else name
