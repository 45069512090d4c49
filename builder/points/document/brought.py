"""What a roster brings without buying it: creatures to summon, riders on foot, other forms.

Their prices lie in those of the models that bring them, so they count neither as points nor as models.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from builder.points.document.document import Document, Profile, Roster
from builder.points.document.play import PlaySheet
from builder.points.document.references import references
from builder.points.rules.catalogue import Catalogue, Property
from builder.points.rules.catalogue_index import index_of

ALSO_BRING = "Also bring"
"""The heading that they stand under, on pages, on paper and in texts."""


class Bringer(NamedTuple):
    """A profile that brings another, by its key, and the property or spell that does it."""

    profile: str
    entry: Property


class BroughtProfile(NamedTuple):
    """A profile that a roster brings without a row of its own, and all that bring it."""

    profile: Profile
    bringers: tuple[Bringer, ...]


def brought_to_roster(
    document: Document, catalogue: Catalogue, play: PlaySheet, roster: Roster
) -> list[BroughtProfile]:
    """What a roster of the list brings, in the order in which its entries name it."""
    profiles = document.profiles_by_key()
    keys = dict.fromkeys(member.profile for member in roster.members() if member.count)
    return brought_profiles(document, catalogue, play, [profiles[key] for key in keys if key in profiles])


def brought_profiles(
    document: Document, catalogue: Catalogue, play: PlaySheet, fielded: Iterable[Profile]
) -> list[BroughtProfile]:
    """Profiles that the fielded ones, or others that these bring, turn into, call up or dismount to."""
    if not play.brings:
        return []
    profiles = document.profiles_by_key()
    todo = list(fielded)
    seen = {profile.key for profile in todo}
    found: dict[str, dict[tuple[str, ...], Bringer]] = {}
    for bringer in todo:
        for key, entry in _brought_by(catalogue, play.brings, bringer):
            if key in profiles and key not in seen:
                seen.add(key)
                found[key] = {}
                todo.append(profiles[key])
            if key in found:
                found[key][bringer.key, entry.group, entry.code] = Bringer(bringer.key, entry)
    return [BroughtProfile(profiles[key], tuple(by.values())) for key, by in found.items()]


def bringers_text(bringers: Iterable[Bringer], names: Mapping[str, str]) -> str:
    """Who brings a profile, and by what: "Sorcerer (Summon), Imp (Transmutation)"."""
    return ", ".join(f"{names[bringer.profile]} ({bringer.entry.name})" for bringer in bringers)


def _brought_by(
    catalogue: Catalogue, brings: Collection[str], profile: Profile
) -> Iterator[tuple[str, Property]]:
    for reference in references(index_of(catalogue), profile.design):
        if reference.slot.prefix + reference.entry.code in brings:
            yield from ((key, reference.entry) for key in reference.keys)
