"""The attributes of the bundled catalogue, and games, against the book's tables."""

from fractions import Fraction

import pytest

from builder.points.rules.catalogue import Catalogue
from tests.catalogue.book_rows import ATTRIBUTE_ROWS, Golden, attribute, constraints, cost_table, row_of


@pytest.mark.parametrize("code", ATTRIBUTE_ROWS)
def test_attribute_rows_have_the_prices_and_blanks_of_the_rulebook(
    fury: Catalogue, golden: Golden, code: str
) -> None:
    row, result = row_of(golden, code), cost_table(fury, code)

    assert dict(result.costs) == row["costs"]
    assert {int(value) for value in result.costs} == set(row["priced_values"])
    assert result.page == row["page"]
    for blank in golden["attributes"]["blank_columns"].get(" ".join(ATTRIBUTE_ROWS[code]), []):
        assert str(blank) not in result.costs


def test_exactly_nine_rows_are_multiplied_by_size(fury: Catalogue, golden: Golden) -> None:
    size = next(multiplier for multiplier in fury.multipliers if multiplier.code == "size")
    multiplied = [entry for entry in fury.attributes if entry.multiplier]
    tables = [name for entry in multiplied for name in (entry.table, *entry.tables.values()) if name]

    assert sorted(tables) == sorted(ATTRIBUTE_ROWS)
    assert {entry.multiplier for entry in multiplied} == {"size"}
    assert (size.by, size.page) == ("size", golden["size_modifiers"]["page"])
    assert dict(size.factors) == {k: Fraction(v) for k, v in golden["size_modifiers"]["as_fraction"].items()}
    assert {k: float(v) for k, v in size.factors.items()} == golden["size_modifiers"]["multiplier"]


def test_sizes_with_a_factor_are_offered(fury: Catalogue, golden: Golden) -> None:
    size, factors = attribute(fury, "size"), golden["size_modifiers"]["as_fraction"]

    assert [str(value) for value in range(size.low, size.high + 1)] == list(factors)
    assert factors[str(size.default)] == "1"


def test_omitted_attributes_have_the_defaults_of_the_rulebook(fury: Catalogue, golden: Golden) -> None:
    assert attribute(fury, "arm").default == golden["attributes"]["Arm"]["default"]
    assert golden["attributes"]["SSv"]["default"] == golden["attributes"]["Mgc"]["default"] == "-"
    assert attribute(fury, "ssv").default is None
    assert attribute(fury, "mgc").default is None


def test_the_form_offers_every_priced_value_except_a_free_zero(fury: Catalogue, golden: Golden) -> None:
    for code in ("mov", "fgt", "shg", "tds", "cow", "arm", "ssv"):
        result, priced = attribute(fury, code), row_of(golden, code)["priced_values"]
        lowest = min(value for value in priced if value or code not in ("arm", "ssv"))
        assert (result.low, result.high) == (lowest, max(priced))
    assert (attribute(fury, "mgc").low, attribute(fury, "mgc").high) == (1, 11)


def test_the_printed_profile_has_the_boxes_of_the_rulebook_in_order(fury: Catalogue, golden: Golden) -> None:
    assert [box.label for box in fury.sheet] == golden["attributes"]["order_on_profile_sheet"]


def test_magic_has_two_kinds(fury: Catalogue, golden: Golden) -> None:
    kinds = attribute(fury, "magic").options

    assert [option.name for option in kinds] == golden["attributes"]["Mgc"]["kinds"]
    assert attribute(fury, "mgc").tables == {"high": "mgc-high", "low": "mgc-low"}


def test_command_dice(fury: Catalogue, golden: Golden) -> None:
    costs = cost_table(fury, "command-die")
    offered = [option.code for option in attribute(fury, "command_die").options if option.offered]

    assert dict(costs.costs) == golden["command_die"]["costs"]
    assert offered == list(golden["command_die"]["costs"])
    assert costs.page == golden["command_die"]["page"]
    assert golden["command_die"]["leaderless_die"] not in costs.costs


def test_base_sizes_match_the_size(fury: Catalogue, golden: Golden) -> None:
    base = attribute(fury, "base_mm")
    (band,) = constraints(base, "P-12")
    expected = {
        str(row["size"]): tuple(edge for edge in (row["mm_min"], row["mm_max"]) if edge is not None)
        for row in golden["base_sizes"]["rows"]
    }

    assert dict(band.bands) == expected
    assert (base.page, band.page) == (golden["base_sizes"]["page"],) * 2


def test_game_sizes(fury: Catalogue, golden: Golden) -> None:
    rows = golden["game_sizes"]["rows"]
    sizes = [(size.name, size.points, size.models) for size in fury.game_sizes]

    assert sizes == [(row["name"], row["points"], row["max_models"]) for row in rows]
    assert {size.points // size.models for size in fury.game_sizes} == {fury.numbers["points_per_model"]}


def test_thresholds_that_code_reads(fury: Catalogue, golden: Golden) -> None:
    assert fury.numbers["big_model"] == golden["special_thresholds"]["big_model_points"]
    assert fury.numbers["unbased_size"] == golden["base_sizes"]["rows"][-1]["size"]
    amorphous = next(row for row in golden["model_properties"] if row["key"] == "amorphous")
    assert fury.numbers["amorphous_speed"] == amorphous["forces"]["Mov_max"]
