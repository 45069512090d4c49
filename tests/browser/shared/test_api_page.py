"""The page that displays the API: it obeys the site's policy, and its requests work."""

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from builder.models import CompanyList, Scope, User
from builder.services.people.tokens import create_token
from tests.browser.accessibility import EVERY_RULE, LOOKS
from tests.browser.player import LogIn, NewPlayer, Player, assert_fits_screen
from tests.lanes import is_wide

pytestmark = pytest.mark.usefixtures("cleared_rate_limits")

VIOLATIONS = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) => {
  window.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
});
"""

# Rules that Swagger UI's own markup breaks and no stylesheet can fix: its groups are headings of the third
# level, its fields have placeholders instead of labels or none, it claims to be the page's main part, its
# rows are buttons that contain links, and its long examples scroll but can't be reached by the keyboard.
OF_SWAGGER_UI = {
    rule: {"enabled": False}
    for rule in (
        "heading-order", "label", "landmark-main-is-top-level", "landmark-no-duplicate-main",
        "landmark-unique", "nested-interactive", "scrollable-region-focusable", "select-name",
    )
}  # fmt: skip

SECOND_MAIN = {"landmark-no-duplicate-main": {"enabled": False}}

Open = Callable[[Player], Page]


@pytest.fixture
def open_page() -> Open:
    """Open the page with its groups, and record violations of its policy."""

    def go(player: Player) -> Page:
        player.page.add_init_script(VIOLATIONS)
        player.page.goto(f"{player.url}/api/v1/docs/reference")
        player.page.locator(".opblock-tag").first.wait_for()
        return player.page

    return go


def operation(page: Page, tag: str, name: str) -> Locator:
    """Open an operation to try it, and its group before."""
    group = page.locator(f"#operations-tag-{tag}")
    if group.get_attribute("data-is-open") == "false":
        group.click()
    block = page.locator(f"#operations-{tag}-{name}")
    block.locator(".opblock-summary-control").click()
    block.get_by_role("button", name="Try it out").click()
    return block


def answer_of(block: Locator) -> tuple[str, Any]:
    """Execute an operation, and return the status and the body of its response."""
    with block.page.expect_response(lambda answer: "/api/v1/" in answer.url) as coming:
        block.get_by_role("button", name="Execute").click()
    shown = block.locator(".live-responses-table .response")
    expect(shown.locator(".response-col_description")).to_contain_text("Response body")
    status = shown.locator(".response-col_status").inner_text()
    return status.strip(), coming.value.json()


def followed_its_policy(page: Page) -> None:
    assert page.evaluate("window.violations") == []


def test_logged_in_users_can_change_their_data(
    log_in_as: LogIn, open_page: Open, alice: User, sample_values: Mapping[str, dict[str, Any]]
) -> None:
    """By the browser's session with its CSRF token, without an API token."""
    page = open_page(log_in_as(alice, phone=False))
    block = operation(page, "lists", "lists_create")
    expect(block.locator(".authorization__btn")).to_have_count(1)
    block.locator("textarea.body-param__text").fill(json.dumps(sample_values["drop-reavers"]))
    status, body = answer_of(block)
    assert status == "201"
    assert CompanyList.objects.get(owner=alice).public_id == body["id"]
    status, body = answer_of(operation(page, "lists", "lists"))
    assert [row["name"] for row in body["results"]] == ["Molybdenian Drop Reavers"]
    followed_its_policy(page)


def test_a_token_works_and_is_not_stored_in_the_browser(
    new_player: NewPlayer, open_page: Open, alice: User
) -> None:
    page = open_page(new_player())
    page.get_by_role("button", name="Authorize").click()
    dialog = page.locator(".modal-ux", has=page.get_by_role("heading", name="Available authorizations"))
    part = dialog.locator(".auth-container", has_text="Bearer")
    part.get_by_role("textbox").fill(create_token(alice, "bot", Scope.READ, 7).secret)
    part.get_by_role("button", name="Apply credentials").click()
    dialog.get_by_role("button", name="Close").first.click()
    status, body = answer_of(operation(page, "me", "me"))
    assert (status, body["name"]) == ("200", "alice")
    assert page.evaluate("JSON.stringify(localStorage)") == "{}"
    followed_its_policy(page)


def test_without_scripts_the_page_links_to_the_schema(new_player: NewPlayer) -> None:
    player = new_player(scripts=False)
    player.page.goto(f"{player.url}/api/v1/docs/reference")
    expect(player.page.get_by_text("needs JavaScript")).to_be_visible()
    expect(player.page.get_by_role("link", name="OpenAPI 3.1 schema")).to_be_visible()


def test_our_part_of_the_page_is_accessible(new_player: NewPlayer, open_page: Open) -> None:
    """All around Swagger UI, and in it what a stylesheet can fix."""
    page = open_page(new_player())
    operation(page, "lists", "lists_create")
    for viewport, scheme, _ in LOOKS if is_wide() else LOOKS[2:3]:
        page.set_viewport_size(viewport)
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert_fits_screen(page)
        for context, rules in (({"exclude": "#api"}, SECOND_MAIN), ({"include": "#api"}, OF_SWAGGER_UI)):
            results = Axe().run(page, context, {**EVERY_RULE, "rules": rules})
            result = f"{scheme}, {viewport['width']} wide:\n{results.generate_report()}"
            assert results.violations_count == 0, result
