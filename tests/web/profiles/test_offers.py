"""The form offers only what can be chosen now."""

import re

import pytest
from django.test import Client

from builder.catalogue.files import Catalogues
from builder.models import User
from builder.points.document.document import parse_document
from builder.services.exchange import create_list_from_document
from tests.support.crimson_dusk import dusk_document, model
from tests.support.fubar import figure, fubar_document
from tests.support.stargrave import crew_document, leader
from tests.web.profiles.test_editor import Editor


@pytest.fixture
def archer(alice: User, catalogues: Catalogues, client: Client) -> Editor:
    """Alice's editor of a figure with a bow and nothing else, not even a level."""
    document = fubar_document({"archer": figure(None, ranged="bow")})
    row = create_list_from_document(alice, parse_document(document, catalogues))
    client.force_login(alice)
    return Editor(client, row, "archer")


def options(page: str, name: str) -> list[str]:
    """Return the options of a field on a page; none if it is hidden."""
    field = re.search(rf'<fieldset class="choice" id="r-{name}"( hidden)?.*?</fieldset>', page, re.DOTALL)
    assert field is not None
    return [] if field[1] else re.findall(r'type="radio" name="\w+" value="([^"]*)"', field[0])


def test_a_choice_among_picks_offers_only_them(archer: Editor) -> None:
    """If there are none, it offers nothing. A chosen item that was removed is still shown."""
    assert options(archer.open(), "main_weapon") == []
    answer = archer.send(do="add:ranged:sling", htmx=True).content.decode()
    assert options(answer, "main_weapon") == ["", "sling", "bow"]
    archer.open()
    archer.send({"main_weapon": "sling"})
    archer.open()
    answer = archer.send(do="remove:ranged:sling", htmx=True).content.decode()
    assert options(answer, "main_weapon") == ["", "sling", "bow"]


def test_a_full_slot_says_so_without_an_add_button(archer: Editor) -> None:
    add = 'value="pick:shield"'
    assert add in archer.open()
    answer = archer.send(do="add:shield:shield", htmx=True).content.decode()
    assert "1 of 1 chosen: remove it to take another" in answer
    page = archer.open()
    assert add not in page
    picker = archer.client.get(f"{archer.url}?pick=shield").content.decode()
    assert picker.count("remove it to take another") == 1
    assert 'value="remove:shield:shield"' in picker
    assert 'value="add:shield:amulet"' not in picker
    assert add in archer.send(do="remove:shield:shield", htmx=True).content.decode()


def test_only_optional_choices_have_a_blank_option(
    archer: Editor, alice: User, catalogues: Catalogues, client: Client
) -> None:
    """A document can have no value. The page then shows none as chosen."""
    page = archer.open()
    assert options(page, "level") == ["rabble", "seasoned", "veteran", "heroic"]
    assert archer.fields.get("level") is None
    archer.send({"name": "Archer"})
    assert archer.design.get("level") is None
    row = create_list_from_document(alice, parse_document(dusk_document({"gunner": model()}), catalogues))
    (quality,) = re.findall(
        r'<fieldset[^>]*id="r-quality".*?</fieldset>', Editor(client, row, "gunner").open(), re.DOTALL
    )
    assert "Not chosen" in quality


@pytest.fixture
def rogue(alice: User, catalogues: Catalogues, client: Client) -> Editor:
    """Alice's editor of a captain, a Rogue with one of two improved stats."""
    leader_appraisal = leader(kind="captain", background="rogue", improved="fight")
    row = create_list_from_document(
        alice, parse_document(crew_document({"own": leader_appraisal}), catalogues)
    )
    client.force_login(alice)
    return Editor(client, row, "own")


def offers(page: str) -> dict[str, str]:
    """Return what an open picker says about each entry, without tags."""
    match = re.search(r'<ul class="picker".*?</ul>', page, re.DOTALL)
    assert match is not None
    rows = (words(row) for row in match[0].split("<li")[1:])
    return {re.split(r" (?:taken|uses \d|[A-Z] \+1|\+1|±0)", row.split("> ", 1)[1])[0]: row for row in rows}


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)).strip()


def spent(page: str, where: str = "spent") -> str:
    """Return how much is chosen of what is allowed, from the receipt or the open picker."""
    match = re.search(rf'<p[^>]* id="{where}".*?</p>', page, re.DOTALL)
    assert match is not None
    return words(match[0])


def test_steps_towards_a_minimum_are_not_marked_as_errors(rogue: Editor) -> None:
    """One of two is chosen: a second is no error, Will is one. No price is shown if nothing has one."""
    page = rogue.open("?pick=improved")
    shown = offers(page)
    assert "Error" not in shown["Shoot"]
    assert "S +1" in shown["Shoot"]
    assert "improve Will: choose another stat" in shown["Will"]
    assert "±0" not in page
    assert "Improved stats: choose 1 more." in words(page)


def test_chosen_options_show_their_price(rogue: Editor) -> None:
    """The receipt shows all of it, an open picker what it adds."""
    everything = (
        "Improved 1 of 2 · Powers 0 of 5 · Core powers 0 of 4 · "
        "Other powers 0 of 2 · Activations lowered 0 of 2 · Slots 0 of 6"
    )
    assert spent(rogue.open()) == everything
    page = rogue.open("?pick=powers")
    assert spent(page) == everything
    assert spent(page, "picker-sum").endswith("Powers 0 of 5 Core powers 0 of 4 Other powers 0 of 2")
    answer = rogue.send(do="add:powers:bribe", htmx=True).content.decode()
    assert spent(answer, "picker-sum").endswith("Powers 1 of 5 Core powers 1 of 4 Other powers 0 of 2")
    assert "Powers 1 of 5" in spent(answer)


@pytest.mark.parametrize(
    ("kind", "core", "other"),
    [
        ("", "Activation 14,", "Activation 12 (10 + 2)"),
        ("first-mate", "Activation 16 (14 + 2)", "Activation 14 (10 + 4)"),
    ],
)
def test_the_picker_shows_the_numbers_of_the_member(rogue: Editor, kind: str, core: str, other: str) -> None:
    """Bribe is printed 14 and is a Rogue's core power. Command is printed 10 and isn't."""
    rogue.open()
    rogue.send({"kind": kind})
    shown = offers(rogue.open("?pick=powers"))
    assert core in shown["Bribe"]
    assert other in shown["Command"]


def test_core_powers_come_first(rogue: Editor) -> None:
    """Bribe is a Rogue's core power, Command isn't."""
    _, first, *_ = rogue.open("?pick=powers").split('<li class="category">')
    assert first.startswith("<h4>Core powers</h4>")
    assert ">Bribe<" in first
    assert ">Command<" not in first


def test_the_gains_of_a_background_are_shown(rogue: Editor) -> None:
    """A Mystic has one more Will than a Rogue, and is otherwise the same."""
    options = dict(re.findall(r'<small id="o-background-(\w+)">([^<]*)</small>', rogue.open()))
    assert (options["mystic"], options["rogue"]) == ("W +1", "")
    rogue.send(do="add:powers:bribe")
    options = dict(re.findall(r'<small id="o-background-(\w+)">([^<]*)</small>', rogue.open()))
    assert options["mystic"].startswith("W +1")
