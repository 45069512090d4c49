"""Marks of Markdown and of forums around stat lines: they are covered up, so that only the words are read."""

import re

from builder.points.shorthand.tokens import MASK

_TAGS = (
    r"\[/?(?:b|i|u|s|size|colou?r|font|quote|code|pre|list|li|ul|ol|table|tr|td|th|url|center|left|right|hr"
    r"|spoiler|h[1-6])(?:=[^\]\n]{0,200})?\]|\[\*\]"
)
_MARKS = re.compile(
    rf"\\(?=[!-/:-@\[-`{{-~])(?P<escaped>.)|{_TAGS}|\*\*|~~|`+|(?<!\w)_+(?=\w)|(?<=[^\W_])_+(?!\w)|(?<!\w)\*(?=\w)|(?<=\w)\*(?!\w)",
    re.IGNORECASE,
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
