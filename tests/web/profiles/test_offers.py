"""What the form offers: no more than can be chosen now."""

import re

import pytest
from django.test import Client

from builder.catalogue.files import Catalogues
from builder.models import User
from builder.points.document import parse_document
from builder.services.exchange import create_list_from_document
from tests.support.fubar import figure, fubar_document
from tests.web.profiles.test_editor import Editor


@pytest.fixture
def archer(alice: User, catalogues: Catalogues, client: Client) -> Editor:
    """Alice at the editor of a figure with a bow and nothing else, not even a level."""
    document = fubar_document({"archer": figure(None, ranged="bow")})
    row = create_list_from_document(alice, parse_document(document, catalogues))
    client.force_login(alice)
    return Editor(client, row, "archer")


def options(page: str, name: str) -> list[str]:
    """The values of a choice that a page shows; none where it is hidden."""
    field = re.search(rf'<fieldset class="choice" id="r-{name}"( hidden)?.*?</fieldset>', page, re.DOTALL)
    assert field is not None
    return [] if field[1] else re.findall(r'type="radio" name="\w+" value="([^"]*)"', field[0])


def test_a_choice_among_what_is_picked_offers_that_alone(archer: Editor) -> None:
    """And nothing while there is nothing to choose; what is chosen and gone stays to be seen."""
    assert options(archer.open(), "main_weapon") == []
    answer = archer.send(do="add:ranged:sling", htmx=True).content.decode()
    assert options(answer, "main_weapon") == ["", "sling", "bow"]
    archer.open()
    archer.send({"main_weapon": "sling"})
    archer.open()
    answer = archer.send(do="remove:ranged:sling", htmx=True).content.decode()
    assert options(answer, "main_weapon") == ["", "sling", "bow"]


def test_a_full_slot_says_so_and_does_not_invite(archer: Editor) -> None:
    add = 'value="pick:shield"'
    assert add in archer.open()
    answer = archer.send(do="add:shield:shield", htmx=True).content.decode()
    assert "1 of 1 chosen: remove it to take another" in answer
    page = archer.open()
    assert add not in page
    picker = archer.client.get(f"{archer.url}?pick=shield").content.decode()
    assert "No more may be taken" in picker
    assert 'value="remove:shield:shield"' in picker
    assert 'value="add:shield:amulet"' not in picker
    assert add in archer.send(do="remove:shield:shield", htmx=True).content.decode()


def test_a_choice_that_must_be_made_has_no_blank(archer: Editor) -> None:
    """A document may have none yet; the page then shows none as chosen."""
    page = archer.open()
    assert options(page, "level") == ["rabble", "seasoned", "veteran", "heroic"]
    assert archer.fields.get("level") is None
    archer.send({"name": "Archer"})
    assert archer.design.get("level") is None
