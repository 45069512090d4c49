"""Every change to a company list and its profiles. Whatever refuses a change has changed nothing."""

from typing import Literal

from django.conf import settings
from django.db import transaction
from django.db.models import F, Max, QuerySet
from django.utils import timezone

from builder.catalogue.store import catalogue_of
from builder.models import CompanyList, Profile, User
from builder.points.design import Design, dump_design, new_design
from builder.points.document import Document
from builder.services.errors import NotFound, StaleVersion
from builder.services.guards import (
    check_count,
    check_document,
    check_line,
    check_profile_count,
    check_room_for_list,
    check_text,
    checked_design,
    lock_owner,
    new_key,
    new_name,
)
from builder.services.rows import copy_contents, details_of, edition_row, touch, write_contents

Place = Literal["up", "down", "first", "last"] | int

# ------------------------------------------------------------------ lists


@transaction.atomic
def start_list(owner: User, system: str, edition: str, name: str = "") -> CompanyList:
    """A new, empty list."""
    check_line("name", name)
    check_room_for_list(owner)
    return CompanyList.objects.create(owner=owner, edition=edition_row(system, edition), name=name)


@transaction.atomic
def import_document(owner: User, document: Document) -> CompanyList:
    """A new list that holds a whole document."""
    check_document(document)
    check_room_for_list(owner)
    edition = edition_row(document.system, document.edition)
    company_list = CompanyList.objects.create(owner=owner, edition=edition, **details_of(document))
    write_contents(company_list, document)
    return company_list


@transaction.atomic
def copy_list(owner: User, source: CompanyList) -> CompanyList:
    """A list of one's own with what the source holds now, under a name that no other list of theirs has."""
    check_room_for_list(owner)
    names = CompanyList.objects.filter(owner=owner, deleted_at=None).values_list("name", flat=True)
    taken = set(names)
    copy = CompanyList.objects.create(
        owner=owner,
        edition_id=source.edition_id,
        name=new_name(source.name, taken) if source.name in taken else source.name,
        setting=source.setting,
        background=source.background,
    )
    copy_contents(source, copy)
    return copy


@transaction.atomic
def save_details(company_list: CompanyList, version: int, *, name: str, setting: str, background: str) -> int:
    """Name, setting and background; the list's new version.

    ``version`` is the list's when the form was made. StaleVersion when one of the three changed
    since then; changes to profiles do not matter here.
    """
    fields = {
        "name": check_line("name", name),
        "setting": check_line("setting", setting),
        "background": check_text("background", background),
    }
    alive = CompanyList.objects.filter(pk=company_list.pk, deleted_at=None)
    fresh = alive.filter(details_version__lte=version, version__gte=version)
    later = F("version") + 1
    changed = fresh.update(**fields, version=later, details_version=later, updated=timezone.now())
    current = alive.first()
    if current is None:
        raise NotFound("This list is deleted.")
    if not changed:
        raise StaleVersion(current)
    return current.version


@transaction.atomic
def delete_list(company_list: CompanyList) -> None:
    """Put a list away. It can come back while it is among the last that are kept of the owner's."""
    lock_owner(company_list)
    touch(company_list)
    CompanyList.objects.filter(pk=company_list.pk).update(deleted_at=timezone.now())
    away = CompanyList.objects.filter(owner=company_list.owner_id, sample=None, deleted_at__isnull=False)
    kept = settings.MUSTERBOOK_KEPT_DELETED
    oldest = away.order_by("-deleted_at", "-pk").values_list("pk", flat=True)[kept:]
    away.filter(pk__in=list(oldest)).delete()


@transaction.atomic
def restore_list(company_list: CompanyList) -> None:
    """Bring a deleted list back as it was; one that is not deleted stays as it is."""
    lock_owner(company_list)
    row = CompanyList.objects.select_related("owner").filter(pk=company_list.pk).first()
    if row is None:
        raise NotFound("This list was deleted too long ago.")
    if row.deleted_at is None or row.owner is None:
        return
    check_room_for_list(row.owner)
    away = CompanyList.objects.filter(pk=row.pk)
    away.update(deleted_at=None, version=F("version") + 1, updated=timezone.now())


# ------------------------------------------------------------------ profiles


@transaction.atomic
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
    touch(company_list)
    present = _present(company_list, key)
    if not present.filter(version=version).update(**fields, version=version + 1):
        raise StaleVersion(_get(present))
    return version + 1


@transaction.atomic
def add_profile(company_list: CompanyList, name: str = "") -> Profile:
    """A new profile at the end: an average model with nothing taken."""
    touch(company_list)
    last = _all(company_list).aggregate(last=Max("position"))["last"]
    catalogue = catalogue_of(company_list.edition)
    design = dump_design(new_design(catalogue), catalogue)
    return _create(company_list, name, Profile(design=design, position=0 if last is None else last + 1))


@transaction.atomic
def duplicate_profile(company_list: CompanyList, key: str) -> Profile:
    """A copy right behind its original."""
    touch(company_list)
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


@transaction.atomic
def move_profile(company_list: CompanyList, key: str, to: Place) -> None:
    """Up or down by one, to an end, or to a place counted from 0; beyond an end means the end."""
    touch(company_list)
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


@transaction.atomic
def remove_profile(company_list: CompanyList, key: str) -> Profile:
    """Take a profile out. Key and place stay its own while it is among the last that are kept."""
    touch(company_list)
    profile = _get(_present(company_list, key))
    profile.removed_at = timezone.now()
    profile.save(update_fields=["removed_at"])
    removed = _all(company_list).filter(removed_at__isnull=False).order_by("-removed_at", "-pk")
    oldest = removed.values_list("pk", flat=True)[settings.MUSTERBOOK_KEPT_REMOVED :]
    removed.filter(pk__in=list(oldest)).delete()
    return profile


@transaction.atomic
def restore_profile(company_list: CompanyList, key: str) -> Profile:
    """Put a removed profile back at its place; one that was not removed stays as it is."""
    touch(company_list)
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
