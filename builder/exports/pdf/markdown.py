r"""Players' Markdown as plain blocks for a template, without pictures and HTML. Links become text.

The types of blocks are in ``payload.py``.
"""

from collections.abc import Callable, Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from builder.exports.pdf.payload import Block, ListKind, Run
from builder.exports.pdf.text import breakable, clean

_MARKS = {"strong": "b", "em": "i", "s": "s"}
_MAX_DEPTH = 3
_MAX_COLUMNS = 6
_MAX_CELLS = 2_000
MAX_TEXT_WORD = 40
"""The maximum width of words, in letters, that aren't broken in texts as wide as the page."""

_PARSER_WITHOUT_TABLES = MarkdownIt("commonmark", {"html": False}).enable("strikethrough")
_PARSER = MarkdownIt("commonmark", {"html": False}).enable(["strikethrough", "table"])


def parse_blocks(text: str, max_word: int = MAX_TEXT_WORD) -> list[Block]:
    """Return the blocks of a text. Words wider than ``max_word`` letters may be broken."""
    text = clean(text).strip()
    if not text:
        return []
    parser = _PARSER if _max_cells(text) <= min(len(text), _MAX_CELLS) else _PARSER_WITHOUT_TABLES
    root = SyntaxTreeNode(parser.parse(text))
    return list(_BlockReader(max_word).blocks(root.children, 0))


def _max_cells(text: str) -> int:
    """Return the largest number of table cells that a text could have: the parser fills up short rows."""
    lines = text.split("\n")
    return max(line.count("|") for line in lines) * len(lines)


class _BlockReader:
    """A converter from Markdown's syntax tree to blocks. It prints each address only once."""

    def __init__(self, max_word: int) -> None:
        self.max_word = max_word
        self.seen_addresses: set[str] = set()

    def blocks(self, nodes: Sequence[SyntaxTreeNode], depth: int) -> Iterator[Block]:
        """Yield the blocks of these nodes, which are in ``depth`` lists and quotes."""
        for node in nodes:
            kind = node.type
            if kind in ("paragraph", "heading"):
                yield {"kind": "heading" if kind == "heading" else "paragraph", "runs": self._inline(node)}
            elif kind in ("bullet_list", "ordered_list"):
                yield from self._list(node, depth)
            elif kind == "blockquote" and depth < _MAX_DEPTH:
                yield {"kind": "quote", "blocks": list(self.blocks(node.children, depth + 1))}
            elif kind in ("code_block", "fence"):
                lines = node.content.rstrip("\n").split("\n")
                runs = _code_runs([breakable(line, self.max_word) for line in lines])
                yield {"kind": "code", "runs": runs}
            elif kind == "hr":
                yield {"kind": "rule"}
            elif kind == "table":
                yield from self._table(node)
            else:
                yield from self.blocks(node.children, depth)

    def _list(self, node: SyntaxTreeNode, depth: int) -> Iterator[Block]:
        if depth >= _MAX_DEPTH:
            for item in node.children:
                yield from self.blocks(item.children, depth)
            return
        items = [list(self.blocks(item.children, depth + 1)) for item in node.children]
        start = int(node.attrs.get("start", 1))
        kind: ListKind = "ordered_list" if node.type == "ordered_list" else "bullet_list"
        yield {"kind": kind, "start": start, "items": items}

    def _table(self, node: SyntaxTreeNode) -> Iterator[Block]:
        rows = [row for part in node.children for row in part.children]
        texts = [[self._inline(cell) for cell in row.children] for row in rows]
        if len(texts[0]) <= _MAX_COLUMNS:
            yield {"kind": "table", "column_count": len(texts[0]), "rows": texts}
            return
        for row in texts:
            runs: list[Run] = []
            for cell in row:
                runs += [" · ", *cell] if runs else cell
            yield {"kind": "paragraph", "runs": runs}

    def _inline(self, node: SyntaxTreeNode) -> list[Run]:
        runs: list[Run] = []
        for child in node.children:
            self._add_runs(child, "", runs.append)
        return runs

    def _add_runs(self, node: SyntaxTreeNode, marks: str, add: Callable[[Run], None]) -> None:
        kind = node.type
        if kind in ("text", "code_inline", "text_special"):
            text = breakable(node.content, self.max_word)
            all_marks = marks + "c" if kind == "code_inline" else marks
            if text:
                add((all_marks, text) if all_marks else text)
        elif kind in ("softbreak", "hardbreak"):
            add(" " if kind == "softbreak" else "\n")
        elif kind == "image":
            add(breakable(_text_of(node), self.max_word) or " ")
        else:
            marks += _MARKS.get(kind, "")
            for child in node.children:
                self._add_runs(child, marks, add)
            if kind == "link":
                self._add_address(node, add)

    def _add_address(self, node: SyntaxTreeNode, add: Callable[[Run], None]) -> None:
        address = clean(str(node.attrs.get("href", "")))
        link_text = _text_of(node)
        if (
            address
            and address not in self.seen_addresses
            and link_text not in (address, address.removeprefix("mailto:"))
        ):
            self.seen_addresses.add(address)
            add(f" ({breakable(address, self.max_word)})")


def _code_runs(lines: Sequence[str]) -> list[Run]:
    runs: list[Run] = []
    for line in lines:
        if runs:
            runs.append("\n")
        runs.append(("c", line))
    return runs


def _text_of(node: SyntaxTreeNode) -> str:
    return "".join(child.content if not child.children else _text_of(child) for child in node.children)
