"""A line of shorthand as tokens, and what is read from it: terms.

A line becomes a list of terms in the order of the text. A term says what it stands for and which signs
it was read from; signs that say nothing by themselves (blanks, commas, brackets) belong to no term, and
everything else that is not understood is a term of the kind "rest".
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from builder.points.document.design import Pick, Weapon
from builder.points.rules.catalogue import Catalogue, PickSlot
from builder.points.rules.catalogue_index import KIND
from builder.points.shorthand.results import Choice, ParsedPiece, Question
from builder.points.shorthand.tokens import DASHES, MASK, Phrases, TextToken, mask_markup, tokenize
from builder.points.shorthand.vocabulary import EntryMatch, Label, Vocabulary, vocabulary_of

TermKind = Literal[
    "value", "weapon", "pick", "single", "max", "claim", "name", "notes", "slot", "mark", "rest"
]

_MOST_DIGITS = 4
WORD_SIGNS = ("-", "'", "\u2019")
"""Signs that stand inside words: half-orc, wizard's."""


@dataclass(slots=True)
class ParsedTerm:
    """Something that a line says. ``code`` is the attribute's or slot's; a blank value is None.

    The value of a name or of notes is the place where they begin; they go to the end of the term.
    ``free`` marks a property that no label announced; a rest has the slot whose codes it may have meant.
    ``leads`` marks how many there are, or of which kind, where the line begins with it.
    ``beside`` marks what stands with the value before it and goes where that goes; a rest may have a
    ``question``.
    """

    kind: TermKind
    start: int
    end: int
    code: str = ""
    value: int | str | None = None
    weapon: Weapon | None = None
    pick: Pick | None = None
    free: bool = False
    beside: bool = False
    leads: bool = False
    hint: str = ""
    question: Question | None = None
    reads: list[ParsedPiece] = field(default_factory=list)

    @property
    def is_word(self) -> bool:
        """Whether it is nothing but words that were not read."""
        return self.kind == "rest" and not (self.code or self.question or self.hint)


@dataclass(slots=True)
class ScannedLine:
    """A line, or a row of a sheet, with what was read in it. Its first ``name_length`` terms may be a name.

    ``is_name_sure`` says that they are one: where they are nothing but properties, these may stand there too.
    """

    number: int
    start: int
    end: int
    text: str
    terms: list[ParsedTerm]
    heading: bool = False
    name_length: int = 0
    is_name_sure: bool = False

    @property
    def lead(self) -> ParsedTerm | None:
        """How many there are, or their kind, where it begins with that: it is a profile, and no name."""
        return next((term for term in self.terms if term.leads), None)

    def has(self, *kinds: str) -> bool:
        """Whether something of these kinds was read."""
        return any(term.kind in kinds for term in self.terms)

    def whole(self, at: int = 0) -> ParsedTerm:
        """All of the line, from a term on, as one term that is not read."""
        return ParsedTerm("rest", self.terms[at].start, max(term.end for term in self.terms))

    def said(self, term: ParsedTerm) -> str:
        """The text that a term was read from."""
        return self.text[term.start - self.start : term.end - self.start]

    def gap(self, one: ParsedTerm, other: ParsedTerm) -> str:
        """The text between two terms."""
        return self.text[one.end - self.start : other.start - self.start]


LinesAndNext = tuple[list[ScannedLine], int] | None
"""What a form read, and the number of the line behind it; None where the lines have another form."""


class ProfileNames:
    """The profiles that a property may name: keys by name as it is written, by its words, and by key."""

    def __init__(self, names: Sequence[tuple[str, str]]) -> None:
        self.by_key = {key: name or key for key, name in names}
        self.display_names = tuple(dict.fromkeys(self.by_key.values()))
        self._words = Phrases([*((name, key) for key, name in names), *((key, key) for key, _ in names)])
        self._by_first_word: dict[str, list[tuple[str, str]]] = {}
        for key, name in sorted(names, key=lambda pair: -len(pair[1])):
            if name:
                self._by_first_word.setdefault(tokenize(name)[0].norm, []).append((name.casefold(), key))

    def find(self, tokens: Sequence[TextToken], at: int) -> tuple[str, int] | None:
        """The profile whose name begins at a token, and the token behind it."""
        for name, key in self._by_first_word.get(tokens[at].norm, ()) if at < len(tokens) else ():
            text, end = "", at
            while end < len(tokens) and len(text) < len(name):
                text += tokens[end].text.casefold()
                end += 1
            if text == name:
                return key, end
        return self._words.find(tokens, at)


class Source:
    """A text with its mark-up covered up, in lines, and what its lines have announced so far.

    ``covered`` is as long as ``text``, with MASK in the place of each sign that was covered up. ``marks`` (of
    mark-up and lists) and ``asides`` (what is made anew) were read and belong to no profile.
    """

    def __init__(self, text: str, catalogue: Catalogue, names: ProfileNames) -> None:
        self.text = text
        self.words: Vocabulary = vocabulary_of(catalogue)
        self.names = names
        self.covered, self.marks = mask_markup(text)
        self.lines = [line.span() for line in re.finditer("^.*$", self.covered, re.MULTILINE)]
        self.asides: list[ParsedPiece] = []
        self.slot = ""  # the slot that the line before has announced for the lines below it
        self.kind = ""  # the kind of the line before
        self.is_ours = False  # whether Musterbook wrote the text; then what follows is known too:
        self.weapon_lines: set[int] = set()  # the numbers of lines that hold weapons in no column
        self.name_ends: set[int] = set()  # the places where names end

    def cover(self, places: list[tuple[int, int]], meaning: str) -> None:
        """Cover up parts of the text, and note as what they were read."""
        parts, at = list[str](), 0
        for start, end in sorted(places):
            begin, stop = max(start, at), max(end, at)
            hidden = self.covered[begin:stop]
            parts += [self.covered[at:begin], re.sub("[^\n]", MASK, hidden)]
            self.asides += [ParsedPiece(begin, stop, meaning)] if hidden.strip(f" \n{MASK}") else []
            at = stop
        self.covered = "".join([*parts, self.covered[at:]])

    def shown(self, at: int) -> str:
        """A line without its mark-up; "" behind the last."""
        return self.covered[slice(*self.lines[at])] if at < len(self.lines) else ""

    def is_empty(self, at: int) -> bool:
        """Whether a line is empty, or there is none."""
        return not self.shown(at).strip(f" \t{MASK}")

    def row(self, at: int, terms: list[ParsedTerm]) -> ScannedLine:
        """A line as a row of values, which has no name but in a column of its own."""
        start, end = self.lines[at]
        return ScannedLine(at + 1, start, end, self.covered[start:end], terms)


class TokenLine(ABC):
    """The tokens of one line or one cell, and how to step through them."""

    def __init__(self, source: Source, start: int, end: int, *, is_heading: bool = False) -> None:
        self.is_heading = is_heading
        self.names = source.names
        self.text = source.covered
        self.name_ends = source.name_ends
        self.is_ours = source.is_ours
        self.tokens = tokenize(source.covered, start, end)
        self.slot: PickSlot | None = None
        self.words = self._all_words = source.words
        self.kind, self.is_counted = "", False
        if source.words.catalogue.kinds:
            numbered = any(token.kind == "d" for token in self.tokens)
            self.kind = self._kind() or (self._kind_by_labels() if numbered else source.kind)
            self.words = source.words.of_kind(self.kind)

    def _kind(self) -> str:
        """The kind that the line says: behind its label, or apart from other words; "" where it says none."""
        words = self.words
        for at in range(len(self.tokens)):
            label = self.label_at(at)
            labelled = label is not None and label[0] == Label("attribute", KIND)
            behind = self.skip(label[1], ":=") if label and labelled else len(self.tokens)
            if found := words.options[KIND].find(self.tokens, behind):
                return found[0]
            option = words.bare_options.find(self.tokens, at)
            if option and option[0][0] == KIND and self.is_apart(at, option[1]):
                return option[0][1]
        return ""

    def _kind_by_labels(self) -> str:
        """The kind that has the most of the line's labels; "" where the first kind has as many."""
        kinds = self.words.kinds
        known = {kind: sum(label.code != "" for label in self._labels(kinds[kind])) for kind in kinds}
        code = max(known, key=known.__getitem__)
        return "" if code == next(iter(known)) else code

    def _labels(self, words: Vocabulary) -> Iterator[Label]:
        """The labels that stand in the line, as these words have them."""
        found = (words.labels.find(self.tokens, at) for at in range(len(self.tokens)))
        return (hit[0] for hit in found if hit)

    @cached_property
    def given(self) -> frozenset[str]:
        """The codes of the attributes whose labels stand in the line."""
        return frozenset(label.code for label in self._labels(self.words) if label.kind == "attribute")

    def is_apart(self, at: int, end: int) -> bool:
        """Whether signs, a number before or the ends of the line stand on both sides of these tokens."""
        inside = self.text_at(at - 1) in WORD_SIGNS or self.text_at(end) in WORD_SIGNS
        around = self.kind_at(self.before(at)), self.kind_at(self.skip(end))
        return not inside and around[0] != "w" and around[1] in ("", "p")

    def announce(self, slot: PickSlot | None) -> None:
        """What follows stands in this slot, which may be one of another kind than the line's."""
        self.slot = slot
        if slot and slot.code not in self.words.slots:
            self.words = self._all_words

    def skip(self, at: int, marks: Container[str] = "") -> int:
        """The first token from ``at`` on that is neither blank nor one of ``marks``."""
        while at < len(self.tokens) and (self.tokens[at].kind == "s" or self.tokens[at].text in marks):
            at += 1
        return at

    def before(self, at: int) -> int:
        """The last token before a place that is not blank; -1 where none is."""
        return next((place for place in range(at - 1, -1, -1) if self.tokens[place].kind != "s"), -1)

    @abstractmethod
    def begins_label(self, at: int) -> bool:
        """Whether a label that announces something begins at a token."""

    def is_end(self, at: int) -> bool:
        """Whether the line has no token at this place."""
        return not 0 <= at < len(self.tokens)

    def kind_at(self, at: int) -> str:
        """The kind of a token; "" behind the end."""
        return "" if self.is_end(at) else self.tokens[at].kind

    def text_at(self, at: int) -> str:
        """A token's text; "" behind the end."""
        return "" if self.is_end(at) else self.tokens[at].text

    def norm_at(self, at: int) -> str:
        """What a token is compared by; "" behind the end."""
        return "" if self.is_end(at) else self.tokens[at].norm

    def blank_end(self, at: int, code: str = "") -> int:
        """Behind a word or a dash that says that there is none of this, or 0."""
        found = self.words.blanks[code].find(self.tokens, at)
        return found[1] if found else (at + 1) * (self.text_at(at) in DASHES)

    def ends_cell(self, at: int) -> bool:
        """Whether a bar or a tab stands here."""
        return self.text_at(at) == "|" or "\t" in self.text_at(at)

    def is_unit(self, at: int) -> bool:
        """Whether a word is what points are called."""
        return self.kind_at(at) == "w" and self.norm_at(at) in self.words.units and not self.touches(at + 1)

    def touches(self, at: int) -> bool:
        """Whether a token of letters or digits follows the one before without a sign between."""
        return self.kind_at(at) in ("w", "d") and at > 0 and self.kind_at(at - 1) in ("w", "d")

    def integer_at(self, at: int) -> tuple[int, int] | None:
        """A whole number, and the token behind it and its inch mark."""
        if self.kind_at(at) != "d" or len(self.tokens[at].text) > _MOST_DIGITS:
            return None
        if self.text_at(at + 1) == "." and self.kind_at(at + 2) == "d":
            return None
        end = at + 1
        return int(self.tokens[at].text), end + (self.kind_at(end) == "i")

    def signed_integer_at(self, at: int) -> tuple[int, int] | None:
        """A whole number that may have a sign before it: "+1", "−1", "±0"."""
        sign = self.text_at(at)
        found = self.integer_at(at + (sign in ("+", "±", *DASHES)))
        if found and sign == "±" and found[0]:
            return None
        return (-found[0], found[1]) if found and sign in DASHES else found

    def span(self, at: int, end: int) -> tuple[int, int]:
        """Where in the text these tokens stand."""
        return self.tokens[at].start, self.tokens[end - 1].end

    def raw(self, at: int, end: int) -> str:
        """The text of these tokens without mark-up."""
        return self.between(*self.span(at, end))

    def between(self, start: int, end: int) -> str:
        """The text between two places without mark-up."""
        return self.text[start:end].replace(MASK, "")

    def label_at(self, at: int) -> tuple[Label, int] | None:
        """The label that begins at a token, and the token behind it."""
        return self.words.labels.find(self.tokens, at)

    def entries_at(self, at: int) -> tuple[tuple[EntryMatch, ...], int] | None:
        """What the property or spell that begins at a token may be, and the token behind it."""
        return self.words.entries.find(self.tokens, at)

    def is_attribute(self, at: int) -> bool:
        """Whether the label of a value begins at a token."""
        found = self.label_at(at)
        return found is not None and found[0].kind == "attribute"

    def term(self, kind: TermKind, at: int, end: int, meaning: str, **more: object) -> ParsedTerm:
        """A term that was read from these tokens."""
        start, stop = self.span(at, end)
        term = ParsedTerm(kind, start, stop, reads=[ParsedPiece(start, stop, meaning)])
        return replace(term, **more)  # type: ignore[arg-type]  # names of the fields above

    def unparsed(self, at: int, end: int, code: str = "", hint: str = "") -> ParsedTerm:
        """A term for these tokens, which were not understood."""
        return ParsedTerm("rest", *self.span(at, end), code=code, hint=hint)

    def ask(self, at: int, end: int, prompt: str, choices: tuple[Choice, Choice]) -> ParsedTerm:
        """A term for these tokens, about which is asked."""
        return ParsedTerm("rest", *(span := self.span(at, end)), question=Question(*span, prompt, choices))


TermsAndEnd = tuple[list[ParsedTerm], int] | None
"""The terms that were read, and the token behind them."""
