"""Times in the reader's own time zone."""

from playwright.sync_api import expect

from builder.models import User
from tests.browser.player import LogIn


def test_a_new_club_has_the_time_zone_of_the_browser(alice: User, log_in_as: LogIn) -> None:
    player = log_in_as(alice)
    devtools = player.context.new_cdp_session(player.page)
    devtools.send("Emulation.setTimezoneOverride", {"timezoneId": "Asia/Tokyo"})
    player.page.goto(f"{player.url}/clubs/found/")
    expect(player.page.get_by_label("Time zone")).to_have_value("Asia/Tokyo")
