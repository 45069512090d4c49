"""Bringing in and pasting in a real browser: without JavaScript, and by the keyboard alone."""

import json

import pytest
from playwright.sync_api import Page, expect

from builder.catalogue.files import sample_files
from tests.browser.player import NewPlayer, tab_to

REAVERS = dict(sample_files())["drop-reavers"]
TEXT = """Captain (Max 1)
Mov\tFgt\tShg\tTds\tCow\tCW\tSW\tArm\tSSv\tMgc\tSz\tCD
6\t8\t8\t3\t3\tB\tR4AP4\t12\t-\t-\t2\td8
PV: 202

Watchman Mov 6 Fgt 6 Shg 6 Tds 5 Cow 5 SW R4FFB4AP8"""


def preview_file(page: Page, url: str, setting: str = "") -> None:
    """The first step, with a file; with another setting it is another list of the same name."""
    value = json.loads(REAVERS.read_text(encoding="utf-8"))
    value["setting"] = setting or value["setting"]
    page.goto(f"{url}/lists/import/")
    data = json.dumps(value).encode()
    page.get_by_label("Files").set_input_files(
        {"name": "reavers.json", "mimeType": "application/json", "buffer": data}
    )
    page.get_by_role("button", name="Preview", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Molybdenian Drop Reavers")


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("scripts", [False, True], ids=["no scripts", "scripts"])
def test_a_document_is_imported_as_a_copy_and_as_a_replacement(new_player: NewPlayer, scripts: bool) -> None:
    player = new_player(scripts=scripts)
    page = player.page
    preview_file(page, player.url)
    page.get_by_role("button", name="Import", exact=True).click()
    preview_file(page, player.url)
    expect(page.get_by_text("You already have this list")).to_be_visible()
    preview_file(page, player.url, "Another moon")
    expect(page.get_by_label("New name", exact=True)).to_have_value("Molybdenian Drop Reavers 2")
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Molybdenian Drop Reavers 2")
    preview_file(page, player.url, "A third moon")
    page.get_by_label("Replace your existing list").check()
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("Deleted lists")
    page.get_by_role("link", name="My lists").click()
    expect(page.locator(".lists h2")).to_have_count(2)
    expect(page.get_by_text("Deleted lists (1)")).to_be_visible()


def test_files_are_dropped_on_the_form(new_player: NewPlayer) -> None:
    """Two at once, anywhere on it; the page names them, and the preview has both."""
    player = new_player()
    page = player.page
    page.goto(f"{player.url}/lists/import/")
    page.evaluate(
        """() => {
            const files = new DataTransfer();
            for (const name of ["one.txt", "two.txt"]) {
                files.items.add(new File([`Imp Mov 6 Fgt 7 Shg 0 Tds 5 Cow 6`], name, {type: "text/plain"}));
            }
            const form = document.querySelector(".import-form");
            form.dispatchEvent(new DragEvent("drop", {dataTransfer: files, bubbles: true, cancelable: true}));
        }"""
    )
    expect(page.locator("#dropped")).to_have_text("2 files chosen: one.txt, two.txt")
    page.get_by_role("button", name="Preview", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Preview of 2 lists")


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_stat_lines_are_read_fixed_and_saved(new_player: NewPlayer, scripts: bool) -> None:
    player = new_player(scripts=scripts)
    page = player.page
    page.goto(player.url)
    page.get_by_role("button", name="Start a list of Unbridled Fury").click()
    page.get_by_role("link", name="Paste stat lines").click()
    box = page.get_by_label("Stat lines", exact=True)
    box.fill(TEXT)
    page.get_by_role("button", name="Preview").click()
    expect(page.locator(".pasted h3")).to_have_text(["Captain", "Watchman"])
    expect(page.get_by_text("The text says 202; Musterbook calculates 205.")).to_be_visible()
    expect(page.get_by_text("Line 6: R4FFB4AP8")).to_be_visible()
    box.fill(box.input_value().replace("FFB4", "FF4"))
    page.get_by_role("button", name="Save 2 profiles").click()
    expect(page.get_by_role("alert")).to_contain_text("The text has changed")
    page.get_by_role("button", name="Save 2 profiles").click()
    expect(page.get_by_role("status")).to_contain_text("Saved 2 profiles")
    expect(page.locator("article.profile h3")).to_have_text(["Captain", "Watchman"])
    player.expect_status(409)


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_questions_are_answered_one_by_one(new_player: NewPlayer, scripts: bool) -> None:
    player = new_player(scripts=scripts)
    page = player.page
    page.goto(player.url)
    page.get_by_role("button", name="Start a list of Unbridled Fury").click()
    page.get_by_role("link", name="Paste stat lines").click()
    page.get_by_label("Stat lines", exact=True).fill("Cook Mov 6 SW RPG R6 AP12\nFire Team 2 Mov 5")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("heading", name="2 questions")).to_be_visible()
    page.get_by_role("group", name="Is “RPG” the weapon's name?").get_by_role(
        "button", name="Name: RPG"
    ).click()
    page.get_by_role("button", name="Name: Fire, with Team 2").click()
    expect(page.locator(".pasted h3")).to_have_text(["Cook", "Fire"])
    expect(page.locator(".question")).to_have_count(0)
    page.get_by_role("button", name="Save 2 profiles").click()
    expect(page.get_by_role("status")).to_contain_text("Saved 2 profiles")


def test_pasting_works_by_keyboard(new_player: NewPlayer) -> None:
    player = new_player()
    page = player.page
    page.goto(player.url)
    page.get_by_role("button", name="Start a list of Unbridled Fury").click()
    page.get_by_role("link", name="Paste stat lines").press("Enter")
    tab_to(page, page.get_by_label("Stat lines", exact=True))
    page.keyboard.insert_text("Cook Mov 6 wobbly")
    tab_to(page, page.get_by_role("button", name="Preview"))
    page.keyboard.press("Enter")
    expect(page.locator(".pasted h3")).to_have_text(["Cook"])
    tab_to(page, page.get_by_role("checkbox"))
    page.keyboard.press("Space")
    tab_to(page, page.get_by_role("button", name="Save 1 profile"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Saved 1 profile")
