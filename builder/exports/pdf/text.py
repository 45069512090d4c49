"""Texts prepared for paper: nothing that cannot be printed, and no word too long for its line."""

import re
import unicodedata
from datetime import date

BREAK = "\u200b"
_LEFT_TO_RIGHT = "\u200e"
_FROM_THE_RIGHT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff\ufffe\uffff]"
)
_MINUS = re.compile(r"(?<![\w\])])-(?=d?\d)")
_WORD = re.compile(r"\S+")
_HYPHEN = re.compile(r"(?<=[^\W\d_]-)(?=[^\W\d_])")
_STEP = 6
_JOINERS = "\u200d\ufe0e\ufe0f"
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")  # Thai, Lao, Burmese, Khmer
_UNSPACED_STEP = 40
_BROAD = frozenset("mwжмфшщыю—…@%")
_VIRAMA = 9
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
)  # fmt: skip


def clean(text: str) -> str:
    """The text without control characters, lone surrogates and marks that turn the line around."""
    return _UNPRINTABLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " "))


def printable_line(text: str, most: int = 24) -> str:
    """A text for one place on paper, in which a word wider than ``most`` letters may be broken anywhere."""
    return steady(breakable(clean(text).replace("\n", " "), most))


def steady(text: str) -> str:
    """The text with an invisible mark behind Hebrew, Arabic and the like, so that what follows stays there.

    Without it a number behind such a name is taken for a part of it, and "+3" is printed as "3+".
    """
    if not text or text.isascii() or text[-1] == _LEFT_TO_RIGHT or not _FROM_THE_RIGHT.search(text):
        return text
    return text + _LEFT_TO_RIGHT


def breakable(text: str, most: int) -> str:
    """The text with invisible places to break in words wider than ``most`` average letters.

    The wider such words may be, the fewer the places: each costs the typesetter a line that it tries. In Thai
    and other scripts without spaces it knows words itself, so what gets places there is long for a sentence.
    """
    if len(text) * 2 <= most:
        return text
    step = max(1, most // _STEP)

    def broken(part: str) -> str:
        if len(part) * 2 <= most or _width(part) <= most:
            return part
        return _with_breaks(part, _UNSPACED_STEP if _UNSPACED.search(part) else step)

    # Between two letters a line breaks behind a hyphen by itself.
    return _WORD.sub(lambda found: "".join(map(broken, _HYPHEN.split(found[0]))), text)


def shorten(text: str, most: int) -> str:
    """A text cut to so many letters and "…", for a place that repeats it."""
    text = printable_line(text)
    return text if len(text) <= most else steady(f"{text[:most].rstrip()}…")


def with_minus_signs(text: str) -> str:
    """The text with true minus signs before numbers and dice, at which no line breaks."""
    return _MINUS.sub("\N{MINUS SIGN}", text)


def long_date(day: date) -> str:
    """A date as it is printed: 1 May 2026."""
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def _width(word: str) -> int:
    """About how wide a word is, in lower-case letters of the Latin alphabet."""
    return sum(map(_sign_width, word))


def _sign_width(sign: str) -> int:
    return 2 if sign.isupper() or sign in _BROAD or ord(sign) > 0x2E7F else 1


def _with_breaks(word: str, step: int) -> str:
    """The word with a place to break behind every ``step`` average letters, none within a sign."""
    parts: list[str] = []
    before = ""
    width = 0
    for sign in word:
        wide = _sign_width(sign)
        if parts and width + wide > step and not _is_joined(before, sign):
            parts.append(BREAK)
            width = 0
        parts.append(sign)
        width += wide
        before = sign
    return "".join(parts)


def _is_joined(before: str, sign: str) -> bool:
    """Whether two signs are one on paper."""
    return (
        sign in _JOINERS
        or before == "\u200d"
        or unicodedata.category(sign)[0] == "M"
        or (before != "" and unicodedata.combining(before) == _VIRAMA)
    )
