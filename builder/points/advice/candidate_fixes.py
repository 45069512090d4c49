"""Fixes for candidates: changes that add a candidate and end the error that it would cause.

A candidate is a property that a profile could have (``steps.Candidate``). A remedy is an instruction of a
rule for ending its finding (``remedies.py``).
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from builder.points.advice.remedies import DesignChange, changes_for
from builder.points.advice.steps import Candidate, new_errors
from builder.points.advice.what_if import PriceChange, Slot, WhatIf
from builder.points.document.design import Design, ParameterValue
from builder.points.rules.catalogue import WeaponSlot
from builder.points.rules.results import Finding


class CandidateFix(NamedTuple):
    """A design that contains a candidate and doesn't have the error that the candidate would cause.

    ``label`` says what the fix does ("Set Mgc to 1"). ``change`` is the change of the profile's price.
    """

    label: str
    design: Design
    change: PriceChange


def fixes_for_candidate(
    what_if: WhatIf, place: str, candidate: Candidate, parameters: Mapping[str, ParameterValue]
) -> list[CandidateFix]:
    """Return the fixes that allow a candidate with these parameters without a new error.

    They are the fix of the first remedy of the candidate's errors that works. If the remedy leaves a choice
    to the player, there is a fix for each option.
    """
    slot, index = what_if.slot_at(place)
    entry = candidate.entry
    design = what_if.design_with_entry(slot, index, entry.code, parameters)
    context, errors_now = what_if.context_of(design), what_if.errors(what_if.design)
    count = _count_of_entry(design, slot, index, entry.code)

    def is_legal(tried: Design) -> bool:
        has_candidate = _count_of_entry(tried, slot, index, entry.code) == count
        return has_candidate and not any(new_errors(what_if, what_if.context_of(tried), entry, errors_now))

    for finding in candidate.new_errors:
        for change in changes_for(context, what_if.catalogue, finding):
            changes = (
                [change] if is_legal(change.design) else _changes_with_choice(what_if, change, errors_now)
            )
            if legal := [change for change in changes if is_legal(change.design)]:
                return [
                    CandidateFix(change.label, change.design, what_if.price_change(change.design))
                    for change in legal
                ]
    return []


def _changes_with_choice(
    what_if: WhatIf, change: DesignChange, errors_now: Collection[Finding]
) -> Iterator[DesignChange]:
    """Yield a change with each option of the blank choice that its first new error requires, if any."""
    where = next((f.where for f in what_if.errors(change.design) if f not in errors_now), "")
    attributes = what_if.catalogue_index.catalogue.attributes
    attribute = next((a for a in attributes if a.at == where and a.kind == "choice"), None)
    if attribute is None or attribute.code in change.design.values:
        return
    for option in attribute.options:
        if option.offered:
            values = {**change.design.values, attribute.code: option.code}
            label = f"{change.label} and “{attribute.name}” to {option.name}"
            yield DesignChange(label, replace(change.design, values=values))


def _count_of_entry(design: Design, slot: Slot, index: int, code: str) -> int:
    """Return how often a design has an entry in a slot, or on the weapon with this index in the slot."""
    if isinstance(slot, WeaponSlot):
        weapons = design.weapons.get(slot.code, ())
        return weapons[index].properties.count(code) if index < len(weapons) else 0
    return sum(pick.code == code for pick in design.picks.get(slot.code, ()))
