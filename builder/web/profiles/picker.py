"""The picker: the list of all entries that can be added at a place of the form.

A candidate is an entry that can be added now.
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
    COMMON_SUFFIX,
    FIND_PLACE,
    FormLayout,
    FormPlace,
    ProfileDraft,
    common_weapon_slot,
    form_layout,
    initial_parameters,
)
from builder.web.profiles.form_search import FormMatch, find_form_matches, matched_alias_text
from builder.web.shared.presentation import FixButton, Remark, entry_url, make_remarks

MAX_SEARCH_LENGTH = 100
_OTHERS = "Others"
_NUMBER = re.compile(r"\d{1,4}", re.ASCII)


class PickerItem(NamedTuple):
    """An entry of the picker, with a button or a link to a field.

    ``verb`` and ``action`` belong to the button. Without an action, ``field_url`` is the address of the link.
    ``page`` and ``url`` lead to the rules of the entry, in the book and on the site's reference page.
    ``broken_rules`` are the rules that the profile would break with this entry. ``fixes`` are buttons that
    add the entry together with a change after which the profile breaks none of them.
    ``chosen_count`` says how often the entry is chosen now.
    ``points_change`` is the number by which entries are sorted, or None if it isn't known.
    ``matched_alias`` is the alias that matched the search.
    ``part_name`` names the part of the form that the item belongs to, if it is another part.
    ``is_core`` says whether the entry is on the profile's core list.
    """

    id: str
    name: str
    verb: str
    action: str = ""
    field_url: str = ""
    price_change: str = ""
    summary: str = ""
    page: str = ""
    url: str = ""
    broken_rules: Sequence[Remark] = ()
    fixes: Sequence[FixButton] = ()
    chosen_count: int = 0
    points_change: int | None = None
    matched_alias: str = ""
    part_name: str = ""
    is_core: bool = False

    @property
    def is_removal(self) -> bool:
        """Whether the item's button removes the entry."""
        return self.verb == "Remove"


class PickerCategory(NamedTuple):
    """Entries under one heading. If ``name`` is an empty string, there is no heading."""

    name: str
    items: list[PickerItem]


class Picker(NamedTuple):
    """An open picker.

    ``place`` is its place in the form. In addresses, it is identified by ``document_place`` and by ``row``,
    the number of the row in the form.
    ``sort_options`` are pairs of a value and a label.
    ``broken_rules`` are the rules that the profile would break with each of the entries.
    ``is_full`` is True if no more entries can be added.
    ``spent_value_codes`` are the codes of the values that the entries use up, such as slots.
    ``matches_elsewhere`` are the matches of the search in other parts of the form.
    ``unmatched_word`` is a word of the search that matches nothing in the game, or an empty string.
    """

    place: str
    document_place: str
    row: str
    id: str
    noun: str
    verb: str
    search: str
    sort_order: str
    sort_options: tuple[tuple[str, str], ...]
    categories: list[PickerCategory]
    broken_rules: Sequence[Remark] = ()
    is_full: bool = False
    closes_on_pick: bool = False
    spent_value_codes: frozenset[str] = frozenset()
    matches_elsewhere: tuple[FormMatch, ...] = ()
    unmatched_word: str = ""

    @property
    def items(self) -> list[PickerItem]:
        """All entries in their order."""
        return [item for category in self.categories for item in category.items]


def is_slot_full(slot: PickSlot, chosen_count: int, limit: int | None) -> bool:
    """Return whether one more entry in a slot would be an error, and not only a warning."""
    return limit is not None and chosen_count >= limit and slot.most_level == "error"


def has_picker(catalogue: Catalogue, draft: ProfileDraft, place: str) -> bool:
    """Return whether the form has a picker at this place."""
    if place == FIND_PLACE or common_weapon_slot(catalogue, place):
        return True
    try:
        layout = form_layout(catalogue)
        _picker_document_place(draft, layout, layout.locate(place))
    except LookupError:
        return False
    return True


def renumber_row(draft: ProfileDraft, catalogue: Catalogue, row: str) -> None:
    """Give the row of the open picker the number ``row``, which it has on the user's page.

    The draft was made from the stored profile, so its rows may have other numbers. Raise LookupError if the
    draft doesn't have the picker's row.
    """
    if draft.picker_place == FIND_PLACE or common_weapon_slot(catalogue, draft.picker_place):
        return
    place = form_layout(catalogue).locate(draft.picker_place)
    if place.row is None or not _NUMBER.fullmatch(row):
        return
    weapon = {weapon.row: weapon for weapon in draft.weapons.get(place.slot_place, ())}[place.row]
    weapon.row = int(row)
    draft.picker_place = f"{place.slot_place}[{weapon.row}]"


class PickerEntries:
    """The entries that a picker at one place of the form shows.

    ``picked_codes`` are the codes of the entries that are chosen at the place.
    Raise LookupError if the place has no picker.
    """

    def __init__(self, what_if: WhatIf, draft: ProfileDraft, place: str) -> None:
        self.what_if = what_if
        self.place = place
        layout = form_layout(what_if.catalogue_index.catalogue)
        place_parts = layout.locate(place)
        self.row = "" if place_parts.row is None else str(place_parts.row)
        self.document_place = _picker_document_place(draft, layout, place_parts)
        self.slot, self.index = what_if.slot_at(self.document_place)
        self.entries_by_code = layout.entries[self.slot.group]
        if isinstance(self.slot, PickSlot):
            self.picked_codes = [pick.code for pick in draft.picks[self.slot.at]]
        else:
            weapons = draft.weapons[self.slot.at]
            self.picked_codes = weapons[self.index].properties if weapons else []
        self.is_core_entry = what_if.system.core_tests.get(self.slot.group)

    @cached_property
    def is_full(self) -> bool:
        """Whether no more entries can be added."""
        slot = self.slot
        return isinstance(slot, PickSlot) and is_slot_full(
            slot, len(self.picked_codes), max_picks(self.what_if.context, slot)
        )

    def candidates(self, codes: Collection[str] | None = None) -> dict[str, Candidate]:
        """Return the entries, or only those with some codes, that can be added now, by code."""
        return {c.entry.code: c for c in candidates_at(self.what_if, self.document_place, codes)}

    def make_item(
        self, entry: Property, candidate: Candidate | None, matched_alias: str, *, shows_zero: bool
    ) -> PickerItem:
        """Return the item for an entry. If ``candidate`` is None, the item's button removes the entry.

        ``shows_zero`` says whether the item shows a price change of 0.
        """
        what_if, catalogue = self.what_if, self.what_if.catalogue
        numbers = (
            candidate.numbers
            if candidate
            else what_if.numbers_of_pick(what_if.context, self.slot, self.picked_codes.index(entry.code))
        )
        return PickerItem(
            id=f"k-{html_id(self.place)}-{entry.code}",
            name=f"{entry.label} {entry.name}".strip(),
            verb="Add" if candidate else "Remove",
            action=f"{'add' if candidate else 'remove'}:{self.place}:{entry.code}",
            price_change=self._price_text(candidate, shows_zero=shows_zero) if candidate else "",
            summary=effect_text(catalogue, entry, calculated_numbers=numbers),
            page=part_place(catalogue, entry),
            url=entry_url(catalogue, entry),
            broken_rules=make_remarks(catalogue, candidate.new_errors) if candidate else (),
            fixes=self._fix_buttons(candidate) if candidate else (),
            chosen_count=self.picked_codes.count(entry.code),
            points_change=self._points_change(candidate) if candidate else int(entry.cost.points),
            matched_alias=matched_alias,
            is_core=bool(self.is_core_entry and self.is_core_entry(what_if.context, entry)),
        )

    def _price_text(self, candidate: Candidate, *, shows_zero: bool) -> str:
        """Return the change of the price if a candidate is added, as text.

        If the price isn't known yet, the text says what it depends on, such as "by Power".
        """
        entry, unit = candidate.entry, self.what_if.catalogue.points_unit
        if candidate.change.points is not None:
            return option_text(candidate.change, unit, shows_zero=shows_zero)
        if entry.cost.kind == "entered":
            return "price as agreed"
        required = [p.name for p in entry.parameters if p.rule and not p.default]
        change = self._price_change(entry)
        if change.points is None:
            return f"by {', '.join(required)}" if required else ""
        text = change_text(change, unit)
        return f"from {text}" if required and entry.cost.kind != "fixed" else text

    def _points_change(self, candidate: Candidate) -> int | None:
        """Return the change of the points if a candidate is added, or None if it isn't known."""
        points = candidate.change.points
        return self._price_change(candidate.entry).points if points is None else points

    def _price_change(self, entry: Property) -> PriceChange:
        """Return the change of the price if an entry is added with its initial parameters."""
        return self.what_if.price_change(self._design_with(entry))

    def _design_with(self, entry: Property) -> Design:
        return self.what_if.design_with_entry(self.slot, self.index, entry.code, initial_parameters(entry))

    def _fix_buttons(self, candidate: Candidate) -> list[FixButton]:
        """Return buttons that add a candidate together with a change after which no rule is broken."""
        if not candidate.new_errors or self.is_full:
            return []
        parameters = initial_parameters(candidate.entry)
        fixes = fixes_for_candidate(self.what_if, self.document_place, candidate, parameters)
        return [self._fix_button(candidate.entry, fix) for fix in fixes]

    def _fix_button(self, entry: Property, fix: CandidateFix) -> FixButton:
        catalogue = self.what_if.catalogue
        new, old = ({"design": dump_design(d, catalogue)} for d in (fix.design, self.what_if.design))
        patch = json.dumps(reverse_json_patch(new, old), ensure_ascii=False)
        description = f"{fix.label} and add {entry.name}".replace(":", " ")  # a colon ends it in the action
        label = self._short_label(entry, fix) or description
        price_change = change_text(fix.change, catalogue.points_unit)
        return FixButton(
            f"{label}: {price_change}" if price_change else label, f"patch:{description}:{patch}"
        )

    def _short_label(self, entry: Property, fix: CandidateFix) -> str:
        """Return a short label such as "Add with Mgc 1, High" for a fix that only adds values and entries.

        For other fixes, return an empty string.
        """
        what_if, new, without_fix = self.what_if, fix.design, self._design_with(entry)
        if replace(new, values=without_fix.values, picks=without_fix.picks) != without_fix:
            return ""
        names = []
        for attribute in what_if.catalogue.attributes:
            value = new.values.get(attribute.code)
            if value == without_fix.values.get(attribute.code):
                continue
            option = next((option.name for option in attribute.options if option.code == value), "")
            if value is None or not (option or attribute.kind == "number"):
                return ""
            names.append(option or f"{attribute.label} {value}")
        for slot in what_if.catalogue.pick_slots:
            old_picks, new_picks = without_fix.picks.get(slot.code, ()), new.picks.get(slot.code, ())
            if new_picks[: len(old_picks)] != old_picks:
                return ""
            entries = what_if.catalogue_index.entries[slot.group]
            names += [entries[pick.code].name for pick in new_picks[len(old_picks) :]]
        return f"Add with {', '.join(names)}"


def open_picker(what_if: WhatIf, draft: ProfileDraft) -> Picker:
    """Return the open picker of a draft. Raise LookupError if the draft's place has no picker."""
    place, search, sort_order = draft.picker_place, draft.search[:MAX_SEARCH_LENGTH], draft.sort_order
    catalogue = what_if.catalogue
    if weapon_slot := common_weapon_slot(catalogue, place):
        return _open_common_weapons(what_if, draft, weapon_slot, search, sort_order)
    entries = PickerEntries(what_if, draft, place)
    slot, aliases, candidates = entries.slot, aliases_of(catalogue), entries.candidates()
    shown_entries = {
        code: entry
        for code, entry in entries.entries_by_code.items()
        if code in candidates or code in entries.picked_codes
    }
    has_prices = any(
        c.change.points or c.entry.cost.kind != "fixed" or c.entry.cost.points for c in candidates.values()
    )
    findables = [findable_entry(e, f"{e.name} {effect_text(catalogue, e)}") for e in shown_entries.values()]
    items_by_code = {
        match.code: entries.make_item(
            shown_entries[match.code],
            candidates.get(match.code),
            matched_alias_text(match),
            shows_zero=has_prices,
        )
        for match in find(findables, aliases, search)
    }
    shared_rules = _shared_broken_rules(items_by_code.values())
    items_by_code = {
        code: item._replace(
            broken_rules=[remark for remark in item.broken_rules if remark not in shared_rules]
        )
        for code, item in items_by_code.items()
    }
    categories_by_code = {
        **aliases.categories_by_code(slot.group),
        **_core_category(slot, items_by_code.values()),
    }
    return Picker(
        place=place,
        document_place=entries.document_place,
        row=entries.row,
        id=html_id(place),
        noun=slot.noun if isinstance(slot, PickSlot) else f"{slot.noun} property",
        verb="Add",
        search=search,
        sort_order=sort_order,
        sort_options=_sort_options(has_categories=bool(categories_by_code), has_prices=has_prices),
        categories=_categories(items_by_code, categories_by_code, search, sort_order),
        broken_rules=shared_rules,
        is_full=entries.is_full,
        spent_value_codes=frozenset(_spent_value_codes(what_if, entries.document_place, candidates.values())),
        matches_elsewhere=find_form_matches(what_if, draft, slot.group, search),
        unmatched_word=unmatched_word(aliases, search),
    )


def _shared_broken_rules(items: Iterable[PickerItem]) -> list[Remark]:
    """Return the rules that the profile would break with each of several entries.

    The picker shows these rules once, above the entries.
    """
    first, *others = [item.broken_rules for item in items if not item.is_removal] or [()]
    return [remark for remark in first if others and all(remark in rules for rules in others)]


def _core_category(slot: WeaponSlot | PickSlot, items: Iterable[PickerItem]) -> dict[str, Category]:
    """Return the category of the entries on the profile's core list, by the code of each entry."""
    codes = tuple(item.action.rpartition(":")[2] for item in items if item.is_core)
    return dict.fromkeys(codes, Category(group=slot.group, name=f"Core {slot.name.lower()}", entries=codes))


def _open_common_weapons(
    what_if: WhatIf, draft: ProfileDraft, slot: WeaponSlot, search: str, sort_order: str
) -> Picker:
    catalogue, place, aliases = what_if.catalogue, f"{slot.at}{COMMON_SUFFIX}", aliases_of(what_if.catalogue)
    weapons = aliases.weapons_for(slot.code)
    candidates = {c.weapon.code: c for c in weapon_candidates(what_if, slot, weapons)}
    verb, chosen_names = common_weapon_verb(slot), [weapon.name for weapon in draft.weapons[slot.at]]
    items = {}
    for match in find(map(findable_weapon, weapons), aliases, search):
        weapon, change, new_errors = candidates[match.code]
        items[weapon.code] = PickerItem(
            id=f"k-{html_id(place)}-{weapon.code}",
            name=weapon.name,
            verb=verb,
            action=f"arm:{slot.at}:{weapon.code}",
            price_change=change_text(change, catalogue.points_unit),
            summary=weapon_summary(catalogue, slot, weapon),
            broken_rules=make_remarks(catalogue, new_errors),
            chosen_count=chosen_names.count(weapon.name),
            points_change=change.points,
            matched_alias=matched_alias_text(match),
        )
    return Picker(
        place=place,
        document_place=place,
        row="",
        id=html_id(place),
        noun=f"common {slot.noun}",
        verb=verb,
        search=search,
        sort_order=sort_order,
        sort_options=_sort_options(has_categories=False, has_prices=True),
        categories=_categories(items, {}, search, sort_order),
        closes_on_pick=not slot.many,
        matches_elsewhere=find_form_matches(what_if, draft, place, search),
        unmatched_word=unmatched_word(aliases, search),
    )


def common_weapon_verb(slot: WeaponSlot) -> str:
    """Return the label of a button that puts a common weapon into a slot."""
    return "Add" if slot.many else "Choose"


def weapon_summary(catalogue: Catalogue, slot: WeaponSlot, weapon: CommonWeapon) -> str:
    """Return the numbers and properties of a weapon: "Range band 3, AP4 Armour Piercing d4."."""
    entries = index_of(catalogue).entries[slot.group]
    numbers = [
        f"{part.name} {weapon.fields[part.code]}" for part in slot.fields if part.code in weapon.fields
    ]
    property_names = [f"{entries[code].label} {entries[code].name}".strip() for code in weapon.properties]
    return f"{', '.join([*numbers, *property_names])}."


def _sort_options(*, has_categories: bool, has_prices: bool) -> tuple[tuple[str, str], ...]:
    default = ("", "Groups" if has_categories else "Listed")
    price_order = (("price", "Price"),) if has_prices else ()
    return (default, ("name", "Name"), *price_order)


def _categories(
    items: Mapping[str, PickerItem], categories_by_code: Mapping[str, Category], search: str, sort_order: str
) -> list[PickerCategory]:
    """Return the entries in the selected order.

    Only without a search, the default order has categories.
    """
    if sort_order == "name":
        return [PickerCategory("", sorted(items.values(), key=lambda item: normalize_text(item.name)))]
    if sort_order == "price":
        return [PickerCategory("", sorted(items.values(), key=_price_sort_key))]
    if search.strip() or not categories_by_code:
        return [PickerCategory("", list(items.values()))]
    core_names = [categories_by_code[code].name for code, item in items.items() if item.is_core]
    names = [category.name for category in categories_by_code.values()]
    categories = {name: PickerCategory(name, []) for name in dict.fromkeys((*core_names, *names, _OTHERS))}
    for code, item in items.items():
        name = categories_by_code[code].name if code in categories_by_code else _OTHERS
        categories[name].items.append(item)
    return [category for category in categories.values() if category.items]


def _price_sort_key(item: PickerItem) -> tuple[bool, int]:
    return item.points_change is None, item.points_change or 0  # items without a price come last


def limit_texts(what_if: WhatIf, picker: Picker | None = None) -> list[str]:
    """Return how much of each limit is used, such as "Powers 3 of 5" and "Slots 4 of 6".

    With ``picker``, return only the limits that the picker's entries count towards.
    """
    texts, context = [], what_if.context
    for slot in what_if.catalogue_index.catalogue.pick_slots:
        limit, chosen_count = max_picks(context, slot), len(context.picks(slot.code))
        is_shown = chosen_count or (limit or 0) > (0 if picker else 1)
        if slot.many and limit is not None and is_shown and (not picker or picker.document_place == slot.at):
            texts.append(f"{slot.label} {chosen_count} of {limit}")
    for value in what_if.catalogue_index.catalogue.values:
        if value.role == "spent" and (not picker or value.code in picker.spent_value_codes):
            spent = context.calculated_values[value.code]
            if spent.most or spent.number:
                texts.append(f"{value.label} {spent.text}")
    return texts


def _spent_value_codes(
    what_if: WhatIf, document_place: str, candidates: Iterable[Candidate]
) -> Iterator[str]:
    """Yield the codes of the values that candidates, or entries already at their place, use up."""
    yield from (change.value.code for candidate in candidates for change in candidate.change.spent)
    for value in what_if.catalogue_index.catalogue.values:
        if value.role == "spent":
            lines = what_if.context.calculated_values[value.code].lines
            if any(line.where.startswith(document_place) for line in lines):
                yield value.code


def _picker_document_place(draft: ProfileDraft, layout: FormLayout, place: FormPlace) -> str:
    """Return the place in the document for a place of the form. Raise LookupError if it has no picker."""
    slot_place = place.slot_place
    weapon_in_row = slot_place in layout.weapons and layout.weapons[slot_place].many
    if place.field or (place.row is not None) is not weapon_in_row:
        raise LookupError(place)
    if place.row is None:
        return slot_place
    places = {weapon.row: f"{slot_place}[{index}]" for index, weapon in enumerate(draft.weapons[slot_place])}
    return places[place.row]
