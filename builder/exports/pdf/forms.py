"""Design sheets as data: the book's form, filled from profiles."""

from collections.abc import Iterator, Sequence

from builder.exports.pdf.pieces import notes, piece
from builder.exports.pdf.profiles import Data, Sheet, profile_data, slots_beside
from builder.points.document import Profile

_SHORT_CODE = 44  # letters that a box of the form holds


def form_data(sheet: Sheet, profile: Profile) -> Data:
    """A profile as the book's sheet is filled in: two rows of boxes, and the rest as paragraphs."""
    found = profile_data(sheet, profile, sheet.appraisal.profile(profile.key))
    return {
        "name": found["name"],
        "max": "" if profile.max is None else str(profile.max),
        "points": found["points"],
        "cells": [
            [value if len(value) <= _SHORT_CODE else "see below", points] for value, points in found["cells"]
        ],
        "subtotal": _subtotal(sheet, profile),
        "pieces": [*_weapons(found), *traits(found), *errors(found), *notes(sheet, profile)],
    }


def _subtotal(sheet: Sheet, profile: Profile) -> str:
    """The points of what no box of the stat line shows: model properties and spells."""
    places = tuple(slot.at for slot in slots_beside(sheet.catalogue))
    lines = sheet.appraisal.profile(profile.key).lines
    paid = [line.points for line in lines if line.where.startswith(places)]
    return sheet.price(None if None in paid else sum(points for points in paid if points is not None))


def _weapons(found: Data) -> Iterator[Data]:
    if found["weapons"]:
        yield _list("Weapons", [[f"{w['name']} {w['code']}", w["points"]] for w in found["weapons"]])


def traits(found: Data) -> Iterator[Data]:
    """Properties and spells of a profile, a paragraph for each kind."""
    for trait in found["traits"]:
        yield _list(trait["name"], trait["items"])


def errors(found: Data) -> Iterator[Data]:
    """The errors of a profile, a paragraph each."""
    for error in found["errors"]:
        yield piece("text", ["b", "Error: "], f"{error['text']} ({error['page']})")


def _list(name: str, items: Sequence[Sequence[str]]) -> Data:
    texts = [f"{text} ({points})" if points else text for text, points in items]
    return piece("text", ["b", f"{name}: "], ", ".join(texts))
