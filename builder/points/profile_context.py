"""One profile's design with its prices, as legality rules look at it."""

from builder.points.catalogue_index import CatalogueIndex
from builder.points.design import Design, Pick, Weapon
from builder.points.document import Document
from builder.points.pricing import PricedList, total_points
from builder.points.results import Line


class ProfileContext:
    """One profile's design, its priced lines, and the prices of its list.

    ``taken`` maps the code of every property in a slot of many, behind the slot's prefix, to its
    first place.
    """

    __slots__ = ("catalogue_index", "design", "key", "lines", "points", "priced_list", "taken", "values")

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
        self.taken: dict[str, str] = {}
        for slot in catalogue_index.catalogue.pick_slots:
            if slot.many:
                for index, pick in enumerate(design.picks.get(slot.code, ())):
                    self.taken.setdefault(slot.prefix + pick.code, slot.place(index))

    @property
    def name(self) -> str:
        """What the profile is called in a sentence."""
        return self.priced_list.name_of(self.key)

    def number_of(self, code: str) -> int:
        """An attribute's value; a blank one counts as its default, and as 0 when it has none."""
        attribute = self.catalogue_index.attributes[code]
        value = self.values.get(code, attribute.default)
        return value if isinstance(value, int) else 0

    def picks(self, slot: str) -> tuple[Pick, ...]:
        """What was picked in a slot; () where it is empty."""
        return self.design.picks.get(slot, ())

    def weapons(self, slot: str) -> tuple[Weapon, ...]:
        """The weapons in a slot; () where it is empty."""
        return self.design.weapons.get(slot, ())

    def place_of(self, code: str) -> str:
        """Where an attribute or a slot stands in the design."""
        return self.catalogue_index.parts[code].at

    def is_filled(self, code: str) -> bool:
        """Whether a slot holds anything beyond what every model has by default."""
        if code in self.catalogue_index.weapon_slots:
            slot = self.catalogue_index.weapon_slots[code]
            weapons = self.weapons(code)
            return bool(weapons) if slot.many else any(set(w.properties) - set(slot.default) for w in weapons)
        pick_slot = self.catalogue_index.pick_slots[code]
        entries = self.catalogue_index.entries[pick_slot.group]
        picks = self.picks(code)
        return bool(picks) if pick_slot.many else any(entries[pick.code].cost.points for pick in picks)

    def picks_of(self, slot: str, code: str) -> list[tuple[str, Pick]]:
        """Every pick of a property, with its place."""
        if code not in self.taken:
            return []
        place = self.catalogue_index.pick_slots[slot].place
        return [(place(index), pick) for index, pick in enumerate(self.picks(slot)) if pick.code == code]


def profile_contexts(
    document: Document, catalogue_index: CatalogueIndex, prices: PricedList
) -> dict[str, ProfileContext]:
    """Every profile of a list with its prices, by key, in the list's order."""
    return {
        profile.key: ProfileContext(
            catalogue_index, profile.key, profile.design, prices.lines[profile.key], prices
        )
        for profile in document.profiles
    }
