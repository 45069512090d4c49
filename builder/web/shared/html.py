"""HTML of Jinja2 templates in Django templates, and cleaned HTML from other people.

This is the only module that marks text as safe: a template has escaped its values itself, and other HTML is
cleaned. It uses the class instead of Django's ``mark_safe``, which takes longer than everything else here.
"""

from collections.abc import Collection, Hashable, Mapping
from functools import cache, lru_cache
from typing import cast

import nh3
from django.template import Library, engines
from django.template.backends.jinja2 import Jinja2
from django.utils.safestring import SafeString
from jinja2 import Template

register = Library()

_MAX_CACHED_PARTS = 4_096
"""The maximum number of rendered parts that a process caches: up to 20 MB."""


@register.simple_tag(name="jinja")
def render_jinja(template: str, **values: object) -> SafeString:
    """Return a Jinja2 template filled with these values: ``{% jinja "shared/_sheet.jinja" part=sheet %}``."""
    return SafeString(_template(template).render(values))


@lru_cache(maxsize=_MAX_CACHED_PARTS)
def render_part(template: str, part: Hashable) -> SafeString:
    """Return a Jinja2 template filled with this ``part``; in Django templates ``{% jinja_part name part %}``.

    The part is the cache's key, so a cached result is only used for equal values.
    """
    return render_jinja(template, part=part)


register.simple_tag(render_part, name="jinja_part")


@cache
def _template(name: str) -> Template:
    engine = cast("Jinja2", engines["jinja2"])
    return engine.env.get_template(name, globals={"render_part": render_part})


def clean_html(
    html: str,
    *,
    tags: Collection[str],
    attributes: Mapping[str, Collection[str]],
    url_schemes: Collection[str],
) -> SafeString:
    """Return other people's HTML with only the allowed elements; its links send no referrer."""
    cleaned = nh3.clean(
        html,
        tags=set(tags),
        attributes={tag: set(names) for tag, names in attributes.items()},
        url_schemes=set(url_schemes),
        link_rel="nofollow noopener noreferrer",
    )
    return SafeString(cleaned)
