"""The glossary of a paper: the stat line's headings, and the properties and spells on it."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from builder.exports.pdf.profiles import PrintContext, page_reference
from builder.exports.pdf.text import with_minus_signs
from builder.exports.pdf.units import is_used
from builder.points.document.document import Profile
from builder.points.document.play import PlaySheet
from builder.points.document.used_words import used_words
from builder.points.rules.catalogue import Attribute, Catalogue, DesignPart, Property, Value
from builder.points.rules.catalogue_index import KIND, index_of
from builder.points.rules.wording import source_text
from builder.points.sheets.items import with_numbers
from builder.points.sheets.profile import ProfileSheet

JsonData = dict[str, Any]


def glossary(
    catalogue: Catalogue, profiles: Iterable[Profile], apart: Mapping[str, str] = MappingProxyType({})
) -> list[JsonData]:
    """Return the stat line and the entries that these profiles use, by group, with their pages in the book.

    Numbers of groups in ``apart``, which the same paper prints after the names, are left out.
    """
    return [
        {"name": kind.name, "entries": [_entry(catalogue, label, word, apart) for label, word in kind.words]}
        for kind in used_words(catalogue, profiles)
    ]


def roster_glossary(
    context: PrintContext, sheets: Sequence[ProfileSheet]
) -> tuple[list[JsonData], list[JsonData]]:
    """Return the explanations for a roster, and the glossary of all other words."""
    catalogue, play = context.catalogue, context.play
    names = {group.name: group.code for group in catalogue.groups}
    apart = {**play.beside, **_of_lines(catalogue, play)} if play.rows == "table" else {}
    stat_line, *groups = glossary(catalogue, [sheet.profile for sheet in sheets], apart)
    if play.numbers:
        stat_line = _numbers(context, sheets, stat_line["name"])
    explained = [group for group in groups if names.get(group["name"]) in play.explained]
    further = (
        group for group in groups if group not in explained and names.get(group["name"]) not in play.unsaid
    )
    return explained, [stat_line, *further]


def _of_lines(catalogue: Catalogue, play: PlaySheet) -> Mapping[str, str]:
    """Return the numbers of the groups whose entries are lines below a model."""
    groups = {group.code: group for group in catalogue.groups}
    return {
        line.of: " ".join(f"{{{column.code}}}" for column in groups[line.of].columns)
        for line in play.lines
        if not line.name
    }


def _numbers(context: PrintContext, sheets: Sequence[ProfileSheet], name: str) -> JsonData:
    catalogue, index, play = context.catalogue, index_of(context.catalogue), context.play
    columns = {column.of[0]: column.of for column in catalogue.sheet}
    rows = (part for code in play.numbers for part in columns.get(code, (code,)))
    codes = dict.fromkeys([*rows, *(code for table in play.value_tables for code in table.of)])
    used = [code for code in codes if play.rows != "table" or is_used(code, sheets)]
    words = [index.values.get(code) or index.parts[code] for code in used]
    labels = [word.label for word in words]
    if play.lines:  # a full paper: headings that begin with its name, or say the same, are enough
        words = [word for word in words if word.summary]
        labels = ["" if word.name.startswith(f"{word.label} ") else word.label for word in words]
    return {"name": name, "entries": [_entry(catalogue, *pair) for pair in zip(labels, words, strict=True)]}


def play_tables(context: PrintContext, sheets: Sequence[ProfileSheet]) -> list[JsonData]:
    """Return the tables to look up during play, without those that these profiles don't need."""
    known, play = {table.code: table for table in context.catalogue.tables}, context.play
    kinds = {str(sheet.profile.design.values.get(KIND)) for sheet in sheets}
    needed = (
        code
        for code in play.tables
        if code not in play.tables_for
        or any(part in kinds or is_used(part, sheets) for part in play.tables_for[code])
    )
    return [
        {
            "name": table.name,
            "page": page_reference(source_text(context.catalogue, table.page, table.place)),
            "summary": with_minus_signs(table.summary) if play.table_summaries else "",
            "columns": list(table.columns),
            "rows": [[with_minus_signs(cell) for cell in row] for row in table.rows],
        }
        for table in (known[code] for code in needed)
    ]


def _entry(
    catalogue: Catalogue,
    label: str,
    word: DesignPart | Value | Property,
    apart: Mapping[str, str] = MappingProxyType({}),
) -> list[str]:
    name = f"{label} {word.name}" if label and label != word.name else word.name
    place = word.place if isinstance(word, Attribute | Value | Property) else ""
    said = with_numbers(catalogue, word, elsewhere=apart) if isinstance(word, Property) else word.summary
    return [name, with_minus_signs(said), page_reference(source_text(catalogue, word.page, place))]
