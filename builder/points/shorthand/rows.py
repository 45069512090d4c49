"""Rows of a table with known columns, each a profile, read cell by cell as they were exported.

Values are read exactly; weapons and properties are read as in stat lines. Numbers after a property are
skipped and calculated again.
"""

import re
from collections.abc import Sequence

from builder.points.document.columns import COUNT_COLUMN, MAX_COLUMN, NAME_COLUMN, NOTES_COLUMN
from builder.points.rules.catalogue import Catalogue, PickSlot, Property
from builder.points.rules.catalogue_index import KIND, index_of
from builder.points.shorthand.line import ParsedTerm, ScannedLine, Source
from builder.points.shorthand.table import read_cell
from builder.points.shorthand.tokens import tokenize
from builder.points.shorthand.vocabulary import Label, Vocabulary, vocabulary_of

_OWN_COLUMNS = {
    NAME_COLUMN: Label("name"),
    NOTES_COLUMN: Label("notes"),
    MAX_COLUMN: Label("max"),
    COUNT_COLUMN: Label("count"),
}
FORMULA_MARK = "'"
# Some spreadsheets treat the wide signs of East Asian keyboards like the plain ones.
FORMULA_SIGNS = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")
_OWN_NUMBERS = re.compile(r" \[[^\[\]\"]*\]$")
_NUMBERS_BEHIND = re.compile(r" (?:\([^()]*[0-9][^()]*\)|[0-9–-]+/[0-9–-]+)$")
_PIECE = re.compile(r'"[^"]*"(?!\S)|\S+')
_BREAKS = re.compile(r"[\t\r\n\ud800]")
_BLANKS = re.compile(r'"(?:[^"]|"")*"|\s+')
_ITEM = re.compile(r'(?:"(?:[^"]|"")*"|[^;])+')


def cell_text(text: str, *, exact: bool = False) -> str:
    """Return a cell on one line, without the mark that stops spreadsheets from reading it as a formula.

    With ``exact``, blanks are not shortened.
    """
    line = _BREAKS.sub(" ", text)
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
    """Return an item without its numbers, unless the players may have entered them."""
    text = _OWN_NUMBERS.sub("", text)
    entries = words.catalogue_index.entries[slot.group].values()
    agreed = {p.name.casefold() for e in entries for p in e.parameters if p.code == e.cost.parameter}
    if any(f" ({name} " in text.casefold() for name in agreed):
        return text
    bare = _NUMBERS_BEHIND.sub("", text)
    if bare == text or bare.endswith(")") or not text.endswith(")"):
        return bare
    said, tokens = bare.casefold(), tokenize(bare)
    phrase = words.entries.find(tokens, 0)
    phrases = [match.entry for match in phrase[0]] if phrase and phrase[1] == len(tokens) else []
    known = [*phrases, *(entry for entry in entries if f"{said} ".startswith(f"{entry.name.casefold()} "))]
    return text if not known or any(map(_has_value_in_brackets, known)) else bare


def _has_value_in_brackets(entry: Property) -> bool:
    """Return whether a bracket after the entry's name may be a price or number that players enter."""
    own = re.search(rf"^{re.escape(entry.name)} \([^)]*{{", entry.text)
    return bool(entry.own_name or own) or entry.cost.kind == "entered"


def read_row(source: Source, at: int, parts: Sequence[str]) -> ScannedLine:
    """Read a line of cells separated by tabs; ``parts`` names the columns, and "" is skipped."""
    words, start = source.words, source.lines[at][0]
    cells = list[tuple[str, int, int]]()
    for part, text in zip(parts, source.text[slice(*source.lines[at])].split("\t"), strict=False):
        cells += [(part, start, start + len(text))] if part and text else []
        start += len(text) + 1
    kinds = (
        words.options[KIND].find(tokenize(source.covered, *span), 0) for part, *span in cells if part == KIND
    )
    kind = next((match[0] for match in kinds if match), "")
    labels = {part: _label(part, words) for part, *_ in cells}
    terms = list[ParsedTerm]()
    for part, start, end in cells:
        terms += read_cell(source, labels[part], start, end, kind)
    return source.row(at, terms)


def _label(part: str, words: Vocabulary) -> Label:
    """Return the label of a column."""
    index = words.catalogue_index
    if part in index.pick_slots:
        return Label("picks" if index.pick_slots[part].many else "single", part)
    if part in index.weapon_slots:
        return Label("weapons", part)
    return _OWN_COLUMNS.get(part, Label("attribute", part))
