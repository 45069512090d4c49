"""R-01 to R-21: every rule that can speak of a roster, on both sides."""

import pytest

from tests.points.kit import FURY, document, judge
from tests.points.rosters import (
    Force,
    Quiet,
    Speaks,
    case_names,
    check_quiet,
    check_speaks,
    field,
    force,
    having,
)
from tests.points.rulebook import LEVELS

VERDICTS = {rule.code: rule.verdict for rule in FURY.rules}

# Rules that allow something: no roster can break them.
NEVER = {"R-18", "R-19"}

CAPTAIN = ("captain", 1)
ONE = "N R-21"
ALONE = "N R-04"  # nobody leads

SPEAKS: list[Speaks] = [
    # 32 + 3 × 132 + 3 × 25 = 503
    Speaks(
        "R-01",
        "E",
        "entries",
        force(CAPTAIN, ("knight", 3), ("archer", 3)),
        says=("503 points, 3 over the 500", "remove 1 × Archer, or play 750."),
    ),
    Speaks("R-01", "E", "limit", force(CAPTAIN, ("plain", 1), limit=499), says=("499", "500, 750 or 1000.")),
    Speaks("R-01", "E", "limit", force(CAPTAIN, ("plain", 1), limit=600), says=("600", "500, 750 or 1000.")),
    # 32 + 132 = 164 against 163: both places at once
    Speaks("R-01", "E", ("entries", "limit"), force(CAPTAIN, ("knight", 1), limit=163)),
    Speaks("R-02", "E", "entries", force(), says=("No model",)),
    Speaks("R-02", "E", "entries", force(("captain", 0)), says=("No model",)),
    Speaks(
        "R-02",
        "E",
        "entries",
        force(CAPTAIN, ("rabble", 20)),
        says=("21 models, at most 20", "remove 1 × Rabble, or play 750."),
    ),
    Speaks(
        "R-02",
        "E",
        "entries",
        force(CAPTAIN, ("rabble", 32), limit=750),
        says=("33 models, at most 30", "remove 3 × Rabble, or play 1000."),
    ),
    # 18 × 25 + 25 + 24 = 499 points, one short of 20 × 25
    Speaks(
        "R-02",
        "W",
        "entries",
        force(("sprout", 1), ("archer", 18), ("page", 1)),
        says=("20 models for 499 points", "at most 19."),
    ),
    Speaks("R-03", "N", "entries", force(CAPTAIN), (ONE,), says=("468 points",)),
    Speaks("R-04", "N", "entries", force(("plain", 2)), says=("d4",)),
    Speaks("R-04", "E", "entries", force(("captain", 2)), says=("2 models", "remove 1 × Captain.")),
    Speaks("R-04", "E", "entries", force(CAPTAIN, ("major", 1)), says=("2 models", "remove 1 × Captain.")),
    Speaks("R-05", "E", "entries", force(CAPTAIN, ("flag", 2)), says=("one at most; remove 1 × Flag.",)),
    Speaks("R-05", "E", "entries", force(CAPTAIN, ("flag", 1), ("banner", 1)), says=("one at most",)),
    Speaks("R-06", "E", "entries", force(CAPTAIN, ("drum", 2)), says=("one at most; remove 1 × Drum.",)),
    Speaks("R-06", "E", "entries", force(CAPTAIN, ("drum", 1), ("fife", 1)), says=("one at most",)),
    Speaks(
        "R-07",
        "E",
        "entries",
        force(CAPTAIN, ("cat", 1)),
        says=("1 familiar for 0 sorcerers", "remove 1 × Cat."),
    ),
    Speaks("R-07", "E", "entries", force(CAPTAIN, ("dabbler", 1), ("cat", 1)), says=("1 familiar for 0",)),
    Speaks(
        "R-07",
        "E",
        "entries",
        force(CAPTAIN, ("mage", 1), ("cat", 3)),
        says=("3 familiars for 1 sorcerer:", "remove 2 × Cat."),
    ),
    # two sorcerers, but both familiars name the same one
    Speaks("R-07", "E", "entries", force(CAPTAIN, ("mage", 1), ("witch", 1), ("owl", 2)), says=("Mage",)),
    # One master has one familiar, whether he is fielded or not.
    Speaks(
        "R-07",
        "E",
        "entries",
        force(CAPTAIN, ("witch", 2), ("owl", 2)),
        says=("2 familiars name Mage as master, of whom none is fielded", "remove 1 × Owl."),
    ),
    Speaks(
        "R-07",
        "E",
        "entries",
        force(CAPTAIN, ("mage", 1), ("witch", 1), ("owl", 1), ("toad", 1)),
        says=("2 familiars name Mage as master, of whom 1 is fielded: remove 1 × Toad.",),
    ),
    Speaks(
        "R-08",
        "E",
        "entries[1]",
        force(CAPTAIN, ("plain", 5), plain=2),
        says=("5 × Plain, at most 2", "remove 3."),
    ),
    Speaks("R-08", "E", "entries[1]", force(CAPTAIN, ("plain", 1), plain=0), says=("remove 1.",)),
    Speaks(
        "R-08",
        "E",
        "entries[2]",
        force(CAPTAIN, ("plain", 0), ("plain", 2), ("plain", 1), plain=2),
        says=("3 × Plain",),
    ),
    Speaks("R-09", "W", "entries[1]", force(CAPTAIN, ("hound", 1)), says=("Hound", "add 1 × Knight.")),
    Speaks("R-09", "W", "entries[1]", force(CAPTAIN, ("hound", 2), ("knight", 0))),
    Speaks("R-09", "W", "entries[1]", force(CAPTAIN, ("stray", 1)), says=("gone, who is not in this list",)),
    Speaks("R-10", "N", "entries[1]", force(CAPTAIN, ("zombie", 2)), says=("Zombie is destroyed",)),
    Speaks("R-10", "N", "entries[1]", force(CAPTAIN, ("golem", 2)), says=("Golem is destroyed",)),
    Speaks("R-10", "N", "entries[1]", force(CAPTAIN, ("mummy", 2)), says=("Mummy is destroyed",)),
    Speaks("R-10", "N", "entries[0]", force(("zombie", 2)), (ALONE,), says=("there is none",)),
    Speaks("R-11", "W", "entries[1]", force(("plain", 1), ("flag", 1)), (ALONE,), says=("Flag", "field one")),
    Speaks("R-11", "W", "entries[1]", force(("captain", 0), ("drum", 2)), (ALONE, "E R-06"), says=("Drum",)),
    Speaks("R-12", "N", "entries[1]", force(CAPTAIN, ("summoner", 1)), says=("Summoner", "Plain")),
    Speaks("R-12", "E", "entries[1]", force(CAPTAIN, ("caller", 1)), says=("not in this list",)),
    Speaks("R-13", "N", "entries[0]", force(("giant", 1), ("plain", 1)), says=("Giant (200 points)",)),
    Speaks("R-14", "N", "entries[1]", force(CAPTAIN, ("rider", 3)), says=("Rider", "Plain")),
    Speaks("R-14", "N", "entries[1]", force(CAPTAIN, ("wolf", 2)), says=("Plain, Archer",)),
    Speaks("R-14", "N", "entries[1]", force(CAPTAIN, ("polymorph", 1)), says=("Plain",)),
    Speaks("R-14", "E", "entries[1]", force(CAPTAIN, ("centaur", 1)), says=("dismount", "not in this list")),
    Speaks("R-14", "E", "entries[1]", force(CAPTAIN, ("nomad", 1)), says=("dismount", "not in this list")),
    Speaks("R-14", "E", "entries[1]", force(CAPTAIN, ("bear", 1)), says=("were-creature",)),
    Speaks("R-14", "E", "entries[1]", force(CAPTAIN, ("fumbler", 1)), says=("transmutation",)),
    Speaks("R-15", "N", "entries[1]", force(CAPTAIN, ("kite", 1)), says=("wind",)),
    Speaks("R-15", "N", "entries[1]", force(CAPTAIN, ("boat", 1)), says=("water",)),
    Speaks("R-15", "N", "entries[1]", force(CAPTAIN, ("fish", 1)), says=("water",)),
    Speaks("R-16", "N", "entries[1]", force(CAPTAIN, ("eagle", 1)), says=("reserve",)),
    Speaks("R-16", "N", "entries[1]", force(CAPTAIN, ("sniper", 1)), says=("reserve", "group")),
    Speaks("R-16", "N", "entries[1]", force(CAPTAIN, ("stalker", 1)), says=("arrive",)),
    Speaks("R-16", "N", "entries[1]", force(CAPTAIN, ("mole", 1)), says=("arrive",)),
    Speaks("R-16", "N", "entries[1]", force(CAPTAIN, ("lurker", 1)), says=("arrive",)),
    Speaks("R-17", "N", "entries[1]", force(CAPTAIN, ("pike", 1)), says=("Drilled",)),
    Speaks("R-17", "N", "entries[2]", force(CAPTAIN, ("pike", 0), ("lance", 1))),
    Speaks(
        "R-20", "E", "entries[1]", force(CAPTAIN, ("gone", 90), ("plain", 1)), says=("gone", "remove the row")
    ),
    Speaks("R-20", "E", ("entries[0]", "entries[1]"), force(("gone", 1), ("lost", 1)), ("E R-02",)),
    Speaks("R-21", "N", "entries", force(CAPTAIN)),
    Speaks("R-21", "N", "entries", force(("plain", 1), ("knight", 0), ("gone", 3)), (ALONE, "E R-20")),
]

QUIET: list[Quiet] = [
    # 32 + 3 × 132 + 3 × 24 = 500
    Quiet("R-01", force(CAPTAIN, ("knight", 3), ("page", 3))),
    Quiet("R-01", force(CAPTAIN, ("knight", 3), ("archer", 3), limit=750)),
    Quiet("R-01", force(CAPTAIN, ("knight", 3), ("archer", 3), limit=1000)),
    # 20 models at 25 points each
    Quiet("R-02", force(("sprout", 1), ("archer", 19))),
    Quiet("R-02", force(CAPTAIN, ("plain", 1))),
    Quiet("R-03", force(CAPTAIN, ("knight", 3), ("page", 3))),
    Quiet("R-03", force(("captain", 0)), ("E R-02",)),
    Quiet("R-04", force(CAPTAIN, ("major", 0), ("plain", 1))),
    Quiet("R-05", force(CAPTAIN, ("flag", 1), ("banner", 0), ("drum", 1))),
    Quiet("R-06", force(CAPTAIN, ("drum", 1), ("fife", 0), ("flag", 1))),
    Quiet("R-07", force(CAPTAIN, ("mage", 1), ("cat", 1))),
    Quiet("R-07", force(CAPTAIN, ("adept", 2), ("cat", 2))),
    Quiet("R-07", force(CAPTAIN, ("mage", 2), ("owl", 1), ("toad", 1))),
    Quiet("R-07", force(CAPTAIN, ("mage", 1), ("witch", 1), ("owl", 1), ("cat", 1))),
    # the named master stays at home, another sorcerer comes
    Quiet("R-07", force(CAPTAIN, ("witch", 1), ("owl", 1))),
    Quiet("R-08", force(CAPTAIN, ("plain", 1), ("plain", 1), plain=2)),
    Quiet("R-08", force(CAPTAIN, ("plain", 0), ("archer", 3), plain=0)),
    Quiet("R-09", force(CAPTAIN, ("hound", 2), ("knight", 1))),
    Quiet("R-09", force(CAPTAIN, ("hound", 0), ("plain", 1))),
    Quiet("R-10", force(CAPTAIN, ("zombie", 0), ("plain", 1))),
    Quiet("R-11", force(CAPTAIN, ("flag", 1), ("drum", 1))),
    Quiet("R-12", force(CAPTAIN, ("summoner", 0), ("caller", 0), ("mage", 1))),
    Quiet("R-13", force(("ogre", 1), ("plain", 1))),
    # together they come to 200 and more, but none of them does
    Quiet("R-13", force(CAPTAIN, ("knight", 2))),
    Quiet("R-14", force(CAPTAIN, ("rider", 0), ("bear", 0), ("fumbler", 0), ("plain", 1))),
    Quiet("R-15", force(CAPTAIN, ("diver", 1), ("fish", 0))),
    Quiet("R-16", force(CAPTAIN, ("scout", 1), ("sniper", 0))),
    Quiet("R-17", force(CAPTAIN, ("pike", 2))),
    Quiet("R-17", force(CAPTAIN, ("pike", 1), ("lance", 1))),
    Quiet("R-20", force(CAPTAIN, ("plain", 1), ("gone", 0))),
    Quiet("R-21", force(CAPTAIN, ("plain", 1))),
]


@pytest.mark.parametrize("case", SPEAKS, ids=case_names(SPEAKS))
def test_a_rule_speaks(case: Speaks) -> None:
    """With its level, at its place, on its page, and alone."""
    check_speaks(case)


@pytest.mark.parametrize("case", QUIET, ids=case_names(QUIET))
def test_a_rule_is_silent(case: Quiet) -> None:
    """On the nearest roster that keeps it."""
    check_quiet(case)


def test_every_rule_of_a_roster_is_tried_on_both_sides() -> None:
    """Each R-rule but those that only allow."""
    speaking = {code for code in VERDICTS if code.startswith("R-")} - NEVER
    assert len(speaking) == 19
    assert {case.rule for case in SPEAKS} == speaking
    assert {case.rule for case in QUIET} == speaking


@pytest.mark.parametrize("rule", sorted({case.rule for case in SPEAKS}))
def test_the_levels_are_those_of_the_verdict(rule: str) -> None:
    """Every level that the catalogue's verdict names is tried, and the rule speaks at no other."""
    tried = {LEVELS[case.level] for case in SPEAKS if case.rule == rule}
    assert tried == {level for level in LEVELS.values() if level in VERDICTS[rule]}


@pytest.mark.parametrize(("limit", "most"), [(500, 20), (750, 30), (1000, 40), (600, 24), (624, 24), (24, 0)])
def test_as_many_models_as_the_game_allows_and_not_one_more(limit: int, most: int) -> None:
    """The book's figure for the three games, and one for every 25 points of any other."""
    for models in (most, most + 1):
        found = [f for f in field(force(("junk", models), limit=limit)).findings if f.code == "R-02"]
        assert (
            bool(found)
            and found[0].message.startswith((f"{models} models, at most {most} ", "1 model, at most 0 "))
        ) is (models > most)


@pytest.mark.parametrize(
    ("fielded", "mend"),
    [
        # 32 + 396 + 75 = 503: the cheapest model that is dear enough, not the dearest or the first
        (force(CAPTAIN, ("knight", 3), ("archer", 3)), "remove 1 × Archer, or play 750."),
        # 132 + 396 = 528, 28 over: one Captain (32) costs less than two Archers (50)
        (force(CAPTAIN, ("knight", 3), ("archer", 4)), "remove 1 × Captain, or play 750."),
        # 3 × 132 + 5 × 25 + 25 = 546, 46 over: two Archers of 25, also when each has its own row
        (force(("sprout", 1), ("knight", 3), ("archer", 5)), "remove 2 × Archer, or play 750."),
        (
            force(("sprout", 1), ("archer", 1), ("knight", 3), *[("archer", 1)] * 4),
            "remove 2 × Archer, or play 750.",
        ),
        # 6 × 132 = 792 is over both smaller games; 8 × 132 = 1056 over all three
        (force(("knight", 6)), "remove 3 × Knight, or play 1000."),
        (force(("knight", 8), limit=1000), "remove 1 × Knight."),
        # 2 × (132 + 148 + 130) = 820, 320 over: two models come to 296 at most, and the cheapest three
        # to 130 + 130 + 132 = 392
        (
            force(("knight", 2), ("paladin", 2), ("baron", 2)),
            "remove 1 × Knight and 2 × Baron, or play 1000.",
        ),
        # 3 × (132 + 148 + 130) = 1230, 730 over, and no game is so large: five models come to 708 at most,
        # and the cheapest six to 786
        (force(("knight", 3), ("paladin", 3), ("baron", 3)), "remove 3 × Knight and 3 × Baron."),
        # 396 + 25 + 32 + 13 × 8 = 557, 57 over: 25 + 32 = 57, not 32 + 2 × 13 = 58
        (
            force(("archer", 1), ("captain", 1), ("knight", 3), ("rabble", 8)),
            "remove 1 × Captain and 1 × Archer, or play 750.",
        ),
        # 132 + 32 + 25 + 24 + 13 = 226, 70 over 156: 32 + 25 + 13, in the order of the list
        (
            force(("knight", 1), ("rabble", 1), ("page", 1), ("archer", 1), ("plain", 1), limit=156),
            "remove 1 × Plain, 1 × Archer and 1 × Rabble, or play 500.",
        ),
        # 132 + 130 + 32 + 25 + 24 + 13 = 356, 94 over: that is 32 + 25 + 24 + 13, but four kinds are too many
        # to name; three of them come to 81 at most, so the Baron goes
        (
            force(*[(key, 1) for key in ("knight", "baron", "rabble", "page", "archer", "plain")], limit=262),
            "remove 1 × Baron, or play 500.",
        ),
        # 200 + 132 = 332, 2 over
        (force(("giant", 1), ("knight", 1), limit=330), "remove 1 × Knight, or play 500."),
        # nobody would be left
        (force(("giant", 1), limit=199), "play 500."),
        (force(*[("knight", 1)] * 4, limit=131), "play 750."),
        # more than can be searched for, and no model of the one kind would be left
        (force(("plain", 9_999), limit=31), "remove models of several kinds."),
    ],
)
def test_the_smallest_mend_is_told(fielded: Force, mend: str) -> None:
    """The one kind of model whose removal costs least, and the next game that is large enough."""
    (finding,) = [f for f in field(fielded).findings if (f.code, f.where) == ("R-01", "entries")]
    assert finding.message.partition("of this game: ")[2] == mend


@pytest.mark.parametrize(
    ("models", "mend"), [(1, "field a cheaper model."), (2, "remove models of several kinds.")]
)
def test_where_no_removal_and_no_game_is_enough(models: int, mend: str) -> None:
    """A model of more points than the largest game, and two of them."""
    dear = having(
        {"code": "invisible", "kind": "at-will"}, "force-field", "ghostsight", "swarm", "supernatural",
        "aethereal", "terrifying", command_die="d10",
    )  # fmt: skip
    roster = {"name": "", "limit": 1000, "entries": [{"profile": "dear", "count": models}]}
    (judged,) = judge(document({"dear": dear}, rosters=[roster])).rosters
    (finding,) = [f for f in judged.findings if f.code == "R-01"]
    assert finding.message.partition("of this game: ")[2] == mend


def test_nothing_is_said_twice_of_one_row() -> None:
    """Stalker and Burrower, Undead and Construct, two Summons of one creature: one remark each."""
    for key in ("lurker", "mummy", "summoner"):
        findings = field(force(CAPTAIN, (key, 1))).findings
        assert len(findings) == len(set(findings))
