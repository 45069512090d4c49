"""Codes of weapon properties run together: "R4AP12" is R4 and AP12, the longest known code first.

A run is read whole or not at all, and never with a code in it twice: of "FFB4" nothing is guessed, it is
left to whoever wrote it.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from builder.points.book import open_book
from builder.points.catalogue import Catalogue, WeaponSlot
from builder.points.shorthand.words import Phrases

_LONGEST = 60
_NUMBERED = re.compile(r"([A-Z]+)[0-9]+")
_CHUNK = re.compile(r"[^\W_0-9]+[0-9]*|[0-9]+")


class Code(NamedTuple):
    """One code of a run: a property, or a field with its number."""

    start: int
    end: int
    code: str
    number: int | None = None


class WeaponWords:
    """The codes and names of one weapon slot's properties, and the labels of its fields."""

    def __init__(self, catalogue: Catalogue, slot: WeaponSlot) -> None:
        entries = open_book(catalogue).entries[slot.group]
        self.slot = slot
        self.entries = entries
        self.codes = {
            text.upper(): entry.code
            for entry in entries.values()
            for text in (entry.code, entry.label)
            if text.isalnum()
        }
        self.fields = {field.label.upper(): field.code for field in slot.fields}
        self.names = Phrases(
            (text, entry.code)
            for entry in entries.values()
            for text in (entry.name, *entry.aliases, entry.code)
        )
        self._by_length = sorted(self.codes, key=len, reverse=True)
        numbered = {found[1] for code in self.codes if (found := _NUMBERED.fullmatch(code))}
        parts = {*numbered, *self.fields, *(code for code in self.codes if code.isalpha())}
        self._letters = re.compile("(?:" + "|".join(map(re.escape, sorted(parts))) + ")+")
        self.derived = {
            (partner, row): entry.code
            for entry in entries.values()
            if entry.cost.kind == "beside"
            for partner, row in entry.cost.rows.items()
        }
        shown = [entry.label or entry.code for entry in entries.values()]
        self.surfaces = (*shown, *(f"{label}4" for label in self.fields))

    def read(self, text: str) -> tuple[Code, ...] | None:
        """All of a run as codes in their order, or None where a part of it is none."""
        if len(text) > _LONGEST or not text.isascii():
            return None
        known = self.codes.get(text.upper())
        if known:
            return (Code(0, len(text), known),)
        found = self._from(text.upper(), 0, {})
        if found is None or len({code.code for code in found}) < len(found):
            return None
        return found

    def _from(self, text: str, at: int, seen: dict[int, tuple[Code, ...] | None]) -> tuple[Code, ...] | None:
        if at == len(text):
            return ()
        if at not in seen:
            seen[at] = next(
                (
                    (code, *rest)
                    for code in self._candidates(text, at)
                    if (rest := self._from(text, code.end, seen)) is not None
                ),
                None,
            )
        return seen[at]

    def _candidates(self, text: str, at: int) -> list[Code]:
        found = [
            Code(at, at + len(word), self.codes[word])
            for word in self._by_length
            if text.startswith(word, at)
        ]
        for label, field in self.fields.items():
            number = re.compile(re.escape(label) + "([0-9]{1,4})(?![0-9])").match(text, at)
            if number:
                found.append(Code(at, number.end(), field, int(number[1])))
        return sorted(found, key=lambda code: at - code.end)

    def resembles(self, text: str) -> bool:
        """Whether a chunk is made of the letters of codes, so that it was meant as one."""
        letters = text.upper().rstrip("0123456789")
        coded = text.isupper() if letters == text.upper() else True
        return len(text) > 1 and coded and bool(self._letters.fullmatch(letters))


def chunks(text: str) -> list[tuple[int, int]]:
    """A run cut behind each number: "R4FFB4AP8" into R4, FFB4 and AP8, as places in the text."""
    return [found.span() for found in _CHUNK.finditer(text)]


@lru_cache(maxsize=32)
def weapon_words(catalogue: Catalogue) -> Mapping[str, WeaponWords]:
    """The weapon words of a catalogue by slot, made once."""
    return {slot.code: WeaponWords(catalogue, slot) for slot in catalogue.weapon_slots}
