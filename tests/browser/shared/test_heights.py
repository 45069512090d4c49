"""Short pages on a phone: the games, a crew's first member, a part of a reference."""

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import expect

from builder.catalogue.files import Catalogues
from builder.models import CompanyList, User
from builder.points.document.document import parse_document
from builder.services.exchange import create_list_from_document
from tests.browser.player import PHONE, LogIn, NewPlayer
from tests.support.long_lists import lengthened

FIRST_SCREEN, HIGHEST_PART, HIGHEST_FORTY = 700, 8_000, 4_000


def test_every_game_starts_on_the_first_screen(catalogues: Catalogues, new_player: NewPlayer) -> None:
    player = new_player(viewport=PHONE, has_touch=True)
    player.page.goto(player.url)
    buttons = player.page.get_by_role("button", name="Start a list of")
    expect(buttons).to_have_count(5)
    last = buttons.last.evaluate("button => button.getBoundingClientRect().bottom")
    assert last <= FIRST_SCREEN


def test_a_crew_shows_its_first_member_on_the_first_screen(
    catalogues: Catalogues, sample_values: Mapping[str, dict[str, Any]], alice: User, log_in_as: LogIn
) -> None:
    row = create_list_from_document(alice, parse_document(sample_values["second-opinion"], catalogues))
    roster = row.rosters.order_by("position")[0]
    player = log_in_as(alice)
    player.page.goto(f"{player.url}/lists/{row.public_id}/rosters/{roster.public_id}/")
    captain = row.profiles.get(key=roster.entries.order_by("position")[0].profile_key)
    member = player.page.get_by_role("heading", name=captain.name, exact=True).first
    assert member.evaluate("part => part.getBoundingClientRect().bottom") <= FIRST_SCREEN


def test_an_opponent_sees_forty_profiles_as_rows_and_prints_them_in_full(
    catalogues: Catalogues, sample_values: Mapping[str, dict[str, Any]], alice: User, new_player: NewPlayer
) -> None:
    value = lengthened(sample_values["drop-reavers"])
    entries = [{"profile": profile["key"], "count": 1} for profile in value["profiles"]]
    value["rosters"] = [{"name": "All", "limit": 1000, "entries": entries}]
    row = create_list_from_document(alice, parse_document(value, catalogues))
    CompanyList.objects.filter(pk=row.pk).update(link="forty")
    player = new_player(viewport=PHONE, has_touch=True)
    player.page.goto(f"{player.url}/shared/forty/rosters/{row.rosters.get().public_id}/")
    assert player.page.locator("html").evaluate("root => root.scrollHeight") <= HIGHEST_FORTY
    captain = player.page.locator("#p-captain .statline")
    expect(captain).not_to_be_visible()
    player.page.emulate_media(media="print")
    expect(captain).to_be_visible()
    player.page.emulate_media(media="screen")
    player.page.locator("#p-captain summary").tap()
    expect(captain).to_be_visible()


@pytest.mark.parametrize(
    "game", ["unbridled-fury/0.9.0", pytest.param("stargrave/seed-and-facts", marks=pytest.mark.wide)]
)
def test_each_part_of_a_reference_is_short(game: str, catalogues: Catalogues, new_player: NewPlayer) -> None:
    player = new_player(viewport=PHONE, has_touch=True)
    page = player.page
    page.goto(f"{player.url}/systems/{game}/")
    parts = page.locator("details.ref-part")
    parts.evaluate_all("parts => parts.forEach((part) => { part.open = true; })")
    heights = parts.evaluate_all(
        "parts => parts.map((part) => [part.innerText.split('\\n')[0], part.offsetHeight])"
    )
    assert heights
    assert [(name, height) for name, height in heights if height > HIGHEST_PART] == []
