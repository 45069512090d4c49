"""The type of a profile, as a line names it: "Captain Rhea", "2x Runner", "Bob the Sniper".

A title is the type of a kind that a list has once, such as "Captain". A group is the plural of a kind, such
as "Soldiers". All other types are entries that only one kind has, such as "Sniper".
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from builder.points.rules.catalogue import Catalogue
from builder.points.rules.catalogue_index import KIND, index_of
from builder.points.shorthand.line import WORD_SIGNS, TokenLine
from builder.points.shorthand.tokens import FILLER, Phrases
from builder.points.shorthand.vocabulary import COUNT_SIGNS, EntryMatch, entry_phrases

_ARTICLE = "the"


class ProfileType(NamedTuple):
    """A type and its kind. Types other than titles and groups are entries (``match``).

    Such an entry is in a slot that no other kind has, and in which each profile of this kind has one entry.
    """

    kind: str
    match: EntryMatch | None = None
    is_group: bool = False

    @property
    def is_title(self) -> bool:
        """Whether it is a kind that a list has once: "Captain"."""
        return not (self.match or self.is_group)


class TypePlace(NamedTuple):
    """A type and its tokens up to ``end``, from ``begin`` on with a "the" before it, from ``at`` without."""

    type: ProfileType
    begin: int
    at: int
    end: int


@lru_cache(maxsize=32)
def types_of(catalogue: Catalogue) -> Phrases[ProfileType]:
    """Return the phrases that mean a type, with their types."""
    return Phrases(_phrases_for_types(catalogue))


def _phrases_for_types(catalogue: Catalogue) -> Iterator[tuple[str, ProfileType]]:
    options = next((a.options for a in catalogue.attributes if a.code == KIND), ())
    titles = {kind.code for kind in catalogue.kinds if kind.most == 1}
    for option in options:
        yield from ((text, ProfileType(option.code)) for text in option.words if option.code in titles)
    groups = [(kind.plural, kind.code) for kind in catalogue.kinds]
    groups += [(_plural(text), option.code) for option in options for text in option.words]
    yield from ((text, ProfileType(code, is_group=True)) for text, code in groups)
    for slot in catalogue.pick_slots:
        kinds = [kind.code for kind in catalogue.kinds if slot.code in kind.parts]
        if slot.least == slot.most == len(kinds) == 1:
            for entry in index_of(catalogue).entries[slot.group].values():
                for text, parameters in entry_phrases(entry):
                    profile_type = ProfileType(kinds[0], EntryMatch(slot, entry, parameters))
                    yield from ((text, profile_type), (_plural(text), profile_type))


def _plural(text: str) -> str:
    """Return the plural of a type's name: "Guard Dogs", "Sentries", "Heroes"."""
    if re.search(r"[^aeiou]y$", text):
        return f"{text[:-1]}ies"
    return f"{text}es" if text.endswith(("s", "o")) else f"{text}s"


def find_type(line: TokenLine, start: int = 0) -> TypePlace | None:
    """Return the first type from the token ``start`` on, or None.

    The type is at the beginning of the line, perhaps after a number of models, or separate from other words.
    """
    types = types_of(line.words.catalogue)
    first = _first_word(line, start)
    for at in range(first, len(line.tokens)):
        # Only a type at the beginning of the line can begin with digits.
        can_begin = ("word", "digits") if at == first else ("word",)
        is_in_word = line.touches_previous(at) and not (at == first and line.norm_at(at - 1) in COUNT_SIGNS)
        if line.kind_at(at) not in can_begin or is_in_word:
            continue
        label, match = line.label_at(at), types.find(line.tokens, at)
        if label and line.text_at(label.end) in (":", "=") and not match:
            return None
        entry = line.entries_at(at)
        if match is None or line.touches_previous(match.end) or (entry and entry.end > match.end):
            continue
        profile_type, end = match
        before, after = line.previous_token(at), line.skip(end)
        has_article = at > first and line.norm_at(before) == _ARTICLE
        ends_part = line.kind_at(after) in ("", "sign") or _has_number_after(line, profile_type, end)
        is_complete_word = ends_part and line.text_at(end) not in WORD_SIGNS
        others = label, line.option_at(at)
        # "light" can be a label or an option too. Then it isn't read as a type.
        if not profile_type.is_title and any(hit and hit.end >= end for hit in others):
            continue
        is_all_of_name = line.text_at(after) == ":" or line.is_end(line.skip(end, FILLER))
        is_alone = is_all_of_name and not line.number_or_word_at(before)
        begins_line = at == first and (is_alone or not profile_type.is_group)
        is_after_sign = line.kind_at(before) == "sign" and line.text_at(at - 1) not in (*WORD_SIGNS, ".")
        if begins_line or (profile_type.match and is_complete_word and (has_article or is_after_sign)):
            return TypePlace(profile_type, before if has_article else at, at, end)
    return None


def _has_number_after(line: TokenLine, profile_type: ProfileType, at: int) -> bool:
    """Return whether a price or count follows a type that has a price: "Medic 100cr", "Runner x2"."""
    number = line.integer_at(line.skip(at))
    if profile_type.match is None or number is None:
        return profile_type.match is not None and line.times_at(at) is not None
    is_price = number.value == profile_type.match.entry.cost.points or line.unit_end(number.end)
    return bool(is_price) or line.times_at(at) is not None


def _first_word(line: TokenLine, start: int) -> int:
    """Return the first token from ``start`` on that is not a sign, a price or a number of models."""
    at = line.skip(start, FILLER)
    if line.number_or_word_at(at) and not types_of(line.words.catalogue).find(line.tokens, at):
        at = line.skip(at + 1)
        at = line.skip(at + 1) if line.norm_at(at) in COUNT_SIGNS else line.unit_end(at) or at
        at = line.skip(at, FILLER)
    return at
