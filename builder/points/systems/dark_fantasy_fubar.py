"""Dark Fantasy FUBAR: prices, calculated values, and checks that the catalogue's data can't express.

The game has two prices: the listed prices, and a formula with the numbers of the profile. The docstring of
each function has the code of its rule or ruling. The rulebook has no page numbers, so lines and findings cite
its headings.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from builder.points.document.design import Design, Pick
from builder.points.pricing.findings import make_finding
from builder.points.pricing.pricing import PricedList, attribute_line, pick_text, price_design
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.system import Derivation, System
from builder.points.pricing.values import number_or_none, value_line
from builder.points.rules.catalogue import Property, Value
from builder.points.rules.catalogue_index import KIND, CatalogueIndex
from builder.points.rules.numbers import MINUS, signed_text
from builder.points.rules.results import Finding, Line
from builder.points.rules.wording import pluralize
from builder.points.systems.dark_fantasy_fubar_units import check_roster, check_row, depth_lines

_FORMULA_SECTIONS = ("skills", "spells")
"""The sections of the receipt whose lines are also terms of the formula."""


class _Weapon(NamedTuple):
    """A weapon with two numbers: modifier and reach, or dice and range for a ranged weapon."""

    numbers: tuple[int, int]
    where: str
    pick: Pick


# ------------------------------------------------------------------ listed prices


def price(catalogue_index: CatalogueIndex, design: Design, prices: PricedList) -> tuple[Line, ...]:
    """Return the lines of the listed prices.

    Without a level, there is no total (P-01). Only the best close combat weapon can give a discount (C-07).
    """
    weapons = _close_combat_weapons(catalogue_index, design)
    best_place = weapons[0].where if weapons else ""
    lines = tuple(
        line._replace(factor=Fraction(0), points=0) if _is_uncounted_discount(line, best_place) else line
        for line in price_design(catalogue_index, design, prices)
    )
    if "level" in design.values:
        return lines
    level = catalogue_index.attributes["level"]
    return (attribute_line(level, level.label, None), *lines)


def _is_uncounted_discount(line: Line, best_place: str) -> bool:
    """Return whether a line is the discount of a close combat weapon that isn't the best one."""
    is_weapon = line.where.startswith("close_combat[")
    return is_weapon and line.where != best_place and line.points is not None and line.points < 0


def item_number(entry: Property, pick: Pick, column: str) -> int | None:
    """Return a number of an item, or None if players must enter it and haven't."""
    printed = entry.stats.get(column, "")
    if not printed.startswith("{"):
        return int(printed)
    entered = pick.parameters.get(printed.strip("{}"))
    return entered if isinstance(entered, int) else None


def _weapons(
    catalogue_index: CatalogueIndex, design: Design, slot_code: str, first_column: str, second_column: str
) -> list[_Weapon]:
    """Return the weapons of a slot that have numbers in two columns, the highest numbers first."""
    slot = catalogue_index.pick_slots[slot_code]
    weapons = []
    for index, pick in enumerate(design.picks.get(slot.code, ())):
        entry = catalogue_index.entries[slot.group][pick.code]
        first, second = (item_number(entry, pick, column) for column in (first_column, second_column))
        if first is not None and second is not None:
            weapons.append(_Weapon((first, second), slot.place(index), pick))
    return sorted(weapons, key=lambda weapon: weapon.numbers, reverse=True)


def _close_combat_weapons(catalogue_index: CatalogueIndex, design: Design) -> list[_Weapon]:
    """Return the close combat weapons by modifier and reach, the best first (C-06, C-07)."""
    return _weapons(catalogue_index, design, "close_combat", "change", "reach")


# ------------------------------------------------------------------ calculated values


def _best_weapon_derivation(column: int, unarmed: str) -> Derivation:
    """Return the derivation of a number of the best close combat weapon, or of bare hands (C-06, C-10).

    ``column`` is the index in ``_Weapon.numbers``, and ``unarmed`` the code of a number of the catalogue.
    """

    def derive(context: ProfileContext, value: Value) -> Iterator[Line]:
        weapons = _close_combat_weapons(context.catalogue_index, context.design)
        if not weapons:
            yield value_line(value, "No close combat weapon", context.catalogue_index.numbers[unarmed])
        for best in weapons[:1]:
            yield value_line(value, _close_combat_name(context, best.pick), best.numbers[column], best.where)

    return derive


def _close_combat_roll_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield Expertise minus the weapon's modifier (C-11)."""
    expertise, change = number_or_none(context, "expertise"), number_or_none(context, "weapon_change")
    if expertise is not None and change is not None:
        yield value_line(value, f"Expertise {expertise}+", expertise)
        yield value_line(value, f"Weapon {signed_text(change)}", -change)


def _main_weapon(context: ProfileContext) -> _Weapon | None:
    """Return the ranged weapon that is marked as the main one, or has the most dice and range (C-09)."""
    weapons = _weapons(context.catalogue_index, context.design, "ranged", "dice", "range")
    marked = [weapon for weapon in weapons if weapon.pick.code == context.values.get("main_weapon")]
    return next(iter(marked or weapons), None)


def _main_weapon_derivation(column: int) -> Derivation:
    """Return the derivation of a number of the main weapon (C-09)."""

    def derive(context: ProfileContext, value: Value) -> Iterator[Line]:
        if weapon := _main_weapon(context):
            entry = context.catalogue_index.entries["ranged"][weapon.pick.code]
            label = pick_text(entry, weapon.pick, {})
            yield value_line(value, label, weapon.numbers[column], weapon.where)

    return derive


def _shooting_roll_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield Expertise for a figure with a ranged weapon or an instant spell. Both use it (C-30)."""
    expertise = number_or_none(context, "expertise")
    if expertise is not None and (context.picks("ranged") or context.picks("instant")):
        yield value_line(value, f"Expertise {expertise}+", expertise)


def _save_in_shield_wall_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield the save of a figure with a shield in formation, which is better to the front (R-08)."""
    save = number_or_none(context, "save")
    if save is not None and "shield" in context.places_by_code and "skirmisher" not in context.places_by_code:
        bonus = context.catalogue_index.numbers["shield_wall"]
        yield value_line(value, f"Save {save}+", save)
        yield value_line(value, "Shield wall", bonus)


def _magical_armour_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield the inches by which magical armour slows a figure. Players enter the number."""
    for where, pick in context.picks_of("armour", "magical"):
        slower = pick.parameters.get("slower")
        if isinstance(slower, int) and slower > 0:
            yield value_line(value, "Magical armour", -slower, where)


def _skill_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield 1 for each skill (P-05, P-06)."""
    entries = context.catalogue_index.entries["skills"]
    slot = context.catalogue_index.pick_slots["skills"]
    for index, pick in enumerate(context.picks("skills")):
        yield value_line(value, pick_text(entries[pick.code], pick, {}), 1, slot.place(index))


# ------------------------------------------------------------------ the formula


def _formula_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield each term of the formula, multiplied by its factor (C-09 to C-13)."""
    factor = _formula_factor(context)
    for label, number, where in _formula_terms(context):
        line = value_line(value, label, number, where, factor=Fraction(factor))
        yield line if factor > 0 else line._replace(points=None)


def _formula_factor(context: ProfileContext) -> int:
    """Return the factor of the formula: the wounds, multiplied for a vehicle; below 1 if invalid (P-16)."""
    is_vehicle = context.chosen_option(KIND) == "vehicle"
    return context.number_of("wounds") * (
        context.catalogue_index.numbers["vehicle_factor"] if is_vehicle else 1
    )


def _formula_terms(context: ProfileContext) -> Iterator[tuple[str, int | None, str]]:
    """Yield the label, number and place in the design of each term of the formula."""
    top = context.catalogue_index.numbers["formula_top"]
    activation, expertise = number_or_none(context, "activation"), number_or_none(context, "expertise")
    if activation is None or expertise is None:
        yield "Level", None, "level"
        return
    dice, blows = (
        number_or_none(context, "shooting_dice") or 0,
        context.catalogue_index.numbers["close_combat_dice"],
    )
    save, skill = number_or_none(context, "save"), top - expertise
    yield f"Activation: {top} {MINUS} {activation}", top - activation, "level"
    yield f"Shooting: ({top} {MINUS} {expertise}) × {dice} AP", skill * dice, "ranged"
    yield "Assault: the weapon's change", number_or_none(context, "weapon_change"), "close_combat"
    yield f"Close combat: ({top} {MINUS} {expertise}) × {blows}", skill * blows, "level"
    saved = top if save is None else save
    yield f"Save: {top} {MINUS} {saved}", top - saved, "armour"
    yield "Hero Points", context.number_of("hero_points"), "hero_points"
    for line in context.lines:
        if line.group in _FORMULA_SECTIONS:
            yield line.label, line.points, line.where


# ------------------------------------------------------------------ rules


def _check_few_hero_points(context: ProfileContext) -> Iterator[Finding]:
    """Find a character with fewer Hero Points than the level allows (P-04)."""
    allowed, taken = number_or_none(context, "allowance"), context.number_of("hero_points")
    if context.chosen_option(KIND) == "character" and allowed is not None and 0 <= taken < allowed:
        message = f"{taken} of {allowed} Hero Points: you can take {allowed - taken} more."
        yield make_finding(context, "note", "P-04", "hero_points", message)


def _check_helping_sorcerer(context: ProfileContext) -> Iterator[Finding]:
    """Find a Sorcerer without a spell, who can only help others (P-08)."""
    if (
        "sorcerer" in context.places_by_code
        and not context.picks("instant")
        and not context.picks("sustained")
    ):
        message = (
            "Without a spell, this sorcerer only helps others with sustained spells: each helper adds 2."
        )
        yield make_finding(context, "note", "P-08", context.places_by_code["sorcerer"], message)


def _check_uncounted_discounts(context: ProfileContext) -> Iterator[Finding]:
    """Find a close combat weapon whose discount doesn't count, because another is better (P-11, C-07)."""
    for line in context.lines:
        if line.where.startswith("close_combat[") and line.base is not None and line.factor == 0:
            message = f"{line.label} with a better weapon gives no points back: it counts as 0."
            yield make_finding(context, "note", "P-11", line.where, message)


def _check_outclassed_weapons(context: ProfileContext) -> Iterator[Finding]:
    """Find a close combat weapon that costs points but has no number better than another weapon (P-28)."""
    points = {line.where: line.points or 0 for line in context.lines}
    weapons = _close_combat_weapons(context.catalogue_index, context.design)
    for index, weapon in enumerate(weapons):
        # Of two weapons with the same numbers, the cheaper one counts as better, or else the first.
        rank = (*weapon.numbers, -points[weapon.where], -index)
        better = next(
            (
                other
                for other_index, other in enumerate(weapons)
                if other.numbers[0] >= weapon.numbers[0]
                if other.numbers[1] >= weapon.numbers[1]
                if (*other.numbers, -points[other.where], -other_index) > rank
            ),
            None,
        )
        if better is not None and points[weapon.where] > 0:
            name, best = (_close_combat_name(context, carried.pick) for carried in (weapon, better))
            paid = pluralize(points[weapon.where], "point")
            message = f"{name} ({paid}) adds nothing: {best} has the same modifier and reach, or better."
            yield make_finding(context, "note", "P-28", weapon.where, message)


def _close_combat_name(context: ProfileContext, pick: Pick) -> str:
    return pick_text(context.catalogue_index.entries["close-combat"][pick.code], pick, {})


def _check_useless_saves(context: ProfileContext) -> Iterator[Finding]:
    """Find Carapace without a save, and a shield or an amulet with armour of 2+ (P-28)."""
    save, best = number_or_none(context, "save"), context.catalogue_index.values["save"].low
    if save is None and "carapace" in context.places_by_code:
        message = (
            "Carapace rolls two dice for armour, but this figure has no save: add armour, or remove Carapace."
        )
        yield make_finding(
            context, "warning", "P-28", context.places_by_code["carapace"], message, remedies=("remove",)
        )
    worn_saves = [pick.parameters.get("save") for pick in context.picks("armour")]
    if best in worn_saves:
        for index, pick in enumerate(context.picks("shield")):
            name = context.catalogue_index.entries["shield"][pick.code].name
            message = f"The armour already saves on {best}+, the best save: remove the {name.lower()}."
            where = context.catalogue_index.pick_slots["shield"].place(index)
            yield make_finding(context, "warning", "P-28", where, message, remedies=("remove",))


def _check_wounds(context: ProfileContext) -> Iterator[Finding]:
    """Find a number of wounds below 1, and one above 1, for which the text has no rules (P-16)."""
    wounds = context.number_of("wounds")
    if wounds < 1:
        message = f"{wounds} wounds: enter 1 or more."
        yield make_finding(context, "error", "P-16", "wounds", message, remedies=("set 1",))
    elif wounds > 1:
        only = "the text mentions more than one wound only in its points formula"
        message = f"{wounds} wounds: {only}. Agree on what they do."
        yield make_finding(context, "note", "P-16", "wounds", message)


def _check_unlisted_features(context: ProfileContext) -> Iterator[Finding]:
    """Find vehicles, and models with several wounds: only the formula counts them in the price (P-24)."""
    wounded, driven = context.number_of("wounds") > 1, context.chosen_option(KIND) == "vehicle"
    beyond = [*(["more wounds than one"] if wounded else []), *(["a vehicle"] if driven else [])]
    if beyond:
        message = f"The listed price does not count {' and '.join(beyond)}; the formula does."
        yield make_finding(context, "note", "P-24", "wounds" if wounded else "kind", message)


def _check_main_weapon(context: ProfileContext) -> Iterator[Finding]:
    """Find a main weapon that isn't carried (C-09)."""
    marked = context.values.get("main_weapon")
    if marked is not None and marked not in {pick.code for pick in context.picks("ranged")}:
        name = context.catalogue_index.attributes["main_weapon"].option_name(str(marked))
        message = f"{name} is marked as the main weapon but isn't carried: carry it, or mark another."
        yield make_finding(context, "note", "C-09", "main_weapon", message)


PROFILE_CHECKS = (
    _check_few_hero_points,
    _check_helping_sorcerer,
    _check_uncounted_discounts,
    _check_outclassed_weapons,
    _check_useless_saves,
    _check_wounds,
    _check_unlisted_features,
    _check_main_weapon,
)


SYSTEM = System(
    price=price,
    profile_checks=PROFILE_CHECKS,
    row_checks=(check_row,),
    roster_checks=(check_roster,),
    derivations={
        "weapon_change": _best_weapon_derivation(0, "unarmed_change"),
        "reach": _best_weapon_derivation(1, "unarmed_reach"),
        "close_combat_roll": _close_combat_roll_lines,
        "shooting_roll": _shooting_roll_lines,
        "shooting_dice": _main_weapon_derivation(0),
        "shooting_range": _main_weapon_derivation(1),
        "save_in_shield_wall": _save_in_shield_wall_lines,
        "move_two_actions": _magical_armour_lines,
        "own_skills": _skill_lines,
        "shared_skills": _skill_lines,
        "formula": _formula_lines,
    },
    unit_derivations={"depth": depth_lines},
)
