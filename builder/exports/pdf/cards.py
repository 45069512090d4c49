"""Cards as data: a profile in the size of a playing card, with what each of its properties means."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from builder.exports.pdf.design_sheets import error_paragraphs, trait_paragraphs
from builder.exports.pdf.markdown import Run
from builder.exports.pdf.paragraphs import note_paragraphs, paragraph
from builder.exports.pdf.profiles import (
    JsonData,
    PrintContext,
    beside_text,
    profile_data,
)
from builder.exports.pdf.rosters import band_names, tick_boxes, weapon_rows
from builder.exports.pdf.text import with_minus_signs
from builder.exports.pdf.units import MOST_BOXES
from builder.points.document.document import Profile
from builder.points.document.items import items_of
from builder.points.document.play import PlaySheet
from builder.points.document.used_words import used_entries
from builder.points.pricing.stat_line import NONE, slots_outside, with_numbers
from builder.points.rules.catalogue import PickSlot, Words
from builder.points.rules.catalogue_index import index_of
from builder.points.rules.wording import with_capital

MOST_CARDS = 400  # with one card a model; games end at far fewer


def profile_card(context: PrintContext, play: PlaySheet, profile: Profile, glossary: bool) -> JsonData:
    """A profile as a card; with ``glossary`` each property is explained in a line."""
    found = profile_data(context, profile, context.appraisal.profile(profile.key))
    narrow = [
        (column["label"], cell[0])
        for cell, column in zip(found["cells"], found["columns"], strict=True)
        if not column["wide"]
    ]
    pieces = [
        *_weapons(context, play, profile),
        *_traits(context, play, profile, found, glossary),
        *error_paragraphs(found),
        *note_paragraphs(context, profile),
    ]
    return {
        "key": profile.key,
        "name": found["name"],
        "points": " / ".join(price["value"] for price in found["prices"]) or found["points"],
        "tags": [*_price_tags(found["prices"]), *([found["kind"]] if found["kind"] else [])],
        "model": "",
        "leads": play.is_leader(profile.design),
        "labels": [label for label, _ in narrow],
        "cells": [value for _, value in narrow],
        **tick_boxes(context, play, profile),
        "pieces": pieces,
    }


def _price_tags(prices: Sequence[JsonData]) -> list[str]:
    """What stands below several prices: their names, and how rough they are."""
    estimates = dict.fromkeys(price["estimate"] for price in prices if price["estimate"])
    return [" ".join([" / ".join(price["name"] for price in prices), *estimates])] if prices else []


def _weapons(context: PrintContext, play: PlaySheet, profile: Profile) -> Iterator[JsonData]:
    for arm in weapon_rows(context, play, profile):
        yield paragraph("text", ["b", f"{arm['name']} "], arm["code"])
        if bands := [far for far in arm["bands"] if far not in ("", NONE)]:
            steps = zip(bands, band_names(play), strict=False)
            yield paragraph("fine", ", ".join(f"{far} {step}" for far, step in steps))


def _traits(
    context: PrintContext, play: PlaySheet, profile: Profile, found: JsonData, glossary: bool
) -> Iterator[JsonData]:
    """Properties and spells, what is ticked with its circles; with ``glossary`` each with its meaning."""
    slots = [slot for slot in slots_outside(context.view(profile)) if profile.design.picks.get(slot.code)]
    traits = [trait for trait in found["traits"] if not trait.get("included")]
    included = found["traits"][len(traits) :]
    others = len(traits) - len(slots)
    of_slots = list(zip(traits[others:], slots, strict=True))
    apart = {slot.code for slot in slots if glossary or slot.group in play.ticked}
    together = [trait for trait, slot in of_slots if slot.code not in apart]
    told = [*traits[:others], *together, *(() if glossary else included)]  # said with their meanings below
    yield from trait_paragraphs({"traits": told})
    for trait, slot in of_slots:
        if slot.code in apart:
            yield from _picked(context, play, slot, profile, trait, glossary)
    if glossary:
        yield from _included(context, profile)
        yield from _explained(context, profile, {slot.group for slot in slots})


def _picked(
    context: PrintContext, play: PlaySheet, slot: PickSlot, profile: Profile, trait: JsonData, glossary: bool
) -> Iterator[JsonData]:
    """What is picked in a slot, a paragraph each; what is ticked once, with a circle for each time."""
    entries = index_of(context.catalogue).entries[slot.group]
    worked = context.appraisal.profile(profile.key).numbers_at
    picks_of = list(zip(trait["items"], enumerate(profile.design.picks[slot.code]), strict=True))
    said = [
        (text, with_numbers(context.catalogue, entries[pick.code], pick, worked(slot.place(at), pick.code)))
        for (text, _), (at, pick) in picks_of
    ]
    if slot.group in play.unsaid:  # its numbers are the card's own
        said = [(text, entries[pick.code].summary) for (text, _), (_, pick) in picks_of]
    said = said if glossary else [(text, "") for text, _ in said]
    is_ticked = slot.group in play.ticked
    for (text, meaning), times in Counter(said).items() if is_ticked else ((one, 1) for one in said):
        circles: list[Run] = [["o", "o" * min(times, MOST_BOXES)]] if is_ticked else []
        yield paragraph("text", ["b", f"{text} "], *circles, with_minus_signs(meaning))


def _included(context: PrintContext, profile: Profile) -> Iterator[JsonData]:
    """What comes with a pick, with its numbers and its meaning."""
    found = context.appraisal.profile(profile.key)
    for item in items_of(context.index(profile), profile.design):
        if item.pick is None:
            said = ["b", f"{item.entry.name}{item.mark} "]
            numbers = beside_text(context, item, found).strip(" ()")
            meaning = f"{with_capital(numbers)}. {item.entry.summary}" if numbers else item.entry.summary
            yield paragraph("fine", said, with_minus_signs(meaning))


def _explained(context: PrintContext, profile: Profile, explained: Collection[str]) -> Iterator[JsonData]:
    """The meanings of weapons, armour and shield; their groups are not among the ``explained``."""
    all_entries = index_of(context.catalogue).entries
    used = used_entries(context.catalogue, [profile]) - {
        (slot.group, code) for slot in context.catalogue.weapon_slots for code in slot.default
    }
    items = items_of(context.index(profile), profile.design)
    used -= {(item.entry.group, item.entry.code) for item in items if item.pick is None}
    for group, entries in all_entries.items():
        for code, entry in entries.items():
            if group not in explained and (group, code) in used:
                yield paragraph(
                    "fine", ["b", f"{entry.label or entry.name} "], with_minus_signs(entry.summary)
                )


def card_counts(models: Sequence[int]) -> list[int]:
    """How many cards each profile gets for so many models: one each, until there are too many."""
    left = MOST_CARDS
    counts = []
    for count in models:
        counts.append(min(count, left))
        left -= counts[-1]
    return counts


def omitted_cards_note(models: int, words: Words) -> str:
    """The note on models that have no card of their own; "" where all have one."""
    return f"{models:,} more {words.models} have no card: {MOST_CARDS} are made at once." if models else ""


def repeat_per_model(
    cards: Sequence[JsonData], counts: Sequence[int], models: Sequence[int]
) -> list[JsonData]:
    """Each card as often as ``counts`` says, numbered where a profile has several models."""
    return [
        {**card, "model": f"{place} of {of}"} if of > 1 else card
        for card, count, of in zip(cards, counts, models, strict=True)
        for place in range(1, count + 1)
    ]
