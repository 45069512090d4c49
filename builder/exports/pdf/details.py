"""How many weapons, properties, remarks and boxes one paper holds, shared out as its texts are.

Only lists far beyond what games are played with come near: hundreds of profiles that each have as much
as a profile can. What is left out of a profile is told in its place.
"""

from collections.abc import Callable, Sequence

from builder.exports.pdf.budget import SHORTENED, cut, part_of, share
from builder.exports.pdf.pieces import piece
from builder.exports.pdf.profiles import Data

MOST_DETAILS = 300_000
"""Letters of weapons, properties, spells, errors and warnings of all profiles, with `_EACH` for every one."""
MOST_ROWS = 2_400
"""Models with boxes to tick."""
MOST_SAID = 30_000
"""Letters of what is said about a roster as a whole."""

_EACH = 30
_CELLS = 100  # what a row of a table costs beside its letters
_TEXTS = {"weapons": ("name", "code"), "arms": ("name", "code"), "errors": ("text",), "warnings": ("text",)}


def fit_profiles(profiles: Sequence[Data], papers: int = 1) -> list[Data]:
    """Profiles with as many details as the paper holds; "shortened" says so of one that has more.

    Here and below ``papers`` are made as one, and this is one of them.
    """
    most = share([_cost(profile) for profile in profiles], part_of(MOST_DETAILS, papers))
    return [profile if _cost(profile) <= most else _shortened(profile, most) for profile in profiles]


def fit_pieces(boxes: Sequence[Data], times: Sequence[int]) -> list[Data]:
    """The same for cards and forms, whose details are paragraphs; each is printed so many ``times``."""
    costs = [_cost_of_pieces(box["pieces"]) for box in boxes]
    repeated = [cost for cost, often in zip(costs, times, strict=True) for _ in range(often)]
    most = share(repeated, MOST_DETAILS)
    pairs = zip(boxes, costs, strict=True)
    return [
        box if cost <= most else {**box, "pieces": _cut_pieces(box["pieces"], most)} for box, cost in pairs
    ]


def fit_rows(entries: Sequence[Data], papers: int = 1) -> list[Data]:
    """Entries with boxes for as many models as the paper holds; "more" counts the rest."""
    most = share([entry["rows"] for entry in entries], part_of(MOST_ROWS, papers))
    return [
        {**entry, "rows": min(most, entry["rows"]), "more": entry["more"] + max(0, entry["rows"] - most)}
        for entry in entries
    ]


def fit_said(said: Sequence[Data], noun: str, papers: int = 1) -> list[Data]:
    """The first of what is said about a roster, and how many more there are, as the last of them."""
    left = part_of(MOST_SAID, papers)
    for place, one in enumerate(said):
        left -= _EACH + len(one["text"]) + len(one.get("who", ""))
        if left < 0:
            text = f"{SHORTENED} There are {len(said) - place} more {noun}."
            return [*said[:place], {"text": text, "page": "", "who": "", "level": ""}]
    return list(said)


# ------------------------------------------------------------------ profiles


def _cost(profile: Data) -> int:
    return sum(_CELLS * (kind == "arms") + _EACH + len(text) for kind, text in _details(profile))


def _details(profile: Data) -> list[tuple[str, str]]:
    found = [
        (kind, "".join(one[part] for part in parts))
        for kind, parts in _TEXTS.items()
        for one in profile.get(kind, ())
    ]
    return found + [("traits", item[0]) for trait in profile["traits"] for item in trait["items"]]


def _shortened(profile: Data, left: int) -> Data:
    """The profile with its first details of each kind; none of the kinds takes all that is left."""
    made = {**profile, "shortened": SHORTENED}
    kinds = [kind for kind in _TEXTS if profile.get(kind)]
    traits = [trait["items"] for trait in profile["traits"]]
    lists = [_named(profile[kind], kind) for kind in kinds] + [_items(items) for items in traits]
    most = share([sum(cost for cost, _ in one) for one in lists], left)
    kept = [_first(one, most) for one in lists]
    made.update(zip(kinds, kept, strict=False))
    pairs = zip(profile["traits"], kept[len(kinds) :], strict=True)
    made["traits"] = [{**trait, "items": items} for trait, items in pairs if items]
    return made


_Costly = list[tuple[int, Callable[[int], object]]]


def _named(found: Sequence[Data], kind: str) -> _Costly:
    """What each of these costs, and how it is made of so many letters."""
    first, *more = _TEXTS[kind]
    each = _EACH + _CELLS * (kind == "arms")

    def costly(one: Data) -> tuple[int, Callable[[int], object]]:
        rest = each + sum(len(one[part]) for part in more)
        return rest + len(one[first]), lambda most: {**one, first: _cut(one[first], most - rest)}

    return [costly(one) for one in found]


def _items(items: Sequence[Sequence[str]]) -> _Costly:
    def costly(text: str, points: str) -> tuple[int, Callable[[int], object]]:
        return _EACH + len(text), lambda most: [_cut(text, most - _EACH), points]

    return [costly(text, points) for text, points in items]


def _first(found: _Costly, left: int) -> list[object]:
    kept: list[object] = []
    for cost, make in found:
        if cost > left and (kept or left < 2 * _EACH):
            break
        kept.append(make(left))
        left -= cost
    return kept


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{cut(text, max(most, 1))}…"


# ------------------------------------------------------------------ cards and forms


def _cost_of_pieces(pieces: Sequence[Data]) -> int:
    return sum(_EACH + _letters(one) for one in pieces if one["k"] != "notes")


def _letters(one: Data) -> int:
    return sum(len(text) for _, text in one["t"])


def _cut_pieces(pieces: Sequence[Data], left: int) -> list[Data]:
    """The first paragraphs of as many letters, then the notes, which have a budget of their own."""
    kept = []
    details = [one for one in pieces if one["k"] != "notes"]
    for one in details:
        cost = _EACH + _letters(one)
        if cost > left:
            if left > 2 * _EACH:
                kept.append({**one, "t": _cut_runs(one["t"], left - _EACH)})
            break
        kept.append(one)
        left -= cost
    return [*kept, piece("text", SHORTENED), *(one for one in pieces if one["k"] == "notes")]


def _cut_runs(runs: Sequence[list[str]], left: int) -> list[list[str]]:
    kept = []
    for marks, text in runs:
        if left <= 0:
            break
        kept.append([marks, _cut(text, left)])
        left -= len(text)
    return kept
