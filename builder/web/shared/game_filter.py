"""Links that filter a page by game, if it has items of several games."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from builder.models import GameSystem
from builder.web.shared.query_options import QueryOptions


class GameLink(NamedTuple):
    """A link to the items of one game or all games, with their ``number``; None if it isn't shown."""

    name: str
    url: str
    number: int | None
    chosen: bool


class GameFilter(NamedTuple):
    """The links, none for a single game, and the code of the ``chosen`` game, "" for all games."""

    chosen: str
    links: list[GameLink]


def game_filter(
    options: QueryOptions,
    systems: Iterable[GameSystem],
    url: str,
    *,
    counted: bool = True,
    keep: Mapping[str, str] | None = None,
) -> GameFilter:
    """Return the filter by the option ``game``, the code of a system.

    ``systems`` has the game of each item. An unknown game is recorded as not understood. With ``counted``,
    the links show numbers of items. ``keep`` are the other options in the address, which the links repeat.
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
    games = [(code, names[code], counts[code] if counted else None) for code in codes]
    return GameFilter(chosen, game_links(url, games, chosen, keep or {}))


def game_links(
    url: str, games: Sequence[tuple[str, str, int | None]], chosen: str, keep: Mapping[str, str]
) -> list[GameLink]:
    """Return the link to all games, and a link to each of ``games``: its code, name and number of items."""
    numbers = [number for _, _, number in games]
    total = None if None in numbers else sum(number or 0 for number in numbers)
    return [
        GameLink("All games", f"{url}?{urlencode(keep)}" if keep else url, total, not chosen),
        *(
            GameLink(name, f"{url}?{urlencode({**keep, 'game': code})}", number, code == chosen)
            for code, name, number in games
        ),
    ]
