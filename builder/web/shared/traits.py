"""The traits of profiles on pages: their weapons, properties and spells, with explanations."""

from base64 import urlsafe_b64encode
from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import blake2s
from typing import NamedTuple

from builder.points.rules.catalogue import Catalogue
from builder.points.rules.wording import source_text
from builder.points.sheets.profile import Trait, TraitItem

_ID_BYTES = 4
"""The number of bytes of an explanation's id.

With 100 explanations on each page, about one page in a million has two explanations with the same id.
"""

Links = Mapping[str, str]
"""The addresses of profiles by key. An address can be a fragment of the same page, such as "#p-3"."""


class Explanation(NamedTuple):
    """The explanation of a trait. A page shows it once, even if several profiles have the trait.

    ``id`` is a hash of the other fields. ``profiles`` are pairs of an address and a name, for the profiles
    that the trait names.
    """

    id: str
    name: str
    numbers: str
    summary: str
    source: str
    profiles: tuple[tuple[str, str], ...]


class TraitWord(NamedTuple):
    """A weapon, property or spell of a profile.

    ``differs`` is True if the profile is compared with another profile that doesn't have it.
    """

    text: str
    explanation: Explanation | None
    differs: bool


class TraitRow(NamedTuple):
    """The traits of a profile under one heading."""

    heading: str
    words: tuple[TraitWord, ...]


def trait_rows(
    catalogue: Catalogue,
    traits: Iterable[Trait],
    links: Links | None = None,
    *,
    others: Iterable[Trait] | None = None,
) -> tuple[TraitRow, ...]:
    """Return the rows of weapons, properties and spells.

    ``others`` are the traits of the profile to compare with, or None.
    """
    other_items = (
        None if others is None else {(trait.heading, i.text) for trait in others for i in trait.items}
    )
    return tuple(
        TraitRow(
            trait.heading,
            tuple(
                TraitWord(
                    item.text,
                    _explanation_of(catalogue, item, links or {}),
                    other_items is not None and (trait.heading, item.text) not in other_items,
                )
                for item in trait.items
            ),
        )
        for trait in traits
    )


def explanations_in(rows_of_profiles: Iterable[Iterable[TraitRow]]) -> list[Explanation]:
    """Return each explanation once that occurs in the rows of the profiles."""
    explanations = (word.explanation for rows in rows_of_profiles for row in rows for word in row.words)
    return list({explanation.id: explanation for explanation in explanations if explanation}.values())


def _explanation_of(catalogue: Catalogue, item: TraitItem, links: Links) -> Explanation | None:
    if not item.summary:
        return None
    linked_profiles = tuple((links[key], name) for key, name in item.profiles if key in links)
    return _explanation(
        item.name, item.numbers, item.summary, source_text(catalogue, item.page, item.place), linked_profiles
    )


@lru_cache(maxsize=4096)
def _explanation(
    name: str, numbers: str, summary: str, source: str, profiles: tuple[tuple[str, str], ...]
) -> Explanation:
    text = repr((name, numbers, summary, source, profiles))
    digest = urlsafe_b64encode(blake2s(text.encode(), digest_size=_ID_BYTES).digest())
    return Explanation(f"x-{digest.decode().rstrip('=')}", name, numbers, summary, source, profiles)
