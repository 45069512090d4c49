"""The worked examples of five games: known lines, totals, calculated numbers and findings."""

import json
import re
from collections.abc import Callable, Iterable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.points.rules.results import to_json
from tests.support.designs import Json, appraise_json
from tests.support.golden import golden_examples
from tests.support.rule_cases import levels
from tests.support.stargrave import STARGRAVE
from tests.support.strategies import documents
from tests.systems.test_game_rules import GAMES

STARGRAVE_PARTS = {value.code for value in STARGRAVE.values if value.role == "part"}


def _numbers(values: Iterable[Json]) -> Json:
    """Return values by code, without those that have no number."""
    return {value["code"]: value["number"] for value in values if value["number"] is not None}


def _crimson_dusk_parts(profile: Json) -> Json:
    items = {(item["entry"], item["column"], item["number"]) for item in profile.get("items", [])}
    return {"values": _numbers(profile["values"]), "items": sorted(map(list, items))}


def _crimson_dusk_roster(roster: Json) -> Json:
    rows = [_numbers(row.get("values", [])) for row in roster["entries"]]
    return {"values": _numbers(roster.get("values", [])), "rows": rows}


def _fubar_parts(profile: Json) -> Json:
    lines = [
        {**{name: line[name] for name in ("code", "base", "points")}, "factor": int(line["factor"])}
        for line in profile["lines"]
    ]
    return {"lines": lines, "values": {value["code"]: value["number"] for value in profile["values"]}}


def _zapp_parts(profile: Json) -> Json:
    lines = [
        {
            **{name: line[name] for name in ("code", "base", "points")},
            "share": Fraction(line["factor"]).denominator,
        }
        for line in profile["lines"]
    ]
    return {"lines": lines, "values": {value["code"]: value["number"] for value in profile["values"]}}


def _fury_parts(profile: Json) -> Json:
    return {"lines": [{name: line[name] for name in ("code", "base", "points")} for line in profile["lines"]]}


def _stargrave_parts(profile: Json) -> Json:
    items = {(item["entry"], item["number"]) for item in profile.get("items", [])}
    return {
        "values": {v["code"]: v["number"] for v in profile["values"] if v["code"] not in STARGRAVE_PARTS},
        "items": sorted([code, number] for code, number in items),
    }


PROFILE_PARTS: dict[str, Callable[[Json], Json]] = {
    "crimson-dusk": _crimson_dusk_parts,
    "dark-fantasy-fubar": _fubar_parts,
    "stargrave": _stargrave_parts,
    "unbridled-fury": _fury_parts,
    "zapp": _zapp_parts,
}
ROSTER_PARTS = {"crimson-dusk": _crimson_dusk_roster}
EXAMPLES = {system: golden_examples(system) for system in GAMES}
NAMES = [(system, name) for system in GAMES for name in EXAMPLES[system]]
# Crimson Dusk and Unbridled Fury write theirs differently, and have their own tests.
COMPLETE = [(system, name) for system, name in NAMES if system not in ("crimson-dusk", "unbridled-fury")]


def appraised(system: str, document: Json) -> Json:
    """Return a document's appraisal in the form of the examples, made from the JSON that players get.

    The independent calculation of Unbridled Fury has no rosters.
    """
    data = json.loads(json.dumps(to_json(appraise_json(document))))
    profiles = {
        profile["key"]: {
            "points": profile["points"],
            **PROFILE_PARTS[system](profile),
            "findings": levels(profile["findings"]),
        }
        for profile in data["profiles"]
    }
    rosters = [
        {
            "points": roster["points"],
            "models": roster["models"],
            **(ROSTER_PARTS[system](roster) if system in ROSTER_PARTS else {}),
            "findings": levels(roster["findings"]),
        }
        for roster in data["rosters"]
        if system != "unbridled-fury"
    ]
    return {"profiles": profiles, "rosters": rosters}


def added(terms: str) -> int:
    """Return the result of a sum such as "8+16 - 5 + 2*4", without evaluating it as code."""
    assert re.fullmatch(r"[-+*0-9 ]+", terms)
    total = 0
    for sign, number, times in re.findall(r"([-+]?)\s*(\d+)(?:\s*\*\s*(\d+))?", terms):
        total += (-1 if sign == "-" else 1) * int(number) * int(times or 1)
    return total


@pytest.mark.parametrize(("system", "name"), COMPLETE)
def test_golden_examples_have_the_known_totals(system: str, name: str) -> None:
    """Lines in their order, totals, calculated numbers, findings and rosters."""
    example = EXAMPLES[system][name]
    assert appraised(system, example["document"]) == example["expected"]


@pytest.mark.parametrize("system", sorted({system for system, _ in COMPLETE}))
def test_the_examples_use_every_item_and_option(system: str) -> None:
    """Each entry of each slot, each option, and each checkbox. A main weapon is a weapon that the profile
    has.
    """
    catalogue, examples = GAMES[system].catalogue, EXAMPLES[system].values()
    designs = [p["design"] for example in examples for p in example["document"]["profiles"]]
    slots = [(slot.group, design.get(slot.at, [])) for design in designs for slot in catalogue.pick_slots]
    used = {(group, pick["code"]) for group, picks in slots for pick in picks}
    assert {(entry.group, entry.code) for entry in catalogue.entries()} - used == set()
    for attribute in catalogue.attributes:
        options: list[object] = [option.code for option in attribute.options if not attribute.among]
        seen = {design.get(attribute.at, next(iter(options), None)) for design in designs}
        assert {*options, *([True] if attribute.kind == "flag" else [])} - seen == set(), attribute.code


@pytest.mark.parametrize(("system", "name"), NAMES)
def test_the_independent_calculation_agrees_with_golden_examples(system: str, name: str) -> None:
    """The independent calculation still makes the examples, and agrees with sums added up by hand."""
    example = EXAMPLES[system][name]
    assert appraised(system, example["document"]) == GAMES[system].expected_of(example["document"])
    for key, terms in example.get("sums", {}).items():
        assert added(terms) == example["expected"]["profiles"][key]["points"], key


@pytest.mark.parametrize("system", GAMES)
@given(drawing=st.data())
def test_the_independent_calculation_agrees_with_random_lists(system: str, drawing: st.DataObject) -> None:
    """Totals, calculated numbers and findings of any list are equal."""
    drawn = drawing.draw(documents(GAMES[system].catalogue))
    assert appraised(system, drawn) == GAMES[system].expected_of(drawn)
