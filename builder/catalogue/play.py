"""The play sheets that come with the program, one beside each edition that has one."""

import tomllib
from functools import cache

from builder.catalogue.files import DATA, PLAY
from builder.catalogue.schema import structure
from builder.points.catalogue import Catalogue
from builder.points.play import PlaySheet


def play_sheet(catalogue: Catalogue) -> PlaySheet:
    """The play sheet of an edition; an empty one where the edition has none."""
    return _read(catalogue.system, catalogue.edition)


@cache
def _read(system: str, edition: str) -> PlaySheet:
    path = DATA / system / PLAY / f"{edition}.toml"
    if not path.exists():
        return PlaySheet()
    plain = tomllib.loads(path.read_text(encoding="utf-8"))
    return structure(plain, PlaySheet, f"{PLAY}/{path.name}")
