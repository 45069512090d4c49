"""Passkeys in a browser with a virtual authenticator, and the strength of a password while it is typed."""

import pytest
from allauth.mfa.models import Authenticator
from playwright.sync_api import Page, expect

from builder.models import User
from tests.browser.accessibility import assert_clean
from tests.browser.player import PHONE, NewPlayer, Player, assert_fits_screen, site_link
from tests.browser.steps import log_in
from tests.support.accounts import PASSWORD, set_password

pytestmark = pytest.mark.usefixtures("cleared_rate_limits")


def plug_in_authenticator(player: Player) -> None:
    """Give the browser an authenticator that stores passkeys and recognises its owner."""
    devtools = player.context.new_cdp_session(player.page)
    devtools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True,
        "hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True,
    }  # fmt: skip
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def confirm_password(page: Page) -> None:
    """Enter the password that a sensitive page requires."""
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()


def test_a_passkey_is_added_used_renamed_and_removed(new_player: NewPlayer, alice: User) -> None:
    set_password(alice)
    player = new_player(PHONE, has_touch=True)
    page = player.page
    plug_in_authenticator(player)
    log_in(page, player.url, "alice")
    page.goto(f"{player.url}/account/second-factor/")
    assert_clean(page, everywhere=True)
    page.get_by_role("link", name="Add a passkey").click()
    confirm_password(page)
    assert_clean(page, everywhere=True)
    page.get_by_label("Name").fill("Blue phone")
    page.get_by_role("button", name="Add the passkey").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Recovery codes")

    page.goto(f"{player.url}/account/second-factor/")
    expect(page.get_by_role("heading", name="Blue phone")).to_be_visible()
    expect(page.get_by_text("Logs in", exact=True)).to_be_visible()
    assert_fits_screen(page)
    page.goto(f"{player.url}/account/")
    page.get_by_role("button", name="Log out").click()

    page.goto(f"{player.url}/account/login/?next=/systems/")
    assert_clean(page, everywhere=True)
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page).to_have_url(f"{player.url}/systems/")

    page.goto(f"{player.url}/account/second-factor/")
    page.get_by_role("link", name="Rename Blue phone").click()
    page.get_by_role("link", name="Use a passkey instead").click()
    page.get_by_role("button", name="Use a passkey").click()
    page.get_by_label("Name").fill("Green phone")
    page.get_by_role("button", name="Rename the passkey").click()
    page.get_by_role("link", name="Remove… Green phone").click()
    assert_clean(page, everywhere=True)
    page.get_by_role("button", name="Remove the passkey").click()
    expect(page.get_by_text("You have no passkey.")).to_be_visible()
    assert not Authenticator.objects.exists()


def test_log_in_by_password_needs_the_passkey_and_rejects_other_devices(
    new_player: NewPlayer, alice: User
) -> None:
    set_password(alice)
    player = new_player(PHONE, has_touch=True)
    page = player.page
    plug_in_authenticator(player)
    log_in(page, player.url, "alice")
    page.goto(f"{player.url}/account/second-factor/webauthn/add/")
    confirm_password(page)
    page.get_by_label("Log in with this passkey instead of the password").uncheck()
    page.get_by_role("button", name="Add the passkey").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Recovery codes")
    page.goto(f"{player.url}/account/second-factor/webauthn/add/")
    page.get_by_role("button", name="Add the passkey").click()
    expect(page.get_by_role("status").get_by_text("This device already has a passkey")).to_be_visible()
    page.goto(f"{player.url}/account/")
    page.get_by_role("button", name="Log out").click()

    log_in(page, player.url, "alice")
    assert_clean(page, everywhere=True)
    page.get_by_role("button", name="Use a passkey").click()
    expect(site_link(page, "alice")).to_be_visible()


def test_without_scripts_the_log_in_says_what_passkeys_need(new_player: NewPlayer) -> None:
    player = new_player(PHONE, scripts=False)
    player.page.goto(f"{player.url}/account/login/")
    expect(player.page.get_by_text("Passkeys need JavaScript.")).to_be_visible()
    expect(player.page.get_by_role("button", name="Log in with a passkey")).to_be_hidden()


def test_the_strength_follows_the_typed_password(new_player: NewPlayer) -> None:
    player = new_player(PHONE, has_touch=True)
    page = player.page
    page.goto(f"{player.url}/account/signup/")
    page.get_by_label("User name").fill("wellington")
    password = page.get_by_label("Password", exact=True)
    password.press_sequentially("dragon2024")
    strength = page.get_by_role("status").filter(has_text="Weak.")
    expect(strength).to_contain_text("This password is too common")
    assert_clean(page, everywhere=True)
    password.fill("wellington boots")
    expect(strength).to_contain_text("This password contains your user name.")
    password.fill("")
    password.press_sequentially("correct horse battery staple")
    expect(page.get_by_role("status").filter(has_text="Strong.")).to_contain_text("Hard to guess.")
    assert_fits_screen(page)
