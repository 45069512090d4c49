"""The summary of a company list on pages with many lists: its price range and its first rosters."""

from collections.abc import Sequence
from itertools import chain, repeat
from typing import Any, NamedTuple

from builder.points.document.document import Document
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import ILLEGAL, Appraisal, Status, Total, points_over, status_of

Json = dict[str, Any]

MAX_ROSTERS = 2


class SummarisedRoster(NamedTuple):
    """A roster in the summary. ``status`` is None in summaries that an earlier version stored."""

    name: str
    limit: int | None
    total: Total
    legal: bool
    id: str = ""
    status: Status | None = None

    @property
    def shown_status(self) -> Status:
        """The stored status, or else a status derived from ``legal`` and the points."""
        if self.status is not None:
            return self.status
        return status_of((), points_over(self.points, self.limit)) if self.legal else ILLEGAL

    @property
    def points(self) -> int | None:
        """The points, or None if a profile in the roster has no price."""
        return None if self.total.waits_for else self.total.points


class FurtherPrice(NamedTuple):
    """The lowest and highest amount of a further price in a list. Some games give profiles several prices."""

    name: str
    cheapest: int
    dearest: int


class ListSummary(NamedTuple):
    """The points of the cheapest and of the most expensive profile, and the first rosters.

    Both points are None if no profile has a price. ``further`` are the ranges of the game's further prices.
    """

    cheapest: int | None
    dearest: int | None
    rosters: tuple[SummarisedRoster, ...]
    further: tuple[FurtherPrice, ...] = ()


def summarise_list(
    document: Document, catalogue: Catalogue, appraisal: Appraisal, roster_ids: Sequence[str] = ()
) -> ListSummary:
    """Return the summary of a list, with its first ``MAX_ROSTERS`` rosters.

    ``roster_ids`` are in the order of the rosters. Of the profiles without a price (``waits_for``), only the
    first is stored.
    """
    points = [profile.points for profile in appraisal.profiles if profile.points is not None]
    names = document.profile_names()
    shown = appraisal.rosters[:MAX_ROSTERS]
    totals = (appraisal.roster_total(roster, names, catalogue.words.price) for roster in shown)
    ids = chain(roster_ids, repeat(""))
    rosters = (
        SummarisedRoster(
            roster.name,
            roster.limit,
            total._replace(waits_for=total.waits_for[:1]),
            appraisal.is_legal(roster),
            id_,
            appraisal.status(roster),
        )
        for roster, total, id_ in zip(shown, totals, ids, strict=False)
    )
    return ListSummary(
        min(points, default=None),
        max(points, default=None),
        tuple(rosters),
        _further_prices(catalogue, appraisal),
    )


def dump_list_summary(summary: ListSummary) -> Json:
    """Return the JSON value that ``parse_list_summary`` reads."""
    totals = [
        {**roster.total._asdict(), "waits_for": [*roster.total.waits_for]} for roster in summary.rosters
    ]
    rosters = [
        {**roster._asdict(), "total": total, "status": [*roster.shown_status]}
        for roster, total in zip(summary.rosters, totals, strict=True)
    ]
    return {**summary._asdict(), "rosters": rosters, "further": [list(price) for price in summary.further]}


def parse_list_summary(value: Json) -> ListSummary:
    """Return the summary from the JSON value of ``dump_list_summary``."""
    return ListSummary(
        value["cheapest"],
        value["dearest"],
        tuple(
            SummarisedRoster(
                **{
                    **roster,
                    "total": Total(**{**roster["total"], "waits_for": tuple(roster["total"]["waits_for"])}),
                    "status": Status(*roster["status"]) if roster.get("status") else None,
                }
            )
            for roster in value["rosters"]
        ),
        tuple(FurtherPrice(*price) for price in value["further"]),
    )


def largest_roster_points(document: Document, appraisal: Appraisal) -> int | None:
    """Return the points of the most expensive roster that has rows and is priced, or None."""
    names = document.profile_names()
    totals = (appraisal.roster_total(roster, names) for roster in appraisal.rosters if roster.entries)
    return max((total.points for total in totals if not total.waits_for), default=None)


def _further_prices(catalogue: Catalogue, appraisal: Appraisal) -> tuple[FurtherPrice, ...]:
    prices = []
    for value in catalogue.values:
        if value.role == "price":
            worked_out = (profile.value(value.code) for profile in appraisal.profiles)
            numbers = [item.number for item in worked_out if item and item.number is not None]
            if numbers:
                prices.append(FurtherPrice(value.name, min(numbers), max(numbers)))
    return tuple(prices)
