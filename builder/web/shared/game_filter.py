"""Links that filter a page by game, if it has items of several games."""

from collections.abc import Iterable, Mapping
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
    other_options = dict(keep or {})
    names: dict[str, str] = {}
    counts: dict[str, int] = {}
    for system in systems:
        names[system.code] = system.name
        counts[system.code] = counts.get(system.code, 0) + 1
    chosen = options.choice("game", tuple(names), "")
    if len(names) < 2:
        return GameFilter("", [])
    all_games_url = f"{url}?{urlencode(other_options)}" if other_options else url
    links = [GameLink("All games", all_games_url, sum(counts.values()) if counted else None, not chosen)]
    links += [
        GameLink(
            names[code],
            f"{url}?{urlencode({**other_options, 'game': code})}",
            counts[code] if counted else None,
            code == chosen,
        )
        for code in sorted(names, key=lambda code: names[code].casefold())
    ]
    return GameFilter(chosen, links)
