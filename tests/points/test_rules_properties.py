"""P-50 to P-88: cases about model properties."""

import pytest

from tests.support.designs import Json, appraise_design, design, gun, picks
from tests.support.rule_cases import fires, silent

MADE = {"other": design()}
SORCERER = {"other": design(mgc=3, magic="low", spells=picks("heal"))}
FAST, SLOW = {"code": "airborne", "kind": "fast"}, {"code": "airborne", "kind": "slow"}
D4, D6 = {"code": "drifter", "die": "d4"}, {"code": "drifter", "die": "d6"}
FLIER = {"code": "flier", "mov": 4}
HIDDEN, VEILED = {"code": "invisible", "kind": "permanent"}, {"code": "invisible", "kind": "at-will"}
FOOT = {"code": "dismount", "profile": "other"}
WOLF = {"code": "were-creature", "kind": "controlled", "forms": ["other"]}
ATTACK = {"code": "one-shot-wonder", "attack": "it bursts"}
NEVER_WOUNDED = ("regenerator", "hard-as-nails")
PARTNER = {"code": "companion", "profile": "other"}


def has(*taken: str | Json, **changes: object) -> Json:
    """Return a model with these properties."""
    return design(properties=picks(*taken), **changes)


def armed(*taken: str | Json, **changes: object) -> Json:
    """Return a model with these properties and a shooting weapon."""
    return has(*taken, **{"shg": 5, "shooting_weapons": [gun()], **changes})


def slow(*taken: str | Json, **changes: object) -> Json:
    """Return an amorphous model with Mov 4, with changes."""
    return has("amorphous", *taken, **{"mov": 4, **changes})


FIRES = [
    fires("P-50 E properties[1]", has("scout", "scout")),
    fires("P-50 E properties[1] properties[3]", has("scout", "scout", "climber", "scout")),
    fires("P-50 E properties[1]", has(*({"code": "capacity", "models": n, "size": 1} for n in (1, 2)))),
    fires("P-50 E properties[1]", has(FLIER, {"code": "flier", "mov": 5})),
    fires("P-50 E properties[1]", has(FAST, FAST, mov=0)),
    fires("P-50 E properties[1]", has("airborne", FAST, mov=0)),
    fires("P-50 E properties[1]", has(D4, D4, mov=0)),
    fires("P-51 W attributes.mov", has("airborne")),
    fires("P-51 W attributes.mov", has(SLOW, mov=1), message="(1 point)"),
    # twice the 76 points of Mov 12
    fires(
        "P-51 W properties[0]", has(FAST, {"code": "flier", "mov": 12}, mov=0), message="Flier (152 points)"
    ),
    fires("P-51 W properties[1]", has(D6, FAST, mov=0), message="Drifter (4 points)"),
    fires("P-52 E properties[1]", has(FAST, SLOW, mov=0)),
    fires("P-52 E properties[2]", has("airborne", "fearless", SLOW, mov=0)),
    fires("P-53 W combat_weapon", has("airborne", mov=0, combat_weapon={"properties": ["AP4"]})),
    *(
        fires("P-53 W properties[0]", has("airborne", code, mov=0))
        for code in ("berserker", "fanatic", "group-fighter", "giantslayer", "mesmerising", "soulstealer")
    ),
    fires("P-53 W properties[0]", has(FAST, "fanatic", "soulstealer", mov=0), message="(40 points)"),
    fires("P-54 E attributes.arm", slow(arm=11)),
    fires("P-54 E attributes.arm", slow(arm=2)),
    *(fires("P-54 E armour_property", slow(armour_property=code), "W P-42") for code in ("A", "H", "X")),
    fires("P-55 E attributes.mov", slow(mov=5)),
    fires("P-56 W properties[1].mov", slow({"code": "flier", "mov": 5})),
    fires("P-56 W properties[1].die", slow(D6, mov=0)),
    fires("P-57 W attributes.ssv", slow(ssv=11)),
    fires("P-58 W properties[0]", has("aquatic", "swimmer")),
    fires("P-58 W properties[1]", has("waterborne", "aquatic"), "N P-83"),
    fires("P-58 W properties[1]", has("swimmer", "waterborne"), "N P-83"),
    fires("P-58 W properties[0]", has("waterborne", FLIER), "N P-83"),
    fires("P-59 E properties[0].models", has({"code": "capacity", "size": 2})),
    fires("P-59 E properties[0].size", has({"code": "capacity", "models": 2})),
    fires("P-59 E properties[0].models properties[0].size", has("capacity")),
    fires("P-59 E properties[0].models", has({"code": "capacity", "models": 0, "size": 2})),
    *(fires("P-59 E properties[0].size", has({"code": "capacity", "models": 2, "size": n})) for n in (0, 6)),
    fires("P-60 W properties[0].profile", has("companion")),
    fires("P-60 W properties[0].profile", has({"code": "companion", "profile": "gone"}), message="gone"),
    fires("P-61 N properties[0]", has("undead", tds=0, cow=0)),
    fires("P-61 N properties[0]", has("construct")),
    fires("P-62 E properties[0]", has(FOOT), others=MADE),
    fires("P-63 E properties[1].profile", has("mounted", "dismount"), "N P-81"),
    fires("P-63 E properties[1].profile", has("mounted", FOOT), "N P-81", "other"),
    fires(
        "P-63 E properties[1].profile", has("mounted", {**FOOT, "profile": "own"}, command_die="d6"),
        "N P-81", "This profile can't be its own foot profile: choose another.",
    ),
    fires("P-64 E attributes.mov", has(D6, mov=1)),
    fires("P-65 E properties[0].die", has("drifter", mov=0)),
    fires("P-65 E properties[1]", has(D4, D6, mov=0)),
    fires("P-66 W properties[0]", has(D6, FLIER, mov=0)),
    fires("P-67 W properties[0]", armed("drilled", "sniper")),
    fires("P-67 W properties[1]", armed("weapon-team", "drilled")),
    fires("P-67 W properties[0]", has("drilled", FAST, mov=0)),
    fires("P-67 W properties[0]", has("drilled", D6, mov=0)),
    fires("P-67 W properties[0]", has("drilled", "stampede"), message="(15 points)"),
    fires("P-68 E properties[0].profile", has({"code": "familiar", "profile": "own"})),
    fires("P-68 W properties[0].profile", has({"code": "familiar", "profile": "gone"})),
    fires("P-68 N spells", has("familiar", mgc=2, magic="low", spells=picks("heal")), "N P-99"),
    fires(
        "P-68 W properties[0].profile", has({"code": "familiar", "profile": "other"}),
        message="no Mgc, so this familiar (50 points)", others=MADE,
    ),
    fires("P-69 E properties[0].mov", has("flier")),
    *(fires("P-69 E properties[0].mov", has({"code": "flier", "mov": n})) for n in (0, 13)),
    fires("P-70 E properties[0].kind", has("invisible")),
    fires("P-70 E properties[1]", has(HIDDEN, VEILED)),
    fires("P-71 W properties[0].attack", has("one-shot-wonder")),
    fires("P-71 W properties[0].attack", has({"code": "one-shot-wonder", "attack": ""})),
    *(fires("P-72 W properties[0]", has(code)) for code in ("accurate", "sniper", "weapon-team")),
    fires("P-73 E shooting_weapons", has("stampede", shooting_weapons=[gun()]), "N P-16"),
    fires("P-73 W attributes.shg", has("stampede", shg=2), message="(2 points)"),
    # the weapon costs 5 + 15
    fires(
        "P-73 W combat_weapon", has("stampede", combat_weapon={"properties": ["R", "AP8"]}),
        message="Reach (5 points)",
    ),
    *(
        fires("P-73 W properties[0]", has("stampede", code), message=points)
        for code, points in (
            ("accurate", "(25 points)"),
            ("sniper", "(100 points)"),
            ("weapon-team", "takes 15 points off"),
        )
    ),
    fires("P-74 E properties[0]", has("swarm", FLIER)),
    fires("P-74 E properties[1]", has(FLIER, "swarm")),
    fires("P-75 E properties[0].size", has("team")),
    *(
        fires("P-75 E properties[0].size", has({"code": "team", "size": n}, size=s, base_mm=b))
        for n, s, b in ((0, 2, 25), (2, 2, 25), (1, 1, 20), (5, 5, 70), (9, 3, 40))
    ),
    *(
        fires("P-75 E properties[0].size", has({"code": "team", "size": n}, size=n), message=words)
        for n, words in ((2, "Team 2 must be smaller than Size 2: take 1 or less."), (3, "take 2 or less."))
    ),
    fires(
        "P-75 E properties[0].size", has({"code": "team", "size": 1}, size=1),
        message="Team 1 must be smaller than Size 1: raise the Size, or remove Team.",
    ),
    fires("P-76 E properties[0].kind", has({"code": "were-creature", "forms": ["other"]}), others=MADE),
    fires("P-76 E properties[0].forms", has({"code": "were-creature", "kind": "controlled"}), others=MADE),
    fires("P-76 E properties[0].forms", has({"code": "were-creature", "kind": "controlled", "forms": []})),
    fires("P-76 E properties[0].forms", has(WOLF), message="other"),
    fires("P-76 E properties[0].forms", has(WOLF), message="Other", others={"other": design(mov=13)}),
    fires("P-76 E properties[1]", has(WOLF, {**WOLF, "kind": "uncontrolled"}), others=MADE),
    *(fires("P-77 W properties[0]", has("supernatural", code), "N P-84") for code in NEVER_WOUNDED),
    fires("P-77 W properties[0]", has("supernatural", "construct"), "N P-84, N P-61"),
    fires("P-77 W properties[0]", has("supernatural", "amorphous", mov=4), "N P-84"),
    fires("P-77 N properties[0]", has("supernatural", "vehicle"), "N P-84"),
    *(fires("P-77 N properties[1]", has(code, "swarm")) for code in (*NEVER_WOUNDED, "vehicle")),
    fires("P-77 N properties[1]", has("construct", "swarm"), "N P-61"),
    fires("P-77 N properties[1]", slow("swarm")),
    fires("P-77 W properties[1]", slow("construct"), "N P-61", "(50 points)"),
    fires("P-77 W properties[1]", has("undead", PARTNER, tds=0, cow=0), "N P-61", "(10 points)", others=MADE),
    fires("P-77 W properties[1]", armed("sniper", PARTNER), others=MADE),
    *(fires("P-77 W properties[0]", armed("sniper", code)) for code in ("burrower", "stalker")),
    *(fires("P-77 W properties[0]", has("aethereal", code), "N P-84") for code in ("climber", "swimmer")),
    *(fires("P-77 W properties[0]", has("waterborne", code), "N P-83") for code in ("climber", "scout")),
    fires("P-77 W properties[0]", has("undead", "fearless", tds=0, cow=0), "N P-61"),
    fires("P-77 W properties[0]", has("darksight", "night-vision")),
    fires("P-77 W properties[0]", has("aethereal", "scout"), "N P-84"),
    fires("P-78 W size", has("giantslayer", size=5, base_mm=70)),
    fires("P-79 N properties[0]", has("teleporter")),
    fires("P-80 N attributes.tds", has("undead", cow=0), "N P-61", "Tds 6 (8 points)"),
    fires("P-80 N attributes.cow", has("undead", tds=0), "N P-61"),
    fires("P-81 N properties[0]", has("mounted")),
    fires("P-82 W properties[0]", has("ensign", "airborne", mov=0)),
    fires("P-82 W properties[0]", armed("ensign", "sniper")),
    fires("P-82 W properties[0]", has("ensign", D6, mov=0)),
    fires("P-82 W properties[0]", has("ensign", "stampede")),
    fires("P-82 W properties[1]", has("airborne", "musician", mov=0)),
    fires("P-82 W properties[1]", armed("sniper", "musician")),
    fires("P-82 W properties[1]", has(D6, "musician", mov=0)),
    fires("P-82 W properties[1]", has("stampede", "musician")),
    fires("P-83 N properties[0]", has("wind-dependent")),
    fires("P-83 N properties[0]", has("waterborne")),
    fires("P-84 N properties[0]", has("aethereal")),
    fires("P-84 N properties[0]", has("supernatural")),
    *(
        fires("P-85 W properties[1]", has(code, FAST, mov=0))
        for code in ("scout", "climber", "swimmer", "levitator", "stalker", "burrower")
    ),
    fires("P-85 W properties[1]", has("teleporter", FAST, mov=0), "N P-79", "(40 points)"),
    *(
        fires("P-86 W attributes.mov", has(code, FLIER, mov=0), message=points)
        for code, points in (("scout", "(20 points)"), ("climber", "(15 points)"), ("swimmer", "(10 points)"))
    ),
    fires("P-86 W size", armed("accurate", size=1, base_mm=20), message="(25 points)"),
    fires("P-86 N attributes.fgt", has("berserker", fgt=0), message="(50 points)"),
    fires(
        "P-87 W properties[0]",
        has("undead", "dim-witted", tds=0, cow=0),
        "N P-61",
        "takes 15 points off for no drawback",
    ),
    fires("P-87 W attributes.tds", has("dim-witted", tds=1), message="15 points"),
    *(
        fires("P-87 W properties[0]", has(FAST, code, mov=0), message=points)
        for code, points in (("dim-witted", "15 points"), ("clumsy", "5 points"))
    ),
    *(fires("P-87 W properties[0]", has("stampede", code)) for code in ("dim-witted", "clumsy")),
    *(fires("P-87 W properties[1]", has(D6, code, mov=0)) for code in ("dim-witted", "clumsy")),
    fires("P-87 W properties[0]", has(FAST, "wind-dependent", mov=0), "N P-83", "10 points"),
    fires("P-87 W attributes.mov", has("wind-dependent", mov=0), "N P-83, N P-17"),
    fires(
        "P-87 W attributes.fgt", has("undead", "creature-of-darkness", fgt=0, tds=0, cow=0), "N P-61",
        "5 points",
    ),
    fires("P-87 W properties[0]", has(ATTACK, FAST, mov=0, fgt=8), message="30 points"),
    *(
        fires("P-88 W properties[0]", has(FAST, code, mov=0), also)
        for code, also in (("stampede", ""), ("waterborne", "N P-83"))
    ),
    *(fires("P-88 W properties[0]", armed(FAST, code, mov=0)) for code in ("sniper", "weapon-team")),
    fires("P-88 W properties[0]", has(D6, "stampede", mov=0)),
    fires("P-88 W properties[1]", armed(D6, "weapon-team", mov=0)),
    fires("P-88 W properties[0]", has("fearless", "uncontrollable")),
    fires("P-88 W properties[1]", has(FAST, "uncontrollable", mov=0)),
    fires("P-88 W properties[1]", has(D6, "uncontrollable", mov=0)),
    fires("P-88 W properties[1]", has("stampede", "uncontrollable")),
    fires("P-88 W properties[0]", has("waterborne", "burrower"), "N P-83"),
]  # fmt: skip

SILENT = [
    silent("P-50", has("scout", "climber")),
    silent("P-51", has("airborne", mov=0)),
    silent("P-52", has(SLOW, mov=0)),
    silent("P-53", has("airborne", mov=0, combat_weapon={"properties": ["B"]})),
    silent("P-53", has("airborne", mov=0, combat_weapon={"properties": []})),
    silent("P-53", has("airborne", "fearless", "terrifying", mov=0)),
    silent("P-53", has("berserker", "fanatic", "group-fighter", "giantslayer", "soulstealer")),
    silent("P-54", slow(arm=12, armour_property="B")),
    silent("P-54", slow(arm=0), "W P-08"),
    silent("P-54", slow(arm=None)),
    silent("P-55", slow()),
    silent("P-56", slow(FLIER)),
    silent("P-56", slow(D4, mov=0)),
    silent("P-56", has({"code": "flier", "mov": 12})),
    silent("P-57", slow(ssv=None)),
    silent("P-58", has("aquatic", FLIER)),
    silent("P-58", has("swimmer", FLIER)),
    silent("P-58", has("waterborne"), "N P-83"),
    silent("P-59", has({"code": "capacity", "models": 1, "size": 1})),
    silent("P-59", has({"code": "capacity", "models": 99, "size": 5})),
    silent("P-60", has({"code": "companion", "profile": "other"}), others=MADE),
    silent("P-60", has({"code": "companion", "profile": "own"})),
    silent("P-61", has("hard-as-nails", "regenerator")),
    silent("P-61", has("undead", "construct", command_die="d6")),
    silent("P-62", has("mounted", FOOT), "N P-81", others=MADE),
    silent("P-63", has(FOOT, "mounted"), "N P-81", others=MADE),
    silent("P-64", has(D6, mov=0)),
    silent("P-64", has(D6, mov=None)),
    *(
        silent("P-65", has({"code": "drifter", "die": die}, mov=0))
        for die in ("d4", "d6", "d8", "d10", "d12")
    ),
    silent("P-66", has(FLIER, mov=0)),
    silent("P-67", armed("drilled", "accurate")),
    silent("P-68", has({"code": "familiar", "profile": "other"}), others=SORCERER),
    silent("P-68", has("familiar")),
    *(silent("P-69", has({"code": "flier", "mov": n})) for n in (1, 12)),
    *(
        silent("P-70", has({"code": "invisible", "kind": kind}))
        for kind in ("at-will", "permanent", "unstable")
    ),
    silent("P-71", has(ATTACK)),
    *(silent("P-72", armed(code)) for code in ("accurate", "sniper", "weapon-team")),
    silent("P-73", has("stampede", combat_weapon={"properties": ["AP4"]})),
    silent("P-74", has("swarm", FLIER, "wind-dependent"), "N P-83"),
    silent("P-74", has("swarm")),
    *(
        silent("P-75", has({"code": "team", "size": n}, size=s, base_mm=b))
        for n, s, b in ((1, 2, 25), (4, 5, 70))
    ),
    silent("P-76", has(WOLF), others=MADE),
    silent(
        "P-76",
        has({**WOLF, "kind": "uncontrolled", "forms": ["other", "third"]}),
        others={**MADE, "third": design()},
    ),
    silent("P-77", has("supernatural", "fearless", "night-vision", "scout"), "N P-84"),
    silent("P-77", has("swarm", "fearless")),
    silent("P-77", has("undead", "terrifying", tds=0, cow=0), "N P-61"),
    silent("P-77", has("regenerator", "hard-as-nails")),
    silent("P-78", has("giantslayer", size=4, base_mm=50)),
    silent("P-79", has("levitator")),
    silent("P-79", has("undead", "teleporter", tds=0, cow=0), "N P-61"),
    silent("P-80", has("undead", tds=0, cow=0), "N P-61"),
    # a leader lends his values to the living
    silent("P-80", has("undead", command_die="d6")),
    silent("P-81", has("climber")),
    silent("P-82", has("ensign", FLIER)),
    silent("P-82", armed("musician", "accurate")),
    silent("P-83", has("aquatic")),
    silent("P-84", has("ghostsight", HIDDEN)),
    silent("P-85", has(FAST, "fearless", "terrifying", "hard-as-nails", "camouflage", mov=0)),
    silent("P-86", has("scout", "climber", "swimmer", D6, mov=0)),
    silent("P-86", has("scout", mov=None), "E P-01"),
    silent("P-86", armed("accurate")),
    silent("P-86", has("fanatic", "group-fighter", "giantslayer", "soulstealer", fgt=0)),
    silent("P-87", has("dim-witted", "clumsy", "creature-of-darkness", tds=1)),
    silent("P-87", has("dim-witted", tds=2)),
    silent("P-87", has("undead", "creature-of-darkness", tds=0, cow=0), "N P-61"),
    silent("P-87", has("undead", "clumsy", tds=0, cow=0), "N P-61"),
    # activations for spells, for shooting, for jumping and for changing shape
    silent("P-87", has("stampede", "dim-witted", mgc=1, magic="low", spells=picks("heal")), "N P-99"),
    silent("P-87", armed(D6, "dim-witted", "clumsy", mov=0)),
    silent("P-87", has("stampede", "clumsy", "teleporter"), "N P-79"),
    silent("P-87", has(FAST, "dim-witted", WOLF, mov=0), others=MADE),
    silent("P-87", has("wind-dependent", FLIER, mov=0), "N P-83"),
    silent("P-87", armed(ATTACK, FAST, mov=0)),
    silent("P-87", has(ATTACK, FAST, mov=0, fgt=8, mgc=1, magic="low"), "N P-91"),
    silent("P-88", has("uncontrollable", "undead", tds=0, cow=0), "N P-61"),
    silent("P-88", armed("sniper", "camouflage")),
    silent("P-88", has("waterborne", "stalker", "teleporter"), "N P-83, N P-79"),
]


@pytest.mark.parametrize("taken", [
    {"code": "flier", "mov": 0},
    {"code": "flier", "mov": 13},
    {"code": "flier"},
    {"code": "capacity", "models": 0, "size": 1},
    {"code": "capacity", "models": 1, "size": 6},
    {"code": "drifter"},
    {"code": "invisible"},
    {"code": "were-creature", "kind": "controlled"},
], ids=lambda taken: "-".join(map(str, taken.values())))  # fmt: skip
def test_values_out_of_range_have_no_price(taken: Json) -> None:
    """The line of an invalid parameter has no points, and so the profile has none."""
    profile = appraise_design(has(taken, mov=None))
    assert profile.lines[-1].points is None
    assert profile.points is None
