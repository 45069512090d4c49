"""No page breaks a rule of axe, in light and dark, on a desktop and on a phone.

The fast lane checks each page once, light on a desktop or dark on a phone. Measuring contrast takes most of
the time, so the fast lane only measures pages that the wide lane checks in all ways.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from django.core.management import call_command
from playwright.sync_api import Page

from builder.catalogue.files import bundled_catalogues, sample_files
from builder.exports.json import to_json_text
from builder.models import CompanyList, User
from builder.points.document.document import Document
from builder.services.print_setups import create_setup
from tests.browser.accessibility import assert_clean
from tests.browser.player import LogIn, Player, count_field, open_folds, wait_until_saved
from tests.support.saving import set_attributes

EDITION = "systems/unbridled-fury/0.9.0/"


Open = Callable[[str], Page]


@pytest.fixture
def player(log_in_as: LogIn, alice: User, alices_list: CompanyList) -> Player:
    """Alice in her browser."""
    call_command("load_samples", verbosity=0)
    player: Player = log_in_as(alice, phone=False)
    return player


@pytest.fixture
def open_page(player: Player, alices_list: CompanyList) -> Open:
    """Open an address. LIST, EDITOR and ROSTER are alice's pages."""
    assert alices_list.owner is not None
    create_setup(alices_list.owner, "Small cards", {"paper": "cards", "size": "a4", "trim": "9"})
    set_attributes(alices_list, "captain", mov=7)  # the history has an entry
    here = f"lists/{alices_list.public_id}/"
    roster = alices_list.rosters.order_by("position")[0].public_id

    def go(address: str) -> Page:
        address = address.replace("EDITOR", f"{here}profiles/breacher/").replace("LIST", here)
        address = address.replace("ROSTER", f"{here}rosters/{roster}/")
        player.page.goto(f"{player.url}/{address}")
        return player.page

    return go


@pytest.mark.parametrize(
    "address",
    [
        "",
        "about/",
        "api/v1/docs",
        "lists/",
        "lists/?ticked=1",
        "lists/tags/",
        "print-setups/",
        "privacy/",
        "LISTnew-profile/",
        "lists/import/",
        "LISTpaste/",
        "LIST?edit=details",
        "LIST?sum=breacher",
        "LISThistory/",
        "LISThistory/1/",
        "LISThistory/compare/?from=1",
        "ROSTER",
        "LISTprint/?paper=cards",
        "LISTprint/?paper=x",
        "LISTtext/?style=full&format=bbcode",
        "samples/heron-court/",
        EDITION,
        f"{EDITION}?q=water",
        f"{EDITION}rules/",
        "EDITOR?pick=properties",
        "EDITOR?pick=shooting_weapons[0]&q=blast",
    ],
)
def test_pages_are_accessible(open_page: Open, address: str) -> None:
    """Each with as much content as possible: a total, an open form or picker."""
    assert_clean(open_page(address), everywhere=True)


@pytest.mark.wide
@pytest.mark.parametrize("slug", list({path.parts[-3]: slug for slug, path in sample_files()}.values()))
def test_pages_of_every_game_are_accessible(
    open_page: Open, sample_values: Mapping[str, dict[str, Any]], slug: str
) -> None:
    """A sample, its copy with a profile, pickers, a roster and papers, and the pages of the game."""
    page = open_page(f"samples/{slug}/")
    assert_clean(page, everywhere=True)
    page.get_by_role("button", name="Copy to my lists").first.click()
    page.wait_for_url("**/lists/*/")
    here = page.url
    assert_clean(page, everywhere=True)
    links = page.locator("#profiles h3 a, #rosters h3 a, #rosters li a").evaluate_all(
        "links => links.map((link) => link.href)"
    )
    profile = next(link for link in links if "/profiles/" in link)
    roster = next(link for link in links if "/rosters/" in link)
    value = sample_values[slug]
    game = f"{page.url.partition('/lists/')[0]}/systems/{value['system']}/{value['edition']}/"
    for address in (
        profile, roster, f"{here}print/", f"{here}text/?style=full&format=bbcode", f"{here}new-profile/",
        f"{here}sharing/", f"{here}history/", game, f"{game}rules/",
    ):  # fmt: skip
        page.goto(address)
        assert_clean(page, everywhere=True)
    page.goto(profile)
    pickers = page.locator("button[aria-haspopup=dialog]")
    for part in pickers.evaluate_all("buttons => buttons.map((button) => button.value)"):
        page.goto(f"{profile}?pick={part.removeprefix('pick:')}")
        assert_clean(page)


def test_the_not_found_page_is_accessible(player: Player, open_page: Open) -> None:
    assert_clean(open_page("nothing/here/"), everywhere=True)
    player.expect_status(404)


def test_an_editor_with_everything_open_is_accessible(open_page: Open) -> None:
    page = open_page("EDITOR")
    open_folds(page)
    for name in ("companion", "drifter", "flier", "one-shot-wonder", "were-creature"):
        page.get_by_role("button", name="Add a property").click()
        page.locator(f"#k-properties-{name}").click()
        wait_until_saved(page)  # the response contains another button to press
        page.get_by_role("button", name="Done picking").click()
    page.locator("#f-attributes-mov").fill("13")
    page.locator("#f-attributes-mov").press("Enter")
    page.locator("#n-attributes-mov .finding").first.wait_for()
    wait_until_saved(page)  # wait, so that no response replaces an open part
    for summary in page.locator("#design .explained > summary").all():
        summary.click()
    assert_clean(page)


def test_an_editor_with_errors_is_accessible(player: Player, open_page: Open) -> None:
    page = open_page("EDITOR")
    page.locator("#f-attributes-mov").fill("fast")
    page.locator("#f-attributes-mov").press("Enter")
    page.locator("#n-attributes-mov .field-error").wait_for()
    assert_clean(page)
    player.expect_status(400)


def test_a_stale_editor_is_accessible(player: Player, open_page: Open) -> None:
    page = open_page("EDITOR")
    other = page.context.new_page()
    other.goto(page.url)
    open_folds(page)
    open_folds(other)
    other.locator("#f-name").fill("Theirs")
    other.locator("#f-name").press("Enter")
    other.locator("#status", has_text="Saved").wait_for()
    page.locator("#f-name").fill("Mine")
    page.locator("#f-name").press("Enter")
    page.get_by_role("alert").wait_for()
    assert_clean(page)
    player.expect_status(409)


def test_the_preview_of_a_text_is_accessible(player: Player, open_page: Open) -> None:
    """With a part that wasn't read, different points, and findings; then rejected."""
    page = open_page("LISTpaste/")
    page.get_by_label("Stat lines", exact=True).fill(
        "A title\n\nCook (98 points) Mov 13 SW R4FFB4AP8\nBoy Mov 5"
    )
    page.get_by_role("button", name="Preview").click()
    assert_clean(page, everywhere=True)
    page.get_by_role("button", name="Save 2 profiles").click()
    page.get_by_role("alert").wait_for()
    assert_clean(page)
    player.expect_status(400)


def test_the_preview_of_an_import_is_accessible(open_page: Open, reavers: Document) -> None:
    """With a name that is in use."""
    page = open_page("lists/import/")
    another = replace(reavers, setting="Another moon")
    page.get_by_label("Text", exact=True).fill(
        to_json_text(another, bundled_catalogues()[reavers.system, reavers.edition])
    )
    page.get_by_role("button", name="Preview", exact=True).click()
    page.get_by_role("group", name="You have another list of this name").wait_for()
    assert_clean(page, everywhere=True)


def test_a_roster_with_many_findings_is_accessible(player: Player, open_page: Open) -> None:
    """Over its limit, with Undo; then with fits; then rejected; then stale."""
    page = open_page("ROSTER")
    status = page.locator("#status")
    reavers = count_field(page, "Reaver Infantryman")
    reavers.fill("9")
    page.locator("#n-all .finding[data-level=error]").wait_for()
    reavers.fill("0")
    status.get_by_role("button", name="Undo").wait_for()
    page.locator("#fill-0").wait_for()
    assert_clean(page)
    reavers.fill("many")
    page.locator(".field-error").wait_for()
    assert_clean(page)
    player.expect_status(400)
    other = page.context.new_page()
    other.goto(page.url)
    other.locator("#terms > summary").click()
    other.get_by_role("button", name="500 Fast").click()
    other.locator("#status", has_text="Saved").wait_for()
    reavers.fill("2")
    page.get_by_role("alert").wait_for()
    assert_clean(page)
    player.expect_status(409)


def test_the_roster_of_a_sample_is_accessible(open_page: Open) -> None:
    page = open_page("samples/heron-court/")
    page.locator("#rosters").get_by_role("link").first.click()
    page.get_by_role("button", name="Copy the list").wait_for()
    assert_clean(page)


def test_an_empty_list_is_accessible(open_page: Open) -> None:
    page = open_page("lists/")
    page.context.clear_cookies()
    page.reload()
    assert_clean(page)
    page.get_by_role("button", name="Start a list of Unbridled Fury").click()
    assert_clean(page)
    page.get_by_role("button", name="Add and design it").click()
    assert_clean(page)
