"""Rows that several services write, and the lock that they share.

The row of a list is the lock of everything in it: whoever changes anything raises the list's
version first, and so waits for whoever is changing it now.
"""

from django.db.models import F
from django.utils import timezone

from builder.catalogue.store import catalogue_of, editions
from builder.models import CompanyList, Edition, Profile, Roster, RosterEntry
from builder.points.document import Document
from builder.services.errors import NotFound
from builder.services.guards import checked_design


def touch(company_list: CompanyList) -> None:
    """Raise the list's version, and hold its row until the transaction ends; NotFound when it is deleted."""
    alive = CompanyList.objects.filter(pk=company_list.pk, deleted_at=None)
    if not alive.update(version=F("version") + 1, updated=timezone.now()):
        raise NotFound("This list is deleted.")


def edition_row(system: str, version: str) -> Edition:
    """The edition of these names."""
    edition = editions().filter(system__code=system, version=version).first()
    if edition is None:
        raise NotFound(f"The edition {version} of {system} is not known here.")
    return edition


def details_of(document: Document) -> dict[str, str]:
    """What a document says of the list itself."""
    return {"name": document.name, "setting": document.setting, "background": document.background}


def write_contents(company_list: CompanyList, document: Document) -> None:
    """The profiles and rosters of a document into a list that has none."""
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
    rosters = Roster.objects.bulk_create(
        Roster(company_list=company_list, name=roster.name, limit=roster.limit, position=position)
        for position, roster in enumerate(document.rosters)
    )
    RosterEntry.objects.bulk_create(
        RosterEntry(roster=row, profile_key=entry.profile, count=entry.count, position=position)
        for row, roster in zip(rosters, document.rosters, strict=True)
        for position, entry in enumerate(roster.entries)
    )


def copy_contents(source: CompanyList, copy: CompanyList) -> None:
    """What a list holds now into one that holds nothing; removed profiles stay behind."""
    profiles = list(Profile.objects.filter(company_list=source, removed_at=None))
    for profile in profiles:
        profile.pk, profile.company_list, profile.version = None, copy, 1
    Profile.objects.bulk_create(profiles)
    rosters = {roster.pk: roster for roster in Roster.objects.filter(company_list=source)}
    entries = list(RosterEntry.objects.filter(roster__in=rosters))
    for roster in rosters.values():
        roster.pk, roster.company_list = None, copy
    Roster.objects.bulk_create(rosters.values())
    for entry in entries:
        entry.pk, entry.roster = None, rosters[entry.roster_id]
    RosterEntry.objects.bulk_create(entries)
