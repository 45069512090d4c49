"""The bench: pytest collects the tests once, and every mutant is tried in a fork of that process.

A fork has a database of its own, a copy of the one that the session made. The tests that reach the mutant
run in it one by one, until one fails.
"""

import os
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Generator, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import IO, Literal, NamedTuple

import pytest
from _pytest.runner import runtestprotocol
from django.db import connections

from scripts.mutation import coverage as reaches
from scripts.mutation.coverage import CoverageRecord, MeasuredTest
from scripts.mutation.live_code import LiveCode, Statement
from scripts.mutation.operators import mutated
from scripts.mutation.recorded import ROOT, Mutant, module_files

Outcome = Literal["killed", "survived", "timed out", "not tried"]
GIGABYTE = 1 << 30
BROKEN_STATUS, KILLED_STATUS, SURVIVED_STATUS = 3, 1, 0


class TrialResult(NamedTuple):
    """How a mutant fared: who killed it, of how many tests that could have."""

    mutant: Mutant
    outcome: Outcome
    killer: str
    tests: int
    seconds: float


class RunnerError(Exception):
    """Why nothing can be measured."""


class MutantRunner:
    """The collected tests, the living code, and what the tests reach."""

    def __init__(self, items: Sequence[pytest.Item], budget: float, tell: Callable[[str], None]) -> None:
        self.items = {item.nodeid: item for item in items}
        self.budget = budget
        self.print_line = tell
        self.flushing_tests = {name for name, item in self.items.items() if _flushes_database(item)}
        self.folder = Path(tempfile.mkdtemp(prefix="mutants-"))
        self.fixtures = FixtureCoverage()
        self.resting_item = _open_database(items)
        self.live_code = LiveCode(module_files())
        self.reach = self._reach()
        self.killers = reaches.load_killers()

    def close(self) -> None:
        """Leave nothing behind."""
        shutil.rmtree(self.folder, ignore_errors=True)

    # -------------------------------------------------------------- what the tests reach

    def _reach(self) -> CoverageRecord:
        known = reaches.load_coverage()
        missing = reaches.outdated_tests(known, self.items)
        if missing:
            self.print_line(f"Recording what {len(missing)} tests reach …")
            pid = self._fork(partial(self._record, known, missing), self.folder)
            if os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]):
                raise RunnerError(_read(self.folder / "error") or "The recording run died.")
            known = reaches.load_coverage()
        if known is None:
            raise RunnerError("Nothing was recorded.")
        tests = {name: test for name, test in known.tests.items() if name in self.items}
        for name, test in tests.items():
            if not test.passed:
                self.print_line(f"Left out, for it fails without any mutant: {name}")
        return known._replace(tests=tests)

    def _record(self, known: CoverageRecord | None, names: Sequence[str], _folder: Path) -> int:
        """In a fork: run tests with marks in the code."""
        marks, spots = self.live_code.add_marks(module_files())
        self.fixtures.marks = marks
        tests = dict(known.tests) if known else {}
        digests = {file: reaches.file_digest(file) for file in {reaches.file_of_test(name) for name in names}}
        for number, name in enumerate(names, 1):
            self.live_code.clear_caches()
            marks[:] = bytes(len(marks))
            start = time.process_time()
            passed = self._passes(name, names[number] if number < len(names) else None)
            seconds = time.process_time() - start
            places = {place for place, mark in enumerate(marks) if mark} | self.fixtures.of(self.items[name])
            file = reaches.file_of_test(name)
            tests[name] = MeasuredTest(file, digests[file], round(seconds, 4), tuple(sorted(places)), passed)
            if number % 1000 == 0:
                self.print_line(f"  {number}")
        reaches.save_coverage(CoverageRecord(reaches.module_digests(), spots, tests))
        return SURVIVED_STATUS

    # -------------------------------------------------------------- mutants

    def tests_for(self, mutant: Mutant) -> list[str]:
        """The tests that a mutant must pass, within the budget; those that empty the tables come last.

        First its last killer, those of other mutants of the function, and the tests named after the module;
        then the quickest.
        """
        file, key = mutant.entry.file, mutant.entry.key
        names = self.reach.reaching(Statement(file, key.function, mutant.site.statement))
        own, others = self.killers.get(mutant.entry.name), self.killers_in(f"{file}::{key.function} ")
        named = id_prefix_of_tests(file)
        tests = self.reach.tests
        names.sort(
            key=lambda name: (
                name != own,
                name not in others,
                named is None or not name.startswith(named),
                tests[name].seconds,
            )
        )
        planned: list[str] = []
        seconds = 0.0
        for name in names:
            seconds += tests[name].seconds
            if planned and seconds > self.budget:
                break
            planned.append(name)
        return sorted(planned, key=self.flushing_tests.__contains__)

    def killers_in(self, function: str) -> set[str]:
        """The tests that killed mutants of a function."""
        return {killer for mutant, killer in self.killers.items() if mutant.startswith(function)}

    def run(
        self, mutants: Iterable[Mutant], jobs: int, on_result: Callable[[TrialResult], None]
    ) -> list[TrialResult]:
        """Try mutants, so many at a time."""
        waiting = list(mutants)[::-1]
        running: dict[int, tuple[Mutant, list[str], Path, float]] = {}
        trials = []
        while waiting or running:
            while waiting and len(running) < jobs:
                mutant = waiting.pop()
                names = self.tests_for(mutant)
                folder = Path(tempfile.mkdtemp(dir=self.folder))
                pid = self._fork(partial(self._try, mutant, names), folder)
                running[pid] = (mutant, names, folder, time.perf_counter())
            pid, status = os.waitpid(-1, 0)
            if pid not in running:
                continue
            mutant, names, folder, start = running.pop(pid)
            seconds = time.perf_counter() - start
            trial = TrialResult(
                mutant, _outcome(status, folder), _read(folder / "killer"), len(names), seconds
            )
            shutil.rmtree(folder, ignore_errors=True)
            trials.append(trial)
            on_result(trial)
            self.killers[mutant.entry.name] = trial.killer
            reaches.save_killers(self.killers)
        return trials

    def failing(self, names: Iterable[str]) -> set[str]:
        """Those of these tests that fail in a fork without any mutant: what they kill is not killed."""
        wanted = set(names)
        if not wanted:
            return set()
        in_order = sorted(
            (name for name in self.items if name in wanted), key=self.flushing_tests.__contains__
        )
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        pid = self._fork(partial(self._try_all, in_order), folder)
        if os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]):
            raise RunnerError(_read(folder / "error") or "The tests died without any mutant.")
        return set(_read(folder / "failing").splitlines())

    def _try(self, mutant: Mutant, names: Sequence[str], folder: Path) -> int:
        file = mutant.entry.file
        tree = mutated((ROOT / file).read_text(encoding="utf-8"), mutant.entry.key)
        if tree is None:
            raise RunnerError(f"There is no {mutant.entry.name} any more.")
        self.live_code.replace_module(file, tree)
        self.live_code.clear_caches()
        resource.setrlimit(resource.RLIMIT_AS, (8 * GIGABYTE, 8 * GIGABYTE))
        for index, name in enumerate(names):
            _set_time_limit(self.reach.tests[name].seconds)
            (folder / "killer").write_text(name, encoding="utf-8")
            if not self._passes(name, names[index + 1] if index + 1 < len(names) else None):
                return KILLED_STATUS
        (folder / "killer").unlink(missing_ok=True)
        return SURVIVED_STATUS

    def _try_all(self, names: Sequence[str], folder: Path) -> int:
        self.live_code.clear_caches()
        following = [*names[1:], None]
        failing = [name for name, then in zip(names, following, strict=True) if not self._passes(name, then)]
        (folder / "failing").write_text("\n".join(failing), encoding="utf-8")
        return SURVIVED_STATUS

    # -------------------------------------------------------------- forks

    def _passes(self, name: str, following: str | None) -> bool:
        then = self.resting_item if following is None else self.items[following]
        return not any(r.failed for r in runtestprotocol(self.items[name], nextitem=then, log=False))

    def _fork(self, work: Callable[[Path], int], folder: Path) -> int:
        """Begin work in a fork that ends with what the work gives back; its process id."""
        connections.close_all()
        sys.stdout.flush()
        pid = os.fork()
        if pid:
            return pid
        status = BROKEN_STATUS
        try:
            _redirect_to_devnull()
            _own_database(folder)
            status = work(folder)
        except BaseException:
            (folder / "error").write_text(traceback.format_exc(), encoding="utf-8")
        finally:
            os._exit(status)


class FixtureCoverage:
    """What fixtures reach that serve several tests: each of these tests counts as reaching it."""

    def __init__(self) -> None:
        self.marks = bytearray()
        self.by_fixture: dict[object, set[int]] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: "pytest.FixtureDef[object]"
    ) -> Generator[None, object, object]:
        """Note what the setting up of a fixture reaches."""
        before = bytes(self.marks)
        self.marks[:] = bytes(len(self.marks))
        try:
            return (yield)
        finally:
            places = {place for place, mark in enumerate(self.marks) if mark}
            if fixturedef.scope != "function":
                self.by_fixture.setdefault(fixturedef, set()).update(places)
            self.marks[:] = before
            for place in places:
                self.marks[place] = 1

    def of(self, item: pytest.Item) -> set[int]:
        """What the fixtures of a test reached, whenever they were set up."""
        if not isinstance(item, pytest.Function):
            return set()
        fixtures = item._fixtureinfo.name2fixturedefs.values()
        return {place for several in fixtures for one in several for place in self.by_fixture.get(one, ())}


def id_prefix_of_tests(file: str) -> str | None:
    """How the ids of the tests begin that are named after a module; None where none are.

    They stand in the folder of its floor, or in that of their feature below it.
    """
    path = Path(file)
    folder = ROOT / "tests" / Path(*path.parts[1:-1])
    name = f"test_{path.stem}.py"
    found = [folder / name, folder / path.stem / name]
    return next((f"{test.relative_to(ROOT).as_posix()}::" for test in found if test.is_file()), None)


def _flushes_database(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("django_db")
    asked = marker is not None and bool(marker.kwargs.get("transaction"))
    return asked or not {"transactional_db", "live_server"}.isdisjoint(getattr(item, "fixturenames", ()))


def _open_database(items: Sequence[pytest.Item]) -> pytest.Item:
    """Make the session's database by running one test that needs it; a test of another folder, to rest at."""
    if connections["default"].vendor != "sqlite":
        raise RunnerError("Mutants are tried on SQLite: leave DATABASE_URL unset.")
    first = next((i for i in items if "django_db_setup" in getattr(i, "fixturenames", ())), None)
    if first is None:
        raise RunnerError("No test here uses the database; leave some in.")
    other = next((item for item in items if _room(item) != _room(first)), None)
    if other is None:
        raise RunnerError("The tests of one folder are not enough: name two.")
    if any(report.failed for report in runtestprotocol(first, nextitem=other, log=False)):
        raise RunnerError(f"{first.nodeid} fails without any mutant.")
    return other


def _room(item: pytest.Item) -> str:
    """The folder below tests/ that a test stands in.

    What stays set up between tests of two rooms belongs to all tests; a folder of one room that stays set up
    fails whatever test of another comes first.
    """
    return item.path.relative_to(ROOT / "tests").parts[0]


def _own_database(folder: Path) -> None:
    settings = connections["default"].settings_dict
    shutil.copyfile(settings["NAME"], folder / "test.sqlite3")
    settings["NAME"] = str(folder / "test.sqlite3")


def _redirect_to_devnull() -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)


def _set_time_limit(seconds: float) -> None:
    """End this process where a test takes much longer than it did, working or waiting."""
    signal.setitimer(signal.ITIMER_PROF, 10 + 5 * seconds)
    signal.setitimer(signal.ITIMER_REAL, 60 + 20 * seconds)


def _outcome(status: int, folder: Path) -> Outcome:
    code = os.waitstatus_to_exitcode(status)
    if code == SURVIVED_STATUS:
        return "survived"
    if code in (-signal.SIGPROF, -signal.SIGALRM):
        return "timed out"
    if code == BROKEN_STATUS:
        raise RunnerError(_read(folder / "error"))
    return "killed"


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def open_stdout() -> IO[str]:
    """Standard output, for us alone: what tests print goes elsewhere."""
    return os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
