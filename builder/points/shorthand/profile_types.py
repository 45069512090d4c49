"""The type of a profile, as a line says what it is: "Captain Rhea", "2x Runner", "Bob the Sniper".

A type is a kind of which a list has one (a title), an entry that only one kind has, or several of a kind.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import KIND, index_of
from builder.points.shorthand.line import TokenLine
from builder.points.shorthand.tokens import FILLER, Phrases
from builder.points.shorthand.vocabulary import EntryMatch, entry_phrases

_NAMED_BY = "the"
_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_COUNTS = {word: number for number, word in enumerate(_NUMBERS, 2)}


class ProfileType(NamedTuple):
    """A kind, or an entry of the slot that only this kind has and of which each profile has one.

    A kind without an entry is a title, of which a list has one, or a group: the plural of another kind.
    """

    kind: str
    match: EntryMatch | None = None
    is_group: bool = False

    @property
    def is_title(self) -> bool:
        """Whether it is a kind of which a list has one: "Captain"."""
        return not (self.match or self.is_group)


class TypePlace(NamedTuple):
    """A type, and the tokens that say it: from ``at`` up to ``end``; ``begin`` is that of "the" before it."""

    type: ProfileType
    begin: int
    at: int
    end: int

    def is_bare_title(self, line: TokenLine) -> bool:
        """Whether nothing stands behind a title: it may be the name of a profile."""
        return self.type.is_title and line.is_end(line.skip(self.end))


@lru_cache(maxsize=32)
def types_of(catalogue: Catalogue) -> Phrases[ProfileType]:
    """The phrases that say what a profile is."""
    return Phrases(_types(catalogue))


def _types(catalogue: Catalogue) -> Iterator[tuple[str, ProfileType]]:
    options = next((a.options for a in catalogue.attributes if a.code == KIND), ())
    titles = {kind.code for kind in catalogue.kinds if kind.most == 1}
    for option in options:
        yield from ((text, ProfileType(option.code)) for text in option.words if option.code in titles)
    groups = (kind for kind in catalogue.kinds if kind.most != 1)
    yield from ((kind.plural, ProfileType(kind.code, is_group=True)) for kind in groups)
    for slot in catalogue.pick_slots:
        kinds = [kind.code for kind in catalogue.kinds if slot.code in kind.parts]
        if slot.least == slot.most == len(kinds) == 1:
            for entry in index_of(catalogue).entries[slot.group].values():
                for text, parameters in entry_phrases(entry):
                    found = ProfileType(kinds[0], EntryMatch(slot, entry, parameters))
                    yield from ((text, found), (_plural(text), found))


def _plural(text: str) -> str:
    """More than one of these: "Guard Dogs", "Sentries"."""
    if re.search(r"[^aeiou]y$", text):
        return f"{text[:-1]}ies"
    return f"{text}es" if text.endswith("s") else f"{text}s"


def find_type(line: TokenLine, start: int = 0) -> TypePlace | None:
    """The type that a line begins with, behind how many there are, or that stands apart in it."""
    types = types_of(line.words.catalogue)
    first = _first_word(line, start)
    for at in range(first, len(line.tokens)):
        wanted = ("w", "d") if at == first else ("w",)
        if line.kind_at(at) not in wanted or line.touches(at):
            continue
        label, found = line.label_at(at), types.find(line.tokens, at)
        if label and line.text_at(label[1]) in (":", "=") and not found:
            return None
        if found is None or line.touches(found[1]) or _is_longer(line, at, found[1]):
            continue
        said, end = found
        before, behind = line.before(at), line.skip(end)
        named = at > first and line.norm_at(before) == _NAMED_BY
        closed = line.kind_at(behind) in ("", "p") and line.text_at(end) not in ("-", "'", "\u2019")
        if not said.is_title and _means_more(line, at):
            continue
        alone = line.text_at(behind) in ("", ":") and not count_at(line, before)
        begins = at == first and (alone or not said.is_group)
        apart = line.kind_at(before) == "p" and line.text_at(at - 1) not in ("-", "'", "\u2019", ".")
        if begins or (said.match and closed and (named or apart)):
            return TypePlace(said, before if named else at, at, end)
    return None


def _first_word(line: TokenLine, start: int) -> int:
    """The first token that is no sign and not how many there are: "2x", "3", "1 ×"."""
    at = line.skip(start, FILLER)
    if count_at(line, at) and not types_of(line.words.catalogue).find(line.tokens, at):
        at = line.skip(at + 1)
        at = line.skip(at + 1) if line.norm_at(at) in ("x", "×") else at
    return at


def count_at(line: TokenLine, at: int) -> int:
    """How many there are, in digits or as a word; 0 where nothing says it."""
    word = line.norm_at(at)
    return int(word[:4]) if line.kind_at(at) == "d" else _COUNTS.get(word, 0)


def _means_more(line: TokenLine, at: int) -> bool:
    """Whether a word is an option or a label as well: "light"."""
    return bool(line.label_at(at) or line.words.bare_options.find(line.tokens, at))


def _is_longer(line: TokenLine, at: int, end: int) -> bool:
    """Whether a longer phrase of the game begins here: "Medic kit"."""
    found = line.entries_at(at)
    return found is not None and found[1] > end
