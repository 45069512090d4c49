"""The sheet of two rows: labels above, values below, and perhaps the points of each below these."""

import re
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from builder.points.shorthand.labelled import Scanner
from builder.points.shorthand.line import (
    LinesAndNext,
    ParsedTerm,
    ProfileNames,
    ReadSpan,
    ScannedLine,
    Source,
)
from builder.points.shorthand.tokens import DASHES, FILLER, MASK, tokenize
from builder.points.shorthand.vocabulary import Label, Vocabulary

_FEWEST = 3
_SIGNS = ("\t", "|", ";", ",")
_RULE = re.compile(r"[\s:|+=\-]*-{2,}[\s:|+=\-]*")
_POINTS = re.compile(r"[+−-]?[0-9]{1,4}|[-–—−]?")

Span = tuple[int, int]


class HeaderColumn(NamedTuple):
    """A column: its label, None where that is not known, where it stands, and the sign between columns."""

    label: Label | None
    start: int
    end: int
    text: str
    sign: str = ""


def read_sheet(source: Source, at: int) -> LinesAndNext:
    """A row of labels, and below it rows of values: as many as there are where a column names them.

    Else it is one row, perhaps with the points of each column below it.
    """
    columns = read_head(source.words, source.covered, source.lines[at])
    below = _below(source, at + 1) if columns else None
    if below is None or read_head(source.words, source.covered, source.lines[below]):
        return None
    if columns[0].sign in (",", ";") and len(_cells_of(source, columns, below)) != len(columns):
        return None
    source.marks.append(source.lines[at])
    unknown = [ParsedTerm("rest", c.start, c.end) for c in columns if c.text and c.label is None]
    rows = [_row(source, columns, below, unknown)]
    below += 1
    if any(column.label and column.label.kind == "name" for column in columns):
        while below < len(source.lines) and _continues(source, columns, below):
            rows.append(_row(source, columns, below, ()))
            below += 1
    elif below < len(source.lines) and (points := _points_row(source, columns, below)) is not None:
        rows.append(source.row(below, points))
        below += 1
    return rows, below


def _below(source: Source, at: int) -> int | None:
    """The next line that is neither empty nor the rule of a table."""
    while at < len(source.lines):
        if not source.is_empty(at) and not is_rule(source.shown(at)):
            return at
        at += 1
    return None


def _continues(source: Source, columns: Sequence[HeaderColumn], at: int) -> bool:
    line = source.shown(at)
    cells = _cells_of(source, columns, at)
    sign = columns[0].sign
    fewest = len(columns) // 2 if sign in ("\t", "|") else len(columns)
    return bool(sign) and sign in line and len(cells) >= fewest and not is_rule(line)


def _cells_of(source: Source, columns: Sequence[HeaderColumn], at: int) -> list[Span]:
    return split_row(columns, source.words, source.covered, source.lines[at])


def _row(
    source: Source, columns: Sequence[HeaderColumn], at: int, unknown: Iterable[ParsedTerm]
) -> ScannedLine:
    spans = _cells_of(source, columns, at)
    terms = read_row(columns, spans, source.words, source.names, source.covered)
    return source.row(at, [*terms, *unknown])


def _points_row(source: Source, columns: Sequence[HeaderColumn], at: int) -> list[ParsedTerm] | None:
    spans = _cells_of(source, columns, at)
    return read_points(columns, spans, source.words, source.covered)


def read_head(words: Vocabulary, text: str, span: Span) -> list[HeaderColumn]:
    """The columns that a row of labels announces; none where it is no such row."""
    sign = _parted_by(text[slice(*span)])
    if not sign:
        return _words_of_head(words, text, span)
    spans = _cells(text, span, sign)
    columns = [_column(words, text, *cell, sign) for cell in spans]
    filled = [column for column in columns if column.text]
    known = sum(column.label is not None for column in filled)
    return columns if known >= _FEWEST and 2 * known > len(filled) else []


def _column(words: Vocabulary, text: str, start: int, end: int, sign: str) -> HeaderColumn:
    tokens = tokenize(text, start, end)
    found = words.labels.find(tokens, 0) if tokens else None
    label = found[0] if found and found[1] == len(tokens) else None
    return HeaderColumn(label, start, end, text[start:end].replace(MASK, ""), sign)


def _words_of_head(words: Vocabulary, text: str, span: Span) -> list[HeaderColumn]:
    tokens = [token for token in tokenize(text, *span) if token.kind != "s"]
    columns: list[HeaderColumn] = []
    at = 0
    while at < len(tokens):
        found = words.labels.find(tokens, at)
        if found is None:
            return []
        label, end = found
        columns.append(HeaderColumn(label, tokens[at].start, tokens[end - 1].end, tokens[at].text))
        at = end
    return columns if len(columns) >= _FEWEST else []


def _parted_by(line: str) -> str:
    """The sign that parts the cells of a row; "" where blanks do."""
    return next((sign for sign in _SIGNS if line.count(sign) >= (1 if sign in "\t|" else _FEWEST - 1)), "")


def _cells(text: str, span: Span, sign: str) -> list[Span]:
    """The cells between signs, without the blanks around them."""
    line = text[span[0] : span[1]]
    start, end = span
    if sign == "|":
        start += len(line) - len(line.lstrip(f" {MASK}"))
        start += text[start] == "|"
        stripped = line.rstrip(f" {MASK}")
        end = span[0] + len(stripped) - (stripped.endswith("|") and span[0] + len(stripped) > start)
    cells = []
    for piece in text[start:end].split(sign):
        inner = piece.strip(f" \t{MASK}")
        left = start + len(piece) - len(piece.lstrip(f" \t{MASK}"))
        cells.append((left, left + len(inner)))
        start += len(piece) + 1
    return cells


def is_rule(line: str) -> bool:
    """Whether a line is the rule below the head of a table."""
    return _RULE.fullmatch(line.replace(MASK, "")) is not None


def split_row(columns: Sequence[HeaderColumn], words: Vocabulary, text: str, span: Span) -> list[Span]:
    """Where the values of a row stand, one for each column; more where there are more."""
    sign = columns[0].sign or next((sign for sign in _SIGNS[:2] if sign in text[slice(*span)]), "")
    if sign and sign in text[slice(*span)]:
        return _cells(text, span, sign)
    pieces = [match.span() for match in re.finditer(rf"[^\s{MASK}]+", text[span[0] : span[1]])]
    spans = [(span[0] + start, span[0] + end) for start, end in pieces]
    spare = len(spans) - len(columns)
    result: list[Span] = []
    for place, column in enumerate(columns):
        if not spans:
            break
        start, end = spans.pop(0)
        while (
            spare > 0 and spans and _goes_with_column(words, columns, place, column, text[slice(*spans[0])])
        ):
            end = spans.pop(0)[1]
            spare -= 1
        result.append((start, end))
    return result + spans


def _goes_with_column(
    words: Vocabulary, columns: Sequence[HeaderColumn], place: int, column: HeaderColumn, piece: str
) -> bool:
    """Whether a piece that is one too many goes with the column before it, as "High" does in "5 High"."""
    if column.label is None or piece in DASHES or piece[:1].isdigit():
        return False
    if column.label.kind == "attribute":
        return _stands_beside(words, column.label.code, piece.strip("()"))
    if column.label.kind != "weapons":
        return False
    following = columns[place + 1].label if place + 1 < len(columns) else None
    slots = words.catalogue_index.weapon_slots
    behind = slots[following.code] if following and following.kind == "weapons" else None
    fields = [field.label for field in behind.fields] if behind else []
    return not any(re.match(rf"{re.escape(label)}[0-9]", piece, re.IGNORECASE) for label in fields)


def split_stack(source: Source, columns: Sequence[HeaderColumn], at: int) -> list[Span]:
    """The values of some columns on a line of their own: weapons fill it, of the others each is a piece."""
    first = columns[0].label
    start, end = source.lines[at]
    if first and first.kind == "weapons" and source.shown(at).strip()[:1] not in DASHES:
        return [(start, end)]
    spans: list[Span] = []
    for match in re.finditer(rf"[^\s{MASK}]+", source.shown(at)):
        piece = start + match.start(), start + match.end()
        column = columns[min(len(spans), len(columns)) - 1]
        if spans and _goes_with_column(source.words, columns, 0, column, match[0]):
            spans[-1] = spans[-1][0], piece[1]
        else:
            spans.append(piece)
    return spans


def _stands_beside(words: Vocabulary, code: str, piece: str) -> bool:
    """Whether a piece is what may stand behind an attribute's value: the "H" of "9 H"."""
    tokens = tokenize(piece)
    return any(piece.upper() in one.codes or one.names.find(tokens, 0) for _, one in words.beside[code])


def read_row(
    columns: Sequence[HeaderColumn], spans: Sequence[Span], words: Vocabulary, names: ProfileNames, text: str
) -> list[ParsedTerm]:
    """The terms of a row of values."""
    terms: list[ParsedTerm] = []
    for place, (start, end) in enumerate(spans):
        label = columns[place].label if place < len(columns) else None
        if start < end:
            terms += _read_cell(label, words, names, text, start, end)
    return terms


def _read_cell(
    label: Label | None, words: Vocabulary, names: ProfileNames, text: str, start: int, end: int
) -> list[ParsedTerm]:
    line = Scanner(words, names, text, tokenize(text, start, end))
    if label is None:
        sole = text[start:end].strip("".join(FILLER) + f" {MASK}")
        return [ParsedTerm("rest", start, end)] if sole else []
    terms, at = _value_of(line, label)
    return [*terms, *(_as_unparsed(term) for term in line.scan(at))] if at else line.scan()


def _as_unparsed(term: ParsedTerm) -> ParsedTerm:
    """A term that is not of the column's kind counts as not read."""
    return term if term.kind == "rest" else ParsedTerm("rest", term.start, term.end)


def _value_of(line: Scanner, label: Label) -> tuple[list[ParsedTerm], int]:
    """The terms that a cell's label lets it hold, and the token behind them; 0 where it holds none."""
    width = len(line.tokens)
    if label.kind in ("name", "notes"):
        kind: Literal["name", "notes"] = "name" if label.kind == "name" else "notes"
        return [line.term(kind, 0, width, kind, value=line.tokens[0].start)], width
    if label.kind == "picks":
        line.slot = line.words.catalogue_index.pick_slots[label.code]
        blank = line.words.blanks[label.code].find(line.tokens, 0)
        nothing = blank[1] if blank else 1 if line.text_at(0) in DASHES and width == 1 else 0
        return ([line.term("mark", 0, nothing, "none")], nothing) if nothing else (line.scan(), width)
    return line.read_announced(label, 0, 0) or ([], 0)


def read_points(
    columns: Sequence[HeaderColumn], spans: Sequence[Span], words: Vocabulary, text: str
) -> list[ParsedTerm] | None:
    """The points of each column, where a row holds nothing else; None where it is no such row."""
    if len(spans) != len(columns) or not any(text[a:b][-1:].isdigit() for a, b in spans):
        return None
    terms: list[ParsedTerm] = []
    for column, (start, end) in zip(columns, spans, strict=True):
        cell = text[start:end].replace(MASK, "").strip()
        if not _POINTS.fullmatch(cell):
            return None
        if cell[-1:].isdigit():
            terms.append(_points_of(words, column, start, end, cell))
    return terms


def _points_of(words: Vocabulary, column: HeaderColumn, start: int, end: int, cell: str) -> ParsedTerm:
    number = int(cell.lstrip("+−-")) * (-1 if cell[0] in DASHES else 1)
    label = column.text.strip()
    meaning = f"{label} said to come to {number} {words.catalogue.points_unit}"
    return ParsedTerm("claim", start, end, code=label, value=number, reads=[ReadSpan(start, end, meaning)])
