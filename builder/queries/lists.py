"""Queries for overviews of company lists. The number of queries doesn't depend on the number of lists."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from builder.models import CompanyList, OwnTag, Profile, Roster
from builder.models.ids import is_public_id
from builder.models.lists import lists_with_edition, restorable_since
from builder.queries.access import Reader
from builder.queries.lookup import get_by_public_id

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    CountedList = WithAnnotations[CompanyList, "ListCounts"]
else:
    CountedList = CompanyList

MAX_TO_COPY = 2_000


class ListCounts(TypedDict):
    """The annotations of a list in an overview: the numbers of its profiles and rosters."""

    profile_count: int
    roster_count: int


def lists_of(user: Reader) -> "QuerySet[CountedList]":
    """Return a user's lists with ``ListCounts`` but without backgrounds, the last changed first."""
    return with_counts(_lists_of(user).defer("background"))


def _lists_of(user: Reader) -> QuerySet[CompanyList]:
    return lists_with_edition().filter(owner_id=user.pk or 0, deleted_at=None)


def has_other_lists(company_list: CompanyList) -> bool:
    """Return whether the owner of a list has other lists."""
    others = CompanyList.objects.filter(owner_id=company_list.owner_id, deleted_at=None)
    return others.exclude(pk=company_list.pk).exists()


def list_overviews(user: Reader) -> list[CompanyList]:
    """Return all lists of a user, the last changed first, with the columns that an overview needs."""
    if user.pk is None:
        return []
    columns = ("name", "setting", "created", "updated", "edition__system", "edition__version")
    return list(_lists_of(user).only(*columns))


def tags_by_list(user: Reader) -> dict[int, list[str]]:
    """Map the primary keys of the user's lists to the lookup names of their tags. Skip lists without tags."""
    tags: dict[int, list[str]] = {}
    tagged = CompanyList.own_tags.through.objects.filter(owntag__owner=user.pk)
    for pk, tag in tagged.values_list("companylist", "owntag__lookup_name"):
        tags.setdefault(pk, []).append(tag)
    return tags


def lists_in_order(user: Reader, pks: Sequence[int]) -> "list[CountedList]":
    """Return the user's lists with these primary keys, in the same order and with ``ListCounts``."""
    rows = {row.pk: row for row in lists_of(user).filter(pk__in=pks)} if pks else {}
    return [rows[pk] for pk in pks if pk in rows]  # a list may have been deleted since the first query


def own_lists_by_id(user: Reader, ids: Sequence[str], *, deleted: bool = False) -> list[CompanyList]:
    """Return the user's lists with these ids, the last changed first.

    If ``deleted`` is True, return deleted lists that can be restored, and otherwise lists that aren't
    deleted.
    """
    rows = lists_with_edition().select_related("owner").filter(owner_id=user.pk or 0)
    rows = rows.filter(deleted_at__gte=restorable_since()) if deleted else rows.filter(deleted_at=None)
    return list(rows.filter(public_id__in=[public_id for public_id in ids if is_public_id(public_id)]))


class CountedTag(NamedTuple):
    """A user's own tag, and the number of lists with it that aren't deleted."""

    id: str
    name: str
    lookup_name: str
    lists: int


def tags_of(user: Reader) -> list[CountedTag]:
    """Return a user's tags, sorted by name."""
    list_count = Count("lists", filter=Q(lists__deleted_at=None))
    rows = OwnTag.objects.filter(owner=user.pk or 0).annotate(count=list_count).order_by("lookup_name")
    return [CountedTag(*values) for values in rows.values_list("public_id", "name", "lookup_name", "count")]


def tag_for_owner(user: Reader, public_id: str) -> OwnTag:
    """Return a tag of this user. Raises Http404 for any other tag."""
    rows = OwnTag.objects.filter(owner=user.pk or 0)
    return get_by_public_id(rows, public_id, "You have no such tag.")


def last_edited_part(company_list: CompanyList) -> Profile | Roster | None:
    """Return the profile or roster that was saved last, or None for an empty list, in two queries."""
    parts: list[Profile | Roster] = []
    for model in (Profile, Roster):
        rows = model.objects.filter(company_list=company_list, removed_at=None)
        parts += rows.order_by("-updated", "-pk")[:1]
    return max(parts, key=lambda part: part.updated, default=None)


def last_game_of(user: Reader) -> str:
    """Return the code of the game of the list that a user changed last, or an empty string without lists."""
    rows = CompanyList.objects.filter(owner_id=user.pk or 0, deleted_at=None).order_by("-updated", "-pk")
    return rows.values_list("edition__system__code", flat=True).first() or ""


def deleted_lists(user: Reader) -> QuerySet[CompanyList]:
    """Return the deleted lists that a user can still restore, the last deleted first."""
    rows = lists_with_edition().filter(owner_id=user.pk, deleted_at__gte=restorable_since())
    if user.pk is None:
        rows = rows.none()
    return rows.order_by("-deleted_at", "-pk").defer("background")


def samples() -> "QuerySet[CountedList]":
    """Return the samples with ``ListCounts``, in the order in which they were first loaded."""
    return with_counts(lists_with_edition().filter(sample__isnull=False, deleted_at=None)).order_by("pk")


def with_counts(rows: QuerySet[CompanyList]) -> "QuerySet[CountedList]":
    """Annotate a query with ``ListCounts``."""
    return rows.annotate(profile_count=_count_present(Profile), roster_count=_count_present(Roster))


def _count_present(model: type[Profile | Roster]) -> Coalesce:
    present = model._default_manager.filter(company_list=OuterRef("pk"), removed_at=None)
    counts = present.order_by().values("company_list").annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counts), 0)


class ProfileToCopy(NamedTuple):
    """A profile that a user can copy from one of their lists into another."""

    list_id: str
    list_name: str
    key: str
    name: str


def profiles_to_copy(user: Reader, company_list: CompanyList) -> list[ProfileToCopy]:
    """Return up to ``MAX_TO_COPY`` profiles that the user can copy into ``company_list``.

    They are from the user's other lists of the same edition. Those of the last changed list are first.
    """
    rows = Profile.objects.filter(
        company_list__owner_id=user.pk or 0,
        company_list__deleted_at=None,
        company_list__edition_id=company_list.edition_id,
        removed_at=None,
    ).exclude(company_list=company_list.pk)
    rows = rows.order_by("-company_list__updated", "-company_list_id", "position", "pk")
    columns = rows.values_list("company_list__public_id", "company_list__name", "key", "name")
    return [ProfileToCopy(*values) for values in columns[:MAX_TO_COPY]]


def removed_profiles(company_list: CompanyList) -> list[Profile]:
    """Return the keys and names of the profiles that can be restored, the last removed first."""
    rows = company_list.profiles.filter(removed_at__isnull=False)
    return list(rows.order_by("-removed_at", "-pk").only("key", "name", "company_list"))


def removed_rosters(company_list: CompanyList) -> list[Roster]:
    """Return the ids, names and limits of the rosters that can be restored, the last removed first."""
    rows = company_list.rosters.filter(removed_at__isnull=False)
    return list(rows.order_by("-removed_at", "-pk").only("public_id", "name", "limit", "company_list"))
