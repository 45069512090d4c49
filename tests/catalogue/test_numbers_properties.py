"""Armour, model properties and spells of the bundled catalogue against the book's tables."""

import re

from builder.points.rules.catalogue import Catalogue
from tests.catalogue.book_rows import (
    COMPUTED_COSTS,
    Golden,
    cost_table,
    entry_and_choice,
    entry_of,
    fixed_price,
    parameter,
    spell,
)


def test_armour_and_shield_properties(fury: Catalogue, golden: Golden) -> None:
    rows = golden["armour_shield_properties"]["list"]
    entries = {entry.code: entry for entry in fury.properties if entry.group == "armour"}

    assert sorted(entries) == sorted(row["code"] for row in rows)
    for row in rows:
        entry = entries[row["code"]]
        assert (entry.cost.kind, entry.cost.points, entry.name) == ("fixed", row["cost"], row["name"])
        assert (entry.page, entry.price_page) == (row["page_heading"], row["page_table"])


def test_model_properties_are_complete_and_in_the_rulebooks_order(fury: Catalogue, golden: Golden) -> None:
    expected = list(dict.fromkeys(entry_and_choice(row)[0] for row in golden["model_properties"]))

    assert [entry.code for entry in fury.properties if entry.group == "model"] == expected


def test_model_properties_have_the_rulebooks_prices_names_and_pages(fury: Catalogue, golden: Golden) -> None:
    for row in golden["model_properties"]:
        code, kind = entry_and_choice(row)
        entry = entry_of(fury, "model", code)
        assert entry.name == row["heading_name"], row["key"]
        assert (entry.page, entry.price_page) == (row["page_heading"], row["page_table"]), row["key"]
        if row["cost"] is None:
            assert entry.cost == COMPUTED_COSTS[code], row["key"]
        else:
            assert fixed_price(fury, entry, kind) == row["cost"], row["key"]


def test_model_properties_have_the_rulebooks_kinds(fury: Catalogue, golden: Golden) -> None:
    rows: dict[str, set[str]] = {}
    for row in golden["model_properties"]:
        code, kind = entry_and_choice(row)
        rows.setdefault(code, set()).add(kind)
    for code, kinds in rows.items():
        if kinds != {""}:
            chosen = [part for part in entry_of(fury, "model", code).parameters if part.kind == "choice"]
            assert {option.code for part in chosen for option in part.options} == kinds


def test_ranges_of_parameters(fury: Catalogue) -> None:
    capacity, flier = entry_of(fury, "model", "capacity"), entry_of(fury, "model", "flier")
    bounds = {part.code: (part.low, part.high) for entry in (capacity, flier) for part in entry.parameters}

    assert bounds == {"models": (1, None), "size": (1, 5), "mov": (1, 12)}


def test_spellings_in_tables_are_recognised(fury: Catalogue, golden: Golden) -> None:
    for row in golden["model_properties"]:
        code, kind = entry_and_choice(row)
        entry = entry_of(fury, "model", code)
        if row["table_name"] != row["heading_name"] and not kind:
            assert row["table_name"] in entry.aliases


def test_properties_limited_to_one_per_company(fury: Catalogue, golden: Golden) -> None:
    for row in golden["model_properties"]:
        limits = [
            c.count
            for c in entry_of(fury, "model", entry_and_choice(row)[0]).constraints
            if c.kind == "roster_max"
        ]
        assert limits == ([1] if row["per_company_limit"] == 1 else []), row["key"]


def test_properties_that_require_attributes(fury: Catalogue, golden: Golden) -> None:
    forces = {entry_and_choice(row)[0]: row["forces"] for row in golden["model_properties"] if row["forces"]}

    for code in ("airborne", "drifter"):
        (mov,) = [c for c in entry_of(fury, "model", code).constraints if c.attribute == "mov"]
        assert (mov.low, mov.high) == (None, forces[code]["Mov"])
    bounds = {
        c.attribute: (c.low, c.high) for c in entry_of(fury, "model", "amorphous").constraints if c.attribute
    }
    assert bounds["arm"] == (forces["amorphous"]["Arm"], None)
    assert bounds["mov"] == (None, forces["amorphous"]["Mov_max"])
    stampede = [c for c in entry_of(fury, "model", "stampede").constraints if c.kind == "forbids_slot"]
    assert [c.slot for c in stampede] == ["shooting_weapons"]
    assert forces["stampede"] == {"shooting_weapons": 0}


def test_spells_are_complete_and_in_the_rulebooks_order(fury: Catalogue, golden: Golden) -> None:
    expected = list(dict.fromkeys(entry_and_choice(row)[0] for row in golden["spell_properties"]))

    assert [entry.code for entry in fury.spells] == expected
    assert len(expected) == 24


def test_spells_have_the_rulebooks_prices_names_and_pages(fury: Catalogue, golden: Golden) -> None:
    for row in golden["spell_properties"]:
        code, kind = entry_and_choice(row)
        entry = spell(fury, code)
        assert entry.name == row["heading_name"], row["key"]
        assert (entry.page, entry.price_page) == (
            row["page_heading"],
            row["page_table"] or row["page_heading"],
        )
        if row["cost"] is None:
            assert entry.cost == COMPUTED_COSTS[code], row["key"]
        else:
            assert fixed_price(fury, entry, kind) == row["cost"], row["key"]


def test_the_penalties_of_spells(fury: Catalogue, golden: Golden) -> None:
    """A spell carries a penalty where the book has one, with the same numbers in the same order."""
    for row in golden["spell_properties"]:
        result, expected = spell(fury, entry_and_choice(row)[0]).penalty, row["casting_penalty"]
        assert bool(result) == bool(expected), row["key"]
        amounts = re.findall(r"(?<!/)-?\b\d+\b", expected.replace("+/-1", ""))
        if row["key"] != "illuminate":
            assert re.findall(r"-?\b\d+\b", result) == amounts, row["key"]
    assert spell(fury, "illuminate").penalty.startswith("0 ")
    assert "-1" in spell(fury, "illuminate").penalty


def test_a_table_wide_area_is_known_without_a_price(fury: Catalogue) -> None:
    options = {
        option.code: option.offered for option in parameter(spell(fury, "area-of-effect"), "area").options
    }

    assert options == {"greater": True, "lesser": True, "table": False}
    assert "table" not in cost_table(fury, "area").costs


def test_only_summon_and_transmutation_can_be_repeated(fury: Catalogue) -> None:
    assert [entry.code for entry in fury.spells if entry.repeatable] == ["summon", "transmutation"]
