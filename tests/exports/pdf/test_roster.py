"""The roster for play: the leader first, boxes for each model, and whether it is legal."""

from collections.abc import Mapping
from datetime import date
from typing import Any

import pytest

from builder.catalogue.files import bundled_catalogues
from builder.catalogue.play import list_sheet
from builder.exports.pdf.options import PaperOptions
from builder.exports.pdf.papers import paper_data
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document, parse_document
from tests.support.pdf_pages import (
    SIZES,
    Paper,
    Pdf,
    Size,
    document,
    fighter_profile,
    fury_catalogue,
    make_paper,
    outside_margins,
    over_card_edges,
)

Json = dict[str, Any]


def data_of(document: Document) -> Json:
    """Return the template's data of the first roster."""
    options = PaperOptions(paper="roster", roster=0)
    return dict(paper_data(list_sheet(document, fury_catalogue()), options, date(2026, 3, 4), ""))


def book_roster(sample_values: Json) -> Document:
    """Return the roster on page 13: captain, sergeant, five of the infantry."""
    picks = (("captain", 1), ("sergeant", 1), ("reaver", 5))
    entries = [{"profile": key, "count": count} for key, count in picks]
    rosters = [{"name": "Drop Infantry", "limit": 750, "entries": entries}]
    return parse_document({**sample_values["drop-reavers"], "rosters": rosters}, bundled_catalogues())


def test_the_rulebooks_roster_is_stamped_three_points_over(sample_values: Json) -> None:
    text = make_paper(book_roster(sample_values), "roster").text
    assert "NOT LEGAL" in text
    assert "753 of 750" in text
    assert "753 points, 3 over the 750" in text
    assert "7 of 30" in text


@pytest.mark.parametrize("slug", ["drop-reavers", "heron-court", "sunken-foundry"])
def test_sample_rosters_are_stamped_legal_with_their_totals(slug: str, sample_values: Json) -> None:
    document = parse_document(sample_values[slug], bundled_catalogues())
    for index, sums in enumerate(appraise(document, fury_catalogue()).rosters):
        text = make_paper(document, "roster", roster=index).text
        assert "LEGAL" in text
        assert "NOT LEGAL" not in text
        assert f"{sums.points} of {sums.limit}" in text
        for line in sums.entries:
            assert f"{line.points} points" in text


def test_the_leader_and_the_command_die_come_first() -> None:
    follower, leader = (
        fighter_profile(name="Follower"),
        fighter_profile(name="Leader of all", design={"command_die": "d8"}),
    )
    text = make_paper(document([follower, leader]), "roster").text
    assert text.index("Leader Leader of all Command Die d8") < text.index("2 × Leader of all")
    assert text.index("2 × Leader of all") < text.index("2 × Follower")


def test_two_leaders_are_listed_separately() -> None:
    both = [
        fighter_profile(name="First", design={"command_die": "d8"}),
        fighter_profile(name="Second", design={"command_die": "d8"}),
    ]
    text = make_paper(document(both), "roster").text
    assert "Leader First Command Die d8 Leader Second Command Die d8" in text


def test_a_missing_leader_is_reported() -> None:
    assert "Leader None" in make_paper(document([fighter_profile()]), "roster").text


def test_weapons_show_five_range_bands_and_armour_modifiers() -> None:
    bow = {"name": "Bow", "range": 7, "properties": ["AP8"]}
    spray = {"name": "Spray", "range": 3, "properties": ["S"]}
    text = make_paper(document([fighter_profile(design={"shooting_weapons": [bow, spray]})]), "roster").text
    # The example of page 34, and AP8 on page 35.
    assert "Bow R7 AP8 7″ ±0 14″ −1 21″ −2 28″ −3 35″ −4 −d8 −d4 –" in text
    # A spray ends at twice its band, page 42.
    assert "Spray R3 S 3″ ±0 6″ −1 – – – – – –" in text


def test_reminders_are_printed_once_with_their_page(sample_values: Json) -> None:
    text = make_paper(parse_document(sample_values["heron-court"], bundled_catalogues()), "roster").text
    remember = text.partition("To remember")[2]
    losses = "The Heron Queen (267 points), Reed Sorcerer (259 points) or Heron Knight (205 points)"
    assert remember.count(f"Losing {losses} forces Cow checks") == 1
    assert "bring 1 model of Reed Wight" in remember
    assert "Reed Sorcerer: Bring a figure or marker for the effect of each spell. p. 36" in remember


def test_summoned_profiles_and_other_forms_are_printed(sample_values: Json) -> None:
    document = parse_document(sample_values["heron-court"], bundled_catalogues())
    along = make_paper(document, "roster").text.partition("Also bring")[2]
    assert "Reed Wight Mov" in along.replace(" 140 points", "")
    assert "Heron Knight on Foot" in along


def test_the_glossary_has_a_page_of_its_own(papers: Mapping[Paper, Pdf]) -> None:
    pages = papers["roster"].pages
    assert [page.startswith("Glossary") for page in pages] == [False] * (len(pages) - 1) + [True]
    assert "To remember" in pages[-2]


def test_without_points_findings_are_still_printed(reavers: Document) -> None:
    text = make_paper(reavers, "roster", points=False, glossary=False).text
    for hidden in ("739", "205", "76", "98", "360"):
        assert hidden not in text
    assert "Night drop" in text
    assert "LEGAL" in text


def test_errors_of_profiles_make_the_roster_illegal() -> None:
    wrong = fighter_profile(
        name="Too fast", design={"attributes": {"mov": 13, "fgt": 6, "shg": 0, "tds": 5, "cow": 5}}
    )
    stamp = data_of(document([wrong, fighter_profile(name="Left at home")]))["stamp"]
    assert stamp["status"] == "Not legal"
    assert any(error["text"].startswith("Too fast: ") for error in stamp["errors"])


def test_empty_rosters_missing_profiles_and_zero_counts_print() -> None:
    rosters = [
        {"name": "", "limit": 0, "entries": []},
        {
            "name": "Ghosts",
            "limit": 750,
            "entries": [{"profile": "gone", "count": 2}, {"profile": "p0", "count": 0}],
        },
    ]
    list_document = document([fighter_profile()], rosters=rosters)
    for index, sums in enumerate(appraise(list_document, fury_catalogue()).rosters):
        text = make_paper(list_document, "roster", roster=index).text
        assert ("NOT LEGAL" in text) == any(finding.level == "error" for finding in sums.findings)
        assert f"{sums.models} " in text


@pytest.mark.parametrize("size", SIZES)
def test_large_rosters_are_not_cropped(size: Size) -> None:
    entries = [{"profile": "p0", "count": 9_999}, {"profile": "p1", "count": 40}]
    list_document = document(
        [fighter_profile(name="Gnat"), fighter_profile(name="Rat")],
        rosters=[{"name": "All", "limit": 1000, "entries": entries}],
    )
    pdf = make_paper(list_document, "roster", size=size)
    assert "and 9899 more models" in pdf.text
    assert outside_margins(pdf, size) == []


def test_models_without_a_card_are_named() -> None:
    """Two profiles of 300 models: 600, of which 400 have a card."""
    entries = [{"profile": key, "count": 300} for key in ("p0", "p1")]
    rosters = [{"name": "Horde", "limit": 1000, "entries": entries}]
    horde = document([fighter_profile(), fighter_profile()], rosters=rosters)
    pdf = make_paper(horde, "cards", roster=0, per="model")
    assert "200 more models have no card" in pdf.text
    assert over_card_edges(pdf, "a4") == []
    assert "no card" not in make_paper(horde, "cards").text


@pytest.mark.parametrize("size", SIZES)
def test_cards_for_each_model_are_numbered(size: Size, reavers: Document) -> None:
    pdf = make_paper(reavers, "cards", roster=0, per="model", size=size)
    assert over_card_edges(pdf, size) == []
    for place in range(1, 5):
        assert f"{place} of 4" in pdf.text
    assert pdf.text.count("Captain 205") == 1
    assert "Breacher" not in pdf.text
