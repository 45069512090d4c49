"""Invalid documents: a valid document, and changes of its values that make it invalid."""

import copy
from typing import Any

from tests.support.designs import Json, design, document, gun, picks

Path = tuple[str | int, ...]

VALID_DOCUMENT: Json = document(
    {
        "second": design(
            size=3,
            arm=9,
            ssv=6,
            mgc=4,
            magic="low",
            command_die="d8",
            base_mm=40,
            combat_weapon={"name": "Cutlass", "properties": ["R", "AP4"]},
            shooting_weapons=[{"name": "Pistol", **gun("AP4")}],
            armour_property="B",
            shield_property="H",
            properties=picks(
                {"code": "flier", "mov": 8}, {"code": "were-creature", "kind": "controlled", "forms": ["imp"]}
            ),
            spells=picks({"code": "summon", "profile": "imp"}, "heal"),
        ),
        "imp": design(),
    },
    setting="A moon",
    background="Two\nlines",
    rosters=[{"name": "Friday", "limit": 750, "entries": [{"profile": "second", "count": 1}]}],
)
DESIGN: Path = ("profiles", 0, "design")
COMBAT_PROPERTIES: Path = (*DESIGN, "combat_weapon", "properties")
ENTRY: Path = ("rosters", 0, "entries", 0)
AT = "profiles[0].design"
COMBAT_PROPERTIES_AT = f"{AT}.combat_weapon.properties"
REMOVED = object()


def spoil_document(path: Path, value: object) -> Json:
    """Return the valid document with the value at one place changed or removed."""
    copied = copy.deepcopy(VALID_DOCUMENT)
    holder: Any = copied
    for step in path[:-1]:
        holder = holder[step]
    if value is REMOVED:
        del holder[path[-1]]
    else:
        holder[path[-1]] = value
    return copied


# Each change has a description, the place, the new value, and the path that the error names.
INVALID_CHANGES: list[tuple[str, Path, object, str]] = [
    ("format missing", ("format",), REMOVED, "format"),
    ("format unknown", ("format",), "army-list", "format"),
    ("format a list", ("format",), ["company-list"], "format"),
    ("version missing", ("version",), REMOVED, "version"),
    ("version higher", ("version",), 2, "version"),
    ("version huge", ("version",), 10**50, "version"),
    ("version text", ("version",), "1", "version"),
    ("version broken", ("version",), 1.5, "version"),
    ("version true", ("version",), True, "version"),
    ("version 0", ("version",), 0, "version"),
    ("system missing", ("system",), REMOVED, "system"),
    ("system unknown", ("system",), "chess", "system"),
    ("system an object", ("system",), {}, "system"),
    ("edition missing", ("edition",), REMOVED, "edition"),
    ("edition unknown", ("edition",), "9.9", "edition"),
    ("edition null", ("edition",), None, "edition"),
    ("name missing", ("name",), REMOVED, "name"),
    ("name a number", ("name",), 7, "name"),
    ("name of 5,000", ("name",), "x" * 5000, "name"),
    ("name of two lines", ("name",), "one\ntwo", "name"),
    ("name with a tab", ("name",), "one\ttwo", "name"),
    ("name with a NUL", ("name",), "one\x00two", "name"),
    ("name with an escape", ("name",), "one\x1btwo", "name"),
    ("name with half a pair", ("name",), "one\ud83dtwo", "name"),
    ("setting of two lines", ("setting",), "one\r\ntwo", "setting"),
    ("background a list", ("background",), ["a"], "background"),
    ("background with DEL", ("background",), "a\x7fb", "background"),
    ("background too long", ("background",), "x" * 20_001, "background"),
    ("field unknown", ("secret",), 1, "secret"),
    ("profiles an object", ("profiles",), {}, "profiles"),
    ("profiles null", ("profiles",), None, "profiles"),
    ("profile a text", ("profiles", 1), "imp", "profiles[1]"),
    ("profile without key", ("profiles", 1, "key"), REMOVED, "profiles[1].key"),
    ("profile without name", ("profiles", 1, "name"), REMOVED, "profiles[1].name"),
    ("key twice", ("profiles", 1, "key"), "second", "profiles[1].key"),
    ("key with a space", ("profiles", 1, "key"), "the imp", "profiles[1].key"),
    ("key with an accent", ("profiles", 1, "key"), "dæmon", "profiles[1].key"),
    ("key empty", ("profiles", 1, "key"), "", "profiles[1].key"),
    ("key with a line end", ("profiles", 1, "key"), "imp\n", "profiles[1].key"),
    ("key a number", ("profiles", 1, "key"), 1, "profiles[1].key"),
    ("key of 5,000", ("profiles", 1, "key"), "k" * 5000, "profiles[1].key"),
    ("key in other digits", ("profiles", 1, "key"), "imp-٣", "profiles[1].key"),
    ("profile name of 5,000", ("profiles", 0, "name"), "x" * 5000, "profiles[0].name"),
    ("profile field unknown", ("profiles", 0, "cost"), 76, "profiles[0].cost"),
    ("notes null", ("profiles", 0, "notes"), None, "profiles[0].notes"),
    ("max a text", ("profiles", 0, "max"), "1", "profiles[0].max"),
    ("max below 0", ("profiles", 0, "max"), -1, "profiles[0].max"),
    ("max true", ("profiles", 0, "max"), True, "profiles[0].max"),
    ("max huge", ("profiles", 0, "max"), 10**9, "profiles[0].max"),
    ("design null", DESIGN, None, AT),
    ("design a list", DESIGN, [], AT),
    ("design field unknown", (*DESIGN, "weapons"), [], f"{AT}.weapons"),
    ("design field strange", (*DESIGN, "a b\u202e"), 1, AT + '."a b\\u202e"'),
    ("size a text", (*DESIGN, "size"), "2", f"{AT}.size"),
    ("size broken", (*DESIGN, "size"), 2.5, f"{AT}.size"),
    ("size broken", (*DESIGN, "size"), 2.5, f"{AT}.size"),
    ("size huge", (*DESIGN, "size"), 10**12, f"{AT}.size"),
    ("size infinite", (*DESIGN, "size"), float("inf"), f"{AT}.size"),
    ("attributes a list", (*DESIGN, "attributes"), [6], f"{AT}.attributes"),
    ("attribute unknown", (*DESIGN, "attributes", "str"), 3, f"{AT}.attributes.str"),
    ("attribute broken", (*DESIGN, "attributes", "mov"), 6.5, f"{AT}.attributes.mov"),
    ("attribute true", (*DESIGN, "attributes", "mov"), True, f"{AT}.attributes.mov"),
    ("attribute a text", (*DESIGN, "attributes", "ssv"), "-", f"{AT}.attributes.ssv"),
    ("attribute huge", (*DESIGN, "attributes", "fgt"), -(10**6), f"{AT}.attributes.fgt"),
    ("magic unknown", (*DESIGN, "magic"), "both", f"{AT}.magic"),
    ("magic both", (*DESIGN, "magic"), ["high", "low"], f"{AT}.magic"),
    ("die unknown", (*DESIGN, "command_die"), "d7", f"{AT}.command_die"),
    ("die a number", (*DESIGN, "command_die"), 8, f"{AT}.command_die"),
    ("base broken", (*DESIGN, "base_mm"), 28.5, f"{AT}.base_mm"),
    ("combat weapons", (*DESIGN, "combat_weapon"), [{"properties": ["B"]}], f"{AT}.combat_weapon"),
    ("weapon field unknown", (*DESIGN, "combat_weapon", "damage"), 3, f"{AT}.combat_weapon.damage"),
    ("weapon code unknown", (*COMBAT_PROPERTIES, 1), "AP5", f"{COMBAT_PROPERTIES_AT}[1]"),
    ("weapon code in small letters", (*COMBAT_PROPERTIES, 0), "r", f"{COMBAT_PROPERTIES_AT}[0]"),
    ("weapon code with its band", (*COMBAT_PROPERTIES, 0), "R4", f"{COMBAT_PROPERTIES_AT}[0]"),
    ("weapon code run together", (*COMBAT_PROPERTIES, 0), "RAP4", f"{COMBAT_PROPERTIES_AT}[0]"),
    ("weapon code a model property", (*COMBAT_PROPERTIES, 0), "flier", f"{COMBAT_PROPERTIES_AT}[0]"),
    ("weapon codes a text", COMBAT_PROPERTIES, "R,AP4", COMBAT_PROPERTIES_AT),
    ("weapon name a number", (*DESIGN, "combat_weapon", "name"), 5, f"{AT}.combat_weapon.name"),
    ("gun a text", (*DESIGN, "shooting_weapons", 0), "R4AP4", f"{AT}.shooting_weapons[0]"),
    ("guns an object", (*DESIGN, "shooting_weapons"), {}, f"{AT}.shooting_weapons"),
    ("band a text", (*DESIGN, "shooting_weapons", 0, "range"), "R4", f"{AT}.shooting_weapons[0].range"),
    ("two bands", (*DESIGN, "shooting_weapons", 0, "range"), [4, 8], f"{AT}.shooting_weapons[0].range"),
    ("armour unknown", (*DESIGN, "armour_property"), "AP4", f"{AT}.armour_property"),
    ("two on the armour", (*DESIGN, "armour_property"), ["A", "H"], f"{AT}.armour_property"),
    ("two on the shield", (*DESIGN, "shield_property"), ["A", "X"], f"{AT}.shield_property"),
    ("property a text", (*DESIGN, "properties", 0), "flier", f"{AT}.properties[0]"),
    ("property without code", (*DESIGN, "properties", 0, "code"), REMOVED, f"{AT}.properties[0].code"),
    ("property unknown", (*DESIGN, "properties", 0, "code"), "flyer", f"{AT}.properties[0].code"),
    ("property a spell", (*DESIGN, "properties", 0, "code"), "heal", f"{AT}.properties[0].code"),
    ("property code a list", (*DESIGN, "properties", 0, "code"), ["flier"], f"{AT}.properties[0].code"),
    ("parameter forged", (*DESIGN, "properties", 0, "points"), 0, f"{AT}.properties[0].points"),
    ("parameter of another", (*DESIGN, "properties", 0, "die"), "d4", f"{AT}.properties[0].die"),
    ("parameter a text", (*DESIGN, "properties", 0, "mov"), "8", f"{AT}.properties[0].mov"),
    ("kind unknown", (*DESIGN, "properties", 1, "kind"), "tame", f"{AT}.properties[1].kind"),
    ("forms a text", (*DESIGN, "properties", 1, "forms"), "imp", f"{AT}.properties[1].forms"),
    ("form not a key", (*DESIGN, "properties", 1, "forms", 0), "The Imp", f"{AT}.properties[1].forms[0]"),
    ("form null", (*DESIGN, "properties", 1, "forms", 0), None, f"{AT}.properties[1].forms[0]"),
    ("spell unknown", (*DESIGN, "spells", 1, "code"), "fireball", f"{AT}.spells[1].code"),
    ("summoned a list", (*DESIGN, "spells", 0, "profile"), ["imp"], f"{AT}.spells[0].profile"),
    ("rosters null", ("rosters",), None, "rosters"),
    ("roster without limit", ("rosters", 0, "limit"), REMOVED, "rosters[0].limit"),
    ("roster limit a text", ("rosters", 0, "limit"), "750", "rosters[0].limit"),
    ("roster field unknown", ("rosters", 0, "points"), 750, "rosters[0].points"),
    ("entry without count", (*ENTRY, "count"), REMOVED, "rosters[0].entries[0].count"),
    ("entry count below 0", (*ENTRY, "count"), -1, "rosters[0].entries[0].count"),
    ("entry profile not a key", (*ENTRY, "profile"), "No One", "rosters[0].entries[0].profile"),
]  # fmt: skip
