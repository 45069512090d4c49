"""The data that fits on the first page of a paper. A preview shows only this page.

All heights are in points. They are smaller than the real heights, so that a preview never has too little
data. Totals are never cut. The stamp says whether the roster is legal. Only its errors are cut.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import NamedTuple

from builder.exports.pdf.budget import block_count
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
# The width of a page and the size of its letters are in points. The widths of letters are in ems, which are
# multiples of the size.
_WIDTH = 505.0
_LETTER = 9.5
_EM = 0.36
_THIN_EM = 0.2
_THIN = re.compile(r"[^a-zA-Z0-9\u00c0-\U0010ffff]|[Iijlft1r]")
_GAP = 0.6  # in lines, between two paragraphs


class _BoxLayout(NamedTuple):
    """The layout of a page of boxes, which are cards or forms.

    ``on_a_page`` is the number of boxes on a page. ``lines`` is the maximum number of lines in a box.
    ``width`` is the width of a line in points. ``letter`` is the size of the letters in points.
    """

    on_a_page: int
    lines: int
    width: float
    letter: float


_FORMS = _BoxLayout(FORMS_ON_A_PAGE, 14, 490, 8.5)
_SMALLEST = 7.0  # letters of a card, in points
_MM = 72 / 25.4


def cut_to_first_page(data: JsonData) -> JsonData:
    """Return the data of the first page. If nothing was left out, its field "is_complete" is true."""
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
        first_page["blank_count"] = min(data["blank_count"], layout.on_a_page)
        cut_fields, later_fields = [kind, "blank_count"], []
    first_page["is_complete"] = all(first_page[kind] == data[kind] for kind in cut_fields)
    return first_page if first_page["is_complete"] else {**first_page, **{kind: [] for kind in later_fields}}


def _first(
    items: Sequence[JsonData], room: float, height: Callable[[JsonData], float]
) -> tuple[list[JsonData], float]:
    """Return the first items that fit into ``room`` points, and the points that remain.

    The last item may be cut by the end of the page.
    """
    fitting = []
    for item in items:
        if room <= 0:
            break
        fitting.append(item)
        room -= height(item)
    return fitting, room


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
    return _LINE * max(block_count(block) // columns, _width_in_ems(block.get("t", ())) * _LETTER // _WIDTH)


def _width_in_ems(runs: Sequence[Run]) -> float:
    """Return the least possible width of a text in ems."""
    text = "".join(run if isinstance(run, str) else run[1] for run in runs)
    if not text.isascii():
        text = "".join(sign for sign in text if sign != BREAK and unicodedata.category(sign)[0] != "M")
    thin = len(_THIN.findall(text))
    return _THIN_EM * thin + _EM * (len(text) - thin)


# ------------------------------------------------------------------ cards and forms


def _cards_layout(card: JsonData) -> _BoxLayout:
    """Return the layout of cards that have as much text as possible: the smallest letters and no margins."""
    lines = int(card["height"] * _MM / _SMALLEST)
    return _BoxLayout(card["columns"] * card["rows"], lines, card["width"] * _MM, _SMALLEST)


def _first_boxes(boxes: Sequence[JsonData], layout: _BoxLayout) -> list[JsonData]:
    """Return the cards or forms that fit on a page. One with much text takes the room of several."""
    fitting = []
    left = layout.on_a_page
    for box in boxes:
        if left <= 0:
            break
        fitting.append(box)
        lines = sum(
            _GAP + 1 + _width_in_ems(piece["t"]) * layout.letter // layout.width for piece in box["pieces"]
        )
        left -= max(1, int(lines / layout.lines))
    return fitting
