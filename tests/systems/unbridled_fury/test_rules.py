"""Unbridled Fury's rules: for each, values that break it, and the most similar values that don't."""

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
# Rules that a document can't break, that aren't about one profile, or that allow something.
NEVER = {"P-02", "P-20", "P-40", "P-98", "R-18", "R-19"}
RULINGS = {"C-08": "warning", "C-10": "warning", "C-26": "warning", "C-27": "warning", "C-44": "note"}
VERDICTS = {rule.code: rule.verdict for rule in FURY.rules} | RULINGS


def expected_of(value: Json) -> Json:
    """Return the expected points, lines and codes of findings by level for a document's profiles."""
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
    """If the rulebook has a rule on several pages, the finding names the page for this design."""
    findings = findings_of(appraise_design(document, {"other": design(command_die="d6")}), rule)
    assert {finding.page for finding in findings} == {page}
