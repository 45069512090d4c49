"""Links that show one game alone, where there is something of several."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple
from urllib.parse import urlencode

from builder.models import GameSystem
from builder.web.shared.query_options import QueryOptions


class GameLink(NamedTuple):
    """A game, or all of them; ``number`` is how many there are, None where that is not said."""

    name: str
    url: str
    number: int | None
    chosen: bool


class GameFilter(NamedTuple):
    """The game that is ``chosen`` by its code, "" for all; no ``links`` where there is one game at most."""

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
    """The filter by ``game``, the code of a system. Each of ``systems`` is that of one thing that is shown.

    A game that nothing is of is not understood. What else is asked for and to be kept stands in ``keep``.
    """
    kept = dict(keep or {})
    names: dict[str, str] = {}
    counts: dict[str, int] = {}
    for system in systems:
        names[system.code] = system.name
        counts[system.code] = counts.get(system.code, 0) + 1
    chosen = options.choice("game", tuple(names), "")
    if len(names) < 2:
        return GameFilter("", [])
    everything = f"{url}?{urlencode(kept)}" if kept else url
    links = [GameLink("All games", everything, sum(counts.values()) if counted else None, not chosen)]
    links += [
        GameLink(
            names[code],
            f"{url}?{urlencode({**kept, 'game': code})}",
            counts[code] if counted else None,
            code == chosen,
        )
        for code in sorted(names, key=lambda code: names[code].casefold())
    ]
    return GameFilter(chosen, links)
