"""Properties and spells as players write them: "Flier 8", "Capacity 2[2]", "Airborne (slow)"."""

import re
from collections.abc import Sequence
from dataclasses import replace

from builder.points.document.design import ParameterValue, Pick
from builder.points.pricing.texts import YES
from builder.points.rules.catalogue import Parameter, Property
from builder.points.shorthand.line import ParsedTerm, TermsAndEnd, TokenLine
from builder.points.shorthand.results import ParsedPiece
from builder.points.shorthand.tokens import DASHES, Found, Phrases
from builder.points.shorthand.vocabulary import LINK_WORDS, NOT_WORDS, OF_WORDS, EntryMatch, option_phrases

USE_BRACKETS = "put its details in brackets"
ONLY_WHAT_IT_HAS = "write only what the profile has, without “?” or “no”"
_OPEN, _CLOSED = "([{", ")]}"
_BETWEEN_PROFILES = frozenset((",", "/", "&", "+", "AND", *LINK_WORDS))
_BETWEEN_PARAMETERS = frozenset(("x", "by"))
_MAX_TEXT_TOKENS = 200
_MAX_TIMES = 20


def read_picks(line: TokenLine, hits: Sequence[EntryMatch], at: int, end: int) -> TermsAndEnd:
    """Read the entry that a phrase (tokens ``at`` to ``end``) means, with its parameters.

    ``hits`` are all entries that the phrase can mean.
    """
    half = line.entries_at(line.skip(end, _BETWEEN_PROFILES))
    if half and half.value == hits and "/" in hits[0].entry.name and "/" not in line.raw_text(at, end):
        end = half.end  # The phrases are the two halves of one name, around a "/".
    fitting = [hit for hit in hits if hit.slot is line.slot] or hits
    tried = [(hit, _ParameterReader(line, hit, end)) for hit in fitting]
    hit, reader = next(((hit, reader) for hit, reader in tried if reader.is_complete), tried[0])
    if len(fitting) > 1 and not reader.parameters:
        choices = " or ".join(f"“{hit.slot.label}: {line.raw_text(at, end)}”" for hit in fitting)
        return [line.unread_term(at, end, hint=f"it has several meanings: write {choices}")], end
    if reader.unsure_end:
        return [line.unread_term(at, reader.unsure_end, hit.slot.code, USE_BRACKETS)], reader.unsure_end
    after = line.skip(reader.end, ":=?")
    signs = {*map(line.text_at, range(reader.end, after))}
    is_denied = line.norm_at(after) in NOT_WORDS
    if "?" in signs or (is_denied and not signs.isdisjoint(":=")):
        end = line.previous_token(after + is_denied) + 1
        return [line.unread_term(at, end, hint=ONLY_WHAT_IT_HAS)], end
    if line.norm_at(after) == YES and not signs.isdisjoint(":="):  # "Shield: Yes"
        reader.end = after + 1
    return _read_times(line, hit, _term(line, hit, reader, at), reader.end)


def _read_times(line: TokenLine, hit: EntryMatch, term: ParsedTerm, end: int) -> TermsAndEnd:
    """Read how often a pick is taken ("Create Bog x2"), or its printed numbers ("Bribe (14/0)")."""
    times = line.times_at(end) if hit.entry.repeatable else None
    if times and 0 < times.value <= _MAX_TIMES:
        pieces = [*term.pieces, ParsedPiece(*line.span(line.skip(end), times.end), f"{times.value} times")]
        after = line.span(end, times.end)[1]
        again = [replace(term, start=after, end=after, pieces=[]) for _ in range(times.value - 1)]
        return [replace(term, end=after, pieces=pieces), *again], times.end
    begin = line.skip(end, _OPEN)
    number = line.signed_integer_at(begin) if _has_word_before_number(hit.entry) else None
    if number is None or line.unit_end(number.end) or line.touches_previous(number.end):
        return [term], end
    more = line.integer_at(number.end + 1) if line.text_at(number.end) == "/" else None
    stop = more.end if more else number.end
    code = f"{hit.slot.group}/{hit.entry.code}"
    printed = line.term("mark", begin, stop, "calculated", code=code, value=number.value)
    return [replace(term, is_bare=False), printed], stop


def _has_word_before_number(entry: Property) -> bool:
    """Return whether the entry's text has a word between its name and its only parameter, a number.

    A number directly after the name of such an entry is a printed number.
    """
    numbers = [parameter.code for parameter in entry.parameters if parameter.kind == "number"]
    worded = rf"{re.escape(entry.name)} [^\W\d_]+ {{{''.join(numbers)}}}"
    return len(numbers) == 1 and bool(entry.stats) and re.fullmatch(worded, entry.text) is not None


def _term(line: TokenLine, hit: EntryMatch, reader: "_ParameterReader", at: int) -> ParsedTerm:
    """Return the term of an entry with the parameters that were read."""
    given = [p for p in hit.entry.parameters if p.code in reader.parameters]
    texts = list[str]()
    for parameter in given:
        value = reader.parameters[parameter.code]
        keys = value if isinstance(value, tuple) else (str(value),)
        names = [line.names.by_key.get(key, key) for key in keys]
        text = ", ".join(names) if parameter.names_profiles else parameter.option_name(str(value))
        texts.append(f"{parameter.name} {text}")
    shown = ", ".join(texts)
    meaning = f"{hit.slot.noun.capitalize()} {hit.entry.name}" + (f" ({shown})" if shown else "")
    is_bare = line.slot is None and (reader.end == reader.begin or all(p.names_profiles for p in given))
    pick = Pick(code=hit.entry.code, parameters=reader.parameters)
    return line.term("pick", at, reader.end, meaning, code=hit.slot.code, pick=pick, is_bare=is_bare)


class _ParameterReader:
    """A reader of the parameters after an entry's name, from the token ``at`` on.

    ``end`` is the token after the last parameter.
    ``bracket_depth`` is the number of open brackets.
    ``unsure_end`` is the token after the name of a parameter that may be a separate label instead, or 0.
    ``is_complete`` is true if all parameters without a default were read.
    """

    def __init__(self, line: TokenLine, hit: EntryMatch, at: int) -> None:
        self.line = line
        self.entry = hit.entry
        self.parameters: dict[str, ParameterValue] = dict(hit.parameters)
        self.has_parameter_name = False
        last = line.text_at(line.previous_token(at))
        self.has_word = f"{last.casefold()} {{" in self.entry.text.casefold()
        self.is_price_entered = hit.entry.cost.kind == "entered"
        self.begin = self.end = at
        self.bracket_depth = 0
        self.unsure_end = 0
        while (parameter_end := self._read_parameter(self.end)) is not None:
            self.end = parameter_end
        while self.bracket_depth and line.kind_at(self.end) == "sign" and line.text_at(self.end) in _CLOSED:
            self.end += 1
            self.bracket_depth -= 1
        for parameter in [p for p in hit.entry.parameters if p.kind == "number"]:
            if self.parameters.get(parameter.code) == "":  # a dash: the number isn't known yet
                del self.parameters[parameter.code]
            elif parameter.default and last.casefold() == parameter.code:
                self.parameters.setdefault(parameter.code, 1)  # "Drone (lowered)", but not "Command bonus"
        self.is_complete = all(p.code in self.parameters or p.default for p in self.entry.parameters)

    def _read_parameter(self, at: int) -> int | None:
        """Read one more parameter. Return the next token, or None if there is no further parameter."""
        line = self.line
        wanted = [p for p in self.entry.parameters if p.code not in self.parameters]
        begin, is_delimited = self._after_signs(at) if wanted else (at, False)
        named = self._find_parameter_name(wanted, begin)
        if line.norm_at(begin) in OF_WORDS and begin > at and not named:
            wanted = [p for p in wanted if p.names_profiles]
            begin = line.skip(begin + 1)
            named = self._find_parameter_name(wanted, begin)
        if named and not line.names.find(line.tokens, begin):
            self.unsure_end = 0 if self.bracket_depth else named.end
            wanted, is_delimited = [named.value] if self.bracket_depth else [], True
            begin = line.skip(named.end, ":=")
            self.has_parameter_name = True
        for parameter in wanted:
            if match := self._read_value(parameter, begin, is_delimited):
                self.parameters[parameter.code] = match.value
                return match.end
        return None

    def _after_signs(self, at: int) -> tuple[int, bool]:
        """Return the token after separators of parameters, and whether they had a colon or bracket."""
        line, is_delimited, between = self.line, False, _BETWEEN_PARAMETERS if self.parameters else ()
        while sign := line.text_at(at):
            if line.kind_at(at) == "blank" or sign in ":=×" or (self.bracket_depth and sign in ",;/"):
                is_delimited = is_delimited or sign in ":="
            elif sign in _OPEN:
                self.bracket_depth += 1
                is_delimited = True
            elif sign in _CLOSED and self.bracket_depth:
                self.bracket_depth -= 1
            elif line.norm_at(at) not in between:
                break
            at += 1
        return at, is_delimited

    def _find_parameter_name(self, wanted: Sequence[Parameter], at: int) -> Found[Parameter] | None:
        """Return the parameter whose name begins at a token."""
        texts = ((text, p) for p in wanted for text in (p.name, p.code, *p.published.values()))
        return Phrases(texts).find(self.line.tokens, at)

    def _read_value(self, parameter: Parameter, at: int, is_delimited: bool) -> Found[ParameterValue] | None:
        line = self.line
        if parameter.kind == "number":
            number = line.signed_integer_at(at)
            if _has_word_before_number(self.entry) and not self.has_word and not self.has_parameter_name:
                return None
            if number is None:
                end = self._unit_end(parameter, at + 1)
                blank = (
                    self.is_price_entered
                    and (self.bracket_depth or end > at + 1)
                    and line.text_at(at) in DASHES
                )
                return Found("", end) if blank else None
            end = self._unit_end(parameter, number.end)
            return None if line.unit_end(end) else Found(number.value, end)
        if parameter.kind == "choice":
            option = option_phrases(parameter.options).find(line.tokens, at)
            return option if option and not line.touches_previous(option.end) else None
        if parameter.kind == "profile":
            return line.names.find(line.tokens, at)
        if parameter.kind == "profiles":
            return self._read_profiles(at)
        return self._read_text(at, is_delimited)

    def _unit_end(self, parameter: Parameter, at: int) -> int:
        """Return the end of the entry's own text after a number: "6+", "1 AP"."""
        text_after = re.search(rf"{{{parameter.code}}}([^,()\[{{]*)", self.entry.text)
        for word in re.findall(r"\w+|[+″]", text_after[1] if text_after else ""):
            after = self.line.skip(at)
            at = after + 1 if self.line.text_at(after) == word else at
        return at

    def _read_profiles(self, at: int) -> Found[ParameterValue] | None:
        line, keys, end = self.line, list[str](), at
        while profile := line.names.find(line.tokens, at):
            keys, end = [*keys, profile.value], profile.end
            at = line.skip(end, _BETWEEN_PROFILES)
            if at == line.skip(end):
                break
        return Found(tuple(keys), end) if keys else None

    def _read_text(self, at: int, is_delimited: bool) -> Found[ParameterValue] | None:
        """Return a text in quotes, in brackets, or up to the next comma."""
        line = self.line
        if line.kind_at(at) == "quote":
            return Found(line.text_at(at)[1:-1], at + 1)
        known = line.begins_label(at) or line.entries_at(at) is not None
        if line.kind_at(at) not in ("word", "digits") or (not is_delimited and known):
            return None
        end, depth = at, self.bracket_depth
        while not line.is_end(end) and end - at < _MAX_TEXT_TOKENS:
            sign = line.text_at(end)
            depth += (sign in _OPEN) - (sign in _CLOSED)
            after = not self.bracket_depth and (sign in ",;" or line.begins_label(end))
            if after or depth < self.bracket_depth or line.ends_cell(end):
                break
            end += 1
        end = line.previous_token(end) + 1
        return Found(" ".join(line.raw_text(at, end).split()), end) if end > at else None
