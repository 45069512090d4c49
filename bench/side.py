"""One checkout of two that are compared: it tells its rows, then takes the one that it is asked for.

Started by ``bench.compare`` with the checkout as its folder; lines go in and out.
"""

import importlib
import json
import os
import sys

from bench.__main__ import program_set_up


def main() -> None:
    """Take rows until the other end is closed. What the program prints is no part of the answers."""
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    with program_set_up():
        five_games = importlib.import_module("bench.five_games")  # its models need the set-up above
        rows = list(five_games.rows())
        print(json.dumps([(row.name, row.unit, row.aim, row.share) for row in rows]), file=answers)
        for line in sys.stdin:
            print(rows[int(line)].take(), file=answers)


if __name__ == "__main__":
    main()
