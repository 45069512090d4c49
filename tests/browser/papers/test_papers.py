"""Print and text in a real browser: the preview follows the choice, and a text needs no JavaScript."""

import re

from django.core.management import call_command
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.player import PHONE, NewPlayer, Player, tab_to


def open_part(player: Player, name: str) -> Page:
    """Open a page by its link on the page of the sample list."""
    call_command("load_samples", verbosity=0)
    page = player.page
    page.goto(f"{player.url}/samples/drop-reavers/")
    page.get_by_role("link", name=name, exact=True).click()
    page.wait_for_url(
        lambda url: "/samples/" not in url
    )  # and until its scripts, which handle the choice, are loaded
    return page


def picture(page: Page) -> Locator:
    return page.locator(".first-page > img")


def expect_picture(page: Page, of: str) -> None:
    """Wait until the preview of this paper is shown."""
    expect(picture(page)).to_have_attribute(
        "alt", f"First page of the paper “{of}” of Molybdenian Drop Reavers"
    )
    page.wait_for_function("() => document.querySelector('.first-page > img').naturalWidth > 700")


def choose(page: Page, name: str) -> None:
    """Press one of the options of a choice."""
    page.get_by_role("radio", name=re.compile(f"^{name}")).check()


def shared_text(page: Page) -> Locator:
    return page.get_by_role("textbox", name="The text")


def selected_in(page: Page) -> str:
    """Return the selected part of the text."""
    part = "field => field.value.slice(field.selectionStart, field.selectionEnd)"
    return str(shared_text(page).evaluate(part))


def expect_query(page: Page, query: str) -> None:
    """Wait until the button has this query."""
    expect(page.get_by_role("link", name="Get PDF")).to_have_attribute("href", re.compile(query))


# ------------------------------------------------------------------ print


def test_unfinished_previews_are_requested_again(new_player: NewPlayer) -> None:
    player = new_player()
    answers = iter([{"Retry-After": "1"}, {"Retry-After": "1"}, {}])

    def answer(route: Route) -> None:
        headers = next(answers, None)
        if headers is None:
            route.continue_()
        else:
            route.fulfill(status=503, headers=headers, body="busy")

    player.page.route("**/paper.png*", answer)
    page = open_part(player, "Print")
    page.get_by_role("button", name="Try again").click()
    expect_picture(page, "Full list")
    expect(picture(page)).to_be_visible()
    expect(page.locator(".preview-failed")).to_be_hidden()
    player.expect_status(503)


def test_the_preview_follows_the_options(new_player: NewPlayer) -> None:
    player = new_player()
    page = open_part(player, "Print")
    expect_picture(page, "Full list")
    choose(page, "Cards")
    expect_picture(page, "Cards")
    expect(page).to_have_url(re.compile("paper=cards"))
    expect_query(page, "paper=cards")
    expect(page.get_by_role("radio", name="Model")).to_be_disabled()
    page.get_by_label("Profiles of").select_option("Night drop (750)")
    expect_query(page, "roster=")
    expect(page.get_by_role("radio", name="Model")).to_be_enabled()
    choose(page, "Model")
    expect_query(page, "per=model")
    expect_picture(page, "Cards")


def test_back_returns_to_the_previous_options(new_player: NewPlayer) -> None:
    player = new_player()
    page = open_part(player, "Print")
    first = page.url
    expect_picture(page, "Full list")
    choose(page, "Cards")
    expect_picture(page, "Cards")
    page.evaluate("() => history.back()")
    expect(page).to_have_url(first)
    expect(page.get_by_role("radio", name="Full list")).to_be_checked()
    expect_picture(page, "Full list")
    expect_query(page, "paper=list")


def test_the_page_does_not_jump_when_the_preview_loads(new_player: NewPlayer) -> None:
    player = new_player(viewport=PHONE)
    page = open_part(player, "Print")
    expect_picture(page, "Full list")
    after = picture(page).bounding_box()
    page.route("**/paper.png*", lambda route: None)  # there is no response
    page.reload(wait_until="domcontentloaded")
    expect(page.get_by_text("Loading preview…")).to_be_visible()
    before = picture(page).bounding_box()
    assert before == after
    assert before
    assert before["width"] <= PHONE["width"]


def test_a_paper_is_chosen_by_keyboard(new_player: NewPlayer) -> None:
    """The focus stays on the chosen option, so the next key press continues from there."""
    player = new_player()
    page = open_part(player, "Print")
    tab_to(page, page.get_by_role("radio", name="Full list"))
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Battle sheet")).to_be_checked()
    expect_picture(page, "Battle sheet")
    expect(page.get_by_role("radio", name="Battle sheet")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect_picture(page, "Roster for play")
    expect(page.get_by_role("radio", name="Roster for play")).to_be_focused()


# ------------------------------------------------------------------ text


def test_a_text_is_chosen_and_copied(new_player: NewPlayer) -> None:
    player = new_player()
    player.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = open_part(player, "Text")
    page.get_by_label("Text of").select_option("Night drop (750)")
    expect(shared_text(page)).to_have_value(re.compile("Night drop"))
    choose(page, "BBCode")
    expect(shared_text(page)).to_have_value(
        f"{player.url}/samples/drop-reavers/\n"  # everybody can open it
        "[b]Molybdenian Drop Reavers[/b], Night drop 739/750: Captain (205), Captain's Second (76), "
        "Sergeant (98), 4 × Reaver Infantryman (90 each)"
    )
    expect(page).to_have_url(re.compile("format=bbcode"))
    page.get_by_role("button", name="Copy the text").click()
    expect(page.locator("#copied")).to_have_text("Copied")
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert copied == shared_text(page).input_value()


def test_without_clipboard_access_the_text_is_selected(new_player: NewPlayer) -> None:
    player = new_player()
    player.page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    player.page.add_init_script("document.execCommand = () => false")
    page = open_part(player, "Text")
    page.get_by_role("button", name="Copy the text").click()
    expect(page.locator("#copied")).to_contain_text("Selected.")
    selected = shared_text(page).evaluate(
        "field => field.value.slice(field.selectionStart, field.selectionEnd)"
    )
    assert selected == shared_text(page).input_value()


def test_a_text_is_chosen_without_javascript(new_player: NewPlayer) -> None:
    player = new_player(scripts=False)
    page = open_part(player, "Text")
    expect(page.get_by_role("button", name="Copy the text")).to_be_hidden()
    choose(page, "Compact")
    page.get_by_role("checkbox", name="Points").check()
    page.get_by_role("button", name="Show the text").click()
    expect(shared_text(page)).to_have_value(re.compile("\nCaptain Max 1 Mov 6 Fgt 8 "))
    shared_text(page).focus()
    page.keyboard.press("ControlOrMeta+a")
    assert selected_in(page) == shared_text(page).input_value()
