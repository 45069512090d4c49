"""The picker: everything that a place could take, with its price, its summary and what it would break."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from builder.points.catalogue import Catalogue, PickSlot, Property, WeaponSlot
from builder.points.results import ItemNumber
from builder.points.steps import Candidate, candidates_at
from builder.points.values import most_picks
from builder.points.what_if import PriceChange, WhatIf
from builder.points.wording import part_place
from builder.web.profiles.controls import change_text, html_id, option_text
from builder.web.profiles.draft import FormLayout, FormPlace, ProfileDraft, default_parameters, form_layout
from builder.web.shared.presentation import Remark, entry_url, remarks, with_numbers

MAX_SEARCH_LENGTH = 100
_NUMBER = re.compile(r"\d{1,4}", re.ASCII)

EntryPriceChange = Callable[[Property], PriceChange]


class PickerItem(NamedTuple):
    """One entry of the picker. ``action`` adds it, or takes it off again where it ``is_removal``."""

    id: str
    name: str
    price: str
    summary: str
    page: str
    url: str
    breaks: list[Remark]
    action: str
    is_removal: bool
    times: int


class Picker(NamedTuple):
    """An open picker: ``place`` is the form's, ``where`` and ``row`` name it to the address.

    ``search`` is what is looked for, ``total`` how many entries there are; ``full`` is whether no more may be
    taken. ``spends`` are the codes of the values that its entries use up.
    """

    place: str
    where: str
    row: str
    id: str
    noun: str
    search: str
    items: list[PickerItem]
    total: int
    full: bool = False
    spends: frozenset[str] = frozenset()


def is_full(slot: PickSlot, chosen: int, most: int | None) -> bool:
    """Whether one more in a slot would be an error: a bound that only warns keeps nobody from it."""
    return most is not None and chosen >= most and slot.most_level == "error"


def can_pick(catalogue: Catalogue, draft: ProfileDraft, place: str) -> bool:
    """Whether the form has a picker at this place."""
    try:
        layout = form_layout(catalogue)
        _document_place(draft, layout, layout.locate(place))
    except LookupError:
        return False
    return True


def renumber_row(draft: ProfileDraft, catalogue: Catalogue, where: str, row: str) -> str:
    """The form's name for a place of a stored draft, whose row has another number on an open page."""
    found = form_layout(catalogue).locate(where)
    if found.row is None or not _NUMBER.fullmatch(row):
        return where
    for weapon in draft.weapons.get(found.at, ()):
        if weapon.row == found.row:
            weapon.row = int(row)
            return f"{found.at}[{weapon.row}]"
    raise LookupError(where)


def noun_at(catalogue: Catalogue, place: str) -> str:
    """What is picked at a place of the form."""
    layout = form_layout(catalogue)
    at = layout.locate(place).at
    return layout.picks[at].noun if at in layout.picks else f"{layout.weapons[at].noun} property"


def open_picker(what_if: WhatIf, draft: ProfileDraft, place: str, q: str) -> Picker:
    """The picker at a place of the form; LookupError when nothing can be picked there."""
    catalogue = what_if.catalogue
    layout = form_layout(what_if.catalogue_index.catalogue)
    found = layout.locate(place)
    where = _document_place(draft, layout, found)
    offered = {c.entry.code: c for c in candidates_at(what_if, where)}
    taken = _picked_codes(draft, found)
    slot = layout.weapons.get(found.at) or layout.picks[found.at]
    priced = any(c.change or c.entry.cost.kind != "fixed" or c.entry.cost.points for c in offered.values())
    entries = [e for e in layout.entries[slot.group].values() if e.code in offered or e.code in taken]
    price_change = _price_change_for(what_if, layout, draft, found)
    items = [
        PickerItem(
            id=f"k-{html_id(place)}-{entry.code}",
            name=f"{entry.label} {entry.name}".strip(),
            price=_price(entry, offered.get(entry.code), price_change, priced=priced),
            summary=with_numbers(catalogue, entry, worked=_numbers(what_if, slot, entry, offered)),
            page=part_place(catalogue, entry),
            url=entry_url(catalogue, entry),
            breaks=remarks(catalogue, offered[entry.code].new_errors) if entry.code in offered else [],
            action=f"{'add' if entry.code in offered else 'remove'}:{place}:{entry.code}",
            is_removal=entry.code not in offered,
            times=taken.count(entry.code),
        )
        for entry in _matching_entries(catalogue, entries, q[:MAX_SEARCH_LENGTH].casefold().split())
    ]
    row = "" if found.row is None else str(found.row)
    return Picker(
        place,
        where,
        row,
        html_id(place),
        noun_at(catalogue, place),
        q[:MAX_SEARCH_LENGTH],
        items,
        len(entries),
        isinstance(slot, PickSlot) and is_full(slot, len(taken), most_picks(what_if.context, slot)),
        frozenset(_spent_at(what_if, where, offered.values())),
    )


def tallies(what_if: WhatIf, picker: Picker | None) -> list[str]:
    """How much is chosen or used up of what is allowed: "Powers 3 of 5", "Slots 4 of 6".

    While a picker is open only what it fills; otherwise not that nothing is chosen yet where one may be.
    """
    found, context = [], what_if.context
    for slot in what_if.catalogue_index.catalogue.pick_slots:
        most, chosen = most_picks(context, slot), len(context.picks(slot.code))
        says_something = chosen or (most or 0) > (0 if picker else 1)
        if slot.many and most is not None and says_something and (not picker or picker.where == slot.at):
            found.append(f"{slot.label} {chosen} of {most}")
    for value in what_if.catalogue_index.catalogue.values:
        if value.role == "spent" and (not picker or value.code in picker.spends):
            spent = context.worked_out[value.code]
            if spent.most or spent.number:
                found.append(f"{value.label} {spent.text}")
    return found


def _spent_at(what_if: WhatIf, where: str, offers: Iterable[Candidate]) -> Iterator[str]:
    """The values that are used up by what stands at a place, or could stand there."""
    yield from (change.value.code for offer in offers for change in offer.spent)
    for value in what_if.catalogue_index.catalogue.values:
        if value.role == "spent":
            lines = what_if.context.worked_out[value.code].lines
            if any(line.where.startswith(where) for line in lines):
                yield value.code


def _document_place(draft: ProfileDraft, layout: FormLayout, place: FormPlace) -> str:
    """The document's name for a place of the form; LookupError where nothing can be picked."""
    weapon_in_row = place.at in layout.weapons and layout.weapons[place.at].many
    if place.part or (place.row is not None) is not weapon_in_row:
        raise LookupError(place)
    if place.row is None:
        return place.at
    places = {weapon.row: f"{place.at}[{index}]" for index, weapon in enumerate(draft.weapons[place.at])}
    return places[place.row]


def _picked_codes(draft: ProfileDraft, place: FormPlace) -> list[str]:
    if place.at in draft.picks:
        return [pick.code for pick in draft.picks[place.at]]
    weapons = [w for w in draft.weapons[place.at] if place.row is None or w.row == place.row]
    return weapons[0].properties if weapons else []


def _matching_entries(catalogue: Catalogue, entries: list[Property], words: list[str]) -> list[Property]:
    """The entries that are called so by every word, then those that say so of themselves."""
    named = {e.code: e for e in entries if _contains_words(words, e.code, e.label, e.name, *e.aliases)}
    return [
        *named.values(),
        *(
            e
            for e in entries
            if e.code not in named and _contains_words(words, e.name, with_numbers(catalogue, e))
        ),
    ]


def _contains_words(words: list[str], *texts: str) -> bool:
    text = " ".join(texts).casefold()
    return all(word in text for word in words)


def _price_change_for(
    what_if: WhatIf, layout: FormLayout, draft: ProfileDraft, place: FormPlace
) -> EntryPriceChange:
    """What a pick would change even where something else has no price."""
    if place.at in layout.picks:
        slot = layout.picks[place.at]
        return lambda entry: what_if.change_with_pick(slot, entry.code, default_parameters(entry))
    rows = [weapon.row for weapon in draft.weapons[place.at]]
    index = rows.index(place.row) if place.row in rows else 0
    return lambda entry: what_if.change_with_property(layout.weapons[place.at], index, entry.code)


def _numbers(
    what_if: WhatIf, slot: WeaponSlot | PickSlot, entry: Property, offered: Mapping[str, Candidate]
) -> Mapping[str, ItemNumber]:
    """An entry's own numbers for this profile: those it would have, or has."""
    if entry.code in offered:
        return offered[entry.code].numbers
    picks = what_if.design.picks.get(slot.code, ())
    places = (index for index, pick in enumerate(picks) if pick.code == entry.code)
    index = next(places, None)
    return {} if index is None else what_if.numbers_of_pick(what_if.context, slot, index)


def _price(entry: Property, offer: Candidate | None, price_change: EntryPriceChange, *, priced: bool) -> str:
    if offer is None:
        return ""
    if offer.change is not None:
        return option_text(PriceChange(offer.change, offer.spent, offer.stats), priced=priced)
    if entry.cost.kind == "entered":
        return "as agreed"
    required = [p.name for p in entry.parameters if p.rule and not p.default]
    change = price_change(entry)
    if change.points is None:
        return f"by {', '.join(required)}" if required else ""
    return f"from {change_text(change)}" if required and entry.cost.kind != "fixed" else change_text(change)
