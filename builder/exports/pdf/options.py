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
    """An option with a value that needs another option, which wasn't chosen.

    ``choice`` is the name of the option. ``problem`` is the end of a sentence that begins with the value.
    ``fix`` is what to choose, such as "a roster too".
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
    return 0 if paper in ROSTER_PAPERS and chosen is None and rosters else chosen


def missing_choice(paper: PaperKind, roster: int | None, per: CardsPer) -> MissingChoice | None:
    """Return the option that needs a roster if ``roster`` is None. Return None if the options are valid."""
    if roster is None and paper in ROSTER_PAPERS:
        return MissingChoice("paper", "needs a roster, and this list has none", "another paper")
    if roster is None and paper == "cards" and per == "model":
        return MissingChoice("per", "needs a roster", "a roster too")
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperOptions:
    """The options of a paper. Invalid combinations raise ValueError.

    Attributes:
        paper: The kind of paper. roster: The index of a roster in the document, or None for the complete
        list. The papers ``roster`` and
            ``battle`` need a roster. The papers ``cards`` and ``sheets`` have only the roster's profiles. The
            paper ``quick`` names only these profiles.
        size: The size of the paper. points: If it is false, the paper has no prices. background: If it is
        false, the paper has neither the background of the list nor the notes. glossary: If it is false, words
        aren't explained, and the paper ``quick`` has no rows about models that
            are not in the roster or list.
        per: For ``cards``: whether each profile or each model has a card. The value ``model`` needs a roster.
        blank: For ``cards``: the number of blank cards to add, from 0 to 36. For ``sheets``: if it isn't 0,
        the
            paper has only blank forms, and this is their number.
        card: For ``cards``: the size of a card. bleed: For ``cards``: whether 3 mm are printed beyond each
        edge, to be cut off. crop: For ``cards``: whether there are cutting marks. backs: For ``cards``:
        whether each page of cards is followed by a page with their backs. The paper must
            be turned along its long edge. For ``battle``: whether the quick reference is added.
        accent: For ``cards``: the colour of a band.
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
        if not 0 <= self.blank <= MAX_BLANK:
            raise ValueError(f"blank is {self.blank}: 0 to {MAX_BLANK}")
