"""The cards of public lists in the gallery and on the home page, made from stored summaries."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.urls import reverse

from builder.catalogue.files import Catalogues
from builder.points.document.list_summary import SummarisedRoster, parse_list_summary
from builder.points.pricing.texts import sum_text
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.names import list_name, roster_name
from builder.points.rules.results import Status
from builder.points.rules.wording import list_contents, missing_price_text, price_range
from builder.queries.access import list_address
from builder.queries.gallery import edition_name
from builder.queries.lists import CountedList


class GalleryRoster(NamedTuple):
    """A roster on a card. ``points`` is a text such as "742 of 750 points"."""

    name: str
    points: str
    status: Status


class GalleryCard(NamedTuple):
    """A card that shows a public list and its first rosters.

    ``owner`` is an empty string for the site's own example lists.
    ``counts`` is a text such as "7 profiles, 2 rosters".
    ``price_ranges`` says what the profiles cost, or is an empty string if no price is known.
    """

    public_id: str
    name: str
    url: str
    owner: str
    setting: str
    edition: str
    counts: str
    price_ranges: str
    rosters: list[GalleryRoster]
    further_roster_count: int
    copy_count: int
    published_at: datetime


def gallery_cards(rows: Sequence[CountedList], editions: Catalogues) -> list[GalleryCard]:
    """Return the cards of public lists, in the order of ``rows``."""
    return [_gallery_card(row, editions) for row in rows]


def short_gallery_cards(rows: Sequence[CountedList], editions: Catalogues) -> list[GalleryCard]:
    """Return cards without prices and rosters."""
    return [
        card._replace(price_ranges="", rosters=[], further_roster_count=0)
        for card in gallery_cards(rows, editions)
    ]


def _gallery_card(row: CountedList, editions: Catalogues) -> GalleryCard:
    catalogue = editions[row.edition.system.code, row.edition.version]
    price_ranges, rosters = "", []
    if row.listing.summary is not None:
        summary, unit = parse_list_summary(row.listing.summary), catalogue.points_unit
        ranges = [price_range((summary.cheapest, summary.dearest), unit)]
        ranges += [f"{text} ({name})" for name, *ends in summary.further if (text := price_range(ends, unit))]
        price_ranges = f"profiles of {' · '.join(known)}" if (known := list(filter(None, ranges))) else ""
        rosters = [_gallery_roster(roster, catalogue) for roster in summary.rosters]
    return GalleryCard(
        public_id=row.public_id,
        name=list_name(row.name),
        url=list_address(row) if row.sample else reverse("gallery_list", args=(row.public_id,)),
        owner=row.owner.username if row.owner else "",
        setting=" ".join(row.setting.split()),
        edition=edition_name(catalogue, editions),
        counts=list_contents(row.profile_count, row.roster_count),
        price_ranges=price_ranges,
        rosters=rosters,
        further_roster_count=row.roster_count - len(rosters) if rosters else 0,
        copy_count=row.times_copied,
        published_at=row.listing.published_at,
    )


def _gallery_roster(roster: SummarisedRoster, catalogue: Catalogue) -> GalleryRoster:
    points = sum_text(roster.total, catalogue, roster.limit)
    if missing_prices := missing_price_text(roster.total):
        # A card has no heading that says that this text is about the total.
        points = (
            f"no total yet: {missing_prices}" if roster.total.is_unknown else f"{points}, {missing_prices}"
        )
    return GalleryRoster(roster_name(roster.name, catalogue.words.roster), points, roster.shown_status)
