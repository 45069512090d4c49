"""Two checkouts side by side: the rows of ``five_games`` in both, in turns, on the same machine.

Both run the bench of this checkout, each with the program of its own folder, in a process of its own.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO, NamedTuple, cast

_WIDTH = 72
HERE = Path(__file__).resolve().parent.parent


class ComparedRow(NamedTuple):
    """The medians of a row in the other checkout and in this one; ``part`` is this one's part of it."""

    name: str
    unit: str
    before: float
    after: float
    part: float
    runs: int
    aim: str


class _Side:
    """The process of a checkout."""

    def __init__(self, checkout: Path, bench: Path, stack: ExitStack) -> None:
        environment = {**os.environ, "PYTHONPATH": f"{bench}:{checkout}"}
        process = stack.enter_context(
            subprocess.Popen(
                [sys.executable, "-P", "-m", "bench.side"],
                cwd=checkout, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            )
        )  # fmt: skip
        self._questions = cast(IO[str], process.stdin)
        self._answers = cast(IO[str], process.stdout)

    def rows(self) -> list[tuple[str, str, str, int]]:
        """Name, unit, aim and share of each row, once its lists are made."""
        return [tuple(row) for row in json.loads(self._answers.readline())]

    def take(self, number: int) -> float:
        """One run of a row."""
        print(number, file=self._questions, flush=True)
        return float(self._answers.readline())


def compare(other: Path, runs: int, json_file: Path, wanted: str = "") -> None:
    """Print each row whose name holds ``wanted`` as it is taken, and write them as JSON too."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        (folder / "bench").symlink_to(HERE / "bench")
        sides = [_Side(checkout, folder, stack) for checkout in (other, HERE)]
        found = []
        print(f"{'median of':<{_WIDTH}}  {'before':>10}  {'after':>10}  {'part':>6}  {'unit':<8}  runs  aim")
        for row in _compared(sides, runs, wanted):
            print(
                f"{row.name:<{_WIDTH}}  {row.before:>10,.2f}  {row.after:>10,.2f}  {row.part:>6.2f}"
                f"  {row.unit:<8}  {row.runs:>4}  {row.aim}",
                flush=True,
            )
            found.append(row._asdict())
            json_file.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


def _compared(sides: Sequence[_Side], runs: int, wanted: str) -> Iterator[ComparedRow]:
    named, same = (side.rows() for side in sides)
    if named != same:
        raise SystemExit("The two checkouts have different rows.")
    for number, (name, unit, aim, share) in enumerate(named):
        if wanted not in name:
            continue
        times = max(runs // share, 3)
        for side in sides:
            side.take(number)
        rounds = [[side.take(number) for side in sides] for _ in range(times)]
        before, after = (statistics.median(values) for values in zip(*rounds, strict=True))
        yield ComparedRow(name, unit, before, after, after / before, times, aim)
