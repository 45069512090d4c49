"""The items of a profile: its picks, and the items included with them."""

from collections.abc import Iterator
from typing import NamedTuple

from builder.points.document.design import Design, Pick
from builder.points.rules.catalogue import Property
from builder.points.rules.catalogue_index import CatalogueIndex
from builder.points.rules.numbers import fill_in

INCLUDED = "Included"
"""The heading of items that are included with picks."""
FORMER_INCLUDED = "With it"
"""The heading of included items in texts of earlier versions, and of their column in exported tables."""
UNUSED = " (not used)"


class Item(NamedTuple):
    """An entry that a profile has, because it was picked or because it is included with a pick.

    ``where`` is the place of the pick in the design. ``pick`` is None if the entry is included. A profile can
    carry items without an effect (``is_used`` is False), such as the weapons on a pack animal.
    """

    where: str
    entry: Property
    pick: Pick | None
    is_used: bool = True

    @property
    def unused_note(self) -> str:
        """The note after the name of an item without an effect; empty for other items."""
        return "" if self.is_used else UNUSED


def items_of(index: CatalogueIndex, design: Design) -> Iterator[Item]:
    """Yield a profile's picks in the order of the slots, each followed by its included items."""
    unused = frozenset(_unused_groups(index, design))
    for slot in index.catalogue.pick_slots:
        for number, pick in enumerate(design.picks.get(slot.code, ())):
            entry = index.entries[slot.group][pick.code]
            yield Item(slot.place(number), entry, pick, entry.group not in unused)
            for included in included_entries(index, entry, pick):
                yield Item(slot.place(number), included, None, included.group not in unused)


def _unused_groups(index: CatalogueIndex, design: Design) -> Iterator[str]:
    """Yield the groups whose items a profile carries but can't use."""
    for slot in index.catalogue.pick_slots:
        for pick in design.picks.get(slot.code, ()):
            yield from index.entries[slot.group][pick.code].unused


def included_entries(index: CatalogueIndex, entry: Property, pick: Pick) -> Iterator[Property]:
    """Yield the entries that an entry includes. After each, yield the entries that it includes in turn.

    The code of an included entry can contain a placeholder for a parameter of ``pick``. Unknown codes are
    skipped.
    """
    if not entry.includes:
        return
    values = {parameter.code: parameter.default for parameter in entry.parameters} | dict(pick.parameters)
    for group, codes in entry.includes.items():
        for code in codes:
            included = index.entries[group].get(fill_in(code, values))
            if included is not None:
                yield included
                yield from included_entries(index, included, Pick(code=included.code))
