"""Names as texts write them: without quotes if they are plain words, otherwise in quotes.

Text in quotes is read exactly as written, so that every name can be read back.
"""

import re
from dataclasses import replace
from functools import lru_cache
from typing import Any

from builder.points.document.design import Pick
from builder.points.document.document import Document
from builder.points.document.variants import with_variants
from builder.points.rules.catalogue import Catalogue, Property
from builder.points.rules.names import UNNAMED_PROFILE
from builder.points.shorthand.codes import weapon_vocabularies
from builder.points.shorthand.profile_types import types_of
from builder.points.shorthand.results import quote
from builder.points.shorthand.tokens import Phrases, tokenize
from builder.points.shorthand.vocabulary import (
    BLANK_WORDS,
    COUNT_SIGNS,
    FREE_WORD,
    GENERIC_LABELS,
    LINK_WORDS,
    NOT_WORDS,
    OF_WORDS,
    vocabulary_of,
)

_PLAIN_NAME = re.compile(r"[^\W\d_]{2,}(?:[ '\u2019-][^\W\d_]+)*")
_PLAIN_TITLE = re.compile(r"[^\W\d_]+(?:[ '\u2019-][^\W\d_]+)*")
_UNNAMED = "Unnamed "
_OWN_WORDS = frozenset(
    (
        *BLANK_WORDS,
        *COUNT_SIGNS,
        FREE_WORD,
        "the",
        *LINK_WORDS,
        *NOT_WORDS,
        *OF_WORDS,
        "leader",
        "legal",
        "empty",
    )
) | {"unfinished", "part", "also", "bring", "values", "included", "unnamed"}
"""Words that Musterbook's own texts have next to names."""


@lru_cache(maxsize=4096)
def needs_quotes(name: str, catalogue: Catalogue) -> bool:
    """Return whether a name needs quotes in a text: it contains a sign, a digit or a word of the game."""
    if not _PLAIN_NAME.fullmatch(name):
        return True
    words, tokens = vocabulary_of(catalogue), tokenize(name)
    weapons = weapon_vocabularies(catalogue).values()
    phrases_of_game: list[Phrases[Any]] = [
        words.labels, words.entries, words.bare_options, words.counted_nouns, words.calculated_labels,
        GENERIC_LABELS, types_of(catalogue), *(vocabulary.names for vocabulary in weapons),
    ]  # fmt: skip
    return any(
        token.norm in _OWN_WORDS
        or token.norm in words.units
        or (token.kind == "word" and any(phrases.find(tokens, at) for phrases in phrases_of_game))
        or (
            token.kind == "word"
            and any(vocabulary.classify(token.text)[0] != "word" for vocabulary in weapons)
        )
        for at, token in enumerate(tokens)
    )


def write_title(name: str) -> str:
    """Return the name of a list or roster for a text's first line, where words of the game need no quotes."""
    return name if _PLAIN_TITLE.fullmatch(name) and not name.startswith(_UNNAMED) else quote(name)


def write_name(name: str, catalogue: Catalogue) -> str:
    """Return a name for a text, in quotes if it needs them."""
    return quote(name) if needs_quotes(name, catalogue) else name


def written_names(document: Document, catalogue: Catalogue) -> dict[str, str]:
    """Map the key of each profile and variant to its name, written so that it can be read back."""
    return {
        profile.key: write_name(profile.name, catalogue) if profile.name else UNNAMED_PROFILE
        for profile in with_variants(document, catalogue).profiles
    }


def quoted_pick(entry: Property, pick: Pick) -> Pick:
    """Return a pick with quotes around the texts that players wrote."""
    text_codes = {p.code for p in entry.parameters if p.kind == "text"} & {*pick.parameters}
    texts = {
        code: quote(str(pick.parameters[code]))
        for code in text_codes
        if pick.parameters[code] not in (None, "")
    }
    return replace(pick, parameters={**pick.parameters, **texts}) if texts else pick
