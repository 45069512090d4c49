"""What comes in from outside: a whole document, or profiles that were read from a text."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.db import transaction
from django.db.models import QuerySet

from builder.models import CompanyList, Profile, User
from builder.points import document as core
from builder.points.book import open_book
from builder.points.catalogue import Catalogue, Property
from builder.points.design import Design, Pick, Value
from builder.points.document import Document
from builder.services.editing import EditedList, changes_list
from builder.services.errors import Refused
from builder.services.guards import (
    check_count,
    check_line,
    check_profile_count,
    check_text,
    checked_design,
    lock,
    new_key,
    new_name,
)
from builder.services.lists import delete_list, import_document
from builder.services.places import end_of, removed


class NameTaken(Refused):
    """Another list has this name, or the one that should be replaced has it no more: to be asked again."""


def free_name(owner: User | None, name: str) -> str:
    """A name that no list of theirs has: the same, or one with a number behind it."""
    taken = set() if owner is None else set(_alive(owner).values_list("name", flat=True))
    return new_name(name, taken) if name in taken else name


def lists_called(owner: User | None, name: str) -> list[CompanyList]:
    """The lists of theirs with this name, the last changed first. Having no name is not having the same."""
    if owner is None or not name:
        return []
    found = _alive(owner).filter(name=name).select_related("edition__system")
    return list(found.defer("edition__layout", "background").order_by("-updated", "-pk"))


def _alive(owner: User) -> QuerySet[CompanyList]:
    return CompanyList.objects.filter(owner=owner, deleted_at=None)


@transaction.atomic
def bring_in(
    owner: User, document: Document, *, name: str, beside: bool = False, instead_of: str = ""
) -> CompanyList:
    """A new list that holds a document, under this name.

    NameTaken when a list of theirs has that name, unless it may stand ``beside`` others of the same, or
    comes ``instead_of`` one (its public id), which is deleted and can be put back.
    """
    check_line("name", name)
    lock(owner.pk)
    if instead_of:
        # PostgreSQL refuses to look for a NUL character, which no id holds.
        public_id = instead_of if instead_of.isalnum() else ""
        old = _alive(owner).filter(public_id=public_id, name=name).select_related("owner").first()
        if old is None:
            raise NameTaken("The list that was to be replaced is gone, or has another name now.")
        delete_list(old)
    elif name and not beside and _alive(owner).filter(name=name).exists():
        raise NameTaken("A list of yours has this name now.")
    return import_document(owner, replace(document, name=name))


@changes_list
def add_profiles(edited: EditedList, profiles: Sequence[core.Profile]) -> list[Profile]:
    """These profiles at the end of a list, each under a key of its own.

    Their keys differ from each other and from those of the list's profiles. Where one of them refers to
    another, it refers to the same under its new key.
    """
    if not profiles:
        return []
    check_profile_count(len(edited.profiles) + len(profiles) - 1)
    taken = (*edited.profiles, *removed(edited, Profile).only("key", "position"))
    keys = _new_keys(profiles, {row.key for row in taken})
    start = end_of(taken)
    designs = [_renamed(profile.design, keys, edited.catalogue) for profile in profiles]
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
        edited.remember(row.design, design)
    edited.profiles += Profile.objects.bulk_create(made)
    edited.touch()
    return made


def _new_keys(profiles: Sequence[core.Profile], taken: set[str]) -> dict[str, str]:
    keys: dict[str, str] = {}
    for profile in profiles:
        keys[profile.key] = new_key(profile.name, taken)
        taken.add(keys[profile.key])
    return keys


def _renamed(design: Design, keys: Mapping[str, str], catalogue: Catalogue) -> Design:
    """The design with the new keys where it names profiles that come with it."""
    book = open_book(catalogue)
    picks = {
        slot: tuple(
            _renamed_pick(pick, book.entries[book.pick_slots[slot].group][pick.code], keys) for pick in found
        )
        for slot, found in design.picks.items()
    }
    return replace(design, picks=picks)


def _renamed_pick(pick: Pick, entry: Property, keys: Mapping[str, str]) -> Pick:
    naming = {p.code for p in entry.parameters if p.kind in ("profile", "profiles")}
    told = {
        code: _renamed_value(value, keys) if code in naming else value
        for code, value in pick.parameters.items()
    }
    return replace(pick, parameters=told)


def _renamed_value(value: Value, keys: Mapping[str, str]) -> Value:
    if isinstance(value, tuple):
        return tuple(keys.get(key, key) for key in value)
    return keys.get(value, value) if isinstance(value, str) else value
