"""Every rule that can speak is tried on both sides, and speaks at the level and page of its verdict."""

import pytest
from hypothesis import given

from tests.points import (
    rules_armour,
    rules_attributes,
    rules_magic,
    rules_weapons,
    test_rules_lists,
    test_rules_properties,
)
from tests.points.independent_findings import ONE_KIND_RULES, RULES
from tests.support.designs import (
    DESIGN_FIELDS,
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
from tests.support.rule_cases import (
    LEVELS,
    ProfileFires,
    ProfileSilent,
    check_profile_fires,
    check_profile_silent,
)
from tests.support.strategies import documents

MODULES = (
    rules_armour, rules_attributes, test_rules_lists, rules_magic, test_rules_properties, rules_weapons,
)  # fmt: skip
FIRES: list[ProfileFires] = [case for module in MODULES for case in module.FIRES]
SILENT: list[ProfileSilent] = [case for module in MODULES for case in module.SILENT]
PAGES = {rule.code: rule.pages for rule in FURY.rules}
VERDICTS = {rule.code: rule.verdict for rule in FURY.rules}

# Rules that a document cannot break, or that say nothing of one profile.
NEVER = {"P-02", "P-20", "P-40", "P-98"}
RULINGS = {"C-08": "warning", "C-10": "warning", "C-26": "warning", "C-27": "warning", "C-44": "note"}


@pytest.mark.parametrize("case", FIRES, ids=lambda case: case.rule)
def test_a_broken_rule_is_reported(case: ProfileFires) -> None:
    """With its level, at its place, and alone."""
    check_profile_fires(case)


@pytest.mark.parametrize("case", SILENT, ids=lambda case: case.rule)
def test_an_obeyed_rule_is_not_reported(case: ProfileSilent) -> None:
    """On the nearest design that keeps it."""
    check_profile_silent(case)


def test_every_rule_of_a_profile_is_tested_broken_and_obeyed() -> None:
    """Each P-rule but those that a document cannot break, and the rulings that speak."""
    speaking = {code for code in VERDICTS if code.startswith("P-")} - NEVER | set(RULINGS)
    assert {case.rule for case in FIRES} == speaking
    assert {case.rule for case in SILENT} == speaking
    assert {rule for rule, _, _ in RULES} | set(ONE_KIND_RULES.values()) | {"P-50"} == speaking


def test_every_constraint_of_the_catalogue_is_tested() -> None:
    """A case has the level and rule of each constraint, and of each required or priced value."""
    tried = {(LEVELS[case.level], case.rule) for case in FIRES}
    entries = (*DESIGN_FIELDS, *FURY.properties, *FURY.spells)
    wanted = {(c.level, c.rule) for entry in entries for c in entry.constraints if c.kind != "roster_max"}
    wanted |= {(a.rule_level, a.rule) for a in FURY.attributes if a.rule}
    wanted |= {("error", a.required_rule) for a in FURY.attributes if a.required_rule}
    wanted |= {
        (p.rule_level, p.rule) for e in (*FURY.properties, *FURY.spells) for p in e.parameters if p.rule
    }
    assert wanted - tried == set()


def agrees(case: ProfileFires) -> bool:
    """The rule is in the catalogue, and its verdict names the level of its findings."""
    level = LEVELS[case.level]
    if case.rule in RULINGS:
        return level == RULINGS[case.rule]
    return level in VERDICTS[case.rule]


def test_findings_agree_with_the_verdicts_of_their_rules() -> None:
    assert [case for case in FIRES if not agrees(case)] == []


def test_findings_name_a_page_of_their_rule() -> None:
    """So that it can be looked up in the book; of a property taken twice, its own page will do."""
    for case in FIRES:
        findings = findings_of(appraise_design(case.design, case.others), case.rule)
        assert findings, case
        allowed = (*PAGES[case.rule], *(range(41, 53) if case.rule in ("P-50", "P-92") else ()))
        assert {finding.page for finding in findings} <= set(allowed), case


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


@given(documents(FURY))
def test_every_finding_names_a_rule(drawn: Json) -> None:
    """Whatever is drawn: the rule is known, and speaks at a level of its verdict."""
    for finding in (f for profile in appraise_json(drawn).profiles for f in profile.findings):
        verdict = RULINGS.get(finding.code) or VERDICTS[finding.code]
        assert finding.level in verdict, finding


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
