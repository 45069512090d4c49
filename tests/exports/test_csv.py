"""The table for spreadsheets: rows add up, no cell is executed, and accents are read."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.catalogue.files import bundled_catalogues
from builder.catalogue.json_schema import schema_of
from builder.catalogue.limits import limits
from builder.catalogue.play import list_sheet, play_sheet
from builder.catalogue.templates import template_document
from builder.exports.csv import escape_formula, profiles_csv
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document, Profile, Roster, RosterEntry, parse_document
from builder.points.rules.catalogue import Catalogue, Property, published_word
from builder.points.rules.catalogue_index import index_of
from tests.support.bringing_list import bringing_list
from tests.support.designs import FURY, PUBLISHED
from tests.support.strategies import documents
from tests.support.tables import csv_rows
from tests.support.tin_soldiers import TIN

pytestmark = pytest.mark.usefixtures("tin_soldiers")


def rows_of(
    document: Document, catalogue: Catalogue = FURY, roster: int | None = None
) -> list[dict[str, str]]:
    """Return the rows by the headings of their columns, which are all different."""
    head, *rows = csv_rows(profiles_csv(list_sheet(document, catalogue), roster))
    assert len(set(head)) == len(head)
    return [dict(zip(head, row, strict=True)) for row in rows]


def part_costs(row: dict[str, str], unit: str = "points") -> list[str]:
    """Return the prices of a profile's parts, without the total."""
    return [cell for name, cell in row.items() if name.endswith(f" {unit}") and not name.startswith("Total ")]


def test_the_captain_and_the_totals_of_the_rulebook(reavers: Document) -> None:
    """Calculated by hand: 8 + 24 + 16 + 24 + 24 for his attributes, 9 for the pistol, 100 for the die."""
    captain = rows_of(reavers)[0]
    expected = {
        "Name": "Captain", "Max": "1", "Mov": "6", "Mov points": "8", "Fgt": "8", "Fgt points": "24",
        "Shg": "8", "Shg points": "16", "Tds": "3", "Tds points": "24", "Cow": "3", "Cow points": "24",
        "CW": "B", "CW points": "0", "SW": "Energy pistol R4 AP4", "SW points": "9", "CD": "d8",
        "CD points": "100", "Sz": "2", "Total points": "205",
    }  # fmt: skip
    assert {name: captain[name] for name in expected} == expected
    totals = {row["Name"]: row["Total points"] for row in rows_of(reavers)}
    book = {"Captain's Second": "76", "Bodyguard": "116", "Sergeant": "98", "Reaver Infantryman": "90"}
    assert {name: totals[name] for name in book} == book


def test_the_table_of_a_roster_has_its_total_and_summoned_profiles() -> None:
    coven = parse_document(bringing_list(), bundled_catalogues())
    rows = rows_of(coven, roster=0)
    total = appraise(coven, FURY).rosters[0].points
    assert sum(int(row["Models"]) * int(row["Total points"]) for row in rows) == total
    assert [(row["Name"], row["Models"], row["Also brought by"]) for row in rows] == [
        ("Witch", "1", ""),
        ("Rider", "2", ""),
        ("Cat", "1", ""),
        ("Hound", "1", ""),
        ("Guard", "1", ""),
        ("Imp", "0", "Witch (Summon), Wolf (Summon)"),
        ("Foot", "0", "Rider (Dismount)"),
        ("Wolf", "0", "Hound (Were-Creature)"),
        ("Toad", "0", "Imp (Transmutation)"),
    ]


def test_a_missing_profile_is_reported_in_the_table_of_a_roster(reavers: Document) -> None:
    empty_roster = Roster(name="", limit=500, entries=(RosterEntry(profile="imp", count=2),))
    (row,) = rows_of(replace(reavers, rosters=(empty_roster,)), roster=0)
    name, count, *others = row.values()
    assert (name, count, {*others}) == ("imp (not in this list)", "2", {""})


def test_properties_without_a_column_are_in_one_cell(reavers: Document) -> None:
    row = next(row for row in rows_of(reavers) if row["Name"] == "Pathfinder")
    assert row["Properties"] == "Scout; Camouflage; Night Vision"
    assert row["Properties points"] == "60"


@pytest.mark.parametrize("catalogue", [FURY, TIN], ids=lambda catalogue: catalogue.system)
@given(data=st.data())
def test_columns_add_up_to_the_total(catalogue: Catalogue, data: st.DataObject) -> None:
    """The total is the appraisal's. It is empty exactly if a part has no price."""
    value = data.draw(documents(catalogue))
    document = parse_document(value, {(catalogue.system, catalogue.edition): catalogue})
    appraised = appraise(document, catalogue).profiles
    for row, result in zip(rows_of(document, catalogue), appraised, strict=True):
        parts = part_costs(row, catalogue.points_unit)
        assert row[f"Total {catalogue.points_unit}"] == ("" if result.points is None else str(result.points))
        if result.points is None:
            assert "" in parts
        else:
            assert sum(map(int, parts)) == result.points


# ------------------------------------------------------------------ what a spreadsheet makes of it


def name_cell(reavers: Document, name: str) -> str:
    """Return the cell with a profile's name."""
    renamed: Profile = replace(reavers.profiles[0], name=name)
    return csv_rows(profiles_csv(list_sheet(replace(reavers, profiles=(renamed,)), FURY)))[1][0]


def test_the_csv_has_a_byte_order_mark_and_crlf(
    reavers: Document,
) -> None:
    text = profiles_csv(list_sheet(reavers, FURY))
    assert text.encode().startswith(b"\xef\xbb\xbfName,Max,")
    assert text.endswith("\r\n")
    assert text.count("\r\n") == len(reavers.profiles) + 1 == text.count("\n")


@pytest.mark.parametrize("name", ['Ægir, the "Old"', "Ωmega;x", "a'b", "☠ 🏴‍☠️"])
def test_names_survive_a_round_trip(reavers: Document, name: str) -> None:
    assert name_cell(reavers, name) == name


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\uff1d1", '=cmd|" /C calc"!A0'])
def test_formulas_are_escaped(reavers: Document, name: str) -> None:
    assert name_cell(reavers, name) == f"'{name}"


def test_formulas_in_weapons_are_escaped(reavers: Document) -> None:
    captain = reavers.profiles[0]
    weapons = {
        **captain.design.weapons,
        "shooting_weapons": (replace(captain.design.weapons["shooting_weapons"][0], name="=HYPERLINK()"),),
    }
    armed = replace(captain, design=replace(captain.design, weapons=weapons))
    (row,) = rows_of(replace(reavers, profiles=(armed,)))
    assert row["SW"] == '"=HYPERLINK()" R4 AP4'


@pytest.mark.parametrize("text", ["", "Captain", "12", "–", "a=b", " =1"])
def test_other_texts_are_unchanged(text: str) -> None:
    assert escape_formula(text) == text


def test_a_list_without_profiles_has_only_headings(reavers: Document) -> None:
    assert rows_of(replace(reavers, profiles=())) == []


def _taken_with_numbers(document: Document, edition: Catalogue) -> list[Property]:
    """Return a profile's items in groups whose numbers have columns."""
    slots = [slot for slot in edition.pick_slots if slot.group not in play_sheet(edition).beside]
    taken = {
        (slot.group, pick.code)
        for profile in document.profiles
        for slot in slots
        for pick in profile.design.picks.get(slot.code, ())
    }
    return [entry for entry in edition.entries() if (entry.group, entry.code) in taken and entry.stats]


def _places_in_schema(edition: Catalogue, at: str) -> Iterator[dict[str, Any]]:
    """Return the JSON Schema of one place in a design, for each kind of profile of the game."""
    schema: dict[str, Any] = schema_of(bundled_catalogues(), limits())
    name = "".join(word.capitalize() for word in edition.system.split("-"))
    design = schema["$defs"][f"{name}Design"]
    for kind in design.get("oneOf", [design]):
        place = kind
        for step in at.split("."):
            named = place.get("$ref", "").rpartition("/")[2]
            place = schema["$defs"].get(named, place)["properties"][step]
        yield place


@pytest.mark.parametrize("edition", PUBLISHED, ids=lambda edition: edition.system)
def test_every_field_of_a_game_is_in_its_table_its_schema_and_its_appraisal(edition: Catalogue) -> None:
    """In every game. Its templates include a profile of each kind."""
    document = template_document(edition)
    assert document
    rows = rows_of(document, edition)
    head = set(rows[0])
    choosers = {attribute.table_by for attribute in edition.attributes}
    parts = [part for part in index_of(edition).parts.values() if part.code not in choosers]
    missing = [
        part.code
        for part in parts
        if not {published_word(part, "label"), published_word(part, "name")} & head
    ]
    values = [value for value in edition.values if value.role != "price"]
    names = {value.code: published_word(value, "name") for value in values}
    missing += [v.code for v in values if not {names[v.code], f"{names[v.code]} ({v.role})"} & head]
    further = [value for value in edition.values if value.role == "price"]
    prices = [f"{published_word(value, 'name')} {edition.points_unit}" for value in further]
    assert [*missing, *({*prices} - head)] == []
    entry = RosterEntry(profile=document.profiles[0].key, count=1)
    of_roster = profiles_csv(
        list_sheet(replace(document, rosters=(Roster(name="R", limit=500, entries=(entry,)),)), edition), 0
    )
    of_units = {f"{edition.words.unit.capitalize()}: {value.name}" for value in edition.unit_values}
    assert of_units <= set(of_roster.partition("\r\n")[0].split(","))
    cells = [cell for row in rows for cell in row.values()]
    for entry_taken in _taken_with_numbers(document, edition):
        own = next(group.columns for group in edition.groups if group.code == entry_taken.group)
        labels = [item.label for item in own if entry_taken.stats.get(item.code)]
        assert any(all(text in cell for text in (entry_taken.name, *labels)) for cell in cells)
    for part in index_of(edition).parts.values():
        assert {place["title"] for place in _places_in_schema(edition, part.at)} == {part.name}, part.code
    result = {code for profile in appraise(document, edition).profiles for code in profile.calculated_values}
    assert result == {value.code for value in edition.values}
