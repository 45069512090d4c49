"""``make stress``: many writers at once, and writers that are killed, on the database of DATABASE_URL.

Without DATABASE_URL it uses a temporary SQLite database. It prints its figures, and fails if a change was
lost, saved twice or saved in part. Each run creates a new user and new lists.
"""

import argparse
import importlib
import json
import os
import tempfile

from bench.program import set_up_program


def main() -> None:
    """Set the program up, run all scenes and print their figures."""
    parser = argparse.ArgumentParser(prog="make stress", description=__doc__)
    parser.add_argument("--processes", type=int, default=8, help="writers at once (default 8)")
    parser.add_argument("--saves", type=int, default=100, help="saves of each writer (default 100)")
    parser.add_argument("--lists", type=int, default=4, help="lists that they write to (default 4)")
    parser.add_argument("--profiles", type=int, default=10, help="profiles of each list (default 10)")
    parser.add_argument("--tabs", type=int, default=25, help="times that two tabs save at once (default 25)")
    parser.add_argument("--kills", type=int, default=60, help="writers that are killed (default 60)")
    parser.add_argument("--seed", type=int, default=1, help="seed for the moments of the kills (default 1)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        set_up_program(
            DATABASE_URL=os.environ.get("DATABASE_URL") or f"sqlite:///{folder}/stress.sqlite3",
            MUSTERBOOK_KEPT_REVISIONS="1000000",
            MUSTERBOOK_EDIT_SESSION_MINUTES="0",  # a revision for each save
        )
        scenes = importlib.import_module("bench.stress_scenes")  # its models need the set-up above
        figures: dict[str, object] = scenes.run_scenes(options)
    if options.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:<72} {value}")


if __name__ == "__main__":
    main()
