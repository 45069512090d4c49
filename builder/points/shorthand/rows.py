"""Rows of a table, a profile each, whose columns are known: read cell by cell, as the cells were exported.

Values are read exactly; weapons and properties as stat lines have them. The numbers that stand behind a
property of a table come anew.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from builder.points.document.columns import MAX_COLUMN, NAME_COLUMN, NOTES_COLUMN
from builder.points.document.json_reader import MAX_VALUE
from builder.points.pricing.stat_line import YES
from builder.points.rules.catalogue import Attribute, Catalogue, PickSlot, Property
from builder.points.rules.catalogue_index import KIND, index_of
from builder.points.shorthand.labelled import Scanner
from builder.points.shorthand.line import ParsedTerm, ScannedLine, Source
from builder.points.shorthand.results import ParsedPiece
from builder.points.shorthand.tokens import DASHES, MASK, tokenize
from builder.points.shorthand.vocabulary import Label, Vocabulary, vocabulary_of

FORMULA_MARK = "'"
# Some spreadsheets take the wide signs of East Asian keyboards for the plain ones.
FORMULA_SIGNS = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")
_NUMBER = re.compile(r"[-−–+]?[0-9]{1,6}(?:[.,]0{1,3})?")
_NUMBERS_BEHIND = re.compile(r" (?:\([^()]*\)|[0-9–-]+/[0-9–-]+)$")
_NO = ("no", "false", "0", "none", "n", "n/a")
_YES = (YES, "true", "1", "y", "x", "✓", "wahr")
_NO_NUMBER = "it is no whole number"
_NO_CHOICE = "it is no choice that is known here"
_NO_FLAG = "it is neither yes nor no"


def cell_text(text: str) -> str:
    """A cell on one line, without the mark by which spreadsheets are told that it is no formula."""
    line = " ".join(text.replace(MASK, " ").split())
    return line[1:] if line[:1] == FORMULA_MARK and line[1:2] in FORMULA_SIGNS else line


def bare_cell(text: str, part: str, catalogue: Catalogue) -> str:
    """A cell without the numbers that an export has behind the properties that it names."""
    slot = index_of(catalogue).pick_slots.get(part)
    if slot is None:
        return text
    return "; ".join(_bare_item(item.strip(), slot, vocabulary_of(catalogue)) for item in text.split(";"))


def _bare_item(text: str, slot: PickSlot, words: Vocabulary) -> str:
    """An item without its numbers, unless these may be what its players say of it."""
    bare = _NUMBERS_BEHIND.sub("", text)
    if bare == text or bare.endswith(")") or not text.endswith(")"):
        return bare
    said, tokens = bare.casefold(), tokenize(bare)
    found = words.entries.find(tokens, 0)
    phrases = [match.entry for match in found[0]] if found and found[1] == len(tokens) else []
    entries = words.catalogue_index.entries[slot.group].values()
    known = [*phrases, *(entry for entry in entries if f"{said} ".startswith(f"{entry.name.casefold()} "))]
    return text if not known or any(map(_is_told, known)) else bare


def _is_told(entry: Property) -> bool:
    """Whether a bracket behind its name may be what it is told: a price, an own number."""
    return bool(entry.own_name) or entry.cost.kind == "entered" or f"{entry.name} ({{" in entry.text


def read_row(source: Source, at: int, parts: Sequence[str]) -> ScannedLine:
    """A line whose cells tabs part, each of the column that ``parts`` names; "" is read as nothing."""
    cells = _cells(source, at)
    by_part = {part: span for part, span in zip(parts, cells, strict=False) if part and span[0] < span[1]}
    attributes = source.words.catalogue_index.attributes
    kind = _kind(source, by_part)
    terms: list[ParsedTerm] = []
    for part, (start, end) in sorted(by_part.items(), key=lambda item: item[1]):
        if part == NAME_COLUMN:
            terms.append(_term("name", start, end, "name", value=start))
        elif part == NOTES_COLUMN:
            terms.append(_term("notes", start, end, "notes", value=start))
        elif part == MAX_COLUMN:
            terms.append(_read_max(source, start, end))
        elif part in attributes:
            terms += _read_value(source, attributes[part], start, end)
        else:
            terms += _read_items(source, part, kind, start, end)
    return source.row(at, terms)


def _cells(source: Source, at: int) -> list[tuple[int, int]]:
    start, spans = source.lines[at][0], []
    for piece in source.text[slice(*source.lines[at])].split("\t"):
        spans.append((start, start + len(piece)))
        start += len(piece) + 1
    return spans


def _kind(source: Source, by_part: Mapping[str, tuple[int, int]]) -> str:
    if KIND not in by_part:
        return ""
    attribute = source.words.catalogue_index.attributes[KIND]
    return _option(attribute, source.text[slice(*by_part[KIND])]) or ""


def _term(kind: str, start: int, end: int, meaning: str, **more: object) -> ParsedTerm:
    term = ParsedTerm(kind, start, end, reads=[ParsedPiece(start, end, meaning)])  # type: ignore[arg-type]  # one of its kinds
    return replace(term, **more)  # type: ignore[arg-type]  # names of its fields


def _number(text: str) -> int | None:
    if not _NUMBER.fullmatch(text):
        return None
    whole = re.split("[.,]", text)[0].lstrip("+").replace("−", "-").replace("–", "-")
    number = int(whole)
    return number if abs(number) <= MAX_VALUE else None


def _option(attribute: Attribute, text: str) -> str | None:
    folded = text.casefold()
    words = ((option.code, (option.code, *option.words)) for option in attribute.options)
    return next((code for code, names in words if folded in (name.casefold() for name in names)), None)


def _read_max(source: Source, start: int, end: int) -> ParsedTerm:
    text = source.text[start:end]
    number = _number(text)
    if text in DASHES:
        return _term("mark", start, end, "not said")
    if number is None or number < 0:
        return ParsedTerm("rest", start, end, hint=_NO_NUMBER)
    return _term("max", start, end, f"Max {number}", value=number)


def _read_value(source: Source, attribute: Attribute, start: int, end: int) -> list[ParsedTerm]:
    """The value of an attribute, and behind it the choice of its table: "5 High"."""
    text = source.text[start:end]
    chooser = source.words.catalogue_index.attributes.get(attribute.table_by)
    head, _, tail = text.rpartition(" ")
    chosen = _option(chooser, tail) if chooser and head else None
    if chooser and chosen:
        beside = _term(
            "value", end - len(tail), end, f"{chooser.name} {tail}", code=chooser.code, value=chosen
        )
        stop = start + len(head.rstrip())
        return [*_read_value(source, attribute, start, stop), replace(beside, beside=True)]
    if text in DASHES or text.casefold() == attribute.blank_name.casefold():
        blank = _option(attribute, text)
        return [_term("value", start, end, f"{attribute.name} none", code=attribute.code, value=blank)]
    value, hint = _value(attribute, text)
    if value is None and hint:
        return [ParsedTerm("rest", start, end, hint=hint)]
    return [_term("value", start, end, f"{attribute.name} {text}", code=attribute.code, value=value)]


def _value(attribute: Attribute, text: str) -> tuple[int | str | None, str]:
    if attribute.kind == "number":
        bare = text.removesuffix("″").removesuffix('"').strip()
        return _number(bare), _NO_NUMBER
    if attribute.kind == "flag":
        said = text.casefold()
        return (1, "") if said in _YES else (None, "" if said in _NO else _NO_FLAG)
    if attribute.kind == "text":
        return text, ""
    return _option(attribute, text), _NO_CHOICE


def _read_items(source: Source, part: str, kind: str, start: int, end: int) -> list[ParsedTerm]:
    """Weapons, or what is picked."""
    index = source.words.catalogue_index
    slot = index.pick_slots.get(part)
    scanner = Scanner(source, start, end)
    scanner.kind, scanner.words = kind, source.words.of_kind(kind) if kind else source.words
    scanner.type_place = None
    if slot is None or not slot.many:
        label = Label("weapons" if slot is None else "single", part)
        terms, at = scanner.read_announced(label, 0, 0) or ([], 0)
        return [*terms, *(_rest(term, "") for term in scanner.scan(at))]
    scanner.announce(slot)
    scanner.own_entry = source.words.own_entries.get(slot.code)
    if scanner.blank_end(0, slot.code) == len(scanner.tokens):
        return [_term("mark", start, end, "none")]
    terms = scanner.scan()
    return [term if _fits(term, part) else _rest(term, f"it is nothing of {slot.name}") for term in terms]


def _fits(term: ParsedTerm, part: str) -> bool:
    return term.kind in ("mark", "rest") or (term.kind == "pick" and term.code == part)


def _rest(term: ParsedTerm, hint: str) -> ParsedTerm:
    return replace(term, kind="rest", reads=[], pick=None, weapon=None, hint=term.hint or hint)
