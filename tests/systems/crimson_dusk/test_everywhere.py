"""The calculated values of the rules are in all outputs: command, API, page and paper."""

import re
from html import unescape
from typing import NamedTuple

import pytest
from django.test import Client

from builder.catalogue.files import Catalogues
from builder.catalogue.limits import NO_LIMITS
from builder.exports.pdf.options import PaperOptions
from builder.models import CompanyList, User
from builder.points.document.document import parse_document
from builder.points.document.json_reader import DocumentError
from builder.services.exchange import create_list_from_document
from tests.support.crimson_dusk import DUSK, EXAMPLES, dusk_document, model, roster, row
from tests.support.designs import read_document
from tests.support.html_forms import fields_of, page_text
from tests.support.pdf_pages import typeset_paper


class Worked(NamedTuple):
    """A row of the worked shots: shooter, weapon, the target's quality and armour, chances in per cent."""

    key: str
    weapon: str
    target: str
    need: int
    hits: int
    armour: int
    harms: int
    effects: int


KILLED = [
    Worked("rifleman", "Rifle", "Rg", 7, 40, 8, 60, 10),
    Worked("sniper-aimed", "Sniper Rifle", "Rg", 3, 80, 10, 50, 10),
    Worked("irregular-at-concealed", "Rifle", "El", 9, 20, 8, 60, 10),
    Worked("elite-at-runner", "Rifle", "Ir", 1, 90, 8, 60, 10),
]
TANK = Worked("rpg-at-tank", "RPG", "Ir", 5, 60, 16, 60, 24)
FOR = {
    "sniper-aimed": "Aimed",
    "irregular-at-concealed": "Target concealed",
    "elite-at-runner": "Aimed, Target ran, Target larger than 2 units",
    "rpg-at-tank": "Target larger than 2 units",
    "car-into-a-wall": "Collision 25",
    "car-into-a-car": "Collision (25, 15)",
}
COLLISIONS = {"car-into-a-wall": 25, "car-into-a-car": 40}
WANTED = {shot.key for shot in (*KILLED, TANK)} | COLLISIONS.keys()
DESIGNS = {
    profile["key"]: profile["design"]
    for name in ("00-worked-values", "02-circumstances")
    for profile in EXAMPLES[name]["document"]["profiles"]
    if profile["key"] in WANTED
}
ROWS = [row(key, unit="vehicle" if key in COLLISIONS else "section") for key in DESIGNS]
DOCUMENT = dusk_document(DESIGNS, rosters=[roster(*ROWS)])


@pytest.fixture
def worked(client: Client, alice: User, catalogues: Catalogues) -> CompanyList:
    """Alice's list of the worked values. Her browser is open."""
    client.force_login(alice)
    return create_list_from_document(alice, read_document(DOCUMENT))


def test_the_page_shows_the_values_with_lines_and_meaning(client: Client, worked: CompanyList) -> None:
    def page(key: str) -> str:
        return page_text(client.get(f"/lists/{worked.public_id}/profiles/{key}/").content.decode())

    for shot in (*KILLED, TANK):
        shown = page(shot.key).partition("Receipt, line by line")[2]
        assert re.search(rf"To hit (?:\w\w: \d+\+, )*{shot.target}: {shot.need}\+", shown), shot
        assert re.search(rf"Chance to hit (?:\w\w: \d+ %, )*{shot.target}: {shot.hits} %", shown), shot
        if shot is TANK:
            assert re.search(rf"A hit damages (?:Av \d+: \d+ %, )*Av {shot.armour}: {shot.harms} %", shown)
            assert f"Effect Damage: {shot.effects}" in shown
        else:
            assert re.search(rf"A hit kills (?:AV \d+: \d+ %, )*AV {shot.armour}: {shot.harms} %", shown), (
                shot
            )
            assert re.search(rf"A hit stuns (?:AV \d+: \d+ %, )*AV {shot.armour}: {shot.effects} %", shown), (
                shot
            )
    assert (
        "Needed against Regular 3+ Elite at Regular 6 6 9 Sniper Rifle +1 −1 −1 15 Aimed +2 −2 −2 10"
        in page("sniper-aimed")
    )
    assert "P of a collision 40 Its speed 25 25 25 19 The other's speed 15 15 15 19" in page("car-into-a-car")
    shown = page_text(client.get(f"/lists/{worked.public_id}/").content.decode())
    for reported in FOR.values():
        assert f"Modifiers {reported.partition(',')[0]}" in shown, reported


def test_the_paper_shows_the_values_with_their_meaning() -> None:
    paper = typeset_paper(read_document(DOCUMENT), DUSK, PaperOptions(paper="roster", roster=0)).text
    front, _, back = paper.partition("What a hit does")
    needs = {"Ir": 0, "Rg": 1, "Vt": 2, "El": 3}
    for shot in (*KILLED, TANK):
        line = re.search(
            rf"{shot.key.title()} (?:Modifiers|No cost yet).*? {shot.weapon} .*?((?:\d+\+ ){{4}})", front
        )
        assert line is not None, shot
        assert line[1].split()[needs[shot.target]] == f"{shot.need}+"
    for key, item in FOR.items():
        assert re.search(rf"{key.title()} (?:Vehicle, Wheeled, )?Modifiers: {re.escape(item)},", front), key
    for hard in COLLISIONS.values():
        assert re.search(rf"1-3 {hard} 10 20 2", front)
    assert "Rifle 80 % 60 % 40 % 30 % 10 % 0 % 10 % 10 %" in back  # 60 % against AV 8
    assert re.search(r"Sniper Rifle 90 % 70 % 50 % (?:\d+ % ){3}10 % 10 % 10 %", back)
    assert re.search(r"RPG (?:\d+ % ){14}60 % 40 % 24", back)  # Av 16 and 18, and the damage


def test_a_lone_monster_becomes_a_personality_on_the_page_of_its_roster(
    client: Client, alice: User, catalogues: Catalogues
) -> None:
    """The button changes the profile, and the roster is then legal."""
    monster = model(across=3, specials=[{"code": "monstrous", "damage": 60}])
    document = dusk_document({"behemoth": monster}, rosters=[roster(row("behemoth"))])
    stored = create_list_from_document(alice, read_document(document))
    client.force_login(alice)
    url = f"/lists/{stored.public_id}/rosters/{stored.rosters.get().public_id}/"
    page = client.get(url).content.decode()
    assert "Add 3" not in page
    button = re.search(r'<button[^>]* value="([^"]*)"[^>]*>Add Personality', page)
    assert button is not None
    client.post(url, {**fields_of(page), "do": unescape(button[1])})
    specials = stored.profiles.get().design["specials"]
    assert [pick["code"] for pick in specials] == ["monstrous", "personality"]
    assert "a section of Regulars" not in client.get(url).content.decode()


def test_negative_costs_are_rejected_but_loaded(catalogues: Catalogues, alice: User, client: Client) -> None:
    value = dusk_document({"own": {**model(), "cost": -5}})
    with pytest.raises(DocumentError, match="cost is out of range: write a whole number from 0 to 9999"):
        parse_document(value, catalogues)
    company_list = create_list_from_document(alice, parse_document(value, catalogues, NO_LIMITS))
    client.force_login(alice)
    address = f"/lists/{company_list.public_id}/profiles/own/"
    answer = client.post(address, fields_of(client.get(address).content.decode()))
    assert answer.status_code == 400
    assert "Cost is out of range: write a whole number from 0 to 9999." in unescape(answer.content.decode())
