"""The encodings of texts and tables: detection for reading, and encoding for writing."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

UTF_8 = "utf-8"
ENCODINGS: Mapping[str, str] = {
    "cp1252": "Western European (cp1252)",
    "cp1250": "Central European (cp1250)",
    "cp1251": "Cyrillic (cp1251)",
    "cp1253": "Greek (cp1253)",
    "cp1254": "Turkish (cp1254)",
    "cp1257": "Baltic (cp1257)",
    "iso8859-2": "Central European (ISO 8859-2)",
    "mac-roman": "old Mac (Mac Roman)",
    "cp850": "Western European (DOS, cp850)",
    "cp852": "Central European (DOS, cp852)",
    "cp932": "Japanese (cp932)",
    "gb18030": "Chinese (GB 18030)",
}
"""The names of encodings by Python's names, the most likely first."""
WRITTEN: Mapping[str, str] = {
    UTF_8: "UTF-8",
    **{code: ENCODINGS[code] for code in ("cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1257")},
}
"""The names of the encodings in which tables can be written."""

_MOST_LIKELY = 5
_COMMON = ("cp1252", "cp1250")
_MOST_LINES, _MOST_BEFORE, _LONGEST_LINE = 3, 30, 70
_MOST_JUDGED = 400
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ue000-\uf8ff\ufffd]")
_OTHER_LETTER = re.compile(r"[^\x00-\x7f]")
_QUOTES_AND_DASHES = ("Pd", "Pi", "Pf", "Ps")
_MOST_NAMED = 10


class Reading(NamedTuple):
    """The first lines with ambiguous letters, decoded in one encoding; ``name`` is for readers."""

    code: str
    name: str
    lines: tuple[str, ...]


class UnwritableError(ValueError):
    """A text with characters that an encoding doesn't have; the text of the error names them."""


def encode(text: str, code: str) -> bytes:
    """Return a text in an encoding. Raises UnwritableError if the encoding lacks a character."""
    try:
        return text.encode(code)
    except UnicodeEncodeError:
        wrong = sorted({sign for sign in _OTHER_LETTER.findall(text) if not _is_in(sign, code)})
        named = ", ".join(f"“{sign}” (U+{ord(sign):04X})" for sign in wrong[:_MOST_NAMED])
        more = f" and {len(wrong) - _MOST_NAMED} more" if len(wrong) > _MOST_NAMED else ""
        fitting = [name for other, name in WRITTEN.items() if all(_is_in(sign, other) for sign in wrong)]
        fix = f"choose {' or '.join(fitting)}" if fitting else "choose UTF-8"
        raise UnwritableError(f"{WRITTEN[code]} doesn't have {named}{more}: {fix}.") from None


def _is_in(sign: str, code: str) -> bool:
    try:
        sign.encode(code)
    except UnicodeEncodeError:
        return False
    return True


def possible_readings(data: bytes) -> list[Reading]:
    """Return the possible readings of bytes, the most likely first. Encodings with equal results are one."""
    lines = list(_doubtful_lines(data))
    judged = b"\n".join(line for line in data.splitlines() if not line.isascii())[: 50 * _MOST_JUDGED]
    readings: dict[tuple[str, ...], tuple[Fraction, Reading]] = {}
    for code, name in ENCODINGS.items():
        try:
            text = data.decode(code)
            shown = tuple(_excerpt(line.decode(code)) for line in lines)
        except UnicodeDecodeError:
            continue
        if not _CONTROL.search(text) and shown not in readings:
            score = _likelihood(judged.decode(code, "ignore"))
            readings[shown] = (score, Reading(code, name, shown))
    ranked = [reading for _, reading in sorted(readings.values(), key=lambda pair: -pair[0])]
    return ranked[:_MOST_LIKELY] + [
        ranked_reading for ranked_reading in ranked[_MOST_LIKELY:] if ranked_reading.code in _COMMON
    ]


def _doubtful_lines(data: bytes) -> Iterator[bytes]:
    doubtful = (line for line in data.splitlines() if not line.isascii())
    return (line for _, line in zip(range(_MOST_LINES), doubtful, strict=False))


def _excerpt(line: str) -> str:
    """Return a part of a line that starts shortly before its first ambiguous letter."""
    match = _OTHER_LETTER.search(line)
    begin = max(match.start() - _MOST_BEFORE, 0) if match else 0
    cut = line[begin : begin + _LONGEST_LINE].strip()
    return f"{'…' if begin else ''}{cut}{'…' if begin + _LONGEST_LINE < len(line) else ''}"


def _likelihood(text: str) -> Fraction:
    """Return how much a text looks like words: from -1 for signs within words to 1 for fitting letters."""
    places = [match.start() for match in _OTHER_LETTER.finditer(text)][:_MOST_JUDGED]
    judged = [fit for at in places if (fit := _fits(text, at))]
    return Fraction(sum(judged), len(judged)) if judged else Fraction(0)


def _fits(text: str, at: int) -> int:
    """Return 1 for a letter that fits its neighbours, -1 for one that doesn't, 0 for quotes and dashes."""
    sign, around = text[at], text[max(at - 1, 0) : at] + text[at + 1 : at + 2]
    letters = [letter for letter in around if letter.isalpha()]
    if not sign.isalpha():
        return -1 if letters and unicodedata.category(sign) not in _QUOTES_AND_DASHES else 0
    if sign.isupper() and at and text[at - 1].islower():
        return -1
    script = unicodedata.name(sign, "").split(" ")[0]
    return 1 if all(unicodedata.name(letter, "").split(" ")[0] == script for letter in letters) else -1
