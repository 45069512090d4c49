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
    """A possible change of a profile that saves points.

    ``points`` is the number of points that all models of the profile would save together.
    ``distance`` is the distance between the old and the new entry in the catalogue. Similar entries are
    close.
    ``to`` is the number or code that replaces the part. It is "" if the part is removed.
    """

    points: int
    distance: int
    profile: str
    part: "_Part"
    to: str


def cheaper_option(
    document: Document,
    catalogue: Catalogue,
    appraisal: Appraisal | None,
    trials: RosterTrials,
    over: int,
    full_list: Document | None = None,
    sent: object = None,
) -> CheaperOption | None:
    """Return the smallest change of one profile that saves at least ``excess`` points, or None.

    ``appraisal`` is the appraisal of the document, if it is already calculated.
    ``trials`` tests the roster that is above its limit.
    ``full_list`` is the list with all its rosters. The change must not harm these rosters either.
    ``sent`` is the JSON value that the list was read from. The patch applies to this value.
    """
    savings = nsmallest(TRIALS, _savings(trials.context, over), key=lambda saving: saving[:2])
    profile_trials: ProfileTrials | None = None
    for saving in savings:
        change = _change(trials.context.profile_contexts[saving.profile], saving.part, saving.to)
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
    """Return the verdict on the roster with the changed profile.

    Return None if the roster is still over its limit, or has a new error or warning.
    """
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


def _savings(context: RosterContext, over: int) -> Iterator[_Saving]:
    for key, count in context.counts.items():
        if not count or is_variant(key) or key in context.illegal_keys or key in context.late_joiner_keys:
            continue
        profile, least = context.profile_contexts[key], -(-over // count)
        for line in profile.lines:
            if line.points is not None and line.points >= least and (part := _part_at(profile, line.where)):
                for points, distance, to in _savings_at(profile, line.points, part):
                    if points >= least:
                        yield _Saving(points * count, distance, key, part, to)


class _Part(NamedTuple):
    """A pick, or a property or number of a weapon. ``row`` is the index of the pick or weapon in its slot.

    For a number of a weapon, ``code`` is the code of the number. For a property of a weapon, ``code`` is ""
    and ``at`` is the index of the property.
    """

    slot: WeaponSlot | PickSlot
    row: int
    code: str = ""
    at: int = 0


_PLACE = re.compile(
    r"(?P<slot>\w+)(?:\[(?P<index>\d+)\])?(?:\.properties\[(?P<at>\d+)\]|\.(?P<code>\w+))?", re.ASCII
)


def _part_at(profile: ProfileContext, where: str) -> _Part | None:
    """Return the part at a place, or None if nothing there can be changed.

    A part is a property or number of a weapon, or a pick that has calculated numbers but no parameters.
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
    """Yield the points, the distance and the replacement (``to``) of each possible saving at a part."""
    index = profile.catalogue_index
    if isinstance(part.slot, PickSlot):
        picks, entries = profile.picks(part.slot.code), index.entries[part.slot.group]
        taken, here = {pick.code for pick in picks}, list(entries).index(picks[part.row].code)
        for at, entry in enumerate(entries.values()):
            is_plain = entry.cost.kind == "fixed" and not entry.parameters and entry.stats
            if is_plain and entry.code not in taken:
                yield points - (entry.cost.points or 0), abs(at - here), entry.code
    elif part.code:
        field = next(weapon_field for weapon_field in part.slot.fields if weapon_field.code == part.code)
        costs = index.tables[field.table].costs if field.table else {}
        yield from ((points - cost, 0, number) for number, cost in costs.items())
    else:
        yield points, 0, ""


def _change(profile: ProfileContext, part: _Part, to: str) -> DesignChange:
    """Return the design with a part replaced by a number or code, or removed if ``to`` is ""."""
    design, slot, at = profile.design, part.slot, part.row
    entries = profile.catalogue_index.entries[slot.group]
    if isinstance(slot, PickSlot):
        picks = list(profile.picks(slot.code))
        label = f"change {entries[picks[at].code].name} to {entries[to].name}"
        picks[at] = replace(picks[at], code=to)
        return DesignChange(label, replace(design, picks={**design.picks, slot.code: tuple(picks)}))
    weapons = list(profile.weapons(slot.code))
    weapon = weapons[at]
    name = weapon.name or (f"{slot.noun} {at + 1}" if len(weapons) > 1 else f"the {slot.noun}")
    if part.code:
        field = next(weapon_field for weapon_field in slot.fields if weapon_field.code == part.code)
        label = f"set the {in_sentence(field.name)} of {name} to {to}"
        weapons[at] = replace(weapon, fields={**weapon.fields, part.code: int(to)})
    else:
        label = f"remove {entries[weapon.properties[part.at]].name} from {name}"
        left = (*weapon.properties[: part.at], *weapon.properties[part.at + 1 :])
        weapons[at] = replace(weapon, properties=left)
    return DesignChange(label, replace(design, weapons={**design.weapons, slot.code: tuple(weapons)}))
