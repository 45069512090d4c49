"""Rows that several services write, and the lock that they share.

The row of a list is the lock of everything in it: whoever changes anything raises the list's
version first, and so waits for whoever is changing it now.
"""

from collections.abc import Callable, Sequence
from functools import wraps
from itertools import chain
from typing import Concatenate, ParamSpec, TypeVar

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from builder.catalogue.store import catalogue_of, editions
from builder.models import CompanyList, Edition, Profile, Roster, RosterEntry
from builder.models.lists import new_public_id
from builder.points.document import Document, Entry
from builder.services.errors import NotFound, StaleVersion
from builder.services.guards import checked_design
from builder.services.history import begun, record

P = ParamSpec("P")
R = TypeVar("R")
Change = Callable[Concatenate[CompanyList, P], R]


def touch(company_list: CompanyList, version: int | None = None) -> None:
    """Raise the list's version, and hold its row until the transaction ends; NotFound when it is deleted.

    StaleVersion when a ``version`` is told and the list has been changed after it.
    """
    alive = CompanyList.objects.filter(pk=company_list.pk, deleted_at=None)
    there = alive if version is None else alive.filter(version=version)
    if there.update(version=F("version") + 1, updated=timezone.now()):
        return
    row = alive.first()
    if row is None:
        raise NotFound("This list is deleted.")
    raise StaleVersion(row)


def changes_list(change: Change[P, R]) -> Change[P, R]:
    """A change to a list, whole: in one transaction, holding its row, and with a revision in its history.

    NotFound when the list is deleted. What the change raises takes everything back. It leaves the columns of
    the list's own row alone: what stands in them is read before it, and once.
    """

    @wraps(change)
    @transaction.atomic
    def changed(company_list: CompanyList, /, *args: P.args, **kwargs: P.kwargs) -> R:
        touch(company_list)
        last = begun(company_list)
        result = change(company_list, *args, **kwargs)
        record(last.company_list, last=last)
        return result

    return changed


def edition_row(system: str, version: str) -> Edition:
    """The edition of these names."""
    edition = editions().filter(system__code=system, version=version).first()
    if edition is None:
        raise NotFound(f"The edition {version} of {system} is not known here.")
    return edition


def details_of(document: Document) -> dict[str, str]:
    """What a document says of the list itself."""
    return {"name": document.name, "setting": document.setting, "background": document.background}


def write_contents(company_list: CompanyList, document: Document, roster_ids: Sequence[str] = ()) -> None:
    """The profiles and rosters of a document into a list that has none.

    ``roster_ids`` are the ids of the first rosters; those that follow get new ones.
    """
    catalogue = catalogue_of(company_list.edition)
    Profile.objects.bulk_create(
        Profile(
            company_list=company_list,
            key=profile.key,
            name=profile.name,
            notes=profile.notes,
            max=profile.max,
            design=checked_design(profile.design, catalogue),
            position=position,
        )
        for position, profile in enumerate(document.profiles)
    )
    ids = chain(roster_ids, iter(new_public_id, None))
    rosters = Roster.objects.bulk_create(
        Roster(
            company_list=company_list,
            public_id=public_id,
            name=roster.name,
            limit=roster.limit,
            position=position,
        )
        for position, (roster, public_id) in enumerate(zip(document.rosters, ids, strict=False))
    )
    RosterEntry.objects.bulk_create(
        entry
        for row, roster in zip(rosters, document.rosters, strict=True)
        for entry in entry_rows(row, roster.entries)
    )


def entry_rows(roster: Roster, entries: Sequence[Entry]) -> list[RosterEntry]:
    """The rows of a roster in their order, not stored yet."""
    return [
        RosterEntry(roster=roster, profile_key=entry.profile, count=entry.count, position=position)
        for position, entry in enumerate(entries)
    ]


def copy_contents(source: CompanyList, copy: CompanyList) -> None:
    """What a list holds now into one that holds nothing; what was removed stays behind."""
    profiles = list(Profile.objects.filter(company_list=source, removed_at=None))
    for profile in profiles:
        profile.pk, profile.company_list, profile.version = None, copy, 1
    Profile.objects.bulk_create(profiles)
    rosters = {row.pk: row for row in Roster.objects.filter(company_list=source, removed_at=None)}
    entries = list(RosterEntry.objects.filter(roster__in=rosters))
    for roster in rosters.values():
        roster.pk, roster.public_id, roster.company_list, roster.version = None, new_public_id(), copy, 1
    Roster.objects.bulk_create(rosters.values())
    for entry in entries:
        entry.pk, entry.roster = None, rosters[entry.roster_id]
    RosterEntry.objects.bulk_create(entries)
