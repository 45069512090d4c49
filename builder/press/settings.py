"""What a press is told: where its files are, and its limits."""

from pathlib import Path
from typing import NamedTuple

from builder.press.orders import digest_of, program_digest

MOST_PATH_BYTES = 80
"""Of the folder: the address of a socket has about a hundred on every system."""


class PressSettings(NamedTuple):
    """``folder`` is of one site, for all its processes.

    ``setters`` papers are set at once, each within so many seconds and megabytes; so many papers wait in the
    queue; so many bytes of what was set are kept. ``fonts`` is a folder, with a digest of what is in it.
    """

    folder: str
    setters: int
    seconds: int
    megabytes: int
    queue: int
    cache_bytes: int
    fonts: str = ""
    fonts_digest: str = ""

    @property
    def socket(self) -> Path:
        """Where the press answers: another one for another version of the program, other limits or fonts."""
        return Path(self.folder) / f"{digest_of(program_digest(), *map(str, self))[:12]}.socket"

    @property
    def cache(self) -> Path:
        """The folder of what was set."""
        return Path(self.folder) / "cache"
