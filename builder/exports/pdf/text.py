"""Texts for papers: with printable characters only, and with break points in words too long for a line."""

import re
import unicodedata
from datetime import date

BREAK = "\u200b"
_LEFT_TO_RIGHT = "\u200e"
_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff\ufffe\uffff]"
)
_MINUS = re.compile(r"(?<![\w\])])-(?=d?\d)")
_WORD = re.compile(r"\S+")
_HYPHEN = re.compile(r"(?<=[^\W\d_]-)(?=[^\W\d_])")
_BREAKS_PER_LINE = 6
_JOINERS = "\u200d\ufe0e\ufe0f"
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")  # Thai, Lao, Burmese, Khmer
_UNSPACED_STEP = 40
_WIDE_LETTERS = frozenset("mwжмфшщыю—…@%")
_VIRAMA = 9


def clean(text: str) -> str:
    """Return the text without control characters, lone surrogates and marks of the text direction."""
    return _UNPRINTABLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " "))


def printable_line(text: str, max_word: int = 24) -> str:
    """Return a text for paper, on one line. A word wider than ``max_word`` letters may be broken."""
    return with_direction_mark(breakable(clean(text).replace("\n", " "), max_word))


def with_direction_mark(text: str) -> str:
    """Return the text with an invisible mark at its end if it has right-to-left letters.

    Without the mark, a number after such a name would be printed in the direction of the name: "+3" as "3+".
    """
    if not text or text.isascii() or text[-1] == _LEFT_TO_RIGHT or not _RIGHT_TO_LEFT.search(text):
        return text
    return text + _LEFT_TO_RIGHT


def breakable(text: str, max_word: int) -> str:
    """Return the text with invisible break points in words wider than ``max_word`` average letters.

    The typesetter tries a line for each break point, which takes time. So there are only about six in a line,
    and fewer in scripts without spaces, in which the typesetter finds the words itself.
    """
    if len(text) * 2 <= max_word:
        return text
    step = max(1, max_word // _BREAKS_PER_LINE)

    def break_part(part: str) -> str:
        if len(part) * 2 <= max_word or _width(part) <= max_word:
            return part
        return _with_breaks(part, _UNSPACED_STEP if _UNSPACED.search(part) else step)

    # A line can break after a hyphen between two letters, so the parts of such a word need no break point.
    return _WORD.sub(lambda match: "".join(map(break_part, _HYPHEN.split(match[0]))), text)


def shorten(text: str, max_length: int) -> str:
    """Return a text for paper, cut to ``max_length`` letters. A cut text ends with "…"."""
    text = printable_line(text)
    return text if len(text) <= max_length else with_direction_mark(f"{text[:max_length].rstrip()}…")


def with_minus_signs(text: str) -> str:
    """Return the text with minus signs before numbers and dice: a line could break after a hyphen."""
    return _MINUS.sub("\N{MINUS SIGN}", text)


def long_date(day: date) -> str:
    """Return a date as it is printed: 1 May 2026."""
    return f"{day.day} {day:%B} {day.year}"


def _width(word: str) -> int:
    """Return the approximate width of a word, in average letters."""
    return sum(map(_sign_width, word))


def _sign_width(sign: str) -> int:
    return 2 if sign.isupper() or sign in _WIDE_LETTERS or ord(sign) > 0x2E7F else 1


def _with_breaks(word: str, step: int) -> str:
    """Return the word with a break point after every ``step`` average letters, but not inside a character."""
    parts: list[str] = []
    previous = ""
    width = 0
    for sign in word:
        sign_width = _sign_width(sign)
        if parts and width + sign_width > step and not _is_joined(previous, sign):
            parts.append(BREAK)
            width = 0
        parts.append(sign)
        width += sign_width
        previous = sign
    return "".join(parts)


def _is_joined(previous: str, sign: str) -> bool:
    """Return whether two code points are printed as one character."""
    return (
        sign in _JOINERS
        or previous == "\u200d"
        or unicodedata.category(sign)[0] == "M"
        or (previous != "" and unicodedata.combining(previous) == _VIRAMA)
    )
