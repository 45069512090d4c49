"""Crimson Dusk: the chances of weapons, the moves and melee of models, the turns and damage of vehicles.

Every number is the sum of lines: the number in a table, then each change with its page. Rolls are on a d10,
so each of its faces is ten per cent. A needed number is the lowest roll that succeeds.

P is a weapon's penetration, and AT is its penetration as an anti-tank weapon. Either is added to a roll that
must exceed the armour value (AV) of the target. AP are action points. RoF is the rate of fire: the shots for
an action point or, if it is negative, the action points for a shot.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from builder.points.document.design import Pick
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.system import ColumnLines, Derivation, ItemDerivation
from builder.points.pricing.values import number_or_none, value_line
from builder.points.rules.catalogue import Catalogue, Property, Table, Value
from builder.points.rules.catalogue_index import ONE, CatalogueIndex
from builder.points.rules.numbers import fill_in, number_text, signed_text
from builder.points.rules.results import Line

MODEL, VEHICLE, BUILDING = "model", "vehicle", "building"
QUALITIES = ("ir", "rg", "vt", "el")
"""The qualities, from the lowest to the highest."""
MONSTER, PERSONALITY = "monstrous", "personality"
TWO_HANDED = ("two-handed", "two-handed-power")
PISTOL, SHIELD = "pistol", "combat-shield"
_STRONG_ARMOUR = ("powered-armour", "thas")
"""The codes of the armour that adds to the P of melee weapons."""
_TYPICAL_TARGET_QUALITY, _VEHICLE_TARGET_QUALITY = "rg", "ir"
"""The qualities of a typical target and of vehicles as targets (p.3, 19), for the loss of P or AT."""
_GRENADE_WEAPONS = ("grenade-launcher", "grenade-machine-gun", "thrown-grenade")
_THROWN_TRAITS = {"grenade", "grenades", "thrown", "thrown grenade"}
_GRENADE, _LAUNCHER = re.compile(r"\bgrenades?\b"), re.compile("launch|gun|rifle|mortar")
_FIRST_NUMBER = re.compile(r"[-+]?\d+")


# ------------------------------------------------------------------ tables


def _table(catalogue: Catalogue, code: str) -> Table:
    return next(table for table in catalogue.tables if table.code == code)


@lru_cache(maxsize=32)
def _numbers_by_cell(catalogue: Catalogue, table: str) -> Mapping[tuple[str, str], int]:
    """Return the first number in each cell of a table, by row and column heading: "6+" is 6."""
    found_table = _table(catalogue, table)
    return {
        (row[0], head): int(number.group())
        for row in found_table.rows
        for head, cell in zip(found_table.columns[1:], row[1:], strict=True)
        if (number := _FIRST_NUMBER.match(cell.replace("\N{MINUS SIGN}", "-")))
    }


def look_up(index: CatalogueIndex, table: str, row: str, column: str) -> int:
    """Return the number in a cell of a table, given the table's code and the headings."""
    return _numbers_by_cell(index.catalogue, table)[row, column]


def named_armour(index: CatalogueIndex) -> Mapping[str, int]:
    """Return the armour values by the names of the armour, in the order of the table."""
    return {row: number for (row, _), number in _numbers_by_cell(index.catalogue, "armour").items()}


def armour_page(index: CatalogueIndex) -> int:
    """Return the page of the named armour values."""
    return _table(index.catalogue, "armour").page


@lru_cache(maxsize=32)
def pinning_losses(index: CatalogueIndex) -> tuple[int, ...]:
    """Return the losses, in per cent, that make a pinning test harder by 1, 2, 3 and so on."""
    return tuple(int(row[0].split()[0]) for row in _table(index.catalogue, "pinning").rows)


def quality_of(context: ProfileContext) -> str:
    """Return the name of a profile's quality in tables, or "" if it has no quality."""
    code = context.chosen_option("quality")
    return quality_name(context.catalogue_index, code) if code else ""


def quality_name(index: CatalogueIndex, code: str) -> str:
    """Return the name of a quality in tables."""
    return index.attributes["quality"].option_name(code)


# ------------------------------------------------------------------ lines


def _line(code: str, label: str, base: int, factor: Fraction | int, page: int, where: str = "") -> Line:
    """Return a line of ``base`` times ``factor``, rounded down."""
    points = base * factor if isinstance(factor, int) else base * factor.numerator // factor.denominator
    return Line(code, label, base, _fraction(factor), points, page, "", code, where)


_fraction = lru_cache(maxsize=64)(Fraction)


def _quality_line(context: ProfileContext, value: Value, column: str) -> Iterator[Line]:
    """Yield the line of a table's number for the profile's quality, if it has one."""
    if quality := quality_of(context):
        number = look_up(context.catalogue_index, "quality", quality, column)
        yield value_line(value, quality, number, "quality")


@lru_cache(maxsize=512)
def _chance_lines(
    catalogue: Catalogue, need: int | None, code: str, *, shot: bool = False
) -> tuple[Line, ...]:
    """Return the line of the chance of a roll, in per cent, or no line if ``need`` is None (p.4, 10).

    A natural 1 fails and a natural 10 passes. A shot loses P or AT if it needs more than 10.
    """
    if need is None:
        return ()
    numbers, page = catalogue.numbers, 4
    faces = numbers["faces"]
    if need > faces and shot:
        label, hits, page = f"Need {need}: a {faces} hits, P or AT {need - faces} less", 1, 10
    elif need > faces:
        label, hits = f"Need {need}: a natural {faces} passes", 1
    elif need <= 1:
        label, hits = f"Need {need}: a natural 1 fails", faces - 1
    else:
        label, hits = f"{need} or more on d{faces}", faces + 1 - need
    return (_line(code, label, hits, numbers["percent"], page),)


def _sum_of_lines(lines: Iterable[Line]) -> int | None:
    """Return the sum of lines, or None if there are no lines."""
    points = [line.points or 0 for line in lines]
    return sum(points) if points else None


# ------------------------------------------------------------------ models


def _quality_derivation(column: str) -> Derivation:
    """Return the derivation of the number in a column of the table of qualities."""
    return lambda context, value: _quality_line(context, value, column)


def _chance_derivation(code: str) -> Derivation:
    """Return the derivation of a chance, in per cent. ``code`` is the code of the value that is needed."""
    return lambda context, value: _chance_lines(
        context.catalogue_index.catalogue, number_or_none(context, code), value.code
    )


def _strike_order_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield the strike order of the quality, improved by Quick strike."""
    yield from _quality_line(context, value, "Strike order")
    strikes = [
        (bonus, where)
        for where, pick in context.picks_of("specials", "quick-strike")
        if isinstance(bonus := pick.parameters.get("bonus"), int)
    ]
    if strikes and quality_of(context):
        bonus, where = max(strikes)
        yield value_line(value, f"Quick strike +{bonus}", -bonus, where, page=24)


class _Pace(NamedTuple):
    """The distance that a model moves for an action point. The usual distance has no ``name``."""

    units: int
    name: str
    where: str
    page: int


def _pace(context: ProfileContext) -> _Pace:
    """Return the fastest of Quick, Fast and jump packs, or the usual pace (P-16)."""
    numbers = context.catalogue_index.numbers
    for code, name, key, page in (
        ("fast", "Fast", "fast_move", 8),
        ("jump-packs", "Jump packs", "fast_move", 22),
        ("quick", "Quick", "quick_move", 8),
    ):
        if code in context.places_by_code:
            return _Pace(numbers[key], name, context.places_by_code[code], page)
    return _Pace(numbers["move"], "", "", 8)


def _move_line(context: ProfileContext, value: Value, units: int) -> Line:
    pace, points = _pace(context), max(0, context.number_of("ap"))
    why = f"{pace.name}: " if pace.name else ""
    label = f"{why}{points} AP at {units}"
    return value_line(value, label, points, pace.where, factor=Fraction(units), page=pace.page)


def _walk_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    yield _move_line(context, value, _pace(context).units)


def can_run(context: ProfileContext) -> bool:
    """Return whether the model's armour allows it to run (P-15)."""
    return context.number_of("av") <= context.catalogue_index.numbers["run_up_to"]


def _run_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    if can_run(context):
        times = context.catalogue_index.numbers["running_times"]
        walk = number_or_none(context, "walk") or 0
        yield value_line(value, f"Move {walk}, twice", walk, factor=Fraction(times))


def _difficult_distance(context: ProfileContext, units: int) -> int:
    """Return the distance in difficult terrain: a part of the distance ``units``, rounded up."""
    return -(-units // context.catalogue_index.numbers["difficult_share"])


def _difficult_walk_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    yield _move_line(context, value, _difficult_distance(context, _pace(context).units))


def _difficult_run_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    if can_run(context):
        units = _pace(context).units * context.catalogue_index.numbers["running_times"]
        yield _move_line(context, value, _difficult_distance(context, units))


def _go_to_ground_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield the number needed to go to ground: the skill test, 1 easier, for AV 11 or less (P-15).

    Models with a holo-field can go to ground too, although they gain nothing (P-19).
    """
    numbers, skill = context.catalogue_index.numbers, number_or_none(context, "skill")
    if skill is not None and context.number_of("av") <= numbers["ground_up_to"]:
        yield value_line(value, f"Skill test {skill}+", skill)
        yield value_line(value, "Going to ground +1", -numbers["ground_test"])


def _circumstance_modifier(index: CatalogueIndex, circumstance: str) -> int:
    """Return the modifier of a circumstance to the shooting roll."""
    return int(index.entries["circumstances"][circumstance].stats["roll"])


def _target_modifier_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield the modifiers of shots at the profile by its size and camouflage (p.9, P-19, C-21)."""
    index, size = context.catalogue_index, context.chosen_option("size")
    if index.kind == VEHICLE:
        is_large = context.chosen_option("larger") != "no"
    else:
        is_large = size == "large" or context.number_of("across") > index.numbers["large_above"]
    if is_large:
        yield value_line(
            value, "Larger than 2 distance units", _circumstance_modifier(index, "target-large"), page=9
        )
    elif size == "half":
        change = _circumstance_modifier(index, "target-small")
        yield value_line(value, "Less than half a unit", change, "size")
    for code, name, circumstance, page in (
        ("holo-field", "Holo-field", "target-concealed", 23),
        ("camouflaged", "Camouflaged", "target-camouflaged", 22),
    ):
        if where := context.places_by_code.get(code, ""):
            yield value_line(value, name, _circumstance_modifier(index, circumstance), where=where, page=page)


# ------------------------------------------------------------------ melee


def _melee_entries(context: ProfileContext) -> list[tuple[str, Property]]:
    """Return the melee weapons of a model with their places, or a knife if it has none."""
    entries = context.catalogue_index.entries["melee"]
    slot = context.catalogue_index.pick_slots["melee"]
    entries_by_place = [
        (slot.place(pick_index), entries[pick.code]) for pick_index, pick in enumerate(context.picks("melee"))
    ]
    return entries_by_place or [("", entries["knife"])]


def _main_melee_weapon(context: ProfileContext) -> tuple[str, Property]:
    """Return the melee weapon with the highest P. Of two with the same P, return the one that hits better."""
    return max(_melee_entries(context), key=lambda pair: (int(pair[1].stats["p"]), int(pair[1].stats["hit"])))


def _has_second_weapon(context: ProfileContext) -> bool:
    """Return whether each hand has a melee weapon or a pistol (p.12). A shield takes one hand (p.23)."""
    if _main_melee_weapon(context)[1].code in TWO_HANDED or SHIELD in context.places_by_code:
        return False
    one_handed = [pick.code for pick in context.picks("melee") if pick.code not in TWO_HANDED]
    return len(one_handed) + sum(map(is_pistol, context.picks("weapons"))) > 1


def is_pistol(pick: Pick) -> bool:
    """Return whether a weapon is the Pistol of the book, or has the trait "pistol"."""
    traits = str(pick.parameters.get("traits") or "").lower()
    return pick.code == PISTOL or PISTOL in _split(traits)


def is_grenade(pick: Pick) -> bool:
    """Return whether a weapon is a thrown grenade, by the name or traits if players made it up."""
    if pick.code != "own-weapon":
        return pick.code == "thrown-grenade"
    name, traits = _own_name_and_traits(pick)
    is_named_grenade = _GRENADE.search(name) and not _LAUNCHER.search(name)
    return bool(is_named_grenade) or not _THROWN_TRAITS.isdisjoint(_split(traits))


def fires_grenades(pick: Pick) -> bool:
    """Return whether a weapon fires or throws grenades, by the name or traits if players made it up."""
    if pick.code != "own-weapon":
        return pick.code in _GRENADE_WEAPONS
    name, traits = _own_name_and_traits(pick)
    return bool(_GRENADE.search(name) or _GRENADE.search(traits)) or is_grenade(pick)


def _own_name_and_traits(pick: Pick) -> tuple[str, str]:
    """Return the name and traits of a player-made weapon, in lower case."""
    name, traits = (str(pick.parameters.get(of) or "").lower() for of in ("name", "traits"))
    return name, traits


def _split(traits: str) -> list[str]:
    return re.split(r", *", traits.strip())


def _attack_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    yield value_line(value, "One attack", 1)
    if _has_second_weapon(context):
        yield value_line(value, "A weapon in each hand", 1, "melee")
    if "furious-assault" in context.places_by_code:
        where = context.places_by_code["furious-assault"]
        yield value_line(value, "Furious assault", 1, where, page=24)


def _first_attack_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield the attacks with Savage assault. If the model has Furious assault too, it adds nothing."""
    if "savage-assault" in context.places_by_code and "furious-assault" not in context.places_by_code:
        attacks, where = number_or_none(context, "attacks") or 0, context.places_by_code["savage-assault"]
        yield value_line(value, f"Attacks {attacks}", attacks)
        yield value_line(value, "Savage assault", 1, where)


def _melee_strength_lines(context: ProfileContext, entry: Property, code: str) -> Iterator[Line]:
    """Yield the P of a melee weapon. Powered armour or THAS adds 1, but not both (p.12, 22)."""
    yield _line(code, entry.name, int(entry.stats["p"]), ONE, entry.page)
    worn = [armour for armour in _STRONG_ARMOUR if armour in context.places_by_code]
    if worn:
        name = context.catalogue_index.entries["equipment"][worn[0]].name
        where = context.places_by_code[worn[0]]
        yield _line(code, name, context.catalogue_index.numbers["strong_p"], ONE, 22, where=where)


def _melee_p_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    return _melee_strength_lines(context, _main_melee_weapon(context)[1], value.code)


def _melee_av_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    if SHIELD in context.places_by_code:
        armour, where = context.number_of("av"), context.places_by_code[SHIELD]
        more = context.catalogue_index.numbers["shield_av"]
        yield value_line(value, f"AV {armour}", armour, "av")
        yield value_line(value, "Shield", more, where)


class _RollModifier(NamedTuple):
    """A modifier of the roll, which lowers the number needed."""

    name: str
    amount: int
    page: int
    where: str = ""

    def line(self, code: str) -> Line:
        """Return the line of this modifier in the sum of a needed number."""
        label = f"{self.name} {signed_text(self.amount)}"
        return _line(code, label, -self.amount, ONE, self.page, where=self.where)


def _needed_in_melee_lines(
    context: ProfileContext, entry: Property, targets: Iterable[str] = QUALITIES, prefix: str = "need"
) -> Iterator[tuple[str, tuple[Line, ...]]]:
    """Yield each target quality with the lines of the number needed in melee (p.12, C-02)."""
    quality, index = quality_of(context), context.catalogue_index
    changes = [
        _RollModifier(entry.name, int(entry.stats["hit"]), entry.page),
        _RollModifier("MM", context.number_of("mm"), 3, "mm"),
        *_circumstance_modifiers(context, "blow"),
    ]
    for target in targets:
        enemy = quality_name(index, target)
        table_number = (
            (f"{quality} at {enemy}", look_up(index, "melee", quality, enemy), 12) if quality else None
        )
        yield target, _needed_number_lines(f"{prefix}_{target}", table_number, changes)


def _needed_number_lines(
    code: str, table_number: tuple[str, int, int] | None, changes: Iterable[_RollModifier]
) -> tuple[Line, ...]:
    """Return the line of a number in a table, and the line of each change that isn't 0.

    ``table_number`` is the label, number and page, or None for no lines.
    """
    if table_number is None:
        return ()
    label, number, page = table_number
    return (_line(code, label, number, ONE, page), *(each.line(code) for each in changes if each.amount))


def _circumstance_modifiers(
    context: ProfileContext, column: str, is_counted: Callable[[str], bool] = lambda code: True
) -> Iterator[_RollModifier]:
    """Yield the modifiers of the chosen circumstances, each once (p.9, 10, 12, 15).

    ``column`` is the column of the modifiers of shots or of blows. ``is_counted`` tests its code.
    """
    slot = context.catalogue_index.pick_slots["circumstances"]
    entries = context.catalogue_index.entries[slot.group]
    first_picks = {
        pick.code: (pick_index, pick) for pick_index, pick in reversed([*enumerate(context.picks(slot.code))])
    }
    for pick_index, pick in sorted(first_picks.values(), key=lambda pair: pair[0]):
        entry = entries[pick.code]
        change = WeaponNumbers.of_entry(entry, pick).numbers.get(column, 0)
        if pick.code == "moving-platform" and _is_steady(context):
            change = min(0, change + context.catalogue_index.numbers["steady"])
        if is_counted(pick.code):
            yield _RollModifier(entry.name, change, entry.page, slot.place(pick_index))


def _is_steady(context: ProfileContext) -> bool:
    """Return whether stabilisers cancel the first -1 for a vehicle's own movement (p.22)."""
    return "stabilisers" in context.places_by_code and context.catalogue_index.kind == VEHICLE


def _melee_derivation(target: str) -> Derivation:
    """Return the derivation of the number needed in melee against a quality."""

    def derive(context: ProfileContext, value: Value) -> Iterable[Line]:
        ((_, lines),) = _needed_in_melee_lines(context, _main_melee_weapon(context)[1], [target], "melee")
        return lines

    return derive


# ------------------------------------------------------------------ vehicles and buildings


def _brake_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield twice the Ac/Dc (p.18)."""
    if (step := context.number_of("acdc")) > 0:
        times = context.catalogue_index.numbers["brake"]
        yield value_line(value, f"Ac/Dc {step}, twice", step, "acdc", factor=Fraction(times))


def _road_acceleration_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield the Ac/Dc, and the bonus of the locomotion on roads (p.18). Without an Ac/Dc, yield nothing."""
    index = context.catalogue_index
    if (step := context.number_of("acdc")) > 0:
        yield value_line(value, f"Ac/Dc {step}", step, "acdc")
        if code := context.chosen_option("locomotion"):
            name = index.attributes["locomotion"].option_name(code)
            more = _numbers_by_cell(index.catalogue, "locomotion").get((name, "Ac/Dc on roads"), 0)
            if more:
                yield value_line(value, name, more, "locomotion")


def _turn_derivation(times: int) -> Derivation:
    """Return the derivation of the turn radius at speeds from ``times`` the Ac/Dc (p.18).

    There is no line if the vehicle isn't that fast.
    """

    def derive(context: ProfileContext, value: Value) -> Iterator[Line]:
        step, radius = context.number_of("acdc"), context.values.get("tr")
        fastest = context.number_of("max_speed")
        first = step + 1 if times == 1 else times * step
        last = min(fastest, (times + 1) * step - 1)
        if step > 0 and isinstance(radius, int) and first <= last:
            yield value_line(value, f"TR {radius} at {first} to {last}", radius, "tr", factor=Fraction(times))

    return derive


def _top_speed_turn_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield the turn radius at the maximum speed (p.18)."""
    step, radius, fastest = (
        context.number_of("acdc"),
        context.values.get("tr"),
        context.number_of("max_speed"),
    )
    if step > 0 and isinstance(radius, int) and fastest > step:
        times = fastest // step
        yield value_line(value, f"TR {radius} at {fastest}", radius, "tr", factor=Fraction(times))


def _collision_speed_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield the speeds of both vehicles in a collision (p.19). Yield nothing if both are 0."""
    where, fastest = context.places_by_code.get("collision", ""), context.number_of("max_speed")
    picks = context.picks_of("circumstances", "collision")
    own, other = (picks[0][1].parameters.get(code) if picks else None for code in ("speed", "other"))
    more = other if isinstance(other, int) else 0
    if isinstance(own, int) and own + more:
        yield value_line(value, f"Its speed {own}", own, where)
    elif not isinstance(own, int) and fastest + more:
        yield value_line(value, f"Full speed {fastest}", fastest, "max_speed")
    if more:
        yield value_line(value, f"The other's speed {more}", more, where)


def _wrecking_damage_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield the damage that wrecks a vehicle or building: its Dam.

    A wall has its Dam once for each 3 units of length, rounded up (C-23).
    """
    dam, length = context.number_of("dam"), context.number_of("length")
    if dam > 0 and length > 0:
        parts = -(-length // context.catalogue_index.numbers["wall_part"])
        label = f"Dam {dam}, a wall of {length} units"
        yield value_line(value, label, dam, "dam", factor=Fraction(parts), page=21)
    elif dam > 0:
        yield value_line(value, f"Dam {dam}", dam, "dam")


def _damage_roll_count_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield the number of multiples of ten that damage can reach before it wrecks the vehicle (C-22)."""
    if wrecked := number_or_none(context, "wrecked"):
        step = context.catalogue_index.numbers["damage_step"]
        line = value_line(value, f"Tens below {wrecked}", wrecked - 1, factor=Fraction(1, step))
        yield line._replace(points=(wrecked - 1) // step)


DERIVATIONS: Mapping[str, Derivation] = {
    "skill": _quality_derivation("Skill test"),
    "skill_chance": _chance_derivation("skill"),
    "walk": _walk_lines,
    "run": _run_lines,
    "difficult": _difficult_walk_lines,
    "difficult_run": _difficult_run_lines,
    "ground": _go_to_ground_lines,
    "target": _target_modifier_lines,
    "coherency": _quality_derivation("Coherency"),
    "least": _quality_derivation("Minimum models"),
    "strikes": _strike_order_lines,
    "attacks": _attack_lines,
    "first_attacks": _first_attack_lines,
    "melee_p": _melee_p_lines,
    "melee_av": _melee_av_lines,
    **{f"melee_{target}": _melee_derivation(target) for target in QUALITIES},
    **{f"melee_hit_{target}": _chance_derivation(f"melee_{target}") for target in QUALITIES},
    "brake": _brake_lines,
    "road": _road_acceleration_lines,
    **{f"turn_{times}": _turn_derivation(times) for times in (1, 2, 3, 4)},
    "turn_top": _top_speed_turn_lines,
    "collision": _collision_speed_lines,
    "wrecked": _wrecking_damage_lines,
    "rolls": _damage_roll_count_lines,
}


# ------------------------------------------------------------------ weapons


class WeaponNumbers(NamedTuple):
    """The numbers of a weapon. For a weapon that players made up, players entered the numbers."""

    name: str
    page: int
    numbers: Mapping[str, int]
    traits: frozenset[str] = frozenset()
    code: str = ""

    @classmethod
    def of_entry(cls, entry: Property, pick: Pick | None) -> "WeaponNumbers":
        """Return the numbers of a picked weapon."""
        parameters: dict[str, object] = {
            parameter.code: parameter.default for parameter in entry.parameters if parameter.default
        }
        parameters |= (
            {} if pick is None else {k: v for k, v in pick.parameters.items() if v not in (None, "")}
        )
        numbers = {}
        for column, printed in entry.stats.items():
            try:
                numbers[column] = int(fill_in(printed, parameters).replace("\N{MINUS SIGN}", "-"))
            except (KeyError, ValueError):
                continue
        traits = str(parameters.get("traits") or entry.stats.get("traits") or "").lower()
        name = str(parameters.get("name") or entry.name)
        return cls(name, entry.page, numbers, frozenset(_split(traits)), entry.code)

    @property
    def ap_per_shot(self) -> int:
        """The action points of one shot."""
        return max(1, -self.numbers.get("rof", 1))


def serving_models(context: ProfileContext, heavy: int) -> int:
    """Return the number of models that serve a weapon of this profile with the trait "Heavy" (P-14, C-05)."""
    return _sum_of_lines(_crew_lines(context, heavy)) or 0


def _crew_lines(context: ProfileContext, heavy: int) -> Iterator[Line]:
    """Yield the lines of the models that serve a weapon whose trait is "Heavy (``heavy``)"."""
    numbers = context.catalogue_index.numbers
    halved = next((name for name in ("thas", MONSTER) if name in context.places_by_code), "")
    if halved:
        label = (
            f"Heavy ({heavy}), half in THAS" if halved == "thas" else f"Heavy ({heavy}), half for a monster"
        )
        where = context.places_by_code[halved]
        yield _line("served_by", label, heavy, Fraction(1, numbers["heavy_share"]), 23, where=where)
        return
    yield _line("served_by", f"Heavy ({heavy})", heavy, ONE, 14)
    if "powered-armour" in context.places_by_code:
        where = context.places_by_code["powered-armour"]
        yield _line("served_by", "Powered armour", -numbers["powered_heavy"], ONE, 22, where=where)


def _served_by_lines(context: ProfileContext, weapon: WeaponNumbers) -> Iterator[Line]:
    """Yield the models that serve a carried weapon. A vehicle's crew serves all of its weapons (C-20)."""
    heavy = weapon.numbers.get("heavy", 0)
    if heavy > 0 and context.catalogue_index.kind == MODEL:
        yield from _crew_lines(context, heavy)


def _shot_lines(context: ProfileContext, weapon: WeaponNumbers) -> Iterator[Line]:
    """Yield the shots in a turn (p.14, C-04). A shot that takes longer than a turn is carried over (C-19)."""
    points, rof = max(0, context.number_of("ap")), weapon.numbers.get("rof", 0)
    share = rof if rof > 0 else Fraction(1, -rof or 1)
    label = f"{points} AP, RoF {rof}" if rof > 0 else f"{points} AP, {-rof} for a shot"
    if points < -rof:
        label += f": one every {-rof} AP"
    if rof:
        yield _line("shots", label, points, share, 14)
        if _fires_two_pistols(context, weapon):
            more = int(points * share // 1) * (context.catalogue_index.numbers["pistols_at_once"] - 1)
            yield _line(
                "shots", "Two pistols at once", more, ONE, 24, where=context.places_by_code["two-pistols"]
            )


def _fires_two_pistols(context: ProfileContext, weapon: WeaponNumbers) -> bool:
    """Return whether the weapon is one of two pistols that a gun fighter shoots at once (p.24).

    A model with a shield has only one hand for a pistol (p.23), and a vehicle has no hands.
    """
    if not {"gun-fighter", "two-pistols"} <= context.places_by_code.keys() or PISTOL not in weapon.traits:
        return False
    if SHIELD in context.places_by_code or context.catalogue_index.kind != MODEL:
        return False
    return sum(map(is_pistol, context.picks("weapons"))) > 1


def _can_aim(context: ProfileContext, weapon: WeaponNumbers) -> bool:
    """Return whether a weapon may be aimed: with an RoF of 1 or less, not on a moving vehicle (p.10).

    Two pistols that are shot at once have a higher RoF (p.24).
    """
    rof = weapon.numbers.get("rof", 0)
    is_slow = rof != 0 and rof <= context.catalogue_index.numbers["aim_up_to_rof"]
    return (
        is_slow
        and "moving-platform" not in context.places_by_code
        and not _fires_two_pistols(context, weapon)
    )


def _aimed_shot_lines(context: ProfileContext, weapon: WeaponNumbers) -> Iterator[Line]:
    """Yield the aimed shots in a turn. An aim may be carried over to the next turn (p.10)."""
    points = max(0, context.number_of("ap"))
    if _can_aim(context, weapon):
        ap_each = weapon.ap_per_shot + context.catalogue_index.numbers["aim_ap"]
        label = f"{points} AP, {ap_each} with the aim"
        if points < ap_each:
            label += f": one every {ap_each} AP"
        yield _line("aimed", label, points, Fraction(1, ap_each), 10)


def _aimed_shot_ap_lines(context: ProfileContext, weapon: WeaponNumbers) -> Iterator[Line]:
    """Yield the action points of an aimed shot (p.10, 14)."""
    if _can_aim(context, weapon):
        yield _line("aim_takes", "The shot", weapon.ap_per_shot, ONE, 14)
        yield _line("aim_takes", "The aim", context.catalogue_index.numbers["aim_ap"], ONE, 10)


def _needed_to_shoot_lines(
    context: ProfileContext, weapon: WeaponNumbers
) -> Iterator[tuple[str, tuple[Line, ...]]]:
    """Yield each target quality with the lines of the number needed to shoot (p.9, 10, 15, 22, C-02).

    A flamethrower hits by a skill test with 1 added (p.14).
    """
    index, quality = context.catalogue_index, quality_of(context)
    is_flamethrower = weapon.numbers.get("jumps", 0) > 0  # its jet jumps from target to target
    changes = (
        [_RollModifier(weapon.name, index.numbers["flamethrower_test"], 14)]
        if is_flamethrower
        else [*_shot_modifiers(context, weapon)]
    )
    for target in QUALITIES:
        enemy, table_number = quality_name(index, target), None
        if quality and is_flamethrower:
            table_number = f"Skill test, {quality}", look_up(index, "quality", quality, "Skill test"), 4
        elif quality:
            table_number = f"{quality} at {enemy}", look_up(index, "shooting", quality, enemy), 9
        yield target, _needed_number_lines(f"need_{target}", table_number, changes)


def _shot_modifiers(context: ProfileContext, weapon: WeaponNumbers) -> Iterator[_RollModifier]:
    yield _RollModifier(weapon.name, weapon.numbers.get("hit", 0), 15)
    yield _RollModifier("SM", context.number_of("sm"), 10, "sm")
    if "scopes" in context.places_by_code:
        yield _RollModifier(
            "Scopes", context.catalogue_index.numbers["scope"], 22, context.places_by_code["scopes"]
        )
    yield from _circumstance_modifiers(context, "roll", lambda code: _changes_roll_of(context, weapon, code))


def _changes_roll_of(context: ProfileContext, weapon: WeaponNumbers, circumstance: str) -> bool:
    """Return whether a circumstance changes the roll of this weapon (p.10, 14, 15)."""
    if circumstance == "aimed":
        return _can_aim(context, weapon)
    if circumstance == "two-pistols":
        return _fires_two_pistols(context, weapon)
    if circumstance in _TRAIT_BY_CIRCUMSTANCE:
        return _TRAIT_BY_CIRCUMSTANCE[circumstance] in weapon.traits
    if circumstance in _SPEEDS and _seeks_heat(context, weapon):
        return False
    return not any(circumstance in _IGNORED_BY_TRAIT.get(trait, ()) for trait in weapon.traits)


def _seeks_heat(context: ProfileContext, weapon: WeaponNumbers) -> bool:
    """Return whether a weapon fires heat-seeking munitions at a vehicle (p.17)."""
    return {"homing", "heat-seeking"} <= context.places_by_code.keys() and weapon.code in _HEAT_SEEKERS


class _Loss(NamedTuple):
    """The points of P or AT that a shot loses if it needs more than 10 on a d10 (p.10), and their label."""

    points: int = 0
    label: str = ""

    @classmethod
    def of_shot(cls, index: CatalogueIndex, need: int | None, target: str) -> "_Loss":
        """Return the loss of a shot at this quality: a point for each point above 10 in ``need``."""
        lost = (need or 0) - index.numbers["faces"]
        return (
            cls(lost, f"Need {need} against {quality_name(index, target)}, {lost} less")
            if lost > 0
            else cls()
        )


_SPEEDS = ("target-moved", "moving-platform")
_HEAT_SEEKERS = ("rpg", "missile-launcher", "panzerfaust")
_TRAIT_BY_CIRCUMSTANCE = {"on-the-move": "move and fire", "unseen": "indirect"}
_IGNORED_BY_TRAIT = {"hail": ("target-concealed", "target-hidden", "target-near"), "pistol": ("target-near",)}


class _ArmourHit(NamedTuple):
    """A hit on armour. ``name`` is "P" or "AT". ``number`` is the weapon's P or AT before ``loss``."""

    name: str
    number: int
    loss: _Loss = _Loss()

    @property
    def left(self) -> int:
        """The P or AT after the loss, which is added to the roll."""
        return self.number - self.loss.points


@lru_cache(maxsize=2048)
def _kill_chance_lines(
    catalogue: Catalogue, armour_hit: _ArmourHit, armour: int, code: str, verb: str = "kill"
) -> tuple[Line, ...]:
    """Return the lines of the chance, in per cent, that a d10 plus the P or AT exceeds the AV (p.11)."""
    percent, faces = catalogue.numbers["percent"], catalogue.numbers["faces"]
    label, page = (f"AV {armour}", 4) if verb == "kill" else (f"Av {armour}", 20)
    lines = [
        _line(code, "Sides of the die", faces, percent, 11),
        _line(code, label, -armour, percent, page),
        _line(code, f"{armour_hit.name} {armour_hit.number}", armour_hit.number, percent, 16),
    ]
    if armour_hit.loss.points:
        lines.append(_line(code, armour_hit.loss.label, -armour_hit.loss.points, percent, 10))
    kills = faces - armour + armour_hit.left
    if not 0 <= kills <= faces:
        all_or_none = (
            "Every roll is high enough: counts as 100 %"
            if kills > faces
            else "No roll is high enough: counts as 0 %"
        )
        lines.append(_line(code, all_or_none, (faces if kills > faces else 0) - kills, percent, 11))
    return tuple(lines)


@lru_cache(maxsize=1024)
def _stun_chance_lines(
    catalogue: Catalogue, armour_hit: _ArmourHit, armour: int, code: str
) -> tuple[Line, ...]:
    """Return the line of the chance, in per cent, that a d10 plus the P or AT equals the AV (C-08)."""
    face = armour - armour_hit.left
    is_one = 1 <= face <= catalogue.numbers["faces"]
    less = f" ({armour_hit.number}, {armour_hit.loss.points} less)" if armour_hit.loss.points else ""
    label = f"AV {armour} minus {armour_hit.name} {number_text(armour_hit.left)}{less}"
    label += f": a roll of {face}" if is_one else ": no roll"
    return (_line(code, label, int(is_one), catalogue.numbers["percent"], 11),)


def _hit_on_model(
    index: CatalogueIndex, weapon: WeaponNumbers, armour: int, loss: _Loss
) -> _ArmourHit | None:
    """Return the hit on a model: with the weapon's AT above AV 12, else with its P, or None (C-07)."""
    if "at" in weapon.numbers and armour > index.numbers["use_at_above"]:
        return _ArmourHit("AT", weapon.numbers["at"], loss)
    return _ArmourHit("P", weapon.numbers["p"], loss) if "p" in weapon.numbers else None


def _hit_on_vehicle(weapon: WeaponNumbers, loss: _Loss) -> _ArmourHit | None:
    """Return the hit on vehicles: with the weapon's AT if it has one (p.14), else with its P, or None.

    Vehicles are targets of the quality Irregular (p.19).
    """
    name = "at" if "at" in weapon.numbers else "p"
    return _ArmourHit(name.upper(), weapon.numbers[name], loss) if name in weapon.numbers else None


def _damage_lines(index: CatalogueIndex, armour_hit: _ArmourHit) -> Iterator[Line]:
    """Yield the damage: the P, or twice the AT, minus the loss (C-13). It is never less than 0."""
    is_at = armour_hit.name == "AT"
    times = index.numbers["damage_of_at"] if is_at else 1
    label = f"{armour_hit.name} {armour_hit.number}{', twice' if is_at else ''}"
    yield _line("damage", label, armour_hit.number, times, 20)
    if lost := min(armour_hit.loss.points, armour_hit.number):
        yield _line("damage", armour_hit.loss.label, -lost, times, 10)


def _blast_columns(index: CatalogueIndex, weapon: WeaponNumbers) -> Iterator[ColumnLines]:
    """Yield the width of the circle of sure hits, and of the wider circle of skill tests (C-16)."""
    across = weapon.numbers.get("blast", 0)
    if across > 0:
        margin = index.numbers["blast_margin"]
        label = f"Blast ({across})"
        yield "sure", [_line("sure", label, across, ONE, 14)]
        wider = _line("tests", "1 unit on each side", margin, ONE, 14)
        yield "tests", [_line("tests", label, across, ONE, 14), wider]


def _weapon_columns(context: ProfileContext, entry: Property, pick: Pick | None) -> Iterator[ColumnLines]:
    """Yield all numbers of a weapon. The weapon and the needed numbers are calculated only once."""
    index, weapon = context.catalogue_index, WeaponNumbers.of_entry(entry, pick)
    yield "shots", _shot_lines(context, weapon)
    yield "aimed", _aimed_shot_lines(context, weapon)
    yield "aim_takes", _aimed_shot_ap_lines(context, weapon)
    yield "served_by", _served_by_lines(context, weapon)
    needed_lines = dict(_needed_to_shoot_lines(context, weapon))
    needs = {target: _sum_of_lines(lines) for target, lines in needed_lines.items()}
    losses_at = {target: _Loss.of_shot(index, need, target) for target, need in needs.items()}
    for target, lines in needed_lines.items():
        yield f"need_{target}", lines
    for target, need in needs.items():
        yield f"hit_{target}", _chance_lines(index.catalogue, need, f"hit_{target}", shot=True)
    yield from _armour_columns(
        index,
        {
            av: _hit_on_model(index, weapon, av, losses_at[_TYPICAL_TARGET_QUALITY])
            for av in _MODEL_ARMOUR_VALUES
        },
    )
    for target, loss in losses_at.items():
        if loss.points:
            yield f"lost_{target}", [_line(f"lost_{target}", loss.label, loss.points, ONE, 10)]
    if armour_hit := _hit_on_vehicle(weapon, losses_at[_VEHICLE_TARGET_QUALITY]):
        for armour in _HULL_ARMOUR_VALUES:
            yield (
                f"hurt_{armour}",
                _kill_chance_lines(index.catalogue, armour_hit, armour, f"hurt_{armour}", "damage"),
            )
        yield "damage", _damage_lines(index, armour_hit)
    yield from _blast_columns(index, weapon)


def _armour_columns(
    index: CatalogueIndex, armour_hits: Mapping[int, _ArmourHit | None]
) -> Iterator[ColumnLines]:
    """Yield the chances to kill a model of each AV, then the chances to stun it (C-18)."""
    for outcome, chance_lines in (("kill", _kill_chance_lines), ("stun", _stun_chance_lines)):
        for armour, armour_hit in armour_hits.items():
            if armour_hit:
                yield (
                    f"{outcome}_{armour}",
                    chance_lines(index.catalogue, armour_hit, armour, f"{outcome}_{armour}"),
                )


def _melee_weapon_columns(
    context: ProfileContext, entry: Property, pick: Pick | None
) -> Iterator[ColumnLines]:
    """Yield all numbers of a melee weapon."""
    index = context.catalogue_index
    needed_lines = dict(_needed_in_melee_lines(context, entry))
    for target, lines in needed_lines.items():
        yield f"need_{target}", lines
    for target, lines in needed_lines.items():
        yield f"hit_{target}", _chance_lines(index.catalogue, _sum_of_lines(lines), f"hit_{target}")
    strength = [*_melee_strength_lines(context, entry, "own_p")]
    yield "own_p", strength
    armour_hit = _ArmourHit("P", _sum_of_lines(strength) or 0)
    yield from _armour_columns(index, dict.fromkeys(_MODEL_ARMOUR_VALUES, armour_hit))


_MODEL_ARMOUR_VALUES = (6, 8, 10, 11, 13, 15)
"""The armour values of models for which the tables of weapons have columns."""
_HULL_ARMOUR_VALUES = (9, 10, 11, 13, 14, 16, 18)
"""The armour values of vehicles and buildings for which the tables of weapons have columns."""

ITEM_DERIVATIONS: Mapping[str, ItemDerivation] = {"weapons": _weapon_columns, "melee": _melee_weapon_columns}
