"""Make ``docs/stargrave-external.png``: where screen and paper say that a fact is of an external source.

Run it from the root of the project: ``python -m scripts.stargrave_external``. Side by side stand the search
of the reference, a profile of a sample, and the paper for play.
"""

import json
import os
import subprocess
import sys
import tempfile

from playwright.sync_api import Browser, sync_playwright

from builder.catalogue.files import bundled_catalogues, sample_files
from builder.exports.pdf.options import PaperOptions
from builder.exports.pdf.papers import make_picture
from builder.points.document import parse_document
from scripts.five_rosters import ROOT, TODAY, launch, write_row
from scripts.screenshot import address_of

PICTURE = ROOT / "docs" / "stargrave-external.png"
SAMPLE = "second-opinion"
SCREENS = ("/systems/?q=shotgun&game=stargrave", f"/samples/{SAMPLE}/")
WIDTH, HEIGHT = 420, 1120  # pixels of each screen


def main() -> None:
    """Serve a fresh database, take the pictures of the screens, set the paper beside them."""
    with sync_playwright() as playwright, tempfile.TemporaryDirectory(prefix="musterbook-shot-") as folder:
        browser = launch(playwright)
        environment = {**os.environ, "DATABASE_URL": f"sqlite:///{folder}/shot.sqlite3"}
        with subprocess.Popen(
            [sys.executable, "scripts/serve.py", "127.0.0.1:0"],
            cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True,
        ) as server:  # fmt: skip
            try:
                screens = take_screens(browser, address_of(server))
            finally:
                server.terminate()
        write_row(browser, [*screens, paper()], PICTURE)
        browser.close()


def take_screens(browser: Browser, address: str) -> list[bytes]:
    """The screens, from the first word on them that is marked external."""
    page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
    pictures = []
    for path in SCREENS:
        page.goto(address.rstrip("/") + path)
        page.get_by_text("external").first.evaluate("(mark) => window.scrollTo(0, mark.offsetTop - 420)")
        pictures.append(page.screenshot())
    return pictures


def paper() -> bytes:
    """The first page of the sample's paper for play."""
    catalogues = bundled_catalogues()
    text = dict(sample_files())[SAMPLE].read_text(encoding="utf-8")
    document = parse_document(json.loads(text), catalogues)
    catalogue = catalogues[document.system, document.edition]
    return make_picture(document, catalogue, PaperOptions(paper="roster", roster=0), today=TODAY)


if __name__ == "__main__":
    main()
