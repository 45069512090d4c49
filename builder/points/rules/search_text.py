"""Texts prepared for searching: words in lower case without accents and punctuation."""

import re
import unicodedata
from collections.abc import Iterable

MAX_WORD_LENGTH = 60
MAX_TEXT_LENGTH = 100_000

_WORD = re.compile(r"[^\W_]+")


def normalize_text(text: str) -> str:
    """Return a text in lower case without accents: "cafe" for "Café" and "CAFE"."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def search_words(text: str) -> list[str]:
    """Return the different words of a text, in lower case without accents, in their order.

    A word is a run of letters and digits, cut to ``MAX_WORD_LENGTH`` characters.
    """
    return list(dict.fromkeys(word[:MAX_WORD_LENGTH] for word in _WORD.findall(normalize_text(text))))


def search_text(texts: Iterable[str]) -> str:
    """Return the different words of these texts as one text, with a space before and after each word.

    Words after the first ``MAX_TEXT_LENGTH`` characters are dropped, because databases limit the size of an
    index row.
    """
    words, size = [], 1
    for word in search_words(" ".join(texts)):
        size += len(word) + 1
        if size > MAX_TEXT_LENGTH:
            break
        words.append(word)
    return f" {' '.join(words)} " if words else ""


def has_words(words: Iterable[str], texts: Iterable[str]) -> bool:
    """Return whether a word in the texts begins with each of ``words``.

    ``words`` are results of `search_words`.
    """
    text = search_text(texts)
    return all(f" {word}" in text for word in words)
