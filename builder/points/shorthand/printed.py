"""Rows of values as printed in a book, which may lose their blanks when copied: "ActExpWpn2+4++2".

Calculated values are skipped and calculated again. Numbers of the design are read; of boxes to tick off,
their number is.
"""

import re
from functools import lru_cache

from builder.points.rules.catalogue import Attribute, Catalogue, Value
from builder.points.shorthand.facts import WORKED_OUT, scan_line
from builder.points.shorthand.line import LinesAndNext, ParsedTerm, ScannedLine, Source
from builder.points.shorthand.results import ParsedPiece
from builder.points.shorthand.vocabulary import one_of

_NUMBER, _BOX, _NONE = r"[+\-−±]?[0-9]{1,2}?", "[O○☐□](?![a-z])", "-{1,3}|[–—−]"
_BOXES = rf"{_BOX}(?: ?{_BOX}){{0,19}}|{_NUMBER}|{_NONE}"
_BETWEEN = r"[\s|]*"
_LONGEST = 300


@lru_cache(maxsize=32)
def _forms_of_cells(catalogue: Catalogue) -> dict[str, tuple[Attribute | None, str]]:
    """Return the attribute and the pattern of the values for each label of the stat line.

    The attribute of a calculated value is None.
    """
    shown = {code for column in catalogue.sheet for code in column.of}
    cells: dict[str, tuple[Attribute | None, str]] = {
        v.label: (None, f"{_value(v)}|{_NONE}") for v in catalogue.values if v.code in shown
    }
    numbers = (a for a in catalogue.attributes if a.kind == "number" and a.code in shown and cells)
    return cells | {text: (a, _BOXES) for a in numbers for text in (a.label, *a.aliases)}


def _value(value: Value) -> str:
    return re.sub(r"\\{value.*?\\}", lambda _: _NUMBER, re.escape(value.show)).replace("″", '[″"]?')


def read_printed(source: Source, at: int) -> LinesAndNext:
    """Read a line with printed rows after it or in it.

    The rest of a row's last line is read as a line.
    """
    lines = list[ScannedLine]()
    start, end = source.lines[at]
    while start < end and (terms := _row(source, start, end)):
        lines.append(scan_line(source, at, start, terms[0].start))
        lines[-1].terms += terms
        start = terms[-1].end
        at += source.covered.count("\n", terms[0].start, start)
        end = source.lines[at][1]
    return ([*lines, scan_line(source, at, start, end)], at + 1) if lines else None


def _row(source: Source, start: int, end: int) -> list[ParsedTerm]:
    """Return the labels and values of the first row that begins between two places.

    Rows that repeat a label are not read: the ways to split joined digits grow fast with the number of
    labels.
    """
    cells, text = _forms_of_cells(source.words.catalogue), source.covered
    head = re.compile(f"(?:{one_of(cells)}{_BETWEEN}){{3,40}}").search(text, start, end + _LONGEST)
    labels = re.findall(one_of(cells), head[0]) if head else []
    if not head or head.start() > end or len({*labels}) < len(labels):
        return []
    parts = [cells[label] for label in labels]
    row = re.compile(_BETWEEN.join(f"({form})" for _, form in parts) + "(?![0-9])")
    if not (values := row.match(text, head.end())):
        return []
    terms = [_term(None, head[0], head.start())]
    return terms + [_term(part, values[n], values.start(n)) for n, (part, _) in enumerate(parts, 1)]


def _term(part: Attribute | None, said: str, at: int) -> ParsedTerm:
    """Return the term of a cell at a place of the text."""
    end = at + len(said.rstrip(" \t\n|"))
    if part is None:
        return ParsedTerm("mark", at, end, reads=[ParsedPiece(at, end, WORKED_OUT)])
    number = len(re.findall(_BOX, said)) or (int(said.replace("−", "-")) if said[-1].isdigit() else None)
    read = ParsedPiece(at, end, f"{part.name} {'none' if number is None else number}")
    return ParsedTerm("value", at, end, part.code, number, reads=[read])
