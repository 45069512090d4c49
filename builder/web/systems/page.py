"""What the reference pages show of a catalogue, whole or as far as it answers a search."""

from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple, TypeVar

from builder.points.catalogue import (
    Catalogue,
    Cost,
    CostTable,
    DesignPart,
    Property,
    Rule,
    Spell,
    Table,
    Term,
)
from builder.points.catalogue_index import index_of
from builder.web.shared.presentation import (
    NONE,
    TIMES,
    entry_anchor,
    fraction_text,
    number_text,
    page_text,
    rule_url,
)

LONG_CELL = 40


class RuleLink(NamedTuple):
    """A rule's id and where it is explained."""

    code: str
    url: str


class ContentsHeading(NamedTuple):
    """An entry of the page's contents."""

    anchor: str
    name: str


class CostTableRow(NamedTuple):
    """A cost table laid out: its values and their costs in points."""

    code: str
    name: str
    what: str
    values: tuple[str, ...]
    costs: tuple[str, ...]
    summary: str
    page: int
    rules: tuple[RuleLink, ...]


class ReferenceEntry(NamedTuple):
    """A property or spell. ``pages`` are of its text and its price; ``meta`` is what casting it means."""

    anchor: str
    name: str
    cost: str
    summary: str
    pages: str
    meta: str
    rules: tuple[RuleLink, ...]


class ReferenceGroup(NamedTuple):
    """The properties or spells of one group."""

    anchor: str
    name: str
    summary: str
    page: int
    entries: tuple[ReferenceEntry, ...]


class TableCell(NamedTuple):
    """A cell of a table for play; a column with a long text in it needs room for it."""

    text: str
    long: bool


class PlayTable(NamedTuple):
    """A table that is looked at, not summed."""

    code: str
    name: str
    page: int
    summary: str
    columns: tuple[str, ...]
    rows: tuple[tuple[TableCell, ...], ...]


class RuleGroup(NamedTuple):
    """The rules of one part."""

    anchor: str
    name: str
    rules: tuple[Rule, ...]


class ReferenceResults(NamedTuple):
    """What the reference page shows; ``hits`` counts its places."""

    attributes: tuple[DesignPart, ...]
    costs: tuple[CostTableRow, ...]
    groups: tuple[ReferenceGroup, ...]
    tables: tuple[PlayTable, ...]
    terms: tuple[Term, ...]
    hits: int
    contents: tuple[ContentsHeading, ...]


def search_reference(catalogue: Catalogue, words: str) -> ReferenceResults:
    """Everything in which all the words occur, in the catalogue's order."""
    parts = _matching_rows(index_of(catalogue).parts.values(), words)
    costs = _matching_rows((_cost_row(catalogue, table) for table in _cost_tables(catalogue)), words)
    groups = tuple(group for group in _reference_groups(catalogue, words) if group.entries)
    tables = tuple(
        _play_table(table) for table in catalogue.tables if _contains_words(words, *_table_texts(table))
    )
    terms = tuple(
        term for term in catalogue.terms if _contains_words(words, term.name, term.code, term.summary)
    )
    hits = len(parts) + len(costs) + sum(len(group.entries) for group in groups) + len(tables) + len(terms)
    named = (("attributes", "Parts of a profile", parts), ("costs", "Costs", costs))
    contents = [ContentsHeading(anchor, name) for anchor, name, found in named if found]
    contents += [ContentsHeading(group.anchor, group.name) for group in groups]
    contents += [
        ContentsHeading(a, name)
        for a, name, found in (("tables", "Tables for play", tables), ("terms", "Words", terms))
        if found
    ]
    return ReferenceResults(parts, costs, groups, tables, terms, hits, tuple(contents))


def search_rules(catalogue: Catalogue, words: str) -> tuple[RuleGroup, ...]:
    """The rules in which all the words occur, by part, in the catalogue's order."""
    parts: dict[str, list[Rule]] = {}
    for rule in catalogue.rules:
        if _contains_words(words, rule.code, rule.title, rule.text, rule.verdict, rule.reasoning, rule.part):
            parts.setdefault(rule.part, []).append(rule)
    return tuple(
        RuleGroup(f"part-{place}", name, tuple(rules)) for place, (name, rules) in enumerate(parts.items(), 1)
    )


def _contains_words(words: str, *texts: str) -> bool:
    if not words:
        return True
    text = " ".join(texts).casefold()
    return all(word in text for word in words.casefold().split())


Searchable = TypeVar("Searchable", DesignPart, CostTableRow)


def _matching_rows(rows: Iterable[Searchable], words: str) -> tuple[Searchable, ...]:
    return tuple(row for row in rows if _contains_words(words, row.code, row.name, row.summary))


def _table_texts(table: Table) -> Iterable[str]:
    return (table.name, table.summary, table.part, *table.columns, *chain.from_iterable(table.rows))


def _play_table(table: Table) -> PlayTable:
    long = [any(len(row[place]) > LONG_CELL for row in table.rows) for place in range(len(table.columns))]
    rows = tuple(tuple(TableCell(text, long[place]) for place, text in enumerate(row)) for row in table.rows)
    return PlayTable(table.code, table.name, table.page, table.summary, table.columns, rows)


class _CostColumns(NamedTuple):
    code: str
    name: str
    what: str
    values: dict[str, str]
    summary: str
    page: int
    rules: tuple[str, ...]


def _cost_tables(catalogue: Catalogue) -> tuple[_CostColumns, ...]:
    unit = catalogue.points_unit.capitalize()
    costs = [
        _CostColumns(
            t.code,
            t.name,
            unit,
            {value: number_text(cost) for value, cost in t.costs.items()},
            t.summary,
            t.page,
            t.rules,
        )
        for t in catalogue.cost_tables
    ]
    names = {attribute.code: attribute.name for attribute in catalogue.attributes}
    factors = [
        _CostColumns(
            m.code, m.name, "Factor", {v: f"{TIMES}{fraction_text(f)}" for v, f in m.factors.items()},
            f"By {names[m.by]}.", m.page, m.rules,
        )
        for m in catalogue.multipliers
    ]  # fmt: skip
    return (*costs, *factors)


def _cost_row(catalogue: Catalogue, table: _CostColumns) -> CostTableRow:
    return CostTableRow(
        table.code, table.name, table.what, tuple(table.values), tuple(table.values.values()),
        table.summary, table.page, _rule_links(catalogue, table.rules),
    )  # fmt: skip


def _reference_groups(catalogue: Catalogue, words: str) -> Iterable[ReferenceGroup]:
    for group in catalogue.groups:
        entries = (e for e in catalogue.entries() if e.group == group.code)
        found = tuple(
            _reference_entry(catalogue, e)
            for e in entries
            if _contains_words(words, e.code, e.label, e.name, e.summary, *e.aliases)
        )
        yield ReferenceGroup(f"group-{group.code}", group.name, group.summary, group.page, found)


def _reference_entry(catalogue: Catalogue, entry: Property) -> ReferenceEntry:
    name = f"{entry.label} {entry.name}" if entry.label else entry.name
    pages = page_text(entry.page)
    if entry.price_page not in (0, entry.page):
        pages += f", price p. {entry.price_page}"
    meta = f"Casting: {entry.penalty}." if isinstance(entry, Spell) and entry.penalty else ""
    rules = dict.fromkeys(
        (*(c.rule for c in entry.constraints), *(p.rule for p in entry.parameters), *entry.rulings)
    )
    return ReferenceEntry(
        entry_anchor(catalogue, entry.group, entry.code), name, cost_text(catalogue, entry.cost),
        entry.summary, pages, meta, _rule_links(catalogue, tuple(code for code in rules if code)),
    )  # fmt: skip


def cost_text(catalogue: Catalogue, cost: Cost) -> str:
    """What a property costs, as short as it can be said."""
    if cost.kind == "fixed":
        return number_text(cost.points)
    if cost.kind == "beside":
        return f"from {number_text(cost.points)}"
    if cost.kind == "product":
        return f" {TIMES} ".join(cost.parameters)
    if cost.kind == "table":
        return _table_cost(next(t for t in catalogue.cost_tables if t.code == cost.table), cost)
    factors = (
        sorted({fraction_text(f) for f in cost.factors.values()})
        if cost.factor_by
        else [fraction_text(cost.factor)]
    )
    return " or ".join(f"{TIMES}{factor}" for factor in factors) + " of the other profile"


def _table_cost(table: CostTable, cost: Cost) -> str:
    prices = sorted({price * cost.factor for price in table.costs.values()})
    if not prices:
        return NONE
    low, high = fraction_text(prices[0]), fraction_text(prices[-1])
    return low if low == high else f"{low} to {high}"


def _rule_links(catalogue: Catalogue, codes: tuple[str, ...]) -> tuple[RuleLink, ...]:
    return tuple(RuleLink(code, rule_url(catalogue, code)) for code in codes)
