"""How many weapons, properties, remarks and boxes one paper holds, shared out as its texts are.

Only lists far beyond what games are played with come near: hundreds of profiles that each have as much
as a profile can. What is left out of a profile is noted in its place.
"""

from collections.abc import Callable, Sequence

from builder.exports.pdf.budget import SHORTENED, budget_per_paper, cut_text, fair_share
from builder.exports.pdf.paragraphs import paragraph
from builder.exports.pdf.profiles import JsonData

MOST_DETAILS = 300_000
"""Letters of weapons, properties, spells, errors and warnings of all profiles, with `_EACH` for every one."""
MOST_ROWS = 2_400
"""Models with boxes to tick."""
MOST_FINDING_LETTERS = 30_000
"""Letters of the findings of a roster itself."""

_EACH = 30
_CELLS = 100  # what a row of a table costs besides its letters
_TEXT_FIELDS = {
    "weapons": ("name", "code"),
    "arms": ("name", "code"),
    "errors": ("text",),
    "warnings": ("text",),
}


def fit_profiles(profiles: Sequence[JsonData], papers: int = 1) -> list[JsonData]:
    """Profiles with as many details as the paper holds; "shortened" says so of one that has more.

    Here and below ``papers`` is how many papers in one PDF share the budget.
    """
    most = fair_share([_cost(profile) for profile in profiles], budget_per_paper(MOST_DETAILS, papers))
    return [profile if _cost(profile) <= most else _shortened(profile, most) for profile in profiles]


def fit_boxes(boxes: Sequence[JsonData], copies: Sequence[int]) -> list[JsonData]:
    """Cards or forms with as many paragraphs as the paper holds; each is printed ``copies`` times."""
    costs = [_paragraphs_cost(box["pieces"]) for box in boxes]
    repeated = [cost for cost, often in zip(costs, copies, strict=True) for _ in range(often)]
    most = fair_share(repeated, MOST_DETAILS)
    pairs = zip(boxes, costs, strict=True)
    return [
        box if cost <= most else {**box, "pieces": _cut_paragraphs(box["pieces"], most)}
        for box, cost in pairs
    ]


def fit_rows(entries: Sequence[JsonData], papers: int = 1) -> list[JsonData]:
    """Entries with boxes for as many models as the paper holds; "more" counts the rest."""
    most = fair_share([entry["rows"] for entry in entries], budget_per_paper(MOST_ROWS, papers))
    return [
        {**entry, "rows": min(most, entry["rows"]), "more": entry["more"] + max(0, entry["rows"] - most)}
        for entry in entries
    ]


def fit_findings(findings: Sequence[JsonData], noun: str, papers: int = 1) -> list[JsonData]:
    """The first findings of a roster; where there are more, the last one says how many."""
    left = budget_per_paper(MOST_FINDING_LETTERS, papers)
    for place, one in enumerate(findings):
        left -= _EACH + len(one["text"]) + len(one.get("who", ""))
        if left < 0:
            text = f"{SHORTENED} There are {len(findings) - place} more {noun}."
            return [*findings[:place], {"text": text, "page": "", "who": "", "level": ""}]
    return list(findings)


# ------------------------------------------------------------------ profiles


def _cost(profile: JsonData) -> int:
    return sum(_CELLS * (kind == "arms") + _EACH + len(text) for kind, text in _details(profile))


def _details(profile: JsonData) -> list[tuple[str, str]]:
    found = [
        (kind, "".join(one[part] for part in parts))
        for kind, parts in _TEXT_FIELDS.items()
        for one in profile.get(kind, ())
    ]
    return found + [("traits", item[0]) for trait in profile["traits"] for item in trait["items"]]


def _shortened(profile: JsonData, left: int) -> JsonData:
    """The profile with its first details of each kind; none of the kinds takes all that is left."""
    made = {**profile, "shortened": SHORTENED}
    kinds = [kind for kind in _TEXT_FIELDS if profile.get(kind)]
    traits = [trait["items"] for trait in profile["traits"]]
    lists = [_costed_rows(profile[kind], kind) for kind in kinds] + [_costed_items(items) for items in traits]
    most = fair_share([sum(cost for cost, _ in one) for one in lists], left)
    taken = [_take_affordable(one, most) for one in lists]
    made.update(zip(kinds, taken, strict=False))
    pairs = zip(profile["traits"], taken[len(kinds) :], strict=True)
    made["traits"] = [{**trait, "items": items} for trait, items in pairs if items]
    return made


_Costed = list[tuple[int, Callable[[int], object]]]


def _costed_rows(found: Sequence[JsonData], kind: str) -> _Costed:
    """The cost of each of these rows, and a function that cuts it to so many letters."""
    first, *more = _TEXT_FIELDS[kind]
    each = _EACH + _CELLS * (kind == "arms")

    def costly(one: JsonData) -> tuple[int, Callable[[int], object]]:
        fixed = each + sum(len(one[part]) for part in more)
        return fixed + len(one[first]), lambda most: {**one, first: _cut(one[first], most - fixed)}

    return [costly(one) for one in found]


def _costed_items(items: Sequence[Sequence[str]]) -> _Costed:
    def costly(text: str, points: str) -> tuple[int, Callable[[int], object]]:
        return _EACH + len(text), lambda most: [_cut(text, most - _EACH), points]

    return [costly(text, points) for text, points in items]


def _take_affordable(found: _Costed, left: int) -> list[object]:
    taken: list[object] = []
    for cost, make in found:
        if cost > left and (taken or left < 2 * _EACH):
            break
        taken.append(make(left))
        left -= cost
    return taken


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{cut_text(text, max(most, 1))}…"


# ------------------------------------------------------------------ cards and forms


def _paragraphs_cost(pieces: Sequence[JsonData]) -> int:
    return sum(_EACH + _letters(one) for one in pieces if one["k"] != "notes")


def _letters(one: JsonData) -> int:
    return sum(len(text) for _, text in one["t"])


def _cut_paragraphs(pieces: Sequence[JsonData], left: int) -> list[JsonData]:
    """The first paragraphs of as many letters, then the notes, which have a budget of their own."""
    stored = []
    details = [one for one in pieces if one["k"] != "notes"]
    for one in details:
        cost = _EACH + _letters(one)
        if cost > left:
            if left > 2 * _EACH:
                stored.append({**one, "t": _cut_runs(one["t"], left - _EACH)})
            break
        stored.append(one)
        left -= cost
    return [*stored, paragraph("text", SHORTENED), *(one for one in pieces if one["k"] == "notes")]


def _cut_runs(runs: Sequence[list[str]], left: int) -> list[list[str]]:
    stored = []
    for marks, text in runs:
        if left <= 0:
            break
        stored.append([marks, _cut(text, left)])
        left -= len(text)
    return stored
