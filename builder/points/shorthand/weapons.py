"""Weapons as players write them: "CW Cutlass R AP4", "SW Energy pistol R4AP4 + R8FF4AP8", "SW1 … SW2 …".

A weapon is words, its name, and behind them codes. Where a word may be codes, or a code a word, it is asked.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from builder.points.catalogue import WeaponSlot
from builder.points.design import Weapon
from builder.points.shorthand.codes import Code, RunKind, chunks, weapon_vocabularies
from builder.points.shorthand.line import ParsedTerm, ReadSpan, TermsAndEnd, TokenLine
from builder.points.shorthand.questions import LEAVE, Choice, Doubt, quoted
from builder.points.shorthand.tokens import DASHES

_BREAKS = (";", "+", "/", "&")
_SOFT = (",", ":", "=", "(", ")", "[", "]", "{", "}", ".", "!", "?", "*", "_", "·", "•")
_INCHES = ('"', "”", "″", "''")
_INCH_WORDS = ("in", "inch", "inches")
_INSIDE = ("-", "&", "\u2010", "\u2011", ".", "'", "\u2019")
_MOST_INSIDE = 24
_MOST_RUNS = 100
_LETTERED = frozenset(("mark", "mk", "mod", "model", "type", "class", "pattern", "series", "version"))
NAME_LATE = "a weapon's name stands before its codes, or in brackets behind them"


class _Run(NamedTuple):
    """Tokens that stand together without a blank, or a long name, and what they are."""

    at: int
    end: int
    kind: RunKind | Literal["long", "entry"]
    text: str
    codes: tuple[Code, ...] = ()


@dataclass(slots=True)
class _WeaponBuilder:
    """One weapon while it is read."""

    name: str | None = None
    fields: dict[str, int | None] = field(default_factory=dict)
    codes: list[str] = field(default_factory=list)
    reads: list[ReadSpan] = field(default_factory=list)

    def is_empty(self) -> bool:
        return self.name is None and not self.fields and not self.codes


def read_weapons(line: TokenLine, slot: WeaponSlot, label: int, at: int) -> TermsAndEnd:
    """The weapons behind a slot's label (tokens ``label`` to ``at``; none in a cell), as far as they go."""
    if slot.many and at > label:
        at = _behind_number(line, at)
    reader = WeaponReader(line, slot)
    reader.begin(label, at)
    end = reader.read(at)
    return reader.terms(), max(at, end)


def _behind_number(line: TokenLine, at: int) -> int:
    """Past the number of a weapon: "SW1", "SW 1:"."""
    number = line.skip(at)
    if line.kind_at(number) == "d" and (number == at or line.text_at(number + 1) == ":"):
        return number + 1
    return at


class WeaponReader:
    """Reads weapons part by part until something begins that belongs to none."""

    def __init__(self, line: TokenLine, slot: WeaponSlot) -> None:
        self.line = line
        self.slot = slot
        self.words = weapon_vocabularies(line.words.catalogue)[slot.code]
        self.current = _WeaponBuilder()
        self.builders = [self.current]
        self.unparsed: list[ParsedTerm] = []
        self.blank = False
        self.name_at = -1  # where the name begins of a weapon that is not in quotes
        self.parted = False  # a sign that may begin another weapon was passed
        self.apart = True  # nothing that a property could be a part of stands before

    def begin(self, label: int, at: int) -> None:
        """Note the tokens that announced the weapons."""
        if at > label:
            self.current.reads.append(ReadSpan(*self.line.span(label, at), self.slot.name))

    def read(self, at: int) -> int:
        """Read from a token on; returns the token behind the last that belongs to a weapon."""
        line, end = self.line, at
        while not line.is_end(at) and not self.blank:
            sign = line.text_at(at)
            if sign == "|" or ("\t" in sign and line.kind_at(at) != "q"):
                break
            if line.kind_at(at) in ("s", "i"):
                at += 1
            elif sign in _BREAKS or line.norm_at(at) == "and":
                self._break(at)
                at += 1
            elif sign in _SOFT or (sign in DASHES and not self._is_blank(at)):
                self.apart = True
                at += 1
            elif (stop := self._read_content(at)) is None:
                break
            else:
                at = end = stop
                self.parted = False
        return end

    def terms(self) -> list[ParsedTerm]:
        """The weapons that were read, and what was not."""
        terms: list[ParsedTerm] = [*self.unparsed]
        for draft in (draft for draft in self.builders if draft.reads):
            start, end = draft.reads[0].start, max(read.end for read in draft.reads)
            term = ParsedTerm("weapon", start, end, code=self.slot.code, reads=draft.reads)
            if draft.is_empty() and not self.blank:
                term.kind = "mark"
            elif not self.blank:
                term.weapon = self._weapon(draft)
            terms.append(term)
        return sorted(terms, key=lambda term: term.start)

    def _weapon(self, draft: _WeaponBuilder) -> Weapon:
        """A row that is written out is stored as the property that it is made of, with its partner."""
        derived = self.words.derived.items()
        bases = {row: base for (partner, row), base in derived if partner in draft.codes}
        codes = tuple(bases.get(code, code) for code in draft.codes)
        return Weapon(name=draft.name or "", properties=codes, fields=draft.fields)

    # -------------------------------------------------------------- what parts, and what is none

    def _break(self, at: int) -> None:
        self.parted = self.apart = True
        if self.line.kind_at(at) == "w":
            self.current.reads.append(ReadSpan(*self.line.span(at, at + 1), ""))

    def _is_blank(self, at: int) -> bool:
        """Whether a dash says that there is no weapon, and does not part the label from what follows."""
        behind = self.line.skip(at + 1)
        if not self.current.is_empty() or len(self.builders) > 1:
            return False
        return self.line.kind_at(behind) not in ("w", "d", "q") or self._is_end(behind)

    def _leave_blank(self, at: int, end: int) -> int:
        self.current.reads.append(ReadSpan(*self.line.span(at, end), "none"))
        self.blank = True
        return end

    def _is_end(self, at: int) -> bool:
        """Whether something else begins: another label, or a property of the model."""
        line = self.line
        if line.begins_label(at):
            return True
        if line.kind_at(at) != "w" or not (self.apart or self.current.codes or self.current.fields):
            return False
        if self.current.is_empty() and not self.unparsed:
            return False
        return self._is_entry(at)

    def _is_entry(self, at: int) -> bool:
        tokens = self.line.tokens
        return self.line.words.entries.find(tokens, at) is not None and not self.words.names.find(tokens, at)

    def _read_content(self, at: int) -> int | None:
        """Past a name, codes, or something that is neither; None where no weapon goes on."""
        line = self.line
        if line.kind_at(at) == "q":
            return self._name(at, at + 1, line.raw(at, at + 1)[1:-1].strip())
        if line.text_at(at) in DASHES:
            return self._leave_blank(at, at + 1)
        if self._is_end(at):
            return None
        blank = line.words.no_weapon.find(line.tokens, at)
        if blank and self.current.is_empty() and len(self.builders) == 1 and not line.touches(blank[1]):
            return self._leave_blank(at, blank[1])
        return self._part(at)

    # -------------------------------------------------------------- runs

    def _part(self, at: int) -> int:
        """Past words and codes up to the next sign: codes with a number part the words between them."""
        runs = self._runs(at)
        end = runs[-1].end
        while runs:
            sure = next((i for i, run in enumerate(runs) if run.kind in ("code", "chunks")), len(runs))
            words = self._words_behind_band(runs)
            if words > 1:
                self._ask(runs[:words], runs[:1])
                runs = runs[words:]
                continue
            if sure:
                self._words(runs[:sure], runs[sure:])
            if sure < len(runs):
                self._codes(runs[sure])
            runs = runs[sure + 1 :]
        return end

    def _words_behind_band(self, runs: Sequence[_Run]) -> int:
        """Where words end that a range band alone stands before, as in "R8 rifle R6"; 1 where none are."""
        end, first = 1, runs[0].codes
        while end < len(runs) and runs[end].kind in ("word", "number", "doubt"):
            end += 1
        return end if len(first) == 1 and first[0].number is not None and self.current.is_empty() else 1

    def _runs(self, at: int) -> list[_Run]:
        """All runs up to the next sign that parts them, or to what belongs to no weapon."""
        line, runs, coded = self.line, [self._run(at)], False
        while len(runs) < _MOST_RUNS:
            coded = coded or runs[-1].kind not in ("word", "number", "doubt", "entry")
            at = line.skip(runs[-1].end)
            if line.is_end(at) or line.kind_at(at) == "q" or "\t" in line.raw(runs[-1].end - 1, at):
                break
            if line.text_at(at) in ("|", *_SOFT, *_BREAKS, *DASHES) or line.norm_at(at) == "and":
                break
            if line.begins_label(at) or (coded and self._is_entry(at)):
                break
            runs.append(self._run(at, behind=True))
        return self._without_small(runs)

    def _without_small(self, runs: list[_Run]) -> list[_Run]:
        """Small letters are words, as "lb" in "25 lb gun R6", unless all codes are written so."""
        capital = any(run.codes and run.kind != "long" and not run.text.islower() for run in runs)
        return [run._replace(kind="word") if capital and run.kind == "small" else run for run in runs]

    def _run(self, at: int, *, behind: bool = False) -> _Run:
        """What stands at a token, the longest first."""
        line = self.line
        if line.kind_at(at) not in ("w", "d"):
            return _Run(at, at + 1, "word", line.raw(at, at + 1))
        if found := self._field(at) or self._spaced(at):
            return found
        named = self.words.names.find(line.tokens, at)
        if named and not line.touches(named[1]) and line.text_at(named[1]) not in _INSIDE:
            return _Run(at, named[1], "long", line.raw(at, named[1]), (Code(0, 0, named[0]),))
        if stump := self.words.stumps.find(line.tokens, at):
            return _Run(at, stump[1], "broken", line.raw(at, stump[1]))
        if behind and self._is_entry(at) and (entry := line.words.entries.find(line.tokens, at)):
            return _Run(at, entry[1], "entry", line.raw(at, entry[1]))
        end = self._word_end(at)
        text = line.raw(at, end)
        if text.isdigit() and line.norm_at(line.skip(end)) in _INCH_WORDS:
            return _Run(at, line.skip(end) + 1, "number", text)
        for sign in _INCHES:
            text = text.replace(sign, "")
        kind = self.words.kind(text)
        kind = "broken" if kind == "chunks" and text != line.raw(at, end) else kind
        bare = "".join(sign for sign in text if sign.isalnum())
        read = self.words.read(bare) if kind in ("code", "letters", "small", "doubt") else None
        return _Run(at, end, kind, text, read or ())

    def _field(self, at: int) -> _Run | None:
        """A field by its name: "range 5"."""
        line = self.line
        found = self.words.field_names.find(line.tokens, at)
        number = line.integer_at(line.skip(found[1], ":=")) if found and not line.touches(found[1]) else None
        if found is None or number is None or line.touches(number[1]):
            return None
        return _Run(at, number[1], "code", "", (Code(0, 0, found[0], number[0]),))

    def _spaced(self, at: int) -> _Run | None:
        """Codes whose last has its number behind a blank: "AP 8", "R5AP 8", and "AP 6", which is none."""
        line, end = self.line, self._run_end(at)
        number = line.skip(end)
        if number == end or line.kind_at(number) != "d" or line.kind_at(end - 1) != "w":
            return None
        stop = number + 1 + (line.kind_at(number + 1) == "i")
        letters, text = line.raw(at, end), line.raw(at, end) + line.text_at(number)
        if line.begins_label(number) or line.touches(stop) or self._word_end(number) > stop:
            return None
        if not letters.isupper() and line.kind_at(at + 1) != "d":
            return None
        read, kind = self.words.read(text), self.words.kind(text)
        if kind == "broken" and self.words.kind(letters) == "broken":
            return _Run(at, stop, "broken", text)
        if kind != "code" or not read or read[-1].end - read[-1].start <= len(line.text_at(number)):
            return None
        return _Run(at, stop, "code", text, read)

    def _run_end(self, at: int) -> int:
        """The token behind letters and digits that stand without a sign between; inch marks may."""
        tokens, end = self.line.tokens, at + 1
        while self.line.kind_at(end) in ("w", "d", "i") and tokens[end].start == tokens[end - 1].end:
            end += 1
        return end

    def _word_end(self, at: int) -> int:
        """The token behind a word that may have a hyphen, a dot or an apostrophe inside: "D-cannon"."""
        end = self._run_end(at)
        most = at + _MOST_INSIDE
        while end < most and self.line.text_at(end) in _INSIDE and self.line.kind_at(end + 1) in ("w", "d"):
            end = self._run_end(end + 1)
        return end + (self.line.text_at(end) == "." and "." in self.line.raw(at, end))

    # -------------------------------------------------------------- words

    def _words(self, runs: Sequence[_Run], behind: Sequence[_Run]) -> None:
        """Words with no sure code among them: a name and the codes of letters behind it, or a question."""
        at = len(runs)
        while at and runs[at - 1].kind in ("letters", "small", "long", "broken"):
            at -= 1
        lettered = at and runs[at - 1].text.lower() in _LETTERED
        while 0 < at < len(runs) and (lettered or runs[at].kind == "long"):
            at, lettered = at + 1, False
        banded = any(code.number is not None for run in behind[:1] for code in run.codes)
        head, tail = runs[:at], runs[at:]
        if head:
            self._head(head, tail, behind, banded=banded)
        for run in tail:
            self._codes(run)

    def _head(
        self, head: Sequence[_Run], tail: Sequence[_Run], behind: Sequence[_Run], *, banded: bool
    ) -> None:
        """The words before the codes: a name, none, or a question."""
        if self.parted and self.name_at >= 0 and not (self.current.fields or self.current.codes):
            self._ask_joined(head)
            return
        coded = bool(tail or behind) or self._codes_follow(head[-1].end)
        if self._begins_next(coded=coded, banded=banded):
            self._next()
        bracketed = self.line.text_at(head[0].at - 1) in ("(", "[") and self.current.name is None
        doubtful = self._doubtful(head, tail, behind, banded=banded)
        if not (self.current.is_empty() or bracketed) and not (doubtful and self.current.name is None):
            if all(run.kind == "doubt" for run in head):
                self._ask(head, head)
            else:
                self._unread(head, NAME_LATE if self.current.name is None else "")
            return
        for run in (run for run in head if run.kind == "broken"):
            self._unread([run])
        words = [run for run in head if run.kind != "broken"]
        if doubtful:
            self._ask(words, doubtful)
        elif words and any(sign.isalpha() for sign in self.line.raw(words[0].at, words[-1].end)):
            self._name(words[0].at, words[-1].end, self.line.raw(words[0].at, words[-1].end))
        else:
            self._unread(words)

    def _codes_follow(self, at: int) -> bool:
        """Whether codes stand behind a bracket or a comma."""
        behind = self.line.skip(self.line.skip(at), "([:,")
        return self.line.kind_at(behind) == "w" and bool(self._run(behind).codes)

    def _begins_next(self, *, coded: bool, banded: bool) -> bool:
        """Whether words begin another weapon: parted from the last, or with a range band of their own."""
        if not self.slot.many or self.current.is_empty():
            return False
        return (self.parted and coded) or (banded and bool(self.current.fields))

    def _doubtful(
        self, head: Sequence[_Run], tail: Sequence[_Run], behind: Sequence[_Run], *, banded: bool
    ) -> list[_Run]:
        """Those of a name's words that may be no part of it."""
        given = {code.code for run in (*tail, *behind) for code in run.codes}
        found = [
            run
            for run in head
            if run.kind in ("doubt", "letters") or (run.kind == "long" and run.codes[0].code not in given)
        ]
        last = head[-1]
        numbers = [run for run in head if run.kind == "number" and (run is last or run.end > run.at + 1)]
        if numbers and not banded and not self.current.fields and self._offered_field():
            found.append(numbers[-1])
        if last.kind == "entry" and not tail and not behind:
            found.append(last)
        return found

    def _offered_field(self) -> str:
        """The field that a number alone may be; "" where the slot offers none."""
        return next((field.code for field in self.slot.fields if field.high), "")

    def _ask(self, words: Sequence[_Run], doubtful: Sequence[_Run]) -> None:
        """Ask whether words are a name, or hold codes."""
        line = self.line
        whole = line.raw(words[0].at, words[-1].end)
        start, end = line.span(words[0].at, words[-1].end)
        rest = " ".join(
            run.text for run in words if run not in doubtful or (run.kind == "long" and run is not words[-1])
        )
        codes = [code for run in doubtful for code in self._codes_of(run)]
        entries = [run.text for run in doubtful if run.kind == "entry"]
        written = ", ".join([*(self.words.written(code) for code in codes), *entries])
        meant = ", ".join([*(self.words.meaning(code) for code in codes), *entries])
        joined = f"{quoted(rest)}{', ' if entries else ' '}" if rest else ""
        label = f"Name: {rest}, and {meant}" if rest else f"Codes: {meant}"
        prompt, name = f"Is “{whole}” the weapon's name?", f"Name: {whole}"
        if self.current.name is not None:
            prompt, name = f"Is “{whole}” meant as codes?", LEAVE
        self.unparsed.append(
            line.doubt(
                words[0].at, words[-1].end,
                Doubt(
                    start, end, prompt,
                    (Choice(name, quoted(whole)), Choice(label, joined + written)),
                ),
                self.slot.code,
            )
        )  # fmt: skip
        self.apart = True

    def _codes_of(self, run: _Run) -> tuple[Code, ...]:
        if run.kind == "number":
            return (Code(0, 0, self._offered_field(), int(run.text[:4])),)
        return run.codes

    def _name(self, at: int, end: int, name: str) -> int:
        if self.current.name is not None or (self.parted and not self.current.is_empty()):
            if not (self.slot.many and self.parted):
                self.unparsed.append(self.line.unparsed(at, end, self.slot.code))
                return end
            self._next()
        self.current.name = name = " ".join(name.split())
        self.name_at = at if self.line.kind_at(at) != "q" else -1
        self.current.reads.append(ReadSpan(*self.line.span(at, end), f"called “{name}”"))
        self.apart = False
        return end

    def _ask_joined(self, head: Sequence[_Run]) -> None:
        """Ask whether two names are one, as in "Bow and arrow R4"."""
        line, at, end = self.line, self.name_at, head[-1].end
        whole, first, second = line.raw(at, end), self.current.name or "", line.raw(head[0].at, end)
        other = f"Two: {first}, and {second}" if self.slot.many else f"Name: {first}, without “{second}”"
        choices = (
            Choice(f"Name: {whole}", quoted(whole)),
            Choice(other, f"{quoted(first)} + {quoted(second)}"),
        )
        doubt = Doubt(*line.span(at, end), f"Is “{whole}” one weapon's name?", choices)
        self.current.name, self.name_at = None, -1
        self.current.reads = [read for read in self.current.reads if read.start < doubt.start]
        self.unparsed.append(line.doubt(at, end, doubt, self.slot.code))

    def _next(self) -> None:
        self.current = _WeaponBuilder()
        self.builders.append(self.current)

    # -------------------------------------------------------------- codes

    def _codes(self, run: _Run) -> None:
        """The codes of a run into the weapon; of one that is none, the chunks that are codes."""
        start = self.line.tokens[run.at].start
        if run.kind == "broken":
            self._unread([run])
        elif run.kind != "chunks":
            self._add_codes(run.codes, *self.line.span(run.at, run.end))
        else:
            for begin, stop in chunks(run.text):
                if (read := self.words.read(run.text[begin:stop])) is not None:
                    self._add_codes(read, start + begin, start + stop)
                else:
                    self.unparsed.append(ParsedTerm("rest", start + begin, start + stop, code=self.slot.code))

    def _add_codes(self, codes: Iterable[Code], start: int, end: int) -> None:
        """Codes into the weapon, or into the next where it has such a field."""
        found = list(codes)
        if any(code.number is not None and code.code in self.current.fields for code in found):
            if not self.slot.many:
                self.unparsed.append(ParsedTerm("rest", start, end, code=self.slot.code))
                return
            self._next()
        for code in found:
            if code.number is None:
                self.current.codes.append(code.code)
            else:
                self.current.fields[code.code] = code.number
        meaning = ", ".join(self.words.meaning(code) for code in found)
        self.current.reads.append(ReadSpan(start, end, meaning))
        self.apart = False

    def _unread(self, runs: Sequence[_Run], hint: str = "") -> None:
        if runs:
            self.unparsed.append(self.line.unparsed(runs[0].at, runs[-1].end, self.slot.code, hint))
