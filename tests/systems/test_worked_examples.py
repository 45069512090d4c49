"""The worked examples of five games: lines, totals, calculated numbers and findings that are known."""

import json
import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import Appraisal, to_json
from tests.support import crimson_dusk, fubar, golden, stargrave, zapp
from tests.support.designs import FURY, Json, appraise_json
from tests.support.rule_cases import levels
from tests.support.strategies import documents
from tests.systems.crimson_dusk import reckoning as crimson_dusk_reckoning
from tests.systems.dark_fantasy_fubar import reckoning as fubar_reckoning
from tests.systems.stargrave import reckoning as stargrave_reckoning
from tests.systems.unbridled_fury import test_rules as fury_rules
from tests.systems.zapp import reckoning as zapp_reckoning

STARGRAVE_PARTS = {value.code for value in stargrave.STARGRAVE.values if value.role == "part"}


class Game(NamedTuple):
    """A game with its examples, its second opinion, and what that says of profiles and rosters (JSON)."""

    catalogue: Catalogue
    examples: dict[str, Json]
    appraise: Callable[[Json], Appraisal]
    expected_of: Callable[[Json], Json]
    profile_parts: Callable[[Json], Json]
    roster_parts: Callable[[Json], Json] = lambda roster: {}
    has_rosters: bool = True
    """Whether the second opinion has rosters too."""


def _numbers(values: Iterable[Json]) -> Json:
    """Return values by their codes, without those that have no number."""
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


GAMES = {
    "crimson-dusk": Game(
        crimson_dusk.DUSK,
        crimson_dusk.EXAMPLES,
        crimson_dusk.appraise_dusk,
        crimson_dusk_reckoning.expected_of,
        _crimson_dusk_parts,
        _crimson_dusk_roster,
    ),
    "dark-fantasy-fubar": Game(
        fubar.FUBAR, fubar.EXAMPLES, fubar.appraise_fubar, fubar_reckoning.expected_of, _fubar_parts
    ),
    "stargrave": Game(
        stargrave.STARGRAVE,
        stargrave.EXAMPLES,
        stargrave.appraise_crew,
        stargrave_reckoning.expected_of,
        _stargrave_parts,
    ),
    "unbridled-fury": Game(
        FURY, golden.EXAMPLES, appraise_json, fury_rules.expected_of, _fury_parts, has_rosters=False
    ),
    "zapp": Game(zapp.ZAPP, zapp.EXAMPLES, zapp.appraise_zapp, zapp_reckoning.expected_of, _zapp_parts),
}
NAMES = [(game, name) for game in GAMES for name in sorted(GAMES[game].examples)]
# Those of Crimson Dusk and Unbridled Fury are written in other ways: their own tests read them.
COMPLETE = [(game, name) for game, name in NAMES if game not in ("crimson-dusk", "unbridled-fury")]


def appraised(game: Game, document: Json) -> Json:
    """A document's appraisal, through the JSON that players get, as the examples write it."""
    data = json.loads(json.dumps(to_json(game.appraise(document))))
    profiles = {
        profile["key"]: {
            "points": profile["points"],
            **game.profile_parts(profile),
            "findings": levels(profile["findings"]),
        }
        for profile in data["profiles"]
    }
    rosters = [
        {
            "points": roster["points"],
            "models": roster["models"],
            **game.roster_parts(roster),
            "findings": levels(roster["findings"]),
        }
        for roster in data["rosters"]
    ]
    return {"profiles": profiles, "rosters": rosters if game.has_rosters else []}


def added(terms: str) -> int:
    """A sum such as "8+16 - 5 + 2*4", read without evaluating it."""
    assert re.fullmatch(r"[-+*0-9 ]+", terms)
    total = 0
    for sign, number, times in re.findall(r"([-+]?)\s*(\d+)(?:\s*\*\s*(\d+))?", terms):
        total += (-1 if sign == "-" else 1) * int(number) * int(times or 1)
    return total


@pytest.mark.parametrize(("system", "name"), COMPLETE)
def test_golden_examples_have_the_known_totals(system: str, name: str) -> None:
    """Lines in order, totals, calculated numbers, findings and rosters."""
    game = GAMES[system]
    example = game.examples[name]
    assert appraised(game, example["document"]) == example["expected"]


@pytest.mark.parametrize("system", sorted({system for system, _ in COMPLETE}))
def test_the_examples_use_every_item_and_option(system: str) -> None:
    """Each entry of each slot, each option and each yes; the main weapon is one that is carried."""
    catalogue, examples = GAMES[system].catalogue, GAMES[system].examples.values()
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
    """The reckoning that made the examples still makes them, and so do sums added up by hand."""
    game = GAMES[system]
    example = game.examples[name]
    assert appraised(game, example["document"]) == game.expected_of(example["document"])
    for key, terms in example.get("sums", {}).items():
        assert added(terms) == example["expected"]["profiles"][key]["points"], key


@pytest.mark.parametrize("system", GAMES)
@given(drawing=st.data())
def test_the_independent_calculation_agrees_with_random_lists(system: str, drawing: st.DataObject) -> None:
    """Totals, calculated numbers and findings of any list."""
    game = GAMES[system]
    drawn = drawing.draw(documents(game.catalogue))
    assert appraised(game, drawn) == game.expected_of(drawn)
