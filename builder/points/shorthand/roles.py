"""The role of a line: which of its words are a name, and whether the line is plain text.

A name ends where its mark-up ends, before its price, or before a colon and a value (``head.sure_name_end``).
In other lines it ends before anything that is not a word (``finish_line``).
"""

import re
from collections.abc import Sequence
from itertools import pairwise, takewhile

from builder.points.rules.catalogue_index import KIND
from builder.points.rules.search_text import normalize_text
from builder.points.shorthand.line import LinesAndNext, ParsedTerm, ScannedLine, Source, TokenLine
from builder.points.shorthand.results import Choice, ParsedPiece, Question, quoted
from builder.points.shorthand.tokens import COVER, tokenize, uncover
from builder.points.shorthand.vocabulary import Vocabulary

_TOTAL = re.compile(
    r"[\W_]*(?P<all>(?:(?:grand|army|crew|warband|list|force|roster|overall)\s+)?"
    r"(?:(?:total|sum|altogether|in all)\b|=)"
    r"[^\n0-9]{0,30}?(?P<number>[0-9]{1,6})(?:\s*(?:/|of|out of)\s*(?P<limit>[0-9]{1,6}))?"
    r"(?:\s*(?P<unit>[^\W\d_]+))?)[\W_]*",
    re.IGNORECASE,
)
_LIMIT = re.compile(
    r"[\W_]*(?P<all>(?:[^\W\d_]+\s+)?(?:limit|game size)(?:\s+(?:of|is))?[\s:=]{1,5}(?P<number>[0-9]{1,6})"
    r"(?:\s*(?P<unit>[^\W\d_]+))?)[\W_]*",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?:\S+\s+){3,}\S*[.!?…][\"'”\u2019)*_\s]*")
_OTHER_PROFILE_SIGNS = re.compile(r"[;/→]|[-=]>")
_SENTENCE_END = re.compile(r"[.!?]\s")
_LIST_SIGN = re.compile(r"[,;|/]")
OF_ANOTHER_PROFILE = "it belongs to another profile; write each on a new line"
PART_OF_A_NAME = "put a comma before it, or all of the name in quotes"
_AROUND_NAMES = " \t:;,|=–—-*_#>•·/."
_SEPARATOR = re.compile(r"[,;:|\t()\[\]+/&]")
_SEPARATOR_OR_DASH = re.compile(rf"{_SEPARATOR.pattern}|\s[-\u2010-\u2012–—−]+\s")
_NAME_END = re.compile(r"[,;:|\t]")
"""Signs that end a name without quotes, also before unread words: "Ghoul, Undaed"."""
_COUNTED = re.compile(r"[^\W0-9_]+[ \t]*[0-9]+")
_WORD_AND_NUMBER = r"[^\W\d_]+ ?[0-9]+"
_VALUES = re.compile(
    rf"\([^()]*$|(?<!\w)[0-9]+(?:\s+[0-9]+)+(?!\w)|(?:[,;:]|\s[-–—])\s*{_WORD_AND_NUMBER}$"
    rf"|(?<![\w-])(?:[^\W\d_]+\d+[^\W\d_]+\s+[0-9]|[^\W\d_]+\.\s*[0-9]+(?!\w)"
    rf"|(?:{_WORD_AND_NUMBER}(?:,?\s+|$)){{2}})"
    r"|\b(?:stats )?(?:as|like)\b.*\bbut$"
)
"""Text that looks like values and not like a name.

It matches an open bracket, numbers in a row, words with a number in a separate part, and "stats as … but".
"""
_QUOTES = ('""', "“”", "„“", "«»")
_KINDS_IN_SENTENCES = ("unread", "mark", "pick")
_MAX_NAME_WORDS = 12
_MAX_NAME_LENGTH = 120


def read_total(source: Source, at: int) -> LinesAndNext:
    """Read a line with the total or the limit of a roster: "Crew total 390/400 credits", "Limit: 400"."""
    limit = _LIMIT.fullmatch(source.covered, *source.lines[at])
    match = limit or _TOTAL.fullmatch(source.covered, *source.lines[at])
    if match is None or source.is_own_text:
        return None
    unit = normalize_text(match["unit"] or "")
    if unit and not any(known.startswith(unit) for known in source.words.units):
        return None
    start, end = match.span("all")
    number = int(match["number"])
    if limit:
        pieces = [ParsedPiece(start, end, f"limit {number}")]
        return [
            source.scanned_row(at, [ParsedTerm("limit", start, end, value=number, pieces=pieces)])
        ], at + 1
    read = ParsedTerm("total", start, end, code=match["limit"] or "", value=number)
    return [source.scanned_row(at, [read])], at + 1


def clean_name(covered: str, text: str = "", edge: str = _AROUND_NAMES) -> str:
    """Return a name without its mark-up and without the signs (``edge``) around it.

    ``text`` is the original of the ``covered`` name. If the name is in quotes, only the quotes are removed.
    """
    shown = covered.strip(f" \t\u00a0{COVER}")
    at = covered.index(shown)
    name = uncover(shown, (text or covered)[at : at + len(shown)])
    if len(shown) > 1 and shown[0] + shown[-1] in _QUOTES and not set(shown[1:-1]) & {*'"“”„«»'}:
        return name[1:-1]
    bare = " ".join(name.split()).strip(edge)
    return bare if bare.count("(") == bare.count(")") else bare.strip("() ")


def may_be_name(line: ScannedLine) -> bool:
    """Return whether a line may be a name: a heading, or a few words that aren't a sentence."""
    if line.has_kind("name"):
        return True
    words = clean_name(line.text, edge=" ")
    is_short = len(words) <= _MAX_NAME_LENGTH and len(words.split()) <= _MAX_NAME_WORDS
    return line.is_heading or (is_short and any(map(str.isalnum, words)) and not is_sentence(line))


def is_sentence(line: ScannedLine) -> bool:
    """Return whether a line is a sentence of four words or more."""
    return _SENTENCE.fullmatch(clean_name(line.text, edge=" ")) is not None


def name_end(words: Vocabulary, text: str, start: int, end: int) -> int:
    """Return the position in a name where text that looks like values begins, or the end of the name."""
    for part in (words.not_in_names, _VALUES):
        match = part.search(text, start, end)
        end = match.start() if match else end
    return end


# ------------------------------------------------------------------ while a line is read


def ask_about_name_end(line: TokenLine, terms: list[ParsedTerm]) -> list[ParsedTerm]:
    """Return the terms, with a question if a number or label may end the line's name: "Fire Team 2 Mov 5"."""
    first_two = [term for term in terms if not term.can_be_before_name][:2]
    if not first_two or first_two[0].kind != "unread" or first_two[0].question:
        return terms
    name, after = first_two[0], first_two[-1]
    labels = {column.label for column in line.words.number_columns}
    inside = (token for token in line.tokens if name.start < token.start < name.end)
    at, end = next((token.start for token in inside if token.text in labels), 0), name.end
    other = Choice("Name: {0}, without “{1}”", "{0}: {2},")
    has_parameters = after.pick and after.pick.parameters and not (after.is_bare or after.is_joined)
    is_next_number = line.text[after.end - 1].isdigit() and not line.source.bare_text(end, after.start).strip(
        " "
    )
    if has_parameters and is_next_number:
        at, end, other = after.start, after.end, Choice("Name: {0}, with {1}", "{0}, {1},")
    elif not at or len(terms) == 1:
        return terms
    words, ending = line.source.bare_text(name.start, at).strip(), line.source.bare_text(at, end)
    without = Choice(*(text.format(words, ending, quoted(ending)) for text in other))
    complete = Choice(f"Name: {words} {ending}", quoted(f"{words} {ending}"))
    question = Question(
        name.start, end, f"Is “{ending}” part of the name?", (complete, without), is_read=True
    )
    asked = ParsedTerm("unread", name.start, end, question=question)
    return [asked if term is name else term for term in terms if term is name or not at <= term.start < end]


def ask_about_game_words(
    source: Source, words: Vocabulary, start: int, end: int, name: str
) -> tuple[frozenset[str], Question] | None:
    """Return the codes of the game's words in a name, and the question whether they are only a name.

    Return None if the name has no such words.
    """
    tokens = tokenize(source.covered, start, end)
    codes, game_words, rest, at = set[str](), list[str](), list[str](), 0
    while at < len(tokens):
        entry, option = words.entries.find(tokens, at), words.bare_options.find(tokens, at)
        label = words.labels.find(tokens, at)
        flag = label if label and words.value_kind(label.value) == "flag" else None
        fact_end = max((hit.end for hit in (entry, option, flag) if hit), default=0)
        if not fact_end or tokens[at].kind != "word" or not any(map(str.isalpha, tokens[at].text[1:])):
            rest.append(tokens[at].text)
            at += 1
            continue
        if entry:
            codes |= {match.entry.code for match in entry.value}
        elif option:
            codes.add(option.value.attribute)
        if flag:
            codes.add(flag.value.code)
        game_words.append(uncover(source.covered[tokens[at].start : tokens[fact_end - 1].end], ""))
        at = fact_end
    if not game_words:
        return None
    other, found_words = clean_name("".join(rest)), " and ".join(game_words)
    facts = f"{', '.join(game_words)}, "
    choices = (
        Choice(f"Name: {name}", quoted(name)),
        Choice(f"Name: {other}, with {found_words}", f"{quoted(other)}, {facts}")
        if any(map(str.isalnum, other))
        else Choice(f"No name, with {found_words}", f'"", {facts}'),
    )
    question = Question(start, end, f"Is “{found_words}” only part of the name?", choices, is_read=True)
    return frozenset(codes), question


# ------------------------------------------------------------------ once it is read


def finish_line(line: ScannedLine) -> None:
    """Find the name in a line, and make a line with too few facts unread."""
    has_sure_fact = line.lead or any(
        not (term.is_bare or term.kind in _KINDS_IN_SENTENCES)
        or term.question
        or (term.kind != "pick" and term.code)
        for term in line.terms
    )
    if (
        line.terms
        and not has_sure_fact
        and (_is_plain_text(line) or (line.is_heading and not line.has_kind("slot")))
    ):
        ahead = sum(1 for _ in takewhile(lambda term: term.can_be_before_name, line.terms))
        line.dropped_fact_count = sum(term.kind not in ("unread", "mark") for term in line.terms[ahead:])
        line.terms[ahead:] = [line.unread_term(ahead)] if ahead < len(line.terms) else []
    _set_name_term_count(line)
    line.terms[line.name_term_count :] = _without_parts_of_names(line, line.terms[line.name_term_count :])


def may_have_name_below(block: Sequence[ScannedLine]) -> bool:
    """Return whether a block begins with a labelled fact, so that its name may be below."""
    return bool(block) and _label_of(block[0])[0] not in ("", "name", "unread")


def move_names_up(block: Sequence[ScannedLine]) -> list[ScannedLine]:
    """Return the lines of a block, with labelled names above the facts of their profiles.

    If a block has several profiles, each begins with the same label. Lines stay in their order if a profile
    has no labelled name or several.
    """
    if not may_have_name_below(block):
        return list(block)
    starts = [at for at, line in enumerate(block) if _label_of(line) == _label_of(block[0])]
    parts = [[*block[start:end]] for start, end in pairwise([*starts, len(block)])]
    if any(sum(map(_has_labelled_name, part)) != 1 for part in parts):
        return list(block)
    return [line for part in parts for line in sorted(part, key=lambda line: not _has_labelled_name(line))]


def _has_labelled_name(line: ScannedLine) -> bool:
    return _label_of(line)[0] == "name"


def _label_of(line: ScannedLine) -> tuple[str, str]:
    """Return the kind and the code of a labelled line's first term, or ("", "") for other lines."""
    return (line.terms[0].kind, line.terms[0].code) if line.is_labelled and line.terms else ("", "")


def _set_name_term_count(line: ScannedLine) -> None:
    """Set how many terms at the beginning of a line may be a name, and whether they surely are a name."""
    if line.is_labelled or line.is_below_slot_label:
        return
    if line.lead and line.terms[0].can_be_before_name:
        line.name_term_count = _name_term_count_after_lead(line)
        line.is_name_sure = line.name_term_count > 0
        return
    end, has_words = 0, False
    for index, term in enumerate(line.terms):
        if not end and term.can_be_before_name:
            continue
        if term.is_lead:
            break
        can_be_name = term.is_unread_text or (term.is_bare and term.pick) or (term.hint and not term.code)
        if not can_be_name and not (term.kind == "mark" and not term.pieces[0].meaning):
            break
        gap = line.text_between(line.terms[end - 1], term) if end else ""
        is_epithet = line.text_of(term).casefold().startswith("the ") and ":" not in gap
        is_new_part = (_NAME_END.search(gap) and not is_epithet) or _COUNTED.fullmatch(line.text_of(term))
        continues = term.is_unread_text and has_words and not is_new_part
        if _SEPARATOR_OR_DASH.search(gap) and not continues:
            break
        end, has_words = index + 1, has_words or term.is_unread_text
    while end and line.terms[end - 1].kind == "mark":
        end -= 1
    line.name_term_count = end
    after = line.text[line.terms[end - 1].end - line.start :] if end else ""
    line.is_name_sure = has_words or after.lstrip(f"*_ {COVER}").startswith(":")


def _name_term_count_after_lead(line: ScannedLine) -> int:
    """Return how many terms are the count or type at the line's beginning and the name after it, or 0.

    Examples are "30 skeletons, undead" and "Recruit: Ash".
    """
    ahead = sum(1 for _ in takewhile(lambda term: term.can_be_before_name, line.terms))
    if any(term.kind == "pick" or term.code == KIND for term in line.terms[:ahead] if term.is_lead):
        name = line.terms[ahead] if ahead < len(line.terms) else line.terms[0]
        words = line.text_of(name)
        is_separate = "," in line.text_between(line.terms[ahead - 1], name) or not any(
            map(str.isalpha, words)
        )
        is_separate = is_separate or words[0] == "@" or line.terms[ahead - 1].kind == "mark"
        return ahead + 1 if name.is_unread_text and not is_separate else 0
    for index, (term, after) in enumerate(pairwise(line.terms), 1):
        if _SEPARATOR_OR_DASH.search(line.text_between(term, after)) or after.kind not in ("value", "unread"):
            return 0
        if after.kind == "unread":
            return index + 1 if after.is_unread_text else 0
    return 0


def _is_plain_text(line: ScannedLine) -> bool:
    """Return whether the properties in a line are only words of a sentence."""
    first = next((index for index, term in enumerate(line.terms) if term.kind == "value"), 0)
    words = [term for term in line.terms[first:] if term.is_bare or term.kind in ("pick", "unread")]
    picked = sum(term.kind != "unread" for term in words)
    unread = sum(len(line.text_of(term).split()) for term in words if term.kind == "unread")
    separator = _SEPARATOR_OR_DASH if line.has_kind("value") else _SEPARATOR
    is_mixed = any(
        left.kind != right.kind and not separator.search(line.text_between(left, right))
        for left, right in pairwise(words)
    )
    return bool(unread) and (not picked or (is_mixed and unread >= picked))


def _without_parts_of_names(line: ScannedLine, terms: Sequence[ParsedTerm]) -> list[ParsedTerm]:
    """Return the terms. Properties that unread words make part of a name become unread: "short bow".

    If a term seems to belong to another profile, it and all later terms become one unread term.
    """
    read_terms = list(terms)
    for index, (term, after) in enumerate(pairwise(terms)):
        if term not in read_terms:
            continue  # The term has become part of a longer unread term.
        between = line.text_between(terms[index - 1], term) if index else ""
        gap = line.text_between(term, after)
        is_unread = term.kind == "unread" and not (term.question or term.hint)
        has_sign = _OTHER_PROFILE_SIGNS.search(between) or _OTHER_PROFILE_SIGNS.search(line.text_of(term), 1)
        has_value = after.kind == "value" and not _LIST_SIGN.search(gap)
        begins_sentence = _SENTENCE_END.search(between) and " " in line.text_of(term)
        if is_unread and ((has_sign and has_value) or begins_sentence):
            other = ParsedTerm("unread", term.start, terms[-1].end, hint=OF_ANOTHER_PROFILE)
            return [*read_terms[:index], other]
        has_number = after.kind == "unread" and any(map(str.isdigit, line.text_of(after)))
        if term.is_bare and has_number and not after.question and not _SEPARATOR_OR_DASH.search(gap):
            read_terms[read_terms.index(term)] = ParsedTerm("unread", term.start, term.end)
        is_one_name = term.is_unread_text and after.pick and after.is_bare and not gap.strip(" ")
        if is_one_name and not any(map(str.isdigit, line.text_of(term).split()[-1])):
            term.end, term.hint = after.end, PART_OF_A_NAME
            read_terms.remove(after)
    return read_terms
