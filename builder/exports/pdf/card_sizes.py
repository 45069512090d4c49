"""The sizes of cards and their letters, and the number of cards on a sheet of paper."""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import NamedTuple

from builder.exports.pdf.options import Accent, CardSize, PaperOptions, PaperSize
from builder.exports.pdf.payload import CardData, CardLayoutData, ParagraphData
from builder.exports.pdf.text import BREAK

BLEED = 3.0
"""The width in millimetres of the strip that is printed beyond each edge of a card and cut off."""
MIN_MARGIN = 6.0
"""The margin of the paper in millimetres. The cutting marks are in the margin."""

_PAPERS: Mapping[PaperSize, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}


class CardDimensions(NamedTuple):
    """The name of a size of cards, with width and height in millimetres."""

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
"""The colours behind a card's white name. They are dark, for black-and-white printers."""


class CardGrid(NamedTuple):
    """The columns and rows of cards on a sheet of paper, and the size of the paper in millimetres."""

    columns: int
    rows: int
    paper_width: float
    paper_height: float

    @property
    def cards(self) -> int:
        """The number of cards on the sheet."""
        return self.columns * self.rows

    @property
    def is_landscape(self) -> bool:
        """Whether the paper is wider than high."""
        return self.paper_width > self.paper_height


def card_grid(card: CardSize, paper: PaperSize, *, bleed: bool) -> CardGrid:
    """Return the grid with the most cards. Prefer portrait."""
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


def card_layout(options: PaperOptions) -> CardLayoutData:
    """Return the template data about the sizes of the cards and of the paper."""
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
        "paper_width": grid.paper_width,
        "paper_height": grid.paper_height,
    }


# ------------------------------------------------------------------ letters


MIN_LETTER_SIZE, LETTER_SIZE_STEP, MAX_LETTER_SIZE = 7.0, 0.5, 16.0
"""The possible sizes of the letters on a card, in points. The template has the same numbers."""

POINTS_PER_MM = 72 / 25.4
_AVERAGE_LETTER_WIDTH = 0.43  # in letter sizes
_BOXES_IN_A_ROW = 11


def guess_letter_sizes(cards: Sequence[CardData], card: CardSize) -> list[CardData]:
    """Return the cards with a guess of the size of their letters, the field "level".

    A level is the number of steps above the smallest size. The template measures the guessed level first, and
    other levels if the guess is wrong. So a wrong guess takes time, but doesn't change the card.
    """
    width, height = (side * POINTS_PER_MM for side in CARD_SIZES[card][1:])
    line_width, max_height = width * 8 / 9, height - width / 9
    levels = range(int((MAX_LETTER_SIZE - MIN_LETTER_SIZE) / LETTER_SIZE_STEP), 0, -1)
    return [
        {
            **card_data,
            "level": next(
                (
                    level
                    for level in levels
                    if _estimate_height(card_data, MIN_LETTER_SIZE + LETTER_SIZE_STEP * level, line_width)
                    <= max_height
                ),
                0,
            ),
        }
        for card_data in cards
    ]


def _estimate_height(card: CardData, letter_size: float, line_width: float) -> float:
    """Return the approximate height of a card in points."""
    extra = letter_size - MIN_LETTER_SIZE
    value_size, label_size = 11 + 1.4 * extra, 6.5 + 0.3 * extra
    cell_widths = [
        max(len(label) * label_size, len(value) * value_size) * (_AVERAGE_LETTER_WIDTH + 0.04) + 5.4
        for label, value in zip(card["labels"], card["cells"], strict=True)
    ]
    rows = ceil(sum(cell_widths) / line_width)
    head = 0.96 * (11 + 1.1 * extra + (8 if card["tags"] or card["is_leader"] else 0)) + 9
    stat_line = rows * (0.96 * label_size + 0.86 * value_size + 4.5)
    boxes = card["wounds"] + sum(len(track["signs"]) for track in card["tracks"]) + card["has_shield"]
    foot = 6 + 13 * ceil(boxes / _BOXES_IN_A_ROW) if boxes else 0
    lines = sum(
        ceil(_letter_count(paragraph) * _AVERAGE_LETTER_WIDTH * letter_size / line_width + 0.1)
        for paragraph in card["paragraphs"]
    )
    return head + stat_line + foot + lines * 1.08 * letter_size + 0.2 * letter_size * len(card["paragraphs"])


def _letter_count(paragraph: ParagraphData) -> int:
    return sum(len(text) - text.count(BREAK) for _, text in paragraph["runs"])
