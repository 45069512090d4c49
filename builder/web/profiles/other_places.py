"""The matches of a search in the profile form.

A picker shows matches in other parts of the form. Find shows the matches in all parts.
"""

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

MAX_OTHERS = 5
_NAMES_SECTION = ("names", "Name and notes")  # the section for the fields that all games have


class OtherPlace(NamedTuple):
    """A match outside of the open picker: an entry, a common weapon, an option, a field or a section.

    ``part_name`` is the name of the part of the form that contains the match.
    ``at`` is the place of this part.
    ``code`` is the code of the entry, weapon or option.
    ``why`` is the alias that matched.
    ``action`` opens the picker of this part.
    ``url`` is the address of the match if this part has no picker.
    """

    name: str
    part_name: str
    at: str
    code: str = ""
    why: str = ""
    action: str = ""
    url: str = ""


def why_found(match: Match) -> str:
    """Return the alias that matched a search. If the name itself matched, return an empty string."""
    return f"{'nearest to ' if match.nearest else ''}“{match.word}”" if match.word else ""


def other_places(
    what_if: WhatIf,
    draft: ProfileDraft,
    here: str,
    search: str,
    limit: int = MAX_OTHERS,
    *,
    by_summary: bool = False,
) -> tuple[OtherPlace, ...]:
    """Return the matches of a search in other parts of the form, the best match first.

    ``here`` is the part that isn't searched, because the open picker shows it. It is a group of entries, or
    the place of a slot's common weapons. If it is an empty string, all parts are searched. With
    ``by_summary``, the summaries are searched too. Their matches come last.
    """
    places = list(_places(what_if, draft, here))
    # The search returns codes. Several places may have the same code, so the search gets indices instead.
    findables = [findable._replace(code=str(number)) for number, (findable, _) in enumerate(places)]
    aliases = aliases_of(what_if.catalogue)
    matches = match_elsewhere(findables, aliases, search, by_summary=by_summary)[:limit]
    return tuple(_with_match(places[int(match.code)][1], match, search) for match in matches)


def _with_match(place: OtherPlace, match: Match, search: str) -> OtherPlace:
    """Return a place with the alias that matched. Its action opens the picker with the same search."""
    action = f"{place.action}:{search.strip()}" if place.action else ""
    return place._replace(why=why_found(match), action=action)


def _places(what_if: WhatIf, draft: ProfileDraft, here: str) -> Iterator[tuple[Findable, OtherPlace]]:
    """Yield the places of the form outside of ``here``, each after the texts that are searched for it."""
    kind_catalogue = what_if.catalogue_index.catalogue
    aliases = aliases_of(what_if.catalogue)
    for slot in kind_catalogue.weapon_slots:
        at = f"{slot.at}{COMMON}"
        for weapon in aliases.weapons_for(slot.code) if at != here else ():
            place = OtherPlace(weapon.name, slot.name, at, weapon.code, action=f"pick:{at}")
            yield findable_weapon(weapon), place
    parts = {part.code: part for part in kind_catalogue.attributes}
    for findable in findable_parts(kind_catalogue):
        part = parts[findable.code]
        option = findable.alias_code.partition(".")[2]
        yield findable, OtherPlace(part.name, "", part.at, option, url=f"#r-{html_id(part.at)}")
    entries = form_layout(kind_catalogue).entries
    for group, at, name, has_picker in _slots(what_if, draft):
        link = {"action": f"pick:{at}"} if has_picker else {"url": f"#r-{html_id(at)}"}
        for entry in entries[group].values() if group != here else ():
            if not entry.derived:
                findable = findable_entry(entry, entry.summary)
                if not has_picker:
                    findable = findable._replace(names=(*findable.names, f"{entry.name} {name}"))
                yield findable, OtherPlace(entry.name, name, at, entry.code, **link)
    yield from _weapon_fields(kind_catalogue, draft)
    # If a section and a field have the same name, only the field is a result.
    field_names = {part.name for part in kind_catalogue.attributes}
    sections = [
        (section.code, section.name) for section in kind_catalogue.sections if section.name not in field_names
    ]
    for code, name in (*sections, _NAMES_SECTION):
        yield Findable(code, f"section {code}", (name,)), OtherPlace(name, "", "", url=f"#s-{code}")


def _weapon_fields(kind_catalogue: Catalogue, draft: ProfileDraft) -> Iterator[tuple[Findable, OtherPlace]]:
    """Yield the number fields of weapons, such as the range, with the texts to search for each.

    The address of a field leads to the slot's first weapon, or to the slot if it has no weapons.
    """
    for slot in kind_catalogue.weapon_slots:
        weapons = draft.weapons[slot.at]
        for part in slot.fields:
            field = f"{slot.place(weapons[0].row)}.{part.code}" if weapons else slot.at
            findable = Findable(part.code, f"field {slot.code}.{part.code}", (part.label, part.name))
            yield findable, OtherPlace(part.name, slot.name, "", url=f"#r-{html_id(field)}")


def _slots(what_if: WhatIf, draft: ProfileDraft) -> Iterator[tuple[str, str, str, bool]]:
    """Yield each slot to search: its group, its place, its name, and whether it has a picker.

    For a slot with several weapons, the place and the name are those of the first weapon.
    """
    kind_catalogue = what_if.catalogue_index.catalogue
    for pick in kind_catalogue.pick_slots:
        yield pick.group, pick.at, pick.name, pick.many
    for slot in sorted(kind_catalogue.weapon_slots, key=lambda slot: not slot.many):
        weapons = draft.weapons[slot.at]
        name = weapons[0].name if weapons and weapons[0].name else slot.name
        if not slot.many:
            yield slot.group, slot.at, name, True
        elif weapons:
            yield slot.group, slot.place(weapons[0].row), name, True
