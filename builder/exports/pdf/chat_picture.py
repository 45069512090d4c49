"""A force as one picture for a chat: as wide as a phone, each model with what is asked for most."""

from collections.abc import Iterator
from datetime import date

from builder.exports.pdf.options import PaperOptions
from builder.exports.pdf.profiles import JsonData, PrintContext, profile_data
from builder.exports.pdf.rosters import roster_profiles
from builder.exports.pdf.text import printable_line, shorten
from builder.exports.pdf.typesetter import order_of
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document, Profile
from builder.points.pricing.stat_line import NONE
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.names import list_name, roster_name
from builder.typesetting.orders import Order

MOST_ENTRIES = 20
"""Models of a picture; the others are counted. It stays below the 8 MB that chats take."""

_PPI = 144  # a page of 540 points is 1080 pixels wide
_NAME, _LINE, _WEAPONS, _CELLS = 60, 90, 160, 12
_DAY = date(2000, 1, 1)


def chat_order(document: Document, catalogue: Catalogue, options: PaperOptions, fingerprint: str) -> Order:
    """Return its order: the roster that the options name, or the whole list."""
    return order_of("chat", "png", chat_data(document, catalogue, options, fingerprint), _DAY)._replace(
        ppi=_PPI
    )


def chat_data(document: Document, catalogue: Catalogue, options: PaperOptions, fingerprint: str) -> JsonData:
    """What the template is given."""
    appraisal = appraise(document, catalogue)
    context = PrintContext(document, catalogue, appraisal, options.points, word=24)
    counts = {profile.key: 0 for profile in document.profiles}
    chosen, total, name, limit = list(document.profiles), "", "", ""
    if options.roster is not None:
        roster, found = document.rosters[options.roster], appraisal.rosters[options.roster]
        counts = dict(roster.counts())
        chosen = roster_profiles(document, options.roster)
        total = context.total(appraisal.roster_total(found, document.profile_names()))
        name = printable_line(shorten(roster_name(roster.name), _NAME), 24)
        limit = "" if found.limit is None or not options.points else f"of {found.limit}"
    models = sum(counts[profile.key] for profile in chosen)
    words = catalogue.words
    return {
        "title": printable_line(shorten(list_name(document.name), _LINE), 24),
        "roster": name,
        "system": catalogue.title,
        "total": total,
        "unit": " ".join(filter(None, [limit, catalogue.points_unit])) if total else "",
        "count": f"{models:,} {words.model if models == 1 else words.models}" if models else "",
        "entries": list(_entries(context, chosen[:MOST_ENTRIES], counts)),
        "more": max(0, len(chosen) - MOST_ENTRIES),
        "fingerprint": fingerprint,
        "credit": catalogue.credit,
        "notice": catalogue.notice,
    }


def _entries(context: PrintContext, chosen: list[Profile], counts: dict[str, int]) -> Iterator[JsonData]:
    for profile in chosen:
        found = profile_data(context, profile, context.appraisal.profile(profile.key))
        cells = [
            [column["label"], cell[0]]
            for cell, column in zip(found["cells"], found["columns"], strict=True)
            if not column["wide"] and cell[0] != NONE and len(cell[0]) <= _LINE
        ]
        weapons = "; ".join(f"{weapon['name']} {weapon['code']}".strip() for weapon in found["weapons"])
        yield {
            "count": counts[profile.key],
            "name": shorten(found["name"], _NAME),
            "kind": found["kind"],
            "points": " / ".join(price["value"] for price in found["prices"]) or found["points"],
            "cells": cells[:_CELLS],
            "weapons": shorten(weapons, _WEAPONS),
        }
