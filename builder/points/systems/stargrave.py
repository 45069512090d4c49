"""Stargrave: checks of rules on crew members and crews that the catalogue's data can't express.

The docstring of each function has the code of its rule, such as P-06. The codes are in the catalogue's data,
where each rule has its source. The game's free quick reference has no pages, so the source is a line of it,
or "external" for another public source.
"""

from collections.abc import Iterator, Mapping
from itertools import product

from builder.points.legality.roster_changes import fact_fix
from builder.points.pricing.findings import make_finding
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.system import RosterContext, System
from builder.points.pricing.values import number_or_none
from builder.points.rules.catalogue import Attribute
from builder.points.rules.catalogue_index import KIND
from builder.points.rules.results import Finding
from builder.points.rules.wording import join_and
from builder.points.systems.stargrave_values import (
    CAPTAIN,
    DERIVATIONS,
    FIRST_MATE,
    ITEM_DERIVATIONS,
    KNIFE,
    LOWERED,
    SOLDIER,
    is_core,
    is_unarmed,
    levels_gained,
    lowered_amount,
    powers_of,
    price,
    soldier_type,
    stats_gained,
)

_ROBOT_POWERS = ("repair-robot", "re-wire-robot", "remote-firing", "remote-guidance")


# ------------------------------------------------------------------ members


def _check_unused_lowerings(context: ProfileContext) -> Iterator[Finding]:
    """Find a member who may still lower activation numbers of powers (P-06)."""
    allowed, lowered = number_or_none(context, "lowerings"), number_or_none(context, "lowered")
    if allowed is not None and lowered is not None and (left := allowed - lowered) > 0:
        message = f"{lowered} of {allowed} activations lowered: lower {left} more."
        field = next((f"{where}.{LOWERED}" for where, _, _ in powers_of(context)), "")
        yield make_finding(context, "warning", "P-06", "powers", message, control=field, amount=left)


def _check_lowered_twice(context: ProfileContext) -> Iterator[Finding]:
    """Find a power of a new member whose activation number is lowered by more than 1 (P-06)."""
    if context.catalogue_index.kind == SOLDIER or levels_gained(context):
        return
    for where, power, pick in powers_of(context):
        if (number := lowered_amount(pick)) > 1:
            message = f"{power.name} is lowered by {number}: a new member can lower each power by 1 at most."
            yield make_finding(context, "warning", "P-06", f"{where}.{LOWERED}", message, remedies=("set 1",))


def _check_unspent_levels(context: ProfileContext) -> Iterator[Finding]:
    """Find gained levels that end in 2 or 7, and so improve a stat, but have no chosen stat (P-24)."""
    index, gained = context.catalogue_index, stats_gained(context)
    if index.kind != SOLDIER and (left := gained - len(context.picks("earned"))) > 0:
        message = (
            f"The levels gained improve {gained} {'stat' if gained == 1 else 'stats'}: choose {left} more."
        )
        yield make_finding(context, "warning", "P-24", "earned", message, amount=left)


def _check_unarmed(context: ProfileContext) -> Iterator[Finding]:
    """Find a member without a weapon (P-21)."""
    if is_unarmed(context):
        message = "Unarmed: -2 Fight and -2 damage. Carry a weapon; a knife takes no slot."
        yield make_finding(context, "note", "P-21", "gear", message)


def _check_repeated_items(context: ProfileContext) -> Iterator[Finding]:
    """Find an item that a captain or first mate carries twice (P-23)."""
    index = context.catalogue_index
    if index.kind == SOLDIER:
        return
    places_by_code: dict[str, list[str]] = {}
    for number, pick in enumerate(context.picks("gear")):
        places_by_code.setdefault(pick.code, []).append(index.pick_slots["gear"].place(number))
    for code, places in places_by_code.items():
        if len(places) > 1:
            more = " Only the first takes no slot." if code == KNIFE else ""
            name = index.entries["gear"][code].name
            message = f"{name} {len(places)} times: army builders allow one; remove {len(places) - 1}."
            remedy = " + ".join(f"remove {place}" for place in reversed(places[1:]))
            yield make_finding(context, "warning", "P-23", places[1], message + more, remedies=(remedy,))


def _check_unsuitable_robot(context: ProfileContext) -> Iterator[Finding]:
    """Find a type of soldier that Create Robot can't create (P-25)."""
    entry = soldier_type(context)
    if context.number_of("created") and entry and entry.code == "armoured-trooper":
        message = "Create Robot can't make an Armoured Trooper: hire it, or choose another type."
        yield make_finding(context, "error", "P-25", "created", message, remedies=("clear",))


PROFILE_CHECKS = (
    _check_unused_lowerings,
    _check_lowered_twice,
    _check_unspent_levels,
    _check_unarmed,
    _check_repeated_items,
    _check_unsuitable_robot,
)


# ------------------------------------------------------------------ crews


def _fielded_members(context: RosterContext) -> list[ProfileContext]:
    """Return the profiles that have models in the crew."""
    return [context.profile_contexts[key] for key, count in context.counts.items() if count]


def _sum_of_value(context: RosterContext, value: str) -> int:
    """Return the sum of a calculated value of all models in the crew."""
    return sum(
        count * (number_or_none(context.profile_contexts[key], value) or 0)
        for key, count in context.counts.items()
    )


def _check_upkeep(context: RosterContext) -> Iterator[Finding]:
    """Describe the upkeep of combat armour, and warn if the remaining credits don't cover it (R-06)."""
    index, upkeep = context.catalogue_index, _sum_of_value(context, "upkeep")
    if not upkeep:
        return
    message = f"Combat armour: {upkeep} credits before each game, the first too"
    if armourers := sum(
        context.counts[member.key]
        for member in _fielded_members(context)
        if _knows_any_power(member, "armoury")
    ):
        suffix = "_with_workshop" if context.roster.fields.get("workshop") else ""
        suits = armourers * index.numbers[f"suits_freed{suffix}"]
        message += f"; {max(0, upkeep - suits * index.numbers['upkeep'])} if Armoury works"
    limit = context.roster.limit
    left = None if context.points is None or limit is None else limit - context.points
    if left is not None and left < upkeep:
        message += f". {max(left, 0)} are left: wear other armour, or hire for less."
        yield make_finding(context, "warning", "R-06", "entries", message, amount=upkeep - left)
    else:
        yield make_finding(context, "note", "R-06", "entries", f"{message}.")


def _knows_any_power(member: ProfileContext, *powers: str) -> bool:
    """Return whether a member has one of the powers with these codes."""
    return any(power.code in powers for _, power, _ in powers_of(member))


def _check_shared_background(context: RosterContext) -> Iterator[Finding]:
    """Find a captain and a first mate with the same background (R-07)."""
    captains, mates = (
        {
            member.chosen_option("background")
            for member in _fielded_members(context)
            if member.chosen_option(KIND) == kind
        }
        - {""}
        for kind in (CAPTAIN, FIRST_MATE)
    )
    if captains & mates:
        message = "Captain and first mate share a background, which is allowed."
        yield make_finding(context, "note", "R-07", "entries", message)


def _is_new(context: RosterContext) -> bool:
    """Return whether a crew has not played yet, and its limit is not above the credits of a new crew."""
    limit, max_limit = context.roster.limit, context.catalogue_index.numbers["new_crew"]
    has_played = context.roster.fields.get("won") or any(
        member.number_of("gained") for member in _fielded_members(context)
    )
    return not has_played and limit is not None and limit <= max_limit


def _selected_upgrades(context: RosterContext) -> list[Attribute]:
    """Return the selected ship upgrades."""
    fields = context.catalogue_index.catalogue.roster.fields
    return [field for field in fields if field.kind == "flag" and context.roster.fields.get(field.code)]


def _check_upgrades_of_a_new_crew(context: RosterContext) -> Iterator[Finding]:
    """Find ship upgrades of a new crew (R-09)."""
    if _is_new(context) and (bought := _selected_upgrades(context)):
        names = join_and(upgrade.label for upgrade in bought)
        message = f"{names}: a new crew has no ship upgrades. Enter the credits won since, or untick them."
        fix = fact_fix(f"Untick {names}", dict.fromkeys(upgrade.code for upgrade in bought))
        where = f"fields.{bought[0].code}"
        yield make_finding(context, "warning", "R-09", where, message, fix=fix, amount=len(bought))


_NEEDED_FOR_UPGRADES: Mapping[str, tuple[tuple[str, ...], str]] = {
    "medical_suite": (("medic-kit",), "a medic kit"),
    "workshop": (("armoury",), "Armoury"),
    "communications": (("bribe",), "Bribe"),
    "meditation": (("mystic-trance",), "Mystic Trance"),
    "robotics": (
        ("create-robot", "remote-guidance", "re-wire-robot"),
        "Create Robot, Remote Guidance or Re-wire Robot",
    ),
}
"""The items or powers of which a crew needs one for each ship upgrade: codes, and names in a message."""


def _check_upgrades_without_use(context: RosterContext) -> Iterator[Finding]:
    """Find ship upgrades without an effect in a crew that has played (R-14)."""
    members = _fielded_members(context)
    if not members or _is_new(context):
        return
    usable_codes = {code for member in members for code in member.usable_codes()}
    for upgrade in _selected_upgrades(context):
        codes, needs = _NEEDED_FOR_UPGRADES.get(upgrade.code, ((), ""))
        if codes and usable_codes.isdisjoint(codes):
            label = upgrade.label
            message = f"{label} does nothing, because nobody in the crew has {needs}. Add it, or untick this."
            fix = fact_fix(f"Untick {label}", {upgrade.code: None})
            where = f"fields.{upgrade.code}"
            yield make_finding(context, "warning", "R-14", where, message, fix=fix)


def _check_levels_apart(context: RosterContext) -> Iterator[Finding]:
    """Find a captain whose level is not far enough above a first mate's level, or too far (R-13)."""
    index = context.catalogue_index
    min_levels_above, max_levels_above = (
        index.numbers["least_levels_above"],
        index.numbers["most_levels_above"],
    )
    captains, mates = (
        sorted(
            {
                number_or_none(member, "level") or 0
                for member in _fielded_members(context)
                if member.chosen_option(KIND) == kind
            }
        )
        for kind in (CAPTAIN, FIRST_MATE)
    )
    for captain, mate in product(captains, mates):
        above = captain - mate
        if not min_levels_above <= above <= max_levels_above:
            lagging = "first mate" if above > max_levels_above else "captain"
            message = (
                f"Captain of level {captain}, first mate of level {mate}: the captain stays "
                f"{min_levels_above} to {max_levels_above} levels above; the next levels are for the "
                f"{lagging}."
            )
            amount = max(min_levels_above - above, above - max_levels_above)
            yield make_finding(context, "warning", "R-13", "entries", message, amount=amount)


def _check_missing_robot(context: RosterContext) -> Iterator[Finding]:
    """Find powers that need a robot, in a crew without robots (P-20)."""
    if not _sum_of_value(context, "robots"):
        for member in _fielded_members(context):
            if _knows_any_power(member, *_ROBOT_POWERS):
                message = (
                    f"{member.name} has a power over robots, but none are fielded: "
                    "tick “Robot” for a member, or hire one."
                )
                yield make_finding(context, "note", "P-20", "entries", message)


ROSTER_CHECKS = (
    _check_upkeep,
    _check_shared_background,
    _check_upgrades_of_a_new_crew,
    _check_upgrades_without_use,
    _check_levels_apart,
    _check_missing_robot,
)


SYSTEM = System(
    price=price,
    profile_checks=PROFILE_CHECKS,
    roster_checks=ROSTER_CHECKS,
    derivations=DERIVATIONS,
    item_derivations=ITEM_DERIVATIONS,
    core_tests={"powers": is_core},
)
