"""The data of the reference pages. A page shows the complete catalogue, or the results of a search in it."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, TypeVar

from builder.catalogue.aliases import aliases_of
from builder.points.pricing.texts import NONE
from builder.points.rules.catalogue import (
    Attribute,
    Catalogue,
    Cost,
    DesignPart,
    Group,
    ItemColumn,
    Kind,
    Option,
    Property,
    Rule,
    Spell,
    Table,
    Value,
)
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.numbers import number_text
from builder.points.rules.wording import join_and, part_place, source_text, with_capital
from builder.points.sheets.items import number_texts
from builder.web.shared.long_lists import contains_words
from builder.web.shared.presentation import TIMES, entry_anchor, fraction_text, rule_url

_LONG_CELL = 40
"""A column is "long" if one of its texts has more characters than this."""
_PHONE_WIDTH = 40
"""The number of characters that fit in a line on a phone's screen."""
_CELL_MARGIN = 2  # in characters


class RuleLink(NamedTuple):
    """A rule's title and the address of its explanation."""

    title: str
    url: str


class ContentsHeading(NamedTuple):
    """A heading in the page's table of contents, which links to it."""

    anchor: str
    name: str


class ReferenceRow(NamedTuple):
    """A kind of profile, a part of a profile, a calculated number, or a word of the game.

    ``label`` is the abbreviation. ``source`` is the place in the rulebook.
    ``details`` are shown after the summary, and ``note`` below it.
    ``search_words`` are further words that a search finds.
    """

    code: str
    name: str
    label: str
    summary: str
    source: str
    details: str = ""
    note: str = ""
    rules: tuple[RuleLink, ...] = ()
    search_words: tuple[str, ...] = ()


class ReferenceSection(NamedTuple):
    """Rows under a heading. The HTML ids of the rows begin with ``id_prefix``."""

    anchor: str
    name: str
    id_prefix: str
    rows: tuple[ReferenceRow, ...]


class CostTableRow(NamedTuple):
    """A table of costs or factors. ``pairs`` has each value with its cost or factor."""

    code: str
    name: str
    cost_heading: str
    pairs: tuple[tuple[str, str], ...]
    summary: str
    source: str
    rules: tuple[RuleLink, ...]

    @property
    def search_words(self) -> tuple[str, ...]:
        """The words that a search finds, apart from the name and the summary."""
        return tuple(chain.from_iterable(self.pairs))


class TableCell(NamedTuple):
    """A cell of a table.

    ``css_class`` is "blank" if the cell has no text, "long" if its column has long texts, or an empty string.
    """

    heading: str
    text: str
    css_class: str


class ReferenceEntry(NamedTuple):
    """A property or spell. ``source`` has the pages of its text and of its price."""

    anchor: str
    name: str
    cost: str
    summary: str
    source: str
    note: str
    rules: tuple[RuleLink, ...]
    number_cells: tuple[TableCell, ...]


class ReferenceGroup(NamedTuple):
    """The properties or spells of one group, and the columns of their numbers."""

    anchor: str
    name: str
    summary: str
    source: str
    columns: tuple[ItemColumn, ...]
    entries: tuple[ReferenceEntry, ...]
    has_prices: bool
    exceeds_phone_width: bool


class PlayTable(NamedTuple):
    """A table that players need during a game."""

    code: str
    name: str
    source: str
    summary: str
    columns: tuple[str, ...]
    rows: tuple[tuple[TableCell, ...], ...]
    exceeds_phone_width: bool


class RuleRow(NamedTuple):
    """A rule or ruling. A ruling is our decision where the rulebook is unclear.

    ``verdict`` says what happens if the rule is broken.
    ``is_inferred`` is True if the rulebook implies the rule without stating it.
    """

    code: str
    title: str
    text: str
    verdict: str
    reasoning: str
    source: str
    is_inferred: bool
    url: str


class RuleGroup(NamedTuple):
    """The rules of one part of the rulebook."""

    anchor: str
    name: str
    rules: tuple[RuleRow, ...]


class ChangeRow(NamedTuple):
    """A correction of how this site reads the rules. ``rules`` are the rules that it changed."""

    day: date
    text: str
    rules: tuple[RuleLink, ...]


class ReferenceResults(NamedTuple):
    """The results of a search on the reference page. ``sections`` are the results about profiles."""

    sections: tuple[ReferenceSection, ...]
    costs: tuple[CostTableRow, ...]
    groups: tuple[ReferenceGroup, ...]
    tables: tuple[PlayTable, ...]
    terms: tuple[ReferenceRow, ...]
    hit_count: int
    contents: tuple[ContentsHeading, ...]


def search_reference(catalogue: Catalogue, search: str) -> ReferenceResults:
    """Return everything in a catalogue that contains all words of a search, in the catalogue's order."""
    all_sections = (
        ("kinds", "Kinds of profiles", "kind", (_kind_row(catalogue, kind) for kind in catalogue.kinds)),
        ("attributes", "Parts of a profile", "attribute", _part_rows(catalogue)),
        (
            "values",
            "Calculated numbers",
            "value",
            (_value_row(catalogue, value) for value in catalogue.values),
        ),
    )
    sections = tuple(
        ReferenceSection(anchor, name, id_prefix, matching)
        for anchor, name, id_prefix, rows in all_sections
        if (matching := _matching_rows(rows, search))
    )
    costs = _matching_rows(_cost_rows(catalogue), search)
    groups = tuple(_matching_groups(catalogue, search))
    tables = tuple(
        _play_table(catalogue, table)
        for table in catalogue.tables
        if contains_words(search, _table_texts(table))
    )
    terms = _matching_rows(
        (
            ReferenceRow(
                term.code, term.name, "", term.summary, source_text(catalogue, term.page, term.place)
            )
            for term in catalogue.terms
        ),
        search,
    )
    rows = [row for section in sections for row in section.rows]
    entries = [entry for group in groups for entry in group.entries]
    hit_count = sum(map(len, (rows, costs, entries, tables, terms)))
    headings = [
        *((section.anchor, section.name, section.rows) for section in sections),
        ("costs", with_capital(catalogue.words.costs), costs),
        *((group.anchor, group.name, group.entries) for group in groups),
        ("tables", "Tables for play", tables),
        ("terms", "Words", terms),
    ]
    contents = tuple(ContentsHeading(anchor, name) for anchor, name, content in headings if content)
    return ReferenceResults(sections, costs, groups, tables, terms, hit_count, contents)


def search_rules(catalogue: Catalogue, search: str) -> tuple[RuleGroup, ...]:
    """Return the rules that contain all words of a search, grouped by the part of the rulebook."""
    parts: dict[str, list[RuleRow]] = {}
    for rule in catalogue.rules:
        if contains_words(
            search, (rule.code, rule.title, rule.text, rule.verdict, rule.reasoning, rule.part)
        ):
            parts.setdefault(rule.part, []).append(_rule_row(catalogue, rule))
    return tuple(
        RuleGroup(f"part-{number}", name, tuple(rules))
        for number, (name, rules) in enumerate(parts.items(), 1)
    )


_LEVELS = {"error": "an error", "warning": "a warning", "note": "a note"}


def _rule_row(catalogue: Catalogue, rule: Rule) -> RuleRow:
    pages, source = ", ".join(map(str, rule.pages)), source_text(catalogue, 0, rule.place)
    names = catalogue.place_names
    if source and names.parts and not names.text:
        source = (
            f"Rulebook: {source}"  # without "Rulebook", the reader would take it for a part of the verdict
        )
    verdict = rule.verdict
    for level, with_article in _LEVELS.items():
        if re.match(rf"{level}\b", rule.verdict):
            verdict = f"gives {with_article}{rule.verdict.removeprefix(level)}"
    return RuleRow(
        rule.code, rule.title, rule.text, verdict, rule.reasoning,
        f"p. {pages}" if pages else source,
        rule.inferred, rule_url(catalogue, rule.code),
    )  # fmt: skip


def rulings_changes(catalogue: Catalogue) -> list[ChangeRow]:
    """Return the corrections of an edition's rulings."""
    return [
        ChangeRow(change.day, change.text, _rule_links(catalogue, change.rules))
        for change in catalogue.changes
    ]


Searchable = TypeVar("Searchable", ReferenceRow, CostTableRow)


def _matching_rows(rows: Iterable[Searchable], search: str) -> tuple[Searchable, ...]:
    return tuple(
        row
        for row in rows
        if contains_words(search, chain((row.code, row.name, row.summary), row.search_words))
    )


def _kind_row(catalogue: Catalogue, kind: Kind) -> ReferenceRow:
    names = [part.name for code, part in index_of(catalogue).parts.items() if code in kind.parts]
    bounds = [f"at least {kind.least}"] if kind.least else []
    bounds += [] if kind.most is None else [f"at most {kind.most}"]
    if kind.least and kind.least == kind.most:
        bounds = [f"exactly {kind.least}"]
    details = (
        f"You enter: {join_and(names)}." if names else "",
        f"Each {catalogue.words.roster} has {' and '.join(bounds)} of them." if bounds else "",
    )
    return ReferenceRow(
        kind.code,
        kind.name,
        kind.name,
        kind.summary,
        source_text(catalogue, kind.page, kind.place),
        details=" ".join(filter(None, details)),
        rules=_rule_links(catalogue, (kind.rule,) if kind.rule else ()),
    )


def _part_rows(catalogue: Catalogue) -> Iterator[ReferenceRow]:
    """Yield the attributes and slots of profiles. A search also finds their aliases and those of options."""
    aliases = aliases_of(catalogue)
    for part in index_of(catalogue).parts.values():
        options = part.options if isinstance(part, Attribute) else ()
        search_words = [
            *aliases.exact_words(part.code),
            *(word for option in options for word in option.words),
        ]
        search_words += [
            word for option in options for word in aliases.exact_words(f"{part.code}.{option.code}")
        ]
        search_words += [*part.aliases, *part.counts] if isinstance(part, Attribute) else []
        # Options that forms don't offer have no price. They are only read from documents.
        options_text = "; ".join(_option_text(option) for option in options if option.offered)
        yield ReferenceRow(
            part.code, part.name, part.label, part.summary, part_place(catalogue, part),
            note=f"{with_capital(options_text)}." if options_text else "", search_words=tuple(search_words),
        )  # fmt: skip


def _option_text(option: Option) -> str:
    """Return the name of an option, with the aliases in brackets that the name doesn't contain."""
    aliases = [alias for alias in option.aliases if alias not in re.findall(r"\w+", option.name)]
    return f"{option.name} ({', '.join(aliases)})" if aliases else option.name


def _value_row(catalogue: Catalogue, value: Value) -> ReferenceRow:
    index = index_of(catalogue)
    parts: Mapping[str, DesignPart | Value] = {**index.parts, **index.values}
    limit = "" if value.most is None else str(value.most)
    if value.most_by:
        limit = f"“{parts[value.most_by].name}”"
    kinds = [kind.plural for kind in catalogue.kinds if kind.code in value.kinds]
    facts = (
        (
            f"A price. The rulebook calls its points a rough guide, {value.estimate}"
            if value.estimate
            else "A price"
        )
        if value.role == "price"
        else "",
        f"at most {limit}" if limit else "",
        f"for {join_and(kinds)}" if kinds else "",
    )
    note = ". ".join(with_capital(fact) for fact in facts if fact)
    return ReferenceRow(
        value.code,
        value.name,
        value.label,
        value.summary,
        part_place(catalogue, value),
        note=f"{note}." if note else "",
        rules=_rule_links(catalogue, (value.most_rule,) if value.most_rule else ()),
    )


def _table_texts(table: Table) -> Iterable[str]:
    return (table.name, table.summary, table.part, *table.columns, *chain.from_iterable(table.rows))


def _play_table(catalogue: Catalogue, table: Table) -> PlayTable:
    is_long = [any(len(text) > _LONG_CELL for text in column) for column in zip(*table.rows, strict=True)]
    rows = tuple(tuple(map(_table_cell, table.columns, row, is_long)) for row in table.rows)
    exceeds_phone_width = len(table.columns) > 2 and _exceeds_phone_width(table.columns, table.rows)
    source = source_text(catalogue, table.page, table.place)
    return PlayTable(table.code, table.name, source, table.summary, table.columns, rows, exceeds_phone_width)


def _table_cell(heading: str, text: str, is_long: bool = False) -> TableCell:
    return TableCell(heading, text, "blank" if text in ("", NONE) else "long" if is_long else "")


def _exceeds_phone_width(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> bool:
    columns = zip(headings, *rows, strict=True)
    return sum(max(map(len, column)) + _CELL_MARGIN for column in columns) > _PHONE_WIDTH


def _cost_rows(catalogue: Catalogue) -> Iterator[CostTableRow]:
    """Yield the cost tables, then the tables of factors."""
    attributes = {attribute.code: attribute for attribute in catalogue.attributes}
    options = {attribute.table: attribute.options for attribute in catalogue.attributes}
    options |= {
        entry.cost.table: attributes[entry.cost.by].options
        for entry in catalogue.entries()
        if entry.cost.by in attributes
    }
    for table in catalogue.cost_tables:
        names = {option.code: option.name for option in options.get(table.code, ())}
        yield CostTableRow(
            table.code, table.name, with_capital(catalogue.points_unit),
            tuple((names.get(value, value), number_text(cost)) for value, cost in table.costs.items()),
            table.summary, source_text(catalogue, table.page, table.place),
            _rule_links(catalogue, table.rules),
        )  # fmt: skip
    for multiplier in catalogue.multipliers:
        factors = multiplier.factors.items()
        yield CostTableRow(
            multiplier.code, multiplier.name, "Factor",
            tuple((value, f"{TIMES}{fraction_text(factor)}") for value, factor in factors),
            f"By {attributes[multiplier.by].name}.", source_text(catalogue, multiplier.page),
            _rule_links(catalogue, multiplier.rules),
        )  # fmt: skip


def _matching_groups(catalogue: Catalogue, search: str) -> Iterator[ReferenceGroup]:
    for group, texts in _searchable_groups(catalogue):
        pairs = zip(group.entries, texts, strict=True)
        if matching := tuple(entry for entry, text in pairs if contains_words(search, (text,))):
            yield group._replace(entries=matching)


@lru_cache(maxsize=32)
def _searchable_groups(catalogue: Catalogue) -> tuple[tuple[ReferenceGroup, tuple[str, ...]], ...]:
    """Return each group with a text for each of its entries. A search looks through these texts."""
    return tuple(_searchable_group(catalogue, group) for group in catalogue.groups)


def _searchable_group(catalogue: Catalogue, group: Group) -> tuple[ReferenceGroup, tuple[str, ...]]:
    entries = [entry for entry in catalogue.entries() if entry.group == group.code]
    has_prices = group.code not in index_of(catalogue).free_groups
    shown = tuple(_reference_entry(catalogue, entry, group.columns) for entry in entries)
    aliases = aliases_of(catalogue)
    rows = [
        (row.name, *(cell.text for cell in row.number_cells), row.cost if has_prices else "") for row in shown
    ]
    texts = [
        " ".join((entry.code, entry.label, entry.summary, *entry.aliases, *alias_words, *row))
        for entry, row in zip(entries, rows, strict=True)
        for alias_words in (aliases.exact_words(f"{group.code}.{entry.code}"),)
    ]
    headings = (
        "Name",
        *(column.label for column in group.columns),
        catalogue.words.cost if has_prices else "",
    )
    reference_group = ReferenceGroup(
        f"group-{group.code}", group.name, group.summary,
        source_text(catalogue, group.page, group.place), group.columns, shown, has_prices,
        _exceeds_phone_width(headings, rows),
    )  # fmt: skip
    return reference_group, tuple(texts)


def _reference_entry(
    catalogue: Catalogue, entry: Property, columns: tuple[ItemColumn, ...]
) -> ReferenceEntry:
    name = f"{entry.label} {entry.name}" if entry.label else entry.name
    source = part_place(catalogue, entry)
    if entry.price_page not in (0, entry.page):
        source += f", price p. {entry.price_page}"
    note = f"Casting: {entry.penalty}." if isinstance(entry, Spell) and entry.penalty else ""
    rules = dict.fromkeys(  # without repetitions, in order
        (
            *(constraint.rule for constraint in entry.constraints),
            *(parameter.rule for parameter in entry.parameters),
            *entry.rulings,
        )
    )
    numbers = zip(columns, number_texts(columns, entry), strict=True)
    return ReferenceEntry(
        entry_anchor(catalogue, entry.group, entry.code), name, cost_text(catalogue, entry.cost),
        entry.summary, source, note, _rule_links(catalogue, tuple(code for code in rules if code)),
        tuple(_table_cell(column.label, text or NONE) for column, text in numbers),
    )  # fmt: skip


def cost_text(catalogue: Catalogue, cost: Cost) -> str:
    """Return the cost of a property as a short text, such as "from 5" or "×2 of the other profile"."""
    if cost.kind == "fixed":
        return number_text(cost.points)
    if cost.kind == "beside":
        return f"from {number_text(cost.points)}"
    if cost.kind == "product":
        return f" {TIMES} ".join(cost.parameters)
    if cost.kind == "table":
        costs = index_of(catalogue).tables[cost.table].costs.values()
        prices = [fraction_text(price) for price in sorted(price * cost.factor for price in costs)] or [NONE]
        return prices[0] if prices[0] == prices[-1] else f"{prices[0]} to {prices[-1]}"
    if cost.kind == "entered":
        return "as agreed"
    factors = (
        sorted({fraction_text(factor) for factor in cost.factors.values()})
        if cost.factor_by
        else [fraction_text(cost.factor)]
    )
    return " or ".join(f"{TIMES}{factor}" for factor in factors) + " of the other profile"


def _rule_links(catalogue: Catalogue, codes: tuple[str, ...]) -> tuple[RuleLink, ...]:
    titles = {rule.code: rule.title for rule in catalogue.rules}
    return tuple(RuleLink(titles[code], rule_url(catalogue, code)) for code in codes)
