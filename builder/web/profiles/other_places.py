"""Where else in a profile something stands that is looked for in a picker, and by which word it was found."""

from collections.abc import Iterator
from typing import NamedTuple

from builder.catalogue.aliases import aliases_of
from builder.points.advice.what_if import WhatIf
from builder.points.rules.entry_search import (
    Findable,
    Match,
    find_meant,
    findable_entry,
    findable_parts,
    findable_weapon,
)
from builder.web.profiles.controls import html_id
from builder.web.profiles.draft import COMMON, ProfileDraft, form_layout

MOST_OTHERS = 5


class OtherPlace(NamedTuple):
    """A thing in another place of the form: ``action`` opens the picker there, ``url`` leads to the field."""

    name: str
    place: str
    why: str
    action: str = ""
    url: str = ""


def why_found(match: Match) -> str:
    """The players' word that led to something; "" where its own name did."""
    return f"{'nearest to ' if match.nearest else ''}“{match.word}”" if match.word else ""


def other_places(what_if: WhatIf, draft: ProfileDraft, here: str, search: str) -> tuple[OtherPlace, ...]:
    """What a search may mean in other places than the group, or the common weapons, of ``here``."""
    places = dict(_places(what_if, draft, here))
    ways = {thing.meant: place for thing, place in places.items()}
    found = find_meant(places, aliases_of(what_if.catalogue), search)[:MOST_OTHERS]
    return tuple(_way(ways[match.meant], match, search) for match in found)


def _way(place: OtherPlace, match: Match, search: str) -> OtherPlace:
    """The way to a place, with why it was found and what its picker is to look for."""
    action = f"{place.action}:{search.strip()}" if place.action else ""
    return place._replace(why=why_found(match), action=action)


def _places(what_if: WhatIf, draft: ProfileDraft, here: str) -> Iterator[tuple[Findable, OtherPlace]]:
    """Everything that stands elsewhere in the form, with the way there."""
    view = what_if.catalogue_index.catalogue
    aliases = aliases_of(what_if.catalogue)
    for slot in view.weapon_slots:
        at = f"{slot.at}{COMMON}"
        for weapon in aliases.weapons_for(slot.code) if at != here else ():
            yield findable_weapon(weapon), OtherPlace(weapon.name, slot.name, "", f"pick:{at}")
    parts = {part.code: part for part in view.attributes}
    for thing in findable_parts(view):
        part = parts[thing.code]
        yield thing, OtherPlace(part.name, "", "", url=f"#r-{html_id(part.at)}")
    entries = form_layout(view).entries
    for group, at, name in _pickers(what_if, draft):
        for entry in entries[group].values() if group != here else ():
            if not entry.derived:
                yield findable_entry(entry), OtherPlace(entry.name, name, "", f"pick:{at}")


def _pickers(what_if: WhatIf, draft: ProfileDraft) -> Iterator[tuple[str, str, str]]:
    """Every group that the form picks from, with the place where its picker opens and what that is called."""
    view = what_if.catalogue_index.catalogue
    for pick in view.pick_slots:
        if pick.many:
            yield pick.group, pick.at, pick.name
    for slot in view.weapon_slots:
        if not slot.many:
            yield slot.group, slot.at, slot.name
        elif weapons := draft.weapons[slot.at]:
            yield slot.group, slot.place(weapons[0].row), slot.name
