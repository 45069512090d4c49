"""A list as somebody may read it: by which way, whether it is theirs, and how much of it.

Pages and the programming interface open lists by these functions alone; Http404 where a list is not the
reader's to read.
"""

from dataclasses import dataclass, replace
from typing import Literal

from django.http import Http404

from builder.documents import LoadedList, load_list
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

AccessKind = Literal["own", "sample", "public", "link", "club", "roster"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ListAccess:
    """A list that may be read, and the way that led to it.

    ``roster_id`` is the id of the one roster that may be read; "" where the whole list may. ``is_owner`` says
    whether the reader owns it, whatever the way.
    """

    row: CompanyList
    kind: AccessKind
    is_owner: bool = False
    roster_id: str = ""

    @property
    def can_edit(self) -> bool:
        """Whether this is the owner at the address where the list is changed."""
        return self.kind == "own"

    def load(self) -> LoadedList:
        """The list, or what may be read of it: the list cut to the one roster."""
        return self._cut(load_list(self.row)) if self.roster_id else load_list(self.row)

    def cut_document(self) -> Document | None:
        """What may be read of the list where that is not all of it."""
        return self.load().document if self.roster_id else None

    def load_profiles(self) -> LoadedList:
        """As ``load``, without the rosters."""
        if not self.roster_id:
            return load_list(self.row, rosters=False)
        loaded = self.load()
        document = replace(loaded.document, rosters=())
        return replace(loaded, document=document, roster_ids=(), roster_versions=())

    def _cut(self, loaded: LoadedList) -> LoadedList:
        if self.roster_id not in loaded.roster_ids:
            raise Http404("This roster is not in the list any more.")
        place = loaded.roster_ids.index(self.roster_id)
        document = cut_to_roster(loaded.document, place, loaded.catalogue)
        return replace(
            loaded,
            document=document,
            profile_versions={
                profile.key: loaded.profile_versions[profile.key] for profile in document.profiles
            },
            roster_ids=(self.roster_id,),
            roster_versions=(loaded.roster_versions[place],),
        )


def access_by_id(user: Reader, public_id: str) -> ListAccess:
    """A list by its id: one's own, a sample, a public one, or one that is shared with a club of theirs."""
    row = list_for_reader(user, public_id)
    if row.sample:
        return ListAccess(row=row, kind="sample")
    if _is_owner(user, row):
        return ListAccess(row=row, kind="own", is_owner=True)
    return ListAccess(row=row, kind="club" if row.published_at is None else "public")


def access_public(user: Reader, public_id: str) -> ListAccess:
    """A list of the gallery."""
    row = public_list(public_id)
    return ListAccess(row=row, kind="public", is_owner=_is_owner(user, row))


def access_by_link(user: Reader, link: str) -> ListAccess:
    """The list that a secret word opens."""
    row = list_by_link(link)
    return ListAccess(row=row, kind="link", is_owner=_is_owner(user, row))


def access_roster(user: Reader, roster: str) -> ListAccess:
    """A roster that is shared by itself with a club of this user's."""
    found = roster_for_reader(user, roster)
    row = found.company_list
    return ListAccess(row=row, kind="roster", is_owner=_is_owner(user, row), roster_id=found.public_id)


def access_sample(slug: str) -> ListAccess:
    """The sample of a slug."""
    return ListAccess(row=sample_for_reader(slug), kind="sample")


def _is_owner(user: Reader, row: CompanyList) -> bool:
    # Samples have no owner and nobody has no id: the two must never be taken for one another.
    return row.owner_id is not None and row.owner_id == user.pk
