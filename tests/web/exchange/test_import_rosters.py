"""Importing rosters of BattleScribe and New Recruit: the preview and the result."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from builder.documents import load_list
from builder.models import CompanyList
from builder.points.document.document import Document
from tests.support.html_forms import fields_of, page_text

ADDRESS = "/lists/import/"
FOLDER = Path(__file__).parents[2] / "imports" / "rosters"
CREW = """++ Stargrave Crew (Standard Crew) [120Cr] ++

+ Captain +

Tekker [2Gear Slot]: +1 Move, Carbine [2Gear Slot], Drone, Space Piano

+ First Mate +

First Mate Hunter: Crack Shot

+ Specialists [100Cr] +

Gunner [100Cr]: Heavy Armour, Knife, Pistol, Rapid Fire

+ Soldiers [20Cr] +

Chiseler [20Cr]: Knife, Light Armour, Picks, Pistol

++ Total: [120Cr] ++

Created with BattleScribe (https://battlescribe.net)
"""

pytestmark = pytest.mark.usefixtures("catalogues")


def preview(client: Client, *, name: str = "", text: str = "") -> str:
    """Return the preview."""
    files = [SimpleUploadedFile(name, (FOLDER / name).read_bytes())] if name else []
    answer = client.post(ADDRESS, {"file": files, "text": text})
    assert answer.status_code == 200, answer.content.decode()
    return answer.content.decode()


def imported(client: Client, page: str, **changes: str) -> Document:
    """Return the document of the imported list."""
    fields = {field: values[0] for field, values in fields_of(page, "bring").items() if values}
    answer = client.post(ADDRESS, fields | {"import": "1"} | changes)
    assert answer.status_code == 302, answer.content.decode()
    return load_list(CompanyList.objects.select_related("edition__system").get()).document


def test_a_pasted_roster_is_imported_with_its_roster_and_its_total_is_compared(client: Client) -> None:
    page = preview(client, text=CREW)
    assert "The file says 120 credits; Musterbook calculates 120." in page_text(page)
    assert "Tekker, line 5: “Space Piano” is not known: keep it as a note?" in page_text(page)
    assert "Import without 1 detail" in page
    assert "<textarea" not in page
    document = imported(client, page)
    assert [profile.name for profile in document.profiles] == [
        "Tekker", "First Mate Hunter", "Gunner", "Chiseler",
    ]  # fmt: skip
    assert document.profiles[0].notes == "Not read: Space Piano"
    (roster,) = document.rosters
    assert (document.name, roster.limit, len(roster.entries)) == ("Stargrave Crew", 400, 4)


def test_a_pasted_text_is_imported_with_its_title_as_name(client: Client) -> None:
    page = preview(client, text="The Green Tide\n\nGrunt Mov 6 Fgt 6 Shg 5 Tds 5 Cow 6")
    document = imported(client, page)
    assert (document.name, document.profiles[0].name) == ("The Green Tide", "Grunt")


@pytest.mark.parametrize("name", ["long-haul.ros", "long-haul.json"])
def test_a_file_is_imported_with_the_name_in_it(client: Client, name: str) -> None:
    page = preview(client, name=name)
    said = page_text(page)
    assert "The file says 125 credits; Musterbook calculates 120." in said
    assert "Hacker: the file says 25 credits; Musterbook calculates 20." in said
    assert "Vex Orlo" in said
    assert "Sniper: “Ray Gun” is not known" in said
    assert "Configuration: “Ship's Cat” with its 1 part is not known: import without it?" in said
    document = imported(client, page)
    assert (document.name, document.rosters[0].limit) == ("The Long Haul", 350)


def test_the_name_of_the_list_can_be_changed(client: Client) -> None:
    page = preview(client, name="long-haul.html")
    assert 'value="The Long Haul"' in page
    assert imported(client, page, **{"list_name-0": "The Short Haul"}).name == "The Short Haul"


def test_a_file_for_an_unknown_game_is_rejected_with_the_fix(client: Client) -> None:
    text = '{"gameSystem": "gff", "pointsLimit": 200, "units": [{"name": "Brother"}]}'
    answer = client.post(ADDRESS, {"file": [SimpleUploadedFile("two-hundred.json", text.encode())]})
    assert answer.status_code == 400
    assert (
        "two-hundred.json is an Army Forge list for a game that Musterbook doesn't have: write its profiles "
        "as stat lines of your game, and import that text." in page_text(answer.content.decode())
    )


def test_xml_that_is_not_a_roster_is_rejected_as_file_and_as_text(client: Client) -> None:
    answer = client.post(ADDRESS, {"text": "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b 'c'>]><roster/>"})
    assert answer.status_code == 400
    assert "The text defines words of its own in its XML" in page_text(answer.content.decode())
