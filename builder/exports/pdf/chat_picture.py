"""A picture of a list or roster for a chat, as wide as a phone, with the main data of each profile."""

from collections.abc import Iterable, Iterator

from builder.exports.pdf.options import PaperOptions
from builder.exports.pdf.payload import ChatEntryData, ChatPictureData, StampTextsData, TraitData
from builder.exports.pdf.profiles import PrintContext, narrow_cells, price_line, profile_data
from builder.exports.pdf.rosters import stamp_texts
from builder.exports.pdf.text import printable_line, shorten
from builder.exports.pdf.typesetter import order_of
from builder.points.pricing.texts import NONE
from builder.points.sheets.profile import ProfileSheet
from builder.points.sheets.roster import ListSheet
from builder.typesetting.orders import Order

MAX_PROFILES = 20
"""The maximum number of profiles in a picture, so that none is larger than 8 MB, the limit of chats."""

_PPI = 144  # a page of 540 points is 1080 pixels wide
_MAX_NAME_LENGTH, _MAX_LINE_LENGTH, _MAX_WEAPONS_LENGTH, _MAX_TRAITS_LENGTH = 60, 90, 160, 400
_MAX_CELLS = 12
_MAX_WORD = 24  # wider words may be broken


def chat_order(sheet: ListSheet, options: PaperOptions, fingerprint: str) -> Order:
    """Return the order of a picture of a roster or, if the options have none, of the complete list."""
    return order_of("chat", "png", _chat_data(sheet, options, fingerprint), ppi=_PPI)


def _chat_data(sheet: ListSheet, options: PaperOptions, fingerprint: str) -> ChatPictureData:
    catalogue = sheet.catalogue
    context = PrintContext(sheet, options.points, max_word=_MAX_WORD)
    counts = dict.fromkeys(sheet.sheets_by_key, 0)
    chosen, total, name, limit = sheet.profiles, "", "", ""
    stamp: StampTextsData = {"status": sheet.appraisal.profiles_status, "details": ""}
    if options.roster is not None:
        roster = sheet.rosters[options.roster]
        counts = dict(roster.roster.counts())
        chosen = roster.fielded_in_list_order
        total = context.total(roster.total)
        stamp = stamp_texts(context, roster)
        name = printable_line(shorten(roster.name, _MAX_NAME_LENGTH), _MAX_WORD)
        limit = "" if roster.limit is None or not options.points else f"of {roster.limit}"
    models = sum(counts[shown_sheet.profile.key] for shown_sheet in chosen)
    words = catalogue.words
    return {
        "title": printable_line(shorten(sheet.name, _MAX_LINE_LENGTH), _MAX_WORD),
        "roster": name,
        "system": catalogue.title,
        "stamp": stamp,
        "total": total,
        "unit": " ".join(filter(None, [limit, catalogue.points_unit])) if total else "",
        "count": f"{models:,} {words.model if models == 1 else words.models}" if models else "",
        "entries": list(_entries(context, chosen[:MAX_PROFILES], counts)),
        "omitted_entries": max(0, len(chosen) - MAX_PROFILES),
        "fingerprint": fingerprint,
        "credit": catalogue.credit,
        "notice": catalogue.notice,
    }


def _entries(
    context: PrintContext, chosen: list[ProfileSheet], counts: dict[str, int]
) -> Iterator[ChatEntryData]:
    for sheet in chosen:
        data = profile_data(context, sheet)
        cells = [
            (label, value)
            for label, value in narrow_cells(data)
            if value != NONE and len(value) <= _MAX_LINE_LENGTH
        ]
        weapons = "; ".join(f"{weapon['name']} {weapon['codes']}".strip() for weapon in data["weapons"])
        yield {
            "count": counts[sheet.profile.key],
            "name": shorten(data["name"], _MAX_NAME_LENGTH),
            "kind": data["kind"],
            "points": price_line(data),
            "cells": cells[:_MAX_CELLS],
            "weapons": shorten(weapons, _MAX_WEAPONS_LENGTH),
            "traits": shorten("; ".join(_trait_texts(data["traits"])), _MAX_TRAITS_LENGTH),
        }


def _trait_texts(traits: Iterable[TraitData]) -> Iterator[str]:
    """Yield a text for each trait of a profile. The text of an attribute has its name: "Armour Plate"."""
    for trait in traits:
        names = ", ".join(name for name, _ in trait["items"])
        yield f"{trait['name']} {names}" if trait.get("shows_name") else names
