"""A small change of one profile that saves enough points to bring a roster within its limit.

The change removes or replaces a pick, a weapon property or a number of a weapon. The price lines of the
profiles show the possible savings. The smallest sufficient saving is tried first. Each change is tested with
the real checks, which are the functions that check every list. They check the profile, the roster, and all
profiles and rosters that depend on the profile. At most ``TRIALS`` changes are tried.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from heapq import nsmallest
from typing import NamedTuple

from builder.points.advice.profile_fixes import ProfileTrials
from builder.points.advice.remedies import DesignChange
from builder.points.advice.what_if import WhatIf
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document
from builder.points.legality.roster_trials import RosterTrials, RosterVerdict
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.system import RosterContext, counted_points
from builder.points.rules.catalogue import Catalogue, PickSlot, WeaponSlot
from builder.points.rules.names import is_variant
from builder.points.rules.results import Appraisal, PatchOperation
from builder.points.rules.wording import in_sentence

TRIALS = 4
"""The maximum number of changes that are tried."""


class CheaperOption(NamedTuple):
    """A change of one profile: its key, a label, a patch of the document, and the roster's new verdict."""

    profile: str
    label: str
    patch: tuple[PatchOperation, ...]
    verdict: RosterVerdict


class _Saving(NamedTuple):
    """A possible change of a profile that saves ``points`` for all its models together.

    ``distance`` is the distance between the old and the new entry in the catalogue, where similar entries are
    close. ``replacement`` is the number or code that replaces the part, or "" if the part is removed.
    """

    points: int
    distance: int
    profile: str
    part: "_Part"
    replacement: str


def cheaper_option(
    document: Document,
    catalogue: Catalogue,
    appraisal: Appraisal | None,
    trials: RosterTrials,
    excess: int,
    full_list: Document | None = None,
    sent: object = None,
) -> CheaperOption | None:
    """Return the smallest change of one profile that saves at least ``excess`` points, or None.

    ``trials`` are those of the roster that is above its limit. The other parameters are as in
    ``roster_plan.plans_for_roster``.
    """
    savings = nsmallest(TRIALS, _savings(trials.context, excess), key=lambda saving: saving[:2])
    profile_trials: ProfileTrials | None = None
    for saving in savings:
        change = _change(trials.context.profile_contexts[saving.profile], saving.part, saving.replacement)
        verdict = _verdict(document, catalogue, trials, saving.profile, change)
        if verdict is None:
            continue
        if profile_trials is None:
            if full_list is not None:
                document, appraisal = full_list, None
            appraisal = appraisal or appraise(document, catalogue)
            profile_trials = ProfileTrials(document, catalogue, appraisal, sent)
        if profile_trials.is_harmless(saving.profile, change, trials.context.roster):
            patch = profile_trials.patch(saving.profile, change)
            return CheaperOption(saving.profile, change.label, patch, verdict)
    return None


def _verdict(
    document: Document, catalogue: Catalogue, trials: RosterTrials, key: str, change: DesignChange
) -> RosterVerdict | None:
    """Return the verdict on the roster with the changed profile, or None if it doesn't help or does harm."""
    now = trials.present_verdict.context
    prices = now.profile_contexts[key].priced_list
    changed = WhatIf(document, key, catalogue, prices).context_of(change.design)
    points = counted_points(changed.points, catalogue.floor)
    if points is None:
        return None
    after = RosterContext.build(
        now.catalogue_index,
        now.roster,
        {**now.profile_contexts, key: changed},
        now.own_limits,
        now.illegal_keys,
    )
    verdict = trials.uncached_verdict(after)
    is_within = now.roster.limit is None or (after.points is not None and after.points <= now.roster.limit)
    return verdict if is_within and not verdict.more_frequent_kinds(trials.present_verdict) else None


# ------------------------------------------------------------------ sufficient savings


def _savings(context: RosterContext, excess: int) -> Iterator[_Saving]:
    for key, count in context.counts.items():
        if not count or is_variant(key) or key in context.illegal_keys or key in context.late_joiner_keys:
            continue
        profile, min_points = context.profile_contexts[key], -(-excess // count)
        for line in profile.lines:
            if line.points is None or line.points < min_points:
                continue
            if part := _part_at(profile, line.where):
                for points, distance, replacement in _savings_at(profile, line.points, part):
                    if points >= min_points:
                        yield _Saving(points * count, distance, key, part, replacement)


class _Part(NamedTuple):
    """A pick, or a property or number of a weapon. ``item_index`` is the index of the pick or weapon.

    ``field_code`` is the code of a weapon's number, or "". ``property_index`` is for a weapon's property.
    """

    slot: WeaponSlot | PickSlot
    item_index: int
    field_code: str = ""
    property_index: int = 0


_PLACE = re.compile(
    r"(?P<slot>\w+)(?:\[(?P<index>\d+)\])?(?:\.properties\[(?P<at>\d+)\]|\.(?P<code>\w+))?", re.ASCII
)


def _part_at(profile: ProfileContext, where: str) -> _Part | None:
    """Return the part at a place, or None if nothing there can be changed.

    Of picks, only those with printed numbers and without parameters can be changed.
    """
    match, index = _PLACE.fullmatch(where), profile.catalogue_index
    if match is None:
        return None
    number = int(match["index"] or 0)
    if slot := next((slot for slot in index.catalogue.weapon_slots if slot.at == match["slot"]), None):
        is_part = (match["at"] or match["code"]) and number < len(profile.weapons(slot.code))
        return _Part(slot, number, match["code"] or "", int(match["at"] or 0)) if is_part else None
    for pick_slot in index.catalogue.pick_slots:
        if pick_slot.least:
            # The pick in a required slot is what the model is, such as a type of soldier.
            continue
        if pick_slot.at == match["slot"] and number < len(picks := profile.picks(pick_slot.code)):
            has_numbers = index.entries[pick_slot.group][picks[number].code].stats
            return _Part(pick_slot, number) if has_numbers and not picks[number].parameters else None
    return None


def _savings_at(profile: ProfileContext, points: int, part: _Part) -> Iterator[tuple[int, int, str]]:
    """Yield the points, the distance and the replacement of each possible saving at a part."""
    catalogue_index = profile.catalogue_index
    if isinstance(part.slot, PickSlot):
        picks, entries = profile.picks(part.slot.code), catalogue_index.entries[part.slot.group]
        taken_codes, old_index = (
            {pick.code for pick in picks},
            list(entries).index(picks[part.item_index].code),
        )
        for index, entry in enumerate(entries.values()):
            is_plain = entry.cost.kind == "fixed" and not entry.parameters and entry.stats
            if is_plain and entry.code not in taken_codes:
                yield points - (entry.cost.points or 0), abs(index - old_index), entry.code
    elif part.field_code:
        field = next(
            weapon_field for weapon_field in part.slot.fields if weapon_field.code == part.field_code
        )
        costs = catalogue_index.tables[field.table].costs if field.table else {}
        yield from ((points - cost, 0, number) for number, cost in costs.items())
    else:
        yield points, 0, ""


def _change(profile: ProfileContext, part: _Part, replacement: str) -> DesignChange:
    """Return the design with a part replaced by a number or code, or removed if ``replacement`` is ""."""
    design, slot, item_index = profile.design, part.slot, part.item_index
    entries = profile.catalogue_index.entries[slot.group]
    if isinstance(slot, PickSlot):
        picks = list(profile.picks(slot.code))
        label = f"change {entries[picks[item_index].code].name} to {entries[replacement].name}"
        picks[item_index] = replace(picks[item_index], code=replacement)
        return DesignChange(label, replace(design, picks={**design.picks, slot.code: tuple(picks)}))
    weapons = list(profile.weapons(slot.code))
    weapon = weapons[item_index]
    name = weapon.name or (f"{slot.noun} {item_index + 1}" if len(weapons) > 1 else f"the {slot.noun}")
    if part.field_code:
        field = next(weapon_field for weapon_field in slot.fields if weapon_field.code == part.field_code)
        label = f"set the {in_sentence(field.name)} of {name} to {replacement}"
        weapons[item_index] = replace(weapon, fields={**weapon.fields, part.field_code: int(replacement)})
    else:
        label = f"remove {entries[weapon.properties[part.property_index]].name} from {name}"
        left = (*weapon.properties[: part.property_index], *weapon.properties[part.property_index + 1 :])
        weapons[item_index] = replace(weapon, properties=left)
    return DesignChange(label, replace(design, weapons={**design.weapons, slot.code: tuple(weapons)}))
