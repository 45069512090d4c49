"""No page breaks a rule that axe knows of, in light and in dark, at a desk and on a phone."""

from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from playwright.sync_api import Browser, Page, ViewportSize
from pytest_django.live_server_helper import LiveServer

from builder.models import CompanyList, User

DESK: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 360, "height": 740}
EDITION = "systems/unbridled-fury/0.9.0/"

Open = Callable[[str], Page]


@pytest.fixture
def open_page(
    browser: Browser, live_server: LiveServer, alice: User, alices_list: CompanyList, client: Client
) -> Iterator[Open]:
    """Alice at her browser; addresses begin behind the site's name, LIST and EDITOR are hers."""
    call_command("load_samples", verbosity=0)
    client.force_login(alice)
    context = browser.new_context(viewport=DESK)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url, "httpOnly": True}]
    )
    page = context.new_page()
    here = f"lists/{alices_list.public_id}/"

    def go(address: str) -> Page:
        address = address.replace("EDITOR", f"{here}profiles/breacher/").replace("LIST", here)
        page.goto(f"{live_server.url}/{address}")
        return page

    yield go
    context.close()


def assert_clean(page: Page) -> None:
    """No violation, twice: light at a desk, dark on a phone."""
    for viewport, scheme in ((DESK, "light"), (PHONE, "dark")):
        page.set_viewport_size(viewport)
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
        results = Axe().run(page)
        assert results.violations_count == 0, f"{page.url}, {scheme}:\n{results.generate_report()}"


@pytest.mark.parametrize(
    "address",
    [
        "",
        "about/",
        "lists/",
        "lists/import/",
        "LIST",
        "LIST?edit=details",
        "LIST?sum=breacher",
        "samples/heron-court/",
        "systems/",
        EDITION,
        f"{EDITION}?q=water",
        f"{EDITION}rules/",
        "EDITOR",
        "EDITOR?pick=properties",
        "EDITOR?pick=shooting_weapons[0]&q=blast",
        "nothing/here/",
    ],
)
def test_a_page_is_clean(open_page: Open, address: str) -> None:
    assert_clean(open_page(address))


def test_an_editor_with_everything_open_is_clean(open_page: Open) -> None:
    page = open_page("EDITOR")
    for name in ("companion", "drifter", "flier", "one-shot-wonder", "were-creature"):
        page.get_by_role("button", name="Add a property").click()
        page.locator(f"#k-properties-{name}").click()
        page.get_by_role("button", name="Done picking").click()
    page.locator("#f-attributes-mov").fill("13")
    page.locator("#n-attributes-mov .finding").first.wait_for()
    for explain in page.locator(".words > summary").all():
        explain.click()
    assert_clean(page)


def test_an_editor_that_refuses_is_clean(open_page: Open) -> None:
    page = open_page("EDITOR")
    page.locator("#f-attributes-mov").fill("fast")
    page.locator("#f-attributes-mov").press("Enter")
    page.locator("#n-attributes-mov .field-error").wait_for()
    assert_clean(page)


def test_an_editor_that_is_stale_is_clean(open_page: Open) -> None:
    page = open_page("EDITOR")
    other = page.context.new_page()
    other.goto(page.url)
    other.locator("#f-name").fill("Theirs")
    other.locator("#f-name").press("Enter")
    other.locator("#status", has_text="Saved").wait_for()
    page.locator("#f-name").fill("Mine")
    page.locator("#f-name").press("Enter")
    page.get_by_role("alert").wait_for()
    assert_clean(page)


def test_an_empty_start_is_clean(open_page: Open) -> None:
    page = open_page("lists/")
    page.context.clear_cookies()
    page.reload()
    assert_clean(page)
    page.get_by_role("button", name="Start a company list").click()
    assert_clean(page)
    page.get_by_role("button", name="Add and design it").click()
    assert_clean(page)
