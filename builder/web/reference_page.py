"""What the reference pages show of a catalogue, whole or as far as it answers a search."""

from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple, TypeVar

from builder.points.book import open_book
from builder.points.catalogue import (
    Catalogue,
    Cost,
    CostTable,
    Part,
    Property,
    Rule,
    Spell,
    Table,
    Term,
)
from builder.web.presenting import NONE, TIMES, entry_anchor, fraction_text, number, page_text, rule_url

LONG = 40


class Link(NamedTuple):
    """A rule's id and where it is explained."""

    code: str
    url: str


class Heading(NamedTuple):
    """An entry of the page's contents."""

    anchor: str
    name: str


class PartOfProfile(NamedTuple):
    """An attribute or a slot."""

    code: str
    label: str
    name: str
    summary: str
    page: int


class CostRow(NamedTuple):
    """A cost table laid out: its values and their costs in points."""

    code: str
    name: str
    what: str
    values: tuple[str, ...]
    costs: tuple[str, ...]
    summary: str
    page: int
    rules: tuple[Link, ...]


class Entry(NamedTuple):
    """A property or spell. ``pages`` are of its text and its price; ``meta`` is what casting it means."""

    anchor: str
    name: str
    cost: str
    summary: str
    pages: str
    meta: str
    rules: tuple[Link, ...]


class EntryGroup(NamedTuple):
    """The properties or spells of one group."""

    anchor: str
    name: str
    summary: str
    page: int
    entries: tuple[Entry, ...]


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


class RulePart(NamedTuple):
    """The rules of one part."""

    anchor: str
    name: str
    rules: tuple[Rule, ...]


class Found(NamedTuple):
    """What the reference page shows; ``hits`` counts its places."""

    attributes: tuple[PartOfProfile, ...]
    costs: tuple[CostRow, ...]
    groups: tuple[EntryGroup, ...]
    tables: tuple[PlayTable, ...]
    terms: tuple[Term, ...]
    hits: int
    contents: tuple[Heading, ...]


def find(catalogue: Catalogue, words: str) -> Found:
    """Everything in which all the words occur, in the catalogue's order."""
    parts = _matching(map(_part, open_book(catalogue).parts.values()), words)
    costs = _matching((_cost_row(catalogue, table) for table in _cost_tables(catalogue)), words)
    groups = tuple(group for group in _groups(catalogue, words) if group.entries)
    tables = tuple(_play_table(table) for table in catalogue.tables if _has(words, *_texts(table)))
    terms = tuple(term for term in catalogue.terms if _has(words, term.name, term.code, term.summary))
    hits = len(parts) + len(costs) + sum(len(group.entries) for group in groups) + len(tables) + len(terms)
    named = (("attributes", "Parts of a profile", parts), ("costs", "Costs", costs))
    contents = [Heading(anchor, name) for anchor, name, found in named if found]
    contents += [Heading(group.anchor, group.name) for group in groups]
    contents += [
        Heading(a, name)
        for a, name, found in (("tables", "Tables for play", tables), ("terms", "Words", terms))
        if found
    ]
    return Found(parts, costs, groups, tables, terms, hits, tuple(contents))


def find_rules(catalogue: Catalogue, words: str) -> tuple[RulePart, ...]:
    """The rules in which all the words occur, by part, in the catalogue's order."""
    parts: dict[str, list[Rule]] = {}
    for rule in catalogue.rules:
        if _has(words, rule.code, rule.title, rule.text, rule.verdict, rule.reasoning, rule.part):
            parts.setdefault(rule.part, []).append(rule)
    return tuple(
        RulePart(f"part-{place}", name, tuple(rules)) for place, (name, rules) in enumerate(parts.items(), 1)
    )


def _has(words: str, *texts: str) -> bool:
    if not words:
        return True
    whole = " ".join(texts).casefold()
    return all(word in whole for word in words.casefold().split())


Row = TypeVar("Row", PartOfProfile, CostRow)


def _matching(rows: Iterable[Row], words: str) -> tuple[Row, ...]:
    return tuple(row for row in rows if _has(words, row.code, row.name, row.summary))


def _texts(table: Table) -> Iterable[str]:
    return (table.name, table.summary, table.part, *table.columns, *chain.from_iterable(table.rows))


def _play_table(table: Table) -> PlayTable:
    long = [any(len(row[place]) > LONG for row in table.rows) for place in range(len(table.columns))]
    rows = tuple(tuple(TableCell(text, long[place]) for place, text in enumerate(row)) for row in table.rows)
    return PlayTable(table.code, table.name, table.page, table.summary, table.columns, rows)


def _part(part: Part) -> PartOfProfile:
    return PartOfProfile(part.code, part.label, part.name, part.summary, part.page)


class _Priced(NamedTuple):
    code: str
    name: str
    what: str
    values: dict[str, str]
    summary: str
    page: int
    rules: tuple[str, ...]


def _cost_tables(catalogue: Catalogue) -> tuple[_Priced, ...]:
    unit = catalogue.points_unit.capitalize()
    costs = [
        _Priced(
            t.code,
            t.name,
            unit,
            {value: number(cost) for value, cost in t.costs.items()},
            t.summary,
            t.page,
            t.rules,
        )
        for t in catalogue.cost_tables
    ]
    names = {attribute.code: attribute.name for attribute in catalogue.attributes}
    factors = [
        _Priced(
            m.code, m.name, "Factor", {v: f"{TIMES}{fraction_text(f)}" for v, f in m.factors.items()},
            f"By {names[m.by]}.", m.page, m.rules,
        )
        for m in catalogue.multipliers
    ]  # fmt: skip
    return (*costs, *factors)


def _cost_row(catalogue: Catalogue, table: _Priced) -> CostRow:
    return CostRow(
        table.code, table.name, table.what, tuple(table.values), tuple(table.values.values()),
        table.summary, table.page, _links(catalogue, table.rules),
    )  # fmt: skip


def _groups(catalogue: Catalogue, words: str) -> Iterable[EntryGroup]:
    for group in catalogue.groups:
        entries = (e for e in (*catalogue.properties, *catalogue.spells) if e.group == group.code)
        found = tuple(
            _entry(catalogue, e)
            for e in entries
            if _has(words, e.code, e.label, e.name, e.summary, *e.aliases)
        )
        yield EntryGroup(f"group-{group.code}", group.name, group.summary, group.page, found)


def _entry(catalogue: Catalogue, entry: Property) -> Entry:
    name = f"{entry.label} {entry.name}" if entry.label else entry.name
    pages = page_text(entry.page)
    if entry.price_page not in (0, entry.page):
        pages += f", price p. {entry.price_page}"
    meta = f"Casting: {entry.penalty}." if isinstance(entry, Spell) and entry.penalty else ""
    rules = dict.fromkeys(
        (*(c.rule for c in entry.constraints), *(p.rule for p in entry.parameters), *entry.rulings)
    )
    return Entry(
        entry_anchor(catalogue, entry.group, entry.code), name, cost_text(catalogue, entry.cost),
        entry.summary, pages, meta, _links(catalogue, tuple(code for code in rules if code)),
    )  # fmt: skip


def cost_text(catalogue: Catalogue, cost: Cost) -> str:
    """What a property costs, as short as it can be said."""
    if cost.kind == "fixed":
        return number(cost.points)
    if cost.kind == "beside":
        return f"from {number(cost.points)}"
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


def _links(catalogue: Catalogue, codes: tuple[str, ...]) -> tuple[Link, ...]:
    return tuple(Link(code, rule_url(catalogue, code)) for code in codes)
