"""All measurements: a table for people, and the same rows as JSON for programs."""

import argparse
from pathlib import Path

from bench import api, clubs, core, events, gallery, games, history, pages, papers, rosters, save_costs
from bench.measure import format_table, write_json

RESULTS = Path(__file__).resolve().parent / "results.json"


def main() -> int:
    """Measure, print the table, write the JSON."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--runs", type=int, default=30, help="how often each thing is measured (default 30)")
    parser.add_argument("--json", type=Path, default=RESULTS, help="where the JSON goes")
    options = parser.parse_args()
    rows = [
        *core.measure(options.runs),
        *rosters.measure(options.runs),
        *pages.measure(options.runs),
        *papers.measure(options.runs),
        *games.measure(options.runs),
        *history.measure(options.runs),
        *clubs.measure(options.runs),
        *events.measure(options.runs),
        *gallery.measure(options.runs),
        *api.measure(options.runs),
        *save_costs.measure(options.runs),
    ]
    write_json(rows, options.json)
    print(format_table(rows))
    return 0
