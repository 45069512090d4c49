"""What the legality rules need to know about a profile: its design, prices and values."""

from collections.abc import Collection, Iterable, Mapping

from builder.points.document.design import Design, Pick, Weapon
from builder.points.document.items import Item, items_of
from builder.points.pricing.pricing import PricedList, total_points
from builder.points.rules.catalogue_index import KIND, CatalogueIndex
from builder.points.rules.results import Line, ValueAppraisal


class ProfileContext:
    """A profile's design, its priced lines, and the priced list that it belongs to.

    ``catalogue_index`` is the index for the profile's kind, and ``values`` are the entered values of
    attributes. ``places_by_code`` contains the place of the first pick of each property in slots for several
    picks. Its keys begin with the prefix of the slot.
    """

    __slots__ = (
        "_items",
        "calculated_values",
        "catalogue_index",
        "design",
        "key",
        "lines",
        "places_by_code",
        "points",
        "priced_list",
        "values",
    )

    def __init__(
        self,
        catalogue_index: CatalogueIndex,
        key: str,
        design: Design,
        lines: tuple[Line, ...],
        priced_list: PricedList,
    ) -> None:
        self.catalogue_index = catalogue_index
        self.key = key
        self.design = design
        self.lines = lines
        self.points = total_points(lines)
        self.priced_list = priced_list
        self.values = design.values
        self.calculated_values: Mapping[str, ValueAppraisal] = {}
        self.places_by_code: dict[str, str] = {}
        self._items: tuple[Item, ...] | None = None
        for slot in catalogue_index.catalogue.pick_slots:
            if slot.many:
                for index, pick in enumerate(design.picks.get(slot.code, ())):
                    self.places_by_code.setdefault(slot.prefix + pick.code, slot.place(index))

    def copy_for(self, key: str, priced_list: PricedList) -> "ProfileContext":
        """Return a copy, with the same cached results, for a profile with the same design in another list."""
        context = ProfileContext.__new__(ProfileContext)
        context.catalogue_index = self.catalogue_index
        context.key = key
        context.design = self.design
        context.lines = self.lines
        context.points = self.points
        context.priced_list = priced_list
        context.values = self.values
        context.calculated_values = self.calculated_values
        context.places_by_code = self.places_by_code
        context._items = self._items
        return context

    @property
    def name(self) -> str:
        """The name of the profile for use in a sentence."""
        return self.priced_list.name_of(self.key)

    def meets(self, condition: str, codes: Collection[str] | None = None) -> bool:
        """Return whether the profile meets a condition.

        The code of a property must be in ``codes``, or in ``places_by_code`` if ``codes`` is None.
        "attribute=option" is met if the option is chosen. "attribute=*" is met by any option, by a number
        other than 0, and by a yes.
        """
        if condition.endswith("=*"):
            code = condition[:-2]
            return bool(self.values.get(code)) and code in self.catalogue_index.attributes
        code, equals, option = condition.partition("=")
        if equals:
            return self.chosen_option(code) == option
        return condition in (self.places_by_code if codes is None else codes)

    def meets_any(self, conditions: Iterable[str]) -> bool:
        """Return whether at least one of these conditions is met."""
        return any(code in self.places_by_code or ("=" in code and self.meets(code)) for code in conditions)

    @property
    def items(self) -> tuple[Item, ...]:
        """All picks of the design. Each pick is followed by the items that come with it."""
        if self._items is None:
            self._items = tuple(items_of(self.catalogue_index, self.design))
        return self._items

    def codes_with_included(self, skipped_place: str = "") -> Mapping[str, str]:
        """Return ``places_by_code``, with the entries that come with picks.

        The pick at ``skipped_place`` is left out, but not the entries that come with it.
        """
        prefixes = self.catalogue_index.prefixes
        codes: dict[str, str] = {}
        for item in self.items:
            group = item.entry.group
            if item.pick is None or (group in prefixes and item.where != skipped_place):
                codes.setdefault(prefixes.get(group, "") + item.entry.code, item.where)
        return codes

    def usable_codes(self) -> Collection[str]:
        """Return the codes of `codes_with_included`, without entries that a model only carries.

        An example is a weapon on a pack animal.
        """
        prefixes = self.catalogue_index.prefixes
        return {
            prefixes.get(item.entry.group, "") + item.entry.code
            for item in self.items
            if item.is_used and (item.pick is None or item.entry.group in prefixes)
        }

    def chosen_option(self, code: str) -> str:
        """Return the chosen option of a choice, or "" if it is blank or the profile's kind doesn't have it.

        If the choice "kind" is blank, return the first kind.
        """
        kind = self.catalogue_index.kind if code == KIND else ""
        return kind or (str(self.values.get(code, "")) if code in self.catalogue_index.attributes else "")

    def number_of(self, code: str) -> int:
        """Return an attribute's number, or its default if it is blank.

        Return 0 if there is no default, or if the profile's kind doesn't have the attribute.
        """
        attribute = self.catalogue_index.attributes.get(code)
        value = self.values.get(code, attribute.default) if attribute else 0
        return value if isinstance(value, int) else 0

    def picks(self, slot: str) -> tuple[Pick, ...]:
        """Return the picks of a slot."""
        return self.design.picks.get(slot, ())

    def weapons(self, slot: str) -> tuple[Weapon, ...]:
        """Return the weapons in a slot."""
        return self.design.weapons.get(slot, ())

    def place_of(self, code: str) -> str:
        """Return the place of an attribute or slot in the design."""
        return self.catalogue_index.parts[code].at

    def is_filled(self, code: str) -> bool:
        """Return whether a slot contains something that not every model has.

        A slot for one weapon counts as empty if the weapon only has the slot's default properties. A slot for
        one pick counts as empty if the pick costs 0 points.
        """
        if code in self.catalogue_index.weapon_slots:
            slot = self.catalogue_index.weapon_slots[code]
            weapons = self.weapons(code)
            return bool(weapons) if slot.many else any(set(w.properties) - set(slot.default) for w in weapons)
        pick_slot = self.catalogue_index.pick_slots[code]
        entries = self.catalogue_index.entries[pick_slot.group]
        picks = self.picks(code)
        return bool(picks) if pick_slot.many else any(entries[pick.code].cost.points for pick in picks)

    def includes_any(self, slot: str, codes: Collection[str] = ()) -> bool:
        """Return whether an item of the slot's group, with one of ``codes`` if any, comes with a pick."""
        index = self.catalogue_index
        group = (index.weapon_slots.get(slot) or index.pick_slots[slot]).group
        included = (item.entry for item in self.items if item.pick is None)
        return any(entry.group == group and (not codes or entry.code in codes) for entry in included)

    def picks_of(self, slot: str, code: str) -> list[tuple[str, Pick]]:
        """Return the place and the pick for each pick of a property in a slot for several picks."""
        if code not in self.places_by_code:
            return []
        place = self.catalogue_index.pick_slots[slot].place
        return [(place(index), pick) for index, pick in enumerate(self.picks(slot)) if pick.code == code]
