"""The reference of a game on a phone: short until a part is opened. Each old address opens its part."""

import pytest
from playwright.sync_api import expect

from builder.catalogue.files import Catalogues
from tests.browser.player import PHONE, NewPlayer

GAME = "/systems/unbridled-fury/0.9.0/"


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_a_url_with_an_anchor_opens_its_part_of_the_reference(
    catalogues: Catalogues, new_player: NewPlayer, scripts: bool
) -> None:
    player = new_player(viewport=PHONE, scripts=scripts)
    page = player.page
    page.goto(f"{player.url}{GAME}")
    assert page.evaluate("document.documentElement.scrollHeight") < 4_000
    expect(page.locator("#weapon-LB")).to_be_hidden()
    page.goto(f"{player.url}{GAME}#weapon-LB")
    expect(page.locator("#weapon-LB")).to_be_in_viewport()
    page.goto(f"{player.url}{GAME}rules/#rule-P-62")
    expect(page.locator("#rule-P-62")).to_be_in_viewport()


def test_every_choice_of_a_setup_takes_effect(catalogues: Catalogues, new_player: NewPlayer) -> None:
    player = new_player(viewport=PHONE)
    page = player.page
    page.goto(f"{player.url}{GAME}setup/?command-1=4&command-2=1&objective=6&points=739")
    page.get_by_label("Attacker", exact=True).select_option("Your opponent")
    expect(page.get_by_role("status").filter(has_text="222 of the defender")).to_be_visible()
    expect(page.locator(".setup-result")).to_contain_text("your opponent attacks")
    expect(page.get_by_role("button", name="Apply")).to_be_in_viewport()
    page.get_by_role("button", name="Apply").click()
    expect(page.get_by_role("heading", name="Your game")).to_be_in_viewport()
