"""A list of forty on a phone: what is visible, finding a profile, and moving it by finger, key and menu."""

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, Profile, User
from builder.points.document.document import parse_document
from builder.services.exchange import create_list_from_document
from tests.browser.accessibility import assert_clean
from tests.browser.player import PHONE, LogIn, Player, assert_fits_screen, wait_until
from tests.support.long_lists import lengthened

HIGHEST_ROW, HIGHEST_PAGE = 96, 5_000


@pytest.fixture
def lists(
    alice: User, catalogues: Catalogues, sample_values: Mapping[str, dict[str, Any]]
) -> dict[str, CompanyList]:
    """A list of forty for each game, by system."""
    first: dict[str, dict[str, Any]] = {}
    for value in sample_values.values():
        first.setdefault(value["system"], value)
    return {
        system: create_list_from_document(alice, parse_document(lengthened(value), catalogues))
        for system, value in first.items()
    }


@pytest.fixture
def forty(lists: dict[str, CompanyList]) -> CompanyList:
    return lists["unbridled-fury"]


@pytest.fixture
def player(log_in_as: LogIn, alice: User, forty: CompanyList) -> Player:
    """Alice on her phone, on the page of the list."""
    client: Player = log_in_as(alice)
    client.page.goto(f"{client.url}/lists/{forty.public_id}/")
    client.page.wait_for_load_state()
    return client


def rows(page: Page) -> Locator:
    return page.locator("#profiles article.profile")


def row(page: Page, key: str) -> Locator:
    return page.locator(f"#p-{key}")


def handle(page: Page, key: str) -> Locator:
    return row(page, key).locator(".move > a")


def keys(row: CompanyList) -> list[str]:
    return list(Profile.objects.filter(company_list=row).order_by("position").values_list("key", flat=True))


def order(page: Page) -> list[str]:
    row_data: list[str] = rows(page).evaluate_all("rows => rows.map((row) => row.id.slice(2))")
    return row_data


def place(locator: Locator) -> float:
    """Return how far below the top of the screen an element is."""
    top: float = locator.evaluate("element => element.getBoundingClientRect().top")
    return top


# ------------------------------------------------------------------ in sight


def test_forty_profiles_of_every_game_fit_a_phone(
    lists: dict[str, CompanyList], log_in_as: LogIn, alice: User
) -> None:
    player = log_in_as(alice)
    page = player.page
    assert len(lists) == 5
    for system, item in lists.items():
        page.goto(f"{player.url}/lists/{item.public_id}/")
        assert_fits_screen(page)
        heights = rows(page).evaluate_all("rows => rows.map((row) => row.getBoundingClientRect().height)")
        assert len(heights) == 40
        assert max(heights) <= HIGHEST_ROW, system
        assert page.evaluate("document.documentElement.scrollHeight") <= HIGHEST_PAGE, system
        bar = page.get_by_role("navigation", name="This list")
        for place in ("#add-name", "#find", "#rosters", "/print/"):
            expect(bar.locator(f"a[href$='{place}']")).to_be_in_viewport(ratio=1)


def test_the_bar_covers_neither_the_focus_nor_the_end(player: Player) -> None:
    page = player.page
    bar = page.get_by_role("navigation", name="This list")
    bar.get_by_role("link", name="Add", exact=True).tap()
    name = page.get_by_label("Name of the profile")
    expect(name).to_be_focused()
    for _ in range(12):
        page.keyboard.press("Tab")
        focused = page.locator(":focus")
        assert place(focused) + focused.evaluate("element => element.offsetHeight") <= place(bar) + 1
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(page.get_by_role("link", name="REST API")).to_be_in_viewport(ratio=1)
    assert (
        place(page.locator(".colophon")) >= place(bar) + bar.evaluate("element => element.offsetHeight") - 1
    )


def test_a_row_opens_by_a_tap_next_to_its_name(player: Player) -> None:
    page = player.page
    captain = row(page, "captain")
    expect(captain.get_by_role("button", name="Duplicate Captain")).to_be_hidden()
    points = captain.locator(".pv").bounding_box()
    assert points
    page.touchscreen.tap(points["x"] + 2, points["y"] + 2)
    expect(captain.get_by_role("button", name="Duplicate Captain")).to_be_visible()
    captain.get_by_role("button", name="Duplicate Captain").tap()
    expect(rows(page)).to_have_count(41)
    expect(captain.get_by_role("button", name="Duplicate Captain")).to_be_visible()  # still open
    captain.get_by_role("link", name="Captain", exact=True).tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Captain")


def test_a_long_list_is_accessible(player: Player) -> None:
    """With an open row and an open menu."""
    player.page.locator("#d-second > summary").tap()
    handle(player.page, "bodyguard").tap()
    assert_clean(player.page, everywhere=True)


def test_the_search_finds_rows_and_letters_link_to_them(player: Player) -> None:
    page = player.page
    page.get_by_role("searchbox", name="Find a profile").press_sequentially("bran bodyg")
    expect(page.locator("#found-count")).to_have_text("1 of 40")
    seen = page.locator("#profiles article.profile:visible h3")
    expect(seen).to_have_text(["Bran the Bodyguard"])
    page.locator(":focus").press("Enter")  # sends nothing: the profile is already visible
    moved = page.locator("#profiles article.profile:visible .move > a")
    moved.tap()
    page.locator(".menu:visible").get_by_role("button", name="Move last").tap()
    expect(page.locator("#notices")).to_have_text("Moved to place 40 of 40.")
    expect(seen).to_have_text(["Bran the Bodyguard"])
    letters = page.get_by_role("navigation", name="Jump to a letter")
    expect(letters).to_be_hidden()
    page.get_by_role("searchbox", name="Find a profile").fill("zeppelin")
    expect(seen).to_have_count(0)
    page.locator("#none-found").get_by_role("link", name="Show all").tap()
    expect(seen).to_have_count(40)
    letters.get_by_role("link", name="D", exact=True).tap()
    first = page.locator("article.profile h3 a:focus")
    expect(first).to_have_text(["Dorn the Bodyguard"])
    assert 0 <= place(first) < PHONE["height"] / 3
    expect(page.locator("#found-count")).to_be_empty()
    letters.get_by_role("link", name="D", exact=True).tap()
    expect(first).to_have_text(["Dorn the Breacher"])


def test_choosing_an_order_sorts_the_rows_at_once(player: Player) -> None:
    page = player.page
    page.get_by_role("searchbox", name="Find a profile").fill("bodyguard")
    page.get_by_label("Order").select_option("By points")
    page.wait_for_url("**/?find=bodyguard&order=points#profiles")
    expect(page.locator("#found-count")).to_have_text("6 of 40")
    expect(handle(page, "bodyguard")).to_have_count(0)
    page.get_by_label("Order").select_option("List order")
    expect(handle(page, "bodyguard")).to_have_count(1)
    assert_fits_screen(page)


# ------------------------------------------------------------------ moving


def test_a_profile_is_moved_by_the_keyboard(player: Player, forty: CompanyList) -> None:
    """Quick keys on a slow line: each move is visible at once, and the last position is saved."""
    page = player.page
    player.slow_connection(page)
    handle(page, "sergeant").focus()
    for key in ("ArrowUp", "ArrowUp", "ArrowUp", "ArrowDown"):
        page.keyboard.press(key)
    assert order(page)[:4] == ["captain", "sergeant", "second", "bodyguard"]
    expect(handle(page, "sergeant")).to_be_focused()
    wait_until(lambda: keys(forty)[:4] == ["captain", "sergeant", "second", "bodyguard"])
    page.keyboard.press("End")
    wait_until(lambda: keys(forty)[-1] == "sergeant")
    expect(page.locator("#notices")).to_have_text("Moved to place 40 of 40.")
    expect(handle(page, "sergeant")).to_be_focused()


def test_the_menu_stays_open_and_its_button_under_the_thumb(player: Player, forty: CompanyList) -> None:
    page = player.page
    handle(page, "pathfinder").tap()
    down = row(page, "pathfinder").get_by_role("button", name="Move down")
    before = place(down)
    for times in (1, 2):
        down.tap()
        expect(page.locator("#notices")).to_have_text(f"Moved to place {7 + times} of 40.")
        assert abs(place(down) - before) <= 1
    assert keys(forty)[8] == "pathfinder"
    page.keyboard.press("Escape")
    expect(down).to_be_hidden()
    expect(handle(page, "pathfinder")).to_be_focused()


class Finger:
    """A finger that drags a handle to the middle of another row, and lets go later."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.phone = page.context.new_cdp_session(page)

    def drag(self, key: str, onto: str, steps: int = 8) -> None:
        box, target = handle(self.page, key).bounding_box(), row(self.page, onto).bounding_box()
        assert box
        assert target
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        way = target["y"] + target["height"] / 2 + 4 - y
        self._touch("touchStart", {"x": x, "y": y})
        for step in range(1, steps + 1):
            self._touch("touchMove", {"x": x, "y": y + way * step / steps})

    def let_go(self) -> None:
        self._touch("touchEnd")

    def _touch(self, kind: str, *points: dict[str, float]) -> None:
        self.phone.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})


def test_a_profile_is_dragged_by_its_handle(player: Player, forty: CompanyList) -> None:
    page = player.page
    page.evaluate("scrollBy(0, 300)")
    finger = Finger(page)
    finger.drag("second", "sergeant")
    moved = ["captain", "bodyguard", "sergeant", "second"]
    expect(rows(page).nth(3)).to_have_id("p-second")  # visible before it lets go
    assert keys(forty)[1] == "second"
    finger.let_go()
    expect(page.locator("#notices")).to_have_text("Moved to place 4 of 40.")
    assert order(page)[:4] == keys(forty)[:4] == moved
    expect(page.locator(".move > .menu")).to_have_count(0)


def test_a_failed_move_is_reverted(player: Player, forty: CompanyList) -> None:
    page = player.page
    page.evaluate("scrollBy(0, 300)")

    def fail(route: Route) -> None:
        route.abort()

    page.route("**/move/", fail)
    before = order(page)
    finger = Finger(page)
    finger.drag("second", "sergeant")
    expect(rows(page).nth(3)).to_have_id("p-second")
    finger.let_go()
    expect(page.locator("#notices")).to_contain_text("No answer from Musterbook")
    assert order(page) == before == keys(forty)
    player.expect_messages("ERR_FAILED", "htmx:")
