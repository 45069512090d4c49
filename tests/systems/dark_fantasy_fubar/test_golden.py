"""Dark Fantasy FUBAR's worked examples: known lines, totals, calculated numbers and findings."""

import re

from tests.support.designs import appraise_json
from tests.support.fubar import EXAMPLES, FUBAR, appraise_figure, figure
from tests.support.project_files import ROOT
from tests.systems.dark_fantasy_fubar.independent_calculation import TABLES


def test_every_term_of_the_formula_is_a_line() -> None:
    """Each term for a war engine with four wounds is multiplied by twenty."""
    profile = appraise_json(EXAMPLES["11-wounds-and-vehicles"]["document"]).profile("war-engine")
    formula = profile.value("formula")
    assert formula is not None
    assert [(line.base, line.points) for line in formula.lines] == [
        (3, 60), (9, 180), (-1, -20), (3, 60), (4, 80), (0, 0),
    ]  # fmt: skip
    assert {line.factor for line in formula.lines} == {20}
    assert formula.number == 360


def test_a_minimum_price_has_its_own_line() -> None:
    """So all lines add up, although a hit never needs more than 6, and a save is never better than 2."""
    figure_data = figure(
        "rabble", close_combat="dagger", armour={"code": "magical", "save": 2}, shield="shield"
    )
    values = {value.code: value for value in appraise_figure(figure_data).values}
    ends = {}
    for code in ("close_combat_roll", "save"):
        last = values[code].lines[-1]
        ends[code] = (values[code].number, last.label, last.points)
    assert ends == {
        "close_combat_roll": (6, "Never worse than 6+", -1),
        "save": (2, "Never better than 2+", 1),
    }
    summed = (value for value in values.values() if value.number is not None)
    assert all(sum(line.points or 0 for line in value.lines) == value.number for value in summed)


def test_without_a_level_nothing_is_rolled() -> None:
    """A number that depends on the level has no lines either."""
    profile = appraise_figure(figure(None, close_combat="sword", ranged="bow"))
    assert profile.total.waits_for == ("the level",)
    for code in ("activation", "expertise", "close_combat_roll", "shooting_roll", "suppression", "allowance"):
        value = profile.value(code)
        assert value is not None
        assert (value.number, value.text, value.lines) == (None, "–", ()), code


def test_the_examples_use_every_cell_and_parameter() -> None:
    """The examples contain each entered number, each row of a price table, and each level of a sorcerer."""
    designs = [p["design"] for example in EXAMPLES.values() for p in example["document"]["profiles"]]
    slots = [(slot.group, design.get(slot.at, [])) for design in designs for slot in FUBAR.pick_slots]
    given_numbers = {(group, pick["code"], name) for group, picks in slots for pick in picks for name in pick}
    wanted = {(e.group, e.code, p.code) for e in FUBAR.properties for p in e.parameters}
    assert wanted - given_numbers == set()
    for attribute in FUBAR.attributes:
        seen = {str(design.get(attribute.at)) for design in designs}
        table = next((t.costs for t in FUBAR.cost_tables if t.code == attribute.table), {})
        assert set(table) - seen == set(), attribute.code
    sorcerers = {d.get("level") for d in designs if {"code": "sorcerer"} in d.get("skills", [])}
    assert sorcerers >= set(TABLES["levels"])


def test_the_docs_show_both_prices_of_the_figures() -> None:
    """The table in the docs contains the worked examples."""
    page = (ROOT / "docs" / "points-of-dark-fantasy-fubar.md").read_text(encoding="utf-8")
    reported = {
        name: (int(a), int(b)) for name, a, b in re.findall(r"^\| ([\w -]+) \| (\d+) \| (\d+) \|", page, re.M)
    }
    known = {name: (row["additive"], row["formula"]) for name, row in TABLES["seed_examples"].items()}
    assert reported == known
    assert set(re.findall(r"\b[PRC]-\d\d\b", page)) <= {rule.code for rule in FUBAR.rules}
