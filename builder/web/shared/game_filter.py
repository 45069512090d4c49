"""Links that filter the items of a page by game. A page with items of only one game has no such links."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from builder.models import GameSystem
from builder.web.shared.query_options import QueryOptions


class GameLink(NamedTuple):
    """A link to the items of one game or of all games. ``item_count`` is None if the link doesn't show it."""

    name: str
    url: str
    item_count: int | None
    is_chosen: bool


class GameFilter(NamedTuple):
    """The links of a page to its games. ``chosen`` is the code of a game, or empty for all games."""

    chosen: str
    links: list[GameLink]


def game_filter(
    options: QueryOptions,
    systems: Iterable[GameSystem],
    url: str,
    *,
    shows_counts: bool = True,
    other_options: Mapping[str, str] | None = None,
) -> GameFilter:
    """Return the filter of a page. The option ``game`` of the page's address is the code of a game.

    ``options`` receives an error if the code is unknown.
    ``systems`` are the games of the items, one for each item, so a game with three items occurs three times.
    ``url`` is the address of the page without options. The links also have the ``other_options``.
    """
    names: dict[str, str] = {}
    counts: dict[str, int] = {}
    for system in systems:
        names[system.code] = system.name
        counts[system.code] = counts.get(system.code, 0) + 1
    chosen = options.choice("game", tuple(names), "")
    if len(names) < 2:
        return GameFilter("", [])
    codes = sorted(names, key=lambda code: names[code].casefold())
    games = [(code, names[code], counts[code] if shows_counts else None) for code in codes]
    return GameFilter(chosen, game_links(url, games, chosen, other_options or {}))


def game_links(
    url: str, games: Sequence[tuple[str, str, int | None]], chosen: str, other_options: Mapping[str, str]
) -> list[GameLink]:
    """Return a link to all games and a link to each game. ``games`` are codes, names and counts of items."""
    counts = [count for _, _, count in games]
    total = None if None in counts else sum(count or 0 for count in counts)
    return [
        GameLink(
            "All games", f"{url}?{urlencode(other_options)}" if other_options else url, total, not chosen
        ),
        *(
            GameLink(name, f"{url}?{urlencode({**other_options, 'game': code})}", count, code == chosen)
            for code, name, count in games
        ),
    ]
