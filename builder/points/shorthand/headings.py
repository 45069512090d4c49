"""The headings of a table: the row that they are in, and the part of a profile that each announces."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from builder.points.document.columns import (
    COUNT_COLUMN,
    MAX_COLUMN,
    NAME_COLUMN,
    NOTES_COLUMN,
    table_columns,
)
from builder.points.rules.catalogue import Catalogue
from builder.points.shorthand.tokens import tokenize
from builder.points.shorthand.vocabulary import vocabulary_of

_PARTS = {"name": NAME_COLUMN, "max": MAX_COLUMN, "notes": NOTES_COLUMN, "count": COUNT_COLUMN}
_CALCULATED = ("claim", "worked")
_MOST_ABOVE = 10
_FEWEST = 2


class Header(NamedTuple):
    """A row of headings, counted from 0, and the part that each announces.

    A calculated column is "", an unknown one None.
    """

    row: int
    parts: tuple[str | None, ...]

    @property
    def known(self) -> int:
        """How many columns are known."""
        return sum(part is not None for part in self.parts)


def match_columns(headings: Sequence[str], catalogue: Catalogue) -> tuple[str | None, ...]:
    """Return the part that each heading announces; if two announce the same part, the first counts."""
    columns = table_columns(catalogue)
    exact = {column.heading: column.part for column in columns}
    own = {_normalized(column.heading): column.part for column in columns} | exact
    words = vocabulary_of(catalogue)
    parts: list[str | None] = []
    for heading in headings:
        part = own.get(heading.strip(), own.get(_normalized(heading))) if heading.strip() else ""
        if part is None:
            tokens = tokenize(heading.strip())
            hit = words.column_label(tokens, 0)
            if hit and hit[1] == len(tokens):
                part = "" if hit[0].kind in _CALCULATED else _PARTS.get(hit[0].kind, hit[0].code)
        parts.append(None if part and part in parts else part)
    return tuple(parts)


def find_header(rows: Sequence[Sequence[str]], catalogue: Catalogue) -> Header:
    """Return the row that announces the most parts, among the first rows."""
    headers = (Header(at, match_columns(row, catalogue)) for at, row in enumerate(rows[:_MOST_ABOVE]) if row)
    return max(headers, key=lambda header: (sum(bool(part) for part in header.parts), -header.row))


def guess_catalogue(rows: Sequence[Sequence[str]], catalogues: Iterable[Catalogue]) -> Catalogue | None:
    """Return the catalogue whose columns these are, or None if that isn't clear."""
    known = [(find_header(rows, catalogue), catalogue) for catalogue in catalogues] if any(rows) else []
    ranked = sorted(known, key=lambda pair: -sum(bool(part) for part in pair[0].parts))
    if not ranked or ranked[0][0].known < _FEWEST:
        return None
    if len(ranked) > 1 and ranked[0][0].known <= ranked[1][0].known:
        return None
    return ranked[0][1]


def _normalized(text: str) -> str:
    return " ".join(text.casefold().split())
