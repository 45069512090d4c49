"""Every number of the bundled catalogue against a transcription of the book's tables.

The transcription was made apart from the catalogue and knows nothing of its shape. Where it keeps a
row for each kind of a thing (Drifter d4, Drifter d6 …) the catalogue keeps one entry with a parameter.
"""

import re
from fractions import Fraction
from typing import Any

import pytest

from builder.points.catalogue import (
    Attribute,
    Catalogue,
    Constraint,
    Cost,
    CostTable,
    Parameter,
    Property,
    Spell,
)

Golden = dict[str, Any]

ROWS = {
    **{name.lower(): (name,) for name in ("Mov", "Fgt", "Shg", "Tds", "Cow", "SSv", "Arm")},
    "mgc-high": ("Mgc", "High"),
    "mgc-low": ("Mgc", "Low"),
}

# The transcription's rows that are one kind of an entry: its code, and the value of its choice.
KINDS = {
    "airborne": ("airborne", "fast"),
    "slow_airborne": ("airborne", "slow"),
    **{f"drifter_d{sides}": ("drifter", f"d{sides}") for sides in (4, 6, 8, 10, 12)},
    "invisible_permanent": ("invisible", "permanent"),
    "invisible_at_will": ("invisible", "at-will"),
    "invisible_unstable": ("invisible", "unstable"),
    "were_controlled": ("were-creature", "controlled"),
    "were_uncontrolled": ("were-creature", "uncontrolled"),
    "area_greater": ("area-of-effect", "greater"),
    "area_lesser": ("area-of-effect", "lesser"),
    "invisible_spell": ("invisible", ""),
}

# Entries that no fixed number prices: how the catalogue says the book's rule.
RULES = {
    "capacity": Cost(kind="product", parameters=("models", "size")),
    "flier": Cost(kind="table", table="mov", parameter="mov", factor=Fraction(2)),
    "were-creature": Cost(
        kind="profiles",
        parameter="forms",
        factor_by="kind",
        factors={"controlled": Fraction(90, 100), "uncontrolled": Fraction(70, 100)},
        without="command_die",
    ),
    "summon": Cost(kind="profiles", parameter="profile", factor=Fraction(1, 2)),
    "transmutation": Cost(kind="profiles", parameter="profile"),
}


def row_of(golden: Golden, table: str) -> Golden:
    row: Golden = golden["attributes"]
    for step in ROWS[table]:
        row = row[step]
    return row


def cost_table(fury: Catalogue, code: str) -> CostTable:
    return next(table for table in fury.cost_tables if table.code == code)


def attribute(fury: Catalogue, code: str) -> Attribute:
    return next(entry for entry in fury.attributes if entry.code == code)


def entry_of(fury: Catalogue, group: str, code: str) -> Property:
    return next(
        entry for entry in (*fury.properties, *fury.spells) if (entry.group, entry.code) == (group, code)
    )


def spell(fury: Catalogue, code: str) -> Spell:
    return next(entry for entry in fury.spells if entry.code == code)


def parameter(entry: Property, code: str) -> Parameter:
    return next(part for part in entry.parameters if part.code == code)


def constraints(entry: Property | Attribute, rule: str) -> list[Constraint]:
    return [constraint for constraint in entry.constraints if constraint.rule == rule]


def place(row: Golden) -> tuple[str, str]:
    """A transcribed row's entry in the catalogue: its code, and the value of its choice if it has one."""
    key: str = row["key"]
    return KINDS.get(key, (key.replace("_", "-"), ""))


def price(fury: Catalogue, entry: Property, kind: str) -> int:
    if entry.cost.kind == "fixed":
        return entry.cost.points
    return cost_table(fury, entry.cost.table).costs[kind]


# Attributes


@pytest.mark.parametrize("code", ROWS)
def test_an_attribute_row_has_the_book_s_prices_and_blanks(
    fury: Catalogue, golden: Golden, code: str
) -> None:
    row, found = row_of(golden, code), cost_table(fury, code)

    assert dict(found.costs) == row["costs"]
    assert {int(value) for value in found.costs} == set(row["priced_values"])
    assert found.page == row["page"]
    for blank in golden["attributes"]["blank_columns"].get(" ".join(ROWS[code]), []):
        assert str(blank) not in found.costs


def test_the_nine_rows_and_no_others_are_multiplied_by_size(fury: Catalogue, golden: Golden) -> None:
    size = next(multiplier for multiplier in fury.multipliers if multiplier.code == "size")
    multiplied = [entry for entry in fury.attributes if entry.multiplier]
    tables = [name for entry in multiplied for name in (entry.table, *entry.tables.values()) if name]

    assert sorted(tables) == sorted(ROWS)
    assert {entry.multiplier for entry in multiplied} == {"size"}
    assert (size.by, size.page) == ("size", golden["size_modifiers"]["page"])
    assert dict(size.factors) == {k: Fraction(v) for k, v in golden["size_modifiers"]["as_fraction"].items()}
    assert {k: float(v) for k, v in size.factors.items()} == golden["size_modifiers"]["multiplier"]


def test_a_size_that_has_a_factor_is_offered_and_the_plain_one_is_the_default(
    fury: Catalogue, golden: Golden
) -> None:
    size, factors = attribute(fury, "size"), golden["size_modifiers"]["as_fraction"]

    assert [str(value) for value in range(size.low, size.high + 1)] == list(factors)
    assert factors[str(size.default)] == "1"


def test_attributes_that_are_not_written_have_the_book_s_defaults(fury: Catalogue, golden: Golden) -> None:
    assert attribute(fury, "arm").default == golden["attributes"]["Arm"]["default"]
    assert golden["attributes"]["SSv"]["default"] == golden["attributes"]["Mgc"]["default"] == "-"
    assert attribute(fury, "ssv").default is None
    assert attribute(fury, "mgc").default is None


def test_the_form_offers_each_priced_value_but_a_free_nothing(fury: Catalogue, golden: Golden) -> None:
    for code in ("mov", "fgt", "shg", "tds", "cow", "arm", "ssv"):
        found, priced = attribute(fury, code), row_of(golden, code)["priced_values"]
        lowest = min(value for value in priced if value or code not in ("arm", "ssv"))
        assert (found.low, found.high) == (lowest, max(priced))
    assert (attribute(fury, "mgc").low, attribute(fury, "mgc").high) == (1, 11)


def test_the_printed_profile_has_the_book_s_boxes_in_its_order(fury: Catalogue, golden: Golden) -> None:
    assert [box.label for box in fury.sheet] == golden["attributes"]["order_on_profile_sheet"]


def test_magic_is_of_the_two_kinds(fury: Catalogue, golden: Golden) -> None:
    kinds = attribute(fury, "magic").options

    assert [option.name for option in kinds] == golden["attributes"]["Mgc"]["kinds"]
    assert attribute(fury, "mgc").tables == {"high": "mgc-high", "low": "mgc-low"}


def test_command_dice(fury: Catalogue, golden: Golden) -> None:
    found = cost_table(fury, "command-die")
    offered = [option.code for option in attribute(fury, "command_die").options if option.offered]

    assert dict(found.costs) == golden["command_die"]["costs"]
    assert offered == list(golden["command_die"]["costs"])
    assert found.page == golden["command_die"]["page"]
    assert golden["command_die"]["leaderless_die"] not in found.costs


def test_bases_fit_their_size(fury: Catalogue, golden: Golden) -> None:
    base = attribute(fury, "base_mm")
    (band,) = constraints(base, "P-12")
    expected = {
        str(row["size"]): tuple(edge for edge in (row["mm_min"], row["mm_max"]) if edge is not None)
        for row in golden["base_sizes"]["rows"]
    }

    assert dict(band.bands) == expected
    assert (base.page, band.page) == (golden["base_sizes"]["page"],) * 2


# Weapons


def test_range_bands(fury: Catalogue, golden: Golden) -> None:
    found = cost_table(fury, "range")
    (slot,) = [slot for slot in fury.weapon_slots if slot.code == "shooting_weapons"]
    (field,) = slot.fields

    assert dict(found.costs) == golden["range_bands"]["costs"]
    assert found.page == golden["range_bands"]["page"]
    assert field.table == "range"
    assert (field.low, field.high) == (1, 12)
    assert field.page == golden["range_bands"]["page_modifiers"]


def test_each_weapon_row_is_there_once_in_the_book_s_order(fury: Catalogue, golden: Golden) -> None:
    codes = [entry.code for entry in fury.properties if entry.group == "weapon"]

    assert codes == [row["code"] for row in golden["weapon_properties"]]
    assert len(codes) == 37


def test_each_weapon_row_has_the_book_s_price_and_page(fury: Catalogue, golden: Golden) -> None:
    for row in golden["weapon_properties"]:
        entry = entry_of(fury, "weapon", row["code"])
        assert entry.cost.points == row["cost"], row["code"]
        assert entry.page == row["page_heading"], row["code"]
        assert str(entry.price_page) in row["page_table"].split("-"), row["code"]
        assert entry.label == row["code"]
        if row["group"] != "Blast":
            assert entry.name == row["name"]
            assert entry.cost.kind == "fixed"


def test_each_weapon_row_stands_on_the_weapons_it_may(fury: Catalogue, golden: Golden) -> None:
    only = {"combat": ["combat_weapon"], "shooting": ["shooting_weapons"], "both": []}
    for row in golden["weapon_properties"]:
        entry = entry_of(fury, "weapon", row["code"])
        errors = [c for c in entry.constraints if c.kind == "only_on" and c.level == "error"]
        assert [slot for c in errors for slot in c.slots] == only[row["applies_to"]], row["code"]
        assert {c.rule for c in errors} <= {"P-24" if row["applies_to"] == "combat" else "P-25"}


def test_levels_of_one_thing_share_a_family(fury: Catalogue, golden: Golden) -> None:
    families = {"AP": "AP", "FF": "FF", "LA": "LA", "Blast": "blast"}
    for row in golden["weapon_properties"]:
        assert entry_of(fury, "weapon", row["code"]).family == families.get(row["group"], ""), row["code"]


def test_a_blast_beside_fast_firing_costs_the_row_of_the_die(fury: Catalogue, golden: Golden) -> None:
    for blast in ("GB", "LB"):
        prices = golden["blast_costs"][blast]
        entry = entry_of(fury, "weapon", blast)
        assert (entry.cost.kind, entry.cost.points) == ("beside", prices["none"])
        beside = {die: entry_of(fury, "weapon", row) for die, row in entry.cost.rows.items()}
        assert {die: row.cost.points for die, row in beside.items()} == {
            d: p for d, p in prices.items() if d != "none"
        }
        for die, row in beside.items():
            (needs,) = constraints(row, "P-35")
            assert row.derived
            assert (needs.kind, needs.any) == ("requires", (die,))


def test_what_the_book_forbids_on_one_weapon(fury: Catalogue, golden: Golden) -> None:
    blasts = {row["code"] for row in golden["weapon_properties"] if row["group"] == "Blast"}
    (spray,) = constraints(entry_of(fury, "weapon", "S"), "P-27")
    (obscuring,) = constraints(entry_of(fury, "weapon", "O"), "P-28")

    assert (spray.kind, set(spray.any)) == ("excludes", blasts)
    assert (obscuring.kind, set(obscuring.any)) == ("requires", blasts | {"S"})


def test_how_many_weapons_and_which_by_default(fury: Catalogue, golden: Golden) -> None:
    combat, shooting = fury.weapon_slots
    counts, defaults = golden["weapon_counts"], golden["weapon_defaults"]

    assert (combat.many, combat.most) == (False, counts["combat_weapons"])
    assert (shooting.many, shooting.most) == (True, counts["shooting_max"])
    assert dict(shooting.most_with) == {"vehicle": counts["shooting_max_with_Vehicle"]}
    assert list(combat.default) == defaults["combat"]
    assert list(shooting.default) == defaults["shooting"]
    assert entry_of(fury, "weapon", combat.default[0]).cost.points == defaults["combat_cost"]


# Armour, model properties, spells


def test_armour_and_shield_properties(fury: Catalogue, golden: Golden) -> None:
    rows = golden["armour_shield_properties"]["list"]
    entries = {entry.code: entry for entry in fury.properties if entry.group == "armour"}

    assert sorted(entries) == sorted(row["code"] for row in rows)
    for row in rows:
        entry = entries[row["code"]]
        assert (entry.cost.kind, entry.cost.points, entry.name) == ("fixed", row["cost"], row["name"])
        assert (entry.page, entry.price_page) == (row["page_heading"], row["page_table"])


def test_each_model_property_is_there_once_in_the_book_s_order(fury: Catalogue, golden: Golden) -> None:
    expected = list(dict.fromkeys(place(row)[0] for row in golden["model_properties"]))

    assert [entry.code for entry in fury.properties if entry.group == "model"] == expected


def test_each_model_property_has_the_book_s_price_name_and_pages(fury: Catalogue, golden: Golden) -> None:
    for row in golden["model_properties"]:
        code, kind = place(row)
        entry = entry_of(fury, "model", code)
        assert entry.name == row["heading_name"], row["key"]
        assert (entry.page, entry.price_page) == (row["page_heading"], row["page_table"]), row["key"]
        if row["cost"] is None:
            assert entry.cost == RULES[code], row["key"]
        else:
            assert price(fury, entry, kind) == row["cost"], row["key"]


def test_the_kinds_of_a_model_property_are_the_book_s(fury: Catalogue, golden: Golden) -> None:
    rows: dict[str, set[str]] = {}
    for row in golden["model_properties"]:
        code, kind = place(row)
        rows.setdefault(code, set()).add(kind)
    for code, kinds in rows.items():
        if kinds != {""}:
            chosen = [part for part in entry_of(fury, "model", code).parameters if part.kind == "choice"]
            assert {option.code for part in chosen for option in part.options} == kinds


def test_the_bounds_of_parameters(fury: Catalogue) -> None:
    capacity, flier = entry_of(fury, "model", "capacity"), entry_of(fury, "model", "flier")
    bounds = {part.code: (part.low, part.high) for entry in (capacity, flier) for part in entry.parameters}

    assert bounds == {"models": (1, None), "size": (1, 5), "mov": (1, 12)}


def test_spellings_of_the_tables_are_known_too(fury: Catalogue, golden: Golden) -> None:
    for row in golden["model_properties"]:
        code, kind = place(row)
        entry = entry_of(fury, "model", code)
        if row["table_name"] != row["heading_name"] and not kind:
            assert row["table_name"] in entry.aliases


def test_what_a_company_may_have_once(fury: Catalogue, golden: Golden) -> None:
    for row in golden["model_properties"]:
        limits = [
            c.count for c in entry_of(fury, "model", place(row)[0]).constraints if c.kind == "roster_max"
        ]
        assert limits == ([1] if row["per_company_limit"] == 1 else []), row["key"]


def test_what_a_property_forces_on_the_attributes(fury: Catalogue, golden: Golden) -> None:
    forces = {place(row)[0]: row["forces"] for row in golden["model_properties"] if row["forces"]}

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


def test_each_spell_is_there_once_in_the_book_s_order(fury: Catalogue, golden: Golden) -> None:
    expected = list(dict.fromkeys(place(row)[0] for row in golden["spell_properties"]))

    assert [entry.code for entry in fury.spells] == expected
    assert len(expected) == 24


def test_each_spell_has_the_book_s_price_name_and_pages(fury: Catalogue, golden: Golden) -> None:
    for row in golden["spell_properties"]:
        code, kind = place(row)
        entry = spell(fury, code)
        assert entry.name == row["heading_name"], row["key"]
        assert (entry.page, entry.price_page) == (
            row["page_heading"],
            row["page_table"] or row["page_heading"],
        )
        if row["cost"] is None:
            assert entry.cost == RULES[code], row["key"]
        else:
            assert price(fury, entry, kind) == row["cost"], row["key"]


def test_the_penalties_of_spells(fury: Catalogue, golden: Golden) -> None:
    """A spell carries a penalty where the book has one, with the same numbers in the same order."""
    for row in golden["spell_properties"]:
        found, expected = spell(fury, place(row)[0]).penalty, row["casting_penalty"]
        assert bool(found) == bool(expected), row["key"]
        amounts = re.findall(r"(?<!/)-?\b\d+\b", expected.replace("+/-1", ""))
        if row["key"] != "illuminate":
            assert re.findall(r"-?\b\d+\b", found) == amounts, row["key"]
    assert spell(fury, "illuminate").penalty.startswith("0 ")
    assert "-1" in spell(fury, "illuminate").penalty


def test_a_table_wide_area_is_known_but_not_sold(fury: Catalogue) -> None:
    options = {
        option.code: option.offered for option in parameter(spell(fury, "area-of-effect"), "area").options
    }

    assert options == {"greater": True, "lesser": True, "table": False}
    assert "table" not in cost_table(fury, "area").costs


def test_only_summon_and_transmutation_are_worth_having_twice(fury: Catalogue) -> None:
    assert [entry.code for entry in fury.spells if entry.repeatable] == ["summon", "transmutation"]


# Games


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
