"""Numbers as text, alone and in sentences."""

import pytest

from builder.catalogue.files import bundled_catalogues
from builder.points.document.design import Pick
from builder.points.rules.numbers import fill_in
from builder.points.sheets.items import effect_text, number_texts

FUBAR = bundled_catalogues()["dark-fantasy-fubar", "seed"]


@pytest.mark.parametrize(("value", "plain", "change"), [(3, "3+", "+3"), (0, "0+", "±0"), (-2, "−2+", "−2")])
def test_numbers_have_a_minus_sign_and_changes_a_sign(value: int, plain: str, change: str) -> None:
    assert fill_in("{value}+", {"value": value}) == plain
    assert fill_in("{value:+}", {"value": value}) == change


@pytest.mark.parametrize(("change", "text"), [(1, "+1"), (0, "±0"), (-1, "−1"), (None, "–")])
def test_a_column_of_changes_is_always_signed(change: int | None, text: str) -> None:
    entry = next(entry for entry in FUBAR.properties if entry.code == "own-melee")
    columns = next(group.columns for group in FUBAR.groups if group.code == "close-combat")
    given: dict[str, int | str | tuple[str, ...]] = {"name": "Claws", "reach": 2}
    given |= {} if change is None else {"change": change}
    assert number_texts(columns, entry, Pick(code=entry.code, parameters=given)) == [text, "2"]


def test_the_effect_of_an_entry_follows_its_numbers() -> None:
    entries = {entry.code: entry for entry in FUBAR.properties}
    assert effect_text(FUBAR, entries["medium"]).startswith("Save 5+, Speed −1″. ")
    assert effect_text(FUBAR, entries["own-melee"]) == entries["own-melee"].summary
