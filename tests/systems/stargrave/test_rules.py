"""Stargrave's rules: for each, values that break it, and the most similar values that don't.

Only the rule itself may have findings, unless a case names other rules.
"""

from typing import Any

import pytest

from builder.points.advice.profile_fixes import appraise_with_fixes
from builder.points.legality.totals import count_texts
from builder.points.rules.results import Finding
from builder.services.patching import apply_json_patch
from tests.support.designs import Json, appraise_json, read_document
from tests.support.rule_cases import Fires, GameRules, Silent
from tests.support.stargrave import (
    STARGRAVE,
    crew_document,
    leader,
    soldier,
)
from tests.systems.stargrave.independent_calculation import expected_of

# Rules that no document can break: a choice has one option, a parameter only its options; or a number is
# calculated.
NEVER = {"P-08", "P-16", "P-17", "R-05"}


Q_BOT: Json = {"weapon": "flamethrower", "tool": "picks"}
CORE = "command:1 coordinated-fire:1 energy-shield remote-firing"


def captain(powers: str = f"{CORE} bribe", gear: str = "pistol knife", **parts: object) -> Json:
    """Return a Veteran who obeys all rules, with changes."""
    own: Json = {"background": "veteran", "improved": "shoot", "powers": powers, "gear": gear}
    return leader(**{**own, **parts})


def mate(powers: str = "bribe fortune haggle fling", **parts: object) -> Json:
    """Return a Rogue who obeys all rules, with changes."""
    own: Json = {"background": "rogue", "improved": "move shoot", "powers": powers, "gear": "pistol"}
    return leader(**{**own, "kind": "first-mate", **parts})


def mystic(powers: str, gear: str = "pistol") -> Json:
    """Return a first mate who can have Void Blade, Heal and Power Spike."""
    return mate(powers, background="mystic", improved="fight", gear=gear)


DOG: Json = {"kind": "soldier", "type": [{"code": "guard-dog"}]}
FIRES: list[Fires] = [
    # A profile that changed from captain to dog breaks no rule for captains, whatever its old fields contain.
    Fires("P-27", "N", "background", {**captain(f"{CORE} bribe bribe", ""), **DOG}),
    Fires("P-27", "N", "experience", soldier("recruit", experience=50), "has no Experience"),
    Fires("P-01", "E", "background", captain(background=None, improved="will", powers=f"{CORE} bribe")),
    Fires("P-01", "E", "type", soldier(None), "choose 1 more"),
    Fires(
        "P-01", "E", "type", {"kind": "soldier", "type": [{"code": "runner"}, {"code": "medic"}]}, "remove 1"
    ),
    Fires("P-02", "E", "improved", captain(improved=""), "choose 1 more"),
    Fires("P-02", "E", "improved", captain(improved="shoot fight"), "remove 1"),
    Fires("P-02", "E", "improved[0]", captain(improved="will"), "can't improve Will"),
    Fires(
        "P-02", "E", "improved[1]", mate(improved="fight fight"),
        "you can take each stat once; choose another stat.",
    ),
    Fires("P-03", "E", "powers", captain(f"{CORE} bribe fling"), "remove 1"),
    Fires("P-03", "W", "powers", captain(CORE), "choose 1 more"),
    Fires("P-03", "E", "powers", mate("bribe fortune haggle fling heal"), "remove 1"),
    Fires("P-03", "W", "powers", mate("bribe fortune haggle")),
    Fires("P-04", "E", "powers[4]", captain(f"{CORE} fortune"), "Core powers: 5, at most 4: replace 1."),
    Fires(
        "P-04", "E", "powers[4]", captain("command:1 fortune:1 fling drone bribe"), "3, at most 2: replace 1."
    ),
    Fires("P-04", "E", "powers[3]", mate("bribe fortune haggle quick-step")),
    Fires("P-04", "E", "powers[3]", mate("bribe drone fling lift")),
    Fires(
        "P-05", "E", "powers[4]", captain("command:1 coordinated-fire:1 bribe fortune bribe"), "another power"
    ),
    Fires("P-05", "E", "powers[5]", captain(f"{CORE} bribe bribe"), "; remove it", ("E P-03",)),
    Fires(
        "P-06", "W", "powers", captain("command:1 coordinated-fire energy-shield remote-firing bribe"),
        "1 of 2",
    ),
    Fires(
        "P-06", "W", "powers[2]", captain("command:1 coordinated-fire:1 energy-shield:1 fortune bribe"),
        "at most 2",
    ),
    Fires(
        "P-06", "W", "powers[0].lowered", captain("command:2 coordinated-fire energy-shield fortune bribe")
    ),
    Fires("P-06", "W", "powers[0]", mate("bribe:1 fortune haggle fling"), "at most 0"),
    Fires(
        "P-07", "E", "gear[2]", captain(gear="rapid-fire grenade-launcher deck"),
        "7, at most 6: free up 1 slot.",
    ),
    Fires("P-07", "E", "gear[2]", mate(gear="rapid-fire carbine deck")),
    Fires("P-07", "E", "gear[4]", captain(gear="rapid-fire carbine deck knife picks")),
    Fires("P-07", "E", "gear[0]", soldier("recruit", "carbine"), "2, at most 1: free up 1 slot."),
    Fires("P-07", "E", "gear[0]", soldier("guard-dog", "knife"), "at most 0"),
    Fires("P-07", "E", "gear[1]", soldier("mule", "grenade-launcher carbine"), also=("N P-19",)),
    Fires("P-09", "E", "gear[1]", captain(gear="pistol light-armour heavy-armour"), "remove one of them"),
    Fires("P-09", "E", "gear[1]", captain(gear="pistol light-armour light-armour"), also=("W P-23",)),
    Fires("P-09", "E", "gear[0]", soldier("recruit", "heavy-armour"), "with Light armour"),
    Fires("P-09", "W", "gear[0]", soldier("recruit", "shield"), "with Light armour"),
    Fires("P-09", "W", "gear[1]", captain(gear="pistol shield light-armour"), "Agree on it"),
    Fires("P-10", "E", "gear[0]", captain(gear="shield carbine"), "no hand"),
    Fires("P-10", "E", "gear[0]", soldier("sentry", "shield"), "with Carbine", ("W P-09",)),
    Fires(
        "P-10", "E", "gear[0]", soldier("sniper", "shield", {"weapon": "shotgun"}), "with Shotgun",
        ("W P-09",),
    ),
    Fires("P-11", "W", "gear[1]", captain(gear="combat-armour hand-weapon"), "wastes a slot"),
    Fires("P-11", "W", "gear[0]", soldier("armoured-trooper", "pistol"), also=("N C-09",)),
    Fires("P-11", "W", "gear[1]", captain(gear="combat-armour filter-mask")),
    Fires("P-12", "W", "powers[4]", captain(f"{CORE} armour-plates", "combat-armour"), "lighter armour"),
    Fires(
        "P-13", "W", "powers[1]", mystic("dark-energy void-blade fortune mystic-trance"), "add a hand weapon"
    ),
    Fires("P-13", "W", "powers[4]", captain(f"{CORE} target-lock"), "grenade launcher"),
    Fires("P-14", "W", "powers[3]", mystic("dark-energy suggestion heal power-spike", "hand-weapon")),
    Fires(
        "P-15", "E", "earned[1]", captain(gained=37, earned="move move"), "8, at most 7",
        ("W P-03", "W P-06", "W P-24"),
    ),
    Fires("P-19", "N", "powers[4]", captain(f"{CORE} crack-shot"), "supplement"),
    Fires(
        "P-19", "N", "background powers[2] powers[3]",
        mate("bribe fling contacts inspiring", background="aristocrat", improved="will"),
    ),
    Fires("P-19", "N", "type[0]", soldier("ravaged")),
    Fires("P-21", "N", "gear", captain(gear="deck"), "Unarmed"),
    Fires("P-22", "N", "powers[4]", captain(f"{CORE} heal", "pistol light-armour"), "None of our sources"),
    Fires("P-23", "W", "gear[1]", captain(gear="knife knife"), "Only the first takes no slot"),
    Fires("P-23", "W", "gear[1]", mate(gear="pistol pistol"), "remove 1"),
    Fires("P-06", "E", "powers[0].lowered", mate("bribe:10 fortune haggle fling"), "0 to 9", ("W P-06",)),
    Fires("P-24", "E", "gained", mate(gained=100), "enter 0 to 99", ("W P-03", "W P-06", "W P-24")),
    Fires("P-24", "E", "earned", mate(gained=1, earned="will"), "remove 1", ("W P-06",)),
    Fires("P-24", "E", "experience", captain(experience=1000), "spend 100 on each level"),
    Fires("P-25", "E", "created", soldier("armoured-trooper", created=True), "hire it", ("N C-09",)),
    Fires("P-26", "W", "gear[0]", soldier("hacker", "deck"), "a second one does nothing"),
    Fires("P-26", "W", "gear[0]", soldier("q-bot", "picks", Q_BOT), also=("N P-19",)),
    Fires(
        "P-18", "E", "type[0].weapon", soldier("q-bot", parameters={"tool": "deck"}), "choose", ("N P-19",)
    ),
    Fires(
        "P-18", "E", "type[0].tool", soldier("q-bot", parameters={"weapon": "flamethrower"}),
        "choose deck or picks", ("N P-19",),
    ),
    Fires("C-09", "N", "type[0]", soldier("armoured-trooper"), "No source"),
]  # fmt: skip

SILENT: list[Silent] = [
    Silent("P-27", soldier("recruit", gained=0)),
    Silent("P-01", captain()),
    Silent("P-01", soldier("recruit")),
    Silent("P-02", mate(improved="move fight")),
    Silent(
        "P-02",
        mate("drone fling heal control-robot", background="tekker", improved="health move"),
        ("E P-04",),
    ),
    Silent("P-03", mate()),
    Silent("P-04", captain("command:1 fortune:1 energy-shield drone bribe")),
    Silent("P-04", mate("bribe fortune drone fling")),
    Silent("P-05", captain("command:1 coordinated-fire:1 bribe fortune armoury")),
    Silent("P-06", mate("bribe:1 fortune haggle fling", gained=1)),
    Silent("P-07", captain(gear="rapid-fire carbine deck knife")),
    Silent("P-07", soldier("mule", "grenade-launcher medic-kit"), ("N P-19",)),
    Silent("P-07", soldier("recruit", "medic-kit")),
    Silent("P-09", captain(gear="pistol heavy-armour")),
    Silent("P-09", soldier("runner", "heavy-armour")),
    Silent("P-09", soldier("mule", "light-armour heavy-armour shield"), ("N P-19",)),
    Silent("P-10", captain(gear="shield pistol")),
    Silent("P-10", soldier("runner", "shield")),
    Silent("P-11", captain(gear="combat-armour knife")),
    Silent("P-11", soldier("armoured-trooper", "knife"), ("N C-09",)),
    Silent("P-13", mystic("dark-energy void-blade fortune mystic-trance", "combat-armour"), ("N P-22",)),
    Silent("P-14", mystic("dark-energy suggestion drone power-spike", "combat-armour"), ("N P-22",)),
    Silent("P-12", captain(f"{CORE} armour-plates", "pistol heavy-armour")),
    Silent("P-13", mystic("dark-energy void-blade fortune mystic-trance", "hand-weapon")),
    Silent("P-13", captain(f"{CORE} target-lock", "grenades")),
    Silent("P-14", mystic("dark-energy suggestion heal power-spike", "shotgun")),
    Silent("P-15", captain(improved="move")),
    Silent("P-15", soldier("guard-dog")),
    Silent("P-18", soldier("q-bot", parameters=Q_BOT), ("N P-19",)),
    Silent("P-18", soldier("trooper")),
    Silent("P-19", captain()),
    Silent("P-21", captain(gear="combat-armour")),
    Silent("P-22", captain(f"{CORE} heal")),
    Silent("P-23", captain(gear="knife pistol")),
    Silent("P-24", mate(gained=2, earned="will", powers="bribe:1 fortune haggle fling")),
    Silent("P-24", captain(experience=999, injuries=[{"code": "injury", "name": "a lost eye"}])),
    Silent("P-25", soldier("sniper", created=True)),
    Silent("P-26", soldier("hacker", "picks")),
    Silent("P-26", soldier("hacker", "knife")),
    Silent("P-26", soldier("mule", "deck deck"), ("N P-19",)),
    Silent("C-09", soldier("sniper")),
]


# ------------------------------------------------------------------ crews


LIST: dict[str, Json] = {
    "captain": captain(),
    "mate": mate(),
    "twin": mate(background="veteran", improved="shoot", powers="command fortune fling bribe"),
    "suited": captain(f"{CORE} bribe", "combat-armour"),
    "maker": captain("command:1 fortune:1 energy-shield create-robot bribe"),
    "armourer": captain("command:1 armoury:1 energy-shield power-spike bribe", "combat-armour"),
    "pilot": captain("command:1 fortune:1 energy-shield drone bribe", gained=0),
    "veteran": captain("command:2 fortune:1 energy-shield drone bribe", gained=1),
    "mate-10": mate(gained=10),
    "mate-11": mate(gained=11),
    "captain-20": captain("command fortune energy-shield drone bribe", gained=5),
    "captain-21": captain("command fortune energy-shield drone bribe", gained=6),
    "medic": soldier("medic", "deck"),
    "carrier": soldier("mule", "medic-kit deck picks"),
    "chiseler": soldier("chiseler"),
    "sniper": soldier("sniper"),
    "recruit": soldier("recruit"),
    "made": soldier("recruit", created=True),
    "robot": soldier("recruit", robot=True),
}
USEFUL = (("medic", 1), ("chiseler", 1))


def crew_list(roster: Json) -> Json:
    """Return a list with this crew. It allows at most two recruits."""
    document = crew_document(LIST, rosters=[{"name": "Friday", "limit": 400, **roster}])
    for profile in document["profiles"]:
        profile["max"] = 9 if profile["key"] != "recruit" else 2
    return document


def crew_findings(roster: Json) -> tuple[Finding, ...]:
    """Return the findings of a crew of the list."""
    return appraise_json(crew_list(roster)).rosters[0].findings


def crew(*members: str | tuple[str, int], useful: bool = True, **fields: object) -> Json:
    """Return a crew of these members, and of the members that they need; ``fields`` are the crew's own."""
    rows = [member if isinstance(member, tuple) else (member, 1) for member in members]
    entries = [{"profile": key, "count": n} for key, n in (*rows, *(USEFUL if useful else ()))]
    facts = {key: value for key, value in fields.items() if key != "limit"}
    limit = {"limit": fields["limit"]} if "limit" in fields else {}
    return {**limit, **({"fields": facts} if facts else {}), "entries": entries}


TWO = ("pilot", "mate")
CREWS_FIRE: list[Fires] = [
    Fires("R-01", "E", "entries", crew("pilot"), "No first mate yet"),
    Fires("R-01", "E", "entries", crew(*TWO, "suited"), "at most 1", ("N R-06", "N P-20")),
    Fires("R-02", "E", "entries", crew(*TWO, ("made", 0), ("robot", 7)), "9 × Soldier, at most 8"),
    Fires("R-03", "E", "entries", crew(*TWO, ("sniper", 5), limit=999), "5 specialists, at most 4"),
    Fires("R-03", "E", "entries", crew(*TWO, ("sniper", 6), limit=999, quarters=True), "at most 5"),
    Fires("R-04", "E", "entries", crew(*TWO, ("sniper", 3)), "420 credits, 20 over the 400"),
    Fires(
        "R-06", "N", "entries", crew("armourer", "mate"),
        "50 credits before each game, the first too; 0 if",
    ),
    Fires(
        "R-06", "N", "entries", crew("armourer", "suited", "mate"),
        "100 credits before each game, the first too; 50 if", ("E R-01", "N P-20"),
    ),
    Fires("R-06", "W", "entries", crew("armourer", "mate", limit=160), "40 are left"),
    Fires("R-07", "N", "entries", crew("pilot", "twin"), "allowed"),
    Fires("R-08", "N", "entries", crew(*TWO, useful=False), "medic kit, deck or picks"),
    Fires("R-08", "N", "entries", crew(*TWO, "medic", useful=False), "No picks in the crew"),
    Fires("R-08", "N", "entries", crew(*TWO, "carrier", useful=False), "medic kit, deck or picks"),
    Fires("R-09", "W", "fields.quarters", crew(*TWO, quarters=True), "a new crew"),
    Fires(
        "R-14", "W", "fields.workshop", crew(*TWO, workshop=True, won=500), "nobody in the crew has Armoury"
    ),
    Fires(
        "R-14", "W", "fields.medical_suite", crew(*TWO, useful=False, medical_suite=True, won=500),
        also=("N R-08",),
    ),
    Fires(
        "R-10", "W", "entries", crew("maker", "mate", ("made", 2)),
        "Robots made by Create Robot: 2. Members who know the power: 1.",
    ),
    Fires("R-13", "W", "entries", crew("pilot", "mate-11"), "level 15, first mate of level 11"),
    Fires("R-13", "W", "entries", crew("captain-21", "mate"), "the next levels are for the first mate"),
    Fires("R-11", "E", "entries[2]", crew(*TWO, ("gone", 1)), "not in this list"),
    Fires("R-12", "E", "entries[2]", crew(*TWO, ("recruit", 3)), "remove 1"),
    Fires("P-20", "N", "entries", crew("captain", "mate"), "hire one"),
]  # fmt: skip
CREWS_SILENT: list[Silent] = [
    Silent("R-01", crew(*TWO)),
    Silent("R-02", crew(*TWO, ("robot", 6))),
    Silent("R-03", crew(*TWO, ("sniper", 4), limit=999)),
    Silent("R-03", crew(*TWO, ("sniper", 5), limit=999, quarters=True)),
    Silent("R-04", crew(*TWO, ("sniper", 2), limit=320)),
    Silent("R-06", crew("armourer", "mate", limit=170), ("N R-06",)),
    Silent("R-07", crew(*TWO)),
    Silent("R-08", crew(*TWO)),
    Silent("R-09", crew(*TWO, quarters=True, limit=401)),
    Silent("R-09", crew("veteran", "mate", quarters=True)),
    Silent("R-09", crew(*TWO, quarters=True, won=1000)),
    Silent("R-14", crew("armourer", "mate", workshop=True, medical_suite=True, won=1000), ("N R-06",)),
    Silent("R-14", crew(*TWO, cargo_pods=True, quarters=True, communications=True, won=1600)),
    Silent("R-13", crew("pilot", "mate-10")),
    Silent("R-13", crew("captain-20", "mate")),
    Silent("R-10", crew("maker", "mate", "made")),
    Silent("R-11", crew(*TWO, ("gone", 0))),
    Silent("R-12", crew(*TWO, ("recruit", 2))),
    Silent("P-20", crew("captain", "mate", "robot")),
]


GAME = GameRules(
    STARGRAVE, expected_of, lambda design: crew_document({"own": design}), crew_list,
    FIRES, SILENT, CREWS_FIRE, CREWS_SILENT, NEVER, {("C-09", "note")},
)  # fmt: skip


def test_too_many_specialists_and_soldiers_have_fixes() -> None:
    """One press removes all members above the limit."""
    for created, rule in ((crew(*TWO, ("sniper", 5), limit=999), "R-03"), (crew(*TWO, ("robot", 7)), "R-02")):
        first_match = next(finding for finding in crew_findings(created) if finding.code == rule)
        assert first_match.fix is not None, rule
        assert first_match.fix.label.startswith("Remove"), rule


@pytest.mark.parametrize(("facts", "limit"), [({}, 4), ({"quarters": True}, 5)])
def test_a_crew_shows_how_many_specialists_there_is_room_for(facts: Json, limit: int) -> None:
    """The total shows it, with and without Extra Quarters. No finding says that a robot is missing."""
    crew_appraisal = appraise_json(crew_list(crew(*TWO, "sniper", useful=False, **facts))).rosters[0]
    assert f"1 of {limit} specialists" in count_texts(STARGRAVE, crew_appraisal)
    assert [total.code for total in crew_appraisal.shown_counts] == ["specialists"]


def test_two_captains_of_one_level_are_reported_once_as_too_close_to_the_mate() -> None:
    """The crew has one captain too many, and one difference of levels that is too small (external: S1)."""
    findings = crew_findings(crew("pilot", "captain", "mate-11"))
    assert [finding.code for finding in findings if finding.level != "note"] == ["R-01", "R-13"]


def test_each_member_with_armoury_allows_a_suit() -> None:
    """Captain and first mate wear combat armour, and both have the power (external: S1)."""
    both = {"captain": LIST["armourer"], "mate": mate("bribe armoury fortune fling", gear="combat-armour")}
    rows = [{"profile": key, "count": 1} for key in both]
    crew_appraisal = appraise_json(
        crew_document(both, rosters=[{"name": "Friday", "limit": 400, "entries": rows}])
    ).rosters[0]
    (message,) = (finding.message for finding in crew_appraisal.findings if finding.code == "R-06")
    assert message == "Combat armour: 100 credits before each game, the first too; 0 if Armoury works."


def test_a_soldier_without_a_type_has_no_price() -> None:
    """Its crew has no price either, because the type decides it (external: S1, S2)."""
    rows = [{"profile": key, "count": 1} for key in ("own", "recruit")]
    roster = {"name": "Friday", "limit": 400, "entries": rows}
    document = crew_document({"own": soldier(None), "recruit": soldier("recruit")}, rosters=[roster])
    crew_appraisal = appraise_json(document)
    assert [profile.points for profile in crew_appraisal.profiles] == [None, 0]
    assert crew_appraisal.rosters[0].points is None


def test_the_fix_removes_ship_upgrades_of_a_new_crew() -> None:
    """The fix removes all of them, in the document of the full list."""
    document = crew_list(crew(*TWO, quarters=True, workshop=True))
    (fix,) = (f.fix for f in appraise_json(document).rosters[0].findings if f.code == "R-09")
    assert fix is not None
    assert fix.label == "Untick Armament Workshop and Extra Quarters"
    changed: Any = apply_json_patch(document, [operation.to_json() for operation in fix.patch])
    assert "R-09" not in [finding.code for finding in appraise_json(changed).rosters[0].findings]


FIXES: list[tuple[str, Json, str]] = [
    ("P-01", captain(background=None, improved="", powers=""), ""),
    ("P-01", soldier(None), ""),
    ("P-03", captain("command:1 coordinated-fire:1 energy-shield remote-firing"), ""),
    ("P-06", captain("command coordinated-fire energy-shield remote-firing bribe"), ""),
    ("P-07", captain(gear="grenade-launcher carbine pistol hand-weapon"), "Remove Hand weapon"),
    ("P-07", captain(gear="rapid-fire carbine combat-armour"), "Remove Carbine"),
    ("P-07", captain(gear="rapid-fire combat-armour pistol filter-mask"), "Remove Filter mask"),
    ("P-07", captain(gear="rapid-fire carbine combat-armour knife"), "Remove Carbine"),
    ("P-05", captain("command:1 coordinated-fire:1 bribe fortune bribe"), ""),
    ("P-02", mate(improved="fight fight"), ""),
    (
        "P-06", captain("command:1 coordinated-fire:1 energy-shield:1 fortune bribe"),
        "Do not lower Energy Shield",
    ),
    ("P-06", captain("command:3 fortune energy-shield drone bribe", gained=1), ""),
    ("P-06", captain("command:2 fortune:2 energy-shield drone bribe", gained=1), "Lower Fortune by 1 only"),
    ("P-06", mate("bribe:1 fortune haggle fling"), "Do not lower Bribe"),
    ("P-04", captain(f"{CORE} fortune"), ""),
    ("P-24", captain(f"{CORE} bribe", earned="fight shoot"), "Remove Fight and Shoot"),
    ("P-09", soldier("recruit", "heavy-armour"), "Remove Heavy armour"),
    ("P-10", soldier("sentry", "shield"), "Remove Shield"),
    ("P-25", soldier("armoured-trooper", created=True), "Untick Made by Create Robot"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "design", "label"), FIXES)
def test_fixes_break_no_other_rule(rule: str, design: Json, label: str) -> None:
    """Surplus picks are removed. What to choose, and which power to replace, is a question to the player.

    Armour is removed after the item that includes it. The free knife makes no room.
    """
    result = (
        appraise_with_fixes(read_document(crew_document({"own": design})), STARGRAVE).profile("own").findings
    )
    labels = [finding.fix.label for finding in result if finding.code == rule and finding.fix]
    assert labels == ([label] if label else [])


def test_a_surplus_mate_does_not_replace_a_missing_captain() -> None:
    """R-01 has two findings, and each has its own fix: add a captain, and remove a mate."""
    findings = [finding for finding in crew_findings(crew(("mate-11", 2))) if finding.code == "R-01"]
    labels = {finding.message.split()[0]: finding.fix and finding.fix.label for finding in findings}
    assert labels["2"] == "Remove 1 × Mate-11"
    assert not (labels["No"] or "").startswith("Remove")
