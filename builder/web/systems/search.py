"""A search of the reference pages and rules of all games. The results are grouped by game."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from django.urls import reverse

from builder.points.rules.catalogue import Catalogue, ItemColumn
from builder.web.shared.game_filter import GameFilter, game_links
from builder.web.shared.long_lists import contains_words
from builder.web.shared.presentation import reference_url, rules_url
from builder.web.systems.page import (
    CostTableRow,
    PlayTable,
    ReferenceGroup,
    ReferenceResults,
    ReferenceRow,
    TableCell,
    search_reference,
    search_rules,
)

MAX_SHOWN = 8
"""The maximum number of results for one part of a reference page. The reference page shows all results."""


class FoundPlace(NamedTuple):
    """A result: a place on a reference page. A result with ``number_cells`` is a row of a table."""

    name: str
    url: str
    summary: str
    number_cells: tuple[TableCell, ...] = ()
    cost: str = ""


class FoundPart(NamedTuple):
    """The results in one part of a reference page.

    With ``columns`` of numbers, the results are shown as a table. ``cost_heading`` is the heading of its last
    column, or an empty string if the results have no prices.
    """

    name: str
    url: str
    columns: tuple[ItemColumn, ...]
    cost_heading: str
    places: tuple[FoundPlace, ...]
    hidden_count: int


class FoundGame(NamedTuple):
    """The results of one game. ``url`` and ``rules_url`` show the results of only this game."""

    code: str
    name: str
    hit_count: int
    url: str
    rules_url: str
    parts: tuple[FoundPart, ...]
    rules: FoundPart | None


def search_games(catalogues: Iterable[Catalogue], search: str) -> list[FoundGame]:
    """Return the results of each game that has results. Without words, return an empty list."""
    if not search:
        return []
    games = (_search_game(catalogue, search) for catalogue in catalogues)
    return [game for game in games if game.hit_count]


def result_filter(games: Sequence[FoundGame], search: str, chosen: str) -> GameFilter:
    """Return links that limit the results to one game.

    If only one game has results, and no game is selected, there are no links.
    """
    if len(games) < 2 and not chosen:
        return GameFilter("", [])
    counts = [(game.code, game.name, game.hit_count) for game in games]
    return GameFilter(chosen, game_links(reverse("systems"), counts, chosen, {"q": search}))


def _search_game(catalogue: Catalogue, search: str) -> FoundGame:
    page_url = reference_url(catalogue.system, catalogue.edition)
    rules_page_url = rules_url(catalogue.system, catalogue.edition)
    query = urlencode({"q": search})
    reference = search_reference(catalogue, search)
    rules = [
        FoundPlace(rule.title, rule.url, rule.text)
        for part in search_rules(catalogue, search)
        for rule in part.rules
    ]
    return FoundGame(
        code=catalogue.system,
        name=catalogue.system_name,
        hit_count=reference.hit_count + len(rules),
        url=f"{page_url}?{query}",
        rules_url=f"{rules_page_url}?{query}",
        parts=tuple(_found_parts(catalogue, reference, page_url, search)),
        rules=_found_part("Rules and rulings", rules_page_url, rules, search) if rules else None,
    )


def _found_parts(
    catalogue: Catalogue, reference: ReferenceResults, page_url: str, search: str
) -> Iterator[FoundPart]:
    """Yield the parts with results: first the properties and spells, for which most users search."""
    for group in reference.groups:
        yield _found_group(catalogue, group, page_url, search)
    others: tuple[tuple[str, str, str, Sequence[ReferenceRow | CostTableRow | PlayTable]], ...] = (
        ("costs", catalogue.words.costs, "table", reference.costs),
        ("tables", "Tables for play", "table", reference.tables),
        ("terms", "Words", "term", reference.terms),
    )
    for anchor, name, id_prefix, rows in (*reference.sections, *others):
        if rows:
            places = [FoundPlace(row.name, f"{page_url}#{id_prefix}-{row.code}", row.summary) for row in rows]
            yield _found_part(name, f"{page_url}#{anchor}", places, search)


def _found_group(catalogue: Catalogue, group: ReferenceGroup, page_url: str, search: str) -> FoundPart:
    places = [
        FoundPlace(
            entry.name,
            f"{page_url}#{entry.anchor}",
            entry.summary,
            entry.number_cells,
            entry.cost if group.has_prices else "",
        )
        for entry in group.entries
    ]
    cost_heading = catalogue.words.cost if group.has_prices else ""
    return _found_part(group.name, f"{page_url}#{group.anchor}", places, search)._replace(
        columns=group.columns, cost_heading=cost_heading
    )


def _found_part(name: str, url: str, places: Sequence[FoundPlace], search: str) -> FoundPart:
    """Return the results in a part. Results whose names contain the words come first."""
    ordered = sorted(places, key=lambda place: not contains_words(search, (place.name,)))
    return FoundPart(name, url, (), "", tuple(ordered[:MAX_SHOWN]), max(0, len(places) - MAX_SHOWN))
