"""A company list at a glance: what its profiles cost, and its first rosters, each summed up in a line."""

from collections.abc import Sequence
from itertools import chain, repeat
from typing import Any, NamedTuple

from builder.points.document.document import Document
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import ILLEGAL, Appraisal, Status, Total, points_over, status_of

Json = dict[str, Any]

MOST_ROSTERS = 2


class RosterGlance(NamedTuple):
    """A roster: its ``total`` against its ``limit``, and its id where it is stored under one.

    ``status`` is None where an earlier version stored it.
    """

    name: str
    limit: int | None
    total: Total
    legal: bool
    id: str = ""
    status: Status | None = None

    @property
    def shown_status(self) -> Status:
        """What players read first of it."""
        if self.status is not None:
            return self.status
        return status_of((), points_over(self.points, self.limit)) if self.legal else ILLEGAL

    @property
    def points(self) -> int | None:
        """What it comes to; None where a profile in it has no price."""
        return None if self.total.waits_for else self.total.points


class FurtherPrice(NamedTuple):
    """What the cheapest and the dearest profile cost by a reckoning beside the first, with its name."""

    name: str
    cheapest: int
    dearest: int


class Glance(NamedTuple):
    """Points of the cheapest and of the dearest profile, None where none has a price; the first rosters.

    ``further`` are the same two by the reckonings beside the first, where a profile has a price by them.
    """

    cheapest: int | None
    dearest: int | None
    rosters: tuple[RosterGlance, ...]
    further: tuple[FurtherPrice, ...] = ()


def glance(
    document: Document, catalogue: Catalogue, appraisal: Appraisal, roster_ids: Sequence[str] = ()
) -> Glance:
    """What the appraisal of a list comes to; of its rosters the first ``MOST_ROSTERS`` are summed up."""
    points = [profile.points for profile in appraisal.profiles if profile.points is not None]
    names = document.profile_names()
    ids = chain(roster_ids, repeat(""))
    rosters = (
        RosterGlance(
            roster.name,
            roster.limit,
            _waiting_for_one(appraisal.roster_total(roster, names, catalogue.words.price)),
            appraisal.is_legal(roster),
            id_,
            appraisal.status(roster),
        )
        for roster, id_ in zip(appraisal.rosters[:MOST_ROSTERS], ids, strict=False)
    )
    return Glance(
        min(points, default=None), max(points, default=None), tuple(rosters), _further(catalogue, appraisal)
    )


def _waiting_for_one(total: Total) -> Total:
    """The total with no more than the first of what it waits for: a glance says that something is open."""
    return total._replace(waits_for=total.waits_for[:1])


def dump_glance(seen: Glance) -> Json:
    """The JSON value that ``parse_glance`` reads."""
    totals = [{**roster.total._asdict(), "waits_for": [*roster.total.waits_for]} for roster in seen.rosters]
    rosters = [
        {**roster._asdict(), "total": total, "status": [*roster.shown_status]}
        for roster, total in zip(seen.rosters, totals, strict=True)
    ]
    return {**seen._asdict(), "rosters": rosters, "further": [list(price) for price in seen.further]}


def parse_glance(value: Json) -> Glance:
    """The glance that was dumped."""
    return Glance(
        value["cheapest"],
        value["dearest"],
        tuple(
            RosterGlance(
                **{
                    **roster,
                    "total": _parse_total(roster["total"]),
                    "status": Status(*roster["status"]) if roster.get("status") else None,
                }
            )
            for roster in value["rosters"]
        ),
        tuple(FurtherPrice(*price) for price in value["further"]),
    )


def _parse_total(value: Json) -> Total:
    return Total(**{**value, "waits_for": tuple(value["waits_for"])})


def largest_roster(document: Document, appraisal: Appraisal) -> int | None:
    """What the largest roster comes to of those that can be summed up; None where there is none."""
    names = document.profile_names()
    totals = (appraisal.roster_total(roster, names) for roster in appraisal.rosters if roster.entries)
    return max((total.points for total in totals if not total.waits_for), default=None)


def _further(catalogue: Catalogue, appraisal: Appraisal) -> tuple[FurtherPrice, ...]:
    found = []
    for value in catalogue.values:
        if value.role == "price":
            worked_out = (profile.value(value.code) for profile in appraisal.profiles)
            numbers = [one.number for one in worked_out if one and one.number is not None]
            if numbers:
                found.append(FurtherPrice(value.name, min(numbers), max(numbers)))
    return tuple(found)
