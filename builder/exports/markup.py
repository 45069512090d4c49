"""Texts for forums and chat, in four formats. ``plain_lines`` converts players' Markdown to plain lines.

``MARKUPS`` has the four formats. In each, the words of players must not work as markup:

- "plain" has no markup, so no character needs a change.
- "discord" is plain text in a block of code, which begins and ends with three backticks. An invisible joiner
  after each backtick prevents players' words from ending the block.
- "markdown" has a backslash before each character that could be markup.
- "bbcode" has no escape that all boards know. So square brackets become round brackets: ``[b]x`` is written
  ``(b)x``. In quoted names, square brackets remain, and an invisible joiner after each "[" breaks up tags.

In all formats, a name is on one line. Line breaks become spaces, and several spaces become one space. Only
spaces in quotes are not merged.
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

    ``text`` is a function that escapes players' words. The functions ``strong``, ``heading`` and ``items``
    take escaped text, and return it as bold text, as a heading, and as a list. ``line_end`` is what a line
    needs at its end, so that it isn't joined with the next line.
    """

    text: Callable[[str], str]
    strong: Callable[[str], str]
    heading: Callable[[str], str]
    items: Callable[[Sequence[str]], str]
    line_end: str


def plain(text: str) -> str:
    """Return the text on one line.

    Line breaks and control characters become spaces. Several spaces become one space, except in quotes.
    """
    shown = "".join(" " if unicodedata.category(sign) in _INVISIBLE else sign for sign in text)
    return _QUOTED_OR_SPACES.sub(lambda match: match[0] if match[0][0] == '"' else " ", shown).strip()


def markdown(text: str) -> str:
    """Return the text on one line, with Markdown's special characters escaped."""
    escaped = _MARKDOWN_SIGNS.sub(r"\\\g<0>", plain(text))
    return _MARKDOWN_LIST_SIGN.sub(_escape_list_sign, escaped)


def _escape_list_sign(match: re.Match[str]) -> str:
    r"""Return the escaped start of a line that looks like a list item.

    A sign gets a backslash in front: "\-". A number gets a backslash after it, which escapes the dot or
    bracket that follows the number: "1\".
    """
    start = match[0]
    return f"{start}\\" if start.isdigit() else f"\\{start}"


def bbcode(text: str) -> str:
    """Return the text on one line without BBCode tags.

    Square brackets become round brackets. In quotes they remain, but an invisible joiner follows each "[".
    """
    return _QUOTED_OR_OTHER.sub(
        lambda match: (
            match[0].replace("[", f"[{JOINER}") if match[0][0] == '"' else match[0].translate(_ROUND_BRACKETS)
        ),
        plain(text),
    )


def code(text: str) -> str:
    """Return the text on one line, with an invisible joiner after each backtick.

    Because of the joiners, backticks in the text can't end a block of code.
    """
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
    """Return a Markdown text as lines without markup.

    Each paragraph, heading, list item and line of code is a line. Empty lines are left out.
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
