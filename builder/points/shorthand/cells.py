"""One cell a line, as a table or a card gives it when it is copied: labels, and below them as many values."""

from itertools import islice

from builder.points.shorthand.line import LinesAndNext, ScannedLine, Source
from builder.points.shorthand.table import HeaderColumn, read_row
from builder.points.shorthand.tokens import MASK, tokenize
from builder.points.shorthand.vocabulary import Label

_FEWEST = 2
_MOST = 40
_KINDS = ("attribute", "weapons", "single", "max", "claim", "name")


def read_cells(source: Source, at: int) -> LinesAndNext:
    """Labels on lines of their own, each run of them with as many values below it, at least two in all."""
    rows: list[ScannedLine] = []
    heads: list[tuple[int, int]] = []
    while columns := _labels(source, at):
        values = _values(source, at, len(columns))
        if len(values) < len(columns):
            break
        for column, place in zip(columns, values, strict=True):
            span = _inner(source, place)
            terms = read_row([column], [span], source.words, source.names, source.covered)
            rows.append(source.row(place, terms))
        heads += [(column.start, column.end) for column in columns]
        at = values[-1] + 1
    if not rows or (len(rows) < _FEWEST and not _is_sure(rows[0])):
        return None
    source.marks += heads
    return rows, at


def _is_sure(row: ScannedLine) -> bool:
    """Whether a line below a label alone is a value of it, and nothing else."""
    return row.has("name", "value", "weapon", "claim") and not row.has("rest")


def _inner(source: Source, at: int) -> tuple[int, int]:
    start, end = source.lines[at]
    line = source.shown(at)
    blank = f" \t\u00a0{MASK}"
    return start + len(line) - len(line.lstrip(blank)), end - len(line) + len(line.rstrip(blank))


def _label(source: Source, at: int) -> Label | None:
    """The label that a line is, and nothing else."""
    start, end = _inner(source, at)
    if start >= end or end - start > _MOST:
        return None
    tokens = tokenize(source.covered, start, end)
    if tokens and tokens[-1].text == ":":
        tokens.pop()
    found = source.words.labels.find(tokens, 0)
    return found[0] if found and found[1] == len(tokens) and found[0].kind in _KINDS else None


def _labels(source: Source, at: int) -> list[HeaderColumn]:
    columns: list[HeaderColumn] = []
    for place in _filled(source, at, _MOST):
        if (label := _label(source, place)) is None:
            break
        columns.append(HeaderColumn(label, *_inner(source, place), source.shown(place)))
    return columns


def _values(source: Source, at: int, count: int) -> list[int]:
    """The lines of the values below so many labels, as far as they are none themselves."""
    places = list(islice(_filled(source, at, 2 * count), count, None))
    return [] if any(_label(source, place) for place in places) else places


def _filled(source: Source, at: int, most: int) -> list[int]:
    """The next lines that are not empty, as many as are wanted."""
    found: list[int] = []
    while at < len(source.lines) and len(found) < most:
        if not source.is_empty(at):
            found.append(at)
        elif found:
            break
        at += 1
    return found
