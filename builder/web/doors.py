"""The pages' way in for whoever reads a list: what may be read of it, and the addresses of its pages.

A list has up to four addresses with the same pages below each: ``lists/`` for its owner, for samples and
for what is shared with a club; ``gallery/`` while it is public; ``shared/`` by its secret link; and
``rosters/`` for one roster that is shared with a club by itself.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse

from builder.exports.addresses import page_address
from builder.models import CompanyList
from builder.queries import reading
from builder.queries.access import Reader
from builder.queries.reading import Reading, Way

PREFIXES: Mapping[str, str] = {
    "": "lists/<str:public_id>/",
    "gallery_": "gallery/<str:listed>/",
    "shared_": "shared/<str:link>/",
    "roster_": "rosters/<str:shared_roster>/",
}
"""What the addresses of reading pages begin with, by what their names do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Door(Reading):
    """A list that may be read. ``page`` is the address of its page, ``base`` what those of its other pages
    begin with.
    """

    page: str
    base: str

    @property
    def nav(self) -> str:
        """The entry of the site's navigation that stands for it."""
        return _NAV.get(self.way, "")


_NAV: Mapping[Way, str] = {"own": "lists", "public": "gallery", "club": "clubs", "roster": "clubs"}


def open_door(request: HttpRequest, **address: str) -> Door:
    """The list of an address, for whoever asks; Http404 where it is not theirs to read.

    ``address`` is the one part of it that its prefix names.
    """
    ((kind, value),) = address.items()
    return _door(_OPENERS[kind](request.user, value))


def own_door(row: CompanyList) -> Door:
    """The way in to a list that is known to be its reader's own."""
    return _door(Reading(row=row, way="own", is_mine=True))


def open_sample(slug: str) -> Door:
    """The sample of a slug, for everybody."""
    return _door(reading.read_sample(slug))


def _door(found: Reading) -> Door:
    page = page_address(found)
    # A sample's page has an address of its own; its other pages stand below that of its list.
    base = reverse("list", args=(found.row.public_id,)) if found.way == "sample" else page
    return Door(
        row=found.row, way=found.way, is_mine=found.is_mine, roster=found.roster, page=page, base=base
    )


_OPENERS: Mapping[str, Callable[[Reader, str], Reading]] = {
    "public_id": reading.read_by_id,
    "listed": reading.read_public,
    "link": reading.read_by_link,
    "shared_roster": reading.read_roster,
}
