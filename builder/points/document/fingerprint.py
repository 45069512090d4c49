"""Fingerprints that show whether a printed document, called a paper, matches the stored list.

A list has two fingerprints. The fingerprint of its force changes with any number, count or property, and with
the digest of the edition's content. The fingerprint of its words changes with any name or text. The module
``force`` defines these two parts of a list.

A fingerprint has 100 bits, written as five groups of four characters, such as ``k7q2-0m3x-…``. The characters
are the digits and the small letters without i, l, o and u, which could be misread.

The oldest papers have a single fingerprint, which is made of the complete document. The functions with
``older`` in their names calculate it, so that it can still be compared.
"""

import hashlib
import json
import re
from dataclasses import replace
from typing import NamedTuple

from builder.points.document.cut import extract_roster
from builder.points.document.document import Document, Profile, dump_document, dump_profile, dump_roster
from builder.points.document.force import (
    cut_to_fielded,
    profile_without_words,
    profile_words,
    unit_texts,
    without_words,
)
from builder.points.rules.catalogue import Catalogue

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_LOOKALIKES = str.maketrans({"o": "0", "i": "1", "l": "1"})
# Some older papers have two fingerprints with the labels "Force" and "Words", now "Models" and "Names".
_LABELS = frozenset({"fingerprint", "models", "names", "force", "words"})
_SEPARATORS = re.compile(r"[\s-]+")
_GROUPS, _GROUP_LENGTH = 5, 4
_LETTERS = _GROUPS * _GROUP_LENGTH
_BITS_PER_LETTER = 5
MAX_TYPED_LENGTH = 120


class Fingerprints(NamedTuple):
    """The fingerprints of one list or roster: one of its force, and one of its words."""

    force: str
    words: str

    @property
    def labelled(self) -> tuple[tuple[str, str], ...]:
        """Both fingerprints with their labels, the force first."""
        return ("Models", self.force), ("Names", self.words)

    def __str__(self) -> str:
        """Return both fingerprints with their labels, as they are written in texts."""
        return " \N{MIDDLE DOT} ".join(f"{label} {code}" for label, code in self.labelled)


class ListFingerprints(NamedTuple):
    """The fingerprints of a list, and of the list cut to each of its rosters, in order."""

    company_list: Fingerprints
    rosters: tuple[Fingerprints, ...]


class OlderFingerprints(NamedTuple):
    """The older kind of fingerprint of a list and of each of its rosters."""

    company_list: str
    rosters: tuple[str, ...]


class _ProfileTexts(NamedTuple):
    """The force and the words of a profile as texts for a hash.

    They are cached under ``id(profile)``; the reference to the profile prevents that another one gets this
    id.
    """

    profile: Profile
    force: str
    words: str


class FingerprintMaker:
    """A maker of fingerprints for documents of one edition. It caches the texts of profiles."""

    def __init__(self, catalogue: Catalogue, edition_digest: str) -> None:
        self.catalogue = catalogue
        self.digest = edition_digest
        self._texts: dict[int, _ProfileTexts] = {}
        self._older: dict[int, tuple[Profile, str]] = {}

    def of_list(self, document: Document) -> Fingerprints:
        """Return the fingerprints of the complete list."""
        profile_texts = {profile.key: self._texts_of(profile) for profile in document.profiles}
        rosters = without_words(replace(document, profiles=()), self.catalogue).rosters
        forces = sorted(_canonical(dump_roster(replace(roster, name=""))) for roster in rosters)
        list_texts: list[object] = [
            document.name, document.setting, document.background, [roster.name for roster in rosters]
        ]  # fmt: skip
        list_texts += [names for roster in document.rosters if any(names := [e.name for e in roster.entries])]
        texts_by_roster = (
            [unit_texts(entry, self.catalogue) for entry in roster.entries] for roster in document.rosters
        )
        list_texts += [roster_texts for roster_texts in texts_by_roster if any(roster_texts)]
        # JSON texts contain no line breaks, so two different lists never give the same joined text.
        sorted_forces = (profile_texts[key].force for key in sorted(profile_texts))
        all_words = (texts.words for texts in profile_texts.values())
        return Fingerprints(
            _hash("force", self.digest, _canonical(forces), *sorted_forces),
            _hash("words", _canonical(list_texts), *all_words),
        )

    def of_roster(self, document: Document, index: int) -> Fingerprints:
        """Return the fingerprints of the roster with this index: those of the list cut to its models."""
        return self.of_list(cut_to_fielded(document, index, self.catalogue))

    def of_all(self, document: Document) -> ListFingerprints:
        """Return the fingerprints of the list and of each of its rosters."""
        rosters = tuple(self.of_roster(document, index) for index in range(len(document.rosters)))
        return ListFingerprints(self.of_list(document), rosters)

    def older_of_list(self, document: Document) -> str:
        """Return the older kind of fingerprint of the complete list."""
        list_json = dump_document(replace(document, profiles=()), self.catalogue)
        texts = (self._older_text(profile) for profile in document.profiles)
        return _hash(self.digest, _canonical(list_json), *texts)

    def older_of_all(self, document: Document) -> OlderFingerprints:
        """Return the older kind of fingerprint of the list, and of the list cut to each roster."""
        cuts = (extract_roster(document, index, self.catalogue) for index in range(len(document.rosters)))
        return OlderFingerprints(self.older_of_list(document), tuple(map(self.older_of_list, cuts)))

    def _texts_of(self, profile: Profile) -> _ProfileTexts:
        texts = self._texts.get(id(profile))
        if texts is None:
            force = replace(profile_without_words(profile, self.catalogue), name="")
            parts = force, profile_words(profile, self.catalogue)
            part_texts = (_canonical(dump_profile(part, self.catalogue)) for part in parts)
            texts = self._texts[id(profile)] = _ProfileTexts(profile, *part_texts)
        return texts

    def _older_text(self, profile: Profile) -> str:
        cached = self._older.get(id(profile))
        if cached is None:
            text = _canonical(dump_profile(profile, self.catalogue))
            cached = self._older[id(profile)] = (profile, text)
        return cached[1]


def read_fingerprints(text: str) -> tuple[str, ...]:
    """Return the one or two fingerprints in a text that was copied from a paper.

    Labels and separators are skipped. Return an empty tuple if the text contains anything else.
    """
    if len(text) > MAX_TYPED_LENGTH:
        return ()
    parts = (
        part for part in _SEPARATORS.split(text.lower().replace("\N{MIDDLE DOT}", " ")) if part not in _LABELS
    )
    letters = "".join(parts).translate(_LOOKALIKES)
    if len(letters) not in (_LETTERS, 2 * _LETTERS) or not set(letters) <= set(_ALPHABET):
        return ()
    return tuple(_grouped(letters[at : at + _LETTERS]) for at in range(0, len(letters), _LETTERS))


def _hash(*parts: str) -> str:
    """Return the fingerprint of these texts: the first 100 bits of their SHA-256."""
    digest = hashlib.sha256("\n".join(parts).encode()).digest()
    number = int.from_bytes(digest) >> (len(digest) * 8 - _LETTERS * _BITS_PER_LETTER)
    shifts = range((_LETTERS - 1) * _BITS_PER_LETTER, -1, -_BITS_PER_LETTER)
    return _grouped("".join(_ALPHABET[number >> shift & 31] for shift in shifts))


def _canonical(value: object) -> str:
    """Return the JSON text of a value in a fixed form: sorted keys, ASCII, no spaces."""
    return json.dumps(value, sort_keys=True, ensure_ascii=True, separators=(",", ":"))


def _grouped(letters: str) -> str:
    return "-".join(letters[place : place + _GROUP_LENGTH] for place in range(0, _LETTERS, _GROUP_LENGTH))
