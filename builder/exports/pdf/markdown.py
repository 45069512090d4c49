"""Markdown of players as plain blocks that a template sets: no pictures, no HTML, links as text.

A block is a mapping with its kind in "k"; a text is a list of runs, each a string or [marks, string],
where the marks are letters: b bold, i italic, c code, s struck out. A run of "\\n" breaks the line.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from builder.exports.pdf.text import breakable, clean

Block = dict[str, Any]
Run = str | list[str]

_MARKS = {"strong": "b", "em": "i", "s": "s"}
_DEEPEST = 3
_MOST_COLUMNS = 6
_MOST_CELLS = 2_000
_WORD = 40

_PLAIN = MarkdownIt("commonmark", {"html": False}).enable("strikethrough")
_TABLES = MarkdownIt("commonmark", {"html": False}).enable(["strikethrough", "table"])


@lru_cache(maxsize=256)
def blocks(text: str, word: int = _WORD) -> tuple[Block, ...]:
    """The blocks of a text; words wider than ``word`` letters may be broken anywhere."""
    text = clean(text).strip()
    if not text:
        return ()
    # Rows are filled up to the width of their table's head: a short text could ask for many thousand cells.
    parser = _TABLES if 0 < text.count("|") * (text.count("\n") + 1) <= _MOST_CELLS else _PLAIN
    root = SyntaxTreeNode(parser.parse(text))
    return tuple(_blocks(root.children, word, 0))


def _blocks(nodes: Sequence[SyntaxTreeNode], word: int, depth: int) -> Iterator[Block]:
    for node in nodes:
        kind = node.type
        if kind in ("paragraph", "heading"):
            yield {"k": "h" if kind == "heading" else "p", "t": _inline(node, word)}
        elif kind in ("bullet_list", "ordered_list"):
            yield from _list(node, word, depth)
        elif kind == "blockquote" and depth < _DEEPEST:
            yield {"k": "quote", "b": list(_blocks(node.children, word, depth + 1))}
        elif kind in ("code_block", "fence"):
            lines = node.content.rstrip("\n").split("\n")
            yield {"k": "code", "t": _joined([breakable(line, word) for line in lines])}
        elif kind == "hr":
            yield {"k": "hr"}
        elif kind == "table":
            yield from _table(node, word)
        else:
            yield from _blocks(node.children, word, depth)


def _joined(lines: Sequence[str]) -> list[Run]:
    runs: list[Run] = []
    for line in lines:
        if runs:
            runs.append("\n")
        runs.append(["c", line])
    return runs


def _list(node: SyntaxTreeNode, word: int, depth: int) -> Iterator[Block]:
    if depth >= _DEEPEST:
        for item in node.children:
            yield from _blocks(item.children, word, depth)
        return
    items = [list(_blocks(item.children, word, depth + 1)) for item in node.children]
    start = int(node.attrs.get("start", 1))
    yield {"k": "ol" if node.type == "ordered_list" else "ul", "start": start, "b": items}


def _table(node: SyntaxTreeNode, word: int) -> Iterator[Block]:
    rows = [row for part in node.children for row in part.children]
    texts = [[_inline(cell, word) for cell in row.children] for row in rows]
    if len(texts[0]) <= _MOST_COLUMNS:
        yield {"k": "table", "n": len(texts[0]), "b": texts}
        return
    for row in texts:
        runs: list[Run] = []
        for cell in row:
            runs += [" · ", *cell] if runs else cell
        yield {"k": "p", "t": runs}


def _inline(node: SyntaxTreeNode, word: int) -> list[Run]:
    runs: list[Run] = []
    for child in node.children:
        _runs(child, "", word, runs.append)
    return runs


def _runs(node: SyntaxTreeNode, marks: str, word: int, add: Callable[[Run], None]) -> None:
    kind = node.type
    if kind in ("text", "code_inline", "text_special"):
        found = breakable(node.content, word)
        with_code = marks + "c" if kind == "code_inline" else marks
        if found:
            add([with_code, found] if with_code else found)
    elif kind in ("softbreak", "hardbreak"):
        add(" " if kind == "softbreak" else "\n")
    elif kind == "image":
        add(breakable(_text_of(node), word) or " ")
    else:
        marks += _MARKS.get(kind, "")
        for child in node.children:
            _runs(child, marks, word, add)
        if kind == "link":
            _address(node, word, add)


def _address(node: SyntaxTreeNode, word: int, add: Callable[[Run], None]) -> None:
    address = clean(str(node.attrs.get("href", "")))
    if address and _text_of(node) not in (address, address.removeprefix("mailto:")):
        add(f" ({breakable(address, word)})")


def _text_of(node: SyntaxTreeNode) -> str:
    return "".join(child.content if not child.children else _text_of(child) for child in node.children)
