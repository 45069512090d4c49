"""One evening, from nobody to the event: alice founds a club, bob joins by link, charlie sees none of it."""

import re

import pytest
from django.core.cache import cache
from django.core.management import call_command
from playwright.sync_api import Page, expect

from builder.catalogue.files import Catalogues
from tests.browser.player import DESKTOP, PHONE, NewPlayer, Player, assert_fits_screen, site_link
from tests.browser.steps import announce_it, found_a_club, make_an_invite
from tests.support.accounts import PASSWORD


@pytest.fixture(autouse=True)
def ready(transactional_db: None, catalogues: Catalogues) -> None:
    """The samples are there, and other tests count against no rate limit of these."""
    cache.clear()
    call_command("load_samples", verbosity=0)


def sign_up(page: Page, name: str) -> None:
    """At the page that asks for it."""
    page.get_by_label("User name").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password again").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()


def sign_up_at_site(player: Player, name: str) -> Page:
    """Somebody new at the site, with an account."""
    player.page.goto(player.url)
    site_link(player.page, re.compile("Log in|Sign up")).click()
    player.page.goto(f"{player.url}/account/signup/")
    sign_up(player.page, name)
    expect(player.page.get_by_role("status").get_by_text(f"Logged in as {name}.")).to_be_visible()
    return player.page


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])
def test_a_club_has_an_event_that_a_stranger_cannot_see(new_player: NewPlayer, phone: bool) -> None:
    screen = PHONE if phone else DESKTOP
    alices, bobs, charlies = (new_player(screen, has_touch=phone) for _ in range(3))

    alice = sign_up_at_site(alices, "alice")
    found_a_club(alice, alices.url, "The Iron Table")
    club = alice.url
    invite = make_an_invite(alice)
    alice.goto(club)
    event = announce_it(alice, "Spring muster")

    bob = bobs.page
    bob.goto(f"{bobs.url}/samples/drop-reavers/")
    bob.get_by_role("button", name="Copy").first.click()
    expect(bob.get_by_text("This list is yours to change.")).to_be_visible()
    his_list = bob.url
    bob.goto(invite)
    bob.get_by_role("main").get_by_role("link", name="Sign up").click()
    sign_up(bob, "bob")
    expect(bob.get_by_role("heading", level=1)).to_have_text("The Iron Table")
    bob.get_by_role("button", name="Join").click()
    roster = bob.get_by_role("option", name=re.compile("Night drop")).get_attribute("value")
    bob.get_by_label("Share a list").select_option(roster)
    bob.get_by_role("button", name="Share").click()
    expect(bob.locator("#shared")).to_contain_text("Night drop")
    assert_fits_screen(bob)
    bob.get_by_role("link", name="Spring muster").click()
    bob.get_by_role("link", name="Hand in a roster").click()
    bob.get_by_role("button", name="Hand in", exact=True).click()
    expect(bob.locator("#notices")).to_contain_text("“Night drop” is handed in.")
    assert_fits_screen(bob)

    alice.goto(club)
    alice.locator("#shared").get_by_role("link", name="Night drop").click()
    expect(alice.get_by_role("heading", level=1)).to_have_text("Night drop")
    his_roster = alice.url
    alice.goto(event)
    handed_in = alice.get_by_role("row", name=re.compile("^bob"))
    expect(handed_in).to_contain_text("Legal")
    assert_fits_screen(alice)
    handed_in.get_by_role("link", name="Night drop").click()
    expect(alice.get_by_role("heading", level=1)).to_have_text("Night drop")

    charlie = sign_up_at_site(charlies, "charlie")
    for there in (club, f"{club}members/", event, alice.url, f"{event}rosters.pdf", his_roster, his_list):
        answer = charlie.goto(there)
        assert answer is not None
        assert answer.status == 404, there
        expect(charlie.locator("body")).not_to_contain_text(re.compile("Iron Table|Night drop|Reavers"))
    for there in ("/clubs/", "/gallery/", "/"):
        charlie.goto(charlies.url + there)
        expect(charlie.locator("main")).not_to_contain_text(re.compile("Iron Table|bob"))
    charlies.expect_status(404)
