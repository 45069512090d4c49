"""The preview picture of links to a list: 1200 by 630 pixels, typeset like a paper."""

from datetime import date

from builder.exports.pdf.profiles import (
    JsonData,
    PrintContext,
    all_prices,
    fielded_prices,
    has_prices,
    profile_prices,
)
from builder.exports.pdf.text import printable_line
from builder.exports.pdf.typesetter import order_of
from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Document, Profile
from builder.points.pricing.stat_line import stat_line, total_text
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.names import list_name, profile_name, roster_name
from builder.points.rules.results import ProfileAppraisal, RosterAppraisal, points_over
from builder.points.rules.wording import pluralize, price_range
from builder.typesetting.orders import Order

_NAME, _LINE, _CELL = 90, 48, 24
_PROFILES, _ROSTERS = 2, 2
_DAY = date(2000, 1, 1)  # a picture carries no date


def link_preview_order(document: Document, catalogue: Catalogue, fingerprints: str, by: str = "") -> Order:
    """Return its order; ``by`` is the owner's name."""
    return order_of("picture", "png", link_preview_data(document, catalogue, fingerprints, by), _DAY)


def link_preview_data(document: Document, catalogue: Catalogue, fingerprints: str, by: str = "") -> JsonData:
    """What the template is given: little of even the longest list."""
    appraisal = appraise(document, catalogue)
    context = PrintContext(document, catalogue, appraisal)
    pairs = list(zip(document.profiles, appraisal.profiles, strict=True))[:_PROFILES]
    return {
        "title": printable_line(ellipsize(list_name(document.name), _NAME), 24),
        "system": catalogue.title,
        "by": printable_line(ellipsize(by, _LINE), 24),
        "count": pluralize(len(appraisal.profiles), "profile"),
        "range": _range(context),
        "wrong": appraisal.profiles_status,
        "unit": catalogue.points_unit,
        "rosters": [_roster(context, roster) for roster in appraisal.rosters[:_ROSTERS]],
        "profiles": [_profile(context, *pair) for pair in pairs],
        "fingerprints": fingerprints,
    }


def ellipsize(text: str, most: int) -> str:
    """A text cut to so many letters, the last of them "…" where it is cut."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def _range(context: PrintContext) -> str:
    """What the profiles cost; where the game has several prices, by the first of them."""
    catalogue = context.catalogue
    points = price_range((found.points for found in context.appraisal.profiles), catalogue.points_unit)
    if not points or not has_prices(catalogue):
        return points
    return " ".join(filter(None, [catalogue.price_name, points, catalogue.price_estimate]))


def _roster(context: PrintContext, found: RosterAppraisal) -> dict[str, object]:
    appraisal = context.appraisal
    total, status = appraisal.roster_total(found, context.document.profile_names()), appraisal.status(found)
    over = status.code == "legal" and points_over(found.points, found.limit)
    return {
        "name": printable_line(ellipsize(roster_name(found.name), _LINE), 24),
        "points": total_text(total),
        "prices": all_prices(context, total, fielded_prices(context, found)),
        "limit": None if found.limit is None else str(found.limit),
        "status": "Over limit" if over else status.word,
    }


def _profile(context: PrintContext, profile: Profile, found: ProfileAppraisal) -> dict[str, object]:
    cells = stat_line(context.catalogue, profile, found)
    return {
        "name": printable_line(ellipsize(profile_name(profile.name), _LINE), 24),
        "points": total_text(found.total),
        "prices": profile_prices(context, found),
        "cells": [
            (cell.label, printable_line(ellipsize(cell.value, _CELL), 12), cell.wide) for cell in cells
        ],
    }
