"""Orders for the typesetter, and the keys by which their results are cached."""

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
    """A template, its data as JSON text, and the file's date as ISO 8601 ("" for none).

    ``png`` is the first page at ``ppi`` pixels per inch. ``form`` is a PDF with fields (``form_fields.py``),
    ``bound`` are several papers as one PDF (``binding.py``), ``zip`` are cards as pictures, and ``json`` is a
    deck of cards (``decks.py``).
    """

    template: str
    output: Output
    day: str
    data: str
    ppi: int = SCREEN_PPI

    @property
    def key(self) -> str:
        """The key of the result: a digest that nobody can guess without knowing all of the order."""
        return digest_of(program_digest(), *map(str, self))


def data_text(data: Mapping[str, object]) -> str:
    """Return the data of a template as its JSON text."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def digest_of(*parts: str) -> str:
    """Return a digest of texts, which includes their lengths to keep them apart."""
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
