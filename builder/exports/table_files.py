"""A list's cards and forces for other tables: pictures, a ZIP, a deck for Tabletop Simulator.

Who may have a paper may have these. A deck names the addresses of its pictures, so there is one only where
whoever holds it can read the list.
"""

import re
from collections.abc import Callable
from typing import Literal, NamedTuple

from django.http import Http404
from django.urls import reverse
from django.utils.timezone import localdate

from builder.documents import LoadedList
from builder.exports.addresses import address_on_paper
from builder.exports.fingerprints import paper_fingerprint
from builder.exports.list_files import BuildAbsoluteUri, ReadOptions, named_owner, paper_file_names
from builder.exports.paper_requests import PaperSource, PreparedPaper
from builder.exports.pdf.card_files import (
    card_options,
    card_picture_order,
    deck_order,
    deck_sheet_order,
    zip_order,
)
from builder.exports.pdf.chat_picture import chat_order
from builder.exports.pdf.papers import paper_data
from builder.exports.pdf.profiles import JsonData
from builder.queries.access import ListAccess
from builder.typesetting.orders import Order, Output

FileKind = Literal["cards", "deck", "sheet", "card", "chat"]
TableQuery = Callable[[LoadedList], str]
"""The query of the same choice by another way to the list."""

CARDS_FILE, DECK_FILE, CHAT_FILE, BACK_FILE = (
    "cards.zip", "tabletop-simulator.json", "chat.png", "deck-back.png",
)  # fmt: skip
_SHEET = re.compile(r"deck-([1-9]\d?)\.png")
_CARD = re.compile(r"card-([\w-]{1,80})\.png")
_OUTPUTS: dict[FileKind, Output] = {
    "cards": "zip", "deck": "json", "sheet": "png", "card": "png", "chat": "png",
}  # fmt: skip


class TableFile(NamedTuple):
    """What is asked for: a kind of file, the number of a sheet, 0 for the back, or the key of a profile."""

    kind: FileKind
    number: int = 0
    key: str = ""

    @property
    def output(self) -> Output:
        """What kind of file an order makes."""
        return _OUTPUTS[self.kind]


def table_file(name: str) -> TableFile:
    """The file of a name; Http404 where there is no such file."""
    named: dict[str, TableFile] = {
        CARDS_FILE: TableFile("cards"),
        DECK_FILE: TableFile("deck"),
        CHAT_FILE: TableFile("chat"),
        BACK_FILE: TableFile("sheet"),
    }
    if name in named:
        return named[name]
    if found := _SHEET.fullmatch(name):
        return TableFile("sheet", int(found[1]))
    if found := _CARD.fullmatch(name):
        return TableFile("card", key=found[1])
    raise Http404("There is no such file.")


def has_deck(list_access: ListAccess) -> bool:
    """Whether those who hold a deck can load its pictures."""
    return bool(address_on_paper(list_access))


def table_file_source(
    list_access: ListAccess,
    file: TableFile,
    asked: tuple[str, ...],
    read_options: ReadOptions,
    table_query: TableQuery,
    build_absolute_uri: BuildAbsoluteUri,
) -> PaperSource:
    """Where such a file comes from; Http404 for a deck of a list that nobody else can read."""
    if file.kind == "deck" and not has_deck(list_access):
        raise Http404("A deck loads its pictures by a link, and this list has none.")
    row = list_access.row

    def prepare() -> PreparedPaper:
        loaded = list_access.load()
        options = read_options(loaded)
        stamp = paper_fingerprint(list_access, loaded, options, build_absolute_uri)
        prints = stamp.fingerprints
        if file.kind == "chat":
            told = " ".join(prints[0]) if prints else ""
            order: Order | None = chat_order(loaded.document, loaded.catalogue, options, told)
        else:
            made = card_options(options)
            paper = paper_data(
                loaded.document, loaded.catalogue, made, localdate(), by=named_owner(row), **stamp._asdict()
            )
            order = _order_of_cards(
                file, paper, _deck_address(list_access, loaded, build_absolute_uri, table_query)
            )
        if order is None:
            raise Http404("There is no such card.")
        return PreparedPaper(order, paper_file_names(loaded, options))

    address = address_on_paper(list_access)
    depends_on = (
        *(row.public_id, str(row.version), row.updated.isoformat(), row.edition.content),
        *(list_access.roster_id, build_absolute_uri(address) if address else "", named_owner(row)),
        *(*map(str, file), *asked),
    )
    return PaperSource(prepare, depends_on)


def _order_of_cards(file: TableFile, paper: JsonData, address: str) -> Order | None:
    if file.kind == "cards":
        return zip_order(paper)
    if file.kind == "deck":
        return deck_order(
            paper, address.replace("{file}", "deck-{number}.png"), address.replace("{file}", BACK_FILE)
        )
    return (
        deck_sheet_order(paper, file.number) if file.kind == "sheet" else card_picture_order(paper, file.key)
    )


def _deck_address(
    list_access: ListAccess, loaded: LoadedList, build_absolute_uri: BuildAbsoluteUri, table_query: TableQuery
) -> str:
    """The address of a picture where others read the list, with "{file}" in it; "" where they cannot.

    It tells the version, for who has loaded a picture once does not look again.
    """
    address = address_on_paper(list_access)
    if not address:
        return ""
    if list_access.row.sample:
        address = reverse("list", args=(list_access.row.public_id,))
    return (
        f"{build_absolute_uri(address)}print/{{file}}?{table_query(loaded)}&version={list_access.row.version}"
    )
