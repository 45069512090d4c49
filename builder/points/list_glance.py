"""A company list at a glance: what its profiles cost, and its first rosters, each summed up in a line."""

from typing import NamedTuple

from builder.points.appraisal import appraise
from builder.points.catalogue import Catalogue, Value
from builder.points.document import Document
from builder.points.results import Appraisal, Total, verdict

MOST_ROSTERS = 2


class RosterGlance(NamedTuple):
    """A roster: its ``total`` against its ``limit``."""

    name: str
    limit: int | None
    total: Total
    legal: bool

    @property
    def verdict(self) -> str:
        """Whether it is legal, in words."""
        return verdict(self.points, self.limit, legal=self.legal)

    @property
    def points(self) -> int | None:
        """What it comes to; None where a profile in it has no price."""
        return None if self.total.waits_for else self.total.points


class Glance(NamedTuple):
    """Points of the cheapest and of the dearest profile, None where none has a price; the first rosters.

    ``further`` are the same two by the reckonings beside the first, where a profile has a price by them.
    """

    cheapest: int | None
    dearest: int | None
    rosters: tuple[RosterGlance, ...]
    further: tuple[tuple[Value, int, int], ...] = ()


def glance(document: Document, catalogue: Catalogue) -> Glance:
    """Appraise the list; of its rosters the first ``MOST_ROSTERS`` are summed up."""
    appraisal = appraise(document, catalogue)
    points = [profile.points for profile in appraisal.profiles if profile.points is not None]
    names = document.profile_names()
    rosters = (
        RosterGlance(
            roster.name, roster.limit, appraisal.roster_total(roster, names), appraisal.is_legal(roster)
        )
        for roster in appraisal.rosters[:MOST_ROSTERS]
    )
    return Glance(
        min(points, default=None), max(points, default=None), tuple(rosters), _further(catalogue, appraisal)
    )


def largest_roster(document: Document, catalogue: Catalogue) -> int | None:
    """What the largest roster comes to of those that can be summed up; None where there is none."""
    if not any(roster.entries for roster in document.rosters):
        return None
    appraisal, names = appraise(document, catalogue), document.profile_names()
    totals = (appraisal.roster_total(roster, names) for roster in appraisal.rosters if roster.entries)
    return max((total.points for total in totals if not total.waits_for), default=None)


def _further(catalogue: Catalogue, appraisal: Appraisal) -> tuple[tuple[Value, int, int], ...]:
    found = []
    for value in catalogue.values:
        if value.role == "price":
            worked_out = (profile.value(value.code) for profile in appraisal.profiles)
            numbers = [one.number for one in worked_out if one and one.number is not None]
            if numbers:
                found.append((value, min(numbers), max(numbers)))
    return tuple(found)
