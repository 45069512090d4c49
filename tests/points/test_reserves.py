"""The models that start in reserve are the first models of a roster."""

import json

import pytest

from builder.catalogue.files import bundled_catalogues, sample_files
from builder.catalogue.game_setup import game_setup
from builder.catalogue.play import list_sheet
from builder.points.document.document import parse_document
from builder.points.rules.game_setup import reserve_share, step_results
from builder.points.sheets.reserves import reserve_models
from tests.support.bringing_list import bringing_list

FURY = bundled_catalogues()["unbridled-fury", "0.9.0"]


def test_snipers_fliers_over_the_table_and_summoned_creatures_come_first() -> None:
    """They start off the table (p. 17, 52). Foot profiles and other forms don't."""
    plain = bringing_list()
    by_key = {profile["key"]: profile["design"] for profile in plain["profiles"]}
    by_key["guard"]["properties"] = [{"code": "sniper"}]
    by_key["rider"]["properties"].append({"code": "airborne", "kind": "slow"})
    document = parse_document(plain, bundled_catalogues())
    (roster,) = list_sheet(document, FURY).rosters
    reserves = game_setup(FURY).reserves
    assert reserves is not None
    models = reserve_models(roster, reserves)
    assert [(group.name, group.number, group.reason) for group in models] == [
        ("Rider", 2, "Airborne"),
        ("Guard", 1, "Sniper"),
        ("Imp", 0, "Summon"),
        ("Witch", 1, ""),
        ("Cat", 1, ""),
        ("Hound", 1, ""),
    ]


@pytest.mark.parametrize(
    ("slug", "roster", "reserve", "always"),
    [
        ("drop-reavers", "Night drop", 222, []),  # 739 points: 221.7
        ("drop-reavers", "Vault job", 283, []),  # 943: 282.9
        ("heron-court", "Spring tide", 292, ["Reed Wight"]),  # 971: 291.3
        ("sunken-foundry", "The night shift", 263, []),  # 876: 262.8
        ("sunken-foundry", "Gate guard", 127, []),  # 423: 126.9; its Watch-hound is another form of a model
    ],
)
def test_three_tenths_of_each_sample_are_in_reserve(
    slug: str, roster: str, reserve: int, always: list[str]
) -> None:
    """A defender in "Attack!" who lost the roll by 3, rounded up (p. 18)."""
    plain = json.loads(dict(sample_files())[slug].read_text(encoding="utf-8"))
    document = parse_document(plain, bundled_catalogues())
    sheets = list_sheet(document, FURY).rosters
    (sheet,) = (sheet for sheet in sheets if sheet.name == roster)
    setup = game_setup(FURY)
    assert setup.reserves is not None
    tables = {table.code: table for table in FURY.tables}
    dice = {"command-1": "1D8", "command-2": "1D8"}
    results = step_results(setup, tables, {"command-1": 6, "command-2": 3, "objective": 6}, dice)
    share = reserve_share(setup, results, sheet.total.points)
    assert share is not None
    assert share.points == reserve
    assert [group.name for group in reserve_models(sheet, setup.reserves) if group.reason] == always
