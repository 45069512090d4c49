"""The rules of five games: for each, values that break it, and the most similar values that don't.

The cases are in each game's ``test_rules``. A case names all rules that have findings.
"""

import re
from collections import Counter
from collections.abc import Sequence

import pytest

from builder.points.appraisal.appraisal import appraise
from builder.points.rules.catalogue import DesignPart, Property
from builder.points.rules.results import Finding, ProfileAppraisal, RosterAppraisal
from tests.support.designs import Json, read_document
from tests.support.rule_cases import LEVELS, Fires, GameRules, Silent, levels, spoken
from tests.systems.crimson_dusk import test_rules as crimson_dusk
from tests.systems.dark_fantasy_fubar import test_rules as fubar
from tests.systems.stargrave import test_rules as stargrave
from tests.systems.unbridled_fury import test_rules as fury
from tests.systems.zapp import test_rules as zapp

GAMES = {module.GAME.catalogue.system: module.GAME for module in (crimson_dusk, fubar, stargrave, fury, zapp)}
EACH = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
FIRES = [
    (game, make_list(case.made), case)
    for game in GAMES.values()
    for make_list, cases in ((game.profile_list, game.fires), (game.roster_list, game.rosters_fire))
    for case in cases
]
SILENT = [
    (game, make_list(case.made), case)
    for game in GAMES.values()
    for make_list, cases in ((game.profile_list, game.silent), (game.roster_list, game.rosters_silent))
    for case in cases
]


def named(cases: Sequence[tuple[GameRules, Json, Fires | Silent]]) -> list[str]:
    """Return ids for the tests: the game, the rule and a number."""
    return [f"{game.catalogue.system}-{case.rule}-{number}" for number, (game, _, case) in enumerate(cases)]


def findings_of(game: GameRules, document: Json, rule: str) -> tuple[Finding, ...]:
    """Return the findings of a case's profile or roster, as the independent calculation has them."""
    appraisal, expected = appraise(read_document(document), game.catalogue), game.expected_of(document)
    calculated = [*expected["profiles"].values(), *expected["rosters"]]
    judged: list[ProfileAppraisal | RosterAppraisal] = [*appraisal.profiles, *appraisal.rosters]
    findings = judged[-1].findings
    if len(calculated) == len(judged):  # rosters of Unbridled Fury are calculated by another test
        assert levels([finding._asdict() for finding in findings]) == calculated[-1]["findings"]
    return tuple(f for f in findings if f.code == rule or not spoken([f]) & {game.usual})


@pytest.mark.parametrize(("game", "document", "case"), FIRES, ids=named(FIRES))
def test_a_broken_rule_is_reported(game: GameRules, document: Json, case: Fires) -> None:
    """The finding has the level, places, message and page of the case, and there are no other findings."""
    findings = findings_of(game, document, case.rule)
    here = [f for f in findings if (f.level, f.code) == (LEVELS[case.level], case.rule)]
    assert Counter(f.where for f in here) == Counter(case.where.split(" "))
    assert spoken(findings) == {f"{case.level} {case.rule}", *case.also}
    (rule,) = (rule for rule in game.catalogue.rules if rule.code == case.rule)
    is_repeat = rule.code in {slot.repeat_rule for slot in game.catalogue.pick_slots}
    for finding in here:
        assert [words for words in case.words.split(" … ") if words not in finding.message] == []
        assert finding.message.endswith((".", "?"))
        if case.page:
            assert finding.page == case.page
        elif rule.pages and not is_repeat:  # the page of an item that is picked twice is enough
            assert finding.page in rule.pages


@pytest.mark.parametrize(("game", "document", "case"), SILENT, ids=named(SILENT))
def test_the_nearest_legal_neighbour_is_not_reported(game: GameRules, document: Json, case: Silent) -> None:
    assert spoken(findings_of(game, document, case.rule)) == set(case.also)


@EACH
def test_every_rule_is_tested_broken_and_obeyed(game: GameRules) -> None:
    """Each rule except those that no document can break, and each ruling that has findings."""
    wanted = {rule.code for rule in game.catalogue.rules if rule.code[0] in "PR"} - game.never
    wanted |= {ruling for ruling, _ in game.rulings}
    assert {case.rule for case in (*game.fires, *game.rosters_fire)} == wanted
    assert {case.rule for case in (*game.silent, *game.rosters_silent)} == wanted


@EACH
def test_every_level_agrees_with_the_verdict_of_its_rule(game: GameRules) -> None:
    """A rule has findings only at the levels of its verdict, and some case shows each of these levels."""
    tried = {(case.rule, LEVELS[case.level]) for case in (*game.fires, *game.rosters_fire)}
    named_levels = {
        (rule.code, level)
        for rule in game.catalogue.rules
        for level in LEVELS.values()
        if rule.code not in game.never and re.search(rf"\b{level}\b", rule.verdict)
    }
    assert tried == named_levels | game.rulings


@EACH
def test_every_constraint_and_limit_of_the_catalogue_is_tested(game: GameRules) -> None:
    tried = {(LEVELS[case.level], case.rule) for case in (*game.fires, *game.rosters_fire)}
    catalogue = game.catalogue
    entries = (*catalogue.properties, *catalogue.spells)
    owners: tuple[DesignPart | Property, ...] = (*catalogue.attributes, *catalogue.pick_slots, *entries)
    wanted = {(constraint.level, constraint.rule) for owner in owners for constraint in owner.constraints}
    wanted |= {(p.rule_level, p.rule) for entry in entries for p in entry.parameters if p.rule}
    wanted |= {(a.rule_level, a.rule) for a in catalogue.attributes if a.rule}
    wanted |= {("error", a.required_rule) for a in catalogue.attributes if a.required_rule}
    wanted |= {(value.most_level, value.most_rule) for value in catalogue.values if value.most_rule}
    once = {entry.group for entry in entries if not entry.repeatable}
    wanted |= {(slot.repeat_level, slot.repeat_rule) for slot in catalogue.pick_slots if slot.group in once}
    wanted |= {(slot.most_level, slot.most_rule) for slot in catalogue.pick_slots if slot.most_rule}
    assert wanted - tried - {("error", "")} == set()


def test_every_rule_has_a_source() -> None:
    """A page, a heading of the text, or our own conclusion. Rulings have numbers and reasons."""
    rules = [(system, rule) for system, game in GAMES.items() for rule in game.catalogue.rules]
    unsourced = [(s, r.code) for s, r in rules if not (r.pages or r.place or r.inferred)]
    assert unsourced == [("dark-fantasy-fubar", "R-07")]
    for game in GAMES.values():
        rulings = [rule for rule in game.catalogue.rules if rule.code.startswith("C-")]
        assert [rule.code for rule in rulings] == sorted({rule.code for rule in rulings})
        assert len(rulings) >= 20
        assert all(rule.reasoning for rule in rulings)
