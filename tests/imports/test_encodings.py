"""The possible encodings of bytes, most probable first, and the letters that an encoding lacks."""

import pytest

from builder.encodings import UnwritableError, encode, possible_readings
from tests.support.cpu import without_hanging

WORDS = [
    ("Zażółć gęślą jaźń", "cp1250"),
    ("“Müller” – Café", "cp1252"),
    ("Der Ägir und Größe", "cp1252"),
    ("Şövalye İğne", "cp1254"),
    ("Żbik ąę Łódź", "iso8859-2"),
    ("Łódź ąęż", "cp852"),
    ("Größe über", "cp850"),
    ("名前 狼", "cp932"),
]


@pytest.mark.parametrize(("text", "code"), WORDS)
def test_the_right_encoding_is_offered_and_usually_first(text: str, code: str) -> None:
    readings = possible_readings(f"Name;Mov\n{text};6\n".encode(code))
    assert f"{text};6" in [reading.lines[0] for reading in readings]
    if code != "cp1254":  # as probable as those of cp1252
        assert readings[0].code == code
    assert len({reading.lines for reading in readings}) == len(readings) <= 7


def test_common_encodings_are_offered_however_unlikely() -> None:
    codes = [reading.code for reading in possible_readings("Zażółć".encode("cp1250"))]
    assert {"cp1250", "cp1252"} <= set(codes)


def test_lines_are_shown_from_shortly_before_the_letters_in_doubt() -> None:
    (line,) = possible_readings(b"a" * 500 + b"\xe9" + b"b" * 500)[0].lines
    assert line == f"…{'a' * 30}é{'b' * 39}…"


def test_binary_data_has_no_encoding() -> None:
    assert possible_readings(bytes(range(1, 256))) == []


@pytest.mark.parametrize(
    "data", [b"\xe9\n" * 400_000, b"\xbf\xf3\xb3" * 300_000, bytes(range(160, 250)) * 9_000]
)
def test_long_texts_are_judged_quickly(data: bytes) -> None:
    with without_hanging():
        possible_readings(data)


def test_characters_missing_from_an_encoding_are_reported_with_the_fix() -> None:
    assert encode("Żółw", "cp1250") == "Żółw".encode("cp1250")
    with pytest.raises(UnwritableError) as refused:
        encode("Żółw", "cp1252")
    assert str(refused.value) == (
        "Western European (cp1252) doesn't have “ł” (U+0142), “Ż” (U+017B): choose UTF-8 or Central European "
        "(cp1250) or Baltic (cp1257)."
    )
    with pytest.raises(UnwritableError, match=r"and 5 more: choose UTF-8\.$"):
        encode("狼名前山川田中人口日月火水木金"[:15], "cp1252")
