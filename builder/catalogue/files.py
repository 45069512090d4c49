"""The files that come with the program. Reading them needs no database.

Each edition has a file with its catalogue. It may have other files, such as a file with its aliases.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from builder.catalogue.parsing import CatalogueError, parse_toml, read_catalogue, structure
from builder.catalogue.rulings import DATA_FOLDER, RULINGS_FOLDER
from builder.points.rules.catalogue import Catalogue

# The folders next to the files of editions. An edition has at most one TOML file in each folder.
_OTHER_FOLDERS = ("aliases", "coverage", "play", "quick", RULINGS_FOLDER, "setup", "turn")

Catalogues = Mapping[tuple[str, str], Catalogue]
"""Catalogues by the codes of game and edition."""

T = TypeVar("T")


class SampleFile(NamedTuple):
    """The file of a sample list. ``slug`` is its name in addresses."""

    slug: str
    path: Path


def read_editions(folders: Iterable[Path]) -> dict[tuple[str, str], Catalogue]:
    """Return the catalogues in these folders and below, as a dict by the codes of game and edition.

    Raises CatalogueError if a file has faults, or if two files have the same edition.
    """
    catalogues: dict[tuple[str, str], Catalogue] = {}
    for path in (path for folder in folders for path in sorted(folder.rglob("*.toml"))):
        if path.parent.name in _OTHER_FOLDERS:
            continue
        catalogue = read_catalogue(path)
        key = (catalogue.system, catalogue.edition)
        if key in catalogues:
            fault = f"{path}: {key[0]} {key[1]} is also in another file: change the edition in one of them"
            raise CatalogueError([fault])
        catalogues[key] = catalogue
    return catalogues


def edition_file_reader(
    folder: str, record_class: type[T], find_faults: Callable[[T, Catalogue], Iterable[str]]
) -> Callable[[Catalogue], T]:
    """Return a cached function that reads an edition's file in ``folder`` and returns its record.

    If the edition has no file in the folder, the record is empty. The function raises CatalogueError if the
    file doesn't contain a record of ``record_class``, or if ``find_faults`` yields a fault.
    """

    @lru_cache(maxsize=32)
    def read(catalogue: Catalogue) -> T:
        path = DATA_FOLDER / catalogue.system / folder / f"{catalogue.edition}.toml"
        if not path.exists():
            return record_class()
        name = f"{folder}/{path.name}"
        record = structure(parse_toml(path.read_text(encoding="utf-8"), name), record_class, name)
        if problems := [f"{name}: {fault}" for fault in find_faults(record, catalogue)]:
            raise CatalogueError(problems)
        return record

    return read


@cache
def bundled_catalogues() -> Catalogues:
    """Return the editions that come with the program. Each process reads them once."""
    return MappingProxyType(read_editions([DATA_FOLDER]))


def _sample_order(path: Path) -> tuple[int, str]:
    """Return the sort key of a file name: 3 and "sunken-foundry" for "3-sunken-foundry.json"."""
    number, _, name = path.stem.partition("-")
    return int(number), name


def sample_files() -> Iterator[SampleFile]:
    """Yield the sample lists, ordered by the numbers before the slugs in their file names."""
    for path in sorted(DATA_FOLDER.glob("*/samples/*.json"), key=_sample_order):
        yield SampleFile(path.stem.lstrip("0123456789").lstrip("-"), path)
