"""The picker: the list of all entries that can be added at a place of the form.

Each entry has its price, its summary, and the rules that the profile would break with it. A candidate is an
entry that can be added now.
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from builder.catalogue.aliases import aliases_of
from builder.points.advice.candidate_fixes import CandidateFix, fixes_for_candidate
from builder.points.advice.steps import Candidate, candidates_at, weapon_candidates
from builder.points.advice.what_if import PriceChange, WhatIf
from builder.points.document.design import Design, dump_design
from builder.points.pricing.values import max_picks
from builder.points.rules.aliases import Category, CommonWeapon
from builder.points.rules.catalogue import Catalogue, PickSlot, Property, WeaponSlot
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.entry_search import find, findable_entry, findable_weapon, unmatched_word
from builder.points.rules.search_text import normalize_text
from builder.points.rules.wording import part_place
from builder.points.sheets.items import effect_text
from builder.services.patching import reverse_json_patch
from builder.web.profiles.controls import change_text, html_id, option_text
from builder.web.profiles.draft import (
    COMMON,
    FIND,
    FormLayout,
    FormPlace,
    ProfileDraft,
    common_slot,
    default_parameters,
    form_layout,
)
from builder.web.profiles.other_places import OtherPlace, other_places, why_found
from builder.web.shared.presentation import FixButton, Remark, entry_url, make_remarks

MAX_SEARCH_LENGTH = 100
_OTHERS = "Others"
_NUMBER = re.compile(r"\d{1,4}", re.ASCII)


class PickerItem(NamedTuple):
    """An entry of the picker.

    ``verb`` is the label of the entry's button.
    ``action`` is the action of the button. If it is an empty string, the item has a ``link`` to a field
    instead.
    ``breaks`` are the rules that the profile would break with this entry.
    ``fixes`` are buttons that add the entry together with a change after which these rules aren't broken.
    ``times`` says how often the entry is chosen now.
    ``points`` is the price by which entries are sorted, or None if the price isn't known.
    ``why`` is the alias that matched the search.
    ``part_name`` is set if the item belongs to another part of the form. It is the name of that part.
    ``is_core`` says whether the entry is on the profile's core list.
    """

    id: str
    name: str
    verb: str
    action: str = ""
    link: str = ""
    price: str = ""
    summary: str = ""
    page: str = ""
    url: str = ""
    breaks: Sequence[Remark] = ()
    fixes: Sequence[FixButton] = ()
    times: int = 0
    points: int | None = None
    why: str = ""
    part_name: str = ""
    is_core: bool = False

    @property
    def is_removal(self) -> bool:
        """Whether the button removes the entry."""
        return self.verb == "Remove"


class PickerCategory(NamedTuple):
    """Entries under one heading. The heading is ``name``. If it is an empty string, there is no heading."""

    name: str
    items: list[PickerItem]


class Picker(NamedTuple):
    """An open picker.

    ``place`` is its place in the form.
    ``where`` and ``row`` identify this place in addresses: ``where`` is the place in the document, and
    ``row`` is the number of the row in the form.
    ``breaks`` are the rules that the profile would break with any of the entries.
    ``is_full`` is True if no more entries can be added.
    ``closes_on_pick`` says whether the picker closes after an entry is added.
    ``spends`` are the codes of the values that the entries use up, such as slots.
    ``elsewhere`` are the matches of the search in other parts of the form.
    ``unmatched_word`` is a word of the search that matches nothing in the game, or an empty string.
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
    categories: list[PickerCategory]
    breaks: Sequence[Remark] = ()
    is_full: bool = False
    closes_on_pick: bool = False
    spends: frozenset[str] = frozenset()
    elsewhere: tuple[OtherPlace, ...] = ()
    unmatched_word: str = ""

    @property
    def items(self) -> list[PickerItem]:
        """All entries in their order."""
        return [item for category in self.categories for item in category.items]


def is_full(slot: PickSlot, chosen: int, limit: int | None) -> bool:
    """Return whether one more entry in a slot would be an error.

    If the rules only warn about too many entries, the slot is never full.
    """
    return limit is not None and chosen >= limit and slot.most_level == "error"


def can_pick(catalogue: Catalogue, draft: ProfileDraft, place: str) -> bool:
    """Return whether the form has a picker at this place."""
    if place == FIND or common_slot(catalogue, place):
        return True
    try:
        layout = form_layout(catalogue)
        _document_place(draft, layout, layout.locate(place))
    except LookupError:
        return False
    return True


def renumber_row(draft: ProfileDraft, catalogue: Catalogue, row: str) -> None:
    """Give the row of the open picker the number that the row has on the user's page. It is ``row``.

    The draft was made from the stored profile, so its rows may have other numbers. Raise LookupError if the
    draft doesn't have the picker's row.
    """
    if draft.pick == FIND or common_slot(catalogue, draft.pick):
        return
    place = form_layout(catalogue).locate(draft.pick)
    if place.row is None or not _NUMBER.fullmatch(row):
        return
    weapon = {weapon.row: weapon for weapon in draft.weapons.get(place.at, ())}[place.row]
    weapon.row = int(row)
    draft.pick = f"{place.at}[{weapon.row}]"


class EntryItems:
    """The entries of a picker at one place of the form. ``item`` turns an entry into an item of the picker.

    ``where`` is the place in the document. ``picked`` are the codes of the entries that are chosen at the
    place. Raise LookupError if the place has no picker.
    """

    def __init__(self, what_if: WhatIf, draft: ProfileDraft, place: str) -> None:
        self.what_if = what_if
        self.place = place
        layout = form_layout(what_if.catalogue_index.catalogue)
        self.form_place = layout.locate(place)
        self.where = _document_place(draft, layout, self.form_place)
        self.slot, self.index = what_if.slot_at(self.where)
        self.entries = layout.entries[self.slot.group]
        if isinstance(self.slot, PickSlot):
            self.picked = [pick.code for pick in draft.picks[self.slot.at]]
        else:
            weapons = draft.weapons[self.slot.at]
            self.picked = weapons[self.index].properties if weapons else []
        self.core = what_if.system.core_tests.get(self.slot.group)

    @cached_property
    def is_full(self) -> bool:
        """Whether no more entries can be added."""
        slot = self.slot
        return isinstance(slot, PickSlot) and is_full(
            slot, len(self.picked), max_picks(self.what_if.context, slot)
        )

    def candidates(self, codes: Collection[str] | None = None) -> dict[str, Candidate]:
        """Return the entries that can be added now, by code.

        If ``codes`` is given, return only entries with these codes.
        """
        return {c.entry.code: c for c in candidates_at(self.what_if, self.where, codes)}

    def item(self, entry: Property, candidate: Candidate | None, why: str, *, priced: bool) -> PickerItem:
        """Return the item for an entry. If ``candidate`` is None, the item's button removes the entry.

        ``why`` is the alias that matched the search. ``priced`` says whether the item shows a price change of
        0.
        """
        what_if, catalogue = self.what_if, self.what_if.catalogue
        numbers = (
            candidate.numbers
            if candidate
            else what_if.numbers_of_pick(what_if.context, self.slot, self.picked.index(entry.code))
        )
        return PickerItem(
            id=f"k-{html_id(self.place)}-{entry.code}",
            name=f"{entry.label} {entry.name}".strip(),
            verb="Add" if candidate else "Remove",
            action=f"{'add' if candidate else 'remove'}:{self.place}:{entry.code}",
            price=self._price(candidate, priced=priced) if candidate else "",
            summary=effect_text(catalogue, entry, worked=numbers),
            page=part_place(catalogue, entry),
            url=entry_url(catalogue, entry),
            breaks=make_remarks(catalogue, candidate.new_errors) if candidate else (),
            fixes=self._fixes(candidate) if candidate else (),
            times=self.picked.count(entry.code),
            points=self._sort_price(candidate) if candidate else int(entry.cost.points),
            why=why,
            is_core=bool(self.core and self.core(what_if.context, entry)),
        )

    def _price(self, candidate: Candidate, *, priced: bool) -> str:
        """Return the change of the price if a candidate is added, as text.

        If the price isn't known yet, the text says what it depends on, such as "price as agreed" or "by
        Power".
        """
        entry, unit = candidate.entry, self.what_if.catalogue.points_unit
        if candidate.change.points is not None:
            return option_text(candidate.change, unit, priced=priced)
        if entry.cost.kind == "entered":
            return "price as agreed"
        required = [p.name for p in entry.parameters if p.rule and not p.default]
        change = self._price_change(entry)
        if change.points is None:
            return f"by {', '.join(required)}" if required else ""
        text = change_text(change, unit)
        return f"from {text}" if required and entry.cost.kind != "fixed" else text

    def _sort_price(self, candidate: Candidate) -> int | None:
        """Return the change of the price if a candidate is added, for sorting, or None if it isn't known."""
        points = candidate.change.points
        return self._price_change(candidate.entry).points if points is None else points

    def _price_change(self, entry: Property) -> PriceChange:
        """Return the change of the price if an entry is added with its initial parameters."""
        return self.what_if.price_change(self._design_with(entry))

    def _design_with(self, entry: Property) -> Design:
        return self.what_if.design_with_entry(self.slot, self.index, entry.code, default_parameters(entry))

    def _fixes(self, candidate: Candidate) -> list[FixButton]:
        """Return buttons that add a candidate together with a change after which no rule is broken."""
        if not candidate.new_errors or self.is_full:
            return []
        parameters = default_parameters(candidate.entry)
        fixes = fixes_for_candidate(self.what_if, self.where, candidate, parameters)
        return [self._fix_button(candidate.entry, fix) for fix in fixes]

    def _fix_button(self, entry: Property, fix: CandidateFix) -> FixButton:
        catalogue = self.what_if.catalogue
        new, old = ({"design": dump_design(d, catalogue)} for d in (fix.design, self.what_if.design))
        patch = json.dumps(reverse_json_patch(new, old), ensure_ascii=False)
        description = f"{fix.label} and add {entry.name}".replace(":", " ")
        label, price = (
            self._short_label(entry, fix) or description,
            change_text(fix.change, catalogue.points_unit),
        )
        return FixButton(f"{label}: {price}" if price else label, f"patch:{description}:{patch}")

    def _short_label(self, entry: Property, fix: CandidateFix) -> str:
        """Return a short label for a fix, such as "Add with Mgc 1, High" or "Add with Sorcerer".

        Short labels can only describe values and entries that the fix adds. For other fixes, return an empty
        string.
        """
        what_if, new, added = self.what_if, fix.design, self._design_with(entry)
        if replace(new, values=added.values, picks=added.picks) != added:
            return ""
        names = []
        for attribute in what_if.catalogue.attributes:
            value = new.values.get(attribute.code)
            if value == added.values.get(attribute.code):
                continue
            option = next((option.name for option in attribute.options if option.code == value), "")
            if value is None or not (option or attribute.kind == "number"):
                return ""
            names.append(option or f"{attribute.label} {value}")
        for slot in what_if.catalogue.pick_slots:
            old, picks = added.picks.get(slot.code, ()), new.picks.get(slot.code, ())
            if picks[: len(old)] != old:
                return ""
            names += [what_if.catalogue_index.entries[slot.group][p.code].name for p in picks[len(old) :]]
        return f"Add with {', '.join(names)}"


def open_picker(what_if: WhatIf, draft: ProfileDraft) -> Picker:
    """Return the open picker of a draft. Raise LookupError if the draft's place has no picker."""
    place, search, sort = draft.pick, draft.q[:MAX_SEARCH_LENGTH], draft.sort
    catalogue = what_if.catalogue
    if common := common_slot(catalogue, place):
        return _open_common(what_if, draft, common, search, sort)
    items = EntryItems(what_if, draft, place)
    slot, aliases, candidates = items.slot, aliases_of(catalogue), items.candidates()
    shown = {c: e for c, e in items.entries.items() if c in candidates or c in items.picked}
    priced = any(
        c.change.points or c.entry.cost.kind != "fixed" or c.entry.cost.points for c in candidates.values()
    )
    findables = [findable_entry(e, f"{e.name} {effect_text(catalogue, e)}") for e in shown.values()]
    items_by_code = {
        match.code: items.item(shown[match.code], candidates.get(match.code), why_found(match), priced=priced)
        for match in find(findables, aliases, search)
    }
    shared_breaks = _shared_breaks(items_by_code.values())
    items_by_code = {
        code: item._replace(breaks=[remark for remark in item.breaks if remark not in shared_breaks])
        for code, item in items_by_code.items()
    }
    categories_by_code = {
        **aliases.categories_by_code(slot.group),
        **_core_category(slot, items_by_code.values()),
    }
    return Picker(
        place=place,
        where=items.where,
        row="" if items.form_place.row is None else str(items.form_place.row),
        id=html_id(place),
        noun=slot.noun if isinstance(slot, PickSlot) else f"{slot.noun} property",
        verb="Add",
        search=search,
        sort=sort,
        sorts=_sorts(items_by_code.values(), grouped=bool(categories_by_code), priced=priced),
        categories=_categories(items_by_code, categories_by_code, search, sort),
        breaks=shared_breaks,
        is_full=items.is_full,
        spends=frozenset(_spent_at(what_if, items.where, candidates.values())),
        elsewhere=other_places(what_if, draft, slot.group, search),
        unmatched_word=unmatched_word(aliases, search),
    )


def _shared_breaks(items: Iterable[PickerItem]) -> list[Remark]:
    """Return the rules that the profile would break with every one of the entries.

    The picker shows these rules once, above the entries. If there is only one entry, return no rules.
    """
    first, *others = [item.breaks for item in items if not item.is_removal] or [()]
    return [remark for remark in first if others and all(remark in breaks for breaks in others)]


def _core_category(slot: WeaponSlot | PickSlot, items: Iterable[PickerItem]) -> dict[str, Category]:
    """Return the category of the entries on the profile's core list, by the code of each entry."""
    codes = tuple(item.action.rpartition(":")[2] for item in items if item.is_core)
    return dict.fromkeys(codes, Category(group=slot.group, name=f"Core {slot.name.lower()}", entries=codes))


def _open_common(what_if: WhatIf, draft: ProfileDraft, slot: WeaponSlot, search: str, sort: str) -> Picker:
    """Return the picker of a slot's common weapons."""
    catalogue, place, aliases = what_if.catalogue, f"{slot.at}{COMMON}", aliases_of(what_if.catalogue)
    weapons = aliases.weapons_for(slot.code)
    candidates = {c.weapon.code: c for c in weapon_candidates(what_if, slot, weapons)}
    verb, chosen_names = common_verb(slot), [weapon.name for weapon in draft.weapons[slot.at]]
    items = {}
    for match in find(map(findable_weapon, weapons), aliases, search):
        weapon, change, new_errors = candidates[match.code]
        items[weapon.code] = PickerItem(
            id=f"k-{html_id(place)}-{weapon.code}",
            name=weapon.name,
            verb=verb,
            action=f"arm:{slot.at}:{weapon.code}",
            price=change_text(change, catalogue.points_unit),
            summary=weapon_summary(catalogue, slot, weapon),
            breaks=make_remarks(catalogue, new_errors),
            times=chosen_names.count(weapon.name),
            points=change.points,
            why=why_found(match),
        )
    return Picker(
        place=place,
        where=place,
        row="",
        id=html_id(place),
        noun=f"common {slot.noun}",
        verb=verb,
        search=search,
        sort=sort,
        sorts=_sorts(items.values(), grouped=False, priced=True),
        categories=_categories(items, {}, search, sort),
        closes_on_pick=not slot.many,
        elsewhere=other_places(what_if, draft, place, search),
        unmatched_word=unmatched_word(aliases, search),
    )


def common_verb(slot: WeaponSlot) -> str:
    """Return the label of the buttons that add a common weapon to a slot."""
    return "Add" if slot.many else "Choose"


def weapon_summary(catalogue: Catalogue, slot: WeaponSlot, weapon: CommonWeapon) -> str:
    """Return the numbers and properties of a common weapon.

    For example, return "Range band 3, AP4 Armour Piercing d4."
    """
    entries = index_of(catalogue).entries[slot.group]
    numbers = [
        f"{part.name} {weapon.fields[part.code]}" for part in slot.fields if part.code in weapon.fields
    ]
    property_names = [f"{entries[code].label} {entries[code].name}".strip() for code in weapon.properties]
    return f"{', '.join([*numbers, *property_names])}."


def _sorts(items: Iterable[PickerItem], *, grouped: bool, priced: bool) -> tuple[tuple[str, str], ...]:
    """Return the sort orders of a picker, as pairs of a value and a label."""
    first = ("", "Groups" if grouped else "Listed")
    prices = (("price", "Price"),) if priced else ()
    return (first, ("name", "Name"), *prices)


def _categories(
    items: Mapping[str, PickerItem], categories_by_code: Mapping[str, Category], search: str, sort: str
) -> list[PickerCategory]:
    """Return the entries in the selected order: by name, by price or, by default, by category.

    If there is a search, the results aren't divided into categories.
    """
    if sort == "name":
        return [PickerCategory("", sorted(items.values(), key=lambda item: normalize_text(item.name)))]
    if sort == "price":
        return [PickerCategory("", sorted(items.values(), key=_by_price))]
    if search.strip() or not categories_by_code:
        return [PickerCategory("", list(items.values()))]
    core = [categories_by_code[code].name for code, item in items.items() if item.is_core]
    names = [category.name for category in categories_by_code.values()]
    categories = {name: PickerCategory(name, []) for name in dict.fromkeys((*core, *names, _OTHERS))}
    for code, item in items.items():
        name = categories_by_code[code].name if code in categories_by_code else _OTHERS
        categories[name].items.append(item)
    return [category for category in categories.values() if category.items]


def _by_price(item: PickerItem) -> tuple[bool, int]:
    """Return a key that sorts items by price. Items without a price come last."""
    return item.points is None, item.points or 0


def tallies(what_if: WhatIf, picker: Picker | None = None) -> list[str]:
    """Return how much of each limit is used, such as "Powers 3 of 5" and "Slots 4 of 6".

    With ``picker``, return only the limits that the picker's entries count towards.
    """
    texts, context = [], what_if.context
    for slot in what_if.catalogue_index.catalogue.pick_slots:
        limit, chosen = max_picks(context, slot), len(context.picks(slot.code))
        is_shown = chosen or (limit or 0) > (0 if picker else 1)
        if slot.many and limit is not None and is_shown and (not picker or picker.where == slot.at):
            texts.append(f"{slot.label} {chosen} of {limit}")
    for value in what_if.catalogue_index.catalogue.values:
        if value.role == "spent" and (not picker or value.code in picker.spends):
            spent = context.calculated_values[value.code]
            if spent.most or spent.number:
                texts.append(f"{value.label} {spent.text}")
    return texts


def _spent_at(what_if: WhatIf, where: str, candidates: Iterable[Candidate]) -> Iterator[str]:
    """Yield the codes of the values that the entries at a place use up, such as slots.

    ``candidates`` are the entries that can be added at this place.
    """
    yield from (change.value.code for candidate in candidates for change in candidate.change.spent)
    for value in what_if.catalogue_index.catalogue.values:
        if value.role == "spent":
            lines = what_if.context.calculated_values[value.code].lines
            if any(line.where.startswith(where) for line in lines):
                yield value.code


def _document_place(draft: ProfileDraft, layout: FormLayout, place: FormPlace) -> str:
    """Return the place in the document for a place of the form. Raise LookupError if it has no picker."""
    weapon_in_row = place.at in layout.weapons and layout.weapons[place.at].many
    if place.part or (place.row is not None) is not weapon_in_row:
        raise LookupError(place)
    if place.row is None:
        return place.at
    places = {weapon.row: f"{place.at}[{index}]" for index, weapon in enumerate(draft.weapons[place.at])}
    return places[place.row]
