"""Codes of weapon properties: "AP12" alone, or run together as a sheet prints them: "R4FF8AP8".

A run is the sheet's own form where it begins with a range band and all of it is codes, each of them once.
Other letters that could be parted into codes ("RPG", "SR25") are in doubt: nobody but the player knows.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from builder.points.rules.catalogue import Catalogue, Property, WeaponSlot
from builder.points.rules.catalogue_index import index_of
from builder.points.shorthand.tokens import Phrases
from builder.points.shorthand.vocabulary import one_of

_LONGEST = 60
_NUMBERED = re.compile(r"([A-Z]+)([0-9]+)")
_JOINTS = re.compile(r"[-&]+")

RunKind = Literal["code", "letters", "small", "doubt", "broken", "number", "word"]
"""A code with a number, a code of letters, one in small letters, what may be codes or a name, what is no code
but looks like one, a number, or a word."""


class Code(NamedTuple):
    """One code as it is written in a run, if it is: a property, or a field with its number."""

    text: str
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
            for text in (entry.code, entry.label)
            if text.isalnum()
        }
        self.fields = {field.label.upper(): field for field in slot.fields}
        self.field_names = Phrases(
            (text, field.label) for field in slot.fields for text in (field.unit, field.name, field.code)
        )
        names = [
            (text, entry.code)
            for entry in entries.values()
            for text in (entry.name, *entry.aliases, _with_number(entry))
        ]
        stumps = [(_with_number(entry).rpartition(" ")[0], "") for entry in entries.values()]
        self.names = Phrases([*names, *stumps])
        numbered = {found[1] for code in self.codes if (found := _NUMBERED.fullmatch(code))}
        self.stems = frozenset(stem for stem in numbered if stem not in self.codes)
        parts = {*numbered, *self.fields, *(code for code in self.codes if code.isalpha())}
        self._letters = re.compile(f"{one_of(parts)}+")
        field = f"({one_of(self.fields)})([0-9]{{1,2}})"
        self._field = re.compile(f"{field}(?![0-9])")
        self._code = re.compile(f"(?:{field}|{one_of(self.codes)})(?![0-9])")
        self.derived = {
            (partner, row): entry.code
            for entry in entries.values()
            if entry.cost.kind == "beside"
            for partner, row in entry.cost.rows.items()
        }
        shown = [entry.label or entry.code for entry in entries.values()]
        self.known_codes = (*shown, *(f"{label}4" for label in self.fields))

    def classify(self, text: str) -> tuple[RunKind, str, tuple[Code, ...]]:
        """What a run of letters and digits without a blank in it is, the run, and its codes."""
        kind: RunKind = "word"
        bare = _JOINTS.sub("", text)
        codes = self.read(bare)
        if text.isdigit():
            kind = "number"
        elif bare == text and len(codes) == 1 and text.isalpha():
            kind = "letters" if text.isupper() else "small"
        elif bare == text and codes and (len(codes) == 1 or codes[0].number is not None):
            kind = "code"
        elif codes and (text.isupper() or not text.isalpha()):
            kind = "doubt"
        elif bare == text and not codes and self._is_broken(text):
            kind = "broken"
        return kind, text, codes

    def _is_broken(self, text: str) -> bool:
        """Whether a run is a code that lacks its number, or has a wrong one: "AP", "FF5", "R700"."""
        letters = text.upper().rstrip("0123456789")
        coded = letters.startswith(tuple(self.stems)) and self._letters.fullmatch(letters)
        sure = coded and (text.isupper() or len(letters) < len(text))
        return text.isascii() and bool(sure or self._field.match(text.upper()))

    def read(self, text: str) -> tuple[Code, ...]:
        """All of a run as codes in their order, the longest first; none where a part of it is none."""
        if len(text) > _LONGEST or not text.isascii():
            return ()
        if known := self.codes.get(text.upper()):
            return (Code(text, known),)
        found, at = list[Code](), 0
        while at < len(text):
            if (part := self._code.match(text.upper(), at)) is None:
                return ()
            label, number = part.groups()
            code = self.fields[label].code if label else self.codes[part[0]]
            found.append(Code(part[0], code, int(number) if label else None))
            at = part.end()
        stemmed = any(one.text + other.text in self.stems for one, other in pairwise(found))
        return () if stemmed or len({code.code for code in found}) < len(found) else tuple(found)

    def meaning(self, code: Code) -> str:
        """A code in words: "Armour Piercing d4", "Range band 4"."""
        if code.number is None:
            return self.entries[code.code].name
        field = next(field for field in self.slot.fields if field.code == code.code)
        return f"{(field.unit or field.name).capitalize()} {code.number}"

    def written(self, code: Code) -> str:
        """A code as a sheet writes it: "AP4", "R4"."""
        return self.entries[code.code].short_name if code.number is None else code.text


def _with_number(entry: Property) -> str:
    """A name that ends with the number of its code: "Armour Piercing 8"; "" where it has none."""
    match = _NUMBERED.fullmatch(entry.code.upper())
    place = re.search(rf"\bd?{match[2]}\b", entry.name) if match else None
    return f"{entry.name[: place.start()]}{match[2]}" if match and place else ""


@lru_cache(maxsize=32)
def weapon_vocabularies(catalogue: Catalogue) -> Mapping[str, WeaponVocabulary]:
    """The weapon words of a catalogue by slot, collected once and cached."""
    return {slot.code: WeaponVocabulary(catalogue, slot) for slot in catalogue.weapon_slots}
