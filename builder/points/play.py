"""What papers and summaries need of a game besides its prices: who leads, what a part of the points is for.

It stands beside the catalogue and not in it: nothing here changes what a list costs or whether it is
legal, so it may grow without a new edition.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """A part of a model's points by what they are for: those of these attributes and slots, by code."""

    name: str
    of: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaySheet:
    """One edition at the table. ``leader`` is the attribute that makes a model the leader, ``models_by``
    the one by which models are counted; "" where the game has none.
    """

    leader: str = ""
    models_by: str = ""
    shares: tuple[Share, ...] = ()
