"""What finds a profile in a long list: rows that fold, a search, and letters to jump by."""

import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from builder.points.pricing.stat_line import Trait

FIRST_LONG = 10
"""So many profiles are a long list: its rows are folded, and it can be searched."""

_OTHER = "#"


class JumpLetter(NamedTuple):
    """A letter that names begin with, and the place of the first profile of such a name."""

    letter: str
    url: str


def jump_letters(names: Iterable[tuple[str, str]]) -> list[JumpLetter]:
    """The letters that names begin with, in their order; ``names`` are those of the profiles with their keys.

    Names that begin with no letter are together at the end.
    """
    first: dict[str, str] = {}
    for key, name in names:
        first.setdefault(_first_letter(name), key)
    letters = sorted(first, key=lambda letter: (letter == _OTHER, letter))
    return [JumpLetter(letter, f"#p-{first[letter]}") for letter in letters]


def _first_letter(name: str) -> str:
    """The letter a name is filed under: É under E, a figure under none; signs before it do not count."""
    first = next((sign for sign in name if sign.isalnum()), "")
    plain = unicodedata.normalize("NFKD", first)[:1]
    return plain.upper()[:1] if plain.isalpha() else _OTHER


def is_found(find: str, name: str, line: Iterable[str], has: Sequence[Trait]) -> bool:
    """Whether every word of ``find`` stands in a profile's name, in its stat line or in what it has."""
    words = find.casefold().split()
    if not words:
        return True
    texts = [name, *line]
    for trait in has:
        texts += [trait.heading, *(item.text for item in trait.items)]
    text = " ".join(texts).casefold()
    return all(word in text for word in words)
