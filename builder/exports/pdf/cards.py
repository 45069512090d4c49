"""The data of cards.

A card is a profile in the size of a playing card, with the meanings of its properties.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from builder.exports.pdf.design_sheets import error_paragraphs, trait_paragraphs
from builder.exports.pdf.markdown import Run
from builder.exports.pdf.paragraphs import note_paragraphs, paragraph
from builder.exports.pdf.payload import JsonData, ProfileData, Texts, TraitData
from builder.exports.pdf.profiles import PrintContext, after_name, narrow_cells, price_line, profile_data
from builder.exports.pdf.rosters import tick_boxes, weapon_row
from builder.exports.pdf.text import with_minus_signs
from builder.points.document.used_words import used_entries
from builder.points.pricing.texts import NONE
from builder.points.rules.catalogue import Words
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.wording import with_capital
from builder.points.sheets.profile import MAX_BOXES, ProfileSheet, SheetSlot
from builder.points.sheets.weapons import band_names

MAX_CARDS = 400  # the maximum if each model has a card, but games have far fewer models


def profile_card(context: PrintContext, sheet: ProfileSheet, glossary: bool) -> JsonData:
    """Return the data of a profile's card. If ``glossary`` is true, the card explains each property."""
    data = profile_data(context, sheet)
    cells = narrow_cells(data)
    pieces = [
        *_weapons(context, sheet),
        *_traits(context, sheet, data, glossary),
        *error_paragraphs(data),
        *note_paragraphs(context, sheet.profile),
    ]
    return {
        "key": sheet.profile.key,
        "name": data["name"],
        "points": price_line(data),
        "tags": [*_price_tags(data["prices"]), *([data["kind"]] if data["kind"] else [])],
        "model": "",
        "is_leader": sheet.is_leader,
        "labels": [label for label, _ in cells],
        "cells": [value for _, value in cells],
        **tick_boxes(context, sheet),
        "pieces": pieces,
    }


def _price_tags(prices: Sequence[Texts]) -> list[str]:
    """Return a tag that explains the prices on the card, or an empty list if there are no named prices.

    The tag has the name of each price, and then the words for prices that are estimates.
    """
    estimates = dict.fromkeys(price["estimate"] for price in prices if price["estimate"])
    return [" ".join([" / ".join(price["name"] for price in prices), *estimates])] if prices else []


def _weapons(context: PrintContext, sheet: ProfileSheet) -> Iterator[JsonData]:
    for weapon in sheet.weapons:
        row = weapon_row(context, weapon)
        yield paragraph("text", ["b", f"{row['name']} "], row["codes"])
        if bands := [far for far in row["bands"] if far not in ("", NONE)]:
            steps = zip(bands, band_names(context.play_sheet), strict=False)
            yield paragraph("fine", ", ".join(f"{far} {step}" for far, step in steps))


def _traits(
    context: PrintContext, sheet: ProfileSheet, data: ProfileData, glossary: bool
) -> Iterator[JsonData]:
    """Yield the paragraphs of properties and spells, with circles to tick.

    If ``glossary`` is true, each has its meaning.
    """
    slots = sheet.slots_outside
    traits = [trait for trait in data["traits"] if not trait.get("is_included")]
    included = data["traits"][len(traits) :]
    attributes = traits[: len(traits) - len(slots)]
    traits_and_slots = list(zip(traits[len(attributes) :], slots, strict=True))
    explained_slots = {
        sheet_slot.slot.code
        for sheet_slot in slots
        if glossary or sheet_slot.slot.group in context.play_sheet.ticked
    }
    unexplained = [
        trait for trait, sheet_slot in traits_and_slots if sheet_slot.slot.code not in explained_slots
    ]
    yield from trait_paragraphs([*attributes, *unexplained, *(() if glossary else included)])
    for trait, sheet_slot in traits_and_slots:
        if sheet_slot.slot.code in explained_slots:
            yield from _picked(context, sheet_slot, trait, glossary)
    if glossary:
        yield from _included(context, sheet)
        yield from _other_meanings(sheet, {sheet_slot.slot.group for sheet_slot in slots})


def _picked(
    context: PrintContext, sheet_slot: SheetSlot, trait: TraitData, glossary: bool
) -> Iterator[JsonData]:
    """Yield a paragraph for each item that was picked for a slot.

    If the items have circles to tick, an item that was picked several times is one paragraph with several
    circles.
    """
    play, group = context.play_sheet, sheet_slot.slot.group
    is_ticked, numbers_elsewhere = group in play.ticked, group in play.unsaid
    picked = []
    for (text, _), item in zip(trait["items"], sheet_slot.items, strict=True):
        meaning = item.entry.summary if numbers_elsewhere else item.meaning()
        picked.append((text, meaning if glossary else ""))
    for (text, meaning), times in Counter(picked).items() if is_ticked else ((pick, 1) for pick in picked):
        circles: list[Run] = [["o", "o" * min(times, MAX_BOXES)]] if is_ticked else []
        yield paragraph("text", ["b", f"{text} "], *circles, with_minus_signs(meaning))


def _included(context: PrintContext, sheet: ProfileSheet) -> Iterator[JsonData]:
    """Yield a paragraph for each item that the profile has because of another item."""
    for item in sheet.included:
        name = ["b", f"{item.entry.name}{item.unused_note} "]
        numbers = after_name(context, item).strip(" ()")
        meaning = f"{with_capital(numbers)}. {item.entry.summary}" if numbers else item.entry.summary
        yield paragraph("fine", name, with_minus_signs(meaning))


def _other_meanings(sheet: ProfileSheet, explained_groups: Collection[str]) -> Iterator[JsonData]:
    """Yield the meanings of items whose group is not in ``explained_groups``: weapons, armour and shields."""
    catalogue = sheet.catalogue
    used = used_entries(catalogue, [sheet.profile]) - {
        (slot.group, code) for slot in catalogue.weapon_slots for code in slot.default
    }
    used -= {(item.entry.group, item.entry.code) for item in sheet.included}
    for group, entries in index_of(catalogue).entries.items():
        for code, entry in entries.items():
            if group not in explained_groups and (group, code) in used:
                yield paragraph(
                    "fine", ["b", f"{entry.label or entry.name} "], with_minus_signs(entry.summary)
                )


def card_counts(models: Sequence[int]) -> list[int]:
    """Return the number of cards of each profile. ``models`` are the numbers of its models.

    Each model has a card, until there are ``MAX_CARDS`` cards.
    """
    left = MAX_CARDS
    counts = []
    for count in models:
        counts.append(min(count, left))
        left -= counts[-1]
    return counts


def omitted_cards_note(models: int, words: Words) -> str:
    """Return a note that ``models`` models have no card. If ``models`` is 0, return an empty string."""
    return f"{models:,} more {words.models} have no card. The limit is {MAX_CARDS} cards." if models else ""


def repeat_per_model(
    cards: Sequence[JsonData], counts: Sequence[int], models: Sequence[int]
) -> list[JsonData]:
    """Return each card as many times as its number in ``counts``.

    If a profile has several ``models``, its cards are numbered: "2 of 5".
    """
    return [
        {**card, "model": f"{place} of {of}"} if of > 1 else card
        for card, count, of in zip(cards, counts, models, strict=True)
        for place in range(1, count + 1)
    ]
