"""The sheet of two rows: labels above, values below, and perhaps the points of each below these."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from builder.points.shorthand.attributes import read_attribute, read_single
from builder.points.shorthand.scanner import Scanner
from builder.points.shorthand.terms import FILLER, ParsedTerm, ProfileNames, ReadSpan
from builder.points.shorthand.vocabulary import DASHES, MASK, Label, Vocabulary, tokenize
from builder.points.shorthand.weapons import WeaponReader

_FEWEST = 3
_RULE = re.compile(r"[\s:|+=\-]*-{2,}[\s:|+=\-]*")
_POINTS = re.compile(r"[+−-]?[0-9]{1,4}|[-–—−]?")

Span = tuple[int, int]


class HeaderColumn(NamedTuple):
    """A column: its label, None where that is not known, and where the label stands."""

    label: Label | None
    start: int
    end: int
    text: str


def read_head(words: Vocabulary, text: str, span: Span) -> list[HeaderColumn]:
    """The columns that a row of labels announces; none where it is no such row."""
    spans = _cells(text, span)
    if spans is None:
        return _words_of_head(words, text, span)
    columns = [_column(words, text, *cell) for cell in spans]
    filled = [column for column in columns if column.text]
    known = sum(column.label is not None for column in filled)
    return columns if known >= _FEWEST and 2 * known > len(filled) else []


def _column(words: Vocabulary, text: str, start: int, end: int) -> HeaderColumn:
    tokens = tokenize(text, start, end)
    found = words.labels.find(tokens, 0) if tokens else None
    label = found[0] if found and found[1] == len(tokens) else None
    return HeaderColumn(label, start, end, text[start:end].replace(MASK, ""))


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


def _cells(text: str, span: Span) -> list[Span] | None:
    """The cells between tabs or bars, without the blanks around them; None where there are neither."""
    line = text[span[0] : span[1]]
    sign = "\t" if "\t" in line else "|"
    if sign not in line:
        return None
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
    cells = _cells(text, span)
    if cells is not None:
        return cells
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


def _stands_beside(words: Vocabulary, code: str, piece: str) -> bool:
    """Whether a piece is what may stand behind an attribute's value: the "H" of "9 H"."""
    tokens = tokenize(piece)
    chooser = words.options.get(words.catalogue_index.attributes[code].table_by)
    if chooser and chooser.find(tokens, 0):
        return True
    singles = (words.singles[slot.code] for slot in words.slots_beside[code])
    return any(piece.upper() in single.codes or single.names.find(tokens, 0) for single in singles)


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
    catalogue_index, width = line.words.catalogue_index, len(line.tokens)
    if label.kind == "attribute":
        return read_attribute(line, catalogue_index.attributes[label.code], 0, 0) or ([], 0)
    if label.kind == "weapons":
        reader = WeaponReader(line, catalogue_index.weapon_slots[label.code])
        end = reader.read(0)
        return reader.terms(), end
    if label.kind == "single":
        slot = catalogue_index.pick_slots[label.code]
        found = read_single(line, slot, 0, labelled=True)
        if found is None:
            return ([line.term("mark", 0, 1, "none")], 1) if line.text_at(0) in DASHES else ([], 0)
        name = catalogue_index.entries[slot.group][found[0]].name
        return [line.term("single", 0, found[1], name, code=slot.code, value=found[0])], found[1]
    if label.kind == "picks":
        line.slot = catalogue_index.pick_slots[label.code]
        blank = line.words.blanks[label.code].find(line.tokens, 0)
        nothing = blank[1] if blank else 1 if line.text_at(0) in DASHES and width == 1 else 0
        return ([line.term("mark", 0, nothing, "none")], nothing) if nothing else (line.scan(), width)
    return _profile_terms(line, label, width)


def _profile_terms(line: Scanner, label: Label, width: int) -> tuple[list[ParsedTerm], int]:
    """A name, notes, points or the most of a profile."""
    if label.kind == "name":
        return [line.term("name", 0, width, "name", value=line.tokens[0].start)], width
    if label.kind == "notes":
        return [line.term("notes", 0, width, "notes", value=line.tokens[0].start)], width
    number = line.signed_integer_at(0)
    if number is None:
        return ([line.term("mark", 0, 1, "not said")], 1) if line.text_at(0) in DASHES else ([], 0)
    value, end = number
    if label.kind == "max":
        return [line.term("max", 0, end, f"Max {value}", value=value)], end
    return [line.term("claim", 0, end, line.points_meaning(value), value=value)], end


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
