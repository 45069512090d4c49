"""The command: what is asked, the session of pytest around it, and what is told at the end."""

import argparse
import resource
import sys
import tempfile
import time
from pathlib import Path

import pytest

from scripts.mutation import report
from scripts.mutation.coverage import load_killers
from scripts.mutation.recorded import (
    RECORD_FILE,
    Mutant,
    RecordedMutant,
    draw_sample,
    locate,
    read_record,
    write_record,
)
from scripts.mutation.runner import MutantRunner, RunnerError, TrialResult, open_stdout

TESTS = (
    "tests",
    "--ignore=tests/browser",
    "--ignore=tests/guards",
    "--ignore=tests/api/shared/test_schemathesis.py",
)
QUIET = ("-qq", "--no-header", "--capture=no", "--assert=plain", "-p", "no:cacheprovider")


def parse_arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="mutate.py", description="Measure the strength of the tests.")
    parser.add_argument("--only", default="", help="try the recorded mutants that have this in their name")
    parser.add_argument("--again", action="store_true", help="try those alone that survived the last time")
    parser.add_argument("--sample", type=int, help="draw so many mutants in place of the recorded ones")
    parser.add_argument("--seed", type=int, default=1, help="which ones are drawn")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write the sample there and try nothing")
    parser.add_argument("--argued", action="store_true", help="try those too that are argued")
    parser.add_argument("--floor", type=float, default=0, help="fail below this score in percent")
    parser.add_argument("--budget", type=float, default=30, help="a mutant's tests take no more seconds")
    parser.add_argument("--jobs", type=int, default=1, help="try so many mutants at once")
    parser.add_argument("--verbose", action="store_true", help="tell of those killed, and by which test")
    parser.add_argument("pytest", nargs="*", help="further arguments of pytest, after --")
    return parser.parse_args()


class MutationRun:
    """The work of a session of pytest: mutants in place of its tests."""

    def __init__(
        self, options: argparse.Namespace, mutants: list[Mutant], gone: list[RecordedMutant]
    ) -> None:
        self.options = options
        self.mutants = mutants
        self.missing = gone
        self.out = open_stdout()
        self.status = 1

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try the mutants; no test runs here."""
        if session.testsfailed:
            raise session.Interrupted(f"{session.testsfailed} errors during collection")
        try:
            bench = MutantRunner(session.items, self.options.budget, self.print_line)
            session.config.pluginmanager.register(bench.fixtures)
            try:
                self.try_mutants(bench)
            finally:
                bench.close()
        except RunnerError as error:
            self.print_line(f"Nothing is measured: {error}")
        return True

    def print_line(self, line: str) -> None:
        """Print a line although pytest captures output."""
        print(line, file=self.out)

    def report_trial(self, trial: TrialResult) -> None:
        """Print what became of one mutant."""
        if trial.outcome == "survived":
            self.print_line(report.survivor_line(trial))
        elif self.options.verbose:
            self.print_line(
                f"{trial.outcome} in {trial.seconds:.1f} s by {trial.killer}: {trial.mutant.entry.name}"
            )

    def try_mutants(self, bench: MutantRunner) -> None:
        """Try what is to be tried, and add it up."""
        start, start_work = time.perf_counter(), cpu_seconds_of_children()
        tried = [mutant for mutant in self.mutants if self.options.argued or not mutant.entry.argued]
        untried = [
            TrialResult(mutant, "not tried", "", 0, 0.0) for mutant in self.mutants if mutant not in tried
        ]
        self.print_line(f"Trying {len(tried)} mutants …")
        trials = bench.run(tried, self.options.jobs, self.report_trial)
        failing = bench.failing(trial.killer for trial in trials if trial.killer)
        for name in failing:
            self.print_line(f"Kills nothing, for it fails without any mutant: {name}")
        trials = [t._replace(outcome="survived") if t.killer in failing else t for t in trials]
        self.report_score(trials + untried)
        minutes, worked = (time.perf_counter() - start) / 60, (cpu_seconds_of_children() - start_work) / 60
        self.print_line(f"It took {minutes:.1f} minutes, and {worked:.1f} of a core's work.")

    def report_score(self, trials: list[TrialResult]) -> None:
        """The table and the score, which decides the exit status."""
        for entry in self.missing:
            self.print_line(f"Gone: {entry.name}")
        for trial in trials:
            if trial.mutant.entry.argued and trial.killer:
                self.print_line(f"Argued and yet killed by {trial.killer}: {trial.mutant.entry.name}")
        for line in report.table(trials, self.missing):
            self.print_line(line)
        score = report.score(trials, self.missing)
        argued = f"{score.plain:.1f} % with the {score.argued} argued ones counted as survivors"
        self.print_line(f"Score {score.percent:.1f} %; {argued}.")
        self.status = int(score.percent < self.options.floor)


def cpu_seconds_of_children() -> float:
    """The seconds that a core has worked for the forks that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> int:
    """Draw or read the sample, and try it."""
    asked = parse_arguments()
    entries = read_record()
    if asked.sample is not None:
        entries = draw_sample(asked.sample, asked.seed, entries)
    if asked.record:
        write_record(entries, asked.record)
        print(f"{len(entries)} mutants are recorded in {asked.record}.")
        return 0
    killed = {name for name, killer in load_killers().items() if killer} if asked.again else set()
    mutants, gone = locate(e for e in entries if asked.only in e.name and e.name not in killed)
    if not mutants:
        print(f"No mutant in {RECORD_FILE.name} is called so.")
        return 1
    run = MutationRun(asked, mutants, gone)
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        pytest.main([*TESTS, *QUIET, f"--basetemp={folder}/tests", *asked.pytest], plugins=[run])
    return run.status


if __name__ == "__main__":
    sys.exit(main())
