"""Quick input on a slow phone: nothing typed or tapped is lost, and a response moves nothing under the
finger.
"""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from builder.models import Profile
from tests.browser.player import PHONE, NewPlayer, Player, number_field, wait_until_saved


@pytest.fixture
def player(new_player: NewPlayer) -> Player:
    """A player in the editor of a new profile, with a slow network and a slow processor."""
    player = new_player(viewport=PHONE, has_touch=True)
    player.slow_phone(player.start_profile())
    return player


@pytest.fixture
def slow_phone(player: Player) -> Page:
    return player.page


def stored() -> dict[str, Any]:
    design: dict[str, Any] = Profile.objects.get().design
    return design


def test_taps_and_letters_faster_than_responses_are_all_saved(slow_phone: Page) -> None:
    page = slow_phone
    name, notes = page.get_by_label("Name of the profile"), page.get_by_role("textbox", name="Notes")
    for _ in range(3):
        page.get_by_role("button", name="Move up").tap()
    name.fill("Mate")
    page.get_by_role("button", name="Add a shooting weapon", exact=True).tap()
    notes.press_sequentially("Typed while answers ", delay=20)
    page.get_by_role("button", name="Fighting up").tap()
    page.get_by_role("button", name="Fighting up").tap()
    notes.press_sequentially("were on their way", delay=20)
    expect(page.locator(".weapon")).to_have_count(2)
    page.get_by_role("button", name="Range band up").tap()
    wait_until_saved(page)
    profile = Profile.objects.get()
    assert (profile.name, profile.notes) == ("Mate", "Typed while answers were on their way")
    assert (stored()["attributes"]["mov"], stored()["attributes"]["fgt"]) == (9, 8)
    assert stored()["shooting_weapons"] == [{"name": "", "range": 2, "properties": []}]
    expect(page.get_by_role("alert")).to_have_count(0)


def test_typed_text_stays_in_its_row_while_an_earlier_row_is_removed(slow_phone: Page) -> None:
    page = slow_phone
    for count in (2, 3):
        page.get_by_role("button", name="Add a shooting weapon", exact=True).tap()
        expect(page.locator(".weapon")).to_have_count(count)
    wait_until_saved(page)
    weapons = page.locator("#t-shooting_weapons > .weapon")
    weapons.first.get_by_role("button", name="Remove this").tap()
    weapons.last.get_by_label("Name").fill("Rifle")
    expect(weapons).to_have_count(1)
    expect(weapons.get_by_label("Name")).to_have_value("Rifle")
    wait_until_saved(page)
    assert [weapon["name"] for weapon in stored()["shooting_weapons"]] == ["Rifle"]


def test_responses_keep_focus_caret_and_scroll_position(slow_phone: Page) -> None:
    page = slow_phone
    notes = page.get_by_role("textbox", name="Notes")
    notes.fill("first last")
    notes.evaluate("field => field.setSelectionRange(6, 6)")
    with page.expect_response("**/profiles/**"):
        page.get_by_role("button", name="Cowardice up").evaluate("button => button.click()")
        notes.focus()
        scrolled = page.evaluate("scrollY")
        place = notes.evaluate("field => field.getBoundingClientRect().top")
    wait_until_saved(page)
    expect(notes).to_be_focused()
    page.keyboard.type("and ")
    expect(notes).to_have_value("first and last")
    assert notes.evaluate("field => field.getBoundingClientRect().top") == pytest.approx(place, abs=2)
    assert page.evaluate("scrollY") == pytest.approx(scrolled, abs=60)
    wait_until_saved(page)


def test_open_folds_stay_open(slow_phone: Page) -> None:
    page = slow_phone
    explained = page.locator("#x-attributes-mov")
    explained.locator("summary").tap()
    page.get_by_role("button", name="Move up").tap()
    expect(number_field(page, "Mov ")).to_have_value("7")
    wait_until_saved(page)
    expect(explained).to_have_attribute("open", "")
    expect(page.locator("#s-command")).to_have_attribute("open", "")


def test_a_number_corrected_before_its_rejection_arrives_is_saved(player: Player) -> None:
    page = player.page
    move = number_field(page, "Mov ")
    with page.expect_response(lambda answer: answer.status == 400):
        move.fill("x")
        move.dispatch_event("change")
        move.fill("5")
    wait_until_saved(page)
    expect(move).to_have_value("5")
    assert stored()["attributes"]["mov"] == 5
    player.expect_status(400)
