"""Dice that the site rolls for a player."""

from random import SystemRandom

from builder.points.rules.dice import Dice

_RANDOM = SystemRandom()


def random_below(limit: int) -> int:
    """Return a random number from 0 up to, but not including, ``limit``."""
    return _RANDOM.randrange(limit)


def roll(dice: str) -> int:
    """Return a random result of dice such as "2D6+1".

    Raise LookupError if the text is empty.
    """
    if not dice:
        raise LookupError(dice)
    return Dice.read(dice).roll(random_below)
