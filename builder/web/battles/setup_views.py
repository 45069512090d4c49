"""The set-up of a game: players roll dice for its conditions on the page, or enter their own rolls.

Nothing is stored, the address of the page contains all rolls. The key of a step or roll is its name in the
address, such as "command" or "command-1".
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from builder.catalogue.game_setup import game_setup
from builder.catalogue.store import all_catalogues
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.dice import Dice
from builder.points.rules.game_setup import (
    GameSetup,
    ReserveShare,
    SetupStep,
    StepResult,
    reserve_share,
    roll_keys,
    roll_open_steps,
    step_results,
    visible_distances,
)
from builder.points.rules.wording import source_text
from builder.web.battles.setup_rosters import ROSTER_OPTIONS, Side, read_sides, side_reserves
from builder.web.shared.decorators import never_store_or_index
from builder.web.shared.dice import random_below
from builder.web.shared.query_options import QueryOptions

MAX_POINTS = 100_000
MAX_SHIFT = 100
MAX_BONUS = 100
SIDES = ("you", "your opponent")
_SIDE_IN_KEY = re.compile(r"(?<=-)[12](?=$|-)")  # "command-1-die"
ROLL_LABELS = ("Your roll", "Your opponent's roll")


class RollField(NamedTuple):
    """A field for one roll.

    ``chosen_die`` and ``bonus`` are what the player entered, or empty strings. Without them, ``default_die``
    and ``default_bonus`` apply.
    If ``has_leader``, the default die is that of the roster's leader. Otherwise it is the first of the
    ``dice_choices``.
    ``default_bonus`` is None if the step has no bonus.
    """

    key: str
    label: str
    lowest: int
    highest: int
    value: int | None
    dice: str
    chosen_die: str
    default_die: str
    has_leader: bool
    dice_choices: tuple[str, ...]
    bonus: str
    default_bonus: int | None


class StepRow(NamedTuple):
    """A step of the set-up. ``shift`` is the number that the players added to the step's roll."""

    result: StepResult
    source: str
    fields: tuple[RollField, ...]
    shift: int
    rolls_text: str


class SetupQuery(NamedTuple):
    """The values in the address of a set-up.

    ``chosen_dice`` are the dice of rolls by key, with the default die if the player chose none.
    ``bonuses`` are the bonuses of rolls, with the bonus of the roster if the player entered none. Their keys
    are the keys of rolls with the suffix "-bonus".
    ``entered`` are only the dice and bonuses that the player entered, by their names in the address.
    ``points`` are the points of the side with reserves.
    ``attacker`` is 1 or 2, or 0 until somebody has chosen to attack.
    ``rosters`` are the addresses of the rosters by parameter.
    """

    rolls: dict[str, int]
    chosen_dice: dict[str, str]
    bonuses: dict[str, int]
    entered: dict[str, str]
    points: int | None
    attacker: int
    rosters: dict[str, str]


@never_store_or_index
@login_not_required
@require_safe
def set_up(request: HttpRequest, /, system: str, edition: str) -> HttpResponse:
    """Show the steps of the set-up with their results.

    These parameters are in the query; KEY is the key of a roll or step:
    - ``KEY``: a roll
    - ``KEY-shift``: the number that the players added to the roll
    - ``KEY-die``: the chosen die
    - ``KEY-bonus``: the entered bonus
    - ``attacker``: 1 or 2
    - ``points``: the points of the side with reserves
    - ``roster`` and ``opponent``: the addresses of the rosters
    - ``roll``: rolls the missing dice of the step with this key. "all" rolls the missing dice of all steps,
      and "again" rolls all dice again.
    """
    catalogue = all_catalogues().get((system, edition))
    if catalogue is None:
        raise Http404("There is no such edition.")
    setup = game_setup(catalogue)
    tables = {table.code: table for table in catalogue.tables}
    options = QueryOptions(request.GET)
    sides = read_sides(request, options, catalogue)
    query = _read_query(catalogue, options, sides)
    if roll := request.GET.get("roll"):
        if roll == "again":
            query = query._replace(rolls={}, attacker=0)
        keys = () if roll in ("all", "again") else (roll,)
        rolled = roll_open_steps(
            setup, tables, query.rolls | query.bonuses, query.chosen_dice, random_below, keys
        )
        rolls = {key: number for key, number in rolled.items() if key not in query.bonuses}
        query = query._replace(rolls=rolls)
        return redirect(f"{request.path}?{urlencode(_query_values(query))}")
    results = step_results(setup, tables, query.rolls | query.bonuses, query.chosen_dice)
    share = reserve_share(setup, results, None)
    side = _side_with_reserves(share, query.attacker)
    points = query.points if side < 0 or sides[side].points is None else sides[side].points
    share = reserve_share(setup, results, points)
    context = {
        "nav": "reference",
        "catalogue": catalogue,
        "setup": setup,
        "steps": [_step_row(catalogue, result, query, sides) for result in results],
        "has_dice": any(result.dice for result in results),
        "is_complete": not any(result.is_open for result in results),
        "is_begun": any(result.is_begun for result in results),
        "distances": visible_distances(setup, tables, results),
        "turns_of_first_light": _turns_of_first_light(setup, results),
        "off_table": _entry_names(catalogue, setup.reserves.off_table if setup.reserves else ()),
        "summoned_by": _entry_names(catalogue, setup.reserves.summoned_by if setup.reserves else ()),
        "sides": sides,
        "attacker": query.attacker,
        "reserves": share,
        "points_on_table": _points_on_table(share, points),
        "points": points,
        "side_reserves": side_reserves(setup, sides, share, side),
        "needs_points": any(each_side.points is None for each_side in (sides if side < 0 else [sides[side]])),
        "max_points": MAX_POINTS,
        "max_bonus": MAX_BONUS,
        "not_understood": options.not_understood,
        "here": reverse("set_up", args=(system, edition)),
        "opponents_query": urlencode(_swap_sides(_query_values(query))),
    }
    return render(request, "battles/setup.html", context)


def _side_with_reserves(share: ReserveShare | None, attacker: int) -> int:
    """Return the index of the side with reserves, or -1 if there is none or nobody has chosen who attacks."""
    if share is None or not attacker:
        return -1
    return attacker - 1 if share.rule.side == "attacker" else 2 - attacker


def _read_query(catalogue: Catalogue, options: QueryOptions, sides: Sequence[Side]) -> SetupQuery:
    """Return the values of an address. ``options`` receives an error for each invalid value."""
    rolls: dict[str, int | None] = {}
    chosen_dice: dict[str, str] = {}
    bonuses: dict[str, int] = {}
    entered: dict[str, str] = {}
    for step in game_setup(catalogue).steps:
        for key, side in zip(roll_keys(step), sides, strict=False):
            dice = step.dice
            if step.dice_choices:
                chosen = options.choice(f"{key}-die", step.dice_choices, "")
                entered |= {f"{key}-die": chosen} if chosen else {}
                dice = chosen_dice[key] = chosen or _default_die(side, step)
            if step.bonus:
                bonus = options.number(f"{key}-bonus", -MAX_BONUS, MAX_BONUS)
                entered |= {} if bonus is None else {f"{key}-bonus": str(bonus)}
                bonuses[f"{key}-bonus"] = side.value(step.bonus) if bonus is None else bonus
            if dice:
                rolls[key] = options.number(key, Dice.read(dice).lowest, Dice.read(dice).highest)
        if step.shifted_by:
            rolls[f"{step.key}-shift"] = options.number(f"{step.key}-shift", -MAX_SHIFT, MAX_SHIFT)
    known = {key: number for key, number in rolls.items() if number is not None}
    attacker = options.number("attacker", 1, 2) or 0
    rosters = {side.option: side.address for side in sides if side.address}
    points = options.number("points", 0, MAX_POINTS)
    return SetupQuery(known, chosen_dice, bonuses, entered, points, attacker, rosters)


def _default_die(side: Side, step: SetupStep) -> str:
    """Return the die of the side's leader. If the step doesn't allow it, return the first possible die."""
    return side.command_die if side.command_die in step.dice_choices else step.dice_choices[0]


def _query_values(query: SetupQuery) -> dict[str, str]:
    points = {"points": str(query.points)} if query.points is not None else {}
    attacker = {"attacker": str(query.attacker)} if query.attacker else {}
    rolls = {key: str(number) for key, number in query.rolls.items()}
    return {**query.rosters, **query.entered, **rolls, **attacker, **points}


def _swap_sides(values: Mapping[str, str]) -> dict[str, str]:
    """Return the parameters of the same set-up as the opponent sees it."""
    other = dict(zip((*ROSTER_OPTIONS, "1", "2"), (*reversed(ROSTER_OPTIONS), "2", "1"), strict=True))
    swapped = {
        _SIDE_IN_KEY.sub(lambda side: other[side[0]], other.get(name, name)): value
        for name, value in values.items()
    }
    return swapped | ({"attacker": other[values["attacker"]]} if "attacker" in values else {})


def _step_row(catalogue: Catalogue, result: StepResult, query: SetupQuery, sides: Sequence[Side]) -> StepRow:
    step = result.step
    fields = []
    for index, dice in enumerate(result.dice):
        key, parsed = result.keys[index], Dice.read(dice)
        fields.append(
            RollField(
                key=key,
                label=ROLL_LABELS[index] if step.each_side else "Roll",
                lowest=parsed.lowest,
                highest=parsed.highest,
                value=result.entered[index],
                dice=dice.lower(),
                chosen_die=query.entered.get(f"{key}-die", ""),
                default_die=_default_die(sides[index], step) if step.dice_choices else "",
                has_leader=bool(sides[index].command_die),
                dice_choices=step.dice_choices,
                bonus=query.entered.get(f"{key}-bonus", ""),
                default_bonus=sides[index].value(step.bonus) if step.bonus else None,
            )
        )
    shift = 0 if result.number is None else result.number - result.rolls[0]
    source = source_text(catalogue, step.page, step.place)
    return StepRow(result, source, tuple(fields), shift, _rolls_text(result))


def _rolls_text(result: StepResult) -> str:
    """Return the rolls as text, such as "you 6 + 4 = 10, your opponent 4" or "6, changed to 7"."""
    if result.step.each_side:
        sides = zip(SIDES, result.entered, result.bonuses, strict=True)
        return ", ".join(
            f"{side} {_sum_text(number, bonus)}" for side, number, bonus in sides if number is not None
        )
    if result.number is None:
        return ""
    (roll,) = result.rolls
    return f"{roll}" if roll == result.number else f"{roll}, changed to {result.number}"


def _sum_text(number: int, bonus: int) -> str:
    """Return a roll with its bonus as text, such as "6 + 4 = 10", or without a bonus "6"."""
    return f"{number} {'+' if bonus > 0 else '−'} {abs(bonus)} = {number + bonus}" if bonus else f"{number}"


def _turns_of_first_light(setup: GameSetup, results: Sequence[StepResult]) -> int | None:
    """Return the turns after which the light changes, or None if it doesn't or they aren't rolled yet."""
    key = setup.visibility.change if setup.visibility else ""
    return next((result.number for result in results if result.step.key == key), None)


def _points_on_table(share: ReserveShare | None, points: int | None) -> int | None:
    return points - share.points if share and share.points is not None and points is not None else None


def _entry_names(catalogue: Catalogue, codes: Sequence[str]) -> str:
    """Return the names of entries as text, such as "Airborne and Sniper"."""
    names = {entry.code: entry.name for entry in catalogue.entries() if entry.code in codes}
    return " and ".join(names[code] for code in codes)
