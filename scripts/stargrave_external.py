"""Make ``docs/stargrave-external.png``: how screens and papers show that a fact is external.

Run it from the root of the project: ``python -m scripts.stargrave_external``. The picture shows three things
side by side: the powers in the reference, an opened power of a captain, and a printed roster.
"""

import json

from playwright.sync_api import Browser, sync_playwright

from builder.catalogue.files import bundled_catalogues, sample_files
from builder.catalogue.play import list_sheet
from builder.exports.pdf.options import PaperOptions
from builder.exports.pdf.papers import paper_order
from builder.points.document.document import parse_document
from builder.typesetting.typesetter import typeset
from scripts.five_rosters import ROOT, TODAY, launch, write_row
from scripts.screenshot import fresh_site

PICTURE = ROOT / "docs" / "stargrave-external.png"
SAMPLE = "second-opinion"
POWERS = "/systems/stargrave/seed-and-facts/#power-power-spike"
WIDTH, HEIGHT = 420, 1120  # the size of each screen in pixels


def main() -> None:
    """Serve a fresh database, take pictures of the screens, and put the paper next to them."""
    with sync_playwright() as playwright, fresh_site() as address:
        browser = launch(playwright)
        screens = take_screens(browser, address.rstrip("/"))
        write_row(browser, [*screens, paper()], PICTURE)
        browser.close()


def take_screens(browser: Browser, address: str) -> list[bytes]:
    """Return pictures of the powers in the reference, and of a captain's opened power."""
    page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
    page.goto(address + POWERS)
    reference = page.screenshot()
    page.goto(f"{address}/samples/{SAMPLE}/")
    power = page.get_by_text("Power Spike (8)")
    power.click()
    power.evaluate("(power) => window.scrollBy(0, power.getBoundingClientRect().top - 560)")
    return [reference, page.screenshot()]


def paper() -> bytes:
    """Return the first page of the sample's printed roster."""
    catalogues = bundled_catalogues()
    text = dict(sample_files())[SAMPLE].read_text(encoding="utf-8")
    document = parse_document(json.loads(text), catalogues)
    catalogue = catalogues[document.system, document.edition]
    options = PaperOptions(paper="roster", roster=0)
    return typeset(paper_order(list_sheet(document, catalogue), options, output="png", today=TODAY))


if __name__ == "__main__":
    main()
