"""The columns of a table of profiles: what they are headed, and which part of a profile each holds.

The export writes these headings, and the import knows a column by them.
"""

from collections import Counter
from collections.abc import Collection
from typing import NamedTuple

from builder.points.document.items import INCLUDED
from builder.points.rules.catalogue import Attribute, Catalogue, DesignPart, PickSlot, Value
from builder.points.rules.catalogue_index import CatalogueIndex, index_of

NAME_COLUMN, MAX_COLUMN, NOTES_COLUMN = "name", "max", "notes"
NAME_HEADING, MAX_HEADING, NOTES_HEADING = "Name", "Max", "Notes"


class TableColumn(NamedTuple):
    """A column. ``part`` is the code of the part that its cells hold; "" where they are worked out."""

    heading: str
    part: str = ""


def table_columns(catalogue: Catalogue) -> list[TableColumn]:
    """The columns of the table of a company list, in their order."""
    catalogue_index, parts, unit = index_of(catalogue), parts_in_order(catalogue), catalogue.points_unit
    shared = Counter(part.label or part.name for part in parts)
    columns = [TableColumn(NAME_HEADING, NAME_COLUMN), TableColumn(MAX_HEADING, MAX_COLUMN)]
    shown = {code for column in catalogue.sheet for code in column.of}
    for part in parts:
        # Beside the parts of other kinds, a label that the stat line does not have says too little.
        is_known = part.code in shown or not catalogue.kinds or not isinstance(part, Attribute)
        text = part.label if is_known and shared[part.label] == 1 else part.name
        columns.append(TableColumn(text, part.code))
        if is_paid(catalogue_index, part):
            columns.append(TableColumn(f"{text} {unit}"))
    if includes_entries(catalogue):
        columns.append(TableColumn(INCLUDED))
    taken = {column.heading for column in columns}
    for name, values in values_by_name(catalogue).items():
        columns.append(TableColumn(value_heading(name, values[0], unit, taken)))
    return [*columns, TableColumn(f"Total {unit}")]


def parts_in_order(catalogue: Catalogue) -> list[DesignPart]:
    """The parts of the stat line in its order, then the others; none that only chooses another's table."""
    parts = index_of(catalogue).parts
    choosers = {attribute.table_by for attribute in catalogue.attributes}
    codes = dict.fromkeys([code for column in catalogue.sheet for code in column.of] + list(parts))
    return [parts[code] for code in codes if code in parts and code not in choosers]


def is_paid(catalogue_index: CatalogueIndex, part: DesignPart) -> bool:
    """Whether a part has a column of points."""
    if isinstance(part, PickSlot):
        return part.group not in catalogue_index.free_groups
    return not isinstance(part, Attribute) or part in catalogue_index.priced_attributes


def includes_entries(catalogue: Catalogue) -> bool:
    """Whether something comes with what is picked."""
    return any(entry.includes for entry in catalogue.entries())


def values_by_name(catalogue: Catalogue) -> dict[str, list[Value]]:
    """The values that are worked out; those of different kinds that have one name share a column."""
    values: dict[str, list[Value]] = {}
    for value in catalogue.values:
        values.setdefault(value.name, []).append(value)
    return values


def value_heading(name: str, value: Value, unit: str, taken: Collection[str]) -> str:
    """What heads the column of a value."""
    if value.role == "price":
        return f"{name} {unit}"
    return f"{name} ({value.role})" if name in taken else name
