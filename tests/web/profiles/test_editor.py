"""The profile editor: one form for a design, saved with each change, with and without htmx."""

import json
import re
from collections.abc import Callable, Mapping
from gzip import compress
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, Profile, User
from builder.points.document.document import parse_document
from builder.services import lists as services
from builder.services.exchange import create_list_from_document
from builder.services.profiles import add_profile, remove_profile
from tests.lanes import is_wide
from tests.support.crimson_dusk import dusk_document, model
from tests.support.designs import Json, design, document, picks, read_document
from tests.support.fubar import figure, fubar_document
from tests.support.html_forms import HTMX, URLENCODED, Fields, buttons_of, fields_of
from tests.support.saving import set_attributes
from tests.support.stargrave import crew_document, leader
from tests.support.transactions import rolled_back
from tests.support.zapp import of_kind, unit, zapp_document

GOLDEN = sorted((Path(__file__).resolve().parents[2] / "golden" / "unbridled-fury").glob("[0-9][0-9]-*.json"))
SAMPLES = ("drop-reavers", "heron-court", "sunken-foundry")


Changed = Mapping[str, str | list[str]]


class Editor:
    """A profile's editor in a browser. ``fields`` is the form on the page."""

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
        """Change some fields, and press a button."""
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
    """Alice's editor of the captain's second: Mov 6, 76 points, one energy pistol."""
    client.force_login(alice)
    return Editor(client, alices_list, "second")


@pytest.fixture
def open_editor(alice: User, alices_list: CompanyList, client: Client) -> Callable[[str], Editor]:
    """Return alice's editor of a profile of her list."""
    client.force_login(alice)
    return lambda key: Editor(client, alices_list, key)


def total(page: str) -> str:
    match = re.search(r'<b class="total">([^<]*)</b>', page)
    assert match is not None
    return match[1]


# ------------------------------------------------------------------ the page


def test_the_page_shows_the_receipt_the_price_of_each_step_and_explanations(second: Editor) -> None:
    """The first button, which Enter presses, saves."""
    page = second.open()
    assert buttons_of(page)[0] == ""
    assert total(page) == "76"
    for line in ("Mov 6", "R4 range band", "AP4 Armour Piercing d4"):
        assert f'<th scope="row">{line}</th>' in page
    for cell, price in (
        ("u-attributes-mov", "+3"),  # 11 points for 7 against 8 for 6
        ("d-attributes-mov", "\N{MINUS SIGN}2"),
        ("o-command_die-d8", "+100"),
        ("o-armour_property-H", "+25"),
    ):
        assert f'<small id="{cell}">{price}</small>' in page
    explained = page.partition('id="x-attributes-tds"')[2].partition("</details>")[0]
    assert "Tardiness" in explained
    assert explained.count("<dd>") == 1
    assert "Extreme" in page.partition('id="x-armour_property"')[2].partition("</details>")[0]


def test_each_fold_summarises_its_contents_and_cost(second: Editor) -> None:
    state = '<span class="state" id="e-properties">{}</span>'
    page = second.open()
    assert state.format("none of 55 chosen") in page
    assert re.search(r'<details class="form-part" id="s-properties">', page), "closed while nothing is in it"
    second.send(do="add:properties:fearless")
    page = second.open()
    assert state.format("Fearless, +25 points") in page
    assert '<details class="form-part" id="s-properties" open>' in page
    for code in ("scout", "were-creature"):
        second.open()
        second.send(do=f"add:properties:{code}")
    assert ' data-level="missing">2 choices left, 3 chosen, +45 points</span>' in second.open()


def test_a_fold_shows_the_default_of_a_blank_field_and_opens_for_a_warning(second: Editor) -> None:
    second.send({"size": "", "base_mm": "", "magic": "high"})  # without Mgc
    page = second.open()
    assert '<span class="state" id="e-body">Sz 2</span>' in page
    assert '<details class="form-part" id="s-magic" open>' in page
    second.send({"size": "3"})
    assert '<span class="state" id="e-body">Sz 3' in second.open()


def test_attributes_are_grouped_by_higher_or_lower_is_better(second: Editor) -> None:
    attributes = second.open().partition('id="s-weapons"')[0]
    parts = re.split(r'class="group-head"[^>]*>', attributes)
    groups = {
        part.partition("<")[0].strip(): re.findall(r'class="attribute" id="r-attributes-(\w+)"', part)
        for part in parts[1:]
    }
    assert groups == {
        "Higher is better": ["mov", "fgt", "shg"],
        "Lower is better": ["tds", "cow", "arm", "ssv"],
    }


@pytest.mark.sampled(every=7)
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_saving_an_unchanged_form_changes_nothing(
    path: Path, alice: User, catalogues: Catalogues, client: Client
) -> None:
    """The form contains each field of every golden design, so the design doesn't change."""
    client.force_login(alice)
    data = json.loads(path.read_text(encoding="utf-8"))
    row = create_list_from_document(alice, parse_document(data.get("document", data), catalogues))
    for profile in Profile.objects.filter(company_list=row):
        editor = Editor(client, row, profile.key)
        answer = editor.send()
        assert answer.status_code == 303, (profile.key, answer.content[:500])
        assert (editor.profile.design, editor.profile.version) == (profile.design, 1), profile.key


# ------------------------------------------------------------------ saving


def test_without_htmx_it_is_saved_and_shown_again(second: Editor) -> None:
    answer = second.send({"attributes.mov": "8", "name": " Second mate ", "notes": "One\r\ntwo", "max": "3"})
    assert (answer.status_code, answer["Location"].partition("?")[0]) == (303, second.url)
    assert second.design["attributes"]["mov"] == 8
    profile = second.profile
    assert (profile.name, profile.notes, profile.max, profile.version) == ("Second mate", "One\ntwo", 3, 2)
    page = second.client.get(answer["Location"]).content.decode()
    assert total(page) == "84"
    assert "+8 since opened" in page
    assert "Saved." in page


def form_of(answer: str) -> Fields:
    """Return the fields of the form in a response to htmx."""
    return fields_of(f'<form id="design">{answer}</form>')


def test_htmx_gets_the_form_of_the_page(second: Editor) -> None:
    answer = second.send({"attributes.mov": "8"}, htmx=True)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert answer["HX-Trigger-After-Settle"] == "saved"
    assert answer["HX-Reswap"].startswith("morph:innerHTML"), "around the form, htmx loses its queue"
    assert total(page) == "84"
    assert '<small id="u-attributes-mov">+8</small>' in page
    saved = {**second.fields, "attributes.mov": ["8"], "version": ["2"]}
    opened = second.open(f"?since={saved['opened'][0]}")
    assert without_token(form_of(page)) == without_token(saved) == without_token(second.fields)
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert sorted({name for name in ids if ids.count(name) > 1}) == []
    assert set(ids) - set(re.findall(r'\sid="([^"]+)"', opened)) == set()


def without_token(fields: Fields) -> Fields:
    return {name: value for name, value in fields.items() if name != "csrfmiddlewaretoken"}


def test_another_kind_of_profile_has_other_fields(
    alice: User, catalogues: Catalogues, client: Client
) -> None:
    document = zapp_document({"priest": of_kind("cleric")})
    row = create_list_from_document(alice, parse_document(document, catalogues))
    client.force_login(alice)
    priest = Editor(client, row, "priest")
    assert "cleric_rolled" in priest.fields
    answer = priest.send({"cleric_rolled": "3"}, htmx=True).content.decode()
    assert "0 of 3 chosen" in answer
    priest.open()
    answer = priest.send({"kind": "wizard"}, htmx=True).content.decode()
    assert 'id="r-wizard_rolled"' in answer
    assert 'id="r-cleric_rolled"' not in answer


@pytest.mark.parametrize("key", ["captain", "second"])
def test_the_response_to_a_save_is_small(open_editor: Callable[[str], Editor], key: str) -> None:
    editor = open_editor(key)
    answer = editor.send({"attributes.mov": "8"}, htmx=True)
    assert len(compress(answer.content)) <= 10_000
    editor.open("?pick=properties")
    answer = editor.send({"attributes.mov": "7"}, htmx=True)
    assert 'id="picker"' in answer.content.decode()
    assert len(compress(answer.content)) <= 10_000


def test_a_blank_field_is_not_zero(second: Editor) -> None:
    second.send({"attributes.mov": "", "attributes.fgt": "0"})
    assert (second.design["attributes"]["mov"], second.design["attributes"]["fgt"]) == (None, 0)


def test_saving_the_same_form_twice_creates_one_version(second: Editor) -> None:
    second.send({"attributes.mov": "8"})
    answer = second.send({"attributes.mov": "8"}, htmx=True)
    assert answer.status_code == 200
    assert b'value="2"' in answer.content
    assert second.profile.version == 2


def test_the_form_changes_no_other_profile(open_editor: Callable[[str], Editor]) -> None:
    """The version belongs to the profile, so editors of two profiles don't conflict."""
    captain, second = open_editor("captain"), open_editor("second")
    assert captain.send({"attributes.mov": "7"}).status_code == 303
    assert second.send({"attributes.mov": "7"}).status_code == 303


# ------------------------------------------------------------------ buttons


def test_a_step_without_scripts_is_saved_and_returns_to_its_field(second: Editor) -> None:
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


def test_weapons_and_their_properties_are_added_and_removed(second: Editor) -> None:
    for do, weapons in (
        ("add:shooting_weapons[0]:G", [["AP4", "G"]]),
        ("remove:shooting_weapons[0]:AP4", [["G"]]),
        ("add:shooting_weapons", [["G"], []]),
        ("remove:shooting_weapons[0]", [[]]),
    ):
        second.open()
        second.send(do=do)
        assert [weapon["properties"] for weapon in second.design["shooting_weapons"]] == weapons
    assert second.design["shooting_weapons"] == [{"name": "", "range": 1, "properties": []}]


def test_a_new_combat_weapon_has_its_first_property(alice: User, client: Client) -> None:
    client.force_login(alice)
    row = services.create_list(alice, "unbridled-fury", "0.9.0")
    add_profile(row, "Imp")
    imp = Editor(client, row, "imp")
    imp.send()
    assert imp.design["combat_weapon"] is None
    imp.send(do="add:combat_weapon:AP4")
    assert imp.design["combat_weapon"] == {"name": "", "properties": ["AP4"]}


def test_a_property_is_added_and_removed_with_its_parameters(second: Editor) -> None:
    second.send(do="add:properties:flier")
    page = second.open()
    assert second.design["properties"] == [{"code": "flier", "mov": 1}]
    assert 'name="properties[0].mov"' in page
    second.send({"properties[0].mov": "9"})
    assert second.design["properties"] == [{"code": "flier", "mov": 9}]
    assert total(second.open()) == "124"  # 76 and twice the 24 of Mov 9


def test_a_spell_can_refer_to_another_profile(second: Editor) -> None:
    second.send(do="add:spells:summon")
    page = second.open()
    assert '<option value="captain">Captain (205)</option>' in page
    assert '<option value="second"' not in page
    second.send({"spells[0].profile": "captain"})
    assert second.design["spells"] == [{"code": "summon", "profile": "captain"}]
    assert total(second.open()) == "179"  # 76 and half of 205, rounded up


def test_several_profiles_can_be_ticked(second: Editor) -> None:
    second.send(do="add:properties:were-creature")
    second.open()
    second.send({"properties[0].kind": "controlled", "properties[0].forms": ["captain", "sergeant"]})
    assert second.design["properties"][0]["forms"] == ["captain", "sergeant"]
    second.open()
    second.fields.pop("properties[0].forms")
    second.send()
    assert second.design["properties"] == [{"code": "were-creature", "kind": "controlled"}]


def test_removing_earlier_rows_does_not_renumber_a_row(second: Editor) -> None:
    """So what is typed into a row while an answer is on its way stays in that row."""
    for code in ("flier", "scout", "climber"):
        second.send(do=f"add:properties:{code}")
        second.open()
    answer = second.send(htmx=True, do="remove:properties[0]").content.decode()
    assert 'id="r-properties-0"' not in answer
    second.fields = form_of(answer)
    answer = second.send(htmx=True, do="remove:properties[1]").content.decode()
    assert "properties[1].code" not in form_of(answer)
    assert form_of(answer)["properties[2].code"] == ["climber"]
    assert second.design["properties"] == [{"code": "climber"}]


def undo_in(answer: str) -> str:
    """Return the effect of the Undo button in a response."""
    match = re.search(r'value="(patch:[^"]*)">Undo<', answer)
    assert match is not None
    return unescape(match[1])


def test_a_removal_offers_undo(second: Editor) -> None:
    before = second.design
    answer = second.send(htmx=True, do="remove:shooting_weapons[0]").content.decode()
    assert "Saved. Energy pistol removed." in answer
    second.fields = form_of(answer)
    answer = second.send(htmx=True, do=undo_in(answer)).content.decode()
    assert 'name="shooting_weapons[0].name" value="Energy pistol"' in answer
    assert second.design == before
    assert ">Undo<" not in answer


def test_undo_restores_a_row_without_renumbering_others(second: Editor) -> None:
    for code in ("flier", "scout", "climber"):
        second.send(do=f"add:properties:{code}")
        second.open()
    answer = second.send(htmx=True, do="remove:properties[1]").content.decode()
    second.fields = form_of(answer)
    answer = second.send({"properties[0].mov": "9"}, htmx=True, do=undo_in(answer)).content.decode()
    codes = [form_of(answer)[f"properties[{row}].code"] for row in range(3)]
    assert codes == [["flier"], ["scout"], ["climber"]]
    assert second.design["properties"][0] == {"code": "flier", "mov": 9}


def test_unreadable_rows_can_be_removed(second: Editor) -> None:
    second.fields["shooting_weapons[0].range"] = ["far"]
    answer = second.send(htmx=True, do="remove:shooting_weapons[0]")
    assert answer.status_code == 200
    assert second.design["shooting_weapons"] == []
    assert ">Undo<" not in answer.content.decode()


def test_a_line_without_a_price_does_not_hide_other_prices(second: Editor) -> None:
    """A drifter has no price before its die is chosen. Everything else has, including the die."""
    second.send(do="add:properties:drifter")
    page = second.open("?pick=properties&q=fearless")
    assert total(page) == "76+"
    assert "needs the die of Drifter" in page
    for cell in ("u-attributes-mov", "+3"), ("o-command_die-d8", "+100"), ("o-properties-0-die-d8", "+8"):
        assert f'<small id="{cell[0]}">{cell[1]}</small>' in page
    assert '<small id="u-shooting_weapons-0-range">+2</small>' in page
    assert '<span class="cost">+25</span>' in page


def test_prices_that_depend_on_other_values_say_so(second: Editor) -> None:
    for code, said in (("flier", "from +2"), ("drifter", "by Die"), ("one-shot-wonder", "\N{MINUS SIGN}30")):
        page = second.open(f"?pick=properties&q={code}")
        item = page[: page.index(f'id="k-properties-{code}"')]
        assert f'<span class="cost">{said}</span>' in item[item.rindex("<li") :]


# ------------------------------------------------------------------ the picker


def test_opening_the_picker_saves_the_form_and_changes_the_url(second: Editor) -> None:
    answer = second.send({"attributes.mov": "9"}, do="pick:shooting_weapons[0]")
    assert answer["Location"].startswith(f"{second.url}?pick=shooting_weapons%5B0%5D")
    assert second.design["attributes"]["mov"] == 9
    second.open()
    answer = second.send(htmx=True, do="pick:spells")
    assert answer["HX-Push-Url"] == f"{second.url}?pick=spells"
    assert 'id="k-spells-heal"' in answer.content.decode()


def test_the_picker_searches_names_and_summaries(second: Editor) -> None:
    find = {**HTMX, "HX-Target": "found"}
    answer = second.client.get(f"{second.url}?pick=properties&q=Water", headers=find)
    matches = re.findall(r'id="k-properties-([\w-]+)"', answer.content.decode())
    assert {"aquatic", "swimmer", "waterborne"} <= set(matches)
    assert "fearless" not in matches
    assert answer["HX-Replace-Url"] == f"{second.url}?pick=properties&q=Water"
    assert "<html" not in answer.content.decode()


def test_searching_without_htmx_keeps_the_typed_values(second: Editor) -> None:
    second.open("?pick=properties")
    answer = second.send({"q": "water", "attributes.mov": "9"})
    assert answer["Location"].startswith(f"{second.url}?pick=properties&q=water")
    page = second.open(answer["Location"].removeprefix(second.url))
    assert 'id="k-properties-swimmer"' in page
    assert 'id="k-properties-fearless"' not in page
    assert second.design["attributes"]["mov"] == 9


def test_entries_show_their_cost_and_the_rules_they_break(second: Editor) -> None:
    """Only in an open picker. Picked entries stay listed, and can be removed."""
    assert 'id="found"' not in second.open()
    page = second.open("?pick=properties&q=dismount")
    assert second.fields["pick"] == ["properties"]
    assert '<span class="cost">+20</span>' in page
    assert 'data-level="error"' in page[page.index('id="found"') :]
    assert "rules/#rule-P-62" in page
    second.send(do="add:properties:fearless")
    page = second.open("?pick=properties")
    assert 'id="k-properties-fearless" name="do" value="remove:properties:fearless"' in page
    second.send(do="remove:properties:fearless")
    assert second.design["properties"] == []


def test_an_unknown_picker_is_not_found_by_htmx_and_closed_on_the_page(second: Editor) -> None:
    long = "0" * 9 + "1" * 5_000  # more digits than Python turns into a number
    find = {**HTMX, "HX-Target": "found"}
    for place in (
        "nothing", "shooting_weapons", "shooting_weapons[7]", "shooting_weapons[00000]",
        f"shooting_weapons[{long}]", "properties[0]", "a[1",
    ):  # fmt: skip
        assert second.client.get(second.url, {"pick": place}, headers=find).status_code == 404
        page = second.client.get(second.url, {"pick": place})
        assert page.status_code == 200
        assert b'id="found"' not in page.content
    for row in ("", "x", "00000", long, "\N{ARABIC-INDIC DIGIT SEVEN}"):
        query = {"pick": "shooting_weapons[0]", "row": row}
        picker = second.client.get(second.url, query, headers=find)
        assert picker.status_code == 200
        assert b'value="add:shooting_weapons[0]:G"' in picker.content
    for number, place in enumerate(("nothing", "attributes.mov", "spells[0]", f"spells[{long}]"), 5):
        for htmx in (False, True):
            answer = second.send({"attributes.mov": str(number), "pick": place}, htmx=htmx)
            assert answer.status_code == (200 if htmx else 303)
            assert second.design["attributes"]["mov"] == number
        second.open()


# ------------------------------------------------------------------ findings


def test_findings_are_at_their_fields_and_their_count_links_to_the_first(second: Editor) -> None:
    """Screen readers announce total and findings after a save by htmx."""
    second.send(do="add:properties:drifter")
    page = second.open()
    slot = page[page.index('id="n-properties-0-die"') :]
    assert "A Drifter needs its die" in slot[: slot.index("</div>")]
    second.send(do="remove:properties:drifter")
    second.open()
    answer = second.send({"attributes.mov": "13"}, htmx=True).content.decode()
    live = re.search(r'<p[^>]* id="live"[^>]*>(.*?)</p>', answer)
    assert live is not None
    assert live[1] == "68+ points, needs a price for Mov 13. 1 error."
    page = second.open()
    slot = page[page.index('id="n-attributes-mov"') :]
    assert "Mov 13 has no price" in slot[: slot.index("</div>")]
    assert '<a data-level="error" href="#n-attributes-mov">1 error</a>' in page
    assert total(page) == "68+"


LEADS: list[tuple[Json, str, str]] = [
    (document({"one": design(mov=None)}), "Mov has no value yet", "n-attributes-mov"),
    # p. 36: spells need Mgc, but only the player knows how much
    (document({"one": design(spells=picks("heal"))}), "Spells need Mgc", "n-attributes-mgc"),
    # p. 42: an area of a spell; only the player knows which spell
    (document({"one": design(mgc=1, magic="low", spells=picks("duration"))}), "Area of Effect", "b-spells"),
    (
        crew_document({"one": leader(kind="captain", background="rogue", gained=0)}),
        "Powers: choose",
        "b-powers",
    ),
    (
        crew_document({"one": leader(kind="captain", background="rogue", powers="bribe haggle")}),
        "0 of 2 activations lowered",
        "n-powers-0-lowered",
    ),
    (dusk_document({"one": model(ap=0)}), "0 action points", "n-ap"),
    (dusk_document({"one": model(specials=[{"code": "gun-fighter"}])}), "A gun fighter shoots", "b-weapons"),
    (fubar_document({"one": figure(None)}), "No level yet", "n-level"),
    (zapp_document({"one": unit(None)}), "No figures yet", "n-figures"),
]


@pytest.mark.parametrize(("sent", "message", "control"), LEADS)
def test_findings_without_a_fix_link_to_their_control(
    alice: User, client: Client, sent: Json, message: str, control: str
) -> None:
    row = create_list_from_document(alice, read_document(sent))
    client.force_login(alice)
    page = Editor(client, row, "one").open()
    (link,) = re.findall(rf'<a href="#([^"]*)" data-level="[a-z]+">{message}', page)
    assert link == control
    assert f'id="{control}"' in page


# ------------------------------------------------------------------ two at once


@pytest.mark.parametrize("htmx", [False, True])
def test_a_stale_form_shows_both_versions(second: Editor, htmx: bool) -> None:
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


def test_keep_mine_saves_over_theirs_unless_they_changed_it_again(second: Editor) -> None:
    mine = {**second.fields, "attributes.mov": ["9"]}
    second.send({"attributes.mov": "7", "attributes.fgt": "8"})
    second.open()
    second.send({"attributes.mov": "8"})
    second.fields = mine
    assert "keep:3" in buttons_of(second.send().content.decode())
    assert second.send(do="keep:2").status_code == 409
    assert second.send(do="keep:3").status_code == 303
    assert (second.design["attributes"]["mov"], second.design["attributes"]["fgt"]) == (9, 7)


# ------------------------------------------------------------------ bad input

LONG = "0" * 9 + "1" * 5_000  # more digits than Python turns into a number

REFUSED: list[tuple[Changed, str, str]] = [
    ({"attributes.mov": "fast"}, "n-attributes-mov", "Move is not a whole number"),
    ({"attributes.mov": "6.5"}, "n-attributes-mov", "Move is not a whole number"),
    (
        {"attributes.mov": "9" * 400},
        "n-attributes-mov",
        "Move is out of range: write a whole number from 0 to 9999",
    ),
    ({"attributes.mov": "\N{ARABIC-INDIC DIGIT SEVEN}"}, "n-attributes-mov", "Move is not a whole number"),
    ({"name": "x" * 5000}, "n-name", "has 5,000 characters"),
    ({"name": "a\x07b"}, "n-name", "control character U+0007"),
    ({"notes": "x" * 20_001}, "n-notes", "has 20,001 characters"),
    ({"max": "-1"}, "n-max", "Max is out of range"),
    ({"shooting_weapons[0].name": "a\nb"}, "n-shooting_weapons-0", "line break"),
    ({"shooting_weapons[0].range": "far"}, "n-shooting_weapons-0-range", "Range band is not a whole number"),
    ({"command_die": "d7"}, "n-command_die", "is not one of the choices"),
    ({"armour_property": "Z"}, "n-armour_property", "is not a known code"),
    (
        {"shooting_weapons[0].properties": ["AP4", "flier"]},
        "n-shooting_weapons-0",
        "is not a known code",
    ),
    ({"shooting_weapons[0].wings": "2"}, "n-shooting_weapons-0", "wings"),
    ({"properties[3].code": "wings"}, "n-properties-3", "is not a known code"),
    ({"properties[3].mov": "2"}, "n-properties-3", "is not a known code"),
    ({"properties[3].code": "scout", "properties[3].mov": "2"}, "n-properties-3", "mov"),
    ({"properties[3].code": "companion", "properties[3].profile": "../x"}, "n-properties-3-profile", "key"),
    ({"properties": "flier"}, "n-properties", "is not a list"),
    ({"properties.code": "flier"}, 'id="n-"', "is not a known field"),
    ({"shooting_weapons.name": "x"}, 'id="n-"', "is not a known field"),
    ({"combat_weapon[0].name": "x"}, 'id="n-"', "is not a known field"),
    ({"attributes.wings": "2"}, 'id="n-"', "is not a known field"),
    ({"wings": "2"}, 'id="n-"', "wings"),
    ({"attributes": "2"}, 'id="n-"', "attributes"),
    ({"list": "another", "key": "captain"}, 'id="n-"', "is not a known field"),
    ({"version": "one"}, 'id="n-"', "version"),
    ({"do": "fly:away"}, 'id="n-"', "use the buttons of the page"),
    ({"do": "add:properties:wings"}, 'id="n-"', "use the buttons of the page"),
    ({"do": "step:shooting_weapons[0].wings:2"}, 'id="n-"', "use the buttons of the page"),
    ({"do": "patch::[[[["}, 'id="n-"', "is not JSON"),
    ({"do": "patch::{}"}, 'id="n-"', "no longer fits this profile"),
    ({"do": "keep:all"}, 'id="n-"', "use the buttons of the page"),
    ({"do": f"pick:shooting_weapons[{LONG}]"}, 'id="n-"', "use the buttons of the page"),
    ({"do": f"remove:properties[{LONG}]"}, 'id="n-"', "use the buttons of the page"),
    ({"properties[00000].code": "scout"}, 'id="n-"', "is not a known field"),
    ({"properties[0].": "scout"}, 'id="n-"', "is not a known field"),
    (
        {"do": 'patch::[{"op":"replace","path":"/name","value":"\\ud800"}]'},
        "n-name",
        "control character U+D800",
    ),
    (
        {"do": 'patch::[{"op":"add","path":"/design/properties/0","value":{"code":"\\udfff"}}]'},
        "n-properties",
        "is not a known code",
    ),
]


@pytest.mark.parametrize("htmx", [False, True])
def test_unreadable_values_are_reported_at_their_field(second: Editor, htmx: bool) -> None:
    for changed, slot, result in REFUSED if is_wide() or not htmx else REFUSED[::5]:
        answer = second.send(changed, htmx=htmx)
        page = answer.content.decode()
        assert answer.status_code == 400, changed
        here = page[page.index(slot if slot.startswith("id=") else f'id="{slot}"') :]
        assert result in here[: here.index("</div>")].replace("&quot;", '"'), changed
    assert second.profile.version == 1


def test_a_rejected_form_keeps_all_typed_values_and_has_no_verdict(second: Editor) -> None:
    """The findings would be those of the stored profile, and "Legal" would say something about neither."""
    assert "Legal" in second.send({"attributes.mov": "6"}, htmx=True).content.decode()
    typed = {"attributes.mov": "fast", "attributes.fgt": "9", "name": "New name", "notes": "New notes"}
    page = second.send(typed).content.decode()
    fields = fields_of(page)
    assert {name: fields[name] for name in typed} == {name: [value] for name, value in typed.items()}
    assert fields["version"] == ["1"]
    assert "Legal" not in second.send(typed, htmx=True).content.decode()


def test_too_many_rows_and_fields_are_rejected(second: Editor) -> None:
    answer = second.send({f"properties[{row}].code": "scout" for row in range(101)})
    assert answer.status_code == 400
    assert "more than 100" in answer.content.decode()
    assert second.send({f"x{number}": "1" for number in range(3001)}).status_code == 400
    assert second.profile.version == 1


def test_a_reference_to_a_removed_profile_is_a_finding(second: Editor) -> None:
    second.send(do="add:spells:summon")
    second.open()
    answer = second.send({"spells[0].profile": "gone"})
    assert answer.status_code == 303
    page = second.open()
    assert '<option value="gone" selected>gone (not in this list)</option>' in page
    assert fields_of(page)["spells[0].profile"] == ["gone"]


# ------------------------------------------------------------------ who, what, how


@pytest.mark.parametrize("htmx", [False, True])
def test_the_form_of_a_removed_profile_is_rejected(second: Editor, htmx: bool) -> None:
    remove_profile(second.row, "second")
    answer = second.send({"attributes.mov": "9"}, htmx=htmx)
    page = answer.content.decode()
    assert answer.status_code == 404
    assert "This profile is no longer in the list." in page
    assert f'action="{second.url}restore/"' in page


# ------------------------------------------------------------------ leaving the page


def send_last_form(editor: Editor, sent: Changed, last: Changed, **more: str | list[str]) -> HttpResponse:
    """Return the form that a page sends on leaving, while ``sent`` is on its way or saved."""
    before = urlencode({**editor.fields, **sent}, doseq=True)
    return editor.send({**last, **more, "sent": before}, htmx=True)


@pytest.mark.parametrize(
    ("saved", "status", "stored"),
    [({"attributes.mov": "7"}, 200, 8), ({"attributes.fgt": "9"}, 409, 6)],
    ids=["its own", "another"],
)
def test_the_form_sent_on_leaving_overwrites_only_earlier_saves_of_its_page(
    second: Editor, saved: dict[str, str], status: int, stored: int
) -> None:
    second.send(saved)
    assert send_last_form(second, {"attributes.mov": "7"}, {"attributes.mov": "8"}).status_code == status
    assert second.design["attributes"]["mov"] == stored


def test_saves_that_arrive_after_the_form_sent_on_leaving_are_rejected(second: Editor) -> None:
    assert send_last_form(second, {"attributes.mov": "7"}, {}).status_code == 200
    assert second.send({"attributes.mov": "7"}, htmx=True).status_code == 409
    assert second.design["attributes"]["mov"] == 6


def test_the_form_sent_on_leaving_runs_all_waiting_buttons(second: Editor) -> None:
    second.send(do="add:shooting_weapons")
    buttons = ["add:shooting_weapons", "add:properties:scout", "remove:properties:fearless"]
    answer = send_last_form(second, {"do": "add:shooting_weapons"}, {}, do=buttons)
    assert answer.status_code == 200
    assert len(second.design["shooting_weapons"]) == 2
    assert second.design["properties"] == [{"code": "scout"}]


def test_removing_a_missing_row_succeeds(second: Editor) -> None:
    before = second.design
    for row in ("properties[4]", "properties:scout", "shooting_weapons[7]", "combat_weapon:AP4"):
        assert second.send(do=f"remove:{row}", htmx=True).status_code == 200
        assert second.design == before


# Session, user, list with edition and system, profiles; the rosters if a fix needs them. For the change:
# session, user, begin, the list (to find its owner, and locked), profiles, rosters, commit; if it is saved,
# the last revision, the list's new version, the profile, the revision.
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


# ------------------------------------------------------------------ fixes


@pytest.mark.parametrize("htmx", [False, True], ids=["page", "htmx"])
def test_a_fix_takes_one_press_and_can_be_undone(second: Editor, htmx: bool) -> None:
    """Reach on a gun: the button removes it, and other typed values are saved with it."""
    second.send(do="add:shooting_weapons[0]:R")
    page = second.open()
    fix = re.search(r'value="(patch:[^"]+)">Remove Reach from Energy pistol<', page)
    assert fix is not None
    answer = second.send({"attributes.mov": "5"}, do=unescape(fix[1]), htmx=htmx)
    assert answer.status_code == (200 if htmx else 303)
    assert second.design["shooting_weapons"][0]["properties"] == ["AP4"]
    assert second.design["attributes"]["mov"] == 5
    page = second.open()
    shown = answer.content.decode() if htmx else page
    assert "Done: Remove Reach from Energy pistol." in shown
    second.send(do=undo_in(shown))
    assert second.design["shooting_weapons"][0]["properties"] == ["AP4", "R"]
    assert second.design["attributes"]["mov"] == 5


def test_an_outdated_fix_is_rejected(second: Editor) -> None:
    second.send(do="add:shooting_weapons[0]:R")
    fix = re.search(r'value="(patch:[^"]+)">Remove Reach', second.open())
    assert fix is not None
    second.send(do="remove:shooting_weapons[0]:R")
    second.open()
    answer = second.send(do=unescape(fix[1]))
    assert answer.status_code == 400
    assert "no longer fits this profile" in answer.content.decode()
    assert second.design["shooting_weapons"][0]["properties"] == ["AP4"]


def test_fixes_that_break_a_roster_are_not_offered(second: Editor, alices_list: CompanyList) -> None:
    """Night drop has 11 points left, and the nearest Fgt that has a price costs more."""
    set_attributes(alices_list, "second", fgt=12)
    assert 'value="patch:' not in second.open()
