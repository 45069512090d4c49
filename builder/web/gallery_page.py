"""What the gallery and the home page show of public lists: an entry for each, added up where it is quick."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.urls import reverse

from builder.documents import LoadedList
from builder.points.catalogue import Catalogue
from builder.points.glance import RosterGlance, glance
from builder.points.wording import price_range, several
from builder.queries.gallery import Page
from builder.queries.lists import Counted
from builder.web.presenting import list_name, number, points_text, roster_name


class RosterWords(NamedTuple):
    """A roster of an entry: "742 of 750 points", and whether the rules have nothing against it."""

    name: str
    points: str
    legal: bool


class Entry(NamedTuple):
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
    rosters: list[RosterWords]
    more: int
    copies: int
    published_at: datetime


def entries(page: Page) -> list[Entry]:
    """The lists of a page in their order."""
    return [_entry(row, page.loaded.get(row.pk)) for row in page.rows]


def bare_entries(rows: Sequence[Counted]) -> list[Entry]:
    """Public lists without anything that would have to be added up."""
    return [_entry(row, None) for row in rows]


def _entry(row: Counted, loaded: LoadedList | None) -> Entry:
    points, rosters = "", []
    if loaded is not None:
        seen = glance(loaded.document, loaded.catalogue)
        points = price_range((seen.cheapest, seen.dearest), loaded.catalogue.points_unit)
        rosters = [_roster(found, loaded.catalogue) for found in seen.rosters]
    return Entry(
        public_id=row.public_id,
        name=list_name(row.name),
        url=reverse("gallery_list", args=(row.public_id,)),
        owner=row.owner.username if row.owner else "",
        setting=" ".join(row.setting.split()),
        edition=str(row.edition),
        counts=_counts(row),
        points=points,
        rosters=rosters,
        more=row.roster_count - len(rosters) if rosters else 0,
        copies=row.times_copied,
        published_at=row.listing.published_at,
    )


def _counts(row: Counted) -> str:
    words = [several(row.profile_count, "profile")]
    if row.roster_count:
        words.append(several(row.roster_count, "roster"))
    return ", ".join(words)


def _roster(found: RosterGlance, catalogue: Catalogue) -> RosterWords:
    points = f"{points_text(found.points)} of {number(found.limit)} {catalogue.points_unit}"
    return RosterWords(roster_name(found.name), points, found.legal)
