"""The data of cards. A card is a profile in the size of a playing card."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from builder.exports.pdf.design_sheets import error_paragraphs, trait_paragraphs
from builder.exports.pdf.paragraphs import note_paragraphs, paragraph
from builder.exports.pdf.payload import CardData, ParagraphData, PriceData, ProfileData, Run, TraitData
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


def profile_card(context: PrintContext, sheet: ProfileSheet, explains_items: bool) -> CardData:
    """Return the data of a profile's card, with or without the meanings of its properties."""
    data = profile_data(context, sheet)
    cells = narrow_cells(data)
    paragraphs = [
        *_weapon_paragraphs(context, sheet),
        *_trait_paragraphs(context, sheet, data, explains_items),
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
        "paragraphs": paragraphs,
        "level": 0,
    }


def _price_tags(prices: Sequence[PriceData]) -> list[str]:
    """Return a tag with the names of the prices and the words for estimates, if there are named prices."""
    estimates = dict.fromkeys(price["estimate"] for price in prices if price["estimate"])
    return [" ".join([" / ".join(price["name"] for price in prices), *estimates])] if prices else []


def _weapon_paragraphs(context: PrintContext, sheet: ProfileSheet) -> Iterator[ParagraphData]:
    for weapon in sheet.weapons:
        row = weapon_row(context, weapon)
        yield paragraph("text", ("b", f"{row['name']} "), row["codes"])
        if distances := [distance for distance in row["bands"] if distance not in ("", NONE)]:
            bands = zip(distances, band_names(context.play_sheet), strict=False)
            yield paragraph("fine", ", ".join(f"{distance} {name}" for distance, name in bands))


def _trait_paragraphs(
    context: PrintContext, sheet: ProfileSheet, data: ProfileData, explains_items: bool
) -> Iterator[ParagraphData]:
    """Yield the paragraphs of attributes, properties and spells, with circles to tick."""
    slots = sheet.slots_outside
    traits = [trait for trait in data["traits"] if not trait.get("is_included")]
    included = data["traits"][len(traits) :]
    attributes = traits[: len(traits) - len(slots)]
    traits_and_slots = list(zip(traits[len(attributes) :], slots, strict=True))
    explained_slots = {
        sheet_slot.slot.code
        for sheet_slot in slots
        if explains_items or sheet_slot.slot.group in context.play_sheet.ticked
    }
    unexplained = [
        trait for trait, sheet_slot in traits_and_slots if sheet_slot.slot.code not in explained_slots
    ]
    yield from trait_paragraphs([*attributes, *unexplained, *(() if explains_items else included)])
    for trait, sheet_slot in traits_and_slots:
        if sheet_slot.slot.code in explained_slots:
            yield from _pick_paragraphs(context, sheet_slot, trait, explains_items)
    if explains_items:
        yield from _included_paragraphs(context, sheet)
        yield from _other_meanings(sheet, {sheet_slot.slot.group for sheet_slot in slots})


def _pick_paragraphs(
    context: PrintContext, sheet_slot: SheetSlot, trait: TraitData, explains_items: bool
) -> Iterator[ParagraphData]:
    """Yield a paragraph for each pick of a slot. Equal picks with circles to tick are one paragraph."""
    play, group = context.play_sheet, sheet_slot.slot.group
    is_ticked, numbers_elsewhere = group in play.ticked, group in play.unsaid
    picks = []
    for (text, _), item in zip(trait["items"], sheet_slot.items, strict=True):
        meaning = item.entry.summary if numbers_elsewhere else item.meaning()
        picks.append((text, meaning if explains_items else ""))
    for (text, meaning), times in Counter(picks).items() if is_ticked else ((pick, 1) for pick in picks):
        circles: list[Run] = [("o", "o" * min(times, MAX_BOXES))] if is_ticked else []
        yield paragraph("text", ("b", f"{text} "), *circles, with_minus_signs(meaning))


def _included_paragraphs(context: PrintContext, sheet: ProfileSheet) -> Iterator[ParagraphData]:
    """Yield a paragraph for each item that the profile has because of another item."""
    for item in sheet.included:
        name = ("b", f"{item.entry.name}{item.unused_note} ")
        numbers = after_name(context, item).strip(" ()")
        meaning = f"{with_capital(numbers)}. {item.entry.summary}" if numbers else item.entry.summary
        yield paragraph("fine", name, with_minus_signs(meaning))


def _other_meanings(sheet: ProfileSheet, explained_groups: Collection[str]) -> Iterator[ParagraphData]:
    """Yield the meanings of weapons, armour and shields, whose groups aren't explained yet."""
    catalogue = sheet.catalogue
    used_codes = used_entries(catalogue, [sheet.profile]) - {
        (slot.group, code) for slot in catalogue.weapon_slots for code in slot.default
    }
    used_codes -= {(item.entry.group, item.entry.code) for item in sheet.included}
    for group, entries in index_of(catalogue).entries.items():
        for code, entry in entries.items():
            if group not in explained_groups and (group, code) in used_codes:
                yield paragraph(
                    "fine", ("b", f"{entry.label or entry.name} "), with_minus_signs(entry.summary)
                )


def card_counts(model_counts: Sequence[int]) -> list[int]:
    """Return the number of cards of each profile: one for each model, until there are ``MAX_CARDS``."""
    remaining = MAX_CARDS
    counts = []
    for count in model_counts:
        counts.append(min(count, remaining))
        remaining -= counts[-1]
    return counts


def omitted_cards_note(models: int, words: Words) -> str:
    """Return a note that so many models have no card, or an empty string if all have one."""
    return f"{models:,} more {words.models} have no card. The limit is {MAX_CARDS} cards." if models else ""


def repeat_per_model(
    cards: Sequence[CardData], counts: Sequence[int], model_counts: Sequence[int]
) -> list[CardData]:
    """Return each card as many times as its number in ``counts``.

    If a profile has several models, its cards are numbered: "2 of 5".
    """
    return [
        {**card, "model": f"{number} of {model_count}"} if model_count > 1 else card
        for card, count, model_count in zip(cards, counts, model_counts, strict=True)
        for number in range(1, count + 1)
    ]
