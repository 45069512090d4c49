"""Dark Fantasy FUBAR's worked examples: lines, totals, worked out numbers and findings that are known."""

import re
from collections.abc import Iterator

from tests.support.designs import Json
from tests.support.fubar import EXAMPLES, FUBAR, appraise_figure, appraise_fubar, figure
from tests.support.project_files import ROOT
from tests.systems.dark_fantasy_fubar.reckoning import TABLES


def test_figures_of_the_rules_have_both_prices() -> None:
    """As the rulings have it: the listed price and the formula, for each of the fourteen."""
    profiles = EXAMPLES["00-figures-of-the-text"]["expected"]["profiles"]
    assert len(profiles) == 14
    for name, known in TABLES["seed_examples"].items():
        result = profiles[name.lower().replace(" ", "-")]
        assert (result["points"], result["values"]["formula"]) == (known["additive"], known["formula"]), name


def test_units_of_the_rules_have_the_expected_sums() -> None:
    """Ten swordsmen, nine and a banner, ten sorcerers, two and eight plain ones, the cheapest mob."""
    rosters = EXAMPLES["03-units"]["expected"]["rosters"]
    assert [roster["points"] for roster in rosters][:5] == [80, 85, 480, 136, 10]


def test_every_term_of_the_formula_is_a_line() -> None:
    """Of a war engine with four wounds: each term, times twenty."""
    profile = appraise_fubar(EXAMPLES["11-wounds-and-vehicles"]["document"]).profile("war-engine")
    formula = profile.value("formula")
    assert formula is not None
    assert [(line.base, line.points) for line in formula.lines] == [
        (3, 60), (9, 180), (-1, -20), (3, 60), (4, 80), (0, 0),
    ]  # fmt: skip
    assert {line.factor for line in formula.lines} == {20}
    assert formula.number == 360


def test_a_minimum_price_has_its_own_line() -> None:
    """So that every sum adds up: a hit needs no more than 6, and a save is no better than 2."""
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
    """Neither a number nor a line, where the level makes it up."""
    profile = appraise_figure(figure(None, close_combat="sword", ranged="bow"))
    assert profile.total.waits_for == ("the level",)
    for code in ("activation", "expertise", "close_combat_roll", "shooting_roll", "suppression", "allowance"):
        value = profile.value(code)
        assert value is not None
        assert (value.number, value.text, value.lines) == (None, "–", ()), code


def taken() -> Iterator[tuple[str, str, Json]]:
    """Every item of every example: its slot, its code, and what was entered for it."""
    for example in EXAMPLES.values():
        for profile in example["document"]["profiles"]:
            for slot in FUBAR.pick_slots:
                for pick in profile["design"].get(slot.at, []):
                    yield slot.group, pick["code"], pick


def test_the_examples_use_every_item_cell_and_parameter() -> None:
    """Each weapon, armour, skill and spell, each cell and option, each number that is entered."""
    used = {(group, code) for group, code, _ in taken()}
    assert {(entry.group, entry.code) for entry in FUBAR.properties} - used == set()
    given_numbers = {(group, code, name) for group, code, pick in taken() for name in pick}
    wanted = {(e.group, e.code, p.code) for e in FUBAR.properties for p in e.parameters}
    assert wanted - given_numbers == set()
    designs = [p["design"] for example in EXAMPLES.values() for p in example["document"]["profiles"]]
    for attribute in FUBAR.attributes:
        seen = {str(design.get(attribute.at)) for design in designs}
        table = next((t.costs for t in FUBAR.cost_tables if t.code == attribute.table), {})
        options = {option.code for option in attribute.options} if attribute.code != "main_weapon" else set()
        assert {*table, *options} - seen <= {"trooper"}, attribute.code
    sorcerers = {d.get("level") for d in designs if {"code": "sorcerer"} in d.get("skills", [])}
    assert sorcerers >= set(TABLES["levels"])


def test_the_docs_show_both_prices_of_the_figures() -> None:
    """The table in the docs is that of the worked examples."""
    page = (ROOT / "docs" / "points-of-dark-fantasy-fubar.md").read_text(encoding="utf-8")
    reported = {
        name: (int(a), int(b)) for name, a, b in re.findall(r"^\| ([\w -]+) \| (\d+) \| (\d+) \|", page, re.M)
    }
    known = {name: (row["additive"], row["formula"]) for name, row in TABLES["seed_examples"].items()}
    assert reported == known
    assert set(re.findall(r"\b[PRC]-\d\d\b", page)) <= {rule.code for rule in FUBAR.rules}
