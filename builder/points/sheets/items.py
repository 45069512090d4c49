"""The items of a profile, each with its numbers, price and meaning.

A picked item is an entry in one of the profile's slots. An included item comes with a pick, as in a kit.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from builder.points.document.design import Pick, profile_keys
from builder.points.document.items import UNUSED
from builder.points.pricing.pricing import pick_text
from builder.points.pricing.texts import NONE
from builder.points.rules.catalogue import Catalogue, ItemColumn, Parameter, Property
from builder.points.rules.catalogue_index import CatalogueIndex, index_of
from builder.points.rules.numbers import MINUS, fill_in, number_text, signed_text
from builder.points.rules.results import ItemNumber, Line
from builder.points.rules.wording import in_sentence, join_and

CalculatedNumbers = Mapping[str, ItemNumber]
"""The calculated numbers of an item, by the code of their column."""

_AS_PRINTED: CalculatedNumbers = MappingProxyType({})
_NO_PATTERNS: Mapping[str, str] = MappingProxyType({})
_BRACES = re.compile(r"{(\w+)}")


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetItem:
    """An item with its numbers and its line in the receipt.

    ``where`` is the place of the pick in the design. ``pick`` is None for an included item. ``is_used`` is
    whether the item has an effect; a pack animal, for example, only carries weapons. ``profile_names`` are
    the names of the list's profiles by key. ``number_patterns`` are the texts after an item's name by group,
    with placeholders for numbers. ``label`` is the text of the receipt's line; empty if there is no line.
    ``is_priced`` is whether there is a line and items of the group can cost points.
    """

    index: CatalogueIndex
    where: str
    entry: Property
    pick: Pick | None
    is_used: bool
    calculated_numbers: CalculatedNumbers
    profile_names: Mapping[str, str]
    number_patterns: Mapping[str, str]
    label: str = ""
    points: int | None = None
    is_priced: bool = False

    @property
    def columns(self) -> Mapping[str, ItemColumn]:
        """The columns of the item's group by code: first the printed, then the calculated columns."""
        return group_columns(self.index.catalogue, self.entry.group)

    @property
    def text(self) -> str:
        """The item as text, with its parameters."""
        return pick_text(self.entry, self.pick, self.profile_names) if self.pick else self.entry.name

    @property
    def printed_name(self) -> str:
        """The name of the item, or the name that players entered for an item that they made up."""
        parameters = self.pick.parameters if self.pick else {}
        codes = [parameter.code for parameter in self.entry.parameters if parameter.kind == "text"]
        entered = [str(parameters[code]) for code in codes if parameters.get(code)]
        return ", ".join(entered) if entered and self.entry.stats else self.entry.name

    @property
    def unused_note(self) -> str:
        """The note after the name of an item without an effect; empty for other items."""
        return "" if self.is_used else UNUSED

    @property
    def profiles(self) -> tuple[tuple[str, str], ...]:
        """The key and name of each profile that the item names."""
        if self.pick is None:
            return ()
        values = self.pick.parameters
        return tuple(
            (key, self.profile_names.get(key) or key)
            for parameter in self.entry.parameters
            if values and parameter.names_profiles
            for key in profile_keys(values.get(parameter.code))
        )

    @property
    def numbers_text(self) -> str:
        """The item's numbers in one line: "range 24″, AP 2"."""
        return numbers_text(
            self.index.columns[self.entry.group], self.entry, self.pick, self.calculated_numbers
        )

    @property
    def numbers_in_brackets(self) -> str:
        """The item's numbers in brackets, after a space: " [+1, Reach 2]". Empty if there are none."""
        columns = self.index.columns[self.entry.group]
        pairs = zip(columns, self.numbers(columns), strict=True)
        cells = [f"{column.label} {number}".strip() for column, number in pairs if number not in ("", NONE)]
        return f" [{', '.join(cells)}]" if cells else ""

    def numbers(self, columns: Iterable[ItemColumn]) -> list[str]:
        """Return the item's numbers in these columns."""
        return number_texts(columns, self.entry, self.pick, self.calculated_numbers)

    def numbers_after_name(self, *, short: bool = False) -> str:
        """Return the item's numbers, filled into the pattern of its group: " 14/0", " (range 24″)".

        Parts of the pattern between commas are left out if the item doesn't have their numbers. A ``short``
        text contains no patterns with words.
        """
        pattern = self.number_patterns.get(self.entry.group, "")
        has_words = any(letter.isalpha() for letter in _BRACES.sub("", pattern))
        if not pattern or (short and has_words):
            return ""
        columns = self.index.columns[self.entry.group]
        pairs = zip(columns, self.numbers(columns), strict=True)
        texts = {column.code: text for column, text in pairs if text not in ("", NONE)}
        parts = [part for part in pattern.split(", ") if texts.keys() >= set(_BRACES.findall(part))]
        text = fill_in(", ".join(parts), texts)
        return "" if not text else f" ({text})" if has_words else f" {text}"

    def meaning(self) -> str:
        """Return the item's numbers, followed by its effect."""
        return effect_text(self.index.catalogue, self.entry, self.pick, self.calculated_numbers)


def group_columns(catalogue: Catalogue, code: str) -> Mapping[str, ItemColumn]:
    """Return the columns of a group by code: first the printed, then the calculated columns."""
    group = next(group for group in catalogue.groups if group.code == code)
    return {column.code: column for column in (*group.columns, *group.worked_out)}


def number_texts(
    columns: Iterable[ItemColumn],
    entry: Property,
    pick: Pick | None = None,
    calculated_numbers: CalculatedNumbers = _AS_PRINTED,
) -> list[str]:
    """Return an entry's number in each column, with its unit; empty if it has none.

    A number that depends on a blank parameter is a dash. A blank choice is replaced by the names of its
    options: "carbine or shotgun".
    """
    parameter_texts = {
        parameter.code: value
        for parameter in entry.parameters
        if (value := _parameter_text(parameter, pick)) not in (None, "")
    }
    texts = []
    for column in columns:
        item = calculated_numbers.get(column.code)
        printed = str(item.number) if item else entry.stats.get(column.code, "")
        texts.append(_number_text(column, printed, parameter_texts))
    return texts


def _parameter_text(parameter: Parameter, pick: Pick | None) -> object:
    value = pick.parameters.get(parameter.code, parameter.default) if pick else None
    if parameter.kind != "choice":
        return value
    offered = [option.name for option in parameter.options if value in (None, option.code)]
    return join_and(map(in_sentence, offered), "or") if offered else value


def _number_text(column: ItemColumn, printed: str, parameter_texts: Mapping[str, object]) -> str:
    """Return a number with the sign and unit of its column, or a dash if a parameter of it is missing."""
    try:
        text = fill_in(printed, parameter_texts)
    except KeyError:
        return NONE
    text = MINUS + text[1:] if text.startswith("-") else text
    number = text.removeprefix(MINUS).removeprefix("+")
    if column.signed and number.isdecimal():
        text = signed_text(-int(number) if text.startswith(MINUS) else int(number))
    return f"{text}{column.unit}" if text[-1:].isdigit() else text


def effect_text(
    catalogue: Catalogue,
    entry: Property,
    pick: Pick | None = None,
    calculated_numbers: CalculatedNumbers = _AS_PRINTED,
    shown_patterns: Mapping[str, str] = _NO_PATTERNS,
) -> str:
    """Return an entry's numbers and effect: "Range 24″, AP 2. Loud and slow.".

    Numbers in the pattern of the entry's group in ``shown_patterns`` are left out.
    """
    left_out = _BRACES.findall(shown_patterns.get(entry.group, ""))
    columns = [c for c in index_of(catalogue).columns[entry.group] if c.code not in left_out]
    numbers = numbers_text(columns, entry, pick, calculated_numbers)
    return f"{numbers}. {entry.summary}" if numbers else entry.summary


def numbers_text(
    columns: Sequence[ItemColumn],
    entry: Property,
    pick: Pick | None = None,
    calculated_numbers: CalculatedNumbers = _AS_PRINTED,
) -> str:
    """Return an entry's numbers in one line, with the sums of calculated ones: "range 24″, P 12 (10 + 2)"."""
    pairs = zip(columns, number_texts(columns, entry, pick, calculated_numbers), strict=True)
    return ", ".join(
        f"{column.label} {text}{_terms_text(calculated_numbers.get(column.code))}".lstrip()
        for column, text in pairs
        if text not in ("", NONE)
    )


def _terms_text(item: ItemNumber | None) -> str:
    """Return how a calculated number of several lines is added up: " (10 + 2)"."""
    if item is None or len(item.lines) < 2:
        return ""
    first, *others = (line.points or 0 for line in item.lines)
    added = "".join(f" {MINUS if number < 0 else '+'} {abs(number)}" for number in others)
    return f" ({number_text(first)}{added})"


# ------------------------------------------------------------------ calculated numbers


class CalculatedNumber(NamedTuple):
    """A calculated number of an item, with the lines of its sum."""

    column: ItemColumn
    text: str
    lines: tuple[Line, ...]


class CalculatedItem(NamedTuple):
    """An entry at a place with its calculated numbers."""

    where: str
    entry: Property
    numbers: tuple[CalculatedNumber, ...]

    @property
    def headings(self) -> list[tuple[str, str]]:
        """Pairs of a heading and the text of its numbers: "To hit" and "Ir: 6+, Rg: 7+"."""
        headings: dict[str, list[str]] = {}
        for number in self.numbers:
            text = f"{number.column.label}: {number.text}".replace(" ", "\N{NO-BREAK SPACE}")
            headings.setdefault(number.column.heading, []).append(text)
        return [(heading, ", ".join(texts)) for heading, texts in headings.items()]

    @property
    def line(self) -> str:
        """All numbers in one line: "To hit Ir: 6+, Rg: 7+; Shots Turn: 2"."""
        return "; ".join(f"{heading} {texts}".strip() for heading, texts in self.headings)


def calculated_items(catalogue: Catalogue, items: Iterable[ItemNumber]) -> list[CalculatedItem]:
    """Return the items that have numbers in calculated columns (``worked_out``) of their groups."""
    columns, entries = _calculated_columns(catalogue), index_of(catalogue).entries
    numbers_by_item: dict[tuple[str, str, str], list[CalculatedNumber]] = {}
    for item in items:
        group, column = columns.get((item.where.partition("[")[0], item.column), ("", None))
        if column:
            number = CalculatedNumber(column, _number_text(column, str(item.number), {}), item.lines)
            numbers_by_item.setdefault((item.where, group, item.entry), []).append(number)
    return [
        CalculatedItem(where, entries[group][code], tuple(numbers))
        for (where, group, code), numbers in numbers_by_item.items()
    ]


@lru_cache(maxsize=32)
def _calculated_columns(catalogue: Catalogue) -> Mapping[tuple[str, str], tuple[str, ItemColumn]]:
    """Map each pair of a slot's place and a calculated column's code to the slot's group and the column."""
    return {
        (slot.at, column.code): (group.code, column)
        for slot in catalogue.pick_slots
        for group in catalogue.groups
        if group.code == slot.group
        for column in group.worked_out
    }
