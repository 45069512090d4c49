"""Nothing typed is lost: unsaved input is marked, and stays."""

import re

import pytest
from playwright.sync_api import Page, expect

from builder.models import CompanyList, Profile
from builder.services.profiles import remove_profile
from tests.browser.player import NewPlayer, number_field, wait_until, wait_until_saved

# Whether the page would ask before its tab is closed.
ASKS = "() => !window.dispatchEvent(new Event('beforeunload', {cancelable: true}))"

SESSION = re.compile("^sessionid$")
ALL = re.compile(".")


def details_of(page: Page) -> None:
    page.get_by_role("link", name="Second").first.click()
    page.get_by_role("link", name="Edit name, setting and background").click()
    expect(page.get_by_label("Setting")).to_be_visible()


@pytest.mark.parametrize(
    ("cookies", "message"),
    [(SESSION, "logged out"), (ALL, "form has expired")],
    ids=["session", "all"],
)
def test_an_ended_session_is_reported_and_loses_no_change(
    new_player: NewPlayer, cookies: re.Pattern[str], message: str
) -> None:
    player = new_player()
    page = player.start_profile()
    page.get_by_role("button", name="Move up").click()
    wait_until_saved(page)
    player.context.clear_cookies(name=cookies)
    page.get_by_role("textbox", name="Notes").fill("A long story")
    expect(page.locator("#notices")).to_contain_text(message)
    expect(page.locator("#status")).to_have_text("Not saved")
    expect(page.get_by_role("textbox", name="Notes")).to_have_value("A long story")
    expect(number_field(page, "Mov ")).to_have_value("7")
    assert page.evaluate(ASKS)
    assert Profile.objects.get().notes == ""
    player.expect_status(403)


def test_an_ended_session_loses_no_details(new_player: NewPlayer) -> None:
    player = new_player()
    page = player.start_profile()
    details_of(page)
    page.get_by_label("Setting").fill("The sky")
    expect(page.locator("#details-saved")).to_have_text("Saved.")
    player.context.clear_cookies(name=SESSION)
    page.get_by_label("Background").fill("A long story")
    expect(page.locator("#notices")).to_contain_text("logged out")
    expect(page.locator("#details-saved")).to_have_text("Not saved")
    expect(page.get_by_label("Background")).to_have_value("A long story")
    assert page.evaluate(ASKS)
    row = CompanyList.objects.get()
    assert (row.setting, row.background) == ("The sky", "")
    player.expect_status(403)


def test_typing_marks_the_form_as_unsaved_at_once(new_player: NewPlayer) -> None:
    player = new_player()
    page = player.start_profile()
    assert not page.evaluate(ASKS)
    page.get_by_role("textbox", name="Notes").press("A")
    assert page.evaluate(ASKS)
    wait_until_saved(page)
    expect(page.locator("#status")).to_have_text("Saved")
    assert not page.evaluate(ASKS)


def test_responses_do_not_replace_text_typed_after_the_request(new_player: NewPlayer) -> None:
    player = new_player()
    page = player.start_profile()
    player.slow_connection(page)
    notes = page.get_by_role("textbox", name="Notes")
    with page.expect_response("**/profiles/**"):
        page.get_by_role("button", name="Move up").click()
        notes.press("A")
    assert page.evaluate(ASKS)


def test_links_wait_until_typed_text_is_saved(new_player: NewPlayer) -> None:
    page = new_player().start_profile()
    page.get_by_role("textbox", name="Notes").press_sequentially("In haste")
    page.get_by_role("link", name="Second\u2019s roster").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Second\u2019s roster")
    assert Profile.objects.get().notes == "In haste"


def test_taps_just_before_leaving_are_saved(new_player: NewPlayer) -> None:
    player = new_player()
    page = player.start_profile()
    player.slow_connection(page)
    with page.expect_request("**/profiles/**"):
        for _ in range(8):
            page.get_by_role("button", name="Shooting up").click()
    page.get_by_role("button", name="Add a shooting weapon", exact=True).click()
    expect(page.locator("#status")).to_have_text("Saving")
    page.go_back()
    wait_until(lambda: Profile.objects.get().design["attributes"]["shg"] == 8)
    wait_until(lambda: len(Profile.objects.get().design["shooting_weapons"]) == 1)


def test_a_profile_removed_elsewhere_is_restored_with_the_typed_text(new_player: NewPlayer) -> None:
    player = new_player()
    page = player.start_profile()
    remove_profile(CompanyList.objects.get(), "second")
    page.get_by_role("textbox", name="Notes").fill("A long story")
    expect(page.locator("#notices")).to_contain_text("This profile is no longer in the list")
    page.get_by_role("button", name="Restore").click()
    wait_until_saved(page)
    expect(page.locator("#notices")).to_be_empty()
    profile = Profile.objects.get()
    assert (profile.notes, profile.removed_at) == ("A long story", None)
    player.expect_status(404)


def test_a_rejected_field_is_marked_until_fixed(new_player: NewPlayer) -> None:
    player = new_player()
    page = player.start_profile()
    number_field(page, "Mov ").fill("fast")
    expect(number_field(page, "Mov ")).to_have_attribute("aria-invalid", "true")
    words = re.compile("Move is not a whole number")
    expect(number_field(page, "Mov ")).to_have_accessible_description(words)
    expect(page.locator("[aria-invalid]")).to_have_count(1)
    number_field(page, "Mov ").fill("7")
    wait_until_saved(page)
    expect(page.locator("[aria-invalid]")).to_have_count(0)
    player.expect_status(400)


def test_an_unexpected_response_does_not_count_as_saved(new_player: NewPlayer) -> None:
    """For example the sign-in page of a hotel's network."""
    page = new_player().start_profile()
    page.route("**/profiles/**", lambda route: route.fulfill(status=200, body="<p>Welcome, guest</p>"))
    page.get_by_role("button", name="Move up").click()
    expect(page.locator("#status")).to_have_text("Not saved")
    assert page.evaluate(ASKS)


def test_changes_without_a_network_are_stored_and_saved_later(new_player: NewPlayer) -> None:
    """Typed text, steps, and a pressed button: nobody needs to repeat them."""
    player = new_player()
    page = player.start_profile()
    player.context.set_offline(True)
    page.get_by_role("textbox", name="Notes").fill("A long story")
    expect(page.locator("#notices")).to_contain_text("kept on this page, and saves itself")
    page.get_by_role("button", name="Move up").click()
    page.get_by_role("button", name="Add a shooting weapon", exact=True).click()
    expect(page.locator("#status")).to_have_text("Kept on this page")
    expect(page.locator("#notices")).not_to_contain_text("again")
    assert page.evaluate(ASKS)
    assert Profile.objects.get().notes == ""
    player.context.set_offline(False)
    wait_until(lambda: len(Profile.objects.get().design["shooting_weapons"]) == 1)
    expect(page.locator("#notices")).to_be_empty()
    expect(page.locator("#status")).to_contain_text("Saved")
    profile = Profile.objects.get()
    assert (profile.notes, profile.design["attributes"]["mov"]) == ("A long story", 7)
    assert not page.evaluate(ASKS)
    player.expect_messages("ERR_INTERNET_DISCONNECTED", "htmx:")


def test_an_unavailable_site_is_retried(new_player: NewPlayer) -> None:
    """The browser doesn't report that the connection is back."""
    player = new_player()
    page = player.start_profile()
    page.route("**/profiles/**", lambda route: route.fulfill(status=502, body="Bad gateway"))
    page.get_by_role("textbox", name="Notes").fill("A long story")
    expect(page.locator("#notices")).to_contain_text("kept on this page")
    page.unroute("**/profiles/**")
    wait_until(lambda: Profile.objects.get().notes == "A long story")
    expect(page.locator("#notices")).to_be_empty()
    player.expect_status(502)
