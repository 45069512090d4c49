"""What is said at a field of a form: the findings on it, and why it could not be saved."""

from typing import Protocol

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from builder.web.shared.html import NO_HTML, fill_html
from builder.web.shared.presentation import Remark


class Messages(Protocol):
    """The findings at one place of a form, and why it could not be saved where that is the place."""

    @property
    def id(self) -> str:
        """What names the place in the page."""

    @property
    def remarks(self) -> list[Remark]:
        """The findings."""

    @property
    def fault(self) -> str:
        """Why it could not be saved; "" where that is not the place."""


def field_messages(field: Messages) -> SafeString:
    """The element that an answer fills with the messages of a place; most have none."""
    has_any = field.fault or field.remarks
    told = render_to_string("profiles/_remarks.html", {"field": field}) if has_any else NO_HTML
    return fill_html('<div class="here" id="n-{}">{}</div>\n', field.id, told)
