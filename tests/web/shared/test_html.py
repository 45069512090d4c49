"""Jinja templates in Django templates: values are escaped, and equal parts are rendered once."""

from django.template import engines
from django.utils.safestring import SafeString

from builder.web.shared.design_view import DesignSheet
from builder.web.shared.html import render_jinja, render_part
from builder.web.shared.presentation import StatBox

HOSTILE = "<i> & \"'"
ESCAPED = "&lt;i&gt; &amp; &#34;&#39;"


def sheet(value: str) -> DesignSheet:
    return DesignSheet("", (StatBox("Mov", value, "6", is_wide=False),), (), ())


def test_a_django_template_shows_a_jinja2_template_with_its_values_escaped() -> None:
    text = "{% jinja 'shared/_stat_line.jinja' boxes=boxes %}"
    page = engines["django"].from_string(text).render({"boxes": sheet(HOSTILE).boxes})
    assert page == f'<dl class="statline"><div><dt>Mov<dd>{ESCAPED}<dd>6</div></dl>'


def test_parts_with_equal_values_are_rendered_once() -> None:
    drawn = render_part("shared/_sheet.jinja", sheet(HOSTILE))
    assert isinstance(drawn, SafeString)
    assert drawn == render_jinja("shared/_sheet.jinja", part=sheet(HOSTILE))
    assert render_part("shared/_sheet.jinja", sheet(HOSTILE)) is drawn
    assert render_part("shared/_sheet.jinja", sheet("5")) != drawn
