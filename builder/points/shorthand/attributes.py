"""Values of attributes as players write them: "Mov 6", "Mov: 6\"", "Arm 9H", "Mgc 5 High", "SSv -"."""

from dataclasses import replace

from builder.points.catalogue import Attribute, PickSlot
from builder.points.shorthand.line import ParsedTerm, ReadSpan, TermsAndEnd, TokenLine
from builder.points.shorthand.tokens import DASHES
from builder.points.shorthand.vocabulary import Label, OneOf

EARLY = "write the label first, then a blank and the value"


def read_attribute(line: TokenLine, attribute: Attribute, label: int, at: int) -> TermsAndEnd:
    """The value behind a label (tokens ``label`` to ``at``), and what stands with it: "9 H", "High 5"."""
    begin = line.skip(at, ":=.")
    early = _find_beside(line, attribute, begin, named=True)
    behind = line.integer_at(line.skip(early[2])) if early else None
    value = behind or _value(line, attribute, begin, at)
    if value is None:
        return None
    end, unit, behind_it = value[1], attribute.unit, line.skip(value[1])
    if unit and line.norm_at(behind_it) in (unit, unit.rstrip("es"), "in"):
        end = behind_it + 1
    meaning = f"{attribute.name} {_value_text(attribute, value[0])}"
    term = line.term("value", label, end, meaning, code=attribute.code, value=value[0])
    if early and behind:
        spans = line.span(label, at), line.span(line.skip(early[2]), end)
        term.reads = [ReadSpan(*span, meaning) for span in spans]
        return [term, replace(_beside(line, begin, *early), start=term.end, end=term.end)], end
    begin = line.skip(end, "(/")
    late = _find_beside(line, attribute, begin)
    return ([term, _beside(line, begin, *late)], late[2]) if late else ([term], end)


def _find_beside(
    line: TokenLine, attribute: Attribute, at: int, *, named: bool = False
) -> tuple[Attribute | PickSlot, str, int] | None:
    """What stands with an attribute's value: of which part, what, and the token behind it."""
    for part, words in line.words.beside[attribute.code]:
        if found := words.names.find(line.tokens, at) if named else read_one(line, words, at):
            return part, *found
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


def _value_text(attribute: Attribute, value: int | str | None) -> str:
    if value is None:
        return "none" if attribute.blank_name == "-" else attribute.blank_name
    return attribute.option_name(str(value))


def _beside(line: TokenLine, at: int, part: Attribute | PickSlot, code: str, end: int) -> ParsedTerm:
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
    behind = line.skip(at + 1)
    alone = line.kind_at(behind) in ("", "p") or line.words.labels.find(line.tokens, behind)
    return (code, at + 1) if labelled or alone or line.touches(at) or line.text_at(at).isupper() else None


def read_early(line: TokenLine, at: int) -> TermsAndEnd:
    """What stands before its label or touches it, "Low Mgc 4", "CDd8": it is told, and no part of a name."""
    for attribute in line.words.catalogue_index.attributes.values():
        found = _find_beside(line, attribute, at, named=True) if len(line.text_at(at)) > 1 else None
        label = line.words.labels.find(line.tokens, line.skip(found[2])) if found else None
        if found and label and label[0] == Label("attribute", attribute.code):
            return [line.unparsed(at, found[2], attribute.code, EARLY)], found[2]
        together = {f"{attribute.label}{option.code}".casefold() for option in attribute.options}
        if line.kind_at(at + 1) == "d" and line.raw(at, at + 2).casefold() in together:
            return [line.unparsed(at, at + 2, attribute.code, EARLY)], at + 2
    return None
