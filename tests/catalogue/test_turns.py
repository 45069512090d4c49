"""The turns of games: each edition has its own, which are checked against the edition when they are read."""

from dataclasses import replace

import pytest

from builder.catalogue.files import bundled_catalogues
from builder.catalogue.parsing import structure
from builder.catalogue.play import play_sheet
from builder.catalogue.turn import turn_faults, turn_of
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.game_setup import number_range
from builder.points.rules.turn import Turn

TURNS = {system: turn_of(catalogue) for (system, _), catalogue in bundled_catalogues().items()}


def result_of(system: str, prompt: str, rolled: int) -> str:
    (results,) = (row.results for row in TURNS[system].prompts if row.key == prompt)
    for numbers, result in results:
        lowest, highest = number_range(numbers)
        if lowest <= rolled <= highest:
            return result
    return ""


def test_reserves_arrive_on_one_less_each_turn() -> None:
    """8 in turn 1, 2 in turn 7; in turn 8 without a roll (page 17)."""
    (reserves,) = (row for row in TURNS["unbridled-fury"].prompts if row.key == "reserves")
    assert reserves.needs_by_turn == (8, 7, 6, 5, 4, 3, 2)


@pytest.mark.parametrize(
    ("system", "prompt", "rolled", "result"),
    [
        ("unbridled-fury", "burning", 1, "The fire is out."),  # p. 41
        ("unbridled-fury", "burning", 5, "The model is wounded; armour saves count."),
        ("unbridled-fury", "regenerator", 7, "One wound heals."),  # p. 48
        ("unbridled-fury", "failed-casting", 6, "Nothing."),  # p. 37
        ("unbridled-fury", "failed-casting", 18, "The caster is a statue."),
        ("zapp", "hero-speaks", 1, "The unit loses 1 UV."),  # l.103
        (
            "zapp",
            "general-speaks",
            6,
            "The unit gains 2 UV, never above the start.",
        ),  # a 5, and 1 for the general
        ("stargrave", "unlock", 13, "The loot stays locked."),  # l.146
        ("stargrave", "swim", 5, "The figure activates as usual."),  # l.41
        ("crimson-dusk", "vehicle-damage", 8, "Ac/Dc is halved, rounded up."),  # p. 20
        ("crimson-dusk", "building-damage", 9, "A random model inside is hit."),  # p. 21
    ],
)
def test_rolls_have_the_results_of_the_rulebook(system: str, prompt: str, rolled: int, result: str) -> None:
    assert result_of(system, prompt, rolled) == result


@pytest.mark.parametrize(
    ("system", "mark", "cleared_at"),
    [
        ("unbridled-fury", "shot", ("start",)),
        ("unbridled-fury", "wounds", ()),
        ("dark-fantasy-fubar", "activated", ("initiative",)),
        ("dark-fantasy-fubar", "morale", ()),
        ("stargrave", "activated", ("initiative",)),
        ("crimson-dusk", "ap", ("initiative",)),
    ],
)
def test_states_that_last_a_turn_are_cleared_and_others_stay(
    system: str, mark: str, cleared_at: tuple[str, ...]
) -> None:
    (steps,) = (row.cleared_at for row in TURNS[system].marks if row.key == mark)
    assert steps == cleared_at


def test_every_edition_has_a_turn_with_the_states_of_its_battle_sheet() -> None:
    for (system, _), catalogue in bundled_catalogues().items():
        turn = TURNS[system]
        assert turn.steps
        assert turn.prompts
        assert turn.rolls
        names = {mark.name for mark in turn.marks} | {"Loot", "Morale"}  # two kinds of loot, a counter
        assert {state.name for state in play_sheet(catalogue).states} <= names


def test_an_edition_without_a_file_has_no_turn(fury: Catalogue) -> None:
    assert turn_of(replace(fury, edition="0.0.1")) == Turn()


def test_errors_are_reported(fury: Catalogue) -> None:
    plain = {
        "steps": [{"key": "start", "name": "Start", "by": "both", "page": 17}],
        "marks": [
            {"key": "hurt", "name": "Hurt", "per": "model", "kind": "boxes", "page": 9},
            {
                "key": "shot", "name": "Shot", "per": "model", "kind": "state", "having": ["bow"],
                "cleared_at": ["end"],
            },
        ],
        "prompts": [
            {
                "key": "fire", "when": "It burns", "step": "start", "mark": "fire", "dice": "1D6", "page": 41,
                "results": [["1-4", "No"], ["6", "Yes"]],
            },
            {
                "key": "fear", "when": "Fear", "dice": "1D12", "against": "nerve", "page": 26,
                "results": [["1", "No"]],
            },
            {"key": "fear", "when": "Fear", "results": [], "page": 26},
        ],
        "rolls": [{"key": "magic", "name": "Magic", "dice": "12", "section": "Spells", "page": 36}],
    }  # fmt: skip
    faults = turn_faults(structure(plain, Turn, "turn.toml"), fury)
    assert [fault.partition(", which is not defined")[0] for fault in faults] == [
        "marks.shot: add its page or place",
        'marks.shot names code "bow"',
        'prompts: key has "fear" 2 times: keep one or rename the others',
        "marks.hurt: boxes need boxes or boxes_of, and the other kinds have neither",
        'marks.shot names step "end"',
        'prompts.fire names mark "fire"',
        "prompts.fire: 0 rows have the number 5, not one",
        'prompts.fear names number "nerve"',
        'prompts.fear: a check has the results "passed", "failed" or both',
        'prompts.fear: without dice there is one result, under ""',
        'rolls.magic names section "Spells"',
        "rolls.magic: '12' is not a dice roll: write it as 2D6 or 1D6+4",
    ]
