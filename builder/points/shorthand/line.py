"""A line of shorthand as tokens and terms.

Each term has a meaning and the characters that it was read from. Signs without a meaning of their own,
such as commas, belong to no term. Everything else that isn't understood is a term of the kind "unread".
"""

import re
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, NamedTuple

from builder.points.document.design import Pick, Weapon
from builder.points.rules.catalogue import Catalogue, PickSlot
from builder.points.rules.catalogue_index import KIND
from builder.points.rules.names import UNNAMED_PROFILE
from builder.points.shorthand.results import Choice, ParsedPiece, Question
from builder.points.shorthand.tokens import (
    COVER,
    DASHES,
    FILLER,
    Found,
    Phrases,
    TextToken,
    cover_markup,
    cover_quotes,
    tokenize,
    uncover,
)
from builder.points.shorthand.vocabulary import (
    COUNT_SIGNS,
    EACH_WORDS,
    EntryMatch,
    Label,
    OptionMatch,
    Vocabulary,
    vocabulary_of,
)

TermKind = Literal[
    "value", "weapon", "pick", "single", "max", "claim", "count", "total", "limit", "name", "notes", "slot",
    "mark", "unread",
]  # fmt: skip
"""The kind of a term.

"single" is the entry of a slot for one entry. "claim" is the number of points that the text states for a
profile. "slot" is the label of a slot whose entries follow. "mark" is text that adds no fact, such as "and".
"""

_MAX_DIGITS = 4
IN_BRACKETS = "in brackets"
"""The code of a number in brackets after a name: a price, or a number of models."""
EACH_CODE = "each"
"""The code of the price of a single model, if there are several."""
_WORDS_FROM_TWO = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS_BY_WORD = {word: number for number, word in enumerate(_WORDS_FROM_TWO, 2)}
_OPEN = "([{"
_BRACKETS = {"(": ")", "[": "]"}
WORD_SIGNS = ("-", "'", "\u2019")
"""Signs inside words: half-orc, wizard's."""


@dataclass(slots=True)
class ParsedTerm:
    """A part of a line that was read as one thing, or an unread part (kind "unread").

    ``code`` is the code of the attribute or slot that the term belongs to, or may belong to if it is unread.
    Other codes are ``IN_BRACKETS``, ``EACH_CODE`` and "label" (a label that belongs to no game). In unread
    terms, "count" is a number of models, and "denied" is something that the profile doesn't have.
    ``value`` is None for a blank. For a name or notes, it is the position of the first character.
    ``is_bare`` is true for an option or entry without a label or details: it may be a word of a name.
    ``is_joined`` is true for an option or entry next to a value. Both go to the same profile.
    ``is_lead`` is true for a type, and for a number of models at the beginning of the line: "30 skeletons".
    ``hint`` and ``question`` are for the writer of the text, if the term is unread.
    """

    kind: TermKind
    start: int
    end: int
    code: str = ""
    value: int | str | None = None
    weapon: Weapon | None = None
    pick: Pick | None = None
    is_bare: bool = False
    is_joined: bool = False
    is_lead: bool = False
    hint: str = ""
    question: Question | None = None
    pieces: list[ParsedPiece] = field(default_factory=list)

    @property
    def can_be_before_name(self) -> bool:
        """Whether the term can be before a name: a count, a price, a type or a sign for a kind ("@")."""
        is_sign = self.kind == "value" and self.end == self.start + 1
        return self.is_lead or self.kind in ("count", "claim", "mark") or self.code == "count" or is_sign

    @property
    def is_unread_text(self) -> bool:
        """Whether the term is unread words without a hint or a question."""
        return self.kind == "unread" and not (self.code or self.question or self.hint)


@dataclass(slots=True)
class ScannedLine:
    """A line of text or a row of a sheet, with its terms. ``text`` is the line with its mark-up covered.

    ``name_term_count`` is the number of terms at the beginning that may be a name.
    ``is_name_sure`` is true if these terms surely are a name. Otherwise they may be facts.
    ``is_labelled`` is true for a line that begins with a label and a colon, and for a row of a sheet.
    """

    number: int
    start: int
    end: int
    text: str
    terms: list[ParsedTerm]
    is_heading: bool = False
    name_term_count: int = 0
    is_name_sure: bool = False
    has_bullet: bool = False
    is_labelled: bool = False
    is_below_slot_label: bool = False
    dropped_fact_count: int = 0
    """The number of facts that were dropped because the line is plain text."""

    @property
    def has_only_facts(self) -> bool:
        """Whether the line contains only facts in words of the game."""
        kinds = {term.kind for term in self.terms if term.kind not in ("mark", "claim", "max")}
        return bool(kinds) and kinds <= {"pick", "value", "weapon", "single", "count"}

    @property
    def lead(self) -> ParsedTerm | None:
        """The type or the leading number of models, or None. A line with it is not only a name."""
        return next((term for term in self.terms if term.is_lead), None)

    def has_kind(self, *kinds: str) -> bool:
        """Return whether the line has a term of these kinds."""
        return any(term.kind in kinds for term in self.terms)

    def unread_term(self, first: int = 0) -> ParsedTerm:
        """Return the terms from the index ``first`` on as one unread term."""
        return ParsedTerm("unread", self.terms[first].start, max(term.end for term in self.terms))

    def text_of(self, term: ParsedTerm) -> str:
        """Return the text that a term was read from."""
        return self.text[term.start - self.start : term.end - self.start]

    def text_between(self, first: ParsedTerm, second: ParsedTerm) -> str:
        """Return the text between two terms."""
        return self.text[first.end - self.start : second.start - self.start]


LinesAndNext = tuple[list[ScannedLine], int] | None
"""The lines that a form read, and the index of the next line. It is None if the form doesn't fit."""


class ProfileNames:
    """The profiles that a property may name, found by name or key. ``names`` are pairs of key and name."""

    def __init__(self, names: Sequence[tuple[str, str]]) -> None:
        self.by_key = {key: name or key for key, name in names}
        self.display_names = tuple(dict.fromkeys(self.by_key.values()))
        unnamed = [(UNNAMED_PROFILE, key) for key, name in names if not name]
        self._words = Phrases(
            [*unnamed, *((name, key) for key, name in names), *((key, key) for key, _ in names)]
        )
        self._by_name = {name: key for key, name in reversed(names)}

    def find(self, tokens: Sequence[TextToken], at: int) -> Found[str] | None:
        """Return the key of the profile whose name begins at a token."""
        if at < len(tokens) and tokens[at].kind == "quote":
            key = self._by_name.get(tokens[at].text[1:-1])
            return Found(key, at + 1) if key else None
        return self._words.find(tokens, at)


class OwnUnit(NamedTuple):
    """A unit in a text that Musterbook wrote. Its last ``attached_count`` profiles are attached."""

    line: int
    name: str
    attached_count: int
    facts: Mapping[str, int | str]


@dataclass(slots=True)
class OwnRoster:
    """The data of a roster in a text that Musterbook wrote, without its profiles. Lines count from 1.

    ``attached_lines`` are the lines of attached profiles. Profiles after the line ``summoned_heading_line``
    are summoned, not bought. It is 0 if the text has no summoned profiles.
    """

    name: str = ""
    limit: int | None = None
    units: list[OwnUnit] = field(default_factory=list)
    attached_lines: set[int] = field(default_factory=set)
    summoned_heading_line: int = 0


class Source:
    """A text in lines with its mark-up covered. Its methods take the index of a line, or a position.

    ``covered`` is as long as ``text``, and has a placeholder for each covered character, see ``tokens``.
    ``mark_ranges`` are the ranges of mark-up and list signs.
    ``loose_pieces`` are pieces that were read but belong to no profile, such as calculated text.
    ``announced_slot`` is the code of the slot that the line above announced for the lines below it.
    ``kind_above`` is the kind of model that the line above names.
    """

    def __init__(
        self, text: str, catalogue: Catalogue, names: ProfileNames, *, is_table: bool = False
    ) -> None:
        self.text = text
        self.is_table = is_table
        self.unread_word_count = 0
        self.words: Vocabulary = vocabulary_of(catalogue)
        self.names = names
        self.covered, self.mark_ranges = (cover_quotes(text), []) if is_table else cover_markup(text)
        self.lines = [line.span() for line in re.finditer("^.*$", self.covered, re.MULTILINE)]
        self._starts = [start for start, _ in self.lines]
        self.loose_pieces: list[ParsedPiece] = []
        self.announced_slot = ""
        self.kind_above = ""
        # Whether Musterbook wrote the text. If so, ``roster`` and ``name_ends`` are set.
        self.is_own_text = False
        self.roster: OwnRoster | None = None
        self.name_ends: set[int] = set()  # the positions where names end

    def cover(self, ranges: list[tuple[int, int]], meaning: str) -> None:
        """Cover these ranges of the text, and add them to ``loose_pieces`` with this meaning."""
        parts, at = list[str](), 0
        for start, end in sorted(ranges):
            begin, stop = max(start, at), max(end, at)
            hidden = self.covered[begin:stop]
            parts += [self.covered[at:begin], re.sub("[^\n]", COVER, hidden)]
            self.loose_pieces += [ParsedPiece(begin, stop, meaning)] if hidden.strip(f" \n{COVER}") else []
            at = stop
        self.covered = "".join([*parts, self.covered[at:]])

    def bare_text(self, start: int, end: int) -> str:
        """Return a part of the text without mark-up."""
        return uncover(self.covered[start:end], self.text[start:end])

    def line_number(self, position: int) -> int:
        """Return the number, from 1, of the line of a position."""
        return bisect_right(self._starts, position)

    def is_after_text(self, position: int) -> bool:
        """Return whether there is text before a position, in its line or in the line above."""
        at = bisect_right(self._starts, position) - 1
        return position > self._starts[at] or (at > 0 and not self.is_empty(at - 1))

    def line_text(self, at: int) -> str:
        """Return a line of the covered text, or "" after the last line."""
        return self.covered[slice(*self.lines[at])] if at < len(self.lines) else ""

    def is_empty(self, at: int) -> bool:
        """Return whether a line is empty or doesn't exist."""
        return not self.line_text(at).strip(f" \t{COVER}")

    def scanned_row(self, at: int, terms: list[ParsedTerm]) -> ScannedLine:
        """Return a line as a row of values with these terms. Only a column of names can contain its name."""
        start, end = self.lines[at]
        return ScannedLine(at + 1, start, end, self.covered[start:end], terms, is_labelled=True)


TermsAndEnd = tuple[list[ParsedTerm], int] | None
"""The terms that were read, and the index of the next token. It is None if nothing was read."""


class TokenLine(ABC):
    """The tokens of a line or a cell, and methods to step through them.

    ``kind`` is the kind of the profile, or "" if it has none. If the argument is None, the kind is found in
    the line.
    ``head_end`` is the token after the price, the count and the kind at the beginning of the line.
    ``slot`` is the slot that a label announced for the terms that follow.
    """

    def __init__(
        self, source: Source, start: int, end: int, *, is_heading: bool = False, kind: str | None = None
    ) -> None:
        self.is_heading = is_heading
        self.names = source.names
        self.text = source.covered
        self.is_own_text = source.is_own_text
        self.source = source
        self.tokens = [
            token._replace(text=self.source.bare_text(token.start, token.end))
            if token.kind == "quote"
            else token
            for token in tokenize(source.covered, start, end)
        ]
        self._token_count = len(self.tokens)
        self.head_end = 0
        self.slot: PickSlot | None = None
        self.words = self._all_words = source.words
        self.kind, self.has_count = kind or "", False  # a count was read
        self.number_end = 0  # the token after the last count or price
        if kind:
            self.words = source.words.of_kind(kind)
        elif kind is None and source.words.catalogue.kinds:
            has_number = any(token.kind == "digits" for token in self.tokens)
            continues = source.is_after_text(start) and self.label_at(self.skip(0, FILLER))
            self.kind = self._find_kind() or (source.kind_above if continues or not has_number else "")
            if has_number and not self.kind:
                self.kind = self._kind_by_labels()
            self.words = source.words.of_kind(self.kind)

    def _find_kind(self) -> str:
        """Return the kind that the line names after its label or separately from other words, or ""."""
        words = self.words
        if self.kind_by_entries:
            return self.kind_by_entries
        for at in range(len(self.tokens)):
            label = self.label_at(at)
            labelled = label is not None and label.value == Label("attribute", KIND)
            after = self.skip(label.end, ":=") if label and labelled else len(self.tokens)
            if kind := words.options[KIND].find(self.tokens, after):
                return kind.value
            option = self.option_at(at)
            if option and option.value.attribute == KIND and self.has_no_adjacent_word(at, option.end):
                return option.value.option
        return ""

    @cached_property
    def kind_by_entries(self) -> str:
        """The kind before a name, or "": "Wizard Mordax: teleport".

        Without an entry that only this kind has, the word is part of the name.
        """
        first = self.skip(0, FILLER)
        option = None if self.is_own_text or self.label_at(first) else self.option_at(first)
        if option is None or option.value.attribute != KIND or self.kind_at(self.skip(option.end)) != "word":
            return ""
        own, usual = self.words.of_kind(option.value.option).entries, self.words.of_kind("").entries
        after = range(option.end, len(self.tokens))
        is_own = any(own.find(self.tokens, at) and not usual.find(self.tokens, at) for at in after)
        return option.value.option if is_own else ""

    def _kind_by_labels(self) -> str:
        """Return the kind that has most of the line's labels, or "" if it is the game's first kind."""
        kinds = self.words.kinds
        counts = {kind: sum(label.code != "" for label in self._labels_in(kinds[kind])) for kind in kinds}
        code = max(counts, key=counts.__getitem__)
        return "" if code == next(iter(counts)) else code

    def _labels_in(self, words: Vocabulary) -> Iterator[Label]:
        """Yield the labels in the line that a vocabulary has."""
        matches = (words.labels.find(self.tokens, at) for at in range(len(self.tokens)))
        return (hit.value for hit in matches if hit)

    @cached_property
    def labelled_attributes(self) -> frozenset[str]:
        """The codes of the attributes whose labels are in the line."""
        return frozenset(label.code for label in self._labels_in(self.words) if label.kind == "attribute")

    def has_no_adjacent_word(self, at: int, end: int) -> bool:
        """Return whether no word is before these tokens, and a sign or the end of the line is after them."""
        is_in_word = self.text_at(at - 1) in WORD_SIGNS or self.text_at(end) in WORD_SIGNS
        kind_before, kind_after = self.kind_at(self.previous_token(at)), self.kind_at(self.skip(end))
        return not is_in_word and kind_before != "word" and kind_after in ("", "sign")

    def can_be_fact(self, at: int, end: int) -> bool:
        """Return whether these tokens can be a fact by themselves, and not a part of a name.

        A sign, the line's number of models or a price is next to them, or the line has no other tokens.
        """
        before, after = self.previous_token(at), self.text_at(self.skip(end))
        if before < 0:
            return not self.is_heading and after in ("", ",", ";")
        is_after_sign = self.kind_at(before) == "sign" or any(map(self.ends_cell, range(before + 1, at)))
        return is_after_sign or after in tuple(",;.") or self.has_count or at == self.skip(self.number_end)

    def announce_slot(self, slot: PickSlot | None) -> None:
        """Set the slot of the terms that follow. The slot may belong to another kind than the line."""
        self.slot = slot
        if slot and slot.code not in self.words.slots:
            self.words = self._all_words

    def skip(self, at: int, signs: Container[str] = "") -> int:
        """Return the first token from ``at`` on that is neither blank nor one of these signs."""
        while at < len(self.tokens) and (self.tokens[at].kind == "blank" or self.tokens[at].text in signs):
            at += 1
        return at

    def previous_token(self, at: int) -> int:
        """Return the last token before ``at`` that isn't blank, or -1."""
        indexes = range(at - 1, self.head_end - 1, -1)
        return next((index for index in indexes if self.tokens[index].kind != "blank"), -1)

    @abstractmethod
    def begins_label(self, at: int) -> bool:
        """Return whether a label that announces something begins at a token."""

    def is_end(self, at: int) -> bool:
        """Return whether the line has no token at this place."""
        return not 0 <= at < self._token_count

    def kind_at(self, at: int) -> str:
        """Return the kind of a token, or "" outside the line."""
        return self.tokens[at].kind if 0 <= at < self._token_count else ""

    def text_at(self, at: int) -> str:
        """Return the text of a token, or "" outside the line."""
        return self.tokens[at].text if 0 <= at < self._token_count else ""

    def norm_at(self, at: int) -> str:
        """Return the normalized text of a token, or "" outside the line."""
        return self.tokens[at].norm if 0 <= at < self._token_count else ""

    def blank_end(self, at: int, code: str = "") -> int:
        """Return the end of a word or dash that means "none", or 0."""
        blank = self.words.blanks[code].find(self.tokens, at)
        return blank.end if blank else (at + 1) * (self.text_at(at) in DASHES)

    def ends_cell(self, at: int) -> bool:
        """Return whether a token is a bar or contains a tab."""
        return self.text_at(at) == "|" or "\t" in self.text_at(at)

    def is_dash_apart(self, at: int) -> bool:
        """Return whether a token is a dash with blanks on both sides."""
        return self.text_at(at) in DASHES and self.kind_at(at - 1) == self.kind_at(at + 1) == "blank"

    def unit_end(self, at: int) -> int:
        """Return the end of the unit of points, or of its beginning ("cr"), or 0 if no unit is next."""
        unit = self.skip(at)
        return unit + 1 if self.kind_at(unit) == "word" and self.words.is_unit(self.norm_at(unit)) else 0

    def points_at(self, at: int) -> Found[int] | None:
        """Return a number of points. Its end is after the unit of points, if there is one."""
        number = self.integer_at(at)
        return Found(number.value, self.unit_end(number.end) or number.end) if number else None

    def touches_previous(self, at: int) -> bool:
        """Return whether a word or number begins directly after another word or number: "d8", "2x"."""
        return (
            self.kind_at(at) in ("word", "digits") and at > 0 and self.kind_at(at - 1) in ("word", "digits")
        )

    def integer_at(self, at: int) -> Found[int] | None:
        """Return a whole number without a sign. Its end is after the inch mark, if it has one."""
        if self.kind_at(at) != "digits" or len(self.tokens[at].text) > _MAX_DIGITS:
            return None
        if self.text_at(at + 1) == "." and self.kind_at(at + 2) == "digits":
            return None
        end = at + 1
        return Found(int(self.tokens[at].text), end + (self.kind_at(end) == "inch"))

    def signed_integer_at(self, at: int) -> Found[int] | None:
        """Return a whole number that may have a sign before it, "+1", "−1", "±0"."""
        sign = self.text_at(at)
        number = self.integer_at(at + (sign in ("+", "±", *DASHES)))
        if number and sign == "±" and number.value:
            return None
        return Found(-number.value, number.end) if number and sign in DASHES else number

    def span(self, at: int, end: int) -> tuple[int, int]:
        """Return the positions in the text where these tokens begin and end."""
        return self.tokens[at].start, self.tokens[end - 1].end

    def raw_text(self, at: int, end: int) -> str:
        """Return the text of these tokens without mark-up."""
        return self.source.bare_text(*self.span(at, end))

    def label_at(self, at: int) -> Found[Label] | None:
        """Return the label that begins at a token."""
        return self.words.labels.find(self.tokens, at)

    def entries_at(self, at: int) -> Found[tuple[EntryMatch, ...]] | None:
        """Return the properties or spells that can begin at a token."""
        return self.words.entries.find(self.tokens, at)

    def option_at(self, at: int) -> Found[OptionMatch] | None:
        """Return the option, with its attribute, that begins at a token and needs no label."""
        return self.words.bare_options.find(self.tokens, at)

    def counted_at(self, at: int) -> Found[str] | None:
        """Return the attribute whose number is written before the noun at a token: "24 humans"."""
        return self.words.counted_nouns.find(self.tokens, at)

    def is_attribute(self, at: int) -> bool:
        """Return whether the label of an attribute begins at a token."""
        label = self.label_at(at)
        return label is not None and label.value.kind == "attribute"

    def term(self, kind: TermKind, at: int, end: int, meaning: str, **fields: object) -> ParsedTerm:
        """Return a term that was read from these tokens, with these further fields."""
        start, stop = self.span(at, end)
        term = ParsedTerm(kind, start, stop, pieces=[ParsedPiece(start, stop, meaning)])
        return replace(term, **fields)  # type: ignore[arg-type]  # the fields of ParsedTerm

    def unread_term(self, at: int, end: int, code: str = "", hint: str = "") -> ParsedTerm:
        """Return an unread term for these tokens."""
        return ParsedTerm("unread", *self.span(at, end), code=code, hint=hint)

    def question_term(self, at: int, end: int, prompt: str, choices: tuple[Choice, Choice]) -> ParsedTerm:
        """Return an unread term for these tokens, with a question."""
        return ParsedTerm("unread", *(span := self.span(at, end)), question=Question(*span, prompt, choices))

    # -------------------------------------------------------------- counts and prices

    def number_or_word_at(self, at: int) -> int:
        """Return the number at a token, in digits or as a word from "two" to "ten"; 0 if there is none."""
        word = self.norm_at(at)
        return int(word[:5]) if self.kind_at(at) == "digits" else _NUMBERS_BY_WORD.get(word, 0)

    def times_at(self, at: int) -> Found[int] | None:
        """Return a number with a multiplication sign: "x2", "(× 2)", "2x"."""
        begin = self.skip(at, _OPEN)
        if self.norm_at(begin) in COUNT_SIGNS:
            number = self.integer_at(self.skip(begin + 1))
        else:
            number = self.integer_at(begin)
            sign = self.skip(number.end) if number else 0
            is_count = (
                number and self.norm_at(sign) in COUNT_SIGNS and self.kind_at(self.skip(sign + 1)) != "digits"
            )
            number = Found(number.value, sign + 1) if number and is_count else None
        return None if number is None or self.touches_previous(number.end) else number

    def price_end(self, at: int) -> int:
        """Return the end of a bracket that contains only a number or dash, perhaps with a unit, or 0."""
        number = self.signed_integer_at(at + 1)
        if self.text_at(at) not in _BRACKETS or not (number or self.text_at(at + 1) in DASHES):
            return 0
        end = self.skip(number.end if number else at + 2)
        end = self.skip(self.unit_end(end) or end)
        end += self.norm_at(end) in EACH_WORDS
        return end + 1 if self.text_at(end) == _BRACKETS[self.text_at(at)] else 0

    def price_of_one(self, at: int, *, is_after_count: bool = False) -> Found[int] | None:
        """Return the price of one model: "@ 7 pts each". After a name and a count, "x 7" is a price too."""
        signs = ("@", *COUNT_SIGNS) if is_after_count else ("@",)
        number = self.points_at(self.skip(at + 1)) if self.norm_at(at) in signs else None
        if number is None or self.touches_previous(number.end):
            return None
        each = self.skip(number.end)
        return Found(number.value, each + 1 if self.norm_at(each) in EACH_WORDS else number.end)

    def count_end(self, at: int) -> int:
        """Return the end of a number of models or the price of one model, or 0: "x10", "10 @ 7", "@ 7"."""
        number = self.integer_at(at)
        each = (
            self.price_of_one(self.skip(number.end), is_after_count=True) if number else self.price_of_one(at)
        )
        count = each or self.times_at(at)
        return count.end if count and not self.touches_previous(at) else 0
