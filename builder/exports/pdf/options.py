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

    ``choice`` is the name of the option. ``problem`` is the end of a sentence that begins with the chosen
    value. ``fix`` says what else to choose.
    """

    choice: str
    problem: str
    fix: str


def roster_index_for(paper: PaperKind, chosen: int | None, rosters: int) -> int | None:
    """Return the index of the roster that a paper prints, or None for the complete list.

    If the paper needs a roster and ``chosen`` is None, return the index of the first roster.
    """
    if paper == "list":
        return None
    return 0 if paper in OF_ONE_ROSTER and chosen is None and rosters else chosen


def missing_choice(paper: PaperKind, roster: int | None, per: CardsPer) -> MissingChoice | None:
    """Return the option that this paper can't have without a roster, or None if the options are valid."""
    if roster is None and paper in OF_ONE_ROSTER:
        return MissingChoice("paper", "needs a roster, and this list has none", "another paper")
    if roster is None and paper == "cards" and per == "model":
        return MissingChoice("per", "needs a roster", "a roster too")
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperOptions:
    """The options of a paper. Invalid combinations raise ValueError.

    ``roster`` is an index into the document's rosters. The papers "roster" and "battle" require it, and so do
    "cards" with a card for each model. The papers "cards" and "sheets" have only the roster's profiles, and
    "quick" names only these profiles.

    If ``points`` is false, all prices are hidden. If ``background`` is false, the list's background and notes
    are left out. If ``glossary`` is false, words are not explained, and "quick" leaves out rows about models
    that are not in the roster.

    ``per`` makes a card for each profile or for each model of the roster. ``blank`` adds 0 to 36 blank cards.
    For "sheets", a number from 1 prints only blank forms, as many as ``blank`` says. ``backs`` adds a page of
    backs after every page of cards, for paper that is turned along its long edge. For "battle", ``backs``
    adds the quick reference.

    These options are only for cards: ``card`` is their size. ``bleed`` adds 3 mm beyond each edge. ``crop``
    adds cutting marks. ``accent`` is the colour of a band.
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
