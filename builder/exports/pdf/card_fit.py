"""About how large the letters of a card can be: the size with which the template begins to measure.

A guess that is off costs the template a measurement, which takes as long as typesetting the card, and changes
nothing of the card.
"""

from collections.abc import Sequence
from math import ceil

from builder.exports.pdf.card_sizes import CARD_SIZES
from builder.exports.pdf.options import CardSize
from builder.exports.pdf.profiles import JsonData
from builder.exports.pdf.text import BREAK

SMALLEST, STEP, LARGEST = 7.0, 0.5, 16.0
"""Points of the letters of a card; the template knows the same."""

_MM = 72 / 25.4
_EM = 0.43  # about as wide as a letter is
_BOXES_IN_A_ROW = 11


def guess_sizes(cards: Sequence[JsonData], card: CardSize) -> list[JsonData]:
    """The cards, each with the "level" to begin with: how many steps above the smallest letters."""
    width, height = (side * _MM for side in CARD_SIZES[card][1:])
    inner, tall = width * 8 / 9, height - width / 9
    levels = range(int((LARGEST - SMALLEST) / STEP), 0, -1)
    return [
        {**one, "level": next((n for n in levels if _height(one, SMALLEST + STEP * n, inner) <= tall), 0)}
        for one in cards
    ]


def _height(card: JsonData, size: float, inner: float) -> float:
    """About how tall a card is with letters of a size."""
    more = size - SMALLEST
    value, label = 11 + 1.4 * more, 6.5 + 0.3 * more
    cells = [
        max(len(name) * label, len(text) * value) * (_EM + 0.04) + 5.4
        for name, text in zip(card["labels"], card["cells"], strict=True)
    ]
    rows = ceil(sum(cells) / inner)
    head = 0.96 * (11 + 1.1 * more + (8 if card["tags"] or card["leads"] else 0)) + 9
    stats = rows * (0.96 * label + 0.86 * value + 4.5)
    boxes = card["wounds"] + sum(len(track["signs"]) for track in card["tracks"]) + card["shield"]
    foot = 6 + 13 * ceil(boxes / _BOXES_IN_A_ROW) if boxes else 0
    text = sum(ceil(_letters(piece) * _EM * size / inner + 0.1) for piece in card["pieces"])
    return head + stats + foot + text * 1.08 * size + 0.2 * size * len(card["pieces"])


def _letters(piece: JsonData) -> int:
    return sum(len(text) - text.count(BREAK) for _, text in piece["t"])
