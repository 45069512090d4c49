"""R-01 to R-21: cases that break the rules about rosters, and the most similar cases that don't."""

import pytest

from tests.support.designs import FURY, appraise_json, design, document, picks
from tests.support.roster_cases import (
    RosterSpec,
    appraise_roster,
    document_with_roster,
    fighter_with,
    roster_spec,
)
from tests.support.rule_cases import Fires, Silent, marks


def fires(
    mark: str, rows: str, *messages: str, also: str = "", page: int = 0, limit: int = 500, **maximums: int
) -> Fires:
    """Return a case.

    ``mark`` has rule, level and places, such as "R-01 E entries limit", ``also`` other levels and rules.
    """
    rule, level, *places = mark.split()
    spec = roster_spec(rows, limit=limit, **maximums)
    return Fires(rule, level, " ".join(places), spec, " … ".join(messages), marks(also), page)


def silent(rule: str, rows: str, also: str = "", limit: int = 500, **maximums: int) -> Silent:
    """Return a similar case without a finding, with the arguments of ``fires``."""
    return Silent(rule, roster_spec(rows, limit=limit, **maximums), marks(also))


FIRES = [
    # 32 + 3 × 132 + 3 × 25 = 503
    fires(
        "R-01 E entries", "captain, 3 knight, 3 archer", "503 points, 3 over the 500",
        "save at least 3, or play 750.",
    ),
    fires("R-01 E limit", "captain, plain", "499", "500, 750 or 1000.", limit=499),
    fires("R-01 E limit", "captain, plain", "600", "500, 750 or 1000.", limit=600),
    # 32 + 132 = 164 against 163: both places at once
    fires("R-01 E entries limit", "captain, knight", limit=163),
    fires("R-02 E entries", "", "No model"),
    fires("R-02 E entries", "0 captain", "No model", page=6),
    fires("R-02 E entries", "captain, 20 rabble", "21 models, at most 20", "remove 1, or play 750.", page=13),
    fires(
        "R-02 E entries", "captain, 32 rabble", "33 models, at most 30", "remove 3, or play 1000.", limit=750
    ),
    # 25 + 18 × 24 + 13 = 470 points: 18.8 models, rounded up
    fires("R-02 W entries", "sprout, 18 page, rabble", "20 models for 470 points", "it is 19."),
    fires("R-03 N entries", "captain", "468 points", also="N R-21"),
    fires("R-04 N entries", "2 plain", "d4", page=23),
    fires("R-04 E entries", "2 captain", "2 models", "remove 1.", page=13),
    fires("R-04 E entries", "captain, major", "2 models", "remove 1."),
    fires("R-05 E entries", "captain, 2 flag", "one at most; remove 1."),
    fires("R-05 E entries", "captain, flag, banner", "one at most"),
    fires("R-06 E entries", "captain, 2 drum", "one at most; remove 1."),
    fires("R-06 E entries", "captain, drum, fife", "one at most"),
    fires("R-07 E entries", "captain, cat", "1 familiar for 0 sorcerers", "remove 1, or add 1 sorcerer."),
    fires("R-07 E entries", "captain, dabbler, cat", "1 familiar for 0"),
    fires(
        "R-07 E entries",
        "captain, mage, 3 cat",
        "3 familiars for 1 sorcerer:",
        "remove 2, or add 2 sorcerers.",
    ),
    # two sorcerers, but both familiars name the same one
    fires("R-07 E entries", "captain, mage, witch, 2 owl", "Mage"),
    # One master has one familiar, whether he is fielded or not.
    fires(
        "R-07 E entries", "captain, 2 witch, 2 owl",
        "2 familiars name Mage as master, of whom none is fielded", "remove 1, or add 2 × Mage.",
        also="W R-09",
    ),
    fires(
        "R-07 E entries", "captain, mage, witch, owl, toad",
        "2 familiars name Mage as master, of whom 1 is fielded: remove 1, or add 1 × Mage.",
    ),
    fires(
        "R-08 E entries[1]", "captain, 5 plain", "5 × Plain, but its Max in this list is 2", "remove 3.",
        plain=2,
    ),
    fires("R-08 E entries[1]", "captain, plain", "remove 1.", plain=0),
    fires("R-08 E entries[2]", "captain, 0 plain, 2 plain, plain", "3 × Plain", plain=2),
    fires("R-09 W entries[1]", "captain, hound", "Hound", "add 1 × Knight."),
    fires("R-09 W entries[1]", "captain, 2 hound, 0 knight"),
    fires("R-09 W entries[1]", "captain, stray", "gone, who is not in this list"),
    # the named master isn't fielded; another sorcerer is
    fires(
        "R-09 W entries[2]", "captain, witch, owl",
        "Owl is the familiar of Mage, who is not fielded: add 1 × Mage.",
    ),
    fires("R-09 W entries[2]", "captain, witch, lost-cat", "gone, who is not in this list"),
    fires("R-09 W entries[1]", "captain, twin", "the companion of another Twin", "add 1 × Twin."),
    fires("R-10 N entries[1]", "captain, 2 zombie", "Zombie is destroyed", page=50),
    fires("R-10 N entries[1]", "captain, 2 golem", "Golem is destroyed", page=45),
    fires("R-10 N entries[1]", "captain, 2 mummy", "Mummy is destroyed"),
    fires("R-10 N entries[0]", "2 zombie", "there is none", also="N R-04", page=50),
    fires("R-11 N entries[1]", "plain, flag", "Flag", "still helps with checks", also="N R-04", page=46),
    fires("R-11 W entries[1]", "0 captain, 2 drum", "Drum", also="N R-04, E R-06", page=47),
    fires(
        "R-11 W entries[1] entries[2]", "admiral, flag, drum",
        'within 4" of the leader, but Admiral is off the table', also="N R-16",
    ),
    fires("R-12 N entries[1]", "captain, summoner", "Summoner", "Plain"),
    fires("R-12 E entries[1]", "captain, caller", "not in this list"),
    fires("R-13 N entries[0]", "giant, plain", "Giant (200 points)"),
    fires("R-14 N entries[1]", "captain, 3 rider", "Rider", "Plain", page=45),
    fires("R-14 N entries[1]", "captain, 2 wolf", "2 models of Plain and Archer", page=50),
    fires("R-14 N entries[1]", "captain, polymorph", "Plain", page=52),
    fires("R-14 E entries[1]", "captain, centaur", "Dismount", "not in this list", page=45),
    fires("R-14 E entries[1]", "captain, bear", "Were-Creature"),
    fires("R-14 E entries[1]", "captain, fumbler", "Transmutation", page=52),
    fires("R-15 N entries[1]", "captain, kite", "wind", page=50),
    fires("R-15 N entries[1]", "captain, boat", "water", page=50),
    fires("R-15 N entries[1]", "captain, fish", "water", page=44),
    fires("R-16 N entries[1]", "captain, eagle", "reserve", page=17),
    fires("R-16 N entries[1]", "captain, sniper", "reserve", "group", page=48),
    fires("R-16 N entries[1]", "captain, stalker", "arrive", page=48),
    fires("R-16 N entries[1]", "captain, mole", "arrive", page=44),
    fires("R-16 N entries[1]", "captain, lurker", "arrive"),
    fires("R-17 N entries[1]", "captain, pike", "Drilled"),
    fires("R-17 N entries[2]", "captain, 0 pike, lance"),
    fires("R-20 E entries[1]", "captain, 90 gone, plain", "gone", "remove the row", page=13),
    fires("R-20 E entries[0] entries[1]", "gone, lost", also="E R-02"),
    fires("R-21 N entries", "captain", page=53),
    fires("R-21 N entries", "plain, 0 knight, 3 gone", also="N R-04, E R-20"),
]  # fmt: skip

SILENT = [
    # 32 + 3 × 132 + 3 × 24 = 500
    silent("R-01", "captain, 3 knight, 3 page"),
    silent("R-01", "captain, 3 knight, 3 archer", limit=750),
    silent("R-01", "captain, 3 knight, 3 archer", limit=1000),
    # 20 models at 25 points each
    silent("R-02", "sprout, 19 archer"),
    silent("R-02", "captain, plain"),
    # 24 points: a company of one model is allowed
    silent("R-02", "page", "N R-21, N R-04"),
    # 25 + 18 × 25 + 24 = 499 points: 19.96 models, rounded up
    silent("R-02", "sprout, 18 archer, page"),
    silent("R-03", "captain, 3 knight, 3 page"),
    silent("R-03", "0 captain", "E R-02"),
    silent("R-04", "captain, 0 major, plain"),
    silent("R-05", "captain, flag, 0 banner, drum"),
    silent("R-06", "captain, drum, 0 fife, flag"),
    silent("R-07", "captain, mage, cat"),
    silent("R-07", "captain, 2 adept, 2 cat"),
    silent("R-07", "captain, 2 mage, owl, toad"),
    silent("R-07", "captain, mage, witch, owl, cat"),
    # the named master isn't fielded, another sorcerer is: R-09 reports it
    silent("R-07", "captain, witch, owl", "W R-09"),
    silent("R-08", "captain, plain, plain", plain=2),
    silent("R-08", "captain, 0 plain, 3 archer", plain=0),
    silent("R-09", "captain, 2 hound, knight"),
    silent("R-09", "captain, 0 hound, plain"),
    silent("R-09", "captain, 2 twin"),
    silent("R-09", "captain, twin, twin"),
    silent("R-09", "captain, mage, owl"),
    silent("R-10", "captain, 0 zombie, plain"),
    silent("R-11", "captain, flag, drum"),
    silent("R-12", "captain, 0 summoner, 0 caller, mage"),
    silent("R-13", "ogre, plain"),
    # a company of one has no friends
    silent("R-13", "giant", "N R-21"),
    # together they cost more than 200, but none of them does
    silent("R-13", "captain, 2 knight"),
    # a name is still missing, which its own rule reports
    silent("R-14", "captain, nomad"),
    silent("R-14", "captain, 0 rider, 0 bear, 0 fumbler, plain"),
    silent("R-15", "captain, diver, 0 fish"),
    silent("R-16", "captain, scout, 0 sniper"),
    silent("R-17", "captain, 2 pike"),
    silent("R-17", "captain, pike, lance"),
    silent("R-20", "captain, plain, 0 gone"),
    silent("R-21", "captain, plain"),
]


def test_each_check_of_a_rule_on_several_pages_has_the_page_of_its_case() -> None:
    assert [
        rule.code for rule in FURY.rules for check in rule.checks if len(rule.pages) > 1 and not check.page
    ] == []


@pytest.mark.parametrize(
    ("limit", "maximum"),
    [(500, 20), (750, 30), (1000, 40), (600, 24), (601, 25), (640, 26), (99, 4), (24, 1), (0, 0)],
)
def test_the_maximum_number_of_models_of_a_game(limit: int, maximum: int) -> None:
    """The book's number for the three games, and one for every 25 points of others."""
    fitting, over = (appraise_roster(roster_spec(f"{n} junk", limit=limit)) for n in (maximum, maximum + 1))
    assert fitting.most_models == maximum
    words = f", at most {maximum} "
    assert not any(words in f.message for f in fitting.findings)
    assert any(f.code == "R-02" and words in f.message for f in over.findings)


# All profiles of the list are fielded, so only named profiles can help.
SAVINGS: list[tuple[RosterSpec, str, str | None]] = [
    # 32 + 396 + 75 = 503: the cheapest model that is expensive enough, not the dearest or the first
    (roster_spec("captain, 3 knight, 3 archer"), "", "Remove 1 × Archer"),
    # 132 + 396 = 528, 28 over: one Captain (32) costs less than two Archers (50), but he leads
    (roster_spec("captain, 3 knight, 4 archer"), "", "Remove 2 × Archer"),
    # 3 × 132 + 5 × 25 + 25 = 546, 46 over: two Archers of 25, also when each has its own row
    (roster_spec("sprout, 3 knight, 5 archer"), "", "Remove 2 × Archer"),
    (roster_spec("sprout, archer, 3 knight, archer, archer, archer, archer"), "", "Remove 2 × Archer"),
    # 6 × 132 = 792 and 8 × 132 = 1056
    (roster_spec("6 knight"), "", "Remove 3 × Knight"),
    (roster_spec("8 knight", limit=1000), "", "Remove 1 × Knight"),
    # 503 again: a Page of 24 for an Archer of 25 saves 1, for three of them 3; a Page for a Knight 108
    (roster_spec("captain, 3 knight, 3 archer"), "page", "Swap 3 × Archer for 3 × Page"),
    # a Knight of 132 for a Baron of 130 saves 2, two of them 4: less than the Archer of 25
    (roster_spec("captain, 3 knight, 3 archer"), "baron", "Swap 2 × Knight for 2 × Baron"),
    # 396 + 25 + 32 + 13 × 8 = 557, 57 over: 25 + 32 = 57, not 32 + 2 × 13 = 58
    (roster_spec("archer, plain, 3 knight, 8 rabble"), "", "Remove 1 × Plain and 1 × Archer"),
    # 332, 2 over 330, which is no agreed size: the game of 500 holds all
    (roster_spec("giant, knight", limit=330), "", "Play 500"),
    # 200 of 199: nobody would be left, but the game of 500 is large enough
    (roster_spec("giant", limit=199), "", "Play 500"),
]


@pytest.mark.parametrize(("fielded", "other", "label"), SAVINGS)
def test_the_fix_of_too_many_points_costs_the_fewest(fielded: RosterSpec, other: str, label: str) -> None:
    """Fewer models, a swap, or the next size that is large enough. The leader stays if another change is
    enough.
    """
    document = document_with_roster(fielded)
    keys = {key for key, _ in fielded.rows} | {other}
    document["profiles"] = [profile for profile in document["profiles"] if profile["key"] in keys]
    (roster,) = appraise_json(document).rosters
    (finding,) = [f for f in roster.findings if (f.code, f.where) == ("R-01", "entries")]
    assert finding.fix is not None
    assert finding.fix.label == label


@pytest.mark.parametrize("models", [1, 2])
def test_without_sufficient_removals_or_sizes_there_is_no_fix(models: int) -> None:
    """A model that costs more than the largest game, and two of them."""
    fighter = fighter_with(
        {"code": "invisible", "kind": "at-will"}, "force-field", "ghostsight", "swarm", "supernatural",
        "aethereal", "terrifying", command_die="d10",
    )  # fmt: skip
    roster = {"name": "", "limit": 1000, "entries": [{"profile": "dear", "count": models}]}
    (judged,) = appraise_json(document({"dear": fighter}, rosters=[roster])).rosters
    (finding,) = [f for f in judged.findings if f.code == "R-01"]
    assert finding.fix is None
    assert finding.message.partition("of this game: ")[2].startswith("save at least ")


@pytest.mark.parametrize(("rows", "limit", "size"), [
    # 10 × 32 = 320 points: they fit into every game. Of two sizes as near the larger one.
    ("10 plain", 1500, 1000), ("10 plain", 880, 1000), ("10 plain", 870, 750), ("10 plain", 875, 1000),
    ("10 plain", 600, 500), ("10 plain", 1, 500),
    # 32 + 4 × 132 = 560 points do not fit into the 500 that is nearest to 600
    ("captain, 4 knight", 600, 750),
])  # fmt: skip
def test_an_unlisted_limit_becomes_the_nearest_size_that_fits(rows: str, limit: int, size: int) -> None:
    findings = appraise_roster(roster_spec(rows, limit=limit)).findings
    assert {f.fix and f.fix.label for f in findings if f.where == "limit"} == {f"Play {size}"}


@pytest.mark.parametrize(("mages", "bought", "words"), [
    (1, 0, "bring 2 models of Imp, one for each Summon; they cost no points here."),
    (1, 2, "bring 2 more models of Imp, one for each Summon; they cost no points here."),
    (3, 1, "bring 6 more models of Imp, one for each Summon; they cost no points here."),
])  # fmt: skip
def test_a_summoned_model_is_needed_for_each_summon(mages: int, bought: int, words: str) -> None:
    """R-12, p. 52: bought models are already on the table."""
    mage = design(mgc=4, magic="low", spells=picks(*[{"code": "summon", "profile": "imp"}] * 2))
    rows = [("mage", mages), ("imp", bought)]
    entries = [{"profile": key, "count": count} for key, count in rows]
    list_document = document(
        {"mage": mage, "imp": design(size=1)}, rosters=[{"name": "", "limit": 500, "entries": entries}]
    )
    (roster,) = appraise_json(list_document).rosters
    assert [f.message for f in roster.findings if f.code == "R-12"] == [f"Mage: {words}"]
