"""Texts that Musterbook itself has written: its full text, and what is copied out of its papers.

Prices stand beside what they are paid for, and a weapon stands in the stat line by its codes and below it by its
name: it is the same weapon.
"""

import re

from builder.points.shorthand.labelled import Scanner
from builder.points.shorthand.line import LinesAndNext, ParsedTerm, ReadSpan, ScannedLine, Source
from builder.points.shorthand.table import read_head, read_points, read_row, split_stack
from builder.points.shorthand.tokens import MASK, normalized_words, tokenize
from builder.points.shorthand.vocabulary import Label

_DOT = "·"
_FEWEST = 3
_CELL_PRICE = re.compile(r"\(([−-]?[0-9]{1,4})\)[\s\ud800]*$")
_PRICE = re.compile(
    r"\s*\(([−-]?[0-9]{1,4})\)(?=\s*(?:[,;·]|$))|(?:(?<=\S)\s|(?<=[a-z][a-z]))([−-]?[0-9]{1,4})(?=[,;]|$)",
    re.MULTILINE,
)
_FINDING = re.compile(r"\s*(?:[-•*]\s+)?(?:Error|Warning|Note) [A-Z]-[0-9]+: ")
_MADE_ANEW = re.compile(
    r"(?:\S+\sof\s[0-9]+ \w+ · )?(?:[0-9]+ models? · )?(?:Legal|Not legal: [0-9]+ errors?)\s*"
    r"|Properties sub-total \S+\s*|Leader|Points|Models|\S+\sof\s[0-9]+(?: (?:NOT )?LEGAL.*)?"
    r"|.+ game, [0-9]+ points · .+|To remember|•? ?.+ p\. [0-9]+|.+ was written by .+ all rights reserved.+|It sums points.+"
    r"|[0-9]+(?: [0-9]+)*|a wound .+"
)
_WEAPONS = re.compile(r"Weapons:? (?=\S)")
_WEAPON_HEAD = re.compile(r"Weapon Properties Range bands\b.*|Weapon Properties vs .*|vs Basic .*|Weapon")
_WEAPON_ROW = re.compile(r"(\S.*?)((?:\s[0-9]+[″\"]\s±0.*?)?(?:\s(?:[–-]|[−-]d[0-9]+)){3})\s*")
_BOXES = re.compile(r"[0-9]+(?: [0-9]+)*\s*")
_CARD = re.compile(r"(.+) ([0-9]{1,4})")
_INTEGER = re.compile(r"[−-]?[0-9]{1,4}")


def read_own_text(source: Source, at: int) -> LinesAndNext:
    """A stat line of the full text and the lines that belong to it, or a line that only our texts have."""
    if _is_stat_line(source, at):
        return _block(source, at)
    if not source.is_ours:
        return None
    shown = _bare(source.shown(at))
    if normalized_words(shown)[: len(source.edition)] == source.edition:
        return _aside(source, at, "system and edition")
    if card := _is_card(source, at):
        return card
    if _FINDING.match(shown) or _MADE_ANEW.fullmatch(shown):
        return _aside(source, at, "made anew from the profiles")
    if head := _WEAPONS.match(shown):
        return [_weapons(source, at, source.lines[at][0] + head.end())], at + 1
    if (label := source.words.labels.find(tokenize(shown), 0)) and label[0].kind == "picks":
        return [_list(source, at)], at + 1
    return _weapon_rows(source, at) if _WEAPON_HEAD.fullmatch(shown) else _stack(source, at)


def _bare(shown: str) -> str:
    return shown.replace(MASK, "").replace("\u00a0", " ")


def _aside(source: Source, at: int, meaning: str) -> LinesAndNext:
    if not source.is_empty(at):
        source.asides.append(ReadSpan(*source.lines[at], meaning))
    return [], at + 1


def _is_card(source: Source, at: int) -> LinesAndNext:
    """The head of a card, "Captain 205", above its cells; of the leader's roster, "Captain Command Die d8"."""
    shown, (start, end) = source.shown(at), source.lines[at]
    first = source.words.catalogue.sheet[0].label
    if shown == "Leader" and source.shown(at + 1) != first:
        _aside(source, at + 1, "the leader")
        _aside(source, at, "a heading")
        return [], at + 2
    if shown == "Max Points" and _INTEGER.fullmatch(source.shown(at + 1)):
        place = source.lines[at + 1]
        source.marks.append((start, end))
        read = ReadSpan(*place, "its points")
        return [
            source.row(at + 1, [ParsedTerm("claim", *place, value=int(source.shown(at + 1)), reads=[read])])
        ], at + 2
    head = _CARD.fullmatch(shown)
    if head is None or first not in (source.shown(at + 1), source.shown(at + 2)):
        return None
    name, price = (start, start + head.end(1)), (start + head.start(2), end)
    terms = [
        ParsedTerm("name", *name, value=start, reads=[ReadSpan(*name, "name")]),
        ParsedTerm("claim", *price, value=int(head[2]), reads=[ReadSpan(*price, "its points")]),
    ]
    return [source.row(at, terms)], at + 1


def _stack(source: Source, at: int) -> LinesAndNext:
    """A sheet whose cells stand below each other, each with its points below it, as papers are copied."""
    columns = read_head(source.words, source.covered, source.lines[at])
    if len(columns) < len(source.words.catalogue.sheet) or any(c.label is None for c in columns):
        return None
    below, lines, left = at + 1, list[ScannedLine](), columns
    while left and not source.is_empty(below):
        spans = split_stack(source, left, below)
        if len(spans) > len(left) or len(spans) == len(columns):
            return None
        terms = read_row(left, spans, source.words, source.names, source.covered)
        lines.append(source.row(below, terms))
        column, left, below = left[len(spans) - 1], left[len(spans) :], below + 1
        if _INTEGER.fullmatch(source.shown(below).strip()):
            lines.append(
                source.row(
                    below, read_points([column], [source.lines[below]], source.words, source.covered) or []
                )
            )
            below += 1
    source.marks.append(source.lines[at])
    return (lines, below) if not left else None


def _is_stat_line(source: Source, at: int) -> bool:
    """Whether a line is the columns of a stat line in their order, with dots between."""
    labels = [column.label for column in source.words.catalogue.sheet]
    cells = [cell.strip() for cell in source.shown(at).split(_DOT)]
    starts = zip(labels, cells, strict=False)
    return len(cells) == len(labels) >= _FEWEST and all(cell.startswith(f"{name} ") for name, cell in starts)


def _block(source: Source, at: int) -> LinesAndNext:
    """A stat line, and below it named weapons, properties, notes and findings, to the next empty line."""
    lines = [_stat_line(source, at)]
    at += 1
    while not source.is_empty(at):
        shown, (start, end) = source.shown(at), source.lines[at]
        label = (
            source.words.labels.find(tokenize(_bare(shown).split(":")[0].strip()), 0)
            if ":" in shown
            else None
        )
        if _FINDING.match(_bare(shown)):
            _aside(source, at, "a finding, made anew")
        elif label and label[0].kind in ("weapons", "picks"):
            lines.append(_list(source, at))
        else:
            notes = ParsedTerm("notes", start, end, value=start, reads=[ReadSpan(start, end, "notes")])
            lines.append(source.row(at, [notes]))
        at += 1
    return lines, at


def _stat_line(source: Source, at: int) -> ScannedLine:
    terms: list[ParsedTerm] = []
    start = source.lines[at][0]
    for cell, column in zip(source.shown(at).split(_DOT), source.words.catalogue.sheet, strict=True):
        end = start + len(cell)
        if price := _CELL_PRICE.search(cell):
            end = start + price.start()
            place = start + price.start(1), start + price.end(1)
            number = int(price[1].replace("−", "-"))
            meaning = f"{column.label} said to come to {number} {source.words.catalogue.points_unit}"
            reads = [ReadSpan(*place, meaning)]
            terms.append(ParsedTerm("claim", *place, code=column.label, value=number, reads=reads))
        terms += Scanner(
            source.words, source.names, source.covered, tokenize(source.covered, start, end)
        ).scan()
        start += len(cell) + 1
    return source.row(at, sorted(terms, key=lambda term: term.start))


def _unpriced(source: Source, start: int, end: int) -> tuple[Scanner, list[ParsedTerm]]:
    """A line without the prices in it, and these as marks."""
    marks, tokens = [], []
    for found in _PRICE.finditer(source.covered, start, end):
        if not (found[1] or source.is_priced):
            continue
        place = found.span(1 if found[1] else 2)
        marks.append(ParsedTerm("mark", *place, reads=[ReadSpan(*place, "its points")]))
        tokens += tokenize(source.covered, start, found.start())
        start = found.end()
    tokens += tokenize(source.covered, start, end)
    return Scanner(source.words, source.names, source.covered, tokens), marks


def _list(source: Source, at: int) -> ScannedLine:
    """Named weapons, or properties, behind their label and with their prices."""
    scanner, marks = _unpriced(source, *source.lines[at])
    terms = scanner.scan()
    for term in terms:
        term.again = term.kind == "weapon"
    return source.row(at, sorted([*terms, *marks], key=lambda term: term.start))


def _weapons(source: Source, at: int, start: int) -> ScannedLine:
    """The named weapons of a paper: those with a field of their own slot, those without of the other."""
    terms = [ParsedTerm("mark", source.lines[at][0], start, reads=[ReadSpan(source.lines[at][0], start, "")])]
    for item in re.finditer(r"[^;,]+(?:[;,]|$)", source.shown(at)[start - source.lines[at][0] :]):
        terms += _weapon(source, start + item.start(), start + item.end())
    return source.row(at, terms)


def _weapon(source: Source, start: int, end: int) -> list[ParsedTerm]:
    """A weapon without a label: where it has a field, it is of the slot that offers one."""
    slots = sorted(source.words.catalogue.weapon_slots, key=lambda slot: not any(f.high for f in slot.fields))
    for slot in slots:
        scanner, marks = _unpriced(source, start, end)
        terms, _ = scanner.read_announced(Label("weapons", slot.code), 0, 0) or ([], 0)
        weapons = [term for term in terms if term.weapon]
        if len(weapons) == 1 and (slot is slots[-1] or (weapons[0].weapon and weapons[0].weapon.fields)):
            weapons[0].again = True
            return [*terms, *marks]
    return [ParsedTerm("rest", start, end)]


def _weapon_rows(source: Source, at: int) -> LinesAndNext:
    """The weapons of a roster's paper, each with the reach and the modifiers that follow from it."""
    _aside(source, at, "headings")
    lines: list[ScannedLine] = []
    while row := _WEAPON_ROW.fullmatch(source.shown(at + 1)):
        at += 1
        start = source.lines[at][0]
        tables = start + row.start(2), start + row.end(2)
        named = source.words.labels.find(tokenize(row[1]), 0)
        terms = (
            _list(source, at).terms if named and named[0].kind == "weapons"
            else _weapon(source, start, start + row.end(1))
        )  # fmt: skip
        terms = [term for term in terms if term.start < tables[0]]
        lines.append(
            source.row(
                at, [*terms, ParsedTerm("mark", *tables, reads=[ReadSpan(*tables, "follows from it")])]
            )
        )
    at += 1
    if _BOXES.fullmatch(source.shown(at)):
        _aside(source, at, "boxes for wounds")
        at += 1
    return lines, at
