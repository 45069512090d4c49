"""What a paper's words mean: the stat line's headings, and every property and spell that it uses."""

from collections.abc import Iterable
from typing import Any

from builder.exports.pdf.profiles import page_reference
from builder.exports.pdf.text import with_minus_signs
from builder.points.catalogue import Catalogue, DesignPart, Property, Value
from builder.points.document import Profile
from builder.points.used_words import used_words

JsonData = dict[str, Any]


def glossary(catalogue: Catalogue, profiles: Iterable[Profile]) -> list[JsonData]:
    """The stat line and the entries that these profiles use, by group, with their pages in the book."""
    return [
        {"name": kind.name, "entries": [_entry(label, word) for label, word in kind.words]}
        for kind in used_words(catalogue, profiles)
    ]


def play_tables(catalogue: Catalogue, codes: Iterable[str]) -> list[JsonData]:
    """The tables of these codes, to look things up in during play."""
    known = {table.code: table for table in catalogue.tables}
    return [
        {
            "name": table.name,
            "page": page_reference(table.page),
            "columns": list(table.columns),
            "rows": [[with_minus_signs(cell) for cell in row] for row in table.rows],
        }
        for table in (known[code] for code in codes)
    ]


def _entry(label: str, word: DesignPart | Value | Property) -> list[str]:
    name = f"{label} {word.name}" if label else word.name
    return [name, with_minus_signs(word.summary), page_reference(word.page)]
