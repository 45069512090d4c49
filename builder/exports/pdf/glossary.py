"""The glossary of a paper, which explains the stat line and the profiles' properties and spells."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from builder.exports.pdf.payload import GlossaryGroupData, RulebookTableData
from builder.exports.pdf.profiles import PrintContext, page_reference
from builder.exports.pdf.text import with_minus_signs
from builder.exports.pdf.units import is_used
from builder.points.document.document import Profile
from builder.points.document.play import PlaySheet
from builder.points.document.used_words import used_words
from builder.points.rules.catalogue import Attribute, Catalogue, DesignPart, Property, Value
from builder.points.rules.catalogue_index import KIND, index_of
from builder.points.rules.wording import source_text
from builder.points.sheets.items import effect_text
from builder.points.sheets.profile import ProfileSheet


def glossary_groups(
    catalogue: Catalogue,
    profiles: Iterable[Profile],
    printed_elsewhere: Mapping[str, str] = MappingProxyType({}),
) -> list[GlossaryGroupData]:
    """Return the groups of a glossary for these profiles. The first group is the stat line.

    ``printed_elsewhere`` maps the code of a group to
    the pattern of numbers that the meanings need not repeat.
    """
    return [
        {
            "name": kind.name,
            "entries": [_entry(catalogue, label, word, printed_elsewhere) for label, word in kind.words],
        }
        for kind in used_words(catalogue, profiles)
    ]


def roster_glossary(
    context: PrintContext, sheets: Sequence[ProfileSheet]
) -> tuple[list[GlossaryGroupData], list[GlossaryGroupData]]:
    """Return the groups that the play sheet puts next to the roster, and all other groups."""
    catalogue, play = context.catalogue, context.play_sheet
    codes_by_name = {group.name: group.code for group in catalogue.groups}
    printed_elsewhere = {**play.beside, **_line_patterns(catalogue, play)} if play.rows == "table" else {}
    stat_line, *groups = glossary_groups(catalogue, [sheet.profile for sheet in sheets], printed_elsewhere)
    if play.numbers:
        stat_line = _stat_line_group(context, sheets, stat_line["name"])
    explained = [group for group in groups if codes_by_name.get(group["name"]) in play.explained]
    other_groups = (
        group
        for group in groups
        if group not in explained and codes_by_name.get(group["name"]) not in play.unsaid
    )
    return explained, [stat_line, *other_groups]


def _line_patterns(catalogue: Catalogue, play: PlaySheet) -> Mapping[str, str]:
    """Return the patterns of numbers by group, for groups that are printed as lines below a model."""
    columns = index_of(catalogue).columns
    return {
        line.of: " ".join(f"{{{column.code}}}" for column in columns[line.of])
        for line in play.lines
        if not line.name
    }


def _stat_line_group(context: PrintContext, sheets: Sequence[ProfileSheet], name: str) -> GlossaryGroupData:
    """Return the group that explains the numbers of models, in the roster and in the tables of values."""
    catalogue, index, play = context.catalogue, index_of(context.catalogue), context.play_sheet
    columns = {column.of[0]: column.of for column in catalogue.sheet}
    codes_in_rows = (part for code in play.numbers for part in columns.get(code, (code,)))
    codes_in_tables = (code for table in play.value_tables for code in table.of)
    codes = dict.fromkeys([*codes_in_rows, *codes_in_tables])
    used_codes = [code for code in codes if play.rows != "table" or is_used(code, sheets)]
    words = [index.values.get(code) or index.parts[code] for code in used_codes]
    labels = [word.label for word in words]
    if play.lines:  # to save space, leave out values without a summary, and labels that begin the name
        words = [word for word in words if word.summary]
        labels = ["" if word.name.startswith(f"{word.label} ") else word.label for word in words]
    return {"name": name, "entries": [_entry(catalogue, *pair) for pair in zip(labels, words, strict=True)]}


def play_tables(context: PrintContext, sheets: Sequence[ProfileSheet]) -> list[RulebookTableData]:
    """Return the tables of the rulebook that these profiles need in play."""
    tables_by_code, play = {table.code: table for table in context.catalogue.tables}, context.play_sheet
    kinds = {str(sheet.profile.design.values.get(KIND)) for sheet in sheets}
    needed_codes = (
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
        for table in (tables_by_code[code] for code in needed_codes)
    ]


def _entry(
    catalogue: Catalogue,
    label: str,
    word: DesignPart | Value | Property,
    printed_elsewhere: Mapping[str, str] = MappingProxyType({}),
) -> tuple[str, str, str]:
    name = f"{label} {word.name}" if label and label != word.name else word.name
    place = word.place if isinstance(word, Attribute | Value | Property) else ""
    summary = (
        effect_text(catalogue, word, shown_patterns=printed_elsewhere)
        if isinstance(word, Property)
        else word.summary
    )
    return name, with_minus_signs(summary), page_reference(source_text(catalogue, word.page, place))
