"""Dice that the site rolls for a player."""

from random import SystemRandom

from builder.points.rules.dice import Dice

_RANDOM = SystemRandom()


def random_below(limit: int) -> int:
    """Return a random number from 0 up to, but not including, ``limit``."""
    return _RANDOM.randrange(limit)


def roll(dice: str) -> int:
    """Return a roll of these dice; raise LookupError if there are none."""
    if not dice:
        raise LookupError(dice)
    return Dice.read(dice).roll(random_below)
