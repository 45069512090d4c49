"""Stat lines as players write them: what is read, and what is left to whoever wrote it."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from builder.catalogue.parsing import read_catalogue
from builder.points.appraisal.appraisal import appraise
from builder.points.document.design import Design, Pick, Weapon
from builder.points.document.document import Document, Profile
from builder.points.document.json_reader import DocumentError, Limits
from builder.points.shorthand import ParsedProfile, ParsedText, max_bytes, read_shorthand
from tests.support.designs import FURY, design, document, read_document

TIN = read_catalogue(Path(__file__).parents[1] / "systems" / "tin_soldiers" / "0.1.toml")
CAPTAIN = {"mov": 6, "fgt": 8, "shg": 8, "tds": 3, "cow": 3}


def one(text: str, known: tuple[Profile, ...] = ()) -> ParsedProfile:
    """The only profile in a text."""
    (parsed,) = read_shorthand(text, FURY, known).profiles
    return parsed


def weapons(parsed: ParsedProfile, slot: str = "shooting_weapons") -> list[tuple[str, int | None, str]]:
    """Name, range band and codes of the weapons in a slot."""
    return [
        (weapon.name, weapon.fields.get("range"), " ".join(weapon.properties))
        for weapon in parsed.profile.design.weapons.get(slot, ())
    ]


def picks(parsed: ParsedProfile, slot: str = "properties") -> list[Any]:
    """The properties in a slot, with their parameters where there are any."""
    taken = parsed.profile.design.picks.get(slot, ())
    return [(pick.code, dict(pick.parameters)) if pick.parameters else pick.code for pick in taken]


def unparsed_texts(parsed: ParsedProfile | ParsedText) -> list[str]:
    """What was not read."""
    all_of = parsed.all_unparsed if isinstance(parsed, ParsedText) else parsed.unparsed
    return [rest.text for rest in all_of]


def points(*parsed: ParsedProfile) -> list[int | None]:
    """What each profile comes to."""
    profiles = tuple(pasted.profile for pasted in parsed)
    list_of = Document(system=FURY.system, edition=FURY.edition, name="", profiles=profiles)
    return [profile.points for profile in appraise(list_of, FURY).profiles]


# ------------------------------------------------------------------ values


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
    parsed = one(text)
    assert parsed.profile.name.casefold() == "captain"
    assert parsed.profile.design.values == {**CAPTAIN, "command_die": "d8"}
    assert weapons(parsed) == [("", 4, "AP4")]
    assert unparsed_texts(parsed) == []
    assert points(parsed) == [205]


@pytest.mark.parametrize(("text", "values"), [
    ("Arm 9H", {"arm": 9, "armour_property": "H"}),
    ("Arm 9 H", {"arm": 9, "armour_property": "H"}),
    ("Arm 9 (Heavy)", {"arm": 9, "armour_property": "H"}),
    ("arm 9 h, Sz 2", {"arm": 9, "armour_property": "H", "size": 2}),
    ("Arm 9+", {"arm": 9}),
    ("Armour: 9\nArmour property: Extreme", {"arm": 9, "armour_property": "X"}),
    ("SSv 8 B", {"ssv": 8, "shield_property": "B"}),
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
])  # fmt: skip
def test_values_with_their_notes(text: str, values: dict[str, object]) -> None:
    parsed = one(f"Imp Mov 6 {text}")
    taken = {slot: pick.code for slot, picks in parsed.profile.design.picks.items() for pick in picks}
    assert {**parsed.profile.design.values, **taken} == {"mov": 6, **values}
    assert unparsed_texts(parsed) == []


@pytest.mark.parametrize(("text", "rest"), [
    ("Arm", "Arm"),
    ("Arm heavy", "Arm heavy"),
    ("Tds 3.5", "Tds 3.5"),
    ("Tds 123456", "Tds 123456"),
    ("CD 7", "CD 7"),
    ("CD d7", "CD d7"),
    ("Mov 7", "Mov 7"),
    ("wings 2", "wings 2"),
    ("☠", "☠"),
    ("Tds 3½", "Tds 3½"),
    ("Tds 2d6", "Tds 2d6"),
    ("Tds 15cm", "Tds 15cm"),
    ("Tds 6+1", "Tds 6+1"),
])  # fmt: skip
def test_impossible_values_are_not_read(text: str, rest: str) -> None:
    parsed = one(f"Imp Mov 6 {text}")
    assert parsed.profile.design.values.get("mov") == 6
    assert " ".join(unparsed_texts(parsed)) == rest


# ------------------------------------------------------------------ weapons


@pytest.mark.parametrize(("text", "expected"), [
    ("SW R4AP12", [("", 4, "AP12")]),
    ("SW R4FF12AP4", [("", 4, "FF12 AP4")]),
    ("SW R12PMSR", [("", 12, "PM SR")]),
    ("SW R5LBAP4", [("", 5, "LB AP4")]),
    ("SW R4, LA1, U", [("", 4, "LA1 U")]),
    ('SW R7"', [("", 7, "")]),
    ("SW Energy pistol R4 AP4 + R8FF4AP8", [("Energy pistol", 4, "AP4"), ("", 8, "FF4 AP8")]),
    ("SW R4AP4; R8FF4AP8", [("", 4, "AP4"), ("", 8, "FF4 AP8")]),
    ("SW R4 and R8", [("", 4, ""), ("", 8, "")]),
    ("SW R4AP4 SW “Long gun” R8", [("", 4, "AP4"), ("Long gun", 8, "")]),
    ("SW: HG57-X Energy Rifle, R8, FF4, AP8", [("HG57-X Energy Rifle", 8, "FF4 AP8")]),
    ("SW R3 Spray Flame", [("", 3, "S F")]),
    ('SW "R4AP4" R2', [("R4AP4", 2, "")]),
    ("SW R4AP4 (Energy pistol)", [("Energy pistol", 4, "AP4")]),
    ("SW Sniper rifle R8, Sniper", [("Sniper rifle", 8, "")]),
    ("SW -", []),
    ("SW none", []),
    ("SW R4 FF4 GB4", [("", 4, "FF4 GB")]),
    ("SW R4 GB4", [("", 4, "GB4")]),
    ("SW R R4", [("", 4, "R")]),
])  # fmt: skip
def test_shooting_weapons(text: str, expected: list[tuple[str, int | None, str]]) -> None:
    parsed = one(f"Imp Mov 6 {text}")
    assert weapons(parsed) == expected
    assert unparsed_texts(parsed) == []


@pytest.mark.parametrize(("text", "expected"), [
    ("CW B", [("", None, "B")]),
    ("CW Cutlass R AP4", [("Cutlass", None, "R AP4")]),
    ("CW Reach, Armour Piercing d4", [("", None, "R AP4")]),
    ("CW Flame sword F", [("Flame sword", None, "F")]),
    ("CW a bad axe R", [("a bad axe", None, "R")]),
    ("CW r ap4", [("", None, "R AP4")]),
    ("CW R4", [("", 4, "")]),
    ("Combat weapon: Bill-hook R", [("Bill-hook", None, "R")]),
])  # fmt: skip
def test_combat_weapons(text: str, expected: list[tuple[str, int | None, str]]) -> None:
    parsed = one(f"Imp Mov 6 {text} Fgt 4")
    assert weapons(parsed, "combat_weapon") == expected
    assert parsed.profile.design.values == {"mov": 6, "fgt": 4}
    assert unparsed_texts(parsed) == []


@pytest.mark.parametrize(("text", "read_codes", "rest", "meant"), [
    ("R4 FFB4 AP8", "AP8", "FFB4", "FF4"),
    ("R4 AP5", "", "AP5", "AP4"),
    ("R4 FF5 U", "U", "FF5", "FF4"),
    ("R4 FF", "", "FF", "FF4"),
    ("R4 LA9", "", "LA9", "LA4"),
])  # fmt: skip
def test_unknown_codes_are_not_guessed(text: str, read_codes: str, rest: str, meant: str) -> None:
    parsed = one(f"Reaver Mov 6 SW {text}")
    assert weapons(parsed) == [("", 4, read_codes)]
    (unread,) = parsed.unparsed
    assert (unread.text, unread.line) == (rest, 1)
    assert meant in unread.near


def test_runs_of_codes_are_read_completely_or_not_at_all() -> None:
    """The book's own misprint: which of its codes is wrong is not guessed."""
    parsed = one("Reaver Mov 6 SW R4FFB4AP8")
    assert (weapons(parsed), unparsed_texts(parsed)) == ([], ["R4FFB4AP8"])


def test_unknown_codes_do_not_become_names() -> None:
    parsed = one("Reaver Mov 6 SW FFB4 R4")
    assert (weapons(parsed), unparsed_texts(parsed)) == ([("", 4, "")], ["FFB4"])
    assert unparsed_texts(one("Reaver Mov 6 SW Long FFB4 rifle R4")) == ["Long FFB4 rifle"]


# ------------------------------------------------------------------ properties and spells


@pytest.mark.parametrize(("text", "expected"), [
    ("Flier 8", ("flier", {"mov": 8})),
    ("Flier (8)", ("flier", {"mov": 8})),
    ('flier: 8"', ("flier", {"mov": 8})),
    ("Airborne (slow)", ("airborne", {"kind": "slow"})),
    ("Slow Airborne", ("airborne", {"kind": "slow"})),
    ("Capacity 2[2]", ("capacity", {"models": 2, "size": 2})),
    ("Capacity (size 3, models 4)", ("capacity", {"models": 4, "size": 3})),
    ("Drifter d6", ("drifter", {"die": "d6"})),
    ("Team(2)", ("team", {"size": 2})),
    ("One Shot Wonder (bites, hard)", ("one-shot-wonder", {"attack": "bites, hard"})),
    ("invisible (at will)", ("invisible", {"kind": "at-will"})),
    ("Wind-Dependant", "wind-dependent"),
    ("hard as nails", "hard-as-nails"),
    ("hard-as-nails", "hard-as-nails"),
    ("Aethereal", "aethereal"),
    ("ÆTHEREAL", "aethereal"),
    ("Weapon Team", "weapon-team"),
])  # fmt: skip
def test_properties_with_their_parameters(text: str, expected: object) -> None:
    parsed = one(f"Imp Mov 6, {text}, Fearless")
    assert picks(parsed) == [expected, "fearless"]
    assert unparsed_texts(parsed) == []


def test_spells_and_properties_are_distinguished_by_their_label() -> None:
    """Invisible is both; without a label it is the one that a kind makes it, or not read."""
    parsed = one(
        "Witch Mov 6 Mgc 5 Low Spells: Invisible, Heal, Area of Effect (greater) Properties: Invisible"
    )
    assert picks(parsed, "spells") == ["invisible", "heal", ("area-of-effect", {"area": "greater"})]
    assert picks(parsed) == ["invisible"]
    bare = one("Witch Mov 6 Mgc 5 Low, Invisible")
    assert (picks(bare), picks(bare, "spells"), unparsed_texts(bare)) == ([], [], ["Invisible"])
    assert "Properties: Invisible" in bare.unparsed[0].hint
    assert "Spells: Invisible" in bare.unparsed[0].hint
    assert picks(one("Witch Mov 6, Invisible (unstable)")) == [("invisible", {"kind": "unstable"})]


def test_a_label_on_its_own_line_applies_to_the_lines_below() -> None:
    parsed = one("Witch\nMov 6 Mgc 5 High\nSpells:\n- Invisible\n- Heal\nProperties:\n* Fearless\nCow 3")
    assert picks(parsed, "spells") == ["invisible", "heal"]
    assert picks(parsed) == ["fearless"]
    assert parsed.profile.design.values["cow"] == 3


def test_references_find_profiles_by_name() -> None:
    """Those of the list, and those of the text before and after."""
    known = read_document(document({"sergeant": design()})).profiles
    reading = read_shorthand(
        "Witch Mov 6, Companion (Sergeant), Summon Imp, Summon Old Wolf, Summon: Ghost\n"
        "Imp Mov 4\n"
        "Old Wolf Mov 8 Were-creature (controlled): Imp and Witch",
        FURY,
        known,
    )
    witch, imp, wolf = reading.profiles
    assert [profile.profile.key for profile in reading.profiles] == ["witch", "imp", "old-wolf"]
    assert picks(witch) == [("companion", {"profile": "sergeant"})]
    assert picks(witch, "spells") == [
        ("summon", {"profile": "imp"}), ("summon", {"profile": "old-wolf"}), "summon",
    ]  # fmt: skip
    assert picks(wolf) == [("were-creature", {"kind": "controlled", "forms": ("imp", "witch")})]
    assert (unparsed_texts(witch), picks(imp), unparsed_texts(wolf)) == (["Ghost"], [], [])


def test_keys_are_unique() -> None:
    known = read_document(document({"imp": design(), "imp-2": design()})).profiles
    reading = read_shorthand("Imp Mov 1\nImp Mov 2\nMov 3", FURY, known)
    assert [profile.profile.key for profile in reading.profiles] == ["imp-3", "imp-4", "profile"]


# ------------------------------------------------------------------ names, claims, notes


@pytest.mark.parametrize(("text", "name"), [
    ("Scout Mov 6 Fgt 5", "Scout"),
    ("Scout\nMov 6 Fgt 5", "Scout"),
    ("Elf Scout Mov 6 Fgt 5", "Elf Scout"),
    ("# Sniper\nMov 6", "Sniper"),
    ("Bob, the Killer Mov 6", "Bob, the Killer"),
    ("Captain's Second (Max 1)\nMov 6", "Captain's Second"),
    ("3 × Reaver (90 each) Mov 6", "Reaver"),
    ("[b]Size 5 terror[/b] (205) Mov 6", "Size 5 terror"),
    ("**Mov 6** Mov 6", "Mov 6"),
    ('"-=The One=-" Mov 6', "-=The One=-"),
    ("Mov 6", ""),
    ("# Max 2\nMov 6", ""),
    ("Name: Ann Mov 6", "Ann"),
    ("Boss (Leader): Mov 6", "Boss (Leader)"),
    ("Who goes there?! Mov 6", "Who goes there?!"),
])  # fmt: skip
def test_names_are_read_in_many_forms(text: str, name: str) -> None:
    parsed = one(text)
    assert parsed.profile.name == name
    assert parsed.profile.design.values["mov"] == 6
    assert unparsed_texts(parsed) == []


def test_maximum_price_and_notes_are_read() -> None:
    parsed = one(
        "Captain (Max 1) – 202 points\nHe is a bad man with a gun.\nMov 6\n"
        "Notes: keeps *two* lanterns; one is lit"
    )
    assert (parsed.profile.max, parsed.claims) == (1, (202,))
    assert parsed.profile.notes == "He is a bad man with a gun.\n\nkeeps *two* lanterns; one is lit"
    assert unparsed_texts(parsed) == []


@pytest.mark.parametrize(
    "text", ["PV 98", "PV: 98", "98 PV", "98 points", "(98 pts)", "Total: 98 points", "= 98pts"]
)
def test_stated_points_are_claims(text: str) -> None:
    claims = one(f"Sergeant Mov 6 {text}").claims
    assert claims == (98,)


def test_sentences_are_not_read_as_properties() -> None:
    reading = read_shorthand(
        "Ann Mov 6\n\nThe scout is a fearless fanatic with a camouflage coat, they say", FURY
    )
    assert picks(reading.profiles[0]) == []
    assert len(reading.all_unparsed) == 1


def test_a_second_value_on_a_line_is_not_read_and_on_the_next_begins_a_profile() -> None:
    reading = read_shorthand("Ann Mov 6 Mov 7\nMov 8", FURY)
    assert [profile.profile.design.values for profile in reading.profiles] == [{"mov": 6}, {"mov": 8}]
    assert unparsed_texts(reading) == ["Mov 7"]


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


# ------------------------------------------------------------------ another game


def test_another_game_is_read_by_its_own_words() -> None:
    """A choice, nested places, one weapon with a field, a coat of its own label, words between parameters."""
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
    """An option before its entry, words of the game in a name, a length apart."""
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
    """Of two kinds with the same label, where the line says none."""
    attributes = tuple(replace(a, label="Std") if a.code == "figures" else a for a in TIN.attributes)
    band, officer = TIN.kinds
    kinds = (replace(band, parts=("figures", "pace", "arms")), officer)
    reading = read_shorthand(line, replace(TIN, attributes=attributes, kinds=kinds))
    (parsed,) = reading.profiles
    assert unparsed_texts(reading) == unparsed_texts(parsed) == []
    assert {code: value for code, value in parsed.profile.design.values.items() if code != "kind"} == values
