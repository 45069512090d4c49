"""On a phone, by touch: the form's options follow the items, and the focus isn't lost."""

from playwright.sync_api import expect

from builder.catalogue.files import Catalogues
from builder.models import User
from builder.points.document.document import parse_document
from builder.services.exchange import create_list_from_document
from tests.browser.accessibility import assert_clean
from tests.browser.player import LogIn, add_picks, assert_fits_screen, choose_option, wait_until_saved
from tests.support.fubar import figure, fubar_document

ARCHER = fubar_document({"archer": figure(None, ranged="bow")})


def test_an_archer_is_armed(log_in_as: LogIn, alice: User, catalogues: Catalogues) -> None:
    row = create_list_from_document(alice, parse_document(ARCHER, catalogues))
    player = log_in_as(alice)
    page = player.page
    page.goto(f"{player.url}/lists/{row.public_id}/profiles/archer/")
    page.wait_for_load_state()
    main = page.get_by_role("group", name="Main ranged weapon")
    expect(main).to_be_hidden()
    add_picks(page, "Weapons", "Add a ranged weapon", "Sling")
    expect(main.get_by_role("radio")).to_have_count(3)
    choose_option(page, "Sling")
    choose_option(page, "Veteran")
    add_picks(page, "Armour and shield", "Add a shield", "Shield")
    expect(page.get_by_text("1 of 1 chosen: remove it to take another")).to_be_visible()
    expect(page.get_by_role("button", name="Add a shield")).to_have_count(0)
    expect(page.locator("#b-shield")).to_be_focused()
    assert_fits_screen(page)
    wait_until_saved(page)
    assert_clean(page)
    page.get_by_role("button", name="Remove Shield", exact=True).tap()
    expect(page.get_by_role("button", name="Add a shield")).to_be_focused()
