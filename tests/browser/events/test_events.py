"""The pages of events in a real browser: accessibility, and names that need much room."""

from django.utils import timezone
from playwright.sync_api import expect

from builder.models import Club, CompanyList, Event, HandIn, User
from builder.services.lists import copy_list, save_details
from tests.browser.accessibility import assert_clean
from tests.browser.player import LogIn, assert_fits_screen
from tests.support.events import add_event, close_event, roster_of, submit_roster


def test_event_pages_are_accessible(
    log_in_as: LogIn, club: Club, alice: User, bob: User, alices_list: CompanyList
) -> None:
    """Each with content, in light and dark, on a desktop and on a phone."""
    bobs_list = copy_list(bob, alices_list)
    event = add_event(club, alice, notes="## Where\n\n*Above* the pub.")
    add_event(club, alice, name="Long ago", date=timezone.now().date().replace(year=2020, day=1))
    hand_in = submit_roster(event, bob, bobs_list, 1)
    submit_roster(event, alice, alices_list)
    HandIn.objects.filter(user=alice).update(summary={**hand_in.summary, "errors": 2})
    here = f"clubs/{club.public_id}/"
    at = f"{here}events/{event.public_id}/"
    organiser, member = log_in_as(alice, phone=False), log_in_as(bob, phone=False)
    other = roster_of(alices_list, 1).public_id
    save_details(bobs_list, 1, name="Renamed", setting="", background="")
    for path in (
        here, f"{here}events/new/", at, f"{at}edit/", f"{at}delete/", f"{at}hand-in/?roster={other}",
        f"{at}hand-ins/{hand_in.public_id}/?prices=1",
    ):  # fmt: skip
        organiser.page.goto(f"{organiser.url}/{path}")
        assert_clean(organiser.page, everywhere=True)
    for path in (at, f"{at}hand-ins/{hand_in.public_id}/"):
        member.page.goto(f"{member.url}/{path}")
        expect(member.page.get_by_text("You\u2019ve changed your roster since")).to_be_visible()
        assert_clean(member.page)
    close_event(event)
    member.page.goto(f"{member.url}/{at}")
    assert_clean(member.page)


def test_rejected_forms_are_accessible(
    log_in_as: LogIn, club: Club, alice: User, alices_list: CompanyList
) -> None:
    """A time that the clock change leaves out, an event changed meanwhile, a list changed meanwhile."""
    event = add_event(club, alice)
    player = log_in_as(alice, phone=False)
    page, at = player.page, f"{player.url}/clubs/{club.public_id}/events/{event.public_id}/"
    page.goto(f"{at}edit/")
    page.get_by_label("Day").fill("2030-03-31")
    page.get_by_label("Time").fill("01:30")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("choose 02:30 or another")).to_be_visible()
    expect(page.get_by_label("Time")).to_have_value("01:30")
    assert_clean(page)
    Event.objects.update(name="Theirs", version=2)
    page.get_by_label("Time").fill("02:30")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Changed elsewhere")).to_be_visible()
    assert_clean(page)
    page.get_by_role("button", name="Keep mine").click()
    expect(page.locator("#notices")).to_contain_text("Saved.")
    page.goto(f"{at}hand-in/")
    CompanyList.objects.update(version=99)
    page.get_by_role("button", name="Hand in", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("the list has changed since you opened this page")
    assert_clean(page)
    player.expect_status(400, 409)


def test_names_without_a_space_fit_a_phone(
    log_in_as: LogIn, club: Club, alice: User, alices_list: CompanyList, event: Event
) -> None:
    """All names have two hundred letters, on the pages for handing in and for sharing."""
    name = "Wolkenkratzer" * 15
    for rows in (Club.objects, Event.objects, CompanyList.objects, alices_list.profiles, alices_list.rosters):
        rows.update(name=name)
    player = log_in_as(alice)
    at = f"{player.url}/clubs/{club.public_id}/"
    for address in (at, f"{at}events/{event.public_id}/", f"{at}events/{event.public_id}/hand-in/",
                    f"{player.url}/lists/{alices_list.public_id}/sharing/"):  # fmt: skip
        player.page.goto(address)
        expect(player.page.get_by_text(name).first).to_be_visible()
        assert_fits_screen(player.page)


def test_numbers_follow_a_right_to_left_name(
    log_in_as: LogIn, club: Club, alice: User, alices_list: CompanyList, event: Event
) -> None:
    CompanyList.objects.update(name="حراس المرفأ")
    submit_roster(event, alice, alices_list)
    player = log_in_as(alice, phone=False)
    player.page.goto(f"{player.url}/clubs/{club.public_id}/events/{event.public_id}/")
    name = player.page.locator("#mine i").bounding_box()
    figures = player.page.locator("#mine span.figures").bounding_box()
    assert name
    assert figures
    assert name["x"] + name["width"] <= figures["x"]
