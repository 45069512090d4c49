"""Chromium for the browser tests: the system's own, driven by Playwright.

Without one the tests are skipped and say so; BROWSER_TESTS=required makes that a failure.
"""

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent

# Playwright keeps an event loop running in the test's thread, where Django would refuse its ORM.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder drives a browser."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the system's Chromium, without its own errands on the network."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        reason = "no chromium on the path (Debian: apt install chromium)"
        if os.environ.get("BROWSER_TESTS") == "required":
            pytest.fail(reason)
        pytest.skip(reason)
    return {**browser_type_launch_args, "executable_path": chromium, "args": CHROMIUM_ARGUMENTS}
