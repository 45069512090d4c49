"""What a model has, on a phone without scripts: each thing opens under a thumb, and nothing jumps away."""

from typing import NamedTuple

import pytest
from django.core.management import call_command
from playwright.sync_api import Locator, expect

from builder.catalogue.files import Catalogues
from builder.models import CompanyList
from tests.browser.accessibility import assert_clean
from tests.browser.player import PHONE, NewPlayer, assert_fits_screen
from tests.support.events import roster_of

THUMB = 44


@pytest.fixture
def foundry(catalogues: Catalogues) -> CompanyList:
    """The sample list The Sunken Foundry."""
    call_command("load_samples", verbosity=0)
    return CompanyList.objects.get(sample="sunken-foundry")


class Box(NamedTuple):
    """Where something stands on its page."""

    x: float
    y: float
    width: float
    height: float


def boxes(found: Locator) -> list[Box]:
    measured = found.evaluate_all(
        "all => all.map(one => one.getBoundingClientRect())"
        ".map(box => [box.x, box.y + scrollY, box.width, box.height])"
    )
    return [Box(*sides) for sides in measured]


def test_a_shared_roster_explains_itself_to_an_opponent(new_player: NewPlayer, foundry: CompanyList) -> None:
    opponent = new_player(viewport=PHONE, has_touch=True, scripts=False)
    page = opponent.page
    page.goto(f"{opponent.url}/lists/{foundry.public_id}/rosters/{roster_of(foundry).public_id}/")
    row = page.locator("li.pick", has=page.get_by_role("heading", name="Furnace Strider", exact=True))
    buttons = row.locator("summary")
    assert all(box.height >= THUMB and box.width >= THUMB for box in boxes(buttons))
    before = boxes(buttons)

    mortar = buttons.filter(has_text="Greater Blast")
    meaning = row.get_by_text("Hits all under a full-size CD template")
    expect(meaning).to_be_hidden()
    mortar.tap()
    expect(meaning).to_be_visible()
    expect(meaning).to_contain_text("p. 41")
    # Below the last line of its weapon, as wide as the screen allows: nothing of the weapon has moved.
    slow_reload = [text.strip() for text in buttons.all_text_contents()].index("SR Slow Reload")
    assert boxes(buttons)[: slow_reload + 1] == before[: slow_reload + 1]
    (opened,) = boxes(meaning)
    assert opened.y >= before[slow_reload].y + before[slow_reload].height
    assert opened.width >= 0.75 * PHONE["width"]
    assert_fits_screen(page)

    page.get_by_text("Glossary").tap()
    expect(page.locator("#glossary").get_by_role("link", name="Undead")).to_be_visible()
    assert_fits_screen(page)
    mortar.tap()
    expect(meaning).to_be_hidden()


def test_what_is_open_is_clean(new_player: NewPlayer, foundry: CompanyList) -> None:
    opponent = new_player(viewport=PHONE, has_touch=True)
    page = opponent.page
    page.goto(f"{opponent.url}/lists/{foundry.public_id}/rosters/{roster_of(foundry).public_id}/")
    for button in page.locator("summary").all():
        button.tap()
    assert_clean(page, everywhere=True)
