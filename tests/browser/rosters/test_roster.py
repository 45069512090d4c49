"""A roster in a real browser: quick input, keyboard, two tabs, a phone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from builder.models import CompanyList, Roster, RosterEntry, User
from builder.points.document.document import RosterEntry as CoreEntry
from builder.services import rosters as services
from tests.browser.player import (
    DESKTOP,
    PHONE,
    LogIn,
    Player,
    count_field,
    open_roster_row,
    roster_row,
    tab_to,
    total_of,
    wait_until,
)

OpenRoster = Callable[..., Player]
Entries = list[tuple[str, int]]

# The captain is 205, a bodyguard 116, a sergeant 98, a reaver 90, a breacher 178.
STORED: Entries = [("captain", 1), ("reaver", 2)]


@pytest.fixture
def roster(alices_list: CompanyList) -> Roster:
    """A roster of 385 points for a game of 500."""
    entries = [CoreEntry(profile=key, count=count) for key, count in STORED]
    return services.add_roster(alices_list, name="Friday", limit=500, entries=entries)


@pytest.fixture
def open_roster(log_in_as: LogIn, roster: Roster, alice: User) -> OpenRoster:
    """Open the roster's page in alice's browser."""

    def make(viewport: ViewportSize = DESKTOP, *, scripts: bool = True) -> Player:
        player: Player = log_in_as(alice, phone=viewport is PHONE, scripts=scripts)
        player.page.goto(player.url + address(roster))
        return player

    return make


def address(roster: Roster) -> str:
    return f"/lists/{roster.company_list.public_id}/rosters/{roster.public_id}/"


def entries() -> Entries:
    rows = RosterEntry.objects.filter(roster__name="Friday").order_by("roster", "position")
    return list(rows.values_list("profile_key", "count"))


def more(page: Page, name: str) -> Locator:
    """Return the + of a profile, in its open row."""
    open_roster_row(page, name)
    return page.get_by_role("button", name=re.compile(rf"^One more {re.escape(name)} \+"))


def fewer(page: Page, name: str) -> Locator:
    open_roster_row(page, name)
    return page.get_by_role("button", name=re.compile(rf"^One fewer {re.escape(name)} \u2212"))


def all_saved(page: Page) -> None:
    """All responses have arrived, and the last one says that everything is saved."""
    expect(page.locator("#design.htmx-request")).to_have_count(0)
    expect(page.locator(".saved:visible").first).to_have_text(re.compile("^Saved"))


# ------------------------------------------------------------------ choosing


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_a_force_is_chosen_with_plus_and_minus(open_roster: OpenRoster, viewport: ViewportSize) -> None:
    page = open_roster(viewport).page
    more(page, "Sergeant").click()
    expect(total_of(page)).to_have_text("483")
    fewer(page, "Reaver Infantryman").click()
    expect(total_of(page)).to_have_text("393")
    expect(roster_row(page, "Sergeant").locator(".now")).to_contain_text("98")
    expect(roster_row(page, "Sergeant").locator(".each")).to_contain_text("1 more fits")
    all_saved(page)
    assert entries() == [("captain", 1), ("reaver", 1), ("sergeant", 1)]
    page.reload()
    expect(total_of(page)).to_have_text("393")
    expect(count_field(page, "Reaver Infantryman")).to_have_value("1")


def test_minus_at_zero_shows_no_price(open_roster: OpenRoster) -> None:
    page = open_roster().page
    price = roster_row(page, "Sergeant").get_by_role("button", name="One fewer").locator("small")
    expect(price).not_to_be_visible()
    more(page, "Sergeant").click()
    expect(price).to_be_visible()


def test_a_copy_has_the_game_size_just_chosen(open_roster: OpenRoster) -> None:
    """The buttons for other games are rendered again while one of them waits for a save."""
    player = open_roster()
    page = player.page
    player.slow_connection(page)
    page.locator("#terms > summary").click()
    page.locator("#more > summary").click()
    page.get_by_role("button", name="1000 Enhanced").click()
    page.get_by_role("button", name="Copy to 750").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Friday 2")
    assert dict(Roster.objects.filter(name__startswith="Friday").values_list("name", "limit")) == {
        "Friday": 1000, "Friday 2": 750,
    }  # fmt: skip


def test_profiles_that_fit_can_be_added_repeatedly(open_roster: OpenRoster) -> None:
    page = open_roster().page
    page.locator("#terms > summary").click()
    page.get_by_role("button", name="1000 Enhanced").click()
    expect(page.locator("#sum")).to_contain_text("615 left")
    add = page.get_by_role("button", name=re.compile("^One more Reaver Infantryman: "))
    add.click()
    expect(total_of(page)).to_have_text("475")
    expect(add).to_be_focused()
    page.keyboard.press("Enter")
    expect(total_of(page)).to_have_text("565")
    all_saved(page)
    assert entries() == [("captain", 1), ("reaver", 4)]


def test_on_a_phone_the_total_is_at_the_bottom(open_roster: OpenRoster) -> None:
    page = open_roster(PHONE).page
    bar = page.locator(".bar")
    roster_row(page, "Pathfinder").scroll_into_view_if_needed()
    expect(bar).to_be_in_viewport()
    expect(bar).to_contain_text("385 of 500, 115 left")
    expect(bar).to_contain_text("Legal, 3 of 20 models")
    for name in ("Share", "Print"):
        expect(bar.get_by_role("link", name=name)).to_be_in_viewport()
    bar.get_by_role("link", name="notes").click()
    expect(page.locator("#n-notes .finding").first).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


# ------------------------------------------------------------------ by keyboard


def test_it_works_by_keyboard(open_roster: OpenRoster) -> None:
    page = open_roster().page
    tab_to(page, count_field(page, "Reaver Infantryman"))
    page.keyboard.press("ArrowUp")
    expect(count_field(page, "Reaver Infantryman")).to_have_value("3")
    expect(total_of(page)).to_have_text("475")
    page.keyboard.press("Tab")
    expect(more(page, "Reaver Infantryman")).to_be_focused()
    page.keyboard.press("Space")
    expect(total_of(page)).to_have_text("565")
    expect(more(page, "Reaver Infantryman")).to_be_focused()
    tab_to(page, count_field(page, "Breacher"))
    page.keyboard.press("ArrowDown")  # there are none to remove
    expect(count_field(page, "Breacher")).to_have_value("0")
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    expect(count_field(page, "Breacher")).to_have_value("1")
    all_saved(page)
    assert entries() == [("captain", 1), ("reaver", 4), ("breacher", 1)]


# ------------------------------------------------------------------ quick hands, slow lines


def test_taps_after_undo_are_saved(open_roster: OpenRoster) -> None:
    player = open_roster()
    page = player.page
    page.locator("#fill-0").click()
    undo = page.locator("#status").get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    expect(page.locator("#models-head")).to_be_focused()
    player.slow_connection(page)
    undo.click()
    more(page, "Sergeant").click()
    more(page, "Sergeant").click()
    expect(total_of(page)).to_have_text("581")
    all_saved(page)
    expect(count_field(page, "Sergeant")).to_have_value("2")
    assert entries() == [*STORED, ("sergeant", 2)]


def test_a_double_press_adds_a_fill_once(open_roster: OpenRoster) -> None:
    player = open_roster()
    player.slow_connection(player.page)
    player.page.locator("#fill-0").dblclick()
    expect(player.page.locator("#status")).to_contain_text("added")
    saved_counts = [*STORED, ("sergeant", 1)]
    assert entries() == saved_counts
    expect(count_field(player.page, "Sergeant")).to_have_value("1")


def test_leaving_the_page_sends_waiting_changes(open_roster: OpenRoster) -> None:
    player = open_roster()
    page = player.page
    player.slow_connection(page)
    with page.expect_request("**/rosters/**"):
        page.locator("#fill-0").click()
    for _ in range(4):
        more(page, "Reaver Infantryman").click()
    page.goto(f"{player.url}/about/")
    wait_until(lambda: entries() == [("captain", 1), ("reaver", 6), ("sergeant", 1)])


# ------------------------------------------------------------------ rejected, outdated, deleted


def test_a_rejected_count_stays_marked_until_fixed(open_roster: OpenRoster) -> None:
    player = open_roster()
    page = player.page
    count_field(page, "Reaver Infantryman").fill("10000")
    expect(count_field(page, "Reaver Infantryman")).to_have_attribute("aria-invalid", "true")
    expect(count_field(page, "Reaver Infantryman")).to_have_accessible_description(re.compile("too large"))
    expect(page.locator("#status")).to_contain_text("Not saved. The count of Reaver Infantryman is too large")
    more(page, "Sergeant").click()
    expect(page.locator("#design.htmx-request")).to_have_count(0)
    assert entries() == STORED
    count_field(page, "Reaver Infantryman").fill("3")
    expect(page.locator("[aria-invalid]")).to_have_count(0)
    all_saved(page)
    assert entries() == [("captain", 1), ("reaver", 3), ("sergeant", 1)]
    player.expect_status(400)


def two_tabs(open_roster: OpenRoster) -> tuple[Player, Page, Page]:
    """The same roster in two tabs. The other tab was saved, so this one is stale."""
    player = open_roster()
    page, other = player.page, player.new_tab()
    other.goto(page.url)
    more(other, "Sergeant").click()
    all_saved(other)
    more(page, "Bodyguard").click()
    expect(page.get_by_role("alert")).to_contain_text("Changed elsewhere")
    expect(page.locator("#status")).to_contain_text("Not saved")
    assert entries() == [*STORED, ("sergeant", 1)]
    player.expect_status(409)
    return player, page, other


def test_keep_mine_saves_over_the_other_tab(open_roster: OpenRoster) -> None:
    _, page, _ = two_tabs(open_roster)
    expect(page.get_by_role("alert")).to_contain_text("Bodyguard")
    page.get_by_role("button", name="Keep mine").click()
    all_saved(page)
    expect(page.get_by_role("alert")).to_have_count(0)
    assert entries() == [*STORED, ("bodyguard", 1)]


def test_use_the_saved_version_loads_that_of_the_other_tab(open_roster: OpenRoster) -> None:
    _, page, _ = two_tabs(open_roster)
    page.get_by_role("link", name="Use the saved version").click()
    expect(count_field(page, "Sergeant")).to_have_value("1")
    expect(count_field(page, "Bodyguard")).to_have_value("0")
    assert entries() == [*STORED, ("sergeant", 1)]


def test_a_roster_removed_elsewhere_is_restored_with_the_latest_changes(
    open_roster: OpenRoster, alices_list: CompanyList, roster: Roster
) -> None:
    player = open_roster()
    page = player.page
    services.remove_roster(alices_list, roster.public_id)
    more(page, "Sergeant").click()
    expect(page.locator("#notices")).to_contain_text("This roster is no longer in the list")
    page.get_by_role("button", name="Restore").click()
    all_saved(page)
    expect(page.locator("#notices")).to_be_empty()
    assert Roster.objects.get(pk=roster.pk).removed_at is None
    assert entries() == [*STORED, ("sergeant", 1)]
    player.expect_status(404)
