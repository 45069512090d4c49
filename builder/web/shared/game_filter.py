"""Links that filter the items of a page by game. A page with items of only one game has no such links."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from builder.models import GameSystem
from builder.web.shared.query_options import QueryOptions


class GameLink(NamedTuple):
    """A link to the items of one game or of all games.

    ``number`` is the number of items, or None if the link doesn't show it.
    ``chosen`` says whether the page currently shows these items.
    """

    name: str
    url: str
    number: int | None
    chosen: bool


class GameFilter(NamedTuple):
    """The links of a page to its games.

    ``chosen`` is the code of the selected game, or an empty string for all games.
    """

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
    """Return the filter of a page. The option ``game`` of the page's address is the code of a game.

    ``options`` are the options of the address. If the code is unknown, ``options.not_understood`` says so.
    ``systems`` are the games of the items, one for each item. A game with three items occurs three times.
    ``url`` is the address of the page without options.
    ``shows_counts`` says whether the links show the numbers of items.
    ``keep`` are further options for the links, by name.
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
