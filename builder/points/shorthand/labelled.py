"""Values behind their labels, in one line or over several: "Captain Mov 6, Fgt 7, SW R4AP4, Fearless".

A line is read from left to right: what each word of it says, what was not understood, and what is asked.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Literal

from builder.points.rules.catalogue import Parameter, PickSlot
from builder.points.rules.catalogue_index import KIND
from builder.points.shorthand.attributes import (
    ask_slip,
    ask_two_numbers,
    read_attribute,
    read_counted,
    read_early,
    read_initials,
    read_leading,
    read_one,
    read_option,
    read_stats,
    read_values_first,
)
from builder.points.shorthand.line import (
    WORD_SIGNS,
    LinesAndNext,
    ParsedTerm,
    ScannedLine,
    Source,
    TermsAndEnd,
    TokenLine,
)
from builder.points.shorthand.names import ask_name, finish_line, marked_end, price_end
from builder.points.shorthand.picks import read_picks, times_end
from builder.points.shorthand.profile_types import TypePlace, count_at, find_type
from builder.points.shorthand.tokens import DASHES, FILLER, MASK, Phrases, bold_end, bullet_length, is_heading
from builder.points.shorthand.vocabulary import EACH, FREE, LINK_WORDS, NOT_WORDS, EntryMatch, Label
from builder.points.shorthand.weapons import read_weapons

MANY = "how many: a list holds each profile once"
WORKED_OUT = "worked out anew"
_ENDED = re.compile(r"[)\]]|\s[-–—]\s")
_PARTS = re.compile(r"[^,;]+")
JOINING = FILLER - frozenset(",;|:") | {MASK, " "}


def read_line(source: Source, at: int) -> LinesAndNext:
    """One line, the form that every line has that has no other; each part of one that names several."""
    start, end = source.lines[at]
    spans = [match.span() for match in _PARTS.finditer(source.covered, start, end) if match[0].strip()]
    if len(spans) > 1 and source.words.catalogue.kinds and all(_is_member(source, *span) for span in spans):
        return [scan_line(source, at, *span) for span in spans], at + 1
    return [scan_line(source, at, start, end)], at + 1


def _is_member(source: Source, start: int, end: int) -> bool:
    """Whether a part of a line is a profile by itself, as in "Soldiers: Runner, 2 Recruits"."""
    place = Scanner(source, start, end).type_place
    return place is not None and not place.type.is_title


def scan_line(source: Source, at: int, start: int, end: int) -> ScannedLine:
    """A line, or a part of one, as it is read by itself."""
    raw = source.text[start:end]
    bullet = bullet_length(source.covered[start:end])
    if bullet and source.covered[start : start + bullet].strip(f" {MASK}"):
        source.marks.append((start, start + bullet))
    start += bullet
    shown = source.covered[start:end]
    scanner = Scanner(source, start, end, is_heading=is_heading(raw))
    scanner.announce(source.words.catalogue_index.pick_slots.get(source.slot))
    source.kind = scanner.kind if any(token.kind != "s" for token in scanner.tokens) else ""
    bold = bold_end(source.text[start:end])
    own = (place for place in range(start, end + 1) if place in source.name_ends)
    terms = scanner.scan(named=next(own, start + bold if bold else 0))
    _announce(source, terms)
    line = ScannedLine(at + 1, start, end, shown, terms, heading=scanner.is_heading)
    return finish_line(line)


def _announce(source: Source, terms: Sequence[ParsedTerm]) -> None:
    """A slot that ends its line announces the lines below it, as long as they hold properties."""
    kinds = {term.kind for term in terms}
    if terms and terms[-1].kind == "slot":
        source.slot = terms[-1].code
    elif "pick" not in kinds or kinds - {"pick", "rest"}:
        source.slot = ""


class Scanner(TokenLine):
    """A line of stat text, read from left to right into terms."""

    own_entry: EntryMatch | None = None
    """What the slot that the line announces holds under names of the players' own."""

    type_place: TypePlace | None = None
    """What the line says that the profile is, or says next; ``count`` is how many there are of it."""

    count = 1
    priced = False

    def _kind(self) -> str:
        """The kind that the line says, or that has what it begins with."""
        said, place = super()._kind(), None if self.is_ours else find_type(self)
        is_name = place is not None and self.is_heading and place.is_bare_title(self)
        if place is None or is_name or said not in ("", place.type.kind):
            return said
        self.type_place = place
        return place.type.kind

    def scan(self, at: int = 0, named: int = 0) -> list[ParsedTerm]:
        """The terms of the line from a token on, in the order of the text.

        ``named`` is how far into the text the name goes that the line begins with, where that is marked.
        """
        if self.type_place and named and named <= self.tokens[self.type_place.end - 1].end:
            named = 0
        out, at = self._count(at, named)
        if end := marked_end(self, at, named):
            out, at = [*out, self.unparsed(self.skip(at), end)], end
        if rest := read_values_first(self, at):
            return [*out, rest]
        while not self.is_end(at):
            if self.kind_at(at) in ("s", "i") or self.text_at(at) in FILLER:
                at += 1
                continue
            own = label[0].code if (label := self.label_at(at)) else ""
            found = self._type(at) or read_stats(self, at) or self._price(at, out) or self._price_behind(at)
            found = found or self.next_terms(at) or ask_slip(self, at, self.given - {own})
            terms, at = found or ([self.unparsed(at, at + 1)], at + 1)
            self.is_counted = self.is_counted or terms[0].leads
            for term in terms:
                self._append(out, term)
        return out if end else ask_name(self, out)

    def _count(self, at: int, named: int) -> tuple[list[ParsedTerm], int]:
        """How many of a profile a line begins with, "3 × Imp", and the token behind it."""
        begin = self.skip(at, FILLER)
        end = self.skip(begin + 1) + 1
        if meant := self.words.signs.get(self.text_at(begin)):
            return [read_option(self, begin, begin + 1, *meant)], begin + 1
        word = self.skip(begin + 1) if self.text_at(begin) == "1" else begin
        found = None if named or self.is_heading else self.words.bare_options.find(self.tokens, word)
        if found and found[0][0] == KIND and KIND not in self.given and self.is_apart(word, found[1]):
            return [replace(read_option(self, begin, found[1], *found[0]), leads=True, free=False)], found[1]
        place = self.type_place
        if place and count_at(self, begin) and begin < place.at <= self.skip(end):
            self.count, end = count_at(self, begin), place.at
        elif self.kind_at(begin) != "d" or self.norm_at(end - 1) not in ("x", "×") or self.touches(end):
            return [], at
        return [self.term("mark", begin, end, MANY)], end

    def _type(self, at: int) -> TermsAndEnd:
        """What the profile is, "the Sniper", and how many there are of it, "Runner x2"."""
        place = self.type_place
        if place is None or at != place.begin:
            return None
        kind, match, is_group = place.type
        terms = [self.term("mark", at, place.at, "")] if at < place.at else []
        if match:
            found, end = read_picks(self, [match], place.at, place.end) or ([], place.end)
            terms += [replace(term, leads=True, free=False, value=match.entry.name) for term in found]
            if behind := times_end(self, end):
                self.count = behind[0]
                terms.append(self.term("mark", self.skip(end), behind[1], MANY))
            return terms, behind[1] if behind else end
        if is_group:
            said = self.raw(place.at, place.end)
            terms.append(self.term("mark", place.at, place.end, said, code=KIND))
        else:
            option = read_option(self, place.at, place.end, KIND, kind)
            terms.append(replace(option, leads=True, free=False))
        self.type_place = find_type(self, place.end)
        return terms, place.end

    def _price_behind(self, at: int) -> TermsAndEnd:
        """The price behind what a profile is, "Gunfighter - 100", "Sentry [50cr]"; one of several is told."""
        place = self.type_place
        number = (0, at + 1) if self.norm_at(at) == FREE else self.integer_at(at)
        if self.priced or number is None or place is None or not place.type.match or at < place.end:
            return None
        if self.text_at(at - 1) == "+" or "|" in map(self.text_at, range(at)):
            return None
        unit = self.skip(number[1])
        word = self.norm_at(unit)
        short = len(word) > 1 and any(known.startswith(word) for known in self.words.units)
        stop = unit + 1 if self.kind_at(unit) == "w" and short else number[1]
        if self.kind_at(self.skip(stop)) not in ("", "p") or self.text_at(stop) in ("/", "+"):
            return None
        self.priced = True
        if self.count > 1:
            return [self.term("mark", at, stop, "the price of several: compare it yourself")], stop
        return [self.claim(at, stop, number[0])], stop

    def _price(self, at: int, out: Sequence[ParsedTerm]) -> TermsAndEnd:
        """The price behind a name: "Imp (205)"."""
        begin = at - (self.text_at(at - 1) in DASHES)
        number, end = self.signed_integer_at(begin), price_end(self, begin - 1)
        if number is None or not end or self.count > 1:
            return None
        named = out and all(term.kind in ("rest", "mark") or term.leads for term in out)
        return ([self.claim(begin, end - 1, number[0])], end) if named else None

    def _append(self, out: list[ParsedTerm], term: ParsedTerm) -> None:
        """Add a term; two that were not read, with only blanks and joining signs between them, become one."""
        last = out[-1] if out else term
        plain = all(one.kind == "rest" and not (one.hint or one.question) for one in (last, term))
        between = self.text[last.end : term.start]
        plain = plain and not (self.type_place and _ENDED.search(between))
        if out and plain and last.code == term.code and all(sign in JOINING for sign in between):
            last.end = term.end
        else:
            out.append(term)

    def next_terms(self, at: int) -> TermsAndEnd:
        """What begins at a token, longest first."""
        if named := self._named_own_entry(at):
            return named
        hit = self.entries_at(at)
        if self.kind_at(at) != "w":
            found = self._counted_points(at) or read_counted(self, at)
            found = found or (read_picks(self, hit[0], at, hit[1]) if hit else None)
            return found or read_leading(self, at)
        if found := read_initials(self, at) or read_early(self, at) or self._bare_option(at):
            return found
        labelled = self.label_at(at)
        if labelled and labelled[0].kind == "picks" and not self._is_part(at, labelled[1]):
            labelled = None
        if labelled and not (hit and hit[1] > labelled[1]):
            found = self.read_announced(labelled[0], at, labelled[1])
        if found is None and hit:
            return read_picks(self, hit[0], at, hit[1]) if not self.touches(hit[1]) else None
        return found or self._joining(at) or self._read_own_entry(at)

    def _bare_option(self, at: int) -> TermsAndEnd:
        """An option without its label, apart from other words: "Skeleton – Rabble, Sword"."""
        before, found = self.before(at), self.words.bare_options.find(self.tokens, at)
        if found is None or before < 0 or self.touches(found[1]):
            return None
        code, inside = found[0][0], map(self.label_at, range(at, found[1]))
        if code in self.given and not any(label and label[0].code == code for label in inside):
            return None
        entry = self.entries_at(at)
        if entry and entry[1] > found[1]:
            return None
        apart = self.kind_at(before) == "p" or self.text_at(self.skip(found[1])) in tuple(",;.")
        apart = apart or self.is_counted
        return ([read_option(self, at, found[1], *found[0])], found[1]) if apart else None

    def _read_own_entry(self, at: int) -> TermsAndEnd:
        """What a slot holds that no table has, and that its players may name: "Claws (+1, reach 0)"."""
        hit, end = self.own_entry, self._name_end(at)
        if hit is None or self.begins_label(at):
            return None
        return read_picks(self, [hit._replace(parameters={hit.entry.own_name: self.raw(at, end)})], at, end)

    def _named_own_entry(self, at: int) -> TermsAndEnd:
        """One whose numbers are named, whatever else its name could be: "Pistol of Nine (Range 12, P 4)"."""
        hit, begin = self.own_entry, self.skip(self._name_end(at), "(")
        if hit is None or self.kind_at(at) not in ("w", "d") or self.text_at(self.before(begin)) != "(":
            return None
        names = Phrases((p.name, p) for p in hit.entry.parameters if p.code != hit.entry.own_name)
        if (named := names.find(self.tokens, begin)) is None:
            return None
        end, known = self._name_end(at), self.raw(at, self._name_end(at))
        if self._is_asked_for(named[0], at, end):
            return None
        given = {} if known == hit.entry.name else {hit.entry.own_name: known}
        return read_picks(self, [hit._replace(parameters=given)], at, end)

    def _is_asked_for(self, number: Parameter, at: int, end: int) -> bool:
        """Whether the words are those of an entry that wants a number of this name itself."""
        found = self.entries_at(at)
        wanted = (p.name for match in found[0] for p in match.entry.parameters) if found else ()
        return bool(found and self.before(found[1]) + 1 == end and number.name in wanted)

    def _name_end(self, at: int) -> int:
        """Behind the words that begin here."""
        return self.before(self._name_ends[at]) + 1

    @cached_property
    def _name_ends(self) -> list[int]:
        """For each token and the end of the line the first place from there on where no name goes on."""
        ends = [len(self.tokens)]
        for at in reversed(range(len(self.tokens))):
            text = self.text_at(at)
            ends.append(at if text in FILLER and text not in WORD_SIGNS else ends[-1])
        return ends[::-1]

    def _joining(self, at: int) -> TermsAndEnd:
        """A word that only joins others, or says that a property is not there."""
        hit = self.entries_at(self.skip(at + 1))
        if self.tokens[at].norm in NOT_WORDS and hit:
            return [self.unparsed(at, hit[1], hint="what a profile has not needs no mention")], hit[1]
        if self.tokens[at].norm in LINK_WORDS:
            return [self.term("mark", at, at + 1, "")], at + 1
        return None

    def begins_label(self, at: int) -> bool:
        """Whether a label that announces something begins at a token."""
        if self.kind_at(at) == "d":
            return self._counted_points(at) is not None
        labelled = self.label_at(at)
        if labelled is None:
            return self.kind_at(at) == "w" and (read_initials(self, at) or read_early(self, at)) is not None
        label, end = labelled
        if label.kind in ("name", "notes"):
            return self.text_at(self.skip(end)) in (":", "=")
        if label.kind in ("weapons", "picks"):
            return self._is_part(at, end)
        return self.read_announced(label, at, end) is not None

    def _is_part(self, at: int, end: int) -> bool:
        """Whether the name of a slot is meant as one: written as a label, or apart from others."""
        if self.text_at(self.skip(end)) in (":", "=") or self.tokens[at].text.isupper():
            return True
        if self.entries_at(at):
            return False
        return self.kind_at(self.before(at)) not in ("w", "d") or self.tokens[at].text[0].isupper()

    def read_announced(self, label: Label, at: int, end: int) -> TermsAndEnd:
        """What stands behind a label; None where that is nothing it could announce."""
        catalogue_index = self.words.catalogue_index
        if label.kind == "attribute":
            attribute = catalogue_index.attributes[label.code]
            found = read_attribute(self, attribute, at, end)
            if found is None or self._runs_on(found[1]):
                return None
            return ask_two_numbers(self, attribute, at, found[1]) or found
        if label.kind == "weapons":
            return read_weapons(self, catalogue_index.weapon_slots[label.code], at, end)
        if label.kind == "picks":
            return self._slot(catalogue_index.pick_slots[label.code], at, end)
        if label.kind == "single":
            return self._single(catalogue_index.pick_slots[label.code], at, end)
        if label.kind in ("name", "notes"):
            return self._words_behind(label.kind, at, end)
        return self._number(label, at, end)

    def _runs_on(self, at: int) -> bool:
        """Whether a value goes on without a blank as something else: "2d6", "15cm", "6+1"."""
        if self.text_at(at) == "+":
            return self.kind_at(at + 1) == "d"
        return self.touches(at) and self.kind_at(at - 1) == "d" and self.label_at(at) is None

    def _slot(self, slot: PickSlot, at: int, end: int) -> TermsAndEnd:
        behind = self.skip(end, ":=")
        self.announce(slot)
        sure = behind > self.skip(end) and self.raw(at, end) in (slot.label, slot.name)
        self.own_entry = self.words.own_entries.get(slot.code) if sure else None
        if stop := self.blank_end(behind, slot.code):
            return [self.term("slot", at, stop, f"{slot.name}: {slot.blank_name or 'none'}")], stop
        return [self.term("slot", at, end, slot.name, code=slot.code)], end

    def _single(self, slot: PickSlot, at: int, end: int) -> TermsAndEnd:
        begin = self.skip(end, ":=.")
        found = read_one(self, self.words.singles[slot.code], begin, labelled=True)
        code, stop = found or (None, self.blank_end(begin, slot.code))
        name = self.words.catalogue_index.entries[slot.group][code].name if code else slot.blank_name
        meaning = f"{slot.name} {name}".strip()
        return ([self.term("single", at, stop, meaning, code=slot.code, value=code)], stop) if stop else None

    def _number(self, label: Label, at: int, end: int) -> TermsAndEnd:
        """A number behind a label: the most of a list, points, or what is worked out."""
        begin = self.skip(end, ":=.")
        if label.kind == "worked" and (stop := self._worked_out(label.code, begin)):
            return [self.term("mark", at, stop, WORKED_OUT)], stop
        number = self.integer_at(begin) if label.kind == "max" else self.signed_integer_at(begin)
        if number is None:
            stop = self.blank_end(begin)
            return ([self.term("mark", at, stop, "not said")], stop) if stop else None
        value, stop = number
        if label.kind == "max":
            return [self.term("max", at, stop, f"Max {value}", value=value)], stop
        if label.kind == "worked":
            return [self.term("mark", at, stop, WORKED_OUT)], stop
        unit = self.skip(stop)
        stop = unit + 1 if self.is_unit(unit) else stop
        return [self.claim(at, stop, value)], stop

    def _worked_out(self, code: str, at: int) -> int:
        """Behind a value that is worked out, as it is written, or 0."""
        found = None if self.is_end(at) else self.words.written[code].match(self.text, self.tokens[at].start)
        if found is None:
            return 0
        ends = (place for place, token in enumerate(self.tokens) if token.start >= found.end())
        return next(ends, len(self.tokens))

    def _counted_points(self, at: int) -> TermsAndEnd:
        """Points before their unit, "90 points", or of each, but none behind: "90 points each 360 points"."""
        number = self.integer_at(at)
        unit = self.skip(number[1]) if number else 0
        if number is None or not (self.is_unit(unit) or self.norm_at(unit) == EACH):
            return None
        if self.kind_at(at - 1) == "w" or self.norm_at(self.before(at)) == EACH:
            return None  # "FF8 each"
        less = at > 0 and self.text_at(at - 1) in DASHES and self.text_at(at - 1) != "-"
        begin, value = (at - 1, -number[0]) if less else (at, number[0])
        return [self.claim(begin, unit + 1, value)], unit + 1

    def claim(self, at: int, end: int, value: int) -> ParsedTerm:
        """Points that the text says."""
        meaning = f"said to come to {value} {self.words.catalogue.points_unit}"
        return self.term("claim", at, end, meaning, value=value)

    def _words_behind(self, kind: Literal["name", "notes"], at: int, end: int) -> TermsAndEnd:
        """A name or notes, which need a colon: a name goes to the next bar, notes go to the line's end."""
        colon = self.skip(end)
        if self.text_at(colon) not in (":", "="):
            return None
        begin = stop = self.skip(colon + 1)
        while not self.is_end(stop) and (kind == "notes" or not self._ends_name(stop)):
            stop += 1
        stop = max(begin, self.before(stop) + 1)
        if stop == begin:
            return [self.term("mark", at, end, "not said")], end
        return [self.term(kind, at, stop, kind, value=self.tokens[begin].start)], stop

    def _ends_name(self, at: int) -> bool:
        return self.ends_cell(at) or self.text_at(at) in (";", ",") or self.begins_label(at)
