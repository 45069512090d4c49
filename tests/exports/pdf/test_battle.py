"""The battle sheet: a force on one side, values that can be read at arm's length, a box for every state."""

import copy
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from pypdf.generic import Destination
from pypdfium2 import PdfDocument, PdfObject, raw

from builder.catalogue.files import bundled_catalogues, sample_files
from builder.catalogue.play import list_sheet
from builder.exports.json import to_json_text
from builder.exports.pdf.options import PaperOptions
from builder.exports.pdf.papers import paper_data
from builder.exports.pdf.text import BREAK
from builder.points.document.document import Document
from tests.support.designs import read_document
from tests.support.fubar import fubar_document
from tests.support.pdf_pages import (
    DAY,
    LINK,
    Pdf,
    PlacedLetter,
    Size,
    document,
    fighter_profile,
    large_text,
    make_paper,
    outside_margins,
    typeset_paper,
    without_spaces,
)

Json = dict[str, Any]
FORCES = ("foundry", "fubar", "stargrave", "dusk", "zapp")
_SAMPLES = {path.stem.split("-", 1)[1]: path for _, path in sample_files()}
LONGEST = ("Ysabeau-Wilhelmina van der Donnersmarck-Grauenstein, " * 4)[:196]


def sample(name: str) -> Json:
    value: Json = json.loads(_SAMPLES[name].read_text(encoding="utf-8"))
    return value


def with_rows(value: Json, entries: list[Json]) -> Json:
    return {**value, "rosters": [{**value["rosters"][0], "entries": copy.deepcopy(entries)}]}


def force(name: str) -> Document:
    """The forces that must fit on one page."""
    if name == "foundry":
        value = sample("sunken-foundry")
        return read_document(with_rows(value, [{"profile": p["key"], "count": 1} for p in value["profiles"]]))
    if name == "fubar":
        value = sample("salt-stair")
        return read_document(with_rows(value, value["rosters"][0]["entries"] * 2))
    if name == "stargrave":
        value = sample("second-opinion")
        return read_document(with_rows(value, value["rosters"][0]["entries"][:8]))
    if name == "dusk":
        value = sample("quarry-line")
        sections = [row for row in value["rosters"][0]["entries"] if row.get("unit") == "section"]
        return read_document(with_rows(value, sections * 2))
    value = sample("tollmasters")
    return read_document(with_rows(value, value["rosters"][0]["entries"][:6]))


class Sheet(NamedTuple):
    """A roster sheet: its data and its pages."""

    data: Json
    pdf: Pdf

    @property
    def front(self) -> str:
        return self.pdf.pages[0]


def sheet_of(of: Document, size: Size = "letter", **choices: Any) -> Sheet:
    catalogue = bundled_catalogues()[of.system, of.edition]
    options = PaperOptions(paper="battle", roster=0, size=size, **choices)
    data = paper_data(list_sheet(of, catalogue), options, DAY, LINK)
    return Sheet(dict(data), typeset_paper(of, catalogue, options, link=LINK))


@pytest.fixture(scope="module")
def sheets() -> Mapping[str, Sheet]:
    """Each force on Letter, which is shorter than A4."""
    return {name: sheet_of(force(name)) for name in FORCES}


def drawn_boxes(pdf: Pdf) -> int:
    """Return the number of outlines on the first page."""
    with PdfDocument(pdf.content) as opened:
        result = opened[0].get_objects(filter=[raw.FPDF_PAGEOBJ_PATH])
        return sum(map(_outlines, result))


def _outlines(path: PdfObject) -> int:
    segments = (raw.FPDFPath_GetPathSegment(path, at) for at in range(raw.FPDFPath_CountSegments(path)))
    return sum(raw.FPDFPathSegment_GetType(segment) == raw.FPDF_SEGMENT_MOVETO for segment in segments)


def test_a_normal_force_fits_on_one_side(sheets: Mapping[str, Sheet]) -> None:
    for name, sheet in sheets.items():
        rows = [without_spaces(row["name"]) for row in sheet.data["rows"]]
        assert all(row in without_spaces(sheet.front) for row in rows), name
        first_of_back = next(at for at, page in enumerate(sheet.pdf.pages) if "The stat line" in page)
        assert first_of_back == 1, name
        assert outside_margins(sheet.pdf, "letter", "battle") == [], name
        assert sheet.pdf.accessible, name


@pytest.mark.wide
@pytest.mark.parametrize("name", FORCES)
@pytest.mark.parametrize("points", [True, False])
def test_a_normal_force_fits_on_one_side_of_letter_paper(name: str, points: bool) -> None:
    sheet = sheet_of(force(name), "a4", points=points, glossary=False, background=False)
    assert len(sheet.pdf.pages) == 1
    assert outside_margins(sheet.pdf, "a4", "battle") == []


def test_values_are_printed_in_twelve_points(sheets: Mapping[str, Sheet]) -> None:
    """The values of each row and weapon, in their order."""
    for name, sheet in sheets.items():
        large = large_text(sheet.pdf, 12)
        for values in (*(row["numbers"] for row in sheet.data["rows"]), *_numbers_of_weapons(sheet)):
            assert without_spaces("".join(values)) in large, (name, values)
        assert "Ladlehook" not in large


def _numbers_of_weapons(sheet: Sheet) -> Iterator[list[str]]:
    """Return the numbers in a row of the weapons table."""
    for _, *cells, _ in sheet.data["weapons"]["rows"]:
        yield [cell.replace(BREAK, "") for cell in cells if cell and all(s in "0123456789+−±″" for s in cell)]


def test_each_kind_of_weapon_is_listed_once_and_no_column_is_empty(sheets: Mapping[str, Sheet]) -> None:
    for name in ("foundry", "fubar", "stargrave", "zapp"):
        weapons = sheets[name].data["weapons"]
        names = [row[0] for row in weapons["rows"]]
        assert len(names) == len(set(names)), name
        for at in range(1, len(weapons["headings"]) + 1):
            assert any(row[at] for row in weapons["rows"]), weapons["headings"][at - 1]
    assert sheets["stargrave"].data["weapons"]["owner_heading"] == "Shoot"


def test_every_state_of_a_model_has_a_box() -> None:
    plain = {"name": "Musket", "range": 6}
    shots = {"name": "Fire pot", "range": 3}

    def boxes(codes: list[str], design: Json, first: list[str], second: list[str]) -> tuple[int, str]:
        weapons = [{**plain, "properties": first}, {**shots, "properties": second}]
        list_document = document(
            [fighter_profile(codes, design={**design, "shooting_weapons": weapons}, name="Ann")]
        )
        list_document = read_document({**_value(list_document), "rosters": [_one("p0")]})
        sheet = make_paper(list_document, "battle", glossary=False)
        return drawn_boxes(sheet), sheet.text

    magic = {
        "magic": "low",
        "attributes": {"mov": 6, "fgt": 6, "shg": 5, "tds": 5, "cow": 5, "mgc": 4, "ssv": 6},
    }
    none = {"attributes": {"mov": 6, "fgt": 6, "shg": 5, "tds": 5, "cow": 5}}
    before, said = boxes([], none, [], [])
    after, text = boxes(["force-field"], magic, ["U"], ["LA3"])
    for words in ("Field burnt out", "Jammed: Musket", "Fire pot", "No more magic"):
        assert words in text
        assert words not in said.replace("Fire pot", "")
    # A field, a jam, three shots, the magic, the shield, and the shield in the legend.
    assert after - before == 1 + 1 + 3 + 1 + 1 + 1


def _one(key: str) -> Json:
    return {"name": "Friday", "limit": 750, "entries": [{"profile": key, "count": 1}]}


def _value(of: Document) -> Json:
    value: Json = json.loads(to_json_text(of, bundled_catalogues()[of.system, of.edition]))
    return value


def test_states_of_units_are_named_next_to_them(sheets: Mapping[str, Sheet]) -> None:
    named = {
        "fubar": ("Activated", "On Guard", "Morale", "Disordered", "Hero Points", "/ suppressed, × lost"),
        "stargrave": ("Health", "Activated", "Stunned", "Loot", "Jammed: Pistol"),
        "dusk": ("AP", "Stunned", "Pinned", "Confused", "Overwatch"),
        "zapp": ("UV", "Shaken", "Routing", "Low on ammunition", "“I Think Not” counters"),
    }
    for name, words in named.items():
        for word in words:
            assert word in sheets[name].front, (name, word)
    for name in FORCES:
        for word in ("Player", "Opponent", "Event", "Round", "Date", "Turn"):
            assert word in sheets[name].front
    assert "Reserves arrive on a d8 of 8 7-8 6-8" in sheets["foundry"].front
    assert "Forewoman Adela Slagg Command Die d6" in sheets["foundry"].front


def test_a_large_force_has_a_header_on_every_page() -> None:
    list_document = document([fighter_profile(["fearless"], name=f"Guard {n}") for n in range(40)])
    pdf = make_paper(list_document, "battle")
    assert 1 < len(pdf.pages) <= 4
    for number, page in enumerate(pdf.pages[1:], 2):
        assert page.startswith("A company · Friday Points "), page[:60]
        assert f"page {number}" in page
    assert all(pdf.text.count(f"Guard {n} ") >= 1 for n in range(40))


def test_the_longest_names_are_complete_and_within_the_margins() -> None:
    value = sample("quarry-line")  # the most columns
    for number, profile in enumerate(value["profiles"]):
        profile["name"] = f"{number} {LONGEST}"
    sheet = sheet_of(read_document(value), "letter", glossary=False)
    assert outside_margins(sheet.pdf, "letter", "battle") == []
    for row in sheet.data["rows"]:
        assert without_spaces(row["name"]) in sheet.pdf.raw_text.replace("\u00ad", "")


def test_the_points_of_a_unit_stay_with_their_number() -> None:
    """With titles of any length, so one of them ends where the unit's points begin a line."""
    value = sample("quarry-line")
    for length in range(36, 84, 6):
        entries = [row for row in value["rosters"][0]["entries"] if row.get("unit") == "section"][:1]
        name = " ".join(["Guard"] * (length // 6))
        shown = sheet_of(read_document(with_rows(value, [{**entries[0], "name": name}])), glossary=False)
        with PdfDocument(shown.pdf.content) as opened:
            page = opened[0].get_textpage()
            lines = page.get_text_range().splitlines()
            page.close()
        assert not [line for line in lines if line.strip().startswith("points")], length


def test_bookmarks_are_title_and_parts_and_links_have_a_target(sheets: Mapping[str, Sheet]) -> None:
    reader = sheets["foundry"].pdf.reader
    title, parts = reader.outline
    assert isinstance(title, Destination)
    assert isinstance(parts, list)
    assert [str(part.title) for part in parts if isinstance(part, Destination)] == [
        "Weapons", "To remember", "Glossary", "Tables", "Notes",
    ]  # fmt: skip
    notes: Any = reader.pages[0]["/Annots"]
    links = [note.get_object() for note in notes]
    addresses = [link["/A"]["/URI"] for link in links if "/URI" in link.get("/A", {})]
    assert addresses == [LINK, LINK]  # the code, and the address below it
    assert len(links) > 4  # and words that link to their texts


def test_an_illegal_force_shows_why_and_hidden_points_are_shown_nowhere() -> None:
    list_document = document([fighter_profile(["fearless", "scout"], name=f"Guard {n}") for n in range(30)])
    shown, hidden = (
        make_paper(list_document, "battle", points=on, glossary=False).text for on in (True, False)
    )
    assert "NOT LEGAL" in shown
    assert "over the 750" in shown
    assert "NOT LEGAL" in hidden
    assert "over the 750" not in hidden
    assert "Points" not in hidden
    assert "Prices" not in sheet_of(force("dusk")).front


@pytest.mark.parametrize("name", ["גיבור חיל", "فارس شجاع"])
def test_numbers_next_to_right_to_left_names_keep_their_order(name: str) -> None:
    """The price of a model, then its unit."""
    crew = force("stargrave")
    profiles = tuple(replace(profile, name=name) for profile in crew.profiles)
    placed = list(sheet_of(replace(crew, profiles=profiles)).pdf.letters(0))
    signs = [item for item in placed if item.sign == "+"]
    assert len(signs) > 8

    def beside(sign: PlacedLetter, edge: float) -> str:
        line = [item for item in placed if abs(item.bottom - sign.bottom) < 1.5 and item is not sign]
        return next((letter.sign for letter in line if letter.left < edge < letter.right), "")

    assert all(beside(sign, sign.right + 0.7).isdecimal() for sign in signs)
    assert not any(beside(sign, sign.left - 0.7).isdecimal() for sign in signs)


def test_sustained_spells_have_a_line_for_their_total() -> None:
    """Its successful dice are added up until the spell ends."""
    spells = [
        {"code": "firestorm"},
        {"code": "own-sustained", "name": "Black rain", "target": 14, "points": 9},
    ]
    sorcerer = {"level": "veteran", "skills": [{"code": "sorcerer"}], "sustained": spells}
    entries = [{"profile": "sorcerer", "count": 1}]
    value = fubar_document({"sorcerer": sorcerer}, rosters=[{"name": "", "limit": None, "entries": entries}])
    front = sheet_of(read_document(value)).front
    assert "Firestorm 20 total" in front
    assert "Black rain 14 total" in front


def test_each_unit_of_a_row_has_its_own_shaken_box(sheets: Mapping[str, Sheet]) -> None:
    rows = sheets["zapp"].data["rows"]
    assert {row["count"] for row in rows} > {1}
    assert all({"Routing"} <= {*row["model_states"]} and not row["row_states"] for row in rows)


def test_numbers_of_powers_have_headings(sheets: Mapping[str, Sheet]) -> None:
    assert "Powers: Activation/Strain" in sheets["stargrave"].pdf.pages[0]


@pytest.mark.parametrize("glossary", [True, False])
def test_the_quick_reference_is_on_its_back(glossary: bool) -> None:
    """With and without the glossary. Without the option, there is only the glossary."""
    sheet = sheet_of(force("foundry"), backs=True, glossary=glossary)
    assert "other models only are left out" not in sheet.pdf.pages[1]
    assert "Quick reference" in sheet.pdf.pages[1]
    assert "Names in italics show which profiles a row is about, in The night shift." in sheet.pdf.pages[1]
    assert "For each turn in a row that the side has acted" in sheet.pdf.pages[1]
    assert all("Quick reference" not in page for page in sheet_of(force("foundry")).pdf.pages)
