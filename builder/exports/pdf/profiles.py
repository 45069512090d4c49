"""A profile as the data of a paper: stat line, weapons, traits, notes and errors, as texts ready to set."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from builder.catalogue.play import play_sheet
from builder.exports.pdf.budget import SHORTENED
from builder.exports.pdf.markdown import Block
from builder.exports.pdf.text import breakable, clean, printable_line, shorten, with_minus_signs
from builder.points.document.design import Weapon
from builder.points.document.document import Document, Profile
from builder.points.document.items import INCLUDED, Item, items_of
from builder.points.pricing.prices import further_values, price_totals
from builder.points.pricing.pricing import pick_text
from builder.points.pricing.stat_line import (
    StatCell,
    attribute_text,
    attributes_outside,
    may_cost,
    numbers_beside,
    points_text,
    slots_outside,
    stat_line,
    total_text,
    weapon_text,
)
from builder.points.rules.catalogue import Attribute, Catalogue, WeaponSlot
from builder.points.rules.catalogue_index import KIND, CatalogueIndex, index_of
from builder.points.rules.names import profile_name
from builder.points.rules.numbers import number_text
from builder.points.rules.results import Appraisal, Finding, Line, ProfileAppraisal, RosterAppraisal, Total
from builder.points.rules.wording import finding_place, waiting, with_capital

JsonData = dict[str, Any]
MAX_WORD = 30
_LONGEST_LABEL = 2_000
_LONGEST_CELL = 240  # letters; weapons are shown in full below the stat line
_CELL = 5
_TEXT_CELL = 16
_WIDE_CELL = 8
_LONGEST_NAME = 60
_LONG_NOTES = 900
_LONG_TRAITS = 45


@dataclass(frozen=True, slots=True)
class PrintContext:
    """What all profiles of one paper have in common; words wider than ``word`` letters may be broken.

    ``notes`` are the profiles' by their keys, as much of them as the paper holds. With ``beside`` the
    numbers of what is picked stand behind its name.
    """

    document: Document
    catalogue: Catalogue
    appraisal: Appraisal
    points: bool = True
    notes: Mapping[str, Sequence[Block]] = field(default_factory=dict)
    word: int = MAX_WORD
    beside: bool = True

    def names(self) -> Mapping[str, str]:
        """The names of the list's profiles by key, as they are printed."""
        names = self.document.profile_names()
        return {key: printable_line(name, self.word) for key, name in names.items()}

    def index(self, profile: Profile) -> CatalogueIndex:
        """The index of the catalogue as the profile's kind has it."""
        return index_of(self.catalogue).for_kind(profile.design.values)

    def view(self, profile: Profile) -> Catalogue:
        """The catalogue as the profile's kind has it."""
        return self.index(profile).catalogue

    def price(self, points: int | None) -> str:
        """Points as they are printed; nothing where points are hidden."""
        return points_text(points) if self.points else ""

    def total(self, total: Total | None) -> str:
        """A total as it is printed; nothing where points are hidden."""
        return total_text(total) if self.points else ""


def profile_data(context: PrintContext, profile: Profile, appraisal: ProfileAppraisal) -> JsonData:
    """Everything about a profile that papers show; prices are "" where points are hidden."""
    lines = {line_.where: line_ for line_ in appraisal.lines}
    weapons = list(_weapon_data(context, profile, appraisal.lines))
    traits = list(_trait_data(context, profile, appraisal, lines))
    columns = stat_columns(context.view(profile))
    return {
        "name": printable_line(profile_name(profile.name), context.word),
        "kind": kind_name(context.catalogue, profile),
        "columns": columns,
        "max": "" if profile.max is None else f"Max {profile.max}",
        "points": context.total(appraisal.total) if may_cost(context.catalogue, profile, appraisal) else "",
        "prices": profile_prices(context, appraisal),
        "waits": with_capital(waiting(appraisal.total)) if context.points else "",
        "cells": [
            _cell_data(context, cell, _WIDE_CELL if column["wide"] else _TEXT_CELL)
            for cell, column in zip(stat_line(context.catalogue, profile, appraisal), columns, strict=True)
        ],
        "weapons": weapons,
        "traits": traits,
        "notes": context.notes.get(profile.key, ()),
        "errors": [
            printed_finding(context, finding) for finding in appraisal.findings if finding.level == "error"
        ],
        "warnings": [
            printed_finding(context, finding) for finding in appraisal.findings if finding.level == "warning"
        ],
        "shortened": "",
        "long": _is_long(profile, weapons, traits, appraisal.findings),
    }


def profile_prices(context: PrintContext, appraisal: ProfileAppraisal) -> list[JsonData]:
    """What a profile costs by each reckoning; nothing where there is one alone, or points are hidden."""
    return all_prices(context, appraisal.total, [(appraisal, 1)])


def all_prices(
    context: PrintContext, first: Total | None, members: Sequence[tuple[ProfileAppraisal, int]]
) -> list[JsonData]:
    """What so many of these profiles cost by each reckoning, the ``first`` of which is told."""
    catalogue = context.catalogue
    if not context.points or not has_prices(catalogue):
        return []
    further = further_values(catalogue)
    totals = price_totals(catalogue, [(one.worked_out, count) for one, count in members])
    return [
        _price(catalogue.price_name, total_text(first), catalogue.price_estimate),
        *(
            _price(value.name, total.text, value.estimate)
            for value, total in zip(further, totals, strict=True)
        ),
    ]


def fielded_prices(context: PrintContext, found: RosterAppraisal) -> list[tuple[ProfileAppraisal, int]]:
    """The profiles whose prices make up a roster's, each with how many of it there are."""
    known = context.appraisal.profiles_by_key()
    return [(known[one.profile], one.count) for one in found.fielded_members() if one.profile in known]


def has_prices(catalogue: Catalogue) -> bool:
    """Whether the game has more than one price, or says how rough its only one is."""
    return bool(catalogue.price_estimate) or any(value.role == "price" for value in catalogue.values)


def price_names(catalogue: Catalogue) -> list[str]:
    """What each price is called, with its estimate; the game's own unit where there is one alone."""
    if not has_prices(catalogue):
        return [f"{catalogue.points_unit[:1].upper()}{catalogue.points_unit[1:]}"]
    further = [(value.name, value.estimate) for value in catalogue.values if value.role == "price"]
    named = [(catalogue.price_name or catalogue.points_unit, catalogue.price_estimate), *further]
    return [f"{name} {estimate}".strip() for name, estimate in named]


def _price(name: str, value: str, estimate: str) -> JsonData:
    return {"name": name, "value": value, "estimate": estimate}


def printed_finding(context: PrintContext, finding: Finding) -> JsonData:
    """A finding as it is printed: message and page; the rule's title where hidden points would show."""
    message = finding.message
    if not context.points and mentions_points(context.catalogue, message):
        titles = {rule.code: rule.title for rule in context.catalogue.rules}
        message = f"{titles.get(finding.code, finding.code)}."
    return {
        "word": finding.shown.capitalize(),
        "text": printable_line(with_minus_signs(message), context.word + 10),
        "page": page_reference(finding_place(context.catalogue, finding)),
    }


def mentions_points(catalogue: Catalogue, message: str) -> bool:
    """Whether a message names a number of points."""
    unit = re.escape(catalogue.points_unit.removesuffix("s"))
    return bool(re.search(rf"\d\s*{unit}", message))


def page_reference(source: str) -> str:
    """A reference to a page of the book, or to a place in one without pages, on one line."""
    return printable_line(source.replace("p. ", "p.\N{NO-BREAK SPACE}"))


def kind_name(catalogue: Catalogue, profile: Profile) -> str:
    """What kind a profile is; "" where the system has no kinds."""
    kind = catalogue.kind(profile.design.values.get(KIND))
    return kind.name if kind else ""


def stat_columns(catalogue: Catalogue) -> list[JsonData]:
    """The columns of the stat line: heading, and whether it is a wide one."""
    weapons = {slot.code for slot in catalogue.weapon_slots}
    return [
        {"label": column.label, "wide": any(code in weapons for code in column.of)}
        for column in catalogue.sheet
    ]


def blank_forms(catalogue: Catalogue) -> list[JsonData]:
    """The blank profiles that a game has: of each kind, but one of kinds that have all the same.

    "beside" is what a form leaves room for below its boxes.
    """
    forms: list[JsonData] = []
    kinds = {kind.code: kind.name for kind in catalogue.kinds} or {"": ""}
    for code, name in kinds.items():
        view = index_of(catalogue).for_kind({KIND: code}).catalogue
        beside = [part.name for part in told_attributes(view)] + [slot.name for slot in slots_outside(view)]
        form = {"kind": name, "columns": stat_columns(view), "beside": beside}
        same = next((one for one in forms if {**one, "kind": name} == form), None)
        if same:
            same["kind"] += f" / {name}"
        else:
            forms.append(form)
    return forms


def _cell_data(context: PrintContext, cell: StatCell, word: int) -> list[str]:
    text = cell.value if len(cell.value) <= _LONGEST_CELL else f"{cell.value[:_LONGEST_CELL]}…"
    value = breakable(with_minus_signs(clean(text)), _CELL if text.isdigit() else word)
    if not context.points:
        return [value, ""]
    return [
        value,
        context.price(None) if not cell.priced else "" if cell.points is None else number_text(cell.points),
    ]


def _weapon_data(context: PrintContext, profile: Profile, lines: Sequence[Line]) -> Iterator[JsonData]:
    """Weapons with a name or anything beyond what every model has."""
    for slot in context.view(profile).weapon_slots:
        paid_at: dict[str, list[int | None]] = {}
        for line_ in lines:
            if line_.where.startswith(slot.at) and "." in line_.where:
                paid_at.setdefault(line_.where[len(slot.at) :].partition(".")[0], []).append(line_.points)
        for index, weapon in enumerate(profile.design.weapons.get(slot.code, ())):
            if is_default_weapon(slot, weapon):
                continue
            paid = paid_at.get(f"[{index}]" if slot.many else "", [])
            points = None if None in paid else sum(value for value in paid if value is not None)
            yield {
                "name": printable_line(weapon.name or slot.noun.capitalize(), context.word),
                "code": weapon_text(context.catalogue, slot, weapon),
                "points": context.price(points) if paid else "",
            }


def is_default_weapon(slot: WeaponSlot, weapon: Weapon) -> bool:
    """Whether a weapon is only what every model has, and has no name."""
    return not weapon.name and not weapon.fields and set(weapon.properties) <= set(slot.default)


def _trait_data(
    context: PrintContext, profile: Profile, appraisal: ProfileAppraisal, lines: Mapping[str, Line]
) -> Iterator[JsonData]:
    catalogue_index, names = context.index(profile), context.document.profile_names()
    for attribute in told_attributes(catalogue_index.catalogue):
        if attribute.code in profile.design.values:
            paid = lines.get(attribute.at)
            text = printable_line(attribute_text(context.catalogue, attribute, profile), context.word)
            price = context.price(paid.points) if paid else ""
            if attribute.kind == "flag":  # a yes is said by what it is called alone
                yield {"name": "", "items": [[attribute.name, price]]}
            else:
                yield {"name": attribute.name, "items": [[text, price]], "named": True}
    for slot in slots_outside(catalogue_index.catalogue):
        items = []
        for index, pick in enumerate(profile.design.picks.get(slot.code, ())):
            found, entry = lines.get(slot.place(index)), catalogue_index.entries[slot.group][pick.code]
            text = found.label if found else pick_text(entry, pick, names)
            text += beside_text(context, Item(slot.place(index), entry, pick), appraisal)
            items.append(
                [
                    printable_line(_shortened_label(text), context.word),
                    context.price(found.points)
                    if found and slot.group not in catalogue_index.free_groups
                    else "",
                ]
            )
        if items:
            yield {"name": slot.name, "items": items}
    brought = [item for item in items_of(catalogue_index, profile.design) if item.pick is None]
    if brought:
        texts = [item.entry.name + beside_text(context, item, appraisal) + item.mark for item in brought]
        yield {
            "name": INCLUDED,
            "items": [[printable_line(text, context.word), ""] for text in texts],
            "included": True,
        }


def beside_text(context: PrintContext, item: Item, appraisal: ProfileAppraisal) -> str:
    """An item's own numbers as they stand behind its name; "" where they stand elsewhere."""
    if item.pick and not context.beside:
        return ""
    worked = appraisal.numbers_at(item.where, item.entry.code)
    patterns = play_sheet(context.catalogue).beside
    return numbers_beside(index_of(context.catalogue), patterns, item.entry, item.pick, worked)


def item_name(item: Item) -> str:
    """What an item is called: one of the players' own by the name that they gave it."""
    given = item.pick.parameters if item.pick else {}
    texts = [parameter.code for parameter in item.entry.parameters if parameter.kind == "text"]
    typed = [str(given[code]) for code in texts if given.get(code)]
    name = ", ".join(typed) if typed and item.entry.stats else item.entry.name
    return shorten(name, _LONGEST_NAME) + item.mark


def _shortened_label(label: str) -> str:
    """A label, cut where it is very long: it may name a hundred profiles."""
    return label if len(label) <= _LONGEST_LABEL else f"{label[:_LONGEST_LABEL]}{SHORTENED}"


def told_attributes(catalogue: Catalogue) -> list[Attribute]:
    """The attributes that stand below the stat line; the kind stands beside the name."""
    return [attribute for attribute in attributes_outside(catalogue) if attribute.code != KIND]


def _is_long(
    profile: Profile, weapons: Sequence[JsonData], traits: Sequence[JsonData], findings: Sequence[Finding]
) -> bool:
    """Whether a profile may take more than half a page, and so may break across pages."""
    picks = sum(len(trait["items"]) for trait in traits) + 2 * len(weapons)
    said = sum(len(finding.message) for finding in findings if finding.level != "note")
    notes = len(profile.notes) + 60 * profile.notes.count("\n")
    return notes + said > _LONG_NOTES or picks > _LONG_TRAITS
