"""The recorded sample: which mutants are tried, one line each, so that a run can be repeated."""

import hashlib
import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from scripts.mutation.operators import Key, MutationSite, sites

ROOT = Path(__file__).resolve().parents[2]
RECORD_FILE = ROOT / "tests" / "mutants.toml"
MODULES = (
    "builder/points/pricing/pricing.py",
    "builder/points/legality/constraints.py",
    "builder/points/pricing/system.py",
    "builder/points/pricing/values.py",
    "builder/points/legality/roster_terms.py",
    "builder/points/document/units.py",
    "builder/points/legality/fixes.py",
    "builder/points/systems/*.py",
    "builder/queries/access.py",
    "builder/services/rosters.py",
    "builder/services/editing/positions.py",
    "builder/services/errors.py",
)

HEAD = """\
# The mutants that scripts/mutate.py tries; `--sample` draws them anew and keeps those marked `always`.
# A mutant that no test can kill, because it does the same, has the reason in `argued`.
"""


class RecordedMutant(NamedTuple):
    """A recorded mutant. ``always`` keeps it in every sample; ``argued`` says why no test can kill it."""

    file: str
    key: Key
    always: bool = False
    argued: str = ""

    @property
    def name(self) -> str:
        """Its name, which ``--only`` looks into."""
        function, operator, change, line, nth = self.key
        return f"{self.file}::{function} {operator} {change} | {line}" + (f" #{nth + 1}" if nth else "")


class Mutant(NamedTuple):
    """A recorded mutant and its place in the module as it is now."""

    entry: RecordedMutant
    site: MutationSite


def module_files() -> list[str]:
    """The files of the mutated modules, within the project."""
    return [path.relative_to(ROOT).as_posix() for pattern in MODULES for path in sorted(ROOT.glob(pattern))]


@cache
def all_sites() -> dict[str, list[MutationSite]]:
    """Every mutant there could be, by file."""
    return {file: list(sites((ROOT / file).read_text(encoding="utf-8"))) for file in module_files()}


def read_record(path: Path = RECORD_FILE) -> list[RecordedMutant]:
    """The recorded sample."""
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["mutants"] if path.exists() else []
    return [
        RecordedMutant(
            row["file"],
            Key(row["function"], row["operator"], row["change"], row["line"], row.get("nth", 0)),
            always=row.get("always", False),
            argued=row.get("argued", ""),
        )
        for row in rows
    ]


def write_record(entries: Iterable[RecordedMutant], path: Path = RECORD_FILE) -> None:
    """Record a sample in the order of files and functions."""
    lines = "".join(f"    {{ {', '.join(_fields(entry))} }},\n" for entry in entries)
    path.write_text(f"{HEAD}mutants = [\n{lines}]\n", encoding="utf-8")


def _fields(entry: RecordedMutant) -> Iterator[str]:
    values: dict[str, object] = {"file": entry.file, **entry.key._asdict()}
    values |= {"always": entry.always, "argued": entry.argued}
    for name, value in values.items():
        if value or name not in ("nth", "always", "argued"):
            yield f"{name} = {json.dumps(value, ensure_ascii=False)}"


def locate(entries: Iterable[RecordedMutant]) -> tuple[list[Mutant], list[RecordedMutant]]:
    """The entries with their places, in the order of the code; and those whose places are gone."""
    known = {(entry.file, entry.key): entry for entry in entries}
    mutants = [
        Mutant(entry, site)
        for file, of_file in all_sites().items()
        for site in sorted(of_file, key=lambda site: site.number)
        if (entry := known.pop((file, site.key), None))
    ]
    return mutants, list(known.values())


def draw_sample(wanted: int, seed: int, kept: Iterable[RecordedMutant]) -> list[RecordedMutant]:
    """A sample of so many mutants besides those that are always tried, spread as the mutants are.

    Which ones follows from the seed and the mutant alone: code that is added elsewhere changes little. What
    was argued stays argued.
    """
    known = {(entry.file, entry.key): entry for entry in kept}
    always = {place for place, entry in known.items() if entry.always}
    by_file = {
        file: [RecordedMutant(file, site.key) for site in found if (file, site.key) not in always]
        for file, found in all_sites().items()
    }
    drawn: list[RecordedMutant] = []
    for file, number in share_out({file: len(entries) for file, entries in by_file.items()}, wanted).items():
        drawn += sorted(by_file[file], key=lambda entry: _sort_key(entry, seed))[:number]
    chosen = [known[place] for place in always] + [known.get((e.file, e.key), e) for e in drawn]
    return [mutant.entry for mutant in locate(chosen)[0]]


def _sort_key(entry: RecordedMutant, seed: int) -> bytes:
    return hashlib.sha256(f"{seed} {entry.file} {entry.key}".encode()).digest()


def share_out(sizes: Mapping[str, int], wanted: int) -> dict[str, int]:
    """``wanted`` shared out in proportion to sizes, the largest remainders rounded up."""
    whole = sum(sizes.values())
    wanted = min(wanted, whole)
    share = {name: size * wanted // whole for name, size in sizes.items() if size}
    rest = sorted(share, key=lambda name: sizes[name] * wanted % whole, reverse=True)
    for name in rest[: wanted - sum(share.values())]:
        share[name] += 1
    return share
