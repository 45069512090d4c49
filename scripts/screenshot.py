"""Make ``docs/screenshot.png``: a profile of a copied sample in the editor, on a temporary site."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "screenshot.png"
SAMPLE = 'main a[href^="/samples/"]'


def main() -> None:
    """Serve a fresh database on a free port, take the picture, and stop."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("No chromium on the path (Debian: apt install chromium).")
    with fresh_site() as address:
        take_picture(chromium, address)
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


def take_picture(chromium: str, address: str) -> None:
    """Copy the second sample list, open its sorcerer, and photograph the window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1280, "height": 800}, device_scale_factor=1)
        page.goto(address)
        page.locator(SAMPLE).nth(1).click()
        page.get_by_role("button", name="Copy to my lists").click()
        page.locator(".profile-head a").nth(1).click()
        page.wait_for_load_state("networkidle")
        page.screenshot(path=PICTURE)
        browser.close()


if __name__ == "__main__":
    main()
