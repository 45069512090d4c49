"""HTML that is joined in Python, where a page holds so much of it that templates would be slow.

The only module that marks text as safe: a pattern stands in the code, what is filled into it is escaped
unless it came from here, and what is not of our making is cleaned. Made by its class, and not by
Django's ``mark_safe``, which takes longer than all the rest here.
"""

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from html import escape
from typing import LiteralString

import nh3
from django.utils.safestring import SafeString

# The same few texts stand in hundreds of places of a page.
_cached_escape = lru_cache(maxsize=4096)(escape)


def _escaped(values: Iterable[str]) -> list[str]:
    return [value if type(value) is SafeString else _cached_escape(value) for value in values]


def fill_html(pattern: LiteralString, *values: str) -> SafeString:
    """A pattern of HTML with a value in the place of each ``{}``: ``fill_html("<b>{}</b>", name)``."""
    return SafeString(pattern.format(*_escaped(values)))


def fill_each(
    pattern: LiteralString, rows: Iterable[Iterable[str]], separator: LiteralString = ""
) -> SafeString:
    """The pattern filled for each row of values, and joined; for many rows quicker than one by one."""
    fill = pattern.format
    return SafeString(separator.join([fill(*_escaped(values)) for values in rows]))


def join_html(parts: Iterable[str], separator: LiteralString = "") -> SafeString:
    """Pieces of HTML in one; a piece that is plain text is escaped."""
    return SafeString(separator.join(_escaped(parts)))


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
    return SafeString(cleaned)


NO_HTML = join_html(())
