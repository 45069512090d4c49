"""What comes of a text that was read: the profiles to save, and whether the claimed points are right."""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from builder.points.document import Profile
from builder.points.shorthand.results import Claim, ParsedText, Unparsed
from builder.points.stat_line import StatCell


class ClaimCheck(NamedTuple):
    """Points that the text says, of a profile or of its column ``what``; and those that it comes to.

    ``comes`` is None where something has no price.
    """

    what: str
    says: int
    comes: int | None

    @property
    def same(self) -> bool:
        """Whether the claimed points are the real ones."""
        return self.says == self.comes


def check_claim(claim: Claim, cells: Iterable[StatCell], points: int | None) -> ClaimCheck:
    """A claim compared with the stat line and the points of its profile."""
    if claim.of:
        cell = next((cell for cell in cells if cell.label.casefold() == claim.of.casefold()), None)
        points = (cell.points or 0) if cell and cell.priced else None
    return ClaimCheck(claim.of, claim.points, points)


def suggestion_for(unparsed: Unparsed) -> str:
    """What may have been meant by something that was not read; "" where nothing is near."""
    if not unparsed.near:
        return unparsed.hint
    *most, last = unparsed.near
    return f"did you mean {', '.join(most)} or {last}?" if most else f"did you mean {last}?"


def profiles_to_save(parsed_text: ParsedText) -> list[Profile]:
    """The profiles as they are saved: what was not read stands in their notes, so that it is not lost."""
    profiles = []
    for place, pasted in enumerate(parsed_text.profiles):
        unparsed = [*(parsed_text.unparsed if place == 0 else ()), *pasted.unparsed]
        lines = [f"Not read: {' '.join(piece.text.split())}" for piece in unparsed]
        notes = "\n\n".join(text for text in (pasted.profile.notes, *lines) if text)
        profiles.append(replace(pasted.profile, notes=notes))
    return profiles
