"""On a phone, by touch: a spell summons a profile that doesn't exist yet; there and back."""

from playwright.sync_api import expect

from builder.models import CompanyList, User
from tests.browser.accessibility import assert_clean
from tests.browser.player import LogIn, assert_fits_screen, open_folds, total_of, wait_until_saved


def test_a_creature_is_created_from_the_spell_that_summons_it(
    log_in_as: LogIn, alice: User, alices_list: CompanyList
) -> None:
    """The total names its missing parts, counts the other prices, and is complete at the end."""
    second = alices_list.profiles.get(key="second")
    second.design["spells"] = [{"code": "summon"}]
    second.save()
    player = log_in_as(alice)
    page = player.page
    page.goto(f"{player.url}/lists/{alices_list.public_id}/")
    expect(page.locator("#p-second")).to_contain_text("76+ points")
    expect(page.locator("#p-second")).to_contain_text("Needs the creature of Summon")
    page.get_by_role("link", name=second.name, exact=True).tap()
    page.wait_for_load_state()
    expect(total_of(page)).to_have_text("76+")
    expect(page.locator(".bar")).to_contain_text("needs the creature of Summon")
    assert_fits_screen(page)
    page.get_by_role("button", name="A new profile as Creature", exact=True).tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("New profile")
    page.wait_for_load_state()
    assert_fits_screen(page)
    open_folds(page)
    page.get_by_label("Name of the profile").fill("Imp")
    page.get_by_label("Name of the profile").blur()
    wait_until_saved(page)
    assert_clean(page)
    page.get_by_role("link", name="Back to ").first.tap()
    expect(page.get_by_role("heading", level=1)).to_have_text(second.name)
    creature = page.get_by_label("Creature", exact=True)
    expect(creature).to_have_value("new-profile")
    expect(creature).to_be_in_viewport()
    expect(total_of(page)).to_have_text("94")  # 76, and half of the 35 of an average model, rounded up
