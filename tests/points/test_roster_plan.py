"""The ways to make a roster legal, worked out by hand from prices and rules."""

import pytest

from builder.points.advice.roster_plan import RosterPlan, plan_roster, plans_for_roster
from builder.points.appraisal.appraisal import appraise
from tests.support.designs import FURY, Json, design, document, read_document
from tests.support.roster_cases import PROFILES, RosterSpec, document_with_roster, fighter_with, roster_spec

CAPTAIN = ("captain", 1)  # 32 points, and the leader


def plan_of(whole: Json) -> RosterPlan | None:
    """The plan for the first roster of a document."""
    return plan_roster(read_document(whole), 0, FURY)


def removed(fielded: RosterSpec) -> dict[str, int] | None:
    """What the plan for a roster of the cast removes."""
    plan = plan_of(document_with_roster(fielded))
    return None if plan is None else dict(plan.removed)


def test_a_roster_broken_in_six_ways_becomes_legal_at_once() -> None:
    """Two leaders, two ensigns, three of a Max 1, an illegal profile, a lost one, and too many points.

    One captain, one flag, two archers, the model of Size 9 and the lost one go in any case. Then
    32 + 72 + 25 + 4 × 132 = 657 are left, 157 too many: no one model costs as much, and of two models a
    knight and the last archer cost the least that does, 132 + 25.
    """
    profiles = {key: PROFILES[key] for key in ("captain", "flag", "archer", "knight")}
    whole = document({**profiles, "wrong": design(size=9)})
    whole["profiles"] = [{**row, "max": 1 if row["key"] == "archer" else None} for row in whole["profiles"]]
    rows = [("captain", 2), ("flag", 2), ("archer", 3), ("knight", 4), ("wrong", 1), ("gone", 1)]
    entries = [{"profile": key, "count": count} for key, count in rows]
    whole["rosters"] = [{"name": "Friday", "limit": 500, "entries": entries}]
    each = {p.key: p.points for p in appraise(read_document(whole), FURY).profiles}
    assert each == {"captain": 32, "flag": 72, "archer": 25, "knight": 132, "wrong": None}
    plan = plan_of(whole)
    assert plan is not None
    assert plan.removed == {"captain": 1, "flag": 1, "archer": 3, "knight": 1, "wrong": 1, "gone": 1}
    assert (plan.limit, plan.points, plan.models, plan.exact) == (500, 500, 5, False)


def test_a_legal_roster_needs_no_plan() -> None:
    assert removed(roster_spec(CAPTAIN, ("knight", 3))) is None


def test_where_no_model_can_stay_there_is_no_plan() -> None:
    whole = document({"wrong": design(size=9)}, rosters=[])
    whole["rosters"] = [{"name": "Friday", "limit": 500, "entries": [{"profile": "wrong", "count": 2}]}]
    assert plan_of(whole) is None
    assert removed(roster_spec()) is None


def test_a_game_of_no_agreed_size_becomes_one_that_needs_the_least() -> None:
    """32 + 4 × 132 = 560 in a game of 600: all of it fits into 750."""
    whole = document_with_roster(roster_spec(CAPTAIN, ("knight", 4), limit=600))
    plan = plan_of(whole)
    assert plan is not None
    assert (dict(plan.removed), plan.limit, plan.points) == ({}, 750, 560)
    assert [op.to_json() for op in plan.patch] == [{"op": "replace", "path": "/limit", "value": 750}]


def test_of_several_rows_of_a_profile_the_last_go_first() -> None:
    """3 + 2 captains: the second row goes whole, and the first keeps one."""
    plan = plan_of(document_with_roster(roster_spec(("captain", 3), ("plain", 1), ("captain", 2))))
    assert plan is not None
    assert [op.to_json() for op in plan.patch] == [
        {"op": "remove", "path": "/entries/2"},
        {"op": "replace", "path": "/entries/0/count", "value": 1},
    ]


def test_where_all_cannot_be_tried_it_says_so_and_ends_legal() -> None:
    """Sixty kinds of nine models each, of all prices, in a game of 500."""
    profiles = {
        f"p{n}": fighter_with(*(["scout"] if n % 2 else []), mov=n % 12, cow=1 + n % 11) for n in range(60)
    }
    whole = document(profiles)
    entries = [{"profile": key, "count": 9} for key in profiles]
    whole["rosters"] = [{"name": "Friday", "limit": 500, "entries": entries}]
    plan = plan_of(whole)
    assert plan is not None
    assert not plan.exact
    assert plan.points is not None
    assert 400 < plan.points <= 500
    assert plan.models <= 20


# ------------------------------------------------------------------ the ways


def ways_of(fielded: RosterSpec, *others: str) -> list[tuple[dict[str, int], dict[str, int], int | None]]:
    """What the plans for a roster remove and add, and their games; the list has ``others`` besides."""
    whole = document_with_roster(fielded)
    keys = {key for key, _ in fielded.rows} | set(others)
    whole["profiles"] = [row for row in whole["profiles"] if row["key"] in keys]
    plans = plans_for_roster(read_document(whole), 0, FURY)
    return [(dict(plan.removed), dict(plan.added), plan.limit) for plan in plans]


def test_a_roster_that_is_three_points_over_has_three_ways() -> None:
    """32 + 3 × 132 + 3 × 25 = 503: two Barons for Knights save 4, an Archer costs 25, and 750 holds all."""
    assert ways_of(roster_spec(CAPTAIN, ("knight", 3), ("archer", 3)), "baron") == [
        ({"knight": 2}, {"baron": 2}, 500),
        ({"archer": 1}, {}, 500),
        ({}, {}, 750),
    ]


def test_the_plan_is_the_fix_of_the_only_error() -> None:
    for fielded in (
        roster_spec(("captain", 2), ("plain", 1)),
        roster_spec(CAPTAIN, ("knight", 3), ("archer", 3)),
    ):
        made = read_document(document_with_roster(fielded))
        (error,) = [f for f in appraise(made, FURY).rosters[0].findings if f.level == "error"]
        plan = plan_roster(made, 0, FURY)
        assert error.fix is not None
        assert plan is not None
        assert plan.moved_below("/rosters/0").patch == error.fix.patch


def test_two_leaders_are_two_ways() -> None:
    """Which of them stays is the player's choice; the cheaper one goes first."""
    found = ways_of(roster_spec(CAPTAIN, ("major", 1), ("plain", 1)))
    assert found == [({"captain": 1}, {}, 500), ({"major": 1}, {}, 500)]


def test_a_familiar_without_a_sorcerer_may_go_or_gets_one() -> None:
    """R-07: the list has an Adept of Mgc 4."""
    found = ways_of(roster_spec(CAPTAIN, ("cat", 1)), "adept")
    assert ({}, {"adept": 1}, 500) in found
    assert ({"cat": 1}, {}, 500) in found


@pytest.mark.parametrize("limit", [1500, 40_000])
def test_a_game_that_is_no_agreed_size_has_one_way(limit: int) -> None:
    """The nearest size, here the largest."""
    assert ways_of(roster_spec(CAPTAIN, ("plain", 9), limit=limit)) == [({}, {}, 1000)]


def test_of_a_few_points_over_the_agreed_size_is_a_way_whatever_else_saves_them() -> None:
    """5 × 25 + 2 × 132 + 5 × 24 = 509: many swaps and removals save 9, and 750 holds all."""
    fielded = roster_spec(("archer", 5), ("knight", 2), ("page", 5))
    ways = ways_of(fielded, "paladin", "baron", "rabble", "plain")
    assert ({}, {}, 750) in ways
    assert len(ways) == 3


def test_a_fix_of_too_many_familiars_is_one_of_the_two_ways_that_are_named() -> None:
    """One adept of Mgc 4 for two cats."""
    made = read_document(document_with_roster(roster_spec(CAPTAIN, ("adept", 1), ("cat", 2))))
    (error,) = [f for f in appraise(made, FURY).rosters[0].findings if f.level == "error"]
    assert error.message.endswith("remove 1, or add 1 sorcerer.")
    assert error.fix is not None
    assert error.fix.label in ("Add 1 × Adept", "Remove 1 × Cat")
