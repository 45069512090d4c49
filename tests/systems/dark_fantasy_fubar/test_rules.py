"""Dark Fantasy FUBAR's rules: for each, values that break it, and the most similar values that don't.

Only the rule itself may have findings, unless a case names other rules.
"""

import jsonpatch
import pytest

from builder.points.advice.profile_fixes import appraise_with_fixes
from builder.points.rules.results import Finding, errors_in
from tests.support.designs import Json, appraise_json, read_document
from tests.support.fubar import FUBAR, figure, fubar_document
from tests.support.rule_cases import Fires, GameRules, Silent
from tests.systems.dark_fantasy_fubar.independent_calculation import expected_of

# Rules that no document can break: a calculated number or a table decides them.
NEVER = {"P-21", "P-23", "R-04"}


def hero(level: str = "heroic", points: int | None = 3, **parts: object) -> Json:
    """Return a character with the Hero Points of the highest level."""
    return figure(level, kind="character", hero_points=points, **parts)


def agreed(code: str, points: int | None = 0, **numbers: object) -> Json:
    """Return an item with an agreed price."""
    price = {} if points is None else {"points": points}
    return {"code": code, **numbers, **price}


CLAWS = agreed("own-melee", name="Claws", change=1, reach=0)
SPIT = agreed("own-ranged", name="Spit", range=6, dice=1, reload=0)
SONG = agreed("own-skill", name="Song")


def without(pick: Json, *names: str, **changes: object) -> Json:
    """Return a pick with a field removed or changed."""
    return {**{name: value for name, value in pick.items() if name not in names}, **changes}


VEHICLE = ("N P-17", "N P-24")
FIRES: list[Fires] = [
    Fires("P-01", "E", "level", figure(None), "choose Rabble"),
    Fires(
        "P-02", "E", "armour[0].points", figure(armour=agreed("magical", None, save=4)),
        "Enter the agreed price",
    ),
    Fires("P-02", "E", "armour[0].points", hero(armour=agreed("plot", None, save=4))),
    Fires("P-02", "E", "skills[0].points", figure(skills=agreed("motivator", None))),
    Fires("P-02", "E", "skills[0].points", figure(skills=without(SONG, points=501)), "must be"),
    Fires("P-02", "E", "close_combat[0].points", figure(close_combat=without(CLAWS, "points"))),
    Fires("P-02", "E", "ranged[0].points", figure(ranged=without(SPIT, "points"))),
    Fires("P-02", "E", "instant[0].points", figure(skills="sorcerer", instant=agreed("own-instant", None))),
    Fires(
        "P-02", "E", "sustained[0].points", figure(skills="sorcerer", sustained=agreed("own-sustained", None))
    ),
    Fires("P-03", "W", "hero_points", figure(hero_points=1)),
    Fires("P-03", "W", "hero_points", figure(kind="vehicle", hero_points=1), also=VEHICLE),
    Fires("P-04", "W", "hero_points", hero("veteran", 3), "3, at most 2"),
    Fires("P-04", "W", "hero_points", figure("rabble", kind="monster", hero_points=2), "2, at most 1"),
    Fires("P-04", "N", "hero_points", hero("heroic", 2), "take 1 more"),
    Fires("P-04", "N", "hero_points", hero("heroic", None), "0 of 3"),
    Fires("P-04", "E", "hero_points", hero("heroic", 10), "enter 0 to 9", ("W P-04",)),
    Fires("P-04", "E", "hero_points", hero("heroic", -1), "enter 0 to 9"),
    Fires("P-05", "W", "skills[2]", hero("veteran", 2, skills=("brave", "leech", "poison")), "3, at most 2"),
    Fires("P-06", "W", "skills[2]", figure(skills=("brave", "leech", "poison")), "3, at most 2"),
    Fires("P-06", "W", "skills[2]", figure(kind="monster", skills=("brave", "leech", "poison"))),
    Fires(
        "P-06", "W", "skills[2]", figure(kind="vehicle", skills=("brave", "leech", "poison")), also=VEHICLE
    ),
    Fires("P-07", "E", "instant", figure(instant="bolt"), "add it"),
    Fires("P-07", "E", "sustained", figure(sustained="firestorm")),
    Fires("P-08", "N", "skills[1]", figure(skills=("brave", "sorcerer")), "each helper adds 2"),
    Fires("P-09", "E", "skills[1]", figure(skills=("brave", "brave")), "remove it"),
    Fires("P-09", "E", "skills[1]", figure(skills=(SONG, SONG))),
    Fires("P-09", "E", "close_combat[1]", figure(close_combat=("sword", "sword"))),
    Fires("P-09", "E", "ranged[1]", figure(ranged=("bow", "bow"))),
    Fires("P-09", "E", "armour[1]", figure(armour=("light", "light")), also=("E P-26",)),
    Fires("P-09", "E", "shield[1]", figure(shield=("amulet", "amulet")), also=("E P-26",)),
    Fires("P-09", "E", "instant[1]", figure(skills="sorcerer", instant=("bolt", "bolt"))),
    Fires("P-09", "E", "sustained[1]", figure(skills="sorcerer", sustained=("firestorm", "firestorm"))),
    *(
        Fires("P-10", "N", f"{slot}[0]", figure(shield="shield", **{slot: code}), also=also)
        for slot, code, also in (
            ("close_combat", "two-handed-weapon", ()),
            ("close_combat", "two-handed-spear", ()),
            ("ranged", "bow", ()),
            ("ranged", "longbow", ()),
            ("ranged", "composite-bow", ()),
            ("ranged", "crossbow", ("N P-19",)),
        )
    ),
    Fires("P-11", "N", "close_combat[1]", figure(close_combat=("sword", "dagger")), "counts as 0"),
    Fires("P-12", "W", "close_combat[0]", figure(close_combat="lance"), "add Mounted"),
    Fires("P-12", "W", "skills[0]", figure(skills=("mountaineer", "mounted")), "can't climb"),
    Fires("P-13", "N", "skills[1]", figure(skills=("mounted", "flyer")), "the faster"),
    Fires("P-14", "W", "skills[0]", figure(skills="sniper"), "add a ranged weapon or an instant spell"),
    Fires(
        "P-14", "W", "skills[0]", figure(skills=("sniper", "sorcerer"), sustained="firestorm"),
        "needs something to shoot",
    ),
    Fires("P-16", "E", "wounds", figure(wounds=0), "enter 1 or more"),
    Fires("P-16", "N", "wounds", figure(wounds=2), also=("N P-24",)),
    Fires("P-17", "N", "kind", figure(kind="vehicle"), "crew", ("N P-24",)),
    Fires("P-18", "E", "armour[0].save", figure(armour=agreed("magical", save=1)), "must be 2 to 6, not 1"),
    Fires("P-18", "E", "armour[0].save", figure(armour=agreed("magical"))),
    Fires("P-18", "E", "armour[0].save", hero(armour=agreed("plot", save=7))),
    Fires("P-19", "N", "ranged[0]", figure(ranged="crossbow")),
    Fires("P-20", "N", "sustained", figure(skills="sorcerer", sustained=("firestorm", "summon-elite"))),
    Fires("P-22", "W", "armour[0]", figure(armour=agreed("plot", save=4)), "magical armour"),
    Fires("P-22", "W", "armour[0]", figure(kind="monster", armour=agreed("plot", save=4))),
    Fires("P-24", "N", "wounds", figure(wounds=3), "more wounds than one;", ("N P-16",)),
    Fires("P-24", "N", "kind", figure(kind="vehicle"), "a vehicle;", ("N P-17",)),
    Fires(
        "P-24", "N", "wounds", figure(kind="vehicle", wounds=2), "one and a vehicle;", ("N P-16", "N P-17")
    ),
    Fires("P-25", "E", "close_combat[0].change", figure(close_combat=without(CLAWS, "change"))),
    Fires("P-25", "E", "close_combat[0].reach", figure(close_combat=without(CLAWS, reach=13)), "0 to 12"),
    Fires("P-25", "E", "ranged[0].range", figure(ranged=without(SPIT, range=0))),
    Fires("P-25", "E", "ranged[0].dice", figure(ranged=without(SPIT, "dice"))),
    Fires("P-25", "E", "ranged[0].reload", figure(ranged=without(SPIT, "reload"))),
    Fires("P-25", "E", "armour[0].slower", figure(armour=agreed("magical", save=4, slower=13))),
    Fires("P-26", "E", "armour", figure(armour=("light", "medium")), "remove 1"),
    Fires("P-26", "E", "shield", figure(shield=("shield", "amulet"))),
    Fires("P-27", "W", "", figure(skills=agreed("motivator", -6)), "0 points: rosters count it as 1."),
    Fires("P-28", "W", "skills[0]", figure(skills="carapace"), "no save"),
    Fires("P-28", "W", "skills[0]", figure(skills=("mountaineer", "flyer")), "ignores terrain"),
    Fires(
        "P-28", "W", "shield[0]", figure(armour=agreed("magical", save=2), shield="shield"),
        "already saves on 2+",
    ),
    Fires(
        "P-28", "W", "shield[0]", hero(armour=agreed("plot", save=2), shield="amulet"), "remove the amulet"
    ),
    Fires(
        "P-28", "N", "close_combat[0]", figure(close_combat=("two-handed-weapon", "lance"), skills="mounted"),
        "Two-handed weapon (2 points) adds nothing: Cavalry lance",
    ),
    Fires(
        "P-28", "N", "close_combat[0]", figure(close_combat=("two-handed-spear", "lance"), skills="mounted"),
        "(1 point) adds nothing:",
    ),
    Fires(
        "P-28", "N", "close_combat[0]",
        figure(close_combat=(agreed("own-melee", 4, name="Whip", change=0, reach=1), "spear")),
        "Spear has the same",
    ),
    Fires("P-28", "N", "skills[0]", hero(skills="skirmisher"), "need no formation"),
    Fires("P-28", "N", "skills[0]", figure(kind="monster", skills="skirmisher")),
    Fires("P-29", "W", "skills[0]", figure(kind="monster", skills="unruly"), "no leader"),
    Fires("P-29", "W", "skills[0]", figure(kind="vehicle", skills="unruly"), also=VEHICLE),
    Fires("P-29", "N", "skills[0]", hero(skills="unruly"), "for a character in a unit"),
    Fires("C-09", "N", "main_weapon", figure(ranged="bow", main_weapon="sling"), "Sling"),
]  # fmt: skip

SILENT: list[Silent] = [
    Silent("P-01", figure("rabble")),
    Silent("P-02", figure(armour=agreed("magical", 0, save=4))),
    Silent("P-02", hero(armour=agreed("plot", -10, save=4))),
    Silent("P-02", figure(skills=without(SONG, points=500))),
    Silent("P-03", hero("heroic", 3)),
    Silent("P-03", figure(kind="monster", hero_points=1)),
    Silent("P-03", figure(hero_points=0)),
    Silent("P-04", hero("veteran", 2)),
    Silent("P-04", figure("heroic", kind="monster")),
    Silent("P-04", hero("heroic", 9), ("W P-04",)),
    Silent("P-05", hero("heroic", 3, skills=("brave", "leech", "poison"))),
    Silent("P-06", figure(skills=("brave", "leech"))),
    Silent("P-07", figure(skills="sorcerer", instant="bolt", sustained="firestorm")),
    Silent("P-08", figure(skills="sorcerer", sustained="earthquake")),
    Silent("P-08", figure(skills="sorcerer", instant="bolt")),
    Silent("P-09", figure(skills=(SONG, without(SONG, name="Dance")))),
    Silent("P-10", figure(close_combat="two-handed-weapon", ranged="bow", shield="amulet")),
    Silent("P-10", figure(close_combat="spear", ranged="sling", shield="shield")),
    Silent("P-11", figure(close_combat="dagger")),
    Silent("P-12", figure(close_combat="lance", skills="mounted")),
    Silent("P-12", figure(skills=("mountaineer", "brave"))),
    Silent("P-13", figure(skills=("flyer", "brave"))),
    Silent("P-14", figure(skills="sniper", ranged="sling")),
    Silent("P-14", hero("heroic", 3, skills=("sniper", "sorcerer"), instant="bolt")),
    Silent("P-16", figure(wounds=1)),
    Silent("P-17", figure(kind="monster")),
    Silent("P-18", figure(armour=agreed("magical", save=2))),
    Silent("P-18", hero(armour=agreed("plot", save=6))),
    Silent("P-19", figure(ranged="longbow")),
    Silent("P-20", figure(skills="sorcerer", sustained="firestorm")),
    Silent("P-22", hero(armour=agreed("plot", save=4))),
    Silent("P-24", figure(kind="monster", wounds=1)),
    Silent("P-25", figure(close_combat=CLAWS, ranged=SPIT, armour=agreed("magical", save=4, slower=12))),
    Silent("P-26", figure(armour="light", shield="amulet")),
    Silent("P-27", figure("rabble", close_combat="dagger", skills="unruly")),
    Silent("P-28", figure(skills="carapace", shield="amulet")),
    Silent("P-28", figure(skills="mountaineer")),
    Silent("P-28", figure(armour=agreed("magical", save=3), shield="shield")),
    Silent("P-28", figure(close_combat=("two-handed-weapon", "two-handed-spear"))),
    Silent("P-28", figure(close_combat=("spear", "sword", "two-handed-weapon"))),
    Silent("P-28", figure(skills="skirmisher")),
    Silent("P-29", figure(skills="unruly")),
    Silent("C-09", figure(ranged="bow", main_weapon="bow")),
]


@pytest.mark.parametrize(
    ("design", "rule", "label"),
    [
        (figure(skills=agreed("motivator", None)), "P-02", None),
        (figure(skills=agreed("motivator", 501)), "P-02", None),
        (hero(armour=agreed("plot", 1)), "P-18", None),
        (hero(armour=agreed("plot", 1, save=9)), "P-18", "Set the save of Plot armour to 6"),
        (figure(wounds=0), "P-16", "Set Wounds to 1"),
        (hero("rabble", 99), "P-04", "Set Hero Points to 3"),
        (hero("rabble", -1), "P-04", "Set Hero Points to 0"),
    ],
)
def test_fixes_set_the_nearest_legal_value_unless_players_agree(
    design: Json, rule: str, label: str | None
) -> None:
    """They don't set a price that players agree on, or a blank field of an item that has an agreed price."""
    document = read_document(fubar_document({"figure": design}))
    errors = errors_in(appraise_with_fixes(document, FUBAR).profiles[0].findings)
    assert [(error.code, error.fix and error.fix.label) for error in errors] == [(rule, label)]


# ------------------------------------------------------------------ units and rosters


PLAIN = figure(close_combat="sword", armour="light")
LIST: dict[str, Json] = {
    "line": PLAIN,
    "mail": {**PLAIN, **figure(armour="medium")},
    "helmets": {**PLAIN, **figure(shield="shield")},
    "axes": {**PLAIN, **figure(close_combat="two-handed-weapon")},
    "bows": {**PLAIN, **figure(ranged="bow")},
    "green": {**PLAIN, "level": "seasoned"},
    "banner": {**PLAIN, **figure(skills="banner")},
    "brave": {**PLAIN, **figure(skills="brave")},
    "brave-banner": {**PLAIN, **figure(skills=("brave", "banner"))},
    "tricks": {**PLAIN, **figure(skills=("leech", "poison"))},
    "fearsome": {**PLAIN, **figure(skills="fearsome")},
    "drum": {**PLAIN, **figure(skills=agreed("motivator", 1))},
    "loud-drum": {**PLAIN, **figure(skills=agreed("motivator", 2))},
    "free": figure(skills=agreed("own-skill", -10, name="Doomed")),
    "skirmishers": {**PLAIN, **figure(skills="skirmisher")},
    "captain": hero(armour="light"),
    "knight": hero(armour="very-heavy"),
    "squire": hero(points=1),
    "ogre": figure(kind="monster", close_combat="sword"),
    "wagon": figure(kind="vehicle"),
    "marshal": hero("veteran", 2, armour="light"),
    "acolyte": hero(skills="sorcerer", armour="light"),
    "bolter": hero(skills="sorcerer", instant="bolt", armour="light"),
    "caller": hero(skills="sorcerer", sustained="summon-rabble", armour="light"),
    "stormer": hero(skills="sorcerer", sustained="firestorm", armour="light"),
}
UNIT = ("N R-05",)


def row(profile: str, count: int = 10, others: Json | None = None, attached: Json | None = None) -> Json:
    """Return a unit of a roster; ``others`` and ``attached`` are counts by profile."""
    created: Json = {"profile": profile, "count": count}
    for name, members in (("others", others), ("attached", attached)):
        if members:
            created[name] = [{"profile": key, "count": number} for key, number in members.items()]
    return created


def ranked(width: int) -> Json:
    """Return a unit of ten in a formation of this width."""
    return {**row("line", 10), "fields": {"width": width}}


def roster_of(*rows: Json, limit: int | None = None) -> Json:
    """Return a roster of these units."""
    return {"name": "Friday", "limit": limit, "entries": list(rows)}


def force_list(roster: Json) -> Json:
    """Return a list with this roster. It allows at most one ogre."""
    document = fubar_document(LIST, rosters=[roster])
    for profile in document["profiles"]:
        profile["max"] = 1 if profile["key"] == "ogre" else None
    return document


def roster_findings(roster: Json) -> tuple[Finding, ...]:
    """Return the findings of a roster of the list."""
    return appraise_json(force_list(roster)).rosters[0].findings


LED = ("N R-05", "N R-06", "N R-08", "N R-12")
ROSTERS_FIRE: list[Fires] = [
    Fires("P-15", "N", "entries[0]", roster_of(row("banner")), "All 10 figures pay for Banner", UNIT),
    Fires("P-15", "N", "entries[0]", roster_of(row("fearsome")), "Fearsome", UNIT),
    Fires("P-15", "N", "entries[0]", roster_of(row("drum", 9, {"loud-drum": 1})), "Motivator", UNIT),
    Fires("R-01", "N", "entries[0]", roster_of(row("line", 9)), "9 figures", UNIT),
    Fires("R-01", "N", "entries[0]", roster_of(row("line", 10, {"banner": 1})), "11 figures", UNIT),
    Fires("R-02", "W", "entries[0]", roster_of(row("line", 9, {"green": 1})), "differ in level", UNIT),
    Fires("R-02", "W", "entries[0]", roster_of(row("line", 9, {"axes": 1})), "differ in weapons", UNIT),
    Fires("R-02", "W", "entries[0]", roster_of(row("line", 9, {"bows": 1})), "Line and Bows", UNIT),
    Fires("R-02", "W", "entries[0]", roster_of(row("line", 9, {"helmets": 1})), "differ in armour", UNIT),
    Fires("R-02", "W", "entries[0]", roster_of(row("line", 9, {"mail": 1})), "armour", (*UNIT, "N R-10")),
    Fires("R-03", "W", "entries[0]", roster_of(row("line", 7, {"banner": 3})), "3 figures have", UNIT),
    Fires("R-03", "W", "entries[0]", roster_of(row("line", 9, {"tricks": 1})), "more than one", UNIT),
    Fires("R-03", "N", "entries[0]", roster_of(row("brave", 9, {"brave-banner": 1})), "figures share", UNIT),
    Fires("R-05", "N", "entries", roster_of(row("line")), "leader"),
    Fires(
        "R-06", "N", "entries[0]", roster_of(row("line", attached={"captain": 1})), "At most 3 units",
        ("N R-05", "N R-08", "N R-12"),
    ),
    Fires(
        "R-06", "N", "entries[0]", roster_of(row("line", attached={"squire": 1})), "At most 1 unit may",
        ("N R-05", "N R-08", "N R-12"),
    ),
    Fires("R-07", "W", "entries", roster_of(row("line"), limit=69), "1 over the 69", UNIT),
    Fires("R-07", "W", "entries", roster_of(row("line"), row("free"), limit=70), "80 points, 10 over", UNIT),
    Fires("R-08", "N", "entries", roster_of(row("line", 1)), "Line needs"),
    Fires("R-08", "N", "entries", roster_of(row("skirmishers")), "Skirmishers needs", UNIT),
    Fires("R-08", "N", "entries", roster_of(row("ogre", 1), row("captain", 1)), "Ogre and Captain need "),
    Fires("R-09", "E", "entries[0]", roster_of(row("gone", 1)), "not in this list", ("E R-14",)),
    Fires("R-09", "E", "entries[0]", roster_of(row("line", attached={"gone": 1})), "gone", UNIT),
    Fires("R-10", "N", "entries[0]", roster_of(row("line", attached={"knight": 1})), "2″", LED),
    Fires("R-11", "N", "entries", roster_of(row("caller", 1)), "Caller", ("N R-08",)),
    Fires(
        "R-12", "N", "entries[0]", roster_of(row("line", attached={"captain": 1})), "on 3+",
        ("N R-05", "N R-06", "N R-08"),
    ),
    Fires(
        "R-12", "W", "entries[0]", roster_of(row("line", attached={"ogre": 1})), "only characters",
        ("N R-05", "N R-08"),
    ),
    Fires(
        "R-12", "W", "entries[0]", roster_of(row("line", 0, attached={"captain": 1})),
        "a unit without figures", ("N R-08",),
    ),
    Fires(
        "R-12", "N", "entries[0]", roster_of(row("line", attached={"captain": 1, "marshal": 1})),
        "One roll activates Line, Captain and Marshal, on the score of one of them (3+ or 4+)",
        ("N R-05", "N R-06", "N R-08"),
    ),
    Fires(
        "R-06", "N", "entries[0]", roster_of(row("line", attached={"marshal": 1, "captain": 1})),
        "At most 3 units may join Line: one for each Hero Point that Captain, of the highest rank,",
        ("N R-05", "N R-08", "N R-12"),
    ),
    Fires("R-15", "W", "entries[0]", roster_of(row("captain", 10)), "10 characters in one unit", ("N R-08",)),
    Fires("R-15", "W", "entries[0]", roster_of(row("wagon", 2)), "2 vehicles", ("N R-08",)),
    Fires(
        "R-15", "W", "entries[0]", roster_of(row("line", 9, {"captain": 1})),
        "1 character and 9 troopers in one unit: a character, monster or vehicle is a unit of its own",
        ("N R-08",),
    ),
    Fires(
        "R-15", "W", "entries[0]", roster_of(row("ogre", 1, {"wagon": 1})),
        "1 monster and 1 vehicle", ("N R-08",),
    ),
    Fires("R-17", "W", "entries[0]", roster_of(ranked(11)), "enter 10", UNIT),
    Fires("R-16", "W", "entries", roster_of(row("acolyte", 1)), "neither cast spells nor help", ("N R-08",)),
    Fires(
        "R-16", "W", "entries", roster_of(row("acolyte", 1), row("bolter", 1)), "Acolyte can", ("N R-08",)
    ),
    Fires("R-13", "E", "entries[0]", roster_of(row("ogre", 1), row("ogre", 1)), "remove 1", ("N R-08",)),
    Fires("R-14", "E", "entries", roster_of(row("line", 0)), "No figures yet"),
]  # fmt: skip

ROSTERS_SILENT: list[Silent] = [
    Silent("P-15", roster_of(row("line", 9, {"banner": 1})), UNIT),
    Silent("P-15", roster_of(row("banner", 1)), ("N R-08",)),
    Silent("R-01", roster_of(row("line", 9, {"banner": 1})), UNIT),
    Silent("R-01", roster_of(row("line", 0), row("ogre", 1)), ("N R-08",)),
    Silent("R-02", roster_of(row("line"), row("axes")), UNIT),
    Silent("R-03", roster_of(row("line", 8, {"banner": 1, "fearsome": 1})), UNIT),
    Silent("R-05", roster_of(row("ogre", 1)), ("N R-08",)),
    Silent("R-06", roster_of(row("line"), row("captain", 1)), ("N R-05", "N R-08")),
    Silent("R-07", roster_of(row("line"), limit=70), UNIT),
    Silent("R-08", roster_of(row("line")), UNIT),
    Silent("R-09", roster_of(row("line"), row("gone", 0)), UNIT),
    Silent("R-10", roster_of(row("line", attached={"captain": 1})), LED),
    Silent("R-11", roster_of(row("stormer", 1)), ("N R-08",)),
    Silent("R-12", roster_of(row("line"), row("captain", 1)), ("N R-05", "N R-08")),
    Silent("R-12", roster_of(row("line", 0), row("captain", 1)), ("N R-08",)),
    Silent("R-13", roster_of(row("ogre", 1)), ("N R-08",)),
    Silent("R-15", roster_of(*[row("captain", 1)] * 10), ("N R-08",)),
    Silent("R-15", roster_of(row("line", 10, attached={"captain": 1})), LED),
    Silent("R-16", roster_of(row("acolyte", 1), row("stormer", 1)), ("N R-08",)),
    Silent("R-17", roster_of(ranked(10)), UNIT),
    Silent("R-14", roster_of(row("line", 1)), ("N R-08",)),
]


GAME = GameRules(
    FUBAR, expected_of, lambda design: fubar_document({"own": design}), force_list,
    FIRES, SILENT, ROSTERS_FIRE, ROSTERS_SILENT, NEVER, {("C-09", "note")},
)  # fmt: skip


def test_single_figures_in_one_row_can_get_a_row_each() -> None:
    """The fix makes ten units of one figure. A row that also has other figures is left to the player."""
    (finding,) = (f for f in roster_findings(roster_of(row("captain", 10))) if f.code == "R-15")
    assert finding.fix is not None
    assert finding.fix.label == "Make 10 units of one"
    document = fubar_document(LIST, rosters=[roster_of(row("captain", 10), row("line"))])
    changed = jsonpatch.apply_patch(document, [operation.to_json() for operation in finding.fix.patch])
    assert [(roster["profile"], roster["count"]) for roster in changed["rosters"][0]["entries"]] == [
        *[("captain", 1)] * 10,
        ("line", 10),
    ]
    (mixed,) = (f for f in roster_findings(roster_of(row("ogre", 1, {"wagon": 1}))) if f.code == "R-15")
    assert mixed.fix is None
