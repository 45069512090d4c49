"""Longer errands at a browser, which several stories begin with."""

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from builder.catalogue.files import sample_files
from tests.browser.player import (
    add_picks,
    assert_fits_screen,
    choose_option,
    number_field,
    site_link,
    total_of,
    wait_until_saved,
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


# By the book's tables, at size 3 each half as much again and rounded up: 8, 16, 6, 11, 16, 2 and 2.
SIZED = {"Mov": 6, "Fgt": 7, "Shg": 5, "Tds": 5, "Cow": 4, "Arm": 10, "Mgc": 2}
ATTRIBUTES = 12 + 24 + 9 + 17 + 24 + 3 + 3
# The die d8; range band 6 with AP4; Fearless; Flier with twice the price of Mov 9; Heal.
REST = 100 + (8 + 5) + 25 + 2 * 24 + 40


def design(page: Page) -> None:
    """Every kind of control: numbers, choices, weapons, pickers, parameters, one line and many."""
    for label, value in SIZED.items():
        number_field(page, f"{label} ").fill(str(value))
    page.get_by_role("button", name="Size up").click()
    choose_option(page, "Low")
    choose_option(page, "d8")
    page.get_by_label("Max", exact=True).fill("2")
    page.get_by_role("button", name="Add a shooting weapon", exact=True).click()
    guns = page.locator("#t-shooting_weapons")
    guns.get_by_label("Name").fill("Long gun <№ 1>")
    number_field(page, "Range band").fill("6")
    add_picks(page, "Shooting weapons", "Add a shooting weapon property", "AP4 Armour Piercing d4")
    add_picks(page, "Properties", "Add a property", "Fearless", "Flier")
    page.locator("#t-properties .stepper > input").fill("9")
    add_picks(page, "Magic and spells", "Add a spell", "Heal")
    page.get_by_role("textbox", name="Notes").fill("Keeps *two* lanterns,\n\nand “none” is lit.")
    page.get_by_role("heading", level=1).click()
    expect(total_of(page)).to_have_text(str(ATTRIBUTES + REST))
    wait_until_saved(page)


def download(page: Page, folder: Path, name: str) -> Path:
    """The document of the list that the page shows."""
    with page.expect_download() as download_info:
        page.get_by_role("link", name="Download as JSON").click()
    path = folder / name
    download_info.value.save_as(path)
    return path
