"""Setting up a game: results, reserves and visibility as in the book."""

from collections import Counter
from itertools import cycle

import pytest

from builder.catalogue.files import bundled_catalogues
from builder.catalogue.game_setup import game_setup
from builder.points.rules.game_setup import (
    number_range,
    reserve_share,
    roll_open_steps,
    step_results,
    visible_distances,
)

FURY = bundled_catalogues()["unbridled-fury", "0.9.0"]
SETUP = game_setup(FURY)
TABLES = {table.code: table for table in FURY.tables}
DICE = {"command-1": "1D10", "command-2": "1D10"}


def result_of(key: str, **rolls: int) -> str:
    numbers = {name.replace("_", "-"): number for name, number in rolls.items()}
    return {r.step.key: r.result for r in step_results(SETUP, TABLES, numbers, DICE)}.get(key, "no such step")


@pytest.mark.parametrize(("step", "rolls", "sides", "shares"), [
    ("objective", {}, 20, {
        "Ambush": 4, "Assassination": 1, "Attack!": 4, "Capture and Hold": 3, "Desecrate": 3, "Hostage": 3,
        "Protect": 2,
    }),
    ("weather", {}, 20, {
        "Storm": 1, "Heavy Rain": 2, "Light Rain": 3, "Strong Winds": 1, "Light Winds": 7, "Calm": 6,
    }),
    ("time", {}, 10, {
        "Daylight": 3, "Dawn Half-light": 1, "First Light": 1, "Evening Daylight": 1, "Dusk Half-light": 1,
        "Night": 3,
    }),
    ("moon", {"time": 8}, 6, {"Full Moon": 2, "Low Moonlight": 3, "Total Darkness": 1}),
])  # fmt: skip
def test_each_result_has_its_faces_of_the_die(
    step: str, rolls: dict[str, int], sides: int, shares: dict[str, int]
) -> None:
    """The tables of pages 17, 20 and 21."""
    assert Counter(result_of(step, **rolls, **{step: n}) for n in range(1, sides + 1)) == shares


@pytest.mark.parametrize(
    ("shift", "time"),
    [(1, "Dusk Half-light"), (2, "Night"), (3, "Night"), (-3, "Daylight"), (-9, "Dawn Half-light")],
)
def test_the_attacker_changes_the_time_by_up_to_the_margin(shift: int, time: str) -> None:
    """A larger change counts as the margin: with 2, a roll of 6 becomes 4 to 8."""
    rolls = {"command_1": 5, "command_2": 2 if shift == -3 else 3, "time": 6, "time_shift": shift}
    assert result_of("time", **rolls) == time


@pytest.mark.parametrize(("rolls", "distances"), [
    ({"weather": 1, "time": 2}, [("Daylight, Storm", '24"')]),
    ({"weather": 2, "time": 9, "moon": 2}, [("Full Moon, Heavy Rain", '8"')]),
    ({"weather": 7, "time": 8, "moon": 6}, [("Total Darkness, Strong Winds", '2"')]),
    ({"weather": 5, "time": 4}, [("Dawn and dusk, Light Rain", '24"'), ("Daylight, Light Rain", '48"')]),
    ({"weather": 3, "time": 5, "moon": 4},
     [("Low Moonlight, Heavy Rain", '4"'), ("Dawn and dusk, Heavy Rain", '20"')]),
    ({"weather": 15, "time": 9, "moon": 3, "fog": 5}, [("Low Moonlight, Calm", '6"')]),
    ({"weather": 15, "time": 9, "moon": 3, "fog": 6}, [("Low Moonlight, Calm with Fog", '3"')]),
    ({"weather": 20, "time": 6, "fog": 8},
     [("Daylight, Calm", '48"'), ("Dawn and dusk, Calm with Fog", '12"')]),
    ({"weather": 20, "time": 9, "moon": 3}, []),  # fog is still to be rolled
    ({"weather": 1, "time": 9}, []),  # so is the moon
])  # fmt: skip
def test_weather_and_light_decide_how_far_models_see(
    rolls: dict[str, int], distances: list[tuple[str, str]]
) -> None:
    """The table of page 21; the second distance is that of the later game."""
    assert visible_distances(SETUP, TABLES, step_results(SETUP, TABLES, rolls, DICE)) == distances


@pytest.mark.parametrize(("objective", "margin", "points", "side", "reserve"), [
    (1, 3, 755, "attacker", 227),  # Ambush: 226.5, rounded up
    (5, 3, 755, "attacker", 528),  # Assassination: 227 begin on the table
    (6, 4, 500, "defender", 200),
    (10, 1, 999, "defender", 100),
    (13, 1, 999, "defender", 99),  # Desecrate is rounded down
    (20, 9, 1000, "defender", 900),
])  # fmt: skip
def test_the_margin_decides_the_reserves(
    objective: int, margin: int, points: int, side: str, reserve: int
) -> None:
    """A tenth of the points for each point of the margin (p. 17-19)."""
    rolls = {"command-1": 10, "command-2": 10 - margin, "objective": objective}
    share = reserve_share(SETUP, step_results(SETUP, TABLES, rolls, DICE), points)
    assert share is not None
    assert (share.rule.side, share.points) == (side, reserve)


def test_a_hostage_game_has_no_reserves() -> None:
    rolls = {"command-1": 4, "command-2": 1, "objective": 17}
    assert reserve_share(SETUP, step_results(SETUP, TABLES, rolls, DICE), 750) is None


def test_command_dice_are_rolled_again_while_they_are_equal() -> None:
    faces = cycle([2, 2, 2, 0])  # a random number is one less than its face
    rolled = roll_open_steps(SETUP, TABLES, {}, DICE, lambda sides: next(faces), ["command"])
    assert rolled == {"command-1": 3, "command-2": 1}


def test_single_rolls_stay_and_ties_are_rolled_again() -> None:
    """One side entered a 3; then the dice show 3, a tie, so both roll: 2 and 4."""
    (result,) = [r for r in step_results(SETUP, TABLES, {"command-1": 3}, DICE) if r.step.key == "command"]
    assert (result.entered, result.rolls, result.is_open) == ((3, None), (), True)
    (tied,) = [
        r
        for r in step_results(SETUP, TABLES, {"command-1": 4, "command-2": 4}, DICE)
        if r.step.key == "command"
    ]
    assert (tied.entered, tied.rolls, tied.is_tied) == ((4, 4), (), True)
    faces = cycle([2, 1, 3])
    rolled = roll_open_steps(SETUP, TABLES, {"command-1": 3}, DICE, lambda sides: next(faces), ["command"])
    assert rolled == {"command-1": 2, "command-2": 4}


def test_the_time_stays_within_its_die() -> None:
    """With a margin of 5, a 9 becomes 4 to 10 (p. 21)."""
    rolls = {"command-1": 7, "command-2": 2, "time": 9, "time-shift": 5}
    (time,) = [r for r in step_results(SETUP, TABLES, rolls, DICE) if r.step.key == "time"]
    assert (time.number, time.least_shift, time.largest_shift) == (10, -5, 1)


@pytest.mark.parametrize(("system", "edition"), sorted(bundled_catalogues()))
def test_rolling_everything_completes_the_setup(system: str, edition: str) -> None:
    """With the lowest and the highest numbers on all dice."""
    catalogue = bundled_catalogues()[system, edition]
    setup, tables = game_setup(catalogue), {table.code: table for table in catalogue.tables}
    faces = cycle([0, 1, 1])
    for _ in range(3):
        rolled = roll_open_steps(setup, tables, {}, {}, lambda sides: (sides - 1) * next(faces))
        assert not any(result.is_open for result in step_results(setup, tables, rolled, {}))


def test_impossible_rolls_are_ignored() -> None:
    assert result_of("objective", objective=21) == ""
    assert result_of("moon", time=2, moon=3) == "no such step"


def test_invalid_ranges_are_rejected() -> None:
    with pytest.raises(ValueError, match="is not a range"):
        number_range("some")
