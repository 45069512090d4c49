"""The ways to make a roster legal, worked out by hand from prices and rules."""

from dataclasses import replace

import jsonpatch
import pytest

from builder.points.advice.capacity import remaining_capacity
from builder.points.advice.roster_plan import RosterPlan, plans_for_roster
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document, dump_document
from builder.points.rules.results import errors_in
from tests.support.designs import FURY, Json, design, document, read_document
from tests.support.fubar import FUBAR, figure, fubar_document
from tests.support.roster_cases import PROFILES, RosterSpec, document_with_roster, fighter_with, roster_spec
from tests.support.roster_plans import best_plan
from tests.support.stargrave import STARGRAVE, crew_document, leader, soldier

CAPTAIN = ("captain", 1)  # 32 points, and the leader


def plan_of(document: Json) -> RosterPlan | None:
    """The plan for the first roster of a document."""
    return best_plan(read_document(document), 0, FURY)


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
    list_document = document({**profiles, "wrong": design(size=9)})
    list_document["profiles"] = [
        {**row, "max": 1 if row["key"] == "archer" else None} for row in list_document["profiles"]
    ]
    rows = [("captain", 2), ("flag", 2), ("archer", 3), ("knight", 4), ("wrong", 1), ("gone", 1)]
    entries = [{"profile": key, "count": count} for key, count in rows]
    list_document["rosters"] = [{"name": "Friday", "limit": 500, "entries": entries}]
    each = {p.key: p.points for p in appraise(read_document(list_document), FURY).profiles}
    assert each == {"captain": 32, "flag": 72, "archer": 25, "knight": 132, "wrong": None}
    plan = plan_of(list_document)
    assert plan is not None
    assert plan.removed == {"captain": 1, "flag": 1, "archer": 3, "knight": 1, "wrong": 1, "gone": 1}
    assert (plan.limit, plan.points, plan.models, plan.exact) == (500, 500, 5, False)


def test_a_legal_roster_needs_no_plan() -> None:
    assert removed(roster_spec(CAPTAIN, ("knight", 3))) is None


def test_without_legal_models_there_is_no_plan() -> None:
    list_document = document({"wrong": design(size=9)}, rosters=[])
    list_document["rosters"] = [
        {"name": "Friday", "limit": 500, "entries": [{"profile": "wrong", "count": 2}]}
    ]
    assert plan_of(list_document) is None
    assert removed(roster_spec()) is None


def test_an_unlisted_limit_becomes_the_size_with_the_fewest_changes() -> None:
    """32 + 4 × 132 = 560 in a game of 600: all of it fits into 750."""
    document = document_with_roster(roster_spec(CAPTAIN, ("knight", 4), limit=600))
    plan = plan_of(document)
    assert plan is not None
    assert (dict(plan.removed), plan.limit, plan.points) == ({}, 750, 560)
    assert [op.to_json() for op in plan.patch] == [{"op": "replace", "path": "/limit", "value": 750}]


def test_the_last_rows_of_a_profile_are_removed_first() -> None:
    """3 + 2 captains: the second row is removed, and the first still has one."""
    plan = plan_of(document_with_roster(roster_spec(("captain", 3), ("plain", 1), ("captain", 2))))
    assert plan is not None
    assert [op.to_json() for op in plan.patch] == [
        {"op": "remove", "path": "/entries/2"},
        {"op": "replace", "path": "/entries/0/count", "value": 1},
    ]


def test_an_incomplete_search_is_marked_and_still_gives_a_legal_plan() -> None:
    """Sixty kinds of nine models each, of all prices, in a game of 500."""
    profiles = {
        f"p{n}": fighter_with(*(["scout"] if n % 2 else []), mov=n % 12, cow=1 + n % 11) for n in range(60)
    }
    list_document = document(profiles)
    entries = [{"profile": key, "count": 9} for key in profiles]
    list_document["rosters"] = [{"name": "Friday", "limit": 500, "entries": entries}]
    plan = plan_of(list_document)
    assert plan is not None
    assert not plan.exact
    assert plan.points is not None
    assert 400 < plan.points <= 500
    assert plan.models <= 20


# ------------------------------------------------------------------ the ways


def ways_of(fielded: RosterSpec, *others: str) -> list[tuple[dict[str, int], dict[str, int], int | None]]:
    """What the plans for a roster remove and add, and their games; the list also has ``others``."""
    document = document_with_roster(fielded)
    keys = {key for key, _ in fielded.rows} | set(others)
    document["profiles"] = [row for row in document["profiles"] if row["key"] in keys]
    plans = plans_for_roster(read_document(document), 0, FURY)
    return [(dict(plan.removed), dict(plan.added), plan.limit) for plan in plans]


def test_three_points_over_the_limit_have_three_plans() -> None:
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
        document = read_document(document_with_roster(fielded))
        (error,) = [f for f in appraise(document, FURY).rosters[0].findings if f.level == "error"]
        plan = best_plan(document, 0, FURY)
        assert error.fix is not None
        assert plan is not None
        assert plan.moved_below("/rosters/0").patch == error.fix.patch


def test_two_leaders_give_two_plans() -> None:
    """Which of them stays is the player's choice; the cheaper one goes first."""
    ways = ways_of(roster_spec(CAPTAIN, ("major", 1), ("plain", 1)))
    assert ways == [({"captain": 1}, {}, 500), ({"major": 1}, {}, 500)]


def test_a_familiar_without_a_sorcerer_is_removed_or_gets_one() -> None:
    """R-07: the list has an Adept of Mgc 4."""
    ways = ways_of(roster_spec(CAPTAIN, ("cat", 1)), "adept")
    assert ({}, {"adept": 1}, 500) in ways
    assert ({"cat": 1}, {}, 500) in ways


@pytest.mark.parametrize("limit", [1500, 40_000])
def test_an_unlisted_limit_has_one_plan(limit: int) -> None:
    """The nearest size, here the largest."""
    assert ways_of(roster_spec(CAPTAIN, ("plain", 9), limit=limit)) == [({}, {}, 1000)]


def test_a_larger_game_is_offered_for_a_few_points_over() -> None:
    """5 × 25 + 2 × 132 + 5 × 24 = 509: many swaps and removals save 9, and 750 holds all."""
    fielded = roster_spec(("archer", 5), ("knight", 2), ("page", 5))
    ways = ways_of(fielded, "paladin", "baron", "rabble", "plain")
    assert ({}, {}, 750) in ways
    assert len(ways) == 3


def test_the_fix_of_too_many_familiars_is_one_of_two_plans() -> None:
    """One adept of Mgc 4 for two cats."""
    document = read_document(document_with_roster(roster_spec(CAPTAIN, ("adept", 1), ("cat", 2))))
    (error,) = [f for f in appraise(document, FURY).rosters[0].findings if f.level == "error"]
    assert error.message.endswith("remove 1, or add 1 sorcerer.")
    assert error.fix is not None
    assert error.fix.label in ("Add 1 × Adept", "Remove 1 × Cat")


# ------------------------------------------------------------------ sizes of game


@pytest.mark.parametrize(("limit", "size"), [(700, 750), (1300, 1000), (1500, 1000)])
def test_an_empty_roster_with_an_unlisted_limit_has_a_fix(limit: int, size: int) -> None:
    """And what it is filled with can be played in that game."""
    document = document_with_roster(roster_spec(limit=limit))
    list_document = read_document(document)
    (finding,) = [f for f in appraise(list_document, FURY).rosters[0].findings if f.where == "limit"]
    assert finding.fix is not None
    assert [op.to_json() for op in finding.fix.patch] == [
        {"op": "replace", "path": "/rosters/0/limit", "value": size}
    ]
    room = remaining_capacity(list_document, 0, FURY)
    assert room.fills
    for fill in room.fills:
        assert fill.points_left == min(limit, size) - fill.points
    assert room.points_left == min(limit, size)


def test_above_an_unlisted_limit_fixes_and_first_plan_agree() -> None:
    """32 + 6 × 132 + 2 × 25 = 874 of 800: the game of 1000 holds all; then come ways to play 750."""
    document = document_with_roster(roster_spec(CAPTAIN, ("knight", 6), ("archer", 2), limit=800))
    document["profiles"] = [
        row for row in document["profiles"] if row["key"] in ("captain", "knight", "archer")
    ]
    list_document = read_document(document)
    errors = [f for f in appraise(list_document, FURY).rosters[0].findings if f.level == "error"]
    first, *others = plans_for_roster(list_document, 0, FURY)
    assert [(f.where, f.fix and f.fix.label) for f in errors] == [
        ("entries", "Play 1000"),
        ("limit", "Play 1000"),
    ]
    assert all(f.fix and f.fix.patch == first.moved_below("/rosters/0").patch for f in errors)
    assert [(plan.removed, plan.added, plan.limit) for plan in others] == [
        ({"knight": 1}, {}, 750),
        ({"knight": 2}, {"archer": 2}, 750),
    ]


def test_models_above_the_largest_game_are_removed() -> None:
    """32 + 9 × 132 = 1220 of 1300: two Knights fewer, and the game of 1000."""
    assert ways_of(roster_spec(CAPTAIN, ("knight", 9), limit=1300))[0] == ({"knight": 2}, {}, 1000)


# ------------------------------------------------------------------ who goes


def test_a_choice_between_two_leaders_gives_two_plans_and_no_fix() -> None:
    """Also while the points have to change as well."""
    for rows in ((("plain", 1),), (("knight", 3),)):
        document = read_document(document_with_roster(roster_spec(CAPTAIN, ("major", 1), *rows)))
        findings = appraise(document, FURY).rosters[0].findings
        assert [f.fix for f in findings if f.code == "R-04" and f.level == "error"] == [None]
        removed = [set(plan.removed) & {"captain", "major"} for plan in plans_for_roster(document, 0, FURY)]
        assert removed == [{"captain"}, {"major"}]


def test_too_many_leaders_of_one_profile_have_a_fix() -> None:
    document = read_document(document_with_roster(roster_spec(("captain", 2), ("plain", 1))))
    (finding,) = [f for f in appraise(document, FURY).rosters[0].findings if f.code == "R-04"]
    assert finding.fix is not None
    assert finding.fix.label == "Remove 1 × Captain"


# ------------------------------------------------------------------ a cheaper option


def test_a_cheaper_weapon_is_offered_as_a_plan() -> None:
    """32 + 7 × 67 = 501: a range of 8 instead of 9 saves enough, 5 for each of the seven."""
    gun = {"name": "Gun", "range": 9, "properties": ["AP4"]}
    profiles = {"captain": design(command_die="d6"), "shot": design(shg=5, shooting_weapons=[gun])}
    rows = [{"profile": "captain", "count": 1}, {"profile": "shot", "count": 7}]
    list_document = read_document(document(profiles, rosters=[{"name": "F", "limit": 500, "entries": rows}]))
    *_, plan = plans_for_roster(list_document, 0, FURY)
    assert plan.option is not None
    assert plan.option.profile == "shot"
    after = patched_document(list_document, plan)
    (roster,) = appraise(after, FURY).rosters
    assert (roster.errors, roster.points, plan.points) == (0, plan.points, 501 - 35)
    assert after.rosters == list_document.rosters


def test_a_cheaper_weapon_breaks_no_other_roster() -> None:
    """The gun of the archers gets a shorter range in all rosters that field them."""
    gun = {"name": "Gun", "range": 9, "properties": []}
    profiles = {"captain": design(command_die="d6"), "shot": design(shg=5, shooting_weapons=[gun])}
    rows = [{"profile": "captain", "count": 1}, {"profile": "shot", "count": 8}]
    rosters = [{"name": name, "limit": 500, "entries": rows} for name in ("F", "G")]
    list_document = read_document(document(profiles, rosters=rosters))
    alone = replace(list_document, rosters=list_document.rosters[:1])
    before = appraise(list_document, FURY)
    for plan in plans_for_roster(alone, 0, FURY, full_list=list_document):
        if plan.option:
            after = appraise(patched_document(list_document, plan), FURY)
            assert after.rosters[1].errors == 0 < before.rosters[1].errors
            return
    raise AssertionError("there is no cheaper option")


def patched_document(document: Document, plan: RosterPlan) -> Document:
    """The document as a plan for its first roster leaves it."""
    patch = [op.to_json() for op in plan.moved_below("/rosters/0").patch]
    return read_document(jsonpatch.apply_patch(dump_document(document, FURY), patch))


def test_plans_do_not_add_profiles_with_errors() -> None:
    """A crew needs a captain and a first mate; those of this list have no background yet."""
    crew = {kind: leader(kind=kind) for kind in ("captain", "first-mate")}
    rows = [{"profile": "runner", "count": 1}]
    document = crew_document({**crew, "runner": soldier("runner")}, rosters=[])
    document["rosters"] = [{"name": "Friday", "limit": 400, "entries": rows}]
    list_document = read_document(document)
    errors = errors_in(appraise(list_document, STARGRAVE).rosters[0].findings)
    assert [error.code for error in errors] == ["R-01", "R-01"]
    assert plans_for_roster(list_document, 0, STARGRAVE) == ()


def test_a_second_unfinished_captain_is_replaced_by_a_first_mate() -> None:
    """A crew has one captain and one first mate: the finished captain stays, and the mate of the list joins.

    Where the unfinished captain is the only one, she is to be finished, and there is no plan.
    """
    powers = "command:1 coordinated-fire:1 energy-shield remote-firing bribe"
    veteran = {"background": "veteran", "improved": "shoot", "powers": powers, "gear": "pistol knife"}
    rogue = {"background": "rogue", "improved": "move shoot", "powers": "bribe fortune haggle fling"}
    profiles = {
        "blank": leader(kind="captain"),
        "captain": leader(kind="captain", **veteran),
        "mate": leader(kind="first-mate", gear="pistol", **rogue),
    }

    def crew(*keys: str) -> Document:
        entries = [{"profile": key, "count": 1} for key in keys]
        rosters = [{"name": "Friday", "limit": 400, "entries": entries}]
        return read_document(crew_document(profiles, rosters=rosters))

    plan = plans_for_roster(crew("blank", "captain"), 0, STARGRAVE)[0]
    assert (dict(plan.removed), dict(plan.added)) == ({"blank": 1}, {"mate": 1})
    assert plans_for_roster(crew("blank", "mate"), 0, STARGRAVE) == ()


# ------------------------------------------------------------------ unknown prices


def partly_priced(limit: int) -> Document:
    """Ten Veterans, 6 each, and ten Seasoned with Brave, 5 + 1, and Motivator, whose price is missing.

    A Heroic character without further parts comes to 7.
    """
    profiles = {
        "line": figure(),
        "guard": figure("seasoned", skills=["brave", "motivator"]),
        "hero": {"kind": "character", "level": "heroic"},
    }
    roster = {"limit": limit, "entries": [{"profile": key, "count": 10} for key in ("line", "guard")]}
    return read_document(fubar_document(profiles, rosters=[{"name": "Friday", **roster}]))


def test_a_fix_that_keeps_units_complete_comes_before_one_that_breaks_two() -> None:
    """60 + 60 + 7 = 127 are 27 over 100: ten go before four of one unit and one of the other."""
    profiles = {
        "line": figure(),
        "guard": figure("seasoned", skills=["brave"]),
        "hero": {"kind": "character", "level": "heroic"},
    }
    entries = [{"profile": key, "count": count} for key, count in (("line", 10), ("guard", 10), ("hero", 1))]
    rosters = [{"name": "Friday", "limit": 100, "entries": entries}]
    plans = plans_for_roster(read_document(fubar_document(profiles, rosters=rosters)), 0, FUBAR)
    assert [dict(plan.removed) for plan in plans] == [{"line": 5}, {}, {"line": 10}]


def test_the_known_part_of_an_unknown_price_counts_towards_the_limit() -> None:
    """60 + 60 are 20 over 100; 7 more do not fit into 126, but into 127."""
    appraisal = appraise(partly_priced(100), FUBAR)
    message = next(each.message for each in appraisal.rosters[0].findings if each.where == "entries")
    assert message.startswith("120+ points, 20+ over the 100")
    for plan in plans_for_roster(partly_priced(100), 0, FUBAR):
        assert plan.known_points <= 100
    for limit, fitting in ((126, False), (127, True)):
        fits = {fit.profile for fit in remaining_capacity(partly_priced(limit), 0, FUBAR).fits}
        assert ("hero" in fits) == fitting
