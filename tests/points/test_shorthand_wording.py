"""Wordings that are easily read wrongly: each with the design that it stands for, and what is not read."""

from typing import Any

import pytest

from builder.points.document.design import Design
from builder.points.document.document import Document, dump_document, parse_document
from builder.points.document.json_reader import DEFAULT_LIMITS, Limits
from builder.points.shorthand import ParsedText, read_shorthand
from tests.support.designs import FURY

STATS = "Mov 6 Fgt 7"


def read_one(text: str) -> tuple[str, dict[str, Any], list[str]]:
    """The name, the design without what is empty, and what was not read of a text with one profile."""
    reading = read_shorthand(text, FURY)
    (parsed,) = reading.profiles
    return parsed.profile.name, plain(parsed.profile.design), [rest.text for rest in reading.all_unparsed]


def plain(design: Design) -> dict[str, Any]:
    """A design in short: values, weapons as (name, range, codes), and properties as codes or pairs."""
    said: dict[str, Any] = dict(design.values)
    for slot, weapons in design.weapons.items():
        said[slot] = [(w.name, w.fields.get("range"), " ".join(w.properties)) for w in weapons]
    for slot, picks in design.picks.items():
        said[slot] = [(p.code, dict(p.parameters)) if p.parameters else p.code for p in picks]
    return said


def check_can_be_saved(reading: ParsedText, limits: Limits = DEFAULT_LIMITS) -> None:
    """What was read is a document that is read as the same."""
    profiles = tuple(profile.profile for profile in reading.profiles)
    document = Document(system=FURY.system, edition=FURY.edition, name="", profiles=profiles)
    known = {(FURY.system, FURY.edition): FURY}
    saved = dump_document(document, FURY)
    assert dump_document(parse_document(saved, known, limits), FURY) == saved


# ------------------------------------------------------------------ names


@pytest.mark.parametrize(("text", "name"), [
    (f"Undead Vehicle: {STATS}", "Undead Vehicle"),
    (f"Undead Vehicle {STATS}", "Undead Vehicle"),
    (f"Undead Vehicle — {STATS}", "Undead Vehicle"),
    (f"Undead Vehicle\n{STATS}", "Undead Vehicle"),
    (f"3 × Undead Vehicle: {STATS}", "Undead Vehicle"),
    (f"Undead Vehicle (98): {STATS}", "Undead Vehicle"),
    (f"Scout Sniper {STATS}", "Scout Sniper"),
    (f"Stalker Scout\n{STATS}", "Stalker Scout"),
    (f"Drilled Musician, {STATS}", "Drilled Musician"),
    (f"Berserker Ensign - {STATS}", "Berserker Ensign"),
    (f"Sniper Team: {STATS}", "Sniper Team"),
    (f"Vehicle Team: {STATS}", "Vehicle Team"),
    (f"Undead Knight: {STATS}", "Undead Knight"),
    (f"Undead Knight\n{STATS}", "Undead Knight"),
    (f"Mounted Sergeant {STATS}", "Mounted Sergeant"),
    (f"Team Leader, {STATS}", "Team Leader"),
    (f"Swarm Queen: {STATS}", "Swarm Queen"),
    (f"Petrify Beast {STATS}", "Petrify Beast"),
    (f"Summon Imp: {STATS}", "Summon Imp"),
    (f"Summon Imp {STATS}", "Summon Imp"),
    (f"Terrifying Undead Giant: {STATS}", "Terrifying Undead Giant"),
    (f"Terrifying Undead Giant\n{STATS}", "Terrifying Undead Giant"),
    (f"Invisible Stalker {STATS}", "Invisible Stalker"),
    (f"Slow Airborne Barge {STATS}", "Slow Airborne Barge"),
    (f"Flier 8 Scout: {STATS}", "Flier 8 Scout"),
    (f"Undead & Fearless: {STATS}", "Undead & Fearless"),
    (f"Axe and Shield Guard: {STATS}", "Axe and Shield Guard"),
    (f"Night Stalker: {STATS}", "Night Stalker"),
    (f"Old Undead Knight {STATS}", "Old Undead Knight"),
    (f"**Undead Vehicle**: {STATS}", "Undead Vehicle"),
    (f"### Undead Vehicle\n{STATS}", "Undead Vehicle"),
    (f"Elite \u00a0\u2003Reaver: {STATS}", "Elite Reaver"),
])  # fmt: skip
def test_a_name_ends_before_the_first_value(text: str, name: str) -> None:
    assert read_one(text) == (name, {"mov": 6, "fgt": 7}, [])
    check_can_be_saved(read_shorthand(text, FURY))


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


# ------------------------------------------------------------------ values and properties


@pytest.mark.parametrize(("text", "expected"), [
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


@pytest.mark.parametrize(("text", "expected", "rests"), [
    ("Flier Mov 8", {}, ["Flier Mov", "8"]),
    ("Arm 10, Arm 9 H", {"arm": 10}, ["Arm 9 H"]),
    ("Mgc 5, Mgc 4 High", {"mgc": 5}, ["Mgc 4 High"]),
    ("Arm 9, Heavy Vehicle", {"arm": 9}, ["Heavy Vehicle"]),
    ("Mgc 5, Invisible", {"mgc": 5}, ["Invisible"]),
    ("Heal, Invisible", {"spells": ["heal"]}, ["Invisible"]),
])  # fmt: skip
def test_uncertain_words_are_not_read(text: str, expected: dict[str, Any], rests: list[str]) -> None:
    assert read_one(f"Guard: {STATS}, {text}") == ("Guard", {"mov": 6, "fgt": 7, **expected}, rests)


def test_repeated_values_are_reported() -> None:
    (rest,) = read_shorthand(f"Guard: {STATS}, Mov 8", FURY).all_unparsed
    assert (rest.text, rest.near) == ("Mov 8", ())
    assert "appears twice" in rest.hint


# ------------------------------------------------------------------ weapons


@pytest.mark.parametrize(("text", "expected"), [
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
def test_weapons(text: str, expected: list[tuple[str, int | None, str]]) -> None:
    full = f"Guard: {STATS}, SW {text}"
    assert read_one(full) == ("Guard", {"mov": 6, "fgt": 7, "shooting_weapons": expected}, [])
    check_can_be_saved(read_shorthand(full, FURY))


def test_numbers_of_combat_weapons_can_follow_a_space() -> None:
    design = {"mov": 6, "fgt": 7, "combat_weapon": [("Sword", None, "AP4")]}
    assert read_one(f"Guard: {STATS}, CW Sword AP 4") == ("Guard", design, [])


@pytest.mark.parametrize(("text", "expected", "rests"), [
    ("R5 AP", [("", 5, "")], ["AP"]),
    ("R5 APPM", [("", 5, "")], ["APPM"]),
    ("R5, AP 6", [("", 5, "")], ["AP 6"]),
    ("AP-8 R5", [("", 5, "")], ["AP-8"]),
    ("Bow R5, APd8", [("Bow", 5, "")], ["APd8"]),
    ("R5, Armour Piercing", [("", 5, "")], ["Armour Piercing"]),
    ("FF gun R5", [("", 5, "")], ["FF gun"]),
])  # fmt: skip
def test_codes_without_their_number_are_not_read(
    text: str, expected: list[tuple[str, int | None, str]], rests: list[str]
) -> None:
    parsed = read_one(f"Guard: {STATS}, SW {text}")
    assert parsed == ("Guard", {"mov": 6, "fgt": 7, "shooting_weapons": expected}, rests)


# ------------------------------------------------------------------ what a profile too long


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
