"""What comes of a text that was read: profiles as they are kept, points as they are said and as they are."""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from builder.points.document import Profile
from builder.points.sheet import Cell
from builder.points.shorthand import Claim, Reading, Rest


class Said(NamedTuple):
    """Points that the text says, of a profile or of its column ``what``; and those that it comes to.

    ``comes`` is None where something has no price.
    """

    what: str
    says: int
    comes: int | None

    @property
    def same(self) -> bool:
        """Whether the text is right."""
        return self.says == self.comes


def said(claim: Claim, cells: Iterable[Cell], points: int | None) -> Said:
    """A claim beside the stat line and the points of its profile."""
    if claim.of:
        cell = next((cell for cell in cells if cell.label.casefold() == claim.of.casefold()), None)
        points = (cell.points or 0) if cell and cell.priced else None
    return Said(claim.of, claim.points, points)


def mend_of(rest: Rest) -> str:
    """What may have been meant by something that was not read; "" where nothing is near."""
    if not rest.near:
        return rest.hint
    *most, last = rest.near
    return f"did you mean {', '.join(most)} or {last}?" if most else f"did you mean {last}?"


def with_rests(reading: Reading) -> list[Profile]:
    """The profiles as they are saved: what was not read stands in their notes, so that it is not lost."""
    made = []
    for place, pasted in enumerate(reading.profiles):
        rests = [*(reading.rests if place == 0 else ()), *pasted.rests]
        lines = [f"Not read: {' '.join(rest.text.split())}" for rest in rests]
        notes = "\n\n".join(text for text in (pasted.profile.notes, *lines) if text)
        made.append(replace(pasted.profile, notes=notes))
    return made
