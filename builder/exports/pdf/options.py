"""The options of a paper, and their valid combinations."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

PaperKind = Literal["list", "sheets", "roster", "cards", "battle", "quick"]
PaperSize = Literal["a4", "letter"]
CardsPer = Literal["profile", "model"]
CardSize = Literal["poker", "bridge", "tarot", "a6"]
Accent = Literal["none", "red", "amber", "green", "blue", "violet", "slate"]

PAPER_NAMES: Mapping[PaperKind, str] = {
    "list": "Full list",
    "battle": "Battle sheet",
    "roster": "Roster for play",
    "cards": "Cards",
    "sheets": "Design sheets",
    "quick": "Quick reference",
}
SIZE_CODES: tuple[PaperSize, ...] = get_args(PaperSize)
OF_ONE_ROSTER: tuple[PaperKind, ...] = ("roster", "battle")
CARDS_PER: tuple[CardsPer, ...] = get_args(CardsPer)
CARD_CODES: tuple[CardSize, ...] = get_args(CardSize)
ACCENT_CODES: tuple[Accent, ...] = get_args(Accent)
MOST_BLANK = 36


class MissingChoice(NamedTuple):
    """An option whose value requires another option.

    ``choice`` is the option's name, ``problem`` the end of an error message, and ``fix`` what is required.
    """

    choice: str
    problem: str
    fix: str


def roster_index_for(paper: PaperKind, chosen: int | None, rosters: int) -> int | None:
    """Return the index of the roster for a paper; None if the paper is of the complete list.

    If the paper needs a roster and none is chosen, return the first.
    """
    if paper == "list":
        return None
    return 0 if paper in OF_ONE_ROSTER and chosen is None and rosters else chosen


def missing_choice(paper: PaperKind, roster: int | None, per: CardsPer) -> MissingChoice | None:
    """Return the option that this paper still needs; None if it needs none."""
    if roster is None and paper in OF_ONE_ROSTER:
        return MissingChoice("paper", "needs a roster, and this list has none", "another paper")
    if roster is None and paper == "cards" and per == "model":
        return MissingChoice("per", "needs a roster", "a roster too")
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperOptions:
    """The options of a paper; raises ValueError for invalid combinations.

    ``roster`` is an index into the document's rosters: required for "roster" and "battle", and for "cards" of
    each model. It limits "cards" and "sheets" to its profiles, and rows of "quick" name only these profiles.
    Without ``points``, all prices are hidden. Without ``glossary``, "quick" also leaves out rows about models
    that are not in the roster. ``per`` makes a card for each profile or each model of the roster. ``blank``
    adds blank cards, 0 to 36; with "sheets", any number from 1 makes only this number of blank forms.

    ``backs`` adds a page of backs after every page of cards, for paper that is turned along its long edge,
    and the quick reference behind a battle sheet.

    Only for cards: ``card`` is their size; ``bleed`` adds 3 mm beyond each edge, ``crop`` adds cutting marks;
    ``accent`` is the colour of a band.
    """

    paper: PaperKind
    roster: int | None = None
    size: PaperSize = "a4"
    points: bool = True
    background: bool = True
    glossary: bool = True
    per: CardsPer = "profile"
    blank: int = 0
    card: CardSize = "poker"
    bleed: bool = False
    crop: bool = True
    backs: bool = False
    accent: Accent = "none"

    def __post_init__(self) -> None:
        missing = missing_choice(self.paper, self.roster, self.per)
        if missing is not None:
            raise ValueError(f"{missing.choice}: {missing.problem}")
        if not 0 <= self.blank <= MOST_BLANK:
            raise ValueError(f"blank is {self.blank}: 0 to {MOST_BLANK}")
