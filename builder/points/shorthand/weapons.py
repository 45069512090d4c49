"""Weapons as players write them: "CW Cutlass R AP4", "SW Energy pistol R4AP4 + R8FF4AP8".

A weapon is a name followed by codes. If a word may be codes, or a code may be a word, the reader asks.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Literal, NamedTuple

from builder.points.rules.catalogue import WeaponSlot
from builder.points.shorthand.codes import RunKind, WrittenCode, weapon_vocabularies
from builder.points.shorthand.line import ParsedTerm, TermKind, TermsAndEnd, TokenLine
from builder.points.shorthand.results import LEAVE_AS_WRITTEN, Choice, ParsedPiece, quoted
from builder.points.shorthand.tokens import DASHES
from builder.points.shorthand.vocabulary import LINK_WORDS

_WEAPON_SEPARATORS = (";", "+", "/", "&", "and")
_SIGNS = frozenset((*_WEAPON_SEPARATORS, *",:=()[]{}.!?*_·•", *DASHES))
_INCHES = re.compile("[\"”″]|''")
_INCH_WORDS = ("in", "inch", "inches")
_SIGNS_IN_WORDS = ("-", "&", "\u2010", "\u2011", ".", "'", "\u2019")
_WORD = re.compile(
    r"""\.?(?:[^\W_]|(?<=[0-9])(?:["”″]|''))+(?:[-&\u2010\u2011.'\u2019](?=[^\W_])[^\W_]+["”″]?)*(?:(?<=\.[^\W_])\.)?"""
)
_MAX_RUNS = 100
_MAX_BARE_NAME_WORDS = 8
_WORDS_BEFORE_LETTERS = frozenset(
    ("mark", "mk", "mod", "model", "type", "class", "pattern", "series", "version")
)
"""Words after which a letter is part of a name: "Mark I"."""
_NAME_KINDS = ("word", "small")
"""The kinds of runs that a name can begin with. A code in small letters can be a word, see ``_runs``."""
_WORDS = ("word", "number", "doubt")
_CODES_WITHOUT_NUMBER = ("letters", "small", "long", "broken")
SEPARATE_NAMES = "put the name in quotes, or the codes after each name"
NAME_FIRST = "write a weapon's name before its codes, or in brackets after them"


class _Run(NamedTuple):
    """Tokens that are read together: a word, a name of several words, or codes.

    Only names of several words, and codes with a blank before their number, contain blanks. In addition to
    ``RunKind``, "long" is the full name of a property of weapons, and "entry" is the name of a
    property of the model.
    """

    at: int
    end: int
    kind: RunKind | Literal["long", "entry"]
    text: str
    codes: tuple[WrittenCode, ...] = ()

    @property
    def has_number(self) -> bool:
        """Whether the run sets a number of the weapon, such as its range band."""
        return bool(_numbered_fields(self.codes))


@dataclass(slots=True)
class _WeaponBuilder:
    """A weapon while it is read.

    ``name`` is None while the weapon has no name, and "" if the text has a name that is unread.
    """

    name: str | None = None
    codes: list[WrittenCode] = field(default_factory=list)
    pieces: list[ParsedPiece] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        return not (self.name or self.codes)


def _numbered_fields(codes: Sequence[WrittenCode]) -> set[str]:
    """Return the codes of the weapon's numbers that are set here, such as its range band."""
    return {code.code for code in codes if code.number is not None}


def _cannot_be_bare_weapon(runs: Sequence[_Run]) -> bool:
    """Return whether these runs can't begin a weapon without a label: a short name, with codes after it."""
    *before, last = runs
    if last.kind == "code":
        return False
    is_coded = any(run.kind == "code" for run in before)
    return is_coded or last.kind not in _NAME_KINDS or len(runs) > _MAX_BARE_NAME_WORDS


def read_weapons(line: TokenLine, slot: WeaponSlot, label: int, at: int) -> TermsAndEnd:
    """Read the weapons after a slot's label (tokens ``label`` to ``at``). In a cell, the label is empty."""
    begin = line.skip(at, ":=.(")
    end = line.blank_end(begin)
    after = line.skip(end)
    has_more = line.kind_at(after) in ("word", "digits", "quote") and not line.begins_label(after)
    is_separator = has_more and line.text_at(begin) in DASHES  # between the label and the weapon
    if end and not (is_separator or line.touches_previous(end)):
        return [line.term("weapon", label, end, f"{slot.name}: none", code=slot.code)], end
    reader = WeaponReader(line, slot)
    if line.touches_previous(at):  # as in "SW2", where a number follows the label without a blank
        at += 1
        reader.leave_unread(label, at)
    elif at > label:
        reader.current.pieces.append(ParsedPiece(*line.span(label, at), slot.name))
    end = reader.read(at)
    return reader.terms(), max(at, end)


def read_bare_weapon(line: TokenLine, at: int) -> TermsAndEnd:
    """Read a weapon without its slot's label: "pistol R3 AP4", "sabre (AP8)".

    It must consist of words followed by codes, and the codes must belong to one slot. Codes with a range band
    belong to a shooting weapon.
    """
    before = line.previous_token(at)
    is_apart = line.kind_at(before) in ("", "sign", "quote") or line.norm_at(before) in LINK_WORDS
    if line.is_own_text or not is_apart:
        return None
    readers = (WeaponReader(line, slot) for slot in line.words.catalogue.weapon_slots)
    fitting = [(reader, parts) for reader in readers if (parts := reader.find_bare_parts(at))]
    if len(fitting) != 1:
        return None
    ((reader, parts),) = fitting
    end = max(map(reader.read_part, parts))
    return reader.terms(), end + (line.text_at(end) in (")", "]"))


class WeaponReader:
    """A reader of the weapons in a slot, part by part, up to the next fact of another kind.

    A part is the words and codes between two signs.
    """

    def __init__(self, line: TokenLine, slot: WeaponSlot) -> None:
        self.line = line
        self.slot = slot
        self.words = weapon_vocabularies(line.words.catalogue)[slot.code]
        self.builders: list[_WeaponBuilder] = []
        self.current = self._begin_weapon()
        self.unparsed: list[ParsedTerm] = []
        self.name_start = -1  # the first token of a name without quotes, or -1
        self.may_begin_weapon = False  # true after a sign such as "+" or "and"
        self.may_begin_entry = True  # true after any sign: a property of the model may begin there
        # Our tables write the range band before the other codes, so words before it are a name.
        self.is_band_first = line.source.is_table

    def read(self, at: int) -> int:
        """Read from a token on, and return the token after the last weapon."""
        line, end = self.line, at
        while not line.is_end(at):
            quoted = line.kind_at(at) == "quote"
            if line.ends_cell(at) and not quoted:
                break
            if line.kind_at(at) in ("blank", "inch"):
                at += 1
            elif self._is_sign(at):
                self.may_begin_entry = True
                self.may_begin_weapon = self.may_begin_weapon or line.norm_at(at) in _WEAPON_SEPARATORS
                if line.kind_at(at) == "word":
                    self.current.pieces.append(ParsedPiece(*line.span(at, at + 1), ""))
                at += 1
            elif self._is_end(at):
                break
            else:
                name = line.raw_text(at, at + 1)[1:-1]
                at = end = self._set_name(at, at + 1, name) if quoted else self.read_part(at)
                self.may_begin_weapon = False
        return end

    def find_bare_parts(self, at: int) -> list[int]:
        """Return the first tokens of the parts of a weapon without a label, or an empty list.

        The codes follow the name in one part, or are a second part in brackets.
        """
        if self._run(at).kind not in _NAME_KINDS:
            return []
        runs, parts = self._runs(at, is_bare=True), [at]
        after = self.line.skip(runs[-1].end)
        if self.line.text_at(after) in ("(", "[") and not self.line.is_end(self.line.skip(after + 1)):
            parts.append(self.line.skip(after + 1))
            runs += self._runs(parts[-1], is_bare=True)
        name = list(takewhile(lambda run: run.kind == "word", runs))
        codes = runs[len(name) :]
        has_number = any(run.has_number for run in codes)
        is_weapon = name and codes and all(run.kind == "code" for run in codes)
        has_bands = any(field.high for field in self.slot.fields)
        return parts if is_weapon and has_number == has_bands else []

    def _is_sign(self, at: int) -> bool:
        """Return whether a token is a sign that separates words; a dot may begin a number: ".50"."""
        is_dot_of_number = self.line.text_at(at) == "." and self.line.kind_at(at + 1) == "digits"
        is_calibre = is_dot_of_number and self.line.kind_at(at - 1) == "blank"
        is_in_name = self.is_band_first and self.line.kind_at(at) == "word"
        return self.line.norm_at(at) in _SIGNS and not (is_in_name or is_calibre)

    def terms(self) -> list[ParsedTerm]:
        """Return the weapons and the unread terms, in the order of the text."""
        terms: list[ParsedTerm] = [*self.unparsed]
        for builder in (builder for builder in self.builders if builder.pieces):
            start, end = builder.pieces[0].start, max(read.end for read in builder.pieces)
            weapon = None if builder.is_empty else self.words.weapon(builder.name or "", builder.codes)
            kind: TermKind = "weapon" if weapon else "mark"
            terms.append(ParsedTerm(kind, start, end, self.slot.code, weapon=weapon, pieces=builder.pieces))
        return sorted(terms, key=lambda term: term.start)

    def _is_end(self, at: int) -> bool:
        """Return whether something else begins: another label, or a property of the model."""
        has_begun = bool(self.unparsed) or not self.current.is_empty
        can_end = self.may_begin_entry or bool(self.current.codes)
        return self.line.begins_label(at) or (has_begun and can_end and self._is_entry(at))

    def _is_entry(self, at: int) -> bool:
        """Return whether a property of the model, and not of weapons, begins at a token."""
        return self.line.entries_at(at) is not None and not self.words.names.find(self.line.tokens, at)

    def read_part(self, at: int) -> int:
        """Read words and codes up to the next sign, and return their end.

        A name ends before the first sure code and the codes without a number that are directly before it.
        """
        runs = self._runs(at)
        end = runs[-1].end
        is_sole_band = self.current.is_empty and len(runs[0].codes) == 1 and runs[0].has_number
        if is_sole_band and len(runs) > 1 and runs[1].kind in _WORDS:  # such as "R8 rifle R6"
            runs[0] = runs[0]._replace(kind="doubt")
        while runs:
            first_code = len(list(takewhile(lambda run: run.kind != "code", runs)))
            at, has_number = first_code, any(run.has_number for run in runs[first_code : first_code + 1])
            while (
                at and runs[at - 1].kind in _CODES_WITHOUT_NUMBER and not (self.is_band_first and has_number)
            ):
                at -= 1
            is_letter_of_name = at and runs[at - 1].text.lower() in _WORDS_BEFORE_LETTERS
            while 0 < at < first_code and (is_letter_of_name or runs[at].kind == "long"):
                at, is_letter_of_name = at + 1, False
            if at:
                self._name_or_ask(runs[:at], runs[at:], has_number=has_number)
            for run in runs[at : first_code + 1]:
                self._add_codes(run)
            runs = runs[first_code + 1 :]
        return end

    def _runs(self, at: int, *, is_bare: bool = False) -> list[_Run]:
        """Return all runs up to the next sign, or up to text that belongs to no weapon.

        For a weapon without a label (``is_bare``), stop as soon as the runs can't be one. This saves time,
        because the reader looks for such a weapon at every word of a line.
        """
        line, runs, has_codes = self.line, [self._run(at)], False
        while len(runs) < _MAX_RUNS and not (is_bare and _cannot_be_bare_weapon(runs)):
            has_codes = has_codes or runs[-1].kind not in (*_WORDS, "entry")
            at = line.skip(runs[-1].end)
            if line.kind_at(at) in ("", "quote") or self._is_sign(at) or line.begins_label(at):
                break
            if any(map(line.ends_cell, range(runs[-1].end, at + 1))) or (has_codes and self._is_entry(at)):
                break
            runs.append(self._run(at, is_first=False))
        # Small letters are words, such as "lb" in "25 lb gun R6", unless all codes are in small letters.
        has_capitals = any(run.codes and run.kind != "long" and not run.text.islower() for run in runs)
        return [run._replace(kind="word") if has_capitals and run.kind == "small" else run for run in runs]

    def _run(self, at: int, *, is_first: bool = True) -> _Run:
        """Return the longest run that begins at a token. A first run can't be a property of the model."""
        line = self.line
        if line.kind_at(at) not in ("word", "digits") and line.text_at(at) != ".":
            return _Run(at, at + 1, "word", line.raw_text(at, at + 1))
        if spaced := self._find_spaced_codes(at):
            return spaced
        named = self.words.names.find(line.tokens, at)
        if named and not line.touches_previous(named.end) and line.text_at(named.end) not in _SIGNS_IN_WORDS:
            text = line.raw_text(at, named.end)
            if not named.value:  # its number is missing
                return _Run(at, named.end, "broken", text)
            return _Run(at, named.end, "long", text, (WrittenCode("", named.value),))
        if not is_first and self._is_entry(at) and (entry := line.entries_at(at)):
            return _Run(at, entry.end, "entry", line.raw_text(at, entry.end))
        end = self._word_end(at)
        text = line.raw_text(at, end)
        if text.isdigit() and line.norm_at(line.skip(end)) in _INCH_WORDS:
            return _Run(at, line.skip(end) + 1, "number", text)
        text = _INCHES.sub("", text)
        kind, codes = self.words.classify(text)
        return _Run(at, end, kind, text, codes)

    def _find_spaced_codes(self, at: int) -> _Run | None:
        """Return codes with a blank before the last number: "AP 8", "R5AP 8", "range 5".

        Return None if the code doesn't exist: "AP 6".
        """
        line, field = self.line, self.words.field_names.find(self.line.tokens, at)
        end = field.end if field else self._word_end(at)
        letters = field.value if field else line.raw_text(at, end)
        begin = line.skip(end, ":=" if field else "")
        number = line.integer_at(begin)
        if number is None or line.kind_at(end - 1) != "word" or self._word_end(begin) > number.end:
            return None
        if not letters.isupper() and line.kind_at(at + 1) != "digits":
            return None
        text = letters + line.text_at(begin)
        kind, codes = self.words.classify(text)
        is_code = kind == "code" or kind == self.words.classify(letters)[0] == "broken"
        return _Run(at, number.end, kind, text, codes) if is_code else None

    def _word_end(self, at: int) -> int:
        """Return the end of a word, which can contain a hyphen, dot or apostrophe: "D-cannon"."""
        match = _WORD.match(self.line.text, self.line.tokens[at].start)
        stop = match.end() if match else 0
        at += 1
        while not self.line.is_end(at) and self.line.tokens[at].start < stop:
            at += 1
        return at

    def _name_or_ask(self, head: Sequence[_Run], after: Sequence[_Run], *, has_number: bool) -> None:
        """Read the words before the codes as a name, ask about them, or leave them unread."""
        line = self.line
        # Two names that may be one are unread: "Bow and arrow R4".
        if self.may_begin_weapon and self.name_start >= 0 and not self.current.codes:
            self.leave_unread(self.name_start, head[-1].end, SEPARATE_NAMES)
            start, self.current.name, self.name_start = self.unparsed[-1].start, None, -1
            self.current.pieces = [read for read in self.current.pieces if read.start < start]
            return
        weapon, words = self.current, line.raw_text(head[0].at, head[-1].end)
        next_word = line.skip(line.skip(head[-1].end), "([:,")
        has_codes = bool(after) or (line.kind_at(next_word) == "word" and bool(self._run(next_word).codes))
        begins_weapon = (self.may_begin_weapon and has_codes) or (
            has_number and _numbered_fields(weapon.codes)
        )
        if self.slot.many and not weapon.is_empty and begins_weapon:
            weapon = self._begin_weapon()
        is_one_name = self.is_band_first and has_number
        doubtful = [] if is_one_name else self._doubtful_runs(head, after, has_number=has_number)
        bracketed = line.text_at(head[0].at - 1) in ("(", "[")
        if weapon.name is not None or not (weapon.is_empty or doubtful or bracketed):
            if all(run.kind == "doubt" for run in head):
                self._ask(head, head)
            else:
                self.leave_unread(head[0].at, head[-1].end, NAME_FIRST if weapon.name is None else "")
        elif any(run.kind == "broken" for run in head) or not (doubtful or any(map(str.isalpha, words))):
            self.leave_unread(head[0].at, head[-1].end)
            weapon.name = "" if any(map(str.isalpha, words)) else None
        elif doubtful:
            self._ask(head, doubtful)
        else:
            self._set_name(head[0].at, head[-1].end, words)

    def _doubtful_runs(self, head: Sequence[_Run], after: Sequence[_Run], *, has_number: bool) -> list[_Run]:
        """Return the words of a name that may be codes or a property."""
        given, last, weapon = {code.code for run in after for code in run.codes}, head[-1], self.current
        repeated = [run for run in head if run.kind == "long" and run.codes[0].code in given]
        doubtful = [run for run in head if run.kind in ("doubt", "letters", "long") and run not in repeated]
        numbers = [run for run in head if run.kind == "number" and (run is last or run.end > run.at + 1)]
        band_field = next((field for field in self.slot.fields if field.high), None)
        has_number = (
            has_number or bool(_numbered_fields(weapon.codes)) or any(run.has_number for run in doubtful)
        )
        if numbers and band_field and not has_number:
            number = int(numbers[-1].text[:4])
            code = WrittenCode(f"{band_field.label}{number}", band_field.code, number)
            doubtful.append(numbers[-1]._replace(codes=(code,)))
        return [*doubtful, last] if last.kind == "entry" and not after else doubtful

    def _ask(self, words: Sequence[_Run], doubtful: Sequence[_Run]) -> None:
        """Ask whether words are a name, or whether the ``doubtful`` words are codes or properties."""
        line, at, end = self.line, words[0].at, words[-1].end
        text = line.raw_text(at, end)
        removable = {run.at for run in doubtful if run.kind != "long" or run.at == words[-1].at}
        rest = " ".join(run.text for run in words if run.at not in removable)
        codes = [code for run in doubtful for code in run.codes]
        entries = [run.text for run in doubtful if run.kind == "entry"]
        replacement = ", ".join([*map(self.words.code_text, codes), *entries])
        meant = ", ".join([*map(self.words.meaning, codes), *entries])
        other = Choice(f"Codes: {meant}", replacement)
        if rest:
            other = Choice(f"Name: {rest}, and {meant}", f"{quoted(rest)}, {replacement}")
        has_name = self.current.name is not None
        prompt = f"Is “{text}” " + ("meant as codes?" if has_name else "the weapon's name?")
        as_name = Choice(LEAVE_AS_WRITTEN if has_name else f"Name: {text}", quoted(text))
        self.unparsed.append(
            replace(line.question_term(at, end, prompt, (as_name, other)), code=self.slot.code)
        )
        self.may_begin_entry = True

    def _set_name(self, at: int, end: int, name: str) -> int:
        """Name the current weapon, or a new one if it has a name. If neither is possible, the name is unread.

        Return ``end``.
        """
        if self.current.name is not None or (self.may_begin_weapon and not self.current.is_empty):
            if not (self.slot.many and self.may_begin_weapon):
                self.leave_unread(at, end)
                return end
            self._begin_weapon()
        self.current.name = name = name if self.line.kind_at(at) == "quote" else " ".join(name.split())
        self.name_start = at if self.line.kind_at(at) != "quote" else -1
        self.current.pieces.append(ParsedPiece(*self.line.span(at, end), f"called “{name}”"))
        self.may_begin_entry = False
        return end

    def _begin_weapon(self) -> _WeaponBuilder:
        """Begin another weapon, and return it."""
        self.current = _WeaponBuilder()
        self.builders.append(self.current)
        return self.current

    def _add_codes(self, run: _Run) -> None:
        """Add a run's codes to the current weapon, or to a new one if it already has such a number."""
        is_repeated = bool(_numbered_fields(self.current.codes) & _numbered_fields(run.codes))
        if run.kind == "broken" or (is_repeated and not self.slot.many):
            self.leave_unread(run.at, run.end)
            return
        if is_repeated:
            self._begin_weapon()
        self.current.codes += run.codes
        meant = ", ".join(map(self.words.meaning, run.codes))
        self.current.pieces.append(ParsedPiece(*self.line.span(run.at, run.end), meant))
        self.may_begin_entry = False

    def leave_unread(self, at: int, end: int, hint: str = "") -> None:
        """Leave these tokens unread."""
        self.unparsed.append(self.line.unread_term(at, end, self.slot.code, hint))
