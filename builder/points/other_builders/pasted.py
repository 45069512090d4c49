"""Reader of a pasted text, which can be a roster of another list builder or stat lines.

A stat line is a line with the values of a profile, as players write it. In both cases the result is a
``ParsedText``, so pages and the API show both in the same way.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from builder.points.appraisal.appraisal import appraise
from builder.points.document.document import Profile
from builder.points.document.json_reader import DEFAULT_LIMITS, DocumentError, Limits
from builder.points.other_builders.matching import MatchedModel, match_roster
from builder.points.other_builders.structure import Place, Selection
from builder.points.other_builders.text_rosters import is_roster_text, read_text_roster
from builder.points.rules.aliases import Aliases
from builder.points.rules.catalogue import Catalogue
from builder.points.shorthand import (
    ParsedPiece,
    ParsedProfile,
    ParsedText,
    StatedTotal,
    Unparsed,
    max_bytes,
    read_shorthand,
)

_FILE = re.compile(r'\s{0,99}(?:<(?:\?xml|roster|!doctype|html)\b|\{\s{0,99}"roster")', re.IGNORECASE)


def read_pasted(
    text: str,
    catalogue: Catalogue,
    aliases: Aliases,
    list_profiles: Sequence[Profile] = (),
    limits: Limits = DEFAULT_LIMITS,
) -> ParsedText:
    """Read a pasted text as a roster of another list builder. If it isn't such a roster, read stat lines.

    ``list_profiles`` are the profiles of the list into which the text is pasted. Raise DocumentError for the
    same reasons as ``read_shorthand``, or if the text is the content of a file.
    """
    if _FILE.match(text):
        raise DocumentError("", "is the content of a file", "choose the file under Import lists")
    if not is_roster_text(text):
        return read_shorthand(text, catalogue, list_profiles, limits)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if (size := len(text.encode("utf-8", "surrogatepass"))) > max_bytes(limits):
        raise DocumentError("", f"has {size:,} bytes", f"paste at most {max_bytes(limits):,} at once")
    roster = read_text_roster(text)
    matched = match_roster(roster, catalogue, aliases, limits, [profile.key for profile in list_profiles])
    headings = [_piece(text, place, "") for place in roster.headings]
    unread, totals = [*roster.unread, *map(_full_place, matched.unknown)], list[StatedTotal]()
    rosters, models = matched.document.rosters, matched.models
    if roster.total and matched.total is None:
        unread.append(roster.total)
    elif roster.total and matched.total is not None:
        calculated = next(
            (roster_appraisal.points for roster_appraisal in appraise(matched.document, catalogue).rosters), 0
        )
        (start, end), line = roster.total, _line_of(text, roster.total.start)
        totals.append(StatedTotal(start, end, matched.total, None, calculated, line, text[start:end]))
    return ParsedText(
        text,
        tuple(_profile(text, *pair) for pair in zip((None, *models), models, strict=False)),
        tuple(sorted(headings)),
        tuple(_unparsed(text, place) for place in sorted(unread)),
        totals=tuple(totals),
        roster=rosters[0] if rosters else None,
    )


def _profile(text: str, before: MatchedModel | None, model: MatchedModel) -> ParsedProfile:
    """Return a model as a parsed profile. ``before`` is the model before it.

    If several models are from the same line, only the first model has the unread parts of the line.
    """
    is_first = before is None or before.selection is not model.selection
    places = [(part.place, meaning) for part, meaning in model.read]
    unread = model.unread if is_first else ()
    pieces = sorted(_piece(text, place, meaning) for place, meaning in places if place)
    return ParsedProfile(
        replace(model.profile, notes=model.selection.notes),
        tuple(pieces),
        tuple(_unparsed(text, part.place) for part in unread if part.place),
        () if model.price is None else (model.price,),
        _line_of(text, model.selection.place.start if model.selection.place else 0),
    )


def _full_place(selection: Selection) -> Place:
    """Return the place of a selection, including its nested selections."""
    places = [part.place for part in (selection, *selection.descendants()) if part.place]
    return Place(min(place.start for place in places), max(place.end for place in places))


def _line_of(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _piece(text: str, place: Place, meaning: str) -> ParsedPiece:
    return ParsedPiece(
        place.start, place.end, meaning, _line_of(text, place.start), text[place.start : place.end]
    )


def _unparsed(text: str, place: Place) -> Unparsed:
    return Unparsed(_line_of(text, place.start), place.start, place.end, text[place.start : place.end])
