"""Chromium for the browser tests: the system's own, controlled by Playwright.

Without Chromium the tests are skipped with a message; with BROWSER_TESTS=required they fail.
"""

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, ViewportSize
from pytest_django.live_server_helper import LiveServer

from builder.catalogue.files import Catalogues
from builder.models import User
from tests.browser.player import DESKTOP, PHONE, LogIn, NewPlayer, Player

# Playwright's event loop runs in the test's thread, where Django would refuse database access.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# Debian's headless shell renders the same as the full browser, in half the time.
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser")
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


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the system's Chromium without its own network requests."""
    chromium = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if chromium is None:
        reason = "no chromium on the path (Debian: apt install chromium)"
        if os.environ.get("BROWSER_TESTS") == "required":
            pytest.fail(reason)
        pytest.skip(reason)
    return {**browser_type_launch_args, "executable_path": chromium, "args": CHROMIUM_ARGUMENTS}


@pytest.fixture
def new_player(browser: Browser, live_server: LiveServer, catalogues: Catalogues) -> Iterator[NewPlayer]:
    """Create players with separate browsers. At the end, none of their consoles has a message."""
    players: list[Player] = []

    def make(viewport: ViewportSize = DESKTOP, has_touch: bool = False, scripts: bool = True) -> Player:
        context = browser.new_context(viewport=viewport, has_touch=has_touch, java_script_enabled=scripts)
        players.append(Player(context, live_server.url))
        return players[-1]

    yield make
    for player in players:
        player.context.close()
    assert [player.console_messages for player in players if player.console_messages] == []


@pytest.fixture
def log_in_as(new_player: NewPlayer) -> LogIn:
    """Return players who are logged in with an account."""

    def at(user: User, *, phone: bool = True, scripts: bool = True) -> Player:
        player = new_player(viewport=PHONE if phone else DESKTOP, has_touch=phone, scripts=scripts)
        client = Client()
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        player.context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": player.url, "httpOnly": True}]
        )
        return player

    return at
