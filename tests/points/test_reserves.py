"""The models of a roster that start in reserve come first."""

from builder.catalogue.files import bundled_catalogues
from builder.catalogue.game_setup import game_setup
from builder.catalogue.play import list_sheet
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import parse_document
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
    (roster,) = list_sheet(document, FURY, appraise(document, FURY)).rosters
    reserves = game_setup(FURY).reserves
    assert reserves is not None
    models = reserve_models(roster, reserves)
    assert [(group.name, group.number, group.why) for group in models] == [
        ("Rider", 2, "Airborne"),
        ("Guard", 1, "Sniper"),
        ("Imp", 0, "Summon"),
        ("Witch", 1, ""),
        ("Cat", 1, ""),
        ("Hound", 1, ""),
    ]
