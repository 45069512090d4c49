"""The fonts that an operator installs in addition to those of the program, for scripts that those lack.

No template names them: Typst looks for a letter that the named fonts lack in every font that it has. Fonts of
the system aren't used, because papers would then differ from host to host.
"""

import hashlib
import os
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

_SUFFIXES = (".ttf", ".otf", ".ttc", ".otc")


class FontFile(NamedTuple):
    """A file of fonts as it lies in the folder now: another size or time makes it another one."""

    path: Path
    size: int
    changed: int


class Fonts(NamedTuple):
    """The folder of extra fonts, and a digest of its files."""

    folder: str
    digest: str


def extra_fonts(folder: str) -> tuple[FontFile, ...]:
    """The files of fonts in a folder, however deep; none where there is no such folder.

    It is asked for each paper, so it does not look into the files.
    """
    found = (
        [] if folder == "" else [Path(place, name) for place, _, names in os.walk(folder) for name in names]
    )
    return tuple(
        FontFile(path, path.stat().st_size, path.stat().st_mtime_ns)
        for path in sorted(found)
        if path.suffix.lower() in _SUFFIXES and os.access(path, os.R_OK)
    )


@lru_cache(maxsize=2)
def digest_of_fonts(files: tuple[FontFile, ...]) -> str:
    """A digest of their names and contents, the same on every host; nothing where there are none."""
    if not files:
        return ""
    made = hashlib.sha256()
    for file in files:
        made.update(file.path.name.encode())
        made.update(hashlib.sha256(file.path.read_bytes()).digest())
    return made.hexdigest()


def installed_fonts(folder: str) -> Fonts:
    """Return the extra fonts in a folder as they are now."""
    return Fonts(folder, digest_of_fonts(extra_fonts(folder)))
