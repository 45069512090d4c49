"""Zapp! Thou Art Slain: the Universal Value (UV) of a unit, and the numbers that follow from it.

The sum of a profile is its UV. The docstring of each function has the code of its rule or ruling, or a line
of the game's text, such as l.14, because the text has no pages. Several figures share a base.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from builder.points.document.design import Design
from builder.points.pricing.pricing import PricedList, price_design
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.system import Derivation
from builder.points.pricing.values import number_or_none, value_line
from builder.points.rules.catalogue import Property, Value
from builder.points.rules.catalogue_index import KIND, ONE, CatalogueIndex
from builder.points.rules.results import Line

BASES = "bases"
"""The code of the line for the bases in the sum of a profile."""
ENTERED_BASES = "on_bases"
"""The code of the attribute for the number of bases, if players enter it instead of the figures."""
CHARACTERS = ("hero", "wizard", "cleric")
_FREE_SECTION = "kit"
"""The section of the receipt whose lines have no UV: weapons and spells."""


# ------------------------------------------------------------------ the Universal Value


class Count(NamedTuple):
    """The number from which the bases of a profile are calculated.

    ``attribute`` is the code of the attribute that has the ``number``. ``per_base`` figures share a base.
    """

    attribute: str
    number: int | None
    per_base: int


def price(catalogue_index: CatalogueIndex, design: Design, prices: PricedList) -> tuple[Line, ...]:
    """Return the lines of the UV: the bases, then each modifier that is not 0.

    Artillery without a crew (C-12) and units with too few figures for a base (P-02) have no UV. Then the line
    of the bases has no number. A character has a fixed UV without modifiers (P-18, C-21).
    """
    own_values = _own_values(catalogue_index, design)
    modifiers = price_design(catalogue_index, design, prices)
    if catalogue_index.kind in CHARACTERS:
        return tuple(line for line in modifiers if line.code == KIND)
    bases = tuple(_price_bases(catalogue_index, own_values))
    if any(line.points is None for line in bases):
        return bases
    return (*bases, *(line for line in modifiers if line.points != 0 and line.group != _FREE_SECTION))


def _own_values(catalogue_index: CatalogueIndex, design: Design) -> Mapping[str, int | str]:
    """Return the values of the profile's kind. Values that an earlier kind left in the design are ignored."""
    return {code: value for code, value in design.values.items() if code in catalogue_index.attributes}


def count_of(catalogue_index: CatalogueIndex, design: Design) -> Count | None:
    """Return the count of a profile's bases, or None if it has no bases (C-03, C-12, C-26)."""
    return _count_of(catalogue_index, _own_values(catalogue_index, design))


def _count_of(catalogue_index: CatalogueIndex, own_values: Mapping[str, int | str]) -> Count | None:
    kind = catalogue_index.kind
    if kind == "unit" and ENTERED_BASES in own_values:
        return Count(ENTERED_BASES, _int_or_none(own_values.get(ENTERED_BASES)), 1)
    if kind in ("unit", "artillery"):
        part = "figures" if kind == "unit" else "crew"
        return Count(part, _int_or_none(own_values.get(part)), figures_per_base(catalogue_index, own_values))
    has_bases = kind == "monster" or own_values.get("creature") == "forest"
    if not has_bases or own_values.get("monster_bases") == "none":
        return None
    return Count("models", _int_or_none(own_values.get("models", 1)), 1)


def _int_or_none(value: int | str | None) -> int | None:
    return value if isinstance(value, int) else None


def figures_per_base(catalogue_index: CatalogueIndex, values: Mapping[str, int | str]) -> int:
    """Return the number of figures on a base (l.3, C-04)."""
    people = "undead" if values.get("undead") else str(values.get("people", "civilised"))
    troops = "cavalry" if values.get("arm") == "cavalry" else people
    return catalogue_index.numbers[f"{troops}_figures"]


def _price_bases(catalogue_index: CatalogueIndex, own_values: Mapping[str, int | str]) -> Iterator[Line]:
    """Yield the line of the bases. It has no number if there is no full base (P-01, P-02, C-02)."""
    count = _count_of(catalogue_index, own_values)
    if count is None:
        return
    number = count.number or 0
    bases = -(-number // count.per_base) if own_values.get("rounding") == "up" else number // count.per_base
    part = catalogue_index.attributes.get(count.attribute)
    label = "Base" if part is None else f"{part.name} {'' if count.number is None else count.number}".strip()
    yield Line(
        BASES, label if count.per_base == 1 else f"{label}, {count.per_base} a base", count.number,
        Fraction(1, count.per_base), bases if bases > 0 else None, 0, "Bases", BASES,
        part.at if part else "creature", part.place if part else "l.3",
    )  # fmt: skip


def base_line(context: ProfileContext) -> Line | None:
    """Return the line of a profile's bases, or None if the profile has no bases."""
    return next((line for line in context.lines if line.code == BASES), None)


def uv_of(context: ProfileContext) -> int | None:
    """Return the UV of a profile, or None if it has no UV yet."""
    return context.points if context.lines else None


# ------------------------------------------------------------------ calculated values


def _uv_line(context: ProfileContext, value: Value, factor: Fraction = ONE) -> Line:
    uv = uv_of(context)
    return value_line(value, "UV" if uv is None else f"UV {uv}", uv, factor=factor)


def _is_monster(context: ProfileContext) -> bool:
    return context.catalogue_index.kind == "monster" or context.chosen_option("creature") == "forest"


def _is_weapon(context: ProfileContext) -> bool:
    return context.chosen_option("creature") == "weapon"


def _has_no_creature(context: ProfileContext) -> bool:
    """Return whether a summoned profile has no creature yet."""
    return context.catalogue_index.kind == "summoned" and not context.chosen_option("creature")


def _is_mounted(context: ProfileContext) -> bool:
    return context.chosen_option("arm") == "cavalry"


def _is_heavy(context: ProfileContext) -> bool:
    """Return whether troops are heavy. Without a choice, troops in plate armour are heavy (C-07)."""
    chosen = context.chosen_option("heavy")
    return chosen == "yes" or (not chosen and context.chosen_option("armour") == "plate")


def _miniature_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield the number of miniatures that no attribute contains: one model, or the figures on bases."""
    if context.catalogue_index.kind in (*CHARACTERS, "summoned"):
        yield value_line(value, "One model", 1)
    bases = context.values.get(ENTERED_BASES)
    if context.catalogue_index.kind == "unit" and "figures" not in context.values and isinstance(bases, int):
        per_base = figures_per_base(context.catalogue_index, context.values)
        label = f"Bases {bases}, {per_base} figures each"
        yield value_line(value, label, bases, BASES, factor=Fraction(per_base))


def _base_count_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield the full bases of figures and models (l.3). Entered bases have no line here."""
    line = base_line(context)
    if line and line.where != BASES:
        yield line._replace(table="Bases", group="base_count")
    elif _is_weapon(context) or (_is_monster(context) and line is None):
        yield value_line(value, "Without a base", 0)


def _uv_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield the sum of the profile."""
    if uv_of(context) is not None:
        yield _uv_line(context, value)


def _percent_of_uv(context: ProfileContext, value: Value, number: str) -> Iterator[Line]:
    if uv_of(context):
        yield _uv_line(context, value, Fraction(context.catalogue_index.numbers[number], 100))


def _shaken_limit_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield half of the UV (l.14). Undead and animated weapons are never shaken (l.16, l.137)."""
    never = "Undead" if context.number_of("undead") else "Animated weapon" if _is_weapon(context) else ""
    if not never:
        yield from _percent_of_uv(context, value, "shaken_percent")
    elif uv_of(context):
        yield value_line(value, never, 0)


def _removal_limit_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield a fifth of the UV, or three tenths for Undead (l.15-16)."""
    is_undead = context.number_of("undead")
    yield from _percent_of_uv(context, value, "undead_removed_percent" if is_undead else "removed_percent")


def _move_dice_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield two dice, or three for cavalry, flyers and large monsters (l.40-42, C-21)."""
    if context.catalogue_index.kind == "artillery" or _is_weapon(context) or _has_no_creature(context):
        return
    fast = (
        "Large monster" if _is_monster(context)
        else "Cavalry" if _is_mounted(context)
        else "Flying" if context.number_of("flying")
        else ""
    )  # fmt: skip
    dice = context.catalogue_index.numbers["fast_move_dice" if fast else "move_dice"]
    yield value_line(value, fast or "Infantry", dice)


def _rerolled_move_dice_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield 1 if the highest move die is thrown again, and 2 if the lowest is (l.44-47, C-21, C-25)."""
    if context.catalogue_index.kind == "artillery" or _is_weapon(context):
        return
    if context.catalogue_index.kind in CHARACTERS:
        yield value_line(value, "No reroll of the highest", 0)
        return
    reasons = (
        ("Large monster", _is_monster(context)),
        ("Undead", context.number_of("undead")),
        ("Heavy", _is_heavy(context)),
    )
    highest = next((name for name, applies in reasons if applies), "")
    yield value_line(value, highest or "No reroll of the highest", 1 if highest else 0)
    if context.chosen_option("order") == "skirmish":
        yield value_line(value, "Skirmishers", 2, "order")


def _turning_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield the degrees of a turn. Large units and monsters have 0, because they drift (P-24, C-10)."""
    numbers, line = context.catalogue_index.numbers, base_line(context)
    if _is_weapon(context) or _has_no_creature(context):
        return
    if _is_monster(context):
        yield value_line(value, "Large monster", 0)
    elif (
        line
        and (line.points or 0) > numbers["most_wheeling_bases"]
        and context.catalogue_index.kind == "unit"
    ):
        yield value_line(value, f"{line.points} bases", 0)
    elif context.chosen_option("order") == "skirmish":
        yield value_line(value, "Light troops", numbers["light_wheel"], "order")
    else:
        yield value_line(value, "Up to 6 bases", numbers["wheel"])


def _slow_in_woods_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield 1 for infantry without pikes, because it moves with one die in woods (P-11, P-14)."""
    walks = context.catalogue_index.kind in ("unit", *CHARACTERS) and not _is_mounted(context)
    if walks and "pike" not in context.places_by_code:
        yield value_line(value, "Infantry", 1)


class _Missile(NamedTuple):
    """A missile weapon. ``lines`` are the parts of its dice: the label, number and factor of each."""

    dice: int
    long: int
    short: int
    lines: tuple[tuple[str, int, Fraction], ...]
    name: str
    where: str


def _main_missile(context: ProfileContext) -> _Missile | None:
    """Return the missile weapon with the most dice. Of weapons with equal dice, the longest range decides."""
    candidates = []
    for slot in context.catalogue_index.catalogue.pick_slots:
        for index, pick in enumerate(context.picks(slot.code)):
            entry = context.catalogue_index.entries[slot.group][pick.code]
            if missile := _missile_of_entry(context, entry, slot.place(index)):
                candidates.append(missile)
    return max(candidates, default=None)


def _missile_of_entry(context: ProfileContext, entry: Property, where: str) -> _Missile | None:
    """Return the missile weapon of an entry, or None if it has no dice or the UV is unknown (l.62-65)."""
    text, uv = entry.stats.get("dice", ""), uv_of(context)
    depends_on_uv = text.startswith("UV")
    if not text or (depends_on_uv and uv is None):
        return None
    lines: tuple[tuple[str, int, Fraction], ...]
    if depends_on_uv:
        lines = ((f"UV {uv}", uv or 0, ONE), (entry.name, int(text.removeprefix("UV") or 0), ONE))
    else:
        models = context.number_of("models") if "models" in context.catalogue_index.attributes else 1
        lines = ((entry.name, int(text), Fraction(models)),)
    dice = sum(int(number * factor) for _, number, factor in lines)
    used_lines = tuple(line for line in lines if line[1])
    return _Missile(dice, int(entry.stats["long"]), int(entry.stats["short"]), used_lines, entry.name, where)


def _shooting_dice_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    if missile := _main_missile(context):
        for label, number, factor in missile.lines:
            yield value_line(value, label, number, missile.where, factor=factor)


def _short_range_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    if missile := _main_missile(context):
        yield value_line(value, missile.name, missile.short, missile.where)


def _long_range_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    if missile := _main_missile(context):
        yield value_line(value, missile.name, missile.long, missile.where)


def _hit_roll_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield the roll that hits the profile: 5, or 6 for heavy troops and pavises (l.66-67, l.92-93)."""
    why = "Heavy" if _is_heavy(context) else "Pavise" if "pavise" in context.places_by_code else ""
    number = context.catalogue_index.numbers["hit_heavy_on" if why else "hit_on"]
    yield value_line(value, why or "Not heavy", number)


def _melee_dice_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield the UV. The catalogue's data adds the lines of weapons and of the order (l.79-87)."""
    yield _uv_line(context, value)


def _charge_dice_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield the melee dice, and the dice of lances in the first turn (l.85)."""
    melee = number_or_none(context, "melee_dice")
    if melee is not None and "lance" in context.places_by_code and _is_mounted(context):
        yield value_line(value, f"Melee dice {melee}", melee)
        yield value_line(value, "Lances", context.catalogue_index.numbers["lance_dice"])


def _rerolled_melee_dice_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield 2 for large monsters and heroes, because they throw 1s and 2s again (l.95, C-22)."""
    if context.catalogue_index.kind == "hero" or _is_monster(context):
        number = context.catalogue_index.numbers["melee_again"]
        yield value_line(value, "Large monster" if _is_monster(context) else "Mighty Hero", number)


DERIVATIONS: Mapping[str, Derivation] = {
    "miniatures": _miniature_lines,
    "base_count": _base_count_lines,
    "uv": _uv_lines,
    "shaken": _shaken_limit_lines,
    "removed": _removal_limit_lines,
    "move_dice": _move_dice_lines,
    "thrown_again": _rerolled_move_dice_lines,
    "turning": _turning_lines,
    "woods": _slow_in_woods_lines,
    "shooting_dice": _shooting_dice_lines,
    "short_range": _short_range_lines,
    "long_range": _long_range_lines,
    "hit_on": _hit_roll_lines,
    "melee_dice": _melee_dice_lines,
    "charge_dice": _charge_dice_lines,
    "melee_again": _rerolled_melee_dice_lines,
}
