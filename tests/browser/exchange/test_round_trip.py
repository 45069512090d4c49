"""A design goes round: browser, document, command line, another list, and the same document again."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.player import (
    DESKTOP,
    PHONE,
    NewPlayer,
    total_of,
)
from tests.browser.steps import design, download


def inputs(page: Page) -> list[Any]:
    """Every field of the form as it stands, but for the version."""
    values: list[Any] = page.locator("#design").evaluate(
        """form => [...new FormData(form)].filter(([name]) =>
           !["csrfmiddlewaretoken", "version", "opened"].includes(name))"""
    )
    return values


def appraised(path: Path) -> dict[str, Any]:
    """What the command says of a document."""
    out = StringIO()
    call_command("appraise", str(path), stdout=out)
    said: dict[str, Any] = json.loads(out.getvalue())
    return said


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_a_design_survives_export_and_import(
    new_player: NewPlayer, viewport: ViewportSize, tmp_path: Path
) -> None:
    page = new_player(viewport=viewport).start_profile("Ætherist & “friend”")
    design(page)
    before = inputs(page)
    page.reload()
    assert inputs(page) == before
    shown = total_of(page).inner_text()
    page.locator(".profile-page-head a").click()
    first = download(page, tmp_path, "first.json")
    (profile,) = appraised(first)["profiles"]
    assert str(profile["points"]) == shown

    home = page.url
    page.get_by_role("link", name="My lists").click()
    page.get_by_role("link", name="Import lists").click()
    page.get_by_label("Files").set_input_files(first)
    page.get_by_role("button", name="Preview", exact=True).click()
    page.get_by_role("button", name="Import another copy").click()
    expect(page.get_by_text("Imported.")).to_be_visible()
    assert page.url != home
    copied = first.read_text("utf-8").replace('s roster",', 's roster 2",')  # no two lists get the same name
    assert download(page, tmp_path, "second.json").read_text("utf-8") == copied
    page.locator("article.profile h3 a").click()
    expect(total_of(page)).to_have_text(shown)
    page.wait_for_load_state()  # the sum is there before the last field is
    assert inputs(page) == before
