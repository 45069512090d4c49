"""What Jinja2 templates can use in addition to Jinja2's own functions and filters."""

from typing import Any

from jinja2 import Environment

from builder.web.shared.html import render_part
from builder.web.shared.markdown import render_markdown


def jinja_environment(**options: Any) -> Environment:
    """Return an environment with the function ``render_part`` and the filter ``markdown``."""
    environment = Environment(**options)  # noqa: S701 - Django sets autoescape in the options
    environment.globals["render_part"] = render_part
    environment.filters["markdown"] = render_markdown
    return environment
