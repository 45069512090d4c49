"""A profile as the legality rules see it: its design, prices and values."""

from collections.abc import Collection, Iterable, Mapping

from builder.points.document.design import Design, Pick, Weapon
from builder.points.document.items import Item, items_of
from builder.points.pricing.pricing import PricedList, total_points
from builder.points.rules.catalogue_index import KIND, CatalogueIndex
from builder.points.rules.results import Line, ValueAppraisal


class ProfileContext:
    """A profile's design, its priced lines, and the priced list that it belongs to.

    ``catalogue_index`` is the index of the profile's kind. ``taken`` maps the code of a property, after its
    slot's prefix, to the place of its first pick; it has only properties in slots for several picks.
    ``worked_out`` contains the calculated values by code.
    """

    __slots__ = (
        "_items",
        "catalogue_index",
        "design",
        "key",
        "lines",
        "points",
        "priced_list",
        "taken",
        "values",
        "worked_out",
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
        self.worked_out: Mapping[str, ValueAppraisal] = {}
        self.taken: dict[str, str] = {}
        self._items: tuple[Item, ...] | None = None
        for slot in catalogue_index.catalogue.pick_slots:
            if slot.many:
                for index, pick in enumerate(design.picks.get(slot.code, ())):
                    self.taken.setdefault(slot.prefix + pick.code, slot.place(index))

    def copy_for(self, key: str, priced_list: PricedList) -> "ProfileContext":
        """Return a copy for a profile with the same design in another list, with all cached results."""
        context = ProfileContext.__new__(ProfileContext)
        context.catalogue_index = self.catalogue_index
        context.key = key
        context.design = self.design
        context.lines = self.lines
        context.points = self.points
        context.priced_list = priced_list
        context.values = self.values
        context.worked_out = self.worked_out
        context.taken = self.taken
        context._items = self._items
        return context

    @property
    def name(self) -> str:
        """The name of the profile for use in a sentence."""
        return self.priced_list.name_of(self.key)

    def meets(self, condition: str, codes: Collection[str] | None = None) -> bool:
        """Return whether a condition is met: a property is taken, or "attribute=option" is chosen.

        "attribute=*" means any option, a number other than 0, or a yes. ``codes`` replace ``taken`` if given.
        """
        if condition.endswith("=*"):
            code = condition[:-2]
            return bool(self.values.get(code)) and code in self.catalogue_index.attributes
        code, equals, option = condition.partition("=")
        if equals:
            return self.chosen(code) == option
        return condition in (self.taken if codes is None else codes)

    def has_any(self, conditions: Iterable[str]) -> bool:
        """Return whether at least one of these conditions is met."""
        return any(code in self.taken or ("=" in code and self.meets(code)) for code in conditions)

    @property
    def items(self) -> tuple[Item, ...]:
        """All picks, each followed by its included items."""
        if self._items is None:
            self._items = tuple(items_of(self.catalogue_index, self.design))
        return self._items

    def other_codes(self, where: str = "") -> Mapping[str, str]:
        """Return the places of the entries in slots for several picks, and of included entries, by code.

        The pick at ``where`` is left out; the entries that it includes are not.
        """
        prefixes = self._prefixes()
        codes: dict[str, str] = {}
        for item in self.items:
            group = item.entry.group
            if item.pick is None or (group in prefixes and item.where != where):
                codes.setdefault(prefixes.get(group, "") + item.entry.code, item.where)
        return codes

    def usable_codes(self) -> Collection[str]:
        """Return the codes of picks in slots for several picks, and of included entries, that are usable."""
        prefixes = self._prefixes()
        return {
            prefixes.get(item.entry.group, "") + item.entry.code
            for item in self.items
            if item.used and (item.pick is None or item.entry.group in prefixes)
        }

    def _prefixes(self) -> Mapping[str, str]:
        """The prefixes of the slots for several picks, by group."""
        return {slot.group: slot.prefix for slot in self.catalogue_index.catalogue.pick_slots if slot.many}

    def chosen(self, code: str) -> str:
        """Return the option of a choice; "" if blank, or if the profile's kind doesn't have the choice.

        A blank kind means the first kind.
        """
        kind = self.catalogue_index.kind if code == KIND else ""
        return kind or (str(self.values.get(code, "")) if code in self.catalogue_index.attributes else "")

    def number_of(self, code: str) -> int:
        """Return an attribute's number; a blank one counts as its default, or 0 without a default.

        An attribute that the profile's kind doesn't have counts as blank.
        """
        attribute = self.catalogue_index.attributes.get(code)
        value = self.values.get(code, attribute.default) if attribute else 0
        return value if isinstance(value, int) else 0

    def picks(self, slot: str) -> tuple[Pick, ...]:
        """Return the picks of a slot; () if it is empty."""
        return self.design.picks.get(slot, ())

    def weapons(self, slot: str) -> tuple[Weapon, ...]:
        """Return the weapons in a slot; () if it is empty."""
        return self.design.weapons.get(slot, ())

    def place_of(self, code: str) -> str:
        """Return the place of an attribute or slot in the design."""
        return self.catalogue_index.parts[code].at

    def is_filled(self, code: str) -> bool:
        """Return whether the profile has something in a slot that not every model has.

        This is a row in a slot for several rows, a weapon's property that is not a default of the slot, or a
        pick with a price in a slot for one pick.
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
        """Return whether an item of a slot's group is included, with one of these codes if any are given."""
        index = self.catalogue_index
        group = (index.weapon_slots.get(slot) or index.pick_slots[slot]).group
        included = (item.entry for item in self.items if item.pick is None)
        return any(entry.group == group and (not codes or entry.code in codes) for entry in included)

    def picks_of(self, slot: str, code: str) -> list[tuple[str, Pick]]:
        """Return every pick of a property, with its place."""
        if code not in self.taken:
            return []
        place = self.catalogue_index.pick_slots[slot].place
        return [(place(index), pick) for index, pick in enumerate(self.picks(slot)) if pick.code == code]
