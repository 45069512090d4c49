"""Papers of games whose rosters consist of units: names, figures, numbers, boxes and tables."""

from dataclasses import replace
from typing import Any

import pytest

from builder.catalogue.play import list_sheet, play_sheet, play_sheet_faults
from builder.exports.pdf.link_picture import link_preview_data
from builder.exports.pdf.options import ROSTER_PAPERS, PaperOptions
from builder.exports.pdf.papers import paper_order
from builder.exports.pdf.profiles import PrintContext
from builder.exports.pdf.rosters import roster_data
from builder.exports.pdf.typesetter import order_of
from builder.points.document.document import Document
from builder.points.document.play import Boxes, LookupTable, PlaySheet
from builder.points.rules.catalogue import Catalogue
from builder.typesetting.worker import make_file
from tests.support import tin_soldiers as tin
from tests.support import zapp
from tests.support.designs import read_document
from tests.support.fubar import FUBAR, figure, fubar_document
from tests.support.pdf_pages import (
    DAY,
    PAPERS,
    SIZES,
    Paper,
    Pdf,
    Size,
    outside_margins,
    over_card_edges,
    typeset_paper,
)

Json = dict[str, Any]
SWORDSMAN: Json = {"close_combat": "sword", "armour": "light", "shield": "shield"}
CLAWS = {"code": "own-melee", "name": "Claws", "change": 1, "reach": 0, "points": 1}
MARCH: dict[str, Json] = {
    "swordsmen": figure(**SWORDSMAN),
    "bannerman": figure(**SWORDSMAN, skills="banner"),
    "sir-aldric": figure(
        "heroic", kind="character", hero_points=3, close_combat="two-handed-weapon", skills="brave"
    ),
    "archers": figure("seasoned", close_combat="dagger", ranged="longbow"),
    "bats": figure("rabble", close_combat=CLAWS),
    "ogre": figure(kind="monster", wounds=3, skills="fearsome"),
}
ENTRIES: list[Json] = [
    {
        "profile": "swordsmen", "count": 9, "name": "The Grey Line",
        "others": [{"profile": "bannerman", "count": 1}],
        "attached": [{"profile": "sir-aldric", "count": 1}],
    },
    {"profile": "archers", "count": 10},
    {"profile": "bats", "count": 4},
    {"profile": "ogre", "count": 2},
]  # fmt: skip
NOT_OF_THIS_GAME = (
    "Leader", "Range bands", "vs Basic", "Command Die", "Max", "Properties", "p. 0", "()", "model",
    "Weapon Properties",
)  # fmt: skip


def march(**more: object) -> Document:
    """Return a list of six profiles, and a roster of a unit with a banner and a hero, and three others."""
    value = fubar_document(
        MARCH, name="The Grey March", rosters=[{"name": "At the bridge", "limit": None, "entries": ENTRIES}]
    )
    for profile in value["profiles"]:
        profile["name"] = profile["name"].replace("-", " ")
    return read_document({**value, **more})


def paper_of(document: Document, paper: Paper, size: Size = "a4", **choices: Any) -> Pdf:
    """Return a paper of a list of Dark Fantasy FUBAR."""
    options = PaperOptions(paper=paper, size=size, roster=0 if paper in ROSTER_PAPERS else None, **choices)
    return typeset_paper(document, FUBAR, options)


@pytest.fixture(scope="module")
def roster() -> Pdf:
    """Return the roster for play of the march."""
    return paper_of(march(), "roster")


# ------------------------------------------------------------------ Dark Fantasy FUBAR


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("paper", PAPERS)
def test_every_paper_names_the_game_and_stays_within_the_margins(paper: Paper, size: Size) -> None:
    pdf = paper_of(march(), paper, size)
    assert pdf.accessible
    assert outside_margins(pdf, size, paper) == []
    for words in NOT_OF_THIS_GAME:
        assert words not in pdf.text, words
    for words in ("Listed", "By formula", "±50 %", "Swordsmen"):
        assert words in pdf.text, words


def test_units_are_one_row_with_all_members(roster: Pdf) -> None:
    head, _, rest = roster.text.partition("The Grey Line")
    assert "Listed ±50 % 212 By formula ±50 % 240 Figures 27 LEGAL" in head
    assert " of " not in head  # no agreed limit
    unit = rest.partition("Archers")[0]
    # Nine at 8, one at 13 and the hero at 25; by the formula 72, 13 and 13.
    for words in (
        " 11 figures Listed 110 · By formula 98, rough guide ±50 % Act Exp Supp CC CC dice Shoot",
        " Save Wall Move Two moves",
        "9 × Swordsmen 8 / 8 each 4+ 4+ 3 4+ 1 – 5+ 4+ 6″ 12″ Sword",
        "1 × Bannerman 4+ 4+ 3 4+ 1",
        "Shield · Banner with Sir Aldric 3+ 4+ 4 2+ 1 – – – 6″ 12″ Two-handed weapon · Brave",
    ):
        assert words in unit, words


def test_every_figure_and_counted_number_has_boxes() -> None:
    data = data_of(march(), FUBAR, play_sheet(FUBAR))
    members = {member["name"]: member for unit in data["entries"] for member in unit["members"]}
    assert {name: member["models_with_boxes"] for name, member in members.items()} == {
        "Swordsmen": 9, "Bannerman": 1, "Sir Aldric": 1, "Archers": 10, "Bats": 4, "Ogre": 2,
    }  # fmt: skip
    tracks = {name: [(t["name"], len(t["signs"])) for t in item["tracks"]] for name, item in members.items()}
    assert tracks["Sir Aldric"] == [("Hero Points", 3)]
    assert tracks["Ogre"] == [("Wounds", 3)]
    assert tracks["Swordsmen"] == []
    assert [member["is_attached"] for member in members.values()] == [False, False, True, False, False, False]


def test_looked_up_values_are_in_tables(roster: Pdf) -> None:
    for words in (
        "To hit Reach Range AP Who Sword, axe or short spear ±0 0 Swordsmen, Bannerman",
        "Two-handed weapon +2 0 Sir Aldric",
        "Claws +1 0 Bats",
        "Longbow 24″ 2 Archers",
        "Skills Example Skills Banner Activation rolls within 8″ get +1",
        "Actions Activation An activated unit takes up to two",
    ):
        assert words in roster.text, words
    # There is no ranged weapon named Javelin, and no spell that takes several turns.
    for words in ("Javelin", "Sustained magic"):
        assert words not in roster.text, words


def test_eight_units_take_two_pages_and_their_tables_one() -> None:
    entries = [{**entry, "name": f"Unit {place}"} for place, entry in enumerate(ENTRIES * 2)]
    pages = paper_of(march(rosters=[{"name": "All", "entries": entries}]), "roster").pages
    assert "Unit 7 Monster, 2 figures" in "".join(pages[:2])
    assert "Unit 2, Unit 6: 4 figures: a unit usually has 10" in pages[1]
    assert "Skills Example Skills" in pages[1]
    assert pages[2].startswith("Actions Activation")
    assert "What a Hero Point does" in pages[2]
    assert len(pages) == 4


def test_blank_forms_alternate_kinds_with_their_columns() -> None:
    (form,) = paper_of(march(), "sheets", blank=4).pages
    names = ("Trooper", "Character / Monster", "Vehicle", "Trooper")
    blanks = form.split("Profile name · ")[1:]
    assert [blank.startswith(name) for blank, name in zip(blanks, names, strict=True)] == [True] * 4
    assert ["Wall" in blank for blank in blanks] == [True, False, False, True]


def test_the_link_picture_shows_both_prices() -> None:
    picture = link_preview_data(list_sheet(march(), FUBAR), "k7q2")
    assert picture["range"] == "Listed 5 to 25 points ±50 %"
    preview = Pdf(make_file(order_of("picture", "pdf", picture, DAY)))
    assert "Listed 212 · By formula 240, rough guide ±50 %" in preview.text


def test_findings_of_a_unit_name_unit_and_source(roster: Pdf) -> None:
    assert "Bats: 4 figures: a unit usually has 10, or just one. Units" in roster.text
    assert "Act Activation The d6 roll that a unit needs to act" in roster.text


def test_hidden_points_are_shown_nowhere() -> None:
    for paper in PAPERS:
        text = paper_of(march(), paper, points=False).text
        for words in ("Listed 8", "8 / 8", "8 each", "212", "240", "By formula 98"):
            assert words not in text, (paper, words)


def test_words_in_number_boxes_are_not_broken() -> None:
    for paper in ("list", "sheets", "cards"):
        assert "Heroic (Elite)" in paper_of(march(), paper).text


def test_missing_prices_are_reported_in_both_sums() -> None:
    nameless = {"profiles": [{"key": "x", "name": "X", "design": {}}]}
    marched = march(**nameless, rosters=[{"name": "R", "entries": [{"profile": "x", "count": 2}]}])
    assert "Listed ±50 % – By formula ±50 % – Figures 2" in paper_of(marched, "roster").text


def test_the_longest_names_stay_within_margins() -> None:
    name = "W" * 120
    profiles = [
        {
            "key": f"p{place}",
            "name": name,
            "design": {**created, "skills": [{"code": "own-skill", "name": name}]},
        }
        for place, created in enumerate(MARCH.values())
    ]
    entries = [{**ENTRIES[0], "profile": "p0", "name": name, "others": [{"profile": "p1", "count": 60}]}]
    entries[0]["attached"] = [{"profile": "p2", "count": 1}]
    marched = march(profiles=profiles, rosters=[{"name": name, "entries": entries}])
    for size in SIZES:
        assert outside_margins(paper_of(marched, "roster", size), size) == []
        assert over_card_edges(paper_of(marched, "cards", size), size) == []
    options = PaperOptions(paper="roster", roster=0)
    picture = make_file(paper_order(list_sheet(marched, FUBAR), options, output="png", today=DAY))
    assert picture.startswith(b"\x89PNG")


# ------------------------------------------------------------------ the made-up game


def data_of(document: Document, catalogue: Catalogue, play: PlaySheet) -> Json:
    """Return the template's data of the first roster, with a play sheet."""
    sheet = replace(list_sheet(document, catalogue), play_sheet=play)
    return dict(roster_data(PrintContext(sheet), 0))


@pytest.fixture
def nursery(tin_soldiers: object) -> Document:
    """Return a list with a platoon of two bands and its officer."""
    officer = {"kind": "officer", "body": {"stand": 2, "pace": 2}, "paint": "plain"}
    row = {
        "profile": "guards",
        "count": 9,
        "name": "Old Guard",
        "others": [{"profile": "boys", "count": 1}],
        "attached": [{"profile": "colonel", "count": 1}],
    }
    profiles = {"guards": tin.GUARDS, "boys": {**tin.GUARDS, "drills": []}, "colonel": officer}
    return tin.read(tin.document(profiles, rosters=[{"name": "Bedtime", "entries": [row]}]))


def test_the_play_sheet_decides_what_a_row_shows(nursery: Document) -> None:
    play = PlaySheet(
        numbers=("strength", "paint"),
        boxes=(Boxes(name="standing"), Boxes(name="ounces", of="strength", shape="circle", least=5)),
        value_tables=(LookupTable(name="Legs", of=("march", "figures")),),
    )
    data = data_of(nursery, tin.TIN, play)
    (unit,) = data["entries"]
    assert (unit["name"], unit["description"], unit["headings"]) == (
        "Old Guard",
        "11 soldiers",
        ["Str", "Pt"],
    )
    numbers = [" ".join(member["numbers"]) for member in unit["members"]]
    assert numbers == ["4 Gloss", "4 Gloss", "8 Plain"]
    assert [[len(t["signs"]) for t in member["tracks"]] for member in unit["members"]] == [[], [], [8]]
    assert [item["name"] for item in data["legend"]] == ["standing", "ounces"]
    (table,) = data["value_tables"]
    assert table["columns"] == ["Mch", "Fig"]
    assert table["rows"] == [["Guards", "9″", "3"], ["Boys", "8″", "3"], ["Colonel", "4″", "–"]]


def test_without_a_play_sheet_rows_show_the_stat_line(nursery: Document) -> None:
    options = PaperOptions(paper="roster", roster=0)
    text = typeset_paper(nursery, tin.TIN, options).text
    assert "Old Guard 11 soldiers" in text
    assert (
        "Fig Pc Mch 9 × Guards 94 each 3 4 9″ Pike L3 S SP · Stand 1 · Paint Gloss · Wool (coat) · Drum"
        in text
    )
    assert "with Colonel" in text
    for words in NOT_OF_THIS_GAME:
        assert words not in text, words


def test_forms_add_up_hidden_values(nursery: Document) -> None:
    text = typeset_paper(nursery, tin.TIN, PaperOptions(paper="sheets")).text
    # Gloss 3, wool 3, and drills for 15, 23 and 18: of 94 the Pace is 11 and the pike 21.
    assert "Stand: 1. Paint: Gloss (3). Coat: Wool (coat) (3). Drills: Drum (15)" in text
    assert "Sub-total of other items 62" in text
    assert "continued" not in text


def test_play_sheets_refer_to_entries_of_the_edition() -> None:
    play = PlaySheet(
        numbers=("strength", "luck"),
        boxes=(Boxes(name="paint", of="paint", at={"luck": "L"}),),
        side_boxes=(Boxes(name="pennies", of="pennies"),),
        ticked=("songs",),
        item_tables=(LookupTable(name="Arms", of=("arms", "swords")),),
        value_tables=(LookupTable(name="Legs", of=("wings",)),),
        tables_for={"songs": ("wings",)},
        explained=("drill", "songs"),
    )
    assert [(fault.split()[0], fault.split('"')[1]) for fault in play_sheet_faults(play, tin.TIN)] == [
        ("tables_for", "songs"),
        ("tables_for", "wings"),
        ("numbers", "luck"),
        ("boxes.of", "paint"),
        ("item_tables.of", "swords"),
        ("value_tables.of", "wings"),
        ("explained", "songs"),
        ("boxes.at", "luck"),
        ("side_boxes.of", "pennies"),
        ("ticked", "songs"),
    ]


def test_tracks_have_marks_at_their_thresholds() -> None:
    """Eight, shaken at 4 and removed at 2; Undead only removed, at 3. A spell has a circle for each copy."""
    twice = ["flight", "create-bog", "flight"]
    profiles = {
        "line": zapp.unit(24, shields=True, armour="other"),
        "dead": zapp.unit(30, undead=True, shields=True),
        "merlin": zapp.of_kind("wizard", wizard_spells=twice),
    }
    roster = {
        "name": "Friday",
        "fields": {"counters": 7},
        "entries": [{"profile": key, "count": 1} for key in profiles],
    }
    data = data_of(
        read_document(zapp.zapp_document(profiles, rosters=[roster])), zapp.ZAPP, play_sheet(zapp.ZAPP)
    )
    tracks = [
        [(track["name"], "".join(sign or "." for sign in track["signs"])) for track in member["tracks"]]
        for row in data["entries"]
        for member in row["members"]
    ]
    assert tracks == [
        [("UV", "...S.R..")],
        [("UV", "....R...")],
        [("UV", "SR."), ("(Flight, name lost in our source)", ".."), ("Create Bog", ".")],
    ]
    assert [(track["name"], len(track["signs"])) for track in data["side_tracks"]] == [
        ("“I Think Not” counters", 7)
    ]
