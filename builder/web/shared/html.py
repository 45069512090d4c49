"""HTML that is joined in Python, where a page holds so much of it that templates would be slow.

The only module that marks text as safe: a pattern stands in the code, what is filled into it is escaped
unless it came from here, and what is not of our making is cleaned.
"""

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from html import escape
from typing import LiteralString

import nh3
from django.utils.safestring import SafeString, mark_safe

# The same few texts stand in hundreds of places of a page.
_cached_escape = lru_cache(maxsize=4096)(escape)


def _escaped(values: Iterable[str]) -> list[str]:
    return [value if isinstance(value, SafeString) else _cached_escape(value) for value in values]


def fill_html(pattern: LiteralString, *values: str) -> SafeString:
    """A pattern of HTML with a value in the place of each ``{}``: ``fill_html("<b>{}</b>", name)``."""
    return _safe(pattern.format(*_escaped(values)))


def fill_each(
    pattern: LiteralString, rows: Iterable[Iterable[str]], separator: LiteralString = ""
) -> SafeString:
    """The pattern filled for each row of values, and joined; for many rows quicker than one by one."""
    fill = pattern.format
    return _safe(separator.join([fill(*_escaped(values)) for values in rows]))


def join_html(parts: Iterable[str], separator: LiteralString = "") -> SafeString:
    """Pieces of HTML in one; a piece that is plain text is escaped."""
    return _safe(separator.join(_escaped(parts)))


def clean_html(
    html: str,
    *,
    tags: Collection[str],
    attributes: Mapping[str, Collection[str]],
    url_schemes: Collection[str],
) -> SafeString:
    """What somebody else wrote, without all that is not listed; its links tell nobody where they were."""
    cleaned = nh3.clean(
        html,
        tags=set(tags),
        attributes={tag: set(names) for tag, names in attributes.items()},
        url_schemes=set(url_schemes),
        link_rel="nofollow noopener noreferrer",
    )
    return _safe(cleaned)


def _safe(html: str) -> SafeString:
    return mark_safe(html)  # noqa: S308 - made of patterns and escaped values, or cleaned


NO_HTML = join_html(())
