"""Zapp! Thou Art Slain: its rules that no table says, of profiles.

Each function carries the id of its rule. The text has no pages: a line says at which of its lines.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

from builder.points.pricing.pricing import in_bounds, total_points
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.system import System
from builder.points.rules.catalogue import Level
from builder.points.rules.catalogue_index import CatalogueIndex
from builder.points.rules.numbers import number_text
from builder.points.rules.remedies import Remedies
from builder.points.rules.results import Finding
from builder.points.systems.zapp_values import (
    DERIVE,
    ENTERED,
    Count,
    base_line,
    count_of,
    figures_a_base,
    price,
    uv_of,
)

_SPELLS = {"wizard": "wizard_spells", "cleric": "cleric_spells"}


def _finding(
    index: CatalogueIndex, level: Level, rule: str, where: str, message: str, *remedies: str, excess: int = 0
) -> Finding:
    return Finding(level, rule, where, message, index.page_of(rule), None, Remedies(remedies, excess=excess))


def _whole_numbers(context: ProfileContext) -> Iterator[Finding]:
    """P-01: a whole number from 1 of what is counted."""
    index, count = context.catalogue_index, count_of(context.catalogue_index, context.design)
    if index.kind in ("monster", "artillery") and context.number_of("models") < 1:
        message = "No models: enter how many there are, from 1."
        yield _finding(index, "error", "P-01", "models", message, "set 1")
    if count is None or count.part == "models":
        return
    if count.number is None and count.part == "figures":
        message = "No figures yet: enter how many there are, or how many bases."
        yield _finding(index, "error", "P-01", "figures", message)
    elif count.number is not None and count.number < (0 if count.part == "crew" else 1):
        part = index.attributes[count.part]
        yield _finding(
            index,
            "error",
            "P-01",
            part.at,
            f"{part.name} {number_text(count.number)}: enter a number from 1.",
            "set 1",
        )


def _no_base(context: ProfileContext) -> Iterator[Finding]:
    """P-02: fewer figures than a base."""
    count = count_of(context.catalogue_index, context.design)
    line = base_line(context)
    if count and line and line.points is None and (count.number or 0) > 0:
        enough = _least_figures(context, count)
        message = f"{count.number} figures make no base of {count.each}, so there is no UV: bring {enough}"
        message += (
            f" for a UV of {context.catalogue_index.numbers['lowest_uv']}." if enough > count.each else "."
        )
        yield _finding(context.catalogue_index, "error", "P-02", count.part, message, f"set {enough}")


def _least_figures(context: ProfileContext, count: Count) -> int:
    """Return the fewest figures that make a base and are not too weak (P-04)."""
    index = context.catalogue_index
    one_base = replace(context.design, values={**context.design.values, count.part: count.each})
    uv = total_points(price(index, one_base, context.priced_list))
    more = max(index.numbers["lowest_uv"] - uv, 0) if uv is not None else 0
    return count.each * (1 + more)


def _left_over(context: ProfileContext) -> Iterator[Finding]:
    """P-03: figures that fill no further base."""
    count, line = count_of(context.catalogue_index, context.design), base_line(context)
    if count and line and line.rounded == "down" and line.points:
        counted = line.points * count.each
        left = (count.number or 0) - counted
        message = (
            f"{left} left over: {count.number} count as {counted}, {count.each} to a base, rounded down."
        )
        yield _finding(context.catalogue_index, "note", "P-03", count.part, message)


def _too_weak(context: ProfileContext) -> Iterator[Finding]:
    """P-04: a UV that is its own threshold of removal, or less."""
    uv, line = uv_of(context), base_line(context)
    lowest = context.catalogue_index.numbers["lowest_uv"]
    count = count_of(context.catalogue_index, context.design)
    if uv is not None and line and count and uv < lowest:
        message = f"A UV of {uv} is off the table before the game begins: make it {lowest} or more."
        enough = ((line.points or 0) + lowest - uv) * count.each
        yield _finding(
            context.catalogue_index, "error", "P-04", line.where, message, f"set {count.part} {enough}"
        )


def _spells_rolled(context: ProfileContext) -> Iterator[Finding]:
    """P-20, P-23: what the dice can give, and what of it is chosen."""
    index = context.catalogue_index
    if index.kind not in _SPELLS:
        return
    part, slot = index.attributes[f"{index.kind}_rolled"], _SPELLS[index.kind]
    rolled, chosen = context.values.get(part.code), len(context.picks(slot))
    if isinstance(rolled, int) and not in_bounds(rolled, part.low, part.high):
        message = f"{number_text(rolled)} spells rolled: {part.dice} gives {part.low} to {part.high}."
        yield _finding(index, "error", "P-20", part.at, message, "nearest")
    elif rolled is None and chosen > part.high:
        message = f"{chosen} spells, and {part.dice} gives {part.high} at most: remove {chosen - part.high}."
        yield _finding(index, "error", "P-20", slot, message, "trim", excess=chosen - part.high)
    elif isinstance(rolled, int) and chosen < rolled:
        message = f"{chosen} of {rolled} spells: {rolled - chosen} more may be chosen."
        yield _finding(index, "note", "P-23", slot, message)


def _same_spell(context: ProfileContext) -> Iterator[Finding]:
    """P-21, P-22: one spell more than three times."""
    index = context.catalogue_index
    most = index.numbers["same_spell"]
    slot = index.pick_slots.get(_SPELLS.get(index.kind, ""))
    if slot is None:
        return
    picks = [pick.code for pick in context.picks(slot.code)]
    for code, times in Counter(picks).items():
        name = index.entries[slot.group][code].name
        if times > most and index.kind == "wizard":
            message = f"{name} {times} times, and {most} at most: remove {times - most}."
            last = [slot.place(at) for at, picked in enumerate(picks) if picked == code][most:]
            remedy = " + ".join(f"remove {place}" for place in reversed(last))
            yield _finding(index, "error", "P-21", slot.at, message, remedy)
        elif times > most:
            message = f"{name} {times} times: for Clerics the text has no limit; agree that this may be."
            yield _finding(index, "note", "P-22", slot.at, message)


def _no_crew(context: ProfileContext) -> Iterator[Finding]:
    """C-12: pieces that nobody serves."""
    if context.catalogue_index.kind == "artillery" and not context.number_of("crew"):
        message = "Without a crew it has no UV yet: enter the figures of the crew."
        yield _finding(context.catalogue_index, "note", "C-12", "crew", message)


def _counted_twice(context: ProfileContext) -> Iterator[Finding]:
    """C-26: figures that do not make the bases entered."""
    figures, bases = context.values.get("figures"), context.values.get(ENTERED)
    if context.catalogue_index.kind != "unit" or not isinstance(figures, int) or not isinstance(bases, int):
        return
    index, each = context.catalogue_index, figures_a_base(context.catalogue_index, context.values)
    if figures // each != bases:
        message = (
            f"{figures} figures are {figures // each} bases, and {bases} are entered: the {bases} count."
        )
        yield _finding(index, "note", "C-26", index.attributes[ENTERED].at, message)


PROFILE_CHECKS: tuple[Callable[[ProfileContext], Iterator[Finding]], ...] = (
    _whole_numbers,
    _no_base,
    _left_over,
    _too_weak,
    _spells_rolled,
    _same_spell,
    _no_crew,
    _counted_twice,
)


def check_profile(context: ProfileContext) -> Iterator[Finding]:
    """Every finding on one profile that the catalogue's data does not make."""
    for check in PROFILE_CHECKS:
        yield from check(context)


SYSTEM = System(price=price, check_profile=check_profile, derive=DERIVE)
