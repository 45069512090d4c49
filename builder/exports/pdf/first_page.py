"""The data that fits on the first page of a paper, for previews.

All heights are in points. They are smaller than the real heights, so that a preview never has too little
data.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from builder.exports.pdf.budget import block_count
from builder.exports.pdf.card_sizes import MIN_LETTER_SIZE, POINTS_PER_MM
from builder.exports.pdf.payload import (
    Block,
    CardData,
    CardLayoutData,
    DesignSheetData,
    PaperData,
    ProfileData,
    Run,
    StampData,
    UnitData,
)
from builder.exports.pdf.text import BREAK

B = TypeVar("B", CardData, DesignSheetData)
T = TypeVar("T")

FORMS_ON_A_PAGE = 4

# The heights of a page and of its parts, in points.
_PAGE = 750.0
_LINE = 9.0
_PROFILE = 44.0
_UNIT = 32.0
_BATTLE_ROW = 26.0
_MEMBER = 12.0

_PAGE_WIDTH = 505.0  # in points
_LETTER_SIZE = 9.5  # in points
_LETTER_WIDTH = 0.36  # in letter sizes
_THIN_LETTER_WIDTH = 0.2  # in letter sizes
_THIN_LETTER = re.compile(r"[^a-zA-Z0-9\u00c0-\U0010ffff]|[Iijlft1r]")
_PARAGRAPH_GAP = 0.6  # in lines


class _BoxLayout(NamedTuple):
    """The layout of a page of boxes, which are cards or forms. Widths and sizes are in points."""

    boxes_per_page: int
    max_lines: int
    line_width: float
    letter_size: float


_FORMS = _BoxLayout(FORMS_ON_A_PAGE, 14, 490, 8.5)


def cut_to_first_page(data: PaperData) -> PaperData:
    """Return the data of the first page. If nothing was left out, its field "is_complete" is true.

    Totals and the verdict of the stamp are never cut.
    """
    if "profiles" in data:
        background, room = _first(data["background"], _PAGE, _block_height)
        profiles, room = _first(data["profiles"], room, _profile_height)
        if background == data["background"] and profiles == data["profiles"]:
            return data
        return {
            **data,
            "background": background,
            "profiles": profiles,
            "glossary": [],
            "is_complete": False,
        }
    if "summoned_rows" in data:
        max_rows = int(_PAGE / _BATTLE_ROW)
        rows = data["rows"][:max_rows]
        summoned_rows = data["summoned_rows"][: max_rows - len(rows)]
        stamp = _cut_errors(data["stamp"])
        if (rows, summoned_rows, stamp) == (data["rows"], data["summoned_rows"], data["stamp"]):
            return data
        return {
            **data,
            "rows": rows,
            "summoned_rows": summoned_rows,
            "stamp": stamp,
            "reminders": [],
            "explained": [],
            "glossary": [],
            "tables": [],
            "profile_notes": [],
            "is_complete": False,
        }
    if "entries" in data:
        height = _unit_height if data["has_units"] else _model_height
        entries, room = _first(data["entries"], _PAGE - _LINE * len(data["stamp"]["errors"]), height)
        summoned, room = _first(data["summoned"], room, height)
        stamp = _cut_errors(data["stamp"])
        if entries == data["entries"] and summoned == data["summoned"]:
            return {**data, "stamp": stamp}
        return {
            **data,
            "entries": entries,
            "summoned": summoned,
            "stamp": stamp,
            "reminders": [],
            "item_tables": [],
            "value_tables": [],
            "explained": [],
            "glossary": [],
            "tables": [],
            "is_complete": False,
        }
    if "sections" in data:
        return data
    layout = _cards_layout(data["card"]) if "cards" in data else _FORMS
    blank_count = min(data["blank_count"], layout.boxes_per_page)
    if "cards" in data:
        cards = _first_boxes(data["cards"], layout)
        is_complete = cards == data["cards"] and blank_count == data["blank_count"]
        return {**data, "cards": cards, "blank_count": blank_count, "is_complete": is_complete}
    forms = _first_boxes(data["forms"], layout)
    is_complete = forms == data["forms"] and blank_count == data["blank_count"]
    return {**data, "forms": forms, "blank_count": blank_count, "is_complete": is_complete}


def _cut_errors(stamp: StampData) -> StampData:
    return {**stamp, "errors": stamp["errors"][: int(_PAGE / _LINE)]}


def _first(items: Sequence[T], height: float, height_of: Callable[[T], float]) -> tuple[list[T], float]:
    """Return the items that begin within this height, and the height that remains."""
    fitting = []
    for item in items:
        if height <= 0:
            break
        fitting.append(item)
        height -= height_of(item)
    return fitting, height


def _unit_height(unit: UnitData) -> float:
    members = unit["members"]
    notes: float = sum(_block_height(block) for member in members for block in member["notes"])
    return _UNIT + _MEMBER * len(members) + notes


def _model_height(row: UnitData) -> float:
    (member,) = row["members"]
    lines: int = bool(member["traits"]) + len(member["weapon_rows"]) + member["models_with_boxes"] // 5
    return _PROFILE + lines * _LINE + sum(map(_block_height, member["notes"]))


def _profile_height(profile: ProfileData) -> float:
    lines = bool(profile["weapons"]) + bool(profile["traits"])
    lines += len(profile["errors"]) + len(profile["warnings"])
    return _PROFILE + lines * _LINE + sum(map(_block_height, profile["notes"]))


def _block_height(block: Block) -> float:
    columns = block["column_count"] if block["kind"] == "table" else 1
    runs = block["runs"] if block["kind"] in ("paragraph", "heading", "code") else ()
    lines = _min_width(runs) * _LETTER_SIZE // _PAGE_WIDTH
    return _LINE * max(block_count(block) // columns, lines)


def _min_width(runs: Sequence[Run]) -> float:
    """Return the least possible width of a text, in letter sizes."""
    text = "".join(run if isinstance(run, str) else run[1] for run in runs)
    if not text.isascii():
        text = "".join(sign for sign in text if sign != BREAK and unicodedata.category(sign)[0] != "M")
    thin_letters = len(_THIN_LETTER.findall(text))
    return _THIN_LETTER_WIDTH * thin_letters + _LETTER_WIDTH * (len(text) - thin_letters)


# ------------------------------------------------------------------ cards and forms


def _cards_layout(card: CardLayoutData) -> _BoxLayout:
    """Return the layout of cards that have as much text as possible: the smallest letters and no margins."""
    max_lines = int(card["height"] * POINTS_PER_MM / MIN_LETTER_SIZE)
    boxes_per_page = card["columns"] * card["rows"]
    return _BoxLayout(boxes_per_page, max_lines, card["width"] * POINTS_PER_MM, MIN_LETTER_SIZE)


def _first_boxes(boxes: Sequence[B], layout: _BoxLayout) -> list[B]:
    """Return the cards or forms that fit on a page. One with much text counts as several."""
    fitting: list[B] = []
    remaining = layout.boxes_per_page
    for box in boxes:
        if remaining <= 0:
            break
        fitting.append(box)
        lines = sum(
            _PARAGRAPH_GAP + 1 + _min_width(part["runs"]) * layout.letter_size // layout.line_width
            for part in box["paragraphs"]
        )
        remaining -= max(1, int(lines / layout.max_lines))
    return fitting
