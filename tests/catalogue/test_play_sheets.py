"""Play sheets: the parts of a game that papers need, compared with the rulebook and the edition."""

from dataclasses import replace
from typing import Any

import pytest

from builder.catalogue.files import bundled_catalogues
from builder.catalogue.parsing import CatalogueError, structure
from builder.catalogue.play import game_summary, play_sheet, play_sheet_faults
from builder.points.document.play import PlaySheet
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import index_of
from tests.support.designs import PUBLISHED


def test_bundled_play_sheets_refer_to_entries_of_their_edition() -> None:
    for catalogue in bundled_catalogues().values():
        assert list(play_sheet_faults(play_sheet(catalogue), catalogue)) == []


def test_an_edition_without_a_sheet_has_an_empty_one(fury: Catalogue) -> None:
    assert play_sheet(replace(fury, edition="0.0.1")) == PlaySheet()


def test_the_numbers_of_unbridled_fury_equal_the_rulebook(fury: Catalogue) -> None:
    sheet = play_sheet(fury)
    assert sheet.leader == "command_die"
    assert sheet.shield == "ssv"
    assert sheet.wounds is not None
    assert (sheet.wounds.takes, sheet.wounds.page) == (2, 9)
    assert sheet.bands is not None
    assert (sheet.bands.shown, sheet.bands.step, sheet.bands.page) == (5, -1, 34)
    assert dict(sheet.bands.at_most) == {"S": 2}
    assert sheet.piercing is not None
    assert sheet.piercing.page == 35
    assert dict(sheet.uses) == {"LA1": 1, "LA2": 2, "LA3": 3, "LA4": 4}


def test_each_wound_rule_cites_the_page_of_its_property(fury: Catalogue) -> None:
    wounds = play_sheet(fury).wounds
    assert wounds is not None
    entries = index_of(fury).entries["model"]
    for rule in wounds.rules:
        assert rule.page == entries[rule.property].page


@pytest.mark.parametrize(
    ("plain", "key"),
    [
        ({"leader": "crown"}, "leader"),
        ({"shield": "crown"}, "shield"),
        ({"shares": [{"name": "All", "of": ["fgt", "crown"]}]}, "shares.of"),
        ({"uses": {"crown": 1}}, "uses"),
        ({"brings": ["summon"]}, "brings"),
        ({"remember": ["X-1"]}, "remember"),
        ({"tables": ["crown"]}, "tables"),
        ({"piercing": {"table": "crown", "page": 1}}, "tables"),
        ({"bands": {"width": "crown", "unit": "m", "page": 1, "shown": 2, "step": 1}}, "bands.width"),
        (
            {"wounds": {"takes": 1, "page": 1, "rules": [{"property": "crown", "page": 1}]}},
            "wounds.rules.property",
        ),
    ],
)
def test_unknown_names_are_reported(plain: dict[str, Any], key: str, fury: Catalogue) -> None:
    faults = list(play_sheet_faults(structure(plain, PlaySheet, "play.toml"), fury))
    assert len(faults) == 1
    assert faults[0].startswith(f"{key} names code ")
    assert "which is not defined" in faults[0]


def test_unknown_keys_are_rejected() -> None:
    with pytest.raises(CatalogueError, match=r"play\.toml: wound is not a known key: did you mean wounds\?"):
        structure({"wound": {}}, PlaySheet, "play.toml")


def test_every_bundled_game_has_a_description(fury: Catalogue) -> None:
    """In one line; an edition that says it itself needs no play sheet for it."""
    for catalogue in PUBLISHED:
        assert 20 <= len(game_summary(catalogue)) <= 140
    assert game_summary(replace(fury, summary="Chess.")) == "Chess."
    assert game_summary(replace(fury, edition="0.0.1")) == ""
