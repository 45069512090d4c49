"""The sheets of an appraisal: the texts of pages, for programs without a catalogue."""

import json
from typing import Any

import pytest

from builder.catalogue.files import Catalogues, sample_files
from builder.catalogue.limits import limits
from builder.catalogue.play import list_sheet
from builder.exports.json import appraisal_value
from builder.exports.text import TextOptions, list_text
from builder.points.document.document import Document, parse_document
from tests.support.bringing_list import bringing_list
from tests.support.fubar import figure, fubar_document

Json = dict[str, Any]

SAMPLES = dict(sample_files())


def sheets(value: Json, catalogues: Catalogues) -> tuple[Document, Json]:
    """A document, and its appraisal with sheets."""
    document = parse_document(value, catalogues, limits())
    catalogue = catalogues[document.system, document.edition]
    return document, appraisal_value(list_sheet(document, catalogue), with_sheets=True)


def of_sample(name: str, catalogues: Catalogues) -> tuple[Document, Json]:
    return sheets(json.loads(SAMPLES[name].read_text(encoding="utf-8")), catalogues)


@pytest.mark.parametrize("name", SAMPLES)
def test_sheets_equal_the_text_of_a_list(name: str, catalogues: Catalogues) -> None:
    """In each game: the stat line and all items, in the words of the full text."""
    document, body = of_sample(name, catalogues)
    text = list_text(
        list_sheet(document, catalogues[document.system, document.edition]), TextOptions(style="full")
    ).casefold()
    text = text.replace('"', "")
    for profile in body["profiles"]:
        sheet = profile["sheet"]
        assert sheet["name"].casefold() in text
        weapons = {weapon["slot"] for weapon in sheet["weapons"]}
        for cell in sheet["cells"]:  # the text has the names of weapons as well
            parts = cell["text"].split("; ") if cell["code"] in weapons else [cell["text"]]
            label = "" if cell["code"] in weapons else f"{cell['label']} "
            assert all(f"{label}{part}".casefold() in text for part in parts), cell
        for item in (item for trait in sheet["traits"] for item in trait["items"]):
            code, *_ = item["text"].split()  # the full text has some by their code: AP4
            assert any(way.casefold() in text for way in (item["name"], item["text"], f" {code}")), item


def test_sheets_have_all_texts_needed_to_draw_them(catalogues: Catalogues) -> None:
    """A walker with two guns; five bands of 8″, two of a spray, wounds by Size, pages of the book."""
    _, body = of_sample("sunken-foundry", catalogues)
    strider = next(profile["sheet"] for profile in body["profiles"] if profile["key"] == "strider")
    assert {"code": "shooting_weapons", "label": "SW", "text": "R8 GB I SR; R3 S"} in strider["cells"]
    foot, mortar, lance = strider["weapons"]
    assert (foot["name"], foot["text"], foot["bands"]) == ("Stamping foot", "D", [])
    assert [(band["label"], band["text"]) for band in mortar["bands"]] == [
        ("±0", "8″"), ("−1", "16″"), ("−2", "24″"), ("−3", "32″"), ("−4", "40″"),
    ]  # fmt: skip
    assert [band["text"] for band in lance["bands"]] == ["3″", "6″"]
    items = {item["name"]: item for trait in strider["traits"] for item in trait["items"]}
    assert items["Demolisher"]["page"] == 41
    assert items["Demolisher"]["summary"]
    assert strider["boxes"]["wounds"] >= 1
    assert body["rosters"][0]["sheet"]["leaders"] == ["forewoman"]


def test_referenced_profiles_are_listed_by_key(catalogues: Catalogues) -> None:
    _, body = sheets(bringing_list(), catalogues)
    witch = next(profile["sheet"] for profile in body["profiles"] if profile["key"] == "witch")
    named = [key for trait in witch["traits"] for item in trait["items"] for key in item["profiles"]]
    assert named == ["imp"]


def test_rows_have_their_members(catalogues: Catalogues) -> None:
    """A section with an attached model, and its agreed facts in words."""
    _, body = of_sample("quarry-line", catalogues)
    roster = body["rosters"][0]["sheet"]
    day = next(unit for unit in roster["units"] if unit["name"] == "Day shift")
    assert day["kind"] == "Section"
    assert {"profile": "quarry-guard", "count": 5, "attached": False} in day["members"]
    assert {"profile": "captain-okafor", "count": 1, "attached": True} in day["members"]
    assert roster["facts"] == ["Distances for 25 or 28 mm models: 1 distance unit is 25 mm or 1 inch"]


def test_rows_have_facts_and_numbers_of_their_units(catalogues: Catalogues) -> None:
    """Ten models in ranks of four are three deep."""
    unit = {"profile": "spearman", "count": 10, "fields": {"width": 4, "leader": "Ada"}}
    value = fubar_document(
        {"spearman": figure(close_combat="spear")},
        rosters=[{"name": "Night", "limit": None, "entries": [unit, {"profile": "spearman", "count": 2}]}],
    )
    _, body = sheets(value, catalogues)
    formed, loose = body["rosters"][0]["sheet"]["units"]
    assert formed["facts"] == [{"label": "Width", "text": "4"}, {"label": "Leader", "text": "Ada"}]
    assert formed["values"] == [{"label": "Depth", "text": "3"}]
    assert (loose["facts"], loose["values"]) == ([], [])


@pytest.mark.parametrize("name", SAMPLES)
def test_sheets_have_the_states_values_and_boxes_of_papers(name: str, catalogues: Catalogues) -> None:
    """In each game: the states of the battle sheet, and the values and boxes of the list's texts."""
    document, body = of_sample(name, catalogues)
    sheet = list_sheet(document, catalogues[document.system, document.edition])
    for profile, source in zip(body["profiles"], sheet.profiles, strict=True):
        values, boxes = profile["sheet"]["values"], profile["sheet"]["boxes"]
        assert [(value["label"], value["text"]) for value in values] == [
            (value.part.label, value.text) for value in source.outside_values
        ]
        items = {item["text"] for trait in profile["sheet"]["traits"] for item in trait["items"]}
        assert {f"{value['label']} {value['text']}" for value in values} <= items
        for owner in ("row", "model"):
            assert box_names(boxes["states"], owner) == source.state_names(owner)
    for roster, roster_source in zip(body["rosters"], sheet.rosters, strict=True):
        values, tracks = roster["sheet"]["values"], roster["sheet"]["tracks"]
        assert [(value["label"], value["text"]) for value in values] == roster_source.stat_values
        assert [(track["name"], len(track["signs"])) for track in tracks] == [
            (track.name, len(track.signs)) for track in roster_source.side_tracks
        ]


def box_names(states: list[Json], owner: str) -> list[str]:
    """The names of the boxes on a battle sheet: only the first of several items has the state's name."""
    names = list[str]()
    for state in states:
        if state["each"] == owner:
            first, *others = state["items"] or [""]
            names += [f"{state['name']}: {first}" if first else state["name"], *others]
    return names


def test_states_name_the_items_that_have_a_box_each(catalogues: Catalogues) -> None:
    """A captain of Stargrave with three firearms, each of which can jam."""
    _, body = of_sample("long-way-home", catalogues)
    captain = body["profiles"][0]["sheet"]
    assert captain["boxes"]["states"][-2:] == [
        {"name": "Loot", "each": "row", "items": []},
        {"name": "Jammed", "each": "row", "items": ["Pistol", "Carbine", "Flamethrower"]},
    ]
    assert {"label": "A without gear", "text": "9"} in captain["values"]
    first = body["rosters"][0]["sheet"]["units"][0]
    assert first["members"][0]["profile"] == body["profiles"][0]["key"]
    assert first["states"] == captain["boxes"]["states"]


def test_units_have_the_row_states_of_their_first_profile(catalogues: Catalogues) -> None:
    """Only troops get disordered. Rows without models have no boxes."""
    profiles = {"guard": figure(), "hero": {**figure("heroic"), "kind": "character"}}
    hero = {"profile": "hero", "count": 1}
    entries = [
        {"profile": "guard", "count": 5, "fields": {"width": 5}},
        hero,
        {"profile": "guard", "count": 0},
    ]
    rosters = [{"name": "Night", "limit": None, "entries": entries}]
    _, body = sheets(fubar_document(profiles, rosters=rosters), catalogues)
    units = body["rosters"][0]["sheet"]["units"]
    assert [[state["name"] for state in unit["states"]] for unit in units] == [
        ["Activated", "On Guard", "Morale", "Disordered"], ["Activated", "On Guard", "Morale"], [],
    ]  # fmt: skip


def test_rosters_have_their_values_and_the_boxes_of_the_side(catalogues: Catalogues) -> None:
    """The initiative of Crimson Dusk, and the counters of Zapp!."""
    _, dusk = of_sample("quarry-line", catalogues)
    assert [value["label"] for value in dusk["rosters"][0]["sheet"]["values"]] == ["Initiative"]
    _, zapp = of_sample("lantern-fen", catalogues)
    (counters,) = zapp["rosters"][0]["sheet"]["tracks"]
    assert counters == {
        "name": "“I Think Not” counters", "shape": "circle", "signs": [""] * 5, "marks": "",
    }  # fmt: skip
    levy = next(p["sheet"]["boxes"] for p in zapp["profiles"] if p["sheet"]["name"] == "Drowned Levy")
    assert [(track["name"], track["marks"]) for track in levy["tracks"]] == [
        ("UV", "cross off when lost; S shaken, R removed")
    ]


def test_boxes_include_the_box_of_every_model_and_running_totals(catalogues: Catalogues) -> None:
    """Figures of FUBAR are suppressed or lost, and sustained spells have a total."""
    witch = {**figure("heroic", sustained=["firestorm", "firestorm"]), "kind": "character"}
    _, body = sheets(fubar_document({"witch": witch}), catalogues)
    boxes = body["profiles"][0]["sheet"]["boxes"]
    assert boxes["tracks"][0] == {
        "name": "a figure", "shape": "square", "signs": [""], "marks": "/ suppressed, × lost",
    }  # fmt: skip
    assert boxes["totals"] == ["Firestorm"]


def test_sheets_are_included_only_on_request(catalogues: Catalogues) -> None:
    document, _ = sheets(bringing_list(), catalogues)
    catalogue = catalogues[document.system, document.edition]
    value = appraisal_value(list_sheet(document, catalogue))
    assert not any("sheet" in item for item in (*value["profiles"], *value["rosters"]))
