"""Values as players write them, "Mov 6", "Arm 9H", "Mgc 5 High", "SSv -", and what is asked about them.

Each function looks at one place of a line, and gives what it read or a question, or None for neither.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from builder.points.pricing.stat_line import YES
from builder.points.rules.catalogue import Attribute, PickSlot
from builder.points.shorthand.line import ParsedTerm, TermsAndEnd, TokenLine
from builder.points.shorthand.results import LEAVE, Choice, ParsedPiece, quoted
from builder.points.shorthand.tokens import DASHES
from builder.points.shorthand.vocabulary import OF_WORDS, Label, OneOf

VALUES_FIRST = "write each value behind its label"
NO_INITIALS = "first letters count in capitals and in the order of the stat line, without a gap"
EARLY = "write the label first, then a blank and the value"
_FEWEST = 3
_MOST_PAIRS = 12
_APART = (",", ";", "/", "|", "·", "•")


def read_attribute(line: TokenLine, attribute: Attribute, label: int, at: int) -> TermsAndEnd:
    """The value behind a label (tokens ``label`` to ``at``), and what stands with it: "9 H", "High 5"."""
    if attribute.kind == "flag":
        return _read_flag(line, attribute, label, at)
    begin = line.skip(at, ":=.")
    early = _find_beside(line, attribute, begin, named=True)
    behind = line.integer_at(line.skip(early[2])) if early else None
    value = behind or _value(line, attribute, begin, at)
    if value is None:
        return _without_value(line, attribute, label, at)
    end, unit, behind_it = value[1], attribute.unit, line.skip(value[1])
    if unit and line.norm_at(behind_it) in (unit, unit.rstrip("es"), "in"):
        end = behind_it + 1
    meaning = f"{attribute.name} {_value_text(attribute, value[0])}"
    term = line.term("value", label, end, meaning, code=attribute.code, value=value[0])
    if early and behind:
        spans = line.span(label, at), line.span(line.skip(early[2]), end)
        term.reads = [ParsedPiece(*span, meaning) for span in spans]
        return [term, replace(_beside(line, begin, *early), start=term.end, end=term.end)], end
    begin = line.skip(end, "(/")
    late = _find_beside(line, attribute, begin)
    return ([term, _beside(line, begin, *late)], late[2]) if late else ([term], end)


def _without_value(line: TokenLine, attribute: Attribute, label: int, at: int) -> TermsAndEnd:
    """A label with no value behind it: a yes, in our texts what stands beside a blank, or one of two."""
    if attribute.option(YES) and _says_yes(line, label, at):
        return [line.term("value", label, at, attribute.name, code=attribute.code, value=YES)], at
    if label < at and line.is_ours and line.raw(label, at) == attribute.label:
        begin = line.skip(at, ":=.")
        late = _find_beside(line, attribute, begin)
        return ([line.term("mark", label, at, ""), _beside(line, begin, *late)], late[2]) if late else None
    shared = label < at and line.text_at(at) == "/" and line.is_attribute(at + 1)
    return ([line.unparsed(label, at, attribute.code, VALUES_FIRST)], at) if shared else None


def _read_flag(line: TokenLine, attribute: Attribute, label: int, at: int) -> TermsAndEnd:
    """A yes or no behind its label, "Undead yes"; a label that stands apart says yes: "Skeletons, undead"."""
    begin = line.skip(at, ":=")
    said = line.norm_at(begin) == YES
    if said or (end := line.blank_end(begin, attribute.code)) == 0:
        end = begin + 1 if said else at
        if not (said or _stands_apart(line, label, at)) or line.touches(end):
            return None
        return [line.term("value", label, end, attribute.name, code=attribute.code, value=1)], end
    return [line.term("value", label, end, f"{attribute.name} no", code=attribute.code, value=None)], end


def _stands_apart(line: TokenLine, label: int, at: int) -> bool:
    """Whether signs part a label, which is no property, from other words, or the line began with a number."""
    before, behind = line.before(label), line.text_at(line.skip(at))
    apart = line.is_counted or line.kind_at(before) == "p" or (before >= 0 and behind in tuple(",;."))
    return apart and not line.entries_at(label)


def _says_yes(line: TokenLine, label: int, at: int) -> bool:
    """Whether the label of a choice of yes and no stands alone: "cavalry, heavy"."""
    alone = line.kind_at(line.skip(at)) in ("", "p") or line.is_counted
    return alone and _stands_apart(line, label, at)


def read_stats(line: TokenLine, at: int) -> TermsAndEnd:
    """A row of what is worked out, which comes anew: "M6 F+2 S+2 A10", or all of it: "6 / +2 / +2 / 10"."""
    stats, values, stop = line.words.stats, line.words.stat_row, at
    if line.is_ours or not values or line.touches(at):
        return None
    terms, labelled = list[ParsedTerm](), stats.find(line.tokens, at) is not None
    while True:
        begin = line.skip(stop, ",/;|·•" if terms else "")
        if terms and not labelled and "/" not in map(line.text_at, range(stop, begin)):
            break
        found = stats.find(line.tokens, begin) if labelled else None
        number = line.signed_integer_at(line.skip(found[1], ":=") if found else begin)
        if number is None or bool(found) != labelled or len(terms) == len(values):
            break
        value = found[0] if found else values[len(terms)]
        meaning = f"{value.name}: worked out anew"
        start, stop = begin, number[1]
        terms.append(line.term("mark", start, stop, meaning, code=value.code, value=number[0]))
    few = len(terms) < max(_FEWEST, 0 if labelled else len(values))
    return None if few or line.touches(stop) or line.text_at(stop) == "+" else (terms, stop)


def read_counted(line: TokenLine, at: int) -> TermsAndEnd:
    """A number before what it counts, which may say more: "24 humans, shields"."""
    number = line.integer_at(at)
    what = line.words.counted.find(line.tokens, line.skip(number[1])) if number else None
    begins = line.kind_at(line.before(at)) in ("", "p")
    if number is None or what is None or line.touches(what[1]) or not begins:
        return None
    attribute = line.words.catalogue_index.attributes[what[0]]
    word = line.skip(number[1])
    option = line.words.bare_options.find(line.tokens, word)
    behind = line.skip(what[1])
    end = behind + 1 if line.norm_at(behind) in OF_WORDS else what[1]
    term = _counted(line, attribute, number[0], at, number[1] if option else end)
    return [term, *([read_option(line, word, option[1], *option[0])] if option else [])], end


def read_leading(line: TokenLine, at: int) -> TermsAndEnd:
    """A number that a line begins with, before words: how many there are of these, "30 skeletons, undead"."""
    number, attribute = line.integer_at(at), next((a for a in line.words.counts if not a.dice), None)
    if number is None or attribute is None or line.before(at) >= 0 or line.touches(number[1]):
        return None
    word = line.skip(number[1])
    option = line.words.bare_options.find(line.tokens, word)
    label = None if option else line.label_at(word)
    parts = line.words.catalogue_index.attributes
    is_word = line.kind_at(word) == "w" and not line.is_unit(word)
    is_label = label is not None and (label[0].code not in parts or parts[label[0].code].kind == "number")
    fits = attribute.low <= number[0] <= attribute.high
    if attribute.code in line.given or is_label or not (is_word and fits):
        return None
    return [_counted(line, attribute, number[0], at, number[1])], number[1]


def _counted(line: TokenLine, attribute: Attribute, number: int, at: int, end: int) -> ParsedTerm:
    meaning, leads = f"{attribute.name} {number}", line.before(at) < 0
    return line.term("value", at, end, meaning, code=attribute.code, value=number, leads=leads)


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


def read_option(line: TokenLine, at: int, end: int, code: str, option: str) -> ParsedTerm:
    """The term of an option that stands without the label of its choice."""
    term = _beside(line, at, line.words.catalogue_index.attributes[code], option, end)
    return replace(term, beside=False, free=True)


def read_one(line: TokenLine, words: OneOf, at: int, *, labelled: bool = False) -> tuple[str, int] | None:
    """One of several: by its short form where that stands alone, or by its name."""
    named = words.names.find(line.tokens, at)
    if named and len(line.tokens[at].text) > 1 and not line.touches(named[1]):
        return named
    code = words.codes.get(line.text_at(at).upper()) if line.kind_at(at) == "w" else None
    if code is None or line.touches(at + 1):
        return None
    behind = line.skip(at + 1)
    alone = line.kind_at(behind) in ("", "p") or line.label_at(behind)
    return (code, at + 1) if labelled or alone or line.touches(at) or line.text_at(at).isupper() else None


def read_early(line: TokenLine, at: int) -> TermsAndEnd:
    """What stands before its label or touches it, "Low Mgc 4", "CDd8": it is told, and no part of a name."""
    for attribute in line.words.catalogue_index.attributes.values():
        found = _find_beside(line, attribute, at, named=True) if len(line.text_at(at)) > 1 else None
        label = line.label_at(line.skip(found[2])) if found else None
        if found and label and label[0] == Label("attribute", attribute.code):
            return [line.unparsed(at, found[2], attribute.code, EARLY)], found[2]
        together = {f"{attribute.label}{option.code}".casefold() for option in attribute.options}
        if line.kind_at(at + 1) == "d" and line.raw(at, at + 2).casefold() in together:
            return [line.unparsed(at, at + 2, attribute.code, EARLY)], at + 2
    return None


def ask_slip(line: TokenLine, at: int, given: Iterable[str]) -> TermsAndEnd:
    """A word with a number that is all but a label or a property: "Mvo 6", "Fly 8"."""
    number = _number_behind(line, at) if line.kind_at(at) == "w" else None
    if number is None or line.is_unit(line.skip(number[1])):
        return None
    written = line.words.misspelt(line.tokens[at].text, given, number[0])
    if written.casefold() in ("", line.tokens[at].text.casefold()):
        return None
    meant, words = f"{written} {number[0]}", line.raw(at, number[1])
    choices = Choice(meant, meant), Choice(LEAVE, quoted(words))
    return [line.ask(at, number[1], f"Is “{words}” meant as {meant}?", choices)], number[1]


def _number_behind(line: TokenLine, at: int) -> tuple[int, int] | None:
    """The number behind a word, and the token behind it."""
    number = line.integer_at(line.skip(at + 1, ":="))
    return None if number is None or line.touches(number[1]) else number


def ask_two_numbers(line: TokenLine, attribute: Attribute, label: int, end: int) -> TermsAndEnd:
    """A value with another behind it: "Fgt 7(8)", "Mov 6/8", "Mov 6 8"."""
    joint = line.skip(end)
    sign = line.text_at(joint)
    joined = sign in ("(", "[", "/", *DASHES) or line.norm_at(joint) in ("or", "to")
    first = next((n for at in range(end - 1, label, -1) if (n := line.integer_at(at))), None)
    other = line.integer_at(line.skip(joint + joined))
    if first is None or other is None or line.touches(other[1]) or first[0] == other[0]:
        return None
    behind = line.skip(other[1])
    bracketed = sign in ("(", "[")
    if (bracketed and line.text_at(behind) not in (")", "]")) or line.is_unit(behind):
        return None
    if not attribute.low <= other[0] <= (attribute.high or other[0]):
        return None
    stop = behind + 1 if bracketed else other[1]
    one, two = f"{attribute.label} {first[0]}", f"{attribute.label} {other[0]}"
    choices = Choice(one, one), Choice(two, two)
    return [line.ask(label, stop, f"Is {one} or {other[0]}?", choices)], stop


def read_initials(line: TokenLine, at: int) -> TermsAndEnd:
    """Values behind first letters, side by side: "M5 F6 S4", in capitals, in the stat line's order."""
    begin, stop = at, at
    pairs: list[tuple[int, tuple[int, int]]] = []
    while len(pairs) < _MOST_PAIRS and line.kind_at(at) == "w" and len(line.text_at(at)) == 1:
        if (number := _number_behind(line, at)) is None:
            break
        pairs.append((at, number))
        stop = number[1]
        at = line.skip(line.skip(stop) + (line.text_at(line.skip(stop)) in _APART))
    letters = "".join(line.text_at(place) for place, _ in pairs)
    known = Counter(column.label[:1].casefold() for column in line.words.columns)
    if len(pairs) < _FEWEST or line.touches(begin) or Counter(letters.casefold()) - known:
        return None
    if not (columns := line.words.columns_of(letters)):
        return [line.unparsed(begin, stop, line.words.columns[0].code, NO_INITIALS)], stop
    return [
        line.term("value", place, end, f"{column.name} {value}", code=column.code, value=value)
        for column, (place, (value, end)) in zip(columns, pairs, strict=True)
    ], stop


def read_values_first(line: TokenLine, at: int) -> ParsedTerm | None:
    """A line from a token on, if its values stand before their labels, and none behind: "6 Mov, 7 Fgt"."""
    filled = [(at, token) for at, token in enumerate(line.tokens) if token.kind in ("w", "d")]
    labels = [place for place, (at, _) in enumerate(filled) if line.is_attribute(at)]
    numbers = [place > 0 and filled[place - 1][1].kind == "d" for place in labels]
    if len(labels) < _FEWEST or not all(numbers) or line.begins_label(filled[labels[-1]][0]):
        return None
    return line.unparsed(line.skip(at), len(line.tokens), line.words.columns[0].code, VALUES_FIRST)
