"""Papers of very large lists: they say what was left out, and nothing else is missing."""

import json
from collections import Counter

import pytest

from builder.catalogue.play import list_sheet
from builder.exports.json import to_json_text
from builder.exports.pdf import budget, details
from builder.exports.pdf.first_page import cut_to_first_page
from builder.exports.pdf.markdown import parse_blocks
from builder.exports.pdf.options import ROSTER_PAPERS, PaperOptions
from builder.exports.pdf.papers import paper_data
from builder.exports.pdf.payload import Run
from builder.exports.pdf.typesetter import order_of
from builder.points.document.document import Document
from builder.typesetting.worker import make_file
from tests.support.pdf_pages import (
    DAY,
    PAPERS,
    Paper,
    Pdf,
    Size,
    document,
    fighter_profile,
    fury_catalogue,
    make_paper,
    without_spaces,
)

WORDS = " ".join(f"word{n}" for n in range(2_000))[:19_000]
SHORT = "Small notes stand whole, always."
CUT_NOTICE = without_spaces(budget.SHORTENED)
PICKS = [
    {"code": entry.code}
    for entry in fury_catalogue().properties
    if entry.group == "model" and not entry.parameters
]
ALL_PICKS = (PICKS * 4)[:100]


def document_with_notes(profiles: int, notes: str = WORDS) -> Document:
    """Return this number of profiles with long notes, and a last one with short notes."""
    return document(
        [*(fighter_profile(notes=notes) for _ in range(profiles)), fighter_profile(notes=SHORT, name="Curt")]
    )


@pytest.mark.parametrize("paper", PAPERS)
def test_notes_that_fit_are_complete(paper: Paper) -> None:
    text = without_spaces(make_paper(document_with_notes(2), paper).text)
    assert text.count(without_spaces(SHORT)) == 1
    assert text.count("word0word1word2") == 2
    assert CUT_NOTICE not in text


@pytest.mark.parametrize("paper", PAPERS)
def test_long_notes_are_shortened_evenly_and_marked(paper: Paper) -> None:
    pdf = make_paper(document_with_notes(25), paper)
    text = without_spaces(pdf.text)
    assert text.count(CUT_NOTICE) == 25
    assert text.count(without_spaces(SHORT)) == 1
    # 60,000 letters for 25 profiles: at least 2,300 each, cut at a word.
    printed = Counter(pdf.text.split())
    assert {printed[word] for word in WORDS[:2_300].split()[:-1]} == {25}
    assert printed["word400"] == 0


def test_the_background_shares_the_space_of_notes() -> None:
    list_document = document(
        [fighter_profile(notes=WORDS) for _ in range(20)], background="The river and its two banks."
    )
    text = without_spaces(make_paper(list_document).text)
    assert without_spaces("The river and its two banks.") in text
    assert text.count(CUT_NOTICE) == 20
    bare = without_spaces(make_paper(list_document, background=False).text)
    assert CUT_NOTICE not in bare


def test_shortened_texts_stay_complete_in_the_document() -> None:
    stored = json.loads(to_json_text(document_with_notes(25), fury_catalogue()))
    assert [profile["notes"] for profile in stored["profiles"]] == [WORDS] * 25 + [SHORT]


@pytest.mark.sampled(every=9)  # of 28: each paper, with other notes
@pytest.mark.parametrize(
    "notes",
    [
        "- item\n" * 2_800,
        "a\n\n" * 6_000,
        "a\\\n" * 6_000,
        "```\n" + "a\n" * 9_000 + "```",
        "> - a\n\n" * 2_500,
        "| a | b |\n|---|---|\n" + "| a | b |\n" * 600,
        "1. a\n   - b\n\n" * 1_500,
    ],
)
@pytest.mark.parametrize("paper", PAPERS)
def test_lines_items_and_cells_are_limited_too(notes: str, paper: Paper) -> None:
    pdf = make_paper(document_with_notes(2, notes), paper)
    text = without_spaces(pdf.text)
    assert text.count(CUT_NOTICE) == 2
    assert without_spaces(SHORT) in text
    assert len(pdf.pages) < 80


def test_cards_for_each_model_share_the_space_of_notes() -> None:
    entries = [{"profile": "p0", "count": 90}, {"profile": "p1", "count": 1}]
    rosters = [{"name": "Many", "limit": 90_000, "entries": entries}]
    list_document = document(
        [fighter_profile(notes=WORDS[:2_000]), fighter_profile(notes=SHORT)], rosters=rosters
    )
    text = without_spaces(make_paper(list_document, "cards", roster=0, per="model", glossary=False).text)
    assert text.count(CUT_NOTICE) == 90
    assert text.count(without_spaces(SHORT)) == 1


def runs_of(text: str) -> list[Run]:
    (block,) = parse_blocks(text)
    assert block["kind"] == "paragraph"
    return block["runs"]


def test_a_url_is_printed_once_for_several_links() -> None:
    notes = "[a]: https://example.org/" + "b" * 300 + "\n\n" + "[a] " * 4_000
    runs = [run for run in runs_of(notes) if isinstance(run, str)]
    assert sum("bbb" in run.replace("\u200b", "") for run in runs) == 1
    assert sum(len(run) for run in runs) < 20_000


@pytest.mark.parametrize("letter", ["x", "[", "W", "日", "🐉"])
def test_long_words_break_at_suitable_places(letter: str) -> None:
    word = letter * 20_000
    text = "".join(run for run in runs_of(word) if isinstance(run, str))
    assert text.replace("\u200b", "") == word
    parts = text.split("\u200b")
    assert len(parts) <= 7_000
    assert max(map(len, parts)) <= 6


@pytest.mark.sampled(every=5)  # the list
@pytest.mark.parametrize("paper", PAPERS)
def test_omitted_details_are_reported_and_small_profiles_stay_complete(paper: Paper) -> None:
    weapons = [{"name": f"Gun {n}", "range": 9, "properties": ["FF4", "AP8"] * 50} for n in range(8)]
    heavy = {"properties": ALL_PICKS, "shooting_weapons": weapons}
    profiles = [fighter_profile(design=heavy, name=f"Laden {n}") for n in range(40)]
    pdf = make_paper(document([*profiles, fighter_profile(["fearless", "scout"], name="Light")]), paper)
    text = without_spaces(pdf.text)
    assert text.count(CUT_NOTICE) >= 40
    for number in range(40):
        assert f"Laden{number}" in text
    light = text[text.rindex("Light") :]
    assert "Fearless" in light
    assert "Scout" in light
    assert CUT_NOTICE not in light.partition("Glossary")[0].partition("Toremember")[0]


def test_boxes_of_many_models_are_replaced_by_a_number() -> None:
    entries = [{"profile": f"p{n}", "count": 9_999} for n in range(60)] + [{"profile": "p60", "count": 3}]
    rosters = [{"name": "Horde", "limit": 1_000_000, "entries": entries}]
    list_document = document([fighter_profile() for _ in range(61)], rosters=rosters)
    options = PaperOptions(paper="roster", roster=0)
    data = paper_data(list_sheet(list_document, fury_catalogue()), options, DAY, "")
    assert "entries" in data
    created = [member for row in data["entries"] for member in row["members"]]
    assert sum(entry["models_with_boxes"] for entry in created) <= details.MAX_MODELS_WITH_BOXES
    assert all(
        entry["models_with_boxes"] + entry["models_without_boxes"] == entry["count"] for entry in created
    )
    assert created[-1]["models_with_boxes"] == 3


def test_very_many_errors_of_a_roster_are_counted() -> None:
    profiles = [fighter_profile(design={"properties": ALL_PICKS}, name=f"Wrong {n}") for n in range(40)]
    text = make_paper(document(profiles), "roster").text
    assert "Wrong 0: " in text
    assert "more errors." in text


def first_pages(document: Document, paper: Paper, size: Size) -> tuple[Pdf, Pdf]:
    """Return a paper, and the source of its preview as a PDF."""
    options = PaperOptions(paper=paper, size=size, roster=0 if paper in ROSTER_PAPERS else None)
    full = paper_data(list_sheet(document, fury_catalogue()), options, DAY, "")
    first = cut_to_first_page(full)
    return Pdf(make_file(order_of(paper, "pdf", full, DAY))), Pdf(
        make_file(order_of(paper, "pdf", first, DAY))
    )


@pytest.mark.sampled(every=7)  # of 35: each paper, of other lists
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(
    ("kind", "size"),
    [
        ("plain", "a4"),
        ("busy", "letter"),
        ("talkative", "a4"),
        ("thin", "letter"),
        ("unseen", "a4"),
        ("lines", "letter"),
        ("wrong", "a4"),
    ],
)
def test_pictures_show_the_first_page_without_page_numbers(kind: str, paper: Paper, size: Size) -> None:
    profiles = {
        "plain": [fighter_profile() for _ in range(60)],
        "busy": [fighter_profile(["fearless", "scout", "climber"], notes=SHORT, max=2) for _ in range(60)],
        "talkative": [fighter_profile(notes=WORDS) for _ in range(40)],
        "thin": [fighter_profile(notes=("il. " * 400 + "\n\n") * 3) for _ in range(40)],
        "unseen": [fighter_profile(notes="i\u0301\u0301\u0301\u0301 " * 1_000) for _ in range(40)],
        "lines": [fighter_profile(notes="- a\n" * 30) for _ in range(60)],
        "wrong": [fighter_profile(["fearless"] * 9) for _ in range(60)],
    }[kind]
    list_document = document(profiles, background="" if kind == "plain" else "A river.\n\n" * 5)
    full, part = first_pages(list_document, paper, size)
    assert len(part.pages) <= max(5, len(full.pages) // 4)
    assert f"page 1 of {len(full.pages)}" in full.pages[0]
    assert "page 1 of" not in part.pages[0]
    assert part.pages[0] == full.pages[0].replace(f"page 1 of {len(full.pages)}", "page 1")


@pytest.mark.parametrize("paper", PAPERS)
def test_pictures_of_short_papers_count_the_pages(paper: Paper) -> None:
    full, part = first_pages(document([fighter_profile(["fearless"], notes=SHORT)]), paper, "a4")
    assert part.content == full.content
