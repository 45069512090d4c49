"""Cards of each size: letters as large as possible, full sheets, and backs aligned with their cards."""

import re
from collections.abc import Mapping
from itertools import pairwise
from statistics import mean
from typing import Any

import pytest
from pypdf import PdfReader

from builder.catalogue.files import bundled_catalogues
from builder.exports.pdf.card_sizes import CARD_SIZES, card_grid
from builder.exports.pdf.options import CARD_CODES, CardSize, PaperOptions, PaperSize
from builder.points.document.document import Document, parse_document
from tests.support.card_pages import CardPages
from tests.support.pdf_pages import LINK, Pdf, busy, document, fighter_profile, make_paper, typeset_paper

_FEWEST_LINES = 8


def letter_sizes(pdf: Pdf) -> Mapping[float, str]:
    """Return the texts of a PDF by their letter size in points."""
    result: dict[float, str] = {}

    def visit(text: str, _page: object, matrix: list[float], _font: object, size: float) -> None:
        points = round(abs(size * matrix[0]), 1)
        result[points] = result.get(points, "") + text

    for page in PdfReader(pdf.reader.stream).pages:
        page.extract_text(visitor_text=visit)
    return result


@pytest.fixture(scope="module")
def cards(reavers: Document) -> CardPages:
    """The cards of the rulebook's example list, with a QR code next to them."""
    return CardPages(make_paper(reavers, "cards", link=LINK))


def test_the_rulebooks_list_fits_on_one_sheet_of_cards(cards: CardPages) -> None:
    assert len(cards.pdf.pages) == 1
    assert len(list(cards.cards())) == 7
    assert cards.cut_letters() == []
    assert "shortened" not in cards.pdf.text


def test_cards_use_most_of_their_height(cards: CardPages) -> None:
    assert mean(cards.fill(place) for place, _ in cards.cards()) >= 0.85


def test_values_are_large_and_no_text_is_too_small(cards: CardPages) -> None:
    """Values are at least 11 points high, all other texts at least 6.5."""
    sizes = letter_sizes(cards.pdf)
    on_cards = {size: text for size, text in sizes.items() if not re.search("Brymora|Force|not aff", text)}
    assert min(size for size in on_cards if size > 5.5) >= 6.5
    assert {size for size, text in sizes.items() if re.search(r"\bd8\b.*", text) and size > 12}
    assert max(on_cards) >= 15


def last_lines(pages: CardPages) -> list[int]:
    """Return how many lines each continued card has below its heading."""
    lines = []
    for place, letters in pages.cards():
        text = "".join(letter.sign for letter in letters)
        if (match := re.search(r"card(\d)of(\d)", text)) and int(match[1]) > 1:
            below = [letter.bottom for letter in letters if letter.top > place.top + 10]
            rows = sorted(below)
            lines.append(1 + sum(after - before > 1.2 for before, after in pairwise(rows)))
    return lines


def test_continued_cards_have_several_lines() -> None:
    pages = CardPages(make_paper(busy(3), "cards"))
    assert pages.cut_letters() == []
    lines = last_lines(pages)
    assert lines
    assert min(lines) >= _FEWEST_LINES


@pytest.mark.parametrize(
    ("card", "size", "bleed", "cards_on_it"),
    [
        ("poker", "a4", False, 9),
        ("poker", "letter", False, 9),
        ("poker", "a4", True, 8),
        ("poker", "letter", True, 6),
        ("bridge", "a4", False, 10),
        ("tarot", "letter", False, 4),
        ("a6", "a4", False, 2),
    ],
)
def test_sheets_have_as_many_cards_as_fit(
    card: CardSize, size: PaperSize, bleed: bool, cards_on_it: int
) -> None:
    assert card_grid(card, size, bleed=bleed).cards == cards_on_it


def test_backs_are_aligned_with_their_cards(reavers: Document) -> None:
    """Seven cards in nine places: the third row has one card, whose back is on the right."""
    options = PaperOptions(paper="cards", backs=True, accent="blue")
    catalogue = bundled_catalogues()["unbridled-fury", "0.9.0"]
    prints = [("Models", "k7q2-0m3x")]
    outcome = typeset_paper(reavers, catalogue, options, link=LINK, fingerprints=prints, by="alice")
    pages = CardPages(outcome)
    assert len(pages.pdf.pages) == 2
    backs = [place for place, _ in pages.cards() if place.page == 1]
    fronts = [place for place, _ in pages.cards() if place.page == 0]
    assert sorted(round(210 - place.left - 63, 1) for place in backs) == sorted(
        round(place.left, 1) for place in fronts
    )
    back = pages.pdf.pages[1]
    assert back.count("by alice") == 7
    assert back.count("k7q2-0m3x") == 8  # and once below the cards
    assert back.count("Unbridled Fury 0.9.0") == 8


def test_backs_have_a_large_code_if_the_list_is_shared() -> None:
    """At least 12 mm, in four modules of white. Without a shared page there is none."""
    lone = document([fighter_profile(name="Lone")])
    with_code, without = (CardPages(make_paper(lone, "cards", backs=True, link=link)) for link in (LINK, ""))
    place, _ = next(card for card in with_code.cards() if card[0].page == 1)
    side, quiet = with_code.code(place)
    assert side >= 12
    assert quiet >= 4
    place, _ = next(card for card in without.cards() if card[0].page == 1)
    assert "A company" in without.pdf.pages[1]
    assert without.code(place) == (0, 0)


@pytest.mark.wide
@pytest.mark.parametrize("card", CARD_CODES)
def test_samples_of_all_games_print_as_cards_of_each_size(
    card: CardSize, sample_values: Mapping[str, dict[str, Any]]
) -> None:
    fills = []
    for value in sample_values.values():
        document = parse_document(value, bundled_catalogues())
        catalogue = bundled_catalogues()[document.system, document.edition]
        options = PaperOptions(paper="cards", card=card, crop=False)
        pages = CardPages(typeset_paper(document, catalogue, options), card)
        assert pages.cut_letters() == []
        assert min(last_lines(pages), default=_FEWEST_LINES) >= _FEWEST_LINES
        fills += [pages.fill(place) for place, _ in pages.cards()]
    assert mean(fills) >= 0.6
    assert CARD_SIZES[card].words in ("63 × 88 mm", "57 × 89 mm", "70 × 120 mm", "105 × 148 mm")
