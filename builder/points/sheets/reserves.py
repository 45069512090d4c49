"""The models of a roster that start a game in reserve, or may start in reserve."""

from collections.abc import Iterator
from typing import NamedTuple

from builder.points.pricing.texts import total_text
from builder.points.rules.game_setup import Reserves
from builder.points.sheets.roster import RosterSheet, SheetMember


class ReserveModels(NamedTuple):
    """Models of one profile that start a game in reserve, or may do so.

    ``each`` is the price of one model as text, and ``points`` are the points of all these models. ``why``
    names the properties or spells because of which the models start off the table. It is empty if they may
    start on the table. For a creature that a spell may summon, ``number`` and ``points`` are 0.
    """

    name: str
    number: int
    each: str
    points: int
    why: str


def reserve_models(roster: RosterSheet, reserves: Reserves) -> list[ReserveModels]:
    """Return the models of a roster.

    First come those that must start in reserve, then creatures that spells summon, then all others.
    """
    models = [_models_of(member, reserves) for row in roster.rows for member in row.members]
    off_table = [group for group in models if group.why]
    return [*off_table, *_summoned(roster, reserves), *(group for group in models if not group.why)]


def _models_of(member: SheetMember, reserves: Reserves) -> ReserveModels:
    items = member.profile.items if member.profile else ()
    names = dict.fromkeys(item.entry.name for item in items if item.entry.code in reserves.off_table)
    points = (member.total and member.total.points) or 0
    return ReserveModels(member.name, member.count, total_text(member.each), points, ", ".join(names))


def _summoned(roster: RosterSheet, reserves: Reserves) -> Iterator[ReserveModels]:
    """Yield the profiles that the spells in ``reserves.summoned_by`` may summon.

    Profiles that come into play in other ways are not in reserve.
    """
    for summoned in roster.summoned:
        names = dict.fromkeys(
            bringer.entry.name for bringer in summoned.bringers if bringer.entry.code in reserves.summoned_by
        )
        if names:
            yield ReserveModels(summoned.profile.name, 0, "", 0, ", ".join(names))
