"""The guide to the API and its reference as one page, with the site's address in the examples."""

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from builder.web.shared.html import clean_html

SOURCES = tuple(Path(settings.BASE_DIR) / "docs" / name for name in ("api.md", "api-reference.md"))
"""The Markdown files that the page shows."""
EXAMPLE_SITE = "http://127.0.0.1:8000"
"""The address in the examples. The page replaces it with the address of the site."""

_TAGS = {
    "a", "code", "em", "h2", "h3", "li", "ol", "p", "pre", "strong", "table", "tbody", "td", "th",
    "thead", "tr", "ul",
}  # fmt: skip
_ATTRIBUTES = {"a": {"href"}, "h2": {"id"}, "h3": {"id"}}


class Heading(NamedTuple):
    """A heading of the second level, and its anchor."""

    anchor: str
    text: str


def anchor_of(heading: str) -> str:
    """Return the anchor of a heading, as code hosts make it from the text of the heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@cache
def headings() -> tuple[Heading, ...]:
    """Return the second-level headings of the guide, in their order."""
    return tuple(
        Heading(anchor_of(text), text) for text in re.findall(r"^## (.+)$", guide_text(), re.MULTILINE)
    )


@lru_cache(maxsize=8)
def render_guide(site: str) -> SafeString:
    """Return the guide as HTML. ``site`` is the address of this site, which the examples use.

    The title of the page is in the template.
    """
    return clean_html(
        _MARKDOWN.render(guide_text().replace(EXAMPLE_SITE, site)),
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        url_schemes={"http", "https"},
    )


@cache
def guide_text() -> str:
    """Return the Markdown of the guide and the reference, without their titles.

    Links from one file to the other become links within the page.
    """
    guide, reference = (path.read_text(encoding="utf-8") for path in SOURCES)
    text = guide.partition("\n")[2] + reference[reference.index("\n## ") :]
    return re.sub(r"\]\((?:api|api-reference)\.md#", "](#", text)


def _add_anchors(state: StateCore) -> None:
    for opening, inline in zip(state.tokens, state.tokens[1:], strict=False):
        if opening.type == "heading_open":
            opening.attrSet("id", anchor_of(inline.content))


def _name_files(state: StateCore) -> None:
    """Replace links to files that the site doesn't serve by the text of the link and the name of the file."""
    for token in state.tokens:
        token.children = _without_file_links(token.children) if token.children else token.children


def _without_file_links(tokens: list[Token]) -> list[Token]:
    shown_tokens: list[Token] = []
    file = ""
    for token in tokens:
        target = str(token.attrGet("href") or "")
        if token.type == "link_open" and not target.startswith(("#", "http://", "https://")):
            file = f"docs/{target.partition('#')[0]}"
        elif token.type == "link_close" and file:
            shown_tokens += [
                Token("text", "", 0, content=" ("),
                Token("code_inline", "code", 0, content=file),
            ]
            shown_tokens.append(Token("text", "", 0, content=")"))
            file = ""
        else:
            shown_tokens.append(token)
    return shown_tokens


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    parser.core.ruler.push("add_anchors", _add_anchors)
    parser.core.ruler.push("name_files", _name_files)
    return parser


_MARKDOWN = _parser()


@login_not_required
@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """Show the guide to the API, followed by the reference."""
    site = request.build_absolute_uri("/").rstrip("/")
    return render(request, "guide/page.html", {"headings": headings(), "guide": render_guide(site)})
