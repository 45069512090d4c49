"""A roster against its limits: points, models, and who leads."""

from collections.abc import Iterable
from typing import NamedTuple

from builder.points.book import open_book
from builder.points.catalogue import Catalogue
from builder.points.play import PlaySheet
from builder.points.results import RosterAppraisal
from builder.web.presenting import TIMES, attribute_text, points_text, profile_name
from builder.web.rosters.summary import Fielded, percent_text


class Meter(NamedTuple):
    """So much of so much. ``used`` and ``over`` are widths in percent of the whole drawing, "" where nothing
    is drawn; ``mark`` is where the limit stands. ``of`` is "" where there is no limit.
    """

    value: str
    of: str
    unit: str
    rest: str
    used: str = ""
    over: str = ""
    mark: str = ""

    @property
    def words(self) -> str:
        """The meter in one line: "753 of 750 points, 3 over"."""
        text = f"{self.value} of {self.of} {self.unit}" if self.of else f"{self.value} {self.unit}"
        return f"{text}, {self.rest}" if self.rest else text


def points_meter(found: RosterAppraisal, unit: str) -> Meter:
    """The points of a roster against the game's."""
    value = points_text(found.points)
    if found.points is None:
        return Meter(value, str(found.limit), unit, "no total: something has no price")
    return _meter(found.points, found.limit, unit)


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
        of=str(most),
        unit=unit,
        rest=rest,
        used=percent_text(max(used, 0), whole),
        over=percent_text(-left, whole) if left < 0 else "",
        mark=percent_text(most, whole),
    )


def leaders_of(fielded: Iterable[Fielded], catalogue: Catalogue, play: PlaySheet) -> list[str]:
    """Who leads, each with the attribute that makes one a leader: "Captain, Command Die d8"."""
    found = []
    for kind in fielded:
        if play.leads(kind.profile.design):
            attribute = open_book(catalogue).attributes[play.leader]
            times = f"{kind.models} {TIMES} " if kind.models > 1 else ""
            shown = attribute_text(catalogue, attribute, kind.profile)
            found.append(f"{times}{profile_name(kind.profile.name)}, {attribute.name} {shown}")
    return found
