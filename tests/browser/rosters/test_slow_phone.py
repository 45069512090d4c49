"""Quick input on a roster page on a slow phone: no tap is lost, and rows stay where they are."""

import pytest
from playwright.sync_api import Page, expect

from builder.models import CompanyList, Roster, RosterEntry, User
from tests.browser.player import LogIn, wait_until_saved


@pytest.fixture
def night(log_in_as: LogIn, alice: User, alices_list: CompanyList) -> Page:
    """Alice at her roster, with a slow network and a slow processor."""
    player = log_in_as(alice)
    roster = Roster.objects.get(company_list=alices_list, name="Night drop")
    page = player.page
    page.goto(f"{player.url}/lists/{alices_list.public_id}/rosters/{roster.public_id}/")
    for key in ("captain", "reaver"):
        page.locator(f"#p-{key} summary").tap()
    page.wait_for_load_state()
    player.slow_phone(page)
    return page


def counts() -> dict[str, int]:
    return dict(RosterEntry.objects.filter(roster__name="Night drop").values_list("profile_key", "count"))


def test_taps_faster_than_responses_are_all_saved(night: Page) -> None:
    more = night.get_by_role("button", name="One more Reaver Infantryman")
    for _ in range(3):
        more.tap()
    night.get_by_role("button", name="One fewer Captain").first.tap()
    night.get_by_label("How many Reaver Infantryman").fill("9")
    expect(night.get_by_label("How many Reaver Infantryman")).to_have_value("9")
    wait_until_saved_with_undo(night)
    expect(night.get_by_label("How many Reaver Infantryman")).to_have_value("9")
    assert (counts()["reaver"], counts().get("captain", 0)) == (9, 0)
    expect(night.get_by_role("alert")).to_have_count(0)


def test_the_scroll_position_stays(night: Page) -> None:
    field = night.get_by_label("How many Reaver Infantryman")
    field.scroll_into_view_if_needed()
    place = field.evaluate("one => one.getBoundingClientRect().top")
    night.get_by_role("button", name="One more Reaver Infantryman").tap()
    wait_until_saved(night)
    assert field.evaluate("one => one.getBoundingClientRect().top") == pytest.approx(place, abs=2)


def test_responses_keep_focus_and_caret(night: Page) -> None:
    field = night.get_by_label("How many Reaver Infantryman")
    field.fill("24")
    field.evaluate("field => field.setSelectionRange(1, 1)")
    with night.expect_response("**/rosters/**"):
        night.get_by_role("button", name="One more Captain").first.evaluate("button => button.click()")
        field.focus()
    wait_until_saved_with_undo(night)
    expect(field).to_be_focused()
    assert field.evaluate("field => [field.selectionStart, field.selectionEnd]") == [1, 1]
    night.keyboard.type("0")
    expect(field).to_have_value("204")
    night.keyboard.press("Backspace")
    wait_until_saved_with_undo(night)
    expect(field).to_be_focused()
    assert counts()["reaver"] == 24


def wait_until_saved_with_undo(page: Page) -> None:
    """Wait until all is saved; the response may offer Undo."""
    expect(page.locator("#design.htmx-request")).to_have_count(0)
    expect(page.locator(".saved:visible").first).to_contain_text("Saved")
    expect(page.locator("#design.htmx-request")).to_have_count(0)
