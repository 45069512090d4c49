"""Figures as text are parsed: as the rulebook prints them, and as Musterbook exports them."""

import re
from dataclasses import replace

import pytest

from builder.catalogue.play import list_sheet
from builder.exports.receipt import receipt_text
from builder.exports.text import TextOptions, list_text
from builder.points.appraisal.appraisal import appraise
from builder.points.shorthand import ParsedText, read_shorthand
from tests.support.designs import read_document
from tests.support.fubar import EXAMPLES, FUBAR, appraise_figure, figure, fubar_document

# Name and kit, the row of numbers below, and the price of a figure without parts that have no price yet.
FIGURES = """\
@Barbarian Hero – Elite, 2h Sword, Berserker, Magic Loincloth Armour, Skirmisher
2+4++2---2+4O O O
28
@Barbarian youth – Vet. Sword, Shield, Magic Loincloth Armour, , Berserker, Skirmisher
3+4++0---3+3O O
21
@Screaming Companion– Seasoned, Motivator, Leech
4+5+-1---5+2O O
16
Human Spearmen – Vet, Javelin, Shield, Lt, Armour
3+4++114+3---
9
Human Swordsmen – Vet, Sword, Shield, Lt. Armour
3+4++1---4+3---
8
Human archers – Vet, Longbow, Sword, Lt. Armour
3+4++015+3---
9
Human Cavalry – Vet, Mounted, Javelin, Sword, Shield, Med. Armour.
3+4++113+3---
12
Cultists – Seasoned, Dagger, Shield Amulet, Sorcerer. Spells: Summon, Bolt
4+5+-116+2---
48
@Arch-sorcerer – Elite, Dagger, Shield Amulet, Sorcerer , Spells: Summon, Firestorm, Ice-Blast
2+4+-116+4O O O
87
@Battle-mage Vet, Sword, Sorcerer, Spell: Firebolt
2+4++113+3O O
22
Skeleton – Rabble, Sword, Undead, Light Armour
5+6++0---5+5---
7
Snakeman – Seasoned, Sword, Shield, Carapace, Spit (6” 1AP, Poison), Climbs w/o penalty.
2+4++014+3---
11
Bat-creatures - Rabble, Flyer, Claws, Poison Claws
5+6++1---5+1---
7
Bat-King – Vet, Flyer, Berserker, Poison Claws
2+4++1---3+3---
12
"""
TABLE_ENCODINGS = FIGURES.splitlines()
LINES = list(zip(TABLE_ENCODINGS[::3], TABLE_ENCODINGS[1::3], map(int, TABLE_ENCODINGS[2::3]), strict=True))
HEAD = "ActExpWpnAPSaveSuppHero-Pts"
TABS = r"\1\t\2\t\3\t\4\t\5\t\6\t\7"
CELLS = re.compile(r"([0-9]\+)([0-9]\+)([+-][0-9])(---|[0-9])([0-9]\+)([0-9])(.+)")
LAYOUTS = {
    "run together": "".join(line + HEAD + row for line, row, _ in LINES),
    "a row below": "\n".join(f"{line}\n{HEAD}\n{row}" for line, row, _ in LINES),
    "columns": "\n".join(
        f"{line}\nAct\tExp\tWpn\tAP\tSave\tSupp\tHero-Pts\n{CELLS.sub(TABS, row)}" for line, row, _ in LINES
    ),
}
# The figures as in the examples, without what the lines don't say: that spearmen have spears, that the king
# of bats is a monster. Spit is a throwing axe in the examples. Items without a price are left out.
UNLIKE: dict[str, tuple[str, dict[str, dict[str, object]]]] = {
    "barbarian-hero": ("armour", {"plot": {}}),
    "barbarian-youth": ("armour", {"plot": {}}),
    "screaming-companion": ("skills", {"motivator": {}, "leech": {}}),
    "human-spearmen": ("close_combat", {}),
    "snakeman": ("ranged", {"own-ranged": {"name": "Spit", "range": 6, "dice": 1}}),
    "bat-creatures": ("close_combat", {"own-melee": {"name": "Claws"}}),
    "bat-king": ("close_combat", {"own-melee": {"name": "Claws"}}),
}


def check_lines(reading: ParsedText, *, rows: bool) -> None:
    """Parse the fourteen figures, with Hero Points if the rows of boxes are given."""
    assert [rest.text for rest in reading.all_unparsed] == []
    assert reading.questions == ()
    document = read_document(EXAMPLES["00-figures-of-the-text"]["document"])
    for result, old in zip(reading.profiles, document.profiles, strict=True):
        new, design = result.profile, old.design
        assert new.name.casefold().replace(" ", "-") == old.key
        unsaid = {"kind"} if old.key == "bat-king" else set() if rows else {"hero_points"}
        values = {code: value for code, value in design.values.items() if code not in unsaid}
        assert {**new.design.values} == values
        picks = {slot: {p.code: {**p.parameters} for p in picks} for slot, picks in design.picks.items()}
        slot, other = UNLIKE.get(old.key, ("", {}))
        expected = {**picks, slot: other}
        read = {slot: {p.code: {**p.parameters} for p in picks} for slot, picks in new.design.picks.items()}
        assert {k: v for k, v in read.items() if v} == {k: v for k, v in expected.items() if v}, old.key


def test_figures_of_the_rules_are_read_by_name_and_kit() -> None:
    check_lines(read_shorthand("\n".join(line for line, _, _ in LINES), FUBAR), rows=False)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_figures_of_the_rules_are_read_with_their_rows(layout: str) -> None:
    """Calculated numbers are calculated again, Hero Points are counted, and all totals are the known ones."""
    reading = read_shorthand(LAYOUTS[layout], FUBAR)
    check_lines(reading, rows=True)
    items = tuple(profile.profile for profile in reading.profiles)
    appraisal = appraise(replace(read_document(fubar_document({})), profiles=items), FUBAR)
    assert [profile.total.points for profile in appraisal.profiles] == [points for _, _, points in LINES]


FISTS = {"name": "Stone fists", "change": 2, "reach": 1, "points": 3}


@pytest.mark.parametrize(
    ("text", "name", "level", "picks"),
    [
        ("Rabble hero Level Seasoned; Skills: Brave", "Rabble hero", "seasoned", {"skills": [("brave", {})]}),
        (
            '"Veterans of the Sword" – Rabble, Bow', "Veterans of the Sword", "rabble",
            {"ranged": [("bow", {})]},
        ),
        (
            "Ogre (Monster), Vet, Save –; CC: Stone fists (+2, reach 1) (agreed price 3)", "Ogre", "veteran",
            {"close_combat": [("own-melee", FISTS)]},
        ),
        (
            "Imp – Rabble, Skills: Burrows, Brave; Armour: Magical armour –+ (2″ slower)",
            "Imp",
            "rabble",
            {
                "skills": [("own-skill", {"name": "Burrows"}), ("brave", {})],
                "armour": [("magical", {"slower": 2})],
            },
        ),
    ],
)  # fmt: skip
def test_lines_of_players_are_read(
    text: str, name: str, level: str, picks: dict[str, list[tuple[str, dict[str, object]]]]
) -> None:
    """Options are found by name where they aren't part of a name. Invented items are read too."""
    reading = read_shorthand(text, FUBAR)
    [result] = reading.profiles
    assert (reading.all_unparsed, reading.questions) == ((), ())
    assert (result.profile.name, result.profile.design.values["level"]) == (name, level)
    read = {
        slot: [(p.code, {**p.parameters}) for p in picks]
        for slot, picks in result.profile.design.picks.items()
    }
    assert read == picks


def test_repeated_labels_are_not_read_as_a_printed_row() -> None:
    """Their digits could be split in too many ways to try all."""
    reading = read_shorthand("Imp – Rabble\n" + "HP" * 40 + "\n" + "1" * 80, FUBAR)
    assert [rest.text for rest in reading.all_unparsed] == ["HP" * 40, "1" * 80]


def test_a_single_figure_is_written_in_the_singular() -> None:
    """The text and the receipt say "1 point"."""
    mob = fubar_document({"mob": figure("rabble", close_combat="dagger", skills="unruly")})
    document = read_document(
        {**mob, "rosters": [{"name": "Alone", "entries": [{"profile": "mob", "count": 1}]}]}
    )
    text = list_text(list_sheet(document, FUBAR), TextOptions(style="full", roster=0))
    receipt = receipt_text(list_sheet(document, FUBAR))
    assert "Mob: 1 point, " in text
    assert "Mob [mob]: 1 point (" in receipt
    assert not re.search(r"\b1 points", text + receipt)


@pytest.mark.parametrize(("weapon", "label"), [("dagger", "Weapon −1"), ("sword", "Weapon ±0")])
def test_changes_have_a_minus_sign(weapon: str, label: str) -> None:
    value = appraise_figure(figure(close_combat=weapon)).value("close_combat_roll")
    assert value is not None
    assert value.lines[1].label == label
