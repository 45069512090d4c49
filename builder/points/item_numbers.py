"""The numbers of what a profile has, in the columns that a system works out."""

from builder.points.catalogue import ItemColumn
from builder.points.catalogue_index import ONE
from builder.points.items import Item
from builder.points.profile_context import ProfileContext
from builder.points.results import ItemNumber, Line
from builder.points.system import ItemDerivation, System


def item_numbers(context: ProfileContext, system: System) -> tuple[ItemNumber, ...]:
    """The numbers of all that a profile has, in the columns that the system works out."""
    if not system.item_numbers:
        return ()
    columns = {
        (group.code, column.code): column
        for group in context.catalogue_index.catalogue.groups
        for column in group.columns
    }
    found: dict[tuple[str, str, str], ItemNumber] = {}
    for item in context.items:
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
