"""Four ways to mark a text up, and how to keep the words of players from doing so.

Plain text needs nothing. In Markdown every sign that could mark something up is written behind a backslash.
BBCode has no way to write a bracket that all boards know, so square brackets become round ones: ``[b]x`` is
written ``(b)x``. A block of code, as Discord shows it, is plain text in which no sign can end the block. In
all of them a name stays on its line: runs of blanks and line ends become one blank.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

TextFormat = Literal["plain", "discord", "markdown", "bbcode"]
FENCE = "```"

_MARKDOWN_SIGNS = re.compile(r"[\\`*_{}\[\]<>|~&#$^=@!]")
_MARKDOWN_START = re.compile(r"^(?:[-+]|(?<!\d)\d+(?=[.)]))")
_INVISIBLE = ("Cc", "Cs")
_ROUND = str.maketrans("[]", "()")


@dataclass(frozen=True, slots=True)
class Markup:
    """One format: ``text`` makes words of players harmless, the others take what is harmless already."""

    text: Callable[[str], str]
    strong: Callable[[str], str]
    heading: Callable[[str], str]
    items: Callable[[Sequence[str]], str]
    line_end: str


def plain(text: str) -> str:
    """On one line, with no sign that is not shown as one."""
    return " ".join(
        "".join(" " if unicodedata.category(sign) in _INVISIBLE else sign for sign in text).split()
    )


def markdown(text: str) -> str:
    """On one line, with every sign of Markdown behind a backslash."""
    escaped = _MARKDOWN_SIGNS.sub(r"\\\g<0>", plain(text))
    return _MARKDOWN_START.sub(_behind_backslash, escaped)


def _behind_backslash(found: re.Match[str]) -> str:
    start = found[0]
    return f"{start}\\" if start.isdigit() else f"\\{start}"


def bbcode(text: str) -> str:
    """On one line, with round brackets for square ones."""
    return plain(text).translate(_ROUND)


def code(text: str) -> str:
    """On one line, without the sign that ends a block of code."""
    return plain(text).replace("`", "'")


def _dashes(items: Sequence[str]) -> str:
    return "\n".join(f"- {item}" for item in items)


def _bbcode_list(items: Sequence[str]) -> str:
    return "\n".join(["[list]", *(f"[*]{item}" for item in items), "[/list]"])


MARKUPS: dict[TextFormat, Markup] = {
    "plain": Markup(text=plain, strong=str, heading=str, items=_dashes, line_end=""),
    "discord": Markup(text=code, strong=str, heading=str, items=_dashes, line_end=""),
    "markdown": Markup(
        text=markdown, strong="**{}**".format, heading="### {}".format, items=_dashes, line_end="  "
    ),
    "bbcode": Markup(
        text=bbcode, strong="[b]{}[/b]".format, heading="[b]{}[/b]".format, items=_bbcode_list, line_end=""
    ),
}
