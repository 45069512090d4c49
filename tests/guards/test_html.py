"""A guard over what pages hold as HTML: one module marks it as safe, and its patterns stand in the code."""

import ast
from pathlib import Path

import pytest

from tests.support.project_files import ROOT

THE_ONE = "builder/web/shared/html.py"
MARKS = {"mark_safe", "SafeText", "SafeData"}
FILLERS = {"fill_html", "fill_each"}
WORDS = {*MARKS, *FILLERS, "SafeString"}  # a module without any of them is not parsed


def modules() -> list[Path]:
    return sorted(path for room in ("api", "builder") for path in (ROOT / room).rglob("*.py"))


def marks_text_as_safe(tree: ast.AST) -> bool:
    """Whether a module imports what marks a text as safe, or makes such a text by its class."""
    return any(
        (isinstance(node, ast.ImportFrom) and any(name.name in MARKS for name in node.names))
        or (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "SafeString")
        or (isinstance(node, ast.Attribute) and node.attr in {*MARKS, "SafeString"})
        for node in ast.walk(tree)
    )


def made_up_patterns(tree: ast.AST) -> list[int]:
    """The lines that fill a pattern which is put together first, and so may hold what nobody escaped."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in FILLERS
        and not (node.args and isinstance(node.args[0], ast.Constant))
    ]


def test_one_module_marks_text_as_safe() -> None:
    texts = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in modules()}
    speaking = {path: text for path, text in texts.items() if any(word in text for word in WORDS)}
    trees = {path: ast.parse(text) for path, text in speaking.items()}
    assert [path for path, tree in trees.items() if marks_text_as_safe(tree)] == [THE_ONE]
    assert {path: made_up_patterns(tree) for path, tree in trees.items() if made_up_patterns(tree)} == {}


@pytest.mark.parametrize(
    "code",
    [
        "from django.utils.safestring import SafeString, mark_safe",
        "from django.utils import safestring\nsafestring.mark_safe(text)",
        "from django.utils.safestring import SafeString\nSafeString(text)",
    ],
)
def test_what_marks_text_as_safe_is_found(code: str) -> None:
    assert marks_text_as_safe(ast.parse(code))


def test_a_pattern_that_is_put_together_is_found() -> None:
    code = 'fill_html("<b>{}</b>", name)\nfill_html(f"<b>{name}</b>")\nfill_each("<b>" + name, ())'
    assert made_up_patterns(ast.parse(code)) == [2, 3]
