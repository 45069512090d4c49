"""The pages of clubs in a real browser: copying, undoing, and their accessibility."""

from playwright.sync_api import expect

from builder.models import Club, CompanyList, Invite, Membership, Share, User
from builder.services.clubs import invites
from builder.services.lists import copy_list
from tests.browser.accessibility import assert_clean
from tests.browser.player import LogIn


def test_the_url_of_an_invite_is_copied(log_in_as: LogIn, club: Club, dora: User) -> None:
    invite = invites.create_invite(club, dora, 7, 2)
    player = log_in_as(dora)
    player.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=player.url)
    page = player.page
    page.goto(f"{player.url}/clubs/{club.public_id}/invites/")
    page.get_by_role("button", name="Copy the address").click()
    expect(page.get_by_role("status").filter(has_text="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == f"{player.url}/join/{invite.secret}/"
    page.get_by_role("button", name="Revoke").click()
    expect(page.locator("#notices")).to_contain_text("revoked")
    assert Invite.objects.get().revoked_at is not None


def test_stopping_sharing_can_be_undone(
    log_in_as: LogIn, club: Club, bob: User, alices_list: CompanyList
) -> None:
    row = copy_list(bob, alices_list)
    Share.objects.create(club=club, company_list=row)
    player = log_in_as(bob)
    page = player.page
    page.goto(f"{player.url}/clubs/{club.public_id}/")
    page.get_by_role("button", name=f"Stop sharing {row.name}").click()
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_focused()
    assert not Share.objects.exists()
    page.keyboard.press("Enter")
    expect(page.locator("#shared").get_by_role("link", name=row.name)).to_be_visible()
    assert Share.objects.get().company_list == row


def test_club_pages_are_accessible(
    log_in_as: LogIn, club: Club, alice: User, bob: User, charlie: User, alices_list: CompanyList
) -> None:
    """Each with content, in light and dark, on a desktop and on a phone."""
    Club.objects.filter(pk=club.pk).update(listed=True, about="## Where\n\n*Above* the pub.")
    Share.objects.create(club=club, company_list=copy_list(bob, alices_list))
    invite = invites.create_invite(club, alice, 7, 2)
    invites.request_to_join(club, charlie, "I paint dwarfs.")
    here = f"clubs/{club.public_id}/"
    bobs = Membership.objects.get(user=bob).public_id
    player, outside = log_in_as(alice, phone=False), log_in_as(charlie, phone=False)
    for path in (
        "clubs/", "clubs/found/", here, f"{here}settings/", f"{here}members/", f"{here}invites/",
        f"{here}requests/", f"{here}leave/", f"{here}dissolve/", f"{here}members/{bobs}/remove/",
    ):  # fmt: skip
        player.page.goto(f"{player.url}/{path}")
        assert_clean(player.page, everywhere=True)
    for path in ("clubs/?q=iron", here, f"join/{invite.secret}/"):
        outside.page.goto(f"{outside.url}/{path}")
        assert_clean(outside.page, everywhere=True)


def test_rejected_forms_are_accessible(log_in_as: LogIn, club: Club, alice: User, dora: User) -> None:
    """A wrong time zone, settings changed meanwhile, another club's name, an expired invite."""
    player = log_in_as(alice, phone=False)
    page, here = player.page, f"{player.url}/clubs/{club.public_id}/"
    page.goto(f"{here}settings/")
    page.get_by_label("Time zone").fill("Middle/Earth")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".field-error")).to_be_visible()
    assert_clean(page)
    page.goto(f"{here}settings/")
    Club.objects.filter(pk=club.pk).update(place="Hull", version=2)
    page.get_by_label("Place").fill("York")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Changed elsewhere")).to_be_visible()
    assert_clean(page)
    page.get_by_role("button", name="Keep mine").click()
    expect(page.locator("#notices")).to_contain_text("Saved.")
    assert Club.objects.get().place == "York"
    page.goto(f"{here}dissolve/")
    page.get_by_label("Type the name").fill("Iron")
    page.get_by_role("button", name="Dissolve club").click()
    expect(page.locator(".field-error")).to_be_visible()
    assert_clean(page)
    page.goto(f"{player.url}/join/bcdfghjkmnpqrstvwxyz2345/")
    assert_clean(page)
    player.expect_status(400, 409, 404)
