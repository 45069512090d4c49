"""Properties and spells as players write them: "Flier 8", "Capacity 2[2]", "Airborne (slow)"."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from builder.points.catalogue import Parameter, Property
from builder.points.design import Pick, Value
from builder.points.shorthand.line import Found, Line, Term
from builder.points.shorthand.words import LINK_WORDS, OF_WORDS, Hit, Phrases, option_phrases, words_of

_OPEN, _CLOSED = "([{", ")]}"
_JOINS = (",", "/", "&", "+")
_FIELD = re.compile(r"{\w+}")
_LONGEST_TEXT = 200


def read_picks(line: Line, hits: Sequence[Hit], at: int, end: int) -> Found:
    """The property that a phrase means (tokens ``at`` to ``end``), and more of it where it names several."""
    called = [hit for hit in hits if _is_called(line, hit, end)]
    fitting = called or [hit for hit in hits if hit.slot is line.slot] or hits
    tried = [(hit, _Telling(line, hit, end)) for hit in fitting]
    hit, telling = next(((hit, told) for hit, told in tried if told.is_whole()), tried[0])
    if len(fitting) > 1 and not telling.told and line.slot not in [hit.slot for hit in fitting]:
        return [line.rest(at, end, hint=_both_ways(line, fitting, at, end))], end
    stop = telling.end
    if stop == end and _is_called(line, hit, end):
        stop = line.skip(end) + 1
    terms = [_term(line, hit, telling.told, at, stop)]
    terms[0].free = line.slot is None and (terms[0].free or stop == end)
    if hit.entry.repeatable and (named := _only_profile(hit.entry)) and named.code in telling.told:
        while more := _one_more(line, stop):
            key, begin, stop = more
            terms.append(_term(line, hit, {**telling.told, named.code: key}, begin, stop))
    return terms, stop


def _is_called(line: Line, hit: Hit, at: int) -> bool:
    """Whether the noun of its slot stands behind an entry: "Invisible spell"."""
    noun = line.skip(at)
    return line.norm(noun) == hit.slot.noun and line.sign(line.skip(noun + 1)) not in (":", "=")


def _both_ways(line: Line, hits: Sequence[Hit], at: int, end: int) -> str:
    """How to write a name that several slots have."""
    name = line.raw(at, end)
    ways = []
    for hit in hits:
        options = [o.name.lower() for p in hit.entry.parameters for o in p.options if o.offered]
        more = f" ({' or '.join(options)})" if options else ""
        ways.append(f"“{hit.slot.label}: {name}{more}”")
    return f"it may be several things: write {' or '.join(ways)}"


def _term(line: Line, hit: Hit, told: Mapping[str, Value], at: int, end: int) -> Term:
    pick = Pick(code=hit.entry.code, parameters=dict(told))
    shown = [f"{p.name} {_shown(line, p, told[p.code])}" for p in hit.entry.parameters if p.code in told]
    meaning = f"{hit.slot.noun.capitalize()} {hit.entry.name}" + (f" ({', '.join(shown)})" if shown else "")
    named = {p.code for p in hit.entry.parameters if p.kind in ("profile", "profiles")}
    free = line.slot is None and named.issuperset(told)
    return line.term("pick", at, end, meaning, code=hit.slot.code, pick=pick, free=free)


def _shown(line: Line, parameter: Parameter, value: Value) -> str:
    if parameter.kind in ("profile", "profiles"):
        keys = value if isinstance(value, tuple) else (str(value),)
        return ", ".join(line.names.by_key.get(key, key) for key in keys)
    return next((option.name for option in parameter.options if option.code == value), str(value))


def _only_profile(entry: Property) -> Parameter | None:
    parameters = entry.parameters
    return parameters[0] if len(parameters) == 1 and parameters[0].kind == "profile" else None


def _one_more(line: Line, at: int) -> tuple[str, int, int] | None:
    """A further profile behind a comma or "and", unless what stands there is a word of the game."""
    begin = line.skip(at)
    if line.sign(begin) not in _JOINS and line.norm(begin) not in LINK_WORDS:
        return None
    begin = line.skip(begin + 1)
    if line.is_end(begin) or line.begins(begin) or line.words.entries.find(line.tokens, begin):
        return None
    found = line.names.find(line.tokens, begin)
    return (found[0], begin, found[1]) if found else None


class _Telling:
    """What is told behind the name of one entry. ``end`` is the token behind the last that told something."""

    def __init__(self, line: Line, hit: Hit, at: int) -> None:
        self.line = line
        self.entry = hit.entry
        self.told: dict[str, Value] = dict(hit.told)
        self.end = at
        self.depth = 0
        words = _words_between(hit.entry)
        while (step := self._step(self.end, words)) is not None:
            self.end = step
        self._close()

    def is_whole(self) -> bool:
        """Whether everything that the entry must be told was told."""
        return all(p.code in self.told or p.default for p in self.entry.parameters)

    def _step(self, at: int, between: frozenset[str]) -> int | None:
        """Past one parameter more; None where none is told here."""
        open_at = [p for p in self.entry.parameters if p.code not in self.told]
        begin, colon = at, False
        while open_at and not self.line.is_end(begin):
            sign = self.line.sign(begin)
            if self.line.kind(begin) == "s" or sign in ":=×" or (self.depth and sign in ",;/"):
                colon = colon or sign in ":="
            elif sign in _OPEN:
                self.depth += 1
                colon = True
            elif sign in _CLOSED and self.depth:
                self.depth -= 1
            elif self.line.norm(begin) not in between or not self.told:
                break
            begin += 1
        if self.line.is_end(begin) or not open_at:
            return None
        if self.line.norm(begin) in OF_WORDS and begin > at:
            open_at = [p for p in open_at if p.kind in ("profile", "profiles")]
            begin = self.line.skip(begin + 1)
            return self._any(begin, open_at, colon) if not self.line.is_end(begin) else None
        return self._named(begin, open_at) or self._any(begin, open_at, colon)

    def _named(self, at: int, parameters: Sequence[Parameter]) -> int | None:
        """A parameter by its own name, in brackets: "(size 2)"."""
        names = Phrases((text, p) for p in parameters for text in (p.name, p.code))
        found = names.find(self.line.tokens, at)
        if found and not self.depth and not self._is_own(found[0], at):
            return None
        return self._tell(found[0], self.line.skip(found[1], ":="), colon=True) if found else None

    def _is_own(self, parameter: Parameter, at: int) -> bool:
        """Whether a number's name without brackets is this entry's: no label, or one that was said before."""
        if parameter.kind != "number":
            return False
        found = self.line.words.labels.find(self.line.tokens, at)
        return found is None or (found[0].kind == "attribute" and self.line.is_said(found[0].code, at))

    def _any(self, at: int, parameters: Sequence[Parameter], colon: bool) -> int | None:
        for parameter in parameters:
            if end := self._tell(parameter, at, colon=colon):
                return end
        return None

    def _tell(self, parameter: Parameter, at: int, *, colon: bool) -> int | None:
        found = self._value(parameter, at, colon)
        if found is None:
            return None
        self.told[parameter.code] = found[0]
        return found[1]

    def _value(self, parameter: Parameter, at: int, colon: bool) -> tuple[Value, int] | None:
        line = self.line
        if parameter.kind == "number":
            number = line.signed(at)
            return None if number is None or line.is_unit(line.skip(number[1])) else number
        if parameter.kind == "choice":
            found = _option_phrases(parameter).find(line.tokens, at)
            return found if found and not line.touches(found[1]) else None
        if parameter.kind == "profile":
            return line.names.find(line.tokens, at)
        if parameter.kind == "profiles":
            return self._profiles(at)
        return self._text(at, colon)

    def _profiles(self, at: int) -> tuple[Value, int] | None:
        keys: list[str] = []
        end = at
        found = self.line.names.find(self.line.tokens, at)
        while found:
            keys.append(found[0])
            end = found[1]
            more = self.line.skip(end)
            if self.line.sign(more) not in _JOINS and self.line.norm(more) not in LINK_WORDS:
                break
            found = self.line.names.find(self.line.tokens, self.line.skip(more + 1))
        return (tuple(keys), end) if keys else None

    def _text(self, at: int, colon: bool) -> tuple[Value, int] | None:
        """In quotes, in brackets, or to the next comma."""
        line = self.line
        if line.kind(at) == "q":
            return " ".join(line.sign(at)[1:-1].split()), at + 1
        if line.kind(at) not in ("w", "d") or (not colon and self._is_known(at)):
            return None
        end, depth = at, self.depth
        while not line.is_end(end) and end - at < _LONGEST_TEXT:
            sign = line.sign(end)
            if sign in _OPEN:
                depth += 1
            elif sign in _CLOSED:
                depth -= 1
                if depth < self.depth:
                    break
            elif "\t" in sign or sign == "|" or (not self.depth and (sign in ",;" or line.begins(end))):
                break
            end += 1
        while end > at and line.kind(end - 1) == "s":
            end -= 1
        return (" ".join(line.raw(at, end).split()), end) if end > at else None

    def _is_known(self, at: int) -> bool:
        return self.line.begins(at) or self.line.words.entries.find(self.line.tokens, at) is not None

    def _close(self) -> None:
        """Past the bracket that shuts what was told."""
        while self.depth and self.line.sign(self.end) in _CLOSED and self.line.sign(self.end):
            self.end += 1
            self.depth -= 1


@lru_cache(maxsize=256)
def _option_phrases(parameter: Parameter) -> Phrases[str]:
    return option_phrases(parameter.options)


@lru_cache(maxsize=256)
def _template_words(text: str, name: str) -> frozenset[str]:
    return frozenset(words_of(_FIELD.sub(" ", text))) - frozenset(words_of(name)) | {"x"}


def _words_between(entry: Property) -> frozenset[str]:
    """The words that stand between an entry's parameters: "March 2 by 3"."""
    return _template_words(entry.text, entry.name)
