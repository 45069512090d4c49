"""Markdown of players as safe HTML.

Neither HTML nor pictures are read from it; links lead out without a referrer; headings start below
the page's own and never skip a level, so that the outline of the page stays whole.
"""

from functools import lru_cache

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore

_TAGS = {
    "a", "blockquote", "br", "code", "del", "em", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "s",
    "strong", "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
_TOP = 3
_DEEPEST = 6


def _settle_headings(state: StateCore) -> None:
    before, level = _TOP - 1, _TOP
    for token in state.tokens:
        if token.type == "heading_open":
            level = min(int(token.tag[1]) + _TOP - 1, before + 1, _DEEPEST)
            before = level
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{level}"


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"]).disable("image")
    parser.core.ruler.push("settle_headings", _settle_headings)
    return parser


_MARKDOWN = _parser()


@lru_cache(maxsize=256)
def render_markdown(text: str) -> SafeString:
    """The HTML of a text in Markdown, safe to put into a page."""
    html = nh3.clean(
        _MARKDOWN.render(text),
        tags=_TAGS,
        attributes={"a": {"href", "title"}, "ol": {"start"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="nofollow noopener noreferrer",
    )
    return mark_safe(html)  # noqa: S308 - cleaned on the line above
