"""Design sheets as data: the book's form, filled from profiles."""

from collections.abc import Iterator, Sequence

from builder.exports.pdf.paragraphs import note_paragraphs, paragraph
from builder.exports.pdf.profiles import JsonData, PrintContext, profile_data, slots_outside_stat_line
from builder.points.document import Profile

_SHORT_CODE = 44  # letters that a box of the form holds


def design_sheet(context: PrintContext, profile: Profile) -> JsonData:
    """A profile as the book's sheet is filled in: two rows of boxes, and the rest as paragraphs."""
    found = profile_data(context, profile, context.appraisal.profile(profile.key))
    return {
        "name": found["name"],
        "max": "" if profile.max is None else str(profile.max),
        "points": found["points"],
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
    """The points of what no box of the stat line shows: model properties and spells."""
    places = tuple(slot.at for slot in slots_outside_stat_line(context.catalogue))
    lines = context.appraisal.profile(profile.key).lines
    paid = [line.points for line in lines if line.where.startswith(places)]
    return context.price(None if None in paid else sum(points for points in paid if points is not None))


def _weapons(found: JsonData) -> Iterator[JsonData]:
    if found["weapons"]:
        yield _list_paragraph(
            "Weapons", [[f"{w['name']} {w['code']}", w["points"]] for w in found["weapons"]]
        )


def trait_paragraphs(found: JsonData) -> Iterator[JsonData]:
    """Properties and spells of a profile, a paragraph for each kind."""
    for trait in found["traits"]:
        yield _list_paragraph(trait["name"], trait["items"])


def error_paragraphs(found: JsonData) -> Iterator[JsonData]:
    """The errors of a profile, a paragraph each."""
    for error in found["errors"]:
        yield paragraph("text", ["b", "Error: "], f"{error['text']} ({error['page']})")


def _list_paragraph(name: str, items: Sequence[Sequence[str]]) -> JsonData:
    texts = [f"{text} ({points})" if points else text for text, points in items]
    return paragraph("text", ["b", f"{name}: "], ", ".join(texts))
