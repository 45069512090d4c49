"""The limits of details on a paper: weapons, properties, errors, warnings and boxes to tick.

All profiles of a paper share a budget. Each part of the paper has a cost, such as its number of letters. Each
profile gets an equal share of the budget, and profiles with less cost leave the rest to others. A profile
whose details are cut says so.

Only lists far larger than any game reach these limits: hundreds of profiles with as many items as possible.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar, cast

from builder.exports.pdf.budget import SHORTENED, budget_per_paper, cut_text, fair_share, repeated
from builder.exports.pdf.paragraphs import paragraph
from builder.exports.pdf.payload import FindingData, JsonData, MemberData, ProfileData

P = TypeVar("P", ProfileData, MemberData)
R = TypeVar("R")

MOST_DETAILS = 300_000
"""The maximum cost of items, errors and warnings. The cost of each is its letters plus ``_COST_OF_TEXT``."""
MOST_ROWS = 2_400
"""The maximum number of models with boxes to tick."""
MOST_FINDING_LETTERS = 30_000
"""The maximum number of letters in the findings about a roster. Findings about profiles are not counted."""

_COST_OF_TEXT = 30
_COST_OF_ROW = 100  # the cost of a table row in addition to its texts
_TEXT_FIELDS = {
    "weapons": ("name", "code"),
    "arms": ("name", "code"),
    "errors": ("text",),
    "warnings": ("text",),
}


def fit_profiles(profiles: Sequence[P], papers: int = 1) -> list[P]:
    """Return the profiles with as many details as the paper allows.

    If details of a profile were cut, its field "shortened" says so. In this module, ``papers`` is the number
    of papers in one PDF, which share the budget.
    """
    rows = [cast(JsonData, profile) for profile in profiles]
    share = fair_share([_cost(row) for row in rows], budget_per_paper(MOST_DETAILS, papers))
    fitted = [row if _cost(row) <= share else _shortened(row, share) for row in rows]
    return cast(list[P], fitted)


def fit_boxes(boxes: Sequence[JsonData], copies: Sequence[int]) -> list[JsonData]:
    """Return cards or forms with as many paragraphs as the paper allows.

    In this module, a box is a card or a form. ``copies`` are the numbers of times that each is printed.
    """
    costs = [_paragraphs_cost(box["pieces"]) for box in boxes]
    share = fair_share(repeated(costs, copies), MOST_DETAILS)
    return [
        box if cost <= share else {**box, "pieces": _cut_paragraphs(box["pieces"], share)}
        for box, cost in zip(boxes, costs, strict=True)
    ]


def fit_rows(entries: Sequence[MemberData], papers: int = 1) -> list[MemberData]:
    """Return the members with as many models that have boxes to tick as the paper allows.

    The field "rows" is the number of models that have boxes. The field "more" is the number of other models.
    """
    share = fair_share([entry["rows"] for entry in entries], budget_per_paper(MOST_ROWS, papers))
    return [
        {**entry, "rows": min(share, entry["rows"]), "more": entry["more"] + max(0, entry["rows"] - share)}
        for entry in entries
    ]


def fit_findings(findings: Sequence[FindingData], noun: str, papers: int = 1) -> list[FindingData]:
    """Return the first findings of a roster. If some are left out, the last finding says how many.

    ``noun`` is the word for the findings, such as "errors".
    """
    left = budget_per_paper(MOST_FINDING_LETTERS, papers)
    for index, finding in enumerate(findings):
        left -= _COST_OF_TEXT + len(finding["text"]) + len(finding.get("who", ""))
        if left < 0:
            text = f"{SHORTENED} There are {len(findings) - index} more {noun}."
            return [*findings[:index], {"word": "", "text": text, "page": "", "who": "", "level": ""}]
    return list(findings)


# ------------------------------------------------------------------ profiles


def _cost(profile: JsonData) -> int:
    return sum(_costs(profile))


def _costs(profile: JsonData) -> list[int]:
    """Return a cost for each kind of text (``_TEXT_FIELDS``), and then a cost for each trait."""
    texts = [sum(_text_cost(kind, row) for row in profile.get(kind, ())) for kind in _TEXT_FIELDS]
    return [*texts, *(sum(map(_item_cost, trait["items"])) for trait in profile["traits"])]


def _text_cost(kind: str, row: JsonData) -> int:
    letters = sum(len(row[part]) for part in _TEXT_FIELDS[kind])
    return _COST_OF_TEXT + letters + (_COST_OF_ROW if kind == "arms" else 0)


def _item_cost(item: Sequence[str]) -> int:
    return _COST_OF_TEXT + len(item[0])


def _shortened(profile: JsonData, left: int) -> JsonData:
    """Return the profile with the first details of each kind. All kinds together cost at most ``left``."""
    share = fair_share(_costs(profile), left)
    shortened = {**profile, "shortened": SHORTENED}
    for kind in _TEXT_FIELDS:
        if profile.get(kind):
            shortened[kind] = _take_affordable(
                profile[kind], share, partial(_text_cost, kind), partial(_cut_row, kind)
            )
    traits = (
        {**trait, "items": _take_affordable(trait["items"], share, _item_cost, _cut_item)}
        for trait in profile["traits"]
    )
    shortened["traits"] = [trait for trait in traits if trait["items"]]
    return shortened


def _take_affordable(
    rows: Sequence[R], left: int, cost_of: Callable[[R], int], cut: Callable[[R, int], R]
) -> list[R]:
    """Return the first rows, as many as cost at most ``left`` together. The last row may be cut."""
    taken: list[R] = []
    for row in rows:
        cost = cost_of(row)
        if cost > left and (taken or left < 2 * _COST_OF_TEXT):
            break
        taken.append(cut(row, left))
        left -= cost
    return taken


def _cut_row(kind: str, row: JsonData, max_cost: int) -> JsonData:
    """Return a row with its first text cut, so that it costs at most ``max_cost``."""
    first = _TEXT_FIELDS[kind][0]
    return {**row, first: _cut(row[first], max_cost - _text_cost(kind, row) + len(row[first]))}


def _cut_item(item: Sequence[str], max_cost: int) -> Sequence[str]:
    text, points = item
    return [_cut(text, max_cost - _COST_OF_TEXT), points]


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{cut_text(text, max(limit, 1))}…"


# ------------------------------------------------------------------ cards and forms


def _paragraphs_cost(pieces: Sequence[JsonData]) -> int:
    return sum(_COST_OF_TEXT + _letters(piece) for piece in pieces if piece["k"] != "notes")


def _letters(piece: JsonData) -> int:
    return sum(len(text) for _, text in piece["t"])


def _cut_paragraphs(pieces: Sequence[JsonData], left: int) -> list[JsonData]:
    """Return the first paragraphs, which cost at most ``left``, then a remark, then all notes.

    Notes have a budget of their own (``budget.py``).
    """
    fitting = []
    details = [piece for piece in pieces if piece["k"] != "notes"]
    for detail in details:
        cost = _COST_OF_TEXT + _letters(detail)
        if cost > left:
            if left > 2 * _COST_OF_TEXT:
                fitting.append({**detail, "t": _cut_runs(detail["t"], left - _COST_OF_TEXT)})
            break
        fitting.append(detail)
        left -= cost
    return [*fitting, paragraph("text", SHORTENED), *(piece for piece in pieces if piece["k"] == "notes")]


def _cut_runs(runs: Sequence[list[str]], left: int) -> list[list[str]]:
    fitting = []
    for marks, text in runs:
        if left <= 0:
            break
        fitting.append([marks, _cut(text, left)])
        left -= len(text)
    return fitting
