"""A new player on a phone, in each game: to a price, a legal roster and the opponent's page, by touch."""

import re
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from builder.catalogue.files import Catalogues
from tests.browser.player import PHONE, NewPlayer

TAPS_TO_PRICE, TAPS_TO_ROSTER, TAPS_TO_OPPONENT = 2, 25, 3


class Game(NamedTuple):
    """A game with the templates that a new player chooses; ``price`` is the price of the first."""

    name: str
    templates: tuple[str, ...]
    price: str
    roster: str


GAMES = [
    Game("Unbridled Fury", ("Hero", "Gunner"), "105", "roster"),
    Game("Stargrave", ("Old soldier", "Card sharp"), "0", "crew"),
    Game("Dark Fantasy FUBAR", ("Hero", "Line trooper"), "27", "force"),
    Game("Zapp! Thou Art Slain", ("Line infantry", "Archers"), "8", "army"),
    Game("Crimson Dusk", ("Lieutenant", "Rifleman"), "", "force"),
]


class Thumb:
    """A thumb that counts its taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, wanted: Locator) -> None:
        wanted.tap()
        self.taps += 1


@pytest.mark.parametrize(
    "game",
    [GAMES[0], *(pytest.param(game, marks=pytest.mark.wide) for game in GAMES[1:])],
    ids=lambda game: game.name,
)
def test_a_new_player_gets_a_legal_roster_to_share(
    game: Game, new_player: NewPlayer, catalogues: Catalogues
) -> None:
    player = new_player(viewport=PHONE, has_touch=True)
    page = player.page
    thumb = Thumb(page)
    page.goto(player.url)
    thumb.tap(page.get_by_role("button", name=f"Start a list of {game.name}"))
    thumb.tap(template(page, game.templates[0]))
    assert thumb.taps <= TAPS_TO_PRICE
    expect(page.get_by_role("heading", level=1)).to_have_text(game.templates[0])
    if game.price:
        expect(page.locator(".total:visible").first).to_have_text(game.price)
    for name in game.templates[1:]:
        back_to_list(thumb)
        if not template(page, name).is_visible():
            thumb.tap(page.get_by_role("link", name="Add more profiles"))
        thumb.tap(template(page, name))
        expect(page.get_by_role("heading", level=1)).to_have_text(name)
    back_to_list(thumb)
    thumb.tap(page.get_by_role("button", name=f"Start the {game.roster}"))
    for name in game.templates:
        if not is_legal(page):
            thumb.tap(suggestion(page).or_(first_model(page, name)).first)
    assert is_legal(page)
    assert thumb.taps <= TAPS_TO_ROSTER
    thumb.taps = 0
    thumb.tap(page.get_by_role("link", name="Share", exact=True).locator("visible=true").first)
    thumb.tap(page.get_by_role("button", name="Create link"))
    link = page.get_by_label("Address").input_value()
    thumb.tap(page.get_by_role("link", name="Open", exact=True))
    expect(page).to_have_url(link)
    assert thumb.taps <= TAPS_TO_OPPONENT
    opponent = new_player(viewport=PHONE, has_touch=True).page
    opponent.goto(link)
    expect(opponent.get_by_role("main")).to_contain_text(re.compile("Legal"))
    expect(opponent.get_by_role("heading", name=game.templates[0]).first).to_be_visible()


def template(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=re.compile(rf"^{name}\b")).and_(page.locator("[name=from]")).first


def suggestion(page: Page) -> Locator:
    """Return a fix or a fill that the page of a roster offers."""
    return page.get_by_role("button", name=re.compile("^Add ")).locator("visible=true")


def first_model(page: Page, name: str) -> Locator:
    """Return the button that adds a model, or a unit, of a profile."""
    button = page.get_by_role("button", name=re.compile(rf"^(One more |\d+\s×\s)?{name}\b"))
    return button.locator("visible=true")


def back_to_list(thumb: Thumb) -> None:
    link = thumb.page.locator("#of-list")
    name = link.inner_text()
    thumb.tap(link)
    expect(thumb.page.get_by_role("heading", level=1)).to_have_text(name)


def is_legal(page: Page) -> bool:
    """Return whether the page says so soon after the last tap."""
    verdict = page.get_by_role("main").get_by_text(re.compile("^Legal")).locator("visible=true").first
    try:
        expect(verdict).to_be_visible(timeout=2_000)
    except AssertionError:
        return False
    return True
