"""The pages' way in for whoever reads a list: what may be read of it, and the addresses of its pages.

A list has up to four addresses with the same pages below each: ``lists/`` for its owner, for samples and
for what is shared with a club; ``gallery/`` while it is public; ``shared/`` by its secret link; and
``rosters/`` for one roster that is shared with a club by itself.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse

from builder.exports.addresses import list_address
from builder.queries import reading
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
    return _OPENERS[kind](request, value)


def open_sample(slug: str) -> Door:
    """The sample of a slug, for everybody."""
    return _of_sample(reading.read_sample(slug))


def _of_sample(found: Reading) -> Door:
    return _door(found, reverse("list", args=(found.row.public_id,)), list_address(found.row))


def _by_id(request: HttpRequest, public_id: str) -> Door:
    found = reading.read_by_id(request.user, public_id)
    if found.way == "sample":
        return _of_sample(found)
    name = "gallery_list" if found.way == "public" else "list"
    return _door(found, reverse(name, args=(found.row.public_id,)))


def _public(request: HttpRequest, public_id: str) -> Door:
    found = reading.read_public(request.user, public_id)
    return _door(found, reverse("gallery_list", args=(found.row.public_id,)))


def _by_link(request: HttpRequest, link: str) -> Door:
    return _door(reading.read_by_link(request.user, link), reverse("shared_list", args=(link,)))


def _by_roster(request: HttpRequest, roster: str) -> Door:
    found = reading.read_roster(request.user, roster)
    return _door(found, reverse("roster_list", args=(found.roster,)))


def _door(found: Reading, base: str, page: str = "") -> Door:
    return Door(
        row=found.row,
        way=found.way,
        is_mine=found.is_mine,
        roster=found.roster,
        page=page or base,
        base=base,
    )


_OPENERS: Mapping[str, Callable[[HttpRequest, str], Door]] = {
    "public_id": _by_id,
    "listed": _public,
    "link": _by_link,
    "shared_roster": _by_roster,
}
