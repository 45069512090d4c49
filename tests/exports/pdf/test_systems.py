"""Papers know no game: a system of another shape, without play sheet or leader, prints too."""

import pytest

from builder.catalogue.play import list_sheet
from builder.catalogue.quick import quick_reference
from builder.exports.pdf import PaperOptions
from builder.exports.pdf.blanks import BlankPaper, blank_order
from builder.exports.pdf.events import EventCover, PrintedHandIn, event_order
from builder.exports.pdf.options import OF_ONE_ROSTER
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document
from builder.points.rules.catalogue import Catalogue
from builder.typesetting.worker import make_file
from tests.support import tin_soldiers as tin
from tests.support.designs import PUBLISHED
from tests.support.pdf_pages import (
    DAY,
    PAPERS,
    SIZES,
    Paper,
    Pdf,
    Size,
    large_text,
    outside_margins,
    typeset_paper,
    without_spaces,
)

pytestmark = pytest.mark.usefixtures("tin_soldiers")
OWN_WORDS = ("There is no such game.", "Guards", "Pike")
FOREIGN_WORDS = ("Mov", "Leader", "Wounds", "a wound", "vs Basic", "Range bands")


def nursery() -> Document:
    """A list of one band, and a roster of two of it."""
    entries = [{"profile": "guards", "count": 2}]
    rosters = [{"name": "Bedtime", "limit": 300, "entries": entries}]
    return tin.read(tin.document({"guards": tin.GUARDS}, rosters=rosters))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("paper", PAPERS)
def test_all_papers_of_every_game_print(paper: Paper, size: Size) -> None:
    options = PaperOptions(paper=paper, size=size, roster=0 if paper in OF_ONE_ROSTER else None)
    pdf = typeset_paper(nursery(), tin.TIN, options)
    assert outside_margins(pdf, size, paper) == []
    points = appraise(nursery(), tin.TIN).profiles[0].points
    for words in ("Tin Soldiers 0.1", str(points), "Fig", *OWN_WORDS):
        assert words in pdf.text, words
    for words in FOREIGN_WORDS:
        assert words not in pdf.text, words


LEAST_LETTERS = {"a4": 8, "letter": 7.5}  # in points


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("catalogue", PUBLISHED, ids=lambda catalogue: catalogue.system)
def test_quick_references_fit_on_one_side(catalogue: Catalogue, size: Size) -> None:
    pdf = Pdf(make_file(blank_order(catalogue, BlankPaper(kind="quick", size=size))))
    assert len(pdf.pages) == 1
    assert outside_margins(pdf, size, "quick") == []
    quick = quick_reference(catalogue)
    assert without_spaces(quick.missing) in without_spaces(pdf.text)
    read = large_text(pdf, LEAST_LETTERS[size])
    for section in quick.sections:
        for words in (section.name, *(row.text for row in section.rows)):
            assert without_spaces(words) in read, words


def test_rosters_use_the_games_unit() -> None:
    text = typeset_paper(nursery(), tin.TIN, PaperOptions(paper="roster", roster=0)).text
    points = appraise(nursery(), tin.TIN).rosters[0].points
    assert f"Pennies {points} of 300" in text
    assert "300 pennies" in text


def test_rosters_of_an_event_print_in_every_game() -> None:
    hand_in = PrintedHandIn(
        who="alice",
        when="now",
        sheet=list_sheet(nursery(), tin.TIN),
        fingerprints=(("Force", "k7q2-0m3x-9wtz-aaaa-b0b0"),),
    )
    head = EventCover(name="Bath night", club="Toys", day=DAY, limit=300, deadline="soon")
    text = Pdf(make_file(event_order(head, [hand_in, hand_in], tin.TIN, today=DAY))).text
    for words in ("Toys · 4 March 2026 · 300 pennies", "Pennies Soldiers", *OWN_WORDS):
        assert words in text, words
    for words in FOREIGN_WORDS:
        assert words not in text, words
