"""What axe finds on a page: by which rules, in which colours and at which sizes."""

from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize

from tests.browser.player import DESK, PHONE
from tests.lanes import is_wide

# What axe would load beforehand is for rules that are not among its usual ones.
EVERY_RULE: dict[str, Any] = {"resultTypes": ["violations"], "preload": False}
# The other scheme changes colours and nothing else.
COLOURS = {**EVERY_RULE, "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
LOOKS: list[tuple[ViewportSize, Literal["light", "dark"], dict[str, Any]]] = [
    (DESK, "light", EVERY_RULE), (DESK, "dark", COLOURS), (PHONE, "dark", EVERY_RULE),
    (PHONE, "light", COLOURS),
]  # fmt: skip
SHAPES = {**EVERY_RULE, "rules": {"color-contrast": {"enabled": False}}}


def assert_clean(page: Page, *, everywhere: bool = False) -> None:
    """No violation, light at a desk and dark on a phone; ``everywhere`` the other way round too."""
    looks = LOOKS if everywhere else LOOKS[::2]
    if not is_wide():  # by the length of the path, which is the same at each run, whatever ids are in it
        path = page.url.removeprefix("http://").partition("/")[2]
        viewport, scheme, options = LOOKS[2 * (len(path) % 2)]
        looks = [(viewport, scheme, options if everywhere else SHAPES)]
    for viewport, scheme, options in looks:
        page.set_viewport_size(viewport)
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        results = Axe().run(page, options=options)
        result = f"{page.url}, {scheme}, {viewport['width']} wide:\n{results.generate_report()}"
        assert results.violations_count == 0, result
