"""Parts of a list: some of its profiles or one of its rosters, with all profiles that they name.

A profile can name other profiles, such as a profile that it summons.
"""

from collections.abc import Iterable
from dataclasses import replace

from builder.points.document.document import Document
from builder.points.document.references import reachable_keys
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import index_of


def keys_with_references(document: Document, keys: Iterable[str], catalogue: Catalogue) -> tuple[str, ...]:
    """Return the keys of these profiles and of all profiles that they name, directly or through others.

    The keys have the list's order. Keys that are not in the list are skipped.
    """
    designs = {profile.key: profile.design for profile in document.profiles}
    reachable = reachable_keys(index_of(catalogue), designs.get, keys)
    return tuple(key for key in designs if key in reachable)


def extract_profiles(document: Document, keys: Iterable[str], catalogue: Catalogue) -> Document:
    """Return the list with only these profiles and all profiles that they name, without rosters.

    Prices and findings of these profiles are the same as in the complete list.
    """
    wanted_keys = set(keys_with_references(document, keys, catalogue))
    profiles = tuple(profile for profile in document.profiles if profile.key in wanted_keys)
    return replace(document, profiles=profiles, rosters=())


def extract_roster(document: Document, index: int, catalogue: Catalogue) -> Document:
    """Return the list with only this roster, its profiles, and all profiles that these name.

    The background is left out, because it is about the complete company. The appraisal of the roster and the
    profiles is the same as in the complete list. Raise IndexError if the list doesn't have the roster.
    """
    roster = document.rosters[index]
    cut = extract_profiles(document, (member.profile for member in roster.members()), catalogue)
    return replace(cut, background="", rosters=(roster,))
