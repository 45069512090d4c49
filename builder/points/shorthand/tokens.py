"""A text made ready to be read: its mark-up covered up, its tokens, and phrases that are found among them."""

import re
from collections.abc import Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

from builder.points.rules.search_text import normalize_text

T = TypeVar("T")

DASHES = frozenset("-\u2010\u2011\u2012–—−")
FILLER = frozenset(",;:=|•·∙◦▪‣*#>_~`()[]{}+/&.!?\"'“”„\u2018\u2019«»\\…") | DASHES
"""Signs that say nothing by themselves. The dash is a value where one is wanted."""
MASK = "\ud800"
"""What stands in the place of mark-up: half of a pair, which no text that is read can hold."""

_TOKEN = re.compile(
    r"""(?P<i>(?<=[0-9])(?:["”″]|''))
    |(?P<q>"[^"\n]{0,200}"|“[^”\n]{0,200}”|„[^“”\n]{0,200}[“”]|«[^»\n]{0,200}»)
    |(?P<d>[0-9]+)
    |(?P<w>[^\W_0-9]+)
    |(?P<s>[^\S\n\ud800]+|\ud800+)
    |(?P<p>.)""",
    re.VERBOSE,
)
_TAGS = (
    r"\[/?(?:b|i|u|s|size|colou?r|font|quote|code|pre|list|li|ul|ol|table|tr|td|th|url|center|left|right|hr"
    r"|spoiler|h[1-6])(?:=[^\]\n]{0,200})?\]|\[\*\]"
)
_MARKS = re.compile(
    r"^[ ]{0,8}<?https?://[^\s<>]{1,500}>?[ ]{0,8}$|"
    rf"\\(?=[!-/:-@\[-`{{-~])(?P<escaped>.)|{_TAGS}|\*\*|~~|`+|(?<!\w)_+(?=\w)|(?<=[^\W_])_+(?!\w)|(?<!\w)\*(?=\w)|(?<=\w)\*(?!\w)",
    re.IGNORECASE | re.MULTILINE,
)
_SINGLE = re.compile(r"\[([bius])\]", re.IGNORECASE)
_BULLET = re.compile(
    r"[ \u00a0]*(?:>[ ]*)*(?:#{1,6}[ ]+|[-+*•·∙◦▪‣–—][ ]+"
    rf"|[0-9]{{1,3}}[.)][ ]+(?=[^\W0-9_]|[\"“*\[{MASK}]))*"
)
_HEADING = re.compile(
    r"\s*(?:#{1,6}\s|(?:\*\*|__|\[b\]|\[h[1-6]\])\S.*(?:\*\*|__|\[/b\]|\[/h[1-6]\]):?\s*$)", re.IGNORECASE
)
_BOLD = re.compile(
    r"(?:(?P<star>\*\*)|\[b\])(?P<words>(?:\\.|[^\n\\]){1,300}?)(?(star)\*\*|\[/b\])", re.IGNORECASE
)
_OUR = re.compile("(?<=[a-z]{3})our")
_JOINERS = frozenset(" \u00a0-\u2010\u2011–/'\u2019_(.")


def mask_markup(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The text with every mark covered by as many signs, and where the marks stand."""
    places: list[tuple[int, int]] = []
    plain = {match[1].lower() for match in _SINGLE.finditer(text)}
    unpaired = {f"[{tag}]" for tag in plain if f"[/{tag}]" not in text.lower()}

    def covered(match: re.Match[str]) -> str:
        if match.group().lower() in unpaired:
            return match.group()
        start, end = match.span()
        escaped = match["escaped"] or ""
        places.append((start, end - len(escaped)))
        return MASK * (end - start - len(escaped)) + escaped

    return _MARKS.sub(covered, text), places


def bullet_length(line: str) -> int:
    """How many signs at the head of a line are a bullet, a number of a list, or the marks of a heading."""
    if "\t" in line or line.lstrip().startswith("|"):
        return 0
    match = _BULLET.match(line)
    return match.end() if match else 0


def bold_end(line: str) -> int:
    """Where the words end that a line begins with in bold, 0 where it does not or is bold as a whole."""
    match = _BOLD.match(line)
    return match.end("words") if match and line[match.end() :].strip() else 0


def is_heading(line: str) -> bool:
    """Whether a line is marked as a heading, or is bold as a whole."""
    return _HEADING.match(line) is not None


class TextToken(NamedTuple):
    """A piece of text: "w" letters, "d" digits, "q" in quotes, "i" inch mark, "s" blanks, "p" another sign.

    ``norm`` is what it is compared by: without case and accents, "armour" as "armor".
    """

    kind: str
    start: int
    end: int
    text: str
    norm: str


def tokenize(text: str, start: int = 0, end: int | None = None) -> list[TextToken]:
    """The pieces of a part of a text that has no line break in it; together they are all of it."""
    tokens = []
    for match in _TOKEN.finditer(text, start, len(text) if end is None else end):
        kind, piece = match.lastgroup or "p", match.group()
        norm = _OUR.sub("or", normalize_text(piece)) if kind in ("w", "d") else piece
        tokens.append(TextToken(kind, match.start(), match.end(), piece, norm))
    return tokens


def normalized_words(text: str) -> tuple[str, ...]:
    """The words of a text as they are compared."""
    return tuple(token.norm for token in tokenize(text) if token.kind in ("w", "d"))


class Phrases(Generic[T]):
    """Phrases of one or more words, each with what it means. The first to claim a phrase has it.

    A text without a word in it is none.
    """

    __slots__ = ("_found",)

    def __init__(self, pairs: Iterable[tuple[str, T]] = ()) -> None:
        self._found: dict[str, list[tuple[tuple[str, ...], frozenset[str], T]]] = {}
        for text, meaning in pairs:
            if words := normalized_words(text):
                known = self._found.setdefault(words[0], [])
                if all(words != row[0] for row in known):
                    known.append((words, _JOINERS | {*text} & {","}, meaning))
                    known.sort(key=lambda row: -len(row[0]))

    def find(self, tokens: Sequence[TextToken], at: int) -> tuple[T, int] | None:
        """The longest phrase that begins at a token, and the token behind it."""
        for words, joiners, meaning in self._found.get(tokens[at].norm, ()) if at < len(tokens) else ():
            if end := _end_of_phrase(tokens, at, words, joiners):
                return meaning, end
        return None


def _end_of_phrase(
    tokens: Sequence[TextToken], at: int, words: tuple[str, ...], joiners: frozenset[str]
) -> int:
    """The token behind these words, or 0 where the text does not say them."""
    for word in words[1:]:
        at += 1
        for _ in range(2):
            if at < len(tokens) and tokens[at].text[0] in joiners:
                at += 1
        if at >= len(tokens) or tokens[at].norm != word:
            return 0
    return at + 1
