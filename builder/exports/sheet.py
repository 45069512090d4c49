"""What is drawn on a sheet of profiles and rosters, as JSON: a program needs no catalogue beside it.

It holds the texts as pages and papers write them. What they add up from stands in the appraisal beside it.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from builder.catalogue.play import play_sheet
from builder.exports.pdf.profiles import PrintContext, is_default_weapon, kind_name
from builder.exports.pdf.rosters import (
    armour_names,
    band_names,
    carried_weapons,
    game_facts,
    picked_codes,
    piercing_cells,
    range_cells,
    weapons_used_up,
)
from builder.exports.pdf.units import ticked_picks, tracks
from builder.points.document.design import Weapon
from builder.points.document.document import Document, Profile, Roster, RosterEntry
from builder.points.document.items import INCLUDED, items_of
from builder.points.document.play import PlaySheet
from builder.points.document.units import fielded, unit_kind, unit_name
from builder.points.pricing.stat_line import (
    NONE,
    Trait,
    TraitItem,
    numbers_beside,
    stat_line,
    traits,
    weapon_text,
)
from builder.points.rules.catalogue import Catalogue, WeaponSlot
from builder.points.rules.results import Appraisal, ProfileAppraisal

Json = dict[str, Any]

_UNBROKEN = 1_000_000
"""No word is so long that a place to break it would be put in."""


class SheetWriter:
    """Writes the sheets of one document."""

    def __init__(self, document: Document, catalogue: Catalogue, appraisal: Appraisal) -> None:
        self.context = PrintContext(document, catalogue, appraisal, word=_UNBROKEN)
        self.play = play_sheet(catalogue)
        self.names = document.profile_names()
        self.profiles = document.profiles_by_key()

    def profile(self, profile: Profile, found: ProfileAppraisal) -> Json:
        """A profile: its name and kind, its stat line, all that it has, and what is ticked off."""
        catalogue = self.context.catalogue
        cells = stat_line(catalogue, profile, found)
        own = traits(catalogue, profile, self.names, found)
        return {
            "name": self.names[profile.key],
            "kind": kind_name(catalogue, profile),
            "notes": profile.notes,
            "cells": [{"code": cell.code, "label": cell.label, "text": cell.value} for cell in cells],
            "weapons": [
                _weapon(catalogue, self.play, slot, weapon)
                for slot, weapon in carried_weapons(self.context, profile)
            ],
            "traits": [_trait(trait) for trait in (*own, *self._included(profile, found))],
            "boxes": self._boxes(profile),
        }

    def _included(self, profile: Profile, found: ProfileAppraisal) -> Iterator[Trait]:
        """What comes with what it picked, with its own numbers."""
        index, items = self.context.index(profile), []
        for item in items_of(index, profile.design):
            if item.pick is None:
                entry = item.entry
                worked = found.numbers_at(item.where, entry.code)
                numbers = numbers_beside(index, self.play.beside, entry, None, worked).strip()
                items.append(
                    TraitItem(entry.name, entry.name, entry.summary, entry.page, (), entry.place, numbers)
                )
        if items:
            yield Trait(INCLUDED, tuple(items))

    def _boxes(self, profile: Profile) -> Json:
        wounds, taken = self.play.wounds, picked_codes(self.context.catalogue, profile.design)
        shield = profile.design.values.get(self.play.shield) if self.play.shield else None
        made = [*tracks(self.context, self.play, profile), *ticked_picks(self.context, self.play, profile)]
        return {
            "wounds": wounds.taken_with(taken) if wounds else 0,
            "wound_notes": [
                {"text": rule.note, "page": rule.page}
                for rule in (wounds.rules_of(taken) if wounds else ())
                if rule.note
            ],
            "shield": isinstance(shield, int) and shield > 0,
            "uses": [
                {"weapon": name, "times": times}
                for name, times in weapons_used_up(self.context, self.play, profile)
            ],
            "tracks": made,
        }

    def roster(self, roster: Roster) -> Json:
        """A roster: the facts agreed on, who leads, and its rows, the members of each by key."""
        taken = dict.fromkeys(
            one.profile for one in fielded(roster.members()) if one.profile in self.profiles
        )
        return {
            "facts": game_facts(self.context.catalogue, roster),
            "leaders": [key for key in taken if self.play.is_leader(self.profiles[key].design)],
            "units": [self._unit(entry) for entry in roster.entries],
        }

    def _unit(self, entry: RosterEntry) -> Json:
        kind = unit_kind(self.context.catalogue, entry.unit)
        main: Json = {"profile": entry.profile, "count": entry.count, "attached": False}
        others = [{"profile": one.profile, "count": one.count, "attached": False} for one in entry.others]
        beside = [{"profile": one.profile, "count": one.count, "attached": True} for one in entry.attached]
        return {
            "name": unit_name(entry, self.names),
            "kind": kind.name if kind else "",
            "members": [main, *others, *beside],
        }


def _weapon(catalogue: Catalogue, play: PlaySheet, slot: WeaponSlot, weapon: Weapon) -> Json:
    return {
        "slot": slot.code,
        "name": weapon.name or slot.noun.capitalize(),
        "text": weapon_text(catalogue, slot, weapon),
        "usual": is_default_weapon(slot, weapon),
        "bands": _labelled(band_names(play), range_cells(play, weapon)),
        "pierces": _labelled(armour_names(catalogue, play), piercing_cells(catalogue, play, weapon)),
    }


def _labelled(labels: list[str], texts: list[str]) -> list[Mapping[str, str]]:
    """Texts behind their labels, but for dashes."""
    pairs = zip(labels, texts, strict=True) if texts else ()
    return [{"label": label, "text": text} for label, text in pairs if text not in ("", NONE)]


def _trait(trait: Trait) -> Json:
    return {
        "heading": trait.heading,
        "items": [
            {
                "text": item.text,
                "name": item.name,
                "numbers": item.numbers,
                "summary": item.summary,
                "page": item.page,
                "place": item.place,
                "profiles": [key for key, _ in item.profiles],
            }
            for item in trait.items
        ],
    }
