"""What a run says: a line a survivor, a table of the modules, and the score."""

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from scripts.mutation.recorded import RecordedMutant
from scripts.mutation.runner import TrialResult

TABLE_HEAD = ("module", "mutants", "killed", "survived", "score", "argued", "gone")


def survivor_line(trial: TrialResult) -> str:
    """Where a survivor stands, and what nobody noticed."""
    entry, site = trial.mutant
    function, operator, change, line, _ = entry.key
    place = f"{entry.file}:{site.number}  {function}  [{operator} {change}]"
    return f"{place}  {line}  →  {site.show()}  ({trial.tests} tests)"


class Score(NamedTuple):
    """The counts of a module, or of all."""

    killed: int
    survived: int
    argued: int
    gone: int

    @property
    def percent(self) -> float:
        """Killed among those that could be."""
        return 100 * self.killed / max(self.killed + self.survived, 1)

    @property
    def plain(self) -> float:
        """The same with those argued counted as survivors."""
        return 100 * self.killed / max(self.killed + self.survived + self.argued, 1)

    def cells(self, name: str) -> tuple[str, ...]:
        """A row of the table."""
        tried = self.killed + self.survived
        share = f"{self.percent:.1f} %" if tried else "–"
        counts = (tried, self.killed, self.survived, share, self.argued, self.gone)
        return (name, *map(str, counts))


def score(trials: Iterable[TrialResult], gone: Iterable[RecordedMutant], file: str = "") -> Score:
    """The counts of these, or of one file; what is argued counts apart, tried or not."""
    mine = [trial for trial in trials if file in ("", trial.mutant.entry.file)]
    fates = ["argued" if trial.mutant.entry.argued else trial.outcome for trial in mine]
    survived, argued = fates.count("survived"), fates.count("argued")
    places = sum(file in ("", entry.file) for entry in gone)
    return Score(len(fates) - survived - argued, survived, argued, places)


def table(trials: Collection[TrialResult], gone: Collection[RecordedMutant]) -> Iterator[str]:
    """A row a module, and one for all."""
    files = {trial.mutant.entry.file for trial in trials} | {entry.file for entry in gone}
    rows: list[tuple[str, ...]] = [TABLE_HEAD]
    rows += [score(trials, gone, file).cells(file) for file in sorted(files)]
    rows.append(score(trials, gone).cells("all"))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *counts in rows:
        cells = [f"{cell:>{width}}" for cell, width in zip(counts, widths[1:], strict=True)]
        yield "  ".join([name.ljust(widths[0]), *cells])
