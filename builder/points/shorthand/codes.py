"""Codes of weapon properties: "AP12" alone, or run together as a sheet prints them: "R4FF8AP8".

A run is the sheet's own form where it begins with a range band and all of it is codes, each of them once.
Other letters that could be parted into codes ("RPG", "SR25") are in doubt: nobody but the player knows.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from builder.points.catalogue import Catalogue, Property, WeaponSlot
from builder.points.catalogue_index import index_of
from builder.points.shorthand.tokens import Phrases

_LONGEST = 60
_NUMBERED = re.compile(r"([A-Z]+)([0-9]+)")
_CHUNK = re.compile(r"[^\W_0-9]+[0-9]*|[0-9]+")
_JOINTS = re.compile(r"[-&]+")

RunKind = Literal["code", "letters", "small", "chunks", "doubt", "broken", "number", "word"]
"""A code with a number, a code of letters, one in small letters, codes of which some are none, what may be
codes or a name, a code without its number, a number, or a word."""


class Code(NamedTuple):
    """One code of a run, at its place: a property, or a field with its number."""

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
        self.fields = {field.label.upper(): field for field in slot.fields}
        self.field_names = Phrases(
            (text, field.code) for field in slot.fields for text in (field.unit, field.name, field.code)
        )
        self.names = Phrases(
            (text, entry.code)
            for entry in entries.values()
            for text in (entry.name, *entry.aliases, _with_number(entry))
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

    def kind(self, text: str) -> RunKind:
        """What a run of letters and digits without a blank in it is."""
        if text.isdigit():
            return "number"
        bare = _JOINTS.sub("", text) if text.isascii() else text
        found = self.read(bare)
        parted = bare != text
        if found and not (parted and not self._are_codes(text)):
            if len(found) == 1 and not parted:
                return "code" if not text.isalpha() else "letters" if text.isupper() else "small"
            if found[0].number is not None:
                return "code"
        if found and (text.isupper() or not text.isalpha()) and self._may_be_codes(text):
            return "doubt"
        if found is None and not parted and (rest := self._behind_band(text)):
            return "chunks" if all(self.read(part) or self._is_broken(part) for part in rest) else "broken"
        return "broken" if not parted and self._is_broken(text) else "word"

    def _are_codes(self, text: str) -> bool:
        """Whether the parts of a joined word are codes, each by itself: "R8-FF4-AP8"."""
        return all(self.read(part) for part in _JOINTS.split(text))

    def _may_be_codes(self, text: str) -> bool:
        """Whether each part of a word is a code or its number, as in "AP-8": "D-cannon" is none."""
        known = self.stems | self.fields.keys() | self.codes.keys()
        parts = _JOINTS.split(text)
        return len(parts) == 1 or all(part.isdigit() or part.upper() in known for part in parts)

    def _behind_band(self, text: str) -> list[str]:
        """The chunks of a run behind the range band that it begins with."""
        first, *rest = (text[slice(*span)] for span in chunks(text))
        band = self.read(first)
        return rest if band and band[0].number is not None else []

    def _is_broken(self, text: str) -> bool:
        """Whether a run is a code that lacks its number, or has a wrong one: "AP", "FF5", "FFB4"."""
        letters = text.rstrip("0123456789")
        if not letters.isupper() and letters == text:
            return False
        letters = letters.upper()
        return letters.startswith(tuple(self.stems)) and bool(self._letters.fullmatch(letters))

    def read(self, text: str) -> tuple[Code, ...] | None:
        """All of a run as codes in their order, the longest first; None where a part of it is none."""
        if len(text) > _LONGEST or not text.isascii():
            return None
        if known := self.codes.get(text.upper()):
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
            number = re.compile(re.escape(label) + "([0-9]{1,2})(?![0-9])").match(text, at)
            if number:
                found.append(Code(at, number.end(), field.code, int(number[1])))
        return sorted(found, key=lambda code: at - code.end)

    def meaning(self, code: Code) -> str:
        """A code in words: "Armour Piercing d4", "Range band 4"."""
        if code.number is None:
            return self.entries[code.code].name
        field = next(field for field in self.slot.fields if field.code == code.code)
        return f"{(field.unit or field.name).capitalize()} {code.number}"

    def written(self, code: Code) -> str:
        """A code as a sheet writes it: "AP4", "R4"."""
        if code.number is None:
            return self.entries[code.code].short_name
        return next(
            f"{label}{code.number}" for label, field in self.fields.items() if field.code == code.code
        )


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
