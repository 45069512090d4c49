"""What a paper shows and on what it is printed."""

from dataclasses import dataclass
from typing import Literal

MOST_BLANK = 36


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The choices of whoever prints.

    ``roster`` is an index into the document's rosters: needed for "roster"; for "cards" and "sheets" it
    limits them to its profiles. ``points`` off hides every price. ``per`` makes a card for each profile
    or for each model of the roster. ``blank`` adds so many blank cards, 0 to 36; with "sheets" any
    number from 1 makes only blank forms, that many.
    """

    paper: Literal["list", "sheets", "roster", "cards"]
    roster: int | None = None
    size: Literal["a4", "letter"] = "a4"
    points: bool = True
    background: bool = True
    glossary: bool = True
    per: Literal["profile", "model"] = "profile"
    blank: int = 0

    def __post_init__(self) -> None:
        if self.paper == "roster" and self.roster is None:
            raise ValueError('paper "roster" needs the index of a roster')
        if not 0 <= self.blank <= MOST_BLANK:
            raise ValueError(f"blank is {self.blank}: 0 to {MOST_BLANK}")
