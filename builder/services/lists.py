"""Every change to a company list and its profiles. Whatever refuses a change has changed nothing."""

from collections.abc import Iterable
from datetime import datetime
from typing import Literal

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from builder.catalogue.limits import limits
from builder.documents import StoredList, read_list
from builder.models import CompanyList, Profile, User
from builder.models.lists import rests_since
from builder.points.changes import brought_in
from builder.points.design import new_design
from builder.points.document import Document, DocumentError, parse_profile
from builder.points.reading import Reader
from builder.points.sheet import list_name
from builder.points.wording import plain
from builder.services.editing import EditedList, changes_list, edit_list, profile_in, with_edition
from builder.services.errors import NotFound, StaleVersion
from builder.services.guards import (
    check_document,
    check_line,
    check_profile_count,
    check_room_for_list,
    check_text,
    hold_lists,
    lock_owner,
    new_key,
    new_name,
)
from builder.services.history import record
from builder.services.places import end_of, move, put_back, removed, shift, take_out
from builder.services.rows import copy_contents, details_of, edition_row, write_contents

Place = Literal["up", "down", "first", "last"] | int

GUEST = "a guest"

# ------------------------------------------------------------------ lists


@transaction.atomic
def start_list(owner: User, system: str, edition: str, name: str = "") -> CompanyList:
    """A new, empty list."""
    check_line("name", name)
    check_room_for_list(owner)
    company_list = CompanyList.objects.create(owner=owner, edition=edition_row(system, edition), name=name)
    record(StoredList(company_list), None, None, "Started")
    return company_list


@transaction.atomic
def import_document(owner: User, document: Document) -> CompanyList:
    """A new list that holds a whole document, as the reader made it within the limits."""
    check_document(document)
    check_room_for_list(owner)
    edition = edition_row(document.system, document.edition)
    company_list = CompanyList.objects.create(owner=owner, edition=edition, **details_of(document))
    stored = write_contents(company_list, document)
    record(stored, None, None, brought_in(len(document.profiles), len(document.rosters)))
    return company_list


@transaction.atomic
def copy_list(owner: User, source: CompanyList, cut: Document | None = None) -> CompanyList:
    """A list of one's own with what the source holds now, under a name that no other list of theirs has.

    ``cut`` is what is copied where that is not all of it. The copy remembers whose it is, also after the
    source is gone; the source counts the copies that others make. NotFound when it is gone already.
    """
    check_room_for_list(owner)
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
    made = copy_contents(read_list(source), copy) if cut is None else write_contents(copy, cut)
    if source.owner_id != owner.pk:
        CompanyList.objects.filter(pk=source.pk).update(times_copied=F("times_copied") + 1)
    record(made, None, None, f"Copied from {plain(list_name(source.name))}")
    return copy


def owner_name(company_list: CompanyList) -> str:
    """Whose list it is, as others are told: "" for the site's own; guests have no name."""
    return told_name(company_list.owner)


def told_name(person: User | None) -> str:
    """What somebody is called before others: "" for nobody; guests have no name."""
    if person is None:
        return ""
    return GUEST if person.is_guest else person.username


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
    lock_owner(company_list)
    with edit_list(company_list) as edited:
        if version not in (None, edited.row.version):
            raise StaleVersion(edited.row)
        edited.told = "Deleted"
        edited.set_fields(deleted_at=timezone.now())
    away = CompanyList.objects.filter(owner=company_list.owner_id, sample=None, deleted_at__isnull=False)
    kept = settings.MUSTERBOOK_KEPT_DELETED
    oldest = away.order_by("-deleted_at", "-pk").values_list("pk", flat=True)[kept:]
    if gone := hold_lists(away.filter(pk__in=list(oldest))):
        away.filter(pk__in=gone).delete()


@transaction.atomic
def restore_list(company_list: CompanyList) -> None:
    """Bring a deleted list back as it was; one that is not deleted stays as it is.

    NotFound when its days are over, whether or not it has been cleared yet.
    """
    lock_owner(company_list)
    rows = with_edition(company_list.pk).select_related("owner")
    if not rows.exclude(deleted_at__lt=rests_since()).exists():
        raise NotFound("This list was deleted too long ago.")
    with edit_list(rows) as edited:
        row = edited.row
        if row.deleted_at is not None and row.owner is not None:
            check_room_for_list(row.owner)
            edited.told = "Put back"
            edited.set_fields(deleted_at=None)


@transaction.atomic
def clear_deleted(before: datetime) -> int:
    """Remove the lists that were deleted before a moment, with their histories; how many there were."""
    away = CompanyList.objects.filter(deleted_at__lt=before)
    held = hold_lists(away)
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
    row = profile_in(edited, key)
    if isinstance(value, dict) and value.get("key") != key:
        raise DocumentError("key", "cannot be changed, for rosters name it", f'leave it as "{key}"')
    made = parse_profile(Reader(limits()), "", value, edited.catalogue)
    if unless_same and made == edited.profile(row):
        return row
    if version not in (None, row.version):
        raise StaleVersion(row)
    row.name, row.notes, row.max, row.version = made.name, made.notes, made.max, row.version + 1
    row.design = edited.dump(made.design)
    row.save(update_fields=("name", "notes", "max", "design", "version"))
    edited.touch()
    return row


@changes_list
def add_profile(edited: EditedList, name: str = "") -> Profile:
    """A new profile at the end: an average model with nothing taken."""
    check_profile_count(len(edited.profiles))
    away = _removed(edited)
    position = end_of((*edited.profiles, *away))
    profile = Profile(design=edited.dump(new_design(edited.catalogue)), position=position)
    return _insert(edited, name, profile, away)


@changes_list
def duplicate_profile(edited: EditedList, key: str) -> Profile:
    """A copy right behind its original."""
    source, away = profile_in(edited, key), _removed(edited)
    check_profile_count(len(edited.profiles))
    position = source.position + 1
    shift(edited, edited.profiles, Profile, position)
    name = new_name(source.name, {row.name for row in (*edited.profiles, *away)})
    copy = Profile(notes=source.notes, max=source.max, design=source.design, position=position)
    return _insert(edited, name, copy, away)


def _insert(edited: EditedList, name: str, profile: Profile, away: Iterable[Profile]) -> Profile:
    profile.company_list = edited.row
    profile.name = check_line("name", name)
    profile.key = new_key(name, {row.key for row in (*edited.profiles, *away)})
    profile.save(force_insert=True)
    edited.profiles.append(profile)
    _sort(edited)
    edited.touch()
    return profile


@changes_list
def move_profile(edited: EditedList, key: str, to: Place) -> bool:
    """Up or down by one, to an end, or to a place counted from 0; beyond an end means the end.

    Whether it stands elsewhere now.
    """
    row, rows = profile_in(edited, key), edited.profiles
    here = rows.index(row)
    places = {"up": here - 1, "down": here + 1, "first": 0, "last": len(rows) - 1}
    there = min(max(places[to] if isinstance(to, str) else to, 0), len(rows) - 1)
    move(edited, rows, Profile, row, there)
    _sort(edited)
    return there != here


@changes_list
def remove_profile(edited: EditedList, key: str, version: int | None = None) -> Profile:
    """Take a profile out. Key and place stay its own while it is among the last that are kept.

    StaleVersion when a ``version`` is told and the profile was saved after it.
    """
    row = profile_in(edited, key)
    take_out(edited, row, version)
    edited.profiles.remove(row)
    return row


@changes_list
def restore_profile(edited: EditedList, key: str) -> Profile:
    """Put a removed profile back at its place; one that was not removed stays as it is."""
    if (present := edited.profile_row(key)) is not None:
        return present
    # PostgreSQL refuses to look for a NUL character, which no key holds.
    row = None if "\0" in key else removed(edited, Profile).filter(key=key).first()
    if row is None:
        raise NotFound("This profile is not in the list any more.")
    check_profile_count(len(edited.profiles))
    put_back(edited, row)
    edited.profiles.append(row)
    _sort(edited)
    return row


def _removed(edited: EditedList) -> list[Profile]:
    """Whose keys, names and places are still taken."""
    return list(removed(edited, Profile).only("key", "name", "position"))


def _sort(edited: EditedList) -> None:
    edited.profiles.sort(key=lambda row: (row.position, row.pk))
