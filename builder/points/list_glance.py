"""A company list at a glance: what its profiles cost, and its first rosters, each summed up in a line."""

from typing import NamedTuple

from builder.points.appraisal import appraise
from builder.points.catalogue import Catalogue
from builder.points.document import Document

MOST_ROSTERS = 2


class RosterGlance(NamedTuple):
    """A roster: ``points`` of its ``limit``, None where a profile in it has no price."""

    name: str
    limit: int
    points: int | None
    legal: bool


class Glance(NamedTuple):
    """Points of the cheapest and of the dearest profile, None where none has a price; the first rosters."""

    cheapest: int | None
    dearest: int | None
    rosters: tuple[RosterGlance, ...]


def glance(document: Document, catalogue: Catalogue) -> Glance:
    """Appraise the list; of its rosters the first ``MOST_ROSTERS`` are summed up."""
    appraisal = appraise(document, catalogue)
    points = [profile.points for profile in appraisal.profiles if profile.points is not None]
    rosters = (
        RosterGlance(roster.name, roster.limit, roster.points, appraisal.is_legal(roster))
        for roster in appraisal.rosters[:MOST_ROSTERS]
    )
    return Glance(min(points, default=None), max(points, default=None), tuple(rosters))
