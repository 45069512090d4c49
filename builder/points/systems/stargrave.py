"""Stargrave: its rules that no table says, of crew members and of crews.

Each function carries the id of its rule. There are no pages: a rule says at which line of the quick reference
it stands, or that it is external.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import product

from builder.points.legality.roster_changes import fact_fix
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.system import RosterContext, System
from builder.points.pricing.values import number_of
from builder.points.rules.catalogue import Attribute, Level
from builder.points.rules.catalogue_index import KIND, CatalogueIndex
from builder.points.rules.remedies import Remedies
from builder.points.rules.results import Finding, Fix
from builder.points.rules.wording import join_and
from builder.points.systems.stargrave_values import (
    CAPTAIN,
    DERIVE,
    FIRST_MATE,
    ITEM_NUMBERS,
    KNIFE,
    LOWERED,
    SOLDIER,
    is_unarmed,
    levels_gained,
    lowered_by,
    powers_of,
    price,
    soldier_type,
)

_OVER_ROBOTS = ("repair-robot", "re-wire-robot", "remote-firing", "remote-guidance")


def _finding(
    index: CatalogueIndex,
    level: Level,
    rule: str,
    where: str,
    message: str,
    *remedies: str,
    fix: Fix | None = None,
) -> Finding:
    return Finding(level, rule, where, message, index.page_of(rule), fix, Remedies(remedies))


# ------------------------------------------------------------------ members


def _lowered_too_little(context: ProfileContext) -> Iterator[Finding]:
    """P-06: two powers of a new captain, and one for each level that lowers."""
    index = context.catalogue_index
    allowed, lowered = number_of(context, "lowerings"), number_of(context, "lowered")
    if allowed is not None and lowered is not None and lowered < allowed:
        message = f"{lowered} of {allowed} activations lowered: lower {allowed - lowered} more."
        yield _finding(index, "warning", "P-06", "powers", message)


def _lowered_twice(context: ProfileContext) -> Iterator[Finding]:
    """P-06: each by 1, until levels lower more."""
    if context.catalogue_index.kind == SOLDIER or levels_gained(context):
        return
    for where, power, pick in powers_of(context):
        if (number := lowered_by(pick)) > 1:
            message = f"{power.name} is lowered by {number}: a new member lowers each by 1 at most."
            yield _finding(context.catalogue_index, "warning", "P-06", f"{where}.{LOWERED}", message, "set 1")


def _unarmed(context: ProfileContext) -> Iterator[Finding]:
    """P-21: no weapon at all."""
    if is_unarmed(context):
        message = "Unarmed: 2 less Fight and 2 less damage; carry a weapon, a knife takes no slot."
        yield _finding(context.catalogue_index, "note", "P-21", "gear", message)


def _twice(context: ProfileContext) -> Iterator[Finding]:
    """P-23: an item once, for captain and first mate."""
    index = context.catalogue_index
    if index.kind == SOLDIER:
        return
    places: dict[str, list[str]] = {}
    for number, pick in enumerate(context.picks("gear")):
        places.setdefault(pick.code, []).append(index.pick_slots["gear"].place(number))
    for code, at in places.items():
        if len(at) > 1:
            more = " Only the first takes no slot." if code == KNIFE else ""
            message = (
                f"{index.entries['gear'][code].name} {len(at)} times: builders allow one of each; keep one."
            )
            remedy = " + ".join(f"remove {place}" for place in reversed(at[1:]))
            yield _finding(index, "warning", "P-23", at[1], message + more, remedy)


def _made(context: ProfileContext) -> Iterator[Finding]:
    """P-25: what Create Robot cannot make."""
    entry = soldier_type(context)
    if context.number_of("created") and entry and entry.code == "armoured-trooper":
        message = "Create Robot makes no Armoured Trooper: hire it, or choose another type."
        yield _finding(context.catalogue_index, "error", "P-25", "created", message, "clear")


PROFILE_CHECKS: tuple[Callable[[ProfileContext], Iterator[Finding]], ...] = (
    _lowered_too_little,
    _lowered_twice,
    _unarmed,
    _twice,
    _made,
)


def check_profile(context: ProfileContext) -> Iterator[Finding]:
    """Every finding on one member that the catalogue's data does not make."""
    for check in PROFILE_CHECKS:
        yield from check(context)


# ------------------------------------------------------------------ crews


def _members(context: RosterContext) -> list[ProfileContext]:
    """The profiles of the list that the crew fields."""
    return [context.profile_contexts[key] for key, count in context.counts.items() if count]


def _sum(context: RosterContext, value: str) -> int:
    return sum(
        count * (number_of(context.profile_contexts[key], value) or 0)
        for key, count in context.counts.items()
    )


def _upkeep(context: RosterContext) -> Iterator[Finding]:
    """R-06: what combat armour costs before each game, and whether the credits left pay for it."""
    index, upkeep = context.catalogue_index, _sum(context, "upkeep")
    if not upkeep:
        return
    message = f"Combat armour: {upkeep} credits before each game, the first too"
    if armourers := sum(
        context.counts[member.key] for member in _members(context) if _knows(member, "armoury")
    ):
        freed = "_with_workshop" if context.roster.fields.get("workshop") else ""
        suits = armourers * index.numbers[f"suits_freed{freed}"]
        message += f"; {max(0, upkeep - suits * index.numbers['upkeep'])} where Armoury works"
    left = None if context.points is None or context.roster.limit is None else context.limit - context.points
    if left is not None and left < upkeep:
        message += f". {max(left, 0)} are left: wear other armour, or hire for less."
        yield _finding(index, "warning", "R-06", "entries", message)
    else:
        yield _finding(index, "note", "R-06", "entries", f"{message}.")


def _knows(member: ProfileContext, *powers: str) -> bool:
    return any(power.code in powers for _, power, _ in powers_of(member))


def _shared_background(context: RosterContext) -> Iterator[Finding]:
    """R-07: a captain and a first mate of one background."""
    captains, mates = (
        {member.chosen("background") for member in _members(context) if member.chosen(KIND) == kind} - {""}
        for kind in (CAPTAIN, FIRST_MATE)
    )
    if captains & mates:
        message = "Captain and first mate share a background: that is allowed."
        yield _finding(context.catalogue_index, "note", "R-07", "entries", message)


def _is_new(context: RosterContext) -> bool:
    """Whether a crew has its first credits and has not played yet."""
    limit, most = context.roster.limit, context.catalogue_index.numbers["new_crew"]
    has_played = context.roster.fields.get("won") or any(one.number_of("gained") for one in _members(context))
    return not has_played and limit is not None and limit <= most


def _upgrades(context: RosterContext) -> list[Attribute]:
    """The ship upgrades that are ticked."""
    fields = context.catalogue_index.catalogue.roster.fields
    return [part for part in fields if part.kind == "flag" and context.roster.fields.get(part.code)]


def _upgrades_of_a_new_crew(context: RosterContext) -> Iterator[Finding]:
    """R-09: a crew with its first credits has none."""
    if _is_new(context) and (bought := _upgrades(context)):
        names = join_and(part.label for part in bought)
        message = f"{names}: a new crew has no ship upgrades; enter the credits won since, or untick them."
        fix = fact_fix(f"Untick {names}", dict.fromkeys(part.code for part in bought))
        where = f"fields.{bought[0].code}"
        yield _finding(context.catalogue_index, "warning", "R-09", where, message, fix=fix)


_USES: Mapping[str, tuple[tuple[str, ...], str]] = {
    "medical_suite": (("medic-kit",), "a medic kit"),
    "workshop": (("armoury",), "Armoury"),
    "communications": (("bribe",), "Bribe"),
    "meditation": (("mystic-trance",), "Mystic Trance"),
    "robotics": (
        ("create-robot", "remote-guidance", "re-wire-robot"),
        "Create Robot, Remote Guidance or Re-wire Robot",
    ),
}
"""What somebody in the crew must have for a ship upgrade to do anything."""


def _upgrades_without_use(context: RosterContext) -> Iterator[Finding]:
    """R-14: ship upgrades that do nothing for a crew that has played."""
    members = _members(context)
    if not members or _is_new(context):
        return
    has = {code for member in members for code in member.used_codes()}
    for part in _upgrades(context):
        codes, needs = _USES.get(part.code, ((), ""))
        if codes and has.isdisjoint(codes):
            message = f"{part.label} does nothing: nobody in the crew has {needs}. Add it, or untick this."
            fix = fact_fix(f"Untick {part.label}", {part.code: None})
            where = f"fields.{part.code}"
            yield _finding(context.catalogue_index, "warning", "R-14", where, message, fix=fix)


def _levels_apart(context: RosterContext) -> Iterator[Finding]:
    """R-13: how far each captain stands above each first mate."""
    index = context.catalogue_index
    least, most = index.numbers["least_levels_above"], index.numbers["most_levels_above"]
    captains, mates = (
        sorted({number_of(one, "level") or 0 for one in _members(context) if one.chosen(KIND) == kind})
        for kind in (CAPTAIN, FIRST_MATE)
    )
    for captain, mate in product(captains, mates):
        if not least <= captain - mate <= most:
            behind = "first mate" if captain - mate > most else "captain"
            message = (
                f"Captain of level {captain}, first mate of level {mate}: the captain stays "
                f"{least} to {most} levels above; the next levels are for the {behind}."
            )
            yield _finding(index, "warning", "R-13", "entries", message)


def _no_robot(context: RosterContext) -> Iterator[Finding]:
    """P-20: powers over robots, and none in the crew."""
    if not _sum(context, "robots"):
        for member in _members(context):
            if _knows(member, *_OVER_ROBOTS):
                message = (
                    f"{member.name} has a power over robots, and the crew has none: tick one, or hire one."
                )
                yield _finding(context.catalogue_index, "note", "P-20", "entries", message)


ROSTER_CHECKS: tuple[Callable[[RosterContext], Iterator[Finding]], ...] = (
    _upkeep,
    _shared_background,
    _upgrades_of_a_new_crew,
    _upgrades_without_use,
    _levels_apart,
    _no_robot,
)


def check_roster(context: RosterContext) -> Iterator[Finding]:
    """Every finding on a crew that the catalogue's data does not make."""
    for check in ROSTER_CHECKS:
        yield from check(context)


SYSTEM = System(
    price=price,
    check_profile=check_profile,
    check_roster=check_roster,
    derive=DERIVE,
    item_numbers=ITEM_NUMBERS,
)
