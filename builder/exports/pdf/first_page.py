"""What can stand on the first page of a paper, so that its picture is made of no more than that.

Heights are in points and deliberately too small: a picture may be given too much, never too little.
Sums, totals and the stamp are left as they are.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from builder.exports.pdf.budget import block_count
from builder.exports.pdf.markdown import Run
from builder.exports.pdf.profiles import JsonData
from builder.exports.pdf.text import BREAK

FORMS_ON_A_PAGE = 4

_PAGE = 750.0
_LINE = 9.0
_PROFILE = 44.0
_UNIT = 32.0
_BATTLE_ROW = 26.0
_MEMBER = 12.0
_WIDTH = 505.0
_LETTER = 9.5
_EM = 0.36
_THIN_EM = 0.2
_THIN = re.compile(r"[^a-zA-Z0-9\u00c0-\U0010ffff]|[Iijlft1r]")
_GAP = 0.6  # of a line, between two paragraphs


class _BoxLayout(NamedTuple):
    """Cards or forms: how many stand on a page, and at most how many lines of which width in which size."""

    on_a_page: int
    lines: int
    width: float
    letter: float


_FORMS = _BoxLayout(FORMS_ON_A_PAGE, 14, 490, 8.5)
_SMALLEST = 7.0  # letters of a card, in points
_MM = 72 / 25.4


def cut_to_first_page(data: JsonData) -> JsonData:
    """The data of a paper without what stands on later pages; "whole" says whether nothing was left out."""
    made = dict(data)
    if "profiles" in data:
        made["background"], room = _first_blocks(data["background"], _PAGE)
        made["profiles"], room = _first_profiles(data["profiles"], room)
        kinds = ["background", "profiles"]
        left_out = ["glossary"]
    elif "force" in data:
        most = int(_PAGE / _BATTLE_ROW)
        made["stamp"] = {**data["stamp"], "errors": data["stamp"]["errors"][: int(_PAGE / _LINE)]}
        made["force"] = data["force"][:most]
        made["along"] = data["along"][: most - len(made["force"])]
        kinds = ["force", "along", "stamp"]
        left_out = ["remember", "explained", "glossary", "tables", "noted"]
    elif "entries" in data:
        errors = data["stamp"]["errors"]
        made["stamp"] = {**data["stamp"], "errors": errors[: int(_PAGE / _LINE)]}
        made["entries"], room = _first_profiles(data["entries"], _PAGE - _LINE * len(errors))
        made["brought"], room = _first_profiles(data["brought"], room)
        kinds = ["entries", "brought"]
        left_out = ["remember", "items", "values", "explained", "glossary", "tables"]
    else:
        kind = "cards" if "cards" in data else "forms"
        layout = _cards_layout(data["card"]) if kind == "cards" else _FORMS
        made[kind] = _first_boxes(data[kind], layout)
        made["blank"] = min(data["blank"], layout.on_a_page)
        kinds, left_out = [kind, "blank"], []
    made["whole"] = all(made[kind] == data[kind] for kind in kinds)
    return made if made["whole"] else {**made, **{kind: [] for kind in left_out}}


def _first_profiles(found: Sequence[JsonData], room: float) -> tuple[list[JsonData], float]:
    """The first profiles, as long as there is room, and the room that they leave."""
    stored = []
    for profile in found:
        if room <= 0:
            break
        stored.append(profile)
        room -= _profile_height(profile)
    return stored, room


def _profile_height(profile: JsonData) -> float:
    if "members" in profile:
        members = profile["members"]
        notes = sum(_block_height(block) for member in members for block in member["notes"])
        return _UNIT + _MEMBER * len(members) + notes
    lines: int = sum(bool(profile.get(kind)) for kind in ("weapons", "traits"))
    lines += sum(len(profile.get(kind, ())) for kind in ("errors", "warnings"))
    lines += len(profile.get("arms", ())) + profile.get("rows", 0) // 5
    notes = sum(map(_block_height, profile["notes"]))
    return _PROFILE + lines * _LINE + notes


def _first_blocks(found: Sequence[JsonData], room: float) -> tuple[list[JsonData], float]:
    stored = []
    for block in found:
        if room <= 0:
            break
        stored.append(block)
        room -= _block_height(block)
    return stored, room


def _block_height(block: JsonData) -> float:
    columns: int = block.get("n", 1)
    return _LINE * max(block_count(block) // columns, _width_in_ems(block.get("t", ())) * _LETTER // _WIDTH)


def _width_in_ems(runs: Sequence[Run]) -> float:
    """The least width of a text, in the size of its letters."""
    text = "".join(run if isinstance(run, str) else run[1] for run in runs)
    if not text.isascii():
        text = "".join(sign for sign in text if sign != BREAK and unicodedata.category(sign)[0] != "M")
    thin = len(_THIN.findall(text))
    return _THIN_EM * thin + _EM * (len(text) - thin)


# ------------------------------------------------------------------ cards and forms


def _cards_layout(card: JsonData) -> _BoxLayout:
    """At most so many lines of the smallest letters, as if a card had no edges and no head."""
    lines = int(card["height"] * _MM / _SMALLEST)
    return _BoxLayout(card["columns"] * card["rows"], lines, card["width"] * _MM, _SMALLEST)


def _first_boxes(found: Sequence[JsonData], kind: _BoxLayout) -> list[JsonData]:
    """The first cards or forms, as many as can stand on a page with those that they go on in."""
    stored = []
    left = kind.on_a_page
    for one in found:
        if left <= 0:
            break
        stored.append(one)
        lines = sum(
            _GAP + 1 + _width_in_ems(piece["t"]) * kind.letter // kind.width for piece in one["pieces"]
        )
        left -= max(1, int(lines / kind.lines))
    return stored
