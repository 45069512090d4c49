"""``make bench``: the time of changes, pages, prices, revisions and papers in each of the five games.

It also counts the functions that requests run.

``--against`` also measures the rows in another checkout, in turns with this one, so that a busy machine slows
both equally. Each checkout runs its own bench, and rows with the same name are compared.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO, NamedTuple, cast

ROOT = Path(__file__).resolve().parent.parent
NAME_WIDTH = 72


class RowHead(NamedTuple):
    """A row of a checkout's bench, without its measurements. Of ``share`` runs, only one measures the row."""

    number: int
    unit: str
    aim: str
    share: int


class Side:
    """The process that measures a checkout."""

    def __init__(self, checkout: Path, stack: ExitStack) -> None:
        process = stack.enter_context(
            subprocess.Popen(
                [sys.executable, "-P", "-m", "bench.side"],
                cwd=checkout, env={**os.environ, "PYTHONPATH": str(checkout)},
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            )
        )  # fmt: skip
        self._input = cast(IO[str], process.stdin)
        self._output = cast(IO[str], process.stdout)
        heads = self._output.readline()
        if not heads:
            raise SystemExit(f"The bench of {checkout} did not start; the reason is above.")
        self.rows = {
            name: RowHead(number, unit, aim, share)
            for number, (name, unit, aim, share) in enumerate(json.loads(heads))
        }

    def measure(self, name: str) -> float:
        """Return the value of one run of a row."""
        print(self.rows[name].number, file=self._input, flush=True)
        return float(self._output.readline())


def main() -> None:
    """Print a line for each row, with its median in each checkout."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--runs", type=int, default=30, help="runs of each row (default 30)")
    parser.add_argument("--against", type=Path, help="another checkout, measured in turns with this one")
    parser.add_argument(
        "--rows", default="", metavar="WORDS", help="only rows whose name contains these words"
    )
    options = parser.parse_args()
    checkouts = [options.against.resolve(), ROOT] if options.against else [ROOT]
    with ExitStack() as stack:
        sides = [Side(checkout, stack) for checkout in checkouts]
        columns = ["before", "after", "ratio"] if options.against else ["median"]
        print(f"{'':<{NAME_WIDTH}}{''.join(f'{column:>11}' for column in columns)}  unit      aim")
        for name, head in sides[-1].rows.items():
            if options.rows in name and all(name in side.rows for side in sides):
                values = medians(sides, name, max(options.runs // head.share, 3))
                values += [values[1] / values[0]] if options.against else []
                figures = "".join(f"{value:>11,.2f}" for value in values)
                print(f"{name:<{NAME_WIDTH}}{figures}  {head.unit:<8}  {head.aim}".rstrip(), flush=True)


def medians(sides: Sequence[Side], name: str, runs: int) -> list[float]:
    """Return the medians of a row, one for each checkout. The first run of each is not counted."""
    for side in sides:
        side.measure(name)
    rounds = [[side.measure(name) for side in sides] for _ in range(runs)]
    return [statistics.median(values) for values in zip(*rounds, strict=True)]


if __name__ == "__main__":
    main()
