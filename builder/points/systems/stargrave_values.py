"""Stargrave: the cost of a crew member, stats with gear, used slots, and activation numbers.

The docstring of each function has the code of its rule or ruling. Codes such as l.74 are lines of the quick
reference, which has no pages.

A suit is armour that is worn as gear. The kit of a soldier is the fixed gear of the soldier's type. The
printed stats of the type already include the kit.
"""

from collections.abc import Iterator, Mapping

from builder.points.document.design import Design, Pick
from builder.points.document.items import Item
from builder.points.pricing.pricing import PricedList, attribute_line, price_design, total_points
from builder.points.pricing.profile_context import ProfileContext
from builder.points.pricing.system import ColumnLines, Derivation, ItemDerivation
from builder.points.pricing.values import number_or_none, value_line
from builder.points.rules.catalogue import Property, Value
from builder.points.rules.catalogue_index import ONE, CatalogueIndex
from builder.points.rules.results import Line

CAPTAIN, FIRST_MATE, SOLDIER = "captain", "first-mate", "soldier"
KNIFE = "knife"
COMBAT_ARMOUR = "combat-armour"
LOWERED = "lowered"
_STRONG_ARMOUR = ("heavy-armour", COMBAT_ARMOUR)
_SLOWING = ("flamethrower", "rapid-fire")
_STAT_DIGITS, _POWER_DIGIT, _EITHER_DIGIT = (2, 7), 5, 0


# ------------------------------------------------------------------ price


def price(catalogue_index: CatalogueIndex, design: Design, prices: PricedList) -> tuple[Line, ...]:
    """Return the lines of the price of a crew member: the type of a soldier (R-05).

    A soldier without a type has no price yet. A line takes off the cost of a robot that Create Robot made.
    """
    lines = price_design(catalogue_index, design, prices)
    if catalogue_index.kind == SOLDIER and not design.picks.get("type"):
        slot = catalogue_index.pick_slots["type"]
        table, receipt = catalogue_index.receipt_sections[slot.group]
        return (*lines, Line(slot.code, "No type yet", None, ONE, None, slot.page, table, receipt, slot.at))
    created = catalogue_index.attributes.get("created")
    cost = total_points(lines)
    if created is None or not design.values.get(created.code) or not cost:
        return lines
    return (*lines, attribute_line(created, created.name, -cost))


# ------------------------------------------------------------------ what a member is


def soldier_type(context: ProfileContext) -> Property | None:
    """Return the type of a soldier, or None if none is chosen or the member is not a soldier."""
    picks = context.picks("type") if context.catalogue_index.kind == SOLDIER else ()
    return context.catalogue_index.entries["types"][picks[0].code] if picks else None


def gear_of(context: ProfileContext) -> Iterator[Item]:
    """Return all gear of a member: the picked items, and the items that come with a type or another item."""
    return (item for item in context.items if item.entry.group == "gear")


def is_weapon(entry: Property) -> bool:
    """Return whether an item of gear is used to fight or shoot."""
    return "damage" in entry.stats


def is_core(context: ProfileContext, power: Property) -> bool:
    """Return whether a power is core for the chosen background."""
    attribute = context.catalogue_index.attributes.get("background")
    background = attribute.option(context.chosen_option("background")) if attribute else None
    return background is not None and background.name in power.stats["core"].split(", ")


def powers_of(context: ProfileContext) -> Iterator[tuple[str, Property, Pick]]:
    """Yield the powers of a captain or first mate: the place, the power and the pick of each."""
    slot = context.catalogue_index.pick_slots.get("powers")
    if slot is not None:
        for index, pick in enumerate(context.picks(slot.code)):
            yield slot.place(index), context.catalogue_index.entries[slot.group][pick.code], pick


def lowered_amount(pick: Pick) -> int:
    """Return how much a power's activation number is lowered."""
    number = pick.parameters.get(LOWERED)
    return number if isinstance(number, int) else 0


def levels_gained(context: ProfileContext) -> int:
    """Return the number of levels that a captain or first mate gained in play."""
    return max(0, context.number_of("gained"))


def _levels_ending_in(context: ProfileContext, *digits: int) -> int:
    """Return the number of gained levels that end in one of these digits."""
    level, gained = number_or_none(context, "level") or 0, levels_gained(context)
    return sum((level - digit) // 10 - (level - gained - digit) // 10 for digit in digits)


def stats_gained(context: ProfileContext) -> int:
    """Return the number of gained levels that improve a stat and can't be used for anything else."""
    return _levels_ending_in(context, *_STAT_DIGITS)


# ------------------------------------------------------------------ calculated values


def _levels_line(value: Value, number: int) -> Iterator[Line]:
    if number:
        yield value_line(value, "Levels gained", number, "gained")


def _allowed_stat_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield the number of stats gained: one for each level that ends in 2, 7 or 0 (P-24)."""
    number = _levels_ending_in(context, *_STAT_DIGITS, _EITHER_DIGIT)
    yield value_line(value, "Levels gained", number, "gained")


def _powers_gained(context: ProfileContext) -> int:
    """Return the number of powers gained: by levels ending in 5, or in 0 if not spent on a stat (P-24)."""
    spent = max(0, len(context.picks("earned")) - stats_gained(context))
    return _levels_ending_in(context, _POWER_DIGIT) + max(
        0, _levels_ending_in(context, _EITHER_DIGIT) - spent
    )


def _allowed_power_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    return _levels_line(value, _powers_gained(context))


def _allowed_lowering_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield one lowering for each level that gives nothing else (P-06, P-24)."""
    other_levels = _levels_ending_in(context, *_STAT_DIGITS, _POWER_DIGIT, _EITHER_DIGIT)
    return _levels_line(value, levels_gained(context) - other_levels)


def _power_count_derivation(*, core: bool) -> Derivation:
    """Return the derivation that counts the core powers of a background, or the other powers."""

    def derive(context: ProfileContext, value: Value) -> Iterator[Line]:
        for where, power, _ in powers_of(context) if context.chosen_option("background") else ():
            if is_core(context, power) == core:
                yield value_line(value, power.name, 1, where)

    return derive


def _lowered_activation_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    for where, power, pick in powers_of(context):
        if number := lowered_amount(pick):
            yield value_line(value, power.name, number, where)


def _used_slot_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield the slots of carried gear. The first knife is free, but not for a soldier (P-07, P-08)."""
    has_knife = False
    for item in gear_of(context):
        if item.pick is not None:
            yield value_line(value, item.entry.name, int(item.entry.stats["slots"]), item.where)
            if item.entry.code == KNIFE and not has_knife and context.catalogue_index.kind != SOLDIER:
                has_knife = True
                yield value_line(
                    value, "The first knife is free", -int(item.entry.stats["slots"]), item.where
                )


def _printed_lines(context: ProfileContext, value: Value, column: str) -> Iterator[Line]:
    """Yield the number that is printed in a column for the soldier's type."""
    if entry := soldier_type(context):
        line = value_line(value, entry.name, int(entry.stats[column]), "type[0]")
        yield line._replace(page=entry.page, place=entry.place)


def worn_suit(context: ProfileContext) -> Item | None:
    """Return the suit of a soldier's kit, or else the suit with the highest armour, or None (P-09)."""
    suits = [item for item in gear_of(context) if "armour" in item.entry.stats and item.is_used]
    kit = (item for item in suits if item.pick is None)
    return next(kit, None) or max(suits, key=lambda item: int(item.entry.stats["armour"]), default=None)


def _move_of_gear_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield by how much picked gear lowers Move: heavy armour, or one heavy weapon (P-16, C-04)."""
    suit = worn_suit(context)
    slowing = [suit] if suit else []
    if suit is None or suit.entry.code not in _STRONG_ARMOUR:
        weapons = (item for item in gear_of(context) if item.entry.code in _SLOWING and item.is_used)
        slowing += [item for item in weapons if item.pick is not None][:1]
    for item in slowing:
        if item.pick is not None and "move" in item.entry.stats:
            yield value_line(value, item.entry.name, int(item.entry.stats["move"]), item.where)


def _armour_of_gear_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield the Armour of the worn suit, unless it belongs to the kit, which the printed stats include."""
    suit = worn_suit(context)
    if suit and suit.pick is not None:
        yield value_line(value, suit.entry.name, int(suit.entry.stats["armour"]), suit.where)


def _kit_move_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    yield value_line(value, "Gear", 0)
    yield from _move_of_gear_lines(context, value)


def _kit_fight_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield the Fight penalty of a member without a weapon (P-21, l.74)."""
    yield value_line(value, "Gear", 0)
    if is_unarmed(context):
        yield value_line(value, "Unarmed", context.catalogue_index.numbers["unarmed_fight"], "gear")


def is_unarmed(context: ProfileContext) -> bool:
    """Return whether a captain or first mate has no weapon (P-21). Soldiers are always armed (C-17)."""
    return context.catalogue_index.kind != SOLDIER and not any(
        is_weapon(item.entry) for item in gear_of(context)
    )


def _kit_armour_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    yield value_line(value, "Gear", 0)
    yield from _armour_of_gear_lines(context, value)


def _upkeep_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield the upkeep of each picked suit of combat armour (R-06). A soldier's kit has no upkeep (C-09)."""
    for item in gear_of(context):
        if item.entry.code == COMBAT_ARMOUR and item.pick is not None:
            yield value_line(value, item.entry.name, context.catalogue_index.numbers["upkeep"], item.where)


def _robot_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield 1 for a member who is marked as a robot, or whom Create Robot made (C-11).

    The types Mule and Q-Bot already count as robots.
    """
    entries = (item.entry for item in context.items)
    is_marked = context.number_of("robot") or context.number_of("created")
    if is_marked and not any("robots" in entry.gives for entry in entries):
        yield value_line(value, "Robot", 1, "robot")


_GEAR_CHANGES: Mapping[str, Derivation] = {
    "move": _move_of_gear_lines,
    "armour": _armour_of_gear_lines,
}


def _stat_lines(context: ProfileContext, value: Value) -> Iterator[Line]:
    """Yield a soldier's stat: the printed number, changed by the picked gear."""
    yield from _printed_lines(context, value, value.code)
    if value.code in _GEAR_CHANGES and soldier_type(context):
        yield from _GEAR_CHANGES[value.code](context, value)


DERIVATIONS: Mapping[str, Derivation] = {
    "earned_allowed": _allowed_stat_lines,
    "powers_allowed": _allowed_power_lines,
    "core_allowed": _allowed_power_lines,
    "core": _power_count_derivation(core=True),
    "others_allowed": _allowed_power_lines,
    "others": _power_count_derivation(core=False),
    "lowerings": _allowed_lowering_lines,
    "lowered": _lowered_activation_lines,
    "slots_allowed": lambda context, value: _printed_lines(context, value, "slots"),
    "slots": _used_slot_lines,
    "kit_move": _kit_move_lines,
    "kit_fight": _kit_fight_lines,
    "kit_armour": _kit_armour_lines,
    **dict.fromkeys(("move", "fight", "shoot", "armour", "will", "health"), _stat_lines),
    "upkeep": _upkeep_lines,
    "robots": _robot_lines,
}


# ------------------------------------------------------------------ numbers of powers and weapons


def _power_columns(context: ProfileContext, power: Property, pick: Pick | None) -> Iterator[ColumnLines]:
    """Yield the changes of an activation number: for core or other powers, and by the player's lowering."""
    is_core_power = is_core(context, power)
    kind = context.catalogue_index.kind.replace("-", "_")
    more = context.catalogue_index.numbers[f"{kind}_{'core' if is_core_power else 'other'}"]
    changes = []
    if more:
        changes.append(_item_line("Core power" if is_core_power else "Other power", more))
    if pick and (lowered := lowered_amount(pick)):
        changes.append(_item_line("Activation lowered", -lowered))
    yield "activation", changes


def _gear_columns(context: ProfileContext, entry: Property, pick: Pick | None) -> Iterator[ColumnLines]:
    """Yield Shoot for a ranged weapon (P-17, C-16). A Mule uses none of its gear (C-18)."""
    carrier_type, shoot = soldier_type(context), number_or_none(context, "shoot")
    is_used = carrier_type is None or entry.group not in carrier_type.unused
    # Without a line for its carrier, the weapon's own number remains.
    lines = [] if shoot is None or not is_used or "range" not in entry.stats else [_item_line("Shoot", shoot)]
    yield "shoot", lines


def _item_line(label: str, number: int) -> Line:
    return Line(label.lower(), label, number, ONE, number, 0, "", "", "")


ITEM_DERIVATIONS: Mapping[str, ItemDerivation] = {"powers": _power_columns, "gear": _gear_columns}
