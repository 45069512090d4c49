"""How a game is set up: what players roll before the first turn, and what follows from the rolls.

The steps and their numbers are data: ``builder/catalogue/data/<system>/setup/<edition>.toml``.

``Rolls`` contains the numbers that players entered. Their keys are:

- ``<step>``: the roll of a step, by the step's key
- ``<step>-1`` and ``<step>-2``: the rolls of the two sides, if each side rolls
- ``<step>-1-bonus`` and ``<step>-2-bonus``: the bonus of each side
- ``<step>-shift``: the number that players add to the roll of the step (see ``SetupStep.shifted_by``)
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import ceil, floor
from typing import Annotated, Literal

from builder.points.rules.catalogue import Page, Place, Table
from builder.points.rules.dice import Dice

Rolls = Mapping[str, int]
SIDES = (1, 2)

_RANGE = re.compile(r"(\d+)(?:-(\d+)| (or less|or more))?", re.ASCII)
_UNLIMITED = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupStep:
    """A step of the set-up: something to do, and dice to roll for it."""

    key: Annotated[str, "Key of the step, in addresses."]
    name: Annotated[str, "Heading of the step."]
    text: Annotated[str, "What to do, in our words; may be empty."] = ""
    dice: Annotated[str, 'Dice to roll, such as "1D20"; empty for none.'] = ""
    dice_choices: Annotated[
        tuple[str, ...],
        "Dice that a side may have, such as Command Dice, if sides roll different dice; else empty.",
    ] = ()
    each_side: Annotated[bool, "Whether each side rolls."] = False
    bonus: Annotated[
        str, 'Code of the roster value that each side adds to its roll, such as "initiative"; empty for none.'
    ] = ""
    ties: Annotated[bool, "Whether both sides may roll the same number; otherwise they roll again."] = True
    table: Annotated[
        str,
        "Code of the edition's table in which the roll is looked up; without dice, the table is only shown.",
    ] = ""
    rows: Annotated[
        tuple[tuple[str, str], ...],
        "Pairs of a range of numbers and its result, if the edition has no table for the roll.",
    ] = ()
    only: Annotated[
        Mapping[str, tuple[str, ...]],
        "Results of earlier steps, by the key of the earlier step. The step only applies if each of these "
        "earlier steps had one of its results.",
    ] = field(default_factory=dict)
    shifted_by: Annotated[
        str,
        "Key of an earlier step in which both sides roll. Players may change the roll by at most the "
        "difference between the sides' sums. Empty if they may not change it.",
    ] = ""
    page: Page = 0
    place: Place = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReserveRule:
    """The rule for reserves in a scenario: which side begins with a part of its force off the table."""

    result: Annotated[str, "Name of the scenario."]
    side: Annotated[Literal["attacker", "defender"], "The side with reserves."]
    begins: Annotated[
        bool,
        "Whether the share begins on the table and the rest is in reserve; else the share is in reserve.",
    ] = False
    rounded: Annotated[Literal["up", "down"], "How the points of the share are rounded."] = "up"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reserves:
    """The rules for reserves: a percentage of a force's points for each point of difference between rolls."""

    step: Annotated[str, "Key of the step whose result is the scenario."]
    margin: Annotated[
        str, "Key of the step in which both sides roll. The difference between their sums counts."
    ]
    percent: Annotated[int, "Percentage of the force's points for each point of difference."]
    off_table: Annotated[tuple[str, ...], "Codes of the properties whose models are always in reserve."] = ()
    summoned_by: Annotated[
        tuple[str, ...], "Codes of the spells whose creatures are in reserve until they are summoned."
    ] = ()
    rules: Annotated[tuple[ReserveRule, ...], "The scenarios with reserves."] = ()
    page: Page = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Visibility:
    """How far models see: a table with a row for each weather and a column for each light."""

    table: Annotated[str, "Code of the table; its first column is the weather."]
    weather: Annotated[str, "Key of the step whose result is the weather."]
    time: Annotated[str, "Key of the step whose result is the time of day."]
    lights: Annotated[
        Mapping[str, tuple[str, ...]],
        "Columns of the table at the start and later in the game, by the time of day. The key of a step "
        "means the column that is the result of that step.",
    ]
    change: Annotated[str, "Key of the step that says after how many turns the light changes."]
    daylight: Annotated[str, "Column of the table in which fog doesn't count at the start of the game."]
    fog: Annotated[str, "Key of the step that says whether there is fog."]
    fog_result: Annotated[str, "Result of the step ``fog`` that means fog."]
    fog_row: Annotated[str, "Row of the table that applies in fog."]
    text: Annotated[str, "What the distance limits, in our words."] = ""
    page: Page = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSetup:
    """The set-up of an edition's games."""

    steps: Annotated[tuple[SetupStep, ...], "The steps in their order."] = ()
    reserves: Annotated[Reserves | None, "Reserves; null if the game has none."] = None
    visibility: Annotated[Visibility | None, "How far models see; null if the game has no such table."] = None
    missing: Annotated[str, "What the source doesn't say about the set-up; empty if nothing is missing."] = ""


@dataclass(frozen=True, slots=True)
class StepResult:
    """A step with the rolls that were entered for it.

    ``dice``, ``entered`` and ``bonuses`` contain one item, or one for each side if each side rolls. Missing
    rolls in ``entered`` are None.

    ``number`` is the roll plus the shift, which is between ``least_shift`` and ``largest_shift``. It is
    looked up in the first column of the step's table. ``result`` is the second cell of the row with the
    number, and ``cells`` are further cells, without empty ones, each after its heading. Without dice,
    ``cells`` are the first two cells of every row.
    """

    step: SetupStep
    dice: tuple[str, ...] = ()
    entered: tuple[int | None, ...] = ()
    bonuses: tuple[int, ...] = ()
    number: int | None = None
    result: str = ""
    cells: tuple[tuple[str, str], ...] = ()
    least_shift: int = 0
    largest_shift: int = 0

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the step's rolls."""
        return roll_keys(self.step)

    @property
    def is_begun(self) -> bool:
        """Whether the roll of at least one side was entered."""
        return any(number is not None for number in self.entered)

    @property
    def is_tied(self) -> bool:
        """Whether both sides have the same sum (roll and bonus) in a step that allows no ties."""
        sums = self._sums(complete_rolls(self.entered))
        return not self.step.ties and len(set(sums)) < len(sums)

    @property
    def rolls(self) -> tuple[int, ...]:
        """The rolls that count: none if a roll is missing or there is a tie that isn't allowed."""
        return () if self.is_tied else complete_rolls(self.entered)

    @property
    def sums(self) -> tuple[int, ...]:
        """The rolls that count, each plus the side's bonus."""
        return self._sums(self.rolls)

    def _sums(self, rolls: Sequence[int]) -> tuple[int, ...]:
        return tuple(roll + bonus for roll, bonus in zip(rolls, self.bonuses, strict=False))

    @property
    def is_open(self) -> bool:
        """Whether the step has dice and no rolls that count yet."""
        return bool(self.dice) and not self.rolls

    @property
    def higher_side(self) -> int:
        """The side with the higher sum, 1 or 2; 0 if the sums are equal or no rolls count."""
        return 0 if not self.difference else 1 if self.sums[0] > self.sums[1] else 2

    @property
    def difference(self) -> int:
        """The difference between the sides' sums; 0 if only one side rolls or no rolls count."""
        return max(self.sums) - min(self.sums) if len(self.sums) > 1 else 0


@dataclass(frozen=True, slots=True)
class ReserveShare:
    """The part of a force that is in reserve, as a percentage of the force and in points.

    ``points`` is None if the points of the force are not known.
    """

    rule: ReserveRule
    percent: int
    points: int | None


def roll_keys(step: SetupStep) -> tuple[str, ...]:
    """Return the keys under which the rolls of a step are stored."""
    return tuple(f"{step.key}-{side}" for side in SIDES) if step.each_side else (step.key,)


def complete_rolls(entered: Sequence[int | None]) -> tuple[int, ...]:
    """Return the rolls if none is missing, else an empty tuple."""
    rolls = tuple(number for number in entered if number is not None)
    return rolls if len(rolls) == len(entered) else ()


def step_results(
    setup: GameSetup, tables: Mapping[str, Table], rolls: Rolls, chosen_dice: Mapping[str, str]
) -> list[StepResult]:
    """Return the steps that apply after these rolls, with their results.

    A roll that is impossible with the step's dice counts as missing. ``chosen_dice`` are the dice that
    players chose in steps with a choice of dice, by the key of the roll.
    """
    results: dict[str, StepResult] = {}
    for step in setup.steps:
        if all(key in results and results[key].result in names for key, names in step.only.items()):
            results[step.key] = _step_result(step, tables, rolls, chosen_dice, results)
    return list(results.values())


def roll_open_steps(
    setup: GameSetup,
    tables: Mapping[str, Table],
    rolls: Rolls,
    chosen_dice: Mapping[str, str],
    choose: Callable[[int], int],
    keys: Sequence[str] = (),
) -> dict[str, int]:
    """Return ``rolls`` with new random rolls for open steps: steps with dice whose rolls are missing or tied.

    If ``keys`` are given, only the steps with these keys are rolled. After a tie that isn't allowed, both
    sides roll again. ``choose`` returns a random number from 0 up to, but not including, its argument.
    """
    rolled = dict(rolls)
    while open_steps := [
        result
        for result in step_results(setup, tables, rolled, chosen_dice)
        if result.is_open and (not keys or result.step.key in keys)
    ]:
        result = open_steps[0]
        for key, dice, number in zip(result.keys, result.dice, result.entered, strict=True):
            if number is None or result.is_tied:
                rolled[key] = Dice.read(dice).roll(choose)
    return rolled


def reserve_share(setup: GameSetup, results: Sequence[StepResult], points: int | None) -> ReserveShare | None:
    """Return the reserves of the side that has reserves in the rolled scenario, or None.

    ``points`` are the points of the side's force, or None if they are not known. The share is never more than
    the complete force.
    """
    by_key = {result.step.key: result for result in results}
    if setup.reserves is None:
        return None
    scenario, margin = by_key.get(setup.reserves.step), by_key.get(setup.reserves.margin)
    if scenario is None or margin is None or not margin.rolls:
        return None
    rule = next((rule for rule in setup.reserves.rules if rule.result == scenario.result), None)
    if rule is None:
        return None
    percent = min(setup.reserves.percent * margin.difference, 100)
    share = (ceil if rule.rounded == "up" else floor)(Fraction((points or 0) * percent, 100))
    if rule.begins:  # the share begins on the table
        percent, share = 100 - percent, (points or 0) - share
    return ReserveShare(rule, percent, None if points is None else share)


def visible_distances(
    setup: GameSetup, tables: Mapping[str, Table], results: Sequence[StepResult]
) -> list[tuple[str, str]]:
    """Return how far models see at the start of the game. If the light changes later, return that too.

    Each item is a pair of texts: the light and the weather, such as "Dusk, Rain", and the distance. The list
    is empty until all rolls that decide the distance are entered.
    """
    by_key = {result.step.key: result for result in results}
    rule = setup.visibility
    if rule is None or any(
        by_key.get(key) is None or by_key[key].is_open for key in (rule.weather, rule.time)
    ):
        return []
    distances: list[tuple[str, str]] = []
    for light in rule.lights.get(by_key[rule.time].result, ()):
        light_step = by_key.get(light)
        if light_step is not None and light_step.is_open:
            return []
        column = light_step.result if light_step is not None else light
        weather = _weather(rule, by_key, column, is_start=not distances)
        table = tables[rule.table]
        (row,) = (row for row in table.rows if row[0] == weather)
        distances.append((f"{column}, {weather}", row[table.columns.index(column)]))
    fog = by_key.get(rule.fog)
    return [] if fog is not None and fog.is_open else distances


def _weather(rule: Visibility, by_key: Mapping[str, StepResult], column: str, *, is_start: bool) -> str:
    """Return the first cell of the row for fog or for the weather. ``column`` is the light.

    At the start of the game (``is_start``), fog doesn't count in daylight.
    """
    fog = by_key.get(rule.fog)
    is_foggy = fog is not None and fog.result == rule.fog_result
    if is_foggy and not (is_start and column == rule.daylight):
        return rule.fog_row
    return by_key[rule.weather].result


def _step_result(
    step: SetupStep,
    tables: Mapping[str, Table],
    rolls: Rolls,
    chosen_dice: Mapping[str, str],
    earlier: Mapping[str, StepResult],
) -> StepResult:
    if not step.dice and not step.dice_choices:
        shown = tables[step.table].rows if step.table else ()
        return StepResult(step, cells=tuple((row[0], row[1]) for row in shown))
    keys = roll_keys(step)
    chosen = (chosen_dice.get(key, "") for key in keys)
    usual = step.dice_choices[0] if step.dice_choices else step.dice
    dice = tuple(die if die in step.dice_choices else usual for die in chosen)
    possible = (range(die.lowest, die.highest + 1) for die in map(Dice.read, dice))
    numbers = zip(map(rolls.get, keys), possible, strict=True)
    entered = tuple(number if number in in_range else None for number, in_range in numbers)
    result = StepResult(step, dice, entered, tuple(rolls.get(f"{key}-bonus", 0) for key in keys))
    if not result.rolls:
        return result
    roll, die = result.rolls[0], Dice.read(dice[0])
    margin = earlier[step.shifted_by].difference if step.shifted_by in earlier else 0
    result = replace(
        result,
        least_shift=max(-margin, die.lowest - roll) if margin else 0,
        largest_shift=min(margin, die.highest - roll) if margin else 0,
    )
    shift = rolls.get(f"{step.key}-shift", 0)
    number = roll + max(result.least_shift, min(shift, result.largest_shift))
    if step.table:
        table = tables[step.table]
        row = next(row for row in table.rows if _contains(row[0], number))
        cells = tuple((name, cell) for name, cell in zip(table.columns[2:], row[2:], strict=True) if cell)
        return replace(result, number=number, result=row[1], cells=cells)
    name = next((name for numbers, name in step.rows if _contains(numbers, number)), "")
    return replace(result, number=number, result=name)


def _contains(numbers: str, number: int) -> bool:
    """Return whether a range contains a number. Ranges are "7", "2-3", "3 or less" or "8 or more"."""
    lowest, highest = number_range(numbers)
    return lowest <= number <= highest


def number_range(numbers: str) -> tuple[int, int]:
    """Return the first and the last number of a range: "7", "2-3", "3 or less" or "8 or more".

    Raises ValueError for other texts.
    """
    match = _RANGE.fullmatch(numbers)
    if match is None:
        raise ValueError(
            f'{numbers!r} is not a range of numbers: write "7", "2-3", "3 or less" or "8 or more"'
        )
    first, last, rest = match.groups()
    if rest == "or less":
        return -_UNLIMITED, int(first)
    if rest == "or more":
        return int(first), _UNLIMITED
    return int(first), int(last or first)
