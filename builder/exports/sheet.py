"""The sheets of profiles and rosters as JSON.

A sheet has all texts that a program needs to show a profile or roster, so the program doesn't need the data
of the game. How the numbers are calculated is in the JSON of the appraisal.
"""

from collections.abc import Sequence
from typing import Any

from builder.points.pricing.texts import NONE
from builder.points.sheets.profile import ProfileSheet, Trait
from builder.points.sheets.roster import RosterSheet, SheetRow
from builder.points.sheets.weapons import SheetWeapon, armour_names, band_names

Json = dict[str, Any]


def profile_value(sheet: ProfileSheet) -> Json:
    """Return a profile: its name and kind, its stat line, its items, and the boxes to tick in play."""
    return {
        "name": sheet.name,
        "kind": sheet.kind,
        "notes": sheet.profile.notes,
        "cells": [{"code": cell.code, "label": cell.label, "text": cell.value} for cell in sheet.cells],
        "weapons": [_weapon(weapon) for weapon in sheet.weapons],
        "traits": [_trait(trait) for trait in (*sheet.traits, *sheet.included_traits)],
        "boxes": {
            "wounds": sheet.wounds,
            "wound_notes": [{"text": rule.note, "page": rule.page} for rule in sheet.wound_notes],
            "shield": sheet.has_shield,
            "uses": [use._asdict() for use in sheet.uses],
            "tracks": [track._asdict() for track in (*sheet.tracks, *sheet.pick_tracks)],
        },
    }


def roster_value(sheet: RosterSheet) -> Json:
    """Return a roster: its facts, its leaders, and its rows.

    A fact is a field that the game adds to rosters or units. Each row has its members, facts and values.
    """
    return {
        "facts": sheet.facts_in_words,
        "leaders": [leader.profile.key for leader in sheet.leaders],
        "units": [_unit(row) for row in sheet.all_rows],
    }


def _unit(row: SheetRow) -> Json:
    return {
        "name": row.name,
        "kind": row.kind,
        "members": [
            {"profile": member.profile, "count": member.count, "attached": index > len(row.entry.others)}
            # members() yields the unit's first profile, then its other profiles, then the attached members.
            for index, member in enumerate(row.entry.members())
        ],
        "facts": [{"label": label, "text": text} for label, text in row.facts],
        "values": [{"label": label, "text": text} for label, text in row.own_values],
    }


def _weapon(weapon: SheetWeapon) -> Json:
    return {
        "slot": weapon.slot.code,
        "name": weapon.name,
        "text": weapon.text,
        "usual": weapon.is_default,
        "bands": _labelled(band_names(weapon.play_sheet), weapon.bands),
        "pierces": _labelled(armour_names(weapon.catalogue, weapon.play_sheet), weapon.pierces),
    }


def _labelled(labels: Sequence[str], texts: Sequence[str]) -> list[Json]:
    """Return the texts with their labels. Leave out empty texts and dashes."""
    pairs = zip(labels, texts, strict=True) if texts else ()
    return [{"label": label, "text": text} for label, text in pairs if text not in ("", NONE)]


def _trait(trait: Trait) -> Json:
    items = [{**item._asdict(), "profiles": [key for key, _ in item.profiles]} for item in trait.items]
    return {"heading": trait.heading, "items": items}
