"""Files of cards for playing online: a ZIP of pictures, and a deck for Tabletop Simulator.

The worker makes these files, because a card with much text becomes several pictures. Their number is only
known after the card is typeset.
"""

import json
from collections.abc import Mapping
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from builder.typesetting.orders import Order, data_text
from builder.typesetting.typesetter import typeset_pages

_DATE = (1980, 1, 1, 0, 0, 0)  # a fixed date makes equal ZIP files equal
_COUNTING_PPI = 2  # a low resolution, because these pictures are only counted
# rotY 180 turns the card upright for its player, rotZ 180 turns it face down.
_POSITION = {"posX": 0, "posY": 1, "posZ": 0, "rotX": 0, "rotY": 180, "rotZ": 180}
_TRANSFORM = {**_POSITION, "scaleX": 1, "scaleY": 1, "scaleZ": 1}


def pack_cards(order: Order) -> bytes:
    """Return a ZIP with the fronts and backs of all cards.

    The data of the order has these keys:

    - ``paper``: the data for the template, which contains the cards.
    - ``names``: the names of the cards, for the names of the files.
    - ``about``: the text of the file ``about.txt``.
    """
    plan: dict[str, Any] = json.loads(order.data)
    paper, names = plan["paper"], plan["names"]
    packed = BytesIO()
    back = b""
    with ZipFile(packed, "w") as archive:
        archive.writestr(ZipInfo("about.txt", _DATE), plan["about"], ZIP_DEFLATED)
        number = 0
        for name, card in zip(names, paper["cards"], strict=True):
            faces = _pictures(order, paper, card, order.ppi, back=not back)
            back = back or faces.pop()
            for part, face in enumerate(faces, 1):
                number += 1
                picture_name = f"{name}-{part}" if len(faces) > 1 else name
                archive.writestr(ZipInfo(f"{number:03}-front-{picture_name}.png", _DATE), face, ZIP_STORED)
                archive.writestr(ZipInfo(f"{number:03}-back-{picture_name}.png", _DATE), back, ZIP_STORED)
    return packed.getvalue()


def describe_deck(order: Order) -> bytes:
    """Return the JSON file of a deck, which Tabletop Simulator calls a saved object.

    The data of the order has the keys ``paper`` and ``names``, as for ``pack_cards``, and the key ``deck``.
    The deck has these keys:

    - ``name`` and ``about``: its name and description.
    - ``sheet_url``: the address of a picture of several cards, with "{number}" in place of its number.
    - ``back_url``: the address of the picture of the back.
    - ``columns`` and ``rows``: the numbers of columns and rows of cards on a sheet.
    """
    plan: dict[str, Any] = json.loads(order.data)
    names: list[str] = []
    for name, card in zip(plan["names"], plan["paper"]["cards"], strict=True):
        faces = len(_pictures(order, plan["paper"], card, _COUNTING_PPI, back=False))
        names += [name] if faces == 1 else [f"{name} ({part} of {faces})" for part in range(1, faces + 1)]
    return json.dumps(_saved_object(plan["deck"], names), ensure_ascii=False, indent=2).encode()


def _pictures(
    order: Order, paper: Mapping[str, Any], card: Mapping[str, Any], ppi: int, *, back: bool
) -> list[bytes]:
    """Return the pictures of a card. If ``back`` is true, the last picture is its back."""
    data = {**paper, "cards": [card], "card": {**paper["card"], "backs": back}}
    return typeset_pages(Order(order.template, "png", order.day, data_text(data), ppi))


def _saved_object(deck: Mapping[str, Any], names: list[str]) -> dict[str, Any]:
    """Return the saved object of a deck. ``names`` are the names of its cards.

    The id of a card must be 100 times the number of its sheet, from 1, plus its number on the sheet, from 0.
    """
    columns, rows = deck["columns"], deck["rows"]
    cards_per_sheet = columns * rows
    sheets = {
        str(number + 1): {
            "FaceURL": deck["sheet_url"].replace("{number}", str(number + 1)),
            "BackURL": deck["back_url"],
            "NumWidth": columns,
            "NumHeight": rows,
            "BackIsHidden": True,
            "UniqueBack": False,
            "Type": 0,
        }
        for number in range(-(-len(names) // cards_per_sheet))
    }
    cards = []
    for index, name in enumerate(names):
        sheet = str(index // cards_per_sheet + 1)
        card_id = int(sheet) * 100 + index % cards_per_sheet
        card_fields = {"CardID": card_id, "SidewaysCard": False, "CustomDeck": {sheet: sheets[sheet]}}
        cards.append({"Name": "CardCustom", "Transform": _TRANSFORM, "Nickname": name, **card_fields})
    saved = {
        "Name": "DeckCustom",
        "Transform": _TRANSFORM,
        "Nickname": deck["name"],
        "Description": deck["about"],
        "SidewaysCard": False,
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": sheets,
        "ContainedObjects": cards,
    }
    states = [saved] if len(cards) > 1 else cards  # Tabletop Simulator has no decks of one card
    return {"SaveName": deck["name"], "Note": deck["about"], "ObjectStates": states}
