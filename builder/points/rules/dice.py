"""Numbers that dice give: "2D6", "1D6+4"."""

import re
from collections.abc import Callable
from typing import NamedTuple

_DICE = re.compile(r"([1-9]\d?)D([1-9]\d?)(?:\+(\d{1,2}))?", re.ASCII)


class Dice(NamedTuple):
    """So many dice of so many sides, thrown together, and what is added to their sum."""

    number: int
    sides: int
    more: int = 0

    @classmethod
    def read(cls, text: str) -> "Dice":
        """Read the dice that are written so; ValueError if these are none."""
        match = _DICE.fullmatch(text)
        if match is None:
            raise ValueError(f"{text!r} is not a dice roll: write it as 2D6 or 1D6+4")
        return cls(int(match[1]), int(match[2]), int(match[3] or 0))

    @property
    def lowest(self) -> int:
        """The least that they can give."""
        return self.number + self.more

    @property
    def highest(self) -> int:
        """The most that they can give."""
        return self.number * self.sides + self.more

    def roll(self, choose: Callable[[int], int]) -> int:
        """Return what they give; ``choose`` is a number from 0, below its argument, by chance."""
        return sum(choose(self.sides) + 1 for _ in range(self.number)) + self.more
