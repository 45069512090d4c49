"""The character encodings of texts and tables: guessing the encoding of a file, and encoding a text."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

UTF_8 = "utf-8"
READABLE_ENCODINGS: Mapping[str, str] = {
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
"""The encodings that can be read, the most likely first.

Python's name of each encoding is mapped to the name that pages show.
"""
TABLE_ENCODINGS: Mapping[str, str] = {
    UTF_8: "UTF-8",
    **{
        code: READABLE_ENCODINGS[code]
        for code in ("cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1257")
    },
}
"""The encodings in which tables can be written.

Python's name of each encoding is mapped to the name that pages show.
"""

_MAX_OFFERED = 5  # readings in a common encoding are offered even if there are more likely readings
_COMMON = ("cp1252", "cp1250")
# The maximum number of excerpts, of characters before the first ambiguous character, and of all characters.
_MAX_LINES, _MAX_BEFORE, _MAX_LINE_LENGTH = 3, 30, 70
_MAX_JUDGED = 400  # the maximum number of ambiguous characters that decide how likely an encoding is
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ue000-\uf8ff\ufffd]")
_OTHER_LETTER = re.compile(r"[^\x00-\x7f]")
_QUOTES_AND_DASHES = ("Pd", "Pi", "Pf", "Ps")
_MAX_NAMED = 10  # the maximum number of characters that an error message names


class Reading(NamedTuple):
    """A possible encoding of a file, with excerpts that help a user to choose the right encoding.

    ``code`` is Python's name of the encoding.
    ``name`` is the name that pages show.
    ``lines`` are excerpts from the first lines with ambiguous characters, decoded with this encoding. An
    ambiguous character is one that other encodings decode differently.
    """

    code: str
    name: str
    lines: tuple[str, ...]


class UnwritableError(ValueError):
    """A text contains characters that an encoding doesn't have. The message names these characters."""


def encode(text: str, code: str) -> bytes:
    """Return a text in an encoding. Raises UnwritableError if the encoding lacks a character."""
    try:
        return text.encode(code)
    except UnicodeEncodeError:
        wrong = sorted({sign for sign in _OTHER_LETTER.findall(text) if not _is_in(sign, code)})
        named = ", ".join(f"“{sign}” (U+{ord(sign):04X})" for sign in wrong[:_MAX_NAMED])
        more = f" and {len(wrong) - _MAX_NAMED} more" if len(wrong) > _MAX_NAMED else ""
        fitting = [
            name for other, name in TABLE_ENCODINGS.items() if all(_is_in(sign, other) for sign in wrong)
        ]
        fix = f"choose {' or '.join(fitting)}" if fitting else "choose UTF-8"
        raise UnwritableError(f"{TABLE_ENCODINGS[code]} doesn't have {named}{more}: {fix}.") from None


def _is_in(sign: str, code: str) -> bool:
    try:
        sign.encode(code)
    except UnicodeEncodeError:
        return False
    return True


def possible_readings(data: bytes) -> list[Reading]:
    """Return the possible readings of the bytes of a file, the most likely first.

    If several encodings give the same excerpts, only the first of these encodings is returned.
    """
    lines = list(_ambiguous_lines(data))
    judged = b"\n".join(line for line in data.splitlines() if not line.isascii())[: 50 * _MAX_JUDGED]
    readings: dict[tuple[str, ...], tuple[Fraction, Reading]] = {}
    for code, name in READABLE_ENCODINGS.items():
        try:
            text = data.decode(code)
            excerpts = tuple(_excerpt(line.decode(code)) for line in lines)
        except UnicodeDecodeError:
            continue
        if not _CONTROL.search(text) and excerpts not in readings:
            score = _likelihood(judged.decode(code, "ignore"))
            readings[excerpts] = (score, Reading(code, name, excerpts))
    ranked = [reading for _, reading in sorted(readings.values(), key=lambda pair: -pair[0])]
    return ranked[:_MAX_OFFERED] + [reading for reading in ranked[_MAX_OFFERED:] if reading.code in _COMMON]


def _ambiguous_lines(data: bytes) -> Iterator[bytes]:
    """Yield the first lines with bytes that aren't ASCII. Their meaning depends on the encoding."""
    ambiguous = (line for line in data.splitlines() if not line.isascii())
    return (line for _, line in zip(range(_MAX_LINES), ambiguous, strict=False))


def _excerpt(line: str) -> str:
    """Return a part of a line, which starts shortly before the first ambiguous character."""
    match = _OTHER_LETTER.search(line)
    begin = max(match.start() - _MAX_BEFORE, 0) if match else 0
    cut = line[begin : begin + _MAX_LINE_LENGTH].strip()
    return f"{'…' if begin else ''}{cut}{'…' if begin + _MAX_LINE_LENGTH < len(line) else ''}"


def _likelihood(text: str) -> Fraction:
    """Return how likely it is that a text was decoded with the right encoding, from -1 to 1.

    This is the average score of the ambiguous characters (see ``_score``). Scores of 0 are left out.
    """
    indexes = [match.start() for match in _OTHER_LETTER.finditer(text)][:_MAX_JUDGED]
    scores = [score for at in indexes if (score := _score(text, at))]
    return Fraction(sum(scores), len(scores)) if scores else Fraction(0)


def _score(text: str, at: int) -> int:
    """Return the score of the character at an index of a text.

    The score is 1 for a letter that fits the letters next to it. It is -1 for a letter that doesn't fit them,
    and for a symbol next to a letter. It is 0 for quotes and dashes, and for symbols that are not next to a
    letter. A letter doesn't fit if it is a capital after a small letter, or is of another script.
    """
    sign, around = text[at], text[max(at - 1, 0) : at] + text[at + 1 : at + 2]
    letters = [letter for letter in around if letter.isalpha()]
    if not sign.isalpha():
        return -1 if letters and unicodedata.category(sign) not in _QUOTES_AND_DASHES else 0
    if sign.isupper() and at and text[at - 1].islower():
        return -1
    script = unicodedata.name(sign, "").split(" ")[0]
    return 1 if all(unicodedata.name(letter, "").split(" ")[0] == script for letter in letters) else -1
