"""The cards in a PDF: the letters of each card, and how much of its height is used."""

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from pypdfium2 import PdfDocument

from builder.exports.pdf.card_sizes import BLEED, CARD_SIZES, card_grid
from builder.exports.pdf.options import CardSize, PaperSize
from tests.support.pdf_pages import Pdf, PlacedLetter

_PPI = 144
_PPMM = _PPI / 25.4
_PAPER = 250  # brightness; lighter pixels are paper
_GAP = 3.0  # mm; larger spaces between two lines are empty
EDGE = 2.7  # mm from the edge without letters: 3 mm for a bad cut, less the overhang of a slanted f


class Place(NamedTuple):
    """The place of a card: its page, and its left and top in mm."""

    page: int
    left: float
    top: float


class CardPages:
    """A PDF of cards."""

    def __init__(
        self, pdf: Pdf, card: CardSize = "poker", size: PaperSize = "a4", *, bleed: bool = False
    ) -> None:
        self.pdf = pdf
        self.grid = card_grid(card, size, bleed=bleed)
        self.name, self.width, self.height = CARD_SIZES[card]
        self._bleed = BLEED * bleed

    def places(self, pages: range | None = None) -> Iterator[Place]:
        """Yield all places for cards, including empty places."""
        across, down = self.width + 2 * self._bleed, self.height + 2 * self._bleed
        left = (self.grid.paper_width - self.grid.columns * across) / 2 + self._bleed
        top = (self.grid.paper_height - self.grid.rows * down) / 2 + self._bleed
        for page in pages or range(len(self.pdf.pages)):
            for row in range(self.grid.rows):
                for column in range(self.grid.columns):
                    yield Place(page, left + column * across, top + row * down)

    @cached_property
    def _letters(self) -> list[list[PlacedLetter]]:
        return [list(self.pdf.letters(page)) for page in range(len(self.pdf.pages))]

    def letters(self, place: Place) -> list[PlacedLetter]:
        """Return the letters of the card at a place."""
        right, bottom = place.left + self.width, place.top + self.height
        return [
            letter
            for letter in self._letters[place.page]
            if place.left <= letter.left < right and place.top <= letter.top < bottom
        ]

    def cards(self) -> Iterator[tuple[Place, list[PlacedLetter]]]:
        """Yield the places of the cards that aren't empty, with their letters."""
        for place in self.places():
            if letters := self.letters(place):
                yield place, letters

    def cut_letters(self) -> list[PlacedLetter]:
        """Return the letters that are so near to the edge of their card that a bad cut could hit them."""
        return [
            letter
            for place, letters in self.cards()
            for letter in letters
            if letter.left < place.left + EDGE
            or letter.right > place.left + self.width - EDGE
            or letter.top < place.top + EDGE - 0.5
            or letter.bottom > place.top + self.height - EDGE
        ]

    @cached_property
    def _pictures(self) -> list[tuple[bytes, int]]:
        drawn = [page.render(scale=_PPI / 72, grayscale=True) for page in PdfDocument(self.pdf.content)]
        return [(bytes(picture.buffer), picture.stride) for picture in drawn]

    def fill(self, place: Place) -> float:
        """Return the share of a card's height within its edges that is used.

        Gaps of more than 3 mm are unused.
        """
        rows, stride = self._pictures[place.page]
        left, right = (int((place.left + more) * _PPMM) for more in (3.5, self.width - 3.5))
        first, last = (int((place.top + more) * _PPMM) for more in (3.5, self.height - 3.5))
        inked = [y for y in range(first, last) if min(rows[y * stride + left : y * stride + right]) < _PAPER]
        edges = [first, *inked, last]
        gaps = (after - before for before, after in pairwise(edges))
        return 1 - sum(gap for gap in gaps if gap > _GAP * _PPMM) / (last - first)

    def code(self, place: Place) -> tuple[float, float]:
        """Return the side in mm of the QR code in the middle of a card, and the width of the white around it.

        The width is in modules of the code, whose corner has a mark of seven modules. Return zeros if the
        card has no code.
        """
        rows, stride = self._pictures[place.page]
        first, last = (int((place.top + self.height * part) * _PPMM) for part in (0.32, 0.75))
        left, right = (int((place.left + more) * _PPMM) for more in (1, self.width - 1))
        lines = [rows[y * stride + left : y * stride + right] for y in range(first, last)]
        dark = [(y, [x for x, shade in enumerate(line) if shade < 80]) for y, line in enumerate(lines)]
        inked = [(y, xs) for y, xs in dark if xs]
        if not inked:
            return 0, 0
        top, across = inked[0]
        mark = next(x for x in range(across[0], right) if x not in across) - across[0]
        edge = min(min(xs) for _, xs in inked)
        side = max(max(xs) for _, xs in inked) - edge + 1
        return side / _PPMM, min(edge, right - left - edge - side, top) * 7 / mark
