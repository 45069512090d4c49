"""Codes of weapon properties run together: "R4AP12" is R4 and AP12, the longest known code first.

A run is read whole or not at all, and never with a code in it twice: of "FFB4" nothing is guessed, it is
left to whoever wrote it. The letters of a code that needs its number are never two other codes: "AP" is no
A and P.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from builder.points.catalogue import Attribute, Catalogue, Property, WeaponSlot
from builder.points.catalogue_index import index_of
from builder.points.shorthand.vocabulary import Phrases

_LONGEST = 60
_FEWEST = 3
_NUMBERED = re.compile(r"([A-Z]+)([0-9]+)")
_CHUNK = re.compile(r"[^\W_0-9]+[0-9]*|[0-9]+")
_MODEL = re.compile(r"[^\W_0-9][0-9]+")


class Code(NamedTuple):
    """One code of a run: a property, or a field with its number."""

    start: int
    end: int
    code: str
    number: int | None = None


class WeaponVocabulary:
    """The codes and names of one weapon slot's properties, and the labels of its fields."""

    def __init__(self, catalogue: Catalogue, slot: WeaponSlot) -> None:
        entries = index_of(catalogue).entries[slot.group]
        self.slot = slot
        self.entries = entries
        self.codes = {
            text.upper(): entry.code
            for entry in entries.values()
            for text in (entry.code, entry.label, _with_die(entry))
            if text.isalnum()
        }
        self.fields = {field.label.upper(): field.code for field in slot.fields}
        self.field_names = Phrases(
            (text, field.code) for field in slot.fields for text in (field.unit, field.name, field.code)
        )
        self.names = Phrases(
            (text, entry.code)
            for entry in entries.values()
            for text in (entry.name, *entry.aliases, entry.code, _with_number(entry))
        )
        self.stumps: Phrases[None] = Phrases(
            (name.rsplit(" ", 1)[0], None) for entry in entries.values() if (name := _with_number(entry))
        )
        self._by_length = sorted(self.codes, key=len, reverse=True)
        numbered = {found[1] for code in self.codes if (found := _NUMBERED.fullmatch(code))}
        self.stems = frozenset(stem for stem in numbered if stem not in self.codes)
        parts = {*numbered, *self.fields, *(code for code in self.codes if code.isalpha())}
        self._letters = re.compile("(?:" + "|".join(map(re.escape, sorted(parts))) + ")+")
        self.derived = {
            (partner, row): entry.code
            for entry in entries.values()
            if entry.cost.kind == "beside"
            for partner, row in entry.cost.rows.items()
        }
        shown = [entry.label or entry.code for entry in entries.values()]
        self.known_codes = (*shown, *(f"{label}4" for label in self.fields))

    def read(self, text: str) -> tuple[Code, ...] | None:
        """All of a run as codes in their order, or None where a part of it is none."""
        if len(text) > _LONGEST or not text.isascii():
            return None
        known = self.codes.get(text.upper())
        if known:
            return (Code(0, len(text), known),)
        found = self._read_from(text.upper(), 0, {})
        if found is None or len({code.code for code in found}) < len(found):
            return None
        return found

    def _read_from(
        self, text: str, at: int, seen: dict[int, tuple[Code, ...] | None]
    ) -> tuple[Code, ...] | None:
        if at == len(text):
            return ()
        if at not in seen:
            seen[at] = next(
                (
                    (code, *rest)
                    for code in self._candidates(text, at)
                    if (rest := self._read_from(text, code.end, seen)) is not None
                    and not (rest and text[at : rest[0].end] in self.stems)
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

    def is_number_offered(self, code: Code) -> bool:
        """Whether a field can have this number."""
        field: Attribute = next(field for field in self.slot.fields if field.code == code.code)
        number = code.number or 0
        return not field.high or field.low <= number <= field.high

    def looks_like_codes(self, text: str) -> bool:
        """Whether a run was meant as codes: it begins with one, or one with a number stands in it.

        A letter with a number of two digits begins what something is called, as "P90" and "M16A2" do.
        """
        parts = [text[begin:stop] for begin, stop in chunks(text)]
        if any(part[-1].isdigit() and self.read(part) is not None for part in parts):
            return True
        first = parts[0] if parts else ""
        named = len(first) >= _FEWEST and _MODEL.fullmatch(first) and not self.is_stem(first)
        return self.resembles(first) and not named

    def is_stem(self, text: str) -> bool:
        """Whether letters are those of a code that needs a number, or of a field."""
        letters = text.upper().rstrip("0123456789")
        return letters in self.fields or letters in self.stems

    def resembles(self, text: str) -> bool:
        """Whether a chunk is made of the letters of codes, so that it was meant as one."""
        letters = text.upper().rstrip("0123456789")
        coded = text.isupper() if letters == text.upper() else True
        return len(text) > 1 and coded and bool(self._letters.fullmatch(letters))


def _with_die(entry: Property) -> str:
    """A code with the die that its name holds: "APd8"; "" where it holds none."""
    match = _NUMBERED.fullmatch(entry.code.upper())
    return f"{match[1]}D{match[2]}" if match and re.search(rf"\bd{match[2]}\b", entry.name) else ""


def _with_number(entry: Property) -> str:
    """A name that ends with the number of its code: "Armour Piercing 8"; "" where it has none."""
    match = _NUMBERED.fullmatch(entry.code.upper())
    place = re.search(rf"\bd?{match[2]}\b", entry.name) if match else None
    return f"{entry.name[: place.start()]}{match[2]}" if match and place else ""


def chunks(text: str) -> list[tuple[int, int]]:
    """A run cut behind each number: "R4FFB4AP8" into R4, FFB4 and AP8, as places in the text."""
    return [match.span() for match in _CHUNK.finditer(text)]


@lru_cache(maxsize=32)
def weapon_vocabularies(catalogue: Catalogue) -> Mapping[str, WeaponVocabulary]:
    """The weapon words of a catalogue by slot, collected once and cached."""
    return {slot.code: WeaponVocabulary(catalogue, slot) for slot in catalogue.weapon_slots}
