"""A short name for exactly this list under exactly these numbers, so that paper and page can be compared.

It is made of the digest of the edition and of the document in one fixed form: whoever changes a letter of
either gets another. It has 100 bits, written as five groups of four letters, such as ``k7q2-0m3x-…``.
The letters are the digits and the alphabet without i, l, o and u, so that none is taken for another.
"""

import hashlib
import json
from dataclasses import replace
from typing import NamedTuple

from builder.points.catalogue import Catalogue
from builder.points.cut import cut_to_roster
from builder.points.document import Document, dump_document

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_LOOKALIKES = str.maketrans({"o": "0", "i": "1", "l": "1", "-": "", " ": ""})
_GROUPS, _GROUP_LENGTH = 5, 4
_BITS_PER_LETTER = 5
_MOST_LETTERS = 60


class Fingerprints(NamedTuple):
    """That of the whole list, and those of the list cut to each of its rosters, in their order."""

    company_list: str
    rosters: tuple[str, ...]


def fingerprint(document: Document, catalogue: Catalogue, edition_digest: str) -> str:
    """The fingerprint of a document; ``edition_digest`` names the whole content of its edition."""
    return _compute(document, edition_digest, _profile_texts(document, catalogue), catalogue)


def fingerprints(document: Document, catalogue: Catalogue, edition_digest: str) -> Fingerprints:
    """The fingerprints of a list and of each of its rosters, as ``cut_to_roster`` cuts it."""
    texts = _profile_texts(document, catalogue)
    cuts = (cut_to_roster(document, index, catalogue) for index in range(len(document.rosters)))
    return Fingerprints(
        _compute(document, edition_digest, texts, catalogue),
        tuple(_compute(cut, edition_digest, texts, catalogue) for cut in cuts),
    )


def normalize_fingerprint(text: str) -> str:
    """A fingerprint as somebody copied it, written as it is printed; "" for what cannot be one.

    Case, spaces and hyphens do not matter, and letters that look like a digit are taken for it.
    """
    if len(text) > _MOST_LETTERS:
        return ""
    letters = "".join(text.split()).lower().translate(_LOOKALIKES)
    whole = len(letters) == _GROUPS * _GROUP_LENGTH and set(letters) <= set(_ALPHABET)
    return _grouped(letters) if whole else ""


def _profile_texts(document: Document, catalogue: Catalogue) -> dict[str, str]:
    """Each profile as canonical JSON text, by key: made once, however many rosters have it."""
    dumped = dump_document(document, catalogue)["profiles"]
    if not isinstance(dumped, list):
        raise TypeError("profiles are a list")
    return {profile["key"]: _canonical(profile) for profile in dumped}


def _compute(document: Document, edition_digest: str, texts: dict[str, str], catalogue: Catalogue) -> str:
    head = dump_document(replace(document, profiles=()), catalogue)
    # No JSON text holds a line break, so no two documents are joined to the same text.
    parts = (edition_digest, _canonical(head), *(texts[profile.key] for profile in document.profiles))
    digest = hashlib.sha256("\n".join(parts).encode()).digest()
    number = int.from_bytes(digest) >> (len(digest) * 8 - _GROUPS * _GROUP_LENGTH * _BITS_PER_LETTER)
    places = range((_GROUPS * _GROUP_LENGTH - 1) * _BITS_PER_LETTER, -1, -_BITS_PER_LETTER)
    return _grouped("".join(_ALPHABET[number >> place & 31] for place in places))


def _canonical(value: object) -> str:
    """JSON text in one fixed form: keys in the order of the alphabet, ASCII, no space."""
    return json.dumps(value, sort_keys=True, ensure_ascii=True, separators=(",", ":"))


def _grouped(letters: str) -> str:
    return "-".join(letters[place : place + _GROUP_LENGTH] for place in range(0, len(letters), _GROUP_LENGTH))
