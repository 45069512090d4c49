"""Longer errands at a browser, which several stories begin with."""

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from builder.catalogue.files import sample_files
from tests.browser.player import (
    assert_fits_screen,
    site_link,
)
from tests.support.accounts import PASSWORD

CAPTAIN = "Captain"
REAVERS = dict(sample_files())["drop-reavers"]


def import_file(page: Page, url: str, file: Path = REAVERS) -> Page:
    """The list of seven profiles, imported from a file."""
    page.goto(f"{url}/lists/import/")
    page.get_by_label("Files").set_input_files(file)
    page.get_by_role("button", name="Preview", exact=True).click()
    page.get_by_role("button", name="Import", exact=True).click()
    expect(names(page)).to_have_count(7)
    page.wait_for_load_state()  # pressed before the scripts have come, a button leaves the page
    return page


def names(page: Page) -> Locator:
    """The names of the profiles, in the order of the page."""
    return page.locator("#profiles article.profile h3")


def profile(page: Page, name: str) -> Locator:
    """The part of the page that is about one profile."""
    return page.locator("article.profile", has=page.get_by_role("heading", name=name, exact=True))


def press(page: Page, name: str, button: str) -> None:
    """One of the buttons of a profile."""
    profile(page, name).get_by_role("button", name=f"{button} {name}", exact=True).click()


def menu(page: Page, name: str) -> Locator:
    """The handle of a profile, which opens the menu of its moves."""
    return profile(page, name).locator(".move > a")


def move(page: Page, name: str, to: str) -> None:
    """Move a profile by its menu."""
    button = profile(page, name).get_by_role("button", name=f"Move {to}", exact=True)
    if not button.is_visible():
        menu(page, name).click()
    button.click()


def found_a_club(page: Page, url: str, name: str) -> None:
    page.goto(url)
    site_link(page, "Clubs").click()
    page.get_by_role("link", name="Start a club").click()
    assert_fits_screen(page)
    page.get_by_label("Name").fill(name)
    page.get_by_label("Place").fill("Leeds")
    page.get_by_label("Time zone").fill("Europe/London")
    page.get_by_role("button", name="Start club").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def make_an_invite(page: Page) -> str:
    page.get_by_role("link", name="Invite people").click()
    page.get_by_label("People who can use it").fill("3")
    page.get_by_role("button", name="Make an invite").click()
    assert_fits_screen(page)
    return page.get_by_label("Address").input_value()


def announce_it(page: Page, name: str) -> str:
    """Alice at the club's page; the address of what she announces."""
    page.get_by_role("link", name="Announce an event").click()
    assert_fits_screen(page)
    page.get_by_label("Name").fill(name)
    page.get_by_label("Game").select_option("Unbridled Fury 0.9.0")
    page.get_by_label("Date").fill("2030-05-09")
    page.locator("label").filter(has=page.get_by_role("radio", name="750")).click()
    page.get_by_label("Day").fill("2030-05-07")
    page.get_by_label("Time").fill("19:30")
    page.get_by_label("Notes").fill("Bring *dice*.")
    page.get_by_role("button", name="Announce", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    expect(page.get_by_text("7 May 2030, 19:30 BST")).to_be_visible()
    return page.url


def log_in(page: Page, url: str, name: str) -> None:
    page.goto(f"{url}/account/login/")
    page.get_by_label("User name or e-mail").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Log in", exact=True).click()
