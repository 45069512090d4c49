"""Set up a game: roll its conditions, or enter what was rolled. The address contains everything."""

from collections.abc import Sequence
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
    StepResult,
    reserve_share,
    roll_keys,
    roll_open_steps,
    step_results,
    visible_distances,
)
from builder.web.shared.dice import random_below
from builder.web.shared.query_options import QueryOptions

MAX_POINTS = 100_000
MAX_SHIFT = 100
SIDES = ("you", "your opponent")
ROLL_LABELS = ("Your roll", "Your opponent's roll")


class RollField(NamedTuple):
    """A field for one roll. ``dice_choices`` are the dice that its side may have."""

    key: str
    label: str
    lowest: int
    highest: int
    value: int | None
    dice: str
    dice_choices: tuple[str, ...]


class StepRow(NamedTuple):
    """A step with its fields. ``shift`` is the change of its roll, ``rolled`` what was entered, in words."""

    result: StepResult
    fields: tuple[RollField, ...]
    shift: int
    rolled: str


class SetupQuery(NamedTuple):
    """What the address of a set-up says."""

    rolls: dict[str, int]
    chosen_dice: dict[str, str]
    points: int | None


@login_not_required
@require_safe
def set_up(request: HttpRequest, system: str, edition: str) -> HttpResponse:
    """Show the steps of the set-up with their results.

    The query has the rolls by key, their changes (``<key>-shift``), the chosen dice (``<key>-die``) and the
    ``points`` of the side with reserves. ``roll`` rolls what is missing: of one step, or ``all``.
    """
    catalogue = all_catalogues().get((system, edition))
    if catalogue is None:
        raise Http404("There is no such edition.")
    setup = game_setup(catalogue)
    tables = {table.code: table for table in catalogue.tables}
    options = QueryOptions(request.GET)
    query = _read_query(catalogue, options)
    if roll := request.GET.get("roll"):
        rolls = {} if roll == "again" else query.rolls
        keys = () if roll in ("all", "again") else (roll,)
        rolled = roll_open_steps(setup, tables, rolls, query.chosen_dice, random_below, keys)
        return redirect(f"{request.path}?{_query_text(query._replace(rolls=rolled))}")
    results = step_results(setup, tables, query.rolls, query.chosen_dice)
    share = reserve_share(setup, results, query.points)
    context = {
        "nav": "reference",
        "catalogue": catalogue,
        "setup": setup,
        "steps": [_step_row(result, query) for result in results],
        "has_dice": any(result.dice for result in results),
        "is_complete": not any(result.is_open for result in results),
        "is_begun": any(result.is_begun for result in results),
        "distances": visible_distances(setup, tables, results),
        "turns_of_first_light": _turns_of_first_light(setup, results),
        "off_table": _off_table_names(catalogue, setup),
        "reserves": share,
        "points_on_table": _points_on_table(share, query.points),
        "points": query.points,
        "max_points": MAX_POINTS,
        "wrong": options.not_understood,
        "here": reverse("set_up", args=(system, edition)),
    }
    return render(request, "battles/setup.html", context)


def _read_query(catalogue: Catalogue, options: QueryOptions) -> SetupQuery:
    rolls: dict[str, int | None] = {}
    chosen_dice: dict[str, str] = {}
    for step in game_setup(catalogue).steps:
        for key in roll_keys(step):
            dice = step.dice
            if step.dice_choices:
                dice = options.choice(f"{key}-die", step.dice_choices, step.dice_choices[0])
                chosen_dice[key] = dice
            if dice:
                rolls[key] = options.number(key, Dice.read(dice).lowest, Dice.read(dice).highest)
        if step.shifted_by:
            rolls[f"{step.key}-shift"] = options.number(f"{step.key}-shift", -MAX_SHIFT, MAX_SHIFT)
    known = {key: number for key, number in rolls.items() if number is not None}
    return SetupQuery(known, chosen_dice, options.number("points", 0, MAX_POINTS))


def _query_text(query: SetupQuery) -> str:
    dice = {f"{key}-die": dice for key, dice in query.chosen_dice.items()}
    points = {"points": query.points} if query.points is not None else {}
    return urlencode({**dice, **query.rolls, **points})


def _step_row(result: StepResult, query: SetupQuery) -> StepRow:
    step = result.step
    fields = []
    for index, dice in enumerate(result.dice):
        key, read = result.keys[index], Dice.read(dice)
        fields.append(
            RollField(
                key=key,
                label=ROLL_LABELS[index] if step.each_side else "Roll",
                lowest=read.lowest,
                highest=read.highest,
                value=result.entered[index],
                dice=dice.lower(),
                dice_choices=step.dice_choices,
            )
        )
    shift = 0 if result.number is None else result.number - result.rolls[0]
    return StepRow(result, tuple(fields), shift, _rolled(result))


def _rolled(result: StepResult) -> str:
    """Return what was rolled in words: "you 6, your opponent 4" or "6, changed to 7"; "" for nothing."""
    if result.step.each_side:
        sides = zip(SIDES, result.entered, strict=True)
        return ", ".join(f"{side} {number}" for side, number in sides if number is not None)
    if result.number is None:
        return ""
    (roll,) = result.rolls
    return f"{roll}" if roll == result.number else f"{roll}, changed to {result.number}"


def _turns_of_first_light(setup: GameSetup, results: Sequence[StepResult]) -> int | None:
    """Return after how many turns the light changes; None if it doesn't, or before it is rolled."""
    key = setup.visibility.change if setup.visibility else ""
    return next((result.number for result in results if result.step.key == key), None)


def _points_on_table(share: ReserveShare | None, points: int | None) -> int | None:
    return points - share.points if share and share.points is not None and points is not None else None


def _off_table_names(catalogue: Catalogue, setup: GameSetup) -> str:
    """Return the names of the properties whose models are always in reserve: "Airborne and Sniper"."""
    codes = setup.reserves.off_table if setup.reserves else ()
    names = {entry.code: entry.name for entry in catalogue.entries() if entry.code in codes}
    return " and ".join(names[code] for code in codes)
