"""The gallery in a real browser, on a phone: filter, search, open, copy; and with the keyboard only."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, User
from builder.points.document.document import parse_document
from builder.services import gallery, lists
from tests.browser.accessibility import assert_clean
from tests.browser.player import PHONE, NewPlayer, Player, assert_fits_screen, site_link, tab_to
from tests.support.long_lists import long_document
from tests.support.public_lists import publish_many


@pytest.fixture
def public(bob: User, alices_list: CompanyList, catalogues: Catalogues) -> CompanyList:
    """Alice's list and thirty of bob's, which all have Fearless; only hers has no Summon."""
    publish_many(bob, parse_document(long_document(2), catalogues), 30)
    gallery.publish_list(alices_list)
    return alices_list


def open_gallery(player: Player) -> Page:
    page = player.page
    page.goto(player.url)
    site_link(page, "Gallery").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Gallery")
    page.wait_for_load_state()
    return page


def names(page: Page) -> Locator:
    return page.locator("#found .gallery h3")


def count(page: Page) -> Locator:
    return page.locator("#found").get_by_role("status")


def choose_property(page: Page, name: str) -> None:
    """Search a property by its name, and choose it."""
    page.get_by_role("searchbox", name=re.compile("ses$")).fill(name)
    page.locator("#uses-matches").get_by_role("link", name=name, exact=True).click()
    page.wait_for_load_state()


def test_on_a_phone_a_list_is_found_opened_and_copied(public: CompanyList, new_player: NewPlayer) -> None:
    player = new_player(viewport=PHONE, has_touch=True)
    page = open_gallery(player)
    expect(count(page)).to_have_text("31 lists")
    assert_fits_screen(page)
    choose_property(page, "Summon")
    expect(count(page)).to_have_text("30 lists")
    expect(page).to_have_url(re.compile(r"/gallery/\?property=spell%3Asummon$"))
    page.get_by_label("Setting").select_option("Rain Coast")
    expect(count(page)).to_have_text("5 lists")
    assert_fits_screen(page)
    page.get_by_label("Search").fill("reavers")
    expect(page.get_by_text("No results.")).to_be_visible()
    page.get_by_role("link", name="Clear all").click()
    page.get_by_label("Search").fill("reav")
    expect(names(page)).to_have_text(["Molybdenian Drop Reavers"])
    names(page).get_by_role("link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Molybdenian Drop Reavers")
    page.get_by_role("button", name="Copy to my lists").first.click()
    expect(page.get_by_text("This list is yours to change.")).to_be_visible()
    page.go_back()
    page.go_back()
    expect(names(page)).to_have_text(["Molybdenian Drop Reavers"])
    expect(page.get_by_label("Search")).to_have_value("reav")
    assert CompanyList.objects.get(pk=public.pk).times_copied == 1


def test_typing_keeps_the_cursor_and_several_properties_can_be_chosen(
    public: CompanyList, new_player: NewPlayer
) -> None:
    page = open_gallery(new_player())
    page.get_by_label("Search").press_sequentially("company 2", delay=60)
    expect(count(page)).to_have_text("1 list")
    expect(page.get_by_label("Search")).to_be_focused()
    choose_property(page, "Summon")
    expect(page.get_by_role("link", name="Uses Summon (remove)")).to_be_visible()
    choose_property(page, "Fearless")
    expect(page.get_by_role("link", name="Uses Fearless (remove)")).to_be_visible()
    page.get_by_role("link", name="Uses Summon (remove)").click()
    expect(page).to_have_url(re.compile(r"\?q=company\+2&property=model%3Afearless$"))


def test_it_works_by_keyboard(public: CompanyList, new_player: NewPlayer) -> None:
    page = open_gallery(new_player())
    tab_to(page, page.get_by_label("Search"))
    page.keyboard.type("reavers")
    page.keyboard.press("Enter")
    expect(names(page)).to_have_text(["Molybdenian Drop Reavers"])
    tab_to(page, names(page).get_by_role("link"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Molybdenian Drop Reavers")


def test_every_state_is_accessible(public: CompanyList, new_player: NewPlayer) -> None:
    player = new_player()
    name = "Unstoppable" * 10
    lists.save_details(public, public.version, name=name, setting=name, background="")
    for path in (
        "", "?q=reavers&size=many", "?q=reavers&property=spell:summon", "?after=0-0-0",
        f"{public.public_id}/report/",
    ):  # fmt: skip
        player.page.goto(f"{player.url}/gallery/{path}")
        assert_clean(player.page, everywhere=True)
