"""Properties and spells as players write them: "Flier 8", "Capacity 2[2]", "Airborne (slow)"."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from builder.points.catalogue import Parameter, Property
from builder.points.design import ParameterValue, Pick
from builder.points.shorthand.line import ParsedTerm, TermsAndEnd, TokenLine
from builder.points.shorthand.tokens import Phrases, normalized_words
from builder.points.shorthand.vocabulary import LINK_WORDS, OF_WORDS, EntryMatch, option_phrases

_OPEN, _CLOSED = "([{", ")]}"
_JOINS = (",", "/", "&", "+")
_FIELD = re.compile(r"{\w+}")
_LONGEST_TEXT = 200


def read_picks(line: TokenLine, hits: Sequence[EntryMatch], at: int, end: int) -> TermsAndEnd:
    """The property that a phrase means (tokens ``at`` to ``end``), and more of it where it names several."""
    fitting = [hit for hit in hits if hit.slot is line.slot] or hits
    tried = [(hit, _ParameterReader(line, hit, end)) for hit in fitting]
    hit, reader = next(((hit, reader) for hit, reader in tried if reader.is_complete()), tried[0])
    if len(fitting) > 1 and not reader.parameters and line.slot not in [hit.slot for hit in fitting]:
        return [line.unparsed(at, end, hint=_ambiguity_hint(line, fitting, at, end))], end
    stop = reader.end
    terms = [_term(line, hit, reader.parameters, at, stop)]
    terms[0].free = line.slot is None and (terms[0].free or stop == end)
    if hit.entry.repeatable and (named := _only_profile(hit.entry)) and named.code in reader.parameters:
        while more := _one_more(line, stop):
            key, begin, stop = more
            terms.append(_term(line, hit, {**reader.parameters, named.code: key}, begin, stop))
    return terms, stop


def _ambiguity_hint(line: TokenLine, hits: Sequence[EntryMatch], at: int, end: int) -> str:
    """How to write a name that several slots have."""
    name = line.raw(at, end)
    choices = []
    for hit in hits:
        options = [o.name.lower() for p in hit.entry.parameters for o in p.options if o.offered]
        more = f" ({' or '.join(options)})" if options else ""
        choices.append(f"“{hit.slot.label}: {name}{more}”")
    return f"it may be several things: write {' or '.join(choices)}"


def _term(
    line: TokenLine, hit: EntryMatch, parameters: Mapping[str, ParameterValue], at: int, end: int
) -> ParsedTerm:
    pick = Pick(code=hit.entry.code, parameters=dict(parameters))
    shown = [
        f"{p.name} {_value_text(line, p, parameters[p.code])}"
        for p in hit.entry.parameters
        if p.code in parameters
    ]
    meaning = f"{hit.slot.noun.capitalize()} {hit.entry.name}" + (f" ({', '.join(shown)})" if shown else "")
    named = {p.code for p in hit.entry.parameters if p.names_profiles}
    free = line.slot is None and named.issuperset(parameters)
    return line.term("pick", at, end, meaning, code=hit.slot.code, pick=pick, free=free)


def _value_text(line: TokenLine, parameter: Parameter, value: ParameterValue) -> str:
    if parameter.names_profiles:
        keys = value if isinstance(value, tuple) else (str(value),)
        return ", ".join(line.names.by_key.get(key, key) for key in keys)
    return parameter.option_name(str(value))


def _only_profile(entry: Property) -> Parameter | None:
    parameters = entry.parameters
    return parameters[0] if len(parameters) == 1 and parameters[0].kind == "profile" else None


def _one_more(line: TokenLine, at: int) -> tuple[str, int, int] | None:
    """A further profile behind a comma or "and", unless what stands there is a word of the game."""
    begin = line.skip(at)
    if line.text_at(begin) not in _JOINS and line.norm_at(begin) not in LINK_WORDS:
        return None
    begin = line.skip(begin + 1)
    if line.is_end(begin) or line.begins_label(begin) or line.words.entries.find(line.tokens, begin):
        return None
    found = line.names.find(line.tokens, begin)
    return (found[0], begin, found[1]) if found else None


class _ParameterReader:
    """Reads the parameters behind the name of one entry. ``end`` is the token behind the last one."""

    def __init__(self, line: TokenLine, hit: EntryMatch, at: int) -> None:
        self.line = line
        self.entry = hit.entry
        self.parameters: dict[str, ParameterValue] = dict(hit.parameters)
        self.end = at
        self.depth = 0
        words = _words_between(hit.entry)
        while (step := self._step(self.end, words)) is not None:
            self.end = step
        self._close()

    def is_complete(self) -> bool:
        """Whether every parameter that the entry needs was given."""
        return all(p.code in self.parameters or p.default for p in self.entry.parameters)

    def _step(self, at: int, between: frozenset[str]) -> int | None:
        """Past one parameter more; None where none stands here."""
        open_at = [p for p in self.entry.parameters if p.code not in self.parameters]
        begin, colon = at, False
        while open_at and not self.line.is_end(begin):
            sign = self.line.text_at(begin)
            if self.line.kind_at(begin) == "s" or sign in ":=×" or (self.depth and sign in ",;/"):
                colon = colon or sign in ":="
            elif sign in _OPEN:
                self.depth += 1
                colon = True
            elif sign in _CLOSED and self.depth:
                self.depth -= 1
            elif self.line.norm_at(begin) not in between or not self.parameters:
                break
            begin += 1
        if self.line.is_end(begin) or not open_at:
            return None
        if self.line.norm_at(begin) in OF_WORDS and begin > at:
            open_at = [p for p in open_at if p.names_profiles]
            begin = self.line.skip(begin + 1)
            return self._read_any(begin, open_at, colon) if not self.line.is_end(begin) else None
        return self._read_named(begin, open_at) or self._read_any(begin, open_at, colon)

    def _read_named(self, at: int, parameters: Sequence[Parameter]) -> int | None:
        """A parameter by its own name, in brackets: "(size 2)"."""
        names = Phrases((text, p) for p in parameters for text in (p.name, p.code))
        found = names.find(self.line.tokens, at)
        if found and not self.depth and not self._is_own(found[0], at):
            return None
        return self._read_parameter(found[0], self.line.skip(found[1], ":="), colon=True) if found else None

    def _is_own(self, parameter: Parameter, at: int) -> bool:
        """Whether a number's name without brackets is this entry's: no label, or one that was read before."""
        if parameter.kind != "number":
            return False
        found = self.line.words.labels.find(self.line.tokens, at)
        return found is None or (found[0].kind == "attribute" and self.line.is_value_read(found[0].code, at))

    def _read_any(self, at: int, parameters: Sequence[Parameter], colon: bool) -> int | None:
        for parameter in parameters:
            if end := self._read_parameter(parameter, at, colon=colon):
                return end
        return None

    def _read_parameter(self, parameter: Parameter, at: int, *, colon: bool) -> int | None:
        found = self._value(parameter, at, colon)
        if found is None:
            return None
        self.parameters[parameter.code] = found[0]
        return found[1]

    def _value(self, parameter: Parameter, at: int, colon: bool) -> tuple[ParameterValue, int] | None:
        line = self.line
        if parameter.kind == "number":
            number = line.signed_integer_at(at)
            return None if number is None or line.is_unit(line.skip(number[1])) else number
        if parameter.kind == "choice":
            found = _option_phrases(parameter).find(line.tokens, at)
            return found if found and not line.touches(found[1]) else None
        if parameter.kind == "profile":
            return line.names.find(line.tokens, at)
        if parameter.kind == "profiles":
            return self._profiles(at)
        return self._text(at, colon)

    def _profiles(self, at: int) -> tuple[ParameterValue, int] | None:
        keys: list[str] = []
        end = at
        found = self.line.names.find(self.line.tokens, at)
        while found:
            keys.append(found[0])
            end = found[1]
            more = self.line.skip(end)
            if self.line.text_at(more) not in _JOINS and self.line.norm_at(more) not in LINK_WORDS:
                break
            found = self.line.names.find(self.line.tokens, self.line.skip(more + 1))
        return (tuple(keys), end) if keys else None

    def _text(self, at: int, colon: bool) -> tuple[ParameterValue, int] | None:
        """In quotes, in brackets, or to the next comma."""
        line = self.line
        if line.kind_at(at) == "q":
            return " ".join(line.text_at(at)[1:-1].split()), at + 1
        if line.kind_at(at) not in ("w", "d") or (not colon and self._is_known(at)):
            return None
        end, depth = at, self.depth
        while not line.is_end(end) and end - at < _LONGEST_TEXT:
            sign = line.text_at(end)
            if sign in _OPEN:
                depth += 1
            elif sign in _CLOSED:
                depth -= 1
                if depth < self.depth:
                    break
            elif "\t" in sign or sign == "|" or (not self.depth and (sign in ",;" or line.begins_label(end))):
                break
            end += 1
        while end > at and line.kind_at(end - 1) == "s":
            end -= 1
        return (" ".join(line.raw(at, end).split()), end) if end > at else None

    def _is_known(self, at: int) -> bool:
        return self.line.begins_label(at) or self.line.words.entries.find(self.line.tokens, at) is not None

    def _close(self) -> None:
        """Past the brackets that close the parameters."""
        while self.depth and self.line.text_at(self.end) in _CLOSED and self.line.text_at(self.end):
            self.end += 1
            self.depth -= 1


@lru_cache(maxsize=256)
def _option_phrases(parameter: Parameter) -> Phrases[str]:
    return option_phrases(parameter.options)


@lru_cache(maxsize=256)
def _template_words(text: str, name: str) -> frozenset[str]:
    return frozenset(normalized_words(_FIELD.sub(" ", text))) - frozenset(normalized_words(name)) | {"x"}


def _words_between(entry: Property) -> frozenset[str]:
    """The words that stand between an entry's parameters: "March 2 by 3"."""
    return _template_words(entry.text, entry.name)
