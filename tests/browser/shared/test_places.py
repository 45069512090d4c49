"""A thumb on a phone: numbers are overwritten, no press is lost, and controls stay or become visible."""

import pytest
from playwright.sync_api import Locator, Page, expect

from builder.models import CompanyList, User
from builder.points.document.document import RosterEntry
from builder.services import rosters as services
from tests.browser.player import (
    DESKTOP,
    PHONE,
    LogIn,
    NewPlayer,
    count_field,
    number_field,
    roster_row,
    total_of,
    wait_until_saved,
)


@pytest.fixture
def roster(log_in_as: LogIn, alice: User, alices_list: CompanyList) -> Page:
    """Alice's phone with a roster of 385 points of 500: a captain (Max 1) and two reavers."""
    entries = [RosterEntry(profile="captain", count=1), RosterEntry(profile="reaver", count=2)]
    roster = services.add_roster(alices_list, name="Friday", limit=500, entries=entries)
    player = log_in_as(alice)
    page: Page = player.page
    page.goto(f"{player.url}/lists/{alices_list.public_id}/rosters/{roster.public_id}/")
    page.wait_for_load_state()
    return page


def place(locator: Locator) -> float:
    """Return how far below the top of the screen an element is."""
    top: float = locator.evaluate("element => element.getBoundingClientRect().top")
    return top


# ------------------------------------------------------------------ numbers

# Safari sets the cursor after the focus, when the finger leaves.
LIKE_SAFARI = """() => document.addEventListener("click", ({ target }) => {
  if (target.setSelectionRange) setTimeout(() => target.setSelectionRange(9, 9));
}, true)"""


@pytest.mark.parametrize("safari", [False, True], ids=["here", "safari"])
def test_a_number_is_typed_over(new_player: NewPlayer, safari: bool) -> None:
    page = new_player(viewport=PHONE, has_touch=True).start_profile()
    if safari:
        page.evaluate(LIKE_SAFARI)
    number = number_field(page, "Fgt ")
    expect(number).to_have_value("6")
    number.tap()
    page.wait_for_function("() => getSelection().toString() === '6'")
    page.keyboard.type("7")
    expect(number).to_have_value("7")
    number.tap()  # already focused: the cursor goes where the finger is
    page.keyboard.press("End")
    page.keyboard.type("1")
    expect(number).to_have_value("71")


# ------------------------------------------------------------------ presses


def test_a_press_after_a_number_is_not_lost(roster: Page) -> None:
    """Leaving the field sends the number, and the response arrives while the finger is still down."""
    add = roster.get_by_role("button", name="Add one Sergeant")
    count_field(roster, "Reaver Infantryman").fill("1")
    expect(total_of(roster)).to_have_text("295")
    count_field(roster, "Reaver Infantryman").fill("2")
    add.scroll_into_view_if_needed()
    add.hover()
    with roster.expect_response("**/rosters/**"):
        roster.mouse.down()
    roster.mouse.up()
    expect(count_field(roster, "Sergeant")).to_have_value("1")
    expect(total_of(roster)).to_have_text("483")


# ------------------------------------------------------------------ places


def test_a_stepper_stays_under_the_thumb(roster: Page) -> None:
    """Two captains are one too many: findings and a plan appear above the row."""
    count_field(roster, "Captain")
    more = roster_row(roster, "Captain").get_by_role("button", name="One more")
    more.scroll_into_view_if_needed()
    roster.evaluate("scrollBy(0, 60)")
    before, scrolled = place(more), roster.evaluate("scrollY")
    more.tap()
    expect(roster.locator("#plan")).to_contain_text("Make it legal")
    assert abs(place(more) - before) <= 1
    assert roster.evaluate("scrollY") > scrolled + 50
    more.tap()
    expect(count_field(roster, "Captain")).to_have_value("3")


def assert_followed(page: Page, control: Locator) -> None:
    """Check that the control has the focus and is marked, directly below the sticky part at the top."""
    expect(control).to_be_focused()
    row = page.locator("[data-followed]")
    expect(row).to_have_count(1)
    above = page.evaluate(
        "parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--above'))"
    )
    assert above <= place(row) <= above + 40
    assert place(control) >= place(row)


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_findings_of_a_roster_link_to_their_control(roster: Page, viewport: dict[str, int]) -> None:
    """On a desktop the total has the link, on a phone the bar."""
    roster.set_viewport_size({"width": viewport["width"], "height": viewport["height"]})
    roster.locator("#terms > summary").click()
    roster.get_by_role("button", name="1000 Enhanced").click()
    count_field(roster, "Captain").fill("2")
    links = roster.locator("#findings, #bar-sum").get_by_role("link", name="error")
    link = links.locator("visible=true")
    expect(link).to_be_visible()
    link.click()
    control = roster.locator("#n-all").get_by_role("button")
    wait_until_saved(roster)  # the press leaves the count, which is sent: the response replaces the control
    assert_followed(roster, control)
    roster.get_by_role("textbox", name="Game size").dispatch_event("change")
    wait_until_saved(roster)
    assert_followed(roster, control)


def test_findings_of_a_profile_link_to_their_control(new_player: NewPlayer) -> None:
    """Also if a response arrives after the link was followed."""
    page = new_player(viewport=PHONE, has_touch=True).start_profile()
    mov = number_field(page, "Mov ")
    mov.fill("14")
    link = page.locator(".bar").get_by_role("link", name="1 error")
    expect(link).to_be_visible()
    page.get_by_role("textbox", name="Notes").scroll_into_view_if_needed()
    link.tap()
    assert_followed(page, mov)
    number_field(page, "Fgt ").fill("13")
    link.or_(page.locator(".bar").get_by_role("link", name="2 errors")).tap()
    wait_until_saved(page)
    expect(page.locator(".bar").get_by_role("link", name="2 errors")).to_be_visible()
    assert_followed(page, mov)
    page.get_by_role("textbox", name="Notes").focus()
    expect(page.locator("[data-followed]")).to_have_count(0)


def test_findings_of_a_list_link_to_their_control(
    log_in_as: LogIn, alice: User, alices_list: CompanyList
) -> None:
    """From the count at the top to the row, and from the row to the control in the editor."""
    profile = alices_list.profiles.get(key="pathfinder")
    profile.design["attributes"]["mov"] = 14
    profile.save()
    player = log_in_as(alice)
    page = player.page
    page.goto(f"{player.url}/lists/{alices_list.public_id}/")
    page.locator("#profiles > .row").get_by_role("link", name="1 error").tap()
    error = page.locator("#p-pathfinder").get_by_role("link", name="1 error")
    assert_followed(page, error)
    error.tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Pathfinder")
    assert_followed(page, number_field(page, "Mov "))
