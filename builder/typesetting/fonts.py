"""Extra fonts, which the operator of a site installs for scripts that the program's fonts lack.

Templates name only the program's fonts. If these lack a letter, Typst looks for it in the extra fonts too.
The fonts of the operating system are never used, because papers would then differ from host to host.
"""

import hashlib
import os
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

_SUFFIXES = (".ttf", ".otf", ".ttc", ".otc")


class FontFile(NamedTuple):
    """A font file, its size in bytes, and the time of its last change in nanoseconds."""

    path: Path
    size: int
    modified_ns: int


class Fonts(NamedTuple):
    """The folder of extra fonts, and a digest of the fonts in it (``digest_of_fonts``)."""

    folder: str
    digest: str


def extra_fonts(folder: str) -> tuple[FontFile, ...]:
    """Return the font files in a folder and its subfolders. A missing folder has none."""
    paths = (
        [] if folder == "" else [Path(parent, name) for parent, _, names in os.walk(folder) for name in names]
    )
    return tuple(
        FontFile(path, path.stat().st_size, path.stat().st_mtime_ns)
        for path in sorted(paths)
        if path.suffix.lower() in _SUFFIXES and os.access(path, os.R_OK)
    )


@lru_cache(maxsize=2)
def digest_of_fonts(files: tuple[FontFile, ...]) -> str:
    """Return a digest of the files' names and contents, or an empty string if there are no files.

    Hosts with the same fonts in different folders have the same digest.
    """
    if not files:
        return ""
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.path.name.encode())
        digest.update(hashlib.sha256(file.path.read_bytes()).digest())
    return digest.hexdigest()


def installed_fonts(folder: str) -> Fonts:
    """Return the folder with the current digest of its fonts."""
    return Fonts(folder, digest_of_fonts(extra_fonts(folder)))
