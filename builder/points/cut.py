"""A list cut down to one of its rosters: what a reader of that roster needs, and no more."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from builder.points.book import Book, open_book
from builder.points.catalogue import Catalogue
from builder.points.design import Design
from builder.points.document import Document
from builder.points.pricing import keys_of


def named_by(book: Book, design: Design) -> Iterator[str]:
    """Keys of the profiles that a design names in its properties and spells, in order, perhaps repeated."""
    for slot in book.catalogue.pick_slots:
        entries = book.entries[slot.group]
        for pick in design.picks.get(slot.code, ()):
            for parameter in entries[pick.code].parameters:
                if parameter.kind in ("profile", "profiles"):
                    yield from keys_of(pick.parameters.get(parameter.code))


def with_references(document: Document, keys: Iterable[str], catalogue: Catalogue) -> tuple[str, ...]:
    """These profiles and all that they name, directly or through others, in the list's order.

    Keys that the list does not have are passed over.
    """
    designs = {profile.key: profile.design for profile in document.profiles}
    found = _reached(open_book(catalogue), designs, keys)
    return tuple(key for key in designs if key in found)


def cut_to_roster(document: Document, index: int, catalogue: Catalogue) -> Document:
    """The list with this roster alone, the profiles that it has entries of, and all that these name.

    The background, which tells of the whole company, is left out. The roster and the profiles are appraised
    as in the whole list. IndexError when the list has no such roster.
    """
    roster = document.rosters[index]
    kept = set(with_references(document, (entry.profile for entry in roster.entries), catalogue))
    profiles = tuple(profile for profile in document.profiles if profile.key in kept)
    return replace(document, background="", profiles=profiles, rosters=(roster,))


def _reached(book: Book, designs: Mapping[str, Design], keys: Iterable[str]) -> set[str]:
    found: set[str] = set()
    ahead = list(keys)
    while ahead:
        key = ahead.pop()
        if key in designs and key not in found:
            found.add(key)
            ahead += named_by(book, designs[key])
    return found
