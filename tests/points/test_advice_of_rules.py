"""Advice on rosters follows the meaning of the rule: what to change, what to complete, what the player
decides.
"""

import pytest

from builder.points.advice.capacity import remaining_capacity
from builder.points.advice.profile_fixes import appraise_with_fixes
from builder.points.advice.roster_plan import plans_for_roster, unfinished_profiles
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import Finding
from builder.points.rules.wording import finding_place, source_text
from tests.support.crimson_dusk import DUSK, dusk_document, model, roster, row
from tests.support.designs import FURY, Json, appraise_json, design, document, picks, read_document
from tests.support.fubar import FUBAR, figure, fubar_document
from tests.support.stargrave import STARGRAVE, crew_document, leader, soldier
from tests.support.zapp import ZAPP, of_kind, unit, zapp_document

MONSTER = model(specials=[{"code": "monstrous", "damage": 10}], across=3, cost=50)
LEADER = design(command_die="d8", mov=6, fgt=6)  # 135 points
FIGHTER = design(mov=7, fgt=7, arm=7)  # 49 points


def findings(sent: Json, catalogue: Catalogue, code: str) -> list[Finding]:
    """Return the findings of a rule on profiles and rosters, with their fixes."""
    appraisal = appraise_with_fixes(read_document(sent), catalogue, sent)
    all_findings = [
        *(profile.findings for profile in appraisal.profiles),
        *(profile.findings for profile in appraisal.rosters),
    ]
    return [finding for some in all_findings for finding in some if finding.code == code]


def labels(sent: Json, catalogue: Catalogue, code: str) -> list[str]:
    """Return the labels of the fixes of a rule's findings; "" for a finding without a fix."""
    return [finding.fix.label if finding.fix else "" for finding in findings(sent, catalogue, code)]


def read_points(sent: Json) -> dict[str, int]:
    """Return the points of each profile."""
    return {item.key: item.points or 0 for item in appraise_json(sent).profiles}


def plans(sent: Json, catalogue: Catalogue) -> list[tuple[dict[str, int], dict[str, int], int | None]]:
    """Return what each plan removes and adds, and its limit."""
    ways = plans_for_roster(read_document(sent), 0, catalogue)
    return [(dict(plan.removed), dict(plan.added), plan.limit) for plan in ways]


# ------------------------------------------------------------------ what the rule means


def test_a_robot_without_a_maker_is_hired() -> None:
    """It isn't removed from the crew, however many profiles are marked."""
    crew = {"captain": leader(kind="captain"), "bot": soldier("trooper", created=True)}
    list_document = crew_document(crew, rosters=[roster(row("captain"), row("bot"), limit=400)])
    assert labels(list_document, STARGRAVE, "R-10") == ["Untick Made by Create Robot"]
    crew["other"] = soldier("trooper", created=True)
    list_document = crew_document(crew, rosters=[roster(row("captain"), row("bot"), row("other"), limit=400)])
    assert labels(list_document, STARGRAVE, "R-10") == [""]


def test_playing_a_larger_game_needs_no_other_change() -> None:
    """22 models of 41 points are above 500, and fit into 1000."""
    list_document = document({"m": design(mov=6, fgt=6, arm=7)}, rosters=[roster(row("m", 22), limit=500)])
    assert plans(list_document, FURY) == [({"m": 10}, {}, 500), ({}, {}, 1000)]


@pytest.mark.parametrize("inside", [2, 4])
def test_a_garrison_is_filled_up(inside: int) -> None:
    """The fill adds models like those in the building, and no building."""
    profiles = {"irr": model("rifle", quality="ir"), "house": {"kind": "building", "armour": 14, "dam": 60}}
    garrison = row("house", unit="building", attached=[row("irr", inside)])
    list_document = dusk_document(profiles, rosters=[roster(garrison)])
    assert labels(list_document, DUSK, "R-01") == [f"Add {5 - inside} × Irr"]
    assert plans(list_document, DUSK) == [({}, {"irr": 5 - inside}, None)]


def test_two_monsters_become_personalities_or_more() -> None:
    """The message names both ways: the fix is the first, the plan the second. One monster is no section."""
    list_document = dusk_document({"mon": MONSTER}, rosters=[roster(row("mon", 2), limit=200)])
    assert labels(list_document, DUSK, "R-01") == ["Add Personality"]
    assert plans(list_document, DUSK) == [({}, {"mon": 2}, 200)]
    list_document = dusk_document({"mon": MONSTER}, rosters=[roster(row("mon"), limit=200)])
    assert (labels(list_document, DUSK, "R-01"), plans(list_document, DUSK)) == (["Add Personality"], [])


def test_a_row_of_personalities_keeps_its_kind_or_becomes_a_section() -> None:
    """The special rule resolves both findings. The plan does too, and changes only the roster."""
    list_document = dusk_document(
        {"rifle": model("rifle")}, rosters=[roster(row("rifle", unit="personality"))]
    )
    assert labels(list_document, DUSK, "R-01") == labels(list_document, DUSK, "R-04") == ["Add Personality"]
    (plan,) = plans_for_roster(read_document(list_document), 0, DUSK)
    assert plan.patch[-1].value == row("rifle", 4, unit="section")


def test_sections_that_are_too_small_go_before_the_limit_is_met() -> None:
    """140 points of 40: nothing can be added, so six single Rifles are removed. Of 80 points: 4 Guards, or
    the limit.

    The new limit is the remaining points, without those of the Rifles.
    """
    profiles = {key: model("rifle", cost=10) for key in ("guard", "rifle")}
    rows = [row("guard", 8, unit="section"), *[row("rifle", unit="section")] * 6]
    list_document = dusk_document(profiles, rosters=[roster(*rows, limit=40)])
    assert plans(list_document, DUSK) == [
        ({"rifle": 6, "guard": 4}, {}, 40),
        ({"rifle": 6}, {}, 80),
    ]


# ------------------------------------------------------------------ what is unfinished


def test_unfinished_profiles_are_not_removed() -> None:
    """Armour that was just chosen, and a profile with a blank value."""
    hero = {"kind": "character", "level": "heroic", "armour": picks("magical")}
    list_document = fubar_document({"hero": hero, "u": figure()}, rosters=[roster(row("hero"), row("u", 5))])
    assert [
        unfinished_profile.key
        for unfinished_profile in unfinished_profiles(read_document(list_document), 0, FUBAR)
    ] == ["hero"]
    assert plans(list_document, FUBAR) == []
    list_document = document({"lead": LEADER, "x": {}}, rosters=[roster(row("lead"), row("x"), limit=500)])
    assert [
        unfinished_profile.key
        for unfinished_profile in unfinished_profiles(read_document(list_document), 0, FURY)
    ] == ["x"]
    assert plans(list_document, FURY) == []


# ------------------------------------------------------------------ what only the player knows


@pytest.mark.parametrize(
    ("sent", "catalogue", "code"),
    [
        (zapp_document({"w": of_kind("wizard", wizard_rolled=13)}), ZAPP, "P-20"),
        (zapp_document({"u": unit(0)}), ZAPP, "P-01"),
        (
            zapp_document({"u": unit()}, rosters=[{**roster(row("u")), "fields": {"counters": 3}}]),
            ZAPP,
            "R-02",
        ),
        (document({"x": design(base_mm=45)}), FURY, "P-12"),
        (dusk_document({"x": {}}), DUSK, "P-01"),
        (dusk_document({"x": model(specials=[{"code": "monstrous", "damage": 9}], across=1)}), DUSK, "P-05"),
        (crew_document({"c": leader(kind="captain", gained=120)}), STARGRAVE, "P-24"),
    ],
)
def test_advice_does_not_choose_dice_or_measurements(sent: Json, catalogue: Catalogue, code: str) -> None:
    """The message says what is allowed, and there is no fix."""
    assert set(labels(sent, catalogue, code)) == {""}


# ------------------------------------------------------------------ what is counted


@pytest.mark.parametrize(("limit", "size"), [(600, 500), (1500, 1000)])
def test_a_limit_that_is_no_game_size_is_filled_to_the_next_size(limit: int, size: int) -> None:
    """The message counts the remaining points up to this size."""
    profiles = {"lead": LEADER, "m": FIGHTER}
    list_document = document(profiles, rosters=[roster(row("lead"), row("m", 2), limit=limit)])
    assert plans(list_document, FURY) == [({}, {}, size)]
    (note,) = findings(list_document, FURY, "R-03")
    room = remaining_capacity(read_document(list_document), 0, FURY)
    assert note.message.startswith(f"{room.points_left} points")
    assert [fill.points + fill.points_left for fill in room.fills] == [room.points_left] * len(room.fills)


def test_above_the_planned_size_no_unspent_points_are_reported() -> None:
    profiles = {"lead": LEADER, "m": FIGHTER}
    list_document = document(profiles, rosters=[roster(row("lead"), row("m", 24), limit=1500)])
    room = remaining_capacity(read_document(list_document), 0, FURY)
    assert findings(list_document, FURY, "R-03") == []
    assert room.points_left is not None
    assert room.points_left < 0


def test_a_master_can_join_two_familiars_that_name_him() -> None:
    """A Mage resolves R-09, and is a first step to resolve R-07."""
    familiar = design(properties=picks({"code": "familiar", "profile": "mage"}))
    profiles = {"mage": design(mgc=5, magic="high"), "familiar": familiar}
    list_document = document(profiles, rosters=[roster(row("familiar", 2), limit=500)])
    assert labels(list_document, FURY, "R-09") == ["Add 1 × Mage"]
    assert [fit.profile for fit in remaining_capacity(read_document(list_document), 0, FURY).fits] == ["mage"]


def test_without_a_limit_no_remaining_points_are_reported() -> None:
    """And there is no fill."""
    list_document = dusk_document({"boss": model("rifle", cost=6)}, rosters=[roster()])
    room = remaining_capacity(read_document(list_document), 0, DUSK)
    assert (room.fills, room.points_left) == ((), None)


def test_a_larger_game_comes_before_a_swap_of_the_largest_model() -> None:
    """Half of the points or more would change, so the game of 1000 is first."""
    giant = design(size=5, mov=12, fgt=11, tds=1, cow=1, arm=2)
    list_document = document(
        {"lead": LEADER, "giant": giant}, rosters=[roster(row("giant"), row("lead", 2), limit=500)]
    )
    points = read_points(list_document)
    assert points["giant"] > 500
    list_document["rosters"][0]["entries"] = [row("giant"), row("lead")]
    assert plans(list_document, FURY)[0] == ({}, {}, 1000)


def test_a_soldier_of_another_type_is_not_offered_as_a_cheaper_option() -> None:
    """Such a change is a swap of soldiers."""
    crew = {"captain": leader(kind="captain", background="rogue", improved="fight shoot")}
    crew |= {"mate": leader(kind="first-mate", background="rogue", improved="fight shoot")}
    crew |= {"trooper": soldier("trooper"), "runner": soldier("runner")}
    rows = row("captain"), row("mate"), row("trooper", 8)
    list_document = crew_document(crew, rosters=[roster(*rows, limit=300)])
    ways = plans_for_roster(read_document(list_document), 0, STARGRAVE)
    assert ways
    assert [plan.option for plan in ways if plan.option] == []


@pytest.mark.parametrize(
    ("gained", "message"), [(1, []), (2, ["The levels gained improve 1 stat: choose 1 more."])]
)
def test_advice_keeps_gained_stats(gained: int, message: list[str]) -> None:
    """A first mate of level 2 has one."""
    list_document = crew_document({"mate": leader(kind="first-mate", background="rogue", gained=gained)})
    assert [finding.message for finding in findings(list_document, STARGRAVE, "P-24")] == message


# ------------------------------------------------------------------ where the text has it


def test_a_rule_with_several_parts_cites_the_part_of_the_case() -> None:
    """Armour isn't among the skills. Invented weapons are under the Cardinal Rules."""
    own = figure(close_combat="own-melee", armour="magical", skills=["own-skill"])
    list_document = fubar_document({"own": own})
    places = {finding_place(FUBAR, finding) for finding in findings(list_document, FUBAR, "P-02")}
    assert places == {"The Cardinal Rules", "Armour", "Example Skills"}
    list_document = zapp_document({"a": of_kind("artillery", models=1, crew=8)})
    assert [finding_place(ZAPP, finding) for finding in findings(list_document, ZAPP, "P-26")] == ["Shooting"]


def test_numbers_of_crew_members_are_public_facts() -> None:
    """The quick reference has none of these numbers."""
    list_document = crew_document(
        {"captain": leader(kind="captain", background="rogue"), "s": soldier("trooper")}
    )
    for profile in appraise_with_fixes(read_document(list_document), STARGRAVE, list_document).profiles:
        lines = [line for value in profile.values if value.code in ("health", "will") for line in value.lines]
        assert {source_text(STARGRAVE, line.page, line.place) for line in lines} == {"Public sources"}


def test_findings_on_public_facts_cite_no_page() -> None:
    """Powers and stats of a captain aren't in the text."""
    list_document = crew_document({"captain": leader(kind="captain", background="rogue")})
    (result,) = appraise_with_fixes(read_document(list_document), STARGRAVE, list_document).profiles
    places = {finding_place(STARGRAVE, finding) for finding in result.findings if finding.level == "error"}
    assert places == {"Public sources"}
