"""With whom a list is shared, where it was copied from, and into which lists its profiles can be copied."""

from collections.abc import Sequence
from typing import NamedTuple

from django.http import Http404

from builder.documents import LoadedList
from builder.models import Club, CompanyList, Share
from builder.points.document.cut import keys_with_references
from builder.points.document.document import Profile
from builder.queries.access import Reader, lists_for_reader

MAX_OFFERED = 500


class CopyOrigin(NamedTuple):
    """Whose copy a list is: names as they were then. ``row`` is the original, where the reader may see it."""

    name: str
    owner: str
    row: CompanyList | None


class ProfileWithReferences(NamedTuple):
    """A profile to be copied from a list; ``profiles`` are it and those it refers to, in the list's order."""

    profile: Profile
    profiles: tuple[Profile, ...]

    @property
    def others(self) -> list[Profile]:
        """The profiles that are copied along with it."""
        return [other for other in self.profiles if other.key != self.profile.key]

    def new_keys(self, keys: Sequence[str]) -> dict[str, str]:
        """The new ``keys`` of the copied profiles, in their order, by those that they had."""
        return dict(zip((profile.key for profile in self.profiles), keys, strict=True))


def count_clubs_shared_with(company_list: CompanyList) -> int:
    """How many clubs a list, or a roster of it, is shared with."""
    shares = Share.objects.filter(company_list=company_list)
    return shares.order_by().values("club").distinct().count()


def club_shared_with(user: Reader, company_list: CompanyList, roster: str = "") -> Club | None:
    """The user's club that a list, or the one roster of it, is shared with; of several the first it was."""
    shares = Share.objects.filter(company_list=company_list, club__memberships__user=user.pk)
    shares = shares.filter(roster__public_id=roster) if roster else shares.filter(roster=None)
    share = shares.select_related("club").order_by("pk").first()
    return share.club if share else None


def copy_origin(user: Reader, company_list: CompanyList) -> CopyOrigin | None:
    """Where a list was copied from; None for one that is no copy."""
    if company_list.copied_from_id is None and not (company_list.copied_name or company_list.copied_owner):
        return None
    source = lists_for_reader(user).filter(pk=company_list.copied_from_id or 0).first()
    return CopyOrigin(company_list.copied_name, company_list.copied_owner, source)


def lists_to_copy_into(user: Reader, source: CompanyList) -> list[CompanyList]:
    """One's own lists of the same edition but this one, the last changed first."""
    if user.pk is None:
        return []
    rows = CompanyList.objects.filter(owner_id=user.pk, deleted_at=None, edition_id=source.edition_id)
    return list(rows.exclude(pk=source.pk).only("public_id", "name", "edition_id")[:MAX_OFFERED])


def profile_with_references(loaded: LoadedList, key: str) -> ProfileWithReferences:
    """A profile of a list that may be read, with those that it refers to; Http404 where there is none."""
    profiles = loaded.document.profiles_by_key()
    if key not in profiles:
        raise Http404("This profile is not in the list any more.")
    keys = keys_with_references(loaded.document, (key,), loaded.catalogue)
    return ProfileWithReferences(profiles[key], tuple(profiles[other] for other in keys))
