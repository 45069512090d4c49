"""The picker: everything that a place could take, with its price, its summary and what it would break."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from builder.catalogue.aliases import aliases_of
from builder.points.advice.steps import Candidate, candidates_at, weapon_candidates
from builder.points.advice.what_if import PriceChange, WhatIf
from builder.points.pricing.values import most_picks
from builder.points.rules.aliases import CommonWeapon, Shelf
from builder.points.rules.catalogue import Catalogue, PickSlot, Property, WeaponSlot
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.entry_search import Match, find, findable_entry, findable_weapon, says_nothing
from builder.points.rules.results import ItemNumber
from builder.points.rules.search_text import normalize_text
from builder.points.rules.wording import part_place
from builder.web.profiles.controls import change_text, html_id, option_text
from builder.web.profiles.draft import (
    COMMON,
    FormLayout,
    FormPlace,
    ProfileDraft,
    common_slot,
    default_parameters,
    form_layout,
)
from builder.web.profiles.other_places import OtherPlace, other_places, why_found
from builder.web.shared.presentation import Remark, entry_url, remarks, with_numbers

MAX_SEARCH_LENGTH = 100
OTHERS = "Others"
_NUMBER = re.compile(r"\d{1,4}", re.ASCII)

EntryPriceChange = Callable[[Property], PriceChange]


class PickerItem(NamedTuple):
    """One entry of the picker. ``action`` adds it, or takes it off again where it ``is_removal``.

    ``why`` is the players' word that it was found by, ``points`` what it is sorted by,
    None where that is not known yet.
    """

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
    points: int | None
    why: str = ""


class PickerShelf(NamedTuple):
    """Entries that are shown together; ``name`` is "" where nothing heads them."""

    name: str
    items: list[PickerItem]


class Picker(NamedTuple):
    """An open picker: ``place`` is the form's, ``where`` and ``row`` name it to the address.

    ``search`` is what is looked for, ``total`` how many entries there are; ``full`` is whether no more may be
    taken. ``spends`` are the codes of the values that its entries use up. ``elsewhere`` are places of the
    profile that what is looked for may mean, ``nothing`` is the word for which the game has nothing.
    """

    place: str
    where: str
    row: str
    id: str
    noun: str
    verb: str
    search: str
    sort: str
    sorts: tuple[tuple[str, str], ...]
    shelves: list[PickerShelf]
    total: int
    full: bool = False
    shuts: bool = False
    spends: frozenset[str] = frozenset()
    elsewhere: tuple[OtherPlace, ...] = ()
    nothing: str = ""

    @property
    def items(self) -> list[PickerItem]:
        """All entries, in the order in which they are shown."""
        return [item for shelf in self.shelves for item in shelf.items]


def is_full(slot: PickSlot, chosen: int, most: int | None) -> bool:
    """Whether one more in a slot would be an error: a bound that only warns keeps nobody from it."""
    return most is not None and chosen >= most and slot.most_level == "error"


def can_pick(catalogue: Catalogue, draft: ProfileDraft, place: str) -> bool:
    """Whether the form has a picker at this place."""
    if common_slot(catalogue, place):
        return True
    try:
        layout = form_layout(catalogue)
        _document_place(draft, layout, layout.locate(place))
    except LookupError:
        return False
    return True


def renumber_row(draft: ProfileDraft, catalogue: Catalogue, where: str, row: str) -> str:
    """The form's name for a place of a stored draft, whose row has another number on an open page."""
    if common_slot(catalogue, where):
        return where
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
    if common := common_slot(catalogue, place):
        return f"common {common.noun}"
    layout = form_layout(catalogue)
    at = layout.locate(place).at
    return layout.picks[at].noun if at in layout.picks else f"{layout.weapons[at].noun} property"


def verb_at(catalogue: Catalogue, place: str) -> str:
    """What the button says that opens the picker at a place: one of a kind is chosen, others are added."""
    common = common_slot(catalogue, place)
    return "Choose" if common and not common.many else "Add"


def open_picker(what_if: WhatIf, draft: ProfileDraft, place: str, q: str, sort: str = "") -> Picker:
    """The picker at a place of the form; LookupError when nothing can be picked there."""
    search = q[:MAX_SEARCH_LENGTH]
    if common := common_slot(what_if.catalogue, place):
        return _open_common(what_if, draft, common, search, sort)
    catalogue = what_if.catalogue
    layout = form_layout(what_if.catalogue_index.catalogue)
    found = layout.locate(place)
    where = _document_place(draft, layout, found)
    offered = {c.entry.code: c for c in candidates_at(what_if, where)}
    taken = _picked_codes(draft, found)
    slot = layout.weapons.get(found.at) or layout.picks[found.at]
    priced = any(c.change or c.entry.cost.kind != "fixed" or c.entry.cost.points for c in offered.values())
    entries = {e.code: e for e in layout.entries[slot.group].values() if e.code in offered or e.code in taken}
    price_change = _price_change_for(what_if, layout, draft, found)
    aliases = aliases_of(catalogue)

    def item(match: Match) -> PickerItem:
        entry, offer = entries[match.code], offered.get(match.code)
        return PickerItem(
            id=f"k-{html_id(place)}-{entry.code}",
            name=f"{entry.label} {entry.name}".strip(),
            price=_price(entry, offer, price_change, priced=priced),
            summary=with_numbers(catalogue, entry, worked=_numbers(what_if, slot, entry, offered)),
            page=part_place(catalogue, entry),
            url=entry_url(catalogue, entry),
            breaks=remarks(catalogue, offer.new_errors) if offer else [],
            action=f"{'add' if offer else 'remove'}:{place}:{entry.code}",
            is_removal=offer is None,
            times=taken.count(entry.code),
            points=_sort_price(entry, offer, price_change),
            why=why_found(match),
        )

    things = [findable_entry(e, f"{e.name} {with_numbers(catalogue, e)}") for e in entries.values()]
    items = {match.code: item(match) for match in find(things, aliases, search)}
    return Picker(
        place=place,
        where=where,
        row="" if found.row is None else str(found.row),
        id=html_id(place),
        noun=noun_at(catalogue, place),
        verb="Add",
        search=search,
        sort=sort,
        sorts=_sorts(items.values(), grouped=bool(aliases.shelf_of(slot.group)), priced=priced),
        shelves=_shelves(items, aliases.shelf_of(slot.group), search, sort),
        total=len(entries),
        full=isinstance(slot, PickSlot) and is_full(slot, len(taken), most_picks(what_if.context, slot)),
        spends=frozenset(_spent_at(what_if, where, offered.values())),
        elsewhere=other_places(what_if, draft, slot.group, search),
        nothing=says_nothing(aliases, search),
    )


def _open_common(what_if: WhatIf, draft: ProfileDraft, slot: WeaponSlot, search: str, sort: str) -> Picker:
    """The picker of a slot's common weapons."""
    catalogue, place, aliases = what_if.catalogue, f"{slot.at}{COMMON}", aliases_of(what_if.catalogue)
    weapons = aliases.weapons_for(slot.code)
    candidates = {found.weapon.code: found for found in weapon_candidates(what_if, slot, weapons)}
    has = [weapon.name for weapon in draft.weapons[slot.at]]
    items = {}
    for match in find(map(findable_weapon, weapons), aliases, search):
        weapon, change, new_errors = candidates[match.code]
        items[weapon.code] = PickerItem(
            id=f"k-{html_id(place)}-{weapon.code}",
            name=weapon.name,
            price=change_text(change),
            summary=_weapon_summary(catalogue, slot, weapon),
            page="",
            url="",
            breaks=remarks(catalogue, new_errors),
            action=f"arm:{slot.at}:{weapon.code}",
            is_removal=False,
            times=has.count(weapon.name),
            points=change.points,
            why=why_found(match),
        )
    return Picker(
        place=place,
        where=place,
        row="",
        id=html_id(place),
        noun=noun_at(catalogue, place),
        verb=verb_at(catalogue, place),
        search=search,
        sort=sort,
        sorts=_sorts(items.values(), grouped=False, priced=True),
        shelves=_shelves(items, {}, search, sort),
        total=len(weapons),
        shuts=not slot.many,
        elsewhere=other_places(what_if, draft, place, search),
        nothing=says_nothing(aliases, search),
    )


def _weapon_summary(catalogue: Catalogue, slot: WeaponSlot, weapon: CommonWeapon) -> str:
    """What a common weapon is made of: "Range band 3, AP4 Armour Piercing d4"."""
    entries = index_of(catalogue).entries[slot.group]
    numbers = [
        f"{part.name} {weapon.fields[part.code]}" for part in slot.fields if part.code in weapon.fields
    ]
    named = [f"{entries[code].label} {entries[code].name}".strip() for code in weapon.properties]
    return f"{', '.join([*numbers, *named])}."


def _sorts(items: Iterable[PickerItem], *, grouped: bool, priced: bool) -> tuple[tuple[str, str], ...]:
    """The orders that there are, by the value of the control, with what it says."""
    first = ("", "Groups" if grouped else "Listed")
    prices = (("price", "Price"),) if priced else ()
    return (first, ("name", "Name"), *prices)


def _shelves(
    items: Mapping[str, PickerItem], shelf_of: Mapping[str, Shelf], search: str, sort: str
) -> list[PickerShelf]:
    """The entries in their order: as found while something is looked for, else on their shelves."""
    if sort == "name":
        return [PickerShelf("", sorted(items.values(), key=lambda item: normalize_text(item.name)))]
    if sort == "price":
        return [PickerShelf("", sorted(items.values(), key=_by_price))]
    if search.strip() or not shelf_of:
        return [PickerShelf("", list(items.values()))]
    names = dict.fromkeys(shelf.name for shelf in shelf_of.values())
    shelves = {name: PickerShelf(name, []) for name in (*names, OTHERS)}
    for code, item in items.items():
        shelves[shelf_of[code].name if code in shelf_of else OTHERS].items.append(item)
    return [shelf for shelf in shelves.values() if shelf.items]


def _by_price(item: PickerItem) -> tuple[bool, int]:
    """The cheapest first, and last what has no price yet."""
    return item.points is None, item.points or 0


def _sort_price(entry: Property, offer: Candidate | None, price_change: EntryPriceChange) -> int | None:
    """What an entry is sorted by: its change of the total, its own price where it is taken."""
    if offer is None:
        return int(entry.cost.points)
    return offer.change if offer.change is not None else price_change(entry).points


def tallies(what_if: WhatIf, picker: Picker | None = None) -> list[str]:
    """How much is chosen or used up of what is allowed: "Powers 3 of 5", "Slots 4 of 6".

    Of an open picker only what it fills; otherwise not that nothing is chosen yet where one may be.
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
