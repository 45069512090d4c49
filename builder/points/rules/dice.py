"""Dice rolls that are written as text, such as "2D6" and "1D6+4"."""

import re
from collections.abc import Callable
from typing import NamedTuple

_DICE = re.compile(r"([1-9]\d?)D([1-9]\d?)(?:\+(\d{1,2}))?", re.ASCII)


class Dice(NamedTuple):
    """A number of dice with the same number of sides, and a bonus that is added to their sum."""

    number: int
    sides: int
    bonus: int = 0

    @classmethod
    def read(cls, text: str) -> "Dice":
        """Return the dice of a text such as "1D6+4"; raise ValueError for other texts."""
        match = _DICE.fullmatch(text)
        if match is None:
            raise ValueError(f"{text!r} is not a dice roll: write it as 2D6 or 1D6+4")
        return cls(int(match[1]), int(match[2]), int(match[3] or 0))

    @property
    def lowest(self) -> int:
        """The lowest possible result."""
        return self.number + self.bonus

    @property
    def highest(self) -> int:
        """The highest possible result."""
        return self.number * self.sides + self.bonus

    def roll(self, choose: Callable[[int], int]) -> int:
        """Return a random result.

        ``choose`` returns a random number from 0 up to, but not including, its argument.
        """
        return sum(choose(self.sides) + 1 for _ in range(self.number)) + self.bonus
