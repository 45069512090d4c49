"""Find: a search in everything that the profile has or could have. The results show current prices."""

from builder.catalogue.aliases import aliases_of
from builder.points.advice.steps import weapon_candidates
from builder.points.advice.what_if import WhatIf
from builder.points.rules.entry_search import unmatched_word
from builder.web.profiles.controls import change_text, html_id, option_text
from builder.web.profiles.draft import COMMON, FIND, ProfileDraft, form_layout
from builder.web.profiles.other_places import OtherPlace, other_places
from builder.web.profiles.picker import (
    MAX_SEARCH_LENGTH,
    EntryItems,
    Picker,
    PickerCategory,
    PickerItem,
    common_verb,
    open_picker,
    weapon_summary,
)

_MAX_FOUND = 12


def open_picker_or_find(what_if: WhatIf, draft: ProfileDraft) -> Picker:
    """Return the open picker of a draft. If Find is open, return Find as a picker.

    Without a search, Find has no items. Raise LookupError if the form has no picker at the draft's place.
    """
    if draft.pick != FIND:
        return open_picker(what_if, draft)
    search = draft.q[:MAX_SEARCH_LENGTH]
    places = other_places(what_if, draft, "", search, _MAX_FOUND, by_summary=True)
    return Picker(
        place=FIND,
        where=FIND,
        row="",
        id=FIND,
        noun="value or property",
        verb="Find",
        search=search,
        sort="",
        sorts=(),
        categories=[PickerCategory("", [_item(what_if, draft, place) for place in places])],
        unmatched_word=unmatched_word(aliases_of(what_if.catalogue), search),
    )


def _item(what_if: WhatIf, draft: ProfileDraft, place: OtherPlace) -> PickerItem:
    """Return the item for a match. Its button adds, sets or removes the match, or leads to its field."""
    layout = form_layout(what_if.catalogue_index.catalogue)
    if not place.at:
        return _link_item(place)
    if place.at.endswith(COMMON):
        return _weapon_item(what_if, place)
    if place.at in layout.attributes:
        return _attribute_item(what_if, place)
    if place.at in layout.picks and not layout.picks[place.at].many:
        slot = layout.picks[place.at]
        entry = layout.entries[slot.group][place.code]
        if place.code in [pick.code for pick in what_if.design.picks.get(slot.code, ())]:
            return _link_item(place)._replace(summary=entry.summary, times=1)
        price = option_text(
            what_if.change_with_pick(slot, place.code), what_if.catalogue.points_unit, priced=True
        )
        return _choice_item(place, price)._replace(summary=entry.summary)
    items = EntryItems(what_if, draft, place.at)
    candidate = items.candidates({place.code}).get(place.code)
    if candidate is None and place.code not in items.picked:
        return _link_item(place)
    item = items.item(items.entries[place.code], candidate, place.why, priced=True)
    return item._replace(part_name=place.part_name)


def _weapon_item(what_if: WhatIf, place: OtherPlace) -> PickerItem:
    """Return the item that adds a common weapon."""
    slot = form_layout(what_if.catalogue).weapons[place.at.removesuffix(COMMON)]
    weapons = (w for w in aliases_of(what_if.catalogue).weapons_for(slot.code) if w.code == place.code)
    (candidate,) = weapon_candidates(what_if, slot, weapons)
    return PickerItem(
        id=_id(place),
        name=place.name,
        verb=common_verb(slot),
        action=f"arm:{slot.at}:{place.code}",
        price=change_text(candidate.change, what_if.catalogue.points_unit),
        summary=weapon_summary(what_if.catalogue, slot, candidate.weapon),
        why=place.why,
        part_name=place.part_name,
    )


def _attribute_item(what_if: WhatIf, place: OtherPlace) -> PickerItem:
    """Return an item that sets an attribute to an option, or an item that leads to the attribute's field."""
    attribute = form_layout(what_if.catalogue).attributes[place.at]
    option = attribute.option(place.code) if place.code else None
    if option is None or not option.offered:
        return _link_item(place)._replace(summary=attribute.summary)
    if option.code == what_if.design.values.get(attribute.code, attribute.default):
        return _link_item(place)._replace(name=option.name, part_name=attribute.name, times=1)
    price = option_text(
        what_if.change_with_option(attribute, option.code),
        what_if.catalogue.points_unit,
        priced=bool(attribute.table),
    )
    return _choice_item(place, price)._replace(name=option.name, part_name=attribute.name)


def _choice_item(place: OtherPlace, price: str) -> PickerItem:
    """Return the item that sets a choice to an option."""
    action = f"step:{place.at}:{place.code}"
    return PickerItem(
        _id(place), place.name, "Set", action, price=price, why=place.why, part_name=place.part_name
    )


def _link_item(place: OtherPlace) -> PickerItem:
    """Return an item that leads to a field."""
    link = place.url or f"#r-{html_id(place.at)}"
    return PickerItem(_id(place), place.name, "Go to", link=link, why=place.why, part_name=place.part_name)


def _id(place: OtherPlace) -> str:
    return f"k-{html_id(f'{place.at}.{place.code}')}"
