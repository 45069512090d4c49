"""All measurements: a table for people, and the same rows as JSON for programs."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from bench import (
    api,
    clubs,
    core,
    events,
    five_games,
    gallery,
    games,
    history,
    pages,
    papers,
    rosters,
    save_costs,
)
from bench.measure import Measurement, format_table, write_json

PARTS: Mapping[str, Callable[[int], list[Measurement]]] = {
    "core": core.measure,
    "rosters": rosters.measure,
    "pages": pages.measure,
    "papers": papers.measure,
    "games": games.measure,
    "five_games": five_games.measure,
    "history": history.measure,
    "clubs": clubs.measure,
    "events": events.measure,
    "gallery": gallery.measure,
    "api": api.measure,
    "save_costs": save_costs.measure,
}


def measure_parts(names: Sequence[str], runs: int, json_file: Path) -> str:
    """The table of the parts that were named, or of all; the rows are written as JSON too."""
    rows = [row for name in names or PARTS for row in PARTS[name](runs)]
    write_json(rows, json_file)
    return format_table(rows)
