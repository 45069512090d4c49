"""The printed company list: each profile with its totals on one page, and the glossary."""

import re
from collections.abc import Mapping

import pytest

from builder.catalogue.files import bundled_catalogues
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document, parse_document
from tests.support.pdf_pages import (
    LINK,
    SIZES,
    Paper,
    Pdf,
    Size,
    busy,
    document,
    fighter_profile,
    fury_catalogue,
    make_paper,
    outside_margins,
    without_spaces,
)


@pytest.mark.parametrize("slug", ["drop-reavers", "heron-court", "sunken-foundry"])
def test_profiles_have_the_points_of_the_appraisal(
    slug: str, sample_values: dict[str, dict[str, object]]
) -> None:
    document = parse_document(sample_values[slug], bundled_catalogues())
    text = make_paper(document).text
    for profile, sums in zip(document.profiles, appraise(document, fury_catalogue()).profiles, strict=True):
        limit = f" Max {profile.max}" if profile.max else ""
        assert f"{profile.name}{limit} {sums.points} points" in text
    assert document.setting in text


def test_sheets_show_values_above_points(reavers: Document, papers: Mapping[Paper, Pdf]) -> None:
    text = papers["list"].text
    heads = "Mov Fgt Shg Tds Cow CW SW Arm SSv Mgc Sz CD"
    assert text.count(heads) == len(reavers.profiles)
    # The captain: each value with its points, as on page 13, except the sum of his pistol.
    captain = text[text.index("Captain Max 1") : text.index("First out of the hatch")]
    assert f"{heads} 6 8 8 24 8 16 3 24 3 24 B 0 R4 AP4 9 12 0" in captain
    assert captain.count("d8 100") == 1
    assert "Energy pistol R4 AP4 9" in captain


def test_background_notes_and_glossary_can_be_omitted(reavers: Document, papers: Mapping[Paper, Pdf]) -> None:
    full, bare = papers["list"].text, make_paper(reavers, background=False, glossary=False).text
    for words in ("Fuel is dear", "First out of the hatch", "Raiders who fall", "Glossary"):
        assert words in full
        assert words not in bare


def test_the_glossary_explains_only_what_is_used(papers: Mapping[Paper, Pdf]) -> None:
    glossary = papers["list"].text.partition("Glossary")[2]
    for words in ("Camouflage", "FF8 Fast Firing", "AP4 Armour Piercing", "H Heavy", "LA4 Limited Ammo"):
        assert words in glossary
    for words in ("Flier", "Undead", "Heal", "X Extreme"):
        assert words not in glossary
    camouflage = next(entry for entry in fury_catalogue().properties if entry.code == "camouflage")
    assert f"Camouflage {camouflage.summary} p. {camouflage.page}" in glossary


@pytest.mark.parametrize("size", SIZES)
def test_forty_full_profiles_are_neither_cropped_nor_split(size: Size) -> None:
    company = busy(40)
    pdf = make_paper(company, size=size, link=LINK)
    assert outside_margins(pdf, size) == []
    assert pdf.size == SIZES[size]
    total = appraise(company, fury_catalogue()).profiles[0].points
    for profile in company.profiles:
        pages = [page for page in pdf.pages if profile.name in page]
        assert len(pages) == 1
        start = pages[0].index(profile.name)
        own = pages[0][start : start + 900]
        assert f"{profile.name} {total} points" in own
        assert "Mesmerising 50" in own.partition("Model properties")[2]


def test_no_heading_is_alone_at_the_end_of_a_page() -> None:
    pdf = make_paper(busy(25))
    for page in pdf.pages:
        body = page.partition(" Unbridled Fury 0.9.0 · ")[0]
        assert not re.search(r"(marshes \d+ points|Glossary|properties|stat line)$", body), body[-80:]


def test_profiles_longer_than_a_page_continue() -> None:
    notes = " ".join(f"word{n}" for n in range(2500))
    pdf = make_paper(document([fighter_profile(notes=notes[:20_000])]))
    seen = without_spaces("".join(re.sub(r"Unbridled Fury 0\.9\.0 · .*", "", page) for page in pdf.pages))
    assert without_spaces(notes[:19_000]) in seen
    assert outside_margins(pdf, "a4") == []


def test_markdown_is_typeset_without_pictures_and_html() -> None:
    background = (
        "A *slanted* and **bold** line.\n\n- first\n- second\n\n7. seventh\n\n> quoted\n\n"
        "| head | tail |\n|---|---|\n| one | two |\n\n"
        "![a banner](https://example.org/b.png) <b>loud</b> [here](https://example.org/p)"
    )
    text = make_paper(document([], background=background)).text
    assert "A slanted and bold line." in text
    for words in ("• first", "7. seventh", "quoted", "head tail one two", "a banner", "<b>loud</b>"):
        assert words in text
    assert "here (https://example.org/p)" in text
    assert "b.png" not in text


def test_very_large_markdown_tables_stay_text() -> None:
    background = "|" * 3000 + "\n" + "|-" * 2999 + "|\n" + "|\n" * 3000
    assert len(make_paper(document([], background=background)).pages) < 80


def test_empty_and_unnamed_lists_print() -> None:
    text = make_paper(document([], name="", rosters=[])).text
    assert text.startswith("Unnamed list")
    assert "page 1 of 1" in text


def test_errors_and_missing_prices_are_printed_in_words() -> None:
    wrong = fighter_profile(
        design={"attributes": {"mov": 40, "fgt": 6, "shg": 0, "tds": 5, "cow": 5}}, name="Too fast"
    )
    list_document = document([wrong])
    appraisal = appraise(list_document, fury_catalogue()).profiles[0]
    assert appraisal.points is None
    text = make_paper(list_document).text
    assert f"Too fast {appraisal.total.points}+ points" in text
    assert "Needs a price for Mov 40." in text
    error = next(finding for finding in appraisal.findings if finding.level == "error")
    assert f"Error: {error.message} (p. {error.page})" in text
