"""The weapons of the bundled catalogue against the book's tables."""

from builder.points.rules.catalogue import Catalogue
from tests.catalogue.book_rows import Golden, constraints, cost_table, entry_of


def test_range_bands(fury: Catalogue, golden: Golden) -> None:
    costs = cost_table(fury, "range")
    (slot,) = [slot for slot in fury.weapon_slots if slot.code == "shooting_weapons"]
    (field,) = slot.fields

    assert dict(costs.costs) == golden["range_bands"]["costs"]
    assert costs.page == golden["range_bands"]["page"]
    assert field.table == "range"
    assert (field.low, field.high) == (1, 12)
    assert field.page == golden["range_bands"]["page_modifiers"]


def test_weapon_rows_are_complete_and_in_the_rulebooks_order(fury: Catalogue, golden: Golden) -> None:
    codes = [entry.code for entry in fury.properties if entry.group == "weapon"]

    assert codes == [row["code"] for row in golden["weapon_properties"]]
    assert len(codes) == 37


def test_weapon_rows_have_the_rulebooks_prices_and_pages(fury: Catalogue, golden: Golden) -> None:
    for row in golden["weapon_properties"]:
        entry = entry_of(fury, "weapon", row["code"])
        assert entry.cost.points == row["cost"], row["code"]
        assert entry.page == row["page_heading"], row["code"]
        assert str(entry.price_page) in row["page_table"].split("-"), row["code"]
        assert entry.label == row["code"]
        if row["group"] != "Blast":
            assert entry.name == row["name"]
            assert entry.cost.kind == "fixed"


def test_weapon_rows_are_allowed_on_the_right_weapons(fury: Catalogue, golden: Golden) -> None:
    only = {"combat": ["combat_weapon"], "shooting": ["shooting_weapons"], "both": []}
    for row in golden["weapon_properties"]:
        entry = entry_of(fury, "weapon", row["code"])
        errors = [c for c in entry.constraints if c.kind == "only_on" and c.level == "error"]
        assert [slot for c in errors for slot in c.slots] == only[row["applies_to"]], row["code"]
        assert {c.rule for c in errors} <= {"P-24" if row["applies_to"] == "combat" else "P-25"}


def test_levels_of_a_property_share_a_family(fury: Catalogue, golden: Golden) -> None:
    families = {"AP": "AP", "FF": "FF", "LA": "LA", "Blast": "blast"}
    for row in golden["weapon_properties"]:
        assert entry_of(fury, "weapon", row["code"]).family == families.get(row["group"], ""), row["code"]


def test_a_blast_next_to_fast_firing_costs_the_row_of_the_die(fury: Catalogue, golden: Golden) -> None:
    for blast in ("GB", "LB"):
        prices = golden["blast_costs"][blast]
        entry = entry_of(fury, "weapon", blast)
        assert (entry.cost.kind, entry.cost.points) == ("beside", prices["none"])
        others = {die: entry_of(fury, "weapon", row) for die, row in entry.cost.rows.items()}
        assert {die: row.cost.points for die, row in others.items()} == {
            d: p for d, p in prices.items() if d != "none"
        }
        for die, row in others.items():
            (needs,) = constraints(row, "P-35")
            assert row.derived
            assert (needs.kind, needs.any) == ("requires", (die,))


def test_combinations_forbidden_on_one_weapon(fury: Catalogue, golden: Golden) -> None:
    blasts = {row["code"] for row in golden["weapon_properties"] if row["group"] == "Blast"}
    (spray,) = constraints(entry_of(fury, "weapon", "S"), "P-27")
    (obscuring,) = constraints(entry_of(fury, "weapon", "O"), "P-28")

    assert (spray.kind, set(spray.any)) == ("excludes", blasts)
    assert (obscuring.kind, set(obscuring.any)) == ("requires", blasts | {"S"})


def test_number_of_weapons_and_default_weapons(fury: Catalogue, golden: Golden) -> None:
    combat, shooting = fury.weapon_slots
    counts, defaults = golden["weapon_counts"], golden["weapon_defaults"]

    assert (combat.many, combat.most) == (False, counts["combat_weapons"])
    assert (shooting.many, shooting.most) == (True, counts["shooting_max"])
    assert dict(shooting.most_with) == {"vehicle": counts["shooting_max_with_Vehicle"]}
    assert list(combat.default) == defaults["combat"]
    assert list(shooting.default) == defaults["shooting"]
    assert entry_of(fury, "weapon", combat.default[0]).cost.points == defaults["combat_cost"]
