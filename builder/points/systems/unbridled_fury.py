"""Unbridled Fury: checks of profile rules that the catalogue's data can't express.

This module has no functions for prices, because the catalogue's tables determine them (page 53). The
docstring of each check has the codes of its rules or rulings. Page numbers in findings are pages of the
rulebook.

Mov is movement, Mgc is magic, and Tds is Tardiness. A sorcerer is a model with Mgc.
"""

from collections.abc import Iterator

from builder.points.document.design import Pick, profile_keys
from builder.points.pricing.findings import make_finding
from builder.points.pricing.pricing import total_points
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.system import System
from builder.points.rules.results import Finding
from builder.points.rules.wording import join_and, price
from builder.points.systems.unbridled_fury_rosters import check_roster, familiar_limits

_LATE_DRAWBACKS = ("LA1", "LA2", "LA3", "LA4", "PM", "SR", "U")
"""The drawbacks of weapons that have an effect only after the first attack."""
_OTHER_MOVES = ("flier", "drifter", "teleporter", "airborne")
"""The properties with which a model moves although its Mov is 0."""
_MODIFIERS = {"area-of-effect", "duration"}
"""The spells that only change other spells."""
_WITHOUT_TARGET = {*_MODIFIERS, "change-weather", "illuminate", "summon"}
"""The spells that aren't cast on a target, so that Area of Effect doesn't change them."""


def _check_missing_base(context: ProfileContext) -> Iterator[Finding]:
    """Find a model of the largest Size without a base. Only vehicles need no base (P-12)."""
    if (
        context.number_of("size") == context.catalogue_index.numbers["unbased_size"]
        and "base_mm" not in context.values
    ):
        vehicle = (
            "This vehicle may go unbased."
            if "vehicle" in context.places_by_code
            else "Only a vehicle may go unbased."
        )
        yield make_finding(context, "note", "P-12", "base_mm", f"No base. {vehicle}")


def _check_magic_kind(context: ProfileContext) -> Iterator[Finding]:
    """Find a model with Mgc but without High or Low Magic, or with one of them but without Mgc (P-10)."""
    if context.number_of("mgc") != 0 and "magic" not in context.values:
        yield make_finding(
            context, "error", "P-10", "magic", "Mgc without a kind has no price: choose High or Low magic."
        )
    if context.number_of("mgc") == 0 and "magic" in context.values and not context.picks("spells"):
        kind = context.catalogue_index.attributes["magic"].option_name(context.chosen_option("magic"))
        message = f"{kind} Magic does nothing without Mgc: set Mgc to 1 or more, or choose none."
        yield make_finding(context, "warning", "P-10", "magic", message, remedies=("clear",))


def _check_spells(context: ProfileContext) -> Iterator[Finding]:
    """Find spells without Mgc, Mgc without spells, and spells that do nothing alone (P-90, P-91, P-94)."""
    spells = {pick.code for pick in context.picks("spells")}
    if spells and context.number_of("mgc") < 1:
        yield make_finding(
            context,
            "error",
            "P-90",
            "spells",
            "Spells need Mgc of 1 or more: raise Mgc, or remove the spells.",
            remedies=("set mgc 1",),
        )
    if not spells and context.number_of("mgc") > 0:
        yield make_finding(context, "note", "P-91", "spells", "No spells: this model can only countercast.")
    if spells and spells <= _MODIFIERS:
        points = _points_at(context, *(f"spells[{index}]" for index in range(len(context.picks("spells")))))
        message = f"Area of Effect and Duration only change other spells ({points}): add another spell."
        yield make_finding(context, "warning", "P-94", "spells", message)
    elif spells <= _WITHOUT_TARGET:
        for where, _ in _picks_of_spell(context, "area-of-effect"):
            points = _points_at(context, where)
            message = (
                f"The other spells have no target, so Area of Effect ({points}) does nothing: remove it."
            )
            yield make_finding(context, "warning", "P-94", where, message, remedies=("remove",))


def _check_repeated_transmutations(context: ProfileContext) -> Iterator[Finding]:
    """Find a second Transmutation into the same profile, which does nothing (P-92)."""
    seen: set[tuple[str, ...]] = set()
    for where, pick in _picks_of_spell(context, "transmutation"):
        keys = profile_keys(pick.parameters.get("profile"))
        if keys in seen:
            name, points = context.priced_list.name_of(keys[0]), _points_at(context, where)
            twice = f"Transmutation into {name} is repeated"
            message = f"{twice}: this one does nothing ({points}); remove it."
            yield make_finding(context, "warning", "P-92", where, message, remedies=("remove",))
        elif keys and keys[0] in context.priced_list.names:
            seen.add(keys)


def _picks_of_spell(context: ProfileContext, code: str) -> Iterator[tuple[str, Pick]]:
    """Yield each pick of the spell with this code, and the place of the pick."""
    for index, pick in enumerate(context.picks("spells")):
        if pick.code == code:
            yield f"spells[{index}]", pick


def _points_at(context: ProfileContext, *places: str) -> str:
    """Return the points of the parts at these places, without a minus sign: "40 points"."""
    points = total_points([line for line in context.lines if line.where in places])
    return price(None if points is None else abs(points), context.catalogue_index.catalogue)


def _check_unreachable_forms(context: ProfileContext) -> Iterator[Finding]:
    """Find a controlled Were-Creature that can't change its form, because it fails every Tds check (P-14)."""
    if context.values.get("tds") != 0 or "undead" in context.places_by_code:
        return
    for where, pick in context.picks_of("properties", "were-creature"):
        if pick.parameters.get("kind") == "controlled":
            points = _points_at(context, where)
            message = f"Tds 0 fails every check, so this model never changes ({points}): raise Tds."
            page = context.catalogue_index.entries["model"]["were-creature"].page
            yield make_finding(
                context, "warning", "P-14", where, message, remedies=("set tds 11",), page=page
            )


def _check_one_shot_drawbacks(context: ProfileContext) -> Iterator[Finding]:
    """Find drawbacks of a weapon that have no effect, because the model makes only one attack (P-31)."""
    slot = "shooting_weapons" if context.is_filled("shooting_weapons") else "combat_weapon"
    weapons = context.weapons(slot) if "one-shot-wonder" in context.places_by_code else ()
    if len(weapons) != 1 or (slot == "shooting_weapons" and context.is_filled("combat_weapon")):
        return
    if late := [code for code in weapons[0].properties if code in _LATE_DRAWBACKS]:
        where = context.catalogue_index.weapon_slots[slot].place()
        places = [
            f"{where}.properties[{index}]" for index, code in enumerate(weapons[0].properties) if code in late
        ]
        taken_off, verb = _points_at(context, *places), "take" if len(late) > 1 else "takes"
        message = (
            f"A One Shot Wonder attacks once, so {join_and(late)} {verb} {taken_off} off without a drawback."
        )
        page = context.catalogue_index.entries["model"]["one-shot-wonder"].page
        remedy = " + ".join(f"remove {code}" for code in dict.fromkeys(late))
        yield make_finding(context, "warning", "P-31", where, message, remedies=(remedy,), page=page)


def _check_slow_reload(context: ProfileContext) -> Iterator[Finding]:
    """Find Slow Reload on a model that never moves. It always has time to reload (P-31)."""
    if context.values.get("mov") != 0 or context.meets_any(_OTHER_MOVES):
        return
    for slot in context.catalogue_index.catalogue.weapon_slots:
        for index, weapon in enumerate(context.weapons(slot.code)):
            where = slot.place(index)
            if "SR" in weapon.properties:
                points = _points_at(context, f"{where}.properties[{weapon.properties.index('SR')}]")
                message = f"A model that can't move loses nothing by Slow Reload ({points} off): remove it."
                yield make_finding(context, "warning", "P-31", where, message, remedies=("remove SR",))


def _check_negative_weapon(context: ProfileContext) -> Iterator[Finding]:
    """Find a weapon with negative points (P-32)."""
    if not any(line.points and line.points < 0 for line in context.lines):
        return
    for slot in context.catalogue_index.catalogue.weapon_slots:
        for index, weapon in enumerate(context.weapons(slot.code)):
            where = slot.place(index)
            lines = [line for line in context.lines if line.where.startswith(f"{where}.")]
            points = total_points(lines)
            if points is not None and points < 0:
                name = weapon.name or "This weapon"
                message = (
                    f"{name} costs {points} points. Opponents may object to a weapon that gives points back."
                )
                page = next(line.page for line in lines if line.points and line.points < 0)
                yield make_finding(context, "warning", "P-32", where, message, page=page)


def _check_amorphous_speed(context: ProfileContext) -> Iterator[Finding]:
    """Find an amorphous model that flies or drifts faster than amorphous models may move (P-56)."""
    if "amorphous" not in context.places_by_code:
        return
    max_speed = context.catalogue_index.numbers["amorphous_speed"]
    for code, parameter in (("flier", "mov"), ("drifter", "die")):
        for where, pick in context.picks_of("properties", code):
            speed = int(str(pick.parameters.get(parameter, 0)).lstrip("d") or 0)
            if speed > max_speed:
                message = (
                    f"Amorphous models never move faster than {max_speed}: lower it, or agree on it first."
                )
                slower = f"set {max_speed}" if code == "flier" else f"set d{max_speed}"
                yield make_finding(
                    context, "warning", "P-56", f"{where}.{parameter}", message, remedies=(slower,)
                )


def _check_team_size(context: ProfileContext) -> Iterator[Finding]:
    """Find a Team whose models aren't smaller than the Size of the profile (P-75)."""
    for where, pick in context.picks_of("properties", "team"):
        size, base_size = pick.parameters.get("size"), context.number_of("size")
        if isinstance(size, int) and size >= max(base_size, 1):
            fix = f"take {base_size - 1} or less" if base_size > 1 else "raise the Size, or remove Team"
            remedy = f"set {base_size - 1}" if base_size > 1 else "remove team"
            yield make_finding(
                context,
                "error",
                "P-75",
                f"{where}.size",
                f"Team {size} must be smaller than Size {base_size}: {fix}.",
                remedies=(remedy,),
            )


def _check_familiars(context: ProfileContext) -> Iterator[Finding]:
    """Find familiars that are their own master, or whose master is missing or can't use them (P-68, C-44)."""
    for where, pick in context.picks_of("properties", "familiar"):
        for master in profile_keys(pick.parameters.get("profile")):
            yield from _check_master(context, f"{where}.profile", master)


def _check_master(context: ProfileContext, where: str, master: str) -> Iterator[Finding]:
    if master == context.key:
        yield make_finding(
            context, "error", "P-68", where, "A familiar can't be its own master: choose the sorcerer."
        )
    elif master not in context.priced_list.names:
        message = f"The master {master} is not in this company list: choose another, or none."
        yield make_finding(context, "warning", "P-68", where, message)
    elif not context.priced_list.designs[master].values.get("mgc"):
        points = _points_at(context, where.removesuffix(".profile"))
        message = f"The master has no Mgc, so this familiar ({points}) does nothing: choose a sorcerer."
        yield make_finding(context, "warning", "P-68", where, message)
    elif not context.priced_list.designs[master].picks.get("spells"):
        message = "The master has no spells, so this familiar only helps it with countercasting."
        yield make_finding(context, "note", "C-44", where, message)


def _check_foot_profiles(context: ProfileContext) -> Iterator[Finding]:
    """Find a foot profile that is the model's own profile (P-63), or is better than that profile (C-26).

    The change to fight on foot, by Dismount, is free, so the foot profile shouldn't be better.
    """
    for where, pick in context.picks_of("properties", "dismount"):
        for key in profile_keys(pick.parameters.get("profile")):
            if key in context.priced_list.designs:
                yield from _check_foot_profile(context, f"{where}.profile", key)


def _check_foot_profile(context: ProfileContext, where: str, key: str) -> Iterator[Finding]:
    if key == context.key:
        message = "This profile can't be its own foot profile: choose another."
        yield make_finding(context, "error", "P-63", where, message)
        return
    foot = context.priced_list.designs[key]
    own_points = context.priced_list.points(context.key, "command_die")
    foot_points = context.priced_list.points(key, "command_die")
    if own_points is not None and foot_points is not None and foot_points > own_points:
        message = f"The foot profile costs {foot_points} points, more than this one's {own_points}."
        yield make_finding(context, "warning", "C-26", where, message)
    if any(pick.code == "mounted" for pick in foot.picks.get("properties", ())):
        yield make_finding(context, "warning", "C-26", where, "The foot profile is Mounted too.")
    die = foot.values.get("command_die")
    if die is not None and die != context.values.get("command_die"):
        yield make_finding(
            context, "warning", "C-26", where, "The foot profile has a Command Die that this one does not."
        )


def _check_repeated_were_forms(context: ProfileContext) -> Iterator[Finding]:
    """Find a form that is chosen twice for the same Were-Creature, but only counts once (C-08)."""
    for where, pick in context.picks_of("properties", "were-creature"):
        keys = profile_keys(pick.parameters.get("forms"))
        if repeated := [
            context.priced_list.names.get(key, key) for key in dict.fromkeys(keys) if keys.count(key) > 1
        ]:
            message = f"{', '.join(repeated)} is repeated but counts once: choose each form once."
            yield make_finding(context, "warning", "C-08", f"{where}.forms", message)


def _check_forms_with_command_die(context: ProfileContext) -> Iterator[Finding]:
    """Find a profile with a Command Die that Summon or Transmutation brings into play (C-27)."""
    for index, pick in enumerate(context.picks("spells")):
        if pick.code in ("summon", "transmutation"):
            yield from _check_form_die(context, f"spells[{index}].profile", pick)


def _check_form_die(context: ProfileContext, where: str, pick: Pick) -> Iterator[Finding]:
    for key in profile_keys(pick.parameters.get("profile")):
        design = context.priced_list.designs.get(key)
        if design and design.values.get("command_die"):
            message = "The chosen profile has a Command Die: its price counts, but a company has one leader."
            page = context.catalogue_index.entries["spell"][pick.code].page
            yield make_finding(context, "warning", "C-27", where, message, page=page)


def _check_negative_total(context: ProfileContext) -> Iterator[Finding]:
    """Find a total below 0. Rosters and profiles that refer to this one count it as 0 (C-10)."""
    if context.points is not None and context.points < 0:
        message = f"This profile costs {context.points} points; rosters and other profiles count it as 0."
        yield make_finding(context, "warning", "C-10", "", message)


PROFILE_CHECKS = (
    _check_missing_base,
    _check_magic_kind,
    _check_spells,
    _check_repeated_transmutations,
    _check_slow_reload,
    _check_negative_weapon,
    _check_forms_with_command_die,
    _check_negative_total,
    _check_one_shot_drawbacks,
    _check_amorphous_speed,
    _check_team_size,
    _check_familiars,
    _check_foot_profiles,
    _check_repeated_were_forms,
    _check_unreachable_forms,
)


SYSTEM = System(
    profile_checks=PROFILE_CHECKS,
    roster_checks=(check_roster,),
    roster_limits=familiar_limits,
    cycle_rule="P-97",
)
