"""Zapp! Thou Art Slain: checks of profile rules that the catalogue's data can't express.

The docstring of each function has the code of its rule or ruling. The game's text has no pages, so the source
of a rule is a line of the text.

The price of a unit is its Universal Value (UV): the number of its bases, changed by modifiers. Several
figures share a base.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from builder.points.pricing.findings import make_finding
from builder.points.pricing.pricing import is_in_bounds, total_points
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.system import System
from builder.points.rules.numbers import number_text
from builder.points.rules.results import Finding
from builder.points.rules.wording import pluralize
from builder.points.systems.zapp_values import (
    DERIVATIONS,
    ENTERED_BASES,
    Count,
    base_line,
    count_of,
    figures_per_base,
    price,
    uv_of,
)

_SPELLS = {"wizard": "wizard_spells", "cleric": "cleric_spells"}


def _check_missing_counts(context: ProfileContext) -> Iterator[Finding]:
    """Find missing models, figures or crew, and numbers below the minimum (P-01)."""
    index, count = context.catalogue_index, count_of(context.catalogue_index, context.design)
    if index.kind in ("monster", "artillery") and context.number_of("models") < 1:
        message = "No models: enter a number from 1."
        yield make_finding(context, "error", "P-01", "models", message)
    if count is None or count.attribute == "models":
        return
    if count.number is None and count.attribute == "figures":
        message = "No figures yet: enter the number of figures or bases."
        yield make_finding(context, "error", "P-01", "figures", message)
    elif count.number is not None and count.number < (0 if count.attribute == "crew" else 1):
        part = index.attributes[count.attribute]
        yield make_finding(
            context,
            "error",
            "P-01",
            part.at,
            f"{part.name} {number_text(count.number)}: enter a number from 1.",
        )


def _check_too_few_for_base(context: ProfileContext) -> Iterator[Finding]:
    """Find fewer figures than a base needs (P-02)."""
    count = count_of(context.catalogue_index, context.design)
    line = base_line(context)
    if count and line and line.points is None and (count.number or 0) > 0:
        enough = _min_figures(context, count)
        figures = "1 figure makes" if count.number == 1 else f"{count.number} figures make"
        message = f"{figures} no base of {count.per_base}, so there is no UV: enter {enough}"
        message += (
            f" for a UV of {context.catalogue_index.numbers['lowest_uv']}."
            if enough > count.per_base
            else "."
        )
        yield make_finding(context, "error", "P-02", count.attribute, message, remedies=(f"set {enough}",))


def _min_figures(context: ProfileContext, count: Count) -> int:
    """Return the smallest number of figures that make a base and are not too weak (P-04)."""
    index = context.catalogue_index
    one_base = replace(context.design, values={**context.design.values, count.attribute: count.per_base})
    uv = total_points(price(index, one_base, context.priced_list))
    more = max(index.numbers["lowest_uv"] - uv, 0) if uv is not None else 0
    return count.per_base * (1 + more)


def _check_leftover_figures(context: ProfileContext) -> Iterator[Finding]:
    """Find figures that don't fill another base (P-03)."""
    count, line = count_of(context.catalogue_index, context.design), base_line(context)
    if count and line and line.rounded == "down" and line.points:
        figures_on_bases = line.points * count.per_base
        left = (count.number or 0) - figures_on_bases
        message = (
            f"{left} left over: {count.number} count as {figures_on_bases}, {count.per_base} to a base, "
            "rounded down."
        )
        yield make_finding(context, "note", "P-03", count.attribute, message)


def _check_lowest_uv(context: ProfileContext) -> Iterator[Finding]:
    """Find a UV so low that the unit is removed before it loses anything (P-04)."""
    uv, line = uv_of(context), base_line(context)
    lowest = context.catalogue_index.numbers["lowest_uv"]
    count = count_of(context.catalogue_index, context.design)
    if uv is not None and line and count and uv < lowest:
        message = f"A unit with a UV of {uv} is destroyed before the game begins: make it {lowest} or more."
        enough = ((line.points or 0) + lowest - uv) * count.per_base
        yield make_finding(
            context, "error", "P-04", line.where, message, remedies=(f"set {count.attribute} {enough}",)
        )


def _check_number_of_spells(context: ProfileContext) -> Iterator[Finding]:
    """Find a roll for spells that the dice can't give, and too many or too few spells (P-20, P-23)."""
    index = context.catalogue_index
    if index.kind not in _SPELLS:
        return
    part, slot = index.attributes[f"{index.kind}_rolled"], _SPELLS[index.kind]
    rolled, chosen = context.values.get(part.code), len(context.picks(slot))
    if isinstance(rolled, int) and not is_in_bounds(rolled, part.low, part.high):
        spells_text = "1 spell" if rolled == 1 else f"{number_text(rolled)} spells"
        message = f"{spells_text} rolled: {part.dice} gives {part.low} to {part.high}."
        yield make_finding(context, "error", "P-20", part.at, message)
    elif rolled is None and chosen > part.high:
        excess = chosen - part.high
        message = f"{chosen} spells, and {part.dice} gives {part.high} at most: remove {excess}."
        yield make_finding(context, "error", "P-20", slot, message, remedies=("trim",), amount=excess)
    elif isinstance(rolled, int) and chosen < rolled:
        message = f"{chosen} of {rolled} spells: you can choose {rolled - chosen} more."
        yield make_finding(context, "note", "P-23", slot, message)


def _check_repeated_spells(context: ProfileContext) -> Iterator[Finding]:
    """Find a spell that is chosen more than three times (P-21, P-22)."""
    index = context.catalogue_index
    max_times = index.numbers["same_spell"]
    slot = index.pick_slots.get(_SPELLS.get(index.kind, ""))
    if slot is None:
        return
    picks = [pick.code for pick in context.picks(slot.code)]
    for code, times in Counter(picks).items():
        name = index.entries[slot.group][code].name
        if times > max_times and index.kind == "wizard":
            excess = times - max_times
            message = f"{name} {times} times, and {max_times} at most: remove {excess}."
            surplus_places = [
                slot.place(pick_index) for pick_index, picked in enumerate(picks) if picked == code
            ][max_times:]
            remedy = " + ".join(f"remove {place}" for place in reversed(surplus_places))
            yield make_finding(context, "error", "P-21", slot.at, message, remedies=(remedy,), amount=excess)
        elif times > max_times:
            message = (
                f"{name} {times} times: the rules have no limit for Clerics. Agree on it with your opponent."
            )
            yield make_finding(context, "note", "P-22", slot.at, message)


def _check_missing_crew(context: ProfileContext) -> Iterator[Finding]:
    """Find artillery without a crew (C-12)."""
    if context.catalogue_index.kind == "artillery" and not context.number_of("crew"):
        message = "No crew, so no UV yet: enter the figures of the crew."
        yield make_finding(context, "note", "C-12", "crew", message)


def _check_figures_and_bases(context: ProfileContext) -> Iterator[Finding]:
    """Find a number of figures that doesn't match the entered number of bases (C-26)."""
    figures, bases = context.values.get("figures"), context.values.get(ENTERED_BASES)
    if context.catalogue_index.kind != "unit" or not isinstance(figures, int) or not isinstance(bases, int):
        return
    index, per_base = context.catalogue_index, figures_per_base(context.catalogue_index, context.values)
    if figures // per_base != bases:
        calculated, entered = (pluralize(number, "base") for number in (figures // per_base, bases))
        make, count = "makes" if figures == 1 else "make", "counts" if bases == 1 else "count"
        message = (
            f"{pluralize(figures, 'figure')} {make} {calculated}, but you entered {entered}, which {count}."
        )
        yield make_finding(context, "note", "C-26", index.attributes[ENTERED_BASES].at, message)


PROFILE_CHECKS = (
    _check_missing_counts,
    _check_too_few_for_base,
    _check_leftover_figures,
    _check_lowest_uv,
    _check_number_of_spells,
    _check_repeated_spells,
    _check_missing_crew,
    _check_figures_and_bases,
)


SYSTEM = System(price=price, profile_checks=PROFILE_CHECKS, derivations=DERIVATIONS)
