"""Values of attributes as players write them: "Mov 6", "Mov: 6\"", "Arm 9H", "Mgc 5 High", "SSv -"."""

from dataclasses import replace

from builder.points.catalogue import Attribute, PickSlot
from builder.points.shorthand.line import ParsedTerm, ReadSpan, TermsAndEnd, TokenLine
from builder.points.shorthand.tokens import DASHES
from builder.points.shorthand.vocabulary import Label, OneOf

EARLY = "write the label first, then a blank and the value"


def read_attribute(line: TokenLine, attribute: Attribute, label: int, at: int) -> TermsAndEnd:
    """The value behind a label (from token ``label`` to ``at``), and what stands with it: "9 H", "5 High"."""
    if whole := _option_first(line, attribute, label, at):
        return whole
    value = _value(line, attribute, line.skip(at, ":=."), at)
    if value is None:
        return None
    number, end = value
    end = _unit(line, attribute, end)
    meaning = f"{attribute.name} {_value_text(attribute, number)}"
    terms = [line.term("value", label, end, meaning, code=attribute.code, value=number)]
    begin = line.skip(end, "(/")
    for part, words in line.words.beside[attribute.code]:
        if found := read_one(line, words, begin):
            return [*terms, _beside(line, part, found[0], begin, found[1])], found[1]
    return terms, end


def _option_first(line: TokenLine, attribute: Attribute, label: int, at: int) -> TermsAndEnd:
    """A value behind what stands with it: "Mgc High 5"."""
    begin = line.skip(at, ":=.")
    for part, words in line.words.beside[attribute.code]:
        found = words.names.find(line.tokens, begin)
        number = line.integer_at(line.skip(found[1])) if found else None
        if found and number:
            value, end = number
            meaning = f"{attribute.name} {value}"
            term = line.term("value", label, end, meaning, code=attribute.code, value=value)
            spans = line.span(label, at), line.span(line.skip(found[1]), end)
            beside = _beside(line, part, found[0], begin, found[1])
            reads = [ReadSpan(*span, meaning) for span in spans]
            return [replace(term, reads=reads), replace(beside, start=term.end, end=term.end)], end
    return None


def _value(
    line: TokenLine, attribute: Attribute, at: int, label_end: int
) -> tuple[int | str | None, int] | None:
    """A number or an option, None for a blank, or nothing. A dash before a number parts it from its label."""
    if line.text_at(at) in DASHES:
        behind = line.skip(at + 1)
        apart = at == label_end or behind > at + 1
        if line.kind_at(behind) == "d" and apart and attribute.kind == "number":
            return line.integer_at(behind)
        if line.kind_at(at + 1) != "d":
            return None, at + 1
    if attribute.kind == "choice":
        found = line.words.options[attribute.code].find(line.tokens, at)
        if found and not line.touches(found[1]):
            return found
    elif number := line.signed_integer_at(at):
        return number
    blank = line.words.blanks[attribute.code].find(line.tokens, at)
    return (None, blank[1]) if blank else None


def _unit(line: TokenLine, attribute: Attribute, at: int) -> int:
    """Past the unit behind a number."""
    behind = line.skip(at)
    known = {attribute.unit, attribute.unit.rstrip("es"), "in"} if attribute.unit else set()
    return behind + 1 if line.kind_at(behind) == "w" and line.tokens[behind].norm in known else at


def _value_text(attribute: Attribute, value: int | str | None) -> str:
    if value is None:
        return "none" if attribute.blank_name == "-" else attribute.blank_name
    return attribute.option_name(str(value))


def _beside(line: TokenLine, part: Attribute | PickSlot, code: str, at: int, end: int) -> ParsedTerm:
    """The term of what stands with a value: an option, or the one property of a slot."""
    if isinstance(part, Attribute):
        meaning = f"{part.name} {_value_text(part, code)}"
        return line.term("value", at, end, meaning, code=part.code, value=code, beside=True)
    meaning = f"{part.name} {line.words.catalogue_index.entries[part.group][code].name}"
    return line.term("single", at, end, meaning, code=part.code, value=code, beside=True)


def read_one(line: TokenLine, words: OneOf, at: int, *, labelled: bool = False) -> tuple[str, int] | None:
    """One of several: by its short form where that stands alone, or by its name."""
    named = words.names.find(line.tokens, at)
    if named and len(line.tokens[at].text) > 1 and not line.touches(named[1]):
        return named
    code = words.codes.get(line.text_at(at).upper()) if line.kind_at(at) == "w" else None
    if code is None or line.touches(at + 1):
        return None
    sure = labelled or line.touches(at) or line.text_at(at).isupper() or _stands_alone(line, at)
    return (code, at + 1) if sure else None


def read_early(line: TokenLine, at: int) -> TermsAndEnd:
    """What stands before its label or touches it, "Low Mgc 4", "CDd8": it is told, and no part of a name."""
    for attribute in line.words.catalogue_index.attributes.values():
        for _, words in line.words.beside[attribute.code]:
            found = words.names.find(line.tokens, at)
            label = line.words.labels.find(line.tokens, line.skip(found[1])) if found else None
            if (
                found
                and label
                and label[0] == Label("attribute", attribute.code)
                and len(line.text_at(at)) > 1
            ):
                return [line.unparsed(at, found[1], attribute.code, EARLY)], found[1]
        together = {f"{attribute.label}{option.code}".casefold() for option in attribute.options}
        if line.kind_at(at + 1) == "d" and line.raw(at, at + 2).casefold() in together:
            return [line.unparsed(at, at + 2, attribute.code, EARLY)], at + 2
    return None


def _stands_alone(line: TokenLine, at: int) -> bool:
    behind = line.skip(at + 1)
    return line.kind_at(behind) in ("", "p") or line.words.labels.find(line.tokens, behind) is not None
