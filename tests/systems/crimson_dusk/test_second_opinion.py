"""Lists of Crimson Dusk at random come to the same by the program and by the second reckoning."""

import json
from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import given

from builder.points.rules.results import to_json
from tests.support.crimson_dusk import DUSK, EXAMPLES, appraise_dusk
from tests.support.designs import Json
from tests.support.fubar import levels
from tests.support.strategies import documents
from tests.systems.crimson_dusk.drawing import Drawing
from tests.systems.crimson_dusk.reckoning import expected_of


def numbers(values: Iterable[Json]) -> Json:
    """Values by their codes; what has no number is left out."""
    return {value["code"]: value["number"] for value in values if value["number"] is not None}


def appraised(document: Json) -> Json:
    """A document's appraisal, through the JSON that players get, as the reckoning writes it."""
    data = json.loads(json.dumps(to_json(appraise_dusk(document))))
    profiles = {
        profile["key"]: {
            "points": profile["points"],
            "values": numbers(profile.get("values", [])),
            "items": sorted(
                [entry, column, number]
                for entry, column, number in {
                    (item["entry"], item["column"], item["number"]) for item in profile.get("items", [])
                }
            ),
            "findings": levels(profile["findings"]),
        }
        for profile in data["profiles"]
    }
    rosters = [
        {
            "points": roster["points"],
            "models": roster["models"],
            "values": numbers(roster.get("values", [])),
            "rows": [numbers(row.get("values", [])) for row in roster["entries"]],
            "findings": levels(roster["findings"]),
        }
        for roster in data["rosters"]
    ]
    return {"profiles": profiles, "rosters": rosters}


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_the_independent_calculation_agrees_with_golden_examples(name: str) -> None:
    document = EXAMPLES[name]["document"]
    assert appraised(document) == expected_of(document)


@pytest.mark.sampled(every=100)
@pytest.mark.parametrize("seed", range(200))
def test_appraising_twice_gives_the_same_result(seed: int) -> None:
    """40 models, 10 vehicles and buildings, in 12 sections and more: every value, number and finding."""
    document = Drawing(seed).document(models=40, vehicles=10, sections=10)
    result, known = appraised(document), expected_of(document)
    for profile in document["profiles"]:
        assert result["profiles"][profile["key"]] == known["profiles"][profile["key"]], profile["design"]
    assert result["rosters"] == known["rosters"]


@given(documents(DUSK))
def test_the_independent_calculation_agrees_with_random_lists(drawn: Json) -> None:
    assert appraised(drawn) == expected_of(drawn)


def test_random_lists_are_partly_legal_and_partly_illegal() -> None:
    """Random lists break each rule sometimes, obey it more often, and use every weapon."""
    spoken: Counter[str] = Counter()
    for seed in range(10):
        known = expected_of(Drawing(seed).document(models=40, vehicles=10, sections=10))
        for item in (*known["profiles"].values(), *known["rosters"]):
            spoken.update({rule for rules in item["findings"].values() for rule in rules})
    wanted = {f"P-{number:02}" for number in (*range(1, 14), 16, 17, 18, *range(20, 36))}
    assert wanted | {f"R-{number:02}" for number in (1, 2, 3, 4, 5, 6, 8, 10, 11, 13)} <= spoken.keys()
