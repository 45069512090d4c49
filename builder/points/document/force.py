"""The two parts of a list: its force, which matters in the game, and its words.

The force is the designs and the Max of profiles, and the limits, counts and facts of rosters and units. The
words are all names, notes and texts, in the order of the list. The order of weapons, properties and rows
doesn't belong to the force.

Texts among a roster's facts are an exception: they belong to the force. Fingerprints on papers that were
printed earlier are calculated in this way, and they must still match.
"""

from collections.abc import Mapping
from dataclasses import replace

from builder.points.document.cut import extract_roster
from builder.points.document.design import Design, ParameterValue, Pick, Weapon
from builder.points.document.document import Document, Profile, Roster, RosterEntry
from builder.points.document.units import fielded, unit_kind
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import CatalogueIndex, index_of


def without_words(document: Document, catalogue: Catalogue) -> Document:
    """Return a list without its words, except for the names of profiles and rosters."""
    return replace(
        document,
        name="",
        setting="",
        background="",
        profiles=tuple(profile_without_words(profile, catalogue) for profile in document.profiles),
        rosters=tuple(_roster_force(roster, catalogue) for roster in document.rosters),
    )


def profile_without_words(profile: Profile, catalogue: Catalogue) -> Profile:
    """Return a profile without its words, except for its name. Its weapons and picks are sorted."""
    catalogue_index, design = index_of(catalogue), profile.design
    picks = {
        slot: tuple(sorted((_force_pick(catalogue_index, slot, pick) for pick in picks), key=_pick_order))
        for slot, picks in design.picks.items()
    }
    weapons = {
        slot: tuple(sorted((_force_weapon(weapon) for weapon in weapons), key=_weapon_order))
        for slot, weapons in design.weapons.items()
    }
    return replace(profile, notes="", design=replace(design, weapons=weapons, picks=picks))


def words_alone(document: Document, catalogue: Catalogue) -> Document:
    """Return a list with only its words, in the list's order."""
    return replace(
        document,
        profiles=tuple(profile_words(profile, catalogue) for profile in document.profiles),
        rosters=tuple(_roster_words(roster, catalogue) for roster in document.rosters),
    )


def _roster_words(roster: Roster, catalogue: Catalogue) -> Roster:
    """Return a roster with only its name, and with the names and texts of its units."""
    units = (
        RosterEntry(profile="", count=0, name=entry.name, unit=entry.unit if texts else "", fields=texts)
        for entry in roster.entries
        if (texts := unit_texts(entry, catalogue)) or entry.name
    )
    return Roster(name=roster.name, limit=0, entries=tuple(units))


def unit_texts(entry: RosterEntry, catalogue: Catalogue) -> dict[str, int | str]:
    """Return the texts among the facts of a unit, by their codes."""
    kind = unit_kind(catalogue, entry.unit) if entry.fields else None
    codes = {part.code for part in kind.fields if part.kind == "text"} if kind else set()
    return {code: value for code, value in entry.fields.items() if code in codes}


def profile_words(profile: Profile, catalogue: Catalogue) -> Profile:
    """Return a profile with only its name and notes, the names of its weapons, and the texts in its picks."""
    catalogue_index, design = index_of(catalogue), profile.design
    weapons = {
        slot: tuple(Weapon(name=weapon.name) for weapon in weapons if weapon.name)
        for slot, weapons in design.weapons.items()
    }
    picks = {
        slot: tuple(
            Pick(code=pick.code, parameters=texts)
            for pick in picks
            if (texts := _text_parameters(catalogue_index, slot, pick))
        )
        for slot, picks in design.picks.items()
    }
    return replace(profile, max=None, design=Design(weapons=weapons, picks=picks))


def cut_to_fielded(document: Document, index: int, catalogue: Catalogue) -> Document:
    """Return the list cut to the roster with this index (``extract_roster``), without rows without models."""
    roster = document.rosters[index]
    entries = tuple(entry for entry in roster.entries if fielded(entry.members()))
    rosters = (*document.rosters[:index], replace(roster, entries=entries), *document.rosters[index + 1 :])
    return extract_roster(replace(document, rosters=rosters), index, catalogue)


def _roster_force(roster: Roster, catalogue: Catalogue) -> Roster:
    """Return a roster with sorted rows, without the words of its units.

    All rows of a profile that are not units become one row, unless it has no models. Units are not merged.
    """
    entries = [_without_texts(entry, catalogue) for entry in roster.entries]
    units = [entry for entry in entries if entry.is_unit_or_variant]
    without_units = replace(roster, entries=tuple(entry for entry in entries if not entry.is_unit_or_variant))
    counts = sorted(without_units.counts().items())
    rows = tuple(RosterEntry(profile=key, count=count) for key, count in counts if count)
    return replace(roster, entries=(*rows, *sorted(map(_force_unit, units), key=repr)))


def _without_texts(entry: RosterEntry, catalogue: Catalogue) -> RosterEntry:
    """Return a row without the texts among its facts. Sort the other facts by code."""
    if not entry.fields:
        return entry
    texts = unit_texts(entry, catalogue)
    facts = {code: value for code, value in sorted(entry.fields.items()) if code not in texts}
    return replace(entry, fields=facts)


def _force_unit(unit: RosterEntry) -> RosterEntry:
    """Return a unit without its name. Its members are sorted."""
    others, attached = (tuple(sorted(fielded(members), key=repr)) for members in (unit.others, unit.attached))
    return replace(unit, name="", others=others, attached=attached)


def _force_weapon(weapon: Weapon) -> Weapon:
    return replace(weapon, name="", properties=tuple(sorted(weapon.properties)))


def _weapon_order(weapon: Weapon) -> str:
    return repr((sorted(weapon.fields.items()), weapon.properties))


def _force_pick(catalogue_index: CatalogueIndex, slot: str, pick: Pick) -> Pick:
    """Return a pick without its texts."""
    texts = _text_parameters(catalogue_index, slot, pick)
    others = {code: value for code, value in pick.parameters.items() if code not in texts}
    return replace(pick, parameters=others) if texts else pick


def _pick_order(pick: Pick) -> str:
    return repr((pick.code, sorted(pick.parameters.items())))


def _text_parameters(catalogue_index: CatalogueIndex, slot: str, pick: Pick) -> Mapping[str, ParameterValue]:
    """Return the parameters of a pick that are texts, by their codes."""
    if not pick.parameters:
        return {}
    entry = catalogue_index.entries[catalogue_index.pick_slots[slot].group][pick.code]
    texts = {parameter.code for parameter in entry.parameters if parameter.kind == "text"}
    return {code: value for code, value in pick.parameters.items() if code in texts}
