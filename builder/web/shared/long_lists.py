"""The navigation of long lists: collapsed rows, a search, and links to the rows of each letter."""

import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

FIRST_LONG = 10
"""The smallest number of profiles in a long list, which has collapsed rows and a search."""

_OTHER = "#"


class JumpLetter(NamedTuple):
    """A letter, and the link to the first row whose name begins with this letter."""

    letter: str
    url: str


def jump_letters(names: Iterable[tuple[str, str]]) -> tuple[JumpLetter, ...]:
    """Return the first letters of names in alphabetical order.

    Each item of ``names`` is the id of a row and its name.
    """
    first: dict[str, str] = {}
    for row_id, name in names:
        first.setdefault(_first_letter(name), row_id)
    letters = sorted(first, key=lambda letter: (letter == _OTHER, letter))
    return tuple(JumpLetter(letter, f"#{first[letter]}") for letter in letters)


def _first_letter(name: str) -> str:
    """Return the letter under which a name is listed.

    It is E for "Étienne", and "#" for a name that begins with a digit. Other characters at the start, such as
    quotation marks, are skipped.
    """
    first = next((character for character in name if character.isalnum()), "")
    plain = unicodedata.normalize("NFKD", first)[:1]
    return plain.upper()[:1] if plain.isalpha() else _OTHER


def is_found(find: str, texts: Iterable[str]) -> bool:
    """Return whether the texts of a row contain every word of ``find``."""
    text = " ".join(texts).casefold()
    return all(word in text for word in find.casefold().split())
