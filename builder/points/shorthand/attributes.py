"""Readers of attribute values ("Mov 6", "Arm 9H", "Mgc 5 High", "SSv -"), and the questions about them.

Each reader reads from one token of a line on. It returns the terms that it read (or a question) and the index
of the next token, or None if the text doesn't fit.
"""

from collections import Counter

from builder.points.document.design import Pick
from builder.points.pricing.texts import YES
from builder.points.rules.catalogue import Attribute
from builder.points.shorthand.line import ParsedTerm, TermKind, TermsAndEnd, TokenLine
from builder.points.shorthand.results import LEAVE_AS_WRITTEN, Choice, quoted
from builder.points.shorthand.tokens import DASHES, Found
from builder.points.shorthand.vocabulary import MODEL_WORDS, OF_WORDS, Label, SingleChoice

VALUES_FIRST = "write each value after its label"
LABEL_FIRST = "write the label first, then a space and the value"
_MIN_VALUES = 3
_MAX_PAIRS = 12
_BETWEEN_VALUES = (",", ";", "/", "|", "·", "•")


def read_attribute(line: TokenLine, attribute: Attribute, label: int, at: int) -> TermsAndEnd:
    """Read the value after a label (tokens ``label`` to ``at``), and an option or entry next to it: "9 H"."""
    if attribute.kind == "flag":
        return _read_flag(line, attribute, label, at)
    begin = line.skip(at, ":=.")
    read_value, number = _read_value(line, attribute, begin, label, at), line.integer_at(line.skip(begin + 1))
    if read_value is None and number and line.text_at(begin) in DASHES:  # "SM - 1" may be 1 or -1
        return [line.unread_term(label, number.end, attribute.code)], number.end
    if read_value is None:
        return _read_label_without_value(line, attribute, label, at)
    (value, end), unit, after_it = read_value, attribute.unit, line.skip(read_value.end)
    if unit and line.norm_at(after_it) in (unit, unit.rstrip("es"), "in"):
        end = after_it + 1
    meaning = f"{attribute.name} {_value_text(attribute, value)}"
    term = line.term("value", label, end, meaning, code=attribute.code, value=value)
    adjacent = _read_adjacent(line, attribute, line.skip(end, "(/"))
    return ([term, adjacent.value], adjacent.end) if adjacent else ([term], end)


def _read_label_without_value(line: TokenLine, attribute: Attribute, label: int, at: int) -> TermsAndEnd:
    """Read a label without a value. Labels that share a value ("Fgt/Sht 5") become an unread term.

    The label of an on/off attribute means yes. In texts that Musterbook wrote, the value can be blank before
    an option or entry.
    """
    is_alone = line.kind_at(line.skip(at)) in ("", "sign") or line.has_count
    is_alone = is_alone and not line.entries_at(label) and line.can_be_fact(label, at)
    if is_alone and attribute.option(YES):
        return [line.term("value", label, at, attribute.name, code=attribute.code, value=YES)], at
    if label < at and line.is_own_text and line.raw_text(label, at) == attribute.label:
        if adjacent := _read_adjacent(line, attribute, line.skip(at, ":=.")):
            return [line.term("mark", label, at, ""), adjacent.value], adjacent.end
        return None
    shares_value = label < at and line.text_at(at) == "/" and line.is_attribute(at + 1)
    return ([line.unread_term(label, at, attribute.code, VALUES_FIRST)], at) if shares_value else None


def _read_flag(line: TokenLine, attribute: Attribute, label: int, at: int) -> TermsAndEnd:
    """Read a label that means yes, or a label with "yes" or "no" after it: "Undead yes".

    A label without an answer must be separate from other words: "Skeletons, undead".
    """
    begin = line.skip(at, ":=")
    if end := line.blank_end(begin, attribute.code):
        return [line.term("value", label, end, f"{attribute.name} no", code=attribute.code, value=None)], end
    is_yes = line.norm_at(begin) == YES
    end = begin + 1 if is_yes else at
    is_separate = not line.entries_at(label) and line.can_be_fact(label, at)
    if not (is_yes or is_separate) or line.touches_previous(end):
        return None
    return [line.term("value", label, end, attribute.name, code=attribute.code, value=1)], end


def read_calculated_values(line: TokenLine, at: int) -> TermsAndEnd:
    """Read calculated values, with labels ("M6 F+2 S+2 A10") or as a full row ("6 / +2 / +2 / 10")."""
    stats, values, stop = line.words.calculated_labels, line.words.stat_line_values, at
    if line.is_own_text or not values or line.touches_previous(at):
        return None
    terms, has_labels = list[ParsedTerm](), stats.find(line.tokens, at) is not None
    while True:
        begin = line.skip(stop, ",/;|·•" if terms else "")
        if terms and not has_labels and "/" not in map(line.text_at, range(stop, begin)):
            break
        match = stats.find(line.tokens, begin) if has_labels else None
        number = line.signed_integer_at(line.skip(match.end, ":=") if match else begin)
        if number is None or bool(match) != has_labels or len(terms) == len(values):
            break
        value = match.value if match else values[len(terms)]
        meaning = f"{value.name}: calculated"
        start, stop = begin, number.end
        terms.append(line.term("mark", start, stop, meaning, code=value.code, value=number.value))
    has_too_few = len(terms) < max(_MIN_VALUES, 0 if has_labels else len(values))
    return None if has_too_few or line.touches_previous(stop) or line.text_at(stop) == "+" else (terms, stop)


def read_counted(line: TokenLine, at: int) -> TermsAndEnd:
    """Read a number before the noun that it counts, which may also be an option: "24 humans"."""
    number = line.integer_at(at)
    word = line.skip(number.end) if number else 0
    noun = line.counted_at(word) if number else None
    ends_fact = noun is not None and (
        line.kind_at(line.skip(noun.end)) in ("", "sign")
        or not (line.option_at(word) or line.counted_at(line.skip(noun.end)))
    )
    is_fact = (
        line.kind_at(line.previous_token(at)) in ("", "sign") or ends_fact
    )  # as in "Longbows 16 figures, Bow"
    if number is None or noun is None or line.touches_previous(noun.end) or not is_fact:
        return None
    attribute = line.words.catalogue_index.attributes[noun.value]
    option = line.option_at(word)
    after = line.skip(noun.end)
    end = after + 1 if line.norm_at(after) in OF_WORDS else noun.end
    term = _counted_term(line, attribute, number.value, at, number.end if option else end)
    return [term, *([read_option(line, word, option.end, *option.value)] if option else [])], end


def read_leading_count(line: TokenLine, at: int) -> TermsAndEnd:
    """Read a number of models at the start of a line or before a fact: "30 skeletons, 12 undead"."""
    number, attribute = line.integer_at(at), line.words.people_attribute
    if number is None or attribute is None or line.touches_previous(number.end):
        return None
    word = line.skip(number.end)
    option = line.option_at(word)
    label = None if option else line.label_at(word)
    is_fact = option or (label and line.words.value_kind(label.value) == "flag")
    is_fact = is_fact and line.norm_at(word) not in MODEL_WORDS
    if line.previous_token(at) >= 0 and not (is_fact and line.kind_at(line.previous_token(at)) == "sign"):
        return None
    part = line.words.catalogue_index.attributes.get(label.value.code) if label else None
    is_word = line.kind_at(word) in ("word", "quote") and not line.unit_end(word)
    is_label = label is not None and (part is None or part.kind == "number")
    is_in_range = attribute.low <= number.value <= attribute.high
    if is_label or not (is_word and is_in_range):
        return None
    return [_counted_term(line, attribute, number.value, at, number.end)], number.end


def _counted_term(line: TokenLine, attribute: Attribute, number: int, at: int, end: int) -> ParsedTerm:
    meaning, is_lead = f"{attribute.name} {number}", line.previous_token(at) < 0
    return line.term("value", at, end, meaning, code=attribute.code, value=number, is_lead=is_lead)


def _read_adjacent(
    line: TokenLine, attribute: Attribute, at: int, *, names_only: bool = False
) -> Found[ParsedTerm] | None:
    """Read the option next to an attribute's value, or the entry of a slot with one entry.

    If ``names_only`` is true, short forms are not read.
    """
    for part, words in line.words.parts_after_value[attribute.code]:
        read_value = (
            words.codes_by_name.find(line.tokens, at) if names_only else read_single_choice(line, words, at)
        )
        if read_value is None:
            continue
        code, end = read_value
        kind: TermKind = "value" if isinstance(part, Attribute) else "single"
        if isinstance(part, Attribute):
            text = _value_text(part, code)
        else:
            text = line.words.catalogue_index.entries[part.group][code].name
        meaning = f"{part.name} {text}"
        return Found(line.term(kind, at, end, meaning, code=part.code, value=code, is_joined=True), end)
    return None


def _read_value(
    line: TokenLine, attribute: Attribute, at: int, label: int, label_end: int
) -> Found[int | str | None] | None:
    """Return the value of an attribute at a token; a word or dash for a blank is the value None.

    A dash between a label and its number is a separator ("Fgt-5"), or a minus if the attribute may be
    negative ("SM-1").
    """
    if line.text_at(at) in DASHES:
        after = line.skip(at + 1)
        is_separator = label < label_end and (at == label_end or after > at + 1)
        if line.kind_at(after) == "digits" and is_separator and attribute.kind == "number":
            return line.integer_at(after) if attribute.low >= 0 else line.signed_integer_at(at)
        if line.kind_at(at + 1) != "digits":
            return Found(None, at + 1)
    if attribute.kind == "choice":
        match = line.words.options[attribute.code].find(line.tokens, at)
        if match and not line.touches_previous(match.end):
            return match
    elif number := line.signed_integer_at(at):
        return number
    blank = line.words.blanks[attribute.code].find(line.tokens, at)
    return Found(None, blank.end) if blank else None


def _value_text(attribute: Attribute, value: int | str | None) -> str:
    if value is None:
        return "none" if attribute.blank_name == "-" else attribute.blank_name
    return attribute.option_name(str(value))


def read_option(
    line: TokenLine, at: int, end: int, code: str, option: str, *, is_lead: bool = False
) -> ParsedTerm:
    """Return the term of an option without the label of its attribute."""
    attribute = line.words.catalogue_index.attributes[code]
    meaning = f"{attribute.name} {_value_text(attribute, option)}"
    return line.term("value", at, end, meaning, code=code, value=option, is_lead=is_lead, is_bare=not is_lead)


def read_single_choice(
    line: TokenLine, words: SingleChoice, at: int, *, is_labelled: bool = False
) -> Found[str] | None:
    """Return the code of the option or entry that begins at a token as a name or a short form, such as "H".

    After a label (``is_labelled``), a short form needs no capitals.
    """
    match = words.codes_by_name.find(line.tokens, at)
    if match and len(line.tokens[at].text) > 1 and not line.touches_previous(match.end):
        return match
    code = words.codes_by_short_form.get(line.text_at(at).upper()) if line.kind_at(at) == "word" else None
    if code is None or line.touches_previous(at + 1):
        return None
    after = line.skip(at + 1)
    is_last = line.kind_at(after) in ("", "sign") or line.label_at(after)
    is_short_form = is_labelled or is_last or line.touches_previous(at) or line.text_at(at).isupper()
    return Found(code, at + 1) if is_short_form else None


def read_value_before_label(line: TokenLine, at: int) -> TermsAndEnd:
    """Return an unread term for a value before its label or joined to it: "Low Mgc 4", "CDd8"."""
    for attribute in line.words.catalogue_index.attributes.values():
        adjacent = _read_adjacent(line, attribute, at, names_only=True) if len(line.text_at(at)) > 1 else None
        label = line.label_at(line.skip(adjacent.end)) if adjacent else None
        if adjacent and label and label.value == Label("attribute", attribute.code):
            return [line.unread_term(at, adjacent.end, attribute.code, LABEL_FIRST)], adjacent.end
        together = {f"{attribute.label}{option.code}".casefold() for option in attribute.options}
        if line.kind_at(at + 1) == "digits" and line.raw_text(at, at + 2).casefold() in together:
            return [line.unread_term(at, at + 2, attribute.code, LABEL_FIRST)], at + 2
    return None


def ask_misspelt(line: TokenLine, at: int) -> TermsAndEnd:
    """Ask whether a word with a number is a misspelt label or property: "Mvo 6", "Fly 8"."""
    number = _number_after(line, at) if line.kind_at(at) == "word" else None
    if number is None or line.unit_end(number.end):
        return None
    spelling = line.words.spelling_of(line.text_at(at), number.value, line.labelled_attributes)
    if spelling.casefold() in ("", line.text_at(at).casefold()):
        return None
    meant, words = f"{spelling} {number.value}", line.raw_text(at, number.end)
    choices = Choice(meant, meant), Choice(LEAVE_AS_WRITTEN, quoted(words))
    return [line.question_term(at, number.end, f"Is “{words}” meant as {meant}?", choices)], number.end


def _number_after(line: TokenLine, at: int) -> Found[int] | None:
    """Return the number after a word."""
    number = line.integer_at(line.skip(at + 1, ":="))
    return None if number is None or line.touches_previous(number.end) else number


def read_second_number(
    line: TokenLine, attribute: Attribute, value_and_end: tuple[list[ParsedTerm], int]
) -> TermsAndEnd:
    """Read a second number in brackets after a value, which an entry such as Flier gives: "Mov 6(12)".

    Return the terms of the value, and the term of this entry with the second number.
    """
    terms, end = value_and_end
    number = line.integer_at(end + 1) if line.text_at(end) == "(" else None
    changes = line.words.second_number_entries.get(attribute.code)
    if number is None or changes is None or line.text_at(number.end) != ")" or line.is_own_text:
        return None
    pick = Pick(code=changes.entry.code, parameters={attribute.code: number.value})
    meaning = f"{changes.slot.noun.capitalize()} {changes.entry.name} ({number.value})"
    read = line.term("pick", end, number.end + 1, meaning, code=changes.slot.code, pick=pick, is_joined=True)
    return [*terms, read], number.end + 1


def read_initials(line: TokenLine, at: int) -> TermsAndEnd:
    """Read values after single letters, which must be capitals in the stat line's order: "M5 F6 S4"."""
    begin, stop = at, at
    pairs: list[tuple[int, tuple[int, int]]] = []
    while len(pairs) < _MAX_PAIRS and line.kind_at(at) == "word" and len(line.text_at(at)) == 1:
        if (number := _number_after(line, at)) is None:
            break
        pairs.append((at, number))
        stop = number.end
        at = line.skip(line.skip(stop) + (line.text_at(line.skip(stop)) in _BETWEEN_VALUES))
    letters = "".join(line.text_at(place) for place, _ in pairs)
    initials = Counter(column.label[:1].casefold() for column in line.words.number_columns)
    if len(pairs) < _MIN_VALUES or line.touches_previous(begin) or Counter(letters.casefold()) - initials:
        return None
    if not (columns := line.words.columns_of(letters)):
        return [line.unread_term(begin, stop)], stop
    return [
        line.term("value", place, end, f"{column.name} {value}", code=column.code, value=value)
        for column, (place, (value, end)) in zip(columns, pairs, strict=True)
    ], stop


def read_values_first(line: TokenLine, at: int) -> ParsedTerm | None:
    """Return an unread term for a line that has values before labels: "6 Mov, 7 Fgt"."""
    words = [(at, token) for at, token in enumerate(line.tokens) if token.kind in ("word", "digits")]
    labels = [index for index, (at, _) in enumerate(words) if line.is_attribute(at)]
    are_after_numbers = all(index > 0 and words[index - 1][1].kind == "digits" for index in labels)
    if len(labels) < _MIN_VALUES or not are_after_numbers or line.begins_label(words[labels[-1]][0]):
        return None
    return line.unread_term(line.skip(at), len(line.tokens), line.words.number_columns[0].code, VALUES_FIRST)
