"""A roster against its limits: points, models, and who leads."""

from collections.abc import Iterable
from typing import NamedTuple

from builder.points.catalogue import Catalogue
from builder.points.catalogue_index import index_of
from builder.points.play import PlaySheet
from builder.points.results import RosterAppraisal
from builder.web.rosters.summary import RosterProfile, percent_text
from builder.web.shared.presentation import TIMES, attribute_text, points_text, profile_name


class Meter(NamedTuple):
    """So much of so much. ``used`` and ``over`` are widths in percent of the whole drawing, "" where nothing
    is drawn; ``mark`` is where the limit stands. ``of`` is "" where there is no limit.
    """

    value: str
    limit: str
    unit: str
    remaining: str
    used: str = ""
    over: str = ""
    mark: str = ""

    @property
    def label(self) -> str:
        """The meter in one line: "753 of 750 points, 3 over"."""
        text = f"{self.value} of {self.limit} {self.unit}" if self.limit else f"{self.value} {self.unit}"
        return f"{text}, {self.remaining}" if self.remaining else text


def points_meter(roster: RosterAppraisal, unit: str) -> Meter:
    """The points of a roster against the game's."""
    value = points_text(roster.points)
    if roster.points is None:
        return Meter(value, str(roster.limit), unit, "no total: something has no price")
    return _meter(roster.points, roster.limit, unit)


def models_meter(models: int, most: int | None) -> Meter:
    """The models of a roster against the most that its game allows."""
    unit = "model" if models == 1 and most is None else "models"
    return Meter(str(models), "", unit, "") if most is None else _meter(models, most, unit)


def _meter(value: int, most: int, unit: str) -> Meter:
    left = most - value
    rest = f"{left} left" if left > 0 else f"{-left} over" if left < 0 else ""
    whole, used = max(value, most), min(value, most)
    return Meter(
        value=points_text(value),
        limit=str(most),
        unit=unit,
        remaining=rest,
        used=percent_text(max(used, 0), whole),
        over=percent_text(-left, whole) if left < 0 else "",
        mark=percent_text(most, whole),
    )


def leader_names(profiles: Iterable[RosterProfile], catalogue: Catalogue, play: PlaySheet) -> list[str]:
    """Who leads, each with the attribute that makes one a leader: "Captain, Command Die d8"."""
    found = []
    for kind in profiles:
        if play.is_leader(kind.profile.design):
            attribute = index_of(catalogue).attributes[play.leader]
            times = f"{kind.models} {TIMES} " if kind.models > 1 else ""
            shown = attribute_text(catalogue, attribute, kind.profile)
            found.append(f"{times}{profile_name(kind.profile.name)}, {attribute.name} {shown}")
    return found
