"""Values of attributes as players write them: "Mov 6", "Mov: 6\"", "Arm 9H", "Mgc 5 High", "SSv -"."""

from builder.points.catalogue import Attribute, PickSlot
from builder.points.shorthand.line import ParsedTerm, TermsAndEnd, TokenLine
from builder.points.shorthand.tokens import DASHES
from builder.points.shorthand.vocabulary import Label


def read_attribute(line: TokenLine, attribute: Attribute, label: int, at: int) -> TermsAndEnd:
    """The value behind a label (from token ``label`` to ``at``), and what stands with it: "9 H", "5 High"."""
    begin = line.skip(at, ":=.")
    chooser = line.words.catalogue_index.attributes.get(attribute.table_by)
    chosen = line.words.options[chooser.code].find(line.tokens, begin) if chooser else None
    if chosen:
        begin_value = line.skip(chosen[1], ":=(")
        value = _value(line, attribute, begin_value, begin_value)
    else:
        value = _value(line, attribute, begin, at)
    if value is None:
        return None
    number, end = value
    end = _unit(line, attribute, end)
    meaning = f"{attribute.name} {_value_text(attribute, number)}"
    terms = [line.term("value", label, end, meaning, code=attribute.code, value=number)]
    if chosen and chooser:
        terms.append(_chooser(line, chooser, chosen[0], terms[0]))
    return _attached(line, attribute, None if chosen else chooser, terms, end)


def _chooser(line: TokenLine, chooser: Attribute, option: str, value: ParsedTerm) -> ParsedTerm:
    """The option before a value that chooses its table, read together with that value."""
    read = value.reads[0]
    value.reads[0] = read._replace(meaning=f"{read.meaning}, {chooser.name} {_value_text(chooser, option)}")
    return ParsedTerm("value", value.start, value.end, code=chooser.code, value=option, beside=True)


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


def _attached(
    line: TokenLine, attribute: Attribute, chooser: Attribute | None, terms: list[ParsedTerm], end: int
) -> tuple[list[ParsedTerm], int]:
    """What may stand behind a value without a label of its own."""
    begin = line.skip(end, "(/")
    apart = line.text_at(begin) == ","
    begin = line.skip(begin + 1) if apart else begin
    found: tuple[str, int] | None
    if chooser and (found := _option(line, chooser, begin)) and _fits(line, begin, found[1], apart=apart):
        return [*terms, chosen_term(line, chooser, found[0], begin, found[1])], found[1]
    for slot in line.words.slots_beside[attribute.code]:
        found = read_single(line, slot, begin)
        if found and _fits(line, begin, found[1], apart=apart):
            return [*terms, chosen_term(line, slot, found[0], begin, found[1])], found[1]
    return terms, end


def chosen_term(line: TokenLine, part: Attribute | PickSlot, code: str, at: int, end: int) -> ParsedTerm:
    """The term of what stands with a value: an option, or the one property of a slot."""
    if isinstance(part, Attribute):
        meaning = f"{part.name} {_value_text(part, code)}"
        return line.term("value", at, end, meaning, code=part.code, value=code, beside=True)
    meaning = f"{part.name} {line.words.catalogue_index.entries[part.group][code].name}"
    return line.term("single", at, end, meaning, code=part.code, value=code, beside=True)


def _option(line: TokenLine, chooser: Attribute, at: int) -> tuple[str, int] | None:
    """An option in full, or by its first letter where one alone begins with it: the "H" of "5H"."""
    if found := line.words.options[chooser.code].find(line.tokens, at):
        return found
    token = line.tokens[at] if line.kind_at(at) == "w" else None
    if token is None or len(token.text) > 1 or line.touches(at + 1):
        return None
    fitting = [o.code for o in chooser.options if o.code.startswith(token.norm)]
    return (fitting[0], at + 1) if len(fitting) == 1 and (line.touches(at) or token.text.isupper()) else None


def _fits(line: TokenLine, at: int, end: int, *, apart: bool) -> bool:
    """Behind a comma only a word in full that stands alone goes with the value before it."""
    behind = line.skip(end)
    return not apart or (len(line.tokens[at].text) > 1 and line.kind_at(behind) in ("", "p"))


def read_before(line: TokenLine, at: int) -> TermsAndEnd:
    """A value with what stands before its label: "Low Mgc 4", "Heavy armour 9", "d8 Command Die"."""
    for attribute in line.words.catalogue_index.attributes.values():
        for part, phrases in line.words.before[attribute.code]:
            found = phrases.find(line.tokens, at)
            if not found or len(line.tokens[at].text) + line.touches(at + 1) < 2:
                continue
            label = line.skip(found[1])
            announced = line.words.labels.find(line.tokens, label) if line.kind_at(label) == "w" else None
            if announced is None or announced[0] != Label("attribute", attribute.code) or label == found[1]:
                continue
            value = read_attribute(line, attribute, label, announced[1])
            if part is attribute:
                return _named_behind(line, attribute, found[0], at, announced[1]) if value is None else None
            if value is None or any(term.code == part.code for term in value[0]):
                return None
            first, *more = value[0]
            return [first, chosen_term(line, part, found[0], at, found[1]), *more], value[1]
    return None


def _named_behind(line: TokenLine, attribute: Attribute, option: str, at: int, end: int) -> TermsAndEnd:
    meaning = f"{attribute.name} {_value_text(attribute, option)}"
    return [line.term("value", at, end, meaning, code=attribute.code, value=option)], end


def read_single(
    line: TokenLine, slot: PickSlot, at: int, *, labelled: bool = False
) -> tuple[str, int] | None:
    """The one property of a slot: its short form where that stands alone, or its name."""
    words = line.words.singles[slot.code]
    named = words.names.find(line.tokens, at)
    if named and len(line.tokens[at].text) > 1 and not line.touches(named[1]):
        return named
    if line.kind_at(at) == "w" and (code := words.codes.get(line.tokens[at].text.upper())):
        glued, capital = line.touches(at), line.tokens[at].text.isupper()
        if not line.touches(at + 1) and (glued or capital or labelled or _stands_alone(line, at)):
            return code, at + 1
    return None


def _stands_alone(line: TokenLine, at: int) -> bool:
    behind = line.skip(at + 1)
    return line.kind_at(behind) in ("", "p") or line.words.labels.find(line.tokens, behind) is not None
