"""The product has each item of the games' texts that matters during play."""

import io
from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command

from builder.catalogue.coverage import BookItem, BookItems, book_items, item_coverages
from builder.catalogue.files import bundled_catalogues
from builder.points.rules.catalogue import Catalogue

EDITIONS = bundled_catalogues().values()


@pytest.mark.parametrize("catalogue", EDITIONS, ids=lambda catalogue: catalogue.system)
def test_every_item_of_the_rulebook_is_covered(catalogue: Catalogue) -> None:
    items = book_items(catalogue)
    assert items.items
    assert len({item.id for item in items.items}) == len(items.items)
    assert [coverage for coverage in item_coverages(items, catalogue) if not coverage.is_covered] == []


def test_missing_places_are_found(fury: Catalogue) -> None:
    places = {
        "quick: Combat": True,
        "quick: Combat / Totals at most 2": True,
        "quick: Combat / 3 or less apart": False,
        "quick: Naval combat": False,
        "setup: objective": True,
        "setup: tide": False,
        "turn: burning": True,
        "turn: drowning": False,
        "table: weather": True,
        "table: tides": False,
        "entry: sniper": True,
        "entry: sailor": False,
        "value: fgt": True,
        "page: 31": False,
    }
    item = BookItem(id="one", item="All of it", page="31", at=tuple(places))
    (coverage,) = item_coverages(BookItems(items=(item,)), fury)
    assert coverage.missing_places == tuple(place for place, exists in places.items() if not exists)
    assert not coverage.is_covered
    nowhere = BookItems(items=(replace(item, at=()),))
    assert not item_coverages(nowhere, fury)[0].is_covered


def test_the_command_prints_the_table_of_a_game() -> None:
    printed = io.StringIO()
    call_command("table_coverage", "zapp", stdout=printed)
    text = printed.getvalue()
    assert text.startswith("## Zapp! Thou Art Slain")
    assert "| K-31 | Initiative | l.29 | quick: Turn / 1. Initiative; setup: initiative;" in text
    with pytest.raises(CommandError, match="There is no system chess"):
        call_command("table_coverage", "chess")
