"""Files of a list for playing online: pictures, a ZIP of cards, and a deck for Tabletop Simulator.

Tabletop Simulator loads the pictures of a deck from this site, without an account. So only lists that people
without an account can read have a deck.
"""

import re
from collections.abc import Callable
from typing import Literal, NamedTuple, cast

from django.http import Http404
from django.urls import reverse
from django.utils.timezone import localdate

from builder.documents import LoadedList
from builder.exports.fingerprints import PaperFingerprint
from builder.exports.list_files import BuildAbsoluteUri, ReadOptions, list_source, named_owner
from builder.exports.paper_requests import PaperSource
from builder.exports.pdf.card_files import (
    card_options,
    card_picture_order,
    deck_order,
    deck_sheet_order,
    zip_order,
)
from builder.exports.pdf.chat_picture import chat_order
from builder.exports.pdf.options import PaperOptions
from builder.exports.pdf.papers import paper_data
from builder.exports.pdf.payload import CardsPaperData
from builder.queries.access import ListAccess
from builder.typesetting.orders import Order, Output

FileKind = Literal["cards", "deck", "sheet", "card", "chat"]
MakeQuery = Callable[[LoadedList], str]
"""A function that returns the options of the request as a query string, for the addresses in a deck."""

CARDS_FILE, DECK_FILE, CHAT_FILE, BACK_FILE = (
    "cards.zip", "tabletop-simulator.json", "chat.png", "deck-back.png",
)  # fmt: skip
_SHEET = re.compile(r"deck-([1-9]\d?)\.png")
_CARD = re.compile(r"card-([\w-]{1,80})\.png")
_OUTPUTS: dict[FileKind, Output] = {
    "cards": "zip", "deck": "json", "sheet": "png", "card": "png", "chat": "png",
}  # fmt: skip


class TabletopFile(NamedTuple):
    """A requested file.

    ``sheet_number`` is the number of a picture with several cards of the deck, or 0 for the cards' backs.
    ``profile_key`` is the profile of a card.
    """

    kind: FileKind
    sheet_number: int = 0
    profile_key: str = ""

    @property
    def output(self) -> Output:
        """The format that the typesetter must make."""
        return _OUTPUTS[self.kind]


def tabletop_file(name: str) -> TabletopFile:
    """Return the file with this name. Raise Http404 if there is no such file."""
    files_by_name: dict[str, TabletopFile] = {
        CARDS_FILE: TabletopFile("cards"),
        DECK_FILE: TabletopFile("deck"),
        CHAT_FILE: TabletopFile("chat"),
        BACK_FILE: TabletopFile("sheet"),
    }
    if name in files_by_name:
        return files_by_name[name]
    if match := _SHEET.fullmatch(name):
        return TabletopFile("sheet", int(match[1]))
    if match := _CARD.fullmatch(name):
        return TabletopFile("card", profile_key=match[1])
    raise Http404("This file doesn't exist.")


def can_have_deck(list_access: ListAccess) -> bool:
    """Return whether people without an account can read the list."""
    return bool(list_access.paper_url)


def tabletop_file_source(
    list_access: ListAccess,
    file: TabletopFile,
    cache_parts: tuple[str, ...],
    read_options: ReadOptions,
    make_query: MakeQuery,
    build_absolute_uri: BuildAbsoluteUri,
) -> PaperSource:
    """Return the source of a file. Raise Http404 for the deck of an unshared list."""
    if file.kind == "deck" and not can_have_deck(list_access):
        raise Http404("A deck needs a link to load its pictures. Share the list first.")
    row = list_access.row

    def make_order(loaded: LoadedList, options: PaperOptions, fingerprint: PaperFingerprint) -> Order:
        if file.kind == "chat":
            return chat_order(loaded.sheet(), options, " ".join(fingerprint.fingerprints[0]))
        data = paper_data(
            loaded.sheet(), card_options(options), list_access.frozen_day or localdate(),
            by=named_owner(row), **fingerprint._asdict(),
        )  # fmt: skip
        address = _deck_address(list_access, loaded, build_absolute_uri, make_query)
        order = _order_of_cards(file, cast(CardsPaperData, data), address)
        if order is None:
            raise Http404("This card doesn't exist.")
        return order

    parts = (named_owner(row), *map(str, file), *cache_parts)
    return list_source(list_access, make_order, read_options, parts, build_absolute_uri)


def _order_of_cards(file: TabletopFile, data: CardsPaperData, address: str) -> Order | None:
    if file.kind == "cards":
        return zip_order(data)
    if file.kind == "deck":
        return deck_order(
            data, address.replace("{file}", "deck-{number}.png"), address.replace("{file}", BACK_FILE)
        )
    if file.kind == "sheet":
        return deck_sheet_order(data, file.sheet_number)
    return card_picture_order(data, file.profile_key)


def _deck_address(
    list_access: ListAccess, loaded: LoadedList, build_absolute_uri: BuildAbsoluteUri, make_query: MakeQuery
) -> str:
    """Return the public address of the list's files, with "{file}" in place of a file's name.

    If the list isn't shared, return an empty string. The address contains the list's version, because clients
    load a picture again only if its address is new.
    """
    address = list_access.paper_url
    if not address:
        return ""
    if list_access.row.sample:
        address = reverse("list", args=(list_access.row.public_id,))
    return f"{build_absolute_uri(address)}print/{{file}}?{make_query(loaded)}&version={list_access.version}"
