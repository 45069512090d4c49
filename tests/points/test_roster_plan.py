"""Plans that make a roster legal, worked out by hand from prices and rules."""

from dataclasses import replace

import jsonpatch
import pytest

from builder.points.advice.capacity import remaining_capacity
from builder.points.advice.roster_plan import RosterPlan, plans_for_roster
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document, dump_document
from builder.points.rules.results import Finding, errors_in
from tests.support.designs import FURY, Json, design, document, read_document
from tests.support.fubar import FUBAR, figure, fubar_document
from tests.support.roster_cases import PROFILES, document_with_roster, fighter_with, roster_spec, rows_in
from tests.support.roster_plans import best_plan
from tests.support.stargrave import STARGRAVE, crew_document, leader, soldier


def plan_of(document: Json) -> RosterPlan | None:
    """Return the plan for the first roster of a document."""
    return best_plan(read_document(document), 0, FURY)


def fielding(rows: str, limit: int = 500) -> Document:
    """Return the list of the cast with one roster."""
    return read_document(document_with_roster(roster_spec(rows, limit=limit)))


def errors_of(document: Document) -> list[Finding]:
    """Return the errors of the first roster."""
    return errors_in(appraise(document, FURY).rosters[0].findings)


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
    rows = rows_in("2 captain, 2 flag, 3 archer, 4 knight, wrong, gone")
    entries = [{"profile": key, "count": count} for key, count in rows]
    list_document["rosters"] = [{"name": "Friday", "limit": 500, "entries": entries}]
    each = {p.key: p.points for p in appraise(read_document(list_document), FURY).profiles}
    assert each == {"captain": 32, "flag": 72, "archer": 25, "knight": 132, "wrong": None}
    plan = plan_of(list_document)
    assert plan is not None
    assert plan.removed == {"captain": 1, "flag": 1, "archer": 3, "knight": 1, "wrong": 1, "gone": 1}
    assert (plan.limit, plan.points, plan.models, plan.exact) == (500, 500, 5, False)


@pytest.mark.parametrize("rows", ["captain, 3 knight", "", "2 wrong"])
def test_legal_rosters_and_those_without_legal_models_have_no_plan(rows: str) -> None:
    document = document_with_roster(roster_spec(rows))
    keys = {key for key, _ in rows_in(rows)}
    document["profiles"] = [row for row in document["profiles"] if row["key"] in keys]
    assert plan_of(document) is None


def test_the_last_rows_of_a_profile_are_removed_first() -> None:
    """3 + 2 captains: the second row is removed, and one captain stays in the first."""
    plan = plan_of(document_with_roster(roster_spec("3 captain, plain, 2 captain")))
    assert plan is not None
    assert [op.to_json() for op in plan.patch] == [
        {"op": "remove", "path": "/entries/2"},
        {"op": "replace", "path": "/entries/0/count", "value": 1},
    ]


def test_an_incomplete_search_is_marked_and_still_gives_a_legal_plan() -> None:
    """Sixty profiles with nine models each, of different prices, in a game of 500."""
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


Way = tuple[dict[str, int], dict[str, int], int | None]


def ways_of(rows: str, others: str = "", limit: int = 500) -> list[Way]:
    """Return what the plans remove and add, and their limits. The list also has ``others``."""
    document = document_with_roster(roster_spec(rows, limit=limit))
    keys = {key for key, _ in rows_in(f"{rows}, {others}")}
    document["profiles"] = [row for row in document["profiles"] if row["key"] in keys]
    plans = plans_for_roster(read_document(document), 0, FURY)
    return [(dict(plan.removed), dict(plan.added), plan.limit) for plan in plans]


@pytest.mark.parametrize(("rows", "others", "limit", "ways"), [
    # 32 + 3 × 132 + 3 × 25 = 503: two Barons for Knights save 4, an Archer costs 25, and all fits into 750
    ("captain, 3 knight, 3 archer", "baron", 500,
     [({"knight": 2}, {"baron": 2}, 500), ({"archer": 1}, {}, 500), ({}, {}, 750)]),
    # the player chooses which leader stays; the plan without the cheaper one is first
    ("captain, major, plain", "", 500, [({"captain": 1}, {}, 500), ({"major": 1}, {}, 500)]),
    # for an unlisted limit, the nearest size; here the largest
    ("captain, 9 plain", "", 1500, [({}, {}, 1000)]),
    ("captain, 9 plain", "", 40_000, [({}, {}, 1000)]),
    # 32 + 6 × 132 + 2 × 25 = 874 of 800: all fits into 1000; then come ways to play 750
    ("captain, 6 knight, 2 archer", "", 800,
     [({}, {}, 1000), ({"knight": 1}, {}, 750), ({"knight": 2}, {"archer": 2}, 750)]),
])  # fmt: skip
def test_all_ways_to_make_a_roster_legal(rows: str, others: str, limit: int, ways: list[Way]) -> None:
    assert ways_of(rows, others, limit) == ways


def test_a_familiar_without_a_sorcerer_is_removed_or_gets_one() -> None:
    """R-07: the list has an Adept of Mgc 4."""
    assert {*map(str, ways_of("captain, cat", "adept"))} >= {
        str(({}, {"adept": 1}, 500)), str(({"cat": 1}, {}, 500)),
    }  # fmt: skip


def test_a_larger_game_is_offered_for_a_few_points_over() -> None:
    """5 × 25 + 2 × 132 + 5 × 24 = 509: many swaps and removals save 9, and 750 holds all."""
    ways = ways_of("5 archer, 2 knight, 5 page", "paladin, baron, rabble, plain")
    assert ({}, {}, 750) in ways
    assert len(ways) == 3


def test_models_above_the_largest_game_are_removed() -> None:
    """32 + 9 × 132 = 1220 of 1300: two Knights fewer, and the game of 1000."""
    assert ways_of("captain, 9 knight", limit=1300)[0] == ({"knight": 2}, {}, 1000)


@pytest.mark.parametrize(("rows", "label"), [
    ("2 captain, plain", "Remove 1 × Captain"),
    ("captain, 3 knight, 3 archer", "Swap 1 × Archer for 1 × Kite"),
    ("captain, adept, 2 cat", "Add 1 × Adept"),
])  # fmt: skip
def test_the_plan_is_the_fix_of_the_only_error(rows: str, label: str) -> None:
    document = fielding(rows)
    (error,) = errors_of(document)
    plan = best_plan(document, 0, FURY)
    assert error.fix is not None
    assert plan is not None
    assert plan.moved_below("/rosters/0").patch == error.fix.patch
    assert error.fix.label == label


# ------------------------------------------------------------------ sizes of game


@pytest.mark.parametrize(("limit", "size"), [(700, 750), (1300, 1000), (1500, 1000)])
def test_an_empty_roster_with_an_unlisted_limit_has_a_fix(limit: int, size: int) -> None:
    """A roster filled up to that size can be played."""
    list_document = fielding("", limit)
    (finding,) = [f for f in errors_of(list_document) if f.where == "limit"]
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
    """32 + 6 × 132 + 2 × 25 = 874 of 800: all fits into the game of 1000."""
    document = fielding("captain, 6 knight, 2 archer", 800)
    errors = errors_of(document)
    first = plans_for_roster(document, 0, FURY)[0]
    assert [(f.where, f.fix and f.fix.label) for f in errors] == [
        ("entries", "Play 1000"), ("limit", "Play 1000"),
    ]  # fmt: skip
    assert all(f.fix and f.fix.patch == first.moved_below("/rosters/0").patch for f in errors)


# ------------------------------------------------------------------ who goes


@pytest.mark.parametrize("others", ["plain", "3 knight"])
def test_a_choice_between_two_leaders_gives_two_plans_and_no_fix(others: str) -> None:
    """Even if the points must change too."""
    document = fielding(f"captain, major, {others}")
    assert [f.fix for f in errors_of(document) if f.code == "R-04"] == [None]
    removed = [set(plan.removed) & {"captain", "major"} for plan in plans_for_roster(document, 0, FURY)]
    assert removed == [{"captain"}, {"major"}]


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
    """The archers' gun gets a shorter range in all rosters that field them."""
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
    """Return the document after a plan for its first roster."""
    patch = [op.to_json() for op in plan.moved_below("/rosters/0").patch]
    return read_document(jsonpatch.apply_patch(dump_document(document, FURY), patch))


def test_plans_do_not_add_profiles_with_errors() -> None:
    """A crew needs a captain and a first mate. Those of this list have no background yet."""
    crew = {kind: leader(kind=kind) for kind in ("captain", "first-mate")}
    rows = [{"profile": "runner", "count": 1}]
    document = crew_document({**crew, "runner": soldier("runner")}, rosters=[])
    document["rosters"] = [{"name": "Friday", "limit": 400, "entries": rows}]
    list_document = read_document(document)
    errors = errors_in(appraise(list_document, STARGRAVE).rosters[0].findings)
    assert [error.code for error in errors] == ["R-01", "R-01"]
    assert plans_for_roster(list_document, 0, STARGRAVE) == ()


def test_a_second_unfinished_captain_is_replaced_by_a_first_mate() -> None:
    """A crew has one captain and one first mate. The finished captain stays, and the list's mate is added.

    If the unfinished captain is the only captain, the advice is to finish her, and there is no plan.
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
    """Return ten Veterans of 6, and ten Seasoned with Brave, 5 + 1, and Motivator, whose price is missing.

    A Heroic character without further parts costs 7.
    """
    profiles = {
        "line": figure(),
        "guard": figure("seasoned", skills=["brave", "motivator"]),
        "hero": {"kind": "character", "level": "heroic"},
    }
    roster = {"limit": limit, "entries": [{"profile": key, "count": 10} for key in ("line", "guard")]}
    return read_document(fubar_document(profiles, rosters=[{"name": "Friday", **roster}]))


def test_a_fix_that_keeps_units_complete_comes_before_one_that_breaks_two() -> None:
    """60 + 60 + 7 = 127 are 27 above 100: ten of one unit are removed before parts of two units."""
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
    """60 + 60 are 20 above 100. 7 more fit into 127, but not into 126."""
    appraisal = appraise(partly_priced(100), FUBAR)
    message = next(each.message for each in appraisal.rosters[0].findings if each.where == "entries")
    assert message.startswith("120+ points, 20+ over the 100")
    for plan in plans_for_roster(partly_priced(100), 0, FUBAR):
        assert plan.known_points <= 100
    for limit, fitting in ((126, False), (127, True)):
        fits = {fit.profile for fit in remaining_capacity(partly_priced(limit), 0, FUBAR).fits}
        assert ("hero" in fits) == fitting
