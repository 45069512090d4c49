"""The list page in a real browser, with the keyboard only."""

from playwright.sync_api import Page, expect

from tests.browser.player import NewPlayer, tab_to
from tests.browser.steps import CAPTAIN, import_file, menu, names, press, profile


def first_three(page: Page, *expected: str) -> None:
    """Return the names of the first three profiles."""
    for place, name in enumerate(expected):
        expect(names(page).nth(place)).to_have_text(name)


SECOND, BODYGUARD = "Captain's Second", "Bodyguard"


# ------------------------------------------------------------------ the keyboard


def test_profiles_are_reordered_by_keyboard(new_player: NewPlayer) -> None:
    """The focus moves with the profile, so the next key press moves the same profile."""
    player = new_player()
    page = import_file(player.page, player.url)
    first_three(page, CAPTAIN, SECOND, BODYGUARD)
    up = profile(page, BODYGUARD).get_by_role("button", name="Move up")
    tab_to(page, menu(page, BODYGUARD))
    page.keyboard.press("Enter")
    tab_to(page, up)
    page.keyboard.press("Enter")
    first_three(page, CAPTAIN, BODYGUARD, SECOND)
    expect(up).to_be_focused()
    page.keyboard.press("Space")
    first_three(page, BODYGUARD, CAPTAIN, SECOND)
    expect(up).to_be_focused()
    page.keyboard.press("Tab")
    expect(profile(page, BODYGUARD).get_by_role("button", name="Move down")).to_be_focused()
    page.keyboard.press("Enter")
    first_three(page, CAPTAIN, BODYGUARD, SECOND)
    page.get_by_role("link", name="About Musterbook").click()  # at once: a link waits until all is saved
    page.wait_for_url("**/about/")
    page.go_back()
    first_three(page, CAPTAIN, BODYGUARD, SECOND)


# Presses the button again as soon as the response to the first press is in the page.
AGAIN_AT_ONCE = """(id) => {
  window.stayed = true;
  const find = () => document.querySelector(`#${id} button[value=up]`);
  const up = () => {
    if (!find()) document.querySelector(`#${id} .move > a`).click();
    return find();
  };
  const watch = new MutationObserver(() => {
    watch.disconnect();
    up().click();
  });
  watch.observe(document.getElementById("profiles").parentElement, { childList: true });
  up().click();
}"""


def test_controls_in_a_response_work_at_once(new_player: NewPlayer) -> None:
    """A button that is pressed as soon as it appears works like any other, and the page stays."""
    page = new_player().start_profile("Cook")
    page.locator(".profile-page-head a").click()
    page.wait_for_url("**/lists/*/#*")
    for name, copy in (("Cook", "Cook 2"), ("Cook 2", "Cook 3")):
        press(page, name, "Duplicate")
        expect(profile(page, copy).locator("h3").get_by_role("link")).to_be_focused()
    first_three(page, "Cook", "Cook 2", "Cook 3")
    page.evaluate(AGAIN_AT_ONCE, profile(page, "Cook 3").get_attribute("id"))
    first_three(page, "Cook 3", "Cook", "Cook 2")
    assert page.evaluate("window.stayed")
