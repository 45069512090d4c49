"""The numbers that a game's module calculates for the items of a profile, such as chances to hit."""

from collections.abc import Iterable, Iterator, Sequence
from typing import overload

from builder.points.document.items import Item
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.system import System
from builder.points.rules.catalogue_index import ONE
from builder.points.rules.results import ItemNumber, Line


class ItemNumbers(Sequence[ItemNumber]):
    """The calculated numbers of all items of a profile. They are calculated at first use."""

    __slots__ = ("_cached", "_context", "_system")

    def __init__(self, context: ProfileContext, system: System) -> None:
        self._context = context
        self._system = system
        self._cached: tuple[ItemNumber, ...] | None = None

    @property
    def _numbers(self) -> tuple[ItemNumber, ...]:
        if self._cached is None:
            self._cached = item_numbers(self._context, self._system)
        return self._cached

    @overload
    def __getitem__(self, index: int) -> ItemNumber: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[ItemNumber, ...]: ...
    def __getitem__(self, index: int | slice) -> ItemNumber | tuple[ItemNumber, ...]:
        """Return the number at an index, or the numbers of a slice."""
        return self._numbers[index]

    def __len__(self) -> int:
        """Return how many numbers there are."""
        return len(self._numbers)

    def __eq__(self, other: object) -> bool:
        """Return whether another sequence contains the same numbers."""
        return isinstance(other, Sequence) and self._numbers == tuple(other)

    def __hash__(self) -> int:
        """Return the hash of the numbers."""
        return hash(self._numbers)


def item_numbers(context: ProfileContext, system: System) -> tuple[ItemNumber, ...]:
    """Return the calculated numbers of all items of a profile, once for an entry that a place has twice."""
    numbers: dict[tuple[str, str, str], ItemNumber] = {}
    for item in context.items:
        for number in numbers_of_item(context, system, item):
            numbers.setdefault((item.where, item.entry.code, number.column), number)
    return tuple(numbers.values())


def numbers_of_item(context: ProfileContext, system: System, item: Item) -> Iterator[ItemNumber]:
    """Yield the calculated numbers of one item of a profile."""
    derivation = system.item_derivations.get(item.entry.group)
    for column, added_lines in derivation(context, item.entry, item.pick) if derivation else ():
        if lines := _number_lines(context, item, column, added_lines):
            number = sum(line.points or 0 for line in lines)
            yield ItemNumber(item.where, item.entry.code, column, number, lines)


def _number_lines(
    context: ProfileContext, item: Item, column: str, added_lines: Iterable[Line]
) -> tuple[Line, ...]:
    """Return the lines of an item's number in a column: the printed number, then ``added_lines``."""
    entry, printed = item.entry, item.entry.stats.get(column, "")
    lines = tuple(added_lines)
    if printed:
        number = int(printed)
        groups = context.catalogue_index.catalogue.groups
        group = next(group for group in groups if group.code == entry.group)
        name = next(each.name for each in (*group.columns, *group.worked_out) if each.code == column)
        first = Line(
            entry.code, entry.name, number, ONE, number, entry.page, name, column, item.where, entry.place
        )
        lines = (first, *lines)
    return lines
