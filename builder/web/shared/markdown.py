"""Markdown that players write, as safe HTML.

HTML and pictures in the text are not allowed. Links send no referrer. The text's headings are one level or
more below the page's own headings. They never skip a level, so the outline of the page stays correct.
"""

import re
from functools import lru_cache

from django.utils.safestring import SafeString
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore

from builder.web.shared.html import clean_html

_TAGS = {
    "a", "blockquote", "br", "code", "del", "em", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "s",
    "strong", "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
_TOP_LEVEL = 3
_DEEPEST_LEVEL = 6
MAX_CELLS = 2_000
"""The maximum number of table cells in a text.

Markdown adds empty cells until each row is as long as the first row. So a short text can have many thousand
cells.
"""
_LINE_END = re.compile(r"\r\n?|\n")


def _shift_headings(state: StateCore) -> None:
    """Change the levels of headings.

    The first heading becomes h3. No heading is more than one level below the heading before it.
    """
    previous, level = _TOP_LEVEL - 1, _TOP_LEVEL
    for token in state.tokens:
        if token.type == "heading_open":
            level = min(int(token.tag[1]) + _TOP_LEVEL - 1, previous + 1, _DEEPEST_LEVEL)
            previous = level
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{level}"


def _parser(*rules: str) -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable(["strikethrough", *rules]).disable("image")
    parser.core.ruler.push("shift_headings", _shift_headings)
    return parser


_MARKDOWN = _parser("table")
_WITHOUT_TABLES = _parser()


def _max_table_cells(text: str) -> int:
    """Return the maximum number of cells that the tables in a text can have. The text isn't parsed.

    Each block of lines up to a blank line may be a table.
    """
    total = lines = widest = 0
    for line in _LINE_END.split(text):
        if line.strip(" \t>"):
            lines, widest = lines + 1, max(widest, line.count("|"))
        else:
            total, lines, widest = total + _table_cells(lines, widest), 0, 0
    return total + _table_cells(lines, widest)


def _table_cells(lines: int, pipes: int) -> int:
    return lines * (pipes + 1) if pipes else 0


@lru_cache(maxsize=256)
def render_markdown(text: str) -> SafeString:
    """Return safe HTML for a Markdown text. If its tables could be too large, they are shown as text."""
    parser = _MARKDOWN if _max_table_cells(text) <= MAX_CELLS else _WITHOUT_TABLES
    return clean_html(
        parser.render(text),
        tags=_TAGS,
        attributes={"a": {"href", "title"}, "ol": {"start"}},
        url_schemes={"http", "https", "mailto"},
    )
