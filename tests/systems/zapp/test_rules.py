"""Zapp! Thou Art Slain's rules: for each, values that break it, and the most similar values that don't.

Only the rule itself may have findings, unless a case names other rules.
"""

from builder.points.advice.what_if import WhatIf
from builder.points.legality.totals import count_texts
from builder.points.rules.results import Finding
from tests.support.designs import Json, appraise_json, read_document
from tests.support.rule_cases import Fires, GameRules, Silent
from tests.support.zapp import ZAPP, appraise_profile, of_kind, unit, zapp_document
from tests.systems.zapp.independent_calculation import expected_of

# Rules that no document can break: a choice has one option, a number is calculated, and rules for
# the game itself are printed next to the roster.
NEVER = {"P-05", "P-06", "P-08", "P-24", "R-07", "R-08"}


def horse(figures: int = 12, **parts: object) -> Json:
    """Return cavalry."""
    return unit(figures, arm="cavalry", **parts)


def beast(**parts: object) -> Json:
    """Return a large monster."""
    return of_kind("monster", **parts)


def gun(crew: int | None = 8, **parts: object) -> Json:
    """Return a light piece, with changes."""
    return of_kind("artillery", **{"artillery": "light", "crew": crew, **parts})


def wizard(*spells: str, rolled: int | None = None) -> Json:
    """Return a wizard with these spells."""
    return of_kind("wizard", wizard_rolled=rolled, wizard_spells=spells)


def cleric(*spells: str, rolled: int | None = None) -> Json:
    """Return a cleric with these spells."""
    return of_kind("cleric", cleric_rolled=rolled, cleric_spells=spells)


RIDING = ("N P-14",)
BEAST = ("N P-14", "N R-05")
GUN = ("N P-14", "N P-16")
FREE = ("flight", "teleport", "mystic-wall", "mystic-gale")
FIRES: list[Fires] = [
    Fires("P-01", "E", "figures", unit(None), "figures or bases"),
    Fires("P-01", "E", "figures", unit(0), "Figures 0"),
    Fires("P-01", "E", "bases", unit(None, bases=0), "from 1"),
    Fires("P-01", "E", "models", beast(models=0), "from 1", BEAST),
    Fires("P-01", "E", "models", gun(models=0), also=GUN),
    Fires("P-01", "E", "crew", gun(-1), also=GUN),
    Fires("P-02", "E", "figures", unit(3), "enter 8 for a UV of 2."),
    Fires("P-02", "E", "figures", unit(5, people="tribal"), "no base of 6"),
    Fires("P-02", "E", "crew", gun(3), also=GUN),
    Fires("P-03", "N", "figures", unit(26), "2 left over: 26 count as 24"),
    Fires("P-03", "N", "crew", gun(9), "1 left over", GUN),
    Fires("P-04", "E", "figures", unit(4), "UV of 1"),
    Fires("P-04", "E", "figures", unit(4, size="smaller"), "UV of 0"),
    Fires("P-04", "E", "bases", unit(None, bases=1)),
    Fires("P-04", "E", "crew", gun(4), also=GUN),
    Fires("P-07", "E", "armour", unit(order="skirmish", armour="other"), "remove the armour"),
    Fires("P-07", "E", "armour", unit(order="skirmish", armour="plate")),
    Fires("P-09", "W", "weapons[1]", unit(weapons=("sword", "lance")), "choose cavalry"),
    Fires("P-09", "W", "weapons[0]", beast(weapons="lance"), "not monsters", BEAST),
    Fires("P-10", "W", "weapons[0]", horse(weapons="pike"), "choose infantry", RIDING),
    Fires("P-11", "N", "weapons[0]", unit(weapons="pike"), "woods"),
    Fires("P-12", "N", "weapons[0]", unit(weapons="pavise"), "light cover"),
    Fires("P-13", "N", "weapons[0]", unit(weapons="crossbow"), "moved"),
    Fires("P-14", "N", "arm", horse(), "woods"),
    Fires("P-14", "N", "kind", beast(), "woods", ("N R-05",)),
    Fires("P-14", "N", "kind", gun(), also=("N P-16",)),
    Fires("P-15", "W", "weapons[0]", unit(weapons="breath"), "Only large monsters"),
    Fires("P-16", "N", "kind", gun(), "45°", ("N P-14",)),
    Fires("P-17", "W", "champion", beast(champion=True), "units of troops", BEAST),
    Fires("P-17", "W", "champion", gun(champion=True), also=GUN),
    Fires("P-17", "E", "champion", of_kind("hero", champion=True), "remove the Champion"),
    Fires("P-18", "E", "shields", of_kind("hero", shields=True), "remove Shields"),
    Fires("P-18", "E", "armour", of_kind("cleric", armour="plate")),
    Fires("P-18", "E", "size", of_kind("wizard", size="larger")),
    Fires("P-19", "E", "wizard_spells", unit(wizard_spells="flight"), "Only Wizards"),
    Fires("P-19", "E", "cleric_spells", of_kind("wizard", cleric_spells="take-heart"), "Only Clerics"),
    Fires("P-19", "N", "wizard_spells[0]", wizard("remove-barrier"), "Cleric's"),
    Fires("P-20", "E", "wizard_spells", wizard(*FREE, rolled=3), "4 of at most 3"),
    Fires(
        "P-20", "E", "cleric_spells", cleric("take-heart", "god-speed", "part-water", rolled=2), "remove 1"
    ),
    Fires("P-20", "E", "wizard_rolled", wizard(rolled=13), "2 to 12"),
    Fires("P-20", "E", "cleric_rolled", cleric(rolled=8), "2 to 7"),
    Fires("P-20", "E", "cleric_rolled", cleric(rolled=1)),
    Fires("P-20", "E", "wizard_spells", wizard(*FREE * 3, "drain-swamp"), "12 at most: remove 1."),
    Fires(
        "P-20", "E", "cleric_spells",
        cleric(*("take-heart", "god-speed", "part-water") * 2, *("voice-of-god",) * 2),
    ),
    Fires("P-21", "E", "wizard_spells", wizard(*("flight",) * 4, rolled=4), "remove 1"),
    Fires("P-22", "N", "cleric_spells", cleric(*("take-heart",) * 4, rolled=4), "no limit"),
    Fires("P-23", "N", "wizard_spells", wizard("flight", rolled=3), "2 more"),
    Fires("P-23", "N", "cleric_spells", cleric(rolled=2), "0 of 2"),
    Fires("P-25", "E", "weapons[1]", unit(weapons=("sword", "sword")), "remove it"),
    Fires("P-25", "E", "artillery[1]", gun(artillery=("light", "light")), also=(*GUN, "E P-26")),
    Fires("P-26", "E", "artillery", gun(artillery=()), "choose 1 more", GUN),
    Fires("P-26", "E", "artillery", gun(artillery=("light", "heavy")), "remove 1", GUN),
    Fires("P-26", "E", "creature", of_kind("summoned"), "the weapon or the forest"),
    Fires(
        "P-27", "N", "figures", {**of_kind("hero"), "figures": 24}, "This kind (Mighty Hero) has no Figures"
    ),
    Fires("P-27", "N", "crew", of_kind("hero", order="close", crew=4), "Crew or Formation"),
    # A skirmishing unit in plate that became artillery breaks no rule for skirmishers.
    Fires(
        "P-27", "N", "figures", {**unit(order="skirmish", armour="plate"), **gun()},
        "no Figures or Formation. Your input stays saved but doesn't count: remove it, or change the kind.",
        GUN,
    ),
    Fires("P-27", "N", "weapons", gun(weapons="bow"), "(Artillery) has no Weapons", GUN),
    Fires("P-27", "N", "shields", of_kind("summoned", creature="weapon", shields=True), "Shields"),
    Fires("P-28", "W", "heavy", unit(order="skirmish", heavy="yes"), "can't be heavy"),
    Fires("P-28", "N", "heavy", unit(heavy="yes"), "has no armour"),
    Fires("P-29", "N", "weapons[1]", unit(weapons=("pike", "bill")), "3 dice together", ("N P-11",)),
    Fires("R-03", "N", "wizard_spells[0]", wizard("animate-forest"), "Bring a model"),
    Fires("R-03", "N", "wizard_spells[0]", wizard("animate-weapon"), "Bring a model"),
    Fires("R-04", "N", "cleric_spells[0]", cleric("so-perish-all-witches"), "against Wizards"),
    Fires("R-03", "N", "wizard_spells[0]", wizard("call-to-the-dead"), "six bases"),
    Fires(
        "R-03", "N", "wizard_spells[0] wizard_spells[0].profile",
        of_kind("wizard", wizard_spells=[{"code": "call-to-the-dead", "profile": "risen"}]),
    ),
    Fires("R-04", "N", "wizard_spells[0]", wizard("spirit-duel"), "characters"),
    Fires("R-04", "N", "cleric_spells[0]", cleric("finger-of-god"), "characters"),
    Fires("R-04", "N", "cleric_spells[0]", cleric("get-thee-to-hell"), "Undead"),
    Fires("R-04", "N", "cleric_spells[0]", cleric("blessed-aura"), "Undead"),
    Fires("R-05", "N", "kind", beast(), "pass through each other", ("N P-14",)),
    Fires("C-02", "N", "rounding", unit(26, rounding="up"), "2023"),
    Fires("C-03", "N", "monster_bases", beast(monster_bases="none"), "1 lower", BEAST),
    Fires("C-10", "N", "order", horse(order="skirmish"), "90°", RIDING),
    Fires("C-12", "N", "crew", gun(None), "no UV yet: enter", GUN),
    Fires("C-12", "N", "crew", gun(0), also=GUN),
    Fires("C-26", "N", "bases", unit(24, bases=5), "24 figures make 6 bases, but you entered 5 bases"),
]  # fmt: skip

SILENT: list[Silent] = [
    Silent("P-01", unit(None, bases=2)),
    Silent("P-01", beast(models=1), BEAST),
    Silent("P-02", unit(6, people="tribal", shields=True)),
    Silent("P-03", unit(28)),
    Silent("P-03", unit(26, rounding="up"), ("N C-02",)),
    Silent("P-04", unit(8)),
    Silent("P-04", unit(4, shields=True)),
    Silent("P-07", unit(order="skirmish", shields=True)),
    Silent("P-07", unit(order="close", armour="plate")),
    Silent("P-09", horse(weapons="lance"), RIDING),
    Silent("P-10", horse(weapons="bill"), RIDING),
    Silent("P-11", unit(weapons="pole-arm")),
    Silent("P-12", unit(weapons="bow")),
    Silent("P-13", unit(weapons="firearm")),
    Silent("P-14", unit(flying=True)),
    Silent("P-15", beast(weapons="breath"), BEAST),
    Silent("P-16", beast(), BEAST),
    Silent("P-17", unit(champion=True)),
    Silent("P-18", of_kind("hero", arm="cavalry", size="human"), RIDING),
    Silent("P-18", beast(size="larger"), (*BEAST, "N P-27")),
    Silent("P-19", cleric("remove-barrier")),
    Silent("P-20", wizard(*FREE, rolled=4)),
    Silent("P-20", wizard(*FREE * 3, rolled=12)),
    Silent("P-20", cleric(*("take-heart", "god-speed") * 3, "part-water")),
    Silent("P-21", wizard(*("flight",) * 3, rolled=3)),
    Silent("P-22", cleric(*("take-heart",) * 3, rolled=3)),
    Silent("P-23", wizard("flight")),
    Silent("P-25", unit(weapons=("sword", "bow"))),
    Silent("P-26", gun(artillery="medium"), GUN),
    Silent("P-26", of_kind("summoned", creature="forest")),
    Silent("P-27", of_kind("hero", size="human", people="civilised", models=1)),
    Silent("P-28", unit(armour="other", heavy="yes")),
    Silent("P-28", unit(order="skirmish", heavy="no")),
    Silent("P-29", unit(weapons=("bill", "sword"))),
    Silent("R-03", wizard("flight")),
    Silent("R-04", cleric("healing-hands")),
    Silent("R-05", unit(size="larger")),
    Silent("C-02", unit(24, rounding="down")),
    Silent("C-03", beast(monster_bases="one"), BEAST),
    Silent("C-10", unit(order="skirmish")),
    Silent("C-10", horse(order="close"), RIDING),
    Silent("C-12", gun(8), GUN),
    Silent("C-26", unit(26, bases=6)),
]


# ------------------------------------------------------------------ rosters


LIST: dict[str, Json] = {
    "line": unit(24),
    "horse": horse(),
    "lord": of_kind("hero", general=True),
    "king": unit(24, general=True),
    "sword": of_kind("summoned", creature="weapon"),
    "wood": of_kind("summoned", creature="forest"),
    "gun": gun(None),
}


def army_list(roster: Json) -> Json:
    """Return a list with this roster. It allows at most two units of horse."""
    document = zapp_document(LIST, rosters=[{"name": "Friday", "limit": None, **roster}])
    for profile in document["profiles"]:
        profile["max"] = 2 if profile["key"] == "horse" else None
    return document


def roster_findings(roster: Json) -> tuple[Finding, ...]:
    """Return the findings of a roster of the list."""
    return appraise_json(army_list(roster)).rosters[0].findings


def army(*extra: tuple[str, int], counters: int | None = None, **fields: object) -> Json:
    """Return a roster of these units; ``counters`` is the rolled number."""
    rows = [{"profile": key, "count": count} for key, count in extra]
    facts = {} if counters is None else {"fields": {"counters": counters}}
    return {**fields, **facts, "entries": rows}


LORD = ("lord", 1)
ROSTERS_FIRE: list[Fires] = [
    Fires("R-01", "N", "entries", army(("line", 1)), "No general"),
    Fires("R-01", "W", "entries", army(LORD, ("king", 1)), "Keep one of Lord and King"),
    Fires(
        "R-01", "W", "entries", army(("lord", 2)), "Lord is fielded 2 times. Field it once, or untick General"
    ),
    Fires("R-02", "E", "fields.counters", army(LORD, counters=4), "5 to 10"),
    Fires("R-02", "E", "fields.counters", army(LORD, counters=11)),
    Fires("R-06", "W", "entries", army(LORD, ("line", 1), limit=11), "12 UV, 1 over the 11"),
    Fires("R-09", "E", "entries[1]", army(LORD, ("gone", 1)), "not in this list"),
    Fires("R-10", "E", "entries[1]", army(LORD, ("horse", 3)), "remove 1"),
    Fires("R-11", "E", "entries", army(("line", 0)), "add one"),
    Fires("R-11", "E", "entries", army(("sword", 1)), "add one", ("N R-12",)),
    Fires("R-12", "N", "entries", army(LORD, ("sword", 1), ("wood", 1)), "Sword and Wood: summoned"),
]
ROSTERS_SILENT: list[Silent] = [
    Silent("R-01", army(("king", 1), ("line", 4))),
    Silent("R-02", army(LORD, counters=5)),
    Silent("R-02", army(LORD, counters=10)),
    Silent("R-06", army(LORD, ("line", 1), limit=12)),
    Silent("R-09", army(LORD, ("gone", 0))),
    Silent("R-10", army(LORD, ("horse", 2))),
    Silent("R-06", army(LORD, ("wood", 1), limit=6), ("N R-12",)),
    Silent("R-11", army(LORD)),
    Silent("R-12", army(LORD, ("wood", 0))),
]


GAME = GameRules(
    ZAPP, expected_of, lambda design: zapp_document({"own": design}), army_list,
    FIRES, SILENT, ROSTERS_FIRE, ROSTERS_SILENT,
    NEVER, {(ruling, "note") for ruling in ("C-02", "C-03", "C-10", "C-12", "C-26")},
)  # fmt: skip


def test_values_that_dice_cannot_give_do_not_limit_picks() -> None:
    """A roll below 0 has a finding at its field. Then no number of spells is too many."""
    profile_appraisal = appraise_profile(cleric("take-heart", rolled=-3)).findings
    assert [(f.where, f.message) for f in profile_appraisal if f.level == "error"] == [
        ("cleric_rolled", "−3 spells rolled: 1D6+1 gives 2 to 7.")
    ]


def test_reinforcements_are_in_no_sum() -> None:
    """The army's UV and figures don't include summoned units, and their row counts 0."""
    roster = {"name": "Friday", "limit": None, **army(("king", 1), ("wood", 2))}
    appraisal = appraise_json(zapp_document(LIST, rosters=[roster]))
    (army_,) = appraisal.rosters
    assert (army_.points, army_.models) == (6, 1)
    assert {total.code: total.number for total in army_.counted} == {"miniatures": 24, "base_count": 6}
    assert [(entry.each, entry.points) for entry in army_.entries] == [(6, 6), (0, 0)]
    assert appraisal.profile("wood").points == 7


def test_sums_name_units_with_unknown_prices() -> None:
    """Pieces without a crew have no UV and no bases, so the army's sum is incomplete."""
    roster = {"name": "Friday", "limit": None, **army(("king", 1), ("gun", 1))}
    appraisal = appraise_json(zapp_document(LIST, rosters=[roster]))
    (army_,) = appraisal.rosters
    assert (army_.points, appraisal.profile("gun").points) == (None, None)
    assert appraisal.profile("gun").waits_for == ("the crew",)
    total = appraisal.roster_total(army_, {"king": "King", "gun": "Gun"}, ZAPP.words.price)
    assert (total.points, total.waits_for) == (6, ("the UV of Gun",))
    bases = next(item for item in army_.counted if item.code == "base_count")
    assert (bases.number, bases.value, bases.waits_for) == (None, "6+", ("Gun",))
    assert "6+ bases (not known yet: Gun)" in count_texts(ZAPP, army_)


def test_stats_are_values_and_not_indexes() -> None:
    """Skirmishers can reroll the lowest die. The text says this in words, not as a number of 2."""
    what_if = WhatIf(read_document(zapp_document({"own": unit(8)})), "own", ZAPP)
    order = next(a for a in ZAPP.attributes if a.code == "order")
    changes = {c.value.code: c.text for c in what_if.change_with_option(order, "skirmish").stats}
    assert changes == {"thrown_again": "none → lowest if wanted", "turning": "45° → 90°", "melee_dice": "−1"}


def test_the_fix_of_a_general_fielded_twice_leaves_one() -> None:
    """If two profiles have the mark, the player chooses which of them keeps it."""
    fixes = {}
    for rows in ((("lord", 2),), (LORD, ("king", 1))):
        (finding,) = [f for f in roster_findings(army(*rows)) if f.code == "R-01"]
        fixes[rows] = finding.fix and finding.fix.label
    assert list(fixes.values()) == ["Remove 1 × Lord", None]
