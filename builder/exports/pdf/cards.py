"""Cards as data: a profile in the size of a playing card, with what each of its properties means."""

from collections.abc import Iterator, Sequence

from builder.exports.pdf.forms import errors, traits
from builder.exports.pdf.glossary import used_entries
from builder.exports.pdf.pieces import notes, piece
from builder.exports.pdf.profiles import Data, Sheet, columns, profile_data, slots_beside
from builder.exports.pdf.rosters import arms_data, band_names, boxes
from builder.exports.pdf.text import minus
from builder.points.book import open_book
from builder.points.document import Profile
from builder.points.play import PlaySheet
from builder.points.sheet import NONE

# What about fits on a card, which the template then measures: letters in a line, lines, lines set tight.
_LETTERS = 40
_LINES = 17
_LINES_SET_TIGHT = 23
MOST_CARDS = 400  # with one card a model; games end at far fewer


def card_data(sheet: Sheet, play: PlaySheet, profile: Profile, glossary: bool) -> Data:
    """A profile as a card; with ``glossary`` each property is explained in a line."""
    found = profile_data(sheet, profile, sheet.appraisal.profile(profile.key))
    wide = [column["wide"] for column in columns(sheet.catalogue)]
    pieces = [
        *_weapons(sheet, play, profile),
        *(_explained(sheet, profile, found) if glossary else traits(found)),
        *errors(found),
        *notes(sheet, profile),
    ]
    return {
        "name": found["name"],
        "points": found["points"],
        "model": "",
        "leads": play.leads(profile.design),
        "cells": [cell[0] for cell, is_wide in zip(found["cells"], wide, strict=True) if not is_wide],
        **boxes(sheet, play, profile),
        "tight": _LINES < _lines(pieces) <= _LINES_SET_TIGHT,
        "pieces": pieces,
    }


def _lines(pieces: Sequence[Data]) -> float:
    """About how many lines of a card these paragraphs take, with the space between them."""
    return sum(1.2 + sum(len(text) for _, text in one["t"]) // _LETTERS for one in pieces)


def _weapons(sheet: Sheet, play: PlaySheet, profile: Profile) -> Iterator[Data]:
    for arm in arms_data(sheet, play, profile):
        yield piece("text", ["b", f"{arm['name']} "], arm["code"])
        if bands := [far for far in arm["bands"] if far not in ("", NONE)]:
            steps = zip(bands, band_names(play), strict=False)
            yield piece("fine", ", ".join(f"{far} {step}" for far, step in steps))


def _explained(sheet: Sheet, profile: Profile, found: Data) -> Iterator[Data]:
    """Properties and spells with their meanings, then those of weapons, armour and shield."""
    book = open_book(sheet.catalogue)
    slots = [slot for slot in slots_beside(sheet.catalogue) if profile.design.picks.get(slot.code)]
    for trait, slot in zip(found["traits"], slots, strict=True):
        for (text, _), pick in zip(trait["items"], profile.design.picks[slot.code], strict=True):
            summary = minus(book.entries[slot.group][pick.code].summary)
            yield piece("text", ["b", f"{text} "], summary)
    used = used_entries(sheet.catalogue, [profile]) - {
        (slot.group, code) for slot in sheet.catalogue.weapon_slots for code in slot.default
    }
    beside = {slot.group for slot in slots}
    for group, entries in book.entries.items():
        for code, entry in entries.items():
            if group not in beside and (group, code) in used:
                yield piece("fine", ["b", f"{entry.label or entry.name} "], minus(entry.summary))


def cards_of_each(models: Sequence[int]) -> list[int]:
    """How many cards each profile gets for so many models: one each, until there are too many."""
    left = MOST_CARDS
    counts = []
    for count in models:
        counts.append(min(count, left))
        left -= counts[-1]
    return counts


def without_cards(models: int) -> str:
    """What the paper says of the models that have no card of their own; "" where all have one."""
    return f"{models:,} more models have no card: {MOST_CARDS} are made at once." if models else ""


def for_each_model(cards: Sequence[Data], counts: Sequence[int], models: Sequence[int]) -> list[Data]:
    """So many cards of each, numbered where a profile has more than one model."""
    return [
        {**card, "model": f"{place} of {of}"} if of > 1 else card
        for card, count, of in zip(cards, counts, models, strict=True)
        for place in range(1, count + 1)
    ]
