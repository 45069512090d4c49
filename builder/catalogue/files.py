"""The rule sets that come with the program, read from their files without a database."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from builder.catalogue.parsing import CatalogueError, read_catalogue
from builder.catalogue.rulings import DATA_FOLDER, RULINGS_FOLDER
from builder.points.rules.catalogue import Catalogue

PLAY_FOLDER = "play"  # the folder next to the editions with the play sheets
QUICK_FOLDER = "quick"  # the folder with the quick references
ALIAS_FOLDER = "aliases"  # the folder with the players' words
SETUP_FOLDER = "setup"  # the folder with the set-ups of games
TURN_FOLDER = "turn"  # the one with the turns of games
COVERAGE_FOLDER = "coverage"  # the one that says where the items of a text are
TEMPLATE_FOLDER = "templates"  # the folder with the starting templates

_OTHER_FOLDERS = (
    PLAY_FOLDER,
    QUICK_FOLDER,
    RULINGS_FOLDER,
    ALIAS_FOLDER,
    SETUP_FOLDER,
    TURN_FOLDER,
    COVERAGE_FOLDER,
)

Catalogues = Mapping[tuple[str, str], Catalogue]


class SampleFile(NamedTuple):
    """A sample list: its slug and the file with its document."""

    slug: str
    path: Path


def read_editions(folders: Iterable[Path]) -> dict[tuple[str, str], Catalogue]:
    """Return every ``.toml`` file below these folders as a catalogue, by (system, edition)."""
    catalogues: dict[tuple[str, str], Catalogue] = {}
    for path in (path for folder in folders for path in sorted(folder.rglob("*.toml"))):
        if path.parent.name in _OTHER_FOLDERS:
            continue
        catalogue = read_catalogue(path)
        key = (catalogue.system, catalogue.edition)
        if key in catalogues:
            fault = f"{path}: {key[0]} {key[1]} is also in another file: give it another edition"
            raise CatalogueError([fault])
        catalogues[key] = catalogue
    return catalogues


@cache
def bundled_catalogues() -> Catalogues:
    """Return the editions that come with the program, read once per process."""
    return MappingProxyType(read_editions([DATA_FOLDER]))


def _order(path: Path) -> tuple[int, str]:
    number, _, name = path.stem.partition("-")
    return int(number), name


def sample_files() -> Iterator[SampleFile]:
    """Yield the sample lists that come with the program.

    A number before the name gives their order; names are unique over all games.
    """
    for path in sorted(DATA_FOLDER.glob("*/samples/*.json"), key=_order):
        yield SampleFile(path.stem.lstrip("0123456789").lstrip("-"), path)
