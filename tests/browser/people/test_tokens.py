"""The pages of tokens on a phone: copying, very long names, and accessibility."""

import pytest
from playwright.sync_api import expect

from builder.models import Scope, User
from builder.services.people.tokens import create_token
from tests.browser.accessibility import assert_clean
from tests.browser.player import NewPlayer, assert_fits_screen
from tests.browser.steps import log_in
from tests.support.accounts import PASSWORD, set_password

pytestmark = pytest.mark.usefixtures("cleared_rate_limits")


def test_a_long_name_fits_a_phone(new_player: NewPlayer, alice: User) -> None:
    """A name of the maximum length without spaces: created, listed and confirmed."""
    set_password(alice)
    player = new_player({"width": 360, "height": 740}, has_touch=True)
    page = player.page
    log_in(page, player.url, "alice")
    for number in range(6):
        create_token(alice, f"Bot {number}", Scope.READ, 7)
    page.goto(f"{player.url}/account/tokens/")
    page.get_by_label("Name").fill("W" * 200)
    page.get_by_role("button", name="Make the token").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your new token")
    assert_fits_screen(page)
    page.get_by_role("link", name="Done").click()
    assert_fits_screen(page)
    page.get_by_label("Name").fill(" ")
    page.get_by_role("button", name="Make the token").click()
    expect(page.get_by_role("alert")).to_be_in_viewport()  # although it is below many tokens
    player.expect_status(400)
    page.get_by_role("link", name="Revoke…").first.click()
    assert_fits_screen(page)


def test_token_pages_are_accessible(new_player: NewPlayer, alice: User) -> None:
    """Empty, with a new token, which is copied, with rejected input, and revoking."""
    set_password(alice)
    player = new_player()
    page = player.page
    log_in(page, player.url, "alice")
    page.goto(f"{player.url}/account/tokens/")
    assert_clean(page, everywhere=True)
    page.get_by_label("Name").fill("Roster bot")
    page.get_by_role("button", name="Make the token").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("Copied", exact=True)).to_be_visible()
    assert_clean(page, everywhere=True)
    page.get_by_role("link", name="Done").click()
    assert_clean(page, everywhere=True)
    page.get_by_label("Name").fill("  ")
    page.get_by_role("button", name="Make the token").click()
    expect(page.get_by_role("alert")).to_have_text("Enter a name, so that you recognise the token later.")
    assert_clean(page)
    player.expect_status(400)
    page.goto(f"{player.url}/account/tokens/revoke/")
    assert_clean(page, everywhere=True)
