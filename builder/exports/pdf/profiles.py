"""The data of a profile on a paper: stat line, weapons, traits, notes and errors, ready to typeset.

Traits are the attributes and picks that are printed below the stat line.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from builder.exports.pdf.budget import SHORTENED
from builder.exports.pdf.payload import (
    BlankFormData,
    Block,
    ColumnData,
    CommonProfileData,
    FindingData,
    PriceData,
    ProfileData,
    TraitData,
    WeaponData,
)
from builder.exports.pdf.text import breakable, clean, printable_line, shorten, with_minus_signs
from builder.points.document.items import INCLUDED
from builder.points.document.play import PlaySheet
from builder.points.pricing.prices import further_prices
from builder.points.pricing.texts import points_text, total_text
from builder.points.rules.catalogue import Attribute, Catalogue
from builder.points.rules.catalogue_index import KIND, index_of
from builder.points.rules.names import profile_name
from builder.points.rules.numbers import number_text
from builder.points.rules.results import Finding, PriceTotal, Total
from builder.points.rules.wording import finding_place, missing_price_text, no_price_yet, with_capital
from builder.points.sheets.items import SheetItem
from builder.points.sheets.profile import ProfileSheet, StatCell, attributes_outside, slots_outside
from builder.points.sheets.roster import ListSheet

MAX_WORD = 30
_MAX_LABEL_LENGTH = 2_000
_MAX_CELL_LENGTH = 240  # only weapons are longer, and they are printed in full below the stat line
# The maximum widths of words in a cell: numbers, other words, and words in the cell of a weapon. Wider words
# may be broken.
_MAX_DIGITS, _MAX_CELL_WORD, _MAX_WIDE_CELL_WORD = 5, 16, 8
_MAX_NAME_LENGTH = 60
_MAX_UNBROKEN_LETTERS = 900
_MAX_UNBROKEN_PICKS = 45


@dataclass(frozen=True, slots=True)
class PrintContext:
    """The list and the options that all profiles of one paper share.

    ``notes_by_key`` has only the notes that fit on the paper. Words wider than ``max_word`` letters may be
    broken. If ``numbers_after_names`` is false, the paper prints the numbers of picks elsewhere.
    """

    sheet: ListSheet
    shows_points: bool = True
    notes_by_key: Mapping[str, Sequence[Block]] = field(default_factory=dict)
    max_word: int = MAX_WORD
    numbers_after_names: bool = True

    @property
    def catalogue(self) -> Catalogue:
        """The edition of the list."""
        return self.sheet.catalogue

    @property
    def play_sheet(self) -> PlaySheet:
        """The play sheet of the edition."""
        return self.sheet.play_sheet

    def name(self, sheet: ProfileSheet) -> str:
        """Return the name of a profile as it is printed."""
        return printable_line(sheet.name, self.max_word)

    def price(self, points: int | None) -> str:
        """Return points as they are printed, or an empty string if points are hidden."""
        return points_text(points) if self.shows_points else ""

    def total(self, total: Total | None) -> str:
        """Return a total as it is printed, or an empty string if points are hidden."""
        return total_text(total) if self.shows_points else ""


def profile_data(context: PrintContext, sheet: ProfileSheet) -> ProfileData:
    """Return the data of a profile of a list."""
    findings = [(finding.level, printed_finding(context, finding)) for finding in sheet.appraisal.findings]
    weapons: list[WeaponData] = [
        {
            "name": printable_line(weapon.name, context.max_word),
            "codes": weapon.text,
            "points": context.price(weapon.points) if weapon.is_priced else "",
        }
        for weapon in sheet.own_weapons
    ]
    return {
        **common_profile_data(context, sheet),
        "weapons": weapons,
        "errors": [finding for level, finding in findings if level == "error"],
        "warnings": [finding for level, finding in findings if level == "warning"],
    }


def common_profile_data(context: PrintContext, sheet: ProfileSheet) -> CommonProfileData:
    """Return the data of a profile that all papers print."""
    profile, appraisal = sheet.profile, sheet.appraisal
    traits = list(_trait_data(context, sheet))
    columns = stat_columns(sheet.index.catalogue)
    return {
        "name": printable_line(profile_name(profile.name), context.max_word),
        "kind": sheet.kind,
        "columns": columns,
        "max": sheet.max_text,
        "points": context.total(appraisal.total) if sheet.may_cost else "",
        "prices": profile_prices(context, sheet),
        "missing_prices": _missing_prices(context.catalogue, appraisal.total) if context.shows_points else "",
        "cells": [
            _cell_data(context, cell, _MAX_WIDE_CELL_WORD if column["is_wide"] else _MAX_CELL_WORD)
            for cell, column in zip(sheet.cells, columns, strict=True)
        ],
        "traits": traits,
        "notes": context.notes_by_key.get(profile.key, ()),
        "shortened_note": "",
        "may_break": _is_long(sheet, traits),
    }


def narrow_cells(data: CommonProfileData) -> list[tuple[str, str]]:
    """Return the labels and values of a stat line, without the wide cells of weapons."""
    pairs = zip(data["columns"], data["cells"], strict=True)
    return [(column["label"], value) for column, (value, _) in pairs if not column["is_wide"]]


def price_line(data: CommonProfileData) -> str:
    """Return the prices of a profile, such as "9" or "9 / 11"."""
    return " / ".join(price["value"] for price in data["prices"]) or data["points"]


def _missing_prices(catalogue: Catalogue, total: Total) -> str:
    """Return a text about the missing prices of a total: "No price yet, needs the price of Imp"."""
    nothing = no_price_yet(catalogue) if total.is_unknown else ""
    return with_capital(", ".join(filter(None, (nothing, missing_price_text(total)))))


def profile_prices(context: PrintContext, sheet: ProfileSheet) -> list[PriceData]:
    """Return the prices of a profile, as ``all_prices`` does."""
    return all_prices(context, sheet.appraisal.total, sheet.price_totals(1))


def all_prices(
    context: PrintContext, main_total: Total | None, totals: Sequence[PriceTotal]
) -> list[PriceData]:
    """Return the named prices: the game's main price, then the other ``totals``.

    The list is empty if the game's prices have no names, or if points are hidden.
    """
    catalogue = context.catalogue
    if not context.shows_points or not has_price_names(catalogue):
        return []
    texts = {total.code: total.text for total in totals}  # an appraisal stored earlier may lack some prices
    other_values = (value for value in further_prices(catalogue) if value.code in texts)
    return [
        _price(catalogue.price_name, total_text(main_total), catalogue.price_estimate),
        *(_price(value.name, texts[value.code], value.estimate) for value in other_values),
    ]


def has_price_names(catalogue: Catalogue) -> bool:
    """Return whether the game has several prices, or if its price is an estimate."""
    return bool(catalogue.price_estimate) or any(value.role == "price" for value in catalogue.values)


def price_names(catalogue: Catalogue) -> list[str]:
    """Return the name of each price with its word for an estimate, or the game's unit if it has no names."""
    if not has_price_names(catalogue):
        return [with_capital(catalogue.points_unit)]
    other_prices = [(value.name, value.estimate) for value in catalogue.values if value.role == "price"]
    names_and_estimates = [
        (catalogue.price_name or catalogue.points_unit, catalogue.price_estimate),
        *other_prices,
    ]
    return [f"{name} {estimate}".strip() for name, estimate in names_and_estimates]


def _price(name: str, value: str, estimate: str) -> PriceData:
    return {"name": name, "value": value, "estimate": estimate}


def printed_finding(context: PrintContext, finding: Finding) -> FindingData:
    """Return a finding as it is printed.

    If points are hidden and the message mentions points, the title of the rule replaces the message.
    """
    message = finding.message
    if not context.shows_points and mentions_points(context.catalogue, message):
        titles = {rule.code: rule.title for rule in context.catalogue.rules}
        message = f"{titles.get(finding.code, finding.code)}."
    return {
        "label": finding.shown_level.capitalize(),
        "text": printable_line(with_minus_signs(message), context.max_word + 10),
        "page": page_reference(finding_place(context.catalogue, finding)),
    }


def mentions_points(catalogue: Catalogue, message: str) -> bool:
    """Return whether a message contains a number of points."""
    unit = re.escape(catalogue.points_unit.removesuffix("s"))
    return bool(re.search(rf"\d\s*{unit}", message))


def page_reference(source: str) -> str:
    """Return a reference to the rulebook in which a line can't break between "p." and the number."""
    return printable_line(source.replace("p. ", "p.\N{NO-BREAK SPACE}"))


def stat_columns(catalogue: Catalogue) -> list[ColumnData]:
    """Return the columns of the stat line. Those of weapons are wide."""
    weapons = {slot.code for slot in catalogue.weapon_slots}
    return [
        {"label": column.label, "is_wide": any(code in weapons for code in column.of)}
        for column in catalogue.sheet
    ]


def blank_forms(catalogue: Catalogue) -> list[BlankFormData]:
    """Return the blank design sheets of a game. Kinds of models with equal forms share one."""
    forms: list[BlankFormData] = []
    kinds = {kind.code: kind.name for kind in catalogue.kinds} or {"": ""}
    for code, name in kinds.items():
        view = index_of(catalogue).for_kind({KIND: code}).catalogue
        names_below_line = [part.name for part in attributes_below_line(view)] + [
            slot.name for slot in slots_outside(view)
        ]
        form: BlankFormData = {"kind": name, "columns": stat_columns(view), "fields_below": names_below_line}
        same_form = next((earlier for earlier in forms if {**earlier, "kind": name} == form), None)
        if same_form:
            same_form["kind"] += f" / {name}"
        else:
            forms.append(form)
    return forms


def _cell_data(context: PrintContext, cell: StatCell, max_word: int) -> list[str]:
    """Return the value and the points of a cell, as texts."""
    text = cell.value if len(cell.value) <= _MAX_CELL_LENGTH else f"{cell.value[:_MAX_CELL_LENGTH]}…"
    value = breakable(with_minus_signs(clean(text)), _MAX_DIGITS if text.isdigit() else max_word)
    if not context.shows_points:
        return [value, ""]
    if not cell.is_priced:
        return [value, context.price(None)]
    return [value, "" if cell.points is None else number_text(cell.points)]


def _trait_data(context: PrintContext, sheet: ProfileSheet) -> Iterator[TraitData]:
    """Yield the values of attributes and the picks of slots below the stat line."""
    for outside in sheet.outside_attributes:
        if outside.part.code == KIND:  # the kind is printed after the profile's name
            continue
        text = printable_line(outside.text, context.max_word)
        price = context.price(outside.line.points) if outside.line else ""
        if isinstance(outside.part, Attribute) and outside.part.kind == "flag":  # its name means yes
            yield {"name": "", "items": [[outside.part.name, price]]}
        else:
            yield {"name": outside.part.name, "items": [[text, price]], "shows_name": True}
    for slot, picked in sheet.slots_outside:
        items = []
        for item in picked:
            text = (item.label or item.text) + after_name(context, item)
            price = context.price(item.points) if item.is_priced else ""
            items.append([printable_line(_shortened_label(text), context.max_word), price])
        yield {"name": slot.name, "items": items}
    if sheet.included:
        texts = [item.text + after_name(context, item) + item.unused_note for item in sheet.included]
        yield {
            "name": INCLUDED,
            "items": [[printable_line(text, context.max_word), ""] for text in texts],
            "is_included": True,
        }


def after_name(context: PrintContext, item: SheetItem) -> str:
    """Return the numbers of an item, or an empty string if the paper prints them elsewhere."""
    return "" if item.pick and not context.numbers_after_names else item.numbers_after_name()


def item_name(item: SheetItem) -> str:
    """Return the name of an item as it is printed."""
    return shorten(item.printed_name, _MAX_NAME_LENGTH) + item.unused_note


def _shortened_label(label: str) -> str:
    """Return the label, cut if it is very long: it may name a hundred profiles."""
    return label if len(label) <= _MAX_LABEL_LENGTH else f"{label[:_MAX_LABEL_LENGTH]}{SHORTENED}"


def attributes_below_line(catalogue: Catalogue) -> list[Attribute]:
    """Return the attributes below the stat line, without the kind, which is printed next to the name."""
    return [attribute for attribute in attributes_outside(catalogue) if attribute.code != KIND]


def _is_long(sheet: ProfileSheet, traits: Sequence[TraitData]) -> bool:
    """Return whether a profile may be longer than half a page."""
    picks = sum(len(trait["items"]) for trait in traits) + 2 * len(sheet.own_weapons)
    findings = sheet.appraisal.findings
    finding_length = sum(len(finding.message) for finding in findings if finding.level != "note")
    notes_length = len(sheet.profile.notes) + 60 * sheet.profile.notes.count("\n")
    return notes_length + finding_length > _MAX_UNBROKEN_LETTERS or picks > _MAX_UNBROKEN_PICKS
