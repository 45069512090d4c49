"""An index of a catalogue for fast look-ups by code, and a cache of receipt lines that many profiles share.

``index_of`` returns the index of a catalogue.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import TypeVar

from builder.points.rules.catalogue import (
    Attribute,
    Catalogue,
    Constraint,
    CostTable,
    DesignPart,
    Multiplier,
    PickSlot,
    Property,
    Value,
    WeaponSlot,
)
from builder.points.rules.results import Line

ONE = Fraction(1)
KIND = "kind"
"""The attribute that says which kind a profile is."""

Part = TypeVar("Part", Attribute, WeaponSlot, PickSlot)


def round_up(value: Fraction | int) -> int:
    """Return a price rounded up to an integer (Unbridled Fury, page 8)."""
    return -(-value.numerator // value.denominator)


def applies_to_value(constraint: Constraint, value: int | str) -> bool:
    """Return whether an attribute's constraint applies to a value of the attribute."""
    if isinstance(value, str):
        return not constraint.options or value in constraint.options
    return value in constraint.values if constraint.values else value > 0 or constraint.kind == "band"


class CatalogueIndex:
    """The parts of a catalogue by code, and a cache of receipt lines that many profiles share.

    ``kind`` is the code of the kind of profile that the index is for, or empty. ``other_parts`` are the parts
    that profiles of this kind don't have. ``entries`` are by group and code. In ``free_groups``, every entry
    costs 0 points. ``factor_attributes`` are the attributes that select the factor of an attribute's cost, or
    empty strings. ``receipt_sections`` are the name of each group and the code of its section. ``prefixes``
    are those of the slots for several picks, by group.
    """

    __slots__ = (
        "_cannot_fail",
        "_known_prices",
        "_names",
        "_pages",
        "_places",
        "_views",
        "attributes",
        "catalogue",
        "columns",
        "entries",
        "factor_attributes",
        "free_groups",
        "kind",
        "line_cache",
        "multipliers",
        "numbers",
        "other_parts",
        "parts",
        "pick_slots",
        "prefixes",
        "priced_attributes",
        "receipt_sections",
        "tables",
        "values",
        "weapon_slots",
    )

    def __init__(
        self, catalogue: Catalogue, kind: str = "", other_parts: tuple[DesignPart, ...] = ()
    ) -> None:
        self.catalogue = catalogue
        self.kind = kind
        self.other_parts = other_parts
        self.attributes: Mapping[str, Attribute] = {a.code: a for a in catalogue.attributes}
        self.tables: Mapping[str, CostTable] = {t.code: t for t in catalogue.cost_tables}
        self.multipliers: Mapping[str, Multiplier] = {m.code: m for m in catalogue.multipliers}
        self.weapon_slots: Mapping[str, WeaponSlot] = {s.code: s for s in catalogue.weapon_slots}
        self.pick_slots: Mapping[str, PickSlot] = {s.code: s for s in catalogue.pick_slots}
        self.parts: Mapping[str, DesignPart] = {**self.attributes, **self.weapon_slots, **self.pick_slots}
        self.entries: dict[str, dict[str, Property]] = {group.code: {} for group in catalogue.groups}
        for entry in catalogue.entries():
            self.entries[entry.group][entry.code] = entry
        self.columns = {group.code: group.columns for group in catalogue.groups}
        self.free_groups = frozenset(
            group
            for group, entries_by_code in self.entries.items()
            if all(entry.cost.kind == "fixed" and not entry.cost.points for entry in entries_by_code.values())
        )
        self.prefixes = {slot.group: slot.prefix for slot in catalogue.pick_slots if slot.many}
        self._names = self._names_of_codes()
        self._pages = {rule.code: rule.pages for rule in catalogue.rules if rule.pages}
        self.priced_attributes = tuple(a for a in catalogue.attributes if a.table or a.table_by or a.entered)
        self.factor_attributes = {
            a.code: self.multipliers[a.multiplier].by if a.multiplier else "" for a in catalogue.attributes
        }
        self.numbers = catalogue.numbers
        self._known_prices: dict[tuple[object, ...], bool] = {}
        self._cannot_fail: set[tuple[object, ...]] = set()
        self.values: Mapping[str, Value] = {value.code: value for value in catalogue.values}
        self._places = {rule.code: rule.place for rule in catalogue.rules if rule.place}
        self._views: dict[str, CatalogueIndex] = {}
        self.receipt_sections = {group.code: (group.name, group.receipt) for group in catalogue.groups}
        self.line_cache: dict[tuple[object, ...], Line] = {}

    def for_kind(self, values: Mapping[str, int | str]) -> "CatalogueIndex":
        """Return the index for a profile's kind, given its values; in games without kinds, this index."""
        if not self.catalogue.kinds:
            return self
        kind = self.catalogue.kind(values.get(KIND))
        code = kind.code if kind else ""
        if code not in self._views:
            view = kind_view(self.catalogue, code)
            parts: tuple[DesignPart, ...] = (*view.attributes, *view.weapon_slots, *view.pick_slots)
            own = {part.code for part in parts}
            other_parts = tuple(part for part in self.parts.values() if part.code not in own)
            self._views[code] = CatalogueIndex(view, code, other_parts)
        return self._views[code]

    def place_of(self, rule: str) -> str:
        """Return a rule's place in a book without pages, or an empty string if it has none."""
        return self._places.get(rule, "")

    def name_of(self, code: str) -> str:
        """Return the short name of an entry by its code in constraints."""
        return self._names[code]

    def _names_of_codes(self) -> dict[str, str]:
        """Return the names of entries by their codes in constraints, which begin with the prefix of the slot.

        If entries have the same code, those in slots for several picks come before properties of weapons.
        """
        weapons = {slot.group: "" for slot in self.catalogue.weapon_slots}
        other_groups = {
            group: "" for group in self.entries if group not in weapons and group not in self.prefixes
        }
        return {
            prefix + code: entry.short_name
            for group, prefix in {**other_groups, **weapons, **self.prefixes}.items()
            for code, entry in self.entries[group].items()
        }

    def page_of(self, rule: str, *pages: int) -> int:
        """Return the page that a finding about a rule cites.

        It is the first of ``pages`` that is also a page of the rule, else the rule's first page, else the
        first of ``pages``, else 0.
        """
        of_rule = self._pages.get(rule, ())
        return next((page for page in pages if page in of_rule), next(iter((*of_rule, *pages)), 0))

    def table_of(self, attribute: Attribute, values: Mapping[str, int | str]) -> CostTable | None:
        """Return an attribute's cost table, or None if it has none or depends on a value that is blank."""
        if attribute.table_by:
            chosen = values.get(attribute.table_by)
            return self.tables[attribute.tables[str(chosen)]] if chosen in attribute.tables else None
        return self.tables[attribute.table] if attribute.table else None

    def factor_of(self, attribute: Attribute, values: Mapping[str, int | str]) -> Fraction | None:
        """Return the factor of an attribute's cost, which another attribute's value selects.

        Return None if there is no factor for this value, and 1 if the attribute's cost is not multiplied.
        """
        if not attribute.multiplier:
            return ONE
        multiplier = self.multipliers[attribute.multiplier]
        chooser = self.attributes[multiplier.by]
        return multiplier.factors.get(str(values.get(multiplier.by, chooser.default)))

    def offered_numbers(self, attribute: Attribute, values: Mapping[str, int | str]) -> tuple[int, ...]:
        """Return the ascending numbers that forms offer for an attribute; with a price, if it is priced."""
        table = self.table_of(attribute, values)
        keys = table.costs if table else self._factors_chosen_by(attribute)
        if keys is None:
            return tuple(range(attribute.low, attribute.high + 1))
        return tuple(sorted(int(key) for key in keys if attribute.low <= int(key) <= attribute.high))

    def has_price(self, attribute: Attribute, values: Mapping[str, int | str]) -> bool:
        """Return whether an attribute's value is blank, has a price, or needs none."""
        value = values.get(attribute.code, attribute.default)
        key = (attribute.code, value, values.get(attribute.table_by))
        is_priced = self._known_prices.get(key)
        if is_priced is None:
            is_priced = self._is_priced(attribute, value, values)
            if is_priced:
                self._known_prices[key] = is_priced
        return is_priced

    def cannot_fail(self, attribute: Attribute, values: Mapping[str, int | str]) -> bool:
        """Return whether an attribute's value can't cause a finding.

        A blank value must be allowed, another must have a price and no constraint of the attribute.
        """
        value = values.get(attribute.code)
        key = (attribute.code, value, values.get(attribute.table_by))
        if key in self._cannot_fail:
            return True
        if value is None:
            safe = not attribute.required_rule
        else:
            is_constrained = any(applies_to_value(c, value) for c in attribute.constraints)
            safe = self.has_price(attribute, values) and not is_constrained
        if safe:
            self._cannot_fail.add(key)
        return safe

    def _is_priced(
        self, attribute: Attribute, value: int | str | None, values: Mapping[str, int | str]
    ) -> bool:
        if value is None:
            return True
        if attribute.entered:
            return isinstance(value, int) and attribute.low <= value <= attribute.high
        table = self.table_of(attribute, values)
        keys = table.costs if table else self._factors_chosen_by(attribute)
        return keys is None or str(value) in keys

    def _factors_chosen_by(self, attribute: Attribute) -> Mapping[str, object] | None:
        """Return the factors that the value of an attribute selects, or None if it selects no factors."""
        return next((m.factors for m in self.multipliers.values() if m.by == attribute.code), None)


@lru_cache(maxsize=128)
def kind_view(catalogue: Catalogue, code: str) -> Catalogue:
    """Return a copy of a catalogue for one kind of profile.

    It contains only the attributes, slots, values, columns and sections of this kind, and no kinds.
    """
    kind = catalogue.kind(code)
    parts: set[str] = {KIND, *kind.parts} if kind and kind.parts else set()

    def of_kind(all_parts: Iterable[Part]) -> tuple[Part, ...]:
        return tuple(part for part in all_parts if not parts or part.code in parts)

    attributes, weapon_slots = of_kind(catalogue.attributes), of_kind(catalogue.weapon_slots)
    pick_slots = of_kind(catalogue.pick_slots)
    values = tuple(value for value in catalogue.values if not value.kinds or code in value.kinds)
    parts_of_kind: tuple[DesignPart, ...] = (*attributes, *weapon_slots, *pick_slots)
    codes = {*(part.code for part in parts_of_kind), *(value.code for value in values)}
    sections = (
        replace(section, fields=tuple(field for field in section.fields if field in codes))
        for section in catalogue.sections
    )
    columns = (
        replace(column, of=tuple(part for part in column.of if part in codes), kinds=())
        for column in catalogue.sheet
        if not column.kinds or code in column.kinds
    )
    return replace(
        catalogue,
        attributes=attributes,
        weapon_slots=weapon_slots,
        pick_slots=pick_slots,
        values=values,
        sections=tuple(section for section in sections if section.fields),
        sheet=tuple(column for column in columns if column.of),
        kinds=(),
    )


@lru_cache(maxsize=32)
def index_of(catalogue: Catalogue) -> CatalogueIndex:
    """Return the cached index of a catalogue."""
    return CatalogueIndex(catalogue)
