"""Markdown of players as plain lines, for texts that are marked up in another way."""

from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

_PARSER = MarkdownIt("commonmark", {"html": False}).enable("strikethrough")


def plain_lines(text: str) -> list[str]:
    """The words of a text, a line for each paragraph, heading, item or line of code; none are empty."""
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
