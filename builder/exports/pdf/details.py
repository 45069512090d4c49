"""Limits on how many details a printed paper has: weapons, properties, errors, warnings, boxes to tick.

Each detail has a cost, roughly its number of letters. All profiles of a paper share a budget: each
gets an equal share, and profiles with less cost leave the rest to others. If there are several ``papers`` in
one PDF, they share the budget.

Only lists with hundreds of profiles, each with as many items as possible, reach these limits.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar, cast

from builder.exports.pdf.budget import SHORTENED, budget_per_paper, cut_text, fair_share, repeated
from builder.exports.pdf.paragraphs import paragraph
from builder.exports.pdf.payload import (
    CardData,
    DesignSheetData,
    FindingData,
    MarkedRun,
    MemberData,
    ParagraphData,
    ProfileData,
)

C = TypeVar("C", CardData, DesignSheetData)
P = TypeVar("P", ProfileData, MemberData)
R = TypeVar("R")

MAX_DETAILS_COST = 300_000
"""The maximum cost of items, errors and warnings. The cost of each is its letters plus ``_COST_OF_TEXT``."""
MAX_MODELS_WITH_BOXES = 2_400
MAX_FINDING_LETTERS = 30_000
"""The maximum number of letters in the findings about a roster. Findings about profiles are not counted."""

_Fields = dict[str, Any]
"""A profile or weapon without its type, because the keys in ``_TEXT_FIELDS`` are variables."""

_COST_OF_TEXT = 30
_COST_OF_ROW = 100  # the additional cost of a table row
_TEXT_FIELDS = {
    "weapons": ("name", "codes"),
    "weapon_rows": ("name", "codes"),
    "errors": ("text",),
    "warnings": ("text",),
}


def fit_profiles(profiles: Sequence[P], papers: int = 1) -> list[P]:
    """Return the profiles with as many details as the paper allows. A "shortened_note" marks what was cut."""
    rows = [cast(_Fields, profile) for profile in profiles]
    share = fair_share([_cost(row) for row in rows], budget_per_paper(MAX_DETAILS_COST, papers))
    fitted = [row if _cost(row) <= share else _shortened(row, share) for row in rows]
    return cast(list[P], fitted)


def fit_cards(cards: Sequence[C], copies: Sequence[int]) -> list[C]:
    """Return cards or design sheets with as many paragraphs as the paper allows.

    ``copies`` are the numbers of times that each of them is printed.
    """
    costs = [_paragraphs_cost(card["paragraphs"]) for card in cards]
    share = fair_share(repeated(costs, copies), MAX_DETAILS_COST)
    return [
        card if cost <= share else {**card, "paragraphs": _cut_paragraphs(card["paragraphs"], share)}
        for card, cost in zip(cards, costs, strict=True)
    ]


def fit_models(members: Sequence[MemberData], papers: int = 1) -> list[MemberData]:
    """Return the members. Together they have as many models with boxes as the paper allows."""
    budget = budget_per_paper(MAX_MODELS_WITH_BOXES, papers)
    share = fair_share([member["models_with_boxes"] for member in members], budget)
    fitted: list[MemberData] = []
    for member in members:
        excess = max(0, member["models_with_boxes"] - share)
        fitted.append(
            {
                **member,
                "models_with_boxes": member["models_with_boxes"] - excess,
                "models_without_boxes": member["models_without_boxes"] + excess,
            }
        )
    return fitted


def fit_findings(findings: Sequence[FindingData], noun: str, papers: int = 1) -> list[FindingData]:
    """Return the first findings of a roster. If some are left out, the last finding says how many.

    ``noun`` is the word for the findings, such as "errors".
    """
    remaining = budget_per_paper(MAX_FINDING_LETTERS, papers)
    for index, finding in enumerate(findings):
        remaining -= _COST_OF_TEXT + len(finding["text"]) + len(finding.get("names", ""))
        if remaining < 0:
            text = f"{SHORTENED} There are {len(findings) - index} more {noun}."
            return [*findings[:index], {"label": "", "text": text, "page": "", "names": "", "level": ""}]
    return list(findings)


# ------------------------------------------------------------------ profiles


def _cost(profile: _Fields) -> int:
    return sum(_costs(profile))


def _costs(profile: _Fields) -> list[int]:
    """Return a cost for each kind of text (``_TEXT_FIELDS``), and then a cost for each trait."""
    texts = [sum(_text_cost(kind, row) for row in profile.get(kind, ())) for kind in _TEXT_FIELDS]
    return [*texts, *(sum(map(_item_cost, trait["items"])) for trait in profile["traits"])]


def _text_cost(kind: str, row: _Fields) -> int:
    letters = sum(len(row[part]) for part in _TEXT_FIELDS[kind])
    return _COST_OF_TEXT + letters + (_COST_OF_ROW if kind == "weapon_rows" else 0)


def _item_cost(item: Sequence[str]) -> int:
    return _COST_OF_TEXT + len(item[0])


def _shortened(profile: _Fields, budget: int) -> _Fields:
    """Return the profile with the first details of each kind. All kinds together cost at most ``budget``."""
    share = fair_share(_costs(profile), budget)
    shortened = {**profile, "shortened_note": SHORTENED}
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
    rows: Sequence[R], budget: int, cost_of: Callable[[R], int], cut: Callable[[R, int], R]
) -> list[R]:
    """Return the first rows, which cost at most ``budget``. If even the first costs more, cut it."""
    taken: list[R] = []
    for row in rows:
        cost = cost_of(row)
        if cost > budget and (taken or budget < 2 * _COST_OF_TEXT):
            break
        taken.append(cut(row, budget))
        budget -= cost
    return taken


def _cut_row(kind: str, row: _Fields, max_cost: int) -> _Fields:
    """Return a row with its first text cut, so that it costs at most ``max_cost``."""
    first = _TEXT_FIELDS[kind][0]
    return {**row, first: _cut(row[first], max_cost - _text_cost(kind, row) + len(row[first]))}


def _cut_item(item: Sequence[str], max_cost: int) -> Sequence[str]:
    text, points = item
    return [_cut(text, max_cost - _COST_OF_TEXT), points]


def _cut(text: str, max_letters: int) -> str:
    return text if len(text) <= max_letters else f"{cut_text(text, max(max_letters, 1))}…"


# ------------------------------------------------------------------ cards and design sheets


def _paragraphs_cost(paragraphs: Sequence[ParagraphData]) -> int:
    return sum(_COST_OF_TEXT + _letters(part) for part in paragraphs if part["kind"] != "notes")


def _letters(part: ParagraphData) -> int:
    return sum(len(text) for _, text in part["runs"])


def _cut_paragraphs(paragraphs: Sequence[ParagraphData], budget: int) -> list[ParagraphData]:
    """Return the first paragraphs, which cost at most ``budget``, then a remark, then all notes.

    Notes have a budget of their own (``budget.py``).
    """
    fitting: list[ParagraphData] = []
    details = [part for part in paragraphs if part["kind"] != "notes"]
    for detail in details:
        cost = _COST_OF_TEXT + _letters(detail)
        if cost > budget:
            if budget > 2 * _COST_OF_TEXT:
                fitting.append({**detail, "runs": _cut_runs(detail["runs"], budget - _COST_OF_TEXT)})
            break
        fitting.append(detail)
        budget -= cost
    notes = [part for part in paragraphs if part["kind"] == "notes"]
    return [*fitting, paragraph("text", SHORTENED), *notes]


def _cut_runs(runs: Sequence[MarkedRun], max_letters: int) -> list[MarkedRun]:
    fitting: list[MarkedRun] = []
    for marks, text in runs:
        if max_letters <= 0:
            break
        fitting.append((marks, _cut(text, max_letters)))
        max_letters -= len(text)
    return fitting
