"""A profile as the data of a paper: stat line, weapons, traits, notes and errors, as texts ready to set."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from builder.exports.pdf.budget import SHORTENED
from builder.exports.pdf.markdown import Block
from builder.exports.pdf.text import breakable, clean, line, minus
from builder.points.book import open_book
from builder.points.catalogue import Catalogue, PickSlot, WeaponSlot
from builder.points.design import Weapon
from builder.points.document import Document, Profile
from builder.points.results import Appraisal, Finding, Line, ProfileAppraisal
from builder.points.sheet import Cell, number, points_text, profile_name, stat_line, weapon_text

Data = dict[str, Any]
WORD = 30
_LONGEST_LABEL = 2_000
_LONGEST_CELL = 240  # letters; weapons are told again below the stat line
_CELL = 5
_WIDE_CELL = 8
_LONG_NOTES = 900
_LONG_TRAITS = 45


@dataclass(frozen=True, slots=True)
class Sheet:
    """What every profile of one paper is set with; words wider than ``word`` letters may be broken.

    ``notes`` are those of the profiles by their keys, as much of them as the paper holds.
    """

    document: Document
    catalogue: Catalogue
    appraisal: Appraisal
    points: bool = True
    notes: Mapping[str, Sequence[Block]] = field(default_factory=dict)
    word: int = WORD

    def names(self) -> Mapping[str, str]:
        """The names of the list's profiles by key, as they are printed."""
        return {p.key: line(profile_name(p.name), self.word) for p in self.document.profiles}

    def price(self, points: int | None) -> str:
        """Points as they are printed; nothing where points are hidden."""
        return points_text(points) if self.points else ""


def profile_data(sheet: Sheet, profile: Profile, appraisal: ProfileAppraisal) -> Data:
    """Everything about a profile that papers show; prices are "" where points are hidden."""
    lines = {line_.where: line_ for line_ in appraisal.lines}
    weapons = list(_weapons(sheet, profile, appraisal.lines))
    traits = list(_traits(sheet, profile, lines))
    return {
        "name": line(profile_name(profile.name), sheet.word),
        "max": "" if profile.max is None else f"Max {profile.max}",
        "points": sheet.price(appraisal.points),
        "cells": [_cell(sheet, cell) for cell in stat_line(sheet.catalogue, profile, appraisal)],
        "weapons": weapons,
        "traits": traits,
        "notes": sheet.notes.get(profile.key, ()),
        "errors": [remark(sheet, finding) for finding in appraisal.findings if finding.level == "error"],
        "warnings": [remark(sheet, finding) for finding in appraisal.findings if finding.level == "warning"],
        "shortened": "",
        "long": _is_long(profile, weapons, traits, appraisal.findings),
    }


def remark(sheet: Sheet, finding: Finding) -> Data:
    """A finding as it is printed: its message and its page; the rule's title where it would tell points."""
    message = finding.message
    if not sheet.points and tells_points(sheet.catalogue, message):
        titles = {rule.code: rule.title for rule in sheet.catalogue.rules}
        message = f"{titles.get(finding.code, finding.code)}."
    return {"text": line(minus(message), sheet.word + 10), "page": page(finding.page)}


def tells_points(catalogue: Catalogue, message: str) -> bool:
    """Whether a message names a number of points."""
    unit = re.escape(catalogue.points_unit.removesuffix("s"))
    return bool(re.search(rf"\d\s*{unit}", message))


def page(number_: int) -> str:
    """A page of the book; nothing where none is recorded."""
    return f"p.\N{NO-BREAK SPACE}{number_}" if number_ else ""


def columns(catalogue: Catalogue) -> list[Data]:
    """The columns of the stat line: heading, and whether it is a wide one."""
    weapons = {slot.code for slot in catalogue.weapon_slots}
    return [
        {"label": column.label, "wide": any(code in weapons for code in column.of)}
        for column in catalogue.sheet
    ]


def _cell(sheet: Sheet, cell: Cell) -> list[str]:
    text = cell.value if len(cell.value) <= _LONGEST_CELL else f"{cell.value[:_LONGEST_CELL]}…"
    value = breakable(clean(text), _WIDE_CELL if cell.wide else _CELL)
    if not sheet.points:
        return [value, ""]
    return [
        value,
        sheet.price(None) if not cell.priced else "" if cell.points is None else number(cell.points),
    ]


def _weapons(sheet: Sheet, profile: Profile, lines: Sequence[Line]) -> Iterator[Data]:
    """Weapons with a name or anything beyond what every model has."""
    for slot in sheet.catalogue.weapon_slots:
        paid_at: dict[str, list[int | None]] = {}
        for line_ in lines:
            if line_.where.startswith(slot.at) and "." in line_.where:
                paid_at.setdefault(line_.where[len(slot.at) :].partition(".")[0], []).append(line_.points)
        for index, weapon in enumerate(profile.design.weapons.get(slot.code, ())):
            if is_default(slot, weapon):
                continue
            paid = paid_at.get(f"[{index}]" if slot.many else "", [])
            points = None if None in paid else sum(value for value in paid if value is not None)
            yield {
                "name": line(weapon.name or slot.noun.capitalize(), sheet.word),
                "code": weapon_text(sheet.catalogue, slot, weapon),
                "points": sheet.price(points) if paid else "",
            }


def is_default(slot: WeaponSlot, weapon: Weapon) -> bool:
    """Whether a weapon is only what every model has, and has no name."""
    return not weapon.name and not weapon.fields and set(weapon.properties) <= set(slot.default)


def _traits(sheet: Sheet, profile: Profile, lines: Mapping[str, Line]) -> Iterator[Data]:
    book = open_book(sheet.catalogue)
    for slot in slots_beside(sheet.catalogue):
        items = []
        for index, pick in enumerate(profile.design.picks.get(slot.code, ())):
            where = f"{slot.at}[{index}]" if slot.many else slot.at
            found = lines.get(where)
            text = found.label if found else book.entries[slot.group][pick.code].name
            items.append([line(_bounded(text), sheet.word), sheet.price(found.points) if found else ""])
        if items:
            yield {"name": slot.name, "items": items}


def _bounded(label: str) -> str:
    """A label, which may name a hundred profiles."""
    return label if len(label) <= _LONGEST_LABEL else f"{label[:_LONGEST_LABEL]}{SHORTENED}"


def slots_beside(catalogue: Catalogue) -> list[PickSlot]:
    """The slots that no column of the stat line shows."""
    shown = {code for column in catalogue.sheet for code in column.of}
    return [slot for slot in catalogue.pick_slots if slot.code not in shown]


def _is_long(
    profile: Profile, weapons: Sequence[Data], traits: Sequence[Data], findings: Sequence[Finding]
) -> bool:
    """Whether a profile may take more than half a page, and so may be parted."""
    picks = sum(len(trait["items"]) for trait in traits) + 2 * len(weapons)
    said = sum(len(finding.message) for finding in findings if finding.level != "note")
    notes = len(profile.notes) + 60 * profile.notes.count("\n")
    return notes + said > _LONG_NOTES or picks > _LONG_TRAITS
