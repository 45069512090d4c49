"""The data that fits on the first page of a paper, for previews.

All heights are in points. They are smaller than the real heights, so that a preview never has too little
data.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import NamedTuple

from builder.exports.pdf.budget import block_count
from builder.exports.pdf.card_sizes import MIN_LETTER_SIZE, POINTS_PER_MM
from builder.exports.pdf.markdown import Run
from builder.exports.pdf.payload import JsonData
from builder.exports.pdf.text import BREAK

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


def cut_to_first_page(data: JsonData) -> JsonData:
    """Return the data of the first page. If nothing was left out, its field "is_complete" is true.

    Totals and the verdict of the stamp are never cut.
    """
    first_page, errors = dict(data), data["stamp"]["errors"] if "stamp" in data else []
    if errors:
        first_page["stamp"] = {**data["stamp"], "errors": errors[: int(_PAGE / _LINE)]}
    if "profiles" in data:
        first_page["background"], room = _first(data["background"], _PAGE, _block_height)
        first_page["profiles"], room = _first(data["profiles"], room, _profile_height)
        cut_fields = ["background", "profiles"]
        later_fields = ["glossary"]
    elif "summoned_rows" in data:
        max_rows = int(_PAGE / _BATTLE_ROW)
        first_page["rows"] = data["rows"][:max_rows]
        first_page["summoned_rows"] = data["summoned_rows"][: max_rows - len(first_page["rows"])]
        cut_fields = ["rows", "summoned_rows", "stamp"]
        later_fields = ["reminders", "explained", "glossary", "tables", "profile_notes"]
    elif "entries" in data:
        height = _unit_height if data["has_units"] else _model_height
        first_page["entries"], room = _first(data["entries"], _PAGE - _LINE * len(errors), height)
        first_page["summoned"], room = _first(data["summoned"], room, height)
        cut_fields = ["entries", "summoned"]
        later_fields = ["reminders", "item_tables", "value_tables", "explained", "glossary", "tables"]
    elif "sections" in data:
        cut_fields, later_fields = ["sections"], []
    else:
        kind = "cards" if "cards" in data else "forms"
        layout = _cards_layout(data["card"]) if kind == "cards" else _FORMS
        first_page[kind] = _first_boxes(data[kind], layout)
        first_page["blank_count"] = min(data["blank_count"], layout.boxes_per_page)
        cut_fields, later_fields = [kind, "blank_count"], []
    first_page["is_complete"] = all(first_page[kind] == data[kind] for kind in cut_fields)
    return first_page if first_page["is_complete"] else {**first_page, **{kind: [] for kind in later_fields}}


def _first(
    items: Sequence[JsonData], height: float, height_of: Callable[[JsonData], float]
) -> tuple[list[JsonData], float]:
    """Return the items that begin within this height, and the height that remains."""
    fitting = []
    for item in items:
        if height <= 0:
            break
        fitting.append(item)
        height -= height_of(item)
    return fitting, height


def _unit_height(unit: JsonData) -> float:
    members = unit["members"]
    notes: float = sum(_block_height(block) for member in members for block in member["notes"])
    return _UNIT + _MEMBER * len(members) + notes


def _model_height(row: JsonData) -> float:
    (member,) = row["members"]
    lines: int = bool(member["traits"]) + len(member["weapon_rows"]) + member["models_with_boxes"] // 5
    return _PROFILE + lines * _LINE + sum(map(_block_height, member["notes"]))


def _profile_height(profile: JsonData) -> float:
    lines = bool(profile["weapons"]) + bool(profile["traits"])
    lines += len(profile["errors"]) + len(profile["warnings"])
    return _PROFILE + lines * _LINE + sum(map(_block_height, profile["notes"]))


def _block_height(block: JsonData) -> float:
    columns: int = block.get("n", 1)
    lines = _min_width(block.get("t", ())) * _LETTER_SIZE // _PAGE_WIDTH
    return _LINE * max(block_count(block) // columns, lines)


def _min_width(runs: Sequence[Run]) -> float:
    """Return the least possible width of a text, in letter sizes."""
    text = "".join(run if isinstance(run, str) else run[1] for run in runs)
    if not text.isascii():
        text = "".join(sign for sign in text if sign != BREAK and unicodedata.category(sign)[0] != "M")
    thin_letters = len(_THIN_LETTER.findall(text))
    return _THIN_LETTER_WIDTH * thin_letters + _LETTER_WIDTH * (len(text) - thin_letters)


# ------------------------------------------------------------------ cards and forms


def _cards_layout(card: JsonData) -> _BoxLayout:
    """Return the layout of cards that have as much text as possible: the smallest letters and no margins."""
    max_lines = int(card["height"] * POINTS_PER_MM / MIN_LETTER_SIZE)
    boxes_per_page = card["columns"] * card["rows"]
    return _BoxLayout(boxes_per_page, max_lines, card["width"] * POINTS_PER_MM, MIN_LETTER_SIZE)


def _first_boxes(boxes: Sequence[JsonData], layout: _BoxLayout) -> list[JsonData]:
    """Return the cards or forms that fit on a page. One with much text counts as several."""
    fitting = []
    remaining = layout.boxes_per_page
    for box in boxes:
        if remaining <= 0:
            break
        fitting.append(box)
        lines = sum(
            _PARAGRAPH_GAP + 1 + _min_width(piece["t"]) * layout.letter_size // layout.line_width
            for piece in box["pieces"]
        )
        remaining -= max(1, int(lines / layout.max_lines))
    return fitting
