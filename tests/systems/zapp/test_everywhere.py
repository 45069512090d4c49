"""Universal Values and thresholds are in all outputs, the page rolls dice, and searches find the game's
words.
"""

import csv
import io
import re

import pytest
from django.test import Client

from builder.catalogue.files import Catalogues
from builder.catalogue.play import list_sheet, play_sheet
from builder.exports.csv import profiles_csv
from builder.exports.pdf.options import PaperOptions
from builder.models import CompanyList, User
from builder.models.gallery import CHOICE
from builder.points.appraisal.appraisal import appraise
from builder.points.document.summoned import summonable_profiles
from builder.queries.gallery import choice_names
from builder.services.exchange import create_list_from_document
from builder.services.gallery import listing_tags, searchable_text
from builder.web.systems.page import search_reference, search_rules
from tests.support.designs import Json, read_document
from tests.support.html_forms import fields_of, page_text
from tests.support.list_pages import page
from tests.support.pdf_pages import typeset_paper
from tests.support.zapp import EXAMPLES, ZAPP, of_kind, unit, zapp_document
from tests.systems.zapp.independent_calculation import TABLES

WORKED: Json = TABLES["worked"]
DOCUMENT: Json = EXAMPLES["00-worked-values"]["document"]
NEVER = {"30 skeletons, shields", "10 skeleton riders", "Animate Weapon"}


@pytest.fixture
def worked(alice: User, catalogues: Catalogues) -> CompanyList:
    """Alice's list of the worked values."""
    return create_list_from_document(alice, read_document(DOCUMENT))


@pytest.fixture
def army(alice: User, catalogues: Catalogues) -> CompanyList:
    """Return a wizard without rolled spells, and a roster with his unit of 26."""
    entries = [{"profile": "merlin", "count": 1}, {"profile": "line", "count": 2}]
    profiles = {"merlin": of_kind("wizard", general=True), "line": unit(26, shields=True)}
    rosters = [{"name": "Friday", "limit": None, "entries": entries, "fields": {"counters": 12}}]
    return create_list_from_document(alice, read_document(zapp_document(profiles, rosters=rosters)))


def mark_text(name: str, mark: str) -> str:
    """Return the text of a threshold."""
    return "never" if mark == "shaken" and name in NEVER else str(WORKED[name][mark] or "–")


def test_the_table_has_the_worked_values(reader: Client, worked: CompanyList) -> None:
    rows = csv.DictReader(io.StringIO(page(reader, worked, "profiles.csv").removeprefix("\ufeff")))
    for row in rows:
        known = WORKED[row["Name"]]
        result = (row["Total UV"], row["Shaken"], row["Removed"])
        marks = (mark_text(row["Name"], mark).replace("–", "") for mark in ("shaken", "removed"))
        assert result == ("" if known["uv"] is None else str(known["uv"]), *marks)


def test_the_table_has_names_instead_of_codes() -> None:
    """A blank cell has its default. Column names say what the column contains."""
    army = {
        "merlin": of_kind("wizard", wizard_rolled=7),
        "line": unit(32, shields=True),
        "dead": unit(undead=True),
    }
    text = profiles_csv(list_sheet(read_document(zapp_document(army)), ZAPP))
    merlin, line, dead = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")))
    assert (merlin["Kind"], merlin["Models"], merlin["People"], merlin["Rolled for a Wizard"]) == (
        "Wizard", "", "", "7",
    )  # fmt: skip
    assert (line["Kind"], line["People"], line["Arm"], line["Shields"]) == (
        "Unit", "Civilised", "Infantry", "yes",
    )  # fmt: skip
    assert (line["Turning"], dead["Shaken"], dead["Reroll in movement"]) == (
        "drifts 2″",
        "never",
        "highest",
    )
    assert {"Counted bases", "A lone monster's base"} <= line.keys()


def test_page_text_and_paper_have_the_worked_values(reader: Client, worked: CompanyList) -> None:
    """Each output has the UV and thresholds in the game's words. There are no prices."""
    shown = page_text(page(reader, worked))
    text = page(reader, worked, "text/?style=full&format=plain")
    paper = typeset_paper(read_document(DOCUMENT), ZAPP, PaperOptions(paper="list")).text
    for name, known in WORKED.items():
        uv = "–" if known["uv"] is None else str(known["uv"])
        marks = mark_text(name, "shaken"), mark_text(name, "removed")
        summed = "No UV yet" if known["uv"] is None else f"{known['uv']} UV"
        assert f"{name} {summed}" in shown, name
        assert f"UV {uv} · Shaken at {marks[0]} · Removed at {marks[1]}" in text, name
        assert re.search(rf"{re.escape(name)} .*? {uv} {marks[0]} {marks[1]}\b", paper) or uv == "–", name
    assert "price" not in shown.lower()


def test_lines_rounded_down_say_so(reader: Client, army: CompanyList) -> None:
    receipt = page_text(page(reader, army, "?sum=line"))
    assert "Figures 26, 4 a base" in receipt
    assert "26 × ¼ = 6½" in receipt
    assert "2 left over: 26 count as 24" in receipt


def test_spells_are_rolled_on_the_page_and_saved(reader: Client, army: CompanyList) -> None:
    """The page treats rolled numbers like typed ones: Undo works, and only possible numbers appear."""
    url = f"/lists/{army.public_id}/profiles/merlin/"
    fields = fields_of(reader.get(url).content.decode())
    answer = reader.post(url, {**fields, "do": "roll:wizard_rolled"}, follow=True)
    rolled = army.profiles.get(key="merlin").design["wizard_rolled"]
    assert 2 <= rolled <= 12
    assert f"Done: Spells rolled for the Wizard {rolled}, by 2D6." in page_text(answer.content.decode())
    for wrong in ("roll:figures", "roll:wings", "roll:"):
        fields = fields_of(reader.get(url).content.decode())
        assert reader.post(url, {**fields, "do": wrong}).status_code == 400


def test_the_reference_does_not_call_universal_values_costs(reader: Client) -> None:
    """Spells and weapons have no cost, so no column is full of zeros. Options have their names."""
    page = page_text(reader.get("/systems/zapp/seed/").content.decode())
    assert (
        re.findall(r"\b[Cc]osts?\b", page.partition("Parts of a profile")[2].partition("Tables for play")[0])
        == []
    )
    assert "UV, properties and tables" in page
    assert "Smaller than human −1 Human size 0 Larger than human 1" in page


def test_counters_are_checked_at_their_field_and_can_be_rolled_again(
    reader: Client, army: CompanyList
) -> None:
    roster = army.rosters.get()
    url = f"/lists/{army.public_id}/rosters/{roster.public_id}/"
    shown = reader.get(url).content.decode()
    at_its_field = re.search(r'id="n-fields-counters">(.*?)</div>', shown, re.DOTALL)
    assert at_its_field is not None
    assert "12 “I Think Not” counters: 1D6+4 gives 5 to 10." in at_its_field[1]
    assert re.search(r"General: Merlin (?!, )", page_text(shown))
    assert reader.post(url, {**fields_of(shown), "do": "roll:counters"}).status_code == 303
    assert 5 <= army.rosters.get().fields["counters"] <= 10
    assert reader.post(url, {**fields_of(shown), "do": "roll:wings"}).status_code == 400
    refused = reader.post(url, {**fields_of(shown), "field[counters]": "x"}).content.decode()
    at_its_field = re.search(r'id="n-fields-counters">(.*?)</div>', refused, re.DOTALL)
    assert at_its_field is not None
    assert (
        "“I Think Not” counters is not a whole number: write a whole number from 5 to 10." in at_its_field[1]
    )


# ------------------------------------------------------------------ searches


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("goblins", "people"), ("elves", "people"), ("orcs", "people"), ("knights", "arm"), ("horse", "arm"),
        ("cannon", "kind"), ("mail", "armour"),
    ],
)  # fmt: skip
def test_troops_are_found_by_the_words_of_players(words: str, code: str) -> None:
    """Alternative names of options, and words of their texts, lead to the field that has them."""
    result = {
        part.code: f"{part.note} {part.summary}"
        for section in search_reference(ZAPP, words).sections
        if section.anchor == "attributes"
        for part in section.rows
    }
    assert words in result[code].casefold()


@pytest.mark.parametrize("words", ["posted", "lack", "SPURS"])
def test_both_searches_find_the_game_by_its_short_name(words: str) -> None:
    assert "The text (S.P.U.R.S.)" in {term.name for term in search_reference(ZAPP, words).terms}
    assert "C-27" in {rule.code for part in search_rules(ZAPP, words) for rule in part.rules}


def test_public_lists_are_found_by_names_classes_and_checkboxes() -> None:
    """A blank class is found by its default."""
    profiles = {"line": unit(24), "dead": unit(30, undead=True), "old": of_kind("wizard")}
    army = read_document(zapp_document(profiles))
    tags = {value for kind, value in listing_tags(army, ZAPP) if kind == CHOICE}
    result = {"kind:unit", "kind:wizard", "people:civilised", "arm:infantry", "undead:yes"}
    assert tags == {f"zapp:{value}" for value in result}
    assert result <= {value for options in choice_names([ZAPP]).values() for value in options}
    words = {*searchable_text(army, ZAPP).split()}
    assert {"wizard", "infantry", "civilised", "undead"} <= words
    assert "cavalry" not in words


# ------------------------------------------------------------------ summoned profiles


def test_the_roster_names_summoned_profiles_without_their_uv() -> None:
    """Only the Wizard's 3 count. 36 Undead on foot are 6 bases and 2 more, a forest is 1 base and 6."""
    spells = [{"code": "call-to-the-dead", "profile": "risen"}, {"code": "animate-forest", "profile": "wood"}]
    profiles: dict[str, Json] = {
        "merlin": {"kind": "wizard", "wizard_rolled": 2, "wizard_spells": spells},
        "risen": {"kind": "unit", "figures": 36, "undead": True},
        "wood": {"kind": "summoned", "creature": "forest"},
    }
    rosters = [{"name": "Night", "limit": None, "entries": [{"profile": "merlin", "count": 1}]}]
    document = read_document(zapp_document(profiles, rosters=rosters))
    named = summonable_profiles(document, ZAPP, play_sheet(ZAPP), document.rosters[0])
    assert [summoned.profile.key for summoned in named] == ["risen", "wood"]
    appraisal = appraise(document, ZAPP)
    assert appraisal.rosters[0].points == 3
    assert [appraisal.profile(key).points for key in ("risen", "wood")] == [8, 7]
