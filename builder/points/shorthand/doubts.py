"""What a line may mean in two ways, beside its weapons: slips of labels, two numbers, first letters, names.

Each function looks at one place of a line, and gives a term that asks, or None where nothing is in doubt.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from builder.points.catalogue import Attribute
from builder.points.shorthand.line import ParsedTerm, TermsAndEnd, TokenLine
from builder.points.shorthand.questions import LEAVE, Choice, Doubt, quoted
from builder.points.shorthand.tokens import DASHES, MASK

VALUES_FIRST = "write each value behind its label"
NO_INITIALS = "first letters count in capitals and in the order of the stat line, without a gap"
_FEWEST = 3
_MOST_PAIRS = 12
_APART = (",", ";", "/", "|", "·", "•")


def slip(line: TokenLine, at: int, out: list[ParsedTerm], given: Iterable[str]) -> TermsAndEnd:
    """A word with a number that is all but a label or a property: "Mvo 6", "Fly 8"."""
    number = _number_behind(line, at) if line.kind_at(at) == "w" else None
    if number is None or line.is_unit(line.skip(number[1])):
        return None
    written = line.words.misspelt(line.tokens[at].text, given, number[0])
    if written.casefold() in ("", line.tokens[at].text.casefold()):
        return None
    meant, words = f"{written} {number[0]}", line.raw(at, number[1])
    start = _name_start(line, at, out)
    before = line.text[start : line.tokens[at].start].replace(MASK, "")
    kept = Choice(f"Name: {before}{words}" if before else LEAVE, quoted(before + words))
    end = line.tokens[number[1] - 1].end
    prompt = f"Is “{words}” meant as {meant}?"
    doubt = Doubt(start, end, prompt, (Choice(meant, before + meant), kept), is_name=bool(before))
    while out and out[-1].start >= start:
        out.pop()
    return [ParsedTerm("rest", start, end, doubt=doubt)], number[1]


def _number_behind(line: TokenLine, at: int) -> tuple[int, int] | None:
    """The number behind a word, and the token behind it."""
    number = line.integer_at(line.skip(at + 1, ":="))
    return None if number is None or line.touches(number[1]) else number


def _name_start(line: TokenLine, at: int, out: Sequence[ParsedTerm]) -> int:
    """Where the words begin that a name may be made of, up to a token: its own place where none are."""
    start = line.tokens[at].start
    for term in reversed(out):
        if term.kind != "rest" or term.doubt or line.text[term.end : start].strip(f" \u00a0{MASK}"):
            break
        start = term.start
    whole = all(term.kind in ("rest", "mark") for term in out)
    return start if whole else line.tokens[at].start


def two_numbers(line: TokenLine, attribute: Attribute, label: int, end: int) -> TermsAndEnd:
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
    prompt = f"Is {one} or {other[0]}?"
    doubt = Doubt(*line.span(label, stop), prompt, (Choice(one, one), Choice(two, two)))
    return [line.unparsed(label, stop, doubt=doubt)], stop


def initials(line: TokenLine, at: int) -> TermsAndEnd:
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


def values_first(line: TokenLine) -> bool:
    """Whether values stand before their labels, and none behind the last: "6 Mov, 7 Fgt, 8 Shg"."""
    filled = [(at, token) for at, token in enumerate(line.tokens) if token.kind in ("w", "d")]
    labels = [place for place, (at, _) in enumerate(filled) if line.is_attribute(at)]
    numbers = [place > 0 and filled[place - 1][1].kind == "d" for place in labels]
    return len(labels) >= _FEWEST and all(numbers) and not line.begins_label(filled[labels[-1]][0])
