"""Four formats of texts (``MARKUPS``), and players' Markdown as plain lines (``plain_lines``).

Players' words never work as markup. Plain text needs no change. In Markdown, a backslash escapes every sign
that could be markup. BBCode has no escape that all boards know, so square brackets become round ones:
``[b]x`` is written ``(b)x``. Names in quotes keep their brackets, and an invisible joiner breaks up possible
tags. A block of code, as Discord shows it, is plain text in which no sign can end the block. In all formats a
name stays on its line: spaces and line breaks are merged to one space.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from builder.points.shorthand import JOINER

TextFormat = Literal["plain", "discord", "markdown", "bbcode"]
FENCE = "```"

_MARKDOWN_SIGNS = re.compile(r"[\\`*_{}\[\]<>|~&#$^=@!]")
_QUOTED_OR_SPACES = re.compile(r'(?<!\w)"(?:[^"\n]|"")*"(?!\w)|\s+')
_QUOTED_OR_OTHER = re.compile(r'(?<!\w)"(?:[^"\n]|"")*"(?!\w)|[^"]+|"')
_MARKDOWN_LIST_SIGN = re.compile(r"^(?:[-+]|(?<!\d)\d+(?=[.)]))")
_INVISIBLE = ("Cc", "Cs", "Zl", "Zp")
_ROUND_BRACKETS = str.maketrans("[]", "()")


@dataclass(frozen=True, slots=True)
class Markup:
    """A format of texts.

    ``text`` escapes players' words. The functions ``strong``, ``heading`` and ``items`` take escaped text.
    ``line_end`` ends each line that must not be joined with the next line.
    """

    text: Callable[[str], str]
    strong: Callable[[str], str]
    heading: Callable[[str], str]
    items: Callable[[Sequence[str]], str]
    line_end: str


def plain(text: str) -> str:
    """Return the text on one line without invisible characters; spaces in quotes are not merged."""
    shown = "".join(" " if unicodedata.category(sign) in _INVISIBLE else sign for sign in text)
    return _QUOTED_OR_SPACES.sub(lambda match: match[0] if match[0][0] == '"' else " ", shown).strip()


def markdown(text: str) -> str:
    """Return the text on one line, with Markdown's special characters escaped."""
    escaped = _MARKDOWN_SIGNS.sub(r"\\\g<0>", plain(text))
    return _MARKDOWN_LIST_SIGN.sub(_escape_list_sign, escaped)


def _escape_list_sign(match: re.Match[str]) -> str:
    r"""Return "\-" for a dash, and "1\" for a number, so that the dot or bracket after it is escaped."""
    start = match[0]
    return f"{start}\\" if start.isdigit() else f"\\{start}"


def bbcode(text: str) -> str:
    """Return the text on one line without tags.

    Square brackets become round ones. In quotes they stay, but an invisible joiner breaks up tags.
    """
    return _QUOTED_OR_OTHER.sub(
        lambda match: (
            match[0].replace("[", f"[{JOINER}") if match[0][0] == '"' else match[0].translate(_ROUND_BRACKETS)
        ),
        plain(text),
    )


def code(text: str) -> str:
    """Return the text on one line, without characters that end a block of code."""
    return plain(text).replace("`", f"`{JOINER}")


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


# ------------------------------------------------------------------ Markdown of players as plain lines


_PARSER = MarkdownIt("commonmark", {"html": False}).enable("strikethrough")


def plain_lines(text: str) -> list[str]:
    """Return the words of a text, with a line for each paragraph, heading, item or line of code.

    There are no empty lines.
    """
    root = SyntaxTreeNode(_PARSER.parse(text))
    return [line for line in (line.strip() for line in _lines(root)) if line]


def _lines(node: SyntaxTreeNode) -> Iterator[str]:
    if node.type == "inline":
        yield from "".join(_words(child) for child in node.children).split("\n")
    elif node.type in ("code_block", "fence"):
        yield from node.content.split("\n")
    elif node.type == "list_item":
        first, *more = list(_nested(node)) or [""]
        yield f"\N{BULLET} {first}"
        yield from more
    else:
        yield from _nested(node)


def _nested(node: SyntaxTreeNode) -> Iterator[str]:
    for child in node.children:
        yield from _lines(child)


def _words(node: SyntaxTreeNode) -> str:
    if node.type == "softbreak":
        return " "
    if node.type == "hardbreak":
        return "\n"
    if node.children:
        return "".join(_words(child) for child in node.children)
    return node.content
