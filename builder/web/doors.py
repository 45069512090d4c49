"""The one way in for whoever reads a list: whose it is, by which address it is read, and how much of it.

A list has up to four addresses with the same pages below each: ``lists/`` for its owner, for samples and
for what is shared with a club; ``gallery/`` while it is public; ``shared/`` by its secret link; and
``rosters/`` for one roster that is shared with a club by itself.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from django.http import Http404, HttpRequest
from django.urls import reverse

from builder.documents import LoadedList, load
from builder.models import CompanyList
from builder.points.cut import cut_to_roster
from builder.queries.access import (
    list_by_link,
    list_for_reader,
    public_list,
    roster_for_reader,
    sample_for_reader,
)
from builder.web.addresses import list_address

Way = Literal["own", "sample", "public", "link", "club", "roster"]

PREFIXES: Mapping[str, str] = {
    "": "lists/<str:public_id>/",
    "gallery_": "gallery/<str:listed>/",
    "shared_": "shared/<str:link>/",
    "roster_": "rosters/<str:shared_roster>/",
}
"""What the addresses of reading pages begin with, by what their names do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """A list that may be read, and the way that led to it.

    ``page`` is the address of its page, ``base`` what those of its other pages begin with. ``roster`` is
    the id of the one roster that may be read; "" where the whole list may. ``is_mine`` says whether the
    reader owns it, whatever the way.
    """

    row: CompanyList
    way: Way
    page: str
    base: str
    is_mine: bool = False
    roster: str = ""

    @property
    def is_own(self) -> bool:
        """Whether this is the owner at the address where the list is changed."""
        return self.way == "own"

    @property
    def nav(self) -> str:
        """The entry of the site's navigation that stands for it."""
        return _NAV.get(self.way, "")

    def load(self) -> LoadedList:
        """The list, or what may be read of it: the list cut to the one roster."""
        return self._cut(load(self.row)) if self.roster else load(self.row)

    def load_profiles(self) -> LoadedList:
        """As ``load``, without the rosters."""
        if not self.roster:
            return load(self.row, rosters=False)
        loaded = self.load()
        document = replace(loaded.document, rosters=())
        return replace(loaded, document=document, roster_ids=(), roster_versions=())

    def _cut(self, loaded: LoadedList) -> LoadedList:
        if self.roster not in loaded.roster_ids:
            raise Http404("This roster is not in the list any more.")
        place = loaded.roster_ids.index(self.roster)
        document = cut_to_roster(loaded.document, place, loaded.catalogue)
        return replace(
            loaded,
            document=document,
            versions={profile.key: loaded.versions[profile.key] for profile in document.profiles},
            roster_ids=(self.roster,),
            roster_versions=(loaded.roster_versions[place],),
        )


_NAV: Mapping[Way, str] = {"own": "lists", "public": "gallery", "club": "clubs", "roster": "clubs"}


def open_door(request: HttpRequest, **address: str) -> Door:
    """The list of an address, for whoever asks; Http404 where it is not theirs to read.

    ``address`` is the one part of it that its prefix names.
    """
    ((kind, value),) = address.items()
    return _OPENERS[kind](request, value)


def open_sample(slug: str) -> Door:
    """The sample of a slug, for everybody."""
    return _of_sample(sample_for_reader(slug))


def _of_sample(row: CompanyList) -> Door:
    base = reverse("list", args=(row.public_id,))
    return Door(row=row, way="sample", page=list_address(row), base=base)


def _by_id(request: HttpRequest, public_id: str) -> Door:
    row = list_for_reader(request.user, public_id)
    if row.sample:
        return _of_sample(row)
    base = reverse("list", args=(row.public_id,))
    if _is_mine(request, row):
        return Door(row=row, way="own", page=base, base=base, is_mine=True)
    if row.published_at is not None:
        base = reverse("gallery_list", args=(row.public_id,))
        return Door(row=row, way="public", page=base, base=base)
    return Door(row=row, way="club", page=base, base=base)


def _public(request: HttpRequest, public_id: str) -> Door:
    row = public_list(public_id)
    base = reverse("gallery_list", args=(row.public_id,))
    return Door(row=row, way="public", page=base, base=base, is_mine=_is_mine(request, row))


def _by_link(request: HttpRequest, link: str) -> Door:
    row = list_by_link(link)
    base = reverse("shared_list", args=(link,))
    return Door(row=row, way="link", page=base, base=base, is_mine=_is_mine(request, row))


def _by_roster(request: HttpRequest, roster: str) -> Door:
    found = roster_for_reader(request.user, roster)
    row = found.company_list
    base = reverse("roster_list", args=(found.public_id,))
    mine = _is_mine(request, row)
    return Door(row=row, way="roster", page=base, base=base, is_mine=mine, roster=found.public_id)


def _is_mine(request: HttpRequest, row: CompanyList) -> bool:
    # Samples have no owner and nobody has no id: the two must never be taken for one another.
    return row.owner_id is not None and row.owner_id == request.user.pk


_OPENERS: Mapping[str, Callable[[HttpRequest, str], Door]] = {
    "public_id": _by_id,
    "listed": _public,
    "link": _by_link,
    "shared_roster": _by_roster,
}
