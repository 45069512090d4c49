"""The headings of a table's columns: which part of a profile each announces, and which row they stand in."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from builder.points.document.columns import MAX_COLUMN, NAME_COLUMN, NOTES_COLUMN, table_columns
from builder.points.rules.catalogue import Catalogue
from builder.points.shorthand.tokens import tokenize
from builder.points.shorthand.vocabulary import vocabulary_of

_PARTS = {"name": NAME_COLUMN, "max": MAX_COLUMN, "notes": NOTES_COLUMN}
_WORKED_OUT = ("claim", "worked")
_MOST_ABOVE = 10
_FEWEST = 2


class Header(NamedTuple):
    """The row of headings, counted from 0, and the part that each announces.

    "" is a column that is worked out anew, None one that is not known.
    """

    row: int
    parts: tuple[str | None, ...]

    @property
    def known(self) -> int:
        """How many columns are known."""
        return sum(part is not None for part in self.parts)


def match_columns(headings: Sequence[str], catalogue: Catalogue) -> tuple[str | None, ...]:
    """The part that each heading announces; the first counts where two announce the same."""
    columns = table_columns(catalogue)
    exact = {column.heading: column.part for column in columns}
    own = {_folded(column.heading): column.part for column in columns} | exact
    labels = vocabulary_of(catalogue).labels
    found: list[str | None] = []
    for heading in headings:
        part = own.get(heading.strip(), own.get(_folded(heading))) if heading.strip() else ""
        if part is None:
            tokens = tokenize(heading.strip())
            hit = labels.find(tokens, 0)
            if hit and hit[1] == len(tokens):
                part = "" if hit[0].kind in _WORKED_OUT else _PARTS.get(hit[0].kind, hit[0].code)
        found.append(None if part and part in found else part)
    return tuple(found)


def find_header(rows: Sequence[Sequence[str]], catalogue: Catalogue) -> Header:
    """The row among the first ones that announces the most."""
    headers = (Header(at, match_columns(row, catalogue)) for at, row in enumerate(rows[:_MOST_ABOVE]) if row)
    return max(headers, key=lambda header: (sum(bool(part) for part in header.parts), -header.row))


def guess_catalogue(rows: Sequence[Sequence[str]], catalogues: Iterable[Catalogue]) -> Catalogue | None:
    """The one game whose columns these are; None where that is not clear."""
    known = [(find_header(rows, catalogue), catalogue) for catalogue in catalogues] if any(rows) else []
    ranked = sorted(known, key=lambda pair: -sum(bool(part) for part in pair[0].parts))
    if not ranked or ranked[0][0].known < _FEWEST:
        return None
    if len(ranked) > 1 and ranked[0][0].known <= ranked[1][0].known:
        return None
    return ranked[0][1]


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
