"""A list as somebody may read it: by which way, whether it is theirs, and how much of it.

Pages and the programming interface open lists by these functions alone; Http404 where a list is not the
reader's to read.
"""

from dataclasses import dataclass, replace
from typing import Literal

from django.http import Http404

from builder.documents import LoadedList, load
from builder.models import CompanyList
from builder.points.cut import cut_to_roster
from builder.points.document import Document
from builder.queries.access import (
    Reader,
    list_by_link,
    list_for_reader,
    public_list,
    roster_for_reader,
    sample_for_reader,
)

Way = Literal["own", "sample", "public", "link", "club", "roster"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A list that may be read, and the way that led to it.

    ``roster`` is the id of the one roster that may be read; "" where the whole list may. ``is_mine`` says
    whether the reader owns it, whatever the way.
    """

    row: CompanyList
    way: Way
    is_mine: bool = False
    roster: str = ""

    @property
    def is_own(self) -> bool:
        """Whether this is the owner at the address where the list is changed."""
        return self.way == "own"

    def load(self) -> LoadedList:
        """The list, or what may be read of it: the list cut to the one roster."""
        return self._cut(load(self.row)) if self.roster else load(self.row)

    def part(self) -> Document | None:
        """What may be read of the list where that is not all of it."""
        return self.load().document if self.roster else None

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


def read_by_id(user: Reader, public_id: str) -> Reading:
    """A list by its id: one's own, a sample, a public one, or one that is shared with a club of theirs."""
    row = list_for_reader(user, public_id)
    if row.sample:
        return Reading(row=row, way="sample")
    if _is_mine(user, row):
        return Reading(row=row, way="own", is_mine=True)
    return Reading(row=row, way="club" if row.published_at is None else "public")


def read_public(user: Reader, public_id: str) -> Reading:
    """A list of the gallery."""
    row = public_list(public_id)
    return Reading(row=row, way="public", is_mine=_is_mine(user, row))


def read_by_link(user: Reader, link: str) -> Reading:
    """The list that a secret word opens."""
    row = list_by_link(link)
    return Reading(row=row, way="link", is_mine=_is_mine(user, row))


def read_roster(user: Reader, roster: str) -> Reading:
    """A roster that is shared by itself with a club of this user's."""
    found = roster_for_reader(user, roster)
    row = found.company_list
    return Reading(row=row, way="roster", is_mine=_is_mine(user, row), roster=found.public_id)


def read_sample(slug: str) -> Reading:
    """The sample of a slug."""
    return Reading(row=sample_for_reader(slug), way="sample")


def _is_mine(user: Reader, row: CompanyList) -> bool:
    # Samples have no owner and nobody has no id: the two must never be taken for one another.
    return row.owner_id is not None and row.owner_id == user.pk
