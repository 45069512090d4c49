"""Texts as the words that they are searched by: without capitals, accents and everything between words."""

import re
import unicodedata
from collections.abc import Iterable

LONGEST_WORD = 60
MOST_CHARACTERS = 100_000

_WORD = re.compile(r"[^\W_]+")


def normalize_text(text: str) -> str:
    """Return a text in lower case without accents: "Café" and "CAFE" are equal."""
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def search_words(text: str) -> list[str]:
    """Return the words of a text, each once, in lower case without accents, in their order.

    A word is a run of letters and digits; of a longer one its first ``LONGEST_WORD`` characters count.
    """
    return list(dict.fromkeys(word[:LONGEST_WORD] for word in _WORD.findall(normalize_text(text))))


def search_text(texts: Iterable[str]) -> str:
    """Return the words of all these texts with a space before and behind each, as far as there is room.

    At most ``MOST_CHARACTERS`` are returned: databases index no more than so much of one row.
    """
    words, size = [], 1
    for word in search_words(" ".join(texts)):
        size += len(word) + 1
        if size > MOST_CHARACTERS:
            break
        words.append(word)
    return f" {' '.join(words)} " if words else ""
