"""Imports: creating a list from a document, and replacing or extending the contents of a list.

Restoring a revision (``builder.services.history``) also replaces the contents of a list with a document.
"""

import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from builder.catalogue.store import catalogue_of
from builder.documents import StoredRoster, with_entries
from builder.models import CompanyList, Profile, Roster, RosterEntry, User
from builder.models.ids import find_by_public_id
from builder.models.lists import lists_with_edition
from builder.points.appraisal.changes import import_message, match_rosters
from builder.points.document import document as core
from builder.points.document.design import dump_design
from builder.points.document.document import Document
from builder.services.editing.contents import (
    entry_rows,
    get_edition,
    list_columns,
    write_contents,
)
from builder.services.editing.edited_list import (
    EditedList,
    changes_list,
)
from builder.services.editing.positions import removed_rows
from builder.services.editing.revisions import record_first_revision
from builder.services.editing.verdicts import verdict_json
from builder.services.errors import NotPossible, Refused, require_version
from builder.services.lists import delete_list
from builder.services.locks import lock_user
from builder.services.naming import unused_name
from builder.services.profiles import add_profiles
from builder.services.rosters import add_roster
from builder.services.validation import check_document, check_line, lock_owner_below_list_limit

R = TypeVar("R", Profile, Roster)


class ImportChoiceOutdated(Refused):
    """The user must choose again what to do with an imported list.

    Another list now has the chosen name, or the list to replace was deleted or renamed.
    """


def unused_list_name(owner: User | None, name: str) -> str:
    """Return ``name``, or ``name`` with a number if the owner already has a list with this name."""
    return unused_name(name, list_names(owner))


def lists_by_name(owner: User | None, names: Iterable[str]) -> dict[str, list[CompanyList]]:
    """Map each of ``names`` that the owner has used to the lists with this name, the last changed first.

    Deleted lists are included.
    """
    by_name: dict[str, list[CompanyList]] = {}
    if owner is None:
        return by_name
    rows = lists_with_edition().select_related("owner").filter(owner=owner, name__in=set(names))
    for row in rows.order_by("-updated", "-pk"):
        by_name.setdefault(row.name, []).append(row)
    return by_name


def list_names(owner: User | None) -> set[str]:
    """Return the names of the owner's lists. Deleted lists don't count."""
    return set() if owner is None else set(_lists_not_deleted(owner).values_list("name", flat=True))


def _lists_not_deleted(owner: User) -> QuerySet[CompanyList]:
    return CompanyList.objects.filter(owner=owner, deleted_at=None)


@transaction.atomic
def import_list(
    owner: User,
    document: Document,
    *,
    name: str,
    allow_same_name: bool = False,
    replaced_id: str = "",
    deleted: bool = False,
) -> CompanyList:
    """Create a list with this name from a document, and return its row.

    ``replaced_id`` is the id of a list with the same name to delete, or an empty string. If ``deleted`` is
    True, the new list is deleted at once, as it was in the imported archive.

    Raises ImportChoiceOutdated if the list to replace is deleted or renamed, or if the owner has another list
    with this name, unless ``allow_same_name`` or ``deleted`` is True.
    """
    check_line("name", name)
    lock_user(owner.pk)
    if replaced_id:
        same_name = _lists_not_deleted(owner).filter(name=name).select_related("owner")
        old = find_by_public_id(same_name, replaced_id)
        if old is None:
            raise ImportChoiceOutdated("The list that you want to replace is deleted or renamed.")
        delete_list(old)
    elif name and not (allow_same_name or deleted) and _lists_not_deleted(owner).filter(name=name).exists():
        raise ImportChoiceOutdated("You have a list with this name now.")
    row = create_list_from_document(owner, replace(document, name=name))
    if deleted:
        delete_list(row)
    return row


@transaction.atomic
def create_list_from_document(owner: User, document: Document) -> CompanyList:
    """Create a list from a parsed document, and return its row.

    Raises LimitReached or DocumentError if the document can't be stored, and LimitReached if the owner has
    too many lists.
    """
    edition = get_edition(document.system, document.edition)
    catalogue = catalogue_of(edition)
    check_document(document, catalogue)
    lock_owner_below_list_limit(owner)
    company_list = CompanyList.objects.create(
        owner=owner, edition=edition, verdict=verdict_json(document, catalogue), **list_columns(document)
    )
    stored = write_contents(company_list, document)
    record_first_revision(stored, import_message(len(document.profiles), len(document.rosters)))
    return company_list


@changes_list
def add_profiles_and_roster(
    edited: EditedList, profiles: Sequence[core.Profile], roster: core.Roster | None
) -> list[Profile]:
    """Add profiles, and a roster of these profiles, at the end of a list. Return the profiles' rows."""
    rows = add_profiles(edited, profiles)
    if roster is not None:
        new_keys = {profile.key: row.key for profile, row in zip(profiles, rows, strict=True)}
        entries = [_with_new_keys(entry, new_keys) for entry in roster.entries]
        add_roster(edited, name=roster.name, limit=roster.limit, entries=entries, fields=roster.fields)
    return rows


def _with_new_keys(entry: core.RosterEntry, new_keys: Mapping[str, str]) -> core.RosterEntry:
    others, attached = (
        tuple(replace(member, profile=new_keys[member.profile]) for member in members)
        for members in (entry.others, entry.attached)
    )
    return replace(entry, profile=new_keys[entry.profile], others=others, attached=attached)


@changes_list
def replace_document(edited: EditedList, version: int | None, document: Document) -> CompanyList:
    """Replace the contents of a list with a parsed document, and return the list's row.

    Raises StaleVersion if ``version`` is not None and the list was changed after it. Raises NotPossible if
    the document is of another edition, and LimitReached or DocumentError if it can't be stored.
    """
    catalogue = edited.catalogue
    check_document(document, catalogue)
    require_version(edited.row, version)
    if (document.system, document.edition) != (catalogue.system, catalogue.edition):
        raise NotPossible(
            f"This list is for {catalogue.system} {catalogue.edition}. Import the document as a new list."
        )
    replace_contents(edited, document)
    return edited.row


def replace_contents(edited: EditedList, document: Document) -> None:
    """Replace the contents of a list with a document of the same edition. Only write what differs."""
    edited.begins_session = True
    details = list_columns(document)
    if details != {name: getattr(edited.row, name) for name in details}:
        edited.set_fields(**details, details_version=edited.next_version)
    _write_profiles(edited, document)
    _write_rosters(edited, document.rosters)


# ------------------------------------------------------------------ profiles


def _write_profiles(edited: EditedList, document: Document) -> None:
    """Write the document's profiles in their order.

    A profile is written to the row with the same key, which may have been removed. Rows with other keys are
    marked as removed, and get positions after the document's profiles.
    """
    rows = {profile.key: profile for profile in (*edited.profiles, *removed_rows(edited, Profile))}
    stored, changed, created = [], [], []
    for position, wanted in enumerate(document.profiles):
        profile = rows.pop(wanted.key, None)
        if profile is None:
            # A deleted profile with the same key may still be open in a browser. The new profile gets the
            # list's version, which is higher than any version of the deleted profile. So if the user saves
            # the deleted profile, the site refuses.
            profile = Profile(company_list=edited.row, key=wanted.key, version=edited.next_version)
            created.append(profile)
            _copy_to_row(edited, profile, wanted)
        elif not _is_stored(edited, profile, wanted):
            profile.version += 1
            changed.append(profile)
            _copy_to_row(edited, profile, wanted)
        elif (profile.position, profile.removed_at) != (position, None):
            changed.append(profile)
        profile.position, profile.removed_at = position, None
        stored.append(profile)
    changed += _remove_rows(Profile.objects.all(), rows.values(), len(document.profiles))
    columns = ("name", "notes", "max", "design", "version", "position", "removed_at")
    Profile.objects.bulk_update(changed, columns, batch_size=50)
    Profile.objects.bulk_create(created)
    edited.profiles = stored
    if changed or created:
        edited.mark_changed()


def _copy_to_row(edited: EditedList, row: Profile, wanted: core.Profile) -> None:
    row.name, row.notes, row.max = wanted.name, wanted.notes, wanted.max
    row.design = edited.dump_design(wanted.design)


def _is_stored(edited: EditedList, row: Profile, wanted: core.Profile) -> bool:
    same = (row.name, row.notes, row.max) == (wanted.name, wanted.notes, wanted.max)
    return same and row.design == dump_design(wanted.design, edited.catalogue)


# ------------------------------------------------------------------ rosters


def _write_rosters(edited: EditedList, wanted: Sequence[core.Roster]) -> None:
    """Write the wanted rosters in their order, each to the stored roster that matches it, or to a new row.

    All other stored rosters are marked as removed.
    """
    stored = (*edited.rosters, *with_entries(removed_rows(edited, Roster)))
    matched = _match_rosters(stored, wanted)
    changed, created, new_entries, result = [], [], [], []
    for position, roster in enumerate(wanted):
        matching = matched.get(position)
        if matching is None:
            row = Roster(
                company_list=edited.row,
                name=roster.name,
                limit=roster.limit,
                fields=dict(roster.fields),
                position=position,
            )
            created.append(row)
            new_entries.append((row, roster.entries))
            result.append(StoredRoster(row=row, entries=roster.entries))
            continue
        if matching.roster.entries != roster.entries:
            new_entries.append((matching.row, roster.entries))
        if (matching.roster, matching.row.position, matching.row.removed_at) != (roster, position, None):
            changed.append(_update_row(matching, roster, position))
        result.append(StoredRoster(row=matching.row, entries=roster.entries))
    matched_keys = {stored_roster.row.pk for stored_roster in matched.values()}
    others = [stored_roster.row for stored_roster in stored if stored_roster.row.pk not in matched_keys]
    changed += _remove_rows(Roster.objects.all(), others, len(wanted))
    RosterEntry.objects.filter(roster__in=[row.pk for row, _ in new_entries if row.pk]).delete()
    Roster.objects.bulk_update(changed, ("name", "limit", "fields", "version", "position", "removed_at"))
    Roster.objects.bulk_create(created)
    RosterEntry.objects.bulk_create(
        entry for row, entries in new_entries for entry in entry_rows(row, entries)
    )
    edited.rosters = result
    if changed or created:
        edited.mark_changed()


def _update_row(stored_roster: StoredRoster, wanted: core.Roster, position: int) -> Roster:
    """Put the wanted values into the row of a roster, and return the row. The caller saves it.

    If only the position differs, the row's version stays the same.
    """
    row = stored_roster.row
    if stored_roster.roster != wanted:
        row.name, row.limit, row.version = wanted.name, wanted.limit, row.version + 1
        row.fields = dict(wanted.fields)
    row.position, row.removed_at = position, None
    return row


def _match_rosters(stored: Sequence[StoredRoster], wanted: Sequence[core.Roster]) -> dict[int, StoredRoster]:
    """Map the indexes of wanted rosters to the stored rosters that match them.

    Rosters that are not removed are matched first (``match_rosters``). Then removed rosters are matched:
    first those that are equal, then those with the same name.
    """
    present = [stored_roster for stored_roster in stored if stored_roster.row.removed_at is None]
    pairs = match_rosters([stored_roster.roster for stored_roster in present], wanted)
    matched = {index: present[present_index] for index, present_index in pairs.items()}
    removed = [stored_roster for stored_roster in stored if stored_roster.row.removed_at is not None]
    for matches in (operator.eq, _has_same_name):
        for index, roster in enumerate(wanted):
            match = next(
                (stored_roster for stored_roster in removed if matches(stored_roster.roster, roster)), None
            )
            if index not in matched and match is not None:
                matched[index] = match
                removed.remove(match)
    return matched


def _has_same_name(stored: core.Roster, wanted: core.Roster) -> bool:
    return bool(wanted.name) and stored.name == wanted.name


def _remove_rows(table: QuerySet[R], rows: Iterable[R], first_position: int) -> list[R]:
    """Mark rows as removed, give them positions from ``first_position`` on, and return the rows to save.

    If too many ``rows`` were removed earlier, delete those that were removed first. Rows that are only
    removed now are never deleted here, so all of them can be restored.
    """
    sorted_rows = sorted(rows, key=lambda row: (row.position, row.pk))
    removed_earlier = [row for row in sorted_rows if row.removed_at is not None]
    removed_earlier.sort(key=lambda row: (row.removed_at, row.pk), reverse=True)
    deleted = {row.pk for row in removed_earlier[settings.MUSTERBOOK_KEPT_REMOVED :]}
    if deleted:
        table.filter(pk__in=deleted).delete()
    stored = [row for row in sorted_rows if row.pk not in deleted]
    now, changed = timezone.now(), []
    for position, row in enumerate(stored, first_position):
        if row.removed_at is None or row.position != position:
            row.position, row.removed_at = position, row.removed_at or now
            changed.append(row)
    return changed
