"""Putting a whole document in the place of what a list holds, as one change: nothing is lost by it.

Profiles and rosters that are there keep their rows, and so their addresses; what differs gets another
version, so that an editor that is open on it is told so and overwrites nothing. What the document does not
have is removed, with a way back.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from builder.catalogue.store import catalogue_of
from builder.models import CompanyList, Profile, Roster, RosterEntry
from builder.points import document as core
from builder.points.catalogue import Catalogue
from builder.points.changes import match_rosters
from builder.points.design import dump_design
from builder.points.document import Document
from builder.services.errors import NotPossible
from builder.services.guards import check_document, checked_design
from builder.services.history import as_it_is, begun, record
from builder.services.rows import details_of, entry_rows, touch

R = TypeVar("R", Profile, Roster)


@transaction.atomic
def replace_document(company_list: CompanyList, version: int, document: Document) -> CompanyList:
    """Let a list hold this document and nothing else; its row as it is now.

    StaleVersion when the list was changed after ``version``; NotPossible when the document is of another
    edition; LimitReached or DocumentError when it could not be read back.
    """
    check_document(document)
    touch(company_list, version)
    last = begun(company_list)
    row = last.company_list
    catalogue = catalogue_of(row.edition)
    if (document.system, document.edition) != (catalogue.system, catalogue.edition):
        raise NotPossible(
            f"The list is made for {catalogue.system} {catalogue.edition}, and keeps system and edition: "
            "bring the document in as a new list."
        )
    for profile in document.profiles:
        checked_design(profile.design, catalogue)
    put_document(row, document, catalogue)
    row = as_it_is(row)
    record(row, last=last)
    return row


def put_document(row: CompanyList, document: Document, catalogue: Catalogue) -> None:
    """Put a document into a list whose row is held and whose version is raised already."""
    _put_details(row, document)
    _put_profiles(row, document, catalogue)
    _put_rosters(row, document.rosters)


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
        elif (profile.position, profile.removed_at) == (position, None):
            continue
        for name, value in fields.items():
            setattr(profile, name, value)
        profile.position, profile.removed_at = position, None
        changed.append(profile)
    changed += _put_away(Profile.objects.all(), rows.values(), len(document.profiles))
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
    changed, made, filled = [], [], []
    for position, roster in enumerate(wanted):
        found = matched.get(position)
        if found is None:
            fresh = Roster(company_list=row, name=roster.name, limit=roster.limit, position=position)
            made.append(fresh)
            filled.append((fresh, roster.entries))
            continue
        if found.roster.entries != roster.entries:
            filled.append((found.row, roster.entries))
        if (found.roster, found.row.position, found.row.removed_at) != (roster, position, None):
            changed.append(_changed(found, roster, position))
    kept = {found.row.pk for found in matched.values()}
    others = [found.row for found in stored if found.row.pk not in kept]
    changed += _put_away(Roster.objects.all(), others, len(wanted))
    RosterEntry.objects.filter(roster__in=[roster.pk for roster, _ in filled if roster.pk]).delete()
    Roster.objects.bulk_update(changed, ("name", "limit", "version", "position", "removed_at"))
    Roster.objects.bulk_create(made)
    RosterEntry.objects.bulk_create(
        entry for roster, entries in filled for entry in entry_rows(roster, entries)
    )


def _changed(found: _Stored, wanted: core.Roster, position: int) -> Roster:
    """The row of a roster as it is wanted, not saved yet; another version where it differs."""
    row = found.row
    if found.roster != wanted:
        row.name, row.limit, row.version = wanted.name, wanted.limit, row.version + 1
    row.position, row.removed_at = position, None
    return row


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
    """The row of each roster by its place: one that is there, else the last removed that it was.

    A removed one comes back with those it is shared with. So it has to be the same, or of that name: what
    has no name would come back as another, to be read by whom it was never shown.
    """
    present = [found for found in stored if found.row.removed_at is None]
    pairs = match_rosters([found.roster for found in present], wanted)
    matched = {place: present[index] for place, index in pairs.items()}
    removed = [found for found in stored if found.row.removed_at is not None]
    removed.sort(key=lambda found: (found.row.removed_at, found.row.pk), reverse=True)
    for is_it in (_is_same, _has_name):
        for place, roster in enumerate(wanted):
            same = next((found for found in removed if is_it(found.roster, roster)), None)
            if place not in matched and same is not None:
                matched[place] = same
                removed.remove(same)
    return matched


def _is_same(then: core.Roster, wanted: core.Roster) -> bool:
    return then == wanted


def _has_name(then: core.Roster, wanted: core.Roster) -> bool:
    return bool(wanted.name) and then.name == wanted.name


# ------------------------------------------------------------------ what the document does not have


def _put_away(table: QuerySet[R], rows: Iterable[R], behind: int) -> list[R]:
    """Take rows out, to places from ``behind`` on; those that have to be saved for it. Those removed too
    long ago are deleted.

    All that goes by this change stays to be put back, and as many of those that went before as are kept.
    """
    all_ = list(rows)
    before = [row for row in all_ if row.removed_at is not None]
    before.sort(key=lambda row: (row.removed_at, row.pk), reverse=True)
    cleared = {row.pk for row in before[settings.MUSTERBOOK_KEPT_REMOVED :]}
    if cleared:
        table.filter(pk__in=cleared).delete()
    kept = [row for row in all_ if row.pk not in cleared]
    now, changed = timezone.now(), []
    for position, row in enumerate(kept, behind):
        if row.removed_at is None or row.position != position:
            row.position, row.removed_at = position, row.removed_at or now
            changed.append(row)
    return changed
