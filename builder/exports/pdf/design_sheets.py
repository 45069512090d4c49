"""Design sheets as data: the book's form, filled from profiles."""

from collections.abc import Iterator, Sequence

from builder.exports.pdf.markdown import Run
from builder.exports.pdf.paragraphs import note_paragraphs, paragraph
from builder.exports.pdf.profiles import (
    JsonData,
    PrintContext,
    profile_data,
    told_attributes,
)
from builder.points.document.document import Profile
from builder.points.pricing.stat_line import slots_outside
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import index_of

_PARAGRAPHS = 2  # more kinds of traits than these are set as one
_SHORT_CODE = 44  # letters that a box of the form holds


def design_sheet(context: PrintContext, profile: Profile) -> JsonData:
    """A profile as the book's sheet is filled in: two rows of boxes, and the rest as paragraphs."""
    found = profile_data(context, profile, context.appraisal.profile(profile.key))
    return {
        "name": found["name"],
        "kind": found["kind"],
        "max": "" if profile.max is None else str(profile.max),
        "prices": [price["value"] for price in found["prices"]] or [found["points"]],
        "columns": found["columns"],
        "cells": [
            [value if len(value) <= _SHORT_CODE else "see below", points] for value, points in found["cells"]
        ],
        "subtotal": _subtotal(context, profile),
        "pieces": [
            *_weapons(found),
            *trait_paragraphs(found),
            *error_paragraphs(found),
            *note_paragraphs(context, profile),
        ],
    }


def _subtotal(context: PrintContext, profile: Profile) -> str:
    """The points of what no box of the stat line shows: model properties and spells; "" where all is free."""
    view = context.view(profile)
    if not _outside_costs(view):
        return ""
    attributes = [attribute.at for attribute in told_attributes(view)]
    places = (*attributes, *(slot.at for slot in slots_outside(view)))
    lines = context.appraisal.profile(profile.key).lines
    paid = [line.points for line in lines if line.where.startswith(places)]
    return context.price(None if None in paid else sum(points for points in paid if points is not None))


def _outside_costs(catalogue: Catalogue) -> bool:
    """Whether anything that no box shows may have a price."""
    return any(slot.group not in index_of(catalogue).free_groups for slot in slots_outside(catalogue))


def subtotal_name(catalogue: Catalogue) -> str:
    """What the points of all that no box shows are called; "" where the form has no such thing."""
    slots = slots_outside(catalogue)
    if not _outside_costs(catalogue):
        return ""
    return "Properties sub-total" if slots[0].noun == "property" else "Sub-total of what is not in the boxes"


def _weapons(found: JsonData) -> Iterator[JsonData]:
    if found["weapons"]:
        yield _list_paragraph(
            "Weapons", [[f"{w['name']} {w['code']}", w["points"]] for w in found["weapons"]]
        )


def trait_paragraphs(found: JsonData) -> Iterator[JsonData]:
    """Properties and spells of a profile, a paragraph for each kind; many kinds share one."""
    traits = found["traits"]
    if len(traits) <= _PARAGRAPHS:
        yield from (_list_paragraph(trait["name"], trait["items"]) for trait in traits)
        return
    runs: list[Run] = []
    for trait in traits:
        runs += [["b", _heading(trait["name"])], f"{_items_text(trait['items'])}. "]
    yield paragraph("text", *runs)


def error_paragraphs(found: JsonData) -> Iterator[JsonData]:
    """The errors of a profile, a paragraph each."""
    for error in found["errors"]:
        yield paragraph("text", ["b", f"{error['word']}: "], _with_page(error))


def _with_page(finding: JsonData) -> str:
    return f"{finding['text']} ({finding['page']})" if finding["page"] else str(finding["text"])


def _list_paragraph(name: str, items: Sequence[Sequence[str]]) -> JsonData:
    return paragraph("text", ["b", _heading(name)], _items_text(items))


def _heading(name: str) -> str:
    return f"{name}: " if name else ""


def _items_text(items: Sequence[Sequence[str]]) -> str:
    return ", ".join(f"{text} ({points})" if points else text for text, points in items)
