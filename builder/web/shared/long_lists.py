"""The navigation of long lists: collapsed rows, a search, and links to the rows of each letter."""

import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

FIRST_LONG = 10
"""The smallest number of profiles in a long list.

The rows of a long list are collapsed, and it has a search.
"""

_OTHER = "#"


class JumpLetter(NamedTuple):
    """A letter, and the link to the first row whose name begins with this letter."""

    letter: str
    url: str


def jump_letters(names: Iterable[tuple[str, str]]) -> tuple[JumpLetter, ...]:
    """Return a link for each letter that a name begins with, in alphabetical order.

    ``names`` are pairs of the id of a row and the name in that row. Names that begin with a digit, or have
    neither letters nor digits, are under "#", the last link.
    """
    first: dict[str, str] = {}
    for row_id, name in names:
        first.setdefault(_first_letter(name), row_id)
    letters = sorted(first, key=lambda letter: (letter == _OTHER, letter))
    return tuple(JumpLetter(letter, f"#{first[letter]}") for letter in letters)


def _first_letter(name: str) -> str:
    """Return the letter under which a name is listed, such as "E" for "“Étienne”". For digits, return "#"."""
    first = next((character for character in name if character.isalnum()), "")
    plain = unicodedata.normalize("NFKD", first)[:1]
    return plain.upper()[:1] if plain.isalpha() else _OTHER


def contains_words(search: str, texts: Iterable[str]) -> bool:
    """Return whether the texts contain each word of a search. Upper and lower case don't matter."""
    text = " ".join(texts).casefold()
    return all(word in text for word in search.casefold().split())
