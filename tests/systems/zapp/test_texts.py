"""Units as text are parsed: lines as players write them, and Musterbook's own exports."""

import pytest

from builder.points.document.design import Design
from builder.points.shorthand import read_shorthand
from tests.support.designs import Json
from tests.support.zapp import ZAPP

LINES: dict[str, Json] = {
    "24 humans, shields, plate, Champion": {
        "figures": 24, "people": "civilised", "shields": 1, "armour": "plate", "champion": 1,
    },
    "Guard – 12 figures, cavalry, shields, mail, lances": {
        "figures": 12, "arm": "cavalry", "shields": 1, "armour": "other", "weapons": ["lance"],
    },
    "Green Tide: 30 goblins, smaller, shields": {
        "figures": 30, "people": "tribal", "size": "smaller", "shields": 1,
    },
    "Orcs – 6 bases, tribal, close order": {"on_bases": 6, "people": "tribal", "order": "close"},
    "30 skeletons: Figures 30, undead, spears": {"figures": 30, "undead": 1, "weapons": ["pole-arm"]},
    "Smaug – large monster, tough skin, flying, breath": {
        "kind": "monster", "tough_skin": 1, "flying": 1, "weapons": ["breath"],
    },
    "24 humans, shield, plate, fly": {
        "figures": 24, "people": "civilised", "shields": 1, "armour": "plate", "flying": 1,
    },
    "12 figures, cavalry, heavy, lance": {
        "figures": 12, "arm": "cavalry", "heavy": "yes", "weapons": ["lance"],
    },
    "12 figures, bows, light": {"figures": 12, "order": "skirmish", "weapons": ["bow"]},
    "Cannon, artillery, 8 crew, heavy": {"kind": "artillery", "crew": 8, "artillery": ["heavy"]},
    "2 artillery, 8 crew, light": {"kind": "artillery", "models": 2, "crew": 8, "artillery": ["light"]},
    "24 humans shields plate champion": {
        "figures": 24, "people": "civilised", "shields": 1, "armour": "plate", "champion": 1,
    },
    "Merlin – Wizard, rolled 5, shield, fly": {
        "kind": "wizard", "wizard_rolled": 5, "wizard_spells": ["mystic-wall", "flight"],
    },
    "Cleric, 5 spells, Healing Hands": {
        "kind": "cleric", "cleric_rolled": 5, "cleric_spells": ["healing-hands"],
    },
    "1 Wizard, 5 spells, fly": {"kind": "wizard", "wizard_rolled": 5, "wizard_spells": ["flight"]},
    "Mighty Hero, cavalry": {"kind": "hero", "arm": "cavalry"},
}  # fmt: skip


def said(design: Design) -> Json:
    """Return the design that a text gives, without fields that have their default."""
    picks = {slot.code: [pick.code for pick in design.picks.get(slot.code, ())] for slot in ZAPP.pick_slots}
    return {
        "kind": "unit",
        "models": 1,
        **design.values,
        **{slot: codes for slot, codes in picks.items() if codes},
    }


@pytest.mark.parametrize("line", LINES)
def test_lines_of_players_are_read(line: str) -> None:
    """A number before the noun that it counts; options and checkboxes by their names alone."""
    reading = read_shorthand(line, ZAPP)
    assert ([rest.text for rest in reading.all_unparsed], reading.questions) == ([], ())
    assert [said(profile.profile.design) for profile in reading.profiles] == [
        {"kind": "unit", "models": 1, **LINES[line]}
    ]


# Each line, with the name and the numbers that it gives. Lines below each other are separate profiles.
LED: list[tuple[str, str, Json]] = [
    ("30 skeletons, undead, shields", "skeletons", {"figures": 30, "undead": 1, "shields": 1}),
    ("24 human, shields", "", {"figures": 24, "people": "civilised", "shields": 1}),
    ("10 skeleton riders", "skeleton", {"figures": 10, "arm": "cavalry"}),
    ("Mighty Hero", "", {"kind": "hero"}),
    ("Wizard, rolled 7", "", {"kind": "wizard", "wizard_rolled": 7}),
    ("6 bases of elves", "", {"on_bases": 6, "people": "civilised"}),
    ("5 goblins", "", {"figures": 5, "people": "tribal"}),
]


def test_lines_that_start_with_a_number_or_kind_are_profiles() -> None:
    """The words after the number are the name, if they mean nothing else."""
    reading = read_shorthand("\n".join(line for line, _, _ in LED), ZAPP)
    assert reading.all_unparsed == ()
    result = [(profile.profile.name, profile.profile.design.values) for profile in reading.profiles]
    assert result == [(name, values) for _, name, values in LED]


def test_headings_are_not_read_as_profiles() -> None:
    """A heading names the profiles below it."""
    (parsed,) = read_shorthand("## Wizard\nKind Wizard, rolled 7", ZAPP).profiles
    assert (parsed.profile.name, parsed.profile.design.values) == (
        "Wizard",
        {"kind": "wizard", "wizard_rolled": 7},
    )


def test_repeated_spells_are_read_repeatedly() -> None:
    """If a spell can be taken again. A number that means nothing is reported."""
    (parsed,) = read_shorthand("Warlock, spells: Create Bog x2", ZAPP).profiles
    assert [pick.code for pick in parsed.profile.design.picks["wizard_spells"]] == ["create-bog"] * 2
    assert parsed.unparsed == ()


def test_words_that_the_kind_does_not_have_are_not_read() -> None:
    """A Wizard's spell isn't read in a line of troops. Below a Wizard it is read if no number precedes it."""
    text = "24 humans, mystic wall\n\nMerlin – Wizard\nmystic wall\nOrcs – 12 figures, mystic wall"
    reading = read_shorthand(text, ZAPP)
    result = [
        (profile.profile.name, len(profile.profile.design.picks), len(profile.unparsed))
        for profile in reading.profiles
    ]
    assert result == [("", 0, 1), ("Merlin", 1, 0), ("Orcs", 0, 1)]


def test_no_is_read_and_yes_in_a_name_is_ignored() -> None:
    reading = read_shorthand("Undead Fred: 24 figures, shields no, Undead: yes", ZAPP)
    (parsed,) = reading.profiles
    assert parsed.profile.name == "Undead Fred"
    assert parsed.profile.design.values == {"figures": 24, "undead": 1}
