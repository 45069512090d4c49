"""A guest on a phone signs up, and sees the lists on a desktop too."""

import pytest
from playwright.sync_api import Page, expect

from builder.models import User
from tests.browser.accessibility import assert_clean
from tests.browser.player import PHONE, NewPlayer, site_link
from tests.browser.steps import log_in
from tests.support.accounts import PASSWORD, set_password

pytestmark = pytest.mark.usefixtures("cleared_rate_limits")


def sign_up(page: Page, name: str) -> None:
    """From wherever one is."""
    site_link(page, "Sign up").click()
    page.get_by_label("User name").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password again").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_lists_of_a_guest_move_to_the_account_on_another_device(new_player: NewPlayer, scripts: bool) -> None:
    phone = new_player(PHONE, has_touch=True, scripts=scripts)
    page = phone.start_profile("Gunner")
    sign_up(page, "erin")
    expect(page.get_by_role("status").get_by_text("Logged in as erin.")).to_be_visible()
    expect(page.get_by_role("link", name="Gunner\u2019s roster")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    computer = new_player(scripts=scripts)
    log_in(computer.page, computer.url, "erin")
    computer.page.get_by_role("link", name="Gunner\u2019s roster").click()
    expect(computer.page.get_by_role("link", name="Gunner", exact=True)).to_be_visible()


def test_account_pages_are_accessible(new_player: NewPlayer, alice: User) -> None:
    """For nobody, for a guest, with what was refused in it, for an account."""
    set_password(alice)
    player = new_player(PHONE)
    page = player.page
    for path in ("login/", "signup/", "password/reset/", "password/reset/key/1-x/"):
        page.goto(f"{player.url}/account/{path}")
        assert_clean(page)
    page.goto(f"{player.url}/account/signup/")
    page.locator("main form").evaluate("form => { form.noValidate = true }")
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    assert page.locator(".field-error").count() == 3
    assert_clean(page, everywhere=True)
    player.start_profile("Gunner")
    for path in ("", "delete/", "delete/sure/"):
        page.goto(f"{player.url}/account/{path}")
        assert_clean(page)
    log_in(page, player.url, "alice")
    assert_clean(page, everywhere=True)
    page.get_by_role("button", name="Not now").click()
    page.goto(f"{player.url}/account/second-factor/totp/activate/")
    assert_clean(page)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_label("Six-digit code from the app")).to_be_visible()
    assert_clean(page, everywhere=True)
    for path in (
        "",
        "email/",
        "password/change/",
        "sessions/",
        "second-factor/",
        "delete/",
        "delete/sure/",
        "logout/",
    ):
        page.goto(f"{player.url}/account/{path}")
        assert_clean(page)
