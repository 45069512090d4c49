"""Stat lines as players write them: what is parsed, and what is reported to the user."""

from dataclasses import replace
from typing import Any

import pytest

from builder.points.document.design import Design, Pick, Weapon
from builder.points.document.document import Document, dump_document, parse_document
from builder.points.document.json_reader import DEFAULT_LIMITS, DocumentError, Limits
from builder.points.shorthand import ParsedProfile, ParsedText, max_bytes, read_shorthand
from tests.support.designs import FURY, design, document, read_document
from tests.support.tin_soldiers import TIN

CAPTAIN = {
    "mov": 6, "fgt": 8, "shg": 8, "tds": 3, "cow": 3, "command_die": "d8",
    "shooting_weapons": [("", 4, "AP4")],
}  # fmt: skip
STATS = "Mov 6 Fgt 7"
Weapons = list[tuple[str, int | None, str]]


def one(text: str) -> ParsedProfile:
    """Return the only profile in a text."""
    (parsed,) = read_shorthand(text, FURY).profiles
    return parsed


def read_one(text: str) -> tuple[str, dict[str, Any], list[str]]:
    """Return name, non-blank design and unparsed parts of a text with one profile."""
    reading = read_shorthand(text, FURY)
    (parsed,) = reading.profiles
    return parsed.profile.name, plain(parsed.profile.design), [rest.text for rest in reading.all_unparsed]


def plain(design: Design) -> dict[str, Any]:
    """Return a short form of a design: values, weapons as (name, range, codes), properties."""
    said: dict[str, Any] = dict(design.values)
    for slot, weapons in design.weapons.items():
        said[slot] = [(w.name, w.fields.get("range"), " ".join(w.properties)) for w in weapons]
    for slot, picks in design.picks.items():
        said[slot] = [(p.code, dict(p.parameters)) if p.parameters else p.code for p in picks]
    return said


def check_can_be_saved(reading: ParsedText, limits: Limits = DEFAULT_LIMITS) -> None:
    """Check that the result can be saved and read again."""
    profiles = tuple(profile.profile for profile in reading.profiles)
    document = Document(system=FURY.system, edition=FURY.edition, name="", profiles=profiles)
    known = {(FURY.system, FURY.edition): FURY}
    saved = dump_document(document, FURY)
    assert dump_document(parse_document(saved, known, limits), FURY) == saved


# ------------------------------------------------------------------ names


NAMES = (
    "Scout", "Elf Scout", "Sniper", "Bob, the Killer", "Boss (Leader)", "Who goes there?!", "Undead Vehicle",
    "Scout Sniper", "Stalker Scout", "Drilled Musician", "Berserker Ensign", "Sniper Team", "Vehicle Team",
    "Undead Knight", "Mounted Sergeant", "Team Leader", "Swarm Queen", "Petrify Beast", "Summon Imp",
    "Terrifying Undead Giant", "Invisible Stalker", "Slow Airborne Barge", "Axe and Shield Guard",
    "Night Stalker", "Old Undead Knight",
)  # fmt: skip


@pytest.mark.parametrize("sign", [" ", ": ", ", ", " - ", " — ", "\n"])
@pytest.mark.parametrize("name", NAMES)
def test_a_name_ends_before_the_first_value(name: str, sign: str) -> None:
    text = f"{name}{sign}{STATS}"
    assert read_one(text) == (name, {"mov": 6, "fgt": 7}, [])
    check_can_be_saved(read_shorthand(text, FURY))


@pytest.mark.parametrize(("text", "name"), [
    ("", ""),
    ("Flier 8 Scout: ", "Flier 8 Scout"),
    ("Undead & Fearless: ", "Undead & Fearless"),
    ("# Max 2\n", ""),
    ("Name: Ann ", "Ann"),
    ("# Sniper\n", "Sniper"),
    ("### Undead Vehicle\n", "Undead Vehicle"),
    ("**Undead Vehicle**: ", "Undead Vehicle"),
    ("**Mov 6** ", "Mov 6"),
    ("[b]Size 5 terror[/b] (205) ", "Size 5 terror"),
    ('"-=The One=-" ', "-=The One=-"),
    ("Captain's Second (Max 1)\n", "Captain's Second"),
    ("3 × Reaver (90 each) ", "Reaver"),
    ("3 × Undead Vehicle: ", "Undead Vehicle"),
    ("Undead Vehicle (98): ", "Undead Vehicle"),
    ("Elite \u00a0\u2003Reaver: ", "Elite Reaver"),
])  # fmt: skip
def test_marks_counts_and_prices_are_not_part_of_a_name(text: str, name: str) -> None:
    assert read_one(f"{text}{STATS}") == (name, {"mov": 6, "fgt": 7}, [])


@pytest.mark.parametrize(("text", "name", "properties"), [
    (f"Scout: {STATS}, Scout", "Scout", ["scout"]),
    (f"Captain - Fearless - {STATS}", "Captain", ["fearless"]),
    (f"Undead Vehicle: Fearless, Scout\n{STATS}", "Undead Vehicle", ["fearless", "scout"]),
    (f"Ann\n{STATS}\nFearless Scout\nCow 3", "Ann", ["fearless", "scout"]),
    (f"Ann\n{STATS}\nFearless Scout, Cow 3", "Ann", ["fearless", "scout"]),
])  # fmt: skip
def test_properties_next_to_a_name_are_not_part_of_it(text: str, name: str, properties: list[str]) -> None:
    result, design, rests = read_one(text)
    assert (result, design["properties"], rests) == (name, properties, [])


def test_a_label_ends_with_its_list() -> None:
    text = f"Ann {STATS}\nProperties:\n- Fearless\n- Undead\n\nScout Sniper\n{STATS}"
    ann, scout = (result.profile for result in read_shorthand(text, FURY).profiles)
    assert plain(ann.design)["properties"] == ["fearless", "undead"]
    assert (scout.name, plain(scout.design)) == ("Scout Sniper", {"mov": 6, "fgt": 7})


@pytest.mark.parametrize("text", ["Guard: Movement 6, Fgt 7", "Guard, Movement 6, Fgt 7"])
def test_misspelt_labels_do_not_become_names(text: str) -> None:
    assert read_one(text) == ("Guard", {"fgt": 7}, ["Movement 6"])
    (question,) = read_shorthand(text, FURY).questions
    assert question.choices[0] == ("Mov 6", "Mov 6")


def test_maximum_price_and_notes_are_read() -> None:
    parsed = one(
        "Captain (Max 1) – 202 points\nHe is a bad man with a gun.\nMov 6\n"
        "Notes: keeps *two* lanterns; one is lit"
    )
    assert (parsed.profile.max, parsed.claims) == (1, (202,))
    assert parsed.profile.notes == "He is a bad man with a gun.\n\nkeeps *two* lanterns; one is lit"
    assert parsed.unparsed == ()


@pytest.mark.parametrize(
    "text", ["PV 98", "PV: 98", "98 PV", "98 points", "(98 pts)", "Total: 98 points", "= 98pts"]
)
def test_stated_points_are_claims(text: str) -> None:
    assert one(f"Sergeant Mov 6 {text}").claims == (98,)


def test_sentences_are_not_read_as_properties() -> None:
    sentence = "The scout is a fearless fanatic with a camouflage coat, they say"
    assert read_one(f"Ann Mov 6\n\n{sentence}") == ("Ann", {"mov": 6}, [sentence])


def test_a_second_value_on_a_line_is_not_read_and_on_the_next_begins_a_profile() -> None:
    reading = read_shorthand("Ann Mov 6 Mov 7\nMov 8", FURY)
    assert [profile.profile.design.values for profile in reading.profiles] == [{"mov": 6}, {"mov": 8}]
    assert [rest.text for rest in reading.all_unparsed] == ["Mov 7"]


def test_read_values_have_the_positions_of_their_words() -> None:
    parsed = one("Ann Mov 6, SW Bow R4AP4, Flier 8")
    assert [(piece.text, piece.meaning) for piece in parsed.pieces] == [
        ("Ann", "name"),
        ("Mov 6", "Move 6"),
        ("SW", "Shooting weapons"),
        ("Bow", "called “Bow”"),
        ("R4AP4", "Range band 4, Armour Piercing d4"),
        ("Flier 8", "Property Flier (Flying Mov 8)"),
    ]


# ------------------------------------------------------------------ values and properties


@pytest.mark.parametrize("text", [
    "Captain Mov 6 Fgt 8 Shg 8 Tds 3 Cow 3 SW R4AP4 CD d8",
    "Captain: Mov 6, Fgt 8, Shg 8, Tds 3, Cow 3; SW R4AP4; CD d8",
    "captain MOV=6 FGT=8 SHG=8 TDS=3 COW=3 SW=R4,AP4 CD=D8",
    "Captain mov6 fgt8 shg8 tds3 cow3 sw r4ap4 cd d8",
    "- Captain | Cow 3 | Tds 3 | CD d8 | SW R4 AP4 | Shg 8 | Fgt 8 | Mov 6",
    "* **Captain** - Mov: 6\" - Fgt: 8 - Shg: 8 - Tds: 3 - Cow: 3 - SW: R4\" AP4 - CD: d8",
    "1. [b]Captain[/b] [i]Mov[/i] 6 Fgt 8 Shg 8 Tds 3 Cow 3 [SW R4AP4] (CD d8)",
    "> `Captain` Move 6 Fighting 8 Shooting 8 Tardiness 3 Cowardice 3 Shooting weapon R4AP4 Command Die d8",
    "Captain\nMov 6 Fgt 8 Shg 8\nTds 3 Cow 3\nSW R4AP4\nCD d8",
    "## Captain\n\n* Mov 6\n* Fgt 8\n* Shg 8\n* Tds 3\n* Cow 3\n* SW R4AP4\n* CD d8",
    "Name: Captain\nMov 6, Fgt 8, Shg 8, Tds 3, Cow 3\nSW R4AP4, CD d8",
    "\ufeff“Captain” Mov\u00a06 Fgt\u00a08 Shg 8 Tds 3 Cow 3 SW R4AP4 CD d8\r\n",
])  # fmt: skip
def test_a_profile_in_any_order_and_with_any_signs(text: str) -> None:
    name, design, rests = read_one(text)
    assert (name.casefold(), design, rests) == ("captain", CAPTAIN, [])


@pytest.mark.parametrize(("text", "expected"), [
    ("Arm 9H", {"arm": 9, "armour_property": ["H"]}),
    ("Arm 9 H", {"arm": 9, "armour_property": ["H"]}),
    ("Arm 9 (Heavy)", {"arm": 9, "armour_property": ["H"]}),
    ("arm 9 h, Sz 2", {"arm": 9, "armour_property": ["H"], "size": 2}),
    ("Arm 9+", {"arm": 9}),
    ("Armour: 9\nArmour property: Extreme", {"arm": 9, "armour_property": ["X"]}),
    ("SSv 8 B", {"ssv": 8, "shield_property": ["B"]}),
    ("SSv - ", {}),
    ("SSv –", {}),
    ("SSv none Mgc -", {}),
    ("Mgc 5 High", {"mgc": 5, "magic": "high"}),
    ("Mgc 5 (low)", {"mgc": 5, "magic": "low"}),
    ("Mgc 5", {"mgc": 5}),
    ("Size 2", {"size": 2}),
    ("Sz2", {"size": 2}),
    ("Base 40 mm", {"base_mm": 40}),
    ("CD -", {}),
    ("Tds-3", {"tds": 3}),
    ("Tds - 3", {"tds": 3}),
    ("Flier 8", {"properties": [("flier", {"mov": 8})]}),
    ("Flier (8)", {"properties": [("flier", {"mov": 8})]}),
    ('flier: 8"', {"properties": [("flier", {"mov": 8})]}),
    ("Airborne (slow)", {"properties": [("airborne", {"kind": "slow"})]}),
    ("Slow Airborne", {"properties": [("airborne", {"kind": "slow"})]}),
    ("Capacity 2[2]", {"properties": [("capacity", {"models": 2, "size": 2})]}),
    ("Capacity (size 3, models 4)", {"properties": [("capacity", {"models": 4, "size": 3})]}),
    ("Drifter d6", {"properties": [("drifter", {"die": "d6"})]}),
    ("Team(2)", {"properties": [("team", {"size": 2})]}),
    ("One Shot Wonder (bites, hard)", {"properties": [("one-shot-wonder", {"attack": "bites, hard"})]}),
    ("invisible (at will)", {"properties": [("invisible", {"kind": "at-will"})]}),
    ("Wind-Dependant", {"properties": ["wind-dependent"]}),
    ("hard as nails", {"properties": ["hard-as-nails"]}),
    ("hard-as-nails", {"properties": ["hard-as-nails"]}),
    ("Aethereal", {"properties": ["aethereal"]}),
    ("ÆTHEREAL", {"properties": ["aethereal"]}),
    ("Weapon Team", {"properties": ["weapon-team"]}),
    ("SW Sniper rifle R8, Sniper", {"shooting_weapons": [("Sniper rifle", 8, "")], "properties": ["sniper"]}),
    ("Mgc 5H", {"mgc": 5, "magic": "high"}),
    ("Mgc 5 L", {"mgc": 5, "magic": "low"}),
    ("CD 8", {"command_die": "d8"}),
    ("Drifter 8", {"properties": [("drifter", {"die": "d8"})]}),
    ("Flier (Mov 8)", {"properties": [("flier", {"mov": 8})]}),
    ("Props: Scout", {"properties": ["scout"]}),
    ("Abilities: Scout, Fearless", {"properties": ["scout", "fearless"]}),
    ("Permanent Invisible", {"properties": [("invisible", {"kind": "permanent"})]}),
    ("Unstable Invisible", {"properties": [("invisible", {"kind": "unstable"})]}),
    ("Invisible at will", {"properties": [("invisible", {"kind": "at-will"})]}),
    ("Properties: Invisible", {"properties": ["invisible"]}),
    ("Spells: Invisible", {"spells": ["invisible"]}),
])  # fmt: skip
def test_values_and_properties(text: str, expected: dict[str, Any]) -> None:
    assert read_one(f"Guard: {STATS}, {text}") == ("Guard", {"mov": 6, "fgt": 7, **expected}, [])


@pytest.mark.parametrize(("text", "expected", "rests"), [
    ("Arm", {}, ["Arm"]),
    ("Arm heavy", {}, ["Arm heavy"]),
    ("Tds 3.5", {}, ["Tds 3.5"]),
    ("Tds 123456", {}, ["Tds 123456"]),
    ("CD 7", {}, ["CD 7"]),
    ("CD d7", {}, ["CD d7"]),
    ("Mov 7", {}, ["Mov 7"]),
    ("wings 2", {}, ["wings 2"]),
    ("☠", {}, ["☠"]),
    ("Tds 3½", {}, ["Tds 3½"]),
    ("Tds 2d6", {}, ["Tds 2d6"]),
    ("Tds 15cm", {}, ["Tds 15cm"]),
    ("Tds 6+1", {}, ["Tds 6+1"]),
    ("Flier Mov 8", {}, ["Flier Mov", "8"]),
    ("Arm 10, Arm 9 H", {"arm": 10}, ["Arm 9 H"]),
    ("Mgc 5, Mgc 4 High", {"mgc": 5}, ["Mgc 4 High"]),
    ("Arm 9, Heavy Vehicle", {"arm": 9}, ["Heavy Vehicle"]),
    ("Mgc 5, Invisible", {"mgc": 5}, ["Invisible"]),
    ("Heal, Invisible", {"spells": ["heal"]}, ["Invisible"]),
    ("SW R5 AP", {"shooting_weapons": [("", 5, "")]}, ["AP"]),
    ("SW R5 APPM", {"shooting_weapons": [("", 5, "")]}, ["APPM"]),
    ("SW R5, AP 6", {"shooting_weapons": [("", 5, "")]}, ["AP 6"]),
    ("SW AP-8 R5", {"shooting_weapons": [("", 5, "")]}, ["AP-8"]),
    ("SW Bow R5, APd8", {"shooting_weapons": [("Bow", 5, "")]}, ["APd8"]),
    ("SW R5, Armour Piercing", {"shooting_weapons": [("", 5, "")]}, ["Armour Piercing"]),
    ("SW Long FFB4 rifle R4", {"shooting_weapons": [("", 4, "")]}, ["Long FFB4 rifle"]),
    ("SW FF gun R5", {"shooting_weapons": [("", 5, "")]}, ["FF gun"]),
])  # fmt: skip
def test_uncertain_words_are_not_read(text: str, expected: dict[str, Any], rests: list[str]) -> None:
    assert read_one(f"Guard: {STATS}, {text}") == ("Guard", {"mov": 6, "fgt": 7, **expected}, rests)


@pytest.mark.parametrize(("text", "expected"), [
    ("Controlled Were-Creature (Imp)", ("were-creature", {"kind": "controlled", "forms": ("imp",)})),
    ("Familiar of Imp", ("familiar", {"profile": "imp"})),
])  # fmt: skip
def test_properties_that_name_a_profile(text: str, expected: tuple[str, object]) -> None:
    reading = read_shorthand(f"Guard: {STATS}, {text}\nImp: Mov 4", FURY)
    guard, imp = (profile.profile for profile in reading.profiles)
    assert plain(guard.design)["properties"] == [expected]
    assert (imp.name, plain(imp.design), reading.all_unparsed) == ("Imp", {"mov": 4}, ())


@pytest.mark.parametrize(("text", "values", "rest"), [
    ("Guard Heavy armour 9", {"arm": 9}, "Heavy"),
    ("Guard Low Mgc 4", {"mgc": 4}, "Low"),
    ("Guard CDd8 Mov 6", {"mov": 6}, "CDd8"),
])  # fmt: skip
def test_a_value_before_its_label_is_reported_and_no_part_of_a_name(
    text: str, values: dict[str, Any], rest: str
) -> None:
    assert read_one(text) == ("Guard", values, [rest])


def test_repeated_values_are_reported() -> None:
    (rest,) = read_shorthand(f"Guard: {STATS}, Mov 8", FURY).all_unparsed
    assert (rest.text, rest.similar_words) == ("Mov 8", ())
    assert "appears twice" in rest.hint


def test_spells_and_properties_are_distinguished_by_their_label() -> None:
    """Invisible is both a spell and a property. Without a label, its kind decides, or it isn't read."""
    area = ("area-of-effect", {"area": "greater"})
    witch = {"mov": 6, "mgc": 5, "magic": "low"}
    text = "Witch Mov 6 Mgc 5 Low Spells: Invisible, Heal, Area of Effect (greater) Properties: Invisible"
    assert read_one(text)[1] == {
        **witch, "spells": ["invisible", "heal", area], "properties": ["invisible"],
    }  # fmt: skip
    assert read_one("Witch Mov 6 Mgc 5 Low, Invisible") == ("Witch", witch, ["Invisible"])
    hint = one("Witch Mov 6 Mgc 5 Low, Invisible").unparsed[0].hint
    assert "Properties: Invisible" in hint
    assert "Spells: Invisible" in hint


def test_a_label_on_its_own_line_applies_to_the_lines_below() -> None:
    _, design, rests = read_one("Witch\nMov 6\nSpells:\n- Invisible\n- Heal\nProperties:\n* Fearless\nCow 3")
    assert (design, rests) == (
        {"mov": 6, "cow": 3, "spells": ["invisible", "heal"], "properties": ["fearless"]}, [],
    )  # fmt: skip


def test_references_find_profiles_by_name() -> None:
    """Profiles of the list, and of the text before and after."""
    known = read_document(document({"sergeant": design()})).profiles
    reading = read_shorthand(
        "Witch Mov 6, Companion (Sergeant), Summon Imp, Summon Old Wolf, Summon: Ghost\n"
        "Imp Mov 4\n"
        "Old Wolf Mov 8 Were-creature (controlled): Imp and Witch",
        FURY,
        known,
    )
    assert [profile.profile.key for profile in reading.profiles] == ["witch", "imp", "old-wolf"]
    assert [plain(profile.profile.design) for profile in reading.profiles] == [
        {"mov": 6, "properties": [("companion", {"profile": "sergeant"})],
         "spells": [("summon", {"profile": "imp"}), ("summon", {"profile": "old-wolf"}), "summon"]},
        {"mov": 4},
        {"mov": 8, "properties": [("were-creature", {"kind": "controlled", "forms": ("imp", "witch")})]},
    ]  # fmt: skip
    assert [rest.text for rest in reading.all_unparsed] == ["Ghost"]


def test_keys_are_unique() -> None:
    known = read_document(document({"imp": design(), "imp-2": design()})).profiles
    reading = read_shorthand("Imp Mov 1\nImp Mov 2\nMov 3", FURY, known)
    assert [profile.profile.key for profile in reading.profiles] == ["imp-3", "imp-4", "profile"]


# ------------------------------------------------------------------ weapons


@pytest.mark.parametrize(("text", "expected"), [
    ("R4AP12", [("", 4, "AP12")]),
    ("R4FF12AP4", [("", 4, "FF12 AP4")]),
    ("R12PMSR", [("", 12, "PM SR")]),
    ("R5LBAP4", [("", 5, "LB AP4")]),
    ("R4, LA1, U", [("", 4, "LA1 U")]),
    ('R7"', [("", 7, "")]),
    ("Energy pistol R4 AP4 + R8FF4AP8", [("Energy pistol", 4, "AP4"), ("", 8, "FF4 AP8")]),
    ("R4AP4; R8FF4AP8", [("", 4, "AP4"), ("", 8, "FF4 AP8")]),
    ("R4 and R8", [("", 4, ""), ("", 8, "")]),
    ("R4AP4 SW “Long gun” R8", [("", 4, "AP4"), ("Long gun", 8, "")]),
    ("HG57-X Energy Rifle, R8, FF4, AP8", [("HG57-X Energy Rifle", 8, "FF4 AP8")]),
    ("R3 Spray Flame", [("", 3, "S F")]),
    ('"R4AP4" R2', [("R4AP4", 2, "")]),
    ("R4AP4 (Energy pistol)", [("Energy pistol", 4, "AP4")]),
    ("-", []),
    ("none", []),
    ("R4 FF4 GB4", [("", 4, "FF4 GB")]),
    ("R4 GB4", [("", 4, "GB4")]),
    ("R R4", [("", 4, "R")]),
    ("R5 AP 8", [("", 5, "AP8")]),
    ("R5 AP 8 FF 6", [("", 5, "AP8 FF6")]),
    ("R5AP 8", [("", 5, "AP8")]),
    ("R5 AP 12, LA 2", [("", 5, "AP12 LA2")]),
    ("Rifle AP 4 R 5", [("Rifle", 5, "AP4")]),
    ("R 5", [("", 5, "")]),
    ("range 5, AP 8", [("", 5, "AP8")]),
    ("Bow range 5", [("Bow", 5, "")]),
    ("R6, Armour Piercing 8, Slow Reload", [("", 6, "AP8 SR")]),
    ("R5 GB 4 FF 4", [("", 5, "GB FF4")]),
    ("R5 A, P", [("", 5, "A P")]),
    ("R5FFF4", [("", 5, "F FF4")]),
    ("D-cannon R8D", [("D-cannon", 8, "D")]),
    ("A-bomb R8 GB", [("A-bomb", 8, "GB")]),
    ("S-gun R3", [("S-gun", 3, "")]),
    ("F-gun R3 F", [("F-gun", 3, "F")]),
    ("U-boat gun R5", [("U-boat gun", 5, "")]),
    ("I.R. gun R5", [("I.R. gun", 5, "")]),
    ("G's axe R5 AP4", [("G's axe", 5, "AP4")]),
    ("G\u2019s axe R5 AP4", [("G\u2019s axe", 5, "AP4")]),
    ("R700 sniper rifle R10", [("R700 sniper rifle", 10, "")]),
    ("R13 AP4", [("", 13, "AP4")]),
    ("M16A2 R8FF6AP4", [("M16A2", 8, "FF6 AP4")]),
    ("P90 R5FF8", [("P90", 5, "FF8")]),
    ("G3 rifle R8", [("G3 rifle", 8, "")]),
    ("Pistol (R4, AP4) and Shotgun (R3, S)", [("Pistol", 4, "AP4"), ("Shotgun", 3, "S")]),
    ("“Long gun” R4", [("Long gun", 4, "")]),
])  # fmt: skip
def test_shooting_weapons(text: str, expected: Weapons) -> None:
    full = f"Guard: {STATS}, SW {text}"
    armed = {"shooting_weapons": expected} if expected else {}
    assert read_one(full) == ("Guard", {"mov": 6, "fgt": 7, **armed}, [])
    check_can_be_saved(read_shorthand(full, FURY))


@pytest.mark.parametrize(("text", "expected"), [
    ("CW B", [("", None, "B")]),
    ("CW Cutlass R AP4", [("Cutlass", None, "R AP4")]),
    ("CW Reach, Armour Piercing d4", [("", None, "R AP4")]),
    ("CW Flame sword F", [("Flame sword", None, "F")]),
    ("CW a bad axe R", [("a bad axe", None, "R")]),
    ("CW r ap4", [("", None, "R AP4")]),
    ("CW R4", [("", 4, "")]),
    ("Combat weapon: Bill-hook R", [("Bill-hook", None, "R")]),
    ("CW Sword AP 4", [("Sword", None, "AP4")]),
])  # fmt: skip
def test_combat_weapons(text: str, expected: Weapons) -> None:
    assert read_one(f"Imp Mov 6 {text} Fgt 4") == ("Imp", {"mov": 6, "fgt": 4, "combat_weapon": expected}, [])


@pytest.mark.parametrize(("text", "read_codes", "rest", "meant"), [
    ("R4 FFB4 AP8", "AP8", "FFB4", "FF4"),
    ("FFB4 R4", "", "FFB4", "FF4"),
    ("R4 AP5", "", "AP5", "AP4"),
    ("R4 FF5 U", "U", "FF5", "FF4"),
    ("R4 FF", "", "FF", "FF4"),
    ("R4 LA9", "", "LA9", "LA4"),
])  # fmt: skip
def test_unknown_codes_are_not_guessed(text: str, read_codes: str, rest: str, meant: str) -> None:
    armed = {"mov": 6, "shooting_weapons": [("", 4, read_codes)]}
    assert read_one(f"Reaver Mov 6 SW {text}") == ("Reaver", armed, [rest])
    (unread,) = one(f"Reaver Mov 6 SW {text}").unparsed
    assert unread.line == 1
    assert meant in unread.similar_words


def test_runs_of_codes_are_read_completely_or_not_at_all() -> None:
    """The book's own misprint: the parser doesn't guess which code is wrong."""
    assert read_one("Reaver Mov 6 SW R4FFB4AP8") == ("Reaver", {"mov": 6}, ["R4FFB4AP8"])


# ------------------------------------------------------------------ what is refused


@pytest.mark.parametrize(("text", "path", "problem"), [
    ("Ann Mov 6\nBob\x00 Mov 6", "line 2", "U+0000"),
    ("Ann Mov 6\n\n\u202eBob", "line 3", "U+202E"),
    ("Mov 6 " * 3000, "line 1", "18,000 characters"),
    ("Mov 6\n" * 301, "", "300 profiles"),
    ("No stat line here, and none there\n" * 2001, "", "too much that isn't a stat line"),
    ("x\n" * 150_000, "", "300,000 bytes"),
    ("Mov 6 " + "Fearless, " * 1001, "line 1", "characters"),
    ("Mov 6\nProperties:\n" + "Fearless\n" * 1001, "line 1", "is too long"),
])  # fmt: skip
def test_rejected_texts_are_reported_with_their_place(text: str, path: str, problem: str) -> None:
    with pytest.raises(DocumentError) as refused:
        read_shorthand(text, FURY)
    assert refused.value.path == path
    assert problem in refused.value.problem


def test_sizes_follow_the_limits() -> None:
    assert max_bytes(Limits(bytes=50)) == 10
    with pytest.raises(DocumentError):
        read_shorthand("Mov 6\nMov 7", FURY, limits=Limits(profiles=1))


def test_texts_without_values_have_no_profiles() -> None:
    for text in ("", " \n\n", "hello", "-- --", "# Title\n\nProse of some kind, and more of it."):
        assert read_shorthand(text, FURY).profiles == ()


@pytest.mark.parametrize(("text", "limits"), [
    (f"{'Abc ' * 20}: {STATS}", Limits(name=30)),
    (f"Guard: {STATS}, SW {'long ' * 20} R4", Limits(name=30)),
    (f"Guard: {STATS}, SW R4, R5, R6", Limits(weapons=2)),
    (f"Guard: {STATS}, Scout, Undead, Fearless", Limits(picks=2)),
    (f"Guard: {STATS}\nNotes: {'word ' * 20}", Limits(text=30)),
])  # fmt: skip
def test_values_that_a_profile_cannot_have_are_not_read(text: str, limits: Limits) -> None:
    reading = read_shorthand(text, FURY, limits=limits)
    assert len(reading.all_unparsed) == 1
    assert "too long" in reading.all_unparsed[0].hint
    check_can_be_saved(reading, limits)


# ------------------------------------------------------------------ another game


def test_another_game_is_read_by_its_own_words() -> None:
    """A choice, nested places, a weapon with one field, a label for armour, words between parameters."""
    reading = read_shorthand(
        'Guards: Fig 3, Stand 1, Pace 4, Paint Gloss, Arms "Pike" L3 S SP, Coat: Wool, 94 pennies; '
        "Drills: Drum, Recast (hard), March 2 by 3\n"
        "Boys Pace 1 Arm L2HK Ct plate; Mould: Guards",
        TIN,
    )
    guards, boys = reading.profiles
    assert guards.profile.design == Design(
        values={"figures": 3, "stand": 1, "pace": 4, "paint": "gloss"},
        weapons={"arms": (Weapon(name="Pike", properties=("stick", "spike"), fields={"length": 3}),)},
        picks={
            "coat": (Pick(code="wool"),),
            "drills": (
                Pick(code="drum"),
                Pick(code="cast", parameters={"metal": "hard"}),
                Pick(code="march", parameters={"columns": 2, "rows": 3}),
            ),
        },
    )
    assert guards.claims == (94,)
    assert boys.profile.design.weapons == {"arms": (Weapon(properties=("hook",), fields={"length": 2}),)}
    assert boys.profile.design.picks == {
        "coat": (Pick(code="plate"),), "drills": (Pick(code="mould", parameters={"of": "guards"}),),
    }  # fmt: skip
    assert reading.all_unparsed == ()


def test_its_wordings_are_read_by_the_same_rules() -> None:
    """An option before its entry, words of the game in a name, a length."""
    reading = read_shorthand("Drum Major: Paint Gloss, Pace 4, Arms Pike L 3, Hard Recast", TIN)
    (major,) = reading.profiles
    assert major.profile.name == "Drum Major"
    assert major.profile.design.values == {"paint": "gloss", "pace": 4}
    assert major.profile.design.weapons == {"arms": (Weapon(name="Pike", fields={"length": 3}),)}
    assert major.profile.design.picks == {"drills": (Pick(code="cast", parameters={"metal": "hard"}),)}
    assert reading.all_unparsed == ()


@pytest.mark.parametrize(
    ("line", "values"),
    [("Ann Std 2, Pt gloss", {"stand": 2, "paint": "gloss"}), ("Bo Std 2, Pc 1", {"figures": 2, "pace": 1})],
)
def test_a_label_has_the_kind_of_most_of_its_line(line: str, values: dict[str, Any]) -> None:
    """Two kinds have the same label, and the line doesn't name its kind."""
    attributes = tuple(replace(a, label="Std") if a.code == "figures" else a for a in TIN.attributes)
    band, officer = TIN.kinds
    kinds = (replace(band, parts=("figures", "pace", "arms")), officer)
    reading = read_shorthand(line, replace(TIN, attributes=attributes, kinds=kinds))
    (parsed,) = reading.profiles
    assert reading.all_unparsed == ()
    assert {code: value for code, value in parsed.profile.design.values.items() if code != "kind"} == values
