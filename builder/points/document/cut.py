"""A list cut down to one of its rosters: what a reader of that roster needs, and no more."""

from collections.abc import Iterable
from dataclasses import replace

from builder.points.document.document import Document
from builder.points.document.references import reachable_keys
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import index_of


def keys_with_references(document: Document, keys: Iterable[str], catalogue: Catalogue) -> tuple[str, ...]:
    """These profiles and all that they name, directly or through others, in the list's order.

    Keys that the list does not have are passed over.
    """
    designs = {profile.key: profile.design for profile in document.profiles}
    reachable = reachable_keys(index_of(catalogue), designs.get, keys)
    return tuple(key for key in designs if key in reachable)


def cut_to_profiles(document: Document, keys: Iterable[str], catalogue: Catalogue) -> Document:
    """The list with these profiles and all that they name, and no roster.

    Prices and findings of these profiles are those that they have in the whole list.
    """
    wanted = set(keys_with_references(document, keys, catalogue))
    profiles = tuple(profile for profile in document.profiles if profile.key in wanted)
    return replace(document, profiles=profiles, rosters=())


def cut_to_roster(document: Document, index: int, catalogue: Catalogue) -> Document:
    """The list with this roster alone, the profiles that it has entries of, and all that these name.

    The background, which is about the whole company, is left out. The roster and the profiles are appraised
    as in the whole list. IndexError when the list has no such roster.
    """
    roster = document.rosters[index]
    cut = cut_to_profiles(document, (member.profile for member in roster.members()), catalogue)
    return replace(cut, background="", rosters=(roster,))
