"""The search in all parts of the profile form: for Find, and for the matches outside of a picker."""

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
from builder.web.profiles.draft import COMMON_SUFFIX, ProfileDraft, form_layout

_MAX_MATCHES_ELSEWHERE = 5
_NAMES_SECTION = ("names", "Name and notes")  # the section for the fields that all games have


class FormMatch(NamedTuple):
    """A match of a search: an entry, a common weapon, an option, a field or a section.

    ``part_name`` and ``place`` are the name and the place of the part of the form that contains the match.
    ``code`` is the code of the entry, weapon or option.
    ``action`` opens the picker of this part. Without a picker, ``url`` leads to the match.
    """

    name: str
    part_name: str
    place: str
    code: str = ""
    matched_alias: str = ""
    action: str = ""
    url: str = ""


def matched_alias_text(match: Match) -> str:
    """Return the alias that matched a search, or an empty string if the name itself matched."""
    return f"{'nearest to ' if match.is_nearest else ''}“{match.word}”" if match.word else ""


def find_form_matches(
    what_if: WhatIf,
    draft: ProfileDraft,
    excluded_part: str,
    search: str,
    limit: int = _MAX_MATCHES_ELSEWHERE,
    *,
    by_summary: bool = False,
) -> tuple[FormMatch, ...]:
    """Return the matches of a search in the form, the best match first.

    ``excluded_part`` is the part that the open picker shows: a group of entries, or the place of a slot's
    common weapons. With ``by_summary``, the summaries are searched too. Their matches come last.
    """
    targets = list(_search_targets(what_if, draft, excluded_part))
    # The search returns codes. Several targets may have the same code, so the search gets indices instead.
    findables = [findable._replace(code=str(index)) for index, (findable, _) in enumerate(targets)]
    aliases = aliases_of(what_if.catalogue)
    matches = match_elsewhere(findables, aliases, search, by_summary=by_summary)[:limit]
    return tuple(_complete_match(targets[int(match.code)][1], match, search) for match in matches)


def _complete_match(target: FormMatch, match: Match, search: str) -> FormMatch:
    """Return a target with the alias that matched. Its action opens the picker with the same search."""
    action = f"{target.action}:{search.strip()}" if target.action else ""
    return target._replace(matched_alias=matched_alias_text(match), action=action)


def _search_targets(
    what_if: WhatIf, draft: ProfileDraft, excluded_part: str
) -> Iterator[tuple[Findable, FormMatch]]:
    """Yield everything in the form that can match, each after the texts that are searched for it."""
    kind_catalogue = what_if.catalogue_index.catalogue
    aliases = aliases_of(what_if.catalogue)
    for slot in kind_catalogue.weapon_slots:
        place = f"{slot.at}{COMMON_SUFFIX}"
        for weapon in aliases.weapons_for(slot.code) if place != excluded_part else ():
            target = FormMatch(weapon.name, slot.name, place, weapon.code, action=f"pick:{place}")
            yield findable_weapon(weapon), target
    attributes = {attribute.code: attribute for attribute in kind_catalogue.attributes}
    for findable in findable_parts(kind_catalogue):
        attribute = attributes[findable.code]
        option_code = findable.alias_code.partition(".")[2]
        url = f"#r-{html_id(attribute.at)}"
        yield findable, FormMatch(attribute.name, "", attribute.at, option_code, url=url)
    entries = form_layout(kind_catalogue).entries
    for group, place, name, has_picker in _searched_slots(what_if, draft):
        link = {"action": f"pick:{place}"} if has_picker else {"url": f"#r-{html_id(place)}"}
        for entry in entries[group].values() if group != excluded_part else ():
            if not entry.derived:
                findable = findable_entry(entry, entry.summary)
                if not has_picker:
                    findable = findable._replace(names=(*findable.names, f"{entry.name} {name}"))
                yield findable, FormMatch(entry.name, name, place, entry.code, **link)
    yield from _weapon_fields(kind_catalogue, draft)
    # If a section and a field have the same name, only the field is a result.
    field_names = {attribute.name for attribute in kind_catalogue.attributes}
    sections = [
        (section.code, section.name) for section in kind_catalogue.sections if section.name not in field_names
    ]
    for code, name in (*sections, _NAMES_SECTION):
        yield Findable(code, f"section {code}", (name,)), FormMatch(name, "", "", url=f"#s-{code}")


def _weapon_fields(kind_catalogue: Catalogue, draft: ProfileDraft) -> Iterator[tuple[Findable, FormMatch]]:
    """Yield the number fields of weapons, such as the range, with the texts to search for each.

    The address of a field leads to the slot's first weapon, or to the slot if it has no weapons.
    """
    for slot in kind_catalogue.weapon_slots:
        weapons = draft.weapons[slot.at]
        for field in slot.fields:
            place = f"{slot.place(weapons[0].row)}.{field.code}" if weapons else slot.at
            findable = Findable(field.code, f"field {slot.code}.{field.code}", (field.label, field.name))
            yield findable, FormMatch(field.name, slot.name, "", url=f"#r-{html_id(place)}")


class _SearchedSlot(NamedTuple):
    """A slot whose entries are searched. A slot for several weapons is searched for its first weapon."""

    group: str
    place: str
    name: str
    has_picker: bool


def _searched_slots(what_if: WhatIf, draft: ProfileDraft) -> Iterator[_SearchedSlot]:
    kind_catalogue = what_if.catalogue_index.catalogue
    for pick_slot in kind_catalogue.pick_slots:
        yield _SearchedSlot(pick_slot.group, pick_slot.at, pick_slot.name, pick_slot.many)
    for slot in sorted(kind_catalogue.weapon_slots, key=lambda slot: not slot.many):
        weapons = draft.weapons[slot.at]
        name = weapons[0].name if weapons and weapons[0].name else slot.name
        if not slot.many:
            yield _SearchedSlot(slot.group, slot.at, name, has_picker=True)
        elif weapons:
            yield _SearchedSlot(slot.group, slot.place(weapons[0].row), name, has_picker=True)
