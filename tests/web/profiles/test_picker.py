"""The picker: what it finds, in which order, and the common weapons."""

import re
from html import unescape

import pytest
from django.test import Client

from builder.catalogue.aliases import aliases_of
from builder.catalogue.files import Catalogues
from builder.models import CompanyList, Profile, User
from builder.services.exchange import create_list_from_document
from tests.support.designs import read_document
from tests.support.fubar import figure, fubar_document
from tests.web.profiles.test_editor import Editor, undo_in


@pytest.fixture
def second(alice: User, alices_list: CompanyList, client: Client) -> Editor:
    """Alice's editor of a model with one energy pistol."""
    client.force_login(alice)
    return Editor(client, alices_list, "second")


def find(editor: Editor, place: str, **query: str) -> str:
    """Return the picker's response to a search."""
    headers = {"HX-Request": "true", "HX-Target": "found"}
    answer = editor.client.get(editor.url, {"pick": place, **query}, headers=headers)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def names(text: str) -> list[str]:
    return re.findall(r'class="pick-head"><span><b>([^<]+)</b>', text)


def test_searches_know_the_words_of_players(second: Editor) -> None:
    hits = find(second, "properties", q="sneaky")
    assert names(hits)[:2] == ["Camouflage", "Stalker"]
    assert "“sneaky”" in hits
    assert "nearest to “dog”" in find(second, "properties", q="dog")


def test_entries_of_other_pickers_are_shown_with_a_link(second: Editor) -> None:
    assert 'value="pick:spells:healer"' in find(second, "properties", q="healer")
    assert 'href="#r-attributes-mov"' in find(second, "spells", q="fast")
    assert 'value="pick:shooting_weapons.common:pis"' in find(second, "properties", q="pis")
    assert "Elsewhere" not in find(second, "properties", q="pi")


def test_the_link_to_another_picker_keeps_the_search(second: Editor) -> None:
    opened = second.send(do="pick:spells:healer", htmx=True).content.decode()
    assert names(opened) == ["Heal"]
    second.open()
    answer = second.send(do="pick:spells:healer")
    assert answer["Location"].startswith(f"{second.url}?pick=spells&q=healer")


def test_entries_have_categories_unless_searched_or_sorted(second: Editor) -> None:
    categories = re.findall(r"<h4>([^<]+)</h4>", find(second, "spells"))
    assert categories == ["Harm and hindrance", "Help", "Better or worse", "The field, and the cast itself"]
    by_name = find(second, "spells", sort="name")
    assert "<h4>" not in by_name
    assert names(by_name) == sorted(names(by_name))
    assert "<h4>" not in find(second, "spells", q="heal")


def test_entries_without_a_price_come_last(second: Editor) -> None:
    hits = find(second, "properties", sort="price")
    costs = re.findall(r'<span class="cost">([^<]*)</span>', hits)
    known = [int(cost.replace("\N{MINUS SIGN}", "-").strip("from ±")) for cost in costs if "by" not in cost]
    assert known == sorted(known)
    assert "by" in costs[-1]


def test_a_spell_is_offered_with_the_magic_that_it_needs(second: Editor) -> None:
    """Heal costs 40 points, Mgc 1 of Low Magic 1 and of High Magic 2. One press adds all."""
    before = second.design
    page = second.open("?pick=spells&q=heal")
    assert "Add with Mgc 1, High: +42" in page
    label = "Add with Mgc 1, Low: +41"
    fix = re.search(rf'class="fix" name="do" value="([^"]+)">{re.escape(label)}<', page)
    assert fix is not None
    answer = second.send(do=unescape(fix[1]), htmx=True).content.decode()
    assert (second.design["magic"], second.design["attributes"]["mgc"]) == ("low", 1)
    assert second.design["spells"] == [{"code": "heal"}]
    assert 'data-level="error"' not in answer
    second.open()
    second.send(do=undo_in(answer))
    assert second.design == before
    second.open()
    second.send({"magic": "high"})
    assert "Add with Mgc 1: +42" in second.open("?pick=spells&q=heal")
    second.send({"magic": "high", "attributes.mgc": "2"})
    assert 'class="fix"' not in second.open("?pick=spells&q=heal")


def test_find_searches_the_profile_and_shows_prices(second: Editor) -> None:
    """Armour is an attribute and four properties. A result adds a property, sets a choice, or leads to a
    field.
    """
    results = find(second, "find", q="armour")
    assert names(results)[0] == "Armour"
    assert 'href="#r-attributes-arm"' in results
    assert 'value="step:armour_property:H"' in results
    assert '<span class="cost">+25</span>' in results
    assert 'value="add:properties:fearless"' in find(second, "find", q="fearless")
    assert 'value="arm:shooting_weapons:pistol"' in find(second, "find", q="pistol")
    assert 'href="#r-shooting_weapons-0-range"' in find(second, "find", q="range")
    assert "Sniper" in names(find(second, "find", q="range"))
    assert 'value="step:command_die:d8"' in find(second, "find", q="d8")
    assert 'value="step:magic:low"' in find(second, "find", q="low magic")
    assert names(find(second, "find")) == []
    second.open()
    second.send(do="step:armour_property:H")
    assert second.design["armour_property"] == "H"
    results = find(second, "find", q="heavy")
    assert 'value="step:armour_property:H"' not in results
    assert 'href="#r-armour_property"' in results
    assert 'href="#s-names"' in find(second, "find", q="notes")
    for nothing in ("step:armour_property", "step:properties:flier", "step:find:1"):
        second.open()
        assert second.send(do=nothing, htmx=True).status_code in (200, 400)


# ------------------------------------------------------------------ common weapons


def test_every_common_weapon_is_legal_and_priced(second: Editor, catalogues: Catalogues) -> None:
    fury = catalogues["unbridled-fury", "0.9.0"]
    for slot in fury.weapon_slots:
        hits = find(second, f"{slot.at}.common")
        assert len(names(hits)) == len(aliases_of(fury).weapons_for(slot.code)) > 5
        assert 'data-level="error"' not in hits
        assert '<span class="cost"></span>' not in hits


def test_a_common_weapon_is_added_as_it_is_sold(second: Editor) -> None:
    before = second.design["shooting_weapons"]
    second.open()
    second.send(do="arm:shooting_weapons:pistol", htmx=True)
    pistol = {"name": "Pistol", "range": 3, "properties": ["AP4"]}
    assert second.design["shooting_weapons"] == [*before, pistol]


@pytest.mark.parametrize(("before", "done"), [
    ({"name": "Sabre", "properties": ["B"]}, "Spear instead of Sabre"),
    ({"name": "", "properties": ["AP4"]}, "Spear instead of the combat weapon"),
    (None, "Spear added"),
], ids=["named", "unnamed", "no weapon"])  # fmt: skip
def test_replacing_a_weapon_is_reported_and_can_be_undone(
    second: Editor, before: dict[str, object] | None, done: str
) -> None:
    design = {**second.design, "combat_weapon": before}
    Profile.objects.filter(company_list=second.row, key="second").update(design=design)
    second.open()
    answer = second.send(do="arm:combat_weapon:spear", htmx=True).content.decode()
    assert second.design["combat_weapon"] == {"name": "Spear", "properties": ["R"]}
    assert f"Saved. {done}." in answer
    second.open()
    second.send(do=undo_in(answer), htmx=True)
    assert second.design["combat_weapon"] == before


@pytest.mark.parametrize(
    "action", ["arm:combat_weapon:laser", "arm:properties:spear", "arm::", "arm:combat_weapon"]
)
def test_unknown_common_weapons_are_rejected(second: Editor, action: str) -> None:
    before = second.design
    assert second.send(do=action, htmx=True).status_code == 400
    assert second.design == before


def test_games_with_a_weapon_list_have_no_common_weapons(catalogues: Catalogues) -> None:
    for (system, _), catalogue in catalogues.items():
        assert bool(aliases_of(catalogue).weapons) is (system == "unbridled-fury")


def test_a_rule_that_every_spell_breaks_is_shown_once(second: Editor) -> None:
    results = find(second, "spells")
    assert len(names(results)) > 20
    assert results.count('data-level="error"') == 1
    assert results.index('data-level="error"') < results.index('class="pick-head"')
    assert "Add with Mgc 1, High: +27<" in results  # Banish


def test_a_spell_is_offered_with_the_skill_that_it_needs(alice: User, client: Client) -> None:
    """Bolt costs 1 point, Sorcerer 3."""
    company_list = create_list_from_document(alice, read_document(fubar_document({"imp": figure()})))
    client.force_login(alice)
    results = find(Editor(client, company_list, "imp"), "instant", q="bolt")
    assert ">Add with Sorcerer: +4 points, uses 1 skill<" in results
