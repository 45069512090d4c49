"""Sharing on a phone: alice makes a link, a stranger without an account opens and copies it, she stops it."""

import re

import pytest
from playwright.sync_api import expect

from builder.models import Club, CompanyList, Roster, User
from builder.services import gallery, sharing
from builder.services.clubs import shares
from builder.services.rosters import save_roster
from tests.browser.accessibility import assert_clean
from tests.browser.player import PHONE, LogIn, NewPlayer, assert_fits_screen
from tests.support.saving import set_attributes

FINGERPRINT = re.compile(r"^[0-9a-z]{4}(-[0-9a-z]{4}){4}$")


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("scripts", [False, True], ids=["no scripts", "scripts"])
def test_a_list_is_shared_by_link_with_a_stranger(
    log_in_as: LogIn, new_player: NewPlayer, alice: User, alices_list: CompanyList, scripts: bool
) -> None:
    alices = log_in_as(alice, scripts=scripts)
    page = alices.page
    page.goto(f"{alices.url}/lists/{alices_list.public_id}/")
    page.get_by_role("link", name="Share", exact=True).click()
    expect(page.get_by_text("Only you can see this list.")).to_be_visible()
    page.get_by_role("button", name="Create link").click()
    assert_fits_screen(page)
    expect(page.get_by_text("You share this list with anyone with the link")).to_be_visible()
    link = page.get_by_label("Anyone with this link").input_value()

    stranger = new_player(viewport=PHONE, has_touch=True, scripts=scripts)
    theirs = stranger.page
    theirs.goto(link)
    assert_fits_screen(theirs)
    expect(theirs.get_by_role("heading", level=1)).to_have_text(alices_list.name)
    expect(theirs.locator("#legal")).to_contain_text("All 7 profiles are legal.")
    expect(theirs.get_by_text("by alice")).to_be_visible()
    mark = theirs.locator("#compare code").first
    expect(mark).to_have_text(FINGERPRINT)
    theirs.get_by_label("Code on the printed sheet").fill(str(mark.text_content()).upper())
    theirs.get_by_role("button", name="Compare").click()
    expect(theirs.locator("#paper-check")).to_contain_text("The force matches.")
    theirs.get_by_role("link", name="Receipt Captain", exact=True).click()
    expect(theirs.locator("#p-captain table.receipt")).to_be_visible()
    assert_fits_screen(theirs)
    theirs.get_by_role("button", name="Copy to my lists").click()
    expect(theirs.get_by_text(f"Copied from “{alices_list.name}” by alice")).to_be_visible()
    expect(theirs.get_by_role("link", name="Add and design it")).to_have_count(0)
    expect(theirs.get_by_role("button", name="Add and design it")).to_be_visible()

    page.get_by_text("Stop or replace this link").click()
    page.get_by_role("button", name="Stop link", exact=True).click()
    expect(page.get_by_text("Stopped. The link no longer works.")).to_be_visible()
    theirs.goto(link)
    expect(theirs.get_by_role("heading", level=1)).to_have_text("This link doesn't work")
    expect(theirs.get_by_text(alices_list.name)).to_have_count(0)
    stranger.expect_status(404)


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("scripts", [False, True], ids=["no scripts", "scripts"])
def test_a_roster_is_shared_with_three_taps(
    log_in_as: LogIn, new_player: NewPlayer, alice: User, alices_list: CompanyList, scripts: bool
) -> None:
    """Share, Create link, Open. A stranger sees the roster as it was, until alice stops the link."""
    roster = alices_list.rosters.get(name="Night drop")
    alices = log_in_as(alice, scripts=scripts)
    page = alices.page
    page.goto(f"{alices.url}/lists/{alices_list.public_id}/rosters/{roster.public_id}/")
    page.locator(".bar").get_by_role("link", name="Share", exact=True).click()
    assert_fits_screen(page)
    page.get_by_role("button", name="Create link").click()
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    link = page.locator("#link").input_value()
    if scripts:
        assert_clean(page)
    assert_fits_screen(page)
    page.get_by_role("link", name="Open", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Night drop")

    save_roster(alices_list, roster.public_id, roster.version, name="Dawn", limit=500, entries=())
    stranger = new_player(viewport=PHONE, has_touch=True, scripts=scripts)
    theirs = stranger.page
    theirs.goto(link)
    expect(theirs.get_by_role("heading", level=1)).to_have_text("Night drop")
    expect(theirs.locator(".verdict-head")).to_contain_text("739 of 750 points")
    expect(theirs.locator("#p-captain")).to_contain_text("Armour Piercing")
    if scripts:
        assert_clean(theirs)
    assert_fits_screen(theirs)

    page.goto(f"{alices.url}/lists/{alices_list.public_id}/roster-links/?roster={roster.public_id}")
    expect(page.get_by_text("your roster has changed since")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    theirs.goto(link)
    expect(theirs.get_by_role("heading", level=1)).to_have_text("This link doesn't work")
    stranger.expect_status(404)


def test_sharing_pages_are_accessible(
    log_in_as: LogIn, alice: User, bob: User, alices_list: CompanyList, club: Club
) -> None:
    """By every door, with and without errors, and the owner's own page."""
    roster = Roster.objects.filter(company_list=alices_list)[0]
    link = sharing.create_link(alices_list)
    gallery.publish_list(alices_list)
    shares.share_with_club(club, alices_list)
    shares.share_with_club(club, alices_list, roster)
    bobs = log_in_as(bob, phone=False)
    bobs.page.goto(f"{bobs.url}/shared/{link}/")
    code = bobs.page.locator("#compare code").first.text_content()
    set_attributes(alices_list, "captain", mov=7)
    bobs.page.goto(f"{bobs.url}/shared/{link}/?paper={code}")
    expect(bobs.page.locator("#paper-check")).to_contain_text("The force has changed.")
    assert_clean(bobs.page, everywhere=True)
    alices_list.profiles.filter(key="captain").update(max=0)
    for address in (
        f"shared/{link}/?sum=captain&paper=zzz",
        f"gallery/{alices_list.public_id}/",
        f"rosters/{roster.public_id}/",
        f"shared/{link}/rosters/{roster.public_id}/",
        f"shared/{link}/profiles/captain/take/",
    ):
        bobs.page.goto(f"{bobs.url}/{address}")
        assert_clean(bobs.page, everywhere=True)
    alices = log_in_as(alice, phone=False)
    alices.page.goto(f"{alices.url}/lists/{alices_list.public_id}/sharing/")
    alices.page.get_by_text("Stop or replace this link").click()
    assert_clean(alices.page, everywhere=True)
