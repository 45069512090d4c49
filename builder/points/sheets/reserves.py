"""The models of a roster that start a game in reserve, or may start in reserve."""

from collections.abc import Iterator
from typing import NamedTuple

from builder.points.pricing.texts import total_text
from builder.points.rules.game_setup import Reserves
from builder.points.sheets.roster import RosterSheet, SheetMember


class ReserveModels(NamedTuple):
    """Models of one profile that start a game in reserve, or may do so.

    ``points`` are those of all models. ``reason`` names the properties or spells because of which the models
    start off the table; it is empty if they may start on it. For a creature that a spell may summon,
    ``number`` and ``points`` are 0.
    """

    name: str
    number: int
    model_price: str
    points: int
    reason: str


def reserve_models(roster: RosterSheet, reserves: Reserves) -> list[ReserveModels]:
    """Return the models that must start in reserve, creatures that spells summon, then all other models."""
    models = [_models_of(member, reserves) for row in roster.rows for member in row.members]
    off_table = [group for group in models if group.reason]
    return [*off_table, *_summoned(roster, reserves), *(group for group in models if not group.reason)]


def _models_of(member: SheetMember, reserves: Reserves) -> ReserveModels:
    items = member.profile.items if member.profile else ()
    names = dict.fromkeys(item.entry.name for item in items if item.entry.code in reserves.off_table)
    points = (member.total and member.total.points) or 0
    return ReserveModels(member.name, member.count, total_text(member.model_total), points, ", ".join(names))


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
