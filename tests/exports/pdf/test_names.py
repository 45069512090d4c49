"""Players' texts are only text: they are never executed or dropped, and never leave their place."""

from collections.abc import Mapping
from typing import Any
from unicodedata import combining

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.points.document.document import Document
from builder.points.document.json_reader import DocumentError
from tests.support.pdf_pages import (
    PAPERS,
    SIZES,
    Paper,
    Size,
    document,
    fighter_profile,
    make_paper,
    outside_margins,
    without_spaces,
)

MARKUP = [
    '#panic("no")', "$x^2$", "*a* _b_", "@ref <label>", "a\\b \\u{41}", "// gone", "/* gone",
    '"q" \'s\'', "#sys.inputs.data", "[c]{d}", "= Head", "- item", "+ item", "`raw`", "~ -- --- ...",
    "#set page(width: 1pt)",
    "https://example.org/a_b", "</script>", "%PDF", "{{ 7 }}", "\\", "#",
]  # fmt: skip


@pytest.mark.parametrize("paper", PAPERS)
def test_markup_is_printed_literally(paper: Paper) -> None:
    pdf = make_paper(document([fighter_profile(name=name) for name in MARKUP], name=MARKUP[0]), paper)
    text = without_spaces(pdf.text)
    for name in MARKUP:
        assert without_spaces(name) in text, name


def test_markup_is_printed_literally_in_all_texts() -> None:
    words = '#panic("a") $b$ @c // d /* e'
    weapon = {"name": words, "range": 3, "properties": ["AP4"]}
    wonder = [{"code": "one-shot-wonder", "attack": words}]
    profile = fighter_profile(notes=words, design={"shooting_weapons": [weapon], "properties": wonder})
    list_document = document([profile], name=words, setting=words, background=words)
    for paper in PAPERS:
        assert without_spaces(make_paper(list_document, paper).text).count(without_spaces(words)) >= 2, paper


@pytest.mark.sampled(every=3)  # of 28: each paper with two names or three, each name on a paper at the least
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("W" * 200, "a4"),
        ("W" * 200, "letter"),
        ("nicht" * 40, "letter"),
        ("Ж" * 200, "a4"),
        ("🐉" * 100, "letter"),
        ("a b " * 50, "a4"),
        ("日" * 200, "letter"),
    ],
)
def test_the_longest_names_stay_in_their_boxes(name: str, paper: Paper, size: Size) -> None:
    weapon = {"name": name, "range": 12, "properties": ["FF12", "AP12"]}
    profile = fighter_profile(name=name, notes=name, design={"shooting_weapons": [weapon]})
    list_document = document([profile], name=name, setting=name, background=name)
    pdf = make_paper(list_document, paper, size=size)
    outside = outside_margins(pdf, size, paper)
    assert outside == []
    if pdf.accessible:  # a letter without a font is a box without text
        assert pdf.raw_text.count(name[0]) >= name.count(name[0])


def test_the_largest_numbers_stay_in_their_boxes() -> None:
    attributes = dict.fromkeys(("mov", "fgt", "shg", "tds", "cow", "arm", "ssv", "mgc"), 9_999)
    weapons = [
        {"name": f"Gun {n}", "range": 9_999, "properties": ["GB", "FF12", "AP12", "LA4"] * 20}
        for n in range(20)
    ]
    list_document = document(
        [fighter_profile(design={"attributes": attributes, "shooting_weapons": weapons}, max=9_999)]
    )
    for paper in PAPERS:
        pdf = make_paper(list_document, paper)
        outside = outside_margins(pdf, "a4", paper)
        assert outside == []
        assert "9999" in pdf.text
        assert "Gun 19" in pdf.text


@pytest.mark.parametrize("name", ["אביר אמיץ", "فارس شجاع"])
def test_numbers_follow_a_right_to_left_name(name: str) -> None:
    """A control character separates them, and the paper still meets its standard."""
    gun = {"name": "Gun", "range": 12, "properties": ["AP4"]}
    profile = fighter_profile(name=name, design={"shooting_weapons": [gun]})
    pdf = make_paper(document([profile]), "battle")
    assert pdf.accessible
    points = [letter for letter in pdf.letters(0) if letter.sign in name or letter.sign.isdigit()]
    first = next(at for at, point in enumerate(points) if point.sign in name)
    line = [point for point in points if abs(point.bottom - points[first].bottom) < 1.5]
    ends = max(letter.right for letter in line if letter.sign in name)
    begins = [letter.left for letter in line if letter.sign.isdigit() and letter.left < ends]
    assert len(begins) == 1  # "2 ×" before the name, and no points


@pytest.mark.parametrize("paper", ["cards", "battle"])
def test_words_of_thirty_letters_are_shrunk_and_not_broken(paper: Paper) -> None:
    """Next to the points of a card, and in the last column of the weapons."""
    name = "Donaudampfschifffahrtskapitän"
    gun = {"name": "Gun of the northern mountains and rivers", "range": 12, "properties": ["AP4"]}
    profiles = [
        fighter_profile(
            name=name,
            design={"shooting_weapons": [gun, {**gun, "properties": ["AP12", "FF12", "LA4", "GB"]}]},
        ),
        fighter_profile(name="Other"),
    ]
    shown = [word for word in make_paper(document(profiles), paper).text.split() if "Donau" in word]
    assert [word.strip(",.:") for word in shown] == [name] * len(shown)
    assert shown


def test_right_to_left_names_on_cards_keep_numbers_in_order() -> None:
    """A line that begins with a weapon's name isn't typeset from right to left."""
    gun = {"name": "רובה", "range": 12, "properties": ["AP4"]}
    pdf = make_paper(document([fighter_profile(name="Guard", design={"shooting_weapons": [gun]})]), "cards")
    name = next(letter for letter in pdf.letters() if letter.sign == "ר")
    reach = next(letter for letter in pdf.letters() if letter.sign == "R")
    assert abs(name.bottom - reach.bottom) < 1.5
    assert name.right < reach.left


def signs() -> st.SearchStrategy[str]:
    """Return any text, with characters that are hard to typeset."""
    odd = st.sampled_from(
        [*MARKUP, "\u200d", "\ufe0f", "\u0301" * 30, "\u202e", "\x00", "\t", "\n", "🏳️‍🌈", "Ǆ", "ﷺ"]
    )
    return st.lists(st.one_of(st.text(max_size=12), odd), max_size=6).map("".join)


@given(name=signs(), notes=signs(), paper=st.sampled_from(PAPERS), size=st.sampled_from(sorted(SIZES)))
def test_any_text_can_be_printed(name: str, notes: str, paper: Paper, size: Size) -> None:
    list_document = _document_or_none(
        [fighter_profile(name=name, notes=notes)], {"background": notes, "setting": name}
    )
    if list_document is None:
        return
    pdf = make_paper(list_document, paper, size=size)
    assert len(pdf.pages) >= 1
    if any(map(combining, name + notes)):  # marks are stacked above their letter, however many they are
        name, notes = _without_marks(name), _without_marks(notes)
        list_document = document([fighter_profile(name=name, notes=notes)], background=notes, setting=name)
        pdf = make_paper(list_document, paper, size=size)
    assert outside_margins(pdf, size, paper) == []


def _without_marks(text: str) -> str:
    return "".join(sign for sign in text if not combining(sign))


def _document_or_none(profiles: list[dict[str, Any]], more: Mapping[str, str]) -> Document | None:
    """Return the document, or None if a text in it is rejected."""
    try:
        return document(profiles, **more)
    except DocumentError:
        return None
