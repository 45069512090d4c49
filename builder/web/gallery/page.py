"""What the gallery and the home page show of public lists: an entry for each, added up where it is quick."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.urls import reverse

from builder.documents import LoadedList
from builder.points.catalogue import Catalogue
from builder.points.glance import RosterGlance, glance
from builder.points.wording import pluralize, price_range
from builder.queries.gallery import ListingPage
from builder.queries.lists import CountedList
from builder.web.shared.presentation import list_name, number_text, points_text, roster_name


class GalleryRoster(NamedTuple):
    """A roster of an entry: "742 of 750 points", and whether the rules have nothing against it."""

    name: str
    points: str
    legal: bool


class GalleryCard(NamedTuple):
    """A public list. ``counts`` say what is in it; ``points`` what its profiles cost, where it is added up.

    ``rosters`` are the first of it, ``more`` how many follow. ``owner`` is whose list it is.
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


def gallery_cards(page: ListingPage) -> list[GalleryCard]:
    """The lists of a page in their order."""
    return [_gallery_card(row, page.loaded.get(row.pk)) for row in page.rows]


def unpriced_gallery_cards(rows: Sequence[CountedList]) -> list[GalleryCard]:
    """Public lists without anything that would have to be added up."""
    return [_gallery_card(row, None) for row in rows]


def _gallery_card(row: CountedList, loaded: LoadedList | None) -> GalleryCard:
    points, rosters = "", []
    if loaded is not None:
        seen = glance(loaded.document, loaded.catalogue)
        points = price_range((seen.cheapest, seen.dearest), loaded.catalogue.points_unit)
        rosters = [_gallery_roster(found, loaded.catalogue) for found in seen.rosters]
    return GalleryCard(
        public_id=row.public_id,
        name=list_name(row.name),
        url=reverse("gallery_list", args=(row.public_id,)),
        owner=row.owner.username if row.owner else "",
        setting=" ".join(row.setting.split()),
        edition=str(row.edition),
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
    points = f"{points_text(roster.points)} of {number_text(roster.limit)} {catalogue.points_unit}"
    return GalleryRoster(roster_name(roster.name), points, roster.legal)
