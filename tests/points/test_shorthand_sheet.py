"""Stat tables of two rows, as in the rulebook, in a forum's table, or typed with spaces."""

import pytest

from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document
from builder.points.shorthand import ParsedText, read_shorthand
from tests.support.designs import FURY

HEAD = "Mov\tFgt\tShg\tTds\tCow\tCW\tSW\tArm\tSSv\tMgc\tSz\tCD"
BOOK = f"""# A COMPANY

### Captain (Max 1)

He carries a plain pistol and a bad temper.

{HEAD}
6\t8\t8\t3\t3\tB\tR4AP4\t12\t-\t-\t2\td8
ModProps: None\t\t\tPV: 202

### Captain's Second (Max 1)

{HEAD}
6\t7\t7\t4\t4\tB\tR4AP4\t12\t-\t-\t2\t-
ModProps: None\t\t\tPV: 76

### Bodyguards

{HEAD}
6\t7\t7\t4\t4\tB\tR4FF8AP8\t12\t-\t-\t2\t-
ModProps: None\t\t\tPV: 116

### Sergeant

{HEAD}
6\t7\t7\t5\t5\tB\tR8FF4AP8\t12\t-\t-\t2\t-
ModProps: None\t\t\tPV: 98

### Infantryman

{HEAD}
6\t6\t6\t5\t5\tB\tR4FFB4AP8\t12\t-\t-\t2\t-
ModProps: None\t\t\tPV: 90
"""
# What the tables contain. The Captain's print is 3 too low, and the last weapon is a misprint, so it isn't
# read.
COMES_TO = [205, 76, 116, 98, 49]
PRINTED_POINTS = [202, 76, 116, 98, 90]


def points(reading: ParsedText) -> list[int | None]:
    profiles = tuple(profile.profile for profile in reading.profiles)
    list_of = Document(system=FURY.system, edition=FURY.edition, name="", profiles=profiles)
    return [profile.points for profile in appraise(list_of, FURY).profiles]


def test_printed_sheets_are_read() -> None:
    reading = read_shorthand(BOOK, FURY)
    assert [profile.profile.name for profile in reading.profiles] == [
        "Captain", "Captain's Second", "Bodyguards", "Sergeant", "Infantryman",
    ]  # fmt: skip
    assert points(reading) == COMES_TO
    assert [list(profile.claims) for profile in reading.profiles] == [[n] for n in PRINTED_POINTS]
    assert [profile.profile.max for profile in reading.profiles] == [1, 1, None, None, None]
    assert reading.profiles[0].profile.notes == "He carries a plain pistol and a bad temper."
    assert [(rest.text, rest.line) for rest in reading.all_unparsed] == [("R4FFB4AP8", 32)]
    assert [piece.text for piece in reading.pieces if piece.meaning] == ["A COMPANY"]


PIPES = """| Mov | Fgt | CW | SW | Arm | Mgc | CD |
|----:|----:|:--:|----|-----|-----|----|
| 6 | 8 | Cutlass R | R4 AP4 + R8 | 9 H | 5 High | - |
"""
LABELS_AND_TABS = (
    "Move\tFighting\tCombat weapon\tShooting weapon\tArmour\tMgc\tCommand Die\n"
    "6\t8\tR\tR4AP4\t9H\t5 (High)\t–"
)


@pytest.mark.parametrize(("text", "combat", "shooting"), [
    (PIPES, [("Cutlass", ("R",))], [(4, ("AP4",)), (8, ())]),
    (PIPES.replace("| ", "|").replace(" |", "|"), [("Cutlass", ("R",))], [(4, ("AP4",)), (8, ())]),
    (LABELS_AND_TABS, [("", ("R",))], [(4, ("AP4",))]),
])  # fmt: skip
def test_columns_are_read_by_their_labels(
    text: str, combat: list[tuple[str, tuple[str, ...]]], shooting: list[tuple[int, tuple[str, ...]]]
) -> None:
    reading = read_shorthand(f"Ann\n{text}", FURY)
    (parsed,) = reading.profiles
    design = parsed.profile.design
    assert (parsed.profile.name, dict(design.values)) == (
        "Ann", {"mov": 6, "fgt": 8, "arm": 9, "mgc": 5, "magic": "high"},
    )  # fmt: skip
    assert [(w.name, w.properties) for w in design.weapons["combat_weapon"]] == combat
    assert [(w.fields["range"], w.properties) for w in design.weapons["shooting_weapons"]] == shooting
    assert [pick.code for pick in design.picks["armour_property"]] == ["H"]
    assert reading.all_unparsed == ()


def test_a_row_of_points_below_the_values_is_reported() -> None:
    text = "Ann\nMov\tFgt\tShg\tCW\n6\t8\t-\tB\n8\t24\t-\t0\nTotal: 32\nBob Mov 6"
    ann, bob = read_shorthand(text, FURY).profiles
    assert ann.claims == (32,)
    assert [rest.text for rest in ann.unparsed] == ["8\t24\t-\t0"]
    assert (bob.profile.name, bob.unparsed) == ("Bob", ())


def test_a_table_with_a_column_of_names_has_a_profile_in_each_row() -> None:
    text = (
        "| Name | Mov | Fgt | Wings | Properties | Max | PV |\n|---|---|---|---|---|---|---|\n"
        "| Ann | 6 | 7 | 2 | Flier 8, Fearless | 1 | 76 |\n| Bob | 5 | x | | none | - | 70 |\n\nEve Mov 3"
    )
    reading = read_shorthand(text, FURY)
    ann, bob, eve = reading.profiles
    assert [profile.profile.name for profile in reading.profiles] == ["Ann", "Bob", "Eve"]
    assert [pick.code for pick in ann.profile.design.picks["properties"]] == ["flier", "fearless"]
    assert (ann.profile.max, bob.profile.max) == (1, None)
    assert [rest.text for rest in reading.all_unparsed] == ["Wings", "2", "x"]
    assert (bob.profile.design.values, eve.profile.design.values) == ({"mov": 5}, {"mov": 3})


def test_labels_without_values_are_not_a_sheet() -> None:
    reading = read_shorthand("Mov Fgt Shg", FURY)
    assert reading.profiles == ()
    assert [rest.text for rest in reading.all_unparsed] == ["Mov Fgt Shg"]
