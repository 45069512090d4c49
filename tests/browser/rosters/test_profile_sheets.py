"""The items of a model, on an opponent's phone."""

import pytest
from django.core.management import call_command
from playwright.sync_api import expect

from builder.catalogue.files import Catalogues
from builder.models import CompanyList
from tests.browser.accessibility import assert_clean
from tests.browser.player import PHONE, NewPlayer, assert_fits_screen

THUMB = 44


@pytest.fixture
def foundry(catalogues: Catalogues) -> CompanyList:
    """The sample list The Sunken Foundry."""
    call_command("load_samples", verbosity=0)
    return CompanyList.objects.get(sample="sunken-foundry")


@pytest.mark.parametrize("scripts", [False, True], ids=["no scripts", "scripts"])
def test_a_shared_list_explains_its_terms(new_player: NewPlayer, foundry: CompanyList, scripts: bool) -> None:
    """Each word is large enough for a thumb. Its text and page open over the page, which doesn't jump."""
    opponent = new_player(viewport=PHONE, has_touch=True, scripts=scripts)
    page = opponent.page
    page.goto(f"{opponent.url}/samples/sunken-foundry/")
    row = page.locator("article.profile", has=page.get_by_role("heading", name="Furnace Strider", exact=True))
    boxes = [box for word in row.locator(".traits a").all() if (box := word.bounding_box())]
    assert len(boxes) == 10
    assert min(min(box["width"], box["height"]) for box in boxes) >= THUMB

    meaning = page.get_by_text("Attacks all models under a template the size of a CD").locator("visible=true")
    expect(meaning).to_have_count(0)
    mortar = row.get_by_role("link", name="GB Greater Blast")
    mortar.scroll_into_view_if_needed()
    before = mortar.bounding_box()
    mortar.tap()
    expect(meaning).to_have_count(1)
    expect(meaning).to_contain_text("p. 41")
    assert mortar.bounding_box() == before
    opened = meaning.bounding_box()
    assert opened is not None
    assert opened["width"] >= 0.75 * PHONE["width"]
    assert_fits_screen(page)

    page.get_by_text("Glossary").tap()
    expect(page.locator("#glossary").get_by_role("link", name="Undead")).to_be_visible()
    assert_fits_screen(page)


def test_opened_rows_are_accessible(new_player: NewPlayer, foundry: CompanyList) -> None:
    opponent = new_player(viewport=PHONE, has_touch=True)
    page = opponent.page
    page.goto(f"{opponent.url}/samples/sunken-foundry/")
    for button in page.locator("summary").all():
        button.tap()
    assert_clean(page, everywhere=True)
