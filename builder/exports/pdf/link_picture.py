"""The picture that chats show as a preview of a link to a list. It has 1200 by 630 pixels."""

from builder.exports.pdf.payload import LinkPictureData, LinkProfileData, LinkRosterData
from builder.exports.pdf.profiles import PrintContext, all_prices, has_price_names, profile_prices
from builder.exports.pdf.text import printable_line
from builder.exports.pdf.typesetter import order_of
from builder.points.pricing.texts import price_text
from builder.points.rules.results import points_over
from builder.points.rules.wording import pluralize, price_range
from builder.points.sheets.profile import ProfileSheet
from builder.points.sheets.roster import ListSheet, RosterSheet
from builder.typesetting.orders import Order

_MAX_NAME_LENGTH, _MAX_LINE_LENGTH, _MAX_CELL_LENGTH = 90, 48, 24
_MAX_PROFILES, _MAX_ROSTERS = 2, 2


def link_preview_order(sheet: ListSheet, fingerprints: str, by: str = "") -> Order:
    """Return the order of the picture. ``by`` is the name of the list's owner."""
    return order_of("picture", "png", link_preview_data(sheet, fingerprints, by))


def link_preview_data(sheet: ListSheet, fingerprints: str, by: str = "") -> LinkPictureData:
    """Return the data for the template, with all texts cut."""
    context, catalogue, appraisal = PrintContext(sheet), sheet.catalogue, sheet.appraisal
    return {
        "title": printable_line(ellipsize(sheet.name, _MAX_NAME_LENGTH)),
        "system": catalogue.title,
        "by": printable_line(ellipsize(by, _MAX_LINE_LENGTH)),
        "count": pluralize(len(appraisal.profiles), "profile"),
        "range": _price_range(context),
        "status": appraisal.profiles_status,
        "unit": catalogue.points_unit,
        "rosters": [_roster(context, roster) for roster in sheet.rosters[:_MAX_ROSTERS]],
        "profiles": [_profile(context, profile) for profile in sheet.profiles[:_MAX_PROFILES]],
        "fingerprints": fingerprints,
    }


def ellipsize(text: str, max_length: int) -> str:
    """Return a text cut to ``max_length`` letters. A cut text ends with "…"."""
    return text if len(text) <= max_length else f"{text[: max_length - 1].rstrip()}…"


def _price_range(context: PrintContext) -> str:
    """Return the range of the profiles' prices in the game's main unit."""
    catalogue = context.catalogue
    points = price_range(
        (profile_appraisal.points for profile_appraisal in context.sheet.appraisal.profiles),
        catalogue.points_unit,
    )
    if not points or not has_price_names(catalogue):
        return points
    return " ".join(filter(None, [catalogue.price_name, points, catalogue.price_estimate]))


def _roster(context: PrintContext, roster: RosterSheet) -> LinkRosterData:
    total, status, result = roster.total, roster.status, roster.appraisal
    is_over_limit = status.code == "legal" and points_over(result.points, result.limit)
    return {
        "name": printable_line(ellipsize(roster.name, _MAX_LINE_LENGTH)),
        "points": price_text(total, context.catalogue),
        "unit": "" if total.is_unknown else context.catalogue.points_unit,
        "prices": all_prices(context, total, result.prices),
        "limit": None if result.limit is None else str(result.limit),
        "status": "Over limit" if is_over_limit else status.word,
    }


def _profile(context: PrintContext, sheet: ProfileSheet) -> LinkProfileData:
    total = sheet.appraisal.total
    return {
        "name": printable_line(ellipsize(sheet.name, _MAX_LINE_LENGTH)),
        "points": price_text(total, context.catalogue),
        "unit": "" if total.is_unknown else context.catalogue.points_unit,
        "prices": profile_prices(context, sheet),
        "cells": [
            (cell.label, printable_line(ellipsize(cell.value, _MAX_CELL_LENGTH), max_word=12), cell.is_wide)
            for cell in sheet.cells
        ],
    }
