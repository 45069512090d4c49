"""Orders for the typesetter, and the keys under which the cache stores their files."""

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Literal, NamedTuple

Output = Literal["pdf", "png", "form", "bound", "zip", "json"]

SCREEN_PPI = 96

PROGRAM = Path(__file__).resolve().parents[1]
"""The folder ``builder``."""


class Order(NamedTuple):
    """Everything that a worker needs to make a file.

    ``data`` is JSON text. ``day`` is the date of the file in ISO 8601, or an empty string. ``ppi`` is the
    number of pixels per inch in pictures. ``output`` is the kind of file:

    - "pdf": a paper as a PDF.
    - "png": a picture of the first page.
    - "form": a PDF with form fields (``form_fields.py``).
    - "bound": a PDF of several papers (``binding.py``).
    - "zip": a ZIP with pictures of cards (``decks.py``).
    - "json": a deck of cards for Tabletop Simulator (``decks.py``).
    """

    template: str
    output: Output
    day: str
    data: str
    ppi: int = SCREEN_PPI

    @property
    def key(self) -> str:
        """The key of the file in the cache, a digest of the order and the program."""
        return digest_of(program_digest(), *map(str, self))


def data_text(data: Mapping[str, object]) -> str:
    """Return the data of a template as JSON text."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def digest_of(*parts: str) -> str:
    """Return a digest of texts. The texts "ab", "c" and the texts "a", "bc" have different digests."""
    digest = hashlib.sha256()
    for part in parts:
        text = part.encode("utf-8", "surrogatepass")
        digest.update(len(text).to_bytes(8))
        digest.update(text)
    return digest.hexdigest()


@cache
def program_digest() -> str:
    """Return a digest of the program, its data, templates and fonts, and of Typst's version."""
    digest = hashlib.sha256(version("typst").encode())
    for path in sorted(path for path in PROGRAM.rglob("*") if path.is_file()):
        if path.suffix != ".pyc":
            digest.update(str(path.relative_to(PROGRAM)).encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()
