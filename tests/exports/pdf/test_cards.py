"""Cards and design sheets: boxes of a fixed size with readable text."""

import re
from collections.abc import Mapping
from typing import Any

import pytest

from builder.exports.pdf.options import PaperOptions
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document
from tests.support.crimson_dusk import DUSK
from tests.support.designs import catalogue_for, read_document
from tests.support.pdf_pages import (
    LINK,
    SIZES,
    Size,
    busy,
    document,
    fighter_profile,
    fury_catalogue,
    make_paper,
    outside_margins,
    over_card_edges,
    typeset_paper,
    without_spaces,
)

LONG = " ".join(f"word{n}" for n in range(2000))


@pytest.mark.parametrize("size", SIZES)
def test_nine_cards_are_on_a_page(size: Size) -> None:
    pdf = make_paper(
        document([fighter_profile(name=f"Number {n}") for n in range(10)]), "cards", size=size, link=LINK
    )
    assert len(pdf.pages) == 2
    assert [page.count("Number") for page in pdf.pages] == [9, 1]
    assert over_card_edges(pdf, size) == []


@pytest.mark.parametrize("size", SIZES)
def test_a_full_card_continues_on_the_next(size: Size) -> None:
    company = busy(3)
    pdf = make_paper(company, "cards", size=size)
    assert over_card_edges(pdf, size) == []
    first = re.findall(r"card 1 of (\d)", pdf.text)
    assert len(first) == 3
    for count in first:
        assert pdf.text.count(f"card {count} of {count}") >= 1
    for entry in fury_catalogue().properties:
        if entry.code in ("fearless", "mesmerising", "hard-as-nails"):
            assert pdf.text.count(entry.summary.replace("-d6", "−d6")) == 3


def test_very_long_notes_continue_on_more_cards() -> None:
    pdf = make_paper(document([fighter_profile(notes=LONG)]), "cards")
    assert over_card_edges(pdf, "a4") == []
    for number in range(2000):
        assert f"word{number} " in f"{pdf.text} "


def test_an_empty_profile_has_a_card_with_its_name(
    sample_values: Mapping[str, dict[str, Any]],
) -> None:
    company = sample_values["quarry-line"]
    bare = [profile for profile in company["profiles"] if profile["key"] == "weighbridge"]
    only = read_document({**company, "profiles": bare, "rosters": []})
    pdf = typeset_paper(only, DUSK, PaperOptions(paper="cards"))
    assert "Weighbridge office" in pdf.text


def test_cards_can_be_blank() -> None:
    pdf = make_paper(document([fighter_profile()]), "cards", blank=10)
    assert len(pdf.pages) == 2
    assert pdf.text.count("Mov Fgt Shg") + pdf.text.count("Mov") >= 11
    assert len(make_paper(document([]), "cards").pages) == 1


def test_cards_without_meanings_and_points(reavers: Document) -> None:
    bare = make_paper(reavers, "cards", glossary=False, points=False, background=False).text
    assert "Model properties: Scout, Camouflage, Night Vision" in bare
    assert "205" not in bare
    assert "First out of the hatch" not in bare


@pytest.mark.parametrize("size", SIZES)
def test_there_are_four_design_sheets_on_a_page(size: Size) -> None:
    company = busy(9)
    pdf = make_paper(company, "sheets", size=size, link=LINK)
    assert len(pdf.pages) == 3
    assert outside_margins(pdf, size) == []
    first = appraise(company, fury_catalogue()).profiles[0]
    subtotal = sum(line.points or 0 for line in first.lines if line.group in ("properties", "spells"))
    assert f"Properties sub-total {subtotal}" in pdf.pages[0]
    assert f"Points {first.points}" in pdf.pages[0]
    assert [page.count("Profile name") for page in pdf.pages] == [4, 4, 1]


def test_the_longest_name_fits_the_header_of_design_sheets(
    sample_values: Mapping[str, dict[str, Any]],
) -> None:
    crew = read_document({**sample_values["second-opinion"], "name": "Ysabeau-Wilhelmina " * 10})
    catalogue = catalogue_for(crew)
    pdf = typeset_paper(crew, catalogue, PaperOptions(paper="sheets"))
    assert outside_margins(pdf, "a4", "sheets") == []
    name = [letter for letter in pdf.letters(0) if letter.bottom < 26]
    assert sum(letter.sign == "Y" for letter in name) == 10, "above the first form"


def test_full_forms_continue_on_another() -> None:
    pdf = make_paper(document([fighter_profile(name="Talker", notes=LONG)]), "sheets")
    assert "Talker (continued)" in pdf.text
    assert outside_margins(pdf, "a4") == []
    assert without_spaces("word0 word1 word2") in without_spaces(pdf.text)
    for number in range(2000):
        assert f"word{number} " in f"{pdf.text} "


@pytest.mark.parametrize("size", SIZES)
def test_blank_sheets_have_all_boxes_empty(size: Size, reavers: Document) -> None:
    pdf = make_paper(reavers, "sheets", blank=5, size=size)
    assert [page.count("Profile name") for page in pdf.pages] == [4, 1]
    for words in (
        "Mov Fgt Shg Tds Cow CW SW Arm SSv Mgc Sz CD",
        "Model properties",
        "Spells",
        "Properties sub-total",
    ):
        assert words in pdf.pages[0]
    assert "Captain" not in pdf.text


def test_a_chosen_roster_limits_the_profiles(reavers: Document) -> None:
    text = make_paper(reavers, "sheets", roster=0).text
    assert "Sergeant" in text
    assert "Breacher" not in text
