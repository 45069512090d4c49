"""Words that are too wide for their line get invisible places to break."""

import pytest

from builder.exports.pdf.text import BREAK, breakable, printable_line, shorten


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Featherstone-Holmes of Lower Upperton", "Featherstone-Holmes of Lower Upperton"),
        ("abcdefghijklnopqrstu-short", "abc|def|ghi|jkl|nop|qrs|tu-short"),
        ("--------------------", "---|---|---|---|---|---|--"),
        ("1234567890-1234567890", "123|456|789|0-1|234|567|890"),
        ("क्" * 9 + "ष", "क्" * 9 + "ष"),
        ("मममममममक्षमममममममममम", "ममम|ममम|मक्ष|ममम|ममम|ममम|म"),
        ("mmmmmmmmmm", "m|m|m|m|m|m|m|m|m|m"),
        ("นักรบผู้กล้าหาญแห่งขุนเขา", "นักรบผู้กล้าหาญแห่งขุนเขา"),
    ],
)
def test_words_break_at_hyphens_first(text: str, shown: str) -> None:
    assert breakable(text, 18) == shown.replace("|", BREAK)


@pytest.mark.parametrize("name", ["גיבור חיל", "فارس شجاع", "Ali علي"])
def test_lines_continue_left_to_right_after_right_to_left_names(name: str) -> None:
    """Once, however often a text is prepared. Names of other scripts don't change."""
    shown = printable_line(name)
    assert (shown, printable_line(shown), shorten(name * 9, 12)[-2:]) == (f"{name}\u200e", shown, "…\u200e")
    assert printable_line("Ночной дозор") == "Ночной дозор"
