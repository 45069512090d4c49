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
"""The encodings that can be read, the most likely first: Python's names and the names that pages show."""
TABLE_ENCODINGS: Mapping[str, str] = {
    UTF_8: "UTF-8",
    **{
        code: READABLE_ENCODINGS[code]
        for code in ("cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1257")
    },
}
"""The encodings in which tables can be written: Python's names and the names that pages show."""

_MAX_OFFERED = 5  # readings in a common encoding are offered even if there are more likely readings
_COMMON = ("cp1252", "cp1250")
# The maximum number of excerpts, of characters before the first ambiguous character, and of all characters.
_MAX_LINES, _MAX_BEFORE, _MAX_LINE_LENGTH = 3, 30, 70
_MAX_JUDGED = 400  # the maximum number of ambiguous characters that decide how likely an encoding is
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ue000-\uf8ff\ufffd]")
_NON_ASCII = re.compile(r"[^\x00-\x7f]")
_QUOTES_AND_DASHES = ("Pd", "Pi", "Pf", "Ps")
_MAX_NAMED_CHARACTERS = 10  # the maximum number of characters that an error message names


class Reading(NamedTuple):
    """A possible encoding of a file, with excerpts that help a user to choose the right encoding.

    ``code`` is Python's name of the encoding, and ``name`` the name that pages show. ``lines`` are excerpts
    from the first lines with ambiguous characters, which other encodings decode differently.
    """

    code: str
    name: str
    lines: tuple[str, ...]


class UnwritableError(ValueError):
    """A text contains characters that an encoding doesn't have. The message names them."""


def encode(text: str, code: str) -> bytes:
    """Return a text in an encoding. Raises UnwritableError if the encoding lacks a character."""
    try:
        return text.encode(code)
    except UnicodeEncodeError:
        unencodable = sorted(
            {character for character in _NON_ASCII.findall(text) if not _can_encode(character, code)}
        )
        named = ", ".join(
            f"“{character}” (U+{ord(character):04X})" for character in unencodable[:_MAX_NAMED_CHARACTERS]
        )
        more = (
            f" and {len(unencodable) - _MAX_NAMED_CHARACTERS} more"
            if len(unencodable) > _MAX_NAMED_CHARACTERS
            else ""
        )
        alternatives = [
            name
            for other, name in TABLE_ENCODINGS.items()
            if all(_can_encode(character, other) for character in unencodable)
        ]
        fix = f"choose {' or '.join(alternatives)}" if alternatives else "choose UTF-8"
        raise UnwritableError(f"{TABLE_ENCODINGS[code]} doesn't have {named}{more}: {fix}.") from None


def _can_encode(character: str, code: str) -> bool:
    try:
        character.encode(code)
    except UnicodeEncodeError:
        return False
    return True


def possible_readings(data: bytes) -> list[Reading]:
    """Return the possible readings of the bytes of a file, the most likely first.

    Of several encodings that give the same excerpts, only return the first.
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
    match = _NON_ASCII.search(line)
    begin = max(match.start() - _MAX_BEFORE, 0) if match else 0
    cut = line[begin : begin + _MAX_LINE_LENGTH].strip()
    return f"{'…' if begin else ''}{cut}{'…' if begin + _MAX_LINE_LENGTH < len(line) else ''}"


def _likelihood(text: str) -> Fraction:
    """Return how likely it is that a text was decoded with the right encoding, from -1 to 1.

    This is the average ``_fit_score`` of the ambiguous characters. Scores of 0 are left out.
    """
    indexes = [match.start() for match in _NON_ASCII.finditer(text)][:_MAX_JUDGED]
    scores = [score for index in indexes if (score := _fit_score(text, index))]
    return Fraction(sum(scores), len(scores)) if scores else Fraction(0)


def _fit_score(text: str, index: int) -> int:
    """Return 1 if a character fits its neighbours, -1 if it doesn't, and 0 if it could be next to anything.

    A letter doesn't fit if it is a capital after a small letter, or is of another script than the letters
    next to it. A symbol doesn't fit next to a letter. Quotes, dashes, and symbols that are not next to a
    letter get 0.
    """
    character, neighbours = text[index], text[max(index - 1, 0) : index] + text[index + 1 : index + 2]
    letters = [letter for letter in neighbours if letter.isalpha()]
    if not character.isalpha():
        return -1 if letters and unicodedata.category(character) not in _QUOTES_AND_DASHES else 0
    if character.isupper() and index and text[index - 1].islower():
        return -1
    script = unicodedata.name(character, "").split(" ")[0]
    return 1 if all(unicodedata.name(letter, "").split(" ")[0] == script for letter in letters) else -1
