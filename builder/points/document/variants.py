"""Rows of a roster that add something to their profile, such as a Champion in one unit of several.

The document stores an addition in the ``fields`` of the row. All calculations use the expanded list, in which
such a row has its own profile with the addition in its design, called a variant.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from builder.points.document.document import Document, Profile, Roster, RosterEntry
from builder.points.rules.catalogue import Attribute, Catalogue
from builder.points.rules.names import VARIANT_SIGN, profile_name

_SIGN_IN_NAMES = f" {VARIANT_SIGN} "


def with_variants(document: Document, catalogue: Catalogue) -> Document:
    """Return the expanded list. Variants follow their profile, and rows with additions refer to variants."""
    if not catalogue.additions or not any(e.fields for roster in document.rosters for e in roster.entries):
        return document
    # A row with the additions of each variant, by the key of the profile and then of the variant.
    rows_by_variant: dict[str, dict[str, RosterEntry]] = {profile.key: {} for profile in document.profiles}

    def expanded(entry: RosterEntry) -> RosterEntry:
        if entry.profile not in rows_by_variant or not additions(entry, catalogue):
            return replace(entry, fields={})
        key = variant_key(entry, catalogue)
        rows_by_variant[entry.profile][key] = entry
        return replace(entry, profile=key, fields={})

    rosters = [replace(roster, entries=tuple(map(expanded, roster.entries))) for roster in document.rosters]
    profiles = list[Profile]()
    for profile in document.profiles:
        profiles += [
            profile,
            *(variant(profile, entry, catalogue) for entry in rows_by_variant[profile.key].values()),
        ]
    return replace(document, profiles=tuple(profiles), rosters=tuple(rosters))


def additions(entry: RosterEntry, catalogue: Catalogue) -> list[Attribute]:
    """Return the additions of a row, which are attributes that the row sets in its profile's design."""
    return [part for part in catalogue.additions if entry.fields.get(part.code)] if entry.fields else []


def variant_key(entry: RosterEntry, catalogue: Catalogue) -> str:
    """Return the key of a row's profile in the expanded list: "spears", "spears+champion"."""
    return VARIANT_SIGN.join([entry.profile, *(part.code for part in additions(entry, catalogue))])


def variant_name(name: str, entry: RosterEntry, catalogue: Catalogue) -> str:
    """Return the name of a row, given the name of its profile: "Spears", "Spears + Champion"."""
    return _SIGN_IN_NAMES.join([name, *(part.name for part in additions(entry, catalogue))])


def variant(profile: Profile, entry: RosterEntry, catalogue: Catalogue) -> Profile:
    """Return a row's profile in the expanded list, given its profile in the list."""
    added = {part.code: 1 for part in additions(entry, catalogue)}
    return replace(
        profile,
        key=variant_key(entry, catalogue),
        name=variant_name(profile_name(profile.name), entry, catalogue),
        design=replace(profile.design, values={**profile.design.values, **added}),
    )


def named_members(
    roster: Roster, names: Mapping[str, str], catalogue: Catalogue
) -> Iterator[tuple[tuple[str, str], int]]:
    """Yield a pair of key and name for each member of a roster, and the member's number of models.

    ``names`` are the names of profiles by key. The name of a row's main profile includes the row's additions.
    """
    for entry in roster.entries:
        for member in entry.members():
            name = names.get(member.profile, member.profile)
            name = variant_name(name, entry, catalogue) if member is entry else name
            yield (member.profile, name), member.count


def split_variant(profile: Profile, catalogue: Catalogue) -> tuple[Profile, list[Attribute]]:
    """Return the profile from which a variant was made, and the additions in both its name and its design."""
    added = list[Attribute]()
    for part in reversed(catalogue.additions):
        ending = f"{_SIGN_IN_NAMES}{part.name}"
        if profile.name.endswith(ending) and profile.design.values.get(part.code):
            values = {code: value for code, value in profile.design.values.items() if code != part.code}
            name, design = profile.name.removesuffix(ending), replace(profile.design, values=values)
            profile = replace(profile, name=name, design=design)
            added.append(part)
    return profile, added
