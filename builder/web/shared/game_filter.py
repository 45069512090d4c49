"""The links that filter a page by game. A page with items of only one game has no such links."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from builder.models import GameSystem
from builder.web.shared.query_options import QueryOptions


class GameLink(NamedTuple):
    """A link to the items of one game or of all games.

    ``number`` is the number of these items, or None if the link doesn't show it.
    """

    name: str
    url: str
    number: int | None
    chosen: bool


class GameFilter(NamedTuple):
    """The links for a page, and the code of the ``chosen`` game, which is an empty string for all games."""

    chosen: str
    links: list[GameLink]


def game_filter(
    options: QueryOptions,
    systems: Iterable[GameSystem],
    url: str,
    *,
    shows_counts: bool = True,
    keep: Mapping[str, str] | None = None,
) -> GameFilter:
    """Return the filter for a page whose address has the option ``game``, the code of a game.

    ``systems`` has the game of each item on the page. An unknown code is recorded in
    ``options.not_understood``. With ``shows_counts``, the links show the numbers of items. ``keep`` are other
    options of the address, which the links contain too.
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
    return GameFilter(chosen, game_links(url, games, chosen, keep or {}))


def game_links(
    url: str, games: Sequence[tuple[str, str, int | None]], chosen: str, keep: Mapping[str, str]
) -> list[GameLink]:
    """Return a link to all games, and a link to each game.

    Each item of ``games`` is the code of a game, its name and its number of items.
    """
    numbers = [number for _, _, number in games]
    total = None if None in numbers else sum(number or 0 for number in numbers)
    return [
        GameLink("All games", f"{url}?{urlencode(keep)}" if keep else url, total, not chosen),
        *(
            GameLink(name, f"{url}?{urlencode({**keep, 'game': code})}", number, code == chosen)
            for code, name, number in games
        ),
    ]
