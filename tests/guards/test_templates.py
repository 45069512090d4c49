"""Guards over the templates: the Content-Security-Policy allows nothing inline."""

import re
from pathlib import Path

import pytest
from django.template import engines
from django.template.backends.jinja2 import Jinja2
from jinja2 import StrictUndefined, nodes

from tests.support.inline_code import INLINE
from tests.support.project_files import ROOT

COMMENT = re.compile(r"\{#.*?#\}|\{%\s*comment.*?endcomment\s*%\}", re.DOTALL)


def inline(path: Path) -> list[str]:
    """Return the parts of a template that the policy forbids."""
    text = COMMENT.sub("", path.read_text(encoding="utf-8"))
    return [what for what, pattern in INLINE.items() if pattern.search(text)]


def test_templates_contain_no_inline_code() -> None:
    """Scripts and styles are separate files."""
    folder = ROOT / "templates"
    paths = [path for path in folder.rglob("*") if path.suffix in (".html", ".jinja")]
    result = {path.relative_to(folder).as_posix(): inline(path) for path in paths}
    assert {"base.html", "profiles/_controls.jinja"} <= result.keys()
    assert {name: faults for name, faults in result.items() if faults} == {}


@pytest.mark.parametrize(
    ("what", "markup"),
    [
        ("a script with its code in the page", "<script>go()</script>"),
        ("a style element", "<style>p {}</style>"),
        ("a style attribute", '<p class="a" style="color: red">'),
        ("an event attribute", '<button type="button" onclick="go()">'),
        ("an htmx event attribute", '<a hx-on::after-request="go()">'),
        ("an htmx expression", "<a hx-vals='js:{a: 1}'>"),
        ("a javascript address", '<a href="javascript:go()">'),
    ],
)
def test_the_guard_finds_inline_code(what: str, markup: str) -> None:
    """Each pattern finds its example, and no pattern finds anything in plain HTML."""
    assert INLINE[what].search(markup)
    plain = '<script src="/static/x.js" defer></script><p class="style" hx-post="/x" data-on="1">on=1</p>'
    assert not INLINE[what].search(plain)


def test_jinja2_templates_compile_and_escape_every_value() -> None:
    backend = engines["jinja2"]
    assert isinstance(backend, Jinja2)
    environment = backend.env
    assert environment.autoescape is True
    assert environment.undefined is StrictUndefined
    folder = ROOT / "templates"
    for path in folder.rglob("*.jinja"):
        environment.get_template(path.relative_to(folder).as_posix())
        syntax = environment.parse(path.read_text(encoding="utf-8"))
        assert [
            result.name for result in syntax.find_all(nodes.Filter) if result.name in ("safe", "forceescape")
        ] == []
        assert list(syntax.find_all((nodes.EvalContextModifier, nodes.ScopedEvalContextModifier))) == [], path
