"""All scenes of ``make faults`` by name, and how they are played."""

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from bench import fault_scenes, slow_clients
from bench.fault_scenes import Seen

SCENES: dict[str, Callable[..., Iterator[Seen]]] = {
    "slow": slow_clients.slow_clients,
    **fault_scenes.SCENES,
}


def play(names: Sequence[str], folder: Path, *, short: bool) -> list[Seen]:
    """The scenes that were named, or all, each in a folder of its own."""
    seen = []
    for name in names or SCENES:
        place = folder / name
        place.mkdir()
        for row in SCENES[name](place, short=short):
            print(".", end="", file=sys.stderr, flush=True)
            seen.append(row)
    print(file=sys.stderr)
    return seen
