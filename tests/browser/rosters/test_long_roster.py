"""A roster of forty on a phone: the height of the page, and finding and opening a row."""

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import expect

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, User
from builder.points.document.document import parse_document
from builder.services.exchange import create_list_from_document
from tests.browser.player import LogIn, assert_fits_screen
from tests.support.long_lists import lengthened

HIGHEST_PAGE = 5_000


def roster_of_all(value: dict[str, Any]) -> dict[str, Any]:
    """Return a list of forty profiles with one roster that fields all of them."""
    longer = lengthened(value)
    first = longer["rosters"][0]
    fielded = {entry["profile"] for entry in first["entries"]}
    keys = (profile["key"] for profile in longer["profiles"])
    rest = [{"profile": key, "count": 1} for key in keys if key not in fielded]
    return {**longer, "rosters": [{**first, "entries": [*first["entries"], *rest]}]}


@pytest.fixture
def lists(
    alice: User, catalogues: Catalogues, sample_values: Mapping[str, dict[str, Any]]
) -> dict[str, CompanyList]:
    """A list of forty with a roster of all for each game, by system."""
    first: dict[str, dict[str, Any]] = {}
    for value in sample_values.values():
        first.setdefault(value["system"], value)
    return {
        system: create_list_from_document(alice, parse_document(roster_of_all(value), catalogues))
        for system, value in first.items()
    }


def roster_url(made: CompanyList) -> str:
    return f"/lists/{made.public_id}/rosters/{made.rosters.get().public_id}/"


def test_forty_rows_of_every_game_fit_a_phone(
    lists: dict[str, CompanyList], log_in_as: LogIn, alice: User
) -> None:
    player = log_in_as(alice)
    page = player.page
    assert len(lists) == 5
    for system, made in lists.items():
        page.goto(player.url + roster_url(made))
        assert_fits_screen(page)
        assert page.locator(".models :is(.units > .unit, .picks > .pick > details)").count() >= 40, system
        assert page.evaluate("document.documentElement.scrollHeight") <= HIGHEST_PAGE, system


def test_a_row_is_found_opened_and_stays_open_while_its_count_changes(
    lists: dict[str, CompanyList], log_in_as: LogIn, alice: User
) -> None:
    player = log_in_as(alice)
    page = player.page
    page.goto(player.url + roster_url(lists["unbridled-fury"]))
    rows = page.locator(".models .pick:visible")
    page.locator("#find").fill("pathfinder scout")
    expect(rows).to_have_count(5)
    rows.first.locator("summary").tap()
    expect(rows.first.get_by_text("Long rifle", exact=True)).to_be_visible()
    rows.first.get_by_role("button", name="One more Pathfinder").tap()
    expect(page.locator(".saved:visible")).to_contain_text("Saved")
    expect(rows).to_have_count(5)
    expect(rows.first.get_by_text("Long rifle", exact=True)).to_be_visible()
    expect(rows.first.locator(".count")).to_have_text("2×")


def test_units_are_found_by_their_titles(
    lists: dict[str, CompanyList], log_in_as: LogIn, alice: User
) -> None:
    player = log_in_as(alice)
    page = player.page
    page.goto(player.url + roster_url(lists["dark-fantasy-fubar"]))
    units = page.locator(".unit:visible")
    page.locator("#find").fill("long row")
    expect(units).to_have_count(1)
    expect(page.locator("#found-count")).to_have_text("1 of 40")
    units.first.locator("summary").tap()
    units.first.get_by_role("button", name="One more Wick Guard").first.tap()
    expect(page.locator(".saved:visible")).to_contain_text("Saved")
    expect(units).to_have_count(1)
    page.locator("#find").fill("")
    page.locator(".letters").get_by_role("link", name="L", exact=True).tap()
    expect(page.locator(".unit", has=page.locator(":focus"))).to_have_attribute("aria-label", "The Long Row")
