"""The formats of texts for forums and chat, and the conversion of players' Markdown to plain lines.

In no format may players' words work as markup. The format "discord" is a block of code, which begins and ends
with three backticks.
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

    ``text`` escapes players' words. The other functions take escaped text. ``line_end`` keeps a line from
    being joined with the next.
    """

    text: Callable[[str], str]
    strong: Callable[[str], str]
    heading: Callable[[str], str]
    items: Callable[[Sequence[str]], str]
    line_end: str


def plain(text: str) -> str:
    """Return the text on one line, without control characters, and with single spaces except in quotes."""
    shown = "".join(" " if unicodedata.category(sign) in _INVISIBLE else sign for sign in text)
    return _QUOTED_OR_SPACES.sub(lambda match: match[0] if match[0][0] == '"' else " ", shown).strip()


def markdown(text: str) -> str:
    """Return the text on one line, with a backslash before each character that could be markup."""
    escaped = _MARKDOWN_SIGNS.sub(r"\\\g<0>", plain(text))
    return _MARKDOWN_LIST_SIGN.sub(_escape_list_sign, escaped)


def _escape_list_sign(match: re.Match[str]) -> str:
    r"""Return the escaped start of a line that looks like a list item: "\-", or "1\" before a dot."""
    start = match[0]
    return f"{start}\\" if start.isdigit() else f"\\{start}"


def bbcode(text: str) -> str:
    """Return the text on one line without BBCode tags, for which no escape works on all boards.

    Square brackets become round brackets. In quotes they remain, but an invisible joiner follows each "[".
    """
    return _QUOTED_OR_OTHER.sub(
        lambda match: (
            match[0].replace("[", f"[{JOINER}") if match[0][0] == '"' else match[0].translate(_ROUND_BRACKETS)
        ),
        plain(text),
    )


def code(text: str) -> str:
    """Return the text on one line, with a joiner after each backtick so that none ends a block of code."""
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
    """Return the paragraphs, headings, list items and lines of code in a Markdown text, without markup."""
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
