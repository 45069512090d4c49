"""R-01 to R-21: every rule that can speak of a roster, on both sides."""

import pytest

from tests.support.designs import FURY, appraise_json, design, document, picks
from tests.support.roster_cases import (
    RosterFires,
    RosterSilent,
    RosterSpec,
    appraise_roster,
    check_roster_fires,
    check_roster_silent,
    document_with_roster,
    fighter_with,
    roster_case_ids,
    roster_spec,
)
from tests.support.rule_cases import LEVELS

VERDICTS = {rule.code: rule.verdict for rule in FURY.rules}

# Rules that allow something: no roster can break them.
NEVER = {"R-18", "R-19"}

CAPTAIN = ("captain", 1)
ONE = "N R-21"
ALONE = "N R-04"  # nobody leads

FIRES: list[RosterFires] = [
    # 32 + 3 × 132 + 3 × 25 = 503
    RosterFires(
        "R-01",
        "E",
        "entries",
        roster_spec(CAPTAIN, ("knight", 3), ("archer", 3)),
        messages=("503 points, 3 over the 500", "save at least 3, or play 750."),
    ),
    RosterFires(
        "R-01",
        "E",
        "limit",
        roster_spec(CAPTAIN, ("plain", 1), limit=499),
        messages=("499", "500, 750 or 1000."),
    ),
    RosterFires(
        "R-01",
        "E",
        "limit",
        roster_spec(CAPTAIN, ("plain", 1), limit=600),
        messages=("600", "500, 750 or 1000."),
    ),
    # 32 + 132 = 164 against 163: both places at once
    RosterFires("R-01", "E", ("entries", "limit"), roster_spec(CAPTAIN, ("knight", 1), limit=163)),
    RosterFires("R-02", "E", "entries", roster_spec(), messages=("No model",)),
    RosterFires("R-02", "E", "entries", roster_spec(("captain", 0)), messages=("No model",)),
    RosterFires(
        "R-02",
        "E",
        "entries",
        roster_spec(CAPTAIN, ("rabble", 20)),
        messages=("21 models, at most 20", "remove 1, or play 750."),
    ),
    RosterFires(
        "R-02",
        "E",
        "entries",
        roster_spec(CAPTAIN, ("rabble", 32), limit=750),
        messages=("33 models, at most 30", "remove 3, or play 1000."),
    ),
    # 25 + 18 × 24 + 13 = 470 points: 18.8 models, rounded up
    RosterFires(
        "R-02",
        "W",
        "entries",
        roster_spec(("sprout", 1), ("page", 18), ("rabble", 1)),
        messages=("20 models for 470 points", "it is 19."),
    ),
    RosterFires("R-03", "N", "entries", roster_spec(CAPTAIN), (ONE,), messages=("468 points",)),
    RosterFires("R-04", "N", "entries", roster_spec(("plain", 2)), messages=("d4",)),
    RosterFires("R-04", "E", "entries", roster_spec(("captain", 2)), messages=("2 models", "remove 1.")),
    RosterFires(
        "R-04",
        "E",
        "entries",
        roster_spec(CAPTAIN, ("major", 1)),
        messages=("2 models", "remove 1."),
    ),
    RosterFires(
        "R-05", "E", "entries", roster_spec(CAPTAIN, ("flag", 2)), messages=("one at most; remove 1.",)
    ),
    RosterFires(
        "R-05", "E", "entries", roster_spec(CAPTAIN, ("flag", 1), ("banner", 1)), messages=("one at most",)
    ),
    RosterFires(
        "R-06", "E", "entries", roster_spec(CAPTAIN, ("drum", 2)), messages=("one at most; remove 1.",)
    ),
    RosterFires(
        "R-06", "E", "entries", roster_spec(CAPTAIN, ("drum", 1), ("fife", 1)), messages=("one at most",)
    ),
    RosterFires(
        "R-07",
        "E",
        "entries",
        roster_spec(CAPTAIN, ("cat", 1)),
        messages=("1 familiar for 0 sorcerers", "remove 1, or add 1 sorcerer."),
    ),
    RosterFires(
        "R-07",
        "E",
        "entries",
        roster_spec(CAPTAIN, ("dabbler", 1), ("cat", 1)),
        messages=("1 familiar for 0",),
    ),
    RosterFires(
        "R-07",
        "E",
        "entries",
        roster_spec(CAPTAIN, ("mage", 1), ("cat", 3)),
        messages=("3 familiars for 1 sorcerer:", "remove 2, or add 2 sorcerers."),
    ),
    # two sorcerers, but both familiars name the same one
    RosterFires(
        "R-07",
        "E",
        "entries",
        roster_spec(CAPTAIN, ("mage", 1), ("witch", 1), ("owl", 2)),
        messages=("Mage",),
    ),
    # One master has one familiar, whether he is fielded or not.
    RosterFires(
        "R-07",
        "E",
        "entries",
        roster_spec(CAPTAIN, ("witch", 2), ("owl", 2)),
        ("W R-09",),
        messages=("2 familiars name Mage as master, of whom none is fielded", "remove 1, or add 2 × Mage."),
    ),
    RosterFires(
        "R-07",
        "E",
        "entries",
        roster_spec(CAPTAIN, ("mage", 1), ("witch", 1), ("owl", 1), ("toad", 1)),
        messages=("2 familiars name Mage as master, of whom 1 is fielded: remove 1, or add 1 × Mage.",),
    ),
    RosterFires(
        "R-08",
        "E",
        "entries[1]",
        roster_spec(CAPTAIN, ("plain", 5), plain=2),
        messages=("5 × Plain, but its Max in this list is 2", "remove 3."),
    ),
    RosterFires(
        "R-08", "E", "entries[1]", roster_spec(CAPTAIN, ("plain", 1), plain=0), messages=("remove 1.",)
    ),
    RosterFires(
        "R-08",
        "E",
        "entries[2]",
        roster_spec(CAPTAIN, ("plain", 0), ("plain", 2), ("plain", 1), plain=2),
        messages=("3 × Plain",),
    ),
    RosterFires(
        "R-09", "W", "entries[1]", roster_spec(CAPTAIN, ("hound", 1)), messages=("Hound", "add 1 × Knight.")
    ),
    RosterFires("R-09", "W", "entries[1]", roster_spec(CAPTAIN, ("hound", 2), ("knight", 0))),
    RosterFires(
        "R-09",
        "W",
        "entries[1]",
        roster_spec(CAPTAIN, ("stray", 1)),
        messages=("gone, who is not in this list",),
    ),
    # the named master stays at home, another sorcerer comes
    RosterFires(
        "R-09",
        "W",
        "entries[2]",
        roster_spec(CAPTAIN, ("witch", 1), ("owl", 1)),
        messages=("Owl is the familiar of Mage, who is not fielded: add 1 × Mage.",),
    ),
    RosterFires(
        "R-09",
        "W",
        "entries[2]",
        roster_spec(CAPTAIN, ("witch", 1), ("lost-cat", 1)),
        messages=("gone, who is not in this list",),
    ),
    RosterFires(
        "R-09",
        "W",
        "entries[1]",
        roster_spec(CAPTAIN, ("twin", 1)),
        messages=("the companion of another Twin", "add 1 × Twin."),
    ),
    RosterFires(
        "R-10", "N", "entries[1]", roster_spec(CAPTAIN, ("zombie", 2)), messages=("Zombie is destroyed",)
    ),
    RosterFires(
        "R-10", "N", "entries[1]", roster_spec(CAPTAIN, ("golem", 2)), messages=("Golem is destroyed",)
    ),
    RosterFires(
        "R-10", "N", "entries[1]", roster_spec(CAPTAIN, ("mummy", 2)), messages=("Mummy is destroyed",)
    ),
    RosterFires("R-10", "N", "entries[0]", roster_spec(("zombie", 2)), (ALONE,), messages=("there is none",)),
    RosterFires(
        "R-11",
        "N",
        "entries[1]",
        roster_spec(("plain", 1), ("flag", 1)),
        (ALONE,),
        messages=("Flag", "still helps with checks"),
    ),
    RosterFires(
        "R-11",
        "W",
        "entries[1]",
        roster_spec(("captain", 0), ("drum", 2)),
        (ALONE, "E R-06"),
        messages=("Drum",),
    ),
    RosterFires(
        "R-11",
        "W",
        ("entries[1]", "entries[2]"),
        roster_spec(("admiral", 1), ("flag", 1), ("drum", 1)),
        ("N R-16",),
        messages=('within 4" of the leader, but Admiral is off the table',),
    ),
    RosterFires(
        "R-12", "N", "entries[1]", roster_spec(CAPTAIN, ("summoner", 1)), messages=("Summoner", "Plain")
    ),
    RosterFires(
        "R-12", "E", "entries[1]", roster_spec(CAPTAIN, ("caller", 1)), messages=("not in this list",)
    ),
    RosterFires(
        "R-13", "N", "entries[0]", roster_spec(("giant", 1), ("plain", 1)), messages=("Giant (200 points)",)
    ),
    RosterFires("R-14", "N", "entries[1]", roster_spec(CAPTAIN, ("rider", 3)), messages=("Rider", "Plain")),
    RosterFires(
        "R-14",
        "N",
        "entries[1]",
        roster_spec(CAPTAIN, ("wolf", 2)),
        messages=("2 models of Plain and Archer",),
    ),
    RosterFires("R-14", "N", "entries[1]", roster_spec(CAPTAIN, ("polymorph", 1)), messages=("Plain",)),
    RosterFires(
        "R-14",
        "E",
        "entries[1]",
        roster_spec(CAPTAIN, ("centaur", 1)),
        messages=("Dismount", "not in this list"),
    ),
    RosterFires("R-14", "E", "entries[1]", roster_spec(CAPTAIN, ("bear", 1)), messages=("Were-Creature",)),
    RosterFires("R-14", "E", "entries[1]", roster_spec(CAPTAIN, ("fumbler", 1)), messages=("Transmutation",)),
    RosterFires("R-15", "N", "entries[1]", roster_spec(CAPTAIN, ("kite", 1)), messages=("wind",)),
    RosterFires("R-15", "N", "entries[1]", roster_spec(CAPTAIN, ("boat", 1)), messages=("water",)),
    RosterFires("R-15", "N", "entries[1]", roster_spec(CAPTAIN, ("fish", 1)), messages=("water",)),
    RosterFires("R-16", "N", "entries[1]", roster_spec(CAPTAIN, ("eagle", 1)), messages=("reserve",)),
    RosterFires(
        "R-16", "N", "entries[1]", roster_spec(CAPTAIN, ("sniper", 1)), messages=("reserve", "group")
    ),
    RosterFires("R-16", "N", "entries[1]", roster_spec(CAPTAIN, ("stalker", 1)), messages=("arrive",)),
    RosterFires("R-16", "N", "entries[1]", roster_spec(CAPTAIN, ("mole", 1)), messages=("arrive",)),
    RosterFires("R-16", "N", "entries[1]", roster_spec(CAPTAIN, ("lurker", 1)), messages=("arrive",)),
    RosterFires("R-17", "N", "entries[1]", roster_spec(CAPTAIN, ("pike", 1)), messages=("Drilled",)),
    RosterFires("R-17", "N", "entries[2]", roster_spec(CAPTAIN, ("pike", 0), ("lance", 1))),
    RosterFires(
        "R-20",
        "E",
        "entries[1]",
        roster_spec(CAPTAIN, ("gone", 90), ("plain", 1)),
        messages=("gone", "remove the row"),
    ),
    RosterFires(
        "R-20", "E", ("entries[0]", "entries[1]"), roster_spec(("gone", 1), ("lost", 1)), ("E R-02",)
    ),
    RosterFires("R-21", "N", "entries", roster_spec(CAPTAIN)),
    RosterFires(
        "R-21", "N", "entries", roster_spec(("plain", 1), ("knight", 0), ("gone", 3)), (ALONE, "E R-20")
    ),
]

SILENT: list[RosterSilent] = [
    # 32 + 3 × 132 + 3 × 24 = 500
    RosterSilent("R-01", roster_spec(CAPTAIN, ("knight", 3), ("page", 3))),
    RosterSilent("R-01", roster_spec(CAPTAIN, ("knight", 3), ("archer", 3), limit=750)),
    RosterSilent("R-01", roster_spec(CAPTAIN, ("knight", 3), ("archer", 3), limit=1000)),
    # 20 models at 25 points each
    RosterSilent("R-02", roster_spec(("sprout", 1), ("archer", 19))),
    RosterSilent("R-02", roster_spec(CAPTAIN, ("plain", 1))),
    # 24 points: a company of one model is allowed
    RosterSilent("R-02", roster_spec(("page", 1)), (ONE, ALONE)),
    # 25 + 18 × 25 + 24 = 499 points: 19.96 models, rounded up
    RosterSilent("R-02", roster_spec(("sprout", 1), ("archer", 18), ("page", 1))),
    RosterSilent("R-03", roster_spec(CAPTAIN, ("knight", 3), ("page", 3))),
    RosterSilent("R-03", roster_spec(("captain", 0)), ("E R-02",)),
    RosterSilent("R-04", roster_spec(CAPTAIN, ("major", 0), ("plain", 1))),
    RosterSilent("R-05", roster_spec(CAPTAIN, ("flag", 1), ("banner", 0), ("drum", 1))),
    RosterSilent("R-06", roster_spec(CAPTAIN, ("drum", 1), ("fife", 0), ("flag", 1))),
    RosterSilent("R-07", roster_spec(CAPTAIN, ("mage", 1), ("cat", 1))),
    RosterSilent("R-07", roster_spec(CAPTAIN, ("adept", 2), ("cat", 2))),
    RosterSilent("R-07", roster_spec(CAPTAIN, ("mage", 2), ("owl", 1), ("toad", 1))),
    RosterSilent("R-07", roster_spec(CAPTAIN, ("mage", 1), ("witch", 1), ("owl", 1), ("cat", 1))),
    # the named master stays at home, another sorcerer comes: a matter of R-09
    RosterSilent("R-07", roster_spec(CAPTAIN, ("witch", 1), ("owl", 1)), ("W R-09",)),
    RosterSilent("R-08", roster_spec(CAPTAIN, ("plain", 1), ("plain", 1), plain=2)),
    RosterSilent("R-08", roster_spec(CAPTAIN, ("plain", 0), ("archer", 3), plain=0)),
    RosterSilent("R-09", roster_spec(CAPTAIN, ("hound", 2), ("knight", 1))),
    RosterSilent("R-09", roster_spec(CAPTAIN, ("hound", 0), ("plain", 1))),
    RosterSilent("R-09", roster_spec(CAPTAIN, ("twin", 2))),
    RosterSilent("R-09", roster_spec(CAPTAIN, ("twin", 1), ("twin", 1))),
    RosterSilent("R-09", roster_spec(CAPTAIN, ("mage", 1), ("owl", 1))),
    RosterSilent("R-10", roster_spec(CAPTAIN, ("zombie", 0), ("plain", 1))),
    RosterSilent("R-11", roster_spec(CAPTAIN, ("flag", 1), ("drum", 1))),
    RosterSilent("R-12", roster_spec(CAPTAIN, ("summoner", 0), ("caller", 0), ("mage", 1))),
    RosterSilent("R-13", roster_spec(("ogre", 1), ("plain", 1))),
    # a company of one has no friends
    RosterSilent("R-13", roster_spec(("giant", 1)), (ONE,)),
    # together they come to 200 and more, but none of them does
    RosterSilent("R-13", roster_spec(CAPTAIN, ("knight", 2))),
    # what names no profile yet is unfinished: its own rule asks for one
    RosterSilent("R-14", roster_spec(CAPTAIN, ("nomad", 1))),
    RosterSilent("R-14", roster_spec(CAPTAIN, ("rider", 0), ("bear", 0), ("fumbler", 0), ("plain", 1))),
    RosterSilent("R-15", roster_spec(CAPTAIN, ("diver", 1), ("fish", 0))),
    RosterSilent("R-16", roster_spec(CAPTAIN, ("scout", 1), ("sniper", 0))),
    RosterSilent("R-17", roster_spec(CAPTAIN, ("pike", 2))),
    RosterSilent("R-17", roster_spec(CAPTAIN, ("pike", 1), ("lance", 1))),
    RosterSilent("R-20", roster_spec(CAPTAIN, ("plain", 1), ("gone", 0))),
    RosterSilent("R-21", roster_spec(CAPTAIN, ("plain", 1))),
]


@pytest.mark.parametrize("case", FIRES, ids=roster_case_ids(FIRES))
def test_a_broken_rule_is_reported(case: RosterFires) -> None:
    """With its level, at its place, on its page, and alone."""
    check_roster_fires(case)


@pytest.mark.parametrize("case", SILENT, ids=roster_case_ids(SILENT))
def test_an_obeyed_rule_is_not_reported(case: RosterSilent) -> None:
    """On the nearest roster that keeps it."""
    check_roster_silent(case)


@pytest.mark.parametrize(
    ("rule", "fielded", "page"),
    [
        ("R-02", (("captain", 1), ("rabble", 20)), 13),
        ("R-02", (("captain", 0),), 6),
        ("R-04", (("captain", 2),), 13),
        ("R-04", (("plain", 2),), 23),
        ("R-10", (CAPTAIN, ("zombie", 1)), 50),
        ("R-10", (CAPTAIN, ("golem", 1)), 45),
        ("R-10", (("golem", 1),), 45),
        ("R-11", (("flag", 1),), 46),
        ("R-11", (("drum", 1),), 47),
        ("R-14", (CAPTAIN, ("rider", 1)), 45),
        ("R-14", (CAPTAIN, ("centaur", 1)), 45),
        ("R-14", (CAPTAIN, ("wolf", 1)), 50),
        ("R-14", (CAPTAIN, ("polymorph", 1)), 52),
        ("R-14", (CAPTAIN, ("fumbler", 1)), 52),
        ("R-15", (CAPTAIN, ("kite", 1)), 50),
        ("R-15", (CAPTAIN, ("boat", 1)), 50),
        ("R-15", (CAPTAIN, ("fish", 1)), 44),
        ("R-16", (CAPTAIN, ("eagle", 1)), 17),
        ("R-16", (CAPTAIN, ("sniper", 1)), 48),
        ("R-16", (CAPTAIN, ("stalker", 1)), 48),
        ("R-16", (CAPTAIN, ("mole", 1)), 44),
        ("R-20", (("gone", 1),), 13),
        ("R-21", (CAPTAIN,), 53),
    ],
)
def test_a_finding_cites_the_page_of_its_case(
    rule: str, fielded: tuple[tuple[str, int], ...], page: int
) -> None:
    """Where a rule is on several pages, a reader is sent to the one that says so of this model."""
    findings = [f for f in appraise_roster(roster_spec(*fielded)).findings if f.code == rule]
    assert {finding.page for finding in findings} == {page}


def test_each_check_of_a_rule_on_several_pages_has_the_page_of_its_case() -> None:
    assert [
        rule.code for rule in FURY.rules for check in rule.checks if len(rule.pages) > 1 and not check.page
    ] == []


def test_every_rule_of_a_roster_is_tested_broken_and_obeyed() -> None:
    """Each R-rule but those that only allow."""
    speaking = {code for code in VERDICTS if code.startswith("R-")} - NEVER
    assert len(speaking) == 19
    assert {case.rule for case in FIRES} == speaking
    assert {case.rule for case in SILENT} == speaking


@pytest.mark.parametrize("rule", sorted({case.rule for case in FIRES}))
def test_levels_of_findings_agree_with_the_verdict(rule: str) -> None:
    """Every level that the catalogue's verdict names is tried, and the rule speaks at no other."""
    tried = {LEVELS[case.level] for case in FIRES if case.rule == rule}
    assert tried == {level for level in LEVELS.values() if level in VERDICTS[rule]}


@pytest.mark.parametrize(
    ("limit", "limit_value"), [(500, 20), (750, 30), (1000, 40), (600, 24), (601, 25), (24, 1)]
)
def test_the_maximum_number_of_models_of_a_game(limit: int, limit_value: int) -> None:
    """The book's figure for the three games, and one for every 25 points of any other."""
    for models in (limit_value, limit_value + 1):
        result = [
            f
            for f in appraise_roster(roster_spec(("junk", models), limit=limit)).findings
            if f.code == "R-02"
        ]
        assert (
            bool(result) and result[0].message.startswith(f"{models} models, at most {limit_value} ")
        ) is (models > limit_value)


# What is fielded is the whole list, so that other profiles are no help but those that are named.
SAVINGS: list[tuple[RosterSpec, tuple[str, ...], str | None]] = [
    # 32 + 396 + 75 = 503: the cheapest model that is expensive enough, not the dearest or the first
    (roster_spec(CAPTAIN, ("knight", 3), ("archer", 3)), (), "Remove 1 × Archer"),
    # 132 + 396 = 528, 28 over: one Captain (32) costs less than two Archers (50), but he leads
    (roster_spec(CAPTAIN, ("knight", 3), ("archer", 4)), (), "Remove 2 × Archer"),
    # 3 × 132 + 5 × 25 + 25 = 546, 46 over: two Archers of 25, also when each has its own row
    (roster_spec(("sprout", 1), ("knight", 3), ("archer", 5)), (), "Remove 2 × Archer"),
    (roster_spec(("sprout", 1), ("archer", 1), ("knight", 3), *[("archer", 1)] * 4), (), "Remove 2 × Archer"),
    # 6 × 132 = 792 and 8 × 132 = 1056
    (roster_spec(("knight", 6)), (), "Remove 3 × Knight"),
    (roster_spec(("knight", 8), limit=1000), (), "Remove 1 × Knight"),
    # 503 again: a Page of 24 for an Archer of 25 saves 1, for three of them 3; a Page for a Knight 108
    (roster_spec(CAPTAIN, ("knight", 3), ("archer", 3)), ("page",), "Swap 3 × Archer for 3 × Page"),
    # a Knight of 132 for a Baron of 130 saves 2, two of them 4: less than the Archer of 25
    (roster_spec(CAPTAIN, ("knight", 3), ("archer", 3)), ("baron",), "Swap 2 × Knight for 2 × Baron"),
    # 396 + 25 + 32 + 13 × 8 = 557, 57 over: 25 + 32 = 57, not 32 + 2 × 13 = 58
    (
        roster_spec(("archer", 1), ("plain", 1), ("knight", 3), ("rabble", 8)),
        (),
        "Remove 1 × Plain and 1 × Archer",
    ),
    # 332, 2 over 330, which is no agreed size: the game of 500 holds all
    (roster_spec(("giant", 1), ("knight", 1), limit=330), (), "Play 500"),
    # 200 of 199: nobody would be left, but the game of 500 is large enough
    (roster_spec(("giant", 1), limit=199), (), "Play 500"),
]


@pytest.mark.parametrize(("fielded", "others", "label"), SAVINGS)
def test_the_fix_of_too_many_points_costs_the_fewest(
    fielded: RosterSpec, others: tuple[str, ...], label: str
) -> None:
    """Fewer models, a swap, or the next game that is large enough; who leads stays if another change does."""
    document = document_with_roster(fielded)
    keys = {key for key, _ in fielded.rows} | set(others)
    document["profiles"] = [profile for profile in document["profiles"] if profile["key"] in keys]
    (roster,) = appraise_json(document).rosters
    (finding,) = [f for f in roster.findings if (f.code, f.where) == ("R-01", "entries")]
    assert finding.fix is not None
    assert finding.fix.label == label


@pytest.mark.parametrize("models", [1, 2])
def test_without_sufficient_removals_or_sizes_there_is_no_fix(models: int) -> None:
    """A model of more points than the largest game, and two of them."""
    fighter = fighter_with(
        {"code": "invisible", "kind": "at-will"}, "force-field", "ghostsight", "swarm", "supernatural",
        "aethereal", "terrifying", command_die="d10",
    )  # fmt: skip
    roster = {"name": "", "limit": 1000, "entries": [{"profile": "dear", "count": models}]}
    (judged,) = appraise_json(document({"dear": fighter}, rosters=[roster])).rosters
    (finding,) = [f for f in judged.findings if f.code == "R-01"]
    assert finding.fix is None
    assert finding.message.partition("of this game: ")[2].startswith("save at least ")


@pytest.mark.parametrize(
    ("limit", "size"), [(1500, 1000), (880, 1000), (870, 750), (875, 1000), (600, 500), (1, 500)]
)
def test_an_unlisted_limit_becomes_the_nearest_size(limit: int, size: int) -> None:
    """10 × 32 = 320 points: every game holds them. Of two sizes as near the larger one."""
    roster_appraisal = appraise_roster(roster_spec(CAPTAIN, ("plain", 9), limit=limit)).findings
    assert {f.fix and f.fix.label for f in roster_appraisal if f.where == "limit"} == {f"Play {size}"}


def test_the_nearest_size_that_fits_the_models() -> None:
    """32 + 4 × 132 = 560 points do not fit into the 500 that is nearest to 600."""
    roster_appraisal = appraise_roster(roster_spec(CAPTAIN, ("knight", 4), limit=600)).findings
    assert {f.fix and f.fix.label for f in roster_appraisal if f.where == "limit"} == {"Play 750"}


@pytest.mark.parametrize(("mages", "bought", "words"), [
    (1, 0, "bring 2 models of Imp, one for each Summon; they cost no points here."),
    (1, 2, "bring 2 more models of Imp, one for each Summon; they cost no points here."),
    (3, 1, "bring 6 more models of Imp, one for each Summon; they cost no points here."),
])  # fmt: skip
def test_a_summoned_model_is_needed_for_each_summon(mages: int, bought: int, words: str) -> None:
    """R-12, p. 52: bought models are on the table already."""
    mage = design(mgc=4, magic="low", spells=picks(*[{"code": "summon", "profile": "imp"}] * 2))
    rows = [("mage", mages), ("imp", bought)]
    entries = [{"profile": key, "count": count} for key, count in rows]
    list_document = document(
        {"mage": mage, "imp": design(size=1)}, rosters=[{"name": "", "limit": 500, "entries": entries}]
    )
    (roster,) = appraise_json(list_document).rosters
    assert [f.message for f in roster.findings if f.code == "R-12"] == [f"Mage: {words}"]


def test_no_row_has_two_findings_of_one_rule() -> None:
    """Stalker and Burrower, Undead and Construct, two Summons of one creature: one remark each."""
    for key in ("lurker", "mummy", "summoner"):
        findings = appraise_roster(roster_spec(CAPTAIN, (key, 1))).findings
        assert len(findings) == len(set(findings))
