"""What a profile has: what it picked, and what comes with that."""

from collections.abc import Iterator
from typing import NamedTuple

from builder.points.catalogue import Property
from builder.points.catalogue_index import CatalogueIndex
from builder.points.design import Design, Pick
from builder.points.numbers import fill_in

INCLUDED = "With it"
"""The heading of what comes with what a profile picked."""


class Item(NamedTuple):
    """An entry that a profile has at a place; ``pick`` is None where it comes with what was picked there."""

    where: str
    entry: Property
    pick: Pick | None


def items_of(index: CatalogueIndex, design: Design) -> Iterator[Item]:
    """All that a profile of this kind picked, each followed by what comes with it, in the form's order."""
    for slot in index.catalogue.pick_slots:
        for place, pick in enumerate(design.picks.get(slot.code, ())):
            entry = index.entries[slot.group][pick.code]
            yield Item(slot.place(place), entry, pick)
            for included in included_in(index, entry, pick):
                yield Item(slot.place(place), included, None)


def included_in(index: CatalogueIndex, entry: Property, pick: Pick) -> Iterator[Property]:
    """What comes with an entry; a parameter that names something else than an entry brings nothing."""
    if not entry.includes:
        return
    given = {one.code: one.default for one in entry.parameters} | dict(pick.parameters)
    for group, codes in entry.includes.items():
        for code in codes:
            found = index.entries[group].get(fill_in(code, given))
            if found is not None:
                yield found
