"""Navigation of long lists: collapsed rows, a search, and letters to jump to."""

import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

FIRST_LONG = 10
"""The smallest number of profiles whose rows are collapsed and searchable."""

_OTHER = "#"


class JumpLetter(NamedTuple):
    """A first letter of names, and the address of the first row whose name begins with this letter."""

    letter: str
    url: str


def jump_letters(names: Iterable[tuple[str, str]]) -> tuple[JumpLetter, ...]:
    """Return the first letters of names in order; ``names`` are pairs of row id and name."""
    first: dict[str, str] = {}
    for row_id, name in names:
        first.setdefault(_first_letter(name), row_id)
    letters = sorted(first, key=lambda letter: (letter == _OTHER, letter))
    return tuple(JumpLetter(letter, f"#{first[letter]}") for letter in letters)


def _first_letter(name: str) -> str:
    """Return the letter that a name is listed under.

    É is listed under E, a digit under no letter, and leading signs are skipped.
    """
    first = next((sign for sign in name if sign.isalnum()), "")
    plain = unicodedata.normalize("NFKD", first)[:1]
    return plain.upper()[:1] if plain.isalpha() else _OTHER


def is_found(find: str, texts: Iterable[str]) -> bool:
    """Return whether the texts of a row contain every word of ``find``."""
    text = " ".join(texts).casefold()
    return all(word in text for word in find.casefold().split())
