"""The sheets of profiles and rosters as JSON.

A sheet has all texts that a program needs to show a profile or roster, so the program doesn't need the data
of the game. How the numbers are calculated is in the JSON of the appraisal. The API makes its schema from the
types of the JSON, with their docstrings and the texts of the fields.
"""

from collections.abc import Sequence
from typing import Annotated, TypedDict

from builder.points.document.play import BoxShape, StateOwner
from builder.points.pricing.texts import NONE
from builder.points.rules.catalogue import MemberCount, MemberProfile, Page, Place, ProfileNotes, Summary
from builder.points.sheets.profile import ProfileSheet, SheetState, Track, Trait
from builder.points.sheets.roster import RosterSheet, SheetRow
from builder.points.sheets.weapons import SheetWeapon, armour_names, band_names


class LabelledTextJson(TypedDict):
    """A text with a label."""

    label: Annotated[str, "Label before the text."]
    text: Annotated[str, "Text after the label."]


class SheetCellJson(TypedDict):
    """A box of the stat line."""

    code: Annotated[str, "Code of the first attribute, slot or value in the box."]
    label: Annotated[str, "Heading of the box."]
    text: Annotated[str, 'Text in the box, such as "6" or "R4 AP4"; a dash for nothing.']


class SheetWeaponJson(TypedDict):
    """A weapon that is made of numbers and properties. Other weapons are among the traits."""

    slot: Annotated[str, "Code of the weapon slot in the catalogue."]
    name: Annotated[str, "Name of the weapon."]
    text: Annotated[str, 'The weapon in the codes of the book, such as "R4 AP4".']
    usual: Annotated[bool, "Whether this is the weapon that every model has."]
    bands: Annotated[
        list[LabelledTextJson],
        "Range bands, with the change of the roll as label and the reach of the band as text.",
    ]
    pierces: Annotated[
        list[LabelledTextJson],
        "Kinds of armour that the weapon reduces more than other armour, each with the reduction.",
    ]


class SheetItemJson(TypedDict):
    """A property, spell or item of a profile."""

    text: Annotated[str, "The item as it is written, with its parameters."]
    name: Annotated[str, "Name of the item."]
    numbers: Annotated[str, 'Numbers of the item, such as "range 24, P 4"; may be empty.']
    summary: Summary
    page: Page
    place: Place
    profiles: Annotated[list[str], "Keys of the profiles that the item refers to."]


class SheetTraitJson(TypedDict):
    """The items of a profile under one heading."""

    heading: Annotated[str, "Heading of the items."]
    items: Annotated[list[SheetItemJson], "Items under the heading."]


class WoundNoteJson(TypedDict):
    """A note on the wounds of a model."""

    text: Annotated[str, "What to remember with the number of wounds."]
    page: Page


class WeaponUsesJson(TypedDict):
    """A weapon that can be used a limited number of times."""

    weapon: Annotated[str, "Name of the weapon."]
    times: Annotated[int, "Number of times that it can be used."]


class SheetTrackJson(TypedDict):
    """Boxes to tick off, one for each sign."""

    name: Annotated[str, "What the boxes count."]
    shape: Annotated[BoxShape, "Shape of a box."]
    signs: Annotated[list[str], 'Sign in each box, in order; "" for an empty box.']
    marks: Annotated[str, "What players write into the boxes, and what the signs mean; may be empty."]


class SheetStateJson(TypedDict):
    """A state that models can get in play."""

    name: Annotated[str, 'Name of the state, such as "Stunned".']
    each: Annotated[StateOwner, "Whether each row of a roster or each model has a box for it."]
    items: Annotated[
        list[str], "Names of the weapons and items that have a box each; empty if the state has one box."
    ]


class SheetBoxesJson(TypedDict):
    """What to tick off for one model."""

    wounds: Annotated[int, "Number of wounds that remove the model; 0 if the game doesn't count wounds."]
    wound_notes: Annotated[list[WoundNoteJson], "Notes on its wounds."]
    shield: Annotated[bool, "Whether it has a shield that can break."]
    uses: Annotated[list[WeaponUsesJson], "Weapons that can be used a limited number of times."]
    tracks: Annotated[list[SheetTrackJson], "Further boxes."]
    states: Annotated[
        list[SheetStateJson],
        "States with a box. A row of several profiles has only the row states of its first profile.",
    ]
    totals: Annotated[
        list[str], "Names of the items with a line for a running total, such as sustained spells."
    ]


class ProfileSheetJson(TypedDict):
    """What is drawn for a profile."""

    name: Annotated[str, "Name of the profile; a placeholder if it has none."]
    kind: Annotated[str, 'Name of the kind of profile; "" in games without kinds.']
    notes: ProfileNotes
    cells: Annotated[list[SheetCellJson], "Stat line, in the order of the book."]
    values: Annotated[
        list[LabelledTextJson],
        "Calculated numbers that aren't in the stat line, such as a number without gear. The traits have the "
        'same numbers under "Also".',
    ]
    weapons: Annotated[list[SheetWeaponJson], "Weapons that are made of numbers and properties."]
    traits: Annotated[list[SheetTraitJson], "Other items, by heading."]
    boxes: Annotated[SheetBoxesJson, "What to tick off for one model."]


class SheetMemberJson(TypedDict):
    """A number of models of one profile in a row of a roster."""

    profile: MemberProfile
    count: MemberCount
    attached: Annotated[bool, "Whether the models are attached to the unit, and aren't part of it."]


class SheetUnitJson(TypedDict):
    """A row of a roster."""

    name: Annotated[str, "Name of the unit, or of the profile."]
    kind: Annotated[str, 'Name of the kind of unit; "" if the row is not a unit.']
    members: Annotated[list[SheetMemberJson], "Models of the row, by profile."]
    facts: Annotated[list[LabelledTextJson], "Facts that were entered for the unit, such as its width."]
    values: Annotated[
        list[LabelledTextJson], "Calculated numbers of the unit that players look up, such as its depth."
    ]
    states: Annotated[list[SheetStateJson], "States with a box for the row."]


class RosterSheetJson(TypedDict):
    """What is drawn for a roster."""

    facts: Annotated[list[str], "Facts that the players agreed on, in words."]
    leaders: Annotated[list[str], "Keys of the profiles that lead."]
    units: Annotated[list[SheetUnitJson], "Rows of the roster, in its order."]
    values: Annotated[
        list[LabelledTextJson],
        "Calculated numbers of the roster that players look up, such as its initiative.",
    ]
    tracks: Annotated[list[SheetTrackJson], "Boxes to tick off for all of the side, such as counters."]


def profile_value(sheet: ProfileSheet) -> ProfileSheetJson:
    """Return the sheet of a profile as JSON."""
    return {
        "name": sheet.name,
        "kind": sheet.kind,
        "notes": sheet.profile.notes,
        "cells": [{"code": cell.code, "label": cell.label, "text": cell.value} for cell in sheet.cells],
        "values": [{"label": value.part.label, "text": value.text} for value in sheet.outside_values],
        "weapons": [_weapon(weapon) for weapon in sheet.weapons],
        "traits": [_trait(trait) for trait in (*sheet.traits, *sheet.included_traits)],
        "boxes": {
            "wounds": sheet.wounds,
            "wound_notes": [{"text": rule.note, "page": rule.page} for rule in sheet.wound_notes],
            "shield": sheet.has_shield,
            "uses": [{"weapon": use.weapon, "times": use.times} for use in sheet.uses],
            "tracks": _tracks([*sheet.model_tracks, *sheet.tracks, *sheet.pick_tracks]),
            "states": _states(sheet.states),
            "totals": sheet.summed_picks,
        },
    }


def roster_value(sheet: RosterSheet) -> RosterSheetJson:
    """Return the sheet of a roster as JSON."""
    return {
        "facts": sheet.facts_in_words,
        "leaders": [leader.profile.key for leader in sheet.leaders],
        "units": [_unit(row) for row in sheet.all_rows],
        "values": [{"label": label, "text": text} for label, text in sheet.stat_values],
        "tracks": _tracks(sheet.side_tracks),
    }


def _unit(row: SheetRow) -> SheetUnitJson:
    return {
        "name": row.name,
        "kind": row.kind,
        "members": [
            {"profile": member.profile, "count": member.count, "attached": index > len(row.entry.others)}
            # members() yields the unit's first profile, then its other profiles, then the attached members.
            for index, member in enumerate(row.entry.members())
        ],
        "facts": [{"label": label, "text": text} for label, text in row.facts],
        "values": [{"label": label, "text": text} for label, text in row.stat_values],
        "states": _states(row.states),
    }


def _tracks(tracks: Sequence[Track]) -> list[SheetTrackJson]:
    return [
        {"name": track.name, "shape": track.shape, "signs": list(track.signs), "marks": track.marks}
        for track in tracks
    ]


def _states(states: Sequence[SheetState]) -> list[SheetStateJson]:
    return [{"name": state.name, "each": state.each, "items": list(state.items)} for state in states]


def _weapon(weapon: SheetWeapon) -> SheetWeaponJson:
    return {
        "slot": weapon.slot.code,
        "name": weapon.name,
        "text": weapon.text,
        "usual": weapon.is_default,
        "bands": _labelled(band_names(weapon.play_sheet), weapon.band_limits),
        "pierces": _labelled(armour_names(weapon.catalogue, weapon.play_sheet), weapon.armour_reductions),
    }


def _labelled(labels: Sequence[str], texts: Sequence[str]) -> list[LabelledTextJson]:
    """Return the texts with their labels. Leave out empty texts and dashes."""
    pairs = zip(labels, texts, strict=True) if texts else ()
    return [{"label": label, "text": text} for label, text in pairs if text not in ("", NONE)]


def _trait(trait: Trait) -> SheetTraitJson:
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
