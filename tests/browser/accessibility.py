"""Check a page with axe, in both colour schemes and at several sizes."""

from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize

from tests.browser.player import DESKTOP, PHONE, assert_fits_screen
from tests.lanes import is_wide

# axe would preload files only for rules that aren't enabled by default.
EVERY_RULE: dict[str, Any] = {"resultTypes": ["violations"], "preload": False}
# The other scheme only changes colours.
COLOURS = {**EVERY_RULE, "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
TABLET: ViewportSize = {"width": 768, "height": 1024}
ZOOMED_DESKTOP: ViewportSize = {"width": 640, "height": 450}  # what 1280 × 900 shows at 200 %
Look = tuple[ViewportSize, Literal["light", "dark"], dict[str, Any]]
LOOKS: list[Look] = [
    (DESKTOP, "light", EVERY_RULE), (DESKTOP, "dark", COLOURS), (PHONE, "dark", EVERY_RULE),
    (PHONE, "light", COLOURS), (TABLET, "light", EVERY_RULE), (TABLET, "dark", COLOURS),
    (ZOOMED_DESKTOP, "light", EVERY_RULE),
]  # fmt: skip
SHAPES = {**EVERY_RULE, "rules": {"color-contrast": {"enabled": False}}}


def assert_clean(page: Page, *, everywhere: bool = False) -> None:
    """Check that nothing breaks a rule or is wider than the screen; ``everywhere`` checks all schemes and
    widths.
    """
    looks = LOOKS if everywhere else LOOKS[:3:2]
    if not is_wide():  # by the length of the path, which is the same in each run, whatever the ids are
        path = page.url.removeprefix("http://").partition("/")[2]
        viewport, scheme, options = LOOKS[2 * (len(path) % 2)]
        looks = [(viewport, scheme, options if everywhere else SHAPES)]
    for viewport, scheme, options in looks:
        page.set_viewport_size(viewport)
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert_fits_screen(page)
        results = Axe().run(page, options=options)
        result = f"{page.url}, {scheme}, {viewport['width']} wide:\n{results.generate_report()}"
        assert results.violations_count == 0, result
