"""Preparation of a text: mark-up and quoted text are covered, and lines are split into tokens.

To cover text means to replace each of its characters with a placeholder, so that all positions stay the same.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

from builder.points.rules.search_text import normalize_text

T = TypeVar("T")
Found_co = TypeVar("Found_co", covariant=True)

DASHES = frozenset("-\u2010\u2011\u2012–—−")
FILLER = frozenset(",;:=|•·∙◦▪‣*#>_~`()[]{}+/&.!?\"'“”„\u2018\u2019«»\\…") | DASHES
"""Signs without a meaning of their own. A dash means "none" where a value is expected."""
COVER = "\ud800"
"""The placeholder for a character of mark-up: half of a surrogate pair, which no text can contain."""
QUOTE_COVER = "\ud801"
"""The placeholder for a character in quotes, which ``uncover`` takes from the original text."""
JOINER = "\u2060"
"""The sign after a bracket or backtick in a name, which prevents that it is read as mark-up."""

_TOKEN = re.compile(
    r"""(?P<inch>(?<=[0-9])(?:["”″]|''))
    |(?P<quote>["“„«][\ud800\ud801]+["“”»]|""|“”|«»)
    |(?P<digits>[0-9]+)
    |(?P<word>(?<=[0-9])x(?=[^\W_0-9]{2})|[^\W_0-9]+)
    |(?P<blank>[^\S\n\ud800]+|\ud800+)
    |(?P<sign>.)""",
    re.VERBOSE,
)
_TAGS = (
    r"\[/?(?:b|i|u|s|size|colou?r|font|quote|code|pre|list|li|ul|ol|table|tr|td|th|url|center|left|right|hr"
    r"|spoiler|h[1-6])(?:=[^\]\n]{0,200})?\]|\[\*\]"
)
_MARKUP = re.compile(
    r"^[ ]{0,8}<?https?://[^\s<>]{1,500}>?[ ]{0,8}$|"
    rf"\\(?=[!-/:-@\[-`{{-~])(?P<escaped>.)|{_TAGS}|\*\*|~~|`+|(?<!\w)_+(?=\w)|(?<=[^\W_])_+(?!\w)|(?<!\w)\*(?=[^\W\d])|(?<=\w)\*(?!\w)",
    re.IGNORECASE | re.MULTILINE,
)
_QUOTES = re.compile(
    r"""(?<![^\s(\[{\]},;:=/|*_>~+–—-])(?:"(?:[^"\n\t]|""){0,400}+"|“[^”\n\t]{0,400}”"""
    r"""|„[^“”\n\t]{0,400}[“”]|«[^»\n\t]{0,400}»)(?![^\s)\]}\[,;:=/|*_.~!?…<+–—×-])"""
)
_MARKDOWN = re.compile(r"^(?:\*\*|#{1,6} )", re.MULTILINE)
_ESCAPED = re.compile(r"\\(?=[!-/:-@\[-`{-~])")
_ONE_LETTER_TAG = re.compile(r"\[([bius])\]", re.IGNORECASE)
_BULLET = re.compile(
    r"[ \u00a0]*(?:>[ ]*)*(?:#{1,6}[ ]+|[-+*•·∙◦▪‣–—][ ]+"
    rf"|[0-9]{{1,3}}[.)][ ]+(?=[^\W0-9_]|[\"“*\[{COVER}]))*"
)
_HEADING = re.compile(
    r"\s*(?:#{1,6}\s|(?:\*\*|__|\[b\]|\[h[1-6]\])\S.*(?:\*\*|__|\[/b\]|\[/h[1-6]\]):?\s*$)", re.IGNORECASE
)
_BOLD = re.compile(
    r"(?:(?P<star>\*\*)|\[b\])(?P<words>(?:\\.|[^\n\\]){1,300}?)(?(star)\*\*|\[/b\])", re.IGNORECASE
)
# The letters "our" at the end of a word are compared as "or": "armour" and "armor" are equal.
_BRITISH_ENDING = re.compile("(?<=[a-z]{3})our")
_BETWEEN_WORDS = frozenset(" \u00a0-\u2010\u2011–/'\u2019_(.")


def cover_quotes(text: str) -> str:
    """Return the text with the words in quotes covered, but neither the quotes nor mark-up."""
    return _QUOTES.sub(lambda quote: _cover_quote(quote[0], False, False), text)


def cover_markup(text: str) -> tuple[str, list[tuple[int, int]]]:
    """Return the text with its mark-up and the words in quotes covered, and the ranges of the mark-up.

    A one-letter tag such as "[b]" is only mark-up if the text also has its end tag.
    """
    unquoted = _QUOTES.sub(lambda quote: QUOTE_COVER * len(quote[0]), text)
    is_markdown, is_bbcode = bool(_MARKDOWN.search(unquoted)), "[b]" in unquoted
    text = _QUOTES.sub(lambda quote: _cover_quote(quote[0], is_markdown, is_bbcode), text)
    ranges: list[tuple[int, int]] = []
    tags = {match[1].lower() for match in _ONE_LETTER_TAG.finditer(text)}
    unpaired = {f"[{tag}]" for tag in tags if f"[/{tag}]" not in text.lower()}

    def cover(match: re.Match[str]) -> str:
        if match.group().lower() in unpaired:
            return match.group()
        start, end = match.span()
        escaped = match["escaped"] or ""
        ranges.append((start, end - len(escaped)))
        return COVER * (end - start - len(escaped)) + escaped

    return _MARKUP.sub(cover, text), ranges


def _cover_quote(quote: str, is_markdown: bool, is_bbcode: bool) -> str:
    """Return a text between quotes with its words covered, but not the quotes.

    ``COVER`` replaces the signs that only escape the next character, ``QUOTE_COVER`` all other characters.
    """
    inner = quote[1:-1]
    out, at = list[str](), 0
    while at < len(inner):
        pair = inner[at : at + 2]
        is_escape = (quote[0] == '"' and pair == '""') or (is_markdown and _ESCAPED.match(pair))
        if is_escape:
            out += [COVER, QUOTE_COVER]
        elif pair in (f"[{JOINER}", f"`{JOINER}") and (is_bbcode or pair[0] == "`"):
            out += [QUOTE_COVER, COVER]
        else:
            out.append(QUOTE_COVER)
            at -= 1
        at += 2
    return f"{quote[0]}{''.join(out)}{quote[-1]}"


def uncover(covered: str, text: str) -> str:
    """Return a part of a text without mark-up, and with the words in quotes.

    ``covered`` is the part after ``cover_markup``. ``text`` is the same part of the original text.
    """
    if QUOTE_COVER not in covered:
        return covered.replace(COVER, "")
    return "".join(
        sign if cover == QUOTE_COVER else cover
        for cover, sign in zip(covered, text, strict=True)
        if cover != COVER
    )


def bullet_length(line: str) -> int:
    """Return the length of a bullet, list number or heading mark at the start of a line."""
    if "\t" in line or line.lstrip().startswith("|"):
        return 0
    match = _BULLET.match(line)
    return match.end() if match else 0


def bold_end(line: str) -> int:
    """Return the end of the bold words at the start of a line, or 0 if none or all of the line is bold."""
    match = _BOLD.match(line)
    return match.end("words") if match and line[match.end() :].strip() else 0


def is_heading(line: str) -> bool:
    """Return whether a line is marked as a heading, or is completely bold."""
    return _HEADING.match(line) is not None


class TextToken(NamedTuple):
    """A piece of text, with its range and its kind.

    The kinds are "word" (letters), "digits", "quote" (text in quotes), "inch" (an inch mark), "blank" (spaces
    and covered text) and "sign" (any other character). ``norm`` is the text for comparisons: without case and
    accents, and with "armour" as "armor".
    """

    kind: str
    start: int
    end: int
    text: str
    norm: str


def tokenize(text: str, start: int = 0, end: int | None = None) -> list[TextToken]:
    """Return the tokens between two positions in a line of a text. Each character belongs to one token."""
    tokens = []
    for match in _TOKEN.finditer(text, start, len(text) if end is None else end):
        kind, piece = match.lastgroup or "sign", match.group()
        norm = _BRITISH_ENDING.sub("or", normalize_text(piece)) if kind in ("word", "digits") else piece
        tokens.append(TextToken(kind, match.start(), match.end(), piece, norm))
    return tokens


def normalized_words(text: str) -> tuple[str, ...]:
    """Return the words of a text, normalized for comparisons."""
    return tuple(token.norm for token in tokenize(text) if token.kind in ("word", "digits"))


class Found(NamedTuple, Generic[Found_co]):
    """A value that was found at a token, and the index of the token after it."""

    value: Found_co
    end: int


class Phrases(Generic[T]):
    """Phrases of one or more words with their meanings. If a phrase appears twice, the first meaning counts.

    Texts without a word are skipped.
    """

    __slots__ = ("_by_first_word",)

    def __init__(self, pairs: Iterable[tuple[str, T]] = ()) -> None:
        # Phrases by their first word, the longest first. Each is a tuple of its words, the signs that may be
        # between the words, and its meaning.
        self._by_first_word: dict[str, list[tuple[tuple[str, ...], frozenset[str], T]]] = {}
        for text, meaning in pairs:
            if words := normalized_words(text):
                known = self._by_first_word.setdefault(words[0], [])
                if all(words != row[0] for row in known):
                    signs = _BETWEEN_WORDS | {sign for sign in text if not sign.isalnum()}
                    known.append((words, signs, meaning))
                    known.sort(key=lambda row: -len(row[0]))

    def find(self, tokens: Sequence[TextToken], at: int) -> Found[T] | None:
        """Return the meaning of the longest phrase that begins at a token, or None."""
        if at < len(tokens):
            for words, signs, meaning in self._by_first_word.get(tokens[at].norm, ()):
                if end := _phrase_end(tokens, at, words, signs):
                    return Found(meaning, end)
        return None


def _phrase_end(tokens: Sequence[TextToken], at: int, words: tuple[str, ...], signs: frozenset[str]) -> int:
    """Return the index of the token after these words, or 0 if they don't begin at ``at``.

    Up to two of the ``signs`` may be between two words, or three if the phrase itself contains signs.
    """
    max_signs = 3 if len(signs) > len(_BETWEEN_WORDS) else 2
    for word in words[1:]:
        at += 1
        for _ in range(max_signs):
            if at < len(tokens) and tokens[at].text[0] in signs:
                at += 1
        if at >= len(tokens) or tokens[at].norm != word:
            return 0
    return at + 1
