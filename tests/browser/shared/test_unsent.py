"""Text that was typed into a form and not sent: leaving asks first, coming back restores it."""

from playwright.sync_api import Dialog, expect

from builder.models import CompanyList, User
from tests.browser.player import LogIn


def test_unsent_text_is_offered_and_restored_until_it_is_sent(alice: User, log_in_as: LogIn) -> None:
    player = log_in_as(alice)
    page = player.page
    questions: list[str] = []

    def accept(dialog: Dialog) -> None:
        questions.append(dialog.type)
        dialog.accept()

    page.on("dialog", accept)
    page.goto(f"{player.url}/clubs/found/")
    page.get_by_label("Name").fill("Thursday Table")
    page.get_by_role("link", name="Back").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Clubs")
    assert questions == ["beforeunload"]
    page.go_back()
    expect(page.get_by_label("Name")).to_have_value("Thursday Table")
    expect(page.get_by_text("We\u2019ve restored what you typed.")).to_be_visible()
    page.get_by_role("button", name="Start club").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Thursday Table")
    assert questions == ["beforeunload"]
    page.goto(f"{player.url}/clubs/found/")
    expect(page.get_by_label("Name")).to_have_value("")


def test_both_unsent_forms_of_a_list_are_restored(
    alice: User, alices_list: CompanyList, log_in_as: LogIn
) -> None:
    player = log_in_as(alice)
    page = player.page
    page.on("dialog", lambda dialog: dialog.accept())
    address = f"{player.url}/lists/{alices_list.public_id}/"
    page.goto(address)
    page.get_by_label("Name of the profile").fill("Scout")
    page.get_by_label("Name of the roster").fill("Sunday")
    page.get_by_label("Or another").fill("620")
    page.goto(f"{address}history/")
    page.goto(address)
    expect(page.get_by_label("Name of the profile")).to_have_value("Scout")
    expect(page.get_by_label("Name of the roster")).to_have_value("Sunday")
    expect(page.get_by_label("Or another")).to_have_value("620")
    page.get_by_role("button", name="Start the roster").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sunday")
    page.goto(address)
    expect(page.get_by_label("Name of the profile")).to_have_value("Scout")
    expect(page.get_by_label("Name of the roster")).to_have_value("")


def test_a_chosen_time_zone_is_restored(alice: User, log_in_as: LogIn) -> None:
    """The form begins with the browser's time zone, which a script sets."""
    player = log_in_as(alice)
    page = player.page
    devtools = player.context.new_cdp_session(page)
    devtools.send("Emulation.setTimezoneOverride", {"timezoneId": "Asia/Tokyo"})
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(f"{player.url}/clubs/found/")
    zone = page.get_by_label("Time zone")
    expect(zone).to_have_value("Asia/Tokyo")
    zone.fill("Europe/Paris")
    page.get_by_role("link", name="Back").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Clubs")
    page.go_back()
    expect(zone).to_have_value("Europe/Paris")
