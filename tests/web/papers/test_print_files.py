"""Cards for playing online: a ZIP of pictures, a deck for Tabletop Simulator, and a picture for a chat."""

import html
import io
import json
import re
import zipfile
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client

from builder.models import CompanyList, User
from builder.services import sharing


def pixels(content: bytes) -> tuple[int, int]:
    """Return width and height of a PNG."""
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    return int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big")


@pytest.fixture
def address(alices_list: CompanyList, alice: User, client: Client) -> str:
    """The address of alice's list, for alice."""
    client.force_login(alice)
    return f"/lists/{alices_list.public_id}/"


def test_the_zip_has_a_front_and_a_back_of_each_card(address: str, client: Client) -> None:
    answer = client.get(f"{address}print/cards.zip", {"bleed": "1"})
    assert answer["Content-Type"] == "application/zip"
    assert answer["Content-Disposition"] == 'attachment; filename="molybdenian-drop-reavers-cards.zip"'
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        names = archive.namelist()
        fronts = [name for name in names if "-front-" in name]
        assert fronts[0] == "001-front-captain.png"
        assert len(fronts) == 7
        assert {name.replace("-front-", "-back-") for name in fronts} == {n for n in names if "-back-" in n}
        assert {pixels(archive.read(name)) for name in names if name.endswith(".png")} == {(815, 1110)}
        assert "Unbridled Fury 0.9.0" in archive.read("about.txt").decode()
    known = client.get(f"{address}print/cards.zip", {"bleed": "1"}, headers={"If-None-Match": answer["ETag"]})
    assert known.status_code == 304


class Deck:
    """A saved object, read as its public description says (kb.tabletopsimulator.com, Save File Format)."""

    def __init__(self, saved: dict[str, Any]) -> None:
        (self.whole,) = saved["ObjectStates"]
        assert self.whole["Name"] == "DeckCustom"
        assert len(self.whole["DeckIDs"]) == len(self.whole["ContainedObjects"])

    def cards(self) -> list[tuple[str, str, int, int]]:
        """Return the name of each card, its picture, and its column and row there."""
        result = []
        for number, card in zip(self.whole["DeckIDs"], self.whole["ContainedObjects"], strict=True):
            assert card["CardID"] == number
            sheet = self.whole["CustomDeck"][str(number // 100)]
            assert 2 <= sheet["NumWidth"] <= 10
            assert 2 <= sheet["NumHeight"] <= 7
            row, column = divmod(number % 100, sheet["NumWidth"])
            assert row < sheet["NumHeight"]
            result.append((card["Nickname"], sheet["FaceURL"], column, row))
        return result


def test_a_deck_names_the_shared_pictures_of_its_cards(
    address: str, alices_list: CompanyList, alice: User, client: Client
) -> None:
    assert client.get(f"{address}print/tabletop-simulator.json").status_code == 404
    assert "tabletop-simulator.json" not in client.get(f"{address}print/?paper=cards").content.decode()
    sharing.create_link(alices_list)
    answer = client.get(f"{address}print/tabletop-simulator.json", {"accent": "blue"})
    deck = Deck(json.loads(answer.content))
    cards = deck.cards()
    assert [name for name, *_ in cards][:2] == ["Captain", "Captain's Second"]
    assert [(column, row) for *_, column, row in cards] == [(n % 4, n // 4) for n in range(7)]
    (face,) = {url for _, url, *_ in cards}
    assert "/shared/" in face
    assert "shared" in deck.whole["Description"]
    client.logout()
    for url, size in ((face, (1687, 1767)), (deck.whole["CustomDeck"]["1"]["BackURL"], (744, 1039))):
        parts = urlsplit(url)
        drawn = client.get(f"{parts.path}?{parts.query}")
        assert drawn["Content-Type"] == "image/png"
        assert all(abs(a - b) <= 2 for a, b in zip(pixels(drawn.content), size, strict=True))
        assert max(pixels(drawn.content)) <= 4096


def test_a_force_is_one_picture_for_a_chat(address: str, alices_list: CompanyList, client: Client) -> None:
    roster = alices_list.rosters.first()
    assert roster
    drawn = client.get(f"{address}print/chat.png", {"roster": roster.public_id}).content
    width, height = pixels(drawn)
    assert width == 1080
    assert height > width
    assert len(drawn) < 8_000_000
    for paper in ("battle", "roster", "cards"):
        page = client.get(f"{address}print/", {"paper": paper, "roster": roster.public_id}).content.decode()
        (link,) = re.findall(r'href="([^"]*chat\.png[^"]*)"', page)
        assert client.get(html.unescape(link)).content == drawn


def test_single_cards_are_downloaded_and_unknown_ones_not_found(address: str, client: Client) -> None:
    assert pixels(client.get(f"{address}print/card-captain.png").content) == (744, 1039)
    for file in ("card-nobody.png", "deck-0.png", "nothing.png"):
        assert client.get(f"{address}print/{file}").status_code == 404
    assert client.get(f"{address}print/card-captain.png", {"accent": "pink"}).status_code == 400
