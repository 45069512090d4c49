"""The pages of accounts are accessible, for users with and without one."""

import pytest
from playwright.sync_api import expect

from builder.models import User
from tests.browser.accessibility import assert_clean
from tests.browser.player import PHONE, NewPlayer
from tests.browser.steps import log_in
from tests.support.accounts import PASSWORD, set_password

pytestmark = pytest.mark.usefixtures("cleared_rate_limits")


def test_account_pages_are_accessible(new_player: NewPlayer, alice: User) -> None:
    """For a visitor, a guest and an account; also with rejected input."""
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
