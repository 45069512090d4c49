"""The profile editor: one form for a whole design, saved at every change, with htmx and without."""

import json
import re
from collections.abc import Callable, Mapping
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, Profile, User
from builder.points.document.document import parse_document
from builder.services import lists as services
from builder.services.exchange import create_list_from_document
from builder.services.profiles import add_profile, remove_profile
from tests.lanes import is_wide
from tests.support.html_forms import HTMX, URLENCODED, Fields, buttons_of, fields_of
from tests.support.saving import set_attributes
from tests.support.transactions import rolled_back
from tests.support.zapp import of_kind, zapp_document

GOLDEN = sorted((Path(__file__).resolve().parents[2] / "golden" / "unbridled-fury").glob("[0-9][0-9]-*.json"))
SAMPLES = ("drop-reavers", "heron-court", "sunken-foundry")


Changed = Mapping[str, str | list[str]]


class Editor:
    """One profile's editor in a browser: ``fields`` are the form as it stands on the page."""

    def __init__(self, client: Client, row: CompanyList, key: str) -> None:
        self.client = client
        self.row = row
        self.key = key
        self.url = f"/lists/{row.public_id}/profiles/{key}/"
        self.fields: Fields = {}
        self.open()

    def open(self, query: str = "") -> str:
        page = self.client.get(self.url + query).content.decode()
        self.fields = fields_of(page)
        return page

    def send(self, changed: Changed | None = None, *, do: str = "", htmx: bool = False) -> HttpResponse:
        """Change some fields and press a button."""
        sent = {**self.fields, **(changed or {}), **({"do": do} if do else {})}
        body = urlencode(sent, doseq=True)
        answer = self.client.post(self.url, body, URLENCODED, headers=HTMX if htmx else {})
        assert isinstance(answer, HttpResponse)
        return answer

    @property
    def profile(self) -> Profile:
        return Profile.objects.get(company_list=self.row, key=self.key)

    @property
    def design(self) -> dict[str, Any]:
        design: dict[str, Any] = self.profile.design
        return design


@pytest.fixture
def second(alice: User, alices_list: CompanyList, client: Client) -> Editor:
    """Alice at the editor of the captain's second: Mov 6, 76 points, one energy pistol."""
    client.force_login(alice)
    return Editor(client, alices_list, "second")


@pytest.fixture
def open_editor(alice: User, alices_list: CompanyList, client: Client) -> Callable[[str], Editor]:
    """Alice at the editor of a profile of her list."""
    client.force_login(alice)
    return lambda key: Editor(client, alices_list, key)


def total(page: str) -> str:
    found = re.search(r'<b class="total">([^<]*)</b>', page)
    assert found is not None
    return found[1]


# ------------------------------------------------------------------ the page


def test_the_page_shows_every_line_of_the_sum(second: Editor) -> None:
    page = second.open()
    assert total(page) == "76"
    for line in ("Mov 6", "R4 range band", "AP4 Armour Piercing d4"):
        assert f'<th scope="row">{line}</th>' in page


def test_each_step_shows_its_price(second: Editor) -> None:
    page = second.open()
    assert '<small id="u-attributes-mov">7: +3</small>' in page  # 11 points for 7 against 8 for 6
    assert '<small id="d-attributes-mov">5: \N{MINUS SIGN}2</small>' in page
    assert '<small id="o-command_die-d8">+100</small>' in page
    assert '<small id="o-armour_property-H">+25</small>' in page


def test_the_first_button_saves_so_that_enter_steps_nothing(second: Editor) -> None:
    assert buttons_of(second.open())[0] == ""


def test_every_id_on_the_page_is_there_once(second: Editor) -> None:
    ids = re.findall(r'\sid="([^"]+)"', second.open("?pick=properties"))
    assert sorted({name for name in ids if ids.count(name) > 1}) == []


def test_what_is_described_or_labelled_exists(second: Editor) -> None:
    page = second.open("?pick=shooting_weapons[0]")
    ids = set(re.findall(r'\sid="([^"]+)"', page))
    named = re.findall(r'\s(?:for|aria-describedby|aria-labelledby)="([^"]+)"', page)
    assert {name for names in named for name in names.split()} - ids == set()


@pytest.mark.sampled(every=7)
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_saving_what_was_not_changed_changes_nothing(
    path: Path, alice: User, catalogues: Catalogues, client: Client
) -> None:
    """Every golden design goes through the form and comes out the same, so no field is left out of it."""
    client.force_login(alice)
    found = json.loads(path.read_text(encoding="utf-8"))
    row = create_list_from_document(alice, parse_document(found.get("document", found), catalogues))
    for profile in Profile.objects.filter(company_list=row):
        editor = Editor(client, row, profile.key)
        answer = editor.send()
        assert answer.status_code == 303, (profile.key, answer.content[:500])
        assert (editor.profile.design, editor.profile.version) == (profile.design, 1), profile.key


# ------------------------------------------------------------------ saving


def test_without_htmx_it_is_saved_and_shown_anew(second: Editor) -> None:
    answer = second.send({"attributes.mov": "8", "name": " Second mate ", "notes": "One\r\ntwo", "max": "3"})
    assert (answer.status_code, answer["Location"].partition("?")[0]) == (303, second.url)
    assert second.design["attributes"]["mov"] == 8
    profile = second.profile
    assert (profile.name, profile.notes, profile.max, profile.version) == ("Second mate", "One\ntwo", 3, 2)
    page = second.client.get(answer["Location"]).content.decode()
    assert total(page) == "84"
    assert "+8 since you opened it" in page
    assert "Saved." in page


def swapped_places(answer: str) -> set[str]:
    return set(re.findall(r'<\w+[^>]*?\sid="([^"]+)"[^>]*?hx-swap-oob', answer))


def test_with_htmx_the_answer_is_what_changed_and_holds_no_input(second: Editor) -> None:
    answer = second.send({"attributes.mov": "8"}, htmx=True)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert total(page) == "84"
    assert '<input type="hidden" name="version" id="version" value="2"' in page
    assert 'id="u-attributes-mov" hx-swap-oob="innerHTML">9: +8<' in page
    assert re.findall(r"<(?:input|select|textarea)\b", page) == ["<input"]  # the version alone
    assert answer["HX-Trigger-After-Settle"] == "saved"


def test_every_cell_of_an_answer_has_its_place_on_the_page(second: Editor) -> None:
    page = second.open()
    answer = second.send(htmx=True, do="add:spells:heal").content.decode()
    added = set(re.findall(r'\sid="([^"]+)"', answer[: answer.index("</ul>")]))
    assert len(swapped_places(answer)) > 50
    assert swapped_places(answer) - set(re.findall(r'\sid="([^"]+)"', page)) - added == set()


def test_an_answer_has_no_cell_for_a_field_of_another_kind(
    alice: User, catalogues: Catalogues, client: Client
) -> None:
    """Nor for one that is there only when something bounds how many may be chosen."""
    document = zapp_document({"priest": of_kind("cleric")})
    row = create_list_from_document(alice, parse_document(document, catalogues))
    client.force_login(alice)
    priest = Editor(client, row, "priest")
    page = priest.open()
    answer = priest.send({"cleric_rolled": "3"}, htmx=True).content.decode()
    assert "0 of 3 chosen" in answer
    assert swapped_places(answer) - set(re.findall(r'\sid="([^"]+)"', page)) == set()


def test_a_blank_is_no_value_and_zero_is_one(second: Editor) -> None:
    second.send({"attributes.mov": "", "attributes.fgt": "0"})
    assert (second.design["attributes"]["mov"], second.design["attributes"]["fgt"]) == (None, 0)


def test_saving_the_same_twice_is_one_version(second: Editor) -> None:
    second.send({"attributes.mov": "8"})
    answer = second.send({"attributes.mov": "8"}, htmx=True)
    assert answer.status_code == 200
    assert b'value="2"' in answer.content
    assert second.profile.version == 2


def test_other_profiles_are_none_of_this_forms_business(open_editor: Callable[[str], Editor]) -> None:
    """The version is the profile's: two editors of one list do not stand in each other's way."""
    captain, second = open_editor("captain"), open_editor("second")
    assert captain.send({"attributes.mov": "7"}).status_code == 303
    assert second.send({"attributes.mov": "7"}).status_code == 303


# ------------------------------------------------------------------ buttons


def test_a_step_without_script_is_saved_and_leads_back_to_its_field(second: Editor) -> None:
    answer = second.send(do="step:attributes.mov:7")
    assert second.design["attributes"]["mov"] == 7
    assert answer["Location"].endswith("#r-attributes-mov")


def test_every_button_of_the_page_does_something(second: Editor, pytestconfig: pytest.Config) -> None:
    """In the fast lane one of each kind. Opening the picker saves nothing."""
    for do in ("add:properties:flier", "add:spells:summon"):
        assert second.send(do=do).status_code == 303
        page = second.open("?pick=properties")
    before, pressed = second.design, {do for do in buttons_of(page) if do}
    by_kind = {re.sub(r"\[\d+\]|:[^:]*$", "", do): do for do in sorted(pressed)}
    assert len(by_kind) >= 19
    for do in pressed if pytestconfig.getoption("wide") else by_kind.values():
        with rolled_back():
            assert second.send(do=do).status_code == 303, do
            assert (second.design == before) is do.startswith("pick:"), do


def test_a_weapon_comes_and_goes(second: Editor) -> None:
    second.send(do="add:shooting_weapons")
    assert second.design["shooting_weapons"][1] == {"name": "", "range": 1, "properties": []}
    second.open()
    second.send(do="remove:shooting_weapons[0]")
    assert second.design["shooting_weapons"] == [{"name": "", "range": 1, "properties": []}]


def test_weapon_properties_come_and_go(second: Editor) -> None:
    second.send(do="add:shooting_weapons[0]:G")
    assert second.design["shooting_weapons"][0]["properties"] == ["AP4", "G"]
    second.open()
    second.send(do="remove:shooting_weapons[0]:AP4")
    assert second.design["shooting_weapons"][0]["properties"] == ["G"]


def test_a_combat_weapon_begins_with_its_first_property(alice: User, client: Client) -> None:
    client.force_login(alice)
    row = services.create_list(alice, "unbridled-fury", "0.9.0")
    add_profile(row, "Imp")
    imp = Editor(client, row, "imp")
    imp.send()
    assert imp.design["combat_weapon"] is None
    imp.send(do="add:combat_weapon:AP4")
    assert imp.design["combat_weapon"] == {"name": "", "properties": ["AP4"]}


def test_a_property_comes_with_its_parameters_and_takes_them(second: Editor) -> None:
    second.send(do="add:properties:flier")
    page = second.open()
    assert second.design["properties"] == [{"code": "flier", "mov": 1}]
    assert 'name="properties[0].mov"' in page
    second.send({"properties[0].mov": "9"})
    assert second.design["properties"] == [{"code": "flier", "mov": 9}]
    assert total(second.open()) == "124"  # 76 and twice the 24 of Mov 9


def test_a_spell_names_another_profile(second: Editor) -> None:
    second.send(do="add:spells:summon")
    page = second.open()
    assert '<option value="captain">Captain (205)</option>' in page
    assert '<option value="second"' not in page
    second.send({"spells[0].profile": "captain"})
    assert second.design["spells"] == [{"code": "summon", "profile": "captain"}]
    assert total(second.open()) == "179"  # 76 and half of 205, rounded up


def test_several_profiles_are_ticked(second: Editor) -> None:
    second.send(do="add:properties:were-creature")
    second.open()
    second.send({"properties[0].kind": "controlled", "properties[0].forms": ["captain", "sergeant"]})
    assert second.design["properties"][0]["forms"] == ["captain", "sergeant"]
    second.open()
    second.fields.pop("properties[0].forms")
    second.send()
    assert second.design["properties"] == [{"code": "were-creature", "kind": "controlled"}]


def test_with_htmx_an_added_row_is_added_and_the_others_are_left_alone(second: Editor) -> None:
    second.send(do="add:properties:flier")
    second.open()
    answer = second.send(htmx=True, do="add:properties:scout").content.decode()
    assert '<ul id="t-properties" hx-swap-oob="beforeend">' in answer
    assert 'name="properties[1].code" value="scout"' in answer
    assert 'name="properties[0].code"' not in answer


def test_a_row_keeps_its_number_while_rows_before_it_go(second: Editor) -> None:
    """Two removals in a row, the second sent by a page that still counts from before the first."""
    for code in ("flier", "scout", "climber"):
        second.send(do=f"add:properties:{code}")
        second.open()
    answer = second.send(htmx=True, do="remove:properties[0]").content.decode()
    assert '<div id="r-properties-0" hx-swap-oob="delete">' in answer
    for name in ("code", "mov"):
        second.fields.pop(f"properties[0].{name}")
    second.fields["version"] = [str(second.profile.version)]
    answer = second.send(htmx=True, do="remove:properties[1]").content.decode()
    assert '<div id="r-properties-1" hx-swap-oob="delete">' in answer
    assert 'id="c-properties-2"' in answer
    assert second.design["properties"] == [{"code": "climber"}]


def test_a_removal_offers_the_way_back(second: Editor) -> None:
    before = second.design
    answer = second.send(htmx=True, do="remove:shooting_weapons[0]").content.decode()
    assert "Energy pistol removed" in answer
    undo = re.search(r'value="(insert:[^"]*)"', answer)
    assert undo is not None
    second.open()
    answer = second.send(htmx=True, do=undo[1].replace("&quot;", '"')).content.decode()
    assert 'name="shooting_weapons[0].name" value="Energy pistol"' in answer
    assert second.design == before


def test_one_line_without_a_price_hides_no_other_price(second: Editor) -> None:
    """A drifter is not priced before its die is chosen; everything else still is, and so is the die."""
    second.send(do="add:properties:drifter")
    page = second.open("?pick=properties&q=fearless")
    assert total(page) == "76 + ?"
    assert "waits for the die of Drifter" in page
    for cell in ("u-attributes-mov", "7: +3"), ("o-command_die-d8", "+100"), ("o-properties-0-die-d8", "+8"):
        assert f'<small id="{cell[0]}">{cell[1]}</small>' in page
    assert '<small id="u-shooting_weapons-0-range">5: +2</small>' in page
    assert '<span class="cost">+25</span>' in page


def test_a_price_that_depends_is_said_to(second: Editor) -> None:
    for code, said in (("flier", "from +2"), ("drifter", "by Die"), ("one-shot-wonder", "\N{MINUS SIGN}30")):
        page = second.open(f"?pick=properties&q={code}")
        item = page[: page.index(f'id="k-properties-{code}"')]
        assert f'<span class="cost">{said}</span>' in item[item.rindex("<li") :]


# ------------------------------------------------------------------ the picker


def test_the_picker_is_there_only_when_open(second: Editor) -> None:
    assert 'id="found"' not in second.open()
    page = second.open("?pick=properties")
    assert 'id="k-properties-fearless"' in page
    assert second.fields["pick"] == ["properties"]


def test_opening_it_saves_what_was_typed_and_is_in_the_address(second: Editor) -> None:
    answer = second.send({"attributes.mov": "9"}, do="pick:shooting_weapons[0]")
    assert answer["Location"].startswith(f"{second.url}?pick=shooting_weapons%5B0%5D")
    assert second.design["attributes"]["mov"] == 9
    second.open()
    answer = second.send(htmx=True, do="pick:spells")
    assert answer["HX-Push-Url"] == f"{second.url}?pick=spells"
    assert 'id="k-spells-heal"' in answer.content.decode()


def test_it_finds_by_name_and_by_what_it_does(second: Editor) -> None:
    find = {**HTMX, "HX-Target": "found"}
    answer = second.client.get(f"{second.url}?pick=properties&q=Water", headers=find)
    found = re.findall(r'id="k-properties-([\w-]+)"', answer.content.decode())
    assert {"aquatic", "swimmer", "waterborne"} <= set(found)
    assert "fearless" not in found
    assert answer["HX-Replace-Url"] == f"{second.url}?pick=properties&q=Water"
    assert "<html" not in answer.content.decode()


def test_searching_without_htmx_loses_nothing_that_was_typed(second: Editor) -> None:
    second.open("?pick=properties")
    answer = second.send({"q": "water", "attributes.mov": "9"})
    assert answer["Location"].startswith(f"{second.url}?pick=properties&q=water")
    page = second.open(answer["Location"].removeprefix(second.url))
    assert 'id="k-properties-swimmer"' in page
    assert 'id="k-properties-fearless"' not in page
    assert second.design["attributes"]["mov"] == 9


def test_a_pick_says_what_it_costs_and_breaks_before_it_is_made(second: Editor) -> None:
    page = second.open("?pick=properties&q=dismount")
    assert '<span class="cost">+20</span>' in page
    assert 'data-level="error"' in page[page.index('id="found"') :]
    assert "rules/#rule-P-62" in page


def test_what_is_taken_stays_in_the_list_and_can_be_left_again(second: Editor) -> None:
    second.send(do="add:properties:fearless")
    page = second.open("?pick=properties")
    assert 'id="k-properties-fearless" name="do" value="remove:properties:fearless"' in page
    second.send(do="remove:properties:fearless")
    assert second.design["properties"] == []


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize(
    "place",
    [
        "nothing",
        "shooting_weapons",
        "shooting_weapons[7]",
        "shooting_weapons[00000]",
        f"shooting_weapons[{'0' * 9}{'1' * 5_000}]",
        "properties[0]",
        "a[1",
    ],
)
def test_a_picker_that_cannot_be_is_not_found_by_htmx_and_shut_on_a_page(second: Editor, place: str) -> None:
    find = {**HTMX, "HX-Target": "found"}
    assert second.client.get(second.url, {"pick": place}, headers=find).status_code == 404
    page = second.client.get(second.url, {"pick": place})
    assert page.status_code == 200
    assert b'id="found"' not in page.content


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize("row", ["", "x", "00000", "0" * 9 + "1" * 5_000, "\N{ARABIC-INDIC DIGIT SEVEN}"])
def test_a_row_that_is_no_number_is_not_looked_at(second: Editor, row: str) -> None:
    find = {**HTMX, "HX-Target": "found"}
    answer = second.client.get(second.url, {"pick": "shooting_weapons[0]", "row": row}, headers=find)
    assert answer.status_code == 200
    assert b'value="add:shooting_weapons[0]:G"' in answer.content


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize(
    "place", ["nothing", "attributes.mov", "spells[0]", f"spells[{'0' * 9}{'1' * 5_000}]"]
)
def test_what_is_saved_is_answered_whatever_the_picker(second: Editor, place: str, htmx: bool) -> None:
    answer = second.send({"attributes.mov": "8", "pick": place}, htmx=htmx)
    assert answer.status_code == (200 if htmx else 303)
    assert second.design["attributes"]["mov"] == 8


# ------------------------------------------------------------------ findings


def test_findings_stand_at_their_fields_and_are_counted_with_a_jump(second: Editor) -> None:
    second.send({"attributes.mov": "13"})
    page = second.open()
    slot = page[page.index('id="n-attributes-mov"') :]
    assert "Mov 13 has no price" in slot[: slot.index("</div>")]
    assert '<a data-level="error" href="#n-attributes-mov">1 error</a>' in page
    assert total(page) == "68 + ?"


def test_findings_about_a_row_stand_in_it(second: Editor) -> None:
    second.send(do="add:properties:drifter")
    page = second.open()
    slot = page[page.index('id="n-properties-0-die"') :]
    assert "A Drifter needs its die" in slot[: slot.index("</div>")]


def test_htmx_hears_the_count(second: Editor) -> None:
    answer = second.send({"attributes.mov": "13"}, htmx=True).content.decode()
    live = re.search(r'<p id="live"[^>]*>(.*?)</p>', answer)
    assert live is not None
    assert live[1] == "68 + ? points, waits for a price for Mov 13. 1 error."


# ------------------------------------------------------------------ two at once


@pytest.mark.parametrize("htmx", [False, True])
def test_a_stale_form_is_told_shown_both_and_keeps_what_was_typed(second: Editor, htmx: bool) -> None:
    mine = {**second.fields, "attributes.mov": ["9"], "name": ["Mine"]}
    second.send({"attributes.mov": "7", "attributes.fgt": "8"})
    second.fields = mine
    answer = second.send(htmx=htmx)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert second.design["attributes"]["mov"] == 7
    assert "Changed elsewhere" in page
    assert "<td>Mine</td><td>Captain&#x27;s Second</td>" in page
    assert '<th scope="row">Move</th><td>9</td><td>7</td>' in page
    assert '<th scope="row">Total</th><td>92 points</td><td>87 points</td>' in page
    if not htmx:
        assert fields_of(page)["attributes.mov"] == ["9"]
        assert fields_of(page)["version"] == ["1"]


def test_keep_mine_saves_over_theirs(second: Editor) -> None:
    mine = {**second.fields, "attributes.mov": ["9"]}
    second.send({"attributes.mov": "7", "attributes.fgt": "8"})
    second.fields = mine
    page = second.send().content.decode()
    assert "keep:2" in buttons_of(page)
    assert second.send(do="keep:2").status_code == 303
    assert (second.design["attributes"]["mov"], second.design["attributes"]["fgt"]) == (9, 7)


def test_keep_mine_is_stale_again_when_theirs_changed_again(second: Editor) -> None:
    mine = {**second.fields, "attributes.mov": ["9"]}
    second.send({"attributes.mov": "7"})
    second.open()
    second.send({"attributes.mov": "8"})
    second.fields = mine
    assert second.send(do="keep:2").status_code == 409
    assert second.send(do="keep:3").status_code == 303


# ------------------------------------------------------------------ bad input

LONG = "0" * 9 + "1" * 5_000  # more digits than Python turns into a number

REFUSED: list[tuple[Changed, str, str]] = [
    ({"attributes.mov": "fast"}, "n-attributes-mov", "Move is not a whole number"),
    ({"attributes.mov": "6.5"}, "n-attributes-mov", "Move is not a whole number"),
    ({"attributes.mov": "9" * 400}, "n-attributes-mov", "Move is a number out of all bounds"),
    ({"attributes.mov": "\N{ARABIC-INDIC DIGIT SEVEN}"}, "n-attributes-mov", "Move is not a whole number"),
    ({"name": "x" * 5000}, "n-name", "has 5,000 characters"),
    ({"name": "a\x07b"}, "n-name", "control character U+0007"),
    ({"notes": "x" * 20_001}, "n-notes", "has 20,001 characters"),
    ({"max": "-1"}, "n-max", "Max is a number out of all bounds"),
    ({"shooting_weapons[0].name": "a\nb"}, "n-shooting_weapons-0", "line break"),
    ({"shooting_weapons[0].range": "far"}, "n-shooting_weapons-0-range", "Range band is not a whole number"),
    ({"command_die": "d7"}, "n-command_die", "is not a choice"),
    ({"armour_property": "Z"}, "n-armour_property", "is no code that is known here"),
    (
        {"shooting_weapons[0].properties": ["AP4", "flier"]},
        "n-shooting_weapons-0",
        "is no code that is known here",
    ),
    ({"shooting_weapons[0].wings": "2"}, "n-shooting_weapons-0", "wings"),
    ({"properties[3].code": "wings"}, "n-properties-3", "is no code that is known here"),
    ({"properties[3].mov": "2"}, "n-properties-3", "is no code that is known here"),
    ({"properties[3].code": "scout", "properties[3].mov": "2"}, "n-properties-3", "mov"),
    ({"properties[3].code": "companion", "properties[3].profile": "../x"}, "n-properties-3-profile", "key"),
    ({"properties": "flier"}, "n-properties", "is not a list"),
    ({"properties.code": "flier"}, 'id="n-"', "is not a field"),
    ({"shooting_weapons.name": "x"}, 'id="n-"', "is not a field"),
    ({"combat_weapon[0].name": "x"}, 'id="n-"', "is not a field"),
    ({"attributes.wings": "2"}, 'id="n-"', "is not a field"),
    ({"wings": "2"}, 'id="n-"', "wings"),
    ({"attributes": "2"}, 'id="n-"', "attributes"),
    ({"list": "another", "key": "captain"}, 'id="n-"', "is not a field"),
    ({"version": "one"}, 'id="n-"', "version"),
    ({"do": "fly:away"}, 'id="n-"', "use the buttons of the page"),
    ({"do": "add:properties:wings"}, 'id="n-"', "use the buttons of the page"),
    ({"do": "step:shooting_weapons[0].wings:2"}, 'id="n-"', "use the buttons of the page"),
    ({"do": "insert:properties[0]:[[[["}, 'id="n-"', "is not JSON"),
    ({"do": 'insert:properties[0]:{"code":{},"parameters":[]}'}, 'id="n-"', "use the buttons of the page"),
    ({"do": "keep:all"}, 'id="n-"', "use the buttons of the page"),
    ({"do": f"pick:shooting_weapons[{LONG}]"}, 'id="n-"', "use the buttons of the page"),
    ({"do": f"remove:properties[{LONG}]"}, 'id="n-"', "use the buttons of the page"),
    ({"do": f"insert:properties[{LONG}]:{{}}"}, 'id="n-"', "use the buttons of the page"),
    ({"properties[00000].code": "scout"}, 'id="n-"', "is not a field"),
    ({"properties[0].": "scout"}, 'id="n-"', "is not a field"),
    (
        {"do": 'insert:properties[0]:{"code":"\\ud800","parameters":{}}'},
        'id="n-"',
        "control character U+D800",
    ),
    (
        {"do": 'insert:properties[0]:{"code":"scout","parameters":{"\\udfff":["\\ud800"]}}'},
        'id="n-"',
        "control character U+DFFF",
    ),
    (
        {"do": 'insert:shooting_weapons[1]:{"name":"\\ud800","fields":{},"properties":[]}'},
        'id="n-"',
        "control character U+D800",
    ),
]


@pytest.mark.parametrize("htmx", [False, True])
def test_what_cannot_be_read_is_refused_at_its_field(second: Editor, htmx: bool) -> None:
    for changed, slot, result in REFUSED if is_wide() or not htmx else REFUSED[::5]:
        answer = second.send(changed, htmx=htmx)
        page = answer.content.decode()
        assert answer.status_code == 400, changed
        here = page[page.index(slot if slot.startswith("id=") else f'id="{slot}"') :]
        assert result in here[: here.index("</div>")].replace("&quot;", '"'), changed
    assert second.profile.version == 1


def test_nothing_typed_is_lost_by_a_refusal(second: Editor) -> None:
    typed = {"attributes.mov": "fast", "attributes.fgt": "9", "name": "New name", "notes": "New notes"}
    page = second.send(typed).content.decode()
    fields = fields_of(page)
    for name, value in {
        "attributes.mov": "fast",
        "attributes.fgt": "9",
        "name": "New name",
        "notes": "New notes",
    }.items():
        assert fields[name] == [value]
    assert fields["version"] == ["1"]


def test_more_rows_than_are_read_are_refused(second: Editor) -> None:
    many = {f"properties[{row}].code": "scout" for row in range(101)}
    answer = second.send(many)
    assert answer.status_code == 400
    assert "more than the 100 that are read" in answer.content.decode()


def test_a_form_of_more_fields_than_any_is_refused(second: Editor) -> None:
    answer = second.send({f"x{number}": "1" for number in range(3001)})
    assert answer.status_code == 400
    assert second.profile.version == 1


def test_a_profile_that_is_not_there_any_more_is_a_finding(second: Editor) -> None:
    second.send(do="add:spells:summon")
    second.open()
    answer = second.send({"spells[0].profile": "gone"})
    assert answer.status_code == 303
    page = second.open()
    assert '<option value="gone" selected>gone (not in this list)</option>' in page
    assert fields_of(page)["spells[0].profile"] == ["gone"]


# ------------------------------------------------------------------ who, what, how


def test_a_stranger_finds_nothing(second: Editor, charlie: User) -> None:
    second.client.force_login(charlie)
    assert second.client.get(second.url).status_code == 404
    assert second.send({"attributes.mov": "9"}).status_code == 404
    assert second.profile.version == 1


def test_nobody_is_asked_to_begin_at_the_lists(second: Editor) -> None:
    second.client.logout()
    answer = second.client.get(second.url)
    assert (answer.status_code, answer["Location"]) == (302, f"/account/login/?next={second.url}")


@pytest.mark.parametrize("key", ["nobody", "Captain", "second-2"])
def test_a_key_that_is_not_there_is_not_found(second: Editor, key: str) -> None:
    url = second.url.replace("/second/", f"/{key}/")
    assert second.client.get(url).status_code == 404
    assert second.client.post(url, second.fields).status_code == 404


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_other_methods_are_not_allowed(second: Editor, method: str) -> None:
    assert getattr(second.client, method)(second.url).status_code == 405


@pytest.mark.parametrize("htmx", [False, True])
def test_a_removed_profile_is_gone_for_an_open_form(second: Editor, htmx: bool) -> None:
    remove_profile(second.row, "second")
    answer = second.send({"attributes.mov": "9"}, htmx=htmx)
    page = answer.content.decode()
    assert answer.status_code == 404
    assert "This profile is not in the list any more." in page
    assert f'action="{second.url}restore/"' in page


# ------------------------------------------------------------------ leaving the page


def send_last_form(editor: Editor, sent: Changed, last: Changed, **more: str | list[str]) -> HttpResponse:
    """What a page sends last, while its form ``sent`` is on its way or saved."""
    before = urlencode({**editor.fields, **sent}, doseq=True)
    return editor.send({**last, **more, "sent": before}, htmx=True)


def test_the_last_form_is_saved_over_what_the_same_page_sent_before(second: Editor) -> None:
    second.send({"attributes.mov": "7"})
    assert send_last_form(second, {"attributes.mov": "7"}, {"attributes.mov": "8"}).status_code == 200
    assert second.design["attributes"]["mov"] == 8


def test_what_arrives_after_the_last_form_is_too_late(second: Editor) -> None:
    assert send_last_form(second, {"attributes.mov": "7"}, {}).status_code == 200
    assert second.send({"attributes.mov": "7"}, htmx=True).status_code == 409
    assert second.design["attributes"]["mov"] == 6


def test_the_last_form_is_not_saved_over_somebody_elses(second: Editor) -> None:
    second.send({"attributes.fgt": "9"})
    assert send_last_form(second, {"attributes.mov": "7"}, {"attributes.mov": "8"}).status_code == 409
    assert (second.design["attributes"]["mov"], second.design["attributes"]["fgt"]) == (6, 9)


def test_the_last_form_does_what_every_waiting_button_says(second: Editor) -> None:
    second.send(do="add:shooting_weapons")
    buttons = ["add:shooting_weapons", "add:properties:scout", "remove:properties:fearless"]
    answer = send_last_form(second, {"do": "add:shooting_weapons"}, {}, do=buttons)
    assert answer.status_code == 200
    assert len(second.design["shooting_weapons"]) == 2
    assert second.design["properties"] == [{"code": "scout"}]


@pytest.mark.parametrize(
    "do",
    [
        "remove:properties[4]",
        "remove:properties:scout",
        "remove:shooting_weapons[7]",
        "remove:combat_weapon:AP4",
    ],
)
def test_removing_what_is_gone_is_done(second: Editor, do: str) -> None:
    before = second.design
    assert second.send(do=do, htmx=True).status_code == 200
    assert second.design == before


def test_names_are_shown_as_text(second: Editor) -> None:
    second.send({"name": "<script>alert(1)</script>", "shooting_weapons[0].name": '"><b>'})
    page = second.open()
    assert "<script>alert" not in page
    assert fields_of(page)["shooting_weapons[0].name"] == ['"><b>']
    answer = second.send({"name": "<i>"}, htmx=True).content.decode()
    assert "<i>" not in answer


def test_the_page_is_never_kept_by_a_cache(second: Editor) -> None:
    """An old form from a cache would be stale the moment it is shown."""
    assert "no-store" in second.client.get(second.url)["Cache-Control"]


# Session, user, list with edition and system, profiles; the rosters where a fix needs them. To change it:
# session, user, begin, the list (found for its owner and held), profiles, rosters, commit; where something is
# saved, the last revision, the list's new version, the profile, the revision.
READS = 4
NOTHING = 7
WRITES = NOTHING + 4


@pytest.mark.parametrize("profiles", [3, pytest.param(30, marks=pytest.mark.wide)])
def test_queries_do_not_grow_with_the_list(
    alice: User, client: Client, catalogues: Catalogues, profiles: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:  # fmt: skip
    client.force_login(alice)
    row = services.create_list(alice, "unbridled-fury", "0.9.0")
    for number in range(profiles):
        add_profile(row, f"Imp {number}")
    editor = Editor(client, row, "imp-0")
    with django_assert_num_queries(READS):
        editor.open("?pick=properties")
    with django_assert_num_queries(WRITES):
        assert editor.send({"attributes.mov": "5"}, htmx=True).status_code == 200
    editor.open()
    with django_assert_num_queries(NOTHING):
        editor.send(htmx=True)


def test_a_fixed_limit_is_a_setting(second: Editor, settings: Settings) -> None:
    settings.MUSTERBOOK_MAX_NAME = 10
    answer = second.send({"name": "x" * 11})
    assert answer.status_code == 400
    assert "write at most 10" in answer.content.decode()


# ------------------------------------------------------------------ fixes


@pytest.mark.parametrize("htmx", [False, True], ids=["page", "htmx"])
def test_a_fix_is_one_press_and_undo_another(second: Editor, htmx: bool) -> None:
    """Reach on a gun: the button takes it off, whatever else was typed is saved with it."""
    second.send(do="add:shooting_weapons[0]:R")
    page = second.open()
    fix = re.search(r'value="(patch:[^"]+)">Remove Reach from Energy pistol<', page)
    assert fix is not None
    answer = second.send({"attributes.mov": "5"}, do=unescape(fix[1]), htmx=htmx)
    assert answer.status_code == (204 if htmx else 303)
    assert second.design["shooting_weapons"][0]["properties"] == ["AP4"]
    assert second.design["attributes"]["mov"] == 5
    page = second.open()
    assert "Done: Remove Reach from Energy pistol." in page
    undo = re.search(r'<button form="design" name="do" value="(patch:[^"]+)">Undo</button>', page)
    assert undo is not None
    second.send(do=unescape(undo[1]))
    assert second.design["shooting_weapons"][0]["properties"] == ["AP4", "R"]
    assert "Undone." in second.open()


def test_a_fix_that_fits_no_longer_is_refused(second: Editor) -> None:
    second.send(do="add:shooting_weapons[0]:R")
    fix = re.search(r'value="(patch:[^"]+)">Remove Reach', second.open())
    assert fix is not None
    second.send(do="remove:shooting_weapons[0]:R")
    second.open()
    answer = second.send(do=unescape(fix[1]))
    assert answer.status_code == 400
    assert "fits no longer what stands here" in answer.content.decode()
    assert second.design["shooting_weapons"][0]["properties"] == ["AP4"]


def test_no_fix_is_offered_that_breaks_a_roster(second: Editor, alices_list: CompanyList) -> None:
    """Night drop has 11 points left, and the nearest Fgt that has a price costs more."""
    set_attributes(alices_list, "second", fgt=12)
    assert 'value="patch:' not in second.open()
