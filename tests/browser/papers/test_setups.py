"""Print setups in a real browser: saved and selected on a phone."""

import re

from playwright.sync_api import expect

from builder.models import CompanyList, User
from tests.browser.player import LogIn, assert_fits_screen


def test_a_setup_is_stored_and_chosen_by_touch(
    log_in_as: LogIn, alice: User, alices_list: CompanyList
) -> None:
    player = log_in_as(alice)
    page = player.page
    page.goto(f"{player.url}/lists/{alices_list.public_id}/print/?paper=cards&size=letter")
    page.get_by_text("Save as a print setup").tap()
    page.get_by_label("Name", exact=True).fill("M" * 60)
    page.get_by_role("button", name="Save", exact=True).tap()
    expect(page.get_by_text("You find it on every print page")).to_be_visible()
    assert_fits_screen(page)
    page.goto(f"{player.url}/lists/{alices_list.public_id}/print/")
    chip = page.get_by_role("navigation", name="Print setups").get_by_role("link")
    expect(chip).not_to_have_attribute("aria-current", "true")
    chip.tap()
    expect(chip).to_have_attribute("aria-current", "true")
    expect(page).to_have_url(re.compile(r"paper=cards&size=letter"))
    expect(page.get_by_role("radio", name="Letter")).to_be_checked()
    box = chip.bounding_box()
    assert box
    assert box["height"] >= 44
    page.get_by_role("group").filter(has_text="Save as a print setup").locator("summary").tap()
    page.get_by_role("link", name="Manage print setups").tap()
    page.get_by_role("button", name="Make default").tap()
    expect(page.get_by_text("Default", exact=True)).to_be_visible()
    assert_fits_screen(page)
