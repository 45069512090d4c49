"""P-50 to P-88: model properties, on both sides of each rule."""

import pytest

from tests.support.designs import Json, appraise_design, design, gun, picks
from tests.support.rule_cases import ProfileFires, ProfileSilent

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
STRAY = ("airborne", "sniper", "stampede")


def has(*taken: str | Json, **changes: object) -> Json:
    """A model with these properties."""
    return design(properties=picks(*taken), **changes)


def armed(*taken: str | Json, **changes: object) -> Json:
    """A model with these properties and a shooting weapon."""
    return has(*taken, **{"shg": 5, "shooting_weapons": [gun()], **changes})


def slow(*taken: str | Json, **changes: object) -> Json:
    """An amorphous model at Mov 4, with more."""
    return has("amorphous", *taken, **{"mov": 4, **changes})


FIRES: list[ProfileFires] = [
    ProfileFires("P-50", "E", "properties[1]", has("scout", "scout")),
    ProfileFires("P-50", "E", ("properties[1]", "properties[3]"), has("scout", "scout", "climber", "scout")),
    ProfileFires(
        "P-50", "E", "properties[1]", has(*({"code": "capacity", "models": n, "size": 1} for n in (1, 2)))
    ),
    ProfileFires("P-50", "E", "properties[1]", has(FLIER, {"code": "flier", "mov": 5})),
    ProfileFires("P-50", "E", "properties[1]", has(FAST, FAST, mov=0)),
    ProfileFires("P-50", "E", "properties[1]", has("airborne", FAST, mov=0)),
    ProfileFires("P-50", "E", "properties[1]", has(D4, D4, mov=0)),
    ProfileFires("P-51", "W", "attributes.mov", has("airborne")),
    ProfileFires("P-51", "W", "attributes.mov", has(SLOW, mov=1), message="(1 point)"),
    # twice the 76 points of Mov 12
    ProfileFires(
        "P-51",
        "W",
        "properties[0]",
        has(FAST, {"code": "flier", "mov": 12}, mov=0),
        message="Flier (152 points)",
    ),
    ProfileFires("P-51", "W", "properties[1]", has(D6, FAST, mov=0), message="Drifter (4 points)"),
    ProfileFires("P-52", "E", "properties[1]", has(FAST, SLOW, mov=0)),
    ProfileFires("P-52", "E", "properties[2]", has("airborne", "fearless", SLOW, mov=0)),
    ProfileFires("P-53", "W", "combat_weapon", has("airborne", mov=0, combat_weapon={"properties": ["AP4"]})),
    *(
        ProfileFires("P-53", "W", "properties[0]", has("airborne", code, mov=0))
        for code in ("berserker", "fanatic", "group-fighter", "giantslayer", "mesmerising", "soulstealer")
    ),
    ProfileFires(
        "P-53", "W", "properties[0]", has(FAST, "fanatic", "soulstealer", mov=0), message="(40 points)"
    ),
    ProfileFires("P-54", "E", "attributes.arm", slow(arm=11)),
    ProfileFires("P-54", "E", "attributes.arm", slow(arm=2)),
    *(
        ProfileFires("P-54", "E", "armour_property", slow(armour_property=code), also=("W P-42",))
        for code in ("A", "H", "X")
    ),
    ProfileFires("P-55", "E", "attributes.mov", slow(mov=5)),
    ProfileFires("P-56", "W", "properties[1].mov", slow({"code": "flier", "mov": 5})),
    ProfileFires("P-56", "W", "properties[1].die", slow(D6, mov=0)),
    ProfileFires("P-57", "W", "attributes.ssv", slow(ssv=11)),
    ProfileFires("P-58", "W", "properties[0]", has("aquatic", "swimmer")),
    ProfileFires("P-58", "W", "properties[1]", has("waterborne", "aquatic"), also=("N P-83",)),
    ProfileFires("P-58", "W", "properties[1]", has("swimmer", "waterborne"), also=("N P-83",)),
    ProfileFires("P-58", "W", "properties[0]", has("waterborne", FLIER), also=("N P-83",)),
    ProfileFires("P-59", "E", "properties[0].models", has({"code": "capacity", "size": 2})),
    ProfileFires("P-59", "E", "properties[0].size", has({"code": "capacity", "models": 2})),
    ProfileFires("P-59", "E", ("properties[0].models", "properties[0].size"), has("capacity")),
    ProfileFires("P-59", "E", "properties[0].models", has({"code": "capacity", "models": 0, "size": 2})),
    *(
        ProfileFires("P-59", "E", "properties[0].size", has({"code": "capacity", "models": 2, "size": n}))
        for n in (0, 6)
    ),
    ProfileFires("P-60", "W", "properties[0].profile", has("companion")),
    ProfileFires(
        "P-60", "W", "properties[0].profile", has({"code": "companion", "profile": "gone"}), message="gone"
    ),
    ProfileFires("P-61", "N", "properties[0]", has("undead", tds=0, cow=0)),
    ProfileFires("P-61", "N", "properties[0]", has("construct")),
    ProfileFires("P-62", "E", "properties[0]", has(FOOT), MADE),
    ProfileFires("P-63", "E", "properties[1].profile", has("mounted", "dismount"), also=("N P-81",)),
    ProfileFires(
        "P-63", "E", "properties[1].profile", has("mounted", FOOT), also=("N P-81",), message="other"
    ),
    ProfileFires("P-64", "E", "attributes.mov", has(D6, mov=1)),
    ProfileFires("P-65", "E", "properties[0].die", has("drifter", mov=0)),
    ProfileFires("P-65", "E", "properties[1]", has(D4, D6, mov=0)),
    ProfileFires("P-66", "W", "properties[0]", has(D6, FLIER, mov=0)),
    ProfileFires("P-67", "W", "properties[0]", armed("drilled", "sniper")),
    ProfileFires("P-67", "W", "properties[1]", armed("weapon-team", "drilled")),
    ProfileFires("P-67", "W", "properties[0]", has("drilled", FAST, mov=0)),
    ProfileFires("P-67", "W", "properties[0]", has("drilled", D6, mov=0)),
    ProfileFires("P-67", "W", "properties[0]", has("drilled", "stampede"), message="(15 points)"),
    ProfileFires("P-68", "E", "properties[0].profile", has({"code": "familiar", "profile": "own"})),
    ProfileFires("P-68", "W", "properties[0].profile", has({"code": "familiar", "profile": "gone"})),
    ProfileFires(
        "P-68", "N", "spells", has("familiar", mgc=2, magic="low", spells=picks("heal")), also=("N P-99",)
    ),
    ProfileFires(
        "P-68",
        "W",
        "properties[0].profile",
        has({"code": "familiar", "profile": "other"}),
        MADE,
        message="no Mgc, so this familiar (50 points)",
    ),
    ProfileFires("P-69", "E", "properties[0].mov", has("flier")),
    *(ProfileFires("P-69", "E", "properties[0].mov", has({"code": "flier", "mov": n})) for n in (0, 13)),
    ProfileFires("P-70", "E", "properties[0].kind", has("invisible")),
    ProfileFires("P-70", "E", "properties[1]", has(HIDDEN, VEILED)),
    ProfileFires("P-71", "W", "properties[0].attack", has("one-shot-wonder")),
    ProfileFires("P-71", "W", "properties[0].attack", has({"code": "one-shot-wonder", "attack": ""})),
    *(
        ProfileFires("P-72", "W", "properties[0]", has(code))
        for code in ("accurate", "sniper", "weapon-team")
    ),
    ProfileFires(
        "P-73", "E", "shooting_weapons", has("stampede", shooting_weapons=[gun()]), also=("N P-16",)
    ),
    ProfileFires("P-73", "W", "attributes.shg", has("stampede", shg=2), message="(2 points)"),
    # the weapon costs 5 + 15
    ProfileFires(
        "P-73",
        "W",
        "combat_weapon",
        has("stampede", combat_weapon={"properties": ["R", "AP8"]}),
        message="Reach (5 points)",
    ),
    *(
        ProfileFires("P-73", "W", "properties[0]", has("stampede", code), message=points)
        for code, points in (
            ("accurate", "(25 points)"),
            ("sniper", "(100 points)"),
            ("weapon-team", "takes 15 points off"),
        )
    ),
    ProfileFires("P-74", "E", "properties[0]", has("swarm", FLIER)),
    ProfileFires("P-74", "E", "properties[1]", has(FLIER, "swarm")),
    ProfileFires("P-75", "E", "properties[0].size", has("team")),
    *(
        ProfileFires("P-75", "E", "properties[0].size", has({"code": "team", "size": n}, size=s, base_mm=b))
        for n, s, b in ((0, 2, 25), (2, 2, 25), (1, 1, 20), (5, 5, 70), (9, 3, 40))
    ),
    ProfileFires("P-76", "E", "properties[0].kind", has({"code": "were-creature", "forms": ["other"]}), MADE),
    ProfileFires(
        "P-76", "E", "properties[0].forms", has({"code": "were-creature", "kind": "controlled"}), MADE
    ),
    ProfileFires(
        "P-76", "E", "properties[0].forms", has({"code": "were-creature", "kind": "controlled", "forms": []})
    ),
    ProfileFires("P-76", "E", "properties[0].forms", has(WOLF), message="other"),
    ProfileFires("P-76", "E", "properties[0].forms", has(WOLF), {"other": design(mov=13)}, message="Other"),
    ProfileFires("P-76", "E", "properties[1]", has(WOLF, {**WOLF, "kind": "uncontrolled"}), MADE),
    *(
        ProfileFires("P-77", "W", "properties[0]", has("supernatural", code), also=("N P-84",))
        for code in NEVER_WOUNDED
    ),
    ProfileFires("P-77", "W", "properties[0]", has("supernatural", "construct"), also=("N P-84", "N P-61")),
    ProfileFires("P-77", "W", "properties[0]", has("supernatural", "amorphous", mov=4), also=("N P-84",)),
    ProfileFires("P-77", "N", "properties[0]", has("supernatural", "vehicle"), also=("N P-84",)),
    *(ProfileFires("P-77", "N", "properties[1]", has(code, "swarm")) for code in (*NEVER_WOUNDED, "vehicle")),
    ProfileFires("P-77", "N", "properties[1]", has("construct", "swarm"), also=("N P-61",)),
    ProfileFires("P-77", "N", "properties[1]", slow("swarm")),
    ProfileFires("P-77", "W", "properties[1]", slow("construct"), also=("N P-61",), message="(50 points)"),
    ProfileFires(
        "P-77", "W", "properties[1]", has("undead", PARTNER, tds=0, cow=0), MADE, ("N P-61",), "(10 points)"
    ),
    ProfileFires("P-77", "W", "properties[1]", armed("sniper", PARTNER), MADE),
    *(ProfileFires("P-77", "W", "properties[0]", armed("sniper", code)) for code in ("burrower", "stalker")),
    *(
        ProfileFires("P-77", "W", "properties[0]", has("aethereal", code), also=("N P-84",))
        for code in ("climber", "swimmer")
    ),
    *(
        ProfileFires("P-77", "W", "properties[0]", has("waterborne", code), also=("N P-83",))
        for code in ("climber", "scout")
    ),
    ProfileFires("P-77", "W", "properties[0]", has("undead", "fearless", tds=0, cow=0), also=("N P-61",)),
    ProfileFires("P-77", "W", "properties[0]", has("darksight", "night-vision")),
    ProfileFires("P-77", "W", "properties[0]", has("aethereal", "scout"), also=("N P-84",)),
    ProfileFires("P-78", "W", "size", has("giantslayer", size=5, base_mm=70)),
    ProfileFires("P-79", "N", "properties[0]", has("teleporter")),
    ProfileFires(
        "P-80", "N", "attributes.tds", has("undead", cow=0), also=("N P-61",), message="Tds 6 (8 points)"
    ),
    ProfileFires("P-80", "N", "attributes.cow", has("undead", tds=0), also=("N P-61",)),
    ProfileFires("P-81", "N", "properties[0]", has("mounted")),
    ProfileFires("P-82", "W", "properties[0]", has("ensign", "airborne", mov=0)),
    ProfileFires("P-82", "W", "properties[0]", armed("ensign", "sniper")),
    ProfileFires("P-82", "W", "properties[0]", has("ensign", D6, mov=0)),
    ProfileFires("P-82", "W", "properties[0]", has("ensign", "stampede")),
    ProfileFires("P-82", "W", "properties[1]", has("airborne", "musician", mov=0)),
    ProfileFires("P-82", "W", "properties[1]", armed("sniper", "musician")),
    ProfileFires("P-82", "W", "properties[1]", has(D6, "musician", mov=0)),
    ProfileFires("P-82", "W", "properties[1]", has("stampede", "musician")),
    ProfileFires("P-83", "N", "properties[0]", has("wind-dependent")),
    ProfileFires("P-83", "N", "properties[0]", has("waterborne")),
    ProfileFires("P-84", "N", "properties[0]", has("aethereal")),
    ProfileFires("P-84", "N", "properties[0]", has("supernatural")),
    *(
        ProfileFires("P-85", "W", "properties[1]", has(code, FAST, mov=0))
        for code in ("scout", "climber", "swimmer", "levitator", "stalker", "burrower")
    ),
    ProfileFires(
        "P-85", "W", "properties[1]", has("teleporter", FAST, mov=0), also=("N P-79",), message="(40 points)"
    ),
    *(
        ProfileFires("P-86", "W", "attributes.mov", has(code, FLIER, mov=0), message=points)
        for code, points in (("scout", "(20 points)"), ("climber", "(15 points)"), ("swimmer", "(10 points)"))
    ),
    ProfileFires("P-86", "W", "size", armed("accurate", size=1, base_mm=20), message="(25 points)"),
    ProfileFires("P-86", "N", "attributes.fgt", has("berserker", fgt=0), message="(50 points)"),
    ProfileFires(
        "P-87",
        "W",
        "properties[0]",
        has("undead", "dim-witted", tds=0, cow=0),
        also=("N P-61",),
        message="takes 15 points off for no drawback",
    ),
    ProfileFires("P-87", "W", "attributes.tds", has("dim-witted", tds=1), message="15 points"),
    *(
        ProfileFires("P-87", "W", "properties[0]", has(FAST, code, mov=0), message=points)
        for code, points in (("dim-witted", "15 points"), ("clumsy", "5 points"))
    ),
    *(ProfileFires("P-87", "W", "properties[0]", has("stampede", code)) for code in ("dim-witted", "clumsy")),
    *(ProfileFires("P-87", "W", "properties[1]", has(D6, code, mov=0)) for code in ("dim-witted", "clumsy")),
    ProfileFires(
        "P-87",
        "W",
        "properties[0]",
        has(FAST, "wind-dependent", mov=0),
        also=("N P-83",),
        message="10 points",
    ),
    ProfileFires("P-87", "W", "attributes.mov", has("wind-dependent", mov=0), also=("N P-83", "N P-17")),
    ProfileFires(
        "P-87",
        "W",
        "attributes.fgt",
        has("undead", "creature-of-darkness", fgt=0, tds=0, cow=0),
        also=("N P-61",),
        message="5 points",
    ),
    ProfileFires("P-87", "W", "properties[0]", has(ATTACK, FAST, mov=0, fgt=8), message="30 points"),
    *(
        ProfileFires("P-88", "W", "properties[0]", has(FAST, code, mov=0), also=also)
        for code, also in (("stampede", ()), ("waterborne", ("N P-83",)))
    ),
    *(
        ProfileFires("P-88", "W", "properties[0]", armed(FAST, code, mov=0))
        for code in ("sniper", "weapon-team")
    ),
    ProfileFires("P-88", "W", "properties[0]", has(D6, "stampede", mov=0)),
    ProfileFires("P-88", "W", "properties[1]", armed(D6, "weapon-team", mov=0)),
    ProfileFires("P-88", "W", "properties[0]", has("fearless", "uncontrollable")),
    ProfileFires("P-88", "W", "properties[1]", has(FAST, "uncontrollable", mov=0)),
    ProfileFires("P-88", "W", "properties[1]", has(D6, "uncontrollable", mov=0)),
    ProfileFires("P-88", "W", "properties[1]", has("stampede", "uncontrollable")),
    ProfileFires("P-88", "W", "properties[0]", has("waterborne", "burrower"), also=("N P-83",)),
]

SILENT: list[ProfileSilent] = [
    ProfileSilent("P-50", has("scout", "climber")),
    ProfileSilent("P-51", has("airborne", mov=0)),
    ProfileSilent("P-52", has(SLOW, mov=0)),
    ProfileSilent("P-53", has("airborne", mov=0, combat_weapon={"properties": ["B"]})),
    ProfileSilent("P-53", has("airborne", mov=0, combat_weapon={"properties": []})),
    ProfileSilent("P-53", has("airborne", "fearless", "terrifying", mov=0)),
    ProfileSilent("P-53", has("berserker", "fanatic", "group-fighter", "giantslayer", "soulstealer")),
    ProfileSilent("P-54", slow(arm=12, armour_property="B")),
    ProfileSilent("P-54", slow(arm=0), also=("W P-08",)),
    ProfileSilent("P-54", slow(arm=None)),
    ProfileSilent("P-55", slow()),
    ProfileSilent("P-56", slow(FLIER)),
    ProfileSilent("P-56", slow(D4, mov=0)),
    ProfileSilent("P-56", has({"code": "flier", "mov": 12})),
    ProfileSilent("P-57", slow(ssv=None)),
    ProfileSilent("P-58", has("aquatic", FLIER)),
    ProfileSilent("P-58", has("swimmer", FLIER)),
    ProfileSilent("P-58", has("waterborne"), also=("N P-83",)),
    ProfileSilent("P-59", has({"code": "capacity", "models": 1, "size": 1})),
    ProfileSilent("P-59", has({"code": "capacity", "models": 99, "size": 5})),
    ProfileSilent("P-60", has({"code": "companion", "profile": "other"}), MADE),
    ProfileSilent("P-60", has({"code": "companion", "profile": "own"})),
    ProfileSilent("P-61", has("hard-as-nails", "regenerator")),
    ProfileSilent("P-61", has("undead", "construct", command_die="d6")),
    ProfileSilent("P-62", has("mounted", FOOT), MADE, also=("N P-81",)),
    ProfileSilent("P-63", has(FOOT, "mounted"), MADE, also=("N P-81",)),
    ProfileSilent("P-64", has(D6, mov=0)),
    ProfileSilent("P-64", has(D6, mov=None)),
    *(
        ProfileSilent("P-65", has({"code": "drifter", "die": die}, mov=0))
        for die in ("d4", "d6", "d8", "d10", "d12")
    ),
    ProfileSilent("P-66", has(FLIER, mov=0)),
    ProfileSilent("P-67", armed("drilled", "accurate")),
    ProfileSilent("P-68", has({"code": "familiar", "profile": "other"}), SORCERER),
    ProfileSilent("P-68", has("familiar")),
    *(ProfileSilent("P-69", has({"code": "flier", "mov": n})) for n in (1, 12)),
    *(
        ProfileSilent("P-70", has({"code": "invisible", "kind": kind}))
        for kind in ("at-will", "permanent", "unstable")
    ),
    ProfileSilent("P-71", has(ATTACK)),
    *(ProfileSilent("P-72", armed(code)) for code in ("accurate", "sniper", "weapon-team")),
    ProfileSilent("P-73", has("stampede", combat_weapon={"properties": ["AP4"]})),
    ProfileSilent("P-74", has("swarm", FLIER, "wind-dependent"), also=("N P-83",)),
    ProfileSilent("P-74", has("swarm")),
    *(
        ProfileSilent("P-75", has({"code": "team", "size": n}, size=s, base_mm=b))
        for n, s, b in ((1, 2, 25), (4, 5, 70))
    ),
    ProfileSilent("P-76", has(WOLF), MADE),
    ProfileSilent(
        "P-76",
        has({**WOLF, "kind": "uncontrolled", "forms": ["other", "third"]}),
        {**MADE, "third": design()},
    ),
    ProfileSilent("P-77", has("supernatural", "fearless", "night-vision", "scout"), also=("N P-84",)),
    ProfileSilent("P-77", has("swarm", "fearless")),
    ProfileSilent("P-77", has("undead", "terrifying", tds=0, cow=0), also=("N P-61",)),
    ProfileSilent("P-77", has("regenerator", "hard-as-nails")),
    ProfileSilent("P-78", has("giantslayer", size=4, base_mm=50)),
    ProfileSilent("P-79", has("levitator")),
    ProfileSilent("P-79", has("undead", "teleporter", tds=0, cow=0), also=("N P-61",)),
    ProfileSilent("P-80", has("undead", tds=0, cow=0), also=("N P-61",)),
    # a leader lends his values to the living
    ProfileSilent("P-80", has("undead", command_die="d6")),
    ProfileSilent("P-81", has("climber")),
    ProfileSilent("P-82", has("ensign", FLIER)),
    ProfileSilent("P-82", armed("musician", "accurate")),
    ProfileSilent("P-83", has("aquatic")),
    ProfileSilent("P-84", has("ghostsight", HIDDEN)),
    ProfileSilent("P-85", has(FAST, "fearless", "terrifying", "hard-as-nails", "camouflage", mov=0)),
    ProfileSilent("P-86", has("scout", "climber", "swimmer", D6, mov=0)),
    ProfileSilent("P-86", has("scout", mov=None), also=("E P-01",)),
    ProfileSilent("P-86", armed("accurate")),
    ProfileSilent("P-86", has("fanatic", "group-fighter", "giantslayer", "soulstealer", fgt=0)),
    ProfileSilent("P-87", has("dim-witted", "clumsy", "creature-of-darkness", tds=1)),
    ProfileSilent("P-87", has("dim-witted", tds=2)),
    ProfileSilent("P-87", has("undead", "creature-of-darkness", tds=0, cow=0), also=("N P-61",)),
    ProfileSilent("P-87", has("undead", "clumsy", tds=0, cow=0), also=("N P-61",)),
    # activations for spells, for shooting, for jumping and for changing shape
    ProfileSilent(
        "P-87", has("stampede", "dim-witted", mgc=1, magic="low", spells=picks("heal")), also=("N P-99",)
    ),
    ProfileSilent("P-87", armed(D6, "dim-witted", "clumsy", mov=0)),
    ProfileSilent("P-87", has("stampede", "clumsy", "teleporter"), also=("N P-79",)),
    ProfileSilent("P-87", has(FAST, "dim-witted", WOLF, mov=0), MADE),
    ProfileSilent("P-87", has("wind-dependent", FLIER, mov=0), also=("N P-83",)),
    ProfileSilent("P-87", armed(ATTACK, FAST, mov=0)),
    ProfileSilent("P-87", has(ATTACK, FAST, mov=0, fgt=8, mgc=1, magic="low"), also=("N P-91",)),
    ProfileSilent("P-88", has("uncontrollable", "undead", tds=0, cow=0), also=("N P-61",)),
    ProfileSilent("P-88", armed("sniper", "camouflage")),
    ProfileSilent("P-88", has("waterborne", "stalker", "teleporter"), also=("N P-83", "N P-79")),
]


@pytest.mark.parametrize(
    "taken",
    [
        {"code": "flier", "mov": 0},
        {"code": "flier", "mov": 13},
        {"code": "flier"},
        {"code": "capacity", "models": 0, "size": 1},
        {"code": "capacity", "models": 1, "size": 6},
        {"code": "drifter"},
        {"code": "invisible"},
        {"code": "were-creature", "kind": "controlled"},
    ],
    ids=lambda taken: "-".join(str(value) for value in taken.values()),
)
def test_values_out_of_range_have_no_price(taken: Json) -> None:
    """A parameter that a rule refuses leaves the line, and the profile, without points."""
    profile = appraise_design(has(taken, mov=None))
    assert profile.lines[-1].points is None
    assert profile.points is None
