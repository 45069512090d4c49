"""The glossary at the end of a page: the terms of the rules that the page's profiles use."""

from collections.abc import Iterable
from typing import NamedTuple

from builder.points.document.document import Profile
from builder.points.document.used_words import used_words
from builder.points.rules.catalogue import Catalogue, DesignPart, Property, Value
from builder.points.rules.wording import part_place
from builder.web.shared.presentation import entry_url, reference_url


class GlossaryTerm(NamedTuple):
    """A word of the rules with its meaning.

    ``label`` is the abbreviation on the stat line, or an empty string. ``source`` is the place in the
    rulebook.
    """

    label: str
    name: str
    summary: str
    source: str
    url: str


class GlossaryPart(NamedTuple):
    """The terms of one kind, such as weapons, under the kind's name."""

    name: str
    terms: tuple[GlossaryTerm, ...]


def make_glossary(catalogue: Catalogue, profiles: Iterable[Profile]) -> tuple[GlossaryPart, ...]:
    """Return the headings of the stat line and all entries of the profiles, with their meanings."""
    return tuple(
        GlossaryPart(kind.name, tuple(_term(catalogue, label, word) for label, word in kind.words))
        for kind in used_words(catalogue, profiles)
    )


def _term(catalogue: Catalogue, label: str, word: DesignPart | Value | Property) -> GlossaryTerm:
    if isinstance(word, Property):
        url = entry_url(catalogue, word)
    else:
        part = "value" if isinstance(word, Value) else "attribute"
        url = f"{reference_url(catalogue.system, catalogue.edition)}#{part}-{word.code}"
    return GlossaryTerm(label, word.name, word.summary, part_place(catalogue, word), url)
