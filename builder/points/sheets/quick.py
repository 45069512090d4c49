"""The quick reference as web pages and printed papers show it.

It is a summary of the rules for use in play. Each row names the profiles that it applies to.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from builder.points.document.quick import QuickReference, QuickRow, QuickTable
from builder.points.rules.catalogue import Catalogue
from builder.points.rules.wording import source_text
from builder.points.sheets.profile import ProfileSheet

EVERY_MODEL = "all"

_LONG_VALUE = 24  # in characters: longer values are shown as sentences


class QuickLine(NamedTuple):
    """A row of the quick reference.

    ``profile_names`` are the profiles that it applies to. ``place`` is where the rulebook has the row, or
    empty if the section's place is enough. A long value follows the text; others are shown at the end of the
    line.
    """

    text: str
    value: str
    profile_names: str
    place: str
    is_long: bool


class QuickPart(NamedTuple):
    """A section of the quick reference with its lines."""

    name: str
    place: str
    text: str
    lines: tuple[QuickLine, ...]
    table: QuickTable | None


def quick_parts(
    quick: QuickReference,
    catalogue: Catalogue,
    profiles: Sequence[ProfileSheet] = (),
    *,
    every_row: bool = True,
) -> list[QuickPart]:
    """Return the sections of the quick reference. Each row names the ``profiles`` that it applies to.

    Unless ``every_row`` is True, sections and rows are left out that concern neither these profiles nor their
    opponents (``faced``).
    """
    parts = []
    for section in quick.sections:
        applies = every_row or not section.having or any(p.has_any_of(section.having) for p in profiles)
        rows = [
            row
            for row in section.rows
            if every_row or row.faced or (applies and _concerns_somebody(row, profiles))
        ]
        if rows or (applies and not section.rows):
            place, lines = _place(catalogue, section.page), tuple(_lines(rows, catalogue, profiles))
            parts.append(QuickPart(section.name, place, section.text, lines, section.table))
    return parts


def _lines(
    rows: Sequence[QuickRow], catalogue: Catalogue, profiles: Sequence[ProfileSheet]
) -> Iterator[QuickLine]:
    """Yield the lines of a section. If most of its values are long, all its lines are ``long``."""
    is_long = [len(row.value) > _LONG_VALUE for row in rows]
    are_most_long = 2 * sum(is_long) > len(rows)
    for row, long in zip(rows, is_long, strict=True):
        place = _place(catalogue, row.page)
        yield QuickLine(row.text, row.value, _profile_names(row, profiles), place, long or are_most_long)


def _profile_names(row: QuickRow, profiles: Sequence[ProfileSheet]) -> str:
    """Return the names of the profiles that a row applies to: empty for a row without conditions.

    If there are several profiles and the row applies to all of them, return ``EVERY_MODEL``.
    """
    if _is_general(row):
        return ""
    names = list(dict.fromkeys(sheet.name for sheet in profiles if _concerns(row, sheet)))
    everyone = {sheet.name for sheet in profiles}
    return EVERY_MODEL if len(names) == len(everyone) > 1 else ", ".join(names)


def _concerns_somebody(row: QuickRow, profiles: Sequence[ProfileSheet]) -> bool:
    return _is_general(row) or any(_concerns(row, sheet) for sheet in profiles)


def _is_general(row: QuickRow) -> bool:
    return not row.having and not row.points


def _concerns(row: QuickRow, sheet: ProfileSheet) -> bool:
    if row.points and (sheet.appraisal.total.points or 0) < row.points:
        return False
    return (sheet.has_any_of(row.having) and not sheet.has_any_of(row.unless)) if row.having else True


def _place(catalogue: Catalogue, page: str) -> str:
    """Return where the rulebook has a row or section: "p. 23–24", or the name of a chapter."""
    return f"p. {page}" if page[:1].isdigit() else source_text(catalogue, 0, page)
