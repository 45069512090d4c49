"""The tables that are only looked up, compared with a transcription of the book."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from builder.points.rules.catalogue import Catalogue, Table

Golden = dict[str, Any]


def table(fury: Catalogue, code: str) -> Table:
    return next(table for table in fury.tables if table.code == code)


def column(fury: Catalogue, code: str, index: int) -> list[str]:
    return [row[index] for row in table(fury, code).rows]


def span(row: Golden) -> str:
    """Return a range of a die as printed: 7, or 2-3."""
    first, last = row["from"], row["to"]
    return str(first) if first == last else f"{first}-{last}"


@pytest.mark.parametrize(
    ("code", "key"),
    [
        ("armour-piercing", "ap_table"),
        ("game-sizes", "game_sizes"),
        ("base-sizes", "base_sizes"),
        ("weather", "weather"),
        ("time-of-day", "time_of_day"),
        ("visibility", "base_visibility"),
        ("scenarios", "scenarios"),
        ("reserves-arrival", "reserves_arrival"),
        ("margin-of-victory", "margin_of_victory"),
        ("failed-casting", "failed_casting"),
        ("armour-examples", "armour_examples"),
        ("shield-types", "shield_types"),
        ("thresholds", "special_thresholds"),
        ("reserves", "reserves_by_scenario"),
        ("structures", "structures"),
    ],
)
def test_a_reference_table_names_its_page(fury: Catalogue, golden: Golden, code: str, key: str) -> None:
    pages = golden[key]["page"]
    assert table(fury, code).page in (pages if isinstance(pages, list) else [pages])


def test_every_row_of_a_reference_table_fills_its_columns(fury: Catalogue) -> None:
    assert fury.tables
    for table in fury.tables:
        assert {len(row) for row in table.rows} == {len(table.columns)}, table.code


def test_armour_piercing(fury: Catalogue, golden: Golden) -> None:
    result, expected = table(fury, "armour-piercing"), golden["ap_table"]
    rows = {row[0]: list(row[1:]) for row in result.rows}

    assert list(result.columns[1:]) == expected["columns"]
    assert rows == {
        {"none": "No AP"}.get(level, level): [{"N": "none"}.get(cell, cell) for cell in cells]
        for level, cells in expected["rows"].items()
    }


def test_range_modifiers(fury: Catalogue, golden: Golden) -> None:
    modifiers = golden["range_bands"]["roll_modifier_per_band"]
    cells = column(fury, "range-modifiers", 3)

    assert cells[:5] == [str(modifiers[str(band)] or "none") for band in range(1, 6)]
    assert cells[5:] == ["another -1"]
    assert table(fury, "range-modifiers").page == golden["range_bands"]["page_modifiers"]


def test_range_bands_end_at_multiples_of_the_range(fury: Catalogue) -> None:
    bands = table(fury, "range-modifiers").rows[:5]

    assert [row[2] for row in bands] == [f'Up to {7 * band}"' for band in range(1, 6)]
    assert [re.findall(r"\d+", row[1]) for row in bands] == [[], ["2"], ["2", "3"], ["3", "4"], ["4", "5"]]


def named(golden: Golden, key: str, field: str) -> list[str]:
    """Return a field of each row of a transcribed table."""
    return [str(row[field]) for row in golden[key]["rows"]]


def spans(golden: Golden, key: str) -> list[str]:
    """Return the range of the die for each row of a transcribed table."""
    return [span(row) for row in golden[key]["rows"]]


def base_widths(golden: Golden) -> list[str]:
    *banded, last = golden["base_sizes"]["rows"]
    return [*(f"{row['mm_min']}-{row['mm_max']} mm" for row in banded), f"Above {last['mm_min'] - 1} mm"]


# A column of a table, and its values in the transcription.
COLUMNS: list[tuple[str, int, Callable[[Golden], list[str]]]] = [
    ("game-sizes", 0, lambda golden: named(golden, "game_sizes", "name")),
    ("game-sizes", 1, lambda golden: named(golden, "game_sizes", "points")),
    ("game-sizes", 2, lambda golden: named(golden, "game_sizes", "max_models")),
    ("base-sizes", 0, lambda golden: named(golden, "base_sizes", "size")),
    ("base-sizes", 1, base_widths),
    ("weather", 0, lambda golden: spans(golden, "weather")),
    ("weather", 1, lambda golden: named(golden, "weather", "name")),
    ("time-of-day", 1, lambda golden: named(golden, "time_of_day", "name")),
    ("scenarios", 0, lambda golden: spans(golden, "scenarios")),
    ("scenarios", 1, lambda golden: named(golden, "scenarios", "name")),
    ("reserves", 0, lambda golden: list(golden["reserves_by_scenario"]["rows"])),
    ("reserves-arrival", 0, lambda golden: list(golden["reserves_arrival"]["rows"])),
    ("margin-of-victory", 1, lambda golden: named(golden, "margin_of_victory", "result")),
    ("failed-casting", 0, lambda golden: spans(golden, "failed_casting")),
    ("failed-casting", 1, lambda golden: named(golden, "failed_casting", "title")),
    ("structures", 0, lambda golden: list(golden["structures"]["arm_on_d20"])),
    ("structures", 2, lambda golden: [str(arm) for arm in golden["structures"]["arm_on_d20"].values()]),
    ("armour-examples", 0, lambda golden: [*named(golden, "armour_examples", "arm"), "12"]),
    ("shield-types", 2, lambda golden: named(golden, "shield_types", "ssv")),
]


@pytest.mark.parametrize(("code", "index", "transcribed"), COLUMNS)
def test_columns_equal_the_rulebook(
    fury: Catalogue, golden: Golden, code: str, index: int, transcribed: Callable[[Golden], list[str]]
) -> None:
    assert column(fury, code, index) == transcribed(golden)


def test_a_lost_leader_costs_one_step_of_the_die(fury: Catalogue, golden: Golden) -> None:
    rows = table(fury, "leader-lost").rows

    assert [row[:2] for row in rows[:3]] == list(golden["command_die"]["after_leader_lost"].items())
    assert rows[3][0].startswith(golden["command_die"]["leaderless_die"])


def test_weather_names_the_dice_of_its_effects(fury: Catalogue, golden: Golden) -> None:
    for row, result in zip(golden["weather"]["rows"], table(fury, "weather").rows, strict=True):
        dice = set(re.findall(r"\d?d\d+", " ".join(row["effects"])))
        assert dice <= set(re.findall(r"\d?d\d+", " ".join(result[2:]))), row["name"]


def test_time_of_day(fury: Catalogue, golden: Golden) -> None:
    rows = golden["time_of_day"]["rows"]
    kinds = next(row["night_kind_d6"] for row in rows if "night_kind_d6" in row)
    whens = [
        f"{row['to']} or less"
        if row["from"] is None
        else f"{row['from']} or more"
        if row["to"] is None
        else span(row)
        for row in rows
    ]

    assert column(fury, "time-of-day", 0) == whens
    for kind in kinds:
        assert f"{span(kind)} {kind['name']}" in column(fury, "time-of-day", 2)[-1]
    for row, text in zip(rows, column(fury, "time-of-day", 2), strict=True):
        assert ("2d4" in row.get("then", "")) == ("2d4" in text), row["name"]


def test_visibility(fury: Catalogue, golden: Golden) -> None:
    rows = {
        row[0]: [int(cell.removesuffix('"')) for cell in row[1:]] for row in table(fury, "visibility").rows
    }

    assert rows == golden["base_visibility"]["rows"]
    assert len(table(fury, "visibility").columns) == 1 + len(golden["base_visibility"]["columns"])


def test_reserves(fury: Catalogue, golden: Golden) -> None:
    expected: dict[str, str] = golden["reserves_by_scenario"]["rows"]

    for name, side, current, _ in table(fury, "reserves").rows:
        assert ("10%" in current) == ("10%" in expected[name])
        assert ("rounded down" in current) == ("rounded DOWN" in expected[name])
        if side != "Neither":
            assert expected[name].startswith(side.lower())


def test_reserves_arrival(fury: Catalogue, golden: Golden) -> None:
    expected = golden["reserves_arrival"]["rows"]
    lowest = {turn: cell.split("-")[0] for turn, cell in table(fury, "reserves-arrival").rows}

    assert {turn: int(roll) for turn, roll in lowest.items() if roll.isdecimal()} == {
        turn: roll for turn, roll in expected.items() if isinstance(roll, int)
    }
    assert [turn for turn, roll in lowest.items() if not roll.isdecimal()] == ["8"]


def test_margin_of_victory(fury: Catalogue, golden: Golden) -> None:
    rows = golden["margin_of_victory"]["rows"]
    numbers = [tuple(map(int, re.findall(r"\d+", cell))) for cell in column(fury, "margin-of-victory", 0)]

    assert numbers == [
        tuple(row[key] for key in ("from_percent", "to_percent") if row.get(key) is not None) for row in rows
    ]


def test_failed_casting_names_the_numbers_of_its_results(fury: Catalogue) -> None:
    texts = dict(zip(column(fury, "failed-casting", 1), column(fury, "failed-casting", 2), strict=True))
    assert "1d6 activations" in texts["Earth Tremor"]
    for amount in ("1d10", "d12", "7-9 wounded", "10 or more killed"):
        assert amount in texts["Wrath of the Gods"]


def test_thresholds_in_words(fury: Catalogue, golden: Golden) -> None:
    assert f"{golden['special_thresholds']['big_model_points']} points" in column(fury, "thresholds", 0)


def test_shield_types(fury: Catalogue, golden: Golden) -> None:
    rows = golden["shield_types"]["rows"]

    assert [cell.lower() for cell in column(fury, "shield-types", 0)][:4] == [
        row["name"].lower().removesuffix(" shield") for row in rows
    ][:4]
