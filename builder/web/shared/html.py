"""Text that templates insert without escaping it: rendered Jinja2 templates, and cleaned HTML from users.

No other module marks text as safe HTML. Jinja2 templates escape their values, and ``clean_html`` removes what
isn't allowed. The functions create ``SafeString`` directly, because Django's ``mark_safe`` is much slower.
"""

from collections.abc import Collection, Hashable, Mapping
from functools import lru_cache
from typing import cast

import nh3
from django.template import Library, engines
from django.template.backends.jinja2 import Jinja2
from django.utils.safestring import SafeString

register = Library()

_MAX_CACHED_PARTS = 4_096
"""The maximum number of rendered parts that a process caches. They take up to 20 MB."""


@register.simple_tag(name="jinja")
def render_jinja(template: str, **values: object) -> SafeString:
    """Render a Jinja2 template. In Django templates: ``{% jinja "shared/_sheet.jinja" part=sheet %}``."""
    engine = cast("Jinja2", engines["jinja2"])
    return SafeString(engine.env.get_template(template).render(values))


@register.simple_block_tag(name="jinja_around")
def _render_jinja_around(content: SafeString, template: str, **values: object) -> SafeString:
    """Render a Jinja2 template around a part of a Django template, which is its ``content``.

    In Django templates: ``{% jinja_around "profiles/_controls.jinja" sections=sections %}`` to
    ``{% endjinja_around %}``.
    """
    return render_jinja(template, content=content, **values)


@lru_cache(maxsize=_MAX_CACHED_PARTS)
def render_part(template: str, part: Hashable) -> SafeString:
    """Render a Jinja2 template with ``part``, and cache the result for equal parts.

    In Django templates: ``{% jinja_part "shared/_sheet.jinja" sheet %}``.
    """
    return render_jinja(template, part=part)


register.simple_tag(render_part, name="jinja_part")


def clean_html(
    html: str,
    *,
    tags: Collection[str],
    attributes: Mapping[str, Collection[str]],
    url_schemes: Collection[str],
) -> SafeString:
    """Return HTML that a user wrote, without the elements and attributes that aren't allowed.

    ``attributes`` are the allowed attributes by element. Links in the result send no referrer.
    """
    cleaned = nh3.clean(
        html,
        tags=set(tags),
        attributes={tag: set(names) for tag, names in attributes.items()},
        url_schemes=set(url_schemes),
        link_rel="nofollow noopener noreferrer",
    )
    return SafeString(cleaned)
