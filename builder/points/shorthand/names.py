"""The name of a profile: the words before its first value, even where words of the game are in it.

A name ends where it is marked to end, before its price, before a colon and a value (``marked_end``), or where
something stands apart that is no word (``finish_line``). Where a property or a label may end it, that is
asked (``ask_name``).
"""

import re
from collections.abc import Sequence
from itertools import pairwise, takewhile

from builder.points.rules.catalogue_index import KIND
from builder.points.shorthand.line import ParsedTerm, ScannedLine, TokenLine
from builder.points.shorthand.results import Choice, Question, quoted
from builder.points.shorthand.tokens import DASHES, MASK
from builder.points.shorthand.vocabulary import EACH, Vocabulary

_SENTENCE = re.compile(r"(?:\S+\s+){3,}\S*[.!?…][\"'”\u2019)*_\s]*")
_OTHER = re.compile(r"[;/→]|[-=]>")
_LISTED = re.compile(r"[,;|/]")
OTHERS = "it is another profile's; write each on a line of its own"
_EDGE = " \t:;,|=–—-*_#>•·/."
_PARTED = re.compile(r"[,;:|\t()\[\]+/&]")
_APART = re.compile(rf"{_PARTED.pattern}|\s[-\u2010-\u2012–—−]+\s")
_COUNTED = re.compile(r"[^\W0-9_]+[ \t]*[0-9]+")
_COUNT = r"[^\W\d_]+ ?[0-9]+"
_VALUES = re.compile(
    rf"\([^()]*$|(?<!\w)[0-9]+(?:\s+[0-9]+)+(?!\w)|(?:[,;:]|\s[-–—])\s*{_COUNT}$"
    rf"|(?<![\w-])(?:[^\W\d_]+\d+[^\W\d_]+\s+[0-9]|[^\W\d_]+\.\s*[0-9]+(?!\w)|(?:{_COUNT}(?:,?\s+|$)){{2}})"
    r"|\b(?:stats )?(?:as|like)\b.*\bbut$"
)
"""An open bracket, numbers in a row, words with a number that stand apart, and another profile's values."""
_QUOTES = ('""', "“”", "„“", "«»")
_ENDS = frozenset("=,;()[]{}")
_PLAIN = ("rest", "mark", "pick")
_LONGEST = 60
_MOST_WORDS = 12
_MOST_SIGNS = 120


def clean_name(text: str, edge: str = _EDGE) -> str:
    """A name without the signs around it; one in quotes as it stands in them."""
    text = " ".join(text.replace(MASK, "").split())
    if len(text) > 2 and text[0] + text[-1] in _QUOTES:
        return text[1:-1].strip()
    bare = text.strip(edge)
    return bare if bare.count("(") == bare.count(")") else bare.strip("() ")


def may_be_name(line: ScannedLine) -> bool:
    """Whether a line may be a name: a heading, or few words that are no sentence."""
    words = clean_name(line.text, " ")
    few = len(words) <= _MOST_SIGNS and len(words.split()) <= _MOST_WORDS
    return line.heading or (few and any(map(str.isalnum, words)) and not is_sentence(line))


def is_sentence(line: ScannedLine) -> bool:
    """Whether a line is a sentence of four words or more."""
    return _SENTENCE.fullmatch(clean_name(line.text, " ")) is not None


def name_end(words: Vocabulary, text: str, start: int, end: int) -> int:
    """Where something begins in a name that looks like values, else its end."""
    for part in (words.no_name, _VALUES):
        found = part.search(text, start, end)
        end = found.start() if found else end
    return end


# ------------------------------------------------------------------ while a line is read


def marked_end(line: TokenLine, at: int, marked: int) -> int:
    """The token behind a name that is marked up to a place of the text, or that stands before a price or a
    colon and a value; 0 for none."""
    begin = line.skip(at)
    label = line.label_at(begin)
    labelled = label is not None and line.text_at(line.skip(label[1])) == ":"
    if marked and not line.is_end(begin) and (marked in line.name_ends or not labelled):
        ends = (place for place, token in enumerate(line.tokens) if token.start >= marked)
        return next(ends, len(line.tokens))
    for end in range(begin + 1, min(len(line.tokens), _LONGEST)):
        sign = line.text_at(end)
        if behind := price_end(line, end) or (end + 1) * (sign == ":"):
            value = line.skip(behind, ":")
            valued = line.is_attribute(value) and (sign == "(" or line.begins_label(value))
            return end if valued and not any(map(line.begins_label, range(begin, end))) else 0
        dashed = sign in DASHES and line.kind_at(end - 1) == "s"
        if dashed or line.ends_cell(end) or sign in _ENDS:
            return 0
    return 0


def price_end(line: TokenLine, at: int) -> int:
    """Behind the bracket that begins at a token and holds nothing but a price, or 0."""
    number = line.signed_integer_at(at + 1)
    if line.text_at(at) != "(" or not (number or line.text_at(at + 1) in DASHES):
        return 0
    end = line.skip(number[1] if number else at + 2)
    end += line.norm_at(end) == EACH
    return end + 1 if line.text_at(end) == ")" else 0


def ask_name(line: TokenLine, terms: list[ParsedTerm]) -> list[ParsedTerm]:
    """The terms of a line, with a question where a number or a label ends its name: "Fire Team 2 Mov 5"."""
    head = [term for term in terms if term.kind != "mark"][:2]
    if not head or head[0].kind != "rest" or head[0].question:
        return terms
    name, behind, labels = head[0], head[-1], {column.label for column in line.words.columns}
    inside = (token for token in line.tokens if name.start < token.start < name.end)
    at, end = next((token.start for token in inside if token.text in labels), 0), name.end
    other = Choice("Name: {0}, without “{1}”", "{0}: {2},")
    told = behind.pick is not None and bool(behind.pick.parameters) and not behind.free
    if told and line.text[behind.end - 1].isdigit() and not line.between(end, behind.start).strip(" "):
        at, end, other = behind.start, behind.end, Choice("Name: {0}, with {1}", "{0}, {1},")
    elif not at or len(terms) == 1:
        return terms
    words, said = line.between(name.start, at).strip(), line.between(at, end)
    without = Choice(*(text.format(words, said, quoted(said)) for text in other))
    whole = Choice(f"Name: {words} {said}", quoted(f"{words} {said}"))
    question = Question(name.start, end, f"Is “{said}” part of the name?", (whole, without), is_name=True)
    asked = ParsedTerm("rest", name.start, end, question=question)
    return [asked if term is name else term for term in terms if term is name or not at <= term.start < end]


# ------------------------------------------------------------------ once it is read


def finish_line(line: ScannedLine) -> ScannedLine:
    """A line with its name found; one that says too little is text alone."""
    strong = line.lead or any(
        not (term.free or term.kind in _PLAIN) or term.question or (term.kind == "mark" and term.code)
        for term in line.terms
    )
    if line.terms and not strong and (_is_text(line) or (line.heading and not line.has("slot"))):
        counted = len(line.terms) > 1 and line.terms[0].kind == "mark" and line.terms[0].reads[0].meaning > ""
        line.terms[counted:] = [line.whole(counted)]
    _set_name_length(line)
    line.terms[line.name_length :] = _unread_parts(line, line.terms[line.name_length :])
    return line


def _set_name_length(line: ScannedLine) -> None:
    """Find how many terms at the head of a line are words, and whether these are a name."""
    if line.lead and (line.terms[0].leads or line.terms[0].kind == "mark"):
        line.name_length = _led_name(line)
        line.is_name_sure = line.name_length > 0
        return
    end, plain = 0, False
    for place, term in enumerate(line.terms):
        sign = term.kind == "value" and term.free and not place
        if sign or (term.kind == "mark" and not (end and term.reads[0].meaning)):
            continue
        if term.leads:
            break
        if not (term.is_word or (term.free and term.pick) or (term.hint and not term.code)):
            break
        gap = line.gap(line.terms[end - 1], term) if end else ""
        goes_on = term.is_word and plain and ":" not in gap and not _COUNTED.fullmatch(line.said(term))
        if _APART.search(gap) and not goes_on:
            break
        end, plain = place + 1, plain or term.is_word
    line.name_length = end
    behind = line.text[line.terms[end - 1].end - line.start :] if end else ""
    line.is_name_sure = plain or behind.lstrip(f"*_ {MASK}").startswith(":")


def _led_name(line: ScannedLine) -> int:
    """How many terms end in the words that stand right behind how many there are, "30 skeletons, undead", or
    behind what they are, "Recruit: Ash"."""
    ahead = sum(1 for _ in takewhile(lambda term: term.leads or term.kind == "mark", line.terms))
    if any(term.kind == "pick" or term.code == KIND for term in line.terms[:ahead] if term.leads):
        name = line.terms[ahead] if ahead < len(line.terms) else line.terms[0]
        apart = "," in line.gap(line.terms[ahead - 1], name) or any(map(str.isdigit, line.said(name)))
        return ahead + 1 if name.is_word and not apart else 0
    for place, (term, behind) in enumerate(pairwise(line.terms), 1):
        if _APART.search(line.gap(term, behind)) or behind.kind not in ("value", "rest"):
            return 0
        if behind.kind == "rest":
            return place + 1 if behind.is_word else 0
    return 0


def _is_text(line: ScannedLine) -> bool:
    """Whether the properties in a line are but words of a sentence."""
    first = next((place for place, term in enumerate(line.terms) if term.kind == "value"), 0)
    words = [term for term in line.terms[first:] if term.free or term.kind in ("pick", "rest")]
    picked = sum(term.kind != "rest" for term in words)
    unread = sum(len(line.said(term).split()) for term in words if term.kind == "rest")
    apart = _APART if line.has("value") else _PARTED
    mixed = any(
        left.kind != right.kind and not apart.search(line.gap(left, right)) for left, right in pairwise(words)
    )
    return bool(unread) and (not picked or (mixed and unread >= picked))


def _unread_parts(line: ScannedLine, terms: Sequence[ParsedTerm]) -> list[ParsedTerm]:
    """The terms, without properties that go on in words and numbers that are not read: "sniper rifle R8".

    What stands behind another name is another profile's: "Ann Mov 6 / Bob Arm 9".
    """
    found = list(terms)
    for place, (term, behind) in enumerate(pairwise(terms)):
        between = line.gap(terms[place - 1], term) if place else ""
        unread = term.kind == "rest" and not (term.question or term.hint)
        apart = _OTHER.search(between) or _OTHER.search(line.said(term), 1)
        if unread and apart and behind.kind == "value" and not _LISTED.search(line.gap(term, behind)):
            return [*found[:place], ParsedTerm("rest", term.start, terms[-1].end, hint=OTHERS)]
        numbered = behind.kind == "rest" and any(map(str.isdigit, line.said(behind)))
        if term.free and numbered and not behind.question and not _APART.search(line.gap(term, behind)):
            found[place] = ParsedTerm("rest", term.start, term.end)
    return found
