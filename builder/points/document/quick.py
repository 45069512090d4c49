"""The quick reference of an edition: short rows, in our own words, for each part of a turn.

Like the play sheet, the quick reference is not part of the catalogue and may grow without a new edition.
"""

from dataclasses import dataclass
from typing import Annotated


@dataclass(frozen=True, slots=True, kw_only=True)
class QuickRow:
    """A row of a section: a text, and a number or result at the end of the row."""

    text: Annotated[str, "What the row is about."]
    value: Annotated[str, "Number, die or result at the end of the row; empty for none."] = ""
    having: Annotated[
        tuple[str, ...],
        'Codes of attributes, values, kinds or entries, or "attribute=option": a row names the models of a '
        "force that have one of them. Empty for rows that concern all.",
    ] = ()
    unless: Annotated[
        tuple[str, ...], "Codes as in ``having``: a row doesn't name models with one of them."
    ] = ()
    points: Annotated[int, "Least points of a model that the row names; 0 for any."] = 0
    faced: Annotated[
        bool, "Whether opponents of such models need the row too, so that no force's reference leaves it out."
    ] = False
    page: Annotated[str, "Page or place of the row, if it is not that of its section."] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuickTable:
    """A small table below the rows of a section."""

    columns: Annotated[tuple[str, ...], "Headings of the columns; the first is often empty."]
    rows: Annotated[tuple[tuple[str, ...], ...], "Cells of each row, as many as there are columns."]


@dataclass(frozen=True, slots=True, kw_only=True)
class QuickSection:
    """A part of the turn under a heading: a text, rows, and a table, each optional."""

    name: Annotated[str, "Heading."]
    page: Annotated[str, 'Pages or place, such as "23–24".'] = ""
    text: Annotated[str, "One or two sentences above the rows; may be empty."] = ""
    having: Annotated[
        tuple[str, ...],
        "Codes as in a row's ``having``: a force without one of them doesn't need the section. Empty for "
        "sections that all forces need.",
    ] = ()
    rows: Annotated[tuple[QuickRow, ...], "Rows in the order in which they are printed."] = ()
    table: Annotated[QuickTable | None, "Table below the rows; null for none."] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class QuickReference:
    """Everything that players look up during a game, section by section."""

    sections: Annotated[tuple[QuickSection, ...], "Sections in the order of the turn."] = ()
    missing: Annotated[str, "What our source of the game does not say; empty for nothing."] = ""
