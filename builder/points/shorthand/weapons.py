"""Weapons as players write them: "CW Cutlass R AP4", "SW Energy pistol R4AP4 + R8FF4AP8", "SW1 … SW2 …"."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from builder.points.catalogue import WeaponSlot
from builder.points.design import Weapon
from builder.points.shorthand.codes import Code, chunks, weapon_vocabularies
from builder.points.shorthand.terms import ParsedTerm, ReadSpan, TermsAndEnd, TokenLine
from builder.points.shorthand.vocabulary import DASHES

_BREAKS = (";", "+", "/", "&")
_SOFT = (",", ":", "=", "(", ")", "[", "]", "{", "}", ".", "!", "?", "*", "_")
_NAME_ENDS = (",", ";", "|", "(", ")", "[", "]", ":", "=")
_MOST_LOOKAHEAD = 12
_INSIDE = ("-", "\u2010", "\u2011", ".", "'", "\u2019")


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
    """The weapons behind a slot's label (tokens ``label`` to ``at``), as far as they go."""
    if slot.many:
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
    """Reads weapons token by token until something begins that belongs to none."""

    def __init__(self, line: TokenLine, slot: WeaponSlot) -> None:
        self.line = line
        self.slot = slot
        self.words = weapon_vocabularies(line.words.catalogue)[slot.code]
        self.current = _WeaponBuilder()
        self.builders = [self.current]
        self.unparsed: list[ParsedTerm] = []
        self.blank = False
        self.parted = False  # a sign that may begin another weapon was passed
        self.apart = True  # nothing that a long name could be a part of stands before

    def begin(self, label: int, at: int) -> None:
        """Note the tokens that announced the weapons."""
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
                self.parted = self.apart = True
                if line.kind_at(at) == "w":
                    self.current.reads.append(ReadSpan(*line.span(at, at + 1), ""))
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

    # -------------------------------------------------------------- blanks

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

    # -------------------------------------------------------------- content

    def _read_content(self, at: int) -> int | None:
        """Past a name, codes, or something that is neither; None where no weapon goes on."""
        line = self.line
        if line.kind_at(at) == "q":
            return self._name(at, at + 1, line.raw(at, at + 1)[1:-1].strip())
        if line.text_at(at) in DASHES:
            return self._leave_blank(at, at + 1)
        if self._is_end(at):
            return None
        if self.current.is_empty() and len(self.builders) == 1:
            blank = line.words.no_weapon.find(line.tokens, at)
            if blank and not line.touches(blank[1]):
                return self._leave_blank(at, blank[1])
        if line.kind_at(at) not in ("w", "d"):
            return self._add_unparsed(at, at + 1)
        return self._field(at) or self._spaced(at) or self._run(at)

    def _run(self, at: int) -> int:
        """Past letters and digits that are codes, a property's long name, or something else."""
        end = self._run_end(at)
        stop = self._word_end(at)
        if stop > end and not self._coded(at, stop):
            return self._words_or_rest(at, stop)
        codes = self._codes(at, end)
        if codes is not None and not self._begins_name(codes, end):
            return self._add_codes(codes, at, end)
        return self._long_name(at) or self._words_or_rest(at, end, called=codes is not None)

    def _begins_name(self, codes: Sequence[Code], end: int) -> bool:
        """Whether a number that no field has begins a name: "R700 rifle"."""
        if len(codes) != 1 or codes[0].number is None or self.words.is_number_offered(codes[0]):
            return False
        return self._is_word(end)

    def _is_word(self, end: int) -> bool:
        """Whether a plain word follows, as in a name."""
        behind = self.line.skip(end)
        if self.line.kind_at(behind) != "w" or behind == end or self.line.begins_label(behind):
            return False
        return not self._is_code(behind, self._run_end(behind))

    def _field(self, at: int) -> int | None:
        """A field by its name: "range 5"."""
        line = self.line
        found = self.words.field_names.find(line.tokens, at)
        number = line.integer_at(line.skip(found[1], ":=")) if found and not line.touches(found[1]) else None
        if found is None or number is None or line.touches(number[1]):
            return None
        return self._add_codes([Code(0, 0, found[0], number[0])], at, number[1])

    def _spaced(self, at: int) -> int | None:
        """Past codes whose last has its number behind a blank."""
        found = self._parted(at)
        return self._add_codes(found[0], at, found[1]) if found else None

    def _parted(self, at: int) -> tuple[tuple[Code, ...], int] | None:
        """Codes whose last has its number behind a blank, and the token behind it: "AP 8", "R5AP 8"."""
        line, end = self.line, self._run_end(at)
        number = line.skip(end)
        if (
            number == end
            or line.kind_at(number) != "d"
            or line.kind_at(end - 1) != "w"
            or line.begins_label(number)
        ):
            return None
        stop = self._run_end(number)
        if stop > number + 1 + (line.kind_at(number + 1) == "i") or self._word_end(number) > stop:
            return None
        letters, digits = line.raw(at, end), line.text_at(number)
        read = self.words.read(letters + digits) if letters.isupper() or line.kind_at(at + 1) == "d" else None
        return (read, stop) if read and read[-1].end - read[-1].start > len(digits) else None

    def _word_end(self, at: int) -> int:
        """The token behind a word that may have a hyphen, a dot or an apostrophe inside: "D-cannon"."""
        end = self._run_end(at)
        most = at + 2 * _MOST_LOOKAHEAD
        while end < most and self.line.text_at(end) in _INSIDE and self.line.kind_at(end + 1) in ("w", "d"):
            end = self._run_end(end + 1)
        return end

    def _coded(self, at: int, end: int) -> bool:
        """Whether all parts of a word are codes, and one has a number: "R8-FF4-AP8"."""
        parts = []
        while at < end:
            stop = self._run_end(at)
            parts.append(self.line.raw(at, stop))
            at = stop + 1
        return any(part[-1].isdigit() for part in parts) and all(self.words.read(part) for part in parts)

    def _is_end(self, at: int) -> bool:
        """Whether something else begins: another label, or a property of the model."""
        line = self.line
        if line.begins_label(at):
            return True
        if line.kind_at(at) != "w" or not (self.apart or self.current.codes or self.current.fields):
            return False
        if self.current.is_empty() and not self.unparsed:
            return False
        found = line.words.entries.find(line.tokens, at)
        return found is not None and self.words.names.find(line.tokens, at) is None

    def _run_end(self, at: int) -> int:
        """The token behind letters and digits that stand without a sign between; inch marks may."""
        tokens, end = self.line.tokens, at + 1
        while self.line.kind_at(end) in ("w", "d", "i") and tokens[end].start == tokens[end - 1].end:
            end += 1
        return end

    def _codes(self, at: int, end: int) -> list[Code] | None:
        """A run as codes; None where it is a word, as "bad" and "a" are unless nothing but codes follows."""
        found: list[Code] = []
        text = self.line.raw(at, end)
        for part in text.replace("”", '"').replace("″", '"').replace("''", '"').split('"'):
            read = self.words.read(part) if part else ()
            if read is None:
                return None
            found += read
        if text.isupper() or any(sign.isdigit() for sign in text):
            return found
        return found if len(found) == 1 and self._only_codes(end) else None

    def _only_codes(self, at: int) -> bool:
        """Whether codes alone follow up to the next sign or label."""
        line, at = self.line, self.line.skip(at)
        for _ in range(_MOST_LOOKAHEAD):
            if line.kind_at(at) not in ("w", "d") or line.begins_label(at):
                return True
            end = self._run_end(at)
            if self.words.read(line.raw(at, end).rstrip("\"”″'")) is None:
                return line.words.entries.find(line.tokens, at) is not None
            at = line.skip(end)
        return True

    def _add_codes(self, codes: Iterable[Code], at: int, end: int) -> int:
        """Codes into the weapon, or into the next where it has such a field."""
        found = list(codes)
        if any(code.number is not None and code.code in self.current.fields for code in found):
            if not self.slot.many:
                return self._add_unparsed(at, end)
            self._next()
        self._note(found, self.line.span(at, end))
        return end

    def _note(self, codes: Iterable[Code], span: tuple[int, int]) -> None:
        meanings = []
        for code in codes:
            if code.number is None:
                self.current.codes.append(code.code)
                meanings.append(self.words.entries[code.code].name)
            else:
                self.current.fields[code.code] = code.number
                part = next(part for part in self.slot.fields if part.code == code.code)
                meanings.append(f"{(part.unit or part.name).capitalize()} {code.number}")
        self.current.reads.append(ReadSpan(*span, ", ".join(meanings)))
        self.apart = False

    def _long_name(self, at: int) -> int | None:
        """A property by its long name, where it is no part of the weapon's own."""
        line = self.line
        found = self.words.names.find(line.tokens, at)
        if (
            found is None
            or line.touches(found[1])
            or not (self.apart or self.current.codes or self.current.fields)
        ):
            return None
        behind = line.skip(found[1])
        goes_on = line.kind_at(behind) in ("w", "d") and not line.begins_label(behind)
        if self.current.is_empty() and goes_on and self._codes(behind, self._run_end(behind)) is None:
            return None
        self._note([Code(0, 0, found[0])], line.span(at, found[1]))
        return found[1]

    # -------------------------------------------------------------- names and rests

    def _words_or_rest(self, at: int, end: int, *, called: bool = False) -> int:
        """A name, before the first code or in brackets behind the codes; else what cannot be read."""
        line = self.line
        text = line.raw(at, end)
        joined = end > self._run_end(at)
        if not called and not joined and self.words.looks_like_codes(text) and not self._is_model(text, end):
            return self._pieces(at, end)
        stump = self.words.stumps.find(line.tokens, at)
        if stump or (joined and self._is_broken(text)):
            return self._add_unparsed(at, stump[1] if stump else end)
        stop = self._name_end(end)
        bracketed = line.text_at(at - 1) in ("(", "[") and self.current.name is None
        behind = line.skip(stop)
        behind = line.skip(behind, "([:")
        coded = line.kind_at(behind) == "w" and self._codes(behind, self._run_end(behind)) is not None
        if not any(sign.isalpha() for sign in line.raw(at, stop)):
            return self._add_unparsed(at, end)
        if self.current.is_empty() or bracketed or (self.parted and self.slot.many and coded):
            return self._name(at, stop, line.raw(at, stop))
        return self._add_unparsed(at, end)

    def _is_model(self, text: str, end: int) -> bool:
        """Whether a letter with a number is what something is called, as in "G3 rifle"."""
        return (
            text[:1].isalpha() and text[1:].isdigit() and not self.words.is_stem(text) and self._is_word(end)
        )

    def _is_broken(self, text: str) -> bool:
        """Whether a word with a sign inside is but codes and numbers: "AP-8", "R3.5"."""
        parts = [text[begin:stop] for begin, stop in chunks(text)]
        return all(part.isdigit() or self.words.is_stem(part) for part in parts)

    def _name_end(self, end: int) -> int:
        """Names go on to a comma, a bracket, a code, or a label."""
        line = self.line
        while not line.is_end(begin := line.skip(end)):
            sign, spaced = line.text_at(begin), begin > end
            if sign in _NAME_ENDS or (spaced and "\t" in line.raw(end, begin)) or line.kind_at(begin) == "q":
                break
            if spaced and sign in (*_BREAKS, *DASHES):
                break
            stop = begin + 1
            if line.kind_at(begin) in ("w", "d"):
                stop = self._word_end(begin)
                if line.begins_label(begin) or (spaced and self._ends_name(begin, stop)):
                    break
            end = stop
        return end

    def _ends_name(self, at: int, end: int) -> bool:
        line = self.line
        found = self.words.field_names.find(line.tokens, at)
        if found and line.integer_at(line.skip(found[1], ":=")):
            return True
        if end > self._run_end(at):
            return self._coded(at, end)
        return self._is_code(at, end) or self._parted(at) is not None

    def _is_code(self, at: int, end: int) -> bool:
        return self.words.looks_like_codes(self.line.raw(at, end)) or self._codes(at, end) is not None

    def _name(self, at: int, end: int, name: str) -> int:
        if self.current.name is not None or (self.parted and not self.current.is_empty()):
            if not (self.slot.many and self.parted):
                return self._add_unparsed(at, end)
            self._next()
        self.current.name = name = " ".join(name.split())
        self.current.reads.append(ReadSpan(*self.line.span(at, end), f"called “{name}”"))
        self.apart = False
        return end

    def _next(self) -> None:
        self.current = _WeaponBuilder()
        self.builders.append(self.current)

    def _pieces(self, at: int, end: int) -> int:
        """The chunks of a run that are codes are read; the others are not."""
        start, text = self.line.tokens[at].start, self.line.raw(at, end)
        for begin, stop in chunks(text):
            read = self.words.read(text[begin:stop])
            again = read and any(
                code.number is not None and code.code in self.current.fields for code in read
            )
            if read is None or again:
                self.unparsed.append(ParsedTerm("rest", start + begin, start + stop, code=self.slot.code))
            else:
                self._note(read, (start + begin, start + stop))
        return end

    def _add_unparsed(self, at: int, end: int) -> int:
        self.unparsed.append(self.line.unparsed(at, end, self.slot.code))
        return end
