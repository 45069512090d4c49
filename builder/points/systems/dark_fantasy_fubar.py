"""Dark Fantasy FUBAR: the second price by its formula, what is worked out, and the rules that no table says.

Each function carries the id of its rule or ruling. The text has no pages: a line says below which heading.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction

from builder.points.document.design import Design, Pick
from builder.points.pricing.pricing import PricedList, pick_text, price_design
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.system import System
from builder.points.pricing.values import number_of
from builder.points.rules.catalogue import Level, Property
from builder.points.rules.catalogue_index import KIND, ONE, CatalogueIndex
from builder.points.rules.numbers import MINUS, signed_text
from builder.points.rules.remedies import Remedies
from builder.points.rules.results import Finding, Line
from builder.points.rules.wording import pluralize
from builder.points.systems.dark_fantasy_fubar_units import check_roster

ProfileCheck = Callable[[ProfileContext], Iterator[Finding]]
_ADJUSTMENTS = ("skills", "spells")
"""The parts of the receipt that the formula takes over as they are."""


# ------------------------------------------------------------------ listed prices


def price(catalogue_index: CatalogueIndex, design: Design, prices: PricedList) -> tuple[Line, ...]:
    """The listed prices; no total without a level (P-01), and no discount for a spare weapon (C-07)."""
    best = _best_close_combat(catalogue_index, design)
    return (
        *_missing_level(catalogue_index, design),
        *(
            line._replace(factor=Fraction(0), points=0) if _is_spare(line, best) else line
            for line in price_design(catalogue_index, design, prices)
        ),
    )


def _missing_level(catalogue_index: CatalogueIndex, design: Design) -> Iterator[Line]:
    attribute = catalogue_index.attributes["level"]
    if "level" not in design.values:
        yield Line(
            attribute.code, attribute.label, None, ONE, None, attribute.page, attribute.name, attribute.group,
            attribute.at, attribute.place,
        )  # fmt: skip


def _is_spare(line: Line, best: str) -> bool:
    is_weapon = line.where.startswith("close_combat[")
    return is_weapon and line.where != best and line.points is not None and line.points < 0


def item_number(entry: Property, pick: Pick, column: str) -> int | None:
    """A number of an item, printed or entered by the players; None where it is not given yet."""
    printed = entry.stats.get(column, "")
    if not printed.startswith("{"):
        return int(printed)
    entered = pick.parameters.get(printed.strip("{}"))
    return entered if isinstance(entered, int) else None


def _close_combat(catalogue_index: CatalogueIndex, design: Design) -> list[tuple[int, int, str, Pick]]:
    """Change, reach and place of each close combat weapon that has them, the best first (C-06, C-07)."""
    slot = catalogue_index.pick_slots["close_combat"]
    found = []
    for index, pick in enumerate(design.picks.get(slot.code, ())):
        entry = catalogue_index.entries[slot.group][pick.code]
        change, reach = (item_number(entry, pick, column) for column in ("change", "reach"))
        if change is not None and reach is not None:
            found.append((change, reach, slot.place(index), pick))
    return sorted(found, key=lambda weapon: weapon[:2], reverse=True)


def _best_close_combat(catalogue_index: CatalogueIndex, design: Design) -> str:
    """The place of the best close combat weapon; "" without one."""
    return next((place for _, _, place, _ in _close_combat(catalogue_index, design)), "")


# ------------------------------------------------------------------ what is worked out


def _line(
    context: ProfileContext, value: str, label: str, number: int | None, where: str = "", factor: int = 1
) -> Line:
    """A line in the sum of a value; it comes to nothing known by a factor below 1."""
    known = context.catalogue_index.values[value]
    points = None if number is None or factor < 1 else number * factor
    return Line(
        known.code, label, number, ONE if factor == 1 else Fraction(factor), points, known.page, known.name,
        known.code, where, known.place,
    )  # fmt: skip


def _weapon_change(context: ProfileContext) -> Iterator[Line]:
    """C-06, C-10: of the best weapon, or of bare hands."""
    yield _close_combat_line(context, "weapon_change", 0, "unarmed_change")


def _reach(context: ProfileContext) -> Iterator[Line]:
    """C-06: of the best weapon, or of bare hands."""
    yield _close_combat_line(context, "reach", 1, "unarmed_reach")


def _close_combat_line(context: ProfileContext, value: str, column: int, unarmed: str) -> Line:
    for weapon in _close_combat(context.catalogue_index, context.design):
        *numbers, where, pick = weapon
        entry = context.catalogue_index.entries["close-combat"][pick.code]
        return _line(context, value, pick_text(entry, pick, {}), int(numbers[column]), where)
    return _line(context, value, "No close combat weapon", context.catalogue_index.numbers[unarmed])


def _close_combat_roll(context: ProfileContext) -> Iterator[Line]:
    """C-11: Expertise, less the change of the weapon."""
    expertise, change = number_of(context, "expertise"), number_of(context, "weapon_change")
    if expertise is not None and change is not None:
        yield _line(context, "close_combat_roll", f"Expertise {expertise}+", expertise)
        yield _line(context, "close_combat_roll", f"Weapon {signed_text(change)}", -change)


def _main_weapon(context: ProfileContext) -> tuple[int, int, str, Pick] | None:
    """C-09: dice, range and place of the marked weapon, or of that with most dice, then the longest range."""
    slot = context.catalogue_index.pick_slots["ranged"]
    found = []
    for index, pick in enumerate(context.picks(slot.code)):
        entry = context.catalogue_index.entries[slot.group][pick.code]
        dice, reach = (item_number(entry, pick, column) for column in ("dice", "range"))
        if dice is not None and reach is not None:
            found.append((dice, reach, slot.place(index), pick))
    marked = [weapon for weapon in found if weapon[3].code == context.values.get("main_weapon")]
    return max(marked or found, key=lambda weapon: weapon[:2], default=None)


def _shooting_dice(context: ProfileContext) -> Iterator[Line]:
    """C-09: of the main weapon."""
    yield from _shooting_line(context, "shooting_dice", 0)


def _shooting_range(context: ProfileContext) -> Iterator[Line]:
    """C-09: of the main weapon."""
    yield from _shooting_line(context, "shooting_range", 1)


def _shooting_line(context: ProfileContext, value: str, column: int) -> Iterator[Line]:
    if weapon := _main_weapon(context):
        *numbers, where, pick = weapon
        entry = context.catalogue_index.entries["ranged"][pick.code]
        yield _line(context, value, pick_text(entry, pick, {}), int(numbers[column]), where)


def _shooting_roll(context: ProfileContext) -> Iterator[Line]:
    """Expertise, for a figure with a ranged weapon or an instant spell, which is cast like one (C-30)."""
    expertise = number_of(context, "expertise")
    if expertise is not None and (context.picks("ranged") or context.picks("instant")):
        yield _line(context, "shooting_roll", f"Expertise {expertise}+", expertise)


def _save_in_shield_wall(context: ProfileContext) -> Iterator[Line]:
    """One better to the front, for who has a shield and keeps formation (R-08)."""
    save = number_of(context, "save")
    if save is not None and "shield" in context.taken and "skirmisher" not in context.taken:
        bonus = context.catalogue_index.numbers["shield_wall"]
        yield _line(context, "save_in_shield_wall", f"Save {save}+", save)
        yield _line(context, "save_in_shield_wall", "Shield wall", bonus)


def _slower(context: ProfileContext) -> Iterator[Line]:
    """What magical armour weighs, as the players agreed."""
    for where, pick in context.picks_of("armour", "magical"):
        slower = pick.parameters.get("slower")
        if isinstance(slower, int) and slower > 0:
            yield _line(context, "move_two_actions", "Magical armour", -slower, where)


def _skills_of(value: str) -> Callable[[ProfileContext], Iterator[Line]]:
    """P-05, P-06: each skill once."""

    def count(context: ProfileContext) -> Iterator[Line]:
        entries, place = (
            context.catalogue_index.entries["skills"],
            context.catalogue_index.pick_slots["skills"].place,
        )
        for index, pick in enumerate(context.picks("skills")):
            yield _line(context, value, pick_text(entries[pick.code], pick, {}), 1, place(index))

    return count


# ------------------------------------------------------------------ the formula


def _formula(context: ProfileContext) -> Iterator[Line]:
    """Each term of the formula in its order, times wounds, and by five for a vehicle (C-09 to C-13)."""
    factor = _formula_factor(context)
    for label, number, where in _terms(context):
        yield _line(context, "formula", label, number, where, factor)


def _formula_factor(context: ProfileContext) -> int:
    """Below 1 where the wounds are no number that there is (P-16)."""
    is_vehicle = context.chosen(KIND) == "vehicle"
    return context.number_of("wounds") * (
        context.catalogue_index.numbers["vehicle_factor"] if is_vehicle else 1
    )


def _terms(context: ProfileContext) -> Iterator[tuple[str, int | None, str]]:
    """The terms of the formula: what each is, its number, and where in the design it stands."""
    top = context.catalogue_index.numbers["formula_top"]
    activation, expertise = number_of(context, "activation"), number_of(context, "expertise")
    if activation is None or expertise is None:
        yield "Level", None, "level"
        return
    dice, blows = (
        number_of(context, "shooting_dice") or 0,
        context.catalogue_index.numbers["close_combat_dice"],
    )
    save, skill = number_of(context, "save"), top - expertise
    yield f"Activation: {top} {MINUS} {activation}", top - activation, "level"
    yield f"Shooting: ({top} {MINUS} {expertise}) × {dice} AP", skill * dice, "ranged"
    yield "Assault: the weapon's change", number_of(context, "weapon_change"), "close_combat"
    yield f"Close combat: ({top} {MINUS} {expertise}) × {blows}", skill * blows, "level"
    saved = top if save is None else save
    yield f"Save: {top} {MINUS} {saved}", top - saved, "armour"
    yield "Hero Points", context.number_of("hero_points"), "hero_points"
    for line in context.lines:
        if line.group in _ADJUSTMENTS:
            yield line.label, line.points, line.where


# ------------------------------------------------------------------ rules


def _finding(
    context: ProfileContext, level: Level, rule: str, where: str, message: str, *remedies: str
) -> Finding:
    page = context.catalogue_index.page_of(rule)
    return Finding(level, rule, where, message, page, None, Remedies(remedies))


def _few_hero_points(context: ProfileContext) -> Iterator[Finding]:
    """P-04: a character with fewer Hero Points than the level allows."""
    allowed, taken = number_of(context, "allowance"), context.number_of("hero_points")
    if context.chosen(KIND) == "character" and allowed is not None and 0 <= taken < allowed:
        message = f"{taken} of {allowed} Hero Points: {allowed - taken} more may be taken."
        yield _finding(context, "note", "P-04", "hero_points", message)


def _helping_sorcerer(context: ProfileContext) -> Iterator[Finding]:
    """P-08: a Sorcerer without a spell helps others with theirs."""
    if "sorcerer" in context.taken and not context.picks("instant") and not context.picks("sustained"):
        message = (
            "Without a spell, this sorcerer only helps others with sustained spells: each helper adds 2."
        )
        yield _finding(context, "note", "P-08", context.taken["sorcerer"], message)


def _spare_weapons(context: ProfileContext) -> Iterator[Finding]:
    """P-11, C-07: a discount that does not count."""
    for line in context.lines:
        if line.where.startswith("close_combat[") and line.base is not None and line.factor == 0:
            message = f"{line.label} beside a better weapon gives no points back: it counts 0."
            yield _finding(context, "note", "P-11", line.where, message)


def _outclassed_weapons(context: ProfileContext) -> Iterator[Finding]:
    """P-28: a close combat weapon that costs points and is no better than another one in anything."""
    points = {line.where: line.points or 0 for line in context.lines}
    weapons = _close_combat(context.catalogue_index, context.design)
    for place, (change, reach, where, pick) in enumerate(weapons):
        # Of two weapons with the same numbers, the cheaper one stays, or else the first.
        rank = change, reach, -points[where], -place
        better = next(
            (
                other
                for at, (*numbers, at_place, other) in enumerate(weapons)
                if numbers[0] >= change
                if numbers[1] >= reach
                if (*numbers, -points[at_place], -at) > rank
            ),
            None,
        )
        if better is not None and points[where] > 0:
            name, best = (_close_combat_name(context, one) for one in (pick, better))
            paid = pluralize(points[where], "point")
            message = f"{name} buys nothing for its {paid}: {best} is as good in change and reach."
            yield _finding(context, "note", "P-28", where, message)


def _close_combat_name(context: ProfileContext, pick: Pick) -> str:
    return pick_text(context.catalogue_index.entries["close-combat"][pick.code], pick, {})


def _useless_saves(context: ProfileContext) -> Iterator[Finding]:
    """P-28: Carapace without a save to roll, and a shield or an amulet beside armour of 2+."""
    save, best = number_of(context, "save"), context.catalogue_index.values["save"].low
    if save is None and "carapace" in context.taken:
        message = (
            "Carapace rolls two dice for armour, and this figure has no save: add armour, or drop Carapace."
        )
        yield _finding(context, "warning", "P-28", context.taken["carapace"], message, "remove")
    worn = [pick.parameters.get("save") for pick in context.picks("armour")]
    if best in worn:
        for index, pick in enumerate(context.picks("shield")):
            name = context.catalogue_index.entries["shield"][pick.code].name
            message = f"The armour saves on {best}+ already, and no save is better: drop the {name.lower()}."
            where = context.catalogue_index.pick_slots["shield"].place(index)
            yield _finding(context, "warning", "P-28", where, message, "remove")


def _wounds(context: ProfileContext) -> Iterator[Finding]:
    """P-16: from 1, and the text knows no more than one."""
    wounds = context.number_of("wounds")
    if wounds < 1:
        message = f"{wounds} wounds: enter 1 or more."
        yield _finding(context, "error", "P-16", "wounds", message, "set 1")
    elif wounds > 1:
        message = f"{wounds} wounds: the text has more than one in its formula alone; agree what they mean."
        yield _finding(context, "note", "P-16", "wounds", message)


def _beyond_the_lists(context: ProfileContext) -> Iterator[Finding]:
    """P-24: what only the formula prices."""
    wounded, driven = context.number_of("wounds") > 1, context.chosen(KIND) == "vehicle"
    beyond = [*(["more wounds than one"] if wounded else []), *(["a vehicle"] if driven else [])]
    if beyond:
        message = f"The listed price does not count {' and '.join(beyond)}; the formula does."
        yield _finding(context, "note", "P-24", "wounds" if wounded else "kind", message)


def _main_weapon_carried(context: ProfileContext) -> Iterator[Finding]:
    """C-09: a mark on a weapon that is not carried."""
    marked = context.values.get("main_weapon")
    if marked is not None and marked not in {pick.code for pick in context.picks("ranged")}:
        name = context.catalogue_index.attributes["main_weapon"].option_name(str(marked))
        message = f"{name} is marked as the main weapon and not carried: carry it, or mark another."
        yield _finding(context, "note", "C-09", "main_weapon", message)


CHECKS: tuple[ProfileCheck, ...] = (
    _few_hero_points,
    _helping_sorcerer,
    _spare_weapons,
    _outclassed_weapons,
    _useless_saves,
    _wounds,
    _beyond_the_lists,
    _main_weapon_carried,
)


def check_profile(context: ProfileContext) -> Iterator[Finding]:
    """Every finding on one profile that the catalogue's data does not make."""
    for check in CHECKS:
        yield from check(context)


SYSTEM = System(
    price=price,
    check_profile=check_profile,
    check_roster=check_roster,
    derive={
        "weapon_change": _weapon_change,
        "reach": _reach,
        "close_combat_roll": _close_combat_roll,
        "shooting_roll": _shooting_roll,
        "shooting_dice": _shooting_dice,
        "shooting_range": _shooting_range,
        "save_in_shield_wall": _save_in_shield_wall,
        "move_two_actions": _slower,
        "own_skills": _skills_of("own_skills"),
        "shared_skills": _skills_of("shared_skills"),
        "formula": _formula,
    },
)
