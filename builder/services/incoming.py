"""What comes in from outside: a whole document, or profiles that were read from a text."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.db import transaction
from django.db.models import QuerySet

from builder.models import CompanyList, Profile, User
from builder.points import document as core
from builder.points.book import index_of
from builder.points.catalogue import Catalogue, Property
from builder.points.design import Design, ParameterValue, Pick
from builder.points.document import Document
from builder.services.editing import EditedList, changes_list
from builder.services.errors import Refused
from builder.services.guards import (
    check_count,
    check_line,
    check_profile_count,
    check_text,
    checked_design,
    lock_user,
    new_key,
    new_name,
)
from builder.services.lists import create_list_from_document, delete_list
from builder.services.places import next_position, removed_rows


class NameTaken(Refused):
    """Another list has this name, or the one that should be replaced has it no more: to be asked again."""


def free_name(owner: User | None, name: str) -> str:
    """A name that no list of theirs has: the same, or one with a number behind it."""
    taken = set() if owner is None else set(_live_lists(owner).values_list("name", flat=True))
    return new_name(name, taken) if name in taken else name


def lists_named(owner: User | None, name: str) -> list[CompanyList]:
    """The lists of theirs with this name, the last changed first. Having no name is not having the same."""
    if owner is None or not name:
        return []
    found = _live_lists(owner).filter(name=name).select_related("edition__system")
    return list(found.defer("edition__layout", "background").order_by("-updated", "-pk"))


def _live_lists(owner: User) -> QuerySet[CompanyList]:
    return CompanyList.objects.filter(owner=owner, deleted_at=None)


@transaction.atomic
def import_list(
    owner: User, document: Document, *, name: str, allow_same_name: bool = False, replaces: str = ""
) -> CompanyList:
    """A new list that holds a document, under this name.

    NameTaken when a list of theirs has that name, unless it may stand ``allow_same_name`` others of the same,
    or comes ``replaces`` one (its public id), which is deleted and can be put back.
    """
    check_line("name", name)
    lock_user(owner.pk)
    if replaces:
        # PostgreSQL refuses to look for a NUL character, which no id holds.
        public_id = replaces if replaces.isalnum() else ""
        old = _live_lists(owner).filter(public_id=public_id, name=name).select_related("owner").first()
        if old is None:
            raise NameTaken("The list that was to be replaced is gone, or has another name now.")
        delete_list(old)
    elif name and not allow_same_name and _live_lists(owner).filter(name=name).exists():
        raise NameTaken("A list of yours has this name now.")
    return create_list_from_document(owner, replace(document, name=name))


@changes_list
def add_profiles(edited: EditedList, profiles: Sequence[core.Profile]) -> list[Profile]:
    """These profiles at the end of a list, each under a key of its own.

    Their keys differ from each other and from those of the list's profiles. Where one of them refers to
    another, it refers to the same under its new key.
    """
    if not profiles:
        return []
    check_profile_count(len(edited.profiles) + len(profiles) - 1)
    taken = (*edited.profiles, *removed_rows(edited, Profile).only("key", "position"))
    keys = _new_keys(profiles, {row.key for row in taken})
    start = next_position(taken)
    designs = [_rekeyed(profile.design, keys, edited.catalogue) for profile in profiles]
    made = [
        Profile(
            company_list=edited.row,
            key=keys[profile.key],
            name=check_line("name", profile.name),
            notes=check_text("notes", profile.notes),
            max=check_count("Max", profile.max),
            design=checked_design(design, edited.catalogue),
            position=start + place,
        )
        for place, (profile, design) in enumerate(zip(profiles, designs, strict=True))
    ]
    for row, design in zip(made, designs, strict=True):
        edited.cache_design(row.design, design)
    edited.profiles += Profile.objects.bulk_create(made)
    edited.mark_changed()
    return made


def _new_keys(profiles: Sequence[core.Profile], taken: set[str]) -> dict[str, str]:
    keys: dict[str, str] = {}
    for profile in profiles:
        keys[profile.key] = new_key(profile.name, taken)
        taken.add(keys[profile.key])
    return keys


def _rekeyed(design: Design, keys: Mapping[str, str], catalogue: Catalogue) -> Design:
    """The design with the new keys where it names profiles that come with it."""
    book = index_of(catalogue)
    picks = {
        slot: tuple(
            _rekeyed_pick(pick, book.entries[book.pick_slots[slot].group][pick.code], keys) for pick in found
        )
        for slot, found in design.picks.items()
    }
    return replace(design, picks=picks)


def _rekeyed_pick(pick: Pick, entry: Property, keys: Mapping[str, str]) -> Pick:
    naming = {p.code for p in entry.parameters if p.kind in ("profile", "profiles")}
    told = {
        code: _rekeyed_value(value, keys) if code in naming else value
        for code, value in pick.parameters.items()
    }
    return replace(pick, parameters=told)


def _rekeyed_value(value: ParameterValue, keys: Mapping[str, str]) -> ParameterValue:
    if isinstance(value, tuple):
        return tuple(keys.get(key, key) for key in value)
    return keys.get(value, value) if isinstance(value, str) else value
