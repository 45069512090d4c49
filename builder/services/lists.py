"""Every change to a company list and its profiles. Whatever refuses a change has changed nothing."""

from collections.abc import Iterable
from datetime import datetime
from typing import Literal

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from builder.catalogue.limits import limits
from builder.documents import StoredList, load_stored_list
from builder.models import CompanyList, Profile, User
from builder.models.lists import restorable_since
from builder.points.changes import import_message
from builder.points.design import new_design
from builder.points.document import Document, DocumentError, parse_profile
from builder.points.reading import JsonReader
from builder.points.sheet import list_name
from builder.points.wording import one_line
from builder.services.editing import EditedList, changes_list, edit_list, require_profile, with_edition
from builder.services.errors import NotFound, StaleVersion
from builder.services.guards import (
    check_document,
    check_line,
    check_profile_count,
    check_text,
    lock_lists,
    lock_owner_of,
    lock_owner_with_room,
    new_key,
    new_name,
)
from builder.services.history import record_revision
from builder.services.places import (
    move_row,
    next_position,
    remove_row,
    removed_rows,
    restore_row,
    shift_positions,
)
from builder.services.rows import copy_contents, get_edition, list_columns, write_contents

Destination = Literal["up", "down", "first", "last"] | int

GUEST_NAME = "a guest"

# ------------------------------------------------------------------ lists


@transaction.atomic
def create_list(owner: User, system: str, edition: str, name: str = "") -> CompanyList:
    """A new, empty list."""
    check_line("name", name)
    lock_owner_with_room(owner)
    company_list = CompanyList.objects.create(owner=owner, edition=get_edition(system, edition), name=name)
    record_revision(StoredList(company_list), None, None, "Started")
    return company_list


@transaction.atomic
def create_list_from_document(owner: User, document: Document) -> CompanyList:
    """A new list that holds a whole document, as the reader made it within the limits."""
    check_document(document)
    lock_owner_with_room(owner)
    edition = get_edition(document.system, document.edition)
    company_list = CompanyList.objects.create(owner=owner, edition=edition, **list_columns(document))
    stored = write_contents(company_list, document)
    record_revision(stored, None, None, import_message(len(document.profiles), len(document.rosters)))
    return company_list


@transaction.atomic
def copy_list(owner: User, source: CompanyList, cut: Document | None = None) -> CompanyList:
    """A list of one's own with what the source holds now, under a name that no other list of theirs has.

    ``cut`` is what is copied where that is not all of it. The copy remembers whose it is, also after the
    source is gone; the source counts the copies that others make. NotFound when it is gone already.
    """
    lock_owner_with_room(owner)
    # Held, so that it is copied as it is at one moment, and nobody clears it away meanwhile.
    alive = CompanyList.objects.select_for_update(no_key=True).filter(pk=source.pk, deleted_at=None)
    if alive.first() is None:
        raise NotFound("This list is deleted.")
    names = CompanyList.objects.filter(owner=owner, deleted_at=None).values_list("name", flat=True)
    taken = set(names)
    copy = CompanyList.objects.create(
        owner=owner,
        edition=source.edition,
        name=new_name(source.name, taken) if source.name in taken else source.name,
        setting=source.setting,
        background=source.background if cut is None else cut.background,
        copied_from=source,
        copied_name=source.name,
        copied_owner=owner_name(source),
    )
    made = copy_contents(load_stored_list(source), copy) if cut is None else write_contents(copy, cut)
    if source.owner_id != owner.pk:
        CompanyList.objects.filter(pk=source.pk).update(times_copied=F("times_copied") + 1)
    record_revision(made, None, None, f"Copied from {one_line(list_name(source.name))}")
    return copy


def owner_name(company_list: CompanyList) -> str:
    """Whose list it is, as others are told: "" for the site's own; guests have no name."""
    return display_name(company_list.owner)


def display_name(person: User | None) -> str:
    """What somebody is called before others: "" for nobody; guests have no name."""
    if person is None:
        return ""
    return GUEST_NAME if person.is_guest else person.username


@changes_list
def save_details(
    edited: EditedList, version: int | None, *, name: str, setting: str, background: str
) -> CompanyList:
    """Name, setting and background; the list's row as it is then.

    ``version`` is the list's when the form was made, None to save over whatever stands. StaleVersion when one
    of the three changed since then; changes to profiles do not matter here.
    """
    fields = {
        "name": check_line("name", name),
        "setting": check_line("setting", setting),
        "background": check_text("background", background),
    }
    row = edited.row
    if version is not None and not row.details_version <= version <= row.version:
        raise StaleVersion(row)
    if any(getattr(row, name) != value for name, value in fields.items()):
        edited.set_fields(**fields, details_version=edited.next_version)
    return row


@transaction.atomic
def delete_list(company_list: CompanyList, version: int | None = None) -> None:
    """Put a list away: it rests for some days, in which its owner can take it back.

    Of one person so many rest at once; those deleted before them are gone for good. StaleVersion when a
    ``version`` is told and the list was changed after it.
    """
    lock_owner_of(company_list)
    with edit_list(company_list) as edited:
        if version not in (None, edited.row.version):
            raise StaleVersion(edited.row)
        edited.description = "Deleted"
        edited.set_fields(deleted_at=timezone.now())
    away = CompanyList.objects.filter(owner=company_list.owner_id, sample=None, deleted_at__isnull=False)
    kept = settings.MUSTERBOOK_KEPT_DELETED
    oldest = away.order_by("-deleted_at", "-pk").values_list("pk", flat=True)[kept:]
    if gone := lock_lists(away.filter(pk__in=list(oldest))):
        away.filter(pk__in=gone).delete()


@transaction.atomic
def restore_list(company_list: CompanyList) -> None:
    """Bring a deleted list back as it was; one that is not deleted stays as it is.

    NotFound when its days are over, whether or not it has been cleared yet.
    """
    lock_owner_of(company_list)
    rows = with_edition(company_list.pk).select_related("owner")
    if not rows.exclude(deleted_at__lt=restorable_since()).exists():
        raise NotFound("This list was deleted too long ago.")
    with edit_list(rows) as edited:
        row = edited.row
        if row.deleted_at is not None and row.owner is not None:
            lock_owner_with_room(row.owner)
            edited.description = "Put back"
            edited.set_fields(deleted_at=None)


@transaction.atomic
def clear_deleted_lists(before: datetime) -> int:
    """Remove the lists that were deleted before a moment, with their histories; how many there were."""
    away = CompanyList.objects.filter(deleted_at__lt=before)
    held = lock_lists(away)
    gone = list(away.filter(pk__in=held).values_list("pk", flat=True))  # some may have been put back
    CompanyList.objects.filter(pk__in=gone).delete()
    return len(gone)


# ------------------------------------------------------------------ profiles


@changes_list
def save_profile(
    edited: EditedList, key: str, version: int | None, value: object, *, unless_same: bool = False
) -> Profile:
    """All of one profile, from its JSON value as the document has it; its row as it is then.

    DocumentError for what cannot be read; StaleVersion when the profile was saved after ``version``, None
    saves over whatever stands. ``unless_same`` leaves alone what is stored just so, whatever its version.
    """
    row = require_profile(edited, key)
    if isinstance(value, dict) and value.get("key") != key:
        raise DocumentError("key", "cannot be changed, for rosters name it", f'leave it as "{key}"')
    made = parse_profile(JsonReader(limits()), "", value, edited.catalogue)
    if unless_same and made == edited.profile(row):
        return row
    if version not in (None, row.version):
        raise StaleVersion(row)
    row.name, row.notes, row.max, row.version = made.name, made.notes, made.max, row.version + 1
    row.design = edited.dump_design(made.design)
    row.save(update_fields=("name", "notes", "max", "design", "version"))
    edited.mark_changed()
    return row


@changes_list
def add_profile(edited: EditedList, name: str = "") -> Profile:
    """A new profile at the end: an average model with nothing taken."""
    check_profile_count(len(edited.profiles))
    away = _removed_profiles(edited)
    position = next_position((*edited.profiles, *away))
    profile = Profile(design=edited.dump_design(new_design(edited.catalogue)), position=position)
    return _insert_profile(edited, name, profile, away)


@changes_list
def duplicate_profile(edited: EditedList, key: str) -> Profile:
    """A copy right behind its original."""
    source, away = require_profile(edited, key), _removed_profiles(edited)
    check_profile_count(len(edited.profiles))
    position = source.position + 1
    shift_positions(edited, edited.profiles, Profile, position)
    name = new_name(source.name, {row.name for row in (*edited.profiles, *away)})
    copy = Profile(notes=source.notes, max=source.max, design=source.design, position=position)
    return _insert_profile(edited, name, copy, away)


def _insert_profile(edited: EditedList, name: str, profile: Profile, away: Iterable[Profile]) -> Profile:
    profile.company_list = edited.row
    profile.name = check_line("name", name)
    profile.key = new_key(name, {row.key for row in (*edited.profiles, *away)})
    profile.save(force_insert=True)
    edited.profiles.append(profile)
    _sort_profiles(edited)
    edited.mark_changed()
    return profile


@changes_list
def move_profile(edited: EditedList, key: str, destination: Destination) -> bool:
    """Up or down by one, to an end, or to a place counted from 0; beyond an end means the end.

    Whether it stands elsewhere now.
    """
    row, rows = require_profile(edited, key), edited.profiles
    here = rows.index(row)
    places = {"up": here - 1, "down": here + 1, "first": 0, "last": len(rows) - 1}
    there = min(max(places[destination] if isinstance(destination, str) else destination, 0), len(rows) - 1)
    move_row(edited, rows, Profile, row, there)
    _sort_profiles(edited)
    return there != here


@changes_list
def remove_profile(edited: EditedList, key: str, version: int | None = None) -> Profile:
    """Take a profile out. Key and place stay its own while it is among the last that are kept.

    StaleVersion when a ``version`` is told and the profile was saved after it.
    """
    row = require_profile(edited, key)
    remove_row(edited, row, version)
    edited.profiles.remove(row)
    return row


@changes_list
def restore_profile(edited: EditedList, key: str) -> Profile:
    """Put a removed profile back at its place; one that was not removed stays as it is."""
    if (present := edited.profile_row(key)) is not None:
        return present
    # PostgreSQL refuses to look for a NUL character, which no key holds.
    row = None if "\0" in key else removed_rows(edited, Profile).filter(key=key).first()
    if row is None:
        raise NotFound("This profile is not in the list any more.")
    check_profile_count(len(edited.profiles))
    restore_row(edited, row)
    edited.profiles.append(row)
    _sort_profiles(edited)
    return row


def _removed_profiles(edited: EditedList) -> list[Profile]:
    """Whose keys, names and places are still taken."""
    return list(removed_rows(edited, Profile).only("key", "name", "position"))


def _sort_profiles(edited: EditedList) -> None:
    edited.profiles.sort(key=lambda row: (row.position, row.pk))
