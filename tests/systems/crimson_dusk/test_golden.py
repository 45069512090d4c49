"""Crimson Dusk's worked examples: chances, moves, turns and damage, calculated by hand from the text.

An example contains the numbers that are known. None means that the number doesn't exist.
"""

import re

import pytest

from builder.frozen import appraisal_from_json
from builder.points.rules.results import to_json
from tests.support.crimson_dusk import DUSK, EXAMPLES
from tests.support.designs import appraise_json
from tests.support.project_files import ROOT

NAMES = sorted(EXAMPLES)


@pytest.mark.parametrize("name", NAMES)
def test_golden_examples_have_the_known_totals(name: str) -> None:
    """Profiles have values and numbers of weapons. Rosters have the numbers of each row and of the force, and
    findings.
    """
    example = EXAMPLES[name]
    appraisal = appraisal_from_json(to_json(appraise_json(example["document"])))
    for key, known in example["expected"].items():
        profile = appraisal.profile(key)
        values = {value.code: value.number for value in profile.values}
        assert {code: values[code] for code in known["values"]} == known["values"], key
        for where, numbers in known["items"].items():
            result = {item.column: item.number for item in profile.items if item.where == where}
            assert {code: result.get(code) for code in numbers} == numbers, key
        if "findings" in known:  # with the page of the case
            assert [[f.level, f.code, f.where, f.page] for f in profile.findings] == known["findings"], key
    for place, numbers in enumerate(example.get("rows", ())):
        row = {
            shown_roster.code: shown_roster.number
            for shown_roster in appraisal.rosters[0].entries[place].values
        }
        assert {code: row.get(code) for code in numbers} == numbers, place
    if "roster" in example:
        (roster,) = appraisal.rosters
        assert {item.code: item.number for item in roster.values} == example["roster"]
        assert [[f.level, f.code, f.where] for f in roster.findings] == example["findings"]


def test_every_number_is_the_sum_of_its_lines() -> None:
    """Each line has a label and a factor. A line from a table has the table's page."""
    for example in EXAMPLES.values():
        appraisal = appraise_json(example["document"])
        for profile in appraisal.profiles:
            for item in profile.items:
                assert item.number == sum(line.points or 0 for line in item.lines)
                assert all(line.label and line.page for line in item.lines), item
            for value in profile.values:
                if value.number is not None:
                    assert value.number == sum(line.points or 0 for line in value.lines), value
        for roster in appraisal.rosters:
            for entry in roster.entries:
                assert all(v.number == sum(line.points or 0 for line in v.lines) for v in entry.values)


CASES = {
    "Regular rifleman at a regular in flak": ("rifleman", "rg", "8"),
    "Elite sniper, aimed, at a regular in carapace": ("sniper-aimed", "rg", "10"),
    "Irregular at a concealed elite in flak": ("irregular-at-concealed", "el", "8"),
    "Regular with an RPG at a tank, Av 16, irregular": ("rpg-at-tank", "ir", "16"),
    "Elite, aimed, at an irregular in flak that ran, larger than 2 units": ("elite-at-runner", "ir", "8"),
}


def test_the_docs_show_the_worked_values() -> None:
    """The tables in the docs contain the worked values, and their ids are ids of rules."""
    page = (ROOT / "docs" / "points-of-crimson-dusk.md").read_text(encoding="utf-8")
    matches = re.findall(
        r"^\| ([A-Z][^|]+?) \| (\d+) \| (\d+) % \| (\d+) %(?:, by (\d+))? \| (?:(\d+) %|-) \|", page, re.M
    )
    known = {**EXAMPLES["00-worked-values"]["expected"], **EXAMPLES["02-circumstances"]["expected"]}
    assert [row[0] for row in matches] == list(CASES)
    for name, need, hits, kills, damage, stuns in matches:
        key, target, armour = CASES[name]
        numbers = known[key]["items"]["weapons[0]"]
        kind = "hurt" if damage else "kill"
        assert (int(need), int(hits)) == (numbers[f"need_{target}"], numbers[f"hit_{target}"])
        assert int(kills) == numbers[f"{kind}_{armour}"]
        assert (damage or stuns) == str(numbers["damage" if damage else f"stun_{armour}"])
    steps = re.findall(r"^\| lost for −\d \|(.+)\|$", page, re.M)
    assert [[int(cell) for cell in row.split("|")] for row in steps] == [
        [losses_at(percent, models) for models in (2, 3, 4, 5, 6, 8, 10, 12)] for percent in (10, 25, 50, 75)
    ]
    assert set(re.findall(r"\b[PRC]-\d\d\b", page)) <= {rule.code for rule in DUSK.rules}


ROWS = {
    "normal": "rifleman",
    "racing car": "racing-car",
    "APC": "apc",
    "HMG, Heavy (3)": "hmg",
    "MMG, Heavy (2)": "mmg",
    "Rail Gun, Heavy (5)": "rail-gun",
    "Sniper Rifle, Heavy (1)": "sniper-rifle",
}
SERVED = ("plain", "powered", "thas", "monster")


def test_the_docs_show_the_worked_turn() -> None:
    """The tables of shots, moves, turning and crews in the docs contain the worked values."""
    page = (ROOT / "docs" / "points-of-crimson-dusk.md").read_text(encoding="utf-8")
    values = {key: known["values"] for key, known in EXAMPLES["00-worked-values"]["expected"].items()}
    weapons = {
        key: known["items"]["weapons[0]"]
        for key, known in EXAMPLES["00-worked-values"]["expected"].items()
        if "weapons[0]" in known["items"]
    }
    for name, shots, aimed in rows_below(page, "3 AP, RoF"):
        known = weapons[f"all-{name.split(', ')[1].lower()}"]
        assert (int(shots), aimed.split(",")[0]) == (known["shots"], str(known.get("aimed", "-"))), name
    for name, *numbers in rows_below(page, "3 AP"):
        known = values[ROWS.get(name, name)]
        assert [int(number) for number in numbers] == [
            known[code] for code in ("walk", "run", "difficult", "difficult_run")
        ], name
    for name, radii, *numbers in rows_below(page, "vehicle"):
        known = values[ROWS.get(name, name)]
        turns = [known[f"turn_{times}"] for times in (1, 2, 3, 4) if known[f"turn_{times}"] is not None]
        assert [int(radius) for radius in radii.split(", ")] == turns, name
        assert [int(number) for number in numbers] == [
            known[code] for code in ("turn_top", "brake", "wrecked", "rolls")
        ], name
    for name, *numbers in rows_below(page, "models needed"):
        assert [int(number) for number in numbers] == [
            weapons[f"{ROWS[name]}-{who}"]["served_by"] for who in SERVED
        ], name


def rows_below(page: str, first: str) -> list[list[str]]:
    """Return the rows of the table whose first row begins with these words."""
    (table,) = re.findall(rf"^\| {re.escape(first)} \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", page, re.M)
    return [row.strip("| ").split(" | ") for row in table.splitlines()]


def losses_at(percent: int, models: int) -> int:
    """Return the smallest loss that is at least this share of the initial strength."""
    return -(-models * percent // 100)
