"""The characters of a list that no font for papers has. Papers print them as boxes."""

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
_INVISIBLE_CATEGORIES = ("Cc", "Cf", "Zs", "Zl", "Zp")


class MissingLetters(NamedTuple):
    """The letters that no font has, and the names of the texts that contain them."""

    letters: tuple[str, ...]
    places: tuple[str, ...]


def missing_letters(document: Document, roster: int | None = None) -> MissingLetters:
    """Return the characters of a list that can't be printed.

    If ``roster`` is given, skip profiles that aren't in the roster with this index.
    """
    counts = {} if roster is None else document.rosters[roster].counts()
    profiles = [profile for profile in document.profiles if roster is None or counts[profile.key]]
    letters: dict[str, None] = {}
    places: dict[str, None] = {}
    list_texts = (
        document.name,
        document.setting,
        document.background,
        *(saved_roster.name for saved_roster in document.rosters),
    )
    texts = [("the list itself", "\n".join(list_texts))]
    texts += [(profile_name(profile.name), "\n".join(_texts_of(profile))) for profile in profiles]
    for place, text in texts:
        if missing := _unprintable_characters(text):
            letters |= dict.fromkeys(missing)
            places[place] = None
    return MissingLetters(tuple(letters), tuple(places))


def _unprintable_characters(text: str) -> list[str]:
    if text.isascii():
        return []
    signs = dict.fromkeys(clean(text))
    code_points = _code_points_of_all_fonts()
    return [sign for sign in signs if ord(sign) not in code_points and _is_visible(sign)]


def _is_visible(sign: str) -> bool:
    is_variation_selector = 0xFE00 <= ord(sign) <= 0xFE0F
    return unicodedata.category(sign) not in _INVISIBLE_CATEGORIES and not is_variation_selector


def _texts_of(profile: Profile) -> Iterator[str]:
    yield profile.name
    yield profile.notes
    yield from _design_texts(profile.design)


def _design_texts(design: Design) -> Iterator[str]:
    """Yield every text of a design, including codes, which have only letters that all fonts have."""
    yield from (value for value in design.values.values() if isinstance(value, str))
    yield from (weapon.name for weapons in design.weapons.values() for weapon in weapons)
    for pick in (pick for picks in design.picks.values() for pick in picks):
        yield from (value for value in pick.parameters.values() if isinstance(value, str))


def _code_points_of_all_fonts() -> frozenset[int]:
    return _code_points_with_extra_fonts(extra_fonts(settings.FONTS_FOLDER))


@lru_cache(maxsize=2)
def _code_points_with_extra_fonts(fonts: tuple[FontFile, ...]) -> frozenset[int]:
    return _code_points_of_program_fonts().union(*(_code_points_of_extra_font(file.path) for file in fonts))


def _code_points_of_extra_font(path: Path) -> frozenset[int]:
    """Return the code points of a font file that the operator added, or none if it is not a font."""
    try:
        return frozenset(_code_points_of_font(path))
    except (OSError, struct.error):
        return frozenset()


@cache
def _code_points_of_program_fonts() -> frozenset[int]:
    """Return the code points that are in a fallback font, or in both text fonts of a paper."""
    everywhere = frozenset[int]().union(*(_code_points_of_font(FONTS / name) for name in _FALLBACK_FONTS))
    sans, serif = (frozenset(_code_points_of_font(FONTS / name)) for name in _TEXT_FONTS)
    return everywhere | (sans & serif)


def _code_points_of_font(path: Path) -> Iterator[int]:
    """Return the code points in the character maps of a font file (TrueType, OpenType or a collection)."""
    data = path.read_bytes()
    map_offsets = {offset for font in _font_offsets(data) for offset in _map_offsets(data, font)}
    return chain.from_iterable({points for offset in map_offsets for points in _mapped_ranges(data, offset)})


def _font_offsets(data: bytes) -> tuple[int, ...]:
    """Return the offsets of the fonts in a font file, which may be a collection (OpenType, "ttcf")."""
    if not data.startswith(b"ttcf"):
        return (0,)
    (count,) = struct.unpack_from(">I", data, 8)
    return struct.unpack_from(f">{count}I", data, 12)


def _map_offsets(data: bytes, font_offset: int) -> list[int]:
    """Return the offsets of a font's character maps, which map code points to glyphs (OpenType, "cmap")."""
    (tables,) = struct.unpack_from(">H", data, font_offset + 4)
    records = (struct.unpack_from(">4s4xI", data, font_offset + 12 + 16 * number) for number in range(tables))
    return [offset for tag, offset in records if tag == b"cmap"]


def _mapped_ranges(data: bytes, map_offset: int) -> Iterator[range]:
    """Yield the code points of a character map.

    The map may have subtables of the formats 4 and 12. Format 12 contains all code points of format 4.
    """
    (count,) = struct.unpack_from(">H", data, map_offset + 2)
    records = (struct.unpack_from(">4xI", data, map_offset + 4 + 8 * number) for number in range(count))
    offsets_by_format: dict[int, set[int]] = {}
    for (relative_offset,) in records:
        offset = map_offset + relative_offset
        offsets_by_format.setdefault(struct.unpack_from(">H", data, offset)[0], set()).add(offset)
    for offset in offsets_by_format.get(12, ()):
        yield from _ranges_of_format_12(data, offset)
    if 12 not in offsets_by_format:
        for offset in offsets_by_format.get(4, ()):
            yield from (range(code, code + 1) for code in _code_points_of_format_4(data, offset))


def _ranges_of_format_12(data: bytes, offset: int) -> Iterator[range]:
    (groups,) = struct.unpack_from(">I", data, offset + 12)
    for group in range(groups):
        first, last = struct.unpack_from(">II", data, offset + 16 + 12 * group)
        yield range(first, min(last, 0x10FFFF) + 1)


def _code_points_of_format_4(data: bytes, subtable: int) -> Iterator[int]:
    """Yield the code points of a subtable of format 4. The glyph 0 means that a code point is missing."""
    (doubled_count,) = struct.unpack_from(">H", data, subtable + 6)
    segments = doubled_count // 2
    ends = struct.unpack_from(f">{segments}H", data, subtable + 14)
    starts, deltas, offsets = (
        struct.unpack_from(f">{segments}H", data, subtable + 16 + doubled_count * part) for part in (1, 2, 3)
    )
    for number, (first, last, delta, offset) in enumerate(zip(starts, ends, deltas, offsets, strict=True)):
        glyphs = subtable + 16 + 3 * doubled_count + 2 * number + offset
        for code in range(first, min(last, 0xFFFE) + 1):
            glyph = struct.unpack_from(">H", data, glyphs + 2 * (code - first))[0] if offset else code + delta
            if glyph & 0xFFFF:
                yield code
