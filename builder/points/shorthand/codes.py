"""Codes of weapon properties: "AP12" alone, or joined as on a printed sheet: "R4FF8AP8".

A run is a text of letters and digits without a blank. It surely is codes if it begins with a range band,
consists only of codes, and repeats no code. Other runs that can be split into codes ("RPG", "SR25") are in
doubt: only the player knows whether they are codes or a name.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from builder.points.document.design import Weapon
from builder.points.rules.catalogue import Catalogue, Property, WeaponSlot
from builder.points.rules.catalogue_index import index_of
from builder.points.shorthand.tokens import Phrases
from builder.points.shorthand.vocabulary import one_of

_MAX_LENGTH = 60
_NUMBERED = re.compile(r"([A-Z]+)([0-9]+)")
_JOINTS = re.compile(r"[-&]+")

RunKind = Literal["code", "letters", "small", "doubt", "broken", "number", "word"]
"""The kind of a run.

"code": surely codes, either a single code with a number, or several that begin with a range band.
"letters": a code without a number, in capital letters.
"small": a code without a number, in small letters.
"doubt": codes or a name.
"broken": looks like a code, but isn't a known code.
"number": only digits.
"word": anything else.
"""


class WrittenCode(NamedTuple):
    """A property, or a field with its number, as it is written in a run.

    ``code`` is its code in the catalogue. ``text`` is empty if the run is the property's name. ``number`` is
    None for a property.
    """

    text: str
    code: str
    number: int | None = None


class WeaponVocabulary:
    """The codes and names of one weapon slot's properties, and the labels of its fields.

    ``stems`` are the letters of codes that need a number. A property may have a special code on weapons with
    another property, its partner: ``property_by_partner_and_code`` maps pairs of partner and code to it.
    """

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
        # A name without its number is known, but means no code.
        without_number = [(_with_number(entry).rpartition(" ")[0], "") for entry in entries.values()]
        self.names = Phrases([*names, *without_number])
        numbered = {match[1] for code in self.codes if (match := _NUMBERED.fullmatch(code))}
        self.stems = frozenset(stem for stem in numbered if stem not in self.codes)
        parts = {*numbered, *self.fields, *(code for code in self.codes if code.isalpha())}
        self._letters = re.compile(f"{one_of(parts)}+")
        field = f"({one_of(self.fields)})([0-9]{{1,2}})"
        self._field = re.compile(f"{field}(?![0-9])")
        self._code = re.compile(f"(?:{field}|{one_of(self.codes)})(?![0-9])")
        self.property_by_partner_and_code = {
            (partner, row): entry.code
            for entry in entries.values()
            if entry.cost.kind == "beside"
            for partner, row in entry.cost.rows.items()
        }
        shown = [entry.label or entry.code for entry in entries.values()]
        # Misspelt codes are compared with these. A field gets a number as an example of its written form.
        self.known_codes = (*shown, *(f"{label}4" for label in self.fields))

    def classify(self, text: str) -> tuple[RunKind, tuple[WrittenCode, ...]]:
        """Return the kind of a run of letters and digits, and its codes."""
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
        return kind, codes

    def _is_broken(self, text: str) -> bool:
        """Return whether a run is a code without its number or with a wrong number: "AP", "FF5", "R700"."""
        letters = text.upper().rstrip("0123456789")
        coded = letters.startswith(tuple(self.stems)) and self._letters.fullmatch(letters)
        is_coded = coded and (text.isupper() or len(letters) < len(text))
        return text.isascii() and bool(is_coded or self._field.match(text.upper()))

    def read(self, text: str) -> tuple[WrittenCode, ...]:
        """Split a run into codes, with the longest code possible at each place.

        Return an empty tuple if a part of the run isn't a code, or if a code is repeated.
        """
        if len(text) > _MAX_LENGTH or not text.isascii():
            return ()
        if known := self.codes.get(text.upper()):
            return (WrittenCode(text, known),)
        codes, at = list[WrittenCode](), 0
        while at < len(text):
            if (part := self._code.match(text.upper(), at)) is None:
                return ()
            label, number = part.groups()
            code = self.fields[label].code if label else self.codes[part[0]]
            codes.append(WrittenCode(part[0], code, int(number) if label else None))
            at = part.end()
        # Two codes aren't read if their letters together are another code that lacks its number.
        is_stem = any(code.text + following.text in self.stems for code, following in pairwise(codes))
        return () if is_stem or len({code.code for code in codes}) < len(codes) else tuple(codes)

    def weapon(self, name: str, codes: Sequence[WrittenCode]) -> Weapon:
        """Return a weapon with these codes, the special codes of properties with a partner replaced."""
        properties = [code.code for code in codes if code.number is None]
        bases = {
            row: base
            for (partner, row), base in self.property_by_partner_and_code.items()
            if partner in properties
        }
        fields = {code.code: code.number for code in codes if code.number is not None}
        return Weapon(
            name=name, properties=tuple(bases.get(code, code) for code in properties), fields=fields
        )

    def meaning(self, code: WrittenCode) -> str:
        """Return the name of a code: "Armour Piercing d4", "Range band 4"."""
        if code.number is None:
            return self.entries[code.code].name
        field = next(field for field in self.slot.fields if field.code == code.code)
        return f"{(field.unit or field.name).capitalize()} {code.number}"

    def code_text(self, code: WrittenCode) -> str:
        """Return a code as a sheet writes it: "AP4", "R4"."""
        return self.entries[code.code].short_name if code.number is None else code.text


def _with_number(entry: Property) -> str:
    """Return an entry's name up to the number of its code, or "" if the name doesn't contain this number.

    The "d" of a die is left out: "Armour Piercing d8" becomes "Armour Piercing 8".
    """
    match = _NUMBERED.fullmatch(entry.code.upper())
    place = re.search(rf"\bd?{match[2]}\b", entry.name) if match else None
    return f"{entry.name[: place.start()]}{match[2]}" if match and place else ""


@lru_cache(maxsize=32)
def weapon_vocabularies(catalogue: Catalogue) -> Mapping[str, WeaponVocabulary]:
    """Return the weapon vocabularies of a catalogue by slot."""
    return {slot.code: WeaponVocabulary(catalogue, slot) for slot in catalogue.weapon_slots}
