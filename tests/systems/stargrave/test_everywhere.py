"""Stats with gear, slots, activation numbers and sources are in all outputs."""

import json
import re
from html import unescape

import pytest
from django.test import Client

from builder.catalogue.files import Catalogues
from builder.catalogue.play import list_sheet
from builder.exports.csv import profiles_csv
from builder.exports.pdf.options import PaperOptions
from builder.exports.receipt import receipt_text
from builder.exports.text import TextOptions, list_text
from builder.models import CompanyList, User
from builder.points.rules.wording import ARROW
from builder.points.shorthand import read_shorthand
from builder.services import gallery
from builder.services.exchange import create_list_from_document
from tests.support.designs import Json, read_document
from tests.support.html_forms import fields_of, page_text
from tests.support.list_pages import page
from tests.support.pdf_pages import typeset_paper
from tests.support.project_files import ROOT
from tests.support.stargrave import EXAMPLES, STARGRAVE, crew_document, leader, soldier

DOCUMENT: Json = EXAMPLES["00-of-the-sources"]["document"]
KEY = DOCUMENT["profiles"][0]["key"]
SAMPLES = ROOT / "builder" / "catalogue" / "data" / "stargrave" / "samples"


@pytest.fixture
def crew(alice: User, catalogues: Catalogues) -> CompanyList:
    """Alice's list of members from the sources."""
    return create_list_from_document(alice, read_document(DOCUMENT))


def test_the_page_shows_stats_with_sums_and_sources(reader: Client, crew: CompanyList) -> None:
    """It shows a captain's number, its calculation, and that it is a public fact."""
    shown = page_text(page(reader, crew))
    assert "Create Robot lowered 1 (13)" in shown
    assert "Activation 13 (14 − 1), Strain 0" in shown
    form = page_text(page(reader, crew, f"profiles/{KEY}/"))
    assert "5 of 5 chosen" in form
    assert "6 of 6" in form
    assert "Activation 12 (10 + 2)" in form
    assert "Public sources" in form
    assert "external" not in form


def test_the_picker_shows_what_a_power_counts_as(reader: Client, alice: User, catalogues: Catalogues) -> None:
    design = leader(background="veteran", improved="shoot", powers="command:1 fling", gear="pistol")
    row = create_list_from_document(alice, read_document(crew_document({"vane": design})))
    url = f"/lists/{row.public_id}/profiles/vane/"
    shown = page_text(reader.get(f"{url}?pick=powers").content.decode())
    assert "2 of 5 chosen" in shown
    assert re.search(r"Armoury uses 1 core power", shown)
    assert re.search(r"Drone [^D]*uses 1 other power", shown)
    fields = fields_of(reader.get(url).content.decode())
    assert reader.post(url, {**fields, "do": "add:powers:armoury"}).status_code in (200, 303)
    assert "3 of 5 chosen" in page_text(reader.get(url).content.decode())


def test_the_paper_shows_gear_powers_health_and_modifiers(catalogues: Catalogues) -> None:
    """Each member's line has the gear of its kit and combat armour. The roster has two pages."""
    paper = typeset_paper(read_document(DOCUMENT), STARGRAVE, PaperOptions(paper="roster", roster=0)).text
    assert re.search(r"Create Robot\s13/0", paper)
    assert re.search(r"Shotgun\sShoot \+3, damage \+1, range 12″", paper)
    assert re.search(r"Combat armour · Hand weapon.*Filter mask", paper)
    assert re.search(r"13\s\(9\)", paper)
    assert "Health" in paper
    assert re.search(r"Heavy cover: half behind something solid \+4", paper)
    assert "public sources" in paper


POSTED = """\
Vex - Captain, Veteran, Improved: Shoot; Powers: Command, Heal; Gear: Heavy armour, Rapid fire, Knife
Milo - First Mate, Psionic; Gear: Shotgun, Smoke grenades
Mac: Soldier, Shotgun Sniper
"""


def test_crews_posted_by_players_are_read() -> None:
    """A background is found by its name, a kind by its name or by a label that only this kind has."""
    reading = read_shorthand(POSTED, STARGRAVE)
    assert [rest.text for rest in reading.all_unparsed] == []
    vex, milo, mac = (profile.profile.design for profile in reading.profiles)
    assert vex.values == {"kind": "captain", "background": "veteran"}
    assert [pick.code for pick in vex.picks["powers"]] == ["command", "heal"]
    assert milo.values == {"kind": "first-mate", "background": "psionicist"}
    assert [pick.code for pick in milo.picks["gear"]] == ["shotgun", "grenades"]
    assert [(pick.code, pick.parameters) for pick in mac.picks["type"]] == [("sniper", {"weapon": "shotgun"})]
    (jo,) = (item.profile.design for item in read_shorthand("Jo, Type: Recruit", STARGRAVE).profiles)
    assert jo.values == {"kind": "soldier"}


@pytest.mark.parametrize(("text", "read", "texts"), [
    ("2x Runner\n1x Sniper (100)", ["Runner: runner", "Runner: runner", "Sniper: sniper"], []),
    ("Runners x2", ["Runner: runner"] * 2, []),
    ("3 Recruits, 1 Hacker (20)", ["Recruit: recruit"] * 3 + ["Hacker: hacker"], []),
    ("Soldiers: Runner, Guard Dogs", ["Runner: runner", "Guard Dog: guard-dog"], []),
    ("Sniper Bob\nBob the Sniper\nJo (Recruit), Pistol", ["Bob: sniper", "Bob: sniper", "Jo: recruit"], []),
    ("Trooper Ann, shotgun", ["Ann: trooper shotgun"], []),
    ("Recruit: Ash\nHacker - Spindle [20cr]", ["Ash: recruit", "Spindle: hacker"], []),
    ("First Mate: Dak, Rogue. Bribe 16/0\nMedic", ["Dak: rogue bribe", "Medic: medic"], []),
    ("1st Mate Hux, Mystic: Heal (13)", ["Hux: mystic heal"], ["13"]),
    ("Capt. Rhea, Gear: Medic kit", ["Rhea: medic-kit"], []),
    ("CAPTAIN\nName: Ann\nCaptain Gear: Deck", ["Ann: deck"], []),
    ("Recruit 6 / +2 / +2 / 10 / +0 / 12", ["Recruit: recruit"], []),
    ("Burner\nM5 F+3 S+2 A11 W+2 H14", ["Burner: burner"], ["W+2"]),
    ("Armoured Trooper Vex, combat armour, pistol, filter mask", ["Vex: armoured-trooper"], []),
    ("Runner\nM6 F+2 S+1 A11 W+1 H12\nHeavy armour", ["Runner: runner heavy-armour"], []),
    ("Two Recruits\nRecruit - free", ["Recruit: recruit"] * 3, []),
    ("Captain Rhea\nEquipment: light armor, armor", ["Rhea: light-armour"], ["armor"]),
])  # fmt: skip
def test_crews_of_players_are_read_or_reported(text: str, read: list[str], texts: list[str]) -> None:
    """The kind can be before or after the name. Numbers that the rules don't have are reported."""
    reading = read_shorthand(text, STARGRAVE)
    result = []
    for profile in (shown_profile.profile for shown_profile in reading.profiles):
        values = [str(value) for code, value in profile.design.values.items() if code != "kind"]
        picked = [pick for picks in profile.design.picks.values() for pick in picks]
        words = [word for pick in picked for word in (pick.code, *map(str, pick.parameters.values()))]
        result.append(f"{profile.name}: {' '.join([*values, *words])}")
    assert result == read
    assert [rest.text for rest in reading.all_unparsed] == texts


def test_crews_are_found_by_background_and_power(client: Client, crew: CompanyList) -> None:
    """In the gallery, after the list is public. A search for a power that nobody has finds nothing."""
    gallery.publish_list(crew)
    url = f"/gallery/?edition={STARGRAVE.system}/{STARGRAVE.edition}"
    for wanted, result in (
        ("choice=background:rogue", True),
        ("choice=background:tekker", False),
        ("property=powers:create-robot", True),
        ("property=powers:bribe", False),
        ("property=types:sniper", True),
    ):
        assert (crew.name in page_text(client.get(f"{url}&{wanted}").content.decode())) is result, wanted


def test_members_without_a_price_are_reported() -> None:
    """Powers and gear have their numbers; a hired soldier has a price and a kit."""
    document = read_document(DOCUMENT)
    full = list_text(list_sheet(document, STARGRAVE), TextOptions(style="full"))
    assert "Create Robot lowered 1 13/0, " in full
    assert not re.search(r"^(Powers|Gear|Improved stats):.*\(0\)", full, re.MULTILINE)
    assert "Type: Sniper (100)\nIncluded: Carbine, " in full
    table = profiles_csv(list_sheet(document, STARGRAVE))
    assert "Powers credits" not in table
    assert "Type credits" in table
    assert "Create Robot lowered 1 13/0" in table
    receipt = receipt_text(list_sheet(document, STARGRAVE))
    assert re.search(r"Powers, free: Create Robot lowered 1, .*\(Public sources\)", receipt)


def test_a_crew_with_its_rules_fits_on_two_sides() -> None:
    """Members are on the first side, rules to look up on the second."""
    for path in sorted(SAMPLES.glob("*.json")):
        document = read_document(json.loads(path.read_text(encoding="utf-8")))
        pages = typeset_paper(document, STARGRAVE, PaperOptions(paper="roster", roster=0)).pages
        assert len(pages) == 2, path.name


def test_unhired_members_have_no_price_and_kits_are_listed_once() -> None:
    """On cards and design sheets."""
    document = read_document(json.loads((SAMPLES / "7-second-opinion.json").read_text(encoding="utf-8")))
    cards, sheets = (
        typeset_paper(document, STARGRAVE, PaperOptions(paper=paper)).text for paper in ("cards", "sheets")
    )
    assert "Odessa Vane Captain" in cards
    assert "Quill 100 Soldier" in cards
    quill = cards.partition("Quill 100")[2].partition("Doctor Abara")[0]
    assert quill.count("Carbine") == quill.count("Light armour") == 1
    assert sheets.count("Sub-total") == len(document.profiles) - 2


def test_empty_values_are_omitted() -> None:
    """Members that aren't hired have no price, crews without robots no number of robots, and a Mule uses no
    gear.
    """
    text = json.loads((SAMPLES / "7-second-opinion.json").read_text(encoding="utf-8"))
    document = read_document(text)
    full = list_text(list_sheet(document, STARGRAVE), TextOptions(roster=0, style="full"))
    receipt = receipt_text(list_sheet(document, STARGRAVE))
    assert "1 of 4 specialists" in full
    for nothing in (": 0 credits", "0 robots", "0 of 0", "Robots: –"):
        assert nothing not in full + receipt, nothing
    mule = read_document(crew_document({"mule": soldier("mule", "deck")}))
    assert "Included: Pistol (not used)" in list_text(list_sheet(mule, STARGRAVE), TextOptions(style="full"))


def test_the_editor_hides_empty_values(reader: Client, crew: CompanyList, alice: User) -> None:
    """No number of robots if there are none, and no lowered activations if the kind can't lower any."""
    assert ">Robots</th>" not in page(reader, crew, f"profiles/{KEY}/")
    document = crew_document({"mate": leader(kind="first-mate", background="rogue")})
    mates = create_list_from_document(alice, read_document(document))
    assert "0 of 0" not in page(reader, mates, "profiles/mate/")


def test_readers_see_the_name_of_the_edition(reader: Client, crew: CompanyList) -> None:
    """Pages, texts and papers show the name; the API uses the code."""
    name = "Stargrave (quick reference and public sources)"
    document = read_document(DOCUMENT)
    assert name in page_text(page(reader, crew))
    assert name in list_text(list_sheet(document, STARGRAVE), TextOptions(style="full"))
    for path in ("/about/", "/lists/", "/systems/stargrave/seed-and-facts/rules/"):
        shown = page_text(reader.get(path).content.decode())
        assert "quick reference and public sources" in shown, path
        assert "seed-and-facts" not in shown, path
    assert name in typeset_paper(document, STARGRAVE, PaperOptions(paper="list")).text


def test_the_upgrades_of_a_new_crew_are_removed_with_one_press(
    reader: Client, alice: User, catalogues: Catalogues
) -> None:
    """The button changes only the form. Undo ticks them again."""
    members = {"captain": leader(background="veteran"), "mate": leader(kind="first-mate", background="rogue")}
    entries = [{"profile": key, "count": 1} for key in members]
    fields = {"quarters": True, "workshop": True}
    rosters = [{"name": "Crew", "limit": 400, "entries": entries, "fields": fields}]
    row = create_list_from_document(alice, read_document(crew_document(members, rosters=rosters)))
    url = f"/lists/{row.public_id}/rosters/{row.rosters.get().public_id}/"

    def press(shown: str, pattern: str) -> str:
        (action,) = re.findall(pattern, shown)
        answer = reader.post(url, {**fields_of(shown), "do": unescape(action)}, follow=True)
        return answer.content.decode()

    before = reader.get(url).content.decode()
    pressed = press(before, r'class="fix" name="do" value="(patch:fix:[^"]*)"')
    assert row.rosters.get().fields == {}
    assert f"Extra Quarters (1000) yes {ARROW} no" in page_text(pressed)
    undone = press(pressed, r'name="do" value="(patch::[^"]*)"')
    assert row.rosters.get().fields == fields
    refused = reader.post(url, {**fields_of(undone), "do": "patch:fix:[1]"})
    assert refused.status_code == 400


def test_a_q_bot_has_no_weapon_until_its_player_chooses_one(
    reader: Client, alice: User, catalogues: Catalogues
) -> None:
    """Nothing is chosen on its page. A Trooper has the carbine of its kit."""
    members = {"bot": soldier("q-bot"), "trooper": soldier("trooper")}
    row = create_list_from_document(alice, read_document(crew_document(members)))
    bot, trooper = (reader.get(f"/lists/{row.public_id}/profiles/{key}/").content.decode() for key in members)
    weapons = r'<input type="radio"[^>]*name="[^"]*weapon[^>]*>'
    assert not [control for control in re.findall(weapons, bot) if "checked" in control]
    assert [control for control in re.findall(weapons, trooper) if "checked" in control]
    assert "No weapon yet: choose flamethrower or grenade launcher." in bot
