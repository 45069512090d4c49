"""Two versions of one profile, beside each other: what differs between the form and what is stored."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from builder.points.catalogue import Catalogue
from builder.points.catalogue_index import index_of
from builder.points.document import Profile
from builder.points.pricing import pick_text
from builder.web.shared.presentation import NONE, attribute_text, weapon_text

_MAX_SHOWN_LENGTH = 400


class ProfileDifference(NamedTuple):
    """One part of a profile that differs."""

    name: str
    mine: str
    theirs: str


def profile_differences(
    catalogue: Catalogue, mine: Profile, theirs: Profile, names: Mapping[str, str]
) -> list[ProfileDifference]:
    """Everything that differs, in the form's order; ``names`` are the list's profiles by key."""
    pairs = zip(_parts(catalogue, mine, names), _parts(catalogue, theirs, names), strict=True)
    return [ProfileDifference(name, _cut(a), _cut(b)) for (name, a), (_, b) in pairs if a != b]


def _parts(catalogue: Catalogue, profile: Profile, names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    book, design = index_of(catalogue), profile.design
    yield "Name", profile.name
    yield "Max", "" if profile.max is None else str(profile.max)
    for attribute in catalogue.attributes:
        given = attribute.code in design.values
        yield attribute.name, attribute_text(catalogue, attribute, profile) if given else ""
    for slot in catalogue.weapon_slots:
        weapons = (
            f"{w.name} {weapon_text(catalogue, slot, w)}".strip() for w in design.weapons.get(slot.code, ())
        )
        yield slot.name, "; ".join(weapons)
    for pick_slot in catalogue.pick_slots:
        entries = book.entries[pick_slot.group]
        picks = design.picks.get(pick_slot.code, ())
        yield pick_slot.name, ", ".join(pick_text(entries[pick.code], pick, names) for pick in picks)
    yield "Notes", profile.notes


def _cut(text: str) -> str:
    return (text if len(text) <= _MAX_SHOWN_LENGTH else f"{text[:_MAX_SHOWN_LENGTH]}…") or NONE
