"""The complete game in docs/add-a-system.md loads as documented, and its pages open."""

import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from builder.catalogue.files import Catalogues
from builder.catalogue.load import load_edition
from builder.catalogue.parsing import parse_catalogue, read_catalogue
from builder.catalogue.play import list_sheet
from builder.exports.text import TextOptions, TextStyle, list_text
from builder.models import CompanyList, Edition, User
from builder.points import systems
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import parse_document
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.results import ProfileAppraisal
from builder.points.shorthand import read_shorthand
from tests.support.designs import Json
from tests.support.html_forms import fields_of, page_text
from tests.support.pdf_pages import Pdf
from tests.support.project_files import ROOT

PAGE = (ROOT / "docs" / "add-a-system.md").read_text(encoding="utf-8")
EDITION, MODULE = re.findall(r"^```(?:toml|python)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)[:2]
CODE = re.findall(r'^Add the line `"([\w-]+)",`', PAGE, re.MULTILINE)[0]
BOAT: Json = {"hull": 3, "gear": [{"code": "cannon"}, {"code": "oar"}, {"code": "oar"}]}


@pytest.fixture
def data_folder(tmp_path: Path) -> Path:
    """A folder with the game's file."""
    path = tmp_path / "data" / "paper-boats" / "1.toml"
    path.parent.mkdir(parents=True)
    path.write_text(EDITION, encoding="utf-8")
    return tmp_path / "data"


@pytest.fixture
def game(tmp_path: Path, data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Catalogue:
    """The game from its file, with its module registered by the documented line."""
    module = tmp_path / "systems" / f"{CODE.replace('-', '_')}.py"
    module.parent.mkdir()
    module.write_text(MODULE, encoding="utf-8")
    monkeypatch.setattr(systems, "__path__", [*systems.__path__, str(module.parent)])
    monkeypatch.setitem(systems.SYSTEMS, CODE, systems.import_system(CODE))
    return read_catalogue(data_folder / "paper-boats" / "1.toml")


def document(design: Json) -> Json:
    """Return a list with a boat, and a roster of two boats."""
    head = {"format": "company-list", "version": 1, "system": "paper-boats", "edition": "1"}
    return {
        **head,
        "name": "The pond",
        "profiles": [{"key": "swan", "name": "Swan", "design": design}],
        "rosters": [{"name": "Regatta", "limit": 40, "entries": [{"profile": "swan", "count": 2}]}],
    }


def appraise_boat(game: Catalogue, design: Json) -> ProfileAppraisal:
    """Return the appraisal of a boat."""
    read = parse_document(document(design), {(game.system, game.edition): game})
    return appraise(read, game).profile("swan")


def test_a_boat_costs_hull_and_gear(game: Catalogue) -> None:
    boat = appraise_boat(game, BOAT)
    lines = [(line.label, line.points) for line in boat.lines]
    assert lines == [("Hull 3", 9), ("Cannon", 4), ("Oar", 1), ("Oar", 1)]
    assert (boat.points, boat.findings) == (15, ())


@pytest.mark.parametrize(
    ("design", "rule"),
    [
        ({"gear": []}, ("error", "B-1", "hull")),
        ({"hull": 4}, ("error", "B-1", "hull")),
        ({"hull": 1, "gear": [{"code": "cannon"}]}, ("error", "B-2", "hull")),
        ({"hull": 1, "gear": [{"code": "oar"}]}, ("warning", "B-3", "gear")),
    ],
)
def test_each_rule_gives_its_finding(game: Catalogue, design: Json, rule: tuple[str, str, str]) -> None:
    assert [(f.level, f.code, f.where) for f in appraise_boat(game, design).findings] == [rule]


def test_load_catalogues_loads_the_new_game(
    game: Catalogue, data_folder: Path, catalogues: Catalogues
) -> None:
    for _ in range(2):  # a draft is read again
        call_command("load_catalogues", "--data", str(data_folder), verbosity=0)
        assert Edition.objects.get(system__code="paper-boats").version == "1"


@pytest.fixture
def player(game: Catalogue, catalogues: Catalogues, alice: User, client: Client) -> Client:
    """Alice's browser, on a site that has the game."""
    load_edition(game)
    client.force_login(alice)
    return client


@pytest.fixture
def boats(player: Client) -> CompanyList:
    """A public list that Alice created on the pages: a boat with all gear, and a roster of two boats."""
    player.post("/lists/start/", {"edition": "paper-boats/1"})
    row = CompanyList.objects.get()
    url = f"/lists/{row.public_id}/"
    player.post(f"{url}profiles/", {"name": "Swan"})
    boat = f"{url}profiles/swan/"
    for change in ({"hull": "3"}, {"do": "add:gear:cannon"}, {"do": "add:gear:oar"}, {"do": "add:gear:oar"}):
        fields = fields_of(player.get(boat).content.decode())
        assert player.post(boat, {**fields, **change}).status_code == 303
    player.post(f"{url}rosters/", {"name": "Regatta", "other": "40", "pick": "swan"})
    player.post(f"{url}sharing/", {"do": "make-link"})
    return CompanyList.objects.get()


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/", ["Paper Boats"]),
        ("{list}", ["Paper Boats 1", "Swan 15 points", "Hull 3", "Cannon"]),
        ("{list}?sum=swan", ["Hull 3 9", "Cannon 4", "Oar 1", "15 points"]),
        ("{list}profiles/swan/", ["Hull 3 9", "Cannon 4", "Oar 1", "15 points"]),
        ("{list}profiles/swan/?pick=gear", ["Gear", "Oar added 2 times +1", "Sinks other boats."]),
        ("{roster}", ["Regatta", "Swan", "15 of 40 points"]),
        ("{list}print/", ["Full list", "Battle sheet"]),
        ("{list}paste/", ["How to write them", "Guard (Max 1) Hull 1"]),
        ("{list}text/", ["Swan (15)"]),
        ("{list}history/", ["Added Swan, 15 points"]),
        ("{shared}", ["Swan 15 points"]),
        ("{shared}?sum=swan", ["Hull 3 9", "15 points"]),
        ("/systems/", ["Paper Boats"]),
        ("/systems/paper-boats/1/", ["Hull", "Cannon 4"]),
        ("/systems/paper-boats/1/rules/", ["Pairs of oars", "goes in circles"]),
    ],
)
def test_every_page_of_the_new_game_opens(
    player: Client, boats: CompanyList, path: str, words: list[str]
) -> None:
    url = f"/lists/{boats.public_id}/"
    roster = f"{url}rosters/{boats.rosters.get().public_id}/"
    answer = player.get(path.format(list=url, roster=roster, shared=f"/shared/{boats.link}/"))
    assert answer.status_code == 200
    text = page_text(answer.content.decode())
    for expected in words:
        assert expected in text
    assert not re.search(r"\bp(age|\.)? ?0\b", text)


def test_stat_lines_are_read(player: Client, boats: CompanyList) -> None:
    answer = player.post(f"/lists/{boats.public_id}/paste/", {"text": "Duck: Hull 2, Cannon, Oar, Oar"})
    assert "Duck 11 points" in page_text(answer.content.decode())


@pytest.mark.parametrize("style", ["compact", "full"])
def test_texts_of_a_game_with_one_weapon_slot_are_read_back(game: Catalogue, style: TextStyle) -> None:
    one_box = parse_catalogue(f'{EDITION}\n[[sheet]]\nlabel = "Hull"\nof = ["hull"]\n', "paper-boats/1.toml")
    written = parse_document({**document(BOAT), "rosters": []}, {(game.system, game.edition): one_box})
    reading = read_shorthand(list_text(list_sheet(written, one_box), TextOptions(style=style)), one_box)
    assert reading.all_unparsed == ()
    assert [profile.profile.design for profile in reading.profiles] == [written.profiles[0].design]


@pytest.mark.parametrize("paper", ["battle", "sheets"])
def test_papers_are_printed(player: Client, boats: CompanyList, paper: str) -> None:
    roster = boats.rosters.get().public_id
    answer = player.get(f"/lists/{boats.public_id}/paper.pdf", {"paper": paper, "roster": roster})
    text = Pdf(answer.content).text
    assert re.search(r"Swan.*15.*Cannon|Swan.*Cannon.*15", text)


def test_the_api_supports_the_new_game(player: Client) -> None:
    edition = player.get("/api/v1/systems/paper-boats/editions/1").json()
    assert [entry["code"] for entry in edition["properties"]] == ["oar", "cannon"]
    answer = player.post("/api/v1/appraisals", document(BOAT), content_type="application/json").json()
    assert (answer["profiles"][0]["points"], answer["rosters"][0]["points"]) == (15, 30)
