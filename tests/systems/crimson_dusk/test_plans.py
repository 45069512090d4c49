"""Plans that make a force legal. The expected plans are worked out by hand from the minimum sizes of
sections.
"""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from builder.points.advice.capacity import remaining_capacity
from builder.points.advice.roster_plan import RosterPlan
from builder.points.appraisal.appraisal import appraise, roster_trials
from builder.points.document.document import Document, Roster, dump_document
from builder.services.patching import apply_json_patch
from tests.support.crimson_dusk import DUSK, dusk_document, model, vehicle
from tests.support.designs import Json, read_document
from tests.support.long_lists import lengthened
from tests.support.roster_plans import best_plan

CAST = {
    "guard": model("assault-rifle", cost=7),
    "green": model("assault-rifle", quality="ir", cost=3),
    "crack": model("assault-rifle", quality="vt", cost=11),
    "gunner": model("hmg"),  # 3 models serve it
    "boss": model("assault-rifle", specials=("personality",), cost=20),
    "truck": vehicle(cost=30),
}


def row(profile: str, count: int = 1, unit: str = "section", **more: object) -> Json:
    """A row of a roster."""
    return {"profile": profile, "count": count, "unit": unit, **more}


def force(*rows: Json, limits_value: Mapping[str, int] | None = None) -> Document:
    """Return the cast with one roster of these rows. ``at_most`` limits the models of each profile."""
    document = dusk_document(CAST, rosters=[{"name": "Friday", "limit": None, "entries": list(rows)}])
    limits = limits_value or {}
    profiles = [{**profile, "max": limits.get(profile["key"])} for profile in document["profiles"]]
    return read_document({**document, "profiles": profiles})


def after(document: Document, plan: RosterPlan) -> Roster:
    """Return the roster after the plan's change."""
    patch = [op.to_json() for op in plan.moved_below("/rosters/0").patch]
    return read_document(apply_json_patch(dump_document(document, DUSK), patch)).rosters[0]


def is_legal(document: Document, roster: Roster) -> bool:
    """Return whether the roster breaks no rule."""
    judged = appraise(replace(document, rosters=(roster,)), DUSK)
    return judged.is_legal(judged.rosters[0])


@pytest.mark.parametrize(
    ("profile", "count", "least"), [("green", 2, 5), ("guard", 1, 4), ("crack", 1, 3), ("guard", 3, 4)]
)
def test_a_plan_fills_a_section_to_its_minimum(profile: str, count: int, least: int) -> None:
    """R-01, p. 6: five irregulars, four regulars, three veterans."""
    force_rows = force(row(profile, count))
    (finding,) = [f for f in appraise(force_rows, DUSK).rosters[0].findings if f.level == "error"]
    plan = best_plan(force_rows, 0, DUSK)
    assert finding.fix is not None
    assert plan is not None
    assert plan.moved_below("/rosters/0").patch == finding.fix.patch
    assert (dict(plan.removed), dict(plan.added)) == ({}, {profile: least - count})
    assert is_legal(force_rows, after(force_rows, plan))


def test_a_new_warning_is_not_confused_with_a_larger_one_on_another_row() -> None:
    """R-03: the second row lacks eight models before and after. Now the first row lacks two."""
    crewed = row("guard", 4, others=[{"profile": "gunner", "count": 1}])
    before = force(crewed, row("gunner", 4))
    after_change = force({**crewed, "others": [{"profile": "gunner", "count": 3}]}, row("gunner", 4))
    trials = roster_trials(before, 0, DUSK)
    (warning,) = trials.verdict(after_change.rosters[0]).new_warnings(trials.present_verdict)
    assert warning.startswith("HMG: 9 models serve them, and there are 7.")


def test_a_new_section_has_the_minimum_number_of_its_quality() -> None:
    """P. 6. A section whose quality isn't set yet starts with five models."""
    cast = {**CAST, "elite": model("rifle", quality="el", cost=20), "blank": model("rifle", quality=None)}
    document = read_document(dusk_document(cast, rosters=[{"name": "Friday", "limit": 60, "entries": []}]))
    sizes = {key: unit.size for key, unit in remaining_capacity(document, 0, DUSK).units.items()}
    assert sizes == {
        "guard": 4, "green": 5, "crack": 3, "boss": 1, "truck": 1, "elite": 2, "blank": 5
    }  # fmt: skip


def test_a_section_that_cannot_grow_is_removed() -> None:
    """The list allows at most one guard, so she can't be in a section of four."""
    force_rows = force(row("crack", 3), row("guard"), limits_value={"guard": 1})
    plan = best_plan(force_rows, 0, DUSK)
    assert plan is not None
    assert (dict(plan.removed), dict(plan.added)) == ({"guard": 1}, {})
    assert is_legal(force_rows, after(force_rows, plan))


def test_a_row_with_passengers_stays_a_vehicle() -> None:
    """The row becomes a row of vehicles, and nothing else changes."""
    force_rows = force({"profile": "truck", "count": 1, "attached": [{"profile": "guard", "count": 4}]})
    (finding,) = [f for f in appraise(force_rows, DUSK).rosters[0].findings if f.level == "error"]
    plan = best_plan(force_rows, 0, DUSK)
    assert finding.fix is not None
    assert finding.fix.label == "Change the row to Vehicle"
    assert plan is not None
    (entry,) = after(force_rows, plan).entries
    assert entry == replace(force_rows.rosters[0].entries[0], unit="vehicle")
    assert is_legal(force_rows, after(force_rows, plan))


def test_a_lone_monster_does_not_wait_for_a_section() -> None:
    """Its profile becomes a personality. No model is added or removed."""
    monster = model(specials=("personality",), cost=9)
    monster["specials"] = [{"code": "monstrous", "damage": 30}]
    document = dusk_document(
        {"beast": monster}, rosters=[{"name": "", "limit": None, "entries": [row("beast")]}]
    )
    list_document = read_document(document)
    (finding,) = [f for f in appraise(list_document, DUSK).rosters[0].findings if f.level == "error"]
    assert finding.fix is None
    assert best_plan(list_document, 0, DUSK) is None


def test_only_the_small_sections_of_a_hundred_rows_are_removed(sample_values: Mapping[str, Json]) -> None:
    line = lengthened(sample_values["quarry-line"], 100)
    rows = [{"profile": profile["key"], "count": 1, "unit": "section"} for profile in line["profiles"]]
    document = read_document({**line, "rosters": [{**line["rosters"][0], "entries": rows}]})
    plan = best_plan(document, 0, DUSK)
    assert plan is not None
    assert plan.models
    assert is_legal(document, after(document, plan))


def test_a_section_of_gunners_is_not_filled_with_gunners() -> None:
    """R-03, p. 14: three models serve an HMG. With four more gunners, 8 models are missing instead of 2."""
    force_rows = force(row("gunner"))
    (error,) = [f for f in appraise(force_rows, DUSK).rosters[0].findings if f.level == "error"]
    assert error.fix is None
    plan = best_plan(force_rows, 0, DUSK)
    assert plan is not None
    (warning,) = plan.warnings
    assert "12 models serve them, and there are 4. Add 8" in warning


def test_a_crew_is_filled_from_the_only_other_profile() -> None:
    """R-03, p. 14: four HMGs need 12 models. The 8 that are missing come from another profile."""
    profiles = {"gunner": model("hmg", cost=9), "rifleman": model(cost=5)}
    document = dusk_document(profiles, rosters=[{"name": "", "limit": None, "entries": [row("gunner", 4)]}])
    list_document = read_document(document)
    (finding,) = [f for f in appraise(list_document, DUSK).rosters[0].findings if f.code == "R-03"]
    assert "Add 8 others, or each" in finding.message
    assert finding.fix is not None
    assert finding.fix.label == "Add 8 × Rifleman"
    units = remaining_capacity(list_document, 0, DUSK).units
    assert set(units) == {"rifleman"}  # its ready-made unit would lack its crew


def test_a_section_with_a_gunner_is_filled_with_plain_models() -> None:
    """The section has one gunner, and a section of four is possible. Two more guards also serve the HMG."""
    force_rows = force(row("gunner", others=[{"profile": "guard", "count": 1}]))
    (error,) = [f for f in appraise(force_rows, DUSK).rosters[0].findings if f.level == "error"]
    assert error.fix is not None
    assert error.fix.label == "Add 2 × Guard"
    plan = best_plan(force_rows, 0, DUSK)
    assert plan is not None
    assert (dict(plan.added), plan.warnings) == ({"guard": 2}, ())


def test_fixes_of_two_profiles_above_max_are_separate() -> None:
    """A row has six guards, three of them above Max, and two crack, one above Max. Six models at least
    remain.
    """
    many = force(
        row("guard", 6, others=[{"profile": "crack", "count": 2}]), limits_value={"guard": 3, "crack": 1}
    )
    fixes = [f.fix for f in appraise(many, DUSK).rosters[0].findings if f.code == "R-11"]
    assert [fix and fix.label for fix in fixes] == ["Remove 3 × Guard", "Remove 1 × Crack"]


def test_monsters_fit_as_a_section_or_each_alone() -> None:
    """P. 6: a section of regulars has four models. P. 4: a personality is alone, so one model fits."""
    pack = {"code": "monstrous", "damage": 30}
    cast = {
        "hound": model(across=3, cost=10, specials=[pack]),
        "beast": model(across=3, cost=10, specials=[pack, {"code": "personality"}]),
    }
    rosters = [{"name": "Friday", "limit": 90, "entries": []}]
    document = read_document(dusk_document(cast, rosters=rosters))
    room = remaining_capacity(document, 0, DUSK)
    assert {key: (unit.kind, unit.size) for key, unit in room.units.items()} == {
        "hound": ("section", 4), "beast": ("personality", 1),
    }  # fmt: skip
    assert [(fit.profile, fit.points_each, fit.max_count) for fit in room.fits] == [
        ("hound", 40, 2),
        ("beast", 10, 9),
    ]
    for fill in room.fills:
        rows = tuple(row(key, count, room.units[key].kind) for key, count in fill.entries)
        (filled,) = read_document(
            dusk_document(cast, rosters=[{"name": "Friday", "limit": 90, "entries": list(rows)}])
        ).rosters
        judged = appraise(replace(document, rosters=(filled,)), DUSK)
        assert judged.is_legal(judged.rosters[0])
        assert judged.rosters[0].points == fill.points == 90
        assert not fill.warnings
        assert not [f for f in judged.rosters[0].findings if f.level == "warning"]
