"""The independent calculation equals the printed numbers, and those of the rules digest."""

from itertools import pairwise

import pytest

from tests.systems.crimson_dusk import reckoning as by_hand
from tests.systems.crimson_dusk.reckoning import TABLES, Json, Shot, shooting, striking, total

WEAPONS: Json = TABLES["weapons"]


@pytest.mark.parametrize(
    ("shot", "known"),
    [
        # Printed: a regular at a veteran, an elite at an irregular (p.9).
        (shooting("Rg", "Vt"), Shot(7, 40, 0)),
        (shooting("El", "Ir"), Shot(5, 60, 0)),
        # Not as the prose has them, but as the tables do (C-02).
        (shooting("Rg", "Rg", -1), Shot(8, 30, 0)),
        (striking("Rg", "Vt"), Shot(6, 50, 0)),
        (striking("El", "Ir"), Shot(4, 70, 0)),
        # Worked.
        (shooting("Rg", "Rg"), Shot(7, 40, 0)),
        (shooting("El", "Rg", total("aimed") + WEAPONS["sniper-rifle"]["to_hit"]), Shot(3, 80, 0)),
        (shooting("Ir", "El", total("concealed")), Shot(9, 20, 0)),
        (shooting("Rg", "Ir", total("large")), Shot(5, 60, 0)),
        (shooting("El", "Ir", total("aimed", "ran", "large")), Shot(1, 90, 0)),
        # A natural 1 fails, however little is needed; beyond 10 a 10 still hits, for less.
        (shooting("El", "Ir", 9), Shot(-4, 90, 0)),
        (shooting("Ir", "El", total("hidden")), Shot(10, 10, 0)),
        (shooting("Ir", "El", total("hidden", "small", "moved_6")), Shot(12, 10, 2)),
    ],
)
def test_rolls_to_hit(shot: Shot, known: Shot) -> None:
    assert shot == known


@pytest.mark.parametrize(
    ("p", "av", "kill", "stun"),
    [
        (4, 8, 60, 10),
        (5, 10, 50, 10),
        (12, 16, 60, 10),
        (9, 8, 100, 0),
        (8, 8, 100, 0),
        (8, 9, 90, 10),
        (3, 12, 10, 10),
        (3, 13, 0, 10),
        (3, 14, 0, 0),
    ],
)
def test_rolls_to_kill_and_stun(p: int, av: int, kill: int, stun: int) -> None:
    assert (by_hand.kill_chance(p, av), by_hand.stun_chance(p, av)) == (kill, stun)


def test_skill_tests_stay_between_a_1_and_a_10() -> None:
    assert [by_hand.skill_chance(quality) for quality in by_hand.ORDER] == [50, 60, 70, 80]
    assert [by_hand.skill_chance("El", more) for more in (1, 2, -7, -8)] == [90, 90, 10, 10]


def test_anti_tank_values_apply_to_vehicles_monsters_and_high_av() -> None:
    rpg = WEAPONS["rpg"]
    assert [by_hand.strength(rpg, av) for av in (11, 12, 13)] == [5, 5, 12]
    assert by_hand.strength(rpg, 9, vehicle=True) == by_hand.strength(rpg, 9, monster=True) == 12
    assert by_hand.strength(WEAPONS["rifle"], 16, vehicle=True) == 4
    assert (by_hand.damage(rpg), by_hand.damage(WEAPONS["rifle"])) == (24, 4)


def test_shots_and_aimed_shots_of_3_ap() -> None:
    assert [by_hand.shots(3, rof) for rof in (4, 2, 1, -1, -2, -3)] == [12, 6, 3, 3, 1, 1]
    assert [by_hand.aimed_shots(3, rof) for rof in (2, 1, -1, -2, -3)] == [None, 1, 1, 1, 0]
    assert by_hand.ap_for_a_shot(-3, aimed=True) == 4
    assert (by_hand.shots(2, -3), by_hand.ap_for_a_shot(-3)) == (0, 3)
    assert [by_hand.short_handed(rof, 1) for rof in (4, 3, 2, 1, -1, -2)] == [3, 2, 1, -2, -2, -3]


def test_moves_of_3_ap() -> None:
    result = {
        pace: [
            by_hand.move(3, pace, running=running, difficult=difficult)
            for difficult in (False, True)
            for running in (False, True)
        ]
        for pace in ("normal", "quick", "fast")
    }
    assert result == {"normal": [6, 12, 3, 6], "quick": [9, 18, 6, 9], "fast": [12, 24, 6, 12]}


@pytest.mark.parametrize(
    ("models", "steps"),
    [
        (2, (1, 1, 1, 2)),
        (3, (1, 1, 2, 3)),
        (4, (1, 1, 2, 3)),
        (5, (1, 2, 3, 4)),
        (6, (1, 2, 3, 5)),
        (8, (1, 2, 4, 6)),
        (10, (1, 3, 5, 8)),
        (12, (2, 3, 6, 9)),
    ],
)
def test_losses_that_make_pinning_worse(models: int, steps: tuple[int, ...]) -> None:
    assert by_hand.pinning_steps(models) == steps


@pytest.mark.parametrize(
    ("weapon", "crews"),
    [
        ("hmg", [3, 2, 1, 1]),
        ("mmg", [2, 1, 1, 1]),
        ("rail-gun", [5, 4, 2, 2]),
        ("sniper-rifle", [1, 0, 0, 0]),
    ],
)
def test_crews_of_heavy_weapons(weapon: str, crews: list[int]) -> None:
    assert [by_hand.crew_of(WEAPONS[weapon]["heavy"], bearer) for bearer in by_hand.BEARERS] == crews


def test_sections_and_forces() -> None:
    assert [by_hand.least_models([quality]) for quality in by_hand.ORDER] == [5, 4, 3, 2]
    assert by_hand.least_models(["El", "El", "Ir"]) == 5
    assert by_hand.coherency(["El", "El", "Ir"]) == {4}
    assert (by_hand.crew_short(4, [3]), by_hand.crew_short(4, [3, 2])) == (0, 1)
    assert by_hand.initiative(["Ir", "Vt", "El"], [1, 2]) == 4
    assert by_hand.initiative(["Ir", "Rg"], []) == 0


def test_vehicles() -> None:
    """The printed car at 10, 15 and 25 units; a tank hit three times; nine in an APC."""
    car, tank, apc = (TABLES["vehicles"][code] for code in ("car", "tank", "apc"))
    turns = [by_hand.turning_radius(speed, car["acdc"], car["tr"]) for speed in (10, 15, 25)]
    assert turns == [None, 5, 10]
    assert [by_hand.moving_platform(moved, 10) for moved in (0, 1, 10, 11)] == [0, -1, -1, -2]
    assert by_hand.moving_platform(11, 10, stabilised=True) == -1
    hit = by_hand.damage(WEAPONS["tank-gun"])
    sums = [hit * hits for hits in range(4)]
    assert sums == [0, 24, 48, 72]
    rolled = [by_hand.damage_rolls(*both) for both in pairwise(sums)]
    assert rolled == [[10, 20], [30, 40], [50, 60, 70]]
    assert [by_hand.is_wrecked(done, tank["dam"]) for done in sums] == [False, False, False, True]
    assert by_hand.damage_rolls(0, 10) == []
    assert by_hand.damage_rolls(10, 11) == [10]
    assert [by_hand.riders(models, apc["passengers"]) for models in (8, 9)] == [0, 1]
    wall = TABLES["buildings"]["wall"]["dam"]
    assert [by_hand.wall_dam(length, wall) for length in (3, 4, 6)] == [15, 30, 30]


def test_melee() -> None:
    power = TABLES["melee_weapons"]["two-handed-power"]
    assert by_hand.melee_p(None) == 4
    assert by_hand.melee_p(power, armoured=True) == 8
    assert [by_hand.attacks(second=second, assault=True) for second in (False, True)] == [2, 3]
    assert by_hand.attacks(second=True) == 2
    assert (by_hand.strikes_as("Rg", 1), by_hand.strikes_as("El", 2)) == (2, 1)
