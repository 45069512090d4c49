"""A profile as web pages, printed papers and the API show it: stat line, weapons, items, boxes and states.

The texts come from the catalogue's data, so nothing here depends on a particular game.

"Box" has two meanings here. A box of the stat line contains a number. A box of a track is ticked in play: a
track is a row of such boxes, for example one for each wound.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from builder.points.document.design import Weapon
from builder.points.document.document import Profile
from builder.points.document.items import INCLUDED, items_of
from builder.points.document.play import Boxes, BoxShape, PlaySheet, State, StateOwner, WoundRule
from builder.points.pricing.prices import estimate_texts, price_totals
from builder.points.pricing.system import counted_points, joins_later
from builder.points.pricing.texts import (
    NONE,
    OTHER_VALUES,
    YES,
    attribute_text,
    sum_text,
    total_text,
    weapon_text,
)
from builder.points.rules.catalogue import (
    Attribute,
    Catalogue,
    DesignPart,
    Kind,
    PickSlot,
    Value,
    WeaponSlot,
)
from builder.points.rules.catalogue_index import KIND, CatalogueIndex, index_of
from builder.points.rules.results import ItemNumber, Line, PriceTotal, ProfileAppraisal, Total
from builder.points.rules.wording import with_capital
from builder.points.sheets.items import SheetItem
from builder.points.sheets.weapons import SheetWeapon

MAX_BOXES = 25
"""The maximum number of boxes in a track."""

_MAX_BOX_LETTERS = 6
_MAX_STATES = 6  # the maximum number of weapons and items of a model with the same state, such as jammed


class StatCell(NamedTuple):
    """A box of the stat line, with one or several parts: attributes, slots and calculated values.

    ``points`` is None if no part costs points, or if a price is unknown (``is_priced`` is false). ``code`` is
    the code of the first part. Weapons, and options with long names, need wide boxes.
    """

    label: str
    value: str
    points: int | None
    code: str
    is_wide: bool
    is_priced: bool


class SheetPrice(NamedTuple):
    """A further price of a profile: its name, its text, and how rough it is."""

    name: str
    text: str
    estimate: str


class OutsidePart(NamedTuple):
    """An attribute or value that no box of the stat line shows, with its line in the receipt."""

    part: Attribute | Value
    text: str
    line: Line | None = None


class SheetSlot(NamedTuple):
    """A slot with its picks."""

    slot: PickSlot
    items: tuple[SheetItem, ...]


class TraitItem(NamedTuple):
    """Something that a profile has, with its effect (``summary``).

    ``text`` is the name with its numbers or parameters. ``numbers`` is a text such as "range 24″, AP 2".
    ``page`` and ``place`` are where the rulebook describes the item. ``profiles`` are the key and name of
    each profile that it names, such as a summoned one.
    """

    text: str
    name: str = ""
    numbers: str = ""
    summary: str = ""
    page: int = 0
    place: str = ""
    profiles: tuple[tuple[str, str], ...] = ()


class Trait(NamedTuple):
    """A heading with items: a weapon with its properties, a slot with its picks, an attribute's value."""

    heading: str
    items: tuple[TraitItem, ...]


class Track(NamedTuple):
    """A row of boxes to tick.

    ``signs`` contains the text in each box, which may be empty. ``marks`` says what to write into the boxes.
    """

    name: str
    shape: BoxShape
    signs: tuple[str, ...]
    marks: str = ""


class WeaponUses(NamedTuple):
    """A weapon that can be used a limited number of times."""

    weapon: str
    times: int


class SheetState(NamedTuple):
    """A state, such as "Stunned", that each row or each model (``each``) can get in play.

    ``items`` are the weapons and items that have a box each. If it is empty, the state has one box.
    """

    name: str
    each: StateOwner
    items: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ProfileSheet:
    """A profile with its appraisal. ``profile_names`` are the names of the list's profiles by key."""

    catalogue: Catalogue
    profile: Profile
    appraisal: ProfileAppraisal
    profile_names: Mapping[str, str]
    play_sheet: PlaySheet

    @cached_property
    def index(self) -> CatalogueIndex:
        """The index of the catalogue for the profile's kind."""
        return index_of(self.catalogue).for_kind(self.profile.design.values)

    @property
    def name(self) -> str:
        """The profile's name, or a placeholder."""
        return self.profile_names[self.profile.key]

    @property
    def kind(self) -> str:
        """The name of the profile's kind, or an empty string in games without kinds."""
        return self._kind.name if self._kind else ""

    @property
    def kind_code(self) -> str:
        """The code of the profile's kind, or an empty string in games without kinds."""
        return self._kind.code if self._kind else ""

    @property
    def _kind(self) -> Kind | None:
        return self.catalogue.kind(self.profile.design.values.get(KIND))

    @property
    def max_text(self) -> str:
        """The maximum number of models in a roster: "Max 2", or empty."""
        return "" if self.profile.max is None else f"Max {self.profile.max}"

    # -------------------------------------------------------------- prices

    @cached_property
    def may_cost(self) -> bool:
        """Whether profiles of this kind can cost points. A captain, for example, can't."""
        total = self.appraisal.total
        if total.points != 0 or total.waits_for or not self.catalogue.kinds:
            return True
        view = self.index.catalogue
        groups = [*(slot.group for slot in view.pick_slots), *(slot.group for slot in view.weapon_slots)]
        return bool(self.index.priced_attributes) or any(
            group not in self.index.free_groups for group in groups
        )

    @property
    def points(self) -> str:
        """The profile's points: "118", "118+", a dash."""
        return total_text(self.appraisal.total)

    @property
    def sum_text(self) -> str:
        """The points in words: "118 points", "no cost yet"."""
        return sum_text(self.appraisal.total, self.catalogue)

    @property
    def counted_points(self) -> int | None:
        """The points that rosters count for a model, or None without a price.

        Profiles that join during the game count 0. Other profiles count at least the game's minimum.
        """
        if joins_later(self.catalogue, self.profile.design):
            return 0
        return counted_points(self.appraisal.points, self.catalogue.floor)

    @property
    def model_total(self) -> Total:
        """The `counted_points` as a total, which also says what is missing for a price."""
        points = self.counted_points
        return self.appraisal.total if points is None else Total(points)

    @property
    def prices(self) -> list[SheetPrice]:
        """The further prices of the profile."""
        pairs = (
            (price_value, self.appraisal.value(price_value.code))
            for price_value in self.catalogue.values
            if price_value.role == "price"
        )
        return [
            SheetPrice(value.name, price_appraisal.text, value.estimate)
            for value, price_appraisal in pairs
            if price_appraisal
        ]

    def price_totals(self, count: int) -> tuple[PriceTotal, ...]:
        """Return the further prices of this many models."""
        return price_totals(self.catalogue, [(self.appraisal.calculated_values, count)])

    @property
    def prices_texts(self) -> list[str]:
        """The further prices, and how rough the prices are: "Formula 85", "rough guide ±50 %"."""
        return [*(f"{price.name} {price.text}" for price in self.prices), *estimate_texts(self.catalogue)]

    # -------------------------------------------------------------- the stat line and other numbers

    @cached_property
    def cells(self) -> list[StatCell]:
        """The boxes of the printed profile, in the order of the book."""
        return [self._cell(column) for column in _columns(self.index.catalogue)]

    @cached_property
    def points_by_place(self) -> Mapping[str, int | None]:
        """The points of the receipt by the places of `line_places`; None if a price is unknown."""
        points: dict[str, int | None] = {}
        for line in self.appraisal.lines:
            place = _part_place(line.where)
            earlier = points.get(place, 0)
            points[place] = None if earlier is None or line.points is None else earlier + line.points
        return points

    def _cell(self, column: "_Column") -> StatCell:
        values, total, priced = list[str](), None, True
        points_by_place = self.points_by_place
        for part, places in column.parts:
            if (text := self._text_of(part)) not in ("", NONE):
                values.append(text)
            for place in places:
                if place in points_by_place:
                    points = points_by_place[place]
                    priced = priced and points is not None
                    total = (total or 0) + (points or 0)
        code, text = column.parts[0].part.code, " ".join(values) or NONE
        if all(isinstance(part, Attribute) and part.entered for part, _ in column.parts):
            total, priced = None, True  # the number in the box is itself the price
        return StatCell(column.label, text, total if priced else None, code, column.is_wide, priced)

    def part_text(self, code: str) -> str:
        """Return an attribute, slot or value as text, or an empty string if the profile doesn't have it."""
        part = self.index.values.get(code) or self.index.parts.get(code)
        return self._text_of(part) if part else ""

    def _text_of(self, part: DesignPart | Value) -> str:
        if isinstance(part, Attribute):
            return attribute_text(self.catalogue, part, self.profile)
        if isinstance(part, Value):
            value_appraisal = self.appraisal.value(part.code)
            return value_appraisal.text if value_appraisal else ""
        design = self.profile.design
        if isinstance(part, WeaponSlot):
            weapons = design.weapons.get(part.code) or (() if part.many else (Weapon(),))
            return "; ".join(weapon_text(self.catalogue, part, weapon) for weapon in weapons)
        entries = self.index.entries[part.group]
        return " ".join(entries[pick.code].short_name for pick in design.picks.get(part.code, ()))

    def number(self, code: str) -> int:
        """Return the number of an attribute or value, or 0 if the profile doesn't have it."""
        if code in self.index.values:
            value = self.appraisal.value(code)
            return value.number or 0 if value else 0
        attribute = self.index.attributes.get(code)
        number = self.profile.design.values.get(code, attribute.default) if attribute else None
        return number if isinstance(number, int) else 0

    @cached_property
    def numbers(self) -> Mapping[str, str]:
        """The numbers that the profile's row in a roster shows, by heading."""
        if not self.play_sheet.numbers:
            return {cell.label: cell.value for cell in self.cells if not cell.is_wide}
        # A box may have several numbers, such as a short and a long range. If the play sheet names the first
        # of them, all numbers of the box are shown.
        columns = zip(self.index.catalogue.sheet, self.cells, strict=True)
        cells = {column.of[0]: cell for column, cell in columns if len(column.of) > 1}
        codes = self.index.parts.keys() | self.index.values.keys()
        return {
            cells[code].label if code in cells else heading_of(self.catalogue, code): (
                cells[code].value if code in cells else self.part_text(code) or NONE
            )
            for code in self.play_sheet.numbers
            if code in codes
        }

    @property
    def bare_numbers(self) -> Mapping[str, str]:
        """The numbers without modifiers, by heading, if they differ from the numbers with modifiers."""
        texts = {code: self.part_text(bare) for code, bare in self.play_sheet.bare.items()}
        return {
            heading_of(self.catalogue, code): bare
            for code, bare in texts.items()
            if bare and bare != self.part_text(code)
        }

    # -------------------------------------------------------------- parts without a box

    @cached_property
    def outside_attributes(self) -> list[OutsidePart]:
        """The attributes of `attributes_outside` that are not blank. A blank kind counts as the first."""
        profile, kind = self.profile, self.index.kind
        if kind and profile.design.values.get(KIND) != kind:
            design = replace(profile.design, values={**profile.design.values, KIND: kind})
            profile = replace(profile, design=design)
        lines = self._lines
        return [
            OutsidePart(part, attribute_text(self.catalogue, part, profile), lines.get(part.at))
            for part in attributes_outside(self.index.catalogue)
            if profile.design.values.get(part.code) is not None
        ]

    @cached_property
    def outside_values(self) -> list[OutsidePart]:
        """The values of the role "spent" or "stat" that no box shows, alone or as a full sum."""
        view = self.index.catalogue
        shown = _shown_codes(view)
        values = (value for value in view.values if value.role in ("spent", "stat"))
        pairs = ((value, self.appraisal.value(value.code)) for value in values)
        return [
            OutsidePart(value, value_appraisal.text)
            for value, value_appraisal in pairs
            if value_appraisal
            and value_appraisal.number is not None
            and value_appraisal.is_shown
            and value.code not in shown
            and not self._is_full_sum(value, value_appraisal.number, shown)
        ]

    def _is_full_sum(self, value: Value, number: int, shown: set[str]) -> bool:
        """Return whether a box shows a sum with this value that equals the value's number."""
        sum_codes = [
            other.code
            for other in self.index.catalogue.values
            if other.code in shown and value.code in other.of
        ]
        sums = [self.appraisal.value(code) for code in sum_codes]
        return any(appraisal is not None and appraisal.number == number for appraisal in sums)

    @cached_property
    def _lines(self) -> Mapping[str, Line]:
        return {line.where: line for line in self.appraisal.lines}

    @cached_property
    def weapons(self) -> list[SheetWeapon]:
        """The profile's weapons. An empty slot for one weapon counts as a default weapon."""
        design = self.profile.design
        return [
            self._weapon(slot, weapon, index)
            for slot in self.index.catalogue.weapon_slots
            for index, weapon in enumerate(
                design.weapons.get(slot.code) or (() if slot.many else (Weapon(),))
            )
        ]

    def _weapon(self, slot: WeaponSlot, weapon: Weapon, index: int) -> SheetWeapon:
        return SheetWeapon(
            catalogue=self.catalogue,
            play_sheet=self.play_sheet,
            slot=slot,
            weapon=weapon,
            place_prefix=f"{slot.at}[{index}]." if slot.many else f"{slot.at}.",
            lines=self.appraisal.lines,
        )

    @property
    def own_weapons(self) -> list[SheetWeapon]:
        """The profile's weapons that are not default weapons (``SheetWeapon.is_default``)."""
        return [weapon for weapon in self.weapons if not weapon.is_default]

    @cached_property
    def items(self) -> list[SheetItem]:
        """The profile's picks. Each pick is followed by the items that come with it."""
        lines, items = self._lines, []
        calculated_numbers: dict[tuple[str, str], dict[str, ItemNumber]] = {}
        for number in self.appraisal.items:
            calculated_numbers.setdefault((number.where, number.entry), {})[number.column] = number
        for item in items_of(self.index, self.profile.design):
            line = lines.get(item.where) if item.pick else None
            items.append(
                SheetItem(
                    index=self.index,
                    where=item.where,
                    entry=item.entry,
                    pick=item.pick,
                    is_used=item.is_used,
                    calculated_numbers=calculated_numbers.get((item.where, item.entry.code), {}),
                    profile_names=self.profile_names,
                    number_patterns=self.play_sheet.beside,
                    label=line.label if line else "",
                    points=line.points if line else None,
                    is_priced=line is not None and item.entry.group not in self.index.free_groups,
                )
            )
        return items

    @property
    def included(self) -> list[SheetItem]:
        """The items that come with picks."""
        return [item for item in self.items if item.pick is None]

    @cached_property
    def slots(self) -> list[SheetSlot]:
        """The profile's picks by slot, without empty slots."""
        places = {slot.at: slot for slot in self.index.catalogue.pick_slots}
        slots: dict[str, list[SheetItem]] = {}
        for item in self.items:
            if item.pick:
                slots.setdefault(item.where.partition("[")[0], []).append(item)
        return [SheetSlot(places[at], tuple(items)) for at, items in slots.items()]

    @property
    def slots_outside(self) -> list[SheetSlot]:
        """The picks in slots that no box shows."""
        shown = _shown_codes(self.index.catalogue)
        return [sheet_slot for sheet_slot in self.slots if sheet_slot.slot.code not in shown]

    @cached_property
    def traits(self) -> list[Trait]:
        """The attributes and values that no box shows, then the `own_weapons`, then all picks."""
        choices, others = _part_traits(self.outside_attributes, self.outside_values)
        return [
            *choices,
            *others,
            *(Trait(weapon.name, tuple(self._weapon_items(weapon))) for weapon in self.own_weapons),
            *(Trait(row.slot.name, tuple(map(_pick_item, row.items))) for row in self.slots),
        ]

    @property
    def table_cells(self) -> list[StatCell]:
        """The boxes of the stat line without the boxes of weapons, which are in ``table_traits``."""
        weapons = {slot.code for slot in self.index.catalogue.weapon_slots}
        return [cell for cell in self.cells if cell.code not in weapons]

    @property
    def table_weapons(self) -> list[SheetWeapon]:
        """The profile's weapons that have a text, including default weapons."""
        return [weapon for weapon in self.weapons if weapon.text not in ("", NONE)]

    @cached_property
    def table_traits(self) -> list[Trait]:
        """The traits in the order in which players need them at the table: weapons and picks come first.

        The kind is left out, because it is shown after the profile's name. Only values of the role "stat" are
        included, unless the stat line shows the same number.
        """
        choices, others = _part_traits(
            [item for item in self.outside_attributes if item.part.code != KIND],
            [item for item in self.outside_values if self._counts_at_table(item)],
        )
        return [
            *(Trait(weapon.name, tuple(self._weapon_items(weapon))) for weapon in self.table_weapons),
            *(Trait(row.slot.name, tuple(map(_pick_item, row.items))) for row in self._slots_in_use_order),
            *self.included_traits,
            *choices,
            *others,
        ]

    def _counts_at_table(self, value: OutsidePart) -> bool:
        """Return whether a value has the role "stat", and the stat line doesn't show the same number."""
        if not isinstance(value.part, Value) or value.part.role != "stat":
            return False
        stats = (code for code, bare in self.play_sheet.bare.items() if bare == value.part.code)
        return all(self.part_text(code) != value.text for code in stats)

    @property
    def _slots_in_use_order(self) -> list[SheetSlot]:
        """The slots, with those in the play sheet's ``unsaid`` groups and then ``explained`` groups last."""
        explained, unsaid = self.play_sheet.explained, self.play_sheet.unsaid
        return sorted(self.slots, key=lambda row: (row.slot.group in explained, row.slot.group in unsaid))

    @property
    def summary(self) -> str:
        """The profile in one line: its leadership, its kind and other choices, its weapons and items.

        Items that are named like a stat are left out, because they would look like gear or actions.
        """
        attributes = self.index.attributes
        stats = {value.name for value in self.index.values.values() if value.role == "stat"}
        chosen = (
            item.part.name if attributes[item.part.code].kind == "flag" else item.text
            for item in self.outside_attributes
            if item.part.code in attributes and attributes[item.part.code].kind in ("choice", "flag")
        )
        slots = (row for row in self._slots_in_use_order if row.slot.group not in self.play_sheet.explained)
        texts = (
            *([with_capital(self.catalogue.words.leader)] if self.is_leader else []),
            *chosen,
            *(f"{weapon.name} {weapon.text}" for weapon in self.own_weapons),
            *(item.text for row in slots for item in row.items if item.text not in stats),
            *(item.entry.name for item in self.included),
        )
        return " · ".join(dict.fromkeys(texts))

    @property
    def included_traits(self) -> list[Trait]:
        """The included items as one trait, or an empty list if there are none."""
        items = [
            _entry_item(item, item.entry.name, item.numbers_after_name().strip()) for item in self.included
        ]
        return [Trait(INCLUDED, tuple(items))] if items else []

    def _weapon_items(self, weapon: SheetWeapon) -> Iterator[TraitItem]:
        slot, fields = weapon.slot, weapon.weapon.fields
        for field in slot.fields:
            if (value := fields.get(field.code)) is not None:
                text = f"{field.label}{value}"
                yield TraitItem(text, field.name, "", field.summary, field.page, field.place)
        entries = self.index.entries[slot.group]
        for code in weapon.weapon.properties or (() if fields else slot.default):
            item = SheetItem(
                index=self.index, where=slot.at, entry=entries[code], pick=None, is_used=True,
                calculated_numbers={}, profile_names={}, number_patterns={},
            )  # fmt: skip
            yield _entry_item(item, f"{item.entry.label} {item.entry.name}".strip(), item.numbers_text)

    # -------------------------------------------------------------- at the table

    @property
    def is_leader(self) -> bool:
        """Whether the profile is a leader."""
        return self.play_sheet.is_leader(self.profile.design)

    @cached_property
    def _codes(self) -> set[str]:
        """The codes of all picks in slots for several picks. Each begins with the prefix of its slot."""
        slots = (slot for slot in self.catalogue.pick_slots if slot.many)
        picks = self.profile.design.picks
        return {slot.prefix + pick.code for slot in slots for pick in picks.get(slot.code, ())}

    @property
    def wounds(self) -> int:
        """The number of wounds that remove a model, or 0 if the game doesn't count wounds."""
        return self.play_sheet.wounds.taken_with(self._codes) if self.play_sheet.wounds else 0

    @property
    def wound_notes(self) -> list[WoundRule]:
        """The wound rules that apply to the profile and have a note."""
        rules = self.play_sheet.wounds.rules_of(self._codes) if self.play_sheet.wounds else ()
        return [rule for rule in rules if rule.note]

    @property
    def has_shield(self) -> bool:
        """Whether the profile has a shield that can break."""
        shield = self.profile.design.values.get(self.play_sheet.shield) if self.play_sheet.shield else None
        return isinstance(shield, int) and shield > 0

    @property
    def uses(self) -> list[WeaponUses]:
        """The profile's weapons that can be used a limited number of times."""
        return [WeaponUses(weapon.name, times) for weapon in self.weapons for times in weapon.uses]

    @property
    def tracks(self) -> list[Track]:
        """The tracks whose number of boxes is a number of the profile, such as its Hero Points."""
        numbered = ((boxes, self.number(boxes.of)) for boxes in self.play_sheet.boxes if boxes.of)
        return [
            track(boxes.name, boxes.shape, -(-number // boxes.per), self._signs(boxes, number), boxes.marks)
            for boxes, number in numbered
            if number >= max(boxes.least, 1)
        ]

    def _signs(self, boxes: Boxes, number: int) -> Mapping[int, str]:
        """Return the signs of a track's boxes, by the number of the box from 1.

        If a box is for several points, its sign is the number of points up to it. Otherwise the play sheet
        may name other numbers of the profile with a sign each: it is in the box with which the points that
        are left fall to the other number.
        """
        if boxes.per > 1:
            positions = range(1, min(-(-number // boxes.per), MAX_BOXES) + 1)
            return {position: str(min(position * boxes.per, number)) for position in positions}
        thresholds = {code: self.number(code) for code in boxes.at}
        return {number - value: boxes.at[code] for code, value in thresholds.items() if value > 0}

    @property
    def pick_tracks(self) -> list[Track]:
        """The tracks of picks that players tick after use, with a circle for each pick of an entry."""
        return [
            track(name, "circle", times)
            for sheet_slot in self.slots
            if sheet_slot.slot.group in self.play_sheet.ticked
            for name, times in Counter(item.entry.short_name for item in sheet_slot.items).items()
        ]

    @property
    def model_tracks(self) -> list[Track]:
        """The boxes that every model has one of."""
        return [
            track(boxes.name, boxes.shape, 1, marks=boxes.marks)
            for boxes in self.play_sheet.boxes
            if not boxes.of
        ]

    @property
    def summed_picks(self) -> list[str]:
        """The names of the picks for which players write down a running total, without repeats."""
        names = (
            item.entry.short_name
            for sheet_slot in self.slots
            if sheet_slot.slot.group in self.play_sheet.summed
            for item in sheet_slot.items
        )
        return list(dict.fromkeys(names))

    @property
    def states(self) -> list[SheetState]:
        """The states that the profile's models, or a row of them, can get in play."""
        states = list[SheetState]()
        for state in self.play_sheet.states:
            items = self._items_of_state(state) if state.by_name else ()
            has_box = bool(items) if state.by_name else not state.having or self.has_any_of(state.having)
            if has_box and not self.has_any_of(state.unless):
                states.append(SheetState(state.name, state.each, items))
        return states

    def _items_of_state(self, state: State) -> tuple[str, ...]:
        """Return the names of the weapons and items that have a box each for a state."""
        names = [
            weapon.name for weapon in self.weapons if not {*weapon.weapon.properties}.isdisjoint(state.having)
        ]
        names += [
            item.printed_name for item in self.items if item.entry.code in state.having and item.is_used
        ]
        return tuple(dict.fromkeys(names[:_MAX_STATES]))

    def state_names(self, owner: StateOwner) -> list[str]:
        """Return the names of the boxes for states of a row or of each of its models.

        If several items have a box for a state, only the first name begins with the state.
        """
        names = list[str]()
        for state in self.states:
            if state.each == owner:
                first, *others = state.items or ("",)
                names += [f"{state.name}: {first}" if first else state.name, *others]
        return names

    def has_any_of(self, codes: Collection[str]) -> bool:
        """Return whether the profile has one of these kinds, attributes or entries, given by their codes.

        "attribute=option" means that the attribute has this option or number.
        """
        if not codes:
            return False
        values = self.profile.design.values
        kind = self.catalogue.kind(values.get(KIND))
        own_codes = {kind.code if kind else "", *(item.entry.code for item in self.items)}
        own_codes |= {code for weapon in self.weapons for code in weapon.weapon.properties}
        own_codes |= {code for code, value in values.items() if value}
        own_codes |= {f"{code}={value}" for code, value in values.items()}
        return not own_codes.isdisjoint(codes)


def track(
    name: str, shape: BoxShape, number: int, signs: Mapping[int, str] | None = None, marks: str = ""
) -> Track:
    """Return a row of ``number`` boxes, but at most ``MAX_BOXES``, with signs by position from 1."""
    positions = range(1, min(number, MAX_BOXES) + 1)
    return Track(name, shape, tuple((signs or {}).get(position, "") for position in positions), marks)


def heading_of(catalogue: Catalogue, code: str) -> str:
    """Return the heading of a number: the label of its attribute or value, or the name if it has no label."""
    index = index_of(catalogue)
    part = index.values.get(code) or index.parts[code]
    return part.label or part.name


def _part_traits(
    attributes: Iterable[OutsidePart], values: Iterable[OutsidePart]
) -> tuple[list[Trait], list[Trait]]:
    """Return a trait for each attribute with an option or a number, and at most one trait for all others.

    The other trait combines the attributes that are a yes, and the values.
    """
    parts = list(attributes)
    items = (
        *(_part_item(part, part.part.name) for part in parts if part.text == YES),
        *(_part_item(part, f"{part.part.label} {part.text}") for part in values),
    )
    choices = [Trait(part.part.name, (_part_item(part, part.text),)) for part in parts if part.text != YES]
    return choices, [Trait(OTHER_VALUES, items)] if items else []


def _part_item(outside: OutsidePart, text: str) -> TraitItem:
    return TraitItem(text, outside.part.name, "", outside.part.summary, outside.part.page, outside.part.place)


def _pick_item(item: SheetItem) -> TraitItem:
    text = item.text
    if item.calculated_numbers:
        columns = (c for c in item.index.columns[item.entry.group] if c.code in item.calculated_numbers)
        if calculated_texts := item.numbers(columns):
            text += f" ({', '.join(calculated_texts)})"
    item_data = _entry_item(item, f"{item.entry.label} {text}".strip(), item.numbers_text)
    return item_data._replace(profiles=item.profiles)


def _entry_item(item: SheetItem, text: str, numbers: str) -> TraitItem:
    entry = item.entry
    return TraitItem(text, entry.name, numbers, entry.summary, entry.page, entry.place)


# ------------------------------------------------------------------ columns of the stat line


class _ColumnPart(NamedTuple):
    """An attribute, slot or value in a column, with the places of its lines in the receipt."""

    part: DesignPart | Value
    places: tuple[str, ...]


class _Column(NamedTuple):
    label: str
    parts: tuple[_ColumnPart, ...]
    is_wide: bool


@lru_cache(maxsize=32)
def _columns(catalogue: Catalogue) -> tuple[_Column, ...]:
    catalogue_index = index_of(catalogue)
    parts: Mapping[str, DesignPart | Value] = {**catalogue_index.parts, **catalogue_index.values}
    return tuple(
        _Column(
            column.label,
            tuple(_ColumnPart(parts[code], line_places(parts[code])) for code in column.of),
            any(_is_wide(parts[code]) for code in column.of),
        )
        for column in catalogue.sheet
    )


def _is_wide(part: DesignPart | Value) -> bool:
    """Return whether a part needs a wide box: weapons and options with long names do."""
    if isinstance(part, Attribute):
        return any(len(option.name) > _MAX_BOX_LETTERS for option in part.options)
    return isinstance(part, WeaponSlot)


def line_places(part: DesignPart | Value) -> tuple[str, ...]:
    """Return the places of the receipt lines of an attribute or slot; a value has none."""
    if isinstance(part, Value):
        return ()
    if isinstance(part, WeaponSlot):
        return (part.at, *(f"{part.at}.{f.code}" for f in part.fields))
    return (part.at,)


@lru_cache(maxsize=4096)
def _part_place(where: str) -> str:
    """Return the place of the part to which a line's place belongs: "slot" for "slot[0].range"."""
    return where.partition("[")[0].removesuffix(".properties")


def slots_outside(catalogue: Catalogue) -> list[PickSlot]:
    """Return the slots that no box of the stat line shows."""
    shown = _shown_codes(catalogue)
    return [slot for slot in catalogue.pick_slots if slot.code not in shown]


def _shown_codes(catalogue: Catalogue) -> set[str]:
    return {code for column in catalogue.sheet for code in column.of}


@lru_cache(maxsize=32)
def attributes_outside(catalogue: Catalogue) -> tuple[Attribute, ...]:
    """Return the attributes that no box shows and that describe the model.

    A number that affects nothing, and is neither better higher nor lower, doesn't describe the model. An
    attribute that selects the cost table of another attribute is shown with it.
    """
    shown = _shown_codes(catalogue)
    selectors = {attribute.table_by for attribute in catalogue.attributes}
    with_effect = {multiplier.by for multiplier in catalogue.multipliers}
    with_effect |= {code for value in catalogue.values for code in value.of}
    with_effect |= {entry.cost.by for entry in catalogue.entries()}
    return tuple(
        attribute
        for attribute in catalogue.attributes
        if attribute.code not in shown | selectors
        if attribute.kind != "number"
        or attribute.table
        or attribute.better
        or attribute.gives
        or attribute.code in with_effect
    )
