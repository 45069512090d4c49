"""The parts of a profile that match a search, for a picker at another place and for Find."""

from collections.abc import Iterator
from typing import NamedTuple

from builder.catalogue.aliases import aliases_of
from builder.points.advice.what_if import WhatIf
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.entry_search import (
    Findable,
    Match,
    findable_entry,
    findable_parts,
    findable_weapon,
    match_elsewhere,
)
from builder.web.profiles.controls import html_id
from builder.web.profiles.draft import COMMON, ProfileDraft, form_layout

MOST_OTHERS = 5
_NAMES = ("names", "Name and notes")  # the section with the fields that all games have


class OtherPlace(NamedTuple):
    """Something that can be chosen in another place of the form.

    ``action`` opens the picker there, ``url`` leads to the field; ``place`` is the name of that part. ``at``
    and ``code`` identify the choice: an entry, a common weapon or an option; an empty code is the field. A
    section of the form has neither.
    """

    name: str
    place: str
    at: str
    code: str = ""
    why: str = ""
    action: str = ""
    url: str = ""


def why_found(match: Match) -> str:
    """Return the alias that matched; "" if the name itself did."""
    return f"{'nearest to ' if match.nearest else ''}“{match.word}”" if match.word else ""


def other_places(
    what_if: WhatIf,
    draft: ProfileDraft,
    here: str,
    search: str,
    limit: int = MOST_OTHERS,
    *,
    by_summary: bool = False,
) -> tuple[OtherPlace, ...]:
    """Return matches of a search outside the group, or the common weapons, of ``here``: the best first.

    With ``by_summary``, matches in the summaries follow.
    """
    places = list(_places(what_if, draft, here))
    things = [thing._replace(code=str(number)) for number, (thing, _) in enumerate(places)]
    aliases = aliases_of(what_if.catalogue)
    matches = match_elsewhere(things, aliases, search, by_summary=by_summary)[:limit]
    return tuple(_way(places[int(match.code)][1], match, search) for match in matches)


def _way(place: OtherPlace, match: Match, search: str) -> OtherPlace:
    """Return the link to a place with the matching word; its picker opens with the search."""
    action = f"{place.action}:{search.strip()}" if place.action else ""
    return place._replace(why=why_found(match), action=action)


def _places(what_if: WhatIf, draft: ProfileDraft, here: str) -> Iterator[tuple[Findable, OtherPlace]]:
    """Yield everything that can be chosen elsewhere in the form, with its link."""
    view = what_if.catalogue_index.catalogue
    aliases = aliases_of(what_if.catalogue)
    for slot in view.weapon_slots:
        at = f"{slot.at}{COMMON}"
        for weapon in aliases.weapons_for(slot.code) if at != here else ():
            place = OtherPlace(weapon.name, slot.name, at, weapon.code, action=f"pick:{at}")
            yield findable_weapon(weapon), place
    parts = {part.code: part for part in view.attributes}
    for thing in findable_parts(view):
        part = parts[thing.code]
        option = thing.meant.partition(".")[2]
        yield thing, OtherPlace(part.name, "", part.at, option, url=f"#r-{html_id(part.at)}")
    entries = form_layout(view).entries
    for group, at, name, has_picker in _slots(what_if, draft):
        way = {"action": f"pick:{at}"} if has_picker else {"url": f"#r-{html_id(at)}"}
        for entry in entries[group].values() if group != here else ():
            if not entry.derived:
                thing = findable_entry(entry, entry.summary)
                if not has_picker:
                    thing = thing._replace(names=(*thing.names, f"{entry.name} {name}"))
                yield thing, OtherPlace(entry.name, name, at, entry.code, **way)
    yield from _weapon_fields(view, draft)
    fields = {part.name for part in view.attributes}
    sections = [(section.code, section.name) for section in view.sections if section.name not in fields]
    for code, name in (*sections, _NAMES):
        yield Findable(code, f"section {code}", (name,)), OtherPlace(name, "", "", url=f"#s-{code}")


def _weapon_fields(view: Catalogue, draft: ProfileDraft) -> Iterator[tuple[Findable, OtherPlace]]:
    """Yield the numbers of weapons, each with the link to the first weapon's field, or to the empty slot."""
    for slot in view.weapon_slots:
        weapons = draft.weapons[slot.at]
        for part in slot.fields:
            field = f"{slot.place(weapons[0].row)}.{part.code}" if weapons else slot.at
            thing = Findable(part.code, f"field {slot.code}.{part.code}", (part.label, part.name))
            yield thing, OtherPlace(part.name, slot.name, "", url=f"#r-{html_id(field)}")


def _slots(what_if: WhatIf, draft: ProfileDraft) -> Iterator[tuple[str, str, str, bool]]:
    """Yield each group of the form's slots, with its place, its name, and whether it has a picker."""
    view = what_if.catalogue_index.catalogue
    for pick in view.pick_slots:
        yield pick.group, pick.at, pick.name, pick.many
    for slot in sorted(view.weapon_slots, key=lambda slot: not slot.many):
        weapons = draft.weapons[slot.at]
        name = weapons[0].name if weapons and weapons[0].name else slot.name
        if not slot.many:
            yield slot.group, slot.at, name, True
        elif weapons:
            yield slot.group, slot.place(weapons[0].row), name, True
