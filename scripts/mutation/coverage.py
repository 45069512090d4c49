"""Which tests reach which statements of the mutated modules, and how long they take: recorded once.

The record is kept in ``.mutation/``. It is made anew when a mutated module changes, and of a file of tests
when that file changes.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from scripts.mutation.live_code import Statement
from scripts.mutation.recorded import ROOT, module_files

COVERAGE_FILE = ROOT / ".mutation" / "reach.json"
KILLERS_FILE = ROOT / ".mutation" / "fates.json"


class MeasuredTest(NamedTuple):
    """What is known of a test: its seconds, and the places of the statements that it reaches."""

    file: str
    digest: str
    seconds: float
    reached: tuple[int, ...]
    passed: bool


class CoverageRecord(NamedTuple):
    """The record: the statements, and the tests by their ids."""

    modules: Mapping[str, str]
    spots: list[Statement]
    tests: dict[str, MeasuredTest]

    def reaching(self, spot: Statement) -> list[str]:
        """The tests that reach a statement, the quick ones and those that reach little else first.

        Before all come those that reach much of the function around it, the more so the more they do. The
        tests of one file are much alike: the more of them were tried, the later come the others.
        """
        places = {place for place, other in enumerate(self.spots) if other == spot}
        around = {place for place, other in enumerate(self.spots) if other[:2] == spot[:2]}
        by_file: defaultdict[str, list[tuple[float, str]]] = defaultdict(list)
        for name, test in self.tests.items():
            if test.passed and not places.isdisjoint(test.reached):
                cost = test.seconds * len(test.reached) / 10 ** len(around.intersection(test.reached))
                by_file[test.file].append((cost, name))
        ranked = [
            (cost * rank, name)
            for tests in by_file.values()
            for rank, (cost, name) in enumerate(sorted(tests), 1)
        ]
        return [name for _, name in sorted(ranked)]


def file_digest(file: str) -> str:
    """What a file holds, in short."""
    path = ROOT / file
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path.exists() else ""


def load_coverage() -> CoverageRecord | None:
    """The record of an earlier run, where the mutated modules are as they were."""
    if not COVERAGE_FILE.exists():
        return None
    value = json.loads(COVERAGE_FILE.read_text(encoding="utf-8"))
    if value["modules"] != module_digests():
        return None
    tests = {
        name: MeasuredTest(file, digest, seconds, tuple(reached), passed)
        for name, (file, digest, seconds, reached, passed) in value["tests"].items()
    }
    return CoverageRecord(value["modules"], [Statement(*spot) for spot in value["spots"]], tests)


def module_digests() -> dict[str, str]:
    """The mutated modules as they are now."""
    return {file: file_digest(file) for file in module_files()}


def save_coverage(reach: CoverageRecord) -> None:
    """Keep the record for the next run."""
    COVERAGE_FILE.parent.mkdir(exist_ok=True)
    COVERAGE_FILE.write_text(json.dumps(reach._asdict()), encoding="utf-8")


def load_killers() -> dict[str, str]:
    """By a mutant's name, which test killed it last time: the first to be tried again; "" where none did."""
    found: dict[str, str] = (
        json.loads(KILLERS_FILE.read_text(encoding="utf-8")) if KILLERS_FILE.exists() else {}
    )
    return found


def save_killers(found: Mapping[str, str]) -> None:
    """Keep the names of those that killed for the next run."""
    KILLERS_FILE.write_text(json.dumps(found, indent=0), encoding="utf-8")


def outdated_tests(reach: CoverageRecord | None, names: Iterable[str]) -> list[str]:
    """The tests of which the record does not tell, or tells of an older file."""
    names = list(names)
    if reach is None:
        return names
    now = {file: file_digest(file) for file in {file_of_test(name) for name in names}}
    known = {name for name, test in reach.tests.items() if now.get(test.file) == test.digest}
    return [name for name in names if name not in known]


def file_of_test(name: str) -> str:
    """The file of a test."""
    return name.partition("::")[0]
