"""Queries for sharing lists: clubs and links that show a list, originals of copies, and targets of copies.

A live link always shows the current roster. A frozen link shows a copy of the roster as it was when it was
frozen. A removed roster is still stored, because its owner can restore it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import QuerySet
from django.http import Http404

from builder.documents import LoadedList
from builder.models import Club, CompanyList, FrozenLink, Roster, Share
from builder.points.document.cut import keys_with_references
from builder.points.document.document import Profile
from builder.points.rules.names import list_name
from builder.queries.access import Reader, list_address, lists_for_reader
from builder.queries.lookup import get_by_public_id

MAX_OFFERED = 500


class CopyOrigin(NamedTuple):
    """The original of a copied list, as a page shows it.

    ``name`` and ``owner`` are the names at the time of copying. If the reader owns the original, ``owner`` is
    an empty string. So is ``url`` if the reader can't see the original.
    """

    name: str
    owner: str
    url: str


class ProfileWithReferences(NamedTuple):
    """A profile, and in ``profiles`` this profile and those that it refers to, in the order of the list."""

    profile: Profile
    profiles: tuple[Profile, ...]

    @property
    def referenced_profiles(self) -> list[Profile]:
        """The profiles that are only copied because the profile refers to them."""
        return [other for other in self.profiles if other.key != self.profile.key]

    def new_keys(self, keys: Sequence[str]) -> dict[str, str]:
        """Map the keys of ``profiles`` to ``keys``, which are in the same order."""
        return dict(zip((profile.key for profile in self.profiles), keys, strict=True))


def count_clubs_shared_with(company_list: CompanyList) -> int:
    """Return the number of clubs that a list, or one of its rosters, is shared with."""
    shares = Share.objects.filter(company_list=company_list)
    return shares.order_by().values("club").distinct().count()


def club_shared_with(user: Reader, company_list: CompanyList, roster_id: str = "") -> Club | None:
    """Return the first club that a list is shared with and that the user is in, or None.

    If ``roster_id`` is given, only shares of this roster count, and otherwise only shares of the full list.
    """
    shares = Share.objects.filter(company_list=company_list, club__memberships__user=user.pk)
    shares = shares.filter(roster__public_id=roster_id) if roster_id else shares.filter(roster=None)
    share = shares.select_related("club").order_by("pk").first()
    return share.club if share else None


class RosterLinks(NamedTuple):
    """The links to rosters of a list: rosters with a live link, and frozen links, the newest first."""

    live: list[Roster]
    frozen: list[FrozenLink]

    def of_roster(self, roster_id: str) -> "RosterLinks":
        """Return the links of one roster."""
        return RosterLinks(
            [row for row in self.live if row.public_id == roster_id],
            [row for row in self.frozen if row.roster and row.roster.public_id == roster_id],
        )

    def __bool__(self) -> bool:
        """Return whether there is a link."""
        return bool(self.live or self.frozen)


def roster_links(company_list: CompanyList) -> RosterLinks:
    """Return the links to single rosters of a list, in two queries, without loading frozen documents."""
    return RosterLinks(list(live_links_of(company_list)), list(frozen_links_of(company_list)))


def live_links_of(company_list: CompanyList) -> QuerySet[Roster]:
    """Return the rosters of a list that have a live link."""
    rows = Roster.objects.filter(company_list=company_list, link__isnull=False)
    return rows.order_by("position", "pk")


def frozen_links_of(company_list: CompanyList) -> QuerySet[FrozenLink]:
    """Return the frozen links of a list, without their documents."""
    rows = FrozenLink.objects.filter(company_list=company_list).select_related("roster", "company_list")
    return rows.defer("document", "appraisal")


def frozen_link_of(company_list: CompanyList, public_id: str) -> FrozenLink:
    """Return the frozen link of a list with this id. Raises Http404 if there is none."""
    rows = FrozenLink.objects.filter(company_list=company_list).select_related("roster")
    row = get_by_public_id(rows, public_id, "This link doesn't exist, or was stopped.")
    row.company_list = company_list
    return row


def roster_of(company_list: CompanyList, public_id: str) -> Roster:
    """Return a roster of a list, which may be removed. Raises Http404 if there is none with this id."""
    rows = Roster.objects.filter(company_list=company_list)
    return get_by_public_id(rows, public_id, "This list has no such roster.")


def has_roster_links(company_list: CompanyList) -> bool:
    """Return whether a list has links to single rosters that work, in one query."""
    live = Roster.objects.filter(company_list=company_list, link__isnull=False, removed_at=None)
    frozen = FrozenLink.objects.filter(company_list=company_list)
    return bool(live.values("pk").order_by().union(frozen.values("pk").order_by())[:1])


def copy_origin(user: Reader, company_list: CompanyList) -> CopyOrigin | None:
    """Return the original of a copied list, or None if the list is not a copy."""
    if company_list.copied_from_id is None and not (company_list.copied_name or company_list.copied_owner):
        return None
    source = lists_for_reader(user).filter(pk=company_list.copied_from_id or 0).first()
    is_own = source is not None and source.owner_id == user.pk
    owner = "" if is_own else company_list.copied_owner
    return CopyOrigin(list_name(company_list.copied_name), owner, list_address(source) if source else "")


def lists_to_copy_into(user: Reader, source: CompanyList) -> list[CompanyList]:
    """Return the user's other lists of the same edition as ``source``, the last changed first."""
    if user.pk is None:
        return []
    rows = CompanyList.objects.filter(owner_id=user.pk, deleted_at=None, edition_id=source.edition_id)
    return list(rows.exclude(pk=source.pk).only("public_id", "name", "edition_id")[:MAX_OFFERED])


def profile_with_references(loaded: LoadedList, key: str) -> ProfileWithReferences:
    """Return a profile and the profiles that it refers to. Raises Http404 if the list has no such profile."""
    profiles = loaded.document.profiles_by_key()
    if key not in profiles:
        raise Http404("This profile is no longer in the list.")
    keys = keys_with_references(loaded.document, (key,), loaded.catalogue)
    return ProfileWithReferences(profiles[key], tuple(profiles[other] for other in keys))
