"""The data of design sheets. A design sheet is a form from the rulebook, filled in with a profile."""

from collections.abc import Iterator, Sequence

from builder.exports.pdf.paragraphs import note_paragraphs, paragraph
from builder.exports.pdf.payload import (
    DesignSheetData,
    FindingData,
    ParagraphData,
    ProfileData,
    Run,
    TraitData,
)
from builder.exports.pdf.profiles import PrintContext, attributes_below_line, profile_data
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import index_of
from builder.points.sheets.profile import ProfileSheet, slots_outside

_MAX_TRAIT_PARAGRAPHS = 2  # more traits share one paragraph
_MAX_CELL_LENGTH = 44  # letters that fit in a box of the form


def design_sheet(context: PrintContext, sheet: ProfileSheet) -> DesignSheetData:
    """Return the data of a design sheet."""
    data, profile = profile_data(context, sheet), sheet.profile
    return {
        "name": data["name"],
        "kind": data["kind"],
        "max": "" if profile.max is None else str(profile.max),
        "prices": [price["value"] for price in data["prices"]] or [data["points"]],
        "columns": data["columns"],
        "cells": [
            [value if len(value) <= _MAX_CELL_LENGTH else "see below", points]
            for value, points in data["cells"]
        ],
        "subtotal": _subtotal(context, sheet),
        "paragraphs": [
            *_weapon_paragraphs(data),
            *trait_paragraphs(data["traits"]),
            *error_paragraphs(data),
            *note_paragraphs(context, profile),
        ],
    }


def _subtotal(context: PrintContext, sheet: ProfileSheet) -> str:
    """Return the points of the items outside the stat line, or "" if they are free in the game."""
    view = sheet.index.catalogue
    if not _has_costs_outside(view):
        return ""
    attributes = [attribute.at for attribute in attributes_below_line(view)]
    places = (*attributes, *(slot.at for slot in slots_outside(view)))
    points = [line.points for line in sheet.appraisal.lines if line.where.startswith(places)]
    return context.price(None if None in points else sum(filter(None, points)))


def _has_costs_outside(catalogue: Catalogue) -> bool:
    """Return whether items outside the stat line may cost points in the game."""
    return any(slot.group not in index_of(catalogue).free_groups for slot in slots_outside(catalogue))


def subtotal_name(catalogue: Catalogue) -> str:
    """Return the label of the subtotal, or "" if the form has no box for it."""
    slots = slots_outside(catalogue)
    if not _has_costs_outside(catalogue):
        return ""
    return "Properties sub-total" if slots[0].noun == "property" else "Sub-total of other items"


def _weapon_paragraphs(data: ProfileData) -> Iterator[ParagraphData]:
    if data["weapons"]:
        yield _list_paragraph(
            "Weapons", [[f"{w['name']} {w['codes']}", w["points"]] for w in data["weapons"]]
        )


def trait_paragraphs(traits: Sequence[TraitData]) -> Iterator[ParagraphData]:
    """Yield the paragraphs of a profile's traits: one each, but one for all if there are more than two."""
    if len(traits) <= _MAX_TRAIT_PARAGRAPHS:
        yield from (_list_paragraph(trait["name"], trait["items"]) for trait in traits)
        return
    runs: list[Run] = []
    for trait in traits:
        runs += [("b", _heading(trait["name"])), f"{_items_text(trait['items'])}. "]
    yield paragraph("text", *runs)


def error_paragraphs(data: ProfileData) -> Iterator[ParagraphData]:
    """Yield a paragraph for each error of a profile."""
    for error in data["errors"]:
        yield paragraph("text", ("b", f"{error['label']}: "), _with_page(error))


def _with_page(finding: FindingData) -> str:
    return f"{finding['text']} ({finding['page']})" if finding["page"] else finding["text"]


def _list_paragraph(name: str, items: Sequence[Sequence[str]]) -> ParagraphData:
    return paragraph("text", ("b", _heading(name)), _items_text(items))


def _heading(name: str) -> str:
    return f"{name}: " if name else ""


def _items_text(items: Sequence[Sequence[str]]) -> str:
    return ", ".join(f"{text} ({points})" if points else text for text, points in items)
