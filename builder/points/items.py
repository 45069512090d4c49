"""What a profile has: what it picked, and what comes with that; and the numbers that are worked out of it."""

from collections.abc import Iterator
from typing import NamedTuple

from builder.points.catalogue import ItemColumn, Property
from builder.points.catalogue_index import ONE, CatalogueIndex
from builder.points.design import Design, Pick
from builder.points.numbers import fill_in
from builder.points.profile_context import ProfileContext
from builder.points.results import ItemNumber, Line
from builder.points.system import ItemDerivation, System


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


def item_numbers(context: ProfileContext, system: System) -> tuple[ItemNumber, ...]:
    """The numbers of all that a profile has, in the columns that the system works out."""
    if not system.item_numbers:
        return ()
    columns = {
        (group.code, column.code): column
        for group in context.catalogue_index.catalogue.groups
        for column in (*group.columns, *group.worked_out)
    }
    found: dict[tuple[str, str, str], ItemNumber] = {}
    for item in items_of(context.catalogue_index, context.design):
        for (group, code), derive in system.item_numbers.items():
            if group == item.entry.group and (item.where, item.entry.code, code) not in found:
                lines = _lines(context, item, columns[group, code], derive)
                if lines:
                    number = sum(line.points or 0 for line in lines)
                    found[item.where, item.entry.code, code] = ItemNumber(
                        item.where, item.entry.code, code, number, lines
                    )
    return tuple(found.values())


def _lines(
    context: ProfileContext, item: Item, column: ItemColumn, derive: ItemDerivation
) -> tuple[Line, ...]:
    """What is printed, then what the system adds; nothing where neither is there."""
    entry, printed = item.entry, item.entry.stats.get(column.code, "")
    lines = [*derive(context, entry, item.pick)]
    if printed:
        number = int(printed)
        first = Line(
            entry.code, entry.name, number, ONE, number, entry.page, column.name, column.code, item.where,
            entry.place,
        )  # fmt: skip
        lines.insert(0, first)
    return tuple(lines)
