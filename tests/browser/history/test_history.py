"""The history on a phone: change, see the words, compare, restore; and without JavaScript."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import assert_clean
from tests.browser.player import PHONE, NewPlayer, assert_fits_screen
from tests.browser.steps import CAPTAIN, import_file, names, press


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "none"])
def test_a_change_is_shown_compared_and_reverted(new_player: NewPlayer, scripts: bool) -> None:
    """All of it with a thumb, on 360 pixels."""
    player = new_player(viewport=PHONE, has_touch=True, scripts=scripts)
    page = import_file(player.page, player.url)
    press(page, CAPTAIN, "Remove")
    expect(names(page)).to_have_count(6)
    page.get_by_role("link", name="History").click()
    entry = page.locator(".revision").first
    expect(entry.locator(".remarks").first).to_contain_text("Removed Captain, 205 points")
    expect(page.locator(".revision")).to_have_count(2)
    assert_fits_screen(page)
    if scripts:
        assert_clean(page)
    page.locator(".revision").last.get_by_role("link", name="View").click()
    expect(page.get_by_role("heading", name=CAPTAIN, exact=True)).to_be_visible()
    assert_fits_screen(page)
    if scripts:
        assert_clean(page)
    page.get_by_role("link", name="Compare with now").click()
    expect(page.get_by_text("Removed: 205 points")).to_be_visible()
    page.get_by_label("To").select_option(index=2)
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_text("No differences.")).to_be_visible()
    assert_fits_screen(page)
    if scripts:
        assert_clean(page)
    page.get_by_role("main").get_by_role("link", name="(revision 1)").first.click()
    page.get_by_role("button", name="Restore this").click()
    expect(names(page)).to_have_count(7)
    expect(page.get_by_role("status")).to_contain_text("To undo this, restore revision 2")
    page.get_by_role("status").get_by_role("link", name="history").click()
    expect(page.locator(".revision").first.locator(".remarks").first).to_contain_text(
        "Restored the version of"
    )
