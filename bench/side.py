"""The process that measures one checkout. It prints its rows as JSON, then measures the requested rows.

``bench.__main__`` starts it with the checkout as its folder, and requests a row by sending its number. Don't
change these lines of input and output: ``--against`` also starts older checkouts, which must understand them.
"""

import importlib
import json
import os
import sys
import tempfile

from django.core.management import call_command

from bench.program import set_up_program


def main() -> None:
    """Measure rows until the input ends. All other output of the program goes to standard error."""
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    with tempfile.TemporaryDirectory() as folder:
        set_up_program(
            DATABASE_URL=f"sqlite:///{folder}/bench.sqlite3", STATIC_ROOT=f"{folder}/static", DEBUG="off"
        )
        call_command("collectstatic", interactive=False, verbosity=0)
        five_games = importlib.import_module("bench.five_games")  # its models need the set-up above
        rows = list(five_games.rows())
        print(json.dumps([(row.name, row.unit, row.aim, row.share) for row in rows]), file=answers)
        for line in sys.stdin:
            print(rows[int(line)].measure(), file=answers)


if __name__ == "__main__":
    main()
