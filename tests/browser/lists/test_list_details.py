"""The list page: typed text is saved, the focus doesn't move, and Back shows the current list."""

from playwright.sync_api import Locator, Page, expect

from builder.models import CompanyList, Profile
from builder.services import lists as services
from tests.browser.player import NewPlayer, Player, wait_until_saved
from tests.browser.steps import import_file, names, press, profile

CAPTAIN, SECOND = "Captain", "Captain's Second"


def name_of(page: Page, name: str) -> Locator:
    """The link with the profile's name, which opens the editor."""
    return page.locator("article.profile h3").get_by_role("link", name=name, exact=True)


def edit_details(page: Page) -> None:
    page.get_by_role("link", name="Edit name, setting and background").click()
    expect(page.get_by_label("Setting")).to_be_visible()


def changed_elsewhere(player: Player, page: Page) -> CompanyList:
    """A details form that was opened before another change: what is typed into it is rejected."""
    import_file(page, player.url)
    edit_details(page)
    row = CompanyList.objects.get()
    services.save_details(row, row.version, name="Theirs", setting="Sea", background="")
    page.get_by_label("Setting").fill("Sky")
    expect(page.get_by_role("heading", name="Changed elsewhere")).to_be_visible()
    return row


# ------------------------------------------------------------------ the details


def test_details_are_saved_after_a_pause_in_typing(new_player: NewPlayer) -> None:
    player = new_player()
    page = import_file(player.page, player.url)
    edit_details(page)
    page.get_by_label("Background").press_sequentially("Dust. ")
    expect(page.locator("#details-saved")).to_have_text("Saved.")
    page.reload()
    expect(page.get_by_label("Background")).to_have_value("Dust. " + CompanyList.objects.get().background[6:])
    assert CompanyList.objects.get().background.startswith("Dust. ")


def test_done_saves_what_was_just_typed(new_player: NewPlayer) -> None:
    player = new_player()
    page = import_file(player.page, player.url)
    edit_details(page)
    player.slow_connection(page)
    page.get_by_label("Name", exact=True).fill("Night shift")
    page.get_by_role("link", name="Done").click()
    expect(page.get_by_label("Setting")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_have_text("Night shift")
    assert CompanyList.objects.get().name == "Night shift"


def test_keep_mine_saves_the_details(new_player: NewPlayer) -> None:
    """Pressing it leaves a changed field, which would otherwise be sent separately."""
    player = new_player()
    page = player.page
    row = changed_elsewhere(player, page)
    player.slow_connection(page)
    page.get_by_label("Setting").press_sequentially(" high")
    keep = page.get_by_role("button", name="Keep mine")
    keep.hover()
    page.mouse.down()
    expect(page.locator("#details.htmx-request")).to_have_count(0)  # the response to leaving the field
    page.mouse.up()
    expect(page.locator("#details-saved")).to_have_text("Saved.")
    expect(keep).to_have_count(0)
    row.refresh_from_db()
    assert row.setting == "Sky high"
    player.expect_status(409)


# ------------------------------------------------------------------ the focus


def test_the_focus_follows_duplicated_removed_and_restored_profiles(new_player: NewPlayer) -> None:
    player = new_player()
    page = import_file(player.page, player.url)
    press(page, CAPTAIN, "Duplicate")
    expect(name_of(page, "Captain 2")).to_be_focused()
    press(page, "Captain 2", "Remove")
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_focused()
    page.keyboard.press("Enter")
    expect(name_of(page, "Captain 2")).to_be_focused()
    expect(page.locator("#notices")).to_contain_text("is back")
    press(page, "Captain 2", "Remove")
    expect(names(page)).to_have_count(7)
    page.get_by_text("Removed profiles (1)").click()
    page.get_by_role("button", name="Restore Captain 2").click()
    expect(name_of(page, "Captain 2")).to_be_focused()


# ------------------------------------------------------------------ back


def test_going_back_shows_current_points(new_player: NewPlayer) -> None:
    player = new_player()
    page = import_file(player.page, player.url)
    points = profile(page, CAPTAIN).locator(".pv b")
    expect(points).to_have_text("205")
    name_of(page, CAPTAIN).click()
    page.get_by_role("button", name="Move up").click()
    wait_until_saved(page)
    shown = page.locator(".total:visible").first.text_content() or ""
    assert shown not in ("", "205")
    page.go_back()
    expect(points).to_have_text(shown)
    assert Profile.objects.get(key="captain").version == 2
