"""Letters that no font has are reported before printing."""

import struct
from pathlib import Path

import pytest
from django.conf import LazySettings

from builder.exports.pdf.coverage import missing_letters
from tests.support.pdf_pages import Paper, document, fighter_profile, make_paper


@pytest.mark.parametrize(
    "text", ["Преображенский", "Ωμέγα", "שלום", "سلام", "Zoë – “x” ½ ″ ☠", "a\u0301", "👍🏽"]
)
def test_printable_characters_are_not_reported(text: str) -> None:
    assert missing_letters(document([fighter_profile(name=text)])).letters == ()


@pytest.mark.parametrize("paper", ["list", "cards"])
def test_hebrew_paragraphs_run_from_right_to_left(paper: Paper) -> None:
    """The first letter is right of the last, the first word at the margin. English lines don't change."""
    pdf = make_paper(document([fighter_profile(name="שלום עולם", notes="שלום עולם.\n\nPeace.")]), paper)
    letters = list(pdf.letters())
    names = [letter for letter in letters if letter.sign == "ש"]
    last = [letter for letter in letters if letter.sign == "ם"][-1]
    latin = [letter for letter in letters if letter.sign == "P"][-1]
    assert last.left < names[-1].left, "from right to left"
    assert names[0].left < names[-1].left, "a name stands where names stand"
    assert latin.left < last.left


def test_characters_missing_from_the_fonts_are_reported_with_their_places() -> None:
    profiles = [fighter_profile(name="Guard", notes="漢字漢"), fighter_profile(name="नायक")]
    rosters = [{"name": "One", "limit": 500, "entries": [{"profile": "p1", "count": 1}]}]
    list_document = document(profiles, rosters=rosters)
    everything = missing_letters(list_document)
    assert everything.letters[:2] == ("漢", "字")
    assert everything.places == ("Guard", "नायक")
    assert missing_letters(list_document, 0).places == ("नायक",)


def font_bytes(first: int, last: int, start: int = 0) -> bytes:
    """Return a font that has only a character map, at this offset in its file."""
    groups = struct.pack(">HHIIIIII", 12, 0, 28, 0, 1, first, last, 1)
    cmap = struct.pack(">HHHHI", 0, 1, 3, 10, 12) + groups
    head = struct.pack(">4sHHHH", b"\0\1\0\0", 1, 16, 0, 0)
    return head + struct.pack(">4sIII", b"cmap", 0, start + 28, len(cmap)) + cmap


def test_extra_fonts_are_used_once_installed(tmp_path: Path, settings: LazySettings) -> None:
    """A font, then also a collection of two. Files that aren't fonts or are truncated count as empty."""
    settings.FONTS_FOLDER = str(tmp_path / "fonts")
    list_document = document([fighter_profile(name="नथ漢")])
    assert missing_letters(list_document).letters == ("न", "थ", "漢")
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "one.OTF").write_bytes(font_bytes(ord("漢"), ord("漢")))
    assert missing_letters(list_document).letters == ("न", "थ")
    font = font_bytes(ord("थ"), ord("थ"), start=20)
    both = struct.pack(">4sIIII", b"ttcf", 0x10000, 2, 20, 20 + len(font)) + font
    both += font_bytes(ord("न"), ord("न"), start=len(both))
    (tmp_path / "fonts" / "two.ttc").write_bytes(both)
    (tmp_path / "fonts" / "broken.ttf").write_bytes(font[:30])
    (tmp_path / "fonts" / "words.ttf").write_bytes(b"no font at all")
    assert missing_letters(list_document).letters == ()
