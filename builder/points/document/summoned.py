"""Profiles that come into play without a row in the roster: creatures, riders on foot, and other forms.

This module calls all of them summoned profiles. The price of the profile that summons already includes them,
so summoned profiles count neither as points nor as models of the roster.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from builder.points.document.document import Document, Profile, Roster
from builder.points.document.play import PlaySheet
from builder.points.document.references import references
from builder.points.rules.catalogue import Catalogue, Property
from builder.points.rules.catalogue_index import index_of

ALSO_BRING = "Also bring"
"""The heading above summoned profiles on pages, on paper and in texts."""


class Bringer(NamedTuple):
    """A profile that summons another profile: its key, and the property or spell that summons."""

    profile: str
    entry: Property


class SummonedProfile(NamedTuple):
    """A profile that a roster summons without a row, and all profiles that summon it."""

    profile: Profile
    bringers: tuple[Bringer, ...]


def summonable_profiles(
    document: Document, catalogue: Catalogue, play: PlaySheet, roster: Roster
) -> list[SummonedProfile]:
    """Return the profiles that a roster's profiles summon, and the profiles that these summon in turn.

    The play sheet contains the codes of the properties that summon. Profiles that have models in the roster
    are left out. The others are in the order in which they are found, beginning with the roster's first row.
    """
    if not play.brings:
        return []
    profiles = document.profiles_by_key()
    keys = dict.fromkeys(member.profile for member in roster.members() if member.count)
    pending = [profiles[key] for key in keys if key in profiles]
    seen = {profile.key for profile in pending}
    bringers: dict[str, dict[tuple[str, ...], Bringer]] = {}
    for bringer in pending:  # grows in the loop, because summoned profiles can summon others
        for key, entry in _summoned_by(catalogue, play.brings, bringer):
            if key in profiles and key not in seen:
                seen.add(key)
                bringers[key] = {}
                pending.append(profiles[key])
            if key in bringers:
                bringers[key][bringer.key, entry.group, entry.code] = Bringer(bringer.key, entry)
    return [SummonedProfile(profiles[key], tuple(by.values())) for key, by in bringers.items()]


def bringers_text(bringers: Iterable[Bringer], names: Mapping[str, str]) -> str:
    """Return the profiles that summon a profile: "Sorcerer (Summon), Imp (Transmutation)"."""
    return ", ".join(f"{names[bringer.profile]} ({bringer.entry.name})" for bringer in bringers)


def _summoned_by(
    catalogue: Catalogue, brings: Collection[str], profile: Profile
) -> Iterator[tuple[str, Property]]:
    for reference in references(index_of(catalogue), profile.design):
        if reference.slot.prefix + reference.entry.code in brings:
            yield from ((key, reference.entry) for key in reference.keys)
