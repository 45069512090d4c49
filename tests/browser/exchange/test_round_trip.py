"""A design goes round: browser, document, command line, another list, and the same document again."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.player import (
    DESK,
    PHONE,
    NewPlayer,
    add_picks,
    choose_option,
    number_field,
    total_of,
    wait_until_saved,
)

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
    add_picks(page, "Model properties", "Add a property", "Fearless", "Flier")
    page.locator("#t-properties .stepper > input").fill("9")
    add_picks(page, "Spells", "Add a spell", "Heal")
    page.get_by_role("textbox", name="Notes").fill("Keeps *two* lanterns,\n\nand “none” is lit.")
    page.get_by_role("heading", level=1).click()
    expect(total_of(page)).to_have_text(str(ATTRIBUTES + REST))
    wait_until_saved(page)


def inputs(page: Page) -> list[Any]:
    """Every field of the form as it stands, but for the version."""
    values: list[Any] = page.locator("#design").evaluate(
        """form => [...new FormData(form)].filter(([name]) =>
           !["csrfmiddlewaretoken", "version", "opened"].includes(name))"""
    )
    return values


def download(page: Page, folder: Path, name: str) -> Path:
    """The document of the list that the page shows."""
    with page.expect_download() as found:
        page.get_by_role("link", name="Download the document").click()
    path = folder / name
    found.value.save_as(path)
    return path


def appraised(path: Path) -> dict[str, Any]:
    """What the command says of a document."""
    out = StringIO()
    call_command("appraise", str(path), stdout=out)
    said: dict[str, Any] = json.loads(out.getvalue())
    return said


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_a_design_goes_round(new_player: NewPlayer, viewport: ViewportSize, tmp_path: Path) -> None:
    page = new_player(viewport=viewport).start_profile("Ætherist & “friend”")
    design(page)
    before = inputs(page)
    page.reload()
    assert inputs(page) == before
    shown = total_of(page).inner_text()
    page.locator(".profile-page-head a").click()
    first = download(page, tmp_path, "first.json")
    (profile,) = appraised(first)["profiles"]
    assert str(profile["points"]) == shown

    home = page.url
    page.get_by_role("link", name="My lists").click()
    page.get_by_role("link", name="Bring in a document").click()
    page.get_by_label("File").set_input_files(first)
    page.get_by_role("button", name="Look at it").click()
    page.get_by_role("button", name="Bring it in").click()
    expect(page.get_by_text("Brought in.")).to_be_visible()
    assert page.url != home
    assert download(page, tmp_path, "second.json").read_bytes() == first.read_bytes()
    page.locator("article.profile").get_by_role("link", name="Edit").click()
    expect(total_of(page)).to_have_text(shown)
    page.wait_for_load_state()  # the sum is there before the last field is
    assert inputs(page) == before
