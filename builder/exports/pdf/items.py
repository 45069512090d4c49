"""The tables of what a roster uses: weapons, spells and whatever else has numbers of its own."""

from collections.abc import Iterable, Iterator, Sequence

from builder.exports.pdf.profiles import JsonData, PrintContext
from builder.exports.pdf.text import printable_line, shorten
from builder.points.catalogue import ItemColumn, PickSlot, Property
from builder.points.design import Pick
from builder.points.document import Profile
from builder.points.play import LookupTable, PlaySheet
from builder.points.stat_line import NONE, item_numbers

_MOST_ITEMS = 200
_LONGEST_NAME = 60
_LONGEST_NAMES = 160
_LONGEST_NUMBER = 12


def item_tables(context: PrintContext, play: PlaySheet, profiles: Iterable[Profile]) -> list[JsonData]:
    """What the roster uses of some groups, with their own numbers and who has it."""
    shown = list(profiles)
    made = (_item_table(context, table, shown) for table in play.item_tables)
    return [table for table in made if table["rows"]]


def _item_table(context: PrintContext, table: LookupTable, profiles: Sequence[Profile]) -> JsonData:
    groups = {group.code: group for group in context.catalogue.groups}
    columns: dict[str, ItemColumn] = {}
    for code in table.of:
        for column in groups[code].columns:
            columns.setdefault(column.code, column)
    rows: dict[tuple[str, ...], dict[str, None]] = {}
    names = context.names()
    for code in table.of:
        for profile in profiles:
            for slot, entry, pick in _picked(context, code, profile):
                numbers = item_numbers(columns.values(), entry, pick)
                cells = tuple(printable_line(text, _LONGEST_NUMBER) for text in numbers)
                rows.setdefault((_item_name(entry, pick, slot), *cells), {})[names[profile.key]] = None
    used = [
        place for place in range(1, len(columns) + 1) if any(cells[place] not in ("", NONE) for cells in rows)
    ]
    headings = [column.label for column in columns.values()]
    return {
        "name": table.name,
        "columns": [headings[place - 1] for place in used],
        "rows": [
            [cells[0], *(cells[place] for place in used), shorten(", ".join(who), _LONGEST_NAMES)]
            for cells, who in list(rows.items())[:_MOST_ITEMS]
        ],
        "more": max(0, len(rows) - _MOST_ITEMS),
    }


def _picked(context: PrintContext, group: str, profile: Profile) -> Iterator[tuple[PickSlot, Property, Pick]]:
    """What a profile has of a group, in the order of the form."""
    index = context.index(profile)
    for slot in index.catalogue.pick_slots:
        if slot.group == group:
            for pick in profile.design.picks.get(slot.code, ()):
                yield slot, index.entries[slot.group][pick.code], pick


def _item_name(entry: Property, pick: Pick, slot: PickSlot) -> str:
    """What an item is called: one of the players' own by the name that they gave it."""
    typed = [
        str(pick.parameters[parameter.code])
        for parameter in entry.parameters
        if parameter.kind == "text" and pick.parameters.get(parameter.code)
    ]
    name = ", ".join(typed) if typed and entry.stats else entry.name
    return shorten(name or slot.noun, _LONGEST_NAME)
