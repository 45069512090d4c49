"""Orders for the typesetter, and the cache keys of their files."""

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
    """All that a worker needs to make a file: the template, its data as JSON text, and the kind of output.

    ``day`` is the date of the file in ISO 8601, or "" for a file without a date. The output ``png`` is the
    first page at ``ppi`` pixels per inch. ``form`` is a PDF with fields (``form_fields.py``), ``bound`` is a
    PDF of several papers (``binding.py``), ``zip`` contains cards as pictures, and ``json`` is a deck of
    cards (``decks.py``).
    """

    template: str
    output: Output
    day: str
    data: str
    ppi: int = SCREEN_PPI

    @property
    def key(self) -> str:
        """The cache key of the file: a digest that nobody can guess without knowing the complete order."""
        return digest_of(program_digest(), *map(str, self))


def data_text(data: Mapping[str, object]) -> str:
    """Return the data of a template as JSON text."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def digest_of(*parts: str) -> str:
    """Return a digest of texts. It includes their lengths, so ("ab", "c") and ("a", "bc") are different."""
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
