"""The characters of a list that no font for papers has.

Papers print them as boxes, so the website warns of them.

A letter or sign has a shape if a font can draw it.
"""

import struct
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from builder.exports.pdf.text import clean
from builder.points.document.design import Design
from builder.points.document.document import Document, Profile
from builder.points.rules.names import profile_name
from builder.typesetting.fonts import FontFile, extra_fonts
from builder.typesetting.typesetter import FONTS

_FALLBACK_FONTS = ("DejaVuSans.ttf", "NotoEmoji-Regular.ttf")
_TEXT_FONTS = ("MusterSans-Regular.ttf", "MusterSerif-Regular.ttf")
_NO_SHAPE_NEEDED = ("Cc", "Cf", "Zs", "Zl", "Zp")


class MissingLetters(NamedTuple):
    """The letters that no font has.

    ``places`` are the names of the texts that contain the letters, in the order of the list.
    """

    letters: tuple[str, ...]
    places: tuple[str, ...]


def missing_letters(document: Document, roster: int | None = None) -> MissingLetters:
    """Return the characters of a list that can't be printed.

    If ``roster`` is given, look only at the texts of the list and the profiles in this roster.
    """
    counts = {} if roster is None else document.rosters[roster].counts()
    profiles = [member for member in document.profiles if roster is None or counts[member.key]]
    letters: dict[str, None] = {}
    places: dict[str, None] = {}
    list_texts = (
        document.name,
        document.setting,
        document.background,
        *(saved_roster.name for saved_roster in document.rosters),
    )
    texts = [("the list itself", "\n".join(list_texts))]
    texts += [(profile_name(member.name), "\n".join(_texts_of(member))) for member in profiles]
    for place, text in texts:
        if missing := _without_shape(text):
            letters |= dict.fromkeys(missing)
            places[place] = None
    return MissingLetters(tuple(letters), tuple(places))


def _without_shape(text: str) -> list[str]:
    if text.isascii():
        return []
    signs = dict.fromkeys(clean(text))
    covered = _covered()
    return [sign for sign in signs if ord(sign) not in covered and _needs_shape(sign)]


def _needs_shape(sign: str) -> bool:
    return unicodedata.category(sign) not in _NO_SHAPE_NEEDED and not 0xFE00 <= ord(sign) <= 0xFE0F


def _texts_of(profile: Profile) -> Iterator[str]:
    yield profile.name
    yield profile.notes
    yield from _design_texts(profile.design)


def _design_texts(design: Design) -> Iterator[str]:
    """Yield every text of a design.

    Some of the texts are codes. They are not printed, but all their letters have shapes.
    """
    yield from (value for value in design.values.values() if isinstance(value, str))
    yield from (weapon.name for weapons in design.weapons.values() for weapon in weapons)
    for pick in (pick for picks in design.picks.values() for pick in picks):
        yield from (value for value in pick.parameters.values() if isinstance(value, str))


def _covered() -> frozenset[int]:
    """Return the code points that have a shape in the program's fonts or in the operator's extra fonts."""
    return _code_points_with(extra_fonts(settings.FONTS_FOLDER))


@lru_cache(maxsize=2)
def _code_points_with(fonts: tuple[FontFile, ...]) -> frozenset[int]:
    return _code_points_of_program().union(*(_code_points_of_font(file.path) for file in fonts))


def _code_points_of_font(font: Path) -> frozenset[int]:
    """Return the code points of a font file that the operator added. Return none if it is not a font."""
    try:
        return frozenset(_code_points(font))
    except (OSError, struct.error):
        return frozenset()


@cache
def _code_points_of_program() -> frozenset[int]:
    """Return the code points that are in a fallback font, or in both text fonts.

    A paper uses both text fonts. A code point in only one of them would be a box in the other.
    """
    everywhere = frozenset[int]().union(*(_code_points(FONTS / name) for name in _FALLBACK_FONTS))
    sans, serif = (frozenset(_code_points(FONTS / name)) for name in _TEXT_FONTS)
    return everywhere | (sans & serif)


def _code_points(font: Path) -> Iterator[int]:
    """Return the code points in the character maps of a font file (TrueType, OpenType or a collection).

    A character map is the table of a font that says which code point has which glyph.
    """
    data = font.read_bytes()
    maps = {start for face in _faces(data) for start in _character_maps(data, face)}
    return chain.from_iterable({run for start in maps for run in _mapped(data, start)})


def _faces(data: bytes) -> tuple[int, ...]:
    """Return the offsets of the fonts in a font file, which may be a collection (OpenType, "ttcf")."""
    if not data.startswith(b"ttcf"):
        return (0,)
    (count,) = struct.unpack_from(">I", data, 8)
    return struct.unpack_from(f">{count}I", data, 12)


def _character_maps(data: bytes, face: int) -> list[int]:
    (tables,) = struct.unpack_from(">H", data, face + 4)
    records = (struct.unpack_from(">4s4xI", data, face + 12 + 16 * number) for number in range(tables))
    return [offset for tag, offset in records if tag == b"cmap"]


def _mapped(data: bytes, start: int) -> Iterator[range]:
    """Yield the code points of one character map (OpenType, "cmap").

    The map may have subtables of the formats 4 and 12. If it has format 12, format 4 isn't read, because
    format 12 contains all its code points.
    """
    (count,) = struct.unpack_from(">H", data, start + 2)
    offsets = [start + struct.unpack_from(">4xI", data, start + 4 + 8 * number)[0] for number in range(count)]
    by_format: dict[int, set[int]] = {}
    for offset in offsets:
        by_format.setdefault(struct.unpack_from(">H", data, offset)[0], set()).add(offset)
    for offset in by_format.get(12, ()):
        yield from _ranges_of_groups(data, offset)
    if 12 not in by_format:
        for offset in by_format.get(4, ()):
            yield from (range(code, code + 1) for code in _ranges_of_segments(data, offset))


def _ranges_of_groups(data: bytes, at: int) -> Iterator[range]:
    """Yield the ranges of a subtable of format 12. All code points of a range have a shape."""
    (groups,) = struct.unpack_from(">I", data, at + 12)
    for group in range(groups):
        first, last = struct.unpack_from(">II", data, at + 16 + 12 * group)
        yield range(first, min(last, 0x10FFFF) + 1)


def _ranges_of_segments(data: bytes, at: int) -> Iterator[int]:
    """Yield the code points of a subtable of format 4. A code point with the glyph 0 has no shape."""
    (doubled,) = struct.unpack_from(">H", data, at + 6)
    segments = doubled // 2
    ends = struct.unpack_from(f">{segments}H", data, at + 14)
    starts, deltas, ranges = (
        struct.unpack_from(f">{segments}H", data, at + 16 + doubled * part) for part in (1, 2, 3)
    )
    for number, (first, last, delta, offset) in enumerate(zip(starts, ends, deltas, ranges, strict=True)):
        place = at + 16 + 3 * doubled + 2 * number + offset
        for code in range(first, min(last, 0xFFFE) + 1):
            glyph = struct.unpack_from(">H", data, place + 2 * (code - first))[0] if offset else code + delta
            if glyph & 0xFFFF:
                yield code
