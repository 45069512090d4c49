"""Timing and the table: medians with ranges, in CPU time of this process."""

import gc
import json
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Measurement:
    """One measurement: median, least and most of ``runs`` values, and the aim where one was set."""

    name: str
    unit: str
    median: float
    low: float
    high: float
    runs: int
    aim: str = ""


def cpu_seconds(action: Callable[[], object], runs: int, warm: int = 2) -> list[float]:
    """CPU seconds of each run of an action, after some that are not counted."""
    for _ in range(warm):
        action()
    found = []
    for _ in range(runs):
        gc.collect()
        start = time.process_time()
        action()
        found.append(time.process_time() - start)
    return found


def alternating_cpu_seconds(actions: Sequence[Callable[[], object]], runs: int) -> list[list[float]]:
    """CPU seconds of each action, taken in turns, so that what slows the machine slows all of them alike."""
    for action in actions:
        cpu_seconds(action, 0)
    rounds = [[cpu_seconds(action, 1, warm=0)[0] for action in actions] for _ in range(runs)]
    return [list(times) for times in zip(*rounds, strict=True)]


def measurement(name: str, unit: str, values: list[float], aim: str = "") -> Measurement:
    """A row of the table from its values."""
    return Measurement(name, unit, statistics.median(values), min(values), max(values), len(values), aim)


def format_table(rows: list[Measurement]) -> str:
    """The rows as text, for people."""
    width = max(len(r.name) for r in rows)
    lines = [f"{'measurement':<{width}}  {'median':>10}  {'range':>21}  {'unit':<12}  runs  aim"]
    for r in rows:
        span = f"{r.low:,.1f} to {r.high:,.1f}"
        lines.append(f"{r.name:<{width}}  {r.median:>10,.1f}  {span:>21}  {r.unit:<12}  {r.runs:>4}  {r.aim}")
    return "\n".join(lines)


def write_json(rows: list[Measurement], path: Path) -> None:
    """The rows as JSON, for programs."""
    path.write_text(json.dumps([asdict(r) for r in rows], indent=2) + "\n", encoding="utf-8")
