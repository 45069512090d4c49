"""Orders of cards for playing online: single pictures, a ZIP of all cards, and a deck for Tabletop Simulator.

A sheet is a picture with several cards of a deck. ``paper`` is the data of a paper of cards (``paper_data``).
"""

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from typing import Literal

from django.utils.text import slugify

from builder.exports.pdf.options import PaperOptions
from builder.exports.pdf.payload import CardData, CardLayoutData, CardsPaperData
from builder.exports.pdf.text import BREAK
from builder.exports.pdf.typesetter import order_of
from builder.typesetting.orders import Order

PRINT_PPI = 300
MAX_CARD_PICTURES = 200
"""The maximum number of cards in a ZIP or a deck, because each card is typeset by itself."""
DECK_COLUMNS, DECK_ROWS = 4, 3
"""The columns and rows of a sheet. Tabletop Simulator allows 10 by 7, but such small cards can't be read."""

_MAX_SHEET_PPI = 200
_MAX_SHEET_SIDE = 4096  # pixels, a size that every graphics card supports
_MAX_SHEET_PIXELS = 3_000_000  # each pixel takes eight bytes while it is drawn
_MM_PER_INCH = 25.4
_MAX_NAME_LENGTH = 40


def card_options(options: PaperOptions) -> PaperOptions:
    """Return the options for pictures of the cards: with backs, without blank cards and cutting marks."""
    return replace(options, paper="cards", blank=0, crop=False, backs=True)


def card_picture_order(paper: CardsPaperData, key: str) -> Order | None:
    """Return the order of the picture of a profile's first card, or None if it has no card."""
    card = next((card for card in paper["cards"] if card["key"] == key), None)
    if card is None:
        return None
    data: CardsPaperData = {**_with_layout(paper, "picture"), "cards": [card]}
    return order_of("cards", "png", data, ppi=PRINT_PPI)


def zip_order(paper: CardsPaperData) -> Order:
    """Return the order of a ZIP with all fronts and backs, named as printers of cards expect."""
    cards = paper["cards"][:MAX_CARD_PICTURES]
    data = {
        "paper": {**_with_layout(paper, "picture"), "cards": cards},
        "names": [slugify(_name(card))[:_MAX_NAME_LENGTH].strip("-") or "card" for card in cards],
        "about": _about_text(paper, len(cards)),
    }
    return order_of("cards", "zip", data, ppi=PRINT_PPI)


def deck_order(paper: CardsPaperData, sheet_url: str, back_url: str) -> Order:
    """Return the order of the JSON file that Tabletop Simulator loads as a deck.

    ``sheet_url`` is the address of a sheet, with "{number}" in place of its number.
    """
    cards = paper["cards"][:MAX_CARD_PICTURES]
    data = {
        "paper": {**_with_layout(paper, "picture"), "cards": cards},
        "names": [_name(card) for card in cards],
        "deck": {
            "name": paper["title"].replace(BREAK, ""),
            "about": f"{paper['system']}. The pictures are loaded from {back_url.partition('print/')[0]}: "
            "as long as the list is shared there.",
            "sheet_url": sheet_url,
            "back_url": back_url,
            "columns": DECK_COLUMNS,
            "rows": DECK_ROWS,
        },
    }
    return order_of("cards", "json", data)


def deck_sheet_order(paper: CardsPaperData, number: int) -> Order:
    """Return the order of the picture of a sheet, numbered from 1. The number 0 is the back of the cards."""
    if number == 0:
        data: CardsPaperData = {**_with_layout(paper, "picture"), "cards": []}
        return order_of("cards", "png", data, ppi=PRINT_PPI)
    # The size of the sheet in inches.
    width = paper["card"]["width"] / _MM_PER_INCH * DECK_COLUMNS
    height = paper["card"]["height"] / _MM_PER_INCH * DECK_ROWS
    max_ppi_for_pixels = sqrt(_MAX_SHEET_PIXELS / (width * height))
    ppi = int(min(_MAX_SHEET_PPI, _MAX_SHEET_SIDE / max(width, height), max_ppi_for_pixels))
    sheet_data = _with_layout(paper, "deck", DECK_COLUMNS, DECK_ROWS)
    data = {
        **sheet_data,
        "cards": paper["cards"][:MAX_CARD_PICTURES],
        "card": {**sheet_data["card"], "backs": False, "sheet_number": number},
    }
    return order_of("cards", "png", data, ppi=ppi)


def _with_layout(
    paper: CardsPaperData, layout: Literal["picture", "deck"], columns: int = 1, rows: int = 1
) -> CardsPaperData:
    """Return the paper with another layout of its cards."""
    bleed = paper["card"]["bleed"] if layout == "picture" else 0
    card: CardLayoutData = {
        **paper["card"],
        "layout": layout,
        "columns": columns,
        "rows": rows,
        "is_landscape": False,
        "bleed": bleed,
    }
    return {**paper, "blank_count": 0, "date": "", "card": card}


def _name(card: CardData) -> str:
    name = str(card["name"]).replace(BREAK, "")
    return f"{name} {card['model']}" if card["model"] else name


def _about_text(paper: CardsPaperData, card_count: int) -> str:
    """Return the text of the ZIP's file ``about.txt``."""
    card = paper["card"]
    size = f"{card['width']:g} x {card['height']:g} mm"
    lines: Sequence[str] = [
        paper["title"].replace(BREAK, ""),
        paper["system"],
        *(f"{label} {code}" for label, code in paper["fingerprints"]),
        "",
        f"Cards of {size}, {PRINT_PPI} pixels an inch"
        + (f", with {card['bleed']:g} mm beyond each edge to be cut off." if card["bleed"] else "."),
        "Each number is one card, front and back.",
        paper["omitted_note"],
        f"{len(paper['cards']) - card_count} more have no picture."
        if len(paper["cards"]) > card_count
        else "",
        "",
        paper["credit"],
        paper["notice"],
    ]
    return "\n".join(lines) + "\n"
