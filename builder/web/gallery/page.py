"""The cards of public lists in the gallery and on the home page, from what is kept beside the lists."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.urls import reverse

from builder.exports.addresses import list_address
from builder.points.document.list_glance import RosterGlance, parse_glance
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import Status
from builder.points.rules.wording import pluralize, price_range, waiting
from builder.queries.gallery import Editions, edition_name
from builder.queries.lists import CountedList
from builder.web.shared.presentation import list_name, number_text, roster_name, total_text


class GalleryRoster(NamedTuple):
    """A roster on a card; ``points`` reads "742 of 750 points"."""

    name: str
    points: str
    status: Status


class GalleryCard(NamedTuple):
    """A public list. ``counts`` say what is in it, ``points`` what its profiles cost, if known.

    ``rosters`` are the first ones, ``more`` is how many follow. A sample of the site has no ``owner``.
    """

    public_id: str
    name: str
    url: str
    owner: str
    setting: str
    edition: str
    counts: str
    points: str
    rosters: list[GalleryRoster]
    more: int
    copies: int
    published_at: datetime


def gallery_cards(rows: Sequence[CountedList], editions: Editions) -> list[GalleryCard]:
    """The cards of a page of the gallery, in its order."""
    return [_gallery_card(row, editions) for row in rows]


def short_gallery_cards(rows: Sequence[CountedList], editions: Editions) -> list[GalleryCard]:
    """Cards without what the lists come to."""
    return [card._replace(points="", rosters=[], more=0) for card in gallery_cards(rows, editions)]


def _gallery_card(row: CountedList, editions: Editions) -> GalleryCard:
    catalogue = editions[row.edition.system.code, row.edition.version]
    points, rosters = "", []
    if row.listing.glance is not None:
        glance, unit = parse_glance(row.listing.glance), catalogue.points_unit
        further = (f"{name} {price_range(ends, unit)}" for name, *ends in glance.further)
        points = " · ".join(filter(None, (price_range((glance.cheapest, glance.dearest), unit), *further)))
        rosters = [_gallery_roster(roster, catalogue) for roster in glance.rosters]
    return GalleryCard(
        public_id=row.public_id,
        name=list_name(row.name),
        url=list_address(row) if row.sample else reverse("gallery_list", args=(row.public_id,)),
        owner=row.owner.username if row.owner else "",
        setting=" ".join(row.setting.split()),
        edition=edition_name(catalogue, editions),
        counts=_counts_text(row),
        points=points,
        rosters=rosters,
        more=row.roster_count - len(rosters) if rosters else 0,
        copies=row.times_copied,
        published_at=row.listing.published_at,
    )


def _counts_text(row: CountedList) -> str:
    words = [pluralize(row.profile_count, "profile")]
    if row.roster_count:
        words.append(pluralize(row.roster_count, "roster"))
    return ", ".join(words)


def _gallery_roster(roster: RosterGlance, catalogue: Catalogue) -> GalleryRoster:
    limit = "" if roster.limit is None else f" of {number_text(roster.limit)}"
    points = f"{total_text(roster.total)}{limit} {catalogue.points_unit}"
    points = ", ".join(filter(None, (points, waiting(roster.total))))
    return GalleryRoster(roster_name(roster.name), points, roster.shown_status)
