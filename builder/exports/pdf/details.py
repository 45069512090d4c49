"""The limits of weapons, properties, remarks and boxes on a paper, with fair shares.

Only lists far larger than any game reach these limits: hundreds of profiles with as many items as possible.
Each cut profile says that details were left out.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar, cast

from builder.exports.pdf.budget import SHORTENED, budget_per_paper, cut_text, fair_share, repeated
from builder.exports.pdf.paragraphs import paragraph
from builder.exports.pdf.payload import FindingData, JsonData, MemberData, ProfileData

P = TypeVar("P", ProfileData, MemberData)

MOST_DETAILS = 300_000
"""The maximum letters of items, errors and warnings, with ``_COST_OF_TEXT`` letters for each of them."""
MOST_ROWS = 2_400
"""The maximum number of models with boxes to tick."""
MOST_FINDING_LETTERS = 30_000
"""The maximum letters of the findings of a roster itself."""

_COST_OF_TEXT = 30
_COST_OF_ROW = 100  # the cost of a table row in addition to its texts
_TEXT_FIELDS = {
    "weapons": ("name", "code"),
    "arms": ("name", "code"),
    "errors": ("text",),
    "warnings": ("text",),
}


def fit_profiles(profiles: Sequence[P], papers: int = 1) -> list[P]:
    """Return the profiles with as many details as the paper allows; "shortened" marks cut ones.

    In this module, ``papers`` is the number of papers in one PDF that share the budget.
    """
    fitted_profiles = [cast(JsonData, profile) for profile in profiles]
    share = fair_share(
        [_cost(profile) for profile in fitted_profiles], budget_per_paper(MOST_DETAILS, papers)
    )
    fitted = [
        profile if _cost(profile) <= share else _shortened(profile, share) for profile in fitted_profiles
    ]
    return cast(list[P], fitted)


def fit_boxes(boxes: Sequence[JsonData], copies: Sequence[int]) -> list[JsonData]:
    """Return cards or forms with as many paragraphs as the paper allows; each is printed ``copies`` times."""
    costs = [_paragraphs_cost(box["pieces"]) for box in boxes]
    share = fair_share(repeated(costs, copies), MOST_DETAILS)
    return [
        box if cost <= share else {**box, "pieces": _cut_paragraphs(box["pieces"], share)}
        for box, cost in zip(boxes, costs, strict=True)
    ]


def fit_rows(entries: Sequence[MemberData], papers: int = 1) -> list[MemberData]:
    """Return members with boxes for as many models as the paper allows; "more" counts the other models."""
    share = fair_share([entry["rows"] for entry in entries], budget_per_paper(MOST_ROWS, papers))
    return [
        {**entry, "rows": min(share, entry["rows"]), "more": entry["more"] + max(0, entry["rows"] - share)}
        for entry in entries
    ]


def fit_findings(findings: Sequence[FindingData], noun: str, papers: int = 1) -> list[FindingData]:
    """Return the first findings of a roster; if some are left out, the last one says how many."""
    left = budget_per_paper(MOST_FINDING_LETTERS, papers)
    for place, finding in enumerate(findings):
        left -= _COST_OF_TEXT + len(finding["text"]) + len(finding.get("who", ""))
        if left < 0:
            text = f"{SHORTENED} There are {len(findings) - place} more {noun}."
            return [*findings[:place], {"word": "", "text": text, "page": "", "who": "", "level": ""}]
    return list(findings)


# ------------------------------------------------------------------ profiles


def _cost(profile: JsonData) -> int:
    return sum(
        _COST_OF_ROW * (kind == "arms") + _COST_OF_TEXT + len(text) for kind, text in _details(profile)
    )


def _details(profile: JsonData) -> list[tuple[str, str]]:
    details = [
        (kind, "".join(detail[part] for part in parts))
        for kind, parts in _TEXT_FIELDS.items()
        for detail in profile.get(kind, ())
    ]
    return details + [("traits", item[0]) for trait in profile["traits"] for item in trait["items"]]


def _shortened(profile: JsonData, left: int) -> JsonData:
    """Return the profile with its first details of each kind; no kind uses up the full share."""
    shortened = {**profile, "shortened": SHORTENED}
    kinds = [kind for kind in _TEXT_FIELDS if profile.get(kind)]
    traits = [trait["items"] for trait in profile["traits"]]
    lists = [_costed_rows(profile[kind], kind) for kind in kinds] + [_costed_items(items) for items in traits]
    share = fair_share([sum(cost for cost, _ in costs) for costs in lists], left)
    taken = [_take_affordable(costs, share) for costs in lists]
    shortened.update(zip(kinds, taken, strict=False))
    pairs = zip(profile["traits"], taken[len(kinds) :], strict=True)
    shortened["traits"] = [{**trait, "items": items} for trait, items in pairs if items]
    return shortened


_Costed = list[tuple[int, Callable[[int], object]]]
"""The cost of each row or item, and a function that cuts the row or item to a cost."""


def _costed_rows(rows: Sequence[JsonData], kind: str) -> _Costed:
    first, *more = _TEXT_FIELDS[kind]
    each = _COST_OF_TEXT + _COST_OF_ROW * (kind == "arms")

    def costly(row: JsonData) -> tuple[int, Callable[[int], object]]:
        fixed = each + sum(len(row[part]) for part in more)
        return fixed + len(row[first]), lambda budget: {**row, first: _cut(row[first], budget - fixed)}

    return [costly(row) for row in rows]


def _costed_items(items: Sequence[Sequence[str]]) -> _Costed:
    def costly(text: str, points: str) -> tuple[int, Callable[[int], object]]:
        return _COST_OF_TEXT + len(text), lambda budget: [_cut(text, budget - _COST_OF_TEXT), points]

    return [costly(text, points) for text, points in items]


def _take_affordable(costed: _Costed, left: int) -> list[object]:
    taken: list[object] = []
    for cost, make in costed:
        if cost > left and (taken or left < 2 * _COST_OF_TEXT):
            break
        taken.append(make(left))
        left -= cost
    return taken


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{cut_text(text, max(limit, 1))}…"


# ------------------------------------------------------------------ cards and forms


def _paragraphs_cost(pieces: Sequence[JsonData]) -> int:
    return sum(_COST_OF_TEXT + _letters(piece) for piece in pieces if piece["k"] != "notes")


def _letters(piece: JsonData) -> int:
    return sum(len(text) for _, text in piece["t"])


def _cut_paragraphs(pieces: Sequence[JsonData], left: int) -> list[JsonData]:
    """Return the first paragraphs up to a number of letters, then the notes, which have their own budget."""
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
