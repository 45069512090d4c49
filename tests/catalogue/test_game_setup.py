"""The set-ups of games fit their editions, and errors in them are named."""

from dataclasses import replace

from builder.catalogue.files import bundled_catalogues
from builder.catalogue.game_setup import game_setup, setup_faults
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.game_setup import GameSetup


def test_each_bundled_edition_has_a_set_up_that_fits_it() -> None:
    for catalogue in bundled_catalogues().values():
        assert list(setup_faults(game_setup(catalogue), catalogue)) == []
        assert game_setup(catalogue).steps


def test_an_edition_without_a_file_has_no_steps(fury: Catalogue) -> None:
    assert game_setup(replace(fury, edition="0.0.1")) == GameSetup()


def test_errors_are_reported(fury: Catalogue) -> None:
    setup = game_setup(fury)
    steps = {step.key: step for step in setup.steps}
    wrong = (
        replace(steps["objective"], table="objectives"),
        replace(steps["weather"], dice="1D12+9"),
        replace(steps["mud"], only={"weather": ("Hail",)}, rows=(("1-4", "No"), ("4-7", "Yes"))),
        replace(steps["time"], shifted_by="luck"),
        replace(steps["moon"], dice="one die"),
    )
    assert setup.reserves is not None
    assert setup.visibility is not None
    reserves = replace(setup.reserves, margin="luck", off_table=("astronaut",), rules=())
    visibility = replace(setup.visibility, table="sight", fog="mist")
    wrong_setup = replace(setup, steps=wrong, reserves=reserves, visibility=visibility)
    faults = setup_faults(wrong_setup, fury)
    assert {fault.partition(", which is not defined")[0] for fault in faults} == {
        'steps.objective names table "objectives"',
        "steps.weather: 0 rows have the number 21, not one",
        'steps.mud names result of an earlier step "weather" "Hail"',
        "steps.mud: 2 rows have the number 4, not one",
        "steps.mud: 0 rows have the number 8, not one",
        'steps.time names earlier step "luck"',
        "steps.moon: 'one die' is not a dice roll: write it as 2D6 or 1D6+4",
        'reserves.margin names step "luck"',
        'reserves names property "astronaut"',
        'visibility.change names step "change"',
        'visibility.fog names step "mist"',
        'visibility names table "sight"',
    }
