"""What a profile has: what it picked, and what comes with that."""

from collections.abc import Iterator
from typing import NamedTuple

from builder.points.document.design import Design, Pick
from builder.points.rules.catalogue import Property
from builder.points.rules.catalogue_index import CatalogueIndex
from builder.points.rules.numbers import fill_in

INCLUDED = "With it"
"""The heading of what comes with what a profile picked."""
UNUSED = " (not used)"


class Item(NamedTuple):
    """An entry that a profile has at a place; ``pick`` is None where it comes with what was picked there.

    One that is not ``used`` is only carried.
    """

    where: str
    entry: Property
    pick: Pick | None
    used: bool = True

    @property
    def mark(self) -> str:
        """What stands behind its name where it is not used."""
        return "" if self.used else UNUSED


def items_of(index: CatalogueIndex, design: Design) -> Iterator[Item]:
    """All that a profile of this kind picked, each followed by what comes with it, in the form's order."""
    unused = frozenset(_unused_groups(index, design))
    for slot in index.catalogue.pick_slots:
        for place, pick in enumerate(design.picks.get(slot.code, ())):
            entry = index.entries[slot.group][pick.code]
            yield Item(slot.place(place), entry, pick, entry.group not in unused)
            for included in included_in(index, entry, pick):
                yield Item(slot.place(place), included, None, included.group not in unused)


def _unused_groups(index: CatalogueIndex, design: Design) -> Iterator[str]:
    """The groups of which a profile uses nothing."""
    for slot in index.catalogue.pick_slots:
        for pick in design.picks.get(slot.code, ()):
            yield from index.entries[slot.group][pick.code].unused


def included_in(index: CatalogueIndex, entry: Property, pick: Pick) -> Iterator[Property]:
    """Yield what comes with an entry, and with what comes with it.

    A parameter that names something else than an entry brings nothing.
    """
    if not entry.includes:
        return
    given = {one.code: one.default for one in entry.parameters} | dict(pick.parameters)
    for group, codes in entry.includes.items():
        for code in codes:
            found = index.entries[group].get(fill_in(code, given))
            if found is not None:
                yield found
                yield from included_in(index, found, Pick(code=found.code))
