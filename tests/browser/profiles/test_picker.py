"""The picker as a sheet on a phone, by touch, and as a box on a wide screen."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.player import DESKTOP, PHONE, NewPlayer, assert_fits_screen, total_of, wait_until_saved

SHEET = "#picker:modal"


def open_sheet(page: Page, button: str) -> None:
    page.get_by_role("button", name=button, exact=True).tap()
    expect(page.locator(SHEET)).to_be_visible()


def test_three_letters_and_two_taps_find_the_meant_entry(new_player: NewPlayer) -> None:
    """The keyboard opens when the search is tapped. Adding an entry clears the search in place."""
    page = new_player(viewport=PHONE, has_touch=True).start_profile()
    open_sheet(page, "Add a property")
    search = page.get_by_role("searchbox")
    expect(search).not_to_be_focused()
    assert_fits_screen(page)
    search.tap()
    expect(search).to_be_focused()
    page.keyboard.type("sne")
    first = page.locator("#found > li").first
    expect(first).to_contain_text("Camouflage “sneaky”")
    first.get_by_role("button", name="Add Camouflage").tap()
    expect(search).to_have_value("")
    taken = page.locator("#found > li", has=page.get_by_role("button", name="Remove Camouflage"))
    expect(taken).to_be_in_viewport()
    expect(page.locator("#found > li")).not_to_have_count(1)
    expect(page.locator("#picker-sum b")).to_have_text(total_of(page).inner_text())
    page.get_by_role("button", name="Done picking").tap()
    expect(page.locator("#picker")).not_to_be_visible()
    expect(page.locator("#t-properties")).to_contain_text("Camouflage")
    assert "pick" not in page.url
    wait_until_saved(page)


# A search that waits for a pause in typing when an entry is added.
TYPES_AND_TAKES = """() => {
  document.getElementById("q").dispatchEvent(new Event("input", { bubbles: true }));
  document.querySelector("#found > li button").click();
}"""


def test_picked_entries_keep_their_place_during_a_search(new_player: NewPlayer) -> None:
    page = new_player(viewport=PHONE, has_touch=True).start_profile()
    open_sheet(page, "Add a property")
    page.get_by_role("searchbox").fill("sne")
    expect(page.locator("#found > li").first).to_contain_text("Camouflage “sneaky”")
    page.evaluate(TYPES_AND_TAKES)
    taken = page.locator("#found > li", has=page.get_by_role("button", name="Remove Camouflage"))
    expect(taken).to_have_count(1)
    expect(page.locator("#found > li")).not_to_have_count(1)
    wait_until_saved(page)
    expect(taken).to_be_in_viewport()


def test_back_escape_and_done_close_the_sheet_and_keep_the_scroll_position(new_player: NewPlayer) -> None:
    page = new_player(viewport=PHONE, has_touch=True).start_profile()
    page.get_by_role("button", name="Add a spell").scroll_into_view_if_needed()
    scrolled = page.evaluate("scrollY")
    here = page.url
    for shut in (page.go_back, lambda: page.keyboard.press("Escape"), page.locator("#picker-done").tap):
        open_sheet(page, "Add a spell")
        page.mouse.wheel(0, 600)
        shut()
        expect(page.locator("#picker")).not_to_be_visible()
        expect(page.get_by_role("button", name="Add a spell")).to_be_focused()
        page.wait_for_url(here)
        assert page.evaluate("scrollY") == pytest.approx(scrolled, abs=2)
    expect(page.get_by_role("heading", level=1)).to_have_text("Second")


def test_the_focus_stays_in_the_sheet(new_player: NewPlayer) -> None:
    page = new_player(viewport=PHONE).start_profile()
    page.get_by_role("button", name="Add a spell").click()
    expect(page.locator(SHEET)).to_be_visible()
    inside = "() => document.activeElement === document.body || !!document.activeElement.closest('#picker')"
    for _ in range(8):
        page.keyboard.press("Shift+Tab")
        assert page.evaluate(inside)


def test_done_closes_the_picker_at_once(new_player: NewPlayer) -> None:
    """The picker closes while the request that adds the last pick waits for its answer."""
    page = new_player(viewport=PHONE, has_touch=True).start_profile()
    open_sheet(page, "Add a property")
    waiting: list[Route] = []

    def delay(route: Route) -> None:
        waiting.append(route)

    page.route("**", delay)
    page.get_by_role("button", name="Add Fearless", exact=True).tap()
    page.get_by_role("button", name="Done picking").tap()
    expect(page.locator("#picker")).not_to_be_visible()
    assert waiting
    for request in waiting:
        request.continue_()
    page.unroute("**")
    expect(page.locator("#t-properties > li")).to_have_count(1)
    wait_until_saved(page)


def test_done_works_when_the_page_grows_above_it(new_player: NewPlayer) -> None:
    """On a desktop the picker is a box in the page, and moves down under the mouse when an item is added."""
    page = new_player(viewport=DESKTOP).start_profile()
    page.get_by_role("button", name="Add a property").click()
    expect(page.locator("#picker")).to_be_visible()
    page.locator("#picker-done").hover()
    page.mouse.down()
    page.locator("#t-properties").evaluate("list => { list.style.paddingTop = '15rem' }")
    page.mouse.up()
    expect(page.locator("#picker")).not_to_be_visible()


def test_the_sheet_is_a_box_on_a_wide_screen(new_player: NewPlayer) -> None:
    page = new_player(viewport=PHONE).start_profile()
    page.get_by_role("button", name="Add a spell").click()
    expect(page.locator(SHEET)).to_be_visible()
    page.set_viewport_size(DESKTOP)
    expect(page.locator(SHEET)).to_have_count(0)
    expect(page.locator("#picker")).to_be_visible()


def test_find_jumps_to_fields_and_sets_choices(new_player: NewPlayer) -> None:
    """The keyboard opens at once. Changed fields stay visible, and a jump opens their section."""
    page = new_player(viewport=PHONE, has_touch=True).start_profile()
    open_sheet(page, "Find a property")
    search = page.get_by_role("searchbox")
    expect(search).to_be_focused()
    page.keyboard.type("heavy")
    page.get_by_role("button", name="Set Heavy").first.tap()
    first = page.locator("#found > li").first
    expect(first).to_contain_text("chosen")
    expect(search).to_have_value("heavy")
    search.fill("notes")
    page.get_by_role("link", name="Go to Name and notes").tap()
    expect(page.locator("#picker")).not_to_be_visible()
    expect(page.get_by_label("Notes", exact=True)).to_be_visible()
    assert "pick" not in page.url
    wait_until_saved(page)
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Second")
    expect(page.locator("#picker")).not_to_be_visible()


FORBIDDEN = """Object.defineProperty(window, "sessionStorage", {
  get() { throw new DOMException("", "SecurityError"); },
})"""
DAMAGED = "Object.defineProperty(Storage.prototype, 'getItem', { value: () => '{' })"


@pytest.mark.parametrize("storage", [FORBIDDEN, DAMAGED], ids=["forbidden", "damaged"])
def test_the_picker_works_without_browser_storage(new_player: NewPlayer, storage: str) -> None:
    player = new_player(viewport=PHONE, has_touch=True)
    player.context.add_init_script(storage)
    page = player.start_profile()
    for _ in range(2):
        open_sheet(page, "Add a property")
        page.get_by_role("searchbox").fill("sne")
        expect(page.locator("#found > li").first).to_contain_text("Camouflage “sneaky”")
        page.get_by_role("button", name="Done picking").tap()
        expect(page.locator("#picker")).not_to_be_visible()
    wait_until_saved(page)
