"""A search of the reference pages and rules of all games. The results are grouped by game."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from django.urls import reverse

from builder.points.rules.catalogue import Catalogue, ItemColumn
from builder.web.shared.game_filter import GameFilter, game_links
from builder.web.shared.presentation import reference_url, rules_url
from builder.web.systems.page import (
    CostTableRow,
    PlayTable,
    ReferenceGroup,
    ReferenceResults,
    ReferenceRow,
    TableCell,
    contains_words,
    search_reference,
    search_rules,
)

MAX_SHOWN = 8
"""The maximum number of results for one part of a reference page. The reference page shows all results."""


class FoundPlace(NamedTuple):
    """A result: a place on a reference page.

    If there are ``numbers``, the result is shown as a row of a table.
    """

    name: str
    url: str
    summary: str
    numbers: tuple[TableCell, ...] = ()
    cost: str = ""


class FoundPart(NamedTuple):
    """The results in one part of a reference page.

    ``columns`` are the columns of numbers. If there are any, the results are shown as a table.
    ``cost`` is the heading of the last column. If the results have no prices, it is an empty string.
    ``more`` is the number of further results, which aren't shown.
    """

    name: str
    url: str
    columns: tuple[ItemColumn, ...]
    cost: str
    places: tuple[FoundPlace, ...]
    more: int


class FoundGame(NamedTuple):
    """The results of one game.

    ``url`` and ``rules_url`` are the addresses of the same search in only this game.
    """

    code: str
    name: str
    hits: int
    url: str
    rules_url: str
    parts: tuple[FoundPart, ...]
    rules: FoundPart | None


def search_games(catalogues: Iterable[Catalogue], words: str) -> list[FoundGame]:
    """Return the results of each game that has results. Without words, return an empty list."""
    if not words:
        return []
    games = (_search_game(catalogue, words) for catalogue in catalogues)
    return [game for game in games if game.hits]


def result_filter(games: Sequence[FoundGame], words: str, chosen: str) -> GameFilter:
    """Return links that limit the results to one game.

    If only one game has results, and no game is selected, there are no links.
    """
    if len(games) < 2 and not chosen:
        return GameFilter("", [])
    hits = [(game.code, game.name, game.hits) for game in games]
    return GameFilter(chosen, game_links(reverse("systems"), hits, chosen, {"q": words}))


def _search_game(catalogue: Catalogue, words: str) -> FoundGame:
    here = reference_url(catalogue.system, catalogue.edition)
    rules_page = rules_url(catalogue.system, catalogue.edition)
    query = urlencode({"q": words})
    reference = search_reference(catalogue, words)
    rules = [
        FoundPlace(rule.title, rule.url, rule.text)
        for part in search_rules(catalogue, words)
        for rule in part.rules
    ]
    return FoundGame(
        code=catalogue.system,
        name=catalogue.system_name,
        hits=reference.hits + len(rules),
        url=f"{here}?{query}",
        rules_url=f"{rules_page}?{query}",
        parts=tuple(_parts(catalogue, reference, here, words)),
        rules=_part("Rules and rulings", rules_page, rules, words) if rules else None,
    )


def _parts(catalogue: Catalogue, reference: ReferenceResults, here: str, words: str) -> Iterator[FoundPart]:
    """Yield the parts with results.

    The groups of properties and spells come first, because most users search for these.
    """
    for group in reference.groups:
        yield _group(catalogue, group, here, words)
    others: tuple[tuple[str, str, str, Sequence[ReferenceRow | CostTableRow | PlayTable]], ...] = (
        ("costs", catalogue.words.costs, "table", reference.costs),
        ("tables", "Tables for play", "table", reference.tables),
        ("terms", "Words", "term", reference.terms),
    )
    for anchor, name, prefix, rows in (*reference.sections, *others):
        if rows:
            places = [FoundPlace(row.name, f"{here}#{prefix}-{row.code}", row.summary) for row in rows]
            yield _part(name, f"{here}#{anchor}", places, words)


def _group(catalogue: Catalogue, group: ReferenceGroup, here: str, words: str) -> FoundPart:
    places = [
        FoundPlace(
            entry.name,
            f"{here}#{entry.anchor}",
            entry.summary,
            entry.numbers,
            entry.cost if group.priced else "",
        )
        for entry in group.entries
    ]
    cost = catalogue.words.cost if group.priced else ""
    return _part(group.name, f"{here}#{group.anchor}", places, words)._replace(
        columns=group.columns, cost=cost
    )


def _part(name: str, url: str, places: Sequence[FoundPlace], words: str) -> FoundPart:
    """Return the results in a part. Results whose names contain the words come first."""
    ordered = sorted(places, key=lambda place: not contains_words(words, place.name))
    return FoundPart(name, url, (), "", tuple(ordered[:MAX_SHOWN]), max(0, len(places) - MAX_SHOWN))
