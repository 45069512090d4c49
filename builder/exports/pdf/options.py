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
ROSTER_PAPERS: tuple[PaperKind, ...] = ("roster", "battle")
CARDS_PER: tuple[CardsPer, ...] = get_args(CardsPer)
CARD_CODES: tuple[CardSize, ...] = get_args(CardSize)
ACCENT_CODES: tuple[Accent, ...] = get_args(Accent)
MAX_BLANK = 36


class MissingChoice(NamedTuple):
    """An option with a value that needs another option.

    ``problem`` is the end of a sentence that begins with the value. ``fix`` is what to choose, such as "a
    roster too".
    """

    option: str
    problem: str
    fix: str


def roster_index_for(paper: PaperKind, chosen_index: int | None, roster_count: int) -> int | None:
    """Return the index of the roster that a paper prints, or None for the complete list.

    If the paper needs a roster and none is chosen, return the index of the first roster.
    """
    if paper == "list":
        return None
    return 0 if paper in ROSTER_PAPERS and chosen_index is None and roster_count else chosen_index


def missing_choice(paper: PaperKind, roster: int | None, per: CardsPer) -> MissingChoice | None:
    """Return the option that needs a roster, or None if the options are valid."""
    if roster is None and paper in ROSTER_PAPERS:
        return MissingChoice("paper", "needs a roster, and this list has none", "another paper")
    if roster is None and paper == "cards" and per == "model":
        return MissingChoice("per", "needs a roster", "a roster too")
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperOptions:
    """The options of a paper. Invalid combinations raise ValueError.

    Attributes:
        roster: The index of a roster in the document, or None for the complete list.
        points: Whether the paper has prices.
        background: Whether the paper has the background of the list and the notes.
        glossary: Whether words are explained. A quick reference without it has no rows about models that are
            not in the roster or list.
        per: For cards: whether each profile or each model has a card.
        blank: The number of blank cards to add. For design sheets: if it isn't 0, the paper has only blank
            forms, and this is their number.
        bleed: For cards: whether 3 mm are printed beyond each edge, to be cut off.
        crop: For cards: whether there are cutting marks.
        backs: For cards: whether a page with their backs follows each page. For battle sheets: whether the
            quick reference is added.
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
            raise ValueError(f"{missing.option}: {missing.problem}")
        if not 0 <= self.blank <= MAX_BLANK:
            raise ValueError(f"blank is {self.blank}: 0 to {MAX_BLANK}")
