"""Cards for virtual tables: single pictures, a ZIP of all, a deck for Tabletop Simulator, and its sheets."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from math import sqrt

from django.utils.text import slugify

from builder.exports.pdf.options import PaperOptions
from builder.exports.pdf.payload import JsonData
from builder.exports.pdf.text import BREAK
from builder.typesetting.orders import Order, data_text

PRINT_PPI = 300
MOST_PICTURES = 200
"""The maximum number of cards in a ZIP or a deck; each is typeset by itself."""
DECK_COLUMNS, DECK_ROWS = 4, 3
"""The cards on a sheet. Tabletop Simulator allows 10 by 7, which would be too small to read."""

_SHEET_PPI = 200
_SHEET_SIDE = 4096  # pixels, a size that every graphics card supports
_SHEET_PIXELS = 3_000_000  # each pixel takes eight bytes while it is drawn
_DAY = date(2000, 1, 1)  # a picture carries no date
_MM_AN_INCH = 25.4
_LONGEST_NAME = 40


def card_options(options: PaperOptions) -> PaperOptions:
    """Return the options of a paper for pictures of its cards: no blank ones, no cutting marks."""
    return replace(options, paper="cards", blank=0, crop=False, backs=True)


def card_picture_order(paper: JsonData, key: str) -> Order | None:
    """Return the order of a profile's first card; None if it has none."""
    card = next((card for card in paper["cards"] if card["key"] == key), None)
    if card is None:
        return None
    data = {**_on(paper, "picture"), "cards": [card]}
    return Order("cards", "png", _DAY.isoformat(), data_text(data), PRINT_PPI)


def zip_order(paper: JsonData) -> Order:
    """Return the order of a ZIP with all fronts and backs, named as card printers expect."""
    cards = paper["cards"][:MOST_PICTURES]
    data = {
        "paper": {**_on(paper, "picture"), "cards": cards},
        "names": [slugify(_name(card))[:_LONGEST_NAME].strip("-") or "card" for card in cards],
        "about": _about(paper, len(cards)),
    }
    return Order("cards", "zip", _DAY.isoformat(), data_text(data), PRINT_PPI)


def deck_order(paper: JsonData, faces: str, back: str) -> Order:
    """Return a saved object for Tabletop Simulator. In ``faces``, the address of a sheet, is "{number}"."""
    cards = paper["cards"][:MOST_PICTURES]
    data = {
        "paper": {**_on(paper, "picture"), "cards": cards},
        "names": [_name(card) for card in cards],
        "deck": {
            "name": paper["title"].replace(BREAK, ""),
            "about": f"{paper['system']}. The pictures are loaded from {back.partition('print/')[0]}: "
            "as long as the list is shared there.",
            "faces": faces,
            "back": back,
            "columns": DECK_COLUMNS,
            "rows": DECK_ROWS,
        },
    }
    return Order("cards", "json", _DAY.isoformat(), data_text(data))


def deck_sheet_order(paper: JsonData, number: int) -> Order:
    """Return a sheet of the deck as one picture, from 1; sheet 0 is the back."""
    card = paper["card"]
    side = [card["width"] / _MM_AN_INCH, card["height"] / _MM_AN_INCH]
    if number == 0:
        data = {**_on(paper, "picture"), "cards": []}
        return Order("cards", "png", _DAY.isoformat(), data_text(data), PRINT_PPI)
    wide, high = side[0] * DECK_COLUMNS, side[1] * DECK_ROWS
    ppi = int(min(_SHEET_PPI, _SHEET_SIDE / max(wide, high), sqrt(_SHEET_PIXELS / (wide * high))))
    sheet_order = _on(paper, "deck", DECK_COLUMNS, DECK_ROWS)
    data = {
        **sheet_order,
        "cards": paper["cards"][:MOST_PICTURES],
        "card": {**sheet_order["card"], "backs": False, "only": number},
    }
    return Order("cards", "png", _DAY.isoformat(), data_text(data), ppi)


def _on(paper: JsonData, what: str, columns: int = 1, rows: int = 1) -> JsonData:
    bleed = paper["card"]["bleed"] if what == "picture" else 0
    layout = {
        **paper["card"],
        "on": what,
        "columns": columns,
        "rows": rows,
        "is_landscape": False,
        "bleed": bleed,
    }
    return {**paper, "blank": 0, "date": "", "card": layout}


def _name(card: JsonData) -> str:
    name = str(card["name"]).replace(BREAK, "")
    return f"{name} {card['model']}" if card["model"] else name


def _about(paper: JsonData, cards: int) -> str:
    """Return the credits of the pictures, and how to use them."""
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
        paper["left"],
        f"{len(paper['cards']) - cards} more have no picture." if len(paper["cards"]) > cards else "",
        "",
        paper["credit"],
        paper["notice"],
    ]
    return "\n".join(lines) + "\n"
