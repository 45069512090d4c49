"""Rows of values below their labels: sheets, and printed rows.

A sheet is a table in the text. Its cells are separated by tabs, bars, semicolons, commas or blanks.

Printed rows are copied from a rulebook, and may have lost their blanks: "ActExpWpn2+4++2". Calculated values
in them are skipped. The number of a cell with boxes to tick off is the number of boxes.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, repeat
from typing import NamedTuple

from builder.points.rules.catalogue import Attribute, Catalogue, Value
from builder.points.shorthand.facts import CALCULATED, Scanner, scan_line
from builder.points.shorthand.line import LinesAndNext, ParsedTerm, ScannedLine, Source
from builder.points.shorthand.results import ParsedPiece
from builder.points.shorthand.tokens import COVER, FILLER, tokenize
from builder.points.shorthand.vocabulary import Label, one_of

_MIN_LABELS = 3
_SIGNS = ("\t", "|", ";", ",")
_DASHED_LINE = re.compile(r"[\s:|+=\-]*(?:--|:-|-:)[\s:|+=\-]*")
ONE_CELL_PER_LABEL = "a row needs one cell for each label"
_BLANKS = f" \t\u00a0{COVER}"
_PIECE = re.compile(rf"[^\s{COVER}]+")
_HINTS = {
    "number": "write a whole number",
    "choice": "it isn't one of the choices",
    "flag": "write yes or no",
}

Span = tuple[int, int]


class HeaderColumn(NamedTuple):
    """A column with its heading in the text and the ``sign`` between columns. An unknown one has no label."""

    label: Label | None
    start: int
    end: int
    text: str
    sign: str = ""


def read_sheet(source: Source, at: int) -> LinesAndNext:
    """Read a row of labels and the row of values below it, or all rows if a column has names or counts."""
    if not (columns := _header(source, at)):
        return None
    after = range(at + 1, len(source.lines))
    filled = (n for n in after if not (source.is_empty(n) or _is_dashed_line(source.line_text(n))))
    below = next(filled, None)
    if below is None or _header(source, below):
        return None
    columns = _with_names(source, columns, below)
    spans = _cells_of(source, columns, below)
    source.mark_ranges.append(source.lines[at])
    unknown = [ParsedTerm("unread", c.start, c.end) for c in columns if c.text and c.label is None]
    rows = [source.scanned_row(below, [*_row(source, columns, spans, below), *unknown])]
    while (below := below + 1) < len(source.lines) and _continues(source, columns, below):
        rows.append(
            source.scanned_row(below, _row(source, columns, _cells_of(source, columns, below), below))
        )
    return rows, below


def _fits_column(source: Source, column: HeaderColumn, span: Span) -> bool:
    """Return whether a cell is empty, is in an unknown column, or begins with a value for its label."""
    line = Scanner(source, *span)
    return not (line.tokens and column.label) or _value_of(line, column.label)[1] > 0


def _has(columns: Sequence[HeaderColumn], *kinds: str) -> bool:
    """Return whether a column has a label of one of these kinds."""
    return any(column.label and column.label.kind in kinds for column in columns)


def _with_names(source: Source, columns: list[HeaderColumn], below: int) -> list[HeaderColumn]:
    """Return the columns, with a first column of names if it lacks a heading or the row below is longer."""
    names = HeaderColumn(Label("name"), columns[0].start, columns[0].start, "", columns[0].sign)
    if _has(columns, "name"):
        return columns
    if not columns[0].text:
        return [names, *columns[1:]]
    cells = _cells_of(source, [names, *columns], below)
    has_names = len(cells) > len(columns) and not _fits_column(source, columns[0], cells[0])
    return [names, *columns] if has_names else columns


def _continues(source: Source, columns: Sequence[HeaderColumn], at: int) -> bool:
    """Return whether a line is one more row of a sheet."""
    line, sign, cells = source.line_text(at), columns[0].sign, _cells_of(source, columns, at)
    can_be_row = _has(columns, "name", "count") and not _is_dashed_line(line)
    can_be_row = can_be_row and sign in line and 2 * len(cells) >= len(columns)
    return can_be_row and (sign != "" or _fits_column(source, columns[1], cells[1]))


def _header(source: Source, at: int) -> list[HeaderColumn]:
    """Return the columns that a line announces, or an empty list if it isn't a row of labels."""
    line, span = source.line_text(at), source.lines[at]
    sign = next((s for s in _SIGNS if line.count(s) >= (1 if s in "\t|" else _MIN_LABELS - 1)), "")
    if not sign:
        return _words_of_header(source, span)
    columns = [_column(source, *cell, sign) for cell in _cells(source.covered, span, sign)]
    filled = [column for column in columns if column.text]
    known = sum(column.label is not None for column in filled)
    return columns if known >= _MIN_LABELS and 2 * known > len(filled) else []


def _column(source: Source, start: int, end: int, sign: str) -> HeaderColumn:
    tokens = tokenize(source.covered, start, end)
    label_and_end = source.words.column_label(tokens, 0)
    label = label_and_end.value if label_and_end and label_and_end.end == len(tokens) else None
    return HeaderColumn(label, start, end, source.covered[start:end].replace(COVER, ""), sign)


def _words_of_header(source: Source, span: Span) -> list[HeaderColumn]:
    """Return the columns of a row of labels and blanks, or an empty list for a row with other words."""
    tokens = [token for token in tokenize(source.covered, *span) if token.kind != "blank"]
    columns, at = list[HeaderColumn](), 0
    while at < len(tokens) and (match := source.words.column_label(tokens, at)):
        label, end = match
        columns.append(HeaderColumn(label, tokens[at].start, tokens[end - 1].end, tokens[at].text))
        at = end
    return columns if at == len(tokens) and len(columns) >= _MIN_LABELS else []


def _cells(text: str, span: Span, sign: str) -> list[Span]:
    """Return the cells between signs, without the blanks around them.

    A row of cells between bars may also begin and end with a bar.
    """
    start, cells = span[0], list[Span]()
    for piece in text[slice(*span)].split(sign):
        left = start + len(piece) - len(piece.lstrip(_BLANKS))
        cells.append((left, left + len(piece.strip(_BLANKS))))
        start += len(piece) + 1
    if sign == "|" and len(cells) > 1:
        begins_with_bar, ends_with_bar = (start == end for start, end in (cells[0], cells[-1]))
        cells = cells[begins_with_bar : len(cells) - ends_with_bar]
    return cells


def _is_dashed_line(line: str) -> bool:
    """Return whether a line consists of dashes, as below the headings of a table."""
    return _DASHED_LINE.fullmatch(line.replace(COVER, "")) is not None


def _cells_of(source: Source, columns: Sequence[HeaderColumn], at: int) -> list[Span]:
    """Return the ranges of the cells in a row. A row can have more or fewer cells than columns."""
    line, span = source.line_text(at), source.lines[at]
    sign = columns[0].sign or next((sign for sign in _SIGNS[:2] if sign in line), "")
    if sign and sign in line:
        return _cells(source.covered, span, sign)
    return _pieces(source, columns, span, len(_PIECE.findall(line)) - len(columns))


def _pieces(source: Source, columns: Sequence[HeaderColumn], span: Span, spare: int) -> list[Span]:
    """Return the ranges of the pieces between blanks. A first name takes up to ``spare`` more: "Tim Low"."""
    spans: list[Span] = []
    for match in _PIECE.finditer(source.covered, *span):
        is_name = len(spans) == 1 and _has(columns[:1], "name") and not match[0][0].isdigit()
        if is_name and spare > 0:
            spans[-1] = spans[-1][0], match.end()
            spare -= 1
        else:
            spans.append(match.span())
    return spans


def _row(source: Source, columns: Sequence[HeaderColumn], spans: Sequence[Span], at: int) -> list[ParsedTerm]:
    """Return the terms of a row. It is unread if its number of cells or its first cell doesn't fit."""
    has_spare = any(start < end for start, end in spans[len(columns) :])
    has_too_few = len(spans) < len(columns) and columns[0].sign not in ("\t", "|")
    if has_spare or has_too_few or not _fits_column(source, columns[0], spans[0]):
        return [ParsedTerm("unread", *source.lines[at], hint=ONE_CELL_PER_LABEL)]
    labels = chain((column.label for column in columns), repeat(None))
    cells = [(label, span) for label, span in zip(labels, spans, strict=False) if span[0] < span[1]]
    return [term for label, span in cells for term in read_cell(source, label, *span)]


def read_cell(
    source: Source, label: Label | None, start: int, end: int, kind: str | None = None
) -> list[ParsedTerm]:
    """Return the terms of a cell below a label. Text that doesn't fit the label is unread.

    ``kind`` is the kind of model in the row. If it is None, the kind is found in the cell.
    """
    line = Scanner(source, start, end, kind=kind)
    if label is None and line.is_type:
        return line.scan()
    if label is None:
        has_words = source.covered[start:end].strip("".join(FILLER) + f" {COVER}")
        return [ParsedTerm("unread", start, end)] if has_words else []
    terms, at = _value_of(line, label)
    hint = f"it isn't in {line.slot.name}" if line.slot else _HINTS.get(source.words.value_kind(label), "")
    terms = [
        term if term.code in (label.code, "") or term.is_joined else _as_unread(term, hint) for term in terms
    ]
    return [*terms, *(_as_unread(term, hint) for term in line.scan(at))]


def _as_unread(term: ParsedTerm, hint: str) -> ParsedTerm:
    return replace(term, kind="unread", pieces=[], pick=None, weapon=None, hint=term.hint or hint)


def _value_of(line: Scanner, label: Label) -> tuple[list[ParsedTerm], int]:
    """Return the terms of a cell that fit its label, and the next token, or 0 if no terms fit."""
    width = len(line.tokens)
    if label.kind == "name" and not line.source.is_table:
        count = line.count_at_start()
        begin = line.skip(count.end) if count else 0
        counts = [line.count_term(0, count.end, count.value)] if count else []
        return [*counts, *line.read_name(begin, begin, width)], width
    if label.kind in ("name", "notes"):
        return [line.term(label.kind, 0, width, label.kind, value=line.tokens[0].start)], width
    if line.words.value_kind(label) == "text":
        text = line.raw_text(0, width)
        return [line.term("value", 0, width, text, code=label.code, value=text)], width
    if label.kind == "picks":
        line.announce_slot(line.words.catalogue_index.pick_slots[label.code])
        line.custom_entry = line.words.custom_entries.get(label.code)
        nothing = line.blank_end(0, label.code)
        return ([line.term("mark", 0, nothing, "none")], nothing) if nothing else (line.scan(), width)
    return line.read_announced(label, 0, 0) or ([], 0)


_NUMBER, _BOX, _BLANK = r"[+\-−±]?[0-9]{1,2}?", "[O○☐□](?![a-z])", "-{1,3}|[–—−]"
_BOXES = rf"{_BOX}(?: ?{_BOX}){{0,19}}|{_NUMBER}|{_BLANK}"
_BETWEEN_CELLS = r"[\s|]*"
_MAX_ROW_LENGTH = 300


@lru_cache(maxsize=32)
def _forms_of_cells(catalogue: Catalogue) -> dict[str, tuple[Attribute | None, str]]:
    """Map each label of the stat line to its attribute and a pattern of its values.

    The attribute is None for a calculated value. The map is empty for games without calculated values on the
    stat line, because ``read_sheet`` reads the printed rows of these games.
    """
    shown = {code for column in catalogue.sheet for code in column.of}
    cells: dict[str, tuple[Attribute | None, str]] = {
        v.label: (None, f"{_value_pattern(v)}|{_BLANK}") for v in catalogue.values if v.code in shown
    }
    numbers = (a for a in catalogue.attributes if a.kind == "number" and a.code in shown and cells)
    return cells | {text: (a, _BOXES) for a in numbers for text in (a.label, *a.aliases)}


def _value_pattern(value: Value) -> str:
    return re.sub(r"\\{value.*?\\}", lambda _: _NUMBER, re.escape(value.show)).replace("″", '[″"]?')


def read_printed_rows(source: Source, at: int) -> LinesAndNext:
    """Read a line in which printed rows begin, and the text around them as lines."""
    lines = list[ScannedLine]()
    start, end = source.lines[at]
    while start < end and (terms := _printed_row(source, start, end)):
        lines.append(scan_line(source, at, start, terms[0].start))
        lines[-1].terms += terms
        start = terms[-1].end
        at += source.covered.count("\n", terms[0].start, start)
        end = source.lines[at][1]
    return ([*lines, scan_line(source, at, start, end)], at + 1) if lines else None


def _printed_row(source: Source, start: int, end: int) -> list[ParsedTerm]:
    """Return the terms of the labels and the values of the first row that begins between two positions.

    Rows that repeat a label are not read, because the number of ways to split joined digits grows fast with
    the number of labels.
    """
    cells, text = _forms_of_cells(source.words.catalogue), source.covered
    head = re.compile(f"(?:{one_of(cells)}{_BETWEEN_CELLS}){{3,40}}").search(
        text, start, end + _MAX_ROW_LENGTH
    )
    labels = re.findall(one_of(cells), head[0]) if head else []
    if not head or head.start() > end or len({*labels}) < len(labels):
        return []
    parts = [cells[label] for label in labels]
    row = re.compile(_BETWEEN_CELLS.join(f"({form})" for _, form in parts) + "(?![0-9])")
    if not (values := row.match(text, head.end())):
        return []
    terms = [_printed_term(None, head[0], head.start())]
    return terms + [_printed_term(part, values[n], values.start(n)) for n, (part, _) in enumerate(parts, 1)]


def _printed_term(part: Attribute | None, cell: str, at: int) -> ParsedTerm:
    """Return the term of a cell at a position. ``part`` is None for labels and calculated values."""
    end = at + len(cell.rstrip(" \t\n|"))
    if part is None:
        return ParsedTerm("mark", at, end, pieces=[ParsedPiece(at, end, CALCULATED)])
    number = len(re.findall(_BOX, cell)) or (int(cell.replace("−", "-")) if cell[-1].isdigit() else None)
    read = ParsedPiece(at, end, f"{part.name} {'none' if number is None else number}")
    return ParsedTerm("value", at, end, part.code, number, pieces=[read])
