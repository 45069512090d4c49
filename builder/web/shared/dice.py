"""Dice that the site throws for a player."""

from random import SystemRandom

from builder.points.rules.dice import Dice

_RANDOM = SystemRandom()


def roll(dice: str) -> int:
    """What these dice give now; LookupError where there are none to throw."""
    if not dice:
        raise LookupError(dice)
    return Dice.read(dice).roll(_RANDOM.randrange)
