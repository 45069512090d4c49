"""The pages for sharing a list, and the shared pages, are accessible."""

from playwright.sync_api import expect

from builder.models import Club, CompanyList, Roster, User
from builder.services import gallery, sharing
from builder.services.clubs import shares
from tests.browser.accessibility import assert_clean
from tests.browser.player import LogIn
from tests.support.saving import set_attributes


def test_sharing_pages_are_accessible(
    log_in_as: LogIn, alice: User, bob: User, alices_list: CompanyList, club: Club
) -> None:
    """By each kind of access, with and without errors, and the owner's own page."""
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
    expect(bobs.page.locator("#paper-check")).to_contain_text("The models have changed.")
    assert_clean(bobs.page, everywhere=True)
    alices_list.profiles.filter(key="captain").update(max=0)
    for address in (
        f"shared/{link}/?sum=captain&paper=zzz",
        f"gallery/{alices_list.public_id}/",
        f"rosters/{roster.public_id}/",
        f"shared/{link}/rosters/{roster.public_id}/",
        f"shared/{link}/profiles/captain/take/",
        f"r/{sharing.create_frozen_link(alices_list, roster.public_id).secret}/",
    ):
        bobs.page.goto(f"{bobs.url}/{address}")
        assert_clean(bobs.page, everywhere=True)
    alices = log_in_as(alice, phone=False)
    here = f"{alices.url}/lists/{alices_list.public_id}/"
    alices.page.goto(f"{here}sharing/")
    alices.page.get_by_text("Stop or replace this link").click()
    assert_clean(alices.page, everywhere=True)
    alices.page.goto(f"{here}roster-links/?roster={roster.public_id}")
    assert_clean(alices.page, everywhere=True)
