"""Lines of a receipt name their part, and its place in the rulebook and in the design."""

from tests.support.designs import appraise_design, design, gun, picks

WEAPONS = "Weapon properties"
PROPERTIES = "Model properties"

RECEIPT = [
    ("Mov 6", 53, "Mov", "attributes", "attributes.mov"),
    ("Fgt 5", 53, "Fgt", "attributes", "attributes.fgt"),
    ("Shg 0", 53, "Shg", "attributes", "attributes.shg"),
    ("Tds 6", 53, "Tds", "attributes", "attributes.tds"),
    ("Cow 6", 53, "Cow", "attributes", "attributes.cow"),
    ("Arm 9", 53, "Arm", "attributes", "attributes.arm"),
    ("Mgc 4 (Low)", 53, "Mgc (Low)", "attributes", "attributes.mgc"),
    ("CD d8", 53, "Command Die", "command", "command_die"),
    ("B Basic", 53, WEAPONS, "weapons", "combat_weapon.properties[0]"),
    ("R8 range band", 53, "Range band", "weapons", "shooting_weapons[0].range"),
    ("LB6 Lesser Blast with FF6", 53, WEAPONS, "weapons", "shooting_weapons[0].properties[0]"),
    ("FF6 Fast Firing d6", 54, WEAPONS, "weapons", "shooting_weapons[0].properties[1]"),
    ("R? range band", 53, "Range band", "weapons", "shooting_weapons[1].range"),
    ("Arcane (armour property)", 54, "Armour and shield properties", "armour", "armour_property"),
    ("Ghostsight", 54, PROPERTIES, "properties", "properties[0]"),
    ("Flier 8", 54, PROPERTIES, "properties", "properties[1]"),
    ("Capacity 4[2]", 54, PROPERTIES, "properties", "properties[2]"),
    ("Slow Airborne", 54, PROPERTIES, "properties", "properties[3]"),
    ("Companion: Boy", 54, PROPERTIES, "properties", "properties[4]"),
    ("Companion", 54, PROPERTIES, "properties", "properties[5]"),
    ("Were-Creature Controlled: Boy, gone", 55, PROPERTIES, "properties", "properties[6]"),
    ("One Shot Wonder Bomb", 54, PROPERTIES, "properties", "properties[7]"),
    ("Heal", 55, "Spells", "spells", "spells[0]"),
    ("Area of Effect Lesser", 55, "Spells", "spells", "spells[1]"),
    ("Summon: Boy", 55, "Spells", "spells", "spells[2]"),
]


def test_each_line_names_its_entry_and_page() -> None:
    """Label, page and table of the book, section of the receipt, and place in the design."""
    plain_design = design(
        size=3,
        arm=9,
        mgc=4,
        magic="low",
        command_die="d8",
        shooting_weapons=[gun("LB", "FF6", reach=8), gun(reach=None)],
        armour_property="A",
        properties=picks(
            "ghostsight",
            {"code": "flier", "mov": 8},
            {"code": "capacity", "models": 4, "size": 2},
            {"code": "airborne", "kind": "slow"},
            {"code": "companion", "profile": "boy"},
            "companion",
            {"code": "were-creature", "kind": "controlled", "forms": ["boy", "gone"]},
            {"code": "one-shot-wonder", "attack": "Bomb"},
        ),
        spells=picks(
            "heal", {"code": "area-of-effect", "area": "lesser"}, {"code": "summon", "profile": "boy"}
        ),
    )
    lines = appraise_design(plain_design, {"boy": design()}).lines
    assert [(line.label, line.page, line.table, line.group, line.where) for line in lines] == RECEIPT


def test_magical_talent_without_its_kind_has_no_price() -> None:
    """Its line names the attribute and the page that explains it."""
    (line,) = [line for line in appraise_design(design(mgc=4)).lines if line.code == "mgc"]
    assert (line.label, line.points, line.page, line.table) == ("Mgc 4", None, 36, "Magical talent")
