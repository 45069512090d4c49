"""HTML is only in templates, and only one module marks text as safe."""

import ast

import pytest

from tests.support.project_files import ROOT

THE_ONE = "builder/web/shared/html.py"
MARKS = {"mark_safe", "format_html", "format_html_join", "SafeText", "SafeData"}
WORDS = {*MARKS, "SafeString", "html"}  # modules without these names aren't parsed


def marks_text_as_safe(tree: ast.AST) -> bool:
    """Return whether a module imports a function that marks text as safe, or uses such a class."""
    return any(
        (isinstance(node, ast.ImportFrom) and any(name.name in MARKS for name in node.names))
        or (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "SafeString")
        or (isinstance(node, ast.Attribute) and node.attr in {*MARKS, "SafeString"})
        for node in ast.walk(tree)
    )


def test_one_module_marks_text_as_safe() -> None:
    paths = sorted(path for room in ("api", "builder") for path in (ROOT / room).rglob("*.py"))
    texts = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in paths}
    trees = {path: ast.parse(text) for path, text in texts.items() if any(word in text for word in WORDS)}
    assert [path for path, tree in trees.items() if marks_text_as_safe(tree)] == [THE_ONE]


@pytest.mark.parametrize(
    "code",
    [
        "from django.utils.safestring import SafeString, mark_safe",
        "from django.utils import safestring\nsafestring.mark_safe(text)",
        "from django.utils.html import format_html",
        "from django.utils.safestring import SafeString\nSafeString(text)",
    ],
)
def test_calls_that_mark_text_as_safe_are_found(code: str) -> None:
    assert marks_text_as_safe(ast.parse(code))
