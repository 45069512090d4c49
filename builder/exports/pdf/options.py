"""The options of a paper, and which of them go together."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

PaperKind = Literal["list", "sheets", "roster", "cards", "battle"]
PaperSize = Literal["a4", "letter"]
CardsPer = Literal["profile", "model"]
CardSize = Literal["poker", "bridge", "tarot", "a6"]
Accent = Literal["none", "red", "amber", "green", "blue", "violet", "slate"]

PAPER_NAMES: Mapping[PaperKind, str] = {
    "list": "Company list",
    "battle": "Battle sheet",
    "roster": "Roster for play",
    "cards": "Cards",
    "sheets": "Design sheets",
}
SIZE_CODES: tuple[PaperSize, ...] = ("a4", "letter")
OF_ONE_ROSTER: tuple[PaperKind, ...] = ("roster", "battle")
CARDS_PER: tuple[CardsPer, ...] = ("profile", "model")
CARD_CODES: tuple[CardSize, ...] = ("poker", "bridge", "tarot", "a6")
ACCENT_CODES: tuple[Accent, ...] = ("none", "red", "amber", "green", "blue", "violet", "slate")
MOST_BLANK = 36


class MissingChoice(NamedTuple):
    """An option that lacks another one: what is wrong with it, and what would have to be chosen."""

    choice: str
    problem: str
    fix: str


def roster_index_for(paper: PaperKind, chosen: int | None, rosters: int) -> int | None:
    """The index of the roster that a paper is of; the first of them where one is needed and none chosen."""
    if paper == "list":
        return None
    return 0 if paper in OF_ONE_ROSTER and chosen is None and rosters else chosen


def missing_choice(paper: PaperKind, roster: int | None, per: CardsPer) -> MissingChoice | None:
    """What has to be chosen before there can be such a paper; None where nothing is missing."""
    if roster is None and paper in OF_ONE_ROSTER:
        return MissingChoice("paper", "is one roster, and this list has none yet", "another paper")
    if roster is None and paper == "cards" and per == "model":
        return MissingChoice(
            "per",
            "is for the models of a roster, and none is named",
            "a roster beside it, whose models are counted",
        )
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperOptions:
    """The options of a paper; ValueError for those that do not go together.

    ``roster`` is an index into the document's rosters: needed for "roster" and "battle", and for "cards" of
    each model; for "cards" and "sheets" it limits them to its profiles. ``points`` off hides every price.
    ``per`` makes a card for each profile or for each model of the roster. ``blank`` adds so many blank cards,
    0 to 36; with "sheets" any number from 1 makes only blank forms, that many.

    Of cards alone: ``card`` is their size; ``bleed`` adds 3 mm beyond each edge, ``crop`` the marks to cut
    by; ``backs`` adds a page of backs behind every page of cards, in the order of paper that is turned along
    its long edge; ``accent`` is the colour of a band.
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
        lack = missing_choice(self.paper, self.roster, self.per)
        if lack is not None:
            raise ValueError(f"{lack.choice}: {lack.problem}")
        if not 0 <= self.blank <= MOST_BLANK:
            raise ValueError(f"blank is {self.blank}: 0 to {MOST_BLANK}")
