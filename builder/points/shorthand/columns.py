"""Tables of files: the headings of their columns, and their rows. Each row is a profile.

Weapons and properties are read as in stat lines, without the calculated numbers after a property.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from builder.points.document.columns import COUNT_COLUMN, MAX_COLUMN, NAME_COLUMN, NOTES_COLUMN, table_columns
from builder.points.rules.catalogue import Catalogue, PickSlot, Property
from builder.points.rules.catalogue_index import KIND, index_of
from builder.points.shorthand.line import ParsedTerm, ScannedLine, Source
from builder.points.shorthand.table import read_cell
from builder.points.shorthand.tokens import tokenize
from builder.points.shorthand.vocabulary import Label, LabelKind, Vocabulary, vocabulary_of

_COLUMNS_BY_LABEL: dict[LabelKind, str] = {
    "name": NAME_COLUMN,
    "max": MAX_COLUMN,
    "notes": NOTES_COLUMN,
    "count": COUNT_COLUMN,
}
_LABELS_BY_COLUMN = {column: Label(kind) for kind, column in _COLUMNS_BY_LABEL.items()}
_CALCULATED = ("claim", "calculated")
_MAX_ROWS_ABOVE = 10
_MIN_KNOWN_COLUMNS = 2


class Header(NamedTuple):
    """A row of headings, and the code of the part that each heading announces.

    The code is "" for a calculated column or an empty heading. It is None for an unknown heading.
    """

    row_index: int
    parts: tuple[str | None, ...]

    @property
    def known_columns(self) -> int:
        """The number of known columns, including calculated columns."""
        return sum(part is not None for part in self.parts)


def match_columns(headings: Sequence[str], catalogue: Catalogue) -> tuple[str | None, ...]:
    """Return the part that each heading announces, as in ``Header``. Repeated headings are unknown."""
    columns = table_columns(catalogue)
    exact = {column.heading: column.part for column in columns}
    parts_by_heading = {_normalized(column.heading): column.part for column in columns} | exact
    words = vocabulary_of(catalogue)
    parts: list[str | None] = []
    for heading in headings:
        text = heading.strip()
        part = parts_by_heading.get(text, parts_by_heading.get(_normalized(text))) if text else ""
        if part is None:
            tokens = tokenize(text)
            hit = words.column_label(tokens, 0)
            if hit and hit.end == len(tokens):
                label = hit.value
                part = "" if label.kind in _CALCULATED else _COLUMNS_BY_LABEL.get(label.kind, label.code)
        parts.append(None if part and part in parts else part)
    return tuple(parts)


def find_header(rows: Sequence[Sequence[str]], catalogue: Catalogue) -> Header:
    """Return the row that announces the most parts. Only the first few rows are searched."""
    headers = (
        Header(at, match_columns(row, catalogue)) for at, row in enumerate(rows[:_MAX_ROWS_ABOVE]) if row
    )
    return max(headers, key=lambda header: (sum(bool(part) for part in header.parts), -header.row_index))


def guess_catalogue(rows: Sequence[Sequence[str]], catalogues: Iterable[Catalogue]) -> Catalogue | None:
    """Return the catalogue that clearly fits a table's columns best, or None."""
    headers = [(find_header(rows, catalogue), catalogue) for catalogue in catalogues] if any(rows) else []
    headers.sort(key=lambda pair: -sum(bool(part) for part in pair[0].parts))
    if not headers or headers[0][0].known_columns < _MIN_KNOWN_COLUMNS:
        return None
    if len(headers) > 1 and headers[0][0].known_columns <= headers[1][0].known_columns:
        return None
    return headers[0][1]


def _normalized(text: str) -> str:
    return " ".join(text.casefold().split())


FORMULA_MARK = "'"
# Some spreadsheets treat the wide signs of East Asian keyboards like the plain ones.
FORMULA_SIGNS = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")
_NUMBERS_IN_BRACKETS = re.compile(r" \[[^\[\]\"]*\]$")
_NUMBERS_AFTER = re.compile(r" (?:\([^()]*[0-9][^()]*\)|[0-9–−-]+/[0-9–−-]+)$")
_PIECE = re.compile(r'"[^"]*"(?!\S)|\S+')
_LINE_BREAKS = re.compile(r"[\t\r\n\ud800]")
_BLANKS = re.compile(r'"(?:[^"]|"")*"|\s+')
_ITEM = re.compile(r'(?:"(?:[^"]|"")*"|[^;])+')


def cell_text(text: str, *, exact: bool = False) -> str:
    """Return a cell on one line, without the mark that stops spreadsheets from reading it as a formula.

    If ``exact`` is true, blanks are neither removed nor shortened.
    """
    line = _LINE_BREAKS.sub(" ", text)
    if not exact:
        line = _BLANKS.sub(lambda match: match[0] if match[0][0] == '"' else " ", line).strip()
    is_marked = line[:1] == FORMULA_MARK and line.lstrip(FORMULA_MARK)[:1] in FORMULA_SIGNS
    return line[1:] if is_marked and line.strip(FORMULA_MARK) else line


def bare_cell(text: str, part: str, catalogue: Catalogue) -> str:
    """Return a cell without the numbers that an export writes after properties."""
    slot = index_of(catalogue).pick_slots.get(part)
    if slot is None:
        return text
    items = (item[0].strip() for item in _ITEM.finditer(text))
    return "; ".join(_bare_item(item, slot, vocabulary_of(catalogue)) for item in items)


def _bare_item(text: str, slot: PickSlot, words: Vocabulary) -> str:
    """Return an item without the numbers after it, unless players may have entered these numbers."""
    text = _NUMBERS_IN_BRACKETS.sub("", text)
    entries = words.catalogue_index.entries[slot.group].values()
    prices = {p.name.casefold() for e in entries for p in e.parameters if p.code == e.cost.parameter}
    if any(f" ({name} " in text.casefold() for name in prices):
        return text
    bare = _NUMBERS_AFTER.sub("", text)
    if bare == text or bare.endswith(")") or not text.endswith(")"):
        return bare
    name, tokens = bare.casefold(), tokenize(bare)
    phrase = words.entries.find(tokens, 0)
    phrases = [match.entry for match in phrase.value] if phrase and phrase.end == len(tokens) else []
    known = [*phrases, *(entry for entry in entries if f"{name} ".startswith(f"{entry.name.casefold()} "))]
    return text if not known or any(map(_has_value_in_brackets, known)) else bare


def _has_value_in_brackets(entry: Property) -> bool:
    """Return whether a bracket after the entry's name may be a price or number that players enter."""
    parameter = re.search(rf"^{re.escape(entry.name)} \([^)]*{{", entry.text)
    return bool(entry.name_parameter or parameter) or entry.cost.kind == "entered"


def read_row(source: Source, at: int, parts: Sequence[str]) -> ScannedLine:
    """Read a line of cells separated by tabs. Columns with the code "" in ``parts`` are skipped."""
    words, start = source.words, source.lines[at][0]
    cells = list[tuple[str, int, int]]()
    for part, text in zip(parts, source.text[slice(*source.lines[at])].split("\t"), strict=False):
        cells += [(part, start, start + len(text))] if part and text else []
        start += len(text) + 1
    kinds = (
        words.options[KIND].find(tokenize(source.covered, *span), 0) for part, *span in cells if part == KIND
    )
    kind = next((match.value for match in kinds if match), "")
    labels = {part: _label(part, words) for part, *_ in cells}
    terms = list[ParsedTerm]()
    for part, start, end in cells:
        terms += read_cell(source, labels[part], start, end, kind)
    return source.scanned_row(at, terms)


def _label(part: str, words: Vocabulary) -> Label:
    """Return the label that announces a part."""
    index = words.catalogue_index
    if part in index.pick_slots:
        return Label("picks" if index.pick_slots[part].many else "single", part)
    if part in index.weapon_slots:
        return Label("weapons", part)
    return _LABELS_BY_COLUMN.get(part, Label("attribute", part))
