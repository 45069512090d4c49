"""Sheets: labels above, values below, parted by tabs, bars, semicolons, commas, blanks, or one cell a line.

A sheet of our own may have its cells on several lines.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, repeat, takewhile
from typing import NamedTuple

from builder.points.shorthand.labelled import Scanner
from builder.points.shorthand.line import LinesAndNext, ParsedTerm, Source
from builder.points.shorthand.results import ParsedPiece
from builder.points.shorthand.tokens import DASHES, FILLER, MASK, tokenize
from builder.points.shorthand.vocabulary import Label

_FEWEST = 3
_MOST_CELLS = 40
_SIGNS = ("\t", "|", ";", ",")
_RULE = re.compile(r"[\s:|+=\-]*(?:--|:-|-:)[\s:|+=\-]*")
NOT_EACH = "it has not one cell below each label"
_BLANKS = f" \t\u00a0{MASK}"
_PIECE = re.compile(rf"[^\s{MASK}]+")
_CELL_KINDS = ("attribute", "weapons", "single", "max", "claim", "name")

Span = tuple[int, int]


class HeaderColumn(NamedTuple):
    """A column: its label, None where that is not known, where it stands, and the sign between columns."""

    label: Label | None
    start: int
    end: int
    text: str
    sign: str = ""


def read_sheet(source: Source, at: int) -> LinesAndNext:
    """A row of labels, and below it a row of values, or as many as there are where a column names them."""
    columns = _header(source, at)
    below = _below(source, at + 1) if columns else None
    if below is None or _header(source, below):
        return None
    columns = _with_names(source, columns, below)
    spans = _cells_of(source, columns, below)
    source.marks.append(source.lines[at])
    unknown = [ParsedTerm("rest", c.start, c.end) for c in columns if c.text and c.label is None]
    more, behind = _more_cells(source, columns[len(spans) :], below + 1)
    rows = [source.row(below, [*unknown, *_row(source, columns, [*spans, *more], below)])]
    if _has_names(columns):
        while behind < len(source.lines) and _continues(source, columns, behind):
            rows.append(source.row(behind, _row(source, columns, _cells_of(source, columns, behind), behind)))
            behind += 1
    return rows, behind


def read_cells(source: Source, at: int) -> LinesAndNext:
    """Labels on lines of their own, and below them as many values; a single one must surely be its value."""
    places = range(at, min(at + _MOST_CELLS, len(source.lines)))
    columns = list(takewhile(_is_cell_label, (_line_column(source, place) for place in places)))
    values = range(at + len(columns), at + 2 * len(columns))
    if not columns or values[-1] >= len(source.lines) or any(map(source.is_empty, values)):
        return None
    cells = [_line_column(source, place) for place in values]
    if any(map(_is_cell_label, cells)):
        return None
    rows = [
        source.row(place, _read_cell(source, column.label, cell.start, cell.end))
        for place, column, cell in zip(values, columns, cells, strict=True)
    ]
    sure = _holds(source, columns[0], (cells[0].start, cells[0].end)) and not rows[0].has("rest")
    if len(rows) == 1 and not sure:
        return None
    source.marks += [(column.start, column.end) for column in columns]
    return rows, values[-1] + 1


def _line_column(source: Source, at: int) -> HeaderColumn:
    """A line as the head of a column."""
    start, end = _cells(source.covered, source.lines[at], "\n")[0]
    return _column(source, start, end - (source.covered[start:end].endswith(":")), "\n")


def _holds(source: Source, column: HeaderColumn, span: Span) -> bool:
    """Whether a cell begins with what a column's label lets it hold; an empty one may."""
    line = Scanner(source, *span)
    return not (line.tokens and column.label) or _value_of(line, column.label)[1] > 0


def _is_cell_label(column: HeaderColumn) -> bool:
    return column.label is not None and column.label.kind in _CELL_KINDS


def _below(source: Source, at: int) -> int | None:
    """The next line that is neither empty nor the rule of a table."""
    behind = range(at, len(source.lines))
    return next((n for n in behind if not source.is_empty(n) and not _is_rule(source.shown(n))), None)


def _more_cells(source: Source, columns: Sequence[HeaderColumn], at: int) -> tuple[list[Span], int]:
    """The cells on the lines below that a sheet of our own has on several, without the points of each."""
    spans, prices, below = list[Span](), list[ParsedPiece](), at
    while source.is_ours and len(spans) < len(columns) and not source.is_empty(below):
        if source.shown(below).strip().isdigit() and below + 1 < len(source.lines):
            prices.append(ParsedPiece(*source.lines[below], "its points"))
            below += 1
        spans += _pieces(source, columns[len(spans) :], source.lines[below], len(source.shown(below)))
        below += 1
    if len(spans) != len(columns):
        return [], at
    source.asides += prices
    return spans, below


def _has_names(columns: Sequence[HeaderColumn]) -> bool:
    return any(column.label and column.label.kind == "name" for column in columns)


def _with_names(source: Source, columns: list[HeaderColumn], below: int) -> list[HeaderColumn]:
    """The columns; the first has names where it has no head, or where the row below has cells too many."""
    names = HeaderColumn(Label("name"), columns[0].start, columns[0].start, "", columns[0].sign)
    if _has_names(columns):
        return columns
    if not columns[0].text:
        return [names, *columns[1:]]
    cells = _cells_of(source, [names, *columns], below)
    named = len(cells) > len(columns) and not _holds(source, columns[0], cells[0])
    return [names, *columns] if named else columns


def _continues(source: Source, columns: Sequence[HeaderColumn], at: int) -> bool:
    line, sign, cells = source.shown(at), columns[0].sign, _cells_of(source, columns, at)
    enough = sign in line and 2 * len(cells) >= len(columns) and not _is_rule(line)
    return enough and (sign != "" or _holds(source, columns[1], cells[1]))


def _header(source: Source, at: int) -> list[HeaderColumn]:
    """The columns that a row of labels announces; none where it is no such row."""
    line, span = source.shown(at), source.lines[at]
    sign = next((s for s in _SIGNS if line.count(s) >= (1 if s in "\t|" else _FEWEST - 1)), "")
    if not sign:
        return _words_of_header(source, span)
    columns = [_column(source, *cell, sign) for cell in _cells(source.covered, span, sign)]
    columns = _with_initials(source, columns)
    filled = [column for column in columns if column.text]
    known = sum(column.label is not None for column in filled)
    return columns if known >= _FEWEST and 2 * known > len(filled) else []


def _with_initials(source: Source, columns: list[HeaderColumn]) -> list[HeaderColumn]:
    """First letters of labels in the stat line's order stand for them: "M | F | S"."""
    single = [place for place, column in enumerate(columns) if len(column.text) == 1 and not column.label]
    known = source.words.columns_of("".join(columns[place].text for place in single).upper())
    if len(single) < _FEWEST or single[-1] - single[0] >= len(single):
        return columns
    for place, attribute in zip(single, known, strict=False):
        columns[place] = columns[place]._replace(label=Label("attribute", attribute.code))
    return columns


def _column(source: Source, start: int, end: int, sign: str) -> HeaderColumn:
    tokens = tokenize(source.covered, start, end)
    found = source.words.labels.find(tokens, 0)
    label = found[0] if found and found[1] == len(tokens) else None
    return HeaderColumn(label, start, end, source.covered[start:end].replace(MASK, ""), sign)


def _words_of_header(source: Source, span: Span) -> list[HeaderColumn]:
    """The labels of a row that nothing but blanks parts; none where other words are among them."""
    tokens = [token for token in tokenize(source.covered, *span) if token.kind != "s"]
    columns, at = list[HeaderColumn](), 0
    while at < len(tokens) and (found := source.words.labels.find(tokens, at)):
        columns.append(HeaderColumn(found[0], tokens[at].start, tokens[found[1] - 1].end, tokens[at].text))
        at = found[1]
    return columns if at == len(tokens) and len(columns) >= _FEWEST else []


def _cells(text: str, span: Span, sign: str) -> list[Span]:
    """The cells between signs, without the blanks around them; a row may begin and end with a bar."""
    start, cells = span[0], list[Span]()
    for piece in text[slice(*span)].split(sign):
        left = start + len(piece) - len(piece.lstrip(_BLANKS))
        cells.append((left, left + len(piece.strip(_BLANKS))))
        start += len(piece) + 1
    if sign == "|" and len(cells) > 1:
        first, last = (start == end for start, end in (cells[0], cells[-1]))
        cells = cells[first : len(cells) - last]
    return cells


def _is_rule(line: str) -> bool:
    """Whether a line is the rule below the head of a table."""
    return _RULE.fullmatch(line.replace(MASK, "")) is not None


def _cells_of(source: Source, columns: Sequence[HeaderColumn], at: int) -> list[Span]:
    """Where the values of a row stand, one for each column; more where there are more."""
    line, span = source.shown(at), source.lines[at]
    sign = columns[0].sign or next((sign for sign in _SIGNS[:2] if sign in line), "")
    if sign and sign in line:
        return _cells(source.covered, span, sign)
    return _pieces(source, columns, span, len(_PIECE.findall(line)) - len(columns))


def _pieces(source: Source, columns: Sequence[HeaderColumn], span: Span, spare: int) -> list[Span]:
    """The pieces between blanks; so many may go with the column before them, as "High" does in "5 High"."""
    spans: list[Span] = []
    for match in _PIECE.finditer(source.covered, *span):
        if spans and spare > 0 and _goes_with(source, columns[len(spans) - 1 : len(spans) + 1], match[0]):
            spans[-1] = spans[-1][0], match.end()
            spare -= 1
        else:
            spans.append(match.span())
    return spans


def _goes_with(source: Source, columns: Sequence[HeaderColumn], piece: str) -> bool:
    """Whether a piece goes with the first of these columns, and begins no weapon of the next."""
    label, following = [*(column.label for column in columns), None, None][:2]
    if label is None or piece in DASHES or piece[:1].isdigit():
        return False
    if label.kind == "attribute":  # as the "H" of "9 H" does
        tokens = tokenize(piece.strip("()"))
        beside = [one for _, one in source.words.beside[label.code]]
        return any(piece.strip("()").upper() in one.codes or one.names.find(tokens, 0) for one in beside)
    slot = source.words.catalogue_index.weapon_slots.get(following.code) if following else None
    bands = [re.escape(field.label) for field in slot.fields] if slot else []
    banded = any(re.match(rf"{band}[0-9]", piece, re.IGNORECASE) for band in bands)
    return label.kind == "name" or (label.kind == "weapons" and not banded)


def _row(source: Source, columns: Sequence[HeaderColumn], spans: Sequence[Span], at: int) -> list[ParsedTerm]:
    """The terms of a row of values; one that has not a cell for each label, or a word first, is not read."""
    spare = any(start < end for start, end in spans[len(columns) :])
    few = len(spans) < len(columns) and columns[0].sign not in ("\t", "|")
    if spare or few or not _holds(source, columns[0], spans[0]):
        return [ParsedTerm("rest", *source.lines[at], hint=NOT_EACH)]
    labels = chain((column.label for column in columns), repeat(None))
    cells = [(label, span) for label, span in zip(labels, spans, strict=False) if span[0] < span[1]]
    return [term for label, span in cells for term in _read_cell(source, label, *span)]


def _read_cell(source: Source, label: Label | None, start: int, end: int) -> list[ParsedTerm]:
    line = Scanner(source, start, end)
    if label is None:
        sole = source.covered[start:end].strip("".join(FILLER) + f" {MASK}")
        return [ParsedTerm("rest", start, end)] if sole else []
    terms, at = _value_of(line, label)
    behind = line.scan(at)  # what is not of the column's kind counts as not read
    return [*terms, *(replace(term, kind="rest", reads=[]) for term in behind)] if at else behind


def _value_of(line: Scanner, label: Label) -> tuple[list[ParsedTerm], int]:
    """The terms that a cell's label lets it hold, and the token behind them; 0 where it holds none."""
    width = len(line.tokens)
    if label.kind in ("name", "notes"):
        return [line.term(label.kind, 0, width, label.kind, value=line.tokens[0].start)], width
    if label.kind == "picks":
        line.announce(line.words.catalogue_index.pick_slots[label.code])
        nothing = line.blank_end(0, label.code)
        return ([line.term("mark", 0, nothing, "none")], nothing) if nothing else (line.scan(), width)
    return line.read_announced(label, 0, 0) or ([], 0)
