"""What a new profile can begin as: a template, or a copy of one of the user's profiles.

A template is a profile of a game that comes with the site.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from django.http import Http404

from builder.catalogue.play import play_sheet
from builder.catalogue.templates import template_document
from builder.documents import StoredList, load_list
from builder.models import Profile as ProfileRow
from builder.points.appraisal.appraisal import appraise
from builder.points.document.design import new_design
from builder.points.document.document import Profile, dump_profile
from builder.points.pricing.texts import total_text
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.names import list_name, profile_name
from builder.points.rules.search_text import has_words, search_words
from builder.queries.access import Reader, list_for_owner
from builder.queries.lists import ProfileToCopy
from builder.queries.sharing import ProfileWithReferences, profile_with_references
from builder.services.editing.edited_list import EditedList, require_profile
from builder.services.naming import unused_name
from builder.services.profiles import add_profiles, save_profile

TEMPLATE, SAME_LIST, OTHER_LIST = "template", "here", "list"
"""The first part of ``Start.value``, which says where the template or profile is."""


class Start(NamedTuple):
    """A template or profile that a new profile can begin as.

    ``value`` is what its button sends. Only templates have a ``price``, if it is known, and a ``note``.
    """

    value: str
    name: str
    price: str = ""
    note: str = ""


class StartGroup(NamedTuple):
    """Templates or profiles under the heading ``name``, or without a heading if it is an empty string."""

    name: str
    starts: tuple[Start, ...]


@lru_cache(maxsize=32)
def template_groups(catalogue: Catalogue) -> tuple[StartGroup, ...]:
    """Return the templates of a game with their prices, grouped by the kind of profile."""
    document = template_document(catalogue)
    if document is None:
        return ()
    prices = appraise(document, catalogue).profiles
    groups: dict[str, list[Start]] = {}
    for template, appraised in zip(document.profiles, prices, strict=True):
        kind = catalogue.kind(index_of(catalogue).for_kind(template.design.values).kind)
        price = "" if appraised.points is None else f"{total_text(appraised.total)} {catalogue.points_unit}"
        start = Start(f"{TEMPLATE}:{template.key}", template.name, price, template.notes)
        groups.setdefault(kind.name if kind else "", []).append(start)
    return tuple(StartGroup(name, tuple(starts)) for name, starts in groups.items())


def first_profiles(catalogue: Catalogue) -> list[Profile]:
    """Return the blank profiles that each new list of a game contains, such as the captain of a crew."""
    begins = play_sheet(catalogue).begins
    kinds = [kind for kind in catalogue.kinds if kind.code in begins]
    return [Profile(key=kind.code, name=kind.name, design=new_design(catalogue, kind.code)) for kind in kinds]


def profiles_of_list(stored: StoredList, search: str) -> tuple[Start, ...]:
    """Return the profiles of a list whose names match a search."""
    words = search_words(search)
    return tuple(
        Start(f"{SAME_LIST}:{row.key}", profile_name(row.name))
        for row in stored.profiles
        if has_words(words, (row.name,))
    )


def profiles_of_other_lists(profiles: Iterable[ProfileToCopy], search: str) -> tuple[StartGroup, ...]:
    """Return the profiles that match a search, grouped by list.

    The search looks at the names of the profiles and of their lists.
    """
    words, groups = search_words(search), dict[tuple[str, str], list[Start]]()
    for profile in profiles:
        if has_words(words, (profile.name, profile.list_name)):
            start = Start(f"{OTHER_LIST}:{profile.list_id}:{profile.key}", profile_name(profile.name))
            groups.setdefault((profile.list_id, list_name(profile.list_name)), []).append(start)
    return tuple(StartGroup(name, tuple(starts)) for (_, name), starts in groups.items())


# ------------------------------------------------------------------ adding


def profile_of_other_list(user: Reader, value: str) -> ProfileWithReferences:
    """Return the profile of another list that the value "list:ID:KEY" names, or raise Http404."""
    public_id, _, key = value.removeprefix(f"{OTHER_LIST}:").partition(":")
    return profile_with_references(load_list(list_for_owner(user, public_id), rosters=False), key)


def copy_from_other_list(edited: EditedList, source: ProfileWithReferences, name: str) -> ProfileRow:
    """Add a copy of a profile from another list, and copies of the profiles that it names.

    Return the copy of the profile itself.
    """
    first = replace(source.profile, name=_free_name(edited, name or source.profile.name))
    added = add_profiles(
        edited, [first if profile.key == first.key else profile for profile in source.profiles]
    )
    keys = source.new_keys([row.key for row in added])
    return require_profile(edited, keys[source.profile.key])


def copy_from_start(edited: EditedList, value: str, name: str) -> ProfileRow:
    """Add a copy of a template or of a profile in the same list. ``value`` is "template:KEY" or "here:KEY".

    If the list still contains the blank profile of the template's kind that it began with, the copy replaces
    this profile. Otherwise a crew would get a second captain. Raise Http404 if there is no such template.
    """
    source = _find_source(edited, value)
    blank = _blank_first_profile(edited, source) if value.startswith(TEMPLATE) else None
    if blank is not None:
        filled = replace(source, key=blank.key, name=_free_name(edited, name or source.name))
        return save_profile(edited, blank.key, None, dump_profile(filled, edited.catalogue))
    (row,) = add_profiles(edited, [replace(source, name=_free_name(edited, name or source.name))])
    return row


def _blank_first_profile(edited: EditedList, source: Profile) -> ProfileRow | None:
    """Return the profile of ``source``'s kind that the list began with, or None if it is no longer blank."""

    def contents(profile: Profile) -> dict[str, object]:
        return dump_profile(replace(profile, key=""), edited.catalogue)

    kind = index_of(edited.catalogue).for_kind(source.design.values).kind
    blanks = [contents(first) for first in first_profiles(edited.catalogue) if first.key == kind]
    return next((row for row in edited.profiles if blanks and contents(edited.profile(row)) in blanks), None)


def _find_source(edited: EditedList, value: str) -> Profile:
    beginning, _, key = value.partition(":")
    if beginning == SAME_LIST:
        return edited.profile(require_profile(edited, key))
    document = template_document(edited.catalogue) if beginning == TEMPLATE else None
    templates = document.profiles_by_key() if document else {}
    if key not in templates:
        raise Http404("There is no such template.")
    return replace(templates[key], notes="")  # the notes of a template only describe it


def _free_name(edited: EditedList, name: str) -> str:
    """Return a name for a new profile. If another profile of the list has the name, add a number to it."""
    taken = {row.name for row in edited.profiles}
    return unused_name(name, taken)
