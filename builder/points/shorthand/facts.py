"""Reader of a line that consists of a head and facts.

The head is the price, count, type and name at the beginning, see ``head``. ``read_line`` reads every line
that fits no other form. ``Scanner.next_terms`` reads one fact of any kind.
"""

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Literal

from builder.points.document.json_reader import DocumentError
from builder.points.pricing.texts import YES
from builder.points.rules.catalogue import PickSlot
from builder.points.shorthand.attributes import (
    ask_misspelt,
    read_attribute,
    read_calculated_values,
    read_counted,
    read_initials,
    read_leading_count,
    read_option,
    read_second_number,
    read_single_choice,
    read_value_before_label,
    read_values_first,
)
from builder.points.shorthand.head import DENIAL_END_SIGNS, HeadReader, sure_name_end
from builder.points.shorthand.line import (
    WORD_SIGNS,
    LinesAndNext,
    ParsedTerm,
    ScannedLine,
    Source,
    TermsAndEnd,
)
from builder.points.shorthand.picks import read_picks
from builder.points.shorthand.results import ParsedPiece
from builder.points.shorthand.roles import ask_about_name_end, finish_line
from builder.points.shorthand.tokens import (
    COVER,
    FILLER,
    Found,
    TextToken,
    bold_end,
    bullet_length,
    is_heading,
)
from builder.points.shorthand.vocabulary import COUNT_SIGNS, LINK_WORDS, NOT_WORDS, EntryMatch, Label
from builder.points.shorthand.weapons import read_bare_weapon, read_weapons

LEAVE_OUT = "write only what the profile has"
CALCULATED = "calculated"
_UNREAD_END = re.compile(r"[)\]]|\s[-–—]\s")
_PARTS = re.compile(r"(?:[^,;.]|\.(?!\s))+")
_MIN_PLURAL_LENGTH = 3
_MAX_DENIED_TOKENS = 12
_MAX_STEPS, _MAX_TERMS, _MAX_UNREAD_WORDS = 6_000, 600, 3_000
_SIGNS_IN_UNREAD = FILLER - frozenset(",;|:") | {COVER, " "}


def read_line(source: Source, at: int) -> LinesAndNext:
    """Read a line that fits no other form. If each of its parts is a profile, read each part as a line."""
    start, end = source.lines[at]
    if members := _members(source, start, end):
        if source.covered[start : members[0][0]].strip():
            source.loose_pieces.append(ParsedPiece(start, members[0][0], ""))  # the name of the group
        return [scan_line(source, at, *span) for span in members], at + 1
    return [scan_line(source, at, start, end)], at + 1


def _members(source: Source, start: int, end: int) -> list[tuple[int, int]]:
    """Return the ranges of a line's parts if each part is a profile: "Soldiers: Runner, 2 Recruits".

    Return an empty list for other lines. A type alone after a name describes the named model: "Sniper Wolf,
    Sentry" is one profile.
    """
    spans = [match.span() for match in _PARTS.finditer(source.covered, start, end) if match[0].strip()]
    if not (source.words.catalogue.kinds and spans):
        return []
    group_end, is_named = _group_end(source, *spans[0]), False
    spans[0] = (group_end or spans[0][0], spans[0][1])
    if len(spans) == 1 and not group_end:
        return []
    for span in spans:
        scanner = Scanner(source, *span)
        place = scanner.type_place
        if place is None or place.type.is_title:
            return []
        is_bare = place.at == scanner.skip(0, FILLER) and scanner.is_end(scanner.skip(place.end, FILLER))
        if is_bare and is_named:
            return []
        around = range(place.begin), range(place.end, len(scanner.tokens))
        words = (at for tokens in around for at in tokens if scanner.kind_at(at) in ("word", "quote"))
        is_named = not place.type.is_group and any(scanner.norm_at(at) not in COUNT_SIGNS for at in words)
    return spans


def _group_end(source: Source, start: int, end: int) -> int:
    """Return the position after the name of a group ("Soldiers: 2 recruits"), or 0."""
    scanner = Scanner(source, start, end)
    place = scanner.type_place
    colon = scanner.skip(place.end) if place and place.type.is_group else -1
    first = scanner.skip(colon + 1)
    return scanner.tokens[first].start if scanner.text_at(colon) == ":" and not scanner.is_end(first) else 0


def scan_line(source: Source, at: int, start: int, end: int) -> ScannedLine:
    """Return a line, or a part of it, with its terms."""
    raw = source.text[start:end]
    bullet = bullet_length(source.covered[start:end])
    if bullet and source.covered[start : start + bullet].strip(f" {COVER}"):
        source.mark_ranges.append((start, start + bullet))
    start += bullet
    shown = source.covered[start:end]
    scanner = Scanner(source, start, end, is_heading=is_heading(raw))
    scanner.announce_slot(source.words.catalogue_index.pick_slots.get(source.announced_slot))
    source.kind_above = scanner.kind if any(token.kind != "blank" for token in scanner.tokens) else ""
    bold = bold_end(source.text[start:end])
    name_ends = (position for position in range(start, end + 1) if position in source.name_ends)
    has_slot = scanner.slot is not None
    terms = scanner.read(name_end=next(name_ends, start + bold if bold else 0))
    _set_announced_slot(source, terms)
    line = ScannedLine(at + 1, start, end, shown, terms, scanner.is_heading, has_bullet=bullet > 0)
    line.is_labelled = scanner.is_labelled
    is_below_text = at > 0 and not source.is_empty(at - 1)
    line.is_below_slot_label = has_slot and (bullet > 0 or is_below_text) and line.has_kind("pick")
    finish_line(line)
    return line


def _set_announced_slot(source: Source, terms: Sequence[ParsedTerm]) -> None:
    """Store the slot that a line ends with, for the lines of entries below it."""
    kinds = {term.kind for term in terms}
    if terms and terms[-1].kind == "slot":
        source.announced_slot = terms[-1].code
    elif "pick" not in kinds or kinds - {"pick", "unread"}:
        source.announced_slot = ""


class Scanner(HeadReader):
    """A line of text or a cell, read from left to right into terms."""

    custom_entry: EntryMatch | None = None
    """The entry of the announced slot that players name themselves."""

    def read(self, name_end: int = 0) -> list[ParsedTerm]:
        """Return the terms of the line. ``name_end`` is the position at which a marked name ends, or 0."""
        if self.type_place and name_end and name_end <= self.tokens[self.type_place.end - 1].end:
            name_end = 0  # Only the type is marked, and not a name.
        terms_before, at = self.read_head(name_end)
        self.head_end = at
        if label := self.read_generic_label(at):
            terms_before, at = [*terms_before, label.value], label.end
        elif end := sure_name_end(self, at, name_end):
            name = self.skip(at)
            quoted = self.kind_at(name) == "quote" and end == name + 1
            term = self.term("name", name, end, "name", value=self.tokens[name].start) if quoted else None
            terms_before, at = [*terms_before, term or self.unread_term(name, end)], end
            return self.scan(at, terms_before)
        if rest := read_values_first(self, at):
            return [*terms_before, rest]
        return ask_about_name_end(self, self.scan(at, terms_before))

    def scan(self, at: int = 0, terms_before: list[ParsedTerm] | None = None) -> list[ParsedTerm]:
        """Read from a token to the end of the line. Return ``terms_before`` and the terms that were read.

        Raise DocumentError if the line is too long or the text has too many unread words.
        """
        terms_before = [] if terms_before is None else terms_before
        steps = 0
        while not self.is_end(at):
            steps += 1
            if steps > _MAX_STEPS or len(terms_before) > _MAX_TERMS:
                line = f"line {self.source.line_number(self.tokens[at].start)}"
                raise DocumentError(line, "is too long for one profile", "start each on a new line")
            is_count_sign = (
                self.text_at(at) == "*" and self.kind_at(at + 1) == "digits"
            )  # "Bats*5": five bats
            if self.kind_at(at) in ("blank", "inch") or (self.text_at(at) in FILLER and not is_count_sign):
                at += 1
                continue
            terms_and_end = (
                self._read_quoted_name(at, terms_before)
                or self.read_type(at)
                or read_calculated_values(self, at)
                or self.read_price(at, terms_before)
                or self.read_count(at, terms_before)
                or self.next_terms(at)
                or ask_misspelt(self, at)
            )
            if terms_and_end is None:
                self.source.unread_word_count += 1
                if self.source.unread_word_count > _MAX_UNREAD_WORDS:
                    raise DocumentError(
                        "", "contains too much that isn't a stat line", "paste only the profiles"
                    )
            terms, at = terms_and_end or ([self.unread_term(at, at + 1)], at + 1)
            self.has_count = (
                self.has_count or terms[0].is_lead or terms[0].code in self.words.count_attributes
            )
            if any(term.kind in ("count", "claim") for term in terms):
                self.number_end = at
            for term in terms:
                self._append(terms_before, term)
        return terms_before

    def _read_quoted_name(self, at: int, terms_before: Sequence[ParsedTerm]) -> TermsAndEnd:
        """Read a name in quotes after the type: Sniper "Long Tom"."""
        if (
            self.kind_at(at) != "quote"
            or not terms_before
            or not all(t.can_be_before_name for t in terms_before)
        ):
            return None
        return [self.term("name", at, at + 1, "name", value=self.tokens[at].start)], at + 1

    def _append(self, terms_before: list[ParsedTerm], term: ParsedTerm) -> None:
        """Add a term. Unread terms are joined if only blanks and joining signs separate them."""
        last = terms_before[-1] if terms_before else term
        are_unread = all(part.kind == "unread" and not (part.hint or part.question) for part in (last, term))
        between = self.text[last.end : term.start]
        can_join = are_unread and not (self.has_type and _UNREAD_END.search(between))
        is_next = last.code == term.code and _SIGNS_IN_UNREAD.issuperset(between)
        if terms_before and can_join and is_next:
            last.end = term.end
        else:
            terms_before.append(term)

    def next_terms(self, at: int) -> TermsAndEnd:
        """Return the terms of the longest fact that begins at a token, and the next token."""
        hit = self.entries_at(at) or self._plural_entries_at(at)
        if denied := self.read_some_models(at) or (None if hit else self._read_denied(at)):
            return denied
        if hit and self._is_after_count(at):
            return None  # "12 Archers, Bow": the words of the head are the name
        if self.kind_at(at) == "quote":
            return self._read_custom_entry(at)
        if self.kind_at(at) != "word":
            terms_and_end = self.read_points(at) or read_counted(self, at)
            terms_and_end = terms_and_end or (read_picks(self, hit.value, at, hit.end) if hit else None)
            return terms_and_end or read_leading_count(self, at)
        if (
            terms_and_end := read_initials(self, at)
            or read_value_before_label(self, at)
            or self._read_bare_option(at)
        ):
            return terms_and_end
        label = self.label_at(at)
        is_part_of_entry = label and hit and hit.end > label.end
        is_label = label and (label.value.kind != "picks" or self._is_slot_label(at, label.end))
        if label and is_label and not is_part_of_entry:
            terms_and_end = self.read_announced(label.value, at, label.end)
        if terms_and_end:
            return terms_and_end
        if hit:
            return read_picks(self, hit.value, at, hit.end) if not self.touches_previous(hit.end) else None
        if terms_and_end := self._read_joining_word(at) or self._read_custom_entry(at):
            return terms_and_end
        is_first = self.previous_token(at) < 0 and not self.source.is_after_text(self.tokens[at].start)
        return None if is_first else read_bare_weapon(self, at)

    def _read_bare_option(self, at: int) -> TermsAndEnd:
        """Read an option without its label, separate from other words: "Skeleton – Rabble, Sword"."""
        option = self.option_at(at)
        if option is None or self.touches_previous(option.end):
            return None
        code, inside = option.value.attribute, map(self.label_at, range(at, option.end))
        if code in self.labelled_attributes and not any(
            label and label.value.code == code for label in inside
        ):
            return None
        entry = self.entries_at(at)
        if (entry and entry.end > option.end) or not self.can_be_fact(at, option.end):
            return None
        return [read_option(self, at, option.end, *option.value)], option.end

    def _is_after_count(self, at: int) -> bool:
        """Return whether a word is the first word after the line's number of models: "12 Archers"."""
        before = self.previous_token(at)
        is_after_first_number = self.kind_at(before) == "digits" and self.previous_token(before) < 0
        return self.has_count and is_after_first_number and not self.is_own_text

    def _read_custom_entry(self, at: int) -> TermsAndEnd:
        """Read a player-made item of a slot: "Claws (+1, reach 0)"."""
        hit = self.custom_entry
        if hit is None or self.begins_label(at):
            return None
        end = self._name_end(at)
        name = self.raw_text(at, end)[1:-1] if self.kind_at(at) == "quote" else self.raw_text(at, end)
        return read_picks(self, [hit._replace(parameters={hit.entry.name_parameter: name})], at, end)

    def _name_end(self, at: int) -> int:
        """Return the end of the words that begin at a token."""
        end = at + 1
        while self.kind_at(at) != "quote" and not self.is_end(end):
            if self.text_at(end) in FILLER and self.text_at(end) not in WORD_SIGNS:
                break
            end += 1
        return self.previous_token(end) + 1

    def _read_joining_word(self, at: int) -> TermsAndEnd:
        """Read a word that only joins others: "and", "with", "w/"."""
        if self.tokens[at].norm in LINK_WORDS:
            return [self.term("mark", at, at + 1, "")], at + 1
        if self.tokens[at].norm == "w" and self.text_at(at + 1) == "/":
            return [self.term("mark", at, at + 2, "")], at + 2
        return None

    @cached_property
    def _singulars(self) -> list[TextToken]:
        """The tokens, without the "s" at the ends of words."""
        return [
            token._replace(norm=token.norm.removesuffix("s"))
            if len(token.norm) > _MIN_PLURAL_LENGTH
            else token
            for token in self.tokens
        ]

    def _plural_entries_at(self, at: int) -> Found[tuple[EntryMatch, ...]] | None:
        """Return the entries that a plural after the first sign of the line can mean: "bows and daggers"."""
        if self.is_own_text or at <= self.first_part_end:
            return None
        entries = self.words.entries.find(self._singulars, at)
        return entries if entries and self.norm_at(entries.end - 1).endswith("s") else None

    def _read_denied(self, at: int) -> TermsAndEnd:
        """Return an unread term, up to the next sign or value, for a missing thing: "no longer Undead"."""
        after = at + 3 if "".join(map(self.norm_at, range(at, at + 3))) == "w/o" else at + 1
        if after == at + 1 and self.norm_at(at) not in NOT_WORDS:
            return None
        end, is_known = after, False
        while (
            end < min(after + _MAX_DENIED_TOKENS, len(self.tokens))
            and self.text_at(end) not in DENIAL_END_SIGNS
        ):
            label = self.label_at(end)
            if label and label.value.kind == "attribute" and self.kind_at(self.skip(label.end)) == "digits":
                break
            is_known = is_known or bool(
                label or self.entries_at(end) or self._plural_entries_at(end) or self.option_at(end)
            )
            end += 1
        end = self.previous_token(end) + 1
        return ([self.unread_term(at, end, "denied", LEAVE_OUT)], end) if is_known else None

    def begins_label(self, at: int) -> bool:
        """Return whether a label, a price or values without labels begin at a token."""
        if self.kind_at(at) == "digits":
            return self.read_points(at) is not None
        if self.price_of_one(at):
            return True
        labelled = self.label_at(at)
        if labelled is None:
            return (
                self.kind_at(at) == "word"
                and (read_initials(self, at) or read_value_before_label(self, at)) is not None
            )
        label, end = labelled
        if label.kind in ("name", "notes"):
            return self.text_at(self.skip(end)) in (":", "=")
        if label.kind in ("weapons", "picks"):
            return self._is_slot_label(at, end)
        return self.read_announced(label, at, end) is not None

    def _is_slot_label(self, at: int, end: int) -> bool:
        """Return whether a slot's name is a label: before a colon, in capitals, or separate from words."""
        sign = self.skip(end)
        has_colon = self.text_at(sign) in (":", "=") and not any(map(self.ends_cell, range(end, sign)))
        if has_colon or self.tokens[at].text.isupper():
            return True
        if self.entries_at(at):
            return False
        return (
            self.kind_at(self.previous_token(at)) not in ("word", "digits")
            or self.tokens[at].text[0].isupper()
        )

    def read_announced(self, label: Label, at: int, end: int) -> TermsAndEnd:
        """Read the text after a label, or return None if it doesn't fit the label."""
        catalogue_index = self.words.catalogue_index
        if label.kind == "attribute":
            attribute = catalogue_index.attributes[label.code]
            terms_and_end = read_attribute(self, attribute, at, end)
            if terms_and_end is None:
                return None
            after = terms_and_end[1]  # a number joined to more text isn't a value: "2d6", "15cm", "6+1"
            goes_on = (
                self.touches_previous(after)
                and self.kind_at(after - 1) == "digits"
                and not self.label_at(after)
            )
            if goes_on or (self.text_at(after) == "+" and self.kind_at(after + 1) == "digits"):
                return None
            return read_second_number(self, attribute, terms_and_end) or terms_and_end
        if label.kind == "weapons":
            return read_weapons(self, catalogue_index.weapon_slots[label.code], at, end)
        if label.kind == "picks":
            return self._read_slot(catalogue_index.pick_slots[label.code], at, end)
        if label.kind == "single":
            return self._read_single(catalogue_index.pick_slots[label.code], at, end)
        if label.kind in ("name", "notes"):
            return self._read_name_or_notes(label.kind, at, end)
        return self._read_number(label, at, end)

    def _read_slot(self, slot: PickSlot, at: int, end: int) -> TermsAndEnd:
        """Read the label of a slot, perhaps with the word "none", and announce the slot."""
        after = self.skip(end, ":=")
        if self.norm_at(after) == YES and (hit := self.entries_at(at)):
            return read_picks(self, hit.value, at, hit.end)  # "Shield: Yes" is the entry Shield.
        self.announce_slot(slot)
        is_sure = after > self.skip(end) and self.raw_text(at, end) in (slot.label, slot.name)
        self.custom_entry = self.words.custom_entries.get(slot.code) if is_sure else None
        if stop := self.blank_end(after, slot.code):
            return [self.term("slot", at, stop, f"{slot.name}: {slot.blank_name or 'none'}")], stop
        return [self.term("slot", at, end, slot.name, code=slot.code)], end

    def _read_single(self, slot: PickSlot, at: int, end: int) -> TermsAndEnd:
        """Read the entry or the blank after the label of a slot with one entry."""
        begin = self.skip(end, ":=.")
        match = read_single_choice(self, self.words.singles[slot.code], begin, is_labelled=True)
        code, stop = match or (None, self.blank_end(begin, slot.code))
        name = self.words.catalogue_index.entries[slot.group][code].name if code else slot.blank_name
        meaning = f"{slot.name} {name}".strip()
        return ([self.term("single", at, stop, meaning, code=slot.code, value=code)], stop) if stop else None

    def _read_number(self, label: Label, at: int, end: int) -> TermsAndEnd:
        """Read a number after a label: a maximum, a count, points, or a calculated value."""
        begin = self.skip(end, ":=.")
        if label.kind == "count":
            return self.read_labelled_count(at, end)
        stated = self.integer_at(begin) if label.kind == "max" else self.signed_integer_at(begin)
        if label.kind == "calculated":
            stop = self._calculated_end(label.code, begin) or (stated.end if stated else 0)
            if not stop:
                return None
            if self.is_own_text:
                return [self.term("mark", at, stop, CALCULATED)], stop
            # The 2 of "2D6" and the 3 of "3 of 5" aren't values.
            is_number = stated and self.norm_at(stated.end) not in ("d", "of")
            number = stated.value if stated and is_number else None
            return [self.term("mark", at, stop, CALCULATED, code=label.code, value=number)], stop
        if stated is None:
            stop = self.blank_end(begin)
            return ([self.term("mark", at, stop, "not said")], stop) if stop else None
        value, stop = stated
        if label.kind == "max":
            return [self.term("max", at, stop, f"Max {value}", value=value)], stop
        stop = self.unit_end(stop) or stop
        return [self.claim_term(at, stop, value)], stop

    def _calculated_end(self, code: str, at: int) -> int:
        """Return the end of the calculated value at a token, or 0 if the text has another form."""
        match = (
            None
            if self.is_end(at)
            else self.words.value_patterns[code].match(self.text, self.tokens[at].start)
        )
        if match is None:
            return 0
        ends = (end for end, token in enumerate(self.tokens) if token.start >= match.end())
        return next(ends, len(self.tokens))

    def _read_name_or_notes(self, kind: Literal["name", "notes"], at: int, end: int) -> TermsAndEnd:
        """Read a name or notes after a colon. A name ends at the next sign, notes end with the line."""
        colon = self.skip(end)
        if self.text_at(colon) not in (":", "="):
            return None
        begin = stop = self.skip(colon + 1)
        while not self.is_end(stop):
            ended = self.ends_cell(stop) or self.text_at(stop) in (";", ",") or self.begins_label(stop)
            if ended and kind == "name":
                break
            stop += 1
        stop = max(begin, self.previous_token(stop) + 1)
        if stop == begin:
            return [self.term("mark", at, end, "not said")], end
        if kind == "name" and not self.is_own_text:
            return self.read_name(at, begin, stop), stop
        return [self.term(kind, at, stop, kind, value=self.tokens[begin].start)], stop
