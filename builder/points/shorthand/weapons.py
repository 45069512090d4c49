"""Weapons as players write them: "CW Cutlass R AP4", "SW Energy pistol R4AP4 + R8FF4AP8".

A weapon is words, its name, and behind them codes. Where a word may be codes, or a code a word, it is asked.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Literal, NamedTuple

from builder.points.document.design import Weapon
from builder.points.rules.catalogue import WeaponSlot
from builder.points.shorthand.codes import Code, RunKind, weapon_vocabularies
from builder.points.shorthand.line import ParsedTerm, TermKind, TermsAndEnd, TokenLine
from builder.points.shorthand.results import LEAVE, Choice, ParsedPiece, quoted
from builder.points.shorthand.tokens import DASHES

_BREAKS = (";", "+", "/", "&", "and")
_SIGNS = frozenset((*_BREAKS, *",:=()[]{}.!?*_·•", *DASHES))
_INCHES = re.compile("[\"”″]|''")
_INCH_WORDS = ("in", "inch", "inches")
_INSIDE = ("-", "&", "\u2010", "\u2011", ".", "'", "\u2019")
_WORD = re.compile(
    r"""\.?(?:[^\W_]|(?<=[0-9])(?:["”″]|''))+(?:[-&\u2010\u2011.'\u2019](?=[^\W_])[^\W_]+["”″]?)*(?:(?<=\.[^\W_])\.)?"""
)
_MOST_RUNS = 100
_LETTERED = frozenset(("mark", "mk", "mod", "model", "type", "class", "pattern", "series", "version"))
_WORDS = ("word", "number", "doubt")
_CODES_OF_LETTERS = ("letters", "small", "long", "broken")
JOINED = "put the name in quotes, or codes behind each name"
NUMBERED = "write the label without a number"
NAME_LATE = "a weapon's name stands before its codes, or in brackets behind them"


class _Run(NamedTuple):
    """Tokens that stand together without a blank, or a long name, and what they are."""

    at: int
    end: int
    kind: RunKind | Literal["long", "entry"]
    text: str
    codes: tuple[Code, ...] = ()

    @property
    def is_banded(self) -> bool:
        """Whether it holds a field, such as a range band."""
        return any(code.number is not None for code in self.codes)


@dataclass(slots=True)
class _WeaponBuilder:
    """One weapon while it is read; a name that was left unread is "", none is None."""

    name: str | None = None
    fields: dict[str, int | None] = field(default_factory=dict)
    codes: list[str] = field(default_factory=list)
    reads: list[ParsedPiece] = field(default_factory=list)

    def is_empty(self) -> bool:
        return not (self.name or self.has_codes())

    def has_codes(self) -> bool:
        return bool(self.fields or self.codes)


def read_weapons(line: TokenLine, slot: WeaponSlot, label: int, at: int) -> TermsAndEnd:
    """The weapons behind a slot's label (tokens ``label`` to ``at``; none in a cell), as far as they go."""
    begin = line.skip(at, ":=.(")
    end = line.blank_end(begin)
    behind = line.skip(end)
    follows = line.kind_at(behind) in ("w", "d", "q") and not line.begins_label(behind)
    parts = follows and line.text_at(begin) in DASHES  # a dash may but part the label from what follows
    if end and not (parts or line.touches(end)):
        return [line.term("weapon", label, end, f"{slot.name}: none", code=slot.code)], end
    reader = WeaponReader(line, slot)
    if line.touches(at):  # as in "SW2"
        at += 1
        reader.unparsed.append(line.unparsed(label, at, slot.code, NUMBERED))
    elif at > label:
        reader.current.reads.append(ParsedPiece(*line.span(label, at), slot.name))
    end = reader.read(at)
    return reader.terms(), max(at, end)


class WeaponReader:
    """Reads weapons part by part until something begins that belongs to none."""

    def __init__(self, line: TokenLine, slot: WeaponSlot) -> None:
        self.line = line
        self.slot = slot
        self.words = weapon_vocabularies(line.words.catalogue)[slot.code]
        self.builders: list[_WeaponBuilder] = []
        self.current = self._next()
        self.unparsed: list[ParsedTerm] = []
        self.name_at = -1  # where the name begins of a weapon that is not in quotes
        self.parted = False  # a sign that may begin another weapon was passed
        self.apart = True  # nothing that a property could be a part of stands before

    def read(self, at: int) -> int:
        """Read from a token on; returns the token behind the last that belongs to a weapon."""
        line, end = self.line, at
        while not line.is_end(at):
            quoted = line.kind_at(at) == "q"
            if line.ends_cell(at) and not quoted:
                break
            if line.kind_at(at) in ("s", "i"):
                at += 1
            elif self._is_sign(at):
                self.apart, self.parted = True, self.parted or line.norm_at(at) in _BREAKS
                if line.kind_at(at) == "w":
                    self.current.reads.append(ParsedPiece(*line.span(at, at + 1), ""))
                at += 1
            elif self._is_end(at):
                break
            else:
                at = end = self._name(at, at + 1, line.raw(at, at + 1)[1:-1]) if quoted else self._part(at)
                self.parted = False
        return end

    def _is_sign(self, at: int) -> bool:
        """Whether a sign that parts words stands here; a dot may begin a number: ".50"."""
        calibre = self.line.text_at(at) == "." and self.line.kind_at(at + 1) == "d"
        return self.line.norm_at(at) in _SIGNS and not (calibre and self.line.kind_at(at - 1) == "s")

    def terms(self) -> list[ParsedTerm]:
        """The weapons that were read, and what was not."""
        terms: list[ParsedTerm] = [*self.unparsed]
        for draft in (draft for draft in self.builders if draft.reads):
            start, end = draft.reads[0].start, max(read.end for read in draft.reads)
            weapon = None if draft.is_empty() else self._weapon(draft)
            kind: TermKind = "weapon" if weapon else "mark"
            terms.append(ParsedTerm(kind, start, end, self.slot.code, weapon=weapon, reads=draft.reads))
        return sorted(terms, key=lambda term: term.start)

    def _weapon(self, draft: _WeaponBuilder) -> Weapon:
        """A row that is written out is stored as the property that it is made of, with its partner."""
        derived = self.words.derived.items()
        bases = {row: base for (partner, row), base in derived if partner in draft.codes}
        codes = tuple(bases.get(code, code) for code in draft.codes)
        return Weapon(name=draft.name or "", properties=codes, fields=draft.fields)

    def _is_end(self, at: int) -> bool:
        """Whether something else begins: another label, or a property of the model."""
        begun = bool(self.unparsed) or not self.current.is_empty()
        whole = self.apart or self.current.has_codes()
        return self.line.begins_label(at) or (begun and whole and self._is_entry(at))

    def _is_entry(self, at: int) -> bool:
        return self.line.entries_at(at) is not None and not self.words.names.find(self.line.tokens, at)

    def _part(self, at: int) -> int:
        """Past words and codes up to the next sign: codes with a number part the words between them."""
        runs = self._runs(at)
        end = runs[-1].end
        sole_band = self.current.is_empty() and len(runs[0].codes) == 1 and runs[0].is_banded
        if sole_band and len(runs) > 1 and runs[1].kind in _WORDS:  # as in "R8 rifle R6"
            runs[0] = runs[0]._replace(kind="doubt")
        while runs:
            sure = len(list(takewhile(lambda run: run.kind != "code", runs)))
            at = sure
            while at and runs[at - 1].kind in _CODES_OF_LETTERS:
                at -= 1
            lettered = at and runs[at - 1].text.lower() in _LETTERED
            while 0 < at < sure and (lettered or runs[at].kind == "long"):
                at, lettered = at + 1, False
            if at:
                self._name_or_ask(
                    runs[:at], runs[at:], banded=any(run.is_banded for run in runs[sure : sure + 1])
                )
            for run in runs[at : sure + 1]:
                self._codes(run)
            runs = runs[sure + 1 :]
        return end

    def _runs(self, at: int) -> list[_Run]:
        """All runs up to the next sign that parts them, or to what belongs to no weapon."""
        line, runs, coded = self.line, [self._run(at)], False
        while len(runs) < _MOST_RUNS:
            coded = coded or runs[-1].kind not in (*_WORDS, "entry")
            at = line.skip(runs[-1].end)
            if line.kind_at(at) in ("", "q") or self._is_sign(at) or line.begins_label(at):
                break
            if any(map(line.ends_cell, range(runs[-1].end, at + 1))) or (coded and self._is_entry(at)):
                break
            runs.append(self._run(at, behind=True))
        # Small letters are words, as "lb" in "25 lb gun R6", unless all codes are written so.
        capital = any(run.codes and run.kind != "long" and not run.text.islower() for run in runs)
        return [run._replace(kind="word") if capital and run.kind == "small" else run for run in runs]

    def _run(self, at: int, *, behind: bool = False) -> _Run:
        """What stands at a token, the longest first."""
        line = self.line
        if line.kind_at(at) not in ("w", "d") and line.text_at(at) != ".":
            return _Run(at, at + 1, "word", line.raw(at, at + 1))
        if found := self._spaced(at):
            return found
        named = self.words.names.find(line.tokens, at)
        if named and not line.touches(named[1]) and line.text_at(named[1]) not in _INSIDE:
            codes = (Code("", named[0]),) if named[0] else ()  # none where its number is missing
            return _Run(at, named[1], "long" if codes else "broken", line.raw(at, named[1]), codes)
        if behind and self._is_entry(at) and (entry := line.entries_at(at)):
            return _Run(at, entry[1], "entry", line.raw(at, entry[1]))
        end = self._word_end(at)
        text = line.raw(at, end)
        if text.isdigit() and line.norm_at(line.skip(end)) in _INCH_WORDS:
            return _Run(at, line.skip(end) + 1, "number", text)
        return _Run(at, end, *self.words.classify(_INCHES.sub("", text)))

    def _spaced(self, at: int) -> _Run | None:
        """Codes whose last has its number behind a blank: "AP 8", "R5AP 8", "range 5"; "AP 6" is none."""
        line, field = self.line, self.words.field_names.find(self.line.tokens, at)
        end = field[1] if field else self._word_end(at)
        letters = field[0] if field else line.raw(at, end)
        begin = line.skip(end, ":=" if field else "")
        number = line.integer_at(begin)
        if number is None or line.kind_at(end - 1) != "w" or self._word_end(begin) > number[1]:
            return None
        if not letters.isupper() and line.kind_at(at + 1) != "d":
            return None
        kind, text, codes = self.words.classify(letters + line.text_at(begin))
        sure = kind == "code" or kind == self.words.classify(letters)[0] == "broken"
        return _Run(at, number[1], kind, text, codes) if sure else None

    def _word_end(self, at: int) -> int:
        """The token behind a word that may have a hyphen, a dot or an apostrophe inside: "D-cannon"."""
        match = _WORD.match(self.line.text, self.line.tokens[at].start)
        stop = match.end() if match else 0
        at += 1
        while not self.line.is_end(at) and self.line.tokens[at].start < stop:
            at += 1
        return at

    def _name_or_ask(self, head: Sequence[_Run], behind: Sequence[_Run], *, banded: bool) -> None:
        """The words before the codes: a name, none, or a question."""
        line = self.line
        # Two names that may be one, as in "Bow and arrow R4", are none.
        if self.parted and self.name_at >= 0 and not self.current.has_codes():
            self._leave(self.name_at, head[-1].end, JOINED)
            start, self.current.name, self.name_at = self.unparsed[-1].start, None, -1
            self.current.reads = [read for read in self.current.reads if read.start < start]
            return
        now, words = self.current, line.raw(head[0].at, head[-1].end)
        after = line.skip(line.skip(head[-1].end), "([:,")
        coded = bool(behind) or (line.kind_at(after) == "w" and bool(self._run(after).codes))
        parted = (self.parted and coded) or (banded and bool(now.fields))
        if self.slot.many and not now.is_empty() and parted:
            now = self._next()
        doubtful = self._doubtful(head, behind, banded=banded)
        bracketed = line.text_at(head[0].at - 1) in ("(", "[")
        if now.name is not None or not (now.is_empty() or doubtful or bracketed):
            if all(run.kind == "doubt" for run in head):
                self._ask(head, head)
            else:
                self._leave(head[0].at, head[-1].end, NAME_LATE if now.name is None else "")
        elif any(run.kind == "broken" for run in head) or not (doubtful or any(map(str.isalpha, words))):
            self._leave(head[0].at, head[-1].end)
            now.name = "" if any(map(str.isalpha, words)) else None
        elif doubtful:
            self._ask(head, doubtful)
        else:
            self._name(head[0].at, head[-1].end, words)

    def _doubtful(self, head: Sequence[_Run], behind: Sequence[_Run], *, banded: bool) -> list[_Run]:
        """Those of a name's words that may be no part of it."""
        given, last = {code.code for run in behind for code in run.codes}, head[-1]
        kept = [run for run in head if run.kind == "long" and run.codes[0].code in given]
        found = [run for run in head if run.kind in ("doubt", "letters", "long") and run not in kept]
        numbers = [run for run in head if run.kind == "number" and (run is last or run.end > run.at + 1)]
        offered = next((field for field in self.slot.fields if field.high), None)
        banded = banded or bool(self.current.fields) or any(run.is_banded for run in found)
        if numbers and offered and not banded:
            number = int(numbers[-1].text[:4])
            code = Code(f"{offered.label}{number}", offered.code, number)
            found.append(numbers[-1]._replace(codes=(code,)))
        return [*found, last] if last.kind == "entry" and not behind else found

    def _ask(self, words: Sequence[_Run], doubtful: Sequence[_Run]) -> None:
        """Ask whether words are a name, or hold codes."""
        line, at, end = self.line, words[0].at, words[-1].end
        whole = line.raw(at, end)
        apart = {run.at for run in doubtful if run.kind != "long" or run.at == words[-1].at}
        rest = " ".join(run.text for run in words if run.at not in apart)
        codes = [code for run in doubtful for code in run.codes]
        entries = [run.text for run in doubtful if run.kind == "entry"]
        written = ", ".join([*map(self.words.written, codes), *entries])
        meant = ", ".join([*map(self.words.meaning, codes), *entries])
        other = Choice(f"Codes: {meant}", written)
        if rest:
            other = Choice(f"Name: {rest}, and {meant}", f"{quoted(rest)}, {written}")
        named = self.current.name is not None
        prompt = f"Is “{whole}” " + ("meant as codes?" if named else "the weapon's name?")
        kept = Choice(LEAVE if named else f"Name: {whole}", quoted(whole))
        self.unparsed.append(replace(line.ask(at, end, prompt, (kept, other)), code=self.slot.code))
        self.apart = True

    def _name(self, at: int, end: int, name: str) -> int:
        if self.current.name is not None or (self.parted and not self.current.is_empty()):
            if not (self.slot.many and self.parted):
                self._leave(at, end)
                return end
            self._next()
        self.current.name = name = " ".join(name.split())
        self.name_at = at if self.line.kind_at(at) != "q" else -1
        self.current.reads.append(ParsedPiece(*self.line.span(at, end), f"called “{name}”"))
        self.apart = False
        return end

    def _next(self) -> _WeaponBuilder:
        self.current = _WeaponBuilder()
        self.builders.append(self.current)
        return self.current

    def _codes(self, run: _Run) -> None:
        """The codes of a run into the weapon, or into the next where it has such a field."""
        again = any(code.number is not None and code.code in self.current.fields for code in run.codes)
        if run.kind == "broken" or (again and not self.slot.many):
            self._leave(run.at, run.end)
            return
        if again:
            self._next()
        self.current.codes += [code.code for code in run.codes if code.number is None]
        self.current.fields |= {code.code: code.number for code in run.codes if code.number is not None}
        meant = ", ".join(map(self.words.meaning, run.codes))
        self.current.reads.append(ParsedPiece(*self.line.span(run.at, run.end), meant))
        self.apart = False

    def _leave(self, at: int, end: int, hint: str = "") -> None:
        self.unparsed.append(self.line.unparsed(at, end, self.slot.code, hint))
