"""Sequences of actions in a browser that several stories begin with."""

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from builder.catalogue.files import sample_files
from tests.support.accounts import PASSWORD

CAPTAIN = "Captain"
REAVERS = dict(sample_files())["drop-reavers"]


def import_file(page: Page, url: str, file: Path = REAVERS) -> Page:
    """Import the list of seven profiles from a file."""
    page.goto(f"{url}/lists/import/")
    page.get_by_label("Files").set_input_files(file)
    page.get_by_role("button", name="Preview", exact=True).click()
    page.get_by_role("button", name="Import", exact=True).click()
    expect(names(page)).to_have_count(7)
    page.wait_for_load_state()  # before the scripts are loaded, a button leaves the page
    return page


def names(page: Page) -> Locator:
    """Return the names of the profiles, in the page's order."""
    return page.locator("#profiles article.profile h3")


def profile(page: Page, name: str) -> Locator:
    """Return the part of the page about one profile."""
    return page.locator("article.profile", has=page.get_by_role("heading", name=name, exact=True))


def press(page: Page, name: str, button: str) -> None:
    """Press a button of a profile."""
    profile(page, name).get_by_role("button", name=f"{button} {name}", exact=True).click()


def menu(page: Page, name: str) -> Locator:
    """Return the handle of a profile, which opens the menu of moves."""
    return profile(page, name).locator(".move > a")


def move(page: Page, name: str, to: str) -> None:
    """Move a profile by its menu."""
    button = profile(page, name).get_by_role("button", name=f"Move {to}", exact=True)
    if not button.is_visible():
        menu(page, name).click()
    button.click()


def log_in(page: Page, url: str, name: str) -> None:
    page.goto(f"{url}/account/login/")
    page.get_by_label("User name or e-mail").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Log in", exact=True).click()
