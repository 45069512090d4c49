"""The main task in a real browser: from nothing to a checked total, with mouse, touch or keyboard."""

import re
from contextlib import nullcontext
from typing import Any

import pytest
from playwright.sync_api import Dialog, Route, ViewportSize, expect

from builder.models import Profile
from tests.browser.player import (
    DESKTOP,
    PHONE,
    NewPlayer,
    add_picks,
    number_field,
    open_folds,
    tab_to,
    total_of,
    wait_until_saved,
)
from tests.lanes import is_wide

# Captain's second of the book: Mov 6, Fgt 7, Shg 7, Tds 4, Cow 4, a pistol of range 4 with AP4.
SECOND = {"Mov": 6, "Fgt": 7, "Shg": 7, "Tds": 4, "Cow": 4}
TOTAL = "76"
# A new profile is an average model: Mov 6 (8), Fgt 6 (11), Shg 0, Tds 6 (8), Cow 6 (8). In sum 35.


def stored() -> dict[str, Any]:
    design: dict[str, Any] = Profile.objects.get().design
    return design


# ------------------------------------------------------------------ from nothing to a checked total


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_a_new_profile_is_designed_with_the_expected_total(
    new_player: NewPlayer, viewport: ViewportSize
) -> None:
    page = new_player(viewport=viewport).start_profile()
    for label, value in SECOND.items():
        number_field(page, f"{label} ").fill(str(value))
    page.get_by_role("button", name="Add a shooting weapon", exact=True).click()
    number_field(page, "Range band").fill("3")
    page.get_by_role("button", name="Range band up").click()
    add_picks(page, "Shooting weapons", "Add a shooting weapon property", "AP4 Armour Piercing d4")
    expect(total_of(page)).to_have_text(TOTAL)
    wait_until_saved(page)
    page.reload()
    expect(total_of(page)).to_have_text(TOTAL)
    receipt = page.get_by_role("link", name="Receipt")
    if receipt.is_visible():  # on a phone
        receipt.click()
    expect(page.get_by_role("row", name="AP4 Armour Piercing d4")).to_contain_text("5")
    assert stored()["shooting_weapons"] == [{"name": "", "range": 4, "properties": ["AP4"]}]


def test_back_returns_to_the_previous_page(new_player: NewPlayer) -> None:
    page = new_player().start_profile()
    page.get_by_role("button", name="Add a spell").click()
    page.get_by_role("searchbox").fill("heal")
    expect(page).to_have_url(f"{page.url.partition('?')[0]}?pick=spells&q=heal")
    page.reload()
    expect(page.locator("#found > li")).to_have_count(1)
    page.go_back()
    expect(page.locator("#found")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_have_text("Second")
    page.get_by_role("button", name="Move up").click()
    wait_until_saved(page)


def test_a_late_response_does_not_reopen_the_picker(new_player: NewPlayer) -> None:
    """The search of a picker that is closed by now isn't in the address: a reload would open it."""
    page = new_player().start_profile()
    page.get_by_role("button", name="Add a property").click()
    expect(page.locator("#found")).to_be_visible()
    late: list[Route] = []

    def delay(route: Route) -> None:
        late.append(route)

    # The picker is requested again after the design is saved, and the search waits for this response.
    looked_for = re.compile(r"&q=scout")
    page.route(looked_for, delay)
    with page.expect_request(looked_for) as requested:
        page.get_by_role("searchbox").fill("scout")
    page.get_by_role("button", name="Done picking").click()
    expect(page.locator("#found")).to_have_count(0)
    address = page.url
    assert "pick" not in address
    with page.expect_event("requestfinished", lambda request: request == requested.value):
        for route in late:
            route.continue_()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(done))")
    assert page.url == address


def test_steppers_lead_to_the_value_on_their_button(new_player: NewPlayer) -> None:
    """The browser steps, and the server prices: both must have the same steps."""
    page = new_player().start_profile()
    page.get_by_role("button", name="Add a shooting weapon", exact=True).click()
    add_picks(page, "Properties", "Add a property", "Flier", "Capacity")
    for stepper in page.locator(".stepper").all()[:: 1 if is_wide() else 4]:
        for turn in (1, 1, 0, 0):
            button, entry = stepper.locator("button").nth(turn), stepper.locator("input")
            before = entry.input_value()
            action = button.get_attribute("value") or ""
            with page.expect_response("**/profiles/**") if action else nullcontext():
                button.click()
            expect(entry).to_have_value(action.rpartition(":")[2] if action else before)
            wait_until_saved(page)


def test_stepping_from_blank_starts_at_the_cheap_end(new_player: NewPlayer) -> None:
    page = new_player().start_profile()
    number_field(page, "Tds ").fill("")
    page.get_by_role("button", name="Tardiness down").click()
    expect(number_field(page, "Tds ")).to_have_value("11")
    expect(total_of(page)).to_have_text("28")  # 27 without any Tds
    for value in ("11", "10"):
        page.get_by_role("button", name="Shield save down").click()
        expect(number_field(page, "SSv ")).to_have_value(value)
    for value in ("11", ""):
        page.get_by_role("button", name="Shield save up").click()
        expect(number_field(page, "SSv ")).to_have_value(value)
    wait_until_saved(page)
    assert (stored()["attributes"]["tds"], stored()["attributes"]["ssv"]) == (11, None)


# ------------------------------------------------------------------ quick hands, slow lines


def test_quick_picks_are_all_saved(new_player: NewPlayer) -> None:
    player = new_player()
    page = player.start_profile()
    page.get_by_role("button", name="Add a property").click()
    expect(page.locator("#found")).to_be_visible()
    player.slow_connection(page)
    for name in ("Fearless", "Scout", "Climber"):
        page.get_by_role("button", name=f"Add {name}", exact=True).click()
    expect(page.locator("#t-properties > li")).to_have_count(3)
    for name in ("Fearless", "Scout"):
        page.locator("#t-properties").get_by_role("button", name=f"Remove {name}").click()
    expect(page.locator("#t-properties > li")).to_have_count(1)
    expect(page.locator("#t-properties")).to_contain_text("Climber")
    expect(page.locator("#status")).to_contain_text("Scout removed")
    assert stored()["properties"] == [{"code": "climber"}]


def test_a_press_is_not_lost_when_the_entries_are_redrawn(new_player: NewPlayer) -> None:
    """A response between the press and the release of a button would replace the button."""
    page = new_player().start_profile()
    page.get_by_role("button", name="Add a property").click()
    page.get_by_role("searchbox").fill("scout")
    expect(page.locator("#found > li")).to_have_count(1)
    page.get_by_role("button", name="Add Scout", exact=True).hover()
    page.mouse.down()
    with page.expect_response("**/profiles/**"):
        page.get_by_role("searchbox").fill("")
    page.mouse.up()
    expect(page.locator("#t-properties > li")).to_have_count(1)
    expect(page.locator("#found").get_by_role("button", name="Remove Scout", exact=True)).to_be_visible()
    expect(page.locator("#found > li")).not_to_have_count(1)


def test_double_presses_count_once(new_player: NewPlayer) -> None:
    player = new_player()
    page = player.start_profile()
    page.get_by_role("button", name="Add a property").click()
    expect(page.get_by_role("searchbox")).to_be_focused()
    player.slow_connection(page)
    page.get_by_role("button", name="Add a shooting weapon", exact=True).dblclick()
    page.get_by_role("button", name="Add Scout", exact=True).dblclick()
    expect(page.locator("#t-properties > li")).to_have_count(1)
    wait_until_saved(page)
    assert (len(stored()["shooting_weapons"]), stored()["properties"]) == (1, [{"code": "scout"}])
    page.locator("#t-properties").get_by_role("button", name="Remove Scout").dblclick()
    expect(page.locator("#status")).to_contain_text("Scout removed")
    assert stored()["properties"] == []


# ------------------------------------------------------------------ without


def test_it_works_without_javascript(new_player: NewPlayer) -> None:
    page = new_player(scripts=False).start_profile()
    for label, value in SECOND.items():
        number_field(page, f"{label} ").fill(str(value))
    page.get_by_role("button", name="Add a shooting weapon", exact=True).click()
    for _ in range(3):
        page.get_by_role("button", name="Range band up").click()
    page.get_by_role("button", name="Add a shooting weapon property").last.click()
    page.get_by_role("searchbox").fill("piercing d4")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("button", name="Add AP4 Armour Piercing d4").click()
    expect(total_of(page)).to_have_text(TOTAL)
    open_folds(page)
    page.get_by_label("Name of the profile").fill("Mate")
    page.get_by_label("Name of the profile").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Mate")
    expect(total_of(page)).to_have_text(TOTAL)
    assert stored()["attributes"]["mov"] == 6  # Enter saved, and pressed no stepper


def test_it_works_by_keyboard(new_player: NewPlayer) -> None:
    page = new_player().start_profile()
    tab_to(page, number_field(page, "Mov "))
    page.keyboard.type("4")
    for _ in range(2):
        page.keyboard.press("ArrowUp")
    tab_to(page, number_field(page, "Fgt "))
    page.keyboard.type(str(SECOND["Fgt"]))
    for label in ("Shg", "Tds", "Cow"):
        number_field(page, f"{label} ").fill(str(SECOND[label]))
    tab_to(page, page.get_by_role("button", name="Add a shooting weapon", exact=True))
    page.keyboard.press("Enter")
    expect(page.locator(".weapon")).to_have_count(2)
    expect(page.get_by_role("button", name="Add a shooting weapon", exact=True)).to_be_focused()
    page.keyboard.press("Shift+Tab")  # "Remove this weapon"
    page.keyboard.press("Shift+Tab")  # "Add a shooting weapon property"
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_role("searchbox"))
    page.keyboard.type("ap4")
    expect(page.locator("#found > li")).to_have_count(1)
    tab_to(page, page.get_by_role("button", name="Add AP4 Armour Piercing d4"))
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Remove AP4 Armour Piercing d4").last).to_be_focused()
    number_field(page, "Range band").focus()
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    expect(total_of(page)).to_have_text(TOTAL)


def test_the_focus_moves_on_from_removed_rows(new_player: NewPlayer) -> None:
    page = new_player().start_profile()
    add_picks(page, "Properties", "Add a property", "Fearless")
    remove = page.locator("#t-properties").get_by_role("button", name="Remove Fearless")
    remove.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Add a property")).to_be_focused()


# ------------------------------------------------------------------ two tabs


def test_two_tabs_never_overwrite_each_other(new_player: NewPlayer) -> None:
    player = new_player()
    page = player.start_profile()
    other = player.new_tab()
    other.goto(page.url)
    other.get_by_role("button", name="Fighting up").click()
    wait_until_saved(other)
    page.get_by_role("button", name="Move up").click()
    result = page.get_by_role("alert")
    expect(result).to_contain_text("Changed elsewhere")
    expect(result.get_by_role("row", name="Fighting")).to_contain_text("7")
    expect(number_field(page, "Mov ")).to_have_value("7")
    assert stored()["attributes"]["mov"] == 6
    page.get_by_role("button", name="Keep mine").click()
    expect(result).to_have_count(0)
    wait_until_saved(page)
    assert (stored()["attributes"]["mov"], stored()["attributes"]["fgt"]) == (7, 6)
    other.get_by_role("button", name="Fighting up").click()
    requested: list[str] = []

    def keep_dialog(dialog: Dialog) -> None:
        requested.append(dialog.type)
        dialog.accept()

    other.on("dialog", keep_dialog)
    other.get_by_role("link", name="Use the saved version").click()
    expect(number_field(other, "Mov ")).to_have_value("7")
    assert requested == []
    player.expect_status(409)


# ------------------------------------------------------------------ the phone


def test_on_a_phone_the_total_stays_visible_and_nothing_scrolls_sideways(new_player: NewPlayer) -> None:
    player = new_player(viewport=PHONE, has_touch=True)
    page = player.start_profile("A name of some length that has to wrap somewhere")
    add_picks(page, "Properties", "Add a property", "Terrifying")
    page.get_by_role("button", name="Move up").tap()
    expect(page.locator("#bar-sum .total")).to_have_text("88")  # 11 for Mov 7, and 50
    expect(page.locator("#bar-sum .total")).to_be_in_viewport()
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide == PHONE["width"]
    page.get_by_role("link", name="Receipt").tap()
    expect(page.get_by_role("heading", name="Receipt")).to_be_in_viewport()
    expect(page.get_by_role("row", name="Terrifying")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Receipt")).to_be_hidden()
    page.get_by_role("link", name="Receipt").tap()
    page.get_by_role("link", name="Close the receipt").tap()
    expect(page.get_by_role("heading", name="Receipt")).to_be_hidden()
    assert page.url.endswith("/")
