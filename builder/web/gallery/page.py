"""The cards of public lists in the gallery and on the home page, appraised where that is quick."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.urls import reverse

from builder.documents import LoadedList
from builder.exports.addresses import list_address
from builder.points.catalogue import Catalogue
from builder.points.list_glance import RosterGlance, glance
from builder.points.wording import pluralize, price_range
from builder.queries.gallery import Editions, ListingPage, edition_name
from builder.queries.lists import CountedList
from builder.web.shared.presentation import list_name, number_text, roster_name, total_text


class GalleryRoster(NamedTuple):
    """A roster on a card; ``points`` reads "742 of 750 points"."""

    name: str
    points: str
    legal: bool
    verdict: str


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


def gallery_cards(page: ListingPage, editions: Editions) -> list[GalleryCard]:
    """The cards of a page of the gallery, in its order."""
    return [_gallery_card(row, page.loaded.get(row.pk), editions) for row in page.rows]


def unpriced_gallery_cards(rows: Sequence[CountedList], editions: Editions) -> list[GalleryCard]:
    """Cards without anything that would have to be appraised."""
    return [_gallery_card(row, None, editions) for row in rows]


def _gallery_card(row: CountedList, loaded: LoadedList | None, editions: Editions) -> GalleryCard:
    points, rosters = "", []
    if loaded is not None:
        glanced = glance(loaded.document, loaded.catalogue)
        unit = loaded.catalogue.points_unit
        further = (f"{value.name} {price_range(ends, unit)}" for value, *ends in glanced.further)
        points = " · ".join(filter(None, (price_range((glanced.cheapest, glanced.dearest), unit), *further)))
        rosters = [_gallery_roster(roster, loaded.catalogue) for roster in glanced.rosters]
    return GalleryCard(
        public_id=row.public_id,
        name=list_name(row.name),
        url=list_address(row) if row.sample else reverse("gallery_list", args=(row.public_id,)),
        owner=row.owner.username if row.owner else "",
        setting=" ".join(row.setting.split()),
        edition=edition_name(editions[row.edition.system.code, row.edition.version], editions),
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
    return GalleryRoster(roster_name(roster.name), points, roster.legal, roster.verdict)
