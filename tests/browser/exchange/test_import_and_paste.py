"""Importing files by dropping them, and pasting with the keyboard only."""

from playwright.sync_api import expect

from tests.browser.player import NewPlayer, tab_to


def test_files_are_dropped_on_the_form(new_player: NewPlayer) -> None:
    """Two files anywhere on the form: the page names them, and the preview contains both."""
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
