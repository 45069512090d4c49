"""Make ``docs/screenshot.png``: a profile of a copied sample in the editor, on a temporary site.

Run it from the root of the project: ``python -m scripts.screenshot``.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from scripts.five_rosters import launch

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "screenshot.png"
SAMPLE, PROFILE = "heron-court", "Reed Sorcerer"


def main() -> None:
    """Serve a fresh database on a free port, take the picture, and stop."""
    with sync_playwright() as playwright, fresh_site() as address:
        browser = launch(playwright)
        take_picture(browser, address)
        browser.close()
    print(f"Made {PICTURE.relative_to(ROOT)}")


@contextmanager
def fresh_site() -> Iterator[str]:
    """Serve a temporary database until the block ends; yield the site's address."""
    with tempfile.TemporaryDirectory(prefix="musterbook-shot-") as folder:
        environment = {**os.environ, "DATABASE_URL": f"sqlite:///{folder}/shot.sqlite3"}
        with subprocess.Popen(
            [sys.executable, "scripts/serve.py", "127.0.0.1:0"],
            cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True,
        ) as server:  # fmt: skip
            try:
                yield address_of(server)
            finally:
                server.terminate()


def address_of(server: "subprocess.Popen[str]") -> str:
    """Return the address that the server prints when it is ready."""
    for line in server.stdout or ():
        if match := re.search(r"ready at (\S+)", line):
            return match[1]
    sys.exit("The site did not start.")


def take_picture(browser: Browser, address: str) -> None:
    """Copy a sample list, open its sorcerer, and save a picture of the window."""
    page = browser.new_page(viewport={"width": 1280, "height": 800}, device_scale_factor=1)
    page.goto(f"{address.rstrip('/')}/samples/{SAMPLE}/")
    page.get_by_role("button", name="Copy to my lists").click()
    page.get_by_role("link", name=PROFILE, exact=True).click()
    page.wait_for_load_state("networkidle")
    page.screenshot(path=PICTURE)


if __name__ == "__main__":
    main()
