"""Putting back what a revision holds, as a change of its own: nothing that stands now is lost by it."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format

from builder.catalogue.store import catalogue_of
from builder.documents import unpack, unpack_document
from builder.models import CompanyList, Profile, Revision, Roster, RosterEntry
from builder.points import document as core
from builder.points.catalogue import Catalogue
from builder.points.changes import match_rosters
from builder.points.design import dump_design
from builder.points.document import Document
from builder.services.errors import NotFound, Refused
from builder.services.history import as_it_is, begun, record
from builder.services.rows import details_of, entry_rows, touch

_LARGEST = 2**31 - 1


@transaction.atomic
def restore_revision(company_list: CompanyList, number: int) -> int:
    """Put the document of a revision back; the list's new version, which is the number of what stands now.

    Profiles and rosters that are there keep their rows, and so their addresses; what differs gets another
    version, so that an editor that is open on it is told so and overwrites nothing. What the revision does
    not have is removed, with a way back. NotFound when there is no such revision, or not any more; Refused
    when it was made with other rules, or when nothing differs.
    """
    touch(company_list)
    last = begun(company_list)
    row = last.company_list
    revision = Revision.objects.filter(company_list=row, number=min(number, _LARGEST)).first()
    if revision is None:
        raise NotFound("This revision is not kept any more.")
    if unpack(revision.document) == unpack(last.document):
        raise Refused(f"The list stands as revision {number} has it, so there was nothing to put back")
    catalogue = catalogue_of(row.edition)
    document = unpack_document(revision.document, {(catalogue.system, catalogue.edition): catalogue})
    _put_details(row, document)
    _put_profiles(row, document, catalogue)
    _put_rosters(row, document.rosters)
    when = date_format(revision.made, "j F Y, H:i")
    record(as_it_is(row), f"Restored what stood on {when} (revision {number})", last)
    return row.version


def _put_details(row: CompanyList, document: Document) -> None:
    details = details_of(document)
    if details != {name: getattr(row, name) for name in details}:
        CompanyList.objects.filter(pk=row.pk).update(**details, details_version=row.version)


# ------------------------------------------------------------------ profiles


def _put_profiles(row: CompanyList, document: Document, catalogue: Catalogue) -> None:
    """Those of the document at its places; all others behind them, removed."""
    rows = {profile.key: profile for profile in Profile.objects.filter(company_list=row)}
    changed, made = [], []
    for position, wanted in enumerate(document.profiles):
        fields = _fields(wanted, catalogue)
        profile = rows.pop(wanted.key, None)
        if profile is None:
            # No editor that was opened on a former profile of this key holds so high a version.
            key = Profile(company_list=row, key=wanted.key, version=row.version, position=position, **fields)
            made.append(key)
            continue
        if fields != {name: getattr(profile, name) for name in fields}:
            profile.version += 1
        for name, value in fields.items():
            setattr(profile, name, value)
        profile.position, profile.removed_at = position, None
        changed.append(profile)
    for position, profile in enumerate(rows.values(), len(document.profiles)):
        profile.position, profile.removed_at = position, profile.removed_at or timezone.now()
        changed.append(profile)
    columns = ("name", "notes", "max", "design", "version", "position", "removed_at")
    Profile.objects.bulk_update(changed, columns, batch_size=50)
    Profile.objects.bulk_create(made)


def _fields(wanted: core.Profile, catalogue: Catalogue) -> dict[str, object]:
    return {
        "name": wanted.name,
        "notes": wanted.notes,
        "max": wanted.max,
        "design": dump_design(wanted.design, catalogue),
    }


# ------------------------------------------------------------------ rosters


class _Stored(NamedTuple):
    row: Roster
    roster: core.Roster


def _put_rosters(row: CompanyList, wanted: Sequence[core.Roster]) -> None:
    """Each into the row that it was in, as far as that can be told, else into a new one."""
    stored = _stored(row)
    matched = _match(stored, wanted)
    kept = {found.row.pk for found in matched.values()}
    for position, roster in enumerate(wanted):
        if position in matched:
            _put_roster(matched[position], roster, position)
        else:
            made = Roster.objects.create(
                company_list=row, name=roster.name, limit=roster.limit, position=position
            )
            RosterEntry.objects.bulk_create(entry_rows(made, roster.entries))
    others = [found.row for found in stored if found.row.pk not in kept]
    for position, other in enumerate(others, len(wanted)):
        other.position, other.removed_at = position, other.removed_at or timezone.now()
    Roster.objects.bulk_update(others, ("position", "removed_at"))


def _stored(row: CompanyList) -> list[_Stored]:
    """All rosters of a list, removed ones too, with their entries."""
    entries: dict[int, list[core.Entry]] = {}
    of_these = RosterEntry.objects.filter(roster__company_list=row).order_by("position", "pk")
    for roster, key, count in of_these.values_list("roster", "profile_key", "count"):
        entries.setdefault(roster, []).append(core.Entry(profile=key, count=count))
    return [
        _Stored(
            found,
            core.Roster(name=found.name, limit=found.limit, entries=tuple(entries.get(found.pk, ()))),
        )
        for found in Roster.objects.filter(company_list=row).order_by("position", "pk")
    ]


def _match(stored: list[_Stored], wanted: Sequence[core.Roster]) -> dict[int, _Stored]:
    """The row of each roster by its place: one that is there, else one of that name that was removed."""
    present = [found for found in stored if found.row.removed_at is None]
    pairs = match_rosters([found.roster for found in present], wanted)
    matched = {place: present[index] for place, index in pairs.items()}
    removed = [found for found in stored if found.row.removed_at is not None]
    for place, roster in enumerate(wanted):
        same = next((f for f in removed if f.roster.name == roster.name), None)
        if place not in matched and same is not None:
            matched[place] = same
            removed.remove(same)
    return matched


def _put_roster(found: _Stored, wanted: core.Roster, position: int) -> None:
    row = found.row
    if found.roster != wanted:
        row.name, row.limit, row.version = wanted.name, wanted.limit, row.version + 1
        if found.roster.entries != wanted.entries:
            RosterEntry.objects.filter(roster=row).delete()
            RosterEntry.objects.bulk_create(entry_rows(row, wanted.entries))
    row.position, row.removed_at = position, None
    row.save(update_fields=["name", "limit", "version", "position", "removed_at"])
