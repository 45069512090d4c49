"""What a line says that a profile is: a kind of which a list has one, "Captain Rhea", or a type that only one
kind has, "2x Runner", "Bob the Sniper"; and the lines that name several, "3 Recruits, 1 Hacker (20)".
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from builder.points.catalogue import Catalogue
from builder.points.catalogue_index import KIND, index_of
from builder.points.shorthand.line import TokenLine
from builder.points.shorthand.tokens import FILLER, Phrases
from builder.points.shorthand.vocabulary import EntryMatch, entry_phrases

_NAMED_BY = "the"
_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_COUNTS = {word: number for number, word in enumerate(_NUMBERS, 2)}


class Head(NamedTuple):
    """A kind, or an entry of the slot that only this kind has and of which each has one.

    A kind alone is one of which a list has one; ``is_group`` marks the plural of another.
    """

    kind: str
    match: EntryMatch | None = None
    is_group: bool = False


class HeadPlace(NamedTuple):
    """A head, and the tokens that it is: from ``at`` up to ``end``; ``begin`` is that of "the" before it."""

    head: Head
    begin: int
    at: int
    end: int

    def is_bare_title(self, line: TokenLine) -> bool:
        """Whether nothing stands behind a kind: it may be the name of a profile."""
        return _is_title(self.head) and line.is_end(line.skip(self.end))


@lru_cache(maxsize=32)
def heads_of(catalogue: Catalogue) -> Phrases[Head]:
    """The phrases that say what a profile is."""
    return Phrases(_heads(catalogue))


def _heads(catalogue: Catalogue) -> Iterator[tuple[str, Head]]:
    options = next((a.options for a in catalogue.attributes if a.code == KIND), ())
    titles = {kind.code for kind in catalogue.kinds if kind.most == 1}
    for option in options:
        yield from ((text, Head(option.code)) for text in option.words if option.code in titles)
    yield from ((kind.plural, Head(kind.code, is_group=True)) for kind in catalogue.kinds if kind.most != 1)
    for slot in catalogue.pick_slots:
        kinds = [kind.code for kind in catalogue.kinds if slot.code in kind.parts]
        if slot.least == slot.most == len(kinds) == 1:
            for entry in index_of(catalogue).entries[slot.group].values():
                for text, parameters in entry_phrases(entry):
                    head = Head(kinds[0], EntryMatch(slot, entry, parameters))
                    yield from ((text, head), (plural(text), head))


def plural(text: str) -> str:
    """More than one of these: "Guard Dogs", "Sentries"."""
    return (
        f"{text[:-1]}ies" if re.search(r"[^aeiou]y$", text) else f"{text}{'es' * text.endswith('s') or 's'}"
    )


def find_head(line: TokenLine, start: int = 0) -> HeadPlace | None:
    """The head of a line: what it begins with, behind how many there are, or what stands apart in it."""
    heads = heads_of(line.words.catalogue)
    first = _first_word(line, start)
    for at in range(first, len(line.tokens)):
        if line.kind_at(at) not in ("w", "d") or (line.kind_at(at) == "d" and at > first):
            continue
        if line.touches(at):
            continue
        label, found = line.label_at(at), heads.find(line.tokens, at)
        if label and line.text_at(label[1]) in (":", "=") and not found:
            return None
        if found is None or line.touches(found[1]) or _is_longer(line, at, found[1]):
            continue
        head, end = found
        before, behind = line.before(at), line.skip(end)
        named = at > first and line.norm_at(before) == _NAMED_BY
        closed = line.kind_at(behind) in ("", "p") and line.text_at(end) not in ("-", "'", "\u2019")
        if not _is_title(head) and _means_more(line, at):
            continue
        alone = line.text_at(behind) in ("", ":") and not count_at(line, before)
        begins = at == first and (alone or not head.is_group)
        apart = line.kind_at(before) == "p" and line.text_at(at - 1) not in ("-", "'", "\u2019", ".")
        if begins or (head.match and closed and (named or apart)):
            return HeadPlace(head, before if named else at, at, end)
    return None


def _first_word(line: TokenLine, start: int) -> int:
    """The first token that is no sign and not how many there are: "2x", "3", "1 ×"."""
    at = line.skip(start, FILLER)
    if count_at(line, at) and not heads_of(line.words.catalogue).find(line.tokens, at):
        at = line.skip(at + 1)
        at = line.skip(at + 1) if line.norm_at(at) in ("x", "×") else at
    return at


def count_at(line: TokenLine, at: int) -> int:
    """How many there are, in digits or as a word; 0 where nothing says it."""
    word = line.norm_at(at)
    return int(word[:4]) if line.kind_at(at) == "d" else _COUNTS.get(word, 0)


def _is_title(head: Head) -> bool:
    return not (head.match or head.is_group)


def _means_more(line: TokenLine, at: int) -> bool:
    """Whether a word is an option or a label as well: "light"."""
    return bool(line.label_at(at) or line.words.bare_options.find(line.tokens, at))


def _is_longer(line: TokenLine, at: int, end: int) -> bool:
    """Whether a longer phrase of the game begins here: "Medic kit"."""
    found = line.entries_at(at)
    return found is not None and found[1] > end
