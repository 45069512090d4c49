"""Find: a search in everything that the profile has or could have. The results show current prices."""

from builder.catalogue.aliases import aliases_of
from builder.points.advice.steps import weapon_candidates
from builder.points.advice.what_if import WhatIf
from builder.points.rules.entry_search import unmatched_word
from builder.web.profiles.controls import change_text, html_id, option_text
from builder.web.profiles.draft import COMMON_SUFFIX, FIND_PLACE, ProfileDraft, form_layout
from builder.web.profiles.form_search import FormMatch, find_form_matches
from builder.web.profiles.picker import (
    MAX_SEARCH_LENGTH,
    Picker,
    PickerCategory,
    PickerEntries,
    PickerItem,
    common_weapon_verb,
    open_picker,
    weapon_summary,
)

_MAX_MATCHES = 12


def requested_picker(what_if: WhatIf, draft: ProfileDraft) -> Picker:
    """Return the picker that the draft has open. It can be "Find", which without a search has no items.

    Raise LookupError if the form has no picker at the draft's place.
    """
    if draft.picker_place != FIND_PLACE:
        return open_picker(what_if, draft)
    search = draft.search[:MAX_SEARCH_LENGTH]
    matches = find_form_matches(what_if, draft, "", search, _MAX_MATCHES, by_summary=True)
    return Picker(
        place=FIND_PLACE,
        document_place=FIND_PLACE,
        row="",
        id=FIND_PLACE,
        noun="value or property",
        verb="Find",
        search=search,
        sort_order="",
        sort_options=(),
        categories=[PickerCategory("", [_match_item(what_if, draft, match) for match in matches])],
        unmatched_word=unmatched_word(aliases_of(what_if.catalogue), search),
    )


def _match_item(what_if: WhatIf, draft: ProfileDraft, match: FormMatch) -> PickerItem:
    """Return the item for a match: it adds or removes an entry, sets an option, or leads to a field."""
    layout = form_layout(what_if.catalogue_index.catalogue)
    if not match.place:
        return _link_item(match)
    if match.place.endswith(COMMON_SUFFIX):
        return _weapon_item(what_if, match)
    if match.place in layout.attributes:
        return _attribute_item(what_if, match)
    if match.place in layout.picks and not layout.picks[match.place].many:
        slot = layout.picks[match.place]
        entry = layout.entries[slot.group][match.code]
        if match.code in [pick.code for pick in what_if.design.picks.get(slot.code, ())]:
            return _link_item(match)._replace(summary=entry.summary, chosen_count=1)
        change = what_if.price_change(what_if.design_with_pick(slot, match.code))
        price_change = option_text(change, what_if.catalogue.points_unit, shows_zero=True)
        return _choice_item(match, price_change)._replace(summary=entry.summary)
    entries = PickerEntries(what_if, draft, match.place)
    candidate = entries.candidates({match.code}).get(match.code)
    if candidate is None and match.code not in entries.picked_codes:
        return _link_item(match)
    item = entries.make_item(
        entries.entries_by_code[match.code], candidate, match.matched_alias, shows_zero=True
    )
    return item._replace(part_name=match.part_name)


def _weapon_item(what_if: WhatIf, match: FormMatch) -> PickerItem:
    """Return the item that adds a common weapon."""
    slot = form_layout(what_if.catalogue).weapons[match.place.removesuffix(COMMON_SUFFIX)]
    weapons = (w for w in aliases_of(what_if.catalogue).weapons_for(slot.code) if w.code == match.code)
    (candidate,) = weapon_candidates(what_if, slot, weapons)
    return PickerItem(
        id=_item_id(match),
        name=match.name,
        verb=common_weapon_verb(slot),
        action=f"arm:{slot.at}:{match.code}",
        price_change=change_text(candidate.change, what_if.catalogue.points_unit),
        summary=weapon_summary(what_if.catalogue, slot, candidate.weapon),
        matched_alias=match.matched_alias,
        part_name=match.part_name,
    )


def _attribute_item(what_if: WhatIf, match: FormMatch) -> PickerItem:
    """Return an item that sets an attribute to an option, or an item that leads to the attribute's field."""
    attribute = form_layout(what_if.catalogue).attributes[match.place]
    option = attribute.option(match.code) if match.code else None
    if option is None or not option.offered:
        return _link_item(match)._replace(summary=attribute.summary)
    if option.code == what_if.design.values.get(attribute.code, attribute.default):
        return _link_item(match)._replace(name=option.name, part_name=attribute.name, chosen_count=1)
    price_change = option_text(
        what_if.change_with_option(attribute, option.code),
        what_if.catalogue.points_unit,
        shows_zero=bool(attribute.table),
    )
    return _choice_item(match, price_change)._replace(name=option.name, part_name=attribute.name)


def _choice_item(match: FormMatch, price_change: str) -> PickerItem:
    """Return the item that chooses an option."""
    action = f"step:{match.place}:{match.code}"
    return PickerItem(
        _item_id(match),
        match.name,
        "Set",
        action,
        price_change=price_change,
        matched_alias=match.matched_alias,
        part_name=match.part_name,
    )


def _link_item(match: FormMatch) -> PickerItem:
    """Return an item that leads to a field."""
    url = match.url or f"#r-{html_id(match.place)}"
    return PickerItem(
        _item_id(match),
        match.name,
        "Go to",
        field_url=url,
        matched_alias=match.matched_alias,
        part_name=match.part_name,
    )


def _item_id(match: FormMatch) -> str:
    return f"k-{html_id(f'{match.place}.{match.code}')}"
