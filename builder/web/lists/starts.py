"""What a new profile may begin as: a template of its game, or a copy of a profile of one's own."""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from django.http import Http404

from builder.catalogue.templates import template_document
from builder.documents import StoredList, load_list
from builder.models import Profile as ProfileRow
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Profile
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.search_text import search_text, search_words
from builder.queries.access import Reader, list_for_owner
from builder.queries.lists import ProfileToCopy
from builder.queries.sharing import ProfileWithReferences, profile_with_references
from builder.services.editing.edited_list import EditedList, require_profile
from builder.services.naming import new_name
from builder.services.profiles import add_profiles
from builder.web.shared.presentation import list_name, profile_name, total_text

TEMPLATE, HERE, OTHER = "template", "here", "list"


class Start(NamedTuple):
    """One thing to begin as; ``value`` is what its button sends, ``price`` "" where it has none."""

    value: str
    name: str
    price: str = ""
    said: str = ""


class StartGroup(NamedTuple):
    """Things to begin as under one heading; "" where they need none."""

    name: str
    starts: tuple[Start, ...]


@lru_cache(maxsize=32)
def template_groups(catalogue: Catalogue) -> tuple[StartGroup, ...]:
    """The templates of a game with their prices, by kind, in the order of their file."""
    document = template_document(catalogue)
    if document is None:
        return ()
    prices = appraise(document, catalogue).profiles
    groups: dict[str, list[Start]] = {}
    for template, found in zip(document.profiles, prices, strict=True):
        kind = catalogue.kind(index_of(catalogue).for_kind(template.design.values).kind)
        price = "" if found.points is None else f"{total_text(found.total)} {catalogue.points_unit}"
        start = Start(f"{TEMPLATE}:{template.key}", template.name, price, template.notes)
        groups.setdefault(kind.name if kind else "", []).append(start)
    return tuple(StartGroup(name, tuple(starts)) for name, starts in groups.items())


def own_profiles(stored: StoredList, search: str) -> tuple[Start, ...]:
    """The profiles of the list itself whose names have these words."""
    return tuple(
        Start(f"{HERE}:{row.key}", profile_name(row.name))
        for row in stored.profiles
        if _has_words(search, row.name)
    )


def profiles_elsewhere(profiles: Iterable[ProfileToCopy], search: str) -> tuple[StartGroup, ...]:
    """The profiles of one's other lists by list, those with these words in their name or their list's."""
    groups: dict[tuple[str, str], list[Start]] = {}
    for found in profiles:
        if _has_words(search, found.name, found.list_name):
            start = Start(f"{OTHER}:{found.list_id}:{found.key}", profile_name(found.name))
            groups.setdefault((found.list_id, list_name(found.list_name)), []).append(start)
    return tuple(StartGroup(name, tuple(starts)) for (_, name), starts in groups.items())


def _has_words(search: str, *texts: str) -> bool:
    """Whether every word of a search begins a word of the texts."""
    text = search_text(texts)
    return all(f" {word}" in text for word in search_words(search))


# ------------------------------------------------------------------ beginning


def profile_elsewhere(user: Reader, value: str) -> ProfileWithReferences:
    """The profile of another list of one's own that "list:ID:KEY" names; Http404 where there is none."""
    public_id, _, key = value.removeprefix(f"{OTHER}:").partition(":")
    return profile_with_references(load_list(list_for_owner(user, public_id), rosters=False), key)


def add_from_elsewhere(edited: EditedList, taken: ProfileWithReferences, name: str) -> ProfileRow:
    """Add a copy of a profile of another list, with those that it refers to."""
    first = replace(taken.profile, name=_free_name(edited, name or taken.profile.name))
    added = add_profiles(
        edited, [first if profile.key == first.key else profile for profile in taken.profiles]
    )
    keys = taken.new_keys([row.key for row in added])
    return require_profile(edited, keys[taken.profile.key])


def add_from(edited: EditedList, value: str, name: str) -> ProfileRow:
    """Add what "template:KEY" or "here:KEY" names; Http404 where there is no such template.

    A template's notes say what it is for: they stay behind.
    """
    source = _source(edited, value)
    (row,) = add_profiles(edited, [replace(source, name=_free_name(edited, name or source.name))])
    return row


def _source(edited: EditedList, value: str) -> Profile:
    verb, _, key = value.partition(":")
    if verb == HERE:
        return edited.profile(require_profile(edited, key))
    document = template_document(edited.catalogue) if verb == TEMPLATE else None
    templates = document.profiles_by_key() if document else {}
    if key not in templates:
        raise Http404("There is no such template.")
    return replace(templates[key], notes="")


def _free_name(edited: EditedList, name: str) -> str:
    taken = {row.name for row in edited.profiles}
    return new_name(name, taken) if name in taken else name
