"""Lists, each in a fixed number of queries, however long they are."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from builder.catalogue.limits import NO_LIMITS
from builder.catalogue.store import catalogue_of
from builder.models import CompanyList, Profile, Roster, RosterEntry
from builder.points import document as core
from builder.points.catalogue import Catalogue
from builder.points.design import parse_design
from builder.points.document import Document, DocumentError
from builder.points.reading import Reader
from builder.queries.access import Reader as User
from builder.queries.access import lists_with_edition

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class BrokenDesignError(Exception):
    """A stored design cannot be read: it, or the rows of its edition, were written by something else.

    ``profile`` is the name of the profile, or its key while it has none.
    """

    def __init__(self, message: str, profile: str) -> None:
        super().__init__(message)
        self.profile = profile


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedList:
    """A list's row, its rule set and its document; ``versions`` are its profiles', by key.

    ``roster_ids`` and ``roster_versions`` stand beside the document's rosters, in the same order.
    """

    row: CompanyList
    catalogue: Catalogue
    document: Document
    versions: Mapping[str, int]
    roster_ids: tuple[str, ...] = ()
    roster_versions: tuple[int, ...] = ()


class Counts(TypedDict):
    """What rows of overviews know beside their columns."""

    profile_count: int
    roster_count: int


def lists_of(user: User) -> "QuerySet[WithAnnotations[CompanyList, Counts]]":
    """A user's lists, the last changed first, with their counts and without their background."""
    mine = lists_with_edition().filter(owner_id=user.pk or 0, deleted_at=None)
    return _counted(mine.defer("edition__layout", "background"))


def deleted_lists(user: User) -> list[CompanyList]:
    """What a user can bring back, the last deleted first."""
    if user.pk is None:
        return []
    away = lists_with_edition().filter(owner_id=user.pk, deleted_at__isnull=False)
    return list(away.order_by("-deleted_at", "-pk").defer("edition__layout", "background"))


def samples() -> "QuerySet[WithAnnotations[CompanyList, Counts]]":
    """The sample lists, in the order in which they came, with their counts."""
    return _counted(lists_with_edition().filter(sample__isnull=False, deleted_at=None)).order_by("pk")


def _counted(rows: QuerySet[CompanyList]) -> "QuerySet[WithAnnotations[CompanyList, Counts]]":
    return rows.annotate(profile_count=_present(Profile), roster_count=_present(Roster))


def _present(model: type[Profile | Roster]) -> Coalesce:
    """How many rows of a list's there are that are not removed."""
    present = model._default_manager.filter(company_list=OuterRef("pk"), removed_at=None)
    counts = present.order_by().values("company_list").annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counts), 0)


def removed_profiles(company_list: CompanyList) -> list[Profile]:
    """The keys and names of what can be put back, the last removed first."""
    away = Profile.objects.filter(company_list=company_list, removed_at__isnull=False)
    return list(away.order_by("-removed_at", "-pk").only("key", "name"))


def removed_rosters(company_list: CompanyList) -> list[Roster]:
    """The ids, names and game sizes of what can be put back, the last removed first."""
    away = Roster.objects.filter(company_list=company_list, removed_at__isnull=False)
    return list(away.order_by("-removed_at", "-pk").only("public_id", "name", "limit"))


def load(company_list: CompanyList, *, rosters: bool = True) -> LoadedList:
    """The whole list: one query for the profiles, two for the rosters unless they are left out.

    The row comes from ``access``, which has joined its edition and system.
    """
    catalogue = catalogue_of(company_list.edition)
    profiles, versions = _profiles(company_list, catalogue)
    found = _rosters(company_list) if rosters else _Rosters((), (), ())
    document = Document(
        system=catalogue.system,
        edition=catalogue.edition,
        name=company_list.name,
        setting=company_list.setting,
        background=company_list.background,
        profiles=profiles,
        rosters=found.rosters,
    )
    return LoadedList(
        row=company_list,
        catalogue=catalogue,
        document=document,
        versions=versions,
        roster_ids=found.ids,
        roster_versions=found.versions,
    )


def _profiles(
    company_list: CompanyList, catalogue: Catalogue
) -> tuple[tuple[core.Profile, ...], dict[str, int]]:
    rows = Profile.objects.filter(company_list=company_list, removed_at=None).order_by("position", "pk")
    reader = Reader(NO_LIMITS)
    profiles, versions = [], {}
    for key, name, notes, most, design, version in rows.values_list(
        "key", "name", "notes", "max", "design", "version"
    ):
        try:
            read = parse_design(reader, "design", design, catalogue)
        except DocumentError as error:
            fault = f"list {company_list.public_id}, profile {key}: {error}"
            raise BrokenDesignError(fault, name or key) from error
        profiles.append(core.Profile(key=key, name=name, notes=notes, max=most, design=read))
        versions[key] = version
    return tuple(profiles), versions


class _Rosters(NamedTuple):
    rosters: tuple[core.Roster, ...]
    ids: tuple[str, ...]
    versions: tuple[int, ...]


def _rosters(company_list: CompanyList) -> _Rosters:
    found = Roster.objects.filter(company_list=company_list, removed_at=None).order_by("position", "pk")
    # Read before the entries: a version may be older than what stands beside it, and is refused when it
    # comes back; were it newer, somebody else's entries would be overwritten.
    rows = list(found.values_list("pk", "public_id", "version", "name", "limit"))
    entries: dict[int, list[core.Entry]] = {}
    of_these = RosterEntry.objects.filter(roster__company_list=company_list, roster__removed_at=None)
    ordered = of_these.order_by("position", "pk")
    for roster, key, count in ordered.values_list("roster", "profile_key", "count"):
        entries.setdefault(roster, []).append(core.Entry(profile=key, count=count))
    return _Rosters(
        tuple(
            core.Roster(name=name, limit=limit, entries=tuple(entries.get(pk, ())))
            for pk, _, _, name, limit in rows
        ),
        tuple(row[1] for row in rows),
        tuple(row[2] for row in rows),
    )
