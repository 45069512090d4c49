"""Writers for the rows of a new list: its columns, profiles, rosters and their entries."""

from collections.abc import Sequence
from itertools import chain

from builder.catalogue.store import editions
from builder.documents import StoredList, StoredRoster
from builder.models import CompanyList, Edition, Profile, Roster, RosterEntry
from builder.models.ids import new_public_id
from builder.points.document import document as core
from builder.points.document.design import dump_design
from builder.points.document.document import Document, dump_unit
from builder.services.errors import NotFound


def get_edition(system: str, version: str) -> Edition:
    """Return an edition of a system. Raises NotFound if there is none with this version."""
    edition = editions().filter(system__code=system, version=version).first()
    if edition is None:
        raise NotFound(f"This site has no edition {version} of {system}.")
    return edition


def list_columns(document: Document) -> dict[str, str]:
    """Return the columns of a list's own row that its document determines."""
    return {"name": document.name, "setting": document.setting, "background": document.background}


def write_contents(
    company_list: CompanyList, document: Document, roster_ids: Sequence[str] = ()
) -> StoredList:
    """Write the profiles and rosters of a document into an empty list, and return the written rows.

    The first rosters get the ids in ``roster_ids``, and further rosters new ids.
    """
    stored = StoredList(company_list)
    profiles = [
        Profile(
            company_list=company_list,
            key=profile.key,
            name=profile.name,
            notes=profile.notes,
            max=profile.max,
            design=dump_design(profile.design, stored.catalogue),
            position=position,
        )
        for position, profile in enumerate(document.profiles)
    ]
    stored.profiles = Profile.objects.bulk_create(profiles)
    ids = chain(roster_ids, iter(new_public_id, None))  # endless, because new_public_id never returns None
    rosters = Roster.objects.bulk_create(
        Roster(
            company_list=company_list,
            public_id=public_id,
            name=roster.name,
            limit=roster.limit,
            fields=dict(roster.fields),
            position=position,
        )
        for position, (roster, public_id) in enumerate(zip(document.rosters, ids, strict=False))
    )
    stored.rosters = [
        StoredRoster(row=row, entries=roster.entries)
        for row, roster in zip(rosters, document.rosters, strict=True)
    ]
    RosterEntry.objects.bulk_create(
        entry
        for stored_roster in stored.rosters
        for entry in entry_rows(stored_roster.row, stored_roster.entries)
    )
    return stored


def entry_rows(roster: Roster, entries: Sequence[core.RosterEntry]) -> list[RosterEntry]:
    """Return unsaved rows for a roster's entries."""
    return [
        RosterEntry(
            roster=roster,
            profile_key=entry.profile,
            count=entry.count,
            unit=dump_unit(entry),
            position=position,
        )
        for position, entry in enumerate(entries)
    ]


def copy_contents(source: StoredList, copy: CompanyList) -> StoredList:
    """Copy the loaded profiles and rosters of ``source`` into the empty list ``copy``, and return the copy.

    The row objects of ``source`` become rows of the copy, so the caller can't use ``source`` afterwards.
    """
    for profile in source.profiles:
        profile.pk, profile.company_list, profile.version = None, copy, 1
    for stored_roster in source.rosters:
        roster = stored_roster.row
        roster.pk, roster.public_id, roster.company_list, roster.version = None, new_public_id(), copy, 1
        roster.link = None
    Profile.objects.bulk_create(source.profiles)
    Roster.objects.bulk_create(stored_roster.row for stored_roster in source.rosters)
    RosterEntry.objects.bulk_create(
        entry
        for stored_roster in source.rosters
        for entry in entry_rows(stored_roster.row, stored_roster.entries)
    )
    return StoredList(copy, source.profiles, source.rosters)
