"""The battle sheet has sections, vehicles with their passengers, and the effects of hits on two sides."""

import json
from dataclasses import replace
from datetime import date

import pytest

from builder.catalogue.play import list_sheet
from builder.exports.pdf.events import EventCover, PrintedHandIn, event_order
from builder.exports.pdf.options import PaperOptions
from builder.points.document.document import Document
from builder.typesetting.worker import make_file
from tests.support.crimson_dusk import DUSK, dusk_document, model, roster, row, vehicle
from tests.support.designs import read_document
from tests.support.pdf_pages import DAY, Pdf, typeset_paper
from tests.support.project_files import ROOT

SAMPLES = sorted((ROOT / "builder" / "catalogue" / "data" / "crimson-dusk" / "samples").glob("*.json"))


def force() -> Document:
    """Two sections of six, one with a heavy weapon, a personality, and an APC with six passengers."""
    bonus = {"code": "command-bonus", "bonus": 2}
    profiles = {
        "rifles": model("rifle", "thrown-grenade"),
        "gunner": model("hmg"),
        "raiders": model("smg", quality="vt", melee=["knife", "knife"]),
        "captain": model("pistol", quality="el", specials=["personality", bonus]),
        "apc": vehicle(weapons=["mmg"]),
    }
    return read_document(
        dusk_document(
            profiles,
            rosters=[
                roster(
                    row("rifles", 5, unit="section", name="First", others=[row("gunner")]),
                    row("raiders", 6, unit="section", name="Second"),
                    row("captain", unit="personality"),
                    row("apc", unit="vehicle", attached=[row("rifles", 6)]),
                )
            ],
        )
    )


@pytest.fixture(scope="module")
def sheet() -> Pdf:
    return typeset_paper(force(), DUSK, PaperOptions(paper="roster", roster=0))


def test_a_force_fits_on_two_sides(sheet: Pdf) -> None:
    assert len(sheet.pages) == 2
    for path in SAMPLES:
        document = read_document(json.loads(path.read_text(encoding="utf-8")))
        paper = typeset_paper(document, DUSK, PaperOptions(paper="roster", roster=0))
        assert len(paper.pages) == 2, path.name


def test_everything_a_section_rolls_is_on_the_first_side(sheet: Pdf) -> None:
    """Its numbers, the losses of each step, each weapon with the numbers needed, and a box for each action
    point.
    """
    front = sheet.pages[0]
    assert "First Section, 6 models" in front
    reported = "Skill 5+ · Pinning test after 6 shots · −1 at loss of 1 · −2 at loss of 2"
    assert reported in front
    assert "Minimum models 4 · Coherency 2" in front
    assert "Rifle 32 1 3 1 4 6+ 7+ 7+ 7+" in front
    assert "HMG 44 4 12 3 5 6+ 7+ 7+ 7+" in front  # crew of three, no aimed shot
    assert "Thrown Grenade 8 1 3 1 5 1 3 6+ 7+ 7+ 7+ move and fire" in front
    assert "Melee 1 4 5+ 5+ 6+ 6+ 3rd" in front
    assert "2 × Knife, bayonet, improvised 2 4 4+ 5+ 5+ 6+ 2nd" in front
    assert "5 AP" in front
    assert "Initiative +4" in front
    assert "Command bonus +2" in front


def test_vehicles_have_own_headings_a_track_and_passengers(sheet: Pdf) -> None:
    front = sheet.pages[0]
    assert "Damage 10 20 30 35" in front
    assert front.index("Ac/Dc") < front.index("Damage 10 20 30 35") < front.index("with 6 × Rifles")
    assert "5 × Rifles" in front


def test_effects_of_a_hit_are_printed_once_per_weapon(sheet: Pdf) -> None:
    """The chances against each armour value, in the order of the values."""
    parts = sheet.text.partition("What a hit does")[2]
    assert "Rifle 80 % 60 % 40 % 30 % 10 % 0 % 10 % 10 % 10 % 10 % 10 % 0 % 10 % 0 % 0 % 0 % 4" in parts
    assert parts.count("Rifle 80 %") == 1


def test_event_papers_have_the_notes() -> None:
    force_rows = force()
    noted = replace(force_rows.profiles[0], notes="Paid by the ton.")
    document = replace(force_rows, profiles=(noted, *force_rows.profiles[1:]))
    hand_in = PrintedHandIn(
        player="Bob", handed_in="3 May 2026", sheet=list_sheet(document, DUSK), fingerprints=()
    )
    cover = EventCover(name="Muster", club="Club", day=date(2026, 5, 9), limit=None, deadline="7 May 2026")
    assert Pdf(make_file(event_order(cover, [hand_in], DUSK, today=DAY))).text.count("Paid by the ton.") == 1
