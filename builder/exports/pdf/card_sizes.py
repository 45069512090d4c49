"""The sizes of cards and their letters, and the number of cards on a sheet of paper."""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import NamedTuple

from builder.exports.pdf.options import Accent, CardSize, PaperOptions, PaperSize
from builder.exports.pdf.payload import JsonData
from builder.exports.pdf.text import BREAK

BLEED = 3.0
"""The width in millimetres of the bleed, which is printed beyond each edge of a card and cut off."""
MIN_MARGIN = 6.0
"""The margin around the cards in millimetres.

The cutting marks are in the margin, and printers can't print on its outer edge.
"""

_PAPERS: Mapping[PaperSize, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}


class CardDimensions(NamedTuple):
    """A size of cards. ``width`` and ``height`` are in millimetres."""

    name: str
    width: float
    height: float

    @property
    def words(self) -> str:
        """The size as text, such as "63 × 88 mm"."""
        return f"{self.width:g} × {self.height:g} mm"


CARD_SIZES: Mapping[CardSize, CardDimensions] = {
    "poker": CardDimensions("Poker", 63, 88),
    "bridge": CardDimensions("Bridge", 57, 89),
    "tarot": CardDimensions("Tarot", 70, 120),
    "a6": CardDimensions("A6", 105, 148),
}

ACCENTS: Mapping[Accent, str] = {
    "none": "",
    "red": "#9c2a26",
    "amber": "#8a5a12",
    "green": "#2f6136",
    "blue": "#23527f",
    "violet": "#5c3f83",
    "slate": "#3d474d",
}
"""The colours of the band with the name of the card. White letters on it are readable without colours too."""


class CardGrid(NamedTuple):
    """The grid of cards on a sheet of paper.

    ``columns`` and ``rows`` are numbers of cards. ``width`` and ``height`` are those of the paper, in
    millimetres.
    """

    columns: int
    rows: int
    width: float
    height: float

    @property
    def cards(self) -> int:
        """The number of cards on the sheet."""
        return self.columns * self.rows

    @property
    def is_landscape(self) -> bool:
        """Whether the paper is wider than high."""
        return self.width > self.height


def card_grid(card: CardSize, paper: PaperSize, *, bleed: bool) -> CardGrid:
    """Return the grid with the most cards. If portrait and landscape have the same number, it is portrait."""
    return max(_grids(card, paper, bleed), key=lambda grid: grid.cards)


def _grids(card: CardSize, paper: PaperSize, bleed: bool) -> Iterator[CardGrid]:
    size, beyond = CARD_SIZES[card], 2 * BLEED * bleed
    short, long = _PAPERS[paper]
    for width, height in ((short, long), (long, short)):
        columns = int((width - 2 * MIN_MARGIN) // (size.width + beyond))
        rows = int((height - 2 * MIN_MARGIN) // (size.height + beyond))
        yield CardGrid(columns, rows, width, height)


def cards_on_a_page(options: PaperOptions) -> int:
    """Return the number of cards on a sheet of paper."""
    return card_grid(options.card, options.size, bleed=options.bleed).cards


def card_layout(options: PaperOptions) -> JsonData:
    """Return the data of the template about the sizes of the cards and of the sheet of paper."""
    size, grid = CARD_SIZES[options.card], card_grid(options.card, options.size, bleed=options.bleed)
    return {
        "layout": "sheet",
        "width": size.width,
        "height": size.height,
        "bleed": BLEED * options.bleed,
        "crop": options.crop,
        "backs": options.backs,
        "accent": ACCENTS[options.accent],
        "columns": grid.columns,
        "rows": grid.rows,
        "is_landscape": grid.is_landscape,
        "paper_width": grid.width,
        "paper_height": grid.height,
    }


# ------------------------------------------------------------------ letters


SMALLEST_LETTERS, LETTER_STEP, LARGEST_LETTERS = 7.0, 0.5, 16.0
"""The possible sizes of the letters on a card, in points. The template has the same numbers."""

_MM = 72 / 25.4
_EM = 0.43  # the average width of a letter, in letter sizes
_BOXES_IN_A_ROW = 11


def guess_letter_sizes(cards: Sequence[JsonData], card: CardSize) -> list[JsonData]:
    """Return the cards with the field "level", which is a guess of the size of the card's letters.

    A level is the number of steps above the smallest size. The template measures the guessed level first.
    If the guess is wrong, the template measures other levels. That takes time, but doesn't change the card.
    """
    width, height = (side * _MM for side in CARD_SIZES[card][1:])
    inner, tall = width * 8 / 9, height - width / 9
    levels = range(int((LARGEST_LETTERS - SMALLEST_LETTERS) / LETTER_STEP), 0, -1)
    return [
        {
            **card_data,
            "level": next(
                (n for n in levels if _height(card_data, SMALLEST_LETTERS + LETTER_STEP * n, inner) <= tall),
                0,
            ),
        }
        for card_data in cards
    ]


def _height(card: JsonData, size: float, inner: float) -> float:
    """Return the approximate height of a card. All numbers are in points.

    ``size`` is the size of the letters. ``inner`` is the width of the lines.
    """
    more = size - SMALLEST_LETTERS
    value, label = 11 + 1.4 * more, 6.5 + 0.3 * more
    cells = [
        max(len(name) * label, len(text) * value) * (_EM + 0.04) + 5.4
        for name, text in zip(card["labels"], card["cells"], strict=True)
    ]
    rows = ceil(sum(cells) / inner)
    head = 0.96 * (11 + 1.1 * more + (8 if card["tags"] or card["is_leader"] else 0)) + 9
    stats = rows * (0.96 * label + 0.86 * value + 4.5)
    boxes = card["wounds"] + sum(len(track["signs"]) for track in card["tracks"]) + card["has_shield"]
    foot = 6 + 13 * ceil(boxes / _BOXES_IN_A_ROW) if boxes else 0
    text = sum(ceil(_letters(piece) * _EM * size / inner + 0.1) for piece in card["pieces"])
    return head + stats + foot + text * 1.08 * size + 0.2 * size * len(card["pieces"])


def _letters(piece: JsonData) -> int:
    return sum(len(text) - text.count(BREAK) for _, text in piece["t"])
