"""Unbridled Fury's rules, each on both sides: what breaks it, and the nearest neighbour that does not."""

import pytest

from tests.points import (
    rules_armour,
    rules_attributes,
    rules_magic,
    rules_weapons,
    test_rules_lists,
    test_rules_properties,
    test_rules_rosters,
)
from tests.points.independent_findings import ONE_KIND_RULES, RULES, broken_rules
from tests.points.independent_prices import PricedCompany
from tests.support.designs import (
    FURY,
    Json,
    appraise_design,
    appraise_json,
    design,
    document,
    findings_of,
    gun,
    picks,
)
from tests.support.roster_cases import document_with_roster
from tests.support.rule_cases import GameRules, levels

MODULES = (
    rules_armour, rules_attributes, test_rules_lists, rules_magic, test_rules_properties, rules_weapons,
)  # fmt: skip
# Rules that a document cannot break, or that say nothing of one profile; and rules that allow something.
NEVER = {"P-02", "P-20", "P-40", "P-98", "R-18", "R-19"}
RULINGS = {"C-08": "warning", "C-10": "warning", "C-26": "warning", "C-27": "warning", "C-44": "note"}
VERDICTS = {rule.code: rule.verdict for rule in FURY.rules} | RULINGS


def expected_of(value: Json) -> Json:
    """What is expected of the profiles of a document: points, lines, and codes of findings by level."""
    company = PricedCompany(value)
    profiles = {}
    for key in company.designs:
        lines = [{"code": row.code, "base": row.base, "points": row.points} for row in company.lines(key)]
        findings = levels([verdict._asdict() for verdict in broken_rules(company, key)])
        profiles[key] = {"points": company.points(key), "lines": lines, "findings": findings}
    return {"profiles": profiles, "rosters": []}


GAME = GameRules(
    FURY, expected_of, document, document_with_roster,
    [case for module in MODULES for case in module.FIRES],
    [case for module in MODULES for case in module.SILENT],
    test_rules_rosters.FIRES, test_rules_rosters.SILENT,
    NEVER, {*RULINGS.items()}, usual="N R-03",
)  # fmt: skip


def test_the_independent_check_has_every_rule_of_a_profile() -> None:
    rules = {rule for rule, _, _ in RULES} | set(ONE_KIND_RULES.values()) | {"P-50"}
    assert rules == {code for code in VERDICTS if code.startswith("P-")} - NEVER | set(RULINGS)


@pytest.mark.parametrize(("rule", "document", "page"), [
    ("P-09", design(ssv=12), 53),
    ("P-10", design(mgc=12, magic="low"), 53),
    ("P-10", design(mgc=1), 36),
    ("P-21", design(shooting_weapons=[gun(), gun(), gun()]), 33),
    ("P-21", design(properties=picks("vehicle"), shooting_weapons=[gun()] * 5), 50),
    ("P-22", design(shooting_weapons=[{"properties": []}]), 11),
    ("P-22", design(shooting_weapons=[gun(reach=13)]), 53),
    ("P-31", design(shooting_weapons=[gun("LA1", "SR")]), 42),
    ("P-31", design(shooting_weapons=[gun("SR")], properties=picks("one-shot-wonder")), 48),
    ("P-32", design(shooting_weapons=[gun("LA1")]), 54),
    ("P-69", design(properties=picks({"code": "flier", "mov": 13})), 54),
    ("P-69", design(properties=picks("flier")), 46),
    ("C-27", design(mgc=1, magic="low", spells=picks({"code": "summon", "profile": "other"})), 52),
])  # fmt: skip
def test_a_finding_cites_the_page_of_its_case(rule: str, document: Json, page: int) -> None:
    """Where a rule is on several pages, a reader is sent to the one that says so of this design."""
    findings = findings_of(appraise_design(document, {"other": design(command_die="d6")}), rule)
    assert {finding.page for finding in findings} == {page}


def has(*taken: str | Json, **changes: object) -> Json:
    """A fighter with these properties."""
    return design(properties=picks(*taken), **changes)


CLEAN: dict[str, Json] = {
    "plain": design(base_mm=25),
    "captain": design(fgt=8, shg=8, tds=3, cow=3, command_die="d8", shooting_weapons=[gun("AP4")]),
    "knight": design(
        size=3, mov=9, arm=4, ssv=5, armour_property="X", shield_property="H",
        combat_weapon={"properties": ["AP8"]},
    ),
    "pike": has("drilled", "fearless", combat_weapon={"properties": ["R", "AP4"]}),
    "mortar": design(shg=6, shooting_weapons=[gun("GB", "I", "AP8", reach=9), gun("FF6", reach=5)]),
    "smoke": design(shg=4, shooting_weapons=[gun("LB", "O", "LA2", reach=8)]),
    "flamer": design(shg=4, shooting_weapons=[gun("S", "F")]),
    "gatling": has("weapon-team", shg=4, shooting_weapons=[gun("FF12", "GB12")]),
    "sniper": has("sniper", "accurate", "camouflage", shg=9, shooting_weapons=[gun("AP12", reach=12)]),
    "airship": has({"code": "airborne", "kind": "slow"}, mov=0, shg=4, shooting_weapons=[gun("D")]),
    "balloon": has({"code": "drifter", "die": "d8"}, mov=0),
    "dragon": has({"code": "flier", "mov": 12}, "terrifying", "hard-as-nails", size=5, base_mm=100),
    "ooze": has("amorphous", "regenerator", "swimmer", size=4, mov=4),
    "fish": has("aquatic"),
    "carrier": has("vehicle", {"code": "capacity", "models": 8, "size": 2}, size=4, base_mm=60),
    "rats": has({"code": "team", "size": 1}, "burrower", size=3),
    "bomb": has({"code": "one-shot-wonder", "attack": "bang"}, combat_weapon={"properties": ["D"]}),
    "thief": has({"code": "invisible", "kind": "unstable"}, "stalker", "climber", "night-vision"),
    "ensign": has("ensign", "fanatic"),
    "herd": has("stampede", "terrifying", shg=0),
    "wolf": has({"code": "companion", "profile": "plain"}, "scout"),
    "bear": has({"code": "were-creature", "kind": "uncontrolled", "forms": ["dragon", "wolf"]}),
    "sorcerer": design(
        mgc=7, magic="high",
        spells=picks(
            "heal", "duration", {"code": "summon", "profile": "rats"}, {"code": "summon", "profile": "wolf"},
            {"code": "transmutation", "profile": "fish"},
        ),
    ),
    "cat": has({"code": "familiar", "profile": "sorcerer"}, size=1),
    "zombie": has("undead", "clumsy", tds=0, cow=0),
    "swarm": has("swarm", {"code": "flier", "mov": 8}, "wind-dependent"),
    "rider": has("mounted", {"code": "dismount", "profile": "pike"}, size=3, mov=9),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(CLEAN))
def test_legal_profiles_have_no_findings(name: str) -> None:
    """A clean design gets no error and no warning, alone of its kind in a list of all of them."""
    profile = appraise_json(document(CLEAN)).profile(name)
    assert [f for f in profile.findings if f.level != "note"] == []
    assert profile.points is not None
