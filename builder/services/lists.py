"""Every change to a company list and its profiles. Whatever refuses a change has changed nothing."""

from datetime import datetime
from typing import Literal

from django.conf import settings
from django.db import transaction
from django.db.models import F, Max, QuerySet
from django.utils import timezone

from builder.catalogue.store import catalogue_of
from builder.models import CompanyList, Profile, User
from builder.models.lists import rests_since
from builder.points.changes import brought_in
from builder.points.design import Design, dump_design, new_design
from builder.points.document import Document
from builder.points.sheet import list_name
from builder.points.wording import plain
from builder.services.errors import NotFound, StaleVersion
from builder.services.guards import (
    check_count,
    check_document,
    check_line,
    check_profile_count,
    check_room_for_list,
    check_text,
    checked_design,
    hold_lists,
    lock_owner,
    new_key,
    new_name,
)
from builder.services.history import as_it_is, begun, record
from builder.services.rows import (
    changes_list,
    copy_contents,
    details_of,
    edition_row,
    touch,
    write_contents,
)

Place = Literal["up", "down", "first", "last"] | int

GUEST = "a guest"

# ------------------------------------------------------------------ lists


@transaction.atomic
def start_list(owner: User, system: str, edition: str, name: str = "") -> CompanyList:
    """A new, empty list."""
    check_line("name", name)
    check_room_for_list(owner)
    company_list = CompanyList.objects.create(owner=owner, edition=edition_row(system, edition), name=name)
    record(company_list, "Started")
    return company_list


@transaction.atomic
def import_document(owner: User, document: Document) -> CompanyList:
    """A new list that holds a whole document."""
    check_document(document)
    check_room_for_list(owner)
    edition = edition_row(document.system, document.edition)
    company_list = CompanyList.objects.create(owner=owner, edition=edition, **details_of(document))
    write_contents(company_list, document)
    record(company_list, brought_in(len(document.profiles), len(document.rosters)))
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
    if cut is None:
        copy_contents(source, copy)
    else:
        write_contents(copy, cut)
    if source.owner_id != owner.pk:
        CompanyList.objects.filter(pk=source.pk).update(times_copied=F("times_copied") + 1)
    record(copy, f"Copied from {plain(list_name(source.name))}")
    return copy


def owner_name(company_list: CompanyList) -> str:
    """Whose list it is, as others are told: "" for the site's own; guests have no name."""
    return told_name(company_list.owner)


def told_name(person: User | None) -> str:
    """What somebody is called before others: "" for nobody; guests have no name."""
    if person is None:
        return ""
    return GUEST if person.is_guest else person.username


@transaction.atomic
def save_details(
    company_list: CompanyList, version: int, *, name: str, setting: str, background: str
) -> CompanyList:
    """Name, setting and background; the list's row as it is then.

    ``version`` is the list's when the form was made. StaleVersion when one of the three changed
    since then; changes to profiles do not matter here.
    """
    fields = _details(name, setting, background)
    current = _held(company_list)
    if not current.details_version <= version <= current.version:
        raise StaleVersion(current)
    return _put_details(current, fields)


@transaction.atomic
def save_details_alone(
    company_list: CompanyList, version: int, *, name: str, setting: str, background: str
) -> CompanyList:
    """As ``save_details``, but StaleVersion when anything of the list changed after ``version``."""
    fields = _details(name, setting, background)
    current = _held(company_list)
    if version != current.version:
        raise StaleVersion(current)
    return _put_details(current, fields)


def _details(name: str, setting: str, background: str) -> dict[str, str]:
    return {
        "name": check_line("name", name),
        "setting": check_line("setting", setting),
        "background": check_text("background", background),
    }


def _held(company_list: CompanyList) -> CompanyList:
    """The row, held until the transaction ends; NotFound when it is deleted."""
    alive = CompanyList.objects.filter(pk=company_list.pk, deleted_at=None)
    current = alive.select_for_update(no_key=True).first()
    if current is None:
        raise NotFound("This list is deleted.")
    return current


def _put_details(current: CompanyList, fields: dict[str, str]) -> CompanyList:
    last, later = begun(current, touched=False), F("version") + 1
    rows = CompanyList.objects.filter(pk=current.pk)
    rows.update(**fields, version=later, details_version=later, updated=timezone.now())
    row = as_it_is(current)
    record(row, last=last)
    return row


@transaction.atomic
def delete_list(company_list: CompanyList, version: int | None = None) -> None:
    """Put a list away: it rests for some days, in which its owner can take it back.

    Of one person so many rest at once; those deleted before them are gone for good. StaleVersion when a
    ``version`` is told and the list was changed after it.
    """
    lock_owner(company_list)
    touch(company_list, version)
    last = begun(company_list)
    CompanyList.objects.filter(pk=company_list.pk).update(deleted_at=timezone.now())
    record(as_it_is(company_list), "Deleted", last)
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
    row = CompanyList.objects.select_related("owner").filter(pk=company_list.pk).first()
    if row is None or (row.deleted_at is not None and row.deleted_at < rests_since()):
        raise NotFound("This list was deleted too long ago.")
    if row.deleted_at is None or row.owner is None:
        return
    check_room_for_list(row.owner)
    away = CompanyList.objects.filter(pk=row.pk, deleted_at__isnull=False)
    if not away.update(deleted_at=None, version=F("version") + 1, updated=timezone.now()):
        raise NotFound("This list was deleted too long ago.")  # it was cleared at this moment
    record(as_it_is(row), "Put back")


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
def save_design(
    company_list: CompanyList,
    key: str,
    version: int,
    *,
    name: str,
    notes: str,
    max: int | None,  # noqa: A002 - the document's name for it
    design: Design,
) -> int:
    """All of one profile; its new version. StaleVersion when it was saved after ``version``.

    DocumentError when the design could not be read back, such as one with a name that is too long.
    """
    fields = {
        "name": check_line("name", name),
        "notes": check_text("notes", notes),
        "max": check_count("Max", max),
        "design": checked_design(design, catalogue_of(company_list.edition)),
    }
    present = _present(company_list, key)
    if not present.filter(version=version).update(**fields, version=version + 1):
        raise StaleVersion(_get(present))
    return version + 1


@changes_list
def add_profile(company_list: CompanyList, name: str = "") -> Profile:
    """A new profile at the end: an average model with nothing taken."""
    last = _all(company_list).aggregate(last=Max("position"))["last"]
    catalogue = catalogue_of(company_list.edition)
    design = dump_design(new_design(catalogue), catalogue)
    return _create(company_list, name, Profile(design=design, position=0 if last is None else last + 1))


@changes_list
def duplicate_profile(company_list: CompanyList, key: str) -> Profile:
    """A copy right behind its original."""
    source = _get(_present(company_list, key))
    _all(company_list).filter(position__gt=source.position).update(position=F("position") + 1)
    name = new_name(source.name, set(_all(company_list).values_list("name", flat=True)))
    copy = Profile(notes=source.notes, max=source.max, design=source.design, position=source.position + 1)
    return _create(company_list, name, copy)


def _create(company_list: CompanyList, name: str, profile: Profile) -> Profile:
    rows = list(_all(company_list).values_list("key", "removed_at"))
    check_profile_count(sum(removed_at is None for _, removed_at in rows))
    profile.company_list = company_list
    profile.name = check_line("name", name)
    profile.key = new_key(name, {key for key, _ in rows})
    profile.save(force_insert=True)
    return profile


@changes_list
def move_profile(company_list: CompanyList, key: str, to: Place) -> None:
    """Up or down by one, to an end, or to a place counted from 0; beyond an end means the end."""
    present = list(_all(company_list).filter(removed_at=None).values_list("key", "pk", "position"))
    keys = [row[0] for row in present]
    if key not in keys:
        raise NotFound("This profile is not in the list any more.")
    here = keys.index(key)
    places = {"up": here - 1, "down": here + 1, "first": 0, "last": len(keys) - 1}
    there = min(max(places[to] if isinstance(to, str) else to, 0), len(keys) - 1)
    old, new = present[here][2], present[there][2]
    # What was removed keeps its place between its neighbours, so it is moved along with them.
    if new < old:
        between = _all(company_list).filter(position__gte=new, position__lt=old)
        between.update(position=F("position") + 1)
    elif new > old:
        between = _all(company_list).filter(position__gt=old, position__lte=new)
        between.update(position=F("position") - 1)
    Profile.objects.filter(pk=present[here][1]).update(position=new)


@changes_list
def remove_profile(company_list: CompanyList, key: str, version: int | None = None) -> Profile:
    """Take a profile out. Key and place stay its own while it is among the last that are kept.

    StaleVersion when a ``version`` is told and the profile was saved after it.
    """
    profile = _get(_present(company_list, key))
    if version not in (None, profile.version):
        raise StaleVersion(profile)
    profile.removed_at = timezone.now()
    profile.save(update_fields=["removed_at"])
    removed = _all(company_list).filter(removed_at__isnull=False).order_by("-removed_at", "-pk")
    oldest = removed.values_list("pk", flat=True)[settings.MUSTERBOOK_KEPT_REMOVED :]
    removed.filter(pk__in=list(oldest)).delete()
    return profile


@changes_list
def restore_profile(company_list: CompanyList, key: str) -> Profile:
    """Put a removed profile back at its place; one that was not removed stays as it is."""
    profile = _get(_called(company_list, key))
    if profile.removed_at is not None:
        check_profile_count(_all(company_list).filter(removed_at=None).count())
        profile.removed_at = None
        profile.save(update_fields=["removed_at"])
    return profile


def _all(company_list: CompanyList) -> QuerySet[Profile]:
    return Profile.objects.filter(company_list=company_list)


def _called(company_list: CompanyList, key: str) -> QuerySet[Profile]:
    # PostgreSQL refuses to look for a NUL character, which no key holds.
    return _all(company_list).none() if "\0" in key else _all(company_list).filter(key=key)


def _present(company_list: CompanyList, key: str) -> QuerySet[Profile]:
    return _called(company_list, key).filter(removed_at=None)


def _get(rows: QuerySet[Profile]) -> Profile:
    profile = rows.first()
    if profile is None:
        raise NotFound("This profile is not in the list any more.")
    return profile
